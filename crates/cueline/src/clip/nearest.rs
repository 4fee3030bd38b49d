//! Names that were not found, with the one that was probably meant.

use alloc::{string::String, vec::Vec};
use core::{fmt, mem};

/// A path that was asked for in vain and those that there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    path: String,
    /// Sorted.
    known: Vec<String>,
}

impl Suggestion {
    /// What was asked for, and what there is.
    pub(crate) fn new(path: &str, known: Vec<String>) -> Self {
        Self { path: path.into(), known }
    }

    /// What was asked for.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// What there is, sorted.
    #[must_use]
    pub fn known(&self) -> &[String] {
        &self.known
    }

    /// What was probably meant: the known path that the fewest edits lead to, the first of equals.
    /// None where even that would mean to rewrite more than half of it.
    #[must_use]
    pub fn meant(&self) -> Option<&str> {
        let edits = |known: &&String| edits(&self.path, known);
        let best = self.known.iter().min_by_key(edits)?;
        let length = self.path.chars().count().max(best.chars().count());
        (edits(&best) * 2 <= length).then_some(best)
    }
}

impl fmt::Display for Suggestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.path)?;
        if let Some(meant) = self.meant() {
            write!(f, "; did you mean {meant:?}?")?;
        } else {
            f.write_str(".")?;
        }
        if self.known.is_empty() {
            return f.write_str(" There is nothing.");
        }
        write!(f, " There are: {}", self.known.join(", "))
    }
}

/// How many characters must be added, removed or replaced to turn `a` into `b` (Wagner and Fischer,
/// "The String-to-String Correction Problem", J. ACM 21, 1974), one row at a time.
fn edits(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (line, from) in a.chars().enumerate() {
        let mut diagonal = mem::replace(&mut row[0], line + 1);
        for (column, to) in b.chars().enumerate() {
            let replaced = diagonal + usize::from(from != to);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[row.len() - 1]
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn edits_count_what_is_added_removed_and_replaced() {
        let cases = [
            ("", "", 0),
            ("", "abc", 3),
            ("abc", "", 3),
            ("kitten", "sitting", 3),
            ("positon.x", "position.x", 1),
            ("grün", "grun", 1),
        ];
        for (a, b, count) in cases {
            assert_eq!(edits(a, b), count, "{a} to {b}");
        }
    }

    #[test]
    fn only_a_near_name_is_suggested() {
        let known = || ["colour", "position.x", "position.y"].map(String::from).to_vec();
        assert_eq!(Suggestion::new("positon.y", known()).meant(), Some("position.y"));
        assert_eq!(Suggestion::new("hue", known()).meant(), None);
        let text = Suggestion::new("hue", known()).to_string();
        assert_eq!(text, r#""hue". There are: colour, position.x, position.y"#);
        assert_eq!(Suggestion::new("hue", Vec::new()).to_string(), r#""hue". There is nothing."#);
    }
}
