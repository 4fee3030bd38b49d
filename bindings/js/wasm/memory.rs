//! The allocator, the buffers that JavaScript fills, and what a panic does.

use alloc::{boxed::Box, vec};
#[cfg(not(feature = "clips"))]
use core::panic::PanicInfo;
use core::{ptr::slice_from_raw_parts_mut, slice};

#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// The core does not panic on what a user passes. JavaScript turns the trap of a fault in this crate into an error. (The reader
/// of files needs the standard library, which has a handler of its own.)
#[cfg(not(feature = "clips"))]
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

/// The bytes of a save, to be freed with [`bytes_free`]; their number goes to `length`. Null if nothing could be saved.
///
/// # Safety
///
/// `length` is the address of a number.
#[cfg(feature = "save")]
pub(crate) unsafe fn save(state: &impl serde::Serialize, length: *mut usize) -> *mut u8 {
    let Ok(bytes) = postcard::to_allocvec(state) else { return core::ptr::null_mut() };
    let bytes = bytes.into_boxed_slice();
    // SAFETY: the caller's promise.
    unsafe { *length = bytes.len() };
    Box::into_raw(bytes).cast()
}
