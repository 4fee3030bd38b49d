//! Sheets as images and layouts of whole pictures: in an atlas of Bevy a trimmed picture would jump about, and a rotated one lie
//! on its side.

use alloc::{collections::BTreeMap, string::String, vec::Vec};

use bevy_asset::{AssetPath, LoadContext};
use bevy_image::{Image, TextureAtlasLayout};
use bevy_math::{URect, UVec2};
use cueline_assets::{Document, DocumentPath, Picture, Problem, Problems, Sheet};
use tracing::warn;

use crate::assets::sheet::CueSheet;

/// The longest side of an image that every graphics card supports.
const LONGEST: u32 = 16_384;
/// How many bytes the images may take that are drawn for one file, if not so many times the bytes that they are drawn from.
const FREE: u64 = 64 << 20;
/// Empty pixels between two pictures, so that no neighbour shows through where a sprite is scaled.
const GAP: u32 = 1;

/// An image, row by row from the top.
pub(crate) struct Pixels<'a> {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Four bytes a pixel.
    pub(crate) rgba: &'a [u8],
}

/// How many bytes of images may be drawn from so many bytes.
pub(crate) fn room(bytes: usize, per_byte: u64) -> u64 {
    FREE.max(u64::try_from(bytes).unwrap_or(u64::MAX).saturating_mul(per_byte))
}

/// The images and the layouts of the sheets of a file, by name. Whole and upright pictures stay where they lie; others are drawn
/// into a new image.
pub(crate) async fn placed(
    file: &str,
    document: &Document,
    context: &mut LoadContext<'_>,
) -> BTreeMap<String, CueSheet> {
    // A sheet without an image has its pixels in the file itself.
    let sheets = document.sheets.iter().filter(|(_, sheet)| !sheet.image.is_empty());
    let mut sheets: Vec<_> =
        sheets.map(|(name, sheet)| (image_of(file, name, sheet, context), name, sheet)).collect();
    // All sheets of one image, as that is loaded once for all of them.
    sheets.sort_by_key(|(path, ..)| path.as_ref().map(AssetPath::to_string));
    let mut loaded: Option<(AssetPath<'static>, Result<Image, String>, u64)> = None;
    let mut placed = BTreeMap::new();
    for (path, name, sheet) in sheets {
        let mut whole = None;
        if let Some(path) = path.clone().filter(|_| !sheet.pictures.iter().all(is_whole)) {
            if loaded.as_ref().is_none_or(|(of, ..)| *of != path) {
                let image = context.load_builder().load_value::<Image>(path.clone()).await;
                let image = image.map(|image| image.take()).map_err(|error| format!("{error}"));
                let bytes = image.iter().flat_map(|image| &image.data).map(Vec::len).sum();
                loaded = Some((path, image, room(bytes, 16)));
            }
            let unpacked = loaded.as_mut().map(|(_, image, room)| match image {
                Ok(image) => unpacked(sheet, image, room),
                Err(problem) => Err(problem.clone()),
            });
            match unpacked {
                Some(Err(problem)) => warn!(
                    "{file}: pictures of the sheet {name:?} lie rotated or without their margins, and show so: {problem}"
                ),
                unpacked => whole = unpacked.and_then(Result::ok),
            }
        }
        let (image, places) = match whole {
            Some((image, places)) => {
                (Some(context.add_labeled_asset(format!("image/{name}"), image)), places)
            }
            None => (path.map(|path| context.load(path)), layout(sheet)),
        };
        let layout = context.add_labeled_asset(format!("layout/{name}"), places);
        placed.insert(name.clone(), CueSheet { image, layout });
    }
    placed
}

/// The image that a sheet names. A file from a stranger may name any: one outside of the folder of assets, or of another source,
/// such as the web, is none.
fn image_of(
    file: &str,
    name: &str,
    sheet: &Sheet,
    context: &LoadContext<'_>,
) -> Option<AssetPath<'static>> {
    let path = context.path().resolve_embed_str(&sheet.image).ok();
    let is_inside = |path: &AssetPath<'_>| {
        path.source() == context.path().source()
            && !path.is_unapproved()
            && path.path().file_name().is_some()
    };
    let path = path.filter(is_inside);
    if path.is_none() {
        let found = &sheet.image;
        warn!(
            "{file}: the sheet {name:?} shows no image: found {found:?}, needed a file in the folder of assets"
        );
    }
    path
}

/// Whether a picture lies on the image as it shows.
fn is_whole(picture: &Picture) -> bool {
    let Picture { area, rotated, upside_down, offset, source_size, .. } = picture;
    let size = source_size.unwrap_or([area[2], area[3]]);
    !rotated && !upside_down && *offset == [0, 0] && size == [area[2], area[3]]
}

fn unpacked(
    sheet: &Sheet,
    image: &Image,
    room: &mut u64,
) -> Result<(Image, TextureAtlasLayout), String> {
    let descriptor = &image.texture_descriptor;
    // The format of most images: red, green, blue, alpha, 8 bits each.
    let usual = Image::default().texture_descriptor.format;
    let data = image.data.as_deref().filter(|_| descriptor.format == usual);
    let rgba = data.ok_or_else(|| {
        format!("the image has the format {:?}, needed {usual:?}", descriptor.format)
    })?;
    let pixels = Pixels { width: descriptor.size.width, height: descriptor.size.height, rgba };
    let (mut whole, layout) =
        whole_pictures(&sheet.pictures, &pixels, room).map_err(|problems| problems.to_string())?;
    whole.sampler = image.sampler.clone();
    Ok((whole, layout))
}

