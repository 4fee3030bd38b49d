//! Errors of lookups by name.

use alloc::{boxed::Box, string::String};
use core::fmt;

use super::{Suggestion, ValueKind};

/// Why a lookup by name or key failed: there is no such thing, or its values are of another kind.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LookupError {
    /// The clip has no track of that path.
    Track(Suggestion),
    /// The track has another kind.
    TrackKind {
        /// Its path.
        path: String,
        /// The kind of the track.
        found: ValueKind,
        /// The requested kind.
        needed: ValueKind,
    },
    /// The path of a track or property leads to no field, or to a field that is only written part by part.
    Field(Suggestion),
    /// The values of a track or property have another kind than the field.
    FieldKind {
        /// The path.
        path: String,
        /// The kind of the values.
        track: ValueKind,
        /// The kind of the field.
        field: ValueKind,
    },
    /// The clip has other paths or kinds than the clip that was bound.
    OtherClip {
        /// The name of the clip.
        clip: String,
    },
    /// The timeline has no item of that name.
    Item(Suggestion),
    /// The outermost timeline has no label of that name.
    Label(Suggestion),
    /// The timeline has no property with that key.
    Key(Suggestion),
    /// The kind of the property is not the requested kind.
    KeyKind {
        /// The property, as its `Debug` shows it.
        key: Box<str>,
        /// The kind of the property.
        kind: ValueKind,
        /// The requested kind.
        asked: ValueKind,
    },
}

impl fmt::Display for LookupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Track(unknown) => write!(f, "there is no track {unknown}"),
            Self::TrackKind { path, found, needed } => {
                write!(f, "the track {path:?} holds {found}, not {needed}")
            }
            Self::Field(unknown) => write!(f, "there is no field {unknown}"),
            Self::FieldKind { path, track, field } => {
                write!(f, "the track {path:?} holds {track} but the field needs {field}")
            }
            Self::OtherClip { clip } => {
                write!(f, "the binding was made for a clip with other tracks than {clip:?}")
            }
            Self::Item(unknown) => write!(f, "there is no item {unknown}"),
            Self::Label(unknown) => write!(f, "there is no label {unknown}"),
            Self::Key(unknown) => write!(f, "the timeline has no property {unknown}"),
            Self::KeyKind { key, kind, asked } => {
                write!(f, "property {key} holds {kind}, but {asked} was asked for")
            }
        }
    }
}

impl core::error::Error for LookupError {}
