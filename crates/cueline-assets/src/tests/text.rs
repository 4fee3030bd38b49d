//! How text is read and written.

use cueline::{time::Span, value::Color};
use ron::extensions::Extensions;

use crate::{
    clip::DurationSource,
    document::Document,
    forms::When,
    read::{read_text, write_text},
    text::Style,
};

const GUN: &str = r#"
// A gun reloads.
(
    version: 1, // of the format
    clips: {
        "reload": (
            rate: 30,
            tracks: {
                // out and in
                "magazine": F32([
                    (at: 0, value: 0.0),
                    (at: "400ms", value: -1, interpolation: "out-back"), // clear of the grip
                    (at: 24, value: 0.0),
                ]),
                "bolt.rotation": Rotation([(at: 0, value: (0, 0, 0, 1), interpolation: "hold")]),
            },
            cues: [(at: 3, name: "click", kind: Effect)],
        ),
    },
)
// the end
"#;

fn ron(document: &Document) -> String {
    write_text(document, Style::Ron, None).unwrap().0
}

#[test]
fn the_duration_of_a_clip_is_a_time_or_one_of_three_words() {
    let durations = [
        ("\"300ms\"", "\"300ms\"", DurationSource::Exactly(Span::from_millis(300).into())),
        ("12", "12", DurationSource::Exactly(When::Frames(12))),
        (
            "Exactly(\"1/3s\")",
            "{\"Exactly\": \"1/3s\"}",
            DurationSource::Exactly("1/3s".parse().unwrap()),
        ),
        ("Cut(12)", "{\"Cut\": 12}", DurationSource::Cut(When::Frames(12))),
        ("Whole", "\"Whole\"", DurationSource::Whole),
    ];
    let one = |text: String| {
        let document =
            read_text(&text).unwrap_or_else(|problems| panic!("{text}: {problems}")).document;
        // What was read is written so that it reads again.
        assert_eq!(read_text(&ron(&document)).unwrap().document, document, "{text}");
        document.clips["a"].duration
    };
    for (in_ron, in_json, duration) in durations {
        let clip = format!("(version: 1, clips: {{\"a\": (rate: 60, duration: {in_ron})}})");
        assert_eq!(one(clip), duration, "{in_ron}");
        let clip = format!(
            "{{\"version\": 1, \"clips\": {{\"a\": {{\"rate\": 60, \"duration\": {in_json}}}}}}}"
        );
        assert_eq!(one(clip), duration, "{in_json}");
    }
}

#[test]
fn a_file_is_written_again_with_its_comments() {
    let read = read_text(GUN).unwrap();
    let (text, lost) = write_text(&read.document, Style::Ron, Some(GUN)).unwrap();
    assert_eq!(lost, 0);
    for comment in
        ["// A gun reloads.", "// of the format", "// out and in", "// clear", "// the end"]
    {
        assert!(text.contains(comment), "{comment} in {text}");
    }
    assert_eq!(read_text(&text).unwrap(), read);
    let (again, _) = write_text(&read.document, Style::Ron, Some(&text)).unwrap();
    assert_eq!(again, text);
}

#[test]
fn json_holds_the_same() {
    let read = read_text(GUN).unwrap();
    let (json, _) = write_text(&read.document, Style::Json, Some(GUN)).unwrap();
    assert_eq!(read_text(&json).unwrap(), read);
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["clips"]["reload"]["rate"], 30);
    assert_eq!(serde_json::from_value::<Document>(value).unwrap(), read.document);
    // With what the file's own reader takes for granted.
    let extensions = Extensions::IMPLICIT_SOME | Extensions::UNWRAP_NEWTYPES;
    let options = ron::Options::default().with_default_extension(extensions);
    assert_eq!(options.from_str::<Document>(&ron(&read.document)).unwrap(), read.document);
}

