//! Extracts the animation parts of a glTF file's JSON, with notes on the rest.
//!
//! This happens before the JSON becomes typed, for three reasons: unrelated parts cannot make a file unreadable
//! (textures of a newer format, for example), omitted parts are counted, and channels without a node, such as those of
//! `KHR_animation_pointer`, do not fit the types.

use cueline_assets::{DocumentPath, Problem, Problems};
use serde_json::{Map, Value};

use super::compression::{Compressed, is_compression};
use crate::{json::Unread, motion::Motion};

/// Extensions that a file may require: two that concern vertices only, which are not imported, and one that is
/// supported.
const NO_HINDRANCE: [&str; 3] =
    ["KHR_mesh_quantization", "KHR_draco_mesh_compression", "KHR_animation_pointer"];

/// Lists that are ignored.
const UNCONCERNED: [&str; 5] = ["cameras", "images", "materials", "samplers", "textures"];

/// The kind of animated properties that pointers lead to, and of those of unknown extensions.
pub(super) const POINTER: &str = "pointer";
const OTHER: &str = "unknown";

/// The parts of the JSON that the types of glTF 2.0 do not have.
#[derive(Debug, Default)]
pub(super) struct Extracted {
    pub(super) pointers: Vec<Pointer>,
    /// The extras of animations and of nodes, by index.
    pub(super) animations: Vec<(usize, Value)>,
    pub(super) nodes: Vec<(usize, Value)>,
    pub(super) compressed: Compressed,
}

/// A channel of `KHR_animation_pointer`.
#[derive(Debug)]
pub(super) struct Pointer {
    pub(super) animation: usize,
    /// The index of its sampler.
    pub(super) sampler: usize,
    /// A JSON pointer to the moved property.
    pub(super) path: String,
}

/// Keeps the animation parts, and adds an error for each of them that is compressed. `has_binary` is whether the file has
/// a chunk of bytes.
pub(super) fn sift(
    root: &mut Value,
    has_binary: bool,
    unread: &mut Unread,
    motion: &mut Motion,
    problems: &mut Problems,
) -> Extracted {
    whole(root);
    let compressed = Compressed::of(root, has_binary);
    compressed.refuse_needed(root, problems);
    let mut extracted = Extracted { compressed, ..Extracted::default() };
    let Value::Object(fields) = &mut *root else { return extracted };
    required(fields, problems);
    for list in UNCONCERNED {
        if let Some(Value::Array(items)) = fields.remove(list) {
            items.iter().for_each(|_| unread.add(list));
        }
    }
    let meshes = fields.get_mut("meshes").and_then(Value::as_array_mut);
    for mesh in meshes.into_iter().flatten() {
        unread.add("meshes.0.(shape)");
        shapeless(mesh);
    }
    // A scene may have no nodes (3.5), but the types require them.
    let scenes = fields.get_mut("scenes").and_then(Value::as_array_mut);
    for scene in scenes.into_iter().flatten().filter_map(Value::as_object_mut) {
        let _nodes = scene.entry("nodes").or_insert_with(|| Value::Array(Vec::new()));
    }
    let animations = fields.get_mut("animations").and_then(Value::as_array_mut);
    for (index, animation) in animations.into_iter().flatten().enumerate() {
        if let Some(channels) = animation.get_mut("channels").and_then(Value::as_array_mut) {
            channels.retain_mut(|channel| {
                is_of_node(channel, unread, motion, |sampler, path| {
                    extracted.pointers.push(Pointer { animation: index, sampler, path });
                })
            });
        }
        extracted.animations.extend(extras(animation).map(|extras| (index, extras)));
    }
    let nodes = fields.get_mut("nodes").and_then(Value::as_array_mut);
    for (index, node) in nodes.into_iter().flatten().enumerate() {
        extracted.nodes.extend(extras(node).map(|extras| (index, extras)));
    }
    additions(root, &mut String::new(), unread);
    extracted
}

/// Writes numbers such as 2.0 as whole numbers, which they are in JSON; the types want the difference.
#[expect(clippy::cast_possible_truncation, reason = "a whole number below 2^53")]
fn whole(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(whole),
        Value::Object(fields) => {
            fields.iter_mut().filter(|(name, _)| *name != "extras").for_each(|(_, it)| whole(it));
        }
        Value::Number(number) if number.is_f64() => {
            let is_whole = |float: &f64| float.fract() == 0.0 && float.abs() < 9e15;
            // -0 is no whole number.
            if let Some(float) = number.as_f64().filter(is_whole)
                && (float != 0.0 || float.is_sign_positive())
            {
                *value = Value::from(float as i64);
            }
        }
        _ => {}
    }
}

