//! Times and durations, in flicks.

use cueline::time::Span;

use crate::{
    pointer::Out,
    status::{CUELINE_ARGUMENT, Refusal, call},
};

/// Flicks in a millisecond. A flick is 1/705,600,000 of a second, so that frames of the usual rates are whole numbers.
pub const CUELINE_MS: i64 = 705_600;
/// Flicks in a second.
pub const CUELINE_SECOND: i64 = 705_600_000;

/// A duration without end, a moment that is not known.
pub const CUELINE_NEVER: i64 = 9_223_372_036_854_775_807;

/// Writes a duration in seconds as flicks, rounded to the nearest one. NaN, and what an `int64_t` does not hold, is refused.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_flicks(seconds: f64, flicks: *mut i64) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `flicks`.
        let flicks = unsafe { Out::new("flicks", flicks) }?;
        let span =
            Span::from_secs_f64(seconds).map_err(|error| Refusal::new(CUELINE_ARGUMENT, error))?;
        flicks.set(span.flicks());
        Ok(())
    })
}
