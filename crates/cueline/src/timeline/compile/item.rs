//! Compiles one item: its kind, its playback and its motions.

use alloc::vec::Vec;
use core::fmt::Debug;

use super::{
    super::{
        Item, TimelineErrorKind,
        exact::SPEED_LIMIT,
        item::{Content, Goal, ItemContent, ItemSettings, Move},
        motion::{Motion, Placement},
        node::{Action, Node, number},
    },
    compiler::{Compiler, Ends, Failed, LevelContext, Moves, Placed, fits},
    place::span,
    relative,
};
use crate::{
    clip::Value,
    playback::Repeat,
    time::{Span, Speed},
    value::AnyEasing,
};

/// The limit for all passes of an item in its own time, if the item ends within its timeline: 2^63 flicks at the
/// highest speed, doubled for a gap after the last pass.
const MOST_OWN_TIME: i128 = 1 << (63 + 31 + 1);

/// What an item sets for its content.
struct Settings {
    length: Option<Span>,
    easing: Option<AnyEasing>,
    keeps_velocity: bool,
    /// The product of the speeds down to the item, as for a [`LevelContext`].
    num: u64,
    den: u64,
    /// The item that turns the direction, if one does.
    turns: Option<u32>,
}

impl<K: Ord + Clone + Debug> Compiler<K> {
    /// Compiles an item and its nested items, but does not place the item.
    pub(super) fn item(&mut self, item: Item<K>, around: &LevelContext) -> Result<Placed, Failed> {
        let id = fits(number(self.names.len()), 0)?;
        let no_effect = item.setting_without_effect();
        let Item { name, content, settings: its } = item;
        let ItemSettings { duration: length, easing, speed, loops, gap, ping_pong, .. } = its;
        self.names.add(id, around.parent, name);
        self.tables.declare(its.purpose);
        let fail = |fault| Err((id, fault));
        if let Some((setting, kind)) = no_effect {
            return fail(TimelineErrorKind::NoEffect { setting, kind });
        }
        let passes = match loops {
            Repeat::Once => 1,
            Repeat::Times(0) => return fail(TimelineErrorKind::NoPasses),
            Repeat::Times(passes) => passes,
            Repeat::Forever => 0,
        };
        let length = match content {
            ItemContent::Tween(_) => Some(length.unwrap_or(around.length)),
            _ => length,
        };
        let below_zero = [length, Some(gap)].into_iter().flatten().find(|span| span.is_negative());
        if let Some(duration) = below_zero {
            return fail(TimelineErrorKind::NegativeDuration { duration });
        }
        let motion = Motion::new(speed, passes, gap, ping_pong);
        let turns = if motion.turns() { Some(id) } else { around.turns };
        let Some((num, den)) = own_speed(speed, around) else {
            return fail(TimelineErrorKind::Speed);
        };
        if its.one_way {
            self.one_way = true;
            if let Some(turns) = turns {
                return fail(TimelineErrorKind::OneWay { turns: self.names.path(turns) });
            }
        }
        let conflict = its.conflict.unwrap_or(around.conflict);
        let settings =
            Settings { length, easing, keeps_velocity: its.keeps_velocity, num, den, turns };
        let (action, length, moves) = self.content(id, content, settings, around)?;
        // Moments have no passes and no speed.
        let is_moment = matches!(action, Action::Cue(_) | Action::Call(_) | Action::Pause);
        let motion = if is_moment { Motion::ONCE } else { motion };
        let length = length_of_pass(length, motion).map_err(|fault| (id, fault))?;
        let number = fits(self.tables.add_motion(motion, length), id)?;
        Ok(Placed { start: 0, length, node: Node::new(id, action, number), moves, conflict })
    }

    /// What the item does, the duration of one pass (`None` for endless) and its motions.
    fn content(
        &mut self,
        id: u32,
        content: ItemContent<K>,
        own: Settings,
        around: &LevelContext,
    ) -> Result<(Action, Option<i64>, Moves), Failed> {
        Ok(match content {
            ItemContent::Tween(moves) => {
                let easing = own.easing.as_ref().unwrap_or(&around.easing);
                let moves = self.tween(id, moves, easing, own.keeps_velocity)?;
                (Action::Tween, own.length.map(Span::flicks), moves)
            }
            ItemContent::Clip(clip, keys) => {
                let keys =
                    keys.into_iter().map(|key| self.key(key, id)).collect::<Result<_, _>>()?;
                let length = clip.duration().flicks();
                let number = fits(self.tables.add_clip(clip), id)?;
                (Action::Clip(number), Some(length), Moves::Channels(keys))
            }
            ItemContent::Flipbook(key, book) => {
                let key = self.key(key, id)?;
                let length = book.duration().map(Span::flicks);
                let number = fits(self.tables.add_book(*book), id)?;
                (Action::Flipbook(number), length, Moves::Frames(key))
            }
            ItemContent::Cue(kind) => (Action::Cue(kind), Some(0), Moves::None),
            ItemContent::Call(number) => (Action::Call(number), Some(0), Moves::None),
            ItemContent::Pause => (Action::Pause, Some(0), Moves::None),
            ItemContent::Wait => {
                (Action::Wait, Some(own.length.unwrap_or(Span::ZERO).flicks()), Moves::None)
            }
            ItemContent::TooDeep => return Err((id, TimelineErrorKind::TooDeep)),
            ItemContent::Nest(inner) => {
                let Content { parts, starts, duration, easing, conflict, .. } = *inner;
                for (key, value) in starts {
                    if !value.is_finite() {
                        return Err((id, TimelineErrorKind::NotFinite));
                    }
                    let key = self.key(key, id)?;
                    self.keys.set_start(key, value);
                }
                let inside = LevelContext {
                    length: duration.unwrap_or(around.length),
                    easing: easing.unwrap_or_else(|| around.easing.clone()),
                    conflict: conflict.unwrap_or(around.conflict),
                    num: own.num,
                    den: own.den,
                    turns: own.turns,
                    parent: Some(id),
                };
                let (level, length, strands) = self.level(id, parts, &inside)?;
                (Action::Level(level), length, Moves::Strands(strands))
            }
        })
    }

