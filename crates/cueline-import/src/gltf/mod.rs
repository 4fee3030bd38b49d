//! glTF 2.0, text (`.gltf`) and binary (`.glb`).
//!
//! Each animation is a clip; the tree of nodes with their rest poses, and the skins, are one skeleton called `scene`.
//! Tracks have [paths](cueline_assets::rig::Property) such as `arm.L/rotation` and `face/weights/0`. Steps, lines and cubic
//! curves keep their interpolation; see below for cubic rotations. [`Rig`](cueline_assets::rig::Rig) plays the clips.
//!
//! - **Pointers** (`KHR_animation_pointer`) are tracks under their JSON pointer, such as
//!   `/materials/0/pbrMetallicRoughness/baseColorFactor`: numbers, `Vec2`, `Vec3`, `Vec4`; `bool` for `/visible`. Pointers
//!   to translations, rotations, scales and weights of nodes are tracks of the node.
//! - **Cues**: a list `markers`, `events` or `cues` in the extras of an animation, of items with a `name` and a `time` in
//!   seconds. A cue is an effect unless its `kind` is `state` or its name begins with `state:`. All extras of animations are in the clip's `meta` under `extras`, as JSON, those of nodes in the skeleton's
//!   under `NODE/extras`. `NODE/skin` there names the skin of the node's mesh.
//! - **Times** are exact. A key time within two units in the last place of a frame of a usual rate is that frame; of
//!   those rates, a clip gets the one with the most keys on its frames. Other times are rounded to the nearest flick,
//!   with a note.
//! - **Names**: a node without a name gets the name `nodes[3]` from its index; of two nodes with the same name the
//!   later one gets its index as a suffix (`bone#7`), with a note.
//! - **Cubic rotations** use angular velocities here, while glTF blends quaternions number by number. The importer
//!   adds keys where the two differ by more than a ten-thousandth of a radian.
//! - **Not imported**, with a note: meshes except for their morph targets, materials, pictures, cameras, other extras
//!   and extensions. Draco compresses vertices only, so motion is read; meshopt may compress
//!   all, and a file whose keys or skins it compresses is refused.
//!
//! [`shapes`] reads the triangles of meshes for previews, and [`contents`] lists what a file holds without decoding values of keys.
//!
//! Source: the glTF 2.0 specification; comments name its sections.

mod accessors;
mod animation;
mod buffers;
mod channel;
mod compression;
mod container;
mod contents;
mod extras;
mod nodes;
mod shapes;
mod sift;

use std::{io, path::Path};

use cueline::time::TickRate;
use cueline_assets::{ClipFile, CueSource, Document, DocumentPath, Named, Problem, Problems, Read};
use gltf_json::Root;
use serde_json::Value;

use self::{
    accessors::Accessors,
    animation::{Left, TRACKS, TrackRequest, tracks},
    buffers::Buffers,
    channel::Curve,
    nodes::skeleton,
};
pub use self::{
    buffers::{LoadFile, files},
    contents::{ClipContents, Contents, TrackContents, contents},
    shapes::{Shape, ShapeNode, Shapes, shapes},
};
use crate::{
    beside::read_beside,
    density,
    importer::{Importer, done, refused},
    json::{self, Unread},
    motion::Motion,
    names::Names,
    spline::KEYS_TO_ADD,
};

pub(crate) const IMPORTER: Importer = Importer {
    // A VRM is a glTF by its own specification.
    extensions: &["gltf", "glb", "vrm", "vrma"],
    is: |file, fields| file.starts_with(b"glTF") || (fields.top("asset") && fields.any("version")),
    read: in_folder,
};

/// Reads the bytes of an existing file.
pub(super) fn in_folder(file: &[u8], path: &Path) -> Result<Read, Problems> {
    let folder = path.parent().unwrap_or(Path::new(""));
    read(file, &mut |path: &str| read_beside(folder, path))
}

/// Reads the content of a file; `load_file` loads buffers in other files, with paths relative to the glTF file and always
/// inside of its folder.
///
/// # Errors
///
/// Everything that is wrong with the file: another format than glTF 2.0, compression, truncation, missing references,
/// cycles of nodes, times that run backwards, numbers that are not finite, counts that are too large for the size of
/// the file.
///
/// # Examples
///
/// ```
/// use cueline_import::gltf;
///
/// let text = br#"{"asset": {"version": "2.0"}, "nodes": [{"name": "hip", "translation": [0, 1, 0]}]}"#;
/// let read = gltf::read(text, &mut gltf::no_files)?;
/// assert_eq!(read.document.skeletons["scene"].nodes["hip"].rest.translation.y, 1.0);
///
/// let circle = br#"{"asset": {"version": "2.0"}, "nodes": [{"children": [0]}]}"#;
/// let problems = gltf::read(circle, &mut gltf::no_files).unwrap_err();
/// assert_eq!(
///     problems.to_string(),
///     "error: nodes[0]: found a node that is its own descendant, needed a tree"
/// );
/// # Ok::<(), cueline_assets::Problems>(())
/// ```
pub fn read(file: &[u8], load_file: &mut LoadFile<'_>) -> Result<Read, Problems> {
    let request = TrackRequest { values: true, shapes: false, track: Curve::track };
    let Gathered { mut document, clips, motion, problems, .. } = gather(file, load_file, &request)?;
    document.clips = clips
        .into_iter()
        .map(|(name, Moved { rate, tracks, cues, extras })| {
            let meta = extras.map(|extras| ("extras".into(), extras)).into_iter().collect();
            (name, ClipFile { rate: Some(rate), tracks, cues, meta, ..ClipFile::default() })
        })
        .collect();
    done(document, motion, problems)
}

