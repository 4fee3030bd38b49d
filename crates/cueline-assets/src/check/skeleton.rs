//! Checks of skeletons.

use cueline::value::Lerp;

use super::Checker;
use crate::{
    problem::{DocumentPath, Problems},
    skeleton::{Node, Skeleton, Skin},
    value::{Fault, InFile},
};

impl Skeleton {
    /// All errors of a skeleton.
    pub(crate) fn check(&self) -> Problems {
        let mut checker = Checker::default();
        checker.skeleton(&DocumentPath::root(), self);
        checker.problems
    }
}

impl Checker {
    pub(super) fn skeleton(&mut self, path: &DocumentPath, skeleton: &Skeleton) {
        let Skeleton { nodes, skins, meta: _ } = skeleton;
        let finite = "finite numbers";
        for (name, Node { parent, rest, weights }) in nodes {
            let path = path.field("nodes").name(name);
            if let Some(parent) = parent {
                self.known(path.field("parent"), "node", parent, nodes);
            }
            if !Lerp::is_finite(rest) {
                self.report(path.field("rest"), "a number that is NaN or infinite", finite);
            } else if let Some(Fault { found, needed }) = rest.fault() {
                self.report(path.field("rest").field("rotation"), found, needed);
            }
            if let Some(index) = weights.iter().position(|weight| !weight.is_finite()) {
                let path = path.field("weights").index(index);
                self.report(path, "a number that is NaN or infinite", finite);
            }
        }
        for name in cycles(skeleton) {
            let path = path.field("nodes").name(&name).field("parent");
            self.report(path, "a node that is its own ancestor", "a tree");
        }
        for (name, Skin { joints, inverse_binds }) in skins {
            let path = path.field("skins").name(name);
            for (index, joint) in joints.iter().enumerate() {
                self.known(path.field("joints").index(index), "node", joint, nodes);
            }
            let (binds, joints) = (inverse_binds.len(), joints.len());
            if binds != 0 && binds != joints {
                let found = format!("{binds} matrices");
                self.report(
                    path.field("inverse_binds"),
                    found,
                    format_args!("{joints}, one per joint"),
                );
            }
            for (index, matrix) in inverse_binds.iter().enumerate() {
                if !Lerp::is_finite(matrix) {
                    let path = path.field("inverse_binds").index(index);
                    self.report(path, "a number that is NaN or infinite", finite);
                }
            }
        }
    }
}

/// One node of each cycle of parents, in O(n).
fn cycles(skeleton: &Skeleton) -> Vec<String> {
    let nodes = &skeleton.nodes;
    // The walk that first visited a node; 0 for none.
    let mut met = vec![0_usize; nodes.len()];
    let mut rings = Vec::new();
    for start in 0..nodes.len() {
        let mut at = start;
        while met[at] == 0 {
            met[at] = start + 1;
            let parent = nodes[at].parent.as_ref().and_then(|parent| nodes.get_index_of(parent));
            let Some(parent) = parent else { break };
            if met[parent] == start + 1 {
                rings.extend(nodes.get_index(at).map(|(name, _)| name.clone()));
            }
            at = parent;
        }
    }
    rings
}
