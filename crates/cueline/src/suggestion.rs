//! An unknown name, with the nearest known name.

use alloc::{string::String, vec::Vec};
use core::{fmt, mem};

/// The most names that a message lists.
const MOST_LISTED: usize = 20;
/// The most letters of a name that is compared with others. A longer name is no misspelling, and would take long.
const LONGEST: usize = 64;

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

    /// The known name that was probably meant; `None` if more than half of the letters of each differ. An edit adds, removes or
    /// replaces a letter, or swaps two neighbours; upper and lower case are the same.
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
        nearest(&self.path, self.known.iter().map(String::as_str))
    }
}

/// The known name that was probably meant by `name`: of two names as near, the one with more letters of the start in common,
/// and then the first. `None` if more than half of the letters of each differ.
///
/// ```
/// use cueline::advanced::nearest;
///
/// assert_eq!(nearest("ease", ["name", "easing", "offset"]), Some("easing"));
/// assert_eq!(nearest("hpo", ["hop", "walk"]), Some("hop"));
/// assert_eq!(nearest("loop", ["rate", "cues"]), None);
/// ```
#[must_use]
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.chars().count() > LONGEST {
        return None;
    }
    // The share of the letters that differ, as a fraction: an edit of a short name says less than one of a long name.
    let rank = |known: &'a str| {
        let letters = name.chars().count().max(known.chars().count());
        let same = name.chars().zip(known.chars()).take_while(|(a, b)| a.eq_ignore_ascii_case(b));
        (edits(name, known), letters, same.count(), known)
    };
    let ranks = known.into_iter().map(rank);
    let (edits, letters, _, best) =
        ranks.min_by(|(edits, letters, same, _), (others, length, start, _)| {
            (edits * length).cmp(&(others * letters)).then(start.cmp(same))
        })?;
    (edits * 2 <= letters).then_some(best)
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

/// The number of characters to add, remove or replace, or of neighbours to swap, to turn `a` into `b`: the optimal string
/// alignment, one row at a time (Wagner and Fischer, "The String-to-String Correction Problem", J. ACM 21, 1974, with the
/// swap of Damerau, "A Technique for Computer Detection and Correction of Spelling Errors", C. ACM 7, 1964).
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().map(|letter| letter.to_ascii_lowercase()).collect();
    let mut above: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    let mut before = None;
    for (line, from) in a.chars().map(|letter| letter.to_ascii_lowercase()).enumerate() {
        let mut below = Vec::with_capacity(row.len());
        below.push(line + 1);
        for (column, &to) in b.iter().enumerate() {
            let replaced = row[column] + usize::from(from != to);
            let mut least = replaced.min(row[column + 1] + 1).min(below[column] + 1);
            if column > 0 && before == Some(to) && from == b[column - 1] {
                least = least.min(above[column - 1] + 1); // `before` is set, so `above` is a whole row
            }
            below.push(least);
        }
        above = mem::replace(&mut row, below);
        before = Some(from);
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use alloc::{string::ToString, vec};

    use super::*;

    #[test]
    fn edits_count_what_is_added_removed_replaced_and_swapped() {
        let cases = [
            ("", "", 0),
            ("", "abc", 3),
            ("abc", "", 3),
            ("kitten", "sitting", 3),
            ("positon.x", "position.x", 1),
            ("grün", "grun", 1),
            ("hpo", "hop", 1),
            ("wlak", "walk", 1),
            ("abcd", "badc", 2),
            ("Walk", "walk", 0),
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
        let fields = || ["duration", "easing", "name", "offset"].map(String::from).to_vec();
        assert_eq!(
            Suggestion::new("ease", fields()).nearest(),
            Some("easing"),
            "not `name`, of as many edits"
        );
        assert_eq!(
            Suggestion::new(&"easing".repeat(20), fields()).nearest(),
            None,
            "too long to be a misspelling"
        );
        let text = Suggestion::new("hue", known()).to_string();
        assert_eq!(text, r#""hue". There are: colour, position.x, position.y"#);
        let many = Suggestion::new("hue", (0..99).map(|n| n.to_string()).collect()).to_string();
        assert!(many.ends_with("18, 19 and 79 more"), "{many}");
        assert_eq!(Suggestion::new("hue", Vec::new()).to_string(), r#""hue". None exists."#);
    }
}
