//! Paints a picture into the window: shapes as triangles, text from the same font and with the same
//! places as in memory.
//!
//! As in memory too, what the last two pictures began with is kept, here as a texture: a machine
//! without a graphics card would draw every resting piece again and again.

use std::{collections::BTreeMap, fmt};

use lyon_tessellation::{
    BuffersBuilder, FillOptions, FillTessellator, FillVertex, LineCap, LineJoin, StrokeOptions,
    StrokeTessellator, StrokeVertex, VertexBuffers,
    math::{Point as Place, point},
    path::Path,
};
use macroquad::{
    camera::{Camera2D, set_camera, set_default_camera},
    color::{Color as Tint, WHITE},
    material::{Material, MaterialParams, gl_use_default_material, gl_use_material, load_material},
    math::{Rect as Area, Vec2},
    miniquad::ShaderSource,
    models::{Mesh, Vertex, draw_mesh},
    text::{Font, TextParams, draw_text_ex, load_ttf_font_from_bytes},
    texture::{DrawTextureParams, FilterMode, Texture2D, draw_texture_ex, render_target_msaa},
    window::{clear_background, screen_height, screen_width},
};

use crate::picture::{Color, Image, Ink, Item, Picture, Point, Rect, Segment, Shape, Text, Weight};

/// Paints pictures into the window that is open.
pub struct WindowPainter<C> {
    regular: Font,
    bold: Font,
    fill: FillTessellator,
    stroke: StrokeTessellator,
    triangles: VertexBuffers<Vertex, u16>,
    last: Option<Picture<C>>,
    /// Copies the kept texture; without it nothing is kept.
    copy: Option<Material>,
    base: Option<Base>,
    /// By the keys of their images, which are held so that no other gets the same key.
    textures: BTreeMap<usize, (Image, Texture2D)>,
}

impl<C> fmt::Debug for WindowPainter<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WindowPainter")
    }
}

/// Drawing into a texture blends its opacity too, which is then to be left out.
const COPY: ShaderSource = ShaderSource::Glsl {
    vertex: "#version 100
        attribute vec3 position;
        attribute vec2 texcoord;
        varying highp vec2 uv;
        uniform mat4 Model;
        uniform mat4 Projection;
        void main() {
            gl_Position = Projection * Model * vec4(position, 1);
            uv = texcoord;
        }",
    fragment: "#version 100
        varying highp vec2 uv;
        uniform sampler2D Texture;
        void main() {
            gl_FragColor = vec4(texture2D(Texture, uv).rgb, 1.0);
        }",
};

/// The beginning of the last picture, painted.
struct Base {
    /// Draws into the texture.
    camera: Camera2D,
    /// Width and height of the texture in physical pixels.
    size: (u32, u32),
    /// How many items of the last picture it shows.
    items: usize,
}

/// Triangles are handed on in portions of about this many vertices, below what a draw call holds.
const PORTION: usize = 3000;
/// Images that are kept on the graphics card.
const MOST_TEXTURES: usize = 4096;
/// Vertices that a draw call holds.
pub const CALL_VERTICES: usize = 10_000;
/// Indices that a draw call holds.
pub const CALL_INDICES: usize = 30_000;

impl<C: Copy + PartialEq> WindowPainter<C> {
    /// A painter for the window that is open.
    ///
    /// # Errors
    ///
    /// Where the font cannot be loaded.
    pub fn new() -> Result<Self, String> {
        let font = |weight: Weight| {
            load_ttf_font_from_bytes(weight.bytes()).map_err(|error| error.to_string())
        };
        Ok(Self {
            regular: font(Weight::Regular)?,
            bold: font(Weight::Bold)?,
            fill: FillTessellator::new(),
            stroke: StrokeTessellator::new(),
            triangles: VertexBuffers::new(),
            last: None,
            copy: load_material(COPY, MaterialParams::default()).ok(),
            base: None,
            textures: BTreeMap::new(),
        })
    }

    /// Paints `picture` over the whole window, of whose pixels `scale` make a logical one.
    pub fn paint(&mut self, picture: &Picture<C>, scale: f32) {
        let common = match (&self.copy, &self.last) {
            (Some(_), Some(last)) => last.common(picture),
            _ => 0,
        };
        if common > 0 {
            self.keep(picture, common, scale);
        }
        set_default_camera();
        clear_background(tint(picture.background));
        if common > 0 {
            self.show_kept();
        }
        self.items(&picture.items[common..], scale);
        if self.last.as_ref() != Some(picture) {
            self.last = Some(picture.clone());
        }
    }

    /// Brings the kept texture to the first `common` items of `picture`.
    fn keep(&mut self, picture: &Picture<C>, common: usize, scale: f32) {
        let window = Vec2::new(screen_width(), screen_height());
        let size = pixels(window * scale);
        let base = self.base.take().filter(|base| base.size == size);
        let (camera, painted) = match base {
            Some(base) if base.items <= common => (base.camera, base.items),
            base => {
                let camera = base.map_or_else(|| into_texture(window, size), |base| base.camera);
                set_camera(&camera);
                clear_background(tint(picture.background));
                (camera, 0)
            }
        };
        if painted < common {
            set_camera(&camera);
            self.items(&picture.items[painted..common], scale);
        }
        self.base = Some(Base { camera, size, items: common });
    }

    fn show_kept(&self) {
        let target = self.base.as_ref().and_then(|base| base.camera.render_target.as_ref());
        let (Some(target), Some(copy)) = (target, &self.copy) else { return };
        let params = DrawTextureParams {
            dest_size: Some(Vec2::new(screen_width(), screen_height())),
            flip_y: true, // A texture that was drawn into has its first row at the bottom.
            ..DrawTextureParams::default()
        };
        gl_use_material(copy);
        draw_texture_ex(&target.texture, 0.0, 0.0, WHITE, params);
        gl_use_default_material();
    }

    fn items(&mut self, items: &[Item], scale: f32) {
        for item in items {
            match item {
                Item::Fill(shape, ink) => self.fill(shape, ink, scale),
                Item::Stroke(shape, ink, width) if *width > 0.0 => {
                    self.stroke(shape, ink, *width, scale);
                }
                Item::Stroke(..) => {}
                Item::Text(text) => {
                    self.flush();
                    self.text(text, scale);
                }
                Item::Image(image, rect) => {
                    self.flush();
                    self.image(image, *rect);
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

    fn image(&mut self, image: &Image, rect: Rect) {
        if self.textures.len() > MOST_TEXTURES {
            self.textures.clear();
        }
        let (_, texture) = self.textures.entry(image.key()).or_insert_with(|| {
            let texture = Texture2D::from_rgba8(image.width(), image.height(), image.rgba());
            texture.set_filter(FilterMode::Nearest);
            (image.clone(), texture)
        });
        let dest_size = Some(Vec2::new(rect.w, rect.h));
        let params = DrawTextureParams { dest_size, ..DrawTextureParams::default() };
        draw_texture_ex(texture, rect.x, rect.y, WHITE, params);
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

/// A camera that draws a window's worth into a texture of `size` pixels.
fn into_texture(window: Vec2, (width, height): (u32, u32)) -> Camera2D {
    let mut camera = Camera2D::from_display_rect(Area::new(0.0, 0.0, window.x, window.y));
    camera.render_target = Some(render_target_msaa(width, height));
    camera
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a window's size; the conversion saturates"
)]
fn pixels(size: Vec2) -> (u32, u32) {
    (size.x.round().max(1.0) as u32, size.y.round().max(1.0) as u32)
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
