//! Lottie, written by hand after its specification.

use cueline::{
    clip::Clip,
    time::{Span, TickRate},
    value::{CubicBezier, Vec2, Vec3},
};
use cueline_assets::{Problems, Read, import::lottie};
use proptest::prelude::*;

use crate::harm::{harm, many, survives, with_strange_numbers};

const TEXT: &str = r#"{"v": "5.7", "nm": "intro", "fr": 30, "ip": 10, "op": 70, "w": 100, "h": 100,
 "layers": [
  {"ty": 4, "nm": "logo", "ind": 1, "parent": 2, "ip": 10, "op": 40, "shapes": [], "ks": {
    "a": {"a": 0, "k": [5, 6, 0]},
    "p": {"a": 1, "k": [
      {"t": 10, "s": [0, 0, 0], "o": {"x": 0.4, "y": 0}, "i": {"x": 0.2, "y": 1}, "to": [1, 0, 0], "ti": [0, 0, 0]},
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
fn markers_are_cues_and_the_rest_is_told() {
    let clip = clip();
    let cues: Vec<_> = clip.cues().iter().map(|cue| (cue.at, &*cue.name)).collect();
    assert_eq!(cues, [(Span::from_secs(1), "hit")]);
    let read = read(TEXT.as_bytes()).unwrap();
    assert_eq!(read.document.clips["intro"].meta["logo/parent"], "base");
    let told: Vec<_> = read.notes.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "note: layers[0].ks.p.k: found a way along a curve, which is straight here, with the same keys and easings",
            "note: markers[1]: found frame 99, which is outside of what plays, so it is no cue",
            "note: layers[].ty: found 2, which are not imported",
            "note: layers[].shapes: found 1, which is not imported",
            "note: markers[].dr: found 2, which are not imported",
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
fn what_is_wrong_is_told() {
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
    let told = refused("[30, 40, 0]", "\"far\"");
    assert!(told.starts_with("error: layers[0].ks.p.k[2].s: found data did not match"), "{told}");
}

#[test]
fn every_truncation_and_strange_number_is_survived() {
    (0..TEXT.len()).for_each(|length| survives(&TEXT.as_bytes()[..length], read));
    for text in with_strange_numbers(&serde_json::from_str(TEXT).unwrap()) {
        survives(text.as_bytes(), read);
    }
}

proptest! {
    #![proptest_config(many())]

    #[test]
    fn harm_is_survived(harm in harm()) {
        survives(&harm.to(TEXT.as_bytes()), read);
    }
}
