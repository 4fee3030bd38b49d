//! Paints a picture with egui: shapes as triangles with soft edges, text from the same font and with the same places as in
//! memory.

use std::collections::BTreeMap;

use earcut::Earcut;
use egui::{
    Color32, ColorImage, CornerRadius, FontData, FontFamily, FontId, Mesh, Painter, Pos2, Rect,
    Stroke, StrokeKind, TextureHandle, TextureOptions, Vec2,
    emath::GuiRounding as _,
    epaint::{
        CircleShape, PathShape, TessellationOptions, Tessellator, Vertex, WHITE_UV,
        text::{FontInsert, FontPriority, InsertFontFamily},
    },
    pos2, vec2,
};

use crate::picture::{
    Align, CAPITALS, Color, Image, Ink, Item, Picture, Point, Segment, Shape, Text, Weight,
};

/// Paints pictures into a window that `egui` draws.
///
/// Text has its font from the second frame on; in the first one it may have that of the window.
#[derive(Default)]
pub struct EguiPainter {
    /// By the keys of their images, which are held so that no other gets the same key.
    textures: BTreeMap<usize, (Image, TextureHandle)>,
}

impl std::fmt::Debug for EguiPainter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("EguiPainter")
    }
}

/// Images that are kept on the graphics card.
const MOST_TEXTURES: usize = 4096;
/// How far a curve may lie from its straight pieces, in points.
const TOLERANCE: f32 = 0.2;

impl EguiPainter {
    /// Paints a picture with its corner at `origin`, `scale` points of the window for one of the picture.
    pub fn paint<C>(&mut self, painter: &Painter, origin: Pos2, scale: f32, picture: &Picture<C>) {
        let options = TessellationOptions::default();
        let points = painter.pixels_per_point();
        let mut canvas = Canvas {
            painter,
            origin,
            scale,
            pixel: 1.0 / points,
            fonts: Weight::ALL.map(|weight| Self::font(painter.ctx(), weight)),
            tessellator: Tessellator::new(points, options, [1, 1], Vec::new()),
        };
        painter.rect_filled(painter.clip_rect(), 0.0, Color32::from(picture.background));
        // What has a coordinate that is no number is left out.
        for item in picture.items.iter().filter(|item| is_finite(item)) {
            match item {
                Item::Fill(shape, ink) => canvas.fill(shape, ink),
                Item::Stroke(shape, ink, width) if *width > 0.0 => {
                    canvas.stroke(shape, ink, *width)
                }
                Item::Stroke(..) => {}
                Item::Text(text) => canvas.text(text),
                Item::Image(image, rect) => self.image(painter, image, canvas.rect(*rect)),
            }
        }
    }

    /// The family of the font of pictures, for text of the window next to them. A window that does not have it yet gets it
    /// for its next frame; until then this is the window's own.
    #[must_use]
    pub fn font(ctx: &egui::Context, weight: Weight) -> FontFamily {
        let family = FontFamily::Name(name(weight).into());
        if ctx.fonts(|fonts| fonts.definitions().families.contains_key(&family)) {
            return family;
        }
        insert_font(ctx, weight, FontPriority::Lowest);
        ctx.request_repaint();
        FontFamily::Proportional
    }

    fn image(&mut self, painter: &Painter, image: &Image, rect: Rect) {
        if self.textures.len() > MOST_TEXTURES {
            self.textures.clear();
        }
        let (_, texture) = self.textures.entry(image.key()).or_insert_with(|| {
            let size = [usize::from(image.width()), usize::from(image.height())];
            let pixels = ColorImage::from_rgba_unmultiplied(size, image.rgba());
            let texture = painter.ctx().load_texture("picture", pixels, TextureOptions::NEAREST);
            (image.clone(), texture)
        });
        let uv = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
        painter.image(texture.id(), rect, uv, Color32::WHITE);
    }
}

fn name(weight: Weight) -> &'static str {
    match weight {
        Weight::Regular => "picture",
        Weight::Bold => "picture, bold",
    }
}

