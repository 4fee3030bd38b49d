//! From tree to text, laid out for people: short items stand on one line, so that a key is a line of a diff.

use super::tree::{Comments, Entry, Kind, Node};

/// The language to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Ron,
    /// Has no comments: they are dropped.
    Json,
}

/// The longest line; longer items are spread over several lines.
const WIDTH: usize = 100;
/// The largest depth of brackets on one line.
const FLAT_DEPTH: usize = 4;

/// The text of a whole tree, with a line break at the end.
pub(crate) fn print(node: &Node, style: Style) -> String {
    let mut printer = Printer { style, out: String::new() };
    let own = printer.comments(node);
    printer.above(&own.above, 0);
    printer.node(node, 0, 0);
    printer.trailing(&own.trailing);
    printer.out.push('\n');
    printer.above(&own.below, 0);
    printer.out
}

struct Printer {
    style: Style,
    out: String,
}

/// The content of a bracket.
enum Inside<'a> {
    Items(&'a [Node]),
    Entries(&'a [Entry]),
}

impl Printer {
    fn comments(&self, node: &Node) -> Comments {
        match self.style {
            Style::Ron => node.comments.as_deref().cloned().unwrap_or_default(),
            Style::Json => Comments::default(),
        }
    }

    /// `taken`: the used part of the line, before and behind the node.
    fn node(&mut self, node: &Node, indent: usize, taken: usize) {
        let budget = WIDTH.saturating_sub(indent * 4 + taken);
        let mut flat = String::new();
        if self.flat(node, budget, FLAT_DEPTH, &mut flat) {
            self.out.push_str(&flat);
            return;
        }
        let Some((open, inside, close)) = self.bracket(node) else {
            // A leaf that is longer than a line.
            self.leaf(node);
            return;
        };
        self.out.push_str(&open);
        self.out.push('\n');
        let comments = self.comments(node);
        match inside {
            Inside::Items(items) => {
                let last = items.len().saturating_sub(1);
                for (index, item) in items.iter().enumerate() {
                    let own = self.comments(item);
                    self.above(&own.above, indent + 1);
                    self.indent(indent + 1);
                    self.node(item, indent + 1, 1);
                    self.end(index == last, &own.trailing);
                }
            }
            Inside::Entries(entries) => {
                let last = entries.len().saturating_sub(1);
                for (index, Entry { key, value }) in entries.iter().enumerate() {
                    let (of_key, of_value) = (self.comments(key), self.comments(value));
                    self.above(&of_key.above, indent + 1);
                    self.above(&of_value.above, indent + 1);
                    self.indent(indent + 1);
                    let key = self.key(key, node);
                    self.out.push_str(&key);
                    self.node(value, indent + 1, key.chars().count() + 1);
                    self.end(index == last, &of_value.trailing);
                }
            }
        }
        self.above(&comments.inside, indent + 1);
        self.indent(indent);
        self.out.push_str(&close);
    }

    /// Writes a node on one line, unless it is too long or too deep, or contains comments.
    fn flat(&mut self, node: &Node, budget: usize, depth: usize, out: &mut String) -> bool {
        let Some((open, inside, close)) = self.bracket(node) else {
            let start = std::mem::take(&mut self.out);
            self.leaf(node);
            out.push_str(&std::mem::replace(&mut self.out, start));
            return out.chars().count() <= budget;
        };
        if !self.comments(node).inside.is_empty() {
            return false;
        }
        out.push_str(&open);
        let count = match &inside {
            Inside::Items(items) => items.len(),
            Inside::Entries(entries) => entries.len(),
        };
        if count > 0 && depth == 0 {
            return false;
        }
        for index in 0..count {
            if index > 0 {
                out.push_str(", ");
            }
            let item = match &inside {
                Inside::Items(items) => &items[index],
                Inside::Entries(entries) => {
                    if self.has_comments(&entries[index].key) {
                        return false;
                    }
                    out.push_str(&self.key(&entries[index].key, node));
                    &entries[index].value
                }
            };
            // Each step ends when the line is full, so no attempt takes long.
            if self.has_comments(item)
                || out.len() > budget * 4
                || !self.flat(item, budget, depth - 1, out)
            {
                return false;
            }
        }
        out.push_str(&close);
        out.chars().count() <= budget
    }

    fn has_comments(&self, node: &Node) -> bool {
        self.style == Style::Ron && node.comments.is_some()
    }

    /// The opening bracket of a node, its content, and the closing bracket; `None` for a node without brackets.
    fn bracket<'a>(&self, node: &'a Node) -> Option<(String, Inside<'a>, String)> {
        let ron = self.style == Style::Ron;
        let named = |name: &Option<String>, open: &str, close: &str| match (name, ron) {
            (None, _) => (open.to_owned(), close.to_owned()),
            (Some(name), true) => (format!("{name}{open}"), close.to_owned()),
            (Some(name), false) => {
                (format!("{{{}: {open}", quoted(name, self.style)), format!("{close}}}"))
            }
        };
        let (open, close) = if ron { ("(", ")") } else { ("[", "]") };
        let (inside, (open, close)) = match &node.kind {
            Kind::Word(_) | Kind::Number(_) | Kind::Text(_) => return None,
            Kind::Group(None, items) if items.is_empty() && !ron => return None,
            Kind::List(items) => (Inside::Items(items), ("[".to_owned(), "]".to_owned())),
            Kind::Group(Some(name), items) if items.len() == 1 => {
                // A variant around one item uses the same lines: `Vec3([`.
                if let Some((inner, inside, end)) = self.bracket(&items[0])
                    && !self.has_comments(&items[0])
                {
                    let (open, close) = named(&Some(name.clone()), if ron { "(" } else { "" }, {
                        if ron { ")" } else { "" }
                    });
                    return Some((format!("{open}{inner}"), inside, format!("{end}{close}")));
                }
                let name = Some(name.clone());
                let (open, close) = if ron { ("(", ")") } else { ("", "") };
                (Inside::Items(items), named(&name, open, close))
            }
            Kind::Group(name, items) => (Inside::Items(items), named(name, open, close)),
            Kind::Record(name, entries) => {
                let (open, close) = if ron { ("(", ")") } else { ("{", "}") };
                (Inside::Entries(entries), named(name, open, close))
            }
            Kind::Map(entries) => (Inside::Entries(entries), ("{".to_owned(), "}".to_owned())),
        };
        Some((open, inside, close))
    }

    fn leaf(&mut self, node: &Node) {
        let text = match (&node.kind, self.style) {
            (Kind::Text(text), _) => quoted(text, self.style),
            (Kind::Word(word), Style::Json) if word == "None" => "null".into(),
            (Kind::Word(word), Style::Json) if !matches!(word.as_str(), "true" | "false") => {
                quoted(word, self.style)
            }
            (Kind::Number(number), Style::Json)
                if number.ends_with(|last: char| last.is_ascii_alphabetic()) =>
            {
                quoted(number, self.style) // NaN and infinities, which JSON does not have
            }
            (Kind::Word(text) | Kind::Number(text), _) => text.clone(),
            _ => "null".into(),
        };
        self.out.push_str(&text);
    }

    fn key(&self, key: &Node, around: &Node) -> String {
        let text = key.as_key().unwrap_or_default();
        let bare = self.style == Style::Ron && !matches!(innermost(around).kind, Kind::Map(_));
        if bare { format!("{text}: ") } else { format!("{}: ", quoted(text, self.style)) }
    }

    fn indent(&mut self, indent: usize) {
        self.out.extend(std::iter::repeat_n("    ", indent));
    }

    fn above(&mut self, comments: &[String], indent: usize) {
        for comment in comments {
            self.indent(indent);
            self.out.push_str(comment);
            self.out.push('\n');
        }
    }

    /// Behind an item on several lines.
    fn end(&mut self, last: bool, trailing: &[String]) {
        if !last || self.style == Style::Ron {
            self.out.push(',');
        }
        self.trailing(trailing);
        self.out.push('\n');
    }

    fn trailing(&mut self, comments: &[String]) {
        for comment in comments {
            self.out.push(' ');
            self.out.push_str(comment);
        }
    }
}

/// The content of a variant on the same lines as its variant.
fn innermost(node: &Node) -> &Node {
    match &node.kind {
        Kind::Group(Some(_), items) if items.len() == 1 => innermost(&items[0]),
        _ => node,
    }
}

/// In quotes.
fn quoted(text: &str, style: Style) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for char in text.chars() {
        match char {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if char.is_control() && style == Style::Json => {
                out.push_str(&format!("\\u{:04x}", u32::from(char)));
            }
            _ if char.is_control() => out.push_str(&format!("\\u{{{:x}}}", u32::from(char))),
            _ => out.push(char),
        }
    }
    out.push('"');
    out
}
