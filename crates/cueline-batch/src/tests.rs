//! Random programs against a model that looks at every tween at every tick, and the laws of a batch.

use alloc::{string::ToString, vec::Vec};

use cueline::{
    digest::digest,
    time::{Tick, TickRate, ms},
    value::{Curve, Easing, Quat, Spring, Vec3},
};
use proptest::prelude::*;

use crate::{
    BatchError, Lanes, SpringLaw, Tween, TweenBatch, TweenEvent, TweenEventKind, TweenHandle,
};

const RATE: TickRate = TickRate::HZ_60;

fn easings() -> Vec<Easing> {
    let named = Easing::NAMED.iter().map(|(_, easing)| *easing);
    named.chain([Easing::In(Curve::Back { overshoot: 3.0 })]).collect()
}

fn law(bounce: f64) -> SpringLaw {
    SpringLaw::new(Spring::with_bounce(ms(300), bounce), RATE).unwrap()
}

#[derive(Clone, Debug)]
enum Call {
    Start { from: f32, to: f32, ticks: u32, delay: u32, easing: prop::sample::Index, ago: i64 },
    Retarget { which: prop::sample::Index, to: f32, ticks: u32, easing: prop::sample::Index },
    Cancel(prop::sample::Index),
    Cue { which: prop::sample::Index, at: u32, cue: u16 },
    Advance(i64),
}

fn call() -> impl Strategy<Value = Call> {
    let index = any::<prop::sample::Index>;
    prop_oneof![
        6 => (number(), number(), 0..40_u32, prop_oneof![2 => Just(0), 1 => 0..20_u32], index(), prop_oneof![3 => Just(0), 1 => 0..30_i64])
            .prop_map(|(from, to, ticks, delay, easing, ago)| Call::Start { from, to, ticks, delay, easing, ago }),
        2 => (index(), number(), 1..40_u32, index())
            .prop_map(|(which, to, ticks, easing)| Call::Retarget { which, to, ticks, easing }),
        1 => index().prop_map(Call::Cancel),
        2 => (index(), 0..40_u32, 0..3_u16).prop_map(|(which, at, cue)| Call::Cue { which, at, cue }),
        3 => (0..12_i64).prop_map(Call::Advance),
    ]
}

fn number() -> impl Strategy<Value = f32> {
    prop_oneof![9 => -100.0..100.0_f32, 1 => Just(0.0), 1 => Just(-0.0)]
}

/// A tween of the model.
#[derive(Clone, Debug)]
struct Model {
    handle: TweenHandle,
    /// The tick that orders its start.
    called: i64,
    start: i64,
    ticks: u32,
    from: f32,
    to: f32,
    easing: Easing,
    live: bool,
    cues: Vec<(i64, u16)>,
}

impl Model {
    fn value(&self, now: i64) -> f32 {
        if now - self.start == i64::from(self.ticks) {
            return self.to;
        }
        let t = (now - self.start) as f32 * (1.0 / self.ticks as f32);
        self.from + (self.to - self.from) * crate::ease_f32(&self.easing, t)
    }
}

/// One tick of the model: its events in order.
fn tick(all: &mut Vec<Model>, now: i64) -> Vec<(i64, TweenHandle, TweenEventKind, u32)> {
    let mut events = Vec::new();
    for (order, tween) in all.iter_mut().enumerate() {
        let start = tween.start;
        let mut cues: Vec<u16> =
            tween.cues.iter().filter(|(due, _)| *due == now).map(|(_, cue)| *cue).collect();
        cues.sort_unstable();
        tween.cues.retain(|(due, _)| *due > now);
        for cue in cues {
            let value = tween.value(now).to_bits();
            events.push(((start, order, 0), tween.handle, TweenEventKind::Cue(cue), value));
        }
        if tween.live && start + i64::from(tween.ticks) == now {
            let end = (tween.handle, TweenEventKind::End, tween.to.to_bits());
            events.push(((start, order, 1), end.0, end.1, end.2));
        }
        if !tween.live && start == now {
            tween.live = true;
            let value = tween.from.to_bits();
            events.push(((tween.called, order, 2), tween.handle, TweenEventKind::Start, value));
        }
    }
    all.retain(|tween| tween.start + i64::from(tween.ticks) > now);
    events.sort_by_key(|(key, ..)| *key);
    events.into_iter().map(|(_, handle, kind, value)| (now, handle, kind, value)).collect()
}

