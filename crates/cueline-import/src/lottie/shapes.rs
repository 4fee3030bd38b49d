//! What moves in the shapes of a layer: numbers, points and colours. Outlines that change are left to a renderer.

use std::fmt;

use cueline_assets::{DocumentPath, Keys, Named, Problem, Problems, Severity};
use serde::{
    Deserialize, Deserializer,
    de::{IgnoredAny, SeqAccess, Visitor},
};
use serde_json::Value;

use super::{
    count::SHAPES,
    property::{Budget, Kind, Property, Target, typed},
};
use crate::{frames::Times, json::Unread, names::Names};

/// The limit of bytes of a track's path: groups may be nested, and each has a name.
const LONGEST: usize = 1024;

/// An item of the shapes of a layer. The meaning of most fields depends on its type.
#[derive(Debug, Deserialize)]
pub(super) struct Shape {
    #[serde(rename = "ty", default)]
    kind: Value,
    #[serde(rename = "nm", default)]
    name: Value,
    #[serde(rename = "it", default, deserialize_with = "list")]
    items: Shapes,
    a: Option<Value>,
    c: Option<Value>,
    e: Option<Value>,
    o: Option<Value>,
    p: Option<Value>,
    r: Option<Value>,
    s: Option<Value>,
    w: Option<Value>,
    sk: Option<Value>,
    sa: Option<Value>,
    pt: Option<Value>,
    #[serde(rename = "or")]
    outer: Option<Value>,
    os: Option<Value>,
    ir: Option<Value>,
    is: Option<Value>,
}

/// Boxed: a list of large items takes up to three times their size while it grows.
pub(super) type Shapes = Vec<Box<Shape>>;

/// The items of a list; none of anything else.
pub(super) fn list<'de, D: Deserializer<'de>>(from: D) -> Result<Shapes, D::Error> {
    struct List;

    impl<'de> Visitor<'de> for List {
        type Value = Shapes;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of shapes")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
            let mut shapes = Vec::new();
            while let Some(shape) = items.next_element()? {
                shapes.push(shape);
            }
            Ok(shapes)
        }

        fn visit_map<A: serde::de::MapAccess<'de>>(
            self,
            mut fields: A,
        ) -> Result<Self::Value, A::Error> {
            while fields.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            Ok(Vec::new())
        }

        fn visit_unit<E>(self) -> Result<Self::Value, E> {
            Ok(Vec::new())
        }
    }

    from.deserialize_any(List)
}

/// The tracks of the shapes of a layer.
pub(super) struct Tracks<'a> {
    pub(super) times: Times,
    pub(super) budget: &'a mut Budget,
    pub(super) unread: &'a mut Unread,
    pub(super) tracks: &'a mut Named<Keys>,
    pub(super) problems: &'a mut Problems,
}

impl Tracks<'_> {
    /// Adds the tracks of the items of a list; `path` is that of the group around them.
    pub(super) fn add(&mut self, shapes: Shapes, path: &str, item: &DocumentPath) {
        let own = shapes.iter().map(|shape| shape.name.as_str());
        // Equal names are common, and the new names are visible in the tracks.
        let names = Names::new("shapes", own, &mut Problems::new());
        for (index, shape) in shapes.into_iter().enumerate() {
            let item = item.index(index);
            let Some(name) = names.get(index) else { continue };
            let of_group = shape.kind == "tr";
            let path = if of_group { path.to_owned() } else { format!("{path}/{name}") };
            if path.len() <= LONGEST {
                self.shape(*shape, &path, &item);
            }
        }
    }

    fn shape(&mut self, shape: Shape, path: &str, item: &DocumentPath) {
        const PERCENT: f64 = 0.01;
        let number = |name, value| (name, value, Kind::Number, 1.0);
        let percent = |name, value| (name, value, Kind::Number, PERCENT);
        let plane = |name, value| (name, value, Kind::Plane, 1.0);
        let color = |name, value| (name, value, Kind::Color, 1.0);
        let Shape { kind, items, a, c, e, o, p, r, s, w, sk, sa, pt, outer, os, ir, is, .. } =
            shape;
        let moved = match kind.as_str().unwrap_or_default() {
            "gr" => {
                self.add(items, path, &item.field("it"));
                return;
            }
            "tr" => vec![
                plane("anchor", a),
                plane("position", p),
                ("scale", s, Kind::Plane, PERCENT),
                number("rotation", r),
                percent("opacity", o),
                number("skew", sk),
                number("skew axis", sa),
            ],
            "fl" => vec![color("color", c), percent("opacity", o)],
            "st" => vec![color("color", c), percent("opacity", o), number("width", w)],
            "gf" | "gs" => {
                vec![plane("start", s), plane("end", e), percent("opacity", o), number("width", w)]
            }
            "tm" => vec![percent("start", s), percent("end", e), number("offset", o)],
            "rc" => vec![plane("size", s), plane("position", p), number("radius", r)],
            "el" => vec![plane("size", s), plane("position", p)],
            "sr" => vec![
                plane("position", p),
                number("points", pt),
                number("rotation", r),
                number("outer radius", outer),
                number("outer roundness", os),
                number("inner radius", ir),
                number("inner roundness", is),
            ],
            "rd" => vec![number("radius", r)],
            "rp" => vec![number("copies", c), number("offset", o)],
            _ => return,
        };
        for (name, value, kind, scale) in moved {
            // Most properties do not move, and a game that draws a shape has them in the shape.
            let Some(mut value) = value else { continue };
            let path = format!("{path}/{name}");
            let item = item.field(name);
            let axes = ["x", "y"].map(|axis| value.get_mut(axis).map(Value::take));
            if let [Some(x @ Value::Object(_)), Some(y @ Value::Object(_))] = axes {
                for (axis, value) in [("x", x), ("y", y)] {
                    let path = format!("{path}.{axis}");
                    self.property(value, &path, Kind::Number, scale, &item.field(axis));
                }
            } else {
                self.property(value, &path, kind, scale, &item);
            }
        }
    }

    fn property(&mut self, value: Value, path: &str, kind: Kind, scale: f64, item: &DocumentPath) {
        let lost = |problem: Problem| {
            let needed = format!("whose motion is lost; needed {}", problem.needed);
            Problem { severity: Severity::Warning, needed, ..problem }
        };
        let keyed = |k: &Value| k.get(1).is_some_and(Value::is_object);
        if !value.get("k").is_some_and(keyed) {
            return;
        }
        let target = Target { path, kind, scale, of: SHAPES };
        let made = typed::<Property>(value, item, self.unread)
            .and_then(|it| it.tracks(target, self.times, item, self.budget, self.unread));
        match made {
            Ok(made) => {
                for (mut path, keys) in made {
                    while self.tracks.contains_key(&path) {
                        path.push('\'');
                    }
                    self.tracks.insert(path, keys);
                }
            }
            Err(found) => self.problems.extend(found.into_iter().map(lost)),
        }
    }
}
