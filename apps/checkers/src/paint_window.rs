//! Paints a picture into the window: shapes as triangles, text from the same font and with the same
//! places as in memory.

use lyon_tessellation::{
    BuffersBuilder, FillOptions, FillTessellator, FillVertex, LineCap, LineJoin, StrokeOptions,
    StrokeTessellator, StrokeVertex, VertexBuffers,
    math::{Point as Place, point},
    path::Path,
};
use macroquad::{
    color::Color as Tint,
    models::{Mesh, Vertex, draw_mesh},
    text::{Font, TextParams, draw_text_ex, load_ttf_font_from_bytes},
    window::clear_background,
};

use crate::{
    failure::Failure,
    picture::{Color, Ink, Item, Picture, Point, Segment, Shape, Text, Weight},
};

/// Paints pictures into the window that is open.
pub(crate) struct WindowPainter {
    regular: Font,
    bold: Font,
    fill: FillTessellator,
    stroke: StrokeTessellator,
    triangles: VertexBuffers<Vertex, u16>,
}

/// Triangles are handed on in portions of about this many vertices, below what a draw call holds.
const PORTION: usize = 3000;
/// Vertices that a draw call holds.
pub(crate) const CALL_VERTICES: usize = 10_000;
/// Indices that a draw call holds.
pub(crate) const CALL_INDICES: usize = 30_000;

impl WindowPainter {
    /// A painter for the window that is open.
    ///
    /// # Errors
    ///
    /// Where the font cannot be loaded.
    pub(crate) fn new() -> Result<Self, Failure> {
        let font = |weight: Weight| load_ttf_font_from_bytes(weight.bytes()).map_err(Failure::new);
        Ok(Self {
            regular: font(Weight::Regular)?,
            bold: font(Weight::Bold)?,
            fill: FillTessellator::new(),
            stroke: StrokeTessellator::new(),
            triangles: VertexBuffers::new(),
        })
    }

    /// Paints `picture` over the whole window, of whose pixels `scale` make a logical one.
    pub(crate) fn paint(&mut self, picture: &Picture, scale: f32) {
        clear_background(tint(picture.background));
        for item in &picture.items {
            match item {
                Item::Fill(shape, ink) => self.fill(shape, ink, scale),
                Item::Stroke(shape, ink, width) if *width > 0.0 => {
                    self.stroke(shape, ink, *width, scale)
                }
                Item::Stroke(..) => {}
                Item::Text(text) => {
                    self.flush();
                    self.text(text, scale);
                }
            }
            if self.triangles.vertices.len() > PORTION {
                self.flush();
            }
        }
        self.flush();
    }

    // A shape that cannot be turned into triangles (a coordinate that is no number) is left out.
    fn fill(&mut self, shape: &Shape, ink: &Ink, scale: f32) {
        let options = FillOptions::non_zero().with_tolerance(0.08 / scale);
        let vertex = |vertex: FillVertex| coloured(ink, vertex.position());
        let mut output = BuffersBuilder::new(&mut self.triangles, vertex);
        let _ = self.fill.tessellate_path(&path(shape), &options, &mut output);
    }

    fn stroke(&mut self, shape: &Shape, ink: &Ink, width: f32, scale: f32) {
        let options = StrokeOptions::tolerance(0.08 / scale)
            .with_line_width(width)
            .with_line_cap(LineCap::Round)
            .with_line_join(LineJoin::Round);
        let vertex = |vertex: StrokeVertex| coloured(ink, vertex.position());
        let mut output = BuffersBuilder::new(&mut self.triangles, vertex);
        let _ = self.stroke.tessellate_path(&path(shape), &options, &mut output);
    }

    fn text(&mut self, text: &Text, scale: f32) {
        let font = match text.weight {
            Weight::Regular => &self.regular,
            Weight::Bold => &self.bold,
        };
        let (size, glyphs) = text.glyphs(scale);
        let base = (size / scale).floor().max(1.0);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a font size of 1..=400"
        )]
        let font_size = base as u16;
        // The font is rasterised at a whole number of pixels, this many.
        let raster = (base * scale).ceil();
        let (font_scale, color) = (size / raster, tint(text.color));
        for (character, x, y) in glyphs {
            if character == ' ' {
                continue;
            }
            let params = TextParams {
                font: Some(font),
                font_size,
                font_scale,
                color,
                ..TextParams::default()
            };
            let mut buffer = [0; 4];
            draw_text_ex(character.encode_utf8(&mut buffer), x / scale, y / scale, params);
        }
    }

    fn flush(&mut self) {
        if self.triangles.indices.is_empty() {
            return;
        }
        let VertexBuffers { vertices, indices } =
            core::mem::replace(&mut self.triangles, VertexBuffers::new());
        let mesh = Mesh { vertices, indices, texture: None };
        draw_mesh(&mesh);
        // The memory is used again.
        let Mesh { mut vertices, mut indices, .. } = mesh;
        vertices.clear();
        indices.clear();
        self.triangles = VertexBuffers { vertices, indices };
    }
}

fn coloured(ink: &Ink, at: Place) -> Vertex {
    let color = ink.at(Point::new(at.x, at.y));
    Vertex::new(at.x, at.y, 0.0, 0.0, 0.0, tint(color))
}

fn tint(color: Color) -> Tint {
    Tint::from_rgba(color.r, color.g, color.b, color.a)
}

fn path(shape: &Shape) -> Path {
    let mut builder = Path::builder();
    let mut open = false;
    for segment in shape.outline() {
        match segment {
            Segment::Move(to) => {
                if open {
                    builder.end(false);
                }
                builder.begin(point(to.x, to.y));
                open = true;
            }
            Segment::Line(to) if open => {
                builder.line_to(point(to.x, to.y));
            }
            Segment::Curve(a, b, to) if open => {
                builder.cubic_bezier_to(point(a.x, a.y), point(b.x, b.y), point(to.x, to.y));
            }
            Segment::Close if open => {
                builder.end(true);
                open = false;
            }
            Segment::Line(_) | Segment::Curve(..) | Segment::Close => {}
        }
    }
    if open {
        builder.end(false);
    }
    builder.build()
}
