//! What a window of egui is given to draw: the area and the middle of its triangles.

use core::f32::consts::PI;

use cueline_picture::{Color, EguiPainter, Image, Ink, Item, Point, Rect, Segment, Shape, Text};
use egui::{Color32, Context, Mesh, Pos2, RawInput, epaint::Primitive, pos2, vec2};

use crate::{BLACK, Plain, WHITE};

/// Pictures are drawn over nothing here.
const NOTHING: Color = Color { r: 0, g: 0, b: 0, a: 0 };
const ORIGIN: Pos2 = pos2(20.0, 30.0);

/// The triangles of a picture: `scale` points of the window for one of the picture, `points` pixels for one of the window.
fn meshes(picture: &Plain, scale: f32, points: f32) -> Vec<Mesh> {
    let (ctx, mut painter) = (Context::default(), EguiPainter::default());
    ctx.set_pixels_per_point(points);
    let screen = egui::Rect::from_min_size(Pos2::ZERO, vec2(600.0, 600.0));
    let mut shapes = Vec::new();
    // Text has its font from the second frame on.
    for _frame in 0..3 {
        let input = RawInput { screen_rect: Some(screen), ..RawInput::default() };
        let mut output = ctx.run_ui(input, |ui| {
            let whole = ui.ctx().layer_painter(egui::LayerId::background());
            assert_eq!(whole.pixels_per_point(), points);
            painter.paint(&whole, ORIGIN, scale, picture);
        });
        output.textures_delta.clear(); // nothing is drawn
        shapes = output.shapes;
    }
    let meshes = ctx.tessellate(shapes, points).into_iter();
    let mesh = |part: egui::ClippedPrimitive| match part.primitive {
        Primitive::Mesh(mesh) => Some(mesh),
        Primitive::Callback(_) => None,
    };
    meshes.filter_map(mesh).collect()
}

fn of(item: Item) -> Plain {
    Plain { items: vec![item], ..Plain::new(NOTHING) }
}

/// The area of triangles, each as opaque as its corners are, and its middle, both as places of the picture.
fn covered(meshes: &[Mesh], scale: f32) -> (f32, Point) {
    let (mut sum, mut x, mut y) = (0.0, 0.0, 0.0);
    for mesh in meshes {
        for corners in mesh.indices.chunks_exact(3) {
            let corners = [0, 1, 2].map(|at| mesh.vertices[corners[at] as usize]);
            let [a, b, c] = corners.map(|corner| corner.pos);
            let area = ((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)).abs() / 2.0;
            let parts = corners.map(|corner| f32::from(corner.color.a()) / 255.0);
            let all: f32 = parts.iter().sum();
            sum += area * all / 3.0;
            // The middle of what changes evenly between three corners.
            for (part, at) in parts.iter().zip([a, b, c]) {
                let weight = area * (all + part) / 12.0;
                (x, y) = (x + weight * at.x, y + weight * at.y);
            }
        }
    }
    let middle = (pos2(x / sum, y / sum) - ORIGIN) / scale;
    (sum / (scale * scale), Point::new(middle.x, middle.y))
}

/// The bounds of the triangles, as places of the picture.
fn bounds(meshes: &[Mesh], scale: f32) -> [f32; 4] {
    let places = meshes.iter().flat_map(|mesh| &mesh.vertices).map(|vertex| {
        let at = (vertex.pos - ORIGIN) / scale;
        Point::new(at.x, at.y)
    });
    crate::bounds(places)
}

/// A figure through places, `turned` the other way round.
fn figure(points: &[(f32, f32)], turned: bool) -> Shape {
    let mut points: Vec<_> = points.iter().map(|(x, y)| Point::new(*x, *y)).collect();
    if turned {
        points.reverse();
    }
    Shape::Polygon(points)
}

/// The area and the middle of a figure.
fn exactly(points: &[(f32, f32)]) -> (f32, Point) {
    let (mut sum, mut x, mut y) = (0.0, 0.0, 0.0);
    for (a, b) in points.iter().zip(points.iter().cycle().skip(1)) {
        let part = a.0 * b.1 - b.0 * a.1;
        (sum, x, y) = (sum + part, x + part * (a.0 + b.0), y + part * (a.1 + b.1));
    }
    (sum.abs() / 2.0, Point::new(x / (3.0 * sum), y / (3.0 * sum)))
}

fn same(found: (f32, Point), expected: (f32, Point), apart: f32, what: &str) {
    let (area, at) =
        (found.0 / expected.0 - 1.0, (found.1.x - expected.1.x).hypot(found.1.y - expected.1.y));
    assert!(area.abs() < apart && at < 60.0 * apart, "{what}: {found:?}, not {expected:?}");
}

