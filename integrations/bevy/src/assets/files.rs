//! Clips, flipbooks and timelines from files.
//!
//! A file is one [`CueFile`]; its items are assets of their own, by label. An error lists everything that is wrong
//! with the file, with line and column, and Bevy logs it; where the file had been loaded before, its old assets stay.

use alloc::{collections::BTreeMap, string::String, sync::Arc, vec::Vec};

use bevy_asset::{Asset, AssetApp, AssetLoader, AssetServer, Handle, LoadContext, io::Reader};
use bevy_reflect::TypePath;
use bevy_tasks::futures::now_or_never;
use cueline_assets::{ClipLibrary, Document, Problems, Read};

#[cfg(feature = "sprite")]
use crate::assets::sheet::CueSheet;
use crate::assets::{CueClip, CueFlipbook, CueTimeline};
#[cfg(feature = "characters")]
use crate::player::character::CueAnimator;

/// Everything that one file holds. Its items have labels: `hero.cue.ron#clip/hop`, `#flipbook/walk`, `#timeline/enter`,
/// `#animator/hero` (feature `characters`).
///
/// ```no_run
/// use bevy_asset::AssetServer;
/// use bevy_cueline::prelude::*;
/// use bevy_ecs::prelude::*;
/// use bevy_transform::components::Transform;
///
/// fn spawn(mut commands: Commands, time: Res<CueTime>, assets: Res<AssetServer>) {
///     let hop = assets.load("hero.cue.ron#clip/hop");
///     commands.spawn((Transform::default(), ClipPlayer::new(&time, hop, Repeat::Forever)));
/// }
/// ```
///
/// With Bevy's feature `file_watcher`, a file that is saved while it plays takes effect at once: what plays keeps its
/// place.
///
/// | feature | files | items |
/// | --- | --- | --- |
/// | `files` | `.cue.ron`, `.cue.json`, `.cue` | clips, flipbooks, timelines, sheets, animators |
/// | `aseprite` | `.aseprite`, `.ase` | flipbooks, and the sheet `sheet` with its pixels |
/// | `sheets` | `.json`, `.atlas`, `.xml`, `.plist` of TexturePacker, Phaser, Aseprite, libGDX, Sparrow, Starling, Cocos2d | flipbooks and sheets |
/// | `gltf` | `.gltf`, `.glb` | clips; tracks have the names of nodes: `arm/rotation`, `face/weights/0` |
/// | `lottie` | `.lottie`, `.lottie.json` | clips and timelines |
///
/// Bevy picks the loader of a labelled path by its extension alone. An extension that another plugin has before, as Bevy has
/// `.gltf` and `.glb`, stays with it: `hero.glb#Scene0` is Bevy's. Load such a file whole, as a `CueFile`, and take the handles
/// from it. Once it is loaded, `hero.glb#clip/walk` names its clip, also in a scene and from a server.
#[derive(Asset, TypePath, Clone, Debug, Default)]
pub struct CueFile {
    /// Clips by name.
    pub clips: BTreeMap<String, Handle<CueClip>>,
    /// Flipbooks by name.
    pub flipbooks: BTreeMap<String, Handle<CueFlipbook>>,
    /// Timelines by name.
    pub timelines: BTreeMap<String, Handle<CueTimeline>>,
    /// Animators by name, in a file with their clips. Of a file without clips, `CueAnimator::new` makes them.
    #[cfg(feature = "characters")]
    pub animators: BTreeMap<String, Handle<CueAnimator>>,
    /// Sheets by name.
    #[cfg(feature = "sprite")]
    pub sheets: BTreeMap<String, CueSheet>,
    /// The document as an author wrote it.
    pub document: Arc<Document>,
}

#[cfg(feature = "sprite")]
impl CueFile {
    /// A sprite with the sheet of a flipbook, which shows the flipbook's first picture; none if there is no such flipbook, or
    /// its sheet is not in the file.
    ///
    /// ```no_run
    /// use bevy_cueline::prelude::*;
    /// use bevy_ecs::prelude::*;
    ///
    /// fn coin(file: &CueFile, time: &CueTime) -> Option<impl Bundle> {
    ///     Some((file.sprite("coin")?, FlipbookPlayer::new(time, file.flipbooks["coin"].clone())))
    /// }
    /// ```
    #[must_use]
    pub fn sprite(&self, flipbook: &str) -> Option<bevy_sprite::Sprite> {
        use cueline::clip::Order;

        let source = self.document.flipbooks.get(flipbook)?;
        let mut sprite = self.sheets.get(source.sheet.as_ref()?)?.sprite();
        let first = match source.order {
            Order::Forward | Order::PingPong => 0,
            Order::Reverse | Order::PingPongReverse => source.build().ok()?.frames().get() - 1,
        };
        let picture = usize::try_from(source.picture(first)?).ok()?;
        sprite.texture_atlas.as_mut()?.index = picture;
        Some(sprite)
    }
}

