//! Loading files again while what they hold plays.

use cueline::{
    clip::{LookupError, Value},
    event::EventKind,
    playback::{Play, Player},
    time::{Span, Time},
};

use crate::{
    document::Document,
    format::read,
    library::{ClipLibrary, NameError},
    problem::DocumentPath,
    rig::Rig,
};

fn slide(seconds: u32, end: f64) -> String {
    format!(
        "(version: 1, clips: {{\"slide\": (tracks: {{\"x\": F64([(at: 0, value: 0), (at: \"{seconds}s\", value: {end})])}}, \
         cues: [(at: \"{seconds}s\", name: \"there\")])}})"
    )
}

fn shown(library: &ClipLibrary, player: &Player<&str>) -> Value {
    let active = player.active().next().unwrap();
    library.get(active.clip).unwrap().sample("x", active.position.local).unwrap()
}

#[test]
fn what_plays_keeps_its_place() {
    let mut library = ClipLibrary::new();
    library.load("a.ron", slide(2, 2.0).as_bytes()).unwrap();
    let id = library.id("slide").unwrap();
    let mut player = Player::new();
    let handle = player.play_on("card", &library, id, Play::default()).unwrap();
    player.advance_to(Time::from_millis(500), &library);
    assert_eq!(shown(&library, &player), Value::F64(0.5));

    let changes = library.load("a.ron", slide(2, 20.0).as_bytes()).unwrap();
    assert_eq!(changes.changed, [DocumentPath::root().field("clips").name("slide")]);
    assert!(changes.added.is_empty() && changes.gone.is_empty());
    assert_eq!(library.id("slide"), Ok(id));
    assert_eq!(player.position(handle).unwrap().local, Span::from_millis(500));
    assert_eq!(shown(&library, &player), Value::F64(5.0));
    player.advance_to(Time::from_millis(1500), &library);
    assert_eq!(shown(&library, &player), Value::F64(15.0));
}

#[test]
fn a_broken_file_changes_nothing_and_reports_all() {
    let mut library = ClipLibrary::new();
    library.load("a.ron", slide(2, 2.0).as_bytes()).unwrap();
    let old = library.clips().clone();
    let broken = slide(2, 3.0).replace("F64", "F46").replace("there\"", "there\", kind: Big");
    let problems = library.load("a.ron", broken.as_bytes()).unwrap_err();
    assert_eq!(problems.len(), 2, "{problems}");
    assert!(problems.iter().all(|problem| problem.file == "a.ron"));
    assert_eq!(library.clips(), &old);
    // A timeline that does not build also rejects the good clip in the same file.
    let half = slide(2, 3.0).replace(
        "(version: 1,",
        "(version: 1, timelines: {\"t\": (items: [(action: Clip(clip: \"slyde\"))])},",
    );
    let problems = library.load("a.ron", half.as_bytes()).unwrap_err();
    let expected = "a.ron:1:60: error: timelines.\"t\".items[0].action.clip: found \"slyde\", needed the name of a clip; did you mean \"slide\"?";
    assert_eq!(problems.to_string(), expected);
    assert_eq!(library.clips(), &old);
}

#[test]
fn two_files_may_use_one_name() {
    let mut library = ClipLibrary::new();
    library.load("a.ron", slide(2, 2.0).as_bytes()).unwrap();
    let a = library.id("slide").unwrap();
    library.load("b.ron", slide(2, 4.0).as_bytes()).unwrap();
    let b = library.id("b.ron#slide").unwrap();
    assert_ne!(a, b);
    assert_eq!(library.id("a.ron#slide"), Ok(a));
    for name in ["slide", "#slide"] {
        let full_names = vec!["a.ron#slide".to_owned(), "b.ron#slide".to_owned()];
        let expected = LookupError::Ambiguous { name: name.into(), full_names };
        assert_eq!(library.id(name), Err(expected));
    }
    library.unload("a.ron");
    assert_eq!(library.id("slide"), Ok(b));
    assert_eq!(library.id("a.ron#slide"), Ok(a), "clips stay for those who play them");
}

