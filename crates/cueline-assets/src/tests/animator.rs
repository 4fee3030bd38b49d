//! Errors in animators: where, what was found, what is needed.

use crate::{library::ClipLibrary, read};

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
            r#"states."move".motion.clips[1].at: found 1, needed at least 1/65536 more than 1, the value of the clip before"#,
        ),
        (
            r#""move": (motion: Blend(along: "speed", clips: [(at: 1, clip: "a"), (at: 1.000001, clip: "b")]))"#,
            "",
            r#"states."move".motion.clips[1].at: found 1.000001, needed at least 1/65536 more than 1, the value of the clip before"#,
        ),
        (
            r#""move": (motion: Blend2(plane: ["speed", "speed"], clips: [(at: [0, 1], clip: "a"), (at: [0, 1.000001], clip: "b")]))"#,
            "",
            r#"states."move".motion.clips[1].at: found the point of an earlier clip, needed another point, 1/65536 away or more"#,
        ),
        (
            r#""move": (motion: Clip("a"), speed: 1000001)"#,
            "",
            r#"states."move".speed: found 1000001/1, needed a fraction of whole numbers up to 1000000"#,
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
            r#""walk": (motion: Clip("walk"))"#,
            r#"(from: "idle", to: "walk", when: [AtLeast(parameter: "speed", value: 1)]), (from: "walk", to: "idle")"#,
            r#"transitions: found transitions from "idle" to "walk" and back at one moment, with the same parameters, needed a trigger, a progress or a time in one of them"#,
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
fn too_many_parts_are_reported() {
    let blended: Vec<_> = (0..65).map(|at| format!(r#"(at: {at}, clip: "a")"#)).collect();
    let blend = format!(r#""b": (motion: Blend(along: "speed", clips: [{}]))"#, blended.join(","));
    let blend = errors(&body(&blend, "")).join("; ");
    assert!(blend.ends_with("clips: found 65 clips in one blend, needed at most 64"), "{blend}");

    let file = |layers: &str, parameters: &str| {
        let masks = r#"masks: {"arms": {"hand": 1}}"#;
        let layers = format!(r#""body": (states: {{"a": (motion: Clip("a"))}}),{layers}"#);
        format!(
            r#"(version: 1, animators: {{"hero": ({masks}, layers: {{{layers}}}, parameters: {{{parameters}}})}})"#
        )
    };
    let layers = |many: u32, mask: &str| -> String {
        let states = r#"states: {"a": (motion: Clip("a"))}"#;
        (0..many).map(|index| format!(r#""{index}": ({mask}{states}),"#)).collect()
    };
    let parameters = |many: u32| -> String {
        (0..many).map(|index| format!(r#""{index}": Bool(true),"#)).collect()
    };
    let arms = r#"mask: "arms", "#;
    for (text, expected) in [
        (file(&layers(63, ""), ""), ""),
        (file(&layers(64, ""), ""), "layers: found 65 layers, needed at most 64"),
        (file(&layers(4, arms), ""), ""),
        (
            file(&layers(5, arms), ""),
            "layers: found 5 layers with a mask that replace the layers below, needed at most 4",
        ),
        (file("", &parameters(65_535)), ""),
        (file("", &parameters(65_536)), "parameters: found 65536 parameters, needed at most 65535"),
    ] {
        let wanted = format!("1: error: animators.\"hero\".{expected}");
        let found = errors(&text);
        assert!(found.iter().eq(Some(&wanted).filter(|_| !expected.is_empty())), "{found:?}");
    }
}

#[test]
fn clips_of_the_file_last_as_long_as_their_states_need() {
    let file = |clip: &str, state: &str| {
        format!(
            r#"(version: 1, clips: {{"a": ({clip})}}, animators: {{"hero": (
            parameters: {{"f": Float(0)}},
            layers: {{"body": (states: {{"a": ({state})}})}},
        )}})"#
        )
    };
    let still = r#"cues: [(at: 0, name: "c")]"#;
    let blend = r#"motion: Blend(along: "f", clips: [(at: 0, clip: "a")])"#;
    let one = r#"motion: Clip("a")"#;
    for (clip, state, expected) in [
        (still, r#"motion: Clip("a"), once: true"#, ""),
        (
            still,
            one,
            r#".motion: found "a", a clip of 0 ms, repeated, needed `once: true`, or a longer clip"#,
        ),
        (
            still,
            blend,
            r#".motion.clips[0].clip: found "a", a clip of 0 ms, needed a clip of more than 0 ms, as it is blended"#,
        ),
        (r#"duration: "43200s""#, one, ""),
        (
            r#"cues: [(at: "43201s", name: "c")]"#,
            one,
            r#".motion: found "a", a clip of 43201s, needed a clip of 12 hours or less"#,
        ),
    ] {
        let place = r#"3: error: animators."hero".layers."body".states."a""#;
        let wanted = format!("{place}{expected}");
        let found = errors(&file(clip, state));
        assert!(found.iter().eq(Some(&wanted).filter(|_| !expected.is_empty())), "{found:?}");
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
