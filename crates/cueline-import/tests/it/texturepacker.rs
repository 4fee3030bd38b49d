//! Sheets of `TexturePacker` and of packers that write its form.

use cueline_assets::{Picture, Read, Severity, Slice};
use cueline_import::texturepacker;
use proptest::prelude::*;

use crate::harm::{harm, many, survives, survives_strange_numbers, survives_truncation};

fn read(file: &[u8]) -> Result<Read, cueline_assets::Problems> {
    texturepacker::read(file, "other.png")
}

fn notes(read: &Read) -> Vec<String> {
    read.notes.iter().map(ToString::to_string).collect()
}

/// A frame with margins, and a rotated one: 5 by 6 pixels that lie as 6 by 5 on the image.
const FRAMES: [(&str, &str); 5] = [
    (
        "hero/walk_10.png",
        r#""frame": {"x": 0, "y": 0, "w": 16, "h": 8}, "rotated": false, "trimmed": false,
        "spriteSourceSize": {"x": 0, "y": 0, "w": 16, "h": 8}, "sourceSize": {"w": 16, "h": 8}, "pivot": {"x": 0.5, "y": 1}"#,
    ),
    (
        "hero/walk_9.png",
        r#""frame": {"x": 16, "y": 0, "w": 5, "h": 6}, "rotated": true, "trimmed": true,
        "spriteSourceSize": {"x": 3, "y": 1, "w": 5, "h": 6}, "sourceSize": {"w": 16, "h": 8}, "pivot": {"x": 0.5, "y": 1}"#,
    ),
    (
        "hero/walk_8.png",
        r#""frame": {"x": 24, "y": 0, "w": 5, "h": 6}, "pivot": {"x": 0.25, "y": 0.5}"#,
    ),
    ("box.png", r#""frame": {"x": 0, "y": 8, "w": 4, "h": 4}, "borders": {"left": 1}"#),
    ("hero/idle1.png", r#""frame": {"x": 4, "y": 8, "w": 4, "h": 4}"#),
];

const META: &str = r#""meta": {"app": "https://www.codeandweb.com/texturepacker", "version": "1.1", "image": "hero.png",
    "format": "RGBA8888", "size": {"w": 32, "h": 16}, "scale": "0.5", "smartupdate": "$TexturePacker:SmartUpdate:1$"}"#;

fn hash() -> String {
    let frames = FRAMES.map(|(name, frame)| format!("{name:?}: {{{frame}}}"));
    format!("{{\"frames\": {{{}}}, {META}}}", frames.join(",\n"))
}

fn array() -> String {
    let frames = FRAMES.map(|(name, frame)| format!("{{\"filename\": {name:?}, {frame}}}"));
    format!("{{\"frames\": [{}], {META}}}", frames.join(",\n"))
}

/// The same with lists of frames.
fn animated(lists: &str) -> String {
    hash().replacen('{', &format!("{{\"animations\": {lists},"), 1)
}

#[test]
fn both_forms_are_one_sheet() {
    let found = read(hash().as_bytes()).unwrap();
    assert_eq!(read(array().as_bytes()).unwrap(), found);
    let sheet = &found.document.sheets["sheet"];
    assert_eq!(
        (&*sheet.image, sheet.size, &*sheet.meta["scale"]),
        ("hero.png", Some([32, 16]), "0.5")
    );
    assert_eq!(
        sheet.pictures[1],
        Picture {
            name: "hero/walk_9.png".into(),
            area: [16, 0, 5, 6],
            rotated: true,
            offset: [3, 1],
            source_size: Some([16, 8]),
            ..Picture::default()
        }
    );
    assert_eq!((sheet.pictures[0].source_size, sheet.pictures[0].rotated), (None, false));
    let pivot = |from, area: [i32; 2], pivot| Slice {
        from,
        area: [0, 0, area[0], area[1]],
        center: None,
        pivot,
    };
    assert_eq!(
        sheet.slices["pivot"],
        [pivot(0, [16, 8], Some([8, 8])), pivot(2, [5, 6], Some([1, 3])), pivot(3, [4, 4], None),],
        "the second frame has the pivot of the first"
    );
    assert_eq!(found.document.meta["app"], "https://www.codeandweb.com/texturepacker");
    assert_eq!(
        notes(&found),
        [
            "note: frames: found 1 pivot between pixels, the nearest pixel, which counts here",
            "note: flipbooks: found 1 without times, each frame shows for 100 ms here",
            "note: frames[].borders: found 1, which is not imported",
        ]
    );
}

#[test]
fn a_size_that_is_already_turned_is_turned_back() {
    let file = r#"{"frames": [{"filename": "a", "frame": {"x": 0, "y": 0, "w": 6, "h": 5}, "rotated": true,
        "spriteSourceSize": {"x": 0, "y": 0, "w": 5, "h": 6}, "sourceSize": {"w": 5, "h": 6}}],
        "meta": {"size": {"w": 6, "h": 5}}}"#;
    let found = read(file.as_bytes()).unwrap();
    let sheet = &found.document.sheets["sheet"];
    assert_eq!((sheet.pictures[0].area, sheet.pictures[0].source_size), ([0, 0, 5, 6], None));
    assert_eq!(sheet.image, "other.png", "the file names none");
}

