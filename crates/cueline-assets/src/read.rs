//! Reading and writing text.

use crate::{
    animated::Animated,
    document::Document,
    forms::curve::Names,
    problem::{DocumentPath, Problem, Problems},
    serial::{decode, encode},
    text::{Kind, Lines, Node, Style, carry_over, print, scan},
};

/// The result of reading a file: the document, and notes on omitted or changed parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Read {
    /// The document.
    pub document: Document,
    /// Notes only, no errors.
    pub notes: Problems,
    /// The animated properties of a file of another program, and how many of them the document has.
    pub animated: Animated,
}

/// Reads RON or JSON; the content shows which.
///
/// # Errors
///
/// Everything that is wrong with the text, with places.
pub(crate) fn read_text(text: &str) -> Result<Read, Problems> {
    let lines = Lines::new(text);
    let node = scan_document(text)?;
    let (document, mut problems) = decoded(&node, &lines);
    let Some(document) = document else { return Err(problems) };
    // Placeholders for unreadable items are not checked.
    let paths: Vec<DocumentPath> = problems.iter().map(|problem| problem.item.clone()).collect();
    for mut problem in document.check() {
        if paths.iter().any(|path| path.is_within(&problem.item) || problem.item.is_within(path)) {
            continue;
        }
        problem.place = Some(lines.place(node.at(&problem.item).span.clone()));
        problems.push(problem);
    }
    problems.sort_by_place();
    let (document, notes) = problems.unless_errors(document)?;
    Ok(Read { document, notes, animated: Animated::default() })
}

/// Reads RON or JSON of an incomplete document, so only its syntax and types are checked.
///
/// # Errors
///
/// Everything that is wrong with its syntax and types.
pub(crate) fn read_part(text: &str) -> Result<Document, Problems> {
    match decoded(&scan_document(text)?, &Lines::new(text)) {
        (Some(document), problems) if !problems.has_errors() => Ok(document),
        (_, problems) => Err(problems),
    }
}

/// The tree of a text, without the `$schema` field, which only editors use.
fn scan_document(text: &str) -> Result<Node, Problems> {
    let mut node = scan(text)?;
    if let Kind::Map(entries) = &mut node.kind {
        entries.retain(|entry| entry.key.as_key() != Some("$schema"));
    }
    Ok(node)
}

fn decoded(node: &Node, lines: &Lines<'_>) -> (Option<Document>, Problems) {
    match other_version(node, lines) {
        Some(problem) => (None, problem.into()),
        None => decode(node, lines),
    }
}

/// Stops at a file of another version, because all of it may have another meaning.
fn other_version(node: &Node, lines: &Lines<'_>) -> Option<Problem> {
    let version = node.entries()?.iter().find(|entry| entry.key.as_key() == Some("version"))?;
    let Kind::Number(number) = &version.value.kind else { return None };
    if number == "1" {
        return None;
    }
    let path = DocumentPath::root().field("version");
    let mut problem = Problem::error(path, number, "version 1, the one that this program reads");
    problem.place = Some(lines.place(version.value.span.clone()));
    Some(problem)
}

/// The text of a document, with the comments of `old`, the text from which it was read, if there is one.
///
/// # Errors
///
/// A value without a written form, such as an interpolation that this version does not know.
pub(crate) fn write_text(
    document: &Document,
    style: Style,
    old: Option<&str>,
) -> Result<(String, usize), Problems> {
    let mut node = encode(document, &Names::of(&document.curves)).map_err(|refused| {
        Problem::error(
            DocumentPath::root(),
            refused.to_string(),
            "something that has a written form",
        )
    })?;
    let old = old.and_then(|old| scan(old).ok());
    let lost = old.map_or(0, |old| carry_over(&old, &mut node));
    Ok((print(&node, style), lost))
}
