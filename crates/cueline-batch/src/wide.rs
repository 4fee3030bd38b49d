//! Hot loops, compiled a second and a third time for wider vector registers.
//!
//! The compiler makes a loop over flat arrays as wide as its target allows: NEON, simd128, or what `target-cpu` says. A
//! build for plain x86-64 may only use registers of 16 bytes, although nearly every processor has 32 bytes (AVX2,
//! x86-64-v3) and many have 64 (AVX-512, x86-64-v4). So [`widest`] compiles a loop for each of the three widths, and
//! chooses at run time. All three come from one source and give the same bits: Rust neither reorders nor fuses
//! floating-point operations, whatever the width.
//!
//! The choice needs `std`, so it is behind the feature `wide`. Without an operating system the feature has no effect.

/// Runs the work with the widest vector registers of the processor.
///
/// Only code that is compiled *into* the work becomes wider, so mark the closure and every function that it calls in a
/// loop as `#[inline(always)]`. The work has to be long enough to pay for one call.
///
/// ```ignore
/// widest(
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
    return x86::up_to(fearless_simd::Level::new(), work);
    #[cfg(not(all(
        feature = "wide",
        any(target_arch = "x86", target_arch = "x86_64"),
        not(target_os = "none")
    )))]
    work()
}

#[cfg(all(
    feature = "wide",
    any(target_arch = "x86", target_arch = "x86_64"),
    not(target_os = "none")
))]
mod x86 {
    use fearless_simd::{Level, Simd};

    #[inline]
    pub(super) fn up_to<R>(level: Level, work: impl FnOnce() -> R) -> R {
        if let Some(avx512) = level.as_avx512() {
            avx512.vectorize(work)
        } else if let Some(avx2) = level.as_avx2() {
            avx2.vectorize(work)
        } else {
            narrow(work)
        }
    }

    /// A function of its own, so that the wider paths are one jump away.
    #[inline(never)]
    fn narrow<R>(work: impl FnOnce() -> R) -> R {
        work()
    }

    #[cfg(test)]
    mod tests {
        use alloc::vec::Vec;

        use super::{Level, up_to};

        /// Skips the widths that this processor lacks.
        #[test]
        fn every_width_gives_the_same_bits() {
            let ticks: Vec<u32> = (0..1003).collect();
            let all = |level| -> Vec<u32> {
                let mut out = alloc::vec![0.0_f32; ticks.len()];
                up_to(
                    level,
                    #[inline(always)]
                    || {
                        for (out, tick) in out.iter_mut().zip(&ticks) {
                            let t = (*tick as f32 + 0.3) / 997.0;
                            let t = if t < 1.0 { t } else { 1.0 };
                            let back = t * t * (2.701_58 * t - 1.701_58);
                            *out = -4.0 + (1.0 / (0.1 + t) + 4.0) * back;
                        }
                    },
                );
                out.into_iter().map(f32::to_bits).collect()
            };
            let plain = all(Level::baseline());
            let level = Level::new();
            let wider = [level.as_avx512().map(Level::Avx512), level.as_avx2().map(Level::Avx2)];
            for level in wider.into_iter().flatten() {
                assert_eq!(all(level), plain, "{level:?}");
            }
        }
    }
}
