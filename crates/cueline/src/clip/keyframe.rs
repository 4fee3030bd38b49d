//! One value at one time, and the way from it to the next.

use core::{
    fmt,
    hash::{Hash, Hasher},
};

use crate::{
    time::{Span, TickRate},
    value::{Delta, Easing, Lerp},
};

/// A value at a time, with the way to the keyframe after it.
///
/// Times count from the clip's start and may be negative. Two keyframes at one time make a jump: up
/// to that time the track heads for the earlier one, from that time on it shows the later one.
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
    /// When, as the span since the clip's start.
    pub at: Span,
    /// What the track shows at exactly that time.
    pub value: T,
    /// How the track gets from here to the next keyframe. Of no effect in the last keyframe.
    #[cfg_attr(feature = "serde", serde(default))]
    pub interpolation: Interpolation,
    /// The slope, in change per second, with which a cubic from the keyframe before arrives.
    #[cfg_attr(feature = "serde", serde(default = "T::Delta::zero"))]
    pub tangent_in: T::Delta,
    /// The slope, in change per second, with which a cubic to the next keyframe leaves.
    #[cfg_attr(feature = "serde", serde(default = "T::Delta::zero"))]
    pub tangent_out: T::Delta,
}

/// The way from one keyframe to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Interpolation {
    /// Keeps the value until the next keyframe, and shows that one from its time on.
    Hold,
    /// Blends evenly.
    #[default]
    Linear,
    /// Blends along an easing; where that overshoots, so does the track.
    Eased(Easing),
    /// A cubic Hermite curve from this one's `tangent_out` to the next one's `tangent_in`.
    Hermite,
    /// The same curve, passed through along an easing.
    HermiteEased(Easing),
}

impl<T: Lerp> Keyframe<T> {
    /// A keyframe from which the track blends evenly to the next.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{Keyframe, Track}, time::ms};
    ///
    /// let track = Track::new([Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(400), 8.0)])?;
    /// assert_eq!(track.sample(ms(100)), 2.0);
    /// # Ok::<(), cueline::clip::TrackError>(())
    /// ```
    #[must_use]
    pub fn linear(at: Span, value: T) -> Self {
        Self::new(at, value, Interpolation::Linear)
    }

    /// A keyframe that holds until the next.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{Keyframe, Track}, time::ms};
    ///
    /// let track = Track::new([Keyframe::hold(ms(0), 0.0), Keyframe::hold(ms(400), 8.0)])?;
    /// assert_eq!((track.sample(ms(399)), track.sample(ms(400))), (0.0, 8.0));
    /// # Ok::<(), cueline::clip::TrackError>(())
    /// ```
    #[must_use]
    pub fn hold(at: Span, value: T) -> Self {
        Self::new(at, value, Interpolation::Hold)
    }

    /// A keyframe from which the track blends to the next along `easing`.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{Keyframe, Track}, time::ms, value::Easing};
    ///
    /// let track = Track::new([Keyframe::eased(ms(0), 0.0, Easing::OUT_QUAD), Keyframe::hold(ms(400), 8.0)])?;
    /// assert_eq!(track.sample(ms(200)), 6.0); // starts fast, slows down
    /// # Ok::<(), cueline::clip::TrackError>(())
    /// ```
    #[must_use]
    pub fn eased(at: Span, value: T, easing: Easing) -> Self {
        Self::new(at, value, Interpolation::Eased(easing))
    }

    /// A keyframe of a smooth curve, with the slopes (change per second) on both sides of it.
    #[must_use]
    pub fn hermite(at: Span, value: T, tangent_in: T::Delta, tangent_out: T::Delta) -> Self {
        Self { tangent_in, tangent_out, ..Self::new(at, value, Interpolation::Hermite) }
    }

    /// A keyframe with any way to the next, with level tangents.
    #[must_use]
    pub fn new(at: Span, value: T, interpolation: Interpolation) -> Self {
        let (tangent_in, tangent_out) = (T::Delta::zero(), T::Delta::zero());
        Self { at, value, interpolation, tangent_in, tangent_out }
    }

    /// The same with slopes given in change per frame at `rate`, as some tools write them.
    #[must_use]
    pub fn tangents_per_frame(self, rate: TickRate, tangent_in: &T::Delta, out: &T::Delta) -> Self {
        let per_second = rate.as_hz_f64();
        let (tangent_in, tangent_out) = (tangent_in.scaled(per_second), out.scaled(per_second));
        Self { tangent_in, tangent_out, ..self }
    }

    /// Whether all of it is finite, or which part is not.
    pub(crate) fn check(&self) -> Result<(), KeyframePart> {
        let parts = [
            (self.value.is_finite(), KeyframePart::Value),
            (self.tangent_in.is_finite(), KeyframePart::TangentIn),
            (self.tangent_out.is_finite(), KeyframePart::TangentOut),
            (self.interpolation.is_finite(), KeyframePart::Easing),
        ];
        match parts.into_iter().find(|(finite, _)| !finite) {
            Some((_, part)) => Err(part),
            None => Ok(()),
        }
    }
}

/// A part of a keyframe that may be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyframePart {
    /// The value.
    Value,
    /// The slope before it.
    TangentIn,
    /// The slope after it.
    TangentOut,
    /// A number of the easing to the next.
    Easing,
}

impl fmt::Display for KeyframePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Value => "value",
            Self::TangentIn => "tangent before",
            Self::TangentOut => "tangent after",
            Self::Easing => "easing",
        })
    }
}

impl Interpolation {
    fn is_finite(self) -> bool {
        match self {
            Self::Hold | Self::Linear | Self::Hermite => true,
            Self::Eased(easing) | Self::HermiteEased(easing) => easing.is_finite(),
        }
    }

    /// Feeds what can be seen of it.
    pub(crate) fn feed(self, hasher: &mut impl Hasher) {
        match self {
            Self::Hold => hasher.write_u8(0),
            Self::Linear => hasher.write_u8(1),
            Self::Hermite => hasher.write_u8(2),
            Self::Eased(easing) => {
                hasher.write_u8(3);
                feed_easing(easing, hasher);
            }
            Self::HermiteEased(easing) => {
                hasher.write_u8(4);
                feed_easing(easing, hasher);
            }
        }
    }
}

/// An easing counts by its shape, at enough points to tell two of them apart: so custom ones count too. A path may
/// differ anywhere, so its segments count.
fn feed_easing(easing: Easing, hasher: &mut impl Hasher) {
    for sixteenth in 0..=16 {
        hasher.write_u64(easing.at(f64::from(sixteenth) / 16.0).to_bits());
    }
    if let Some(path) = easing.path() {
        path.hash(hasher);
    }
}
