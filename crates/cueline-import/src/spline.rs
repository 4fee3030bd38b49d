//! Cubic splines of rotations.
//!
//! glTF blends the four numbers of a quaternion along a Hermite cubic and normalizes the result (glTF 2.0, appendix
//! C.5). A track of rotations follows a Hermite cubic of turns instead, with angular velocities for tangents. The two
//! agree at keys in rotation and velocity; between keys the difference falls with the fourth power of the segment's
//! duration. So every key is imported as it is, and the importer adds keys of the true curve in every segment where
//! the difference is above [`BOUND`].

use cueline::{
    time::Span,
    value::{AxisAngle, Delta, Lerp, Quat, Vec3},
};
use cueline_assets::When;

/// The largest distance of the track from the true curve, in radians: less than a hundredth of a degree, and about the
/// precision of an angle in a quaternion of `f32`.
pub(crate) const BOUND: f64 = 1e-4;

/// The limit of keys added to splines of rotations, in a whole file.
pub(crate) const KEYS_TO_ADD: usize = 1 << 18;

/// The limit of halvings of a segment: 256 parts.
const DEPTH: u32 = 8;

/// A key of a quaternion's four numbers, with tangents in change per second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Knot {
    /// In seconds.
    pub(crate) at: f64,
    pub(crate) arrive: [f32; 4],
    pub(crate) value: [f32; 4],
    pub(crate) leave: [f32; 4],
}

/// A place on the curve: a rotation and its angular velocity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    /// From 0 at the first knot to 1 at the second.
    pub(crate) t: f64,
    pub(crate) rotation: Quat<f64>,
    pub(crate) velocity: AxisAngle<f64>,
}

/// The added keys between both ends, in order, and whether the bound is kept.
pub(crate) fn refine(from: &Knot, to: &Knot) -> (Vec<Spot>, bool) {
    let mut spots = Vec::new();
    let (start, end) = (spot(from, to, 0.0), spot(from, to, 1.0));
    let kept = halve(from, to, &start, &end, DEPTH, &mut spots);
    (spots, kept)
}

/// The angular velocity of a curve at a key.
pub(crate) fn velocity(value: [f32; 4], slope: [f32; 4]) -> AxisAngle {
    let Vec3 { x, y, z } = angular(value.map(f64::from), slope.map(f64::from)).vector;
    narrow([x, y, z])
}

#[expect(clippy::cast_possible_truncation, reason = "rounded to the nearest f32 on purpose")]
pub(crate) fn narrow(vector: [f64; 3]) -> AxisAngle {
    AxisAngle { vector: vector.map(|part| part as f32).into() }
}

fn halve(from: &Knot, to: &Knot, a: &Spot, b: &Spot, depth: u32, spots: &mut Vec<Spot>) -> bool {
    let seconds = (to.at - from.at) * (b.t - a.t);
    let (leave, arrive) = (a.velocity.scaled(seconds), b.velocity.scaled(seconds));
    // The difference of two such curves is largest near the middle of each half.
    let off = [0.25, 0.5, 0.75].map(|part| {
        let track = a.rotation.hermite(&leave, &b.rotation, &arrive, part);
        let truth = spot(from, to, a.t + (b.t - a.t) * part).rotation;
        let Vec3 { x, y, z } = track.minus(&truth).vector;
        x * x + y * y + z * z
    });
    // NaN, from keys that are not finite, counts as within the bound: those keys are refused elsewhere.
    if !off.iter().any(|square| *square > BOUND * BOUND) {
        return true;
    }
    if depth == 0 {
        return false;
    }
    let middle = spot(from, to, f64::midpoint(a.t, b.t));
    let first = halve(from, to, a, &middle, depth - 1, spots);
    spots.push(middle);
    halve(from, to, &middle, b, depth - 1, spots) && first
}

/// The true curve at `t` (glTF 2.0, appendix C.5).
fn spot(from: &Knot, to: &Knot, t: f64) -> Spot {
    let seconds = to.at - from.at;
    let (t2, t3) = (t * t, t * t * t);
    let blend = |weights: [f64; 4]| {
        [0, 1, 2, 3].map(|i| {
            weights[0] * f64::from(from.value[i])
                + weights[1] * seconds * f64::from(from.leave[i])
                + weights[2] * f64::from(to.value[i])
                + weights[3] * seconds * f64::from(to.arrive[i])
        })
    };
    let value = blend([2.0 * t3 - 3.0 * t2 + 1.0, t3 - 2.0 * t2 + t, 3.0 * t2 - 2.0 * t3, t3 - t2]);
    let slope =
        blend([6.0 * (t2 - t), 3.0 * t2 - 4.0 * t + 1.0, 6.0 * (t - t2), 3.0 * t2 - 2.0 * t]);
    let slope = slope.map(|part| part / seconds);
    Spot { t, rotation: Quat::from(value).normalized(), velocity: angular(value, slope) }
}

/// The angular velocity of a quaternion that changes at `slope`: twice the vector part of `slope * inverse(value)`.
/// The part of the slope that only changes the length has no vector part.
fn angular([x, y, z, w]: [f64; 4], [dx, dy, dz, dw]: [f64; 4]) -> AxisAngle<f64> {
    let square = x * x + y * y + z * z + w * w;
    if square == 0.0 {
        return AxisAngle::zero(); // not a rotation, so it has no velocity
    }
    let twice = 2.0 / square;
    let vector = [
        dx * w - dw * x - (dy * z - dz * y),
        dy * w - dw * y - (dz * x - dx * z),
        dz * w - dw * z - (dx * y - dy * x),
    ];
    AxisAngle { vector: vector.map(|part| part * twice).into() }
}

