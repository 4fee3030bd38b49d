//! An animator as an author writes it: names, not yet checked.

use cueline::{
    time::{Span, Speed},
    value::Easing,
};

use super::Parameter;
use crate::Mode;

/// A state: a motion, how fast it plays, and whether it repeats.
///
/// ```
/// use cueline::time::Speed;
/// use cueline_characters::animator::State;
///
/// let jump = State::clip("jump", "jump_up").once();
/// let sneak = State::clip("sneak", "walk").speed(Speed::from_percent(50));
/// assert!(!jump.repeats && sneak.repeats);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The name, unique in the layer.
    pub name: String,
    /// What shows.
    pub motion: Motion,
    /// The playback speed, 0 or more.
    pub speed: Speed,
    /// A float that multiplies the speed, clamped to 0..=1024.
    pub speed_by: Option<String>,
    /// Whether it starts again at its end. If not, its last pose holds.
    pub repeats: bool,
    /// Whether the clips play backwards.
    pub reversed: bool,
}

/// The motion of a state: clips and their blending.
#[derive(Clone, Debug, PartialEq)]
pub enum Motion {
    /// No motion: the layers below show. Refused in the first layer.
    Empty,
    /// One clip.
    Clip(String),
    /// Clips at values of one parameter. Between two values the weights are linear; beyond the ends, the clip at the
    /// end shows.
    Blend1 {
        /// The float.
        by: String,
        /// Values of the float in rising order, with their clips.
        clips: Vec<(f32, String)>,
    },
    /// Clips at points in the plane of two parameters; weights by gradient bands.
    Blend2 {
        /// The two floats.
        by: [String; 2],
        /// Points with their clips.
        clips: Vec<([f32; 2], String)>,
    },
}

impl State {
    /// A state with any motion, which repeats.
    #[must_use]
    pub fn new(name: impl Into<String>, motion: Motion) -> Self {
        Self {
            name: name.into(),
            motion,
            speed: Speed::NORMAL,
            speed_by: None,
            repeats: true,
            reversed: false,
        }
    }

    /// A state that repeats one clip.
    #[must_use]
    pub fn clip(name: impl Into<String>, clip: impl Into<String>) -> Self {
        Self::new(name, Motion::Clip(clip.into()))
    }

    /// A state without a motion: the layers below show.
    #[must_use]
    pub fn empty(name: impl Into<String>) -> Self {
        Self::new(name, Motion::Empty)
    }

    /// A state that blends clips along the float `by`. All clips show the same phase.
    #[must_use]
    pub fn blend<'a>(
        name: impl Into<String>,
        by: impl Into<String>,
        clips: impl IntoIterator<Item = (f32, &'a str)>,
    ) -> Self {
        let clips = clips.into_iter().map(|(place, clip)| (place, clip.into())).collect();
        Self::new(name, Motion::Blend1 { by: by.into(), clips })
    }

    /// A state that blends clips in the plane of two floats. All clips show the same phase.
    #[must_use]
    pub fn blend2<'a>(
        name: impl Into<String>,
        by: [&str; 2],
        clips: impl IntoIterator<Item = ([f32; 2], &'a str)>,
    ) -> Self {
        let clips = clips.into_iter().map(|(place, clip)| (place, clip.into())).collect();
        Self::new(name, Motion::Blend2 { by: by.map(Into::into), clips })
    }

    /// Plays once, and then holds the last pose.
    #[must_use]
    pub fn once(mut self) -> Self {
        self.repeats = false;
        self
    }

    /// Plays the clips backwards.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.reversed = true;
        self
    }

    /// Sets the playback speed, 0 or more.
    #[must_use]
    pub fn speed(mut self, speed: Speed) -> Self {
        self.speed = speed;
        self
    }

    /// Multiplies the speed by a float parameter.
    #[must_use]
    pub fn speed_by(mut self, parameter: impl Into<String>) -> Self {
        self.speed_by = Some(parameter.into());
        self
    }
}

/// A change from one state to another.
///
/// ```
/// use cueline::time::ms;
/// use cueline_characters::animator::{Condition, Transition};
///
/// let land = Transition::new("jump", "idle").when(Condition::Progress(0.8)).fade(ms(120));
/// let die = Transition::from_any("dead").when(Condition::Is("alive".into(), false));
/// assert_eq!((land.from.as_deref(), die.from), (Some("jump"), None));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Transition {
    /// The state that is left; `None` for any state other than `to`.
    pub from: Option<String>,
    /// The state that is entered.
    pub to: String,
    /// All of these must hold.
    pub when: Vec<Condition>,
    /// How the old pose becomes the new one.
    pub change: Change,
    /// The transitions that may interrupt it.
    pub interrupt: Interrupt,
    /// Where the new state starts.
    pub enter: Enter,
}

