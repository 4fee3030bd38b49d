//! A skeleton with its triangles, drawn in any pose.

use cueline::{clip::Clip, time::Span, value::Mat4};
use cueline_assets::rig::{Pose, Rig};
use cueline_import::gltf::Shapes;
use cueline_picture::{Color, Picture, Point, Rect, Shape, Text};

use super::colors::{ACCENT, BAR, FAINT, INK, RULE};
use crate::body::{Body, Triangle};

/// A skeleton, and the shapes of its nodes.
#[derive(Debug)]
pub(super) struct Actor {
    pub(super) rig: Rig,
    body: Option<Body>,
    /// The box around all that it shows: least and greatest corner.
    reach: [[f64; 3]; 2],
}

/// From where it is seen, in radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct View {
    /// How far to the right of the front, which is the side of the z axis.
    pub(crate) yaw: f64,
    /// How far from above.
    pub(crate) pitch: f64,
}

impl Default for View {
    fn default() -> Self {
        Self { yaw: 0.6, pitch: 0.2 }
    }
}

impl View {
    /// The place in the picture: to the right, upwards, and towards the viewer.
    fn see(self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        let ((sin, cos), (up, along)) = (self.yaw.sin_cos(), self.pitch.sin_cos());
        let (right, near) = (x * cos - z * sin, x * sin + z * cos);
        [right, y * along - near * up, y * up + near * along]
    }
}

impl Actor {
    /// An actor that has room for these clips at all times.
    pub(super) fn new<'a>(
        rig: Rig,
        shapes: Option<&Shapes>,
        clips: impl IntoIterator<Item = &'a Clip>,
    ) -> Self {
        let mut actor = Self { rig, body: shapes.and_then(Body::new), reach: [[0.0; 3]; 2] };
        let mut reach = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
        let steps = if actor.body.is_some() { 8 } else { 32 };
        for clip in clips {
            for step in 0..=steps {
                let at = Span::from_flicks(clip.duration().flicks() / steps * step);
                let (pose, globals) = actor.posed(clip, at);
                let outline = actor.outline(&pose, &globals);
                for place in outline.into_iter().filter(|place| place.iter().all(|n| n.is_finite()))
                {
                    for (axis, number) in place.into_iter().enumerate() {
                        reach[0][axis] = reach[0][axis].min(number);
                        reach[1][axis] = reach[1][axis].max(number);
                    }
                }
            }
        }
        if reach[0][0] <= reach[1][0] {
            actor.reach = reach;
        }
        actor
    }

    /// The pose of a clip at a time, and the place of each node in it.
    pub(super) fn posed(&self, clip: &Clip, at: Span) -> (Pose, Vec<Mat4<f64>>) {
        let mut pose = self.rig.rest();
        self.rig.sample(clip, at, &mut pose);
        let globals = self.rig.globals(&pose);
        (pose, globals)
    }

    /// The places that must be visible.
    fn outline(&self, pose: &Pose, globals: &[Mat4<f64>]) -> Vec<[f64; 3]> {
        let triangles = self.triangles(pose, globals);
        if triangles.is_empty() {
            return places(globals).collect();
        }
        triangles.iter().flat_map(|one| one.corners).collect()
    }

    /// The bounds of the box around all that it shows, as it is seen: least and greatest corner.
    fn seen_reach(&self, view: View) -> [(f64, f64); 2] {
        let mut bounds = [(f64::INFINITY, f64::INFINITY), (f64::NEG_INFINITY, f64::NEG_INFINITY)];
        for corner in 0..8 {
            let corner = [0, 1, 2].map(|axis| self.reach[corner >> axis & 1][axis]);
            let [x, y, _] = view.see(corner);
            bounds[0] = (bounds[0].0.min(x), bounds[0].1.min(y));
            bounds[1] = (bounds[1].0.max(x), bounds[1].1.max(y));
        }
        bounds
    }

    fn triangles(&self, pose: &Pose, globals: &[Mat4<f64>]) -> Vec<Triangle> {
        let Some(body) = &self.body else { return Vec::new() };
        body.triangles(&self.rig, pose, globals)
    }

    /// Draws it: `globals` are the places of its nodes, `pose` has the weights of its morph targets.
    pub(super) fn draw<C: Copy + PartialEq>(
        &self,
        picture: &mut Picture<C>,
        area: Rect,
        view: View,
        pose: &Pose,
        globals: &[Mat4<f64>],
    ) {
        let [(left, low), (right, high)] = self.seen_reach(view);
        let inner = area.grown(-24.0);
        let size = (right - left).max(high - low).max(1e-6);
        let (wide, tall) = ((right - left).max(size * 0.1), (high - low).max(size * 0.1));
        let scale = (f64::from(inner.w) / wide).min(f64::from(inner.h) / tall);
        let middle = area.center();
        let place = |place: [f64; 3]| {
            let [x, y, _] = view.see(place);
            let (dx, dy) = (x - (left + right) / 2.0, y - (low + high) / 2.0);
            #[expect(clippy::cast_possible_truncation, reason = "places in a picture")]
            let (dx, dy) = ((dx * scale) as f32, (dy * scale) as f32);
            Point::new(middle.x + dx, middle.y - dy)
        };
        let mut triangles = self.triangles(pose, globals);
        if !triangles.is_empty() {
            // The farthest first.
            let near =
                |one: &Triangle| one.corners.map(|corner| view.see(corner)[2]).iter().sum::<f64>();
            triangles.sort_by(|one, other| near(one).total_cmp(&near(other)));
            for Triangle { corners, light } in triangles {
                let corners = corners.map(place);
                if corners.iter().any(|corner| !(corner.x.is_finite() && corner.y.is_finite())) {
                    continue; // a file of extreme numbers
                }
                picture.fill(Shape::Polygon(corners.into()), shade(light));
            }
            return;
        }
        let places: Vec<Point> = places(globals).map(place).collect();
        let ground = place([0.0; 3]).y;
        let line = [Point::new(area.x, ground), Point::new(area.right(), ground)];
        picture.stroke(Shape::Lines(line.into()), RULE, 1.0);
        for (node, &here) in places.iter().enumerate() {
            if let Some(parent) = self.rig.parent(node) {
                picture.stroke(Shape::line(places[parent], here), BAR, 5.0);
            }
        }
        let named = self.rig.nodes().len() <= 24;
        let mut written: Vec<(Point, f32)> = Vec::new();
        for (name, &here) in self.rig.nodes().zip(&places) {
            picture.fill(Shape::Circle(here, 5.0), ACCENT);
            let name = Text::new(name, here.moved(10.0, 0.0), 13.0, FAINT);
            let (at, width) = (name.at, name.width());
            if named && !written.iter().any(|other| over(*other, (at, width))) {
                written.push((at, width));
                picture.text(name);
            }
        }
    }
}

