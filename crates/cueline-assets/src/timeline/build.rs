//! From a timeline in a file to a timeline of the core.

use std::{cell::Cell, collections::BTreeSet, fmt::Display, sync::Arc};

use cueline::{
    clip::{Clip, Flipbook},
    playback::Repeat,
    time::Span,
    timeline::{
        Conflict, Fraction, Item, Position, Stagger, Timeline, TimelineBuilder, by, call, clip,
        cue, flipbook, from, from_to, nest, pause_here, set, to, wait,
    },
    value::AnyEasing,
};

use super::{
    Action, FractionSource, ItemSource, OffsetSource, PositionSource, StaggerBy, TimelineSource,
    TweenSource, ValueSource,
};
use crate::{
    forms::When,
    frames::Clock,
    library::NameFault,
    named::Named,
    problem::{DocumentPath, Problem, Problems, Severity},
    value::{Fault, all_kinds},
};

/// The limit of items that the timelines of a file have because they play other timelines: a small file could play a
/// timeline that plays another one twice, and so on.
const MOST_PLAYED: usize = 1 << 16;

/// The limit of the names of properties that the timelines of a file have because they play clips and other timelines,
/// in bytes: a small file could play one with many properties, or with long names, again and again.
const MOST_NAMES: usize = 1 << 24;
/// What a shorter name counts.
const SHORT_NAME: usize = 16;

/// The duration of tweens in a timeline that gives none.
const TWEEN: Span = Span::from_millis(500);

/// The item that a name means in a file.
type Find<'a, T> = &'a dyn Fn(&str, &str) -> Result<T, NameFault>;

/// The source of the items that a timeline names.
pub(crate) struct Parts<'a> {
    pub(crate) clip: Find<'a, Arc<Clip>>,
    pub(crate) flipbook: Find<'a, Flipbook>,
    pub(crate) timeline: Find<'a, Played<'a>>,
    /// The file of the timelines that are built.
    pub(crate) file: &'a str,
    pub(crate) room: Room,
    /// Whether a missing name is a problem; otherwise the timeline is not built.
    pub(crate) complete: bool,
}

/// What the timelines of a file may still have because they play others.
pub(crate) struct Room {
    items: Cell<usize>,
    /// The bytes of the names of properties.
    names: Cell<usize>,
}

impl Default for Room {
    fn default() -> Self {
        Self { items: Cell::new(MOST_PLAYED), names: Cell::new(MOST_NAMES) }
    }
}

impl Room {
    /// Takes room for one item. `false` if there is none left.
    fn take_item(&self) -> bool {
        let left = self.items.get().checked_sub(1);
        left.is_some_and(|left| {
            self.items.set(left);
            true
        })
    }

    /// Takes room for names of properties with these numbers of bytes. `false` if there is not enough left, and then there
    /// is none for items either: what follows is not looked at.
    fn take_names(&self, lengths: impl Iterator<Item = usize>) -> bool {
        let take = |left: usize, length: usize| left.checked_sub(length.max(SHORT_NAME));
        let left = lengths.into_iter().try_fold(self.names.get(), take);
        match left {
            Some(left) => self.names.set(left),
            None => self.items.set(0),
        }
        left.is_some()
    }
}

/// A timeline that another one plays.
#[derive(Clone, Copy)]
pub(crate) struct Played<'a> {
    pub(crate) file: &'a str,
    pub(crate) name: &'a str,
    pub(crate) source: &'a TimelineSource,
}

/// The core's builder of a timeline, not checked yet.
pub(crate) struct Unbuilt {
    pub(crate) timeline: TimelineBuilder<String>,
    /// The path of each item, in the order in which the core numbers them.
    declared: Vec<DocumentPath>,
}

