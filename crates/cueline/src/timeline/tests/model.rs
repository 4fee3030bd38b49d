//! A naive model of timelines: trees of items, walked from the top for each query, with every pass expanded.

use alloc::{
    collections::BTreeMap,
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};
use core::{cell::RefCell, cmp::Reverse, fmt};

use proptest::prelude::*;

use crate::{
    clip::{ClipBuilder, Cue, CueKind, Flipbook, Keyframe},
    event::{Direction, EventKind},
    time::{FLICKS_PER_MILLISECOND, Span, Speed},
    timeline::{
        Conflict, Item, Position, Stagger, TimelineBuilder, by, call, clip, cue, flipbook, from,
        from_to, nest, pause_here, to, wait,
    },
    value::{Curve, Easing},
};

/// The number of numeric properties, each with a start value.
pub(super) const NUMBERS: u8 = 4;
/// The number of frame properties after those.
pub(super) const FRAMES: u8 = 2;

std::thread_local! {
    /// How often each corner was met since a test began to count.
    static MET: RefCell<Option<BTreeMap<String, u32>>> = const { RefCell::new(None) };
}

/// Counts a corner, if a test counts them.
pub(super) fn met(corner: fmt::Arguments<'_>) {
    MET.with_borrow_mut(|met| {
        if let Some(met) = met {
            *met.entry(corner.to_string()).or_default() += 1;
        }
    });
}

/// How often each corner is met by `run`.
pub(super) fn corners_of(run: impl FnOnce()) -> BTreeMap<String, u32> {
    MET.set(Some(BTreeMap::new()));
    run();
    MET.take().unwrap_or_default()
}

/// An item of the model.
#[derive(Clone, Debug)]
pub(super) struct ModelItem {
    pub(super) content: ModelContent,
    /// In flicks, like all times here.
    pub(super) start: i64,
    /// Where it was put; a queued item starts later.
    put: i64,
    /// The conflict rule; `Replace` if `None`.
    conflict: Option<Conflict>,
    pub(super) passes: u64,
    pub(super) gap: i64,
    pub(super) ping_pong: bool,
    /// Numerator and denominator.
    pub(super) speed: (i64, u64),
}

#[derive(Clone, Debug)]
pub(super) enum ModelContent {
    Tween {
        key: u8,
        /// One end may be missing: then it is the value at the start.
        from: Option<i32>,
        to: Option<i32>,
        /// Whether a lone `to` is how far it goes from there.
        relative: bool,
        duration: i64,
        easing: Eases,
        keeps_velocity: bool,
    },
    /// One linear track from one value to the other, and cues: the time, and whether it is a state cue.
    Clip {
        key: u8,
        from: i32,
        to: i32,
        duration: i64,
        cues: Vec<(i64, bool)>,
    },
    Flipbook {
        key: u8,
        hold: i64,
        frames: u32,
    },
    Cue {
        is_state: bool,
    },
    Call(u32),
    Pause,
    Wait {
        duration: i64,
    },
    /// A timeline; if staggered, each item starts a fixed delay after the previous one.
    Holds {
        model_items: Vec<ModelItem>,
        stagger: Option<i64>,
    },
}

/// The easing of a tween.
#[derive(Clone, Copy, Debug)]
pub(super) enum Eases {
    Not,
    InQuad,
    OutCubic,
    InOutQuad,
    StepEnd,
}

impl Eases {
    fn easing(self) -> Option<Easing> {
        Some(match self {
            Self::Not => return None,
            Self::InQuad => Easing::In(Curve::Quad),
            Self::OutCubic => Easing::Out(Curve::Cubic),
            Self::InOutQuad => Easing::InOut(Curve::Quad),
            Self::StepEnd => Easing::STEP_END,
        })
    }

    /// For a progress from 0 to below 1.
    fn at(self, t: f64) -> f64 {
        if t > 0.0 {
            met(format_args!("a tween, {self:?}"));
        }
        match self {
            Self::Not => t,
            Self::InQuad => t * t,
            Self::OutCubic => 1.0 - (1.0 - t) * (1.0 - t) * (1.0 - t),
            Self::InOutQuad if t < 0.5 => 2.0 * t * t,
            Self::InOutQuad => 1.0 - 2.0 * (1.0 - t) * (1.0 - t),
            Self::StepEnd => 0.0,
        }
    }
}

/// A time as a fraction.
#[derive(Clone, Copy, Debug)]
pub(super) struct At(i128, i128);

impl At {
    pub(super) fn whole(flicks: i64) -> Self {
        At(flicks.into(), 1)
    }
    fn is(self, flicks: i64) -> bool {
        self.0 == i128::from(flicks) * self.1
    }
    fn floor(self) -> i64 {
        i64::try_from(self.0.div_euclid(self.1)).unwrap()
    }
    fn less(self, flicks: i64) -> Self {
        At(self.0 - i128::from(flicks) * self.1, self.1)
    }
    fn reaches(self, flicks: i128) -> bool {
        self.0 >= flicks * self.1
    }
}

