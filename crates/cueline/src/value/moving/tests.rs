//! The laws of a value that is sent elsewhere in mid-motion.

use alloc::vec::Vec;

use proptest::prelude::*;

use super::*;
use crate::{
    time::ms,
    value::{AxisAngle, Curve, Steps, Transform, Vec2, Vec3},
};

const SPRING: Spring = Spring::bouncy(ms(400));

fn at(ms: i64) -> Time {
    Time::from_millis(ms)
}

/// Any way to send a value somewhere.
#[derive(Clone, Copy, Debug)]
enum Send {
    Tween(i64, Easing),
    Glide(i64),
    Spring(f64),
    TweenAfter(i64, i64),
    GlideAfter(i64, i64),
    SpringAfter(i64, f64),
}

impl Send {
    fn apply<T: Lerp>(self, moving: &mut Moving<T>, now: Time, target: T) {
        let spring = |bounce| Spring::with_bounce(ms(300), bounce);
        match self {
            Self::Tween(duration, easing) => moving.tween_to(now, target, ms(duration), easing),
            Self::Glide(duration) => moving.glide_to(now, target, ms(duration)),
            Self::Spring(bounce) => moving.spring_to(now, target, spring(bounce)),
            Self::TweenAfter(delay, duration) => {
                moving.tween_after(now, ms(delay), target, ms(duration), Easing::Linear)
            }
            Self::GlideAfter(delay, duration) => {
                moving.glide_after(now, ms(delay), target, ms(duration))
            }
            Self::SpringAfter(delay, bounce) => {
                moving.spring_after(now, ms(delay), target, spring(bounce))
            }
        };
    }

    fn delay(self) -> i64 {
        match self {
            Self::TweenAfter(delay, _)
            | Self::GlideAfter(delay, _)
            | Self::SpringAfter(delay, _) => delay,
            Self::Tween(..) | Self::Glide(_) | Self::Spring(_) => 0,
        }
    }

    fn waits(self) -> bool {
        matches!(self, Self::TweenAfter(..) | Self::GlideAfter(..) | Self::SpringAfter(..))
    }

    /// Whether the motion goes on with the velocity that the value has.
    fn keeps_velocity(self) -> bool {
        !matches!(self, Self::Tween(..) | Self::TweenAfter(..))
    }
}

fn easing() -> impl Strategy<Value = Easing> {
    prop_oneof![
        Just(Easing::Linear),
        Just(Easing::Out(Curve::Cubic)),
        Just(Easing::InOut(Curve::Quad)),
        Just(Easing::Out(Curve::BACK)),
        Just(Easing::Steps(Steps::END)),
        Just(Easing::spring(0.3)),
    ]
}

fn send() -> impl Strategy<Value = Send> {
    prop_oneof![
        (1_i64..900, easing()).prop_map(|(duration, easing)| Send::Tween(duration, easing)),
        (1_i64..900).prop_map(Send::Glide),
        (-0.9_f64..0.9).prop_map(Send::Spring),
        (-9_i64..400, 1_i64..900).prop_map(|(delay, duration)| Send::TweenAfter(delay, duration)),
        (-9_i64..400, 1_i64..900).prop_map(|(delay, duration)| Send::GlideAfter(delay, duration)),
        (-9_i64..400, -0.9_f64..0.9).prop_map(|(delay, bounce)| Send::SpringAfter(delay, bounce)),
    ]
}

/// A value that was sent here and there; the time of the last call.
fn course(sends: &[(i64, Send, f64)]) -> (Moving<f64>, Time) {
    let (mut moving, mut now) = (Moving::at(0.0), Time::ZERO);
    for (wait, send, target) in sends {
        now += ms(*wait);
        send.apply(&mut moving, now, *target);
    }
    (moving, now)
}

fn sends() -> impl Strategy<Value = Vec<(i64, Send, f64)>> {
    prop::collection::vec((0_i64..600, send(), -9.0_f64..9.0), 0..6)
}

fn turns() -> impl Strategy<Value = AxisAngle<f64>> {
    [-2.0..2.0, -2.0..2.0, -2.0..2.0].prop_map(|vector| AxisAngle { vector: Vec3::from(vector) })
}

