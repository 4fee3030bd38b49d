//! Lottie: what moves in layers and in their shapes. Other renderers draw shapes, text, images, masks and effects.
//!
//! Each composition is a clip: the file itself under its name (`animation` without one), and each precomposition under
//! its own name or id. Tracks of a layer:
//!
//! | track | values |
//! | --- | --- |
//! | `LAYER/position`, `LAYER/anchor`, `LAYER/scale` | `Vec2`, of layers in space `Vec3`; a scale of 1 is full size |
//! | `LAYER/rotation` | degrees, clockwise; of layers in space also `rotation.x`, `rotation.y`, and `orientation` |
//! | `LAYER/opacity` | from 0 to 1 |
//! | `LAYER/skew`, `LAYER/skew axis` | degrees |
//! | `LAYER/visible` | where the layer does not show all the time |
//! | `LAYER/time` | of a layer that shows a precomposition: the time in that one, in seconds |
//!
//! What moves in the shapes of a layer has tracks below the names of its groups; `SHAPE` is such a path, as
//! `LAYER/Group 1/Fill 1`:
//!
//! | track | values |
//! | --- | --- |
//! | `SHAPE/color` | of fills and strokes: `Vec4`, red, green, blue and opacity in sRGB, from 0 to 1 |
//! | `SHAPE/opacity`, `SHAPE/width` | of fills, strokes and gradients: from 0 to 1; pixels |
//! | `SHAPE/start`, `SHAPE/end`, `SHAPE/offset` | of trimmed paths: from 0 to 1; degrees. Of gradients: `Vec2` |
//! | `SHAPE/position`, `SHAPE/size`, `SHAPE/radius` | of rectangles, ellipses and stars |
//! | `GROUP/position`, `GROUP/anchor`, `GROUP/scale`, `GROUP/rotation`, `GROUP/opacity` | of groups, as of layers |
//!
//! Outlines that change, colours of gradients, dashes, masks, effects and texts have no tracks: how many of them move is in
//! [`Read::animated`](cueline_assets::Read), and a warning says it.
//!
//! Axes with curves of their own have a track each: `LAYER/position.x`. The clip's `meta` names the parent of a layer
//! (`LAYER/parent`) and the clip of its precomposition (`LAYER/composition`). Stretched and remapped time is in
//! `LAYER/time`, so a precomposition's keys stay as they are. Markers are cues: effects, and states
//! if their comment begins with `state:`.
//!
//! Bezier curves in time are exact. Positions along curves go by distance, as in lottie-web, to within 0.005 pixels and a
//! ten-thousandth of the position; keys are added for that. Properties with expressions keep the keys of the file, with a warning.
//!
//! `.lottie` archives hold one animation or several, each imported with its compositions.
//!
//! Source: the Lottie Animation Community's specification 1.0.

mod archive;
mod composition;
mod count;
mod flag;
mod path;
mod property;
mod shapes;

use std::collections::BTreeMap;

use cueline::time::TickRate;
use cueline_assets::{CueSource, Document, DocumentPath, Problem, Problems, Read};
use serde::Deserialize;

use self::{
    composition::{Composition, Kinds, Layers},
    property::Budget,
};
use crate::{
    density,
    frames::{Times, tick_rate},
    importer::{Importer, done, refused},
    json::{self, Unread},
    marker,
    motion::Motion,
    names::Names,
    number::number,
};

#[derive(Debug, Deserialize)]
struct File {
    #[serde(rename = "w")]
    width: Option<f64>,
    #[serde(rename = "h")]
    height: Option<f64>,
    #[serde(rename = "nm")]
    name: Option<String>,
    #[serde(rename = "fr", deserialize_with = "number")]
    rate: f64,
    #[serde(rename = "ip", deserialize_with = "number")]
    from: f64,
    #[serde(rename = "op", deserialize_with = "number")]
    to: f64,
    #[serde(default)]
    assets: Vec<Asset>,
    #[serde(default)]
    layers: Layers,
    #[serde(default)]
    markers: Vec<Marker>,
}

/// A precomposition, or an image, which has no layers.
#[derive(Debug, Deserialize)]
struct Asset {
    #[serde(default)]
    id: serde_json::Value,
    #[serde(rename = "nm")]
    name: Option<String>,
    #[serde(rename = "fr")]
    rate: Option<f64>,
    layers: Option<Layers>,
}

#[derive(Debug, Deserialize)]
struct Marker {
    #[serde(rename = "cm", default)]
    name: String,
    #[serde(rename = "tm")]
    at: f64,
}

pub(crate) const IMPORTER: Importer = Importer {
    extensions: &["lottie", "tgs"],
    is: |_, fields| ["fr", "ip", "op", "layers"].into_iter().all(|name| fields.top(name)),
    read: |file, _| read(file),
};

