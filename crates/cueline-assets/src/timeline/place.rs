//! Where items of timelines are put, how often they play, and between what they move.

use cueline::time::Speed;
use serde::{Deserialize, Serialize};

use super::ValueSource;
#[cfg(test)]
use crate::schema::RateForm;
use crate::{When, document::is_default, serial::Written};

/// Where an item starts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Put {
    /// Behind all that was put before.
    #[default]
    End,
    /// Together with the item before.
    With,
    /// Together with the item before, and nothing waits for it.
    Aside,
    /// Where the item before ends, whatever else goes on.
    PreviousEnd,
    /// At a time of the timeline.
    At(When),
    /// At a label that was put before.
    Label(String),
}

/// How far from where it is put an item starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Plus {
    /// That much later.
    By(When),
    /// Later by a share of the length of the item before, such as `"1/2"`.
    OfPrevious(Share),
    /// Later by a share of its own length.
    OfOwn(Share),
}

impl Default for Plus {
    fn default() -> Self {
        Self::By(When::ZERO)
    }
}

/// A share of a length, such as `"1/2"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Share(
    #[serde(with = "Written")]
    #[cfg_attr(test, schemars(with = "RateForm"))]
    pub Speed,
);

/// How many passes an item plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Passes {
    /// So many, at least one.
    Times(u64),
    /// No end.
    Endless,
}

impl Default for Passes {
    fn default() -> Self {
        Self::Times(1)
    }
}

/// What a tween does to one property. Where an end is not given it is what the property shows at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Move {
    /// From where.
    #[serde(skip_serializing_if = "is_default")]
    pub from: Option<ValueSource>,
    /// Where to.
    #[serde(skip_serializing_if = "is_default")]
    pub to: Option<ValueSource>,
}

/// The delays of a stagger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum StaggerBy {
    /// So much from one to the next.
    Each(When),
    /// So much from the first to the last.
    Total(When),
}
