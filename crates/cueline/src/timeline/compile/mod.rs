//! From a draft to a timeline: level by level, innermost first.
//!
//! Each level is placed, sorted and given its lanes; then, from the outside in, every tween is told what it starts
//! from. All of it is sorting, so n items take O(n log n).

mod lanes;
mod level;
mod place;

use alloc::{boxed::Box, collections::BTreeMap, sync::Arc, vec::Vec};
use core::{fmt::Debug, ops::Range};

use self::{
    lanes::{Ends, LaneOf, resolve},
    place::{length_on_level, span},
};
use super::{
    Conflict, Fault, Item, ItemId, Timeline, TimelineDraft, TimelineError, Whereabouts,
    exact::SPEED_LIMIT,
    item::{Move, What},
    motion::{Lying, Motion},
    pool::Pools,
    tables::{Act, Back, Entry, Lane, Level, Moving, NONE, Node, Tables},
    timeline::Label,
};
use crate::{
    clip::{
        Clip, Flipbook, Kind, Value,
        lookup::{Buckets, MOST},
    },
    playback::Loops,
    time::{Span, Speed},
    value::Easing,
};

/// Everything made so far.
pub(super) struct Builder<K> {
    keys: BTreeMap<K, u32>,
    /// By number.
    key_list: Vec<K>,
    kinds: Vec<Option<Kind>>,
    starts: Vec<Option<Value>>,
    nodes: Vec<Node>,
    /// The numbers of declaration of those that have names, and these.
    names: Vec<(u32, Box<str>)>,
    /// By number of declaration: that of the timeline around it.
    parents: Vec<u32>,
    node_of: Vec<u32>,
    levels: Vec<Level>,
    motions: Vec<Moving>,
    lanes: Vec<Lane>,
    entries: Vec<Entry>,
    backs: Vec<Back>,
    begins: Vec<Buckets>,
    moves: Vec<Ends>,
    pools: Pools,
    easings: Vec<Easing>,
    clips: Vec<Arc<Clip>>,
    books: Vec<Flipbook>,
    labels: Vec<Label>,
    one_way: bool,
}

/// What holds for the items of a level unless they say otherwise, and what lies around them.
#[derive(Clone, Copy)]
struct Around {
    length: Span,
    easing: Easing,
    conflict: Conflict,
    /// Products of the speeds around it.
    num: u64,
    den: u64,
    /// The innermost item around it that turns round.
    turns: Option<u32>,
    /// The timeline that it is in.
    parent: u32,
}

/// An item on its way to a level.
struct Placed {
    start: i128,
    /// Of one pass, in its own time.
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

type Failed = (u32, Fault);

/// Builds a timeline whose whole is that item.
pub(super) fn build<K: Ord + Clone + Debug>(item: Item<K>) -> Result<Timeline<K>, TimelineError> {
    let mut builder = Builder {
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
        begins: Vec::new(),
        easings: Vec::new(),
        clips: Vec::new(),
        books: Vec::new(),
        labels: Vec::new(),
        one_way: false,
    };
    let item = match item.what {
        What::Nest(_) | What::TooDeep => item,
        _ => super::nest(TimelineDraft::new("").then(item)),
    };
    match builder.whole(item) {
        Ok(timeline) => Ok(timeline),
        Err((id, fault)) => Err(TimelineError { item: builder.whereabouts(id), fault }),
    }
}

impl<K: Ord + Clone + Debug> Builder<K> {
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
        let Moves::Lanes(lanes) = placed.moves else { return Err((0, Fault::TooDeep)) }; // not reached
        let name = self.name(0).into();
        let take = core::mem::take::<Vec<Node>>;
        let mut tables = Tables {
            nodes: take(&mut self.nodes).into(),
            levels: core::mem::take(&mut self.levels).into(),
            motions: core::mem::take(&mut self.motions).into(),
            lanes: core::mem::take(&mut self.lanes).into(),
            entries: core::mem::take(&mut self.entries).into(),
            backs: core::mem::take(&mut self.backs).into(),
            begins: core::mem::take(&mut self.begins).into(),
            ways: Vec::new(), // when values are resolved
            easings: core::mem::take(&mut self.easings).into(),
            pools: core::mem::take(&mut self.pools),
            clips: core::mem::take(&mut self.clips).into(),
            books: core::mem::take(&mut self.books).into(),
            node_of: core::mem::take(&mut self.node_of).into(),
        };
        let mut root_lanes = alloc::vec![NONE; self.key_list.len()];
        for LaneOf { key, lane, .. } in lanes {
            let kind = self.kinds[key as usize].ok_or((0, Fault::TooMany))?; // a lane has a writer
            let found = self.starts[key as usize].map_or(kind, |start| start.kind());
            if found != kind {
                return Err((0, Fault::KindMismatch { key: self.key_name(key), kind, found }));
            }
            resolve(&mut tables, &self.moves, lane, kind, self.starts[key as usize]).map_err(
                |(id, fault)| {
                    (id, fault.unwrap_or_else(|| Fault::NoStart { key: self.key_name(key) }))
                },
            )?;
            root_lanes[key as usize] = lane;
        }
        tables.pools.shrink();
        tables.ways.shrink_to_fit();
        let properties = core::mem::take(&mut self.keys)
            .into_iter()
            .filter(|(_, key)| root_lanes[*key as usize] != NONE)
            .filter_map(|(name, key)| {
                Some(super::timeline::Property {
                    key: name,
                    lane: root_lanes[key as usize],
                    kind: self.kinds[key as usize]?,
                })
            })
            .collect();
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

