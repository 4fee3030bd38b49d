//! From real time to simulation ticks: the accumulator loop.
//!
//! A game's rules want ticks that are all equally long, a screen wants a picture whenever it can show
//! one. In between stands an account: frames pay time in, ticks take it out, and what is left says how
//! far the picture lies between two ticks (its *alpha*).
//!
//! The account is kept in parts of a flick in which a tick is a whole number, so that 164 Hz and
//! 59.94 Hz come out even. Nothing is lost: what was paid in has been run as ticks, is still in the
//! account, or was reported as dropped. The method is that of Glenn Fiedler's "Fix Your Timestep!".
//!
//! A screen's callback comes a little early or late, and at a tick rate near the screen's own that gives
//! 0, 1 or 2 ticks a picture in turn although each was shown equally long. [`Snap`] takes a frame for a
//! whole number of screen periods where it nearly is one, and pays what that was wrong with the next.

mod ordinary;
mod rules;
#[cfg(test)]
mod tests;

use super::round::{div_ceil, saturate};
use super::{Clock, Span, Speed, Tick, TickRate, Time};
use ordinary::Ordinary;
pub use rules::{CatchUp, FixedStepConfig, FixedStepError, Snap};

/// Turns real time into ticks.
///
/// # Examples
///
/// ```
/// use cueline::time::{FixedStep, Span, FixedStepError, FixedStepConfig, TickRate};
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
/// assert!(matches!(FixedStep::with_config(TickRate::HZ_60, upside_down), Err(FixedStepError::FrameLimits { .. })));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Saved", into = "Saved"))]
pub struct FixedStep {
    rate: TickRate,
    rules: FixedStepConfig,
    /// Turns real time into game time. Always at zero, with the part of a flick that is left.
    clock: Clock,
    /// The latest timestamp that [`frame_at`](Self::frame_at) was given since it was started.
    latest: Option<Time>,
    /// The next tick to run.
    tick: Tick,
    /// Whole ticks in the account, and the rest, a part of a tick: in parts of 1/`rate.num()` flick,
    /// less than a tick has. So no frame needs a division to know where it stands. Neither is negative.
    debt: i64,
    phase: i64,
    /// The fast path of a frame; follows from all other fields.
    ordinary: Ordinary,
    /// Time dropped since the start, saturating.
    dropped: Amount,
    /// What snapping still owes (or was given too much): within the tolerance, or zero without one.
    unsettled: Span,
}

/// A duration not below zero: whole flicks, and below one in parts of 1/`rate.num()`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Amount {
    flicks: Span,
    parts: u32,
}

impl Amount {
    /// In parts. Below 2^96.
    const fn parts(self, rate: TickRate) -> i128 {
        self.flicks.flicks() as i128 * rate.num() as i128 + self.parts as i128
    }

    /// Saturates. `parts` must not be negative.
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
    /// A loop at `rate` under the default [`FixedStepConfig`].
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

    /// A loop at `rate` under a configuration of your own.
    ///
    /// # Errors
    ///
    /// [`FixedStepError`] for frame limits that are negative or cross each other, and for a negative debt or tolerance.
    pub fn with_config(rate: TickRate, rules: FixedStepConfig) -> Result<Self, FixedStepError> {
        rules.check()?;
        Ok(Self::unchecked(rate, rules))
    }

    fn unchecked(rate: TickRate, rules: FixedStepConfig) -> Self {
        Self {
            rate,
            rules,
            clock: Clock::new(),
            latest: None,
            tick: Tick::ZERO,
            debt: 0,
            phase: 0,
            ordinary: Ordinary::new(rate, &rules, Speed::NORMAL, 0),
            dropped: Amount::default(),
            unsettled: Span::ZERO,
        }
    }

    /// Its ticks a second.
    #[must_use]
    pub const fn rate(&self) -> TickRate {
        self.rate
    }

    /// The rules it was made with.
    #[must_use]
    pub const fn config(&self) -> FixedStepConfig {
        self.rules
    }

    /// How fast game time runs against real time.
    #[must_use]
    pub const fn speed(&self) -> Speed {
        self.clock.speed()
    }

