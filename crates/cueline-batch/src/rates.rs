//! The motion of a spring in single precision, for many rows at once.
//!
//! [`Spring`] has the exact motion and its source. This module computes the same closed form
//! with sums, products and two polynomials in `f32`, so that a loop without a branch computes a block of rows:
//!
//! - e^(-zwt) is a power of two: the whole part of the exponent becomes bits, the rest goes through a polynomial of
//!   degree 6 (7e-9 off);
//! - sin(dt) and cos(dt) are polynomials in the distance to the nearest half-turn (4e-8 off), and change their signs
//!   with every half-turn.
//!
//! All coefficients are those of Chebyshev interpolation. At the start the factors are exactly 1 and 0.
//!
//! *Error bound.* The phase dt is rounded three times, by 1.8e-7 of itself at most, and the swing decays with
//! e^(-zwt). So the error of a value is at most (1 + 0.1/z) 1e-6 of the distance at the start plus the distance that
//! the velocity covers; a test measures it. Springs above critical damping do not swing, are rare, and use `libm` in
//! `f64`, row by row. A damping ratio so close to 1 that `d` would be below w/3000 counts as that `d`, which changes a
//! value by less than 3e-8.

// `#[inline(always)]` in this file: part of the loops of `widest`, where a call would lose the wide registers.

use core::f32::consts::{LN_2, PI};

use cueline::{time::TickRate, value::Spring};

use crate::wide::widest;

#[cfg(test)]
mod tests;

/// Rows that are computed together: one cache line in each column.
pub(crate) const BLOCK: usize = 16;

/// A spring in single precision, whose unit of time is the tick: the numbers that a [`SpringBlock`] computes with.
///
/// ```
/// use cueline::{time::{TickRate, ms}, value::Spring};
/// use cueline_batch::SpringRates;
///
/// let snap = SpringRates::of(&Spring::snappy(ms(350)), TickRate::HZ_60).unwrap();
/// assert_eq!(snap.at(0.0), (0.0, 0.0)); // where it started
/// let (progress, carry) = snap.at(600.0); // after ten seconds
/// assert!((progress - 1.0).abs() < 1e-6 && carry.abs() < 1e-6, "it has arrived");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpringRates {
    /// Up to critical damping zw log2(e), the number of halvings of the swing per tick; above it the slower of the two
    /// rates of decay.
    decay: f32,
    /// Half-turns per tick: d / pi. Above critical damping the difference of the two rates, 2d, as a negative number.
    turns: f32,
    /// zw / d; above critical damping zw.
    lag: f32,
    /// 1 / d; above critical damping 1 / 2d.
    reach: f32,
}

/// Position and velocity of a row as factors of its start.
#[derive(Clone, Copy, Debug)]
struct SpringFactors {
    /// The part of the distance to the target that is covered: 0 at the start, above 1 where the spring overshoots.
    progress: f32,
    /// The number of ticks for which the start velocity would have to act to add the same distance.
    carry: f32,
    /// The change of both per tick.
    progress_rate: f32,
    carry_rate: f32,
}

impl SpringRates {
    /// The least d, in parts of w.
    const LEAST_TURN: f64 = 1.0 / 3000.0;

    /// A spring with ticks at `rate`. `None` if one of its numbers is beyond 1e30, so that it has no useful motion.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::{TickRate, ms}, value::Spring};
    /// use cueline_batch::SpringRates;
    ///
    /// let at = |rate| SpringRates::of(&Spring::smooth(ms(300)), rate).unwrap();
    /// let (fine, coarse) = (at(TickRate::HZ_144).at(144.0), at(TickRate::HZ_60).at(60.0));
    /// assert!((fine.0 - coarse.0).abs() < 1e-6, "the same spring after the same second");
    /// ```
    #[must_use]
    pub fn of(spring: &Spring, rate: TickRate) -> Option<Self> {
        Some(Self::new(spring, rate)).filter(|rates| rates.is_finite())
    }

    /// Progress and carry `since` ticks after the start: one row of [`SpringBlock::at`], with the same bits.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::{TickRate, ms}, value::Spring};
    /// use cueline_batch::SpringRates;
    ///
    /// let rates = SpringRates::of(&Spring::smooth(ms(300)), TickRate::HZ_60).unwrap();
    /// let (from, to, velocity) = (10.0, 50.0, 0.0);
    /// let (progress, carry) = rates.at(18.0);
    /// let value = from + (to - from) * progress + velocity * carry;
    /// assert!(value > 45.0 && value < 50.0, "after 300 ms: {value}");
    /// ```
    #[must_use]
    pub fn at(&self, since: f32) -> (f32, f32) {
        let SpringFactors { progress, carry, .. } = self.factors(since);
        (progress, carry)
    }

