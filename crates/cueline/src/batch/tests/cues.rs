//! Cues of tweens: their events, and their removal.

use alloc::vec::Vec;

use super::{easings, from_bytes, kinds, plain};
use crate::{
    batch::{
        BatchError, Tween, TweenBatch, TweenEventKind,
        TweenEventKind::{Cue, End, Start},
    },
    digest::digest,
    time::Tick,
};

#[test]
fn cues_at_the_start_and_the_end_of_a_tween_are_reported() {
    let mut batch = TweenBatch::new("tests", Tick::ZERO);
    let late = batch.start(&plain(4, 3)).unwrap();
    let early = batch.start(&plain(7, 0)).unwrap();
    for at in [0, 4] {
        batch.cue(late, at, 9).unwrap();
        batch.cue(early, at, 9).unwrap();
    }
    let events = kinds(batch.advance_to(Tick::ZERO).unwrap());
    assert_eq!(events, [(0, 1, Cue(9))], "a cue for the present tick comes with the next step");
    let events = kinds(batch.advance_to(Tick::new(20)).unwrap());
    let cues =
        [(3, 0, Start), (3, 0, Cue(9)), (4, 1, Cue(9)), (7, 1, End), (7, 0, Cue(9)), (7, 0, End)];
    assert_eq!(events, cues);
}

#[test]
fn cues_at_one_tick_come_in_order_and_then_by_number() {
    let mut batch = TweenBatch::new("tests", Tick::ZERO);
    let late = batch.start(&plain(9, 1)).unwrap();
    let early = batch.start(&plain(10, 0)).unwrap();
    for cue in [3, 1, 2, 1] {
        batch.cue(late, 9, cue).unwrap();
        batch.cue(early, 10, 10 - cue).unwrap();
    }
    batch.start(&plain(5, 10)).unwrap();
    let events = kinds(batch.advance_to(Tick::new(10)).unwrap());
    // The third was enqueued for its start at tick 0, like the second for its end; the first at tick 1.
    let first = [(1, 0, Start)];
    let second = [7, 8, 9, 9].map(|cue| (10, 1, Cue(cue)));
    let others = [1, 1, 2, 3].map(|cue| (10, 0, Cue(cue)));
    let wanted = [&first[..], &second, &[(10, 1, End), (10, 2, Start)], &others, &[(10, 0, End)]];
    assert_eq!(events, wanted.concat());
}

#[test]
fn a_cue_carries_the_value_at_its_tick() {
    for easing in easings() {
        let mut batch = TweenBatch::new("tests", Tick::new(-5));
        // 0.1 + (0.7 - 0.1) is not 0.7 in an f32.
        let tween = Tween { from: 0.1, to: 0.7, ticks: 7, delay: 2, easing };
        let handle = batch.start(&tween).unwrap();
        (0..=7).for_each(|at| batch.cue(handle, at, 0).unwrap());
        for at in 0..=7 {
            let events = batch.advance_to(Tick::new(i64::from(at) - 3)).unwrap().to_vec();
            let cue = events.iter().find(|due| due.kind == Cue(0)).unwrap();
            let wanted = batch.value(handle, 0.0).unwrap_or(0.7);
            assert_eq!(cue.value.to_bits(), wanted.to_bits(), "{easing:?} at {at}");
        }
    }
}

#[test]
fn a_refused_cue_changes_nothing() {
    let mut batch = TweenBatch::new("tests", Tick::ZERO);
    let gone = batch.start(&plain(2, 0)).unwrap();
    batch.advance_to(Tick::new(2)).unwrap();
    let tween = batch.start(&plain(5, 0)).unwrap();
    batch.advance_to(Tick::new(4)).unwrap();
    let waits = batch.start(&plain(5, 1)).unwrap();
    let before = batch.clone();
    assert_eq!(batch.cue(gone, 1, 0), Err(BatchError::Stale));
    assert_eq!(batch.cue(tween, 6, 0), Err(BatchError::CueAfterEnd { at: 6, ticks: 5 }));
    assert_eq!(
        batch.cue(waits, u32::MAX, 0),
        Err(BatchError::CueAfterEnd { at: u32::MAX, ticks: 5 })
    );
    assert_eq!(batch.cue(tween, 1, 0), Err(BatchError::CuePassed { at: 1, since: 2 }));
    assert_eq!(batch, before);
    assert!(batch.cue(tween, 2, 0).is_ok() && batch.cue(waits, 0, 0).is_ok());
}

#[test]
fn a_cancelled_tween_leaves_no_trace_of_its_cues() {
    let mut plainly = TweenBatch::new("tests", Tick::ZERO);
    let handles = [9, 8, 7, 6].map(|ticks| plainly.start(&plain(ticks, 0)).unwrap());
    plainly.cue(handles[2], 5, 1).unwrap();
    let mut other = TweenBatch::new("tests", Tick::ZERO);
    for ticks in [9, 8, 7, 6] {
        other.start(&plain(ticks, 0)).unwrap();
    }
    // In another order, with other tweens that end.
    other.cue(handles[1], 3, 7).unwrap();
    other.cue(handles[2], 5, 1).unwrap();
    other.cue(handles[1], 5, 0).unwrap();
    assert_ne!(plainly, other);
    for batch in [&mut plainly, &mut other] {
        assert!(batch.cancel(handles[1]));
    }
    assert_eq!((&plainly, digest(&plainly)), (&other, digest(&other)));
    let mut read = from_bytes::<f32, 1>(&other.store().bytes()).unwrap();
    let [events, others] = [&mut plainly, &mut other].map(|batch| {
        batch.start(&plain(1, 0)).unwrap(); // in the slot of the cancelled tween
        kinds(batch.advance_to(Tick::new(20)).unwrap())
    });
    assert_eq!(events, others);
    assert_eq!(kinds(read.advance_to(Tick::new(5)).unwrap()), [(5, 2, Cue(1))]);
}

