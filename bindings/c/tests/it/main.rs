//! Tests of the interface as a caller in C sees it: by its functions alone.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod calls;
mod door;
mod header;
mod limits;
mod players;
mod program;
mod random;
mod threads;

/// A call with pointers.
macro_rules! c {
    ($call:expr) => {{
        // SAFETY: all pointers of these tests are null, or point to as many elements of live arrays as the call says.
        unsafe { $call }
    }};
}
pub(crate) use c;

/// The tests of one process share its objects: those that count them run one at a time.
pub(crate) fn alone() -> std::sync::MutexGuard<'static, ()> {
    static ALONE: std::sync::Mutex<()> = std::sync::Mutex::new(());
    ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// The reason of the last refusal.
pub(crate) fn reason() -> String {
    let mut buffer = [0_u8; 1 << 14];
    let needed = c!(cueline_c::cueline_error(buffer.as_mut_ptr().cast(), buffer.len()));
    assert!(needed <= buffer.len(), "a reason fits");
    let text = std::ffi::CStr::from_bytes_until_nul(&buffer).unwrap();
    text.to_str().unwrap().to_string()
}
