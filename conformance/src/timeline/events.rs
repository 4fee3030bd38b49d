//! Compares the callbacks of a timeline that plays forward.

use std::collections::{BTreeMap, BTreeSet};

use cueline::{
    clip::Window,
    event::{Direction, EventKind},
    time::{Span, Speed},
    timeline::{Arrangement, ItemId, ItemKind, Timeline, TimelineEvent, TimelineEvents},
};

use super::{
    arrange::{Key, span},
    record::Snapshot,
};
use crate::{deviations, read::Malformed, verdict::Verdict};

/// A recorded callback: its owner and its kind.
pub(super) type Called = (String, String);

/// Compares the callbacks of a run that goes forward, step by step.
pub(super) fn compare(
    verdict: &mut Verdict,
    timeline: &Timeline<Key>,
    (name, run): (&str, &[Snapshot]),
    moved_timelines: &BTreeSet<String>,
) -> Result<(), Malformed> {
    let end = run.iter().map(|snapshot| snapshot.total_time).fold(0.0, f64::max);
    let mut events = TimelineEvents::default();
    timeline
        .events(Window::forward(Span::ZERO, span(end)? + Span::FLICK).with_start(), &mut events);
    let shifted = !moved_timelines.is_empty();
    let order = Order::new(timeline);
    let all = events.iter().filter_map(|event| Expected::new(timeline, event, true)).collect();
    let mut all = without_empty_starts(verdict, timeline, all);
    // Exactly between two passes the earlier pass shows, so the callbacks of the next pass come after that.
    let loops: Vec<(usize, ItemId, Span)> = (0..)
        .zip(&all)
        .filter(|(_, expected)| expected.kind == EventKind::Loop && !expected.backward)
        .map(|(place, expected)| (place, expected.item, expected.at))
        .collect();
    for (place, item, at) in loops {
        for expected in all[place + 1..].iter_mut().take_while(|expected| expected.at == at) {
            expected.after |= order.path(expected.item).contains(&item);
        }
    }
    let mut from = Span::ZERO;
    let mut last = Vec::new();
    let mut waiting: Vec<Expected> = Vec::new();
    let mut begun = BTreeSet::new();
    let mut moved = false;
    let whole = timeline.arrangement(ItemId::WHOLE);
    let takes_no_time = whole.is_some_and(|whole| whole.total == Some(Span::ZERO));
    // Callbacks from before time has moved.
    let mut early: Vec<Called> = Vec::new();
    for snapshot in run {
        let to = span(snapshot.total_time)?;
        let first = !moved;
        moved |= to > Span::ZERO || takes_no_time;
        if !moved {
            let known = |called: &Called| all.iter().any(|expected| expected.called == *called);
            if shifted && !snapshot.events.is_empty() {
                verdict.wanted(&deviations::TIMELINE_BEFORE_ZERO);
                early.extend(snapshot.events.iter().cloned());
            } else if whole.is_some_and(|whole| whole.duration == Some(Span::ZERO))
                && snapshot.events.iter().all(known)
            {
                verdict.wanted(&deviations::TIMELINE_TAKES_NO_TIME);
            } else {
                verdict.same(
                    &format!("{name} at {}: events", snapshot.t),
                    0,
                    snapshot.events.len(),
                );
            }
            continue;
        }
        let in_step = |expected: &&Expected| {
            // Times are recorded to 7 decimals.
            let (near, at) = (Span::from_flicks(350), expected.at);
            if expected.after {
                (from - near <= at || first) && at < to - near
            } else {
                (from + near < at || first) && at <= to + near
            }
        };
        let is_early =
            |expected: &Expected| expected.at.is_zero() && early.contains(&expected.called);
        let mut expected: Vec<Expected> = all.iter().filter(in_step).cloned().collect();
        expected.retain(|expected| !is_early(expected));
        // Items at the very start of a nested timeline may wait until the time of that timeline has moved.
        expected.splice(0..0, waiting.drain(..));
        let waits = |expected: &Expected| {
            let is_now = expected.at >= to - Span::from_flicks(350);
            expected.at_start && is_now && !snapshot.events.contains(&expected.called)
        };
        waiting.extend(expected.iter().filter(|expected| waits(expected)).cloned());
        if !waiting.is_empty() {
            verdict.wanted(&deviations::TIMELINE_NOTHING_AT_ZERO);
        }
        expected.retain(|expected| !waits(expected));
        let step = Step {
            name,
            from,
            to,
            last: std::mem::take(&mut last),
            expected: &expected,
            begun: &begun,
            moved_timelines,
        };
        let mut part = Verdict::new();
        compare_step(&mut part, timeline, &order, &step, snapshot);
        if first && shifted && !part.holds() {
            // Some callbacks at 0 came earlier, or come in another order.
            verdict.wanted(&deviations::TIMELINE_BEFORE_ZERO);
            let known =
                |called: &Called| expected.iter().any(|expected| expected.called == *called);
            let unknown =
                snapshot.events.iter().find(|called| !known(called) && called.1 == "complete");
            if let Some(called) = unknown {
                verdict.fail(format!("{name} at {}: {called:?}", snapshot.t));
            }
        } else {
            verdict.and(part);
        }
        begun.extend(
            expected
                .iter()
                .filter(|expected| expected.kind == EventKind::Start)
                .map(|expected| expected.called.0.clone()),
        );
        last = expected.into_iter().map(|expected| expected.called).collect();
        from = to;
    }
    Ok(())
}

