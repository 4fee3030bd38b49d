//! From a recorded arrangement to one of ours.

use std::collections::BTreeMap;

use cueline::{
    time::{Span, Speed},
    timeline::{
        Axis, Conflict, Fraction, Item, ItemId, Origin, Position, Stagger, Timeline,
        TimelineBuilder, TimelineErrorKind, call, from, from_to, nest, to,
    },
    value::Easing,
};
use serde::Deserialize;
use serde_json::Value;

use super::{
    ease::easing,
    record::{Child, Record},
};
use crate::read::{Malformed, number, other, text};

/// What is moved: a target's property.
pub(super) type Key = (String, String);
type Draft = TimelineBuilder<Key>;

/// The recorded timeline, built with ours.
pub(super) fn timeline(record: &Record) -> Result<Timeline<Key>, Malformed> {
    whole(record, Conflict::Replace)?.build().map_err(other)
}

/// Whether ours refuses to build it because an item repeats that takes no time.
pub(super) fn is_refused(record: &Record) -> Result<bool, Malformed> {
    let error = whole(record, Conflict::Replace)?.build().err();
    Ok(error.is_some_and(|error| matches!(error.kind, TimelineErrorKind::EmptyLoop)))
}

/// Whether two tweens write one property at one time.
pub(super) fn is_contended(record: &Record) -> Result<bool, Malformed> {
    let error = whole(record, Conflict::Refuse)?.build().err();
    Ok(error.is_some_and(|error| matches!(error.kind, TimelineErrorKind::Conflict { .. })))
}

/// How far all in a timeline has moved because something would start before the timeline does.
pub(super) fn moved_by(record: &Record, of: &Child) -> Result<Span, Malformed> {
    let zero = "where the zero was";
    let draft = children(starting(record), of)?.on_conflict(Conflict::Replace);
    let timeline = draft.label_at(Position::time(Span::ZERO), zero).build();
    timeline.map_err(other)?.label(zero).map_err(other)
}

fn whole(record: &Record, conflict: Conflict) -> Result<Item<Key>, Malformed> {
    let draft = children(starting(record).on_conflict(conflict), &record.timeline)?;
    timed(nest(draft), &record.timeline)
}

fn starting(record: &Record) -> Draft {
    let mut draft = Draft::new("root");
    for (target, properties) in &record.targets {
        for (property, value) in properties {
            draft = draft.start((target.clone(), property.clone()), *value);
        }
    }
    draft
}

pub(super) fn span(seconds: f64) -> Result<Span, Malformed> {
    Span::from_secs_f64(seconds).map_err(|error| other(format!("{seconds} s: {error}")))
}

/// The factor by which a child's own time runs.
fn speed(child: &Child) -> Result<Speed, Malformed> {
    ratio(child.time_scale.unwrap_or(1.0))
}

fn ratio(factor: f64) -> Result<Speed, Malformed> {
    #[expect(clippy::cast_possible_truncation, reason = "a cast saturates")]
    let millionths = (factor * 1e6).round() as i64;
    Speed::new(millionths, 1_000_000).map_err(other)
}

