//! Retargeting: clips of one rig, converted to another rig.
//!
//! In model space, a joint turns away from its rest pose exactly as its counterpart does. So the two rigs may differ in
//! the axes of their joints and in the lengths of their bones, but their rest poses must look alike. P and P' are the
//! rest rotations of the parents in model space, R and R' those of the joints in their parents. Then a rotation q
//! becomes P'^-1 P q R^-1 P^-1 P' R'. Both factors of q are constant, so the keys and the curves between them keep
//! their form. The translation of the root from its rest is scaled by the ratio of the distances of the two roots
//! from the origin of model space, in their rest poses.

use core::fmt;

use cueline::{
    clip::{Channel, Clip, ClipBuilder, ClipDuration, ContentError, Keyframe, Suggestion},
    value::{AxisAngle, Quat, Vec3},
};
use cueline_assets::rig::Rig;

use super::vector::{length, minus, plus, times};

/// The conversion of clips of one rig to clips of another rig.
///
/// ```
/// use cueline::{clip::{ClipBuilder, Keyframe}, time::ms, value::{Quat, Transform, Vec3}};
/// use cueline_assets::{Node, Skeleton, rig::Rig};
/// use cueline_characters::ik::Retargeting;
///
/// let rig = |hips: &str, height| {
///     let rest = Transform { translation: Vec3::new(0.0, height, 0.0), ..Transform::default() };
///     let mut skeleton = Skeleton::default();
///     skeleton.nodes.insert(hips.into(), Node { rest, ..Node::default() });
///     Rig::new(&skeleton)
/// };
/// let (tall, small) = (rig("Hips", 1.0)?, rig("pelvis", 0.5)?);
/// let retargeting = Retargeting::new(&tall, &small, "Hips", [("Hips", "pelvis")])?;
///
/// let keys = [Keyframe::linear(ms(0), Vec3::new(0.0_f32, 1.0, 0.0)), Keyframe::linear(ms(500), Vec3::new(0.0, 1.5, 0.0))];
/// let jump = ClipBuilder::new("jump").track("Hips/translation", keys).build()?;
/// let (jump, left_out) = retargeting.clip(&jump)?;
/// assert_eq!(jump.track::<Vec3>("pelvis/translation")?.sample(ms(500)).y, 0.75);
/// assert!(left_out.is_empty());
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Retargeting {
    joints: Vec<Joint>,
    root: Root,
}

#[derive(Clone, Debug, PartialEq)]
struct Joint {
    from: String,
    to: String,
    /// The constant factors on the left and on the right of a rotation.
    before: Quat<f64>,
    behind: Quat<f64>,
}

#[derive(Clone, Debug, PartialEq)]
struct Root {
    /// The index of its joint in the list.
    joint: usize,
    from: Vec3<f64>,
    to: Vec3<f64>,
    scale: f64,
}

/// Why clips of one rig cannot be converted to another.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RetargetError {
    /// The rig of the clips has no such joint.
    UnknownFrom(Suggestion),
    /// The other rig has no such joint.
    UnknownTo(Suggestion),
    /// Two joints of the rig of the clips have one counterpart, so a clip would have two tracks for it.
    OneCounterpart {
        /// The names of the two joints, in the order of their rig.
        from: [String; 2],
        /// The name of their counterpart.
        to: String,
    },
}

impl fmt::Display for RetargetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownFrom(name) => write!(f, "the rig of the clips has no joint {name}"),
            Self::UnknownTo(name) => write!(f, "the rig to convert to has no joint {name}"),
            Self::OneCounterpart { from: [one, other], to } => write!(
                f,
                "the joints {one:?} and {other:?} have one counterpart, {to:?}; each needs its own"
            ),
        }
    }
}

impl core::error::Error for RetargetError {}

