//! Cubic Bezier curves as CSS uses them, solved and not tabulated.
//!
//! A curve from (0, 0) to (1, 1) with two handles gives x and y for a parameter; what is asked for is
//! y at an x. The x of the handles lies in 0..=1, so x grows with the parameter, and the parameter
//! is found by Newton's method, kept inside a bracket that halves where a step would leave it.
//! Source: CSS Easing Functions Level 1, 2.2.

use core::fmt;

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
    /// [`BezierError`] for an x outside of 0..=1, with which it would not be a function of x, and for
    /// what is not finite.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::value::CubicBezier;
    ///
    /// assert!(CubicBezier::new(0.4, 0.0, 0.2, 1.0).is_ok());
    /// assert!(CubicBezier::new(1.4, 0.0, 0.2, 1.0).is_err());
    /// ```
    pub fn new(x1: f64, y1: f64, x2: f64, y2: f64) -> Result<Self, BezierError> {
        let handles = [x1, y1, x2, y2];
        if let Some(index) = handles.iter().position(|number| !number.is_finite()) {
            return Err(BezierError::NotFinite { index });
        }
        for (handle, x) in [(1, x1), (2, x2)] {
            if !(0.0..=1.0).contains(&x) {
                return Err(BezierError::OutOfRange { handle, x });
            }
        }
        Ok(Self { x1, y1, x2, y2 })
    }

    /// x1, y1, x2, y2.
    #[must_use]
    pub const fn handles(&self) -> [f64; 4] {
        [self.x1, self.y1, self.x2, self.y2]
    }

    /// y at `x`, to about 1e-15 of the parameter. Outside of 0..=1 it goes on along its tangents.
    #[must_use]
    pub fn at(&self, x: f64) -> f64 {
        if x <= 0.0 || x >= 1.0 {
            return self.beyond(x);
        }
        if (self.x1, self.x2) == (self.y1, self.y2) {
            return x; // a straight line
        }
        let curve = Cubic::new(self.x1, self.x2);
        let (mut low, mut high, mut s) = (0.0, 1.0, x);
        for _ in 0..64 {
            let miss = curve.at(s) - x;
            if miss == 0.0 {
                break;
            }
            if miss < 0.0 {
                low = s;
            } else {
                high = s;
            }
            let newton = s - miss / curve.slope(s);
            let next = if newton > low && newton < high { newton } else { (low + high) / 2.0 };
            if libm::fabs(next - s) <= f64::EPSILON * 0.25 {
                s = next;
                break;
            }
            s = next;
        }
        Cubic::new(self.y1, self.y2).at(s)
    }

    /// The tangents at the ends, as CSS draws them on.
    fn beyond(&self, x: f64) -> f64 {
        let slope = |near: (f64, f64), far: (f64, f64)| {
            if near.0 > 0.0 {
                near.1 / near.0
            } else if near.1 == 0.0 && far.0 > 0.0 {
                far.1 / far.0
            } else {
                0.0
            }
        };
        if x <= 0.0 {
            return x * slope((self.x1, self.y1), (self.x2, self.y2));
        }
        let near = (1.0 - self.x2, 1.0 - self.y2);
        1.0 + (x - 1.0) * slope(near, (1.0 - self.x1, 1.0 - self.y1))
    }
}

/// One coordinate of the curve.
struct Cubic {
    a: f64,
    b: f64,
    c: f64,
}

impl Cubic {
    fn new(p1: f64, p2: f64) -> Self {
        let c = 3.0 * p1;
        let b = 3.0 * (p2 - p1) - c;
        Self { a: 1.0 - c - b, b, c }
    }

    fn at(&self, s: f64) -> f64 {
        ((self.a * s + self.b) * s + self.c) * s
    }

    fn slope(&self, s: f64) -> f64 {
        (3.0 * self.a * s + 2.0 * self.b) * s + self.c
    }
}

/// Why no curve was made.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum BezierError {
    /// A number of the handles is not finite.
    NotFinite {
        /// Which of x1, y1, x2, y2, from 0.
        index: usize,
    },
    /// The x of a handle lies outside of 0..=1.
    OutOfRange {
        /// Which handle, 1 or 2.
        handle: u8,
        /// Its x.
        x: f64,
    },
}

impl fmt::Display for BezierError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { index } => {
                let name = ["x1", "y1", "x2", "y2"].get(*index).unwrap_or(&"a number");
                write!(f, "{name} of the Bezier curve must be finite")
            }
            Self::OutOfRange { handle, x } => {
                write!(f, "x{handle} of the Bezier curve is {x} but must lie in 0..=1")
            }
        }
    }
}

impl core::error::Error for BezierError {}

impl TryFrom<[f64; 4]> for CubicBezier {
    type Error = BezierError;

    fn try_from([x1, y1, x2, y2]: [f64; 4]) -> Result<Self, BezierError> {
        Self::new(x1, y1, x2, y2)
    }
}

impl From<CubicBezier> for [f64; 4] {
    fn from(bezier: CubicBezier) -> Self {
        bezier.handles()
    }
}
