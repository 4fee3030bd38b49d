//! W2: one frame of 1e4 instances of clips with 10 channels, at different phases.

use cueline::{
    batch::{ClipBatch, Round},
    clip::{ClipDraft, Keyframe},
    time::{Span, Tick, TickRate},
    value::{Quat, Vec3},
};

use crate::{
    clips::{
        floor::{FromKeys, PACK, Rows},
        rivals::{BevyCurves, Enterpolation},
        work::{CHANNELS, CLIPS, Clip, Dice, NUMBERS, ROTATIONS, TICKS, VECTORS, WIDTH, check},
    },
    harness::{Bench, Case, Rival},
    tweens::work::RATE,
};

const N: usize = 10_000;
const EACH: usize = N / CLIPS;
/// Between two ticks.
const ALPHA: f32 = 0.4;

fn at(ticks: u32) -> Span {
    Span::from_frames(i64::from(ticks), TickRate::HZ_60)
}

/// Paths that sort as the channels do.
fn cueline_clip(clip: &Clip) -> cueline::clip::Clip {
    let mut draft = ClipDraft::new("clip");
    for (i, channel) in clip.vectors.iter().enumerate() {
        let keys = channel.ticks.iter().zip(&channel.values);
        let keys = keys.map(|(tick, value)| Keyframe::linear(at(*tick), Vec3::from(*value)));
        draft = draft.track(format!("a{i}"), keys.collect::<Vec<_>>());
    }
    for (i, channel) in clip.rotations.iter().enumerate() {
        let keys = channel.ticks.iter().zip(&channel.values);
        let keys = keys.map(|(tick, value)| Keyframe::linear(at(*tick), Quat::from(*value)));
        draft = draft.track(format!("b{i}"), keys.collect::<Vec<_>>());
    }
    for (i, channel) in clip.numbers.iter().enumerate() {
        let keys = channel.ticks.iter().zip(&channel.values);
        let keys = keys.map(|(tick, value)| Keyframe::linear(at(*tick), value[0]));
        draft = draft.track(format!("c{i}"), keys.collect::<Vec<_>>());
    }
    draft.build().expect("keyframes in order")
}

/// Somebody who samples instances by hand: a pose for each, into one array.
struct ByHand<S> {
    now: u32,
    sources: Vec<S>,
    starts: Vec<u32>,
    out: Vec<[f32; WIDTH]>,
}

impl<S> ByHand<S> {
    fn new(clips: &[Clip], starts: &[u32], source: impl Fn(&Clip) -> S) -> Self {
        let sources = clips.iter().map(source).collect();
        Self { now: TICKS, sources, starts: starts.to_vec(), out: vec![[0.0; WIDTH]; N] }
    }

    fn frame(&mut self, write: impl Fn(&S, u32, &mut [f32; WIDTH])) {
        self.now += 1;
        let groups = self.starts.chunks(EACH).zip(self.out.chunks_mut(EACH));
        for (source, (starts, out)) in self.sources.iter().zip(groups) {
            for (start, out) in starts.iter().zip(out) {
                write(source, (self.now - start) % TICKS, out);
            }
        }
    }
}

struct Cueline {
    now: Tick,
    batches: Vec<ClipBatch>,
    out: Vec<Vec<f32>>,
}

impl Cueline {
    fn new(clips: &[Clip], starts: &[u32], baked: bool) -> Self {
        let batch = |clip: &Clip| {
            let clip = cueline_clip(clip);
            let new = if baked { ClipBatch::baked } else { ClipBatch::new };
            new(&clip, TickRate::HZ_60, Round::Endless).expect("tracks of f32")
        };
        let mut batches: Vec<_> = clips.iter().map(batch).collect();
        for (batch, starts) in batches.iter_mut().zip(starts.chunks(EACH)) {
            starts.iter().for_each(|start| batch.push(Tick::new(i64::from(*start))));
        }
        Self { now: Tick::new(i64::from(TICKS)), batches, out: vec![Vec::new(); CLIPS] }
    }

    fn frame(&mut self, alpha: f32) {
        self.now = self.now.next();
        for (batch, out) in self.batches.iter().zip(&mut self.out) {
            batch.sample_into(self.now, alpha, out);
        }
    }

