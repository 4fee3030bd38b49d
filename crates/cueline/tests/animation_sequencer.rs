//! Blocking and non-blocking entries, against what the AnimationSequencer article promises.
//!
//! The data comes from the article's two ActionScript listings. Wanted deviation: the recorded
//! frame-by-frame trace starts an entry one frame after it is pulled, moves it from the frame after
//! that, and drops the time left over at each end. `lossless` says where each entry starts and ends
//! if no time is lost anywhere, and that is what is demanded here.

#![expect(clippy::unwrap_used, reason = "a malformed record is a failed test")]

use std::collections::BTreeMap;

use cueline::{
    edge::EdgeKind,
    sequencer::{Sequencer, Step, Timing},
    time::{FLICKS_PER_SECOND, Span},
};
use serde_json::Value;

type Positions = BTreeMap<String, [f64; 2]>;

#[derive(Clone)]
struct Move {
    /// Which element goes from where to where; pauses and instants move nothing.
    path: Option<(String, [f64; 2], [f64; 2])>,
}

fn show(step: &Step<'_, Move>, positions: &mut Positions) {
    if let Some((element, from, to)) = &step.payload.path {
        let at = |axis: usize| from[axis] + (to[axis] - from[axis]) * step.alpha();
        positions.insert(element.clone(), [at(0), at(1)]);
    }
}

/// A script's number in flicks: the units of a script are its own, so any fixed scale will do.
fn span(value: &Value) -> Span {
    let flicks = value.as_f64().unwrap_or(0.0) * FLICKS_PER_SECOND as f64;
    #[expect(clippy::cast_possible_truncation, reason = "scripts last seconds")]
    Span::from_flicks(flicks.round() as i64)
}

fn add(queue: &mut Sequencer<Move>, op: &Value, names: &mut Vec<String>) {
    let id = op["id"].as_str().unwrap().to_owned();
    names.push(id);
    let kind = op["type"].as_str().unwrap();
    let path = (kind == "move").then(|| {
        let point = |key: &str| serde_json::from_value(op[key].clone()).unwrap();
        (op["el"].as_str().unwrap().to_owned(), point("from"), point("to"))
    });
    let timing = Timing::from(span(&op["time"])).delayed(span(&op["preDelay"]));
    let entry = Move { path };
    if kind == "delay" || op["blocking"] == true {
        queue.blocking(timing, entry).unwrap();
    } else {
        queue.non_blocking(timing, entry).unwrap();
    }
}

struct Run {
    names: Vec<String>,
    /// Start and end of each entry in flicks.
    times: BTreeMap<String, [i64; 2]>,
    positions: Positions,
    queue: Sequencer<Move>,
}

impl Run {
    /// Plays a script up to its first skip.
    fn play(record: &Value) -> Self {
        let mut run = Self {
            names: Vec::new(),
            times: BTreeMap::new(),
            positions: serde_json::from_value(record["elements"].clone()).unwrap(),
            queue: Sequencer::new(),
        };
        for op in record["script"].as_array().unwrap() {
            match op["op"].as_str().unwrap() {
                "add" => add(&mut run.queue, op, &mut run.names),
                "frame" => run.frame(span(&op["dt"])),
                _ => break,
            }
        }
        run
    }

    fn frame(&mut self, by: Span) {
        self.queue.advance(by, |step, _| show(&step, &mut self.positions)).unwrap();
        self.note_edges();
    }

    fn finish(&mut self) {
        self.queue.finish(|step, _| show(&step, &mut self.positions)).unwrap();
        self.note_edges();
    }

    fn note_edges(&mut self) {
        for edge in self.queue.edges() {
            let name = self.names[usize::try_from(edge.id.number()).unwrap()].clone();
            let place = usize::from(edge.kind == EdgeKind::End);
            self.times.entry(name).or_default()[place] = edge.due.flicks();
        }
    }
}

fn records() -> impl Iterator<Item = Value> {
    let file = include_str!("data/animation_sequencer_scenarios.jsonl");
    file.lines().skip(1).map(|line| serde_json::from_str(line).unwrap())
}

#[test]
fn entries_start_and_end_without_losing_time() {
    let mut compared = 0;
    for record in records() {
        let Some(lossless) = record["lossless"].as_object() else { continue };
        let mut run = Run::play(&record);
        run.finish(); // scripts stop before their last entry has ended
        for op in record["script"].as_array().unwrap().iter().filter(|op| op["op"] == "add") {
            let id = op["id"].as_str().unwrap();
            // A delay counts from the entry's turn, and our start is when it shows.
            let turn = run.times[id][0] - span(&op["preDelay"]).flicks();
            let expected = [span(&lossless[id][0]).flicks(), span(&lossless[id][1]).flicks()];
            assert_eq!([turn, run.times[id][1]], expected, "{} {id}", record["name"]);
            compared += 1;
        }
    }
    assert_eq!(compared, 45, "entries compared");
}

#[test]
fn skipping_ends_where_playing_on_ends() {
    let mut compared = 0;
    for record in records() {
        let script = record["script"].as_array().unwrap();
        if !script.iter().any(|op| op["op"] == "clear") {
            continue;
        }
        let (mut skipped, mut played) = (Run::play(&record), Run::play(&record));
        skipped.finish();
        while !played.queue.is_empty() {
            played.frame(Span::from_millis(16));
        }
        assert_eq!(skipped.positions, played.positions, "{}", record["name"]);
        let recorded = record["frames"].as_array().unwrap().last().unwrap();
        let recorded: Positions = serde_json::from_value(recorded["el"].clone()).unwrap();
        assert_eq!(skipped.positions, recorded, "{}", record["name"]);
        compared += 1;
    }
    assert_eq!(compared, 1, "scripts compared");
}
