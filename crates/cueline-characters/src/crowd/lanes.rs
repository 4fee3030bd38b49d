//! Numbers of eight nodes side by side, and the arithmetic on rotations that the loops and the builder share.

use cueline::value::{Quat, Transform, Vec3};

/// Numbers of one kind for eight lanes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(32))]
pub(super) struct Lanes(pub [f32; LANES]);

/// The lanes in a block.
pub(super) const LANES: usize = 8;

/// The kinds of parts. A vector has three planes, a rotation four.
pub(super) const KINDS: usize = 3;
pub(super) const TRANSLATION: usize = 0;
pub(super) const ROTATION: usize = 1;
pub(super) const SCALE: usize = 2;
pub(super) const PLANES: [usize; KINDS] = [3, 4, 3];

pub(super) fn numbers(vector: Vec3) -> [f64; 3] {
    <[f32; 3]>::from(vector).map(f64::from)
}

pub(super) fn length(numbers: &[f64; 3]) -> f64 {
    numbers.iter().map(|number| number * number).sum::<f64>().sqrt()
}

/// Factors that make the angular velocity of a normalized linear blend (nlerp) nearly constant; [`between`] has the
/// formula. Without them the blend turns slowly near its ends and fast in the middle. `u` is 1 minus the cosine of the
/// angle between the two quaternions. The first factor is that of the Taylor series in `u`; the other two are fitted to
/// angles up to 43 degrees, which are 86 degrees between the rotations. There the error is 1.6e-5 rad, at half the
/// angle 2e-6.
pub(super) const ARC: [f32; 3] = [1.0 / 3.0, 0.070_937, 0.075_485];

/// The rotation between two rows, by the formula of the crowd's loops, in `f64`.
pub(super) fn between(from: Quat, to: Quat, t: f64) -> Quat {
    let to = nearer(from, to);
    let [first, second, third] = ARC.map(f64::from);
    let (u, middle) = (1.0 - f64::from(dot(from, to)), 1.0 - 2.0 * t);
    let more = u * (first + u * (second + third * middle * middle));
    from.nlerp(to, t + t * (1.0 - t) * middle * more)
}

pub(super) fn set(local: &mut Transform, kind: usize, from: &Transform) {
    match kind {
        TRANSLATION => local.translation = from.translation,
        ROTATION => local.rotation = from.rotation,
        _ => local.scale = from.scale,
    }
}

pub(super) fn dot(a: Quat, b: Quat) -> f32 {
    a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w
}

/// `to` or its negative, which is the same rotation: the one that is nearer to `from`.
pub(super) fn nearer(from: Quat, to: Quat) -> Quat {
    if dot(from, to) < 0.0 { Quat::new(-to.x, -to.y, -to.z, -to.w) } else { to }
}

/// Quaternions of eight lanes, plane by plane, in 16 bits a number: 1 is [`WHOLE`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(16))]
pub(super) struct Turns(pub [[i16; LANES]; 4]);

/// The 16-bit number for 1. Rounding moves a rotation by up to 6.2e-5 rad.
pub(super) const WHOLE: f32 = 32_767.0;

/// A rotation in 16 bits a number.
#[expect(clippy::cast_possible_truncation, reason = "a whole number, and `as` clamps")]
pub(super) fn rounded(rotation: Quat) -> [i16; 4] {
    <[f32; 4]>::from(rotation).map(|number| libm::rintf(number * WHOLE) as i16)
}

/// The rotation that a crowd reads.
pub(super) fn rounded_back(numbers: [i16; 4]) -> Quat {
    numbers.map(|number| f32::from(number) * (1.0 / WHOLE)).into()
}

/// Whether two lists of planes show the same pose. A quaternion and its negative are the same rotation.
pub(super) fn same_planes(a: &[Lanes], b: &[Lanes], kind: usize) -> bool {
    if kind != ROTATION {
        return a == b;
    }
    (0..LANES).all(|lane| {
        let of = |planes: &[Lanes]| -> Quat {
            std::array::from_fn::<f32, 4, _>(|plane| planes[plane].0[lane]).into()
        };
        nearer(of(b), of(a)) == of(b)
    })
}

/// The planes of a part: lane by lane the same number of each node. Lanes beyond the last node are at rest.
pub(super) fn planes(pose: &[Transform], nodes: &[usize], kind: usize) -> Vec<Lanes> {
    let mut planes = [Lanes::default(); 4];
    for lane in 0..LANES {
        let local = nodes.get(lane).map_or(Transform::default(), |node| pose[*node]);
        let [x, y, z] = match kind {
            TRANSLATION => local.translation.into(),
            SCALE => local.scale.into(),
            _ => [local.rotation.x, local.rotation.y, local.rotation.z],
        };
        for (plane, number) in planes.iter_mut().zip([x, y, z, local.rotation.w]) {
            plane.0[lane] = number;
        }
    }
    planes[..PLANES[kind]].to_vec()
}