fn children(mut draft: Draft, of: &Child) -> Result<Draft, Malformed> {
    if let Some(duration) = of.defaults.duration {
        draft = draft.tween_duration(span(duration)?);
    }
    if let Some(ease) = &of.defaults.ease {
        draft = draft.tween_easing(easing(Some(ease))?);
    }
    // How far all had moved when GSAP measured it last, and when each label was put.
    let mut moved = Span::ZERO;
    // The end that it measured then, which holds until something is put beyond it or before the start.
    let (mut measured, mut holds) = (Span::ZERO, true);
    let mut labels: BTreeMap<String, Span> = BTreeMap::new();
    let mut before = Speed::NORMAL;
    for (index, child) in of.children.iter().enumerate() {
        let own = speed(child)?;
        let mut place = Place::read(child.position.as_ref())?;
        if is_measured(child) {
            let (now, end) = moved_so_far(&draft, &of.children[..index]);
            if !holds {
                // What is measured does not end before its start, which has moved since it was measured last.
                measured = end.max(now - moved);
            }
            if measured != end.max(now) {
                place.count_from_end(measured);
            }
            (moved, holds) = (now, true);
        }
        if let Some(label) = place.label()
            && !labels.contains_key(label)
        {
            // A label that is named before it is put stands at the end.
            labels.insert(label.to_string(), moved);
            draft = draft.label_at(Position::end(), label);
        }
        if let Place::From { percent: percent @ true, own: true, .. } = &mut place
            && matches!(child.kind.as_str(), "label" | "set")
        {
            *percent = false; // of what has no duration yet no fraction is taken: it is read as seconds
        }
        // GSAP moves what is there where it looks, and then takes a time for one of the moved timeline; labels do not move.
        if place.is_absolute() {
            let then = place.label().and_then(|label| labels.get(label)).copied();
            place.shift(then.unwrap_or(Span::ZERO) - moved);
        }
        let position = place.position(before, own)?;
        if child.kind == "label" {
            labels.insert(child.name.clone(), moved);
            draft = draft.label_at(position, child.name.clone());
            continue;
        }
        draft = draft.put(position, item(child)?);
        let (now, end) = moved_so_far(&draft, &of.children[..=index]);
        holds &= now == moved && end <= measured;
        before = own;
    }
    Ok(draft)
}

/// Whether GSAP measures what is there before it puts an item: for all but a time as a number, and for a set also then.
fn is_measured(child: &Child) -> bool {
    let number = child.position.as_ref().is_some_and(Value::is_number);
    matches!(child.kind.as_str(), "label" | "set") || !number
}

/// How far what a timeline has so far has moved because something would start before the timeline does, and its end then.
fn moved_so_far(draft: &Draft, children: &[Child]) -> (Span, Span) {
    let zero = "where the zero was";
    let mut alone = draft.clone().on_conflict(Conflict::Replace);
    for key in children.iter().flat_map(keys) {
        alone = alone.start(key, 0.0);
    }
    let built = alone.label_at(Position::time(Span::ZERO), zero).build();
    let Ok(timeline) = built else { return (Span::ZERO, Span::ZERO) };
    let children: Vec<ItemId> = timeline.children(ItemId::WHOLE).collect();
    let end = |item: &ItemId| timeline.arrangement(*item).and_then(|it| it.end);
    let end = children.iter().filter_map(end).max().unwrap_or(Span::ZERO);
    (timeline.label(zero).unwrap_or(Span::ZERO), end)
}

/// What an item and those inside it move.
fn keys(child: &Child) -> Vec<Key> {
    let targets = child.targets.iter().chain(&child.target);
    let own = targets.flat_map(|target| {
        child
            .to
            .keys()
            .chain(child.from.keys())
            .map(move |property| (target.clone(), property.clone()))
    });
    own.chain(child.children.iter().flat_map(keys)).collect()
}

