//! The compiled timeline: flat tables that refer to each other by index.
//!
//! Items are stored level by level, in playing order: by start, then by declaration. A *strand* holds the writers of one
//! property on one level: entries sorted by start, each a tween, a track of a clip, a flipbook, or the strand of a nested
//! timeline. So sampling a property costs one search on each level of nesting, and a nested timeline is stored once,
//! even if it repeats.

use alloc::{sync::Arc, vec::Vec};
use core::ops::Range;

use super::{
    entry::{Entry, TweenData, Write},
    exact::Exact,
    motion::{Motion, Placement},
    node::{Action, Level, NONE, Node, number},
    pool::Pools,
};
use crate::{
    clip::{Clip, Flipbook, Value, ValueKind, lookup::Buckets},
    motion::{MotionPreference, Purpose},
    time::{Span, Time},
    value::AnyEasing,
};

/// All tables except the names. Building adds rows; nothing changes afterwards.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    /// The whole first, then level by level.
    nodes: Vec<Node>,
    levels: Vec<Level>,
    motions: Vec<ItemMotion>,
    strands: Vec<Strand>,
    /// Finds entries in long strands.
    starts: Vec<Buckets>,
    entries: Vec<Entry>,
    /// Rarely used data of the items.
    backs: Vec<Back>,
    tweens: Vec<TweenData>,
    easings: Vec<AnyEasing>,
    pools: Pools,
    clips: Vec<Arc<Clip>>,
    books: Vec<Flipbook>,
    /// For each declaration number, the index in `nodes`.
    node_of: Vec<u32>,
    /// By declaration number.
    purposes: Vec<Purpose>,
    /// The preference for which values are sampled.
    preference: MotionPreference,
}

/// The motion of an item that does not run once at normal speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ItemMotion {
    motion: Motion,
    /// The duration of one pass, in the item's own time.
    length: i64,
}

/// The writers of one property on one level.
#[derive(Clone, Copy, Debug)]
struct Strand {
    /// The range in `entries`.
    first: u32,
    end: u32,
    /// The number of its table in `starts`; `NONE` for a short strand.
    starts: u32,
}

/// Up to this number of entries, a binary search in a strand is as fast as a table of their starts.
const SHORT: usize = 64;

/// Rarely used data of an entry.
#[derive(Clone, Copy, Debug)]
struct Back {
    /// The entry from which this entry blends, or `NONE`.
    under: u32,
    node: u32,
}

/// Building.
impl Tables {
    /// Tables with a place for the whole.
    pub(super) fn new() -> Self {
        Self {
            nodes: [Node::new(0, Action::Wait, NONE)].into(),
            levels: Vec::new(),
            motions: Vec::new(),
            strands: Vec::new(),
            starts: Vec::new(),
            entries: Vec::new(),
            backs: Vec::new(),
            tweens: Vec::new(),
            easings: Vec::new(),
            pools: Pools::default(),
            clips: Vec::new(),
            books: Vec::new(),
            node_of: Vec::new(),
            purposes: Vec::new(),
            preference: MotionPreference::Full,
        }
    }

    /// Makes room for the next item, by declaration number.
    pub(super) fn declare(&mut self, purpose: Purpose) {
        self.node_of.push(NONE);
        self.purposes.push(purpose);
    }

    /// Keeps the motion of an item with this duration of one pass, and returns its number. `None` here and below: too
    /// many rows.
    pub(super) fn add_motion(&mut self, motion: Motion, length: i64) -> Option<u32> {
        if motion == Motion::ONCE {
            return Some(NONE);
        }
        let moving = ItemMotion { motion, length };
        let number = number(self.motions.len())?;
        if self.motions.last() == Some(&moving) {
            return Some(number - 1);
        }
        self.motions.push(moving);
        Some(number)
    }

    pub(super) fn add_clip(&mut self, clip: Arc<Clip>) -> Option<u32> {
        let number = number(self.clips.len())?;
        self.clips.push(clip);
        Some(number)
    }

    pub(super) fn add_book(&mut self, book: Flipbook) -> Option<u32> {
        let number = number(self.books.len())?;
        self.books.push(book);
        Some(number)
    }

    pub(super) fn add_easing(&mut self, easing: &AnyEasing) -> Option<u32> {
        // Authors use few different motions, and most often repeat the last one.
        let recent = self.easings.iter().rev().take(32).position(|known| known == easing);
        if let Some(back) = recent {
            return number(self.easings.len() - 1 - back);
        }
        let number = number(self.easings.len())?;
        self.easings.push(easing.clone());
        Some(number)
    }

