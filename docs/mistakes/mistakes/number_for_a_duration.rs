use cueline::prelude::*;

fn main() {
    let mut queue = Sequencer::new();
    queue.enqueue(300, "attack"); // wrong
}
