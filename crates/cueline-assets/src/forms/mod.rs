//! Values that a file writes as one short text or number, and the fields that it must contain.

mod color;
pub(crate) mod curve;
mod easing;
mod interpolation;
mod rate;
mod rational;
mod version;
mod when;

pub(crate) use color::ColorForm;
pub(crate) use rate::USUAL_RATE;
pub use version::Version;
pub use when::When;

use cueline::{
    clip::Interpolation,
    time::{Speed, TickRate},
    value::AnyEasing,
};

use crate::serial::Written;

/// A written form, for the reader.
pub(crate) struct Form {
    /// The name of the form in serde.
    pub(crate) name: &'static str,
    pub(crate) stand_in: &'static str,
    /// Whether numbers in brackets are allowed too.
    pub(crate) or_numbers: bool,
    pub(crate) needed: &'static str,
    /// The reason why a text does not have that form; may be empty.
    pub(crate) check: fn(&str) -> Result<(), String>,
}

const fn entry<T: Written>() -> Form {
    Form {
        name: T::FORM,
        stand_in: T::STAND_IN,
        or_numbers: false,
        needed: T::NEEDED,
        check: |text| T::parse(text).map(|_| ()),
    }
}

const FORMS: [Form; 8] = [
    Form { or_numbers: true, ..entry::<ColorForm>() },
    entry::<When>(),
    entry::<TickRate>(),
    entry::<Speed>(),
    entry::<AnyEasing>(),
    entry::<Interpolation>(),
    curve::FORM,
    entry::<Version>(),
];

/// The form of that name.
pub(crate) fn form(name: &str) -> Option<&'static Form> {
    const ALL: &[Form] = &FORMS;
    ALL.iter().find(|form| form.name == name)
}

/// The variant of an enum that a file may write without its name, and the content of that variant.
pub(crate) fn bare_variant(name: &str) -> Option<(&'static str, &'static str)> {
    (name == "DurationSource").then_some(("Exactly", <When as Written>::NEEDED))
}

/// Structs, or struct variants by their first field, with the fields that a file must contain.
const REQUIRED: [(&str, &[&str]); 20] = [
    ("Document", &["version"]),
    ("Key", &["at", "value"]),
    ("CueSource", &["at", "name"]),
    ("FrameSource", &["show", "hold"]),
    ("ItemSource", &["action"]),
    ("first", &["count", "hold"]),
    ("clip", &["clip"]),
    ("flipbook", &["flipbook", "to"]),
    ("cue", &["cue"]),
    ("by", &["by", "items"]),
    ("timeline", &["timeline"]),
    ("PoseSource", &["clip"]),
    ("StateSource", &["motion"]),
    ("BlendedSource", &["at", "clip"]),
    ("Blended2Source", &["at", "clip"]),
    ("TransitionSource", &["to"]),
    ("along", &["along", "clips"]),
    ("plane", &["plane", "clips"]),
    ("parameter", &["parameter", "value"]),
    ("over", &["over"]),
];

/// The required fields of a struct with that name, or of a struct variant (whose name is empty) with these fields.
pub(crate) fn required(name: &str, fields: &[&str]) -> &'static [&'static str] {
    let name = if name.is_empty() { fields.first().copied().unwrap_or_default() } else { name };
    const ALL: &[(&str, &[&str])] = &REQUIRED;
    ALL.iter().find(|(known, _)| *known == name).map_or(&[], |(_, fields)| fields)
}