const SCALES: [(f32, f32); 4] = [(1.0, 1.0), (2.0, 1.0), (1.0, 2.0), (2.5, 2.0)];

#[test]
fn a_figure_of_any_form_covers_its_area_around_its_middle() {
    let corner =
        [(10.0, 10.0), (80.0, 10.0), (80.0, 40.0), (40.0, 40.0), (40.0, 90.0), (10.0, 90.0)];
    let dart = [(10.0, 10.0), (50.0, 30.0), (90.0, 10.0), (50.0, 90.0)];
    let star = [(50.0, 5.0), (61.0, 38.0), (95.0, 38.0), (67.0, 58.0), (78.0, 90.0), (50.0, 70.0)];
    let comb = [
        (5.0, 5.0),
        (90.0, 5.0),
        (90.0, 60.0),
        (70.0, 60.0),
        (70.0, 20.0),
        (50.0, 20.0),
        (50.0, 60.0),
        (5.0, 60.0),
    ];
    let square = [(10.0, 10.0), (70.0, 10.0), (70.0, 70.0), (10.0, 70.0)];
    let five = [(40.0, 5.0), (90.0, 30.0), (80.0, 80.0), (20.0, 85.0), (5.0, 35.0)];
    let figures: [&[(f32, f32)]; 6] = [&corner, &dart, &star, &comb, &square, &five];
    for points in figures {
        for turned in [false, true] {
            for (scale, pixels) in SCALES {
                let item = Item::Fill(figure(points, turned), WHITE.into());
                let found = covered(&meshes(&of(item), scale, pixels), scale);
                same(found, exactly(points), 0.004, &format!("{points:?} at {scale}, {pixels}"));
            }
        }
    }
}

/// Darts of many forms: four points of which one lies within the triangle of the others.
#[test]
fn a_figure_with_a_corner_to_its_inside_is_not_drawn_as_one_without() {
    let mut turn = 0.3_f32;
    for number in 0..40_u8 {
        turn += 2.4;
        let on = |angle: f32, out: f32| {
            (50.0 + out * (turn + angle).cos(), 50.0 + out * (turn + angle).sin())
        };
        let inside = 4.0 + f32::from(number % 5);
        let dart =
            [on(0.0, 40.0), on(2.2, 34.0 + f32::from(number % 7)), on(PI, inside), on(-2.0, 38.0)];
        for turned in [false, true] {
            let item = Item::Fill(figure(&dart, turned), WHITE.into());
            let found = covered(&meshes(&of(item), 1.0, 1.0), 1.0);
            same(found, exactly(&dart), 0.01, &format!("{dart:?}"));
        }
    }
}

#[test]
fn round_shapes_cover_their_area_around_their_middle() {
    let middle = Point::new(48.0, 52.0);
    let rect = Rect::new(18.0, 32.0, 60.0, 40.0);
    let slope = Ink::downwards(rect, WHITE, WHITE.with_opacity(0.0));
    let white = Ink::from(WHITE);
    let fill = |shape: Shape| Item::Fill(shape, white.clone());
    let stroke = |shape: Shape, width| Item::Stroke(shape, white.clone(), width);
    let mut ring = Shape::Circle(middle, 30.0).outline();
    ring.extend(Rect::new(38.0, 42.0, 20.0, 20.0).hole());
    let mut two = Shape::Circle(Point::new(28.0, 52.0), 15.0).outline();
    two.extend(Shape::Circle(Point::new(68.0, 52.0), 15.0).outline());
    let arc = Shape::Arc { center: middle, radius: 25.0, start: 1.0, sweep: 9.0 };
    let across = Ink::Linear {
        from: Point::new(0.0, 0.0),
        to: Point::new(1.0, 0.0),
        start: WHITE,
        end: WHITE,
    };
    let cases = [
        (fill(rect.into()), 2400.0),
        (Item::Fill(rect.into(), across.clone()), 2400.0),
        (fill(Shape::rounded(rect, 12.0)), 2400.0 - (4.0 - PI) * 144.0),
        (Item::Fill(Shape::rounded(rect, 12.0), across.clone()), 2400.0 - (4.0 - PI) * 144.0),
        (fill(Shape::Circle(middle, 30.0)), PI * 900.0),
        (Item::Fill(Shape::Circle(middle, 30.0), across), PI * 900.0),
        (fill(Shape::Path(ring)), PI * 900.0 - 400.0),
        (fill(Shape::Path(two)), 2.0 * PI * 225.0),
        (stroke(Shape::Circle(middle, 30.0), 4.0), PI * 60.0 * 4.0),
        (stroke(arc, 4.0), PI * 50.0 * 4.0),
        (stroke(rect.into(), 4.0), 64.0 * 44.0 - 56.0 * 36.0),
        (
            stroke(Shape::Polygon(rect.hole().iter().filter_map(at).collect()), 4.0),
            64.0 * 44.0 - 56.0 * 36.0,
        ),
    ];
    for (item, area) in cases {
        for (scale, pixels) in SCALES {
            let found = covered(&meshes(&of(item.clone()), scale, pixels), scale);
            same(found, (area, middle), 0.015, &format!("{item:?} at {scale}, {pixels}"));
        }
    }
    // Half as opaque all in all, and its middle a third from the opaque edge.
    for shape in [Shape::from(rect), Shape::Polygon(rect.hole().iter().filter_map(at).collect())] {
        let found = covered(&meshes(&of(Item::Fill(shape, slope.clone())), 2.0, 1.0), 2.0);
        same(found, (1200.0, Point::new(48.0, 32.0 + 40.0 / 3.0)), 0.015, "a slope");
    }
}

