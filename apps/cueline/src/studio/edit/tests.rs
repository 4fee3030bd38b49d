//! Each edit changes one line of a file, and the file says what the edit meant.

use cueline::{clip::Value, time::ms};
use cueline_assets::read;

use super::*;

const DEAL: &str = r#"// A card is dealt.
(
    version: 1,
    clips: {
        "hop": (
            rate: 30,
            tracks: {
                "y": F32([
                    (at: 0, value: 0.0, interpolation: "out-quad"), // off the table
                    (at: 6, value: 1.0),
                    (at: "400ms", value: 0.0), // and down
                ]),
                "place": Vec2([(at: 0, value: (0, 1)), (at: 12, value: (2.5, 3))]),
            },
            cues: [(at: 12, name: "land", kind: Effect)],
        ),
        "still": (tracks: {"y": F64([(at: "0s", value: 1)])}),
    },
    timelines: {
        "deal": (
            items: [
                // In from the left.
                (action: Tween({"x": (from: F64(0.0), to: F64(9.0))}), duration: "300ms", name: "slide"), // fast
                (
                    action: Wait,
                    duration: "100ms", // a breath
                ),
                (action: Cue(cue: "flip"), position: At("200ms")),
                (action: Clip(clip: "still"), position: Background),
            ],
        ),
    },
)
"#;

fn item(index: usize) -> DocumentPath {
    timeline("deal").field("items").index(index)
}

/// The edited text, which must be a file without problems.
#[track_caller]
fn after(text: &str, edit: Edit) -> String {
    let document = read(text.as_bytes(), "deal.ron").unwrap().document;
    let outline = Outline::of(text).unwrap();
    let new = edit.apply(text, &outline, &document).unwrap();
    if let Err(problems) = read(new.as_bytes(), "deal.ron") {
        panic!("{problems}\n{new}");
    }
    new
}

/// The lines that went and came.
fn diff<'a>(old: &'a str, new: &'a str) -> (Vec<&'a str>, Vec<&'a str>) {
    let (mut a, mut b): (Vec<_>, Vec<_>) = (old.lines().collect(), new.lines().collect());
    while !a.is_empty() && a.first() == b.first() {
        a.remove(0);
        b.remove(0);
    }
    while !a.is_empty() && a.last() == b.last() {
        a.pop();
        b.pop();
    }
    (a.into_iter().map(str::trim).collect(), b.into_iter().map(str::trim).collect())
}

#[track_caller]
fn assert_line(edit: Edit, old: &str, new: &str) {
    let text = after(DEAL, edit);
    assert_eq!(diff(DEAL, &text), (vec![old], vec![new]));
}

#[track_caller]
fn assert_added(edit: Edit, line: &str) {
    let text = after(DEAL, edit);
    assert_eq!(diff(DEAL, &text), (vec![], vec![line]));
}

#[test]
fn an_edit_changes_one_line_and_its_comment_stays() {
    let key =
        |key, at, value| Edit::MoveKey { clip: "hop".into(), track: "y".into(), key, at, value };
    assert_line(
        key(2, Some(ms(500)), None),
        r#"(at: "400ms", value: 0.0), // and down"#,
        r#"(at: "500ms", value: 0.0), // and down"#,
    );
    assert_line(
        key(0, None, Some((0, -0.25))),
        r#"(at: 0, value: 0.0, interpolation: "out-quad"), // off the table"#,
        r#"(at: 0, value: -0.25, interpolation: "out-quad"), // off the table"#,
    );
    assert_line(
        key(1, Some(ms(100)), Some((0, 2.0))),
        "(at: 6, value: 1.0),",
        "(at: 3, value: 2.0),",
    );
}