proptest! {
    #[test]
    fn a_new_target_changes_neither_value_nor_velocity(
        sends in sends(), later in 1_i64..900, last in send(), target in -9.0_f64..9.0,
    ) {
        let (mut moving, now) = course(&sends);
        let now = now + ms(later);
        let before = moving.clone();
        last.apply(&mut moving, now, target);
        let start = moving.last().start;
        prop_assert_eq!(moving.value(now), before.value(now));
        prop_assert_eq!(moving.velocity(now), before.velocity(now));
        prop_assert_eq!(moving.target(), &target);
        if last.keeps_velocity() {
            // The course behind the start goes on as the one before it ended.
            let soon = start + Span::FLICK;
            let change = (moving.value(soon) - moving.value(start)) / Span::FLICK.as_secs_f64();
            // The shortest glide of a millisecond accelerates by some 1e8, so by less than 1 within a flick.
            prop_assert!((change - moving.velocity(start)).abs() < 10.0, "{} {}", change, moving.velocity(start));
        }
    }

    #[test]
    fn a_delay_changes_nothing_before_its_end(
        sends in sends(), delay in 0_i64..400, look in 0_i64..400, target in -9.0_f64..9.0,
    ) {
        let (mut moving, now) = course(&sends);
        // Without a motion that waits already, which would be replaced.
        let now = now + ms(500);
        let before = moving.clone();
        moving.spring_after(now, ms(delay), target, SPRING);
        let look = now + ms(look.min(delay));
        prop_assert_eq!((moving.value(look), moving.velocity(look)), (before.value(look), before.velocity(look)));
    }

    /// Calls without a delay, or calls with a delay each: what was asked to wait keeps waiting, and until then the motion
    /// before it goes on.
    #[test]
    fn same_moment(
        sends in sends(), later in 0_i64..900, calls in prop::collection::vec((send(), -9.0_f64..9.0), 1..5),
        at_once in prop::collection::vec((0_i64..2, easing(), -9.0_f64..9.0), 0..3), stepped: bool,
    ) {
        let (mut once, now) = course(&sends);
        let now = now + ms(later);
        if stepped {
            once.step(now, None, |_| ());
        }
        let mut often = once.clone();
        let waits = once.is_waiting(now) || calls.iter().any(|(send, _)| send.waits());
        if waits && !calls.iter().all(|(send, _)| send.delay() > 0) {
            return Ok(());
        }
        if !waits {
            for (duration, easing, target) in at_once {
                often.tween_to(now, target, ms(duration), easing);
            }
        }
        for (send, target) in &calls {
            send.apply(&mut often, now, *target);
        }
        let (last, target) = calls.last().expect("one at least");
        last.apply(&mut once, now, *target);
        prop_assert_eq!(often, once);
    }

    #[test]
    fn what_waits_never_starts_early(
        delay in 1_i64..400, hover in 0_i64..400, look in 0_i64..400, last in send(),
    ) {
        let mut moving = Moving::at(3.0);
        moving.spring_after(at(0), ms(delay), 100.0, SPRING);
        let hover = hover % delay;
        if let Send::Tween(..) | Send::Glide(_) | Send::Spring(_) = last {
            last.apply(&mut moving, at(hover), 50.0);
            prop_assert_eq!(moving.value(at(look.min(delay))), 3.0);
            prop_assert!(moving.is_waiting(at(delay) - Span::FLICK) && !moving.is_waiting(at(delay)));
        }
    }

    #[test]
    fn it_settles_exactly_at_its_target(sends in sends(), later in 0_i64..900) {
        let (moving, now) = course(&sends);
        let end = moving.settles_at().expect("all of them are damped");
        for time in [now, now + ms(later), end - Span::FLICK, end, end + ms(later)] {
            prop_assert_eq!(moving.is_settled(time), time >= end);
        }
        prop_assert_eq!((moving.value(end), moving.velocity(end)), (*moving.target(), 0.0));
        let leg = moving.last();
        let velocity = leg.carried_in();
        if let Law::Spring(spring) = leg.law {
            // A ten-thousandth of the distance, and of how far the velocity alone would lead.
            let w = libm::sqrt(spring.parts()[0]);
            let left = moving.value(end - Span::FLICK) - leg.target;
            let whole = (leg.from - leg.target).abs() + velocity.abs() / w;
            prop_assert!(left.abs() <= 1.001e-4 * whole + 1e-12, "{} of {}", left, whole);
        }
    }

    #[test]
    fn velocity_is_the_change_of_the_value(sends in sends(), later in 1_i64..900) {
        let (moving, now) = course(&sends);
        let (now, step) = (now + ms(later) + Span::from_flicks(7), Span::from_flicks(70_560)); // 0.1 ms
        let (early, late) = (now - step, now + step);
        // Within one motion, and not across a step of an easing or the corner of a tween.
        let leg = moving.course_at(now);
        if early <= leg.start || late >= leg.end || leg.law == Law::Tween(Easing::Steps(Steps::END)) {
            return Ok(());
        }
        let change = (moving.value(late) - moving.value(early)) / 2e-4;
        // The third derivative, up to 20^3 times 500 and far more in the shortest glides, times 1e-8 / 6.
        let duration = (leg.end - leg.start).as_secs_f64();
        let bound = 0.1 + 1e-7 * (40.0 + libm::fabs(leg.carried_in()) * duration) / (duration * duration * duration);
        prop_assert!((change - moving.velocity(now)).abs() < bound, "{} {}", change, moving.velocity(now));
    }

    #[test]
    fn the_velocity_of_a_rotation_is_its_change(
        from in turns(), to in turns(), velocity in turns(), glides: bool, millis in 1_i64..800,
    ) {
        let mut moving = Moving::at(from.rotation());
        moving.throw_to(Time::ZERO, to.rotation(), velocity.scaled(6.0), Spring::new(100.0, 8.0, 1.0).unwrap());
        let mut now = at(millis);
        if glides {
            moving.glide_to(now, from.rotation(), ms(900));
            now += ms(millis);
        }
        let step = Span::from_flicks(7056); // 10 us
        let change = moving.value(now + step).minus(&moving.value(now - step)).scaled(0.5e5);
        let off = <[f64; 3]>::from(change.vector.minus(&moving.velocity(now).vector));
        // The quotient is off by the third derivative, a few times w^3 = 1000, times 1e-10 / 6, and by
        // the rounding of the values over 2e-5.
        prop_assert!(off.iter().all(|off| off.abs() < 1e-4), "{off:?}");
    }

    #[test]
    fn a_new_target_changes_neither_rotation_nor_angular_velocity(
        from in turns(), to in turns(), next in turns(), millis in 1_i64..800,
    ) {
        let spring = Spring::new(200.0, 8.0, 1.0).unwrap();
        let pose = |turn: &AxisAngle<f64>| Transform { rotation: turn.rotation(), ..Transform::default() };
        let (first, second) = (at(millis), at(2 * millis));
        let (mut whole, mut alone) = (Moving::at(pose(&from)), Moving::at(from.rotation()));
        whole.spring_to(Time::ZERO, pose(&to), spring);
        alone.spring_to(Time::ZERO, to.rotation(), spring);
        whole.spring_to(first, pose(&next), spring);
        alone.spring_to(first, next.rotation(), spring);
        let (value, (_, velocity, _)) = (whole.value(second), whole.velocity(second));
        prop_assert_eq!(velocity, alone.velocity(second), "a part goes as it would alone");
        whole.spring_to(second, pose(&from), spring);
        prop_assert_eq!((whole.value(second), whole.velocity(second).1), (value, velocity));
    }

    #[test]
    fn nothing_panics(
        times: [i64; 6], numbers: [u64; 4], laws in prop::collection::vec(send(), 3),
    ) {
        let [a, b, c, delay, duration, look] = times.map(Span::from_flicks);
        let [value, velocity, target, other] = numbers.map(f64::from_bits);
        let mut moving = Moving::at(value);
        for (law, now) in laws.iter().zip([a, b, c]) {
            law.apply(&mut moving, Time::at(now), target);
            moving.tween_after(Time::at(now), delay, other, duration, Easing::Linear);
            moving.glide_after(Time::at(now), delay, target, duration);
            let _ = (moving.value(Time::at(look)), moving.velocity(Time::at(look)), moving.settles_at());
        }
        moving.throw_to(Time::at(a), target, velocity, SPRING);
        let _ = (moving.value(Time::at(look)), moving.velocity(Time::at(look)), moving.is_settled(Time::at(look)));
    }
}

