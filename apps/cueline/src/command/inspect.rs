//! `cueline inspect`: lists the content of a file.

use std::{
    io::{self, Write},
    path::Path,
};

use comfy_table::{CellAlignment, Table, presets};
use cueline::{
    clip::CueKind,
    time::{FLICKS_PER_SECOND, Span, TickRate},
};
use cueline_assets::{Animated, Document, Format, Frames, Keys};
use cueline_import::{
    Foreign,
    gltf::{self, ClipContents, TrackContents},
    read_beside,
};
use serde::Serialize;

use super::{
    check::Counted,
    cli::Inspect,
    input::load,
    report::{self, print},
};
use crate::{
    bars::{self, words},
    failure::Failure,
    open::{Needs, Opened, Thing, open_bytes, parts},
};

/// The content of a file.
#[derive(Debug, Serialize)]
pub(super) struct Summary {
    file: String,
    format: &'static str,
    bytes: usize,
    #[serde(skip)]
    animated: Animated,
    /// The animated properties of a file of another program, and how many of them were taken.
    #[serde(rename = "animated", skip_serializing_if = "Option::is_none")]
    counted: Option<Counted>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    curves: Vec<Curve>,
    things: Vec<Entry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sheets: Vec<Sheet>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    skeletons: Vec<Skeleton>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    animators: Vec<Animator>,
}

/// A state machine.
#[derive(Debug, Serialize)]
struct Animator {
    name: String,
    parameters: usize,
    layers: usize,
    states: usize,
    /// A line for the parameters and for each layer, with their names.
    #[serde(skip)]
    lines: Vec<String>,
}

/// An easing with a name.
#[derive(Debug, Serialize)]
struct Curve {
    name: String,
    easing: String,
}

/// One item of the file with a duration.
#[derive(Debug, Serialize)]
struct Entry {
    #[serde(rename = "is")]
    kind: &'static str,
    name: String,
    /// The frame rate of its times.
    rate: String,
    /// Duration in flicks; null if endless.
    flicks: Option<i64>,
    /// Duration in whole ticks of its rate; null if endless.
    ticks: Option<i64>,
    /// Duration in words.
    duration: String,
    /// Tracks, frames or items.
    parts: Vec<Part>,
    cues: Vec<Moment>,
}

/// A track, a run of frames or an item.
#[derive(Debug, Serialize)]
struct Part {
    name: String,
    #[serde(rename = "is")]
    kind: String,
    keys: usize,
    flicks: Option<i64>,
    duration: String,
}

#[derive(Debug, Serialize)]
struct Moment {
    name: String,
    flicks: i64,
    at: String,
    #[serde(rename = "is")]
    kind: &'static str,
}

#[derive(Debug, Serialize)]
struct Sheet {
    name: String,
    image: String,
    pictures: usize,
    size: Option<[u32; 2]>,
}

#[derive(Debug, Serialize)]
struct Skeleton {
    name: String,
    nodes: usize,
    skins: usize,
}

pub(crate) fn run(job: &Inspect) -> Result<(), Failure> {
    let (bytes, path) = load(&job.file)?;
    let is_gltf = Foreign::of(&path.to_string_lossy(), &bytes) == Some(Foreign::Gltf);
    let summary = if is_gltf && Format::of_content(&bytes).is_none() && !job.gantt {
        of_gltf(&path, bytes)?
    } else {
        let opened = open_bytes(&path, bytes, Needs::Motion)?;
        print(&opened.notes, &opened.source);
        if job.gantt {
            return Ok(io::stdout().write_all(gantt(&opened, job.columns).as_bytes())?);
        }
        Summary::of(&opened)
    };
    let text = if job.json {
        serde_json::to_string_pretty(&summary).unwrap_or_default() + "\n"
    } else {
        summary.text()
    };
    Ok(io::stdout().write_all(text.as_bytes())?)
}