/// One step of the run.
struct Step<'a> {
    /// The run.
    name: &'a str,
    /// Where it begins and ends.
    from: Span,
    to: Span,
    /// The callbacks of the step before.
    last: Vec<Called>,
    expected: &'a [Expected],
    /// The items that have started already.
    begun: &'a BTreeSet<String>,
    /// The timelines whose items have all moved later.
    moved_timelines: &'a BTreeSet<String>,
}

fn compare_step(
    verdict: &mut Verdict,
    timeline: &Timeline<Key>,
    order: &Order,
    step: &Step<'_>,
    snapshot: &Snapshot,
) {
    let expected = step.expected;
    let by_time: Vec<Called> = expected.iter().map(|expected| expected.called.clone()).collect();
    if by_time == snapshot.events {
        return;
    }
    let mut ours: Vec<Called> = Vec::new();
    order.arrange(timeline, ItemId::WHOLE, expected, &mut ours);
    let mut recorded = snapshot.events.clone();
    if ours == recorded || lazily(timeline, &ours, step.begun) == recorded {
        verdict.wanted(&deviations::TIMELINE_ITEM_BY_ITEM);
        return;
    }
    excuse(verdict, timeline, order, step, &mut ours, &mut recorded);
    // A pass that begins exactly with the step may be reported after what happens in it.
    let begins = |one: &Expected| {
        one.kind == EventKind::Loop && (one.at - step.from).abs() <= Span::from_flicks(700)
    };
    let begin: Vec<&Called> =
        expected.iter().filter(|one| begins(one)).map(|one| &one.called).collect();
    if ours != recorded && ours.len() == recorded.len() {
        let others = |list: &[Called]| -> Vec<Called> {
            list.iter().filter(|called| !begin.contains(called)).cloned().collect()
        };
        let (our_others, others) = (others(&ours), others(&recorded));
        if our_others == others || lazily(timeline, &our_others, step.begun) == others {
            return verdict.wanted(&deviations::TIMELINE_ITEM_BY_ITEM);
        }
    }
    if ours != recorded && lazily(timeline, &ours, step.begun) != recorded {
        let expected: Vec<String> = expected
            .iter()
            .map(|one| format!("{} {} at {}", one.called.0, one.called.1, one.at))
            .collect();
        let recorded = &snapshot.events;
        verdict.fail(format!(
            "{} at {}: ours {expected:?}, recorded {recorded:?}",
            step.name, snapshot.t
        ));
    }
}

/// The same if tweens that play for the first time start only when another item ends or is called, or with the step.
pub(super) fn lazily(
    timeline: &Timeline<Key>,
    called: &[Called],
    begun: &BTreeSet<String>,
) -> Vec<Called> {
    let (mut out, mut waiting) = (Vec::new(), Vec::new());
    for one in called {
        let is_tween = timeline
            .find(&one.0)
            .is_ok_and(|item| matches!(timeline.kind(item), Some(ItemKind::Tween)));
        match one.1.as_str() {
            "start" if is_tween && !begun.contains(&one.0) => waiting.push(one.clone()),
            "start" | "repeat" => out.push(one.clone()),
            _ => {
                out.append(&mut waiting);
                out.push(one.clone());
            }
        }
    }
    out.append(&mut waiting);
    out
}

