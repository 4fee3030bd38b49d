//! `cueline trace`: prints events, and digests of values, as JSON lines.

use std::io::{self, BufWriter, Write};

use cueline::{
    clip::{CueKind, Window},
    digest::digest,
    event::EventKind,
    playback::{ContentEvents, Playable},
    time::{Span, TickRate, Time},
};
use serde::Serialize;

use super::{cli::Trace, input::open, report::print};
use crate::{
    bars,
    failure::Failure,
    open::{ENDLESS, Opened, Thing},
};

/// A line of a trace.
#[derive(Debug, Serialize)]
pub(crate) struct Line {
    /// The item of the file.
    of: String,
    /// The tick, counted from the start of the item.
    tick: i64,
    /// The content.
    #[serde(flatten)]
    what: What,
}

/// The content of a line.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "is")]
enum What {
    /// An event.
    Event {
        /// The exact time, in flicks.
        due: i64,
        /// The kind of event.
        event: &'static str,
        /// The target inside the item, or the name of the cue.
        #[serde(skip_serializing_if = "String::is_empty")]
        name: String,
        /// For a loop the pass that begins, for a flipbook the picture.
        #[serde(skip_serializing_if = "Option::is_none")]
        number: Option<u64>,
    },
    /// The values at the end of the tick.
    Shows {
        /// Of all values, as 16 hexadecimal digits.
        digest: String,
    },
}

impl What {
    fn due(&self) -> i64 {
        match self {
            Self::Event { due, .. } => *due,
            Self::Shows { .. } => i64::MAX,
        }
    }
}

pub(crate) fn run(job: &Trace) -> Result<(), Failure> {
    let opened = open(&job.file)?;
    print(&opened.notes, &opened.source);
    let mut out = BufWriter::new(io::stdout().lock());
    let part = &job.part;
    let mut written = Ok(());
    trace(&opened, part.name.as_deref(), job.rate, part.from, part.to, &mut |line| {
        let text = serde_json::to_string(line).unwrap_or_default();
        written = writeln!(out, "{text}");
        written.is_ok()
    })?;
    written?;
    Ok(out.flush()?)
}

/// Calls `emit` with every line until it returns `false`.
pub(crate) fn trace(
    opened: &Opened,
    name: Option<&str>,
    rate: TickRate,
    from: Span,
    to: Option<Span>,
    emit: &mut dyn FnMut(&Line) -> bool,
) -> Result<(), Failure> {
    if to.is_some_and(|to| to < from) {
        return Err(Failure::usage("--to comes before --from"));
    }
    for thing in opened.chosen(name)? {
        let of = thing.path();
        let names = bars::item_names(opened, thing.name());
        let end = to.or(thing.length()).unwrap_or(ENDLESS);
        let first = rate.ticks_in(from);
        let mut tick = first;
        let mut before = None;
        loop {
            // The last tick is cut off at the end of the item.
            let at = rate.span_of(tick).max(from).min(end);
            let window = match before {
                Some(before) => Window::forward(before, at),
                None => Window::forward(at, at).with_start(),
            };
            for what in happened(&thing, &names, before, at, window) {
                if !emit(&Line { of: of.clone(), tick, what }) {
                    return Ok(());
                }
            }
            let digest = format!("{:016x}", digest_of(&thing, at));
            if !emit(&Line { of: of.clone(), tick, what: What::Shows { digest } }) {
                return Ok(());
            }
            if at >= end {
                break;
            }
            before = Some(at);
            tick += 1;
        }
    }
    Ok(())
}

/// The digest of all values: of the shortest texts that represent exactly them.
fn digest_of(thing: &Thing, at: Span) -> u64 {
    digest(&format!("{:?}", thing.values(at)))
}

