//! W2: one frame of 1e3 or 1e4 instances of clips with 10 channels, at different phases.

use cueline::{
    clip::{ClipBuilder, Keyframe},
    time::{Span, TickRate},
    value::{Quat, Vec3},
};
use cueline_batch::TrackTable;

use crate::{
    clips::{
        floor::FromKeys,
        rivals::{AnimatoTracks, BevyCurves, Enterpolation, KeyframeSequences},
        work::{CHANNELS, CLIPS, Clip, Dice, TICKS, WIDTH, check, numbers, off},
    },
    harness::{Bench, Case, Rival},
    outside::{Host, Peer, Process, Start},
    tweens::work::RATE,
};

/// Instances, with as many of each clip.
const FEW: usize = 1_024;
const MANY: usize = 10_000;

const OUTSIDE: [Peer; 2] = [
    Peer {
        name: "bevy_animation AnimationPlayer, whole update",
        host: Host::Bevy,
        with: "bevy_animation",
        most: MANY * CHANNELS,
        above: "",
    },
    Peer {
        name: "@babylonjs/core, beginDirectAnimation",
        host: Host::Node,
        with: "babylon",
        most: MANY * CHANNELS,
        above: "",
    },
];

fn at(ticks: u32) -> Span {
    Span::from_frames(i64::from(ticks), TickRate::HZ_60)
}

