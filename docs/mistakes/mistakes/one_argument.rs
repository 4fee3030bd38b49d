use cueline::prelude::*;

fn main() {
    let mut queue = Sequencer::new();
    queue.enqueue(ms(300), "attack");
    let _ = queue.advance(ms(16), |update| println!("{}", update.alpha())); // wrong
}
