use alloc::{format, vec::Vec};

use proptest::prelude::*;

use super::*;
use crate::clip::Keyframe;
use crate::value::Easing;

fn track(keys: &[(i64, f64)]) -> Track<f64> {
    let key = |&(at, value): &(i64, f64)| Keyframe::linear(Span::from_flicks(at), value);
    Track::new(keys.iter().map(key)).unwrap()
}

#[test]
fn blends_between_keyframes_and_holds_outside() {
    let track = track(&[(10, 1.0), (20, 3.0), (40, -1.0)]);
    let cases = [
        (i64::MIN, 1.0),
        (9, 1.0),
        (10, 1.0),
        (11, 1.2),
        (15, 2.0),
        (20, 3.0),
        (30, 1.0),
        (40, -1.0),
        (41, -1.0),
        (i64::MAX, -1.0),
    ];
    for (at, value) in cases {
        assert_eq!(track.sample(Span::from_flicks(at)), value, "at {at}");
    }
}

#[test]
fn an_unsorted_keyframe_is_refused_with_its_index() {
    let at = Span::from_flicks;
    let keys = [5, 7, 6, 1].map(|flicks| Keyframe::hold(at(flicks), 0.0));
    let error = Track::new(keys).unwrap_err();
    assert_eq!(error, ContentError::KeyframeOrder { index: 2, at: at(6), after: at(7) });
    assert_eq!(Track::new(Vec::<Keyframe<f64>>::new()).unwrap_err(), ContentError::NoKeyframes);
}

#[test]
fn two_keyframes_at_one_time_jump_at_that_time() {
    let track = track(&[(0, 0.0), (10, 5.0), (10, 7.0), (10, -5.0), (20, 1.0)]);
    let cases = [(8, 4.0), (9, 4.5), (10, -5.0), (15, -2.0), (20, 1.0)];
    for (at, value) in cases {
        assert_eq!(track.sample(Span::from_flicks(at)), value, "at {at}");
    }
    let first = [Keyframe::linear(Span::ZERO, 1.0), Keyframe::hold(Span::ZERO, 2.0)];
    let jump = Track::new(first).unwrap();
    assert_eq!(jump.sample(Span::from_flicks(-1)), 1.0);
    assert_eq!(jump.sample(Span::ZERO), 2.0);
}

#[test]
fn a_value_that_is_not_finite_is_refused_with_its_index_and_part() {
    let key = |value, before, after| Keyframe::hermite(Span::ZERO, value, before, after);
    let refused = |key| Track::new([Keyframe::hold(Span::ZERO, 0.0), key]).unwrap_err();
    let cases = [
        (key(f64::NAN, 0.0, 0.0), "value"),
        (key(0.0, f64::INFINITY, 0.0), "tangent before"),
        (key(0.0, 0.0, f64::NEG_INFINITY), "tangent after"),
    ];
    for (key, part) in cases {
        assert_eq!(refused(key), ContentError::NotFinite { index: 1, part });
    }
    let frames = [0.0, f64::INFINITY].map(|frame| (frame, 0.0, Interpolation::Hold));
    let error = Track::at_frames(TickRate::HZ_60, frames).unwrap_err();
    assert_eq!(
        error,
        ContentError::FrameNumber { index: 1, error: crate::time::TimeError::NotFinite }
    );
}

#[test]
fn tangents_per_frame_are_the_same_curve() {
    let at = Span::from_millis;
    let rate = TickRate::HZ_25;
    let per_second = [(0, 1.0, 50.0), (1000, 3.0, -25.0)];
    let track = |key: fn(Keyframe<f64>, TickRate, f64) -> Keyframe<f64>| {
        let key = |(ms, value, slope)| {
            key(Keyframe::new(at(ms), value, Interpolation::Hermite), rate, slope)
        };
        Track::new(per_second.map(key)).unwrap()
    };
    let seconds = track(|key, _, slope| Keyframe { tangent_in: slope, tangent_out: slope, ..key });
    let frames =
        track(|key, rate, slope| key.tangents_per_frame(rate, &(slope / 25.0), &(slope / 25.0)));
    assert_eq!(seconds, frames);
}

