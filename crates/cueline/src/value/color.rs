//! Colours: linear light, and Oklab for blends that look even.
//!
//! A [`Color`] holds amounts of light: half-way between two colours is the light of two half-bright lamps together.
//! An [`Oklab`] holds a colour as an eye sees it: half-way looks half-way, and blue turns white without a tinge of violet
//! (Björn Ottosson, "A perceptual color space for image processing", 2020,
//! <https://bottosson.github.io/posts/oklab/>). The bytes of image files and screens are neither. They use the curve of
//! IEC 61966-2-1 (sRGB), and a blend of such bytes is too dark in the middle.
//!
//! Opacity is blended separately; the other numbers are not multiplied by it.

use super::Lerp;

/// An amount of red, green and blue light, from 0 to 1 on an sRGB screen, and an opacity from 0 to 1.
///
/// Numbers outside of 0 to 1 are kept: they are brighter than white, or a colour that the screen cannot show. The
/// default is black with opacity 0. Opacity is blended separately; the light is not multiplied by it.
///
/// [`Lerp`] blends light: half-way is the light of two half-bright lamps together. For a blend that looks even, convert
/// to [`Oklab`].
///
/// ```
/// use cueline::value::{Color, Lerp, Oklab};
///
/// let (blue, white) = (Color::from_srgb8([0, 0, 255, 255]), Color::from_srgb8([255; 4]));
/// assert_eq!(blue.lerp(&white, 0.5).to_srgb8(), [188, 188, 255, 255]);
/// let even = Oklab::from(blue).lerp(&Oklab::from(white), 0.5);
/// assert_eq!(Color::from(even).to_srgb8(), [116, 163, 255, 255]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Color {
    /// Red light, linear.
    pub r: f32,
    /// Green light, linear.
    pub g: f32,
    /// Blue light, linear.
    pub b: f32,
    /// Opacity: 0 is invisible, 1 hides everything behind.
    pub a: f32,
}

impl Color {
    /// A colour with these amounts of light.
    ///
    /// ```
    /// use cueline::value::{Color, Lerp};
    ///
    /// let (black, white) = (Color::new(0.0, 0.0, 0.0, 1.0), Color::new(1.0, 1.0, 1.0, 1.0));
    /// assert_eq!(black.lerp(&white, 0.5).to_srgb8(), [188, 188, 188, 255], "half of the light is a light grey");
    /// ```
    #[must_use]
    pub const fn new(r: f32, g: f32, b: f32, a: f32) -> Self {
        Self { r, g, b, a }
    }

    /// The colour of red, green, blue and opacity bytes in sRGB. Opacity is linear.
    ///
    /// The curve is that of IEC 61966-2-1.
    ///
    /// ```
    /// use cueline::value::Color;
    ///
    /// let red = Color::from_srgb8([255, 0, 0, 128]);
    /// assert_eq!((red.r, red.g), (1.0, 0.0));
    /// assert!(Color::from_srgb8([128, 0, 0, 255]).r < 0.22, "bytes are no amounts of light");
    /// ```
    #[must_use]
    pub fn from_srgb8([r, g, b, a]: [u8; 4]) -> Self {
        let [r, g, b] = [r, g, b].map(|byte| narrow(to_linear(f64::from(byte) / 255.0)));
        Self { r, g, b, a: narrow(f64::from(a) / 255.0) }
    }

