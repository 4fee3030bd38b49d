//! Paints a picture into memory: no window, no graphics card, the same pixels on every run.
//!
//! Between two moments of a match most items are the same, and those come first. So the painter keeps
//! the pixels of the items with which both of the last two pictures began, and continues from them.

use std::collections::BTreeMap;

use tiny_skia::{
    FillRule, GradientStop, LineCap, LineJoin, LinearGradient, Paint, Path, PathBuilder, Pixmap,
    Shader, SpreadMode, Stroke, Transform,
};

use crate::picture::{Color, Image, Ink, Item, Picture, Point, Rect, Segment, Shape, Text, Weight};

/// Paints pictures of one size.
#[derive(Debug)]
pub struct SoftPainter<C> {
    scale: f32,
    /// The last picture and its pixels.
    last: Option<Picture<C>>,
    canvas: Pixmap,
    /// The first `base_items` items of the last picture, painted.
    base: Pixmap,
    base_items: usize,
    glyphs: BTreeMap<(Weight, u32, char), Glyph>,
}

/// A rasterised character.
#[derive(Debug)]
struct Glyph {
    /// From the origin to the left edge and, upwards, to the bottom edge.
    left: i32,
    bottom: i32,
    width: usize,
    height: usize,
    /// Row by row from the top, 255 where the character covers the whole pixel.
    coverage: Vec<u8>,
}

impl<C: Copy + PartialEq> SoftPainter<C> {
    /// A painter of pictures of `width` x `height` pixels, `scale` of them to a logical one.
    /// `None` where there is no pixel, or more than memory can hold.
    #[must_use]
    pub fn new(width: u32, height: u32, scale: f32) -> Option<Self> {
        let canvas = Pixmap::new(width, height)?;
        let base = canvas.clone();
        Some(Self { scale, last: None, canvas, base, base_items: 0, glyphs: BTreeMap::new() })
    }

    /// The pixels of `picture`: red, green, blue and 255, row by row from the top.
    pub fn paint(&mut self, picture: &Picture<C>) -> &[u8] {
        let common = match &self.last {
            Some(last) if last == picture => return self.canvas.data(),
            Some(last) => last.common(picture),
            None => 0,
        };
        if common < self.base_items || self.last.is_none() || common == 0 {
            self.canvas.fill(opaque(picture.background));
            self.base_items = 0;
        } else {
            self.canvas.data_mut().copy_from_slice(self.base.data());
        }
        for item in &picture.items[self.base_items..common] {
            self.item(item);
        }
        self.base.data_mut().copy_from_slice(self.canvas.data());
        self.base_items = common;
        for item in &picture.items[common..] {
            self.item(item);
        }
        self.last = Some(picture.clone());
        self.canvas.data()
    }

    fn item(&mut self, item: &Item) {
        let transform = Transform::from_scale(self.scale, self.scale);
        match item {
            Item::Fill(shape, ink) => {
                let Some(path) = path(shape) else { return };
                self.canvas.fill_path(&path, &paint(ink), FillRule::Winding, transform, None);
            }
            Item::Stroke(shape, ink, width) if *width > 0.0 => {
                let Some(path) = path(shape) else { return };
                let stroke = Stroke {
                    width: *width,
                    line_cap: LineCap::Round,
                    line_join: LineJoin::Round,
                    ..Stroke::default()
                };
                self.canvas.stroke_path(&path, &paint(ink), &stroke, transform, None);
            }
            Item::Stroke(..) => {}
            Item::Text(text) => self.text(text),
            Item::Image(image, rect) => self.image(image, *rect),
        }
    }

    /// Each pixel shows that of the image in which its middle lies.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "pixel coordinates, clamped to the canvas and to the image"
    )]
    fn image(&mut self, image: &Image, rect: Rect) {
        let (width, height, scale) = (self.canvas.width(), self.canvas.height(), self.scale);
        let side = |from: f32, to: f32, most: u32| {
            let first = (from * scale).round().clamp(0.0, most as f32) as u32;
            first..((to * scale).round().clamp(0.0, most as f32) as u32)
        };
        let columns = side(rect.x, rect.right(), width);
        let place = |at: u32, from: f32, length: f32, pixels: u16| {
            let fraction = ((at as f32 + 0.5) / scale - from) / length;
            ((fraction * f32::from(pixels)).max(0.0) as usize).min(usize::from(pixels) - 1)
        };
        for y in side(rect.y, rect.bottom(), height) {
            let row = place(y, rect.y, rect.h, image.height()) * usize::from(image.width());
            for x in columns.clone() {
                let from = (row + place(x, rect.x, rect.w, image.width())) * 4;
                let to = (y as usize * width as usize + x as usize) * 4;
                let [r, g, b, a] = image.rgba()[from..from + 4] else { continue };
                mix(&mut self.canvas.data_mut()[to..to + 3], [r, g, b], u32::from(a) * 255);
            }
        }
    }

    fn text(&mut self, text: &Text) {
        let (size, glyphs) = text.glyphs(self.scale);
        for (character, x, y) in glyphs {
            let key = (text.weight, size.to_bits(), character);
            let glyph = self.glyphs.entry(key).or_insert_with(|| Glyph::new(key, size));
            glyph.blend(&mut self.canvas, x, y, text.color);
        }
    }
}

