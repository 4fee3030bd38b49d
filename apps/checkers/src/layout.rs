//! Where everything lies in a window of any size, and which square lies under a point.
//!
//! A wide window has the board on the left and a panel on the right; any other has the board above a
//! row of buttons. A bare layout is for renderings: no buttons, and a panel only where there is room.
//! An area without room is empty, and what belongs into it is not to be drawn.

use crate::{
    control::Control,
    picture::{Point, Rect},
    rules::Square,
};

/// Where everything lies, in logical pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The whole window.
    pub window: Rect,
    /// Physical pixels to a logical one.
    pub scale: f32,
    /// The board with its frame.
    pub frame: Rect,
    /// The 8 x 8 squares.
    pub board: Rect,
    /// Strip above the board: the player up there.
    pub top: Rect,
    /// Strip below the board: the player down there.
    pub bottom: Rect,
    /// The bar of the match so far, under all of that.
    pub scrub: Rect,
    /// The panel; it holds all of the following but the buttons, which can also stand alone.
    pub panel: Rect,
    /// Name and place of the game.
    pub title: Rect,
    /// Lines about the position and the last moves.
    pub info: Rect,
    /// The queue's bars.
    pub queue: Rect,
    /// What is measured.
    pub meters: Rect,
    /// The speed slider's track.
    pub slider: Rect,
    /// The buttons.
    pub buttons: Vec<(Control, Rect)>,
    controls: Controls,
    turn: f32,
}

/// Whether the screen has controls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Controls {
    /// A person can press them.
    Shown,
    /// A rendering.
    Bare,
}

/// The buttons of each row.
const ROWS: [&[Control]; 3] = [
    &[Control::Pause, Control::Step, Control::Skip, Control::Undo],
    &[Control::Hint, Control::Sides, Control::New, Control::Menu],
    &[Control::Rewind, Control::Save, Control::Load, Control::Stall],
];
const GAP: f32 = 8.0;
const MARGIN: f32 = 16.0;
const BUTTON: f32 = 40.0;
const SCRUB: f32 = 36.0;
/// Width of a button at the end of the bar of the match.
const SIDE_BUTTON: f32 = 84.0;
/// The same where there is little room.
const NARROW_BUTTON: f32 = 70.0;
/// The least height of the queue's bars.
const QUEUE: f32 = 110.0;
/// A slider.
const SLIDER: f32 = 34.0;

impl Layout {
    /// A layout for a window of `width` x `height` logical pixels, each of which is `scale` physical
    /// ones high and wide. A window too small for a board counts as 64 pixels wide and high.
    #[must_use]
    pub fn new(width: f32, height: f32, scale: f32, controls: Controls) -> Self {
        let window = Rect::new(0.0, 0.0, width.max(64.0), height.max(64.0));
        let margin = MARGIN.min(window.w.min(window.h) * 0.03);
        let inner = window.grown(-margin);
        let mut layout = Self {
            window,
            scale,
            frame: Rect::default(),
            board: Rect::default(),
            top: Rect::default(),
            bottom: Rect::default(),
            scrub: Rect::default(),
            panel: Rect::default(),
            title: Rect::default(),
            info: Rect::default(),
            queue: Rect::default(),
            meters: Rect::default(),
            slider: Rect::default(),
            buttons: Vec::new(),
            controls,
            turn: 0.0,
        };
        let side = (inner.w * 0.36).clamp(250.0, 420.0);
        if window.w >= window.h * 1.2 && inner.w > side * 2.0 {
            let board_width = (inner.w - side - margin).min(inner.h);
            let (left, rest) = inner.split_left(board_width);
            layout.place_board(left, controls);
            let (_, panel) = rest.split_left(margin);
            layout.place_panel(panel, controls);
        } else if controls == Controls::Shown && inner.h > 240.0 {
            // The board takes the whole width; what is left below goes to the queue and the speed.
            let strip = (inner.h * 0.065).clamp(14.0, 46.0);
            let left = inner.h - (inner.w + strip * 2.0 + SCRUB);
            let three = BUTTON * 3.0 + GAP * 3.0;
            let rows = if left >= three { 3 } else { 2 };
            let slider = if left >= three + SLIDER + GAP { SLIDER + GAP } else { 0.0 };
            let buttons = (BUTTON + GAP) * if rows == 3 { 3.0 } else { 2.0 };
            let queue = left - buttons - slider - GAP;
            let queue = if queue >= QUEUE { queue.min(QUEUE * 2.0) + GAP } else { 0.0 };
            let (above, mut below) = inner.split_top(inner.h - buttons - slider - queue);
            layout.place_board(above, controls);
            if queue > 0.0 {
                (layout.queue, below) = below.split_top(GAP).1.split_top(queue - GAP);
            }
            if slider > 0.0 {
                (layout.slider, below) = below.split_top(GAP).1.split_top(SLIDER);
            }
            layout.place_buttons(below.split_top(GAP).1, &ROWS[..rows]);
        } else {
            layout.place_board(inner, Controls::Bare);
        }
        layout
    }

