use cueline::prelude::*;

struct Game {
    queue: Sequencer<f32>,
    sounds: u32,
}

impl Game {
    fn react(&mut self) {
        for event in self.queue.events() {
            self.play(event); // wrong
        }
    }
    fn play(&mut self, _: &Event<EntryId>) {
        self.sounds += 1;
    }
}

fn main() {}
