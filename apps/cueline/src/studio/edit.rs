//! Edits of a file as replacements in its text.
//!
//! An edit replaces only the bytes of the changed value, so comments, order and layout stay. The result may be a file
//! with problems; the model checks it like typed text.

use std::ops::Range;

use cueline::{
    clip::{Value, ValueKind},
    time::{Span, Speed, TickRate},
};
use cueline_assets::{Document, DocumentPath, Outline, Part, When, block_comment};

use crate::numbers::numbers;

/// One edit of a file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Edit {
    /// Moves the start of a timeline's item by a span of the surrounding time.
    MoveItem {
        item: DocumentPath,
        by: Span,
        /// Items of a stagger have no position of their own, so their delay changes.
        staggered: bool,
    },
    /// Two edits of different fields as one.
    Both(Box<[Edit; 2]>),
    /// Sets the duration of one pass of a tween or wait.
    TrimItem { item: DocumentPath, duration: Span },
    /// Sets the speed of an item.
    StretchItem { item: DocumentPath, speed: Speed },
    /// Sets a field of an item to a text, such as its name or easing.
    Name { item: DocumentPath, field: &'static str, text: String },
    /// Sets a number of a known kind, such as `F64(1.0)`.
    Number { item: DocumentPath, value: f64 },
    /// Adds a copy of an item after the item.
    Copy { item: DocumentPath, list: DocumentPath, index: usize },
    /// Adds an item, written as RON, at the end of a timeline.
    AddItem { timeline: String, item: NewItem },
    /// Removes an item of a list: an item of a timeline, a key, a cue.
    Remove { list: DocumentPath, index: usize },
    /// Moves a key in time, in one number of its value, or both.
    MoveKey {
        clip: String,
        track: String,
        key: usize,
        at: Option<Span>,
        value: Option<(usize, f64)>,
    },
    /// Sets one number of a slope of a key.
    Tangent {
        clip: String,
        track: String,
        key: usize,
        field: &'static str,
        component: usize,
        slope: f64,
    },
    /// Adds a key with a value.
    AddKey { clip: String, track: String, at: Span, value: Value },
    /// Moves a cue of a clip.
    MoveCue { clip: String, cue: usize, at: Span },
    /// Adds a cue to a clip.
    AddCue { clip: String, at: Span, name: String },
}

/// The kind of an added item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NewItem {
    /// Moves this property.
    Tween(String),
    /// Sets this property.
    Set(String),
    Cue(String),
    Label(String),
    Wait,
}

/// The path of an item of a document.
pub(crate) fn clip(name: &str) -> DocumentPath {
    DocumentPath::root().field("clips").name(name)
}

pub(crate) fn timeline(name: &str) -> DocumentPath {
    DocumentPath::root().field("timelines").name(name)
}

pub(crate) fn track(clip_name: &str, path: &str) -> DocumentPath {
    clip(clip_name).field("tracks").name(path)
}

impl Edit {
    /// Whether items after this edit have other indices.
    pub(crate) fn adds_or_removes(&self) -> bool {
        use Edit::{AddCue, AddItem, AddKey, Copy, Remove};
        matches!(self, Copy { .. } | AddItem { .. } | Remove { .. } | AddKey { .. } | AddCue { .. })
    }

    /// The text after the edit.
    ///
    /// # Errors
    ///
    /// A sentence about what cannot be edited here.
    pub(crate) fn apply(
        &self,
        text: &str,
        outline: &Outline,
        document: &Document,
    ) -> Result<String, String> {
        let json = text[outline.root().span()].starts_with('{');
        let mut page = Page { text, outline, json, changes: Vec::new() };
        page.edit(self, document)?;
        Ok(page.finish())
    }
}

/// A text and the replacements in it.
struct Page<'a> {
    text: &'a str,
    outline: &'a Outline,
    json: bool,
    changes: Vec<(Range<usize>, String)>,
}

impl<'a> Page<'a> {
    fn finish(mut self) -> String {
        self.changes.sort_by_key(|(range, _)| (range.start, range.end));
        let mut text = String::with_capacity(self.text.len() + 64);
        let mut at = 0;
        for (range, new) in self.changes {
            text.push_str(&self.text[at..range.start]);
            text.push_str(&new);
            at = range.end;
        }
        text.push_str(&self.text[at..]);
        text
    }

