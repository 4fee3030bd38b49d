//! Timelines, as files hold them.

use cueline::{
    clip::CueKind,
    time::{Speed, TickRate},
    timeline::{Axis, Conflict, Origin},
    value::{Color, Decomposed, Easing, Mat4, Oklab, Quat, Vec2, Vec3, Vec4},
};
use serde::{Deserialize, Serialize};

#[cfg(test)]
use crate::schema::{AxisForm, ConflictForm, CueKindForm, OriginForm, RateForm};
use crate::{
    Named, When,
    document::{USUAL_RATE, is_default, is_usual_rate},
    serial::{Written, optional},
    value::{InFile, all_kinds},
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

macro_rules! values {
    ($($(#[$doc:meta])* $kind:ident($type:ty))*) => {
        /// A value of any kind in a file, such as `F32(1.5)`.
        #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        #[serde(from = "ValueForm", into = "ValueForm")]
        #[cfg_attr(test, schemars(with = "ValueForm"))]
        #[non_exhaustive]
        pub enum ValueSource {
            $($(#[$doc])* $kind($type),)*
        }

        #[derive(Serialize, Deserialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        #[serde(rename = "ValueSource")]
        enum ValueForm {
            $($(#[$doc])* $kind(<$type as InFile>::Form),)*
        }

        impl From<ValueForm> for ValueSource {
            fn from(form: ValueForm) -> Self {
                match form {
                    $(ValueForm::$kind(form) => Self::$kind(<$type as InFile>::from_form(form)),)*
                }
            }
        }

        impl From<ValueSource> for ValueForm {
            fn from(value: ValueSource) -> Self {
                match value {
                    $(ValueSource::$kind(value) => Self::$kind(InFile::form(value)),)*
                }
            }
        }
    };
}

all_kinds!(values);
