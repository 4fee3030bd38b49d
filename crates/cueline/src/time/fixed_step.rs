//! From real time to simulation ticks: the fixed timestep with an accumulator.
//!
//! The rules of a game need ticks of equal duration; the screen draws frames of any duration. A [`FixedStep`] adds the
//! duration of each frame to an accumulator, and takes out as many whole ticks as the accumulator contains. The rest,
//! divided by the duration of a tick, is *alpha*: the position of the picture between two ticks.
//!
//! The accumulator counts in fractions of a flick in which a tick is a whole number, so rates such as 164 Hz and
//! 59.94 Hz have no rounding errors. No time is lost: all time that frames added was run as ticks, is still in the
//! accumulator, or was reported as dropped. The method is from Glenn Fiedler, "Fix Your Timestep!".
//!
//! The system starts a frame a little early or late. At a tick rate near the refresh rate of the screen, frames of
//! equal duration on screen would therefore run 0, 1 or 2 ticks. [`Snap`] rounds the measured duration of a frame to
//! whole refresh periods if it is close enough, and adds the rounding error to the next frame.

mod config;
#[cfg(test)]
mod tests;

use super::round::{div_ceil, saturate};
use super::{Clock, Span, Speed, Tick, TickRate, Time, TimeError};
pub use config::{CatchUp, FixedStepConfig, Snap};

/// The fixed-timestep loop: turns the duration of each frame into a number of ticks to run.
///
/// # Examples
///
/// ```
/// use cueline::time::{FixedStep, Span, TimeError, FixedStepConfig, TickRate};
///
/// let mut step = FixedStep::new(TickRate::HZ_60);
/// let frame = step.advance(Span::from_millis(25));
/// assert_eq!((frame.ticks, frame.alpha()), (1, 0.5));
/// for tick in frame.run() {
///     // update the game; `tick` counts from 0 and leaves no number out
///     assert_eq!(tick.get(), 0);
/// }
/// // draw the game half-way between its last two states
///
/// let stall = step.advance(Span::from_secs(1)); // 60 ticks owed, at most 10 of them run
/// assert_eq!((stall.ticks, stall.dropped), (10, Span::from_frames(50, TickRate::HZ_60)));
///
/// let upside_down = FixedStepConfig { min_frame: Span::from_secs(2), max_frame: Span::from_secs(1), ..Default::default() };
/// assert!(matches!(FixedStep::with_config(TickRate::HZ_60, upside_down), Err(TimeError::FrameLimits { .. })));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "SavedFixedStep", into = "SavedFixedStep"))]
pub struct FixedStep {
    rate: TickRate,
    config: FixedStepConfig,
    /// Scales real time to game time. Its time is always zero; it stores the speed and the remainder below a flick.
    clock: Clock,
    /// The latest timestamp passed to [`frame_at`](Self::frame_at) since the start or [`restart`](Self::restart).
    latest: Option<Time>,
    /// The next tick to run.
    tick: Tick,
    /// Whole ticks in the accumulator. Never negative.
    debt: i64,
    /// The rest of the accumulator, in units of 1/`rate.num()` flick: 0 or more, and below one tick.
    phase: i64,
    /// Time dropped since the start, saturating.
    dropped: ExactSpan,
    /// The rounding error of snapping, which the next frame adds: within the tolerance, and zero without snapping.
    snap_remainder: Span,
}

crate::digest::digested! {
    struct FixedStep {
        rate, config, clock, latest, tick, debt, phase, dropped, snap_remainder,
    }
}

/// A duration of zero or more: whole flicks, and a remainder below one flick in units of 1/`rate.num()` flick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct ExactSpan {
    flicks: Span,
    parts: u32,
}

crate::digest::digested! { struct ExactSpan { flicks, parts } }

impl ExactSpan {
    /// The duration in units of 1/`rate.num()` flick. Below 2^96.
    const fn parts(self, rate: TickRate) -> i128 {
        self.flicks.flicks() as i128 * rate.num() as i128 + self.parts as i128
    }

