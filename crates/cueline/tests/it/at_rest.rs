//! A value at rest has one digest, whatever brought it there: a game that skips and a game that plays are equal.

use cueline::{
    digest::digest,
    prelude::*,
    value::{Curve, Vec2},
};

const TARGET: Vec2<f32> = Vec2::new(8.0, -3.0);
const ELSEWHERE: Vec2<f32> = Vec2::new(99.0, 9.0);

type Value = Moving<Vec2<f32>>;

/// A motion: its name, and what starts it.
type Kind = (&'static str, fn(&mut Value, Time) -> bool);

/// A motion of each law that starts at a time or soon after it, and rests at [`TARGET`] within a minute.
const KINDS: [Kind; 12] = [
    ("tween", |x, now| x.tween_to(now, TARGET, ms(300), Easing::Linear)),
    ("boxed easing", |x, now| x.tween_to(now, TARGET, ms(300), Easing::Out(Curve::Bounce))),
    ("delayed", |x, now| x.tween_after(now, ms(90), TARGET, ms(300), Easing::OUT_QUAD)),
    ("glide", |x, now| x.glide_to(now, TARGET, ms(300))),
    ("spring", |x, now| x.spring_to(now, TARGET, Spring::snappy(ms(300)))),
    ("delayed spring", |x, now| x.spring_after(now, ms(90), TARGET, Spring::smooth(ms(300)))),
    ("stop", |x, now| x.stop_at(now, TARGET, Spring::snappy(ms(300)))),
    ("throw", |x, now| x.throw_to(now, TARGET, Vec2::new(900.0, 0.0), Spring::smooth(ms(300)))),
    ("chain", |x, now| {
        x.tween_to(now, ELSEWHERE, ms(300), Easing::Linear);
        x.then_tween_to(now, TARGET, ms(200), Easing::Linear)
    }),
    ("chain that waits", |x, now| {
        x.spring_to(now, ELSEWHERE, Spring::smooth(ms(300)));
        x.then_tween_after(now, ms(70), TARGET, ms(200), Easing::OUT_QUAD)
    }),
    ("chain of a spring", |x, now| {
        x.tween_to(now, ELSEWHERE, ms(300), Easing::Linear);
        x.then_spring_to(now, TARGET, Spring::smooth(ms(300)))
    }),
    ("finish", |x, now| {
        let sent = x.spring_to(now, TARGET, Spring::bouncy(ms(300)));
        x.finish(now + ms(40));
        sent
    }),
];

const REST: Time = Time::from_secs(60);

/// Each kind at rest, reported up to [`REST`].
fn rested() -> impl Iterator<Item = (&'static str, Value)> {
    KINDS.into_iter().map(|(name, send)| {
        let mut x = Moving::at(Vec2::new(1.0, 2.0));
        assert!(send(&mut x, Time::ZERO), "{name}");
        x.step(REST, None, |_| ());
        assert!(x.is_resting(), "{name}");
        (name, x)
    })
}

#[test]
fn values_at_rest_have_equal_digests_whatever_brought_them_there() {
    for (name, x) in rested() {
        assert_eq!(digest(&x), digest(&Moving::at(TARGET)), "{name}");
        assert_ne!(digest(&x), digest(&Moving::at(ELSEWHERE)), "{name}");
    }
}

#[test]
fn equal_digests_at_rest_mean_equal_futures() {
    for (name, rested) in rested() {
        for ((next, send), wait) in KINDS.iter().flat_map(|kind| [(kind, ms(0)), (kind, ms(1))]) {
            let (mut played, mut set) = (rested.clone(), Moving::at(TARGET));
            let begin = REST + wait;
            for x in [&mut played, &mut set] {
                send(x, begin);
                x.step(begin + ms(100), Some(&Vec2::new(7.0, 7.0)), |_| ());
            }
            assert_eq!(digest(&played), digest(&set), "{name}, then {next}");
            for later in (0..9).map(|count| begin + ms(100) * count) {
                assert_eq!(played.value(later), set.value(later), "{name}, then {next}, {later:?}");
                let velocities = (played.velocity(later), set.velocity(later));
                assert_eq!(velocities.0, velocities.1, "{name}, then {next}, {later:?}");
            }
        }
    }
}

#[test]
fn a_value_that_moves_has_the_digest_of_its_motion() {
    let moving = |to: f32| {
        let mut x = Moving::at(0.0);
        x.tween_to(Time::ZERO, to, ms(300), Easing::Linear);
        x
    };
    let (mut one, other) = (moving(1.0), moving(2.0));
    assert_ne!(digest(&one), digest(&other));
    assert_ne!(digest(&one), digest(&Moving::at(1.0_f32)), "its end is not reported");
    one.step(Time::from_millis(299), None, |_| ());
    assert_ne!(digest(&one), digest(&Moving::at(1.0_f32)), "it still moves");
}
