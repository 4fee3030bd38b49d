mod blocks;
mod cues;
mod laws;

use alloc::vec::Vec;
use core::ops::Range;

use proptest::prelude::*;

use super::{
    BatchError, Lanes, Tween, TweenBatch, TweenEvent, TweenEventKind, TweenHandle,
    lanes::LaneStore, load::BadBytes, save::HERMITE, store::Store,
};
use crate::{
    digest::digest,
    time::Tick,
    value::{Curve, Easing, Polynomial, Quat, Vec3},
};

const LONGEST: i64 = (1 << 23) - 1;

fn plain(ticks: u32, delay: u32) -> Tween<f32> {
    Tween { from: 1.0, to: 3.0, ticks, delay, easing: Easing::LINEAR }
}

fn kinds(events: &[TweenEvent<f32>]) -> Vec<(i64, u32, TweenEventKind)> {
    events.iter().map(|due| (due.tick.get(), due.handle.index(), due.kind)).collect()
}

/// Easings with a polynomial, and some without.
pub(super) fn easings() -> Vec<Easing> {
    let others = [
        Easing::OUT_EXPO,
        Easing::IN_OUT_CIRC,
        Easing::OUT_ELASTIC,
        Easing::OUT_BOUNCE,
        Easing::EASE,
        Easing::STEP_END,
        Easing::STEP_START,
        Easing::OutIn(Curve::Cubic),
        Easing::Out(Curve::Back { overshoot: 2.5 }),
    ];
    let spring = [Easing::spring(0.3)];
    Polynomial::ALL.into_iter().map(Polynomial::easing).chain(others).chain(spring).collect()
}

/// One to three of them, so that each has many tweens.
pub(super) fn few_easings() -> impl Strategy<Value = Vec<Easing>> {
    prop::collection::vec(prop::sample::select(easings()), 1..=3)
}

/// The batch with these bytes.
fn from_bytes<T: Lanes<Numbers = [f32; N]>, const N: usize>(
    bytes: &[u8],
) -> Result<TweenBatch<T>, BadBytes>
where
    [f32; N]: LaneStore<Store = Store<N>>,
{
    let mut batch = TweenBatch::new("", Tick::ZERO);
    *batch.store_mut() = Store::from_bytes(bytes)?;
    Ok(batch)
}

/// Whole blocks of rows end; either of two neighbours can be the earlier one.
#[test]
fn ends_come_in_order_across_whole_blocks_of_rows() {
    for named in [0, u32::MAX - 40] {
        for stride in [0, 1, 2, 3, 15, 62, 63] {
            let mut batch = TweenBatch::<f32>::new("tests", Tick::ZERO);
            batch.store_mut().slots_mut().name_next(named);
            let delays: Vec<u32> = (0..96).map(|i| i * stride % 64).collect();
            let start = |delay: &u32| batch.start(&plain(100 - delay, *delay)).unwrap();
            let mut wanted: Vec<_> = delays.iter().map(start).zip(&delays).collect();
            batch.advance_to(Tick::new(99)).unwrap();
            // The last row takes the place, out of order within a block.
            for (gone, _) in wanted.extract_if(.., |(handle, _)| handle.index() == 3) {
                assert!(batch.cancel(gone));
            }
            wanted.sort_by_key(|(_, delay)| **delay);
            let wanted: Vec<_> = wanted.into_iter().map(|(handle, _)| handle).collect();
            let ends = batch.advance_to(Tick::new(100)).unwrap();
            let events: Vec<_> = ends.iter().map(|due| due.handle).collect();
            assert_eq!(events, wanted, "{named} and {stride}");
        }
    }
}

/// The same for rows with odd slots only, because rows of another group have the even ones.
#[test]
fn ends_come_in_order_where_two_groups_take_turns_with_the_slots() {
    let mut batch = TweenBatch::<f32>::new("tests", Tick::ZERO);
    let mut wanted = Vec::new();
    for _ in 0..48 {
        batch.start(&Tween { easing: Easing::OUT_QUAD, ..plain(200, 0) }).unwrap();
        wanted.push(batch.start(&plain(100, 0)).unwrap());
    }
    // The last row takes the place.
    assert!(batch.cancel(wanted.remove(3)));
    let ends = batch.advance_to(Tick::new(100)).unwrap();
    assert_eq!(ends.iter().map(|due| due.handle).collect::<Vec<_>>(), wanted);
}

