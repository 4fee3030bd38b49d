//! What a recorded timeline looks like in its file.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, de};
use serde_json::Value;

use crate::read::number;

/// Target, then property, then value.
pub(super) type Values = BTreeMap<String, BTreeMap<String, f64>>;

/// What is moved: a target's property.
pub(super) type Key = (String, String);

/// A recorded callback: its owner and its kind.
pub(super) type Called = (String, String);

#[derive(Debug, Deserialize)]
pub(super) struct Record {
    pub(super) targets: Values,
    pub(super) timeline: Child,
    pub(super) structure: Structure,
    #[serde(default)]
    pub(super) forward: Vec<Snapshot>,
    #[serde(default)]
    pub(super) backward: Vec<Snapshot>,
    #[serde(default)]
    pub(super) seeks: Vec<Snapshot>,
    #[serde(default)]
    pub(super) silent_seeks: Vec<Snapshot>,
    #[serde(default)]
    pub(super) edges: Vec<Snapshot>,
}

impl Record {
    /// Its runs: each from the start, but for the backward one, which goes on where the forward one has ended.
    pub(super) fn runs(&self) -> [(&'static str, &[Snapshot]); 5] {
        [
            ("forward", &self.forward),
            ("backward", &self.backward),
            ("seeks", &self.seeks),
            ("edges", &self.edges),
            ("silent_seeks", &self.silent_seeks),
        ]
    }
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Child {
    pub(super) kind: String,
    pub(super) id: String,
    pub(super) name: String,
    pub(super) target: Option<String>,
    pub(super) targets: Vec<String>,
    pub(super) to: BTreeMap<String, f64>,
    pub(super) from: BTreeMap<String, f64>,
    pub(super) duration: Option<f64>,
    pub(super) ease: Option<String>,
    pub(super) delay: f64,
    pub(super) repeat: Option<Value>,
    pub(super) yoyo: bool,
    pub(super) repeat_delay: f64,
    pub(super) time_scale: Option<f64>,
    pub(super) stagger: Option<Value>,
    pub(super) position: Option<Value>,
    pub(super) defaults: Defaults,
    pub(super) children: Vec<Child>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Defaults {
    pub(super) duration: Option<f64>,
    pub(super) ease: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Structure {
    #[serde(default)]
    pub(super) id: String,
    pub(super) start: Option<f64>,
    pub(super) end: Option<f64>,
    pub(super) duration: Value,
    pub(super) total_duration: Value,
    pub(super) time_scale: Option<f64>,
    #[serde(default)]
    pub(super) labels: BTreeMap<String, f64>,
    #[serde(default)]
    pub(super) children: Vec<Structure>,
    #[serde(default)]
    pub(super) parts: Vec<Structure>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Snapshot {
    pub(super) t: f64,
    pub(super) time: f64,
    pub(super) total_time: f64,
    pub(super) progress: f64,
    #[serde(deserialize_with = "values")]
    pub(super) values: Values,
    #[serde(default)]
    pub(super) events: Vec<(String, String)>,
    pub(super) label: Option<String>,
}

/// Values, also those that JSON cannot carry as a number.
fn values<'de, D: Deserializer<'de>>(from: D) -> Result<Values, D::Error> {
    let recorded = BTreeMap::<String, BTreeMap<String, Value>>::deserialize(from)?;
    let target = |(target, properties): (String, BTreeMap<String, Value>)| {
        let property = |(name, value): (String, Value)| Ok((name, number(&value)?));
        let properties = properties.into_iter().map(property).collect::<Result<_, _>>();
        properties.map(|properties| (target, properties))
    };
    let values: Result<Values, crate::read::Malformed> = recorded.into_iter().map(target).collect();
    values.map_err(de::Error::custom)
}
