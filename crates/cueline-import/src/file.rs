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
            /// BVH, recorded motion of skeletons.
            bvh "bvh" Bvh "BVH"
            /// Sheets of TexturePacker and other packers, all forms of JSON.
            texturepacker "texturepacker" TexturePacker "TexturePacker"
            /// Sheets of Sparrow and Starling, XML.
            sparrow "sparrow" Sparrow "Sparrow"
            /// Sheets of libGDX and Spine.
            libgdx "libgdx" Libgdx "libGDX"
            /// Sheets of Cocos2d, property lists.
            cocos "cocos" Cocos "Cocos2d"
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
///     "error: found a file of no known format, needed Aseprite, Lottie, \
///      Tiled, Babylon.js, BVH, TexturePacker, Sparrow, libGDX, Cocos2d or glTF"
/// );
/// ```
pub fn read(file: &[u8], path: impl AsRef<Path>) -> Result<Read, Problems> {
    let path = path.as_ref();
    match Foreign::of(&path.to_string_lossy(), file) {
        Some(format) => (format.importer().read)(file, path),
        None => {
            let (last, others) = NAMES.split_last().unwrap_or((&"", &[]));
            let needed = format!("{} or {last}", others.join(", "));
            if let Some(Unsupported { name, instead }) =
                Unsupported::of(&path.to_string_lossy(), file)
            {
                return Err(refused(DocumentPath::root(), format!("a file of {name}"), instead));
            }
            let found = "a file of no known format";
            Err(refused(DocumentPath::root(), found, needed))
        }
    }
}

/// A format that no importer reads.
///
/// ```
/// use cueline_import::Unsupported;
///
/// assert_eq!(Unsupported::of("hero.fbx", b"").unwrap().name, "FBX");
/// let problems = cueline_import::read(b"Kaydara FBX Binary  ", "hero").unwrap_err();
/// assert_eq!(
///     problems.to_string(),
///     "error: found a file of FBX, needed glTF: Blender opens FBX files and exports glTF (.glb)"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unsupported {
    /// What its program or standard is called.
    pub name: &'static str,
    /// What to import instead, and how to get it.
    pub instead: &'static str,
}

impl Unsupported {
    const ALL: [Self; 9] = [
        Self { name: "Blender", instead: "glTF: in Blender, File, Export, glTF 2.0 (.glb)" },
        Self {
            name: "DragonBones",
            instead: "a sheet: export each animation as pictures, and pack them (TexturePacker, libGDX, Sparrow)",
        },
        Self { name: "FBX", instead: "glTF: Blender opens FBX files and exports glTF (.glb)" },
        Self {
            name: "Godot",
            instead: "the file that the animation was imported from (glTF, Aseprite): a resource of Godot names nodes of one project",
        },
        Self {
            name: "LDtk",
            instead: "the sheets of its tiles: a file of LDtk has no animated tiles",
        },
        Self {
            name: "Live2D",
            instead: "a sheet: only Live2D's SDK bends its pictures; render each motion as pictures, and pack them",
        },
        Self {
            name: "Rive",
            instead: "Lottie or a sheet: only Rive's runtime plays its state machines",
        },
        Self {
            name: "Spine",
            instead: "a sheet: in Spine, export each animation as a PNG sequence, packed as an .atlas, which is read; only Spine's runtime bends its meshes",
        },
        Self {
            name: "Unity",
            instead: "the file that the animation was imported from (glTF; Blender converts FBX): a clip of Unity names objects of one project",
        },
    ];

    /// The format of a file, by its first bytes, by fields of its JSON, or by its extension. Returns `None` for any other
    /// format.
    #[must_use]
    pub fn of(name: &str, content: &[u8]) -> Option<Self> {
        let extension = Path::new(name).extension().and_then(|it| it.to_str()).unwrap_or_default();
        let extension = extension.to_ascii_lowercase();
        let fields = Fields::of(content);
        let start = |marks: &[&str]| marks.iter().any(|mark| content.starts_with(mark.as_bytes()));
        let is = |name: &str| match name {
            "Blender" => start(&["BLENDER"]) || extension == "blend",
            "DragonBones" => fields.top("armature") && fields.top("frameRate"),
            "FBX" => start(&["Kaydara FBX", "; FBX"]) || extension == "fbx",
            "Godot" => {
                start(&["[gd_resource", "[gd_scene", "RSRC"])
                    || matches!(&*extension, "tres" | "tscn" | "escn")
            }
            "LDtk" => matches!(&*extension, "ldtk" | "ldtkl"),
            "Live2D" => {
                start(&["MOC3"])
                    || fields.top("FileReferences")
                    || (fields.top("Curves") && fields.top("Meta"))
            }
            "Rive" => start(&["RIVE"]) || extension == "riv",
            "Spine" => {
                (fields.top("bones") && fields.top("slots"))
                    || matches!(&*extension, "skel" | "spine")
            }
            "Unity" => extension == "anim" && start(&["%YAML"]),
            _ => false,
        };
        Self::ALL.into_iter().find(|format| is(format.name))
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