#[test]
fn one_keyframe_is_constant() {
    let track = Track::constant(3.0).unwrap();
    for at in [Span::MIN, Span::ZERO, Span::MAX] {
        assert_eq!(track.sample(at), 3.0);
    }
    assert_eq!(track.duration(), Span::ZERO);
}

#[test]
fn a_hold_keeps_its_value_until_the_next_keyframe() {
    let keys = [(0, 1.0), (10, 2.0), (20, 3.0)];
    let hold = |(at, value)| Keyframe::hold(Span::from_flicks(at), value);
    let track = Track::new(keys.map(hold)).unwrap();
    let cases = [(-1, 1.0), (0, 1.0), (9, 1.0), (10, 2.0), (19, 2.0), (20, 3.0), (21, 3.0)];
    for (at, value) in cases {
        assert_eq!(track.sample(Span::from_flicks(at)), value, "at {at}");
    }
}

#[test]
fn an_easing_applies_to_lines_and_to_cubics() {
    let at = Span::from_flicks;
    let eased = Keyframe::eased(at(0), 10.0, Easing::In(crate::value::Curve::Quad));
    let straight = Track::new([eased, Keyframe::hold(at(10), 20.0)]).unwrap();
    for (now, value) in [(0, 10.0), (5, 12.5), (10, 20.0)] {
        assert_eq!(straight.sample(at(now)), value, "at {now}");
    }
    let second = Span::from_secs(1);
    let curve = |interpolation| {
        let key = Keyframe { interpolation, ..Keyframe::hermite(at(0), 0.0, 0.0, 4.0) };
        Track::new([key, Keyframe::hermite(second, 1.0_f64, -1.0, 0.0)]).unwrap()
    };
    let plain = curve(Interpolation::Hermite);
    let eased = curve(Interpolation::HermiteEased(Easing::In(crate::value::Curve::Quad).into()));
    for (ms, squared) in [(0, 0), (100, 10), (500, 250), (1000, 1000)] {
        let (now, then) = (Span::from_millis(ms), Span::from_millis(squared));
        assert!((eased.sample(now) - plain.sample(then)).abs() < 1e-15, "at {ms} ms");
    }
}

/// A cubic is its own Hermite curve: x^3 - 2x over two seconds, with its slopes 3x^2 - 2.
#[test]
fn a_cubic_passes_through_its_keyframes_with_their_slopes() {
    let value = |x: f64| x * x * x - 2.0 * x;
    let slope = |x: f64| 3.0 * x * x - 2.0;
    let key = |secs: i64| {
        let x = secs as f64;
        Keyframe::hermite(Span::from_secs(secs), value(x), slope(x), slope(x))
    };
    let track = Track::new([0, 2, 3].map(key)).unwrap();
    for ms in 0..=3000 {
        let (x, sampled) = (ms as f64 / 1000.0, track.sample(Span::from_millis(ms)));
        // A dozen roundings of numbers below 32.
        assert!((sampled - value(x)).abs() < 1e-13, "{sampled} at {x}");
    }
}

#[test]
fn increments_add_up_also_beyond_both_ends() {
    let track = track(&[(0, 1.0), (10, 5.0)]);
    let way = |from, to| track.increment(Span::from_flicks(from), Span::from_flicks(to));
    assert_eq!(way(-5, 20), 4.0);
    assert_eq!(way(20, -5), -4.0);
    assert_eq!((way(3, 3), way(11, 900)), (0.0, 0.0));
}

/// The last keyframe at or before `at`, by linear search.
fn searched(times: &[i64], at: i64) -> Option<usize> {
    times.iter().rposition(|time| *time <= at)
}

/// Sorted times, some the same, some crowded at one end, some at the ends of the clock.
fn times() -> impl Strategy<Value = Vec<i64>> {
    let time = prop_oneof![-20..20_i64, any::<i64>(), Just(i64::MIN), Just(i64::MAX)];
    prop::collection::vec(time, 1..40).prop_map(|mut times| {
        times.sort_unstable();
        times
    })
}