fn seen(event: &TweenEvent<f32>) -> (i64, TweenHandle, TweenEventKind, u32) {
    (event.tick.get(), event.handle, event.kind, event.value.to_bits())
}

/// Runs a program in both; each call sees the same handles.
fn compare(start: i64, calls: &[Call]) {
    let easings = easings();
    let mut batch = TweenBatch::<f32>::new("model", Tick::new(start));
    let (mut all, mut handles, mut now) = (Vec::<Model>::new(), Vec::new(), start);
    let mut values = Vec::new();
    for call in calls {
        let pick =
            |which: &prop::sample::Index| (!handles.is_empty()).then(|| *which.get(&handles));
        match call {
            Call::Start { from, to, ticks, delay, easing, ago } => {
                let easing = *easing.get(&easings);
                let tween = Tween { from: *from, to: *to, ticks: *ticks, delay: *delay, easing };
                let begins = now - ago + i64::from(*delay);
                let fits = *ticks > 0 && begins + i64::from(*ticks) > now;
                let started = batch.start_at(Tick::new(now - ago), &tween);
                assert_eq!(started.is_ok(), fits, "{started:?}");
                let Ok(handle) = started else { continue };
                handles.push(handle);
                all.push(Model {
                    handle,
                    called: now,
                    start: begins,
                    ticks: *ticks,
                    from: *from,
                    to: *to,
                    easing,
                    live: begins <= now,
                    cues: Vec::new(),
                });
            }
            Call::Retarget { which, to, ticks, easing } => {
                let (Some(handle), easing) = (pick(which), *easing.get(&easings)) else { continue };
                let there = all.iter_mut().find(|tween| tween.handle == handle);
                let done = batch.retarget(handle, *to, *ticks, easing);
                assert_eq!(done.is_ok(), there.is_some());
                let Some(tween) = there else { continue };
                if tween.live && tween.start < now {
                    (tween.from, tween.start) = (tween.value(now), now);
                }
                (tween.to, tween.ticks, tween.easing) = (*to, *ticks, easing);
                tween.cues.clear();
            }
            Call::Cancel(which) => {
                let Some(handle) = pick(which) else { continue };
                let before = all.len();
                all.retain(|tween| tween.handle != handle);
                assert_eq!(batch.cancel(handle), all.len() < before);
            }
            Call::Cue { which, at, cue } => {
                let Some(handle) = pick(which) else { continue };
                let there = all.iter_mut().find(|tween| tween.handle == handle);
                let fits = there
                    .as_ref()
                    .is_some_and(|tween| *at <= tween.ticks && tween.start + i64::from(*at) >= now);
                assert_eq!(batch.cue(handle, *at, *cue).is_ok(), fits);
                if let Some(tween) = there.filter(|_| fits) {
                    tween.cues.push((tween.start + i64::from(*at), *cue));
                }
            }
            Call::Advance(ticks) => {
                // A cue may be due at the current tick.
                let mut wanted = tick(&mut all, now);
                for _ in 0..*ticks {
                    now += 1;
                    wanted.extend(tick(&mut all, now));
                }
                let events = batch.advance_to(Tick::new(now)).unwrap();
                assert_eq!(events.iter().map(seen).collect::<Vec<_>>(), wanted);
            }
        }
        let live = all.iter().filter(|tween| tween.live);
        assert_eq!(
            (batch.len(), batch.waiting()),
            (live.clone().count(), all.len() - live.clone().count())
        );
        batch.sample_into(0.0, &mut values);
        for tween in live {
            let value = tween.value(now).to_bits();
            assert_eq!(batch.value(tween.handle, 0.0).map(f32::to_bits), Some(value));
            let index = batch.index_of(tween.handle).unwrap();
            assert_eq!(values[index].to_bits(), value);
        }
    }
}

