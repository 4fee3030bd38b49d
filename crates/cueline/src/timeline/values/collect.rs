//! Collects the segments of lanes.

use super::{
    super::{
        LaneId, Timeline,
        exact::Exact,
        index::Index,
        tables::{Action, NONE, Tables, Write},
    },
    Segment, TimelineValues, Writer,
};
use crate::{clip::Animated, digest::Digester};
use alloc::{sync::Arc, vec, vec::Vec};

struct Collector<'a, T> {
    tables: &'a Tables,
    cuts: Vec<Segment<T>>,
}

pub(super) fn values<K, T: Animated>(timeline: &Timeline<K>) -> TimelineValues<T> {
    let tables = timeline.tables();
    let mut collector = Collector::<T> { tables, cuts: Vec::new() };
    let mut lanes = Vec::new();
    for property in timeline.properties().iter().filter(|property| property.kind() == T::OF_KIND) {
        // Places are assigned below; until then, the index in key order.
        let number = u32::try_from(lanes.len()).unwrap_or(NONE);
        lanes.push((property.lane(), tables.lane_id(property.lane(), property.kind())));
        collector.lane(property.lane(), number);
    }
    let mut cuts = collector.cuts;
    cuts.sort_by_key(|cut| cut.start); // stable
    let mut place_of = vec![NONE; lanes.len()];
    let mut places = vec![NONE; tables.lane_count()];
    let mut placed: Vec<LaneId> = Vec::with_capacity(lanes.len());
    let (mut runs, mut run_of) = (Vec::new(), Vec::with_capacity(cuts.len() + 1));
    let mut next = NONE;
    for (number, cut) in (0..).zip(&mut cuts) {
        let place = &mut place_of[cut.place as usize];
        if *place == NONE {
            *place = u32::try_from(placed.len()).unwrap_or(NONE);
            let (number, lane) = lanes[cut.place as usize];
            places[number as usize] = *place;
            placed.push(lane);
        }
        if *place != next {
            runs.push(number);
        }
        run_of.push(u32::try_from(runs.len() - 1).unwrap_or(NONE));
        cut.place = *place;
        next = place.wrapping_add(1);
    }
    run_of.push(u32::try_from(runs.len()).unwrap_or(NONE));
    runs.push(u32::try_from(cuts.len()).unwrap_or(NONE));
    TimelineValues {
        tables: Arc::clone(tables),
        lanes: placed.into(),
        places: places.into(),
        index: Index::new(&cuts, Segment::range),
        before: cuts.iter().map(|cut| cut.before.clone()).collect(),
        after: cuts.iter().map(|cut| cut.after.clone()).collect(),
        segments: cuts.into(),
        runs: runs.into(),
        run_of: run_of.into(),
    }
}

/// The context of a nested lane, seen from the outermost level.
#[derive(Clone, Copy)]
struct Inside {
    /// The shift of all times.
    by: i64,
    /// The end of the parent timeline: from then on the values are constant.
    until: i64,
    /// The writer on the outermost level.
    entry: u32,
}

impl<T: Animated> Collector<'_, T> {
    fn lane(&mut self, lane: u32, number: u32) {
        let entries = self.tables.lane(lane);
        let Some(first) = self.value(|tables| tables.first(entries.start, T::OF_KIND)) else {
            return; // not reached: the property is of that kind
        };
        let mut before = first;
        for entry in entries.clone() {
            let next = if entry + 1 < entries.end {
                self.tables.entry(entry + 1).start()
            } else {
                i64::MAX
            };
            before = self.entry(entry, number, next, before, None);
        }
    }

    /// Collects the segments of an entry up to `next`, a time of its lane. Returns the value at the end.
    fn entry(
        &mut self,
        entry: usize,
        number: u32,
        next: i64,
        before: T,
        inside: Option<Inside>,
    ) -> T {
        let tables = self.tables;
        let it = tables.entry(entry);
        let below = tables.under(entry);
        let still = below.map_or(it.end(), |below| below.end().max(it.end()));
        let place = inside.unwrap_or(Inside {
            by: 0,
            until: i64::MAX,
            entry: u32::try_from(entry).unwrap_or(NONE),
        });
        let node = tables.node_of_entry(entry);
        // A nested lane that runs once at normal speed without blending can be expanded.
        if let (Write::Lane(lane), None) = (it.write(), below)
            && node.is_once()
            && still <= next
            && matches!(node.action(), Action::Level(_))
            && !tables.is_reduced(node)
        {
            return self.opened(lane, number, node.start(), node.end(), before, place);
        }
        let Some(start) = it.start().checked_add(place.by) else {
            return before; // after the latest possible time
        };
        let whole_still = still.saturating_add(place.by);
        let still = whole_still.min(next.saturating_add(place.by)).min(place.until);
        // If it is cut off, its constant value is never sampled; then any value will do.
        let shown = self.value(|tables| {
            let x = Exact::whole(if still == i64::MAX { start } else { still });
            tables.shown(place.entry as usize, T::OF_KIND, x)
        });
        let after = shown.unwrap_or_else(|| before.clone());
        let asked = Writer::entry(place.entry);
        let writer = match it.write() {
            Write::Tween { from, to, easing } if still == whole_still => {
                let is = |number, value: &T| {
                    self.value(|tables| tables.kept(T::OF_KIND, number))
                        .is_some_and(|found| bits(&found) == bits(value))
                };
                let is_known = is(from, &before) && is(to, &after);
                if is_known { Writer::eased(easing) } else { asked }
            }
            _ => asked,
        };
        let end = after.clone();
        self.cuts.push(Segment { start, still, place: number, writer, before, after });
        end
    }

    /// Collects the segments of a nested timeline's lane, from `start` to `end` on the parent level. Returns the value
    /// at the end.
    fn opened(
        &mut self,
        lane: u32,
        number: u32,
        start: i64,
        end: i64,
        before: T,
        around: Inside,
    ) -> T {
        let by = around.by.saturating_add(start);
        let until = end.saturating_add(around.by).min(around.until);
        let entries = self.tables.lane(lane);
        let mut before = before;
        for entry in entries.clone() {
            if self.tables.entry(entry).start().saturating_add(by) > until {
                break; // it would start when the parent timeline is over
            }
            let next = if entry + 1 < entries.end {
                self.tables.entry(entry + 1).start()
            } else {
                i64::MAX
            };
            before = self.entry(
                entry,
                number,
                next,
                before,
                Some(Inside { by, until, entry: around.entry }),
            );
        }
        before
    }

    fn value(&self, of: impl FnOnce(&Tables) -> crate::clip::Value) -> Option<T> {
        T::of(of(self.tables))
    }
}

/// Values with the same bits behave the same; values that compare equal may differ in the sign of a zero.
fn bits<T: Animated>(value: &T) -> u64 {
    let mut digest = Digester::default();
    value.feed(&mut digest);
    digest.finish()
}
