//! Blocking and non-blocking entries, frame by frame.
//!
//! The recorded program loses time at every hand-over, so its trace cannot be equal to ours. What
//! is demanded: ours starts and ends every entry where [`schedule`] says, which is also what the
//! record calls lossless; the recorded program starts them in the same order and nothing earlier; its events and its
//! [`lists`] are those that its article asks for, name by name;
//! where it has come to rest on the same entry, the positions are the same; what is moving lies
//! where ours lies in the same time of its entry; and a skip ends where playing on ends.

mod lists;
mod play;
mod record;
mod schedule;

use std::{collections::BTreeMap, fmt::Write as _};

use serde::Deserialize;
use serde_json::Value;

use self::{
    lists::Lists,
    play::{Alone, Play},
    record::{Event, Frame, Operation, Record, Unit},
    schedule::{Planned, Schedule},
};
use crate::{
    deviations,
    fields::{LABEL, compared, left, played},
    read::Malformed,
    system::{System, one_record},
    verdict::Verdict,
};

/// How these recordings are compared.
pub(crate) const SYSTEM: System = System {
    folder: "animation_sequencer",
    source: "Blocking and non-blocking entries: the two ActionScript listings of the AnimationSequencer article, ported line \
             by line and run. Starts and ends are compared with the lossless ones, to a flick.",
    records: one_record,
    fields: &[
        played("unit elements script"),
        compared(
            "frames/*/op frames/*/events frames/*/active frames/*/pending frames/*/el \
             lossless",
        ),
        left("name shows", LABEL),
    ],
    compare,
};

/// Our frames: a line for each, with how many entries are held and the bits of each position.
pub(crate) fn trace(record: &Value) -> Result<String, Malformed> {
    let record = Record::deserialize(record)?;
    let mut play = Play::new(record.unit()?, record.elements.clone());
    let mut text = String::new();
    for op in &record.script {
        match op {
            Operation::Add(add) => {
                play.add(add)?;
                continue;
            }
            Operation::Frame { dt } => play.frame(*dt)?,
            Operation::FinishAll => play.finish()?,
            Operation::Clear => play.clear(),
        }
        let _ = write!(text, "{}", play.held());
        for (id, [x, y]) in &play.positions {
            let _ = write!(text, " {id} {:016x} {:016x}", x.to_bits(), y.to_bits());
        }
        text.push('\n');
    }
    Ok(text)
}

fn compare(record: &Value) -> Result<Verdict, Malformed> {
    let record = Record::deserialize(record)?;
    let unit = record.unit()?;
    let mut verdict = Verdict::default();
    let mut play = Play::new(unit, record.elements.clone());
    let mut schedule = Schedule::new(unit);
    let mut theirs = Theirs::default();
    let mut lists = Lists::default();
    let mut frames = record.frames.iter();
    for (index, op) in record.script.iter().enumerate() {
        match op {
            Operation::Add(add) => {
                play.add(add)?;
                lists.add(add);
                schedule.add(add);
                continue;
            }
            Operation::Frame { dt } => {
                play.frame(*dt)?;
                schedule.frame(*dt);
            }
            Operation::FinishAll => {
                let played = play.play_on()?;
                play.finish()?;
                verdict.same(&format!("skip and play, op {index}"), &play.positions, &played);
                schedule.finish();
            }
            Operation::Clear => {
                play.clear();
                schedule.clear();
            }
        }
        let Some(frame) = frames.next() else {
            verdict.fail(format!("no frame for op {index}"));
            break;
        };
        verdict.same("op of a frame", index, frame.op);
        lists.compare(&mut verdict, op, frame);
        let cleared = matches!(record.script.get(index + 1), Some(Operation::Clear));
        theirs.keeps_lists |= matches!(op, Operation::FinishAll) && !cleared;
        theirs.compare(frame, op, &play, &schedule, &mut verdict);
    }
    verdict.same("frames left over", frames.count(), 0);
    play.finish()?; // scripts stop before their last entry has ended
    schedule.compare(&play.times, record.lossless.as_ref(), &mut verdict);
    Ok(verdict)
}

/// The recorded positions are sums and differences of doubles below a thousand.
const ROUNDING: f64 = 1e-9;

/// What the recorded program has done so far.
#[derive(Default)]
struct Theirs {
    /// What each entry that is moving would show if ours were given the same time.
    alone: BTreeMap<String, Alone>,
    /// The entry that moved an element last, and whether it has ended.
    writers: BTreeMap<String, (String, bool)>,
    /// How many entries it has started.
    started: usize,
    /// It has skipped and kept its lists: it plays again what it has finished.
    keeps_lists: bool,
}