    /// The amount of `parts` units of 1/`rate.num()` flick. Saturates. `parts` must not be negative.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "0..num, and num is a u32"
    )]
    const fn from_parts(parts: i128, rate: TickRate) -> Self {
        let num = rate.num() as i128;
        Self { flicks: Span::from_flicks(saturate(parts / num)), parts: (parts % num) as u32 }
    }
}

impl FixedStep {
    /// A loop at `rate` with the default [`FixedStepConfig`]: at most 10 ticks a frame, the rest is dropped.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{FixedStep, TickRate, ms};
    ///
    /// let mut steps = FixedStep::new(TickRate::HZ_60);
    /// assert_eq!(steps.advance(ms(40)).ticks, 2);
    /// ```
    #[must_use]
    pub fn new(rate: TickRate) -> Self {
        Self::unchecked(rate, FixedStepConfig::default())
    }

    /// A loop at `rate` with your own configuration.
    ///
    /// # Errors
    ///
    /// [`TimeError`] if `min_frame` is negative or above `max_frame`, and for a negative debt or tolerance.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{FixedStep, FixedStepConfig, TickRate, ms};
    ///
    /// let config = FixedStepConfig { max_frame: ms(100), ..FixedStepConfig::default() };
    /// let mut steps = FixedStep::with_config(TickRate::HZ_60, config)?;
    /// let frame = steps.advance(ms(250)); // a frame of the game took a quarter of a second
    /// assert_eq!((frame.ticks, frame.dropped), (6, ms(150)));
    ///
    /// let config = FixedStepConfig { max_frame: ms(-1), ..config };
    /// assert!(FixedStep::with_config(TickRate::HZ_60, config).is_err());
    /// # Ok::<(), cueline::time::TimeError>(())
    /// ```
    pub fn with_config(rate: TickRate, config: FixedStepConfig) -> Result<Self, TimeError> {
        config.check()?;
        Ok(Self::unchecked(rate, config))
    }

    fn unchecked(rate: TickRate, config: FixedStepConfig) -> Self {
        Self {
            rate,
            config,
            clock: Clock::new(),
            latest: None,
            tick: Tick::ZERO,
            debt: 0,
            phase: 0,
            dropped: ExactSpan::default(),
            snap_remainder: Span::ZERO,
        }
    }

    /// The tick rate.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{FixedStep, Span, TickRate};
    ///
    /// let steps = FixedStep::new(TickRate::HZ_60);
    /// let timestep = Span::from_frames(1, steps.rate());
    /// assert_eq!(timestep * 60, Span::from_secs(1));
    /// ```
    #[must_use]
    pub const fn rate(&self) -> TickRate {
        self.rate
    }

    /// The configuration.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{FixedStep, TickRate};
    ///
    /// let steps = FixedStep::new(TickRate::HZ_60);
    /// assert_eq!(steps.config().max_ticks, 10, "the default");
    /// ```
    #[must_use]
    pub const fn config(&self) -> FixedStepConfig {
        self.config
    }

    /// The speed of game time: game time per real time.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{FixedStep, Speed, TickRate};
    ///
    /// let mut steps = FixedStep::new(TickRate::HZ_60);
    /// assert_eq!(steps.speed(), Speed::NORMAL);
    /// steps.set_speed(Speed::whole(-2));
    /// assert_eq!(steps.speed(), Speed::PAUSED, "ticks never run backward");
    /// ```
    #[must_use]
    pub const fn speed(&self) -> Speed {
        self.clock.speed()
    }

    /// Sets the speed of game time, from the next frame on. The part of a tick in the accumulator stays, to the last
    /// fraction of a flick.
    ///
    /// Frame limits and snapping apply to real time, before the speed. At speed zero no tick runs, not even an owed
    /// tick. A speed below zero counts as zero, as ticks never run backward.
    ///
    /// ```
    /// use cueline::time::{FixedStep, Speed, TickRate, ms};
    ///
    /// let mut step = FixedStep::new(TickRate::HZ_60);
    /// step.set_speed(Speed::whole(3));
    /// let frame = step.advance(ms(100)); // at 10 frames a second
    /// assert_eq!((frame.ticks, frame.dropped.is_zero()), (18, true));
    /// ```
    pub fn set_speed(&mut self, speed: Speed) {
        self.clock.set_speed(if speed.is_backward() { Speed::PAUSED } else { speed });
    }