#[test]
fn all_problems_are_reported_at_once() {
    let text = r#"(
    version: 1,
    clips: {
        "walk": (
            rate: "fast",
            trakcs: {},
            tracks: {
                "x": F32([(at: 0, value: 1.0), (at: "4 parsecs", value: true), (value: 2.0)]),
                "y": Vec3([(at: 0, value: (1, 2), interpolation: "out-quda")]),
                "z": Vektor3([]),
            },
            cues: [(at: 0, name: 7, kind: Loud)],
        ),
        "walk": (),
    },
)"#;
    let problems = crate::read(text.as_bytes(), "walk.ron").unwrap_err().to_string();
    let expected = r#"walk.ron:5:19: error: clips."walk".rate: found "fast", needed frames per second such as 60, "23.976" or "30000/1001"
walk.ron:6:13: error: clips."walk".trakcs: found a field `trakcs`, needed a known one; did you mean `tracks`?
walk.ron:8:53: error: clips."walk".tracks."x"[1].at: found "4 parsecs", needed a time such as 12 (frames), "400ms" or "1/3s"; there is no unit "parsecs"
walk.ron:8:73: error: clips."walk".tracks."x"[1].value: found true, needed a number
walk.ron:8:80: error: clips."walk".tracks."x"[2]: found no `at`, needed one
walk.ron:9:43: error: clips."walk".tracks."y"[0].value: found 2 values, needed 3
walk.ron:9:66: error: clips."walk".tracks."y"[0].interpolation: found "out-quda", needed an interpolation: "hold", "linear", "hermite" or an easing such as "out-quad"; did you mean "out-quad"?
walk.ron:10:22: error: clips."walk".tracks."z": found "Vektor3", needed one of F32, F64, I32, I64, Bool, Vec2, Vec3, Vec4, Rotation, Matrix, Transform, Color, Oklab, Text
walk.ron:12:34: error: clips."walk".cues[0].name: found 7, needed a text in quotes
walk.ron:12:43: error: clips."walk".cues[0].kind: found "Loud", needed one of State, Effect
walk.ron:14:9: error: clips: found "walk" a second time, needed another name"#;
    for (found, expected) in problems.lines().zip(expected.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(problems.lines().count(), expected.lines().count(), "{problems}");
}

#[test]
fn colours_may_be_written_as_in_the_web() {
    let text = |value: &str| {
        format!(
            "(version: 1, clips: {{\"a\": (tracks: {{\"tint\": Color([(at: 0, value: {value})])}})}})"
        )
    };
    let read = |value: &str| crate::read(text(value).as_bytes(), "");
    let color = |value: &str| {
        let clip = read(value).unwrap().document.clips["a"].build("a").unwrap();
        clip.track::<Color>("tint").unwrap().sample(Span::ZERO)
    };
    assert_eq!(color("\"#ff8000\""), Color::from_srgb8([255, 128, 0, 255]));
    assert_eq!(color("\"#FF800080\""), Color::from_srgb8([255, 128, 0, 128]));
    assert_eq!(color("(0.5, 1, 0, 2)"), Color::new(0.5, 1.0, 0.0, 2.0));
    assert_eq!(color("[0.5, 1, 0, 2]"), Color::new(0.5, 1.0, 0.0, 2.0));
    for (wrong, reported) in [
        ("\"red\"", "found \"red\", needed a colour such as \"#ff8800\""),
        ("\"#ff88\"", "six or eight digits"),
        ("\"#ff88gg\"", "\"gg\" is not a hexadecimal number"),
        ("\"#+f8800\"", "\"+f\" is not a hexadecimal number"),
        ("\"#\u{e9}\u{e9}\u{e9}\"", "six or eight digits"),
        ("(1, 2, 3)", "found 3 values, needed 4"),
        ("7", "found 7, needed a colour"),
    ] {
        let problems = read(wrong).unwrap_err();
        assert_eq!(problems.len(), 1, "{problems}");
        assert!(problems.to_string().contains(reported), "{problems}");
    }
}
