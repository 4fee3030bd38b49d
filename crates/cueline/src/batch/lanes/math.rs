//! The operations of a store on values of `N` lanes.

use super::{
    super::motion::{LaneMath, OfLanes},
    Lanes,
};

impl<T: Lanes<Numbers = [f32; N]>, const N: usize> OfLanes<N> for T {
    #[inline(always)]
    fn of_lanes(lanes: &[f32; N]) -> Self {
        Self::read(&lanes.map(|number| [number]), 0)
    }

    fn math() -> LaneMath<N> {
        LaneMath::new(between::<Self, N>, normalize::<Self, N>)
    }
}

/// The lanes of the start and of the end.
#[inline(always)]
pub(in super::super) fn ends<T: Lanes<Numbers = [f32; N]>, const N: usize>(
    from: &T,
    to: &T,
) -> ([f32; N], [f32; N]) {
    let (mut begin, mut end) = ([0.0; N], [0.0; N]);
    T::write(from, to, &mut begin, &mut end);
    (begin, end)
}

fn between<T: Lanes<Numbers = [f32; N]>, const N: usize>(
    begin: &[f32; N],
    end: &[f32; N],
    progress: f32,
) -> [f32; N] {
    let [begin, end] = [begin, end].map(|lanes| lanes.map(|number| [number]));
    let mut out = [[0.0]; N];
    T::blend(&begin.each_ref(), &end.each_ref(), &[progress], &mut out);
    out.map(|[number]| number)
}

/// The lanes of a value after rounding: lanes that were added up become a value again, such as a rotation of length 1.
#[inline(always)]
pub(in super::super) fn normalize<T: Lanes<Numbers = [f32; N]>, const N: usize>(
    lanes: &[f32; N],
) -> [f32; N] {
    let value: T = T::read(&lanes.map(|number| [number]), 0);
    ends(&value, &value).0
}
