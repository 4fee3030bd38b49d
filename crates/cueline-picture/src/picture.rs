//! One moment as plain data: what to draw, in order, and where a click would land.
//!
//! All lengths are logical pixels: x grows to the right, y downwards, and the origin is the window's
//! upper left corner. A painter multiplies by the display's scale. Later items cover earlier ones, so
//! put what never changes first: the software painter keeps what it has painted of a common beginning.

mod color;
mod geometry;
mod image;
mod shape;
#[cfg(test)]
mod tests;
mod text;

pub use color::Color;
pub use geometry::{Point, Rect};
pub use image::Image;
pub use shape::{Segment, Shape};
#[cfg(feature = "egui")]
pub(crate) use text::CAPITALS;
pub use text::{Align, Text, Weight};

/// What a surface is coloured with.
#[derive(Clone, Debug, PartialEq)]
pub enum Ink {
    /// One colour.
    Flat(Color),
    /// A gradient along the line between two points, which should enclose the shape.
    Linear {
        /// Where `start` shows.
        from: Point,
        /// Where `end` shows.
        to: Point,
        /// Colour at `from`.
        start: Color,
        /// Colour at `to`.
        end: Color,
    },
}

impl Ink {
    /// A gradient from the top edge of `rect` to its bottom edge.
    #[must_use]
    pub fn downwards(rect: Rect, start: Color, end: Color) -> Self {
        let from = Point::new(rect.x, rect.y);
        Self::Linear { from, to: Point::new(rect.x, rect.bottom()), start, end }
    }

    /// Its colour at `at`; beyond the ends of a gradient, that end's colour.
    #[must_use]
    pub fn at(&self, at: Point) -> Color {
        match *self {
            Self::Flat(color) => color,
            Self::Linear { from, to, start, end } => {
                let (dx, dy) = (to.x - from.x, to.y - from.y);
                let length = dx * dx + dy * dy;
                let along = if length > 0.0 {
                    ((at.x - from.x) * dx + (at.y - from.y) * dy) / length
                } else {
                    1.0
                };
                start.mix(end, along)
            }
        }
    }
}

impl From<Color> for Ink {
    fn from(color: Color) -> Self {
        Self::Flat(color)
    }
}

/// One drawing command.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// The inside of a shape.
    Fill(Shape, Ink),
    /// The outline of a shape, half of `width` (logical pixels) on either side of it.
    Stroke(Shape, Ink, f32),
    /// A line of text.
    Text(Text),
    /// An image, stretched to a rectangle, its pixels left as sharp squares.
    Image(Image, Rect),
}

/// A picture of one moment; `C` is what a click can press.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture<C> {
    /// What covers the window before the first item.
    pub background: Color,
    /// What to draw, from back to front.
    pub items: Vec<Item>,
    /// Where a click lands, from back to front; not drawn.
    pub hot: Vec<(Rect, C)>,
}

impl<C: Copy + PartialEq> Picture<C> {
    /// An empty picture.
    #[must_use]
    pub fn new(background: Color) -> Self {
        Self { background, items: Vec::new(), hot: Vec::new() }
    }

    /// Fills `shape`.
    pub fn fill(&mut self, shape: impl Into<Shape>, ink: impl Into<Ink>) {
        self.items.push(Item::Fill(shape.into(), ink.into()));
    }

    /// Draws the outline of `shape`, `width` logical pixels wide.
    pub fn stroke(&mut self, shape: impl Into<Shape>, ink: impl Into<Ink>, width: f32) {
        self.items.push(Item::Stroke(shape.into(), ink.into(), width));
    }

    /// Writes `text`.
    pub fn text(&mut self, text: Text) {
        self.items.push(Item::Text(text));
    }

    /// Shows `image` in `rect`.
    pub fn image(&mut self, image: &Image, rect: Rect) {
        self.items.push(Item::Image(image.clone(), rect));
    }

    /// From now on a click in `rect` presses `control`, also over other controls.
    pub fn hot(&mut self, rect: Rect, control: C) {
        self.hot.push((rect, control));
    }

    /// A soft shadow of a rounded rectangle or circle: `blur` logical pixels of fading rim, darkest in the middle.
    pub fn shadow(&mut self, rect: Rect, radius: f32, blur: f32, color: Color) {
        self.shade(rect, radius, blur, color, Rect::default());
    }

    /// The rim of a [`shadow`](Self::shadow), for an opaque thing that covers all of the rounded rectangle from `blur`
    /// inside its edge on. What is covered is left out: painting it would be most of the work of a window without a graphics card.
    pub fn shadow_rim(&mut self, rect: Rect, radius: f32, blur: f32, color: Color) {
        // The largest rectangle between the round corners.
        let corner = (radius - blur).max(0.0) * (1.0 - core::f32::consts::FRAC_1_SQRT_2);
        let covered = rect.grown(-blur - corner);
        // The hole in something small is not worth a path.
        let worth = covered.w.min(covered.h) > blur * 1.5;
        self.shade(rect, radius, blur, color, if worth { covered } else { Rect::default() });
    }

    fn shade(&mut self, rect: Rect, radius: f32, blur: f32, color: Color, hole: Rect) {
        const LAYERS: u8 = 5;
        let alpha = 1.0 - libm::powf(1.0 - color.opacity(), 1.0 / f32::from(LAYERS));
        for layer in 0..LAYERS {
            let grow = blur * (0.5 - f32::from(layer) / f32::from(LAYERS - 1));
            let layer = Shape::rounded(rect.grown(grow), (radius + grow).max(0.0));
            let shape = if hole.w > 0.0 {
                let mut outline = layer.outline();
                outline.extend(hole.hole());
                Shape::Path(outline)
            } else {
                layer
            };
            self.fill(shape, color.with_opacity(alpha));
        }
    }

    /// How many items both pictures begin with, over the same background; else none.
    pub(crate) fn common(&self, other: &Self) -> usize {
        if self.background != other.background {
            return 0;
        }
        self.items.iter().zip(&other.items).take_while(|(a, b)| a == b).count()
    }

    /// The control that a click at `at` presses.
    #[must_use]
    pub fn control_at(&self, at: Point) -> Option<C> {
        self.hot_at(at).map(|(_, control)| control)
    }

    /// The topmost hot area at `at`.
    #[must_use]
    pub fn hot_at(&self, at: Point) -> Option<(Rect, C)> {
        self.hot.iter().rev().find(|(rect, _)| rect.contains(at)).copied()
    }
}
