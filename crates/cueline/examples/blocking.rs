//! Two jumps of a checkers piece, the second queued while the first still plays; then all is skipped.

use std::error::Error;

use cueline::{
    event::Reason,
    sequencer::{Enqueue, Sequencer, Update},
    time::Span,
    value::Lerp,
};

#[derive(Clone)]
enum Act {
    Sound(&'static str),
    Score(f64, f64),
    Jump(f64, f64),
    Remove(f64),
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Board {
    piece: f64,
    score: f64,
    removed: Vec<f64>,
}

impl Board {
    fn show(&mut self, step: &Update<'_, Act>) {
        let alpha = step.progress();
        match &*step.payload {
            Act::Sound(name) if step.reason == Reason::Played => println!("♪ {name}"),
            Act::Sound(_) => {} // skipped: the state counts, sounds stay silent
            Act::Score(from, to) => self.score = from.lerp(to, alpha),
            Act::Jump(from, to) => self.piece = from.lerp(to, alpha),
            Act::Remove(number) => self.removed.push(*number),
        }
    }
}

fn jump(queue: &mut Sequencer<Act>, number: f64) {
    let second = Span::from_secs(1);
    queue.non_blocking(Span::ZERO, Act::Sound("hop"));
    queue.non_blocking(second, Act::Score(number * 100.0 - 100.0, number * 100.0));
    queue.blocking(second, Act::Jump(number - 1.0, number));
    queue.blocking(Span::ZERO, Act::Remove(number)); // when the jump is over, and not before
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let (mut queue, mut board) = (Sequencer::new(), Board::default());
    jump(&mut queue, 1.0);
    queue.advance(Span::from_millis(500), |step, _| board.show(&step))?;
    jump(&mut queue, 2.0); // half-way through the first one
    let (mut played_queue, mut played) = (queue.clone(), board.clone());
    queue.finish(|step, _| board.show(&step))?;
    played_queue.advance(Span::from_secs(9), |step, _| played.show(&step))?;
    println!("skipped:  {board:?}");
    assert_eq!(board, played, "skipping ends where playing ends");
    Ok(())
}
