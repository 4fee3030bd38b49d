//! Files of any of the formats, recognised by their names and their content.

use std::path::Path;

use cueline_assets::{DocumentPath, Problems, Read};

use crate::{
    fields::Fields,
    importer::{Importer, load, refused},
};

/// Hands the list of formats to a macro: the feature and module, the variant, the name in messages. A JSON file belongs
/// to the first format of the list that recognises it, so the format with the weakest marks comes last.
macro_rules! all_formats {
    ($with:ident) => {
        $with! {
            /// Aseprite's own files and its sheets with JSON.
            aseprite "aseprite" Aseprite "Aseprite"
            /// Lottie.
            lottie "lottie" Lottie "Lottie"
            /// Tiled's tilesets and maps, both forms.
            tiled "tiled" Tiled "Tiled"
            /// Babylon.js: scenes, animation groups and animations.
            babylon "babylon" Babylon "Babylon.js"
            /// Sheets of TexturePacker and other packers, both forms of JSON.
            texturepacker "texturepacker" TexturePacker "TexturePacker"
            /// glTF 2.0, both forms.
            gltf "gltf" Gltf "glTF"
        }
    };
}

macro_rules! formats {
    ($($(#[$doc:meta])* $module:ident $feature:literal $format:ident $name:literal)*) => {
        /// A format of another program.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Foreign {
            $($(#[$doc])* #[cfg(feature = $feature)] $format,)*
        }

        impl Foreign {
            /// All formats whose features are on.
            const ALL: &[Self] = &[$(#[cfg(feature = $feature)] Self::$format),*];

            /// What its program or standard is called.
            ///
            /// ```
            /// # #[cfg(feature = "babylon")]
            /// assert_eq!(cueline_import::Foreign::Babylon.name(), "Babylon.js");
            /// ```
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(#[cfg(feature = $feature)] Self::$format => $name,)* }
            }

            const fn importer(self) -> &'static Importer {
                match self { $(#[cfg(feature = $feature)] Self::$format => &crate::$module::IMPORTER,)* }
            }
        }

        /// The names of all formats, for messages.
        const NAMES: &[&str] = &[$($name),*];
    };
}

all_formats!(formats);

impl Foreign {
    /// The format of a file: by its content or, if that shows none, by its extension.
    ///
    /// Returns `None` for an unknown format, and for a format whose feature is off.
    ///
    /// ```
    /// use cueline_import::Foreign;
    ///
    /// # #[cfg(all(feature = "gltf", feature = "lottie"))] {
    /// assert_eq!(Foreign::of("walk.GLB", b""), Some(Foreign::Gltf));
    /// assert_eq!(Foreign::of("avatar", b"glTF\x02\0\0\0"), Some(Foreign::Gltf));
    /// assert_eq!(Foreign::of("logo.json", br#"{"fr": 30, "ip": 0, "op": 9, "layers": []}"#), Some(Foreign::Lottie));
    /// let schema = br#"{"$schema": "", "properties": {"fr": {}, "ip": {}, "op": {}, "layers": {}}}"#;
    /// assert_eq!(Foreign::of("lottie.schema.json", schema), None);
    /// # }
    /// assert_eq!(Foreign::of("notes.txt", b"glad"), None);
    /// ```
    #[must_use]
    pub fn of(name: &str, content: &[u8]) -> Option<Self> {
        let fields = Fields::of(content);
        // A schema of a format has all words of its files.
        let is_schema = fields.top("$schema") && (fields.top("properties") || fields.top("$defs"));
        let mut all = Self::ALL.iter().copied();
        let shown = all.find(|format| !is_schema && (format.importer().is)(content, &fields));
        shown.or_else(|| {
            let extension = Path::new(name).extension()?.to_str()?.to_ascii_lowercase();
            let mut all = Self::ALL.iter().copied();
            all.find(|format| format.importer().extensions.contains(&&*extension))
        })
    }
}

/// Reads a file of any of these formats.
///
/// # Errors
///
/// All problems that the importer of the format reports; an unknown format; a file that cannot be read.
///
/// # Examples
///
/// ```no_run
/// let mut library = cueline_assets::ClipLibrary::new();
/// let read = cueline_import::open("fox.glb")?;
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
/// let problems = cueline_import::read(b"a letter", "letter.txt").unwrap_err();
/// assert_eq!(
///     problems.to_string(),
///     "error: found a file of no known format, needed Aseprite, Lottie, Tiled, Babylon.js, TexturePacker or glTF"
/// );
/// ```
pub fn read(file: &[u8], path: impl AsRef<Path>) -> Result<Read, Problems> {
    let path = path.as_ref();
    match Foreign::of(&path.to_string_lossy(), file) {
        Some(format) => (format.importer().read)(file, path),
        None => {
            let (last, others) = NAMES.split_last().unwrap_or((&"", &[]));
            let needed = format!("{} or {last}", others.join(", "));
            let extension = path.extension().and_then(|extension| extension.to_str());
            let found = match extension.map(str::to_ascii_lowercase).as_deref() {
                Some("ldtk" | "ldtkl") => "a file of LDtk, which has no animated tiles",
                _ => "a file of no known format",
            };
            Err(refused(DocumentPath::root(), found, needed))
        }
    }
}

/// The importer for a [`ClipLibrary`](cueline_assets::ClipLibrary): reads the file if [`Foreign::of`] knows its format.
///
/// # Examples
///
/// ```no_run
/// use cueline_assets::ClipLibrary;
///
/// let mut library = ClipLibrary::new().with_importer(cueline_import::import);
/// library.load_file("fox.glb")?;
/// # Ok::<(), cueline_assets::Problems>(())
/// ```
#[must_use]
pub fn import(path: &Path, bytes: &[u8]) -> Option<Result<Read, Problems>> {
    let format = Foreign::of(&path.to_string_lossy(), bytes)?;
    Some((format.importer().read)(bytes, path))
}