/// Removes the excused callbacks from both lists.
fn excuse(
    verdict: &mut Verdict,
    timeline: &Timeline<Key>,
    order: &Order,
    step: &Step<'_>,
    ours: &mut Vec<Called>,
    recorded: &mut Vec<Called>,
) {
    // Several passes in one step.
    let repeats = ours.iter().filter(|(_, what)| what == "repeat").cloned().collect::<Vec<_>>();
    for repeat in &repeats {
        let count = |list: &[Called]| list.iter().filter(|one| *one == repeat).count();
        while count(ours) > count(recorded).max(1) {
            verdict.wanted(&deviations::TIMELINE_ONE_OF_SEVERAL_PASSES);
            if let Some(at) = ours.iter().rposition(|one| one == repeat) {
                ours.remove(at);
            }
        }
    }
    let expected = step.expected;
    for one in expected {
        let Some(it) = timeline.arrangement(one.item) else { continue };
        let what = one.called.1.as_str();
        let is_missing = !recorded.contains(&one.called);
        // If one backward step crosses the first pass and the start of an item, only the pass is called.
        let gone = what == "reverse_complete"
            && expected.iter().any(|other| other.item == one.item && other.kind == EventKind::Loop);
        if is_missing && gone {
            verdict.wanted(&deviations::TIMELINE_ONE_OF_SEVERAL_PASSES);
            ours.retain(|called| *called != one.called);
        }
        // Backward, a call at an end of the surrounding timeline may be missing.
        let outer = order.path(one.item).get(1).and_then(|outer| timeline.arrangement(*outer));
        let near = |one: Span, other: Span| (one - other).abs() <= Span::from_flicks(700);
        let at_an_end = outer.is_some_and(|outer| {
            near(it.start, Span::ZERO) || outer.duration.is_some_and(|end| near(it.start, end))
        });
        let mirrored = order
            .path(one.item)
            .into_iter()
            .any(|item| timeline.arrangement(item).is_some_and(|it| it.ping_pong));
        if is_missing && what == "call" && (one.backward || mirrored) && at_an_end {
            verdict.wanted(&deviations::TIMELINE_CALL_AT_THE_END);
            ours.retain(|called| *called != one.called);
        }
        // If a backward pass has ended exactly with the step before, the next pass begins without a callback.
        let gap = around(timeline, one.item, it.gap);
        let turned =
            what == "repeat" && !one.backward && it.ping_pong && near(one.at - gap, step.from);
        // If one step crosses the last pass and the end of a mirrored item, only the pass is called.
        let ended = what == "complete"
            && it.ping_pong
            && expected.iter().any(|other| other.item == one.item && other.kind == EventKind::Loop);
        // If a pass begins after a gap that a step has ended, its first items have no callback.
        let after_a_gap = matches!(what, "start" | "call")
            && near(one.at, step.from)
            && order.path(one.item).into_iter().skip(1).any(|item| {
                timeline
                    .arrangement(item)
                    .is_some_and(|it| it.passes != Some(1) && !it.gap.is_zero())
            });
        if is_missing && (turned || ended || after_a_gap) {
            verdict.wanted(&deviations::TIMELINE_LOST_AT_A_TURN);
            ours.retain(|called| *called != one.called);
        }
    }
    recorded.retain(|called| {
        let again = called.1 == "complete" && step.last.contains(called) && !ours.contains(called);
        let scaled = timeline.find(&called.0).ok().and_then(|item| timeline.arrangement(item));
        let scaled =
            scaled.is_some_and(|item| item.speed != Speed::NORMAL && item.passes != Some(1));
        if again && scaled {
            verdict.wanted(&deviations::TIMELINE_COMPLETE_AGAIN);
        }
        !(again && scaled)
    });
    // Timelines with a duration of zero.
    let backward = expected.iter().any(|one| one.backward);
    let emptied = |called: &Called| is_in_nothing(timeline, order, backward, called);
    if ours != recorded && ours.iter().chain(&*recorded).any(emptied) {
        verdict.wanted(&deviations::TIMELINE_TAKES_NO_TIME);
        ours.retain(|called| !emptied(called));
        recorded.retain(|called| !emptied(called));
    }
    // A pass that begins in the step is cut short where the step ends at a whole multiple of the duration.
    for item in expected.iter().filter(|one| one.kind == EventKind::Loop).map(|one| one.item) {
        if !ends_at_a_multiple(timeline, order, item, step.to) {
            continue;
        }
        let name = if item == ItemId::WHOLE { "root" } else { timeline.item_name(item) };
        let is_pass = |(who, what): &Called| who == name && what == "repeat";
        let inside = |called: &Called| {
            let inner = item_of(timeline, &called.0);
            called.0 != name && inner.is_some_and(|inner| order.path(inner).contains(&item))
        };
        let (Some(ours_at), Some(at)) =
            (ours.iter().rposition(is_pass), recorded.iter().rposition(is_pass))
        else {
            continue;
        };
        if recorded[at..].iter().any(inside) {
            continue;
        }
        verdict.wanted(&deviations::TIMELINE_PASS_CUT_SHORT);
        let mut place = 0..;
        let ends = |called: &Called| {
            called.0 == name && called.1 == "complete" && !recorded.contains(called)
        };
        ours.retain(|called| place.next() <= Some(ours_at) || !(inside(called) || ends(called)));
        // What shows there of the pass before is called on the way to it.
        let before = ours.clone();
        let mut place = 0..;
        recorded.retain(|called| {
            let is_extra = place.next() < Some(at) && inside(called) && !before.contains(called);
            !is_extra
        });
    }
    // If all items of a nested timeline have moved, GSAP's playhead of that timeline is off.
    let inside_moved = |called: &Called| {
        timeline.find(&called.0).is_ok_and(|item| {
            let around = order.path(item).into_iter().filter(|item| *item != ItemId::WHOLE);
            let mut names = around.map(|item| timeline.item_name(item));
            names.any(|name| step.moved_timelines.contains(name))
        })
    };
    if lazily(timeline, ours, step.begun) != *recorded
        && recorded.iter().chain(&*ours).any(inside_moved)
    {
        verdict.wanted(&deviations::TIMELINE_BEFORE_ZERO);
        ours.retain(|called| !inside_moved(called));
        recorded.retain(|called| !inside_moved(called));
    }
    // A repeated timeline that is entered from its end.
    for expected in
        expected.iter().filter(|expected| expected.called.1 == "repeat" && expected.backward)
    {
        for inside in descendants(timeline, expected.item) {
            let name = timeline.item_name(inside);
            let forward = (name.to_string(), "complete".to_string());
            let backward = (name.to_string(), "reverse_complete".to_string());
            if recorded.contains(&forward) && !recorded.contains(&backward) {
                ours.retain(|(who, what)| who != name || what != "reverse_complete");
            }
            recorded.retain(|(who, what)| {
                let extra = who == name
                    && matches!(what.as_str(), "start" | "complete" | "call" | "repeat")
                    && !ours.iter().any(|(our, kind)| our == who && kind == what);
                if extra {
                    verdict.wanted(&deviations::TIMELINE_WHOLE_PASS_AT_ONCE);
                }
                !extra
            });
        }
        if ours == recorded {
            continue;
        }
        let before = |list| cut_before_the_pass(timeline, order, expected.item, list);
        if before(recorded) && before(ours) {
            verdict.wanted(&deviations::TIMELINE_WHOLE_PASS_AT_ONCE);
        }
    }
}

