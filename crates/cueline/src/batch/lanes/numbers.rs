//! The part of a batch that works on values of `N` lanes.

use alloc::vec::Vec;
use core::mem;

#[cfg(feature = "serde")]
use super::super::load::BadBytes;
use super::{
    super::{
        BatchError, Tween,
        motion::{LaneMath, Retarget},
        report::Report,
        spring::SpringRates,
        store::{Id, Numeric, Store},
    },
    Lanes, Sealed,
};
use crate::time::Tick;

impl<const N: usize> Sealed for [f32; N] {
    type Store = Store<N>;

    fn new(name: u32, now: Tick) -> Store<N> {
        Store::new(name, now)
    }

    #[inline]
    fn start<T: Lanes<Numbers = Self>>(
        store: &mut Store<N>,
        tween: &Tween<T>,
    ) -> Result<Id, BatchError> {
        store.start(&numeric(tween))
    }

    fn start_at<T: Lanes<Numbers = Self>>(
        store: &mut Store<N>,
        at: Tick,
        tween: &Tween<T>,
    ) -> Result<Id, BatchError> {
        store.start_at(&numeric(tween), i128::from(at.get()) + i128::from(tween.delay))
    }

    fn start_spring<T: Lanes<Numbers = Self>>(
        store: &mut Store<N>,
        tween: &Tween<T>,
        rates: SpringRates,
    ) -> Result<Id, BatchError> {
        store.start_spring(&numeric(tween), rates)
    }

    fn end(store: &Store<N>, id: Id) -> Option<Tick> {
        let (start, ticks) = store.times(id)?;
        Some(store.now() + i64::from(start.wrapping_add(ticks).wrapping_sub(store.low())))
    }

    fn retarget<T: Lanes<Numbers = Self>>(
        store: &mut Store<N>,
        id: Id,
        to: &T,
        ticks: u32,
        retarget: Retarget,
    ) -> Result<(), BatchError> {
        store.retarget(math::<T, N>(), id, ticks, retarget, |from| ends(&read::<T, N>(from), to))
    }

    #[inline]
    fn advance_to<T: Lanes<Numbers = Self>>(
        store: &mut Store<N>,
        report: &mut Report<T>,
        to: Tick,
    ) -> Result<(), BatchError> {
        report.advance_to(store, to)
    }

    fn cue(store: &mut Store<N>, id: Id, at: u32, cue: u16) -> Result<(), BatchError> {
        store.cue(id, at, cue)
    }

    fn cancel(store: &mut Store<N>, id: Id) -> bool {
        store.cancel(id)
    }

    fn sample_into<T: Lanes<Numbers = Self>>(store: &Store<N>, alpha: f32, values: &mut Vec<T>) {
        let (moment, mut room) = (store.moment(alpha), room(store, values));
        for piece in store.pieces(usize::MAX) {
            let (out, rest) = mem::take(&mut room).split_at_mut(piece.rows);
            room = rest;
            piece.sample(math::<T, N>(), moment, out);
        }
    }

    #[cfg(all(feature = "rayon", not(target_os = "none")))]
    fn sample_into_in_parallel<T: Lanes<Numbers = Self> + Send>(
        store: &Store<N>,
        alpha: f32,
        values: &mut Vec<T>,
    ) {
        use rayon::iter::{IntoParallelIterator, ParallelIterator};

        use super::super::read::PARALLEL;

        let (moment, mut room) = (store.moment(alpha), room(store, values));
        let mut parts = Vec::new();
        for piece in store.pieces(PARALLEL) {
            let (out, rest) = mem::take(&mut room).split_at_mut(piece.rows);
            room = rest;
            parts.push((piece, out));
        }
        let math = math::<T, N>();
        parts.into_par_iter().for_each(|(piece, out)| piece.sample(math, moment, out));
    }

    fn value<T: Lanes<Numbers = Self>>(store: &Store<N>, id: Id, alpha: f32) -> Option<T> {
        store.value(math::<T, N>(), id, alpha).map(|lanes| read(&lanes))
    }

    fn handles(store: &Store<N>) -> impl Iterator<Item = Id> {
        store.handles()
    }

    fn index_of(store: &Store<N>, id: Id) -> Option<usize> {
        store.index_of(id)
    }

    fn contains(store: &Store<N>, id: Id) -> bool {
        store.contains(id)
    }

    fn now(store: &Store<N>) -> Tick {
        store.now()
    }

    fn len(store: &Store<N>) -> usize {
        store.len()
    }

    fn waiting(store: &Store<N>) -> usize {
        store.waiting()
    }

    fn name(store: &Store<N>) -> u32 {
        store.name
    }

    #[cfg(feature = "serde")]
    fn save(store: &Store<N>) -> Result<Vec<u8>, &'static str> {
        if store.has_custom() {
            return Err("a tween has a custom easing, a function, which cannot be saved");
        }
        Ok(store.bytes())
    }

    #[cfg(feature = "serde")]
    fn load<T: Lanes<Numbers = Self>>(bytes: &[u8]) -> Result<Store<N>, BadBytes> {
        let mut store = Store::from_bytes(bytes)?;
        store.renew(|begin, end| T::renew(begin, end))?;
        Ok(store)
    }
}

/// Reserves room for the values of all live tweens.
fn room<'a, T: Lanes<Numbers = [f32; N]>, const N: usize>(
    store: &Store<N>,
    values: &'a mut Vec<T>,
) -> &'a mut [T] {
    values.resize(store.len(), read(&[0.0; N]));
    values
}

#[inline(always)]
fn numeric<T: Lanes<Numbers = [f32; N]>, const N: usize>(tween: &Tween<T>) -> Numeric<N> {
    let Tween { from, to, ticks, delay, easing } = tween;
    let (from, to) = ends(from, to);
    Numeric { from, to, ticks: *ticks, delay: *delay, easing: *easing }
}

/// The lanes of the start and of the end.
#[inline(always)]
fn ends<T: Lanes<Numbers = [f32; N]>, const N: usize>(from: &T, to: &T) -> ([f32; N], [f32; N]) {
    let (mut begin, mut end) = ([0.0; N], [0.0; N]);
    T::write(from, to, &mut begin, &mut end);
    (begin, end)
}

#[inline(always)]
pub(in super::super) fn read<T: Lanes<Numbers = [f32; N]>, const N: usize>(lanes: &[f32; N]) -> T {
    T::read(&lanes.map(|number| [number]), 0)
}

/// The functions that a store needs for a kind of values.
pub(in super::super) fn math<T: Lanes<Numbers = [f32; N]>, const N: usize>() -> LaneMath<N> {
    LaneMath { between: between::<T, N>, normalize: normalize::<T, N> }
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
    let value = read::<T, N>(lanes);
    ends(&value, &value).0
}
