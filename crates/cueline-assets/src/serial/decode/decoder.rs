//! One item of the tree on its way to a value, or the placeholder for it.

use super::sink::{Failed, Path, Sink};
use crate::text::{Kind, Node};

/// An item to decode.
#[derive(Clone, Copy)]
pub(super) struct Decoder<'a> {
    /// `None` for a placeholder.
    pub(super) node: Option<&'a Node>,
    pub(super) path: &'a Path<'a>,
    /// The innermost variant around it, such as the kind of a value.
    pub(super) variant: &'a str,
    pub(super) sink: &'a Sink<'a>,
}

impl<'a> Decoder<'a> {
    /// Reports the needed type, and continues with a placeholder.
    pub(super) fn wrong(self, needed: impl Into<String>) -> Self {
        if let Some(node) = self.node {
            self.sink.report(self.path, Some(node), node.shown(), needed.into());
        }
        Self { node: None, ..self }
    }

    /// The same, with another word for the found item.
    pub(super) fn wrong_as(self, found: String, needed: impl Into<String>) -> Self {
        self.sink.report(self.path, self.node, found, needed.into());
        Self { node: None, ..self }
    }

    /// Reports an error of a visitor.
    pub(super) fn settle<T>(self, result: Result<T, Failed>) -> Result<T, Failed> {
        result.map_err(|Failed(message)| {
            if let (Some(message), Some(node)) = (message, self.node) {
                self.sink.report(self.path, Some(node), node.shown(), message);
            }
            Failed(None)
        })
    }

    pub(super) fn on(self, node: Option<&'a Node>) -> Self {
        Self { node, ..self }
    }

    /// A number of the requested type; the placeholder is zero.
    pub(super) fn number<T: std::str::FromStr + Default>(
        self,
        hex: impl Fn(i128) -> Option<T>,
        needed: &str,
    ) -> T {
        let Some(node) = self.node else { return T::default() };
        let number = match &node.kind {
            Kind::Number(text) => parse_number(text, hex),
            Kind::Word(text) if matches!(text.as_str(), "inf" | "NaN") => text.parse().ok(),
            _ => None,
        };
        number.unwrap_or_else(|| {
            let _reported = self.wrong(needed);
            T::default()
        })
    }
}

pub(super) fn parse_number<T: std::str::FromStr>(
    text: &str,
    hex: impl Fn(i128) -> Option<T>,
) -> Option<T> {
    let plain = text.replace('_', "");
    if let Ok(number) = plain.parse() {
        return Some(number);
    }
    let (sign, digits) = match plain.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, plain.strip_prefix('+').unwrap_or(&plain)),
    };
    let based = |mark: &str, base| {
        let digits = digits.strip_prefix(mark)?;
        i128::from_str_radix(digits, base).ok().and_then(|number| hex(sign * number))
    };
    based("0x", 16).or_else(|| based("0b", 2)).or_else(|| based("0o", 8))
}
