//! The laws of clips, tracks and flipbooks: against what is walked flick by flick, on other threads,
//! in another process, and with any numbers at all.

#[cfg(feature = "serde")]
use crate::process;

use std::{collections::BTreeMap, thread};

use allocation_counter::measure;
use cueline::{
    clip::{
        ClipBuilder, ClipDuration, Clips, Cue, Flipbook, Interpolation, Keyframe, Order, Track,
        Window,
    },
    time::{Span, Time},
    value::{self, Curve, Delta, Easing, EasingPath, Quat, Vec3},
};
use proptest::prelude::*;

fn flicks(flicks: i64) -> Span {
    Span::from_flicks(flicks)
}

/// Numbers at their ends, near them, near zero, and any.
fn number() -> impl Strategy<Value = i64> {
    let ends = vec![i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX - 1, i64::MAX];
    prop_oneof![prop::sample::select(ends), -9_i64..30, any::<i64>()]
}

/// Ways from one keyframe to the next, some that jump or overshoot.
fn ways() -> impl Strategy<Value = Interpolation> {
    let path =
        EasingPath::linear([(0.0, 0.2), (0.5, 1.4), (0.5, -0.3), (1.0, 1.0)]).expect("a path");
    prop::sample::select(vec![
        Interpolation::Hold,
        Interpolation::Linear,
        Interpolation::Hermite,
        Interpolation::Eased(Easing::In(Curve::Quad).into()),
        Interpolation::Eased(Easing::InOut(Curve::Bounce).into()),
        Interpolation::Eased(path.into()),
        Interpolation::HermiteEased(Easing::Out(Curve::Cubic).into()),
    ])
}

/// Sorted keyframes, at least one, several at one time, some at the ends of all spans.
fn keyframes() -> impl Strategy<Value = Vec<Keyframe<f64>>> {
    let key = (number(), -1e6..1e6_f64, -1e3..1e3_f64, ways());
    prop::collection::vec(key, 1..20).prop_map(|mut keys| {
        keys.sort_by_key(|(at, ..)| *at);
        let key = |(at, value, slope, way): (i64, f64, f64, _)| Keyframe {
            interpolation: way,
            ..Keyframe::hermite(flicks(at), value, slope, -slope)
        };
        keys.into_iter().map(key).collect()
    })
}

/// A flipbook, and how long its pass there and back takes.
fn flipbooks() -> impl Strategy<Value = (Flipbook, i64)> {
    let orders = vec![Order::Forward, Order::Reverse, Order::PingPong, Order::PingPongReverse];
    let holds = prop_oneof![
        (1_usize..6, 1_i64..9).prop_map(|(frames, hold)| vec![hold; frames]),
        prop::collection::vec(1_i64..9, 1..6),
    ];
    (holds, prop::sample::select(orders), 0_i64..40).prop_map(|(holds, order, offset)| {
        let strip: i64 = holds.iter().sum();
        let turns = matches!(order, Order::PingPong | Order::PingPongReverse) && holds.len() > 1;
        let pass = if turns { 2 * strip - holds[0] - holds[holds.len() - 1] } else { strip };
        let book = Flipbook::each(holds.into_iter().map(flicks)).expect("holds above zero");
        (book.order(order).offset(flicks(offset)), pass)
    })
}

