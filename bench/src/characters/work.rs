//! The characters of W10, as plain numbers: what they look like, and what they show in each frame.

use cueline::{
    clip::{Channel, Clip, ClipBuilder, Keyframe},
    time::Span,
    value::{Mat4, Quat, Transform, Vec3},
};
use cueline_assets::{
    Node, Skeleton, Skin,
    rig::{Property, Rig},
};

const FLICKS: i64 = 705_600_000;
/// Frames a second.
const RATE: i64 = 60;

/// A time in flicks, and the numbers of a value.
type Key<const N: usize> = (i64, [f32; N]);

impl Joint {
    /// From the joint to the model, by its matrix in a palette.
    pub fn model(&self, palette: &[f64; 12]) -> Mat4<f64> {
        let bind = inverse(&columns(&self.bind.map(f64::from)));
        let mut model = [0.0; 12];
        for (number, value) in model.iter_mut().enumerate() {
            let (row, column) = (number / 4 * 4, number % 4);
            *value = (0..3).map(|k| palette[row + k] * bind[k * 4 + column]).sum();
            if column == 3 {
                *value += palette[row + 3];
            }
        }
        columns(&model)
    }
}

/// The keys of one joint.
#[derive(Clone, Default)]
pub struct Track {
    pub translations: Vec<Key<3>>,
    pub rotations: Vec<Key<4>>,
    pub scales: Vec<Key<3>>,
}

pub struct Joint {
    pub parent: Option<usize>,
    pub rest: Transform,
    /// Three rows.
    pub bind: [f32; 12],
}

/// A clip by the number of its joints.
pub struct Keys {
    /// In flicks.
    pub duration: i64,
    pub tracks: Vec<Track>,
}

/// A skeleton, all of whose nodes are joints, with two clips.
pub struct Character {
    pub name: &'static str,
    /// A metre, in its units.
    pub unit: f32,
    pub joints: Vec<Joint>,
    pub clips: Vec<Keys>,
}

/// A layer of every character of a case: a clip, by how many frames it is ahead, and its weight.
pub type Shown = (usize, i64, f32);

/// How far into a clip a character is in a frame, in flicks.
pub fn place(duration: i64, character: usize, frame: i64, ahead: i64) -> i64 {
    let quarters = 4 * (frame + 13 * character as i64 % 997 + ahead) + 1;
    (quarters * (FLICKS / RATE / 4)).rem_euclid(duration)
}

/// Where a time in seconds lies on a frame of 30 a second, it is that frame.
fn flicks(seconds: f32) -> i64 {
    let frames = f64::from(seconds) * 30.0;
    let near = frames.round();
    let frames = if (frames - near).abs() < 1e-3 { near } else { frames };
    (frames * (FLICKS / 30) as f64).round() as i64
}