proptest! {
    #[test]
    fn a_batch_is_its_model(
        // Also where the low half of a tick turns over.
        start in prop::sample::select(&[0_i64, -20, (1 << 32) - 40, 1 << 50][..]),
        calls in prop::collection::vec(call(), 1..120),
    ) {
        compare(start, &calls);
    }

    /// Several targets at one tick equal the last one alone, to the bit, whatever their laws are.
    #[test]
    fn same_moment(
        before in targets(), at in 0..25_i64, delay in prop_oneof![3 => Just(0), 1 => 1..30_u32],
        several in prop::collection::vec(target(), 1..6),
    ) {
        let one = Tween { from: Quat::default(), to: turn(1.0), ticks: 20, delay, easing: Easing::IN_BACK };
        let mut batch = TweenBatch::new("moment", Tick::ZERO);
        let handle = batch.start(&one).unwrap();
        for (way, after) in before {
            _ = send(&mut batch, handle, &way);
            batch.advance_to(batch.now() + after).unwrap();
        }
        batch.advance_to(batch.now() + at).unwrap();
        let mut alone = batch.clone();
        for way in &several {
            _ = send(&mut batch, handle, way);
        }
        _ = send(&mut alone, handle, &several[several.len() - 1]);
        prop_assert_eq!(digest(&batch), digest(&alone));
        prop_assert_eq!(&batch, &alone);
        for _ in 0..30 {
            let tick = batch.now().next();
            prop_assert_eq!(batch.advance_to(tick).unwrap(), alone.advance_to(tick).unwrap());
            prop_assert_eq!(batch.value(handle, 0.5), alone.value(handle, 0.5));
        }
    }

    /// Any division into steps gives the same events and the same state; a copy and a loaded batch continue like the
    /// original; bulk samples equal single values.
    #[test]
    fn state_is_data(program in prop::collection::vec((target(), 0..9_i64, any::<prop::sample::Index>()), 1..60)) {
        let run = |step: i64, between: fn(&mut TweenBatch<Quat>)| {
            let mut batch = TweenBatch::new("data", Tick::ZERO);
            let (mut handles, mut events, mut values) = (Vec::new(), Vec::new(), Vec::new());
            for (way, after, which) in &program {
                let handle = match which.index(3) {
                    0 if !handles.is_empty() => *which.get(&handles),
                    _ => {
                        let one = Tween { from: turn(0.1), to: turn(0.7), ticks: 25, delay: 3, easing: Easing::OUT_BOUNCE };
                        let handle = batch.start(&one).unwrap();
                        handles.push(handle);
                        handle
                    }
                };
                _ = send(&mut batch, handle, way);
                let end = batch.now() + *after;
                while batch.now() < end {
                    between(&mut batch);
                    let to = (batch.now() + step).min(end);
                    events.extend_from_slice(batch.advance_to(to).unwrap());
                }
                batch.sample_into(0.3, &mut values);
                assert_eq!(values.len(), batch.len());
                for (handle, value) in batch.handles().zip(&values) {
                    assert_eq!(batch.value(handle, 0.3), Some(*value));
                }
            }
            (batch, events)
        };
        let whole = run(1000, |_| {});
        prop_assert_eq!(&run(1, |_| {}), &whole);
        prop_assert_eq!(&run(2, |batch| *batch = batch.clone()), &whole);
        #[cfg(feature = "serde")]
        {
            let loaded = run(3, |batch| {
                let bytes = postcard::to_allocvec(batch).unwrap();
                *batch = postcard::from_bytes(&bytes).unwrap();
            });
            prop_assert_eq!(&loaded, &whole);
            let text = serde_json::to_string(&whole.0).unwrap();
            prop_assert_eq!(&serde_json::from_str::<TweenBatch<Quat>>(&text).unwrap(), &whole.0);
        }
    }

    /// A damaged save is refused, or is a batch like any other.
    #[cfg(feature = "serde")]
    #[test]
    fn a_damaged_save_never_panics(damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)) {
        let mut bytes = postcard::to_allocvec(&some_rows()).unwrap();
        for (at, byte) in damage {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Ok(mut batch) = postcard::from_bytes::<TweenBatch<f32>>(&bytes) {
            let mut values = Vec::new();
            for after in [0, 1, 5, 100, 1000] {
                if let Some(to) = batch.now().get().checked_add(after) {
                    batch.advance_to(Tick::new(to)).unwrap();
                }
                batch.sample_into(0.5, &mut values);
                prop_assert!(batch.handles().all(|handle| batch.contains(handle)));
            }
        }
    }

    /// The value stays to the bit, and the velocity but for rounding: the motion is the exact one of the spring.
    #[test]
    fn a_new_target_on_a_spring_keeps_value_and_velocity(
        from in number(), to in number(), then in number(),
        first in -0.8..0.8_f64, second in -0.8..0.8_f64, at in 1..20_i64,
    ) {
        let [one, two] = [first, second].map(|bounce| Spring::with_bounce(ms(300), bounce));
        let mut batch = TweenBatch::new("springs", Tick::ZERO);
        let handle = batch.start_spring(from, to, 0, &law(first)).unwrap();
        let at = at.min(batch.ends_at(handle).unwrap().get() - 1);
        batch.advance_to(Tick::new(at)).unwrap();
        let before = batch.value(handle, 0.0).unwrap();
        batch.spring_to(handle, then, &law(second)).unwrap();
        prop_assert_eq!(batch.value(handle, 0.0).unwrap().to_bits(), before.to_bits());
        let distance = f64::from(from) - f64::from(to);
        let (_, velocity) = one.at(RATE.span_of(at), distance, 0.0);
        for later in 1..60 {
            batch.advance_to(Tick::new(at + later)).unwrap();
            let Some(found) = batch.value(handle, 0.0) else { break };
            let (wanted, _) =
                two.at(RATE.span_of(later), f64::from(before) - f64::from(then), velocity);
            let off = f64::from(found) - f64::from(then) - wanted;
            prop_assert!(off.abs() <= 400.0 * 1e-5, "{} off after {}", off, later);
        }
    }
}

