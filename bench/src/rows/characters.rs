//! W10: one frame of characters, from clips and times to the matrices of their skins.

use cueline::{
    clip::Clip,
    time::Span,
    value::{Mat4, Quat, Transform, Vec3},
};
use cueline_assets::{
    ClipFile, Document, Format, Keys,
    rig::{Rig, skin_distance},
    write,
};
use cueline_characters::{
    ClipIndex, Layer,
    crowd::{Crowd, CrowdBuilder, Layers, Scratch, Selection},
};

use crate::{
    characters::work::{Character, Shown, place},
    harness::{Bench, Case, Rival},
    outside::{Host, Peer, Process, Start},
};

const COUNTS: [usize; 4] = [1, 100, 1_000, 10_000];

const OUTSIDE: [Peer; 4] = [
    Peer {
        name: "ozz-animation, optimised clips",
        host: Host::Ozz,
        with: "optimised",
        most: 1_000,
        above: "a context of 10 KB for each clip of a character",
    },
    Peer {
        name: "ozz-animation, all keys",
        host: Host::Ozz,
        with: "all",
        most: 1_000,
        above: "a context of 10 KB for each clip of a character",
    },
    Peer {
        name: "ozz-animation-rs 0.11, optimised clips",
        host: Host::OzzRust,
        with: "optimised",
        most: 1_000,
        above: "a context of 10 KB for each clip of a character",
    },
    Peer {
        name: "bevy_animation 0.19, palettes by a system that computes as bevy_pbr does",
        host: Host::Bevy,
        with: "bevy_animation",
        most: 1_000,
        above: "an entity for each joint of each character",
    },
];

/// How far a number of an axis may be off. A crowd keeps the points of a skin within 1/5000 of the character's size, at a
/// reach of 1/20 of it: an axis, of length 1, within their quotient.
const AXES: f64 = 4e-3;
/// How far a place may be off, as a part of the greatest place: ten times the most that was measured, 9.8e-5.
const PLACES: f64 = 1e-3;

/// What every character of a case shows.
const SHOWN: [(&str, &[Shown]); 3] = [
    ("one clip", &[(0, 0, 1.0)]),
    ("two clips", &[(0, 0, 0.7), (1, 0, 0.3)]),
    ("four layers", &[(0, 0, 0.4), (1, 0, 0.3), (0, 17, 0.2), (1, 29, 0.1)]),
];

struct Game {
    crowd: Crowd,
    durations: Vec<i64>,
    shown: &'static [Shown],
    count: usize,
    frame: i64,
    layers: Layers,
    scratch: Scratch,
    out: Vec<[f32; 12]>,
}

impl Game {
    fn new(rig: &Rig, clips: &[Clip], shown: &'static [Shown], count: usize) -> Self {
        let builder = CrowdBuilder::new(rig, "all");
        let crowd = clips.iter().fold(builder, CrowdBuilder::clip).build();
        Self {
            crowd: crowd.expect("clips of this rig"),
            durations: clips.iter().map(|clip| clip.duration().flicks()).collect(),
            shown,
            count,
            frame: 0,
            layers: Layers::default(),
            scratch: Scratch::default(),
            out: Vec::new(),
        }
    }

    /// The layers of all characters, and their palettes.
    fn lap(&mut self) {
        self.frame += 1;
        self.layers.clear();
        let mut of = [Layer::new(ClipIndex(0), Span::ZERO); 4];
        for character in 0..self.count {
            for (layer, (clip, ahead, weight)) in of.iter_mut().zip(self.shown) {
                let at = place(self.durations[*clip], character, self.frame, *ahead);
                let clip = ClipIndex(*clip as u16);
                *layer = Layer { weight: *weight, ..Layer::new(clip, Span::from_flicks(at)) };
            }
            self.layers.push(&of[..self.shown.len()]);
        }
        let all = Selection::default();
        self.crowd
            .palettes_into(&self.layers, all, &mut self.scratch, &mut self.out)
            .expect("layers of this crowd");
    }
}

