//! Compresses the clips of a skeleton within a distance in model space.
//!
//! An error of a rotation moves everything that hangs on the node, so a track's tolerance is the distance divided by
//! the *lever* of its node: the distance to the farthest node below, and the reach of the skin. Errors add up along a
//! chain, so the result is measured in model space. If a node is too far away, the node and its ancestors get a smaller tolerance.

use cueline::{
    clip::{Channel, Clip, ContentError, Interpolation, Track},
    time::Span,
    value::{Lerp, Mat4},
};

use super::{Tolerance, compress};
use crate::{
    clip::ClipFile,
    key::Keys,
    rig::{Property, Rig, skin_distance},
};

/// The result of compressing a clip for a skeleton.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CompressedSkin {
    /// Number of keys before.
    pub keys_before: usize,
    /// Number of keys after.
    pub keys_after: usize,
    /// Number of tracks that were removed, because they hold the rest pose.
    pub at_rest: usize,
    /// The largest measured distance of a node or its skin, in the units of the model.
    pub distance: f64,
}

/// How much less a node gets where it lies too far away.
const LESS: f64 = 0.6;
/// After so many rounds no smaller form is looked for.
const ROUNDS: usize = 16;
/// The times at which distances are measured: keys, and this many places from one to the next.
const PLACES: i64 = 4;

impl ClipFile {
    /// Removes keys and rounds rotations, as [`compress`](Self::compress) does, so that the skin of a skeleton stays
    /// within `distance` of where it was, in the units of the model.
    ///
    /// The distance is that of each node, and of six points around it along its axes, `reach` away, in the units of the
    /// model too. It is measured at all keys and at three places from each to the next. So a finger may turn by a larger
    /// error than a hip, which moves more. A track that holds the rest pose is removed: sample the clip into the rest pose.
    /// Tracks of other things stay as they are. The clip keeps its duration. A clip for which no smaller form keeps the
    /// distance stays unchanged. A `distance` or `reach` below 0 or NaN counts as 0. With a `reach` of 0 only the nodes
    /// count: a rotation or a scale of a node with none below it moves nothing, so its track may lose all keys but one.
    ///
    /// A tool's work, not a game's: it keeps the matrices of all nodes at all measured times, 128 bytes each, and looks
    /// for the farthest node below each node at each of them, in time that grows with the nodes times their depth.
    ///
    /// # Errors
    ///
    /// As [`build`](Self::build); the clip then stays unchanged.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::Span, value::{Quat, Vec3}};
    /// use cueline_assets::{ClipFile, Key, Node, Skeleton, rig::Rig};
    ///
    /// let mut skeleton = Skeleton::default();
    /// skeleton.nodes.insert("arm".into(), Node::default());
    /// let rig = Rig::new(&skeleton)?;
    /// let z = Vec3::new(0.0, 0.0, 1.0);
    /// let turn = |frame: i64| Key::linear(Span::from_millis(40 * frame), Quat::about(z, (frame * frame) as f64 / 5000.0));
    /// let mut clip = ClipFile::default();
    /// clip.tracks.insert("arm/rotation".into(), (0..=25).map(turn).collect::<Vec<_>>().into());
    /// // Within a millimetre, for a skin 0.3 m around the bone.
    /// let done = clip.compress_skin(&rig, 0.001, 0.3)?;
    /// assert!(done.keys_after < done.keys_before / 2 && done.distance <= 0.001);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn compress_skin(
        &mut self,
        rig: &Rig,
        distance: f64,
        reach: f64,
    ) -> Result<CompressedSkin, ContentError> {
        let original = self.build("")?;
        let [distance, reach] = [distance, reach].map(|length| length.max(0.0));
        let parts: Vec<Option<(usize, Property)>> = self
            .tracks
            .iter()
            .map(|(path, keys)| {
                let (name, property) = Property::of(path)?;
                let fits = match property {
                    Property::Rotation => matches!(keys, Keys::Rotation(_)),
                    Property::Translation | Property::Scale => matches!(keys, Keys::Vec3(_)),
                    Property::Weight(_) => false,
                };
                rig.node(name).filter(|_| fits).map(|node| (node, property))
            })
            .collect();
        let measured = Measured::new(rig, &original, reach);
        let keys = |clip: &Self| clip.tracks.values().map(Keys::len).sum();
        let mut done = CompressedSkin { keys_before: keys(self), ..CompressedSkin::default() };
        let at_rest: Vec<bool> = self
            .tracks
            .keys()
            .zip(&parts)
            .map(|(path, part)| part.is_some_and(|part| is_at_rest(rig, &original, path, part)))
            .collect();
        // Noise of a track at rest may be more than the distance, so a second pass keeps these tracks.
        for removed in [at_rest, vec![false; self.tracks.len()]] {
            let mut shares = vec![1.0; rig.nodes().len()];
            let mut fewer = self.clone();
            for _ in 0..ROUNDS {
                for ((path, keys), part) in fewer.tracks.iter_mut().zip(&parts) {
                    let Some((node, property)) = *part else { continue };
                    let lever = measured.levers[node];
                    let most = distance * shares[node];
                    let tolerance = match property {
                        Property::Rotation => most / lever.turn,
                        Property::Scale => most / lever.turn / 3.0_f64.sqrt(),
                        _ => most / lever.outer / 3.0_f64.sqrt(),
                    };
                    keys.clone_from(&self.tracks[path]);
                    compress(keys, self.frame_rate(), &Tolerance::of(tolerance.max(0.0)));
                }
                let mut smaller = fewer.clone();
                let mut rests = removed.iter();
                smaller.tracks.retain(|_, _| !rests.next().is_some_and(|rests| *rests));
                smaller.keep_duration(self);
                let (worst, far) = measured.measure(rig, &smaller.build("")?, distance);
                if far.is_empty() {
                    *self = smaller;
                    (done.keys_after, done.distance) = (keys(self), worst);
                    done.at_rest = removed.iter().filter(|rests| **rests).count();
                    return Ok(done);
                }
                let mut less = vec![false; shares.len()];
                for node in far {
                    let mut next = Some(node);
                    while let Some(node) = next.filter(|node| !less[*node]) {
                        less[node] = true;
                        shares[node] *= LESS;
                        next = rig.parent(node);
                    }
                }
            }
        }
        Ok(CompressedSkin { keys_after: done.keys_before, ..done })
    }
}