/// The events of the model, in order.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ModelEvent {
    pub(super) at: i64,
    pub(super) item: u32,
    pub(super) kind: EventKind,
    pub(super) direction: Direction,
    pub(super) pass: u64,
    pub(super) is_state: bool,
    pub(super) is_pause: bool,
}

impl ModelItem {
    pub(super) fn item(&self) -> Item<u8> {
        let span = Span::from_flicks;
        let item = match &self.content {
            ModelContent::Tween {
                key,
                from: begin,
                to: end,
                relative,
                duration,
                easing,
                keeps_velocity,
            } => {
                let item = match (begin.map(f64::from), end.map(f64::from)) {
                    (None, Some(end)) if *relative => by(*key, end),
                    (Some(begin), Some(end)) => from_to(*key, begin, end),
                    (Some(begin), None) => from(*key, begin),
                    (None, end) => to(*key, end.unwrap()),
                };
                let item = item.duration(span(*duration));
                let item = if *keeps_velocity { item.keeping_velocity() } else { item };
                easing.easing().into_iter().fold(item, Item::eased)
            }
            ModelContent::Clip { key, from, to, duration, cues } => {
                let at = |at: i64, value: i32| Keyframe::linear(span(at), f64::from(value));
                let builder =
                    ClipBuilder::new("clip").track("x", [at(0, *from), at(*duration, *to)]);
                let with = |builder: ClipBuilder, (at, is_state): &(i64, bool)| {
                    builder.cue(if *is_state {
                        Cue::state(span(*at), "state")
                    } else {
                        Cue::effect(span(*at), "effect")
                    })
                };
                clip(cues.iter().fold(builder, with).build().unwrap(), |_| *key)
            }
            ModelContent::Flipbook { key, hold, frames } => {
                let book = Flipbook::equal(*frames, span(*hold)).unwrap();
                flipbook(*key, book.times(1).unwrap())
            }
            ModelContent::Cue { is_state: true } => return cue(CueKind::State, "state"),
            ModelContent::Cue { is_state: false } => return cue(CueKind::Effect, "effect"),
            ModelContent::Call(number) => return call(*number),
            ModelContent::Pause => return pause_here(),
            ModelContent::Wait { duration } => wait(span(*duration)),
            ModelContent::Holds { model_items, stagger: Some(each) } => {
                Stagger::each(span(*each)).over(model_items.iter().map(ModelItem::item))
            }
            ModelContent::Holds { model_items, stagger: None } => {
                let draft = TimelineBuilder::new("").on_conflict(Conflict::Replace);
                let put = |draft: TimelineBuilder<u8>, model_item: &ModelItem| {
                    draft.put(Position::time(span(model_item.put)), model_item.item())
                };
                let keys = (0..NUMBERS).fold(draft, |draft, key| draft.start(key, f64::from(key)));
                nest(model_items.iter().fold(keys, put))
            }
        };
        let item = item.times(self.passes).gap(Span::from_flicks(self.gap));
        let item = self.conflict.into_iter().fold(item, Item::on_conflict);
        let item = item.speed(Speed::new(self.speed.0, self.speed.1).unwrap());
        if self.ping_pong { item.ping_pong() } else { item }
    }

    /// A call at a time.
    pub(super) fn call(number: u32) -> Self {
        let (content, start, put, conflict) = (ModelContent::Call(number), 0, 0, None);
        Self { content, start, put, conflict, passes: 1, gap: 0, ping_pong: false, speed: (1, 1) }
    }

    /// This timeline with one more item, declared after all others, that is put `after` more than a flick behind the
    /// time `played`. A queued item may begin later.
    pub(super) fn grown(&self, played: i64, after: i64, item: &Self) -> Self {
        let mut grown = self.clone();
        let own = self.own(played);
        let ModelContent::Holds { model_items, .. } = &mut grown.content else { return grown };
        let start = (own + 1 + after).max(0);
        model_items.push(Self { start, put: start, ..item.clone() });
        queue(model_items);
        grown
    }

    /// The own time of the whole at a time of its, in whole flicks.
    fn own(&self, at: i64) -> i64 {
        let own = i128::from(at) * i128::from(self.speed.0);
        i64::try_from(own.div_euclid(i128::from(self.speed.1))).unwrap()
    }

    /// Whether the item that was declared last begins after a time.
    pub(super) fn last_begins_after(&self, at: i64) -> bool {
        let ModelContent::Holds { model_items, .. } = &self.content else { return false };
        model_items.last().is_some_and(|last| last.start > self.own(at))
    }

    /// Whether an item writes a property at a time or before it; `None` if none ever does.
    pub(super) fn has_written(&self, key: u8, at: i64) -> Option<bool> {
        self.writes(key).map(|(first, _)| first <= at)
    }

    /// The properties that it writes, or an item inside it.
    pub(super) fn keys(&self) -> impl Iterator<Item = u8> {
        (0..NUMBERS + FRAMES).filter(|key| self.writes(*key).is_some())
    }