    fn tween(
        &mut self,
        id: u32,
        moves: Vec<Move<K>>,
        easing: &AnyEasing,
        keeps_velocity: bool,
    ) -> Result<Moves, Failed> {
        let finite = |value: Option<&Value>| value.is_none_or(Value::is_finite);
        if !easing.is_finite()
            || !moves.iter().all(|one| finite(one.from.as_ref()) && finite(one.goal.value()))
        {
            return Err((id, TimelineErrorKind::NotFinite));
        }
        if let Some((key, kind, found)) =
            moves.iter().find_map(|one| match (&one.from, one.goal.value()) {
                (Some(from), Some(to)) if from.kind() != to.kind() => {
                    Some((&one.key, from.kind(), to.kind()))
                }
                _ => None,
            })
        {
            let key = alloc::format!("{key:?}");
            return Err((id, TimelineErrorKind::KindMismatch { key, kind, found }));
        }
        let no_difference = moves.iter().find_map(|one| match &one.goal {
            Goal::By(by) if relative::moved(by, by).is_none() => Some((&one.key, by.kind())),
            _ => None,
        });
        if let Some((key, kind)) = no_difference {
            let key = alloc::format!("{key:?}");
            return Err((id, TimelineErrorKind::NoDifference { key, kind }));
        }
        let easing = fits(self.tables.add_easing(easing), id)?;
        let first = fits(number(self.moves.len()), id)?;
        for Move { key, from, goal } in moves {
            let key = self.key(key, id)?;
            let kind = from.as_ref().or(goal.value()).map(Value::kind);
            let mut keep = |value| fits(self.tables.keep(value), id);
            let from = from.map(&mut keep).transpose()?;
            let goal = goal.try_map(&mut keep)?;
            self.moves.push(Ends { from, goal, kind, easing, key, keeps_velocity, id });
        }
        let end = fits(number(self.moves.len()), id)?;
        Ok(Moves::Tweens(first..end))
    }

    fn key(&mut self, key: K, id: u32) -> Result<u32, Failed> {
        fits(self.keys.number(key), id)
    }
}

/// The speed of an item and of all levels around it: numerator and denominator, within the limit.
fn own_speed(speed: Speed, around: &LevelContext) -> Option<(u64, u64)> {
    let num = u64::try_from(speed.num()).ok().filter(|num| *num > 0)?;
    let (num, den) = (around.num.checked_mul(num)?, around.den.checked_mul(speed.den())?);
    (num <= SPEED_LIMIT && den <= SPEED_LIMIT).then_some((num, den))
}

/// The duration of one pass, `i64::MAX` for endless, which these passes must be able to have.
fn length_of_pass(length: Option<i64>, motion: Motion) -> Result<i64, TimelineErrorKind> {
    let passes = motion.passes();
    if passes != 1 && length.is_none() {
        return Err(TimelineErrorKind::RepeatsEndless);
    }
    if length == Some(i64::MAX) {
        return Err(TimelineErrorKind::Overflow); // reserved for endless items
    }
    let length = length.unwrap_or(i64::MAX);
    let cycle = Placement::new(0, length, motion).cycle();
    if passes != 1 && cycle == 0 {
        return Err(TimelineErrorKind::EmptyLoop);
    }
    let all = i128::from(passes).checked_mul(cycle).filter(|all| *all < MOST_OWN_TIME);
    all.map(|_| length).ok_or(TimelineErrorKind::Overflow)
}

/// Sets the times of an item.
pub(super) fn lay(placed: &mut Placed, start: i128, length: Option<i128>) -> Result<(), Failed> {
    let id = placed.node.id;
    let flicks = |at| span(at).map(Span::flicks).map_err(|fault| (id, fault));
    let end = match length {
        None => i64::MAX,
        Some(length) => match flicks(start + length)? {
            i64::MAX => return Err((id, TimelineErrorKind::Overflow)), // reserved for endless items
            end => end,
        },
    };
    placed.node = placed.node.at(flicks(start)?, end);
    Ok(())
}