#[test]
fn the_order_in_which_cues_are_added_is_not_part_of_a_batch() {
    let mut one = TweenBatch::new("tests", Tick::ZERO);
    let handle = one.start(&plain(9, 0)).unwrap();
    let mut other = one.clone();
    (0..40).for_each(|cue| one.cue(handle, u32::from(cue % 7), cue).unwrap());
    (0..40).rev().for_each(|cue| other.cue(handle, u32::from(cue % 7), cue).unwrap());
    assert_eq!((digest(&one), one.store().bytes()), (digest(&other), other.store().bytes()));
}

#[test]
fn cues_of_cancelled_tweens_do_not_pile_up() {
    let mut batch = TweenBatch::new("tests", Tick::ZERO);
    let kept = batch.start(&plain(1 << 20, 0)).unwrap();
    for cue in 0..10_000 {
        let handle = batch.start(&plain(1 << 20, 0)).unwrap();
        (0..10).for_each(|at| batch.cue(handle, (1 << 19) + at, cue).unwrap());
        batch.cancel(handle);
        if cue % 1000 == 0 {
            batch.cue(kept, u32::from(cue), cue).unwrap();
        }
    }
    assert!(batch.store().cues().len() <= 100, "{}", batch.store().cues().len());
    let events = kinds(batch.advance_to(Tick::new(1 << 20)).unwrap());
    let wanted: Vec<_> = (0..10).map(|i| (i64::from(i) * 1000, 0, Cue(i * 1000))).collect();
    assert_eq!(events, [&wanted[..], &[(1 << 20, 0, End)]].concat());
}

#[test]
fn cues_that_are_not_due_are_not_visited() {
    let mut batch = TweenBatch::new("tests", Tick::ZERO);
    for at in 0..10_000 {
        let handle = batch.start(&plain(1 << 20, 0)).unwrap();
        batch.cue(handle, 1000 + at, 0).unwrap();
    }
    for tick in 1..1000 {
        assert!(batch.advance_to(Tick::new(tick)).unwrap().is_empty());
    }
    assert_eq!(batch.store().cues().searched(), 0);
    assert_eq!(batch.advance_to(Tick::new(1100)).unwrap().len(), 101);
    assert_eq!(batch.store().cues().searched(), 101, "a block of 16 cues each");
}

#[test]
fn a_steady_step_with_cues_allocates_nothing() {
    let mut batch = TweenBatch::new("tests", Tick::ZERO);
    let frame = |batch: &mut TweenBatch<f32>| {
        for delay in 0..4 {
            let handle = batch.start(&plain(10, delay)).unwrap();
            batch.cue(handle, 3, 0).unwrap();
            batch.cue(handle, 10, 1).unwrap();
            if delay == 2 {
                batch.cancel(handle);
            }
        }
        let next = batch.now().next();
        batch.advance_to(next).unwrap().len()
    };
    (0..100).for_each(|_| _ = frame(&mut batch));
    let counted =
        allocation_counter::measure(|| (0..100).for_each(|_| assert_eq!(frame(&mut batch), 11)));
    assert_eq!(counted.count_total, 0);
}

#[test]
fn damaged_cues_are_refused() {
    let mut batch = TweenBatch::new("tests", Tick::ZERO);
    let handles = [plain(9, 0), plain(9, 6)].map(|tween| batch.start(&tween).unwrap());
    batch.advance_to(Tick::new(4)).unwrap();
    batch.cue(handles[0], 5, 1).unwrap();
    batch.cue(handles[1], 5, 2).unwrap();
    let bytes = batch.store().bytes();
    assert_eq!(from_bytes::<f32, 1>(&bytes).unwrap(), batch);
    // Their count is in the head, and the cues come last.
    let place = |word: usize| if word == 0 { 4 * 10 } else { bytes.len() - 4 * 9 + 4 * word };
    // Index of a word, and its new content.
    let cases = [
        (0, 0, "no cues"),
        (0, 1, "too low a count"),
        (0, 3, "too high a count"),
        (0, u32::MAX, "the highest count"),
        (1, 6, "after the end of the first tween"),
        (1, u32::MAX, "over"),
        (2, 7, "of a stale tween"),
        (3, 1, "of a slot with another tween"),
        (3, 2, "of a missing slot"),
        (4, 1 << 16, "too high a number"),
        (5, 1, "before the start of the second tween"),
        (5, 12, "after the end of the second tween"),
        (5, 1 << 30, "after the end of all tweens"),
    ];
    for (word, number, why) in cases {
        let mut damaged = bytes.clone();
        damaged[place(word)..][..4].copy_from_slice(&u32::to_le_bytes(number));
        assert!(from_bytes::<f32, 1>(&damaged).is_err(), "{why}");
    }
    for (word, number) in [(1, 5), (1, 0), (4, 65535), (5, 2), (5, 11)] {
        let mut other = bytes.clone();
        other[place(word)..][..4].copy_from_slice(&u32::to_le_bytes(number));
        let mut read = from_bytes::<f32, 1>(&other).unwrap();
        let events = read.advance_to(Tick::new(20)).unwrap();
        let events = events.iter().filter(|due| matches!(due.kind, TweenEventKind::Cue(_))).count();
        assert_eq!(events, 2);
    }
}
