//! Timelines from files.

use cueline::{
    motion::{MotionPreference, Purpose},
    playback::Playable as _,
    time::Span,
    timeline::{TimelineBuilder, cue, from_to, nest, set, to},
    value::{Curve, Easing},
};

use crate::{library::ClipLibrary, read};

/// A card that flips, and a deal of five cards that plays the flip for each.
const DEAL: &str = r#"(version: 1, timelines: {
    "deal": (
        start_values: {"b.width": F64(3)},
        tween_duration: "50ms",
        items: [
            (action: Wait, duration: "100ms"),
            (position: At("0ms"), action: Stagger(by: Each("80ms"), items: [
                (action: Timeline(timeline: "flip", prefix: "a.")),
                (action: Timeline(timeline: "flip", prefix: "b."), speed: 2),
                (action: Timeline(timeline: "flip", prefix: "c."), repeat: Times(2)),
            ])),
        ],
    ),
    "flip": (
        rate: 10,
        start_values: {"width": F64(1), "face": I32(0)},
        items: [
            (action: Tween({"width": (to: F64(0))}), duration: 1),
            (action: Set({"face": I32(1)})),
            (action: Nest([(action: Tween({"width": (to: F64(1))}))])),
        ],
    ),
})"#;

#[test]
fn a_timeline_plays_another_one_with_a_prefix_as_that_plays_alone() {
    let mut library = ClipLibrary::new();
    library.load("t.ron", DEAL.as_bytes()).unwrap();
    let ms = Span::from_millis;
    let (deal, flip) = (library.timeline("deal").unwrap(), library.timeline("flip").unwrap());
    assert_eq!(flip.duration(), Some(ms(600)), "100 ms in its frames, and the usual half second");
    assert_eq!(deal.duration(), Some(ms(160 + 1200)));
    for at in (0..600).step_by(7) {
        let alone = |key: &str| flip.sample::<f64>(key, ms(at)).unwrap();
        let played = |key: &str, at| deal.sample::<f64>(key, ms(at)).unwrap();
        assert_eq!(played("a.width", at), alone("width"), "at {at} ms");
        assert_eq!(played("c.width", 160 + at), alone("width"), "at {at} ms");
        assert_eq!(played("c.width", 760 + at), alone("width"), "at {at} ms");
        let face = flip.sample::<i32>("face", ms(at)).unwrap();
        assert_eq!(deal.sample::<i32>("a.face", ms(at)).unwrap(), face);
    }
    assert_eq!(deal.sample::<f64>("b.width", ms(0)).unwrap(), 3.0, "the outer start counts");
    assert_eq!(deal.sample::<f64>("b.width", ms(80 + 25)).unwrap(), 1.5, "twice as fast");
}

#[test]
fn a_played_timeline_comes_from_another_file_with_the_names_of_its_own() {
    let inner = |y: &str| {
        format!(
            r#"(version: 1, clips: {{"hop": (tracks: {{"y": F64([(at: "0s", value: {y}), (at: "1s", value: 8)])}})}},
                timelines: {{"jump": (items: [(action: Clip(clip: "hop", prefix: "body."))])}})"#
        )
    };
    let outer = r#"(version: 1, clips: {"hop": (duration: "1s")},
        timelines: {"scene": (items: [(action: Timeline(timeline: "jump", prefix: "hero."))])})"#;
    let mut library = ClipLibrary::new();
    let missing = library.load("scene.ron", outer.as_bytes()).unwrap_err().to_string();
    let place = "scene.ron:2:67: error: timelines.\"scene\".items[0].action.timeline: ";
    let wrong = r#"found "jump", needed the name of a timeline"#;
    assert_eq!(missing, format!("{place}{wrong}"));
    let near = outer.replace("\"jump\"", "\"scnee\"");
    let near = library.load("scene.ron", near.as_bytes()).unwrap_err().to_string();
    assert!(near.ends_with("needed the name of a timeline; did you mean \"scene\"?"), "{near}");
    library.load("jump.ron", inner("4").as_bytes()).unwrap();
    library.load("scene.ron", outer.as_bytes()).unwrap();
    let y = |library: &ClipLibrary| {
        library.timeline("scene").unwrap().sample::<f64>("hero.body.y", Span::ZERO).unwrap()
    };
    assert_eq!(y(&library), 4.0);
    library.load("jump.ron", inner("6").as_bytes()).unwrap();
    assert_eq!(y(&library), 6.0, "it follows a file that was loaded again");
}

