//! Lottie: where layers are over time. Shapes, masks and effects are not taken.
//!
//! Taken: one clip called as the composition, or `animation` where it has no name. Its tracks, for each layer:
//! `LAYER/position`, `LAYER/anchor` and `LAYER/scale` (1 is full size), of `Vec2`, or for layers in space of `Vec3`;
//! `LAYER/rotation` in degrees, clockwise; `LAYER/opacity` from 0 to 1; `LAYER/visible` where the layer is not there all the
//! time. Where axes go by curves of their own, each has its track: `LAYER/position.x`. Markers are
//! cues. The name of a layer's parent is in the clip's `meta` under `LAYER/parent`. Bezier curves in time are exact.
//!
//! **Not taken**, with a note: ways along curves (keys and easings are kept, the way between is straight),
//! rotations about other axes than z, skew, nested compositions, expressions, and all that is drawn.
//!
//! Source: the Lottie Animation Community's specification 1.0.

mod property;

use std::path::Path;

use cueline::clip::CueKind;
use serde::Deserialize;

use self::property::{Of, Property, Taken};
use super::{
    done,
    file::load,
    frames::{Times, tick_rate},
    json::{self, Untaken},
    names::Names,
    refused,
};
use crate::{
    ClipFile, CueSource, Document, DocumentPath, DurationSource, Key, Problem, Problems, Read, When,
};

#[derive(Debug, Deserialize)]
struct File {
    #[serde(rename = "v", default)]
    _version: serde_json::Value,
    #[serde(rename = "w")]
    width: Option<f64>,
    #[serde(rename = "h")]
    height: Option<f64>,
    #[serde(rename = "nm", default)]
    name: String,
    #[serde(rename = "fr")]
    rate: f64,
    #[serde(rename = "ip")]
    from: f64,
    #[serde(rename = "op")]
    to: f64,
    #[serde(default)]
    layers: Vec<Layer>,
    #[serde(default)]
    markers: Vec<Marker>,
}

#[derive(Debug, Deserialize)]
struct Layer {
    #[serde(rename = "nm")]
    name: Option<String>,
    #[serde(rename = "ind")]
    number: Option<i64>,
    parent: Option<i64>,
    #[serde(rename = "ip")]
    from: Option<f64>,
    #[serde(rename = "op")]
    to: Option<f64>,
    #[serde(rename = "ddd", default)]
    in_space: f64,
    #[serde(rename = "ks", default)]
    transform: Transform,
}

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
    #[serde(rename = "o")]
    opacity: Option<Property>,
}

/// A property, or one for each axis.
#[derive(Debug, Deserialize)]
struct Position {
    #[serde(flatten)]
    together: Option<Property>,
    x: Option<Property>,
    y: Option<Property>,
    z: Option<Property>,
}

#[derive(Debug, Deserialize)]
struct Marker {
    #[serde(rename = "cm", default)]
    name: String,
    #[serde(rename = "tm")]
    at: f64,
}

/// Reads a file.
///
/// # Errors
///
/// All that is wrong with it, as [`read`], and where it cannot be read at all.
pub fn open(path: impl AsRef<Path>) -> Result<Read, Problems> {
    load(path.as_ref(), read)
}

