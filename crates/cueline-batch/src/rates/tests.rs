use alloc::vec::Vec;

use cueline::time::{Span, TickRate, ms};

use super::{Spring, SpringRates};

const RATE: TickRate = TickRate::HZ_60;

fn ticks(count: f64) -> Span {
    Span::from_secs_f64(count / 60.0).unwrap()
}

/// Compares with the exact motion at thousands of times, from rest and with a velocity.
#[test]
#[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
fn the_motion_stays_within_the_stated_error() {
    let ratios = [
        0.003,
        0.01,
        0.03,
        0.1,
        0.3,
        0.5,
        0.7,
        0.85,
        0.95,
        0.99,
        0.999,
        0.9999,
        0.999_999,
        1.0,
        1.000_000_1,
        1.000_01,
        1.01,
        1.1,
        2.0,
        7.0,
    ];
    let mut closest: f64 = 0.0;
    for (z, w) in ratios.iter().flat_map(|z| [0.3, 7.0, 40.0].map(|w| (*z, w))) {
        let spring = Spring::new(w * w, 2.0 * z * w, 1.0).unwrap();
        let rates = SpringRates::new(&spring, RATE);
        let settles = spring.settling_duration().unwrap().as_secs_f64() * 60.0;
        let (mut worst, mut worst_rate): (f64, f64) = (0.0, 0.0);
        for step in 0..4000 {
            // Rounded to an f32, and to a flick.
            let since = (settles * f64::from(step) / 4000.0) as f32;
            let at = ticks(f64::from(since));
            let found = rates.factors(since);
            let (x, v) = spring.at(at, 1.0, 0.0);
            worst = worst.max((1.0 - x - f64::from(found.progress)).abs());
            worst_rate = worst_rate.max((-v / w - f64::from(found.progress_rate) * 60.0 / w).abs());
            // A velocity that covers as much distance: w per second.
            let (x, v) = spring.at(at, 0.0, w);
            worst = worst.max((x - f64::from(found.carry) / 60.0 * w).abs());
            worst_rate = worst_rate.max((v / w - f64::from(found.carry_rate)).abs());
        }
        let stated = (1.0 + 0.1 / z) * 1e-6;
        assert!(worst <= stated, "{worst:e} at ratio {z} and {w}, stated: {stated:e}");
        assert!(worst_rate <= 2.0 * stated, "{worst_rate:e} of velocity at ratio {z} and {w}");
        closest = closest.max(worst / stated);
    }
    assert!(closest > 0.2, "the stated bound is too loose: {closest}");
}

#[test]
fn many_rows_of_one_spring_equal_single_rows() {
    let since: Vec<f32> = (0..77).map(|i| i as f32 * 1.37).collect();
    for bounce in [0.7, 0.0, -0.5] {
        let rates = SpringRates::of(&Spring::with_bounce(ms(400), bounce), RATE).unwrap();
        let mut progress = alloc::vec![9.0; since.len() + 1];
        rates.progress_into(&since, &mut progress);
        let each = since.iter().map(|since| rates.at(*since).0.to_bits());
        let right: Vec<u32> = each.chain([9.0_f32.to_bits()]).collect();
        let found: Vec<u32> = progress.iter().map(|progress| progress.to_bits()).collect();
        assert_eq!(found, right, "{bounce}");
    }
}