    /// Keeps a value, and returns its number.
    pub(super) fn keep(&mut self, value: Value) -> Option<u32> {
        self.pools.keep(value)
    }

    /// Keeps the slope of a motion from `from` to `to`, multiplied by `factor`, and returns its number.
    pub(super) fn keep_slope(&mut self, from: &Value, to: &Value, factor: f64) -> Option<u32> {
        self.pools.keep_slope(from, to, factor)
    }

    pub(super) fn set_whole(&mut self, whole: Node) {
        self.nodes[0] = whole;
        if let Some(place) = self.node_of.first_mut() {
            *place = 0;
        }
    }

    /// Adds the items of a level, in playing order, and returns the number of the level and the index of its first item.
    pub(super) fn add_level(
        &mut self,
        nodes: impl ExactSizeIterator<Item = Node>,
    ) -> Option<(u32, u32)> {
        let first = number(self.nodes.len())?;
        number(self.nodes.len() + nodes.len())?;
        self.nodes.extend(nodes);
        let nodes = &self.nodes[first as usize..];
        for (place, node) in (first..).zip(nodes) {
            self.node_of[node.id as usize] = place;
        }
        let level = Level::new(first, nodes, |node| self.is_composite(node));
        let number = number(self.levels.len())?;
        self.levels.push(level);
        Some((number, first))
    }

    /// Whether the item can have events between its start and its end.
    fn is_composite(&self, node: &Node) -> bool {
        match node.action {
            Action::Level(_) => true,
            Action::Clip(clip) if !self.clips[clip as usize].cues().is_empty() => true,
            Action::Flipbook(book) if !self.books[book as usize].cues().is_empty() => true,
            Action::Wait => false,
            _ => self.motion_of(node).passes() != 1,
        }
    }

    /// The number of entries so far.
    pub(super) fn entry_count(&self) -> usize {
        self.entries.len()
    }

    /// Adds an entry of a node, by its index; it blends from the entry `under`, unless that is `NONE`.
    pub(super) fn add_entry(&mut self, entry: Entry, under: u32, node: u32) {
        self.entries.push(entry);
        self.backs.push(Back { under, node });
    }

    /// Makes a strand of all entries from `first` on.
    pub(super) fn add_strand(&mut self, first: usize) -> Option<u32> {
        let strand = number(self.strands.len())?;
        let entries = &self.entries[first..];
        let mut starts = NONE;
        if entries.len() > SHORT {
            starts = number(self.starts.len())?;
            self.starts.push(Buckets::new(entries.len(), |place| entries[place].start)?);
        }
        self.strands.push(Strand {
            first: number(first)?,
            end: number(self.entries.len())?,
            starts,
        });
        Some(strand)
    }

    /// Replaces the known ends of a tween by its motion.
    pub(super) fn settle(&mut self, entry: usize, tween: TweenData) -> Option<()> {
        let Back { under, node } = self.backs[entry];
        let is_plain = !tween.has_slope() && under == NONE && self.nodes[node as usize].is_once();
        let write = if is_plain {
            tween.plain()
        } else {
            let number = u32::try_from(self.tweens.len()).ok()?;
            self.tweens.push(tween);
            Write::AnyTween(number)
        };
        self.entries[entry].write = write;
        Some(())
    }

    /// Gives back unused memory.
    pub(super) fn finish(mut self) -> Self {
        self.nodes.shrink_to_fit();
        self.levels.shrink_to_fit();
        self.motions.shrink_to_fit();
        self.strands.shrink_to_fit();
        self.starts.shrink_to_fit();
        self.entries.shrink_to_fit();
        self.backs.shrink_to_fit();
        self.tweens.shrink_to_fit();
        self.easings.shrink_to_fit();
        self.pools.shrink();
        self.clips.shrink_to_fit();
        self.books.shrink_to_fit();
        self.node_of.shrink_to_fit();
        self.purposes.shrink_to_fit();
        self
    }

    /// The same tables, sampled for a preference. `None` if nothing changes.
    pub(super) fn reduced(&self, preference: MotionPreference) -> Option<Self> {
        if preference == self.preference || !self.purposes.contains(&Purpose::Decorative) {
            return None;
        }
        let mut tables = Self { preference, ..self.clone() };
        for entry in 0..tables.entries.len() {
            let Write::Tween { from, to, easing } = tables.entries[entry].write else { continue };
            if tables.purpose(tables.node_of_entry(entry)) == Purpose::Decorative {
                // Plain tweens are sampled without a look at their items. There are no more tweens than entries.
                let Some(number) = number(tables.tweens.len()) else { continue };
                tables.tweens.push(TweenData::new(from, to, easing));
                tables.entries[entry].write = Write::AnyTween(number);
            }
        }
        Some(tables)
    }
}

