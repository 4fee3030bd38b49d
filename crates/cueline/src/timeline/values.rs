//! The values of all properties of one kind, as one row.
//!
//! A game that keeps animated values in rows of numbers needs, after a jump, only the numbers that changed. So every
//! property has a *place* here, in the order in which the properties start to move. The time of a property is cut into
//! *segments*, one for each writer: from the start of the writer to the start of the next one. A segment moves up to
//! some moment and is constant from there on. A constant segment needs no curve: its value is computed when the
//! [`TimelineValues`] is built. If segments that follow each other in time have neighbouring places, a jump over a
//! thousand of them is one copy.

use alloc::{boxed::Box, sync::Arc, vec::Vec};
use core::{ops::Range, slice};

use super::{
    LaneId, Timeline,
    exact::Exact,
    index::{self, Index},
    tables::{NONE, Tables},
};
use crate::{clip::Animated, time::Span};

mod collect;

/// A row with the values of all properties of one kind in a [`Timeline`], and the changes of that row after a jump.
/// Immutable; built once from a timeline, and uses the tables of that timeline.
///
/// # Examples
///
/// ```
/// use cueline::{time::Span, timeline::{TimelineValues, TimelineBuilder, from_to}};
///
/// let ms = Span::from_millis;
/// let deal = (0..4).fold(TimelineBuilder::new("deal").tween_duration(ms(100)), |builder, card| {
///     builder.then(from_to(("card", card), 0.0_f32, 8.0))
/// });
/// let deal = deal.build()?;
/// let values = TimelineValues::<f32>::new(&deal);
/// let mut row = Vec::new();
/// values.values_into(ms(0), &mut row);
/// assert_eq!(row, [0.0; 4]);
///
/// // Only what the jump changes is written; the first two in one piece.
/// values.changes(ms(0), ms(250), |first, new| row[first..][..new.len()].copy_from_slice(new));
/// assert_eq!(row, [8.0, 8.0, 4.0, 0.0]);
///
/// let last = deal.lane(&("card", 3)).expect("it is moved");
/// assert_eq!(values.place(last), Some(3));
/// # Ok::<(), cueline::timeline::TimelineError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TimelineValues<T> {
    tables: Arc<Tables>,
    /// By place.
    lanes: Box<[LaneId]>,
    /// The place of each lane; `NONE` for lanes of other kinds.
    places: Box<[u32]>,
    /// Sorted by start.
    segments: Box<[Segment<T>]>,
    index: Index,
    /// A copy of the values before the segments, so that a run of segments is one slice.
    before: Box<[T]>,
    /// The same for the constant values of the segments.
    after: Box<[T]>,
    /// The start of each run of segments with consecutive places, then the number of segments.
    runs: Box<[u32]>,
    /// The run of each segment, and the number of runs.
    run_of: Box<[u32]>,
}

/// A time range in which one writer determines a property, with all the data that a sample needs, so that a sample
/// reads one row. For numbers, two rows fill a cache line.
#[derive(Clone, Debug)]
#[repr(align(32))]
struct Segment<T> {
    start: i64,
    /// From here on the value is constant.
    still: i64,
    place: u32,
    writer: Writer,
    /// The value of the property just before, if it does not move then.
    before: T,
    /// The constant value at the end of the segment.
    after: T,
}

const _: () = assert!(size_of::<Segment<f32>>() == 32, "half a cache line");

/// The source of the values of a moving segment.
#[derive(Clone, Copy, Debug)]
struct Writer(u32);

impl Writer {
    /// The bit that marks the number of an easing.
    const EASED: u32 = 1 << 31;

    /// A tween from `before` to `after`, by the number of its easing.
    fn eased(easing: u32) -> Self {
        Self(easing | Self::EASED)
    }

    /// Any other writer, by its entry on the outermost level.
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

/// With this number of pieces for each place, sampling every place costs as much.
const PIECES: usize = 16;

impl<T: Animated> TimelineValues<T> {
    /// Assigns a place to each property of the kind, in O(n log n).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, TimelineValues, from_to}};
    ///
    /// let deal = |card| from_to(card, 0.0_f32, 8.0).duration(ms(100));
    /// let hand = TimelineBuilder::new("hand").then(deal("ace")).then(deal("king")).build()?;
    /// let values = TimelineValues::<f32>::new(&hand);
    /// assert_eq!(values.len(), 2);
    /// assert!(TimelineValues::<f64>::new(&hand).is_empty(), "no property holds an f64");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new<K>(timeline: &Timeline<K>) -> Self {
        collect::values(timeline)
    }

