//! The fields of a JSON text that tell the formats apart: a format is known by its outermost fields, as names that people
//! choose, such as those of sprites, may be any words.

use std::collections::BTreeSet;

/// The words that formats ask for.
const WORDS: [&str; 33] = [
    "$defs",
    "$schema",
    "Curves",
    "FileReferences",
    "Meta",
    "armature",
    "asset",
    "bones",
    "dataType",
    "duration",
    "fr",
    "frame",
    "framePerSecond",
    "frameRate",
    "frames",
    "ip",
    "keys",
    "layers",
    "meta",
    "op",
    "parentBoneIndex",
    "properties",
    "skeletons",
    "slots",
    "sourceSize",
    "targetedAnimations",
    "textures",
    "tilecount",
    "tiledversion",
    "tilesets",
    "tilewidth",
    "type",
    "version",
];

/// Those of the words that a text has as names of fields.
#[derive(Debug, Default)]
pub(crate) struct Fields {
    top: BTreeSet<&'static str>,
    frame: BTreeSet<&'static str>,
    any: BTreeSet<&'static str>,
}

impl Fields {
    /// The fields of a text, which may be broken; none of anything but JSON.
    pub(crate) fn of(text: &[u8]) -> Self {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        let mut fields = Self::default();
        if !matches!(text.trim_ascii_start().first(), Some(b'{' | b'[')) {
            return fields;
        }
        // A bit for each level, set for objects; readers take no more than 128 levels.
        let (mut level, mut objects, mut in_frames, mut at) = (0_u32, 0_u128, false, 0);
        while let Some(byte) = text.get(at) {
            at += 1;
            match byte {
                b'{' | b'[' => {
                    (level, objects) = (level + 1, (objects << 1) | u128::from(*byte == b'{'));
                }
                b'}' | b']' => (level, objects) = (level.saturating_sub(1), objects >> 1),
                b'"' => {
                    let start = at;
                    while text.get(at).is_some_and(|byte| *byte != b'"') {
                        at += if text[at] == b'\\' { 2 } else { 1 };
                    }
                    let Some(name) = text.get(start..at) else { break };
                    at += 1;
                    let rest = text.get(at..).unwrap_or_default();
                    let colon = rest.iter().find(|byte| !byte.is_ascii_whitespace());
                    if objects & 1 == 0 || colon != Some(&b':') {
                        continue;
                    }
                    let word = WORDS.into_iter().find(|word| word.as_bytes() == name);
                    if level == 1 {
                        in_frames = word == Some("frames");
                        fields.top.extend(word);
                    }
                    // In a list of frames, or in a map of them by name.
                    if level == 3 && in_frames {
                        fields.frame.extend(word);
                    }
                    fields.any.extend(word);
                }
                _ => {}
            }
        }
        fields
    }

    /// Whether the text itself has a field.
    pub(crate) fn top(&self, name: &str) -> bool {
        self.top.contains(name)
    }

    /// Whether one of its frames has a field.
    pub(crate) fn of_frame(&self, name: &str) -> bool {
        self.frame.contains(name)
    }

    /// Whether anything in it has a field.
    pub(crate) fn any(&self, name: &str) -> bool {
        self.any.contains(name)
    }
}
