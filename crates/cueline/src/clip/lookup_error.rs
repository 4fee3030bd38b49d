//! Why a name, a key or an id leads to nothing.

use alloc::{boxed::Box, string::String, vec::Vec};
use core::{error::Error, fmt};

use super::{ClipId, Suggestion, ValueKind};

/// Why a name, a key or an id was refused: there is no such thing, there are several, or it is of another kind.
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
    /// The library has no clip of that name.
    Clip(Suggestion),
    /// A short name of several clips, in a library of several files.
    Ambiguous {
        /// The short name.
        name: String,
        /// The full names of these clips.
        full_names: Vec<String>,
    },
    /// The library has a clip of that name already.
    DuplicateName {
        /// The name.
        name: String,
    },
    /// The library has had `u32::MAX` names.
    LibraryFull,
    /// The index of the id is beyond all clips of the library.
    Unknown(ClipId),
    /// The clip of the id was removed.
    Removed(ClipId),
    /// The clip at the index of the id has another name: the id is of another library.
    OtherLibrary(ClipId),
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
            _ => self.fmt_clip(f),
        }
    }
}

impl LookupError {
    /// The errors of libraries.
    fn fmt_clip(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clip(suggestion) => write!(f, "there is no clip {suggestion}"),
            Self::Ambiguous { name, full_names } => {
                let count = full_names.len();
                write!(f, "{count} clips are called {name:?}; use one of ")?;
                for (index, name) in full_names.iter().enumerate() {
                    write!(f, "{}{name:?}", if index == 0 { "" } else { ", " })?;
                }
                Ok(())
            }
            Self::DuplicateName { name } => write!(f, "there is a clip called {name:?} already"),
            Self::LibraryFull => write!(f, "a library holds at most {} clips", u32::MAX),
            Self::Unknown(id) => {
                write!(f, "the library has no clip {}: the id is of another library", id.index())
            }
            Self::Removed(id) => write!(f, "clip {} was removed from the library", id.index()),
            Self::OtherLibrary(id) => write!(
                f,
                "the id of clip {} is of another library: here, that clip has another name",
                id.index()
            ),
            _ => Ok(()),
        }
    }
}

impl Error for LookupError {}
