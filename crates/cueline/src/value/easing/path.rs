//! Easings of any shape: straight lines and cubic Bezier curves from progress 0 to progress 1.
//!
//! `linear()` of CSS is a path of lines (CSS Easing Functions Level 2, 2.2); a custom ease of GSAP and an animation
//! curve of Unity are paths of cubics. A path is data: it is compared, hashed and saved by its segments. Clones share
//! the segments, and the last clone frees them.

use alloc::{boxed::Box, sync::Arc, vec::Vec};
use core::fmt;

use super::{CubicBezier, EasingError};
use crate::digest::{Digest, Digester};

/// An easing as a path of straight lines and cubic Bezier curves: x is the progress, from 0 to 1, y the eased progress.
///
/// A path may start and end at any y. Two points with the same x are a jump; at that x the path has the y of the last
/// of them. The text form is `linear(..)` of CSS for lines alone, otherwise `path(M0,0 C.. L..)` with the commands of
/// SVG.
///
/// Keyframes, items of timelines and staggers take a path where they take an [`Easing`](super::Easing):
///
/// ```
/// use cueline::{clip::{Keyframe, Track}, time::ms, value::{EasingPath, PathSegment}};
///
/// let hop = EasingPath::new(0.0, &[
///     PathSegment::Cubic { leave: [0.1, 0.8], arrive: [0.3, 1.2], to: [0.5, 1.2] },
///     PathSegment::Line { to: [1.0, 1.0] },
/// ])?;
/// let jump = Track::new([Keyframe::eased(ms(0), 0.0, hop), Keyframe::hold(ms(400), 100.0)])?;
/// assert_eq!(jump.sample(ms(200)), 120.0); // overshoots by 20 % in the middle
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// Tweens of [`Moving`](crate::value::Moving) and of batches are plain `Copy` data, and take an `Easing` only. There, pass the
/// progress to [`at`](Self::at), which returns the eased progress:
///
/// ```
/// use cueline::{sequencer::{Enqueue, Sequencer}, time::ms, value::EasingPath};
///
/// let knock = EasingPath::linear([(0.0, 0.0), (0.4, 1.0), (0.6, 0.8), (1.0, 1.0)])?;
/// let mut queue = Sequencer::new();
/// queue.enqueue(ms(200), "door");
/// queue.advance(ms(100), |update, _| assert_eq!(knock.at(update.progress()), 0.9))?;
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "(f64, Vec<PathSegment>)"))]
#[cfg_attr(feature = "serde", serde(into = "(f64, Vec<PathSegment>)"))]
pub struct EasingPath(Arc<Points>);

crate::digest::digested! { struct EasingPath(it) }

/// One segment of an [`EasingPath`]. It starts at the end of the previous segment.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PathSegment {
    /// A straight line; a jump if `to` has the x of the previous point.
    Line {
        /// The end, as x and y.
        to: [f64; 2],
    },
    /// A cubic Bezier curve.
    Cubic {
        /// The handle of the start, as x and y; its x lies between the x of the start and the x of the end, both included.
        leave: [f64; 2],
        /// The handle of its end.
        arrive: [f64; 2],
        /// The end.
        to: [f64; 2],
    },
}

/// The numbers of a path. No number is NaN, infinite or -0.
#[derive(Debug, PartialEq)]
struct Points {
    /// y at progress 0.
    start: f64,
    /// At least one; x never falls, and ends at 1.
    segments: Box<[PathSegment]>,
}

impl PathSegment {
    /// The end, as x and y.
    ///
    /// ```
    /// use cueline::value::PathSegment;
    ///
    /// assert_eq!(PathSegment::Line { to: [0.5, 1.0] }.to(), [0.5, 1.0]);
    /// ```
    #[must_use]
    pub const fn to(&self) -> [f64; 2] {
        match self {
            Self::Line { to } | Self::Cubic { to, .. } => *to,
        }
    }

    fn points(&self) -> impl Iterator<Item = [f64; 2]> {
        let (handles, to) = match *self {
            Self::Line { to } => (None, to),
            Self::Cubic { leave, arrive, to } => (Some([leave, arrive]), to),
        };
        handles.into_iter().flatten().chain([to])
    }