#[test]
fn a_retarget_while_it_waits_keeps_the_rest_of_the_wait() {
    let spring = Spring::new(200.0, 20.0, 1.0).unwrap();
    let mut card = Moving::at(0.0_f64);
    card.spring_after(at(0), ms(400), 100.0, spring);
    card.spring_to(at(200), 50.0, spring);
    assert_eq!(card.value(at(300)), 0.0);
    assert_eq!(card.value(at(400)), 0.0);
    assert!(card.value(at(450)) > 0.0);
    card.spring_after(at(450), ms(100), 0.0, spring);
    card.spring_after(at(460), Span::ZERO, 0.0, spring);
    assert!(!card.is_waiting(at(460)), "a delay of zero starts at once");
}

#[test]
fn a_motion_goes_on_while_the_next_one_waits() {
    let mut x = Moving::at(0.0_f64);
    x.tween_to(at(0), 100.0, ms(400), Easing::Linear);
    x.tween_after(at(100), ms(100), 0.0, ms(100), Easing::Linear);
    assert_eq!([150, 200, 250, 300].map(|now| x.value(at(now))), [37.5, 50.0, 25.0, 0.0]);
    assert_eq!(x.settles_at(), Some(at(300)));
}

#[test]
fn no_duration_is_a_jump_at_its_time() {
    let mut x = Moving::at(0.0_f64);
    x.tween_after(at(0), ms(100), 5.0, Span::ZERO, Easing::Linear);
    assert_eq!((x.value(at(100) - Span::FLICK), x.value(at(100))), (0.0, 5.0));
    x.glide_to(at(200), 7.0, ms(-5));
    assert_eq!((x.value(at(200)), x.velocity(at(200))), (7.0, 0.0));
}

