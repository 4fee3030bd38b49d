//! A flipbook as the pictures of its sheet.

use std::path::Path;

use cueline::{
    clip::Flipbook,
    time::{Span, Time},
};
use cueline_assets::{FlipbookSource, Picture as Cut, Sheet};
use cueline_import::read_beside;
use cueline_picture::{Image, Picture, Point, Rect, Text};

use super::colors::FAINT;
use crate::{
    failure::Failure,
    open::{ENDLESS, Opened},
};

#[derive(Debug)]
pub(crate) struct Sprite {
    book: Flipbook,
    /// Each picture of the sheet upright, and its place in the untrimmed picture.
    cuts: Vec<(Image, [i32; 2])>,
    names: Vec<String>,
    /// The largest width and height of the whole pictures that it shows.
    largest: (u32, u32),
}

impl Sprite {
    pub(super) fn new(opened: &Opened, name: &str, book: &Flipbook) -> Result<Self, Failure> {
        let file = &opened.name;
        let source = opened.document.flipbooks.get(name).cloned().unwrap_or_default();
        let sheet = source.sheet.as_ref().and_then(|sheet| opened.document.sheets.get(sheet));
        let sheet = sheet.ok_or_else(|| {
            Failure::usage(format!(
                "{file}: the flipbook {name:?} names no sheet to take pictures from"
            ))
        })?;
        let folder = Path::new(file).parent().unwrap_or(Path::new(""));
        let path = folder.join(&sheet.image);
        let loaded;
        let (width, rgba) = match &opened.image {
            Some(image) => (image.width as usize, &*image.rgba),
            None => {
                let bytes = read_beside(folder, &sheet.image);
                let bytes = bytes.map_err(|error| Failure::file(&path, error.to_string()))?;
                loaded = Image::from_png(&bytes).map_err(|error| Failure::file(&path, error))?;
                (usize::from(loaded.width()), loaded.rgba())
            }
        };
        // Pictures may overlap, so a small file could ask for any number of pixels.
        let mut left = (rgba.len() / 4).max(1 << 20) * 16;
        let mut cut = |picture: &Cut| {
            let [x, y, w, h] = picture.area;
            let rest = (w as usize).checked_mul(h as usize).and_then(|all| left.checked_sub(all));
            left = rest.ok_or_else(|| Failure::file(&path, "its pictures have too many pixels"))?;
            cut(picture, width, rgba).ok_or_else(|| {
                Failure::file(&path, format!("there are no {w} x {h} pixels at {x}, {y}"))
            })
        };
        let cuts = sheet
            .pictures
            .iter()
            .map(|one| Ok((cut(one)?, one.offset)))
            .collect::<Result<Vec<_>, Failure>>()?;
        let names = sheet.pictures.iter().map(|one| one.name.clone()).collect();
        let largest = largest(sheet, &source);
        Ok(Self { book: book.clone(), cuts, names, largest })
    }

    /// The time of one pass.
    pub(super) fn pass(&self) -> Span {
        self.book.clone().times(1).ok().and_then(|once| once.duration()).unwrap_or(ENDLESS)
    }

    pub(super) fn draw<C: Copy + PartialEq>(&self, picture: &mut Picture<C>, area: Rect, at: Span) {
        let number = self.book.frame_at(Time::ZERO, Time::ZERO + at);
        let index = number as usize;
        let foot = Point::new(area.center().x, area.bottom() - 8.0);
        // A tile is called by its number.
        let name = self.names.get(index).filter(|name| **name != number.to_string());
        let words = format!("picture {number} {}", name.map_or("", String::as_str));
        let words = Text::new(words.trim_end(), foot, 14.0, FAINT).centered();
        let has_room = words.width() <= area.w && area.h >= 100.0;
        if has_room {
            picture.text(words);
        }
        let Some((image, [right, down])) = self.cuts.get(index) else { return };
        let (area, _) = area.split_top(if has_room { area.h - 24.0 } else { area.h });
        let pixels = |number: u32| f32::from(u16::try_from(number).unwrap_or(u16::MAX).max(1));
        let (width, height) = (pixels(self.largest.0), pixels(self.largest.1));
        // Whole multiples keep pixels square; a picture larger than the area is shrunk.
        let fits = (area.w / width).min(area.h / height);
        let scale = if fits >= 1.0 { fits.floor() } else { fits };
        let corner = area.center().moved(-width * scale / 2.0, -height * scale / 2.0);
        #[expect(clippy::cast_precision_loss, reason = "pixels of an image")]
        let (right, down) = (*right as f32, *down as f32);
        let (x, y) = ((corner.x + right * scale).round(), (corner.y + down * scale).round());
        let size = (f32::from(image.width()) * scale, f32::from(image.height()) * scale);
        picture.image(image, Rect::new(x, y, size.0, size.1));
    }
}

