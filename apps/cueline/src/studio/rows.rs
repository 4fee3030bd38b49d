//! The rows of the editor for a clip, flipbook or timeline, and the edits that a drag makes.

use cueline::{
    time::{Span, Speed, Time},
    timeline::{ItemId, Timeline},
};
use cueline_assets::{Action, DocumentPath, ItemSource};
use cueline_egui::EditorRow;

use super::{
    edit::{self, Edit},
    model::Model,
};
use crate::{
    bars,
    open::{ENDLESS, Thing},
};

/// A row of the editor.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) item: EditorRow,
    pub(crate) target: Target,
}

/// The object of a row.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    Item(Box<Placed>),
    Track { clip: String, path: String },
    Cue { clip: String, cue: usize },
    Flipbook,
}

/// An item of a timeline and its position.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub(crate) path: DocumentPath,
    /// The list that holds it, and its index there.
    pub(crate) list: DocumentPath,
    pub(crate) index: usize,
    staggered: bool,
    trimming: Trimming,
    pub(crate) name: String,
    pub(crate) easing: Option<String>,
    /// The speed of the surrounding timeline, relative to the outermost timeline.
    pace: f64,
    /// In the time of the outermost timeline.
    start: Span,
    end: Option<Span>,
    /// The speed of the item, relative to the surrounding timeline.
    speed: f64,
    passes: u64,
    gap: Span,
}

/// The value that a drag of the end changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trimming {
    Duration,
    Speed,
    Nothing,
}

impl Placed {
    /// A span of the surrounding timeline.
    fn inner(&self, span: Span) -> Span {
        Span::from_secs_f64(span.as_secs_f64() * self.pace).unwrap_or(span)
    }

    pub(crate) fn moved(&self, by: Span) -> Edit {
        let by = if self.pace == 1.0 { by } else { self.inner(by) };
        Edit::MoveItem { item: self.path.clone(), by, staggered: self.staggered }
    }

    /// The edit that moves the end to a time of the outermost timeline; `None` if it cannot move.
    pub(crate) fn trimmed(&self, end: Span) -> Option<Edit> {
        self.resized(end - self.start)
    }

    /// The edit that moves the start by a span of the outermost timeline and sets how long the item lasts there; `None`
    /// if it cannot move.
    pub(crate) fn trimmed_at_start(&self, by: Span, duration: Span) -> Option<Edit> {
        Some(Edit::Both(Box::new([self.moved(by), self.resized(duration)?])))
    }

    /// The edit that lets it last for a span of the outermost timeline; `None` if it cannot.
    fn resized(&self, duration: Span) -> Option<Edit> {
        let item = self.path.clone();
        let (old, new) = (self.inner(self.end? - self.start), self.inner(duration));
        match self.trimming {
            Trimming::Duration => {
                let own = if self.speed == 1.0 {
                    new
                } else {
                    Span::from_secs_f64(new.as_secs_f64() * self.speed).unwrap_or(new)
                };
                let passes = i64::try_from(self.passes).unwrap_or(i64::MAX).max(1);
                let gaps = self.gap.checked_mul(passes - 1)?;
                let duration = own.checked_sub(gaps)?.checked_div(passes)?.max(Span::ZERO);
                Some(Edit::TrimItem { item, duration })
            }
            Trimming::Speed => {
                let factor = old.as_secs_f64() / new.as_secs_f64().max(0.001) * self.speed;
                Some(Edit::StretchItem { item, speed: thousandths(factor) })
            }
            Trimming::Nothing => None,
        }
    }
}

/// A speed with at most three decimals.
fn thousandths(factor: f64) -> Speed {
    #[expect(clippy::cast_possible_truncation, reason = "a factor of at most a million")]
    let num = (factor.clamp(0.001, 1_000_000.0) * 1000.0).round() as i64;
    let (mut a, mut b) = (num, 1000_i64);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    Speed::new(num / a, (1000 / a).unsigned_abs()).unwrap_or(Speed::NORMAL)
}

