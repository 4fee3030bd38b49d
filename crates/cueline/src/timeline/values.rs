//! What all properties of one kind show, side by side.
//!
//! A game that keeps what its timelines move in rows of numbers wants to know, after a jump, which of the numbers are
//! others now, and nothing of the rest. So every property has a *place* here, in the order in which they begin to
//! move, and its time is cut into *stretches* that each belong to one writer: from the writer's start to the start of
//! the next one. A stretch moves up to some moment and stands still from there on. What stood still when a jump came
//! across it needs no curve to be asked: its value was known when the board was made. Where neighbours in time are
//! neighbours in place, a jump over a thousand of them is one copy.

use alloc::{boxed::Box, sync::Arc, vec::Vec};
use core::ops::Range;

use super::{
    LaneId, Timeline,
    exact::Exact,
    index::{self, Index},
    tables::{NONE, Tables},
};
use crate::{clip::Animated, time::Span};

mod collect;

/// Places in a row for all properties of one kind that a [`Timeline`] moves, and what a jump changes in that row.
/// Immutable; made once from a timeline, whose tables it shares.
///
/// # Examples
///
/// ```
/// use cueline::{time::Span, timeline::{TimelineValues, TimelineBuilder, from_to}};
///
/// let ms = Span::from_millis;
/// let deal = (0..4).fold(TimelineBuilder::new("deal").tween_duration(ms(100)), |draft, card| {
///     draft.then(from_to(("card", card), 0.0_f32, 8.0))
/// });
/// let deal = deal.build()?;
/// let board = TimelineValues::<f32>::new(&deal);
/// let mut row = Vec::new();
/// board.values_into(ms(0), &mut row);
/// assert_eq!(row, [0.0; 4]);
///
/// // Only what the jump changes is written; the first two in one piece.
/// board.changes(ms(0), ms(250), |first, new| row[first..][..new.len()].copy_from_slice(new));
/// assert_eq!(row, [8.0, 8.0, 4.0, 0.0]);
///
/// let last = deal.lane(&("card", 3)).expect("it is moved");
/// assert_eq!(board.place(last), Some(3));
/// # Ok::<(), cueline::timeline::TimelineError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TimelineValues<T> {
    tables: Arc<Tables>,
    /// By place.
    lanes: Box<[LaneId]>,
    /// By lane; `NONE` for those that have no place here.
    places: Box<[u32]>,
    /// Sorted by start.
    stretches: Box<[Stretch<T>]>,
    index: Index,
    /// What the properties of stretches show before them, once more: for runs of them at a time.
    before: Box<[T]>,
    /// The same where they stand still.
    after: Box<[T]>,
    /// Where each run of stretches begins whose places follow each other; and their number.
    runs: Box<[u32]>,
    /// The run of each stretch, and the number of runs.
    run_of: Box<[u32]>,
}

/// Times during which one writer has a property for itself, and all that is asked of them at a random time: so it is one
/// look into memory. Of numbers, two of them fill a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Stretch<T> {
    start: i64,
    /// From here on it stands still.
    still: i64,
    place: u32,
    writer: Writer,
    /// What the property shows just before, where nothing moves then.
    before: T,
    /// What it shows where the stretch stands still.
    after: T,
}

const _: () = assert!(size_of::<Stretch<f32>>() == 32, "half a cache line");

/// Who knows what a stretch shows that moves.
#[derive(Clone, Copy, Debug)]
struct Writer(u32);

impl Writer {
    /// Set beside the number of an easing.
    const EASED: u32 = 1 << 31;

    /// A tween from before to after, by the number of its easing.
    fn eased(easing: u32) -> Self {
        Self(easing | Self::EASED)
    }

    /// Any other, by its entry on the outermost level.
    fn entry(entry: u32) -> Self {
        Self(entry)
    }

    /// The easing, or the entry.
    #[inline]
    fn easing(self) -> Result<usize, usize> {
        let number = (self.0 & !Self::EASED) as usize;
        if self.0 & Self::EASED != 0 { Ok(number) } else { Err(number) }
    }
}

/// So many pieces for each place cost as much as to ask for every place.
const PIECES: usize = 16;

impl<T: Animated + Copy> TimelineValues<T> {
    /// Gives each property of the kind its place. O(n log n).
    #[must_use]
    pub fn new<K>(timeline: &Timeline<K>) -> Self {
        collect::board(timeline)
    }