impl TimelineSource {
    /// Builds the timeline; `None` if a named item is missing and `parts` are not complete.
    pub(crate) fn build<'a>(
        &self,
        path: &DocumentPath,
        name: &'a str,
        parts: &'a Parts<'a>,
    ) -> Result<Option<Timeline<String>>, Problems> {
        let Some(Unbuilt { timeline, declared }) = self.builder(path, name, parts)? else {
            return Ok(None);
        };
        timeline.build().map(Some).map_err(|error| {
            // The whole is number 0; items follow in the order in which they were declared.
            let number = (error.item.id.number() as usize).checked_sub(1);
            let item = number.and_then(|number| declared.get(number)).unwrap_or(path);
            Problem::error(item.clone(), error.kind.to_string(), "").into()
        })
    }

    /// The builder of the timeline, with all that it plays; `None` if a named item is missing and `parts` are not complete.
    pub(crate) fn builder<'a>(
        &self,
        path: &DocumentPath,
        name: &'a str,
        parts: &'a Parts<'a>,
    ) -> Result<Option<Unbuilt>, Problems> {
        let mut builder = Builder {
            clock: Clock::new(self.rate),
            parts,
            file: parts.file,
            prefix: String::new(),
            starts: BTreeSet::new(),
            playing: vec![(parts.file, name)],
            depth: 0,
            missing: false,
            inside: None,
            declared: Vec::new(),
            problems: Problems::new(),
        };
        let timeline = builder.timeline(TimelineBuilder::new(name), path, self);
        builder.problems.extend(builder.clock.problem.take());
        if builder.problems.has_errors() {
            return Err(builder.problems);
        }
        let declared = builder.declared;
        Ok((!builder.missing).then_some(Unbuilt { timeline, declared }))
    }
}

struct Builder<'a> {
    clock: Clock,
    parts: &'a Parts<'a>,
    /// The file of the timeline whose items are built.
    file: &'a str,
    /// Stands before the names of properties.
    prefix: String,
    /// The properties with a start value.
    starts: BTreeSet<String>,
    /// File and name of the timeline, and of those that are played in it, the innermost last.
    playing: Vec<(&'a str, &'a str)>,
    /// The number of lists of items around.
    depth: u32,
    /// While another timeline is built into this one: the item that plays it, which represents all its items.
    inside: Option<DocumentPath>,
    /// Whether a clip or flipbook is missing.
    missing: bool,
    /// The path of each item, in the order in which the core numbers them.
    declared: Vec<DocumentPath>,
    problems: Problems,
}

impl<'a> Builder<'a> {
    fn timeline(
        &mut self,
        mut timeline: TimelineBuilder<String>,
        path: &DocumentPath,
        source: &TimelineSource,
    ) -> TimelineBuilder<String> {
        let values = path.field("start_values");
        if !self.has_room_for(&values, source.start_values.keys()) {
            return timeline;
        }
        for (key, value) in &source.start_values {
            self.check_value(|| values.name(key), value);
            // Those of the timeline that plays another one count.
            let key = self.key(key);
            if self.starts.insert(key.clone()) {
                timeline = start(timeline, &key, value);
            }
        }
        if let Some(duration) = source.tween_duration {
            let duration = self.span(duration, || path.field("tween_duration"));
            timeline = timeline.tween_duration(duration);
        }
        if let Some(easing) = &source.tween_easing {
            timeline = timeline.tween_easing(easing.clone());
        }
        if let Some(conflict) = source.conflict {
            timeline = timeline.on_conflict(conflict);
        }
        if source.decorative {
            timeline = timeline.decorative();
        }
        self.items(timeline, &path.field("items"), &source.items)
    }

    /// Another timeline as an item.
    fn play(&mut self, path: &DocumentPath, name: &str, prefix: &str) -> Item<String> {
        let path = path.field("timeline");
        let played = match (self.parts.timeline)(self.file, name) {
            Ok(played) => played,
            Err(unfound) => return self.absent(path, name, "timeline", unfound),
        };
        let Played { file, name, source } = played;
        if self.playing.contains(&(file, name)) {
            self.report(path, format_args!("{name:?}, which plays itself"), "another timeline");
            return wait(Span::ZERO);
        }
        let most = TimelineBuilder::<String>::MAX_DEPTH;
        if self.depth >= most || self.parts.room.items.get() == 0 {
            let needed = format!("at most {MOST_PLAYED} items, nested at most {most} deep");
            self.report(path, "timelines that play too many others", &needed);
            return wait(Span::ZERO);
        }
        let outside = self.inside.clone();
        self.inside.get_or_insert_with(|| path.clone());
        let clock = std::mem::replace(&mut self.clock, Clock::new(source.rate));
        let file = std::mem::replace(&mut self.file, file);
        let length = self.prefix.len();
        self.prefix.push_str(prefix);
        self.playing.push((self.file, name));
        let problems = std::mem::take(&mut self.problems);

        // It plays as it plays alone.
        let inner = TimelineBuilder::new("")
            .tween_duration(TWEEN)
            .tween_easing(AnyEasing::LINEAR)
            .on_conflict(Conflict::Refuse);
        let inner = self.timeline(inner, &path, source);

        let clock = std::mem::replace(&mut self.clock, clock);
        let found = std::mem::replace(&mut self.problems, problems);
        self.playing.pop();
        self.prefix.truncate(length);
        self.file = file;
        self.inside = outside;
        let first = clock
            .problem
            .as_ref()
            .or_else(|| found.iter().find(|one| one.severity == Severity::Error));
        if let Some(problem) = first {
            let found = format!("{name:?}, in which: {}", problem.found);
            self.report(path, found, &problem.needed.clone());
        }
        nest(inner)
    }

