//! Animators from files.

use cueline::{time::Span, value::AnyEasing};
use cueline_assets::{
    When,
    animator::{
        AnimatorSource, ChangeSource, ConditionSource, EnterSource, InterruptSource, JoinSource,
        LayerSource, LayerWeightSource, MotionSource, ParameterSource, StateSource,
        TransitionSource,
    },
};

use super::{
    AnimatorBuilder, AnimatorError, AnimatorErrorKind, AnimatorLayer, AnimatorPart, Change,
    Condition, Enter, Interrupt, Join, LayerWeight, Motion, Parameter, State, Transition,
    error::refused,
};

impl AnimatorBuilder {
    /// The animator of a file. [`build`](Self::build) checks it; an animator in which `Document::check` finds no error
    /// builds, with the clips that it names. The masks and poses of the file are for the crowd.
    ///
    /// # Errors
    ///
    /// [`AnimatorError`] for a fade whose easing is a list of points or a path; a state keeps its easings as plain numbers.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::ClipBuilder, time::{Time, ms}};
    /// use cueline_characters::animator::AnimatorBuilder;
    ///
    /// let file = r#"(version: 1, animators: {"hero": (
    ///     parameters: {"jump": Trigger("100ms")},
    ///     layers: {"body": (
    ///         states: {"idle": (motion: Clip("idle")), "jump": (motion: Clip("jump"), once: true)},
    ///         transitions: [(from: "idle", to: "jump", when: [Fired("jump")], change: Inertial("150ms"))],
    ///     )},
    /// )})"#;
    /// let document = cueline_assets::read(file.as_bytes(), "hero.ron")?.document;
    /// let clip = |name: &str| ClipBuilder::new(name).duration(ms(800)).build();
    /// let animator = AnimatorBuilder::from_file(&document.animators["hero"])?.build(&[clip("idle")?, clip("jump")?])?;
    /// let (mut hero, mut events) = (animator.start(Time::ZERO), Vec::new());
    /// hero.fire(&animator, Time::ZERO, "jump")?;
    /// hero.advance_to(&animator, Time::from_millis(10), &mut events)?;
    /// assert_eq!(hero.state(&animator, 0), Some("jump"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_file(source: &AnimatorSource) -> Result<Self, AnimatorError> {
        let to_span = |when: When| when.span(source.frame_rate());
        let parameter = |(name, parameter): (&String, &ParameterSource)| {
            let parameter = match *parameter {
                ParameterSource::Float(value) => Parameter::Float(value),
                ParameterSource::Integer(value) => Parameter::Integer(value),
                ParameterSource::Bool(value) => Parameter::Bool(value),
                ParameterSource::Trigger(keep) => Parameter::Trigger { keep: to_span(keep) },
            };
            (name.clone(), parameter)
        };
        let layers = source.layers.iter().map(|(name, source)| layer(name, source, &to_span));
        Ok(Self {
            parameters: source.parameters.iter().map(parameter).collect(),
            layers: layers.collect::<Result<_, _>>()?,
        })
    }
}

/// A time of the file, with frames counted at its rate.
type ToSpan<'a> = &'a dyn Fn(When) -> Span;

fn layer(
    name: &str,
    source: &LayerSource,
    to_span: ToSpan<'_>,
) -> Result<AnimatorLayer, AnimatorError> {
    let LayerSource { mask, join, weight, states, transitions } = source;
    let transitions = transitions.iter().enumerate();
    let transitions = transitions.map(|(index, source)| {
        transition(source, to_span).ok_or_else(|| {
            let (from, to) = (source.from.clone(), source.to.clone());
            let part = AnimatorPart::Transition { layer: name.into(), index, from, to };
            let reason = "a fade needs an easing without a list of points";
            refused(part, AnimatorErrorKind::Conflict { reason })
        })
    });
    Ok(AnimatorLayer {
        name: name.into(),
        mask: mask.clone(),
        join: match join {
            JoinSource::Override => Join::Override,
            JoinSource::Add => Join::Add(None),
            JoinSource::AddTo(pose) => Join::Add(Some(pose.clone())),
        },
        weight: match weight {
            LayerWeightSource::Constant(weight) => LayerWeight::Constant(*weight),
            LayerWeightSource::By(parameter) => LayerWeight::By(parameter.clone()),
        },
        states: states.iter().map(|(name, source)| state(name, source)).collect(),
        transitions: transitions.collect::<Result<_, _>>()?,
    })
}

fn state(name: &str, source: &StateSource) -> State {
    let StateSource { motion, speed, speed_by, once, reversed } = source;
    let motion = match motion {
        MotionSource::Empty => Motion::Empty,
        MotionSource::Clip(clip) => Motion::Clip(clip.clone()),
        MotionSource::Blend { along, clips } => Motion::Blend1 {
            by: along.clone(),
            clips: clips.iter().map(|blended| (blended.at, blended.clip.clone())).collect(),
        },
        MotionSource::Blend2 { plane, clips } => Motion::Blend2 {
            by: plane.clone(),
            clips: clips.iter().map(|blended| (blended.at, blended.clip.clone())).collect(),
        },
    };
    State {
        name: name.into(),
        motion,
        speed: *speed,
        speed_by: speed_by.clone(),
        repeats: !once,
        reversed: *reversed,
    }
}

/// `None` for an easing that is not plain.
fn transition(source: &TransitionSource, to_span: ToSpan<'_>) -> Option<Transition> {
    let TransitionSource { from, to, when, change, interrupt, enter } = source;
    Some(Transition {
        from: from.clone(),
        to: to.clone(),
        when: when.iter().map(|condition| self::condition(condition, to_span)).collect(),
        change: match change {
            ChangeSource::Cut => Change::default(),
            ChangeSource::Fade { over, easing: AnyEasing::Easing(easing) } => {
                Change::Fade { over: to_span(*over), easing: *easing }
            }
            ChangeSource::Fade { .. } => return None,
            ChangeSource::Inertial(over) => Change::Inertial { over: to_span(*over) },
        },
        interrupt: match interrupt {
            InterruptSource::New => Interrupt::New,
            InterruptSource::OldAndNew => Interrupt::OldAndNew,
            InterruptSource::Never => Interrupt::Never,
        },
        enter: match *enter {
            EnterSource::Start => Enter::Start,
            EnterSource::At(phase) => Enter::At(phase),
            EnterSource::InPhase => Enter::InPhase,
        },
    })
}

fn condition(source: &ConditionSource, to_span: ToSpan<'_>) -> Condition {
    use ConditionSource as Source;

    match source {
        Source::Greater { parameter, value } => Condition::Greater(parameter.clone(), *value),
        Source::AtLeast { parameter, value } => Condition::AtLeast(parameter.clone(), *value),
        Source::Less { parameter, value } => Condition::Less(parameter.clone(), *value),
        Source::AtMost { parameter, value } => Condition::AtMost(parameter.clone(), *value),
        Source::Equals { parameter, value } => Condition::Equals(parameter.clone(), *value),
        Source::Differs { parameter, value } => Condition::Differs(parameter.clone(), *value),
        Source::Is(parameter) => Condition::Is(parameter.clone(), true),
        Source::IsNot(parameter) => Condition::Is(parameter.clone(), false),
        Source::Fired(parameter) => Condition::Fired(parameter.clone()),
        Source::Progress(passes) => Condition::Progress(*passes),
        Source::EachPass(phase) => Condition::EachPass(*phase),
        Source::After(when) => Condition::After(to_span(*when)),
    }
}
