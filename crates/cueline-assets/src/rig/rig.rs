//! A checked skeleton.

use cueline::{
    clip::{Channel, Clip},
    time::Span,
    value::{Mat4, Transform},
};
use indexmap::IndexMap;

use super::{
    Pose, Property,
    matrix::{narrow, product, wide},
};
use crate::{
    problem::Problems,
    skeleton::{Node, Skeleton, Skin},
};

/// A checked [`Skeleton`], ready for poses.
///
/// # Examples
///
/// ```
/// use cueline::{clip::{ClipBuilder, Keyframe}, time::Span, value::Vec3};
/// use cueline_assets::{Node, Skeleton, rig::Rig};
///
/// let mut skeleton = Skeleton::default();
/// skeleton.nodes.insert("hip".into(), Node::default());
/// skeleton.nodes.insert("knee".into(), Node { parent: Some("hip".into()), ..Node::default() });
/// let rig = Rig::new(&skeleton)?;
///
/// let up = |at, y| Keyframe::linear(Span::from_millis(at), Vec3::new(0.0, y, 0.0));
/// let jump = ClipBuilder::new("jump").track("hip/translation", [up(0, 0.0), up(500, 2.0)]).build()?;
/// let mut pose = rig.rest();
/// rig.sample(&jump, Span::from_millis(250), &mut pose);
/// let globals = rig.globals(&pose);
/// assert_eq!(globals[rig.node("knee").unwrap()].0[13], 1.0, "the knee goes along");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Rig {
    nodes: IndexMap<String, Rigged>,
    /// All nodes, parents before their children.
    order: Vec<usize>,
    skins: IndexMap<String, Vec<Joint>>,
}

#[derive(Clone, Debug, PartialEq)]
struct Rigged {
    parent: Option<usize>,
    rest: Transform,
    weights: Vec<f32>,
}

#[derive(Clone, Debug, PartialEq)]
struct Joint {
    node: usize,
    inverse_bind: Mat4<f64>,
}

impl Rig {
    /// Checks a skeleton.
    ///
    /// # Errors
    ///
    /// All parents and joints that do not exist, all cycles, all numbers that are not finite, and all skins whose
    /// numbers of matrices and joints differ.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline_assets::{Node, Skeleton, rig::Rig};
    /// let mut skeleton = Skeleton::default();
    /// skeleton.nodes.insert("hip".into(), Node::default());
    /// skeleton.nodes.insert("knee".into(), Node { parent: Some("hip".into()), ..Node::default() });
    /// let rig = Rig::new(&skeleton)?;
    /// assert_eq!(rig.nodes().len(), 2);
    /// # Ok::<(), cueline_assets::Problems>(())
    /// ```
    pub fn new(skeleton: &Skeleton) -> Result<Self, Problems> {
        let problems = skeleton.check();
        if !problems.is_empty() {
            return Err(problems);
        }
        let known = |name: &String| skeleton.nodes.get_index_of(name);
        let node = |(name, node): (&String, &Node)| {
            let parent = node.parent.as_ref().and_then(known);
            let (rest, weights) = (node.rest, node.weights.clone());
            (name.clone(), Rigged { parent, rest, weights })
        };
        let nodes: IndexMap<_, _> = skeleton.nodes.iter().map(node).collect();
        let parents: Vec<_> = nodes.values().map(|node| node.parent).collect();
        let order = parents_first(&parents).unwrap_or_default(); // a tree: see the check above
        let skin = |(name, skin): (&String, &Skin)| {
            let bind = |index: usize| skin.inverse_binds.get(index).map(wide).unwrap_or_default();
            let joint =
                |(index, joint)| Some(Joint { node: known(joint)?, inverse_bind: bind(index) });
            (name.clone(), skin.joints.iter().enumerate().filter_map(joint).collect())
        };
        let skins = skeleton.skins.iter().map(skin).collect();
        Ok(Self { nodes, order, skins })
    }

    /// The names of the nodes, in the order of poses and matrices.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline_assets::{Node, Skeleton, rig::Rig};
    /// let mut skeleton = Skeleton::default();
    /// skeleton.nodes.insert("hip".into(), Node::default());
    /// skeleton.nodes.insert("knee".into(), Node { parent: Some("hip".into()), ..Node::default() });
    /// let rig = Rig::new(&skeleton)?;
    /// assert!(rig.nodes().eq(["hip", "knee"]));
    /// # Ok::<(), cueline_assets::Problems>(())
    /// ```
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = &str> {
        self.nodes.keys().map(String::as_str)
    }