    /// The number of properties with a place.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, TimelineValues, from_to}};
    ///
    /// let card = TimelineBuilder::new("card")
    ///     .then(from_to("x", 0.0_f32, 8.0).duration(ms(100)))
    ///     .then(from_to("x", 8.0_f32, 9.0).duration(ms(100)))
    ///     .build()?;
    /// assert_eq!(TimelineValues::<f32>::new(&card).len(), 1, "two items, one property");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.lanes.len()
    }

    /// Whether the timeline has no property of this kind.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, TimelineValues, from_to}};
    ///
    /// let card = TimelineBuilder::new("card").then(from_to("x", 0.0_f32, 8.0).duration(ms(100))).build()?;
    /// assert!(TimelineValues::<f64>::new(&card).is_empty(), "`x` holds an f32");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lanes.is_empty()
    }

    /// The properties by place: in the order in which they start to move, then by key.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, TimelineValues, from_to}};
    ///
    /// let deal = |card| from_to(card, 0.0_f32, 8.0).duration(ms(100));
    /// let hand = TimelineBuilder::new("hand").then(deal("ace")).then(deal("king")).build()?;
    /// let values = TimelineValues::<f32>::new(&hand);
    /// assert_eq!(values.lanes(), [hand.lane("ace")?, hand.lane("king")?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn lanes(&self) -> &[LaneId] {
        &self.lanes
    }

    /// The place of a property. `None` for a property of another kind, and for a lane of a timeline with other
    /// properties.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, TimelineValues, from_to}};
    ///
    /// let deal = |card| from_to(card, 0.0_f32, 8.0).duration(ms(100));
    /// let hand = TimelineBuilder::new("hand").then(deal("ace")).then(deal("king")).build()?;
    /// let values = TimelineValues::<f32>::new(&hand);
    /// assert_eq!(values.place(hand.lane("king")?), Some(1), "the second to move");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn place(&self, lane: LaneId) -> Option<usize> {
        let place = *self.places.get(self.tables.lane_number(lane)? as usize)?;
        (place != NONE).then_some(place as usize)
    }

    /// Fills `out` with the value of every property at a time, by place. Costs one search for each property.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, TimelineValues, from_to}};
    ///
    /// let deal = |card| from_to(card, 0.0_f32, 8.0).duration(ms(100));
    /// let hand = TimelineBuilder::new("hand").then(deal("ace")).then(deal("king")).build()?;
    /// let values = TimelineValues::<f32>::new(&hand);
    /// let mut row = Vec::new();
    /// values.values_into(ms(150), &mut row);
    /// assert_eq!(row, [8.0, 4.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn values_into(&self, at: Span, out: &mut Vec<T>) {
        let x = self.tables.local(at);
        out.clear();
        out.extend((0..self.lanes.len()).filter_map(|place| self.sampled(place, x)));
    }

    /// Calls `visit` with the place and the value of every property that moves at a time, in the order of the writers'
    /// starts.
    ///
    /// Costs O(log n), and at most O(log (n / k)) for each of the k moving properties.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, TimelineValues, from_to}};
    ///
    /// let deal = |card| from_to(card, 0.0_f32, 8.0).duration(ms(100));
    /// let hand = TimelineBuilder::new("hand").then(deal("ace")).then(deal("king")).build()?;
    /// let values = TimelineValues::<f32>::new(&hand);
    /// let mut moving = Vec::new();
    /// values.moving(ms(150), |place, value| moving.push((place, value)));
    /// assert_eq!(moving, [(1, 4.0)], "the first card has arrived");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moving(&self, at: Span, visit: impl FnMut(usize, T)) {
        match self.tables.local_flick(at) {
            // The usual case: the result is in whole flicks.
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
            |_, segment| visit(segment.place as usize, self.shown(segment, x)),
        );
    }

    /// Calls `write` with the changes of a jump from one time to another, piece by piece: the first place, and the new
    /// values from that place on. If a place is written twice, the last value counts.
    ///
    /// The changes turn a row of the values at `from` into the row of the values at `to`. A short jump writes only
    /// changed places, a long jump writes all places. Costs O(log n) plus the changes, but no more than sampling every
    /// property.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, TimelineValues, from_to}};
    ///
    /// let deal = |card| from_to(card, 0.0_f32, 8.0).duration(ms(100));
    /// let hand = TimelineBuilder::new("hand").then(deal("ace")).then(deal("king")).build()?;
    /// let values = TimelineValues::<f32>::new(&hand);
    /// let mut row = vec![0.0, 0.0];
    /// values.changes(ms(0), ms(150), |first, new| row[first..][..new.len()].copy_from_slice(new));
    /// assert_eq!(row, [8.0, 4.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
            // Segments that moved at `from` are over, unless they still move; so are all segments that have started
            // since.
            let (mut first, mut count) = (begun, 0);
            self.alive(was, begun, |at, _| {
                first = first.min(at);
                count += 1;
            });
            if count < begun - first {
                // Some segments in between did not move.
                first = begun;
                self.leave(was, begun, &mut write);
            }
            self.pieces(first..now_begun, &mut write);
        } else {
            self.pieces_back(now_begun..begun, &mut write);
        }
        self.alive(is, now_begun, |_, segment| {
            write(segment.place as usize, &[self.shown(segment, new)]);
        });
    }

    /// Writes the end values of segments, in order.
    #[inline]
    fn pieces(&self, of: Range<usize>, write: &mut impl FnMut(usize, &[T])) {
        let mut at = of.start;
        while at < of.end {
            let run = self.run_of[at] as usize;
            let end = (self.runs[run + 1] as usize).min(of.end);
            write(self.segments[at].place as usize, &self.after[at..end]);
            at = end;
        }
    }

    /// Writes the values before segments, the last segment first.
    #[inline]
    fn pieces_back(&self, of: Range<usize>, write: &mut impl FnMut(usize, &[T])) {
        let mut end = of.end;
        while end > of.start {
            let run = self.run_of[end - 1] as usize;
            let at = (self.runs[run] as usize).max(of.start);
            write(self.segments[at].place as usize, &self.before[at..end]);
            end = at;
        }
    }

    /// Writes the end values of all segments that moved at a time, given the number of segments that had started.
    #[inline(never)]
    fn leave(&self, was: i64, begun: usize, write: &mut impl FnMut(usize, &[T])) {
        self.alive(was, begun, |_, segment| {
            write(segment.place as usize, slice::from_ref(&segment.after));
        });
    }

    /// The number of runs from one segment to another.
    #[inline]
    fn pieces_between(&self, one: usize, other: usize) -> usize {
        self.run_of[one].abs_diff(self.run_of[other]) as usize
    }

    /// The number of segments that have started by then.
    #[inline(always)]
    fn begun(&self, at: i64) -> usize {
        self.index.begun(at, &self.segments, Segment::range)
    }

    /// Finds the segments that move at a time, given the number of segments that have started.
    #[inline(always)]
    fn alive(&self, at: i64, begun: usize, found: impl FnMut(usize, &Segment<T>)) {
        self.index.running(at, &self.segments[..begun], Segment::range, found);
    }

    /// The value of a moving segment.
    #[inline(always)]
    fn shown(&self, segment: &Segment<T>, x: Exact) -> T {
        let Segment { start, still, writer, before, after, .. } = segment;
        match writer.easing() {
            Ok(easing) => {
                let progress = x.progress_between(*start, *still);
                before.lerp(after, self.tables.easing(easing).at(progress))
            }
            Err(entry) => {
                T::of(self.tables.shown(entry, T::OF_KIND, x)).unwrap_or_else(|| after.clone())
            }
        }
    }

    fn sampled(&self, place: usize, x: Exact) -> Option<T> {
        T::of(self.tables.sample_own(self.lanes[place], x))
    }
}

impl<T> Segment<T> {
    #[inline]
    fn range(&self) -> index::Interval {
        index::Interval::new(self.start, self.still)
    }
}