impl Retargeting {
    /// Retargets clips of `from` to `to`. `root` is the joint of `from` whose translation moves the character.
    ///
    /// `names` pairs joints: a name in `from` with a name in `to`. All other joints are paired by equal names. Joints
    /// without a counterpart are left out.
    ///
    /// # Errors
    ///
    /// [`RetargetError`] for a name in `names` that its rig does not have, for a root without a counterpart, and for two
    /// joints with one counterpart: by `names`, or one by `names` and the other by its equal name.
    pub fn new<'a>(
        from: &Rig,
        to: &Rig,
        root: &str,
        names: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, RetargetError> {
        let names: Vec<_> = names.into_iter().collect();
        for (name, other) in &names {
            known(from, name).map_err(RetargetError::UnknownFrom)?;
            known(to, other).map_err(RetargetError::UnknownTo)?;
        }
        known(from, root).map_err(RetargetError::UnknownFrom)?;
        let counterpart = |name: &str| {
            let named = names.iter().find(|(known, _)| *known == name);
            named.map_or_else(|| name.to_string(), |(_, other)| (*other).to_string())
        };
        known(to, &counterpart(root)).map_err(RetargetError::UnknownTo)?;
        let (rest_from, rest_to) = (Rest::of(from), Rest::of(to));
        let mut joints: Vec<Joint> = Vec::new();
        let mut taken = vec![None; to.nodes().len()];
        let mut carried = Root { joint: 0, from: Vec3::default(), to: Vec3::default(), scale: 1.0 };
        for (index, name) in from.nodes().enumerate() {
            let other = counterpart(name);
            let Some(place) = to.node(&other) else { continue };
            if let Some(Joint { from, .. }) = taken[place].map(|joint: usize| &joints[joint]) {
                let from = [String::clone(from), name.into()];
                return Err(RetargetError::OneCounterpart { from, to: other });
            }
            taken[place] = Some(joints.len());
            let [parent, other_parent] = [rest_from.parent[index], rest_to.parent[place]];
            let before = other_parent.inverse() * parent;
            let behind =
                (parent * rest_from.local[index]).inverse() * (other_parent * rest_to.local[place]);
            if name == root {
                let [far, other_far] = [rest_from.place[index], rest_to.place[place]].map(length);
                carried = Root {
                    joint: joints.len(),
                    from: rest_from.way[index],
                    to: rest_to.way[place],
                    scale: if far > 0.0 { other_far / far } else { 1.0 },
                };
            }
            joints.push(Joint { from: name.into(), to: other, before, behind });
        }
        Ok(Self { joints, root: carried })
    }

    /// Converts a clip. Returns a clip of the same name, with its cues, and the paths of the tracks that were left out:
    /// tracks of joints without a counterpart, scales, weights, and translations of joints other than the root.
    ///
    /// # Errors
    ///
    /// [`ContentError`] if a number of the result is not finite in `f32`, as by a much larger rig.
    pub fn clip(&self, clip: &Clip) -> Result<(Clip, Vec<String>), ContentError> {
        let mut builder = ClipBuilder::new(clip.name())
            .duration(ClipDuration::Cut(clip.duration()))
            .rate(clip.rate())
            .cues(clip.cues().iter().cloned());
        let mut left_out = Vec::new();
        for (path, channel) in clip.channels() {
            let (node, property) = path.rsplit_once('/').unwrap_or((path, ""));
            let found = self.joints.iter().position(|joint| joint.from == node);
            match (found.map(|index| (index, &self.joints[index])), property, channel) {
                (Some((_, joint)), "rotation", Channel::Rotation(track)) => {
                    let keys = track.keyframes().map(|key| joint.key(&key));
                    builder = builder.track(format!("{}/rotation", joint.to), keys);
                }
                (Some((index, joint)), "translation", Channel::Vec3(track))
                    if index == self.root.joint =>
                {
                    let keys = track.keyframes().map(|key| self.root.key(&key, joint));
                    builder = builder.track(format!("{}/translation", joint.to), keys);
                }
                _ => left_out.push(path.into()),
            }
        }
        Ok((builder.build()?, left_out))
    }
}

impl Joint {
    fn key(&self, key: &Keyframe<Quat>) -> Keyframe<Quat> {
        let value = narrow(self.before * wide(key.value) * self.behind);
        let turn = |tangent: AxisAngle| AxisAngle {
            vector: short(self.before.rotate(long(tangent.vector))),
        };
        let (tangent_in, tangent_out) = (turn(key.tangent_in), turn(key.tangent_out));
        Keyframe { value, tangent_in, tangent_out, ..key.clone() }
    }
}

