//! What the display can do: plain data, one act an entry of the queue.

use cueline::digest::Digest;
use serde::{Deserialize, Serialize};

use crate::{
    rules::{Occupant, PieceId, Side, Square},
    screen::Sound,
};

/// One thing to show. How it moves is in the [motions](super::motions); here is only what.
#[derive(Clone, Debug, PartialEq, Eq, Digest, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each variant's line speaks of its fields")]
pub enum Act {
    /// Nothing: the pause before a move.
    Think,
    /// A piece goes from square to square, over another one if it is a jump.
    Hop { piece: PieceId, from: Square, to: Square, jump: bool },
    /// A captured piece is off the board.
    Remove { piece: PieceId },
    /// A captured piece fades where it stood.
    Vanish { was: Occupant, square: Square },
    /// A piece is back on the board after a move was taken back.
    Appear { piece: PieceId },
    /// A man becomes a king.
    Crown { piece: PieceId, square: Square },
    /// A side's points roll up.
    Score { side: Side, from: u32, to: u32 },
    /// What a jump was worth floats up from where it happened.
    Worth { square: Square, points: u32, times: u32 },
    /// The turn passes on.
    Turn { to: Side },
    /// A message.
    Toast { words: String, mood: Mood },
    /// A square was clicked that has no move.
    Buzz { square: Square },
    /// A good move is pointed out.
    Hint { squares: Vec<Square> },
    /// The result comes up.
    Result { heading: String, detail: String },
}

/// What kind of message a toast is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Digest, Serialize, Deserialize)]
pub enum Mood {
    /// Something to know.
    Calm,
    /// Something to be glad of.
    Glad,
    /// Something was refused.
    Alarm,
}

/// An answer to what was asked of a match. It is no part of the match: it shows on the screen's own clock, also while
/// the match is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A message.
    Words(String, Mood),
    /// A square was clicked that has no move.
    Buzz(Square),
    /// A good move in the position after this many moves; it shows once the display has come to that position.
    Hint {
        /// The squares of the move.
        squares: Vec<Square>,
        /// Moves before it.
        moves: usize,
    },
}

impl Act {
    /// A few words for the panel and the trace.
    #[must_use]
    pub fn label(&self) -> String {
        match self {
            Self::Think => "think".into(),
            Self::Hop { from, to, jump, .. } => {
                format!("{} {}{}{}", verb(*jump), from.number(), sign(*jump), to.number())
            }
            Self::Remove { piece } => format!("remove {}", piece.index()),
            Self::Vanish { square, .. } => format!("vanish {}", square.number()),
            Self::Appear { piece } => format!("appear {}", piece.index()),
            Self::Crown { square, .. } => format!("crown {}", square.number()),
            Self::Score { to, .. } => format!("score {to}"),
            Self::Worth { points, times, .. } => format!("+{points} x{times}"),
            Self::Turn { to: Side::Black } => "turn black".into(),
            Self::Turn { to: Side::White } => "turn white".into(),
            Self::Toast { words, .. } => format!("toast {words}"),
            Self::Buzz { square } => format!("buzz {}", square.number()),
            Self::Hint { .. } => "hint".into(),
            Self::Result { .. } => "result".into(),
        }
    }
}

fn verb(jump: bool) -> &'static str {
    if jump { "jump" } else { "step" }
}

fn sign(jump: bool) -> char {
    if jump { 'x' } else { '-' }
}

/// Sounds and the numbers under which cues carry them.
pub const SOUNDS: [(Sound, &str); 8] = [
    (Sound::Lift, "lift"),
    (Sound::Land, "land"),
    (Sound::Capture, "capture"),
    (Sound::Crown, "crown"),
    (Sound::Buzz, "buzz"),
    (Sound::Toast, "toast"),
    (Sound::Score, "score"),
    (Sound::End, "end"),
];

/// The number of the sound that a clip's cue names.
#[must_use]
pub fn cue_number(name: &str) -> Option<u32> {
    let place = SOUNDS.iter().position(|(_, sound)| *sound == name)?;
    u32::try_from(place).ok()
}
