//! W5: a snapshot of up to 1e4 playing tweens and back, as a copy and as bytes.

use std::hint::black_box;

use animato::Update;
use cueline::{
    playback::Player,
    time::{Span, TickRate},
};
use cueline_batch::TweenBatch;

use crate::{
    harness::{Bench, Case, Rival},
    outside::{Host, Peer},
    tweens::{
        cueline::{InBatch, OrdinaryPlayer},
        outside::{compare, numbers},
        rivals::{Animato, KeyframeCrate, TweenStatic},
        work::{Plays, RATE, Tween, tweens},
    },
};

const MOST: usize = 10_000;

/// Flat arrays, as the floor of W1 has them: 16 bytes a tween.
#[derive(PartialEq)]
struct Flat {
    start: Vec<u32>,
    lanes: [Vec<f32>; 3],
}

impl Flat {
    fn new(work: &[Tween]) -> Self {
        let lane = |of: fn(&Tween) -> f32| work.iter().map(of).collect();
        let lanes = [lane(|w| w.from), lane(|w| w.to - w.from), lane(|w| 1.0 / w.ticks as f32)];
        Self { start: vec![0; work.len()], lanes }
    }

    /// All numbers, least byte first.
    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.clear();
        bytes.extend(self.start.iter().flat_map(|number| number.to_le_bytes()));
        for lane in &self.lanes {
            bytes.extend(lane.iter().flat_map(|number| number.to_le_bytes()));
        }
    }

    fn read(&mut self, bytes: &[u8]) {
        let (numbers, _) = bytes.as_chunks();
        let mut columns = numbers.chunks(numbers.len() / 4);
        let mut next = || columns.next().unwrap_or_default();
        self.start.clear();
        self.start.extend(next().iter().map(|bytes| u32::from_le_bytes(*bytes)));
        for lane in &mut self.lanes {
            lane.clear();
            lane.extend(next().iter().map(|bytes| f32::from_le_bytes(*bytes)));
        }
    }
}

impl Clone for Flat {
    fn clone(&self) -> Self {
        Self { start: self.start.clone(), lanes: self.lanes.clone() }
    }

    fn clone_from(&mut self, from: &Self) {
        self.start.clone_from(&from.start);
        self.lanes.clone_from(&from.lanes);
    }
}

/// What they let their user take, into a list that is there already.
const OUTSIDE: [Peer; 3] = [
    Peer {
        name: "animejs, currentTime of each",
        host: Host::Node,
        with: "anime",
        most: MOST,
        above: "",
    },
    Peer {
        name: "bevy_animation, AnimationPlayer of each",
        host: Host::Bevy,
        with: "bevy_animation",
        most: MOST,
        above: "",
    },
    Peer {
        name: "bevy_tweening, elapsed() of each",
        host: Host::Bevy,
        with: "bevy_tweening",
        most: MOST,
        above: "",
    },
];
/// How far all are on their way: a sixth of the shortest.
const GONE: u32 = 100;

pub fn run(bench: &mut Bench) {
    for n in [100, 1_000, MOST] {
        run_of(bench, n);
    }
}

fn run_of(bench: &mut Bench, n: usize) {
    let work = tweens(n, 600, true);
    let mut batch = InBatch::start(&work).batch;
    batch.advance_to(batch.now() + i64::from(GONE)).expect("forwards");
    let mut player = OrdinaryPlayer::ready(&work);
    player.start_all();
    player.step(Span::from_frames(i64::from(GONE), TickRate::HZ_60));
    copies(bench, &work, batch.clone(), player.player.clone());
    bytes(bench, &work, &batch, &player);
}

/// A snapshot in memory, and the way back.
fn copies(bench: &mut Bench, work: &[Tween], mut batch: TweenBatch<f32>, mut player: Player<u32>) {
    let mut straight: Vec<_> = work.iter().map(TweenStatic::of).collect();
    let mut animato: Vec<_> = work.iter().map(Animato::of).collect();
    let mut sequences: Vec<_> = work.iter().map(KeyframeCrate::of).collect();
    let seconds = f64::from(GONE) / f64::from(RATE);
    for ((straight, animato), sequence) in straight.iter_mut().zip(&mut animato).zip(&mut sequences)
    {
        straight.move_by(seconds as f32);
        animato.update(seconds as f32);
        sequence.advance_by(seconds);
    }
    let mut flat = Flat::new(work);
    let (mut flat_copy, mut batch_copy) = (flat.clone(), batch.clone());
    let (mut player_copy, mut straight_copy) = (player.clone(), straight.clone());
    let (mut animato_copy, mut sequences_copy) = (animato.clone(), sequences.clone());
    for (index, w) in work.iter().enumerate() {
        let wanted = f64::from(w.from)
            + f64::from(w.to - w.from) * w.shape.at(f64::from(GONE) / f64::from(w.ticks));
        let found = [animato_copy[index].value(), sequences_copy[index].now()];
        let right = found.iter().all(|found| (f64::from(*found) - wanted).abs() < 2e-4);
        assert!(right, "copy {index}: {found:?}, not {wanted}");
    }
    assert!(batch_copy == batch && player_copy == player && straight_copy == straight);

    let mut rivals = vec![
        into("floor, 16 bytes a tween", &flat, &mut flat_copy),
        into("Cueline Batch, into an old one", &batch, &mut batch_copy),
        Rival::new("Cueline Batch, new copy", || drop(black_box(batch.clone()))),
        into("Cueline Player, into an old one", &player, &mut player_copy),
        into("tween Vec<Tweener<Linear>>", &straight, &mut straight_copy),
        into("animato Vec<Tween>", &animato, &mut animato_copy),
        into("keyframe Vec<AnimationSequence>", &sequences, &mut sequences_copy),
    ];
    rivals.extend(outside(bench, &case("copy", work.len()), work));
    bench.measure(&case("copy", work.len()), rivals);

    let mut rivals = vec![
        into("floor, 16 bytes a tween", &flat_copy, &mut flat),
        into("Cueline Batch", &batch_copy, &mut batch),
        into("Cueline Player", &player_copy, &mut player),
        into("tween Vec<Tweener<Linear>>", &straight_copy, &mut straight),
        into("animato Vec<Tween>", &animato_copy, &mut animato),
        into("keyframe Vec<AnimationSequence>", &sequences_copy, &mut sequences),
    ];
    rivals.extend(outside(bench, &case("copy back", work.len()), work));
    bench.measure(&case("copy back", work.len()), rivals);
}

