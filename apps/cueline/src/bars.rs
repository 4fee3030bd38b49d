//! Durations and keys as bars, for the terminal and for pictures.

use cueline::{
    clip::Window,
    event::EventKind,
    playback::{ContentEvents, Playable},
    time::{Span, Time},
    timeline::{ItemId, ItemKind, Timeline},
};
use cueline_assets::{Action, ItemSource};

use crate::open::{ENDLESS, Opened, Thing};

/// A row of a chart.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bar {
    /// The depth of nesting.
    pub(crate) depth: usize,
    /// The label.
    pub(crate) label: String,
    /// The start, in seconds.
    pub(crate) start: f64,
    /// The end, in seconds; equal to the start for a moment.
    pub(crate) end: f64,
    /// Whether the bar has no end.
    pub(crate) endless: bool,
    /// Moments on the bar: keys, frames, starts of passes.
    pub(crate) marks: Vec<f64>,
}

/// A chart, and its duration in seconds: never zero.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Chart {
    pub(crate) bars: Vec<Bar>,
    pub(crate) length: f64,
}

/// A span in seconds.
pub(crate) fn seconds(span: Span) -> f64 {
    span.ratio(Span::from_secs(1))
}

/// A duration in words.
pub(crate) fn words(length: Option<Span>) -> String {
    match length {
        None => "endless".to_owned(),
        Some(span) => {
            let exact = span.to_string();
            // Flicks are hard to read for people.
            if exact.contains("flick") { format!("{:.4} s", seconds(span)) } else { exact }
        }
    }
}

/// The bars of a thing.
pub(crate) fn chart(opened: &Opened, thing: &Thing) -> Chart {
    let bars = match thing {
        Thing::Clip(clip) => {
            let source = opened.document.clips.get(clip.name());
            let mut bars = Vec::new();
            for (path, keys) in source.iter().flat_map(|source| &source.tracks) {
                let marks: Vec<f64> =
                    keys.times().iter().map(|when| seconds(when.span(clip.rate()))).collect();
                let (start, end) = (marks.first(), marks.last());
                let (start, end) = (*start.unwrap_or(&0.0), *end.unwrap_or(&0.0));
                bars.push(Bar { depth: 0, label: path.clone(), start, end, endless: false, marks });
            }
            bars.extend(clip.cues().iter().map(|cue| moment(0, &cue.name, seconds(cue.at))));
            bars
        }
        Thing::Flipbook(name, book) => {
            let end = book.duration().unwrap_or(ENDLESS);
            let (mut marks, mut now) = (vec![0.0], Time::ZERO);
            while let Some(next) = book.next_change(Time::ZERO, now)
                && next < Time::ZERO + end
                && marks.len() < 10_000
            {
                marks.push(seconds(next - Time::ZERO));
                now = next;
            }
            let endless = book.duration().is_none();
            let label = name.clone();
            let mut bars =
                vec![Bar { depth: 0, label, start: 0.0, end: seconds(end), endless, marks }];
            // Of a pass, or of the whole where its passes differ.
            let (pass, mut cues) = (book.pass(), ContentEvents::default());
            let all = Window::forward(Span::ZERO, pass.duration().unwrap_or(ENDLESS)).with_start();
            pass.events_in(all, &mut cues);
            for passed in cues.iter() {
                let EventKind::Cue(index) = passed.kind else { continue };
                let name = book.cues().get(index as usize).map_or("", |cue| cue.name());
                bars.push(moment(0, name, seconds(passed.at)));
            }
            bars
        }
        Thing::Timeline(timeline) => {
            let names = item_names(opened, timeline.name());
            let mut bars = Vec::new();
            let whole = Place { start: 0.0, scale: 1.0, depth: 0 };
            under(timeline, &names, ItemId::WHOLE, whole, &mut bars);
            bars
        }
    };
    let length = thing.length().map_or(seconds(ENDLESS), seconds);
    Chart { bars, length: if length > 0.0 { length } else { 1.0 } }
}

fn moment(depth: usize, label: &str, at: f64) -> Bar {
    let marks = vec![at];
    Bar { depth, label: label.to_owned(), start: at, end: at, endless: false, marks }
}

/// The place of a timeline in the whole: its first pass.
#[derive(Clone, Copy)]
struct Place {
    start: f64,
    scale: f64,
    depth: usize,
}

