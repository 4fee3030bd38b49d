//! What the painter in memory draws.

use core::f32::consts::PI;

use cueline_picture::{Color, Image, Ink, Item, Point, Rect, Shape, SoftPainter, Text};

use crate::{BLACK, Plain, WHITE};

/// The pixels of a picture of `width` by `height` pixels.
fn painted(picture: &Plain, width: u32, height: u32, scale: f32) -> Vec<u8> {
    SoftPainter::new(width, height, scale).unwrap().paint(picture).to_vec()
}

/// How many pixels are white, parts of pixels too, with the middle of them.
fn white(pixels: &[u8], width: usize) -> (f32, Point) {
    let (mut sum, mut x, mut y) = (0.0, 0.0, 0.0);
    for (at, pixel) in (0_u16..).zip(pixels.chunks_exact(4)) {
        let part = f64::from(pixel[0]) / 255.0;
        let width = u16::try_from(width).unwrap();
        (sum, x, y) = (
            sum + part,
            x + part * (f64::from(at % width) + 0.5),
            y + part * (f64::from(at / width) + 0.5),
        );
    }
    #[expect(clippy::cast_possible_truncation, reason = "a number of pixels")]
    let [sum, x, y] = [sum, x / sum, y / sum].map(|number| number as f32);
    (sum, Point::new(x, y))
}

#[test]
fn a_shape_covers_its_area_around_its_middle() {
    let middle = Point::new(48.3, 51.7);
    let rect = Rect::new(middle.x - 30.0, middle.y - 20.0, 60.0, 40.0);
    let line = Shape::line(
        Point::new(middle.x - 30.0, middle.y - 8.0),
        Point::new(middle.x + 30.0, middle.y + 8.0),
    );
    let length = 60_f32.hypot(16.0);
    let half = Shape::Arc { center: middle, radius: 25.0, start: 0.0, sweep: 9.0 };
    let fill = |shape: Shape| Item::Fill(shape, WHITE.into());
    let stroke = |shape: Shape, width| Item::Stroke(shape, WHITE.into(), width);
    let cases = [
        (fill(rect.into()), 60.0 * 40.0),
        (fill(Shape::rounded(rect, 10.0)), 60.0 * 40.0 - (4.0 - PI) * 100.0),
        (fill(Shape::Circle(middle, 30.0)), PI * 900.0),
        (stroke(Shape::Circle(middle, 30.0), 4.0), PI * 60.0 * 4.0),
        (stroke(half, 3.0), PI * 50.0 * 3.0),
        // Round ends: half of a circle at each.
        (stroke(line, 5.0), length * 5.0 + PI * 2.5 * 2.5),
        // Outside round corners, inside sharp ones.
        (stroke(rect.into(), 6.0), 66.0 * 46.0 - (4.0 - PI) * 9.0 - 54.0 * 34.0),
    ];
    for scale in [1_u8, 2] {
        let side = 100 * u32::from(scale);
        let scale = f32::from(scale);
        for (item, area) in &cases {
            let picture = Plain { items: vec![item.clone()], ..Plain::new(BLACK) };
            let (found, at) = white(&painted(&picture, side, side, scale), side as usize);
            let found = found / (scale * scale);
            assert!((found / area - 1.0).abs() < 0.01, "{item:?} at {scale}: {found}, not {area}");
            let apart = (at.x / scale - middle.x).hypot(at.y / scale - middle.y);
            // Edges lie on quarters of a pixel.
            assert!(apart < 0.2, "{item:?} at {scale}: around {at:?}");
        }
    }
}

#[test]
fn a_line_of_no_width_draws_nothing() {
    let empty = painted(&Plain::new(BLACK), 20, 20, 1.0);
    for width in [0.0, -0.0, -3.0, f32::NAN] {
        let mut picture = Plain::new(BLACK);
        picture.stroke(Shape::Circle(Point::new(10.0, 10.0), 6.0), WHITE, width);
        picture.stroke(Rect::new(2.0, 2.0, 9.0, 9.0), WHITE, width);
        assert!(painted(&picture, 20, 20, 1.0) == empty, "{width}");
    }
}

