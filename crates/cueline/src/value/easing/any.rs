//! An easing of authored data: a formula, or a path that an author has drawn.

use core::hash::{Hash, Hasher};

use super::{Easing, EasingPath};

/// The easing of a keyframe, of a timeline's item or of a stagger: an [`Easing`] or an [`EasingPath`].
///
/// Methods take `impl Into<AnyEasing>`, so both can be passed as they are.
///
/// ```
/// use cueline::{clip::{Keyframe, Track}, time::ms, value::{AnyEasing, Easing}};
///
/// let knock: AnyEasing = "linear(0, 1 40%, 0.8 60%, 1)".parse()?;
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
#[non_exhaustive]
pub enum AnyEasing {
    /// An easing with a formula.
    Easing(Easing),
    /// A path of lines and curves.
    Path(EasingPath),
}

impl AnyEasing {
    /// Moves evenly from start to end.
    pub const LINEAR: Self = Self::Easing(Easing::Linear);

    /// The eased progress at `t`, from 0 to 1.
    ///
    /// ```
    /// use cueline::value::{AnyEasing, Easing, EasingPath};
    ///
    /// assert_eq!(AnyEasing::from(Easing::OUT_QUAD).at(0.5), 0.75);
    /// let late = EasingPath::linear([(0.0, 0.0), (0.5, 0.0), (1.0, 1.0)])?;
    /// assert_eq!(AnyEasing::from(late).at(0.75), 0.5);
    /// # Ok::<(), cueline::value::PathError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn at(&self, t: f64) -> f64 {
        match self {
            Self::Easing(easing) => easing.eval(t),
            Self::Path(path) => path.at(t),
        }
    }

    /// Whether all parameters of the easing are finite; keyframes and timelines refuse any other.
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
            Self::Path(_) => true, // a path with any other number cannot be made
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

/// By content: paths with equal segments are equal, wherever they were made.
impl Hash for AnyEasing {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        match self {
            Self::Easing(easing) => {
                hasher.write_u8(0);
                easing.hash(hasher);
            }
            Self::Path(path) => {
                hasher.write_u8(1);
                path.hash(hasher);
            }
        }
    }
}