    /// Whether it was put before it could start.
    fn is_late(&self) -> bool {
        self.conflict == Some(Conflict::Queue) && self.start > self.put
    }

    /// How it joins other writers of its properties.
    pub(super) fn joining(mut self, conflict: Option<Conflict>) -> Self {
        self.conflict = conflict.filter(|_| self.keys().next().is_some());
        self
    }

    fn is_moment(&self) -> bool {
        matches!(
            self.content,
            ModelContent::Cue { .. } | ModelContent::Call(_) | ModelContent::Pause
        )
    }

    /// The duration of one pass, in the item's own time.
    pub(super) fn length(&self) -> i64 {
        match &self.content {
            ModelContent::Tween { duration, .. }
            | ModelContent::Clip { duration, .. }
            | ModelContent::Wait { duration } => *duration,
            ModelContent::Flipbook { hold, frames, .. } => hold * i64::from(*frames),
            ModelContent::Holds { model_items, .. } => {
                model_items.iter().map(ModelItem::end).max().unwrap_or(0)
            }
            ModelContent::Cue { .. } | ModelContent::Call(_) | ModelContent::Pause => 0,
        }
    }

    fn total(&self) -> i64 {
        if self.is_moment() {
            return 0;
        }
        let passes = i64::try_from(self.passes).unwrap();
        self.length() * passes + if passes > 1 { self.gap * (passes - 1) } else { 0 }
    }

    /// The first flick at which it is over.
    pub(super) fn end(&self) -> i64 {
        if self.is_moment() { self.start } else { self.start + self.reached(self.total()) }
    }

    /// The time until the item's own time reaches `own`, in whole flicks.
    fn reached(&self, own: i64) -> i64 {
        let ahead = i128::from(own) * i128::from(self.speed.1);
        let num = i128::from(self.speed.0);
        i64::try_from(ahead.div_euclid(num) + i128::from(ahead.rem_euclid(num) != 0)).unwrap()
    }

    fn cycle(&self) -> i64 {
        self.length() + if self.passes > 1 { self.gap } else { 0 }
    }

    /// The pass, and the position in the item's own time.
    fn place(&self, x: At) -> (u64, At) {
        let since = x.less(self.start);
        let own = At(since.0.max(0) * i128::from(self.speed.0), since.1 * i128::from(self.speed.1));
        let mut rest = own;
        let mut pass = 0;
        while pass + 1 < self.passes && rest.reaches(self.cycle().into()) {
            rest = rest.less(self.cycle());
            pass += 1;
        }
        let length = i128::from(self.length()) * rest.1;
        let at = At(rest.0.min(length), rest.1);
        let mirrored = self.ping_pong && self.passes > 1 && pass % 2 == 1;
        (pass, if mirrored { At(length - at.0, at.1) } else { at })
    }

    /// When the item first writes a property, and when it stops, on the parent level.
    fn writes(&self, wanted: u8) -> Option<(i64, i64)> {
        match &self.content {
            ModelContent::Tween { key, .. }
            | ModelContent::Clip { key, .. }
            | ModelContent::Flipbook { key, .. } => {
                (*key == wanted).then(|| (self.start, self.end()))
            }
            ModelContent::Holds { model_items, .. } => {
                let inside: Vec<_> =
                    model_items.iter().filter_map(|model_item| model_item.writes(wanted)).collect();
                let first = inside.iter().map(|(first, _)| *first).min()?;
                let last = inside.iter().map(|(_, last)| *last).max()?;
                let last =
                    if self.passes == 1 { self.start + self.reached(last) } else { self.end() };
                Some((self.start + self.reached(first), last))
            }
            ModelContent::Cue { .. }
            | ModelContent::Call(_)
            | ModelContent::Pause
            | ModelContent::Wait { .. } => None,
        }
    }

    /// The value of a property before this item, its first writer, has started; `before` is the value without it.
    fn first_value(&self, key: u8, before: f64) -> f64 {
        match &self.content {
            ModelContent::Tween { from: Some(from), .. } | ModelContent::Clip { from, .. } => {
                f64::from(*from)
            }
            ModelContent::Flipbook { .. } => 0.0,
            ModelContent::Holds { model_items, .. } => writers(model_items, key)
                .first()
                .map_or(before, |one| one.model_item.first_value(key, before)),
            _ => before,
        }
    }