/// Whether a track holds the rest pose, but for noise.
fn is_at_rest(rig: &Rig, clip: &Clip, path: &str, (node, property): (usize, Property)) -> bool {
    let rest = rig.rest().locals[node];
    let near = |a: &[f32], b: &[f32]| {
        let most = b.iter().fold(0.0_f32, |most, number| most.max(number.abs()));
        a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-6 * most)
    };
    let channel = clip.channels().find(|(other, _)| *other == path).map(|(_, channel)| channel);
    match (property, channel) {
        (Property::Rotation, Some(Channel::Rotation(track))) => {
            let rest: [f32; 4] = rest.rotation.into();
            stays(track)
                && track.values().iter().all(|value| {
                    let value: [f32; 4] = (*value).into();
                    near(&value, &rest) || near(&value.map(|number| -number), &rest)
                })
        }
        (Property::Translation, Some(Channel::Vec3(track))) => {
            let rest: [f32; 3] = rest.translation.into();
            stays(track)
                && track.values().iter().all(|value| near(&<[f32; 3]>::from(*value), &rest))
        }
        (Property::Scale, Some(Channel::Vec3(track))) => {
            let rest: [f32; 3] = rest.scale.into();
            stays(track)
                && track.values().iter().all(|value| near(&<[f32; 3]>::from(*value), &rest))
        }
        _ => false,
    }
}

/// Whether a track whose keys are equal has that value between them too: a cubic may leave it.
fn stays<T: Lerp>(track: &Track<T>) -> bool {
    use Interpolation::{Hermite, HermiteEased};
    !track
        .keyframes()
        .rev()
        .skip(1)
        .any(|key| matches!(key.interpolation, Hermite | HermiteEased(_)))
}

/// How far an error of 1 moves the skin of a node.
#[derive(Clone, Copy)]
struct Lever {
    /// Of a rotation, in radians, or of a scale.
    turn: f64,
    /// Of a translation.
    outer: f64,
}

/// What the original shows, at its keys and between them.
struct Measured {
    reach: f64,
    times: Vec<Span>,
    globals: Vec<Vec<Mat4<f64>>>,
    levers: Vec<Lever>,
}

