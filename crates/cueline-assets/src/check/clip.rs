//! What clips must keep to.

use cueline::{
    clip::Interpolation,
    time::{Span, TickRate},
    value::{Delta, Lerp},
};

use super::Checker;
use crate::{
    ClipSource, CueSource, ItemPath, Key, Keys, LengthSource,
    value::{InFile, all_kinds},
};

/// Calls a function that takes keys of any kind.
macro_rules! with_keys {
    ($($(#[$doc:meta])* $kind:ident($type:ty))*) => {
        impl Checker {
            fn keys(&mut self, path: &ItemPath, keys: &Keys, rate: TickRate, end: Option<Span>) {
                match keys { $(Keys::$kind(keys) => self.track(path, keys, rate, end),)* }
            }
        }
    };
}

all_kinds!(with_keys);

impl Checker {
    pub(super) fn clip(&mut self, path: &ItemPath, clip: &ClipSource) {
        let ClipSource { rate, length, tracks, cues, meta: _ } = clip;
        let length_of = match length {
            LengthSource::Whole => None,
            LengthSource::Exactly(when) | LengthSource::Cut(when) => Some(*when),
        };
        if let Some(when) = length_of
            && when.span(*rate) < Span::ZERO
        {
            self.tell(path.field("length"), when, "a length of 0 or more");
        }
        let length_of =
            length_of.map(|when| when.span(*rate)).filter(|length| *length >= Span::ZERO);
        let end = if matches!(length, LengthSource::Exactly(_)) { length_of } else { None };
        for (name, keys) in tracks {
            self.keys(&path.field("tracks").name(name), keys, *rate, end);
        }
        self.cues(path, cues, *rate, length_of);
    }

    /// Cues of something that lasts that long, where it says so itself.
    pub(super) fn cues(
        &mut self,
        path: &ItemPath,
        cues: &[CueSource],
        rate: TickRate,
        length: Option<Span>,
    ) {
        for (index, cue) in cues.iter().enumerate() {
            let at = cue.at.span(rate);
            let path = || path.field("cues").index(index).field("at");
            if at < Span::ZERO {
                self.tell(path(), cue.at, "a time of 0 or more");
            } else if let Some(length) = length.filter(|length| at > *length) {
                let needed = format!("a time within the length of {length}");
                self.tell(path(), cue.at, needed);
            }
        }
    }

    fn track<T: InFile>(
        &mut self,
        path: &ItemPath,
        keys: &[Key<T>],
        rate: TickRate,
        end: Option<Span>,
    ) {
        if keys.is_empty() {
            self.tell(path.clone(), "no keys", "at least one");
        }
        if u32::try_from(keys.len()).is_err() {
            self.tell(path.clone(), format_args!("{} keys", keys.len()), "fewer than 2^32");
        }
        let mut latest: Option<&Key<T>> = None;
        for (index, key) in keys.iter().enumerate() {
            let Key { at, value, way, tangent_in, tangent_out } = key;
            let part = |name| path.index(index).field(name);
            let span = at.span(rate);
            if let Some(before) = latest.filter(|before| before.at.span(rate) > span) {
                let needed = format!("a time not before {}, that of the key before", before.at);
                self.tell(part("at"), at, needed);
            } else {
                latest = Some(key);
            }
            if let Some(end) = end.filter(|end| span > *end) {
                self.tell(part("at"), at, format_args!("a time within the length of {end}"));
            }
            let finite = "finite numbers";
            if !Lerp::is_finite(value) {
                self.tell(part("value"), "a number that is NaN or infinite", finite);
            }
            for (name, slope) in [("tangent_in", tangent_in), ("tangent_out", tangent_out)] {
                if !Delta::is_finite(slope) {
                    self.tell(part(name), "a number that is NaN or infinite", finite);
                }
            }
            if let Interpolation::Eased(easing) | Interpolation::HermiteEased(easing) = way
                && !easing.is_finite()
            {
                self.tell(part("way"), "a number that is NaN or infinite", finite);
            }
        }
    }
}
