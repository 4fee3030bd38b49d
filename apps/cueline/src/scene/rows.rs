//! Bars with a playhead, and the present values.

use cueline::time::Span;
use cueline_picture::{Picture, Point, Rect, Shape, Text};

use super::{ACCENT, BAR, FAINT, INK, RULE};
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
        let mut rows = 1.0_f32;
        (0..self.chart.bars.len() + values.len()).for_each(|_| rows += 1.0);
        let height = (area.h / rows).clamp(10.0, 26.0);
        let size = (height * 0.6).min(14.0);
        let names = self.chart.bars.iter().map(|bar| text(bar, size).width());
        let widest = names.fold(40.0, f32::max).min(area.w * 0.35);
        let (_, bars) = area.split_left(widest + 16.0);
        let bars = Rect { w: bars.w - 12.0, ..bars };
        let x = |at: f64| bars.x + bars.w * fraction(at / self.chart.length);
        let mut y = area.y;
        for bar in &self.chart.bars {
            let middle = y + height / 2.0;
            if middle > area.bottom() {
                break;
            }
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

fn text(bar: &Bar, size: f32) -> Text {
    let label = format!("{}{}", "   ".repeat(bar.depth), bar.label);
    Text::new(label, Point::default(), size, INK)
}

#[expect(clippy::cast_possible_truncation, reason = "a fraction in 0..=1")]
fn fraction(of: f64) -> f32 {
    of.clamp(0.0, 1.0) as f32
}
