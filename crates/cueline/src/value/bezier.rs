//! The cubic Bezier of CSS, solved for every progress.
//!
//! The curve runs from (0, 0) to (1, 1) through two control points; its x is progress and its y the way done.
//! With both control points between 0 and 1 in x, x only rises along the curve, so that each progress has one
//! place on it. That place is found by Newton's method kept inside a bracket by bisection, until no closer
//! double is left. The polynomial is taken around the nearest of the start, the middle and the end: there it
//! keeps its digits where the curve is vertical. CSS Easing Level 1, section 2.2.

use super::easing::{EasingError, in_range};

/// No y of a control point may be larger, so that no value overflows.
const LARGEST_Y: f64 = 1e6;

/// A curve from (0, 0) to (1, 1) through the control points (x1, y1) and (x2, y2).
///
/// Below 0 and above 1 it goes on straight, along its tangent there, as CSS has it: towards the first
/// control point that differs from the end, or level where that lies right above or below.
///
/// # Examples
///
/// ```
/// use cueline::value::{CubicBezier, Easing};
///
/// let swing = Easing::Bezier(CubicBezier::new(0.68, -0.55, 0.265, 1.55)?);
/// assert_eq!([swing.at(0.0), swing.at(1.0)], [0.0, 1.0]);
/// assert!((swing.at(0.5) - 0.5).abs() < 0.03);
///
/// assert_eq!(
///     CubicBezier::new(1.5, 0.0, 1.0, 1.0).unwrap_err().to_string(),
///     "x1 of cubic-bezier is 1.5 but must lie in 0..=1",
/// );
/// # Ok::<(), cueline::value::EasingError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "[f64; 4]", into = "[f64; 4]"))]
pub struct CubicBezier {
    /// In `0..=1`.
    x1: f64,
    y1: f64,
    /// In `0..=1`.
    x2: f64,
    y2: f64,
}

impl CubicBezier {
    /// CSS `ease`.
    pub const EASE: Self = Self { x1: 0.25, y1: 0.1, x2: 0.25, y2: 1.0 };
    /// CSS `ease-in`.
    pub const EASE_IN: Self = Self { x1: 0.42, y1: 0.0, x2: 1.0, y2: 1.0 };
    /// CSS `ease-out`.
    pub const EASE_OUT: Self = Self { x1: 0.0, y1: 0.0, x2: 0.58, y2: 1.0 };
    /// CSS `ease-in-out`.
    pub const EASE_IN_OUT: Self = Self { x1: 0.42, y1: 0.0, x2: 0.58, y2: 1.0 };

    /// The curve through two control points: x in `0..=1`, y up to a million either way.
    ///
    /// # Errors
    ///
    /// [`EasingError::Range`] for the first number that is out of its range or not finite.
    pub fn new(x1: f64, y1: f64, x2: f64, y2: f64) -> Result<Self, EasingError> {
        Ok(Self {
            x1: in_range("cubic-bezier", "x1", x1, 0.0, 1.0)?,
            y1: in_range("cubic-bezier", "y1", y1, -LARGEST_Y, LARGEST_Y)?,
            x2: in_range("cubic-bezier", "x2", x2, 0.0, 1.0)?,
            y2: in_range("cubic-bezier", "y2", y2, -LARGEST_Y, LARGEST_Y)?,
        })
    }

    /// The control points: x1, y1, x2, y2.
    #[must_use]
    pub const fn points(self) -> (f64, f64, f64, f64) {
        (self.x1, self.y1, self.x2, self.y2)
    }

    /// How much of the way is done at progress `t`, to the last digits; NaN for NaN.
    #[must_use]
    pub fn at(self, t: f64) -> f64 {
        if t <= 0.0 {
            return t * self.slope_at_start();
        }
        let turned = self.turned();
        if t >= 1.0 {
            return 1.0 - (1.0 - t) * turned.slope_at_start();
        }
        if t.is_nan() {
            return t;
        }
        if t <= around_start(self.x1, self.x2).at(0.25) {
            return self.first_quarter(t);
        }
        if 1.0 - t <= around_start(turned.x1, turned.x2).at(0.25) {
            return 1.0 - turned.first_quarter(1.0 - t);
        }
        let (x, y) = (around_middle(self.x1, self.x2), around_middle(self.y1, self.y2));
        y.at(x.root(t, -0.25, 0.25))
    }

    fn first_quarter(self, t: f64) -> f64 {
        let (x, y) = (around_start(self.x1, self.x2), around_start(self.y1, self.y2));
        y.at(x.root(t, 0.0, 0.25))
    }

    /// The same curve seen from its end.
    fn turned(self) -> Self {
        Self { x1: 1.0 - self.x2, y1: 1.0 - self.y2, x2: 1.0 - self.x1, y2: 1.0 - self.y1 }
    }

    fn slope_at_start(self) -> f64 {
        if self.x1 > 0.0 {
            self.y1 / self.x1
        } else if self.y1 == 0.0 && self.x2 > 0.0 {
            self.y2 / self.x2
        } else if self.y1 == 0.0 && self.y2 == 0.0 {
            1.0
        } else {
            0.0
        }
    }
}

impl TryFrom<[f64; 4]> for CubicBezier {
    type Error = EasingError;
    fn try_from([x1, y1, x2, y2]: [f64; 4]) -> Result<Self, EasingError> {
        Self::new(x1, y1, x2, y2)
    }
}
impl From<CubicBezier> for [f64; 4] {
    fn from(curve: CubicBezier) -> Self {
        [curve.x1, curve.y1, curve.x2, curve.y2]
    }
}

/// One coordinate along the curve: coefficients of rising powers of the distance from a centre.
#[derive(Clone, Copy)]
struct Cubic([f64; 4]);

fn around_start(p1: f64, p2: f64) -> Cubic {
    Cubic([0.0, 3.0 * p1, 3.0 * (p2 - 2.0 * p1), 1.0 + 3.0 * (p1 - p2)])
}

fn around_middle(p1: f64, p2: f64) -> Cubic {
    Cubic([
        (1.0 + 3.0 * (p1 + p2)) / 8.0,
        0.75 * (1.0 + p2 - p1),
        1.5 * (1.0 - p1 - p2),
        1.0 + 3.0 * (p1 - p2),
    ])
}

impl Cubic {
    fn at(self, w: f64) -> f64 {
        let [c0, c1, c2, c3] = self.0;
        c0 + w * (c1 + w * (c2 + w * c3))
    }

    fn slope(self, w: f64) -> f64 {
        let [_, c1, c2, c3] = self.0;
        c1 + w * (2.0 * c2 + w * 3.0 * c3)
    }

    /// Where it is `height`, between `low` and `high`, between which it rises through it.
    fn root(self, height: f64, mut low: f64, mut high: f64) -> f64 {
        // Near the height the constant term carries most of it: taken away first, the digits are kept.
        let mut gap = self;
        gap.0[0] -= height;
        let mut w = 0.5 * (low + high);
        // Bisection alone is through after the 53 digits of a double and some more around zero.
        for _ in 0..128 {
            let miss = gap.at(w);
            if miss < 0.0 {
                low = w;
            } else {
                high = w;
            }
            let newton = w - miss / gap.slope(w);
            let next =
                if newton >= low && newton <= high { newton } else { low + 0.5 * (high - low) };
            if next == w {
                break;
            }
            w = next;
        }
        w
    }
}
