//! Vectors of three numbers.

use cueline::value::{Quat, Vec3};

pub(super) type V = Vec3<f64>;

pub(super) fn minus(a: V, b: V) -> V {
    Vec3::new(a.x - b.x, a.y - b.y, a.z - b.z)
}

pub(super) fn plus(a: V, b: V) -> V {
    Vec3::new(a.x + b.x, a.y + b.y, a.z + b.z)
}

pub(super) fn times(a: V, by: f64) -> V {
    Vec3::new(a.x * by, a.y * by, a.z * by)
}

/// Divided by a number, whose reciprocal may be infinite.
pub(super) fn over(a: V, by: f64) -> V {
    Vec3::new(a.x / by, a.y / by, a.z / by)
}

pub(super) fn dot(a: V, b: V) -> f64 {
    a.x * b.x + a.y * b.y + a.z * b.z
}

pub(super) fn cross(a: V, b: V) -> V {
    Vec3::new(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

pub(super) fn length(a: V) -> f64 {
    libm::hypot(libm::hypot(a.x, a.y), a.z)
}

/// With length 1; `None` where there is no direction.
pub(super) fn unit(a: V) -> Option<V> {
    let length = length(a);
    (length > 0.0 && length.is_finite()).then(|| over(a, length))
}

/// The shortest rotation from one unit vector to another. For opposite vectors it is a half turn about `axis`, a unit
/// vector perpendicular to both.
pub(super) fn arc(from: V, to: V, axis: V) -> Quat<f64> {
    // The half of the angle: between `from` and the direction in the middle.
    match unit(plus(from, to)) {
        Some(middle) if dot(from, to) > -1.0 + 1e-15 => {
            let Vec3 { x, y, z } = cross(from, middle);
            Quat::new(x, y, z, dot(from, middle)).normalized()
        }
        _ => Quat::new(axis.x, axis.y, axis.z, 0.0),
    }
}

/// A direction perpendicular to a unit vector: always the same for the same vector.
pub(super) fn across(direction: V) -> V {
    let V { x, y, z } = direction;
    let [ax, ay, az] = [x.abs(), y.abs(), z.abs()];
    let axis = if ax <= ay && ax <= az {
        Vec3::new(1.0, 0.0, 0.0)
    } else if ay <= az {
        Vec3::new(0.0, 1.0, 0.0)
    } else {
        Vec3::new(0.0, 0.0, 1.0)
    };
    unit(cross(direction, axis)).unwrap_or(axis)
}

/// Converts a rotation to the space of the parent: `rotation` and `parent` are the rotations of a joint and of its
/// parent in model space.
///
/// ```
/// use cueline::value::{Quat, Vec3};
/// use cueline_characters::ik::local_rotation;
///
/// let up = Vec3::new(0.0_f64, 1.0, 0.0);
/// let local = local_rotation(Quat::about(up, 0.25), Quat::about(up, 1.0));
/// assert!((local.y - Quat::about(up, 0.75).y).abs() < 1e-15);
/// ```
#[must_use]
pub fn local_rotation(parent: Quat<f64>, rotation: Quat<f64>) -> Quat<f64> {
    parent.inverse() * rotation
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_of_any_length_has_a_direction() {
        for size in [1e-320, 1e-310, 1e-200, 1.0, 1e200, 1e307] {
            let found = unit(Vec3::new(3.0 * size, 0.0, -4.0 * size)).unwrap();
            assert!((length(found) - 1.0).abs() < 1e-3, "{found:?} at {size}");
        }
    }

    #[test]
    fn from_a_vector_to_its_opposite_the_way_is_about_the_axis() {
        let (from, axis) = (Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 1.0, 0.0));
        // So near to it that where the way leads is rounding alone.
        for off in [0.0, 1e-9, -1e-9] {
            let half = arc(from, Vec3::new(-1.0, off, 0.0), axis);
            assert_eq!(half, Quat::new(0.0, 1.0, 0.0, 0.0), "{off}");
        }
        let near = arc(from, unit(Vec3::new(-1.0, 1e-6, 0.0)).unwrap(), axis);
        assert!((near.z - 1.0).abs() < 1e-9, "{near:?}");
    }
}