#[test]
fn what_is_never_damped_never_settles() {
    let mut x = Moving::at(0.0_f64);
    x.spring_to(at(0), 1.0, Spring::with_bounce(ms(300), 1.0));
    assert_eq!(x.settles_at(), None);
    assert!(!x.is_settled(Time::MAX - Span::FLICK));
    x.set(x.value(at(100)));
    assert!(x.is_settled(Time::MIN) && x.velocity(at(100)) == 0.0);
}

#[test]
fn a_bad_number_is_gone_with_the_next_motion() {
    let sends: [fn(&mut Moving<f64>) -> bool; 2] =
        [|x| x.spring_to(at(0), 4.0, SPRING), |x| x.tween_to(at(0), 4.0, ms(100), Easing::Linear)];
    for send in sends {
        let mut x = Moving::at(f64::NAN);
        assert!(send(&mut x));
        assert_eq!(x.value(at(50)), 4.0);
        let mut x = Moving::at(0.0);
        send(&mut x);
        x.step(at(0), Some(&f64::INFINITY), |_| ());
        assert!(
            x.value(at(1)) < 4.0,
            "what the host holds is no number, so it starts from its own"
        );
    }
    let mut far = Moving::at(f64::MIN);
    assert!(far.spring_to(at(0), f64::MAX, SPRING), "further apart than the largest number");
    assert_eq!(far.value(at(50)), f64::MAX);
}

#[test]
fn a_row_is_small() {
    assert_eq!(size_of::<Moving<Vec3>>(), 56);
    assert_eq!(size_of::<Moving<f32>>(), 40);
}

#[test]
fn equal_motions_have_equal_digests() {
    use crate::digest::digest;

    let mut moving = Moving::at([0.0_f32, 1.0]);
    moving.spring_to(at(0), [2.0, 3.0], SPRING);
    let mut other = Moving::at([-0.0_f32, 1.0]);
    other.spring_to(at(0), [2.0, 3.0], SPRING);
    assert_eq!((digest(&moving), &moving), (digest(&other), &other));
    other.tween_after(at(10), ms(5), [2.0, 3.0], ms(90), Easing::Linear);
    assert_ne!(digest(&moving), digest(&other));
}