/// Another target, and how to get there: 0 with an easing, 1 smoothly, 2 on a spring.
#[derive(Clone, Debug)]
struct Target {
    way: u8,
    angle: f64,
    ticks: u32,
    easing: Easing,
    bounce: f64,
}

fn target() -> impl Strategy<Value = Target> {
    (0..3_u8, -3.0..3.0_f64, 1..40_u32, prop::sample::select(easings()), -0.8..0.8_f64).prop_map(
        |(way, angle, ticks, easing, bounce)| Target { way, angle, ticks, easing, bounce },
    )
}

fn targets() -> impl Strategy<Value = Vec<(Target, i64)>> {
    prop::collection::vec((target(), 1..9_i64), 0..4)
}

fn send(batch: &mut TweenBatch<Quat>, handle: TweenHandle, to: &Target) -> Result<(), BatchError> {
    let Target { way, angle, ticks, easing, bounce } = to;
    match way {
        0 => batch.retarget(handle, turn(*angle), *ticks, *easing),
        1 => batch.retarget_smoothly(handle, turn(*angle), *ticks),
        _ => batch.spring_to(handle, turn(*angle), &law(*bounce)),
    }
}

fn turn(angle: f64) -> Quat {
    Quat::about(Vec3::new(0.0, 0.6, 0.8), angle)
}

/// Rows of all kinds, and cues.
#[cfg(feature = "serde")]
fn some_rows() -> TweenBatch<f32> {
    let mut batch = TweenBatch::new("some", Tick::new(-3));
    for (i, easing) in (0_u16..).zip(easings()) {
        let one = Tween { from: 1.0, to: f32::from(i), ticks: 20, delay: u32::from(i % 4), easing };
        let handle = batch.start(&one).unwrap();
        batch.cue(handle, u32::from(i % 20), i).unwrap();
    }
    batch.start_spring(0.0, 5.0, 0, &law(0.4)).unwrap();
    batch.advance_to(Tick::new(2)).unwrap();
    let handles: Vec<_> = batch.handles().collect();
    batch.cancel(handles[3]);
    batch.retarget_smoothly(handles[5], 9.0, 30).unwrap();
    batch
}

/// A tween at rest at 0 that got two targets in one tick flew 444 units away: it kept the velocity with which the first
/// of them would have begun.
#[test]
fn a_second_target_at_one_tick_does_not_inherit_the_velocity_of_the_first() {
    let mut bars = TweenBatch::new("bars", Tick::ZERO);
    let rest = Tween { from: 0.0_f32, to: 0.0, ticks: 100, delay: 0, easing: Easing::LINEAR };
    let bar = bars.start(&rest).unwrap();
    bars.advance_to(Tick::new(10)).unwrap();
    bars.retarget(bar, 100.0, 1, Easing::LINEAR).unwrap();
    bars.retarget_smoothly(bar, 0.0, 30).unwrap();
    for tick in 11..40 {
        bars.advance_to(Tick::new(tick)).unwrap();
        assert_eq!(bars.value(bar, 0.0), Some(0.0), "at {tick}");
    }
}

