//! Staircases, as CSS Easing Level 1, section 2.3 defines them.

use super::EasingError;

/// Where a staircase jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Jump {
    /// At 0 but not at 1: the first tread is missing (`jump-start`, `start`).
    Start,
    /// At 1 but not at 0: the last tread has no length (`jump-end`, `end`).
    End,
    /// At neither: it stands on 0 first and on 1 last (`jump-none`).
    None,
    /// At both: it stands on neither (`jump-both`).
    Both,
}

/// A staircase of equally long treads.
///
/// Tread `k` of `n` covers `k/n..(k + 1)/n`: at the very moment of a jump the new value shows, `k/n` being
/// the double nearest to it. What shows at the ends of `0..=1`:
///
/// | jump | at 0 | at 1 |
/// | --- | --- | --- |
/// | [`Jump::Start`] | `1/n` | 1 |
/// | [`Jump::End`] | 0 | 1 |
/// | [`Jump::None`] | 0 | 1 |
/// | [`Jump::Both`] | `1/(n + 1)` | 1 |
///
/// Outside of `0..=1` the treads go on down and up, as CSS has it.
///
/// # Examples
///
/// ```
/// use cueline::value::{Easing, EasingError, Jump, Steps};
///
/// let blink = Easing::Steps(Steps::new(2, Jump::None)?);
/// assert_eq!([0.0, 0.49, 0.5, 1.0].map(|t| blink.at(t)), [0.0, 0.0, 1.0, 1.0]);
///
/// assert_eq!(Steps::new(1, Jump::None), Err(EasingError::Steps { found: 1, min: 2 }));
/// # Ok::<(), EasingError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "(u32, Jump)", into = "(u32, Jump)"))]
pub struct Steps {
    /// At least 1, and at least 2 for [`Jump::None`].
    count: u32,
    jump: Jump,
}

impl Steps {
    /// `steps(1, jump-start)`.
    pub const START: Self = Self { count: 1, jump: Jump::Start };
    /// `steps(1, jump-end)`.
    pub const END: Self = Self { count: 1, jump: Jump::End };

    /// A staircase of `count` treads.
    ///
    /// # Errors
    ///
    /// [`EasingError::Steps`] for no tread, and for a single one with [`Jump::None`].
    pub const fn new(count: u32, jump: Jump) -> Result<Self, EasingError> {
        let min = if matches!(jump, Jump::None) { 2 } else { 1 };
        if count < min {
            return Err(EasingError::Steps { found: count, min });
        }
        Ok(Self { count, jump })
    }

    /// The number of treads.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.count
    }

    /// Where it jumps.
    #[must_use]
    pub const fn jump(self) -> Jump {
        self.jump
    }

    /// Its height at `t`; NaN for NaN.
    #[must_use]
    pub fn at(self, t: f64) -> f64 {
        let count = f64::from(self.count);
        let mut tread = libm::floor(t * count);
        // The product is rounded: 1/49 * 49 lies below 1.
        if (tread + 1.0) / count <= t {
            tread += 1.0;
        } else if tread / count > t {
            tread -= 1.0;
        }
        let (lift, jumps) = match self.jump {
            Jump::Start => (1.0, count),
            Jump::End => (0.0, count),
            Jump::None => (0.0, count - 1.0),
            Jump::Both => (1.0, count + 1.0),
        };
        let mut step = tread + lift;
        if t >= 0.0 && step < 0.0 {
            step = 0.0;
        }
        if t <= 1.0 && step > jumps {
            step = jumps;
        }
        step / jumps
    }
}

impl TryFrom<(u32, Jump)> for Steps {
    type Error = EasingError;
    fn try_from((count, jump): (u32, Jump)) -> Result<Self, EasingError> {
        Self::new(count, jump)
    }
}
impl From<Steps> for (u32, Jump) {
    fn from(steps: Steps) -> Self {
        (steps.count, steps.jump)
    }
}
