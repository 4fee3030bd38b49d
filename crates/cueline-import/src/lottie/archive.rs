//! `.lottie` archives: a zip with a manifest, and a JSON file for each animation.

use std::{
    collections::BTreeSet,
    io::{Cursor, Read},
};

use cueline_assets::{DocumentPath, Problems};
use flate2::read::GzDecoder;
use serde::Deserialize;
use zip::{ZipArchive, result::ZipError};

use crate::{
    importer::refused,
    json::{self, Unread},
};

/// The limit of decompressed bytes of an archive: this, or [`PER_BYTE`] of the archive if that is more.
const FREE: u64 = 1 << 20;
const PER_BYTE: u64 = 64;

#[derive(Debug, Deserialize)]
struct Manifest {
    #[serde(default)]
    animations: Vec<Animation>,
}

#[derive(Debug, Deserialize)]
struct Animation {
    id: String,
}

/// Returns `true` if the bytes are a zip.
pub(super) fn is(file: &[u8]) -> bool {
    file.starts_with(b"PK\x03\x04")
}

/// Returns `true` if the bytes are one packed file, such as a sticker.
pub(super) fn is_gzip(file: &[u8]) -> bool {
    file.starts_with(b"\x1f\x8b")
}

/// The text of one packed file.
pub(super) fn unpacked(file: &[u8]) -> Result<Vec<u8>, Problems> {
    let most = FREE.max(file.len() as u64 * PER_BYTE);
    let mut text = Vec::new();
    match GzDecoder::new(file).take(most + 1).read_to_end(&mut text) {
        Ok(length) if length as u64 <= most => Ok(text),
        Ok(_) => {
            let needed = format!("no more than {most} decompressed");
            Err(refused(DocumentPath::root(), "more bytes", needed))
        }
        Err(error) => {
            let found = format!("a damaged file ({error})");
            Err(refused(DocumentPath::root(), found, "all of it"))
        }
    }
}

/// The name and the text of each animation.
pub(super) fn animations(file: &[u8]) -> Result<Vec<(String, Vec<u8>)>, Problems> {
    let broken = |error: ZipError| {
        refused(DocumentPath::root(), format!("a damaged archive ({error})"), "a zip")
    };
    let mut archive = ZipArchive::new(Cursor::new(file)).map_err(broken)?;
    let mut left = FREE.max(file.len() as u64 * PER_BYTE);
    let mut entry = |name: &str| -> Result<Option<Vec<u8>>, Problems> {
        let (mut text, item) = (Vec::new(), DocumentPath::root().field(name));
        let entry = match archive.by_name(name) {
            Ok(entry) => entry,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(error) => {
                let found = format!("a file that cannot be unpacked ({error})");
                return Err(refused(
                    item,
                    found,
                    "one that is stored or deflated, without a password",
                ));
            }
        };
        // Reads one byte beyond the limit, to detect an excess.
        let read = entry.take(left + 1).read_to_end(&mut text);
        if let Err(error) = read {
            return Err(refused(item, format!("a damaged file ({error})"), "all of it"));
        }
        left = left.checked_sub(text.len() as u64).ok_or_else(|| {
            refused(item, "more bytes", format!("no more than {left} decompressed"))
        })?;
        Ok(Some(text))
    };
    let item = DocumentPath::root().field("manifest.json");
    let Some(manifest) = entry("manifest.json")? else {
        return Err(refused(item, "nothing", "the list of animations"));
    };
    let manifest: Manifest = json::read(&manifest, &mut Unread::default())?;
    let (mut animations, mut seen) = (Vec::new(), BTreeSet::new());
    for (index, Animation { id }) in manifest.animations.into_iter().enumerate() {
        // A file of a few bytes could otherwise be unpacked and read very many times.
        if !seen.insert(id.clone()) {
            let item = item.field("animations").index(index);
            return Err(refused(item, format!("{id:?} a second time"), "each animation once"));
        }
        // The folder of the second version, and of the first.
        let mut text = None;
        for folder in ["a", "animations"] {
            if text.is_none() {
                text = entry(&format!("{folder}/{id}.json"))?;
            }
        }
        let Some(text) = text else {
            let item = item.field("animations").index(index);
            return Err(refused(item, format!("{id:?}"), "the name of a file in the archive"));
        };
        animations.push((id, text));
    }
    if animations.is_empty() {
        return Err(refused(item.field("animations"), "none", "one or more"));
    }
    Ok(animations)
}
