//! Broken, cut and malicious files: problems, and neither a panic nor a hang.

use std::hash::{DefaultHasher, Hash, Hasher};

use proptest::prelude::*;

use super::arbitrary::document;
use crate::{
    format::{Format, write},
    problem::{DocumentPath, Problems},
    read,
};

/// The only problem of a text.
fn problem(text: &str) -> String {
    let problems = read(text.as_bytes(), "").unwrap_err();
    assert_eq!(problems.len(), 1, "{problems}");
    problems.to_string()
}

fn in_clip(inside: &str) -> String {
    format!("(version: 1, clips: {{\"a\": (rate: 60, {inside})}})")
}

#[test]
fn each_fault_is_reported_as_what_it_is() {
    // (text, part of the one message)
    let cases = [
        (String::new(), "1:1: error: found an empty file, needed a document, such as `(version: 1)`"),
        (" // nothing\n".into(), "2:1: error: found an empty file, needed a document"),
        ("hello world".into(), "1:7: error: found 'w', needed a document, such as `(version: 1)`, and no words around it"),
        ("(version: 1, timelines: {\"a\": (items: [(action: Wait, duration: \"1s\", repeat: 3)])})".into(), "items[0].repeat: found 3, needed one of Once, Times, Forever; did you mean Times(3)?"),
        (in_clip("tracks: {\"x\": Rotation([(at: 0, value: (0, 90, 0))])}"), "[0].value: found 3 values, needed 4, x, y, z, w of a quaternion"),
        (in_clip("tracks: {\"x\": Vec4([(at: 0, value: (0, 90, 0))])}"), "[0].value: found 3 values, needed 4"),
        ("(version: 1, skeletons: {\"a\": (nodes: {\"hip\": (rest: (rotation: (0, 90, 0)))})})".into(), "rest.rotation: found 3 values, needed 4, x, y, z, w of a quaternion"),
        ("(version: 1".into(), "1:12: error: found the end of the file, needed a comma, or `)` for the `(` of line 1"),
        ("(version: 1) x".into(), "found 'x', needed the end of the file"),
        ("(version: 2, what: [])".into(), "1:11: error: version: found 2, needed version 1"),
        ("()".into(), "found no `version`, needed the version of the format, 1"),
        ("(version: 1, timelines: {\"a\": (items: [(action: Wait, ease: \"linear\")])})".into(), "found a field `ease`, needed a known one; did you mean `easing`?"),
        ("[]".into(), "found a list of 0, needed fields"),
        ("(version: 1, /* no end".into(), "needed an end to the comment"),
        ("(version: 1, clips: {\"a\": (length: \"no end)})".into(), "needed `\"` for the text that begins in line 1"),
        (in_clip("duration: Cut(-1)"), "clips.\"a\".duration: found -1, needed a duration of 0 or more"),
        (in_clip("duration: \"-1s\""), "clips.\"a\".duration: found -1s, needed a duration of 0 or more"),
        (in_clip("duration: \"3 apples\""), "clips.\"a\".duration: found \"3 apples\", needed a time such as 12 (frames), \"400ms\" or \"1/3s\"; there is no unit \"apples\""),
        (in_clip("duration: Exact(3)"), "clips.\"a\".duration: found \"Exact\", needed a time such as 12 (frames), \"400ms\" or \"1/3s\", or one of Whole, Exactly, Cut; did you mean Exactly?"),
        (in_clip("tracks: {\"x\": F32([])}"), "clips.\"a\".tracks.\"x\": found no keys, needed at least one"),
        (in_clip("tracks: {\"x\": F32([(at: 0, value: NaN)])}"), "[0].value: found a number that is NaN or infinite, needed finite"),
        (in_clip("tracks: {\"x\": F32([(at: 0, value: 1e39)])}"), "[0].value: found a number that is NaN or infinite"),
        (in_clip("tracks: {\"x\": I32([(at: 0, value: 3000000000)])}"), "needed a whole number from -2147483648 to 2147483647"),
        (in_clip("tracks: {\"x\": F32([(at: 9, value: 0), (at: 3, value: 0)])}"), "1:81: error: clips.\"a\".tracks.\"x\"[1].at: found 3, needed a time not before 9, the time of the previous key"),
        (in_clip("tracks: {\"x\": F32([(at: 0, value: 0, interpolation: \"in-back(NaN)\")])}"), "[0].interpolation: found a number that is NaN"),
        (in_clip("tracks: {\"x\": F32([(at: 0, value: 0, interpolation: \"bezier(2, 0, 0, 1)\")])}"), "x1 of the Bezier curve is 2"),
        (in_clip("tracks: {\"x\": F32([(at: 0, value: 0, interpolation: \"steps(0, end)\")])}"), "must have at least 1"),
        ("(version: 1, clips: {\"a\": (rate: 0)})".into(), "above 0"),
        ("(version: 1, clips: {\"a\": (rate: \"1/0\")})".into(), "needed frames per second"),
        (in_clip("tracks: {\"x\": F32([(at: -2, value: 0), (at: \"1s\", value: 1)])}"), "1:62: error: clips.\"a\".tracks.\"x\"[0].at: found -2, needed a time of 0 or more"),
        (in_clip("cues: [(at: -1, name: \"x\")]"), "cues[0].at: found -1, needed a time of 0 or more"),
        (in_clip("duration: Exactly(3), cues: [(at: 4, name: \"x\")]"), "cues[0].at: found 4, needed a time within the duration of 50 ms"),
        (in_clip("duration: Exactly(3), tracks: {\"x\": F32([(at: 4, value: 0)])}"), "[0].at: found 4, needed a time within"),
        ("(version: 1, flipbooks: {\"a\": ()})".into(), "flipbooks.\"a\".frames: found no frames, needed at least one"),
        ("(version: 1, flipbooks: {\"a\": (frames: Run(count: 2, hold: \"6ms\"), cues: [(at: \"13ms\", name: \"x\")])})".into(), "cues[0].at: found 13ms, needed a time within the duration of 12 ms"),
        ("(version: 1, flipbooks: {\"a\": (frames: Run(count: 3, hold: 0))})".into(), "frames.hold: found 0, needed a time above 0"),
        ("(version: 1, flipbooks: {\"a\": (sheet: \"hero\", frames: Run(count: 3, hold: \"1ms\"))}, sheets: {\"Hero\": ()})".into(), "did you mean \"Hero\"?"),
        ("(version: 1, flipbooks: {\"a\": (sheet: \"h\", frames: Run(count: 3, hold: \"1ms\"))}, sheets: {\"h\": (image: \"\", pictures: [(area: (0, 0, 1, 1))])})".into(), "found picture 2, needed one of the 1 pictures"),
        ("(version: 1, skeletons: {\"a\": (nodes: {\"x\": (parent: \"y\"), \"y\": (parent: \"x\"), \"z\": (parent: \"x\")})})".into(), "found a node that is its own ancestor, needed a tree"),
        ("(version: 1, skeletons: {\"a\": (nodes: {\"x\": (parent: \"x\")})})".into(), "is its own ancestor"),
        ("(version: 1, skeletons: {\"a\": (nodes: {\"hip\": (), \"leg\": (parent: \"hips\")})})".into(), "parent: found \"hips\", needed the name of a node; did you mean \"hip\"?"),
        ("(version: 1, skeletons: {\"a\": (nodes: {\"x\": ()}, skins: {\"s\": (joints: [\"x\"], inverse_binds: [(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0),(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0)])})})".into(), "found 2 matrices, needed 1, one per joint"),
        ("(version: 1, timelines: {\"a\": (items: [(action: Wait, duration: \"3s\"), (action: Tween({\"x\": (to: F32(1))}))])})".into(), "1:72: error: timelines.\"a\".items[1]: nothing writes \"x\" before it"),
    ];
    for (text, message) in cases {
        let found = problem(&text);
        assert!(found.contains(message), "{text}\n{found}\nwanted {message}");
    }
}