impl Character {
    /// 67 joints that all turn, and a root that moves: no joint rests.
    pub fn generated() -> Self {
        let unit_bind = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0];
        let joint = |index: usize| Joint {
            // Limbs of eight on a spine of nine.
            parent: match index {
                0 => None,
                1..9 => Some(index - 1),
                _ if (index - 9).is_multiple_of(8) => Some((index - 9) / 8),
                _ => Some(index - 1),
            },
            rest: Transform {
                rotation: Quat::about(Vec3::new(1.0, 0.0, 0.3), 0.2 * (index % 5) as f64),
                translation: Vec3::new(0.0, 0.12, 0.01 * (index % 3) as f32),
                ..Transform::default()
            },
            bind: unit_bind,
        };
        let joints: Vec<Joint> = (0..67).map(joint).collect();
        let clip = |frames: i64, phase: f64| {
            let at = |frame: i64| frame * FLICKS / 30;
            let turn = |frame: i64| std::f64::consts::TAU * frame as f64 / frames as f64 + phase;
            let track = |(index, joint): (usize, &Joint)| {
                let axis = Vec3::new(1.0, (index % 4) as f32 - 1.5, (index % 7) as f32 / 3.0);
                let rotation = |frame: i64| {
                    let angle = 0.4 * (turn(frame) + index as f64).sin();
                    (at(frame), <[f32; 4]>::from(joint.rest.rotation * Quat::about(axis, angle)))
                };
                let place = |frame: i64| {
                    let height = 0.9 + 0.05 * (2.0 * turn(frame)).sin();
                    (at(frame), [0.0, height as f32, 0.0])
                };
                let translations =
                    if index == 0 { (0..=frames).map(place).collect() } else { Vec::new() };
                let rotations = (0..=frames).map(rotation).collect();
                Track { translations, rotations, scales: Vec::new() }
            };
            let tracks = joints.iter().enumerate().map(track).collect();
            Keys { duration: at(frames), tracks }
        };
        let clips = vec![clip(40, 0.0), clip(20, 1.0)];
        Self { name: "67 joints that all move", unit: 1.0, joints, clips }
    }

    /// The first skin of a glTF file with its clips `Walk` and `Run`, in centimetres.
    pub fn fox(file: &std::path::Path) -> Result<Self, String> {
        let document =
            cueline_import::open(file).map_err(|problems| problems.to_string())?.document;
        let skeleton = document.skeletons.values().next().ok_or("no skeleton")?;
        let rig = Rig::new(skeleton).map_err(|problems| problems.to_string())?;
        let skin = rig.skins().next().ok_or("no skin")?;
        let binds: Vec<_> = rig.joints(skin).into_iter().flatten().collect();
        let rest = rig.rest();
        let joint = |node: usize| {
            let bind = binds.iter().find(|(joint, _)| *joint == node).map(|(_, bind)| *bind);
            let Mat4(bind) = bind.unwrap_or_default();
            let bind = std::array::from_fn(|i| bind[i % 4 * 4 + i / 4] as f32);
            Joint { parent: rig.parent(node), rest: rest.locals[node], bind }
        };
        let joints: Vec<Joint> = (0..rig.nodes().len()).map(joint).collect();
        let clips = ["Walk", "Run"].map(|name| {
            let clip = document.clips.get(name).ok_or(format!("no clip {name}"))?;
            let clip = clip.build(name).map_err(|error| error.to_string())?;
            let mut tracks = vec![Track::default(); joints.len()];
            for (path, channel) in clip.channels() {
                let found = Property::of(path)
                    .and_then(|(node, property)| Some((&mut tracks[rig.node(node)?], property)));
                match (found, channel) {
                    (Some((track, Property::Translation)), Channel::Vec3(keys)) => {
                        track.translations = keys_of(keys);
                    }
                    (Some((track, Property::Rotation)), Channel::Rotation(keys)) => {
                        track.rotations = keys_of(keys);
                    }
                    (Some((track, Property::Scale)), Channel::Vec3(keys)) => {
                        track.scales = keys_of(keys);
                    }
                    _ => {}
                }
            }
            Ok(Keys { duration: clip.duration().flicks(), tracks })
        });
        let clips = clips.into_iter().collect::<Result<_, String>>()?;
        Ok(Self { name: "Fox", unit: 100.0, joints, clips })
    }

    /// A character in the numbers that the driver of ozz writes as text. Its bind pose is its rest pose.
    pub fn pab(text: &str) -> Result<Self, String> {
        let mut numbers = text.split_ascii_whitespace().map(|word| word.parse::<f32>());
        let mut next = || numbers.next().and_then(Result::ok).ok_or("its text ends early");
        let [joints, clips, unit] = [next()?, next()?, next()?];
        let mut all = Vec::new();
        for _ in 0..joints as usize {
            let parent = next()?;
            let mut ten = [0.0; 10];
            for number in &mut ten {
                *number = next()?;
            }
            let [tx, ty, tz, qx, qy, qz, qw, sx, sy, sz] = ten;
            all.push(Joint {
                parent: (parent >= 0.0).then_some(parent as usize),
                rest: Transform {
                    translation: Vec3::new(tx, ty, tz),
                    rotation: Quat::new(qx, qy, qz, qw),
                    scale: Vec3::new(sx, sy, sz),
                },
                bind: [0.0; 12],
            });
        }
        let mut keys = Vec::new();
        for _ in 0..clips as usize {
            let duration = flicks(next()?);
            let mut tracks = Vec::new();
            for _ in 0..all.len() {
                let mut track = Track::default();
                for _ in 0..next()? as usize {
                    let at = flicks(next()?).min(duration);
                    track.translations.push((at, [next()?, next()?, next()?]));
                }
                for _ in 0..next()? as usize {
                    let at = flicks(next()?).min(duration);
                    track.rotations.push((at, [next()?, next()?, next()?, next()?]));
                }
                for _ in 0..next()? as usize {
                    let at = flicks(next()?).min(duration);
                    track.scales.push((at, [next()?, next()?, next()?]));
                }
                tracks.push(track);
            }
            keys.push(Keys { duration, tracks });
        }
        let mut character = Self { name: "pab, 67 joints", unit, joints: all, clips: keys };
        let globals = character.rig().globals(&character.rig().rest());
        for (joint, global) in character.joints.iter_mut().zip(&globals) {
            joint.bind = inverse(global).map(|number| number as f32);
        }
        Ok(character)
    }

    /// All joints as one skin, `all`.
    pub fn rig(&self) -> Rig {
        let mut skeleton = Skeleton::default();
        let name = |index: usize| format!("joint {index}");
        let mut skin = Skin::default();
        for (index, joint) in self.joints.iter().enumerate() {
            let node = Node { parent: joint.parent.map(name), rest: joint.rest, ..Node::default() };
            skeleton.nodes.insert(name(index), node);
            skin.joints.push(name(index));
            let mut bind = Mat4::default();
            for (number, value) in joint.bind.iter().enumerate() {
                bind.0[number % 4 * 4 + number / 4] = *value;
            }
            skin.inverse_binds.push(bind);
        }
        skeleton.skins.insert("all".into(), skin);
        Rig::new(&skeleton).expect("a tree of joints")
    }

    pub fn clips(&self) -> Vec<Clip> {
        let clip = |keys: &Keys| {
            let mut builder = ClipBuilder::new("clip");
            for (joint, track) in keys.tracks.iter().enumerate() {
                let path = |property: Property| property.path(&format!("joint {joint}"));
                let vectors = |keys: &[Key<3>]| -> Vec<Keyframe<Vec3>> {
                    let key = |(at, value): &Key<3>| {
                        Keyframe::linear(Span::from_flicks(*at), (*value).into())
                    };
                    keys.iter().map(key).collect()
                };
                if !track.translations.is_empty() {
                    builder =
                        builder.track(path(Property::Translation), vectors(&track.translations));
                }
                if !track.rotations.is_empty() {
                    let key = |(at, value): &Key<4>| {
                        Keyframe::linear(Span::from_flicks(*at), Quat::from(*value))
                    };
                    let keys: Vec<_> = track.rotations.iter().map(key).collect();
                    builder = builder.track(path(Property::Rotation), keys);
                }
                if !track.scales.is_empty() {
                    builder = builder.track(path(Property::Scale), vectors(&track.scales));
                }
            }
            builder.build().expect("keys in order")
        };
        self.clips.iter().map(clip).collect()
    }

    /// What the driver of ozz reads. Tracks without keys hold the rest pose, as ozz has no other default than none.
    pub fn numbers(&self, shown: &[Shown]) -> Vec<f32> {
        let mut out = vec![self.joints.len() as f32, self.clips.len() as f32, self.unit];
        for joint in &self.joints {
            out.push(joint.parent.map_or(-1.0, |parent| parent as f32));
            let Transform { scale, rotation, translation } = joint.rest;
            out.extend(<[f32; 3]>::from(translation));
            out.extend(<[f32; 4]>::from(rotation));
            out.extend(<[f32; 3]>::from(scale));
        }
        out.extend(self.joints.iter().flat_map(|joint| joint.bind));
        for keys in &self.clips {
            out.push((keys.duration as f64 / FLICKS as f64) as f32);
            for (track, joint) in keys.tracks.iter().zip(&self.joints) {
                let Transform { scale, rotation, translation } = joint.rest;
                write(&mut out, &track.translations, translation.into());
                write(&mut out, &track.rotations, rotation.into());
                write(&mut out, &track.scales, scale.into());
            }
        }
        out.push(shown.len() as f32);
        for (clip, ahead, weight) in shown {
            out.extend([*clip as f32, *ahead as f32, *weight]);
        }
        out
    }
}

