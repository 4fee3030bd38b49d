use cueline::{prelude::*, sequencer::{AdvanceError, Update}};

struct Game {
    queue: Sequencer<f32>,
    x: f32,
}

impl Game {
    fn frame(&mut self, dt: Span) -> Result<(), AdvanceError> {
        self.queue.advance(dt, |update, _| self.show(&update)) // wrong
    }
    fn show(&mut self, update: &Update<'_, f32>) {
        self.x = *update.payload * update.alpha();
    }
}

fn main() {}