/// The rows of a clip, flipbook or timeline of the last version without errors.
pub(crate) fn rows(model: &Model, thing: &Thing) -> Vec<Row> {
    let document = &model.good().opened.document;
    let editable = model.is_editable();
    match thing {
        Thing::Clip(clip) => {
            let source = document.clips.get(clip.name());
            let mut rows = Vec::new();
            for (path, keys) in source.iter().flat_map(|source| &source.tracks) {
                let marks: Vec<Span> =
                    keys.times().iter().map(|when| when.span(clip.rate())).collect();
                let (start, end) = (marks.first().copied(), marks.last().copied());
                let item = EditorRow {
                    label: path.clone(),
                    start: start.unwrap_or_default(),
                    end: Some(end.unwrap_or_default()),
                    marks,
                    is_wrong: model.problem_at(&edit::track(clip.name(), path)).is_some(),
                    ..EditorRow::default()
                };
                let target = Target::Track { clip: clip.name().to_owned(), path: path.clone() };
                rows.push(Row { item, target });
            }
            // In the order of the file, which the text has too.
            for (cue, found) in source.iter().flat_map(|source| &source.cues).enumerate() {
                let at = found.at.span(clip.rate());
                let label = format!("cue {}", found.name);
                let path = edit::clip(clip.name()).field("cues").index(cue);
                let is_wrong = model.problem_at(&path).is_some();
                let item = EditorRow {
                    label,
                    start: at,
                    end: Some(at),
                    can_move: editable,
                    is_wrong,
                    ..EditorRow::default()
                };
                rows.push(Row { item, target: Target::Cue { clip: clip.name().to_owned(), cue } });
            }
            rows
        }
        Thing::Flipbook(name, book) => {
            let end = book.duration().unwrap_or(ENDLESS);
            let (mut marks, mut now) = (vec![Span::ZERO], Time::ZERO);
            while let Some(next) = book.next_change(Time::ZERO, now)
                && next < Time::ZERO + end
                && marks.len() < 10_000
            {
                marks.push(next - Time::ZERO);
                now = next;
            }
            let item = EditorRow {
                label: name.clone(),
                end: book.duration(),
                marks,
                ..EditorRow::default()
            };
            vec![Row { item, target: Target::Flipbook }]
        }
        Thing::Timeline(timeline) => {
            let Some(source) = document.timelines.get(timeline.name()) else { return Vec::new() };
            let list = edit::timeline(timeline.name()).field("items");
            let mut level = Level { model, timeline, editable, rows: Vec::new() };
            let whole = Place { start: 0.0, pace: 1.0, depth: 0, staggered: false };
            level.add(&source.items, ItemId::WHOLE, &list, whole);
            level.rows
        }
    }
}

/// The position of a nested timeline in the outermost timeline: its first pass.
#[derive(Clone, Copy)]
struct Place {
    start: f64,
    pace: f64,
    depth: usize,
    staggered: bool,
}

struct Level<'a> {
    model: &'a Model,
    timeline: &'a Timeline<String>,
    editable: bool,
    rows: Vec<Row>,
}

impl Level<'_> {
    fn add(&mut self, items: &[ItemSource], of: ItemId, list: &DocumentPath, place: Place) {
        let mut children: Vec<ItemId> = self.timeline.children(of).collect();
        children.sort_by_key(|child| child.number());
        let shown = items.iter().enumerate();
        // A label is a moment and no item.
        let shown = shown.filter(|(_, item)| !matches!(item.action, Action::Label(_)));
        for ((index, source), child) in shown.zip(children) {
            let Some(lies) = self.timeline.arrangement(child) else { continue };
            let to_whole = |span: Span| {
                Span::from_secs_f64(place.start + span.as_secs_f64() / place.pace).unwrap_or(span)
            };
            let exact = |span: Span| if place.depth == 0 { span } else { to_whole(span) };
            let (start, end) = (exact(lies.start), lies.end.map(exact));
            #[expect(clippy::cast_precision_loss, reason = "a speed as people write it")]
            let speed = lies.speed.num() as f64 / lies.speed.den() as f64;
            let trimming = match &source.action {
                Action::Tween(_) | Action::Wait => Trimming::Duration,
                Action::Clip { .. }
                | Action::Flipbook { .. }
                | Action::Nest(_)
                | Action::Timeline { .. }
                | Action::Stagger { .. } => Trimming::Speed,
                _ => Trimming::Nothing,
            };
            let path = list.index(index);
            let mut marks = Vec::new();
            if let (Some(pass), Some(passes @ 2..)) = (lies.duration, lies.passes) {
                let seconds = (pass + lies.gap).as_secs_f64() / speed / place.pace;
                let pass = Span::from_secs_f64(seconds).unwrap_or_default();
                marks.extend(
                    (1..passes.min(200))
                        .filter_map(|n| Some(start + pass.checked_mul(i64::try_from(n).ok()?)?)),
                );
            }
            let placed = Placed {
                path: path.clone(),
                list: list.clone(),
                index,
                staggered: place.staggered,
                trimming,
                name: source.name.clone(),
                easing: matches!(source.action, Action::Tween(_)).then(|| easing(source)),
                pace: place.pace,
                start,
                end,
                speed,
                passes: lies.passes.unwrap_or(1),
                gap: lies.gap,
            };
            let label = if source.name.is_empty() {
                bars::label(&source.action, "")
            } else {
                source.name.clone()
            };
            let item = EditorRow {
                label,
                depth: place.depth,
                start,
                end,
                marks,
                can_move: self.editable,
                can_trim: self.editable && trimming != Trimming::Nothing && end.is_some(),
                is_wrong: self.model.problem_at(&path).is_some(),
            };
            self.rows.push(Row { item, target: Target::Item(Box::new(placed)) });
            let inner = Place {
                start: start.as_secs_f64(),
                pace: place.pace * speed,
                depth: place.depth + 1,
                staggered: matches!(source.action, Action::Stagger { .. }),
            };
            match &source.action {
                Action::Nest(items) => self.add(items, child, &path.field("action"), inner),
                Action::Stagger { items, .. } => {
                    self.add(items, child, &path.field("action").field("items"), inner);
                }
                _ => {}
            }
        }
    }
}

/// The easing of a tween as written; empty if the tween uses the default of the timeline.
fn easing(source: &ItemSource) -> String {
    source.easing.as_ref().map_or_else(String::new, cueline_assets::easing::text)
}