/// Adds the font of pictures to a window, from its next frame on. The window's own text is in it where its fonts lack a
/// letter, or with [`FontPriority::Highest`] wherever it has the letter.
pub(crate) fn insert_font(ctx: &egui::Context, weight: Weight, own: FontPriority) {
    let name = name(weight);
    let family = |family, priority| InsertFontFamily { family, priority };
    let mut places = vec![family(FontFamily::Name(name.into()), FontPriority::Highest)];
    if weight == Weight::Regular {
        places.push(family(FontFamily::Proportional, own));
        places.push(family(FontFamily::Monospace, FontPriority::Lowest));
    }
    ctx.add_font(FontInsert::new(name, FontData::from_static(weight.bytes()), places));
}

fn is_finite(item: &Item) -> bool {
    let number = |value: f32| value.is_finite();
    let point = |at: &Point| number(at.x) && number(at.y);
    let rect = |rect: &crate::Rect| [rect.x, rect.y, rect.w, rect.h].into_iter().all(number);
    match item {
        Item::Fill(shape, _) | Item::Stroke(shape, _, _) => match shape {
            Shape::Rect(area, radius) => rect(area) && number(*radius),
            Shape::Circle(center, radius) => point(center) && number(*radius),
            Shape::Arc { center, radius, start, sweep } => {
                point(center) && [*radius, *start, *sweep].into_iter().all(number)
            }
            Shape::Lines(points) | Shape::Polygon(points) => points.iter().all(point),
            Shape::Path(segments) => segments.iter().all(|segment| match segment {
                Segment::Move(at) | Segment::Line(at) => point(at),
                Segment::Curve(a, b, to) => [a, b, to].into_iter().all(point),
                Segment::Close => true,
            }),
        },
        Item::Text(text) => point(&text.at) && number(text.size),
        Item::Image(_, area) => rect(area),
    }
}

/// Where a picture goes.
struct Canvas<'a> {
    painter: &'a Painter,
    origin: Pos2,
    scale: f32,
    /// Size of a physical pixel in points, over which edges fade.
    pixel: f32,
    fonts: [FontFamily; 2],
    tessellator: Tessellator,
}