    /// Sets how fast game time runs against real time, from the next frame on. The phase between two ticks is kept,
    /// the remainder below a flick too.
    ///
    /// Frames are limited and snapped in real time, before their speed. At zero no tick runs, owed ones neither; a
    /// speed below zero counts as zero, since ticks are never taken back.
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
        self.prepare();
    }

    fn prepare(&mut self) {
        self.ordinary = Ordinary::new(self.rate, &self.rules, self.clock.speed(), self.debt);
    }

    /// The most ticks of a frame, by the speed.
    fn allowed(&self) -> i128 {
        let (most, speed) = (self.rules.max_ticks.get(), self.clock.speed());
        let most = div_ceil(i128::from(most) * i128::from(speed.num()), speed.den().into());
        most.clamp(1, u32::MAX.into())
    }

    /// The next tick to run, which is also how many have been run.
    #[must_use]
    pub const fn tick(&self) -> Tick {
        self.tick
    }

    /// The time in the account, a debt of whole ticks included; rounded down to a flick.
    #[must_use]
    pub const fn leftover(&self) -> Span {
        self.owed().flicks
    }

    /// All the time dropped since the start, rounded down to a flick; saturates.
    #[must_use]
    pub const fn dropped(&self) -> Span {
        self.dropped.flicks
    }

    /// What snapping has to pay still, negative where it paid too much; within its tolerance.
    #[must_use]
    pub const fn unsettled(&self) -> Span {
        self.unsettled
    }

    /// The point of game time to draw: the last tick's end and the part of a tick since, rounded down.
    ///
    /// What is a function of time can be drawn just there; what only has states of ticks is blended
    /// between the last two with [`Frame::alpha`].
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
        let ticks = self.tick.get() as i128 * self.rate.step_parts() as i128;
        // Below 2^63 * 2^62 + 2^62.
        Time::from_flicks(saturate(
            (ticks + self.phase as i128).div_euclid(self.rate.num() as i128),
        ))
    }

    /// The frame at the timestamp `now` of a clock that does not run backwards, as screens give it.
    ///
    /// The first call only starts the loop. A timestamp before an earlier one yields no time, and none
    /// comes until that earlier one is passed, so that no moment counts twice: what it lay behind is
    /// reported in [`Frame::backwards`]. After a pause, or when the clock was set, [`restart`](Self::restart).
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

    /// Forgets the last timestamp: the next [`frame_at`](Self::frame_at) starts the loop again, and the
    /// time since then counts nowhere. The part of a tick in the account stays.
    pub const fn restart(&mut self) {
        self.latest = None;
    }

    /// A frame that took `elapsed`: how many ticks to run now.
    ///
    /// A negative duration yields nothing, no ticks owed from before either, and is reported in
    /// [`Frame::backwards`].
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
    #[inline]
    pub fn advance(&mut self, elapsed: Span) -> Frame {
        if let Some((phase, due)) = self.ordinary.pay(elapsed, self.phase) {
            let first = self.tick;
            (self.tick, self.phase) = (first + i64::from(due), phase);
            return Frame { first, ticks: due.into(), ..self.idle(Span::ZERO) };
        }
        let (next, frame) = self.any_frame(elapsed);
        *self = next;
        frame
    }

    /// By value: a loop whose address is not given away can live in registers.
    #[cold]
    #[inline(never)]
    fn any_frame(mut self, elapsed: Span) -> (Self, Frame) {
        let FixedStepConfig { min_frame, max_frame, snap, .. } = self.rules;
        if elapsed.is_negative() {
            return (self, self.idle(-elapsed));
        }
        if self.clock.speed().is_zero() {
            return (self, self.idle(Span::ZERO));
        }
        let counted = elapsed.clamp(min_frame, max_frame);
        let paid = match snap {
            Some(snap) => self.snapped(snap, counted),
            None => counted,
        };
        // One of the two is zero.
        let (added, cut) =
            ((counted - elapsed).max(Span::ZERO), (elapsed - counted).max(Span::ZERO));
        let [cut, paid] = [cut, paid].map(|span| match self.clock.speed() {
            Speed::NORMAL => span,
            _ => self.clock.scaled(span),
        });
        let frame = self.settle(paid, added, cut);
        (self, frame)
    }

    /// What to pay in for a frame of `counted`; the difference stays unsettled.
    fn snapped(&mut self, Snap { display, tolerance }: Snap, counted: Span) -> Span {
        // Not below -tolerance, nor below zero by more than that.
        let wanted = i128::from(counted.flicks()) + i128::from(self.unsettled.flicks());
        let (period, num) = (i128::from(display.step_parts()), i128::from(display.num()));
        // The nearest whole number of periods; no frame takes less than zero.
        let periods = (2 * wanted * num + period).div_euclid(2 * period).max(0);
        // Rounded up like the ticks, so that a tick that is due with the period is not missed by a flick.
        let snapped = div_ceil(periods * period, num);
        let off = wanted - snapped;
        if off.abs() <= i128::from(tolerance.flicks()) {
            self.unsettled = Span::from_flicks(saturate(off));
            Span::from_flicks(saturate(snapped))
        } else {
            self.unsettled = Span::ZERO;
            // Above the tolerance, hence above zero; beyond a span only after a frame of 400 years.
            Span::from_flicks(saturate(wanted))
        }
    }

    /// Pays `paid` of game time into the account and takes out as many ticks as are due and allowed. `cut` was
    /// dropped before.
    fn settle(&mut self, paid: Span, added: Span, cut: Span) -> Frame {
        let (step, num) = (i128::from(self.rate.step_parts()), i128::from(self.rate.num()));
        let account = self.owed_parts() + i128::from(paid.flicks()) * num;
        let (due, phase) = divided(account, step);
        let allowed = self.allowed();
        let ticks = due.min(allowed);

        // Whole ticks that stay owed, and the part of a tick that stays.
        let (debt, phase) = match self.rules.overrun {
            CatchUp::Reset if ticks == allowed => (0, 0),
            CatchUp::Reset | CatchUp::Drop => (0, phase),
            CatchUp::Carry { max_debt } => {
                // So that the phase still fits into the account together with the longest debt.
                let max_debt = max_debt.min(Span::MAX - self.rate.span_of(1));
                ((due - ticks).min(i128::from(self.rate.ticks_in(max_debt))), phase)
            }
        };
        let kept = debt * step + phase;
        let lost = account - ticks * step - kept + i128::from(cut.flicks()) * num;

        let first = self.tick;
        let dropped_before = self.dropped.flicks;
        // No more ticks than flicks, and less than a tick.
        (self.debt, self.phase) = (saturate(debt), saturate(phase));
        if lost > 0 {
            self.dropped = Amount::from_parts(self.dropped.parts(self.rate) + lost, self.rate);
        }
        self.prepare();
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

    /// The frame in which nothing happens.
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
            step: self.ordinary.step_bits,
        }
    }

    /// What is in the account.
    const fn owed(&self) -> Amount {
        Amount::from_parts(self.owed_parts(), self.rate)
    }

    const fn owed_parts(&self) -> i128 {
        self.debt as i128 * self.rate.step_parts() as i128 + self.phase as i128
    }
}

