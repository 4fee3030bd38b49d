//! Easings in documents, with a suggestion for a name that is misspelt.

use cueline::{advanced::nearest, value::AnyEasing};

use crate::{
    easing::{self, TextError},
    serial::Written,
};

impl Written for AnyEasing {
    const FORM: &'static str = "Easing";
    const STAND_IN: &'static str = "linear";
    const NEEDED: &'static str = "an easing such as \"linear\", \"out-quad\", \"in-out-back(2.5)\", \"spring(bounce 0.3)\" or \"linear(0, 1 40%, 1)\"";

    fn parse(text: &str) -> Result<Self, String> {
        parse(text, &[])
    }

    fn text(&self) -> Result<String, String> {
        Ok(easing::text(self))
    }
}

/// An easing; `others` are words that would have been fine too.
pub(super) fn parse(text: &str, others: &[&str]) -> Result<AnyEasing, String> {
    easing::parse(text).map_err(|error| match error {
        TextError::Name { found } => {
            let known: Vec<String> =
                easing::names().chain(others.iter().copied().map(String::from)).collect();
            match nearest(&found, known.iter().map(String::as_str)) {
                Some(meant) => format!("did you mean {meant:?}?"),
                None => String::new(),
            }
        }
        error => error.to_string(),
    })
}
