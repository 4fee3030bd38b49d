//! Errors in animators: where, what was found, what is needed.

use crate::{ClipLibrary, read};

/// The errors of a text: lines, and the rest without columns.
fn errors(text: &str) -> Vec<String> {
    let problems = read(text.as_bytes(), "hero.ron").err().unwrap_or_default();
    let line = |line: &str| {
        let parts: Vec<&str> = line.splitn(4, ':').collect();
        let [_, line, _, rest] = parts[..] else { panic!("no place: {line}") };
        format!("{line}:{rest}")
    };
    problems.to_string().lines().map(line).collect()
}

/// A layer `body` with these states and transitions, and one parameter of each kind.
fn body(states: &str, transitions: &str) -> String {
    format!(
        r#"(
    version: 1,
    animators: {{"hero": (
        parameters: {{"speed": Float(0.0), "ammo": Integer(3), "armed": Bool(false), "jump": Trigger("100ms")}},
        layers: {{"body": (
            states: {{"idle": (motion: Clip("idle")), {states}}},
            transitions: [{transitions}],
        )}},
    )}},
)"#
    )
}

#[test]
fn a_wrong_name_is_reported_with_the_nearest_one() {
    for (states, transitions, expected) in [
        (
            "",
            r#"(to: "idel")"#,
            r#"transitions[0].to: found "idel", needed the name of a state; did you mean "idle"?"#,
        ),
        (
            "",
            r#"(from: "x", to: "idle")"#,
            r#"transitions[0].from: found "x", needed the name of a state of this file"#,
        ),
        (
            "",
            r#"(to: "idle", when: [Less(parameter: "sped", value: 1.0)])"#,
            r#"transitions[0].when[0].parameter: found "sped", needed the name of a parameter; did you mean "speed"?"#,
        ),
        (
            "",
            r#"(to: "idle", when: [Fired("armed")])"#,
            r#"transitions[0].when[0]: found "armed", a bool, needed a trigger"#,
        ),
        (
            r#""move": (motion: Blend(along: "ammo", clips: [(at: 1, clip: "walk")]))"#,
            "",
            r#"states."move".motion.along: found "ammo", an integer, needed a float"#,
        ),
    ] {
        let line = if expected.starts_with("states") { 6 } else { 7 };
        let error = format!("{line}: error: animators.\"hero\".layers.\"body\".{expected}");
        assert_eq!(errors(&body(states, transitions)), [error]);
    }
}

#[test]
fn a_wrong_number_or_time_is_reported() {
    for (states, transitions, expected) in [
        (
            r#""move": (motion: Blend(along: "speed", clips: [(at: 1, clip: "a"), (at: 1, clip: "b")]))"#,
            "",
            r#"states."move".motion.clips[1].at: found 1, needed a value above 1, that of the clip before"#,
        ),
        (
            r#""move": (motion: Blend(along: "speed", clips: []))"#,
            "",
            r#"states."move".motion.clips: found no clips, needed at least one"#,
        ),
        (
            r#""none": (motion: Empty)"#,
            "",
            r#"states."none".motion: found no motion, needed a motion in the first layer, which has nothing below"#,
        ),
        (
            "",
            r#"(to: "idle", change: Fade(over: "-1ms"))"#,
            "transitions[0].change.over: found -1ms, needed a time of 0 or more",
        ),
        (
            "",
            r#"(to: "idle", change: Inertial("11s"))"#,
            "transitions[0].change: found 11s, needed a time above 0, and 10 s or less",
        ),
        (
            "",
            r#"(to: "idle", change: Fade(over: "1ms", easing: "linear(0, 0.5 20%, 1)"))"#,
            "transitions[0].change.easing: found linear(0, 0.5 20%, 1), needed an easing without a list of points",
        ),
        (
            "",
            r#"(to: "idle", enter: At(1))"#,
            "transitions[0].enter: found 1, needed a phase from 0 to below 1",
        ),
        (
            r#""hit": (motion: Clip("hit"), once: true)"#,
            r#"(from: "hit", to: "idle", when: [Progress(2)])"#,
            "transitions[0].when[0]: found 2, needed 0 to 1 passes, as the state plays once",
        ),
        (
            "",
            r#"(to: "idle", interrupt: OldAndNew)"#,
            "transitions[0].interrupt: found `OldAndNew`, needed `New` or `Never`, as the transition names no old state",
        ),
        (
            "",
            r#"(to: "idle", when: [After(12)])"#,
            "transitions[0].when[0]: found 12, needed a unit, as in \"200ms\", or a `rate` in which frames count",
        ),
    ] {
        let line = if expected.starts_with("states") { 6 } else { 7 };
        let error = format!("{line}: error: animators.\"hero\".layers.\"body\".{expected}");
        assert_eq!(errors(&body(states, transitions)), [error], "{transitions}{states}");
    }
}

