//! Durations in the words of Bevy.

use alloc::vec::Vec;
use core::{panic::Location, time::Duration};
use std::sync::{Mutex, PoisonError};

use cueline::time::Span;
use tracing::warn;

/// A duration as motions and players take it: a [`Span`], such as `ms(300)` or `secs(0.3)`, a [`Duration`], or an `f32` in
/// seconds.
///
/// An `f32` is rounded to whole microseconds, so `0.3` is exactly 300 ms, and saturates. NaN counts as zero, and the log names
/// the line of the call, once: a game goes on where a duration from a division by zero comes in, and shows where that was.
///
/// ```
/// use bevy_cueline::prelude::*;
/// use bevy_ecs::prelude::*;
/// use bevy_math::Vec3;
///
/// fn arrive(entity: Entity, mut commands: Commands) {
///     commands.entity(entity).tween_to::<Translation>(Vec3::X, 0.3, Easing::OUT_CUBIC);
/// }
/// assert_eq!(0.3_f32.into_span(), ms(300));
/// assert_eq!(core::time::Duration::from_millis(300).into_span(), ms(300));
/// ```
pub trait IntoSpan {
    /// The duration.
    #[must_use]
    #[track_caller]
    fn into_span(self) -> Span;
}

impl IntoSpan for Span {
    fn into_span(self) -> Span {
        self
    }
}

impl IntoSpan for Duration {
    fn into_span(self) -> Span {
        self.into()
    }
}

impl IntoSpan for f32 {
    #[expect(clippy::cast_possible_truncation, reason = "saturates; NaN is 0")]
    fn into_span(self) -> Span {
        if self.is_nan() {
            warn_nan(Location::caller());
        }
        Span::from_micros((f64::from(self) * 1e6).round() as i64)
    }
}

#[cold]
fn warn_nan(place: &'static Location<'static>) {
    static WARNED: Mutex<Vec<&Location<'_>>> = Mutex::new(Vec::new());
    let mut warned = WARNED.lock().unwrap_or_else(PoisonError::into_inner);
    if !warned.contains(&place) {
        warned.push(place);
        warn!("a duration at {place} is NaN seconds, and counts as zero");
    }
}