    /// The pose of an instance, in the order of channels.
    fn pose(&self, index: usize) -> Vec<f32> {
        let batch = &self.batches[index / EACH];
        let pose = &self.out[index / EACH][index % EACH * batch.width()..];
        let columns = batch.columns().map(|(_, column)| column);
        columns.flat_map(|c| (0..c.numbers).map(move |i| pose[c.first + i * c.stride])).collect()
    }
}

pub fn run(bench: &mut Bench) {
    let mut dice = Dice(7);
    let clips: Vec<Clip> = (0..CLIPS).map(|_| dice.clip()).collect();
    let starts: Vec<u32> = (0..N).map(|_| dice.roll() as u32 % TICKS).collect();
    let seconds = |tick: u32| tick as f32 / RATE as f32;

    let mut floor = ByHand::new(&clips, &starts, FromKeys::new);
    let mut keys = Cueline::new(&clips, &starts, false);
    let mut bevy = ByHand::new(&clips, &starts, BevyCurves::new);
    let mut peer = ByHand::new(&clips, &starts, Enterpolation::new);
    let mut floor_rows = ByHand::new(&clips, &starts, Rows::new);
    let mut baked = Cueline::new(&clips, &starts, true);
    for frame in 1..=TICKS {
        floor.frame(FromKeys::write);
        keys.frame(0.0);
        bevy.frame(|curves, tick, out| curves.write(seconds(tick), out));
        peer.frame(|curves, tick, out| curves.write(seconds(tick), out));
        floor_rows.frame(Rows::write);
        baked.frame(0.0);
        for index in (0..N).step_by(97) {
            let tick = (TICKS + frame - starts[index]) % TICKS;
            let wanted = clips[index / EACH].pose(f64::from(tick));
            // Straight ways of rotations are not at an even speed.
            check("floor", &floor.out[index], &wanted, 0.2);
            check("ClipBatch", &keys.pose(index), &wanted, 1e-6);
            check("bevy_math", &bevy.out[index], &wanted, 1e-4);
            check("enterpolation", &peer.out[index], &wanted, 1e-4);
            check("rows", &by_channel(&floor_rows.out[index]), &wanted, 1e-6);
            check("baked ClipBatch", &baked.pose(index), &wanted, 1e-6);
        }
    }
    let per_channel =
        |case| Case { row: "W2", case, n: N * CHANNELS, unit: "ns/channel", most_laps: 50 };
    let rivals = vec![
        Rival::new("floor, nlerp", || floor.frame(FromKeys::write)),
        Rival::new("Cueline ClipBatch, slerp", || keys.frame(0.0)),
        Rival::new("bevy_math UnevenSampleAutoCurve", || {
            bevy.frame(|curves, tick, out| curves.write(seconds(tick), out));
        }),
        Rival::new("enterpolation Linear, slerp of glam", || {
            peer.frame(|curves, tick, out| curves.write(seconds(tick), out));
        }),
    ];
    bench.measure(&per_channel("from keys"), rivals);
    let rivals = vec![
        Rival::new("floor", || floor_rows.frame(Rows::write)),
        Rival::new("Cueline ClipBatch, baked", || baked.frame(0.0)),
    ];
    bench.measure(&per_channel("baked, on the tick"), rivals);

    let mut floor = ByHand::new(&clips, &starts, Rows::new);
    let mut baked = Cueline::new(&clips, &starts, true);
    for _ in 0..TICKS {
        floor.frame(|rows, tick, out| rows.between(tick, ALPHA, out));
        baked.frame(ALPHA);
        for index in (0..N).step_by(97) {
            let floor: Vec<f64> =
                by_channel(&floor.out[index]).into_iter().map(f64::from).collect();
            check("baked ClipBatch", &baked.pose(index), &floor, 1e-6);
        }
    }
    let rivals = vec![
        Rival::new("floor", || floor.frame(|rows, tick, out| rows.between(tick, ALPHA, out))),
        Rival::new("Cueline ClipBatch, baked", || baked.frame(ALPHA)),
    ];
    bench.measure(&per_channel("baked, between ticks"), rivals);
}

/// A packed row in the order of channels.
fn by_channel(row: &[f32; WIDTH]) -> Vec<f32> {
    let vectors = row[..3 * VECTORS].iter().copied();
    let turns = (0..ROTATIONS).flat_map(|i| (0..4).map(move |k| row[PACK + 4 * k + i]));
    vectors.chain(turns).chain(row[3 * VECTORS..][..NUMBERS].iter().copied()).collect()
}
