//! Two easings, so that clips can be built and tested before the module on easings is there. To be
//! deleted then.

/// A curve from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Easing {
    /// Evenly.
    #[default]
    Linear,
    /// Slow at first: t squared.
    QuadIn,
}

impl Easing {
    /// How far it is at `t`, from 0 to 1.
    #[must_use]
    pub fn at(self, t: f64) -> f64 {
        match self {
            Self::Linear => t,
            Self::QuadIn => t * t,
        }
    }
}