fn case(case: &'static str, n: usize) -> Case {
    Case { row: "W5", case, n, unit: "ns/tween", most_laps: 40_000 }
}

/// A copy into the memory that another has.
fn into<'a, T: Clone>(name: &'static str, from: &'a T, to: &'a mut T) -> Rival<'a> {
    Rival::new(name, move || black_box(&mut *to).clone_from(from))
}

/// Those in other processes, which report how many milliseconds all have gone, by the copy or after they are back.
fn outside(bench: &mut Bench, case: &Case, work: &[Tween]) -> Vec<Rival<'static>> {
    bench.outside(case, &OUTSIDE, |start| {
        let mut process = start(case.n, &numbers(work))?;
        process.run(1)?;
        let gone = work.iter().map(|_| f64::from(GONE) * 1000.0 / f64::from(RATE));
        compare(&process.values(1)?, gone, 0.0, 1.0)?;
        Ok(process)
    })
}

/// A snapshot as bytes, and the way back.
fn bytes(bench: &mut Bench, work: &[Tween], batch: &TweenBatch<f32>, player: &OrdinaryPlayer) {
    let animato: Vec<_> = work.iter().map(Animato::of).collect();
    let flat = Flat::new(work);
    let save = |player: &OrdinaryPlayer| player.player.save(player.clips()).expect("its clips");
    let bytes = postcard::to_allocvec(batch).expect("a batch is bytes");
    let saved = postcard::to_allocvec(&save(player)).expect("a save is data");
    let peer = postcard::to_allocvec(&animato).expect("tweens are data");
    println!("W5 bytes: Batch {}, Player {}, animato {}", bytes.len(), saved.len(), peer.len());
    assert!(postcard::from_bytes::<TweenBatch<f32>>(&bytes).expect("a batch") == *batch);
    let animato_again: Vec<animato::Tween<f32>> = postcard::from_bytes(&peer).expect("tweens");
    let values =
        |all: &[animato::Tween<f32>]| all.iter().map(|one| one.value()).collect::<Vec<_>>();
    assert!(values(&animato_again) == values(&animato));
    let room = || Vec::<u8>::with_capacity(4_000_000);
    let (mut to_batch, mut to_player, mut to_peer, mut plain) = (room(), room(), room(), room());
    let rivals = vec![
        Rival::new("floor, 16 bytes a tween", || flat.write(black_box(&mut plain))),
        Rival::new("Cueline Batch, postcard", || write(batch, &mut to_batch)),
        Rival::new("Cueline Player, save and postcard", || write(&save(player), &mut to_player)),
        Rival::new("animato Vec<Tween>, postcard", || write(&animato, &mut to_peer)),
    ];
    bench.measure(&case("to bytes", work.len()), rivals);

    let mut flat_again = Flat::new(&work[..1]);
    flat_again.read(&plain);
    assert!(flat_again == flat);
    let read = |bytes: &[u8]| postcard::from_bytes::<TweenBatch<f32>>(bytes).expect("a batch");
    let load = |bytes: &[u8]| {
        let saved = postcard::from_bytes::<cueline::playback::Saved<u32>>(bytes).expect("a save");
        saved.load(player.clips()).expect("its clips")
    };
    let rivals = vec![
        Rival::new("floor, 16 bytes a tween", || flat_again.read(black_box(&plain))),
        Rival::new("Cueline Batch, postcard", || drop(black_box(read(&bytes)))),
        Rival::new("Cueline Player, postcard and load", || drop(black_box(load(&saved)))),
        Rival::new("animato Vec<Tween>, postcard", || {
            let tweens: Vec<animato::Tween<f32>> = postcard::from_bytes(&peer).expect("tweens");
            drop(black_box(tweens));
        }),
    ];
    bench.measure(&case("from bytes", work.len()), rivals);
}

fn write(what: &impl serde::Serialize, to: &mut Vec<u8>) {
    to.clear();
    let old = std::mem::take(to);
    *to = postcard::to_extend(what, old).expect("it is data");
    black_box(&to);
}