#[cfg(feature = "serde")]
#[test]
fn it_is_saved_in_mid_motion() {
    let mut moving = Moving::at([0.1, 0.2]);
    moving.spring_to(at(0), [1.0, 3.0], SPRING);
    moving.tween_after(at(70), ms(90), [-1.0, 0.3], ms(40), Easing::Out(Curve::Cubic));
    let saved = serde_json::to_string(&moving).unwrap();
    assert_eq!(serde_json::from_str::<Moving<[f64; 2]>>(&saved).unwrap(), moving);
    moving.step(at(75), None, |_| ());
    moving.then_spring_to(at(75), [5.0, 5.0], SPRING);
    let saved = serde_json::to_string(&moving).unwrap();
    assert_eq!(serde_json::from_str::<Moving<[f64; 2]>>(&saved).unwrap(), moving);
    let harmed = saved.replace("\"phase\":\"Moving\"", "\"phase\":\"Rest\"");
    assert!(serde_json::from_str::<Moving<[f64; 2]>>(&harmed).is_err(), "{harmed}");
}

#[test]
fn a_thrown_value_starts_with_its_velocity_and_drops_what_waits() {
    let mut x = Moving::at(80.0);
    x.tween_after(at(0), ms(50), -5.0, ms(100), Easing::Linear);
    x.throw_to(at(10), 0.0, 900.0, SPRING);
    assert_eq!((x.value(at(10)), x.velocity(at(10))), (80.0, 900.0));
    assert!(x.value(at(20)) > 80.0);
    assert_eq!(x.value(at(100_000)), 0.0);
}

/// What a program does with a value in motion.
#[derive(Clone, Copy, Debug)]
enum Call {
    Send(Send, f64),
    ThenTween(i64, i64, f64),
    ThenSpring(f64),
    Throw(f64),
    Finish,
    Set(f64),
}

impl Call {
    fn apply(self, moving: &mut Moving<f64>, now: Time) {
        match self {
            Self::Send(send, target) => send.apply(moving, now, target),
            Self::ThenTween(wait, duration, target) => {
                moving.then_tween_after(now, ms(wait), target, ms(duration), Easing::OUT_QUAD);
            }
            Self::ThenSpring(target) => {
                moving.then_spring_to(now, target, SPRING);
            }
            Self::Throw(target) => {
                moving.throw_to(now, target, 50.0, SPRING);
            }
            Self::Finish => moving.finish(now),
            Self::Set(value) => {
                moving.set(value);
            }
        }
    }
}

fn call() -> impl Strategy<Value = Call> {
    prop_oneof![
        4 => (send(), -9.0_f64..9.0).prop_map(|(send, target)| Call::Send(send, target)),
        4 => (-9_i64..200, 0_i64..400, -9.0_f64..9.0)
            .prop_map(|(wait, duration, target)| Call::ThenTween(wait, duration, target)),
        2 => (-9.0_f64..9.0).prop_map(Call::ThenSpring),
        1 => (-9.0_f64..9.0).prop_map(Call::Throw),
        1 => Just(Call::Finish),
        1 => (-9.0_f64..9.0).prop_map(Call::Set),
    ]
}

proptest! {
    /// `step` against `value`: a value without calls of `step` has the same course, and short steps report what one
    /// long step reports.
    #[test]
    fn partition(
        program in prop::collection::vec((call(), prop::collection::vec(0_i64..300, 1..5)), 1..8),
    ) {
        let (mut short, mut long, mut alone) = (Moving::at(0.0), Moving::at(0.0), Moving::at(0.0));
        let (mut reported, mut once) = (Vec::new(), Vec::new());
        let mut now = Time::ZERO;
        let mut shown = None;
        for (call, steps) in program {
            for moving in [&mut short, &mut long, &mut alone] {
                call.apply(moving, now);
            }
            if matches!(call, Call::Set(_)) {
                shown = None; // `set` shows nothing: the caller shows the value that it set
            }
            for step in steps {
                now += ms(step);
                let rested = short.is_resting();
                let waited = short.is_waiting(now) && short.start() > now;
                let due = short.next_due();
                let count = reported.len();
                let value = short.step(now, None, |event| reported.push(event));
                prop_assert_eq!(reported.len() > count, due.is_some_and(|due| due <= now));
                if let Some(value) = value {
                    prop_assert_eq!(value, alone.value(now));
                    prop_assert_eq!(short.shown(now), (!short.is_resting() && short.start() <= now).then_some(value));
                    shown = Some(value);
                } else {
                    prop_assert!(rested || waited || short.start() > now);
                }
                prop_assert_eq!(short.value(now), alone.value(now));
                prop_assert_eq!(short.velocity(now), alone.velocity(now));
                if let Some(shown) = shown {
                    prop_assert_eq!(shown, alone.value(now), "what was shown last still holds");
                }
            }
            long.step(now, None, |event| once.push(event));
            prop_assert_eq!(&short, &long);
            prop_assert_eq!(&reported, &once);
            prop_assert_eq!(short.settles_at(), alone.settles_at());
        }
        let due = |event: &MovingEvent| match event {
            MovingEvent::Start(due) | MovingEvent::End(due) | MovingEvent::Replaced(due) => *due,
        };
        prop_assert!(reported.is_sorted_by_key(due));
    }

    #[test]
    fn a_loop_over_the_next_due_time_ends(
        program in prop::collection::vec((call(), 0_i64..300), 1..8),
    ) {
        let (mut moving, mut now) = (Moving::at(0.0), Time::ZERO);
        for (call, wait) in program {
            call.apply(&mut moving, now);
            now += ms(wait);
        }
        for _ in 0..40 {
            let Some(due) = moving.next_due() else { break };
            moving.step(due, None, |_| ());
        }
        prop_assert_eq!(moving.next_due(), None);
        prop_assert!(moving.is_resting());
    }
}