    /// Writes the progress of many rows with this spring, each `since` ticks after its start: the first number of
    /// [`at`](Self::at), with the same bits. As many as both slices have.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::{TickRate, ms}, value::Spring};
    /// use cueline_batch::SpringRates;
    ///
    /// let rates = SpringRates::of(&Spring::bouncy(ms(300)), TickRate::HZ_60).unwrap();
    /// let mut progress = [0.0; 3];
    /// rates.progress_into(&[0.0, 6.5, 18.0], &mut progress);
    /// assert_eq!(progress, [0.0, rates.at(6.5).0, rates.at(18.0).0]);
    /// ```
    pub fn progress_into(self, since: &[f32], progress: &mut [f32]) {
        let rows = progress.iter_mut().zip(since);
        if self.turns < 0.0 {
            return rows.for_each(|(progress, since)| *progress = self.creeping(*since).progress);
        }
        let Self { decay, turns, lag, reach } = self;
        let swing =
            DampedSprings { decay: &[decay], turns: &[turns], lag: &[lag], reach: &[reach] };
        widest(
            #[inline(always)]
            || rows.for_each(|(progress, since)| [*progress] = swing.factors(&[*since]).0),
        );
    }

    /// A spring with ticks at `rate`.
    #[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
    fn new(spring: &Spring, rate: TickRate) -> Self {
        let [stiffness, _, mass] = spring.parts();
        let tick = f64::from(rate.den()) / f64::from(rate.num());
        let (w, z) = (libm::sqrt(stiffness / mass) * tick, spring.damping_ratio());
        let off = (1.0 - z) * (1.0 + z); // 1 - z^2 without the cancellation
        let root = libm::sqrt(libm::fabs(off));
        let rates = if off > 0.0 || root < Self::LEAST_TURN {
            let d = w * if off > 0.0 { root.max(Self::LEAST_TURN) } else { Self::LEAST_TURN };
            [
                z * w * core::f64::consts::LOG2_E,
                d * core::f64::consts::FRAC_1_PI,
                z * w / d,
                1.0 / d,
            ]
        } else {
            let d = w * root;
            [w / (z + root), -2.0 * d, z * w, 1.0 / (2.0 * d)]
        };
        Self::from_numbers(rates.map(|rate| rate as f32))
    }

    const fn from_numbers([decay, turns, lag, reach]: [f32; 4]) -> Self {
        Self { decay, turns, lag, reach }
    }

    /// The changes of progress and carry per tick, `since` ticks after the start.
    #[doc(hidden)]
    #[must_use]
    pub fn rates_at(&self, since: f32) -> (f32, f32) {
        let SpringFactors { progress_rate, carry_rate, .. } = self.factors(since);
        (progress_rate, carry_rate)
    }

    /// Four numbers that a save keeps.
    #[doc(hidden)]
    #[must_use]
    pub fn to_bits(self) -> [u32; 4] {
        let Self { decay, turns, lag, reach } = self;
        [decay, turns, lag, reach].map(f32::to_bits)
    }

    /// `None` for numbers that no spring has.
    #[doc(hidden)]
    #[must_use]
    pub fn from_bits(bits: [u32; 4]) -> Option<Self> {
        let rates = Self::from_numbers(bits.map(f32::from_bits));
        // They stay finite when multiplied by 2^24 ticks.
        (rates.is_finite() && rates.decay >= 0.0).then_some(rates)
    }

    /// Returns `false` if a rate is beyond the range of an `f32`, so that the value has no useful motion.
    fn is_finite(self) -> bool {
        let Self { decay, turns, lag, reach } = self;
        [decay, turns, lag, reach].iter().all(|rate| rate.abs() < 1e30)
    }

    /// The factors this many ticks after the start.
    fn factors(self, since: f32) -> SpringFactors {
        let Self { decay, turns, lag, reach } = self;
        if turns < 0.0 {
            return self.creeping(since);
        }
        let [decay, turns, lag, reach, since] = [decay, turns, lag, reach, since].map(|one| [one]);
        let swing = DampedSprings { decay: &decay, turns: &turns, lag: &lag, reach: &reach };
        let ([progress], [carry]) = swing.factors(&since);
        let ([fade], [sine], [cosine]) = swing.parts(&since);
        let frequency = (1.0 + lag[0] * lag[0]) / (reach[0] * reach[0]); // w^2 = d^2 + (zw)^2
        let carry_rate = fade * (cosine - lag[0] * sine);
        SpringFactors { progress, carry, progress_rate: frequency * carry, carry_rate }
    }