/// How a transition goes from the old pose to the new one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Change {
    /// Cross-fade: both states play, and the weight moves to the new state. A duration of zero is a cut.
    Fade {
        /// The duration, 0 or more.
        over: Span,
        /// The easing of the new weight, clamped to 0..=1.
        easing: Easing,
    },
    /// Inertialization: only the new state plays. The difference between the two poses at the switch, and between their
    /// velocities, decays like a critically damped spring, as a function of the time since the switch.
    Inertial {
        /// The duration after which the motion looks finished; above 0, up to 10 s. Refused in a layer with an empty
        /// state.
        over: Span,
    },
}

impl Default for Change {
    /// A cut.
    fn default() -> Self {
        Self::Fade { over: Span::ZERO, easing: Easing::Linear }
    }
}

/// The transitions that may be taken before a transition is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Interrupt {
    /// The transitions of the new state.
    #[default]
    New,
    /// The transitions of the old state that are declared before this one, then the transitions of the new state. For
    /// transitions that fade from one named state: the builder refuses it for inertial ones and for those from any state.
    OldAndNew,
    /// None. A transition whose conditions still hold at the end is taken then.
    Never,
}

/// The phase at which a state starts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Enter {
    /// At the start of its pass.
    #[default]
    Start,
    /// At this phase, from 0 to below 1, rounded to a millionth.
    At(f64),
    /// At the phase of the old state.
    InPhase,
}

/// A condition of a transition.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// A float or an integer is greater.
    Greater(String, f32),
    /// A float or an integer is greater or equal.
    AtLeast(String, f32),
    /// A float or an integer is less.
    Less(String, f32),
    /// A float or an integer is less or equal.
    AtMost(String, f32),
    /// An integer has the value.
    Equals(String, i32),
    /// An integer has another value.
    Differs(String, i32),
    /// A bool has the value.
    Is(String, bool),
    /// The signal of a trigger waits. The transition uses it up.
    Fired(String),
    /// The progress of the state is this or more, in passes, rounded to a millionth: 1 is the end of the first pass,
    /// 2.5 the middle of the third.
    Progress(f64),
    /// The state reaches this phase of any pass, from 0 to below 1, rounded to a millionth. It holds at that one
    /// moment, with the parameters set before it. The moment of entering does not count.
    EachPass(f64),
    /// The state was entered this long ago or longer.
    After(Span),
}

impl Transition {
    /// A transition from one state to another: a cut, until a change is set.
    #[must_use]
    pub fn new(from: impl Into<String>, to: impl Into<String>) -> Self {
        Self { from: Some(from.into()), ..Self::from_any(to) }
    }

    /// A transition from any other state. It comes before all transitions from a single state.
    #[must_use]
    pub fn from_any(to: impl Into<String>) -> Self {
        Self {
            from: None,
            to: to.into(),
            when: Vec::new(),
            change: Change::default(),
            interrupt: Interrupt::default(),
            enter: Enter::default(),
        }
    }

    /// Adds a condition.
    #[must_use]
    pub fn when(mut self, condition: Condition) -> Self {
        self.when.push(condition);
        self
    }

    /// Fades linearly over a duration.
    #[must_use]
    pub fn fade(self, over: Span) -> Self {
        self.change(Change::Fade { over, easing: Easing::Linear })
    }

    /// Makes the transition inertial: the difference decays and looks finished after this duration.
    #[must_use]
    pub fn inertial(self, over: Span) -> Self {
        self.change(Change::Inertial { over })
    }

    /// Sets how the pose changes.
    #[must_use]
    pub fn change(mut self, change: Change) -> Self {
        self.change = change;
        self
    }

    /// Sets which transitions may interrupt this one.
    #[must_use]
    pub fn interrupt(mut self, interrupt: Interrupt) -> Self {
        self.interrupt = interrupt;
        self
    }

    /// Sets the phase at which the new state starts.
    #[must_use]
    pub fn enter(mut self, enter: Enter) -> Self {
        self.enter = enter;
        self
    }
}