/// What is read of a file: tracks as `T`.
struct Gathered<T> {
    /// All but the clips.
    document: Document,
    clips: Named<Moved<T>>,
    shapes: Shapes,
    motion: Motion,
    problems: Problems,
}

/// An animation.
struct Moved<T> {
    rate: TickRate,
    tracks: Named<T>,
    cues: Vec<CueSource>,
    extras: Option<String>,
}

fn gather<T>(
    file: &[u8],
    load_file: &mut LoadFile<'_>,
    request: &TrackRequest<T>,
) -> Result<Gathered<T>, Problems> {
    let container = container::open(file)?;
    let (mut unread, mut problems) = (Unread::default(), Problems::new());
    let mut motion = Motion::default();
    density::check(container.json, density::Items::All)?;
    let mut value: Value = json::read(container.json, &mut unread)?;
    let meshes = if request.shapes { shapes::meshes(&value) } else { Vec::new() };
    let extracted =
        sift::sift(&mut value, container.binary.is_some(), &mut unread, &mut motion, &mut problems);
    if problems.has_errors() {
        return Err(problems);
    }
    let root: Root = json::typed(value, &mut unread).map_err(|(item, error)| {
        let (found, needed) = json::words(&error, || "another value".into());
        refused(item, found, needed)
    })?;
    if !root.asset.version.starts_with("2.") {
        let item = DocumentPath::root().field("asset").field("version");
        problems.push(Problem::error(item, format!("{:?}", root.asset.version), "\"2.0\""));
    }

    let own = root.nodes.iter().map(|node| node.name.as_deref());
    let names = Names::new("nodes", own, &mut problems);
    let mut accessors = Accessors::new(
        &root,
        Buffers::new(&root, container.binary, &extracted.compressed, load_file),
    );
    let mut document = Document::default();
    if !root.nodes.is_empty() {
        let mut skeleton = skeleton(&root, &names, &mut accessors, &mut problems);
        for (index, extras) in extracted.nodes {
            if let Some(name) = names.get(index) {
                skeleton.meta.insert(format!("{name}/extras"), extras.to_string());
            }
        }
        document.skeletons.insert("scene".into(), skeleton);
    }
    let own = root.animations.iter().map(|animation| animation.name.as_deref());
    let own_names = Names::new("animations", own, &mut problems);
    let mut left = Left { keys: KEYS_TO_ADD, tracks: TRACKS, file: file.len(), memory: 0 };
    let shapes = shapes::read(meshes, &root, &names, &mut accessors, &mut left);
    let mut clips = Named::default();
    for (index, animation) in root.animations.iter().enumerate() {
        let item = DocumentPath::root().field("animations").index(index);
        let own: Vec<_> = of_animation(&extracted.pointers, index, |pointer| pointer.animation);
        let (rate, tracks) = tracks(
            &root,
            animation,
            &own,
            &item,
            &names,
            &mut accessors,
            request,
            &mut left,
            &mut motion,
            &mut problems,
        );
        let extras = of_animation(&extracted.animations, index, |(of, _)| *of);
        let extras = extras.first().map(|(_, extras)| extras);
        let cues = extras.map(|extras| extras::cues(extras, &item.field("extras"), &mut problems));
        if let Some(name) = own_names.get(index) {
            let (cues, extras) = (cues.unwrap_or_default(), extras.map(Value::to_string));
            clips.insert(name.into(), Moved { rate, tracks, cues, extras });
        }
    }
    if let Some(generator) = root.asset.generator {
        document.meta.insert("generator".into(), generator);
    }
    unread.report(&mut problems);
    Ok(Gathered { document, clips, shapes, motion, problems })
}

/// The items of an animation, of a list in the order of the animations.
fn of_animation<T>(list: &[T], animation: usize, of: impl Fn(&T) -> usize) -> Vec<&T> {
    let start = list.partition_point(|item| of(item) < animation);
    list[start..].iter().take_while(|item| of(item) == animation).collect()
}

/// For [`read`]: a file that contains all of its buffers.
///
/// # Errors
///
/// Always.
///
/// # Examples
///
/// ```
/// use cueline_import::gltf;
///
/// assert!(gltf::no_files("fox.bin").is_err());
/// ```
pub fn no_files(path: &str) -> io::Result<Vec<u8>> {
    Err(io::Error::new(io::ErrorKind::NotFound, format!("no other files, not {path:?} either")))
}
