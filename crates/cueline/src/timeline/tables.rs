//! The compiled timeline: flat tables that refer to each other by index.
//!
//! Items are stored level by level, in playing order: by start, then by declaration. A *lane* holds the writers of one
//! property on one level: entries sorted by start, each a tween, a track of a clip, a flipbook, or the lane of a nested
//! timeline. So sampling a property costs one search on each level of nesting, and a nested timeline is stored once,
//! even if it repeats.

use alloc::{boxed::Box, sync::Arc, vec::Vec};
use core::ops::Range;

use super::{
    exact::Exact,
    index::{Index, Stretch},
    motion::{Lying, Motion},
    pool::Pools,
};
use crate::{
    clip::{Clip, CueKind, Flipbook, Value, ValueKind},
    time::{Span, Time},
    value::Easing,
};

/// The index that means "none".
pub(super) const NONE: u32 = u32::MAX;

/// All tables except the names.
#[derive(Clone, Debug, Default)]
pub(super) struct Tables {
    /// The whole first, then level by level.
    pub(super) nodes: Box<[Node]>,
    pub(super) levels: Box<[Level]>,
    pub(super) motions: Box<[Moving]>,
    pub(super) lanes: Box<[Lane]>,
    pub(super) entries: Box<[Entry]>,
    /// Rarely used data of the items.
    pub(super) backs: Box<[Back]>,
    pub(super) ways: Vec<Way>,
    pub(super) easings: Box<[Easing]>,
    pub(super) pools: Pools,
    pub(super) clips: Box<[Arc<Clip>]>,
    pub(super) books: Box<[Flipbook]>,
    /// For each declaration number, the index in `nodes`.
    pub(super) node_of: Box<[u32]>,
    /// A digest of the keys of the outermost level, each with its lane and kind. Every lane id contains it.
    pub(super) layout: u64,
}

/// The playback of an item that does not run once at normal speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moving {
    pub(super) motion: Motion,
    /// The duration of one pass, in the item's own time.
    pub(super) length: i64,
}

/// A placed item. Two of them fill a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Node {
    pub(super) start: i64,
    /// The end of an item that runs once at normal speed; `i64::MAX` if it never ends.
    pub(super) end: i64,
    /// `NONE` for an item that runs once at normal speed.
    pub(super) motion: u32,
    /// The declaration number.
    pub(super) id: u32,
    pub(super) what: Act,
}

impl Level {
    /// The number of nodes that have started by then.
    pub(super) fn begun(&self, at: i64, nodes: &[Node]) -> usize {
        self.index.begun(at, nodes, Node::lies)
    }

    /// The number of nodes that have ended by then.
    pub(super) fn over(&self, at: i64, nodes: &[Node]) -> usize {
        self.by_end.partition_point(|place| nodes[*place as usize].end <= at)
    }
}

impl Node {
    /// The duration, if the item runs once at normal speed.
    #[inline]
    pub(super) fn once(&self) -> i64 {
        if self.end == i64::MAX { i64::MAX } else { self.end.saturating_sub(self.start) }
    }

    pub(super) fn lies(&self) -> Stretch {
        Stretch { start: self.start, end: self.end }
    }

    /// When the item is active, for [`Index::find`]. Moments and waits are never active.
    #[inline]
    pub(super) fn shows(&self) -> Stretch {
        // The end is the first flick at which the item is over.
        let end = if self.what == Act::Wait { i64::MIN } else { self.end };
        Stretch { start: self.start, end }
    }
}

/// The action of a placed item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    Tween,
    Clip(u32),
    Flipbook(u32),
    Cue(CueKind),
    Call(u32),
    Pause,
    Wait,
    Level(u32),
}

/// The items of one timeline.
#[derive(Clone, Debug)]
pub(super) struct Level {
    /// The range in `nodes`.
    pub(super) first: u32,
    pub(super) count: u32,
    /// The index of all nodes, in which waits have no duration.
    pub(super) index: Index,
    /// The indices of the nodes within the level, sorted by end.
    pub(super) by_end: Box<[u32]>,
    /// The indices of the nodes that can have events between their start and end.
    pub(super) composites: Box<[u32]>,
    pub(super) composite_index: Index,
}

/// The writers of one property on one level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lane {
    /// The range in `entries`.
    pub(super) first: u32,
    pub(super) end: u32,
}

/// One writer of one property. Two of them fill a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Entry {
    /// The start, in the time of its level.
    pub(super) start: i64,
    /// The time at which the entry stops moving.
    pub(super) end: i64,
    pub(super) write: Write,
}

const _: () = assert!(size_of::<Node>() == 32 && size_of::<Entry>() == 32, "half a cache line");

/// Rarely used data of an entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Back {
    /// The entry from which this entry blends, or `NONE`.
    pub(super) under: u32,
    pub(super) node: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Write {
    /// A tween that runs once at normal speed without blending. Sampling reads only this row.
    Tween {
        from: u32,
        to: u32,
        easing: u32,
    },
    /// Any other tween. While the timeline is built, the index of its known ends.
    Way(u32),
    /// A channel of the node's clip, by number.
    Channel(u32),
    Frames,
    /// A lane of the node's level.
    Lane(u32),
}

/// The motion of one property in a tween.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) easing: u32,
    /// The slope at the start, or `NONE`.
    pub(super) slope: u32,
}

impl Tables {
    pub(super) fn motion(&self, node: &Node) -> Motion {
        self.lying(node).motion
    }

