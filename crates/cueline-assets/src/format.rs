//! Detects the format of a file, and reads and writes whole files.

use std::path::Path;

use crate::{
    binary,
    document::Document,
    problem::{DocumentPath, Problem, Problems},
    read::{Read, read_text, write_text},
    text::{Kind, Style, scan},
};

/// A format of Cueline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// For people: RON, with comments. `.ron`
    Ron,
    /// For people and other programs: JSON. `.json`
    Json,
    /// For shipping: small and quick to read. `.cue`
    ///
    /// The reader reads keys directly from the bytes, one at a time, on every platform; the bytes may be a memory-mapped
    /// file.
    Binary,
}

impl Format {
    /// The format of a file extension; `None` if it is not one of Cueline's.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline_assets::Format;
    ///
    /// assert_eq!(Format::of_name("clips/walk.RON"), Some(Format::Ron));
    /// assert_eq!(Format::of_name("walk.glb"), None);
    /// ```
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        let extension = Path::new(name).extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "ron" => Some(Self::Ron),
            "json" => Some(Self::Json),
            "cue" => Some(Self::Binary),
            _ => None,
        }
    }

    /// The format of the content of a file; `None` if it is not one of Cueline's.
    ///
    /// A text is one of Cueline's if it has a whole number `version` on its outermost level, and no field that marks
    /// files of Tiled or a `package.json`.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline_assets::Format;
    ///
    /// assert_eq!(Format::of_content(b"(version: 1)"), Some(Format::Ron));
    /// assert_eq!(Format::of_content(br#"{"version": 1}"#), Some(Format::Json));
    /// assert_eq!(Format::of_content(b"a letter"), None);
    /// ```
    #[must_use]
    pub fn of_content(bytes: &[u8]) -> Option<Self> {
        if binary::is_binary(bytes) {
            return Some(Self::Binary);
        }
        let node = scan(std::str::from_utf8(bytes).ok()?).ok()?;
        let field = |name| {
            let mut entries = node.entries()?.iter();
            entries.find(|entry| entry.key.as_key() == Some(name)).map(|entry| &entry.value.kind)
        };
        let versioned = match field("version")? {
            Kind::Number(_) => true,
            Kind::Text(version) => version.parse::<u32>().is_ok(),
            _ => false,
        };
        let foreign =
            ["tiledversion", "tilewidth", "type"].into_iter().any(|name| field(name).is_some());
        let versioned = versioned && !foreign;
        let json = matches!(node.kind, Kind::Map(_));
        versioned.then_some(if json { Self::Json } else { Self::Ron })
    }

    /// The extension of files of this format, without a dot.
    ///
    /// # Examples
    ///
    /// ```
    /// assert_eq!(cueline_assets::Format::Binary.extension(), "cue");
    /// ```
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Ron => "ron",
            Self::Json => "json",
            Self::Binary => "cue",
        }
    }
}

/// Reads the content of a file in any of Cueline's formats. Problems show `name` as the name of the file.
///
/// # Errors
///
/// All problems of the file.
///
/// # Examples
///
/// ```
/// let text = r#"(version: 1, clips: {"hop": (tracks: {"y": F32([(at: 0, value: 1.0), (at: -2, valeu: 0)])})})"#;
/// let problems = cueline_assets::read(text.as_bytes(), "hop.ron").unwrap_err();
/// assert_eq!(problems.len(), 2);
/// assert_eq!(
///     problems.to_string().lines().next(),
///     Some("hop.ron:1:70: error: clips.\"hop\".tracks.\"y\"[1]: found no `value`, needed one"),
/// );
/// ```
pub fn read(bytes: &[u8], name: &str) -> Result<Read, Problems> {
    let read = if binary::is_binary(bytes) || Format::of_name(name) == Some(Format::Binary) {
        binary::read(bytes)
    } else {
        match std::str::from_utf8(bytes) {
            Ok(text) => read_text(text),
            Err(error) => {
                let found = format!("byte {}, which is not UTF-8", error.valid_up_to());
                Err(Problem::error(DocumentPath::root(), found, "text in UTF-8").into())
            }
        }
    };
    match read {
        Ok(read) => Ok(Read { notes: read.notes.in_file(name), ..read }),
        Err(problems) => Err(problems.in_file(name)),
    }
}

/// Reads a file in any of Cueline's formats.
///
/// # Errors
///
/// As [`read`]; also if the file cannot be read.
///
/// # Examples
///
/// ```
/// let problems = cueline_assets::read_file("no/such/file.ron").unwrap_err();
/// assert!(problems.to_string().starts_with("no/such/file.ron: error: found No such file"));
/// ```
pub fn read_file(path: impl AsRef<Path>) -> Result<Read, Problems> {
    let name = path.as_ref().display().to_string();
    match bytes_of(path.as_ref()) {
        Ok(bytes) => read(&bytes, &name),
        Err(problems) => Err(problems.in_file(&name)),
    }
}

/// The content of a file.
pub(crate) fn bytes_of(path: &Path) -> Result<Vec<u8>, Problems> {
    std::fs::read(path).map_err(|error| {
        Problem::error(DocumentPath::root(), error.to_string(), "a file to read").into()
    })
}

/// The bytes of a file with this document.
///
/// # Errors
///
/// A value without a written form, such as an interpolation that this version does not know.
///
/// # Examples
///
/// ```
/// use cueline_assets::{Document, Format, read, write};
///
/// let document = Document::default();
/// let bytes = write(&document, Format::Json)?;
/// assert_eq!(read(&bytes, "empty.json")?.document, document);
/// # Ok::<(), cueline_assets::Problems>(())
/// ```
pub fn write(document: &Document, format: Format) -> Result<Vec<u8>, Problems> {
    match format {
        Format::Ron => write_text(document, Style::Ron, None).map(|(text, _)| text.into_bytes()),
        Format::Json => write_text(document, Style::Json, None).map(|(text, _)| text.into_bytes()),
        Format::Binary => binary::write(document),
    }
}

/// The document as RON, with the comments of `old`, the text from which it was read. Returns the number of comments
/// that were dropped because their item no longer exists.
///
/// Comments go to fields and names with the same name, and in lists to items with the same beginning, such as keys at
/// the same time.
///
/// # Errors
///
/// As [`write()`].
///
/// # Examples
///
/// ```
/// use cueline_assets::{read, write_over};
///
/// let old = "(\n    version: 1, // the only one\n)\n";
/// let document = read(old.as_bytes(), "a.ron")?.document;
/// let (text, dropped) = write_over(&document, old)?;
/// assert!(text.contains("// the only one") && dropped == 0);
/// # Ok::<(), cueline_assets::Problems>(())
/// ```
pub fn write_over(document: &Document, old: &str) -> Result<(String, usize), Problems> {
    write_text(document, Style::Ron, Some(old))
}
