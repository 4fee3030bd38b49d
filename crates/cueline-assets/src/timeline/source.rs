//! Timelines, as files hold them.

use cueline::{
    clip::CueKind,
    playback::Repeat,
    time::{Speed, TickRate},
    timeline::{Axis, Conflict, Origin},
    value::AnyEasing,
};
use serde::{Deserialize, Serialize};

use super::{OffsetSource, PositionSource, StaggerBy, TweenSource, ValueSource};
#[cfg(test)]
use crate::schema::{
    AxisForm, ConflictForm, CueKindForm, EasingForm, OriginForm, RateForm, RepeatForm,
};
use crate::{
    forms::{USUAL_RATE, When},
    named::Named,
    serial::{Written, is_default, optional},
};

/// A timeline in a file: items, each with its position among those before it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct TimelineSource {
    /// The frame rate in which times without a unit count. Without it every time needs a unit.
    #[serde(with = "optional", skip_serializing_if = "is_default")]
    #[cfg_attr(test, schemars(with = "Option<RateForm>"))]
    pub rate: Option<TickRate>,
    /// The values of properties before any item writes them.
    #[serde(skip_serializing_if = "is_default")]
    pub start_values: Named<ValueSource>,
    /// The duration of tweens that give none; half a second without it.
    #[serde(skip_serializing_if = "is_default")]
    pub tween_duration: Option<When>,
    /// The easing of tweens that name none; linear without it.
    #[serde(with = "optional", skip_serializing_if = "is_default")]
    #[cfg_attr(test, schemars(with = "Option<EasingForm>"))]
    pub tween_easing: Option<AnyEasing>,
    /// What happens where two items write one property at the same time; an error without it.
    #[serde(skip_serializing_if = "is_default")]
    #[cfg_attr(test, schemars(with = "Option<ConflictForm>"))]
    pub conflict: Option<Conflict>,
    /// Whether it moves for decoration only, so that a display with reduced motion holds it still.
    #[serde(skip_serializing_if = "is_default")]
    pub decorative: bool,
    /// The items, in the order of the storyboard.
    #[serde(skip_serializing_if = "is_default")]
    pub items: Vec<ItemSource>,
    /// Notes for tools and authors.
    #[serde(skip_serializing_if = "is_default")]
    pub meta: Named<String>,
}

impl TimelineSource {
    /// The frame rate of the timeline's times: `rate`, or 60 per second.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::TickRate;
    ///
    /// assert_eq!(cueline_assets::TimelineSource::default().frame_rate(), TickRate::HZ_60);
    /// ```
    #[must_use]
    pub fn frame_rate(&self) -> TickRate {
        self.rate.unwrap_or(USUAL_RATE)
    }
}

/// One item of a timeline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ItemSource {
    /// What it does.
    pub action: Action,
    /// Where it starts; at the end of all items before it without one.
    #[serde(default, skip_serializing_if = "is_default")]
    pub position: PositionSource,
    /// How much later than its position it starts.
    #[serde(default, skip_serializing_if = "is_default")]
    pub offset: OffsetSource,
    /// The name by which it can be found, and which errors mention.
    #[serde(default, skip_serializing_if = "is_default")]
    pub name: String,
    /// The duration of a wait, or of one pass of a tween.
    #[serde(default, skip_serializing_if = "is_default")]
    pub duration: Option<When>,
    /// The easing of a tween.
    #[serde(default, with = "optional", skip_serializing_if = "is_default")]
    #[cfg_attr(test, schemars(with = "Option<EasingForm>"))]
    pub easing: Option<AnyEasing>,
    /// How much later its content starts than the item; below zero the item overlaps the one before.
    #[serde(default, skip_serializing_if = "is_default")]
    pub delay: When,
    /// The speed of its own time, above zero.
    #[serde(default = "normal", with = "Written", skip_serializing_if = "is_normal")]
    #[cfg_attr(test, schemars(with = "RateForm"))]
    pub speed: Speed,
    /// How many passes it plays.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(test, schemars(with = "RepeatForm"))]
    pub repeat: Repeat,
    /// The pause between two passes, in which it shows the end of the first.
    #[serde(default, skip_serializing_if = "is_default")]
    pub gap: When,
    /// Whether every second pass runs backward.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ping_pong: bool,
    /// What happens where another item writes one of its properties at the same time.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(test, schemars(with = "Option<ConflictForm>"))]
    pub conflict: Option<Conflict>,
    /// Whether a tween starts with the velocity that the property has.
    #[serde(default, skip_serializing_if = "is_default")]
    pub keep_velocity: bool,
    /// Whether a cue or call is reported in forward play only.
    #[serde(default, skip_serializing_if = "is_default")]
    pub forward_only: bool,
    /// Whether it moves for decoration only, so that a display with reduced motion holds it still.
    #[serde(default, skip_serializing_if = "is_default")]
    pub decorative: bool,
}

