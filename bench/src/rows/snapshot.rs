//! W5: a snapshot of 1e4 playing tweens and back, as a copy and as bytes.

use std::hint::black_box;

use cueline::{
    batch::Batch,
    playback::Player,
    time::{Span, TickRate},
};

use crate::{
    harness::{Bench, Case, Rival},
    outside::{Host, Peer},
    tweens::{
        cueline::{InBatch, OrdinaryPlayer},
        outside::{compare, numbers},
        rivals::KeyframeCrate,
        work::{Plays, Tween, tweens},
    },
};

const N: usize = 10_000;

/// Flat arrays, as the floor of W1 has them: 16 bytes a tween.
#[derive(Clone, Default)]
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

    fn copy_into(&self, to: &mut Self) {
        to.start.clone_from(&self.start);
        to.lanes.clone_from(&self.lanes);
    }
}

const OUTSIDE: [Peer; 1] = [Peer {
    name: "animejs, currentTime into a list",
    host: Host::Node,
    with: "anime",
    most: N,
    above: "",
}];

pub fn run(bench: &mut Bench) {
    let work = tweens(N, 600, true);
    let mut batch = InBatch::start(&work).batch;
    // All of them are somewhere on their way.
    batch.advance_to(batch.now() + 100).expect("forwards");
    let mut player = OrdinaryPlayer::ready(&work);
    player.start_all();
    player.step(Span::from_frames(100, TickRate::HZ_60));
    let boxed: Vec<_> =
        work.iter().map(|w| tween::Tweener::linear(w.from, w.to, w.seconds())).collect();
    let animato: Vec<animato::Tween<f32>> = work
        .iter()
        .map(|w| animato::Tween::new(w.from, w.to).duration(w.seconds()).build())
        .collect();
    let sequences = KeyframeCrate::start(&work).all;
    let flat = Flat::new(&work);

    let (mut flat_copy, mut copy) = (Flat::default(), batch.clone());
    let mut player_copy: Player<u32> = player.player.clone();
    assert!(copy == batch && player_copy == player.player);
    let (mut boxed_copy, mut animato_copy) = (boxed.clone(), animato.clone());
    let mut sequences_copy = sequences.clone();
    let mut rivals = vec![
        Rival::new("floor, 16 bytes a tween", || flat.copy_into(black_box(&mut flat_copy))),
        Rival::new("Cueline Batch, into an old one", || black_box(&mut copy).clone_from(&batch)),
        Rival::new("Cueline Batch, anew", || drop(black_box(batch.clone()))),
        Rival::new("Cueline Player, into an old one", || {
            black_box(&mut player_copy).clone_from(&player.player);
        }),
        Rival::new("tween Tweener<Linear>", || black_box(&mut boxed_copy).clone_from(&boxed)),
        Rival::new("animato Vec<Tween>", || black_box(&mut animato_copy).clone_from(&animato)),
        Rival::new("keyframe AnimationSequence", || {
            black_box(&mut sequences_copy).clone_from(&sequences);
        }),
    ];
    let case = |case| Case { row: "W5", case, n: N, unit: "ns/tween", most_laps: 400 };
    rivals.extend(bench.outside(&case("copy"), &OUTSIDE, |start| {
        let mut process = start(N, &numbers(&work))?;
        process.run(1)?;
        let at = work.iter().map(|_| 100_000.0 / 60.0);
        compare(&process.values(1)?, at, 0.0, 1.0)?;
        Ok(process)
    }));
    bench.measure(&case("copy"), rivals);

    let save = |player: &OrdinaryPlayer| player.player.save(player.clips()).expect("its clips");
    let bytes = postcard::to_allocvec(&batch).expect("a batch is bytes");
    let saved = postcard::to_allocvec(&save(&player)).expect("a save is data");
    let peer = postcard::to_allocvec(&animato).expect("tweens are data");
    println!("W5 bytes: Batch {}, Player {}, animato {}", bytes.len(), saved.len(), peer.len());
    assert!(postcard::from_bytes::<Batch<1>>(&bytes).expect("a batch") == batch);
    let room = || Vec::<u8>::with_capacity(4_000_000);
    let (mut to_batch, mut to_player, mut to_peer) = (room(), room(), room());
    let mut plain = room();
    let rivals = vec![
        Rival::new("floor, 16 bytes a tween", || {
            plain.clear();
            plain.extend(flat.start.iter().flat_map(|number| number.to_le_bytes()));
            for lane in &flat.lanes {
                plain.extend(lane.iter().flat_map(|number| number.to_le_bytes()));
            }
            black_box(&plain);
        }),
        Rival::new("Cueline Batch, postcard", || write(&batch, &mut to_batch)),
        Rival::new("Cueline Player, save and postcard", || write(&save(&player), &mut to_player)),
        Rival::new("animato Vec<Tween>, postcard", || write(&animato, &mut to_peer)),
    ];
    bench.measure(&case("to bytes"), rivals);

    let read = |bytes: &[u8]| postcard::from_bytes::<Batch<1>>(bytes).expect("a batch");
    let load = |bytes: &[u8]| {
        let saved = postcard::from_bytes::<cueline::playback::Saved<u32>>(bytes).expect("a save");
        saved.load(player.clips()).expect("its clips")
    };
    let rivals = vec![
        Rival::new("Cueline Batch, postcard", || drop(black_box(read(&bytes)))),
        Rival::new("Cueline Player, postcard and load", || drop(black_box(load(&saved)))),
        Rival::new("animato Vec<Tween>, postcard", || {
            let tweens: Vec<animato::Tween<f32>> = postcard::from_bytes(&peer).expect("tweens");
            drop(black_box(tweens));
        }),
    ];
    bench.measure(&case("from bytes"), rivals);
}

fn write(what: &impl serde::Serialize, to: &mut Vec<u8>) {
    to.clear();
    let old = std::mem::take(to);
    *to = postcard::to_extend(what, old).expect("it is data");
    black_box(&to);
}
