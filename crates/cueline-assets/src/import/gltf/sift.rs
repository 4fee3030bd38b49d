//! What of a glTF file's JSON concerns animation, and notes on the rest.
//!
//! Done before the JSON becomes typed, for three reasons: parts that do not matter cannot make a file
//! unreadable (textures of a newer format, say), what is left out is counted, and channels that have no
//! node, such as those of `KHR_animation_pointer`, would fail to become typed.

use serde_json::{Map, Value};

use crate::{DocumentPath, Problem, Problems, import::json::Untaken};

/// Extensions that compress what is wanted here; without their decoder there is nothing to read.
const COMPRESSION: [&str; 3] =
    ["EXT_meshopt_compression", "KHR_meshopt_compression", "MESHOPT_compression"];

/// Extensions that a file may require: two that concern vertices only, of which nothing is imported, and one that is.
const NO_HINDRANCE: [&str; 3] =
    ["KHR_mesh_quantization", "KHR_draco_mesh_compression", "KHR_animation_pointer"];

/// Lists that are of no concern.
const UNCONCERNED: [&str; 5] = ["cameras", "images", "materials", "samplers", "textures"];

/// What of the JSON has no place in the types of glTF 2.0.
#[derive(Debug, Default)]
pub(super) struct Sifted {
    pub(super) pointers: Vec<Pointer>,
    /// The extras of animations and of nodes, by number.
    pub(super) animations: Vec<(usize, Value)>,
    pub(super) nodes: Vec<(usize, Value)>,
}

/// A channel of `KHR_animation_pointer`.
#[derive(Debug)]
pub(super) struct Pointer {
    pub(super) animation: usize,
    /// The number of its sampler.
    pub(super) sampler: usize,
    /// A JSON pointer to what it moves.
    pub(super) path: String,
}

/// Leaves what concerns animation, with an error for each compression that the file cannot do without.
pub(super) fn sift(root: &mut Value, untaken: &mut Untaken, problems: &mut Problems) -> Sifted {
    let mut sifted = Sifted::default();
    let Value::Object(root) = root else { return sifted };
    required(root, problems);
    for list in UNCONCERNED {
        if let Some(Value::Array(items)) = root.remove(list) {
            items.iter().for_each(|_| untaken.add(list));
        }
    }
    let meshes = root.get_mut("meshes").and_then(Value::as_array_mut);
    for mesh in meshes.into_iter().flatten() {
        untaken.add("meshes.0.(shape)");
        shapeless(mesh);
    }
    // A scene may have no nodes (3.5), which the types do not allow.
    let scenes = root.get_mut("scenes").and_then(Value::as_array_mut);
    for scene in scenes.into_iter().flatten().filter_map(Value::as_object_mut) {
        let _nodes = scene.entry("nodes").or_insert_with(|| Value::Array(Vec::new()));
    }
    let animations = root.get_mut("animations").and_then(Value::as_array_mut);
    for (index, animation) in animations.into_iter().flatten().enumerate() {
        if let Some(channels) = animation.get_mut("channels").and_then(Value::as_array_mut) {
            channels.retain_mut(|channel| {
                is_of_node(channel, untaken, |sampler, path| {
                    sifted.pointers.push(Pointer { animation: index, sampler, path });
                })
            });
        }
        sifted.animations.extend(extras(animation).map(|extras| (index, extras)));
    }
    let nodes = root.get_mut("nodes").and_then(Value::as_array_mut);
    for (index, node) in nodes.into_iter().flatten().enumerate() {
        sifted.nodes.extend(extras(node).map(|extras| (index, extras)));
    }
    let mut path = String::new();
    for (name, value) in root {
        path.clear();
        path.push_str(name);
        additions(value, &mut path, untaken);
    }
    sifted
}

fn extras(item: &mut Value) -> Option<Value> {
    item.as_object_mut()?.remove("extras").filter(|extras| !extras.is_null())
}

