//! Durations in the words of Bevy.

use core::time::Duration;

use cueline::time::Span;

/// A duration as motions and players take it: a [`Span`], such as `ms(300)` or `secs(0.3)`, a [`Duration`], or an `f32` in
/// seconds.
///
/// An `f32` is rounded to whole microseconds, so `0.3` is exactly 300 ms. NaN counts as zero.
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
        Span::from_micros((f64::from(self) * 1e6).round() as i64)
    }
}
