//! A limb of two bones, such as a leg or an arm, that reaches for a target.
//!
//! The two bone lengths and the distance to the target are the sides of a triangle, so the law of cosines gives the
//! position of the middle joint. The triangle lies in the plane of root, target and pole.

use cueline::value::{Quat, Vec3};

use super::vector::{V, across, arc, cross, dot, length, minus, over, plus, times, unit};

/// The present pose of a limb: the positions of three joints, and a pole towards which the middle joint bends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limb {
    /// The position of the upper joint, which stays: a hip or a shoulder.
    pub root: Vec3<f64>,
    /// The position of the middle joint: a knee or an elbow.
    pub middle: Vec3<f64>,
    /// The position of the lower joint, which moves to the target: an ankle or a wrist.
    pub end: Vec3<f64>,
    /// The position of the pole: the middle joint bends to its side of the line from the root to the target.
    pub pole: Vec3<f64>,
}

/// The result of [`two_bone`]: the new pose of a limb.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimbPose {
    /// The turn of the upper bone in model space: its new rotation is `upper * old`.
    pub upper: Quat<f64>,
    /// The turn of the lower bone in model space, including the turn of the upper bone: its new rotation is `lower *
    /// old`.
    pub lower: Quat<f64>,
    /// The new position of the middle joint.
    pub middle: Vec3<f64>,
    /// The new position of the lower joint: the target, or the nearest position in reach.
    pub end: Vec3<f64>,
    /// Whether the target was in reach.
    pub reach: Reach,
}

/// Whether a target was in reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reach {
    /// The end is at the target.
    Reached,
    /// The target is further away than the limb is long: the limb is straight.
    TooFar,
    /// The target is nearer than the difference of the two bones: the limb is folded.
    TooNear,
    /// A bone has no length, or a number is not finite: the limb stays as it was.
    Impossible,
}

/// Bends a limb so that its end is at the target, or as near as possible. The lengths of the bones do not change.
///
/// If the pole lies on the line from the root to the target, the limb bends to the side of its middle joint. If the
/// middle joint lies on the line too, the line alone determines the side.
///
/// The result is a continuous function of the target, except for a target at the root and for a pole on the line.
#[must_use]
pub fn two_bone(limb: &Limb, target: Vec3<f64>) -> LimbPose {
    let Limb { root, middle, end, pole } = *limb;
    let [upper, lower] = [minus(middle, root), minus(end, middle)];
    let [a, b] = [length(upper), length(lower)];
    let stays = LimbPose {
        upper: Quat::default(),
        lower: Quat::default(),
        middle,
        end,
        reach: Reach::Impossible,
    };
    let to = minus(target, root);
    let far = length(to);
    let finite = [a + b, far, length(pole)].iter().all(|one| one.is_finite());
    if !(finite && a > 0.0 && b > 0.0) {
        return stays;
    }
    // A target at the root has no direction: the limb keeps its present direction.
    let ahead = unit(to).or(unit(minus(end, root))).or(unit(upper));
    let Some(ahead) = ahead else { return stays };
    // In units of about the limb, so that squares neither overflow nor vanish: by a power of two, which rounds nothing.
    let size = libm::ldexp(1.0, libm::frexp(a + b).1 - 1);
    let [upper, lower] = [over(upper, size), over(lower, size)];
    let [a, b, far] = [a / size, b / size, far / size];
    let (reach, distance) = if far > a + b {
        (Reach::TooFar, a + b)
    } else if far < libm::fabs(a - b) {
        (Reach::TooNear, libm::fabs(a - b))
    } else {
        (Reach::Reached, far)
    };
    let side = perpendicular(minus(pole, root), ahead)
        .or(perpendicular(upper, ahead))
        .unwrap_or_else(|| across(ahead));
    // From the root, how far along the line and how far to its side the middle joint is. Of equal bones with the target
    // at the root, half of the limb lies on the other half, to the side.
    let along =
        if distance > 0.0 { (a * a - b * b + distance * distance) / (2.0 * distance) } else { 0.0 };
    let along = along.clamp(-a, a);
    let out = libm::sqrt(libm::fmax(a * a - along * along, 0.0));
    let to_middle = plus(times(ahead, along), times(side, out));
    let to_end = minus(times(ahead, distance), to_middle);
    let new_middle = plus(root, times(to_middle, size));
    let new_end = plus(root, times(ahead, distance * size));

    // The bend plane turns with the limb: first the upper bone, then the normal of the plane about it.
    let old_normal = unit(cross(upper, lower)).unwrap_or_else(|| {
        let side = perpendicular(minus(pole, root), times(upper, 1.0 / a));
        side.map_or_else(
            || across(times(upper, 1.0 / a)),
            |side| cross(times(upper, 1.0 / a), times(side, -1.0)),
        )
    });
    let new_normal = cross(side, ahead); // the end lies ahead, the middle to the side
    let turn = |from: V, to: V| {
        let [Some(from), Some(to)] = [unit(from), unit(to)] else { return Quat::default() };
        let swing = arc(from, to, old_normal);
        let [Some(carried), Some(wanted)] =
            [swing.rotate(old_normal), new_normal].map(|normal| perpendicular(normal, to))
        else {
            return swing;
        };
        arc(carried, wanted, to) * swing
    };
    LimbPose {
        upper: turn(upper, to_middle),
        lower: turn(lower, to_end),
        middle: new_middle,
        end: new_end,
        reach,
    }
}

