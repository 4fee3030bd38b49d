//! The mutants that change nothing that a game can see, as `equivalent/CRATE.txt` names them.

use std::{collections::BTreeSet, fs, io::ErrorKind, path::Path};

use crate::{error::Result, rewrite::Mutant};

/// File, function and words of each.
#[derive(Debug, Default)]
pub(crate) struct Equivalents {
    known: BTreeSet<(String, String, String)>,
}

impl Equivalents {
    /// The list of this repository for a crate; empty where it has none.
    pub(crate) fn committed(package: &str) -> Result<Self> {
        let lists = Path::new(env!("CARGO_MANIFEST_DIR")).join("equivalent");
        match fs::read_to_string(lists.join(package).with_extension("txt")) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Self::default()),
            text => Self::parse(&text?),
        }
    }

    /// # Errors
    ///
    /// A line without one of the four parts.
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let mut known = BTreeSet::new();
        for (index, line) in text.lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let parts = || {
                let (file, rest) = line.split_once(": ")?;
                let (function, rest) = rest.split_once(": ")?;
                let (what, reason) = rest.rsplit_once(" # ")?;
                (!reason.trim().is_empty()).then_some((file, function, what.trim()))
            };
            let (file, function, what) = parts().ok_or_else(|| {
                format!("line {}: found {line:?}, needs FILE: FUNCTION: WHAT # REASON", index + 1)
            })?;
            known.insert((file.to_owned(), function.to_owned(), what.to_owned()));
        }
        Ok(Self { known })
    }

    pub(crate) fn contains(&self, mutant: &Mutant) -> bool {
        self.known.contains(&key(mutant))
    }

    /// The lines that name none of `mutants`: the code they meant has changed.
    pub(crate) fn stale<'a>(&self, mutants: impl IntoIterator<Item = &'a Mutant>) -> Vec<String> {
        let there: BTreeSet<_> = mutants.into_iter().map(key).collect();
        let stale = self.known.difference(&there);
        stale.map(|(file, function, what)| format!("{file}: {function}: {what}")).collect()
    }
}

fn key(mutant: &Mutant) -> (String, String, String) {
    (mutant.file.clone(), mutant.function.clone(), mutant.what.clone())
}

#[cfg(test)]
mod tests {
    use super::Equivalents;

    fn mutant(what: &str) -> crate::rewrite::Mutant {
        let [file, function] = ["a.rs", "A::b"].map(str::to_owned);
        let (id, line, offset, output) = (1, 1, 0, 0..0);
        crate::rewrite::Mutant { id, file, line, offset, function, what: what.into(), output }
    }

    #[test]
    fn a_line_names_a_mutant_by_file_function_and_words() {
        let list = Equivalents::parse(
            "# A comment.\n\na.rs: A::b: `||` to `&&` in `c || d` # c and d are equal\n",
        );
        let list = list.expect("all four parts");
        assert!(list.contains(&mutant("`||` to `&&` in `c || d`")));
        assert!(!list.contains(&mutant("`||` to `&&` in `c || e`")));
    }

    #[test]
    fn a_line_without_a_reason_is_refused_with_its_number() {
        let error = Equivalents::parse("# A comment.\na.rs: A::b: returns `0`\n").err();
        let error = error.expect("no reason").to_string();
        assert!(error.starts_with("line 2: found \"a.rs: A::b"), "{error}");
    }

    #[test]
    fn a_line_that_names_no_mutant_is_stale() {
        let list = Equivalents::parse("a.rs: A::b: returns `0` # never called\n").expect("valid");
        assert_eq!(list.stale([&mutant("returns `1`")]), ["a.rs: A::b: returns `0`"]);
        assert!(list.stale([&mutant("returns `0`")]).is_empty());
    }
}
