//! Relative passes, and the increment of an interval.
//!
//! Let `v` be the value of a clip, and `D = v(to) - v(from)` its difference over the whole range. Each pass adds `D`,
//! so the gain of a playhead at time `t` is
//!
//! ```text
//! F(t) = v(local(t)) - v(from) + pass(t) * D
//! ```
//!
//! The increment from `a` to `b` is `F(b) - F(a)`. It includes all loops and ends of the interval, and over any
//! partition of an interval the increments add up to the increment of the whole. A ping-pong returns to its start, so
//! there `D` is left out.
//!
//! Gains and increments are sums, track by track, in the axes of the clip. Only the value of a relative pass composes,
//! and only where one track holds the whole `Transform`: see [`Lerp::repeated`].

use super::{Playhead, PlayheadPosition, RepeatMode};
use crate::{
    time::{Span, Time},
    value::{Delta, Lerp},
};

impl Playhead {
    /// The value at `now`, including relative passes; `sample` returns the value of the clip at a time of the clip.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::Track, playback::RepeatMode, playback::Playhead, prelude::*};
    /// let walk = Track::new([Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(400), 8.0)])?;
    /// let on_and_on = Play { repeat_mode: RepeatMode::Relative, ..Play::from(Repeat::Forever) };
    /// let head = Playhead::new(Time::ZERO, ms(400), &on_and_on)?;
    /// assert_eq!(head.value(Time::from_millis(500), |at| walk.sample(at)), 10.0); // a pass of 8, and 2 of the next
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn value<V: Lerp>(&self, now: Time, sample: impl Fn(Span) -> V) -> V {
        self.passes().value(self.at(now), sample)
    }

    /// The change of the value from `after` to `until`, including loops and ends. The increments of any partition of an
    /// interval add up to the increment of the whole.
    ///
    /// A playhead knows its past back to its last change (a pause, a seek, another speed); before that change it
    /// counts as not moving. Floats add up except for rounding. For exact sums add [`gain`](Self::gain) to the initial
    /// value instead.
    ///
    /// Increments are sums in the axes of the clip: a translation does not turn with the rotation so far. For a
    /// character that turns as it walks, use `AnimatorState::advance_with` or `RootMotion` of the crate `cueline-characters`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::Track, playback::RepeatMode, playback::Playhead, prelude::*};
    /// let walk = Track::new([Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(400), 8.0)])?;
    /// let head = Playhead::new(Time::ZERO, ms(400), &Play::from(Repeat::Forever))?;
    /// let [at_300, at_500] = [300, 500].map(Time::from_millis);
    /// assert_eq!(head.increment(at_300, at_500, |at| walk.sample(at)), 4.0); // 2 up to the loop, 2 after it
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn increment<V: Lerp>(
        &self,
        after: Time,
        until: Time,
        sample: impl Fn(Span) -> V,
    ) -> V::Delta {
        let (a, b) = (self.at(after), self.at(until));
        let within = sample(b.local).minus(&sample(a.local));
        self.passes().with_whole(within, b.pass.saturating_sub(a.pass), &sample)
    }

    /// The change of the value from the start of the first pass up to `now`, all passes included.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::Track, playback::RepeatMode, playback::Playhead, prelude::*};
    /// let walk = Track::new([Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(400), 8.0)])?;
    /// let head = Playhead::new(Time::ZERO, ms(400), &Play::from(Repeat::Forever))?;
    /// assert_eq!(head.gain(Time::from_millis(900), |at| walk.sample(at)), 18.0); // two passes of 8, and 2
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn gain<V: Lerp>(&self, now: Time, sample: impl Fn(Span) -> V) -> V::Delta {
        self.passes().gain(self.at(now), sample)
    }

    fn passes(&self) -> Passes {
        Passes::new(self.range(), self.repeat())
    }
}

/// The range of a playhead, and how a pass continues after the pass before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Passes {
    range: (Span, Span),
    repeat: RepeatMode,
}

impl Passes {
    #[inline]
    pub(super) const fn new(range: (Span, Span), repeat: RepeatMode) -> Self {
        Self { range, repeat }
    }

    /// The value at a position, including relative passes.
    #[inline]
    pub(super) fn value<V: Lerp>(&self, at: PlayheadPosition, sample: impl Fn(Span) -> V) -> V {
        if self.repeat == RepeatMode::Relative {
            return self.relative_value(at, &sample);
        }
        sample(at.local)
    }

    #[inline(never)] // not needed by most items
    fn relative_value<V: Lerp>(&self, at: PlayheadPosition, sample: &impl Fn(Span) -> V) -> V {
        if at.pass == 0 {
            return sample(at.local);
        }
        let (from, to) = self.range;
        sample(at.local).repeated(&sample(from), &sample(to), at.pass)
    }

    /// The change of the value from the start of the first pass.
    pub(super) fn gain<V: Lerp>(
        &self,
        at: PlayheadPosition,
        sample: impl Fn(Span) -> V,
    ) -> V::Delta {
        let within = sample(at.local).minus(&sample(self.range.0));
        self.with_whole(within, at.pass, &sample)
    }

    /// A difference within a pass, plus that of `passes` whole passes.
    fn with_whole<V: Lerp>(
        &self,
        within: V::Delta,
        passes: i64,
        sample: &impl Fn(Span) -> V,
    ) -> V::Delta {
        if passes == 0 || self.repeat == RepeatMode::PingPong {
            return within;
        }
        let (from, to) = self.range;
        sample(to).minus(&sample(from)).scaled(passes as f64).and(&within)
    }
}
