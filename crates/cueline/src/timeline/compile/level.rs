//! Compiles one level: places, sorts and indexes the items, and collects their writers.

use alloc::{collections::BTreeMap, vec::Vec};
use core::fmt::Debug;

use super::{
    super::{
        Conflict, Position, TimelineErrorKind,
        entry::Write,
        item::{ContentPart, Declared, Item},
        motion::Placement,
    },
    compiler::{Compiler, Failed, LevelContext, Moves, Placed, StrandOf, fits},
    item::lay,
    place::{PlaceError, Placing, span},
    strands::Writer,
};
use crate::{order::sort_by, time::Span};

impl<K: Ord + Clone + Debug> Compiler<K> {
    /// Compiles the items of a timeline into a level. Returns the number, the duration and the strands of the level.
    pub(super) fn level(
        &mut self,
        id: u32,
        parts: Vec<ContentPart<K>>,
        around: &LevelContext,
    ) -> Result<(u32, Option<i64>, Vec<StrandOf>), Failed> {
        let mut placing = Placing::default();
        let mut placed: Vec<Placed> = Vec::with_capacity(parts.len());
        // When each property is free again, for items that queue; without the shift.
        let mut free: BTreeMap<u32, i128> = BTreeMap::new();
        let queues = around.conflict == Conflict::Queue
            || parts.iter().any(|part| match &part.declared {
                Declared::Item(item, _) => item.settings.conflict == Some(Conflict::Queue),
                Declared::Label(_) => false,
            });
        for ContentPart { position, declared } in parts {
            match declared {
                Declared::Label(name) => {
                    let put =
                        placing.find(&position, Some(0)).and_then(|at| placing.label(name, at));
                    put.map_err(|error| self.no_place(id, error))?;
                }
                Declared::Item(item, holds) => {
                    let queue = queues.then_some(&mut free);
                    placed.push(self.put(
                        *item,
                        around,
                        (&position, holds),
                        &mut placing,
                        queue,
                    )?);
                }
            }
        }
        let shift = placing.shift();
        let end = match placing.length() {
            None => None,
            Some(end) => Some(span(end).map_err(|fault| (id, fault))?),
        };
        for one in &mut placed {
            let length = self.placement(one, 0).length_on_level();
            lay(one, one.start + shift, length)?;
            // Only endless items do not count for the end; so no other item can lie behind it.
            if let (None, Some(end)) = (length, end) {
                let at = Span::from_flicks(one.node.start);
                if at >= end {
                    return Err((one.node.id, TimelineErrorKind::AfterEnd { at, end }));
                }
            }
        }
        let length = end.map(Span::flicks);
        for (name, at) in placing.into_labels() {
            let at = span(at).map_err(|fault| (id, fault))?;
            self.names.add_label(id, name, at);
        }
        // Equal starts keep the order of declaration.
        sort_by(&mut placed, |one, other| one.node.start.cmp(&other.node.start));
        let (level, strands) = self.sorted_level(id, placed)?;
        Ok((level, length, strands))
    }

    /// Compiles an item and puts it where it starts; `queue` has the time from which each property is free.
    fn put(
        &mut self,
        item: Item<K>,
        around: &LevelContext,
        (position, holds): (&Position, bool),
        placing: &mut Placing,
        queue: Option<&mut BTreeMap<u32, i128>>,
    ) -> Result<Placed, Failed> {
        let delay = i128::from(item.settings.delay.flicks());
        let mut one = self.item(item, around)?;
        let own = one.node.id;
        let placement = self.placement(&one, 0);
        let length = placement.length_on_level();
        let start = placing.find(position, length).map_err(|error| self.no_place(own, error))?;
        one.start = start + delay;
        if let Some(free) = queue {
            self.queue(&mut one, &placement, free);
        }
        placing.put(one.start, length, holds, own);
        Ok(one)
    }

    fn sorted_level(
        &mut self,
        id: u32,
        placed: Vec<Placed>,
    ) -> Result<(u32, Vec<StrandOf>), Failed> {
        let level = self.tables.add_level(placed.iter().map(|one| one.node));
        let (number, first) = fits(level, id)?;
        let mut writers = Vec::new();
        for (node, one) in (first..).zip(placed) {
            self.writers(node, one, &mut writers);
        }
        Ok((number, self.strands(writers)?))
    }

    /// Moves an item that queues after all other writers of its properties.
    fn queue(&self, placed: &mut Placed, placement: &Placement, free: &mut BTreeMap<u32, i128>) {
        let ranges: Vec<(u32, i128, i128)> = match &placed.moves {
            Moves::None => return,
            Moves::Tweens(moves) => {
                let length = placement.length_on_level().unwrap_or(i128::from(i64::MAX));
                let moves = &self.moves[moves.start as usize..moves.end as usize];
                moves.iter().map(|ends| (ends.key, 0, length)).collect()
            }
            Moves::Channels(keys) => {
                let length = placement.length_on_level().unwrap_or(i128::from(i64::MAX));
                keys.iter().map(|key| (*key, 0, length)).collect()
            }
            Moves::Frames(key) => {
                let length = placement.length_on_level().unwrap_or(i128::from(i64::MAX));
                [(*key, 0, length)].into()
            }
            Moves::Strands(strands) => strands
                .iter()
                .map(|strand| {
                    let (from, to) = range_of(strand, placement);
                    (strand.key, i128::from(from), i128::from(to))
                })
                .collect(),
        };
        if placed.conflict == Conflict::Queue {
            for (key, from, _) in &ranges {
                if let Some(free) = free.get(key) {
                    placed.start = placed.start.max(free - from);
                }
            }
        }
        for (key, _, to) in ranges {
            let until = placed.start + to;
            let free = free.entry(key).or_insert(until);
            *free = (*free).max(until);
        }
    }

    /// Collects the writers of a placed item.
    fn writers(&self, node: u32, placed: Placed, out: &mut Vec<Writer>) {
        let placement = self.placement(&placed, placed.node.start);
        let writer = |key, write| Writer::new(key, node, &placed, write);
        match &placed.moves {
            Moves::None => {}
            Moves::Tweens(moves) => {
                let tweens = moves.clone();
                out.extend(
                    tweens.map(|tween| {
                        writer(self.moves[tween as usize].key, Write::AnyTween(tween))
                    }),
                );
            }
            Moves::Channels(keys) => {
                out.extend(
                    (0..).zip(keys).map(|(channel, key)| writer(*key, Write::Channel(channel))),
                );
            }
            Moves::Frames(key) => out.push(writer(*key, Write::Frames)),
            Moves::Strands(strands) => {
                out.extend(strands.iter().map(|strand| {
                    let (start, end) = range_of(strand, &placement);
                    writer(strand.key, Write::Strand(strand.strand)).at(start, end)
                }));
            }
        }
    }

    fn no_place(&self, id: u32, error: PlaceError) -> Failed {
        match error {
            PlaceError::Endless(endless) => {
                (id, TimelineErrorKind::WaitsForEndless { endless: self.names.path(endless) })
            }
            PlaceError::Fault(fault) => (id, fault),
        }
    }
}

/// The time range of a strand, seen from the parent level.
fn range_of(strand: &StrandOf, placement: &Placement) -> (i64, i64) {
    let first = placement.reached(i128::from(strand.first));
    let last = match placement.total() {
        None => i64::MAX,
        Some(_) if strand.last == i64::MAX => i64::MAX,
        Some(_) if placement.motion.passes() == 1 => placement.reached(i128::from(strand.last)),
        Some(total) => placement.reached(total),
    };
    (first, last)
}