#[test]
fn a_batch_counts_live_and_waiting_tweens() {
    let mut batch = TweenBatch::<f32>::new("tests", Tick::ZERO);
    let counts = |batch: &TweenBatch<f32>| (batch.len(), batch.waiting(), batch.is_empty());
    assert_eq!(counts(&batch), (0, 0, true));
    batch.start(&plain(9, 5)).unwrap();
    assert_eq!(counts(&batch), (0, 1, true), "a waiting tween is not live");
    batch.start(&plain(4, 0)).unwrap();
    assert_eq!(counts(&batch), (1, 1, false));
    batch.advance_to(Tick::new(5)).unwrap();
    assert_eq!(counts(&batch), (1, 0, false));
    batch.advance_to(Tick::new(14)).unwrap();
    assert_eq!(counts(&batch), (0, 0, true));
}

#[test]
fn the_slot_of_the_first_end_is_used_next() {
    for retired in [false, true] {
        let mut batch = TweenBatch::new("tests", Tick::ZERO);
        if retired {
            batch.start(&plain(1, 0)).unwrap();
            batch.store_mut().slots_mut().turn_over();
        }
        let mut round = || {
            let started: Vec<_> =
                (0..40).map(|_| batch.start(&plain(1, 0)).unwrap().index()).collect();
            batch.advance_to(batch.now() + 1).unwrap();
            started
        };
        round();
        let (second, third) = (round(), round());
        assert_eq!(second, third);
        assert!(second.is_sorted());
    }
}

#[test]
fn an_end_carries_the_exact_value() {
    let mut batch = TweenBatch::new("tests", Tick::ZERO);
    // 0.1 + (0.7 - 0.1) is not 0.7 in an f32.
    let tween = Tween { from: 0.1, to: 0.7, ticks: 3, delay: 0, easing: Easing::OUT_BACK };
    let handle = batch.start(&tween).unwrap();
    let events = batch.advance_to(Tick::new(9)).unwrap();
    assert_eq!(
        events,
        [TweenEvent { tick: Tick::new(3), handle, kind: TweenEventKind::End, value: 0.7 }]
    );
}

#[test]
fn events_at_one_tick_come_in_the_order_of_enqueueing() {
    let mut batch = TweenBatch::new("tests", Tick::ZERO);
    for (ticks, delay) in [(100, 0), (40, 60), (99, 1), (30, 100)] {
        batch.start(&plain(ticks, delay)).unwrap();
    }
    batch.advance_to(Tick::new(70)).unwrap();
    batch.start(&plain(30, 0)).unwrap();
    let events = kinds(batch.advance_to(Tick::new(100)).unwrap());
    use TweenEventKind::{End, Start};
    // 3 was enqueued for its start at tick 0; 2 for its end at tick 1, 1 at tick 60, 4 at tick 70.
    let order = [(0, End), (3, Start), (2, End), (1, End), (4, End)];
    assert_eq!(events, order.map(|(index, kind)| (100, index, kind)));
}

