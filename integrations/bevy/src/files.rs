//! Clips, flipbooks and timelines from files.

use alloc::{string::String, sync::Arc, vec::Vec};
use std::collections::BTreeMap;

use bevy_asset::{Asset, AssetLoader, Handle, LoadContext, io::Reader};
use bevy_reflect::TypePath;
use cueline_assets::{ClipLibrary, Document, Problems, Read};

use crate::assets::{CueClip, CueFlipbook, CueTimeline};

/// All that one file holds. Its items are assets of their own, by label: `hero.cue.ron#clip/hop`,
/// `hero.cue.ron#flipbook/walk`, `hero.cue.ron#timeline/enter`.
#[derive(Asset, TypePath, Clone, Debug, Default)]
pub struct CueFile {
    /// Clips by name.
    pub clips: BTreeMap<String, Handle<CueClip>>,
    /// Flipbooks by name.
    pub flipbooks: BTreeMap<String, Handle<CueFlipbook>>,
    /// Timelines by name.
    pub timelines: BTreeMap<String, Handle<CueTimeline>>,
    /// The document as people wrote it, with its sheets.
    pub document: Arc<Document>,
}

/// Why a file was not loaded: all that is wrong with it, each with line and column.
#[derive(Debug)]
pub enum CueFileError {
    /// It could not be read.
    Io(std::io::Error),
    /// It was read, and is wrong.
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

/// How the bytes of a file become a document.
type Import = fn(&[u8], &str) -> Result<Read, Problems>;

/// Loads `.cue.ron`, `.cue.json` and `.cue` files, and with a feature each those of other programs.
#[derive(TypePath)]
pub(crate) struct CueLoader {
    extensions: &'static [&'static str],
    #[reflect(ignore)]
    import: Import,
}

/// One loader for each kind of file.
pub(crate) fn loaders() -> Vec<CueLoader> {
    let mut loaders = Vec::new();
    let mut add = |extensions, import: Import| loaders.push(CueLoader { extensions, import });
    add(&["cue.ron", "cue.json", "cue"], cueline_assets::read);
    #[cfg(feature = "aseprite")]
    add(&["aseprite", "ase"], cueline_assets::import::aseprite::read);
    #[cfg(feature = "tiled")]
    add(&["tmx", "tsx"], |bytes, _| cueline_assets::import::tiled::read(bytes));
    #[cfg(feature = "lottie")]
    add(&["lottie.json"], |bytes, _| cueline_assets::import::lottie::read(bytes));
    loaders
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
        let name = context.path().to_string();
        let Read { document, notes } =
            (self.import)(&bytes, &name).map_err(CueFileError::Problems)?;
        for note in notes.iter() {
            tracing::info!("{note}");
        }
        let mut library = ClipLibrary::new();
        library.load_document(&name, document.clone()).map_err(CueFileError::Problems)?;
        let mut file = CueFile::default();
        for label in document.clips.keys() {
            let clip = library.id(label).ok().and_then(|id| library.get(id).ok());
            let Some(clip) = clip else { continue };
            let asset = CueClip(Arc::new(clip.clone()));
            let handle = context.add_labeled_asset(format!("clip/{label}"), asset);
            file.clips.insert(label.clone(), handle);
        }
        for (label, source) in &document.flipbooks {
            let Ok(book) = library.flipbook(label) else { continue };
            let frames = book.frames().get();
            let pictures = (0..frames).map(|frame| source.picture(frame).unwrap_or(frame));
            let asset = CueFlipbook { book: book.clone(), pictures: pictures.collect() };
            let handle = context.add_labeled_asset(format!("flipbook/{label}"), asset);
            file.flipbooks.insert(label.clone(), handle);
        }
        for label in document.timelines.keys() {
            let Ok(timeline) = library.timeline(label) else { continue };
            let asset = CueTimeline(Arc::new(timeline.clone()));
            let handle = context.add_labeled_asset(format!("timeline/{label}"), asset);
            file.timelines.insert(label.clone(), handle);
        }
        file.document = Arc::new(document);
        Ok(file)
    }

    fn extensions(&self) -> &[&str] {
        self.extensions
    }
}
