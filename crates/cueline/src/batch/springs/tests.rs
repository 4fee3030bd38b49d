//! The laws of a batch of springs.

use alloc::vec::Vec;

use proptest::prelude::*;

use super::SpringBatch;
use crate::{
    batch::{BatchError, Lanes, TweenEventKind, TweenHandle, spring::SpringRates},
    digest::digest,
    time::{Span, Tick, TickRate, ms},
    value::{Quat, Spring, Vec3},
};

const RATE: TickRate = TickRate::HZ_60;

fn ticks(count: f64) -> Span {
    Span::from_secs_f64(count / 60.0).unwrap()
}

/// Damping ratios below, at, near and above 1.
fn springs() -> impl Strategy<Value = Spring> {
    let ratio = prop_oneof![
        3 => 0.05..0.98_f64,
        1 => Just(1.0),
        1 => prop::sample::select(&[1.0 - 1e-12, 1.0 + 1e-12, 1.0 - 1e-7, 1.0 + 1e-7, 1.0 + 1e-6][..]),
        1 => 1.0..8.0_f64,
    ];
    (ratio, 1.0..60.0_f64, prop_oneof![Just(1.0), 0.1..10.0_f64]).prop_map(|(ratio, w, mass)| {
        Spring::new(w * w * mass, 2.0 * ratio * w * mass, mass).unwrap()
    })
}

fn number() -> impl Strategy<Value = f32> {
    prop_oneof![-100.0..100.0_f32, Just(0.0), Just(-0.0), Just(1e-30)]
}

/// Compares with the exact motion at thousands of times, from rest and with a velocity.
#[test]
#[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
fn the_motion_stays_within_the_stated_error() {
    let ratios = [
        0.003,
        0.01,
        0.03,
        0.1,
        0.3,
        0.5,
        0.7,
        0.85,
        0.95,
        0.99,
        0.999,
        0.9999,
        0.999_999,
        1.0,
        1.000_000_1,
        1.000_01,
        1.01,
        1.1,
        2.0,
        7.0,
    ];
    let mut closest: f64 = 0.0;
    for (z, w) in ratios.iter().flat_map(|z| [0.3, 7.0, 40.0].map(|w| (*z, w))) {
        let spring = Spring::new(w * w, 2.0 * z * w, 1.0).unwrap();
        let rates = SpringRates::new(&spring, RATE);
        let settles = spring.settling_duration().unwrap().as_secs_f64() * 60.0;
        let (mut worst, mut worst_rate): (f64, f64) = (0.0, 0.0);
        for step in 0..4000 {
            // Rounded to an f32, and to a flick.
            let since = (settles * f64::from(step) / 4000.0) as f32;
            let at = ticks(f64::from(since));
            let found = rates.factors(since);
            let (x, v) = spring.at(at, 1.0, 0.0);
            worst = worst.max((1.0 - x - f64::from(found.progress)).abs());
            worst_rate = worst_rate.max((-v / w - f64::from(found.progress_rate) * 60.0 / w).abs());
            // A velocity that covers as much distance: w per second.
            let (x, v) = spring.at(at, 0.0, w);
            worst = worst.max((x - f64::from(found.carry) / 60.0 * w).abs());
            worst_rate = worst_rate.max((v / w - f64::from(found.carry_rate)).abs());
        }
        let stated = (1.0 + 0.1 / z) * 1e-6;
        assert!(worst <= stated, "{worst:e} at ratio {z} and {w}, stated: {stated:e}");
        assert!(worst_rate <= 2.0 * stated, "{worst_rate:e} of velocity at ratio {z} and {w}");
        closest = closest.max(worst / stated);
    }
    assert!(closest > 0.2, "the stated bound is too loose: {closest}");
}

