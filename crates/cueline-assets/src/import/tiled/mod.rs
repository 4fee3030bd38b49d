//! Tiled: animated tiles of tilesets (`.tsx`, `.tsj`), also of those inside of maps (`.tmx`, `.tmj`).
//!
//! Taken: each tileset with one image as a sheet called as the tileset, with a picture for each tile; each animated
//! tile as an endless flipbook called `TILESET/ID`. In Tiled all of them run by one clock: start them at its zero.
//! Where tiles have images of their own there is no sheet, and flipbooks count tiles as the tileset does.
//!
//! **Not taken**, with a note: tilesets in other files, which are to be read on their own; everything else of a map.

mod tileset;
mod xml;

use std::path::Path;

use serde::Deserialize;

use self::tileset::Tileset;
use super::{
    done,
    file::load,
    json::{self, Untaken},
    refused,
};
use crate::{DocumentPath, Problems, Read};

/// A map; a tileset has no tilesets.
#[derive(Debug, Deserialize)]
struct Map {
    tilesets: Option<Vec<Tileset>>,
}

/// Reads a file of either form.
///
/// # Errors
///
/// All that is wrong with it, as [`read`], and where it cannot be read at all.
pub fn open(path: impl AsRef<Path>) -> Result<Read, Problems> {
    load(path.as_ref(), read)
}

/// Reads what a file of either form holds.
///
/// # Errors
///
/// What is neither JSON nor XML of that form, tiles that are not there, frames of no duration.
///
/// # Examples
///
/// ```
/// use cueline_assets::import::tiled;
///
/// let text = br#"<tileset name="sea" tilewidth="8" tileheight="8" tilecount="4" columns="2">
///  <image source="sea.png" width="16" height="16"/>
///  <tile id="1"><animation><frame tileid="1" duration="100"/><frame tileid="3" duration="200"/></animation></tile>
/// </tileset>"#;
/// let document = tiled::read(text)?.document;
/// assert_eq!(document.flipbooks["sea/1"].picture(1), Some(3));
/// assert_eq!(document.sheets["sea"].pictures[3].area, [8, 8, 8, 8]);
/// # Ok::<(), cueline_assets::Problems>(())
/// ```
pub fn read(file: &[u8]) -> Result<Read, Problems> {
    let (mut untaken, mut problems) = (Untaken::default(), Problems::new());
    let first = file.iter().find(|byte| !byte.is_ascii_whitespace() && byte.is_ascii());
    let tilesets = if first == Some(&b'<') {
        let text = std::str::from_utf8(file).map_err(|error| {
            let found = format!("bytes that are no UTF-8 from byte {} on", error.valid_up_to());
            refused(DocumentPath::root(), found, "text")
        })?;
        xml::read(text.trim_start_matches('\u{feff}'), &mut untaken)?
    } else {
        in_json(file, &mut untaken)?
    };
    let document = tileset::document(tilesets, &mut problems);
    untaken.report(&mut problems);
    done(document, problems)
}

fn in_json(file: &[u8], untaken: &mut Untaken) -> Result<Vec<Tileset>, Problems> {
    let mut of_map = Untaken::default();
    if let Map { tilesets: Some(tilesets) } = json::read(file, &mut of_map)? {
        *untaken = of_map;
        return Ok(tilesets);
    }
    Ok(vec![json::read(file, untaken)?])
}