/// Thousands of tweens of one group, which the step finds block by block and moves as others end.
#[test]
fn thousands_of_events_come_in_order() {
    let mut dice = 1_u64;
    let mut roll = |sides: u32| {
        dice = dice.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
        u32::try_from(dice >> 33).unwrap() % sides
    };
    let mut batch = TweenBatch::new("tests", Tick::new((1 << 32) - 150));
    // The expected events: due tick, order tick, index, kind.
    let (mut wanted, mut events, mut handles) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..300 {
        let now = batch.now().get();
        for _ in 0..roll(60) {
            let (ticks, delay) = (1 + roll(250), if roll(3) == 0 { roll(200) } else { 0 });
            let handle = batch.start(&plain(ticks, delay)).unwrap();
            let (index, start) = (handles.len(), now + i64::from(delay));
            handles.push(Some(handle));
            if delay > 0 {
                wanted.push((start, now, index, TweenEventKind::Start));
            }
            wanted.push((start + i64::from(ticks), start, index, TweenEventKind::End));
        }
        if let Some(index) = handles.len().checked_sub(1 + roll(200) as usize)
            && let Some(handle) = handles[index].take()
            && batch.cancel(handle)
        {
            wanted.retain(|due| due.2 != index || due.0 <= now);
        }
        let to = batch.now() + i64::from(roll(4));
        for due in batch.advance_to(to).unwrap() {
            events.push((due.tick.get(), due.handle, due.kind));
        }
    }
    assert!(batch.len() > 2000, "several strips of blocks");
    let end = batch.now() + 1000;
    events.extend(
        batch.advance_to(end).unwrap().iter().map(|due| (due.tick.get(), due.handle, due.kind)),
    );
    wanted.sort_by_key(|due| (due.0, due.1, due.2));
    assert_eq!(events.len(), wanted.len());
    for (events, wanted) in events.iter().zip(&wanted) {
        assert_eq!((events.0, events.2), (wanted.0, wanted.3));
        assert_eq!(handles[wanted.2].unwrap_or(events.1), events.1);
    }
}

#[test]
fn generations_that_wrap_leave_old_slots_unused() {
    let mut batch = TweenBatch::new("tests", Tick::ZERO);
    let mut old = Vec::new();
    for _ in 0..3 {
        old.push(batch.start(&plain(1, 0)).unwrap());
    }
    old.push(batch.start(&plain(9, 0)).unwrap());
    batch.advance_to(Tick::new(1)).unwrap();
    batch.store_mut().slots_mut().turn_over();
    let last = batch.start(&plain(5, 0)).unwrap();
    let first = batch.start(&plain(5, 0)).unwrap();
    let generation = |handle: TweenHandle| handle.id_in(batch.store().name()).unwrap().generation();
    assert_eq!((generation(last), generation(first)), (u32::MAX, 0));
    assert!(!old.iter().any(|old| old.index() == first.index()), "old slots are retired");
    let read = from_bytes::<f32, 1>(&batch.store().bytes()).unwrap();
    assert_eq!(read, batch);
    for batch in &mut [batch, read] {
        let events = kinds(batch.advance_to(Tick::new(9)).unwrap());
        let ends = [(6, last), (6, first), (9, old[3])];
        assert_eq!(
            events,
            ends.map(|(at, handle)| (at, handle.index(), TweenEventKind::End)),
            "in order"
        );
        let next = [batch.start(&plain(1, 0)).unwrap(), batch.start(&plain(1, 0)).unwrap()];
        assert_eq!(next.map(|next| next.index()), [first.index(), first.index() + 1]);
    }
}

#[test]
fn a_stale_handle_never_names_another_tween() {
    let mut batch = TweenBatch::new("tests", Tick::ZERO);
    let first = batch.start(&plain(2, 0)).unwrap();
    batch.advance_to(Tick::new(2)).unwrap();
    let second = batch.start(&plain(2, 0)).unwrap();
    assert_eq!(first.index(), second.index(), "the slot is reused");
    assert!(!batch.contains(first) && !batch.cancel(first));
    assert_eq!((batch.value(first, 0.0), batch.index_of(first)), (None, None));
    assert!(batch.contains(second));
}

#[test]
fn a_refused_call_changes_nothing() {
    let late = Tick::new(i64::MAX - 10);
    let mut batch = TweenBatch::new("tests", late);
    let handle = batch.start(&plain(4, 6)).unwrap();
    let before = batch.clone();
    let beyond = TweenBatch::<f32>::LONGEST + 1;
    assert_eq!(batch.start(&plain(0, 0)), Err(BatchError::Duration { ticks: 0 }));
    assert_eq!(batch.start(&plain(beyond, 0)), Err(BatchError::Duration { ticks: beyond }));
    assert_eq!(batch.start(&plain(1, beyond)), Err(BatchError::Delay { ticks: u64::from(beyond) }));
    assert_eq!(batch.start(&plain(5, 6)), Err(BatchError::EndOfTime));
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for tween in [plain(4, 0), plain(4, 3)] {
            assert_eq!(batch.start(&Tween { from: bad, ..tween }), Err(BatchError::NotFinite));
            assert_eq!(batch.start(&Tween { to: bad, ..tween }), Err(BatchError::NotFinite));
        }
        assert_eq!(batch.retarget(handle, bad, 4, Easing::LINEAR), Err(BatchError::NotFinite));
        assert_eq!(batch.retarget_smoothly(handle, bad, 4), Err(BatchError::NotFinite));
    }
    let back = late - 1;
    assert_eq!(batch.advance_to(back), Err(BatchError::Backwards { now: late, to: back }));
    assert_eq!(batch, before);
    let events = batch.advance_to(Tick::new(i64::MAX)).unwrap();
    assert_eq!(events.len(), 2, "the batch can reach the last tick");
}

