//! Animators, as files hold them: state machines for the clips of characters.
//!
//! `AnimatorBuilder::from_file` of the crate `cueline-characters` makes an animator of an [`AnimatorSource`].

pub mod cycle;
pub mod limits;

use std::collections::BTreeSet;

use cueline::{
    time::{Speed, TickRate},
    value::AnyEasing,
};
use serde::{Deserialize, Serialize};

#[cfg(test)]
use crate::schema::{FadeEasingForm, RateForm};
use crate::{
    forms::{USUAL_RATE, When},
    named::Named,
    serial::{Written, is_default, optional},
};

/// An animator in a file: parameters, and layers of states with transitions.
///
/// A file with clips must contain all clips that its animators name. In a file without clips, the clips come from other
/// files. The duration of a clip of a state is at most 12 hours, and above 0 unless its state shows only this clip, and once.
///
/// An animator has at most 65535 parameters, 65535 clips and 64 layers, 4 of them with a mask that replace what is below,
/// and a layer at most 65535 states and 65535 transitions: [`limits`]. Transitions that could lead around at one moment,
/// with one set of parameters, are refused.
///
/// # Examples
///
/// ```
/// let file = r#"(version: 1, animators: {"hero": (
///     parameters: {"jump": Trigger("100ms")},
///     layers: {"body": (
///         states: {"idle": (motion: Clip("idle")), "jump": (motion: Clip("jump"), once: true)},
///         transitions: [(from: "idle", to: "jmp", when: [Fired("jump")], change: Inertial("150ms"))],
///     )},
/// )})"#;
/// let problems = cueline_assets::read(file.as_bytes(), "hero.ron").unwrap_err();
/// assert_eq!(
///     problems.to_string(),
///     r#"hero.ron:5:42: error: animators."hero".layers."body".transitions[0].to: found "jmp", needed the name of a state; did you mean "jump"?"#
/// );
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct AnimatorSource {
    /// The frame rate in which times without a unit count. Without it every time needs a unit.
    #[serde(with = "optional", skip_serializing_if = "is_default")]
    #[cfg_attr(test, schemars(with = "Option<RateForm>"))]
    pub rate: Option<TickRate>,
    /// Parameters by name, with their initial values.
    #[serde(skip_serializing_if = "is_default")]
    pub parameters: Named<ParameterSource>,
    /// Masks by name: weights from 0 to 1, both included, for nodes by name. Other nodes have 0.
    #[serde(skip_serializing_if = "is_default")]
    pub masks: Named<Named<f32>>,
    /// Poses by name, for additive layers.
    #[serde(skip_serializing_if = "is_default")]
    pub poses: Named<PoseSource>,
    /// Layers by name, from the lowest up.
    #[serde(skip_serializing_if = "is_default")]
    pub layers: Named<LayerSource>,
    /// Notes for tools and authors.
    #[serde(skip_serializing_if = "is_default")]
    pub meta: Named<String>,
}

impl AnimatorSource {
    /// The frame rate of the animator's times: `rate`, or 60 per second.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline_assets::animator::AnimatorSource;
    ///
    /// assert_eq!(AnimatorSource::default().frame_rate(), cueline::time::TickRate::HZ_60);
    /// ```
    #[must_use]
    pub fn frame_rate(&self) -> TickRate {
        self.rate.unwrap_or(USUAL_RATE)
    }

    /// The names of the clips of its states and poses, sorted, each once.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline_assets::animator::{AnimatorSource, MotionSource, PoseSource, StateSource};
    ///
    /// let mut hero = AnimatorSource::default();
    /// let idle = StateSource::new(MotionSource::Clip("idle".into()));
    /// hero.layers.entry("body".into()).or_default().states.insert("idle".into(), idle);
    /// hero.poses.insert("rest".into(), PoseSource { clip: "bind".into(), at: Default::default() });
    /// assert!(hero.clips().into_iter().eq(["bind", "idle"]));
    /// ```
    #[must_use]
    pub fn clips(&self) -> BTreeSet<&str> {
        let states = self.layers.values().flat_map(|layer| layer.states.values());
        let motions = states.flat_map(|state| state.motion.clips());
        let poses = self.poses.values().map(|pose| &pose.clip);
        motions.chain(poses).map(String::as_str).collect()
    }

    pub(crate) fn clips_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let states = self.layers.values_mut().flat_map(|layer| layer.states.values_mut());
        let motions = states.flat_map(|state| state.motion.clips_mut());
        motions.chain(self.poses.values_mut().map(|pose| &mut pose.clip))
    }
}