    /// The same with the board turned by this part of half a turn, 0..=1: at 1, square 32 is on the upper left. On the way
    /// the squares go round the middle of the board and stay upright.
    #[must_use]
    pub fn turned(mut self, turn: f32) -> Self {
        self.turn = turn.clamp(0.0, 1.0);
        self
    }

    /// Whether the side that begins is nearer to the lower edge.
    #[must_use]
    pub fn is_turned(&self) -> bool {
        self.turn > 0.5
    }

    /// Whether a person can press anything.
    #[must_use]
    pub fn has_controls(&self) -> bool {
        self.controls == Controls::Shown
    }

    /// Width and height of a square.
    #[must_use]
    pub fn square_size(&self) -> f32 {
        self.board.w / 8.0
    }

    /// The square in a row and a column of the screen, both 0..=7 from the upper left.
    #[must_use]
    pub fn cell(&self, row: u8, column: u8) -> Rect {
        let size = self.square_size();
        let (x, y) = (f32::from(column) * size, f32::from(row) * size);
        Rect::new(self.board.x + x, self.board.y + y, size, size)
    }

    /// Where `square` lies.
    #[must_use]
    pub fn square(&self, square: Square) -> Rect {
        let (row, column) = (square.row(), square.column());
        if self.turn >= 1.0 {
            return self.cell(7 - row, 7 - column);
        }
        let cell = self.cell(row, column);
        if self.turn <= 0.0 {
            return cell;
        }
        let (middle, here) = (self.board.center(), cell.center());
        let (x, y) = (here.x - middle.x, here.y - middle.y);
        let angle = self.turn * core::f32::consts::PI;
        let (sin, cos) = (libm::sinf(angle), libm::cosf(angle));
        Rect::around(middle.moved(x * cos - y * sin, x * sin + y * cos), cell.w / 2.0)
    }

    /// The middle of `square`.
    #[must_use]
    pub fn square_center(&self, square: Square) -> Point {
        self.square(square).center()
    }

    /// The dark square under a point; `None` on a light square or outside the board.
    #[must_use]
    pub fn square_at(&self, at: Point) -> Option<Square> {
        Square::all().find(|&square| self.square(square).contains(at))
    }

    /// The scale of text on the board: 1 for a board 640 logical pixels wide.
    #[must_use]
    pub fn unit(&self) -> f32 {
        self.board.w / 640.0
    }

