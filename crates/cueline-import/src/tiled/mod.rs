//! Tiled: animated tiles of tilesets (`.tsx`, `.tsj`), also of tilesets inside of maps (`.tmx`, `.tmj`).
//!
//! Imported: each tileset with one image, or whose tiles are parts of one image, as a sheet with the name of the tileset
//! and a picture for each tile; each animated tile as an endless flipbook called `TILESET/ID`. In Tiled one clock runs all
//! of them: start them at its zero. If tiles have separate images there is no sheet, and flipbooks use the tile numbers of
//! the tileset.
//!
//! **Not imported**, with a note: tilesets in other files, which need their own import; everything else of a map.

mod tileset;
mod xml;

use cueline_assets::{Problems, Read};
use serde::Deserialize;

use self::tileset::Tileset;
use crate::{
    importer::{Importer, done},
    json::{self, Unread},
    motion::Motion,
};

/// A map; a tileset has no tilesets.
#[derive(Debug, Deserialize)]
struct Map {
    tilesets: Option<Vec<Tileset>>,
}

pub(crate) const IMPORTER: Importer = Importer {
    extensions: &["tsx", "tsj", "tmx", "tmj"],
    is: |file, fields| {
        let is_json =
            fields.top("tilewidth") && (fields.top("tilecount") || fields.top("tilesets"));
        is_json || xml::is(file)
    },
    read: |file, _| read(file),
};

/// Reads the content of a file of either form.
///
/// # Errors
///
/// Anything but JSON or XML of that form, missing tiles, frames with a duration of zero.
///
/// # Examples
///
/// ```
/// use cueline_import::tiled;
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
    let (mut unread, mut problems) = (Unread::default(), Problems::new());
    let first = file.iter().find(|byte| !byte.is_ascii_whitespace() && byte.is_ascii());
    let tilesets = if first == Some(&b'<') {
        xml::read(&crate::xml::text(file)?, &mut unread)?
    } else {
        in_json(file, &mut unread)?
    };
    let mut motion = Motion::default();
    let document = tileset::document(tilesets, &mut motion, &mut problems);
    unread.report(&mut problems);
    done(document, motion, problems)
}

fn in_json(file: &[u8], unread: &mut Unread) -> Result<Vec<Tileset>, Problems> {
    let mut of_map = Unread::default();
    if let Map { tilesets: Some(tilesets) } = json::read(file, &mut of_map)? {
        *unread = of_map;
        return Ok(tilesets);
    }
    Ok(vec![json::read(file, unread)?])
}