    /// The full name of a property.
    fn key(&self, key: &str) -> String {
        [&self.prefix, key].concat()
    }

    fn report(&mut self, path: DocumentPath, found: impl Display, needed: &str) {
        self.problems.push(Problem::error(path, found.to_string(), needed));
    }

    fn check_value(&mut self, path: impl FnOnce() -> DocumentPath, value: &ValueSource) {
        if let Some(Fault { found, needed }) = value.fault() {
            self.report(path(), found, needed);
        }
    }

    /// The span of a time; a problem at `path` for frames without a rate.
    fn span(&mut self, when: When, path: impl FnOnce() -> DocumentPath) -> Span {
        self.clock.span(when, path)
    }

    fn items(
        &mut self,
        mut timeline: TimelineBuilder<String>,
        path: &DocumentPath,
        items: &[ItemSource],
    ) -> TimelineBuilder<String> {
        self.depth += 1;
        for (index, source) in items.iter().enumerate() {
            let path = path.index(index);
            if !matches!(source.action, Action::Label(_)) && !self.declare(&path) {
                break;
            }
            let position = match &source.position {
                PositionSource::End => Position::end(),
                PositionSource::With | PositionSource::Background => Position::previous_start(),
                PositionSource::PreviousEnd => Position::previous_end(),
                PositionSource::At(at) => Position::time(self.span(*at, || path.field("position"))),
                PositionSource::Label(label) => Position::label(label),
            };
            let position = match source.offset {
                OffsetSource::By(offset) => {
                    position.plus(self.span(offset, || path.field("offset")))
                }
                OffsetSource::OfPrevious(fraction) => match self.fraction(&path, fraction) {
                    Some(fraction) => position.plus_of_previous(fraction),
                    None => position,
                },
                OffsetSource::OfOwn(fraction) => match self.fraction(&path, fraction) {
                    Some(fraction) => position.plus_of_own(fraction),
                    None => position,
                },
            };
            let background = source.position == PositionSource::Background;
            if background && source.offset != OffsetSource::default() {
                self.report(path.field("offset"), "an offset of a background item", "a `delay`");
            }
            timeline = match (&source.action, background) {
                (Action::Label(label), false) => timeline.label_at(position, label),
                (Action::Label(_), true) => {
                    let needed = "another position";
                    self.report(path.field("position"), "a label in the background", needed);
                    timeline
                }
                (_, true) => timeline.background(self.item(&path, source)),
                (_, false) => timeline.put(position, self.item(&path, source)),
            };
        }
        self.depth -= 1;
        timeline
    }

    /// Counts an item. `false` where a file plays more items than it may.
    fn declare(&mut self, path: &DocumentPath) -> bool {
        if let Some(player) = &self.inside {
            if !self.parts.room.take_item() {
                let needed = format!("at most {MOST_PLAYED} items in played timelines");
                self.report(path.clone(), "more items", &needed);
                return false;
            }
            self.declared.push(player.clone());
        } else {
            self.declared.push(path.clone());
        }
        true
    }

    /// Counts properties with names of these lengths, without the prefix. `false` where a file plays more than it may.
    fn has_room(&mut self, path: &DocumentPath, lengths: impl Iterator<Item = usize>) -> bool {
        let prefix = self.prefix.len();
        let has_room = self.parts.room.take_names(lengths.map(|length| prefix + length));
        if !has_room {
            let needed =
                format!("at most {MOST_NAMES} bytes of names of properties in what is played");
            self.report(path.clone(), "more properties", &needed);
        }
        has_room
    }

