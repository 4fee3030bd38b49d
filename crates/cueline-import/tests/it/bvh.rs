//! BVH: dialects of one motion, orders of rotations, and broken files.

use cueline::{
    time::Span,
    value::{Quat, Vec3},
};
use cueline_assets::{Document, Problems, Read};
use cueline_import::{Foreign, bvh};
use proptest::prelude::*;

use crate::harm::{costs_in_proportion, harm, many, survives, survives_truncation};

const WALK: &str = "HIERARCHY
ROOT Hips
{
\tOFFSET 0.00 1.00 0.00
\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
\tJOINT Left Leg
\t{
\t\tOFFSET 3 -5 0
\t\tCHANNELS 3 Zrotation Xrotation Yrotation
\t\tEnd Site
\t\t{
\t\t\tOFFSET 0 -40 0
\t\t}
\t}
}
MOTION
Frames: 3
Frame Time: .0083333
0 90 0 0 0 0 10 0 0
1 90 2 0 0 90 10 20 30
2 90 4 0 0 180 -10 0 0
";

fn read(file: &[u8]) -> Result<Read, Problems> {
    bvh::read(file, "walk")
}

fn document(text: &str) -> Document {
    read(text.as_bytes()).unwrap_or_else(|problems| panic!("{problems}")).document
}

#[test]
fn a_motion_is_a_clip_of_a_skeleton() {
    let found = read(WALK.as_bytes()).unwrap();
    let words = "3 of 3 animated properties taken (positions 1 of 1, rotations 2 of 2)";
    assert_eq!(found.animated.to_string(), words);
    let skeleton = &found.document.skeletons["scene"];
    assert_eq!(skeleton.nodes.keys().collect::<Vec<_>>(), ["Hips", "Left Leg", "Left Leg end"]);
    assert_eq!(skeleton.nodes["Left Leg"].parent.as_deref(), Some("Hips"));
    assert_eq!(skeleton.nodes["Left Leg"].rest.translation, Vec3::new(3.0, -5.0, 0.0));
    let walk = found.document.clips["walk"].build("walk").unwrap();
    // A file says 0.0083333 s and means 120 frames a second.
    assert_eq!(walk.duration(), Span::from_secs(1) * 2 / 120);
    let hips = walk.track::<Vec3>("Hips/translation").unwrap();
    assert_eq!(hips.sample(walk.duration() / 2), Vec3::new(1.0, 90.0, 2.0));
    assert!(walk.track::<Vec3>("Left Leg/translation").is_err(), "its offset does not change");
}

#[test]
fn dialects_are_one_motion() {
    let expected = document(WALK);
    let dialects = [
        WALK.replace('\n', "\r\n"),
        WALK.replace('\t', "  ").replace("Hips\n{", "Hips {"),
        format!("\u{feff}{}\n\n", WALK.trim_end()),
        WALK.replace("End Site", "End site").replace("HIERARCHY", "Hierarchy"),
        WALK.replace("Zrotation Xrotation", "ZROTATION xRotation"),
        WALK.replace("Frames: 3", "Frames:\t3").replace(".0083333", "8.33333e-3"),
    ];
    for text in dialects {
        assert_eq!(document(&text), expected, "{text}");
        assert_eq!(Foreign::of("walk", text.as_bytes()), Some(Foreign::Bvh));
    }
}

