//! Curves that overshoot: a colour stops at the ends of the screen's range and does not wrap.

use cueline::value::{Color, Oklab};

use super::*;

const RED: [u8; 4] = [255, 0, 0, 255];

/// The bytes of a screen, at a progress that a curve may have carried beyond 0 or 1.
fn between(from: [u8; 4], to: [u8; 4], progress: f64) -> [u8; 4] {
    Color::from_srgb8(from).lerp(&Color::from_srgb8(to), progress).to_srgb8()
}

#[test]
fn anime_42_an_elastic_curve_gives_no_negative_red() {
    let beyond = (0..100)
        .map(|step| Easing::OUT_ELASTIC.at(f64::from(step) / 100.0))
        .filter(|part| *part > 1.0);
    let colours: Vec<_> = beyond.map(|part| between(RED, [0, 0, 255, 255], part)).collect();
    assert!(colours.len() > 10 && colours.iter().all(|colour| *colour == [0, 0, 255, 255]));
}

#[test]
fn flutter_engine_4141_beyond_the_target_a_full_channel_stays_full() {
    assert_eq!(between([0, 255, 127, 255], [0, 255, 255, 255], 1.1), [0, 255, 255, 255]);
}

#[test]
fn spine_1200_an_opacity_below_0_does_not_blink() {
    let most = Easing::OUT_BACK.at(0.6);
    assert!(most > 1.0);
    assert_eq!(between([9, 9, 9, 255], [9, 9, 9, 0], most)[3], 0);
}

#[test]
fn thorvg_4172_a_channel_of_bytes_stops_at_its_ends() {
    assert_eq!((20_u8.lerp(&200, -0.5), 20_u8.lerp(&200, 1.5)), (0, 255));
}

#[test]
fn vide_25_a_bouncy_spring_to_a_dark_colour_does_not_flicker() {
    let mut light = Moving::at(Color::new(1.0, 1.0, 1.0, 1.0));
    light.spring_to(at(0), Color::new(0.01, 0.01, 0.01, 1.0), Spring::bouncy(ms(400)));
    let below = (0..1000).map(|now| light.value(at(now))).filter(|colour| colour.r < 0.0);
    let shown: Vec<_> = below.map(|colour| colour.to_srgb8()).collect();
    assert!(!shown.is_empty() && shown.iter().all(|bytes| *bytes == [0, 0, 0, 255]));
}

#[test]
fn manim_2524_beyond_the_ends_an_even_blend_is_finite() {
    let [red, blue] = [RED, [0, 0, 255, 255]].map(|bytes| Oklab::from(Color::from_srgb8(bytes)));
    for progress in [-0.677, -0.184, 1.205] {
        let Color { r, g, b, a } = red.lerp(&blue, progress).into();
        assert!([r, g, b, a].iter().all(|part| part.is_finite()), "at {progress}");
    }
}

#[test]
fn libavg_674_from_black_to_red_no_other_hue_shows() {
    for step in 0..=10 {
        let [red, green, blue, _] = between([0, 0, 0, 255], RED, f64::from(step) / 10.0);
        assert_eq!((red > 0, green, blue), (step > 0, 0, 0));
    }
}
