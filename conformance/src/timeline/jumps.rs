//! Compares the callbacks of a timeline that goes back, or jumps with its callbacks.
//!
//! Each step is one window of Cueline's, forward or backward. A callback exactly at an end of a step may come with the
//! step that arrives there or with the next step in the same direction, and must come with one of them.

use std::collections::{BTreeMap, BTreeSet};

use cueline::{
    clip::Window,
    event::EventKind,
    time::Span,
    timeline::{ItemId, Timeline, TimelineEvents},
};

use super::{
    arrange::{Key, span},
    events::{
        Called, Expected, Order, cut_before_the_pass, is_in_nothing, item_of, lazily,
        without_empty_starts,
    },
    record::{Record, Snapshot},
};
use crate::{deviations, read::Malformed, verdict::Verdict};

/// Times are recorded to 7 decimals, several of which add up.
const NEAR: Span = Span::from_flicks(700);

/// A timeline, and all its callbacks in either direction, by Cueline's time.
pub(super) struct Played<'a> {
    timeline: &'a Timeline<Key>,
    order: Order,
    forward: Vec<Expected>,
    backward: Vec<Expected>,
    /// Whether an item has moved because it would start before its timeline.
    shifted: bool,
}

impl<'a> Played<'a> {
    pub(super) fn new(
        verdict: &mut Verdict,
        timeline: &'a Timeline<Key>,
        record: &Record,
        shifted: bool,
    ) -> Result<Self, Malformed> {
        let runs = [&record.forward, &record.backward, &record.seeks, &record.edges];
        let times = runs.into_iter().flatten().map(|snapshot| snapshot.total_time);
        let end = span(times.fold(0.0, f64::max))? + Span::FLICK;
        let mut expected = |window: Window, forward: bool| -> Vec<Expected> {
            let mut events = TimelineEvents::default();
            timeline.events(window, &mut events);
            let all = events.iter().filter_map(|event| Expected::new(timeline, event, forward));
            without_empty_starts(verdict, timeline, all.collect())
        };
        Ok(Self {
            timeline,
            order: Order::new(timeline),
            forward: expected(Window::forward(Span::ZERO, end).with_start(), true),
            backward: expected(Window::backward(end, Span::ZERO), false),
            shifted,
        })
    }

