//! The queue as bars on a time axis, with the playhead.

use crate::{
    palette,
    picture::{Color, Picture, Point, Rect, Shape, Text},
};

/// An entry of the queue.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// In which lane, from 0 at the top.
    pub lane: u8,
    /// When it begins, in seconds on the axis of the queue.
    pub start: f64,
    /// When it ends; infinite where it is held open.
    pub end: f64,
    /// What it is.
    pub label: String,
    /// Its colour.
    pub color: Color,
}

/// What of the queue shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Queue {
    /// The first second that shows, at the left edge.
    pub from: f64,
    /// The last one, at the right edge; after `from`.
    pub to: f64,
    /// Where the playhead is.
    pub now: f64,
    /// The lanes' names from the top, each with its number of rows: bars that show together lie in different rows.
    pub lanes: Vec<(String, u8)>,
    /// The entries.
    pub bars: Vec<Bar>,
    /// Where epochs begin.
    pub epochs: Vec<f64>,
    /// A line above, such as how much is still to play.
    pub caption: String,
}

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
    let place = |at: f64| {
        #[expect(clippy::cast_possible_truncation, reason = "a place in pixels, clamped")]
        let fraction = ((at - queue.from) / (queue.to - queue.from)).clamp(0.0, 1.0) as f32;
        axis.x + axis.w * fraction
    };
    let inside = |at: f64| at >= queue.from && at <= queue.to;
    let below = axis.bottom() - 14.0;
    for second in seconds(queue.from, queue.to) {
        let x = place(second);
        let line = Shape::line(Point::new(x, axis.y), Point::new(x, below));
        picture.stroke(line, palette::EDGE.faded(0.55), 1.0);
        let label =
            // Adding zero turns -0 into 0.
            Text::new(format!("{:.0} s", second + 0.0), Point::new(x, below + 8.0), 10.0, palette::MUTED);
        if x > axis.x + 8.0 && x < axis.right() - 8.0 {
            picture.text(label.centered());
        }
    }
    for &epoch in queue.epochs.iter().filter(|&&epoch| inside(epoch)) {
        let x = place(epoch);
        let line = Shape::line(Point::new(x, axis.y), Point::new(x, below));
        picture.stroke(line, palette::ACCENT.faded(0.35), 1.0);
    }
    let rows = queue.lanes.iter().map(|(_, rows)| *rows).fold(0_u8, u8::saturating_add).max(1);
    let height = ((below - axis.y) / f32::from(rows)).min(48.0);
    let mut first = 0;
    for (lane, (name, rows)) in (0_u8..).zip(&queue.lanes) {
        let y = axis.y + height * (f32::from(first) + f32::from(*rows) / 2.0);
        picture.text(
            Text::new(name.as_str(), Point::new(names.x, y), 11.0, palette::MUTED)
                .fitted(names.w - 6.0),
        );
        for (bar, row) in stacked(&queue.bars, lane, *rows) {
            if bar.end < queue.from || bar.start > queue.to {
                continue;
            }
            let (left, right) = (place(bar.start), place(bar.end));
            let y = axis.y + height * (f32::from(first + row) + 0.1);
            // A little narrower, so that a gap separates neighbours.
            let shape = Rect::new(left, y, (right - left - 1.0).max(2.0), height * 0.8);
            let done = bar.end <= queue.now;
            let color = if done { bar.color.mix(palette::WELL, 0.6) } else { bar.color };
            picture.fill(Shape::rounded(shape, 3.0), color);
            let size = (height * 0.62).clamp(8.0, 11.0);
            let at = Point::new(left + 4.0, shape.center().y);
            let text = Text::new(bar.label.as_str(), at, size, palette::WELL);
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
fn stacked(bars: &[Bar], lane: u8, rows: u8) -> Vec<(&Bar, u8)> {
    let mut bars: Vec<_> = bars.iter().filter(|bar| bar.lane == lane).collect();
    bars.sort_by(|a, b| a.start.total_cmp(&b.start));
    let mut ends = vec![f64::NEG_INFINITY; usize::from(rows)];
    let mut placed = Vec::new();
    for bar in bars {
        let free = ends.iter().position(|end| *end <= bar.start);
        let row = free.unwrap_or(ends.len().saturating_sub(1));
        if let Some(end) = ends.get_mut(row) {
            *end = end.max(bar.end);
        }
        placed.push((bar, u8::try_from(row).unwrap_or(u8::MAX)));
    }
    placed
}

/// The whole seconds from `from` to `to`, at most a few dozen.
fn seconds(from: f64, to: f64) -> impl Iterator<Item = f64> {
    core::iter::successors(Some(libm::ceil(from)), |second| Some(second + 1.0))
        .take_while(move |&second| second <= to)
        .take(60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_that_show_together_lie_in_different_rows() {
        let bar =
            |lane, start, end| Bar { lane, start, end, label: String::new(), color: palette::HINT };
        let bars = [
            bar(1, 0.0, 0.6),
            bar(1, 0.0, 0.9),
            bar(0, 0.0, 5.0),
            bar(1, 0.2, 0.4),
            bar(1, 0.6, 1.0),
            bar(1, 0.95, 1.2),
        ];
        let rows: Vec<_> =
            stacked(&bars, 1, 3).iter().map(|(bar, row)| (bar.start, *row)).collect();
        assert_eq!(rows, [(0.0, 0), (0.0, 1), (0.2, 2), (0.6, 0), (0.95, 1)]);
        let crowded = stacked(&bars, 1, 1);
        assert!(crowded.iter().all(|(_, row)| *row == 0), "as many rows as there are");
    }
}
