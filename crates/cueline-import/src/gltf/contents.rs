//! What a file holds, without the values of its keys.

use cueline::{
    clip::ValueKind,
    time::{Span, TickRate},
};
use cueline_assets::{Animated, CueSource, Document, Named, Problems, Read};

use super::{LoadFile, Moved, animation::TrackRequest, gather};
use crate::importer::done;

/// What a file holds, without the values of its keys.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    /// Skeletons and notes, without clips.
    pub document: Document,
    /// Its animations by name.
    pub clips: Named<ClipContents>,
    /// Omitted or changed parts, and lost motion.
    pub notes: Problems,
    /// The animated properties of the file, and how many of them the clips have.
    pub animated: Animated,
}

/// An animation of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClipContents {
    /// The frame rate of most of its keys.
    pub rate: TickRate,
    /// From 0 to its last key or cue.
    pub duration: Span,
    /// Its tracks by path.
    pub tracks: Named<TrackContents>,
    /// Its cues, in the order of the file.
    pub cues: Vec<CueSource>,
}

/// A track of an animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrackContents {
    /// The kind of its values.
    pub kind: ValueKind,
    /// The number of keys in the file; [`read`](super::read) adds some to cubic rotations.
    pub keys: usize,
    /// The time of its last key.
    pub last: Span,
}

/// Lists what a file holds. Values of keys are not decoded, so this takes little more memory than the file, and does
/// not notice numbers that are not finite.
///
/// # Errors
///
/// Everything else that is wrong with the file, as [`read`](super::read).
///
/// # Examples
///
/// ```
/// use cueline_import::gltf;
///
/// let text = br#"{"asset": {"version": "2.0"}, "nodes": [{"name": "hip"}], "animations": [{"name": "walk",
///     "channels": [{"sampler": 0, "target": {"node": 0, "path": "scale"}}], "samplers": [{"input": 0, "output": 1}]}],
///     "accessors": [{"componentType": 5126, "count": 2, "type": "SCALAR", "bufferView": 0},
///         {"componentType": 5126, "count": 2, "type": "VEC3"}],
///     "bufferViews": [{"buffer": 0, "byteLength": 8}],
///     "buffers": [{"byteLength": 8, "uri": "data:;base64,AAAAAAAAgD8="}]}"#;
/// let contents = gltf::contents(text, &mut gltf::no_files)?;
/// let track = contents.clips["walk"].tracks["hip/scale"];
/// assert_eq!((track.keys, track.last), (2, cueline::time::Span::from_secs(1)));
/// # Ok::<(), cueline_assets::Problems>(())
/// ```
pub fn contents(file: &[u8], load_file: &mut LoadFile<'_>) -> Result<Contents, Problems> {
    let request = TrackRequest {
        values: false,
        shapes: false,
        track: |curve, form, frames, _, _| {
            let last = curve.when(curve.times.len().saturating_sub(1), frames);
            let last = last.span(frames.rate);
            Ok(TrackContents { kind: form.kind(), keys: curve.times.len(), last })
        },
    };
    let gathered = gather(file, load_file, &request)?;
    let clips = gathered.clips.into_iter().map(|(name, Moved { rate, tracks, cues, .. })| {
        let keyed = tracks.values().map(|track: &TrackContents| track.last);
        let times = keyed.chain(cues.iter().map(|cue| cue.at.span(rate)));
        let duration = times.fold(Span::ZERO, Span::max);
        (name, ClipContents { rate, duration, tracks, cues })
    });
    let clips = clips.collect();
    let Read { document, notes, animated } =
        done(gathered.document, gathered.motion, gathered.problems)?;
    Ok(Contents { document, clips, notes, animated })
}