    /// The maximum number of ticks in a frame, at the current speed.
    fn allowed(&self) -> i128 {
        let (most, speed) = (self.config.max_ticks, self.clock.speed());
        let most = div_ceil(i128::from(most) * i128::from(speed.num()), speed.den().into());
        most.clamp(1, u32::MAX.into())
    }

    /// The next tick to run, which is also the number of ticks so far.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{FixedStep, Tick, TickRate, ms};
    ///
    /// let mut steps = FixedStep::new(TickRate::HZ_60);
    /// steps.advance(ms(40)); // runs the ticks 0 and 1
    /// assert_eq!(steps.tick(), Tick::new(2));
    /// ```
    #[must_use]
    pub const fn tick(&self) -> Tick {
        self.tick
    }

    /// The time in the accumulator, including owed whole ticks, rounded down to a flick.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{FixedStep, TickRate, ms};
    ///
    /// let mut steps = FixedStep::new(TickRate::hz(100)?);
    /// steps.advance(ms(24)); // two ticks of 10 ms
    /// assert_eq!(steps.leftover(), ms(4));
    /// # Ok::<(), cueline::time::TimeError>(())
    /// ```
    #[must_use]
    pub const fn leftover(&self) -> Span {
        self.owed().flicks
    }

    /// The total time dropped since the start, rounded down to a flick. Saturates.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{FixedStep, TickRate, ms, secs};
    ///
    /// let mut steps = FixedStep::new(TickRate::hz(100)?);
    /// assert_eq!(steps.advance(secs(1.0)).ticks, 10, "at most 10 ticks a frame");
    /// assert_eq!(steps.dropped(), ms(900));
    /// # Ok::<(), cueline::time::TimeError>(())
    /// ```
    #[must_use]
    pub const fn dropped(&self) -> Span {
        self.dropped.flicks
    }