/// Whether a time of the whole timeline is a whole multiple of an item's duration in that item's own time, counted
/// over its passes.
fn ends_at_a_multiple(timeline: &Timeline<Key>, order: &Order, item: ItemId, at: Span) -> bool {
    let mut own = at.as_secs_f64();
    for around in order.path(item).into_iter().rev() {
        let Some(it) = timeline.arrangement(around) else { return false };
        let Some(length) = it.duration.map(Span::as_secs_f64) else { return false };
        own = (own - it.start.as_secs_f64()) * it.speed.as_f64();
        if around == item {
            let multiples = own / length;
            return length > 0.0 && (multiples - multiples.round()).abs() < 1e-6;
        }
        // At a boundary of two passes GSAP shows the end of the earlier one.
        let cycle = length + it.gap.as_secs_f64();
        let passes = it.passes.map_or(f64::INFINITY, |passes| passes as f64);
        let pass = ((own / cycle - 1e-7).ceil() - 1.0).clamp(0.0, passes - 1.0);
        own = (own - pass * cycle).clamp(0.0, length);
        if it.ping_pong && pass % 2.0 == 1.0 {
            own = length - own;
        }
    }
    false
}

/// The callbacks without the starts of timelines that take no time.
pub(super) fn without_empty_starts(
    verdict: &mut Verdict,
    timeline: &Timeline<Key>,
    mut all: Vec<Expected>,
) -> Vec<Expected> {
    let is_empty_start = |expected: &Expected| {
        let it = timeline.arrangement(expected.item);
        expected.kind == EventKind::Start && it.is_some_and(|it| it.duration == Some(Span::ZERO))
    };
    if all.iter().any(is_empty_start) {
        verdict.wanted(&deviations::TIMELINE_TAKES_NO_TIME);
        all.retain(|expected| !is_empty_start(expected));
    }
    all
}