    /// What it is, in the names of corners.
    fn name(&self) -> &'static str {
        match self.content {
            ModelContent::Tween { .. } => "tween",
            ModelContent::Clip { .. } => "clip",
            ModelContent::Flipbook { .. } => "flipbook",
            ModelContent::Cue { is_state: true } => "state cue",
            ModelContent::Cue { is_state: false } => "effect cue",
            ModelContent::Call(_) => "call",
            ModelContent::Pause => "pause",
            ModelContent::Wait { .. } => "wait",
            ModelContent::Holds { stagger: None, .. } => "timeline",
            ModelContent::Holds { stagger: Some(_), .. } => "stagger",
        }
    }

    fn is_mirrored(&self, pass: i64) -> bool {
        self.ping_pong && self.passes > 1 && pass % 2 == 1
    }

    /// The items inside in playing order, with their numbers; backward, the last one first.
    fn inside_in_order(&self, id: u32, direction: Direction) -> Vec<(&ModelItem, u32)> {
        let ModelContent::Holds { model_items, .. } = &self.content else { return Vec::new() };
        let mut order = Vec::new();
        let mut next = id + 1;
        for model_item in model_items {
            order.push((model_item, next));
            next += count(model_item);
        }
        order.sort_by_key(|(model_item, _)| model_item.start);
        if direction == Direction::Backward {
            order.reverse();
        }
        order
    }

    /// The cues of a clip with their numbers, in the order of travel.
    fn cues_in_order(&self, direction: Direction) -> Vec<(u32, i64, bool)> {
        let ModelContent::Clip { cues, .. } = &self.content else { return Vec::new() };
        let mut order: Vec<_> =
            (0..).zip(cues).map(|(index, (at, is_state))| (index, *at, *is_state)).collect();
        if direction == Direction::Backward {
            order.sort_by_key(|(_, at, _)| Reverse(*at));
        }
        order
    }

    /// The event kind of a moment, whether it is a state cue, and whether playback stops there.
    fn moment(&self) -> Option<(EventKind, bool, bool)> {
        Some(match &self.content {
            ModelContent::Cue { is_state } => (EventKind::Cue(0), *is_state, false),
            ModelContent::Call(number) => (EventKind::Cue(*number), true, false),
            ModelContent::Pause => (EventKind::Cue(0), false, true),
            _ => return None,
        })
    }
}

/// One writer of a property on a level.
struct Writer<'a> {
    /// The start and the end.
    first: i64,
    last: i64,
    /// The declaration number.
    declared: usize,
    model_item: &'a ModelItem,
    /// The index of the writer from which it blends.
    under: Option<usize>,
}

/// The writers of a property, by start, then by declaration.
fn writers(model_items: &[ModelItem], key: u8) -> Vec<Writer<'_>> {
    let writer = |(declared, model_item): (usize, &'_ ModelItem)| {
        model_item.writes(key).map(|(first, last)| (declared, first, last))
    };
    let mut writers: Vec<Writer<'_>> = model_items
        .iter()
        .enumerate()
        .filter_map(writer)
        .map(|(declared, first, last)| {
            let model_item = &model_items[declared];
            Writer { first, last, declared, model_item, under: None }
        })
        .collect();
    writers.sort_by_key(|one| (one.first, one.declared));
    // The writer that ends last, of those that were not replaced.
    let mut latest = 0;
    for place in 1..writers.len() {
        let (before, one) = (&writers[latest], &writers[place]);
        if before.last > one.first {
            let declared_later =
                if before.declared > one.declared { before.model_item } else { one.model_item };
            if declared_later.conflict == Some(Conflict::Blend) {
                writers[place].under = Some(latest);
            } else {
                latest = place;
            }
        } else {
            latest = place;
        }
        if writers[place].last >= writers[latest].last {
            latest = place;
        }
    }
    writers
}

/// The value of a property among `model_items` at `x`, if only the first `limit` writers count.
///
/// `before` is the value before all of them.
fn shown(model_items: &[ModelItem], limit: usize, key: u8, x: At, before: f64) -> f64 {
    let writers = writers(model_items, key);
    let begun = writers[..limit.min(writers.len())]
        .iter()
        .rposition(|writer| x.reaches(i128::from(writer.first)));
    match begun {
        Some(place) => shown_by(model_items, &writers, place, key, x, before),
        None => writers.first().map_or(before, |first| first.model_item.first_value(key, before)),
    }
}