/// Extensions without which the file's maker says it cannot be read.
fn required(root: &Map<String, Value>, problems: &mut Problems) {
    let required = root.get("extensionsRequired").and_then(Value::as_array);
    for (index, name) in required.into_iter().flatten().enumerate() {
        let Some(name) = name.as_str() else { continue };
        let item = DocumentPath::root().field("extensionsRequired").index(index);
        if COMPRESSION.contains(&name) {
            problems.push(Problem::error(
                item,
                name,
                "a file without compression (export it again)",
            ));
        } else if !NO_HINDRANCE.contains(&name) {
            problems.push(Problem::note(item, name, "of which nothing is taken"));
        }
    }
}

/// Leaves of a mesh how many morph targets it has and how much of them shows.
fn shapeless(mesh: &mut Value) {
    let primitives = mesh.get_mut("primitives").and_then(Value::as_array_mut);
    for primitive in primitives.into_iter().flatten() {
        let Some(primitive) = primitive.as_object_mut() else { continue };
        primitive.remove("material");
        primitive.remove("extensions");
        primitive.insert("attributes".into(), Value::Object(Map::new()));
        for target in
            primitive.get_mut("targets").and_then(Value::as_array_mut).into_iter().flatten()
        {
            *target = Value::Object(Map::new());
        }
    }
}

/// Whether the channel moves something that a node has. `pointer` gets the sampler and the path of any other.
fn is_of_node(
    channel: &mut Value,
    untaken: &mut Untaken,
    mut pointer: impl FnMut(usize, String),
) -> bool {
    let sampler = channel.get("sampler").and_then(Value::as_u64);
    let Some(target) = channel.get_mut("target").and_then(Value::as_object_mut) else {
        return true; // to be refused for it
    };
    let path = target.get("path").and_then(Value::as_str);
    match path {
        Some("translation" | "rotation" | "scale" | "weights") | None => {}
        Some("pointer") => {
            let path = target.get("extensions").and_then(|all| all.get("KHR_animation_pointer"));
            let path = path.and_then(|own| own.get("pointer")).and_then(Value::as_str);
            let Some(path) = path.map(str::to_owned) else {
                untaken.lose("animations.0.channels.0.target.(a pointer to nothing)");
                return false;
            };
            if let Some((node, property)) = node_of(&path) {
                *target = Map::new();
                target.insert("node".into(), node.into());
                target.insert("path".into(), property.into());
                return true;
            }
            match sampler.and_then(|sampler| usize::try_from(sampler).ok()) {
                Some(sampler) => pointer(sampler, path),
                None => untaken.lose("animations.0.channels.0.(a pointer without a sampler)"),
            }
            return false;
        }
        Some(_) => {
            untaken.lose("animations.0.channels.0.target.path.(unknown)");
            return false;
        }
    }
    if !target.contains_key("node") {
        // To be passed over by a reader that does not know the extension that says what it moves (3.11).
        untaken.lose("animations.0.channels.0.target.(without a node)");
        return false;
    }
    true
}

/// The node and the property of a pointer to something that channels without pointers move too.
fn node_of(path: &str) -> Option<(u64, &str)> {
    let (node, property) = path.strip_prefix("/nodes/")?.split_once('/')?;
    let known = ["translation", "rotation", "scale", "weights"].contains(&property);
    known.then_some((node.parse().ok()?, property))
}

/// Takes extensions and extras out, and counts them.
fn additions(value: &mut Value, path: &mut String, untaken: &mut Untaken) {
    let length = path.len();
    match value {
        Value::Array(items) => {
            path.push_str(".0");
            items.iter_mut().for_each(|item| additions(item, path, untaken));
        }
        Value::Object(fields) => {
            if fields.remove("extras").is_some() {
                untaken.add(&format!("{path}.extras"));
            }
            match fields.remove("extensions") {
                Some(Value::Object(extensions)) => {
                    extensions.keys().for_each(|name| untaken.add(&format!("{path}.({name})")));
                }
                Some(_) => untaken.lose(&format!("{path}.extensions")),
                None => {}
            }
            for (name, field) in fields {
                path.push('.');
                path.push_str(name);
                additions(field, path, untaken);
                path.truncate(length);
            }
        }
        _ => {}
    }
    path.truncate(length);
}
