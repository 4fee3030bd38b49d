//! The file: frames, their images, and lists of animations.

use cueline_assets::{Document, DocumentPath, Named, Problems, Sheet};
use serde::Deserialize;
use serde_json::Value;

use crate::{
    json::{self, Unread},
    sheet::{
        self, SHEET,
        json::{Frame, Frames, Size},
        name_of,
    },
};

/// What a file holds.
pub(super) struct Contents {
    /// The sheets and notes about their maker.
    pub(super) document: Document,
    /// Names of frames by the name of their animation.
    pub(super) animations: Named<Vec<String>>,
    /// The other files of the set, if the sheet has several images.
    pub(super) others: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct File {
    /// Of one image.
    frames: Option<Frames>,
    /// Of several images, as Phaser 3 has them.
    textures: Option<Vec<Texture>>,
    #[serde(default)]
    animations: Named<Vec<String>>,
    #[serde(default)]
    meta: Meta,
}

#[derive(Debug, Deserialize)]
struct Texture {
    image: Option<String>,
    format: Option<String>,
    size: Option<Size>,
    scale: Option<Value>,
    frames: Frames,
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

/// The sheets of a file, and notes. `image` is that of a file that names none.
pub(super) fn read(
    text: &[u8],
    image: &str,
    unread: &mut Unread,
    problems: &mut Problems,
) -> Result<Contents, Problems> {
    let File { frames, textures, animations, meta } = json::read(text, unread)?;
    let mut document = Document::default();
    for (name, value) in [("app", meta.app), ("version", meta.version.map(written))] {
        document.meta.extend(value.map(|value| (name.into(), value)));
    }
    let Meta { image: own, format, size, scale, .. } = meta;
    let one = frames.map(|frames| Texture { image: own, format, size, scale, frames });
    let root = DocumentPath::root();
    let pages: Vec<_> = match (one, textures) {
        (Some(one), _) => vec![(root.field("frames"), one)],
        (None, Some(textures)) => {
            let item = |index| root.field("textures").index(index).field("frames");
            textures.into_iter().enumerate().map(|(index, one)| (item(index), one)).collect()
        }
        (None, None) => {
            let found = "no field `frames`";
            return Err(crate::importer::refused(root, found, "one, or `textures`"));
        }
    };
    let is_one = pages.len() == 1;
    for (item, texture) in pages {
        let sheet = texture.sheet(image, &item, unread, problems);
        let mut name = if is_one { SHEET } else { name_of(&sheet.image) }.to_owned();
        if document.sheets.contains_key(&name) {
            name = format!("{name}#{}", document.sheets.len());
        }
        document.sheets.insert(name, sheet);
    }
    Ok(Contents { document, animations, others: meta.others })
}

impl Texture {
    fn sheet(
        self,
        image: &str,
        item: &DocumentPath,
        unread: &mut Unread,
        problems: &mut Problems,
    ) -> Sheet {
        let Self { image: own, format, size, scale, frames: Frames(frames) } = self;
        frames.iter().for_each(|frame: &Frame| frame.count_unread(unread));
        let own = own.filter(|own| !own.is_empty()).unwrap_or_else(|| image.to_owned());
        let mut sheet = sheet::sheet(own, size.map(Into::into), &frames, item, problems);
        let scale = scale.map(written).filter(|scale| scale != "1");
        for (name, value) in [("format", format), ("scale", scale)] {
            sheet.meta.extend(value.map(|value| (name.into(), value)));
        }
        sheet
    }
}

/// A number or text as a text.
fn written(value: Value) -> String {
    match value {
        Value::String(text) => text,
        other => other.to_string(),
    }
}
