use cueline::prelude::*;

enum Show {
    Grow { to: f32 },
    Toast(String),
}

fn frame(queue: &mut Sequencer<Show>, dt: Span) {
    let _ = queue.advance(dt, |update, _| match update.payload {
        Show::Grow { to } => println!("{}", *to * update.alpha()),
        Show::Toast(text) => println!("{text} {}", update.alpha()), // wrong
    });
}

fn main() {}
