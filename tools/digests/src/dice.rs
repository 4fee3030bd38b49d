//! Numbers that look random and are the same everywhere.

use cueline::{time::Span, value::Scalar};

/// `SplitMix64` (Steele, Lea and Flood, OOPSLA 2014): whole numbers from a seed.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The same seed gives the same numbers.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Any number.
    pub const fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `sides`; 0 where there are none.
    pub const fn below(&mut self, sides: u32) -> u32 {
        (((self.roll() >> 32) * sides as u64) >> 32) as u32
    }

    /// True `times` in `of` times.
    pub const fn chance(&mut self, times: u32, of: u32) -> bool {
        self.below(of) < times
    }

    /// One of them. There must be some.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(u32::try_from(from.len()).unwrap_or(u32::MAX)) as usize]
    }

    /// From `low`, included, to `high`, excluded, in 2^53 equal steps.
    pub fn number(&mut self, low: f64, high: f64) -> f64 {
        let fraction = (self.roll() >> 11) as f64 / (1_u64 << 53) as f64;
        low + (high - low) * fraction
    }

    /// So many numbers, each as [`number`](Self::number).
    pub fn numbers<const N: usize>(&mut self, low: f64, high: f64) -> [f64; N] {
        core::array::from_fn(|_| self.number(low, high))
    }

    /// The same in either precision.
    pub fn scalar<S: Scalar>(&mut self, low: f64, high: f64) -> S {
        S::from_f64(self.number(low, high))
    }

    /// So many of them.
    pub fn scalars<S: Scalar, const N: usize>(&mut self, low: f64, high: f64) -> [S; N] {
        self.numbers(low, high).map(S::from_f64)
    }

    /// A whole number of milliseconds from `low` to `high`, both included.
    pub fn millis(&mut self, low: u32, high: u32) -> Span {
        Span::from_millis(i64::from(low + self.below(high - low + 1)))
    }

    /// A whole number of flicks from `low` to `high`, both included, and not more than 2^32 apart.
    pub fn flicks(&mut self, low: i64, high: i64) -> Span {
        let sides = u32::try_from(high - low + 1).unwrap_or(u32::MAX);
        Span::from_flicks(low + i64::from(self.below(sides)))
    }
}