#[test]
fn clips_of_several_files_move_the_skeleton_of_one() {
    // As exporters write a character with a file for each animation: the bones again, and one name for all.
    let nodes = r#"skeletons: {"scene": (nodes: {"hip": (), "knee": (parent: "hip")})}"#;
    let take = |x: f32| {
        let keys = format!(r#"[(at: "0s", value: ({x:?}, 0, 0))]"#);
        format!(
            r#"(version: 1, {nodes}, clips: {{"take": (tracks: {{"knee/translation": Vec3({keys})}})}})"#
        )
    };
    let mut library = ClipLibrary::new();
    library.load("hero.ron", format!("(version: 1, {nodes})").as_bytes()).unwrap();
    library.load("walk.ron", take(2.0).as_bytes()).unwrap();
    library.load("run.ron", take(3.0).as_bytes()).unwrap();
    let rig = Rig::new(library.skeleton("hero.ron#scene").unwrap()).unwrap();
    for (name, x) in [("walk.ron#take", 2.0), ("run.ron#take", 3.0)] {
        let clip = library.get(library.id(name).unwrap()).unwrap();
        let mut pose = rig.rest();
        assert_eq!(rig.sample(clip, Span::ZERO, &mut pose), 1);
        assert_eq!(rig.globals(&pose)[1].0[12], x, "{name}");
    }
}

#[test]
fn every_short_name_that_only_one_file_uses_is_found() {
    let sheets = |name: &str| {
        format!(
            r#"(version: 1, flipbooks: {{"{name}": (sheet: "sheet", frames: Run(count: 1, hold: "1s"))}}, sheets: {{"sheet": (image: "{name}.png")}})"#
        )
    };
    let mut library = ClipLibrary::new();
    library.load("cat.aseprite", sheets("walk").as_bytes()).unwrap();
    library.load("dog.aseprite", sheets("run").as_bytes()).unwrap();
    for name in ["walk", "#walk", "cat.aseprite#walk", "run", "#run", "dog.aseprite#run"] {
        assert!(library.flipbook(name).is_ok(), "{name}");
    }
    assert_eq!(library.sheet("dog.aseprite#sheet").unwrap().image, "run.png");
    let message = |error: NameError| error.to_string();
    assert_eq!(
        library.sheet("sheet").map_err(message).unwrap_err(),
        r#"2 sheets are called "sheet"; use one of "cat.aseprite#sheet", "dog.aseprite#sheet""#
    );
    assert_eq!(
        library.flipbook("wolk").map_err(message).unwrap_err(),
        r#"there is no flipbook "wolk"; did you mean "walk"? There are: run, walk"#
    );
    assert!(library.flipbook("dog.aseprite#walk").is_err());
}

#[test]
fn a_timeline_plays_the_clip_of_its_own_file_and_names_both_where_others_clash() {
    let play =
        |clip: &str| format!("timelines: {{\"t\": (items: [(action: Clip(clip: {clip:?}))])}}");
    let mut library = ClipLibrary::new();
    library.load("a.ron", slide(2, 2.0).as_bytes()).unwrap();
    library.load("b.ron", slide(2, 4.0).as_bytes()).unwrap();
    let x = |library: &ClipLibrary, name: &str| {
        let timeline = library.timeline(name).unwrap();
        timeline.sample::<f64>(&"x".to_owned(), Span::from_secs(1)).unwrap()
    };
    let own = slide(2, 6.0).replace("(version: 1,", &format!("(version: 1, {},", play("slide")));
    library.load("c.ron", own.as_bytes()).unwrap();
    assert_eq!(x(&library, "t"), 3.0);
    let other = format!("(version: 1, {})", play("b.ron#slide"));
    library.load("d.ron", other.as_bytes()).unwrap();
    assert_eq!((x(&library, "c.ron#t"), x(&library, "d.ron#t")), (3.0, 2.0));
    library.unload("c.ron");
    let unclear = format!("(version: 1, {})", play("slide"));
    let problems = library.load("d.ron", unclear.as_bytes()).unwrap_err();
    let expected = "d.ron:1:60: error: timelines.\"t\".items[0].action.clip: found \"slide\", which 2 files have, needed one of \"a.ron#slide\", \"b.ron#slide\"";
    assert_eq!(problems.to_string(), expected);
}

#[test]
fn two_items_never_share_a_full_name() {
    let mut library = ClipLibrary::new();
    library.load("a#b", slide(2, 2.0).replace("slide", "c").as_bytes()).unwrap();
    let problems = library.load("a", slide(2, 2.0).replace("slide", "b#c").as_bytes()).unwrap_err();
    let expected = "a:1:29: error: clips.\"b#c\": found a name that is in use, needed another name, as a#b has an item of the same full name";
    assert_eq!(problems.to_string(), expected);
}

#[test]
fn timelines_play_clips_of_other_files_and_follow_them() {
    let mut library = ClipLibrary::new();
    library.load("a.ron", slide(2, 2.0).as_bytes()).unwrap();
    let timeline = "(version: 1, timelines: {\"t\": (items: [(action: Clip(clip: \"slide\", prefix: \"left.\"))])})";
    library.load("t.ron", timeline.as_bytes()).unwrap();
    let x = |library: &ClipLibrary| {
        library.timeline("t").unwrap().sample::<f64>("left.x", Span::from_secs(1))
    };
    assert_eq!(x(&library), Ok(1.0));
    library.load("a.ron", slide(2, 6.0).as_bytes()).unwrap();
    assert_eq!(x(&library), Ok(3.0));
    let changes = library.load("t.ron", b"(version: 1)").unwrap();
    assert_eq!(changes.gone.len(), 1);
    assert!(library.timeline("t").is_err());
}

#[test]
fn files_that_play_each_others_clips_load_together_or_not_at_all() {
    let text = |clip: &str, other: &str| {
        let items = format!("[(action: Clip(clip: {other:?})), (action: Clip(clip: {clip:?}))]");
        format!(
            "(version: 1, clips: {{{clip:?}: (duration: \"1s\")}}, timelines: {{\"t\": (items: {items})}})"
        )
    };
    let files = |third: &str| {
        let texts =
            [("a.ron", text("a", "b")), ("b.ron", text("b", "a")), ("c.ron", text("c", third))];
        texts.map(|(file, text)| (file.to_owned(), read(text.as_bytes(), file).unwrap().document))
    };
    let mut library = ClipLibrary::new();
    for (file, document) in files("a") {
        assert!(library.load_document(&file, document).is_err(), "{file} alone");
    }
    let problems = library.load_documents(files("d")).unwrap_err().to_string();
    assert!(problems.starts_with("c.ron: error: timelines.\"t\".items[0]"), "{problems}");
    assert!(library.files().count() == 0 && library.clips().is_empty());

    let changes = library.load_documents(files("a")).unwrap();
    assert_eq!(changes.values().map(|one| one.added.len()).collect::<Vec<_>>(), [2, 2, 2]);
    for file in changes.keys() {
        let timeline = library.timeline(&format!("{file}#t")).unwrap();
        assert_eq!(timeline.duration(), Some(Span::from_secs(2)), "{file}");
    }
}

#[test]
fn an_importers_document_is_checked_like_a_file() {
    let mut library = ClipLibrary::new();
    let mut document = Document::default();
    document.clips.insert("bare".into(), crate::ClipFile::default());
    document.flipbooks.insert("none".into(), crate::FlipbookSource::default());
    let problems = library.load_document("x.gltf", document).unwrap_err();
    let expected = "x.gltf: error: flipbooks.\"none\".frames: found no frames, needed at least one";
    assert_eq!(problems.to_string(), expected);
    assert!(library.clips().is_empty());
}

#[test]
fn a_timeline_does_not_find_what_its_file_no_longer_holds() {
    let file = |name: &str| {
        format!(
            r#"(
                version: 1,
                flipbooks: {{"{name}": (frames: Run(count: 2, hold: "3ms"), repeat: Times(4))}},
                timelines: {{"t": (items: [(action: Flipbook(flipbook: "blink", to: "x"))])}},
            )"#
        )
    };
    let mut library = ClipLibrary::new();
    library.load("a.ron", file("blink").as_bytes()).unwrap();
    let problems = library.load("a.ron", file("wink").as_bytes()).unwrap_err();
    let expected = "a.ron:4:71: error: timelines.\"t\".items[0].action.flipbook: found \"blink\", needed the name of a flipbook; did you mean \"wink\"?";
    assert_eq!(problems.to_string(), expected);
    assert!(library.flipbook("blink").is_ok() && library.flipbook("wink").is_err());
}

