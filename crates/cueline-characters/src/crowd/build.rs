//! Builds a crowd from a rig, a skin and clips.

use cueline::{
    clip::Clip,
    time::{Span, TickRate},
    value::{Lerp, Quat, Transform},
};
use cueline_assets::rig::Rig;
use fearless_simd::Level;

use super::{
    Crowd, CrowdError,
    bones::{Bones, joints, needed},
    lanes::{KINDS, LANES, Lanes, dot, nearer, planes, same_planes},
    poses::{Poses, Tracks, step_at},
    reduce::{Body, Tolerance, size_of_rest},
    rows::Rows,
};
use crate::{ClipIndex, MaskId, PoseId};

/// More do not fit the indices of a layer.
const MOST: usize = u16::MAX as usize;

/// Builds a [`Crowd`] from a rig, a skin, clips, masks and poses.
///
/// Ids follow the order in which clips, masks and poses are added. Clips and masks count from 0, poses from 1:
/// [`PoseId::REST`] is 0.
#[derive(Clone, Debug)]
#[must_use = "a builder does nothing until it builds"]
pub struct CrowdBuilder<'a> {
    pub(super) rig: &'a Rig,
    skin: &'a str,
    pub(super) clips: Vec<(&'a Clip, Option<TickRate>)>,
    masks: Vec<(String, Vec<(String, f32)>)>,
    poses: Vec<(String, ClipIndex, Span)>,
    distance: Option<f64>,
    reach: Option<f64>,
}

impl<'a> CrowdBuilder<'a> {
    /// A builder for the joints of the skin named `skin`.
    pub fn new(rig: &'a Rig, skin: &'a str) -> Self {
        let (clips, masks, poses) = (Vec::new(), Vec::new(), Vec::new());
        Self { rig, skin, clips, masks, poses, distance: None, reach: None }
    }

    /// Adds a clip, with rows at the lowest rate at which the interpolation between rows follows the tracks within 1e-4
    /// (radians; for vectors, relative to the greatest length in the track), and never more than 240 rows a second.
    ///
    /// The builder also tries rates with rows on all keyframes. A jump, as between keyframes that hold, is spread over
    /// the time between two rows.
    pub fn clip(mut self, clip: &'a Clip) -> Self {
        self.clips.push((clip, None));
        self
    }

    /// Adds a clip, with rows at the given rate. The rate need not divide the clip: the last row lies at its end.
    pub fn clip_at(mut self, clip: &'a Clip, rate: TickRate) -> Self {
        self.clips.push((clip, Some(rate)));
        self
    }

    /// Adds a mask: weights from 0 to 1 for nodes by name. Nodes that are not in the list have 0.
    pub fn mask<N: Into<String>>(
        mut self,
        name: impl Into<String>,
        weights: impl IntoIterator<Item = (N, f32)>,
    ) -> Self {
        let weights = weights.into_iter().map(|(node, weight)| (node.into(), weight));
        self.masks.push((name.into(), weights.collect()));
        self
    }

    /// Adds a pose that additive layers refer to: the pose of a clip at a time.
    pub fn pose(mut self, name: impl Into<String>, clip: ClipIndex, at: Span) -> Self {
        self.poses.push((name.into(), clip, at));
        self
    }

