//! What is called when a timeline goes back, or jumps about with its callbacks.
//!
//! Each step is one window of ours, forward or backward. What lies exactly on an end of a step may be called with the step
//! that comes there or with the one that goes on from there in the same direction, and must be called with one of them.

use std::collections::{BTreeMap, BTreeSet};

use cueline::{
    clip::Window,
    event::EventKind,
    time::Span,
    timeline::{ItemId, Timeline, TimelineEvents},
};

use super::{
    arrange::{Key, span},
    events::{Called, Order, Told, is_empty_loop, lazily},
    record::{Record, Snapshot},
};
use crate::{deviations, read::Malformed, verdict::Verdict};

/// Times are recorded to 7 decimals, several of which add up.
const NEAR: Span = Span::from_flicks(700);

/// A timeline, and all that is called in it in either direction, by our time.
pub(super) struct Played<'a> {
    timeline: &'a Timeline<Key>,
    order: Order,
    forward: Vec<Told>,
    backward: Vec<Told>,
    /// Something has moved as it would start before its timeline does.
    shifted: bool,
}

impl<'a> Played<'a> {
    pub(super) fn new(
        timeline: &'a Timeline<Key>,
        record: &Record,
        shifted: bool,
    ) -> Result<Self, Malformed> {
        let runs = [&record.forward, &record.backward, &record.seeks, &record.edges];
        let times = runs.into_iter().flatten().map(|snapshot| snapshot.total_time);
        let end = span(times.fold(0.0, f64::max))? + Span::FLICK;
        let told = |window: Window, forward: bool| -> Vec<Told> {
            let mut events = TimelineEvents::default();
            timeline.events(window, &mut events);
            events.iter().filter_map(|event| Told::new(timeline, event, forward)).collect()
        };
        Ok(Self {
            timeline,
            order: Order::new(timeline),
            forward: told(Window::forward(Span::ZERO, end).with_start(), true),
            backward: told(Window::backward(end, Span::ZERO), false),
            shifted,
        })
    }

    /// Compares a run that begins at a time, step by step.
    pub(super) fn compare(
        &self,
        verdict: &mut Verdict,
        name: &str,
        start: Span,
        run: &[Snapshot],
    ) -> Result<(), Malformed> {
        let mut from = start;
        // What the last step left to the next one, and in which direction; none before the first.
        let (mut owed, mut was_forward) = (Vec::<Told>::new(), None);
        let mut begun = BTreeSet::new();
        for snapshot in run {
            let to = span(snapshot.total_time)?;
            let what = format!("{name} at {}", snapshot.t);
            if to == from {
                if self.shifted && was_forward.is_none() {
                    verdict.wanted(&deviations::TIMELINE_BEFORE_ZERO);
                } else {
                    verdict.same(&format!("{what}: events"), 0, snapshot.events.len());
                }
                continue;
            }
            let is_forward = to > from;
            let is_first = was_forward.is_none();
            let turned = was_forward != Some(is_forward);
            let all = if is_forward { &self.forward } else { &self.backward };
            let (low, high) = (from.min(to), from.max(to));
            let near = |told: &Told, at: Span| (told.at - at).abs() <= NEAR;
            let on_way = |told: &&Told| {
                !near(told, from) && !near(told, to) && low < told.at && told.at < high
            };
            let arriving = |told: &Told| near(told, to) && !near(told, from);
            let count =
                |list: &[Called], called: &Called| list.iter().filter(|one| *one == called).count();
            let mut ours: Vec<Told> = Vec::new();
            let mut expect = |told: &Told, always: bool| {
                let so_far = ours.iter().filter(|one| one.called == told.called).count();
                let is_told = always || so_far < count(&snapshot.events, &told.called);
                if is_told {
                    ours.push(told.clone());
                }
                is_told
            };
            if turned {
                let always = is_first && from.is_zero() && !self.shifted;
                let leaving = all.iter().filter(|told| near(told, from));
                leaving.for_each(|told| _ = expect(told, always));
            } else {
                for told in &owed {
                    let path = self.order.path(told.item);
                    let repeats = path.iter().filter_map(|item| self.timeline.arrangement(*item));
                    let may_be_lost = repeats.into_iter().any(|it| it.passes != Some(1));
                    let forgotten = self.is_forgotten(told);
                    if !expect(told, !may_be_lost && !forgotten) {
                        verdict.wanted(if forgotten {
                            &deviations::TIMELINE_CALL_AT_THE_END
                        } else {
                            &deviations::TIMELINE_LOST_AT_A_TURN
                        });
                    }
                }
            }
            for told in all.iter().filter(on_way) {
                let forgotten = self.is_forgotten(told);
                let it = self.timeline.arrangement(told.item);
                let moved = self.shifted
                    && told.kind == EventKind::Start
                    && it.is_some_and(|it| it.start.is_zero());
                if !expect(told, !forgotten && !moved) {
                    verdict.wanted(if forgotten {
                        &deviations::TIMELINE_CALL_AT_THE_END
                    } else {
                        &deviations::TIMELINE_BEFORE_ZERO
                    });
                }
            }
            owed = Vec::new();
            for told in all.iter().filter(|told| arriving(told)) {
                let mut there = told.clone();
                if !is_forward && told.is_set {
                    there.called.1 = "complete".into(); // exactly there it shows what it has set
                }
                if !expect(&there, false) {
                    owed.push(told.clone());
                }
            }
            let known = |called: &Called| ours.iter().any(|told| told.called == *called);
            if self.shifted && (is_first || low.is_zero()) && snapshot.events.iter().all(known) {
                // Some of what begins at 0 was called before.
                verdict.wanted(&deviations::TIMELINE_BEFORE_ZERO);
            } else {
                self.compare_step(verdict, &what, &ours, &snapshot.events, &begun);
            }
            let started = ours.iter().filter(|told| told.kind == EventKind::Start);
            begun.extend(started.map(|told| told.called.0.clone()));
            (from, was_forward) = (to, Some(is_forward));
        }
        Ok(())
    }

