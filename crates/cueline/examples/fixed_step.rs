//! A fixed-step loop under jitter and a hitch: whole ticks for the rules, alpha for drawing.

use std::error::Error;

use cueline::time::{CatchUp, FixedStep, FixedStepConfig, TickRate, Time};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    // 60 ticks a second, at most 5 in a frame; what is beyond is dropped, and the game slows down.
    let rules =
        FixedStepConfig { max_ticks: 5, catch_up: CatchUp::Drop, ..FixedStepConfig::default() };
    let mut steps = FixedStep::with_config(TickRate::HZ_60, rules)?;

    // When the frames came, in ms: some jitter, then the disk was slow for a third of a second.
    let frames = [0, 16, 33, 52, 66, 83, 99, 417, 433, 450, 467];
    println!("{:>5} {:>6} {:>10} {:>6} {:>8}", "ms", "ticks", "from tick", "alpha", "dropped");
    let (mut ticks, mut dropped) = (0, 0.0);
    for ms in frames {
        let frame = steps.frame_at(Time::from_millis(ms)); // the first call only starts the loop
        for tick in frame.run() {
            // update(tick): the rules see whole ticks and never the wall clock.
            let _ = tick;
            ticks += 1;
        }
        // draw(alpha): between the last tick and the next.
        let lost = frame.dropped.as_millis_f64();
        dropped += lost;
        let (first, alpha) = (frame.first.get(), frame.alpha());
        println!("{ms:>5} {:>6} {first:>10} {alpha:>6.2} {lost:>5.1} ms", frame.ticks);
    }
    println!("{ticks} ticks and {dropped:.1} ms dropped make up {:.1} ms", {
        f64::from(ticks) * 1000.0 / 60.0 + dropped
    });
    Ok(())
}