/// Why a file was not loaded.
#[derive(Debug)]
#[non_exhaustive]
pub enum CueFileError {
    /// It could not be read.
    Io(std::io::Error),
    /// Everything that is wrong with its content, each problem with line and column.
    Problems(Problems),
}

impl core::fmt::Display for CueFileError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Problems(problems) => problems.fmt(f),
        }
    }
}

impl core::error::Error for CueFileError {}

impl From<Problems> for CueFileError {
    fn from(problems: Problems) -> Self {
        Self::Problems(problems)
    }
}

/// Adds the loader to an app with an `AssetServer`.
pub(crate) fn add_loader(app: &mut bevy_app::App) {
    app.init_asset::<CueFile>();
    #[cfg(feature = "sprite")]
    {
        use bevy_asset::Assets;
        use bevy_image::{Image, TextureAtlasLayout};

        if !app.world().contains_resource::<Assets<Image>>() {
            app.init_asset::<Image>();
        }
        if !app.world().contains_resource::<Assets<TextureAtlasLayout>>() {
            app.init_asset::<TextureAtlasLayout>();
        }
    }
    let server = app.world().resource::<AssetServer>();
    // The last loader of an extension has its labelled paths. One that is still to come is there too.
    let is_free = |extension: &str| {
        let found = now_or_never(server.get_asset_loader_with_extension(extension));
        matches!(found, Some(Err(_)))
    };
    let others = [ASEPRITE, GLTF, LOTTIE, SHEETS].concat();
    let others = others.into_iter().filter(|extension| is_free(extension));
    let extensions = OWN.iter().copied().chain(others).collect();
    app.register_asset_loader(CueLoader { extensions });
}

const OWN: &[&str] = &["cue.ron", "cue.json", "cue"];
const ASEPRITE: &[&str] = if cfg!(feature = "aseprite") { &["aseprite", "ase"] } else { &[] };
const GLTF: &[&str] = if cfg!(feature = "gltf") { &["gltf", "glb"] } else { &[] };
const LOTTIE: &[&str] = if cfg!(feature = "lottie") { &["lottie", "lottie.json"] } else { &[] };
const SHEETS: &[&str] =
    if cfg!(feature = "sheets") { &["json", "atlas", "xml", "plist"] } else { &[] };

/// The one loader of a [`CueFile`], so that Bevy finds it by the type, whatever the extension.
#[derive(TypePath)]
struct CueLoader {
    /// Of labelled paths.
    extensions: Vec<&'static str>,
}

impl AssetLoader for CueLoader {
    type Asset = CueFile;
    type Settings = ();
    type Error = CueFileError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &(),
        context: &mut LoadContext<'_>,
    ) -> Result<CueFile, CueFileError> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await.map_err(CueFileError::Io)?;
        let name = &*context.path().to_string();
        let lower = name.to_lowercase();
        let is_of = |extensions: &[&str]| {
            let stem = |extension: &&str| lower.strip_suffix(extension);
            extensions.iter().filter_map(stem).any(|stem| stem.ends_with('.'))
        };
        if is_of(OWN) {
            return own(&bytes, name, context).await;
        }
        #[cfg(feature = "aseprite")]
        if is_of(ASEPRITE) {
            return aseprite(&bytes, name, context).await;
        }
        #[cfg(feature = "gltf")]
        if is_of(GLTF) {
            return gltf(&bytes, name, context).await;
        }
        #[cfg(feature = "lottie")]
        if is_of(LOTTIE) {
            return lottie(&bytes, name, context).await;
        }
        #[cfg(feature = "sheets")]
        if is_of(SHEETS) {
            return sheet(&bytes, name, context).await;
        }
        own(&bytes, name, context).await
    }

    fn extensions(&self) -> &[&str] {
        &self.extensions
    }
}

async fn own(
    bytes: &[u8],
    name: &str,
    context: &mut LoadContext<'_>,
) -> Result<CueFile, CueFileError> {
    // Names of other items are looked up without the text.
    finish(cueline_assets::read(bytes, name)?, name, context).await.map_err(|error| {
        match (error, core::str::from_utf8(bytes)) {
            (CueFileError::Problems(problems), Ok(text)) => problems.in_text(text).into(),
            (error, _) => error,
        }
    })
}

#[cfg(feature = "lottie")]
async fn lottie(
    bytes: &[u8],
    name: &str,
    context: &mut LoadContext<'_>,
) -> Result<CueFile, CueFileError> {
    let read = cueline_import::lottie::read(bytes);
    finish(read.map_err(|problems| problems.in_file(name))?, name, context).await
}

#[cfg(feature = "sheets")]
async fn sheet(
    bytes: &[u8],
    name: &str,
    context: &mut LoadContext<'_>,
) -> Result<CueFile, CueFileError> {
    let read = cueline_import::read(bytes, name);
    finish(read.map_err(|problems| problems.in_file(name))?, name, context).await
}

