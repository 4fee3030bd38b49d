//! An unknown name, with the nearest known name.

use alloc::{string::String, vec::Vec};
use core::{fmt, mem};

/// The most names that a message lists.
const MOST_LISTED: usize = 20;

/// An unknown name, and the known names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    path: String,
    /// Sorted.
    known: Vec<String>,
}

impl Suggestion {
    /// An unknown name, and the known names, sorted.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::clip::Suggestion;
    /// let unknown = Suggestion::new("wlak", vec!["run".into(), "walk".into()]);
    /// assert_eq!(unknown.to_string(), r#""wlak"; did you mean "walk"? There are: run, walk"#);
    /// ```
    #[must_use]
    pub fn new(path: &str, known: Vec<String>) -> Self {
        Self { path: path.into(), known }
    }

    /// The unknown name.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::clip::Suggestion;
    /// let unknown = Suggestion::new("wlak", vec!["run".into(), "walk".into()]);
    /// assert_eq!(unknown.path(), "wlak");
    /// ```
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The known names, sorted.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::clip::Suggestion;
    /// let unknown = Suggestion::new("wlak", vec!["run".into(), "walk".into()]);
    /// assert_eq!(unknown.known(), ["run", "walk"]);
    /// ```
    #[must_use]
    pub fn known(&self) -> &[String] {
        &self.known
    }

    /// The known name that needs the fewest edits; of several, the first. `None` if more than half of its letters differ.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::clip::Suggestion;
    /// let unknown = Suggestion::new("wlak", vec!["run".into(), "walk".into()]);
    /// assert_eq!(unknown.nearest(), Some("walk"));
    /// ```
    #[must_use]
    pub fn nearest(&self) -> Option<&str> {
        let edits = |known: &&String| edits(&self.path, known);
        let best = self.known.iter().min_by_key(edits)?;
        let length = self.path.chars().count().max(best.chars().count());
        (edits(&best) * 2 <= length).then_some(best)
    }
}

impl fmt::Display for Suggestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.path)?;
        if let Some(nearest) = self.nearest() {
            write!(f, "; did you mean {nearest:?}?")?;
        } else {
            f.write_str(".")?;
        }
        if self.known.is_empty() {
            return f.write_str(" None exists.");
        }
        let listed = self.known.len().min(MOST_LISTED);
        write!(f, " There are: {}", self.known[..listed].join(", "))?;
        match self.known.len() - listed {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

/// The number of characters to add, remove or replace to turn `a` into `b` (Wagner and Fischer,
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
    use alloc::{string::ToString, vec};

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
        assert_eq!(Suggestion::new("positon.y", known()).nearest(), Some("position.y"));
        assert_eq!(Suggestion::new("hue", known()).nearest(), None);
        let short = |path| Suggestion::new(path, vec!["up".into()]).nearest().is_some();
        assert_eq!([short("us"), short("so")], [true, false], "half of the letters may differ");
        let text = Suggestion::new("hue", known()).to_string();
        assert_eq!(text, r#""hue". There are: colour, position.x, position.y"#);
        let many = Suggestion::new("hue", (0..99).map(|n| n.to_string()).collect()).to_string();
        assert!(many.ends_with("18, 19 and 79 more"), "{many}");
        assert_eq!(Suggestion::new("hue", Vec::new()).to_string(), r#""hue". None exists."#);
    }
}
