//! Flicks as `f64`, and objects behind addresses.

use alloc::boxed::Box;

use cueline::time::{Span, Time};

/// JavaScript passes whole numbers below 2^53 only.
pub(crate) fn span(flicks: f64) -> Span {
    Span::from_flicks(flicks as i64)
}

pub(crate) fn time(flicks: f64) -> Time {
    Time::at(span(flicks))
}

pub(crate) fn flicks(span: Span) -> f64 {
    span.flicks() as f64
}

pub(crate) fn since_zero(time: Time) -> f64 {
    flicks(time.since_zero())
}

/// An address for JavaScript, which frees it.
pub(crate) fn leak<T>(object: T) -> *mut T {
    Box::into_raw(Box::new(object))
}

/// # Safety
///
/// The address came from [`leak`], and it was not freed.
pub(crate) unsafe fn free<T>(object: *mut T) {
    // SAFETY: the caller's promise.
    drop(unsafe { Box::from_raw(object) });
}
