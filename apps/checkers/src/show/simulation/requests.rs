//! What a person asks of a match: clicks, hints, moves taken back, other sides.

use cueline::sequencer::Enqueue;

use super::Simulation;
use crate::{
    rules::{Draws, Level, Move, MoveText, PieceId, Square},
    show::{
        act::{Act, Answer, Mood},
        state::{Seat, State},
        table::{Standing, Table},
    },
};

impl Simulation {
    pub(super) fn click(&mut self, square: Square) {
        let turn = self.state.game.turn();
        if self.state.seats[turn.index()] != Seat::Person {
            let sides = "Take a side first: press Sides";
            let words = if self.state.is_automatic() { sides } else { "It is not your turn" };
            self.buzz(square, words.to_owned());
            return;
        }
        let mut path = core::mem::take(&mut self.state.path);
        // The player may point at another piece at any time.
        if self.state.game.piece_at(square).is_some_and(|piece| piece.occupant.side == turn)
            && path.first() != Some(&square)
        {
            path.clear();
        }
        // A piece that is pointed at again, as where a drag begins, stays chosen.
        if path[..] != [square] {
            path.push(square);
        }
        let moves = self.state.game.moves_along(&path);
        if let Some(mv) = moves.iter().find(|mv| mv.squares() == path.as_slice()) {
            self.play(*mv);
        } else if !moves.is_empty() {
            self.state.path = path; // still incomplete
        } else if let Some(Ok(mv)) =
            MoveText::pointing(&path).map(|written| self.state.game.resolve(written))
        {
            self.play(mv); // the one move between the squares that were pointed at
        } else {
            let reason = self.refusal(&path);
            self.buzz(square, reason);
        }
    }

    fn play(&mut self, mv: Move) {
        if let Ok(events) = self.state.game.play(mv) {
            self.emit(&events);
        }
    }

    /// Why no move lies along the squares.
    fn refusal(&self, path: &[Square]) -> String {
        let first = path.first().copied();
        let stuck = first.and_then(|square| self.state.game.piece_at(square));
        match (stuck, MoveText::pointing(path)) {
            (_, Some(written)) if path.len() > 1 => match self.state.game.resolve(written) {
                Err(refusal) => refusal.to_string(),
                Ok(_) => String::new(),
            },
            (Some(piece), _) if piece.occupant.side != self.state.game.turn() => {
                "That is not your piece".to_owned()
            }
            (Some(_), _) if self.state.game.position().must_capture() => {
                "You must capture".to_owned()
            }
            (Some(_), _) => "This piece cannot move".to_owned(),
            (None, _) => "There is no piece".to_owned(),
        }
    }

    fn buzz(&mut self, square: Square, words: String) {
        self.answers.push(Answer::Buzz(square));
        self.say(words, Mood::Alarm);
    }

    pub(super) fn hint(&mut self) {
        if self.state.is_automatic() {
            self.say("A hint is for a side of yours: press Sides", Mood::Alarm);
            return;
        }
        if let Some(best) = self.state.game.best(Level::Strong.nodes()) {
            let (squares, moves) = (best.mv.squares().to_vec(), self.state.game.moves().len());
            self.answers.push(Answer::Hint { squares, moves });
        }
    }

    /// Takes moves back until a person is to move again, and shows the pieces going back.
    pub(super) fn undo(&mut self) {
        self.state.path.clear();
        if self.state.game.moves().len() == 0 {
            self.say("There is no move to take back", Mood::Alarm);
            return;
        }
        self.state.game.undo();
        let is_person = |state: &State| state.seats[state.game.turn().index()] == Seat::Person;
        if !self.state.is_automatic() && !is_person(&self.state) {
            self.state.game.undo();
        }
        if self.state.is_automatic() {
            self.state.clock.pause(); // or the move would come again at once
        }
        self.return_pieces();
        self.say("Taken back", Mood::Calm);
    }

    /// Drops what is queued and leads the display to where the rules are.
    fn return_pieces(&mut self) {
        let display = self.state.relay.display_mut();
        display.flush();
        let target = Table::of(&self.state.game);
        let ids = (0..).map_while(PieceId::new);
        for piece in ids {
            let (shown, wanted) = (self.state.table.standing(piece), target.standing(piece));
            let act = match (shown, wanted) {
                (Some(Standing { square: from, .. }), Some(Standing { square: to, rank })) => {
                    self.state.table.place(piece, Some(Standing { square: from, rank }));
                    (from != to).then_some(Act::Hop { piece, from, to, jump: !from.is_next_to(to) })
                }
                (_, wanted) => {
                    self.state.table.place(piece, wanted);
                    wanted.map(|_| Act::Appear { piece })
                }
            };
            if let Some(act) = act {
                display.concurrently(self.motions.timing(&act), act);
            }
        }
        let table = &mut self.state.table;
        (table.last, table.result) = (None, None);
        (table.score, table.turn) = (target.score, target.turn);
    }

    pub(super) fn change_sides(&mut self, level: Level) {
        use Seat::{Machine, Person, Record};
        let recorded = self.state.game.moves().zip(&self.state.record).all(|(a, b)| a == *b)
            && !self.state.record.is_empty()
            && self.state.game.moves().len() <= self.state.record.len();
        let machine = Machine(level);
        let watch = if recorded { Record } else { machine };
        let (seats, words) = match self.state.seats {
            [Record | Machine(_), Record | Machine(_)] => ([Person, machine], "You play Black"),
            [Person, Machine(_)] => ([machine, Person], "You play White"),
            [Machine(_), Person] => ([Person, Person], "Two people play"),
            _ => ([watch, watch], "You watch"),
        };
        self.state.seats = seats;
        self.state.path.clear();
        if seats.contains(&Person) {
            // A recorded game ends as its file says; from here on the rules decide.
            if self.state.game.outcome().is_some_and(|outcome| outcome.is_declared()) {
                self.state.game.undo();
                self.return_pieces();
            }
            self.state.game.set_draws(Draws::Automatic);
        }
        self.say(words, Mood::Calm);
    }
}
