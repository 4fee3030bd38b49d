//! Files of any known format, and the items in them.

use std::{path::Path, sync::Arc};

use cueline::{
    clip::{Clip, Flipbook},
    time::{Span, Time},
    timeline::Timeline,
};
use cueline_assets::{
    Animated, ClipLibrary, Document, DocumentPath, Format, Problem, Problems, Read, Severity, read,
};
use cueline_import::{
    Foreign, Unsupported,
    aseprite::{self, Image, Selection},
    gltf::{self, Shapes},
    read_beside,
};

use crate::{
    body::Body,
    failure::{Failure, Source},
};

/// A file after reading.
#[derive(Debug)]
pub(crate) struct Opened {
    /// The name.
    pub(crate) name: String,
    /// The format.
    pub(crate) format: &'static str,
    /// Whether the format is one of Cueline's own.
    is_own: bool,
    /// The size in bytes.
    pub(crate) bytes: usize,
    /// Its text.
    pub(crate) source: Source,
    /// The document.
    pub(crate) document: Document,
    /// Notes on omitted parts.
    pub(crate) notes: Problems,
    /// The animated properties of a file of another program, and how many of them were taken.
    pub(crate) animated: Animated,
    /// The built clips, flipbooks and timelines; empty where only the document was read.
    pub(crate) library: ClipLibrary,
    /// The pixels of the sheet, if the file contains them and the caller asked for them.
    pub(crate) image: Option<Image>,
    /// The triangles of a character, if the file contains them and the caller asked for pixels.
    pub(crate) shapes: Option<Shapes>,
}

/// What is read of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Needs<'a> {
    Motion,
    /// Also the pixels of its sheet.
    Pixels(&'a Selection),
    /// All that can be drawn: also the triangles of a character.
    Picture(&'a Selection),
}

/// Reads the content of a file, and builds what is in it.
pub(crate) fn open_bytes(path: &Path, bytes: Vec<u8>, needs: Needs) -> Result<Opened, Failure> {
    let mut opened = read_bytes(path, bytes, needs)?;
    match opened.library.load_document(&opened.name, opened.document.clone()) {
        Ok(_) => Ok(opened),
        Err(problems) => Err(Failure::Problems(opened.in_text(problems), opened.source)),
    }
}

/// Reads the content of a file: its items may need those of other files.
pub(crate) fn read_bytes(path: &Path, bytes: Vec<u8>, needs: Needs) -> Result<Opened, Failure> {
    let drawn = match needs {
        Needs::Motion => None,
        Needs::Pixels(drawn) | Needs::Picture(drawn) => Some(drawn),
    };
    let name = path.display().to_string();
    let (source, binary) = parts(bytes);
    let bytes = if source.is_empty() { &*binary } else { source.as_bytes() };
    let failure = |problems: Problems| Failure::Problems(problems, source.clone());
    let own = Format::of_content(bytes);
    let foreign = if own.is_none() { Foreign::of(&name, bytes) } else { None };
    let format = match (own, foreign) {
        (Some(Format::Ron), _) => "RON",
        (Some(Format::Json), _) => "JSON",
        (Some(Format::Binary), _) => "binary",
        (None, Some(foreign)) => foreign.name(),
        (None, None) => Unsupported::of(&name, bytes).map_or("unknown", |format| format.name),
    };
    let has_pixels = foreign == Some(Foreign::Aseprite) && aseprite::has_pixels(bytes);
    let mut image = None;
    let result = match (foreign, drawn) {
        (None, _) if own.is_some() || may_be_own(&name, bytes) => read(bytes, &name),
        (None, _) => cueline_import::read(bytes, path).map_err(|problems| {
            let is_unsupported = format != "unknown";
            let all = |problem: Problem| match is_unsupported {
                true => problem,
                false => Problem {
                    needed: format!("RON, JSON or .cue of Cueline, {}", problem.needed),
                    ..problem
                },
            };
            problems.into_iter().map(all).collect::<Problems>().in_file(&name)
        }),
        (Some(_), Some(drawn)) if has_pixels => {
            let sheet = path.with_extension("png");
            aseprite::atlas(bytes, &file_name(&sheet), drawn)
                .map(|atlas| {
                    image = Some(atlas.image);
                    Read { notes: atlas.read.notes.in_file(&name), ..atlas.read }
                })
                .map_err(|problems| problems.in_file(&name))
        }
        (Some(_), _) => cueline_import::read(bytes, path)
            .map(|read| Read { notes: read.notes.in_file(&name), ..read })
            .map_err(|problems| problems.in_file(&name)),
    };
    let Read { document, mut notes, animated } = result.map_err(failure)?;
    if !has_pixels && drawn.is_some_and(|drawn| !drawn.layers.is_empty() || !drawn.tags.is_empty())
    {
        return Err(Failure::usage(format!("{name}: only .aseprite files take --layer and --tag")));
    }
    let is_drawn_gltf = foreign == Some(Foreign::Gltf) && matches!(needs, Needs::Picture(_));
    let folder = path.parent().unwrap_or(Path::new(""));
    // The document was read from the same bytes, so there is no new error.
    let shapes = is_drawn_gltf
        .then(|| gltf::shapes(bytes, &mut |buffer| read_beside(folder, buffer)).ok())
        .flatten();
    if let Some(shapes) = &shapes {
        notes.extend(shapes.notes.clone().in_file(&name));
        notes
            .extend(Body::problem(shapes).map(|problem| Problem { file: name.clone(), ..problem }));
    }
    let bytes = bytes.len();
    let (is_own, library) = (own.is_some(), ClipLibrary::new());
    Ok(Opened {
        name,
        format,
        is_own,
        bytes,
        source,
        document,
        notes,
        animated,
        library,
        image,
        shapes,
    })
}

/// Whether a file that is of no known format may be one of Cueline's with an error in it: by its name or its beginning.
fn may_be_own(name: &str, bytes: &[u8]) -> bool {
    let begins = matches!(bytes.trim_ascii_start().first(), Some(b'(' | b'/'));
    Format::of_name(name).is_some() || begins
}

/// The content of a file as text, or as bytes if it is none; the other one is empty.
pub(crate) fn parts(bytes: Vec<u8>) -> (Source, Vec<u8>) {
    match String::from_utf8(bytes) {
        Ok(text) => (Source::new(text), Vec::new()),
        Err(error) => (Source::default(), error.into_bytes()),
    }
}

/// The pixels of a sheet as a PNG.
///
/// # Errors
///
/// Why there is none, such as an image without pixels.
pub(crate) fn png_of(image: &Image) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, image.width, image.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(|error| error.to_string())?;
    writer.write_image_data(&image.rgba).map_err(|error| error.to_string())?;
    writer.finish().map_err(|error| error.to_string())?;
    Ok(bytes)
}

