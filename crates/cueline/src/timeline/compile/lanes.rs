//! Compiles lanes: the writers of each property, their conflicts, and the start values of tweens.

use alloc::{format, string::String, vec::Vec};
use core::fmt::Debug;

use super::{
    super::{
        Conflict, MAX_BLENDS, TimelineErrorKind,
        exact::Exact,
        tables::{Back, Entry, Lane, NONE, Tables, Way, Write},
    },
    Compiler,
};
use crate::{
    clip::{Value, ValueKind},
    time::{FLICKS_PER_MILLISECOND, Span},
};

/// One item writing one property, not yet sorted into a lane.
#[derive(Clone)]
pub(super) struct Writer {
    pub(super) key: u32,
    pub(super) start: i64,
    pub(super) end: i64,
    /// The declaration number of the item.
    pub(super) id: u32,
    /// The index in `nodes`.
    pub(super) node: u32,
    pub(super) write: Write,
    pub(super) conflict: Conflict,
}

/// A finished lane, as seen from the parent level.
#[derive(Clone, Copy)]
pub(super) struct LaneOf {
    pub(super) key: u32,
    pub(super) lane: u32,
    /// When the first writer starts, on the lane's level.
    pub(super) first: i64,
    /// When the last writer is over; `i64::MAX` for never.
    pub(super) last: i64,
}

impl<K: Ord + Clone + Debug> Compiler<K> {
    /// Groups the writers of a level into lanes.
    pub(super) fn lanes(
        &mut self,
        mut writers: Vec<Writer>,
    ) -> Result<Vec<LaneOf>, (u32, TimelineErrorKind)> {
        // Of writers with one start, the one declared last comes last: its value counts.
        writers.sort_by_key(|writer| (writer.key, writer.start, writer.id));
        let mut lanes = Vec::new();
        for writers in writers.chunk_by(|one, next| one.key == next.key) {
            let first = self.entries.len();
            // The writer that ends last, of those that still count.
            let mut latest = 0;
            let mut blends: usize = 0;
            for (place, writer) in writers.iter().enumerate() {
                let mut under = NONE;
                if place > 0 && writers[latest].end > writer.start {
                    match self.settle(&writers[latest], writer)? {
                        Conflict::Blend => {
                            blends += 1;
                            if blends > MAX_BLENDS {
                                let key = self.key_name(writer.key);
                                return Err((writer.id, TimelineErrorKind::TooManyBlends { key }));
                            }
                            under = self.count(first + latest, writer.id)?;
                        }
                        _ => latest = place,
                    }
                } else {
                    (latest, blends) = (place, 0);
                }
                if writer.end >= writers[latest].end {
                    latest = place;
                }
                let Writer { start, end, node, write, .. } = *writer;
                self.entries.push(Entry { start, end, write });
                self.backs.push(Back { under, node });
                self.kinds_agree(writer)?;
            }
            let (lane, id) = (self.lanes.len(), writers[0].id);
            let (first, end) = (self.count(first, id)?, self.count(self.entries.len(), id)?);
            self.lanes.push(Lane { first, end });
            let last = writers.iter().map(|writer| writer.end).max().unwrap_or(0);
            let (key, first) = (writers[0].key, writers[0].start);
            lanes.push(LaneOf { key, lane: self.count(lane, id)?, first, last });
        }
        Ok(lanes)
    }

    /// The resolution of a conflict between two writers.
    fn settle(
        &self,
        before: &Writer,
        after: &Writer,
    ) -> Result<Conflict, (u32, TimelineErrorKind)> {
        let (later, other) = if before.id > after.id { (before, after) } else { (after, before) };
        match later.conflict {
            Conflict::Refuse | Conflict::Queue => Err((
                later.id,
                TimelineErrorKind::Conflict {
                    key: self.key_name(after.key),
                    other: self.item_path(other.id),
                    at: Span::from_flicks(after.start),
                    until: Span::from_flicks(before.end),
                },
            )),
            settled => Ok(settled),
        }
    }