/// A layer of an animator: states, of which one is current, and the transitions between them.
#[derive(Clone, Debug, PartialEq)]
pub struct AnimatorLayer {
    /// The name, unique in the animator.
    pub name: String,
    /// The mask: the joints that the layer moves; `None` for all.
    pub mask: Option<String>,
    /// How it combines with the layers below.
    pub join: Join,
    /// Its weight; 1 by default.
    pub weight: LayerWeight,
    /// The states. The first one is current at the start.
    pub states: Vec<State>,
    /// The transitions. Those without `from` are tried first; else those that stand first are.
    pub transitions: Vec<Transition>,
}

/// How a layer combines with the layers below.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Join {
    /// It replaces them, scaled by its weight and limited to its mask.
    #[default]
    Override,
    /// Its difference from a named pose is added; `None` for the rest pose.
    Add(Option<String>),
}

/// The weight of a layer.
#[derive(Clone, Debug, PartialEq)]
pub enum LayerWeight {
    /// A constant from 0 to 1.
    Constant(f32),
    /// The value of a float parameter, clamped to 0..=1.
    By(String),
}

impl Default for LayerWeight {
    fn default() -> Self {
        Self::Constant(1.0)
    }
}

impl AnimatorLayer {
    /// A layer without states that moves all joints and overrides the layers below.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            mask: None,
            join: Join::Override,
            weight: LayerWeight::default(),
            states: Vec::new(),
            transitions: Vec::new(),
        }
    }

    /// Adds a state. The first one is current at the start.
    #[must_use]
    pub fn state(mut self, state: State) -> Self {
        self.states.push(state);
        self
    }

    /// Adds a transition.
    #[must_use]
    pub fn transition(mut self, transition: Transition) -> Self {
        self.transitions.push(transition);
        self
    }

    /// Moves only the joints of a mask.
    #[must_use]
    pub fn mask(mut self, mask: impl Into<String>) -> Self {
        self.mask = Some(mask.into());
        self
    }

    /// Adds its difference from the rest pose to the layers below.
    #[must_use]
    pub fn additive(mut self) -> Self {
        self.join = Join::Add(None);
        self
    }

    /// Adds its difference from a named pose to the layers below.
    #[must_use]
    pub fn additive_to(mut self, pose: impl Into<String>) -> Self {
        self.join = Join::Add(Some(pose.into()));
        self
    }

    /// Takes the weight from a float parameter, clamped to 0..=1.
    #[must_use]
    pub fn weight_by(mut self, parameter: impl Into<String>) -> Self {
        self.weight = LayerWeight::By(parameter.into());
        self
    }

    /// Sets a constant weight, from 0 to 1.
    #[must_use]
    pub fn weight(mut self, weight: f32) -> Self {
        self.weight = LayerWeight::Constant(weight);
        self
    }
}

/// The definition of an animator as an author writes it: parameters and layers. See [the module](super).
///
/// Its form in a file is an [`AnimatorSource`](cueline_assets::animator::AnimatorSource), which
/// [`from_file`](Self::from_file) takes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnimatorBuilder {
    /// Parameters by name.
    pub parameters: Vec<(String, Parameter)>,
    /// Layers, from the lowest up.
    pub layers: Vec<AnimatorLayer>,
}

impl AnimatorBuilder {
    /// An animator without parameters and layers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a parameter.
    #[must_use]
    pub fn parameter(mut self, name: impl Into<String>, parameter: Parameter) -> Self {
        self.parameters.push((name.into(), parameter));
        self
    }

    /// Adds a float with its initial value.
    #[must_use]
    pub fn float(self, name: impl Into<String>, value: f32) -> Self {
        self.parameter(name, Parameter::Float(value))
    }

    /// Adds an integer with its initial value.
    #[must_use]
    pub fn integer(self, name: impl Into<String>, value: i32) -> Self {
        self.parameter(name, Parameter::Integer(value))
    }

    /// Adds a bool with its initial value.
    #[must_use]
    pub fn bool(self, name: impl Into<String>, value: bool) -> Self {
        self.parameter(name, Parameter::Bool(value))
    }

    /// Adds a trigger. Its signal waits for `keep`, the end included.
    #[must_use]
    pub fn trigger(self, name: impl Into<String>, keep: Span) -> Self {
        self.parameter(name, Parameter::Trigger { keep })
    }

    /// Adds a layer on top.
    #[must_use]
    pub fn layer(mut self, layer: AnimatorLayer) -> Self {
        self.layers.push(layer);
        self
    }
}

/// The mode of an output layer.
pub(super) const fn mode(join: &Join, pose: crate::PoseId) -> Mode {
    match join {
        Join::Override => Mode::Mean,
        Join::Add(_) => Mode::Add(pose),
    }
}