/// The quotient of two numbers above zero, and the rest; in the width in which a processor divides, where they fit.
fn divided(number: i128, by: i128) -> (i128, i128) {
    match (u64::try_from(number), u64::try_from(by)) {
        (Ok(number), Ok(by)) => ((number / by).into(), (number % by).into()),
        _ => (number / by, number % by),
    }
}

/// What one frame is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// The first tick to run, also where there is none to run.
    pub first: Tick,
    /// How many ticks to run before drawing.
    pub ticks: u32,
    /// Whole ticks still owed after them, which later frames catch up with.
    pub debt: u64,
    /// Game time that no tick will ever run. All such spans added up are exact to a flick.
    pub dropped: Span,
    /// Real time that the shortest frame allowed added to this one.
    pub added: Span,
    /// How far time had run backwards; zero as a rule.
    pub backwards: Span,
    /// Whether as many ticks are to be run as one frame may.
    pub limited: bool,
    /// The part of a tick that has passed since the last one, in parts of a flick: `0..step`.
    phase: i64,
    /// The duration of a tick in such parts, above zero: the bits of the nearest `f64`.
    step: u64,
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

    /// How far the picture lies between the last tick (0) and the next (1, never reached), for drawing only.
    ///
    /// A debt of whole ticks is not part of it: the picture lags behind by as much, and moves evenly.
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
        /// The number before 1.
        const ALMOST: f64 = 1.0 - f64::EPSILON / 2.0;
        // Above 2^53 the quotient of two different numbers can round to 1.
        (self.phase as f64 / f64::from_bits(self.step)).min(ALMOST)
    }
}

#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct Saved {
    rate: TickRate,
    rules: FixedStepConfig,
    clock: Clock,
    latest: Option<Time>,
    tick: Tick,
    owed: Amount,
    dropped: Amount,
    unsettled: Span,
}
#[cfg(feature = "serde")]
impl TryFrom<Saved> for FixedStep {
    type Error = FixedStepError;
    fn try_from(saved: Saved) -> Result<Self, FixedStepError> {
        let Saved { rate, rules, mut clock, latest, tick, owed, dropped, unsettled } = saved;
        rules.check()?;
        let sound = |amount: Amount| !amount.flicks.is_negative() && amount.parts < rate.num();
        let tolerance = rules.snap.map_or(Span::ZERO, |snap| snap.tolerance);
        let runs = !clock.speed().is_backward() && !clock.is_paused();
        if !sound(owed) || !sound(dropped) || unsettled.abs() > tolerance || !runs {
            return Err(FixedStepError::Account);
        }
        let (owed, step) = (owed.parts(rate), i128::from(rate.step_parts()));
        let (debt, phase) = (saturate(owed / step), saturate(owed % step));
        let ordinary = Ordinary::new(rate, &rules, clock.speed(), debt);
        clock.scaled(Span::ZERO); // to zero, as all that run are
        Ok(Self { rate, rules, clock, latest, tick, debt, phase, ordinary, dropped, unsettled })
    }
}
#[cfg(feature = "serde")]
impl From<FixedStep> for Saved {
    fn from(step: FixedStep) -> Self {
        let FixedStep { rate, rules, clock, latest, tick, dropped, unsettled, .. } = step;
        Self { rate, rules, clock, latest, tick, owed: step.owed(), dropped, unsettled }
    }
}