    fn kinds_agree(&mut self, writer: &Writer) -> Result<(), (u32, TimelineErrorKind)> {
        let found = match writer.write {
            Write::Tween { .. } => None, // not yet resolved
            Write::Way(way) => self.moves[way as usize].kind,
            Write::Channel(channel) => self.channel_kind(writer.node, channel),
            Write::Frames => Some(ValueKind::I32),
            Write::Lane(_) => None, // resolved when that lane was built
        };
        let known = &mut self.kinds[writer.key as usize];
        match (*known, found) {
            (Some(kind), Some(found)) if kind != found => {
                let key = self.key_name(writer.key);
                Err((writer.id, TimelineErrorKind::KindMismatch { key, kind, found }))
            }
            (None, found) => {
                *known = found;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    pub(super) fn key_name(&self, key: u32) -> String {
        self.key_list.get(key as usize).map_or_else(String::new, |key| format!("{key:?}"))
    }
}

/// The motion of one property, as far as the tween defines it.
#[derive(Clone, Copy)]
pub(super) struct Ends {
    /// The indices of the values at both ends.
    pub(super) from: Option<u32>,
    pub(super) to: Option<u32>,
    /// The kind of the given values.
    pub(super) kind: Option<ValueKind>,
    pub(super) key: u32,
    pub(super) easing: u32,
    pub(super) keeps_velocity: bool,
    pub(super) id: u32,
}

/// Resolves both end values of every tween of a lane, in the order in which the tweens first play.
///
/// `before` is the value of the property before the lane starts.
pub(super) fn resolve(
    tables: &mut Tables,
    moves: &[Ends],
    lane: u32,
    kind: ValueKind,
    before: Option<Value>,
) -> Result<(), (u32, Option<TimelineErrorKind>)> {
    let Lane { first, end } = tables.lanes[lane as usize];
    for entry in first..end {
        let Entry { start, write, .. } = tables.entries[entry as usize];
        let Back { under, node } = tables.backs[entry as usize];
        // Computed only if it is needed.
        let shown = |tables: &Tables| match entry.checked_sub(1) {
            Some(below) if entry > first => {
                Some(tables.shown(below as usize, kind, Exact::whole(start)))
            }
            _ => before,
        };
        match write {
            Write::Lane(lane) => {
                let shown = shown(tables);
                resolve(tables, moves, lane, kind, shown)?;
            }
            Write::Tween { .. } | Write::Channel(_) | Write::Frames => {}
            Write::Way(way) => {
                let ends = moves[way as usize];
                let too_many = || (ends.id, Some(TimelineErrorKind::TooMany));
                let (from, to) = match (ends.from, ends.to) {
                    (Some(from), Some(to)) => (from, to),
                    _ => {
                        let shown = shown(tables).ok_or((ends.id, None))?;
                        // Usually the end value of the previous tween.
                        let before = (entry > first)
                            .then(|| tables.way(tables.entries[entry as usize - 1].write))
                            .flatten()
                            .filter(|way| tables.pools.get(kind, way.to) == shown);
                        let shown = match before {
                            Some(way) => way.to,
                            None => tables.pools.keep(shown).ok_or_else(too_many)?,
                        };
                        (ends.from.unwrap_or(shown), ends.to.unwrap_or(shown))
                    }
                };
                let slope = if ends.keeps_velocity && entry > first {
                    slope_before(tables, entry, kind).ok_or_else(too_many)?
                } else {
                    NONE
                };
                let easing = ends.easing;
                let is_once = tables.nodes[node as usize].motion == NONE;
                let is_plain = slope == NONE && under == NONE && is_once;
                tables.entries[entry as usize].write = if is_plain {
                    Write::Tween { from, to, easing }
                } else {
                    let number = u32::try_from(tables.ways.len()).map_err(|_| too_many())?;
                    tables.ways.push(Way { from, to, easing, slope });
                    Write::Way(number)
                };
            }
        }
    }
    Ok(())
}

/// The slope of the property at the start of the entry, in change per pass of the entry.
fn slope_before(tables: &mut Tables, entry: u32, kind: ValueKind) -> Option<u32> {
    let start = tables.entries[entry as usize].start;
    let below = entry - 1;
    let Entry { start: begun, end: over, .. } = tables.entries[below as usize];
    let near = FLICKS_PER_MILLISECOND;
    let (from, to) = (start.saturating_sub(near).max(begun), start.saturating_add(near).min(over));
    if to <= from {
        return Some(NONE); // the property does not move
    }
    let at = |x| tables.shown(below as usize, kind, Exact::whole(x));
    let (early, late) = (at(from), at(to));
    let node = &tables.nodes[tables.backs[entry as usize].node as usize];
    let lying = tables.lying(node);
    let pass = lying.length as f64 / lying.motion.speed.as_f64();
    tables.pools.keep_slope(early, late, pass / (to - from) as f64)
}