    /// A colour as colour pickers have it: a hue in degrees (0 is red, 120 green, 240 blue), a saturation from 0 (grey) to 1,
    /// and a value from 0 (black) to 1. Any hue is an angle: 360 is red again. The other two are cut to 0 to 1.
    ///
    /// The hexcone of A. R. Smith, "Color gamut transform pairs", SIGGRAPH 1978, over sRGB. Its hues look unevenly far from each
    /// other, and unequally bright; those of [`Oklab::from_lch`] do not.
    ///
    /// ```
    /// use cueline::value::{Color, Lerp, short_way};
    ///
    /// let (orange, violet) = (36.0_f32, 276.0);
    /// assert_eq!(Color::from_hsv(orange, 1.0, 1.0, 1.0).to_srgb8(), [255, 153, 0, 255]);
    /// // Past red, not back through green.
    /// let hue = orange.lerp(&short_way(orange, violet, 360.0), 0.5);
    /// assert_eq!((hue, Color::from_hsv(hue, 1.0, 1.0, 1.0).to_srgb8()), (-24.0, [255, 0, 102, 255]));
    /// ```
    #[must_use]
    pub fn from_hsv(hue_deg: f32, saturation: f32, value: f32, alpha: f32) -> Self {
        let [saturation, value] = [saturation, value].map(|part| f64::from(part.clamp(0.0, 1.0)));
        // In sixths of the circle, from 0 to below 6.
        let hue = f64::from(hue_deg) / 60.0 % 6.0;
        let hue = if hue < 0.0 { hue + 6.0 } else { hue };
        let [r, g, b] = [5.0, 3.0, 1.0].map(|from| {
            let place = (from + hue) % 6.0;
            let missing = place.min(4.0 - place).clamp(0.0, 1.0);
            narrow(to_linear(value * (1.0 - saturation * missing)))
        });
        Self { r, g, b, a: alpha }
    }

    /// The nearest red, green, blue and opacity bytes in sRGB, by the curve of IEC 61966-2-1.
    ///
    /// Numbers are clamped to 0 to 1; NaN becomes 0. Bytes that [`from_srgb8`](Self::from_srgb8) has read come back
    /// unchanged.
    ///
    /// ```
    /// use cueline::value::Color;
    ///
    /// assert_eq!(Color::from_srgb8([12, 34, 56, 78]).to_srgb8(), [12, 34, 56, 78]);
    /// assert_eq!(Color::new(7.0, -1.0, f32::NAN, 1.0).to_srgb8(), [255, 0, 0, 255]);
    /// ```
    #[must_use]
    pub fn to_srgb8(self) -> [u8; 4] {
        let light = [self.r, self.g, self.b].map(|light| byte(to_srgb(f64::from(light))));
        [light[0], light[1], light[2], byte(f64::from(self.a))]
    }
}

impl From<[f32; 4]> for Color {
    fn from([r, g, b, a]: [f32; 4]) -> Self {
        Self { r, g, b, a }
    }
}

impl From<Color> for [f32; 4] {
    fn from(Color { r, g, b, a }: Color) -> Self {
        [r, g, b, a]
    }
}

/// A colour as an eye sees it: lightness, two axes of hue and strength, and an opacity.
///
/// Differences of equal size look about equally large. Source of the space and its numbers: Björn Ottosson, "A perceptual
/// color space for image processing", 2020, <https://bottosson.github.io/posts/oklab/>. A conversion there and back
/// changes a colour by at most 2e-6.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Oklab {
    /// Lightness: 0 is black, 1 white.
    pub l: f32,
    /// From green (below 0) to red (above 0). The colours of an sRGB screen are from -0.24 to 0.28.
    pub a: f32,
    /// From blue (below 0) to yellow (above 0). The colours of an sRGB screen are from -0.32 to 0.20.
    pub b: f32,
    /// Opacity, as in [`Color`].
    pub alpha: f32,
}

impl Oklab {
    /// A colour with this lightness, these positions on the two axes, and this opacity.
    #[must_use]
    pub const fn new(l: f32, a: f32, b: f32, alpha: f32) -> Self {
        Self { l, a, b, alpha }
    }

    /// A colour by its hue in degrees (Oklch, as in CSS): about 29 is red, 110 yellow, 142 green and 264 blue. A chroma of 0 is
    /// grey; the colours of an sRGB screen have at most 0.32.
    ///
    /// ```
    /// use cueline::value::{Lerp, Oklab, short_way};
    ///
    /// // From red to violet past the end of the circle, not back through green.
    /// let (red, violet) = (29.0_f32, 300.0);
    /// let hue = red.lerp(&short_way(red, violet, 360.0), 0.5);
    /// assert_eq!(hue, -15.5);
    /// let pink = Oklab::from_lch(0.7, 0.2, hue, 1.0);
    /// assert!((pink.a.hypot(pink.b) - 0.2).abs() < 1e-6);
    /// ```
    #[must_use]
    pub fn from_lch(l: f32, chroma: f32, hue_deg: f32, alpha: f32) -> Self {
        let (chroma, hue) = (f64::from(chroma), f64::from(hue_deg).to_radians());
        Self::new(l, narrow(chroma * libm::cos(hue)), narrow(chroma * libm::sin(hue)), alpha)
    }
}

