//! The triangles that nodes show, for previews.

use cueline_assets::{DocumentPath, Problem, Problems, Severity};
use gltf_json::{Root, accessor::Type};
use serde::Deserialize;
use serde_json::Value;

use super::{
    LoadFile,
    accessors::{Accessors, Wanted},
    animation::{Left, TrackRequest},
    gather,
};
use crate::{importer::refused, names::Names};

/// The shapes of a file, and the nodes that show them. See the example of [`shapes`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shapes {
    /// Each part of each mesh.
    pub shapes: Vec<Shape>,
    /// The nodes that show them.
    pub nodes: Vec<ShapeNode>,
    /// The parts that were left out, such as compressed ones.
    pub notes: Problems,
}

/// A node with a shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeNode {
    /// The name of the node in the skeleton `scene`.
    pub node: String,
    /// The skin that moves the vertices; the node itself without one.
    pub skin: Option<String>,
    /// The index of the shape.
    pub shape: usize,
}

/// Triangles of a mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shape {
    /// Positions of the vertices in the rest pose.
    pub places: Vec<[f32; 3]>,
    /// For each morph target, how far it moves each vertex at a weight of 1.
    pub targets: Vec<Vec<[f32; 3]>>,
    /// For each vertex, the joints that move it, by their index in the skin, and by how much each does. Empty
    /// without a skin. A wrong file may name joints beyond those of the skin, which move nothing, and weights whose sum is
    /// not 1.
    pub joints: Vec<[(usize, f32); 4]>,
    /// The three vertices of each triangle, all below the number of places.
    pub triangles: Vec<[usize; 3]>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Mesh {
    primitives: Vec<Primitive>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Primitive {
    attributes: Attributes,
    indices: Option<usize>,
    mode: Option<u32>,
    targets: Vec<Attributes>,
    extensions: Option<Value>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Attributes {
    #[serde(rename = "POSITION")]
    places: Option<usize>,
    #[serde(rename = "JOINTS_0")]
    joints: Option<usize>,
    #[serde(rename = "WEIGHTS_0")]
    weights: Option<usize>,
}

/// Reads the triangles of a file, for previews: without materials, and four joints for each vertex at most. Lines, points
/// and compressed parts are left out, with a note.
///
/// # Errors
///
/// As [`read`](super::read), apart from values of animations, which are not read.
///
/// # Examples
///
/// ```
/// use cueline_import::gltf;
///
/// // A flag of one triangle on a node.
/// let file = br#"{"asset": {"version": "2.0"}, "nodes": [{"name": "flag", "mesh": 0}],
///     "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
///     "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
///     "bufferViews": [{"buffer": 0, "byteLength": 36}],
///     "buffers": [{"byteLength": 36, "uri":
///         "data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]}"#;
/// let shapes = gltf::shapes(file, &mut gltf::no_files)?;
/// assert!(shapes.notes.is_empty(), "nothing is left out");
/// let flag = &shapes.nodes[0];
/// assert_eq!((&*flag.node, &flag.skin), ("flag", &None));
/// let shape = &shapes.shapes[flag.shape];
/// assert_eq!(shape.triangles, [[0, 1, 2]]);
/// assert_eq!(shape.places[1], [1.0, 0.0, 0.0]);
/// # Ok::<(), cueline_assets::Problems>(())
/// ```
pub fn shapes(file: &[u8], load_file: &mut LoadFile<'_>) -> Result<Shapes, Problems> {
    let request = TrackRequest { values: false, shapes: true, track: |_, _, _, _, _| Ok(()) };
    let gathered = gather(file, load_file, &request)?;
    if gathered.problems.has_errors() {
        return Err(gathered.problems);
    }
    Ok(gathered.shapes)
}

/// The meshes in the JSON of a file, before all but their names is taken from it.
pub(super) fn meshes(json: &Value) -> Vec<Value> {
    json.get("meshes").and_then(Value::as_array).cloned().unwrap_or_default()
}

pub(super) fn read(
    meshes: Vec<Value>,
    root: &Root,
    names: &Names,
    accessors: &mut Accessors<'_>,
    left: &mut Left,
) -> Shapes {
    let mut all = Shapes::default();
    let mut ranges = Vec::new();
    for (index, mesh) in meshes.into_iter().enumerate() {
        let start = all.shapes.len();
        let item = DocumentPath::root().field("meshes").index(index);
        // A mesh of another form is left out like one that is compressed.
        let mesh: Mesh = serde_json::from_value(mesh).unwrap_or_default();
        for (index, part) in mesh.primitives.iter().enumerate() {
            let item = item.field("primitives").index(index);
            match shape(part, &item, accessors, left) {
                Ok(shape) => all.shapes.push(shape),
                Err(found) => {
                    let first = found.iter().next().map(Problem::to_string).unwrap_or_default();
                    all.notes.push(Problem::note(item, first, "which is not shown"));
                }
            }
        }
        ranges.push(start..all.shapes.len());
    }
    let own = root.skins.iter().map(|skin| skin.name.as_deref());
    let skins = Names::new("skins", own, &mut Problems::new());
    for (index, node) in root.nodes.iter().enumerate() {
        let (Some(name), Some(mesh)) = (names.get(index), node.mesh) else { continue };
        let skin = node.skin.and_then(|skin| skins.get(skin.value())).map(str::to_owned);
        let shapes = ranges.get(mesh.value()).cloned().unwrap_or_default();
        // Any number of nodes may show one mesh of any number of parts.
        let memory = name.len() + skin.as_ref().map_or(0, String::len) + size_of::<ShapeNode>();
        let item = DocumentPath::root().field("nodes").index(index);
        if let Err(found) = left.take(memory.saturating_mul(shapes.len()), accessors, &item) {
            all.notes.extend(found.into_iter().map(|problem| Problem {
                severity: Severity::Note,
                needed: "which are not shown".into(),
                ..problem
            }));
            break;
        }
        all.nodes.extend(shapes.map(|shape| ShapeNode {
            node: name.into(),
            skin: skin.clone(),
            shape,
        }));
    }
    all
}

fn shape(
    part: &Primitive,
    item: &DocumentPath,
    accessors: &mut Accessors<'_>,
    left: &mut Left,
) -> Result<Shape, Problems> {
    if part.mode.unwrap_or(4) != 4 {
        return Err(refused(item.field("mode"), "another form", "triangles"));
    }
    if part.extensions.as_ref().is_some_and(|all| all.get("KHR_draco_mesh_compression").is_some()) {
        return Err(refused(item.field("extensions"), "compressed vertices", "plain ones"));
    }
    let missing = || refused(item.field("attributes"), "no POSITION", "one");
    let places = vectors(part.attributes.places.ok_or_else(missing)?, accessors, item, left)?;
    let mut targets = Vec::new();
    for target in &part.targets {
        targets.push(match target.places {
            Some(accessor) => vectors(accessor, accessors, item, left)?,
            None => Vec::new(),
        });
    }
    let joints = match (part.attributes.joints, part.attributes.weights) {
        (Some(joints), Some(weights)) => {
            let joints = accessors.whole(joints, Type::Vec4)?;
            let wanted = Wanted { of: Type::Vec4, normalized: true, whole: false };
            let weights = accessors.read(weights, wanted)?;
            if let Some(by) = weights.iter().find(|by| !by.is_finite()) {
                let found = format!("the weight {by}");
                return Err(refused(item.field("attributes"), found, "finite weights"));
            }
            left.take(joints.len() * size_of::<(usize, f32)>(), accessors, item)?;
            let pairs = joints.chunks_exact(4).zip(weights.chunks_exact(4));
            pairs.map(|(joint, by)| [0, 1, 2, 3].map(|n| (joint[n], by[n]))).collect()
        }
        _ => Vec::new(),
    };
    let corners = match part.indices {
        Some(indices) => accessors.whole(indices, Type::Scalar)?,
        None => (0..places.len()).collect(),
    };
    left.take(corners.len() * size_of::<usize>(), accessors, item)?;
    let triangles = corners.chunks_exact(3).map(|corner| [corner[0], corner[1], corner[2]]);
    let triangles: Vec<_> = triangles.collect();
    if triangles.as_flattened().iter().any(|corner| *corner >= places.len()) {
        let needed = format!("numbers below {}", places.len());
        return Err(refused(item.field("indices"), "a vertex that does not exist", needed));
    }
    Ok(Shape { places, targets, joints, triangles })
}

fn vectors(
    accessor: usize,
    accessors: &mut Accessors<'_>,
    item: &DocumentPath,
    left: &mut Left,
) -> Result<Vec<[f32; 3]>, Problems> {
    // `KHR_mesh_quantization` allows whole numbers, which the transform of the node scales.
    let wanted = Wanted { of: Type::Vec3, normalized: true, whole: true };
    left.take(accessors.count(accessor, wanted)? * size_of::<f32>(), accessors, item)?;
    let numbers = accessors.read(accessor, wanted)?;
    if numbers.iter().any(|number| !number.is_finite()) {
        return Err(refused(item.clone(), "a number that is not finite", "finite numbers"));
    }
    Ok(numbers.chunks_exact(3).map(|n| [n[0], n[1], n[2]]).collect())
}
