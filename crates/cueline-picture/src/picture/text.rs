//! A line of text, its font and its width.
//!
//! Both painters rasterise the same font at whole pixel sizes and put lines on whole pixels, so that text stays sharp and
//! stands in the same place. The font is Noto Sans (SIL Open Font License 1.1).

use std::sync::LazyLock;

use fontdue::{Font, FontSettings};

use super::{Color, Point};

/// Where a text lies relative to its point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    /// It begins there.
    #[default]
    Left,
    /// It has its middle there.
    Center,
    /// It ends there.
    Right,
}

/// How thick the letters are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Weight {
    /// For reading.
    #[default]
    Regular,
    /// For headings and numbers that matter.
    Bold,
}

/// A line of text. Its point lies at the middle of the capital letters' height.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// What it says.
    pub text: String,
    /// Where it is: horizontally as `align` says, vertically its middle.
    pub at: Point,
    /// Height of the font in logical pixels.
    pub size: f32,
    /// Its colour.
    pub color: Color,
    /// On which side of its point it lies.
    pub align: Align,
    /// How thick its letters are.
    pub weight: Weight,
}

impl Text {
    /// A regular line that begins at `at`.
    #[must_use]
    pub fn new(text: impl Into<String>, at: Point, size: f32, color: Color) -> Self {
        let (align, weight) = (Align::Left, Weight::Regular);
        Self { text: text.into(), at, size, color, align, weight }
    }

    /// The same in bold.
    #[must_use]
    pub fn bold(self) -> Self {
        Self { weight: Weight::Bold, ..self }
    }

    /// The same with its middle at its point.
    #[must_use]
    pub fn centered(self) -> Self {
        Self { align: Align::Center, ..self }
    }

    /// The same with its end at its point.
    #[must_use]
    pub fn right(self) -> Self {
        Self { align: Align::Right, ..self }
    }

    /// How wide it is in logical pixels.
    #[must_use]
    pub fn width(&self) -> f32 {
        self.text.chars().map(|c| self.weight.font().metrics(c, self.size).advance_width).sum()
    }

    /// The same, cut to `width` logical pixels with an ellipsis where it would be wider.
    #[must_use]
    pub fn fitted(mut self, width: f32) -> Self {
        if self.width() <= width {
            return self;
        }
        let mut kept: Vec<char> = self.text.chars().collect();
        while kept.pop().is_some() {
            self.text = kept.iter().collect::<String>().trim_end().to_owned() + "…";
            if self.width() <= width {
                break;
            }
        }
        self
    }

    /// Its glyphs on a display with `scale` physical pixels to a logical one: the size in whole
    /// physical pixels to rasterise at, and each character with the physical pixel of its origin.
    pub(crate) fn glyphs(&self, scale: f32) -> (f32, Vec<(char, f32, f32)>) {
        let font = self.weight.font();
        let size = (self.size * scale).round().clamp(1.0, 400.0);
        let advance = |c: char| font.metrics(c, size).advance_width;
        let width: f32 = self.text.chars().map(advance).sum();
        let mut x = self.at.x * scale
            - match self.align {
                Align::Left => 0.0,
                Align::Center => width / 2.0,
                Align::Right => width,
            };
        let baseline = (self.at.y * scale + size * CAPITALS / 2.0).round();
        let place = |c: char| {
            let origin = x.round();
            x += advance(c);
            (c, origin, baseline)
        };
        (size, self.text.chars().map(place).collect())
    }
}

/// Height of Noto Sans' capital letters as a fraction of the font's size.
pub(crate) const CAPITALS: f32 = 0.714;

impl Weight {
    /// All weights.
    #[cfg(feature = "egui")]
    pub(crate) const ALL: [Self; 2] = [Self::Regular, Self::Bold];

    /// The font's file.
    pub(crate) fn bytes(self) -> &'static [u8] {
        // As constants they would be in a program once for each part of it that uses them, 0.4 MB each time.
        static REGULAR: &[u8] = notosans::REGULAR_TTF;
        static BOLD: &[u8] = notosans::BOLD_TTF;
        match self {
            Self::Regular => REGULAR,
            Self::Bold => BOLD,
        }
    }

    /// The font.
    pub(crate) fn font(self) -> &'static Font {
        static REGULAR: LazyLock<Font> = LazyLock::new(|| parsed(Weight::Regular));
        static BOLD: LazyLock<Font> = LazyLock::new(|| parsed(Weight::Bold));
        match self {
            Self::Regular => &REGULAR,
            Self::Bold => &BOLD,
        }
    }
}

#[expect(clippy::expect_used, reason = "the font is part of the program; a test opens both")]
fn parsed(weight: Weight) -> Font {
    Font::from_bytes(weight.bytes(), FontSettings::default()).expect("the bundled font is whole")
}
