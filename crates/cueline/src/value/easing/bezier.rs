//! Cubic Bezier curves of CSS, solved without a table.
//!
//! A curve from (0, 0) to (1, 1) with two handles has an x and a y for each parameter, but an easing needs the y at an x.
//! The x of each handle is in 0..=1, so x grows with the parameter. Newton's method finds the parameter, inside a bracket
//! that is halved if a step would leave it, until no closer number exists. The polynomials are written around the start,
//! the middle or the end, whichever is nearest: there a curve can be vertical, and no digits may cancel.
//! Source: CSS Easing Functions Level 1, 2.2.

use super::EasingError;

/// A curve from (0, 0) to (1, 1) with two handles.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "[f64; 4]", into = "[f64; 4]"))]
pub struct CubicBezier {
    /// Finite, and in 0..=1.
    x1: f64,
    /// Finite.
    y1: f64,
    /// Finite, and in 0..=1.
    x2: f64,
    /// Finite.
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

    /// The curve with the handles (x1, y1) and (x2, y2).
    ///
    /// # Errors
    ///
    /// [`EasingError`] for an x outside of 0..=1, because then the curve may have several y at one x, and for numbers that
    /// are not finite.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::value::CubicBezier;
    ///
    /// assert!(CubicBezier::new(0.4, 0.0, 0.2, 1.0).is_ok());
    /// assert!(CubicBezier::new(1.4, 0.0, 0.2, 1.0).is_err());
    /// ```
    pub fn new(x1: f64, y1: f64, x2: f64, y2: f64) -> Result<Self, EasingError> {
        let handles = [x1, y1, x2, y2];
        if let Some(index) = handles.iter().position(|number| !number.is_finite()) {
            return Err(EasingError::BezierNotFinite { index });
        }
        for (handle, x) in [(1, x1), (2, x2)] {
            if !(0.0..=1.0).contains(&x) {
                return Err(EasingError::BezierHandle { handle, x });
            }
        }
        Ok(Self { x1, y1, x2, y2 })
    }

    /// x1, y1, x2, y2.
    ///
    /// ```
    /// use cueline::value::CubicBezier;
    ///
    /// assert_eq!(CubicBezier::EASE_OUT.handles(), [0.0, 0.0, 0.58, 1.0]);
    /// ```
    #[must_use]
    pub const fn handles(&self) -> [f64; 4] {
        [self.x1, self.y1, self.x2, self.y2]
    }

    /// y at `x`, precise to the last digits even if the curve is nearly vertical; exactly 0 at 0 and 1 at 1.
    ///
    /// Outside of 0..=1 the curve continues along its tangents. NaN gives NaN.
    ///
    /// ```
    /// use cueline::value::CubicBezier;
    ///
    /// let ease = CubicBezier::EASE;
    /// assert_eq!((ease.at(0.0), ease.at(1.0)), (0.0, 1.0));
    /// assert!(ease.at(0.5) > 0.8, "fast at first");
    /// ```
    #[must_use]
    pub fn at(&self, x: f64) -> f64 {
        if x == 0.0 || x == 1.0 || x.is_nan() || (self.x1, self.x2) == (self.y1, self.y2) {
            return x; // an end, or a straight line
        }
        let turned = self.turned();
        if x < 0.0 {
            x * self.slope_at_start()
        } else if x > 1.0 {
            1.0 + (x - 1.0) * turned.slope_at_start()
        } else if x <= around_start(self.x1, self.x2).at(0.25) {
            self.in_first_quarter(x)
        } else if 1.0 - x <= around_start(turned.x1, turned.x2).at(0.25) {
            1.0 - turned.in_first_quarter(1.0 - x)
        } else {
            let parameter = around_middle(self.x1, self.x2).root(x, -0.25, 0.25);
            around_middle(self.y1, self.y2).at(parameter)
        }
    }

    /// y at an `x` that is reached in the first quarter of the parameter.
    fn in_first_quarter(&self, x: f64) -> f64 {
        let parameter = around_start(self.x1, self.x2).root(x, 0.0, 0.25);
        around_start(self.y1, self.y2).at(parameter)
    }