/// Whether a time or a label comes behind something that would start before its timeline does.
pub(super) fn has_times_behind(record: &Record, of: &Child) -> Result<bool, Malformed> {
    let mut known = of.clone();
    known.children.clear();
    for (index, child) in of.children.iter().enumerate() {
        if is_measured(child) {
            known.children = of.children[..index].to_vec();
        }
        let absolute = Place::read(child.position.as_ref())?.is_absolute();
        if absolute && moved_by(record, &known)? > Span::ZERO {
            return Ok(true);
        }
        if child.kind == "timeline" && has_times_behind(record, child)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A timeline that was made before it was put into another has none of that one's defaults.
fn own_defaults(draft: Draft) -> Draft {
    draft.tween_duration(Span::from_millis(500)).tween_easing(Easing::Linear)
}

fn item(child: &Child) -> Result<Item<Key>, Malformed> {
    let item = match child.kind.as_str() {
        "call" => return Ok(call(0).named(child.id.clone()).delayed(span(child.delay)?)),
        "timeline" => nest(children(own_defaults(Draft::new(child.id.clone())), child)?),
        _ if child.stagger.is_some() => staggered(child)?,
        _ => tween(child, child.target.as_deref().or(child.targets.first().map(String::as_str)))?,
    };
    timed(item.named(child.id.clone()).delayed(span(child.delay)?), child)
}

/// With the passes and the speed of a child.
fn timed(item: Item<Key>, child: &Child) -> Result<Item<Key>, Malformed> {
    let item = repeated(item, child.repeat.as_ref(), child.yoyo, child.repeat_delay)?;
    Ok(item.speed(speed(child)?))
}

fn repeated(
    item: Item<Key>,
    repeat: Option<&Value>,
    yoyo: bool,
    gap: f64,
) -> Result<Item<Key>, Malformed> {
    let item = match repeat {
        None => return Ok(item),
        Some(Value::String(text)) if text == "infinite" => item.forever(),
        Some(value) => match value.as_i64() {
            Some(-1) => item.forever(),
            Some(times) => item.times(u64::try_from(times).unwrap_or(0) + 1),
            None => return Err(other(format!("a number of passes, not {value}"))),
        },
    };
    let item = item.gap(span(gap)?);
    Ok(if yoyo { item.ping_pong() } else { item })
}

/// What a tween does to one target.
fn tween(child: &Child, target: Option<&str>) -> Result<Item<Key>, Malformed> {
    let missing = || other(format!("{}: a target and what is moved", child.id));
    let target = target.ok_or_else(missing)?;
    let key = |property: &String| (target.to_string(), property.clone());
    let mut moves = match child.kind.as_str() {
        "to" | "set" => child.to.iter().map(|(name, value)| to(key(name), *value)).collect(),
        "from" => child.from.iter().map(|(name, value)| from(key(name), *value)).collect(),
        "from_to" => {
            let both = |(name, value): (&String, &f64)| match child.from.get(name) {
                Some(start) => from_to(key(name), *start, *value),
                None => to(key(name), *value),
            };
            child.to.iter().map(both).collect()
        }
        kind => return Err(other(format!("an item, not {kind}"))),
    };
    let moves: &mut Vec<Item<Key>> = &mut moves;
    let mut item = moves.drain(..).reduce(Item::and).ok_or_else(missing)?;
    if child.kind == "set" {
        item = item.duration(Span::ZERO);
    } else if let Some(duration) = child.duration {
        item = item.duration(span(duration)?);
    }
    if let Some(ease) = &child.ease {
        item = item.eased(easing(Some(ease))?);
    }
    Ok(item)
}

fn staggered(child: &Child) -> Result<Item<Key>, Malformed> {
    let value = child.stagger.as_ref().unwrap_or(&Value::Null);
    let part = |target: &String| {
        let item = tween(child, Some(target))?;
        // The easing of the gaps is that of the parts too.
        let item = match value.get("ease") {
            Some(ease) => item.eased(easing(Some(text(ease)?))?),
            None => item,
        };
        let get = |name: &str| value.get(name);
        let yoyo = get("yoyo").and_then(Value::as_bool).unwrap_or(false);
        repeated(item, get("repeat"), yoyo, get("repeat_delay").map_or(Ok(0.0), number)?)
    };
    let items: Vec<Item<Key>> = child.targets.iter().map(part).collect::<Result<_, _>>()?;
    Ok(stagger(value)?.over(items))
}

/// A stagger as it is written in an item or in a record of its own.
pub(super) fn stagger(value: &Value) -> Result<Stagger, Malformed> {
    if value.is_number() {
        return Ok(Stagger::each(span(number(value)?)?));
    }
    let get = |name: &str| value.get(name).filter(|value| !value.is_null());
    let stagger = match (get("amount"), get("each")) {
        (Some(amount), _) => Stagger::total(span(number(amount)?)?),
        (None, Some(each)) => Stagger::each(span(number(each)?)?),
        (None, None) => return Err(other(format!("a stagger, not {value}"))),
    };
    let origin = match get("from") {
        None => Origin::Index(0),
        Some(Value::String(from)) => match from.as_str() {
            "start" => Origin::Start,
            "center" => Origin::Center,
            "edges" => Origin::Edges,
            "end" => Origin::End,
            _ => return Err(other(format!("where a stagger begins, not {from}"))),
        },
        Some(index) => Origin::Index(u32::deserialize(index)?),
    };
    let ease = get("ease").map(text).transpose()?;
    let stagger = stagger.from(origin).eased(easing(ease)?);
    let Some(grid) = get("grid") else { return Ok(stagger) };
    let axis = match get("axis").map(text).transpose()? {
        None => None,
        Some("x") => Some(Axis::X),
        Some("y") => Some(Axis::Y),
        Some(axis) => return Err(other(format!("an axis, not {axis}"))),
    };
    Ok(stagger.grid(u32::deserialize(&grid[1])?, axis))
}

/// A place as GSAP writes it.
enum Place {
    Time(f64),
    /// An anchor (empty for the end), and an offset in seconds or percent, with whether a percentage is that of the
    /// item that is put there.
    From {
        anchor: String,
        offset: f64,
        percent: bool,
        own: bool,
    },
}

impl Place {
    fn read(position: Option<&Value>) -> Result<Self, Malformed> {
        let from = |anchor: &str, offset, percent, own| {
            Ok(Self::From { anchor: anchor.to_string(), offset, percent, own })
        };
        let text = match position {
            None | Some(Value::Null) => return from("", 0.0, false, true),
            Some(Value::Number(number)) => return Ok(Self::Time(number.as_f64().unwrap_or(0.0))),
            Some(Value::String(text)) => text.as_str(),
            Some(value) => return Err(other(format!("a position, not {value}"))),
        };
        if let Ok(time) = text.parse() {
            return Ok(Self::Time(time));
        }
        let percent = text.ends_with('%');
        let body = text.trim_end_matches('%');
        let amount = |text: &str| match text {
            "" => Ok(0.0),
            text => text.parse::<f64>().map_err(|_| other(format!("an offset, not {text}"))),
        };
        if let Some(anchor) = body.chars().next().filter(|first| matches!(first, '<' | '>')) {
            let own = body.contains('=');
            let offset = amount(&body[1..].replace('=', ""))?;
            return from(anchor.encode_utf8(&mut [0; 4]), offset, percent, own);
        }
        let Some(equals) = body.find('=').filter(|at| *at > 0) else {
            return from(text, 0.0, false, true);
        };
        let (anchor, sign) = body[..equals].split_at(equals - 1);
        let offset = amount(&body[equals + 1..])? * if sign == "-" { -1.0 } else { 1.0 };
        from(anchor, offset, percent, true)
    }

    /// A time in place of one that is counted from the end of all, where that is not the end of ours.
    fn count_from_end(&mut self, end: Span) {
        let time = match self {
            Self::From { anchor, offset, percent: false, .. } if anchor.is_empty() => {
                end.as_secs_f64() + *offset
            }
            _ => return,
        };
        *self = Self::Time(time);
    }

    /// Moves a time, or one that is counted from a label.
    fn shift(&mut self, by: Span) {
        match self {
            Self::Time(seconds) => *seconds += by.as_secs_f64(),
            Self::From { offset, percent: false, .. } => *offset += by.as_secs_f64(),
            Self::From { .. } => {}
        }
    }

    /// Whether it is a time of the timeline around it, or that of a label.
    fn is_absolute(&self) -> bool {
        matches!(self, Self::Time(_)) || self.label().is_some()
    }

    fn label(&self) -> Option<&str> {
        match self {
            Self::From { anchor, .. } if !matches!(anchor.as_str(), "" | "<" | ">") => Some(anchor),
            _ => None,
        }
    }

    /// GSAP takes a fraction of a duration in own time, ours is one of the duration on the timeline.
    fn position(&self, before: Speed, this: Speed) -> Result<Position, Malformed> {
        let (anchor, offset, percent, own) = match self {
            Self::Time(seconds) => return Ok(Position::time(span(*seconds)?)),
            Self::From { anchor, offset, percent, own } => (anchor, *offset, *percent, *own),
        };
        let position = match anchor.as_str() {
            "" => Position::end(),
            "<" => Position::previous_start(),
            ">" => Position::previous_end(),
            label => Position::label(label),
        };
        if !percent {
            return Ok(position.plus(span(offset)?));
        }
        let overflow = || other(format!("a fraction of {offset} %"));
        let factor = if own { this } else { before };
        let fraction = ratio(offset / 100.0)?.checked_mul(factor).ok_or_else(overflow)?;
        let fraction = Fraction::new(fraction.num(), fraction.den()).map_err(|_| overflow())?;
        Ok(if own { position.plus_of_own(fraction) } else { position.plus_of_previous(fraction) })
    }
}
