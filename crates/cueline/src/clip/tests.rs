use alloc::{
    string::{String, ToString},
    vec,
    vec::Vec,
};

use proptest::prelude::*;

use super::*;
use crate::{event::Direction, time::Span, value::Easing};

fn at(flicks: i64) -> Span {
    Span::from_flicks(flicks)
}

#[derive(Animate, Clone, Debug, Default, PartialEq)]
struct Card {
    place: Place,
    #[animate(rename = "spin")]
    turns: i64,
    corners: [f32; 3],
    #[animate(skip)]
    owner: String,
}

#[derive(Animate, Clone, Debug, Default, PartialEq)]
struct Place(f64, f64);

#[derive(Animate, Clone, Debug, Default, PartialEq)]
struct Pair<T> {
    left: T,
    right: T,
}

fn ramp(path: &str, to: f64) -> ClipBuilder {
    ClipBuilder::new(path).track(path, [Keyframe::linear(at(0), 0.0), Keyframe::linear(at(10), to)])
}

#[test]
fn tracks_reach_nested_tuple_renamed_and_array_fields() {
    let clip = ClipBuilder::new("deal")
        .track("place.1", [Keyframe::linear(at(0), 0.0), Keyframe::linear(at(10), 20.0)])
        .track("spin", [Keyframe::hold(at(0), 3_i64)])
        .track("corners.2", [Keyframe::hold(at(0), 0.5_f32)])
        .build()
        .unwrap();
    let mut card = Card { owner: "ada".into(), ..Card::default() };
    clip.bind::<Card>().unwrap().apply(&clip, at(5), &mut card).unwrap();
    let corners = [0.0, 0.0, 0.5];
    assert_eq!(card, Card { place: Place(0.0, 10.0), turns: 3, corners, owner: "ada".into() });
}

#[test]
fn a_generic_struct_can_be_animated() {
    let clip = ramp("right.0", 4.0).build().unwrap();
    let mut pair = Pair::<Place>::default();
    clip.bind().unwrap().apply(&clip, at(10), &mut pair).unwrap();
    assert_eq!(pair.right, Place(4.0, 0.0));
}

#[test]
fn an_unknown_path_is_refused_with_the_nearest_and_all_known_paths() {
    let clip = ramp("plase.1", 1.0).build().unwrap();
    let LookupError::Field(nearest) = clip.bind::<Card>().unwrap_err() else { panic!() };
    assert_eq!((nearest.path(), nearest.nearest()), ("plase.1", Some("place.1")));
    let known = ["corners.0", "corners.1", "corners.2", "place.0", "place.1", "spin"];
    assert_eq!(nearest.known(), known);
    for path in ["place", "place.1.0", "owner", "turns", "", "."] {
        let error = ramp(path, 1.0).build().unwrap().bind::<Card>().unwrap_err();
        assert!(matches!(error, LookupError::Field(_)), "{path:?}: {error}");
    }
}