impl Canvas<'_> {
    fn point(&self, at: Point) -> Pos2 {
        self.origin + vec2(at.x, at.y) * self.scale
    }

    fn rect(&self, rect: crate::Rect) -> Rect {
        let min = self.point(Point::new(rect.x, rect.y));
        Rect::from_min_size(min, vec2(rect.w, rect.h) * self.scale)
    }

    fn fill(&mut self, shape: &Shape, ink: &Ink) {
        let painter = self.painter;
        match (shape, ink) {
            (Shape::Rect(rect, radius), Ink::Flat(flat)) => {
                painter.rect_filled(self.rect(*rect), self.corners(*radius), Color32::from(*flat));
            }
            (Shape::Rect(rect, 0.0), ink) => _ = painter.add(self.block(self.rect(*rect), ink)),
            (Shape::Circle(center, radius), ink) => {
                let (center, radius) = (self.point(*center), radius * self.scale);
                if let Ink::Flat(flat) = ink {
                    painter.circle_filled(center, radius, Color32::from(*flat));
                } else {
                    let circle = CircleShape::filled(center, radius, Color32::WHITE);
                    let mut mesh = Mesh::default();
                    self.tessellator.tessellate_circle(circle, &mut mesh);
                    painter.add(self.coloured(mesh, ink));
                }
            }
            _ => {
                let mut contours = self.contours(shape);
                match &mut contours[..] {
                    // Hard edges: those of a surface have no gaps between them, and the soft edge of a thin triangle would
                    // reach far beyond its corners.
                    [Contour { points, .. }] if points.len() == 3 => {
                        let mut mesh = Mesh::default();
                        points.iter().for_each(|at| mesh.colored_vertex(*at, Color32::WHITE));
                        mesh.add_triangle(0, 1, 2);
                        painter.add(self.coloured(mesh, ink));
                    }
                    [only] if only.is_convex() => {
                        let points = core::mem::take(&mut only.points);
                        let path = PathShape::convex_polygon(points, Color32::WHITE, Stroke::NONE);
                        let mut mesh = Mesh::default();
                        self.tessellator.tessellate_path(&path, &mut mesh);
                        painter.add(self.coloured(mesh, ink));
                    }
                    _ => _ = painter.add(self.coloured(filled(&contours, self.pixel), ink)),
                }
            }
        }
    }

    /// An upright rectangle, whose edges lie on pixels as those of flat ones do.
    fn block(&self, rect: Rect, ink: &Ink) -> egui::Shape {
        let rect = rect.round_to_pixels(1.0 / self.pixel);
        let mut mesh = Mesh::default();
        mesh.add_colored_rect(rect, Color32::WHITE);
        self.coloured(mesh, ink)
    }

    /// A white mesh in the colours of an ink. A gradient is exact, as colours change evenly between the corners of a
    /// triangle.
    fn coloured(&self, mut mesh: Mesh, ink: &Ink) -> egui::Shape {
        for vertex in &mut mesh.vertices {
            // The outer edge stays transparent.
            if vertex.color != Color32::TRANSPARENT {
                let at = (vertex.pos - self.origin) / self.scale;
                vertex.color = Color32::from(ink.at(Point::new(at.x, at.y)));
            }
        }
        egui::Shape::mesh(mesh)
    }

    fn corners(&self, radius: f32) -> CornerRadius {
        CornerRadius::from(radius * self.scale)
    }

    /// A gradient's colour at its middle: lines are thin, and nearly all of them flat.
    fn stroke(&self, shape: &Shape, ink: &Ink, width: f32) {
        let color = match ink {
            Ink::Flat(flat) => Color32::from(*flat),
            Ink::Linear { start, end, .. } => start.mix(*end, 0.5).into(),
        };
        let stroke = Stroke::new(width * self.scale, color);
        match shape {
            Shape::Rect(rect, radius) => {
                let (rect, corners) = (self.rect(*rect), self.corners(*radius));
                self.painter.rect_stroke(rect, corners, stroke, StrokeKind::Middle);
            }
            // A circle too: egui draws the line of its own circles outside of them.
            _ => {
                for Contour { points, closed } in self.contours(shape) {
                    self.painter.add(match closed {
                        true => egui::Shape::closed_line(points, stroke),
                        false => egui::Shape::line(points, stroke),
                    });
                }
            }
        }
    }

    fn text(&self, text: &Text) {
        let [regular, bold] = &self.fonts;
        let family = match text.weight {
            Weight::Regular => regular,
            Weight::Bold => bold,
        };
        // Whole pixels, so that a text that grows does not fill the atlas of letters.
        let size = (text.size * self.scale / self.pixel).round().clamp(1.0, 400.0) * self.pixel;
        let id = FontId::new(size, family.clone());
        let galley = self.painter.layout_no_wrap(text.text.clone(), id, Color32::from(text.color));
        let Some(row) = galley.rows.first() else { return };
        let Some(baseline) = row.glyphs.first().map(|glyph| row.pos.y + glyph.pos.y) else {
            return;
        };
        let before = match text.align {
            Align::Left => 0.0,
            Align::Center => galley.size().x / 2.0,
            Align::Right => galley.size().x,
        };
        let corner = self.point(text.at) + vec2(-before, size * CAPITALS / 2.0 - baseline);
        self.painter.galley(corner, galley, Color32::PLACEHOLDER);
    }

    fn contours(&self, shape: &Shape) -> Vec<Contour> {
        contours(shape, |at| self.point(at))
    }
}

/// The outlines of a shape as straight lines between places in the window.
fn contours(shape: &Shape, place: impl Fn(Point) -> Pos2) -> Vec<Contour> {
    let mut contours: Vec<Contour> = Vec::new();
    for segment in shape.outline() {
        if let Segment::Move(at) = segment {
            contours.push(Contour { points: vec![place(at)], closed: false });
            continue;
        }
        let Some(contour) = contours.last_mut() else { continue };
        match segment {
            Segment::Move(_) => {}
            Segment::Line(at) => contour.points.push(place(at)),
            Segment::Curve(a, b, to) => contour.curve([a, b, to].map(&place)),
            Segment::Close => contour.closed = true,
        }
    }
    // Two points that nearly coincide have no reliable direction.
    let meet = |a: &Pos2, b: &Pos2| a.distance_sq(*b) < 1e-4;
    for Contour { points, closed } in &mut contours {
        points.dedup_by(|a, b| meet(a, b));
        if let [first, .., last] = &points[..]
            && meet(first, last)
        {
            points.pop();
            // What comes back to its start has no ends.
            *closed |= points.len() > 2;
        }
    }
    contours
}