fn sampled_at() -> impl Strategy<Value = i64> {
    prop_oneof![-25..25_i64, any::<i64>(), Just(i64::MIN), Just(i64::MAX)]
}

#[test]
fn the_table_is_no_longer_than_the_keyframes() {
    let crowds: [Vec<i64>; 4] = [
        (0..1000).collect(),
        (0..1000).chain([i64::MAX]).collect(),
        core::iter::once(i64::MIN).chain(0..1000).chain([i64::MAX]).collect(),
        alloc::vec![5; 1000],
    ];
    for times in crowds {
        let lookup = Lookup::new(times.iter().copied().map(Span::from_flicks).collect()).unwrap();
        let entries = lookup.buckets.first.len();
        assert!(entries <= times.len() + 1, "{entries} entries");
        for at in [-1, 0, 1, 500, 999, 1000, i64::MIN, i64::MAX] {
            assert_eq!(lookup.last_at_or_before(at), searched(&times, at), "at {at}");
        }
    }
}

proptest! {
    #[test]
    fn lookup_equals_a_linear_search(times in times(), at in sampled_at()) {
        let lookup = Lookup::new(times.iter().copied().map(Span::from_flicks).collect()).unwrap();
        for at in times.iter().copied().chain([at]) {
            for at in [at.saturating_sub(1), at, at.saturating_add(1)] {
                prop_assert_eq!(lookup.last_at_or_before(at), searched(&times, at), "at {}", at);
            }
        }
    }
}

#[test]
fn an_easing_that_is_not_a_number_is_refused() {
    use crate::value::Curve;
    let broken = Easing::In(Curve::Power(f64::NAN));
    let keys = [Keyframe::eased(Span::ZERO, 0.0, broken), Keyframe::linear(Span::FLICK, 1.0)];
    let refused = Track::new(keys).unwrap_err();
    assert_eq!(refused, ContentError::NotFinite { index: 0, part: "easing" });
}

#[test]
fn tracks_are_equal_if_their_keyframes_are() {
    let keys = [(10, 1.0), (20, 3.0)];
    assert_eq!(track(&keys), track(&keys));
    assert_ne!(track(&keys), track(&keys[..1]));
    let back: Vec<Keyframe<f64>> = track(&keys).into();
    assert_eq!(Track::new(back).unwrap(), track(&keys));
}

#[test]
fn keyframes_at_both_ends_of_time_are_blended() {
    let track = track(&[(i64::MIN, 0.0), (i64::MAX, 8.0)]);
    for (at, value) in [(i64::MIN / 2, 2.0), (0, 4.0), (i64::MAX / 2, 6.0)] {
        assert_eq!(track.sample(Span::from_flicks(at)), value, "at {at}");
    }
}

#[test]
fn a_cubic_shows_its_keyframes_as_they_are() {
    use crate::value::Quat;

    let long = Quat::new(0.0, 0.0, 0.0, 2.0); // not of length 1
    let keys = [(0, long), (10, Quat::new(0.0, 0.0, 1.0, 0.0))];
    let key = |(at, value)| Keyframe::new(Span::from_flicks(at), value, Interpolation::Hermite);
    let track = Track::new(keys.map(key)).unwrap();
    assert_eq!(track.sample(Span::ZERO), long);
}

/// Interpolations of which many are equal, and some differ in the sign of a zero alone.
fn interpolation() -> impl Strategy<Value = Interpolation> {
    use crate::value::Curve;

    let overshoot = prop_oneof![Just(0.0), Just(-0.0), (0..400_i32).prop_map(f64::from)];
    let back = overshoot.prop_map(|overshoot| Easing::In(Curve::Back { overshoot }));
    prop_oneof![
        Just(Interpolation::Hold),
        Just(Interpolation::Linear),
        Just(Interpolation::Hermite),
        back.clone().prop_map(|easing| Interpolation::Eased(easing.into())),
        back.prop_map(|easing| Interpolation::HermiteEased(easing.into())),
    ]
}

