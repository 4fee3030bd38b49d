use cueline::{prelude::*, value::Vec2};

fn main() {
    let (from, to) = (Vec2::new(0.0, 0.0), Vec2::new(8.0, 0.0));
    let mut queue = Sequencer::new();
    queue.enqueue(ms(300), "attack");
    let _ = queue.advance(ms(16), |update, _| {
        let at = from.lerp(&to, update.alpha()); // wrong
        println!("{at:?}");
    });
}