/// What a character has to show: the rig, with the mean of quaternions. None where two layers turn a joint to opposite
/// sides, nearly half a turn apart, and either way round is right.
fn wanted(
    rig: &Rig,
    clips: &[Clip],
    shown: &[Shown],
    character: usize,
    frame: i64,
) -> Option<Vec<[f64; 12]>> {
    let mut pose = rig.rest();
    let poses: Vec<Vec<Transform>> = shown
        .iter()
        .map(|(clip, ahead, _)| {
            let mut pose = rig.rest();
            let at = place(clips[*clip].duration().flicks(), character, frame, *ahead);
            rig.sample(&clips[*clip], Span::from_flicks(at), &mut pose);
            pose.locals
        })
        .collect();
    for (joint, local) in pose.locals.iter_mut().enumerate() {
        let (mut t, mut q, mut s) = ([0.0; 3], [0.0; 4], [0.0; 3]);
        let first = <[f32; 4]>::from(poses[0][joint].rotation).map(f64::from);
        for (pose, (.., weight)) in poses.iter().zip(shown) {
            let Transform { scale, rotation, translation } = pose[joint];
            let weight = f64::from(*weight);
            add(&mut t, <[f32; 3]>::from(translation), weight);
            add(&mut s, <[f32; 3]>::from(scale), weight);
            let wide: [f64; 4] = <[f32; 4]>::from(rotation).map(f64::from);
            let wide: [f64; 4] = Quat::from(wide).normalized().into();
            let side: f64 = wide.iter().zip(first).map(|(a, b)| a * b).sum();
            if side.abs() < 0.2 {
                return None;
            }
            add(&mut q, wide, weight * side.signum());
        }
        let q: [f64; 4] = Quat::from(q).normalized().into();
        *local = Transform {
            translation: Vec3::from(t.map(|number| number as f32)),
            rotation: q.map(|number| number as f32).into(),
            scale: Vec3::from(s.map(|number| number as f32)),
        };
    }
    let palette = rig.palette("all", &rig.globals(&pose)).expect("the skin of all joints");
    let rows = |Mat4(m): &Mat4| std::array::from_fn(|i| f64::from(m[i % 4 * 4 + i / 4]));
    Some(palette.iter().map(rows).collect())
}

fn add<S: Copy + Into<f64>, const N: usize>(sum: &mut [f64; N], numbers: [S; N], weight: f64) {
    for (sum, number) in sum.iter_mut().zip(numbers) {
        *sum += weight * number.into();
    }
}

/// The greatest difference of axes, and of places in parts of the greatest place.
fn differ(found: impl Iterator<Item = f64>, wanted: &[[f64; 12]]) -> [f64; 2] {
    let place = |index: usize| index % 4 == 3;
    let numbers = || wanted.iter().flatten().copied().enumerate();
    let most = numbers().filter(|(index, _)| place(*index)).map(|(_, number)| number.abs());
    let most = most.fold(1e-6, f64::max);
    let mut worst = [0.0_f64; 2];
    for ((index, wanted), found) in numbers().zip(found) {
        let off = (found - wanted).abs();
        let (kind, off) = if place(index) { (1, off / most) } else { (0, off) };
        worst[kind] = worst[kind].max(off);
    }
    worst
}

pub fn run(bench: &mut Bench) {
    let mut characters = vec![Character::generated()];
    let absent = Case { row: "W10", case: "Fox", n: 0, unit: "ns/character", most_laps: 1 };
    match bench.fox.as_deref().map(Character::fox) {
        Some(Ok(fox)) => characters.push(fox),
        Some(Err(why)) => bench.miss(&absent, "Fox", why),
        None => bench.miss(&absent, "Fox", "no file: --fox FILE".into()),
    }
    match bench.hosts.pab().and_then(|text| Character::pab(&text)) {
        Ok(pab) => characters.push(pab),
        Err(why) => bench.miss(&Case { case: "pab", ..absent }, "pab of ozz-animation", why),
    }
    for character in &characters {
        let (rig, clips) = (character.rig(), character.clips());
        let Game { crowd, .. } = Game::new(&rig, &clips, SHOWN[0].1, 1);
        let bytes: usize = (0..2).filter_map(|clip| crowd.bytes(ClipIndex(clip))).sum();
        let (bones, joints) = (crowd.bones().len(), crowd.joints());
        let distances = (0..2).filter_map(|clip| crowd.distance(ClipIndex(clip)));
        let off = distances.fold(0.0, f64::max);
        println!(
            "W10 {}: {bones} of {joints} joints are computed; both clips take {bytes} bytes, at most {off:.1e} off",
            character.name
        );
        files(bench, character, &rig, &clips);
        for (name, shown) in SHOWN {
            for count in COUNTS {
                let ten_thousand = count > 1_000 && name != "two clips";
                if !ten_thousand {
                    measure(bench, character, &rig, &clips, (name, shown), count);
                }
            }
        }
    }
}

/// Prints how large both clips are as a file, at the error that ozz makes in optimised clips: where there is no ozz, at the
/// tolerance of its optimiser.
fn files(bench: &mut Bench, character: &Character, rig: &Rig, clips: &[Clip]) {
    let unit = f64::from(character.unit);
    let mut document = Document::default();
    let (mut numbers, mut found, mut distances) = (0, Vec::new(), Vec::new());
    for (index, clip) in clips.iter().enumerate() {
        let mut file = ClipFile::from(clip);
        for keys in file.tracks.values() {
            // A time, and a rotation or a vector.
            numbers += keys.len() * if matches!(keys, Keys::Rotation(_)) { 5 } else { 4 };
        }
        let distance = off_of_ozz(bench, character, rig, clips, index).unwrap_or(1e-3 * unit);
        let done = file.compress_skin(rig, distance, REACH * unit).expect("clips of this rig");
        found.push(done.distance);
        distances.push(distance);
        document.clips.insert(index.to_string(), file);
    }
    let bytes = write(&document, Format::Binary).expect("clips of this rig").len();
    let raw = numbers * 4;
    let list = |distances: &[f64]| {
        let distances: Vec<String> = distances.iter().map(|off| format!("{off:.1e}")).collect();
        distances.join(" and ")
    };
    let (found, ozz) = (list(&found), list(&distances));
    println!("  files: {bytes} bytes, off by {found}, ozz by {ozz}; raw floats {raw} bytes");
}

