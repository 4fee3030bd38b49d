//! Markers that people set at moments of a motion.

use cueline::clip::CueKind;

/// The name of a cue and its kind: a marker is an effect, such as a sound, unless its text begins with `state:`.
///
/// A state is also reported when playback jumps over it, as a door stays open; an effect only when it plays.
pub(crate) fn cue(text: &str) -> (&str, CueKind) {
    match text.split_once(':') {
        Some((kind, name)) if kind.trim().eq_ignore_ascii_case("state") => {
            (name.trim(), CueKind::State)
        }
        Some((kind, name)) if kind.trim().eq_ignore_ascii_case("effect") => {
            (name.trim(), CueKind::Effect)
        }
        _ => (text, CueKind::Effect),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_marker_is_an_effect_unless_it_says_state() {
        for (text, expected) in [
            ("step", ("step", CueKind::Effect)),
            ("state:door open", ("door open", CueKind::State)),
            ("State : armed", ("armed", CueKind::State)),
            ("effect: clang", ("clang", CueKind::Effect)),
            ("line: one", ("line: one", CueKind::Effect)),
            ("statement", ("statement", CueKind::Effect)),
            ("", ("", CueKind::Effect)),
        ] {
            assert_eq!(cue(text), expected, "{text:?}");
        }
    }
}