#[test]
fn a_flipbook_of_a_file_has_its_pictures_and_its_cues() {
    let file = br#"(version: 1, flipbooks: {
        "run": (frames: Run(first: 4, count: 8, hold: "60ms"), repeat: Times(2), cues: [(at: "120ms", name: "step", kind: Effect)]),
        "nod": (rate: 10, frames: List([(show: 7, hold: 1), (show: 2, hold: 2)]), order: Reverse, cues: [(at: 2, name: "up")]),
    }, timelines: {"walk": (items: [(action: Flipbook(flipbook: "run", to: "hero"))])})"#;
    let mut library = ClipLibrary::new();
    library.load("hero.ron", file).unwrap();
    let (run, nod) = (library.flipbook("run").unwrap(), library.flipbook("nod").unwrap());
    let shown =
        |book: &cueline::clip::Flipbook, at: i64| book.frame_at(Time::ZERO, Time::from_millis(at));
    assert_eq!([0, 130, 479, 480].map(|at| shown(run, at)), [4, 6, 11, 4]);
    assert_eq!([0, 199, 200, 300].map(|at| shown(nod, at)), [2, 2, 7, 2]);
    assert_eq!((run.cues()[0].name(), nod.cues()[0].at), ("step", Span::from_millis(200)));
    let walk = library.timeline("walk").unwrap();
    assert_eq!(walk.value("hero", Span::from_millis(130)), Ok(Value::I32(6)));
}

#[test]
fn what_plays_beyond_the_end_of_a_shorter_clip_ends_at_once_with_the_cue_of_its_end() {
    let mut library = ClipLibrary::new();
    library.load("a.ron", slide(2, 2.0).as_bytes()).unwrap();
    let id = library.id("slide").unwrap();
    let mut player = Player::new();
    player.play_on("card", &library, id, Play::default()).unwrap();
    player.advance_to(Time::from_millis(1500), &library);
    library.load("a.ron", slide(1, 7.0).as_bytes()).unwrap();
    assert_eq!(shown(&library, &player), Value::F64(7.0));
    let events = player.advance_to(Time::from_secs(9), &library);
    let kinds: Vec<_> = events.iter().map(|event| event.kind).collect();
    assert_eq!(kinds, [EventKind::Cue(0), EventKind::End]);
    assert!(events[1].due < Time::from_millis(1501), "not at the end of the old clip");
}
