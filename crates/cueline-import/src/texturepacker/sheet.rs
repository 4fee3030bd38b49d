//! The file: frames, their image, and lists of animations.

use cueline_assets::{Document, DocumentPath, Named, Picture, Problem, Problems, Sheet, Slice};
use serde::Deserialize;
use serde_json::Value;

use crate::{
    json::{self, Unread},
    number::{maybe_whole, whole},
    sheet::{Frames, NamedFrame, Size},
};

/// What a file holds.
pub(super) struct Packed {
    /// The sheet and notes about its maker.
    pub(super) document: Document,
    /// Names of frames by the name of their animation.
    pub(super) animations: Named<Vec<String>>,
    /// The other files of the set, if the sheet has several images.
    pub(super) others: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct File {
    frames: Frames<Frame>,
    #[serde(default)]
    animations: Named<Vec<String>>,
    #[serde(default)]
    meta: Meta,
}

#[derive(Debug, Deserialize)]
struct Frame {
    #[serde(default)]
    filename: String,
    frame: Area,
    #[serde(default)]
    rotated: bool,
    #[serde(default)]
    #[expect(dead_code, reason = "follows from the two sizes, but is known")]
    trimmed: bool,
    #[serde(rename = "spriteSourceSize")]
    place: Option<Place>,
    #[serde(rename = "sourceSize")]
    whole: Option<Size>,
    #[serde(alias = "anchor")]
    pivot: Option<Pivot>,
    #[serde(alias = "scale9Borders")]
    borders: Option<Value>,
    vertices: Option<Value>,
    #[serde(rename = "verticesUV")]
    on_image: Option<Value>,
    triangles: Option<Value>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Area {
    #[serde(deserialize_with = "whole")]
    x: u32,
    #[serde(deserialize_with = "whole")]
    y: u32,
    #[serde(deserialize_with = "whole")]
    w: u32,
    #[serde(deserialize_with = "whole")]
    h: u32,
}

/// Where the area belongs in the whole picture.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Place {
    #[serde(deserialize_with = "whole")]
    x: i32,
    #[serde(deserialize_with = "whole")]
    y: i32,
    #[serde(default, deserialize_with = "maybe_whole")]
    w: Option<u32>,
    #[serde(default, deserialize_with = "maybe_whole")]
    h: Option<u32>,
}

/// Parts of the whole picture, from 0 to 1.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Pivot {
    x: f64,
    y: f64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Meta {
    app: Option<String>,
    version: Option<Value>,
    image: Option<String>,
    format: Option<String>,
    size: Option<Size>,
    scale: Option<Value>,
    #[serde(rename = "related_multi_packs", alias = "relatedMultiPacks")]
    others: Vec<String>,
    /// A mark by which the program knows whether to pack again.
    #[serde(rename = "smartupdate")]
    _mark: Option<Value>,
}

/// The sheet of a file, and notes.
pub(super) fn read(
    text: &[u8],
    image: &str,
    unread: &mut Unread,
    problems: &mut Problems,
) -> Result<Packed, Problems> {
    let File { frames: Frames(frames), animations, meta } = json::read(text, unread)?;
    let mut document = Document::default();
    for (name, value) in [("app", meta.app), ("version", meta.version.map(written))] {
        document.meta.extend(value.map(|value| (name.into(), value)));
    }
    let mut sheet = Sheet {
        image: meta.image.unwrap_or_else(|| image.to_owned()),
        size: meta.size.map(Into::into),
        ..Sheet::default()
    };
    let scale = meta.scale.map(written).filter(|scale| scale != "1");
    for (name, value) in [("format", meta.format), ("scale", scale)] {
        sheet.meta.extend(value.map(|value| (name.into(), value)));
    }
    for frame in &frames {
        // One sort each, whatever the frames are called.
        for (field, value) in [
            ("borders", &frame.borders),
            ("vertices", &frame.vertices),
            ("verticesUV", &frame.on_image),
            ("triangles", &frame.triangles),
        ] {
            if value.is_some() {
                unread.add(&format!("frames.0.{field}"));
            }
        }
    }
    let pivots = pivots(&frames, problems);
    if !pivots.is_empty() {
        sheet.slices.insert("pivot".into(), pivots);
    }
    sheet.pictures = frames.into_iter().map(Frame::picture).collect();
    document.sheets.insert("sheet".into(), sheet);
    Ok(Packed { document, animations, others: meta.others })
}

/// A number or text as a text.
fn written(value: Value) -> String {
    match value {
        Value::String(text) => text,
        other => other.to_string(),
    }
}

/// A slice for each frame from which on another pivot holds.
fn pivots(frames: &[Frame], problems: &mut Problems) -> Vec<Slice> {
    let mut slices: Vec<Slice> = Vec::new();
    if frames.iter().all(|frame| frame.pivot.is_none()) {
        return slices;
    }
    let mut between = 0;
    for (from, frame) in (0..).zip(frames) {
        let [width, height] = frame.whole_size();
        let pivot = frame.pivot.map(|Pivot { x, y }| {
            let exact = [x * f64::from(width), y * f64::from(height)];
            between += usize::from(exact.iter().any(|place| place.fract() != 0.0));
            #[expect(
                clippy::cast_possible_truncation,
                reason = "a pixel; the conversion saturates"
            )]
            exact.map(|place| place.round() as i32)
        });
        let area = [0, 0, width, height].map(|side| i32::try_from(side).unwrap_or(i32::MAX));
        let same = slices.last().is_some_and(|last| last.area == area && last.pivot == pivot);
        if !same {
            slices.push(Slice { from, area, center: None, pivot });
        }
    }
    if between > 0 {
        let item = DocumentPath::root().field("frames");
        let plural = if between == 1 { "" } else { "s" };
        let found = format!("{between} pivot{plural} between pixels");
        problems.push(Problem::note(item, found, "the nearest pixel, which counts here"));
    }
    slices
}

impl Frame {
    /// Width and height on the image as it would lie there without rotation.
    fn size(&self) -> [u32; 2] {
        let Area { w, h, .. } = self.frame;
        // Most packers write the size before the rotation. Some write the one on the image.
        let is_turned = self.rotated
            && self.place.is_some_and(|place| (place.w, place.h) == (Some(h), Some(w)));
        if is_turned { [h, w] } else { [w, h] }
    }

    /// Width and height before margins were trimmed.
    fn whole_size(&self) -> [u32; 2] {
        self.whole.map_or(self.size(), Into::into)
    }

    fn picture(self) -> Picture {
        let ([w, h], whole) = (self.size(), self.whole_size());
        Picture {
            area: [self.frame.x, self.frame.y, w, h],
            rotated: self.rotated,
            offset: self.place.map_or([0, 0], |place| [place.x, place.y]),
            source_size: Some(whole).filter(|whole| *whole != [w, h]),
            name: self.filename,
        }
    }
}

impl NamedFrame for Frame {
    fn with_name(self, filename: String) -> Self {
        Self { filename, ..self }
    }
}