/// Keyframes of one interpolation or of any, with tangents or without.
fn keyframes() -> impl Strategy<Value = Vec<Keyframe<f64>>> {
    let number = || prop_oneof![Just(0.0), Just(-0.0), -9.0..9.0_f64];
    let key = (number(), number(), number(), interpolation());
    let keys = prop::collection::vec(key, 1..600);
    (keys, any::<bool>(), any::<bool>()).prop_map(|(keys, one, flat)| {
        let first = keys[0].3.clone();
        let key = |(at, (value, before, after, own))| {
            let key = Keyframe::hermite(Span::from_flicks(at), value, before, after);
            let key =
                if flat { Keyframe { tangent_in: 0.0, tangent_out: 0.0, ..key } } else { key };
            Keyframe { interpolation: if one { first.clone() } else { own }, ..key }
        };
        (0..).zip(keys).map(key).collect()
    })
}

proptest! {
    #[test]
    fn a_track_returns_the_keyframes_it_was_made_of(keys in keyframes(), from in 0..700_usize) {
        // The text of a number shows the sign of a zero.
        let text = |keys: &[Keyframe<f64>]| format!("{keys:?}");
        let track = Track::new(keys.iter().cloned()).unwrap();
        prop_assert_eq!(text(&track.keyframes().collect::<Vec<_>>()), text(&keys));
        let back: Vec<_> = track.keyframes().rev().collect();
        prop_assert_eq!(text(&back.into_iter().rev().collect::<Vec<_>>()), text(&keys));
        prop_assert_eq!(track.keyframes().nth(from), keys.get(from).cloned());
        prop_assert_eq!(track.keyframes().nth_back(from), keys.iter().rev().nth(from).cloned());
        let mut rest = track.keyframes();
        rest.by_ref().take(from).for_each(drop);
        prop_assert_eq!(rest.len(), keys.len().saturating_sub(from));
    }

    /// A track of all keyframes is the tracks of each two of them in a row.
    #[test]
    fn each_keyframe_leads_to_the_next_by_its_own_interpolation(keys in keyframes()) {
        let second = |flicks: usize| Span::from_secs(i64::try_from(flicks).unwrap());
        let keys: Vec<_> =
            keys.into_iter().enumerate().map(|(i, key)| Keyframe { at: second(i), ..key }).collect();
        let track = Track::new(keys.iter().cloned()).unwrap();
        for (i, pair) in keys.windows(2).enumerate() {
            let alone = Track::new(pair.iter().cloned()).unwrap();
            for ms in [0, 250, 900] {
                let at = second(i) + Span::from_millis(ms);
                prop_assert_eq!(track.sample(at).to_bits(), alone.sample(at).to_bits(), "at {}", at);
            }
        }
    }
}

#[test]
fn the_keyframes_of_a_track_count_and_end_as_those_that_made_it() {
    let keys: Vec<_> =
        (0..5).map(|key| Keyframe::linear(Span::from_flicks(key), key as f64)).collect();
    let track = Track::new(keys.clone()).unwrap();
    assert_eq!(track.keyframes().count(), 5);
    assert_eq!(track.keyframes().skip(2).count(), 3);
    assert_eq!(track.keyframes().last().as_ref(), keys.last());
    assert_eq!(track.keyframes().skip(5).last(), None);
}

#[test]
fn keyframes_with_the_linear_easing_are_linear_and_keep_it() {
    let linear = track(&[(0, 0.1), (7, 0.7), (10, -0.3)]);
    let eased: Vec<_> =
        linear.keyframes().map(|key| Keyframe::eased(key.at, key.value, Easing::Linear)).collect();
    let track = Track::new(eased.clone()).unwrap();
    assert!(track.keyframes().eq(eased));
    for at in -1..=11 {
        let [one, other] = [&track, &linear].map(|track| track.sample(Span::from_flicks(at)));
        assert_eq!(one.to_bits(), other.to_bits(), "at {at}");
    }
    let constant = Track::constant(1.0).unwrap();
    assert_eq!(constant.keyframes().next(), Some(Keyframe::hold(Span::ZERO, 1.0)));
}