impl Root {
    fn key(&self, key: &Keyframe<Vec3>, joint: &Joint) -> Keyframe<Vec3> {
        let carry = |way: Vec3<f64>| times(joint.before.rotate(way), self.scale);
        let value = short(plus(self.to, carry(minus(long(key.value), self.from))));
        let tangent = |tangent: Vec3| short(carry(long(tangent)));
        let (tangent_in, tangent_out) = (tangent(key.tangent_in), tangent(key.tangent_out));
        Keyframe { value, tangent_in, tangent_out, ..key.clone() }
    }
}

/// The rest pose of a rig.
struct Rest {
    local: Vec<Quat<f64>>,
    /// The rotation of each joint's parent in model space.
    parent: Vec<Quat<f64>>,
    /// The position of each joint in its parent, and in model space.
    way: Vec<Vec3<f64>>,
    place: Vec<Vec3<f64>>,
}

impl Rest {
    fn of(rig: &Rig) -> Self {
        let pose = rig.rest();
        let local: Vec<_> = pose.locals.iter().map(|one| wide(one.rotation)).collect();
        let way: Vec<_> = pose.locals.iter().map(|one| long(one.translation)).collect();
        let parent = |mut node: usize| {
            // From the joint up to the root: each parent is multiplied from the left.
            let mut all = Quat::default();
            while let Some(above) = rig.parent(node) {
                all = local[above] * all;
                node = above;
            }
            all
        };
        let places = rig.globals(&pose);
        let place = places.iter().map(|matrix| Vec3::new(matrix.0[12], matrix.0[13], matrix.0[14]));
        let (parent, place) = ((0..local.len()).map(parent).collect(), place.collect());
        Self { local, parent, way, place }
    }
}

fn known(rig: &Rig, name: &str) -> Result<(), Suggestion> {
    if rig.node(name).is_some() {
        return Ok(());
    }
    let mut names: Vec<String> = rig.nodes().map(Into::into).collect();
    names.sort_unstable();
    Err(Suggestion::new(name, names))
}

fn wide(Quat { x, y, z, w }: Quat) -> Quat<f64> {
    Quat::new(x.into(), y.into(), z.into(), w.into()).normalized()
}

#[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
fn narrow(Quat { x, y, z, w }: Quat<f64>) -> Quat {
    Quat::new(x as f32, y as f32, z as f32, w as f32)
}

fn long(Vec3 { x, y, z }: Vec3) -> Vec3<f64> {
    Vec3::new(x.into(), y.into(), z.into())
}

