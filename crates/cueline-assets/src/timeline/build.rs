//! From a timeline in a file to a timeline of the core.

use std::{fmt::Display, sync::Arc};

use cueline::{
    clip::{Clip, Flipbook},
    time::{Span, TickRate},
    timeline::{
        Fraction as CoreShare, Item, Position, Stagger, Timeline, TimelineBuilder, call, clip, cue,
        flipbook, from, from_to, nest, pause_here, set, to, wait,
    },
};

use super::{Does, ItemSource, Move, Passes, Plus, Put, StaggerBy, TimelineSource, ValueSource};
use crate::{ItemPath, Named, Problem, Problems, value::all_kinds};

/// Where a timeline finds what it names.
pub(crate) struct Parts<'a> {
    pub(crate) clip: &'a dyn Fn(&str) -> Option<Arc<Clip>>,
    pub(crate) flipbook: &'a dyn Fn(&str) -> Option<Flipbook>,
    /// Whether what is not there is a problem; else the timeline is not built.
    pub(crate) complete: bool,
}

impl TimelineSource {
    /// Builds the timeline; none where something that it names is not there and that is no problem.
    pub(crate) fn build(
        &self,
        path: &ItemPath,
        name: &str,
        parts: &Parts<'_>,
    ) -> Result<Option<Timeline<String>>, Problems> {
        let mut builder = Builder {
            rate: self.rate,
            parts,
            missing: false,
            declared: Vec::new(),
            problems: Problems::new(),
        };
        let mut draft = TimelineBuilder::new(name);
        for (key, value) in &self.starts {
            draft = start(draft, key, value);
        }
        if let Some(last) = self.tweens_last {
            draft = draft.tweens_last(last.span(self.rate));
        }
        if let Some(easing) = self.tweens_eased {
            draft = draft.tweens_eased(easing);
        }
        if let Some(conflict) = self.conflict {
            draft = draft.on_conflict(conflict);
        }
        draft = builder.items(draft, &path.field("items"), &self.items);
        if builder.problems.has_errors() {
            return Err(builder.problems);
        }
        if builder.missing {
            return Ok(None);
        }
        draft.build().map(Some).map_err(|error| {
            // The whole is number 0; items follow in the order in which they were declared.
            let number = (error.item.id.number() as usize).checked_sub(1);
            let item = number.and_then(|number| builder.declared.get(number)).unwrap_or(path);
            Problem::error(item.clone(), error.kind.to_string(), "").into()
        })
    }
}

struct Builder<'a> {
    rate: TickRate,
    parts: &'a Parts<'a>,
    /// Whether something that is named elsewhere is not there.
    missing: bool,
    /// Where each item is, as the core counts them.
    declared: Vec<ItemPath>,
    problems: Problems,
}

