//! Where a recording departs from what is to be expected, and which rule wants it so.
//!
//! Entry by entry and field by field: what is equal needs no rule, and what differs needs one that covers this field
//! here, by what the script has done up to here.

use cueline::time::FLICKS_PER_SECOND;

use super::{
    clip::dot,
    departed_events::{Entry, Events},
    ours::{Life, Member},
    script::{Op, Script},
    simulated::Simulated,
};
use crate::{
    deviations::{self, Rule},
    verdict::Verdict,
};

/// Of sums, sines and powers.
pub(super) const ROUNDED: f64 = 1e-12;
/// Babylon.js blends rotations with a cosine above 0.999999 straight, which makes them up to 1.25e-7 too short.
pub(super) const STRAIGHT: f64 = 2e-7;

/// What a trace reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Value,
    Frame,
    Loops,
    Ends,
    Running,
    Events,
}

/// One script, as far as it has come.
#[cfg_attr(test, derive(Clone))]
pub(super) struct Departures<'a> {
    script: &'a Script,
    events: Events<'a>,
    /// The most that a frame can change the value.
    steepest: f64,
    /// Whether ours has stood on the boundary of a pass, at the entry before or since.
    bound: bool,
    /// Whether both had ended at the entry before.
    both_over: bool,
    /// Whether ours has ended in a range of no length while the recorded player went on.
    empty: bool,
    /// Whether the recorded player has ended by a step that took no time, where it began, while ours went on.
    in_no_time: bool,
    /// Whether ours has come to the end of the one pass of a clip that holds.
    held: bool,
    /// Whether looping was switched off, or on, on the way.
    switched: bool,
    /// Loops and ends up to the entry before: expected, recorded.
    counts: [[i128; 2]; 2],
}

/// Of what is allowed as much as is needed, to a power of ten: so that a bound for the worst case is not stated as a
/// tolerance that was needed.
pub(super) fn needed(ours: &[f64], recorded: &[f64], allowed: f64) -> f64 {
    let apart = ours.iter().zip(recorded).map(|(ours, recorded)| (ours - recorded).abs());
    let apart = apart.fold(0.0, f64::max);
    let mut needed = ROUNDED;
    while needed < apart && needed < allowed {
        needed *= 10.0;
    }
    needed.min(allowed)
}

impl<'a> Departures<'a> {
    pub(super) fn new(script: &'a Script) -> Self {
        let keys = &script.clip.keys;
        let ways = keys.windows(2).map(|pair| pair[1].frame - pair[0].frame);
        let shortest = ways.filter(|way| *way > 0.0).fold(f64::INFINITY, f64::min);
        Self {
            script,
            events: Events::new(script),
            // An easing is at most some dozens of times as steep as a line.
            steepest: 64.0 * script.clip.size() / shortest,
            bound: false,
            empty: false,
            in_no_time: false,
            both_over: false,
            held: false,
            switched: false,
            counts: [[0; 2]; 2],
        }
    }

    /// Takes note of something that is about to be done.
    pub(super) fn before_operation(&mut self, op: Op) {
        if matches!(op, Op::Reset) {
            self.held = false;
        }
        if let Op::LoopAnimation { value } = op {
            self.switched |= value != self.script.play.looped;
        }
        self.events.before_operation(op);
    }

    /// Takes note of where it has led.
    pub(super) fn has_done(&mut self, ours: &Member, theirs: &Simulated) {
        self.bound |= self.on_boundary(ours);
        self.held |= self.script.holds() && ours.life() == Life::Ended;
        self.empty |= ours.range.0 == ours.range.1
            && ours.life() == Life::Ended
            && theirs.life != Life::Ended;
        let ended_at_once = theirs.stands() && theirs.life == Life::Ended && theirs.ends_at_zero();
        self.in_no_time |= ended_at_once && ours.life() == Life::Playing;
    }

