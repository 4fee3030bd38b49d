//! The files that are shown to people.

use std::{fs, path::Path};

use cueline::{clip::Value, time::Span};

use crate::{ClipLibrary, read, write_over};

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