    /// Whether something is called on the way forward only: it lies at the very end of the timeline around it, or at its
    /// start.
    fn is_forgotten(&self, told: &Told) -> bool {
        let around = self.order.path(told.item).get(1).copied();
        let (around, it) = (
            around.and_then(|around| self.timeline.arrangement(around)),
            self.timeline.arrangement(told.item),
        );
        let at_end = around.zip(it).is_some_and(|(around, it)| {
            it.start <= NEAR || around.duration.is_some_and(|end| (end - it.start).abs() <= NEAR)
        });
        told.backward && matches!(told.kind, EventKind::Cue(_)) && at_end
    }

    fn compare_step(
        &self,
        verdict: &mut Verdict,
        what: &str,
        told: &[Told],
        recorded: &[Called],
        begun: &BTreeSet<String>,
    ) {
        let by_time: Vec<Called> = told.iter().map(|told| told.called.clone()).collect();
        if by_time == recorded {
            return;
        }
        let mut ours = Vec::new();
        self.order.arrange(self.timeline, ItemId::WHOLE, told, &mut ours);
        if ours == recorded || lazily(self.timeline, &ours, begun) == recorded {
            return verdict.wanted(&deviations::TIMELINE_ITEM_BY_ITEM);
        }
        // Over the end of a pass: what is in the repeated item may be called for one of the passes only.
        let looped: BTreeSet<ItemId> =
            told.iter().filter(|told| told.kind == EventKind::Loop).map(|told| told.item).collect();
        let is_looped = |called: &Called| {
            let item = self.timeline.find(&called.0).ok();
            let item = item.or_else(|| (called.0 == "root").then_some(ItemId::WHOLE));
            item.is_some_and(|item| self.order.path(item).iter().any(|item| looped.contains(item)))
        };
        let split = |list: &[Called]| -> (Vec<Called>, BTreeMap<Called, usize>) {
            let (inside, outside): (Vec<_>, Vec<_>) =
                list.iter().cloned().partition(|one| is_looped(one));
            let mut counts = BTreeMap::new();
            for called in inside {
                *counts.entry(called).or_default() += 1;
            }
            (outside, counts)
        };
        // What takes no time and is repeated, and a repeated item that completes once more.
        let is_empty = |called: &Called| {
            self.timeline.find(&called.0).is_ok_and(|item| {
                self.order.path(item).into_iter().any(|item| is_empty_loop(self.timeline, item))
            })
        };
        let again = |called: &Called| {
            let item = self.timeline.find(&called.0).ok();
            let it = item.and_then(|item| self.timeline.arrangement(item));
            let repeated = it.is_some_and(|it| it.passes != Some(1));
            called.1 == "complete" && repeated && !by_time.contains(called)
        };
        let mut recorded = recorded.to_vec();
        if recorded.iter().any(again) {
            verdict.wanted(&deviations::TIMELINE_COMPLETE_AGAIN);
            recorded.retain(|called| !again(called));
        }
        if ours.iter().chain(&recorded).any(is_empty) {
            verdict.wanted(&deviations::TIMELINE_EMPTY_LOOP);
            ours.retain(|called| !is_empty(called));
            recorded.retain(|called| !is_empty(called));
        }
        if ours == recorded || lazily(self.timeline, &ours, begun) == recorded {
            return;
        }
        let (our_outside, our_inside) = split(&ours);
        let (outside, inside) = split(&recorded);
        // A jump into another pass goes to the end or the start of that pass first, and plays on from there. The outermost
        // repeated item tells one of its passes.
        let is_outermost = |called: &Called| {
            let item = self.timeline.find(&called.0).unwrap_or(ItemId::WHOLE);
            !self.order.path(item).iter().skip(1).any(|around| looped.contains(around))
        };
        let at_most = |(called, count): (&Called, &usize)| {
            let ours = our_inside.get(called).copied().unwrap_or(0);
            match (is_outermost(called), called.1.as_str()) {
                (true, "repeat") => *count == 1 && ours > 0,
                (true, "complete" | "reverse_complete") => *count <= ours,
                _ => *count <= ours.max(1),
            }
        };
        let told_once = |item: &ItemId| {
            let name = if *item == ItemId::WHOLE { "root" } else { self.timeline.item_name(*item) };
            // Back in its first pass it starts again.
            let called = ["repeat", "start"].map(|what| (name.to_string(), what.to_string()));
            !is_outermost(&called[0]) || called.iter().any(|called| inside.contains_key(called))
        };
        let told_once = looped.iter().all(told_once);
        let sorted = |list: &[Called]| {
            let mut list = list.to_vec();
            list.sort();
            list
        };
        if !looped.is_empty() && told_once && inside.iter().all(at_most) {
            verdict.wanted(&deviations::TIMELINE_ONE_OF_SEVERAL_PASSES);
            if our_outside == outside || sorted(&our_outside) == sorted(&outside) {
                return;
            }
        }
        let told: Vec<String> = told
            .iter()
            .map(|one| format!("{} {} at {}", one.called.0, one.called.1, one.at))
            .collect();
        verdict.fail(format!("{what}: ours {told:?}, recorded {recorded:?}"));
    }
}
