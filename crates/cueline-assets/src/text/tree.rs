//! The tree itself, and lines and columns.

use std::{cell::Cell, ops::Range};

use crate::problem::{DocumentPath, Place, Step};

/// An item of a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    /// The bytes of the item.
    pub(crate) span: Range<usize>,
    /// The comments around the item; few nodes have any.
    pub(crate) comments: Option<Box<Comments>>,
}

/// The kind of a node.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    /// A bare word: `true`, `None`, `PingPong`.
    Word(String),
    /// A number, with the characters of the text.
    Number(String),
    /// A text in quotes, without them.
    Text(String),
    /// `[a, b]`
    List(Vec<Node>),
    /// `(a, b)` or `Name(a, b)`, also without anything in it.
    Group(Option<String>, Vec<Node>),
    /// `(a: 1)` or `Name(a: 1)`
    Record(Option<String>, Vec<Entry>),
    /// `{"a": 1}`
    Map(Vec<Entry>),
}

impl Default for Kind {
    fn default() -> Self {
        Self::Group(None, Vec::new())
    }
}

/// A field, or an entry of a map.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) key: Node,
    pub(crate) value: Node,
}

/// Comments with their marks, as written.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Comments {
    /// On the lines above the item.
    pub(crate) above: Vec<String>,
    /// Behind the item on its line.
    pub(crate) trailing: Vec<String>,
    /// Behind the last entry of the item.
    pub(crate) inside: Vec<String>,
    /// Behind a whole text.
    pub(crate) below: Vec<String>,
}

impl Node {
    /// A node that was not read from a text.
    pub(crate) fn new(kind: Kind) -> Self {
        Self { kind, span: 0..0, comments: None }
    }

    /// The comments of the node, mutable.
    pub(crate) fn comments_mut(&mut self) -> &mut Comments {
        self.comments.get_or_insert_default()
    }

    /// The form of the names of fields and of map entries.
    pub(crate) fn as_key(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(text) | Kind::Number(text) | Kind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The entries with names.
    pub(crate) fn entries(&self) -> Option<&[Entry]> {
        match &self.kind {
            Kind::Record(_, entries) | Kind::Map(entries) => Some(entries),
            _ => None,
        }
    }

    /// The entries without names.
    pub(crate) fn items(&self) -> Option<&[Node]> {
        match &self.kind {
            Kind::List(items) | Kind::Group(_, items) => Some(items),
            _ => None,
        }
    }

    /// The node in messages: short, and on one line.
    pub(crate) fn shown(&self) -> String {
        match &self.kind {
            Kind::Word(text) | Kind::Number(text) => shortened(text),
            Kind::Text(text) => format!("{:?}", shortened(text)),
            Kind::List(items) => format!("a list of {}", items.len()),
            Kind::Group(None, items) if items.is_empty() => "()".into(),
            Kind::Group(None, items) => format!("a tuple of {}", items.len()),
            Kind::Group(Some(name), _) | Kind::Record(Some(name), _) => {
                format!("{}(...)", shortened(name))
            }
            Kind::Record(None, _) => "a struct".into(),
            Kind::Map(_) => "a map".into(),
        }
    }

    /// The node at a path, or the last existing node along it.
    pub(crate) fn at(&self, path: &DocumentPath) -> &Self {
        let mut node = self;
        for step in path.steps() {
            let next = match step {
                Step::Field(name) | Step::Name(name) => {
                    node.entry(name).or_else(|| node.inner().entry(name))
                }
                Step::Index(index) => node.inner().items().and_then(|items| items.get(*index)),
            };
            match next {
                Some(next) => node = next,
                None => break,
            }
        }
        node
    }

    /// The node that contains the next step of a path: skips enum variants, which paths do not name.
    fn inner(&self) -> &Self {
        match &self.kind {
            Kind::Group(Some(_), items) if items.len() == 1 => items[0].inner(),
            Kind::Map(entries) if entries.len() == 1 && is_variant(&entries[0].key) => {
                match entries[0].value.kind {
                    Kind::List(_) | Kind::Map(_) => &entries[0].value,
                    _ => self,
                }
            }
            _ => self,
        }
    }

    fn entry(&self, name: &str) -> Option<&Self> {
        let entry = self.entries()?.iter().find(|entry| entry.key.as_key() == Some(name))?;
        Some(&entry.value)
    }
}

/// Returns `true` if a JSON key looks like the variant of an enum: a capital letter, then letters and digits, as in
/// `Vec3`. A wrong guess only makes the column of a message less exact.
fn is_variant(key: &Node) -> bool {
    key.as_key().is_some_and(|key| {
        key.starts_with(|first: char| first.is_ascii_uppercase())
            && key.chars().all(|char| char.is_ascii_alphanumeric())
    })
}

fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    if text.chars().count() <= MOST {
        return text.into();
    }
    text.chars().take(MOST).chain("...".chars()).collect()
}

/// The start of each line of a text.
#[derive(Debug)]
pub(crate) struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
    /// The last query: its line, its byte, and the characters before it on its line. Problems mostly come in order, so
    /// a long line is counted through once in total.
    last: Cell<(usize, usize, usize)>,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let behind = |(index, byte)| (byte == b'\n').then_some(index + 1);
        let starts = std::iter::once(0).chain(text.bytes().enumerate().filter_map(behind));
        Self { text, starts: starts.collect(), last: Cell::default() }
    }

    /// The place of that span.
    pub(crate) fn place(&self, span: Range<usize>) -> Place {
        let offset = span.start.min(self.text.len());
        let line = self.starts.partition_point(|start| *start <= offset); // at least 1
        let (last_line, last, counted) = self.last.get();
        let ahead = last_line == line && last <= offset;
        let (from, counted) = if ahead { (last, counted) } else { (self.starts[line - 1], 0) };
        let before = counted + self.text[from..offset].chars().count();
        self.last.set((line, offset, before));
        let narrow = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Place {
            line: narrow(line),
            column: narrow(before + 1),
            offset,
            length: span.end.min(self.text.len()).saturating_sub(offset),
        }
    }
}
