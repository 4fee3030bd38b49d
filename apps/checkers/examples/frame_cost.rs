//! What a frame of the whole board costs: Cueline's own work, and the picture made of it.
//!
//! `cargo run --release -p checkers --example frame_cost`

use std::{hint::black_box, sync::Arc, time::Instant};

use checkers::{
    layout::{Controls, Layout},
    library,
    screen::{Meter, Show},
    show::{Direct, State},
};
use cueline::time::Span;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    const FRAMES: u32 = 2000;
    let (library, first, game) = library::shipped()?;
    let mut show = Direct::new(State::recorded(&game), Arc::new(library), first)?;
    let layout = Layout::new(1120.0, 760.0, 1.0, Controls::Shown);
    let (mut step, mut draw) = (Vec::new(), Vec::new());
    for _ in 0..FRAMES {
        let start = Instant::now();
        show.advance(Span::from_micros(16_667)); // three or four ticks of 5 ms
        step.push(start.elapsed());
        let start = Instant::now();
        black_box(show.picture(&layout, &Meter::default()));
        draw.push(start.elapsed());
    }
    for (name, mut times) in [("ticks of a frame", step), ("picture of a frame", draw)] {
        times.sort_unstable();
        let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
        println!("{name}: median {median:?}, worst {worst:?} of {FRAMES}");
    }
    Ok(())
}