    fn place_board(&mut self, area: Rect, controls: Controls) {
        let scrub = if controls == Controls::Shown && area.h > 300.0 { SCRUB } else { 0.0 };
        let (area, below) = area.split_top(area.h - scrub);
        let strip = (area.h * 0.065).clamp(14.0, 46.0);
        let size = area.w.min(area.h - strip * 2.0);
        // Whole pixels keep the squares' edges sharp.
        let border = (size * 0.022).round();
        let square = ((size - border * 2.0) / 8.0 * self.scale).floor() / self.scale;
        let outer = square * 8.0 + border * 2.0;
        let x = (area.x + (area.w - outer) / 2.0).round();
        let y = (area.y + strip + (area.h - strip * 2.0 - outer) / 2.0).round();
        self.frame = Rect::new(x, y, outer, outer);
        self.board = self.frame.grown(-border);
        self.top = Rect::new(x, y - strip, outer, strip);
        self.bottom = Rect::new(x, y + outer, outer, strip);
        if scrub > 0.0 {
            let button = if outer > SIDE_BUTTON * 4.0 { SIDE_BUTTON } else { NARROW_BUTTON };
            let taken = if outer > NARROW_BUTTON * 4.0 { (button + GAP) * 2.0 } else { 0.0 };
            let (bar, buttons) = Rect { x, w: outer, ..below }.split_left(outer - taken);
            self.scrub = bar;
            if taken > 0.0 {
                let buttons = buttons.split_left(GAP).1;
                for (index, control) in [(0, Control::Live), (1, Control::Continue)] {
                    let rect = buttons.column(index, 2, GAP);
                    self.buttons.push((control, Rect { y: rect.y + 2.0, h: rect.h - 4.0, ..rect }));
                }
            }
        }
    }

    fn place_panel(&mut self, area: Rect, controls: Controls) {
        self.panel = area;
        let mut rest = area.grown(-MARGIN);
        let mut take = |height: f32| {
            let (strip, below) = rest.split_top(height);
            rest = below.split_top(MARGIN * 0.75).1;
            strip
        };
        let roomy = area.h > 560.0;
        self.title = take(if roomy { 52.0 } else { 40.0 });
        let fixed = match controls {
            Controls::Shown => BUTTON * 3.0 + GAP * 2.0 + 34.0 + MARGIN * 1.5,
            Controls::Bare => 0.0,
        };
        let meters = if roomy { 62.0 } else { 44.0 };
        let gaps = MARGIN * 0.75 * 3.0;
        let left = (area.bottom() - MARGIN - self.title.bottom() - gaps - fixed - meters).max(0.0);
        // Where the bars would lie over each other, the moves have their place.
        let info = match controls {
            _ if roomy => 76.0,
            Controls::Shown if left < QUEUE => left,
            _ => 0.0,
        };
        self.info = take(info);
        self.queue = take(left - info);
        self.meters = take(meters);
        if controls == Controls::Shown {
            self.slider = take(34.0);
            let buttons = take(BUTTON * 3.0 + GAP * 2.0);
            self.place_buttons(buttons, &ROWS);
        }
    }

