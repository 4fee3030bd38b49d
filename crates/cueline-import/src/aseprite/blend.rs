//! Blends a pixel of a layer with the pixel below it, to the last bit as Aseprite does.
//!
//! Colors are not premultiplied. Products of two bytes are rounded to the nearest, and differences weighted by an
//! opacity are truncated towards zero, both as in Aseprite. Modes follow the W3C's "Compositing and Blending Level 1";
//! over a translucent pixel, Aseprite mixes the blended color with the plain color by the opacity of that pixel.

/// Red, green, blue and opacity.
pub(super) type Pixel = [u8; 4];

/// A blend mode of a layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mode {
    #[default]
    Normal,
    Multiply,
    Screen,
    Overlay,
    Darken,
    Lighten,
    ColorDodge,
    ColorBurn,
    HardLight,
    SoftLight,
    Difference,
    Exclusion,
    Hue,
    Saturation,
    Color,
    Luminosity,
    Addition,
    Subtract,
    Divide,
}

impl Mode {
    /// The mode with this number in a file.
    pub(super) fn of(number: u16) -> Option<Self> {
        const MODES: [Mode; 19] = [
            Mode::Normal,
            Mode::Multiply,
            Mode::Screen,
            Mode::Overlay,
            Mode::Darken,
            Mode::Lighten,
            Mode::ColorDodge,
            Mode::ColorBurn,
            Mode::HardLight,
            Mode::SoftLight,
            Mode::Difference,
            Mode::Exclusion,
            Mode::Hue,
            Mode::Saturation,
            Mode::Color,
            Mode::Luminosity,
            Mode::Addition,
            Mode::Subtract,
            Mode::Divide,
        ];
        MODES.get(usize::from(number)).copied()
    }

    /// A sprite without colors ignores the modes that concern hue.
    pub(super) fn in_grayscale(self) -> Self {
        match self {
            Self::Hue | Self::Saturation | Self::Color | Self::Luminosity => Self::Normal,
            mode => mode,
        }
    }

    /// Blends `over` onto `below` with an opacity.
    pub(super) fn blend(self, below: Pixel, over: Pixel, opacity: u8) -> Pixel {
        let plain = normal(below, over, opacity);
        if self == Self::Normal || below[3] == 0 {
            return plain;
        }
        let [r, g, b] = self.mix(below, over);
        let mixed = normal(below, [r, g, b, over[3]], opacity);
        let merged = merge(plain, mixed, below[3]);
        merge(merged, mixed, product(below[3], product(over[3], opacity)))
    }

    /// The color of `over` after the blend mode, as if both were opaque.
    fn mix(self, below: Pixel, over: Pixel) -> [u8; 3] {
        let each = |mode: fn(u8, u8) -> u8| [0, 1, 2].map(|part| mode(below[part], over[part]));
        match self {
            Self::Normal => each(|_, s| s),
            Self::Multiply => each(product),
            Self::Screen => each(screen),
            Self::Overlay => each(|b, s| hard_light(s, b)),
            Self::Darken => each(u8::min),
            Self::Lighten => each(u8::max),
            Self::ColorDodge => each(|b, s| if b == 0 { 0 } else { quotient(b, 255 - s) }),
            Self::ColorBurn => each(|b, s| if b == 255 { 255 } else { 255 - quotient(255 - b, s) }),
            Self::HardLight => each(hard_light),
            Self::SoftLight => each(soft_light),
            Self::Difference => each(u8::abs_diff),
            Self::Exclusion => each(|b, s| {
                let sum = i32::from(b) + i32::from(s) - 2 * i32::from(product(b, s));
                u8::try_from(sum.clamp(0, 255)).unwrap_or(0)
            }),
            Self::Addition => each(u8::saturating_add),
            Self::Subtract => each(u8::saturating_sub),
            Self::Divide => each(|b, s| if b == 0 { 0 } else { quotient(b, s) }),
            Self::Hue => {
                let (below, over) = (Rgb::of(below), Rgb::of(over));
                over.with_saturation(below.saturation()).with_luminosity(below.luminosity()).bytes()
            }
            Self::Saturation => {
                let (below, over) = (Rgb::of(below), Rgb::of(over));
                below.with_saturation(over.saturation()).with_luminosity(below.luminosity()).bytes()
            }
            Self::Color => Rgb::of(over).with_luminosity(Rgb::of(below).luminosity()).bytes(),
            Self::Luminosity => Rgb::of(below).with_luminosity(Rgb::of(over).luminosity()).bytes(),
        }
    }
}

/// The product of two fractions of 255, rounded to the nearest.
pub(super) fn product(a: u8, b: u8) -> u8 {
    let product = u32::from(a) * u32::from(b) + 128;
    #[expect(clippy::cast_possible_truncation, reason = "at most 255 for two bytes")]
    let rounded = ((product + (product >> 8)) >> 8) as u8;
    rounded
}

/// The part of a difference between bytes, rounded as [`product`].
fn part(difference: i32, of: u8) -> i32 {
    let product = difference * i32::from(of) + 128;
    (product + (product >> 8)) >> 8
}

