//! What ticks move is drawn evenly at any frame rate.

use cueline::{
    time::{FixedStep, Span, TickRate, Time, ms},
    value::{Easing, Moving, Spring},
};

/// The steps from frame to frame of a value that gets a target at each of 60 ticks a second, 300 a second.
fn steps(
    frames: TickRate,
    send: impl Fn(&mut Moving<f64>, Time, f64),
    at: impl Fn(&FixedStep) -> Time,
) -> Vec<f64> {
    let (rate, mut fixed) = (TickRate::HZ_60, FixedStep::new(TickRate::HZ_60));
    let mut x = Moving::at(0.0);
    let mut places = Vec::new();
    for frame in 0..600 {
        let elapsed = Span::from_frames(frame + 1, frames) - Span::from_frames(frame, frames);
        for tick in fixed.advance(elapsed).run() {
            send(&mut x, rate.time_of(tick), 5.0 * (tick.get() + 1) as f64);
        }
        places.push(x.value(at(&fixed)));
    }
    // Without the first second or more, in which the springs come to their speed.
    places[300..].windows(2).map(|pair| pair[1] - pair[0]).collect()
}

/// The largest distance of a step from the mean, in parts of the mean.
fn unevenness(steps: &[f64]) -> f64 {
    let mean = steps.iter().sum::<f64>() / steps.len() as f64;
    steps.iter().map(|step| (step - mean).abs() / mean).fold(0.0, f64::max)
}

#[test]
fn a_target_in_each_tick_is_drawn_evenly_at_any_frame_rate() {
    let rates = [
        TickRate::new(60_000, 1001).unwrap(),
        TickRate::hz(75).unwrap(),
        TickRate::HZ_144,
        TickRate::hz(164).unwrap(),
        TickRate::hz(240).unwrap(),
    ];
    let tick = Span::from_frames(1, TickRate::HZ_60);
    for frames in rates {
        let tween = |x: &mut Moving<f64>, now, target| {
            x.tween_to(now, target, tick, Easing::Linear);
        };
        let spring = |x: &mut Moving<f64>, now, target| {
            x.spring_to(now, target, Spring::smooth(ms(300)));
        };
        let off = [
            unevenness(&steps(frames, tween, FixedStep::shown)),
            unevenness(&steps(frames, spring, FixedStep::shown)),
        ];
        assert!(off[0] < 1e-6 && off[1] < 0.02, "{off:?} at {frames:?}");
        // With a frame for nearly each tick, all frames may lie equally late.
        let early = unevenness(&steps(frames, tween, FixedStep::now));
        let is_seen = frames == rates[0] || early > 0.2;
        assert!(is_seen, "the next target is not known at `now`: {early} at {frames:?}");
    }
}
