//! The item that a name means: full and short names, and names within a file.

use std::{cell::Cell, error::Error, fmt};

use cueline::{advanced::nearest, clip::Suggestion};

use crate::{document::Document, named::Named};

/// The full name of an item.
pub(super) fn full_name(file: &str, name: &str) -> String {
    format!("{file}#{name}")
}

/// The reason why a name leads to no item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NameFault {
    /// There is no such item; at most one with a similar name.
    Missing(Option<String>),
    /// The full names of the items with that short name.
    Ambiguous(Vec<String>),
}

/// The file and own name of the item that `name` means in the file `own`, or outside of any file.
pub(super) fn find<'a, T: 'a>(
    files: impl Iterator<Item = (&'a str, &'a Document)> + Clone,
    own: Option<&str>,
    name: &str,
    items: impl Fn(&'a Document) -> &'a Named<T>,
) -> Result<(&'a str, &'a str), NameFault> {
    let item = |file: &'a str, document: &'a Document, name: &str| {
        items(document).get_key_value(name).map(|(name, _)| (file, name.as_str()))
    };
    let in_own = |(file, document)| item(file, document, name).filter(|_| own == Some(file));
    let in_full = |(file, document): (&'a str, &'a Document)| {
        item(file, document, name.strip_prefix(file)?.strip_prefix('#')?)
    };
    let in_any = |(file, document)| {
        item(file, document, name)
            .or_else(|| item(file, document, name.strip_prefix('#').unwrap_or(name)))
    };
    if let Some(found) = files.clone().find_map(in_own).or_else(|| files.clone().find_map(in_full))
    {
        return Ok(found);
    }
    let found: Vec<_> = files.filter_map(in_any).collect();
    match found[..] {
        [] => Err(NameFault::Missing(None)),
        [found] => Ok(found),
        _ => {
            let mut names: Vec<_> =
                found.into_iter().map(|(file, name)| full_name(file, name)).collect();
            names.sort_unstable();
            Err(NameFault::Ambiguous(names))
        }
    }
}

/// As [`find`], from within a file. The error for a missing item suggests the most similar name, while `suggestions` are left.
pub(super) fn find_or_near<'a, T: 'a>(
    files: impl Iterator<Item = (&'a str, &'a Document)> + Clone,
    own: &str,
    name: &str,
    items: impl Fn(&'a Document) -> &'a Named<T>,
    suggestions: &Cell<usize>,
) -> Result<(&'a str, &'a str), NameFault> {
    find(files.clone(), Some(own), name, &items).map_err(|unfound| match unfound {
        NameFault::Missing(_) if suggestions.get() == 0 => NameFault::Missing(None),
        NameFault::Missing(_) => {
            suggestions.set(suggestions.get() - 1);
            let known = files.flat_map(|(_, document)| items(document).keys());
            NameFault::Missing(nearest(name, known.map(String::as_str)).map(str::to_owned))
        }
        ambiguous @ NameFault::Ambiguous(_) => ambiguous,
    })
}

/// The reason why a [`ClipLibrary`](crate::ClipLibrary) finds no flipbook, timeline, sheet, skeleton or animator with a
/// name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameError {
    /// No file has an item with that name.
    Missing {
        /// The kind of the item, such as `flipbook`.
        kind: &'static str,
        /// The name, and a suggestion.
        suggestion: Suggestion,
    },
    /// Several files have an item with that name.
    Ambiguous {
        /// The kind of the item, such as `flipbook`.
        kind: &'static str,
        /// The name.
        name: String,
        /// The full names of those items.
        full_names: Vec<String>,
    },
}

/// The error for a name that no item of the kind has.
pub(super) fn missing(
    kind: &'static str,
    name: &str,
    known: impl IntoIterator<Item = String>,
) -> NameError {
    let mut known: Vec<String> = known.into_iter().collect();
    known.sort_unstable();
    NameError::Missing { kind, suggestion: Suggestion::new(name, known) }
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { kind, suggestion } => write!(f, "there is no {kind} {suggestion}"),
            Self::Ambiguous { kind, name, full_names } => {
                let names: Vec<_> = full_names.iter().map(|name| format!("{name:?}")).collect();
                let (count, names) = (names.len(), names.join(", "));
                write!(f, "{count} {kind}s are called {name:?}; use one of {names}")
            }
        }
    }
}

impl Error for NameError {}