impl Builder<'_> {
    fn tell(&mut self, path: ItemPath, found: impl Display, needed: &str) {
        self.problems.push(Problem::error(path, found.to_string(), needed));
    }

    fn items(
        &mut self,
        mut draft: TimelineBuilder<String>,
        path: &ItemPath,
        items: &[ItemSource],
    ) -> TimelineBuilder<String> {
        for (index, source) in items.iter().enumerate() {
            let path = path.index(index);
            if !matches!(source.does, Does::Label(_)) {
                self.declared.push(path.clone());
            }
            let position = match &source.put {
                Put::End => Position::end(),
                Put::With | Put::Aside => Position::previous_start(),
                Put::PreviousEnd => Position::previous_end(),
                Put::At(at) => Position::time(at.span(self.rate)),
                Put::Label(label) => Position::label(label),
            };
            let position = match source.plus {
                Plus::By(offset) => position.plus(offset.span(self.rate)),
                Plus::OfPrevious(share) => self.share(&path, share).map_or_else(
                    || position.clone(),
                    |share| position.clone().plus_of_previous(share),
                ),
                Plus::OfOwn(share) => self
                    .share(&path, share)
                    .map_or_else(|| position.clone(), |share| position.clone().plus_of_own(share)),
            };
            let aside = source.put == Put::Aside;
            if aside && source.plus != Plus::default() {
                self.tell(path.field("plus"), "an offset for what stands aside", "a `delay`");
            }
            draft = match (&source.does, aside) {
                (Does::Label(label), false) => draft.label_at(position, label),
                (Does::Label(_), true) => {
                    self.tell(path.field("put"), "a label that stands aside", "another place");
                    draft
                }
                (_, true) => draft.background(self.item(&path, source)),
                (_, false) => draft.put(position, self.item(&path, source)),
            };
        }
        draft
    }

    fn share(&mut self, path: &ItemPath, share: super::Share) -> Option<CoreShare> {
        let share = CoreShare::new(share.0.num(), share.0.den());
        if let Err(error) = &share {
            self.tell(path.field("plus"), error, "a share such as \"1/2\"");
        }
        share.ok()
    }

    fn item(&mut self, path: &ItemPath, source: &ItemSource) -> Item<String> {
        let mut item = self.what(&path.field("does"), &source.does);
        if !source.name.is_empty() {
            item = item.named(&source.name);
        }
        if let Some(length) = source.lasts {
            item = item.duration(length.span(self.rate));
        }
        if let Some(easing) = source.eased {
            item = item.eased(easing);
        }
        item = item.delayed(source.delay.span(self.rate)).speed(source.speed);
        item = match source.passes {
            Passes::Times(1) => item,
            Passes::Times(passes) => item.times(passes),
            Passes::Endless => item.forever(),
        };
        item = item.gap(source.gap.span(self.rate));
        if let Some(conflict) = source.conflict {
            item = item.on_conflict(conflict);
        }
        for (on, with) in [
            (source.ping_pong, Item::ping_pong as fn(Item<String>) -> Item<String>),
            (source.keeps_velocity, Item::keeping_velocity),
            (source.one_way, Item::one_way),
        ] {
            if on {
                item = with(item);
            }
        }
        item
    }

    fn what(&mut self, path: &ItemPath, does: &Does) -> Item<String> {
        match does {
            Does::Label(_) => wait(Span::ZERO),
            Does::Tween(moves) => self.tween(path, moves),
            Does::Set(values) => {
                self.together(path, values.iter().map(|(key, value)| set_to(key, value)))
            }
            Does::Clip { clip: name, prefix } => match (self.parts.clip)(name) {
                Some(found) => clip(found, |track| format!("{prefix}{track}")),
                None => self.absent(path.field("clip"), name, "the name of a clip"),
            },
            Does::Flipbook { flipbook: name, to } => match (self.parts.flipbook)(name) {
                Some(found) => flipbook(to.clone(), found),
                None => self.absent(path.field("flipbook"), name, "the name of a flipbook"),
            },
            Does::Cue { cue: name, kind } => cue(*kind, name),
            Does::Call(number) => call(*number),
            Does::Pause => pause_here(),
            Does::Wait => wait(Span::ZERO),
            Does::Nest(items) => nest(self.items(TimelineBuilder::new(""), path, items)),
            Does::Stagger { by, from, eased, columns, axis, items } => {
                let stagger = match by {
                    StaggerBy::Each(gap) => Stagger::each(gap.span(self.rate)),
                    StaggerBy::Total(total) => Stagger::total(total.span(self.rate)),
                };
                let mut stagger = stagger.from(*from).eased(*eased);
                if let Some(columns) = columns {
                    stagger = stagger.grid(*columns, *axis);
                }
                let path = path.field("items");
                let mut made = Vec::new();
                for (index, source) in items.iter().enumerate() {
                    let path = path.index(index);
                    self.declared.push(path.clone());
                    if source.put != Put::End || source.plus != Plus::default() {
                        self.tell(
                            path.clone(),
                            "a place for what is staggered",
                            "a `delay` at most",
                        );
                    }
                    made.push(self.item(&path, source));
                }
                stagger.over(made)
            }
        }
    }

    fn absent(&mut self, path: ItemPath, name: &str, needed: &str) -> Item<String> {
        self.missing = true;
        if self.parts.complete {
            self.tell(path, format_args!("{name:?}"), needed);
        }
        wait(Span::ZERO)
    }

    fn tween(&mut self, path: &ItemPath, moves: &Named<Move>) -> Item<String> {
        for (key, way) in moves {
            let path = path.name(key);
            match way {
                Move { from: None, to: None } => self.tell(path, "neither `from` nor `to`", "one"),
                Move { from: Some(from), to: Some(to) } if !same_kind(from, to) => {
                    self.tell(path, "two kinds of values", "one kind for `from` and `to`");
                }
                _ => {}
            }
        }
        self.together(path, moves.iter().filter_map(|(key, way)| moved(key, way)))
    }

    /// One item of many that happen at the same time.
    fn together(
        &mut self,
        path: &ItemPath,
        items: impl Iterator<Item = Item<String>>,
    ) -> Item<String> {
        items.reduce(Item::and).unwrap_or_else(|| {
            self.tell(path.clone(), "no properties", "at least one");
            wait(Span::ZERO)
        })
    }
}

macro_rules! values {
    ($($(#[$doc:meta])* $kind:ident($type:ty))*) => {
        fn start(draft: TimelineBuilder<String>, key: &str, value: &ValueSource) -> TimelineBuilder<String> {
            match value { $(ValueSource::$kind(value) => draft.start(key.into(), *value),)* }
        }

        fn set_to(key: &str, value: &ValueSource) -> Item<String> {
            match value { $(ValueSource::$kind(value) => set(key.into(), *value),)* }
        }

        fn same_kind(one: &ValueSource, other: &ValueSource) -> bool {
            std::mem::discriminant(one) == std::mem::discriminant(other)
        }

        /// None where the two ends do not go together.
        fn moved(key: &str, way: &Move) -> Option<Item<String>> {
            Some(match (&way.from, &way.to) {
                $(
                    (None, Some(ValueSource::$kind(value))) => to(key.into(), *value),
                    (Some(ValueSource::$kind(value)), None) => from(key.into(), *value),
                    (Some(ValueSource::$kind(one)), Some(ValueSource::$kind(other))) => {
                        from_to(key.into(), *one, *other)
                    }
                )*
                _ => return None,
            })
        }
    };
}

all_kinds!(values);