#[test]
fn a_number_of_frames_needs_a_rate() {
    // (items of a document, where the number stands and what was found)
    let cases = [
        (
            "clips: {\"a\": (tracks: {\"x\": F32([(at: 0, value: 0), (at: 6, value: 1), (at: 9, value: 0)])})}",
            "clips.\"a\".tracks.\"x\"[1].at: found 6",
        ),
        ("clips: {\"a\": (cues: [(at: 12, name: \"x\")])}", "clips.\"a\".cues[0].at: found 12"),
        ("clips: {\"a\": (duration: Cut(30))}", "clips.\"a\".duration: found 30"),
        (
            "flipbooks: {\"a\": (frames: Run(count: 2, hold: 6))}",
            "flipbooks.\"a\".frames.hold: found 6",
        ),
        (
            "flipbooks: {\"a\": (frames: List([(show: 0, hold: \"1s\"), (show: 0, hold: 6)]))}",
            "flipbooks.\"a\".frames[1].hold: found 6",
        ),
        (
            "flipbooks: {\"a\": (offset: 3, frames: Run(count: 2, hold: \"6ms\"))}",
            "flipbooks.\"a\".offset: found 3",
        ),
        (
            "timelines: {\"a\": (items: [(action: Wait, duration: 300)])}",
            "timelines.\"a\".items[0].duration: found 300",
        ),
        ("timelines: {\"a\": (tween_duration: 15)}", "timelines.\"a\".tween_duration: found 15"),
        (
            "timelines: {\"a\": (items: [(action: Call(1), position: At(7))])}",
            "timelines.\"a\".items[0].position: found 7",
        ),
        (
            "timelines: {\"a\": (items: [(action: Call(1), offset: By(7))])}",
            "timelines.\"a\".items[0].offset: found 7",
        ),
        (
            "timelines: {\"a\": (items: [(action: Call(1), delay: 7)])}",
            "timelines.\"a\".items[0].delay: found 7",
        ),
        (
            "timelines: {\"a\": (items: [(action: Wait, duration: \"1s\", repeat: Times(2), gap: 7)])}",
            "timelines.\"a\".items[0].gap: found 7",
        ),
        (
            "timelines: {\"a\": (items: [(action: Nest([(action: Wait, duration: 8)]))])}",
            "timelines.\"a\".items[0].action[0].duration: found 8",
        ),
        (
            "timelines: {\"a\": (items: [(action: Stagger(by: Total(8), items: [(action: Call(1))]))])}",
            "timelines.\"a\".items[0].action.by: found 8",
        ),
    ];
    for (items, message) in cases {
        let found = problem(&format!("(version: 1, {items})"));
        let wanted = format!(": error: {message}, needed a unit, as in \"200ms\", or a `rate`");
        assert!(found.contains(&wanted), "{items}\n{found}\nwanted {wanted}");
        let with_rate =
            format!("(version: 1, {})", items.replacen("\"a\": (", "\"a\": (rate: 60, ", 1));
        assert_eq!(read(with_rate.as_bytes(), "").err(), None, "{with_rate}");
    }
}