/// The events after `before` up to `at`; at the very beginning the events at `at`.
fn happened(
    thing: &Thing,
    names: &[String],
    before: Option<Span>,
    at: Span,
    window: Window,
) -> Vec<What> {
    let event = |due: Span, event, name: &str, number| What::Event {
        due: due.flicks(),
        event,
        name: name.to_owned(),
        number,
    };
    let within = |moment: Span| moment <= at && before.map_or(moment == at, |from| moment > from);
    match thing {
        Thing::Clip(clip) => {
            let mut events = Vec::new();
            if within(Span::ZERO) {
                events.push(event(Span::ZERO, "start", "", None));
            }
            for (_, cue) in clip.cues_in(window) {
                events.push(event(cue.at, cue_word(cue.kind), &cue.name, None));
            }
            if within(clip.duration()) {
                events.push(event(clip.duration(), "end", "", None));
            }
            events
        }
        Thing::Flipbook(_, book) => {
            let time = |span| Time::ZERO + span;
            let frame = |now| Some(u64::from(book.frame_at(Time::ZERO, now)));
            let mut events = Vec::new();
            if before.is_none() {
                events.push(event(at, "frame", "", frame(time(at))));
            }
            let mut now = time(before.unwrap_or(at));
            while let Some(next) =
                book.next_change(Time::ZERO, now).filter(|&next| next <= time(at))
            {
                events.push(event(next - Time::ZERO, "frame", "", frame(next)));
                now = next;
            }
            let mut cues = ContentEvents::default();
            book.events_in(window, &mut cues);
            for passed in cues.iter() {
                let EventKind::Cue(index) = passed.kind else { continue };
                let Some(cue) = book.cues().get(index as usize) else { continue };
                events.push(event(passed.at, cue_word(cue.kind), &cue.name, None));
            }
            // A frame shows before its cues happen.
            events.sort_by_key(What::due);
            if book.duration().is_some_and(within) {
                events.push(event(book.duration().unwrap_or(at), "end", "", None));
            }
            events
        }
        Thing::Timeline(timeline) => {
            let mut crossings = ContentEvents::default();
            timeline.events(window, &mut crossings);
            let one = |crossing: &cueline::playback::ContentEvent| {
                use cueline::timeline::ItemKind;
                let number = crossing.item.number() as usize;
                let name = match (number, timeline.item_name(crossing.item)) {
                    (0, _) => "",
                    (_, "") => names.get(number).map_or("", String::as_str),
                    (_, name) => name,
                };
                match (crossing.kind, timeline.kind(crossing.item)) {
                    (EventKind::Start, _) => event(crossing.at, "start", name, None),
                    (EventKind::End, _) => event(crossing.at, "end", name, None),
                    (EventKind::Loop, _) => event(crossing.at, "loop", name, Some(crossing.pass)),
                    (EventKind::Cue(number), Some(ItemKind::Call(_))) => {
                        event(crossing.at, "call", name, Some(number.into()))
                    }
                    (EventKind::Cue(_), Some(ItemKind::Pause)) => {
                        event(crossing.at, "pause", name, None)
                    }
                    (EventKind::Cue(number), Some(ItemKind::Clip(clip))) => {
                        let cue = clip.cues().get(number as usize);
                        let (kind, name) =
                            cue.map_or(("cue", name), |cue| (cue_word(cue.kind), &*cue.name));
                        event(crossing.at, kind, name, None)
                    }
                    (EventKind::Cue(number), Some(ItemKind::Flipbook(book))) => {
                        let cue = book.cues().get(number as usize);
                        let (kind, name) =
                            cue.map_or(("cue", name), |cue| (cue_word(cue.kind), &*cue.name));
                        event(crossing.at, kind, name, None)
                    }
                    (EventKind::Cue(_), _) => {
                        let kind = if crossing.is_state { CueKind::State } else { CueKind::Effect };
                        event(crossing.at, cue_word(kind), name, None)
                    }
                }
            };
            crossings.iter().map(one).collect()
        }
    }
}

/// A cue of that kind, in words.
fn cue_word(kind: CueKind) -> &'static str {
    match kind {
        CueKind::State => "cue",
        CueKind::Effect => "effect",
    }
}
