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
    columns::{PackedTrack, Packer, Shared, Unpacker},
    document::Document,
    key::Keys,
    named::Named,
    problem::{DocumentPath, Problem, Problems},
    read::{Read, read_part, write_text},
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
    /// What the tracks have in common.
    #[serde(borrow)]
    shared: Shared<'a>,
    /// The tracks of each clip, in the order of the clips.
    #[serde(borrow)]
    tracks: Vec<Vec<PackedTrack<'a>>>,
}

/// The text of a document, and the tracks of each clip.
type Unpacked<'a> = (Cow<'a, str>, Vec<Vec<(String, Keys)>>);

fn unpack(bytes: &[u8]) -> Result<Unpacked<'_>, String> {
    let Packed { document, shared, tracks } =
        postcard::from_bytes(bytes).map_err(|error| error.to_string())?;
    let mut unpacker = Unpacker::new(&shared, bytes.len())?;
    let mut unpack = |clip: Vec<PackedTrack<'_>>| {
        clip.into_iter().map(|track| unpacker.track(track)).collect::<Result<_, String>>()
    };
    let tracks = tracks.into_iter().map(&mut unpack).collect::<Result<_, String>>()?;
    Ok((document, tracks))
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
    let refused = |message: String| {
        Problem::error(DocumentPath::root(), message, "something that has a written form")
    };
    let mut packer = Packer::default();
    let mut tracks = Vec::new();
    for clip in document.clips.values() {
        let packed = clip.tracks.iter().map(|(path, keys)| packer.track(path, keys));
        tracks.push(packed.collect::<Result<_, _>>().map_err(refused)?);
    }
    let packed = Packed { document: text.into(), shared: packer.shared(), tracks };
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
        let needed = "version 1, the one that this program reads";
        return Err(wrong(format!("version {version}"), needed).into());
    }
    if hash(rest) != u64::from_le_bytes(sum) {
        return Err(wrong("a damaged or cut file".into(), "an undamaged file").into());
    }
    let damaged = |error: String| Problems::from(wrong(error, "a file as this program writes it"));
    let (text, tracks) = unpack(rest).map_err(damaged)?;
    let mut document = read_part(&text).map_err(|problems| {
        // Lines and columns of this text would not help: the user never sees it.
        let bare = problems.into_iter().map(|problem| Problem { place: None, ..problem });
        bare.collect::<Problems>()
    })?;
    if tracks.len() != document.clips.len() {
        let found = format!("tracks of {} clips", tracks.len());
        return Err(damaged(format!("{found} for {}", document.clips.len())));
    }
    for (clip, tracks) in document.clips.values_mut().zip(tracks) {
        for (path, keys) in tracks {
            if clip.tracks.contains_key(&path) {
                return Err(damaged(format!("two tracks {path:?}")));
            }
            clip.tracks.insert(path, keys);
        }
    }
    let (document, _) = document.check().unless_errors(document)?;
    Ok(Read { document, ..Read::default() })
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