#[test]
fn a_new_end_smoothly_keeps_the_velocity_and_arrives_at_rest() {
    for (_, easing) in Easing::NAMED {
        if let Easing::Steps(_) = easing {
            continue;
        }
        let mut batch = TweenBatch::new("smooth", Tick::ZERO);
        let one = Tween { from: 0.0_f32, to: 100.0, ticks: 1000, delay: 0, easing: *easing };
        let card = batch.start(&one).unwrap();
        batch.advance_to(Tick::new(437)).unwrap();
        let before = [0.0, 1.0].map(|alpha| batch.value(card, alpha).unwrap());
        batch.retarget_smoothly(card, -50.0, 1000).unwrap();
        let after = [0.0, 1.0].map(|alpha| batch.value(card, alpha).unwrap());
        assert_eq!(before[0].to_bits(), after[0].to_bits());
        let (slope, kept) = (before[1] - before[0], after[1] - after[0]);
        assert!((slope - kept).abs() < 0.02 + 0.02 * slope.abs(), "{easing:?}: {slope} {kept}");
        batch.advance_to(Tick::new(1436)).unwrap();
        assert!((batch.value(card, 0.0).unwrap() + 50.0).abs() < 0.01, "{easing:?}");
        assert_eq!(batch.advance_to(Tick::new(1437)).unwrap()[0].value, -50.0);
    }
}

#[test]
fn a_refused_call_changes_nothing() {
    let fill = Tween { from: 0.0_f32, to: 1.0, ticks: 10, delay: 0, easing: Easing::LINEAR };
    let mut batch = TweenBatch::new("refused", Tick::ZERO);
    let gone = batch.start(&Tween { ticks: 2, ..fill }).unwrap();
    let bar = batch.start(&fill).unwrap();
    batch.cue(bar, 9, 3).unwrap();
    batch.advance_to(Tick::new(5)).unwrap();
    let before = batch.clone();
    let longest = TweenBatch::<f32>::LONGEST;
    let odd = Easing::In(Curve::Back { overshoot: f64::NAN });
    let starts = [
        (Tween { ticks: 0, ..fill }, BatchError::Duration { ticks: 0 }),
        (Tween { ticks: longest + 1, ..fill }, BatchError::Duration { ticks: longest + 1 }),
        (Tween { delay: longest + 1, ..fill }, BatchError::Delay { ticks: u64::from(longest) + 1 }),
        (Tween { from: f32::NAN, ..fill }, BatchError::NotFinite),
        (Tween { to: f32::INFINITY, ..fill }, BatchError::NotFinite),
        (Tween { from: -3e38, to: 3e38, ..fill }, BatchError::NotFinite),
        (Tween { easing: odd, ..fill }, BatchError::Easing),
    ];
    for (tween, error) in starts {
        assert_eq!(batch.start(&tween), Err(error));
    }
    let over = BatchError::Over { ticks: 10, since: 10 };
    assert_eq!(batch.start_at(Tick::new(-5), &fill), Err(over));
    assert_eq!(batch.retarget(bar, f32::NAN, 5, Easing::LINEAR), Err(BatchError::NotFinite));
    assert_eq!(batch.retarget_smoothly(bar, 0.0, 0), Err(BatchError::Duration { ticks: 0 }));
    assert_eq!(batch.retarget(gone, 0.0, 5, Easing::LINEAR), Err(BatchError::Stale));
    assert_eq!(batch.spring_to(gone, 0.0, &law(0.0)), Err(BatchError::Stale));
    assert_eq!(batch.cue(bar, 11, 0), Err(BatchError::CueAfterEnd { at: 11, ticks: 10 }));
    assert_eq!(batch.cue(bar, 4, 0), Err(BatchError::CuePassed { at: 4, since: 5 }));
    let backwards = BatchError::Backwards { now: Tick::new(5), to: Tick::new(4) };
    assert_eq!(batch.advance_to(Tick::new(4)), Err(backwards));
    assert!(!batch.cancel(gone));
    assert_eq!(batch, before);
    let mut last = TweenBatch::new("last", Tick::new(i64::MAX));
    assert_eq!(last.start(&fill), Err(BatchError::EndOfTime));
}