#[test]
fn an_unknown_field_or_kind_is_reported_with_its_line_and_column() {
    let text = body("", r#"(to: "idle", wen: [])"#);
    let error = errors(&text).join("; ");
    assert!(error.starts_with("7:") && error.contains("when"), "{error}");
    let error = errors(&body("", r#"(to: "idle", when: [Fire("jump")])"#)).join("; ");
    assert!(error.contains("Fired"), "{error}");
}

/// Clips may come from another file, but not where the file has some.
#[test]
fn a_file_with_clips_has_those_of_its_animators() {
    let layers =
        r#"animators: {"hero": (layers: {"body": (states: {"idle": (motion: Clip("idel"))})})}"#;
    assert!(errors(&format!("(version: 1, {layers})")).is_empty());
    let found = errors(&format!(r#"(version: 1, clips: {{"idle": (duration: "1s")}}, {layers})"#));
    assert_eq!(
        found,
        [
            r#"1: error: animators."hero".layers."body".states."idle".motion: found "idel", needed the name of a clip; did you mean "idle"?"#
        ]
    );
}

#[test]
fn an_animator_of_a_library_names_the_clips_of_its_own_file_first() {
    let clips = |names: &[&str]| {
        let clips: Vec<_> =
            names.iter().map(|name| format!("{name:?}: (duration: \"1s\")")).collect();
        format!("clips: {{{}}}", clips.join(", "))
    };
    let layers = r#"layers: {"body": (states: {
        "idle": (motion: Clip("idle")),
        "move": (motion: Blend(along: "speed", clips: [(at: 0.0, clip: "walk"), (at: 4.0, clip: "run")])),
    })}"#;
    let animator =
        format!("animators: {{\"hero\": (parameters: {{\"speed\": Float(0.0)}}, {layers})}}");
    let mut library = ClipLibrary::new();
    let own = clips(&["idle", "walk", "run"]);
    library.load("hero.ron", format!("(version: 1, {own}, {animator})").as_bytes()).unwrap();
    library
        .load("other.ron", format!("(version: 1, {})", clips(&["idle", "walk"])).as_bytes())
        .unwrap();
    let hero = library.animator("hero").unwrap();
    assert!(hero.clips().into_iter().eq(["hero.ron#idle", "hero.ron#run", "hero.ron#walk"]));

    // Without clips of its own, it plays those of other files; a name that several have is refused.
    library.load("hero.ron", format!("(version: 1, {animator})").as_bytes()).unwrap();
    let hero = library.animator("hero").unwrap();
    assert!(hero.clips().into_iter().eq(["other.ron#idle", "other.ron#walk", "run"]));
    library.load("third.ron", format!("(version: 1, {})", clips(&["walk"])).as_bytes()).unwrap();
    let refused = library.animator("hero").unwrap_err().to_string();
    assert!(refused.contains(r#"2 clips are called "walk""#), "{refused}");
}
