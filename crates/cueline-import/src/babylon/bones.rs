//! Bones as a skeleton.

use cueline::value::{Lerp as _, Mat4, Transform};
use cueline_assets::{
    DocumentPath, Key, Keys, Named, Node, Problem, Problems, Skeleton, Skin,
    rig::{Property, inverse_binds, parents_first},
};
use serde::Deserialize;
use serde_json::Value;

use super::animation::{Animation, Range};
use crate::{matrix::parts, names::short};

/// The property of a bone's animation: its whole matrix in its parent.
pub(super) const MATRIX: &str = "_matrix";

#[derive(Debug, Deserialize)]
pub(super) struct Bones {
    #[serde(default, deserialize_with = "short")]
    pub(super) name: String,
    #[serde(default)]
    pub(super) bones: Vec<Bone>,
    pub(super) ranges: Option<Vec<Range>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Bone {
    #[serde(default, deserialize_with = "short")]
    pub(super) name: String,
    #[serde(default)]
    pub(super) id: Value,
    /// The place of its parent in the list; -1 for a root.
    #[serde(rename = "parentBoneIndex")]
    parent: Option<i64>,
    /// Where it is in its parent while nothing moves it, and as its skin was bound.
    matrix: Vec<f32>,
    /// The pose for a later return to rest.
    #[serde(rename = "rest", default)]
    _rest: Value,
    /// The length for drawing it, and its own place in the list.
    #[serde(rename = "length", default)]
    _length: Value,
    #[serde(rename = "index", default)]
    _index: Value,
    pub(super) animation: Option<Box<Animation>>,
    pub(super) animations: Option<Vec<Animation>>,
}

/// The skeleton of a list of bones, with a skin of all of them; `names` are the names of the bones.
pub(super) fn skeleton(
    bones: &[Bone],
    names: &[String],
    item: &DocumentPath,
    problems: &mut Problems,
) -> Skeleton {
    let (mut parents, mut locals) = (Vec::new(), Vec::new());
    for (index, bone) in bones.iter().enumerate() {
        let item = item.index(index);
        parents.push(match bone.parent.unwrap_or(-1) {
            -1 => None,
            number => {
                let parent = usize::try_from(number).ok().filter(|parent| *parent < bones.len());
                if parent.is_none() {
                    let needed =
                        format!("-1, or a number below {}, the number of bones", bones.len());
                    let item = item.field("parentBoneIndex");
                    problems.push(Problem::error(item, number.to_string(), needed));
                }
                parent
            }
        });
        match <[f32; 16]>::try_from(&*bone.matrix) {
            Ok(numbers) if numbers.iter().all(|number| number.is_finite()) => {
                locals.push(Mat4(numbers));
            }
            _ => {
                let found = format!("{} numbers", bone.matrix.len());
                problems.push(Problem::error(item.field("matrix"), found, "16 finite ones"));
            }
        }
    }
    if locals.len() < bones.len() {
        return Skeleton::default();
    }
    let order = match parents_first(&parents) {
        Ok(order) => order,
        Err(circles) => {
            for bone in circles {
                let item = item.index(bone).field("parentBoneIndex");
                problems.push(Problem::error(item, "a bone that is its own descendant", "a tree"));
            }
            return Skeleton::default();
        }
    };
    let mut nodes = Named::default();
    for (index, name) in names.iter().enumerate() {
        let (rest, is_exact) = parts(&locals[index]);
        if !is_exact {
            problems.push(sheared(&item.index(index).field("matrix")));
        }
        let parent = parents[index].map(|parent| names[parent].clone());
        nodes.insert(name.clone(), Node { parent, rest, ..Node::default() });
    }
    let mut skins = Named::default();
    match inverse_binds(&locals, &parents, &order) {
        Some(inverse_binds) if !names.is_empty() => {
            skins.insert("skin".into(), Skin { joints: names.to_vec(), inverse_binds });
        }
        Some(_) => {}
        None => {
            let found = "a bone with a scale of zero";
            problems.push(Problem::note(item.clone(), found, "so there is no skin"));
        }
    }
    Skeleton { nodes, skins, ..Skeleton::default() }
}

/// The tracks of a bone's matrix: of its translation, its rotation and its scale.
pub(super) fn tracks(
    bone: &str,
    keys: Vec<Key<Mat4>>,
    item: &DocumentPath,
    notes: &mut Problems,
) -> Vec<(String, Keys)> {
    let split: Vec<(Transform, bool)> = keys.iter().map(|key| parts(&key.value)).collect();
    if split.iter().any(|(parts, is_exact)| !is_exact || !parts.is_finite()) {
        let becomes =
            "of which the motion that is more than translation, rotation and scale is lost";
        notes.push(Problem::warning(item.field("keys"), SHEARED, becomes));
    }
    macro_rules! part {
        ($property:ident, $field:ident) => {{
            let part = |(key, (parts, _)): (&Key<Mat4>, &(Transform, bool))| {
                Key::new(key.at, parts.$field, key.interpolation.clone())
            };
            let keys: Vec<Key<_>> = keys.iter().zip(&split).map(part).collect();
            (Property::$property.path(bone), Keys::from(keys))
        }};
    }
    vec![part!(Translation, translation), part!(Rotation, rotation), part!(Scale, scale)]
}

const SHEARED: &str = "a matrix with shear or perspective";

fn sheared(item: &DocumentPath) -> Problem {
    Problem::note(item.clone(), SHEARED, "of which that is lost")
}
