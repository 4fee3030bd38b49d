//! From text to tree.
//!
//! Accepts all of RON and all of JSON, and slightly more than either: comments and a trailing comma are allowed in
//! both.

mod leaf;

use super::tree::{Comments, Entry, Kind, Node};
use crate::{
    problem::{DocumentPath, Problem, Problems},
    text::Lines,
};

/// The limit of nested brackets: more than the deepest timelines that the core allows.
const MAX_DEPTH: usize = 256;

/// Reads a whole text.
///
/// # Errors
///
/// The first place at which the text is neither RON nor JSON.
pub(crate) fn scan(text: &str) -> Result<Node, Problems> {
    let mut scanner = Scanner { text, at: 0, waiting: Vec::new(), depth: 0 };
    scanner.whole().map_err(|fault| {
        let mut problem = Problem::error(DocumentPath::root(), fault.found, fault.needed);
        problem.place = Some(Lines::new(text).place(fault.at..fault.at + 1));
        problem.into()
    })
}

struct Fault {
    at: usize,
    found: String,
    needed: String,
}

struct Scanner<'a> {
    text: &'a str,
    /// Always at the start of a character.
    at: usize,
    /// Comments that belong to the next item.
    waiting: Vec<String>,
    depth: usize,
}

impl Scanner<'_> {
    fn whole(&mut self) -> Result<Node, Fault> {
        if self.rest().starts_with('\u{feff}') {
            self.at += '\u{feff}'.len_utf8();
        }
        self.space()?;
        while self.rest().starts_with("#!") {
            let end = self.rest().find(']').map_or(self.text.len(), |end| self.at + end + 1);
            self.at = end;
            self.space()?;
        }
        if self.peek().is_none() {
            let (at, needed) = (self.at, "a document, such as `(version: 1)`".into());
            return Err(Fault { at, found: "an empty file".into(), needed });
        }
        let mut node = self.node("a value")?;
        self.space()?;
        let below = std::mem::take(&mut self.waiting);
        if !below.is_empty() {
            node.comments_mut().below = below;
        }
        match node.kind {
            _ if self.at == self.text.len() => Ok(node),
            Kind::Word(_) => {
                Err(self.fault("a document, such as `(version: 1)`, and no words around it"))
            }
            _ => Err(self.fault("the end of the file")),
        }
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip(&mut self, char: char) -> bool {
        let there = self.peek() == Some(char);
        if there {
            self.at += char.len_utf8();
        }
        there
    }

    fn fault(&self, needed: impl Into<String>) -> Fault {
        let found = match self.peek() {
            Some(char) => format!("{char:?}"),
            None => "the end of the file".into(),
        };
        Fault { at: self.at, found, needed: needed.into() }
    }

    /// Skips white space and collects comments.
    fn space(&mut self) -> Result<(), Fault> {
        loop {
            self.at = self.text.len() - self.rest().trim_start().len();
            let comment = self.comment()?;
            if comment.is_empty() {
                return Ok(());
            }
            self.waiting.push(comment);
        }
    }

    /// The comment at this position, if there is one; skips it.
    fn comment(&mut self) -> Result<String, Fault> {
        let rest = self.rest();
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment(rest).ok_or_else(|| self.fault("an end to the comment, `*/`"))?
        } else {
            0
        };
        let comment = rest[..length].trim_end().to_owned();
        self.at += length;
        Ok(comment)
    }

    /// Comments on the present line, which belong to the previous item.
    fn trailing(&mut self, node: &mut Node) -> Result<(), Fault> {
        loop {
            let rest = self.rest();
            let spaces = rest.len() - rest.trim_start_matches([' ', '\t']).len();
            let here = &rest[spaces..];
            if !here.starts_with("//") && !here.starts_with("/*") {
                return Ok(());
            }
            self.at += spaces;
            let comment = self.comment()?;
            node.comments_mut().trailing.push(comment);
        }
    }

    /// One value, with the comments above it.
    fn node(&mut self, needed: &str) -> Result<Node, Fault> {
        self.space()?;
        let above = std::mem::take(&mut self.waiting);
        let from = self.at;
        let mut comments = Comments { above, ..Comments::default() };
        let kind = match self.peek() {
            Some('"') => Kind::Text(self.quoted()?),
            Some('\'') => Kind::Text(self.char()?),
            Some('r') if self.rest().starts_with("r\"") || self.rest().starts_with("r#") => {
                Kind::Text(self.raw()?)
            }
            Some('[') => Kind::List(self.list(']', &mut comments)?),
            Some('{') => {
                let open = self.open()?;
                Kind::Map(self.entries('}', open, &mut comments)?)
            }
            Some('(') => self.bracket(None, &mut comments)?,
            Some('0'..='9' | '+' | '-' | '.') => Kind::Number(self.number()?),
            Some(char) if is_word(char) => self.word(&mut comments)?,
            _ => return Err(self.fault(needed)),
        };
        let comments = (comments != Comments::default()).then(|| Box::new(comments));
        Ok(Node { kind, span: from..self.at, comments })
    }

    fn word(&mut self, comments: &mut Comments) -> Result<Kind, Fault> {
        let rest = self.rest();
        let end = rest.find(|char| !is_word(char)).unwrap_or(rest.len());
        let word = rest[..end].to_owned();
        self.at += end;
        let before = self.at;
        self.at = self.text.len() - self.rest().trim_start().len();
        if self.peek() == Some('(') {
            return self.bracket(Some(word), comments);
        }
        self.at = before;
        Ok(Kind::Word(word))
    }

    /// Skips an opening bracket; returns its place.
    fn open(&mut self) -> Result<usize, Fault> {
        if self.depth == MAX_DEPTH {
            let needed = format!("at most {MAX_DEPTH} nested brackets");
            return Err(Fault { found: "another bracket".into(), ..self.fault(needed) });
        }
        self.depth += 1;
        self.at += 1;
        Ok(self.at - 1)
    }

    /// Skips the closing bracket, if it is next.
    fn closed(&mut self, close: char, comments: &mut Comments) -> Result<bool, Fault> {
        self.space()?;
        let closed = self.skip(close);
        if closed {
            self.depth -= 1;
            comments.inside.append(&mut self.waiting);
        }
        Ok(closed)
    }

    /// The comma between two items, or nothing before the closing bracket.
    fn comma(&mut self, close: char, open: usize, last: &mut Node) -> Result<(), Fault> {
        self.trailing(last)?;
        self.space()?;
        if self.skip(',') {
            // A comment behind the comma on the same line belongs to the item before the comma.
            return self.trailing(last);
        }
        if self.peek() == Some(close) {
            return Ok(());
        }
        let line = Lines::new(self.text).place(open..open + 1).line;
        let bracket = &self.text[open..=open];
        Err(self.fault(format!("a comma, or `{close}` for the `{bracket}` of line {line}")))
    }

    fn list(&mut self, close: char, comments: &mut Comments) -> Result<Vec<Node>, Fault> {
        let open = self.open()?;
        self.items(close, open, comments)
    }

    fn items(
        &mut self,
        close: char,
        open: usize,
        comments: &mut Comments,
    ) -> Result<Vec<Node>, Fault> {
        let mut items = Vec::new();
        while !self.closed(close, comments)? {
            let mut item = self.node("a value")?;
            self.comma(close, open, &mut item)?;
            items.push(item);
        }
        items.shrink_to_fit(); // most are short, and there are many
        Ok(items)
    }

    /// `(...)`: fields where the first thing in it is a word and a colon, else values.
    fn bracket(&mut self, name: Option<String>, comments: &mut Comments) -> Result<Kind, Fault> {
        let open = self.open()?;
        self.space()?;
        let rest = self.rest();
        let word = rest.find(|char| !is_word(char)).unwrap_or(rest.len());
        if word > 0 && rest[word..].trim_start().starts_with(':') {
            return Ok(Kind::Record(name, self.entries(')', open, comments)?));
        }
        Ok(Kind::Group(name, self.items(')', open, comments)?))
    }

    fn entries(
        &mut self,
        close: char,
        open: usize,
        comments: &mut Comments,
    ) -> Result<Vec<Entry>, Fault> {
        let mut entries = Vec::new();
        while !self.closed(close, comments)? {
            let key = self.node("a name")?;
            if key.as_key().is_none() {
                let found = key.shown();
                return Err(Fault { at: key.span.start, found, needed: "a name".into() });
            }
            self.space()?;
            if !self.skip(':') {
                return Err(self.fault(format!("`:` and a value for {}", key.shown())));
            }
            let mut value = self.node("a value")?;
            self.comma(close, open, &mut value)?;
            entries.push(Entry { key, value });
        }
        entries.shrink_to_fit();
        Ok(entries)
    }
}

/// Words are those of RON and of easings written without quotes.
fn is_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

/// The length of the block comment at the beginning of `text`; comments may be nested. `None` if the comment does not
/// end.
#[must_use]
pub fn block_comment(text: &str) -> Option<usize> {
    let (mut depth, mut at) = (0_usize, 0);
    loop {
        let rest = &text[at..];
        let (open, close) = (rest.find("/*"), rest.find("*/")?);
        match open {
            Some(open) if open < close => {
                depth += 1;
                at += open + 2;
            }
            _ => {
                depth = depth.saturating_sub(1);
                at += close + 2;
                if depth == 0 {
                    return Some(at);
                }
            }
        }
    }
}
