//! A skeleton as a stick figure.

use std::sync::Arc;

use cueline::{
    clip::{Clip, Value},
    time::Span,
    value::{Decomposed, Mat4},
};
use cueline_assets::Skeleton;
use cueline_picture::{Picture, Point, Rect, Shape, Text};

use super::{ACCENT, BAR, FAINT, RULE};
use crate::open::{Opened, Thing};

#[derive(Debug)]
pub(crate) struct Figure {
    clip: Arc<Clip>,
    nodes: Vec<Node>,
    /// What of the plane the clip reaches at any time: least and greatest corner.
    reach: [(f32, f32); 2],
}

#[derive(Debug)]
struct Node {
    name: String,
    /// Always an earlier one.
    parent: Option<usize>,
    rest: Decomposed,
    /// The paths of its tracks: translation, rotation, scale.
    tracks: [String; 3],
}

impl Figure {
    /// None where the clip moves no node of a skeleton of the file.
    pub(super) fn new(opened: &Opened, thing: &Thing) -> Option<Self> {
        let Thing::Clip(clip) = thing else { return None };
        let moves = |skeleton: &&Skeleton| {
            let moved = |name: &String| tracks(name).iter().any(|path| clip.channel(path).is_ok());
            skeleton.nodes.keys().any(moved)
        };
        let skeleton = opened.document.skeletons.values().find(moves)?;
        let mut figure =
            Self { clip: clip.clone(), nodes: sorted(skeleton), reach: [(0.0, 0.0); 2] };
        let mut reach = [(f32::INFINITY, f32::INFINITY), (f32::NEG_INFINITY, f32::NEG_INFINITY)];
        for step in 0..=32 {
            let at = Span::from_flicks(clip.length().flicks() / 32 * step);
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

    /// Where each node is, seen a little from the right and from above: x to the right, y upwards.
    fn places(&self, at: Span) -> Vec<(f32, f32)> {
        let mut globals: Vec<Mat4> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let mut local = node.rest;
            if let Ok(Value::Vec3(moved)) = self.clip.sample(&node.tracks[0], at) {
                local.translation = moved;
            }
            if let Ok(Value::Rotation(turned)) = self.clip.sample(&node.tracks[1], at) {
                local.rotation = turned;
            }
            if let Ok(Value::Vec3(scaled)) = self.clip.sample(&node.tracks[2], at) {
                local.scale = scaled;
            }
            let local = local.compose();
            globals.push(node.parent.map_or(local, |parent| within(&globals[parent], &local)));
        }
        globals.iter().map(|m| (m.0[12] + 0.35 * m.0[14], m.0[13] + 0.2 * m.0[14])).collect()
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
        for (node, &here) in self.nodes.iter().zip(&places) {
            if let Some(parent) = node.parent {
                picture.stroke(Shape::line(places[parent], here), BAR, 5.0);
            }
        }
        let named = self.nodes.len() <= 24;
        for (node, &here) in self.nodes.iter().zip(&places) {
            picture.fill(Shape::Circle(here, 5.0), ACCENT);
            if named {
                picture.text(Text::new(&node.name, here.moved(10.0, 0.0), 13.0, FAINT));
            }
        }
    }
}

/// The matrix that first does `local`, then `parent`; both by columns.
fn within(parent: &Mat4, local: &Mat4) -> Mat4 {
    let mut product = [0.0; 16];
    for (place, number) in product.iter_mut().enumerate() {
        let (column, row) = (place / 4, place % 4);
        *number = (0..4).map(|k| parent.0[k * 4 + row] * local.0[column * 4 + k]).sum();
    }
    Mat4(product)
}

fn tracks(name: &str) -> [String; 3] {
    ["translation", "rotation", "scale"].map(|part| format!("{name}.{part}"))
}

/// Parents first. The file was checked: every parent is there and none hangs on itself.
fn sorted(skeleton: &Skeleton) -> Vec<Node> {
    let mut place = vec![None; skeleton.nodes.len()];
    let mut nodes: Vec<Node> = Vec::new();
    while nodes.len() < skeleton.nodes.len() {
        let before = nodes.len();
        for (index, (name, node)) in skeleton.nodes.iter().enumerate() {
            let parent = node.parent.as_ref().and_then(|name| skeleton.nodes.get_index_of(name));
            let parent_place = parent.map(|parent| place[parent]);
            if place[index].is_some() || parent_place == Some(None) {
                continue;
            }
            place[index] = Some(nodes.len());
            let parent = parent_place.flatten();
            nodes.push(Node { name: name.clone(), parent, rest: node.rest, tracks: tracks(name) });
        }
        if nodes.len() == before {
            break;
        }
    }
    nodes
}