/// A parameter of an animator, with its initial value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum ParameterSource {
    /// A number from -32768 to 32768, both included, rounded to 1/65536.
    Float(f32),
    /// A whole number.
    Integer(i32),
    /// True or false.
    Bool(bool),
    /// A signal. Unused, it expires after this time, 0 or more, the end included. With 0 it acts only at the moment at
    /// which it is set.
    Trigger(When),
}

/// A pose: what a clip shows at a time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PoseSource {
    /// The name of the clip.
    pub clip: String,
    /// The time in the clip, 0 or more, 0 without it. Beyond the end it counts as the end.
    #[serde(default, skip_serializing_if = "is_default")]
    pub at: When,
}

/// A layer of an animator.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct LayerSource {
    /// The name of the mask: the joints that the layer moves; all joints without it.
    #[serde(skip_serializing_if = "is_default")]
    pub mask: Option<String>,
    /// How the layer combines with the layers below.
    #[serde(skip_serializing_if = "is_default")]
    pub join: JoinSource,
    /// Its weight; 1 without it.
    #[serde(skip_serializing_if = "is_default")]
    pub weight: LayerWeightSource,
    /// States by name. The first one is current at the start.
    pub states: Named<StateSource>,
    /// Transitions. Those without `from` are tried first; else those written first are.
    #[serde(skip_serializing_if = "is_default")]
    pub transitions: Vec<TransitionSource>,
}

/// How a layer combines with the layers below.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum JoinSource {
    /// It replaces them.
    #[default]
    Override,
    /// Its difference from the rest pose is added.
    Add,
    /// Its difference from a named pose is added.
    AddTo(String),
}

/// The weight of a layer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum LayerWeightSource {
    /// A constant from 0 to 1, both included.
    Constant(f32),
    /// The value of a float, by name, clamped to 0 to 1.
    By(String),
}

impl Default for LayerWeightSource {
    fn default() -> Self {
        Self::Constant(1.0)
    }
}

/// A state of a layer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StateSource {
    /// What shows.
    pub motion: MotionSource,
    /// The playback speed, 0 or more, 1 without it: a fraction of two whole numbers up to 1000000. At 0 the state does not advance.
    #[serde(default = "normal", with = "Written", skip_serializing_if = "is_normal")]
    #[cfg_attr(test, schemars(with = "RateForm"))]
    pub speed: Speed,
    /// A float, by name, that multiplies the speed, clamped to 0 to 1024, both included.
    #[serde(default, skip_serializing_if = "is_default")]
    pub speed_by: Option<String>,
    /// Whether it plays once and then holds its last pose; it repeats without it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub once: bool,
    /// Whether the clips play backwards.
    #[serde(default, skip_serializing_if = "is_default")]
    pub reversed: bool,
}

impl StateSource {
    /// A state that repeats its motion at normal speed.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline_assets::animator::{MotionSource, StateSource};
    ///
    /// let idle = StateSource::new(MotionSource::Clip("idle".into()));
    /// let jump = StateSource { once: true, ..StateSource::new(MotionSource::Clip("jump".into())) };
    /// assert!(!idle.once && !idle.reversed && jump.once);
    /// assert_eq!(jump.speed, cueline::time::Speed::NORMAL);
    /// ```
    #[must_use]
    pub const fn new(motion: MotionSource) -> Self {
        Self { motion, speed: Speed::NORMAL, speed_by: None, once: false, reversed: false }
    }
}

/// The motion of a state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum MotionSource {
    /// No motion: the layers below show.
    Empty,
    /// One clip.
    Clip(String),
    /// Clips at values of one float. Between two values the weights are linear; beyond the ends, the clip at the end
    /// shows.
    Blend {
        /// The name of the float.
        along: String,
        /// 1 to 64 clips, each at 1/65536 or more above the one before.
        clips: Vec<BlendedSource>,
    },
    /// Clips at points in the plane of two floats.
    Blend2 {
        /// The names of the two floats.
        plane: [String; 2],
        /// 1 to 64 clips, no two at one point in steps of 1/65536.
        clips: Vec<Blended2Source>,
    },
}

impl MotionSource {
    fn clips(&self) -> impl Iterator<Item = &String> {
        let (one, line, plane) = match self {
            Self::Empty => (None, &[][..], &[][..]),
            Self::Clip(clip) => (Some(clip), &[][..], &[][..]),
            Self::Blend { clips, .. } => (None, &clips[..], &[][..]),
            Self::Blend2 { clips, .. } => (None, &[][..], &clips[..]),
        };
        let line = line.iter().map(|blended| &blended.clip);
        one.into_iter().chain(line).chain(plane.iter().map(|blended| &blended.clip))
    }