    /// The same for properties that the file writes out: outside of played timelines all of them are allowed.
    fn has_room_for<'k>(
        &mut self,
        path: &DocumentPath,
        mut keys: impl Iterator<Item = &'k String>,
    ) -> bool {
        self.inside.is_none() || self.has_room(path, keys.by_ref().map(String::len))
    }

    fn fraction(&mut self, path: &DocumentPath, fraction: FractionSource) -> Option<Fraction> {
        let fraction = Fraction::new(fraction.0.num(), fraction.0.den());
        if let Err(error) = &fraction {
            self.report(path.field("offset"), error, "a fraction such as \"1/2\"");
        }
        fraction.ok()
    }

    fn item(&mut self, path: &DocumentPath, source: &ItemSource) -> Item<String> {
        let mut item = self.action(&path.field("action"), &source.action);
        if !source.name.is_empty() {
            item = item.named(&source.name);
        }
        if let Some(duration) = source.duration {
            item = item.duration(self.span(duration, || path.field("duration")));
        }
        if let Some(easing) = &source.easing {
            item = item.eased(easing.clone());
        }
        let delay = self.span(source.delay, || path.field("delay"));
        item = item.delayed(delay).speed(source.speed);
        item = match source.repeat {
            Repeat::Once | Repeat::Times(1) => item,
            Repeat::Times(passes) => item.times(passes),
            Repeat::Forever => item.forever(),
        };
        item = item.gap(self.span(source.gap, || path.field("gap")));
        if let Some(conflict) = source.conflict {
            item = item.on_conflict(conflict);
        }
        for (on, with) in [
            (source.ping_pong, Item::ping_pong as fn(Item<String>) -> Item<String>),
            (source.keep_velocity, Item::keeping_velocity),
            (source.forward_only, Item::one_way),
            (source.decorative, Item::decorative),
        ] {
            if on {
                item = with(item);
            }
        }
        item
    }

    fn action(&mut self, path: &DocumentPath, action: &Action) -> Item<String> {
        match action {
            Action::Tween(moves) if self.has_room_for(path, moves.keys()) => {
                self.tween(path, moves)
            }
            Action::Set(values) if self.has_room_for(path, values.keys()) => {
                for (key, value) in values {
                    self.check_value(|| path.name(key), value);
                }
                let prefix = self.prefix.clone();
                let set = |(key, value): (&String, _)| set_to(&[&*prefix, key].concat(), value);
                self.together(path, values.iter().map(set))
            }
            Action::Clip { clip: name, prefix } => match (self.parts.clip)(self.file, name) {
                Ok(found) => {
                    let tracks = found.channels().map(|(track, _)| prefix.len() + track.len());
                    match self.has_room(&path.field("clip"), tracks) {
                        true => clip(found, |track| [&self.prefix, &**prefix, track].concat()),
                        false => wait(Span::ZERO),
                    }
                }
                Err(unfound) => self.absent(path.field("clip"), name, "clip", unfound),
            },
            Action::Flipbook { flipbook: name, to } => match (self.parts.flipbook)(self.file, name)
            {
                Ok(found) => flipbook(self.key(to), found),
                Err(unfound) => self.absent(path.field("flipbook"), name, "flipbook", unfound),
            },
            Action::Cue { cue: name, kind } => cue(*kind, name),
            Action::Call(number) => call(*number),
            Action::Pause => pause_here(),
            Action::Wait => wait(Span::ZERO),
            Action::Nest(items) => nest(self.items(TimelineBuilder::new(""), path, items)),
            Action::Stagger { by, from, easing, columns, axis, items } => {
                let stagger = match by {
                    StaggerBy::Each(each) => Stagger::each(self.span(*each, || path.field("by"))),
                    StaggerBy::Total(total) => {
                        Stagger::total(self.span(*total, || path.field("by")))
                    }
                };
                let mut stagger = stagger.from(*from).eased(easing.clone());
                if let Some(columns) = columns {
                    stagger = stagger.grid(*columns, *axis);
                }
                let path = path.field("items");
                let mut made = Vec::new();
                self.depth += 1;
                for (index, source) in items.iter().enumerate() {
                    let path = path.index(index);
                    if !self.declare(&path) {
                        break;
                    }
                    if source.position != PositionSource::End
                        || source.offset != OffsetSource::default()
                    {
                        self.report(
                            path.clone(),
                            "a position or offset of a staggered item",
                            "a `delay` at most",
                        );
                    }
                    made.push(self.item(&path, source));
                }
                self.depth -= 1;
                stagger.over(made)
            }
            Action::Timeline { timeline, prefix } => self.play(path, timeline, prefix),
            // The position of a label is set by `items`; the others have no room.
            Action::Label(_) | Action::Tween(_) | Action::Set(_) => wait(Span::ZERO),
        }
    }

    fn absent(
        &mut self,
        path: DocumentPath,
        name: &str,
        kind: &str,
        unfound: NameFault,
    ) -> Item<String> {
        self.missing = true;
        if self.parts.complete {
            match unfound {
                NameFault::Missing(near) => {
                    let near =
                        near.map_or(String::new(), |near| format!("; did you mean {near:?}?"));
                    let needed = format!("the name of a {kind}{near}");
                    self.report(path, format_args!("{name:?}"), &needed);
                }
                NameFault::Ambiguous(names) => {
                    let found = format!("{name:?}, which {} files have", names.len());
                    let names: Vec<_> = names.iter().map(|name| format!("{name:?}")).collect();
                    self.report(path, found, &format!("one of {}", names.join(", ")));
                }
            }
        }
        wait(Span::ZERO)
    }

    fn tween(&mut self, path: &DocumentPath, moves: &Named<TweenSource>) -> Item<String> {
        for (key, tween) in moves {
            let path = path.name(key);
            let ends = [("from", &tween.from), ("to", &tween.to), ("by", &tween.by)];
            for (end, value) in ends {
                if let Some(value) = value {
                    self.check_value(|| path.field(end), value);
                }
            }
            match tween {
                TweenSource { from: None, to: None, by: None } => {
                    self.report(path, "none of `from`, `to` and `by`", "one")
                }
                TweenSource { from, to, by: Some(_) } if from.is_some() || to.is_some() => {
                    self.report(path, "`by` beside `from` or `to`", "`by` alone");
                }
                TweenSource { from: Some(from), to: Some(to), .. } if !same_kind(from, to) => {
                    self.report(path, "two kinds of values", "one kind for `from` and `to`");
                }
                _ => {}
            }
        }
        let prefix = self.prefix.clone();
        let tween = |(key, tween): (&String, _)| tween_of(&[&*prefix, key].concat(), tween);
        self.together(path, moves.iter().filter_map(tween))
    }

    /// One item of many that happen at the same time.
    fn together(
        &mut self,
        path: &DocumentPath,
        items: impl Iterator<Item = Item<String>>,
    ) -> Item<String> {
        items.reduce(Item::and).unwrap_or_else(|| {
            self.report(path.clone(), "no properties", "at least one");
            wait(Span::ZERO)
        })
    }
}