#[derive(Clone, Debug)]
enum Act {
    Start(u32, [f32; 3], [f32; 3], Spring),
    SpringTo(prop::sample::Index, [f32; 3], Spring),
    Cancel(prop::sample::Index),
    Cue(prop::sample::Index, u32),
    Advance(i64),
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let lanes = || [number(), number(), number()];
    let start = move || {
        (prop_oneof![Just(0), 0..50_u32], lanes(), lanes(), springs())
            .prop_map(|(delay, from, to, spring)| Act::Start(delay, from, to, spring))
    };
    let act = prop_oneof![
        4 => start(),
        4 => (any::<prop::sample::Index>(), lanes(), springs())
            .prop_map(|(index, to, spring)| Act::SpringTo(index, to, spring)),
        1 => any::<prop::sample::Index>().prop_map(Act::Cancel),
        1 => (any::<prop::sample::Index>(), 0..99_u32).prop_map(|(index, at)| Act::Cue(index, at)),
        3 => (0..120_i64).prop_map(Act::Advance),
    ];
    // Enough rows for whole blocks.
    let first = prop_oneof![1 => Just(0), 1 => 16..50_usize];
    let first = first.prop_flat_map(move |count| prop::collection::vec(start(), count));
    (first, prop::collection::vec(act, 1..60)).prop_map(|(first, then)| [first, then].concat())
}

type Events = Vec<(i64, TweenHandle, TweenEventKind, [u32; 3])>;

fn bits(value: [f32; 3]) -> [u32; 3] {
    value.map(f32::to_bits)
}

/// The events, and the bits of all values after each; time advances in steps of at most `step`.
fn run(
    acts: &[Act],
    step: i64,
    mut after: impl FnMut(&mut SpringBatch<[f32; 3]>),
) -> (SpringBatch<[f32; 3]>, Events) {
    let mut batch = SpringBatch::new("tests", RATE, Tick::new(-3));
    let (mut handles, mut events) = (Vec::new(), Events::new());
    for act in acts {
        match act {
            Act::Start(delay, from, to, spring) => {
                handles.push(batch.start_after(*delay, *from, *to, *spring).unwrap());
            }
            Act::SpringTo(index, to, spring) if !handles.is_empty() => {
                let handle = *index.get(&handles);
                let there = batch.contains(handle);
                let found = batch.spring_to(handle, *to, *spring);
                assert_eq!(found, if there { Ok(()) } else { Err(BatchError::Stale) });
            }
            Act::Cancel(index) if !handles.is_empty() => {
                let handle = *index.get(&handles);
                let there = batch.contains(handle);
                assert_eq!(batch.cancel(handle), there);
                assert!(!batch.contains(handle));
            }
            Act::Cue(index, at) if !handles.is_empty() => {
                let _ = batch.cue(*index.get(&handles), *at, 7);
            }
            Act::Advance(by) => {
                let end = batch.now() + *by;
                while batch.now() < end {
                    let to = (batch.now() + step).min(end);
                    for event in batch.advance_to(to).unwrap() {
                        let value = bits(event.value);
                        events.push((event.tick.get(), event.handle, event.kind, value));
                    }
                    after(&mut batch);
                }
            }
            _ => {}
        }
    }
    (batch, events)
}

