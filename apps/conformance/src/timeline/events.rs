//! What is called while a timeline plays forward.

use std::collections::BTreeMap;

use cueline::{
    clip::Window,
    edge::{Direction, EdgeKind},
    time::Span,
    timeline::{Crossing, Crossings, ItemId, ItemKind, Timeline},
};

use super::{
    arrange::{Key, span},
    record::Snapshot,
};
use crate::{deviations::timeline as deviations, read::Malformed, verdict::Verdict};

/// A callback as it is recorded: whose, and which.
type Called = (String, String);

/// Compares the callbacks of the forward run, step by step.
pub(super) fn compare(
    verdict: &mut Verdict,
    timeline: &Timeline<Key>,
    run: &[Snapshot],
) -> Result<(), Malformed> {
    let end = run.iter().map(|snapshot| snapshot.total_time).fold(0.0, f64::max);
    let mut crossings = Crossings::default();
    timeline.crossings(
        Window::forward(Span::ZERO, span(end)? + Span::FLICK).with_start(),
        &mut crossings,
    );
    let order = Order::new(timeline);
    let mut from = Span::ZERO;
    let mut moved = false;
    for snapshot in run {
        let to = span(snapshot.total_time)?;
        let first = !moved;
        moved |= to > Span::ZERO;
        if !moved {
            verdict.same(&format!("forward at {}: events", snapshot.t), 0, snapshot.events.len());
            continue;
        }
        let told = crossings.iter().filter_map(|crossing| {
            let (called, after) = called(timeline, crossing)?;
            // Times are recorded to 7 decimals.
            let near = Span::from_flicks(350);
            let at = crossing.at;
            let in_step = if after {
                (from - near <= at || first) && at < to - near
            } else {
                (from + near < at || first) && at <= to + near
            };
            in_step.then_some((*crossing, called))
        });
        let told: Vec<(Crossing, Called)> = told.collect();
        compare_step(verdict, timeline, &order, told, snapshot);
        from = to;
    }
    Ok(())
}

fn compare_step(
    verdict: &mut Verdict,
    _timeline: &Timeline<Key>,
    _order: &Order,
    told: Vec<(Crossing, Called)>,
    snapshot: &Snapshot,
) {
    let mut ours: Vec<Called> = told.iter().map(|(_, called)| called.clone()).collect();
    let mut recorded = snapshot.events.clone();
    if ours == recorded {
        return;
    }
    ours.sort();
    recorded.sort();
    let what = if ours == recorded { "order" } else { "events" };
    let told: Vec<String> =
        told.iter().map(|(at, called)| format!("{}:{}@{}", called.0, called.1, at.at)).collect();
    verdict.fail(format!(
        "forward at {}: {what}: ours {told:?}, recorded {:?}",
        snapshot.t, snapshot.events
    ));
}

/// What is called for a crossing, and whether only once time has moved past it.
fn called(timeline: &Timeline<Key>, crossing: &Crossing) -> Option<(Called, bool)> {
    let item = crossing.item;
    let name = if item == ItemId::WHOLE { "root" } else { timeline.item_name(item) };
    if name.is_empty() {
        return None; // a part of a staggered item calls nothing
    }
    let is_set = matches!(timeline.kind(item), Some(ItemKind::Tween))
        && timeline.arrangement(item).is_some_and(|item| item.total == Some(Span::ZERO));
    let (what, after) = match (crossing.kind, crossing.direction) {
        (EdgeKind::Start, Direction::Forward) if is_set => return None,
        (EdgeKind::Start, Direction::Forward) => ("start", true),
        (EdgeKind::Loop, _) => ("repeat", true),
        (EdgeKind::End, Direction::Forward) => ("complete", false),
        (EdgeKind::End, Direction::Backward) => ("reverse_complete", false),
        (EdgeKind::Cue(_), _) => ("call", false),
        (EdgeKind::Start, Direction::Backward) => return None,
    };
    Some(((name.to_string(), what.to_string()), after))
}

/// The playing order of all items.
struct Order(BTreeMap<ItemId, usize>);

impl Order {
    fn new(timeline: &Timeline<Key>) -> Self {
        fn visit(timeline: &Timeline<Key>, item: ItemId, order: &mut BTreeMap<ItemId, usize>) {
            order.insert(item, order.len());
            for child in timeline.children(item) {
                visit(timeline, child, order);
            }
        }
        let mut order = BTreeMap::new();
        visit(timeline, ItemId::WHOLE, &mut order);
        Self(order)
    }
}