impl Tables {
    /// The whole timeline.
    #[inline]
    pub(super) fn whole(&self) -> &Node {
        &self.nodes[0] // building puts it there
    }

    /// The item with this declaration number.
    #[inline]
    pub(super) fn node(&self, id: usize) -> Option<&Node> {
        let place = *self.node_of.get(id)?;
        if place == NONE { None } else { self.nodes.get(place as usize) }
    }

    pub(super) fn purpose(&self, node: &Node) -> Purpose {
        self.purposes.get(node.id as usize).copied().unwrap_or_default()
    }

    /// Whether the item is drawn at other times than its own.
    pub(super) fn is_reduced(&self, node: &Node) -> bool {
        self.preference != MotionPreference::Full && self.purpose(node) == Purpose::Decorative
    }

    /// The time of its level at which such an item is drawn at `x`. `None` if it is drawn at `x`.
    fn reduced_at(&self, node: &Node, x: Exact) -> Option<Exact> {
        let elapsed = i128::from(x.floor()) - i128::from(node.start);
        if !self.is_reduced(node) || elapsed <= 0 {
            return None;
        }
        let preference = self.preference.for_passes(self.motion_of(node).passes());
        let duration = node.end.checked_sub(node.start).filter(|_| node.end != i64::MAX);
        let shown = preference.shown_flicks(elapsed, duration.map(i128::from));
        // Between the start and `x` or the end.
        Some(Exact::whole(node.start.saturating_add(i64::try_from(shown).unwrap_or(i64::MAX))))
    }

    /// The number of declared items, with the whole.
    pub(super) fn declared(&self) -> usize {
        self.node_of.len()
    }

    #[inline]
    pub(super) fn level(&self, level: u32) -> &Level {
        &self.levels[level as usize]
    }

    pub(super) fn clip(&self, clip: u32) -> &Clip {
        &self.clips[clip as usize]
    }

    pub(super) fn book(&self, book: u32) -> &Flipbook {
        &self.books[book as usize]
    }

    #[inline]
    pub(super) fn easing(&self, easing: usize) -> &AnyEasing {
        &self.easings[easing]
    }

    /// The value with this number.
    pub(super) fn kept(&self, kind: ValueKind, number: u32) -> Value {
        self.pools.get(kind, number)
    }

    pub(super) fn entry(&self, entry: usize) -> Entry {
        self.entries[entry]
    }

    /// Whether an entry blends from the one before it.
    pub(super) fn blends(&self, entry: usize) -> bool {
        self.backs[entry].under != NONE
    }

    /// The item of an entry.
    pub(super) fn node_of_entry(&self, entry: usize) -> &Node {
        &self.nodes[self.backs[entry].node as usize]
    }

    /// The kind of a track of the clip that an item plays, by the index of the item.
    pub(super) fn channel_kind(&self, node: u32, channel: u32) -> Option<ValueKind> {
        let Action::Clip(clip) = self.nodes[node as usize].action else { return None };
        let (_, channel) = self.clips[clip as usize].channels().nth(channel as usize)?;
        Some(channel.kind())
    }

    /// The motion of an item that is not placed yet.
    #[inline]
    pub(super) fn motion_of(&self, node: &Node) -> Motion {
        self.motions.get(node.motion as usize).map_or(Motion::ONCE, |moving| moving.motion)
    }

