//! Colours as screens take them: sRGB with straight alpha.

/// A colour, red, green, blue and opacity in 0..=255.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
    /// Opacity; 255 hides what lies below.
    pub a: u8,
}

impl Color {
    /// The opaque colour `0xRRGGBB`.
    #[must_use]
    pub const fn hex(rgb: u32) -> Self {
        let [_, r, g, b] = rgb.to_be_bytes();
        Self { r, g, b, a: 255 }
    }

    /// Its opacity in 0..=1.
    #[must_use]
    pub fn opacity(self) -> f32 {
        f32::from(self.a) / 255.0
    }

    /// The same colour with `opacity`, clamped to 0..=1.
    #[must_use]
    pub fn with_opacity(self, opacity: f32) -> Self {
        Self { a: byte(opacity * 255.0), ..self }
    }

    /// The same colour with its opacity multiplied by `opacity`.
    #[must_use]
    pub fn faded(self, opacity: f32) -> Self {
        self.with_opacity(self.opacity() * opacity)
    }

    /// The way from here to `other`: 0 is this colour, 1 the other one; clamped.
    #[must_use]
    pub fn mix(self, other: Self, t: f32) -> Self {
        let t = t.clamp(0.0, 1.0);
        let between = |a: u8, b: u8| byte(f32::from(a) + (f32::from(b) - f32::from(a)) * t);
        Self {
            r: between(self.r, other.r),
            g: between(self.g, other.g),
            b: between(self.b, other.b),
            a: between(self.a, other.a),
        }
    }

    /// Closer to white by `t` in 0..=1.
    #[must_use]
    pub fn lighter(self, t: f32) -> Self {
        self.mix(Self { a: self.a, ..Self::hex(0xff_ff_ff) }, t)
    }

    /// Closer to black by `t` in 0..=1.
    #[must_use]
    pub fn darker(self, t: f32) -> Self {
        self.mix(Self { a: self.a, ..Self::hex(0) }, t)
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to 0..=255 first; a NaN becomes 0"
)]
fn byte(value: f32) -> u8 {
    (value + 0.5).clamp(0.0, 255.0) as u8
}
