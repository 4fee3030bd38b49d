//! The queue of a film as bars on a time axis, with the playhead. A window has lanes that answer the pointer instead, with the
//! same rows, names and colours.

use cueline::{
    sequencer::Role,
    time::{Span, Time},
};

use crate::{
    desk::{Bar, Queue},
    palette,
    picture::{Color, Picture, Point, Rect, Shape, Text},
};

/// How much of the past shows.
const BEFORE: Span = Span::from_secs(1);
/// How much of the future shows.
const AFTER: Span = Span::from_millis(2600);

/// The lanes from the top: bars that show together lie in different ones of the rows of their lane.
const LANES: [(Role, &str, usize, Color); 3] = [
    (Role::Holding, "blocking", 1, Color::hex(0x965f24)),
    (Role::Free, "non-blocking", 7, Color::hex(0x4264aa)),
    (Role::Background, "background", 2, Color::hex(0x3e764c)),
];

/// The queue in `rect`; bars outside of the axis are cut.
pub fn draw_queue(picture: &mut Picture, rect: Rect, queue: &Queue) {
    if rect.w <= 0.0 || rect.h < 40.0 {
        return;
    }
    picture.fill(Shape::rounded(rect, 6.0), palette::WELL);
    let (head, body) = rect.grown(-8.0).split_top(16.0);
    let middle = head.center().y;
    picture.text(Text::new("Queue", Point::new(head.x, middle), 12.0, palette::MUTED));
    let caption =
        Text::new(queue.caption.as_str(), Point::new(head.right(), middle), 12.0, palette::MUTED);
    picture.text(caption.right().fitted(head.w * 0.75));
    let body = body.split_top(4.0).1;
    let (names, axis) = body.split_left(74.0);
    let (from, whole) = (queue.now - BEFORE, BEFORE + AFTER);
    let is_inside = |at: Time| from <= at && at <= from + whole;
    let place = |at: Time| {
        #[expect(clippy::cast_possible_truncation, reason = "a place in pixels, clamped")]
        let fraction = (at - from).ratio(whole).clamp(0.0, 1.0) as f32;
        axis.x + axis.w * fraction
    };
    let below = axis.bottom() - 14.0;
    for second in seconds(from, from + whole) {
        let x = place(Time::from_secs(second));
        let line = Shape::line(Point::new(x, axis.y), Point::new(x, below));
        picture.stroke(line, palette::EDGE.faded(0.55), 1.0);
        let at = Point::new(x, below + 8.0);
        if x > axis.x + 8.0 && x < axis.right() - 8.0 {
            picture.text(Text::new(format!("{second} s"), at, 10.0, palette::MUTED).centered());
        }
    }
    let holding = queue.bars.iter().filter(|bar| bar.role == Role::Holding);
    for epoch in holding.map(|bar| bar.start).filter(|start| is_inside(*start)) {
        let x = place(epoch);
        let line = Shape::line(Point::new(x, axis.y), Point::new(x, below));
        picture.stroke(line, palette::ACCENT.faded(0.35), 1.0);
    }
    let px = |number: usize| f32::from(u16::try_from(number).unwrap_or(u16::MAX));
    let rows = LANES.iter().map(|(_, _, rows, _)| rows).sum();
    let height = ((below - axis.y) / px(rows)).min(48.0);
    let mut first = 0;
    for (role, name, rows, color) in LANES {
        let y = axis.y + height * (px(first) + px(rows) / 2.0);
        picture.text(
            Text::new(name, Point::new(names.x, y), 11.0, palette::MUTED).fitted(names.w - 6.0),
        );
        for (bar, row) in stacked(&queue.bars, role, rows) {
            if bar.end.is_some_and(|end| end < from) || bar.start > from + whole {
                continue;
            }
            let (left, right) = (place(bar.start), bar.end.map_or(axis.right(), place));
            let y = axis.y + height * (px(first + row) + 0.1);
            // A little narrower, so that a gap separates neighbours.
            let shape = Rect::new(left, y, (right - left - 1.0).max(2.0), height * 0.8);
            let done = bar.end.is_some_and(|end| end <= queue.now);
            let color = if done { color.mix(palette::WELL, 0.6) } else { color };
            picture.fill(Shape::rounded(shape, 3.0), color);
            let size = (height * 0.62).clamp(8.0, 11.0);
            let at = Point::new(left + 4.0, shape.center().y);
            let text = Text::new(bar.label.as_str(), at, size, palette::TEXT);
            if shape.w > size * 3.0 && height >= size {
                picture.text(text.fitted(shape.w - 6.0));
            }
        }
        first += rows;
    }
    let x = place(queue.now);
    let line = Shape::line(Point::new(x, axis.y - 2.0), Point::new(x, below));
    picture.stroke(line, palette::TEXT, 1.5);
    let tip = [(-4.5, -5.0), (4.5, -5.0), (0.0, 2.0)];
    let head = tip.map(|(dx, dy)| Point::new(x + dx, axis.y + dy));
    picture.fill(Shape::Polygon(head.to_vec()), palette::TEXT);
}

/// The bars of a lane with their rows, from 0: each lies in the first row whose bars are over when it begins. A bar for
/// which no row is free lies in the last one.
fn stacked(bars: &[Bar], role: Role, rows: usize) -> Vec<(&Bar, usize)> {
    let mut bars: Vec<_> = bars.iter().filter(|bar| bar.role == role).collect();
    bars.sort_by_key(|bar| bar.start);
    let mut ends = vec![Time::MIN; rows];
    let mut placed = Vec::new();
    for bar in bars {
        let free = ends.iter().position(|end| *end <= bar.start);
        let row = free.unwrap_or(ends.len().saturating_sub(1));
        if let Some(end) = ends.get_mut(row) {
            *end = (*end).max(bar.end.unwrap_or(Time::MAX));
        }
        placed.push((bar, row));
    }
    placed
}

/// The whole seconds from `from` to `to`, at most a few dozen.
fn seconds(from: Time, to: Time) -> impl Iterator<Item = i64> {
    let whole = Span::from_secs(1).flicks();
    let first = (from - Time::ZERO).flicks().div_euclid(whole);
    (first..)
        .skip_while(move |second| Time::from_secs(*second) < from)
        .take(60)
        .take_while(move |second| Time::from_secs(*second) <= to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_that_show_together_lie_in_different_rows() {
        let bar = |role, start, end| Bar {
            number: 0,
            label: String::new(),
            role,
            start: Time::from_millis(start),
            end: Some(Time::from_millis(end)),
        };
        let bars = [
            bar(Role::Free, 0, 600),
            bar(Role::Free, 0, 900),
            bar(Role::Holding, 0, 5000),
            bar(Role::Free, 200, 400),
            bar(Role::Free, 600, 1000),
            bar(Role::Free, 950, 1200),
        ];
        let free = |rows| stacked(&bars, Role::Free, rows);
        let rows: Vec<_> = free(3).iter().map(|(bar, row)| (bar.start, *row)).collect();
        let expected = [(0, 0), (0, 1), (200, 2), (600, 0), (950, 1)];
        assert_eq!(rows, expected.map(|(start, row)| (Time::from_millis(start), row)));
        assert!(free(1).iter().all(|(_, row)| *row == 0), "as many rows as there are");
    }

    #[test]
    fn whole_seconds_lie_between_both_ends() {
        let found = |from, to| seconds(Time::from_millis(from), Time::from_millis(to));
        assert_eq!(found(-1000, 2600).collect::<Vec<_>>(), [-1, 0, 1, 2]);
        assert_eq!(found(1, 1000).collect::<Vec<_>>(), [1]);
    }
}