/// The distance of the skin from a joint, in metres, as the optimiser of ozz has it.
const REACH: f64 = 0.1;

/// How far the skin lies off in an optimised clip of ozz, as `compress_skin` measures it.
fn off_of_ozz(
    bench: &mut Bench,
    character: &Character,
    rig: &Rig,
    clips: &[Clip],
    clip: usize,
) -> Result<f64, String> {
    const COUNT: usize = 100;
    let shown = [(clip, 0, 1.0)];
    let mut command = bench.hosts.command(Host::Ozz)?;
    command.args(["optimised", "W10", "distance", &COUNT.to_string()]);
    let mut process = Process::start(command, &character.numbers(&shown))?;
    let reach = REACH * f64::from(character.unit);
    let mut most = 0.0_f64;
    for frame in 1..=4 {
        process.run(1)?;
        let values = process.values(1)?;
        for (index, palette) in values.chunks(character.joints.len() * 12).enumerate() {
            let Some(wanted) = wanted(rig, clips, &shown, index, frame) else { continue };
            let found = palette.as_chunks::<12>().0;
            for ((found, wanted), joint) in found.iter().zip(&wanted).zip(&character.joints) {
                let [found, wanted] = [found, wanted].map(|palette| joint.model(palette));
                most = most.max(skin_distance(&found, &wanted, reach));
            }
        }
    }
    Ok(most)
}

fn measure(
    bench: &mut Bench,
    character: &Character,
    rig: &Rig,
    clips: &[Clip],
    (name, shown): (&str, &'static [Shown]),
    count: usize,
) {
    // A handful of names for the whole run.
    let name: &'static str = format!("{}, {name}", character.name).leak();
    let case = Case { row: "W10", case: name, n: count, unit: "ns/character", most_laps: 200 };
    let mut game = Game::new(rig, clips, shown, count);
    let (mut compared, mut worst) = (0, [0.0_f64; 2]);
    for frame in 1..=40 {
        game.lap();
        for index in (0..count).step_by(97) {
            let joints = character.joints.len();
            let found = game.out[index * joints..][..joints].iter().flatten();
            let Some(wanted) = wanted(rig, clips, shown, index, frame) else { continue };
            compared += 1;
            let off = differ(found.map(|number| f64::from(*number)), &wanted);
            assert!(off[0] < AXES && off[1] < PLACES, "Crowd, frame {frame}, {index}: {off:?}");
            worst = [worst[0].max(off[0]), worst[1].max(off[1])];
        }
    }
    assert!(compared > 10, "{compared} poses were compared");
    println!("  Cueline: off by {:.1e} in axes, {:.1e} in places", worst[0], worst[1]);
    let mut rivals = vec![Rival::new("Cueline Crowd", || game.lap())];
    let numbers = character.numbers(shown);
    for peer in &OUTSIDE {
        let ready = bench.outside(&case, std::slice::from_ref(peer), |start| {
            let (process, [axes, places]) = prove(rig, clips, shown, count, &numbers, start)?;
            println!("  {}: off by {axes:.1e} in axes, {places:.1e} in places", peer.name);
            Ok(process)
        });
        rivals.extend(ready);
    }
    bench.measure(&case, rivals);
}

/// Within a tenth of a radian, which the optimiser may use up, in 40 frames. Returns how far it is off.
fn prove(
    rig: &Rig,
    clips: &[Clip],
    shown: &[Shown],
    count: usize,
    numbers: &[f32],
    start: &mut Start<'_>,
) -> Result<(Process, [f64; 2]), String> {
    const EVERY: usize = 97;
    let mut process = start(count, numbers)?;
    let mut worst = [0.0_f64; 2];
    for frame in 1..=40 {
        process.run(1)?;
        let values = process.values(EVERY)?;
        let joints = rig.nodes().len();
        if values.len() != count.div_ceil(EVERY) * joints * 12 {
            return Err(format!("{} numbers in palettes", values.len()));
        }
        for (index, palette) in (0..).step_by(EVERY).zip(values.chunks(joints * 12)) {
            let Some(wanted) = wanted(rig, clips, shown, index, frame) else { continue };
            let off = differ(palette.iter().copied(), &wanted);
            worst = [worst[0].max(off[0]), worst[1].max(off[1])];
            if off[0] > 0.1 || off[1] > 0.1 {
                return Err(format!("frame {frame}, character {index}: off by {off:?}"));
            }
        }
    }
    Ok((process, worst))
}
