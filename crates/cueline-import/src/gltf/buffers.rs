//! Bytes of a glTF file, from any source.

use std::{io, ops::Deref, rc::Rc};

use base64::Engine as _;
use cueline_assets::{DocumentPath, Problems};
use gltf_json::{Root, buffer::View, validation::USize64};
use indexmap::IndexMap;
use percent_encoding::percent_decode_str;
use serde_json::Value;

use super::{compression::Compressed, container};
use crate::{beside::is_device, importer::refused};

/// Loads the file at that path, relative to the glTF file.
pub type LoadFile<'a> = dyn FnMut(&str) -> io::Result<Vec<u8>> + 'a;

/// The bytes of a buffer.
enum Bytes<'a> {
    /// In the glTF file itself.
    Inside(&'a [u8]),
    Loaded(Rc<[u8]>),
}

impl Deref for Bytes<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Inside(bytes) => bytes,
            Self::Loaded(bytes) => bytes,
        }
    }
}

/// The buffers of a file, loaded on demand: meshes and pictures may be missing.
pub(super) struct Buffers<'a> {
    root: &'a Root,
    binary: Option<&'a [u8]>,
    compressed: &'a Compressed,
    load_file: &'a mut LoadFile<'a>,
    loaded: Vec<Option<Result<Bytes<'a>, Problems>>>,
    /// Each file once, also if several buffers name it.
    files: IndexMap<String, Rc<[u8]>>,
}

impl<'a> Buffers<'a> {
    pub(super) fn new(
        root: &'a Root,
        binary: Option<&'a [u8]>,
        compressed: &'a Compressed,
        load_file: &'a mut LoadFile<'a>,
    ) -> Self {
        let loaded = root.buffers.iter().map(|_| None).collect();
        Self { root, binary, compressed, load_file, loaded, files: IndexMap::new() }
    }

    /// The bytes of a view of a buffer, and the view.
    pub(super) fn view(&mut self, index: usize) -> Result<(&[u8], &'a View), Problems> {
        let root = self.root;
        let item = DocumentPath::root().field("bufferViews").index(index);
        let missing = |item: DocumentPath, list: &str, count: usize| {
            refused(item, format!("a number beyond the {count} {list}"), "one of them")
        };
        let Some(view) = root.buffer_views.get(index) else {
            return Err(missing(item, "bufferViews", root.buffer_views.len()));
        };
        if let Some(extension) = self.compressed.extension(index) {
            let found = format!("compressed bytes ({extension})");
            return Err(refused(item, found, "bytes that are not compressed"));
        }
        let buffer = view.buffer.value();
        if buffer >= self.loaded.len() {
            return Err(missing(item.field("buffer"), "buffers", root.buffers.len()));
        }
        if self.loaded[buffer].is_none() {
            let bytes = self.load(buffer);
            self.loaded[buffer] = Some(bytes);
        }
        let bytes = match &self.loaded[buffer] {
            Some(Ok(bytes)) => &**bytes,
            Some(Err(problem)) => return Err(problem.clone()),
            None => &[],
        };
        let USize64(start) = view.byte_offset.unwrap_or_default();
        let USize64(length) = view.byte_length;
        slice(bytes, start, length).map(|bytes| (bytes, view)).ok_or_else(|| {
            let found = format!("{length} bytes from byte {start} on");
            refused(item, found, format!("bytes of its buffer, which has {}", bytes.len()))
        })
    }

    fn load(&mut self, index: usize) -> Result<Bytes<'a>, Problems> {
        let buffer = &self.root.buffers[index];
        let item = DocumentPath::root().field("buffers").index(index);
        let USize64(length) = buffer.byte_length;
        let bytes = match buffer.uri.as_deref() {
            None => match self.binary {
                // The chunk may have up to three padding bytes.
                Some(binary) if index == 0 => Bytes::Inside(binary),
                _ => {
                    return Err(refused(item, "no uri", "one, or a buffer in the same file"));
                }
            },
            Some(uri) => match data_of(uri) {
                Some(Ok(data)) => Bytes::Loaded(data.into()),
                Some(Err(found)) => return Err(refused(item.field("uri"), found, "base64")),
                None => {
                    let path = path_of(uri).ok_or_else(|| {
                        let needed = "data, or a file next to this one or in a folder below";
                        refused(item.field("uri"), format!("{uri:?}"), needed)
                    })?;
                    Bytes::Loaded(match self.files.get(&path) {
                        Some(bytes) => bytes.clone(),
                        None => {
                            let bytes = (self.load_file)(&path).map_err(|error| {
                                let found = format!("{path:?}, which cannot be read ({error})");
                                refused(item.field("uri"), found, "a file that can")
                            })?;
                            self.files.entry(path).or_insert(bytes.into()).clone()
                        }
                    })
                }
            },
        };
        if u64::try_from(bytes.len()).is_ok_and(|found| found < length) {
            let found = format!("{} bytes", bytes.len());
            return Err(refused(item, found, format!("the {length} of its byteLength")));
        }
        Ok(bytes)
    }
}

