//! W7: frames at 144 Hz, steps at 60 Hz, and nothing to do in either.

use std::{cell::Cell, hint::black_box};

use cueline::time::{FixedStep, Span, TickRate};
use game_loop::{GameLoop, TimeTrait};

use crate::{
    harness::{Bench, Case, Rival},
    outside::{Host, Peer},
};

const OUTSIDE: [Peer; 2] = [
    Peer {
        name: "mainloop.js, its frames called by hand",
        host: Host::Node,
        with: "mainloop",
        most: FRAMES,
        above: "",
    },
    Peer {
        name: "bevy_time Time<Fixed>, whole update",
        host: Host::Bevy,
        with: "bevy_time",
        most: FRAMES,
        above: "",
    },
];

const FRAMES: usize = 144 * 100;

thread_local!(static CLOCK: Cell<u64> = const { Cell::new(0) });
const FRAME_NANOS: u64 = 1_000_000_000 / 144;

#[derive(Clone, Copy)]
struct TestClock(u64);
impl TimeTrait for TestClock {
    fn now() -> Self {
        Self(CLOCK.get())
    }
    fn sub(&self, other: &Self) -> f64 {
        (self.0 - other.0) as f64 * 1e-9
    }
    fn supports_sleep() -> bool {
        false
    }
    fn sleep(_: f64) {}
}

/// A hundred seconds of frames; how many steps there were.
type Run = Box<dyn FnMut() -> usize>;

pub fn run(bench: &mut Bench) {
    let frame = Span::from_frames(1, TickRate::new(144, 1).expect("a rate"));
    // Both are locals while they run, as they are in a game's main loop.
    let mut step = FixedStep::new(TickRate::HZ_60);
    let ours = move || {
        let mut local = step;
        let steps = (0..FRAMES)
            .map(|_| {
                let frame = local.advance(black_box(frame));
                frame.ticks as usize + usize::from(black_box(frame.alpha()) >= 1.0)
            })
            .sum::<usize>();
        step = local;
        steps
    };
    let mut owed = 0;
    let floor = move || {
        const STEP: i64 = 16_666_667;
        let (mut local, mut steps) = (owed, 0);
        for _ in 0..FRAMES {
            local += black_box(FRAME_NANOS.cast_signed());
            // No frame is longer than a step. A branch would be guessed wrong every few frames.
            let due = local >= STEP;
            local -= STEP * i64::from(due);
            steps += usize::from(due);
            black_box(local as f64 * (1.0 / STEP as f64));
        }
        owed = local;
        steps
    };
    let mut game = GameLoop::<usize, TestClock, ()>::new(0, 60, 0.1, ());
    let peer = move || {
        let before = game.game;
        for _ in 0..FRAMES {
            CLOCK.set(CLOCK.get() + FRAME_NANOS);
            game.next_frame(
                |game| game.game += 1,
                |game| {
                    black_box(game.blending_factor());
                },
            );
        }
        game.game - before
    };
    let mut rivals: Vec<(&str, Run)> = vec![
        ("floor", Box::new(floor)),
        ("Cueline FixedStep", Box::new(ours)),
        ("game-loop GameLoop, test clock", Box::new(peer)),
    ];
    for (name, run) in &mut rivals {
        let steps = run();
        assert!((5999..=6000).contains(&steps), "{name}: {steps} steps in 100 s of 60 Hz");
    }
    let mut rivals: Vec<_> = rivals
        .into_iter()
        .map(|(name, mut run)| {
            Rival::new(name, move || {
                black_box(run());
            })
        })
        .collect();
    let case = Case { row: "W7", case: "empty", n: FRAMES, unit: "ns/frame", most_laps: 1000 };
    rivals.extend(bench.outside(&case, &OUTSIDE, |start| {
        let mut process = start(FRAMES, &[])?;
        process.run(1)?;
        let steps = process.values(FRAMES)?;
        let right = steps.iter().all(|steps| (5999.0..=6000.0).contains(steps));
        if right { Ok(process) } else { Err(format!("{steps:?} steps in 100 s of 60 Hz")) }
    }));
    bench.measure(&case, rivals);
}
