//! A slow model of one item: it moves in steps of a twelfth of a flick and checks for events at each step.

use cueline::{
    event::{Direction, EventKind},
    playback::{Phase, Play, Repeat, RepeatMode},
};

use super::program::Plan;

/// Parts of a flick: the denominators of all speeds divide it.
const PARTS: i64 = 12;

/// A passed event: its kind, its pass, and the direction of the clip's own time.
pub(crate) type Passed = (EventKind, i64, Direction);

#[derive(Clone, Debug)]
pub(crate) struct Head {
    cues: Vec<i64>,
    pub(crate) from: i64,
    pub(crate) to: i64,
    /// `None` if endless.
    pub(crate) passes: Option<i64>,
    pub(crate) repeat: RepeatMode,
    /// The delay that is left, in flicks.
    pub(crate) wait: i64,
    pub(crate) pass: i64,
    /// The offset into the pass, in parts.
    offset: i64,
    /// The speed, in parts for each flick.
    speed: i64,
    backward: bool,
    pub(crate) held: bool,
    pub(crate) begun: bool,
}

impl Head {
    /// `None` if the clip cannot be played with these settings.
    pub(crate) fn new(plan: &Plan, play: &Play) -> Option<Self> {
        let whole = (0, plan.length);
        let (from, to) = play.range.map_or(whole, |(from, to)| (from.flicks(), to.flicks()));
        let passes = match play.repeat {
            Repeat::Once => Some(1),
            Repeat::Times(passes) => Some(i64::try_from(passes).expect("few passes")),
            Repeat::Forever => None,
        };
        let mut head = Self {
            cues: plan.cues.clone(),
            from: 0,
            to: 0,
            passes,
            repeat: play.repeat_mode,
            wait: play.delay.flicks(),
            pass: 0,
            offset: 0,
            speed: 0,
            backward: false,
            held: false,
            begun: false,
        };
        head.set_speed(play.speed.num(), play.speed.den());
        head.set_range(from, to).then_some(head)
    }

    pub(crate) fn set_speed(&mut self, num: i64, den: u64) {
        self.speed = num * PARTS / i64::try_from(den).expect("small");
        if num != 0 {
            self.backward = num < 0;
        }
    }

    /// Returns `false` and changes nothing if the range is refused.
    pub(crate) fn set_range(&mut self, from: i64, to: i64) -> bool {
        if to < from || (to == from && self.passes != Some(1)) {
            return false;
        }
        // The position in the clip stays, or moves to the nearest end of the range.
        let (low, high) = (from * PARTS, to * PARTS);
        let place = self.place().clamp(low, high);
        (self.from, self.to) = (from, to);
        self.offset = if self.is_mirrored() { high - place } else { place - low };
        if !self.begun {
            self.go_to_start();
        }
        true
    }

    pub(crate) fn go_to_start(&mut self) {
        let last = self.passes.unwrap_or(1) - 1;
        (self.pass, self.offset) = if self.backward { (last, self.length()) } else { (0, 0) };
    }

    /// Moves to the start, to begin again.
    pub(crate) fn rewind(&mut self, held: bool) {
        (self.wait, self.begun, self.held) = (0, false, held);
        self.go_to_start();
    }

    /// Starts if the delay is over.
    pub(crate) fn begin(&mut self, passed: &mut Vec<Passed>) {
        if !self.begun && !self.held && self.wait == 0 {
            self.start(self.backward, passed);
            if self.is_at_end() {
                self.turn_over(self.backward, passed);
            }
        }
    }

    /// Advances by one flick.
    pub(crate) fn flick(&mut self, passed: &mut Vec<Passed>) {
        if self.held {
            return;
        }
        if !self.begun {
            self.wait -= 1;
            return self.begin(passed);
        }
        for _ in 0..self.speed.abs() {
            self.creep(self.backward, passed);
        }
    }

    /// Moves to a number of flicks along all passes, in the small steps of the model.
    pub(crate) fn jump(&mut self, elapsed: i64, passed: &mut Vec<Passed>) {
        let mut goal = elapsed * PARTS;
        if let Some(passes) = self.passes {
            goal = goal.clamp(0, passes * self.length());
        }
        let ahead = goal - (self.pass * self.length() + self.offset);
        let backward = if ahead == 0 { self.backward } else { ahead < 0 };
        if !self.begun {
            self.start(backward, passed);
            self.turn_over(backward, passed);
        }
        for _ in 0..ahead.abs() {
            self.creep(backward, passed);
        }
        // On the boundary of two passes it is in the pass that it is about to play.
        if self.backward && self.offset == 0 && !self.is_at_end() {
            (self.pass, self.offset) = (self.pass - 1, self.length());
        } else if !self.backward && self.offset == self.length() && !self.is_at_end() {
            (self.pass, self.offset) = (self.pass + 1, 0);
        }
    }