/// The quotient of two fractions of 255, at most 1.
fn quotient(a: u8, b: u8) -> u8 {
    if a >= b {
        return 255;
    }
    let (a, b) = (u32::from(a), u32::from(b)); // `b` is above `a`, so above zero
    u8::try_from((a * 255 + b / 2) / b).unwrap_or(255)
}

fn screen(b: u8, s: u8) -> u8 {
    // b + s - bs is at most 1.
    u8::try_from(i32::from(b) + i32::from(s) - i32::from(product(b, s))).unwrap_or(255)
}

fn hard_light(b: u8, s: u8) -> u8 {
    if s < 128 { product(b, s << 1) } else { screen(b, (s << 1).wrapping_add(1)) }
}

fn soft_light(b: u8, s: u8) -> u8 {
    let (b, s) = (f64::from(b) / 255.0, f64::from(s) / 255.0);
    let root = if b <= 0.25 { ((16.0 * b - 12.0) * b + 4.0) * b } else { b.sqrt() };
    let mixed = if s <= 0.5 {
        b - (1.0 - 2.0 * s) * b * (1.0 - b)
    } else {
        b + (2.0 * s - 1.0) * (root - b)
    };
    cut(mixed * 255.0 + 0.5)
}

fn normal(below: Pixel, over: Pixel, opacity: u8) -> Pixel {
    if below[3] == 0 {
        return [over[0], over[1], over[2], product(over[3], opacity)];
    }
    let alpha = product(over[3], opacity);
    let (b, s) = (i32::from(below[3]), i32::from(alpha));
    let all = b + s - i32::from(product(below[3], alpha)); // at least `b`, which is above zero
    let color = |part: usize| {
        let (b, o) = (i32::from(below[part]), i32::from(over[part]));
        byte(b + (o - b) * s / all)
    };
    [color(0), color(1), color(2), byte(all)]
}

/// Interpolates from one pixel to the other, colors and opacity alike.
fn merge(from: Pixel, to: Pixel, by: u8) -> Pixel {
    let between = |index: usize| {
        let (a, b) = (i32::from(from[index]), i32::from(to[index]));
        byte(a + part(b - a, by))
    };
    let alpha = between(3);
    match (alpha, from[3], to[3]) {
        (0, ..) => [0; 4],
        (_, 0, _) => [to[0], to[1], to[2], alpha],
        (_, _, 0) => [from[0], from[1], from[2], alpha],
        _ => [between(0), between(1), between(2), alpha],
    }
}

fn byte(number: i32) -> u8 {
    u8::try_from(number.clamp(0, 255)).unwrap_or(0)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "cut to 0..=255")]
fn cut(number: f64) -> u8 {
    number.clamp(0.0, 255.0) as u8
}

/// A color from 0 to 1, for the modes that concern hue.
#[derive(Clone, Copy)]
struct Rgb([f64; 3]);

impl Rgb {
    fn of([r, g, b, _]: Pixel) -> Self {
        Self([r, g, b].map(|part| f64::from(part) / 255.0))
    }

    fn bytes(self) -> [u8; 3] {
        self.0.map(|part| cut(part * 255.0))
    }

    fn luminosity(self) -> f64 {
        let [r, g, b] = self.0;
        0.3 * r + 0.59 * g + 0.11 * b
    }

    fn least(self) -> f64 {
        let [r, g, b] = self.0;
        r.min(g.min(b))
    }

    fn most(self) -> f64 {
        let [r, g, b] = self.0;
        r.max(g.max(b))
    }

    fn saturation(self) -> f64 {
        self.most() - self.least()
    }

    fn with_luminosity(self, luminosity: f64) -> Self {
        let by = luminosity - self.luminosity();
        let mut moved = Self(self.0.map(|part| part + by));
        // Pulled towards its gray until it fits.
        let (gray, least, most) = (moved.luminosity(), moved.least(), moved.most());
        if least < 0.0 {
            moved.0 = moved.0.map(|part| gray + (part - gray) * gray / (gray - least));
        }
        if most > 1.0 {
            moved.0 = moved.0.map(|part| gray + (part - gray) * (1.0 - gray) / (most - gray));
        }
        moved
    }

    fn with_saturation(self, saturation: f64) -> Self {
        let [r, g, b] = self.0;
        // For equal components Aseprite may use one component for two of the three places. This code makes the same
        // choices.
        let least = if r < if g < b { g } else { b } {
            0
        } else if g < b {
            1
        } else {
            2
        };
        let most = if r > if g > b { g } else { b } {
            0
        } else if g > b {
            1
        } else {
            2
        };
        let middle = if r > g {
            if g > b {
                1
            } else if r > b {
                2
            } else {
                0
            }
        } else if g > b {
            if b > r { 2 } else { 0 }
        } else {
            1
        };
        let mut parts = self.0;
        if parts[most] > parts[least] {
            parts[middle] =
                (parts[middle] - parts[least]) * saturation / (parts[most] - parts[least]);
            parts[most] = saturation;
        } else {
            parts[middle] = 0.0;
            parts[most] = 0.0;
        }
        parts[least] = 0.0;
        Self(parts)
    }
}