    /// The rounding error of [`Snap`] that the next frame adds, at most its tolerance. Negative if snapping rounded up.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{FixedStep, FixedStepConfig, Snap, TickRate, ms};
    ///
    /// let display = TickRate::hz(100)?; // a picture every 10 ms
    /// let config = FixedStepConfig { snap: Some(Snap { display, tolerance: ms(2) }), ..FixedStepConfig::default() };
    /// let mut steps = FixedStep::with_config(display, config)?;
    /// assert_eq!(steps.advance(ms(11)).ticks, 1);
    /// assert_eq!(steps.leftover(), ms(0), "11 ms count as 10 ms");
    /// assert_eq!(steps.snap_remainder(), ms(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn snap_remainder(&self) -> Span {
        self.snap_remainder
    }

    /// The exact game time: the time of the next tick to run plus the part of a tick in the accumulator, rounded down to a
    /// flick.
    ///
    /// What the next tick will do at its own time is not known yet, so draw at [`shown`](Self::shown).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{FixedStep, TickRate, Time, ms};
    ///
    /// let mut steps = FixedStep::new(TickRate::HZ_60);
    /// steps.advance(ms(40)); // two ticks, and a part of the third
    /// assert_eq!(steps.now(), Time::from_millis(40));
    /// ```
    #[must_use]
    pub const fn now(&self) -> Time {
        self.time_at(self.tick.get() as i128)
    }

    /// The time to draw: one tick before [`now`](Self::now), between the times of the last two ticks.
    ///
    /// All that ticks have done up to this time is known, so everything that Cueline plays moves evenly, also what gets a
    /// new target at each tick. A state of your own that exists at ticks only lies at the same time if you blend its last
    /// two values with [`Frame::alpha`]. Before the first tick it is a time before zero, at which nothing has started.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{prelude::*, time::FixedStep};
    ///
    /// let mut steps = FixedStep::new(TickRate::hz(100)?);
    /// let mut x = Moving::at(0.0_f64);
    /// for frame in 0..100 {
    ///     for tick in steps.advance(ms(4)).run() {
    ///         let target = (tick.get() + 1) as f64; // follows something that moves by 1 each tick
    ///         x.tween_to(steps.rate().time_of(tick), target, ms(10), Easing::Linear);
    ///     }
    ///     let even = (frame + 1) as f64 * 0.4 - 1.0; // 0.4 of a tick each frame, one tick late
    ///     assert!((x.value(steps.shown()) - even.max(0.0)).abs() < 1e-9);
    /// }
    /// # Ok::<(), cueline::time::TimeError>(())
    /// ```
    #[must_use]
    pub const fn shown(&self) -> Time {
        self.time_at(self.tick.get() as i128 - 1)
    }

    /// The time of a tick plus the part of a tick in the accumulator.
    const fn time_at(&self, tick: i128) -> Time {
        // Below 2^63 * 2^62 + 2^62.
        let parts = tick * self.rate.step_parts() as i128 + self.phase as i128;
        Time::from_flicks(saturate(parts.div_euclid(self.rate.num() as i128)))
    }

    /// The frame at the timestamp `now`, for hosts that pass the time of a steady clock instead of a frame duration.
    ///
    /// The first call only starts the loop and runs no ticks. A timestamp before the latest timestamp runs no ticks,
    /// and [`Frame::backwards`] reports the difference; time counts again after that latest timestamp, so that no time
    /// counts twice. Call [`restart`](Self::restart) after a pause, or after the clock was set.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{FixedStep, TickRate, Time};
    ///
    /// let mut steps = FixedStep::new(TickRate::HZ_60);
    /// assert_eq!(steps.frame_at(Time::from_millis(5000)).ticks, 0); // the first call starts the loop
    /// assert_eq!(steps.frame_at(Time::from_millis(5040)).ticks, 2);
    /// ```
    #[inline]
    pub fn frame_at(&mut self, now: Time) -> Frame {
        let Some(latest) = self.latest else {
            self.latest = Some(now);
            return self.idle(Span::ZERO);
        };
        if now < latest {
            return self.idle(latest - now);
        }
        self.latest = Some(now);
        self.advance(now - latest)
    }

    /// Forgets the latest timestamp. The next [`frame_at`](Self::frame_at) starts the loop again, and the time between
    /// does not count. The accumulator stays.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{FixedStep, TickRate, Time};
    ///
    /// let mut steps = FixedStep::new(TickRate::HZ_60);
    /// steps.frame_at(Time::from_millis(0));
    /// steps.restart(); // the player opened the menu
    /// assert_eq!(steps.frame_at(Time::from_millis(60_000)).ticks, 0, "the minute in the menu does not count");
    /// assert_eq!(steps.frame_at(Time::from_millis(60_040)).ticks, 2);
    /// ```
    pub const fn restart(&mut self) {
        self.latest = None;
    }

    /// Adds a frame of the duration `elapsed` (real time, a [`Span`] or a [`Duration`](core::time::Duration)), and returns the
    /// ticks to run now.
    ///
    /// A negative duration runs no tick, not even an owed tick, and is reported in [`Frame::backwards`].
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{FixedStep, TickRate, ms};
    ///
    /// let mut steps = FixedStep::new(TickRate::HZ_60);
    /// let frame = steps.advance(ms(40));
    /// for tick in frame.run() {
    ///     // game.update(tick)
    /// #   let _ = tick;
    /// }
    /// assert!((frame.alpha() - 0.4).abs() < 1e-9); // draw 0.4 of the way to the next tick
    /// ```
    pub fn advance(&mut self, elapsed: impl Into<Span>) -> Frame {
        let elapsed = elapsed.into();
        if elapsed.is_negative() {
            return self.idle(-elapsed);
        }
        if self.clock.speed().is_zero() {
            return self.idle(Span::ZERO);
        }
        let FixedStepConfig { min_frame, max_frame, snap, .. } = self.config;
        let counted = elapsed.clamp(min_frame, max_frame);
        let paid = match snap {
            Some(snap) => self.snapped(snap, counted),
            None => counted,
        };
        // At least one of the two is zero.
        let (added, cut) =
            ((counted - elapsed).max(Span::ZERO), (elapsed - counted).max(Span::ZERO));
        let [cut, paid] = [cut, paid].map(|span| match self.clock.speed() {
            Speed::NORMAL => span,
            _ => self.clock.scaled(span),
        });
        self.settle(paid, added, cut)
    }

    /// The duration to add for a frame of `counted`, rounded to whole refresh periods if it is close enough. Stores the
    /// difference in `snap_remainder`.
    fn snapped(&mut self, Snap { display, tolerance }: Snap, counted: Span) -> Span {
        // At least -tolerance, as `counted` is not negative.
        let wanted = i128::from(counted.flicks()) + i128::from(self.snap_remainder.flicks());
        let (period, num) = (i128::from(display.step_parts()), i128::from(display.num()));
        // The nearest whole number of periods, not negative.
        let periods = (2 * wanted * num + period).div_euclid(2 * period).max(0);
        // Rounded up as ticks are, so that a tick at the end of the period is not missed by a flick.
        let snapped = div_ceil(periods * period, num);
        let off = wanted - snapped;
        if off.abs() <= i128::from(tolerance.flicks()) {
            self.snap_remainder = Span::from_flicks(saturate(off));
            Span::from_flicks(saturate(snapped))
        } else {
            self.snap_remainder = Span::ZERO;
            // Above the tolerance, so above zero. Saturates only after a frame of 400 years.
            Span::from_flicks(saturate(wanted))
        }
    }

    /// Adds `paid` (game time) to the accumulator and takes out as many ticks as are due and allowed. `max_frame` has
    /// already dropped `cut` (game time), and `min_frame` has added `added` (real time).
    fn settle(&mut self, paid: Span, added: Span, cut: Span) -> Frame {
        let (step, num) = (i128::from(self.rate.step_parts()), i128::from(self.rate.num()));
        let accumulator = self.owed_parts() + i128::from(paid.flicks()) * num;
        let (due, phase) = (accumulator / step, accumulator % step); // neither is negative
        let allowed = self.allowed();
        let ticks = due.min(allowed);

        // The whole ticks that stay owed, and the part of a tick that stays.
        let (debt, phase) = match self.config.catch_up {
            CatchUp::Reset if ticks == allowed => (0, 0),
            CatchUp::Reset | CatchUp::Drop => (0, phase),
            CatchUp::Carry { max_debt } => {
                // Leaves room in the accumulator for the phase next to the longest debt.
                let max_debt = max_debt.min(Span::MAX - self.rate.span_of(1));
                ((due - ticks).min(i128::from(self.rate.ticks_in(max_debt))), phase)
            }
        };
        let kept = debt * step + phase;
        let lost = accumulator - ticks * step - kept + i128::from(cut.flicks()) * num;

        let first = self.tick;
        let dropped_before = self.dropped.flicks;
        // Both fit: the debt has no more ticks than flicks, and the phase is below one tick.
        (self.debt, self.phase) = (saturate(debt), saturate(phase));
        if lost > 0 {
            self.dropped = ExactSpan::from_parts(self.dropped.parts(self.rate) + lost, self.rate);
        }
        self.tick = first + saturate(ticks);
        Frame {
            first,
            ticks: u32::try_from(ticks).unwrap_or(u32::MAX), // `allowed` is at most that
            dropped: self.dropped.flicks - dropped_before,
            added,
            limited: ticks == allowed,
            ..self.idle(Span::ZERO)
        }
    }

    /// A frame without ticks.
    #[inline]
    fn idle(&self, backwards: Span) -> Frame {
        Frame {
            first: self.tick,
            ticks: 0,
            debt: self.debt.unsigned_abs(),
            dropped: Span::ZERO,
            added: Span::ZERO,
            backwards,
            limited: false,
            phase: self.phase,
            step: (self.rate.step_parts() as f64).to_bits(),
        }
    }

    /// The time in the accumulator.
    const fn owed(&self) -> ExactSpan {
        ExactSpan::from_parts(self.owed_parts(), self.rate)
    }

    const fn owed_parts(&self) -> i128 {
        self.debt as i128 * self.rate.step_parts() as i128 + self.phase as i128
    }
}

