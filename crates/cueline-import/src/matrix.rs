//! Matrices of other programs as scale, rotation and translation.

use cueline::value::{Mat4, Transform};

/// The largest deviation of a matrix from the product of its parts, as a fraction of its largest number.
const SHEAR: f32 = 1e-4;

/// The parts of a matrix; `false` if the matrix has shear or perspective too.
pub(crate) fn parts(matrix: &Mat4) -> (Transform, bool) {
    let parts = matrix.decompose();
    let largest = matrix.0.iter().fold(1.0_f32, |largest, number| largest.max(number.abs()));
    let near = |(a, b): (&f32, &f32)| (a - b).abs() <= SHEAR * largest;
    let is_exact = parts.compose().0.iter().zip(&matrix.0).all(near);
    (parts, is_exact)
}