    /// Takes an item in, with all that is in it, but does not place it.
    fn item(&mut self, item: Item<K>, around: &Around) -> Result<Placed, Failed> {
        let id = self.count(self.parents.len(), 0)?;
        let Item { name, what, length, easing, speed, loops, gap, ping_pong, .. } = item;
        if !name.is_empty() {
            self.names.push((id, name.into_boxed_str()));
        }
        self.parents.push(around.parent);
        self.node_of.push(NONE);
        let fail = |fault| Err((id, fault));
        let passes = match loops {
            Loops::Once => 1,
            Loops::Times(0) => return fail(Fault::NoPasses),
            Loops::Times(passes) => passes,
            Loops::Endless => 0,
        };
        if let Some(length) =
            [length, Some(gap)].into_iter().flatten().find(|span| span.is_negative())
        {
            return fail(Fault::NegativeLength { length });
        }
        let motion =
            Motion { speed, passes, gap: gap.flicks(), ping_pong: ping_pong && passes != 1 };
        let turns = if motion.ping_pong { Some(id) } else { around.turns };
        let num = u64::try_from(speed.num())
            .ok()
            .filter(|num| *num > 0)
            .and_then(|num| around.num.checked_mul(num));
        let (num, den) = match (num, around.den.checked_mul(speed.den())) {
            (Some(num), Some(den)) if num <= SPEED_LIMIT && den <= SPEED_LIMIT => (num, den),
            _ => return fail(Fault::Speed),
        };
        if item.one_way {
            self.one_way = true;
            if let Some(turns) = turns {
                return fail(Fault::OneWay { turns: self.whereabouts(turns) });
            }
        }
        let conflict = item.conflict.unwrap_or(around.conflict);
        let (what, length, moves) = match what {
            What::Tween(moves) => {
                let easing = easing.unwrap_or(around.easing);
                let moves = self.tween(id, moves, easing, item.keeps_velocity)?;
                (Act::Tween, Some(length.unwrap_or(around.length).flicks()), moves)
            }
            What::Clip(clip, keys) => {
                let keys =
                    keys.into_iter().map(|key| self.key(key, id)).collect::<Result<_, _>>()?;
                let length = clip.length().flicks();
                let number = self.count(self.clips.len(), id)?;
                self.clips.push(clip);
                (Act::Clip(number), Some(length), Moves::Channels(keys))
            }
            What::Flipbook(key, book) => {
                let key = self.key(key, id)?;
                let length = book.duration().map(Span::flicks);
                let number = self.count(self.books.len(), id)?;
                self.books.push(*book);
                (Act::Flipbook(number), length, Moves::Frames(key))
            }
            What::Cue(kind) => (Act::Cue(kind), Some(0), Moves::None),
            What::Call(number) => (Act::Call(number), Some(0), Moves::None),
            What::Pause => (Act::Pause, Some(0), Moves::None),
            What::Wait => (Act::Wait, Some(length.unwrap_or(Span::ZERO).flicks()), Moves::None),
            What::TooDeep => return fail(Fault::TooDeep),
            What::Nest(draft) => {
                let TimelineDraft { parts, starts, length, easing, conflict, .. } = *draft;
                for (key, value) in starts {
                    if !value.is_finite() {
                        return fail(Fault::NotFinite);
                    }
                    let key = self.key(key, id)?;
                    self.starts[key as usize].get_or_insert(value);
                }
                let inside = Around {
                    length: length.unwrap_or(around.length),
                    easing: easing.unwrap_or(around.easing),
                    conflict: conflict.unwrap_or(around.conflict),
                    num,
                    den,
                    turns,
                    parent: id,
                };
                let (level, length, lanes) = self.level(id, parts, &inside)?;
                (Act::Level(level), length, Moves::Lanes(lanes))
            }
        };
        // Moments have neither passes nor a speed.
        let is_moment = matches!(what, Act::Cue(_) | Act::Call(_) | Act::Pause);
        let motion =
            if is_moment { Motion { speed: Speed::NORMAL, ..Motion::ONCE } } else { motion };
        if motion.passes != 1 && length.is_none() {
            return fail(Fault::RepeatsEndless);
        }
        if length == Some(i64::MAX) {
            return fail(Fault::Overflow); // kept for what never ends
        }
        let length = length.unwrap_or(i64::MAX);
        if motion.passes != 1 && i128::from(length) + i128::from(motion.gap) == 0 {
            return fail(Fault::EmptyLoop);
        }
        let motion = if motion.passes == 1 { Motion { gap: 0, ..motion } } else { motion };
        let motion = if motion == Motion::ONCE {
            NONE
        } else {
            let number = self.count(self.motions.len(), id)?;
            let moving = Moving { motion, length };
            match self.motions.last() {
                Some(last) if *last == moving => number - 1,
                _ => {
                    self.motions.push(moving);
                    number
                }
            }
        };
        let node = Node { start: 0, end: 0, motion, id, what };
        Ok(Placed { start: 0, length, node, moves, conflict })
    }