#[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
fn short(Vec3 { x, y, z }: Vec3<f64>) -> Vec3 {
    Vec3::new(x as f32, y as f32, z as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cueline::{
        time::{Span, ms},
        value::Transform,
    };
    use cueline_assets::{Node, Skeleton};
    use proptest::prelude::*;

    /// An arm of three joints along x. The axes of its joints are turned by `roll` about the bones, and its bones are
    /// `size` long.
    fn arm(names: [&str; 3], roll: f64, size: f32) -> Rig {
        let turned = Quat::about(Vec3::new(1.0, 0.0, 0.0), roll);
        chain(names, [turned; 3], size)
    }

    /// A chain of three joints with such rotations in their parents.
    fn chain(names: [&str; 3], turned: [Quat<f64>; 3], size: f32) -> Rig {
        let mut skeleton = Skeleton::default();
        let mut parent = None;
        for (index, (name, turned)) in names.into_iter().zip(turned).enumerate() {
            let translation =
                if index == 0 { Vec3::new(0.0, size, 0.0) } else { Vec3::new(size, 0.0, 0.0) };
            let rest = Transform { translation, rotation: narrow(turned), ..Transform::default() };
            let node = Node { parent: parent.replace(name.to_string()), rest, ..Node::default() };
            skeleton.nodes.insert(name.into(), node);
        }
        Rig::new(&skeleton).unwrap()
    }

    /// How far each joint of a chain is turned and shifted away from its rest in model space, composed from the root on.
    fn away(rig: &Rig, clip: &Clip, at: Span) -> Vec<(Quat<f64>, Vec3<f64>)> {
        let rest = rig.rest();
        let mut pose = rig.rest();
        rig.sample(clip, at, &mut pose);
        let (mut shown, mut unmoved) = (Quat::default(), Quat::default());
        let joints = pose.locals.iter().zip(&rest.locals);
        let composed = joints.map(|(now, rest)| {
            let shift = shown.rotate(minus(long(now.translation), long(rest.translation)));
            (shown, unmoved) = (shown * wide(now.rotation), unmoved * wide(rest.rotation));
            (shown * unmoved.inverse(), shift)
        });
        composed.collect()
    }

    fn places(rig: &Rig, clip: &Clip, at: Span) -> Vec<[f64; 3]> {
        let mut pose = rig.rest();
        rig.sample(clip, at, &mut pose);
        let places = rig.globals(&pose);
        places.iter().map(|matrix| [12, 13, 14].map(|index| matrix.0[index])).collect()
    }

    fn wave(rig: &Rig) -> Clip {
        let rest = rig.rest().locals;
        let mut builder = ClipBuilder::new("wave");
        for (index, name) in rig.nodes().enumerate() {
            let turns = [0.0, 0.4 + index as f64 * 0.2, -0.3];
            let keys = turns.into_iter().zip([0, 300, 500]).map(|(turn, at)| {
                let turn = narrow(Quat::about(Vec3::new(0.2, 1.0, 0.5), turn));
                Keyframe::linear(ms(at), rest[index].rotation * turn)
            });
            builder = builder.track(format!("{name}/rotation"), keys);
        }
        let root = rig.nodes().next().unwrap().to_string();
        let lift = |at, y| Keyframe::linear(ms(at), Vec3::new(0.1_f32, y, 0.0));
        builder
            .track(format!("{root}/translation"), [lift(0, 1.0), lift(500, 1.4)])
            .build()
            .unwrap()
    }

    #[test]
    fn a_rig_twice_as_large_with_other_axes_moves_alike() {
        let (from, to) =
            (arm(["hip", "arm", "hand"], 0.0, 1.0), arm(["Hip", "Arm", "Hand"], 1.1, 2.0));
        let names = [("hip", "Hip"), ("arm", "Arm"), ("hand", "Hand")];
        let retargeting = Retargeting::new(&from, &to, "hip", names).unwrap();
        let clip = wave(&from);
        let (carried, left_out) = retargeting.clip(&clip).unwrap();
        assert!(left_out.is_empty());
        let mut moved = 0.0_f64;
        for at in (0..=500).step_by(20).map(ms) {
            let (small, large) = (places(&from, &clip, at), places(&to, &carried, at));
            for (small, large) in small.iter().zip(&large) {
                for (small, large) in small.iter().zip(large) {
                    assert!((small * 2.0 - large).abs() < 1e-5, "{small} and {large} at {at}");
                }
            }
            moved = moved.max(small[2][2].abs());
        }
        assert!(moved > 0.3, "the hand moves");
    }

    proptest! {
        #[test]
        fn joints_with_any_axes_turn_alike_in_model_space(
            turns in proptest::array::uniform6((-3.0..3.0, -1.0..1.0, -1.0..1.0_f64)),
            size in 0.5..2.0_f32,
            at in 0..=500_i64,
        ) {
            let turns = turns.map(|(angle, x, y)| Quat::about(Vec3::new(1.0, x, y), angle));
            let [a, b, c, d, e, f] = turns;
            let names = ["hip", "arm", "hand"];
            let (from, to) = (chain(names, [a, b, c], 1.0), chain(names, [d, e, f], size));
            // The arm carries the character, so its shift is turned as the hip is.
            let [far, other_far] = [(a, 1.0), (d, size.into())].map(|(hip, size)| {
                let bone = hip.rotate(Vec3::new(size, 0.0, 0.0));
                length(plus(Vec3::new(0.0, size, 0.0), bone))
            });
            prop_assume!(far > 0.1);
            let lift = |at, y| Keyframe::linear(ms(at), Vec3::new(1.0, y, 0.3_f32));
            let clip = ClipBuilder::from(wave(&from));
            let clip = clip.track("arm/translation", [lift(0, 0.2), lift(500, -0.5)]).build().unwrap();
            let (carried, left_out) =
                Retargeting::new(&from, &to, "arm", []).unwrap().clip(&clip).unwrap();
            prop_assert_eq!(left_out, ["hip/translation"]);
            let (before, after) = (away(&from, &clip, ms(at)), away(&to, &carried, ms(at)));
            for (joint, ((turned, shift), (other_turned, other_shift))) in
                before.into_iter().zip(after).enumerate()
            {
                for axis in [Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 1.0, 0.0)] {
                    let off = minus(turned.rotate(axis), other_turned.rotate(axis));
                    prop_assert!(length(off) < 1e-5, "{turned:?} and {other_turned:?}");
                }
                if joint == 1 {
                    let off = minus(times(shift, other_far / far), other_shift);
                    prop_assert!(length(off) < 1e-4, "{shift:?} and {other_shift:?}");
                }
            }
        }
    }

    #[test]
    fn a_rig_retargeted_to_itself_stays_the_same() {
        let rig = arm(["hip", "arm", "hand"], 0.7, 1.0);
        let (carried, _) =
            Retargeting::new(&rig, &rig, "hip", []).unwrap().clip(&wave(&rig)).unwrap();
        for at in (0..=500).step_by(50).map(ms) {
            let (before, after) = (places(&rig, &wave(&rig), at), places(&rig, &carried, at));
            for (before, after) in before.iter().flatten().zip(after.iter().flatten()) {
                assert!((before - after).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn what_has_no_counterpart_is_left_out_and_named() {
        let (from, to) =
            (arm(["hip", "arm", "hand"], 0.0, 1.0), arm(["hip", "arm", "fist"], 0.0, 1.0));
        let retargeting = Retargeting::new(&from, &to, "hip", []).unwrap();
        let keys = [Keyframe::linear(ms(0), Vec3::new(1.0_f32, 1.0, 1.0))];
        let clip = ClipBuilder::from(wave(&from))
            .track("arm/scale", keys.clone())
            .track("arm/translation", keys);
        let (_, left_out) = retargeting.clip(&clip.build().unwrap()).unwrap();
        assert_eq!(left_out, ["arm/scale", "arm/translation", "hand/rotation"]);
    }

    #[test]
    fn two_joints_with_one_counterpart_are_refused_and_named() {
        let (from, to) =
            (arm(["Hips", "pelvis", "hand"], 0.0, 1.0), arm(["pelvis", "arm", "hand"], 0.0, 1.0));
        // "pelvis" leads to "pelvis" by its equal name.
        let error = Retargeting::new(&from, &to, "Hips", [("Hips", "pelvis")]).unwrap_err();
        assert_eq!(
            error.to_string(),
            r#"the joints "Hips" and "pelvis" have one counterpart, "pelvis"; each needs its own"#
        );
        let apart = [("Hips", "pelvis"), ("pelvis", "arm")];
        let (_, left_out) =
            Retargeting::new(&from, &to, "Hips", apart).unwrap().clip(&wave(&from)).unwrap();
        assert!(left_out.is_empty());
    }

    #[test]
    fn a_clip_whose_numbers_grow_beyond_f32_is_refused() {
        let names = ["hip", "arm", "hand"];
        let (from, to) = (arm(names, 0.0, 1e-20), arm(names, 0.0, 1e20));
        let error =
            Retargeting::new(&from, &to, "hip", []).unwrap().clip(&wave(&from)).unwrap_err();
        assert!(error.to_string().starts_with(r#"track "hip/translation": "#), "{error}");
    }

    #[test]
    fn unknown_joints_are_named() {
        let rig = arm(["hip", "arm", "hand"], 0.0, 1.0);
        let errors = [
            Retargeting::new(&rig, &rig, "hips", []),
            Retargeting::new(&rig, &rig, "hip", [("arm", "hnad")]),
        ]
        .map(|result| result.unwrap_err().to_string());
        assert_eq!(
            errors,
            [
                r#"the rig of the clips has no joint "hips"; did you mean "hip"? There are: arm, hand, hip"#,
                r#"the rig to convert to has no joint "hnad"; did you mean "hand"? There are: arm, hand, hip"#,
            ]
        );
    }
}
