//! The triangles of a character: skinned, morphed, in flat shades.

use cueline::value::Mat4;
use cueline_assets::{
    DocumentPath, Problem,
    rig::{Pose, Rig},
};
use cueline_import::gltf::{Shape, ShapeNode, Shapes};

/// The most triangles that are drawn; a larger character is a stick figure.
const MOST: usize = 20_000;

/// The shapes of the nodes of a rig.
#[derive(Debug)]
pub(crate) struct Body {
    shapes: Shapes,
}

/// A triangle in model space, and how much light falls on it, from 0 to 1.
#[derive(Debug)]
pub(crate) struct Triangle {
    pub(crate) corners: [[f64; 3]; 3],
    pub(crate) light: f32,
}

fn count(shapes: &Shapes) -> usize {
    let nodes = shapes.nodes.iter().filter_map(|nodes| shapes.shapes.get(nodes.shape));
    nodes.map(|shape| shape.triangles.len()).sum()
}

impl Body {
    /// `None` if the nodes have no shapes, or more than can be drawn.
    pub(crate) fn new(shapes: &Shapes) -> Option<Self> {
        (1..=MOST).contains(&count(shapes)).then(|| Self { shapes: shapes.clone() })
    }

    /// Why a character is drawn as a stick figure although it has triangles.
    pub(crate) fn problem(shapes: &Shapes) -> Option<Problem> {
        let count = count(shapes);
        (count > MOST).then(|| {
            let needed = format!("at most {MOST}: the picture shows a stick figure");
            Problem::warning(DocumentPath::root(), format!("{count} triangles"), needed)
        })
    }

    /// The triangles in a pose.
    pub(crate) fn triangles(&self, rig: &Rig, pose: &Pose, globals: &[Mat4<f64>]) -> Vec<Triangle> {
        let mut all = Vec::new();
        for nodes in &self.shapes.nodes {
            let Some(shape) = self.shapes.shapes.get(nodes.shape) else { continue };
            let Some(places) = places(nodes, shape, rig, pose, globals) else { continue };
            let triangle = |corners: &[usize; 3]| {
                let corners = corners.map(|corner| places[corner]); // below their number, as read
                Triangle { corners, light: light(&corners) }
            };
            all.extend(shape.triangles.iter().map(triangle));
        }
        all
    }
}

/// The place of each vertex in model space.
fn places(
    nodes: &ShapeNode,
    shape: &Shape,
    rig: &Rig,
    pose: &Pose,
    globals: &[Mat4<f64>],
) -> Option<Vec<[f64; 3]>> {
    let node = rig.node(&nodes.node)?;
    let weights = pose.weights.get(node).map_or(&[][..], Vec::as_slice);
    let moved: Vec<_> = shape.targets.iter().zip(weights).filter(|(_, by)| **by != 0.0).collect();
    let rest = |(vertex, place): (usize, &[f32; 3])| {
        let mut place = place.map(f64::from);
        for (target, by) in &moved {
            let Some(way) = target.get(vertex) else { continue };
            for (number, way) in place.iter_mut().zip(way) {
                *number += f64::from(*way) * f64::from(**by);
            }
        }
        place
    };
    let rest = shape.places.iter().enumerate().map(rest);
    let palette = nodes.skin.as_deref().and_then(|skin| rig.palette(skin, globals));
    match palette {
        Some(palette) if !shape.joints.is_empty() => {
            let palette: Vec<Mat4<f64>> =
                palette.iter().map(|matrix| Mat4(matrix.0.map(f64::from))).collect();
            let global = globals.get(node)?;
            let skinned = |(place, joints): ([f64; 3], &[(usize, f32); 4])| {
                let (mut sum, mut whole) = ([0.0; 3], 0.0);
                for (joint, by) in joints {
                    let (Some(matrix), by) = (palette.get(*joint), f64::from(*by)) else {
                        continue;
                    };
                    for (number, part) in sum.iter_mut().zip(at(matrix, place)) {
                        *number += part * by;
                    }
                    whole += by;
                }
                // A file may have weights of further joints, which are not read, or none for a vertex.
                if whole > 0.0 { sum.map(|number| number / whole) } else { at(global, place) }
            };
            let joints = shape.joints.iter().chain(std::iter::repeat(&[(0, 0.0); 4]));
            Some(rest.zip(joints).map(skinned).collect())
        }
        _ => {
            let global = globals.get(node)?;
            Some(rest.map(|place| at(global, place)).collect())
        }
    }
}

/// A place in the space of a matrix.
fn at(Mat4(m): &Mat4<f64>, [x, y, z]: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|row| m[row] * x + m[row + 4] * y + m[row + 8] * z + m[row + 12])
}