#[test]
fn keys_before_0_need_a_clip_that_cuts_them_off() {
    let clip = |duration: &str| {
        format!(
            "(version: 1, clips: {{\"a\": ({duration}tracks: {{\"x\": F32([(at: \"-1s\", value: 0), (at: \"1s\", value: 2)])}})}})"
        )
    };
    for duration in ["", "duration: Exactly(\"2s\"), "] {
        let found = problem(&clip(duration));
        let wanted = "error: clips.\"a\".tracks.\"x\"[0].at: found -1s, needed a time of 0 or more, or a duration `Cut(..)`";
        assert!(found.contains(wanted), "{found}");
    }
    let cut = read(clip("duration: Cut(\"1s\"), ").as_bytes(), "").unwrap().document;
    let clip = cut.clips["a"].build("a").unwrap();
    assert_eq!(clip.sample("x", cueline::time::Span::ZERO), Ok(cueline::clip::Value::F32(1.0)));
}

#[test]
fn frame_0_needs_no_rate() {
    let text = "(version: 1, clips: {\"a\": (tracks: {\"x\": F32([(at: 0, value: 1)])})})";
    assert_eq!(read(text.as_bytes(), "").err(), None);
}

#[test]
fn brackets_without_end_are_refused_before_the_stack_is() {
    for open in ["[", "(", "{\"a\":", "Some(", "(a:"] {
        let found = problem(&open.repeat(100_000));
        assert!(found.contains("at most 256 nested brackets"), "{found}");
    }
}