#[test]
fn a_steady_step_allocates_nothing() {
    let mut batch = TweenBatch::new("tests", Tick::ZERO);
    let mut values = Vec::new();
    let mut now = Tick::ZERO;
    let mut frame = |batch: &mut TweenBatch<f32>| {
        for delay in 0..4 {
            batch.start(&plain(10, delay)).unwrap();
        }
        now = now.next();
        batch.advance_to(now).unwrap();
        batch.sample_into(0.5, &mut values);
    };
    (0..100).for_each(|_| frame(&mut batch));
    let counted = allocation_counter::measure(|| (0..100).for_each(|_| frame(&mut batch)));
    assert_eq!(counted.count_total, 0);
}

#[cfg(feature = "serde")]
#[test]
fn text_formats_hold_a_batch_too() {
    let mut batch = TweenBatch::new("tests", Tick::new(-7));
    batch.start(&plain(20, 0)).unwrap();
    batch.start(&plain(20, 4)).unwrap();
    let text = serde_json::to_string(&batch).unwrap();
    assert_eq!(serde_json::from_str::<TweenBatch<f32>>(&text).unwrap(), batch);
    assert!(serde_json::from_str::<TweenBatch<f32>>("[1,0,0,0]").is_err());
}

#[test]
fn a_tween_that_gets_a_new_end_smoothly_keeps_its_velocity() {
    const TICKS: u32 = 1 << 20;
    // The velocity at a tick, in changes per duration: the slope of the easing there.
    let steepest = 10.0 * core::f32::consts::LN_2;
    let cases = [
        (Easing::LINEAR, 1 << 19, 1.0),
        (Easing::OUT_QUAD, 1 << 18, 1.5),
        (Easing::OUT_EXPO, 0, steepest),
        (Easing::OUT_EXPO, 1 << 19, steepest / 32.0),
        (Easing::IN_EXPO, i64::from(TICKS) - 1, steepest),
        (Easing::STEP_END, 1 << 19, 0.0),
    ];
    for (easing, at, velocity) in cases {
        let mut batch = TweenBatch::new("tests", Tick::ZERO);
        let tween = Tween { from: 0.0, to: 1.0, ticks: TICKS, delay: 0, easing };
        let handle = batch.start(&tween).unwrap();
        // The curve that starts with this velocity at `from` and comes to rest at `to`.
        let mut moves_on = |by: i64, distance: f32, velocity: f32| {
            batch.advance_to(batch.now() + by).unwrap();
            let from = batch.value(handle, 0.0).unwrap();
            batch.retarget_smoothly(handle, from + distance, TICKS).unwrap();
            assert_eq!(batch.value(handle, 0.0), Some(from), "{easing:?} at {at}");
            let quarter = i64::from(TICKS / 4);
            for (t, moved) in [(1, 10.0 / 64.0), (2, 0.5), (3, 54.0 / 64.0)] {
                let rest = 1.0 - t as f32 / 4.0;
                let wanted = from + distance * moved + velocity * (1.0 - rest) * rest * rest;
                batch.advance_to(batch.now() + quarter).unwrap();
                let value = batch.value(handle, 0.0).unwrap();
                let near = 2e-3 * (1.0 + velocity.abs());
                assert!((value - wanted).abs() < near, "{easing:?} at {at}: {value}, {wanted}");
            }
        };
        moves_on(at, 2.0, velocity);
        // At three quarters, and from there with less and less.
        let slope = 2.0 * 6.0 * 3.0 / 16.0 - velocity * 5.0 / 16.0;
        moves_on(0, 0.0, slope);
        moves_on(0, 0.0, slope * -5.0 / 16.0);
    }
}

