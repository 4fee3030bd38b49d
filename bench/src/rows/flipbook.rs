//! W6: the frame on show of a million sprites.

use std::time::Duration;

use cueline::{
    batch::FlipbookBatch,
    clip::Flipbook,
    time::{Span, Tick, TickRate, Time},
};

use crate::{
    harness::{Bench, Case, Rival},
    outside::{Host, Peer},
    tweens::outside::compare,
};

const N: usize = 1_000_000;
/// Of a million sprites, these are looked at in another process: all books, at all phases.
const EVERY: usize = 101;

const SHEETS: Peer = Peer {
    name: "bevy_spritesheet_animation, whole update",
    host: Host::Bevy,
    with: "bevy_spritesheet_animation",
    most: N,
    above: "",
};

pub fn run(bench: &mut Bench) {
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

    let starts: Vec<i32> = (0..N).map(start).collect();
    let holds: Vec<f32> = (0..N).map(|i| 1.0 / book(i % 64).1 as f32).collect();
    let inverses: Vec<f32> = (0..N).map(|i| 1.0 / book(i % 64).0 as f32).collect();
    let counts: Vec<f32> = (0..N).map(|i| book(i % 64).0 as f32).collect();
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
    // A batch for each book.
    let mut sprites: Vec<FlipbookBatch> =
        books.iter().map(|book| FlipbookBatch::new(book, TickRate::HZ_60)).collect();
    (0..N).for_each(|i| sprites[i % 64].push(Tick::new(start(i).into())));
    let mut batched = vec![Vec::new(); 64];
    let batch = |now: i32, out: &mut [Vec<u32>]| {
        for (sprites, out) in sprites.iter().zip(out) {
            sprites.frames_into(Tick::new(now.into()), out);
        }
    };
    let mut out = vec![0_i32; N];
    for now in [1013, 2000, 3999, 100_000] {
        floor(now, &mut out);
        batch(now, &mut batched);
        for (i, frame) in out.iter().enumerate().step_by(7) {
            assert_eq!(*frame as u32, wanted(i, now), "sprite {i} at tick {now}");
            assert_eq!(
                batched[i % 64][i / 64],
                wanted(i, now),
                "sprite {i} at tick {now}, batched"
            );
            let single = books[i % 64].frame_at(time(start(i)), time(now));
            assert_eq!(single, wanted(i, now), "sprite {i} at tick {now}, one at a time");
        }
    }

    let times: Vec<Time> = (0..N).map(|i| time(start(i))).collect();
    let (mut now, mut singles) = (2000, vec![0_u32; N]);
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
    let mut batch_now = 2000;
    let batch = Rival::new("Cueline FlipbookBatch", || {
        batch_now += 1;
        batch(batch_now, &mut batched);
    });
    let mut peer = Benimator::at(1013, book, start);
    for now in 1014..1064 {
        peer.frame();
        for (i, frame) in peer.out.iter().enumerate().step_by(7) {
            assert_eq!(*frame, wanted(i, now), "sprite {i} at tick {now}, benimator");
        }
    }
    let benimator = Rival::new("benimator State::update", || peer.frame());
    let (mut plain_now, mut plain_out) = (2000, vec![0_u32; N]);
    let plain = Rival::new("hand-written u32 division", || {
        plain_now += 1;
        for (i, frame) in plain_out.iter_mut().enumerate() {
            let (frames, hold) = book(i % 64);
            *frame = (plain_now - starts[i]) as u32 / hold % frames;
        }
    });
    let case = Case { row: "W6", case: "frames", n: N, unit: "ns/sprite", most_laps: 50 };
    let mut rivals = vec![floor, batch, single, benimator, plain];
    rivals.extend(bench.outside(&case, &[SHEETS], |process| {
        const BEGIN: i32 = 1013;
        let books = (0..64).map(book).flat_map(|(frames, hold)| [frames as f32, hold as f32]);
        let gone = (0..N).map(|i| (BEGIN - start(i)) as f32);
        let work: Vec<f32> = [64.0].into_iter().chain(books).chain(gone).collect();
        let mut process = process(N, &work)?;
        for now in BEGIN + 1..BEGIN + 32 {
            process.run(1)?;
            let shown = process.values(EVERY)?;
            let wanted = (0..N).step_by(EVERY).map(|i| f64::from(wanted(i, now)));
            compare(&shown, wanted, 0.0, 0.0)?;
        }
        Ok(process)
    }));
    bench.measure(&case, rivals);
    run_uneven(bench);
}