#[test]
fn a_time_in_frames_stays_in_frames_where_it_is_a_whole_number() {
    let at = |at| Edit::MoveKey {
        clip: "hop".into(),
        track: "y".into(),
        key: 1,
        at: Some(at),
        value: None,
    };
    assert_line(at(ms(300)), "(at: 6, value: 1.0),", "(at: 9, value: 1.0),");
    assert_line(at(ms(310)), "(at: 6, value: 1.0),", r#"(at: "310ms", value: 1.0),"#);
    let uneven = Span::from_flicks(ms(310).flicks() + 12_345);
    assert_line(at(uneven), "(at: 6, value: 1.0),", r#"(at: "310ms", value: 1.0),"#);
    let tenth = Span::from_flicks(ms(310).flicks() + 70_560 * 3);
    assert_line(at(tenth), "(at: 6, value: 1.0),", r#"(at: "310.3ms", value: 1.0),"#);
}

#[test]
fn one_number_of_a_vector_moves() {
    let edit = Edit::MoveKey {
        clip: "hop".into(),
        track: "place".into(),
        key: 1,
        at: None,
        value: Some((1, 3.5)),
    };
    assert_line(
        edit,
        r#""place": Vec2([(at: 0, value: (0, 1)), (at: 12, value: (2.5, 3))]),"#,
        r#""place": Vec2([(at: 0, value: (0, 1)), (at: 12, value: (2.5, 3.5))]),"#,
    );
}

#[test]
fn an_interpolation_and_slopes_are_added_to_a_key() {
    let key = track("hop", "y").index(1);
    assert_line(
        Edit::Name { item: key, field: "interpolation", text: "in-quad".into() },
        "(at: 6, value: 1.0),",
        r#"(at: 6, value: 1.0, interpolation: "in-quad"),"#,
    );
    let slope = |track: &str, key, component| Edit::Tangent {
        clip: "hop".into(),
        track: track.into(),
        key,
        field: "tangent_out",
        component,
        slope: 2.5,
    };
    assert_line(slope("y", 1, 0), "(at: 6, value: 1.0),", "(at: 6, value: 1.0, tangent_out: 2.5),");
    let text = after(DEAL, slope("place", 1, 1));
    assert!(text.contains("value: (2.5, 3), tangent_out: (0.0, 2.5))"), "{text}");
}

#[test]
fn keys_are_added_in_order_and_removed_with_their_line() {
    let add =
        |at| Edit::AddKey { clip: "hop".into(), track: "y".into(), at, value: Value::F32(0.5) };
    assert_added(add(ms(100)), "(at: 3, value: 0.5),");
    assert_added(add(ms(300)), "(at: 9, value: 0.5),");
    assert_added(add(ms(800)), r#"(at: "800ms", value: 0.5),"#);
    let text = after(DEAL, add(ms(100)));
    assert!(text.contains("// off the table\n                    (at: 3, value: 0.5),"), "{text}");
    let list = track("hop", "y");
    let text = after(DEAL, Edit::Remove { list, index: 1 });
    assert_eq!(diff(DEAL, &text), (vec!["(at: 6, value: 1.0),"], vec![]));
    let list = track("hop", "place");
    for (index, left) in
        [(0, "Vec2([(at: 12, value: (2.5, 3))])"), (1, "Vec2([(at: 0, value: (0, 1))])")]
    {
        let text = after(DEAL, Edit::Remove { list: list.clone(), index });
        assert!(text.contains(left), "{text}");
    }
}

#[test]
fn a_second_key_at_one_time_is_refused() {
    let edit =
        Edit::AddKey { clip: "hop".into(), track: "y".into(), at: ms(200), value: Value::F32(0.5) };
    let document = read(DEAL.as_bytes(), "deal.ron").unwrap().document;
    let refused = edit.apply(DEAL, &Outline::of(DEAL).unwrap(), &document).unwrap_err();
    assert_eq!(refused, "there is a key at 200.0 ms");
}

#[test]
fn cues_move_are_renamed_and_added() {
    let old = r#"cues: [(at: 12, name: "land", kind: Effect)],"#;
    assert_line(
        Edit::MoveCue { clip: "hop".into(), cue: 0, at: ms(200) },
        old,
        r#"cues: [(at: 6, name: "land", kind: Effect)],"#,
    );
    assert_line(
        Edit::Name { item: clip("hop").field("cues").index(0), field: "name", text: "down".into() },
        old,
        r#"cues: [(at: 12, name: "down", kind: Effect)],"#,
    );
    assert_line(
        Edit::AddCue { clip: "hop".into(), at: ms(100), name: "up".into() },
        old,
        r#"cues: [(at: 12, name: "land", kind: Effect), (at: 3, name: "up")],"#,
    );
    assert_line(
        Edit::AddCue { clip: "still".into(), at: ms(0), name: "up".into() },
        r#""still": (tracks: {"y": F64([(at: "0s", value: 1)])}),"#,
        r#""still": (tracks: {"y": F64([(at: "0s", value: 1)])}, cues: [(at: "0s", name: "up")]),"#,
    );
}

#[test]
fn items_move_by_their_position_offset_or_delay() {
    let by = |index, by| Edit::MoveItem { item: item(index), by, staggered: false };
    assert_line(
        by(2, ms(-50)),
        r#"(action: Cue(cue: "flip"), position: At("200ms")),"#,
        r#"(action: Cue(cue: "flip"), position: At("150ms")),"#,
    );
    assert_added(by(1, ms(25)), r#"offset: By("25ms"),"#);
    let once = after(DEAL, by(1, ms(25)));
    let twice = after(&once, by(1, ms(25)));
    assert_eq!(
        diff(&once, &twice),
        (vec![r#"offset: By("25ms"),"#], vec![r#"offset: By("50ms"),"#])
    );
    assert!(once.contains("\"100ms\", // a breath\n                    offset:"), "{once}");
    assert_line(
        by(3, ms(25)),
        r#"(action: Clip(clip: "still"), position: Background),"#,
        r#"(action: Clip(clip: "still"), position: Background, delay: "25ms"),"#,
    );
}

#[test]
fn items_are_trimmed_stretched_and_eased() {
    let slide = |duration: &str, more: &str| {
        format!(
            r#"(action: Tween({{"x": (from: F64(0.0), to: F64(9.0))}}), duration: "{duration}", name: "slide"{more}), // fast"#
        )
    };
    assert_line(
        Edit::TrimItem { item: item(0), duration: ms(450) },
        &slide("300ms", ""),
        &slide("450ms", ""),
    );
    let easing = Edit::Name { item: item(0), field: "easing", text: "out-back".into() };
    assert_line(easing, &slide("300ms", ""), &slide("300ms", r#", easing: "out-back""#));
    assert_line(
        Edit::StretchItem { item: item(3), speed: Speed::new(2, 3).unwrap() },
        r#"(action: Clip(clip: "still"), position: Background),"#,
        r#"(action: Clip(clip: "still"), position: Background, speed: "2/3"),"#,
    );
}

#[test]
fn two_fields_change_as_one_edit() {
    let by = |item| Edit::MoveItem { item, by: ms(50), staggered: false };
    let both = |first, second| Edit::Both(Box::new([first, second]));
    let background = Edit::StretchItem { item: item(3), speed: Speed::new(2, 3).unwrap() };
    assert_line(
        both(by(item(3)), background),
        r#"(action: Clip(clip: "still"), position: Background),"#,
        r#"(action: Clip(clip: "still"), position: Background, delay: "50ms", speed: "2/3"),"#,
    );
    let wait = Edit::TrimItem { item: item(1), duration: ms(50) };
    let text = after(DEAL, both(by(item(1)), wait));
    let (went, came) = diff(DEAL, &text);
    assert_eq!(went, [r#"duration: "100ms", // a breath"#]);
    assert_eq!(came, [r#"duration: "50ms", // a breath"#, r#"offset: By("50ms"),"#]);
    let (offset, speed) = (by(item(0)), Edit::StretchItem { item: item(0), speed: Speed::NORMAL });
    let text = after(DEAL, both(offset, speed));
    assert!(text.contains(r#"name: "slide", offset: By("50ms"), speed: 1), // fast"#), "{text}");
}

#[test]
fn the_ends_of_a_tween_are_numbers_that_can_be_set() {
    let end = |end| item(0).field("action").name("x").field(end);
    let outline = Outline::of(DEAL).unwrap();
    assert_eq!(outline.at(&end("to")).and_then(number_kind), Some(ValueKind::F64));
    let text = after(DEAL, Edit::Number { item: end("to"), value: 12.5 });
    assert!(text.contains("(from: F64(0.0), to: F64(12.5))"), "{text}");
    let text = after(DEAL, Edit::Number { item: end("from"), value: -3.0 });
    assert!(text.contains("(from: F64(-3.0), to: F64(9.0))"), "{text}");
}

#[test]
fn items_are_copied_added_and_removed() {
    let list = timeline("deal").field("items");
    let copy = |index| Edit::Copy { item: item(index), list: list.clone(), index };
    assert_added(copy(2), r#"(action: Cue(cue: "flip"), position: At("200ms")),"#);
    let text = after(DEAL, copy(1));
    assert_eq!(text.matches("// a breath").count(), 2, "the comment is a part of the item\n{text}");
    let new = [
        (
            NewItem::Tween("y".into()),
            r#"(action: Tween({"y": (from: F64(0.0), to: F64(1.0))}), duration: "300ms"),"#,
        ),
        (NewItem::Set("y".into()), r#"(action: Set({"y": F64(1.0)})),"#),
        (NewItem::Cue("end".into()), r#"(action: Cue(cue: "end")),"#),
        (NewItem::Label("end".into()), r#"(action: Label("end")),"#),
        (NewItem::Wait, r#"(action: Wait, duration: "300ms"),"#),
    ];
    for (new, line) in new {
        let text = after(DEAL, Edit::AddItem { timeline: "deal".into(), item: new.clone() });
        let (went, came) = diff(DEAL, &text);
        assert_eq!((went.len(), came), (0, vec![line]), "{new:?}");
    }
    let text = after(DEAL, Edit::Remove { list, index: 2 });
    assert_eq!(
        diff(DEAL, &text),
        (vec![r#"(action: Cue(cue: "flip"), position: At("200ms")),"#], vec![])
    );
}

#[test]
fn an_item_is_added_to_a_timeline_without_items() {
    for empty in ["(items: [])", "()"] {
        let text = format!(r#"(version: 1, timelines: {{"new": {empty}}})"#);
        let new =
            after(&text, Edit::AddItem { timeline: "new".into(), item: NewItem::Cue("a".into()) });
        assert_eq!(new, r#"(version: 1, timelines: {"new": (items: [(action: Cue(cue: "a"))])})"#);
    }
}

#[test]
fn json_is_edited_as_json() {
    let document = read(DEAL.as_bytes(), "deal.ron").unwrap().document;
    let json =
        String::from_utf8(cueline_assets::write(&document, cueline_assets::Format::Json).unwrap())
            .unwrap();
    let edits = [
        Edit::MoveItem { item: item(2), by: ms(-50), staggered: false },
        Edit::MoveItem { item: item(1), by: ms(25), staggered: false },
        Edit::MoveItem { item: item(3), by: ms(25), staggered: false },
        Edit::TrimItem { item: item(0), duration: ms(450) },
        Edit::Name { item: item(0), field: "easing", text: "out-back".into() },
        Edit::Number { item: item(0).field("action").name("x").field("to"), value: 12.5 },
        Edit::Copy { item: item(1), list: timeline("deal").field("items"), index: 1 },
        Edit::AddItem { timeline: "deal".into(), item: NewItem::Tween("y".into()) },
        Edit::AddItem { timeline: "deal".into(), item: NewItem::Cue("y".into()) },
        Edit::AddItem { timeline: "deal".into(), item: NewItem::Wait },
        Edit::AddKey {
            clip: "hop".into(),
            track: "place".into(),
            at: ms(100),
            value: Value::Vec2([1.0, 2.0].into()),
        },
        Edit::MoveKey {
            clip: "hop".into(),
            track: "place".into(),
            key: 1,
            at: Some(ms(300)),
            value: Some((1, 3.5)),
        },
        Edit::AddCue { clip: "still".into(), at: ms(0), name: "up \"there\"".into() },
        Edit::Remove { list: track("hop", "y"), index: 2 },
    ];
    for edit in edits {
        let (ron, json) = (after(DEAL, edit.clone()), after(&json, edit.clone()));
        let read = |text: &str| read(text.as_bytes(), "deal").unwrap().document;
        assert_eq!(read(&ron), read(&json), "{edit:?}\n{json}");
    }
}

/// A file with one timeline of these items.
fn items_of(items: &str) -> String {
    format!("(version: 1, timelines: {{\"deal\": (items: [\n{items}])}})")
}

fn copy_of_first() -> Edit {
    Edit::Copy { item: item(0), list: timeline("deal").field("items"), index: 0 }
}

#[test]
fn a_key_between_two_keys_of_one_line_is_written_between_them() {
    let text = "(version: 1, clips: {\"hop\": (rate: 24, tracks: {\"y\": F32([
        (at: 0, value: 0.0), (at: 24, value: 1.0),
    ])})})";
    let add =
        Edit::AddKey { clip: "hop".into(), track: "y".into(), at: ms(500), value: Value::F32(0.5) };
    let new = after(text, add);
    assert_eq!(
        diff(text, &new).1,
        ["(at: 0, value: 0.0), (at: 12, value: 0.5), (at: 24, value: 1.0),"]
    );
}

#[test]
fn a_copy_is_written_right_after_its_item_on_a_line_with_several() {
    for (old, new) in [
        (
            "    (action: Wait), (action: Label(\"a\")),\n",
            "(action: Wait), (action: Wait), (action: Label(\"a\")),",
        ),
        (
            "    (action: Wait), (action: Label(\"a\"))\n",
            "(action: Wait), (action: Wait), (action: Label(\"a\"))",
        ),
    ] {
        let text = items_of(old);
        assert_eq!(diff(&text, &after(&text, copy_of_first())).1, [new]);
    }
}

#[test]
fn an_added_item_is_written_outside_of_comments() {
    for (old, new) in [
        // A comment that ends on the line belongs to the item before it.
        (
            "    (action: Wait), /* a */ // b\n",
            "    (action: Wait), /* a */ // b\n    (action: Wait),\n",
        ),
        ("    (action: Wait) /* a */\n", "    (action: Wait), /* a */\n    (action: Wait)\n"),
        ("    (action: Wait), /* a\n b */\n", "    (action: Wait), (action: Wait), /* a\n b */\n"),
        (
            "    (action: Wait) /* a /* b */ c */,\n    (action: Label(\"a\")),\n",
            "    (action: Wait) /* a /* b */ c */,\n    (action: Wait),\n    (action: Label(\"a\")),\n",
        ),
    ] {
        assert_eq!(after(&items_of(old), copy_of_first()), items_of(new));
    }
}

#[test]
fn an_added_line_ends_like_the_line_before_it() {
    let crlf = |text: &str| items_of(text).replace('\n', "\r\n");
    let new = after(&crlf("    (action: Wait), // a\n"), copy_of_first());
    assert_eq!(new, crlf("    (action: Wait), // a\n    (action: Wait),\n"));
    let text = "(\r\n    version: 1,\r\n    timelines: {\"deal\": (items: [])},\r\n)";
    let cue =
        |name: &str| Edit::AddItem { timeline: "deal".into(), item: NewItem::Label(name.into()) };
    let one = after(text, cue("a"));
    let two = after(&one, cue("b"));
    let key =
        |at| Edit::AddKey { clip: "hop".into(), track: "y".into(), at, value: Value::F32(0.5) };
    let late = "(version: 1, clips: {\"hop\": (tracks: {\"y\": F32([\r\n    (at: \"1s\", value: 0.0),\r\n])})})";
    for text in [one, two, after(late, key(ms(500)))] {
        assert_eq!(text.matches('\n').count(), text.matches("\r\n").count(), "{text:?}");
    }
}