    /// Compares a run from a given time, step by step.
    pub(super) fn compare(
        &self,
        verdict: &mut Verdict,
        name: &str,
        start: Span,
        run: &[Snapshot],
    ) -> Result<(), Malformed> {
        let mut from = start;
        // The callbacks that the last step left to the next one, and its direction; `None` before the first step.
        let (mut owed, mut was_forward) = (Vec::<Expected>::new(), None);
        let (mut begun, mut is_first) = (BTreeSet::new(), true);
        for snapshot in run {
            let to = span(snapshot.total_time)?;
            let what = format!("{name} at {}", snapshot.t);
            if to == from {
                let in_nothing =
                    |called: &Called| is_in_nothing(self.timeline, &self.order, false, called);
                if self.shifted && is_first {
                    verdict.wanted(&deviations::TIMELINE_BEFORE_ZERO);
                } else if is_first && name != "backward" && self.takes_no_time() {
                    // All of it plays with the first step; the backward run follows the forward one.
                    let all = &self.forward;
                    self.compare_step(verdict, (&what, true), all, &snapshot.events, &begun);
                    is_first = false;
                } else if !snapshot.events.is_empty() && snapshot.events.iter().all(in_nothing) {
                    verdict.wanted(&deviations::TIMELINE_TAKES_NO_TIME);
                } else {
                    verdict.same(&format!("{what}: events"), 0, snapshot.events.len());
                }
                continue;
            }
            let is_forward = to > from;
            let turned = was_forward != Some(is_forward);
            let all = if is_forward { &self.forward } else { &self.backward };
            let (low, high) = (from.min(to), from.max(to));
            let near = |expected: &Expected, at: Span| (expected.at - at).abs() <= NEAR;
            let on_way = |expected: &&Expected| {
                !near(expected, from)
                    && !near(expected, to)
                    && low < expected.at
                    && expected.at < high
            };
            let arriving = |expected: &Expected| near(expected, to) && !near(expected, from);
            let count =
                |list: &[Called], called: &Called| list.iter().filter(|one| *one == called).count();
            let mut ours: Vec<Expected> = Vec::new();
            let mut expect = |expected: &Expected, always: bool| {
                let so_far = ours.iter().filter(|one| one.called == expected.called).count();
                let is_called = always || so_far < count(&snapshot.events, &expected.called);
                if is_called {
                    ours.push(expected.clone());
                }
                is_called
            };
            if turned {
                let always = is_first && from.is_zero() && !self.shifted;
                let leaving = all.iter().filter(|expected| near(expected, from));
                leaving.for_each(|expected| _ = expect(expected, always));
            } else {
                for expected in &owed {
                    let path = self.order.path(expected.item);
                    let repeats = path.iter().filter_map(|item| self.timeline.arrangement(*item));
                    let may_be_lost = repeats.into_iter().any(|it| it.passes != Some(1));
                    let forgotten = self.is_forgotten(expected);
                    if !expect(expected, !may_be_lost && !forgotten) {
                        verdict.wanted(if forgotten {
                            &deviations::TIMELINE_CALL_AT_THE_END
                        } else {
                            &deviations::TIMELINE_LOST_AT_A_TURN
                        });
                    }
                }
            }
            for expected in all.iter().filter(on_way) {
                let forgotten = self.is_forgotten(expected);
                let it = self.timeline.arrangement(expected.item);
                let moved = self.shifted
                    && expected.kind == EventKind::Start
                    && it.is_some_and(|it| it.start.is_zero());
                if !expect(expected, !forgotten && !moved) {
                    verdict.wanted(if forgotten {
                        &deviations::TIMELINE_CALL_AT_THE_END
                    } else {
                        &deviations::TIMELINE_BEFORE_ZERO
                    });
                }
            }
            owed = Vec::new();
            for expected in all.iter().filter(|expected| arriving(expected)) {
                let mut there = expected.clone();
                if !is_forward && expected.is_set {
                    there.called.1 = "complete".into(); // exactly there GSAP shows the values that were set
                }
                if !expect(&there, false) {
                    owed.push(expected.clone());
                }
            }
            let known = |called: &Called| ours.iter().any(|expected| expected.called == *called);
            if self.shifted && (is_first || low.is_zero()) && snapshot.events.iter().all(known) {
                // Some callbacks at 0 came earlier.
                verdict.wanted(&deviations::TIMELINE_BEFORE_ZERO);
            } else {
                self.compare_step(verdict, (&what, is_forward), &ours, &snapshot.events, &begun);
            }
            let started = ours.iter().filter(|expected| expected.kind == EventKind::Start);
            begun.extend(started.map(|expected| expected.called.0.clone()));
            (from, was_forward, is_first) = (to, Some(is_forward), false);
        }
        Ok(())
    }

    fn takes_no_time(&self) -> bool {
        let whole = self.timeline.arrangement(ItemId::WHOLE);
        whole.is_some_and(|whole| whole.total == Some(Span::ZERO))
    }

    /// Returns `true` for a callback of the forward direction only: its item lies at the very end of the surrounding
    /// timeline, or at its start.
    fn is_forgotten(&self, expected: &Expected) -> bool {
        let around = self.order.path(expected.item).get(1).copied();
        let (around, it) = (
            around.and_then(|around| self.timeline.arrangement(around)),
            self.timeline.arrangement(expected.item),
        );
        let at_end = around.zip(it).is_some_and(|(around, it)| {
            it.start <= NEAR || around.duration.is_some_and(|end| (end - it.start).abs() <= NEAR)
        });
        let mirrored = self
            .order
            .path(expected.item)
            .into_iter()
            .any(|item| self.timeline.arrangement(item).is_some_and(|it| it.ping_pong));
        (expected.backward || mirrored) && matches!(expected.kind, EventKind::Cue(_)) && at_end
    }