    /// How many properties have a place.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lanes.len()
    }

    /// Whether the timeline moves nothing of that kind.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lanes.is_empty()
    }

    /// The properties, by place: in the order in which they begin to move; of one start, sorted by key.
    #[must_use]
    pub fn lanes(&self) -> &[LaneId] {
        &self.lanes
    }

    /// The place of a property; none for one of another kind, and for one of a timeline with other properties.
    #[must_use]
    pub fn place(&self, lane: LaneId) -> Option<usize> {
        let place = *self.places.get(self.tables.lane_number(lane)? as usize)?;
        (place != NONE).then_some(place as usize)
    }

    /// Fills `out` with what every property shows at a time, by place. Costs a search for each.
    pub fn values_into(&self, at: Span, out: &mut Vec<T>) {
        let x = self.tables.local(at);
        out.clear();
        out.extend((0..self.lanes.len()).filter_map(|place| self.sampled(place, x)));
    }

    /// Hands to `visit` every property that moves at a time, by its place, with what it shows. In the order of the
    /// starts of what moves them.
    ///
    /// Costs O(log n), and for each of the k that move at most O(log (n / k)).
    pub fn moving(&self, at: Span, visit: impl FnMut(usize, T)) {
        match self.tables.local_flick(at) {
            // As nearly always: with what comes of it in whole flicks.
            Some(flick) => self.moving_at(Exact::whole(flick), visit),
            None => self.moving_in_a_pass(at, visit),
        }
    }

    #[inline(never)]
    fn moving_in_a_pass(&self, at: Span, visit: impl FnMut(usize, T)) {
        self.moving_at(self.tables.local_in_a_pass(at), visit);
    }

    #[inline(always)]
    fn moving_at(&self, x: Exact, mut visit: impl FnMut(usize, T)) {
        let floor = x.floor();
        self.alive(
            floor,
            self.begun(floor),
            #[inline(always)]
            |_, stretch| visit(stretch.place as usize, self.shown(stretch, x)),
        );
    }

    /// Hands to `write` what a jump from one time to another changes, piece by piece: a place, and what it and those
    /// behind it show now. Of what is handed over twice, the last counts.
    ///
    /// After it, a row that held what showed at `from` holds what shows at `to`. What a short jump does not change is not
    /// handed over, a long one hands over everything. Costs O(log n) and what changes, but no more than asking for
    /// every property.
    pub fn changes(&self, from: Span, to: Span, mut write: impl FnMut(usize, &[T])) {
        let (was, new) = (self.tables.local(from).floor(), self.tables.local(to));
        let is = new.floor();
        let (begun, now_begun) = (self.begun(was), self.begun(is));
        if self.pieces_between(begun, now_begun) > PIECES * self.lanes.len() {
            for place in 0..self.lanes.len() {
                if let Some(value) = self.sampled(place, new) {
                    write(place, &[value]);
                }
            }
            return;
        }
        if was < is {
            // What moved is over, unless it moves on; all that has begun since is, too.
            let (mut first, mut count) = (begun, 0);
            self.alive(was, begun, |at, _| {
                first = first.min(at);
                count += 1;
            });
            if count < begun - first {
                // Some in between stood still.
                first = begun;
                self.leave(was, begun, &mut write);
            }
            self.pieces(first..now_begun, &mut write);
        } else {
            self.pieces_back(now_begun..begun, &mut write);
        }
        self.alive(is, now_begun, |_, stretch| {
            write(stretch.place as usize, &[self.shown(stretch, new)]);
        });
    }

    /// Writes what stretches leave, in order.
    #[inline]
    fn pieces(&self, of: Range<usize>, write: &mut impl FnMut(usize, &[T])) {
        let mut at = of.start;
        while at < of.end {
            let run = self.run_of[at] as usize;
            let end = (self.runs[run + 1] as usize).min(of.end);
            write(self.stretches[at].place as usize, &self.after[at..end]);
            at = end;
        }
    }

    /// Writes what showed before stretches, the last of them first.
    #[inline]
    fn pieces_back(&self, of: Range<usize>, write: &mut impl FnMut(usize, &[T])) {
        let mut end = of.end;
        while end > of.start {
            let run = self.run_of[end - 1] as usize;
            let at = (self.runs[run] as usize).max(of.start);
            write(self.stretches[at].place as usize, &self.before[at..end]);
            end = at;
        }
    }

    /// Writes what is left by all that moved at a time by which so many had begun.
    #[inline(never)]
    fn leave(&self, was: i64, begun: usize, write: &mut impl FnMut(usize, &[T])) {
        self.alive(was, begun, |_, stretch| {
            write(stretch.place as usize, &[stretch.after]);
        });
    }

    /// How many runs it takes to get from one stretch to another.
    #[inline]
    fn pieces_between(&self, one: usize, other: usize) -> usize {
        self.run_of[one].abs_diff(self.run_of[other]) as usize
    }

    /// How many stretches have begun by then.
    #[inline(always)]
    fn begun(&self, at: i64) -> usize {
        self.index.begun(at, &self.stretches, Stretch::lies)
    }

    /// Finds the stretches that move at a time by which so many have begun.
    #[inline(always)]
    fn alive(&self, at: i64, begun: usize, found: impl FnMut(usize, &Stretch<T>)) {
        self.index.lasting(at, &self.stretches[..begun], Stretch::lies, found);
    }

    /// What a stretch that moves shows.
    #[inline(always)]
    fn shown(&self, stretch: &Stretch<T>, x: Exact) -> T {
        let Stretch { start, still, writer, before, after, .. } = *stretch;
        match writer.easing() {
            Ok(easing) => {
                let share = x.share_between(start, still);
                before.lerp(&after, self.tables.easings[easing].eval(share))
            }
            Err(entry) => T::of(self.tables.shown(entry, T::OF_KIND, x)).unwrap_or(after),
        }
    }

    fn sampled(&self, place: usize, x: Exact) -> Option<T> {
        T::of(self.tables.sample_own(self.lanes[place], x))
    }
}

impl<T> Stretch<T> {
    #[inline]
    fn lies(&self) -> index::Stretch {
        index::Stretch { start: self.start, end: self.still }
    }
}
