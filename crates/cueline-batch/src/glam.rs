//! Vectors and rotations of `glam` in batches.

use cueline::value::{Quat, Vec2, Vec3, Vec4};

use crate::Lanes;

macro_rules! version {
    ($feature:literal $glam:ident) => {
        #[cfg(feature = $feature)]
        version! { @each $glam Vec2 Vec2 Vec3 Vec3 Vec3A Vec3 Vec4 Vec4 Quat Quat }
    };
    (@each $glam:ident $($name:ident $ours:ident)*) => { $(
        impl Lanes for $glam::$name {
            type Numbers = <$ours as Lanes>::Numbers;

            #[inline(always)]
            fn write(from: &Self, to: &Self, begin: &mut [f32], end: &mut [f32]) {
                <$ours as Lanes>::write(&(*from).into(), &(*to).into(), begin, end);
            }

            #[inline(always)]
            fn renew(begin: &mut [f32], end: &mut [f32]) {
                <$ours as Lanes>::renew(begin, end);
            }

            #[inline(always)]
            fn read<const W: usize>(lanes: &[[f32; W]], row: usize) -> Self {
                <$ours as Lanes>::read(lanes, row).into()
            }

            #[inline(always)]
            fn blend<const W: usize>(
                begin: &[[f32; W]],
                end: &[[f32; W]],
                progress: &[f32; W],
                out: &mut [[f32; W]],
            ) {
                <$ours as Lanes>::blend(begin, end, progress, out);
            }
        }
    )* };
}

version! { "glam-027" glam_027 }
version! { "glam-030" glam_030 }
version! { "glam-032" glam_032 }
version! { "glam-033" glam_033 }
version! { "glam-034" glam_034 }