/// Straight lines from point to point.
struct Contour {
    points: Vec<Pos2>,
    /// Whether a line leads back to the first point.
    closed: bool,
}

impl Contour {
    fn curve(&mut self, [a, b, to]: [Pos2; 3]) {
        let Some(&from) = self.points.last() else { return };
        let bend = |a: Pos2, b: Pos2, c: Pos2| ((a - b) + (c - b)).length();
        let bend = bend(from, a, b).max(bend(a, b, to));
        let pieces = (0.75 * bend / TOLERANCE).sqrt().ceil().clamp(1.0, 64.0);
        let mut piece = 1.0;
        while piece <= pieces {
            let t = piece / pieces;
            let (one, other) =
                (from.lerp(a, t).lerp(a.lerp(b, t), t), a.lerp(b, t).lerp(b.lerp(to, t), t));
            self.points.push(one.lerp(other, t));
            piece += 1.0;
        }
    }

    /// The corners with their turns: the cross product of the line there and the line from there on.
    fn turns(&self) -> impl Iterator<Item = f32> {
        let points = &self.points;
        let next = |i: usize| points[(i + 1) % points.len()];
        (0..points.len()).map(move |i| {
            let (here, there) = (next(i) - points[i], next(i + 1) - next(i));
            here.x * there.y - here.y * there.x
        })
    }

    /// Whether all corners turn the same way. A star, which does so in two turns, counts as one too; pictures have none.
    fn is_convex(&self) -> bool {
        self.turns().all(|turn| turn >= -1e-3) || self.turns().all(|turn| turn <= 1e-3)
    }

    /// Above 0 where it runs clockwise.
    fn area(&self) -> f32 {
        let points = &self.points;
        let pairs = points.iter().zip(points.iter().cycle().skip(1));
        pairs.map(|(a, b)| a.x * b.y - b.x * a.y).sum()
    }

    /// For each point the way to the left of the lines that meet there, so long that the lines move by 1; shorter at sharp
    /// corners.
    fn normals(&self) -> impl Iterator<Item = Vec2> {
        let count = self.points.len();
        let side =
            move |i: usize| (self.points[(i + 1) % count] - self.points[i % count]).normalized();
        (0..count).map(move |i| {
            let middle = (side(i + count - 1).rot90() + side(i).rot90()) / 2.0;
            middle / middle.length_sq().max(0.25)
        })
    }
}

/// The inside of outlines of any form, white and with an edge that fades over a pixel. A contour that runs the other way
/// round than the first one is a hole in the one before it.
fn filled(contours: &[Contour], pixel: f32) -> Mesh {
    let mut mesh = Mesh::default();
    // What has no area is neither a figure nor a hole.
    let contours: Vec<_> = contours.iter().filter(|contour| contour.area().abs() > 1e-3).collect();
    let turned = contours.first().is_some_and(|first| first.area() < 0.0);
    let mut earcut = Earcut::new();
    let groups = contours.chunk_by(|_, next| (next.area() < 0.0) != turned);
    for group in groups {
        let (mut inner, mut holes) = (Vec::new(), Vec::new());
        for contour in group {
            if !inner.is_empty() {
                holes.push(index(inner.len()));
            }
            let first = index(mesh.vertices.len());
            let count = index(contour.points.len());
            for (i, (&point, normal)) in (0..).zip(contour.points.iter().zip(contour.normals())) {
                let edge = normal * if turned { -pixel } else { pixel } / 2.0;
                inner.push(point - edge);
                for (pos, color) in
                    [(point - edge, Color32::WHITE), (point + edge, Color32::TRANSPARENT)]
                {
                    mesh.vertices.push(Vertex { pos, uv: WHITE_UV, color });
                }
                let (here, next) = (first + 2 * i, first + 2 * ((i + 1) % count));
                mesh.add_triangle(here, here + 1, next);
                mesh.add_triangle(next, here + 1, next + 1);
            }
        }
        // The inner points of the group are every other one of its vertices.
        let base = index(mesh.vertices.len() - 2 * inner.len());
        let mut triangles: Vec<u32> = Vec::new();
        earcut.earcut(inner.iter().map(|at| [at.x, at.y]), &holes, &mut triangles);
        mesh.indices.extend(triangles.iter().map(|at| base + 2 * at));
    }
    mesh
}