impl From<[f32; 4]> for Oklab {
    fn from([l, a, b, alpha]: [f32; 4]) -> Self {
        Self { l, a, b, alpha }
    }
}

impl From<Oklab> for [f32; 4] {
    fn from(Oklab { l, a, b, alpha }: Oklab) -> Self {
        [l, a, b, alpha]
    }
}

impl From<Color> for Oklab {
    fn from(Color { r, g, b, a: alpha }: Color) -> Self {
        let cones = apply(&LIGHT_TO_CONES, [r, g, b].map(f64::from)).map(libm::cbrt);
        let [l, a, b] = apply(&CONES_TO_LAB, cones).map(narrow);
        Self { l, a, b, alpha }
    }
}

impl From<Oklab> for Color {
    fn from(Oklab { l, a, b, alpha }: Oklab) -> Self {
        let cones = apply(&LAB_TO_CONES, [l, a, b].map(f64::from)).map(|cone| cone * cone * cone);
        let [r, g, b] = apply(&CONES_TO_LIGHT, cones).map(narrow);
        Self { r, g, b, a: alpha }
    }
}

macro_rules! four_numbers {
    ($($(#[$doc:meta])* $color:ident)*) => { $(
        $(#[$doc])*
        impl Lerp for $color {
            type Delta = [f32; 4];

            fn lerp(&self, to: &Self, t: f64) -> Self {
                <[f32; 4]>::from(*self).lerp(&(*to).into(), t).into()
            }
            fn minus(&self, from: &Self) -> [f32; 4] {
                <[f32; 4]>::from(*self).minus(&(*from).into())
            }
            fn plus(&self, delta: &[f32; 4]) -> Self {
                <[f32; 4]>::from(*self).plus(delta).into()
            }
            fn is_finite(&self) -> bool {
                Lerp::is_finite(&<[f32; 4]>::from(*self))
            }
        }
    )* };
}

four_numbers! {
    /// Converts to linear light.
    Color
    /// Converts to lightness and two axes.
    Oklab
}

// The four matrices of Ottosson's page, rows outermost.
const LIGHT_TO_CONES: [[f64; 3]; 3] = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
];
const CONES_TO_LAB: [[f64; 3]; 3] = [
    [0.2104542553, 0.7936177850, -0.0040720468],
    [1.9779984951, -2.4285922050, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.8086757660],
];
const LAB_TO_CONES: [[f64; 3]; 3] = [
    [1.0, 0.3963377774, 0.2158037573],
    [1.0, -0.1055613458, -0.0638541728],
    [1.0, -0.0894841775, -1.2914855480],
];
const CONES_TO_LIGHT: [[f64; 3]; 3] = [
    [4.0767416621, -3.3077115913, 0.2309699292],
    [-1.2684380046, 2.6097574011, -0.3413193965],
    [-0.0041960863, -0.7034186147, 1.7076147010],
];

fn apply(matrix: &[[f64; 3]; 3], [x, y, z]: [f64; 3]) -> [f64; 3] {
    matrix.map(|[a, b, c]| a * x + b * y + c * z)
}

/// IEC 61966-2-1, from the curve to light.
fn to_linear(srgb: f64) -> f64 {
    if srgb <= 0.04045 { srgb / 12.92 } else { libm::pow((srgb + 0.055) / 1.055, 2.4) }
}

/// IEC 61966-2-1, from light to the curve.
fn to_srgb(light: f64) -> f64 {
    if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * libm::pow(light, 1.0 / 2.4) - 0.055 }
}

#[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
fn narrow(number: f64) -> f32 {
    number as f32
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates, NaN is 0")]
fn byte(number: f64) -> u8 {
    libm::round(number * 255.0) as u8
}

#[cfg(test)]
mod tests;