fn write<const N: usize>(out: &mut Vec<f32>, keys: &[Key<N>], rest: [f32; N]) {
    let still = [(0, rest)];
    let keys = if keys.is_empty() { &still[..] } else { keys };
    out.push(keys.len() as f32);
    for (at, value) in keys {
        out.push((*at as f64 / FLICKS as f64) as f32);
        out.extend(value);
    }
}

fn keys_of<T, const N: usize>(track: &cueline::clip::Track<T>) -> Vec<Key<N>>
where
    T: cueline::value::Lerp + Copy + Into<[f32; N]>,
{
    let times = track.times().iter().map(|at| at.flicks());
    times.zip(track.values().iter().map(|value| (*value).into())).collect()
}

/// The matrix of three rows.
fn columns(rows: &[f64; 12]) -> Mat4<f64> {
    let mut matrix = Mat4::default();
    for (number, value) in rows.iter().enumerate() {
        matrix.0[number % 4 * 4 + number / 4] = *value;
    }
    matrix
}

/// Of a matrix whose axes are at right angles: three rows.
fn inverse(Mat4(m): &Mat4<f64>) -> [f64; 12] {
    let mut out = [0.0; 12];
    for row in 0..3 {
        let axis = &m[row * 4..row * 4 + 3];
        let square: f64 = axis.iter().map(|number| number * number).sum();
        for column in 0..3 {
            out[row * 4 + column] = axis[column] / square;
        }
        out[row * 4 + 3] = -(0..3).map(|k| out[row * 4 + k] * m[12 + k]).sum::<f64>();
    }
    out
}
