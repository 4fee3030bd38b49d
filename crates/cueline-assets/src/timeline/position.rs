//! Where the items of a timeline start, and between what values tweens run.

use cueline::time::Speed;
use serde::{Deserialize, Serialize};

use super::ValueSource;
#[cfg(test)]
use crate::schema::RateForm;
use crate::{
    forms::When,
    serial::{Written, is_default},
};

/// Where an item of a timeline starts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum PositionSource {
    /// At the end of all items before it.
    #[default]
    End,
    /// Together with the item before it.
    With,
    /// Together with the item before it; items after it do not wait for its end.
    Background,
    /// At the end of the previous item, even if other items still play.
    PreviousEnd,
    /// At a time of the timeline.
    At(When),
    /// At a label that is before this item in the file.
    Label(String),
}

/// How much later than its position an item starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum OffsetSource {
    /// That much later; below zero it starts earlier.
    By(When),
    /// Later by a fraction of the duration of the item before it, such as `"1/2"`.
    OfPrevious(FractionSource),
    /// Later by a fraction of its own duration.
    OfOwn(FractionSource),
}

impl Default for OffsetSource {
    fn default() -> Self {
        Self::By(When::ZERO)
    }
}

/// A fraction of a duration, such as `"1/2"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct FractionSource(
    #[serde(with = "Written")]
    #[cfg_attr(test, schemars(with = "RateForm"))]
    pub Speed,
);

/// The two ends of a tween of one property. An end that is not given is the value that the property has when the
/// tween starts; with `by`, the end lies that far from it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct TweenSource {
    /// The value at the start.
    #[serde(skip_serializing_if = "is_default")]
    pub from: Option<ValueSource>,
    /// The value at the end.
    #[serde(skip_serializing_if = "is_default")]
    pub to: Option<ValueSource>,
    /// How far the value goes from the one at the start; in place of the other two.
    #[serde(skip_serializing_if = "is_default")]
    pub by: Option<ValueSource>,
}

/// The delays of a stagger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum StaggerBy {
    /// The delay between one item and the next.
    Each(When),
    /// The delay between the first item and the last.
    Total(When),
}