/// Books whose frames hold for different times, and the floor for them: a byte for each tick, sprites sorted by book.
fn run_uneven(bench: &mut Bench) {
    const BOOKS: usize = 64;
    const EACH: usize = N / BOOKS;
    let holds =
        |book: usize| (0..4 + book % 8).map(move |frame| 2 + (book * 7 + frame * 5) as u32 % 9);
    let start = |i: usize| (i % 1013) as u32;
    let tick = Span::from_frames(1, TickRate::HZ_60);
    let time = |tick_number: u32| Time::ZERO + tick * i64::from(tick_number);
    let tables: Vec<Vec<u8>> = (0..BOOKS)
        .map(|book| {
            let frames = (0..).zip(holds(book));
            frames.flat_map(|(frame, hold)| std::iter::repeat_n(frame, hold as usize)).collect()
        })
        .collect();
    let books: Vec<Flipbook> = (0..BOOKS)
        .map(|book| {
            Flipbook::each(holds(book).map(|hold| tick * i64::from(hold)))
                .expect("frames that hold")
        })
        .collect();
    let wanted = |i: usize, now: u32| {
        let table = &tables[i / EACH];
        u32::from(table[(now - start(i)) as usize % table.len()])
    };
    let n = BOOKS * EACH;
    // Within the first pass.
    let phases: Vec<u32> = (0..n).map(|i| start(i) % tables[i / EACH].len() as u32).collect();
    let floor = |now: u32, out: &mut [u8]| {
        for ((table, phases), out) in
            tables.iter().zip(phases.chunks(EACH)).zip(out.chunks_mut(EACH))
        {
            let len = table.len() as u32;
            let now = now % len;
            for (phase, out) in phases.iter().zip(out) {
                let since = now.wrapping_sub(*phase);
                // Below zero it wraps to the larger of the two.
                *out = table[since.min(since.wrapping_add(len)) as usize];
            }
        }
    };
    let times: Vec<Time> = (0..n).map(|i| time(start(i))).collect();
    let single = |now: u32, out: &mut [u32]| {
        let now = time(now);
        for ((book, times), out) in books.iter().zip(times.chunks(EACH)).zip(out.chunks_mut(EACH)) {
            for (start, out) in times.iter().zip(out) {
                *out = book.frame_at(*start, now);
            }
        }
    };
    let mut batches: Vec<FlipbookBatch> =
        books.iter().map(|book| FlipbookBatch::new(book, TickRate::HZ_60)).collect();
    for i in 0..n {
        batches[i / EACH].push(Tick::new(start(i).into()));
    }
    let mut batched = vec![Vec::new(); BOOKS];
    let batch = |now: u32, out: &mut [Vec<u32>]| {
        for (batch, out) in batches.iter().zip(out) {
            batch.frames_into(Tick::new(now.into()), out);
        }
    };
    let (mut out, mut singles) = (vec![0_u8; n], vec![0_u32; n]);
    for now in [1013, 2000, 3999, 100_000] {
        floor(now, &mut out);
        single(now, &mut singles);
        batch(now, &mut batched);
        for i in (0..n).step_by(7) {
            assert_eq!(u32::from(out[i]), wanted(i, now), "sprite {i} at tick {now}");
            assert_eq!(singles[i], wanted(i, now), "sprite {i} at tick {now}, one at a time");
            let batched = batched[i / EACH][i % EACH];
            assert_eq!(batched, wanted(i, now), "sprite {i} at tick {now}, batched");
        }
    }
    let (mut now, mut single_now, mut batch_now) = (2000, 2000, 2000);
    let rivals = vec![
        Rival::new("floor", || {
            now += 1;
            floor(now, &mut out);
        }),
        Rival::new("Cueline FlipbookBatch", || {
            batch_now += 1;
            batch(batch_now, &mut batched);
        }),
        Rival::new("Cueline Flipbook, one at a time", || {
            single_now += 1;
            single(single_now, &mut singles);
        }),
    ];
    let case = Case { row: "W6", case: "uneven frames", n, unit: "ns/sprite", most_laps: 50 };
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
    fn at(now: i32, book: impl Fn(usize) -> (u32, u32), start: impl Fn(usize) -> i32) -> Self {
        let animations = (0..64).map(|kind| {
            let (frames, hold) = book(kind);
            let rate = benimator::FrameRate::from_frame_duration(Self::TICK * hold);
            benimator::Animation::from_indices(0..frames as usize, rate)
        });
        let animations: Vec<_> = animations.collect();
        let mut states = vec![benimator::State::new(); N];
        for (i, state) in states.iter_mut().enumerate() {
            state.update(&animations[i % 64], Self::TICK * (now - start(i)) as u32);
        }
        Self { animations, states, out: vec![0; N] }
    }

    fn frame(&mut self) {
        for (i, (state, out)) in self.states.iter_mut().zip(&mut self.out).enumerate() {
            state.update(&self.animations[i % 64], Self::TICK);
            *out = state.frame_index() as u32;
        }
    }
}