/// A picture with everything that can be drawn, `by` times as large.
fn everything(by: f32) -> Plain {
    let at = |x: f32, y: f32| Point::new(x * by, y * by);
    let rect = |x: f32, y: f32, w: f32, h: f32| Rect::new(x * by, y * by, w * by, h * by);
    let mut picture = Plain::new(Color::hex(0x20_40_60));
    let ink = Ink::Linear { from: at(0.0, 0.0), to: at(40.0, 30.0), start: WHITE, end: BLACK };
    picture.fill(Shape::rounded(rect(3.0, 4.0, 30.0, 20.0), 5.0 * by), ink);
    picture.stroke(Shape::Circle(at(30.0, 30.0), 9.0 * by), WHITE.with_opacity(0.5), 2.0 * by);
    picture.image(&checks(), rect(20.0, 20.0, 15.0, 12.0));
    picture.text(Text::new("Aq8", at(4.0, 12.0), 12.0 * by, WHITE));
    picture.text(Text::new("mid", at(24.0, 30.0), 10.0 * by, BLACK).centered().bold());
    picture.text(Text::new("end", at(46.0, 40.0), 10.0 * by, WHITE).right());
    picture
}

/// Three by four pixels, each of another colour.
fn checks() -> Image {
    let pixels = (0..12_u8).flat_map(|at| [at * 20, 255 - at * 20, at * 7, 255]);
    Image::new(3, 4, pixels.collect()).unwrap()
}

#[test]
fn a_display_of_more_pixels_shows_what_a_larger_picture_shows() {
    for scale in [2_u8, 3] {
        let side = 48 * u32::from(scale);
        let scale = f32::from(scale);
        let (display, larger) = (
            painted(&everything(1.0), side, side, scale),
            painted(&everything(scale), side, side, 1.0),
        );
        let apart = display.iter().zip(&larger).map(|(a, b)| a.abs_diff(*b)).max();
        assert!(apart <= Some(2), "{scale}: {apart:?}"); // places of curves and gradients are rounded
    }
}

#[test]
fn a_smaller_canvas_shows_a_part_of_a_larger_one() {
    let (wide, high, left, top) = (23_u16, 17_u16, 9_u16, 6_u16);
    let mut picture = Plain::new(BLACK);
    let mut moved = picture.clone();
    for (index, words) in (0_u8..).zip(["WMQ", "jgy", "|_'"]) {
        // Over each edge of the part, and in it.
        for (x, y) in [(4.0, 8.0), (20.0, 3.0), (25.0, 21.0), (10.0, 14.0)] {
            let color = Color { a: 90, ..Color::hex(0x40_90_f0 + u32::from(index) * 40) };
            let text = |x: f32, y: f32| Text::new(words, Point::new(x, y), 13.0, color);
            picture.text(text(x, y));
            moved.text(text(x - f32::from(left), y - f32::from(top)));
        }
    }
    let whole = painted(&picture, 48, 40, 1.0);
    let part = painted(&moved, wide.into(), high.into(), 1.0);
    let width = usize::from(wide) * 4;
    for (row, part) in part.chunks_exact(width).enumerate() {
        let from = ((row + usize::from(top)) * 48 + usize::from(left)) * 4;
        assert!(whole[from..from + width] == *part, "row {row}");
    }
}

