//! W6: the frame on show of up to a million sprites.

use std::time::Duration;

use cueline::{
    clip::Flipbook,
    time::{Span, TickRate, Time},
};

use crate::{
    harness::{Bench, Case, Rival},
    outside::{Host, Peer},
    tweens::outside::compare,
};

const MOST: usize = 1_000_000;
/// Of a million sprites, these are looked at in another process: all books, at all phases.
const EVERY: usize = 101;

const SHEETS: Peer = Peer {
    name: "bevy_spritesheet_animation, whole update",
    host: Host::Bevy,
    with: "bevy_spritesheet_animation",
    most: MOST,
    above: "",
};

pub fn run(bench: &mut Bench) {
    for n in [100, 1_000, MOST] {
        run_of(bench, n);
    }
}

fn run_of(bench: &mut Bench, n: usize) {
    // 64 books of 4 to 11 frames that hold for 3 to 10 ticks.
    let book = |i: usize| (4 + (i % 8) as u32, 3 + (i / 8 % 8) as u32);
    let start = |i: usize| (i % 1013) as i32;
    let books: Vec<Flipbook> = (0..64)
        .map(|kind| {
            let (frames, hold) = book(kind);
            let hold = Span::from_frames(i64::from(hold), TickRate::HZ_60);
            Flipbook::equal(frames, hold).expect("frames that hold")
        })
        .collect();
    let tick = Span::from_frames(1, TickRate::HZ_60).flicks();
    let time = |tick_number: i32| Time::from_flicks(i64::from(tick_number) * tick);
    let wanted = |i: usize, now: i32| {
        let (frames, hold) = book(i % 64);
        (now - start(i)) as u32 / hold % frames
    };

    let starts: Vec<i32> = (0..n).map(start).collect();
    let holds: Vec<f32> = (0..n).map(|i| 1.0 / book(i % 64).1 as f32).collect();
    let inverses: Vec<f32> = (0..n).map(|i| 1.0 / book(i % 64).0 as f32).collect();
    let counts: Vec<f32> = (0..n).map(|i| book(i % 64).0 as f32).collect();
    let floor = |now: i32, out: &mut [i32]| {
        let n = out.len();
        let (starts, holds) = (&starts[..n], &holds[..n]);
        let (inverses, counts) = (&inverses[..n], &counts[..n]);
        for (i, out) in out.iter_mut().enumerate() {
            // Halves keep the products clear of whole numbers; rounding to the nearest by 1.5 x 2^23.
            const NEAREST: f32 = 12_582_912.0;
            let down = |x: f32| (x - 0.5 + NEAREST) - NEAREST;
            let since = (now - starts[i]) as f32;
            let frame = down((since + 0.5) * holds[i]);
            let pass = down((frame + 0.5) * inverses[i]);
            let place = frame - pass * counts[i];
            *out = (place + NEAREST).to_bits() as i32 & 0x7F_FFFF ^ 0x40_0000;
        }
    };
    let mut out = vec![0_i32; n];
    for now in [1013, 2000, 3999, 100_000] {
        floor(now, &mut out);
        for (i, frame) in out.iter().enumerate().step_by(7) {
            assert_eq!(*frame as u32, wanted(i, now), "sprite {i} at tick {now}");
            let single = books[i % 64].frame_at(time(start(i)), time(now));
            assert_eq!(single, wanted(i, now), "sprite {i} at tick {now}, one at a time");
        }
    }

    let times: Vec<Time> = (0..n).map(|i| time(start(i))).collect();
    let (mut now, mut singles) = (2000, vec![0_u32; n]);
    let single = Rival::new("Cueline Flipbook, one at a time", || {
        now += 1;
        let now = time(now);
        for (i, frame) in singles.iter_mut().enumerate() {
            *frame = books[i % 64].frame_at(times[i], now);
        }
    });
    let mut floor_now = 2000;
    let floor = Rival::new("floor", || {
        floor_now += 1;
        floor(floor_now, &mut out);
    });
    let mut peer = Benimator::at(n, 1013, book, start);
    for now in 1014..1064 {
        peer.frame();
        for (i, frame) in peer.out.iter().enumerate().step_by(7) {
            assert_eq!(*frame, wanted(i, now), "sprite {i} at tick {now}, benimator");
        }
    }
    let benimator = Rival::new("benimator State::update", || peer.frame());
    let (mut plain_now, mut plain_out) = (2000, vec![0_u32; n]);
    let plain = Rival::new("hand-written u32 division", || {
        plain_now += 1;
        for (i, frame) in plain_out.iter_mut().enumerate() {
            let (frames, hold) = book(i % 64);
            *frame = (plain_now - starts[i]) as u32 / hold % frames;
        }
    });
    let case = Case { row: "W6", case: "frames", n, unit: "ns/sprite", most_laps: 50_000 };
    let mut rivals = vec![floor, single, benimator, plain];
    rivals.extend(bench.outside(&case, &[SHEETS], |process| {
        const BEGIN: i32 = 1013;
        let books = (0..64).map(book).flat_map(|(frames, hold)| [frames as f32, hold as f32]);
        let gone = (0..n).map(|i| (BEGIN - start(i)) as f32);
        let work: Vec<f32> = [64.0].into_iter().chain(books).chain(gone).collect();
        let mut process = process(n, &work)?;
        for now in BEGIN + 1..BEGIN + 32 {
            process.run(1)?;
            let shown = process.values(EVERY)?;
            let wanted = (0..n).step_by(EVERY).map(|i| f64::from(wanted(i, now)));
            compare(&shown, wanted, 0.0, 0.0)?;
        }
        Ok(process)
    }));
    bench.measure(&case, rivals);
}

/// Where each sprite has a state that is moved on by time.
struct Benimator {
    animations: Vec<benimator::Animation>,
    states: Vec<benimator::State>,
    out: Vec<u32>,
}

impl Benimator {
    /// So that a book of even frames ends on whole nanoseconds.
    const TICK: Duration = Duration::from_nanos(16_666_667);

    /// The sprites at a tick.
    fn at(
        n: usize,
        now: i32,
        book: impl Fn(usize) -> (u32, u32),
        start: impl Fn(usize) -> i32,
    ) -> Self {
        let animations = (0..64).map(|kind| {
            let (frames, hold) = book(kind);
            let rate = benimator::FrameRate::from_frame_duration(Self::TICK * hold);
            benimator::Animation::from_indices(0..frames as usize, rate)
        });
        let animations: Vec<_> = animations.collect();
        let mut states = vec![benimator::State::new(); n];
        for (i, state) in states.iter_mut().enumerate() {
            state.update(&animations[i % 64], Self::TICK * (now - start(i)) as u32);
        }
        Self { animations, states, out: vec![0; n] }
    }

    fn frame(&mut self) {
        for (i, (state, out)) in self.states.iter_mut().zip(&mut self.out).enumerate() {
            state.update(&self.animations[i % 64], Self::TICK);
            *out = state.frame_index() as u32;
        }
    }
}
