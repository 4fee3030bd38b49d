//! The nodes of a rig that a crowd computes, in their order.
//!
//! A *bone* is a node that some clip moves, or an ancestor of such a node. All other nodes follow the nearest bone
//! above them by a constant matrix. So the fingers cost nothing if no clip moves them.

use cueline_assets::rig::Rig;

use super::affine::{Affine, UNIT, from_mat4, from_transform, narrow, product};

/// Stands for a missing bone or lane.
pub(super) const NONE: u32 = u32::MAX;

/// A node whose matrix is computed for each character.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bone {
    /// The parent, which has a smaller index; [`NONE`] for a root.
    pub parent: u32,
    /// Its lane in the rows; [`NONE`] if no clip moves it.
    pub lane: u32,
    /// From the bone to its parent, where no clip moves it.
    pub local: Affine,
    /// From the model to the bone, as the skin was bound.
    pub bind: Affine,
}

/// A joint of the skin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joint {
    /// The bone that moves it; [`NONE`] where nothing does.
    pub bone: u32,
    /// From the model as it was bound to the bone.
    pub bind: Affine,
}

/// Bones in their order: by depth, then as in the rig, so that parents come first.
#[derive(Clone, Debug)]
pub(super) struct Bones {
    pub bones: Vec<Bone>,
    pub joints: Vec<Joint>,
    /// The node of each bone.
    pub nodes: Vec<usize>,
    /// The node of each lane, in the order of bones.
    pub lanes: Vec<usize>,
}

/// The nodes that a skin needs: its joints, and all above them.
pub(super) fn needed(rig: &Rig, joints: &[(usize, Affine<f64>)]) -> Vec<bool> {
    let mut needed = vec![false; rig.nodes().len()];
    for (node, _) in joints {
        mark(rig, &mut needed, *node);
    }
    needed
}

/// Marks a node and all above it.
fn mark(rig: &Rig, marks: &mut [bool], node: usize) {
    let mut next = Some(node);
    while let Some(node) = next {
        if marks[node] {
            break;
        }
        marks[node] = true;
        next = rig.parent(node);
    }
}

/// The joints of a skin, with matrices of three rows.
pub(super) fn joints(rig: &Rig, skin: &str) -> Option<Vec<(usize, Affine<f64>)>> {
    Some(rig.joints(skin)?.map(|(node, bind)| (node, from_mat4(&bind))).collect())
}

impl Bones {
    /// `moves` marks the nodes that some clip moves, all of them needed.
    pub(super) fn new(
        rig: &Rig,
        joints: &[(usize, Affine<f64>)],
        needed: &[bool],
        moves: &[bool],
    ) -> Self {
        let rest = rig.rest();
        let local: Vec<_> = rest.locals.iter().map(from_transform).collect();
        let mut order: Vec<usize> = (0..needed.len()).filter(|node| needed[*node]).collect();
        let depths = depths(rig);
        order.sort_by_key(|node| depths[*node]); // stable
        let binds = binds(rig, joints, &order, &local);

        let mut computed = vec![false; needed.len()];
        for node in order.iter().filter(|node| moves[**node]) {
            mark(rig, &mut computed, *node);
        }
        let nodes: Vec<usize> = order.iter().copied().filter(|node| computed[*node]).collect();
        let mut index = vec![NONE; needed.len()];
        let mut lanes = Vec::new();
        let mut bones = Vec::with_capacity(nodes.len());
        for (bone, node) in nodes.iter().copied().enumerate() {
            index[node] = number(bone);
            let lane = if moves[node] { number(lanes.len()) } else { NONE };
            if moves[node] {
                lanes.push(node);
            }
            bones.push(Bone {
                parent: rig.parent(node).map_or(NONE, |parent| index[parent]),
                lane,
                local: narrow(&local[node]),
                bind: narrow(&binds[node]),
            });
        }
        let joint = |(node, bind): &(usize, Affine<f64>)| {
            let (mut node, mut bind) = (Some(*node), *bind);
            while let Some(still) = node.filter(|node| !computed[*node]) {
                bind = product(&local[still], &bind);
                node = rig.parent(still);
            }
            Joint { bone: node.map_or(NONE, |node| index[node]), bind: narrow(&bind) }
        };
        Self { joints: joints.iter().map(joint).collect(), bones, nodes, lanes }
    }
}

/// An index of a rig whose size was checked.
pub(super) fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(NONE)
}

/// The number of nodes above each node.
fn depths(rig: &Rig) -> Vec<usize> {
    let mut depths = vec![usize::MAX; rig.nodes().len()];
    for start in 0..depths.len() {
        let (mut chain, mut next) = (Vec::new(), Some(start));
        while let Some(node) = next.filter(|node| depths[*node] == usize::MAX) {
            chain.push(node);
            next = rig.parent(node);
        }
        let top = next.map_or(0, |node| depths[node] + 1);
        for (depth, node) in (top..).zip(chain.into_iter().rev()) {
            depths[node] = depth;
        }
    }
    depths
}

/// The inverse bind matrix of each needed node: of nodes that are no joints, by what hangs on them as at rest.
fn binds(
    rig: &Rig,
    joints: &[(usize, Affine<f64>)],
    order: &[usize],
    local: &[Affine<f64>],
) -> Vec<Affine<f64>> {
    let mut binds = vec![None; local.len()];
    for (node, bind) in joints {
        binds[*node].get_or_insert(*bind);
    }
    for node in order.iter().rev() {
        if let Some((parent, bind)) = rig.parent(*node).zip(binds[*node]) {
            binds[parent].get_or_insert(product(&local[*node], &bind));
        }
    }
    binds.into_iter().map(|bind| bind.unwrap_or(UNIT)).collect()
}
