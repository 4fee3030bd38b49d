//! The files that a command reads.

use std::{
    fs,
    io::{self, Read as _},
    path::{Path, PathBuf},
    time::SystemTime,
};

use cueline_assets::Format;
use cueline_import::aseprite::Selection;

use super::cli::Drawn;
use crate::{
    failure::Failure,
    open::{Needs, Opened, Thing, open_bytes, read_bytes},
};

/// Reads a file, without its pixels.
pub(crate) fn open(path: &Path) -> Result<Opened, Failure> {
    open_as(path, Needs::Motion)
}

/// Reads the document of a file, whose items may need those of other files.
pub(crate) fn open_document(path: &Path) -> Result<Opened, Failure> {
    let (bytes, path) = load(path)?;
    read_bytes(&path, bytes, Needs::Motion)
}

/// Reads a file, with its pixels.
pub(crate) fn open_with_pixels(path: &Path, drawn: &Drawn) -> Result<Opened, Failure> {
    open_as(path, Needs::Pixels(&selection(drawn)))
}

/// Reads a file, with all that can be drawn.
pub(crate) fn open_picture(path: &Path, drawn: &Drawn) -> Result<Opened, Failure> {
    open_as(path, Needs::Picture(&selection(drawn)))
}

fn selection(drawn: &Drawn) -> Selection {
    let (layers, tags) = (drawn.layers.clone(), drawn.tags.clone());
    Selection { layers, tags, ..Selection::default() }
}

fn open_as(path: &Path, needs: Needs) -> Result<Opened, Failure> {
    let (bytes, path) = load(path)?;
    open_bytes(&path, bytes, needs)
}

/// The content of a file, and its path; `-` is the standard input.
pub(super) fn load(path: &Path) -> Result<(Vec<u8>, PathBuf), Failure> {
    let stdin = path == Path::new("-");
    let bytes = if stdin {
        let mut bytes = Vec::new();
        let read = io::stdin().lock().read_to_end(&mut bytes);
        read.map(|_| bytes).map_err(|error| Failure::File(format!("standard input: {error}")))?
    } else {
        fs::read(path).map_err(|error| match error.kind() {
            io::ErrorKind::IsADirectory => {
                let instead = "a folder; `cueline check --summary` counts the files in it";
                Failure::file(path, instead)
            }
            _ => Failure::file(path, error),
        })?
    };
    let path = if stdin { Path::new(stdin_name(&bytes)) } else { path };
    Ok((bytes, path.to_owned()))
}

/// A file name for the standard input, with the extension that its content has.
pub(super) fn stdin_name(bytes: &[u8]) -> &'static str {
    match bytes {
        [b'g', b'l', b'T', b'F', ..] => "stdin.glb",
        [b'P', b'K', 3, 4, ..] => "stdin.lottie",
        [_, _, _, _, 0xE0, 0xA5, ..] => "stdin.aseprite",
        _ if bytes.trim_ascii_start().starts_with(b"<") => "stdin.tsx",
        _ => match Format::of_content(bytes) {
            Some(Format::Ron) => "stdin.ron",
            Some(Format::Binary) => "stdin.cue",
            _ => "stdin.json",
        },
    }
}

/// The time of the last save, and the size then.
pub(super) type Stamp = (SystemTime, u64);

/// When a file was saved; `None` if there is none.
pub(super) fn saved(file: &Path) -> Option<Stamp> {
    let about = fs::metadata(file).ok()?;
    Some((about.modified().ok()?, about.len()))
}

impl Opened {
    /// The items with that name, or all.
    pub(crate) fn chosen(&self, name: Option<&str>) -> Result<Vec<Thing>, Failure> {
        let mut things = self.things();
        let known: Vec<_> = things.iter().map(Thing::path).collect();
        if let Some(name) = name {
            // As it is called, or as this command calls it.
            things.retain(|thing| thing.name() == name || thing.path() == name);
        }
        if things.is_empty() {
            return Err(Failure::usage(match (name, known.is_empty()) {
                (_, true) => format!("{} holds nothing that has a time", self.name),
                (Some(name), _) => {
                    format!("{} holds no {name:?}; it has {}", self.name, known.join(", "))
                }
                (None, false) => format!("{} holds nothing of that kind", self.name),
            }));
        }
        Ok(things)
    }
}
