//! Full and partial blocks: the layout of rows, and the contents behind the last row, have no effect.

use alloc::vec::Vec;

use proptest::prelude::*;

use super::from_bytes;
use crate::{
    batch::{Tween, TweenBatch},
    time::Tick,
    value::{Easing, Polynomial},
};

/// Many tweens of one easing, each with its own start and end values.
fn tween(row: usize) -> Tween<[f32; 2]> {
    let ticks = 1 + u32::try_from(row * 37 % 90).unwrap();
    let (from, to) = ([row as f32, 1.0], [-3.0, row as f32 / 7.0]);
    Tween { from, to, ticks, delay: 0, easing: Easing::OUT_QUAD }
}

proptest! {
    /// Also for a loaded batch, and for a copy into the buffers of another batch.
    #[test]
    fn each_row_of_a_block_equals_a_single_tween(
        count in 0..160_usize,
        cancelled in prop::collection::vec(any::<prop::sample::Index>(), 0..20),
        before in 0..160_usize,
        step in 0..90_i64,
        alpha in 0.0..=1.0_f32,
    ) {
        let mut batch = TweenBatch::new("tests", Tick::new((1 << 32) - 30));
        let mut all: Vec<_> =
            (0..count).map(|row| (batch.start(&tween(row)).unwrap(), tween(row))).collect();
        for index in cancelled {
            if !all.is_empty() {
                let (handle, _) = all.swap_remove(index.index(all.len()));
                prop_assert!(batch.cancel(handle));
            }
        }
        batch.advance_to(batch.now() + step).unwrap();
        all.retain(|(_, tween)| step < i64::from(tween.ticks));
        let read = from_bytes(&batch.store().bytes()).unwrap();
        let mut copy = TweenBatch::new("tests", Tick::ZERO);
        for row in 0..before {
            copy.start(&tween(row)).unwrap();
        }
        copy.clone_from(&batch);
        for batch in [batch, read, copy] {
            let mut values = Vec::new();
            batch.sample_into(alpha, &mut values);
            prop_assert_eq!(values.len(), all.len());
            for (handle, tween) in &all {
                let mut alone = TweenBatch::new("tests", Tick::ZERO);
                let one = alone.start(tween).unwrap();
                alone.advance_to(Tick::new(step)).unwrap();
                let index = batch.index_of(*handle).unwrap();
                prop_assert_eq!(Some(values[index]), alone.value(one, alpha));
            }
        }
    }
}

/// Rows of cancelled tweens cause no search.
#[test]
fn a_block_is_searched_at_most_once_for_cancelled_tweens() {
    let mut batch = TweenBatch::new("tests", Tick::ZERO);
    batch.start(&Tween { ticks: 1000, ..tween(0) }).unwrap();
    let gone: Vec<_> =
        (1..16).map(|row| batch.start(&Tween { ticks: 100 + row, ..tween(0) }).unwrap()).collect();
    gone.into_iter().for_each(|gone| assert!(batch.cancel(gone)));
    batch.advance_to(Tick::new(999)).unwrap();
    let searched = batch.store().rows(Polynomial::OutQuad as usize).searched();
    assert_eq!(searched, 1);
}

#[test]
fn many_rows_of_one_number_equal_their_single_values() {
    let mut batch = TweenBatch::new("tests", Tick::ZERO);
    for row in 0..1000 {
        let Tween { from: [from, _], to: [_, to], delay, easing, .. } = tween(row);
        batch.start(&Tween { from, to, ticks: 100, delay, easing }).unwrap();
    }
    batch.advance_to(Tick::new(7)).unwrap();
    let mut values = Vec::new();
    batch.sample_into(0.3, &mut values);
    for (handle, value) in batch.handles().zip(&values) {
        assert_eq!(batch.value(handle, 0.3), Some(*value));
    }
}