proptest! {
    /// Any division into steps gives the same events and the same state, to the bit.
    #[test]
    fn partition(acts in acts(), step in 1..9_i64) {
        let (whole, all) = run(&acts, i64::MAX, |_| {});
        let (parts, each) = run(&acts, step, |_| {});
        prop_assert_eq!(all, each);
        prop_assert_eq!(digest(&whole), digest(&parts));
        prop_assert_eq!(whole, parts);
    }

    /// A copy and a loaded batch continue like the original.
    #[test]
    fn state_is_data(acts in acts()) {
        let (one, all) = run(&acts, i64::MAX, |_| {});
        let (copied, each) = run(&acts, i64::MAX, |batch| *batch = batch.clone());
        prop_assert_eq!((&one, &all), (&copied, &each));
        #[cfg(feature = "serde")]
        {
            let (loaded, each) = run(&acts, i64::MAX, |batch| {
                let bytes = postcard::to_allocvec(batch).unwrap();
                *batch = postcard::from_bytes(&bytes).unwrap();
            });
            prop_assert_eq!((&one, &all), (&loaded, &each));
            let text = serde_json::to_string(&one).unwrap();
            prop_assert_eq!(&serde_json::from_str::<SpringBatch<[f32; 3]>>(&text).unwrap(), &one);
        }
    }

    /// Bulk samples equal single values, to the bit, at any alpha.
    #[test]
    fn single_and_bulk_samples_agree(acts in acts(), alpha in 0.0..1.0_f32) {
        let (batch, _) = run(&acts, i64::MAX, |_| {});
        let mut values = Vec::new();
        batch.sample_into(alpha, &mut values);
        prop_assert_eq!(values.len(), batch.len());
        for (handle, value) in batch.handles().zip(&values) {
            prop_assert_eq!(batch.value(handle, alpha).map(bits), Some(bits(*value)));
        }
    }

    /// The value stays to the bit, and the velocity except for rounding.
    #[test]
    fn a_new_target_keeps_value_and_velocity(
        from in number(), to in number(), then in number(), first in springs(), second in springs(),
        at in 0..200_i64,
    ) {
        let mut batch = SpringBatch::new("tests", RATE, Tick::ZERO);
        let handle = batch.start(from, to, first).unwrap();
        // Not at the end itself, where the handle is stale.
        let at = at.min(batch.settles_at(handle).unwrap().get() - 1);
        batch.advance_to(Tick::new(at)).unwrap();
        let seconds = at as f64 / 60.0;
        let before = batch.value(handle, 0.0).unwrap();
        batch.spring_to(handle, then, second).unwrap();
        prop_assert_eq!(batch.value(handle, 0.0).unwrap().to_bits(), before.to_bits());
        // Exact: the motion continues from this velocity.
        let distance = f64::from(from) - f64::from(to);
        let (_, velocity) = first.at(Span::from_secs_f64(seconds).unwrap(), distance, 0.0);
        let settles = batch.settles_at(handle).unwrap().get() - at;
        for later in 1..settles.min(90) {
            batch.advance_to(Tick::new(at + later)).unwrap();
            let since = Span::from_secs_f64(later as f64 / 60.0).unwrap();
            let (wanted, _) = second.at(since, f64::from(before) - f64::from(then), velocity);
            let found = f64::from(batch.value(handle, 0.0).unwrap()) - f64::from(then);
            let [stiffness, _, mass] = first.parts();
            let size = distance.abs() + (velocity * (mass / stiffness).sqrt()).abs();
            let z = first.damping_ratio().min(second.damping_ratio());
            // The distance that the velocity covers on the second spring.
            let [stiffness, _, mass] = second.parts();
            let leads = (velocity * (mass / stiffness).sqrt()).abs();
            let size = size * (1.0 + leads / (size + 1e-30)) + 200.0;
            let near = size * (1.0 + 0.1 / z) * 8e-6;
            prop_assert!((found - wanted).abs() <= near, "{} for {} after {}, {}", found, wanted, later, near);
        }
    }

    /// A spring that waits starts on time, as the one that it was sent on last.
    #[test]
    fn a_waiting_spring_is_the_last_one_that_it_got(
        [from, to, then] in [number(), number(), number()], [first, second] in [springs(), springs()],
        delay in 1..9_u32, at in 0..8_u32,
    ) {
        let new = || SpringBatch::new("tests", RATE, Tick::ZERO);
        let (mut sent, mut fresh) = (new(), new());
        let handle = sent.start_after(delay, from, to, first).unwrap();
        prop_assert_eq!(fresh.start_after(delay, from, then, second), Ok(handle));
        sent.advance_to(Tick::new((at % delay).into())).unwrap();
        sent.spring_to(handle, then, second).unwrap();
        for tick in i64::from(delay)..60 {
            let events = fresh.advance_to(Tick::new(tick)).unwrap();
            prop_assert_eq!(sent.advance_to(Tick::new(tick)).unwrap(), events);
            prop_assert_eq!(sent.value(handle, 0.5), fresh.value(handle, 0.5));
        }
        prop_assert_eq!(sent, fresh);
    }

    /// The end comes at the stated tick, the first tick at which the spring has settled, with the exact target; until
    /// then the value moves.
    #[test]
    fn a_spring_settles_at_the_stated_tick(from in number(), to in number(), spring in springs(), delay in 0..9_u32) {
        let mut batch = SpringBatch::new("tests", RATE, Tick::new(5));
        let handle = batch.start_after(delay, from, to, spring).unwrap();
        let settles = batch.settles_at(handle).unwrap();
        let exact = spring.settling_duration().unwrap();
        let (after, before) = (settles.get() - 5 - i64::from(delay), settles.get() - 6 - i64::from(delay));
        prop_assert!(RATE.span_of(after) >= exact && (RATE.span_of(before) < exact || after == 1));
        let before = batch.advance_to(settles - 1).unwrap().len();
        prop_assert_eq!(before, usize::from(delay > 0));
        let near = batch.value(handle, 0.99).unwrap();
        let size = (from - to).abs().max(1e-30);
        prop_assert!((near - to).abs() <= size * 2e-2 + (to.abs() + from.abs()) * 1e-6, "{} {}", near, to);
        let end = batch.advance_to(settles).unwrap()[0];
        prop_assert_eq!((end.kind, end.tick, end.value.to_bits()), (TweenEventKind::End, settles, to.to_bits()));
        prop_assert!(!batch.contains(handle) && batch.settles_at(handle).is_none());
    }
}

