//! Timelines, as files hold them.

use cueline::{
    clip::CueKind,
    time::{Speed, TickRate},
    timeline::{Axis, Conflict, Origin},
    value::Easing,
};
use serde::{Deserialize, Serialize};

use super::{Move, Passes, Plus, Put, StaggerBy, ValueSource};
#[cfg(test)]
use crate::schema::{AxisForm, ConflictForm, CueKindForm, OriginForm, RateForm};
use crate::{
    Named, When,
    document::{USUAL_RATE, is_default, is_usual_rate},
    serial::{Written, optional},
};

/// A timeline in a file: items, each with its place among those before. Times are counted in frames of `rate`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct TimelineSource {
    /// The frame rate in which times are counted; 60 a second unless told otherwise.
    #[serde(with = "Written", skip_serializing_if = "is_usual_rate")]
    #[cfg_attr(test, schemars(with = "RateForm"))]
    pub rate: TickRate,
    /// What properties show before anything moves them.
    #[serde(skip_serializing_if = "is_default")]
    pub starts: Named<ValueSource>,
    /// How long tweens take that do not say so themselves; else half a second.
    #[serde(skip_serializing_if = "is_default")]
    pub tweens_last: Option<When>,
    /// The easing of tweens that do not name one; else they run evenly.
    #[serde(with = "optional", skip_serializing_if = "is_default")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub tweens_eased: Option<Easing>,
    /// What becomes of two writers of one property where neither says so; else that is an error.
    #[serde(skip_serializing_if = "is_default")]
    #[cfg_attr(test, schemars(with = "Option<ConflictForm>"))]
    pub conflict: Option<Conflict>,
    /// What it is made of, in the order of the storyboard.
    #[serde(skip_serializing_if = "is_default")]
    pub items: Vec<ItemSource>,
    /// Anything that only its maker needs to know.
    #[serde(skip_serializing_if = "is_default")]
    pub meta: Named<String>,
}

impl Default for TimelineSource {
    fn default() -> Self {
        Self {
            rate: USUAL_RATE,
            starts: Named::default(),
            tweens_last: None,
            tweens_eased: None,
            conflict: None,
            items: Vec::new(),
            meta: Named::default(),
        }
    }
}

/// One thing in a timeline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ItemSource {
    /// What it does.
    pub does: Does,
    /// Where it is put; behind all that was put before, unless told otherwise.
    #[serde(default, skip_serializing_if = "is_default")]
    pub put: Put,
    /// How far from there it starts.
    #[serde(default, skip_serializing_if = "is_default")]
    pub plus: Plus,
    /// By what it can be found, and errors speak of it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub name: String,
    /// How long one pass of a tween takes, or a wait.
    #[serde(default, skip_serializing_if = "is_default")]
    pub lasts: Option<When>,
    /// How a tween's progress is bent.
    #[serde(default, with = "optional", skip_serializing_if = "is_default")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub eased: Option<Easing>,
    /// How much later it starts than where it is put; below zero makes an overlap.
    #[serde(default, skip_serializing_if = "is_default")]
    pub delay: When,
    /// How fast its own time runs, above zero.
    #[serde(default = "normal", with = "Written", skip_serializing_if = "is_normal")]
    #[cfg_attr(test, schemars(with = "RateForm"))]
    pub speed: Speed,
    /// How many passes.
    #[serde(default, skip_serializing_if = "is_default")]
    pub passes: Passes,
    /// How long it stands still at the end of a pass.
    #[serde(default, skip_serializing_if = "is_default")]
    pub gap: When,
    /// Whether every other pass runs backward.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ping_pong: bool,
    /// What becomes of it where it meets another writer of one of its properties.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(test, schemars(with = "Option<ConflictForm>"))]
    pub conflict: Option<Conflict>,
    /// Whether a tween goes on with the velocity that it finds.
    #[serde(default, skip_serializing_if = "is_default")]
    pub keeps_velocity: bool,
    /// Whether a cue or call means something forward only.
    #[serde(default, skip_serializing_if = "is_default")]
    pub one_way: bool,
}

impl ItemSource {
    /// An item that does this, behind all that was put before.
    #[must_use]
    pub fn new(does: Does) -> Self {
        Self {
            does,
            put: Put::End,
            plus: Plus::default(),
            name: String::new(),
            lasts: None,
            eased: None,
            delay: When::ZERO,
            speed: Speed::NORMAL,
            passes: Passes::default(),
            gap: When::ZERO,
            ping_pong: false,
            conflict: None,
            keeps_velocity: false,
            one_way: false,
        }
    }
}

/// What an item does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Does {
    /// Names the moment.
    Label(String),
    /// Moves properties.
    Tween(Named<Move>),
    /// Sets properties at one moment.
    Set(Named<ValueSource>),
    /// Plays a clip of the library.
    Clip {
        /// Its name.
        clip: String,
        /// What is put in front of the paths of its tracks, such as `"left."`.
        #[serde(default, skip_serializing_if = "is_default")]
        prefix: String,
    },
    /// Writes the number of the frame that shows to a property.
    Flipbook {
        /// The flipbook's name.
        flipbook: String,
        /// The property.
        to: String,
    },
    /// A named moment.
    Cue {
        /// What it is called.
        cue: String,
        /// Whether it counts when it is jumped over.
        #[serde(default, skip_serializing_if = "is_default")]
        #[cfg_attr(test, schemars(with = "CueKindForm"))]
        kind: CueKind,
    },
    /// A moment with a number that means something to the game.
    Call(u32),
    /// A moment at which play stops until it is told to go on.
    Pause,
    /// Time in which nothing happens; `lasts` says how long.
    Wait,
    /// A timeline within the timeline, its times counted in the same frames.
    Nest(Vec<ItemSource>),
    /// Items that start one a little later than the other.
    Stagger {
        /// From one to the next, or from the first to the last.
        by: StaggerBy,
        /// Where it begins.
        #[serde(default, skip_serializing_if = "is_default")]
        #[cfg_attr(test, schemars(with = "OriginForm"))]
        from: Origin,
        /// How the delays are shared out.
        #[serde(default = "linear", with = "Written", skip_serializing_if = "is_linear")]
        #[cfg_attr(test, schemars(with = "String"))]
        eased: Easing,
        /// How many columns, where the items are a grid.
        #[serde(default, skip_serializing_if = "is_default")]
        columns: Option<u32>,
        /// Along which axis of the grid distances are counted; in straight lines without.
        #[serde(default, skip_serializing_if = "is_default")]
        #[cfg_attr(test, schemars(with = "Option<AxisForm>"))]
        axis: Option<Axis>,
        /// The items.
        items: Vec<ItemSource>,
    },
}

fn normal() -> Speed {
    Speed::NORMAL
}

fn is_normal(speed: &Speed) -> bool {
    *speed == Speed::NORMAL
}

fn linear() -> Easing {
    Easing::Linear
}

fn is_linear(easing: &Easing) -> bool {
    *easing == Easing::Linear
}