    fn clips_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let (one, line, plane) = match self {
            Self::Empty => (None, &mut [][..], &mut [][..]),
            Self::Clip(clip) => (Some(clip), &mut [][..], &mut [][..]),
            Self::Blend { clips, .. } => (None, &mut clips[..], &mut [][..]),
            Self::Blend2 { clips, .. } => (None, &mut [][..], &mut clips[..]),
        };
        let line = line.iter_mut().map(|blended| &mut blended.clip);
        one.into_iter().chain(line).chain(plane.iter_mut().map(|blended| &mut blended.clip))
    }
}

/// A clip at a value of one float.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BlendedSource {
    /// The value at which it shows alone, from -32768 to 32768, both included, rounded to 1/65536.
    pub at: f32,
    /// The name of the clip.
    pub clip: String,
}

/// A clip at a point in the plane of two floats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Blended2Source {
    /// The point at which it shows alone, each number from -32768 to 32768, both included, rounded to 1/65536.
    pub at: [f32; 2],
    /// The name of the clip.
    pub clip: String,
}

/// A change from one state to another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TransitionSource {
    /// The state that is left; any other state without it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub from: Option<String>,
    /// The state that is entered.
    pub to: String,
    /// All of these must hold.
    #[serde(default, skip_serializing_if = "is_default")]
    pub when: Vec<ConditionSource>,
    /// How the old pose becomes the new one; at once without it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub change: ChangeSource,
    /// The transitions that may interrupt it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub interrupt: InterruptSource,
    /// Where the new state starts.
    #[serde(default, skip_serializing_if = "is_default")]
    pub enter: EnterSource,
}

/// How a transition goes from the old pose to the new one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum ChangeSource {
    /// At once.
    #[default]
    Cut,
    /// Both states play, and the weight moves to the new state.
    Fade {
        /// The duration, 0 or more. With 0 it is a cut.
        over: When,
        /// The easing of the new weight, clamped to 0 to 1: one without a list of points; linear without it.
        #[serde(default = "linear", with = "Written", skip_serializing_if = "is_linear")]
        #[cfg_attr(test, schemars(with = "FadeEasingForm"))]
        easing: AnyEasing,
    },
    /// Only the new state plays. The difference between the two poses decays like a spring, over this time:
    /// above 0, up to 10 s, included. Refused in a layer with a state without motion.
    Inertial(When),
}

/// The transitions that may be taken before a transition is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum InterruptSource {
    /// Those of the new state.
    #[default]
    New,
    /// Those of the old state that stand before this one, then those of the new state.
    OldAndNew,
    /// None.
    Never,
}

/// The phase at which a state starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum EnterSource {
    /// At the start of its pass.
    #[default]
    Start,
    /// At this phase, from 0 to below 1, rounded to a millionth.
    At(f64),
    /// At the phase of the old state.
    InPhase,
}

/// A condition of a transition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum ConditionSource {
    /// A float or an integer is greater.
    Greater {
        /// Its name.
        parameter: String,
        /// The number that it is compared with, from -32768 to 32768, both included, rounded to 1/65536.
        value: f32,
    },
    /// A float or an integer is greater or equal.
    AtLeast {
        /// Its name.
        parameter: String,
        /// The number that it is compared with, from -32768 to 32768, both included, rounded to 1/65536.
        value: f32,
    },
    /// A float or an integer is less.
    Less {
        /// Its name.
        parameter: String,
        /// The number that it is compared with, from -32768 to 32768, both included, rounded to 1/65536.
        value: f32,
    },
    /// A float or an integer is less or equal.
    AtMost {
        /// Its name.
        parameter: String,
        /// The number that it is compared with, from -32768 to 32768, both included, rounded to 1/65536.
        value: f32,
    },
    /// An integer has the value.
    Equals {
        /// Its name.
        parameter: String,
        /// The value.
        value: i32,
    },
    /// An integer has another value.
    Differs {
        /// Its name.
        parameter: String,
        /// The value.
        value: i32,
    },
    /// A bool is true.
    Is(String),
    /// A bool is false.
    IsNot(String),
    /// The signal of a trigger waits. The transition uses it up.
    Fired(String),
    /// The progress of the state is this or more, in passes, from 0 to 1000000, both included, rounded to a millionth; 1
    /// at most for a state that plays once.
    Progress(f64),
    /// The state reaches this phase of any pass, from 0 to below 1, rounded to a millionth. One at most, and none for a
    /// state that plays once.
    EachPass(f64),
    /// The state was entered this long ago or longer: 0 or more.
    After(When),
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