#[test]
fn a_batch_in_which_all_has_ended_can_be_saved() {
    let mut batch = TweenBatch::new("tests", Tick::ZERO);
    (0..3).for_each(|_| _ = batch.start(&plain(2, 0)).unwrap());
    batch.advance_to(Tick::new(5)).unwrap();
    assert_eq!(from_bytes::<f32, 1>(&batch.store().bytes()), Ok(batch));
}

/// The batch with other words in place of these.
fn with_words(words: &[u32], at: Range<usize>, other: &[u32]) -> Result<TweenBatch<f32>, BadBytes> {
    let words = [&words[..at.start], other, &words[at.end..]].concat();
    from_bytes(&words.into_iter().flat_map(u32::to_le_bytes).collect::<Vec<_>>())
}

fn words(batch: &TweenBatch<f32>) -> Vec<u32> {
    let words = batch.store().bytes().as_chunks().0.to_vec();
    words.into_iter().map(u32::from_le_bytes).collect()
}

#[test]
fn damaged_motions_are_refused() {
    let mut batch = TweenBatch::new("tests", Tick::ZERO);
    let handle = batch.start(&plain(100, 0)).unwrap();
    batch.retarget_smoothly(handle, 5.0, 40).unwrap();
    let words = words(&batch);
    let at = words.iter().rposition(|word| *word == HERMITE).unwrap();
    let with = |motion: &[u32]| with_words(&words, at..at + 2, motion);
    assert_eq!(with(&words[at..at + 2]), Ok(batch));
    assert!(with(&[HERMITE, f32::NAN.to_bits()]).is_err());
    assert!(with(&[Polynomial::OutQuad as u32]).is_err(), "a polynomial has its own group");
}

#[test]
fn damaged_waiting_tweens_are_refused() {
    let mut batch = TweenBatch::new("tests", Tick::ZERO);
    batch.start(&plain(77, 55)).unwrap();
    let words = words(&batch);
    let times = [55, 77, 55]; // ticks until the start, duration, delay
    let at = words.windows(3).position(|words| words == times).unwrap();
    let with = |times: &[u32]| with_words(&words, at..at + 3, times);
    assert_eq!(with(&times), Ok(batch));
    let beyond = TweenBatch::<f32>::LONGEST + 1;
    let damaged =
        [[0, 77, 55], [56, 77, 55], [55, 0, 55], [55, beyond, 55], [55, 77, 54], [55, 77, beyond]];
    for times in damaged {
        assert!(with(&times).is_err(), "{times:?}");
    }
}

#[test]
fn a_batch_that_takes_over_another_state_has_no_events() {
    let mut batch = TweenBatch::new("tests", Tick::ZERO);
    let before = batch.clone();
    batch.start(&plain(2, 0)).unwrap();
    assert_eq!(batch.advance_to(Tick::new(5)).unwrap().len(), 1);
    batch.clone_from(&before);
    assert!(batch.events().is_empty());
}

#[test]
fn a_waiting_tween_that_gets_a_new_end_smoothly_starts_from_rest() {
    let mut batch = TweenBatch::new("tests", Tick::ZERO);
    let handle = batch.start(&plain(9, 10)).unwrap();
    batch.retarget_smoothly(handle, 65.0, 64).unwrap();
    // 64 times 3t^2 - 2t^3, from 1.
    for (tick, wanted) in [(10, 1.0), (26, 11.0), (42, 33.0), (58, 55.0)] {
        batch.advance_to(Tick::new(tick)).unwrap();
        let value = batch.value(handle, 0.0).unwrap();
        assert!((value - wanted).abs() < 1e-3, "{value} at {tick}");
    }
}

