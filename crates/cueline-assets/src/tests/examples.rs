//! The files that are shown to people.

use std::{fs, path::Path};

use cueline::{clip::Value, time::Span};

use crate::{ClipLibrary, Format, read, write, write_over};

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
    let deal = library.timeline("deal").unwrap();
    assert_eq!(deal.duration(), Some(ms(850)));
    assert_eq!(deal.sample::<i32>("card.face", ms(450)), Ok(1));
    assert_eq!(deal.sample::<f64>("card.glow", ms(550)), Ok(1.0));
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
