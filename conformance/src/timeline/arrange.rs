//! From a recorded arrangement to one of ours.

use std::collections::BTreeSet;

use cueline::{
    time::{Span, Speed},
    timeline::{
        Axis, Conflict, Fraction, Item, Origin, Position, Stagger, Timeline, TimelineBuilder,
        TimelineErrorKind, call, from, from_to, nest, to,
    },
    value::Easing,
};
use serde::Deserialize;
use serde_json::Value;

use super::{
    ease::easing,
    record::{Child, Key, Record},
    steps::Steps,
};
use crate::read::{Malformed, number, other, text};

type Draft = TimelineBuilder<Key>;

/// A recorded timeline, built with ours; `gsap` has put the items of the record.
pub(super) fn timeline(
    record: &Record,
    of: &Child,
    gsap: &Steps,
) -> Result<Timeline<Key>, Malformed> {
    whole(record, of, gsap, Conflict::Replace)?.build().map_err(other)
}

/// Whether ours refuses to build it because an item repeats that takes no time.
pub(super) fn is_refused(record: &Record, of: &Child, gsap: &Steps) -> Result<bool, Malformed> {
    let error = whole(record, of, gsap, Conflict::Replace)?.build().err();
    Ok(error.is_some_and(|error| matches!(error.kind, TimelineErrorKind::EmptyLoop)))
}

/// Whether two tweens write one property at one time.
pub(super) fn is_contended(record: &Record, gsap: &Steps) -> Result<bool, Malformed> {
    let error = whole(record, &record.timeline, gsap, Conflict::Refuse)?.build().err();
    Ok(error.is_some_and(|error| matches!(error.kind, TimelineErrorKind::Conflict { .. })))
}

fn whole(
    record: &Record,
    of: &Child,
    gsap: &Steps,
    conflict: Conflict,
) -> Result<Item<Key>, Malformed> {
    let draft = children(starting(record).on_conflict(conflict), of, gsap)?;
    timed(nest(draft), of)
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

fn children(mut draft: Draft, of: &Child, gsap: &Steps) -> Result<Draft, Malformed> {
    if let Some(duration) = of.defaults.duration {
        draft = draft.tween_duration(span(duration)?);
    }
    if let Some(ease) = &of.defaults.ease {
        draft = draft.tween_easing(easing(Some(ease))?);
    }
    let has_moved = gsap.moved_in(&of.id) > 0.0;
    let mut labels = BTreeSet::new();
    let mut before = Speed::NORMAL;
    for child in &of.children {
        let own = speed(child)?;
        let mut place = Place::read(child.position.as_ref())?;
        let named = Some(child.name.as_str()).filter(|_| child.kind == "label");
        if let Some(label) = place.label()
            && labels.insert(label.to_owned())
        {
            // A label that is named before it is put stands at the end.
            let at = match has_moved {
                true => Position::time(span(gsap.label_asked_at(&of.id, label).0)?),
                false => Position::end(),
            };
            draft = draft.label_at(at, label);
        }
        if has_moved && !place.is_relative() {
            // In ours all times count from one zero, and an end is the present one.
            place = Place::Time(asked_at(of, child, gsap).0);
        }
        if let Place::From { percent: percent @ true, own: true, .. } = &mut place
            && matches!(child.kind.as_str(), "label" | "set")
        {
            *percent = false; // of what has no duration yet no fraction is taken: it is read as seconds
        }
        let position = place.position(before, own)?;
        if let Some(label) = named {
            labels.insert(label.to_owned());
            draft = draft.label_at(position, label);
            continue;
        }
        draft = draft.put(position, item(child, gsap)?);
        before = own;
    }
    Ok(draft)
}

/// Where GSAP has put an item or a label, in the time of a timeline that has not moved, and how far that had moved then.
fn asked_at(of: &Child, child: &Child, gsap: &Steps) -> (f64, f64) {
    match child.kind.as_str() {
        "label" => gsap.label_asked_at(&of.id, &child.name),
        _ => gsap.asked_at(&child.id),
    }
}

/// Whether a time or a label comes behind something that would start before its timeline does.
pub(super) fn has_times_behind(of: &Child, gsap: &Steps) -> Result<bool, Malformed> {
    for child in &of.children {
        let absolute = Place::read(child.position.as_ref())?.is_absolute();
        if absolute && asked_at(of, child, gsap).1 > 0.0 || has_times_behind(child, gsap)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A timeline that was made before it was put into another has none of that one's defaults.
fn own_defaults(draft: Draft) -> Draft {
    draft.tween_duration(Span::from_millis(500)).tween_easing(Easing::Linear)
}

fn item(child: &Child, gsap: &Steps) -> Result<Item<Key>, Malformed> {
    let item = match child.kind.as_str() {
        "call" => return Ok(call(0).named(child.id.clone()).delayed(span(child.delay)?)),
        "timeline" => nest(children(own_defaults(Draft::new(child.id.clone())), child, gsap)?),
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

    /// Whether it is counted from the item before.
    fn is_relative(&self) -> bool {
        matches!(self, Self::From { anchor, .. } if matches!(anchor.as_str(), "<" | ">"))
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