    /// Holds an entry of the recording against what is to be expected.
    pub(super) fn compare(&mut self, verdict: &mut Verdict, index: usize, entry: &Entry) {
        let Entry { ours, theirs, recorded } = *entry;
        let expected = &ours.seen;
        let what = |part: &str| format!("{part} after operation {index}");

        let (allowed_value, allowed_frame) = self.allowed(entry);
        let mut value = Verdict::default();
        if self.script.is_text() && theirs.shown {
            verdict.wanted(&deviations::BABYLON_SIZES_ARE_NUMBERS);
        }
        let shown = if self.script.clip.kind == "quaternion" {
            same_side(&recorded.value, &expected.value)
        } else {
            recorded.value.clone()
        };
        let needed = self::needed(&expected.value, &shown, allowed_value);
        value.all_close(&what("value"), &expected.value, &shown, needed);
        self.judge(verdict, entry, Field::Value, value);

        let mut frame = Verdict::default();
        let needed = self::needed(&[expected.frame], &[recorded.frame], allowed_frame);
        frame.close(&what("frame"), expected.frame, recorded.frame, needed);
        self.judge(verdict, entry, Field::Frame, frame);

        let counts = [expected, recorded].map(|seen| [seen.loops, seen.ends].map(i128::from));
        let since = |which: usize, count: usize| counts[which][count] - self.counts[which][count];
        for (count, field) in [Field::Loops, Field::Ends].into_iter().enumerate() {
            let mut compared = Verdict::default();
            compared.same(&what(&format!("new {field:?}")), since(0, count), since(1, count));
            self.judge(verdict, entry, field, compared);
        }

        let mut running = Verdict::default();
        running.same(&what("running"), expected.running, recorded.running);
        self.judge(verdict, entry, Field::Running, running);

        let loops = [since(0, 0), since(1, 0)];
        let whole = self.rule(entry, Field::Events);
        self.events.compare(verdict, &what("events"), entry, loops, self.slack(ours), whole);
        self.counts = counts;
        self.bound = self.on_boundary(ours);
        self.both_over = ours.life() == Life::Ended && theirs.life == Life::Ended;
    }

    fn judge(&self, verdict: &mut Verdict, entry: &Entry, field: Field, compared: Verdict) {
        match (!compared.holds(), self.rule(entry, field)) {
            (true, Some(rule)) => verdict.wanted(rule),
            _ => verdict.and(compared),
        }
    }

    /// How far a frame that lies between two flicks, or limits that do, can be off: in flicks.
    fn slack(&self, ours: &Member) -> f64 {
        let flicks = FLICKS_PER_SECOND as f64 / self.script.clip.fps;
        let limits = if flicks.fract() == 0.0 { 0.0 } else { 2.0 + ours.furthest as f64 };
        let cut = ours.is_cut || !self.script.has_whole_steps();
        // Each step is rounded to half a flick, which its speed multiplies.
        let part = if cut { 2.0 + f64::from(ours.steps) * self.script.fastest() } else { 0.0 };
        limits + part
    }

    /// How much so many frames can change the value.
    fn change(&self, frames: f64) -> f64 {
        let root = if self.script.clip.is_vertical() {
            (frames * self.steepest * self.script.clip.size()).sqrt()
        } else {
            0.0
        };
        frames * self.steepest + root
    }

    /// How far rounding can take the recorded value and frame.
    pub(super) fn rounded(&self, theirs: &Simulated) -> (f64, f64) {
        let clip = &self.script.clip;
        let far = clip.limits().0.abs().max(clip.limits().1.abs());
        let frame = ROUNDED * (4e-3 * theirs.clock_in_frames()).max(far).max(1.0);
        let size = theirs.seen.value.iter().fold(clip.size(), |most, part| most.max(part.abs()));
        (ROUNDED * size + self.change(frame / 64.0), frame)
    }

    /// How far the recorded value and frame may be off from what is expected.
    fn allowed(&self, entry: &Entry) -> (f64, f64) {
        let (value, frame) = self.rounded(entry.theirs);
        let clip = &self.script.clip;
        let between = self.slack(entry.ours) * clip.flick();
        let rotation = clip.kind == "quaternion" && clip.turns_little();
        let rotation = if rotation { STRAIGHT } else { 0.0 };
        (value + self.change(between) + rotation, frame + between)
    }

    /// Whether ours stands where one pass ends and the next begins.
    fn on_boundary(&self, ours: &Member) -> bool {
        let (lo, hi) = ours.range;
        let near = (ours.local - lo).min(hi - ours.local).flicks() as f64 <= self.slack(ours);
        lo != hi && ours.life() != Life::Waiting && near
    }

