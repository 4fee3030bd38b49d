//! Positions of items, and the errors of building.

use alloc::{string::ToString, vec, vec::Vec};

use crate::{
    clip::{Animated, ClipBuilder, Cue, CueKind, Flipbook, Keyframe, ValueKind},
    time::{Span, Speed},
    timeline::{
        Conflict, Fraction, Item, ItemId, LookupError, MAX_BLENDS, MAX_DEPTH, Position, Timeline,
        TimelineBuilder, TimelineErrorKind, by, call, clip, cue, flipbook, from, from_to, nest,
        pause_here, set, to, wait,
    },
    value::{Color, Curve, Easing, Mat4, Oklab, Quat, Transform, Vec2, Vec3, Vec4},
};

type Builder = TimelineBuilder<&'static str>;

fn ms(ms: i64) -> Span {
    Span::from_millis(ms)
}

fn fault(builder: Builder) -> (u32, TimelineErrorKind) {
    let error = builder.build().unwrap_err();
    (error.item.id.number(), error.kind)
}

/// The start of an item by name.
fn start(timeline: &Timeline<&'static str>, name: &str) -> Span {
    timeline.arrangement(timeline.find(name).unwrap()).unwrap().start
}

#[test]
fn each_position_is_relative_to_its_anchor() {
    let item = |name: &str, length: i64| wait(ms(length)).named(name);
    let half = Fraction::percent(50);
    let timeline = Builder::new("places")
        .then(item("first", 400))
        .with(item("with", 100))
        .then(item("then", 200))
        .put(Position::previous_end().plus(ms(-50)), item("overlap", 100))
        .put(
            Position::previous_start().plus_of_previous(half),
            item("half of the previous item", 80),
        )
        .put(Position::end().plus_of_own(half), item("half of its own", 100))
        .label_at(Position::time(ms(30)), "early")
        .at_label("early", item("at a label", 10))
        .at(ms(70), item("at a time", 10))
        .then(item("late", 10).delayed(ms(-10)))
        .build()
        .unwrap();
    let places = [
        ("first", 0),
        ("with", 0),
        ("then", 400),
        ("overlap", 550),
        ("half of the previous item", 600),
        ("half of its own", 730),
        ("at a label", 30),
        ("at a time", 70),
        ("late", 820),
    ];
    for (name, at) in places {
        assert_eq!(start(&timeline, name), ms(at), "{name}");
    }
    assert_eq!(timeline.duration(), Some(ms(830)));
}

#[test]
fn an_item_before_the_start_shifts_the_timeline() {
    let timeline = Builder::new("early")
        .label("here")
        .then(wait(ms(100)).named("first"))
        .put(Position::end().plus(ms(-300)), wait(ms(50)).named("early"))
        .build()
        .unwrap();
    assert_eq!(start(&timeline, "early"), Span::ZERO);
    assert_eq!(start(&timeline, "first"), ms(200));
    assert_eq!(timeline.label("here"), Ok(ms(200)));
}

#[test]
fn nothing_waits_for_background_items() {
    let timeline = Builder::new("aside")
        .start("glow", 0.0)
        .then(wait(ms(100)))
        .background(to("glow", 1.0).duration(ms(10)).forever().ping_pong().named("glow"))
        .then(wait(ms(100)).named("next"))
        .build()
        .unwrap();
    assert_eq!(start(&timeline, "next"), ms(100));
    assert_eq!(timeline.duration(), Some(ms(200)));
    assert_eq!(timeline.sample(&"glow", ms(195)), Ok(0.5));
}

