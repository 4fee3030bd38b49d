//! Finds the mutants of a file and puts each behind a switch, so that one build holds all.
//!
//! | What | Becomes |
//! |---|---|
//! | `<`, `<=`, `>`, `>=`, `==`, `!=` | its neighbour and its opposite |
//! | `+`, `-`, `*`, `/`, `%`, `&`, `\|`, `^`, `<<`, `>>` | another of them |
//! | `+=`, `-=`, `*=`, `/=` | its inverse |
//! | `&&`, `\|\|` | the other |
//! | `!x`, `-x` | `x` |
//! | the guard of a match arm | `true`, `false` |
//! | the body of a function | returns at once: nothing, `true`, `false`, 0, 1, `None`, `Ok` or the default |
//!
//! No mutants: `const` functions, constants, patterns, types and lengths of arrays, which run while the
//! crate compiles; macros, whose text has no types yet; conditions with `let`; `Debug` and `Display`; tests.

mod edits;
mod operators;
#[cfg(test)]
mod tests;
mod walk;

use std::{collections::BTreeSet, ops::Range};

use serde::{Deserialize, Serialize};
use syn::visit::Visit;

/// One change of a crate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Mutant {
    /// From 1, the same in every rewriting of the same files.
    pub(crate) id: usize,
    /// Path below `src`.
    pub(crate) file: String,
    /// From 1.
    pub(crate) line: usize,
    /// Offset of the operator, the guard or the name of the function in the file, in bytes.
    pub(crate) offset: usize,
    /// With its type: `Relay::step`.
    pub(crate) function: String,
    /// What changes. With a number if the function has several of the same words.
    pub(crate) what: String,
    /// Where the code of the switch is in the rewritten file, in bytes.
    #[serde(skip)]
    pub(crate) output: Range<usize>,
}

impl Mutant {
    /// The module directly below the root of the crate.
    pub(crate) fn module(&self) -> &str {
        module(&self.file)
    }
}

/// The module directly below the root of the crate that `file` belongs to.
pub(crate) fn module(file: &str) -> &str {
    let first = file.split('/').next().unwrap_or(file);
    first.strip_suffix(".rs").unwrap_or(first)
}

/// A file with its mutants behind switches.
#[derive(Debug)]
pub(crate) struct Rewritten {
    pub(crate) text: String,
    /// Those that are not dropped.
    pub(crate) mutants: Vec<Mutant>,
    /// The number after the last one of this file, dropped or not.
    pub(crate) next: usize,
}

/// Rewrites `text`, the content of `file`. Its mutants have numbers from `first`; those in `dropped` stay out.
///
/// # Errors
///
/// `text` is not Rust that `syn` reads.
pub(crate) fn rewrite(
    file: &str,
    text: &str,
    first: usize,
    dropped: &BTreeSet<usize>,
) -> syn::Result<Rewritten> {
    let parsed = syn::parse_file(text)?;
    let mut walk = walk::Walk::new(file, text, first, dropped);
    walk.visit_file(&parsed);
    Ok(walk.finish())
}
