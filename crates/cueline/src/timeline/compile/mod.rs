//! Compiles a builder into a timeline, level by level, innermost first.
//!
//! The items of each level are placed, sorted and grouped into lanes. Then, from the outside in, every tween gets its
//! start value. The cost is sorting: O(n log n) for n items.

mod item;
mod lanes;
mod level;
mod place;

use alloc::{boxed::Box, collections::BTreeMap, sync::Arc, vec::Vec};
use core::{
    fmt::{self, Debug, Write},
    hash::{Hash, Hasher},
    ops::Range,
};

use self::{
    lanes::{Ends, LaneOf, resolve},
    place::length_on_level,
};
use super::{
    Conflict, Item, ItemId, ItemPath, Timeline, TimelineBuilder, TimelineError, TimelineErrorKind,
    item::What,
    motion::{Lying, Motion},
    pool::Pools,
    tables::{self, Act, Back, Entry, Lane, Level, Moving, NONE, Node, Tables},
    timeline::{Label, Property},
};
use crate::{
    clip::{Clip, Flipbook, Value, ValueKind, lookup::MOST},
    digest::Digest,
    time::Span,
    value::Easing,
};

/// The tables built so far.
pub(super) struct Compiler<K> {
    keys: BTreeMap<K, u32>,
    /// Indexed by key number.
    key_list: Vec<K>,
    kinds: Vec<Option<ValueKind>>,
    starts: Vec<Option<Value>>,
    nodes: Vec<Node>,
    /// The named items: declaration number and name.
    names: Vec<(u32, Box<str>)>,
    /// The declaration number of the parent timeline, by declaration number.
    parents: Vec<u32>,
    node_of: Vec<u32>,
    levels: Vec<Level>,
    motions: Vec<Moving>,
    lanes: Vec<Lane>,
    entries: Vec<Entry>,
    backs: Vec<Back>,
    moves: Vec<Ends>,
    pools: Pools,
    easings: Vec<Easing>,
    clips: Vec<Arc<Clip>>,
    books: Vec<Flipbook>,
    labels: Vec<Label>,
    one_way: bool,
}

/// The defaults for the items of a level, and their context.
#[derive(Clone, Copy)]
struct Around {
    length: Span,
    easing: Easing,
    conflict: Conflict,
    /// The products of the speeds of all parents.
    num: u64,
    den: u64,
    /// The innermost parent with a ping-pong.
    turns: Option<u32>,
    /// The parent timeline.
    parent: u32,
}

/// A compiled item that is not placed yet.
struct Placed {
    start: i128,
    /// The duration of one pass, in the item's own time.
    length: i64,
    node: Node,
    moves: Moves,
    conflict: Conflict,
}

enum Moves {
    /// A range of `moves`.
    Ways(Range<u32>),
    Channels(Vec<u32>),
    Frames(u32),
    Lanes(Vec<LaneOf>),
    None,
}

type Failed = (u32, TimelineErrorKind);

/// Builds a timeline from one item.
pub(super) fn build<K: Ord + Clone + Debug>(item: Item<K>) -> Result<Timeline<K>, TimelineError> {
    let mut compiler = Compiler {
        keys: BTreeMap::new(),
        key_list: Vec::new(),
        kinds: Vec::new(),
        starts: Vec::new(),
        nodes: Vec::new(),
        names: Vec::new(),
        parents: Vec::new(),
        node_of: Vec::new(),
        levels: Vec::new(),
        motions: Vec::new(),
        lanes: Vec::new(),
        entries: Vec::new(),
        moves: Vec::new(),
        pools: Pools::default(),
        backs: Vec::new(),
        easings: Vec::new(),
        clips: Vec::new(),
        books: Vec::new(),
        labels: Vec::new(),
        one_way: false,
    };
    let item = match item.what {
        What::Nest(_) | What::TooDeep => item,
        _ => super::nest(TimelineBuilder::new("").then(item)),
    };
    match compiler.whole(item) {
        Ok(timeline) => Ok(timeline),
        Err((id, fault)) => Err(TimelineError { item: compiler.item_path(id), kind: fault }),
    }
}

