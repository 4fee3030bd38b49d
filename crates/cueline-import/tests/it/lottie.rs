//! Lottie, written by hand after its specification.

use std::io::Write;

use cueline::{
    clip::Clip,
    time::{Span, TickRate},
    value::{CubicBezier, Vec2, Vec3, Vec4},
};
use cueline_assets::{Problems, Read};
use cueline_import::{Foreign, lottie};
use proptest::prelude::*;

use crate::harm::{
    Maker, costs_in_proportion, harm, many, survives, survives_strange_numbers, survives_truncation,
};

const TEXT: &str = r#"{"v": "5.7", "nm": "intro", "fr": 30, "ip": 10, "op": 70, "w": 100, "h": 100,
 "layers": [
  {"ty": 4, "nm": "logo", "ind": 1, "parent": 2, "ip": 10, "op": 40, "shapes": [], "ks": {
    "a": {"a": 0, "k": [5, 6, 0]},
    "p": {"a": 1, "k": [
      {"t": 10, "s": [0, 0, 0], "o": {"x": 0.4, "y": 0}, "i": {"x": 0.2, "y": 1}, "to": [1, 2, 0], "ti": [0, 0, 0]},
      {"t": 25, "s": [10, 20, 0], "h": 1},
      {"t": 40.5, "s": [30, 40, 0]}]},
    "s": {"a": 1, "k": [
      {"t": 10, "s": [100, 50, 100], "o": {"x": [0.4, 0.3, 0.3], "y": [0, 0, 0]}, "i": {"x": [0.2, 0.7, 0.7], "y": [1, 1, 1]}},
      {"t": 40, "s": [200, 100, 100]}]},
    "r": {"a": 1, "k": [{"t": 10, "s": [0], "e": [90], "o": {"x": [0], "y": [0]}, "i": {"x": [1], "y": [1]}}, {"t": 70}]},
    "o": {"a": 0, "k": 80}}},
  {"ty": 3, "nm": "base", "ind": 2, "ip": 10, "op": 70, "ddd": 1, "ks": {
    "a": {"a": 0, "k": [1, 2, 3]},
    "p": {"s": true, "x": {"a": 0, "k": 7}, "y": {"a": 1, "k": [{"t": 10, "s": [0]}, {"t": 40, "s": [3]}]}}}}],
 "markers": [{"cm": "hit", "tm": 40, "dr": 0}, {"cm": "late", "tm": 99, "dr": 0}]}"#;

fn read(file: &[u8]) -> Result<Read, Problems> {
    lottie::read(file)
}

fn clip() -> Clip {
    read(TEXT.as_bytes()).unwrap().document.clips["intro"].build("intro").unwrap()
}

/// That many frames after the start, at 30 a second.
fn frames(frames: f64) -> Span {
    Span::from_frames_f64(frames, TickRate::HZ_30).unwrap()
}

#[test]
fn layers_move_along_their_curves() {
    let clip = clip();
    assert_eq!(clip.duration(), Span::from_secs(2));
    let place = clip.track::<Vec2>("logo/position").unwrap();
    let curve = CubicBezier::new(0.4, 0.0, 0.2, 1.0).unwrap();
    for frame in 0..15 {
        let t = curve.at(f64::from(frame) / 15.0);
        let Vec2 { x, y } = place.sample(frames(f64::from(frame)));
        assert!(
            (f64::from(x) - 10.0 * t).abs() < 1e-5 && (f64::from(y) - 20.0 * t).abs() < 1e-5,
            "frame {frame}"
        );
    }
    assert_eq!(place.sample(frames(30.4)), Vec2::new(10.0, 20.0), "held");
    assert_eq!(place.sample(frames(30.5)), Vec2::new(30.0, 40.0));

    // The axes have curves of their own.
    let scale = |path, frame: f64| clip.track::<f32>(path).unwrap().sample(frames(frame));
    let own = CubicBezier::new(0.3, 0.0, 0.7, 1.0).unwrap();
    assert!((f64::from(scale("logo/scale.x", 6.0)) - (1.0 + curve.at(0.2))).abs() < 1e-6);
    assert!((f64::from(scale("logo/scale.y", 6.0)) - (0.5 + 0.5 * own.at(0.2))).abs() < 1e-6);

    assert_eq!(
        scale("logo/rotation", 30.0),
        45.0,
        "degrees; the last key takes the value of the one before"
    );
    assert_eq!(scale("logo/opacity", 0.0), 0.8);
    assert_eq!(clip.track::<Vec2>("logo/anchor").unwrap().sample(Span::ZERO), Vec2::new(5.0, 6.0));
    assert_eq!(
        clip.track::<Vec3>("base/anchor").unwrap().sample(Span::ZERO),
        Vec3::new(1.0, 2.0, 3.0)
    );
    assert_eq!((scale("base/position.x", 9.0), scale("base/position.y", 10.0)), (7.0, 1.0));
    let shows = clip.track::<bool>("logo/visible").unwrap();
    assert_eq!([29.9, 30.0].map(|frame| shows.sample(frames(frame))), [true, false]);
    assert!(clip.track::<bool>("base/visible").is_err(), "there all the time");
}

