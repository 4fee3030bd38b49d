//! Reads other programs' JSON: problems have places, and unknown fields are counted.

use indexmap::IndexMap;
use serde::de::DeserializeOwned;
use serde_path_to_error::{Path, Segment};

use crate::{DocumentPath, Place, Problem, Problems};

/// The limit of separate notes on unknown fields.
const SORTS: usize = 64;

/// The parts of a file that an importer does not import: each sort once, with its count.
#[derive(Debug, Default)]
pub(super) struct Untaken {
    sorts: IndexMap<String, usize>,
    /// The animated properties among them.
    lost: usize,
}

impl Untaken {
    /// Counts one field at that path; indices are omitted, so that items of one sort are counted together.
    pub(super) fn add(&mut self, path: &str) {
        let mut sort = String::with_capacity(path.len());
        for part in path.split('.') {
            let index = part.bytes().all(|byte| byte.is_ascii_digit()) && !part.is_empty();
            if part == "?" {
                continue; // a layer of serde that the file does not contain
            }
            if !sort.is_empty() && !index {
                sort.push('.');
            }
            sort.push_str(if index { "[]" } else { part });
        }
        if self.sorts.len() < SORTS || self.sorts.contains_key(&sort) {
            *self.sorts.entry(sort).or_default() += 1;
        } else {
            *self.sorts.entry("(more)".into()).or_default() += 1;
        }
    }

    /// Counts an animated property whose motion is lost.
    #[cfg(feature = "gltf")]
    pub(super) fn lose(&mut self, path: &str) {
        self.lost += 1;
        self.add(path);
    }

    /// One note for each sort, and a warning for lost motion.
    #[cfg_attr(
        not(any(
            feature = "aseprite",
            feature = "babylon",
            feature = "gltf",
            feature = "texturepacker",
            feature = "tiled"
        )),
        expect(dead_code, reason = "Lottie files have notes of their own")
    )]
    pub(super) fn report(self, notes: &mut Problems) {
        if self.lost > 0 {
            let plural = if self.lost == 1 { "y" } else { "ies" };
            let found = format!("{} animated propert{plural} of unknown kind", self.lost);
            notes.push(Problem::warning(DocumentPath::root(), found, "whose motion is lost"));
        }
        for (sort, count) in self.sorts {
            let found = count.to_string();
            notes.push(Problem::note(
                DocumentPath::root().field(&sort),
                found,
                if count == 1 { "which is not imported" } else { "which are not imported" },
            ));
        }
    }
}

/// Parses the text as a type; fields that the type does not have are counted in `untaken`.
pub(super) fn read<T: DeserializeOwned>(text: &[u8], untaken: &mut Untaken) -> Result<T, Problems> {
    let mut json = serde_json::Deserializer::from_slice(strip_mark(text));
    let value = typed(&mut json, untaken).map_err(|(path, error)| wrong(text, &path, &error))?;
    json.end().map_err(|error| wrong(text, &DocumentPath::root(), &error))?;
    Ok(value)
}

/// Converts `json` to a type, or returns the problem with its path.
pub(super) fn typed<'de, T, D>(
    json: D,
    untaken: &mut Untaken,
) -> Result<T, (DocumentPath, D::Error)>
where
    T: serde::Deserialize<'de>,
    D: serde::Deserializer<'de>,
{
    let mut track = serde_path_to_error::Track::new();
    let tracked = serde_path_to_error::Deserializer::new(json, &mut track);
    serde_ignored::deserialize(tracked, |path| untaken.add(&path.to_string()))
        .map_err(|error| (item(&track.path()), error))
}

/// A problem of that text, with its place.
fn wrong(text: &[u8], path: &DocumentPath, error: &serde_json::Error) -> Problems {
    // The message ends with the place, which the problem contains separately.
    let message = error.to_string();
    let found = message.rsplit_once(" at line ").map_or(&*message, |(found, _)| found);
    let needed = if error.is_data() { "what the format asks for there" } else { "JSON" };
    let problem = Problem::error(path.clone(), found, needed);
    Problem { place: place(text, error.line(), error.column()), ..problem }.into()
}

/// The place of a line and a column (in bytes), both from 1.
fn place(text: &[u8], line: usize, column: usize) -> Option<Place> {
    let start: usize = text
        .split_inclusive(|byte| *byte == b'\n')
        .take(line.checked_sub(1)?)
        .map(<[u8]>::len)
        .sum();
    let offset = (start + column.saturating_sub(1)).min(text.len());
    let characters = String::from_utf8_lossy(&text[start.min(offset)..offset]).chars().count();
    Some(Place {
        line: u32::try_from(line).ok()?,
        column: u32::try_from(characters + 1).ok()?,
        offset,
        length: 0,
    })
}

fn item(path: &Path) -> DocumentPath {
    path.iter().fold(DocumentPath::root(), |item, segment| match segment {
        Segment::Seq { index } => item.index(*index),
        Segment::Map { key } | Segment::Enum { variant: key } => item.field(key),
        Segment::Unknown => item,
    })
}

/// Some editors put a byte order mark before the text.
fn strip_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize, PartialEq)]
    struct Point {
        x: i32,
    }

    #[test]
    fn what_is_not_taken_is_counted_by_its_sort() {
        let mut untaken = Untaken::default();
        let text = br#"[{"x": 1, "y": 2}, {"x": 3, "y": 4, "z": 5}]"#;
        assert_eq!(
            read::<Vec<Point>>(text, &mut untaken).unwrap(),
            [Point { x: 1 }, Point { x: 3 }]
        );
        let mut notes = Problems::new();
        untaken.report(&mut notes);
        let notes: Vec<_> = notes.iter().map(ToString::to_string).collect();
        assert_eq!(
            notes,
            [
                "note: [].y: found 2, which are not imported",
                "note: [].z: found 1, which is not imported"
            ]
        );
    }

    #[test]
    fn what_is_wrong_is_reported_with_its_place() {
        let text = "[{\"x\": 1},\n {\"x\": \"\u{e4}\u{e4}\"}]".as_bytes();
        let problems = read::<Vec<Point>>(text, &mut Untaken::default()).unwrap_err();
        let problem = problems.iter().next().unwrap();
        assert_eq!(problem.item.to_string(), "[1].x");
        let place = problem.place.unwrap();
        assert_eq!((place.line, place.column), (2, 11), "{problem}");
        assert!(problem.found.starts_with("invalid type: string"), "{problem}");

        let broken = read::<Vec<Point>>(b"[{\"x\": 1}", &mut Untaken::default()).unwrap_err();
        assert_eq!(broken.to_string(), "1:9: error: found EOF while parsing a list, needed JSON");
        assert!(read::<Vec<Point>>(b"[] []", &mut Untaken::default()).is_err(), "two values");
    }
}