fn at(segment: &Segment) -> Option<Point> {
    match segment {
        Segment::Move(at) | Segment::Line(at) => Some(*at),
        _ => None,
    }
}

/// Half of a pixel lies on either side of an edge.
#[test]
fn edges_fade_over_one_pixel() {
    let corner =
        [(10.0, 10.0), (80.0, 10.0), (80.0, 40.0), (40.0, 40.0), (40.0, 90.0), (10.0, 90.0)];
    let square = [(10.0, 10.0), (80.0, 10.0), (80.0, 90.0), (10.0, 90.0)];
    for points in [&corner[..], &square] {
        for turned in [false, true] {
            for (scale, pixels) in SCALES {
                let item = Item::Fill(figure(points, turned), WHITE.into());
                let half = 0.5 / pixels / scale;
                let found = bounds(&meshes(&of(item), scale, pixels), scale);
                let expected = [10.0 - half, 10.0 - half, 80.0 + half, 90.0 + half];
                let near = |(a, b): (&f32, f32)| (a - b).abs() < half * 0.02;
                assert!(
                    found.iter().zip(expected).all(near),
                    "{points:?} at {scale}, {pixels}: {found:?}"
                );
            }
        }
    }
}

/// As those of flat ones do, which egui draws.
#[test]
fn the_edges_of_a_rectangle_with_a_gradient_lie_on_pixels() {
    let rect = Rect::new(10.3, 10.3, 60.4, 50.4);
    let across = Ink::Linear {
        from: Point::new(0.0, 0.0),
        to: Point::new(90.0, 0.0),
        start: WHITE,
        end: BLACK,
    };
    for (scale, pixels) in SCALES {
        let found =
            bounds(&meshes(&of(Item::Fill(rect.into(), across.clone())), scale, pixels), scale);
        for (edge, asked) in found.into_iter().zip([rect.x, rect.y, rect.right(), rect.bottom()]) {
            let pixel = edge * scale * pixels;
            assert!((pixel - pixel.round()).abs() < 1e-3, "{edge} at {scale}, {pixels}");
            assert!((pixel - asked * scale * pixels).abs() <= 0.501, "{edge}, {asked}");
        }
    }
}

/// What has no area, but comes first, makes no hole of what comes after it.
#[test]
fn a_figure_is_no_hole_in_a_line() {
    let square = [(20.0, 20.0), (70.0, 20.0), (70.0, 70.0), (20.0, 70.0)];
    let line = [(5.0, 5.0), (90.0, 5.0)];
    let bent = [(5.0, 5.0), (50.0, 5.0), (90.0, 5.0)];
    for first in [&line[..], &bent] {
        for turned in [false, true] {
            let mut outline = figure(first, false).outline();
            outline.extend(figure(&square, turned).outline());
            let found = covered(
                &meshes(&of(Item::Fill(Shape::Path(outline), WHITE.into())), 1.0, 1.0),
                1.0,
            );
            assert!((found.0 / 2500.0 - 1.0).abs() < 0.1, "{first:?}, {turned}: {found:?}");
        }
    }
}