impl Glyph {
    fn new((weight, _, character): (Weight, u32, char), size: f32) -> Self {
        let (metrics, coverage) = weight.font().rasterize(character, size);
        Self {
            left: metrics.xmin,
            bottom: metrics.ymin,
            width: metrics.width,
            height: metrics.height,
            coverage,
        }
    }

    /// Lays the glyph over the pixels, its origin at (`x`, `y`); what lies outside is left out.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss,
        reason = "sizes are far below 2^31, places saturate, and what lies outside is skipped"
    )]
    fn blend(&self, canvas: &mut Pixmap, x: f32, y: f32, color: Color) {
        let (width, height) = (canvas.width() as i32, canvas.height() as i32);
        let left = (x as i32).saturating_add(self.left);
        let top = (y as i32).saturating_sub(self.bottom).saturating_sub(self.height as i32);
        let pixels = canvas.data_mut();
        for row in 0..self.height {
            let y = top.saturating_add(row as i32);
            for column in 0..self.width {
                let x = left.saturating_add(column as i32);
                if x < 0 || y < 0 || x >= width || y >= height {
                    continue;
                }
                let coverage = u32::from(self.coverage[row * self.width + column]);
                let alpha = coverage * u32::from(color.a); // at most 255 * 255
                let start = (y as usize * width as usize + x as usize) * 4;
                mix(&mut pixels[start..start + 3], [color.r, color.g, color.b], alpha);
            }
        }
    }
}

/// Lays a colour over a pixel, with `alpha` of 255 * 255 parts.
#[expect(clippy::cast_possible_truncation, reason = "a mean of two bytes")]
fn mix(pixel: &mut [u8], color: [u8; 3], alpha: u32) {
    for (below, over) in pixel.iter_mut().zip(color) {
        let mixed = u32::from(*below) * (255 * 255 - alpha) + u32::from(over) * alpha;
        *below = ((mixed + 255 * 255 / 2) / (255 * 255)) as u8;
    }
}

fn path(shape: &Shape) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for segment in shape.outline() {
        match segment {
            Segment::Move(to) => builder.move_to(to.x, to.y),
            Segment::Line(to) => builder.line_to(to.x, to.y),
            Segment::Curve(a, b, to) => builder.cubic_to(a.x, a.y, b.x, b.y, to.x, to.y),
            Segment::Close => builder.close(),
        }
    }
    builder.finish()
}

fn paint(ink: &Ink) -> Paint<'static> {
    let shader = match *ink {
        Ink::Flat(color) => Shader::SolidColor(straight(color)),
        Ink::Linear { from, to, start, end } => {
            let stops = vec![
                GradientStop::new(0.0, straight(start)),
                GradientStop::new(1.0, straight(end)),
            ];
            let point = |at: Point| tiny_skia::Point::from_xy(at.x, at.y);
            let pad = SpreadMode::Pad;
            LinearGradient::new(point(from), point(to), stops, pad, Transform::identity())
                .unwrap_or_else(|| Shader::SolidColor(straight(end)))
        }
    };
    Paint { shader, anti_alias: true, ..Paint::default() }
}

fn straight(color: Color) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(color.r, color.g, color.b, color.a)
}

fn opaque(color: Color) -> tiny_skia::Color {
    straight(Color { a: 255, ..color })
}

#[cfg(test)]
mod tests {
    use super::*;

    type Picture = super::Picture<()>;

    const RED: Color = Color::hex(0xff_00_00);
    const BLUE: Color = Color::hex(0x00_00_ff);

    fn pixel(pixels: &[u8], width: usize, x: usize, y: usize) -> [u8; 4] {
        let start = (y * width + x) * 4;
        [pixels[start], pixels[start + 1], pixels[start + 2], pixels[start + 3]]
    }

