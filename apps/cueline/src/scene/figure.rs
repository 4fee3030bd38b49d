//! A skeleton as a stick figure.

use std::sync::Arc;

use cueline::{clip::Clip, time::Span};
use cueline_assets::rig::Rig;
use cueline_picture::{Picture, Point, Rect, Shape, Text};

use super::{ACCENT, BAR, FAINT, RULE};
use crate::open::{Opened, Thing};

#[derive(Debug)]
pub(crate) struct Figure {
    clip: Arc<Clip>,
    rig: Rig,
    /// The bounds of the clip at all times: least and greatest corner.
    reach: [(f32, f32); 2],
}

impl Figure {
    /// `None` if the clip moves no node of a skeleton of the file.
    pub(super) fn new(opened: &Opened, thing: &Thing) -> Option<Self> {
        let Thing::Clip(clip) = thing else { return None };
        let rigs =
            opened.document.skeletons.values().filter_map(|skeleton| Rig::new(skeleton).ok());
        let moved = |rig: &Rig| rig.sample(clip, Span::ZERO, &mut rig.rest()) > 0;
        let rig = rigs.into_iter().find(moved)?;
        let mut figure = Self { clip: clip.clone(), rig, reach: [(0.0, 0.0); 2] };
        let mut reach = [(f32::INFINITY, f32::INFINITY), (f32::NEG_INFINITY, f32::NEG_INFINITY)];
        for step in 0..=32 {
            let at = Span::from_flicks(clip.duration().flicks() / 32 * step);
            for (x, y) in figure.places(at).into_iter().filter(|(x, y)| (x + y).is_finite()) {
                reach[0] = (reach[0].0.min(x), reach[0].1.min(y));
                reach[1] = (reach[1].0.max(x), reach[1].1.max(y));
            }
        }
        if reach[0].0 <= reach[1].0 {
            figure.reach = reach;
        }
        Some(figure)
    }

    /// The place of each node, seen slightly from the right and from above: x to the right, y upwards.
    fn places(&self, at: Span) -> Vec<(f32, f32)> {
        let mut pose = self.rig.rest();
        self.rig.sample(&self.clip, at, &mut pose);
        #[expect(clippy::cast_possible_truncation, reason = "places in a picture")]
        let place = |x: f64, y: f64| (x as f32, y as f32);
        let globals = self.rig.globals(&pose);
        globals.iter().map(|m| place(m.0[12] + 0.35 * m.0[14], m.0[13] + 0.2 * m.0[14])).collect()
    }

    pub(super) fn draw<C: Copy + PartialEq>(&self, picture: &mut Picture<C>, area: Rect, at: Span) {
        let [(left, low), (right, high)] = self.reach;
        let inner = area.grown(-24.0);
        let size = (right - left).max(high - low).max(1e-6);
        let scale =
            (inner.w / (right - left).max(size * 0.1)).min(inner.h / (high - low).max(size * 0.1));
        let middle = area.center();
        let place = |(x, y): (f32, f32)| {
            let (dx, dy) = (x - (left + right) / 2.0, y - (low + high) / 2.0);
            Point::new(middle.x + dx * scale, middle.y - dy * scale)
        };
        let places: Vec<Point> = self.places(at).into_iter().map(place).collect();
        let ground = place((0.0, 0.0)).y;
        let line = [Point::new(area.x, ground), Point::new(area.right(), ground)];
        picture.stroke(Shape::Lines(line.into()), RULE, 1.0);
        for (node, &here) in places.iter().enumerate() {
            if let Some(parent) = self.rig.parent(node) {
                picture.stroke(Shape::line(places[parent], here), BAR, 5.0);
            }
        }
        let named = self.rig.nodes().len() <= 24;
        for (name, &here) in self.rig.nodes().zip(&places) {
            picture.fill(Shape::Circle(here, 5.0), ACCENT);
            if named {
                picture.text(Text::new(name, here.moved(10.0, 0.0), 13.0, FAINT));
            }
        }
    }
}
