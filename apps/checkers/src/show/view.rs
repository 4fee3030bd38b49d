//! One moment of a match as a picture: a function of the state and of the time since.
//!
//! A match is drawn from a copy. Where the drawing is ahead of the state by less than a tick, or by
//! half a second because the simulation hangs, the copy is simply played on: what shows is the same
//! as if the simulation had come that far.

use std::collections::VecDeque;

use cueline::{
    relay::Relay,
    sequencer::{EntryDuration, Role, Sequencer},
    time::{Span, Time},
    value::Lerp,
};

use super::{
    act::{Act, Mood},
    motions::{Motion, Motions},
    simulation::{Committing, Played},
    state::{Seat, State, shown_moves},
    table::{Standing, Table},
};
use crate::{
    board::{
        Look, draw_arrow, draw_board, draw_burst, draw_floating, draw_ghost, draw_hop, draw_mark,
        draw_piece, draw_target, draw_tint,
    },
    control::Control,
    desk::{Bar, Queue},
    layout::Layout,
    palette,
    picture::{Picture, Point, Rect, Shape},
    rules::{Occupant, PieceId, Rank, Side, Square},
    widgets::{self, draw_end, draw_player, draw_toast},
};

/// An act that is showing.
struct Live<'a> {
    act: &'a Act,
    start: Time,
    elapsed: Span,
    alpha: f64,
    motion: Motion,
}

/// What the pointer drags, or has let go of.
pub(super) struct Dragged {
    /// Where it stood.
    pub square: Square,
    /// Where the pointer is, or was.
    pub at: Point,
    /// How far it is from its square to there, 0..=1.
    pub away: f32,
    /// Whether the pointer has let go of it.
    pub is_free: bool,
}

/// How high a piece is lifted that is dragged, in squares.
const DRAG_LIFT: f32 = 0.25;

/// Stands on the board while the past is looked at.
pub(super) const PAST: &str = "This is the past: End for now, Enter to go on from here";

/// What is marked on the board.
#[derive(Clone, Copy, Debug)]
pub(super) enum Marks {
    /// What a person may do, and the square of that under the pointer.
    Present(Option<Square>),
    /// The past: no move is possible.
    Past,
}

/// A match at one moment.
pub(super) struct View<'a> {
    state: &'a State,
    motions: &'a Motions,
    table: Table,
    relay: Relay<Act>,
    /// What shows over the match, on the screen's own clock.
    notices: &'a Sequencer<Act>,
}

impl<'a> View<'a> {
    /// The match `ahead` after its state; less than zero counts as zero.
    pub(super) fn new(
        state: &'a State,
        ahead: Span,
        motions: &'a Motions,
        notices: &'a Sequencer<Act>,
    ) -> Self {
        let (mut table, mut relay) = (state.table.clone(), state.relay.clone());
        // Nothing is refused but a step backwards, and nothing is marked: sounds are not for a copy.
        let mut handler = Committing::new(&mut table, None);
        let _ = relay.display_mut().advance_with(ahead.max(Span::ZERO), &mut handler);
        Self { state, motions, table, relay, notices }
    }

    /// The moment on the display's clock.
    pub(super) fn now(&self) -> Time {
        self.relay.display().time()
    }

