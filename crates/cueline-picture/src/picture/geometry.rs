//! Points and rectangles in logical pixels.

/// A point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Downwards.
    pub y: f32,
}

impl Point {
    /// The point `x` to the right and `y` down.
    #[must_use]
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    /// The point `dx` further right and `dy` further down.
    #[must_use]
    pub fn moved(self, dx: f32, dy: f32) -> Self {
        Self::new(self.x + dx, self.y + dy)
    }

    /// The way to `other`: 0 is here, 1 is there, and beyond works too.
    #[must_use]
    pub fn towards(self, other: Self, t: f32) -> Self {
        self.moved((other.x - self.x) * t, (other.y - self.y) * t)
    }
}

/// A rectangle: its left and top edges belong to it, right and bottom do not.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f32,
    /// Top edge.
    pub y: f32,
    /// Width, not negative.
    pub w: f32,
    /// Height, not negative.
    pub h: f32,
}

impl Rect {
    /// The rectangle from (`x`, `y`), `w` wide and `h` high; negative sizes count as none.
    #[must_use]
    pub fn new(x: f32, y: f32, w: f32, h: f32) -> Self {
        Self { x, y, w: w.max(0.0), h: h.max(0.0) }
    }

    /// A square around `center` that holds a circle of `radius`.
    #[must_use]
    pub fn around(center: Point, radius: f32) -> Self {
        Self::new(center.x - radius, center.y - radius, radius * 2.0, radius * 2.0)
    }

    /// Its right edge.
    #[must_use]
    pub fn right(self) -> f32 {
        self.x + self.w
    }

    /// Its bottom edge.
    #[must_use]
    pub fn bottom(self) -> f32 {
        self.y + self.h
    }

    /// Its middle.
    #[must_use]
    pub fn center(self) -> Point {
        Point::new(self.x + self.w / 2.0, self.y + self.h / 2.0)
    }

    /// Whether `at` lies in it.
    #[must_use]
    pub fn contains(self, at: Point) -> bool {
        (self.x..self.right()).contains(&at.x) && (self.y..self.bottom()).contains(&at.y)
    }

    /// Every edge moved outwards by `by`, or inwards where that is negative.
    #[must_use]
    pub fn grown(self, by: f32) -> Self {
        Self::new(self.x - by, self.y - by, self.w + by * 2.0, self.h + by * 2.0)
    }

    /// Moved to the right and down.
    #[must_use]
    pub fn moved(self, dx: f32, dy: f32) -> Self {
        Self { x: self.x + dx, y: self.y + dy, ..self }
    }

    /// The part that lies in `other` too; empty where they do not meet.
    #[must_use]
    pub fn within(self, other: Self) -> Self {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        Self::new(x, y, self.right().min(other.right()) - x, self.bottom().min(other.bottom()) - y)
    }

    /// Cuts `height` off the top: (that strip, the rest). Never more than there is.
    #[must_use]
    pub fn split_top(self, height: f32) -> (Self, Self) {
        let height = height.clamp(0.0, self.h);
        let rest = Self::new(self.x, self.y + height, self.w, self.h - height);
        (Self { h: height, ..self }, rest)
    }

    /// Cuts `width` off the left: (that strip, the rest). Never more than there is.
    #[must_use]
    pub fn split_left(self, width: f32) -> (Self, Self) {
        let width = width.clamp(0.0, self.w);
        let rest = Self::new(self.x + width, self.y, self.w - width, self.h);
        (Self { w: width, ..self }, rest)
    }

    /// The `index`th of `count` equal columns with `gap` between them.
    #[must_use]
    pub fn column(self, index: u16, count: u16, gap: f32) -> Self {
        let count = f32::from(count.max(1));
        let width = (self.w - gap * (count - 1.0)) / count;
        Self::new(self.x + f32::from(index) * (width + gap), self.y, width, self.h)
    }
}
