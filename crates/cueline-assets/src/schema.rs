//! The JSON Schema of the format, for editors that complete and check what is typed.

use std::borrow::Cow;

use cueline::value::AnyEasing;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::{
    easing,
    forms::{ColorForm, Version, When},
};

mod key;

impl JsonSchema for When {
    fn schema_name() -> Cow<'static, str> {
        "When".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A time: a text with a unit (min, s, ms, us, fl) such as \"400ms\" or \"1/3s\"; or a whole number of frames, where a `rate` is given.",
            "anyOf": [
                { "type": "integer" },
                { "type": "string", "pattern": "^[-+]?[0-9.]+(/[0-9]+)?(min|s|ms|us|fl)?$" }
            ]
        })
    }
}

impl JsonSchema for ColorForm {
    fn schema_name() -> Cow<'static, str> {
        "Color".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Red, green, blue and opacity as linear light, or sRGB as \"#rrggbb\" or \"#rrggbbaa\".",
            "anyOf": [
                { "type": "array", "items": { "type": "number" }, "minItems": 4, "maxItems": 4 },
                { "type": "string", "pattern": "^#([0-9a-fA-F]{6}|[0-9a-fA-F]{8})$" }
            ]
        })
    }
}

/// An easing: one of the names, which an editor completes, or a text with parameters or the name of a curve.
pub(crate) struct EasingForm;

impl JsonSchema for EasingForm {
    fn schema_name() -> Cow<'static, str> {
        "Easing".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "An easing by name, one with parameters such as \"in-out-back(2.5)\", \"steps(4, end)\", \"spring(bounce 0.3)\" or \"linear(0, 1 40%, 1)\", or the name of a curve of this file.",
            "anyOf": [{ "enum": easings() }, { "type": "string" }]
        })
    }
}

/// As [`EasingForm`], without easings that are lists of points.
pub(crate) struct FadeEasingForm;

impl JsonSchema for FadeEasingForm {
    fn schema_name() -> Cow<'static, str> {
        "FadeEasing".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let is_plain = |name: &String| matches!(easing::parse(name), Ok(AnyEasing::Easing(_)));
        let plain: Vec<String> = easings().into_iter().filter(is_plain).collect();
        json_schema!({
            "description": "An easing by name, one with parameters such as \"in-out-back(2.5)\" or \"steps(4, end)\", or the name of a curve of this file; not a list of points, such as linear() and path().",
            "anyOf": [{ "enum": plain }, { "type": "string" }]
        })
    }
}

/// As [`EasingForm`], with the words of keys.
pub(crate) struct InterpolationForm;

impl JsonSchema for InterpolationForm {
    fn schema_name() -> Cow<'static, str> {
        "Interpolation".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let words = ["hold", "hermite"].map(String::from);
        let names: Vec<String> = words.into_iter().chain(easings()).collect();
        json_schema!({
            "description": "\"hold\", \"linear\", \"hermite\" (a curve by the slopes of the keys), an easing by name, one with parameters such as \"in-out-back(2.5)\", or the name of a curve of this file.",
            "anyOf": [{ "enum": names }, { "type": "string" }]
        })
    }
}

/// The easings that need no parameters.
fn easings() -> Vec<String> {
    easing::names().filter(|name| easing::parse(name).is_ok()).collect()
}

impl JsonSchema for Version {
    fn schema_name() -> Cow<'static, str> {
        "Version".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "const": 1 })
    }
}

#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "a shape")]
/// Frames per second, such as 60, "23.976" or "30000/1001".
pub(crate) enum RateForm {
    Whole(u32),
    Text(String),
}

#[derive(JsonSchema)]
#[schemars(untagged, rename = "DurationForm")]
#[expect(dead_code, reason = "a shape")]
/// The duration of a clip: a time alone is exactly that time.
pub(crate) enum DurationForm<T> {
    Bare(When),
    Named(T),
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "a shape")]
pub(crate) enum RepeatForm {
    /// One pass.
    Once,
    /// That many passes, at least one.
    Times(u64),
    /// No end.
    Forever,
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "a shape")]
pub(crate) enum CueKindForm {
    /// It changes the game: always delivered.
    State,
    /// It only makes itself heard or seen: may be left out when jumped over.
    Effect,
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "a shape")]
pub(crate) enum OrderForm {
    /// First to last.
    Forward,
    /// Last to first.
    Reverse,
    /// First to last and back.
    PingPong,
    /// Last to first and back.
    PingPongReverse,
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "a shape")]
pub(crate) enum ConflictForm {
    /// It is an error.
    Refuse,
    /// The one that starts later takes over.
    Replace,
    /// The one that starts later takes over bit by bit.
    Blend,
    /// It starts when the other one is over.
    Queue,
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "a shape")]
pub(crate) enum OriginForm {
    Start,
    Center,
    Edges,
    End,
    /// The item of that number, from 0.
    Index(u32),
    /// At random, by a seed.
    Random(u64),
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "a shape")]
pub(crate) enum AxisForm {
    /// Along a row.
    X,
    /// Down a column.
    Y,
}