#[test]
fn a_field_of_another_kind_is_refused_with_both_kinds() {
    let error = ramp("spin", 1.0).build().unwrap().bind::<Card>().unwrap_err();
    assert_eq!(error.to_string(), r#"the track "spin" holds f64 but the field needs i64"#);
}

#[test]
fn a_binding_refuses_a_clip_with_other_tracks_and_takes_one_with_other_values() {
    let slow = ramp("place.0", 1.0).build().unwrap();
    let binding = slow.bind::<Card>().unwrap();
    let fast = ramp("place.0", 8.0).name("fast").build().unwrap();
    let mut card = Card::default();
    binding.apply(&fast, at(10), &mut card).unwrap();
    assert_eq!(card.place.0, 8.0);
    let other = ramp("place.1", 1.0).build().unwrap();
    let before = card.clone();
    let refused = binding.apply(&other, at(10), &mut card).unwrap_err();
    assert_eq!(refused, LookupError::OtherClip { clip: "place.1".into() });
    assert_eq!(card, before);
}

#[test]
fn a_bool_changes_at_its_keyframes() {
    let keys = [(0, true), (10, false), (20, true)].map(|(ms, on)| Keyframe::linear(at(ms), on));
    let clip = ClipBuilder::new("lamp").track("right", keys).build().unwrap();
    let binding = clip.bind::<Pair<bool>>().unwrap();
    let mut pair = Pair { left: true, right: false };
    for (now, on) in [(0, true), (9, true), (10, false), (19, false), (20, true), (99, true)] {
        binding.apply(&clip, at(now), &mut pair).unwrap();
        assert_eq!(pair, Pair { left: true, right: on }, "at {now}");
    }
}

#[test]
fn a_clip_is_sampled_by_path() {
    let clip = ramp("b", 10.0).track("a", [Keyframe::hold(at(0), 7_i32)]).build().unwrap();
    assert_eq!(clip.sample("b", at(3)), Ok(Value::F64(3.0)));
    assert_eq!(clip.track::<i32>("a").unwrap().sample(at(3)), 7);
    let error = clip.track::<f32>("b").unwrap_err();
    assert_eq!(error.to_string(), r#"the track "b" holds f64, not f32"#);
    assert!(matches!(clip.sample("c", at(3)), Err(LookupError::Track(_))));
    let mut seen = Vec::new();
    clip.for_each(at(3), |path, value| seen.push((path.to_string(), value)));
    assert_eq!(seen, [("a".into(), Value::I32(7)), ("b".into(), Value::F64(3.0))]);
}

#[test]
fn invalid_clips_are_refused() {
    let unsorted = [Keyframe::hold(at(5), 0.0), Keyframe::hold(at(4), 0.0)];
    let order = ContentError::KeyframeOrder { index: 1, at: at(4), after: at(5) };
    // (builder, error)
    let cases = [
        (
            ClipBuilder::new("").track("x", unsorted),
            ContentError::Track { path: "x".into(), error: order.into() },
        ),
        (
            ClipBuilder::new("").track("x", Vec::<Keyframe<f64>>::new()),
            ContentError::Track { path: "x".into(), error: ContentError::NoKeyframes.into() },
        ),
        (
            ramp("x", 1.0).track("x", [Keyframe::hold(at(0), 1_i32)]),
            ContentError::DuplicatePath { path: "x".into() },
        ),
        (
            ramp("x", 1.0).duration(ClipDuration::Exactly(at(9))),
            ContentError::KeyframeOutside { path: "x".into(), at: at(10), duration: at(9) },
        ),
        (
            ramp("x", 1.0).duration(ClipDuration::Cut(at(-1))),
            ContentError::NegativeDuration { duration: at(-1) },
        ),
        (
            ramp("x", 1.0).duration(ClipDuration::Cut(at(9))).cue(Cue::state(at(10), "late")),
            ContentError::CueOutside { name: "late".into(), at: at(10), duration: at(9) },
        ),
        (
            ramp("x", 1.0).cue(Cue::state(at(-1), "early")),
            ContentError::CueOutside { name: "early".into(), at: at(-1), duration: at(10) },
        ),
    ];
    for (builder, error) in cases {
        assert_eq!(builder.build(), Err(error));
    }
}

#[test]
fn the_default_duration_ends_with_the_last_keyframe_or_cue() {
    let duration = |builder: ClipBuilder| builder.build().unwrap().duration();
    assert_eq!(duration(ClipBuilder::new("nothing")), Span::ZERO);
    assert_eq!(duration(ramp("x", 1.0)), at(10));
    assert_eq!(duration(ramp("x", 1.0).cue(Cue::effect(at(12), "after"))), at(12));
    assert_eq!(duration(ramp("x", 1.0).duration(at(10))), at(10));
    assert_eq!(duration(ramp("x", 1.0).duration(ClipDuration::Exactly(at(40)))), at(40));
    assert_eq!(duration(ramp("x", 1.0).duration(ClipDuration::Cut(at(4)))), at(4));
    let cut = ramp("x", 10.0).duration(ClipDuration::Cut(at(4))).build().unwrap();
    assert_eq!(cut.sample("x", at(3)), Ok(Value::F64(3.0)), "the cut leaves the curve as it was");
}

#[test]
fn equal_clips_have_equal_digests_and_every_change_another() {
    let builder = || ramp("x", 1.0).cue(Cue::state(at(3), "c"));
    let digest = |builder: ClipBuilder| builder.build().unwrap().digest();
    let with = |first| {
        let keys = [first, Keyframe::linear(at(10), 1.0)];
        ClipBuilder::new("x").track("x", keys).cue(Cue::state(at(3), "c"))
    };
    let original = digest(builder());
    assert_eq!(digest(with(Keyframe::linear(at(0), 0.0))), original);
    let rebuilt = ClipBuilder::from(builder().build().unwrap());
    assert_eq!(digest(rebuilt), original);
    let changed = [
        builder().name("y"),
        builder().duration(ClipDuration::Exactly(at(11))),
        builder().rate(crate::time::TickRate::HZ_24),
        builder().cue(Cue::state(at(3), "c")),
        ramp("x", 2.0).cue(Cue::state(at(3), "c")),
        ramp("x", 1.0).cue(Cue::effect(at(3), "c")),
        ramp("x", 1.0).cue(Cue::state(at(3), "d")),
        builder().track("y", [Keyframe::hold(at(0), 0.0)]),
        with(Keyframe::hold(at(0), 0.0)),
        with(Keyframe::eased(at(0), 0.0, Easing::In(crate::value::Curve::Quad))),
        with(Keyframe::eased(at(0), 0.0, Easing::Out(crate::value::Curve::Quad))),
        with(Keyframe { tangent_out: 1.0, ..Keyframe::linear(at(0), 0.0) }),
    ];
    let mut digests: Vec<u64> = changed.into_iter().map(digest).chain([original]).collect();
    digests.sort_unstable();
    digests.dedup();
    assert_eq!(digests.len(), 13);
}

#[test]
fn every_part_of_a_tangent_changes_the_digest() {
    use crate::value::{Lerp, Quat, Transform, Vec3};
    let still = Transform::<f32>::default();
    let step = Vec3::new(0.0, 0.0, 2.0);
    let slopes = [
        still,
        Transform { scale: step, ..still },
        Transform { rotation: Quat::about(step, 1.0), ..still },
        Transform { translation: step, ..still },
    ];
    let mut digests = slopes.map(|moved| {
        let slope = moved.minus(&still);
        let key = Keyframe { tangent_out: slope, ..Keyframe::hold(at(0), still) };
        ClipBuilder::new("x").track("x", [key]).build().unwrap().digest()
    });
    digests.sort_unstable();
    assert!(digests.is_sorted_by(|one, next| one < next), "two of them are the same");
}

#[test]
fn clips_are_found_by_name_and_keep_their_ids() {
    let mut clips = Clips::new();
    let clip = |name: &str, to| ramp("x", to).name(name).build().unwrap();
    let walk = clips.add(clip("walk", 1.0)).unwrap();
    let jump = clips.add(clip("jump", 1.0)).unwrap();
    assert_eq!((clips.id("walk"), clips.id("jump")), (Ok(walk), Ok(jump)));
    assert_eq!(clips.id("fly"), Err(LookupError::no_clip("fly", ["walk", "jump"])));
    let wrong = clips.id("wolk").unwrap_err().to_string();
    assert_eq!(wrong, r#"there is no clip "wolk"; did you mean "walk"? There are: jump, walk"#);
    let twice = clips.add(clip("walk", 2.0));
    assert_eq!(twice, Err(LookupError::DuplicateName { name: "walk".into() }));
    let before = clips.get(walk).unwrap().digest();
    assert_eq!(clips.replace(clip("walk", 2.0)), Ok(walk));
    assert_ne!(clips.get(walk).unwrap().digest(), before);
    let names: Vec<&str> = clips.iter().map(|(_, clip)| clip.name()).collect();
    assert_eq!(names, ["walk", "jump"]);
    assert_eq!(Clips::new().get(jump), Err(LookupError::Unknown(jump)));
}

#[cfg(feature = "serde")]
#[test]
fn a_saved_clip_is_checked_when_it_is_read() {
    let cut = ramp("x", 1.0).duration(ClipDuration::Cut(at(4))).cue(Cue::effect(at(3), "c"));
    let clip = cut.track("n", [Keyframe::hold(at(-5), 3_i64)]).build().unwrap();
    let text = serde_json::to_string(&clip).unwrap();
    assert_eq!(serde_json::from_str::<Clip>(&text).unwrap(), clip, "{text}");
    let short = r#"{"name":"s","tracks":[{"path":"x","keys":{"F64":[{"at":5,"value":1.0},{"at":3,"value":0.0}]}}]}"#;
    let error = serde_json::from_str::<Clip>(short).unwrap_err().to_string();
    let needed = r#"track "x": keyframe 1 is at 3 flicks but must not come before 5 flicks"#;
    assert!(error.starts_with(needed), "{error}");
}

/// Indices of the cues in a window of a clip with cues at `times`.
fn passed(times: &[i64], window: Window) -> Vec<u32> {
    let builder = times.iter().fold(ClipBuilder::new("cues"), |builder, time| {
        builder.cue(Cue::state(at(*time), time.to_string()))
    });
    let clip = builder.duration(ClipDuration::Exactly(at(100))).build().unwrap();
    clip.cues_in(window).map(|(index, _)| index).collect()
}

#[test]
fn windows_include_their_end_and_not_their_start() {
    let times = [0, 10, 10, 20, 30];
    // (from, to, forward, forward with its start; from to to, backward, backward with its start)
    assert_eq!(passed(&times, Window::forward(at(10), at(20))), [3]);
    assert_eq!(passed(&times, Window::forward(at(10), at(20)).with_start()), [1, 2, 3]);
    assert_eq!(passed(&times, Window::forward(at(-9), at(10))), [0, 1, 2]);
    assert_eq!(passed(&times, Window::backward(at(20), at(10))), [1, 2]);
    assert_eq!(passed(&times, Window::backward(at(20), at(10)).with_start()), [3, 1, 2]);
    assert_eq!(passed(&times, Window::forward(at(10), at(10))), [0; 0]);
    assert_eq!(passed(&times, Window::forward(at(10), at(10)).with_start()), [1, 2]);
    assert_eq!(passed(&times, Window::backward(at(10), at(10)).with_start()), [1, 2]);
    assert_eq!(passed(&times, Window::forward(at(20), at(10))), [0; 0]);
    assert_eq!(passed(&times, Window::backward(at(10), at(20)).with_start()), [0; 0]);
    assert_eq!(passed(&times, Window::forward(Span::MIN, Span::MAX)), [0, 1, 2, 3, 4]);
    assert_eq!(passed(&times, Window::backward(Span::MAX, Span::MIN)), [4, 3, 1, 2, 0]);
}

proptest! {
    #[test]
    fn backwards_mirrors_forwards(
        mut times in prop::collection::vec(0..=20_i64, 0..12),
        low in -2..22_i64,
        high in -2..22_i64,
    ) {
        times.sort_unstable();
        let (low, high) = (at(low.min(high)), at(low.max(high)));
        let forward = passed(&times, Window::forward(low, high).with_start());
        let mut mirrored = passed(&times, Window::backward(high, low).with_start());
        // Moments come the other way round, the cues of one moment in the same order.
        mirrored.sort_by_key(|index| times[*index as usize]);
        prop_assert_eq!(forward, mirrored);
        let times_of = |window| passed(&times, window).into_iter().map(|index| times[index as usize]);
        let falling: Vec<i64> = times_of(Window::backward(high, low)).collect();
        prop_assert!(falling.is_sorted_by(|one, next| one >= next), "{:?}", falling);
        prop_assert!(falling.iter().all(|time| (low.flicks()..high.flicks()).contains(time)));
    }

    #[test]
    fn exactly_once(
        mut times in prop::collection::vec(0..=20_i64, 0..12),
        mut cuts in prop::collection::vec(0..=20_i64, 0..6),
        direction in prop::sample::select(vec![Direction::Forward, Direction::Backward]),
    ) {
        times.sort_unstable();
        cuts.extend([0, 20]);
        cuts.sort_unstable();
        let window = match direction {
            Direction::Forward => Window::forward,
            Direction::Backward => { cuts.reverse(); Window::backward }
        };
        let first = window(at(cuts[0]), at(cuts[0])).with_start();
        let steps = cuts.windows(2).map(|step| window(at(step[0]), at(step[1])));
        let mut all: Vec<u32> = core::iter::once(first).chain(steps)
            .flat_map(|window| passed(&times, window)).collect();
        all.sort_unstable();
        let count = u32::try_from(times.len()).unwrap();
        prop_assert_eq!(all, (0..count).collect::<Vec<u32>>());
    }
}

#[test]
fn a_library_counts_its_clips_and_its_revision_follows_them() {
    let clip = |name: &str| ramp("x", 1.0).name(name).build().unwrap();
    let mut clips = Clips::new();
    assert!(clips.is_empty());
    let none = clips.revision();
    let walk = clips.add(clip("walk")).unwrap();
    let one = clips.revision();
    let jump = clips.add(clip("jump")).unwrap();
    let two = clips.revision();
    assert!(none != one && one != two && two != none);
    assert_eq!((ClipSource::revision(&clips), ClipSource::revision(&&clips)), (two, two));
    clips.remove(jump).unwrap();
    assert_eq!((clips.len(), clips.is_empty(), clips.revision()), (1, false, one));
    clips.remove(walk).unwrap();
    assert_eq!((clips.len(), clips.is_empty(), clips.revision()), (0, true, none));
}

#[test]
fn bindings_are_equal_if_they_write_the_same_fields() {
    let bind = |path| ramp(path, 1.0).build().unwrap().bind::<Place>().unwrap();
    assert!(bind("0") == bind("0"));
    assert!(bind("0") != bind("1"));
}

#[test]
fn clips_with_different_easings_have_different_digests() {
    let digests = Easing::NAMED.iter().map(|(_, easing)| {
        let keys = [Keyframe::eased(at(0), 0.0, *easing), Keyframe::linear(at(9), 1.0)];
        ClipBuilder::new("x").track("x", keys).build().unwrap().digest()
    });
    let mut digests: Vec<_> = digests.collect();
    digests.sort_unstable();
    digests.dedup();
    assert_eq!(digests.len(), Easing::NAMED.len());
}

#[test]
fn an_error_of_a_clip_has_the_error_of_its_track_as_source() {
    use core::error::Error;

    let unsorted = [Keyframe::linear(at(5), 0.0), Keyframe::linear(at(3), 0.0)];
    let error = ClipBuilder::new("x").track("x", unsorted).build().unwrap_err();
    assert!(error.source().is_some_and(|source| source.is::<ContentError>()));
}