#[test]
fn markers_are_cues_and_one_note_says_what_is_not_drawn() {
    let clip = clip();
    let cues: Vec<_> = clip.cues().iter().map(|cue| (cue.at, &*cue.name)).collect();
    assert_eq!(cues, [(Span::from_secs(1), "hit")]);
    let read = read(TEXT.as_bytes()).unwrap();
    assert_eq!(read.document.clips["intro"].meta["logo/parent"], "base");
    let reported: Vec<_> = read.notes.iter().map(ToString::to_string).collect();
    assert_eq!(
        reported,
        [
            "note: markers[1]: found frame 99, which is outside of the played frames, so it is no cue",
            "note: found 1 shape layer of 2 layers, whose drawing is left to a Lottie renderer",
        ]
    );
    assert_eq!(read.document.clips["intro"].meta["width"], "100");
}

#[test]
fn rates_of_television_are_exact() {
    for (text, rate) in [
        ("29.9700012207031", TickRate::NTSC_30),
        ("23.976", TickRate::NTSC_24),
        ("59.94", TickRate::NTSC_60),
        ("12.5", TickRate::new(25, 2).unwrap()),
        ("60", TickRate::HZ_60),
    ] {
        let text = format!("{{\"fr\": {text}, \"ip\": 0, \"op\": 1}}");
        assert_eq!(read(text.as_bytes()).unwrap().document.clips["animation"].rate, Some(rate));
    }
}

#[test]
fn what_is_wrong_is_reported() {
    let refused = |from: &str, to: &str| {
        assert!(TEXT.contains(from), "{from}");
        let text = TEXT.replace(from, to);
        survives(text.as_bytes(), read);
        read(text.as_bytes())
            .unwrap_err()
            .to_string()
            .lines()
            .find(|line| line.starts_with("error"))
            .unwrap()
            .to_owned()
    };
    assert_eq!(
        refused("\"fr\": 30", "\"fr\": 0"),
        "error: fr: found 0, needed a frame rate from 0.001 to 100000"
    );
    assert_eq!(
        refused("\"op\": 70, \"w\"", "\"op\": 7, \"w\""),
        "error: op: found frame 7, needed one not before 10"
    );
    assert_eq!(
        refused("\"t\": 25", "\"t\": 5"),
        "error: layers[0].ks.p.k[1].t: found frame 5, needed one not before 10"
    );
    assert_eq!(
        refused(", \"e\": [90]", ""),
        "error: layers[0].ks.r.k[1].s: found no value, needed a number or more"
    );
    assert!(
        refused("\"t\": 40.5", "\"t\": 1e300")
            .starts_with("error: layers[0].ks.p.k[2]: found frame")
    );
    assert!(refused("[30, 40, 0]", "[1e300]").contains("position"), "beyond an f32");
    let reported = refused("[30, 40, 0]", "\"far\"");
    assert!(
        reported
            .starts_with("error: layers[0].ks.p.k[2].s: found another value, needed a number or"),
        "{reported}"
    );
}

#[test]
fn every_truncation_and_strange_number_is_survived() {
    survives_truncation(TEXT.as_bytes(), read);
    survives_strange_numbers(&serde_json::from_str(TEXT).unwrap(), read);
}

/// A file of one layer with that position.
fn moving(position: &str) -> Clip {
    let text = format!(
        r#"{{"fr": 60, "ip": 0, "op": 60, "layers": [{{"nm": "a", "ks": {{"p": {position}}}}}]}}"#
    );
    read(text.as_bytes()).unwrap().document.clips["animation"].build("animation").unwrap()
}

