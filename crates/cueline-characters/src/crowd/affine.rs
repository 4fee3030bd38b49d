//! Matrices of three rows: rotation, scale and shear in the first three columns, translation in the fourth.

use cueline::value::{Mat4, Transform};

/// Three rows of four numbers.
pub(super) type Affine<S = f32> = [S; 12];

pub(super) const UNIT: Affine<f64> = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0];

/// The upper three rows of a matrix.
pub(super) fn from_mat4(matrix: &Mat4<f64>) -> Affine<f64> {
    std::array::from_fn(|index| matrix.0[index % 4 * 4 + index / 4])
}

pub(super) fn from_transform(local: &Transform) -> Affine<f64> {
    let wide = Transform::<f64> {
        scale: <[f32; 3]>::from(local.scale).map(f64::from).into(),
        rotation: <[f32; 4]>::from(local.rotation).map(f64::from).into(),
        translation: <[f32; 3]>::from(local.translation).map(f64::from).into(),
    };
    from_mat4(&wide.compose())
}

/// First `right`, then `left`.
pub(super) fn product(left: &Affine<f64>, right: &Affine<f64>) -> Affine<f64> {
    std::array::from_fn(|index| {
        let (row, column) = (index / 4 * 4, index % 4);
        let turned: f64 = (0..3).map(|k| left[row + k] * right[k * 4 + column]).sum();
        turned + if column == 3 { left[row + 3] } else { 0.0 }
    })
}

#[expect(clippy::cast_possible_truncation, reason = "rounded to the nearest f32 on purpose")]
pub(super) fn narrow(matrix: &Affine<f64>) -> Affine {
    matrix.map(|number| number as f32)
}
