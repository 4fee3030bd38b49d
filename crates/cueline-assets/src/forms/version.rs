//! The version of the format.

use crate::serial::{Written, written_form};

/// The version of the format that this crate reads and writes: 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Version;

impl Version {
    /// Its number in files.
    pub const NUMBER: u32 = 1;
}

impl Written for Version {
    const FORM: &'static str = "Version";
    const STAND_IN: &'static str = "1";
    const NEEDED: &'static str = "version 1, the one that this program reads";

    fn parse(text: &str) -> Result<Self, String> {
        if text.trim() == "1" { Ok(Self) } else { Err(String::new()) }
    }

    fn text(&self) -> Result<String, String> {
        Ok(Self::NUMBER.to_string())
    }
}

written_form!(Version);