impl ItemSource {
    /// An item with this action, at the end of all items before it.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline_assets::{Action, ItemSource, PositionSource, TimelineSource};
    ///
    /// let mut scene = TimelineSource::default();
    /// scene.items.push(ItemSource::new(Action::Label("door".into())));
    /// assert_eq!(scene.items[0].position, PositionSource::End);
    /// ```
    #[must_use]
    pub fn new(action: Action) -> Self {
        Self {
            action,
            position: PositionSource::End,
            offset: OffsetSource::default(),
            name: String::new(),
            duration: None,
            easing: None,
            delay: When::ZERO,
            speed: Speed::NORMAL,
            repeat: Repeat::Once,
            gap: When::ZERO,
            ping_pong: false,
            conflict: None,
            keep_velocity: false,
            forward_only: false,
            decorative: false,
        }
    }
}

/// What an item does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Action {
    /// Names the moment.
    Label(String),
    /// Moves properties.
    Tween(Named<TweenSource>),
    /// Sets properties at one moment.
    Set(Named<ValueSource>),
    /// Plays a clip of the library.
    Clip {
        /// The clip's name.
        clip: String,
        /// Stands before the paths of its tracks, such as `"left."`.
        #[serde(default, skip_serializing_if = "is_default")]
        prefix: String,
    },
    /// Writes the number of a flipbook's frame to a property.
    Flipbook {
        /// The flipbook's name.
        flipbook: String,
        /// The property.
        to: String,
    },
    /// A named moment.
    Cue {
        /// The cue's name.
        cue: String,
        /// Whether a jump over it reports it.
        #[serde(default, skip_serializing_if = "is_default")]
        #[cfg_attr(test, schemars(with = "CueKindForm"))]
        kind: CueKind,
    },
    /// A moment with a number that means something to the game.
    Call(u32),
    /// Play stops here until the game resumes it.
    Pause,
    /// Nothing, for the item's `duration`.
    Wait,
    /// A timeline inside the timeline, in the same frame rate.
    Nest(Vec<ItemSource>),
    /// Items that start one after the other, each a little later.
    Stagger {
        /// The delays.
        by: StaggerBy,
        /// The item that starts first.
        #[serde(default, skip_serializing_if = "is_default")]
        #[cfg_attr(test, schemars(with = "OriginForm"))]
        from: Origin,
        /// The easing of the delays.
        #[serde(default = "linear", with = "Written", skip_serializing_if = "is_linear")]
        #[cfg_attr(test, schemars(with = "EasingForm"))]
        easing: AnyEasing,
        /// The number of columns, where the items are a grid.
        #[serde(default, skip_serializing_if = "is_default")]
        columns: Option<u32>,
        /// The axis of the grid along which distances count; straight lines without it.
        #[serde(default, skip_serializing_if = "is_default")]
        #[cfg_attr(test, schemars(with = "Option<AxisForm>"))]
        axis: Option<Axis>,
        /// The items.
        items: Vec<ItemSource>,
    },
    /// Plays another timeline as it plays alone: in its own frame rate, with its own easing and duration of tweens.
    Timeline {
        /// The timeline's name.
        timeline: String,
        /// Stands before the names of its properties, such as `"left."`.
        #[serde(default, skip_serializing_if = "is_default")]
        prefix: String,
    },
}

fn normal() -> Speed {
    Speed::NORMAL
}

fn is_normal(speed: &Speed) -> bool {
    *speed == Speed::NORMAL
}

fn linear() -> AnyEasing {
    AnyEasing::LINEAR
}

fn is_linear(easing: &AnyEasing) -> bool {
    *easing == AnyEasing::LINEAR
}