impl<K: Ord + Clone + Debug> Compiler<K> {
    fn whole(&mut self, item: Item<K>) -> Result<Timeline<K>, Failed> {
        let nowhere = Node { start: 0, end: 0, motion: NONE, id: 0, what: Act::Wait };
        self.nodes.push(nowhere); // the whole comes first
        let around = Around {
            length: Span::from_millis(500),
            easing: Easing::Linear,
            conflict: Conflict::Refuse,
            num: 1,
            den: 1,
            turns: None,
            parent: NONE,
        };
        let delay = i128::from(item.delay.flicks().max(0));
        let mut placed = self.item(item, &around)?;
        let length = length_on_level(&self.lying(&placed, 0));
        self.lay(&mut placed, delay, length)?;
        self.nodes[0] = placed.node;
        self.node_of[0] = 0;
        let Moves::Lanes(lanes) = placed.moves else { return Err((0, TimelineErrorKind::TooDeep)) }; // not reached
        let name = self.name(0).into();
        let take = core::mem::take::<Vec<Node>>;
        let mut tables = Tables {
            nodes: take(&mut self.nodes).into(),
            levels: core::mem::take(&mut self.levels).into(),
            motions: core::mem::take(&mut self.motions).into(),
            lanes: core::mem::take(&mut self.lanes).into(),
            entries: core::mem::take(&mut self.entries).into(),
            backs: core::mem::take(&mut self.backs).into(),
            ways: Vec::new(), // when values are resolved
            easings: core::mem::take(&mut self.easings).into(),
            pools: core::mem::take(&mut self.pools),
            clips: core::mem::take(&mut self.clips).into(),
            books: core::mem::take(&mut self.books).into(),
            node_of: core::mem::take(&mut self.node_of).into(),
            layout: 0, // when all properties are known
        };
        let mut root_lanes = alloc::vec![NONE; self.key_list.len()];
        for LaneOf { key, lane, .. } in lanes {
            let kind = self.kinds[key as usize].ok_or((0, TimelineErrorKind::TooMany))?; // a lane has a writer
            let found = self.starts[key as usize].map_or(kind, |start| start.kind());
            if found != kind {
                return Err((
                    first_writer(&tables, lane),
                    TimelineErrorKind::KindMismatch {
                        key: self.key_name(key),
                        kind: found,
                        found: kind,
                    },
                ));
            }
            resolve(&mut tables, &self.moves, lane, kind, self.starts[key as usize]).map_err(
                |(id, fault)| {
                    (
                        id,
                        fault.unwrap_or_else(|| TimelineErrorKind::NoStart {
                            key: self.key_name(key),
                        }),
                    )
                },
            )?;
            root_lanes[key as usize] = lane;
        }
        tables.pools.shrink();
        tables.ways.shrink_to_fit();
        let properties: Box<[_]> = core::mem::take(&mut self.keys)
            .into_iter()
            .filter(|(_, key)| root_lanes[*key as usize] != NONE)
            .filter_map(|(name, key)| {
                Some(Property {
                    key: name,
                    lane: root_lanes[key as usize],
                    kind: self.kinds[key as usize]?,
                })
            })
            .collect();
        tables.layout = layout(&properties);
        let mut labels = core::mem::take(&mut self.labels);
        labels.sort_by(|one, other| (one.timeline, &one.name).cmp(&(other.timeline, &other.name)));
        let one_way = self.one_way;
        Ok(Timeline {
            name,
            tables: Arc::new(tables),
            properties,
            names: core::mem::take(&mut self.names).into(),
            parents: core::mem::take(&mut self.parents).into(),
            labels: labels.into(),
            one_way,
        })
    }

    fn motion(&self, node: &Node) -> Motion {
        self.motions.get(node.motion as usize).map_or(Motion::ONCE, |moving| moving.motion)
    }

    fn lying(&self, placed: &Placed, start: i64) -> Lying {
        Lying { start, length: placed.length, motion: self.motion(&placed.node) }
    }

    fn channel_kind(&self, node: u32, channel: u32) -> Option<ValueKind> {
        let Act::Clip(clip) = self.nodes[node as usize].what else { return None };
        let (_, channel) = self.clips[clip as usize].channels().nth(channel as usize)?;
        Some(channel.kind())
    }

    /// Converts an index, which must fit and must not be `NONE`.
    fn count(&self, count: usize, id: u32) -> Result<u32, Failed> {
        match u32::try_from(count) {
            Ok(count) if count <= MOST => Ok(count),
            _ => Err((id, TimelineErrorKind::TooMany)),
        }
    }

    /// The name of an item, by declaration number; empty for an unnamed item.
    fn name(&self, id: u32) -> &str {
        let found = self.names.binary_search_by_key(&id, |(id, _)| *id);
        found.map_or("", |place| &self.names[place].1)
    }

    /// The path of an item, by declaration number.
    fn item_path(&self, id: u32) -> ItemPath {
        let mut path = Vec::new();
        let mut at = id;
        // A parent has a lower number than its items, so the loop ends.
        while let Some(parent) = self.parents.get(at as usize) {
            path.push(self.name(at).into());
            at = *parent;
        }
        path.reverse();
        ItemPath { id: ItemId(id), path }
    }
}

/// A digest of properties: their keys, as `Debug` shows them, their lanes and their kinds.
fn layout<K: Debug>(properties: &[Property<K>]) -> u64 {
    struct Text(Digest);
    impl Write for Text {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.write(text.as_bytes());
            Ok(())
        }
    }
    let mut text = Text(Digest::default());
    for Property { key, lane, kind } in properties {
        let _never_fails = write!(text, "{key:?}");
        (lane, kind).hash(&mut text.0);
    }
    text.0.finish()
}

/// The declaration number of the first writer of a lane.
fn first_writer(tables: &Tables, lane: u32) -> u32 {
    let first = tables.lanes[lane as usize].first as usize;
    match tables.entries[first].write {
        tables::Write::Lane(lane) => first_writer(tables, lane),
        _ => tables.nodes[tables.backs[first].node as usize].id,
    }
}
