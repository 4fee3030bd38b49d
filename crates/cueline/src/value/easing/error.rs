//! Errors of easings and springs.

use core::fmt;

/// Why the numbers of an easing or of a spring are refused.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum EasingError {
    /// A number of the handles of a Bezier curve is NaN or infinite.
    BezierNotFinite {
        /// Which of x1, y1, x2, y2, from 0.
        index: usize,
    },
    /// The x of a handle of a Bezier curve lies outside of 0..=1.
    BezierHandle {
        /// Which handle, 1 or 2.
        handle: u8,
        /// Its x.
        x: f64,
    },
    /// Too few steps.
    Steps {
        /// The requested count.
        count: u32,
        /// The smallest allowed count.
        needed: u32,
    },
    /// A number of a path is NaN or infinite.
    PathNotFinite {
        /// The index of the point or segment; 0 is the start.
        index: usize,
    },
    /// The x of a point of a path is below the x of the previous point.
    PathBackwards {
        /// Which point; 0 is the start.
        index: usize,
        /// Its progress.
        x: f64,
        /// The progress of the previous point.
        before: f64,
    },
    /// The x of a handle lies outside of its segment of a path, so that the curve could go back in time.
    PathHandle {
        /// Which segment, from 1.
        index: usize,
        /// The x of the handle.
        x: f64,
        /// Where the segment starts.
        from: f64,
        /// Where it ends.
        to: f64,
    },
    /// A path does not start at progress 0.
    PathStart {
        /// The progress at which it starts.
        x: f64,
    },
    /// A path does not end at progress 1.
    PathEnd {
        /// The progress at which it ends.
        x: f64,
    },
    /// A path has too many segments.
    PathLong {
        /// The number of segments.
        segments: usize,
        /// The most: [`EasingPath::LONGEST`](super::EasingPath::LONGEST).
        most: usize,
    },
    /// A parameter that [`Spring::new`](crate::value::Spring::new) refused.
    Spring {
        /// The name of the parameter: `stiffness`, `damping` or `mass`.
        name: &'static str,
        /// The value of the argument.
        value: f64,
        /// The range that is allowed.
        needed: &'static str,
    },
}

impl fmt::Display for EasingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BezierNotFinite { index } => {
                let name = ["x1", "y1", "x2", "y2"].get(*index).unwrap_or(&"a number");
                write!(f, "{name} of the Bezier curve must be finite")
            }
            Self::BezierHandle { handle, x } => {
                write!(f, "x{handle} of the Bezier curve is {x} but must lie in 0..=1")
            }
            Self::Steps { count, needed } => {
                write!(f, "an easing of {count} steps must have at least {needed}")
            }
            Self::Spring { name, value, needed } => {
                write!(f, "the {name} of the spring is {value} but must be {needed}")
            }
            _ => self.fmt_path(f),
        }
    }
}

impl EasingError {
    /// The errors of a path, in percent as a text has them.
    fn fmt_path(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |x: &f64| x * 100.0;
        match self {
            Self::PathNotFinite { index } => write!(f, "point {index} of the path must be finite"),
            Self::PathBackwards { index, x, before } => write!(
                f,
                "point {index} of the path is at {} % but must not lie before {} %",
                percent(x),
                percent(before)
            ),
            Self::PathHandle { index, x, from, to } => write!(
                f,
                "a handle of segment {index} of the path is at {} % but must lie from {} % to {} %",
                percent(x),
                percent(from),
                percent(to)
            ),
            Self::PathStart { x } => {
                write!(f, "the path starts at {} % but must start at 0 %", percent(x))
            }
            Self::PathEnd { x } => {
                write!(f, "the path ends at {} % but must end at 100 %", percent(x))
            }
            Self::PathLong { segments, most } => {
                write!(f, "the path has {segments} segments but may have {most} at most")
            }
            _ => Ok(()),
        }
    }
}

impl core::error::Error for EasingError {}
