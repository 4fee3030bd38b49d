//! Compiles strands: the writers of each property, their conflicts, and the start values of tweens.

use alloc::vec::Vec;
use core::fmt::Debug;

use super::{
    super::{
        Conflict, MAX_BLENDS, TimelineErrorKind,
        entry::{Entry, TweenData, Write},
        exact::Exact,
        item::Goal,
        node::NONE,
        tables::Tables,
    },
    compiler::{Compiler, Ends, Failed, Placed, StrandOf, fits},
    relative,
};
use crate::{
    clip::{Value, ValueKind},
    order::sort_by,
    time::{FLICKS_PER_MILLISECOND, Span},
};

/// One item writing one property, not yet sorted into a strand.
#[derive(Clone)]
pub(super) struct Writer {
    key: u32,
    start: i64,
    end: i64,
    /// The declaration number of the item.
    id: u32,
    /// The index of the item.
    node: u32,
    write: Write,
    conflict: Conflict,
}

impl Writer {
    /// A writer of a key, by the item with this index.
    pub(super) const fn new(key: u32, node: u32, item: &Placed, write: Write) -> Self {
        let (start, end, id) = (item.node.start, item.node.end, item.node.id);
        Self { key, start, end, id, node, write, conflict: item.conflict }
    }

    /// The same writer at another time.
    pub(super) const fn at(self, start: i64, end: i64) -> Self {
        Self { start, end, ..self }
    }
}

impl<K: Ord + Clone + Debug> Compiler<K> {
    /// Groups the writers of a level into strands.
    pub(super) fn strands(&mut self, mut writers: Vec<Writer>) -> Result<Vec<StrandOf>, Failed> {
        // Of writers with one start, the one declared last comes last: its value counts.
        let by = |writer: &Writer| (writer.key, writer.start, writer.id);
        sort_by(&mut writers, |one, other| by(one).cmp(&by(other)));
        let mut strands = Vec::new();
        for writers in writers.chunk_by(|one, next| one.key == next.key) {
            let first = self.tables.entry_count();
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
                                let key = self.keys.name(writer.key);
                                return Err((writer.id, TimelineErrorKind::TooManyBlends { key }));
                            }
                            under = fits(u32::try_from(first + latest).ok(), writer.id)?;
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
                self.tables.add_entry(Entry::new(start, end, write), under, node);
                self.kinds_agree(writer)?;
            }
            let strand = fits(self.tables.add_strand(first), writers[0].id)?;
            let last = writers.iter().map(|writer| writer.end).max().unwrap_or(0);
            let (key, first) = (writers[0].key, writers[0].start);
            strands.push(StrandOf { key, strand, first, last });
        }
        Ok(strands)
    }

    /// The resolution of a conflict between two writers.
    fn settle(&self, before: &Writer, after: &Writer) -> Result<Conflict, Failed> {
        let (later, other) = if before.id > after.id { (before, after) } else { (after, before) };
        match later.conflict {
            Conflict::Refuse | Conflict::Queue => Err((
                later.id,
                TimelineErrorKind::Conflict {
                    key: self.keys.name(after.key),
                    other: self.names.path(other.id),
                    at: Span::from_flicks(after.start),
                    until: Span::from_flicks(other.end),
                },
            )),
            settled => Ok(settled),
        }
    }

    fn kinds_agree(&mut self, writer: &Writer) -> Result<(), Failed> {
        let found = match writer.write {
            Write::Tween { .. } => None, // not yet resolved
            Write::AnyTween(tween) => self.moves[tween as usize].kind,
            Write::Channel(channel) => self.tables.channel_kind(writer.node, channel),
            Write::Frames => Some(ValueKind::I32),
            Write::Strand(_) => None, // resolved when that strand was built
        };
        self.keys.agree(writer.key, found).map_err(|kind| {
            let key = self.keys.name(writer.key);
            // It differs, so it was found.
            (writer.id, TimelineErrorKind::KindMismatch { key, kind, found: found.unwrap_or(kind) })
        })
    }
}