/// One block with springs below, at and above critical damping, and more springs than a block holds.
#[test]
fn different_springs_in_a_block_equal_single_springs() {
    let mut batch = SpringBatch::new("tests", RATE, Tick::ZERO);
    for i in 0..50 {
        let spring = Spring::with_bounce(ms(300 + 40 * i), 0.1 * (i % 19 - 9) as f64);
        batch.start([i as f32, 0.0], [0.0, 1.0], spring).unwrap();
    }
    let mut values = Vec::new();
    for tick in 0..40 {
        batch.advance_to(Tick::new(tick)).unwrap();
        batch.sample_into(0.25, &mut values);
        let each: Vec<_> =
            batch.handles().map(|handle| batch.value(handle, 0.25).unwrap()).collect();
        assert_eq!(values, each, "at {tick}");
    }
}

#[test]
fn many_rows_of_one_spring_equal_single_rows() {
    let since: Vec<f32> = (0..77).map(|i| i as f32 * 1.37).collect();
    for bounce in [0.7, 0.0, -0.5] {
        let rates = SpringRates::of(&Spring::with_bounce(ms(400), bounce), RATE).unwrap();
        let mut progress = alloc::vec![9.0; since.len() + 1];
        rates.progress_into(&since, &mut progress);
        let each = since.iter().map(|since| rates.at(*since).0.to_bits());
        let right: Vec<u32> = each.chain([9.0_f32.to_bits()]).collect();
        let found: Vec<u32> = progress.iter().map(|progress| progress.to_bits()).collect();
        assert_eq!(found, right, "{bounce}");
    }
}

fn length<const N: usize>(parts: [f32; N]) -> f64 {
    parts.map(f64::from).map(|part| part * part).iter().sum::<f64>().sqrt()
}

#[test]
fn rotations_keep_length_1_and_overshoot() {
    let turn = |angle: f64| Quat::about(Vec3::new(0.0, 0.0, 1.0), angle);
    let mut doors = SpringBatch::new("doors", RATE, Tick::ZERO);
    let door = doors.start(turn(0.0), turn(1.2), Spring::with_bounce(ms(400), 0.8)).unwrap();
    let mut widest: f64 = 0.0;
    for tick in 1..60 {
        doors.advance_to(Tick::new(tick)).unwrap();
        if tick == 20 {
            let before = doors.value(door, 0.0).unwrap();
            doors.spring_to(door, turn(-0.5), Spring::bouncy(ms(400))).unwrap();
            let after = doors.value(door, 0.0).unwrap();
            assert!((before.z - after.z).abs() < 1e-6);
        }
        let Quat { x, y, z, w } = doors.value(door, 0.0).unwrap();
        assert!((length([x, y, z, w]) - 1.0).abs() < 1e-6);
        assert!(x == 0.0 && y == 0.0);
        widest = widest.max(2.0 * libm::asin(f64::from(z)));
    }
    assert!((1.5..2.2).contains(&widest), "{widest}");
    let end = doors.advance_to(Tick::new(600)).unwrap()[0];
    assert_eq!(end.value, turn(-0.5));
}

#[test]
fn a_refused_spring_changes_nothing() {
    let mut batch = SpringBatch::new("tests", RATE, Tick::ZERO);
    let smooth = Spring::smooth(ms(300));
    let handle = batch.start(0.0_f32, 1.0, smooth).unwrap();
    let other = SpringBatch::new("others", RATE, Tick::ZERO).start(0.0_f32, 1.0, smooth).unwrap();
    let before = batch.clone();
    let forever = Spring::new(100.0, 0.0, 1.0).unwrap();
    let days = Spring::new(1e-6, 2e-5, 1.0).unwrap();
    assert_eq!(batch.start(0.0, 1.0, forever), Err(BatchError::NeverSettles));
    assert!(matches!(batch.start(0.0, 1.0, days), Err(BatchError::Duration { .. })));
    assert_eq!(batch.start(f32::NAN, 1.0, smooth), Err(BatchError::NotFinite));
    assert_eq!(batch.spring_to(handle, f32::INFINITY, smooth), Err(BatchError::NotFinite));
    assert_eq!(batch.spring_to(handle, 2.0, forever), Err(BatchError::NeverSettles));
    assert_eq!(batch.spring_to(other, 2.0, smooth), Err(BatchError::OtherBatch));
    assert!(!batch.cancel(other));
    assert_eq!(batch, before);
}