    #[inline]
    pub(super) fn lying(&self, node: &Node) -> Lying {
        let start = node.start;
        match self.motions.get(node.motion as usize) {
            Some(Moving { motion, length }) => Lying { start, length: *length, motion: *motion },
            None => Lying { start, length: node.once(), motion: Motion::ONCE },
        }
    }

    /// The position of the whole in the time of the outermost level.
    #[inline]
    pub(super) fn local(&self, at: Span) -> Exact {
        self.local_flick(at).map_or_else(|| self.local_in_a_pass(at), Exact::whole)
    }

    /// The same if the whole runs once at normal speed; `None` if it does not.
    #[inline]
    pub(super) fn local_flick(&self, at: Span) -> Option<i64> {
        let whole = &self.nodes[0]; // building puts it there
        // `at` is never before zero, so nothing overflows; an endless whole has no end to clamp to.
        let local = at.flicks().max(whole.start).min(whole.end) - whole.start;
        (whole.motion == NONE).then_some(local)
    }

    #[inline(never)]
    pub(super) fn local_in_a_pass(&self, at: Span) -> Exact {
        self.lying(&self.nodes[0]).place(Exact::whole(at.flicks())).at
    }

    #[inline]
    pub(super) fn nodes_of(&self, level: &Level) -> &[Node] {
        &self.nodes[level.first as usize..][..level.count as usize]
    }

    pub(super) fn lane(&self, lane: u32) -> Range<usize> {
        let Lane { first, end } = self.lanes[lane as usize];
        first as usize..end as usize
    }

    /// The last entry of a lane that has started by then.
    fn last_begun(&self, lane: u32, floor: i64) -> Option<usize> {
        let range = self.lane(lane);
        let entries = &self.entries[range.clone()];
        let begun = entries.partition_point(|entry| entry.start <= floor);
        begun.checked_sub(1).map(|last| range.start + last)
    }

    /// The value of the property at `x` of the lane's level.
    pub(super) fn sample(&self, lane: u32, kind: ValueKind, x: Exact) -> Value {
        match self.last_begun(lane, x.floor()) {
            Some(last) => self.shown(last, kind, x),
            None => self.first(self.lane(lane).start, kind),
        }
    }

    /// The value before the first entry of a lane: the start value of its first writer.
    pub(super) fn first(&self, entry: usize, kind: ValueKind) -> Value {
        let Entry { start, write, .. } = self.entries[entry];
        match write {
            Write::Lane(lane) => self.first(self.lane(lane).start, kind),
            Write::Tween { from, .. } => self.pools.get(kind, from),
            Write::Way(way) => self.pools.get(kind, self.ways[way as usize].from),
            Write::Channel(_) | Write::Frames => self.written(entry, kind, Exact::whole(start)),
        }
    }

    /// The value at `x` while an entry is the last that has started.
    pub(super) fn shown(&self, entry: usize, kind: ValueKind, x: Exact) -> Value {
        let Entry { start, end, write } = self.entries[entry];
        if let Write::Tween { from, to, easing } = write {
            let progress = self.easings[easing as usize].at(x.progress_between(start, end));
            return self.pools.lerp(kind, from, to, progress);
        }
        let own = self.written(entry, kind, x);
        let under = self.backs[entry].under;
        let Some(below) = self.entries.get(under as usize) else { return own };
        if x.floor() >= below.end {
            return own;
        }
        let progress = x.minus(i128::from(start)).progress_of(below.end.saturating_sub(start));
        let below = self.shown(under as usize, kind, x);
        below.lerp(&own, progress).unwrap_or(own)
    }

    /// The value of an entry at `x`, without other entries. The entry is not a plain tween.
    fn written(&self, entry: usize, kind: ValueKind, x: Exact) -> Value {
        let write = self.entries[entry].write;
        let node = &self.nodes[self.backs[entry].node as usize];
        let lying = self.lying(node);
        let at = lying.place(x).at;
        match write {
            Write::Tween { .. } => Value::Bool(false), // not reached
            Write::Way(way) => {
                self.tweened(&self.ways[way as usize], kind, at.progress_of(lying.length))
            }
            Write::Lane(lane) => self.sample(lane, kind, at),
            Write::Channel(channel) => {
                let Act::Clip(clip) = node.what else { return Value::Bool(false) }; // not reached
                let mut channels = self.clips[clip as usize].channels();
                // Not reached either: channels are counted when the timeline is built.
                let channel = channels.nth(channel as usize);
                channel.map_or(Value::Bool(false), |(_, track)| {
                    track.sample(Span::from_flicks(at.floor()))
                })
            }
            Write::Frames => {
                let Act::Flipbook(book) = node.what else { return Value::Bool(false) }; // not reached
                let now = Time::from_flicks(at.floor());
                let frame = self.books[book as usize].frame_at(Time::ZERO, now);
                Value::I32(i32::try_from(frame).unwrap_or(i32::MAX))
            }
        }
    }

    /// The motion of a tween; `None` for other writers.
    pub(super) fn way(&self, write: Write) -> Option<Way> {
        match write {
            Write::Tween { from, to, easing } => Some(Way { from, to, easing, slope: NONE }),
            Write::Way(way) => Some(self.ways[way as usize]),
            _ => None,
        }
    }

    fn tweened(&self, way: &Way, kind: ValueKind, progress: f64) -> Value {
        if way.slope != NONE {
            return self.pools.come_to_rest(kind, way.from, way.to, way.slope, progress);
        }
        let progress = self.easings[way.easing as usize].at(progress);
        self.pools.lerp(kind, way.from, way.to, progress)
    }
}