macro_rules! values {
    ($($(#[$doc:meta])* $kind:ident($type:ty))*) => {
        fn start(timeline: TimelineBuilder<String>, key: &str, value: &ValueSource) -> TimelineBuilder<String> {
            match value { $(ValueSource::$kind(value) => timeline.start(key.into(), value.clone()),)* }
        }

        fn set_to(key: &str, value: &ValueSource) -> Item<String> {
            match value { $(ValueSource::$kind(value) => set(key.into(), value.clone()),)* }
        }

        fn same_kind(one: &ValueSource, other: &ValueSource) -> bool {
            std::mem::discriminant(one) == std::mem::discriminant(other)
        }

        /// `None` for ends that do not go together.
        fn tween_of(key: &str, tween: &TweenSource) -> Option<Item<String>> {
            Some(match (&tween.from, &tween.to, &tween.by) {
                $(
                    (None, None, Some(ValueSource::$kind(value))) => by(key.into(), value.clone()),
                    (None, Some(ValueSource::$kind(value)), None) => to(key.into(), value.clone()),
                    (Some(ValueSource::$kind(value)), None, None) => from(key.into(), value.clone()),
                    (Some(ValueSource::$kind(one)), Some(ValueSource::$kind(other)), None) => {
                        from_to(key.into(), one.clone(), other.clone())
                    }
                )*
                _ => return None,
            })
        }
    };
}

all_kinds!(values);