/// Removes what is in a repeated item and is called before that item reports its last pass of the step. Returns
/// `false` where it reports none.
pub(super) fn cut_before_the_pass(
    timeline: &Timeline<Key>,
    order: &Order,
    item: ItemId,
    list: &mut Vec<Called>,
) -> bool {
    let name = if item == ItemId::WHOLE { "root" } else { timeline.item_name(item) };
    let Some(last) = list.iter().rposition(|(who, what)| who == name && what == "repeat") else {
        return false;
    };
    let inside = |who: &str| {
        timeline
            .find(who)
            .is_ok_and(|inner| order.path(inner).into_iter().skip(1).any(|around| around == item))
    };
    let mut place = 0..;
    list.retain(|(who, _)| place.next() >= Some(last) || !inside(who));
    true
}

/// The item with a recorded name.
pub(super) fn item_of(timeline: &Timeline<Key>, name: &str) -> Option<ItemId> {
    if name == "root" { Some(ItemId::WHOLE) } else { timeline.find(name).ok() }
}

/// Whether a callback is that of a timeline that takes no time, or of something in it, and is met backward or in a
/// repeated timeline or at the very start of one.
pub(super) fn is_in_nothing(
    timeline: &Timeline<Key>,
    order: &Order,
    backward: bool,
    called: &Called,
) -> bool {
    let path = item_of(timeline, &called.0).map(|item| order.path(item)).unwrap_or_default();
    let arranged = || path.iter().filter_map(|item| Some((*item, timeline.arrangement(*item)?)));
    let is_timeline =
        |item: ItemId| item == ItemId::WHOLE || timeline.children(item).next().is_some();
    let repeated = || arranged().any(|(_, it)| it.passes != Some(1));
    let empty = |(item, it): (ItemId, Arrangement)| {
        let at_start = item != ItemId::WHOLE && it.start.is_zero();
        is_timeline(item) && it.duration == Some(Span::ZERO) && (at_start || backward || repeated())
    };
    arranged().any(empty)
}

/// Everything inside an item.
fn descendants(timeline: &Timeline<Key>, item: ItemId) -> Vec<ItemId> {
    let children: Vec<ItemId> = timeline.children(item).collect();
    let inside: Vec<ItemId> =
        children.iter().flat_map(|child| descendants(timeline, *child)).collect();
    children.into_iter().chain(inside).collect()
}

/// The expected callback of an event.
#[derive(Clone)]
pub(super) struct Expected {
    pub(super) called: Called,
    pub(super) item: ItemId,
    pub(super) kind: EventKind,
    pub(super) at: Span,
    /// Only after time has moved past it.
    pub(super) after: bool,
    /// Whether time runs backward around the item.
    pub(super) backward: bool,
    /// A moment at the very start of the timeline around it.
    pub(super) at_start: bool,
    /// A tween of no duration.
    pub(super) is_set: bool,
}