#[test]
fn a_batch_refuses_handles_of_another_name_or_number_of_lanes() {
    fn one<T: Lanes>(name: &str, value: T) -> (TweenBatch<T>, TweenHandle) {
        let mut batch = TweenBatch::new(name, Tick::ZERO);
        let tween = Tween { from: value, to: value, ticks: 5, delay: 0, easing: Easing::LINEAR };
        let handle = batch.start(&tween).unwrap();
        (batch, handle)
    }
    let (mut sparks, spark) = one("sparks", 0.0_f32);
    let (_, bar) = one("bars", 0.0_f32);
    let (_, wide) = one("sparks", [0.0_f32; 2]);
    for other in [bar, wide] {
        assert_eq!(sparks.retarget(other, 1.0, 5, Easing::LINEAR), Err(BatchError::OtherBatch));
        assert!(!sparks.contains(other) && !sparks.cancel(other));
    }
    assert!(sparks.contains(spark));
}

/// Two batches made by the same calls are equal states, so both accept the same handles.
#[test]
fn batches_made_by_the_same_calls_are_one_state() {
    let made = || {
        let mut batch = TweenBatch::new("twins", Tick::ZERO);
        let one = Tween { from: 0.0_f32, to: 1.0, ticks: 5, delay: 0, easing: Easing::LINEAR };
        let handle = batch.start(&one).unwrap();
        (batch, handle)
    };
    let ((a, of_a), (b, of_b)) = (made(), made());
    assert_eq!((&a, of_a, digest(&a)), (&b, of_b, digest(&b)));
    assert!(b.contains(of_a));
}

#[test]
fn the_slot_of_the_first_end_is_used_next() {
    let mut batch = TweenBatch::new("slots", Tick::ZERO);
    let one = Tween { from: 0.0_f32, to: 1.0, ticks: 5, delay: 0, easing: Easing::LINEAR };
    let handles: Vec<_> = (0..40).map(|_| batch.start(&one).unwrap()).collect();
    batch.advance_to(Tick::new(5)).unwrap();
    let again: Vec<_> = (0..40).map(|_| batch.start(&one).unwrap()).collect();
    assert!(handles.iter().zip(&again).all(|(old, new)| old.index() == new.index()));
    assert!(!handles.iter().any(|old| batch.contains(*old)), "stale, though the slot is used");
}

#[test]
fn a_steady_step_allocates_nothing() {
    let mut batch = TweenBatch::new("steady", Tick::ZERO);
    let easings = easings();
    let fill = |batch: &mut TweenBatch<f32>, easing| {
        let one = Tween { from: 0.0, to: 1.0, ticks: 20, delay: 2, easing };
        let handle = batch.start(&one).unwrap();
        batch.cue(handle, 7, 0).unwrap();
    };
    let mut values = Vec::new();
    let round = |batch: &mut TweenBatch<f32>, values: &mut Vec<f32>| {
        for easing in &easings {
            fill(batch, *easing);
        }
        for _ in 0..30 {
            batch.advance_to(batch.now().next()).unwrap();
            batch.sample_into(0.5, values);
        }
    };
    round(&mut batch, &mut values);
    round(&mut batch, &mut values);
    let info = allocation_counter::measure(|| round(&mut batch, &mut values));
    assert_eq!(info.count_total, 0);
}

#[test]
fn rotations_stay_of_length_one_on_springs_and_curves() {
    let mut doors = TweenBatch::new("doors", Tick::ZERO);
    let door = doors.start_spring(turn(0.0), turn(1.2), 0, &law(0.8)).unwrap();
    let gate = doors
        .start(&Tween {
            from: turn(0.0),
            to: turn(2.0),
            ticks: 40,
            delay: 0,
            easing: Easing::OUT_QUAD,
        })
        .unwrap();
    for tick in 1..60 {
        doors.advance_to(Tick::new(tick)).unwrap();
        if tick == 9 {
            doors.spring_to(door, turn(-0.5), &law(0.5)).unwrap();
            doors.retarget_smoothly(gate, turn(-1.0), 60).unwrap();
        }
        for handle in [door, gate] {
            let Some(value) = doors.value(handle, 0.5) else { continue };
            let length: f64 =
                <[f32; 4]>::from(value).iter().map(|part| f64::from(part * part)).sum();
            assert!((libm::sqrt(length) - 1.0).abs() < 1e-6, "{length} at {tick}");
        }
    }
}