/// The nesting limit of the core.
fn under(
    timeline: &Timeline<String>,
    names: &[String],
    of: ItemId,
    place: Place,
    bars: &mut Vec<Bar>,
) {
    for item in timeline.children(of) {
        let (Some(lies), Some(kind)) = (timeline.arrangement(item), timeline.kind(item)) else {
            continue;
        };
        let to_whole = |span: Span| place.start + seconds(span) * place.scale;
        let start = to_whole(lies.start);
        let end = lies.end.map_or(seconds(ENDLESS).max(start), to_whole);
        let number = item.number() as usize;
        let label = match (timeline.item_name(item), names.get(number)) {
            ("", Some(name)) => name.clone(),
            (name, _) => name.to_owned(),
        };
        let scale = place.scale / speed(lies.speed);
        let mut marks = Vec::new();
        if let (Some(length), Some(passes)) = (lies.duration, lies.passes) {
            let pass = seconds(length + lies.gap) * scale;
            let shown = u32::try_from(passes.min(1000)).unwrap_or(1000);
            marks.extend((1..shown).map(|pass_number| start + pass * f64::from(pass_number)));
        }
        let endless = lies.end.is_none();
        bars.push(Bar { depth: place.depth, label, start, end, endless, marks });
        if matches!(kind, ItemKind::Timeline) {
            under(timeline, names, item, Place { start, scale, depth: place.depth + 1 }, bars);
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "only to be drawn")]
fn speed(speed: cueline::time::Speed) -> f64 {
    speed.num() as f64 / speed.den() as f64
}

/// The labels of a timeline's items, by the indices of the core; the whole has no label.
pub(crate) fn item_names(opened: &Opened, timeline: &str) -> Vec<String> {
    let mut names = vec![String::new()];
    if let Some(source) = opened.document.timelines.get(timeline) {
        name_all(opened, &source.items, "", &mut names);
    }
    names
}

/// Labels of items without a name, in the order of the core; `prefix` stands before the names of properties.
fn name_all(opened: &Opened, items: &[ItemSource], prefix: &str, names: &mut Vec<String>) {
    for item in items {
        if matches!(item.action, Action::Label(_)) {
            continue;
        }
        names.push(label(&item.action, prefix));
        match &item.action {
            Action::Nest(items) | Action::Stagger { items, .. } => {
                name_all(opened, items, prefix, names);
            }
            Action::Timeline { timeline, prefix: own_prefix } => {
                // Its name alone, or after that of the file.
                let all = &opened.document.timelines;
                let own = || {
                    all.get(
                        timeline
                            .strip_prefix(&opened.name)
                            .unwrap_or(timeline)
                            .strip_prefix('#')?,
                    )
                };
                if let Some(played) = all.get(timeline).or_else(own) {
                    name_all(opened, &played.items, &format!("{prefix}{own_prefix}"), names);
                }
            }
            _ => {}
        }
    }
}

/// The label of an item without a name; `prefix` stands before the names of its properties.
pub(crate) fn label(action: &Action, prefix: &str) -> String {
    let keys = |keys: Vec<&String>| {
        let keys: Vec<String> = keys.into_iter().map(|key| format!("{prefix}{key}")).collect();
        keys.join(", ")
    };
    match action {
        Action::Label(label) => format!("label {label}"),
        Action::Tween(moves) => keys(moves.keys().collect()),
        Action::Set(values) => format!("set {}", keys(values.keys().collect())),
        Action::Clip { clip, .. } => format!("clip {clip}"),
        Action::Flipbook { flipbook, .. } => format!("flipbook {flipbook}"),
        Action::Cue { cue, .. } => format!("cue {cue}"),
        Action::Call(number) => format!("call {number}"),
        Action::Pause => "pause".to_owned(),
        Action::Wait => "wait".to_owned(),
        Action::Nest(_) => "timeline".to_owned(),
        Action::Stagger { .. } => "stagger".to_owned(),
        Action::Timeline { timeline, .. } => format!("timeline {timeline}"),
    }
}

impl Chart {
    /// The chart in `columns` columns of text, without the labels.
    pub(crate) fn rows(&self, columns: u16) -> Vec<String> {
        let width = usize::from(columns.max(2));
        self.bars.iter().map(|bar| self.row(bar, width)).collect()
    }

    fn row(&self, bar: &Bar, width: usize) -> String {
        let mut row = vec![' '; width];
        let (start, end) = (self.column(bar.start, width), self.column(bar.end, width));
        row[start..=end].fill('─');
        for &mark in &bar.marks {
            row[self.column(mark, width)] = '◆';
        }
        if bar.marks.is_empty() && start < end {
            (row[start], row[end]) = ('├', '┤');
        } else if start == end {
            row[start] = '◆';
        }
        if bar.endless {
            row[end] = '▶';
        }
        row.into_iter().collect::<String>().trim_end().to_owned()
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        clippy::cast_sign_loss,
        reason = "a progress in 0..=1 of a thousand columns; the conversion saturates"
    )]
    fn column(&self, at: f64, width: usize) -> usize {
        let progress = (at / self.length).clamp(0.0, 1.0);
        ((progress * (width - 1) as f64).round() as usize).min(width - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(start: f64, end: f64, marks: &[f64]) -> Bar {
        let (label, marks) = (String::new(), marks.to_vec());
        Bar { depth: 0, label, start, end, endless: false, marks }
    }

    #[test]
    fn bars_lie_where_their_times_are() {
        let endless = Bar { endless: true, ..bar(0.5, 9.0, &[]) };
        let bars = vec![
            bar(0.0, 1.0, &[0.0, 0.5, 1.0]),
            bar(0.5, 1.0, &[]),
            bar(0.2, 0.2, &[0.2]),
            endless,
        ];
        let chart = Chart { bars, length: 1.0 };
        assert_eq!(chart.rows(11), ["◆────◆────◆", "     ├────┤", "  ◆", "     ├────▶"]);
    }
}
