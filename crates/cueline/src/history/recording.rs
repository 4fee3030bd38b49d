//! A recording of a run: its inputs, and digests to check that a replay is the same run.

use alloc::vec::Vec;
use core::ops::Range;

use super::HistoryError;
use crate::{save::Version, time::Tick};

/// The inputs of a run by tick, the range of its ticks, and digests (hashes) of its state after some of these ticks.
///
/// # Examples
///
/// ```
/// use cueline::{history::Recording, time::Tick};
///
/// // The state of this game is a number: each tick adds one, and each input adds its value.
/// let mut recording = Recording::new();
/// let mut state = 0_u64;
/// for tick in 0..100 {
///     let tick = Tick::new(tick);
///     if tick == Tick::new(40) {
///         recording.input(tick, 7_u64)?;
///         state += 7;
///     }
///     state += 1;
///     recording.ran(tick, Some(state))?;
/// }
///
/// let mut again = 0_u64;
/// recording.replay(|_, inputs| {
///     again += inputs.iter().sum::<u64>() + 1;
///     again
/// })?;
/// assert_eq!(again, 107);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// Reading a recording of another version, or one whose fields are inconsistent, is an error. The number of ticks in a file
/// has no limit: before you [`replay`](Self::replay) a file that you do not trust, check [`ticks`](Self::ticks).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "SavedRecording<I>"))]
pub struct Recording<I> {
    version: Version,
    first: Tick,
    /// The tick after the last one that ran.
    end: Tick,
    /// The tick of each input, sorted.
    ticks: Vec<Tick>,
    /// The inputs, in the order of `ticks`.
    inputs: Vec<I>,
    /// Digests of the state after a tick, sorted by tick.
    digests: Vec<(Tick, u64)>,
}

crate::digest::digested! { struct Recording<I> { version, first, end, ticks, inputs, digests } }

impl<I> Default for Recording<I> {
    fn default() -> Self {
        Self::starting_at(Tick::ZERO)
    }
}

impl<I> Recording<I> {
    /// An empty recording that starts at tick 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{history::Recording, time::Tick};
    ///
    /// assert_eq!(Recording::<u8>::new().ticks(), (Tick::ZERO, Tick::ZERO), "no tick has run");
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty recording that starts at the tick `first`, such as in a loaded game.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{history::Recording, time::Tick};
    ///
    /// let mut recording = Recording::starting_at(Tick::new(600)); // loaded ten seconds in, at 60 Hz
    /// assert!(recording.input(Tick::new(599), "jump").is_err(), "before the first tick");
    /// recording.input(Tick::new(600), "jump")?;
    /// # Ok::<(), cueline::history::HistoryError>(())
    /// ```
    #[must_use]
    pub const fn starting_at(first: Tick) -> Self {
        Self {
            version: Version,
            first,
            end: first,
            ticks: Vec::new(),
            inputs: Vec::new(),
            digests: Vec::new(),
        }
    }

    /// Adds an input for `tick`, before that tick runs. Several inputs of one tick keep their order.
    ///
    /// # Errors
    ///
    /// [`HistoryError::Past`] if the tick has already run, or is before the first tick.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{history::Recording, time::Tick};
    ///
    /// let mut recording = Recording::new();
    /// recording.input(Tick::new(0), "left")?;
    /// recording.input(Tick::new(0), "jump")?;
    /// recording.ran(Tick::new(0), None)?;
    /// let late = recording.input(Tick::new(0), "right").unwrap_err();
    /// assert_eq!(late.to_string(), "tick 0 cannot be recorded any more; the first tick that can is 1");
    /// # Ok::<(), cueline::history::HistoryError>(())
    /// ```
    pub fn input(&mut self, tick: Tick, input: I) -> Result<(), HistoryError> {
        self.check(tick)?;
        let place = self.ticks.partition_point(|other| *other <= tick);
        self.ticks.insert(place, tick);
        self.inputs.insert(place, input);
        Ok(())
    }

    /// Records that `tick` has run, with a digest of the state after the tick, or with `None`. A replay compares only
    /// the ticks with a digest.
    ///
    /// # Errors
    ///
    /// [`HistoryError::Past`] if this tick or a later tick has already run, or the tick is before the first tick.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{digest::digest, history::Recording, time::Tick};
    ///
    /// let mut recording = Recording::<u8>::new();
    /// let state = [3_u32, 4];
    /// recording.ran(Tick::new(0), Some(digest(&state)))?;
    /// recording.ran(Tick::new(1), None)?; // not compared in a replay
    /// assert_eq!(recording.ticks(), (Tick::new(0), Tick::new(2)));
    /// # Ok::<(), cueline::history::HistoryError>(())
    /// ```
    pub fn ran(&mut self, tick: Tick, digest: Option<u64>) -> Result<(), HistoryError> {
        self.check(tick)?;
        self.end = tick.next();
        if let Some(digest) = digest {
            self.digests.push((tick, digest));
        }
        Ok(())
    }

    fn check(&self, tick: Tick) -> Result<(), HistoryError> {
        if tick < self.end { Err(HistoryError::Past { tick, end: self.end }) } else { Ok(()) }
    }

    /// The first tick, and the tick after the last tick that ran.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{history::Recording, time::Tick};
    ///
    /// let mut recording = Recording::<u8>::starting_at(Tick::new(10));
    /// recording.ran(Tick::new(10), None)?;
    /// let (first, end) = recording.ticks();
    /// assert_eq!((first.get(), end.get()), (10, 11));
    /// # Ok::<(), cueline::history::HistoryError>(())
    /// ```
    #[must_use]
    pub const fn ticks(&self) -> (Tick, Tick) {
        (self.first, self.end)
    }

