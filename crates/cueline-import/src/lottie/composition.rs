//! A composition (the file itself or one inside of it) as a clip.

use std::collections::BTreeMap;

use cueline_assets::{ClipFile, DocumentPath, DurationSource, Key, Problem, Problems, When};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use super::{
    count::{TIME, TRANSFORMS},
    flag::Flag,
    property::{Budget, Kind, Property, Target},
    shapes::{Shapes, Tracks, list},
};
use crate::{frames::Times, json::Unread, names::Names};

#[derive(Debug, Deserialize)]
pub(super) struct Layer {
    #[serde(rename = "ty")]
    kind: Option<f64>,
    #[serde(rename = "nm")]
    name: Option<String>,
    #[serde(rename = "ind")]
    number: Option<f64>,
    parent: Option<f64>,
    #[serde(rename = "refId")]
    reference: Option<Value>,
    #[serde(rename = "ip")]
    from: Option<f64>,
    #[serde(rename = "op")]
    to: Option<f64>,
    /// The frame at which the layer's own time is 0.
    #[serde(rename = "st")]
    start: Option<f64>,
    /// The divisor of the layer's own time.
    #[serde(rename = "sr")]
    stretch: Option<f64>,
    /// The time in its precomposition, in seconds.
    #[serde(rename = "tm")]
    remap: Option<Property>,
    #[serde(rename = "ddd", default)]
    in_space: Flag,
    #[serde(rename = "ks", default)]
    transform: Option<Box<Transform>>,
    #[serde(rename = "masksProperties", default)]
    masks: Vec<IgnoredAny>,
    #[serde(rename = "ef", default)]
    effects: Vec<IgnoredAny>,
    #[serde(default, deserialize_with = "list")]
    shapes: Shapes,
}

/// Boxed: a list of large items takes up to three times their size while it grows.
pub(super) type Layers = Vec<Box<Layer>>;

#[derive(Debug, Default, Deserialize)]
struct Transform {
    #[serde(rename = "a")]
    anchor: Option<Property>,
    #[serde(rename = "p")]
    position: Option<Position>,
    #[serde(rename = "s")]
    scale: Option<Property>,
    #[serde(rename = "r")]
    rotation: Option<Property>,
    #[serde(rename = "rx")]
    rotation_x: Option<Property>,
    #[serde(rename = "ry")]
    rotation_y: Option<Property>,
    #[serde(rename = "rz")]
    rotation_z: Option<Property>,
    #[serde(rename = "or")]
    orientation: Option<Property>,
    #[serde(rename = "sk")]
    skew: Option<Property>,
    #[serde(rename = "sa")]
    skew_axis: Option<Property>,
    #[serde(rename = "o")]
    opacity: Option<Property>,
}

/// A property, or one for each axis.
#[derive(Debug, Default, Deserialize)]
struct Position {
    #[serde(flatten)]
    together: Option<Together>,
    x: Option<Axis>,
    y: Option<Property>,
    z: Option<Property>,
}

/// The common fields of a position and its axes.
#[derive(Debug, Deserialize)]
struct Together {
    k: Value,
}

/// One axis of a position, or the expression of a position without axes.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Axis {
    Expression(String),
    Property(Property),
}

/// Fields for renderers.
#[derive(Debug, Default)]
pub(super) struct Kinds {
    shapes: usize,
    texts: usize,
    images: usize,
    solids: usize,
    masks: usize,
    effects: usize,
    layers: usize,
}

impl Kinds {
    fn count(&mut self, layer: &Layer) {
        self.layers += 1;
        self.masks += layer.masks.len();
        self.effects += layer.effects.len();
        let kind = match layer.kind.unwrap_or(-1.0) {
            1.0 => &mut self.solids,
            2.0 => &mut self.images,
            4.0 => &mut self.shapes,
            5.0 => &mut self.texts,
            _ => return,
        };
        *kind += 1;
    }

    /// One note on the things that a renderer of Lottie draws.
    pub(super) fn report(&self, notes: &mut Problems) {
        let kinds = [
            (self.shapes, "shape layer"),
            (self.texts, "text layer"),
            (self.images, "image layer"),
            (self.solids, "solid layer"),
            (self.masks, "mask"),
            (self.effects, "effect"),
        ];
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let found = kinds.iter().filter(|(count, _)| *count > 0);
        let found: Vec<_> =
            found.map(|(count, kind)| format!("{count} {kind}{}", plural(*count))).collect();
        if !found.is_empty() {
            let layers = format!("of {} layer{}", self.layers, plural(self.layers));
            let found = format!("{} {layers}", found.join(", "));
            let becomes = "whose drawing is left to a Lottie renderer";
            notes.push(Problem::note(DocumentPath::root(), found, becomes));
        }
    }
}

/// The common data of all layers of a composition.
pub(super) struct Composition<'a> {
    pub(super) times: Times,
    /// The frame at which the composition ends.
    pub(super) end: f64,
    /// The clip of each precomposition, by its id as JSON.
    pub(super) clips: &'a BTreeMap<String, String>,
}