#[test]
fn timelines_that_play_too_much_are_refused() {
    let refused = |text: &str| read(text.as_bytes(), "t.ron").unwrap_err().to_string();
    let plays = |name: &str, other: &str| {
        format!(r#""{name}": (items: [(action: Timeline(timeline: "{other}"))])"#)
    };
    let file =
        |timelines: &[String]| format!("(version: 1, timelines: {{{}}})", timelines.join(", "));
    let circle = refused(&file(&[plays("a", "b"), plays("b", "a")]));
    assert!(circle.contains(r#"timelines."a".items[0].action.timeline: "#), "{circle}");
    assert!(circle.contains("which plays itself"), "{circle}");

    // 2^40 items.
    let twice = |level: usize| {
        let next = format!(r#"(action: Timeline(timeline: "{}"))"#, level + 1);
        format!(r#""{level}": (items: [{next}, {next}])"#)
    };
    let mut bomb: Vec<String> = (0..40).map(twice).collect();
    bomb.push(r#""40": (items: [(action: Wait, duration: "1s")])"#.into());
    assert!(refused(&file(&bomb)).contains("nested at most"), "{}", refused(&file(&bomb)));
    // Not deep, but many.
    let many = |level: usize| {
        let next = format!(r#"(action: Timeline(timeline: "{}"))"#, level + 1);
        format!(r#""{level}": (items: [{}])"#, [&*next; 60].join(", "))
    };
    let mut bomb: Vec<String> = (0..3).map(many).collect();
    bomb.push(r#""3": (items: [(action: Wait, duration: "1s")])"#.into());
    assert!(refused(&file(&bomb)).contains("65536 items"), "{}", refused(&file(&bomb)));
    // A long chain is refused before it is followed to its end.
    let mut chain: Vec<String> =
        (0..3000).map(|n| plays(&n.to_string(), &(n + 1).to_string())).collect();
    chain.push(r#""3000": (items: [])"#.into());
    assert!(refused(&file(&chain)).contains("nested at most"));

    // Few items with 20 MB of names: of properties of a timeline, and of tracks of a clip.
    let long = "x".repeat(100_000);
    let many = |item: &str| [item; 200].join(", ");
    let names = file(&[
        format!(r#""a": (items: [(action: Timeline(timeline: "b", prefix: "{long}"))])"#),
        format!(r#""b": (items: [{}])"#, many(r#"(action: Timeline(timeline: "c"))"#)),
        r#""c": (items: [(action: Set({"x": F32(0)}))])"#.into(),
    ]);
    assert!(refused(&names).contains("more properties"), "{}", refused(&names));
    let tracks = format!(
        r#"(version: 1, clips: {{"a": (tracks: {{"{long}": F32([(at: 0, value: 0)])}})}}, timelines: {{"a": (items: [{}])}})"#,
        many(r#"(action: Clip(clip: "a"))"#)
    );
    assert!(refused(&tracks).contains("more properties"), "{}", refused(&tracks));

    let broken = file(&[plays("a", "b"), r#""b": (items: [(action: Wait, duration: 4)])"#.into()]);
    let broken = refused(&broken);
    assert!(broken.contains(r#"timelines."b".items[0].duration: found 4"#), "{broken}");
    assert!(broken.contains(r#"found "b", in which: 4"#), "{broken}");
}

#[test]
fn items_that_play_one_clip_share_it() {
    let keys: Vec<String> = (0..2000).map(|n| format!("(at: {n}, value: {n})")).collect();
    let items = [r#"(action: Clip(clip: "a"))"#; 2000].join(", ");
    let text = format!(
        r#"(version: 1, clips: {{"a": (rate: 60, tracks: {{"x": F32([{}])}})}}, timelines: {{"a": (items: [{items}])}})"#,
        keys.join(", ")
    );
    // 2000 clips with 2000 keys of twelve bytes would take 48 MB.
    let memory = allocation_counter::measure(|| drop(read(text.as_bytes(), "t.ron").unwrap()));
    assert!(memory.bytes_max < 30_000_000, "{memory:?}");
}

#[test]
fn a_timeline_of_a_file_is_that_of_the_same_draft() {
    let text = r#"(version: 1, timelines: {"turn": (
        rate: 10,
        start_values: {"width": F64(1), "face": I32(0), "x": F32(0)},
        tween_easing: "out-quad",
        items: [
            (action: Tween({"width": (to: F64(0))}), duration: 5),
            (action: Set({"face": I32(1)})),
            (action: Label("edge on")),
            (action: Tween({"width": (from: F64(0), to: F64(1)), "glow": (from: F32(1), to: F32(0))}), duration: 5),
            (position: Label("edge on"), offset: By("100ms"), action: Cue(cue: "flip", kind: Effect)),
            (position: With, offset: OfPrevious("1/2"), name: "inner", repeat: Times(3), ping_pong: true, action: Nest([
                (action: Set({"x": F32(0)})),
                (action: Tween({"x": (to: F32(1))}), duration: 1, speed: "1/2"),
            ])),
        ],
    )})"#;
    let mut library = ClipLibrary::new();
    library.load("t.ron", text.as_bytes()).unwrap();
    let ms = Span::from_millis;
    let key = |name: &str| name.to_owned();
    let half = cueline::timeline::Fraction::percent(50);
    let inner = TimelineBuilder::new("").then(set(key("x"), 0.0_f32)).then(
        to(key("x"), 1.0_f32).duration(ms(100)).speed(cueline::time::Speed::new(1, 2).unwrap()),
    );
    let builder = TimelineBuilder::new("turn")
        .start(key("width"), 1.0)
        .start(key("face"), 0)
        .start(key("x"), 0.0_f32)
        .tween_easing(Easing::Out(Curve::Quad))
        .then(to(key("width"), 0.0).duration(ms(500)))
        .then(set(key("face"), 1))
        .label("edge on")
        .then(
            from_to(key("width"), 0.0, 1.0)
                .and(from_to(key("glow"), 1.0_f32, 0.0))
                .duration(ms(500)),
        )
        .put(
            cueline::timeline::Position::label("edge on").plus(ms(100)),
            cue(cueline::clip::CueKind::Effect, "flip"),
        )
        .put(
            cueline::timeline::Position::previous_start().plus_of_previous(half),
            nest(inner).named("inner").times(3).ping_pong(),
        );
    let (found, wanted) = (library.timeline("turn").unwrap(), builder.build().unwrap());
    assert_eq!(format!("{found:?}"), format!("{wanted:?}"));
}

#[test]
fn a_tween_by_a_difference_is_the_one_in_code() {
    let file = r#"(version: 1, timelines: {"walk": (start_values: {"x": F64(100)}, items: [
        (action: Tween({"x": (by: F64(8))}), duration: "400ms"),
        (action: Tween({"x": (by: F64(8))}), duration: "400ms"),
    ])})"#;
    let mut library = ClipLibrary::new();
    library.load("walk.ron", file.as_bytes()).unwrap();
    assert_eq!(library.timeline("walk").unwrap().sample("x", Span::from_millis(600)), Ok(112.0));
    let says = |ends: &str| {
        let file = file.replacen("(by: F64(8))", ends, 1);
        ClipLibrary::new().load("walk.ron", file.as_bytes()).unwrap_err().to_string()
    };
    let cases = [
        ("()", "found none of `from`, `to` and `by`, needed one"),
        ("(by: F64(8), to: F64(9))", "found `by` beside `from` or `to`, needed `by` alone"),
        ("(by: Bool(true))", "which has no differences; use `to`"),
        ("(by: F32(8))", "holds f32 elsewhere, but f64 here"),
    ];
    for (ends, wanted) in cases {
        assert!(says(ends).contains(wanted), "{ends}: {}", says(ends));
    }
}

#[test]
fn a_fault_is_reported_at_its_item() {
    // Each `X` is an item that needs a start; what is in nests and staggers before it counts too, labels do not.
    let x = "(action: Tween({\"x\": (to: F32(1))}))";
    let fine = "(action: Call(7))";
    let cases = [
        ("X", "items[0]"),
        ("(action: Label(\"a\")), X", "items[1]"),
        ("(action: Nest([F, (action: Label(\"a\")), F])), X", "items[1]"),
        ("(action: Nest([F, (action: Label(\"a\")), F, X])), F", "items[0].action[3]"),
        (
            "(action: Stagger(by: Each(\"3ms\"), items: [(action: Wait), (action: Nest([F])), X])), F",
            "items[0].action.items[2]",
        ),
        (
            "(action: Stagger(by: Each(\"3ms\"), items: [(action: Wait), (action: Nest([F]))])), X",
            "items[1]",
        ),
    ];
    for (items, place) in cases {
        let items = items
            .replace('X', x)
            .replace("F,", &format!("{fine},"))
            .replace("F]", &format!("{fine}]"));
        let items =
            items.strip_suffix(", F").map_or(items.clone(), |items| format!("{items}, {fine}"));
        let text = format!("(version: 1, timelines: {{\"t\": (items: [{items}])}})");
        let problems = read(text.as_bytes(), "").unwrap_err();
        assert_eq!(problems.len(), 1, "{problems}\n{text}");
        let problem = problems.iter().next().unwrap();
        assert_eq!(
            problem.item.to_string(),
            format!("timelines.\"t\".{place}"),
            "{text}\n{problem}"
        );
        let place = problem.place.unwrap();
        assert_eq!(&text[place.offset..place.offset + place.length], x, "{text}");
    }
}

#[test]
fn what_a_file_marks_as_decorative_stands_still() {
    let file = |wait: &str| {
        format!(
            r#"(version: 1,
            clips: {{"sway": (decorative: true, tracks: {{"angle": F64([(at: "0s", value: 0), (at: "1s", value: 8)])}})}},
            timelines: {{
                "menu": (decorative: true, items: [(action: Tween({{"x": (from: F64(0), to: F64(8))}}))]),
                "scene": (items: [
                    (action: Tween({{"dust": (from: F64(0), to: F64(8))}}), decorative: true),
                    (action: Tween({{"hero": (from: F64(0), to: F64(8))}}), position: With),
                    (action: Clip(clip: "sway"), position: With),
                    (action: Timeline(timeline: "menu"), position: With),
                    (action: Wait, duration: "1s"{wait}),
                ]),
            }})"#
        )
    };
    let mut library = ClipLibrary::new();
    library.load("t.ron", file("").as_bytes()).unwrap();
    let (menu, scene) = (library.timeline("menu").unwrap(), library.timeline("scene").unwrap());
    assert_eq!((menu.purpose(), scene.purpose()), (Purpose::Decorative, Purpose::Essential));
    let still = scene.reduced(MotionPreference::None);
    let drawn = ["dust", "hero", "angle", "x"].map(|key| still.sample(key, Span::from_millis(125)));
    assert_eq!(drawn, [Ok(8.0), Ok(2.0), Ok(8.0), Ok(8.0)]);
    let refused = library.load("t.ron", file(", decorative: true").as_bytes()).unwrap_err();
    let refused = refused.to_string();
    assert!(refused.contains("`decorative` has no effect on a wait"), "{refused}");
}