    /// How far the skin may lie from the rig while one clip plays, in the units of the model, at all rows. Smaller
    /// distances keep more rows; at 0 all rows stay, and so do those of a stretch that no fewer rows bring near enough.
    ///
    /// The distance is that of each joint, and of six points around it, along its axes. These points lie `reach`
    /// away, which should be the distance of the skin from its bones. The builder measures it for every joint in every
    /// row. [`Crowd::distance`] returns the result, which may be greater: rotations are rounded to 16 bits (6.2e-5 rad for
    /// each joint), and a track within 5e-5 of one value counts as constant.
    ///
    /// The default is 1/5000 of the size of the skeleton, with a reach of 1/20 of its size. Its size is the diagonal of
    /// the box around the joints of the skin at rest: about half a millimetre for a person. A skin with one joint has no
    /// size, so a default of one number, or of both, keeps all rows. A negative number counts as 0. NaN selects the
    /// default. With a `reach` of 0 only the joints count, so a rotation of a joint with none below it has no effect.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{ClipBuilder, Keyframe}, time::ms, value::{Quat, Vec3}};
    /// use cueline_assets::{Node, Skeleton, Skin, rig::Rig};
    /// use cueline_characters::{ClipIndex, crowd::CrowdBuilder};
    ///
    /// let mut skeleton = Skeleton::default();
    /// skeleton.nodes.insert("arm".into(), Node::default());
    /// skeleton.skins.insert("body".into(), Skin { joints: vec!["arm".into()], ..Skin::default() });
    /// let rig = Rig::new(&skeleton)?;
    /// let z = Vec3::new(0.0, 0.0, 1.0);
    /// let key = |frame: i64| Keyframe::linear(ms(40 * frame), Quat::about(z, (frame * frame) as f64 / 500.0));
    /// let clip = ClipBuilder::new("swing").track("arm/rotation", (0..=25).map(key)).build()?;
    /// let build = |distance| CrowdBuilder::new(&rig, "body").clip(&clip).tolerance(distance, 0.3).build();
    /// // With a skin 0.3 m around the bone: all rows, and those that keep it within a millimetre.
    /// let (all, fewer) = (build(0.0)?, build(0.001)?);
    /// assert!(fewer.distance(ClipIndex(0)) <= Some(0.001));
    /// assert!(fewer.bytes(ClipIndex(0)) < all.bytes(ClipIndex(0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tolerance(mut self, distance: f64, reach: f64) -> Self {
        self.distance = (!distance.is_nan()).then_some(distance.max(0.0));
        self.reach = (!reach.is_nan()).then_some(reach.max(0.0));
        self
    }

    /// Builds the crowd.
    ///
    /// # Errors
    ///
    /// See [`CrowdError`].
    pub fn build(self) -> Result<Crowd, CrowdError> {
        let Self { rig, skin, clips, masks, poses, distance, reach } = self;
        let joints = joints(rig, skin).ok_or_else(|| CrowdError::NoSkin { skin: skin.into() })?;
        let most = rig.nodes().len().max(joints.len());
        if most > MOST {
            return Err(CrowdError::TooManyJoints { joints: most });
        }
        let most = clips.len().max(masks.len()).max(poses.len());
        if most > MOST {
            return Err(CrowdError::TooManyClips { clips: most });
        }
        check_rest(rig, &joints.iter().map(|(_, bind)| *bind).collect::<Vec<_>>())?;
        let needed = needed(rig, &joints);
        let size = size_of_rest(rig, joints.iter().map(|(node, _)| *node));
        // Without a size there is no reach either, and no rotation would count.
        let distance = distance.filter(|_| size > 0.0 || reach.is_some());
        let tolerance = Tolerance {
            distance: distance.unwrap_or(size / 5000.0),
            reach: reach.unwrap_or(size / 20.0),
        };
        let tracks: Vec<Tracks<'_>> =
            clips.iter().map(|(clip, _)| Tracks::of(rig, clip, &needed)).collect();
        let all_poses = tracks.iter().zip(&clips).map(|(tracks, (_, rate))| {
            let step = rate.map_or_else(|| tracks.own_step(), step_at);
            Poses::new(rig, tracks, step)
        });
        let mut all_poses: Vec<Poses> = all_poses.collect::<Result<_, _>>()?;

        let rest: Vec<Transform> = rig.rest().locals.into_iter().map(at_length_1).collect();
        let moves: Vec<bool> = (0..rest.len())
            .map(|node| {
                let mut rows = all_poses.iter().flat_map(|poses| &poses.rows);
                needed[node] && rows.any(|row| !same(&row[node], &rest[node]))
            })
            .collect();
        let bones = Bones::new(rig, &joints, &needed, &moves);
        let middle: Vec<Quat> =
            bones.lanes.iter().map(|node| middle(&rest[*node], &all_poses, *node)).collect();
        // The sign of a clip's first quaternion is arbitrary.
        for (node, middle) in bones.lanes.iter().zip(&middle) {
            for poses in &mut all_poses {
                poses.turn_to(*node, *middle);
            }
        }
        let mut live = Vec::new();
        for nodes in bones.lanes.chunks(LANES) {
            live.push(std::array::from_fn(|kind| {
                let still = planes(&rest, nodes, kind);
                let mut rows = all_poses.iter().flat_map(|poses| &poses.rows);
                rows.any(|row| !same_planes(&planes(row, nodes, kind), &still, kind))
            }));
        }
        let body = Body { rig, rest: &rest, needed: &needed, lanes: &bones.lanes, live: &live };
        let mut bound = Vec::new();
        for (tracks, poses) in tracks.iter().zip(&mut all_poses) {
            let stored = body.reduce(tracks, poses, tolerance);
            bound.push(Rows::new(tracks.clip, poses, &body, &middle, stored));
        }
        let clips = bound;

        let middles: Vec<Transform> = {
            let mut pose = rest.clone();
            for (node, middle) in bones.lanes.iter().zip(&middle) {
                pose[*node].rotation = *middle;
            }
            pose
        };
        let planes_of = |pose: &[Transform]| -> Vec<[Lanes; 10]> {
            let block = |nodes: &[usize]| {
                let mut all = (0..KINDS).flat_map(|kind| planes(pose, nodes, kind));
                std::array::from_fn(|_| all.next().unwrap_or_default())
            };
            bones.lanes.chunks(LANES).map(block).collect()
        };
        let mut named = vec![(String::new(), planes_of(&rest))];
        for (name, clip, at) in poses {
            let Some(poses) = all_poses.get(usize::from(clip.0)) else {
                return Err(CrowdError::NoClip { pose: name, clip: clip.0 });
            };
            if named.iter().any(|(taken, _)| *taken == name) {
                return Err(CrowdError::NameTaken { name });
            }
            let rows = &clips[usize::from(clip.0)];
            let (from, at) = rows.place(at);
            let (to, t) = rows.next(from, at);
            let (from, to) = (&poses.rows[from as usize], &poses.rows[to as usize]);
            let between =
                |(from, to): (&Transform, &Transform)| at_length_1(from.lerp(to, f64::from(t)));
            let pose: Vec<Transform> = from.iter().zip(to).map(between).collect();
            named.push((name, planes_of(&pose)));
        }
        Ok(Crowd {
            level: Level::new(),
            masks: bind_masks(rig, masks, &bones.lanes)?,
            clips,
            poses: named,
            middle: planes_of(&middles)
                .iter()
                .map(|block| [block[3], block[4], block[5], block[6]])
                .collect(),
            live,
            names: bones
                .nodes
                .iter()
                .map(|node| rig.nodes().nth(*node).unwrap_or_default().to_owned())
                .collect(),
            bones: bones.bones,
            joints: bones.joints,
        })
    }
}

