//! Boundary faults from the public trackers of other libraries and engines, each replayed here: the test has the number
//! of the thread and asserts the right value.
//!
//! `docs/book/src/bugs.md` has one row for each test. The tests of the book compare the page with this folder, so a test
//! without its row fails there, and a row without its test.

mod big_steps;
mod colours;
mod crossfades;
mod easings;
mod events;
mod kills;
mod loops;
mod rotations;
#[cfg(feature = "serde")]
mod saves;
mod seeks;
mod skips;
mod springs;
mod weeks;
mod zero;

use std::error::Error;

use cueline::{
    clip::Cue,
    playback::{EventBuffer, PlayError, Playable, Playing, SeekPolicy},
    prelude::*,
};

type Tested = Result<(), Box<dyn Error>>;

/// Events by name, each with the time at which it was due, in milliseconds.
type Happened = Vec<(&'static str, i64)>;

fn at(millis: i64) -> Time {
    Time::from_millis(millis)
}

fn happened<Id>(events: &[Event<Id>]) -> Happened {
    let named = |event: &Event<Id>| {
        let name = match event.kind {
            EventKind::Start => "start",
            EventKind::Cue(_) => "cue",
            EventKind::Loop => "loop",
            EventKind::End => "end",
        };
        let millis = event.due.since_zero().millis();
        assert_eq!(event.due, at(millis), "due at a whole millisecond");
        (name, millis)
    };
    events.iter().map(named).collect()
}

/// When the events of this name were due.
fn due(name: &str, happened: &Happened) -> Vec<i64> {
    happened.iter().filter(|(other, _)| *other == name).map(|(_, due)| *due).collect()
}

/// A clip of `length` milliseconds with cues at these times. Its track `x` counts the milliseconds.
fn clip(length: i64, cues: &[i64]) -> Clip {
    let ends = if length == 0 { vec![0] } else { vec![0, length] };
    let x = ends.into_iter().map(|millis| Keyframe::linear(ms(millis), millis as f64));
    let cues = cues.iter().map(|millis| Cue::effect(ms(*millis), "cue"));
    ClipBuilder::new("clip").track("x", x).cues(cues).build().expect("a clip without faults")
}

/// What plays, from time 0 of a clock.
struct Stage<P> {
    what: P,
    playing: Playing,
    buffer: EventBuffer,
}

impl<P: Playable> Stage<P> {
    fn new(what: P, play: impl Into<Play>) -> Result<Self, PlayError> {
        let playing = Playing::new(&what, Time::ZERO, &play.into())?;
        Ok(Self { what, playing, buffer: EventBuffer::default() })
    }

    /// One step, to this time in milliseconds.
    fn step(&mut self, to: i64) -> Happened {
        happened(self.playing.step(at(to), &self.what, &mut self.buffer))
    }

    /// Steps of `frame` milliseconds from `from` to `to`.
    fn run(&mut self, from: i64, to: i64, frame: i64) -> Happened {
        let frames = (1..).map(|count| (from + frame * count).min(to));
        let mut all = Vec::new();
        for now in frames {
            all.extend(self.step(now));
            if now == to {
                break;
            }
        }
        all
    }

    fn seek(&mut self, now: i64, to: i64, policy: SeekPolicy) -> Happened {
        happened(self.playing.seek(at(now), ms(to), policy, &self.what, &mut self.buffer))
    }

    /// The time of the clip, in milliseconds.
    fn local(&self, now: i64) -> i64 {
        self.playing.at(at(now)).local.millis()
    }
}

/// One step of a queue, in milliseconds. Returns each call: the payload, and the milliseconds that have shown.
fn calls(queue: &mut Sequencer<&'static str>, by: i64) -> Vec<(&'static str, i64)> {
    let mut calls = Vec::new();
    let step =
        queue.advance(ms(by), |update, _| calls.push((*update.payload, update.elapsed.millis())));
    step.expect("an honest queue");
    calls
}