#[test]
fn names_with_numbers_are_flipbooks_in_the_order_of_the_numbers() {
    let found = read(hash().as_bytes()).unwrap();
    let books = &found.document.flipbooks;
    assert_eq!(books.keys().collect::<Vec<_>>(), ["hero/walk"], "one frame is none");
    let walk = &books["hero/walk"];
    let shown: Vec<_> = (0..4).map(|frame| walk.picture(frame)).collect();
    assert_eq!(shown, [Some(2), Some(1), Some(0), None]);
    assert_eq!(walk.build().unwrap().duration(), None);

    let names =
        ["run-1", "run_1", "run-2", "run_2", "Jump (2)", "Jump (1)", "2.png", "1.png", "7", "v1.2"];
    let frame = |name| format!(r#""{name}": {{"frame": {{"x": 0, "y": 0, "w": 1, "h": 1}}}}"#);
    let file = format!("{{\"frames\": {{{}}}}}", names.map(frame).join(","));
    let found = read(file.as_bytes()).unwrap();
    let shown = found.document.flipbooks.iter().map(|(name, book)| {
        let shown: Vec<_> = (0..9).map_while(|frame| book.picture(frame)).collect();
        (name.as_str(), shown)
    });
    assert_eq!(
        shown.collect::<Vec<_>>(),
        [("run", vec![0, 2]), ("run_", vec![1, 3]), ("Jump", vec![5, 4]), ("all", vec![7, 6, 8]),]
    );
}

#[test]
fn animations_of_the_file_are_its_flipbooks() {
    let file = animated(r#"{"wave": ["box.png", "hero/idle1.png", "box.png"], "none": []}"#);
    let found = read(file.as_bytes()).unwrap();
    let books = &found.document.flipbooks;
    assert_eq!(books.keys().collect::<Vec<_>>(), ["wave"]);
    assert_eq!((0..3).map_while(|n| books["wave"].picture(n)).collect::<Vec<_>>(), [3, 4, 3]);
    assert!(
        notes(&found).contains(&"note: animations.\"none\": found no frames, is left out".into())
    );
    let left = read(animated(r#"{"wave": ["box.png", "bx.png"]}"#).as_bytes()).unwrap();
    let place = "warning: animations.\"wave\": found 1 unknown frame (bx.png), left out";
    assert!(notes(&left).contains(&place.into()), "{}", left.notes);
}

#[test]
fn what_is_wrong_is_reported_with_its_place() {
    let refused = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
    let outside = read(hash().replace("\"x\": 24", "\"x\": 30").as_bytes()).unwrap();
    let place = "note: frames[2]: found pixels up to 35, 6, beyond the stated size of the image, 32 x 16, which is left out";
    assert!(notes(&outside).contains(&place.into()), "{}", outside.notes);
    assert_eq!(outside.document.sheets["sheet"].size, None);
    let negative = refused(&array().replace("\"x\": 24", "\"x\": -1"));
    assert!(
        negative.contains("frames[2].frame.x: found -1, needed a whole number of 0 or more"),
        "{negative}"
    );
    assert!(
        refused("{\"meta\": {}}").contains("found no field `frames`, needed one, or `textures`")
    );
}

#[test]
fn every_truncation_is_survived() {
    for file in [hash(), array(), animated(r#"{"wave": ["box.png"]}"#)] {
        survives_truncation(file.as_bytes(), read);
    }
}

#[test]
fn strange_numbers_anywhere_are_survived() {
    survives_strange_numbers(&serde_json::from_str(&array()).unwrap(), read);
}

proptest! {
    #![proptest_config(many())]

    #[test]
    fn harm_is_survived(harm in harm(), form in 0..3) {
        let file = match form {
            0 => hash(),
            1 => array(),
            _ => animated(r#"{"wave": ["box.png", "hero/idle1.png"]}"#),
        };
        survives(&harm.to(file.as_bytes()), read);
    }
}

#[test]
fn each_file_of_a_set_has_the_animations_of_its_own_image() {
    let file = |others: &str| {
        format!(
            r#"{{"frames": {{
                "walk_1": {{"frame": {{"x": 0, "y": 0, "w": 8, "h": 8}}}},
                "walk_2": {{"frame": {{"x": 8, "y": 0, "w": 8, "h": 8}}}}}},
              "animations": {{"walk": ["walk_1", "walk_2"], "jump": ["jump_1"], "turn": ["walk_1", "turn_2"]}},
              "meta": {{"image": "hero-0.png", "related_multi_packs": [{others}]}}}}"#
        )
    };
    let read = |others: &str| texturepacker::read(file(others).as_bytes(), "");
    let Read { document, notes, .. } = read(r#""hero-1.json""#).unwrap();
    assert_eq!(document.flipbooks.keys().collect::<Vec<_>>(), ["walk"]);
    let warnings: Vec<String> = notes
        .iter()
        .filter(|note| note.severity == Severity::Warning)
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        warnings,
        [
            "warning: animations.\"turn\": found 1 of 2 frames in other files, whose motion is lost: a flipbook has one sheet"
        ]
    );
    assert!(notes.to_string().contains("the other files hero-1.json"), "{notes}");
    // Without other files a frame that is not there is left out.
    let alone = read("").unwrap();
    let left = "animations.\"jump\": found 1 unknown frame (jump_1), left out";
    assert!(alone.notes.to_string().contains(left), "{}", alone.notes);
    assert_eq!(alone.animated.total().lost(), 1);
}

#[test]
fn numbers_that_go_on_in_another_file_lose_motion() {
    let file = |names: [&str; 2], others: &str| {
        let [one, two] = names;
        let file = format!(
            r#"{{"frames": {{"{one}": {{"frame": {{"x": 0, "y": 0, "w": 8, "h": 8}}}},
                "{two}": {{"frame": {{"x": 8, "y": 0, "w": 8, "h": 8}}}}}},
              "meta": {{"image": "hero-0.png", "related_multi_packs": [{others}]}}}}"#
        );
        let notes = texturepacker::read(file.as_bytes(), "").unwrap().notes;
        notes.iter().filter(|note| note.severity == Severity::Warning).count()
    };
    assert_eq!(file(["walk_1", "walk_3"], r#""hero-1.json""#), 1);
    assert_eq!(file(["walk_1", "walk_2"], r#""hero-1.json""#), 0);
    assert_eq!(file(["walk_1", "walk_3"], ""), 0, "the author left it out");
}
