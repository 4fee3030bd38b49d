//! Hot loops, compiled a second time for wider machines.
//!
//! A loop over flat arrays is made as wide as its target allows: NEON, simd128, or whatever `target-cpu` says. A
//! build for plain x86-64 may count on registers of 16 bytes only, where nearly every machine has 32 (AVX2). So
//! [`widest`] takes a loop in twice, the second time for such machines, and asks the one it is on which to run.
//! There is one source of both, and both give the same bits: Rust neither reorders nor fuses operations of
//! floating-point numbers, however wide they are.
//!
//! Asking needs `std`, so it is behind the feature `wide`, and without effect where there is no system.

/// Does the work with all the width that this machine has.
///
/// Only what is compiled *into* the work becomes wider: the closure has to be marked `#[inline(always)]`, and so
/// has every function that it calls in a loop. Where the work is long enough to pay for a call, that is.
///
/// ```ignore
/// wide::widest(
///     #[inline(always)]
///     || out.iter_mut().zip(from).for_each(|(out, from)| *out = 2.0 * from),
/// );
/// ```
#[inline]
pub(crate) fn widest<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(all(
        feature = "wide",
        any(target_arch = "x86", target_arch = "x86_64"),
        not(target_os = "none")
    ))]
    if let Some(avx2) = fearless_simd::Level::new().as_avx2() {
        return fearless_simd::Simd::vectorize(avx2, work);
    }
    work()
}