/// The value of a property while the writer at `place` is the last that has started.
fn shown_by(
    model_items: &[ModelItem],
    writers: &[Writer<'_>],
    place: usize,
    key: u8,
    x: At,
    before: f64,
) -> f64 {
    let Writer { first, model_item, under, .. } = writers[place];
    // The first writer starts from `before`.
    let found = match place {
        0 => before,
        _ => shown(model_items, place, key, At(first.into(), 1), before),
    };
    let slope = slope(model_items, writers, place, key, before);
    let own = written(model_item, key, x, found, slope);
    let Some(under) = under.filter(|under| x.floor() < writers[*under].last) else { return own };
    let since = x.less(first);
    let weight = since.0 as f64 / (since.1 * i128::from(writers[under].last - first)) as f64;
    let below = shown_by(model_items, writers, under, key, x, before);
    if weight > 0.0 {
        met(format_args!("a blend of {}", if key < NUMBERS { "numbers" } else { "frames" }));
    }
    if key < NUMBERS {
        below + (own - below) * weight
    } else {
        below + ((own - below).abs() * weight).round() * (own - below).signum()
    }
}

/// The slope at the start of a tween that keeps the velocity, in change per pass.
fn slope(
    model_items: &[ModelItem],
    writers: &[Writer<'_>],
    place: usize,
    key: u8,
    before: f64,
) -> Option<f64> {
    let model_item = writers[place].model_item;
    let ModelContent::Tween { keeps_velocity: true, duration, .. } = model_item.content else {
        return None;
    };
    let (start, below) = (writers[place].first, place.checked_sub(1)?);
    let from = (start - FLICKS_PER_MILLISECOND).max(writers[below].first);
    let to = (start + FLICKS_PER_MILLISECOND).min(writers[below].last);
    let at = |x: i64| shown_by(model_items, writers, below, key, At(x.into(), 1), before);
    let pass = duration as f64 * model_item.speed.1 as f64 / model_item.speed.0 as f64;
    (from < to).then(|| (at(to) - at(from)) / (to - from) as f64 * pass)
}

/// The value that an item writes at `x`; its first writer starts from `found` with `slope`.
fn written(model_item: &ModelItem, key: u8, x: At, found: f64, slope: Option<f64>) -> f64 {
    let (pass, at) = model_item.place(x);
    meet_value(model_item, pass, at, x);
    match &model_item.content {
        ModelContent::Tween { from, to, relative, duration, easing, .. } => {
            let t = if *duration == 0 {
                1.0
            } else {
                at.0 as f64 / (i128::from(*duration) * at.1) as f64
            };
            let is_relative = *relative && from.is_none();
            let to = to.map_or(found, |to| f64::from(to) + if is_relative { found } else { 0.0 });
            let from = from.map_or(found, f64::from);
            match slope {
                _ if t >= 1.0 => to,
                Some(slope) => {
                    if slope != 0.0 {
                        met(format_args!("a kept velocity"));
                    }
                    from + (to - from) * t * t * (3.0 - 2.0 * t) + slope * t * (1.0 - t) * (1.0 - t)
                }
                None => from + (to - from) * easing.at(t),
            }
        }
        ModelContent::Clip { from, to, duration, .. } => {
            let progress = at.floor() as f64 / *duration as f64;
            f64::from(*from) + f64::from(*to - *from) * progress
        }
        ModelContent::Flipbook { hold, frames, .. } => {
            (at.floor() / hold).min(i64::from(*frames) - 1) as f64
        }
        ModelContent::Holds { model_items, .. } => shown(model_items, usize::MAX, key, at, found),
        ModelContent::Cue { .. }
        | ModelContent::Call(_)
        | ModelContent::Pause
        | ModelContent::Wait { .. } => found,
    }
}

/// Counts the corners of a value that an item gives.
fn meet_value(model_item: &ModelItem, pass: u64, at: At, x: At) {
    if MET.with_borrow(Option::is_none) {
        return;
    }
    let corners = [
        ("a value of a clip", matches!(model_item.content, ModelContent::Clip { .. }) && at.0 > 0),
        (
            "a value of a flipbook",
            matches!(model_item.content, ModelContent::Flipbook { .. }) && at.0 > 0,
        ),
        (
            "a value in a stagger",
            matches!(model_item.content, ModelContent::Holds { stagger: Some(_), .. }),
        ),
        ("from alone", matches!(model_item.content, ModelContent::Tween { to: None, .. })),
        (
            "to alone",
            matches!(model_item.content, ModelContent::Tween { from: None, relative: false, .. }),
        ),
        (
            "by",
            matches!(
                model_item.content,
                ModelContent::Tween { from: None, to: Some(_), relative: true, .. }
            ),
        ),
        (
            "from and to",
            matches!(model_item.content, ModelContent::Tween { from: Some(_), to: Some(_), .. }),
        ),
        ("a later pass", pass > 0),
        ("a mirrored pass", model_item.ping_pong && pass % 2 == 1),
        ("a rational speed inside of another", x.1 > 1 && model_item.speed.1 > 1),
        ("a queued item that was late", model_item.is_late()),
    ];
    for (name, _) in corners.iter().filter(|(_, found)| *found) {
        met(format_args!("{name}"));
    }
}

/// Moves queued items after all earlier declared writers of the same property.
fn queue(model_items: &mut [ModelItem]) {
    let mut free: BTreeMap<u8, i64> = BTreeMap::new();
    for model_item in model_items {
        let keys = 0..NUMBERS + FRAMES;
        let writes: Vec<_> = keys
            .filter_map(|key| model_item.writes(key).map(|(first, last)| (key, first, last)))
            .collect();
        let free_at = |(key, first, _): &(u8, i64, i64)| Some(free.get(key)? - first);
        let late = match model_item.conflict {
            Some(Conflict::Queue) => writes.iter().filter_map(free_at).max().unwrap_or(0).max(0),
            _ => 0,
        };
        model_item.start += late;
        for (key, _, last) in writes {
            let free = free.entry(key).or_insert(0);
            *free = (*free).max(last + late);
        }
    }
}

/// The value of a property of the whole at a time.
pub(super) fn value(whole: &ModelItem, key: u8, at: i64) -> Option<f64> {
    whole.writes(key)?;
    Some(written(whole, key, At::whole(at), f64::from(key), None))
}

/// The path from the whole to a level, outermost first.
#[derive(Clone)]
struct LevelPath(Vec<PathItem>);

/// One item on that path.
#[derive(Clone, Copy)]
struct PathItem {
    start: i64,
    speed: (i64, u64),
    /// The start of the pass, in the item's own time.
    pass_at: i64,
    /// The duration of the pass, if the pass runs backward.
    mirrored: Option<i64>,
}

impl LevelPath {
    /// The time of a moment of the innermost level.
    fn whole(&self, own: i64) -> At {
        let mut at = At(own.into(), 1);
        for PathItem { start, speed, pass_at, mirrored } in self.0.iter().rev() {
            let (num, den) = (i128::from(speed.0), i128::from(speed.1));
            let place = match mirrored {
                Some(length) => At(i128::from(*length) * at.1 - at.0, at.1),
                None => at,
            };
            let own = At(place.0 + i128::from(*pass_at) * place.1, place.1);
            let around = At(own.0 * den, own.1 * num);
            at = At(around.0 + i128::from(*start) * around.1, around.1);
        }
        at
    }

    fn into(&self, model_item: &ModelItem, pass: i64) -> Self {
        let mut level_path = self.clone();
        let turned = model_item.ping_pong && model_item.passes > 1 && pass % 2 == 1;
        let mirrored = turned.then(|| model_item.length());
        level_path.0.push(PathItem {
            start: model_item.start,
            speed: model_item.speed,
            pass_at: pass * model_item.cycle(),
            mirrored,
        });
        level_path
    }
}

struct EventCollector {
    travel: Direction,
    events: Vec<ModelEvent>,
}

impl EventCollector {
    /// Adds an event, at the first whole flick at or past its time.
    fn add(&mut self, level_path: &LevelPath, own: i64, event: ModelEvent) {
        let At(num, den) = level_path.whole(own);
        let at = match self.travel {
            Direction::Forward => -(-num).div_euclid(den),
            Direction::Backward => num.div_euclid(den),
        };
        self.events.push(ModelEvent { at: i64::try_from(at).unwrap(), ..event });
    }

    /// All events of an item, from one end to the other; events at the beginning only if `arrives`.
    fn all_of(
        &mut self,
        model_item: &ModelItem,
        id: u32,
        level_path: &LevelPath,
        (direction, pass_around): (Direction, i64),
        bounds: (i64, bool),
    ) {
        let (length_around, with_start) = bounds;
        let forward = direction == Direction::Forward;
        let begins = if forward { model_item.start } else { model_item.end() };
        let ends = if forward { model_item.end() } else { model_item.start };
        // Backward playback enters at the end of the level.
        let edge = if forward { 0 } else { length_around };
        let counts = |at: i64| with_start || at != edge;
        let event = model_event(id, EventKind::Start, direction, pass_around);
        if let Some((kind, is_state, is_pause)) = model_item.moment() {
            if counts(begins) {
                self.add(
                    level_path,
                    model_item.start,
                    ModelEvent { kind, is_state, is_pause, ..event },
                );
            }
            return;
        }
        if matches!(model_item.content, ModelContent::Wait { .. }) {
            if model_item.end() == length_around && model_item.start > 0 {
                met(format_args!("a wait at the end of its timeline"));
            }
            return;
        }
        // An item that ended at a turning point starts again; an item without a duration is a moment.
        if counts(begins) || begins != ends {
            self.add(level_path, begins, event.clone());
        }
        let at_edge = if forward {
            model_item.start == 0
        } else {
            // It enters at the exact end, if the level is not longer.
            let own = i128::from(length_around - model_item.start) * i128::from(model_item.speed.0);
            own <= i128::from(model_item.total()) * i128::from(model_item.speed.1)
        };
        let passes = i64::try_from(model_item.passes).unwrap();
        for step in 0..passes {
            let pass = if forward { step } else { passes - 1 - step };
            let turned = model_item.is_mirrored(pass);
            let inner = if forward != turned { Direction::Forward } else { Direction::Backward };
            if step > 0 {
                let own = pass * model_item.cycle() + if forward { 0 } else { model_item.length() };
                let mut straight = level_path.clone();
                straight.0.push(PathItem {
                    start: model_item.start,
                    speed: model_item.speed,
                    pass_at: 0,
                    mirrored: None,
                });
                self.add(&straight, own, model_event(id, EventKind::Loop, inner, pass));
            }
            let arrives = if step == 0 {
                with_start || !at_edge
            } else {
                !(model_item.ping_pong && passes > 1) || model_item.length() == 0
            };
            let level_path = level_path.into(model_item, pass);
            for (thing_in, id) in model_item.inside_in_order(id, inner) {
                self.all_of(
                    thing_in,
                    id,
                    &level_path,
                    (inner, pass),
                    (model_item.length(), arrives),
                );
            }
            let edge = if inner == Direction::Forward { 0 } else { model_item.length() };
            for (index, at, is_state) in model_item.cues_in_order(inner) {
                if arrives || at != edge {
                    let event = model_event(id, EventKind::Cue(index), inner, pass);
                    self.add(&level_path, at, ModelEvent { is_state, ..event });
                }
            }
        }
        if counts(ends) {
            self.add(level_path, ends, ModelEvent { kind: EventKind::End, ..event });
        }
    }

    /// All events exactly at `x` of the level of an item, for a window that arrives there; if it `turns` round there,
    /// only items that ended there start again.
    fn at(
        &mut self,
        model_item: &ModelItem,
        id: u32,
        x: At,
        (direction, pass_around): (Direction, i64),
        turns: bool,
    ) {
        let event = model_event(id, EventKind::Start, direction, pass_around);
        if let Some((kind, is_state, is_pause)) = model_item.moment() {
            if !turns && x.is(model_item.start) {
                self.events.push(ModelEvent { kind, is_state, is_pause, ..event });
            }
            return;
        }
        if matches!(model_item.content, ModelContent::Wait { .. }) {
            return;
        }
        let forward = direction == Direction::Forward;
        let (begins, ends) = if forward {
            (model_item.start, model_item.end())
        } else {
            (model_item.end(), model_item.start)
        };
        if x.is(begins) && (!turns || begins != ends) {
            self.events.push(event.clone());
        }
        let since = x.less(model_item.start);
        let own =
            At(since.0 * i128::from(model_item.speed.0), since.1 * i128::from(model_item.speed.1));
        let total = At(i128::from(model_item.total()) * own.1, own.1);
        if 0 <= own.0 && own.0 <= total.0 {
            let last = i128::from(model_item.passes) - 1;
            let cycle = (i128::from(model_item.cycle()) * own.1).max(1);
            // On the boundary of two passes it arrives in the pass that it is about to play.
            let pass = match forward {
                true => (own.0 / cycle).min(last),
                false if own.0 == total.0 && !turns => last,
                false => ((own.0 + cycle - 1) / cycle - 1).clamp(0, last),
            };
            let at = own.0 - pass * cycle;
            let (pass, length) =
                (i64::try_from(pass).unwrap(), i128::from(model_item.length()) * own.1);
            if at <= length {
                let turned = model_item.is_mirrored(pass);
                let inner =
                    if forward != turned { Direction::Forward } else { Direction::Backward };
                let at = At(if turned { length - at } else { at }, own.1);
                for (model_item, id) in model_item.inside_in_order(id, inner) {
                    self.at(model_item, id, at, (inner, pass), turns);
                }
                for (index, cue, is_state) in model_item.cues_in_order(inner) {
                    if !turns && at.is(cue) {
                        let event = model_event(id, EventKind::Cue(index), inner, pass);
                        self.events.push(ModelEvent { is_state, ..event });
                    }
                }
            }
        }
        if !turns && x.is(ends) {
            self.events.push(ModelEvent { kind: EventKind::End, ..event });
        }
    }
}

fn model_event(item: u32, kind: EventKind, direction: Direction, pass: i64) -> ModelEvent {
    let pass = u64::try_from(pass).unwrap();
    ModelEvent { at: 0, item, kind, direction, pass, is_state: false, is_pause: false }
}

/// What the item with a number is.
pub(super) fn name_of(model_item: &ModelItem, number: u32) -> &'static str {
    let Some(mut inside) = number.checked_sub(1) else { return model_item.name() };
    let ModelContent::Holds { model_items, .. } = &model_item.content else {
        unreachable!("{number} in {model_item:?}")
    };
    for one in model_items {
        if inside < count(one) {
            return name_of(one, inside);
        }
        inside -= count(one);
    }
    unreachable!("{number} in {model_item:?}")
}

/// The number of items, nested items included.
pub(super) fn count(model_item: &ModelItem) -> u32 {
    match &model_item.content {
        ModelContent::Holds { model_items, .. } => 1 + model_items.iter().map(count).sum::<u32>(),
        _ => 1,
    }
}

/// All events when the whole plays from one end to the other.
pub(super) fn everything(whole: &ModelItem, travel: Direction) -> Vec<ModelEvent> {
    let mut teller = EventCollector { travel, events: Vec::new() };
    teller.all_of(whole, 0, &LevelPath(vec![]), (travel, 0), (whole.end(), true));
    match travel {
        Direction::Forward => teller.events.sort_by_key(|one| one.at),
        Direction::Backward => teller.events.sort_by_key(|one| Reverse(one.at)),
    }
    teller.events
}

/// All events exactly at a time of the whole, for a window that arrives there or `turns` round there.
pub(super) fn just_at(
    whole: &ModelItem,
    at: i64,
    travel: Direction,
    turns: bool,
) -> Vec<ModelEvent> {
    let mut teller = EventCollector { travel, events: Vec::new() };
    teller.at(whole, 0, At::whole(at), (travel, 0), turns);
    teller.events
}

/// Random trees: nested up to `depth`, with repeats, gaps, ping-pongs and odd speeds.
pub(super) fn model_items() -> impl Strategy<Value = ModelItem> {
    let numbers = 0..NUMBERS;
    let cues = |duration: i64| prop::collection::vec((0..=duration, any::<bool>()), 0..4);
    let clip = (1..12_i64).prop_flat_map(move |duration| (Just(duration), cues(duration)));
    let end = || -50..50_i32;
    let ends = prop_oneof![
        2 => end().prop_map(|to| (None, Some(to), false)),
        1 => end().prop_map(|by| (None, Some(by), true)),
        2 => (end(), end()).prop_map(|(from, to)| (Some(from), Some(to), false)),
        1 => end().prop_map(|from| (Some(from), None, false)),
    ];
    let easings = [Eases::Not, Eases::InQuad, Eases::OutCubic, Eases::InOutQuad, Eases::StepEnd];
    let easing = prop::sample::select(easings.to_vec());
    let leaf = prop_oneof![
        5 => (numbers.clone(), ends, 0..12_i64, easing, prop::bool::weighted(0.2)).prop_map(
            |(key, (from, to, relative), duration, easing, keeps_velocity)| {
                ModelContent::Tween { key, from, to, relative, duration, easing, keeps_velocity }
            }),
        2 => (numbers, -50..50_i32, -50..50_i32, clip).prop_map(
            |(key, from, to, (duration, mut cues))| {
                cues.sort_by_key(|(at, _)| *at); // as the builder does
                ModelContent::Clip { key, from, to, duration, cues }
            }),
        1 => (NUMBERS..NUMBERS + FRAMES, 1..5_i64, 1..4_u32)
            .prop_map(|(key, hold, frames)| ModelContent::Flipbook { key, hold, frames }),
        1 => any::<bool>().prop_map(|is_state| ModelContent::Cue { is_state }),
        1 => (1..9_u32).prop_map(ModelContent::Call),
        1 => Just(ModelContent::Pause),
        1 => (0..9_i64).prop_map(|duration| ModelContent::Wait { duration }),
    ];
    let timed = |content: BoxedStrategy<ModelContent>| {
        let speed =
            prop::sample::select(vec![(1_i64, 1_u64), (1, 1), (1, 3), (2, 1), (3, 2), (5, 7)]);
        let conflicts = vec![Conflict::Replace, Conflict::Blend, Conflict::Queue];
        let conflict = prop::option::of(prop::sample::select(conflicts));
        (content, 0..12_i64, 1..4_u64, 0..4_i64, any::<bool>(), speed, conflict).prop_map(
            |(content, start, passes, gap, ping_pong, speed, conflict)| {
                let put = start;
                let mut model_item =
                    ModelItem { content, start, put, conflict, passes, gap, ping_pong, speed };
                if model_item.is_moment() || matches!(model_item.content, ModelContent::Wait { .. })
                {
                    model_item.conflict = None;
                }
                if model_item.is_moment() {
                    (model_item.passes, model_item.gap, model_item.ping_pong) = (1, 0, false);
                    model_item.speed = (1, 1);
                }
                if model_item.length() + model_item.gap == 0 {
                    model_item.passes = 1; // a loop without a duration is refused
                }
                model_item
            },
        )
    };
    let holds = |model_items: Vec<ModelItem>, stagger: Option<i64>| {
        let mut model_items = model_items;
        if let Some(each) = stagger {
            for (number, model_item) in (0..).zip(&mut model_items) {
                (model_item.start, model_item.conflict) = (number * each, None);
            }
        }
        queue(&mut model_items);
        ModelContent::Holds { model_items, stagger }
    };
    let tree = leaf.boxed().prop_recursive(3, 24, 5, move |inner| {
        let stagger = prop::option::weighted(0.2, 0..5_i64);
        (prop::collection::vec(timed(inner), 0..5), stagger)
            .prop_map(move |(model_items, stagger)| holds(model_items, stagger))
            .boxed()
    });
    let whole = prop::collection::vec(timed(tree.boxed()), 1..6)
        .prop_map(move |model_items| holds(model_items, None))
        .boxed();
    timed(whole).prop_map(|model_item| ModelItem { start: 0, put: 0, conflict: None, ..model_item })
}

/// Events as text for assert messages.
pub(super) fn text(model_event: &[ModelEvent]) -> String {
    let line = |one: &ModelEvent| {
        let ModelEvent { at, item, kind, direction, pass, is_state, .. } = one;
        let state = if *is_state { " state" } else { "" };
        format!("{at} item {item} {kind:?} {direction:?} pass {pass}{state}\n")
    };
    model_event.iter().map(line).collect()
}
