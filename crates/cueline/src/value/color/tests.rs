//! Corners of colours.

use proptest::{num, prelude::*};

use super::*;
use crate::value::Delta;

/// Red, green and blue light of 1, and what Ottosson's page and CSS Color 4 give for them.
#[test]
fn primaries_in_oklab() {
    let cases = [
        ([1.0, 1.0, 1.0], [1.0, 0.0, 0.0]),
        ([1.0, 0.0, 0.0], [0.627_955, 0.224_863, 0.125_846]),
        ([0.0, 1.0, 0.0], [0.866_440, -0.233_888, 0.179_498]),
        ([0.0, 0.0, 1.0], [0.452_014, -0.032_457, -0.311_528]),
        ([0.0, 0.0, 0.0], [0.0, 0.0, 0.0]),
    ];
    for ([r, g, b], [l, a_axis, b_axis]) in cases {
        let found = Oklab::from(Color::new(r, g, b, 0.5));
        let off = found.minus(&Oklab::new(l, a_axis, b_axis, 0.5));
        assert!(off.iter().all(|off| off.abs() < 1e-6), "{found:?}");
    }
}

#[test]
fn the_axes_reach_as_far_as_stated() {
    // The extremes lie at primaries and their sums.
    let corners = (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(|bit| bit as f32));
    let found = corners.map(|[r, g, b]| Oklab::from(Color::new(r, g, b, 1.0)));
    for Oklab { l, a, b, .. } in found {
        assert!((-0.0..1.000_001).contains(&l), "{l}");
        assert!((-0.24..0.28).contains(&a) && (-0.32..0.20).contains(&b), "{a} {b}");
    }
}

#[test]
fn a_hue_of_a_colour_picker_is_the_colour_at_its_angle() {
    // (hue, saturation, value, bytes)
    let cases = [
        (0.0, 1.0, 1.0, [255, 0, 0]),
        (60.0, 1.0, 1.0, [255, 255, 0]),
        (120.0, 1.0, 1.0, [0, 255, 0]),
        (180.0, 1.0, 1.0, [0, 255, 255]),
        (240.0, 1.0, 1.0, [0, 0, 255]),
        (300.0, 1.0, 1.0, [255, 0, 255]),
        (360.0, 1.0, 1.0, [255, 0, 0]),
        (-120.0, 1.0, 1.0, [0, 0, 255]),
        (7200.0 + 120.0, 1.0, 1.0, [0, 255, 0]),
        (12.0, 1.0, 1.0, [255, 51, 0]),
        (200.0, 0.0, 0.6, [153, 153, 153]),
        (200.0, 0.6, 0.0, [0, 0, 0]),
        (120.0, 0.6, 1.0, [102, 255, 102]),
        (0.0, 7.0, 7.0, [255, 0, 0]),
        (0.0, -7.0, 1.0, [255, 255, 255]),
    ];
    for (hue, saturation, value, [r, g, b]) in cases {
        let found = Color::from_hsv(hue, saturation, value, 1.0).to_srgb8();
        assert_eq!(found, [r, g, b, 255], "{hue} degrees, {saturation}, {value}");
    }
}

#[test]
fn bytes_come_back() {
    for byte in 0..=255 {
        let bytes = [byte, 255 - byte, 7, byte];
        assert_eq!(Color::from_srgb8(bytes).to_srgb8(), bytes);
        assert_eq!(Color::from(Oklab::from(Color::from_srgb8(bytes))).to_srgb8(), bytes);
    }
}

#[test]
fn the_ends_of_bytes_are_the_ends_of_light() {
    assert_eq!(Color::from_srgb8([0; 4]), Color::default());
    assert_eq!(Color::from_srgb8([255; 4]), Color::new(1.0, 1.0, 1.0, 1.0));
    assert_eq!(Color::new(-1.0, 2.0, f32::NAN, f32::INFINITY).to_srgb8(), [0, 255, 0, 255]);
}

#[test]
fn half_of_white_is_lighter_than_half_its_bytes() {
    let half = Color::default().lerp(&Color::from_srgb8([255; 4]), 0.5);
    assert_eq!(half, Color::new(0.5, 0.5, 0.5, 0.5));
    assert_eq!(half.to_srgb8(), [188, 188, 188, 128]);
}

proptest! {
    #[test]
    fn endpoints_are_exact(a in [num::f32::NORMAL; 4], b in [num::f32::NORMAL; 4]) {
        prop_assert_eq!(Color::from(a).lerp(&b.into(), 0.0), a.into());
        prop_assert_eq!(Color::from(a).lerp(&b.into(), 1.0), b.into());
        prop_assert_eq!(Oklab::from(a).lerp(&b.into(), 1.0), b.into());
    }

    /// The page's matrices and their inverses agree to 1e-7, and f32 rounds both ways.
    #[test]
    fn there_and_back(light in [0.0..1.0_f32, 0.0..1.0, 0.0..1.0, 0.0..1.0]) {
        let color = Color::from(light);
        let off = Color::from(Oklab::from(color)).minus(&color);
        prop_assert!(off.iter().all(|off| off.abs() < 2e-6), "{off:?}");
    }

    #[test]
    fn no_bits_panic(a in [num::f32::ANY; 4], b in [num::f32::ANY; 4], t in num::f64::ANY) {
        let between = Color::from(a).lerp(&b.into(), t);
        let _ = (between.to_srgb8(), Oklab::from(between), Color::from(Oklab::from(a)));
        let _ = between.plus(&Color::from(a).minus(&b.into()).scaled(t));
    }
}