    fn live(&self) -> Vec<Live<'_>> {
        let mut live = Vec::new();
        for queue in [self.relay.display(), self.notices] {
            let now = queue.time();
            live.extend(queue.agenda().filter_map(|plan| {
                let start = plan.start.filter(|start| *start <= now)?;
                let Some(EntryDuration::Fixed(duration)) = plan.duration else { return None };
                let elapsed = now - start;
                let motion = self.motions.sample(plan.payload, elapsed);
                let alpha = elapsed.ratio(duration);
                Some(Live { act: plan.payload, start, elapsed, alpha, motion })
            }));
        }
        live
    }

    /// Draws the board with everything on it.
    pub(super) fn draw_board(
        &self,
        picture: &mut Picture,
        layout: &Layout,
        marks: Marks,
        dragged: Option<&Dragged>,
    ) {
        let live = self.live();
        draw_board(picture, layout);
        for square in Square::all() {
            picture.hot(layout.square(square), Control::Square(square));
        }
        if let Some((from, to)) = self.table.last {
            draw_tint(picture, layout, from, palette::ACCENT, 0.7);
            draw_tint(picture, layout, to, palette::ACCENT, 1.0);
        }
        if let Marks::Present(pointed) = marks {
            self.draw_choice(picture, layout, pointed);
        }
        self.draw_ghosts(picture, layout);
        for live in &live {
            if let Act::Buzz { square } = live.act {
                draw_mark(picture, layout, *square, palette::ALARM, live.motion.opacity);
            }
        }
        self.draw_pieces(picture, layout, &live, dragged);
        for live in &live {
            draw_over(picture, layout, live);
        }
        // What is looked at stands below what is said.
        let mut slot = 0.0;
        if matches!(marks, Marks::Past) {
            draw_toast(picture, layout, PAST, slot, 1.0, palette::ACCENT);
            slot += 1.0;
        }
        self.draw_toasts(picture, layout, &live, slot);
        let coming = live.iter().find_map(|live| match live.act {
            Act::Result { heading, detail } => Some((heading, detail, live.motion.along)),
            _ => None,
        });
        let over = self.table.result.as_ref().map(|(heading, detail)| (heading, detail, 1.0));
        if let Some((heading, detail, shown)) = coming.or(over) {
            draw_end(picture, layout, heading, detail, shown);
        }
    }

    /// The squares that a person may press now. The rules may be ahead of what shows: then only what the person has begun
    /// goes on.
    pub(super) fn choice(&self) -> Vec<Square> {
        let game = &self.state.game;
        let is_person = self.state.seats[game.turn().index()] == Seat::Person;
        let step = self.state.path.len();
        if !is_person || game.outcome().is_some() || step == 0 && !self.has_caught_up() {
            return Vec::new();
        }
        let moves = game.moves_along(&self.state.path);
        moves.iter().filter_map(|mv| mv.squares().get(step).copied()).collect()
    }

    /// What a person may do, and what the pointer is over of that.
    fn draw_choice(&self, picture: &mut Picture, layout: &Layout, pointed: Option<Square>) {
        let choice = self.choice();
        if self.state.seats[self.state.game.turn().index()] == Seat::Person {
            for square in &self.state.path {
                draw_mark(picture, layout, *square, palette::ACCENT, 1.0);
            }
        }
        for square in choice {
            if self.state.path.is_empty() {
                let strength = if pointed == Some(square) { 1.0 } else { 0.45 };
                draw_mark(picture, layout, square, palette::HINT, strength);
            } else {
                if pointed == Some(square) {
                    draw_mark(picture, layout, square, palette::HINT, 1.0);
                }
                draw_target(picture, layout, square, palette::HINT, 1.0);
            }
        }
    }

    /// Whether every decision of the rules has been shown.
    fn has_caught_up(&self) -> bool {
        !self.relay.display().agenda().any(|plan| plan.role == Role::Holding)
    }

    /// Draws what is decided and not shown yet: where pieces will go.
    fn draw_ghosts(&self, picture: &mut Picture, layout: &Layout) {
        let now = self.relay.display().time();
        for plan in self.relay.display().agenda() {
            let Act::Hop { piece, from, to, .. } = plan.payload else { continue };
            if plan.start.is_some_and(|start| start <= now) {
                continue;
            }
            draw_ghost(picture, layout, *from, *to, piece.side());
        }
    }

    fn draw_pieces(
        &self,
        picture: &mut Picture,
        layout: &Layout,
        live: &[Live<'_>],
        dragged: Option<&Dragged>,
    ) {
        let size = layout.square_size();
        let in_hand = dragged.and_then(|dragged| Some((self.in_hand(dragged)?, dragged)));
        let held = |piece| in_hand.filter(|(id, _)| *id == piece).map(|(_, dragged)| dragged);
        let moving = |piece: PieceId| {
            live.iter()
                .find(|live| matches!(live.act, Act::Hop { piece: moved, .. } if *moved == piece))
        };
        let (mut resting, mut hopping) = (Vec::new(), Vec::new());
        for (id, standing) in self.table.pieces() {
            match moving(id) {
                Some(live) => hopping.push((id, standing, live)),
                None => resting.push((id, standing)),
            }
        }
        for live in live {
            if let Act::Vanish { was, square } = live.act {
                let motion = live.motion;
                let look = Look {
                    opacity: motion.opacity,
                    scale: motion.scale,
                    ..look(was.side, was.rank)
                };
                draw_piece(picture, layout.square_center(*square), size, look);
            }
        }
        let (mut above, mut below) = (Vec::new(), Vec::new());
        for (id, standing) in resting {
            match held(id) {
                Some(dragged) => above.push((standing, id.side(), dragged)),
                None => below.push((id, standing)),
            }
        }
        for (id, standing) in below {
            let mut look = look(id.side(), standing.rank);
            let mut at = layout.square_center(standing.square);
            for live in live {
                self.dress(live, id, standing, size, &mut look, &mut at);
            }
            draw_piece(picture, at, size, look);
        }
        for (id, standing, live) in hopping {
            let Act::Hop { from, to, jump, .. } = live.act else { continue };
            let (from, to) = (layout.square_center(*from), layout.square_center(*to));
            let from = held(id).map_or(from, |dragged| dragged.at);
            if *jump {
                draw_hop(picture, from, to, size * 0.85, palette::TEXT.with_opacity(0.35));
            }
            let motion = live.motion;
            let lift = motion.lift * size;
            let look = Look { lift, scale: motion.scale, ..look(id.side(), standing.rank) };
            draw_piece(picture, from.towards(to, motion.along), size, look);
        }
        for (standing, side, dragged) in above {
            let home = layout.square_center(standing.square);
            let at = home.towards(dragged.at, dragged.away);
            let lift = size * DRAG_LIFT * dragged.away;
            let look = Look { lift, ..look(side, standing.rank) };
            draw_piece(picture, at.moved(0.0, lift), size, look);
        }
    }

    /// The piece that the pointer drags, or has let go of: the one that stands there, if a person has chosen it or it is
    /// about to hop.
    fn in_hand(&self, dragged: &Dragged) -> Option<PieceId> {
        let mut pieces = self.table.pieces();
        let (piece, _) = pieces.find(|(_, standing)| standing.square == dragged.square)?;
        let chosen = self.state.path.first() == Some(&dragged.square);
        (chosen || dragged.is_free || self.is_about_to_hop(piece)).then_some(piece)
    }

    /// Whether a hop of what stands there waits or plays.
    pub(super) fn will_leave(&self, square: Square) -> bool {
        let mut pieces = self.table.pieces();
        let piece = pieces.find(|(_, standing)| standing.square == square);
        piece.is_some_and(|(piece, _)| self.is_about_to_hop(piece))
    }

    fn is_about_to_hop(&self, piece: PieceId) -> bool {
        let mut acts = self.relay.display().agenda();
        acts.any(|plan| matches!(plan.payload, Act::Hop { piece: hops, .. } if *hops == piece))
    }

    /// Changes how a resting piece looks by what is going on with it.
    fn dress(
        &self,
        live: &Live<'_>,
        id: PieceId,
        standing: Standing,
        size: f32,
        look: &mut Look,
        at: &mut Point,
    ) {
        match live.act {
            Act::Crown { piece, .. } if *piece == id => {
                look.crown =
                    Some(self.motions.crown_frame(live.start, self.relay.display().time()));
                look.lift = live.motion.lift * size;
                look.glow = 1.0;
            }
            Act::Appear { piece } if *piece == id => look.opacity = live.motion.opacity,
            Act::Buzz { square } if *square == standing.square => {
                *at = at.moved(live.motion.shift * size, 0.0);
            }
            _ => {}
        }
    }

    fn draw_toasts(&self, picture: &mut Picture, layout: &Layout, live: &[Live<'_>], from: f32) {
        let toasts: Vec<_> = live
            .iter()
            .filter_map(|live| match live.act {
                Act::Toast { words, mood } => Some((words, *mood, live.motion)),
                _ => None,
            })
            .collect();
        // The newest is the lowest; three are enough to read.
        for (slot, (words, mood, motion)) in (0_u8..3).zip(toasts.iter().rev()) {
            let color = match mood {
                Mood::Calm => palette::CALM,
                Mood::Glad => palette::GOLD,
                Mood::Alarm => palette::ALARM,
            };
            let place = from + f32::from(slot) + motion.lift;
            draw_toast(picture, layout, words, place, motion.opacity, color);
        }
    }

    /// Draws the players with their scores.
    pub(super) fn draw_players(&self, picture: &mut Picture, layout: &Layout) {
        let live = self.live();
        for side in Side::BOTH {
            draw_player(picture, strip(layout, side), &self.player(side, &live));
        }
    }

    fn player(&self, side: Side, live: &[Live<'_>]) -> widgets::Player {
        let (score, scale) = self.score(side, live);
        let note = match self.state.seats[side.index()] {
            Seat::Record => "",
            Seat::Person => "you",
            Seat::Machine(level) => level.name(),
        };
        widgets::Player {
            side,
            name: self.state.names[side.index()].clone(),
            note: note.to_owned(),
            score: score.to_string(),
            score_scale: scale,
            captured: self.table.lost(side.other()),
            turn: self.turn(side, live),
        }
    }

    /// What stands on the board.
    pub(super) fn board(&self) -> Vec<(Square, Occupant)> {
        let pieces = self.table.pieces();
        pieces
            .map(|(id, Standing { square, rank })| (square, Occupant { side: id.side(), rank }))
            .collect()
    }

    /// The players, and what is said over the board, the newest last.
    pub(super) fn words(&self) -> Vec<String> {
        let live = self.live();
        let player = |side| {
            let widgets::Player { name, note, captured, .. } = self.player(side, &live);
            let points = self.table.score[side.index()];
            let note = if note.is_empty() { note } else { format!(" ({note})") };
            format!("{side}: {name}{note}, {points} points, {captured} captured")
        };
        let mut words = Side::BOTH.map(player).to_vec();
        words.extend(live.iter().filter_map(|live| match live.act {
            Act::Toast { words, .. } => Some(words.clone()),
            _ => None,
        }));
        let over = self.table.result.as_ref();
        words.extend(over.map(|(heading, detail)| format!("{heading}: {detail}")));
        words
    }

    /// Points as they show now, and how large.
    fn score(&self, side: Side, live: &[Live<'_>]) -> (u32, f32) {
        let rolling = live.iter().rev().find_map(|live| match live.act {
            Act::Score { side: of, from, to } if *of == side => Some((from, to, live.motion)),
            _ => None,
        });
        match rolling {
            Some((from, to, motion)) => (from.lerp(to, f64::from(motion.along)), motion.scale),
            None => (self.table.score[side.index()], 1.0),
        }
    }

    /// How much it is a side's turn.
    fn turn(&self, side: Side, live: &[Live<'_>]) -> f32 {
        let passing = live.iter().find_map(|live| match live.act {
            Act::Turn { to } => Some((*to, live.motion.along)),
            _ => None,
        });
        match passing {
            Some((to, along)) if to == side => along,
            Some((_, along)) => 1.0 - along,
            None => f32::from(u8::from(self.table.turn == side)),
        }
    }

    /// The queue: what has played, what plays, and what waits.
    pub(super) fn queue(&self, played: &VecDeque<Played>, hovered: Option<u64>) -> Queue {
        let now = self.now();
        let over = |played: &Played| Bar {
            number: played.number,
            label: played.act.label(),
            role: played.role,
            start: played.start,
            end: Some(played.end),
        };
        let mut bars: Vec<Bar> = played.iter().map(over).collect();
        let (mut entries, mut left) = (0_usize, now);
        for plan in self.relay.display().agenda() {
            entries += 1;
            let Some(start) = plan.start else { continue };
            let end = match plan.duration {
                Some(EntryDuration::Fixed(duration)) => Some(start + duration),
                _ => None,
            };
            left = left.max(end.unwrap_or(left));
            let (number, label) = (plan.id.number(), plan.payload.label());
            bars.push(Bar { number, label, role: plan.role, start, end });
        }
        let left = (left - now).as_secs_f64();
        let caption = format!("{entries} entries, {left:.2} s to go");
        Queue { now, bars, hovered, caption }
    }

    /// Lights up what the entry of that number moves.
    pub(super) fn draw_lit(
        &self,
        picture: &mut Picture,
        layout: &Layout,
        played: &VecDeque<Played>,
        number: u64,
    ) {
        let mut queued = self.relay.display().agenda();
        let queued = queued.find(|plan| plan.id.number() == number).map(|plan| plan.payload);
        let over = || played.iter().find(|played| played.number == number);
        let Some(act) = queued.or_else(|| over().map(|played| &played.act)) else { return };
        let squares = match act {
            Act::Hop { from, to, .. } => vec![*from, *to],
            Act::Vanish { square, .. }
            | Act::Crown { square, .. }
            | Act::Worth { square, .. }
            | Act::Buzz { square } => vec![*square],
            Act::Hint { squares } => squares.clone(),
            Act::Remove { piece } | Act::Appear { piece } => {
                let of_piece = self.table.pieces().filter(|(id, _)| id == piece);
                of_piece.map(|(_, standing)| standing.square).collect()
            }
            Act::Score { side, .. } | Act::Turn { to: side } => {
                let strip = Shape::rounded(strip(layout, *side), 6.0);
                return picture.stroke(strip, palette::TEXT, 1.5);
            }
            Act::Think | Act::Toast { .. } | Act::Result { .. } => Vec::new(),
        };
        for square in squares {
            draw_mark(picture, layout, square, palette::TEXT, 1.0);
        }
    }

    /// Moves that have been shown to their end.
    pub(super) fn shown_moves(&self) -> usize {
        shown_moves(&self.state.game, &self.relay)
    }

    /// The side whose turn it is on the board.
    pub(super) fn turn_shown(&self) -> Side {
        self.table.turn
    }

    /// The state that is drawn.
    pub(super) fn state(&self) -> &State {
        self.state
    }

    /// The moves that were shown as they are written.
    pub(super) fn moves(&self) -> Vec<String> {
        let shown = self.state.game.moves().take(self.shown_moves());
        shown.map(|mv| mv.to_string()).collect()
    }
}

/// What lies over the pieces.
fn draw_over(picture: &mut Picture, layout: &Layout, live: &Live<'_>) {
    let size = layout.square_size();
    let motion = live.motion;
    match live.act {
        Act::Vanish { square, .. } => {
            let at = layout.square_center(*square);
            draw_burst(picture, at, size * 0.42, palette::GOLD, motion.along);
        }
        Act::Worth { square, points, times } => {
            let words = match times {
                1 => format!("+{points}"),
                times => format!("+{points}  x{times}"),
            };
            let at = layout.square_center(*square).moved(0.0, -motion.lift * size);
            let color = if *times > 1 { palette::GOLD } else { palette::TEXT };
            draw_floating(
                picture,
                layout,
                &words,
                at,
                color.with_opacity(motion.opacity),
                motion.scale,
            );
        }
        Act::Hint { squares } => {
            #[expect(clippy::cast_precision_loss, reason = "a dozen squares at most")]
            let grown = motion.along * (squares.len().saturating_sub(1)) as f32;
            draw_arrow(picture, layout, squares, palette::HINT.with_opacity(motion.opacity), grown);
        }
        _ => debug_assert!(live.alpha <= 1.0 && live.elapsed >= Span::ZERO),
    }
}

/// Where a player's strip is: above the board or below it.
fn strip(layout: &Layout, side: Side) -> Rect {
    let upper = if layout.is_turned() { Side::White } else { Side::Black };
    if side == upper { layout.top } else { layout.bottom }
}

fn look(side: Side, rank: Rank) -> Look {
    match rank {
        Rank::Man => Look::man(side),
        Rank::King => Look::king(side),
    }
}
