//! Reads other programs' JSON: problems have places, and unknown fields are counted.

use std::{
    fmt::{self, Write as _},
    ops::Range,
};

use cueline_assets::{DocumentPath, Place, Problem, Problems};
use indexmap::IndexMap;
use serde::de::DeserializeOwned;
use serde_path_to_error::{Path, Segment};

/// The limit of separate notes on unknown fields.
const SORTS: usize = 64;
/// The limit of bytes of a path in such a note.
const LONGEST: usize = 200;

/// The parts of a file that an importer does not import: each sort once, with its count.
#[derive(Debug, Default)]
pub(crate) struct Unread {
    sorts: IndexMap<String, usize>,
}

impl Unread {
    /// Counts one field at that path; indices are omitted, so that items of one sort are counted together.
    pub(crate) fn add(&mut self, path: &str) {
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

    /// One note for each sort.
    pub(crate) fn report(self, notes: &mut Problems) {
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

/// The limit of names of fields that stand in an object a second time: each costs another look at the text, and no object
/// of a format has more fields.
const TWICE: usize = 24;

/// Parses the text as a type; fields that the type does not have are counted in `unread`. Of equal fields the last one
/// counts, as in other readers.
pub(crate) fn read<T: DeserializeOwned>(text: &[u8], unread: &mut Unread) -> Result<T, Problems> {
    let mut once = None;
    let mut twice = 0;
    loop {
        let text = once.as_deref().unwrap_or(text);
        let mut json = serde_json::Deserializer::from_slice(strip_mark(text));
        let (path, error) = match typed(&mut json, unread) {
            Ok(value) => {
                json.end().map_err(|error| wrong(text, &DocumentPath::root(), &error))?;
                return Ok(value);
            }
            Err(found) => found,
        };
        let said = error.to_string();
        let name = said.strip_prefix("duplicate field `").and_then(|rest| rest.split_once('`'));
        let Some((name, _)) = name.filter(|_| twice < TWICE) else {
            return Err(wrong(text, &path, &error));
        };
        *unread = Unread::default();
        twice += 1;
        once = Some(without_earlier(text, name));
    }
}

/// The text with spaces in place of those fields of that name that are not the last ones of their object.
fn without_earlier(text: &[u8], name: &str) -> Vec<u8> {
    let mut once = text.to_vec();
    // For each level where the field begins, and from where to where an earlier one is.
    let mut levels: Vec<(Option<usize>, Option<Range<usize>>)> = vec![(None, None)];
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        let start = at;
        at += 1;
        match (byte, levels.last_mut()) {
            (b'{' | b'[', _) => levels.push((None, None)),
            (b'}' | b']', _) => drop(levels.pop()),
            (b',', Some((field, earlier))) => {
                if let Some(field) = field.take() {
                    *earlier = Some(field..at);
                }
            }
            (b'"', level) => {
                while text.get(at).is_some_and(|byte| *byte != b'"') {
                    at += if text[at] == b'\\' { 2 } else { 1 };
                }
                let own = text.get(start + 1..at);
                at += 1;
                let rest = text.get(at..).unwrap_or_default();
                let colon = rest.iter().find(|byte| !byte.is_ascii_whitespace());
                if let Some((field, earlier)) = level
                    && own == Some(name.as_bytes())
                    && colon == Some(&b':')
                {
                    if let Some(earlier) = earlier.take() {
                        once[earlier].fill(b' ');
                    }
                    *field = Some(start);
                }
            }
            _ => {}
        }
    }
    once
}

/// Converts `json` to a type, or returns the problem with its path.
pub(crate) fn typed<'de, T, D>(json: D, unread: &mut Unread) -> Result<T, (DocumentPath, D::Error)>
where
    T: serde::Deserialize<'de>,
    D: serde::Deserializer<'de>,
{
    let mut track = serde_path_to_error::Track::new();
    let tracked = serde_path_to_error::Deserializer::new(json, &mut track);
    serde_ignored::deserialize(tracked, |path| {
        // Its beginning: a file may have very many fields below a very long name.
        let mut beginning = Beginning(String::new());
        let _cut = write!(beginning, "{path}");
        unread.add(&beginning.0);
    })
    .map_err(|error| (item(&track.path()), error))
}

/// The first [`LONGEST`] bytes of a text; writing more fails.
struct Beginning(String);

impl fmt::Write for Beginning {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = LONGEST - self.0.len(); // never longer
        self.0.push_str(&text[..text.floor_char_boundary(room)]);
        if text.len() <= room { Ok(()) } else { Err(fmt::Error) }
    }
}

/// A problem of that text, with its place.
fn wrong(text: &[u8], path: &DocumentPath, error: &serde_json::Error) -> Problems {
    let place = place(text, error.line(), error.column());
    let (found, needed) = words(error, || character(text, place));
    Problem { place, ..Problem::error(path.clone(), found, needed) }.into()
}

/// What was found and what was needed, of an error of JSON; `here` is what is at its place.
pub(crate) fn words(error: &serde_json::Error, here: impl FnOnce() -> String) -> (String, String) {
    // The message ends with the place, which the problem contains separately.
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(&*message, |(message, _)| message);
    let after = |words| message.strip_prefix(words);
    if let Some(part) = after("EOF while parsing ") {
        ("the end of the file".into(), format!("the rest of {part}"))
    } else if let Some(needed) = after("expected ") {
        (here(), if needed == "value" { "a value" } else { needed }.into())
    } else if let Some(form) = after("data did not match any variant of untagged enum ") {
        (here(), one_of_forms(form).into())
    } else if let Some(field) = after("missing ") {
        (format!("no {field}"), "one".into())
    } else if let Some((found, needed)) = message.split_once(", expected ") {
        let kinds =
            ["invalid type: ", "invalid value: ", "unknown variant ", "unknown field ", "unknown "];
        let found = kinds.iter().find_map(|kind| found.strip_prefix(kind)).unwrap_or(found);
        (plainly_found(found).into(), plainly_needed(needed).into())
    } else {
        let needed = if error.is_data() { "a value that the format allows there" } else { "JSON" };
        (message.into(), needed.into())
    }
}

/// The words of a value with several forms, by the name of its type.
fn one_of_forms(form: &str) -> &'static str {
    match form {
        "Axis" => "a property or an expression",
        "Numbers" => "a number or a list of numbers",
        "Text" => "a text or a number",
        _ => "a value that the format allows there",
    }
}

