//! Suggests the name that was probably meant.

use std::mem;

/// The known name with the fewest edits, the first of equals; `None` if even that needs edits in more than half of it.
pub(crate) fn suggestion<'a>(
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    const LONGEST: usize = 64; // longer names are not misspellings, and would take long
    if name.chars().count() > LONGEST {
        return None;
    }
    let best = known.into_iter().min_by_key(|known| edits(name, known))?;
    let length = name.chars().count().max(best.chars().count());
    (edits(name, best) * 2 <= length).then_some(best)
}

/// The number of characters to add, remove or replace to turn `a` into `b` (Wagner and Fischer, "The String-to-String
/// Correction Problem", J. ACM 21, 1974), one row at a time. Ignores case.
fn edits(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (line, from) in a.chars().enumerate() {
        let mut diagonal = mem::replace(&mut row[0], line + 1);
        for (column, to) in b.chars().enumerate() {
            let replaced = diagonal + usize::from(!from.eq_ignore_ascii_case(&to));
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[row.len() - 1]
}