proptest! {
    /// Whole numbers that rise by so many a flick, or hold and jump.
    #[test]
    fn a_track_shows_what_walking_along_it_shows(
        first in -20_i64..20,
        legs in prop::collection::vec((0_i64..6, -9_i64..9, any::<bool>()), 0..8),
    ) {
        let (mut at, mut value) = (first, 100);
        let mut shown = BTreeMap::new();
        let mut keys = vec![];
        for (length, slope, holds) in legs {
            let way = if holds { Interpolation::Hold } else { Interpolation::Linear };
            keys.push(Keyframe::new(flicks(at), value, way));
            for step in 0..length {
                shown.insert(at + step, if holds { value } else { value + step * slope });
            }
            (at, value) = (at + length, value + length * slope);
            if length == 0 {
                value += slope; // two keyframes at one time: the later one shows
            }
        }
        keys.push(Keyframe::hold(flicks(at), value));
        shown.insert(at, value);
        let (before, after) = (keys[0].value, value);
        let track = Track::new(keys).unwrap();
        prop_assert_eq!(track.duration(), flicks(at.max(0)));
        for now in (first - 3..at + 3).chain([i64::MIN, i64::MAX]) {
            let outside = if now < first { before } else { after };
            let want = shown.get(&now).copied().unwrap_or(outside);
            prop_assert_eq!(track.sample(flicks(now)), want, "at {}", now);
        }
    }

    /// Asked backwards, by two at a time, it answers bit by bit the same.
    #[test]
    fn sampling_is_free_of_effects(
        keys in keyframes(), (book, _) in flipbooks(), asked in prop::collection::vec(number(), 1..40),
    ) {
        let draft = ClipBuilder::new("x").track("x", keys).duration(ClipDuration::Cut(Span::MAX));
        let clip = draft.build().unwrap();
        let track = clip.track::<f64>("x").unwrap();
        let ask = |at: &i64| {
            let frame = book.frame_at(Time::ZERO, Time::from_flicks(*at));
            (track.sample(flicks(*at)).to_bits(), frame, clip.sample("x", flicks(*at)).is_ok())
        };
        let here: Vec<_> = asked.iter().map(ask).collect();
        let digest = clip.digest();
        thread::scope(|scope| {
            let forward = scope.spawn(|| asked.iter().map(ask).collect::<Vec<_>>());
            let mut back: Vec<_> = asked.iter().rev().map(ask).collect();
            back.reverse();
            assert_eq!(back, here);
            assert_eq!(forward.join().expect("no panic"), here);
        });
        prop_assert_eq!(clip.digest(), digest);
    }

    /// Increments over any way, also to and fro, add up to the whole; whole numbers to the last bit.
    #[test]
    fn partition(keys in keyframes(), stops in prop::collection::vec(number(), 2..20)) {
        let whole = |key: &Keyframe<f64>| {
            #[expect(clippy::cast_possible_truncation, reason = "below a million")]
            Keyframe::new(key.at, key.value as i64, Interpolation::Linear)
        };
        let exact = Track::new(keys.iter().map(whole)).unwrap();
        let track = Track::new(keys).unwrap();
        let ends = (flicks(stops[0]), flicks(stops[stops.len() - 1]));
        let mut sum = exact.increment(ends.0, ends.0);
        let (mut float_sum, mut size) = (0.0, 0.0);
        for step in stops.windows(2) {
            let (from, to) = (flicks(step[0]), flicks(step[1]));
            sum = sum.and(&exact.increment(from, to));
            let part = track.increment(from, to);
            float_sum += part;
            size += part.abs() + float_sum.abs();
        }
        prop_assert_eq!(sum, exact.increment(ends.0, ends.1));
        // One rounding for each difference, and one for each sum, of half an epsilon each.
        let all: f64 = track.increment(ends.0, ends.1);
        prop_assert!((float_sum - all).abs() <= f64::EPSILON * (size + all.abs()), "{float_sum} for {all}");
    }

    /// As long as it plays, in the far future and the far past too.
    #[test]
    fn a_flipbook_repeats_after_its_pass_for_ever((book, pass) in flipbooks(), now in -50_i64..50) {
        let at = |now: i64| book.frame_at(Time::ZERO, Time::from_flicks(now));
        for end in [i64::MIN + 100, 0, i64::MAX - 100] {
            let far = now + end / pass * pass;
            prop_assert_eq!(at(far), at(now));
            let (next, later) = (
                book.next_change(Time::ZERO, Time::from_flicks(now)),
                book.next_change(Time::ZERO, Time::from_flicks(far)),
            );
            let wait = |next: Option<Time>, now: i64| next.map(|next| next.flicks() - now);
            prop_assert_eq!(wait(later, far), wait(next, now));
        }
    }

    /// From change to change there is one frame, and the last one stays: the end of a flipbook that
    /// was left alone is the end of one that was watched.
    #[test]
    fn finish_equals_play((book, _) in flipbooks(), passes in 1_u32..5) {
        let book = book.times(passes).unwrap();
        let (start, end) = (Time::ZERO, Time::ZERO + book.duration().unwrap());
        let mut now = start;
        let mut frame = book.frame_at(start, now);
        while let Some(next) = book.next_change(start, now) {
            prop_assert!(next > now && next < end);
            prop_assert_eq!(book.frame_at(start, next - Span::FLICK), frame);
            prop_assert_ne!(book.frame_at(start, next), frame);
            (now, frame) = (next, book.frame_at(start, next));
        }
        prop_assert_eq!(book.frame_at(start, Time::MAX), frame);
        prop_assert!(book.is_over(start, end) && (end == start || !book.is_over(start, end - Span::FLICK)));
    }

    #[test]
    fn clips_are_kept_by_name(calls in prop::collection::vec((0_u8..8, any::<bool>(), 0_i64..9), 0..30)) {
        let (mut clips, mut model) = (Clips::new(), BTreeMap::new());
        for (name, replace, length) in calls {
            let clip = ClipBuilder::new(name.to_string()).duration(flicks(length)).build().unwrap();
            let known = model.get(&name).copied();
            let result = if replace { clips.replace(clip) } else { clips.add(clip) };
            match (result, known) {
                (Err(_), Some(_)) => prop_assert!(!replace),
                (Ok(id), None) => { model.insert(name, (id, length)); }
                (Ok(id), Some((before, _))) => {
                    prop_assert!(replace && id == before);
                    model.insert(name, (id, length));
                }
                (Err(error), None) => return Err(TestCaseError::fail(error.to_string())),
            }
            for (name, (id, length)) in &model {
                prop_assert_eq!(clips.id(&name.to_string()), Ok(*id));
                prop_assert_eq!(clips.get(*id).unwrap().duration(), flicks(*length));
            }
            prop_assert_eq!((clips.len(), clips.is_empty()), (model.len(), model.is_empty()));
        }
    }
}