#[test]
fn a_chain_is_exact_at_any_step() {
    for step in [1, 7, 50, 1000] {
        let mut x = Moving::at(0.0_f64);
        x.tween_to(at(0), 10.0, ms(110), Easing::Linear);
        x.then_tween_to(at(0), 20.0, ms(110), Easing::Linear);
        x.then_tween_after(at(0), ms(10), 0.0, ms(100), Easing::Linear);
        let (mut ends, mut now) = (Vec::new(), at(0));
        while !x.is_resting() {
            now += ms(step);
            x.step(now, None, |event| {
                if let MovingEvent::End(due) = event {
                    ends.push(due);
                }
            });
        }
        assert_eq!(ends, [at(110), at(220), at(330)], "in steps of {step} ms");
    }
}

#[test]
fn a_motion_from_rest_starts_from_what_the_host_holds() {
    let mut x = Moving::at(Vec2::new(0.0_f32, 0.0));
    x.tween_after(at(0), ms(100), Vec2::new(10.0, 0.0), ms(100), Easing::Linear);
    assert_eq!(x.step(at(50), Some(&Vec2::new(2.0, 2.0)), |_| ()), None, "the host may write");
    // A delayed motion takes over from where the first one is by then, which is not known before it starts.
    let mut chained = x.clone();
    assert_eq!(x.step(at(150), Some(&Vec2::new(4.0, 4.0)), |_| ()), Some(Vec2::new(7.0, 2.0)));
    chained.tween_to(at(100), Vec2::new(10.0, 0.0), ms(100), Easing::Linear);
    chained.tween_after(at(100), ms(50), Vec2::new(0.0, 0.0), ms(100), Easing::Linear);
    let mut happened = Vec::new();
    let held = Vec2::new(4.0, 4.0);
    let shown = chained.step(at(200), Some(&held), |event| happened.push(event));
    assert_eq!(shown, Some(Vec2::new(3.5, 1.0)));
    let wanted =
        [MovingEvent::Start(at(100)), MovingEvent::Replaced(at(150)), MovingEvent::Start(at(150))];
    assert_eq!(happened, wanted);
}

#[test]
fn a_new_target_drops_a_chain_but_keeps_a_delay() {
    let mut x = Moving::at(0.0_f64);
    x.tween_to(at(0), 10.0, ms(100), Easing::Linear);
    x.then_tween_to(at(0), 20.0, ms(100), Easing::Linear);
    x.tween_to(at(50), 0.0, ms(100), Easing::Linear);
    assert_eq!((x.value(at(100)), x.settles_at()), (2.5, Some(at(150))));
    assert!(!x.then_tween_to(at(50), f64::NAN, ms(1), Easing::Linear));
}