/// The part of a vector that is perpendicular to a direction, with length 1; `None` if the two are parallel.
fn perpendicular(vector: V, direction: V) -> Option<V> {
    let along = dot(vector, direction);
    let part = minus(vector, times(direction, along));
    if length(part) > 1e-9 * length(vector) { unit(part) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cueline::value::Lerp;
    use proptest::prelude::*;

    fn place() -> impl Strategy<Value = V> {
        (-2.0..2.0, -2.0..2.0, -2.0..2.0).prop_map(|(x, y, z)| Vec3::new(x, y, z))
    }

    fn limbs() -> impl Strategy<Value = Limb> {
        (place(), place(), place(), place())
            .prop_map(|(root, middle, end, pole)| Limb { root, middle, end, pole })
            .prop_filter("bones with a length", |limb| {
                length(minus(limb.middle, limb.root)) > 0.1
                    && length(minus(limb.end, limb.middle)) > 0.1
            })
    }

    fn near(a: V, b: V, most: f64) -> bool {
        length(minus(a, b)) < most
    }

    proptest! {
        #[test]
        fn a_limb_reaches_its_target_or_the_nearest_place_and_keeps_its_bones(limb in limbs(), target in place()) {
            let pose = two_bone(&limb, target);
            let [a, b] = [minus(limb.middle, limb.root), minus(limb.end, limb.middle)].map(length);
            prop_assert!((length(minus(pose.middle, limb.root)) - a).abs() < 1e-9);
            prop_assert!((length(minus(pose.end, pose.middle)) - b).abs() < 1e-6);
            let far = length(minus(target, limb.root));
            match pose.reach {
                Reach::Reached => prop_assert!(near(pose.end, target, 1e-9)),
                Reach::TooFar => {
                    prop_assert!(far > a + b);
                    prop_assert!((length(minus(pose.end, target)) - (far - a - b)).abs() < 1e-9);
                }
                Reach::TooNear => {
                    prop_assert!(far < (a - b).abs());
                    prop_assert!((length(minus(pose.end, target)) - ((a - b).abs() - far)).abs() < 1e-9);
                }
                Reach::Impossible => prop_assert!(false),
            }
            // The rotations lead to the places.
            let upper = pose.upper.rotate(minus(limb.middle, limb.root));
            let lower = pose.lower.rotate(minus(limb.end, limb.middle));
            prop_assert!(near(plus(limb.root, upper), pose.middle, 1e-9));
            prop_assert!(near(plus(pose.middle, lower), pose.end, 1e-6));
        }

        #[test]
        fn the_angles_are_those_of_the_law_of_cosines(limb in limbs(), target in place()) {
            let pose = two_bone(&limb, target);
            prop_assume!(pose.reach == Reach::Reached);
            let far = length(minus(target, limb.root));
            let [a, b] = [minus(limb.middle, limb.root), minus(limb.end, limb.middle)].map(length);
            // Of two sides and the side opposite of the angle.
            let cosine = |one: f64, other: f64, across: f64| {
                (one * one + other * other - across * across) / (2.0 * one * other)
            };
            let between = |one: V, other: V| dot(one, other) / (length(one) * length(other));
            let at_middle = between(minus(limb.root, pose.middle), minus(pose.end, pose.middle));
            prop_assert!((at_middle - cosine(a, b, far)).abs() < 1e-6);
            prop_assume!(far > 1e-3);
            let at_root = between(minus(pose.middle, limb.root), minus(target, limb.root));
            prop_assert!((at_root - cosine(a, far, b)).abs() < 1e-6);
        }

        #[test]
        fn the_middle_is_on_the_side_of_the_pole(limb in limbs(), target in place()) {
            let pose = two_bone(&limb, target);
            let ahead = unit(minus(target, limb.root)).unwrap();
            let outward = |place: V| {
                let from = minus(place, limb.root);
                minus(from, times(ahead, dot(from, ahead)))
            };
            let [middle, pole] = [pose.middle, limb.pole].map(outward);
            prop_assert!(dot(middle, pole) >= -1e-9);
            prop_assert!(length(cross(middle, pole)) < 1e-6 * (1.0 + length(pole)));
        }

        #[test]
        fn a_target_that_moves_little_moves_the_limb_little(limb in limbs(), target in place()) {
            let ahead = minus(target, limb.root);
            let pole = minus(limb.pole, limb.root);
            // Away from the root, and with a pole that is not on the line.
            prop_assume!(length(ahead) > 0.2);
            prop_assume!(length(cross(pole, ahead)) > 0.2 * length(ahead));
            let near_target = plus(target, Vec3::new(1e-9, -1e-9, 1e-9));
            let [one, other] = [target, near_target].map(|target| two_bone(&limb, target));
            // Near the straight and the folded limb the middle moves as the root of the distance of the target.
            prop_assert!(near(one.middle, other.middle, 1e-3));
            for (one, other) in [(one.upper, other.upper), (one.lower, other.lower)] {
                let apart = one.minus(&other).vector;
                prop_assert!(length(apart) < 2e-2, "{apart:?}");
            }
        }
    }

    #[test]
    fn a_limb_that_is_where_it_should_be_does_not_turn() {
        let limb = Limb {
            root: Vec3::new(0.0, 1.0, 0.0),
            middle: Vec3::new(0.0, 0.5, 0.3),
            end: Vec3::new(0.0, 0.0, 0.0),
            pole: Vec3::new(0.0, 0.5, 2.0),
        };
        let pose = two_bone(&limb, limb.end);
        for turn in [pose.upper, pose.lower] {
            assert!((turn.w.abs() - 1.0).abs() < 1e-12, "{turn:?}");
        }
    }

    #[test]
    fn a_limb_of_any_size_has_the_same_pose_in_its_size() {
        let at = |x: f64, y: f64, size: f64| Vec3::new(x * size, y * size, 0.0);
        let pose = |end: f64, target: V, size: f64| {
            let limb = Limb {
                root: at(0.0, 2.0, size),
                middle: at(0.1, 1.0, size),
                end: at(0.0, end, size),
                pole: at(5.0, 1.0, size),
            };
            two_bone(&limb, times(target, size))
        };
        let targets = [at(0.5, 1.0, 1.0), at(0.0, 9.0, 1.0), at(0.1, 1.9, 1.0)];
        // With bones of two lengths, and of one.
        for (end, target) in [0.25, 0.0].into_iter().flat_map(|end| targets.map(|to| (end, to))) {
            let one = pose(end, target, 1.0);
            for size in [1e-300, 1e-200, 1e-9, 1e9, 1e200, 1e300] {
                let other = pose(end, target, size);
                assert_eq!(other.reach, one.reach, "{size}");
                for (found, wanted) in [(other.middle, one.middle), (other.end, one.end)] {
                    let found = Vec3::new(found.x / size, found.y / size, found.z / size);
                    // Of a straight limb, the middle is off by the root of a rounding.
                    assert!(near(found, wanted, 1e-7), "{found:?} for {wanted:?} at {size}");
                }
                for (found, wanted) in [(other.upper, one.upper), (other.lower, one.lower)] {
                    assert!(length(found.minus(&wanted).vector) < 1e-6, "{found:?} at {size}");
                }
            }
        }
    }

    #[test]
    fn targets_without_a_direction_and_bones_without_a_length_give_no_nan() {
        let at = |x, y| Vec3::new(x, y, 0.0);
        let straight = Limb {
            root: at(0.0, 2.0),
            middle: at(0.0, 1.0),
            end: at(0.0, 0.0),
            pole: at(0.0, 9.0),
        };
        let folded = two_bone(&straight, straight.root);
        assert_eq!(folded.reach, Reach::Reached);
        assert!((length(minus(folded.middle, straight.root)) - 1.0).abs() < 1e-12);
        let up = two_bone(&straight, at(0.0, 9.0));
        assert_eq!(up.reach, Reach::TooFar);
        assert!(near(up.end, at(0.0, 4.0), 1e-12));
        for limb in [
            Limb { middle: straight.root, ..straight },
            Limb { end: at(f64::NAN, 0.0), ..straight },
            Limb { pole: at(f64::INFINITY, 0.0), ..straight },
        ] {
            let pose = two_bone(&limb, at(1.0, 1.0));
            assert_eq!((pose.reach, pose.upper), (Reach::Impossible, Quat::default()));
        }
    }
}