    /// The factors above critical damping.
    #[cold]
    #[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
    fn creeping(self, since: f32) -> SpringFactors {
        let [decay, turns, lag, reach] =
            [self.decay, self.turns, self.lag, self.reach].map(f64::from);
        let slow = libm::exp(-decay * f64::from(since));
        let gone = -libm::expm1(turns * f64::from(since));
        let (c, s) = (slow * (2.0 - gone) / 2.0, slow * gone * reach);
        let frequency = (lag - turns / 2.0) * (lag + turns / 2.0); // w^2 = (zw)^2 - d^2
        SpringFactors {
            progress: (1.0 - (c + lag * s)) as f32,
            carry: s as f32,
            progress_rate: (frequency * s) as f32,
            carry_rate: (c - lag * s) as f32,
        }
    }
}

/// The springs of sixteen rows, computed together without a branch.
///
/// A row that started at `from` with `velocity` (change per tick), towards `to`, is at
/// `from + (to - from) * progress + velocity * carry`. The error of such a value is at most (1 + 0.1/z) 1e-6 of the
/// distance at the start plus the distance that the velocity covers; z is the damping ratio.
///
/// For games that keep their values in their own memory. A [`TweenBatch`](crate::TweenBatch) holds them itself.
///
/// ```
/// use cueline::{time::{TickRate, ms}, value::Spring};
/// use cueline_batch::{SpringBlock, SpringRates};
///
/// let [calm, wild] = [Spring::smooth(ms(300)), Spring::bouncy(ms(300))]
///     .map(|spring| SpringRates::of(&spring, TickRate::HZ_60).unwrap());
/// let mut block = SpringBlock::all(calm);
/// block.set(3, wild);
/// let (progress, _) = block.at(&[12.0; 16]);
/// assert!(progress[2] < 1.0 && progress[3] > 1.0, "only row 3 overshoots");
/// assert_eq!(progress[3], wild.at(12.0).0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SpringBlock {
    decay: [f32; BLOCK],
    turns: [f32; BLOCK],
    lag: [f32; BLOCK],
    reach: [f32; BLOCK],
    /// Whether a row is above critical damping.
    creeps: bool,
}

impl SpringBlock {
    /// The number of rows.
    pub const ROWS: usize = BLOCK;

    /// All rows have this spring.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::{TickRate, ms}, value::Spring};
    /// use cueline_batch::{SpringBlock, SpringRates};
    ///
    /// let rates = SpringRates::of(&Spring::smooth(ms(300)), TickRate::HZ_60).unwrap();
    /// let (progress, _) = SpringBlock::all(rates).at(&[7.0; SpringBlock::ROWS]);
    /// assert_eq!(progress, [rates.at(7.0).0; SpringBlock::ROWS]);
    /// ```
    #[must_use]
    pub const fn all(rates: SpringRates) -> Self {
        let SpringRates { decay, turns, lag, reach } = rates;
        Self {
            decay: [decay; BLOCK],
            turns: [turns; BLOCK],
            lag: [lag; BLOCK],
            reach: [reach; BLOCK],
            creeps: turns < 0.0,
        }
    }

    /// Gives a row another spring. A row from 16 up is not there and changes nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::{TickRate, ms}, value::Spring};
    /// use cueline_batch::{SpringBlock, SpringRates};
    ///
    /// let [calm, wild] = [Spring::smooth(ms(300)), Spring::bouncy(ms(300))]
    ///     .map(|spring| SpringRates::of(&spring, TickRate::HZ_60).unwrap());
    /// let mut block = SpringBlock::all(calm);
    /// block.set(15, wild);
    /// block.set(16, wild); // there is no such row
    /// let (progress, _) = block.at(&[7.0; SpringBlock::ROWS]);
    /// assert_eq!((progress[14], progress[15]), (calm.at(7.0).0, wild.at(7.0).0));
    /// ```
    #[inline(always)]
    pub const fn set(&mut self, spring: usize, rates: SpringRates) {
        if spring >= BLOCK {
            return;
        }
        let SpringRates { decay, turns, lag, reach } = rates;
        self.decay[spring] = decay;
        self.turns[spring] = turns;
        self.lag[spring] = lag;
        self.reach[spring] = reach;
        self.creeps |= turns < 0.0;
    }