    fn at(&self, path: &DocumentPath) -> Result<Part<'a>, String> {
        self.outline.at(path).ok_or_else(|| format!("the text has no {path}"))
    }

    fn edit(&mut self, edit: &Edit, document: &Document) -> Result<(), String> {
        match edit {
            Edit::MoveItem { item, by, staggered } => {
                let rate = timeline_rate(item, document);
                self.move_item(self.at(item)?, *by, *staggered, rate)
            }
            Edit::Both(edits) => edits.iter().try_for_each(|edit| self.edit(edit, document)),
            Edit::TrimItem { item, duration } => {
                let rate = timeline_rate(item, document);
                self.set_time(self.at(item)?, "duration", *duration, rate)
            }
            Edit::StretchItem { item, speed } => {
                let (num, den) = (speed.num(), speed.den());
                let speed = if den == 1 { num.to_string() } else { format!("\"{num}/{den}\"") };
                self.set_field(self.at(item)?, "speed", speed)
            }
            Edit::Name { item, field, text } => self.set_field(self.at(item)?, field, quoted(text)),
            Edit::Number { item, value } => {
                let part = self.at(item)?;
                let kind = number_kind(part).ok_or("this value is edited in the text")?;
                self.replace(part.content(), number(*value, kind));
                Ok(())
            }
            Edit::Copy { item, list, index } => {
                let text = self.text[self.at(item)?.span()].to_owned();
                self.insert(self.at(list)?.content(), index + 1, text)
            }
            Edit::AddItem { timeline: name, item } => {
                let text = self.new_item(item);
                let part = self.at(&timeline(name))?;
                match part.field("items") {
                    Some(items) => self.insert(items, items.items().len(), text),
                    None => self.set_field(part, "items", format!("[{text}]")),
                }
            }
            Edit::Remove { list, index } => self.remove(self.at(list)?.content(), *index),
            Edit::MoveKey { clip: name, track: path, key, at, value } => {
                let part = self.at(&track(name, path).index(*key))?;
                if let Some(at) = at {
                    self.set_time(part, "at", *at, clip_rate(name, document))?;
                }
                if let Some((component, value)) = value {
                    let kind = document.clips.get(name).and_then(|clip| clip.tracks.get(path));
                    let kind = kind.map_or(ValueKind::F64, cueline_assets::Keys::kind);
                    self.set_number(part, "value", *component, *value, kind)?;
                }
                Ok(())
            }
            Edit::Tangent { clip: name, track: path, key, field, component, slope } => {
                let part = self.at(&track(name, path).index(*key))?;
                let tracks = document.clips.get(name).and_then(|clip| clip.tracks.get(path));
                let kind = tracks.map_or(ValueKind::F64, cueline_assets::Keys::kind);
                if part.field(field).is_none() {
                    let numbers = (0..parts_of(kind))
                        .map(|index| if index == *component { *slope } else { 0.0 });
                    let text =
                        self.tuple(&numbers.map(|slope| number(slope, kind)).collect::<Vec<_>>());
                    return self.set_field(part, field, text);
                }
                self.set_number(part, field, *component, *slope, kind)
            }
            Edit::AddKey { clip: name, track: path, at, value } => {
                self.add_key(name, path, *at, value, document)
            }
            Edit::MoveCue { clip: name, cue, at } => {
                let part = self.at(&clip(name).field("cues").index(*cue))?;
                self.set_time(part, "at", *at, clip_rate(name, document))
            }
            Edit::AddCue { clip: name, at, name: cue } => {
                let at = written(*at, None, clip_rate(name, document));
                let text = self.record(&[("at", at), ("name", quoted(cue))]);
                let part = self.at(&clip(name))?;
                match part.field("cues") {
                    Some(cues) => self.insert(cues, cues.items().len(), text),
                    None => self.set_field(part, "cues", format!("[{text}]")),
                }
            }
        }
    }

    fn move_item(
        &mut self,
        item: Part<'a>,
        by: Span,
        staggered: bool,
        rate: Rate,
    ) -> Result<(), String> {
        let position = item.field("position");
        match position.and_then(Part::variant) {
            Some("At") if !staggered => {
                let at = position.map(Part::content).unwrap_or(item);
                let old = when(at)?;
                let new = written(old.span(rate.rate) + by, Some(old), rate);
                self.replace(at, new);
                Ok(())
            }
            Some("Background") => self.add_time(item, "delay", by, rate),
            _ if staggered => self.add_time(item, "delay", by, rate),
            _ => match item.field("offset") {
                None => {
                    let by = written(by, None, rate);
                    let text = self.variant("By", &by);
                    self.set_field(item, "offset", text)
                }
                Some(offset) if offset.variant() == Some("By") => {
                    let old = when(offset.content())?;
                    let new = written(old.span(rate.rate) + by, Some(old), rate);
                    self.replace(offset.content(), new);
                    Ok(())
                }
                Some(_) => {
                    Err("the offset of this item is a fraction: edit it in the text".to_owned())
                }
            },
        }
    }

    /// Adds a span to a time that is zero where it is not written.
    fn add_time(
        &mut self,
        part: Part<'a>,
        field: &str,
        by: Span,
        rate: Rate,
    ) -> Result<(), String> {
        let old = part.field(field).map(when).transpose()?;
        let new = old.map_or(Span::ZERO, |old| old.span(rate.rate)) + by;
        self.set_field(part, field, written(new, old, rate))
    }

    fn set_time(
        &mut self,
        part: Part<'a>,
        field: &str,
        to: Span,
        rate: Rate,
    ) -> Result<(), String> {
        let old = part.field(field).and_then(|part| when(part).ok());
        self.set_field(part, field, written(to, old, rate))
    }

    fn set_number(
        &mut self,
        part: Part<'a>,
        field: &str,
        component: usize,
        value: f64,
        kind: ValueKind,
    ) -> Result<(), String> {
        let whole = part.field(field).ok_or_else(|| format!("this key has no `{field}`"))?;
        let part = if parts_of(kind) == 1 { Some(whole) } else { whole.item(component) };
        let part = part.filter(|part| part.word().is_some() && !part.is_quoted());
        let refused = || format!("a value of the kind {kind} is edited in the text");
        if matches!(kind, ValueKind::Rotation | ValueKind::Transform | ValueKind::Matrix) {
            return Err(refused());
        }
        let part = part.ok_or_else(refused)?;
        let text =
            if kind == ValueKind::Bool { (value >= 0.5).to_string() } else { number(value, kind) };
        self.replace(part, text);
        Ok(())
    }

    fn add_key(
        &mut self,
        name: &str,
        path: &str,
        at: Span,
        value: &Value,
        document: &Document,
    ) -> Result<(), String> {
        let rate = clip_rate(name, document);
        let list = self.at(&track(name, path))?.content();
        let times: Vec<(Span, When)> = list
            .items()
            .map(|key| {
                key.field("at").ok_or_else(|| "a key without a time".to_owned()).and_then(when)
            })
            .map(|when| when.map(|when| (when.span(rate.rate), when)))
            .collect::<Result<_, _>>()?;
        if times.iter().any(|(time, _)| *time == at) {
            return Err(format!("there is a key at {:.1} ms", at.as_secs_f64() * 1000.0));
        }
        let index = times.iter().filter(|(time, _)| *time < at).count();
        let like = times.get(index.saturating_sub(1)).map(|(_, when)| *when);
        let at = written(at, like, rate);
        let value = match value {
            Value::F32(number) => format!("{number:?}"),
            Value::F64(number) => format!("{number:?}"),
            Value::I32(number) => number.to_string(),
            Value::I64(number) => number.to_string(),
            Value::Bool(on) => on.to_string(),
            Value::Vec2(_) | Value::Vec3(_) | Value::Vec4(_) | Value::Rotation(_) => {
                let numbers = numbers(value);
                let words: Vec<_> =
                    numbers.iter().map(|(_, n)| number(*n, ValueKind::F32)).collect();
                self.tuple(&words)
            }
            // Kinds that are written in several forms: the form and the value of the key before.
            _ => {
                let before = list.item(index.saturating_sub(1)).and_then(|key| key.field("value"));
                let before = before.ok_or("there is no key to copy the value of")?;
                self.text[before.span()].to_owned()
            }
        };
        let key = self.record(&[("at", at), ("value", value)]);
        self.insert(list, index, key)
    }

    fn replace(&mut self, part: Part<'_>, text: String) {
        self.changes.push((part.span(), text));
    }

    /// Sets a field of a record, or adds it after the last field.
    fn set_field(&mut self, part: Part<'a>, field: &str, text: String) -> Result<(), String> {
        let record = if part.fields().next().is_some() { part } else { part.content() };
        if let Some(old) = record.field(field) {
            self.replace(old, text);
            return Ok(());
        }
        let name = if self.json { format!("{field:?}") } else { field.to_owned() };
        let entry = format!("{name}: {text}");
        match record.fields().last() {
            Some((key, value)) => {
                self.add_after(key.span().start, value.span().end, record.span().end, &entry)
            }
            None => {
                let open = record.span().end.saturating_sub(1);
                self.changes.push((open..open, entry));
            }
        }
        Ok(())
    }

    /// Adds an item to a list, at an index.
    fn insert(&mut self, list: Part<'a>, index: usize, text: String) -> Result<(), String> {
        let end = list.span().end;
        let items: Vec<_> = list.items().map(Part::span).collect();
        match (index.checked_sub(1).and_then(|before| items.get(before)), items.first()) {
            (Some(before), _) => self.add_after(before.start, before.end, end, &text),
            (None, Some(first)) => {
                let entry = match self.indent(first.start) {
                    Some(indent) => format!("{text},{}{indent}", self.line_end(first.start)),
                    None => format!("{text}, "),
                };
                self.changes.push((first.start..first.start, entry));
            }
            (None, None) => {
                let open = end.saturating_sub(1);
                let line = self.text[..list.span().start].rfind('\n').map_or(0, |line| line + 1);
                let line = &self.text[line..open];
                let indent = &line[..line.len() - line.trim_start().len()];
                // On a line of its own, unless the whole file is on one line.
                let entry = match (indent, self.text[list.span()].contains('/')) {
                    ("", _) | (_, true) => text,
                    _ => {
                        let new_line = self.line_end(open);
                        format!("{new_line}{indent}    {text},{new_line}{indent}")
                    }
                };
                self.changes.push((open..open, entry));
            }
        }
        Ok(())
    }

    /// Adds an entry after the entry at `start..end`, in a bracket that ends at `close`. The new entry gets its own
    /// line if the entry before it ends its line and starts one.
    fn add_after(&mut self, start: usize, end: usize, close: usize, entry: &str) {
        let comma = self.comma(end, close);
        let from = comma.unwrap_or(end);
        let line = self.text[from..close].find('\n').map(|line| from + line);
        let line = line.filter(|line| ends_line(&self.text[from..*line]));
        let (Some(indent), Some(line)) = (self.indent(start), line) else {
            self.changes.push((end..end, format!(", {entry}")));
            return;
        };
        // Comments on the line belong to the entry before.
        let new_line = self.line_end(line + 1);
        let at = line + 1 - new_line.len();
        match comma {
            Some(_) => self.changes.push((at..at, format!("{new_line}{indent}{entry},"))),
            None => {
                self.changes.push((end..end, ",".to_owned()));
                self.changes.push((at..at, format!("{new_line}{indent}{entry}")));
            }
        }
    }

    /// How the line before the line of a position ends.
    fn line_end(&self, at: usize) -> &'static str {
        let before = self.text[..at].rfind('\n').map_or("", |line| &self.text[..line]);
        if before.ends_with('\r') { "\r\n" } else { "\n" }
    }

    /// The white space before a position, if its line has nothing else before it.
    fn indent(&self, at: usize) -> Option<String> {
        let line = &self.text[self.text[..at].rfind('\n')? + 1..at];
        line.chars().all(char::is_whitespace).then(|| line.to_owned())
    }

    /// The position after the comma that follows an entry, skipping comments.
    fn comma(&self, mut at: usize, close: usize) -> Option<usize> {
        while at < close {
            let rest = &self.text[at..close];
            let skipped = rest.len() - rest.trim_start().len();
            let rest = rest.trim_start();
            at += skipped;
            if rest.starts_with(',') {
                return Some(at + 1);
            } else if rest.starts_with("//") {
                at += rest.find('\n')?;
            } else if rest.starts_with("/*") {
                at += block_comment(rest)?;
            } else {
                return None;
            }
        }
        None
    }

    /// Removes an item of a list, with its whole line if nothing else is on it.
    fn remove(&mut self, list: Part<'a>, index: usize) -> Result<(), String> {
        let items: Vec<_> = list.items().map(Part::span).collect();
        let Some(span) = items.get(index).cloned() else {
            return Err(format!("there is no entry {index}"));
        };
        let close = list.span().end;
        let comma = self.comma(span.end, close);
        let end = comma.unwrap_or(span.end);
        let line_start = self.text[..span.start].rfind('\n').map_or(0, |line| line + 1);
        let rest = &self.text[end..close];
        let to_line_end = rest.find('\n').filter(|line| rest[..*line].trim().is_empty());
        let alone = self.indent(span.start).is_some();
        if let (true, Some(line)) = (alone, to_line_end) {
            self.changes.push((line_start..end + line + 1, String::new()));
            return Ok(());
        }
        match (comma, index.checked_sub(1)) {
            (None, Some(before)) => {
                // The comma before the last item goes with it.
                self.changes.push((items[before].end..span.end, String::new()));
            }
            _ => {
                let spaces = rest.len() - rest.trim_start_matches(' ').len();
                self.changes.push((span.start..end + spaces, String::new()));
            }
        }
        Ok(())
    }

    fn record(&self, fields: &[(&str, String)]) -> String {
        let field = |(name, value): &(&str, String)| {
            if self.json { format!("{name:?}: {value}") } else { format!("{name}: {value}") }
        };
        let fields: Vec<_> = fields.iter().map(field).collect();
        let (open, close) = if self.json { ('{', '}') } else { ('(', ')') };
        format!("{open}{}{close}", fields.join(", "))
    }

    fn tuple(&self, words: &[String]) -> String {
        match words {
            [one] => one.clone(),
            _ if self.json => format!("[{}]", words.join(", ")),
            _ => format!("({})", words.join(", ")),
        }
    }

    fn variant(&self, name: &str, content: &str) -> String {
        if self.json { format!("{{{name:?}: {content}}}") } else { format!("{name}({content})") }
    }

    fn new_item(&self, item: &NewItem) -> String {
        let map = |property: &str, value: String| format!("{{{}: {value}}}", quoted(property));
        let number = |number: &str| self.variant("F64", number);
        // With both ends, as nothing else may write the property.
        let ends = || self.record(&[("from", number("0.0")), ("to", number("1.0"))]);
        let action = match item {
            NewItem::Tween(property) => self.variant("Tween", &map(property, ends())),
            NewItem::Set(property) => self.variant("Set", &map(property, number("1.0"))),
            NewItem::Cue(name) if self.json => {
                self.variant("Cue", &self.record(&[("cue", quoted(name))]))
            }
            NewItem::Cue(name) => format!("Cue(cue: {})", quoted(name)),
            NewItem::Label(name) => self.variant("Label", &quoted(name)),
            NewItem::Wait if self.json => "\"Wait\"".to_owned(),
            NewItem::Wait => "Wait".to_owned(),
        };
        let duration = ("duration", quoted("300ms"));
        match item {
            NewItem::Tween(_) | NewItem::Wait => self.record(&[("action", action), duration]),
            _ => self.record(&[("action", action)]),
        }
    }
}

