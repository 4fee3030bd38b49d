//! What an animator shows, joint by joint: the layers of its state as one transform.
//!
//! The rules are those of [`Crowd`](cueline_characters::crowd::Crowd), which ends in matrices for a skin; this ends in
//! transforms for the entities of a hierarchy. Layers of [`Mode::Mean`] form one weighted mean. Layers of [`Mode::Add`]
//! come after it, in their order, and each adds its difference from a pose. A clip that does not move a joint shows its
//! rest transform there.

use alloc::{
    borrow::ToOwned, boxed::Box, collections::BTreeMap, string::String, sync::Arc, vec::Vec,
};

use bevy_math::{Quat, Vec3};
use bevy_transform::components::Transform;
use cueline::{
    clip::{Channel, Clip, Suggestion},
    time::Span,
};
use cueline_assets::{
    animator::{AnimatorSource, PoseSource},
    rig::Property,
};
use cueline_characters::{
    Layer, MaskId, Mode, PoseId,
    animator::{Animator, AnimatorError, AnimatorErrorKind, AnimatorPart},
};

/// The joints that the clips of an animator move.
#[derive(Clone, Debug)]
pub(crate) struct Joints {
    /// In the animator's order.
    pub(crate) clips: Vec<Arc<Clip>>,
    pub(crate) all: Vec<Joint>,
    /// The poses of the animator from index 1; 0 is the rest pose.
    poses: Vec<(usize, Span)>,
}

/// A joint, and how each clip moves it.
#[derive(Clone, Debug)]
pub(crate) struct Joint {
    /// The name of its entity.
    pub(crate) name: String,
    /// In the order of the animator's clips.
    moves: Vec<Moves>,
    /// The weight in each mask of the animator.
    masks: Vec<f32>,
    /// A rotation in the middle of what the clips show: quaternions are taken on its side. The rest rotation if no clip
    /// turns the joint.
    middle: Option<Quat>,
}

/// The channels of one clip that move a joint, by their number in the clip, which all animators of the clip share.
#[derive(Clone, Debug, Default)]
struct Moves {
    translation: Option<usize>,
    rotation: Option<usize>,
    scale: Option<usize>,
}

impl Moves {
    fn at(&self, clip: &Clip, at: Span, rest: &Transform) -> Transform {
        Transform {
            translation: vector(clip, self.translation, at).unwrap_or(rest.translation),
            rotation: turn(clip, self.rotation, at).unwrap_or(rest.rotation),
            scale: vector(clip, self.scale, at).unwrap_or(rest.scale),
        }
    }
}

fn vector(clip: &Clip, number: Option<usize>, at: Span) -> Option<Vec3> {
    match clip.channels().nth(number?)?.1 {
        Channel::Vec3(track) => Some(Vec3::from(<[f32; 3]>::from(track.sample(at)))),
        _ => None,
    }
}

fn turn(clip: &Clip, number: Option<usize>, at: Span) -> Option<Quat> {
    match clip.channels().nth(number?)?.1 {
        Channel::Rotation(track) => Some(Quat::from_array(track.sample(at).into())),
        _ => None,
    }
}

/// The rotation or its negative, whichever is on the side of `middle`.
fn on_side(rotation: Quat, middle: Quat) -> Quat {
    if rotation.dot(middle) < 0.0 { -rotation } else { rotation }
}

impl Joints {
    /// The joints that these clips move, in the order of the animator's clips, with the masks and poses of its source.
    pub(crate) fn new(
        animator: &Animator,
        source: &AnimatorSource,
        clips: Vec<Arc<Clip>>,
    ) -> Result<Self, AnimatorError> {
        let mut named: BTreeMap<&str, Vec<Moves>> = BTreeMap::new();
        for (index, clip) in clips.iter().enumerate() {
            for (number, (path, channel)) in clip.channels().enumerate() {
                let Some((name, property)) = Property::of(path) else { continue };
                let moves = named
                    .entry(name)
                    .or_insert_with(|| clips.iter().map(|_| Moves::default()).collect());
                match (property, channel) {
                    (Property::Translation, Channel::Vec3(_)) => {
                        moves[index].translation = Some(number);
                    }
                    (Property::Rotation, Channel::Rotation(_)) => {
                        moves[index].rotation = Some(number);
                    }
                    (Property::Scale, Channel::Vec3(_)) => moves[index].scale = Some(number),
                    _ => {} // weights of morph targets; a rig ignores tracks of another kind too
                }
            }
        }
        for factor in animator.masks().iter().flat_map(|mask| &mask.factors) {
            if !source.masks.contains_key(&*factor.mask) {
                return Err(unknown("mask", &factor.mask, source.masks.keys()));
            }
        }
        let pose = |name: &str| {
            let pose = source.poses.get(name);
            let PoseSource { clip, at } =
                pose.ok_or_else(|| unknown("pose", name, source.poses.keys()))?;
            let index = clips.iter().position(|known| known.name() == clip);
            let names = clips.iter().map(|clip| clip.name());
            let index = index.ok_or_else(|| unknown("clip", clip, names))?;
            Ok((index, at.span(source.frame_rate())))
        };
        let poses = animator.poses().map(pose).collect::<Result<_, _>>()?;
        let joint = |(name, moves): (&str, Vec<Moves>)| {
            let weight = |mask: &str| {
                let weights = source.masks.get(mask);
                weights.and_then(|weights| weights.get(name)).copied().unwrap_or(0.0)
            };
            let masks = animator.masks().iter().map(|mask| mask.weight(weight)).collect();
            let middle = middle(&moves, &clips);
            Joint { name: name.to_owned(), moves, masks, middle }
        };
        let all = named.into_iter().map(joint).collect();
        Ok(Self { clips, all, poses })
    }