    fn compare_step(
        &self,
        verdict: &mut Verdict,
        (what, is_forward): (&str, bool),
        expected: &[Expected],
        recorded: &[Called],
        begun: &BTreeSet<String>,
    ) {
        let by_time: Vec<Called> =
            expected.iter().map(|expected| expected.called.clone()).collect();
        if by_time == recorded {
            return;
        }
        let all = || self.forward.iter().chain(&self.backward);
        if let Some(called) =
            recorded.iter().find(|called| !all().any(|expected| expected.called == **called))
        {
            return verdict.fail(format!("{what}: recorded {called:?}, which ours never reports"));
        }
        let mut ours = Vec::new();
        self.order.arrange(self.timeline, ItemId::WHOLE, expected, &mut ours);
        if ours == recorded || lazily(self.timeline, &ours, begun) == recorded {
            return verdict.wanted(&deviations::TIMELINE_ITEM_BY_ITEM);
        }
        // Over the end of a pass, items in the repeated item may be called for only one of the passes.
        let looped: BTreeSet<ItemId> = expected
            .iter()
            .filter(|expected| expected.kind == EventKind::Loop)
            .map(|expected| expected.item)
            .filter(|item| {
                self.timeline.arrangement(*item).is_none_or(|it| it.duration != Some(Span::ZERO))
            })
            .collect();
        let is_looped = |called: &Called| {
            let item = item_of(self.timeline, &called.0);
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
        // Repeated items with a duration of zero, and a repeated item that completes once more.
        let backward = expected.iter().any(|one| one.backward);
        let is_empty =
            |called: &Called| is_in_nothing(self.timeline, &self.order, backward, called);
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
            verdict.wanted(&deviations::TIMELINE_TAKES_NO_TIME);
            ours.retain(|called| !is_empty(called));
            recorded.retain(|called| !is_empty(called));
        }
        if ours == recorded || lazily(self.timeline, &ours, begun) == recorded {
            return;
        }
        if ours == recorded || lazily(self.timeline, &ours, begun) == recorded {
            return;
        }
        // A jump into another pass goes to the end or the start of that pass first, and plays on from there. The
        // outermost repeated item reports one of its passes.
        let is_outermost = |called: &Called| {
            let item = self.timeline.find(&called.0).unwrap_or(ItemId::WHOLE);
            !self.order.path(item).iter().skip(1).any(|around| looped.contains(around))
        };
        let sorted = |list: &[Called]| {
            let mut list = list.to_vec();
            list.sort();
            list
        };
        let one_of_several = |ours: &[Called],
                              recorded: &[Called],
                              unnoticed: &BTreeSet<ItemId>| {
            let (our_outside, our_inside) = split(ours);
            let (outside, inside) = split(recorded);
            let at_most = |(called, count): (&Called, &usize)| {
                let ours = our_inside.get(called).copied().unwrap_or(0);
                match (is_outermost(called), called.1.as_str()) {
                    (true, "repeat") => *count == 1 && ours > 0,
                    (true, "complete" | "reverse_complete") => *count <= ours,
                    _ => *count <= ours.max(1),
                }
            };
            let reported_once = |item: &&ItemId| {
                let name =
                    if **item == ItemId::WHOLE { "root" } else { self.timeline.item_name(**item) };
                // Back in its first pass the item starts again.
                let called = ["repeat", "start"].map(|what| (name.to_string(), what.to_string()));
                !is_outermost(&called[0]) || called.iter().any(|called| inside.contains_key(called))
            };
            let noticed = |item: &&ItemId| !unnoticed.contains(*item);
            !looped.is_empty()
                && looped.iter().filter(noticed).all(|item| reported_once(&item))
                && inside.iter().all(at_most)
                && sorted(&our_outside) == sorted(&outside)
        };
        if one_of_several(&ours, &recorded, &BTreeSet::new()) {
            return verdict.wanted(&deviations::TIMELINE_ONE_OF_SEVERAL_PASSES);
        }
        // Each second pass of a mirrored item ends where the item begins. On the way back from there GSAP takes it for
        // one that has not begun: it reports no pass, and what is in it as if played from the start.
        let backward_way = !is_forward || expected.iter().any(|one| one.backward);
        let begins_again = |called: &Called| {
            let item = item_of(self.timeline, &called.0);
            called.1 == "start"
                && !by_time.contains(called)
                && item.is_some_and(|item| self.is_mirrored(item))
        };
        if backward_way && recorded.iter().any(begins_again) {
            verdict.wanted(&deviations::TIMELINE_MIRRORED_UNNOTICED);
            recorded.retain(|called| !begins_again(called));
        }
        let unnoticed = self.unnoticed(expected, &recorded);
        if !unnoticed.is_empty() {
            let is_inside = |called: &Called| self.is_inside(called, &unnoticed);
            let count =
                |list: &[Called], one: &Called| list.iter().filter(|called| *called == one).count();
            let bounded = recorded
                .iter()
                .filter(|called| is_inside(called))
                .all(|called| count(&recorded, called) <= count(&ours, called).max(1));
            if bounded {
                verdict.wanted(&deviations::TIMELINE_MIRRORED_UNNOTICED);
                ours.retain(|called| !is_inside(called));
                recorded.retain(|called| !is_inside(called));
            }
        }
        if ours == recorded || lazily(self.timeline, &ours, begun) == recorded {
            return;
        }
        if one_of_several(&ours, &recorded, &unnoticed) {
            return verdict.wanted(&deviations::TIMELINE_ONE_OF_SEVERAL_PASSES);
        }
        // Back over the start of a pass GSAP runs through the pass before it.
        let (mut our_rest, mut rest) = (ours.clone(), recorded.clone());
        let mut cut = false;
        for item in &looped {
            let before = |list| cut_before_the_pass(self.timeline, &self.order, *item, list);
            cut |= before(&mut rest) && before(&mut our_rest);
        }
        if cut && (our_rest == rest || sorted(&our_rest) == sorted(&rest)) {
            return verdict.wanted(&deviations::TIMELINE_WHOLE_PASS_AT_ONCE);
        }
        if cut && one_of_several(&our_rest, &rest, &unnoticed) {
            verdict.wanted(&deviations::TIMELINE_ONE_OF_SEVERAL_PASSES);
            return verdict.wanted(&deviations::TIMELINE_WHOLE_PASS_AT_ONCE);
        }
        // The same if the step ends at that start: then the pass comes after the callback of the item.
        let mut rest = recorded.clone();
        let ended = looped.iter().copied().filter(|item| self.ends_at_a_pass(expected, *item));
        let ended: BTreeSet<ItemId> = ended.collect();
        if !ended.is_empty() {
            for item in &ended {
                let name =
                    if *item == ItemId::WHOLE { "root" } else { self.timeline.item_name(*item) };
                let pass = rest.iter().position(|(who, what)| who == name && what == "repeat");
                let within = |called: &Called| {
                    called.0 != name && self.is_inside(called, &BTreeSet::from([*item]))
                };
                let mut place = 0..;
                rest.retain(|called| place.next() <= pass || pass.is_none() || !within(called));
            }
            if ours == rest
                || sorted(&ours) == sorted(&rest)
                || one_of_several(&ours, &rest, &unnoticed)
            {
                return verdict.wanted(&deviations::TIMELINE_WHOLE_PASS_AT_ONCE);
            }
        }
        let expected: Vec<String> = expected
            .iter()
            .map(|one| format!("{} {} at {}", one.called.0, one.called.1, one.at))
            .collect();
        verdict.fail(format!("{what}: ours {expected:?}, recorded {recorded:?}"));
    }