/// The last part of a path.
pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// One item of a file with its own time.
#[derive(Clone, Debug)]
pub(crate) enum Thing {
    /// Tracks and cues.
    Clip(Arc<Clip>),
    /// Pictures.
    Flipbook(String, Flipbook),
    /// Items.
    Timeline(Arc<Timeline<String>>),
}

/// Endless items are shown for this duration, unless the user gives one.
pub(crate) const ENDLESS: Span = Span::from_secs(10);

impl Thing {
    /// The path in the file, such as `clips."hop"`.
    pub(crate) fn path(&self) -> String {
        match self {
            Self::Clip(clip) => format!("clips.{:?}", clip.name()),
            Self::Flipbook(name, _) => format!("flipbooks.{name:?}"),
            Self::Timeline(timeline) => format!("timelines.{:?}", timeline.name()),
        }
    }

    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Clip(clip) => clip.name(),
            Self::Flipbook(name, _) => name,
            Self::Timeline(timeline) => timeline.name(),
        }
    }

    /// The duration; `None` if endless.
    pub(crate) fn length(&self) -> Option<Span> {
        match self {
            Self::Clip(clip) => Some(clip.duration()),
            Self::Flipbook(_, book) => book.duration(),
            Self::Timeline(timeline) => timeline.duration(),
        }
    }

    /// The values at a time, in a fixed order.
    pub(crate) fn values(&self, at: Span) -> Vec<(String, cueline::clip::Value)> {
        use cueline::clip::Value;
        match self {
            Self::Clip(clip) => {
                let mut values = Vec::new();
                clip.for_each(at, |path, value| values.push((path.to_owned(), value)));
                values
            }
            Self::Flipbook(_, book) => {
                let frame = book.frame_at(Time::ZERO, Time::ZERO + at);
                vec![("frame".to_owned(), Value::I64(frame.into()))]
            }
            Self::Timeline(timeline) => {
                timeline.sample_all(at).map(|(key, value)| (key.clone(), value)).collect()
            }
        }
    }
}

impl Opened {
    /// Problems of the file that were found without its text, each with its place there.
    pub(crate) fn in_text(&self, problems: Problems) -> Problems {
        // The text of another program has other places.
        if self.is_own { problems.in_text(&self.source) } else { problems }
    }

    /// A problem if motion of the file is lost, and nothing in it moves.
    pub(crate) fn nothing_left(&self) -> Option<Problem> {
        let lost = self.notes.iter().any(|note| note.severity == Severity::Warning);
        let Document { clips, flipbooks, timelines, sheets, .. } = &self.document;
        let empty = clips.values().all(|clip| clip.tracks.is_empty() && clip.cues.is_empty());
        // Values that do not change may be left, and cues of what happened meanwhile.
        let still = clips.values().all(|clip| clip.tracks.values().all(|keys| keys.len() < 2));
        let total = self.animated.total();
        let lost = lost && empty || total.all > 0 && total.taken == 0 && still;
        // The pictures of a sheet are of use without an animation.
        let others = flipbooks.is_empty() && timelines.is_empty() && sheets.is_empty();
        (lost && others).then(|| {
            let found = "none of its motion";
            let needed = "at least one animated property that can be imported";
            let problem = Problem::error(DocumentPath::root(), found, needed);
            Problem { file: self.name.clone(), ..problem }
        })
    }

    /// Whether the file has no skeleton of several nodes, sheet, animator or curve either.
    pub(crate) fn has_motion_only(&self) -> bool {
        let Document { skeletons, sheets, animators, curves, .. } = &self.document;
        let is_tree = skeletons.values().any(|skeleton| skeleton.nodes.len() > 1);
        !is_tree && sheets.is_empty() && animators.is_empty() && curves.is_empty()
    }

    /// All items of the file, in the order of the file.
    pub(crate) fn things(&self) -> Vec<Thing> {
        let clips = self.document.clips.iter();
        let clips =
            clips.filter_map(|(name, clip)| Some(Thing::Clip(Arc::new(clip.build(name).ok()?))));
        let books = self.document.flipbooks.iter();
        let books = books
            .filter_map(|(name, book)| Some(Thing::Flipbook(name.clone(), book.build().ok()?)));
        let timelines = self.document.timelines.keys().filter_map(|name| {
            let timeline = self.library.timeline(name).ok()?;
            Some(Thing::Timeline(Arc::new(timeline.clone())))
        });
        clips.chain(books).chain(timelines).collect()
    }
}
