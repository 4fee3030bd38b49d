//! A placed item, and the items of one level with their indices.

use alloc::{boxed::Box, vec::Vec};
use core::ops::Range;

use super::index::{Index, Interval, by_end};
use crate::clip::{
    CueKind,
    lookup::{Buckets, MOST},
};

/// The index that means "none".
pub(super) const NONE: u32 = u32::MAX;

/// An index, which must fit and must not be [`NONE`].
pub(super) fn number(count: usize) -> Option<u32> {
    u32::try_from(count).ok().filter(|count| *count <= MOST)
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
    pub(super) action: Action,
}

impl Node {
    /// An item that is not placed yet, with the number of its [motion](super::tables::Tables::add_motion).
    pub(super) const fn new(id: u32, action: Action, motion: u32) -> Self {
        Self { start: 0, end: 0, motion, id, action }
    }

    /// The same item at a place; an end of `i64::MAX` is never.
    pub(super) const fn at(self, start: i64, end: i64) -> Self {
        Self { start, end, ..self }
    }

    /// Whether the item runs once at normal speed.
    #[inline]
    pub(super) const fn is_once(&self) -> bool {
        self.motion == NONE
    }

    /// The duration, if the item runs once at normal speed.
    #[inline]
    pub(super) fn once(&self) -> i64 {
        if self.end == i64::MAX { i64::MAX } else { self.end.saturating_sub(self.start) }
    }

    fn range(&self) -> Interval {
        Interval::new(self.start, self.end)
    }
}

/// The action of a placed item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
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
    first: u32,
    count: u32,
    /// The starts of all nodes.
    starts: Buckets,
    /// The indices of the nodes within the level, sorted by end.
    by_end: Box<[u32]>,
    /// The indices of the nodes that can have events between their start and end.
    composites: Box<[u32]>,
    composite_index: Index,
}

impl Level {
    /// Of these items in playing order, of which the first has the index `first`.
    pub(super) fn new(first: u32, nodes: &[Node], is_composite: impl Fn(&Node) -> bool) -> Self {
        let count = u32::try_from(nodes.len()).unwrap_or(NONE); // their indices fit
        let composites: Vec<u32> =
            (0..count).filter(|place| is_composite(&nodes[*place as usize])).collect();
        let range = |place: &u32| nodes[*place as usize].range();
        Self {
            first,
            count,
            starts: Buckets::new(nodes.len(), |place| nodes[place].start).unwrap_or_default(),
            by_end: by_end(count, |place| nodes[place as usize].end).into(),
            composite_index: Index::new(&composites, range),
            composites: composites.into(),
        }
    }

    /// Where its items are among all items.
    #[inline]
    pub(super) const fn range(&self) -> Range<usize> {
        self.first as usize..self.first as usize + self.count as usize
    }

    /// The number of nodes that have started by then.
    #[inline]
    pub(super) fn begun(&self, at: i64, nodes: &[Node]) -> usize {
        self.starts.passed(at, |place| nodes[place].start)
    }

    /// The number of nodes that have ended by then.
    pub(super) fn over(&self, at: i64, nodes: &[Node]) -> usize {
        self.by_end.partition_point(|place| nodes[*place as usize].end <= at)
    }

    /// The nodes by their indices within the level, in the order of their ends.
    pub(super) const fn by_end(&self) -> &[u32] {
        &self.by_end
    }

    /// Finds the nodes that can have events between their start and end, that start at `until` or earlier and end
    /// later than `after`.
    pub(super) fn composites(
        &self,
        after: i64,
        until: i64,
        nodes: &[Node],
        mut found: impl FnMut(u32),
    ) {
        let range = |place: &u32| nodes[*place as usize].range();
        self.composite_index.find(after, until, &self.composites, range, |_, place| found(*place));
    }
}

const _: () = assert!(size_of::<Node>() == 32, "half a cache line");