fn at_length_1(local: Transform) -> Transform {
    Transform { rotation: local.rotation.normalized(), ..local }
}

/// Whether two poses of a node are the same: a rotation and its negative are.
fn same(a: &Transform, b: &Transform) -> bool {
    let rotation = nearer(b.rotation, a.rotation);
    Transform { rotation, ..*a } == *b
}

/// The rotation in the middle of all that a node shows: the side on which blended quaternions are taken.
fn middle(rest: &Transform, clips: &[Poses], node: usize) -> Quat {
    let rotations = || clips.iter().flat_map(|poses| &poses.rows).map(|row| row[node].rotation);
    let mut middle = rotations().next().unwrap_or(rest.rotation);
    for _ in 0..2 {
        let mut sum = [0.0_f64; 4];
        for rotation in rotations() {
            let numbers: [f32; 4] = nearer(middle, rotation).into();
            for (sum, number) in sum.iter_mut().zip(numbers) {
                *sum += f64::from(number);
            }
        }
        let length = sum.iter().map(|number| number * number).sum::<f64>().sqrt();
        if length > 1e-3 {
            #[expect(clippy::cast_possible_truncation, reason = "of length 1")]
            let numbers = sum.map(|number| (number / length) as f32);
            middle = numbers.into();
        }
    }
    if dot(middle, middle) > 0.0 { middle } else { rest.rotation }
}

fn check_rest(rig: &Rig, binds: &[[f64; 12]]) -> Result<(), CrowdError> {
    let refuse = |node: &str| Err(CrowdError::NotFinite { clip: String::new(), node: node.into() });
    for (node, local) in rig.nodes().zip(rig.rest().locals) {
        if !Lerp::is_finite(&local) {
            return refuse(node);
        }
    }
    match binds.iter().flatten().all(|number| number.is_finite()) {
        true => Ok(()),
        false => refuse("the skin"),
    }
}

/// For each mask its name, and the weights of each block.
type Masks = Vec<(String, Vec<Lanes>)>;

fn bind_masks(
    rig: &Rig,
    masks: Vec<(String, Vec<(String, f32)>)>,
    lanes: &[usize],
) -> Result<Masks, CrowdError> {
    let mut bound: Masks = Vec::new();
    for (name, weights) in masks {
        if bound.iter().any(|(taken, _)| *taken == name) {
            return Err(CrowdError::NameTaken { name });
        }
        let mut of_nodes = vec![0.0; rig.nodes().len()];
        for (node, weight) in weights {
            if !(0.0..=1.0).contains(&weight) {
                return Err(CrowdError::MaskWeight { mask: name, node });
            }
            let Some(index) = rig.node(&node) else {
                return Err(CrowdError::NoNode { mask: name, node });
            };
            of_nodes[index] = weight;
        }
        let block = |nodes: &[usize]| {
            let mut weights = Lanes::default();
            for (weight, node) in weights.0.iter_mut().zip(nodes) {
                *weight = of_nodes[*node];
            }
            weights
        };
        bound.push((name, lanes.chunks(LANES).map(block).collect()));
    }
    Ok(bound)
}

impl Crowd {
    /// The index of the clip with that name.
    #[must_use]
    pub fn clip(&self, name: &str) -> Option<ClipIndex> {
        let index = self.clips.iter().position(|clip| clip.name == name)?;
        u16::try_from(index).ok().map(ClipIndex)
    }

    /// The mask with that name.
    #[must_use]
    pub fn mask(&self, name: &str) -> Option<MaskId> {
        let index = self.masks.iter().position(|(mask, _)| mask == name)?;
        u16::try_from(index).ok().map(MaskId)
    }

    /// The pose with that name.
    #[must_use]
    pub fn pose(&self, name: &str) -> Option<PoseId> {
        let index = self.poses.iter().skip(1).position(|(pose, _)| pose == name)?;
        u16::try_from(index + 1).ok().map(PoseId)
    }
}
