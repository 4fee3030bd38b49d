use cueline::value::{Quat, Vec3};
use proptest::{collection::vec, prelude::*};

use super::*;

const RATE: TickRate = TickRate::HZ_60;

/// The largest distance at a thousand times, which are others than those that were looked at.
fn apart<T: Measured>(one: &[Key<T>], other: &[Key<T>]) -> Distance {
    let track = |keys: &[Key<T>]| Track::new(keys.iter().map(|key| key.keyframe(RATE))).unwrap();
    let (one, other) = (track(one), track(other));
    let whole = one.duration().flicks();
    (0..=1000).fold(Distance::default(), |worst, part| {
        let at = Span::from_flicks(whole / 1000 * part + part % 7);
        worst.max(one.sample(at).distance(&other.sample(at)))
    })
}

fn linear<T: Measured>(values: Vec<T>) -> Vec<Key<T>> {
    let key = |(at, value)| Key::linear(crate::When::Frames(at), value);
    (0..).zip(values).map(key).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn numbers_stay_within_the_tolerance(steps in vec((-1.0_f32..1.0, 1_usize..20), 1..20), error in 0.001..0.5) {
        // A walk of straight stretches with a little noise.
        let mut values = vec![Vec3::new(0.0, 0.0, 0.0)];
        for (step, count) in steps {
            for index in 0..count {
                let Vec3 { x, y, .. } = values[values.len() - 1];
                values.push(Vec3::new(x + step, y - step / 2.0, if index % 2 == 0 { 0.0 } else { 0.001 }));
            }
        }
        let old = linear(values);
        let mut new = old.clone();
        let done = reduce(&mut new, RATE, &Tolerance { numbers: error, radians: 0.0 });
        prop_assert_eq!(done.keys_after, new.len());
        prop_assert!(done.numbers <= error);
        // Rounding of the samples themselves comes on top.
        prop_assert!(apart(&old, &new).numbers <= error + 1e-5);
        prop_assert_eq!(&new[0], &old[0]);
        // One key alone stands for all of a track.
        prop_assert!(new.len() == 1 || new.last() == old.last());
    }

    #[test]
    fn rotations_stay_within_the_tolerance(
        turns in vec((-0.3_f64..0.3, prop::sample::select(vec![[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.6, 0.0, 0.8]])), 2..40),
        error in 0.0004..0.1,
    ) {
        let mut values = vec![Quat::default()];
        for (angle, [x, y, z]) in turns {
            values.push(Quat::about(Vec3::new(x, y, z), angle) * values[values.len() - 1]);
        }
        let old = linear(values);
        let mut new = old.clone();
        let done = reduce(&mut new, RATE, &Tolerance { numbers: 0.0, radians: error });
        prop_assert!(done.radians <= error);
        // Between the places that were looked at a turn strays a little more.
        prop_assert!(apart(&old, &new).radians <= error * 1.02 + 1e-5, "{:?}", apart(&old, &new));
    }
}

#[test]
fn a_straight_line_needs_two_keys_and_a_corner_one_more() {
    let mut keys = linear((0..1000).map(|at| at as f32).collect());
    assert_eq!(reduce(&mut keys, RATE, &Tolerance::of(0.0001)).keys_after, 2);
    let mut keys =
        linear((0..1000).map(|at| if at < 500 { at as f32 } else { 999.0 - at as f32 }).collect());
    assert_eq!(
        reduce(&mut keys, RATE, &Tolerance::of(0.0001)).keys_after,
        4,
        "there is a flat bit on top"
    );
}

#[test]
fn jumps_curves_and_switches_stay() {
    let at = crate::When::Frames;
    let jump = vec![
        Key::linear(at(0), 0.0),
        Key::linear(at(5), 0.0),
        Key::linear(at(5), 9.0),
        Key::linear(at(9), 9.0),
    ];
    let mut keys = jump.clone();
    reduce(&mut keys, RATE, &Tolerance::of(0.1));
    assert_eq!(keys, jump);

    let curve = vec![
        Key::hermite(at(0), 0.0, 0.0, 1.0),
        Key::hermite(at(5), 0.0, 1.0, 0.0),
        Key::linear(at(9), 0.0),
    ];
    let mut keys = curve.clone();
    reduce(&mut keys, RATE, &Tolerance::of(0.1));
    assert_eq!(keys, curve);

    let switch = [true, true, false, false, true].map(|on| on);
    let mut keys: Vec<Key<bool>> =
        (0..).zip(switch).map(|(time, on)| Key::hold(at(time), on)).collect();
    reduce(&mut keys, RATE, &Tolerance::of(1e9));
    let left: Vec<bool> = keys.iter().map(|key| key.value).collect();
    assert_eq!(left, [true, false, true]);
}

#[test]
fn a_long_flat_track_takes_no_long_time() {
    let mut values = vec![1.0_f32; 100_000];
    values.push(2.0);
    let mut keys = linear(values);
    assert_eq!(reduce(&mut keys, RATE, &Tolerance::of(0.0)).keys_after, 3);
}

#[test]
fn a_constant_track_needs_one_key() {
    let mut keys = linear(vec![1.0_f32; 100]);
    assert_eq!(reduce(&mut keys, RATE, &Tolerance::of(0.0)).keys_after, 1);
    let mut near = linear((0..100).map(|at| if at == 70 { 1.01_f32 } else { 1.0 }).collect());
    let mut far = near.clone();
    assert_eq!(reduce(&mut near, RATE, &Tolerance::of(0.02)).keys_after, 1);
    assert!(reduce(&mut far, RATE, &Tolerance::of(0.005)).keys_after > 3);
    // Two keys that are alike, with a bow between them.
    let at = crate::When::Frames;
    let bow = vec![Key::hermite(at(0), 0.0, 0.0, 1.0), Key::hermite(at(5), 0.0, -1.0, 0.0)];
    let mut keys = bow.clone();
    reduce(&mut keys, RATE, &Tolerance::of(1e-9));
    assert_eq!(keys, bow);
}
