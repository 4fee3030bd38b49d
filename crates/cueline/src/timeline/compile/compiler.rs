//! What the steps of compiling pass to each other.

use alloc::vec::Vec;
use core::{fmt::Debug, ops::Range};

use super::{
    super::{
        Conflict, TimelineErrorKind, item::Goal, motion::Placement, names::Names, node::Node,
        tables::Tables,
    },
    keys::KnownKeys,
};
use crate::{clip::ValueKind, time::Span, value::AnyEasing};

/// The parts of the timeline that are built so far. Each part keeps its own order.
pub(super) struct Compiler<K> {
    pub(super) keys: KnownKeys<K>,
    pub(super) names: Names,
    pub(super) tables: Tables,
    /// The motions of tweens, until their start values are known.
    pub(super) moves: Vec<Ends>,
    /// Whether any item runs forward only.
    pub(super) one_way: bool,
}

/// The defaults for the items of a level, and their context.
pub(super) struct LevelContext {
    pub(super) length: Span,
    pub(super) easing: AnyEasing,
    pub(super) conflict: Conflict,
    /// The products of the speeds of all parents.
    pub(super) num: u64,
    pub(super) den: u64,
    /// The innermost parent with a ping-pong.
    pub(super) turns: Option<u32>,
    /// The parent timeline.
    pub(super) parent: Option<u32>,
}

/// A compiled item that is not placed yet.
pub(super) struct Placed {
    pub(super) start: i128,
    /// The duration of one pass, in the item's own time.
    pub(super) length: i64,
    pub(super) node: Node,
    pub(super) moves: Moves,
    pub(super) conflict: Conflict,
}

pub(super) enum Moves {
    /// A range of [`Compiler::moves`].
    Tweens(Range<u32>),
    Channels(Vec<u32>),
    Frames(u32),
    Strands(Vec<StrandOf>),
    None,
}

/// The motion of one property, as far as the tween defines it.
#[derive(Clone, Copy)]
pub(super) struct Ends {
    /// The numbers of the values at both ends.
    pub(super) from: Option<u32>,
    pub(super) goal: Goal<u32>,
    /// The kind of the given values.
    pub(super) kind: Option<ValueKind>,
    pub(super) key: u32,
    pub(super) easing: u32,
    pub(super) keeps_velocity: bool,
    pub(super) id: u32,
}

/// A finished strand, as seen from the parent level.
#[derive(Clone, Copy)]
pub(super) struct StrandOf {
    pub(super) key: u32,
    pub(super) strand: u32,
    /// When the first writer starts, on the strand's level.
    pub(super) first: i64,
    /// When the last writer is over; `i64::MAX` for never.
    pub(super) last: i64,
}

/// The item, by declaration number, and its fault.
pub(super) type Failed = (u32, TimelineErrorKind);

/// The value, or the fault of an item that makes a table too long.
pub(super) fn fits<T>(value: Option<T>, id: u32) -> Result<T, Failed> {
    value.ok_or((id, TimelineErrorKind::TooMany))
}

impl<K: Ord + Clone + Debug> Compiler<K> {
    pub(super) fn new() -> Self {
        Self {
            keys: KnownKeys::new(),
            names: Names::default(),
            tables: Tables::new(),
            moves: Vec::new(),
            one_way: false,
        }
    }

    /// An item at a start on its level.
    #[inline]
    pub(super) fn placement(&self, placed: &Placed, start: i64) -> Placement {
        Placement::new(start, placed.length, self.tables.motion_of(&placed.node))
    }
}
