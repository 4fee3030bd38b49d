//! Bars with a playhead, and the present values.

use cueline::time::Span;
use cueline_picture::{Picture, Point, Rect, Shape, Text};

use super::colors::{ACCENT, BAR, FAINT, INK, RULE};
use crate::{
    bars::{Bar, Chart, chart, seconds},
    numbers::short,
    open::{Opened, Thing},
};

#[derive(Debug)]
pub(crate) struct Rows {
    thing: Thing,
    chart: Chart,
}

impl Rows {
    pub(super) fn new(opened: &Opened, thing: &Thing) -> Self {
        Self { thing: thing.clone(), chart: chart(opened, thing) }
    }

    pub(super) fn draw<C: Copy + PartialEq>(&self, picture: &mut Picture<C>, area: Rect, at: Span) {
        let values = self.thing.values(at);
        if let Some(words) = self.empty() {
            picture.text(Text::new(words, area.center(), 14.0, FAINT).centered());
            return;
        }
        let rows = (1 + self.chart.bars.len() + values.len()) as f32;
        let height = (area.h / rows).clamp(10.0, 26.0);
        let size = (height * 0.6).min(14.0);
        let shown = self.shown(whole(area.h / height));
        let names = shown.iter().map(|bar| text(bar, size).width());
        let widest = names.fold(40.0, f32::max).min(area.w * 0.35);
        let (_, bars) = area.split_left(widest + 16.0);
        let bars = Rect { w: bars.w - 12.0, ..bars };
        let x = |at: f64| bars.x + bars.w * fraction(at / self.chart.length);
        let mut y = area.y;
        for bar in &shown {
            let middle = y + height / 2.0;
            let name = Text { at: Point::new(area.x + 6.0, middle), ..text(bar, size) };
            picture.text(name.fitted(widest));
            let line = [Point::new(bars.x, middle), Point::new(bars.right(), middle)];
            picture.stroke(Shape::Lines(line.into()), RULE, 1.0);
            let (from, to) = (x(bar.start), x(bar.end));
            if to > from {
                let rect = Rect::new(from, middle - height * 0.3, to - from, height * 0.6);
                picture.fill(Shape::rounded(rect, 3.0), BAR.with_opacity(0.75));
            }
            let mut last = f32::NEG_INFINITY;
            for &mark in &bar.marks {
                let r = height * 0.2;
                let at = Point::new(x(mark), middle);
                // A thousand keys on a bar are a line of diamonds, not a thousand of them.
                if (at.x - last).abs() < 3.0 {
                    continue;
                }
                last = at.x;
                let corners =
                    [at.moved(0.0, -r), at.moved(r, 0.0), at.moved(0.0, r), at.moved(-r, 0.0)];
                picture.fill(Shape::Polygon(corners.into()), INK);
            }
            if bar.marks.is_empty() && to <= from {
                picture.fill(Shape::Circle(Point::new(from, middle), height * 0.2), INK);
            }
            y += height;
        }
        let left = self.chart.bars.len() - shown.len();
        if left > 0 {
            let place = Point::new(area.x + 6.0, y + height / 2.0);
            picture.text(Text::new(format!("and {left} more"), place, size, FAINT));
        }
        let head = x(seconds(at));
        let line = [Point::new(head, area.y), Point::new(head, y)];
        picture.stroke(Shape::Lines(line.into()), ACCENT, 2.0);
        y += height;
        for (name, value) in values {
            let middle = y + height / 2.0;
            if middle > area.bottom() {
                break;
            }
            let name = Text::new(name, Point::new(area.x + 6.0, middle), size, FAINT);
            picture.text(name.fitted(widest));
            picture.text(Text::new(short(&value), Point::new(bars.x, middle), size, INK));
            y += height;
        }
    }
}

impl Rows {
    /// What is written where there are no rows.
    fn empty(&self) -> Option<&'static str> {
        let words = match self.thing {
            Thing::Clip(_) => "no tracks and no cues",
            Thing::Flipbook(..) => "no frames",
            Thing::Timeline(_) => "no items",
        };
        self.chart.bars.is_empty().then_some(words)
    }

    /// The bars for which there are rows. If some are left out, one row says so, and the tracks of a clip that move come
    /// before those that hold one value.
    fn shown(&self, rows: usize) -> Vec<&Bar> {
        let mut bars: Vec<&Bar> = self.chart.bars.iter().collect();
        if bars.len() > rows {
            if matches!(self.thing, Thing::Clip(_)) {
                // A cue is a moment too, but a track of one key lies at the start.
                bars.sort_by_key(|bar| bar.end <= 0.0);
            }
            bars.truncate(rows.saturating_sub(1));
        }
        bars
    }
}

fn text(bar: &Bar, size: f32) -> Text {
    let label = format!("{}{}", "   ".repeat(bar.depth), bar.label);
    Text::new(label, Point::default(), size, INK)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "rows of a picture")]
fn whole(rows: f32) -> usize {
    rows.max(0.0) as usize
}

#[expect(clippy::cast_possible_truncation, reason = "a fraction in 0..=1")]
fn fraction(of: f64) -> f32 {
    of.clamp(0.0, 1.0) as f32
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::open::{Needs, open_bytes};

    fn rows(clip: &str) -> Rows {
        let text = format!("(version: 1, clips: {{\"a\": ({clip})}})");
        let opened = open_bytes(Path::new("a.ron"), text.into_bytes(), Needs::Motion).unwrap();
        Rows::new(&opened, &opened.things()[0])
    }

    fn labels(bars: Vec<&Bar>) -> Vec<&str> {
        bars.into_iter().map(|bar| bar.label.as_str()).collect()
    }

    #[test]
    fn with_little_room_tracks_that_move_come_first() {
        let still = "F64([(at: \"0s\", value: 1.0)])";
        let moves = "F64([(at: \"0s\", value: 1.0), (at: \"1s\", value: 2.0)])";
        let cue = "cues: [(at: \"500ms\", name: \"step\")]";
        let tracks = format!("\"a\": {still}, \"b\": {moves}, \"c\": {still}, \"d\": {moves}");
        let rows = rows(&format!("tracks: {{{tracks}}}, {cue}"));
        assert_eq!(labels(rows.shown(5)), ["a", "b", "c", "d", "step"]);
        assert_eq!(
            labels(rows.shown(4)),
            ["b", "d", "step"],
            "a row is left for the number of the others"
        );
        assert_eq!(labels(rows.shown(0)), [""; 0]);
        assert_eq!(rows.empty(), None);
    }

    #[test]
    fn an_empty_clip_says_so() {
        assert_eq!(rows("").empty(), Some("no tracks and no cues"));
    }
}
