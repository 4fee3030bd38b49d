//! Values along a playhead: relative passes, and what an interval adds.
//!
//! Let `v` be a clip's value and `D = v(to) - v(from)` its whole difference over the range. Each pass
//! adds `D`, so the gain of a playhead at `t` is
//!
//! ```text
//! F(t) = v(local(t)) - v(from) + pass(t) * D
//! ```
//!
//! and the increment between two times is `F(b) - F(a)`: loops and ends are in it, and over any partition of
//! an interval the increments add up to the whole. A ping-pong comes back, so there `D` does not count.
//!
//! Gains and increments are sums, track by track, in the axes of the clip. Only the value of a relative pass composes,
//! and only where one track holds the whole `Transform`: see [`Lerp::repeated`].

use super::{Playhead, PlayheadPosition, RepeatMode};
use crate::{
    time::{Span, Time},
    value::{Delta, Lerp},
};

impl Playhead {
    /// The value at `now`, given the clip's value at a time of its own; with relative passes counted in.
    ///
    /// # Examples
    ///
    /// A [`Track`](crate::clip::Track) is sampled as in `head.value(now, |local| track.sample(local))`.
    #[must_use]
    pub fn value<V: Lerp>(&self, now: Time, sample: impl Fn(Span) -> V) -> V {
        self.place_at(now).value(sample)
    }

    /// What is added between two times, loops and ends included: over any split of a stretch it adds up to the same.
    ///
    /// As with events, what lies before the last change of the playhead counts as no movement. Floats add up but
    /// for their rounding; to be free of that too, add [`gain`](Self::gain) to where it began instead.
    #[must_use]
    pub fn increment<V: Lerp>(
        &self,
        after: Time,
        until: Time,
        sample: impl Fn(Span) -> V,
    ) -> V::Delta {
        let [(a, b, _), (_, _, passes)] = self.segments(after, until);
        self.place_at(until).with_passes(sample(b).minus(&sample(a)), passes, &sample)
    }

    /// What makes up an increment, as `(from, to, times)` in the clip's time: the way from where it was to where it
    /// is, once, and the whole range, as often as passes lie between (below zero backward, never for a ping-pong).
    ///
    /// For those who add in place, as [`Binding::apply_increment`](crate::clip::Binding::apply_increment) does,
    /// with `times` as a factor of the weight.
    #[must_use]
    pub fn segments(&self, after: Time, until: Time) -> [(Span, Span, i64); 2] {
        let (a, b) = (self.at(after), self.at(until));
        let (from, to) = self.range();
        let passes = match self.repeat() {
            RepeatMode::PingPong => 0,
            RepeatMode::Restart | RepeatMode::Relative => b.pass.saturating_sub(a.pass),
        };
        [(a.local, b.local, 1), (from, to, passes)]
    }

    /// What it has added from the start of its first pass up to `now`.
    #[must_use]
    pub fn gain<V: Lerp>(&self, now: Time, sample: impl Fn(Span) -> V) -> V::Delta {
        self.place_at(now).gain(sample)
    }

    fn place_at(&self, now: Time) -> Place {
        Place { at: self.at(now), range: self.range(), repeat: self.repeat() }
    }
}

/// Where a playhead is, and what its passes lead over.
pub(super) struct Place {
    pub(super) at: PlayheadPosition,
    pub(super) range: (Span, Span),
    pub(super) repeat: RepeatMode,
}

impl Place {
    #[inline]
    pub(super) fn value<V: Lerp>(&self, sample: impl Fn(Span) -> V) -> V {
        if self.repeat == RepeatMode::Relative && self.at.pass != 0 {
            return self.relative_value(&sample);
        }
        sample(self.at.local)
    }

    #[inline(never)] // most items never need it
    fn relative_value<V: Lerp>(&self, sample: &impl Fn(Span) -> V) -> V {
        let (from, to) = self.range;
        sample(self.at.local).repeated(&sample(from), &sample(to), self.at.pass)
    }

    pub(super) fn gain<V: Lerp>(&self, sample: impl Fn(Span) -> V) -> V::Delta {
        let within = sample(self.at.local).minus(&sample(self.range.0));
        self.with_passes(within, self.at.pass, &sample)
    }

    fn with_passes<V: Lerp>(
        &self,
        within: V::Delta,
        passes: i64,
        sample: &impl Fn(Span) -> V,
    ) -> V::Delta {
        if passes == 0 || self.repeat == RepeatMode::PingPong {
            within
        } else {
            self.whole_difference(sample).scaled(passes as f64).and(&within)
        }
    }

    fn whole_difference<V: Lerp>(&self, sample: &impl Fn(Span) -> V) -> V::Delta {
        let (from, to) = self.range;
        sample(to).minus(&sample(from))
    }
}