/// The contents of a glTF file, whose values are not decoded: such a file may be large.
fn of_gltf(path: &Path, bytes: Vec<u8>) -> Result<Summary, Failure> {
    let name = path.display().to_string();
    let folder = path.parent().unwrap_or(Path::new(""));
    let (source, binary) = parts(bytes);
    let bytes = if source.is_empty() { &*binary } else { source.as_bytes() };
    let contents = gltf::contents(bytes, &mut |buffer| read_beside(folder, buffer));
    let contents =
        contents.map_err(|found| Failure::Problems(found.in_file(&name), source.clone()))?;
    print(&contents.notes.in_file(&name), &source);
    let things = contents.clips.iter().map(|(name, clip)| gltf_entry(name, clip)).collect();
    let format = Foreign::Gltf.name();
    Ok(Summary::new(name, format, bytes.len(), contents.animated, &contents.document, things))
}

fn gltf_entry(name: &str, clip: &ClipContents) -> Entry {
    let ClipContents { rate, duration, tracks, cues } = clip;
    let part = |(path, track): (&String, &TrackContents)| Part {
        name: path.clone(),
        kind: track.kind.to_string(),
        keys: track.keys,
        flicks: Some(track.last.flicks()),
        duration: words(Some(track.last)),
    };
    let parts = tracks.iter().map(part).collect();
    let mut cues: Vec<Moment> =
        cues.iter().map(|cue| moment(&cue.name, cue.at.span(*rate), cue.kind)).collect();
    cues.sort_by_key(|cue| cue.flicks);
    Entry::new("clip", name, *rate, Some(*duration), parts, cues)
}

fn moment(name: &str, at: Span, kind: CueKind) -> Moment {
    let is = match kind {
        CueKind::State => "state",
        CueKind::Effect => "effect",
    };
    Moment { name: name.to_owned(), flicks: at.flicks(), at: words(Some(at)), kind: is }
}

impl Entry {
    fn new(
        kind: &'static str,
        name: &str,
        rate: TickRate,
        length: Option<Span>,
        parts: Vec<Part>,
        cues: Vec<Moment>,
    ) -> Self {
        Self {
            kind,
            name: name.to_owned(),
            rate: rate.to_string(),
            flicks: length.map(Span::flicks),
            ticks: length.map(|length| rate.ticks_in(length)),
            duration: words(length),
            parts,
            cues,
        }
    }
}

impl Summary {
    pub(super) fn of(opened: &Opened) -> Self {
        let things = opened.things().iter().map(|thing| entry(opened, thing)).collect();
        let name = opened.name.clone();
        let animated = opened.animated.clone();
        Self::new(name, opened.format, opened.bytes, animated, &opened.document, things)
    }

    fn new(
        file: String,
        format: &'static str,
        bytes: usize,
        animated: Animated,
        document: &Document,
        things: Vec<Entry>,
    ) -> Self {
        let sheet = |(name, sheet): (&String, &cueline_assets::Sheet)| Sheet {
            name: name.clone(),
            image: sheet.image.clone(),
            pictures: sheet.pictures.len(),
            size: sheet.size,
        };
        let animator = |(name, animator): (&String, &cueline_assets::animator::AnimatorSource)| {
            let states = animator.layers.values().map(|layer| layer.states.len()).sum();
            let (parameters, layers) = (animator.parameters.len(), animator.layers.len());
            Animator { name: name.clone(), parameters, layers, states, lines: lines_of(animator) }
        };
        let skeleton = |(name, skeleton): (&String, &cueline_assets::Skeleton)| Skeleton {
            name: name.clone(),
            nodes: skeleton.nodes.len(),
            skins: skeleton.skins.len(),
        };
        let curve = |(name, easing): (&String, &cueline::value::AnyEasing)| Curve {
            name: name.clone(),
            easing: cueline_assets::easing::text(easing),
        };
        Self {
            file,
            format,
            bytes,
            counted: Counted::of(&animated),
            animated,
            curves: document.curves.iter().map(curve).collect(),
            things,
            sheets: document.sheets.iter().map(sheet).collect(),
            skeletons: document.skeletons.iter().map(skeleton).collect(),
            animators: document.animators.iter().map(animator).collect(),
        }
    }

