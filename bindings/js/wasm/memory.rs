//! The allocator, the buffers that JavaScript fills, and what a panic does.

use alloc::{boxed::Box, vec};
#[cfg(not(feature = "files"))]
use core::panic::PanicInfo;
use core::{ptr::slice_from_raw_parts_mut, slice};

#[cfg(feature = "save")]
use cueline::digest::digest;

#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// The core does not panic on what a user passes. A trap would be a fault of this crate, and reach JavaScript as a
/// `WebAssembly.RuntimeError`. (The reader of files needs the standard library, which has a handler of its own.)
#[cfg(not(feature = "files"))]
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

/// A buffer of `length` bytes for JavaScript to fill, to be freed with [`bytes_free`].
#[unsafe(no_mangle)]
pub extern "C" fn bytes_new(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Frees a buffer of [`bytes_new`], or bytes that a `*_save` returned.
///
/// # Safety
///
/// `start` and `length` are those of such a buffer, which was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bytes_free(start: *mut u8, length: usize) {
    // SAFETY: the buffer came from a boxed slice of this length.
    drop(unsafe { Box::from_raw(slice_from_raw_parts_mut(start, length)) });
}

/// What JavaScript has put into a buffer.
///
/// # Safety
///
/// As for [`bytes_free`]; the slice is not used after that call.
pub(crate) unsafe fn bytes<'a>(start: *const u8, length: usize) -> &'a [u8] {
    // SAFETY: the buffer is of this length and was filled with zeros.
    unsafe { slice::from_raw_parts(start, length) }
}

/// The bytes of a save, which end in the digest of those before it, to be freed with [`bytes_free`]; their number goes to `length`. Null if nothing could be saved.
///
/// # Safety
///
/// `length` is the address of a number.
#[cfg(feature = "save")]
pub(crate) unsafe fn save(state: &impl serde::Serialize, length: *mut usize) -> *mut u8 {
    let Ok(mut bytes) = postcard::to_allocvec(state) else { return core::ptr::null_mut() };
    bytes.extend(digest(&*bytes).to_le_bytes());
    // SAFETY: the caller's promise.
    unsafe { hand_over(bytes, length) }
}

/// The state of such bytes; `None` if they are damaged.
#[cfg(feature = "save")]
pub(crate) fn saved<T: serde::de::DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let (state, sum) = bytes.split_last_chunk()?;
    match postcard::take_from_bytes(state) {
        Ok((read, [])) if digest(state).to_le_bytes() == *sum => Some(read),
        _ => None,
    }
}

/// These bytes, as [`save`] hands them over.
///
/// # Safety
///
/// `length` is the address of a number.
#[cfg(feature = "save")]
pub(crate) unsafe fn hand_over(bytes: alloc::vec::Vec<u8>, length: *mut usize) -> *mut u8 {
    let bytes = bytes.into_boxed_slice();
    // SAFETY: the caller's promise.
    unsafe { *length = bytes.len() };
    Box::into_raw(bytes).cast()
}

/// A text that JavaScript passes.
///
/// # Safety
///
/// As for [`bytes`]; a `TextEncoder` has filled the buffer, which writes UTF-8 for every text.
#[cfg(any(feature = "player", feature = "queue"))]
pub(crate) unsafe fn text<'a>(start: *const u8, length: usize) -> &'a str {
    // SAFETY: the caller's promise.
    unsafe { core::str::from_utf8_unchecked(bytes(start, length)) }
}

/// Declares exported functions over an object. JavaScript has one thread, and calls nothing for a queue whose step runs.
macro_rules! exports {
    ($of:ty: $($(#[$doc:meta])* fn $name:ident($me:ident $(, $arg:ident: $kind:ty)*) $(-> $result:ty)? $body:block)*) => { $(
        $(#[$doc])*
        ///
        /// # Safety
        ///
        /// The addresses came from functions of this module for these kinds of objects or from `bytes_new`, and they were not freed;
        /// those of commands are of a callback that has not returned.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(me: *mut $of $(, $arg: $kind)*) $(-> $result)? {
            // SAFETY: the caller's promise; no other reference is there while a call runs.
            let $me = unsafe { &mut *me };
            $body
        }
    )* };
}
pub(crate) use exports;