/// Reads what a file holds.
///
/// # Errors
///
/// What is no JSON of that form, frame rates and lengths that are none, times that run backwards.
///
/// # Examples
///
/// ```
/// use cueline::time::Span;
/// use cueline_assets::import::lottie;
///
/// let text = br#"{"nm": "fade", "fr": 30, "ip": 0, "op": 60, "layers": [
///   {"nm": "logo", "ks": {"o": {"a": 1, "k": [
///     {"t": 0, "s": [0], "o": {"x": [0], "y": [0]}, "i": {"x": [1], "y": [1]}}, {"t": 30, "s": [100]}]}}}]}"#;
/// let document = lottie::read(text)?.document;
/// let fade = document.clips["fade"].build("fade").unwrap();
/// assert_eq!(fade.track::<f32>("logo/opacity").unwrap().sample(Span::from_millis(500)), 0.5);
/// assert_eq!(fade.duration(), Span::from_secs(2));
/// # Ok::<(), cueline_assets::Problems>(())
/// ```
pub fn read(file: &[u8]) -> Result<Read, Problems> {
    let (mut untaken, mut problems) = (Untaken::default(), Problems::new());
    let File { width, height, name, rate, from, to, layers, markers, .. } =
        json::read(file, &mut untaken)?;
    let root = DocumentPath::root();
    let Some(rate) = tick_rate(rate) else {
        return Err(refused(
            root.field("fr"),
            format!("{rate}"),
            "a frame rate from 0.001 to 100000",
        ));
    };
    let times = Times { rate, start: from };
    if to < from {
        return Err(refused(
            root.field("op"),
            format!("frame {to}"),
            format!("one not before {from}"),
        ));
    }
    let length = times.when(to, &root.field("op"))?;
    let mut clip =
        ClipFile { rate: Some(rate), duration: DurationSource::Cut(length), ..ClipFile::default() };
    for (name, pixels) in [("width", width), ("height", height)] {
        clip.meta.extend(pixels.map(|pixels| (name.into(), pixels.to_string())));
    }
    let names =
        Names::new("layers", layers.iter().map(|layer| layer.name.as_deref()), &mut problems);
    let numbers: Vec<_> = layers.iter().map(|layer| layer.number).collect();
    for (index, layer) in layers.into_iter().enumerate() {
        let item = root.field("layers").index(index);
        let Some(name) = names.get(index) else { continue };
        if let Some(parent) = layer.parent {
            let of_number = numbers.iter().position(|number| *number == Some(parent));
            match of_number.and_then(|parent| names.get(parent)) {
                Some(parent) => {
                    clip.meta.insert(format!("{name}/parent"), parent.into());
                }
                None => {
                    let found = format!("layer {parent}");
                    problems.push(Problem::note(item.field("parent"), found, "which is not there"));
                }
            }
        }
        let made = layer.tracks(name, &mut clip, times, to, &item, &mut untaken, &mut problems);
        problems.extend(made.err().into_iter().flatten());
    }
    for (index, marker) in markers.into_iter().enumerate() {
        let item = root.field("markers").index(index);
        if marker.at < from || marker.at > to {
            let found = format!("frame {}", marker.at);
            problems.push(Problem::note(
                item,
                found,
                "which is outside of what plays, so it is no cue",
            ));
            continue;
        }
        let at = times.when(marker.at, &item)?;
        clip.cues.push(CueSource { at, name: marker.name, kind: CueKind::State });
    }
    let mut document = Document::default();
    let name = if name.is_empty() { "animation".into() } else { name };
    document.clips.insert(name, clip);
    untaken.report(&mut problems);
    done(document, problems)
}

impl Layer {
    #[expect(clippy::too_many_arguments, reason = "all of what a file's reading is about, once")]
    fn tracks(
        self,
        name: &str,
        clip: &mut ClipFile,
        times: Times,
        end: f64,
        item: &DocumentPath,
        untaken: &mut Untaken,
        notes: &mut Problems,
    ) -> Result<(), Problems> {
        let of = if self.in_space == 0.0 { Of::Plane } else { Of::Space };
        let Transform { anchor, position, scale, rotation, opacity } = self.transform;
        let Position { together, x, y, z } =
            position.unwrap_or(Position { together: None, x: None, y: None, z: None });
        let percent = 0.01;
        for (property, field, path, of, scale) in [
            (anchor, "a", "anchor", of, 1.0),
            (together, "p", "position", of, 1.0),
            (x, "p.x", "position.x", Of::Number, 1.0),
            (y, "p.y", "position.y", Of::Number, 1.0),
            (z, "p.z", "position.z", Of::Number, 1.0),
            (scale, "s", "scale", of, percent),
            (rotation, "r", "rotation", Of::Number, 1.0),
            (opacity, "o", "opacity", Of::Number, percent),
        ] {
            let Some(property) = property else { continue };
            let path = format!("{name}/{path}");
            let taken = Taken { path: &path, of, scale };
            let item = item.field("ks").field(field);
            clip.tracks.extend(property.tracks(taken, times, &item, untaken, notes)?);
        }
        let (from, to) = (self.from.unwrap_or(times.start), self.to.unwrap_or(end));
        if from > times.start || to < end {
            let mut keys = vec![Key::hold(When::ZERO, from <= times.start)];
            if from > times.start {
                keys.push(Key::hold(times.when(from, &item.field("ip"))?, true));
            }
            // It is not there any more at the frame at which it ends.
            keys.push(Key::hold(times.when(to.max(from), &item.field("op"))?, false));
            keys.sort_by_key(|key| key.at.span(times.rate));
            clip.tracks.insert(format!("{name}/visible"), keys.into());
        }
        Ok(())
    }
}