impl Measured {
    fn new(rig: &Rig, clip: &Clip, reach: f64) -> Self {
        let mut keys = vec![Span::ZERO, clip.duration()];
        for (_, channel) in clip.channels() {
            match channel {
                Channel::Vec3(track) => keys.extend(track.times()),
                Channel::Rotation(track) => keys.extend(track.times()),
                _ => {}
            }
        }
        keys.sort_unstable();
        keys.dedup();
        let mut times = Vec::new();
        for pair in keys.windows(2) {
            let whole = i128::from(pair[1].flicks()) - i128::from(pair[0].flicks());
            times.extend((0..PLACES).map(|place| {
                let off = whole * i128::from(place) / i128::from(PLACES);
                pair[0] + Span::from_flicks(i64::try_from(off).unwrap_or(i64::MAX))
            }));
        }
        times.extend(keys.last());
        let globals: Vec<_> = times.iter().map(|at| shown(rig, clip, *at)).collect();
        let mut levers = vec![Lever { turn: reach, outer: 1e-3 }; rig.nodes().len()];
        for globals in &globals {
            for node in 0..globals.len() {
                let place = column(&globals[node], 3);
                let mut next = rig.parent(node);
                let longest = next.map_or(1.0, |parent| {
                    (0..3).map(|axis| length(column(&globals[parent], axis))).fold(0.0, f64::max)
                });
                levers[node].outer = levers[node].outer.max(longest);
                while let Some(above) = next {
                    let other = column(&globals[above], 3);
                    let far = length([0, 1, 2].map(|axis| place[axis] - other[axis])) + reach;
                    levers[above].turn = levers[above].turn.max(far);
                    next = rig.parent(above);
                }
            }
        }
        levers.iter_mut().for_each(|lever| lever.turn = lever.turn.max(1e-6));
        Self { reach, times, globals, levers }
    }

    /// The largest distance, and the nodes that lie too far away.
    fn measure(&self, rig: &Rig, clip: &Clip, most: f64) -> (f64, Vec<usize>) {
        let mut far = vec![false; self.levers.len()];
        let mut worst = 0.0_f64;
        for (at, wanted) in self.times.iter().zip(&self.globals) {
            for (node, (found, wanted)) in shown(rig, clip, *at).iter().zip(wanted).enumerate() {
                let off = skin_distance(found, wanted, self.reach);
                worst = worst.max(off);
                far[node] |= off > most || off.is_nan();
            }
        }
        let far = far.iter().enumerate().filter(|(_, far)| **far).map(|(node, _)| node);
        (worst, far.collect())
    }
}

fn shown(rig: &Rig, clip: &Clip, at: Span) -> Vec<Mat4<f64>> {
    let mut pose = rig.rest();
    rig.sample(clip, at, &mut pose);
    rig.globals(&pose)
}

fn column(Mat4(matrix): &Mat4<f64>, index: usize) -> [f64; 3] {
    [matrix[index * 4], matrix[index * 4 + 1], matrix[index * 4 + 2]]
}

