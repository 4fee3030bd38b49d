//! XML of other programs: parsed with limits, and problems with places.

use std::borrow::Cow;

use cueline_assets::{DocumentPath, Place, Problem, Problems};
use roxmltree::{Document, Error, Node, ParsingOptions};

use crate::importer::refused;

/// The limit of nodes in a file; far more than any tileset has, and a few hundred megabytes at most.
const NODES: u32 = 4 << 20;
/// The limit of attributes of an element: the parser compares each of them with all others. Tiled writes 13 at most.
const ATTRIBUTES: usize = 64;

/// The name of the first element of a text, and what follows that name.
pub(crate) fn first_element(file: &[u8]) -> Option<(String, String)> {
    let start = file.get(..4096).unwrap_or(file);
    let start = of_16_bits(start).map_or_else(
        || start.utf8_chunks().next().map_or("", |chunk| chunk.valid()).into(),
        |units| Cow::Owned(String::from_utf16_lossy(&units)),
    );
    let mut rest = start.trim_start_matches('\u{feff}').trim_start();
    while let Some(inner) = rest.strip_prefix("<?").or_else(|| rest.strip_prefix("<!")) {
        let end = if inner.starts_with("--") { "-->" } else { ">" };
        rest = inner.split_once(end)?.1.trim_start();
    }
    let rest = rest.strip_prefix('<')?;
    let end = rest.find(|next: char| next.is_ascii_whitespace() || matches!(next, '>' | '/'))?;
    let (name, rest) = rest.split_at(end);
    Some((name.into(), rest.into()))
}

/// The numbers of a text of UTF-16, as Adobe's programs write it: they begin with a mark.
fn of_16_bits(file: &[u8]) -> Option<Vec<u16>> {
    let unit: fn([u8; 2]) -> u16 = match file {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return None,
    };
    let (units, _) = file.as_chunks::<2>();
    Some(units.iter().map(|bytes| unit(*bytes)).collect())
}

/// The text of a file of XML.
pub(crate) fn text(file: &[u8]) -> Result<Cow<'_, str>, Problems> {
    if let Some(units) = of_16_bits(file) {
        let text = String::from_utf16(units.get(1..).unwrap_or_default());
        let wrong = |_| refused(DocumentPath::root(), "half a character of UTF-16", "text");
        return text.map(Cow::Owned).map_err(wrong);
    }
    let text = std::str::from_utf8(file).map_err(|error| {
        let found = format!("byte {}, which is not UTF-8", error.valid_up_to());
        refused(DocumentPath::root(), found, "text")
    })?;
    Ok(text.trim_start_matches('\u{feff}').into())
}

/// The elements of a text.
pub(crate) fn parse(text: &str) -> Result<Document<'_>, Problems> {
    affordable(text)?;
    // Old files name their DTD.
    let options =
        ParsingOptions { nodes_limit: NODES, allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| no_xml(text, &error))
}

/// The place of an element. It is counted from the start of the text, so a reader limits how many it asks for.
pub(crate) fn place_of(node: Node<'_, '_>, text: &str) -> Option<Place> {
    let range = node.range();
    let before = text.get(..range.start).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    place(line, column, range.start, range.len())
}

/// Refuses what would take the parser more than a time in proportion to the text: very many attributes, and
/// definitions inside of the file, as entities could expand a small file without limit.
fn affordable(text: &str) -> Result<(), Problems> {
    let mut at = 0;
    while let Some(next) = text[at..].find('<') {
        let start = at + next;
        let rest = &text[start..];
        let skipped = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
        if let Some((open, close)) = skipped.into_iter().find(|(open, _)| rest.starts_with(open)) {
            // The parser refuses what has no end.
            let Some(end) = rest[open.len()..].find(close) else { return Ok(()) };
            at = start + open.len() + end + close.len();
            continue;
        }
        let (mut quote, mut attributes, mut end) = (None, 0, text.len());
        for (index, byte) in rest.bytes().enumerate() {
            match (quote, byte) {
                (Some(open), _) => quote = Some(open).filter(|open| byte != *open),
                (None, b'"' | b'\'') => quote = Some(byte),
                (None, b'=') => attributes += 1,
                (None, b'[') if rest.starts_with("<!") => {
                    let found = "definitions in a <!DOCTYPE>";
                    return Err(refused(DocumentPath::root(), found, "a file without them"));
                }
                (None, b'>') => {
                    end = start + index;
                    break;
                }
                _ => {}
            }
        }
        if attributes > ATTRIBUTES {
            let found = format!("an element with {attributes} attributes, at byte {start}");
            return Err(refused(DocumentPath::root(), found, format!("no more than {ATTRIBUTES}")));
        }
        at = end;
    }
    Ok(())
}

fn place(line: usize, column: usize, offset: usize, length: usize) -> Option<Place> {
    let (line, column) = (u32::try_from(line).ok()?, u32::try_from(column).ok()?);
    Some(Place { line, column, offset, length })
}

fn no_xml(text: &str, error: &Error) -> Problems {
    let at = error.pos();
    let start: usize =
        text.split_inclusive('\n').take(at.row.saturating_sub(1) as usize).map(str::len).sum();
    let line = text.get(start..).unwrap_or_default();
    let offset = start
        + line.chars().take(at.col.saturating_sub(1) as usize).map(char::len_utf8).sum::<usize>();
    let place = Some(Place { line: at.row, column: at.col, offset, length: 0 });
    Problem { place, ..Problem::error(DocumentPath::root(), error.to_string(), "XML") }.into()
}