    pub(super) fn text(&self) -> String {
        let mut text = format!("{}: {}, {} bytes\n", self.file, self.format, self.bytes);
        if self.animated.total().all > 0 {
            text += &format!("{}\n", self.animated);
        }
        for (index, Curve { name, easing }) in self.curves.iter().enumerate() {
            let gap = if index == 0 { "\n" } else { "" };
            text += &format!("{gap}curve {name:?}: {easing}\n");
        }
        for entry in &self.things {
            let ticks = match entry.ticks {
                Some(1) => ", 1 tick".to_owned(),
                Some(ticks) => format!(", {ticks} ticks"),
                None => String::new(),
            };
            let Entry { kind, name, rate, duration, .. } = entry;
            text += &format!("\n{kind} {name:?}: {duration}{ticks} of {rate}\n");
            let what = match *kind {
                "clip" => ["track", "is", "keys", "duration"],
                "flipbook" => ["frames", "order", "count", "duration"],
                _ => ["item", "at", "passes", "duration"],
            };
            let rows = entry.parts.iter().map(|part| {
                [part.name.clone(), part.kind.clone(), part.keys.to_string(), part.duration.clone()]
            });
            text += &table(what, rows);
            let rows = entry
                .cues
                .iter()
                .map(|cue| [cue.name.clone(), cue.kind.to_owned(), String::new(), cue.at.clone()]);
            if !entry.cues.is_empty() {
                text += &table(["cue", "is", "", "at"], rows);
            }
        }
        for Sheet { name, image, pictures, size } in &self.sheets {
            let size =
                size.map_or(String::new(), |[width, height]| format!(", {width} x {height}"));
            text += &format!("\nsheet {name:?}: {pictures} pictures of {image}{size}\n");
        }
        for Skeleton { name, nodes, skins } in &self.skeletons {
            text += &format!(
                "\nskeleton {name:?}: {}, {}\n",
                counted(*nodes, "node"),
                counted(*skins, "skin")
            );
        }
        for Animator { name, parameters, layers, states, lines } in &self.animators {
            text += &format!(
                "\nanimator {name:?}: {}, {}, {}\n",
                counted(*parameters, "parameter"),
                counted(*layers, "layer"),
                counted(*states, "state")
            );
            lines.iter().for_each(|line| text += &format!("  {line}\n"));
        }
        text
    }
}