fn length(vector: [f64; 3]) -> f64 {
    vector.iter().map(|number| number * number).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use cueline::{
        time::ms,
        value::{Quat, Transform, Vec3},
    };
    use proptest::prelude::*;

    use super::*;
    use crate::{Key, Node, Skeleton};

    /// A chain of nodes, each one unit above the one before.
    fn chain(nodes: usize) -> Rig {
        let mut skeleton = Skeleton::default();
        for index in 0..nodes {
            let parent = index.checked_sub(1).map(|index| index.to_string());
            let translation = Vec3::new(0.0, 1.0, 0.0);
            let rest = Transform { translation, ..Transform::default() };
            skeleton.nodes.insert(index.to_string(), Node { parent, rest, ..Node::default() });
        }
        Rig::new(&skeleton).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn a_clip_compressed_for_a_skin_lies_within_its_distance(
            nodes in 1_usize..7,
            speeds in prop::collection::vec((0.5_f64..9.0, 0.05_f64..0.6), 7),
            distance in 1e-3_f64..0.05,
        ) {
            let rig = chain(nodes);
            let mut clip = ClipFile::default();
            for (node, (speed, most)) in speeds.iter().take(nodes).enumerate() {
                let axis = Vec3::new(1.0, node as f32, 0.5);
                let key = |frame: i64| {
                    let angle = most * libm::sin(frame as f64 / 30.0 * speed);
                    Key::linear(ms(frame * 1000 / 30), Quat::about(axis, angle))
                };
                clip.tracks.insert(format!("{node}/rotation"), (0..60).map(key).collect::<Vec<_>>().into());
                let still = Key::linear(ms(0), Vec3::new(0.0_f32, 1.0, 0.0));
                clip.tracks.insert(format!("{node}/translation"), vec![still].into());
            }
            let original = clip.build("").unwrap();
            let done = clip.compress_skin(&rig, distance, 0.1).unwrap();
            prop_assert!(done.distance <= distance && done.keys_after < done.keys_before);
            prop_assert_eq!(done.at_rest, nodes);
            let fewer = clip.build("").unwrap();
            prop_assert_eq!(fewer.duration(), original.duration());
            let mut worst = 0.0_f64;
            for frame in 0..60 {
                let at = ms(frame * 1000 / 30);
                let pairs = shown(&rig, &fewer, at).into_iter().zip(shown(&rig, &original, at));
                for (found, wanted) in pairs {
                    worst = worst.max(skin_distance(&found, &wanted, 0.1));
                }
            }
            prop_assert!(worst <= distance, "{} of {}", worst, distance);
        }
    }

    /// Its rotations move its skin alone, as far as the reach.
    #[test]
    fn a_rig_of_one_node_keeps_what_its_reach_shows() {
        let rig = chain(1);
        let key = |frame: i64| {
            let about = Vec3::new(0.0_f32, 0.0, 1.0);
            Key::linear(ms(40 * frame), Quat::about(about, (frame * frame) as f64 / 400.0))
        };
        let mut whole = ClipFile::default();
        let keys: Vec<_> = (0..=20).map(key).collect();
        whole.tracks.insert("0/rotation".into(), keys.into());
        let compressed = |reach: f64| {
            let mut clip = whole.clone();
            let done = clip.compress_skin(&rig, 1e-3, reach).unwrap();
            (done, clip.build("").unwrap())
        };
        let (done, clip) = compressed(0.3);
        assert!((3..21).contains(&done.keys_after) && done.distance <= 1e-3, "{done:?}");
        let original = whole.build("").unwrap();
        for frame in 0..=20 {
            let [found, wanted] = [&clip, &original].map(|clip| shown(&rig, clip, ms(40 * frame)));
            let off = skin_distance(&found[0], &wanted[0], 0.3);
            assert!(off <= 1e-3, "{frame}: {off}");
        }
        let (done, clip) = compressed(0.0);
        assert_eq!((done.keys_after, done.distance), (1, 0.0), "no reach: it shows nothing");
        assert_eq!(clip.duration(), original.duration());
    }

    /// At both keys, and at the middle between them, this cubic has the value of the rest pose.
    #[test]
    fn a_cubic_between_equal_keys_is_not_at_rest() {
        let rig = chain(1);
        let slope = Vec3::new(1.0_f32, 0.0, 0.0);
        let key = |at| Key {
            tangent_in: slope,
            tangent_out: slope,
            ..Key::new(ms(at), Vec3::new(0.0_f32, 1.0, 0.0), Interpolation::Hermite)
        };
        let mut clip = ClipFile::default();
        clip.tracks.insert("0/translation".into(), vec![key(0), key(1000)].into());
        let original = clip.clone();
        let done = clip.compress_skin(&rig, 1e-3, 0.1).unwrap();
        assert_eq!((done.at_rest, &clip), (0, &original));
    }

    #[test]
    fn at_a_distance_of_zero_noise_stays_and_needless_keys_go() {
        let rig = chain(2);
        let still = |y: f32| vec![Key::linear(ms(0), Vec3::new(0.0, y, 0.0))].into();
        let even = |at: i64| Key::linear(ms(at * 100), Vec3::new(at as f32, 0.0, 0.0));
        let mut clip = ClipFile::default();
        clip.tracks.insert("0/translation".into(), still(1.0 + f32::EPSILON));
        clip.tracks.insert("1/translation".into(), (0..=4).map(even).collect::<Vec<_>>().into());
        for distance in [0.0, -1.0, f64::NAN] {
            let mut clip = clip.clone();
            let done = clip.compress_skin(&rig, distance, 0.1).unwrap();
            assert_eq!((done.at_rest, done.keys_before, done.keys_after), (0, 6, 3), "{distance}");
        }
    }
}