mod nothing_panics {
    use super::*;

    fn float() -> impl Strategy<Value = f64> {
        let ends = vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN, -0.0];
        prop_oneof![1 => prop::sample::select(ends), 4 => any::<f64>(), 4 => -2.0..2.0_f64]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// Whatever goes into a draft: a clip that answers everywhere, or an error that can be read.
        #[test]
        fn in_clips(
            keys in prop::collection::vec((number(), float(), float(), ways()), 0..6),
            length in prop_oneof![
                Just(ClipDuration::Whole), number().prop_map(|length| ClipDuration::Exactly(flicks(length))),
                number().prop_map(|length| ClipDuration::Cut(flicks(length))),
            ],
            cues in prop::collection::vec(number(), 0..4), sorted: bool,
            asked in prop::collection::vec((number(), number()), 1..6),
        ) {
            let mut keys = keys;
            if sorted {
                keys.sort_by_key(|(at, ..)| *at);
            }
            let finite = |number: &f64| number.is_finite();
            let good = !keys.is_empty()
                && keys.is_sorted_by_key(|(at, ..)| *at)
                && keys.iter().all(|(_, value, slope, _)| finite(value) && finite(slope));
            let key = |(at, value, slope, way)| Keyframe {
                interpolation: way,
                ..Keyframe::hermite(flicks(at), value, slope, slope)
            };
            let keys: Vec<Keyframe<f64>> = keys.into_iter().map(key).collect();
            prop_assert_eq!(Track::new(keys.clone()).is_ok(), good);
            let mut draft = ClipBuilder::new("any").track("x", keys).duration(length);
            for at in cues {
                draft = draft.cue(Cue::state(flicks(at), "cue"));
            }
            let clip = match draft.build() {
                Ok(clip) => clip,
                Err(error) => {
                    prop_assert!(!error.to_string().is_empty());
                    return Ok(());
                }
            };
            prop_assert!(good && !clip.duration().is_negative());
            let track = clip.track::<f64>("x").unwrap();
            for (from, to) in asked {
                let (from, to) = (flicks(from), flicks(to));
                let _ = (track.sample(from), track.increment(from, to), clip.sample("y", to).is_err());
                for window in [Window::forward(from, to), Window::backward(from, to).with_start()] {
                    prop_assert!(clip.cues_in(window).count() <= clip.cues().len());
                }
            }
        }
    }
}