/// Paths that sort as the channels do.
fn cueline_clip(clip: &Clip) -> cueline::clip::Clip {
    let mut draft = ClipBuilder::new("clip");
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

/// Instances sampled by hand: a pose for each, into one array.
struct ByHand<S> {
    now: u32,
    sources: Vec<S>,
    starts: Vec<u32>,
    out: Vec<[f32; WIDTH]>,
}

impl<S> ByHand<S> {
    fn new(clips: &[Clip], starts: &[u32], source: impl Fn(&Clip) -> S) -> Self {
        let sources = clips.iter().map(source).collect();
        Self { now: TICKS, sources, starts: starts.to_vec(), out: vec![[0.0; WIDTH]; starts.len()] }
    }

    fn frame(&mut self, write: impl Fn(&S, u32, &mut [f32; WIDTH])) {
        self.now += 1;
        let each = self.starts.len() / CLIPS;
        let groups = self.starts.chunks(each).zip(self.out.chunks_mut(each));
        for (source, (starts, out)) in self.sources.iter().zip(groups) {
            for (start, out) in starts.iter().zip(out) {
                write(source, (self.now - start) % TICKS, out);
            }
        }
    }
}

/// Each clip as a table for each of its tracks, sampled at the times of all its instances.
struct Tables {
    now: u32,
    clips: Vec<Vec<TrackTable>>,
    starts: Vec<u32>,
    times: Vec<Span>,
    /// For each clip, a list for each track: the values of all instances.
    out: Vec<Vec<Vec<f32>>>,
}

impl Tables {
    fn new(clips: &[Clip], starts: &[u32]) -> Self {
        let tables = |clip: &Clip| -> Vec<TrackTable> {
            let clip = cueline_clip(clip);
            let table = |(_, channel)| TrackTable::new(channel).expect("a track of f32");
            clip.channels().map(table).collect()
        };
        let clips: Vec<_> = clips.iter().map(tables).collect();
        let each = starts.len() / CLIPS;
        let room = |table: &TrackTable| vec![0.0; each * table.numbers()];
        let out = clips.iter().map(|tables| tables.iter().map(room).collect()).collect();
        Self { now: TICKS, clips, starts: starts.to_vec(), times: Vec::new(), out }
    }

    fn frame(&mut self) {
        self.now += 1;
        let groups = self.starts.chunks(self.starts.len() / CLIPS);
        for ((tables, starts), out) in self.clips.iter().zip(groups).zip(&mut self.out) {
            self.times.clear();
            self.times.extend(starts.iter().map(|start| at((self.now - start) % TICKS)));
            for (table, out) in tables.iter().zip(out) {
                table.sample_into(&self.times, out);
            }
        }
    }

    /// The pose of an instance, in the order of channels.
    fn pose(&self, index: usize) -> Vec<f32> {
        let each = self.starts.len() / CLIPS;
        let (clip, index) = (index / each, index % each);
        let tracks = self.clips[clip].iter().zip(&self.out[clip]);
        let value = |(table, out): (&TrackTable, &Vec<f32>)| {
            let numbers = table.numbers();
            out[index * numbers..][..numbers].to_vec()
        };
        tracks.flat_map(value).collect()
    }
}

pub fn run(bench: &mut Bench) {
    let mut dice = Dice(7);
    let clips: Vec<Clip> = (0..CLIPS).map(|_| dice.clip()).collect();
    let starts: Vec<u32> = (0..MANY).map(|_| dice.roll() as u32 % TICKS).collect();
    from_keys(bench, &clips, &starts[..FEW]);
    from_keys(bench, &clips, &starts);
}

fn case(case: &'static str, instances: usize) -> Case {
    Case { row: "W2", case, n: instances * CHANNELS, unit: "ns/channel", most_laps: 50 }
}

/// What an instance has to show in a frame, counted from 1.
fn wanted(clips: &[Clip], starts: &[u32], index: usize, frame: u32) -> Vec<f64> {
    let tick = (TICKS + frame - starts[index]) % TICKS;
    clips[index / (starts.len() / CLIPS)].pose(f64::from(tick))
}

fn from_keys(bench: &mut Bench, clips: &[Clip], starts: &[u32]) {
    let n = starts.len();
    let seconds = |tick: u32| tick as f32 / RATE as f32;
    let mut floor = ByHand::new(clips, starts, FromKeys::new);
    let mut tables = Tables::new(clips, starts);
    let mut bevy = ByHand::new(clips, starts, BevyCurves::new);
    let mut peer = ByHand::new(clips, starts, Enterpolation::new);
    let mut animato = ByHand::new(clips, starts, AnimatoTracks::new);
    let each = n / CLIPS;
    let own = if n == FEW { n } else { 0 };
    let mut sequences: Vec<_> =
        (0..own).map(|index| KeyframeSequences::new(&clips[index / each])).collect();
    let mut poses = vec![[0.0; WIDTH]; own];
    let mut now = TICKS;
    let mut play = |poses: &mut [[f32; WIDTH]]| {
        now += 1;
        for ((sequence, start), out) in sequences.iter_mut().zip(starts).zip(poses) {
            sequence.write(f64::from((now - start) % TICKS) / f64::from(RATE), out);
        }
    };
    for frame in 1..=TICKS {
        floor.frame(FromKeys::write);
        tables.frame();
        bevy.frame(|curves, tick, out| curves.write(seconds(tick), out));
        peer.frame(|curves, tick, out| curves.write(seconds(tick), out));
        animato.frame(|tracks, tick, out| tracks.write(seconds(tick), out));
        play(&mut poses);
        for index in (0..n).step_by(97) {
            let wanted = wanted(clips, starts, index, frame);
            // Straight ways of rotations are not at an even speed.
            check("floor", &floor.out[index], &wanted, 0.2);
            check("TrackTable", &tables.pose(index), &wanted, 1e-6);
            check("bevy_math", &bevy.out[index], &wanted, 1e-4);
            check("enterpolation", &peer.out[index], &wanted, 1e-4);
            check("animato", &animato.out[index], &wanted, 1e-4);
            if let Some(pose) = poses.get(index) {
                check("keyframe", pose, &wanted, 1e-4);
            }
        }
    }
    let case = case("from keys", n);
    let mut rivals = vec![
        Rival::new("floor, nlerp", || floor.frame(FromKeys::write)),
        Rival::new("Cueline TrackTable, slerp", || tables.frame()),
        Rival::new("bevy_math UnevenSampleAutoCurve", || {
            bevy.frame(|curves, tick, out| curves.write(seconds(tick), out));
        }),
        Rival::new("enterpolation Linear, slerp of glam", || {
            peer.frame(|curves, tick, out| curves.write(seconds(tick), out));
        }),
        Rival::new("animato KeyframeTrack::value_at", || {
            animato.frame(|tracks, tick, out| tracks.write(seconds(tick), out));
        }),
    ];
    let name = "keyframe AnimationSequence, slerp of glam";
    if own > 0 {
        rivals.push(Rival::new(name, || play(&mut poses)));
    } else {
        bench.miss(&case, name, "each instance has keyframes of its own, which are 18 KB".into());
    }
    rivals.extend(bench.outside(&case, &OUTSIDE, |start| prove_outside(clips, starts, start)));
    bench.measure(&case, rivals);
}

/// A process that shows the right poses in all frames of a clip.
fn prove_outside(clips: &[Clip], starts: &[u32], start: &mut Start<'_>) -> Result<Process, String> {
    const EVERY: usize = 97;
    let mut process = start(starts.len(), &numbers(clips, starts))?;
    for frame in 1..=TICKS {
        process.run(1)?;
        let poses = process.values(EVERY)?;
        for (index, pose) in (0..).step_by(EVERY).zip(poses.chunks(WIDTH)) {
            let wanted = wanted(clips, starts, index, frame);
            // Where a clip begins again, a sum of frames may still lie a little before its end.
            let last = clips[index / (starts.len() / CLIPS)].pose(f64::from(TICKS));
            let wraps = (TICKS + frame - starts[index]).is_multiple_of(TICKS);
            if !(wraps && off(pose, &last, 1e-3).is_ok()) {
                off(pose, &wanted, 1e-3)
                    .map_err(|why| format!("frame {frame}, instance {index}: {why}"))?;
            }
        }
        if poses.len() != starts.len().div_ceil(EVERY) * WIDTH {
            return Err(format!("{} numbers in poses", poses.len()));
        }
    }
    Ok(process)
}