    /// Moves to the end of the last pass; only for an item with an end.
    pub(crate) fn finish(&mut self, passed: &mut Vec<Passed>) {
        let end = if self.backward { 0 } else { self.passes.unwrap_or(0) * (self.to - self.from) };
        self.jump(end, passed);
    }

    /// The clip's time; between two flicks, the flick that it comes from.
    pub(crate) fn local(&self) -> i64 {
        let place = self.place();
        match self.direction(self.backward) {
            Direction::Forward => place.div_euclid(PARTS),
            Direction::Backward => -(-place).div_euclid(PARTS),
        }
    }

    pub(crate) fn phase(&self) -> Phase {
        if !self.begun && self.wait > 0 {
            Phase::Waiting
        } else if self.is_at_end() {
            Phase::Ended
        } else {
            Phase::Playing
        }
    }

    /// Whether the item is at its end, in the direction of travel.
    pub(crate) fn is_at_end(&self) -> bool {
        match self.passes {
            None => false,
            Some(_) if self.length() == 0 => true,
            Some(_) if self.backward => self.pass == 0 && self.offset == 0,
            Some(passes) => self.pass == passes - 1 && self.offset == self.length(),
        }
    }

    /// The direction of the clip's own time.
    pub(crate) fn way(&self) -> Direction {
        self.direction(self.backward)
    }

    fn start(&mut self, backward: bool, passed: &mut Vec<Passed>) {
        (self.begun, self.wait) = (true, 0);
        self.pass_by(EventKind::Start, backward, passed);
        self.pass_cues(backward, passed);
    }

    fn creep(&mut self, backward: bool, passed: &mut Vec<Passed>) {
        let (first, last) = self.ends(backward);
        if self.offset == last {
            if self.is_last(backward) {
                return;
            }
            // It has turned round here: the boundary was passed before.
            (self.pass, self.offset) = (self.pass + step(backward), first);
        }
        self.offset += step(backward);
        self.pass_cues(backward, passed);
        self.turn_over(backward, passed);
    }

    /// At the end of a pass: ends, or begins the next pass.
    fn turn_over(&mut self, backward: bool, passed: &mut Vec<Passed>) {
        let (first, last) = self.ends(backward);
        if self.offset != last {
            return;
        }
        if self.is_last(backward) {
            return self.pass_by(EventKind::End, backward, passed);
        }
        (self.pass, self.offset) = (self.pass + step(backward), first);
        self.pass_by(EventKind::Loop, backward, passed);
        // A ping-pong passes the cues at its turning point once; any other pass arrives at the cues of its start.
        if self.repeat != RepeatMode::PingPong {
            self.pass_cues(backward, passed);
        }
    }

    /// Both ends of a pass, in the direction of travel.
    fn ends(&self, backward: bool) -> (i64, i64) {
        if backward { (self.length(), 0) } else { (0, self.length()) }
    }

    fn is_last(&self, backward: bool) -> bool {
        self.passes.is_some_and(|passes| self.pass == if backward { 0 } else { passes - 1 })
    }

    fn pass_by(&self, kind: EventKind, backward: bool, passed: &mut Vec<Passed>) {
        passed.push((kind, self.pass, self.direction(backward)));
    }

    fn pass_cues(&self, backward: bool, passed: &mut Vec<Passed>) {
        for (index, at) in (0..).zip(&self.cues) {
            if at * PARTS == self.place() {
                self.pass_by(EventKind::Cue(index), backward, passed);
            }
        }
    }

    /// The position in the clip, in parts.
    fn place(&self) -> i64 {
        if self.is_mirrored() {
            self.to * PARTS - self.offset
        } else {
            self.from * PARTS + self.offset
        }
    }

    fn direction(&self, backward: bool) -> Direction {
        if backward == self.is_mirrored() { Direction::Forward } else { Direction::Backward }
    }

    fn is_mirrored(&self) -> bool {
        self.repeat == RepeatMode::PingPong && self.pass.rem_euclid(2) == 1
    }

    fn length(&self) -> i64 {
        (self.to - self.from) * PARTS
    }
}

fn step(backward: bool) -> i64 {
    if backward { -1 } else { 1 }
}