/// A layer with the shapes of a list, for 2 s of 30 frames.
fn shapes(list: &str) -> String {
    format!(
        r#"{{"fr": 30, "ip": 0, "op": 60, "layers": [{{"ty": 4, "nm": "dot", "ks": {{}}, "shapes": [{list}]}}]}}"#
    )
}

#[test]
fn what_moves_in_shapes_is_a_track() {
    let number = |from: f64, to: f64| {
        format!(r#"{{"a": 1, "k": [{{"t": 0, "s": [{from}]}}, {{"t": 30, "s": [{to}]}}]}}"#)
    };
    let point = r#"{"a": 1, "k": [{"t": 0, "s": [0, 10]}, {"t": 30, "s": [90, 30]}]}"#;
    let color = r#"{"a": 1, "k": [{"t": 0, "s": [1, 0, 0, 1]}, {"t": 30, "s": [0, 0.5, 1]}]}"#;
    let still = r#"{"a": 0, "k": 5}"#;
    let list = format!(
        r#"{{"ty": "gr", "nm": "g", "it": [
            {{"ty": "el", "nm": "e", "s": {point}, "p": {{"a": 0, "k": [0, 0]}}}},
            {{"ty": "fl", "nm": "f", "c": {color}, "o": {}}},
            {{"ty": "st", "nm": "f", "c": {{"a": 0, "k": [1, 0, 0]}}, "o": {still}, "w": {}}},
            {{"ty": "tr", "p": {{"s": true, "x": {}, "y": {still}}}, "s": {point}, "r": {}}}]}},
        {{"ty": "tm", "nm": "trim", "s": {still}, "e": {}, "o": {still}}}"#,
        number(0.0, 100.0),
        number(2.0, 4.0),
        number(0.0, 8.0),
        number(0.0, 90.0),
        number(0.0, 50.0)
    );
    let read = lottie::read(shapes(&list).as_bytes()).unwrap();
    assert_eq!(read.animated.to_string(), "8 of 8 animated properties taken (shapes 8 of 8)");
    assert!(!read.notes.to_string().contains("warning"), "{}", read.notes);
    let clip = read.document.clips["animation"].build("animation").unwrap();
    let half = Span::from_millis(500);
    let number = |path: &str| clip.track::<f32>(path).unwrap().sample(half);
    assert_eq!(number("dot/g/f/opacity"), 0.5);
    assert_eq!(number("dot/g/f#2/width"), 3.0);
    assert_eq!(number("dot/g/position.x"), 4.0);
    assert_eq!(number("dot/g/rotation"), 45.0);
    assert_eq!(number("dot/trim/end"), 0.25);
    let point = |path: &str| clip.track::<Vec2>(path).unwrap().sample(half);
    assert_eq!(point("dot/g/e/size"), Vec2::new(45.0, 20.0));
    assert_eq!(point("dot/g/scale"), Vec2::new(0.45, 0.2));
    let color = clip.track::<Vec4>("dot/g/f/color").unwrap().sample(half);
    assert_eq!(color, Vec4::new(0.5, 0.25, 0.5, 1.0));
    let tracks = &read.document.clips["animation"].tracks;
    assert_eq!(tracks.len(), 8, "what does not move is in the shapes");
}

#[test]
fn what_moves_and_has_no_track_is_counted_and_told() {
    let keys = r#"{"a": 1, "k": [{"t": 0, "s": [0]}, {"t": 30, "s": [90]}]}"#;
    let one = r#"{"a": 1, "k": [{"t": 0, "s": [0]}]}"#;
    let backwards = r#"{"a": 1, "k": [{"t": 30, "s": [0]}, {"t": 0, "s": [90]}]}"#;
    let outline = r#"{"a": 1, "k": [{"t": 0, "s": [{"v": []}]}, {"t": 9, "s": [{"v": []}]}]}"#;
    let text = format!(
        r#"{{"fr": 30, "ip": 0, "op": 60, "layers": [{{"ty": 4, "nm": "a", "ks": {{"r": {keys}, "o": {one}, "s": {{"k": 1, "x": "time"}}}},
            "masksProperties": [{{"o": {keys}}}], "ef": [{{"ef": [{{"v": {keys}}}, {{"v": {keys}}}]}}],
            "shapes": [{{"ty": "sh", "nm": "s", "ks": {outline}}}, {{"ty": "rd", "r": {backwards}}}]}}]}}"#
    );
    let read = lottie::read(text.as_bytes()).unwrap();
    let words = "1 of 7 animated properties taken (transforms 1 of 1, expressions 0 of 1, masks 0 of 1, \
        effects 0 of 2, shapes 0 of 2)";
    assert_eq!(read.animated.to_string(), words);
    let said = read.notes.to_string();
    let lost =
        "warning: found 5 animated properties (masks 1, effects 2, shapes 2), whose motion is lost";
    assert!(said.contains(lost), "{said}");
    assert!(
        said.contains("shapes[1].radius.k[1].t: found frame 0, whose motion is lost"),
        "{said}"
    );
}