#[test]
fn a_steady_step_allocates_nothing() {
    let mut batch = SpringBatch::new("tests", RATE, Tick::ZERO);
    let (mut values, mut now) = (Vec::new(), Tick::ZERO);
    let mut frame = |batch: &mut SpringBatch<f32>| {
        for delay in 0..4 {
            batch.start_after(delay, 0.0, 1.0, Spring::snappy(ms(100))).unwrap();
        }
        now = now.next();
        batch.advance_to(now).unwrap();
        batch.sample_into(0.5, &mut values);
    };
    (0..200).for_each(|_| frame(&mut batch));
    let counted = allocation_counter::measure(|| (0..100).for_each(|_| frame(&mut batch)));
    assert_eq!(counted.count_total, 0);
}

#[test]
fn generic_code_needs_one_bound() {
    fn settled<T: Lanes>(batch: &mut SpringBatch<T>, now: Tick) -> usize {
        batch.advance_to(now).map_or(0, <[_]>::len)
    }
    let mut batch = SpringBatch::new("tests", RATE, Tick::ZERO);
    batch
        .start(Vec3::new(0.0, 0.0, 0.0), Vec3::new(1.0, 0.0, 0.0), Spring::smooth(ms(50)))
        .unwrap();
    assert_eq!(settled(&mut batch, Tick::new(600)), 1);
}

#[test]
fn a_batch_counts_its_springs_and_a_copy_has_them_all() {
    let smooth = Spring::smooth(ms(300));
    let mut batch = SpringBatch::new("tests", RATE, Tick::ZERO);
    assert!(batch.is_empty());
    let late = batch.start_after(9, 0.0_f32, 1.0, smooth).unwrap();
    assert_eq!((batch.len(), batch.waiting(), batch.index_of(late)), (0, 1, None));
    let first = batch.start(0.0, 1.0, smooth).unwrap();
    let second = batch.start(5.0, 1.0, smooth).unwrap();
    assert_eq!((batch.len(), batch.waiting(), batch.is_empty()), (2, 1, false));
    let handles: Vec<_> = batch.handles().collect();
    for handle in [first, second] {
        assert_eq!(handles[batch.index_of(handle).unwrap()], handle);
    }
    let mut copy = SpringBatch::new("copy", TickRate::HZ_30, Tick::ZERO);
    copy.clone_from(&batch);
    assert_eq!((&copy, copy.rate()), (&batch, RATE));
}

#[cfg(feature = "rayon")]
#[test]
fn several_threads_give_the_same_bits() {
    let mut batch = SpringBatch::new("tests", RATE, Tick::ZERO);
    for i in 0..50 {
        batch.start(0.0_f32, i as f32, Spring::smooth(ms(300))).unwrap();
    }
    batch.advance_to(Tick::new(5)).unwrap();
    let (mut one, mut several) = (Vec::new(), Vec::new());
    batch.sample_into(0.5, &mut one);
    batch.sample_into_in_parallel(0.5, &mut several);
    assert_eq!((one.len(), &one), (50, &several));
}

#[test]
fn a_cue_of_a_spring_is_reported_at_its_tick() {
    let mut batch = SpringBatch::new("", RATE, Tick::ZERO);
    let card = batch.start(0.0_f32, 80.0, Spring::snappy(ms(350))).unwrap();
    batch.cue(card, 3, 7).unwrap();
    let stale = batch.start(0.0, 1.0, Spring::snappy(ms(350))).unwrap();
    assert!(batch.cancel(stale));
    assert_eq!(batch.cue(stale, 3, 7), Err(BatchError::Stale));
    let events = batch.advance_to(Tick::new(5)).unwrap();
    let events: Vec<_> =
        events.iter().map(|event| (event.tick.get(), event.handle, event.kind)).collect();
    assert_eq!(events, [(3, card, TweenEventKind::Cue(7))]);
}
