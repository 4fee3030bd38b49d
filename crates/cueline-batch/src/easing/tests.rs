//! The `f32` forms beside the exact curves.

use alloc::vec::Vec;

use cueline::{
    advanced::Polynomial,
    value::{Curve, Easing, SpringCurve},
};

use super::{WORST_ERROR_F32, ease_f32};

/// Some easings without a polynomial.
const OTHERS: [Easing; 8] = [
    Easing::IN_OUT_EXPO,
    Easing::OUT_CIRC,
    Easing::OUT_ELASTIC,
    Easing::IN_OUT_BOUNCE,
    Easing::EASE,
    Easing::STEP_END,
    Easing::OutIn(Curve::Quad),
    Easing::Out(Curve::Back { overshoot: 2.5 }),
];

fn easings() -> impl Iterator<Item = Easing> {
    Polynomial::ALL.into_iter().map(Polynomial::easing).chain(OTHERS)
}

/// Springs, some of which creep.
fn springs() -> Vec<Easing> {
    let out = Easing::Out(Curve::Spring(SpringCurve::new(0.5)));
    [0.3, 0.0, -0.5].map(Easing::spring).into_iter().chain([out]).collect()
}

#[test]
fn single_precision_is_within_the_worst_error() {
    let mut worst: f64 = 0.0;
    for easing in easings().chain(springs()) {
        for step in 0..=1_u32 << 17 {
            let t = step as f32 / (1_u32 << 17) as f32;
            let off = (f64::from(ease_f32(&easing, t)) - easing.at(f64::from(t))).abs();
            assert!(off <= WORST_ERROR_F32, "{easing:?} at {t} is {off:e} off");
            worst = worst.max(off);
        }
    }
    assert!(worst > WORST_ERROR_F32 / 2.0, "{worst:e}: the bound is wider than it has to be");
}

#[test]
fn single_precision_is_exact_at_its_ends() {
    for easing in easings().chain(springs()) {
        let ends = [-1.0, 0.0, 1.0, 2.0, f32::NAN, f32::NEG_INFINITY].map(|t| ease_f32(&easing, t));
        assert_eq!(ends, [0.0, 0.0, 1.0, 1.0, 1.0, 0.0], "{easing:?}");
    }
}

/// Neighbouring `f32` all along, as rounding is where a curve goes back. All numbers of 0..=1 have been tried once.
#[test]
fn single_precision_never_goes_back_where_the_curve_does_not() {
    let rises = |easing: &Easing| {
        let swings =
            [Curve::BACK, Curve::BACK_BOTH, Curve::ELASTIC, Curve::ELASTIC_BOTH, Curve::Bounce];
        !swings.into_iter().any(|curve| {
            [Easing::In, Easing::Out, Easing::InOut].into_iter().any(|mode| mode(curve) == *easing)
        })
    };
    let creeping = [0.0, -0.5].map(|bounce| ("creeping", Easing::spring(bounce)));
    let named = Easing::NAMED.iter().copied().filter(|(_, easing)| rises(easing));
    for (name, easing) in named.chain(creeping) {
        let many = easing.polynomial().is_some();
        // Long runs near the end and around the middle, where slopes vanish or halves meet, and short ones elsewhere.
        let runs = [0.999_9_f32, 0.499_99, 0.25, 0.7, 1e-3, 1e-6, 0.0]
            .map(|from| (from.to_bits(), if many { 20_000 } else { 1000 }));
        let short = (1..512_u32).map(|place| ((place as f32 / 512.0).to_bits(), 64));
        for (first, count) in runs.into_iter().chain(short) {
            let mut last = ease_f32(&easing, f32::from_bits(first));
            for bits in first + 1..=(first + count).min(1.0_f32.to_bits()) {
                let next = ease_f32(&easing, f32::from_bits(bits));
                assert!(
                    next >= last,
                    "{name} goes back from {last} to {next} at {}",
                    f32::from_bits(bits)
                );
                last = next;
            }
        }
    }
}

/// It may change only together with the curves themselves: every target has to come to this number.
#[test]
fn single_precision_has_the_same_bits_everywhere() {
    let bits: Vec<u32> = easings()
        .flat_map(|easing| {
            (0..=1000_u16).map(move |t| ease_f32(&easing, f32::from(t) / 1000.0).to_bits())
        })
        .collect();
    assert_eq!(cueline::digest::digest(&bits), GOLDEN);
}
const GOLDEN: u64 = 5_628_453_052_295_816_284;
