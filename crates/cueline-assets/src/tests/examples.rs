//! The files that are shown to people.

use std::{fs, path::Path};

use cueline::{clip::Value, time::Span};

use crate::{
    format::{Format, write, write_over},
    library::ClipLibrary,
    read,
};

fn examples() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/examples");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let texts = files.filter(|file| file.extension().is_some_and(|extension| extension == "ron"));
    texts.map(|file| (file.display().to_string(), fs::read_to_string(file).unwrap())).collect()
}

#[test]
fn examples_are_laid_out_as_the_formatter_does() {
    let examples = examples();
    assert!(examples.len() >= 4);
    for (name, text) in examples {
        let read = read(text.as_bytes(), &name).unwrap_or_else(|problems| panic!("{problems}"));
        let (written, lost) = write_over(&read.document, &text).unwrap();
        assert_eq!(written, text, "{name}");
        assert_eq!(lost, 0, "{name}");
    }
}

#[test]
fn examples_play() {
    let mut library = ClipLibrary::new();
    for (name, text) in examples() {
        library.load(&name, text.as_bytes()).unwrap();
    }
    let ms = Span::from_millis;
    let clip = |name| library.get(library.id(name).unwrap()).unwrap();
    let reload = clip("reload");
    assert_eq!(reload.duration(), ms(1200));
    assert_eq!(reload.sample("magazine", ms(500)), Ok(Value::F32(-0.2)));
    assert_eq!(reload.sample("loaded", ms(800)), Ok(Value::Bool(true)));
    assert_eq!(clip("bend").duration(), ms(500));
    assert_eq!(library.flipbook("walk").unwrap().frames().get(), 8);
    assert_eq!(library.sheet("hero").unwrap().pictures.len(), 11);
    let walker = library.animator("walker").unwrap();
    assert_eq!(walker.layers["body"].transitions.len(), 4);
    let deal = library.timeline("deal").unwrap();
    assert_eq!(deal.duration(), Some(ms(850)));
    assert_eq!(deal.sample::<i32>("card.face", ms(450)), Ok(1));
    assert_eq!(deal.sample::<f64>("card.glow", ms(550)), Ok(1.0));
}

/// A curve is drawn once and used by its name, by keys and by items.
#[test]
fn curves_are_named_once_and_used_by_name() {
    let text = r#"(
    version: 1,
    curves: {"snap": "linear(0, 1.2 60%, 1)", "soft": "out-back(0.5)"},
    clips: {
        "hop": (
            tracks: {
                "y": F32([
                    (at: "0s", value: 0.0, interpolation: "snap"),
                    (at: "100ms", value: 10.0, interpolation: "hermite soft"),
                    (at: "200ms", value: 0.0),
                ]),
            },
        ),
    },
    timelines: {
        "scene": (
            tween_easing: "soft",
            items: [
                (action: Tween({"x": (from: F32(0.0), to: F32(10.0))}), easing: "snap"),
            ],
        ),
    },
)
"#;
    let document = read(text.as_bytes(), "a.ron").unwrap().document;
    let scene = &document.timelines["scene"];
    assert_eq!(scene.items[0].easing.as_ref(), Some(&document.curves["snap"]));
    assert_eq!(scene.tween_easing.as_ref(), Some(&document.curves["soft"]));
    let again = String::from_utf8(write(&document, Format::Ron).unwrap()).unwrap();
    assert_eq!(again, text, "names come back");
    for format in [Format::Json, Format::Binary] {
        let bytes = write(&document, format).unwrap();
        assert_eq!(read(&bytes, "a.json").unwrap().document, document, "{format:?}");
    }
    let mut library = ClipLibrary::new();
    library.load("a.ron", text.as_bytes()).unwrap();
    let hop = library.get(library.id("hop").unwrap()).unwrap();
    assert_eq!(hop.sample("y", Span::from_millis(60)), Ok(Value::F32(12.0)));
    // A curve that is drawn again changes all items that name it.
    let flat = text.replace("linear(0, 1.2 60%, 1)", "linear(0, 0.5 60%, 1)");
    library.load("a.ron", flat.as_bytes()).unwrap();
    let hop = library.get(library.id("hop").unwrap()).unwrap();
    assert_eq!(hop.sample("y", Span::from_millis(60)), Ok(Value::F32(5.0)));
}

#[test]
fn a_curve_that_is_not_there_is_an_error_at_its_place() {
    let file = |curves: &str, used: &str| {
        let track =
            format!("F32([(at: 0, value: 0, interpolation: \"{used}\"), (at: \"1s\", value: 1)])");
        let text = format!(
            "(version: 1, curves: {{{curves}}}, clips: {{\"hop\": (tracks: {{\"y\": {track}}})}})"
        );
        read(text.as_bytes(), "a.ron").map(|_| ()).map_err(|problems| problems.to_string())
    };
    let snap = r#""snap": "linear(0, 1.2 60%, 1)""#;
    assert_eq!(file(snap, "snap"), Ok(()));
    let cases = [
        (snap, "snpa", r#"[0].interpolation: found "snpa""#),
        (snap, "snpa", r#"did you mean "snap"?"#),
        (snap, "hermite snpa", r#"did you mean "snap"?"#),
        (snap, "out-quda", r#"did you mean "out-quad"?"#),
        (r#""hold": "out-quad""#, "linear", r#"curves."hold": found "hold", needed a name"#),
        (r#""out-quad": "in-quad""#, "linear", r#"curves."out-quad": found"#),
        (r#""a b": "in-quad""#, "linear", r#"curves."a b": found"#),
        (r#""one": "linear(0, x)""#, "one", r#"curves."one": found"#),
        (r#""one": "in-quad", "two": "one""#, "two", r#"curves."two": found "one""#),
        (r#""one": "in-back(NaN)""#, "linear", r#"curves."one": found a number that is NaN"#),
    ];
    for (curves, used, message) in cases {
        let problems = file(curves, used).unwrap_err();
        assert!(problems.contains(message), "{curves} {used}: {problems}");
        assert_eq!(problems.lines().count(), 1, "{problems}");
    }
}

/// A subtitle is a text in a file, and drawn easings are names.
#[test]
fn a_scene_has_its_lines_in_its_file() {
    let text = r#"(
    version: 1,
    clips: {
        "hop": (
            tracks: {
                "y": F32([
                    (at: 0, value: 0.0, interpolation: "linear(0, 1 40%, 0.8 60%, 1)"),
                    (at: "100ms", value: 1.0, interpolation: "spring(bounce 0.3)"),
                    (at: "200ms", value: 0.0),
                ]),
                "line": Text([
                    (at: 0, value: "Hello", interpolation: "hold"),
                    (at: "150ms", value: "Goodbye"),
                ]),
            },
        ),
    },
)"#;
    let document = read(text.as_bytes(), "scene.ron").unwrap().document;
    for format in [Format::Ron, Format::Json, Format::Binary] {
        let bytes = write(&document, format).unwrap();
        let name = if format == Format::Json { "again.json" } else { "again.ron" };
        assert_eq!(read(&bytes, name).unwrap().document, document, "{format:?}");
    }
    let mut library = ClipLibrary::new();
    library.load("scene.ron", text.as_bytes()).unwrap();
    let clip = library.get(library.id("hop").unwrap()).unwrap();
    let ms = Span::from_millis;
    assert_eq!(clip.sample("y", ms(50)), Ok(Value::F32(0.9)));
    assert_eq!(clip.sample("line", ms(149)), Ok(Value::Text("Hello".into())));
    assert_eq!(clip.sample("line", ms(150)), Ok(Value::Text("Goodbye".into())));
}
