//! The easing of authored data: a formula or a drawn path.

use super::{Easing, EasingPath};
use crate::digest::{Digest, Digester};

/// The easing of a keyframe, of a timeline item or of a stagger: an [`Easing`] or an [`EasingPath`].
///
/// Methods take `impl Into<AnyEasing>`, so you can pass both directly.
///
/// ```
/// use cueline::{clip::{Keyframe, Track}, time::ms, value::{Easing, EasingPath}};
///
/// let knock = EasingPath::linear([(0.0, 0.0), (0.4, 1.0), (0.6, 0.8), (1.0, 1.0)])?;
/// let track = Track::new([
///     Keyframe::eased(ms(0), 0.0, knock),
///     Keyframe::eased(ms(1000), 100.0, Easing::OUT_QUAD),
///     Keyframe::hold(ms(2000), 0.0),
/// ])?;
/// assert_eq!([500, 1500].map(|at| track.sample(ms(at))), [90.0, 25.0]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "saved::Form", into = "saved::Form"))]
#[non_exhaustive]
pub enum AnyEasing {
    /// An easing with a formula.
    Easing(Easing),
    /// A path of lines and cubic Bezier curves.
    Path(EasingPath),
}

impl AnyEasing {
    /// Moves at a constant speed.
    pub const LINEAR: Self = Self::Easing(Easing::Linear);

    /// The eased progress at the progress `t`, usually in 0..=1.
    ///
    /// ```
    /// use cueline::value::{AnyEasing, Easing, EasingPath};
    ///
    /// assert_eq!(AnyEasing::from(Easing::OUT_QUAD).at(0.5), 0.75);
    /// let late = EasingPath::linear([(0.0, 0.0), (0.5, 0.0), (1.0, 1.0)])?;
    /// assert_eq!(AnyEasing::from(late).at(0.75), 0.5);
    /// # Ok::<(), cueline::value::EasingError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn at(&self, t: f64) -> f64 {
        match self {
            Self::Easing(easing) => easing.eval(t),
            Self::Path(path) => path.at(t),
        }
    }

    /// Whether all parameters of the easing are finite. Keyframes and timelines refuse easings that are not.
    ///
    /// ```
    /// use cueline::value::{AnyEasing, Curve, Easing};
    ///
    /// let broken = Easing::Out(Curve::Power(f64::NAN));
    /// assert!(!AnyEasing::from(broken).is_finite());
    /// ```
    #[must_use]
    pub fn is_finite(&self) -> bool {
        match self {
            Self::Easing(easing) => easing.is_finite(),
            Self::Path(_) => true, // checked by its constructor
        }
    }
}

/// The linear easing.
impl Default for AnyEasing {
    fn default() -> Self {
        Self::LINEAR
    }
}

impl From<Easing> for AnyEasing {
    fn from(easing: Easing) -> Self {
        Self::Easing(easing)
    }
}

impl From<EasingPath> for AnyEasing {
    fn from(path: EasingPath) -> Self {
        Self::Path(path)
    }
}

/// By content: paths with equal segments have equal hashes.
impl Digest for AnyEasing {
    fn feed(&self, digester: &mut Digester) {
        match self {
            Self::Easing(easing) => (0_u8, easing).feed(digester),
            Self::Path(path) => (1_u8, path).feed(digester),
        }
    }
}

/// The form in saves: the form of an [`Easing`], with one more variant for a path.
#[cfg(feature = "serde")]
mod saved {
    use super::{
        super::{Curve, Steps},
        AnyEasing, Easing, EasingPath,
    };

    #[derive(serde::Serialize, serde::Deserialize)]
    #[serde(rename = "Easing")]
    pub(super) enum Form {
        Linear,
        In(Curve),
        Out(Curve),
        InOut(Curve),
        OutIn(Curve),
        Steps(Steps),
        Path(EasingPath),
    }

    impl From<AnyEasing> for Form {
        fn from(easing: AnyEasing) -> Self {
            match easing {
                AnyEasing::Easing(Easing::Linear) => Self::Linear,
                AnyEasing::Easing(Easing::In(curve)) => Self::In(curve),
                AnyEasing::Easing(Easing::Out(curve)) => Self::Out(curve),
                AnyEasing::Easing(Easing::InOut(curve)) => Self::InOut(curve),
                AnyEasing::Easing(Easing::OutIn(curve)) => Self::OutIn(curve),
                AnyEasing::Easing(Easing::Steps(steps)) => Self::Steps(steps),
                AnyEasing::Path(path) => Self::Path(path),
            }
        }
    }

    impl From<Form> for AnyEasing {
        fn from(form: Form) -> Self {
            match form {
                Form::Linear => Self::LINEAR,
                Form::In(curve) => Easing::In(curve).into(),
                Form::Out(curve) => Easing::Out(curve).into(),
                Form::InOut(curve) => Easing::InOut(curve).into(),
                Form::OutIn(curve) => Easing::OutIn(curve).into(),
                Form::Steps(steps) => Easing::Steps(steps).into(),
                Form::Path(path) => Self::Path(path),
            }
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn an_easing_is_saved_as_it_is_wherever_a_path_could_be() {
            let modes = [Easing::In, Easing::Out, Easing::InOut, Easing::OutIn];
            let curved = modes.map(|mode| mode(Curve::BACK));
            for easing in curved.into_iter().chain([Easing::Linear, Easing::STEP_END]) {
                let (any, saved) =
                    (AnyEasing::from(easing), serde_json::to_string(&easing).unwrap());
                assert_eq!(serde_json::to_string(&any).unwrap(), saved);
                assert_eq!(serde_json::from_str::<AnyEasing>(&saved).unwrap(), any);
            }
        }
    }
}
