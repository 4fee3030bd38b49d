//! A checked animator: everything by index.

use cueline::{
    clip::Suggestion,
    digest::{Digest, Digester},
    time::Span,
    value::Easing,
};
use cueline_assets::animator::limits::STEPS;

use super::{
    Interrupt, Join, Parameter, ParameterId, ParameterRef, StateError, blend,
    blend::{MotionDef, UNIT},
    parameter::Stored,
    phase::{self, Progress},
};
use crate::{MaskId, Mode};

/// The definition of an animator: parameters, and layers of states with transitions. It is immutable, checked by
/// [`AnimatorBuilder::build`](super::AnimatorBuilder::build), and used by any number of characters.
///
/// See [the module](super) for an example.
#[derive(Clone, Debug, PartialEq)]
pub struct Animator {
    /// In the order of declaration.
    pub(super) parameters: Vec<(Box<str>, Parameter)>,
    /// In the order of [`ClipIndex`](crate::ClipIndex), with their durations.
    pub(super) clips: Vec<(Box<str>, Span)>,
    pub(super) layers: Vec<LayerDef>,
    pub(super) masks: Vec<MaskProduct>,
    pub(super) poses: Vec<Box<str>>,
    /// Whether transitions may follow each other within 0.01 ms, time and again.
    pub(super) is_quick: bool,
    /// A hash of all names and of the order of everything; states compare it.
    pub(super) check: u64,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct LayerDef {
    pub(super) name: Box<str>,
    pub(super) mode: Mode,
    pub(super) weight: WeightDef,
    pub(super) states: Vec<StateDef>,
    pub(super) transitions: Vec<TransitionDef>,
    /// For each state, the transitions that leave it, in the order in which they are tried.
    pub(super) leaving: Vec<Vec<u32>>,
    /// The overriding layers above, from the lowest up.
    pub(super) covers: Vec<Cover>,
    /// The mask for each combination of masked covers; see [`Cover::place`].
    pub(super) masks: Vec<Option<MaskId>>,
}

/// A layer that overrides the layers below.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cover {
    pub(super) layer: usize,
    /// The place value of its digit in the index of [`LayerDef::masks`]: 1, 3, 9 and so on; `None` if it covers all
    /// joints. The digit is 0 if the layer has no effect, 1 outside of its mask, 2 inside.
    pub(super) place: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum WeightDef {
    /// In units.
    Constant(u32),
    By(u16),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct StateDef {
    pub(super) name: Box<str>,
    pub(super) motion: MotionDef,
    /// Numerator and denominator, at most 10^6.
    pub(super) speed: (u32, u32),
    pub(super) speed_by: Option<u16>,
    pub(super) repeats: bool,
    pub(super) reversed: bool,
    /// Whether the state is at its end from the start: one clip of zero duration.
    pub(super) is_still: bool,
}

impl StateDef {
    /// Units of progress for each flick.
    pub(super) fn rate(&self, values: &[Stored], clips: &[(Box<str>, Span)]) -> u128 {
        if self.is_still || self.motion == MotionDef::Empty {
            return 0;
        }
        // At most 2^20 * 2^26 * 2^24, and 2^20 * 2^16 * 2^(45 + 24).
        let mut numerator = u128::from(self.speed.0) * u128::from(UNIT);
        let mut denominator = u128::from(self.speed.1) * self.motion.duration(values, clips);
        if let Some(by) = self.speed_by {
            let steps = values.get(usize::from(by)).map_or(0, |value| value.steps());
            numerator *= steps.clamp(0, FASTEST_FACTOR * STEPS).unsigned_abs() as u128;
            denominator *= STEPS.unsigned_abs() as u128;
        }
        phase::rate(numerator, denominator)
    }

    pub(super) fn rate_depends_on(&self, parameter: u16) -> bool {
        self.speed_by == Some(parameter) || self.motion.depends_on(parameter)
    }

    /// The visible progress: a state that plays once stops at its end.
    pub(super) fn shown(&self, progress: Progress) -> Progress {
        if self.repeats { progress } else { progress.min(Progress::ONE) }
    }

    /// The time in a clip of that duration.
    pub(super) fn clip_time(&self, progress: Progress, duration: Span) -> Span {
        let progress = self.shown(progress);
        let at = if !self.repeats && progress >= Progress::ONE {
            duration
        } else {
            progress.flick_of(duration)
        };
        if self.reversed { duration - at } else { at }
    }
}

/// The largest factor of a speed by a parameter.
pub(super) const FASTEST_FACTOR: i64 = 1024;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct TransitionDef {
    pub(super) from: Option<u32>,
    pub(super) to: u32,
    pub(super) tests: Vec<Test>,
    pub(super) change: ChangeDef,
    pub(super) interrupt: Interrupt,
    pub(super) enter: EnterDef,
}

impl TransitionDef {
    /// Whether its old state may interrupt it.
    pub(super) fn old_may_interrupt(&self) -> bool {
        self.interrupt == Interrupt::OldAndNew
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ChangeDef {
    Fade {
        over: Span,
        easing: Easing,
    },
    /// `over` is the duration of the transition; after `settled` the difference is dropped.
    Inertial {
        over: Span,
        settled: Span,
    },
}

impl ChangeDef {
    /// How long the old states have an effect.
    pub(super) fn duration(self) -> Span {
        match self {
            Self::Fade { over, .. } => over,
            Self::Inertial { settled, .. } => settled,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum EnterDef {
    At(Progress),
    InPhase,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Test {
    /// In steps; both ends are included.
    Between {
        parameter: u16,
        low: i64,
        high: i64,
    },
    Differs {
        parameter: u16,
        steps: i64,
    },
    Fired {
        parameter: u16,
    },
    Progress(Progress),
    EachPass(u128),
    After(Span),
}

impl Animator {
    /// The id of a parameter.
    ///
    /// # Errors
    ///
    /// [`StateError::UnknownParameter`] for an unknown name, [`StateError::UnknownId`] for an id of another animator.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::ClipBuilder, event::EventKind, time::{Time, ms}};
    /// # use cueline_characters::animator::*;
    /// # let clip = |name: &str, millis| ClipBuilder::new(name).duration(ms(millis)).build();
    /// # let clips = [clip("idle", 800)?, clip("jump", 500)?];
    /// # let body = AnimatorLayer::new("body").state(State::clip("idle", "idle")).state(State::clip("jump", "jump").once())
    /// #     .transition(Transition::new("idle", "jump").when(Condition::Fired("jump".into())).fade(ms(100)))
    /// #     .transition(Transition::new("jump", "idle").when(Condition::Progress(1.0)).fade(ms(100)));
    /// # let animator = AnimatorBuilder::new().trigger("jump", ms(50)).layer(body).build(&clips)?;
    /// # let mut hero = animator.start(Time::ZERO);
    /// let jump = animator.parameter("jump")?; // by id the search is saved
    /// hero.fire(&animator, Time::ZERO, jump)?;
    /// assert_eq!(
    ///     animator.parameter("jmp").unwrap_err().to_string(),
    ///     r#"there is no parameter "jmp"; did you mean "jump"? There are: jump"#
    /// );
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn parameter<'a>(
        &self,
        parameter: impl Into<ParameterRef<'a>>,
    ) -> Result<ParameterId, StateError> {
        match parameter.into() {
            ParameterRef::Id(id) if usize::from(id.0) < self.parameters.len() => Ok(id),
            ParameterRef::Id(id) => {
                Err(StateError::UnknownId { index: id.0.into(), parameters: self.parameters.len() })
            }
            ParameterRef::Name(name) => {
                match self.parameters.iter().zip(0..).find(|((known, _), _)| **known == *name) {
                    Some((_, index)) => Ok(ParameterId(index)),
                    None => {
                        let names = self.parameters.iter().map(|(name, _)| &**name);
                        Err(StateError::UnknownParameter(suggestion(name, names)))
                    }
                }
            }
        }
    }

    /// The names of the parameters, with their kinds and their initial values.
    #[must_use]
    pub fn parameters(&self) -> impl ExactSizeIterator<Item = (&str, Parameter)> {
        self.parameters.iter().map(|(name, parameter)| (&**name, *parameter))
    }

    /// The names of the layers, from the lowest up.
    #[must_use]
    pub fn layers(&self) -> impl ExactSizeIterator<Item = &str> {
        self.layers.iter().map(|layer| &*layer.name)
    }

    /// The names of the states of a layer, in the order of their ids; empty if the layer does not exist.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::ClipBuilder, event::EventKind, time::{Time, ms}};
    /// # use cueline_characters::animator::*;
    /// # let clip = |name: &str, millis| ClipBuilder::new(name).duration(ms(millis)).build();
    /// # let clips = [clip("idle", 800)?, clip("jump", 500)?];
    /// # let body = AnimatorLayer::new("body").state(State::clip("idle", "idle")).state(State::clip("jump", "jump").once())
    /// #     .transition(Transition::new("idle", "jump").when(Condition::Fired("jump".into())).fade(ms(100)))
    /// #     .transition(Transition::new("jump", "idle").when(Condition::Progress(1.0)).fade(ms(100)));
    /// # let animator = AnimatorBuilder::new().trigger("jump", ms(50)).layer(body).build(&clips)?;
    /// # let mut hero = animator.start(Time::ZERO);
    /// assert_eq!(animator.states(0).collect::<Vec<_>>(), ["idle", "jump"]);
    /// assert_eq!(animator.states(7).len(), 0);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn states(&self, layer: usize) -> impl ExactSizeIterator<Item = &str> {
        let states = self.layers.get(layer).map_or(&[][..], |layer| &layer.states);
        states.iter().map(|state| &*state.name)
    }

    /// The names of the clips, in the order in which a crowd needs them.
    #[must_use]
    pub fn clips(&self) -> impl ExactSizeIterator<Item = &str> {
        self.clips.iter().map(|(name, _)| &**name)
    }

    /// The masks of the output, in the order of [`MaskId`].
    ///
    /// An overriding layer hides the layers below inside its mask only. So below it the output uses masks that the
    /// author has not named: products of named masks and of their complements.
    #[must_use]
    pub fn masks(&self) -> &[MaskProduct] {
        &self.masks
    }

    /// The names of the poses that additive layers refer to, in the order of [`PoseId`](crate::PoseId) from 1; 0 is the
    /// rest pose.
    #[must_use]
    pub fn poses(&self) -> impl ExactSizeIterator<Item = &str> {
        self.poses.iter().map(|name| &**name)
    }

    /// A hash of the names and of the order of all parts, which a state compares. It leaves out durations, speeds and
    /// conditions, so that these can be tuned while states exist.
    pub(super) fn compute_check(&mut self) {
        let mut digester = Digester::default();
        for (name, parameter) in &self.parameters {
            (name, parameter.kind()).feed(&mut digester);
        }
        for (name, _) in &self.clips {
            name.feed(&mut digester);
        }
        for layer in &self.layers {
            (&layer.name, layer.states.len(), layer.transitions.len()).feed(&mut digester);
            for state in &layer.states {
                state.name.feed(&mut digester);
            }
            for transition in &layer.transitions {
                (transition.from, transition.to).feed(&mut digester);
            }
        }
        self.check = digester.finish();
    }
}

/// A mask of the output: for each joint, a product of weights of named masks and of 1 minus such weights.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MaskProduct {
    /// The factors.
    pub factors: Vec<MaskFactor>,
}

/// A factor of a [`MaskProduct`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MaskFactor {
    /// The name of a mask.
    pub mask: Box<str>,
    /// Whether the factor is 1 minus the weight of the joint.
    pub outside: bool,
}

impl MaskProduct {
    /// The weight of a joint, from its weight in each named mask.
    ///
    /// ```
    /// use cueline_characters::animator::{MaskFactor, MaskProduct};
    ///
    /// let legs = MaskProduct { factors: vec![MaskFactor { mask: "arms".into(), outside: true }] };
    /// assert_eq!(legs.weight(|mask| if mask == "arms" { 0.25 } else { 0.0 }), 0.75);
    /// ```
    #[must_use]
    pub fn weight(&self, of: impl Fn(&str) -> f32) -> f32 {
        self.factors.iter().fold(1.0, |product, factor| {
            let weight = of(&factor.mask);
            product * if factor.outside { 1.0 - weight } else { weight }
        })
    }
}

/// An unknown name, and the known ones in order.
pub(super) fn suggestion<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Suggestion {
    let mut known: Vec<String> = known.map(Into::into).collect();
    known.sort_unstable();
    Suggestion::new(name, known)
}

/// The weight of a layer in units.
pub(super) fn weight(of: WeightDef, values: &[Stored]) -> u32 {
    match of {
        WeightDef::Constant(units) => units,
        WeightDef::By(by) => values.get(usize::from(by)).map_or(0, |value| blend::factor(*value)),
    }
}

/// Whether the layer overrides the layers below.
pub(super) fn is_override(join: &Join) -> bool {
    *join == Join::Override
}
