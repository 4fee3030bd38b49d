//! All frames of a sprite on one image: trimmed, without duplicates, packed with a gap.

use cueline_assets::{DocumentPath, Picture, Problems};
use etagere::{AtlasAllocator, size2};
use indexmap::IndexSet;

use super::art::{Art, Memory};
use crate::importer::refused;

/// The longest side of an image that every graphics card supports.
const LONGEST: u32 = 16_384;
/// The largest number of different pictures on an image. The packer counts its items in 16 bits, two for each picture.
const MOST: usize = 30_000;

/// An image in memory: rows from the top, four bytes a pixel, not premultiplied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Image {
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// Red, green, blue and opacity of each pixel.
    pub rgba: Vec<u8>,
}

/// A picture without its empty margins.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Cut {
    size: [u32; 2],
    rgba: Vec<u8>,
}

/// Draws these frames onto one image, with `padding` pixels between them. Returns the image and the place of each
/// frame.
pub(super) fn pack(
    art: &Art<'_>,
    frames: &[u16],
    padding: u8,
    mut memory: Memory,
) -> Result<(Image, Vec<Picture>), Problems> {
    let item = DocumentPath::root().field("frames");
    let [width, height] = art.size();
    if width == 0 || height == 0 {
        let header = DocumentPath::root().field("header");
        return Err(refused(header, format!("{width} x {height} pixels"), "1 x 1 or more"));
    }
    art.check_work(frames)?;
    let mut canvas = vec![0; memory.take(width, height, &item)?];
    let mut cuts: IndexSet<Cut> = IndexSet::new();
    let mut pictures = Vec::with_capacity(frames.len());
    // The trimmed area of each frame.
    let mut shown = Vec::with_capacity(frames.len());
    for &frame in frames {
        let item = item.index(frame.into());
        art.draw(frame, &mut canvas, memory)?;
        let ([left, top], cut) = trimmed(&canvas, width);
        let size = cut.size;
        let (index, new) = cuts.insert_full(cut);
        if new {
            let _bytes = memory.take(size[0] as usize, size[1] as usize, &item)?;
        }
        if cuts.len() > MOST {
            let needed = format!("no more than {MOST}");
            return Err(refused(item, "one more picture that differs from the others", needed));
        }
        shown.push(index);
        // Sizes of a file have 16 bits.
        let offset = [left, top].map(|edge| i32::try_from(edge).unwrap_or(i32::MAX));
        let whole = [width, height].map(|side| u32::try_from(side).unwrap_or(u32::MAX));
        let source_size = if size == whole { None } else { Some(whole) };
        let area = [0, 0, size[0], size[1]];
        pictures.push(Picture {
            name: frame.to_string(),
            area,
            offset,
            source_size,
            ..Picture::default()
        });
    }
    let (size, places) = place(&cuts, padding.into()).ok_or_else(|| {
        let needed = format!("pictures that fit on one image of {LONGEST} x {LONGEST}");
        refused(item.clone(), format!("{} pictures", cuts.len()), needed)
    })?;
    let bytes = memory.take(size[0] as usize, size[1] as usize, &item)?;
    let mut image = Image { width: size[0], height: size[1], rgba: vec![0; bytes] };
    for (cut, &[left, top]) in cuts.iter().zip(&places) {
        let bytes = cut.size[0] as usize * 4;
        for (row, pixels) in cut.rgba.chunks_exact(bytes).enumerate() {
            let start = ((top as usize + row) * size[0] as usize + left as usize) * 4;
            image.rgba[start..start + bytes].copy_from_slice(pixels); // inside, as it was placed there
        }
    }
    for (picture, cut) in pictures.iter_mut().zip(shown) {
        let [left, top] = places[cut];
        picture.area[..2].copy_from_slice(&[left, top]);
    }
    Ok((image, pictures))
}

/// The canvas without empty rows and columns, and its left and top edge; an empty canvas leaves one pixel.
fn trimmed(canvas: &[u8], width: usize) -> ([usize; 2], Cut) {
    let (mut left, mut right, mut top, mut bottom) = (usize::MAX, 0, usize::MAX, 0);
    for (y, row) in canvas.chunks_exact(width * 4).enumerate() {
        let filled = |pixel: &[u8]| pixel[3] != 0;
        let Some(first) = row.chunks_exact(4).position(filled) else { continue };
        let last = row.chunks_exact(4).rposition(filled).unwrap_or(first);
        (left, right) = (left.min(first), right.max(last));
        (top, bottom) = (top.min(y), y);
    }
    if left > right {
        return ([0, 0], Cut { size: [1, 1], rgba: vec![0; 4] });
    }
    let (across, down) = (right - left + 1, bottom - top + 1);
    let mut rgba = Vec::with_capacity(across * down * 4);
    for row in canvas.chunks_exact(width * 4).skip(top).take(down) {
        for pixel in row[left * 4..(right + 1) * 4].chunks_exact(4) {
            // Invisible pixels get no color, so that pictures that look the same are equal.
            rgba.extend_from_slice(if pixel[3] == 0 { &[0; 4] } else { pixel });
        }
    }
    let size = [across, down].map(|side| u32::try_from(side).unwrap_or(u32::MAX));
    ([left, top], Cut { size, rgba })
}

/// The size of the image, and the corner of each picture; `None` if they do not fit.
fn place(cuts: &IndexSet<Cut>, padding: u32) -> Option<([u32; 2], Vec<[u32; 2]>)> {
    let mut order: Vec<usize> = (0..cuts.len()).collect();
    order.sort_by_key(|index| std::cmp::Reverse([cuts[*index].size[1], cuts[*index].size[0]]));
    // Each picture has its gap at the right and at the bottom, and so has the image.
    let padded = |index: usize| cuts[index].size.map(|side| u64::from(side) + u64::from(padding));
    let area: u64 = order.iter().map(|index| padded(*index).iter().product::<u64>()).sum();
    let widest = order.iter().map(|index| padded(*index)[0]).max()?;
    let side = |number: u64| number.next_power_of_two().max(8);
    let limit = u64::from(LONGEST) * 2;
    let mut size = [side(area.isqrt().max(widest)), 8];
    while size[0] * size[1] < area {
        size[1] *= 2;
    }
    while size[0] <= limit && size[1] <= limit {
        if let Some(places) = try_place(&order, size, padded) {
            let far = |axis: usize| {
                let end = |index: &usize| places[*index][axis] + cuts[*index].size[axis];
                order.iter().map(end).max().unwrap_or(1)
            };
            let used = [far(0), far(1)];
            return (used[0] <= LONGEST && used[1] <= LONGEST).then_some((used, places));
        }
        let axis = usize::from(size[1] < size[0]);
        size[axis] *= 2;
    }
    None
}

fn try_place(
    order: &[usize],
    size: [u64; 2],
    padded: impl Fn(usize) -> [u64; 2],
) -> Option<Vec<[u32; 2]>> {
    let sides = |[width, height]: [u64; 2]| {
        Some(size2(i32::try_from(width).ok()?, i32::try_from(height).ok()?))
    };
    let mut allocator = AtlasAllocator::new(sides(size)?);
    let mut places = vec![[0, 0]; order.len()];
    for &index in order {
        let corner = allocator.allocate(sides(padded(index))?)?.rectangle.min;
        places[index] = [u32::try_from(corner.x).ok()?, u32::try_from(corner.y).ok()?];
    }
    Some(places)
}
