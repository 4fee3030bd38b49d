//! Cueline's events as the callbacks of GSAP.

use std::collections::BTreeMap;

use cueline::{
    event::{Direction, EventKind},
    time::{Span, Speed},
    timeline::{Arrangement, ItemId, ItemKind, Timeline, TimelineEvent},
};

use super::arrange::Key;
use crate::{deviations, verdict::Verdict};

/// A recorded callback: its owner and its kind.
pub(super) type Called = (String, String);

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

/// The item with a recorded name.
pub(super) fn item_of(timeline: &Timeline<Key>, name: &str) -> Option<ItemId> {
    if name == "root" { Some(ItemId::WHOLE) } else { timeline.find(name).ok() }
}

/// Whether a callback is that of a timeline that takes no time, or of something in it, and is met backward or in a
/// repeated timeline or at the very start of one.
pub(super) fn is_in_nothing(
    timeline: &Timeline<Key>,
    parents: &Parents,
    backward: bool,
    called: &Called,
) -> bool {
    let path = item_of(timeline, &called.0).map(|item| parents.path(item)).unwrap_or_default();
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

/// The expected callback of an event.
#[derive(Clone)]
pub(super) struct Expected {
    pub(super) called: Called,
    pub(super) item: ItemId,
    pub(super) kind: EventKind,
    pub(super) at: Span,
    /// Whether time runs backward around the item.
    pub(super) backward: bool,
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
        let what = match (kind, backward) {
            (EventKind::Start, false) if is_set => return None,
            (EventKind::Start, false) => "start",
            (EventKind::Start, true) => return None,
            (EventKind::Loop, _) => "repeat",
            (EventKind::End, true) if is_set && forward => "complete",
            (EventKind::End, true) => "reverse_complete",
            (EventKind::End, false) => "complete",
            (EventKind::Cue(_), _) => "call",
        };
        if kind == EventKind::Loop && backward {
            // GSAP calls it at the start of the gap; Cueline reports it at the start of the pass.
            let gap = around(timeline, item, it.gap);
            at += if forward { -gap } else { gap };
        }
        Some(Self { called: (name.into(), what.into()), item, kind, at, backward, is_set })
    }
}

/// A span of an item's own time, in the time of the whole timeline.
fn around(timeline: &Timeline<Key>, item: ItemId, length: Span) -> Span {
    let path = Parents::new(timeline).path(item);
    path.into_iter().filter_map(|item| timeline.arrangement(item)).fold(length, |length, item| {
        let slower = Speed::new(
            i64::try_from(item.speed.den()).unwrap_or(1),
            item.speed.num().unsigned_abs(),
        );
        slower.map_or(length, |slower| slower.apply(length))
    })
}

/// Which item is around which.
pub(super) struct Parents(BTreeMap<ItemId, ItemId>);

impl Parents {
    pub(super) fn new(timeline: &Timeline<Key>) -> Self {
        fn visit(timeline: &Timeline<Key>, item: ItemId, parents: &mut BTreeMap<ItemId, ItemId>) {
            for child in timeline.children(item) {
                parents.insert(child, item);
                visit(timeline, child, parents);
            }
        }
        let mut parents = BTreeMap::new();
        visit(timeline, ItemId::WHOLE, &mut parents);
        Self(parents)
    }

    /// An item and the items around it.
    pub(super) fn path(&self, item: ItemId) -> Vec<ItemId> {
        std::iter::successors(Some(item), |item| self.0.get(item).copied()).collect()
    }
}