/// Written down, read in a new process, and asked there: the same bits.
#[cfg(feature = "serde")]
mod state_is_data {
    use cueline::clip::Clip;
    use proptest::{strategy::ValueTree, test_runner::TestRunner};

    use super::*;

    type Asked = (Clip, Flipbook, Vec<i64>);
    type Answers = (u64, Vec<(u64, u32, Option<Time>)>);

    fn answers((clip, book, asked): &Asked) -> Answers {
        let track = clip.track::<f64>("x").expect("it is there");
        let answer = |at: &i64| {
            let now = Time::from_flicks(*at);
            let next = book.next_change(Time::ZERO, now);
            (track.sample(flicks(*at)).to_bits(), book.frame_at(Time::ZERO, now), next)
        };
        (clip.digest(), asked.iter().map(answer).collect())
    }

    #[test]
    fn state_is_data() {
        let mut runner = TestRunner::deterministic();
        let numbers = || prop::collection::vec(number(), 20);
        let asked: Vec<Asked> = (0..200)
            .map(|_| {
                let drawn = (keyframes(), flipbooks(), numbers()).new_tree(&mut runner);
                let (keys, (book, _), asked) = drawn.expect("a value").current();
                let draft = ClipBuilder::new("x").track("x", keys).cue(Cue::effect(flicks(3), "c"));
                (draft.duration(ClipDuration::Cut(flicks(9))).build().expect("a clip"), book, asked)
            })
            .collect();
        let here: Vec<Answers> = asked.iter().map(answers).collect();
        let question = serde_json::to_string(&asked).expect("written");
        let answer = process::ask("laws_clip::state_is_data::answered_in_a_new_process", &question);
        let there: Vec<Answers> = serde_json::from_str(&answer).expect("an answer");
        assert_eq!(there, here);
    }

    #[test]
    #[ignore = "asked by `state_is_data`, in a process of its own"]
    fn answered_in_a_new_process() {
        process::answer(|question| {
            let asked: Vec<Asked> = serde_json::from_str(question).expect("read");
            let answers: Vec<Answers> = asked.iter().map(answers).collect();
            serde_json::to_string(&answers).expect("written")
        });
    }
}

/// How many bytes each keyframe of a long track takes, rounded down.
fn bytes_per_keyframe<T: value::Lerp>(key: impl Fn(i64) -> Keyframe<T>) -> usize {
    // A power of two at even times has as many places in the table as keyframes, which is the most.
    let mut track = None;
    let taken = measure(|| track = Some(Track::new((0..1 << 14).map(&key)).expect("a track")));
    usize::try_from(taken.bytes_current).expect("it takes memory") >> 14
}

#[test]
fn a_keyframe_takes_few_bytes() {
    let at = Span::from_flicks;
    let vector: Vec3 = Vec3::new(1.0, 2.0, 3.0);
    assert_eq!(bytes_per_keyframe(|i| Keyframe::linear(at(i), 0.0_f32)), 16);
    assert_eq!(bytes_per_keyframe(|i| Keyframe::linear(at(i), vector)), 24);
    assert_eq!(bytes_per_keyframe(|i| Keyframe::hold(at(i), Quat::<f32>::default())), 28);
    assert_eq!(bytes_per_keyframe(|i| Keyframe::eased(at(i), vector, Easing::OUT_QUAD)), 24);
    let either = |i| match i % 3 {
        0 => Keyframe::hold(at(i), vector),
        _ => Keyframe::linear(at(i), vector),
    };
    assert_eq!(bytes_per_keyframe(either), 25);
    let cubic = |i| Keyframe::hermite(at(i), vector, vector, vector);
    assert_eq!(bytes_per_keyframe(cubic), 48);
}