/// The rotation of a point by matrices, one for each channel in turn, from the last to the first.
#[test]
fn rotations_follow_the_order_of_their_channels() {
    let orders = ["XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX", "ZXZ", "X"];
    for order in orders {
        let channels: Vec<_> = order.chars().map(|axis| format!("{axis}rotation")).collect();
        let angles = [30.0_f64, -50.0, 110.0];
        let line: Vec<_> = angles[..order.len()].iter().map(f64::to_string).collect();
        let (count, channels, line) = (order.len(), channels.join(" "), line.join(" "));
        let text = format!(
            "HIERARCHY ROOT a {{ OFFSET 0 0 0 CHANNELS {count} {channels} }}
MOTION Frames: 1 Frame Time: 0.1 {line}"
        );
        let clip = document(&text).clips["walk"].build("walk").unwrap();
        let turn = clip.track::<Quat>("a/rotation").unwrap().sample(Span::ZERO);
        let mut point = [1.0_f64, 2.0, 3.0];
        let turns: Vec<_> = order.chars().zip(angles).collect();
        for (axis, angle) in turns.into_iter().rev() {
            let (sin, cos) = libm::sincos(angle.to_radians());
            let [x, y, z] = point;
            point = match axis {
                'X' => [x, y * cos - z * sin, y * sin + z * cos],
                'Y' => [x * cos + z * sin, y, z * cos - x * sin],
                _ => [x * cos - y * sin, x * sin + y * cos, z],
            };
        }
        let Vec3 { x, y, z } = turn.rotate(Vec3::new(1.0, 2.0, 3.0));
        for (found, exact) in [x, y, z].into_iter().zip(point) {
            // Three rotations of numbers below 4, each rounded to an f32.
            assert!((f64::from(found) - exact).abs() < 4e-6, "{order}: {found} and {exact}");
        }
    }
}

#[test]
fn a_file_that_breaks_off_has_the_frames_before() {
    let cut = WALK.replace("2 90 4 0 0 180 -10 0 0\n", "2 90 4");
    let found = read(cut.as_bytes()).unwrap();
    let notes = found.notes.to_string();
    assert!(notes.contains("warning: MOTION: found 2 of 3 frames"), "{notes}");
    assert_eq!(found.document.clips["walk"].tracks["Hips/rotation"].len(), 2);
    let more = read(format!("{WALK} 1 2 3").as_bytes()).unwrap();
    assert!(more.notes.to_string().contains("more numbers than its frames have"));
}

#[test]
fn what_is_wrong_is_reported_with_its_place() {
    let cases = [
        (
            WALK.replace("Zrotation", "Wrotation"),
            "5:43: error: found `Wrotation`, needed a channel",
        ),
        (WALK.replace("3 -5 0", "3 nan 0"), "8:12: error: found `nan`, needed a number"),
        (WALK.replace(".0083333", "0"), "18:13: error: found `0`, needed a time of a frame"),
        (WALK.replace("Frames: 3", "Frames: -3"), "17:9: error: found `-3`, needed a whole number"),
        (WALK.replace("MOTION", "}"), "16:1: error: found `}`, needed ROOT or MOTION"),
        ("HIERARCHY ROOT a {".into(), "error: found the end of the file, needed the rest of"),
    ];
    for (text, said) in cases {
        let found = read(text.as_bytes()).unwrap_err().to_string();
        assert!(found.contains(said), "{found}\n{said}");
    }
    // Frames without a number would never end.
    let still = "HIERARCHY ROOT a { OFFSET 0 0 0 } MOTION Frames: 9000000000 Frame Time: 1";
    assert!(read(still.as_bytes()).unwrap().notes.to_string().contains("so no joint moves"));
}

#[test]
fn every_truncation_is_survived() {
    survives_truncation(WALK.as_bytes(), read);
}

#[test]
fn very_many_joints_and_frames_are_no_quadratic_work() {
    let frames = |n: usize| {
        let head = WALK.split("Frames").next().unwrap();
        format!("{head}Frames: {n}\nFrame Time: 1\n{}", "0 0 0 0 0 0 0 0 0\n".repeat(n))
    };
    let joint = "JOINT a { OFFSET 0 0 0 CHANNELS 1 Xrotation ";
    let wide = |n: usize| format!("HIERARCHY ROOT a {{ {} }}", format!("{joint} }}").repeat(n));
    let deep = |n: usize| format!("HIERARCHY ROOT a {{ {} {} }}", joint.repeat(n), "}".repeat(n));
    let braces = |n: usize| format!("HIERARCHY {}", "ROOT a{}".repeat(n));
    let makers: [(&str, &dyn Fn(usize) -> String); 4] =
        [("frames", &frames), ("wide", &wide), ("deep", &deep), ("braces", &braces)];
    for (what, make) in makers {
        let file = |n| make(n).into_bytes();
        costs_in_proportion(what, &file, |file| drop(read(file)));
    }
}

proptest! {
    #![proptest_config(many())]

    #[test]
    fn harm_is_survived(harm in harm()) {
        survives(&harm.to(WALK.as_bytes()), read);
    }
}