    /// The inputs of `tick`, in the order of the calls of [`input`](Self::input).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{history::Recording, time::Tick};
    ///
    /// let mut recording = Recording::new();
    /// recording.input(Tick::new(3), "left")?;
    /// recording.input(Tick::new(3), "jump")?;
    /// assert_eq!(recording.inputs(Tick::new(3)), ["left", "jump"]);
    /// assert!(recording.inputs(Tick::new(4)).is_empty());
    /// # Ok::<(), cueline::history::HistoryError>(())
    /// ```
    #[must_use]
    pub fn inputs(&self, tick: Tick) -> &[I] {
        self.inputs.get(self.places(tick)).unwrap_or(&[])
    }

    /// The indices of the inputs of `tick` in `inputs`.
    fn places(&self, tick: Tick) -> Range<usize> {
        let from = self.ticks.partition_point(|other| *other < tick);
        let to = self.ticks.partition_point(|other| *other <= tick);
        from..to.max(from)
    }

    /// Replaces the inputs of `tick` after a wrong prediction.
    ///
    /// The recording now ends before `tick`. It drops the digests of `tick` and of later ticks, and keeps the inputs of
    /// later ticks. Call [`ran`](Self::ran) for `tick` and the later ticks when they run again. If the inputs of
    /// several ticks were wrong, correct all of these ticks, in any order, before the first one runs again.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{history::{HistoryError, Recording}, time::Tick};
    ///
    /// let tick = Tick::new;
    /// let mut recording = Recording::new();
    /// for n in 0..3 {
    ///     recording.input(tick(n), "predicted")?;
    ///     recording.ran(tick(n), Some(0))?;
    /// }
    /// recording.correct(tick(1), ["true"])?;
    /// assert_eq!(recording.ticks(), (tick(0), tick(1)));
    /// recording.ran(tick(1), Some(7))?;
    /// recording.ran(tick(2), Some(7))?;
    ///
    /// let other = recording.replay(|tick, _| if tick.get() == 2 { 8 } else { tick.get() as u64 * 7 });
    /// let differs = |error| matches!(error, Err(HistoryError::Diverged { tick: at, .. }) if at == tick(2));
    /// assert!(differs(other), "what ran again is compared");
    /// # Ok::<(), HistoryError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`HistoryError::Past`] for a tick before the first tick. An error changes nothing.
    pub fn correct(
        &mut self,
        tick: Tick,
        inputs: impl IntoIterator<Item = I>,
    ) -> Result<(), HistoryError> {
        if tick < self.first {
            return Err(HistoryError::Past { tick, end: self.first });
        }
        let of_tick = self.places(tick);
        let inputs: Vec<I> = inputs.into_iter().collect();
        self.ticks.splice(of_tick.clone(), core::iter::repeat_n(tick, inputs.len()));
        self.inputs.splice(of_tick, inputs);
        self.digests.retain(|(then, _)| *then < tick);
        self.end = self.end.min(tick);
        Ok(())
    }

    /// Replays the run from its first tick. `run` gets a tick and its inputs, runs the tick, and returns the digest of
    /// the state after the tick.
    ///
    /// # Errors
    ///
    /// [`HistoryError::Diverged`] at the first tick whose digest differs from the recorded digest. The replay stops there. Ticks
    /// without a recorded digest are not compared.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{history::{HistoryError, Recording}, time::Tick};
    ///
    /// let mut recording = Recording::new();
    /// for tick in 0..3 {
    ///     recording.input(Tick::new(tick), 2)?;
    ///     recording.ran(Tick::new(tick), Some(2 * (tick as u64 + 1)))?; // the sum so far
    /// }
    /// let mut sum = 0;
    /// let diverged = recording.replay(|tick, inputs| {
    ///     sum += inputs.iter().sum::<u64>() + u64::from(tick == Tick::new(1)); // a defect
    ///     sum
    /// });
    /// assert!(matches!(diverged, Err(HistoryError::Diverged { tick, .. }) if tick == Tick::new(1)));
    /// # Ok::<(), HistoryError>(())
    /// ```
    pub fn replay(&self, mut run: impl FnMut(Tick, &[I]) -> u64) -> Result<(), HistoryError> {
        let mut digests = self.digests.iter().peekable();
        let mut tick = self.first;
        while tick < self.end {
            let replayed = run(tick, self.inputs(tick));
            if let Some((_, recorded)) = digests.next_if(|(then, _)| *then == tick)
                && *recorded != replayed
            {
                return Err(HistoryError::Diverged { tick, recorded: *recorded, replayed });
            }
            tick = tick.next();
        }
        Ok(())
    }
}

#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(rename = "Recording")]
struct SavedRecording<I> {
    version: Version,
    first: Tick,
    end: Tick,
    ticks: Vec<Tick>,
    inputs: Vec<I>,
    digests: Vec<(Tick, u64)>,
}

#[cfg(feature = "serde")]
impl<I> TryFrom<SavedRecording<I>> for Recording<I> {
    type Error = HistoryError;

    fn try_from(saved: SavedRecording<I>) -> Result<Self, HistoryError> {
        let SavedRecording { version, first, end, ticks, inputs, digests } = saved;
        let is_sound = ticks.len() == inputs.len()
            && ticks.is_sorted()
            && ticks.first().is_none_or(|tick| *tick >= first)
            && digests.is_sorted_by(|(one, _), (other, _)| one < other)
            && digests.first().is_none_or(|(tick, _)| *tick >= first)
            && digests.last().is_none_or(|(tick, _)| *tick < end)
            && first <= end;
        if !is_sound {
            return Err(HistoryError::Damaged);
        }
        Ok(Self { version, first, end, ticks, inputs, digests })
    }
}
