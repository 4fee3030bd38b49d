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
