//! Cueline's events as the callbacks of GSAP.

use std::collections::BTreeMap;

use cueline::{
    clip::Window,
    event::{Direction, EventKind},
    playback::{ContentEvent, ContentEvents},
    time::{Span, Speed},
    timeline::{Arrangement, ItemId, ItemKind, Timeline},
};

use super::record::{Called, Key};
use crate::{deviations, verdict::Verdict};

/// The events of a window, in their order.
pub(super) fn events(timeline: &Timeline<Key>, window: Window) -> Vec<ContentEvent> {
    let mut events = ContentEvents::default();
    timeline.events(window, &mut events);
    events.iter().copied().collect()
}

/// The items of a timeline, and which of them is around which.
pub(super) struct Items<'a> {
    pub(super) timeline: &'a Timeline<Key>,
    parents: BTreeMap<ItemId, ItemId>,
}

impl<'a> Items<'a> {
    pub(super) fn new(timeline: &'a Timeline<Key>) -> Self {
        let (mut parents, mut all) = (BTreeMap::new(), vec![ItemId::WHOLE]);
        while let Some(item) = all.pop() {
            for child in timeline.children(item) {
                parents.insert(child, item);
                all.push(child);
            }
        }
        Self { timeline, parents }
    }

    /// The arrangement of an item and of those around it.
    pub(super) fn path(&self, item: ItemId) -> Vec<(ItemId, Arrangement)> {
        let items = std::iter::successors(Some(item), |item| self.parents.get(item).copied());
        items.filter_map(|item| Some((item, self.timeline.arrangement(item)?))).collect()
    }

    /// The same of the item with a recorded name; nothing where there is none.
    pub(super) fn path_of(&self, called: &Called) -> Vec<(ItemId, Arrangement)> {
        let item = match called.0.as_str() {
            "root" => Some(ItemId::WHOLE),
            name => self.timeline.find(name).ok(),
        };
        item.map(|item| self.path(item)).unwrap_or_default()
    }

    /// Whether a callback is that of a timeline that takes no time, or of something in it, and is met backward or in a
    /// repeated timeline or at the very start of one.
    pub(super) fn is_in_nothing(&self, backward: bool, called: &Called) -> bool {
        let path = self.path_of(called);
        let repeated = path.iter().any(|(_, it)| it.passes != Some(1));
        path.iter().any(|(item, it)| {
            let is_whole = *item == ItemId::WHOLE;
            let is_timeline =
                is_whole || matches!(self.timeline.kind(*item), Some(ItemKind::Timeline));
            let at_start = !is_whole && it.start.is_zero();
            is_timeline && it.duration == Some(Span::ZERO) && (at_start || backward || repeated)
        })
    }

    /// The callbacks of events, but for the starts of timelines that take no time.
    pub(super) fn without_empty_starts(
        &self,
        verdict: &mut Verdict,
        events: &[ContentEvent],
        forward: bool,
    ) -> Vec<Expected> {
        let mut all: Vec<Expected> = self.expected(events, forward).collect();
        let is_start = |expected: &Expected| {
            let it = self.timeline.arrangement(expected.item);
            expected.kind == EventKind::Start
                && it.is_some_and(|it| it.duration == Some(Span::ZERO))
        };
        if all.iter().any(is_start) {
            verdict.wanted(&deviations::TIMELINE_TAKES_NO_TIME);
            all.retain(|expected| !is_start(expected));
        }
        all
    }

    /// The expected callbacks of events; `forward` is the direction of the whole timeline.
    pub(super) fn expected(
        &self,
        events: &[ContentEvent],
        forward: bool,
    ) -> impl Iterator<Item = Expected> {
        events.iter().filter_map(move |event| self.callback(event, forward))
    }

    fn callback(&self, event: &ContentEvent, forward: bool) -> Option<Expected> {
        let ContentEvent { item, kind, direction, pass, mut at, .. } = *event;
        let timeline = self.timeline;
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
            (EventKind::End, true) if is_set && self.is_where_time_turns(item) => "complete",
            (EventKind::End, true) => "reverse_complete",
            (EventKind::End, false) => "complete",
            (EventKind::Cue(_), _) => "call",
        };
        if kind == EventKind::Loop && backward {
            // GSAP calls it at the start of the gap; Cueline reports it at the start of the pass.
            let gap = self.around(item, it.gap);
            at += if forward { -gap } else { gap };
        }
        Some(Expected { called: (name.into(), what.into()), item, kind, at, backward, is_set })
    }

    /// Whether an item is at the start of something that is mirrored: time turns there, and does not go before it.
    fn is_where_time_turns(&self, item: ItemId) -> bool {
        let path = self.path(item);
        let around = path.iter().zip(&path[1..]);
        around
            .take_while(|((_, it), _)| it.start.is_zero())
            .any(|(_, (_, around))| around.ping_pong)
    }

    /// A span of an item's own time, in the time of the whole timeline.
    fn around(&self, item: ItemId, length: Span) -> Span {
        self.path(item).into_iter().fold(length, |length, (_, it)| {
            let den = i64::try_from(it.speed.den()).unwrap_or(1);
            let slower = Speed::new(den, it.speed.num().unsigned_abs());
            slower.map_or(length, |slower| slower.apply(length))
        })
    }
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
