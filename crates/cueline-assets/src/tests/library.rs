//! Loading files again while what they hold plays.

use cueline::{
    clip::Value,
    event::EventKind,
    playback::{Play, Player},
    time::{Span, Time},
};

use crate::{ClipLibrary, Document, DocumentPath};

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
fn a_broken_file_changes_nothing_and_tells_all() {
    let mut library = ClipLibrary::new();
    library.load("a.ron", slide(2, 2.0).as_bytes()).unwrap();
    let old = library.clips().clone();
    let broken = slide(2, 3.0).replace("F64", "F46").replace("there\"", "there\", kind: Big");
    let problems = library.load("a.ron", broken.as_bytes()).unwrap_err();
    assert_eq!(problems.len(), 2, "{problems}");
    assert!(problems.iter().all(|problem| problem.file == "a.ron"));
    assert_eq!(library.clips(), &old);
    // A timeline that does not build takes the good clip beside it along.
    let half = slide(2, 3.0).replace(
        "(version: 1,",
        "(version: 1, timelines: {\"t\": (items: [(action: Clip(clip: \"slyde\"))])},",
    );
    let problems = library.load("a.ron", half.as_bytes()).unwrap_err();
    let expected = "a.ron: error: timelines.\"t\".items[0].action.clip: found \"slyde\", needed the name of a clip";
    assert_eq!(problems.to_string(), expected);
    assert_eq!(library.clips(), &old);
}

#[test]
fn a_name_belongs_to_one_file() {
    let mut library = ClipLibrary::new();
    library.load("a.ron", slide(2, 2.0).as_bytes()).unwrap();
    let problems = library.load("b.ron", slide(2, 2.0).as_bytes()).unwrap_err();
    let expected = "b.ron: error: clips.\"slide\": found a name that is in use, needed another, as a.ron has it";
    assert_eq!(problems.to_string(), expected);
    library.unload("a.ron");
    library.load("b.ron", slide(2, 2.0).as_bytes()).unwrap();
}

#[test]
fn timelines_play_clips_of_other_files_and_follow_them() {
    let mut library = ClipLibrary::new();
    library.load("a.ron", slide(2, 2.0).as_bytes()).unwrap();
    let timeline = "(version: 1, timelines: {\"t\": (items: [(action: Clip(clip: \"slide\", prefix: \"left.\"))])})";
    library.load("t.ron", timeline.as_bytes()).unwrap();
    let x = |library: &ClipLibrary| {
        library.timeline("t").unwrap().sample::<f64>(&"left.x".to_owned(), Span::from_secs(1))
    };
    assert_eq!(x(&library), Some(1.0));
    library.load("a.ron", slide(2, 6.0).as_bytes()).unwrap();
    assert_eq!(x(&library), Some(3.0));
    let changes = library.load("t.ron", b"(version: 1)").unwrap();
    assert_eq!(changes.gone.len(), 1);
    assert!(library.timeline("t").is_none());
}

#[test]
fn an_importers_document_is_checked_like_a_file() {
    let mut library = ClipLibrary::new();
    let mut document = Document::default();
    document.clips.insert("bare".into(), crate::ClipSource::default());
    document.flipbooks.insert("none".into(), crate::FlipbookSource::default());
    let problems = library.load_document("x.gltf", document).unwrap_err();
    let expected = "x.gltf: error: flipbooks.\"none\".frames: found no frames, needed at least one";
    assert_eq!(problems.to_string(), expected);
    assert!(library.is_empty());
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
    let expected = "a.ron: error: timelines.\"t\".items[0].action.flipbook: found \"blink\", needed the name of a flipbook";
    assert_eq!(problems.to_string(), expected);
    assert!(library.flipbook("blink").is_some() && library.flipbook("wink").is_none());
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
