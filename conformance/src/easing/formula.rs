//! Formulas of the libraries that are none of ours. They stand here so that the reason given for a
//! departure is held to the numbers.

/// A function of progress.
pub(super) type Formula = fn(f64) -> f64;

/// A curve used at the start, at the end, or at both.
fn by_mode(mode: &str, [at_start, at_end, at_both]: [Formula; 3]) -> Option<Formula> {
    match mode {
        "in" => Some(at_start),
        "out" => Some(at_end),
        "inOut" => Some(at_both),
        _ => None,
    }
}

fn both(curve: fn(f64) -> f64, t: f64) -> f64 {
    if t < 0.5 { curve(2.0 * t) / 2.0 } else { 1.0 - curve(2.0 - 2.0 * t) / 2.0 }
}

fn gsap_expo_in(t: f64) -> f64 {
    (10.0 * (t - 1.0)).exp2() * t + t.powi(6) * (1.0 - t)
}

/// GSAP's expo: changed so that it begins at 0 without a jump.
pub(super) fn gsap_expo(mode: &str) -> Option<Formula> {
    by_mode(mode, [gsap_expo_in, |t| 1.0 - gsap_expo_in(1.0 - t), |t| both(gsap_expo_in, t)])
}

/// Popmotion's bounce: four parabolas that do not quite meet.
fn popmotion_bounce_out(t: f64) -> f64 {
    if t == 0.0 || t == 1.0 {
        t
    } else if t < 4.0 / 11.0 {
        7.5625 * t * t
    } else if t < 8.0 / 11.0 {
        9.075 * t * t - 9.9 * t + 3.4
    } else if t < 0.9 {
        4356.0 / 361.0 * t * t - 35442.0 / 1805.0 * t + 16061.0 / 1805.0
    } else {
        10.8 * t * t - 20.52 * t + 10.72
    }
}

fn popmotion_bounce_in(t: f64) -> f64 {
    1.0 - popmotion_bounce_out(1.0 - t)
}

/// Popmotion's bounce.
pub(super) fn popmotion_bounce(mode: &str) -> Option<Formula> {
    by_mode(mode, [popmotion_bounce_in, popmotion_bounce_out, |t| both(popmotion_bounce_in, t)])
}

/// GSAP's slow motion: fast, slow for `ratio` of the time, fast; or there and back.
pub(super) fn gsap_slow(ratio: f64, power: f64, there_and_back: bool, t: f64) -> f64 {
    let ratio = if ratio == 0.0 { 0.7 } else { ratio.min(1.0) };
    let power = if ratio < 1.0 { power } else { 0.0 };
    let (first, last) = ((1.0 - ratio) / 2.0, (1.0 + ratio) / 2.0);
    let slow = t + (0.5 - t) * power;
    let off = if t < first { 1.0 - t / first } else { (t - last) / first };
    match (t < first, t > last, there_and_back) {
        (true, _, true) => 1.0 - off * off,
        (true, _, false) => slow - off.powi(4) * slow,
        (_, true, true) if t == 1.0 => 0.0,
        (_, true, true) => 1.0 - off * off,
        (_, true, false) => slow + (t - slow) * off.powi(4),
        (false, false, true) => 1.0,
        (false, false, false) => slow,
    }
}