/// Light from above the right shoulder of the viewer, on either side of a triangle, and some from everywhere.
#[expect(clippy::cast_possible_truncation, reason = "a number from 0 to 1")]
fn light([a, b, c]: &[[f64; 3]; 3]) -> f32 {
    const FROM: [f64; 3] = [0.41, 0.61, 0.68];
    let minus = |a: &[f64; 3], b: &[f64; 3]| [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    let (u, v) = (minus(b, a), minus(c, a));
    let normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let length = normal.iter().map(|n| n * n).sum::<f64>().sqrt();
    let along = normal.iter().zip(FROM).map(|(n, from)| n * from).sum::<f64>().abs();
    if length > 0.0 { (0.3 + 0.7 * along / length).min(1.0) as f32 } else { 0.3 }
}

#[cfg(test)]
mod tests {
    use cueline::value::{Transform, Vec3};
    use cueline_assets::{Node, Skeleton, Skin};

    use super::*;

    /// Two bones on top of each other, with a triangle that hangs between them, and morphs.
    fn rig() -> Rig {
        let mut skeleton = Skeleton::default();
        let up = Transform { translation: Vec3::new(0.0, 1.0, 0.0), ..Transform::default() };
        skeleton.nodes.insert("low".into(), Node::default());
        let parent = Some("low".into());
        skeleton.nodes.insert("high".into(), Node { parent, rest: up, ..Node::default() });
        let mut back = Mat4::<f32>::default();
        back.0[13] = -1.0;
        let joints = vec!["low".into(), "high".into()];
        let skin = Skin { joints, inverse_binds: vec![Mat4::default(), back] };
        skeleton.skins.insert("skin".into(), skin);
        skeleton.nodes["low"].weights = vec![0.0];
        Rig::new(&skeleton).unwrap()
    }

    fn body() -> Body {
        let shape = Shape {
            places: vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0]],
            targets: vec![vec![[0.0; 3], [0.0, 0.0, 3.0], [0.0; 3]]],
            joints: vec![
                [(0, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)],
                [(0, 0.5), (1, 0.5), (0, 0.0), (0, 0.0)],
                [(1, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)],
            ],
            triangles: vec![[0, 1, 2]],
        };
        let nodes = ShapeNode { node: "low".into(), skin: Some("skin".into()), shape: 0 };
        Body::new(&Shapes { shapes: vec![shape], nodes: vec![nodes], ..Shapes::default() }).unwrap()
    }

    #[test]
    fn vertices_follow_their_joints_and_the_morph_targets() {
        let (rig, body) = (rig(), body());
        let mut pose = rig.rest();
        let shown = |pose: &Pose| body.triangles(&rig, pose, &rig.globals(pose))[0].corners;
        assert_eq!(shown(&pose), [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0]]);
        pose.locals[1].translation.x = 4.0;
        assert_eq!(shown(&pose), [[0.0, 0.0, 0.0], [3.0, 0.0, 0.0], [4.0, 2.0, 0.0]]);
        pose.weights[0][0] = 0.5;
        assert_eq!(shown(&pose)[1], [3.0, 0.0, 1.5]);
    }

    #[test]
    fn weights_count_by_their_sum_and_a_corner_without_any_is_at_its_node() {
        let rig = rig();
        let mut body = body();
        let corners = |body: &Body| {
            let pose = rig.rest();
            let [triangle] = &body.triangles(&rig, &pose, &rig.globals(&pose))[..] else {
                panic!()
            };
            triangle.corners
        };
        let whole = corners(&body);
        body.shapes.shapes[0].joints[0][0].1 = 0.25;
        body.shapes.shapes[0].joints[1] = [(0, 0.1), (1, 0.1), (0, 0.0), (0, 0.0)];
        let part = corners(&body);
        for (one, other) in part.as_flattened().iter().zip(whole.as_flattened()) {
            assert!((one - other).abs() < 1e-6, "{part:?}, not {whole:?}");
        }
        body.shapes.shapes[0].joints[0] = [(0, 0.0); 4];
        assert!(corners(&body)[0].iter().all(|number| number.is_finite()));
    }

    #[test]
    fn what_wears_nothing_or_too_much_has_no_body() {
        assert!(Body::new(&Shapes::default()).is_none());
        let mut shapes = body().shapes;
        shapes.shapes[0].triangles = vec![[0, 1, 2]; MOST + 1];
        assert!(Body::new(&shapes).is_none());
        let said = Body::problem(&shapes).expect("a problem").to_string();
        assert!(said.contains("20001 triangles") && said.contains("at most 20000"), "{said}");
    }
}