/// Resolves both end values of every tween of a strand, in the order in which the tweens first play.
///
/// `before` is the value of the property before the strand starts.
pub(super) fn resolve(
    tables: &mut Tables,
    moves: &[Ends],
    strand: u32,
    kind: ValueKind,
    before: Option<&Value>,
) -> Result<(), (u32, Option<TimelineErrorKind>)> {
    let entries = tables.strand(strand);
    let first = entries.start;
    for entry in entries {
        let (start, write) = (tables.entry(entry).start, tables.entry(entry).write);
        // Computed only if it is needed.
        let shown = |tables: &Tables| match entry.checked_sub(1) {
            Some(below) if entry > first => Some(tables.shown(below, kind, Exact::whole(start))),
            _ => before.cloned(),
        };
        match write {
            Write::Strand(strand) => {
                let shown = shown(tables);
                resolve(tables, moves, strand, kind, shown.as_ref())?;
            }
            Write::Tween { .. } | Write::Channel(_) | Write::Frames => {}
            Write::AnyTween(tween) => {
                let ends = moves[tween as usize];
                let too_many = || (ends.id, Some(TimelineErrorKind::TooMany));
                let (from, to) = ends_of(tables, ends, (first, entry), kind, shown)?;
                let slope = if ends.keeps_velocity && entry > first {
                    slope_before(tables, entry, kind).ok_or_else(too_many)?
                } else {
                    NONE
                };
                let tween = TweenData::new(from, to, ends.easing).with_slope(slope);
                tables.settle(entry, tween).ok_or_else(too_many)?;
            }
        }
    }
    Ok(())
}

/// The numbers of the values at both ends of a tween: of an entry of a strand whose first entry is `first`. `shown` is the
/// value of the property where the tween starts.
fn ends_of(
    tables: &mut Tables,
    ends: Ends,
    (first, entry): (usize, usize),
    kind: ValueKind,
    shown: impl Fn(&Tables) -> Option<Value>,
) -> Result<(u32, u32), (u32, Option<TimelineErrorKind>)> {
    if let (Some(from), Goal::At(to)) = (ends.from, ends.goal) {
        return Ok((from, to));
    }
    let too_many = || (ends.id, Some(TimelineErrorKind::TooMany));
    let shown = shown(tables).ok_or((ends.id, None))?;
    // Usually the end value of the previous tween.
    let before = (entry > first)
        .then(|| tables.tween(tables.entry(entry - 1).write))
        .flatten()
        .filter(|tween| tables.kept(kind, tween.to) == shown);
    let to = match ends.goal {
        Goal::By(by) => relative::moved(&shown, &tables.kept(kind, by)),
        Goal::At(_) | Goal::Current => None,
    };
    if to.as_ref().is_some_and(|to| !to.is_finite()) {
        return Err((ends.id, Some(TimelineErrorKind::NotFinite)));
    }
    let shown = match before {
        Some(tween) => tween.to,
        None => tables.keep(shown).ok_or_else(too_many)?,
    };
    let to = match (ends.goal, to) {
        (Goal::At(to), _) => to,
        (_, Some(to)) => tables.keep(to).ok_or_else(too_many)?,
        (_, None) => shown,
    };
    Ok((ends.from.unwrap_or(shown), to))
}

/// The slope of the property at the start of the entry, in change per pass of the entry.
fn slope_before(tables: &mut Tables, entry: usize, kind: ValueKind) -> Option<u32> {
    let start = tables.entry(entry).start;
    let below = entry - 1;
    let (begun, over) = (tables.entry(below).start, tables.entry(below).end);
    let near = FLICKS_PER_MILLISECOND;
    let (from, to) = (start.saturating_sub(near).max(begun), start.saturating_add(near).min(over));
    if to <= from {
        return Some(NONE); // the property does not move
    }
    let at = |x| tables.shown(below, kind, Exact::whole(x));
    let (early, late) = (at(from), at(to));
    let placement = tables.placement(tables.node_of_entry(entry));
    let pass = placement.length as f64 / placement.motion.speed().as_f64();
    tables.keep_slope(&early, &late, pass / (to - from) as f64)
}

/// The declaration number of the first writer of a strand.
pub(super) fn first_writer(tables: &Tables, strand: u32) -> u32 {
    let first = tables.strand(strand).start;
    match tables.entry(first).write {
        Write::Strand(strand) => first_writer(tables, strand),
        _ => tables.node_of_entry(first).id,
    }
}