/// The ticks to run in one frame, and the position of the picture after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// The first tick to run. If there is no tick to run, the next tick.
    pub first: Tick,
    /// The number of ticks to run before drawing.
    pub ticks: u32,
    /// The number of whole ticks still owed afterwards, for [`CatchUp::Carry`]; later frames run them.
    pub debt: u64,
    /// Game time that this frame dropped, which no tick will run. The sum over all frames is exact to a flick.
    pub dropped: Span,
    /// Real time that [`min_frame`](FixedStepConfig::min_frame) added to this frame.
    pub added: Span,
    /// The time by which the timestamp or the duration went backward, zero or more; usually zero.
    pub backwards: Span,
    /// Whether the frame runs the maximum number of ticks.
    pub limited: bool,
    /// The part of a tick that has passed since the last tick, in units of 1/`rate.num()` flick: `0..step`.
    phase: i64,
    /// The duration of a tick in the same units, above zero: the bits of the nearest `f64`.
    step: u64,
}

crate::digest::digested! {
    struct Frame { first, ticks, debt, dropped, added, backwards, limited, phase, step }
}

impl Frame {
    /// The ticks to run, in order.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{FixedStep, Tick, TickRate, ms};
    ///
    /// let frame = FixedStep::new(TickRate::HZ_60).advance(ms(40));
    /// assert!(frame.run().eq([Tick::new(0), Tick::new(1)]));
    /// ```
    pub fn run(&self) -> impl Iterator<Item = Tick> + use<> {
        let first = self.first;
        (0..i64::from(self.ticks)).map(move |n| first + n)
    }

