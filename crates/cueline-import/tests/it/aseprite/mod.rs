//! Aseprite's own files, made by hand and read by another crate too; sheets as it exports them.

mod hostile;
mod make;
pub(crate) mod pixels;
mod real;
mod sheet;

use cueline::{
    clip::Order,
    playback::Repeat,
    time::{Span, Time},
};
use cueline_assets::{CueSource, FlipbookSource, Frames, Problems, Read};
use cueline_import::aseprite;

use self::make::{cel, color, file, layer, note, slice, tags};

fn read(file: &[u8]) -> Result<Read, Problems> {
    aseprite::read(file, "hero.aseprite")
}

fn notes(read: &Read) -> Vec<String> {
    read.notes.iter().map(ToString::to_string).collect()
}

/// Six frames of 100 to 600 ms, tags of all directions, notes and a slice that moves.
fn hero() -> Vec<u8> {
    let all = [
        (0, 2, 0, 0, "walk"),
        (0, 2, 1, 2, "back"),
        (1, 4, 2, 3, "sway"),
        (1, 4, 3, 0, "yaws"),
        (2, 2, 0, 1, "still"),
    ];
    let first = vec![
        (0x2019, vec![0; 20]),
        note("of the sprite"),
        layer("body"),
        note("of a layer"),
        tags(&all),
        note("of walk"),
        color([1, 2, 3, 4], true),
        slice("hit", &[(0, [0, 0, 4, 4]), (2, [-1, 2, 4, 4]), (9, [0; 4])]),
        note("of the slice"),
        cel(),
    ];
    let mut frames = vec![(100, first)];
    frames.extend((2..7).map(|hundreds| (hundreds * 100, vec![cel()])));
    frames[1].1.extend([(0x2006, vec![0; 36]), note("step")]);
    frames[5].1.push(note("nowhere"));
    file(&frames)
}

/// When the cues of a flipbook are, in milliseconds.
fn cues(book: &FlipbookSource) -> Vec<(i64, &str)> {
    book.cues
        .iter()
        .map(|CueSource { at, name, .. }| (at.span(book.frame_rate()).millis(), &**name))
        .collect()
}

/// The frames shown every 50 ms.
fn shown(book: &FlipbookSource, count: i64) -> Vec<u32> {
    let flipbook = book.build().unwrap();
    let at = |step| Time::from_millis(step * 50);
    (0..count).map(|step| flipbook.frame_at(Time::ZERO, at(step))).collect()
}

#[test]
fn another_crate_reads_the_files_of_these_tests() {
    let mut frames = vec![(
        100,
        vec![
            layer("body"),
            tags(&[(0, 1, 2, 3, "walk")]),
            slice("hit", &[(0, [1, 2, 3, 4])]),
            cel(),
        ],
    )];
    frames.push((200, vec![cel()]));
    let file = file(&frames);
    let other = aseprite_loader::binary::file::parse_file(&file).unwrap();
    assert_eq!(other.frames.iter().map(|frame| frame.duration).collect::<Vec<_>>(), [100, 200]);
    assert_eq!((other.tags[0].name, other.tags[0].animation_repeat), ("walk", 3));
    let key = &other.slices[0].slice_keys[0];
    assert_eq!((key.x, key.y, key.width, key.height), (1, 2, 3, 4));

    let ours = read(&file).unwrap().document;
    assert_eq!(ours.flipbooks["walk"].repeat, Repeat::Times(3));
    assert_eq!(ours.sheets["sheet"].slices["hit"][0].area, [1, 2, 3, 4]);
}

#[test]
fn tags_are_flipbooks_in_their_directions() {
    let read = read(&hero()).unwrap();
    let books = &read.document.flipbooks;
    assert_eq!(books.keys().collect::<Vec<_>>(), ["walk", "back", "sway", "yaws", "still"]);
    assert_eq!(shown(&books["walk"], 14), [0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 0, 0]);
    assert_eq!(shown(&books["back"], 13)[..12], [2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0]);
    let back = books["back"].build().unwrap();
    assert_eq!(back.duration(), Some(Span::from_millis(1200)), "two passes");
    let sway = books["sway"].build().unwrap();
    // 1 2 3 4, then 3 2 1, then 2 3 4: the frame at which it turns shows once.
    assert_eq!(sway.duration(), Some(Span::from_millis(1400 + 900 + 1200)));
    assert_eq!(
        (books["sway"].order, books["yaws"].order),
        (Order::PingPong, Order::PingPongReverse)
    );
    assert_eq!(
        books["still"].frames,
        Frames::Run { first: 2, count: 1, hold: Span::from_millis(300).into() }
    );
}

#[test]
fn notes_of_cels_keys_of_slices_and_inner_tags_are_cues() {
    let read = read(&hero()).unwrap();
    let books = &read.document.flipbooks;
    assert_eq!(cues(&books["walk"]), [(0, "hit"), (100, "step"), (300, "hit"), (300, "still")]);
    // Frame 2 shows first, for 300 ms, then frame 1, then frame 0.
    assert_eq!(cues(&books["back"]), [(0, "hit"), (0, "still"), (300, "step"), (500, "hit")]);
    assert_eq!(cues(&books["sway"]), [(0, "step"), (200, "hit"), (200, "still")]);
    assert_eq!(cues(&books["yaws"]), [(900, "hit"), (900, "still"), (1200, "step")]);

    let sheet = &read.document.sheets["sheet"];
    assert_eq!(
        (&*sheet.image, sheet.size, sheet.pictures.len()),
        ("hero.aseprite", Some([16, 8]), 6)
    );
    let key = &sheet.slices["hit"][1];
    assert_eq!((key.from, key.area), (2, [-1, 2, 4, 4]));
    assert_eq!((key.center, key.pivot), (Some([1, 2, 3, 4]), Some([-5, 6])));
    let meta: Vec<_> = sheet.meta.iter().map(|(name, value)| (&**name, &**value)).collect();
    assert_eq!(meta, [("data", "of the sprite"), ("slices.hit.data", "of the slice")]);
    assert_eq!(books["walk"].meta["data"], "of walk");
    assert_eq!(books["walk"].meta["color"], "#ff8000ff");
    assert_eq!(books["back"].meta["color"], "#01020304", "repeated by user data");
}

#[test]
fn what_is_not_imported_is_reported() {
    let reported = notes(&read(&hero()).unwrap());
    for wanted in [
        "(palettes): found 1, which is not imported",
        "(layers): found 1, which is not imported",
        "(user data of layers): found 1, which is not imported",
        "(properties in user data): found 1, which is not imported",
        "(cels with pixels): found 6, which are not imported",
        "(extra data of cels): found 1, which is not imported",
        "frames: found 1 frames without a tag, which are in no flipbook",
        "frames[0].chunks[7].keys[2]: found frame 9, which the sprite does not have",
    ] {
        assert!(reported.contains(&format!("note: {wanted}")), "{wanted}\n{reported:#?}");
    }
    assert_eq!(reported.len(), 8, "{reported:#?}");
}

#[test]
fn without_tags_all_frames_are_one_flipbook() {
    // The second frame has no duration of its own: that of the file's header.
    let read = read(&file(&[(30, vec![]), (0, vec![])])).unwrap();
    let all = &read.document.flipbooks["all"];
    let holds: Vec<_> = match &all.frames {
        Frames::List(frames) => {
            frames.iter().map(|frame| frame.hold.span(all.frame_rate()).millis()).collect()
        }
        Frames::Run { .. } => Vec::new(),
    };
    assert_eq!(holds, [30, 70]);
    assert_eq!(notes(&read), [""; 0]);
}