/// Reads the content of a `.json` or `.lottie` file, or of a `.tgs` (a sticker of Telegram: the same JSON, packed).
///
/// # Errors
///
/// JSON of another form, invalid frame rates and durations, times that run backwards, broken archives.
///
/// # Examples
///
/// ```
/// use cueline::time::Span;
/// use cueline_import::lottie;
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
    let (mut document, mut problems) = (Document::default(), Problems::new());
    let mut motion = Motion::default();
    if archive::is_gzip(file) {
        let text = archive::unpacked(file)?;
        animation(&text, None, &mut document, &mut motion, &mut problems)?;
        return done(document, motion, problems);
    }
    if !archive::is(file) {
        animation(file, None, &mut document, &mut motion, &mut problems)?;
        return done(document, motion, problems);
    }
    let animations = archive::animations(file)?;
    let one = animations.len() == 1;
    for (id, text) in &animations {
        let name = if one { None } else { Some(&**id) };
        animation(text, name, &mut document, &mut motion, &mut problems)
            .map_err(|problems| problems.in_file(&format!("{id}.json")))?;
    }
    done(document, motion, problems)
}

/// Reads one animation into the document; `prefix` goes before its names if there are several animations.
fn animation(
    text: &[u8],
    prefix: Option<&str>,
    document: &mut Document,
    motion: &mut Motion,
    problems: &mut Problems,
) -> Result<(), Problems> {
    let mut unread = Unread::default();
    density::check(text, density::Items::All)?;
    let file: File = json::read(text, &mut unread)?;
    let root = DocumentPath::root();
    let rate = rate_of(file.rate, &root)?;
    let File { from, to, .. } = file;
    if to < from {
        let needed = format!("one not before {from}");
        return Err(refused(root.field("op"), format!("frame {to}"), needed));
    }
    let own = file.name.as_deref().filter(|name| !name.is_empty()).unwrap_or("animation");
    let own = prefix.unwrap_or(own);
    // The clips: the file itself, and then its precompositions.
    let comps: Vec<_> = file.assets.into_iter().filter(|asset| asset.layers.is_some()).collect();
    let known = comps.iter().map(|asset| {
        let name = asset.name.as_deref().filter(|name| !name.is_empty()).or(asset.id.as_str());
        name.map(|name| match prefix {
            Some(prefix) => format!("{prefix}/{name}"),
            None => name.to_owned(),
        })
    });
    let known: Vec<Option<String>> = known.collect();
    let all = std::iter::once(Some(own)).chain(known.iter().map(Option::as_deref));
    let names = Names::new("assets", all, &mut Problems::new());
    let (mut kinds, mut budget) = (Kinds::default(), Budget::of(text));
    // Of equal ids the first one counts.
    let mut clips: BTreeMap<String, String> = BTreeMap::new();
    for (index, asset) in comps.iter().enumerate() {
        if let Some(name) = names.get(index + 1) {
            clips.entry(asset.id.to_string()).or_insert_with(|| name.to_owned());
        }
    }
    let times = Times { rate, start: from };
    let item = root.field("layers");
    let composition = Composition { times, end: to, clips: &clips };
    let mut clip =
        composition.clip(file.layers, &item, &mut kinds, &mut budget, &mut unread, problems)?;
    for (name, pixels) in [("width", file.width), ("height", file.height)] {
        clip.meta.extend(pixels.map(|pixels| (name.into(), pixels.to_string())));
    }
    for (index, marker) in file.markers.into_iter().enumerate() {
        let item = root.field("markers").index(index);
        if marker.at < from || marker.at > to {
            let found = format!("frame {}", marker.at);
            let becomes = "which is outside of the played frames, so it is no cue";
            problems.push(Problem::note(item, found, becomes));
            continue;
        }
        let at = times.when(marker.at, &item)?;
        let (name, kind) = marker::cue(&marker.name);
        clip.cues.push(CueSource { at, name: name.into(), kind });
    }
    document.clips.insert(names.get(0).unwrap_or(own).into(), clip);
    let mut made = Vec::new();
    for (index, asset) in comps.iter().enumerate() {
        let item = root.field("assets").index(index);
        let rate = asset.rate.map_or(Ok(rate), |rate| rate_of(rate, &item))?;
        made.push((rate, item.field("layers")));
    }
    for (index, (asset, (rate, item))) in comps.into_iter().zip(made).enumerate() {
        let (Some(layers), Some(name)) = (asset.layers, names.get(index + 1)) else { continue };
        let end = layers.iter().filter_map(|layer| layer.end()).fold(0.0, f64::max);
        let composition = Composition { times: Times { rate, start: 0.0 }, end, clips: &clips };
        let clip =
            composition.clip(layers, &item, &mut kinds, &mut budget, &mut unread, problems)?;
        document.clips.insert(name.into(), clip);
    }
    budget.report(problems);
    motion.add(&budget.motion);
    kinds.report(problems);
    Ok(())
}

fn rate_of(rate: f64, item: &DocumentPath) -> Result<TickRate, Problems> {
    tick_rate(rate).ok_or_else(|| {
        let needed = "a frame rate from 0.001 to 100000";
        refused(item.field("fr"), format!("{rate}"), needed)
    })
}