#[test]
fn waiting_for_an_endless_item_is_refused() {
    let builder = Builder::new("wait")
        .start("x", 0.0)
        .then(to("x", 1.0).forever().named("spin"))
        .then(wait(ms(100)).named("never"));
    let error = builder.clone().build().unwrap_err();
    assert_eq!(
        error.to_string(),
        "item 2 (wait / never): it waits for item 1 (wait / spin), which never ends; put that in the background"
    );
    let inner = builder.at(ms(5), wait(ms(5)));
    assert!(matches!(fault(inner), (2, TimelineErrorKind::WaitsForEndless { .. })));

    let endless = Builder::new("endless").start("x", 0.0).then(to("x", 1.0).forever());
    assert_eq!(endless.clone().build().unwrap().duration(), None);
    let twice = nest(endless.clone()).times(2).build().unwrap_err();
    assert_eq!((twice.item.id, twice.kind), (ItemId::WHOLE, TimelineErrorKind::RepeatsEndless));
    let share = Position::end().plus_of_own(Fraction::percent(10));
    let by_share = Builder::new("").put(share, nest(endless));
    assert_eq!(fault(by_share), (1, TimelineErrorKind::FractionOfEndless));
}

#[test]
fn an_unknown_label_suggests_the_nearest() {
    let builder = Builder::new("deal").label("dealt").at_label("delt", wait(ms(1)));
    let text = builder.build().unwrap_err().to_string();
    assert!(text.contains(r#"there is no label "delt"; did you mean "dealt"?"#), "{text}");
    let text = Builder::new("deal").at_label("delt", wait(ms(1))).build().unwrap_err().to_string();
    assert!(text.ends_with(r#"there is no label "delt". None exists."#), "{text}");
    let twice = Builder::new("twice").label("a").label("a");
    assert_eq!(fault(twice), (0, TimelineErrorKind::DuplicateLabel { label: "a".into() }));
}

#[test]
fn faults_are_reported_with_their_item() {
    let x = || to("x", 1.0);
    let blink = || Flipbook::equal(2, ms(9)).unwrap();
    let one = |item: Item<&'static str>| Builder::new("one").start("x", 0.0).then(item);
    let cases: Vec<(&str, Builder, u32, TimelineErrorKind)> = vec![
        (
            "a loop without duration",
            one(x().duration(Span::ZERO).times(2)),
            1,
            TimelineErrorKind::EmptyLoop,
        ),
        (
            "an endless loop without duration",
            one(nest(Builder::new("")).forever()),
            1,
            TimelineErrorKind::EmptyLoop,
        ),
        ("no passes", one(x().times(0)), 1, TimelineErrorKind::NoPasses),
        (
            "a negative duration",
            one(x().duration(ms(-1))),
            1,
            TimelineErrorKind::NegativeDuration { duration: ms(-1) },
        ),
        (
            "a negative gap",
            one(x().gap(ms(-1))),
            1,
            TimelineErrorKind::NegativeDuration { duration: ms(-1) },
        ),
        ("a speed of zero", one(x().speed(Speed::PAUSED)), 1, TimelineErrorKind::Speed),
        ("backward", one(x().speed(Speed::REVERSE)), 1, TimelineErrorKind::Speed),
        ("not a number", one(to("x", f64::NAN)), 1, TimelineErrorKind::NotFinite),
        (
            "an infinite number",
            one(from_to("x", 0.0, f64::INFINITY)),
            1,
            TimelineErrorKind::NotFinite,
        ),
        (
            "no easing",
            one(x().eased(Easing::In(Curve::Power(f64::NAN)))),
            1,
            TimelineErrorKind::NotFinite,
        ),
        (
            "no start value",
            Builder::new("one").then(x()),
            1,
            TimelineErrorKind::NoStart { key: "\"x\"".into() },
        ),
        (
            "an endless item alone in the background",
            Builder::new("one").background(from_to("x", 0.0, 1.0).forever()),
            1,
            TimelineErrorKind::AfterEnd { at: Span::ZERO, end: Span::ZERO },
        ),
        (
            "an endless item in the background that starts at the end",
            Builder::new("one").wait(ms(40)).background(flipbook("x", blink()).delayed(ms(40))),
            2,
            TimelineErrorKind::AfterEnd { at: ms(40), end: ms(40) },
        ),
        (
            "an endless item alone in the background, inside",
            Builder::new("one")
                .then(wait(ms(9)))
                .with(nest(Builder::new("two").background(from_to("x", 0.0, 1.0).forever()))),
            3,
            TimelineErrorKind::AfterEnd { at: Span::ZERO, end: Span::ZERO },
        ),
        (
            "a difference of a bool",
            Builder::new("one").start("x", false).then(by("x", true)),
            1,
            TimelineErrorKind::NoDifference { key: "\"x\"".into(), kind: ValueKind::Bool },
        ),
        (
            "a difference without a start value",
            Builder::new("one").then(by("x", 1.0)),
            1,
            TimelineErrorKind::NoStart { key: "\"x\"".into() },
        ),
        (
            "a difference of another kind",
            one(by("x", 1_i32)),
            1,
            TimelineErrorKind::KindMismatch {
                key: "\"x\"".into(),
                kind: ValueKind::F64,
                found: ValueKind::I32,
            },
        ),
        (
            "a difference beyond all numbers",
            Builder::new("one").start("x", f64::MAX).then(by("x", f64::MAX)),
            1,
            TimelineErrorKind::NotFinite,
        ),
        ("too late", one(x().duration(Span::MAX).times(2)), 1, TimelineErrorKind::Overflow),
        (
            "two errors in one",
            one(x().speed(Speed::whole(i64::from(u32::MAX)))),
            1,
            TimelineErrorKind::Speed,
        ),
    ];
    for (what, builder, id, wanted) in cases {
        assert_eq!(fault(builder), (id, wanted), "{what}");
    }
}

/// Every kind that has differences moves on from where it is, also where the tween replaces another one.
#[test]
fn a_relative_tween_ends_its_difference_away_from_where_it_starts() {
    fn goes<T: Animated + Copy>(start: T, difference: T, right: T) {
        let walk = Builder::new("walk")
            .start("x", start)
            .then(by("x", difference).duration(ms(100)))
            .then(by("x", difference).duration(ms(100)));
        let walk = walk.build().unwrap();
        let at = |at| walk.sample::<T>(&"x", at).unwrap();
        assert_eq!((at(Span::ZERO), at(ms(100))), (start, right), "{:?}", T::OF_KIND);
        assert_eq!(at(ms(200)), right.plus(&right.minus(&start)), "{:?}", T::OF_KIND);
    }
    goes(1.0_f32, 8.0, 9.0);
    goes(1.0_f64, -8.0, -7.0);
    goes(7_i32, 3, 10);
    goes(7_i64, -3, 4);
    goes(Vec2::new(1.0, 2.0), Vec2::new(3.0, 4.0), Vec2::new(4.0, 6.0));
    goes(Vec3::new(1.0, 2.0, 3.0), Vec3::new(4.0, 0.0, -1.0), Vec3::new(5.0, 2.0, 2.0));
    goes(
        Vec4::new(1.0, 2.0, 3.0, 4.0),
        Vec4::new(0.0, 0.0, 0.0, 1.0),
        Vec4::new(1.0, 2.0, 3.0, 5.0),
    );
    goes(
        Color::new(0.25, 0.5, 0.0, 1.0),
        Color::new(0.25, 0.0, 0.5, 0.0),
        Color::new(0.5, 0.5, 0.5, 1.0),
    );
    goes(
        Oklab::new(0.5, 0.0, 0.25, 1.0),
        Oklab::new(0.25, 0.0, 0.0, 0.0),
        Oklab::new(0.75, 0.0, 0.25, 1.0),
    );
    // Up to rounding, and to the sign that no rotation has.
    let half = Quat::<f32>::new(0.0, 0.0, 1.0, 0.0);
    let turn = Builder::new("turn").start("x", Quat::<f32>::default()).then(by("x", half));
    let turned: Quat<f32> = turn.build().unwrap().sample(&"x", ms(500)).unwrap();
    assert!(turned.w.abs() < 1e-6 && turned.z == 1.0, "half a turn: {turned:?}");
    goes(Mat4::default(), Mat4::default(), Mat4::default());
    goes(Transform::default(), Transform::default(), Transform::default());

    let back = by("x", 1.0).duration(ms(100)).on_conflict(Conflict::Replace);
    let scene =
        Builder::new("scene").then(from_to("x", 0.0, 8.0).duration(ms(100))).at(ms(50), back);
    assert_eq!(scene.build().unwrap().sample(&"x", ms(150)), Ok(5.0), "4 and 1");
    let most = Builder::new("most").start("x", i32::MAX - 1).then(by("x", 9).duration(ms(100)));
    assert_eq!(most.build().unwrap().sample(&"x", ms(100)), Ok(i32::MAX), "numbers never wrap");
}

#[test]
fn settings_without_effect_are_refused() {
    let hop = || ClipBuilder::new("hop").build().unwrap();
    let cases: Vec<(Item<&'static str>, &str, &str)> = vec![
        (clip(hop(), |_| "x").duration(ms(300)), "duration", "clip"),
        (flipbook("x", Flipbook::equal(2, ms(9)).unwrap()).duration(ms(1)), "duration", "flipbook"),
        (nest(Builder::new("inner")).duration(ms(1)), "duration", "timeline"),
        (cue(CueKind::State, "cue").eased(Easing::In(Curve::Quad)), "eased", "cue"),
        (wait(ms(1)).eased(Easing::Linear), "eased", "wait"),
        (call(1).duration(ms(1)), "duration", "call"),
        (call(1).times(3), "times", "call"),
        (pause_here().speed(Speed::whole(2)), "speed", "pause point"),
        (pause_here().gap(ms(1)), "gap", "pause point"),
        (call(1).ping_pong(), "ping_pong", "call"),
        (clip(hop(), |_| "x").keeping_velocity(), "keeping_velocity", "clip"),
        (wait(ms(1)).decorative(), "decorative", "wait"),
        (cue(CueKind::State, "cue").decorative(), "decorative", "cue"),
        (wait(ms(1)).on_conflict(Conflict::Blend), "on_conflict", "wait"),
        (to("x", 1.0).and(call(1)), "and", "tween"),
        (call(1).and(to("x", 1.0)), "and", "call"),
    ];
    for (item, setting, kind) in cases {
        let builder = Builder::new("one").start("x", 0.0).wait(ms(1)).then(item);
        assert_eq!(fault(builder), (2, TimelineErrorKind::NoEffect { setting, kind }));
    }
    let error = Builder::new("a").then(cue(CueKind::State, "b").eased(Easing::Linear)).build();
    let wanted = "item 1 (a / b): `eased` has no effect on a cue; remove it";
    assert_eq!(error.unwrap_err().to_string(), wanted);
}

#[test]
fn a_property_has_one_kind() {
    let kinds = Builder::new("kinds").start("x", 0.0).then(to("x", 1_i32));
    let (kind, found) = (ValueKind::F64, ValueKind::I32);
    let wanted = TimelineErrorKind::KindMismatch { key: r#""x""#.into(), kind, found };
    assert_eq!(fault(kinds), (1, wanted.clone()), "not the kind of its start value");
    let inner = Builder::new("inner").wait(ms(1)).then(to("x", 1_i32));
    assert_eq!(fault(Builder::new("outer").start("x", 0.0).then(nest(inner))), (3, wanted));
    let two = Builder::new("two").then(from_to("x", 0.0, 1.0)).then(set("x", true));
    assert!(matches!(fault(two), (2, TimelineErrorKind::KindMismatch { .. })));
    let pages = Flipbook::equal(4, ms(100)).unwrap();
    let book = Builder::new("book")
        .then(from_to("x", 0.0, 1.0))
        .background(flipbook("x", pages).delayed(ms(900)))
        .wait(ms(900));
    assert!(matches!(fault(book), (2, TimelineErrorKind::KindMismatch { .. })));
}

#[test]
fn nested_speeds_have_a_limit() {
    let fast = Speed::whole(1 << 20);
    let inner = nest(Builder::new("inner").then(from_to("x", 0.0, 1.0))).speed(fast);
    let outer = Builder::new("outer").then(nest(Builder::new("middle").then(inner)).speed(fast));
    assert_eq!(fault(outer), (2, TimelineErrorKind::Speed));
    let alone = |num, den| {
        let speed = Speed::new(num, den).unwrap();
        Builder::new("alone").then(from_to("x", 0.0, 1.0).speed(speed)).build().is_ok()
    };
    let most = 1 << 31;
    assert_eq!([alone(most, 1), alone(most + 1, 1)], [true, false]);
    assert_eq!([alone(1, 1 << 31), alone(1, (1 << 31) + 1)], [true, false]);
}

#[test]
fn nesting_is_limited_and_works_at_the_limit() {
    let deep = |levels: u32| {
        let inner = Builder::new("").then(from_to("x", 0.0, 1.0));
        (1..levels).fold(inner, |builder, _| Builder::new("").then(nest(builder)))
    };
    assert_eq!(deep(MAX_DEPTH - 1).build().unwrap().sample(&"x", ms(250)), Ok(0.5));
    assert_eq!(deep(MAX_DEPTH + 9).build().unwrap_err().kind, TimelineErrorKind::TooDeep);
}

#[test]
fn two_writers_at_one_time_are_refused_by_default() {
    let pair = |conflict| {
        Builder::new("two")
            .then(from_to("x", 0.0, 100.0).duration(ms(100)).named("slide"))
            .at(ms(50), to("x", 0.0).duration(ms(100)).named("back").on_conflict(conflict))
    };
    let text = pair(Conflict::Refuse).build().unwrap_err().to_string();
    assert_eq!(
        text,
        r#"item 2 (two / back): it writes "x" at 50 ms, but item 1 (two / slide) writes "x" until 100 ms; start it then, or choose a rule with `on_conflict`"#
    );
    let shown = |conflict| {
        let timeline = pair(conflict).build().unwrap();
        [25, 50, 75, 100, 150, 200].map(|at| timeline.sample::<f64>(&"x", ms(at)).unwrap())
    };
    assert_eq!(shown(Conflict::Replace), [25.0, 50.0, 37.5, 25.0, 0.0, 0.0]);
    // Halfway through the blend: half of 75 and half of 37.5.
    assert_eq!(shown(Conflict::Blend), [25.0, 50.0, 56.25, 25.0, 0.0, 0.0]);
    assert_eq!(shown(Conflict::Queue), [25.0, 50.0, 75.0, 100.0, 50.0, 0.0]);
}

#[test]
fn a_conflict_with_an_item_that_starts_later_says_when_that_item_is_over() {
    let item = |value| from_to("x", 0.0, value).duration(ms(400));
    let timeline = Builder::new("two").at(ms(200), item(1.0)).at(ms(0), item(2.0));
    let TimelineErrorKind::Conflict { at, until, .. } = timeline.build().unwrap_err().kind else {
        panic!("two items write one property at one time");
    };
    assert_eq!((at, until), (ms(200), ms(600)));
}

#[test]
fn the_default_for_conflicts_is_passed_down() {
    let inner = Builder::new("inner").then(from_to("x", 0.0, 1.0)).with(to("x", 2.0));
    let outer = |conflict| Builder::new("outer").on_conflict(conflict).then(nest(inner.clone()));
    assert!(outer(Conflict::Replace).build().is_ok());
    assert!(matches!(fault(outer(Conflict::Refuse)), (3, TimelineErrorKind::Conflict { .. })));
}

#[test]
fn blending_writers_are_limited() {
    let builder = |count: usize| {
        let first = Builder::new("blend")
            .on_conflict(Conflict::Blend)
            .then(from_to("x", 0.0, 1.0).duration(ms(1000)));
        (1..=count).fold(first, |builder, at| {
            builder.at(ms(i64::try_from(at).unwrap()), to("x", 2.0).duration(ms(1000)))
        })
    };
    assert!(builder(MAX_BLENDS).build().is_ok());
    assert!(matches!(fault(builder(MAX_BLENDS + 1)).1, TimelineErrorKind::TooManyBlends { .. }));
}

#[test]
fn a_one_way_item_is_refused_inside_a_ping_pong() {
    let thunder = || cue(CueKind::Effect, "thunder").one_way();
    let storm = Builder::new("storm").then(wait(ms(10))).then(thunder());
    assert!(storm.clone().build().unwrap().is_one_way());
    let night = Builder::new("night").then(nest(storm).times(2).ping_pong());
    let error = night.build().unwrap_err();
    assert_eq!(error.item.path, ["night", "storm", "thunder"]);
    let TimelineErrorKind::OneWay { turns } = error.kind else { panic!("{}", error.kind) };
    assert_eq!(turns.path, ["night", "storm"]);
}

#[test]
fn clips_and_flipbooks_are_items() {
    let hop = ClipBuilder::new("hop")
        .track("height", [Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(200), 4.0)])
        .cue(Cue::state(ms(200), "top"))
        .build()
        .unwrap();
    let timeline = Builder::new("piece")
        .then(clip(hop, |_| "height").times(2).ping_pong())
        .then(flipbook("frame", Flipbook::equal(4, ms(10)).unwrap().times(2).unwrap()))
        .then(from("height", 8.0).duration(ms(100)))
        .build()
        .unwrap();
    let height = |at| timeline.sample::<f64>(&"height", ms(at));
    assert_eq!([0, 100, 200, 300, 400].map(height), [0.0, 2.0, 4.0, 2.0, 0.0].map(Ok));
    assert_eq!(height(530), Ok(4.0), "halfway back to the value before");
    assert_eq!(
        [0, 400, 415, 445, 999].map(|at| timeline.sample::<i32>(&"frame", ms(at))),
        [0, 0, 1, 0, 3].map(Ok)
    );
    let of_another_kind = LookupError::KeyKind {
        key: r#""frame""#.into(),
        kind: ValueKind::I32,
        asked: ValueKind::F64,
    };
    assert_eq!(timeline.sample::<f64>("frame", ms(0)), Err(of_another_kind));
    let text = timeline.sample::<f64>("heigth", ms(0)).unwrap_err().to_string();
    assert!(text.contains(r#"no property "heigth"; did you mean "height"?"#), "{text}");
}

#[test]
fn a_timeline_without_items_is_empty() {
    assert!(Builder::new("nothing").build().unwrap().is_empty());
    assert!(!Builder::new("pause").wait(ms(5)).build().unwrap().is_empty());
}

#[test]
fn each_timeline_has_its_own_labels_and_the_length_counts_its_items() {
    let inner = |name: &'static str, label: &'static str| {
        TimelineBuilder::<&str>::new(name).then(wait(ms(10))).label(label)
    };
    let scene = TimelineBuilder::new("scene")
        .then(nest(inner("one", "a")).named("one"))
        .then(nest(inner("two", "b")).named("two"))
        .label("end")
        .build()
        .unwrap();
    let labels = |item| scene.labels_of(item).map(|(name, _)| name).collect::<Vec<_>>();
    assert_eq!(labels(ItemId::WHOLE), ["end"]);
    assert_eq!(labels(scene.find("one").unwrap()), ["a"]);
    assert_eq!(labels(scene.find("two").unwrap()), ["b"]);
    assert_eq!(scene.len(), 5, "the scene, two timelines and the wait of each");
}
