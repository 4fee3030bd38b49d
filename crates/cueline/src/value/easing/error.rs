use core::fmt;

/// Why a parameter of an easing was refused.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum EasingError {
    /// A parameter is not finite or out of its range.
    Range {
        /// The curve, such as `"cubic-bezier"`.
        curve: &'static str,
        /// The parameter, such as `"x1"`.
        parameter: &'static str,
        /// What was given.
        found: f64,
        /// The least value that is taken.
        min: f64,
        /// The greatest value that is taken.
        max: f64,
    },
    /// A staircase has fewer steps than its form needs.
    Steps {
        /// How many were given.
        found: u32,
        /// How many there must be at least: 2 for [`Jump::None`](super::Jump::None), else 1.
        min: u32,
    },
}

impl fmt::Display for EasingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Range { curve, parameter, found, min, max } => {
                write!(f, "{parameter} of {curve} is {found} but must lie in {min}..={max}")
            }
            Self::Steps { found, min } => {
                write!(f, "a staircase of {found} steps: this form needs at least {min}")
            }
        }
    }
}
impl core::error::Error for EasingError {}

/// `found` where it lies in `min..=max`; refuses NaN too.
pub(in crate::value) fn in_range(
    curve: &'static str,
    parameter: &'static str,
    found: f64,
    min: f64,
    max: f64,
) -> Result<f64, EasingError> {
    if (min..=max).contains(&found) {
        Ok(found)
    } else {
        Err(EasingError::Range { curve, parameter, found, min, max })
    }
}
