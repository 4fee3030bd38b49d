//! Random programs for a player: operations, and the playing time between them.
//!
//! All numbers are tiny, so that boundaries, ties and zero durations are frequent.

use cueline::{
    clip::{ClipBuilder, ClipId, Clips, Cue, CueKind},
    playback::{AtEnd, Play, Repeat, RepeatMode, SeekPolicy},
    time::{Span, Speed},
};

/// A generator of random numbers: `SplitMix64` (Steele, Lea and Flood, OOPSLA 2014).
#[derive(Clone, Debug)]
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From `low` up to, not including, `high`.
    pub(crate) fn number(&mut self, low: i64, high: i64) -> i64 {
        let wide = u64::try_from(high - low).expect("low is below high");
        low + i64::try_from(self.roll() % wide).expect("below `wide`, an i64")
    }

    /// An index below `length`.
    pub(crate) fn place(&mut self, length: usize) -> usize {
        usize::try_from(self.roll() % length as u64).expect("below a length")
    }

    /// `true` once in `times` rolls on average.
    pub(crate) fn one_in(&mut self, times: u64) -> bool {
        self.roll().is_multiple_of(times)
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.place(from.len())]
    }
}

/// A clip in plain numbers; every second cue is a state cue.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) length: i64,
    /// Sorted.
    pub(crate) cues: Vec<i64>,
}

/// Every duration from 0 to 6, with cues at both ends, at one time, everywhere and nowhere.
pub(crate) fn plans() -> Vec<Plan> {
    let cues: [(i64, &[i64]); 12] = [
        (0, &[]),
        (0, &[0]),
        (0, &[0, 0]),
        (1, &[0, 1]),
        (1, &[]),
        (2, &[1]),
        (3, &[0, 3]),
        (4, &[0, 2, 4]),
        (4, &[1, 1, 3]),
        (5, &[5, 5]),
        (6, &[0, 0, 3, 6, 6]),
        (6, &[]),
    ];
    cues.map(|(length, cues)| Plan { length, cues: cues.into() }).into()
}

/// The same as clips; a program refers to them by index.
pub(crate) fn library() -> (Clips, Vec<ClipId>) {
    let mut clips = Clips::new();
    let add = |(number, plan): (usize, &Plan)| {
        let mut builder = ClipBuilder::new(format!("clip {number}")).duration(flicks(plan.length));
        for (index, at) in plan.cues.iter().enumerate() {
            let kind = if is_state(index) { CueKind::State } else { CueKind::Effect };
            builder = builder.cue(Cue { at: flicks(*at), name: index.to_string(), kind });
        }
        clips.add(builder.build().expect("a clip")).expect("a name of its own")
    };
    let ids = plans().iter().enumerate().map(add).collect();
    (clips, ids)
}

/// Whether the cue of an index is a state cue.
pub(crate) fn is_state(index: usize) -> bool {
    index.is_multiple_of(2)
}

pub(crate) fn flicks(flicks: i64) -> Span {
    Span::from_flicks(flicks)
}

/// The number of an item or a group that plays or has played.
pub(crate) type Number = usize;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Op {
    Advance(i64),
    Play(usize, Play),
    /// The members, and what happens at the end.
    Group(Vec<(usize, Play)>, AtEnd),
    Pause(Number),
    Resume(Number),
    Speed(Number, i64, u64),
    Range(Number, i64, i64),
    Seek(Number, i64, SeekPolicy),
    Finish(Number),
    Stop(Number),
    Reset(Number),
    Restart(Number),
    FadeOut(Number, i64),
}

/// The operations of a program; equal seeds give equal programs.
pub(crate) fn program(seed: u64) -> Vec<Op> {
    let mut dice = Dice(seed);
    let length = dice.number(2, 16);
    // Starts a few items, then any operations; some use numbers of items that do not exist.
    let mut ops = vec![play(&mut dice)];
    for _ in 1..length {
        ops.push(op(&mut dice));
    }
    ops.push(Op::Advance(dice.number(1, 30)));
    ops
}

/// The start of a program: at zero, before it, or near the end of time. A program takes less than 1000 flicks.
pub(crate) fn start(seed: u64) -> i64 {
    Dice(!seed).pick(&[0, 0, 7, -20, i64::MIN, i64::MAX - 1000])
}

fn op(dice: &mut Dice) -> Op {
    let who = dice.place(6);
    match dice.number(0, 24) {
        0..=6 => Op::Advance(if dice.one_in(4) { dice.number(1, 20) } else { dice.number(0, 5) }),
        7..=9 => play(dice),
        10..=11 => {
            // A member must have no `at_end` of its own; the player refuses one.
            let count = dice.number(0, 4);
            let mut member = || (clip(dice), Play { at_end: AtEnd::Leave, ..how(dice) });
            let members = (0..count).map(|_| member()).collect();
            Op::Group(members, at_end(dice))
        }
        12 => Op::Pause(who),
        13 => Op::Resume(who),
        14..=15 => {
            let speed = speed(dice);
            Op::Speed(who, speed.num(), speed.den())
        }
        16 => Op::Range(who, dice.number(-1, 5), dice.number(0, 8)),
        17..=18 => {
            let policy = dice.pick(&[SeekPolicy::Silent, SeekPolicy::State, SeekPolicy::All]);
            Op::Seek(who, dice.number(-4, 20), policy)
        }
        19 => Op::Finish(who),
        20 => Op::Stop(who),
        21 => Op::Reset(who),
        22 => Op::Restart(who),
        _ => Op::FadeOut(who, dice.number(0, 8)),
    }
}

fn play(dice: &mut Dice) -> Op {
    Op::Play(clip(dice), how(dice))
}

fn clip(dice: &mut Dice) -> usize {
    dice.place(plans().len())
}

fn at_end(dice: &mut Dice) -> AtEnd {
    if dice.one_in(3) { AtEnd::Hold } else { AtEnd::Leave }
}

/// All denominators divide 12. Some speeds are so high that one flick crosses several passes.
fn speed(dice: &mut Dice) -> Speed {
    let (num, den) = match dice.number(0, 9) {
        0..=2 => (1, 1),
        3 => (-1, 1),
        4 => (0, 1),
        5..=7 => (dice.number(-13, 14), dice.pick(&[1, 2, 3, 4, 6, 12])),
        _ => (dice.number(-30, 31), 1),
    };
    Speed::new(num, den).expect("a denominator")
}

fn how(dice: &mut Dice) -> Play {
    let from = dice.number(-1, 4);
    Play {
        delay: flicks(if dice.one_in(2) { 0 } else { dice.number(0, 5) }),
        speed: if dice.one_in(2) { Speed::NORMAL } else { speed(dice) },
        range: dice.one_in(3).then(|| (flicks(from), flicks(from + dice.number(0, 6)))),
        repeat: match dice.number(0, 5) {
            0..=1 => Repeat::Once,
            2..=3 => Repeat::Times(dice.number(1, 5).unsigned_abs()),
            _ => Repeat::Forever,
        },
        repeat_mode: dice.pick(&[RepeatMode::Restart, RepeatMode::PingPong, RepeatMode::Relative]),
        priority: if dice.one_in(2) { 0 } else { u32::try_from(dice.number(0, 3)).expect("small") },
        at_end: at_end(dice),
        ..Play::default()
    }
}
