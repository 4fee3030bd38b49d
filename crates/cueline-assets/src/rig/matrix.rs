//! Products of 4x4 matrices.

use cueline::value::Mat4;

/// `left * right`: first `right`, then `left`.
pub(super) fn product(left: &Mat4<f64>, right: &Mat4<f64>) -> Mat4<f64> {
    let (a, b) = (&left.0, &right.0);
    let mut out = [0.0; 16];
    for (index, number) in out.iter_mut().enumerate() {
        let (column, row) = (index / 4, index % 4);
        *number = (0..4).map(|k| a[k * 4 + row] * b[column * 4 + k]).sum();
    }
    Mat4(out)
}

/// The same in double precision.
pub(super) fn wide(matrix: &Mat4) -> Mat4<f64> {
    Mat4(matrix.0.map(f64::from))
}

/// The same in single precision.
#[expect(clippy::cast_possible_truncation, reason = "rounded to the nearest f32 on purpose")]
pub(super) fn narrow(matrix: &Mat4<f64>) -> Mat4 {
    Mat4(matrix.0.map(|number| number as f32))
}

/// For each node, the matrix from the model to the node, from each node's matrix in its parent; `order` has parents
/// before their children. `None` if a matrix has no inverse.
///
/// # Panics
///
/// If `parents` or `order` name a matrix that is not there.
#[must_use]
pub fn inverse_binds(
    locals: &[Mat4],
    parents: &[Option<usize>],
    order: &[usize],
) -> Option<Vec<Mat4>> {
    let mut inverses = vec![Mat4::<f64>::default(); locals.len()];
    for &node in order {
        let own = inverse(&wide(&locals[node]))?;
        inverses[node] = match parents[node] {
            Some(parent) => product(&own, &inverses[parent]),
            None => own,
        };
    }
    Some(inverses.iter().map(narrow).collect())
}

/// The inverse of a matrix without perspective; `None` for a scale of zero.
fn inverse(Mat4(m): &Mat4<f64>) -> Option<Mat4<f64>> {
    let column = |index: usize| [m[index * 4], m[index * 4 + 1], m[index * 4 + 2]];
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let (x, y, z) = (column(0), column(1), column(2));
    let volume = dot(x, cross(y, z));
    if volume == 0.0 || !volume.is_finite() {
        return None;
    }
    let rows = [cross(y, z), cross(z, x), cross(x, y)].map(|row| row.map(|n| n / volume));
    let mut out = Mat4::<f64>::default();
    for (index, row) in rows.into_iter().enumerate() {
        for (axis, number) in row.into_iter().enumerate() {
            out.0[axis * 4 + index] = number;
        }
        out.0[12 + index] = -dot(row, column(3));
    }
    Some(out)
}

/// How far the skin of a node lies apart in two poses: the node itself, and six points around it, `reach` away along its
/// axes in the second pose. An axis of length 0 there, that of a node without size, counts as one of length 1: how far
/// apart the points are then grows with the axis in the first pose. NaN for a number that is NaN, in a matrix or in
/// `reach`.
///
/// # Examples
///
/// ```
/// use cueline::value::Mat4;
/// use cueline_assets::rig::skin_distance;
///
/// let at_rest = Mat4::<f64>::default();
/// let mut moved = at_rest;
/// moved.0[12] = 3.0;
/// assert_eq!(skin_distance(&moved, &at_rest, 0.1), 3.0);
/// ```
#[must_use]
pub fn skin_distance(found: &Mat4<f64>, wanted: &Mat4<f64>, reach: f64) -> f64 {
    let column = |Mat4(matrix): &Mat4<f64>, index: usize| -> [f64; 3] {
        [matrix[index * 4], matrix[index * 4 + 1], matrix[index * 4 + 2]]
    };
    let length = |vector: [f64; 3]| vector.iter().map(|number| number * number).sum::<f64>().sqrt();
    let minus = |a: [f64; 3], b: [f64; 3]| [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    let moved = minus(column(found, 3), column(wanted, 3));
    let mut most = length(moved);
    for axis in 0..3 {
        let (found, wanted) = (column(found, axis), column(wanted, axis));
        let long = length(wanted);
        // A length so small that the quotient is infinite is no direction either.
        let by = Some(reach / long).filter(|by| by.is_finite()).unwrap_or(reach);
        let turned = minus(found, wanted).map(|number| number * by);
        for side in [-1.0, 1.0] {
            let apart = length([0, 1, 2].map(|i| moved[i] + side * turned[i]));
            // NaN stays; `max` would drop it.
            if apart > most || apart.is_nan() {
                most = apart;
            }
        }
    }
    most
}