    fn busy(step: u8) -> Picture {
        let mut picture = Picture::new(Color::hex(0x20_30_40));
        picture.fill(Rect::new(2.0, 2.0, 20.0, 20.0), RED);
        picture.shadow(Rect::new(10.0, 10.0, 20.0, 20.0), 10.0, 6.0, Color::hex(0));
        picture.text(Text::new("Aq8", Point::new(20.0, 20.0), 18.0, BLUE));
        let at = Point::new(f32::from(step), 30.0);
        picture.stroke(Shape::Circle(at, 8.0), RED.with_opacity(0.5), 3.0);
        picture
    }

    #[test]
    fn text_far_outside_of_the_canvas_is_left_out() {
        let mut painter = SoftPainter::new(8, 8, 1.0).unwrap();
        let empty = painter.paint(&Picture::new(BLUE)).to_vec();
        for far in [1e30, -1e30, 2_147_483_000.0, -2_147_483_648.0] {
            for at in [Point::new(far, 4.0), Point::new(4.0, far), Point::new(far, far)] {
                let mut picture = Picture::new(BLUE);
                picture.text(Text::new("Aq", at, 18.0, RED));
                assert_eq!(painter.paint(&picture), empty, "{at:?}");
            }
        }
    }

    #[test]
    fn known_pixels_have_known_colours() {
        let mut picture = Picture::new(BLUE);
        picture.fill(Rect::new(1.0, 1.0, 2.0, 2.0), RED);
        let over = Color::hex(0xff_ff_ff).with_opacity(0.5);
        picture.fill(Rect::new(2.0, 1.0, 1.0, 1.0), over);
        for scale in [1_u8, 2] {
            let wide = 4 * usize::from(scale);
            let side = 4 * u32::from(scale);
            let mut painter = SoftPainter::new(side, side, f32::from(scale)).unwrap();
            let pixels = painter.paint(&picture);
            assert_eq!(pixel(pixels, wide, 0, 0), [0, 0, 255, 255]);
            let at = usize::from(scale);
            assert_eq!(pixel(pixels, wide, at, at), [255, 0, 0, 255]);
            assert_eq!(pixel(pixels, wide, 2 * at, at), [255, 128, 128, 255]);
            assert_eq!(pixel(pixels, wide, 3 * at, 3 * at), [0, 0, 255, 255]);
        }
    }

    #[test]
    fn what_was_painted_before_does_not_show() {
        // Same beginning, longer, shorter, nothing in common, another background, twice the same.
        let mut short = busy(3);
        short.items.truncate(1);
        let mut other = Picture::new(RED);
        other.items = busy(9).items;
        let pictures = [busy(1), busy(2), busy(3), short, busy(4), other.clone(), other, busy(1)];
        let mut painter = SoftPainter::new(48, 48, 1.0).unwrap();
        for (index, picture) in pictures.iter().enumerate() {
            let fresh = SoftPainter::new(48, 48, 1.0).unwrap().paint(picture).to_vec();
            assert_eq!(painter.paint(picture), fresh, "picture {index}");
        }
    }

    #[test]
    fn text_covers_pixels_and_is_cut_at_the_edge() {
        let mut painter = SoftPainter::new(20, 20, 1.0).unwrap();
        let mut picture = Picture::new(BLUE);
        picture.text(Text::new("MMMM", Point::new(-9.0, 2.0), 18.0, RED));
        let pixels = painter.paint(&picture);
        assert!(pixels.chunks(4).any(|pixel| pixel == [255, 0, 0, 255]), "no letter is to be seen");
    }

    #[test]
    fn an_image_is_stretched_in_sharp_squares_and_lets_through_what_is_below() {
        let rgba = vec![255, 0, 0, 255, 0, 0, 255, 128];
        let image = Image::new(2, 1, rgba).unwrap();
        let mut picture = Picture::new(Color::hex(0xff_ff_ff));
        picture.image(&image, Rect::new(1.0, 1.0, 4.0, 2.0));
        let mut painter = SoftPainter::new(6, 4, 1.0).unwrap();
        let pixels = painter.paint(&picture);
        let expected = [
            ((0, 1), [255, 255, 255, 255]),
            ((1, 1), [255, 0, 0, 255]),
            ((2, 2), [255, 0, 0, 255]),
            ((3, 1), [127, 127, 255, 255]),
            ((4, 2), [127, 127, 255, 255]),
            ((5, 2), [255, 255, 255, 255]),
            ((3, 3), [255, 255, 255, 255]),
        ];
        for ((x, y), color) in expected {
            assert_eq!(pixel(pixels, 6, x, y), color, "({x}, {y})");
        }
        assert!(Image::new(2, 1, vec![0; 4]).is_none() && Image::new(0, 0, vec![]).is_none());
    }

    #[test]
    fn no_pixels_no_painter() {
        assert!(SoftPainter::<()>::new(0, 4, 1.0).is_none());
    }
}