#[cfg(feature = "gltf")]
async fn gltf(
    bytes: &[u8],
    name: &str,
    context: &mut LoadContext<'_>,
) -> Result<CueFile, CueFileError> {
    // The importer cannot wait for a file of an asset source, so all buffers are read before.
    let mut buffers: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for path in cueline_import::gltf::files(bytes) {
        let Ok(full) = context.path().resolve_embed_str(&path) else { continue };
        if !buffers.contains_key(&path)
            && let Ok(buffer) = context.read_asset_bytes(full).await
        {
            buffers.insert(path, buffer);
        }
    }
    // What is missing is an error only where a motion needs it.
    let read = cueline_import::gltf::read(bytes, &mut |path: &str| {
        buffers.remove(path).ok_or_else(|| std::io::ErrorKind::NotFound.into())
    });
    finish(read.map_err(|problems| problems.in_file(name))?, name, context).await
}

#[cfg(feature = "aseprite")]
async fn aseprite(
    bytes: &[u8],
    name: &str,
    context: &mut LoadContext<'_>,
) -> Result<CueFile, CueFileError> {
    use cueline_import::aseprite::{self, Selection, atlas};

    use crate::assets::pixels::{Pixels, room, whole_pictures};

    // Padding is added with the whole pictures.
    let selection = Selection { padding: 0, ..Selection::default() };
    let atlas = atlas(bytes, "", &selection).map_err(|problems| problems.in_file(name))?;
    let mut file = finish(atlas.read, name, context).await?;
    if let Some(sheet) = file.document.sheets.get("sheet").cloned() {
        let aseprite::Image { width, height, rgba } = &atlas.image;
        let pixels = Pixels { width: *width, height: *height, rgba };
        let mut room = room(bytes.len(), 64);
        let (image, layout) = whole_pictures(&sheet.pictures, &pixels, &mut room)
            .map_err(|problems| problems.in_file(name))?;
        let image = context.add_labeled_asset("image/sheet", image);
        let layout = context.add_labeled_asset("layout/sheet", layout);
        file.sheets.insert("sheet".into(), CueSheet { image: Some(image), layout });
    }
    Ok(file)
}

/// Builds everything in a document and labels it.
async fn finish(
    read: Read,
    name: &str,
    context: &mut LoadContext<'_>,
) -> Result<CueFile, CueFileError> {
    let Read { document, notes, .. } = read;
    for note in notes.iter() {
        tracing::info!("{name}: {note}");
    }
    let mut library = ClipLibrary::new();
    library.load_document(name, document.clone())?;
    let mut file = CueFile::default();
    // The animators share them.
    #[cfg(feature = "characters")]
    let mut clips: BTreeMap<cueline::clip::ClipId, CueClip> = BTreeMap::new();
    for label in document.clips.keys() {
        let Ok(id) = library.id(label) else { continue };
        let Ok(clip) = library.get(id) else { continue };
        let asset = CueClip::from(clip.clone());
        #[cfg(feature = "characters")]
        clips.insert(id, asset.clone());
        let handle = context.add_labeled_asset(format!("clip/{label}"), asset);
        file.clips.insert(label.clone(), handle);
    }
    for label in document.flipbooks.keys() {
        let Ok(book) = library.flipbook(label) else { continue };
        let asset = CueFlipbook::from(book.clone());
        let handle = context.add_labeled_asset(format!("flipbook/{label}"), asset);
        file.flipbooks.insert(label.clone(), handle);
    }
    for label in document.timelines.keys() {
        let Ok(timeline) = library.timeline(label) else { continue };
        let asset = CueTimeline::from(timeline.clone());
        let handle = context.add_labeled_asset(format!("timeline/{label}"), asset);
        file.timelines.insert(label.clone(), handle);
    }
    #[cfg(feature = "characters")]
    for label in document.animators.keys() {
        let Ok(source) = library.animator(label) else { continue };
        if document.clips.is_empty() && !source.clips().is_empty() {
            tracing::warn!(
                "{name}: the animator {label:?} is no asset, as its clips are in other files: make it by CueAnimator::new"
            );
            continue;
        }
        let own = source.clips().into_iter();
        let own = own.filter_map(|clip| clips.get(&library.id(clip).ok()?).cloned());
        match CueAnimator::new(&source, own) {
            Ok(asset) => {
                let handle = context.add_labeled_asset(format!("animator/{label}"), asset);
                file.animators.insert(label.clone(), handle);
            }
            // The check of a document has refused all that is known to be wrong.
            Err(problem) => tracing::error!("{name}: the animator {label:?}: {problem}"),
        }
    }
    #[cfg(feature = "sprite")]
    {
        file.sheets = crate::assets::pixels::placed(name, &document, context).await;
    }
    file.document = Arc::new(document);
    Ok(file)
}