    /// With -0 as 0, so that equal paths have equal bits.
    fn unsigned(&self) -> Self {
        let plus = |[x, y]: [f64; 2]| [x + 0.0, y + 0.0];
        match *self {
            Self::Line { to } => Self::Line { to: plus(to) },
            Self::Cubic { leave, arrive, to } => {
                Self::Cubic { leave: plus(leave), arrive: plus(arrive), to: plus(to) }
            }
        }
    }

    /// y at `x`, which lies from the x of `start` up to before the x of the end.
    fn at(&self, [x0, y0]: [f64; 2], x: f64) -> f64 {
        let [x1, y1] = self.to();
        let part = (x - x0) / (x1 - x0);
        match *self {
            Self::Line { .. } => {
                let y = y0 + (y1 - y0) * part;
                // The last rounding may carry the value beyond the end, and the next line would then fall back.
                y.clamp(y0.min(y1), y0.max(y1))
            }
            Self::Cubic { leave, arrive, .. } => {
                let handle = |x: f64| ((x - x0) / (x1 - x0)).clamp(0.0, 1.0);
                CubicBezier::blend(
                    [handle(leave[0]), handle(arrive[0])],
                    [y0, leave[1], arrive[1], y1],
                    part,
                )
            }
        }
    }
}

impl EasingPath {
    /// The largest number of segments.
    pub const LONGEST: usize = 4096;

    /// The path that starts with y = `start` at progress 0 and follows `segments`.
    ///
    /// # Errors
    ///
    /// [`EasingError`] for a number that is NaN or infinite, an x below the previous x, a handle whose x lies outside of
    /// its segment, an end that is not at x = 1, and more than [`LONGEST`](Self::LONGEST) segments.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::value::{EasingPath, PathSegment};
    ///
    /// let half = EasingPath::new(0.0, &[PathSegment::Line { to: [0.5, 1.0] }]);
    /// assert_eq!(half.unwrap_err().to_string(), "the path ends at 50 % but must end at 100 %");
    /// ```
    pub fn new(start: f64, segments: &[PathSegment]) -> Result<Self, EasingError> {
        if segments.len() > Self::LONGEST {
            return Err(EasingError::PathLong { segments: segments.len(), most: Self::LONGEST });
        }
        if !start.is_finite() {
            return Err(EasingError::PathNotFinite { index: 0 });
        }
        let mut from = 0.0;
        for (index, segment) in segments.iter().enumerate() {
            if !segment.points().flatten().all(f64::is_finite) {
                return Err(EasingError::PathNotFinite { index: index + 1 });
            }
            let [to, _] = segment.to();
            if to < from {
                return Err(EasingError::PathBackwards { index: index + 1, x: to, before: from });
            }
            if let Some([x, _]) = segment.points().find(|[x, _]| !(from..=to).contains(x)) {
                return Err(EasingError::PathHandle { index: index + 1, x, from, to });
            }
            from = to;
        }
        if from != 1.0 {
            return Err(EasingError::PathEnd { x: from });
        }
        let segments = segments.iter().map(PathSegment::unsigned).collect();
        Ok(Self(Arc::new(Points { start: start + 0.0, segments })))
    }

    /// Straight lines through points of progress and eased progress, as `linear()` of CSS.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new); also if the first point is not at progress 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::value::EasingPath;
    ///
    /// let knock = EasingPath::linear([(0.0, 0.0), (0.4, 1.0), (0.6, 0.8), (1.0, 1.0)])?;
    /// assert_eq!(knock.at(0.5), 0.9);
    /// # Ok::<(), cueline::value::EasingError>(())
    /// ```
    pub fn linear(points: impl IntoIterator<Item = (f64, f64)>) -> Result<Self, EasingError> {
        let mut points = points.into_iter();
        let Some((x, start)) = points.next() else {
            return Err(EasingError::PathEnd { x: 0.0 });
        };
        if x != 0.0 {
            return Err(EasingError::PathStart { x });
        }
        let lines: Vec<_> =
            points.take(Self::LONGEST + 1).map(|(x, y)| PathSegment::Line { to: [x, y] }).collect();
        Self::new(start, &lines)
    }