/// Whether a line has only white space and comments from here to its end, and no comment goes on in the next line.
fn ends_line(mut tail: &str) -> bool {
    loop {
        tail = tail.trim_start();
        if tail.is_empty() || tail.starts_with("//") {
            return true;
        }
        match block_comment(tail).filter(|_| tail.starts_with("/*")) {
            Some(length) => tail = &tail[length..],
            None => return false,
        }
    }
}

/// A frame rate, and whether the file states it: only then whole numbers count frames.
#[derive(Clone, Copy)]
struct Rate {
    rate: TickRate,
    stated: bool,
}

fn clip_rate(name: &str, document: &Document) -> Rate {
    let clip = document.clips.get(name);
    Rate {
        rate: clip.map_or(TickRate::HZ_60, cueline_assets::ClipFile::frame_rate),
        stated: clip.is_some_and(|clip| clip.rate.is_some()),
    }
}

fn timeline_rate(item: &DocumentPath, document: &Document) -> Rate {
    let mut timelines = document.timelines.iter();
    let of = timelines.find(|(name, _)| item.is_within(&timeline(name))).map(|(_, of)| of);
    Rate {
        rate: of.map_or(TickRate::HZ_60, cueline_assets::TimelineSource::frame_rate),
        stated: of.is_some_and(|of| of.rate.is_some()),
    }
}

