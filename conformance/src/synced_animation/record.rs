//! What a recorded run holds.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::read::{Malformed, other, parts, text};

/// A recorded run.
#[derive(Clone, Deserialize)]
pub(super) struct Run {
    pub tps: f64,
    #[serde(default)]
    pub max_steps: Option<f64>,
    targets: BTreeMap<String, Value>,
    pub animations: BTreeMap<String, Animation>,
    pub script: Vec<Op>,
    pub increments: BTreeMap<String, Vec<(f64, Value)>>,
    pub steps: Vec<Step>,
    pub sampled: BTreeMap<String, Vec<Value>>,
    #[serde(default)]
    pub max_deviation_from_sampled: Value,
}

/// A clip.
#[derive(Clone, Deserialize)]
pub(super) struct Animation {
    #[serde(rename = "type")]
    kind: String,
    property: String,
    keys: Vec<(f64, Value)>,
    #[serde(default)]
    pub target: Option<String>,
    #[serde(default)]
    pub fps: Option<f64>,
}

/// One line of the script.
#[derive(Clone, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub(super) enum Op {
    Begin { id: String, animation: String, target: Option<String>, from: f64, to: f64 },
    BeginGroup { id: String, animations: Vec<String>, target: Option<String>, from: f64, to: f64 },
    Pause { id: String },
    Resume { id: String },
    Stop { id: String },
    Reset { id: String },
    Set { target: String, property: String, value: Value },
    Frames { n: usize, dt_ms: f64, clock_ms: f64 },
}

/// What was seen after a step.
#[derive(Clone, Deserialize)]
pub(super) struct Step {
    pub step: usize,
    values: BTreeMap<String, Value>,
    timers: BTreeMap<String, Value>,
    pub running: BTreeMap<String, usize>,
    #[serde(default)]
    pub ended: Vec<String>,
}

/// The numbers of every property, by target and property.
pub(super) type Values = BTreeMap<String, Vec<f64>>;

/// Where a clip writes: a property, or one number of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Slot {
    pub property: String,
    pub part: Option<usize>,
}

pub(super) fn slot(target: &str, path: &str) -> Slot {
    let (name, part) = match path.split_once('.') {
        Some((name, part)) => (name, ["x", "y", "z", "w"].iter().position(|known| *known == part)),
        None => (path, None),
    };
    // A bone has nothing but its matrix.
    let name = if name == "_matrix" { "" } else { name };
    Slot { property: format!("{target}/{name}"), part }
}

fn all(targets: &BTreeMap<String, Value>) -> Result<Values, Malformed> {
    let mut values = Values::new();
    for (target, properties) in targets {
        match properties {
            Value::Object(properties) => {
                for (name, value) in properties {
                    let name = if name == "bone" { "" } else { name };
                    values.insert(format!("{target}/{name}"), parts(value)?);
                }
            }
            bone => {
                values.insert(format!("{target}/"), parts(bone)?);
            }
        }
    }
    Ok(values)
}

impl Run {
    pub(super) fn start(&self) -> Result<Values, Malformed> {
        all(&self.targets)
    }

    /// On what the first clip begins.
    pub(super) fn target_of_begin(&self) -> Option<&str> {
        self.script.iter().find_map(|op| match op {
            Op::Begin { target, .. } => target.as_deref(),
            _ => None,
        })
    }

    pub(super) fn animation(&self, id: &str) -> Result<&Animation, Malformed> {
        self.animations.get(id).ok_or_else(|| other(format!("no animation {id:?}")))
    }
}

impl Animation {
    /// Frames and numbers of the keys.
    pub(super) fn keys(&self) -> Result<Vec<(f64, Vec<f64>)>, Malformed> {
        let size = match self.kind.as_str() {
            "float" => 1,
            "vector3" => 3,
            "matrix" => 16,
            kind => return Err(other(format!("a known type, not {kind:?}"))),
        };
        let mut keys = Vec::new();
        for (frame, value) in &self.keys {
            let value = parts(value)?;
            if value.len() != size {
                return Err(other(format!("{size} numbers in a key")));
            }
            keys.push((*frame, value));
        }
        if keys.is_empty() { Err(other("at least one key")) } else { Ok(keys) }
    }

    pub(super) fn is_matrix(&self) -> bool {
        self.kind == "matrix"
    }

    pub(super) fn slot(&self, target: &str) -> Slot {
        slot(target, &self.property)
    }
}

impl Step {
    pub(super) fn values(&self) -> Result<Values, Malformed> {
        all(&self.values)
    }

    /// The frames of each player, one for each member of a group.
    pub(super) fn timers(&self) -> Result<BTreeMap<String, Vec<f64>>, Malformed> {
        self.timers.iter().map(|(id, timer)| Ok((id.clone(), parts(timer)?))).collect()
    }
}

/// A name that a record may lack.
pub(super) fn named(target: Option<&String>) -> Result<&str, Malformed> {
    target.map_or_else(|| text(&Value::Null), |target| Ok(target.as_str()))
}
