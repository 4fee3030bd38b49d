use cueline::prelude::*;

fn main() {
    let queue = Sequencer::<u8>::new();
    let end = queue.time() + Time::from_millis(300); // wrong
    println!("{end}");
}