fn largest(sheet: &Sheet, source: &FlipbookSource) -> (u32, u32) {
    let whole = |cut: &Cut| {
        let [_, _, w, h] = cut.area;
        let [w, h] = cut.source_size.unwrap_or([w, h]);
        (w, h)
    };
    let shown = (0..).map_while(|frame| sheet.pictures.get(source.picture(frame)? as usize));
    shown.map(whole).fold((1, 1), |(w, h), (x, y)| (w.max(x), h.max(y)))
}

/// A picture of the sheet, upright; `None` if it lies outside of the sheet.
fn cut(cut: &Cut, width: usize, rgba: &[u8]) -> Option<Image> {
    let [x, y, w, h] = cut.area.map(|number| number as usize);
    // Its sides on the sheet.
    let (across, down) = (w, h);
    let (w, h) = if cut.rotated { (h, w) } else { (w, h) };
    if x.checked_add(w)? > width || w > 65_535 || h > 65_535 {
        return None;
    }
    // Before memory for its pixels is taken.
    let end = y.checked_add(h)?.checked_mul(width)?.checked_mul(4)?;
    if end > rgba.len() {
        return None;
    }
    let pixel = |column: usize, row: usize| {
        let at = ((y + row) * width + x + column) * 4;
        rgba.get(at..at + 4)
    };
    let mut pixels = Vec::with_capacity(across * down * 4);
    for row in 0..down {
        for column in 0..across {
            // Rotated clockwise on the sheet: its columns are the rows of the picture, from the right.
            let (column, row) =
                if cut.upside_down { (across - 1 - column, down - 1 - row) } else { (column, row) };
            let found = if cut.rotated { pixel(w - 1 - row, column) } else { pixel(column, row) };
            pixels.extend_from_slice(found?);
        }
    }
    Image::new(u16::try_from(across).ok()?, u16::try_from(down).ok()?, pixels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_turned_on_the_sheet_is_turned_back() {
        // The picture 1 2 / 3 4 / 5 6 by its quarter turns, clockwise, and the width of the sheet.
        let sheets = [
            (2, [1, 2, 3, 4, 5, 6]),
            (3, [5, 3, 1, 6, 4, 2]),
            (2, [6, 5, 4, 3, 2, 1]),
            (3, [2, 4, 6, 1, 3, 5]),
        ];
        for (turns, (width, sheet)) in sheets.into_iter().enumerate() {
            let rgba: Vec<u8> = sheet.iter().flat_map(|&n| [n; 4]).collect();
            let (rotated, upside_down) = (turns % 2 == 1, turns >= 2);
            let turned = Cut { area: [0, 0, 2, 3], rotated, upside_down, ..Cut::default() };
            let image = cut(&turned, width, &rgba).unwrap();
            assert_eq!((image.width(), image.height()), (2, 3), "{turns} quarter turns");
            let reds: Vec<u8> = image.rgba().chunks(4).map(|pixel| pixel[0]).collect();
            assert_eq!(reds, [1, 2, 3, 4, 5, 6], "{turns} quarter turns");
        }
        let rgba = [0; 24];
        let beyond = Cut { area: [2, 0, 2, 2], ..Cut::default() };
        assert!(cut(&beyond, 3, &rgba).is_none());
    }
}
