//! A joint that looks at a target: a head, a turret, a spine.

use cueline::value::{Quat, Vec3};

use super::vector::{across, arc, dot, minus, times, unit};

/// The joint to aim, with its limits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// The position of the joint.
    pub position: Vec3<f64>,
    /// Its rotation in model space.
    pub rotation: Quat<f64>,
    /// The axis that points at the target, in the axes of the joint; of any length above zero.
    pub forward: Vec3<f64>,
    /// The axis that stays up, in the axes of the joint, and the direction up in model space. `None`: the joint makes
    /// the shortest turn.
    pub up: Option<(Vec3<f64>, Vec3<f64>)>,
    /// The largest angle of the turn in radians, from 0 to pi.
    pub limit: f64,
    /// The fraction of the turn to make, from 0 to 1.
    pub weight: f64,
}

/// Aims a joint at a target. Returns its new rotation in model space.
///
/// The rotation does not change if the target is at the joint, if an axis has no direction, or if a number is not
/// finite. If the target lies in the direction up, the roll is that of the shortest turn.
///
/// ```
/// use cueline::value::{Quat, Vec3};
/// use cueline_characters::ik::{Aim, aim};
///
/// let head = Aim {
///     position: Vec3::new(0.0, 1.6, 0.0),
///     rotation: Quat::default(),
///     forward: Vec3::new(0.0, 0.0, 1.0),
///     up: None,
///     limit: 1.0,
///     weight: 1.0,
/// };
/// let looks = |x, z| aim(&head, Vec3::new(x, 1.6, z)).rotate(head.forward);
/// assert!((looks(1.0, 1.0).x - core::f64::consts::FRAC_1_SQRT_2).abs() < 1e-12);
/// assert!((looks(0.1, -1.0).x - 1.0_f64.sin()).abs() < 1e-12, "a head does not turn round");
/// ```
#[must_use]
pub fn aim(joint: &Aim, target: Vec3<f64>) -> Quat<f64> {
    let wanted = || {
        let forward = unit(joint.rotation.rotate(joint.forward))?;
        let to = unit(minus(target, joint.position))?;
        let swing = arc(forward, to, across(forward));
        let Some((own, up)) = joint.up else { return Some(swing) };
        // The up axis turns about the aim direction until it is as far up as possible.
        let carried = swing.rotate(joint.rotation.rotate(own));
        let flat = |vector| unit(minus(vector, times(to, dot(vector, to))));
        let [Some(carried), Some(up)] = [flat(carried), unit(up).and_then(flat)] else {
            return Some(swing);
        };
        Some(arc(carried, up, to) * swing)
    };
    let Some(turn) = wanted() else { return joint.rotation };
    let half = if turn.w < 0.0 { -turn.w } else { turn.w };
    let sine = libm::hypot(libm::hypot(turn.x, turn.y), turn.z);
    let angle = 2.0 * libm::atan2(sine, half);
    let limit = if joint.limit >= 0.0 { joint.limit } else { 0.0 }; // NaN too
    let weight = if joint.weight > 0.0 { libm::fmin(joint.weight, 1.0) } else { 0.0 };
    let most = libm::fmin(angle, limit) * weight;
    if !(angle > 0.0 && most > 0.0) {
        return joint.rotation;
    }
    Quat::default().slerp(turn, most / angle) * joint.rotation
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ik::vector::length;
    use cueline::value::Lerp;
    use proptest::prelude::*;

    const AHEAD: Vec3<f64> = Vec3 { x: 0.0, y: 0.0, z: 1.0 };
    const UP: Vec3<f64> = Vec3 { x: 0.0, y: 1.0, z: 0.0 };

    fn joint() -> Aim {
        Aim {
            position: Vec3::new(0.0, 0.0, 0.0),
            rotation: Quat::about(Vec3::new(0.3, 1.0, -0.2), 0.4),
            forward: AHEAD,
            up: Some((UP, UP)),
            limit: core::f64::consts::PI,
            weight: 1.0,
        }
    }

    proptest! {
        #[test]
        fn a_joint_looks_at_its_target_with_its_head_up(x in -2.0..2.0, y in -2.0..2.0, z in -2.0..2.0) {
            let target = Vec3::new(x, y, z);
            prop_assume!(length(target) > 0.01 && libm::hypot(x, z) > 0.01);
            let rotation = aim(&joint(), target);
            let looks = rotation.rotate(AHEAD);
            prop_assert!((dot(looks, unit(target).unwrap()) - 1.0).abs() < 1e-12);
            let up = rotation.rotate(UP);
            prop_assert!(up.y > -1e-9, "the top is up");
            let sideways = rotation.rotate(Vec3::new(1.0, 0.0, 0.0));
            prop_assert!(sideways.y.abs() < 1e-7, "and not tilted");
        }

        #[test]
        fn a_joint_never_turns_beyond_its_limit(
            x in -2.0..2.0, y in -2.0..2.0, z in -2.0..2.0, limit in 0.0..3.0, weight in 0.0..1.0,
        ) {
            let joint = Aim { limit, weight, ..joint() };
            let turn = aim(&joint, Vec3::new(x, y, z)).minus(&joint.rotation).vector;
            prop_assert!(length(turn) <= limit * weight + 1e-9);
        }
    }

    #[test]
    fn a_joint_without_a_direction_to_look_in_stays() {
        for (joint, target) in [
            (joint(), joint().position),
            (Aim { forward: Vec3::new(0.0, 0.0, 0.0), ..joint() }, AHEAD),
            (joint(), Vec3::new(f64::NAN, 0.0, 0.0)),
            (Aim { limit: f64::NAN, ..joint() }, AHEAD),
        ] {
            assert_eq!(aim(&joint, target), joint.rotation);
        }
    }

    #[test]
    fn a_target_behind_is_looked_at_by_half_a_turn() {
        let joint = Aim { rotation: Quat::default(), up: None, ..joint() };
        let looks = aim(&joint, Vec3::new(0.0, 0.0, -3.0)).rotate(AHEAD);
        assert!((looks.z + 1.0).abs() < 1e-12);
    }
}
