//! Paints a picture with egui. Filled shapes must be convex.

use egui::{
    Align2, Color32, ColorImage, FontId, Painter, Pos2, Rect, Stroke, StrokeKind, TextureHandle,
    TextureOptions, pos2, vec2,
};

use crate::{Align, Color, Image, Ink, Item, Picture, Point, Segment, Shape};

/// Paints pictures into a window that `egui` draws.
#[derive(Default)]
pub struct EguiPainter {
    /// The last image, on the graphics card.
    texture: Option<(Image, TextureHandle)>,
}

impl std::fmt::Debug for EguiPainter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("EguiPainter")
    }
}

/// From logical pixels of the picture to points of the window.
#[derive(Clone, Copy)]
struct Map {
    origin: Pos2,
    scale: f32,
}

impl Map {
    fn point(self, at: Point) -> Pos2 {
        self.origin + vec2(at.x, at.y) * self.scale
    }

    fn rect(self, rect: crate::Rect) -> Rect {
        let min = self.point(Point::new(rect.x, rect.y));
        Rect::from_min_size(min, vec2(rect.w, rect.h) * self.scale)
    }

    fn points(self, shape: &Shape) -> Vec<Pos2> {
        let mut points = Vec::new();
        for segment in shape.outline() {
            match segment {
                Segment::Move(at) | Segment::Line(at) => points.push(self.point(at)),
                Segment::Curve(a, b, to) => {
                    let from = points.last().copied().unwrap_or(self.origin);
                    let (a, b, to) = (self.point(a), self.point(b), self.point(to));
                    points.extend((1..=6_u8).map(|i| cubic(from, a, b, to, f32::from(i) / 6.0)));
                }
                Segment::Close => {}
            }
        }
        points
    }
}

fn cubic(from: Pos2, a: Pos2, b: Pos2, to: Pos2, t: f32) -> Pos2 {
    let u = 1.0 - t;
    let weigh = |f: f32, a: f32, b: f32, t_: f32| {
        u * u * u * f + 3.0 * u * u * t * a + 3.0 * u * t * t * b + t * t * t * t_
    };
    pos2(weigh(from.x, a.x, b.x, to.x), weigh(from.y, a.y, b.y, to.y))
}

fn color(color: Color) -> Color32 {
    let Color { r, g, b, a } = color;
    Color32::from_rgba_unmultiplied(r, g, b, a)
}

/// The colour of an ink at its middle: most are flat.
fn ink(ink: &Ink) -> Color32 {
    match ink {
        Ink::Flat(flat) => color(*flat),
        Ink::Linear { start, end, .. } => color(start.mix(*end, 0.5)),
    }
}

/// A triangle with hard edges: those of a surface have no gaps between them, and the soft edge of a thin one would reach
/// far beyond its corners.
fn triangle(corners: [Pos2; 3], color: Color32) -> egui::Shape {
    let mut mesh = egui::Mesh::default();
    corners.into_iter().for_each(|corner| mesh.colored_vertex(corner, color));
    mesh.add_triangle(0, 1, 2);
    mesh.into()
}

impl EguiPainter {
    /// Paints a picture with its corner at `origin`, `scale` points of the window for one of the picture.
    pub fn paint<C>(&mut self, painter: &Painter, origin: Pos2, scale: f32, picture: &Picture<C>) {
        let map = Map { origin, scale };
        painter.rect_filled(painter.clip_rect(), 0.0, color(picture.background));
        for item in &picture.items {
            match item {
                Item::Fill(Shape::Rect(rect, radius), fill) => {
                    painter.rect_filled(map.rect(*rect), radius * scale, ink(fill));
                }
                Item::Fill(Shape::Circle(center, radius), fill) => {
                    painter.circle_filled(map.point(*center), radius * scale, ink(fill));
                }
                Item::Fill(shape, fill) => {
                    let points = map.points(shape);
                    painter.add(match points[..] {
                        [a, b, c] => triangle([a, b, c], ink(fill)),
                        _ => egui::Shape::convex_polygon(points, ink(fill), Stroke::NONE),
                    });
                }
                Item::Stroke(Shape::Rect(rect, radius), line, width) => {
                    let stroke = Stroke::new(width * scale, ink(line));
                    painter.rect_stroke(
                        map.rect(*rect),
                        radius * scale,
                        stroke,
                        StrokeKind::Middle,
                    );
                }
                Item::Stroke(shape, line, width) => {
                    let stroke = Stroke::new(width * scale, ink(line));
                    let points = map.points(shape);
                    painter.add(match shape {
                        Shape::Lines(_) | Shape::Arc { .. } => egui::Shape::line(points, stroke),
                        _ => egui::Shape::closed_line(points, stroke),
                    });
                }
                Item::Text(text) => {
                    let anchor = match text.align {
                        Align::Left => Align2::LEFT_CENTER,
                        Align::Center => Align2::CENTER_CENTER,
                        Align::Right => Align2::RIGHT_CENTER,
                    };
                    let font = FontId::proportional(text.size * scale);
                    painter.text(map.point(text.at), anchor, &text.text, font, color(text.color));
                }
                Item::Image(image, rect) => self.image(painter, image, map.rect(*rect)),
            }
        }
    }

    fn image(&mut self, painter: &Painter, image: &Image, rect: Rect) {
        if self.texture.as_ref().is_none_or(|(shown, _)| shown != image) {
            let size = [usize::from(image.width()), usize::from(image.height())];
            let pixels = ColorImage::from_rgba_unmultiplied(size, image.rgba());
            let texture = painter.ctx().load_texture("picture", pixels, TextureOptions::NEAREST);
            self.texture = Some((image.clone(), texture));
        }
        let Some((_, texture)) = &self.texture else { return };
        let uv = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
        painter.image(texture.id(), rect, uv, Color32::WHITE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thin_triangle_stays_within_its_corners() {
        let corners = [(10.0, 10.0), (90.0, 10.0), (50.0, 10.001)];
        let mut picture: Picture<()> = Picture::new(Color::hex(0));
        let shape = Shape::Polygon(corners.map(|(x, y)| Point::new(x, y)).into());
        picture.fill(shape, Color::hex(0xff_ff_ff));
        let ctx = egui::Context::default();
        let output = ctx.run_ui(egui::RawInput::default(), |ui| {
            EguiPainter::default().paint(ui.painter(), Pos2::ZERO, 1.0, &picture);
        });
        let shapes = output.shapes.clone();
        output.drop_without_applying_deltas();
        let mut painted = 0;
        for part in ctx.tessellate(shapes, 1.0) {
            let egui::epaint::Primitive::Mesh(mesh) = part.primitive else { continue };
            for vertex in mesh.vertices.iter().filter(|vertex| vertex.color == Color32::WHITE) {
                let Pos2 { x, y } = vertex.pos;
                assert!((10.0..=90.0).contains(&x) && (10.0..=10.001).contains(&y), "{x}, {y}");
                painted += 1;
            }
        }
        assert_eq!(painted, 3);
    }
}
