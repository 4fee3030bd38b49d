//! A recorded group: several clips that are played as one, what is done to them, and what was seen.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::Value;

use super::{
    clip::{Key, Recorded},
    script::Op,
};
use crate::read::{Malformed, other};

/// A record of a group.
#[derive(Deserialize)]
pub(super) struct Group {
    pub(super) members: Vec<Member>,
    /// The range that was asked for before it was played, where it was; the group's own unless it says another.
    normalize: Option<[Option<f64>; 2]>,
    /// The range that all members were given keys for.
    normalized: Option<Range>,
    /// The widest range of its members, as they were.
    from: f64,
    to: f64,
    pub(super) script: Vec<Does>,
    pub(super) trace: Vec<Entry>,
}

#[derive(Clone, Copy, Deserialize)]
struct Range {
    from: f64,
    to: f64,
}

/// One clip on one property.
#[derive(Deserialize)]
pub(super) struct Member {
    target: String,
    pub(super) initial: Value,
    clip: Moves,
}

#[derive(Deserialize)]
struct Moves {
    property: String,
    #[serde(flatten)]
    clip: Recorded,
}

/// Something that is done to the group, or to all of its members.
#[derive(Clone, Copy, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub(super) enum Does {
    Start {
        #[serde(rename = "loop")]
        looped: bool,
        speed_ratio: f64,
        from: Option<f64>,
        to: Option<f64>,
    },
    Play {
        #[serde(rename = "loop")]
        looped: Option<bool>,
    },
    #[serde(untagged)]
    All(Op),
}

/// What was seen after a step or a look.
#[derive(Deserialize)]
pub(super) struct Entry {
    values: HashMap<String, HashMap<String, Value>>,
    pub(super) frame: f64,
    #[serde(default)]
    pub(super) started: bool,
    #[serde(default)]
    pub(super) playing: bool,
    /// What was called since the entry before: what, and of which member.
    #[serde(default)]
    pub(super) events: Vec<Vec<String>>,
}

impl Member {
    /// As events call it.
    pub(super) fn name(&self) -> String {
        format!("{}.{}", self.target, self.clip.property)
    }

    /// What an entry says of it.
    pub(super) fn value<'a>(&self, entry: &'a Entry) -> Result<&'a Value, Malformed> {
        let value = entry.values.get(&self.target).and_then(|of| of.get(&self.clip.property));
        value.ok_or_else(|| other(format!("a value of {} in each entry", self.name())))
    }
}

impl Group {
    /// Checks what the record says of its range against the members.
    pub(super) fn check(&self) -> Result<(), Malformed> {
        let limits = self.members.iter().map(|member| member.clip.clip.limits());
        let widest = limits.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        if widest != Some((self.from, self.to)) {
            let needed =
                format!("the widest range of the members, {widest:?}, as that of the group");
            return Err(other(needed));
        }
        let asked =
            self.normalize.map(|[from, to]| (from.unwrap_or(self.from), to.unwrap_or(self.to)));
        if asked != self.normalized.map(|range| (range.from, range.to)) {
            return Err(other(format!("a normalised range of {asked:?}, as it was asked for")));
        }
        Ok(())
    }

    /// The range that plays unless a start says another.
    pub(super) fn range(&self) -> (f64, f64) {
        self.normalized.map_or((self.from, self.to), |range| (range.from, range.to))
    }

    /// The clip of a member, with keys at both ends of a normalised range.
    pub(super) fn clip(&self, member: &Member) -> Recorded {
        let mut clip = member.clip.clip.clone();
        let held = |key: &Key, frame: f64| Key { frame, ..Key::at_zero(key) };
        let (first, last) = clip.limits();
        if let (Some(range), false) = (self.normalized, clip.keys.is_empty()) {
            if range.from < first {
                clip.keys.insert(0, held(&clip.keys[0], range.from));
            }
            if range.to > last {
                clip.keys.push(held(&clip.keys[clip.keys.len() - 1], range.to));
            }
        }
        clip
    }
}