/// What is left to a renderer: each kind of property alone in a file is one that is not taken, and is warned of.
#[test]
fn outlines_masks_gradients_and_effects_are_each_counted_and_warned_of() {
    let number = r#"{"a": 1, "k": [{"t": 0, "s": [0]}, {"t": 30, "s": [90]}]}"#;
    let outline =
        r#"{"a": 1, "k": [{"t": 0, "s": [{"v": [[0, 0]]}]}, {"t": 9, "s": [{"v": [[1, 0]]}]}]}"#;
    let colors = r#"{"a": 1, "k": [{"t": 0, "s": [0, 1, 0, 0, 1, 0, 0, 1]}, {"t": 9, "s": [0, 0, 0, 1, 1, 1, 0, 0]}]}"#;
    let text = r#"{"k": [{"t": 0, "s": {"t": "one"}}, {"t": 9, "s": {"t": "two"}}]}"#;
    let shape = |shape: String| format!(r#""shapes": [{{"ty": "gr", "it": [{shape}]}}]"#);
    let kinds = [
        ("outline of a path", "shapes", shape(format!(r#"{{"ty": "sh", "ks": {outline}}}"#))),
        (
            "colours of a gradient",
            "shapes",
            shape(format!(r#"{{"ty": "gf", "g": {{"p": 2, "k": {colors}}}}}"#)),
        ),
        (
            "colours of a line's gradient",
            "shapes",
            shape(format!(r#"{{"ty": "gs", "g": {{"p": 2, "k": {colors}}}}}"#)),
        ),
        ("highlight of a gradient", "shapes", shape(format!(r#"{{"ty": "gf", "h": {number}}}"#))),
        ("angle of a gradient", "shapes", shape(format!(r#"{{"ty": "gf", "a": {number}}}"#))),
        (
            "dashes",
            "shapes",
            shape(format!(r#"{{"ty": "st", "d": [{{"n": "d", "v": {number}}}]}}"#)),
        ),
        ("an offset path", "shapes", shape(format!(r#"{{"ty": "op", "a": {number}}}"#))),
        ("a twist", "shapes", shape(format!(r#"{{"ty": "tw", "a": {number}}}"#))),
        ("a zigzag", "shapes", shape(format!(r#"{{"ty": "zz", "s": {number}}}"#))),
        ("a pucker", "shapes", shape(format!(r#"{{"ty": "pb", "a": {number}}}"#))),
        ("outline of a mask", "masks", format!(r#""masksProperties": [{{"pt": {outline}}}]"#)),
        ("opacity of a mask", "masks", format!(r#""masksProperties": [{{"o": {number}}}]"#)),
        ("expansion of a mask", "masks", format!(r#""masksProperties": [{{"x": {number}}}]"#)),
        ("feather of a mask", "masks", format!(r#""masksProperties": [{{"f": {number}}}]"#)),
        ("an effect", "effects", format!(r#""ef": [{{"ef": [{{"v": {number}}}]}}]"#)),
        ("a style", "effects", format!(r#""sy": [{{"o": {number}}}]"#)),
        ("a text", "text", format!(r#""t": {{"d": {text}}}"#)),
    ];
    for (what, kind, fields) in kinds {
        let file = format!(
            r#"{{"fr": 30, "ip": 0, "op": 60, "layers": [{{"ty": 4, "nm": "a", "ks": {{}}, {fields}}}]}}"#
        );
        let read =
            lottie::read(file.as_bytes()).unwrap_or_else(|refused| panic!("{what}: {refused}"));
        let wanted = format!("0 of 1 animated property taken ({kind} 0 of 1)");
        assert_eq!(read.animated.to_string(), wanted, "{what}");
        let said = read.notes.to_string();
        let lost = format!("warning: found 1 animated property ({kind} 1), whose motion is lost");
        assert!(said.contains(&lost), "{what}: {said}");
    }
}

/// Stickers are packed, and what unpacks to much is refused; what they hold costs in proportion.
#[test]
fn very_many_parts_of_a_sticker_are_no_quadratic_work() {
    let packed = |text: String| {
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
        packed.write_all(text.as_bytes()).unwrap();
        packed.finish().unwrap()
    };
    let sticker = |layers: String| {
        packed(format!(r#"{{"tgs": 1, "fr": 60, "ip": 0, "op": 180, "layers": [{layers}]}}"#))
    };
    let moved = r#"{"a": 1, "k": [{"t": 0, "s": [0]}, {"t": 9, "s": [1]}]}"#;
    let layers = |n: usize| {
        let layer = |index| {
            format!(
                r#"{{"ind": {index}, "parent": {}, "nm": "a", "ks": {{"r": {moved}}}}}"#,
                n - 1 - index
            )
        };
        sticker((0..n).map(layer).collect::<Vec<_>>().join(","))
    };
    let keys = |n: usize| {
        let keys = (0..n).map(|at| format!(r#"{{"t": {at}, "s": [{at}]}}"#));
        let keys = keys.collect::<Vec<_>>().join(",");
        sticker(format!(r#"{{"ks": {{"r": {{"a": 1, "k": [{keys}]}}}}}}"#))
    };
    let groups = |n: usize| {
        let group = format!(r#"{{"ty": "gr", "nm": "g", "it": [{{"ty": "rd", "r": {moved}}}]}}"#);
        sticker(format!(r#"{{"ks": {{}}, "shapes": [{}]}}"#, vec![group; n].join(",")))
    };
    let masks = |n: usize| {
        let mask = format!(r#"{{"o": {moved}}}"#);
        sticker(format!(r#"{{"ks": {{}}, "masksProperties": [{}]}}"#, vec![mask; n].join(",")))
    };
    let makers: [Maker<'_>; 4] =
        [("layers", &layers), ("keys", &keys), ("groups", &groups), ("masks", &masks)];
    for (what, make) in makers {
        assert!(read(&make(10)).is_ok(), "{what}: {:?}", read(&make(10)));
        costs_in_proportion(what, make, |file| drop(read(file)));
    }
}

#[test]
fn nested_groups_and_shapes_without_a_form_are_survived() {
    let group = r#"{"ty": "gr", "nm": "group", "it": ["#;
    let moved = r#"{"ty": "rd", "r": {"k": [{"t": 0, "s": [0]}, {"t": 9, "s": [1]}]}}"#;
    let deep = format!("{}{moved}{}", group.repeat(40), "]}".repeat(40));
    let read = |list: &str| lottie::read(shapes(list).as_bytes());
    assert_eq!(read(&deep).unwrap().animated.total().taken, 1);
    for list in [
        r#"{"it": 5}"#,
        r#"{"ty": 5, "nm": {}, "it": null}"#,
        r#"{"ty": "fl", "c": [1], "o": "x"}"#,
    ] {
        survives(shapes(list).as_bytes(), lottie::read);
    }
    survives(shapes("").replace("[]}]}", "{}}]}").as_bytes(), lottie::read);
    let json = serde_json::from_str(&shapes(moved)).unwrap();
    survives_strange_numbers(&json, lottie::read);
}

proptest! {
    /// A curve is passed by distance: measured here in 20,000 straight pieces.
    #[test]
    fn curved_paths_go_by_distance(
        span in 50.0_f64..400.0, [a, c] in proptest::array::uniform2(0.0_f64..0.5),
        [b, d] in proptest::array::uniform2(20.0_f64..200.0),
        [x1, x2, y1, y2] in proptest::array::uniform4(0.0_f64..1.0),
    ) {
        let (from, leave, arrive, to) = ([7.0, -9.0], [a * span, b], [-c * span, d], [7.0 + span, -9.0]);
        let key = format!(
            r#"{{"a": 1, "k": [{{"t": 0, "s": {from:?}, "to": {leave:?}, "ti": {arrive:?},
                "o": {{"x": {x1}, "y": {y1}}}, "i": {{"x": {x2}, "y": {y2}}}}}, {{"t": 60, "s": {to:?}}}]}}"#
        );
        let clip = moving(&key);
        let track = clip.track::<Vec2>("a/position").unwrap();
        let bezier = |u: f64| [0, 1].map(|axis| {
            let v = 1.0 - u;
            let points = [from[axis], from[axis] + leave[axis], to[axis] + arrive[axis], to[axis]];
            v * v * v * points[0] + 3.0 * v * v * u * points[1] + 3.0 * v * u * u * points[2] + u * u * u * points[3]
        });
        let points: Vec<[f64; 2]> = (0..=20_000).map(|piece| bezier(f64::from(piece) / 20_000.0)).collect();
        let (mut lengths, mut longest) = (vec![0.0], 0.0_f64);
        for pair in points.windows(2) {
            let piece = libm::hypot(pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]);
            lengths.push(lengths.last().unwrap() + piece);
            longest = longest.max(piece);
        }
        let easing = CubicBezier::new(x1, y1, x2, y2).unwrap();
        for frame in 0..=60 {
            let wanted = lengths.last().unwrap() * easing.at(f64::from(frame) / 60.0);
            let [x, y] = points[lengths.partition_point(|length| *length < wanted).min(20_000)];
            let Vec2 { x: u, y: v } = track.sample(Span::from_frames_f64(f64::from(frame), TickRate::HZ_60).unwrap());
            let off = libm::hypot(x - f64::from(u), y - f64::from(v));
            // What the reference is off by, a piece, and the bound of the importer, with a little for places between.
            prop_assert!(off < longest + 0.02, "{} pixels at frame {}", off, frame);
        }
    }
}

/// As in lottie-web, which makes a line of handles on the line through both values, but not in older files.
#[test]
fn handles_beyond_the_ends_of_a_line_are_left_out_if_the_next_key_has_a_value() {
    let at = |end: &str| {
        let key = format!(
            r#"{{"a": 1, "k": [{{"t": 0, "s": [0, 0], "e": [100, 0], "to": [50, 0], "ti": [40, 0],
                "o": {{"x": 0.2, "y": 0.2}}, "i": {{"x": 0.8, "y": 0.8}}}}, {{"t": 60{end}}}]}}"#
        );
        let track = moving(&key).track::<Vec2>("a/position").unwrap().clone();
        track.sample(Span::from_frames(54, TickRate::HZ_60)).x
    };
    assert_eq!(at(r#", "s": [100, 0]"#), 90.0);
    assert!(at("") > 100.0, "{}", at(""));
}

#[test]
fn precompositions_are_clips_with_a_time_of_their_own() {
    let text = r#"{"nm": "deal", "fr": 10, "ip": 0, "op": 40, "assets": [
        {"id": "image_0", "w": 1, "h": 1, "p": "a.png"},
        {"id": "comp_0", "nm": "flip", "layers": [
            {"ty": 4, "nm": "card", "ind": 1.0, "ip": 0, "op": 10, "ks": {"rz": {"a": 1, "k": [
                {"t": 0, "s": [0]}, {"t": 10, "s": [180]}]}}}]}],
      "layers": [
        {"ty": 0, "nm": "late", "refId": "comp_0", "st": 5, "sr": 2, "ind": 10.0, "ip": 5, "op": 40, "ks": {}},
        {"ty": 0, "nm": "mapped", "refId": "comp_0", "parent": 10, "ks": {},
         "tm": {"a": 1, "k": [{"t": 0, "s": [1]}, {"t": 20, "s": [0]}]}},
        {"ty": 2, "nm": "image", "refId": "image_0", "ks": {}}]}"#;
    let document = read(text.as_bytes()).unwrap().document;
    assert_eq!(document.clips.keys().collect::<Vec<_>>(), ["deal", "flip"]);
    let deal = document.clips["deal"].build("deal").unwrap();
    let flip = document.clips["flip"].build("flip").unwrap();
    assert_eq!(flip.duration(), Span::from_secs(1));
    let card = |layer: &str, at: Span| {
        let inside = deal.track::<f64>(&format!("{layer}/time")).unwrap().sample(at);
        let inside = Span::from_secs_f64(inside).unwrap();
        flip.track::<f32>("card/rotation").unwrap().sample(inside)
    };
    // Half as fast from frame 5 on: at frame 15 half of the turn is behind.
    assert_eq!(
        [0, 500, 1500, 2500].map(|ms| card("late", Span::from_millis(ms))),
        [0.0, 0.0, 90.0, 180.0]
    );
    assert_eq!([0, 500, 2000].map(|ms| card("mapped", Span::from_millis(ms))), [180.0, 135.0, 0.0]);
    let meta = &document.clips["deal"].meta;
    assert_eq!((&*meta["late/composition"], &*meta["mapped/parent"]), ("flip", "late"));
    assert!(!meta.contains_key("image/composition"));
    assert!(deal.track::<f64>("image/time").is_err());
}

#[test]
fn expressions_are_counted_and_their_keys_play() {
    let text = r#"{"fr": 10, "ip": 0, "op": 10, "layers": [{"nm": "a", "ks": {
        "p": {"a": 1, "k": [{"t": 0, "s": [0, 0]}, {"t": 10, "s": [8, 4]}], "x": "var $bm_rt;"},
        "r": {"a": 0, "k": 7, "x": "wiggle(1, 2)"}}}]}"#;
    let read = read(text.as_bytes()).unwrap();
    let clip = read.document.clips["animation"].build("animation").unwrap();
    let place = clip.track::<Vec2>("a/position").unwrap().sample(Span::from_millis(500));
    assert_eq!(place, Vec2::new(4.0, 2.0));
    let notes: Vec<_> = read.notes.iter().map(ToString::to_string).collect();
    assert_eq!(
        notes,
        ["warning: found 2 expressions, which are not run: the keys of the file play"]
    );
}

/// A zip of these files.
fn archive(files: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in files {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

#[test]
fn archives_hold_one_animation_or_several() {
    let manifest = r#"{"animations": [{"id": "one"}]}"#;
    let one = archive(&[("manifest.json", manifest), ("animations/one.json", TEXT)]);
    assert_eq!(read(&one).unwrap().document, read(TEXT.as_bytes()).unwrap().document);
    assert_eq!(Foreign::of("x.lottie", &one), Some(Foreign::Lottie));

    let manifest = r#"{"version": "2", "animations": [{"id": "one"}, {"id": "two"}]}"#;
    let small =
        r#"{"nm": "same", "fr": 10, "ip": 0, "op": 10, "assets": [{"id": "c", "layers": []}]}"#;
    let two = archive(&[("manifest.json", manifest), ("a/one.json", small), ("a/two.json", small)]);
    let document = read(&two).unwrap().document;
    assert_eq!(document.clips.keys().collect::<Vec<_>>(), ["one", "one/c", "two", "two/c"]);

    for (files, wanted) in [
        (vec![("x.txt", "")], "manifest.json: found nothing"),
        (
            vec![("manifest.json", manifest)],
            "found \"one\", needed the name of a file in the archive",
        ),
    ] {
        let refused = read(&archive(&files)).unwrap_err().to_string();
        assert!(refused.contains(wanted), "{refused}");
    }
    let again = r#"{"animations": [{"id": "one"}, {"id": "one"}]}"#;
    let again = archive(&[("manifest.json", again), ("a/one.json", small)]);
    assert!(read(&again).unwrap_err().to_string().contains("\"one\" a second time"));
    // Two MiB, in two KiB: a file of 458 bytes took 1.6 s.
    let bomb = archive(&[("manifest.json", manifest), ("a/one.json", &" ".repeat(2 << 20))]);
    assert!(read(&bomb).unwrap_err().to_string().contains("decompressed"));
    // 40 MiB of spaces, in 40 KiB.
    let bomb = archive(&[("manifest.json", &" ".repeat(40 << 20))]);
    assert!(read(&bomb).unwrap_err().to_string().contains("decompressed"));
    survives_truncation(&one, read);
}

/// Each layer finds its parent and its composition without a look at all of them.
#[test]
fn very_many_layers_and_compositions_are_no_quadratic_work() {
    let layers = |count: usize| -> String {
        let layer = |index| {
            format!(r#"{{"ind": {index}, "parent": {}, "refId": "{index}"}}"#, count - 1 - index)
        };
        (0..count).map(layer).collect::<Vec<_>>().join(",")
    };
    let assets = (0..30_000).map(|id| format!(r#"{{"id": "{id}", "layers": []}}"#));
    let assets = assets.collect::<Vec<_>>().join(",");
    let text = format!(
        r#"{{"fr": 10, "ip": 0, "op": 10, "assets": [{assets}], "layers": [{}]}}"#,
        layers(30_000)
    );
    let document = read(text.as_bytes()).unwrap().document;
    let meta = &document.clips["animation"].meta;
    assert_eq!(meta["layers[0]/parent"], "layers[29999]");
    assert_eq!(meta["layers[29999]/composition"], "29999");
}

#[test]
fn a_file_that_cannot_be_unpacked_is_not_said_to_be_missing() {
    let mut packed = archive(&[("manifest.json", r#"{"animations": [{"id": "one"}]}"#)]);
    // The flag of a password, behind the mark of the file and behind that of its entry in the list.
    for (mark, behind) in [(b"PK\x03\x04", 6), (b"PK\x01\x02", 8)] {
        let at = packed.windows(4).position(|bytes| bytes == mark).unwrap();
        packed[at + behind] |= 1;
    }
    let refused = read(&packed).unwrap_err().to_string();
    assert!(refused.contains("manifest.json: found a file that cannot be unpacked"), "{refused}");
}

/// Every animated transform in a folder of real files, `CUELINE_LOTTIE`, such as the assets of lottie-android.
#[test]
#[ignore = "needs a folder of files"]
fn animated_transforms_of_real_files_are_imported() {
    let folder = std::env::var_os("CUELINE_LOTTIE").expect("CUELINE_LOTTIE names the folder");
    let (mut folders, mut count) = (vec![std::path::PathBuf::from(folder)], [0_usize; 4]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let Ok(text) = std::fs::read(&path) else { continue };
            let Ok(json) = serde_json::from_slice::<serde_json::Value>(&text) else { continue };
            if json.get("layers").is_none() || json.get("fr").is_none() {
                continue;
            }
            let there = animated(&json);
            count[0] += 1;
            count[1] += there;
            match read(&text) {
                Ok(read) => {
                    let moving = |tracks: &cueline_assets::Named<cueline_assets::Keys>| {
                        let own = tracks.iter().filter(|(path, keys)| {
                            keys.len() > 1
                                && !path.ends_with("/visible")
                                && !path.ends_with("/time")
                        });
                        let base =
                            |path: &String| path.trim_end_matches(['.', 'x', 'y', 'z']).to_owned();
                        own.map(|(path, _)| base(path))
                            .collect::<std::collections::BTreeSet<_>>()
                            .len()
                    };
                    let ours: usize =
                        read.document.clips.values().map(|clip| moving(&clip.tracks)).sum();
                    if ours < there {
                        println!("{}: {ours} of {there}", path.display());
                    }
                    count[2] += ours.min(there);
                }
                Err(problems) => {
                    count[3] += 1;
                    println!("{}: {}", path.display(), problems.iter().next().unwrap());
                }
            }
        }
    }
    let [files, there, ours, refused] = count;
    println!("{files} files, {refused} refused; {ours} of {there} animated transforms");
    assert!(ours * 100 >= there * 95);
}

/// The animated properties of all transforms of layers; a rotation about several axes is one.
fn animated(file: &serde_json::Value) -> usize {
    let assets = file.get("assets").and_then(|assets| assets.as_array()).into_iter().flatten();
    let lists = assets.chain([file]).filter_map(|one| one.get("layers")?.as_array());
    let keyed = |property: &serde_json::Value| {
        let keys = property.get("k").and_then(|keys| keys.as_array());
        keys.is_some_and(|keys| keys.len() > 1 && keys[0].is_object())
    };
    let moves = |property: &serde_json::Value| {
        keyed(property)
            || property.as_object().is_some_and(|axes| {
                ["x", "y", "z"].iter().any(|axis| axes.get(*axis).is_some_and(keyed))
            })
    };
    let of_layer = |layer: &serde_json::Value| {
        let Some(transform) = layer.get("ks").and_then(|ks| ks.as_object()) else { return 0 };
        let kind =
            |name: &str| if name.starts_with('r') { "r".to_owned() } else { name.to_owned() };
        let moving = transform.iter().filter(|(_, property)| moves(property));
        moving.map(|(name, _)| kind(name)).collect::<std::collections::BTreeSet<_>>().len()
    };
    lists.flatten().map(of_layer).sum()
}

proptest! {
    #![proptest_config(many())]

    #[test]
    fn harm_is_survived(harm in harm()) {
        survives(&harm.to(TEXT.as_bytes()), read);
    }
}
