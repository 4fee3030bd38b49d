//! The binary format for shipping: small, and fast to read.
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `cueline` and a zero |
//! | 2 | the version of this form, 1, the lower byte first |
//! | 8 | the FNV-1a hash of the rest (Fowler, Noll and Vo), which detects damaged files |
//! | rest | [`postcard`](https://postcard.jamesmunns.com) of the document without its tracks, as RON text, and of the tracks |
//!
//! Keys are most of a file, so tracks are stored [in columns](crate::columns): times as differences, interpolations by
//! number. They are read where they lie in the bytes, which may be a mapped file: nothing of them is copied before it
//! is a key. The reader of texts checks everything else. The text has no line breaks.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::{
    Document, DocumentPath, Keys, Named, Problem, Problems, Read,
    columns::Columns,
    read::{read_part, write_text},
    text::Style,
};

/// The first bytes of such a file.
const MAGIC: &[u8; 8] = b"cueline\0";
/// The version of the format.
const VERSION: u16 = 1;
const HEADER: usize = MAGIC.len() + 2 + 8;

/// The content behind the header.
#[derive(Serialize, Deserialize)]
struct Packed<'a> {
    /// The document, whose clips have no tracks.
    #[serde(borrow)]
    document: Cow<'a, str>,
    /// The tracks of each clip, in the order of the clips.
    #[serde(borrow)]
    tracks: Vec<Vec<(&'a str, Columns<'a>)>>,
}

/// Returns `true` for the first bytes of such a file.
pub(crate) fn is_binary(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

pub(crate) fn write(document: &Document) -> Result<Vec<u8>, Problems> {
    let mut bare = document.clone();
    bare.clips.values_mut().for_each(|clip| clip.tracks = Named::default());
    let (text, _) = write_text(&bare, Style::Ron, None)?;
    // Lines end between items, never inside a quoted text, so the same text reads back.
    let text: String = text.lines().map(str::trim_start).collect();
    fn columns<'a>((path, keys): (&'a String, &Keys)) -> Result<(&'a str, Columns<'a>), String> {
        Columns::of(keys).map(|columns| (path.as_str(), columns))
    }
    let tracks = document.clips.values().map(|clip| clip.tracks.iter().map(columns).collect());
    let refused = |message: String| {
        Problem::error(DocumentPath::root(), message, "something that has a written form")
    };
    let tracks: Vec<_> = tracks.collect::<Result<_, _>>().map_err(refused)?;
    let packed = Packed { document: text.into(), tracks };
    let packed = postcard::to_allocvec(&packed).map_err(|error| refused(error.to_string()))?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(hash(&packed).to_le_bytes());
    bytes.extend(packed);
    Ok(bytes)
}

pub(crate) fn read(bytes: &[u8]) -> Result<Read, Problems> {
    let wrong = |found: String, needed: &str| Problem::error(DocumentPath::root(), found, needed);
    if !is_binary(bytes) {
        return Err(wrong("another kind of file".into(), "one that begins with \"cueline\"").into());
    }
    let (Some(version), Some(sum), Some(rest)) =
        (array(bytes, MAGIC.len()), array(bytes, MAGIC.len() + 2), bytes.get(HEADER..))
    else {
        return Err(wrong(format!("{} bytes", bytes.len()), "a whole file").into());
    };
    let version = u16::from_le_bytes(version);
    if version != VERSION {
        return Err(wrong(
            format!("version {version}"),
            "version 1, the one that this program reads",
        )
        .into());
    }
    if hash(rest) != u64::from_le_bytes(sum) {
        return Err(wrong("a damaged or cut file".into(), "an undamaged file").into());
    }
    let damaged = |error: String| Problems::from(wrong(error, "a file as this program writes it"));
    let packed: Packed = postcard::from_bytes(rest).map_err(|error| damaged(error.to_string()))?;
    let mut document = read_part(&packed.document).map_err(|problems| {
        // Lines and columns of this text would not help: the user never sees it.
        let bare = problems.into_iter().map(|problem| Problem { place: None, ..problem });
        bare.collect::<Problems>()
    })?;
    if packed.tracks.len() != document.clips.len() {
        let found = format!("tracks of {} clips", packed.tracks.len());
        return Err(damaged(format!("{found} for {}", document.clips.len())));
    }
    for (clip, tracks) in document.clips.values_mut().zip(packed.tracks) {
        for (path, columns) in tracks {
            let keys = columns.keys().map_err(&damaged)?;
            if clip.tracks.insert(path.into(), keys).is_some() {
                return Err(damaged(format!("two tracks {path:?}")));
            }
        }
    }
    let (document, _) = document.check().unless_errors(document)?;
    Ok(Read { document, notes: Problems::new() })
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..)?.first_chunk().copied()
}

/// FNV-1a with 64 bits.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use cueline::value::{Transform, Vec3};

    use super::*;
    use crate::{Node, Skeleton};

    #[test]
    fn names_of_any_characters_come_back_and_the_text_has_no_lines() {
        let mut skeleton = Skeleton::default();
        let names = ["a\n    b", "  c", "d\"  \n", "e\\n", "\t", ""];
        for (index, name) in names.into_iter().enumerate() {
            let translation = Vec3::new(index as f32, 0.5, 0.0);
            let rest = Transform { translation, ..Transform::default() };
            skeleton.nodes.insert(name.into(), Node { rest, ..Node::default() });
        }
        let mut document = Document::default();
        document.skeletons.insert("s".into(), skeleton);
        let bytes = write(&document).unwrap();
        assert_eq!(read(&bytes).unwrap().document, document);
        assert!(!bytes[HEADER..].contains(&b'\n'), "a line break is written as \\n");
    }
}
