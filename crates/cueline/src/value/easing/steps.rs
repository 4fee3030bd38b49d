//! Progress in equal steps, with the four kinds of jumps of CSS.
//!
//! Source: CSS Easing Functions Level 1, 2.3, with the before flag unset: at the exact time of a jump, the value after the
//! jump shows. The time of a jump is the float nearest to k/n, which is `k as f64 / n as f64`.
//!
//! | | at 0 | at 1 | outside |
//! | --- | --- | --- | --- |
//! | [`Jump::Start`] | 1/n | 1 | the steps go on |
//! | [`Jump::End`] | 0 | 1 | the steps go on |
//! | [`Jump::None`] | 0 | 1 | the steps go on |
//! | [`Jump::Both`] | 1/(n + 1) | 1 | the steps go on |

use super::EasingError;

/// A number of equal steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "(u32, Jump)", into = "(u32, Jump)"))]
pub struct Steps {
    /// Above zero, and above one for [`Jump::None`].
    count: u32,
    jump: Jump,
}

crate::digest::digested! { struct Steps { count, jump } }

/// Where the jumps are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Jump {
    /// The first at 0: `jump-start`.
    Start,
    /// The last at 1: `jump-end`.
    #[default]
    End,
    /// Neither at 0 nor at 1: `jump-none`.
    None,
    /// At 0 and at 1: `jump-both`.
    Both,
}

crate::digest::digested! { enum Jump { Start, End, None, Both } }

impl Steps {
    /// CSS `step-start`: jumps to the end at once.
    pub const START: Self = Self { count: 1, jump: Jump::Start };
    /// CSS `step-end`: stays at the start, and jumps to the end at the last moment.
    pub const END: Self = Self { count: 1, jump: Jump::End };

    /// `count` intervals with jumps between them, and at the ends as `jump` says.
    ///
    /// # Errors
    ///
    /// [`EasingError`] for a count of 0, and for a count of 1 with [`Jump::None`].
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::value::{Jump, Steps};
    ///
    /// let steps = Steps::new(4, Jump::End)?;
    /// assert_eq!([0.0, 0.24, 0.25, 0.99, 1.0].map(|t| steps.at(t)), [0.0, 0.0, 0.25, 0.75, 1.0]);
    /// assert!(Steps::new(1, Jump::None).is_err());
    /// # Ok::<(), cueline::value::EasingError>(())
    /// ```
    pub fn new(count: u32, jump: Jump) -> Result<Self, EasingError> {
        let needed = if jump == Jump::None { 2 } else { 1 };
        if count < needed {
            return Err(EasingError::Steps { count, needed });
        }
        Ok(Self { count, jump })
    }

    /// The number of intervals.
    ///
    /// ```
    /// use cueline::value::Steps;
    ///
    /// assert_eq!(Steps::END.count(), 1);
    /// ```
    #[must_use]
    pub const fn count(self) -> u32 {
        self.count
    }

    /// Where the jumps are.
    ///
    /// ```
    /// use cueline::value::{Jump, Steps};
    ///
    /// assert_eq!(Steps::START.jump(), Jump::Start);
    /// ```
    #[must_use]
    pub const fn jump(self) -> Jump {
        self.jump
    }

    /// The value of the step at `t`; 0 for NaN.
    ///
    /// ```
    /// use cueline::value::{Jump, Steps};
    ///
    /// let clock_hand = Steps::new(2, Jump::End)?;
    /// assert_eq!([0.49, 0.5, 1.0].map(|t| clock_hand.at(t)), [0.0, 0.5, 1.0]);
    /// # Ok::<(), cueline::value::EasingError>(())
    /// ```
    #[must_use]
    pub fn at(self, t: f64) -> f64 {
        let count = f64::from(self.count);
        let (first, jumps) = match self.jump {
            Jump::Start => (1.0, count),
            Jump::End => (0.0, count),
            Jump::None => (0.0, count - 1.0),
            Jump::Both => (1.0, count + 1.0),
        };
        let mut passed = libm::floor(t * count);
        // The product is rounded: 1/49 * 49 is below 1.
        if (passed + 1.0) / count <= t {
            passed += 1.0;
        } else if passed / count > t {
            passed -= 1.0;
        }
        let step = passed + first;
        let step = if t >= 0.0 { step.max(0.0) } else { step };
        let step = if t <= 1.0 { step.min(jumps) } else { step };
        if t.is_nan() { 0.0 } else { step / jumps }
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