    /// The index of the node with that name.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline_assets::{Node, Skeleton, rig::Rig};
    /// let mut skeleton = Skeleton::default();
    /// skeleton.nodes.insert("hip".into(), Node::default());
    /// skeleton.nodes.insert("knee".into(), Node { parent: Some("hip".into()), ..Node::default() });
    /// let rig = Rig::new(&skeleton)?;
    /// assert_eq!((rig.node("knee"), rig.node("toe")), (Some(1), None));
    /// # Ok::<(), cueline_assets::Problems>(())
    /// ```
    #[must_use]
    pub fn node(&self, name: &str) -> Option<usize> {
        self.nodes.get_index_of(name)
    }

    /// The index of the node's parent; `None` for roots and for missing nodes.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline_assets::{Node, Skeleton, rig::Rig};
    /// let mut skeleton = Skeleton::default();
    /// skeleton.nodes.insert("hip".into(), Node::default());
    /// skeleton.nodes.insert("knee".into(), Node { parent: Some("hip".into()), ..Node::default() });
    /// let rig = Rig::new(&skeleton)?;
    /// assert_eq!((rig.parent(1), rig.parent(0)), (Some(0), None));
    /// # Ok::<(), cueline_assets::Problems>(())
    /// ```
    #[must_use]
    pub fn parent(&self, node: usize) -> Option<usize> {
        self.nodes.get_index(node)?.1.parent
    }

    /// The names of the skins.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline_assets::{Node, Skeleton, rig::Rig};
    /// let mut skeleton = Skeleton::default();
    /// skeleton.nodes.insert("hip".into(), Node::default());
    /// skeleton.nodes.insert("knee".into(), Node { parent: Some("hip".into()), ..Node::default() });
    /// let rig = Rig::new(&skeleton)?;
    /// assert_eq!(rig.skins().len(), 0);
    /// # Ok::<(), cueline_assets::Problems>(())
    /// ```
    pub fn skins(&self) -> impl ExactSizeIterator<Item = &str> {
        self.skins.keys().map(String::as_str)
    }

    /// The joints of a skin in the order in which vertices count them: the index of the node, and the inverse bind
    /// matrix. `None` if there is no such skin.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::value::Mat4;
    /// use cueline_assets::{Node, Skeleton, Skin, rig::Rig};
    ///
    /// let mut skeleton = Skeleton::default();
    /// skeleton.nodes.insert("hip".into(), Node::default());
    /// skeleton.nodes.insert("knee".into(), Node { parent: Some("hip".into()), ..Node::default() });
    /// skeleton.skins.insert("leg".into(), Skin { joints: vec!["knee".into()], ..Skin::default() });
    /// let rig = Rig::new(&skeleton)?;
    /// assert!(rig.joints("leg").unwrap().eq([(1, Mat4::default())]));
    /// assert!(rig.joints("hat").is_none());
    /// # Ok::<(), cueline_assets::Problems>(())
    /// ```
    #[must_use]
    pub fn joints(&self, skin: &str) -> Option<impl ExactSizeIterator<Item = (usize, Mat4<f64>)>> {
        Some(self.skins.get(skin)?.iter().map(|joint| (joint.node, joint.inverse_bind)))
    }

    /// The pose without animation.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline_assets::{Node, Skeleton, rig::Rig};
    /// let mut skeleton = Skeleton::default();
    /// skeleton.nodes.insert("hip".into(), Node::default());
    /// skeleton.nodes.insert("knee".into(), Node { parent: Some("hip".into()), ..Node::default() });
    /// let rig = Rig::new(&skeleton)?;
    /// assert_eq!(rig.rest().locals.len(), 2);
    /// # Ok::<(), cueline_assets::Problems>(())
    /// ```
    #[must_use]
    pub fn rest(&self) -> Pose {
        Pose {
            locals: self.nodes.values().map(|node| node.rest).collect(),
            weights: self.nodes.values().map(|node| node.weights.clone()).collect(),
        }
    }

    /// Writes the values of `clip` at `at` into `pose`. Returns the number of tracks that it used.
    ///
    /// Nodes that the clip does not move keep their pose. Tracks of missing nodes or weights, and tracks of another
    /// kind than their property, are ignored.
    ///
    /// # Examples
    ///
    /// See [`Rig`].
    pub fn sample(&self, clip: &Clip, at: Span, pose: &mut Pose) -> usize {
        clip.channels()
            .filter(|(path, channel)| self.write(path, channel, at, pose).is_some())
            .count()
    }