    /// The eased progress at progress 0.
    ///
    /// ```
    /// use cueline::value::EasingPath;
    ///
    /// assert_eq!(EasingPath::linear([(0.0, 0.25), (1.0, 1.0)])?.start(), 0.25);
    /// # Ok::<(), cueline::value::EasingError>(())
    /// ```
    #[must_use]
    pub fn start(&self) -> f64 {
        self.0.start
    }

    /// The segments, in order.
    ///
    /// ```
    /// use cueline::value::{EasingPath, PathSegment};
    ///
    /// let path = EasingPath::linear([(0.0, 0.0), (0.4, 1.0), (1.0, 1.0)])?;
    /// assert_eq!(path.segments()[0], PathSegment::Line { to: [0.4, 1.0] });
    /// # Ok::<(), cueline::value::EasingError>(())
    /// ```
    #[must_use]
    pub fn segments(&self) -> &[PathSegment] {
        &self.0.segments
    }

    /// The eased progress at progress `x`, finite for every `x` in 0..=1. Outside of 0..=1 the first or last segment
    /// continues if it is a line; a cubic holds its value at 0 or 1. NaN gives NaN.
    ///
    /// ```
    /// use cueline::value::EasingPath;
    ///
    /// let jump = EasingPath::linear([(0.0, 0.0), (0.5, 0.0), (0.5, 1.0), (1.0, 1.0)])?;
    /// assert_eq!((jump.at(0.499), jump.at(0.5)), (0.0, 1.0));
    /// # Ok::<(), cueline::value::EasingError>(())
    /// ```
    #[must_use]
    pub fn at(&self, x: f64) -> f64 {
        let y = self.drawn(x);
        // Between two huge numbers the slope is infinite.
        if y.is_finite() || !(0.0..=1.0).contains(&x) { y } else { x }
    }

    fn drawn(&self, x: f64) -> f64 {
        let Points { start, segments } = &*self.0;
        if x.is_nan() {
            return x;
        }
        // The first segment that ends after x: a segment that ends at x is over.
        let index = segments.partition_point(|segment| segment.to()[0] <= x);
        let from = |index: usize| match index.checked_sub(1).and_then(|before| segments.get(before))
        {
            Some(before) => before.to(),
            None => [0.0, *start],
        };
        let beyond = |[x0, y0]: [f64; 2], [x1, y1]: [f64; 2], at: [f64; 2]| {
            let slope = (y1 - y0) / (x1 - x0);
            if x == at[0] || !slope.is_finite() { at[1] } else { at[1] + slope * (x - at[0]) }
        };
        match segments.get(index) {
            Some(segment) if x >= 0.0 => segment.at(from(index), x),
            _ if x < 0.0 => match segments.first() {
                Some(PathSegment::Line { to }) => beyond(from(0), *to, from(0)),
                _ => *start,
            },
            _ => match segments.last() {
                Some(PathSegment::Line { to }) => beyond(from(segments.len() - 1), *to, *to),
                Some(PathSegment::Cubic { to, .. }) => to[1],
                None => *start,
            },
        }
    }
}

impl Digest for Points {
    fn feed(&self, digester: &mut Digester) {
        let Self { start, segments } = self;
        start.feed(digester);
        segments.len().feed(digester);
        for segment in &**segments {
            segment.points().for_each(|point| point.feed(digester));
            matches!(segment, PathSegment::Cubic { .. }).feed(digester);
        }
    }
}

impl Eq for EasingPath {}

impl fmt::Debug for EasingPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("EasingPath").field(&self.start()).field(&self.segments()).finish()
    }
}

impl TryFrom<(f64, Vec<PathSegment>)> for EasingPath {
    type Error = EasingError;

    fn try_from((start, segments): (f64, Vec<PathSegment>)) -> Result<Self, EasingError> {
        Self::new(start, &segments)
    }
}

