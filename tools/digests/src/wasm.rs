//! The report for a page or for Node, without any glue.

use crate::report;

/// The report as text in this module's memory: its address in the upper half, its length in bytes in
/// the lower one. What went wrong is text too, and matches no golden file.
///
/// The text is never given back; the module is to be thrown away after it.
#[expect(unsafe_code, reason = "a name that JavaScript can look up must not be mangled")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn digests() -> u64 {
    let text = report().unwrap_or_else(|error| error.to_string()).leak();
    (text.as_ptr().addr() as u64) << 32 | text.len() as u64
}