#[test]
fn what_differs_is_not_equal_and_has_another_digest() {
    let tween = |to| Tween { from: 0.0_f32, to, ticks: 5, delay: 0, easing: Easing::LINEAR };
    let made = |name, to| {
        let mut batch = TweenBatch::new(name, Tick::ZERO);
        let handles = [tween(to), tween(1.0)].map(|tween| batch.start(&tween).unwrap());
        (batch, handles)
    };
    let [(one, handles), (other, _), (_, of_other)] =
        [("a", 1.0), ("a", 2.0), ("b", 1.0)].map(|(name, to)| made(name, to));
    assert_ne!(one, other);
    assert_ne!(digest(&one), digest(&other));
    assert!(!one.is_empty() && TweenBatch::<f32>::new("none", Tick::ZERO).is_empty());
    let mut all: Vec<u64> = handles.iter().chain(&of_other).map(digest).collect();
    let kinds = [
        TweenEventKind::Start,
        TweenEventKind::End,
        TweenEventKind::Cue(0),
        TweenEventKind::Cue(1),
    ];
    all.extend(kinds.iter().map(digest));
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), count, "handles and kinds of events");
}

#[test]
fn a_smooth_motion_that_gets_another_target_keeps_its_velocity() {
    // (ticks into the first smooth motion, from 0 to 100 in 1000 ticks)
    for at in [1, 250, 500, 613, 900] {
        let mut batch = TweenBatch::new("smooth", Tick::ZERO);
        let one =
            Tween { from: -60.0_f32, to: 0.0, ticks: 1000, delay: 0, easing: Easing::IN_QUAD };
        let card = batch.start(&one).unwrap();
        batch.advance_to(Tick::new(700)).unwrap();
        batch.retarget_smoothly(card, 100.0, 1000).unwrap();
        batch.advance_to(Tick::new(700 + at)).unwrap();
        let slope = |batch: &TweenBatch<f32>| {
            batch.value(card, 1.0).unwrap() - batch.value(card, 0.0).unwrap()
        };
        let before = slope(&batch);
        batch.retarget_smoothly(card, -50.0, 1000).unwrap();
        let after = slope(&batch);
        // The slopes of a thousandth of the way differ by what the motion bends in it.
        assert!((before - after).abs() < 2e-3, "after {at}: {before} and {after}");
    }
}

#[test]
fn a_smooth_turn_that_gets_another_target_keeps_its_velocity() {
    for at in [250, 500] {
        let mut batch = TweenBatch::new("smooth", Tick::ZERO);
        let one = Tween {
            from: turn(-1.0),
            to: turn(0.0),
            ticks: 1000,
            delay: 0,
            easing: Easing::IN_QUAD,
        };
        let door = batch.start(&one).unwrap();
        batch.advance_to(Tick::new(700)).unwrap();
        batch.retarget_smoothly(door, turn(2.0), 1000).unwrap();
        batch.advance_to(Tick::new(700 + at)).unwrap();
        let step = |batch: &TweenBatch<Quat>| {
            let [now, next] =
                [0.0, 1.0].map(|alpha| <[f32; 4]>::from(batch.value(door, alpha).unwrap()));
            [0, 1, 2, 3].map(|part| next[part] - now[part])
        };
        let before = step(&batch);
        batch.retarget_smoothly(door, turn(-0.5), 1000).unwrap();
        for (before, after) in before.into_iter().zip(step(&batch)) {
            // Of a turn that carries a velocity, the velocity is known to a tenth.
            assert!((before - after).abs() < 8e-5, "after {at}: {before} and {after}");
        }
    }
}