/// Whether one name would stand on another one: their places and widths.
fn over((one, wide): (Point, f32), (other, broad): (Point, f32)) -> bool {
    (one.y - other.y).abs() < 13.0 && one.x < other.x + broad && other.x < one.x + wide
}

/// The place of each node.
fn places(globals: &[Mat4<f64>]) -> impl Iterator<Item = [f64; 3]> {
    globals.iter().map(|m| [m.0[12], m.0[13], m.0[14]])
}

/// The colour of a surface in that light, from 0 to 1.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255")]
fn shade(light: f32) -> Color {
    let lit = |channel: u8| (f32::from(channel) * light) as u8;
    Color { r: lit(INK.r), g: lit(INK.g), b: lit(INK.b), ..INK }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_over_another_one_where_their_lines_meet() {
        let at = |x, y| (Point::new(x, y), 40.0);
        assert!(over(at(10.0, 10.0), at(45.0, 18.0)) && over(at(45.0, 18.0), at(10.0, 10.0)));
        assert!(!over(at(10.0, 10.0), at(45.0, 30.0)) && !over(at(10.0, 10.0), at(60.0, 10.0)));
    }

    #[test]
    fn what_is_near_is_seen_from_above_and_from_the_right() {
        let view = View::default();
        let [middle, near, right, above] =
            [[0.0; 3], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(|it| view.see(it));
        assert_eq!(middle, [0.0; 3]);
        assert!(near[0] < 0.0 && near[1] < 0.0 && near[2] > 0.5, "lower and to the left: {near:?}");
        assert!(right[0] > 0.5 && right[2] > 0.0, "the right side is nearer: {right:?}");
        assert!(above[1] > 0.5 && above[2] > 0.0, "the top is nearer: {above:?}");
    }
}
