//! Curves by name: a document names an easing once, at its top, and keys and items use the name.
//!
//! Names are a matter of text alone. The reader puts the easing in the place of its name, and the writer puts the name in
//! the place of an equal easing. So a document in memory holds easings, and nothing has to follow names.

use std::{borrow::Cow, collections::BTreeMap};

use cueline::{advanced::nearest, clip::Interpolation, value::AnyEasing};
use serde::{Deserialize, Deserializer, Serializer};

use crate::{
    easing,
    named::Named,
    serial::{Written, written_form},
    text::Node,
};

/// Words that stand before an easing in the text of an interpolation.
const BEFORE: [&str; 2] = ["eased ", "hermite "];

/// An easing in the table of curves, which is written in full.
struct CurveForm(AnyEasing);

impl Written for CurveForm {
    const FORM: &'static str = "Curve";
    const STAND_IN: &'static str = AnyEasing::STAND_IN;
    const NEEDED: &'static str = AnyEasing::NEEDED;

    fn parse(text: &str) -> Result<Self, String> {
        AnyEasing::parse(text).map(Self)
    }

    fn text(&self) -> Result<String, String> {
        self.0.text()
    }
}

written_form!(CurveForm);

pub(super) const FORM: super::Form = super::entry::<CurveForm>();

pub(crate) fn serialize<S: Serializer>(
    curves: &Named<AnyEasing>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(curves.iter().map(|(name, curve)| (name, CurveForm(curve.clone()))))
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Named<AnyEasing>, D::Error> {
    let curves = Named::<CurveForm>::deserialize(deserializer)?;
    Ok(curves.into_iter().map(|(name, CurveForm(curve))| (name, curve)).collect())
}

/// Whether a curve may have that name: letters, digits, `-`, `_` and `.`, and no name of an easing.
pub(crate) fn is_name(name: &str) -> bool {
    let fits = |char: char| char.is_alphanumeric() || matches!(char, '-' | '_' | '.');
    let is_easing = matches!(name, "hold" | "hermite") || is_easing(name);
    !name.is_empty() && name.chars().all(fits) && !is_easing
}

/// Whether a text is an easing. Unlike [`Written::parse`] it looks for no similar name.
fn is_easing(text: &str) -> bool {
    easing::parse(text).is_ok()
}

/// The part of a text that may be the name of a curve, and the words before it; `None` for a text of another form.
fn parts<'t>(form: &str, text: &'t str) -> Option<(&'t str, &'t str)> {
    let text = text.trim();
    if form == Interpolation::FORM {
        let words = BEFORE.iter().find(|words| text.starts_with(**words));
        return Some(text.split_at(words.map_or(0, |words| words.len())));
    }
    (form == AnyEasing::FORM).then_some(("", text))
}

/// The named curves of a file, by name.
#[derive(Default)]
pub(crate) struct NamedCurves<'a>(BTreeMap<&'a str, &'a str>);

impl<'a> NamedCurves<'a> {
    /// The named curves of a document. A broken curve counts as linear; the reader reports its problem elsewhere.
    pub(crate) fn of(document: &'a Node) -> Self {
        let entries = document.entries().unwrap_or_default().iter();
        let table = entries.filter(|entry| entry.key.as_key() == Some("curves"));
        let curves = table.flat_map(|entry| entry.value.entries().unwrap_or_default());
        let named = curves.filter_map(|entry| {
            let text = entry.value.as_key().filter(|text| is_easing(text));
            Some((entry.key.as_key()?, text.unwrap_or(AnyEasing::STAND_IN)))
        });
        let mut first = BTreeMap::new();
        for (name, curve) in named {
            first.entry(name).or_insert(curve);
        }
        Self(first)
    }

    /// The text with the curve in the place of its name.
    pub(crate) fn resolved<'t>(&self, form: &str, text: &'t str) -> Cow<'t, str> {
        let found = parts(form, text).and_then(|(before, name)| {
            let curve = self.0.get(name.trim())?;
            // A bare `linear` is an interpolation without an easing.
            let before =
                if form == Interpolation::FORM && before.is_empty() { BEFORE[0] } else { before };
            Some(format!("{before}{curve}"))
        });
        found.map_or(Cow::Borrowed(text), Cow::Owned)
    }

    /// The curve or easing that a text without brackets probably means; `None` if no name is similar.
    pub(crate) fn meant(&self, form: &str, text: &str) -> Option<&'a str> {
        let (_, name) = parts(form, text).filter(|_| !self.0.is_empty())?;
        let easings: Vec<String> = easing::names().collect();
        let curves = self.0.keys().copied();
        let all = curves.chain(easings.iter().map(String::as_str));
        let meant = nearest(name.trim(), all)?;
        self.0.get_key_value(meant).map(|(curve, _)| *curve)
    }
}

/// The curves of a document that is written: the name of each by its text.
#[derive(Default)]
pub(crate) struct Names<'a>(BTreeMap<String, &'a str>);

impl<'a> Names<'a> {
    pub(crate) fn of(curves: &'a Named<AnyEasing>) -> Self {
        let named = curves.iter().filter(|(name, _)| is_name(name));
        let mut first = BTreeMap::new();
        for (name, curve) in named {
            if let Ok(text) = curve.text() {
                first.entry(text).or_insert(name.as_str());
            }
        }
        Self(first)
    }

    /// The text with the name in the place of the curve.
    pub(crate) fn named(&self, form: &str, text: String) -> String {
        if form == Interpolation::FORM && matches!(text.as_str(), "hold" | "linear" | "hermite") {
            return text;
        }
        let found = parts(form, &text).and_then(|(before, curve)| {
            let name = self.0.get(curve)?;
            let before = if before == BEFORE[0] { "" } else { before };
            Some(format!("{before}{name}"))
        });
        found.unwrap_or(text)
    }
}