impl Theirs {
    fn compare(
        &mut self,
        frame: &Frame,
        op: &Operation,
        play: &Play,
        schedule: &Schedule,
        verdict: &mut Verdict,
    ) {
        let at = format!("frame at op {}", frame.op);
        for (id, event) in &frame.events {
            let Some(entry) = schedule.entry(id) else {
                verdict.fail(format!("{at}: no entry {id:?}"));
                continue;
            };
            let dt = if let Operation::Frame { dt } = op { *dt } else { 0.0 };
            self.writer(entry, *event, schedule.unit, dt);
            if self.keeps_lists || matches!(op, Operation::FinishAll) {
                continue;
            }
            if *event == Event::Start {
                // In the order in which they were added, like ours.
                verdict.same(&format!("{at}: entries before {id:?}"), entry.number, self.started);
                self.started += 1;
            }
            let due = if *event == Event::Start { entry.turn } else { entry.end };
            let early = schedule.now + schedule.rounding < due;
            if *event != Event::Tick && early {
                verdict.fail(format!("{at}: {id:?} {event:?} before its time"));
            }
        }
        match op {
            Operation::FinishAll => self.started = schedule.len(),
            Operation::Clear => {
                self.started = schedule.len();
                self.keeps_lists = false;
            }
            _ => (),
        }
        // With nothing left there, nothing can be left here; but no time plays nothing.
        let held = frame.active.len() + frame.pending.len();
        let played = !matches!(op, Operation::Frame { dt } if *dt <= 0.0);
        if held == 0 && played {
            verdict.same(&format!("{at}: entries held"), play.held(), 0);
        }
        let ours = !matches!(op, Operation::FinishAll) && held != play.held();
        if ours && !self.keeps_lists {
            verdict.wanted(&deviations::ANIMATION_SEQUENCER_LOST_FRAMES);
        }
        verdict.same(&format!("{at}: elements"), play.positions.len(), frame.el.len());
        for (element, theirs) in &frame.el {
            self.position(&at, element, *theirs, op, play, schedule, verdict);
        }
    }

    /// Notes which entry has moved its element.
    fn writer(&mut self, entry: &Planned, event: Event, unit: Unit, dt: f64) {
        let Planned { add, .. } = entry;
        let Some(element) = &add.el else { return };
        if event == Event::Start {
            self.alone.extend(Alone::new(unit, add).map(|alone| (add.id.clone(), alone)));
        }
        let alone = self.alone.get_mut(&add.id);
        let moved = event == Event::Tick && alone.is_some_and(|alone| alone.tick(add, dt));
        if moved || event == Event::Finish {
            self.writers.insert(element.clone(), (add.id.clone(), event == Event::Finish));
        }
    }

    #[expect(clippy::too_many_arguments, reason = "one comparison with all that it depends on")]
    fn position(
        &self,
        at: &str,
        element: &str,
        theirs: [f64; 2],
        op: &Operation,
        play: &Play,
        schedule: &Schedule,
        verdict: &mut Verdict,
    ) {
        let Some(ours) = play.positions.get(element) else {
            return verdict.fail(format!("{at}: no element {element:?}"));
        };
        let (our_writer, their_writer) = (play.writers.get(element), self.writers.get(element));
        let moving = |writer: Option<&(String, bool)>| writer.is_some_and(|(_, ended)| !ended);
        if *ours == theirs {
            return;
        }
        // Where the entry that moved it there would put it.
        let what = format!("{at}: {element} by {their_writer:?}");
        match their_writer {
            None => verdict.same(&what, play.initial.get(element), Some(&theirs)),
            Some((id, true)) => {
                let end = schedule.entry(id).and_then(|entry| entry.add.to);
                verdict.same(&what, end, Some(theirs));
            }
            Some((id, false)) => match self.alone.get(id) {
                Some(Alone { position, tolerance, .. }) => {
                    verdict.all_close(&what, position, &theirs, tolerance + ROUNDING);
                }
                None => verdict.fail(format!("{what}: never started")),
            },
        }
        if our_writer == their_writer && !moving(our_writer) {
            verdict.same(&format!("{at}: {element}"), *ours, theirs);
        } else if self.keeps_lists && !matches!(op, Operation::FinishAll) {
            verdict.wanted(&deviations::ANIMATION_SEQUENCER_KEEPS_LISTS);
        } else if matches!(op, Operation::FinishAll | Operation::Clear)
            && !moving(their_writer)
            && !moving(our_writer)
        {
            // Finished in the order of the lists there, in the order of their ends here.
            verdict.wanted(&deviations::ANIMATION_SEQUENCER_FINISH_ORDER);
        } else {
            verdict.wanted(&deviations::ANIMATION_SEQUENCER_LOST_FRAMES);
        }
    }
}
