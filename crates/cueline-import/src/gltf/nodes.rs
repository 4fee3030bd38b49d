//! The tree of nodes and the skins.

use cueline::value::{Lerp, Mat4, Transform};
use cueline_assets::{DocumentPath, Named, Node, Problem, Problems, Skeleton, Skin};
use gltf_json::{Root, accessor::Type};

use super::accessors::{Accessors, Wanted};
use crate::{importer::refused, matrix::parts, names::Names, spline::rotation};

/// The limit of morph target weights of all nodes together: one mesh serves many nodes, so a small file could claim
/// any number.
const WEIGHTS: usize = 1 << 20;

/// The nodes with their rest poses, and the skins.
pub(super) fn skeleton(
    root: &Root,
    names: &Names,
    accessors: &mut Accessors<'_>,
    problems: &mut Problems,
) -> Skeleton {
    let mut skeleton = Skeleton { nodes: nodes(root, names, problems), ..Skeleton::default() };
    let own = root.skins.iter().map(|skin| skin.name.as_deref());
    let skins = Names::new("skins", own, problems);
    for (index, skin) in root.skins.iter().enumerate() {
        let item = DocumentPath::root().field("skins").index(index);
        let (Some(name), joints) = (skins.get(index), skin.joints.iter().enumerate()) else {
            continue;
        };
        let joint = |(number, joint): (usize, &gltf_json::Index<_>)| match names.get(joint.value())
        {
            Some(name) => Some(name.to_owned()),
            None => {
                problems.push(stranger(&item.field("joints").index(number), joint.value(), root));
                None
            }
        };
        let joints: Vec<String> = joints.filter_map(joint).collect();
        let inverse_binds =
            match skin.inverse_bind_matrices.map(|binds| matrices(binds.value(), accessors)) {
                None => Vec::new(),
                Some(Ok(binds)) if binds.len() >= skin.joints.len() => {
                    binds.into_iter().take(skin.joints.len()).collect()
                }
                Some(Ok(binds)) => {
                    let found = format!("{} matrices", binds.len());
                    let needed = format!("{}, one for each joint", skin.joints.len());
                    problems.push(Problem::error(item.field("inverseBindMatrices"), found, needed));
                    Vec::new()
                }
                Some(Err(found)) => {
                    problems.extend(found);
                    Vec::new()
                }
            };
        skeleton.skins.insert(name.into(), Skin { joints, inverse_binds });
    }
    for (index, node) in root.nodes.iter().enumerate() {
        let skin = node.skin.and_then(|skin| skins.get(skin.value()));
        if let (Some(name), Some(skin)) = (names.get(index), skin) {
            skeleton.meta.insert(format!("{name}/skin"), skin.into());
        }
    }
    skeleton
}

fn nodes(root: &Root, names: &Names, problems: &mut Problems) -> Named<Node> {
    let parents = parents(root, problems);
    let mut weights_left = WEIGHTS;
    let mut nodes = Named::with_capacity(root.nodes.len());
    for (index, node) in root.nodes.iter().enumerate() {
        let item = DocumentPath::root().field("nodes").index(index);
        let rest = match node.matrix {
            Some(numbers) => {
                let (rest, is_exact) = parts(&Mat4(numbers));
                if !is_exact {
                    let found = "a matrix with shear or perspective";
                    problems.push(Problem::note(
                        item.field("matrix"),
                        found,
                        "of which that is lost",
                    ));
                }
                rest
            }
            None => Transform {
                scale: node.scale.unwrap_or([1.0; 3]).into(),
                rotation: rotation(node.rotation.unwrap_or_default().0),
                translation: node.translation.unwrap_or_default().into(),
            },
        };
        let given = given_weights(root, index);
        let count = given.map_or_else(|| targets(root, index).unwrap_or(0), <[f32]>::len);
        let Some(left) = weights_left.checked_sub(count) else {
            let needed = format!("no more than {WEIGHTS} for all nodes together");
            problems.push(Problem::error(item, "more weights of morph targets", needed));
            break;
        };
        weights_left = left;
        let weights = given.map_or_else(|| vec![0.0; count], <[f32]>::to_vec);
        if !(rest.is_finite() && weights.iter().all(|weight| weight.is_finite())) {
            problems.push(Problem::error(item, "a number that is not finite", "finite numbers"));
        }
        let parent = parents[index].and_then(|parent| names.get(parent)).map(str::to_owned);
        if let Some(name) = names.get(index) {
            nodes.insert(name.into(), Node { parent, rest, weights });
        }
    }
    nodes
}

/// Number of morph targets of a node, from its mesh; `None` if the mesh does not say.
pub(super) fn targets(root: &Root, node: usize) -> Option<usize> {
    let mesh = root.meshes.get(root.nodes.get(node)?.mesh?.value())?;
    Some(mesh.primitives.first()?.targets.as_ref().map_or(0, Vec::len))
}

/// The rest weights of a node's morph targets, if the file gives them: those of the node, else those of its mesh.
fn given_weights(root: &Root, index: usize) -> Option<&[f32]> {
    let node = &root.nodes[index];
    let mesh = node.mesh.and_then(|mesh| root.meshes.get(mesh.value()));
    node.weights.as_deref().or_else(|| mesh?.weights.as_deref())
}

/// The parent of each node, with errors for nodes with two parents and for cycles.
fn parents(root: &Root, problems: &mut Problems) -> Vec<Option<usize>> {
    let mut parents = vec![None; root.nodes.len()];
    for (parent, node) in root.nodes.iter().enumerate() {
        for (number, child) in node.children.iter().flatten().enumerate() {
            let item =
                DocumentPath::root().field("nodes").index(parent).field("children").index(number);
            match parents.get_mut(child.value()) {
                None => problems.push(stranger(&item, child.value(), root)),
                Some(Some(other)) => {
                    let found = format!("node {}, which is a child of node {other}", child.value());
                    problems.push(Problem::error(item, found, "a node without another parent"));
                }
                Some(none) => *none = Some(parent),
            }
        }
    }
    if let Err(circles) = cueline_assets::rig::parents_first(&parents) {
        for node in circles {
            let item = DocumentPath::root().field("nodes").index(node);
            problems.push(Problem::error(item, "a node that is its own descendant", "a tree"));
        }
    }
    parents
}

fn matrices(index: usize, accessors: &mut Accessors<'_>) -> Result<Vec<Mat4>, Problems> {
    let numbers =
        accessors.read(index, Wanted { of: Type::Mat4, normalized: false, whole: false })?;
    if let Some(number) = numbers.iter().position(|number| !number.is_finite()) {
        let item = DocumentPath::root().field("accessors").index(index);
        let found = format!("number {number} of a matrix, which is not finite");
        return Err(refused(item, found, "finite numbers"));
    }
    let matrix = |numbers: &[f32]| <[f32; 16]>::try_from(numbers).ok().map(Mat4);
    Ok(numbers.chunks_exact(16).filter_map(matrix).collect())
}

pub(super) fn stranger(item: &DocumentPath, node: usize, root: &Root) -> Problem {
    let needed = format!("a number below {}, the number of nodes", root.nodes.len());
    Problem::error(item.clone(), format!("node {node}"), needed)
}