/// The places of a sheet's pictures on its image.
fn layout(sheet: &Sheet) -> TextureAtlasLayout {
    let areas = || {
        sheet.pictures.iter().map(|picture| {
            let [x, y, w, h] = picture.area;
            if picture.rotated { [x, y, h, w] } else { [x, y, w, h] }
        })
    };
    let [width, height] = sheet.size.unwrap_or_else(|| {
        areas().fold([0, 0], |[width, height], [x, y, w, h]| {
            [width.max(x.saturating_add(w)), height.max(y.saturating_add(h))]
        })
    });
    let mut layout = TextureAtlasLayout::new_empty(UVec2::new(width, height));
    for [x, y, w, h] in areas() {
        layout.add_texture(URect::new(x, y, x.saturating_add(w), y.saturating_add(h)));
    }
    layout
}

/// Lays equal cells out in rows, one for each different picture. Takes what the image needs from the room that there is.
pub(crate) fn whole_pictures(
    pictures: &[Picture],
    sheet: &Pixels<'_>,
    room: &mut u64,
) -> Result<(Image, TextureAtlasLayout), Problems> {
    let size_of = |picture: &Picture| {
        picture.source_size.unwrap_or([picture.area[2], picture.area[3]]).map(|side| side.max(1))
    };
    let cell = pictures.iter().map(size_of).fold([1, 1], |[w, h], [x, y]| [w.max(x), h.max(y)]);
    let mut cells: Vec<&Picture> = Vec::new();
    let mut known = BTreeMap::new();
    let places: Vec<usize> = pictures
        .iter()
        .map(|picture| {
            let Picture { area, offset, rotated, upside_down, .. } = picture;
            let on_sheet = (area, offset, rotated, upside_down, size_of(picture));
            *known.entry(on_sheet).or_insert_with(|| {
                cells.push(picture);
                cells.len() - 1
            })
        })
        .collect();
    let count = u32::try_from(cells.len()).unwrap_or(u32::MAX).max(1);
    let columns = (1..count).find(|columns| columns.pow(2) >= count).unwrap_or(count);
    let rows = count.div_ceil(columns);
    let side = |cells: u32, length: u32| cells.checked_mul(length.checked_add(GAP)?);
    let refused = |needed: String| {
        let found = format!("{count} different pictures of {} x {} pixels", cell[0], cell[1]);
        Problems::from(Problem::error(DocumentPath::root().field("frames"), found, needed))
    };
    let (Some(width @ 0..=LONGEST), Some(height @ 0..=LONGEST)) =
        (side(columns, cell[0]), side(rows, cell[1]))
    else {
        return Err(refused(format!("pictures that fit onto {LONGEST} x {LONGEST} pixels")));
    };
    // A few bytes may claim the largest image that there is.
    let bytes = u64::from(width) * u64::from(height) * 4;
    let Some(left) = room.checked_sub(bytes) else {
        return Err(refused(format!("pictures that take no more than {room} bytes when whole")));
    };
    *room = left;
    let corner = |place: usize| {
        let place = u32::try_from(place).unwrap_or(0); // below `count`
        [place % columns * (cell[0] + GAP), place / columns * (cell[1] + GAP)]
    };
    let mut rgba = vec![0; width as usize * height as usize * 4];
    for (place, picture) in cells.iter().enumerate() {
        copy(picture, size_of(picture), sheet, corner(place), width, &mut rgba);
    }
    let mut layout = TextureAtlasLayout::new_empty(UVec2::new(width, height));
    for (picture, place) in pictures.iter().zip(places) {
        let ([x, y], [w, h]) = (corner(place), size_of(picture));
        layout.add_texture(URect::new(x, y, x + w, y + h));
    }
    // By default an image has 8 bits for each of red, green, blue and alpha.
    let mut image = Image::default();
    image.texture_descriptor.size.width = width;
    image.texture_descriptor.size.height = height;
    image.data = Some(rgba);
    Ok((image, layout))
}

/// Copies a picture upright to its place in a whole one, pixel by pixel; what lies outside is left out.
fn copy(
    picture: &Picture,
    [whole_width, whole_height]: [u32; 2],
    sheet: &Pixels<'_>,
    [left, top]: [u32; 2],
    width: u32,
    rgba: &mut [u8],
) {
    let [x, y, w, h] = picture.area.map(u64::from);
    // No picture is larger than the whole one: what lies outside is not even looked at.
    let inside = |length: u64, offset: i32, whole: u32| {
        let offset = i64::from(offset);
        (0..i64::from(whole)).filter_map(move |to| {
            let own = u64::try_from(to - offset).ok().filter(|own| *own < length)?;
            Some((usize::try_from(to).ok()?, own))
        })
    };
    for (to_y, row) in inside(h, picture.offset[1], whole_height) {
        for (to_x, column) in inside(w, picture.offset[0], whole_width) {
            let (column, row) =
                if picture.upside_down { (w - 1 - column, h - 1 - row) } else { (column, row) };
            // Rotated clockwise on the sheet: its columns are the rows of the picture, from the right.
            let (right, down) = if picture.rotated { (h - 1 - row, column) } else { (column, row) };
            let (right, down) = (x + right, y + down);
            if right >= u64::from(sheet.width) || down >= u64::from(sheet.height) {
                continue;
            }
            let from = (down * u64::from(sheet.width) + right) * 4;
            let Ok(from) = usize::try_from(from) else { continue };
            let to = ((top as usize + to_y) * width as usize + left as usize + to_x) * 4;
            if let (Some(from), Some(to)) =
                (sheet.rgba.get(from..from + 4), rgba.get_mut(to..to + 4))
            {
                to.copy_from_slice(from);
            }
        }
    }
}