/// What serde has found, in JSON's words: "integer `-2`" is -2.
fn plainly_found(found: &str) -> &str {
    let quoted = ["integer `", "floating point `", "boolean `"];
    let number = quoted.iter().find_map(|kind| found.strip_prefix(kind)?.strip_suffix('`'));
    match found {
        "sequence" => "a list",
        "map" => "an object",
        _ => number.or_else(|| found.strip_prefix("string ")).unwrap_or(found),
    }
}

/// What serde needs, in JSON's words instead of Rust's.
fn plainly_needed(needed: &str) -> &str {
    match needed {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number of 0 or more",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a map" => "an object",
        _ if needed.starts_with("struct ") => "an object",
        _ if needed.starts_with("tuple struct ") => "a list",
        _ if needed.starts_with("enum ") => "a word of the format",
        _ if needed.contains("struct ") => "a value that the format allows there",
        _ => needed,
    }
}

/// The character at a place, in words.
fn character(text: &[u8], place: Option<Place>) -> String {
    let rest = place.and_then(|place| text.get(place.offset..)).unwrap_or_default();
    let Some(&byte) = rest.first() else { return "the end of the file".to_owned() };
    let whole = rest.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    match whole.filter(|character| !character.is_control()) {
        Some(character) => format!("`{character}`"),
        None => format!("the byte {byte:#04x}"),
    }
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
        let mut unread = Unread::default();
        let text = br#"[{"x": 1, "y": 2}, {"x": 3, "y": 4, "z": 5}]"#;
        assert_eq!(
            read::<Vec<Point>>(text, &mut unread).unwrap(),
            [Point { x: 1 }, Point { x: 3 }]
        );
        let mut notes = Problems::new();
        unread.report(&mut notes);
        let notes: Vec<_> = notes.iter().map(ToString::to_string).collect();
        assert_eq!(
            notes,
            [
                "note: [].y: found 2, which are not imported",
                "note: [].z: found 1, which is not imported"
            ]
        );
    }

    /// The field of a name of a megabyte would be that long itself, and so would the next one.
    #[test]
    fn a_path_is_no_longer_than_people_read() {
        let long = "x".repeat(1_000_000);
        let fields = (0..100_000).map(|number| format!("\"{number}\": 0"));
        let fields = fields.collect::<Vec<_>>().join(",");
        let text = format!("{{\"{long}\": {{\"x\": 1, {fields}}}}}");
        let mut unread = Unread::default();
        read::<IndexMap<String, Point>>(text.as_bytes(), &mut unread).unwrap();
        assert_eq!(unread.sorts.len(), 1);
        assert_eq!(unread.sorts[0], 100_000);
        assert_eq!(unread.sorts.keys().next().map(String::len), Some(LONGEST));
    }

    #[test]
    fn what_is_wrong_is_reported_with_its_place() {
        let text = "[{\"x\": 1},\n {\"x\": \"\u{e4}\u{e4}\"}]".as_bytes();
        let problems = read::<Vec<Point>>(text, &mut Unread::default()).unwrap_err();
        let problem = problems.iter().next().unwrap();
        assert_eq!(problem.item.to_string(), "[1].x");
        let place = problem.place.unwrap();
        assert_eq!((place.line, place.column), (2, 11), "{problem}");
        assert_eq!(
            (&*problem.found, &*problem.needed),
            ("\"\u{e4}\u{e4}\"", "a whole number"),
            "{problem}"
        );
    }

    #[test]
    fn of_equal_fields_the_last_one_counts() {
        let text =
            br#"[{"x": 1, "y": {"x": 3}, "x" : 2}, {"x": 4}, {"x": [1, "x", {}], "x": 0, "x": 5}]"#;
        let points = read::<Vec<Point>>(text, &mut Unread::default()).unwrap();
        assert_eq!(points, [Point { x: 2 }, Point { x: 4 }, Point { x: 5 }]);
    }

    #[test]
    fn what_is_no_json_is_reported_in_words() {
        let said =
            |text: &[u8]| read::<Vec<Point>>(text, &mut Unread::default()).unwrap_err().to_string();
        for (text, expected) in [
            (
                &b"[{\"x\": 1}"[..],
                "1:9: error: found the end of the file, needed the rest of a list",
            ),
            (b"\x8f\xff", "1:1: error: found the byte 0x8f, needed a value"),
            (b"glad", "1:1: error: found `g`, needed a value"),
            (b"[{\"x\": 1} {}]", "1:11: error: found `{`, needed `,` or `]`"),
            (b"{}", "1:1: error: found an object, needed a list"),
            (b"[1]", "1:2: error: [0]: found 1, needed an object"),
            (b"[] []", "1:4: error: found trailing characters, needed JSON"),
            (b"[{}]", "1:3: error: [0]: found no field `x`, needed one"),
            (b"[{\"x\": 1e9}]", "1:10: error: [0].x: found 1000000000.0, needed a whole number"),
        ] {
            assert_eq!(said(text), expected);
        }
    }
}