#[test]
fn nested_timelines_up_to_the_limit_are_built() {
    let nested = |depth: usize| {
        let (open, close) = ("(action: Nest([".repeat(depth), "]))".repeat(depth));
        format!("(version: 1, timelines: {{\"t\": (items: [{open}{close}])}})")
    };
    assert!(read(nested(62).as_bytes(), "").is_ok());
    assert!(problem(&nested(63)).contains("timelines are nested more than 64 deep"));
    assert!(problem(&nested(99)).contains("at most 256 nested brackets"));
}

#[test]
fn a_schema_that_an_editor_needs_is_no_unknown_field() {
    assert!(read(br#"{"$schema": "cueline.schema.json", "version": 1}"#, "").is_ok());
}

#[test]
fn a_thousand_problems_are_enough() {
    let text = in_clip(&format!("tracks: {{\"x\": F32([{}])}}", "(), ".repeat(5000)));
    let problems = read(text.as_bytes(), "").unwrap_err();
    assert_eq!(problems.len(), 1001);
    let keys = "(at: 1, value: 0), (at: 0, value: 0), ".repeat(5000);
    let problems =
        read(in_clip(&format!("tracks: {{\"x\": F32([{keys}])}}")).as_bytes(), "").unwrap_err();
    assert_eq!(problems.len(), 1001);
}

#[test]
fn a_huge_count_in_a_binary_file_takes_no_memory() {
    let mut bytes = b"cueline\0\x01\0".to_vec();
    let rest: Vec<u8> = vec![0xff; 64];
    bytes.extend(crate::binary::hash(&rest).to_le_bytes());
    bytes.extend(rest);
    let problems = read(&bytes, "a.cue").unwrap_err();
    assert!(problems.to_string().starts_with("a.cue: error: found "), "{problems}");
}

fn errors(result: Result<crate::Read, Problems>) -> Option<Problems> {
    result.err().inspect(|problems| assert!(problems.has_errors()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_cut_file_is_a_problem(document in document(), cut in 0_usize..1000) {
        for format in [Format::Ron, Format::Json, Format::Binary] {
            let bytes = write(&document, format).unwrap();
            let whole = bytes.len() - usize::from(format != Format::Binary); // the last line's end
            let cut = whole * cut / 1000;
            prop_assert!(errors(read(&bytes[..cut], "file")).is_some());
        }
    }

    #[test]
    fn a_damaged_binary_file_is_a_problem(document in document(), at in 8_usize..500, bit in 0_u32..8) {
        let mut bytes = write(&document, Format::Binary).unwrap();
        let at = 8 + at % (bytes.len() - 8);
        bytes[at] ^= 1_u8 << bit;
        prop_assert!(errors(read(&bytes, "file")).is_some());
    }

    #[test]
    fn what_is_behind_the_sum_may_be_anything(rest in proptest::collection::vec(any::<u8>(), 0..300)) {
        let mut bytes = b"cueline\0\x01\0".to_vec();
        bytes.extend(crate::binary::hash(&rest).to_le_bytes());
        bytes.extend(rest);
        let _ = read(&bytes, "file");
    }

    #[test]
    fn a_garbled_text_is_read_or_reported(document in document(), garbage in "[\\PC\\n]{0,20}", at in 0_usize..1000, gone in 0_usize..20) {
        for format in [Format::Ron, Format::Json] {
            let mut text = String::from_utf8(write(&document, format).unwrap()).unwrap();
            let mut at = text.len() * at / 1000;
            while !text.is_char_boundary(at) { at -= 1; }
            let mut end = (at + gone).min(text.len());
            while !text.is_char_boundary(end) { end += 1; }
            text.replace_range(at..end, &garbage);
            let _ = errors(read(text.as_bytes(), "file"));
        }
    }
}

/// Each of the transitions leaves each of the states: four thousand million pairs.
#[test]
fn an_animator_of_many_states_and_transitions_from_any_is_refused_soon() {
    let states: String =
        (0..20_000).map(|index| format!(r#""{index}": (motion: Clip("a")),"#)).collect();
    let layer = |transitions: &str| {
        format!(
            r#"(version: 1, animators: {{"a": (parameters: {{"t": Trigger(0), "b": Bool(true)}},
            layers: {{"l": (states: {{{states}}}, transitions: [{transitions}])}})}})"#
        )
    };
    let transitions = |when: &str| -> String {
        (0..20_000).map(|to| format!(r#"(to: "{to}", when: [{when}]),"#)).collect()
    };
    let problems = |when: &str| read(layer(&transitions(when)).as_bytes(), "a.ron").err();
    assert!(problems(r#"Fired("t")"#).is_none(), "none of them is taken at once");
    assert!(problems("Progress(0.5)").is_none(), "no state starts there");
    let refused = problems(r#"Is("b")"#).unwrap().to_string();
    assert!(refused.contains("too many paths along transitions"), "{refused}");
}

/// Each place of a file that holds a value of this kind.
fn places(kind: &str, value: &str) -> Vec<(String, &'static str)> {
    let timeline = |inside: String| format!("(version: 1, timelines: {{\"a\": ({inside})}})");
    let tween = |ends: String| {
        timeline(format!(
            "start_values: {{\"y\": F32(0)}}, items: [(action: Tween({{\"x\": ({ends})}}))]"
        ))
    };
    let set = |kind: &str, value: &str| format!("{{\"x\": {kind}({value})}}");
    let right = match kind {
        "Rotation" => "(0, 0, 0, 1)",
        "Transform" => "()",
        _ => "(0.5, 0, 0, 1)",
    };
    vec![
        (
            in_clip(&format!(
                "tracks: {{\"x\": {kind}([(at: 0, value: {right}), (at: 6, value: {value})])}}"
            )),
            "clips.\"a\".tracks.\"x\"[1].value",
        ),
        (
            timeline(format!("start_values: {}", set(kind, value))),
            "timelines.\"a\".start_values.\"x\"",
        ),
        (
            timeline(format!(
                "start_values: {}, items: [(action: Set({}))]",
                set(kind, right),
                set(kind, value)
            )),
            "timelines.\"a\".items[0].action.\"x\"",
        ),
        (
            tween(format!("from: {kind}({value}), to: {kind}({right})")),
            "timelines.\"a\".items[0].action.\"x\".from",
        ),
        (
            tween(format!("from: {kind}({right}), to: {kind}({value})")),
            "timelines.\"a\".items[0].action.\"x\".to",
        ),
    ]
}

#[test]
fn a_value_that_is_none_of_its_kind_is_refused_wherever_it_stands() {
    // (kind, value, what was found)
    let wrong = [
        ("Rotation", "(0, 90, 0, 0)", "(0, 90, 0, 0), which is 90 long"),
        ("Rotation", "(0, 0, 0, 0)", "(0, 0, 0, 0), which is 0 long"),
        ("Rotation", "(0.1, 0.1, 0, 0.1)", "(0.1, 0.1, 0, 0.1), which is 0.173 long"),
        ("Transform", "(rotation: (0, 90, 0, 0))", "(0, 90, 0, 0), which is 90 long"),
        ("Color", "(255, 136, 0, 255)", "(255, 136, 0, 255)"),
        ("Color", "(0, 136, 0, 1)", "(0, 136, 0, 1)"),
        ("Color", "(0, 0, 0, 255)", "an opacity of 255"),
        ("Color", "(0, 0, 0, 50)", "an opacity of 50"),
        ("Oklab", "(62.8, 0.2, 0.1, 1)", "(62.8, 0.2, 0.1, 1)"),
        ("Oklab", "(0.6, 0.2, 0.1, 100)", "an opacity of 100"),
    ];
    for (kind, value, found) in wrong {
        for (text, path) in places(kind, value) {
            let said = problem(&text);
            assert!(
                said.contains(&format!("error: {path}: found {found}, needed ")),
                "{text}\n{said}"
            );
        }
    }
    let rest =
        "(version: 1, skeletons: {\"a\": (nodes: {\"hip\": (rest: (rotation: (0, 90, 0, 0)))})})";
    let said = problem(rest);
    assert!(
        said.contains("nodes.\"hip\".rest.rotation: found (0, 90, 0, 0), which is 90 long"),
        "{said}"
    );

    let right = [
        ("Rotation", "(0, 0.7, 0, 0.7)"),
        ("Rotation", "(0, -0.5, 0, 1)"),
        ("Transform", "(rotation: (0, 1, 0, 0))"),
        ("Color", "(1.02, -0.01, 100, 1.05)"),
        ("Color", "\"#ff8800\""),
        ("Oklab", "(1.3, -0.4, 0.4, 0)"),
    ];
    for (kind, value) in right {
        for (text, _) in places(kind, value) {
            assert_eq!(read(text.as_bytes(), "").err(), None, "{text}");
        }
    }
}

/// A path shares the steps that it begins with: one more step costs the same however deep it is. And paths are dropped one step
/// after the other, as a stack has no room for so many calls.
#[test]
fn a_path_of_a_hundred_thousand_steps_is_made_compared_and_dropped() {
    const DEEP: usize = 100_000;
    let deep =
        |last: usize| (0..DEEP).fold(DocumentPath::root(), |path, _| path.index(0)).index(last);
    let taken = allocation_counter::measure(|| drop(deep(0)));
    assert_eq!(taken.count_total, DEEP as u64 + 1);
    let (one, other) = (deep(1), deep(2));
    assert!(one == deep(1) && one != other && one < other && !one.is_within(&other));
    assert!(one.is_within(&DocumentPath::root().index(0)));
    assert!(!DocumentPath::root().index(0).is_within(&one));
    assert_eq!(DocumentPath::root().join(&one), one);
    let hash = |path: &DocumentPath| {
        let mut hasher = DefaultHasher::new();
        path.hash(&mut hasher);
        hasher.finish()
    };
    assert!(hash(&one) == hash(&deep(1)) && hash(&one) != hash(&other));
    drop((one, other));
}

#[test]
fn paths_are_in_the_order_of_their_first_different_step() {
    let root = DocumentPath::root();
    let sorted = [
        root.clone(),
        root.field("clips"),
        root.field("clips").field("a"),
        root.field("clips").field("b").index(0),
        root.field("clips").name("a").index(2),
        root.field("clips").name("a").index(10),
        root.field("clips").index(0),
        root.field("cues"),
        root.name("a"),
        root.index(7),
    ];
    for (place, one) in sorted.iter().enumerate() {
        for (other_place, other) in sorted.iter().enumerate() {
            assert_eq!(one.cmp(other), place.cmp(&other_place), "{one} and {other}");
            assert_eq!(one == other, place == other_place, "{one} and {other}");
        }
    }
    assert_eq!(
        format!("{:?}", sorted[3]),
        r#"DocumentPath([Field("clips"), Field("b"), Index(0)])"#
    );
}
