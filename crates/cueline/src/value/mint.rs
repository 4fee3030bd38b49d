//! From and to the types of `mint`, which most maths libraries of Rust convert from and to.
//!
//! A `mint::ColumnMatrix4` has the numbers of a [`Mat4`] in the same order; a `mint::RowMatrix4`
//! is the same matrix with rows and columns exchanged.

use ::mint;

use super::{Mat4, Quat, Vec2, Vec3, Vec4};

macro_rules! same_fields {
    ($($vector:ident $mint:ident { $($axis:ident)+ })*) => { $(
        impl<S> From<mint::$mint<S>> for $vector<S> {
            fn from(mint::$mint { $($axis),+ }: mint::$mint<S>) -> Self {
                Self { $($axis),+ }
            }
        }

        impl<S> From<$vector<S>> for mint::$mint<S> {
            fn from($vector { $($axis),+ }: $vector<S>) -> Self {
                Self { $($axis),+ }
            }
        }
    )* };
}

same_fields! {
    Vec2 Vector2 { x y }
    Vec2 Point2 { x y }
    Vec3 Vector3 { x y z }
    Vec3 Point3 { x y z }
    Vec4 Vector4 { x y z w }
}

impl<S> From<mint::Quaternion<S>> for Quat<S> {
    fn from(mint::Quaternion { v: mint::Vector3 { x, y, z }, s }: mint::Quaternion<S>) -> Self {
        Self { x, y, z, w: s }
    }
}

impl<S> From<Quat<S>> for mint::Quaternion<S> {
    fn from(Quat { x, y, z, w }: Quat<S>) -> Self {
        Self { v: mint::Vector3 { x, y, z }, s: w }
    }
}

macro_rules! sixteen {
    ($($mint:ident $order:expr;)*) => { $(
        impl<S: Copy> From<mint::$mint<S>> for Mat4<S> {
            fn from(matrix: mint::$mint<S>) -> Self {
                let numbers: [S; 16] = matrix.into();
                Self(core::array::from_fn(|i| numbers[$order(i)]))
            }
        }

        impl<S: Copy> From<Mat4<S>> for mint::$mint<S> {
            fn from(Mat4(numbers): Mat4<S>) -> Self {
                let numbers: [S; 16] = core::array::from_fn(|i| numbers[$order(i)]);
                numbers.into()
            }
        }
    )* };
}

sixteen! {
    ColumnMatrix4 core::convert::identity;
    RowMatrix4 exchanged;
}

/// Where number `i` of 16 goes when rows and columns are exchanged.
fn exchanged(i: usize) -> usize {
    i % 4 * 4 + i / 4
}

impl<S> ::mint::IntoMint for Vec2<S> {
    type MintType = mint::Vector2<S>;
}

impl<S> ::mint::IntoMint for Vec3<S> {
    type MintType = mint::Vector3<S>;
}

impl<S> ::mint::IntoMint for Vec4<S> {
    type MintType = mint::Vector4<S>;
}

impl<S> ::mint::IntoMint for Quat<S> {
    type MintType = mint::Quaternion<S>;
}

impl<S: Copy> ::mint::IntoMint for Mat4<S> {
    type MintType = mint::ColumnMatrix4<S>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        let place = Vec3::new(1.0_f32, 2.0, 3.0);
        let there = mint::Point3::from(place);
        assert_eq!(there.z, 3.0);
        assert_eq!(Vec3::from(there), place);
        let rotation = Quat::new(0.1_f64, 0.2, 0.3, 0.4);
        assert_eq!(mint::Quaternion::from(rotation).s, 0.4);
        assert_eq!(Quat::from(mint::Quaternion::from(rotation)), rotation);
    }

    #[test]
    fn translation_stays_translation() {
        let matrix = Mat4(core::array::from_fn(|i| i as f32));
        let columns = mint::ColumnMatrix4::from(matrix);
        assert_eq!([columns.w.x, columns.w.y, columns.w.z], [12.0, 13.0, 14.0]);
        assert_eq!(Mat4::from(columns), matrix);
        let rows = mint::RowMatrix4::from(matrix);
        assert_eq!([rows.x.w, rows.y.w, rows.z.w], [12.0, 13.0, 14.0]);
        assert_eq!(Mat4::from(rows), matrix);
    }
}