#[test]
fn an_image_shows_in_each_pixel_what_lies_at_its_middle() {
    let image = checks();
    let mut canvas = vec![image.clone()];
    canvas.push(Image::new(1, 1, vec![250, 1, 2, 255]).unwrap());
    canvas.push(Image::new(2, 5, (0..40).map(|at| at * 6 + 3).collect()).unwrap());
    for image in &canvas {
        for scale in [1.0_f32, 2.0, 0.5] {
            for rect in [
                Rect::new(2.0, 4.0, 12.0, 16.0),
                Rect::new(-3.2, 1.3, 14.5, 40.0),
                Rect::new(0.0, 0.0, 2.5, 2.5),
            ] {
                let mut picture = Plain::new(BLACK);
                picture.image(image, rect);
                let pixels = painted(&picture, 20, 24, scale);
                for (at, pixel) in (0_u16..).zip(pixels.chunks_exact(4)) {
                    let [x, y] = [at % 20, at / 20].map(|at| f32::from(at) + 0.5);
                    let edges = [rect.x, rect.right(), rect.y, rect.bottom()]
                        .map(|at| (at * scale).round());
                    let inside = x > edges[0] && x < edges[1] && y > edges[2] && y < edges[3];
                    let [r, g, b, a] =
                        if inside { middle(image, rect, x / scale, y / scale) } else { [0; 4] };
                    let over = |part: u8| {
                        let product = u32::from(part) * u32::from(a);
                        u8::try_from((product + 127) / 255).unwrap() // over black, to the nearest
                    };
                    assert_eq!(
                        pixel[..3],
                        [over(r), over(g), over(b)],
                        "{image:?} in {rect:?} at {scale}: {x}, {y}"
                    );
                }
            }
        }
    }
}

/// The pixel of an image that is stretched to a rectangle at this place.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "small numbers above zero"
)]
fn middle(image: &Image, rect: Rect, x: f32, y: f32) -> [u8; 4] {
    let place = |at: f32, pixels: u16| {
        (at * f32::from(pixels)).floor().clamp(0.0, f32::from(pixels) - 1.0) as usize
    };
    let column = place((x - rect.x) / rect.w, image.width());
    let row = place((y - rect.y) / rect.h, image.height());
    let at = (row * usize::from(image.width()) + column) * 4;
    image.rgba()[at..at + 4].try_into().unwrap()
}

#[test]
fn what_is_laid_over_a_colour_is_the_nearest_byte() {
    for below in [0_u8, 3, 100, 254, 255] {
        let colours = [0_u8, 1, 77, 200, 255];
        let pixels = (0..=255_u8).flat_map(|a| colours.map(|c| [c, c, c, a])).flatten();
        let image = Image::new(5, 256, pixels.collect()).unwrap();
        let mut picture = Plain::new(Color { r: below, g: below, b: below, a: 255 });
        picture.image(&image, Rect::new(0.0, 0.0, 5.0, 256.0));
        let shown = painted(&picture, 5, 256, 1.0);
        for (shown, pixel) in shown.chunks_exact(4).zip(image.rgba().chunks_exact(4)) {
            let [below, over, a] = [below, pixel[0], pixel[3]].map(u32::from);
            let twice = (below * (255 - a) + over * a) * 2;
            // At most half of a byte from the exact mean.
            assert!(
                (u32::from(shown[0]) * 510).abs_diff(twice) <= 255,
                "{below}, {over} at {a}: {}",
                shown[0]
            );
        }
    }
}

#[test]
fn a_file_of_the_largest_size_is_read_and_one_above_is_not() {
    // Most of the pixels are cut off, so both end in an error, but not in the same one.
    let file = |width: u32| {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, 8192);
        encoder.set_color(png::ColorType::Grayscale);
        encoder.set_depth(png::BitDepth::One);
        encoder.set_compression(png::Compression::Fast);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&vec![0; width.div_ceil(8) as usize * 8192]).unwrap();
        writer.finish().unwrap();
        bytes.truncate(100);
        bytes
    };
    let [most, above] = [8192, 8193].map(|width| Image::from_png(&file(width)).unwrap_err());
    assert!(above.contains("bytes, more than the 268435456"), "{above}");
    assert!(!most.contains("more than"), "{most}");
}

#[test]
fn a_text_that_was_cut_to_a_width_fits_into_that_width() {
    let text = Text::new("Kings and men, and all their horses", Point::default(), 20.0, WHITE);
    for width in [30.0, 60.0, 100.0, 150.0, 200.0] {
        let cut = text.clone().fitted(width);
        assert!(cut.width() <= width, "{cut:?}");
        let again = text.clone().fitted(cut.width());
        assert_eq!(again.text, cut.text, "exactly as wide as it is");
        assert_eq!(text.clone().fitted(text.width()).text, text.text);
    }
}