    /// The position of the picture between the last tick (0) and the next tick (1, not included). For drawing only.
    ///
    /// Does not include owed whole ticks: the picture is late by these ticks, and still moves evenly.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{FixedStep, TickRate, ms};
    ///
    /// let frame = FixedStep::new(TickRate::HZ_50).advance(ms(30)); // one tick of 20 ms, half of the next
    /// let (before, after) = (10.0, 12.0); // a place at the last two ticks
    /// assert_eq!(before + (after - before) * frame.alpha(), 11.0);
    /// ```
    #[must_use]
    #[inline]
    pub fn alpha(&self) -> f64 {
        /// The largest number below 1.
        const ALMOST: f64 = 1.0 - f64::EPSILON / 2.0;
        // If the numbers are above 2^53, the quotient of two different numbers can round to 1.
        (self.phase as f64 / f64::from_bits(self.step)).min(ALMOST)
    }
}

#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct SavedFixedStep {
    rate: TickRate,
    config: FixedStepConfig,
    clock: Clock,
    latest: Option<Time>,
    tick: Tick,
    owed: ExactSpan,
    dropped: ExactSpan,
    snap_remainder: Span,
}
#[cfg(feature = "serde")]
impl TryFrom<SavedFixedStep> for FixedStep {
    type Error = TimeError;
    fn try_from(saved: SavedFixedStep) -> Result<Self, TimeError> {
        let SavedFixedStep { rate, config, mut clock, latest, tick, owed, dropped, snap_remainder } =
            saved;
        config.check()?;
        let sound = |amount: ExactSpan| !amount.flicks.is_negative() && amount.parts < rate.num();
        let tolerance = config.snap.map_or(Span::ZERO, |snap| snap.tolerance);
        let runs = !clock.speed().is_backward() && !clock.is_paused();
        if !sound(owed) || !sound(dropped) || snap_remainder.abs() > tolerance || !runs {
            return Err(TimeError::Accumulator);
        }
        let (owed, step) = (owed.parts(rate), i128::from(rate.step_parts()));
        let (debt, phase) = (saturate(owed / step), saturate(owed % step));
        clock.scaled(Span::ZERO); // sets its time to zero, as in every running loop
        Ok(Self { rate, config, clock, latest, tick, debt, phase, dropped, snap_remainder })
    }
}
#[cfg(feature = "serde")]
impl From<FixedStep> for SavedFixedStep {
    fn from(step: FixedStep) -> Self {
        let FixedStep { rate, config, clock, latest, tick, dropped, snap_remainder, .. } = step;
        Self { rate, config, clock, latest, tick, owed: step.owed(), dropped, snap_remainder }
    }
}