#[test]
fn a_spring_ends_at_the_first_tick_at_which_it_has_settled() {
    let (mut exact, rate) = (0, TickRate::hz(13_125).unwrap());
    for millis in 100..2000 {
        let spring = Spring::with_bounce(ms(millis), 0.2);
        let settles = spring.settling_duration().unwrap();
        let ticks = i64::from(SpringLaw::new(spring, rate).unwrap().ticks());
        assert!(rate.span_of(ticks) >= settles, "{settles:?}: {ticks}");
        assert!(rate.span_of(ticks - 1) < settles, "{settles:?}: {ticks}");
        exact += usize::from(rate.span_of(ticks) == settles);
    }
    assert!(exact > 5, "{exact} springs settle exactly on a tick");
}

/// Each field of a save, harmed.
#[cfg(feature = "serde")]
#[test]
fn a_save_that_holds_what_cannot_be_is_refused_with_its_reason() {
    use serde_json::{Value, json};
    let longest = TweenBatch::<f32>::LONGEST;
    let mut batch = TweenBatch::new("save", Tick::new(100));
    let fill = Tween { from: 0.0_f32, to: 1.0, ticks: 20, delay: 0, easing: Easing::LINEAR };
    let gone = batch.start(&fill).unwrap();
    let bar = batch.start(&fill).unwrap();
    batch.cue(bar, 20, 3).unwrap();
    batch.start(&Tween { delay: 9, ..fill }).unwrap();
    batch.start_spring(0.0, 5.0, 0, &law(0.4)).unwrap();
    batch.advance_to(Tick::new(105)).unwrap();
    batch.cancel(gone);
    let save = serde_json::to_value(&batch).unwrap();
    let read = |save: &Value| serde_json::from_value::<TweenBatch<f32>>(save.clone());
    assert_eq!(read(&save).unwrap(), batch);
    let next = save["next"].as_u64().unwrap();
    let first = save["live"]["ids"][0].clone();
    let low = save["live"]["starts"][0].as_u64().unwrap();
    let slot = "a slot of two rows, or of none";
    let late = "a cue after the end or before the start";
    let cases = [
        ("/version", json!(99), "version 99"),
        ("/next", json!(next - 1), slot),
        ("/live/ids/0/number", json!(next), slot),
        ("/live/ids/1", first.clone(), slot),
        ("/live/ids/0/slot", json!(4), slot),
        ("/waiting/ids/0", first, slot),
        ("/free", json!([]), slot),
        ("/free", json!([0, 0]), slot),
        ("/free", json!([1]), slot),
        ("/delays", json!([]), "a delay of no row"),
        ("/delays", json!([9, 9]), "a delay of no row"),
        ("/delays/0", json!(3), "a row that does not wait"),
        ("/delays/0", json!(u64::from(longest) + 1), "a row that does not wait"),
        ("/waiting/starts/0", json!(low + 5), "a row that does not wait"),
        ("/live/starts/0", json!(low + 6), "a row that is not live"),
        ("/live/ticks/0", json!(5), "a row that is not live"),
        ("/live/ticks/0", json!(0), "a row that is too long"),
        ("/live/ticks/0", json!(u64::from(longest) + 1), "a row that is too long"),
        ("/live/starts", json!([]), "columns of different lengths"),
        ("/live/numbers", json!([0, 0]), "columns of different lengths"),
        ("/live/numbers/0", json!(f32::NAN.to_bits()), "a value that is NaN"),
        ("/live/numbers/5", json!(f32::INFINITY.to_bits()), "a velocity that is NaN"),
        ("/live/laws/0", json!({"Spring": [f32::NAN.to_bits(), 0, 0, 0]}), "a spring that is none"),
        ("/cues/0/0/number", json!(next), "a cue of no row"),
        ("/cues/0/2", json!(16), late),
    ];
    for (path, value, reason) in cases {
        let mut harmed = save.clone();
        *harmed.pointer_mut(path).unwrap_or_else(|| panic!("{path} in {save}")) = value.clone();
        let error = read(&harmed).expect_err(&std::format!("{path}: {value}")).to_string();
        assert!(error.contains(reason), "{path}: {value}: {error}");
    }
    let mut other = save;
    other["live"]["ticks"][0] = json!(6);
    other["cues"] = json!([]);
    assert!(read(&other).is_ok(), "a row that ends at the next tick");
}
