//! Switches, which some programs write as numbers.

use serde::Deserialize;

/// A number that some programs write as `true` or `false`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Flag {
    Bool(bool),
    Number(f64),
}

impl Default for Flag {
    fn default() -> Self {
        Self::Bool(false)
    }
}

impl Flag {
    pub(super) fn is_set(self) -> bool {
        match self {
            Self::Bool(set) => set,
            Self::Number(number) => number != 0.0,
        }
    }
}