#[test]
fn nothing_follows_a_spring_that_never_settles() {
    let mut x = Moving::at(0.0_f64);
    x.spring_to(at(0), 1.0, Spring::with_bounce(ms(300), 1.0));
    let before = x.clone();
    assert!(!x.then_tween_to(at(50), 9.0, ms(1), Easing::Linear));
    assert_eq!(x, before);
    x.step(at(0), None, |_| ());
    assert_eq!(x.next_due(), None);
}

#[test]
fn what_was_sent_before_its_clock_was_known_moves_as_if_sent_at_its_start() {
    let ways: [fn(&mut Moving<f64>, Time); 5] = [
        |_, _| (),
        |x, now| _ = x.tween_after(now, ms(30), 10.0, ms(100), Easing::OUT_QUAD),
        |x, now| {
            x.tween_to(now, 10.0, ms(100), Easing::Linear);
            x.then_spring_to(now, 20.0, Spring::snappy(ms(100)));
        },
        |x, now| {
            x.glide_to(now, 10.0, ms(100));
            x.spring_after(now, ms(50), 5.0, Spring::bouncy(ms(90)));
        },
        |x, now| _ = x.spring_to(now, 1.0, Spring::with_bounce(ms(300), 1.0)),
    ];
    for (case, way) in ways.into_iter().enumerate() {
        for start in [-700, 0, 700] {
            let (mut early, mut late) = (Moving::at(3.0), Moving::at(3.0));
            way(&mut early, at(0));
            early.shift(ms(start));
            way(&mut late, at(start));
            assert_eq!(early, late, "case {case} at {start}");
        }
    }
}

#[test]
fn a_start_that_is_known_is_not_read_from_the_host() {
    let mut x = Moving::at(0.0_f64);
    assert!(!x.start_from(&4.0), "nothing starts");
    x.tween_after(at(0), ms(50), 10.0, ms(100), Easing::Linear);
    assert!(x.captures() && !x.start_from(&f64::NAN));
    let host = x.clone();
    assert!(x.start_from(&4.0) && !x.captures());
    assert_eq!([0, 100].map(|now| x.value(at(now))), [4.0, 7.0]);
    // What is to take over from it does so from where it is by then.
    let mut both = host;
    both.tween_to(at(50), 10.0, ms(100), Easing::Linear);
    both.spring_after(at(50), ms(50), 0.0, Spring::smooth(ms(100)));
    assert_eq!((both.start(), both.last_start()), (at(50), at(100)));
    assert!(both.start_from(&4.0));
    assert_eq!(both.value(at(100)), 7.0);
    assert_eq!(x.step(at(50), Some(&9.0), |_| ()), Some(4.0));
    assert!(!x.start_from(&1.0), "it has started");
}

#[test]
fn an_engine_reads_the_present_motion() {
    let mut x = Moving::at(1.0_f64);
    x.tween_to(at(0), 9.0, ms(100), Easing::OUT_QUAD);
    x.tween_to(at(50), 3.0, ms(100), Easing::IN_SINE);
    let MovingRow { start, end, from, target } = x.row();
    assert_eq!((start, end, *from, *target), (at(50), at(150), 7.0, 3.0));
    assert_eq!(x.polynomial(), Easing::IN_SINE.polynomial(), "whatever its velocity was");
    x.then_tween_to(at(50), 0.0, ms(10), Easing::Linear);
    assert_eq!((x.row().end, x.polynomial()), (at(150), Easing::IN_SINE.polynomial()));
    x.spring_to(at(60), 1.0, Spring::snappy(ms(100)));
    assert_eq!(x.polynomial(), None);
    x.tween_to(at(70), 1.0, ms(100), Easing::OUT_BOUNCE);
    assert_eq!(x.polynomial(), None);
}

#[test]
fn another_host_reports_a_start_once_more_or_not() {
    let mut x = Moving::at(0.0_f64);
    x.tween_to(at(0), 10.0, ms(100), Easing::Linear);
    let dues = |mut x: Moving<f64>| {
        let mut all = Vec::new();
        x.step(at(200), None, |event| all.push(event));
        all
    };
    let both = [MovingEvent::Start(at(0)), MovingEvent::End(at(100))];
    assert_eq!(dues(x.clone().with_reported(false)), both);
    assert_eq!(dues(x.clone().with_reported(true)), both[1..]);
    x.step(at(200), None, |_| ());
    assert!(x.with_reported(false).is_resting());
}
