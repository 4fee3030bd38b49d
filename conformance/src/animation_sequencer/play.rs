//! The script, played by our sequencer.

use std::collections::BTreeMap;

use cueline::{
    event::EventKind,
    sequencer::{Enqueue, Sequencer, Timing, Update},
    time::Span,
};

use super::record::{Add, Kind, Positions, Unit};
use crate::read::{Malformed, other};

/// Which element an entry moves, from where to where; none for pauses and instants.
#[derive(Clone)]
struct Path {
    id: String,
    moves: Option<(String, [f64; 2], [f64; 2])>,
}

/// A queue and what it has shown.
#[derive(Clone)]
pub(super) struct Play {
    unit: Unit,
    queue: Sequencer<Path>,
    /// By the number of their entry.
    names: Vec<String>,
    /// Start and end of each entry, in flicks.
    pub(super) times: BTreeMap<String, [i64; 2]>,
    pub(super) positions: Positions,
    /// Those before the first entry.
    pub(super) initial: Positions,
    /// The entry that moved an element last, and whether it has ended.
    pub(super) writers: BTreeMap<String, (String, bool)>,
}

impl Play {
    pub(super) fn new(unit: Unit, positions: Positions) -> Self {
        Self {
            unit,
            queue: Sequencer::new(),
            names: Vec::new(),
            times: BTreeMap::new(),
            initial: positions.clone(),
            positions,
            writers: BTreeMap::new(),
        }
    }

    /// Entries that have not ended.
    pub(super) fn held(&self) -> usize {
        self.queue.len()
    }

    fn span(&self, number: f64) -> Span {
        Span::from_flicks(self.unit.flicks(number))
    }

    pub(super) fn add(&mut self, add: &Add) -> Result<(), Malformed> {
        let moves = match (add.kind, &add.el, add.from, add.to) {
            (Kind::Move, Some(element), Some(from), Some(to)) => Some((element.clone(), from, to)),
            (Kind::Move, ..) => return Err(other("a move without its path")),
            _ => None,
        };
        let timing = Timing::from(self.span(add.time)).delayed(self.span(add.delay));
        let path = Path { id: add.id.clone(), moves };
        if add.blocking || add.kind == Kind::Delay {
            self.queue.blocking(timing, path);
        } else {
            self.queue.non_blocking(timing, path);
        }
        self.names.push(add.id.clone());
        Ok(())
    }

    pub(super) fn frame(&mut self, dt: f64) -> Result<(), Malformed> {
        let by = self.span(dt);
        let (positions, writers) = (&mut self.positions, &mut self.writers);
        self.queue.advance(by, |step, _| show(&step, positions, writers)).map_err(other)?;
        self.note_edges();
        Ok(())
    }

    pub(super) fn finish(&mut self) -> Result<(), Malformed> {
        let (positions, writers) = (&mut self.positions, &mut self.writers);
        self.queue.finish(|step, _| show(&step, positions, writers)).map_err(other)?;
        self.note_edges();
        Ok(())
    }

    pub(super) fn clear(&mut self) {
        self.queue.flush();
    }

    /// Where everything is when all has been played, moment by moment.
    pub(super) fn play_on(&self) -> Result<Positions, Malformed> {
        let mut on = self.clone();
        while let Some(next) = on.queue.next_moment() {
            // What is due now waits for a step that is longer than no time.
            let by = (next - on.queue.time()).max(Span::FLICK);
            let (positions, writers) = (&mut on.positions, &mut on.writers);
            on.queue.advance(by, |step, _| show(&step, positions, writers)).map_err(other)?;
        }
        Ok(on.positions)
    }

    fn note_edges(&mut self) {
        for edge in self.queue.events() {
            let number = usize::try_from(edge.id.number()).unwrap_or(usize::MAX);
            let Some(name) = self.names.get(number) else { continue };
            let place = usize::from(edge.kind == EventKind::End);
            self.times.entry(name.clone()).or_default()[place] = edge.due.flicks();
        }
    }
}

/// One entry by itself, advanced by the time that the recorded program gives it.
pub(super) struct Alone {
    unit: Unit,
    /// Left of its delay; the rest of the step that ends it is dropped there.
    delay: f64,
    queue: Sequencer<()>,
    pub(super) position: [f64; 2],
    /// By how much at most its position is off, as its times were rounded to flicks.
    pub(super) tolerance: f64,
}

impl Alone {
    /// None for what moves nothing.
    pub(super) fn new(unit: Unit, add: &Add) -> Option<Self> {
        let from = add.from?;
        let mut queue = Sequencer::new();
        queue.enqueue(Span::from_flicks(unit.flicks(add.time)), ());
        Some(Self { unit, delay: add.delay, queue, position: from, tolerance: 0.0 })
    }

    /// Says whether it moved its element.
    pub(super) fn tick(&mut self, add: &Add, dt: f64) -> bool {
        if self.delay > 0.0 {
            self.delay -= dt;
            return self.delay <= 0.0; // it shows its beginning
        }
        let (Some(from), Some(to)) = (add.from, add.to) else { return false };
        let ways = [to[0] - from[0], to[1] - from[1]];
        let by = Span::from_flicks(self.unit.flicks(dt));
        let stepped = self.queue.advance(by, |step, _| {
            self.position = [0, 1].map(|axis| from[axis] + ways[axis] * step.progress());
        });
        let longest = ways[0].abs().max(ways[1].abs());
        self.tolerance += longest / self.unit.flicks(add.time).max(1) as f64;
        stepped.is_ok()
    }
}

fn show(
    step: &Update<'_, Path>,
    positions: &mut Positions,
    writers: &mut BTreeMap<String, (String, bool)>,
) {
    if let Some((element, from, to)) = &step.payload.moves {
        let at = |axis: usize| from[axis] + (to[axis] - from[axis]) * step.progress();
        positions.insert(element.clone(), [at(0), at(1)]);
        writers.insert(element.clone(), (step.payload.id.clone(), step.ended));
    }
}