    /// The rule by which this field may differ here.
    fn rule(&self, entry: &Entry, field: Field) -> Option<&'static Rule> {
        use Field::{Ends, Events, Frame, Loops, Running, Value};
        let Entry { ours, theirs, recorded } = *entry;
        let clip = &self.script.clip;
        let shows = matches!(field, Value | Frame);
        let over = theirs.life == Life::Ended;
        // From here to the end of the recording. What has ended has no clock that could go otherwise.
        let touches = |fault: &&&Rule| shows || **fault != &deviations::BABYLON_JUMPS_AFTER_THE_END;
        if let Some(fault) = theirs.faults.iter().find(touches) {
            return Some(fault);
        }
        if self.script.swings() && matches!(field, Value | Frame | Loops | Events) {
            return Some(&deviations::BABYLON_YOYO_IS_A_LINE);
        }
        let gives_up = field == Value && theirs.state.passes <= 0.0;
        if self.held && (field != Value || gives_up) {
            return Some(&deviations::BABYLON_CONSTANT_ENDS);
        }
        if self.empty {
            return Some(&deviations::BABYLON_EMPTY_RANGE);
        }
        if self.switched {
            return Some(&deviations::BABYLON_LOOPING_IS_NOT_SWITCHED);
        }
        // Here only.
        let nowhere = !theirs.has_begun() || ours.life() == Life::Stopped;
        if field == Frame && recorded.frame == 0.0 && nowhere {
            return Some(&deviations::BABYLON_PLACE_IS_KEPT);
        }
        if field == Loops && theirs.began && theirs.first_frame_falls() {
            return Some(&deviations::BABYLON_FIRST_STEP_IS_NO_LOOP);
        }
        if field == Loops && theirs.stride + 1e-9 >= theirs.range().abs() {
            return Some(&deviations::BABYLON_STEP_TELLS_ALL);
        }
        if shows && over && theirs.ends_at_zero() {
            return Some(&deviations::BABYLON_ENDS_AT_ITS_END);
        }
        if field == Value {
            if theirs.state.lacks && recorded.value.iter().all(|part| part.is_nan()) {
                return Some(&deviations::BABYLON_EASING_IS_A_NUMBER);
            }
            let relative = self.script.is_relative();
            let stale = !theirs.has_begun() && theirs.state.passes != 0.0;
            if stale && (relative || clip.mode() == "constant") {
                return Some(&deviations::BABYLON_RESET_KEEPS_NOTHING);
            }
            let passes = ours.pass != 0 || theirs.state.passes != 0.0;
            if clip.kind == "quaternion" && (relative && passes || self.script.is_from_current()) {
                return Some(&deviations::BABYLON_ROTATIONS_STAY_ROTATIONS);
            }
            if self.script.is_from_current() && ours.is_unmoved {
                return Some(&deviations::BABYLON_RESET_ADDS_NOTHING);
            }
            if relative && passes && !theirs.state.moves {
                return Some(&deviations::BABYLON_PASSES_ADD_EVERYWHERE);
            }
            if relative && theirs.is_against() {
                return Some(&deviations::BABYLON_PASSES_COUNT_DOWN);
            }
            if clip.mode() == "constant" && over && theirs.range() < 0.0 {
                return Some(&deviations::BABYLON_CONSTANT_SHOWS_ITS_END);
            }
            if clip.kind == "quaternion" && !clip.is_unit() {
                return Some(&deviations::BABYLON_ROTATIONS_HAVE_LENGTH_ONE);
            }
        }
        if clip.limits().0 < 0.0 && matches!(field, Value | Frame | Loops | Events) {
            return Some(&deviations::BABYLON_KEYS_STAY_IN_ORDER);
        }
        if self.bound && !(self.both_over && matches!(field, Ends | Running)) {
            return Some(&deviations::BABYLON_BOUNDARY);
        }
        if self.in_no_time {
            return Some(&deviations::BABYLON_ENDS_AT_ITS_END);
        }
        if matches!(field, Loops | Events) && theirs.stands() {
            return Some(&deviations::BABYLON_BOUNDARY);
        }
        let slack = self.slack(ours).max(1e-3);
        let on_key = clip.keys.windows(2).any(|pair| {
            let apart = clip.flicks_at(pair[1].frame) - ours.local.flicks();
            (pair[0].step || clip.kind == "matrix") && (apart.abs() as f64) <= slack
        });
        (field == Value && on_key).then_some(&deviations::BABYLON_BOUNDARY)
    }
}

/// A quaternion or its negative, which is the same rotation, whichever lies nearer.
fn same_side(rotation: &[f64], to: &[f64]) -> Vec<f64> {
    let side = if dot(rotation, to) < 0.0 { -1.0 } else { 1.0 };
    rotation.iter().map(|part| side * part).collect()
}