fn when(part: Part<'_>) -> Result<When, String> {
    let word = part.word().unwrap_or_default();
    word.parse().map_err(|_| format!("{word:?} is no time"))
}

/// A time in the notation of the file. It is a number of frames if the old time or the file counts frames and the time
/// is a whole number of frames; otherwise it has a unit and is rounded to a tenth of a millisecond.
fn written(span: Span, like: Option<When>, rate: Rate) -> String {
    let frames = match like {
        Some(When::Frames(_)) => rate.stated,
        Some(When::Span(_)) => false,
        None => rate.stated,
    };
    let count = rate.rate.ticks_in(span);
    if frames && rate.rate.span_of(count) == span {
        return count.to_string();
    }
    let tenth = cueline::time::FLICKS_PER_MILLISECOND / 10;
    let flicks = span.flicks();
    let rounded = (flicks + tenth / 2 * flicks.signum()) / tenth * tenth;
    let when = When::Span(Span::from_flicks(if is_short(flicks) { flicks } else { rounded }));
    let text = when.to_string();
    // Tenths of a millisecond are no fraction of a second that people read.
    let text = if rounded % cueline::time::FLICKS_PER_MILLISECOND != 0 && !is_short(flicks) {
        let tenths = rounded / tenth;
        let sign = if tenths < 0 { "-" } else { "" };
        format!("{sign}{}.{}ms", tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10)
    } else {
        text
    };
    quoted(&text)
}