/// These bytes, if all of them exist.
pub(super) fn slice(bytes: &[u8], start: u64, length: u64) -> Option<&[u8]> {
    let start = usize::try_from(start).ok()?;
    let end = start.checked_add(usize::try_from(length).ok()?)?;
    bytes.get(start..end)
}

/// The other files with the buffers of a file, with paths relative to the file; empty if the file cannot be read.
///
/// # Examples
///
/// ```
/// use cueline_import::gltf;
///
/// let file = br#"{"asset": {"version": "2.0"}, "buffers": [{"byteLength": 4, "uri": "fox%201.bin"}]}"#;
/// assert_eq!(gltf::files(file), ["fox 1.bin"]);
/// ```
#[must_use]
pub fn files(file: &[u8]) -> Vec<String> {
    let root = container::open(file).ok().and_then(|it| serde_json::from_slice(it.json).ok());
    let root: Value = root.unwrap_or_default();
    let buffers = root.get("buffers").and_then(Value::as_array).into_iter().flatten();
    let uris = buffers.filter_map(|buffer| buffer.get("uri")?.as_str());
    uris.filter(|uri| !uri.starts_with("data:")).filter_map(path_of).collect()
}

/// The data in a uri (RFC 2397); `None` if the uri names a file.
fn data_of(uri: &str) -> Option<Result<Vec<u8>, String>> {
    let data = uri.strip_prefix("data:")?;
    let Some((kind, text)) = data.split_once(',') else { return Some(Err("no data".into())) };
    if !kind.ends_with(";base64") {
        return Some(Err(format!("data of another encoding ({kind:?})")));
    }
    // Many exporters omit the padding.
    let engine = base64::engine::GeneralPurpose::new(
        &base64::alphabet::STANDARD,
        base64::engine::GeneralPurposeConfig::new()
            .with_decode_padding_mode(base64::engine::DecodePaddingMode::Indifferent),
    );
    Some(engine.decode(text).map_err(|error| error.to_string()))
}

/// The path of a file in a uri, the same in each way to write it; `None` outside of the glTF file's folder.
fn path_of(uri: &str) -> Option<String> {
    let path = percent_decode_str(uri).decode_utf8().ok()?;
    let strange = |part: &str| {
        part.is_empty() || part == ".." || part.contains([':', '\\', '\0']) || is_device(part)
    };
    if path.split('/').any(strange) {
        return None;
    }
    // Else one file would be read and kept as often as a file from a stranger writes its path in another way.
    let parts: Vec<&str> = path.split('/').filter(|part| *part != ".").collect();
    (!parts.is_empty()).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_below_are_asked_for() {
        for (uri, path) in [
            ("a.bin", Some("a.bin")),
            ("./deep/././a%20b.bin", Some("deep/a b.bin")),
            ("/etc/passwd", None),
            ("../a.bin", None),
            ("deep/%2e%2e/%2e%2e/a.bin", None),
            ("http://example.com/a.bin", None),
            ("C:a.bin", None),
            ("..\\a.bin", None),
            ("deep/nul.bin", None),
            ("", None),
            ("./.", None),
        ] {
            assert_eq!(path_of(uri).as_deref(), path, "{uri}");
        }
    }

    #[test]
    fn data_is_read_with_and_without_padding() {
        assert_eq!(data_of("data:application/octet-stream;base64,AAEC"), Some(Ok(vec![0, 1, 2])));
        assert_eq!(data_of("data:;base64,AAE="), Some(Ok(vec![0, 1])));
        assert_eq!(data_of("data:;base64,AAE"), Some(Ok(vec![0, 1])));
        assert!(data_of("data:;base64,?").unwrap().is_err());
        assert!(data_of("data:,abc").unwrap().is_err());
        assert_eq!(data_of("a.bin"), None);
    }
}