    /// Whether a callback is that of one of these items, or of something inside them.
    fn is_inside(&self, called: &Called, items: &BTreeSet<ItemId>) -> bool {
        let item = item_of(self.timeline, &called.0);
        item.is_some_and(|item| self.order.path(item).iter().any(|item| items.contains(item)))
    }

    fn is_mirrored(&self, item: ItemId) -> bool {
        self.timeline.arrangement(item).is_some_and(|it| it.ping_pong && it.passes != Some(1))
    }

    /// A mirrored item with an even number of passes.
    fn ends_at_its_start(&self, item: ItemId) -> bool {
        let it = self.timeline.arrangement(item);
        it.is_some_and(|it| it.ping_pong && it.passes.is_some_and(|passes| passes % 2 == 0))
    }

    /// The items that end at their start, of which a step goes back over passes, and of whose passes none is recorded.
    fn unnoticed(&self, expected: &[Expected], recorded: &[Called]) -> BTreeSet<ItemId> {
        let crossed = expected.iter().filter(|one| {
            one.kind == EventKind::Loop
                && one.backward
                && self.ends_at_its_start(one.item)
                && !recorded.contains(&one.called)
        });
        crossed.map(|one| one.item).collect()
    }

    /// Whether a pass of the item is the last thing that it reports on the way back in a step.
    fn ends_at_a_pass(&self, expected: &[Expected], item: ItemId) -> bool {
        let inside = |one: &&Expected| self.order.path(one.item).contains(&item);
        let last = expected.iter().rfind(inside);
        last.is_some_and(|one| one.item == item && one.kind == EventKind::Loop && one.backward)
    }
}
