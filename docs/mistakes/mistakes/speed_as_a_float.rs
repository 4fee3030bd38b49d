use cueline::prelude::*;

fn main() {
    let mut world = Clock::new();
    world.set_speed(0.5); // wrong
}