impl From<EasingPath> for (f64, Vec<PathSegment>) {
    fn from(path: EasingPath) -> Self {
        (path.start(), path.segments().to_vec())
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use proptest::prelude::*;

    use super::*;
    use crate::{digest::digest, value::AnyEasing};

    fn line(x: f64, y: f64) -> PathSegment {
        PathSegment::Line { to: [x, y] }
    }

    #[test]
    fn lines_go_from_point_to_point_and_jump_where_two_share_their_progress() {
        let path =
            EasingPath::linear([(0.0, 0.1), (0.25, 0.5), (0.5, 0.5), (0.5, -1.0), (1.0, 0.9)])
                .unwrap();
        // (progress, eased)
        let cases = [
            (0.0, 0.1),
            (0.125, 0.3),
            (0.25, 0.5),
            (0.5_f64.next_down(), 0.5),
            (0.5, -1.0),
            (0.75, -0.05),
            (1.0, 0.9),
            (1.5, 2.8),
            (-0.25, -0.3),
        ];
        for (x, y) in cases {
            assert!((path.at(x) - y).abs() < 1e-12, "{x}: {} {y}", path.at(x));
        }
        assert!(path.at(f64::NAN).is_nan());
    }

    #[test]
    fn one_cubic_is_a_bezier_easing() {
        for [x1, y1, x2, y2] in
            [[0.25, 0.1, 0.25, 1.0], [0.68, -0.55, 0.265, 1.55], [0.0, 1.0, 1.0, 0.0]]
        {
            let bezier = CubicBezier::new(x1, y1, x2, y2).unwrap();
            let cubic = PathSegment::Cubic { leave: [x1, y1], arrive: [x2, y2], to: [1.0, 1.0] };
            let path = EasingPath::new(0.0, &[cubic]).unwrap();
            for step in 0..=1000_i32 {
                let x = f64::from(step) / 1000.0;
                assert!((path.at(x) - bezier.at(x)).abs() < 1e-14, "{x1} {y1} {x2} {y2} at {x}");
            }
        }
    }

    #[test]
    fn a_cubic_lies_between_its_ends_wherever_it_is() {
        // The right half of a smoothstep: y = 3 u^2 - 2 u^3 for u from 1/2, halved in both directions.
        let half = [
            PathSegment::Line { to: [0.5, 0.5] },
            PathSegment::Cubic {
                leave: [2.0 / 3.0, 0.75],
                arrive: [5.0 / 6.0, 1.0],
                to: [1.0, 1.0],
            },
        ];
        let path = EasingPath::new(0.0, &half).unwrap();
        for step in 0..=100_i32 {
            let u = 0.5 + f64::from(step) / 200.0;
            assert!((path.at(u) - u * u * (3.0 - 2.0 * u)).abs() < 1e-14, "{u}");
        }
        assert_eq!(
            [path.at(0.25), path.at(0.5), path.at(1.0), path.at(3.0)],
            [0.25, 0.5, 1.0, 1.0]
        );
    }

    #[test]
    fn a_broken_path_is_refused_with_its_place() {
        let error = |start, segments: &[PathSegment]| EasingPath::new(start, segments).unwrap_err();
        let cubic =
            |x: f64| PathSegment::Cubic { leave: [x, 0.0], arrive: [1.0, 1.0], to: [1.0, 1.0] };
        let cases = [
            (error(f64::NAN, &[line(1.0, 1.0)]), "point 0 of the path must be finite"),
            (error(0.0, &[line(1.0, f64::INFINITY)]), "point 1 of the path must be finite"),
            (
                error(0.0, &[line(0.5, 1.0), line(0.25, 0.0), line(1.0, 1.0)]),
                "point 2 of the path is at 25 % but must not lie before 50 %",
            ),
            (
                error(0.0, &[line(0.5, 1.0), cubic(0.25)]),
                "a handle of segment 2 of the path is at 25 % but must lie from 50 % to 100 %",
            ),
            (error(0.0, &[]), "the path ends at 0 % but must end at 100 %"),
            (error(0.0, &[line(1.5, 1.0)]), "the path ends at 150 % but must end at 100 %"),
            (
                error(0.0, &vec![line(1.0, 1.0); 4097]),
                "the path has 4097 segments but may have 4096 at most",
            ),
            (
                EasingPath::linear([(0.5, 0.0), (1.0, 1.0)]).unwrap_err(),
                "the path starts at 50 % but must start at 0 %",
            ),
        ];
        for (error, message) in cases {
            assert_eq!(std::format!("{error}"), message);
        }
    }

    #[test]
    fn equal_paths_are_equal_wherever_they_were_made() {
        let [one, other] =
            [0.0, -0.0].map(|zero| EasingPath::new(zero, &[line(1.0, 1.0)]).unwrap());
        assert_eq!((&one, digest(&one)), (&other, digest(&other)));
        let third = EasingPath::new(0.0, &[line(0.5, 0.5), line(1.0, 1.0)]).unwrap();
        assert_ne!(digest(&one), digest(&third), "the same curve, but other data");
    }

    #[test]
    fn the_last_clone_frees_the_segments() {
        let path = EasingPath::linear([(0.0, 0.0), (1.0, 1.0)]).unwrap();
        let segments = Arc::downgrade(&path.0);
        let easing = AnyEasing::from(path.clone());
        drop(path);
        assert_eq!(easing.at(0.5), 0.5);
        drop(easing);
        assert!(segments.upgrade().is_none(), "nothing keeps them");
    }

    #[test]
    fn a_path_between_huge_numbers_stays_finite() {
        let path = EasingPath::linear([(0.0, -f64::MAX), (1.0, f64::MAX)]).unwrap();
        for x in [0.0, 0.25, 0.5, 1.0_f64.next_down(), 1.0] {
            assert!(path.at(x).is_finite(), "{x}: {}", path.at(x));
        }
    }

    #[cfg(feature = "serde")]
    #[test]
    fn a_path_is_saved_by_its_segments() {
        let path = EasingPath::linear([(0.0, 0.0), (0.5, 2.0), (1.0, 1.0)]).unwrap();
        let saved = serde_json::to_string(&path).unwrap();
        assert_eq!(saved, r#"[0.0,[{"Line":{"to":[0.5,2.0]}},{"Line":{"to":[1.0,1.0]}}]]"#);
        for easing in [AnyEasing::from(path), crate::value::Easing::spring(0.3).into()] {
            let saved = serde_json::to_string(&easing).unwrap();
            assert_eq!(serde_json::from_str::<AnyEasing>(&saved).unwrap(), easing, "{saved}");
        }
        assert!(serde_json::from_str::<EasingPath>("[0.0,[]]").is_err());
    }

    #[test]
    fn a_line_has_as_many_points_as_a_path_has_segments_and_no_more() {
        let points = |count: usize| (0..=count).map(move |at| (at as f64 / count as f64, 0.5));
        assert!(EasingPath::linear(points(EasingPath::LONGEST)).is_ok());
        assert_eq!(
            EasingPath::linear(points(EasingPath::LONGEST + 1)),
            Err(EasingError::PathLong {
                segments: EasingPath::LONGEST + 1,
                most: EasingPath::LONGEST
            })
        );
    }

    /// Of few numbers, so that points often share one.
    fn few() -> impl Strategy<Value = f64> {
        (0_u8..=4).prop_map(|quarter| f64::from(quarter) / 4.0)
    }

    proptest! {
        #[test]
        fn lines_that_rise_never_go_back(mut x in prop::collection::vec(few(), 1..4), mut y in prop::collection::vec(few(), 5), t in 0.0_f64..1.0, ulps in 1_u64..100) {
            x.sort_by(f64::total_cmp);
            y.sort_by(f64::total_cmp);
            let points = x.iter().copied().zip(y.iter().copied()).chain([(1.0, y[4])]);
            let path = EasingPath::linear([(0.0, 0.0)].into_iter().chain(points)).unwrap();
            let later = f64::from_bits(t.to_bits() + ulps).min(1.0);
            prop_assert!(path.at(t) <= path.at(later), "{:?} at {} and {}", path, t, later);
        }
    }
}