#[test]
fn a_curve_has_as_many_pieces_as_it_bends() {
    let count = |bend: f32| {
        let at = Point::new;
        let curve = Segment::Curve(at(40.0, 10.0 + bend), at(70.0, 10.0 + bend), at(100.0, 10.0));
        let path = vec![
            Segment::Move(at(10.0, 10.0)),
            curve,
            Segment::Line(at(55.0, 200.0)),
            Segment::Close,
        ];
        let meshes =
            meshes(&of(Item::Fill(Shape::Path(path), WHITE.with_opacity(0.5).into())), 1.0, 1.0);
        meshes.iter().map(|mesh| mesh.vertices.len()).sum::<usize>()
    };
    assert_eq!(count(0.0), 3, "a straight one is one line, so this is a triangle");
    let counts = [-1.0, -5.0, -20.0, -80.0].map(count);
    assert!(counts.is_sorted() && counts[0] > 3, "{counts:?}");
    // Four times the bend needs twice the pieces.
    assert!(counts[3] < counts[2] * 3 && counts[2] < counts[1] * 3, "{counts:?}");
}

#[test]
fn text_grows_with_the_picture_and_stands_where_it_should() {
    let text = Text::new("HHHH", Point::new(60.0, 50.0), 24.0, WHITE);
    for (scale, pixels) in SCALES {
        for (text, from) in [
            (text.clone(), 0.0),
            (text.clone().centered(), 0.5),
            (text.clone().right().bold(), 1.0),
        ] {
            let found = bounds(&meshes(&of(Item::Text(text.clone())), scale, pixels), scale);
            let (width, height) = (text.width(), 24.0 * 0.714);
            let expected = [
                60.0 - from * width,
                50.0 - height / 2.0,
                60.0 + (1.0 - from) * width,
                50.0 + height / 2.0,
            ];
            // An H begins and ends with some white, and the quads of letters are a pixel wider.
            let near = |(a, b): (&f32, f32)| (a - b).abs() < 3.6;
            assert!(
                found.iter().zip(expected).all(near),
                "{text:?} at {scale}, {pixels}: {found:?}, not {expected:?}"
            );
        }
    }
}

#[test]
fn what_is_no_number_draws_nothing_and_the_rest_is_drawn() {
    let nan = f32::NAN;
    for wrong in [
        Item::Text(Text::new("A", Point::new(40.0, 40.0), nan, WHITE)),
        Item::Text(Text::new("A", Point::new(40.0, 40.0), f32::INFINITY, WHITE)),
        Item::Stroke(Shape::Circle(Point::new(40.0, 40.0), 9.0), WHITE.into(), nan),
        Item::Stroke(Shape::Circle(Point::new(40.0, 40.0), 9.0), WHITE.into(), -2.0),
        Item::Stroke(Shape::line(Point::new(4.0, 4.0), Point::new(40.0, 40.0)), WHITE.into(), nan),
        Item::Image(image(1), Rect { x: nan, y: 0.0, w: 4.0, h: 4.0 }),
    ] {
        let mut picture = of(wrong.clone());
        picture.fill(Rect::new(10.0, 10.0, 20.0, 20.0), WHITE);
        let found = covered(&meshes(&picture, 1.0, 1.0), 1.0);
        same(found, (400.0, Point::new(20.0, 20.0)), 0.01, &format!("{wrong:?}"));
    }
}

fn image(red: u8) -> Image {
    Image::new(1, 1, vec![red, 2, 3, 255]).unwrap()
}

#[test]
fn an_image_fills_its_rectangle_and_is_sent_to_the_screen_once() {
    let (first, second) = (image(1), image(2));
    let mut picture = Plain::new(NOTHING);
    let rect = Rect::new(10.0, 20.0, 30.0, 40.0);
    picture.image(&first, rect);
    for (scale, pixels) in SCALES {
        let meshes = meshes(&picture, scale, pixels);
        assert_eq!(bounds(&meshes, scale), [10.0, 20.0, 40.0, 60.0]);
        same(covered(&meshes, scale), (1200.0, Point::new(25.0, 40.0)), 1e-3, "an image");
    }
    picture.image(&second, rect);
    picture.image(&first, rect);
    let (ctx, mut painter) = (Context::default(), EguiPainter::default());
    let mut sent = Vec::new();
    for _frame in 0..3 {
        let mut output = ctx.run_ui(RawInput::default(), |ui| {
            painter.paint(ui.painter(), Pos2::ZERO, 1.0, &picture);
        });
        let set = output.textures_delta.set.values().flatten();
        let pixels = set.filter(|delta| delta.image.size() == [1, 1]).map(|delta| {
            let egui::ImageData::Color(image) = &delta.image;
            image.pixels[0]
        });
        let mut pixels: Vec<Color32> = pixels.collect();
        pixels.sort_by_key(|pixel| pixel.r());
        sent.push(pixels);
        output.textures_delta.clear();
    }
    let colour = |red: u8| Color32::from_rgb(red, 2, 3);
    assert_eq!(sent, [vec![colour(1), colour(2)], vec![], vec![]]);
}