    /// y at the part `x`, from 0 up to before 1, of a curve whose handles have these x, as parts of the whole, and
    /// whose four points have these y.
    pub(super) fn blend([x1, x2]: [f64; 2], y: [f64; 4], x: f64) -> f64 {
        let [y0, y1, y2, y3] = y;
        if x <= 0.0 {
            y0
        } else if x <= around_start(x1, x2).at(0.25) {
            Cubic::around_start(y).at(around_start(x1, x2).root(x, 0.0, 0.25))
        } else if 1.0 - x <= around_start(1.0 - x2, 1.0 - x1).at(0.25) {
            let parameter = around_start(1.0 - x2, 1.0 - x1).root(1.0 - x, 0.0, 0.25);
            Cubic::around_start([y3, y2, y1, y0]).at(parameter)
        } else {
            Cubic::around_middle(y).at(around_middle(x1, x2).root(x, -0.25, 0.25))
        }
    }

    /// The same curve seen from its end.
    fn turned(&self) -> Self {
        Self { x1: 1.0 - self.x2, y1: 1.0 - self.y2, x2: 1.0 - self.x1, y2: 1.0 - self.y1 }
    }

    /// The tangent at the start, as CSS draws it on.
    fn slope_at_start(&self) -> f64 {
        if self.x1 > 0.0 {
            self.y1 / self.x1
        } else if self.y1 == 0.0 && self.x2 > 0.0 {
            self.y2 / self.x2
        } else {
            0.0 // both handles at the start are a straight line, which `at` knows
        }
    }
}

/// One coordinate of the curve: coefficients of the rising powers of the parameter's distance from a centre.
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
    fn around_start([p0, p1, p2, p3]: [f64; 4]) -> Self {
        Self([p0, 3.0 * (p1 - p0), 3.0 * (p2 - 2.0 * p1 + p0), p3 - p0 + 3.0 * (p1 - p2)])
    }

    fn around_middle([p0, p1, p2, p3]: [f64; 4]) -> Self {
        Self([
            (p0 + p3 + 3.0 * (p1 + p2)) / 8.0,
            0.75 * (p3 - p0 + p2 - p1),
            1.5 * (p0 + p3 - p1 - p2),
            p3 - p0 + 3.0 * (p1 - p2),
        ])
    }

    fn at(self, off: f64) -> f64 {
        let [c0, c1, c2, c3] = self.0;
        c0 + off * (c1 + off * (c2 + off * c3))
    }

    fn slope(self, off: f64) -> f64 {
        let [_, c1, c2, c3] = self.0;
        c1 + off * (2.0 * c2 + off * 3.0 * c3)
    }

    /// Where it rises through `height`, from `low` to `high`.
    fn root(mut self, height: f64, mut low: f64, mut high: f64) -> f64 {
        // The constant term carries most of the height: taken off first, it costs no digits later.
        self.0[0] -= height;
        let (mut off, mut step) = (0.5 * (low + high), high - low);
        // A step that does not halve the one before halves the bracket instead, so that two steps together
        // do at least one of it: 128 are more than a double can tell apart.
        for _ in 0..128 {
            let miss = self.at(off);
            if miss < 0.0 {
                low = off;
            } else {
                high = off;
            }
            let newton = off - miss / self.slope(off);
            let newton_step = libm::fabs(newton - off);
            if newton_step <= f64::EPSILON * libm::fabs(off) {
                return newton;
            }
            let next = if (low..=high).contains(&newton) && newton_step <= 0.5 * step {
                newton
            } else {
                low + 0.5 * (high - low)
            };
            if next == off {
                break;
            }
            (off, step) = (next, libm::fabs(next - off));
        }
        off
    }
}

impl TryFrom<[f64; 4]> for CubicBezier {
    type Error = EasingError;

    fn try_from([x1, y1, x2, y2]: [f64; 4]) -> Result<Self, EasingError> {
        Self::new(x1, y1, x2, y2)
    }
}

impl From<CubicBezier> for [f64; 4] {
    fn from(bezier: CubicBezier) -> Self {
        bezier.handles()
    }
}