    /// Progress and carry of each row, this many ticks after its start.
    ///
    /// Progress is the part of the distance that is covered: 0 at the start, above 1 where the spring overshoots. Carry
    /// is the number of ticks for which the velocity at the start would have to act to add the same distance.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::{TickRate, ms}, value::Spring};
    /// use cueline_batch::{SpringBlock, SpringRates};
    ///
    /// let rates = SpringRates::of(&Spring::smooth(ms(300)), TickRate::HZ_60).unwrap();
    /// let since = core::array::from_fn(|row| row as f32); // each row started one tick before its predecessor
    /// let (progress, carry) = SpringBlock::all(rates).at(&since);
    /// assert!(progress.is_sorted() && carry[0] == 0.0);
    /// ```
    #[must_use]
    #[inline]
    pub fn at(&self, since: &[f32; BLOCK]) -> ([f32; BLOCK], [f32; BLOCK]) {
        widest(
            #[inline(always)]
            || self.factors(since),
        )
    }

    #[inline(always)]
    fn factors(&self, since: &[f32; BLOCK]) -> ([f32; BLOCK], [f32; BLOCK]) {
        let Self { decay, turns, lag, reach, creeps } = self;
        let (mut progress, mut carry) = DampedSprings { decay, turns, lag, reach }.factors(since);
        if *creeps {
            for spring in (0..BLOCK).filter(|spring| turns[*spring] < 0.0) {
                let rates = [decay, turns, lag, reach].map(|rates| rates[spring]);
                let factors = SpringRates::from_numbers(rates).creeping(since[spring]);
                (progress[spring], carry[spring]) = (factors.progress, factors.carry);
            }
        }
        (progress, carry)
    }
}

/// `W` springs below or at critical damping.
struct DampedSprings<'a, const W: usize> {
    decay: &'a [f32; W],
    turns: &'a [f32; W],
    lag: &'a [f32; W],
    reach: &'a [f32; W],
}

impl<const W: usize> DampedSprings<'_, W> {
    /// Progress and carry.
    #[inline(always)]
    fn factors(&self, since: &[f32; W]) -> ([f32; W], [f32; W]) {
        let (fade, sine, cosine) = self.parts(since);
        let (mut progress, mut carry) = ([0.0; W], [0.0; W]);
        for row in 0..W {
            progress[row] = 1.0 - fade[row] * (cosine[row] + self.lag[row] * sine[row]);
            carry[row] = fade[row] * (self.reach[row] * sine[row]);
        }
        (progress, carry)
    }

    /// e^(-zwt), sin(dt) and cos(dt).
    #[inline(always)]
    fn parts(&self, since: &[f32; W]) -> ([f32; W], [f32; W], [f32; W]) {
        let (mut fades, mut sines, mut cosines) = ([0.0; W], [0.0; W], [0.0; W]);
        for row in 0..W {
            fades[row] = halved(self.decay[row] * since[row]);
            (sines[row], cosines[row]) = half_turns(self.turns[row] * since[row]);
        }
        (fades, sines, cosines)
    }
}

/// Adding this rounds a number below 2^22 to the nearest whole number, which the low bits of the sum then hold.
const WHOLE: f32 = 12_582_912.0; // 1.5 x 2^23

/// 2^-y for y from 0 up; below 2^-125 it stays at that.
#[inline(always)]
fn halved(y: f32) -> f32 {
    let y = if y < 125.0 { y } else { 125.0 };
    let whole = y + WHOLE;
    let x = (whole - WHOLE) - y;
    let p = 0.055_503_57 + x * (0.009_618_083 + x * (0.001_339_086_3 + x * 1.545_316_3e-4));
    let part = 1.0 + x * (LN_2 + x * (0.240_226_5 + x * p));
    // Lowers the exponent, which stays above 0.
    f32::from_bits(part.to_bits().wrapping_sub(whole.to_bits() << 23))
}

/// The sine and the cosine of this many half-turns. Above 2^22, where an f32 has no fractions, any sine and cosine.
#[inline(always)]
fn half_turns(turns: f32) -> (f32, f32) {
    let whole = turns + WHOLE;
    let x = turns - (whole - WHOLE);
    let x = if x < 0.5 { x } else { 0.5 };
    let x = if x > -0.5 { x } else { -0.5 };
    let u = x * x;
    let p = 2.550_077_4 + u * (-0.598_290_4 + u * 0.077_655_91);
    let sine = x * (PI + u * (-5.167_710_3 + u * p));
    let p = -1.335_24 + u * (0.235_074_37 + u * -0.024_627_112);
    let cosine = 1.0 + u * (-4.934_802 + u * (4.058_711_5 + u * p));
    // Each half-turn changes both signs.
    let sign = whole.to_bits() << 31;
    (f32::from_bits(sine.to_bits() ^ sign), f32::from_bits(cosine.to_bits() ^ sign))
}