/// A place in a mesh.
fn index(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX) // a mesh of that many would not fit into memory
}

impl From<Color> for Color32 {
    fn from(Color { r, g, b, a }: Color) -> Self {
        Self::from_rgba_unmultiplied(r, g, b, a)
    }
}

#[cfg(test)]
mod tests {
    use egui::{Context, RawInput, epaint::Primitive};

    use super::*;
    use crate::{Rect as Area, SoftPainter};

    const SIDE: u16 = 96;

    /// The pixels of a picture as a window shows them: what egui makes of it, with its triangles drawn here.
    fn shown(picture: &Picture<()>) -> Vec<[f32; 3]> {
        let ctx = Context::default();
        let mut painter = EguiPainter::default();
        let side = f32::from(SIDE);
        let screen = Rect::from_min_size(Pos2::ZERO, vec2(side, side));
        let mut shapes = Vec::new();
        for _frame in 0..2 {
            let input = RawInput { screen_rect: Some(screen), ..RawInput::default() };
            let mut output = ctx.run_ui(input, |ui| {
                let whole = ui.ctx().layer_painter(egui::LayerId::background());
                painter.paint(&whole, Pos2::ZERO, 1.0, picture);
            });
            output.textures_delta.clear(); // the atlas is read as a whole
            shapes = output.shapes;
        }
        let atlas = ctx.fonts(|fonts| fonts.image());
        let mut pixels = vec![[0.0; 3]; usize::from(SIDE) * usize::from(SIDE)];
        for primitive in ctx.tessellate(shapes, 1.0) {
            let Primitive::Mesh(mesh) = primitive.primitive else { continue };
            for corners in mesh.indices.chunks_exact(3) {
                let corners = [0, 1, 2].map(|i| mesh.vertices[corners[i] as usize]);
                triangle(&corners, &atlas, &mut pixels);
            }
        }
        pixels
    }