#[test]
fn a_rotation_that_gets_a_new_end_smoothly_keeps_its_velocity() {
    const STEP: f32 = 0.2;
    let turn = |angle: f64| Quat::about(Vec3::new(0.0_f32, 0.0, 1.0), angle);
    let (from, to, easing) = (turn(0.0), turn(1.0), Easing::OUT_QUAD);
    let mut batch = TweenBatch::new("tests", Tick::ZERO);
    let handle = batch.start(&Tween { from, to, ticks: 4096, delay: 0, easing }).unwrap();
    let angle = |batch: &TweenBatch<Quat>, alpha| {
        let at = batch.value(handle, alpha).unwrap();
        2.0 * libm::atan2(at.z.into(), at.w.into())
    };
    for goal in [2.0, -0.5, 1.5] {
        batch.advance_to(batch.now() + 1023).unwrap();
        let before = angle(&batch, 1.0) - angle(&batch, 1.0 - STEP);
        batch.advance_to(batch.now() + 1).unwrap();
        batch.retarget_smoothly(handle, turn(goal), 4096).unwrap();
        let after = angle(&batch, STEP) - angle(&batch, 0.0);
        assert!((after - before).abs() < 0.02 * before.abs(), "{goal}: {after}, {before}");
    }
}

#[test]
fn a_batch_refuses_handles_of_another_name_kind_or_number_of_lanes() {
    use super::SpringBatch;
    use crate::{
        time::{TickRate, ms},
        value::{Spring, Vec2},
    };

    let card = TweenBatch::new("cards", Tick::ZERO).start(&plain(9, 0)).unwrap();
    let mut others = TweenBatch::new("others", Tick::ZERO);
    others.start(&plain(9, 0)).unwrap();
    let (from, to) = (Vec2::new(0.0_f32, 0.0), Vec2::new(1.0, 1.0));
    let mut places = TweenBatch::new("cards", Tick::ZERO);
    places.start(&Tween { from, to, ticks: 9, delay: 0, easing: Easing::LINEAR }).unwrap();
    let mut springs = SpringBatch::new("cards", TickRate::HZ_60, Tick::ZERO);
    let spring = springs.start(0.0_f32, 1.0, Spring::smooth(ms(300))).unwrap();
    assert_eq!(card.index(), spring.index(), "the first row of each batch");

    assert_eq!(others.retarget(card, 5.0, 9, Easing::LINEAR), Err(BatchError::OtherBatch));
    assert_eq!(places.retarget(card, from, 9, Easing::LINEAR), Err(BatchError::OtherBatch));
    let smooth = Spring::smooth(ms(300));
    assert_eq!(springs.spring_to(card, 5.0, smooth), Err(BatchError::OtherBatch));
    assert_eq!(others.retarget(spring, 5.0, 9, Easing::LINEAR), Err(BatchError::OtherBatch));
    assert_eq!((others.value(card, 0.5), others.index_of(card)), (None, None));
    assert_eq!((places.value(card, 0.5), springs.value(card, 0.5)), (None, None));
    assert!(!others.contains(card) && !places.contains(card) && !springs.contains(card));
    assert_eq!(others.cue(card, 3, 7), Err(BatchError::OtherBatch));
    assert!(!others.cancel(card) && !places.cancel(card) && !springs.cancel(card));
    assert_eq!((others.len(), places.len(), springs.len()), (1, 1, 1));
}

/// The same calls make the same state, so a copy, a loaded batch and a second batch accept the same handles.
#[test]
fn batches_made_by_the_same_calls_are_one_state() {
    let made = || {
        let mut batch = TweenBatch::new("cards", Tick::ZERO);
        let handle = batch.start(&plain(9, 0)).unwrap();
        (batch, handle)
    };
    let ((one, handle), (second, other)) = (made(), made());
    assert_eq!((&one, handle), (&second, other));
    let loaded = from_bytes::<f32, 1>(&one.store().bytes()).unwrap();
    for mut batch in [one.clone(), loaded, second] {
        assert_eq!(batch.retarget(handle, 5.0, 9, Easing::LINEAR), Ok(()));
    }
}

#[test]
fn equal_batches_hash_alike_and_others_do_not() {
    let mut batch = TweenBatch::new("", Tick::ZERO);
    let empty = digest(&batch);
    batch.start(&plain(10, 2)).unwrap();
    assert_eq!(digest(&batch), digest(&batch.clone()));
    assert_ne!(digest(&batch), empty);
}
