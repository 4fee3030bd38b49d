//! Views of buffers that have only compressed bytes, which nothing here decodes.
//!
//! Source: the extension `EXT_meshopt_compression`. A compressed view keeps its uncompressed form in a buffer that
//! may have no bytes.

use std::collections::{BTreeMap, BTreeSet};

use cueline_assets::{DocumentPath, Problem, Problems};
use serde_json::Value;

/// Extensions that compress views of buffers.
const EXTENSIONS: [&str; 3] =
    ["EXT_meshopt_compression", "KHR_meshopt_compression", "MESHOPT_compression"];

/// Returns `true` for an extension that compresses views of buffers.
pub(super) fn is_compression(extension: &str) -> bool {
    EXTENSIONS.contains(&extension)
}

/// The views without uncompressed bytes, each with the extension that compresses it.
#[derive(Debug, Default)]
pub(super) struct Compressed(BTreeMap<usize, &'static str>);

impl Compressed {
    /// The compressed views of a file; `has_binary` is whether the file has a chunk of bytes, its first buffer.
    pub(super) fn of(root: &Value, has_binary: bool) -> Self {
        let extension = |item: &Value| {
            let all = item.get("extensions")?;
            EXTENSIONS.into_iter().find(|name| all.get(name).is_some())
        };
        let has_bytes = |index: usize| {
            let buffer = list(root, "buffers").get(index);
            let is_there = |buffer: &Value| buffer.get("uri").is_some_and(Value::is_string);
            let inside = index == 0 && has_binary && buffer.and_then(extension).is_none();
            inside || buffer.is_some_and(is_there)
        };
        let views = list(root, "bufferViews").iter().enumerate();
        let lacking = views.filter_map(|(index, view)| {
            let buffer = number(view, "buffer")?;
            extension(view).filter(|_| !has_bytes(buffer)).map(|extension| (index, extension))
        });
        Self(lacking.collect())
    }

    /// The extension, if a view has only compressed bytes.
    pub(super) fn extension(&self, view: usize) -> Option<&'static str> {
        self.0.get(&view).copied()
    }

    /// Adds an error for each compressed view that animations or skins need.
    pub(super) fn refuse_needed(&self, root: &Value, problems: &mut Problems) {
        if self.0.is_empty() {
            return;
        }
        let samplers = list(root, "animations").iter().flat_map(|of| list(of, "samplers"));
        let keys = samplers.flat_map(|of| [number(of, "input"), number(of, "output")]);
        let skins = list(root, "skins").iter().map(|skin| number(skin, "inverseBindMatrices"));
        let accessors: BTreeSet<usize> = keys.chain(skins).flatten().collect();
        let views = accessors.into_iter().filter_map(|accessor| {
            let accessor = list(root, "accessors").get(accessor)?;
            let sparse = ["indices", "values"].map(|part| accessor.get("sparse")?.get(part));
            let holders = [Some(accessor), sparse[0], sparse[1]].into_iter().flatten();
            Some(holders.filter_map(|holder| number(holder, "bufferView")))
        });
        let views: BTreeSet<usize> = views.flatten().collect();
        for (view, extension) in views.iter().filter_map(|view| self.0.get_key_value(view)) {
            let item = DocumentPath::root().field("bufferViews").index(*view);
            let found = format!("keys of animations or poses of skins, compressed ({extension})");
            let needed = "a file that compresses only its vertices, or nothing (export it again)";
            problems.push(Problem::error(item, found, needed));
        }
    }
}

fn list<'a>(of: &'a Value, name: &str) -> &'a [Value] {
    of.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn number(of: &Value, name: &str) -> Option<usize> {
    of.get(name)?.as_u64().and_then(|number| usize::try_from(number).ok())
}