/// The time at `t` between two times, to the flick.
#[expect(clippy::cast_possible_truncation, reason = "no longer than a span")]
pub(crate) fn between(from: Span, to: Span, t: f64) -> When {
    let length = to - from;
    When::Span(from + Span::from_flicks((length.flicks() as f64 * t).round() as i64))
}

#[expect(clippy::cast_possible_truncation, reason = "rounded to the nearest f32 on purpose")]
pub(crate) fn single(rotation: Quat<f64>) -> Quat {
    <[f64; 4]>::from(rotation).map(|part| part as f32).into()
}

/// A rotation of a file as it is. One that is much too long or too short, which formats forbid and files have, gets the
/// length 1.
pub(crate) fn rotation(parts: [f32; 4]) -> Quat {
    let rotation = Quat::from(parts);
    let squared: f64 = parts.map(f64::from).iter().map(|part| part * part).sum();
    if (0.25..=4.0).contains(&squared) || !squared.is_finite() {
        return rotation;
    }
    rotation.normalized()
}

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "files hold f32 too")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_rotation_of_no_length_turns_nothing_and_a_long_one_keeps_its_direction() {
        let kept = [0.0, 0.8, 0.0, 0.8];
        assert_eq!(rotation(kept), Quat::from(kept), "to the bit");
        assert_eq!(rotation([0.0; 4]), Quat::default());
        assert_eq!(rotation([0.0, 9.0, 0.0, 0.0]), Quat::new(0.0, 1.0, 0.0, 0.0));
    }

    #[test]
    fn a_steady_turn_has_its_angular_velocity() {
        // Half a turn about z in a second, at a quarter turn: d/dt of (0, 0, sin at/2, cos at/2).
        let (half, rate) = (core::f64::consts::FRAC_PI_4, core::f64::consts::PI);
        let value = [0.0, 0.0, libm::sin(half), libm::cos(half)];
        let slope = [0.0, 0.0, rate / 2.0 * libm::cos(half), -rate / 2.0 * libm::sin(half)];
        let Vec3 { x, y, z } = angular(value, slope).vector;
        assert!(x == 0.0 && y == 0.0 && (z - rate).abs() < 1e-12, "{x} {y} {z}");
        // The same curve at three times the length.
        let three = angular(value.map(|part| 3.0 * part), slope.map(|part| 3.0 * part));
        assert!((three.vector.z - rate).abs() < 1e-12);
    }

    #[test]
    fn small_turns_need_no_keys_between() {
        let knot = |at, angle: f64| {
            let value = [0.0, libm::sin(angle / 2.0) as f32, 0.0, libm::cos(angle / 2.0) as f32];
            Knot { at, arrive: [0.0; 4], value, leave: [0.0; 4] }
        };
        assert!(refine(&knot(0.0, 0.0), &knot(0.1, 0.2)).0.is_empty());
        let (spots, kept) = refine(&knot(0.0, 0.0), &knot(1.0, 2.5));
        assert!(kept && !spots.is_empty() && spots.len() < 16, "{}", spots.len());
    }

    #[test]
    fn a_curve_through_nothing_is_given_up() {
        // Straight from a quaternion to its negative: in the middle it has no direction.
        let knot =
            |at, w| Knot { at, arrive: [0.0; 4], value: [0.0, 0.0, 0.3 * w, w], leave: [0.0; 4] };
        let (spots, _) = refine(&knot(0.0, 1.0), &knot(1.0, -1.0));
        assert!(spots.len() < 256);
    }

    fn knots() -> impl Strategy<Value = [[f32; 4]; 4]> {
        proptest::array::uniform4(proptest::array::uniform4(-1.0_f32..1.0))
    }

    proptest! {
        /// If the bound is reported as kept, it is kept at every place.
        #[test]
        fn the_bound_is_kept([value, leave, arrive, next] in knots(), seconds in 0.05..2.0_f64) {
            let from = Knot { at: 0.0, arrive: [0.0; 4], value, leave };
            let to = Knot { at: seconds, arrive, value: next, leave: [0.0; 4] };
            let (spots, kept) = refine(&from, &to);
            if kept {
                let ends = [spot(&from, &to, 0.0), spot(&from, &to, 1.0)];
                let all: Vec<Spot> = [ends[0]].into_iter().chain(spots).chain([ends[1]]).collect();
                for pair in all.windows(2) {
                    let length = seconds * (pair[1].t - pair[0].t);
                    for step in 1..16 {
                        let part = f64::from(step) / 16.0;
                        let (leave, arrive) =
                            (pair[0].velocity.scaled(length), pair[1].velocity.scaled(length));
                        let track = pair[0].rotation.hermite(&leave, &pair[1].rotation, &arrive, part);
                        let truth = spot(&from, &to, pair[0].t + (pair[1].t - pair[0].t) * part);
                        let Vec3 { x, y, z } = track.minus(&truth.rotation).vector;
                        // Checked at three places only, so the error between them may be slightly larger.
                        let off = (x * x + y * y + z * z).sqrt();
                        prop_assert!(off < 3.0 * BOUND, "{off} at {part}");
                    }
                }
            }
        }
    }
}