    /// What a joint shows.
    pub(crate) fn show(&self, joint: &Joint, layers: &[Layer], rest: &Transform) -> Transform {
        let middle = joint.middle.unwrap_or(rest.rotation);
        let (mut total, mut translation, mut scale) = (0.0, Vec3::ZERO, Vec3::ZERO);
        let mut rotation = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
        let (mut one, mut count) = (None, 0);
        for layer in layers.iter().filter(|layer| layer.mode == Mode::Mean) {
            let weight = joint.weight(layer);
            if weight == 0.0 {
                continue;
            }
            let part = self.at(joint, usize::from(layer.clip.0), layer.at, rest);
            // One clip alone shows as it is: a mean would round.
            (one, count) = ((count == 0 && weight == 1.0).then_some(part), count + 1);
            total += weight;
            translation += part.translation * weight;
            rotation += on_side(part.rotation, middle) * weight;
            scale += part.scale * weight;
        }
        let mut shown = match one {
            Some(part) => part,
            None if total > 0.0 => Transform {
                translation: translation / total,
                rotation: unit(rotation, rest.rotation),
                scale: scale / total,
            },
            None => *rest,
        };
        for layer in layers {
            let (Mode::Add(pose), weight) = (layer.mode, joint.weight(layer)) else { continue };
            if weight == 0.0 {
                continue;
            }
            let part = self.at(joint, usize::from(layer.clip.0), layer.at, rest);
            let less = self.pose(joint, pose, rest);
            shown.translation += (part.translation - less.translation) * weight;
            shown.scale += (part.scale - less.scale) * weight;
            let turn = part.rotation * less.rotation.inverse();
            let turn = on_side(turn, Quat::IDENTITY) * weight + Quat::IDENTITY * (1.0 - weight);
            shown.rotation = unit(turn * shown.rotation, shown.rotation);
        }
        shown
    }

    fn pose(&self, joint: &Joint, pose: PoseId, rest: &Transform) -> Transform {
        let named = usize::from(pose.0).checked_sub(1).and_then(|index| self.poses.get(index));
        named.map_or(*rest, |(clip, at)| self.at(joint, *clip, *at, rest))
    }

    fn at(&self, joint: &Joint, clip: usize, at: Span, rest: &Transform) -> Transform {
        let moves = joint.moves.get(clip).zip(self.clips.get(clip));
        moves.map_or(*rest, |(moves, clip)| moves.at(clip, at, rest))
    }
}

impl Joint {
    fn weight(&self, layer: &Layer) -> f32 {
        let mask = |MaskId(mask)| self.masks.get(usize::from(mask)).copied().unwrap_or(0.0);
        layer.weight * layer.mask.map_or(1.0, mask)
    }
}

/// With length 1; `otherwise` where there is no length.
fn unit(rotation: Quat, otherwise: Quat) -> Quat {
    if rotation.length_squared() > 1e-20 { rotation.normalize() } else { otherwise }
}

/// Of all clips, at five times each; `None` if none of them turns the joint.
fn middle(moves: &[Moves], clips: &[Arc<Clip>]) -> Option<Quat> {
    let turns = |(moves, clip): (&Moves, &Arc<Clip>)| {
        let times = (0..=4).map(|part| clip.duration() * part / 4);
        times.filter_map(|at| turn(clip, moves.rotation, at)).collect::<Vec<_>>()
    };
    let shown: Vec<Quat> = moves.iter().zip(clips).flat_map(turns).collect();
    let first = *shown.first()?;
    let mean = |middle: Quat| {
        let sum = shown.iter().map(|rotation| on_side(*rotation, middle));
        unit(sum.fold(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), |sum, part| sum + part), middle)
    };
    Some(mean(mean(first)))
}

fn unknown<N: AsRef<str>>(
    what: &'static str,
    name: &str,
    known: impl IntoIterator<Item = N>,
) -> AnimatorError {
    let mut known: Vec<String> = known.into_iter().map(|name| name.as_ref().into()).collect();
    known.sort_unstable();
    let name = Suggestion::new(name, known);
    AnimatorError {
        part: Box::new(AnimatorPart::Animator),
        kind: Box::new(AnimatorErrorKind::Unknown { what, name }),
    }
}