/// Whether a span is a whole number of milliseconds, or a fraction of a second with a small denominator, such as a span
/// that snaps to frames.
fn is_short(flicks: i64) -> bool {
    let second = cueline::time::FLICKS_PER_SECOND;
    flicks % cueline::time::FLICKS_PER_MILLISECOND == 0
        || [24, 25, 30, 48, 50, 60, 90, 100, 120, 144]
            .into_iter()
            .any(|den| flicks % (second / den) == 0)
}

/// The kind of a value that is a single number with a kind, such as `F64(1.0)`.
pub(crate) fn number_kind(part: Part<'_>) -> Option<ValueKind> {
    let content = part.content();
    let _number: f64 = content.word().filter(|_| !content.is_quoted())?.parse().ok()?;
    Some(match part.variant()? {
        "F32" => ValueKind::F32,
        "F64" => ValueKind::F64,
        "I32" => ValueKind::I32,
        "I64" => ValueKind::I64,
        _ => return None,
    })
}

fn parts_of(kind: ValueKind) -> usize {
    match kind {
        ValueKind::Vec2 => 2,
        ValueKind::Vec3 => 3,
        ValueKind::Vec4 | ValueKind::Rotation | ValueKind::Color | ValueKind::Oklab => 4,
        ValueKind::Matrix => 16,
        ValueKind::Transform => 10,
        _ => 1,
    }
}

fn number(value: f64, kind: ValueKind) -> String {
    match kind {
        ValueKind::I32 | ValueKind::I64 | ValueKind::Bool => format!("{value:.0}"),
        ValueKind::F64 => format!("{value:?}"),
        #[expect(clippy::cast_possible_truncation, reason = "the track holds f32")]
        _ => format!("{:?}", value as f32),
    }
}

/// A text in quotes, for RON and JSON.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_else(|_| "\"\"".to_owned())
}

#[cfg(test)]
mod tests;