fn extras(item: &mut Value) -> Option<Value> {
    item.as_object_mut()?.remove("extras").filter(|extras| !extras.is_null())
}

/// Extensions that the file declares as required. What is compressed is known by its views.
fn required(root: &Map<String, Value>, problems: &mut Problems) {
    let required = root.get("extensionsRequired").and_then(Value::as_array);
    for (index, name) in required.into_iter().flatten().enumerate() {
        let Some(name) = name.as_str() else { continue };
        let item = DocumentPath::root().field("extensionsRequired").index(index);
        if !NO_HINDRANCE.contains(&name) && !is_compression(name) {
            problems.push(Problem::note(item, name, "whose content is not imported"));
        }
    }
}

/// Keeps only the number of morph targets of a mesh, and their weights.
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

/// Returns `true` if the channel moves a property of a node. `pointer` gets the sampler and the path of any other
/// channel.
fn is_of_node(
    channel: &mut Value,
    unread: &mut Unread,
    motion: &mut Motion,
    mut pointer: impl FnMut(usize, String),
) -> bool {
    let sampler = channel.get("sampler").and_then(Value::as_u64);
    let Some(target) = channel.get_mut("target").and_then(Value::as_object_mut) else {
        return true; // kept, so that the typed reader refuses it
    };
    let mut lost = |path: &str| {
        unread.add(path);
        motion.lost(OTHER);
    };
    let path = target.get("path").and_then(Value::as_str);
    match path {
        Some("translation" | "rotation" | "scale" | "weights") | None => {}
        Some("pointer") => {
            let path = target.get("extensions").and_then(|all| all.get("KHR_animation_pointer"));
            let path = path.and_then(|own| own.get("pointer")).and_then(Value::as_str);
            let Some(path) = path.map(str::to_owned) else {
                lost("animations.0.channels.0.target.(a pointer to nothing)");
                return false;
            };
            if let Some((node, property)) = node_of(&path) {
                *target = Map::new();
                target.insert("node".into(), node.into());
                target.insert("path".into(), property.into());
                motion.found(property, 1);
                return true;
            }
            match sampler.and_then(|sampler| usize::try_from(sampler).ok()) {
                Some(sampler) => {
                    motion.found(POINTER, 1);
                    pointer(sampler, path);
                }
                None => lost("animations.0.channels.0.(a pointer without a sampler)"),
            }
            return false;
        }
        Some(_) => {
            lost("animations.0.channels.0.target.path.(unknown)");
            return false;
        }
    }
    if !target.contains_key("node") {
        // A reader without the extension must ignore this channel (3.11).
        lost("animations.0.channels.0.target.(without a node)");
        return false;
    }
    motion.found(path.unwrap_or(OTHER), 1);
    true
}

/// The node and the property of a pointer, if channels without pointers can move that property too.
fn node_of(path: &str) -> Option<(u64, &str)> {
    let (node, property) = path.strip_prefix("/nodes/")?.split_once('/')?;
    let known = ["translation", "rotation", "scale", "weights"].contains(&property);
    known.then_some((node.parse().ok()?, property))
}

/// Removes extensions and extras, and counts them. The types would refuse extras of some kinds.
fn additions(value: &mut Value, path: &mut String, unread: &mut Unread) {
    let length = path.len();
    match value {
        Value::Array(items) => {
            path.push_str(".0");
            items.iter_mut().for_each(|item| additions(item, path, unread));
        }
        Value::Object(fields) => {
            if fields.remove("extras").is_some() {
                unread.add(&format!("{path}.extras"));
            }
            match fields.remove("extensions") {
                Some(Value::Object(extensions)) => {
                    extensions.keys().for_each(|name| unread.add(&format!("{path}.({name})")));
                }
                Some(_) => unread.add(&format!("{path}.extensions")),
                None => {}
            }
            for (name, field) in fields {
                path.push('.');
                // Otherwise very many extras below a very long name take the square of the file.
                path.push_str(&name[..name.floor_char_boundary(64)]);
                additions(field, path, unread);
                path.truncate(length);
            }
        }
        _ => {}
    }
    path.truncate(length);
}
