//! Checks of clips.

use cueline::{
    clip::Interpolation,
    time::Span,
    value::{Delta, Lerp},
};

use super::Checker;
use crate::{
    clip::{ClipFile, CueSource, DurationSource},
    frames::Clock,
    key::{Key, Keys},
    problem::DocumentPath,
    value::{Fault, InFile, all_kinds},
};

/// Calls a function that is generic over the kind of keys.
macro_rules! with_keys {
    ($($(#[$doc:meta])* $kind:ident($type:ty))*) => {
        impl Checker {
            fn keys(&mut self, path: &DocumentPath, keys: &Keys, clock: &mut Clock, range: Range) {
                match keys { $(Keys::$kind(keys) => self.track(path, keys, clock, range),)* }
            }
        }
    };
}

all_kinds!(with_keys);

/// The times that keys may have.
#[derive(Clone, Copy)]
struct Range {
    before_zero: bool,
    end: Option<Span>,
}

impl Checker {
    pub(super) fn clip(&mut self, path: &DocumentPath, clip: &ClipFile) {
        let ClipFile { rate, duration, decorative: _, tracks, cues, meta: _ } = clip;
        let mut clock = Clock::new(*rate);
        let when = match duration {
            DurationSource::Whole => None,
            DurationSource::Exactly(when) | DurationSource::Cut(when) => Some(*when),
        };
        let given = when.and_then(|when| {
            let span = clock.span(when, || path.field("duration"));
            if span < Span::ZERO {
                self.report(path.field("duration"), when, "a duration of 0 or more");
            }
            (span >= Span::ZERO).then_some(span)
        });
        let end = if matches!(duration, DurationSource::Exactly(_)) { given } else { None };
        let range = Range { before_zero: matches!(duration, DurationSource::Cut(_)), end };
        for (name, keys) in tracks {
            self.keys(&path.field("tracks").name(name), keys, &mut clock, range);
        }
        self.cues(path, cues, &mut clock, given);
        self.report_unknown_rate(clock);
    }

    /// Checks the cues of a clip or flipbook; cues must not come after `duration`, if there is one.
    pub(super) fn cues(
        &mut self,
        path: &DocumentPath,
        cues: &[CueSource],
        clock: &mut Clock,
        duration: Option<Span>,
    ) {
        for (index, cue) in cues.iter().enumerate() {
            let path = || path.field("cues").index(index).field("at");
            let at = clock.span(cue.at, path);
            if at < Span::ZERO {
                self.report(path(), cue.at, "a time of 0 or more");
            } else if let Some(duration) = duration.filter(|duration| at > *duration) {
                let needed = format!("a time within the duration of {duration}");
                self.report(path(), cue.at, needed);
            }
        }
    }

    fn track<T: InFile>(
        &mut self,
        path: &DocumentPath,
        keys: &[Key<T>],
        clock: &mut Clock,
        range: Range,
    ) {
        if keys.is_empty() {
            self.report(path.clone(), "no keys", "at least one");
        }
        if u32::try_from(keys.len()).is_err() {
            self.report(path.clone(), format_args!("{} keys", keys.len()), "fewer than 2^32");
        }
        let mut latest: Option<(&Key<T>, Span)> = None;
        for (index, key) in keys.iter().enumerate() {
            let Key { at, value, interpolation, tangent_in, tangent_out } = key;
            let part = |name| path.index(index).field(name);
            let span = clock.span(*at, || part("at"));
            if span < Span::ZERO && !range.before_zero {
                let needed = "a time of 0 or more, or a duration `Cut(..)`";
                self.report(part("at"), at, needed);
            }
            if let Some((before, _)) = latest.filter(|(_, before)| *before > span) {
                let needed =
                    format!("a time not before {}, the time of the previous key", before.at);
                self.report(part("at"), at, needed);
            } else {
                latest = Some((key, span));
            }
            if let Some(end) = range.end.filter(|end| span > *end) {
                self.report(part("at"), at, format_args!("a time within the duration of {end}"));
            }
            let finite = "finite numbers";
            if !Lerp::is_finite(value) {
                self.report(part("value"), "a number that is NaN or infinite", finite);
            } else if let Some(Fault { found, needed }) = value.fault() {
                self.report(part("value"), found, needed);
            }
            for (name, slope) in [("tangent_in", tangent_in), ("tangent_out", tangent_out)] {
                if !Delta::is_finite(slope) {
                    self.report(part(name), "a number that is NaN or infinite", finite);
                }
            }
            if let Interpolation::Eased(easing) | Interpolation::HermiteEased(easing) =
                interpolation
                && !easing.is_finite()
            {
                self.report(part("interpolation"), "a number that is NaN or infinite", finite);
            }
        }
    }
}
