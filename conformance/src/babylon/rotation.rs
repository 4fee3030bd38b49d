//! Rotations on top of rotations, by the formulas of quaternions; nothing of Cueline takes part.

fn product(a: &[f64], b: &[f64]) -> Vec<f64> {
    let (&[ax, ay, az, aw], &[bx, by, bz, bw]) = (a, b) else { return Vec::new() };
    let product = [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ];
    unit(&product)
}

fn unit(rotation: &[f64]) -> Vec<f64> {
    let length = rotation.iter().map(|part| part * part).sum::<f64>().sqrt();
    rotation.iter().map(|part| part / length).collect()
}

/// `rotation`, made after `first`.
pub(super) fn after(rotation: &[f64], first: &[f64]) -> Vec<f64> {
    product(rotation, first)
}

/// `rotation` with the shortest turn from one to another made `times` more often after it.
pub(super) fn turned(rotation: &[f64], from: &[f64], to: &[f64], times: f64) -> Vec<f64> {
    let conjugate: Vec<f64> = from
        .iter()
        .enumerate()
        .map(|(index, part)| if index < 3 { -part } else { *part })
        .collect();
    let turn = product(to, &conjugate);
    let turn: Vec<f64> = if turn[3] < 0.0 { turn.iter().map(|part| -part).collect() } else { turn };
    let sine = (turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]).sqrt();
    if sine < 1e-15 {
        return rotation.to_vec();
    }
    let half = sine.atan2(turn[3]) * times;
    let more = [turn[0], turn[1], turn[2]].map(|part| part / sine * half.sin());
    product(&[more[0], more[1], more[2], half.cos()], rotation)
}

/// A quaternion or its negative, which is the same rotation, whichever lies nearer.
pub(super) fn same_side(rotation: &[f64], to: &[f64]) -> Vec<f64> {
    let cosine: f64 = rotation.iter().zip(to).map(|(a, b)| a * b).sum();
    rotation.iter().map(|part| if cosine < 0.0 { -part } else { *part }).collect()
}