    fn place_buttons(&mut self, area: Rect, rows: &[&[Control]]) {
        let mut rest = area;
        for row in rows {
            let (line, below) = rest.split_top(BUTTON);
            rest = below.split_top(GAP).1;
            for (index, &control) in (0u16..).zip(row.iter()) {
                let count = u16::try_from(row.len()).unwrap_or(u16::MAX);
                self.buttons.push((control, line.column(index, count, GAP)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: [(f32, f32); 7] = [
        (1120.0, 760.0),
        (640.0, 420.0),
        (480.0, 480.0),
        (400.0, 900.0),
        (2560.0, 1440.0),
        (64.0, 64.0),
        (0.0, 0.0),
    ];

    #[test]
    fn every_square_is_found_at_its_center_and_upper_left_corner() {
        for (width, height) in SIZES {
            for turn in [0.0, 1.0] {
                let layout = Layout::new(width, height, 1.0, Controls::Shown).turned(turn);
                for square in Square::all() {
                    let rect = layout.square(square);
                    for at in [rect.center(), Point::new(rect.x, rect.y)] {
                        let found = layout.square_at(at);
                        assert_eq!(found, Some(square), "{width}x{height}, turned: {turn}");
                    }
                }
            }
        }
    }

    #[test]
    fn light_squares_and_the_frame_are_no_square() {
        let layout = Layout::new(1000.0, 800.0, 1.0, Controls::Shown);
        let outside = layout.frame.center().moved(layout.frame.w, 0.0);
        for at in [layout.cell(0, 0).center(), layout.cell(7, 7).center(), outside] {
            assert_eq!(layout.square_at(at), None, "{at:?}");
        }
        assert_eq!(layout.square_at(layout.cell(0, 1).center()), Square::new(1));
        assert_eq!(layout.square_at(layout.cell(7, 6).center()), Square::new(32));
    }

    #[test]
    fn a_turned_board_has_square_32_first() {
        let layout = Layout::new(1000.0, 800.0, 1.0, Controls::Shown).turned(1.0);
        assert_eq!(layout.square_at(layout.cell(0, 1).center()), Square::new(32));
    }

    #[test]
    fn a_board_that_turns_takes_each_square_round_the_middle_to_its_place() {
        let layout = |turn| Layout::new(1000.0, 800.0, 1.0, Controls::Shown).turned(turn);
        let middle = layout(0.0).board.center();
        let far = |at: Point| libm::hypotf(at.x - middle.x, at.y - middle.y);
        for square in Square::all() {
            let (mut last, end) = (layout(0.0), layout(1.0).square_center(square));
            for step in 1_u8..=50 {
                let next = layout(f32::from(step) / 50.0);
                let (before, here) = (last.square_center(square), next.square_center(square));
                assert!((far(before) - far(here)).abs() < 0.01, "{square:?} stays as far out");
                let moved = libm::hypotf(here.x - before.x, here.y - before.y);
                assert!(moved < far(here) * 0.07, "{square:?} goes by {moved} at step {step}");
                last = next;
            }
            let there = last.square_center(square);
            assert!(libm::hypotf(there.x - end.x, there.y - end.y) < 0.01, "{square:?}");
        }
    }

    #[test]
    fn nothing_overlaps_and_nothing_sticks_out() {
        for (width, height) in SIZES {
            for controls in [Controls::Shown, Controls::Bare] {
                let layout = Layout::new(width, height, 1.0, controls);
                let mut areas =
                    vec![layout.frame, layout.top, layout.bottom, layout.title, layout.info];
                areas.extend([layout.queue, layout.meters, layout.slider, layout.scrub]);
                areas.extend(layout.buttons.iter().map(|(_, rect)| *rect));
                areas.retain(|area| area.w > 0.0 && area.h > 0.0);
                for (index, &area) in areas.iter().enumerate() {
                    let area = area.grown(-0.01); // rounding
                    let end = Point::new(area.right(), area.bottom());
                    let inside =
                        [Point::new(area.x, area.y), end].map(|at| layout.window.contains(at));
                    assert_eq!(inside, [true; 2], "{width}x{height} {controls:?} {area:?}");
                    for &other in &areas[..index] {
                        let shared = area.within(other.grown(-0.01));
                        assert!(shared.w * shared.h <= 0.0, "{width}x{height} {area:?} {other:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_small_window_has_all_buttons_and_the_moves() {
        for (width, height) in [(640.0, 420.0), (1120.0, 760.0), (400.0, 900.0), (360.0, 640.0)] {
            let layout = Layout::new(width, height, 1.0, Controls::Shown);
            let shown = |control| layout.buttons.iter().any(|(shown, _)| *shown == control);
            let ends = [Control::Live, Control::Continue];
            for control in ROWS.into_iter().flatten().copied().chain(ends) {
                assert!(shown(control), "{control:?} at {width}x{height}");
            }
            let queue = layout.queue.h;
            assert!(queue == 0.0 || queue >= QUEUE, "a queue of {queue} at {width}x{height}");
            assert!(width < height || layout.info.h >= 38.0, "two rows at {width}x{height}");
        }
    }

    #[test]
    fn squares_lie_on_whole_physical_pixels() {
        for scale in [1.0, 1.5, 2.0] {
            let layout = Layout::new(1000.0, 701.0, scale, Controls::Shown);
            let size = layout.square_size() * scale;
            assert!((size - size.round()).abs() < 1e-3, "{size} at scale {scale}");
        }
    }
}