/// A table with its numbers aligned to the right.
fn table(head: [&str; 4], rows: impl Iterator<Item = [String; 4]>) -> String {
    let mut table = Table::new();
    let _ = table.load_preset(presets::NOTHING).set_header(head).add_rows(rows);
    for number in [2, 3] {
        if let Some(column) = table.column_mut(number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let lines = table.lines().map(|line| format!(" {}\n", line.trim_end()));
    lines.collect()
}

fn entry(opened: &Opened, thing: &Thing) -> Entry {
    let document = &opened.document;
    let (kind, rate, parts, cues) = match thing {
        Thing::Clip(clip) => {
            let source = document.clips.get(clip.name());
            let tracks = source.iter().flat_map(|source| &source.tracks);
            let parts = tracks.map(|(path, keys)| track(path, keys, clip.rate())).collect();
            let cue = |cue: &cueline::clip::Cue| moment(&cue.name, cue.at, cue.kind);
            ("clip", clip.rate(), parts, clip.cues().iter().map(cue).collect())
        }
        Thing::Flipbook(name, book) => {
            let source = document.flipbooks.get(name);
            let rate = source.map_or(TickRate::HZ_60, |source| source.frame_rate());
            let order = source.map_or(String::new(), |source| format!("{:?}", source.order));
            let pass = source.map(|source| match &source.frames {
                Frames::Run { count, hold, .. } => hold.span(rate) * i64::from(*count),
                Frames::List(frames) => {
                    frames.iter().fold(Span::ZERO, |sum, frame| sum + frame.hold.span(rate))
                }
            });
            let sheet = source.and_then(|source| source.sheet.clone());
            let part = Part {
                name: sheet.map_or("no sheet".to_owned(), |sheet| format!("of {sheet:?}")),
                kind: order.to_lowercase(),
                keys: book.frames().get() as usize,
                flicks: pass.map(Span::flicks),
                duration: words(pass),
            };
            let cues = source.iter().flat_map(|source| &source.cues);
            let cues = cues.map(|cue| moment(&cue.name, cue.at.span(rate), cue.kind)).collect();
            ("flipbook", rate, vec![part], cues)
        }
        Thing::Timeline(timeline) => {
            let source = document.timelines.get(timeline.name());
            let rate = source.map_or(TickRate::HZ_60, |source| source.frame_rate());
            let chart = bars::chart(opened, thing);
            let parts = chart.bars.iter().map(|bar| {
                let duration = (!bar.endless).then(|| span(bar.end - bar.start));
                Part {
                    name: format!("{}{}", "  ".repeat(bar.depth), bar.label),
                    kind: words(Some(span(bar.start))),
                    keys: 1 + bar.marks.len(),
                    flicks: duration.map(Span::flicks),
                    duration: words(duration),
                }
            });
            ("timeline", rate, parts.collect(), Vec::new())
        }
    };
    Entry::new(kind, thing.name(), rate, thing.length(), parts, cues)
}

fn track(path: &str, keys: &Keys, rate: TickRate) -> Part {
    let last = keys.times().last().map_or(Span::ZERO, |when| when.span(rate));
    Part {
        name: path.to_owned(),
        kind: keys.kind().to_string(),
        keys: keys.len(),
        flicks: Some(last.flicks()),
        duration: words(Some(last)),
    }
}

/// A time of a chart in seconds, to the nearest flick.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "what a chart shows is far below 2^53 flicks, else it is cut to the last moment"
)]
fn span(seconds: f64) -> Span {
    Span::from_flicks((seconds * FLICKS_PER_SECOND as f64).round() as i64)
}

/// The bars of everything in a file.
pub(super) fn gantt(opened: &Opened, columns: Option<u16>) -> String {
    let mut text = String::new();
    let line = report::columns().unwrap_or(80);
    for thing in opened.things() {
        let chart = bars::chart(opened, &thing);
        let label = |bar: &bars::Bar| format!("{}{}", "  ".repeat(bar.depth), bar.label);
        let widest = chart.bars.iter().map(|bar| label(bar).chars().count()).max().unwrap_or(0);
        // Beside the bars stand their labels, a space before and two spaces between.
        let beside = u16::try_from(widest + 3).unwrap_or(u16::MAX);
        let columns = columns.unwrap_or(line.saturating_sub(beside).max(10));
        text += &format!("{}: {}\n", thing.path(), words(thing.length()));
        for (bar, row) in chart.bars.iter().zip(chart.rows(columns)) {
            text += &format!(" {:widest$}  {row}\n", label(bar));
        }
        let end = format!("{:.3} s", chart.length);
        let ruler = usize::from(columns).saturating_sub(end.len() + 1);
        text += &format!(" {:widest$}  0{:ruler$}{end}\n\n", "", "");
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}

/// What is in an animator, by name: its parameters, and the states and transitions of each layer.
fn lines_of(animator: &cueline_assets::animator::AnimatorSource) -> Vec<String> {
    let mut lines = Vec::new();
    if !animator.parameters.is_empty() {
        let names: Vec<_> = animator.parameters.keys().map(String::as_str).collect();
        lines.push(format!("parameters: {}", names.join(", ")));
    }
    for (name, layer) in &animator.layers {
        let states: Vec<_> = layer.states.keys().map(String::as_str).collect();
        lines.push(format!("layer {name:?}: {}", states.join(", ")));
        let changes = layer.transitions.iter().map(|change| {
            format!("{} -> {}", change.from.as_deref().unwrap_or("any state"), change.to)
        });
        let changes: Vec<_> = changes.collect();
        if !changes.is_empty() {
            lines.push(format!("  {}", changes.join(", ")));
        }
    }
    lines
}

/// A count and a noun, in words.
fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
