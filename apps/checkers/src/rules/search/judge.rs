//! What a position is worth without looking ahead.

use super::super::square::squares_of;
use crate::rules::{Position, Rank, Side, Square};

/// The score of a won position, less one for each move until the win.
pub const WIN: i32 = 1_000_000;
/// A score at or above this is a win that has been seen to its end: no line is this long.
pub(super) const SEEN_WIN: i32 = WIN - 1000;

const MAN: i32 = 100;
const KING: i32 = 140;
/// For a man, by the rows it has gone, 0 to 6.
const ADVANCED: [i32; 7] = [0, 0, 2, 4, 7, 11, 18];
/// For a man at home on one of the two squares that hold back enemy kings best.
const GUARD: i32 = 9;
/// For a piece in the middle of the board.
const CENTRE: i32 = 4;
/// For a lone king in a corner out of which it cannot be driven.
const REFUGE: i32 = 20;
/// Against a side that is ahead, for each step between one of its kings and the enemy next to it. With less,
/// a few thousand nodes do not suffice to win with two kings against one.
const APART: i32 = 4;
/// The most that `APART` comes to in all: less than a man, so that none is given to come close.
const FAR_APART: i32 = 90;

const CENTRE_SQUARES: u32 =
    1 << 13 | 1 << 14 | 1 << 17 | 1 << 18 | 1 << 9 | 1 << 10 | 1 << 21 | 1 << 22;
/// Squares 1, 5, 28 and 32: the two double corners.
const REFUGE_SQUARES: u32 = 1 | 1 << 4 | 1 << 27 | 1 << 31;
/// Squares 1 and 3 for Black, 30 and 32 for White, by [`Side::index`].
const GUARD_SQUARES: [u32; 2] = [1 | 1 << 2, 1 << 29 | 1 << 31];

/// The worth of a position to the side to move, in hundredths of a man. A lost position is no different here.
pub(super) fn judge(position: &Position) -> i32 {
    let [black, white] = Side::BOTH.map(|side| material(position, side));
    let mut score = black - white;
    // The side that is ahead gains by every exchange, and wins by coming close.
    score += (black - white) * 200 / (black + white).max(1);
    score += placement(position, Side::Black) - placement(position, Side::White);
    match (black - white).signum() {
        1 => score -= distance(position, Side::Black),
        -1 => score += distance(position, Side::White),
        _ => {}
    }
    if position.turn() == Side::Black { score } else { -score }
}

fn count(set: u32) -> i32 {
    set.count_ones().cast_signed() // at most 32
}

fn material(position: &Position, side: Side) -> i32 {
    count(position.set(side, Rank::Man)) * MAN + count(position.set(side, Rank::King)) * KING
}

fn placement(position: &Position, side: Side) -> i32 {
    let (men, kings) = (position.set(side, Rank::Man), position.set(side, Rank::King));
    let mut score = CENTRE * count((men | kings) & CENTRE_SQUARES);
    score += GUARD * count(men & GUARD_SQUARES[side.index()]);
    score += squares_of(men)
        .map(|square| {
            let gone = 7 - square.row().abs_diff(side.crown_row());
            ADVANCED[usize::from(gone.min(6))]
        })
        .sum::<i32>();
    if count(men | kings) <= 2 {
        score += REFUGE * count(kings & REFUGE_SQUARES);
    }
    score
}

/// What counts against a side that is ahead as its kings are far from the enemy.
fn distance(position: &Position, side: Side) -> i32 {
    let theirs = position.set(side.other(), Rank::Man) | position.set(side.other(), Rank::King);
    squares_of(position.set(side, Rank::King))
        .filter_map(|king| squares_of(theirs).map(|enemy| APART * steps(king, enemy)).min())
        .sum::<i32>()
        .min(FAR_APART)
}

/// How many steps a king needs from one square to another at least.
fn steps(from: Square, to: Square) -> i32 {
    i32::from(from.row().abs_diff(to.row()).max(from.column().abs_diff(to.column())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opening_is_even() {
        assert_eq!(judge(&Position::START), 0);
    }

    #[test]
    fn both_sides_are_judged_alike() {
        // (a position, the same with sides exchanged and the board turned)
        let pairs = [("B:W21,K10:B1,14", "W:W19,32:BK23,12"), ("W:W30,31:BK5", "B:WK28:B2,3")];
        for (one, other) in pairs {
            let [one, other] = [one, other].map(|fen| Position::from_fen(fen).expect("a position"));
            assert_eq!(judge(&one), judge(&other));
        }
    }

    #[test]
    fn a_man_more_is_worth_more_than_any_place() {
        let ahead = Position::from_fen("W:W29,30,31:B14,18").expect("a position");
        let turned = Position::with(Side::Black, ahead.pieces()).expect("the same pieces");
        assert!(judge(&ahead) > 50);
        assert_eq!(judge(&turned), -judge(&ahead));
    }
}