    /// Gives an item its times.
    fn lay(&self, placed: &mut Placed, start: i128, length: Option<i128>) -> Result<(), Failed> {
        let id = placed.node.id;
        placed.node.start = span(start).map_err(|fault| (id, fault))?.flicks();
        placed.node.end = match length {
            None => i64::MAX,
            Some(length) => {
                let end = span(start + length).map_err(|fault| (id, fault))?.flicks();
                if end == i64::MAX {
                    return Err((id, Fault::Overflow));
                }
                end
            }
        };
        Ok(())
    }

    fn tween(
        &mut self,
        id: u32,
        moves: Vec<Move<K>>,
        easing: Easing,
        keeps_velocity: bool,
    ) -> Result<Moves, Failed> {
        let finite = |value: &Option<Value>| value.as_ref().is_none_or(Value::is_finite);
        if !easing.is_finite() || !moves.iter().all(|one| finite(&one.from) && finite(&one.to)) {
            return Err((id, Fault::NotFinite));
        }
        if let Some((key, kind, found)) = moves.iter().find_map(|one| match (one.from, one.to) {
            (Some(from), Some(to)) if from.kind() != to.kind() => {
                Some((&one.key, from.kind(), to.kind()))
            }
            _ => None,
        }) {
            let key = alloc::format!("{key:?}");
            return Err((id, Fault::KindMismatch { key, kind, found }));
        }
        let number = self.count(self.easings.len(), id)?;
        // Authors use few of them, most often the last one.
        let recent = self.easings.iter().rev().take(32).position(|known| *known == easing);
        let easing = match recent {
            Some(back) => self.count(self.easings.len() - 1 - back, id)?,
            None => {
                self.easings.push(easing);
                number
            }
        };
        let first = self.count(self.moves.len(), id)?;
        for Move { key, from, to } in moves {
            let key = self.key(key, id)?;
            let kind = from.as_ref().or(to.as_ref()).map(Value::kind);
            let mut keep = |value| match self.pools.keep(value) {
                Some(number) => Ok(number),
                None => Err((id, Fault::TooMany)),
            };
            let from = from.map(&mut keep).transpose()?;
            let to = to.map(&mut keep).transpose()?;
            self.moves.push(Ends { from, to, kind, easing, key, keeps_velocity, id });
        }
        let end = self.count(self.moves.len(), id)?;
        Ok(Moves::Ways(first..end))
    }

    fn key(&mut self, key: K, id: u32) -> Result<u32, Failed> {
        if let Some(known) = self.keys.get(&key) {
            return Ok(*known);
        }
        let number = self.count(self.key_list.len(), id)?;
        self.keys.insert(key.clone(), number);
        self.key_list.push(key);
        self.kinds.push(None);
        self.starts.push(None);
        Ok(number)
    }

    fn motion(&self, node: &Node) -> Motion {
        self.motions.get(node.motion as usize).map_or(Motion::ONCE, |moving| moving.motion)
    }

    fn lying(&self, placed: &Placed, start: i64) -> Lying {
        Lying { start, length: placed.length, motion: self.motion(&placed.node) }
    }

    fn channel_kind(&self, node: u32, channel: u32) -> Option<Kind> {
        let Act::Clip(clip) = self.nodes[node as usize].what else { return None };
        let (_, channel) = self.clips[clip as usize].channels().nth(channel as usize)?;
        Some(channel.kind())
    }

    /// A number of anything, which must fit and not be `NONE`.
    fn count(&self, count: usize, id: u32) -> Result<u32, Failed> {
        match u32::try_from(count) {
            Ok(count) if count <= MOST => Ok(count),
            _ => Err((id, Fault::TooMany)),
        }
    }

    /// The name of an item, by its number; empty for one without.
    fn name(&self, id: u32) -> &str {
        let found = self.names.binary_search_by_key(&id, |(id, _)| *id);
        found.map_or("", |place| &self.names[place].1)
    }

    /// Where an item is, by its number.
    fn whereabouts(&self, id: u32) -> Whereabouts {
        let mut path = Vec::new();
        let mut at = id;
        // The numbers fall from an item to what is around it, so this ends.
        while let Some(parent) = self.parents.get(at as usize) {
            path.push(self.name(at).into());
            at = *parent;
        }
        path.reverse();
        Whereabouts { id: ItemId(id), path }
    }
}
