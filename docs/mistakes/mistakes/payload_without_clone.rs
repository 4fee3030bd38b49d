use cueline::prelude::*;

struct Show {
    to: f32,
}

fn save(queue: &Sequencer<Show>) -> Sequencer<Show> {
    queue.clone() // wrong
}

fn main() {}
