//! Keyframes: a value at a time, and the interpolation to the next keyframe.

use crate::{
    digest::{Digest, Digester},
    time::{Span, TickRate},
    value::{AnyEasing, Delta, Easing, Lerp},
};

/// A value at a time, with the interpolation to the next keyframe.
///
/// Times count from the start of the clip and may be negative. Two keyframes at one time make a jump: before
/// that time the track moves towards the first of them, from that time on it continues from the second.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "T: serde::Serialize, T::Delta: serde::Serialize",
        deserialize = "T: serde::Deserialize<'de>, T::Delta: serde::Deserialize<'de>"
    ))
)]
pub struct Keyframe<T: Lerp> {
    /// The time since the start of the clip.
    pub at: Span,
    /// The value of the track at exactly that time.
    pub value: T,
    /// The interpolation to the next keyframe. No effect in the last keyframe.
    #[cfg_attr(feature = "serde", serde(default))]
    pub interpolation: Interpolation,
    /// The slope at the end of a cubic from the previous keyframe, in change per second.
    #[cfg_attr(feature = "serde", serde(default = "T::Delta::zero"))]
    pub tangent_in: T::Delta,
    /// The slope at the start of a cubic to the next keyframe, in change per second.
    #[cfg_attr(feature = "serde", serde(default = "T::Delta::zero"))]
    pub tangent_out: T::Delta,
}

/// The interpolation from one keyframe to the next.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Interpolation {
    /// The value stays until the next keyframe, and jumps there.
    Hold,
    /// The value changes at a constant rate.
    #[default]
    Linear,
    /// The value follows an easing; if the easing overshoots, so does the track.
    Eased(AnyEasing),
    /// A cubic Hermite curve from this keyframe's `tangent_out` to the next keyframe's `tangent_in`.
    Hermite,
    /// The same curve, with an easing as its progress.
    HermiteEased(AnyEasing),
}

impl<T: Lerp> Keyframe<T> {
    /// A keyframe with linear interpolation to the next.
    #[must_use]
    pub fn linear(at: Span, value: T) -> Self {
        Self::new(at, value, Interpolation::Linear)
    }

    /// A keyframe that holds its value until the next.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{Keyframe, Track}, time::ms};
    ///
    /// let track = Track::new([Keyframe::hold(ms(0), 0.0), Keyframe::hold(ms(400), 8.0)])?;
    /// assert_eq!((track.sample(ms(399)), track.sample(ms(400))), (0.0, 8.0));
    /// # Ok::<(), cueline::clip::ContentError>(())
    /// ```
    #[must_use]
    pub fn hold(at: Span, value: T) -> Self {
        Self::new(at, value, Interpolation::Hold)
    }

    /// A keyframe with an easing to the next: an [`Easing`](crate::value::Easing) or an
    /// [`EasingPath`](crate::value::EasingPath).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{Keyframe, Track}, time::ms, value::Easing};
    ///
    /// let track = Track::new([Keyframe::eased(ms(0), 0.0, Easing::OUT_QUAD), Keyframe::hold(ms(400), 8.0)])?;
    /// assert_eq!(track.sample(ms(200)), 6.0); // starts fast, slows down
    /// # Ok::<(), cueline::clip::ContentError>(())
    /// ```
    #[must_use]
    pub fn eased(at: Span, value: T, easing: impl Into<AnyEasing>) -> Self {
        Self::new(at, value, Interpolation::Eased(easing.into()))
    }

    /// A keyframe of a smooth curve, with the slopes before and after it, in change per second.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{Keyframe, Track}, time::ms};
    ///
    /// let throw = Track::new([
    ///     Keyframe::hermite(ms(0), 0.0, 0.0, 4.0), // leaves the hand with 4 units per second
    ///     Keyframe::hermite(ms(1000), 0.0, -4.0, 0.0),
    /// ])?;
    /// assert_eq!(throw.sample(ms(500)), 1.0);
    /// # Ok::<(), cueline::clip::ContentError>(())
    /// ```
    #[must_use]
    pub fn hermite(at: Span, value: T, tangent_in: T::Delta, tangent_out: T::Delta) -> Self {
        Self { tangent_in, tangent_out, ..Self::new(at, value, Interpolation::Hermite) }
    }

    /// A keyframe with any interpolation, and slopes of zero.
    #[must_use]
    pub fn new(at: Span, value: T, interpolation: Interpolation) -> Self {
        let (tangent_in, tangent_out) = (T::Delta::zero(), T::Delta::zero());
        Self { at, value, interpolation, tangent_in, tangent_out }
    }

    /// The same keyframe with slopes in change per frame at `rate`, as some tools write them.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{Interpolation, Keyframe}, time::{TickRate, ms}};
    ///
    /// let key = Keyframe::new(ms(0), 1.0, Interpolation::Hermite).tangents_per_frame(TickRate::HZ_30, &0.5, &0.1);
    /// assert_eq!((key.tangent_in, key.tangent_out), (15.0, 3.0)); // per second
    /// ```
    #[must_use]
    pub fn tangents_per_frame(self, rate: TickRate, tangent_in: &T::Delta, out: &T::Delta) -> Self {
        let per_second = rate.as_hz_f64();
        let (tangent_in, tangent_out) = (tangent_in.scaled(per_second), out.scaled(per_second));
        Self { tangent_in, tangent_out, ..self }
    }

    /// Whether all parts are finite; else the first part that is not.
    pub(crate) fn check(&self) -> Result<(), &'static str> {
        match () {
            () if !self.value.is_finite() => Err("value"),
            () if !self.tangent_in.is_finite() => Err("tangent before"),
            () if !self.tangent_out.is_finite() => Err("tangent after"),
            () if !self.interpolation.is_finite() => Err("easing"),
            () => Ok(()),
        }
    }
}

impl Interpolation {
    /// Whether the value moves linearly to the next keyframe.
    pub(crate) const fn is_linear(&self) -> bool {
        matches!(self, Self::Linear | Self::Eased(AnyEasing::Easing(Easing::Linear)))
    }

    fn is_finite(&self) -> bool {
        match self {
            Self::Hold | Self::Linear | Self::Hermite => true,
            Self::Eased(easing) | Self::HermiteEased(easing) => easing.is_finite(),
        }
    }

    /// Feeds the curve.
    pub(crate) fn feed(&self, digester: &mut Digester) {
        match self {
            Self::Hold => 0_u8.feed(digester),
            Self::Linear => 1_u8.feed(digester),
            Self::Hermite => 2_u8.feed(digester),
            Self::Eased(easing) => {
                3_u8.feed(digester);
                feed_easing(easing, digester);
            }
            Self::HermiteEased(easing) => {
                4_u8.feed(digester);
                feed_easing(easing, digester);
            }
        }
    }
}

/// An easing counts by its curve, at enough points to distinguish any two easings. Two paths may differ anywhere, so all
/// segments of a path count.
fn feed_easing(easing: &AnyEasing, digester: &mut Digester) {
    for sixteenth in 0..=16 {
        easing.at(f64::from(sixteenth) / 16.0).to_bits().feed(digester);
    }
    if let AnyEasing::Path(path) = easing {
        path.feed(digester);
    }
}
