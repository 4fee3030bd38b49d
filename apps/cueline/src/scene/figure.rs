//! A character: its triangles, or without any its skeleton as a stick figure.

use std::sync::Arc;

use cueline::{clip::Clip, time::Span};
use cueline_assets::rig::Rig;
use cueline_picture::{Color, Picture, Point, Rect, Shape, Text};

use super::body::{Body, Triangle};
use super::{ACCENT, BAR, FAINT, INK, RULE};
use crate::open::{Opened, Thing};

#[derive(Debug)]
pub(crate) struct Figure {
    clip: Arc<Clip>,
    rig: Rig,
    body: Option<Body>,
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
        let body = opened.shapes.as_ref().and_then(Body::new);
        let mut figure = Self { clip: clip.clone(), rig, body, reach: [(0.0, 0.0); 2] };
        let mut reach = [(f32::INFINITY, f32::INFINITY), (f32::NEG_INFINITY, f32::NEG_INFINITY)];
        let steps = if figure.body.is_some() { 8 } else { 32 };
        for step in 0..=steps {
            let at = Span::from_flicks(clip.duration().flicks() / steps * step);
            for (x, y) in figure.outline(at).into_iter().filter(|(x, y)| (x + y).is_finite()) {
                reach[0] = (reach[0].0.min(x), reach[0].1.min(y));
                reach[1] = (reach[1].0.max(x), reach[1].1.max(y));
            }
        }
        if reach[0].0 <= reach[1].0 {
            figure.reach = reach;
        }
        Some(figure)
    }

    /// The places that must be visible.
    fn outline(&self, at: Span) -> Vec<(f32, f32)> {
        let triangles = self.triangles(at);
        if triangles.is_empty() {
            return self.places(at);
        }
        triangles.iter().flat_map(|one| one.corners.map(seen)).collect()
    }

    fn triangles(&self, at: Span) -> Vec<Triangle> {
        let Some(body) = &self.body else { return Vec::new() };
        let mut pose = self.rig.rest();
        self.rig.sample(&self.clip, at, &mut pose);
        body.triangles(&self.rig, &pose, &self.rig.globals(&pose))
    }

    /// The place of each node, seen slightly from the right and from above: x to the right, y upwards.
    fn places(&self, at: Span) -> Vec<(f32, f32)> {
        let mut pose = self.rig.rest();
        self.rig.sample(&self.clip, at, &mut pose);
        let globals = self.rig.globals(&pose);
        globals.iter().map(|m| seen([m.0[12], m.0[13], m.0[14]])).collect()
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
        let mut triangles = self.triangles(at);
        if !triangles.is_empty() {
            // The farthest first. Those that lie in the view's direction from each other share the order of z.
            let depth = |one: &Triangle| one.corners.iter().map(|corner| corner[2]).sum::<f64>();
            triangles.sort_by(|one, other| depth(one).total_cmp(&depth(other)));
            for Triangle { corners, light } in triangles {
                let corners = corners.map(|corner| place(seen(corner)));
                if corners.iter().any(|corner| !(corner.x.is_finite() && corner.y.is_finite())) {
                    continue; // a file of extreme numbers
                }
                picture.fill(Shape::Polygon(corners.into()), shade(light));
            }
            return;
        }
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

/// A place in the picture: x to the right, y upwards.
#[expect(clippy::cast_possible_truncation, reason = "places in a picture")]
fn seen([x, y, z]: [f64; 3]) -> (f32, f32) {
    ((x + 0.35 * z) as f32, (y + 0.2 * z) as f32)
}

/// The colour of a surface in that light, from 0 to 1.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255")]
fn shade(light: f32) -> Color {
    let lit = |channel: u8| (f32::from(channel) * light) as u8;
    Color { r: lit(INK.r), g: lit(INK.g), b: lit(INK.b), ..INK }
}