impl Composition<'_> {
    pub(super) fn clip(
        &self,
        layers: Layers,
        item: &DocumentPath,
        kinds: &mut Kinds,
        budget: &mut Budget,
        unread: &mut Unread,
        problems: &mut Problems,
    ) -> Result<ClipFile, Problems> {
        let mut clip = ClipFile {
            rate: Some(self.times.rate),
            duration: DurationSource::Cut(self.times.when(self.end, item)?),
            ..ClipFile::default()
        };
        let own = layers.iter().map(|layer| layer.name.as_deref());
        // Equal layer names are common, and the new names are visible in the tracks.
        let names = Names::new("layers", own, &mut Problems::new());
        let mut numbers = BTreeMap::new();
        for (index, number) in layers.iter().map(|layer| layer.number).enumerate() {
            let _first = number.map(|number| *numbers.entry(bits(number)).or_insert(index));
        }
        for (index, mut layer) in layers.into_iter().enumerate() {
            let item = item.index(index);
            let Some(name) = names.get(index) else { continue };
            kinds.count(&layer);
            if let Some(parent) = layer.parent {
                let of_number = numbers.get(&bits(parent));
                match of_number.and_then(|parent| names.get(*parent)) {
                    Some(parent) => {
                        clip.meta.insert(format!("{name}/parent"), parent.into());
                    }
                    None => {
                        let found = format!("layer {parent}");
                        let becomes = "which does not exist";
                        problems.push(Problem::note(item.field("parent"), found, becomes));
                    }
                }
            }
            let shapes = std::mem::take(&mut layer.shapes);
            let made = self.layer(*layer, name, &mut clip, &item, budget, unread);
            problems.extend(made.err().into_iter().flatten());
            let tracks = &mut clip.tracks;
            let mut shape = Tracks { times: self.times, budget, unread, tracks, problems };
            shape.add(shapes, name, &item.field("shapes"));
        }
        Ok(clip)
    }

    fn layer(
        &self,
        layer: Layer,
        name: &str,
        clip: &mut ClipFile,
        item: &DocumentPath,
        budget: &mut Budget,
        unread: &mut Unread,
    ) -> Result<(), Problems> {
        let Self { times, end, .. } = *self;
        let kind = if layer.in_space.is_set() { Kind::Space } else { Kind::Plane };
        let transform = layer.transform.map(|transform| *transform).unwrap_or_default();
        let Transform { anchor, position, scale, rotation, orientation, opacity, .. } = transform;
        let Transform { rotation_x, rotation_y, rotation_z, skew, skew_axis, .. } = transform;
        let Position { together, x, y, z } = position.unwrap_or_default();
        let (x, expression) = match x {
            Some(Axis::Expression(expression)) => (None, Some(Value::String(expression))),
            Some(Axis::Property(x)) => (Some(x), None),
            None => (None, None),
        };
        let together = together.map(|Together { k }| Property::new(k, expression));
        let percent = 0.01;
        for (property, field, path, kind, scale) in [
            (anchor, "a", "anchor", kind, 1.0),
            (together, "p", "position", kind, 1.0),
            (x, "p.x", "position.x", Kind::Number, 1.0),
            (y, "p.y", "position.y", Kind::Number, 1.0),
            (z, "p.z", "position.z", Kind::Number, 1.0),
            (scale, "s", "scale", kind, percent),
            (rotation, "r", "rotation", Kind::Number, 1.0),
            (rotation_x, "rx", "rotation.x", Kind::Number, 1.0),
            (rotation_y, "ry", "rotation.y", Kind::Number, 1.0),
            (rotation_z, "rz", "rotation", Kind::Number, 1.0),
            (orientation, "or", "orientation", Kind::Space, 1.0),
            (skew, "sk", "skew", Kind::Number, 1.0),
            (skew_axis, "sa", "skew axis", Kind::Number, 1.0),
            (opacity, "o", "opacity", Kind::Number, percent),
        ] {
            let Some(property) = property else { continue };
            let path = format!("{name}/{path}");
            let target = Target { path: &path, kind, scale, of: TRANSFORMS };
            let item = item.field("ks").field(field);
            clip.tracks.extend(property.tracks(target, times, &item, budget, unread)?);
        }
        let shown = layer.reference.as_ref().and_then(|id| self.clips.get(&id.to_string()));
        if let (Some(shown), true) = (shown, layer.kind.is_none_or(|kind| kind == 0.0)) {
            clip.meta.insert(format!("{name}/composition"), shown.clone());
            let path = format!("{name}/time");
            if let Some(remap) = layer.remap {
                let target = Target { path: &path, kind: Kind::Time, scale: 1.0, of: TIME };
                let item = item.field("tm");
                clip.tracks.extend(remap.tracks(target, times, &item, budget, unread)?);
            } else {
                let stretch = layer.stretch.filter(|stretch| *stretch != 0.0).unwrap_or(1.0);
                let second = |frame: f64| {
                    (frame - layer.start.unwrap_or(0.0)) / stretch / times.rate.as_hz_f64()
                };
                let last = end.max(times.start + 1.0);
                let keys = vec![
                    Key::linear(When::ZERO, second(times.start)),
                    Key::linear(times.when(last, item)?, second(last)),
                ];
                clip.tracks.insert(path, keys.into());
            }
        }
        let (from, to) = (layer.from.unwrap_or(times.start), layer.to.unwrap_or(end));
        if from > times.start || to < end {
            let mut keys = vec![Key::hold(When::ZERO, from <= times.start)];
            if from > times.start {
                keys.push(Key::hold(times.when(from, &item.field("ip"))?, true));
            }
            // The layer does not show at its end frame.
            keys.push(Key::hold(times.when(to.max(from), &item.field("op"))?, false));
            keys.sort_by_key(|key| key.at.span(times.rate));
            clip.tracks.insert(format!("{name}/visible"), keys.into());
        }
        Ok(())
    }
}

/// A number as a key of a map; 0 and -0 are one number.
fn bits(number: f64) -> u64 {
    (number + 0.0).to_bits()
}

impl Layer {
    /// The frame at which the layer ends.
    pub(super) fn end(&self) -> Option<f64> {
        self.to.filter(|to| to.is_finite())
    }
}
