//! Clips, flipbooks and timelines from files.
//!
//! A file is one [`CueFile`]; its items are assets of their own, by label. An error lists everything that is wrong
//! with the file, with line and column, and Bevy logs it; where the file had been loaded before, its old assets stay.

use alloc::{collections::BTreeMap, string::String, sync::Arc, vec::Vec};

use bevy_asset::{Asset, AssetApp, AssetLoader, Handle, LoadContext, io::Reader};
use bevy_reflect::TypePath;
use cueline_assets::{ClipLibrary, Document, Problems, Read};

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
/// | `gltf` | `.gltf`, `.glb` | clips; tracks have the names of nodes: `arm/rotation` |
/// | `lottie` | `.lottie`, `.lottie.json` | clips and timelines |
///
/// Bevy picks a loader of a labelled path by the extension alone. Where another plugin loads `.glb` files too, load the
/// whole file as a `CueFile` and take the handles from it.
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

/// The pictures of a sprite: labels `#image/NAME` and `#layout/NAME`.
///
/// The pictures in the layout are in the order of the sheet, so a [`CueFlipbook`] of the same file finds its own.
#[cfg(feature = "sprite")]
#[derive(Clone, Debug)]
pub struct CueSheet {
    /// The image; none where the sheet names no image file.
    pub image: Option<Handle<bevy_image::Image>>,
    /// The place of each picture on the image.
    pub layout: Handle<bevy_image::TextureAtlasLayout>,
}