impl Expected {
    /// `forward` is the direction of the whole timeline.
    pub(super) fn new(
        timeline: &Timeline<Key>,
        event: &TimelineEvent,
        forward: bool,
    ) -> Option<Self> {
        let TimelineEvent { item, kind, direction, pass, mut at, .. } = *event;
        let name = if item == ItemId::WHOLE { "root" } else { timeline.item_name(item) };
        if name.is_empty() {
            return None; // a part of a staggered item has no callbacks
        }
        let it = timeline.arrangement(item)?;
        let is_set =
            matches!(timeline.kind(item), Some(ItemKind::Tween)) && it.total == Some(Span::ZERO);
        // A loop has the direction of the pass that begins.
        let turned = kind == EventKind::Loop && it.ping_pong && pass % 2 == 1;
        let backward = (direction == Direction::Backward) != turned;
        let (what, after) = match (kind, backward) {
            (EventKind::Start, false) if is_set => return None,
            (EventKind::Start, false) => ("start", true),
            (EventKind::Start, true) => return None,
            (EventKind::Loop, _) => ("repeat", !backward),
            (EventKind::End, false) => ("complete", false),
            (EventKind::End, true) if is_set && forward => ("complete", false),
            (EventKind::End, true) => ("reverse_complete", false),
            (EventKind::Cue(_), _) => ("call", false),
        };
        let is_moment = matches!(kind, EventKind::Cue(_)) || it.total == Some(Span::ZERO);
        let at_start = !backward && is_moment && it.start.is_zero();
        if kind == EventKind::Loop && backward {
            // GSAP calls it at the start of the gap; Cueline reports it at the start of the pass.
            let gap = around(timeline, item, it.gap);
            at += if forward { -gap } else { gap };
        }
        Some(Self {
            called: (name.into(), what.into()),
            item,
            kind,
            at,
            after,
            backward,
            at_start,
            is_set,
        })
    }
}

/// A span of an item's own time, in the time of the whole timeline.
fn around(timeline: &Timeline<Key>, item: ItemId, length: Span) -> Span {
    let path = Order::new(timeline).path(item);
    path.into_iter().filter_map(|item| timeline.arrangement(item)).fold(length, |length, item| {
        let slower = Speed::new(
            i64::try_from(item.speed.den()).unwrap_or(1),
            item.speed.num().unsigned_abs(),
        );
        slower.map_or(length, |slower| slower.apply(length))
    })
}

/// The playing order of all items.
pub(super) struct Order {
    place: BTreeMap<ItemId, usize>,
    parent: BTreeMap<ItemId, ItemId>,
}

impl Order {
    pub(super) fn new(timeline: &Timeline<Key>) -> Self {
        fn visit(timeline: &Timeline<Key>, item: ItemId, order: &mut Order) {
            order.place.insert(item, order.place.len());
            for child in timeline.children(item) {
                order.parent.insert(child, item);
                visit(timeline, child, order);
            }
        }
        let mut order = Self { place: BTreeMap::new(), parent: BTreeMap::new() };
        visit(timeline, ItemId::WHOLE, &mut order);
        order
    }

    /// An item and the items around it.
    pub(super) fn path(&self, item: ItemId) -> Vec<ItemId> {
        std::iter::successors(Some(item), |item| self.parent.get(item).copied()).collect()
    }

    /// Sorts the callbacks of an item in one step into GSAP's order: item by item, each with the callbacks inside of
    /// it, but pass by pass.
    pub(super) fn arrange(
        &self,
        timeline: &Timeline<Key>,
        item: ItemId,
        expected: &[Expected],
        out: &mut Vec<Called>,
    ) {
        let own = |expected: &&Expected| expected.item == item;
        let is = |kind| move |expected: &&Expected| expected.kind == kind;
        out.extend(
            expected
                .iter()
                .filter(own)
                .filter(is(EventKind::Start))
                .map(|expected| expected.called.clone()),
        );
        for pass in expected.chunk_by(|_, next| next.item != item || next.kind != EventKind::Loop) {
            out.extend(
                pass.iter()
                    .filter(own)
                    .filter(is(EventKind::Loop))
                    .map(|expected| expected.called.clone()),
            );
            let inside = |expected: &&Expected| expected.item != item;
            let backward = pass.iter().find(inside).is_some_and(|expected| expected.backward);
            let mut children: Vec<ItemId> = timeline.children(item).collect();
            children.sort_by_key(|child| self.place.get(child));
            if backward {
                children.reverse();
            }
            for child in children {
                let inside: Vec<Expected> = pass
                    .iter()
                    .filter(|expected| self.path(expected.item).contains(&child))
                    .cloned()
                    .collect();
                if !inside.is_empty() {
                    self.arrange(timeline, child, &inside, out);
                }
            }
        }
        let ends =
            |expected: &&Expected| matches!(expected.kind, EventKind::End | EventKind::Cue(_));
        out.extend(
            expected.iter().filter(own).filter(ends).map(|expected| expected.called.clone()),
        );
    }
}