    #[inline]
    pub(super) fn placement(&self, node: &Node) -> Placement {
        let start = node.start;
        match self.motions.get(node.motion as usize) {
            Some(ItemMotion { motion, length }) => Placement::new(start, *length, *motion),
            None => Placement::new(start, node.once(), Motion::ONCE),
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
        whole.is_once().then_some(local)
    }

    #[inline(never)]
    pub(super) fn local_in_a_pass(&self, at: Span) -> Exact {
        self.placement(&self.nodes[0]).place(Exact::whole(at.flicks())).at
    }

    #[inline]
    pub(super) fn nodes_of(&self, level: &Level) -> &[Node] {
        &self.nodes[level.range()]
    }

    pub(super) fn strand(&self, strand: u32) -> Range<usize> {
        let Strand { first, end, .. } = self.strands[strand as usize];
        first as usize..end as usize
    }

    /// The last entry of a strand that has started by then.
    fn last_begun(&self, strand: u32, floor: i64) -> Option<usize> {
        let Strand { first, end, starts } = self.strands[strand as usize];
        let entries = &self.entries[first as usize..end as usize];
        let begun = match self.starts.get(starts as usize) {
            None => entries.partition_point(|entry| entry.start <= floor),
            Some(starts) => starts.passed(floor, |place| entries[place].start),
        };
        begun.checked_sub(1).map(|last| first as usize + last)
    }

    /// The value of the property at `x` of the strand's level.
    pub(super) fn sample(&self, strand: u32, kind: ValueKind, x: Exact) -> Value {
        match self.last_begun(strand, x.floor()) {
            Some(last) => self.shown(last, kind, x),
            None => self.first(self.strand(strand).start, kind),
        }
    }

    /// The value before the first entry of a strand: the start value of its first writer.
    pub(super) fn first(&self, entry: usize, kind: ValueKind) -> Value {
        let own = &self.entries[entry];
        match own.write {
            Write::Strand(strand) => self.first(self.strand(strand).start, kind),
            Write::Tween { from, .. } => self.pools.get(kind, from),
            Write::AnyTween(tween) => self.pools.get(kind, self.tweens[tween as usize].from),
            Write::Channel(_) | Write::Frames => self.written(entry, kind, Exact::whole(own.start)),
        }
    }

    /// The value at `x` while an entry is the last that has started.
    pub(super) fn shown(&self, entry: usize, kind: ValueKind, x: Exact) -> Value {
        let (start, end) = (self.entries[entry].start, self.entries[entry].end);
        if let Write::Tween { from, to, easing } = self.entries[entry].write {
            let progress = self.easings[easing as usize].at(x.progress_between(start, end));
            return self.pools.lerp(kind, from, to, progress);
        }
        let own = self.written(entry, kind, x);
        let under = self.backs[entry].under;
        let Some(below) = self.entries.get(under as usize) else { return own };
        let node = &self.nodes[self.backs[entry].node as usize];
        if x.floor() >= below.end || self.reduced_at(node, x).is_some() {
            return own; // what is reduced does not blend in
        }
        let progress = x.minus(i128::from(start)).progress_of(below.end.saturating_sub(start));
        let below = self.shown(under as usize, kind, x);
        below.lerp(&own, progress).unwrap_or(own)
    }

    /// The value of an entry at `x`, without other entries. The entry is not a plain tween.
    fn written(&self, entry: usize, kind: ValueKind, x: Exact) -> Value {
        let write = self.entries[entry].write;
        let node = &self.nodes[self.backs[entry].node as usize];
        let placement = self.placement(node);
        let at = placement.place(self.reduced_at(node, x).unwrap_or(x)).at;
        match write {
            Write::Tween { .. } => Value::Bool(false), // not reached
            Write::AnyTween(tween) => {
                self.tweened(&self.tweens[tween as usize], kind, at.progress_of(placement.length))
            }
            Write::Strand(strand) => self.sample(strand, kind, at),
            Write::Channel(channel) => {
                let Action::Clip(clip) = node.action else { return Value::Bool(false) }; // not reached
                let mut channels = self.clips[clip as usize].channels();
                // Not reached either: channels are counted when the timeline is built.
                let channel = channels.nth(channel as usize);
                channel.map_or(Value::Bool(false), |(_, track)| {
                    track.sample(Span::from_flicks(at.floor()))
                })
            }
            Write::Frames => {
                let Action::Flipbook(book) = node.action else { return Value::Bool(false) }; // not reached
                let now = Time::from_flicks(at.floor());
                let frame = self.books[book as usize].frame_at(Time::ZERO, now);
                Value::I32(i32::try_from(frame).unwrap_or(i32::MAX))
            }
        }
    }

    /// The motion of a tween; `None` for other writers.
    pub(super) fn tween(&self, write: Write) -> Option<TweenData> {
        match write {
            Write::Tween { from, to, easing } => Some(TweenData::new(from, to, easing)),
            Write::AnyTween(tween) => Some(self.tweens[tween as usize]),
            _ => None,
        }
    }

    fn tweened(&self, tween: &TweenData, kind: ValueKind, progress: f64) -> Value {
        if tween.has_slope() {
            return self.pools.come_to_rest(kind, tween.from, tween.to, tween.slope, progress);
        }
        let progress = self.easings[tween.easing as usize].at(progress);
        self.pools.lerp(kind, tween.from, tween.to, progress)
    }
}