    fn triangle([a, b, c]: &[Vertex; 3], atlas: &ColorImage, pixels: &mut [[f32; 3]]) {
        let cross = |a: Vec2, b: Vec2| a.x * b.y - a.y * b.x;
        let area = cross(b.pos - a.pos, c.pos - a.pos);
        if area == 0.0 {
            return;
        }
        let columns = usize::from(SIDE);
        for (place, pixel) in pixels.iter_mut().enumerate() {
            #[expect(clippy::cast_precision_loss, reason = "a small picture")]
            let at = pos2((place % columns) as f32 + 0.5, (place / columns) as f32 + 0.5);
            let shares = [
                cross(c.pos - b.pos, at - b.pos) / area,
                cross(a.pos - c.pos, at - c.pos) / area,
                cross(b.pos - a.pos, at - a.pos) / area,
            ];
            // A pixel on an edge belongs to one of the triangles that meet there.
            let [p, q, r] = [(b, c), (c, a), (a, b)].map(|(from, to)| {
                let way = (to.pos - from.pos) * area.signum();
                way.y < 0.0 || way.y == 0.0 && way.x > 0.0
            });
            let owns = [p, q, r];
            if shares.iter().zip(owns).any(|(share, own)| *share < 0.0 || *share == 0.0 && !own) {
                continue;
            }
            let mix = |value: &dyn Fn(&Vertex) -> f32| {
                shares[0] * value(a) + shares[1] * value(b) + shares[2] * value(c)
            };
            let [width, height] = atlas.size;
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                clippy::cast_precision_loss,
                reason = "a place in a texture"
            )]
            let texel = {
                let x = (mix(&|v| v.uv.x) * width as f32) as usize;
                let y = (mix(&|v| v.uv.y) * height as f32) as usize;
                atlas.pixels[y.min(height - 1) * width + x.min(width - 1)].to_array()
            };
            let of = |channel: usize| {
                mix(&|v| f32::from(v.color.to_array()[channel])) * f32::from(texel[channel]) / 255.0
            };
            let alpha = of(3) / 255.0;
            for (channel, value) in pixel.iter_mut().enumerate() {
                *value = *value * (1.0 - alpha) + of(channel);
            }
        }
    }

    /// The mean difference of a window's pixels from those in memory: each has 0..=255.
    fn difference(window: &Picture<()>, memory: &Picture<()>) -> f32 {
        let side = u32::from(SIDE);
        let mut soft = SoftPainter::new(side, side, 1.0).unwrap();
        let pairs = shown(window);
        let pairs = pairs.iter().zip(soft.paint(memory).chunks(4));
        let apart = pairs.map(|(ours, theirs)| {
            let apart = ours.iter().zip(theirs).map(|(a, b)| (a - f32::from(*b)).abs());
            apart.fold(0.0, f32::max)
        });
        apart.sum::<f32>() / f32::from(SIDE) / f32::from(SIDE)
    }

    fn picture(item: Item) -> Picture<()> {
        Picture { items: vec![item], ..Picture::new(Color::hex(0x20_24_30)) }
    }

    const INK: Color = Color::hex(0xff_e0_40);

    #[test]
    fn a_window_shows_shapes_as_memory_does() {
        let area = Area::new(12.0, 16.0, 70.0, 60.0);
        let slope = Ink::downwards(area, INK, Color::hex(0x10_60_c0));
        let at = Point::new;
        let middle = at(48.0, 48.0);
        let uneven = Area::new(13.37, 16.71, 61.3, 43.123);
        let crown = [(20, 74), (12, 30), (32, 52), (48, 18), (64, 52), (84, 30), (76, 74)];
        let crown = crown.map(|(x, y): (u8, u8)| at(x.into(), y.into()));
        let crown = Shape::Polygon(crown.into());
        let mut ring = Shape::Circle(middle, 40.0).outline();
        ring.extend(Area::new(30.0, 34.0, 30.0, 20.0).hole());
        let mut turned = area.hole().to_vec();
        turned.extend(Shape::Circle(middle, 20.0).outline());
        let mut two = Shape::Circle(at(24.0, 24.0), 20.0).outline();
        two.extend(Shape::Circle(at(72.0, 60.0), 20.0).outline());
        let mut lines = Shape::line(at(10.0, 10.0), at(80.0, 30.0)).outline();
        lines.extend(Shape::line(at(10.0, 60.0), at(80.0, 85.0)).outline());
        let arc = Shape::Arc { center: middle, radius: 30.0, start: -2.0, sweep: 4.0 };
        let fill = Item::Fill;
        let cases = [
            ("rectangle", fill(area.into(), INK.into())),
            ("rectangle with a gradient", fill(area.into(), slope.clone())),
            ("round corners", fill(Shape::rounded(area, 12.0), INK.into())),
            ("round corners with a gradient", fill(Shape::rounded(area, 12.0), slope.clone())),
            ("circle", fill(Shape::Circle(middle, 30.0), INK.into())),
            ("circle with a gradient", fill(Shape::Circle(middle, 30.0), slope.clone())),
            ("uneven circle", fill(Shape::Circle(at(47.37, 48.53), 28.127), slope.clone())),
            ("ends of half circles", fill(Shape::rounded(uneven, uneven.h / 2.0), slope.clone())),
            ("crown", fill(crown.clone(), INK.with_opacity(0.5).into())),
            ("crown with a gradient", fill(crown.clone(), slope)),
            ("ring", fill(Shape::Path(ring), INK.into())),
            ("hole in what runs to the left", fill(Shape::Path(turned), INK.into())),
            ("two figures", fill(Shape::Path(two), INK.into())),
            ("outline of a crown", Item::Stroke(crown, INK.into(), 3.0)),
            ("two lines", Item::Stroke(Shape::Path(lines), INK.into(), 2.0)),
            ("arc", Item::Stroke(arc, INK.into(), 4.0)),
        ];
        for (name, item) in cases {
            let picture = picture(item);
            // Most of it lies at edges, a pixel wide, and at the ends of lines.
            let apart = difference(&picture, &picture);
            assert!(apart < 1.0, "{name}: {apart}");
        }
    }

    #[test]
    fn no_two_points_of_an_outline_meet() {
        for number in 0..500_u16 {
            let center = Point::new(f32::from(number) * 0.37, f32::from(number) * 0.53);
            let circle = Shape::Circle(center, 9.0 + f32::from(number) * 0.113);
            for Contour { points, .. } in contours(&circle, |at| pos2(at.x, at.y)) {
                for (here, next) in points.iter().zip(points.iter().cycle().skip(1)) {
                    assert!(here.distance(*next) > 0.1, "{circle:?}: {here} and {next}");
                }
            }
        }
    }

    #[test]
    fn a_window_shows_text_where_memory_does() {
        for size in [12.0, 14.5, 28.0] {
            let text = |x, y| Text::new("Axg", Point::new(x, y), size, INK);
            for (line, moved) in [
                (text(4.0, 40.0), text(4.0, 41.0)),
                (text(48.0, 40.0).bold().centered(), text(49.0, 40.0).bold().centered()),
                (text(90.0, 40.0).right(), text(89.0, 40.0).right()),
            ] {
                let [line, moved] = [line, moved].map(|text| picture(Item::Text(text)));
                let (here, there) = (difference(&line, &line), difference(&line, &moved));
                assert!(here < there * 0.7, "{line:?}: {here}, and a pixel away {there}");
            }
        }
    }

    #[test]
    fn what_is_no_number_is_left_out() {
        let nowhere = Point::new(f32::NAN, 3.0);
        let points = vec![Point::new(1.0, 1.0), nowhere, Point::new(9.0, 4.0)];
        let path = points.iter().map(|at| Segment::Line(*at)).collect();
        let area = Area::new(1.0, 2.0, f32::INFINITY, 4.0);
        let mut wrong = Picture::new(Color::hex(0x20_24_30));
        for shape in [
            Shape::Polygon(points.clone()),
            Shape::Lines(points),
            Shape::Path(path),
            Shape::Circle(nowhere, 3.0),
            Shape::Rect(area, 2.0),
            Shape::Path(Vec::new()),
        ] {
            wrong.fill(shape.clone(), INK);
            wrong.stroke(shape, INK, 2.0);
        }
        wrong.text(Text::new("Aq", nowhere, 14.0, INK));
        let empty = Picture::new(wrong.background);
        assert_eq!(shown(&wrong), shown(&empty));
    }

    #[test]
    fn a_thin_triangle_stays_within_its_corners() {
        let corners = [(10.0, 10.0), (90.0, 10.0), (50.0, 10.1)];
        let mut picture: Picture<()> = Picture::new(Color::hex(0));
        let shape = Shape::Polygon(corners.map(|(x, y)| Point::new(x, y)).into());
        picture.fill(shape, Color::hex(0xff_ff_ff));
        let ctx = Context::default();
        let output = ctx.run_ui(RawInput::default(), |ui| {
            EguiPainter::default().paint(ui.painter(), Pos2::ZERO, 1.0, &picture);
        });
        let shapes = output.shapes.clone();
        output.drop_without_applying_deltas();
        let mut painted = 0;
        for part in ctx.tessellate(shapes, 1.0) {
            let Primitive::Mesh(mesh) = part.primitive else { continue };
            for vertex in mesh.vertices.iter().filter(|vertex| vertex.color == Color32::WHITE) {
                let Pos2 { x, y } = vertex.pos;
                assert!((10.0..=90.0).contains(&x) && (10.0..=10.1).contains(&y), "{x}, {y}");
                painted += 1;
            }
        }
        assert_eq!(painted, 3);
    }
}
