//! Cues in the extras of an animation.

use cueline::{clip::CueKind, time::Span};
use cueline_assets::{CueSource, DocumentPath, Problem, Problems, When};
use serde_json::Value;

use crate::marker;

/// The cues of every list of markers, events or cues.
pub(super) fn cues(extras: &Value, item: &DocumentPath, notes: &mut Problems) -> Vec<CueSource> {
    let mut cues = Vec::new();
    for list in ["markers", "events", "cues"] {
        let items = extras.get(list).and_then(Value::as_array);
        for (index, marker) in items.into_iter().flatten().enumerate() {
            let text = |name: &str| marker.get(name).and_then(Value::as_str);
            let seconds = marker.get("time").and_then(Value::as_f64);
            // Ten years, as for times of keys.
            let seconds = seconds.filter(|seconds| (0.0..3.2e8).contains(seconds));
            let at = seconds.and_then(|seconds| Span::from_secs_f64(seconds).ok());
            match (text("name"), at) {
                (Some(name), Some(at)) => {
                    let (name, own) = marker::cue(name);
                    let kind = match text("kind").map(str::to_ascii_lowercase).as_deref() {
                        Some("state") => CueKind::State,
                        Some("effect") => CueKind::Effect,
                        _ => own,
                    };
                    cues.push(CueSource { at: When::Span(at), name: name.into(), kind });
                }
                _ => {
                    let item = item.field(list).index(index);
                    let becomes = "which is no cue: those have a name and a time in seconds";
                    notes.push(Problem::note(item, "something else", becomes));
                }
            }
        }
    }
    cues
}
