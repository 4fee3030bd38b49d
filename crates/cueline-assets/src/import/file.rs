//! Files of any of the formats, recognised by their names and their content.

use std::{fs, path::Path};

use super::refused;
use crate::{DocumentPath, Problems, Read};

/// A format of another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Foreign {
    /// glTF 2.0, both forms.
    #[cfg(feature = "gltf")]
    Gltf,
    /// Aseprite's own files and its sheets with JSON.
    #[cfg(feature = "aseprite")]
    Aseprite,
    /// Babylon.js: scenes, animation groups and animations.
    #[cfg(feature = "babylon")]
    Babylon,
    /// Tiled's tilesets and maps, both forms.
    #[cfg(feature = "tiled")]
    Tiled,
    /// Lottie.
    #[cfg(feature = "lottie")]
    Lottie,
}

impl Foreign {
    /// The format of a file: by its extension or, if several formats use the extension, by words of the content.
    ///
    /// Returns `None` for an unknown format, and for a format whose feature is off.
    ///
    /// ```
    /// use cueline_assets::import::Foreign;
    ///
    /// # #[cfg(all(feature = "gltf", feature = "lottie"))] {
    /// assert_eq!(Foreign::of("walk.GLB", b""), Some(Foreign::Gltf));
    /// assert_eq!(Foreign::of("logo.json", br#"{"fr": 30, "ip": 0, "op": 9, "layers": []}"#), Some(Foreign::Lottie));
    /// # }
    /// assert_eq!(Foreign::of("notes.txt", b"glad"), None);
    /// ```
    #[must_use]
    pub fn of(name: &str, content: &[u8]) -> Option<Self> {
        let extension = Path::new(name).extension()?.to_str()?.to_ascii_lowercase();
        match &*extension {
            #[cfg(feature = "gltf")]
            "gltf" | "glb" => Some(Self::Gltf),
            #[cfg(feature = "aseprite")]
            "aseprite" | "ase" => Some(Self::Aseprite),
            #[cfg(feature = "babylon")]
            "babylon" => Some(Self::Babylon),
            #[cfg(feature = "lottie")]
            "lottie" => Some(Self::Lottie),
            #[cfg(feature = "tiled")]
            "tsx" | "tsj" | "tmx" | "tmj" => Some(Self::Tiled),
            "json" => Self::of_json(content),
            _ => None,
        }
    }

    /// Recognises each format by names that it requires and the others do not have.
    fn of_json(content: &[u8]) -> Option<Self> {
        let holds = |name: &str| {
            let quoted = format!("\"{name}\"");
            content.windows(quoted.len()).any(|window| window == quoted.as_bytes())
        };
        #[cfg(feature = "aseprite")]
        if holds("frames") && holds("duration") && holds("frame") {
            return Some(Self::Aseprite);
        }
        #[cfg(feature = "lottie")]
        if ["fr", "ip", "op", "layers"].into_iter().all(holds) {
            return Some(Self::Lottie);
        }
        #[cfg(feature = "tiled")]
        if holds("tilewidth") && (holds("tilecount") || holds("tilesets")) {
            return Some(Self::Tiled);
        }
        #[cfg(feature = "babylon")]
        if ["framePerSecond", "dataType", "keys"].into_iter().all(holds) {
            return Some(Self::Babylon);
        }
        #[cfg(feature = "gltf")]
        if holds("asset") && holds("version") {
            return Some(Self::Gltf);
        }
        None
    }
}

/// Reads a file of any of these formats.
///
/// # Errors
///
/// All problems of the file, as the module of the format reports them; an unknown format; a file that cannot be read.
///
/// # Examples
///
/// ```no_run
/// let mut library = cueline_assets::ClipLibrary::new();
/// let read = cueline_assets::import::open("fox.glb")?;
/// library.load_document("fox.glb", read.document)?;
/// # Ok::<(), cueline_assets::Problems>(())
/// ```
pub fn open(path: impl AsRef<Path>) -> Result<Read, Problems> {
    let path = path.as_ref();
    load(path, |file| read(file, path))
}

/// Reads the content of a file of any of these formats; `path` gives the extension, and the folder of the files that
/// it refers to.
///
/// # Errors
///
/// As [`open`].
///
/// # Examples
///
/// ```
/// let problems = cueline_assets::import::read(b"a letter", "letter.txt").unwrap_err();
/// assert_eq!(
///     problems.to_string(),
///     "error: found a file of no known format, needed glTF, Babylon.js, Aseprite, Tiled or Lottie"
/// );
/// ```
pub fn read(file: &[u8], path: impl AsRef<Path>) -> Result<Read, Problems> {
    let path = path.as_ref();
    match Foreign::of(&path.to_string_lossy(), file) {
        #[cfg(feature = "gltf")]
        Some(Foreign::Gltf) => super::gltf::in_folder(file, path),
        #[cfg(feature = "aseprite")]
        Some(Foreign::Aseprite) => super::aseprite::read(file, &super::aseprite::image(path)),
        #[cfg(feature = "babylon")]
        Some(Foreign::Babylon) => super::babylon::read(file),
        #[cfg(feature = "tiled")]
        Some(Foreign::Tiled) => super::tiled::read(file),
        #[cfg(feature = "lottie")]
        Some(Foreign::Lottie) => super::lottie::read(file),
        None => {
            let found = "a file of no known format";
            Err(refused(DocumentPath::root(), found, "glTF, Babylon.js, Aseprite, Tiled or Lottie"))
        }
    }
}

/// Reads a file by `read`, and adds its name to the problems.
pub(super) fn load(
    path: &Path,
    read: impl FnOnce(&[u8]) -> Result<Read, Problems>,
) -> Result<Read, Problems> {
    let name = path.display().to_string();
    let read = match fs::read(path) {
        Ok(file) => read(&file),
        Err(error) => {
            let found = format!("a file that cannot be read ({error})");
            Err(refused(DocumentPath::root(), found, "one that can"))
        }
    };
    match read {
        Ok(read) => Ok(Read { notes: read.notes.in_file(&name), ..read }),
        Err(problems) => Err(problems.in_file(&name)),
    }
}
