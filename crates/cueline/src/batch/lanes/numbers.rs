//! The part of a batch that works on values of `N` lanes.

use alloc::vec::Vec;
use core::mem;

#[cfg(feature = "serde")]
use super::super::load::BadBytes;
use super::{
    super::{
        BatchError, Tween,
        id::Id,
        motion::{OfLanes, Retarget},
        report::Report,
        spring::SpringRates,
        store::Store,
    },
    LaneStore, Lanes,
    math::ends,
};
use crate::time::Tick;

impl<const N: usize> LaneStore for [f32; N] {
    type Store = Store<N>;

    fn new(name: u32, now: Tick) -> Store<N> {
        Store::new(name, now)
    }

    #[inline(always)]
    fn start<T: Lanes<Numbers = Self>>(
        store: &mut Store<N>,
        tween: &Tween<T>,
    ) -> Result<Id, BatchError> {
        store.start(ends(&tween.from, &tween.to), tween.ticks, tween.delay, &tween.easing)
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
        store.retarget(T::math(), id, ticks, retarget, |from| ends(&T::of_lanes(from), to))
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
            let (out, rest) = mem::take(&mut room).split_at_mut(piece.rows());
            room = rest;
            piece.sample(T::math(), moment, out);
        }
    }

    #[cfg(all(feature = "rayon", not(target_os = "none")))]
    fn sample_into_in_parallel<T: Lanes<Numbers = Self> + Send>(
        store: &Store<N>,
        alpha: f32,
        values: &mut Vec<T>,
    ) {
        use rayon::iter::{IntoParallelIterator, ParallelIterator};

        use super::super::sample::PARALLEL;

        let (moment, mut room) = (store.moment(alpha), room(store, values));
        let mut parts = Vec::new();
        for piece in store.pieces(PARALLEL) {
            let (out, rest) = mem::take(&mut room).split_at_mut(piece.rows());
            room = rest;
            parts.push((piece, out));
        }
        let math = T::math();
        parts.into_par_iter().for_each(|(piece, out)| piece.sample(math, moment, out));
    }

    fn value<T: Lanes<Numbers = Self>>(store: &Store<N>, id: Id, alpha: f32) -> Option<T> {
        store.value(T::math(), id, alpha).map(|lanes| T::of_lanes(&lanes))
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
        store.waiters().all().len()
    }

    fn name(store: &Store<N>) -> u32 {
        store.name()
    }

    #[cfg(feature = "serde")]
    fn save(store: &Store<N>) -> Vec<u8> {
        store.bytes()
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
    values.resize(store.len(), T::of_lanes(&[0.0; N]));
    values
}

#[inline(always)]
fn numeric<T: Lanes<Numbers = [f32; N]>, const N: usize>(tween: &Tween<T>) -> Tween<[f32; N]> {
    let Tween { from, to, ticks, delay, easing } = tween;
    let (from, to) = ends(from, to);
    Tween { from, to, ticks: *ticks, delay: *delay, easing: *easing }
}