#[cfg(feature = "sprite")]
impl CueSheet {
    /// A sprite that shows the first picture of the sheet.
    #[must_use]
    pub fn sprite(&self) -> bevy_sprite::Sprite {
        bevy_sprite::Sprite {
            image: self.image.clone().unwrap_or_default(),
            texture_atlas: Some(self.layout.clone().into()),
            ..Default::default()
        }
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

/// Adds the loaders to an app with an `AssetServer`.
pub(crate) fn add_loaders(app: &mut bevy_app::App) {
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
    app.register_asset_loader(OwnLoader);
    #[cfg(feature = "aseprite")]
    app.register_asset_loader(AsepriteLoader);
    #[cfg(feature = "gltf")]
    app.register_asset_loader(GltfLoader);
    #[cfg(feature = "lottie")]
    app.register_asset_loader(LottieLoader);
}

/// Declares a loader: its extensions, and an async function of the file's bytes, its name and the context.
macro_rules! loader {
    ($name:ident, $extensions:expr, $load:path) => {
        #[derive(TypePath)]
        struct $name;

        impl AssetLoader for $name {
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
                let name = context.path().to_string();
                $load(&bytes, &name, context).await
            }

            fn extensions(&self) -> &[&str] {
                &$extensions
            }
        }
    };
}

loader!(OwnLoader, ["cue.ron", "cue.json", "cue"], own);

async fn own(
    bytes: &[u8],
    name: &str,
    context: &mut LoadContext<'_>,
) -> Result<CueFile, CueFileError> {
    // Names of other items are looked up without the text.
    finish(cueline_assets::read(bytes, name)?, name, context).map_err(|error| {
        match (error, core::str::from_utf8(bytes)) {
            (CueFileError::Problems(problems), Ok(text)) => problems.in_text(text).into(),
            (error, _) => error,
        }
    })
}

#[cfg(feature = "lottie")]
loader!(LottieLoader, ["lottie", "lottie.json"], lottie);

#[cfg(feature = "lottie")]
async fn lottie(
    bytes: &[u8],
    name: &str,
    context: &mut LoadContext<'_>,
) -> Result<CueFile, CueFileError> {
    let read = cueline_import::lottie::read(bytes);
    finish(read.map_err(|problems| problems.in_file(name))?, name, context)
}

#[cfg(feature = "gltf")]
loader!(GltfLoader, ["gltf", "glb"], gltf);

#[cfg(feature = "gltf")]
async fn gltf(
    bytes: &[u8],
    name: &str,
    context: &mut LoadContext<'_>,
) -> Result<CueFile, CueFileError> {
    use std::io;

    // The importer asks for buffers in other files one at a time, and reading a file of an asset source is async. So
    // each round loads what the round before asked for first; the rounds end, as each adds a file.
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    loop {
        let mut wanted = None;
        let read = cueline_import::gltf::read(bytes, &mut |path: &str| {
            if let Some(bytes) = files.get(path) {
                return Ok(bytes.clone());
            }
            wanted.get_or_insert_with(|| path.to_owned());
            Err(io::ErrorKind::NotFound.into())
        });
        let loaded = match &wanted {
            Some(path) => match context.path().resolve_embed_str(path) {
                Ok(full) => context.read_asset_bytes(full).await.ok(),
                Err(_) => None,
            },
            None => None,
        };
        if let (Some(path), Some(loaded)) = (wanted, loaded) {
            files.insert(path, loaded);
            continue;
        }
        return finish(read.map_err(|problems| problems.in_file(name))?, name, context);
    }
}

#[cfg(feature = "aseprite")]
loader!(AsepriteLoader, ["aseprite", "ase"], aseprite);

#[cfg(feature = "aseprite")]
async fn aseprite(
    bytes: &[u8],
    name: &str,
    context: &mut LoadContext<'_>,
) -> Result<CueFile, CueFileError> {
    use cueline_import::aseprite::{Selection, atlas};

    // Padding is added with the whole pictures.
    let selection = Selection { padding: 0, ..Selection::default() };
    let atlas = atlas(bytes, "", &selection).map_err(|problems| problems.in_file(name))?;
    let mut file = finish(atlas.read, name, context)?;
    if let Some(sheet) = file.document.sheets.get("sheet").cloned() {
        let (image, layout) = pixels::whole_pictures(&sheet.pictures, &atlas.image)
            .map_err(|problems| problems.in_file(name))?;
        let image = context.add_labeled_asset("image/sheet", image);
        let layout = context.add_labeled_asset("layout/sheet", layout);
        file.sheets.insert("sheet".into(), CueSheet { image: Some(image), layout });
    }
    Ok(file)
}

/// Builds everything in a document and labels it.
fn finish(read: Read, name: &str, context: &mut LoadContext<'_>) -> Result<CueFile, CueFileError> {
    let Read { document, notes, .. } = read;
    for note in notes.iter() {
        tracing::info!("{name}: {note}");
    }
    let mut library = ClipLibrary::new();
    library.load_document(name, document.clone())?;
    let mut file = CueFile::default();
    for label in document.clips.keys() {
        let clip = library.id(label).ok().and_then(|id| library.get(id).ok());
        let Some(clip) = clip else { continue };
        let handle =
            context.add_labeled_asset(format!("clip/{label}"), CueClip::from(clip.clone()));
        file.clips.insert(label.clone(), handle);
    }
    for (label, source) in &document.flipbooks {
        let Ok(book) = library.flipbook(label) else { continue };
        let frames = book.frames().get();
        let pictures = (0..frames).map(|frame| source.picture(frame).unwrap_or(frame)).collect();
        let asset = CueFlipbook { book: book.clone(), pictures };
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
        let clips = source.clips().into_iter();
        let clips = clips.filter_map(|clip| library.get(library.id(clip).ok()?).ok());
        match CueAnimator::new(&source, clips) {
            Ok(asset) => {
                let handle = context.add_labeled_asset(format!("animator/{label}"), asset);
                file.animators.insert(label.clone(), handle);
            }
            // The check of a document has refused all that is known to be wrong.
            Err(problem) => tracing::error!("{name}: the animator {label:?}: {problem}"),
        }
    }
    #[cfg(feature = "sprite")]
    for (label, sheet) in &document.sheets {
        if sheet.image.is_empty() {
            continue; // its pixels come from the file itself
        }
        let image = context.path().resolve_embed_str(&sheet.image).ok();
        let image = image.map(|path| context.load(path));
        let layout = context.add_labeled_asset(format!("layout/{label}"), layout(sheet));
        file.sheets.insert(label.clone(), CueSheet { image, layout });
    }
    file.document = Arc::new(document);
    Ok(file)
}

/// The places of a sheet's pictures. Margins that were trimmed are missing: Bevy's atlas has no offsets.
#[cfg(feature = "sprite")]
fn layout(sheet: &cueline_assets::Sheet) -> bevy_image::TextureAtlasLayout {
    use bevy_math::{URect, UVec2};

    let areas = || sheet.pictures.iter().map(|picture| picture.area);
    let [width, height] = sheet.size.unwrap_or_else(|| {
        areas().fold([0, 0], |[width, height], [x, y, w, h]| {
            [width.max(x.saturating_add(w)), height.max(y.saturating_add(h))]
        })
    });
    let mut layout = bevy_image::TextureAtlasLayout::new_empty(UVec2::new(width, height));
    for [x, y, w, h] in areas() {
        layout.add_texture(URect::new(x, y, x.saturating_add(w), y.saturating_add(h)));
    }
    layout
}

#[cfg(feature = "aseprite")]
mod pixels {
    //! Pixels of a sprite as an image of whole pictures: a trimmed picture in a Bevy atlas would jump about.