    fn write(&self, path: &str, channel: &Channel, at: Span, pose: &mut Pose) -> Option<()> {
        let (name, property) = Property::of(path)?;
        let node = self.nodes.get_index_of(name)?;
        let local = pose.locals.get_mut(node)?;
        match (property, channel) {
            (Property::Translation, Channel::Vec3(track)) => local.translation = track.sample(at),
            (Property::Rotation, Channel::Rotation(track)) => local.rotation = track.sample(at),
            (Property::Scale, Channel::Vec3(track)) => local.scale = track.sample(at),
            (Property::Weight(target), Channel::F32(track)) => {
                let target = usize::try_from(target).ok()?;
                *pose.weights.get_mut(node)?.get_mut(target)? = track.sample(at);
            }
            _ => return None,
        }
        Some(())
    }

    /// The matrix of each node from node space to model space.
    ///
    /// Nodes that are missing in `pose` are in their rest poses.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline_assets::{Node, Skeleton, rig::Rig};
    /// let mut skeleton = Skeleton::default();
    /// skeleton.nodes.insert("hip".into(), Node::default());
    /// skeleton.nodes.insert("knee".into(), Node { parent: Some("hip".into()), ..Node::default() });
    /// let rig = Rig::new(&skeleton)?;
    /// let globals = rig.globals(&rig.rest());
    /// assert_eq!(globals.len(), 2); // one matrix for each node
    /// # Ok::<(), cueline_assets::Problems>(())
    /// ```
    #[must_use]
    pub fn globals(&self, pose: &Pose) -> Vec<Mat4<f64>> {
        let mut globals = vec![Mat4::default(); self.nodes.len()];
        for &node in &self.order {
            let rigged = &self.nodes[node];
            let Transform { scale, rotation, translation } =
                *pose.locals.get(node).unwrap_or(&rigged.rest);
            let local = Transform::<f64> {
                scale: <[f32; 3]>::from(scale).map(f64::from).into(),
                rotation: <[f32; 4]>::from(rotation).map(f64::from).into(),
                translation: <[f32; 3]>::from(translation).map(f64::from).into(),
            }
            .compose();
            globals[node] = match rigged.parent {
                Some(parent) => product(&globals[parent], &local), // computed already, by the order
                None => local,
            };
        }
        globals
    }

    /// For each joint of a skin, the matrix from the bind pose to the present pose: the joint's matrix times its
    /// inverse bind matrix. `None` if there is no such skin.
    ///
    /// `globals` are those of [`globals`](Self::globals); a joint beyond them stays in its bind pose.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::value::Mat4;
    /// use cueline_assets::{Node, Skeleton, Skin, rig::Rig};
    ///
    /// let mut skeleton = Skeleton::default();
    /// skeleton.nodes.insert("hip".into(), Node::default());
    /// skeleton.skins.insert("body".into(), Skin { joints: vec!["hip".into()], ..Skin::default() });
    /// let rig = Rig::new(&skeleton)?;
    /// let palette = rig.palette("body", &rig.globals(&rig.rest()));
    /// assert_eq!(palette, Some(vec![Mat4::default()])); // at rest nothing moves
    /// assert_eq!(rig.palette("hat", &[]), None);
    /// # Ok::<(), cueline_assets::Problems>(())
    /// ```
    #[must_use]
    pub fn palette(&self, skin: &str, globals: &[Mat4<f64>]) -> Option<Vec<Mat4>> {
        let matrix = |joint: &Joint| match globals.get(joint.node) {
            Some(global) => narrow(&product(global, &joint.inverse_bind)),
            None => Mat4::default(),
        };
        Some(self.skins.get(skin)?.iter().map(matrix).collect())
    }
}

/// All nodes with parents before their children; for cycles, one node of each cycle.
///
/// # Errors
///
/// The cycles.
///
/// # Panics
///
/// If `parents` names a node that is not there.
pub fn parents_first(parents: &[Option<usize>]) -> Result<Vec<usize>, Vec<usize>> {
    let mut order = Vec::with_capacity(parents.len());
    let mut circles = Vec::new();
    // The walk that first visited a node; each node is walked over at most twice.
    let mut seen = vec![0; parents.len()];
    for start in 0..parents.len() {
        let walk = start + 1;
        let (mut node, mut visited): (Option<usize>, Vec<usize>) = (Some(start), Vec::new());
        while let Some(here) = node {
            if seen[here] != 0 {
                if seen[here] == walk {
                    circles.push(here);
                }
                break;
            }
            seen[here] = walk;
            visited.push(here);
            node = parents[here];
        }
        order.extend(visited.into_iter().rev());
    }
    if circles.is_empty() { Ok(order) } else { Err(circles) }
}