    use alloc::vec::Vec;

    use bevy_asset::RenderAssetUsages;
    use bevy_image::{Image, TextureAtlasLayout};
    use bevy_math::{URect, UVec2};
    use cueline_assets::{DocumentPath, Picture, Problem, Problems};
    use cueline_import::aseprite;
    use wgpu_types::{Extent3d, TextureDimension, TextureFormat};

    /// The longest side of an image that every graphics card supports.
    const LONGEST: u32 = 16_384;
    /// Empty pixels between two pictures, so that no neighbour shows through where a sprite is scaled.
    const GAP: u32 = 1;

    /// Lays equal cells out in rows, one for each different picture.
    pub(super) fn whole_pictures(
        pictures: &[Picture],
        atlas: &aseprite::Image,
    ) -> Result<(Image, TextureAtlasLayout), Problems> {
        let size_of = |picture: &Picture| {
            picture
                .source_size
                .unwrap_or([picture.area[2], picture.area[3]])
                .map(|side| side.max(1))
        };
        let cell = pictures.iter().map(size_of).fold([1, 1], |[w, h], [x, y]| [w.max(x), h.max(y)]);
        let mut cells: Vec<&Picture> = Vec::new();
        let places: Vec<usize> = pictures
            .iter()
            .map(|picture| {
                let same =
                    |other: &&Picture| other.area == picture.area && other.offset == picture.offset;
                cells.iter().position(same).unwrap_or_else(|| {
                    cells.push(picture);
                    cells.len() - 1
                })
            })
            .collect();
        let count = u32::try_from(cells.len()).unwrap_or(u32::MAX).max(1);
        let columns = (1..count).find(|columns| columns.pow(2) >= count).unwrap_or(count);
        let rows = count.div_ceil(columns);
        let side = |cells: u32, length: u32| cells.checked_mul(length.checked_add(GAP)?);
        let (Some(width @ 0..=LONGEST), Some(height @ 0..=LONGEST)) =
            (side(columns, cell[0]), side(rows, cell[1]))
        else {
            let found = format!("{count} different pictures of {} x {} pixels", cell[0], cell[1]);
            let needed = format!("pictures that fit onto {LONGEST} x {LONGEST} pixels");
            let item = DocumentPath::root().field("frames");
            return Err(Problem::error(item, found, needed).into());
        };
        let corner = |place: usize| {
            let place = u32::try_from(place).unwrap_or(0); // below `count`
            [place % columns * (cell[0] + GAP), place / columns * (cell[1] + GAP)]
        };
        let mut rgba = vec![0; width as usize * height as usize * 4];
        for (place, picture) in cells.iter().enumerate() {
            copy(picture, size_of(picture), atlas, corner(place), width, &mut rgba);
        }
        let mut layout = TextureAtlasLayout::new_empty(UVec2::new(width, height));
        for (picture, place) in pictures.iter().zip(places) {
            let ([x, y], [w, h]) = (corner(place), size_of(picture));
            layout.add_texture(URect::new(x, y, x + w, y + h));
        }
        let size = Extent3d { width, height, depth_or_array_layers: 1 };
        let image = Image::new(
            size,
            TextureDimension::D2,
            rgba,
            TextureFormat::Rgba8UnormSrgb,
            RenderAssetUsages::default(),
        );
        Ok((image, layout))
    }

    /// Copies a trimmed picture to its place in a whole one, pixel by pixel; what lies outside is left out.
    fn copy(
        picture: &Picture,
        [whole_width, whole_height]: [u32; 2],
        atlas: &aseprite::Image,
        [left, top]: [u32; 2],
        width: u32,
        rgba: &mut [u8],
    ) {
        let [x, y, w, h] = picture.area;
        for row in 0..h {
            for column in 0..w {
                let target = [
                    i64::from(column) + i64::from(picture.offset[0]),
                    i64::from(row) + i64::from(picture.offset[1]),
                ];
                let inside = (0..i64::from(whole_width)).contains(&target[0])
                    && (0..i64::from(whole_height)).contains(&target[1]);
                if !inside || x + column >= atlas.width || y + row >= atlas.height {
                    continue;
                }
                let [to_x, to_y] = target.map(|at| usize::try_from(at).unwrap_or(0));
                let from = ((y + row) as usize * atlas.width as usize + (x + column) as usize) * 4;
                let to = ((top as usize + to_y) * width as usize + left as usize + to_x) * 4;
                if let (Some(from), Some(to)) =
                    (atlas.rgba.get(from..from + 4), rgba.get_mut(to..to + 4))
                {
                    to.copy_from_slice(from);
                }
            }
        }
    }
}
