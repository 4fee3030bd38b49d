//! The playback state of an animator: a few integers, and how they change.

use cueline::{
    digest::Digest,
    event::{Direction, Event, EventKind, Reason},
    time::{Span, Time},
};
use cueline_assets::animator::limits::STEPS;
use serde::{Deserialize, Serialize};

use super::{
    Animator, ParameterRef, ParameterValue, StateError,
    definition::{ChangeDef, LayerDef, Test},
    due::{self, Bounds},
    inertia::Offset,
    parameter::Stored,
    phase::Progress,
    playing::Playing,
};

/// The most older states of a layer that still fade.
pub(super) const MOST_OLDER: usize = 8;
/// The most decaying differences of a layer.
pub(super) const MOST_OFFSETS: usize = 4;

/// The most transitions of a limited call.
const MOST_TAKEN: usize = 100_000;
/// A call that covers more time is limited.
const LONG: Span = Span::from_secs(1);

/// The limit of a call, with the state before it.
struct Limit {
    to: Time,
    /// Whether transitions are counted.
    limited: bool,
    taken: usize,
    /// Whether the call may be refused after a change.
    keeps: bool,
    before: Option<Box<AnimatorState>>,
}

impl Limit {
    /// Keeps the state before its first change. A call that is not refused needs no copy.
    fn keep(&mut self, state: &AnimatorState) {
        if self.keeps && self.before.is_none() {
            self.before = Some(Box::new(state.clone()));
        }
    }
}

/// Whether a look at a stretch of time may end the call with an error.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Travel {
    Never,
    MayRefuse,
}

/// A state of a layer, as the id of an event.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Digest, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct StateId {
    /// The index of the layer, from 0.
    pub layer: u16,
    /// The index of the state in the layer, from 0; see [`Animator::states`].
    pub state: u32,
}

/// The playback state of one character: the current state of each layer and its start, older states that still fade,
/// and the values of the parameters. It is plain data of a few integers: clone, compare, hash and save it.
///
/// Only two calls change it: [`advance_to`](Self::advance_to) takes the transitions that are due, each at its exact
/// time, and [`set`](Self::set) changes a parameter. [`layers_into`](Self::layers_into) samples it at any time from
/// then on and changes nothing.
///
/// See [the module](super) for an example.
#[derive(Clone, Debug, PartialEq, Eq, Digest, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnimatorState {
    #[serde(deserialize_with = "version")]
    version: u32,
    check: u64,
    pub(super) now: Time,
    /// The time of the last change of the first layer, from which its motion is counted.
    pub(super) changed: Time,
    pub(super) values: Vec<Stored>,
    /// Values that are set at later times, in order of time.
    ahead: Vec<(Time, u16, Stored)>,
    pub(super) layers: Vec<LayerState>,
}

/// The version of saves.
const VERSION: u32 = 1;

fn version<'de, D: serde::Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    match u32::deserialize(from)? {
        VERSION => Ok(VERSION),
        found => Err(serde::de::Error::custom(format_args!(
            "the save has version {found}; this program reads version {VERSION}"
        ))),
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Digest, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LayerState {
    /// From the oldest that still fades to the current one, which is always there.
    pub(super) stack: Vec<Playing>,
    /// From the oldest.
    pub(super) offsets: Vec<Offset>,
}

impl LayerState {
    /// The current state.
    pub(super) fn current(&self) -> &Playing {
        &self.stack[self.stack.len() - 1] // checked by `accept`
    }

    /// Drops states and differences that no longer have an effect at `now`.
    fn prune(&mut self, layer: &LayerDef, now: Time) {
        let settled = self.stack.iter().rposition(|playing| playing.settled(layer) <= now);
        self.stack.drain(..settled.unwrap_or(0));
        self.offsets.retain(|offset| offset.end > now);
    }
}

impl Animator {
    /// The playback state of a new character, beginning at `at`: the first state of each layer, and the initial values
    /// of the parameters.
    ///
    /// ```
    /// use cueline::{clip::ClipBuilder, time::{Time, ms}};
    /// use cueline_characters::animator::{AnimatorBuilder, AnimatorLayer, State};
    ///
    /// let idle = ClipBuilder::new("idle").duration(ms(800)).build()?;
    /// let body = AnimatorLayer::new("body").state(State::clip("idle", "idle"));
    /// let animator = AnimatorBuilder::new().layer(body).build([&idle])?;
    /// let hero = animator.start(Time::from_millis(100));
    /// assert_eq!((hero.time(), hero.state(&animator, 0)), (Time::from_millis(100), Some("idle")));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn start(&self, at: Time) -> AnimatorState {
        AnimatorState::new(self, at)
    }
}

impl AnimatorState {
    fn new(animator: &Animator, at: Time) -> Self {
        let layer = |layer: &LayerDef| {
            let progress = if layer.states[0].is_still { Progress::ONE } else { Progress::ZERO };
            let first = Playing { state: 0, via: None, since: at, anchor: at, progress };
            LayerState { stack: vec![first], offsets: Vec::new() }
        };
        let value = |(_, parameter): &(_, super::Parameter)| {
            parameter.stored().unwrap_or(Stored::Number(0)) // checked when it was built
        };
        Self {
            version: VERSION,
            check: animator.check,
            now: at,
            changed: at,
            values: animator.parameters.iter().map(value).collect(),
            ahead: Vec::new(),
            layers: animator.layers.iter().map(layer).collect(),
        }
    }

    /// The time that the state has reached.
    #[must_use]
    pub const fn time(&self) -> Time {
        self.now
    }

    /// The name of the current state of a layer; `None` if the layer does not exist, or with another animator.
    #[must_use]
    pub fn state<'a>(&self, animator: &'a Animator, layer: usize) -> Option<&'a str> {
        self.accept(animator).ok()?;
        let (state, layer) = (self.layers.get(layer)?, animator.layers.get(layer)?);
        Some(&state.current().def(layer).name)
    }

    /// The time at which the current state of a layer was entered; `None` if the layer does not exist.
    #[must_use]
    pub fn since(&self, layer: usize) -> Option<Time> {
        Some(self.layers.get(layer)?.stack.last()?.since)
    }

    /// The progress of the current state of a layer at `at`, in passes: 1 is the end of the first pass. A state that
    /// plays once stops at 1. `None` if the layer does not exist, or with another animator. Earlier times count as
    /// [`time`](Self::time).
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
    /// assert_eq!(hero.progress(&animator, 0, Time::from_millis(1000)), Some(1.25)); // in the second pass
    /// hero.fire(&animator, Time::ZERO, "jump")?;
    /// hero.advance_to(&animator, Time::from_millis(50), &mut Vec::new())?;
    /// assert_eq!(hero.progress(&animator, 0, Time::from_secs(9)), Some(1.0)); // a jump ends
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn progress(&self, animator: &Animator, layer: usize, at: Time) -> Option<f64> {
        self.accept(animator).ok()?;
        let (state, layer) = (self.layers.get(layer)?, animator.layers.get(layer)?);
        let playing = state.current();
        let rate = playing.rate(animator, layer, &self.values);
        let Progress { passes, part } =
            playing.def(layer).shown(playing.progress_at(at.max(self.now), rate));
        Some(passes as f64 + part as f64 / super::phase::PASS as f64)
    }

    /// Whether older states of a layer still show at [`time`](Self::time); `false` if the layer does not exist.
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
    /// hero.fire(&animator, Time::ZERO, "jump")?;
    /// hero.advance_to(&animator, Time::from_millis(99), &mut Vec::new())?;
    /// assert!(hero.is_changing(0));
    /// hero.advance_to(&animator, Time::from_millis(100), &mut Vec::new())?;
    /// assert!(!hero.is_changing(0)); // the fade of 100 ms is over
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_changing(&self, layer: usize) -> bool {
        self.layers
            .get(layer)
            .is_some_and(|layer| layer.stack.len() > 1 || !layer.offsets.is_empty())
    }

    /// The value of a parameter. A trigger returns [`ParameterValue::Fire`] while its signal waits, otherwise
    /// [`ParameterValue::Reset`].
    ///
    /// # Errors
    ///
    /// As [`set`](Self::set), for the parameter and the animator.
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
    /// hero.fire(&animator, Time::ZERO, "jump")?;
    /// assert_eq!(hero.get(&animator, "jump")?, ParameterValue::Fire);
    /// hero.advance_to(&animator, Time::ZERO, &mut Vec::new())?;
    /// assert_eq!(hero.get(&animator, "jump")?, ParameterValue::Reset); // the jump has used it up
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn get<'a>(
        &self,
        animator: &Animator,
        parameter: impl Into<ParameterRef<'a>>,
    ) -> Result<ParameterValue, StateError> {
        use super::Parameter::{Bool, Float, Integer, Trigger};
        self.accept(animator)?;
        let index = usize::from(animator.parameter(parameter)?.0);
        let stored = self.values[index];
        let steps = stored.steps();
        Ok(match animator.parameters[index].1 {
            #[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
            Float(_) => ParameterValue::Float((steps as f64 / STEPS as f64) as f32),
            Integer(_) => ParameterValue::Integer(i32::try_from(steps / STEPS).unwrap_or(0)),
            Bool(_) => ParameterValue::Bool(steps != 0),
            Trigger { keep } => match stored {
                Stored::Signal(Some(at)) if due::waits_until(at, keep) >= self.now => {
                    ParameterValue::Fire
                }
                _ => ParameterValue::Reset,
            },
        })
    }

    /// Sets a parameter at [`time`](Self::time) or later.
    ///
    /// At [`time`](Self::time) the value is set at once. Values for later times wait in the state until it advances to
    /// them. Only [`advance_to`](Self::advance_to) takes transitions, so all values of one moment act together. Setting
    /// a parameter to its present value changes nothing. A float is rounded to 1/65536.
    ///
    /// # Errors
    ///
    /// [`StateError`] for another animator, an earlier time, an unknown parameter, a value of another kind, and a number
    /// out of range. The state stays as it was.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::ClipBuilder, time::{Time, ms}};
    /// # use cueline_characters::animator::{AnimatorBuilder, AnimatorLayer, ParameterValue, State};
    /// # let idle = ClipBuilder::new("idle").duration(ms(800)).build()?;
    /// # let body = AnimatorLayer::new("body").state(State::clip("idle", "idle"));
    /// # let animator = AnimatorBuilder::new().float("speed", 0.0).layer(body).build([&idle])?;
    /// let mut hero = animator.start(Time::ZERO);
    /// hero.set(&animator, Time::ZERO, "speed", 0.5)?;
    /// assert_eq!(hero.get(&animator, "speed")?, ParameterValue::Float(0.5));
    /// let error = hero.set(&animator, Time::ZERO, "sped", 0.5).unwrap_err();
    /// assert_eq!(error.to_string(), r#"there is no parameter "sped"; did you mean "speed"? There are: speed"#);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn set<'a>(
        &mut self,
        animator: &Animator,
        at: Time,
        parameter: impl Into<ParameterRef<'a>>,
        value: impl Into<ParameterValue>,
    ) -> Result<(), StateError> {
        self.accept(animator)?;
        if at < self.now {
            return Err(StateError::Past { found: at, reached: self.now });
        }
        let (index, value) = (animator.parameter(parameter)?.0, value.into());
        let (name, parameter) = &animator.parameters[usize::from(index)];
        if value.kind() != parameter.kind() {
            let (parameter, found, needed) = ((**name).into(), value.kind(), parameter.kind());
            return Err(StateError::ParameterKind { parameter, found, needed });
        }
        let Some(stored) = value.stored(at) else {
            let found = if let ParameterValue::Float(number) = value { number } else { 0.0 };
            return Err(StateError::Number { parameter: (**name).into(), found });
        };
        if at == self.now {
            self.store(animator, index, stored);
        } else {
            let place = self.ahead.partition_point(|(known, ..)| *known <= at);
            self.ahead.insert(place, (at, index, stored));
        }
        Ok(())
    }

    /// Sets the signal of a trigger: [`set`](Self::set) with [`ParameterValue::Fire`].
    ///
    /// # Errors
    ///
    /// As [`set`](Self::set).
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
    /// hero.fire(&animator, Time::from_millis(200), "jump")?; // it waits until then
    /// hero.advance_to(&animator, Time::from_millis(300), &mut Vec::new())?;
    /// assert_eq!((hero.state(&animator, 0), hero.since(0)), (Some("jump"), Some(Time::from_millis(200))));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn fire<'a>(
        &mut self,
        animator: &Animator,
        at: Time,
        trigger: impl Into<ParameterRef<'a>>,
    ) -> Result<(), StateError> {
        self.set(animator, at, trigger, ParameterValue::Fire)
    }

    /// Advances to `to` and takes the transitions that are due up to and including `to`, each at its exact time.
    /// Appends events in the order of time: [`EventKind::End`] for a state that was left, [`EventKind::Start`] for a
    /// state that was entered.
    ///
    /// Values that were set at [`time`](Self::time) act first, even if `to` is the same time. Values that wait for `to`
    /// act with the next call.
    ///
    /// # Errors
    ///
    /// [`StateError::Past`] for a time before [`time`](Self::time), and [`StateError::OtherAnimator`].
    /// [`StateError::TooManyTransitions`] for more than 100,000 transitions in a call that covers more than 1 s, or with
    /// an animator whose transitions may follow each other within 0.01 ms. The state and `events` stay as they were.
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
    /// hero.fire(&animator, Time::from_millis(10), "jump")?;
    /// let mut events = Vec::new();
    /// hero.advance_to(&animator, Time::from_millis(600), &mut events)?;
    /// let starts = events.iter().filter(|event| event.kind == EventKind::Start);
    /// let due: Vec<_> = starts.map(|event| (event.due, event.id.state)).collect();
    /// assert_eq!(due, [(Time::from_millis(10), 1), (Time::from_millis(510), 0)]); // the jump, and idle again
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn advance_to(
        &mut self,
        animator: &Animator,
        to: Time,
        events: &mut Vec<Event<StateId>>,
    ) -> Result<(), StateError> {
        self.advance_over(animator, to, events, Travel::Never, |_, _, _| Ok(()))
    }

    /// Advances, and calls `travel` with the end of each stretch of time in which nothing changes, before the change
    /// there, and with the events of this call so far.
    pub(super) fn advance_over(
        &mut self,
        animator: &Animator,
        to: Time,
        events: &mut Vec<Event<StateId>>,
        refuses: Travel,
        mut travel: impl FnMut(&Self, Time, &[Event<StateId>]) -> Result<(), StateError>,
    ) -> Result<(), StateError> {
        self.accept(animator)?;
        if to < self.now {
            return Err(StateError::Past { found: to, reached: self.now });
        }
        let first = events.len();
        let limited = animator.is_quick || to > self.now + LONG;
        let keeps = limited || refuses == Travel::MayRefuse;
        let mut limit = Limit { to, limited, taken: 0, keeps, before: None };
        if self.ahead.first().is_some_and(|(at, ..)| *at < to) {
            limit.keep(self);
        }
        loop {
            let next = self.ahead.first().map_or(to, |(at, ..)| (*at).min(to));
            let mut travel =
                |state: &Self, until, events: &[_]| travel(state, until, &events[first..]);
            if let Err(error) = self.run(animator, next, events, &mut travel, &mut limit) {
                events.truncate(first);
                if let Some(before) = limit.before {
                    *self = *before;
                }
                return Err(error);
            }
            let here = self.ahead.partition_point(|(at, ..)| *at <= next);
            let mut ahead = core::mem::take(&mut self.ahead);
            for (_, parameter, value) in ahead.drain(..here) {
                self.store(animator, parameter, value);
            }
            self.ahead = ahead;
            if next == to {
                break;
            }
        }
        for event in &mut events[first..] {
            event.lateness = to - event.due;
        }
        Ok(())
    }

    /// A copy that has advanced to `to`, without events: the state at that time if the game sets nothing until then.
    ///
    /// # Errors
    ///
    /// As [`advance_to`](Self::advance_to).
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
    /// hero.fire(&animator, Time::ZERO, "jump")?;
    /// let later = hero.ahead(&animator, Time::from_millis(100))?;
    /// assert_eq!((later.state(&animator, 0), hero.state(&animator, 0)), (Some("jump"), Some("idle")));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn ahead(&self, animator: &Animator, to: Time) -> Result<Self, StateError> {
        let mut copy = self.clone();
        copy.advance_to(animator, to, &mut Vec::new())?;
        Ok(copy)
    }

    /// Takes the transitions that are due up to `to`, with the values as they are. Fails at the first transition beyond
    /// the limit, and where `travel` does.
    fn run(
        &mut self,
        animator: &Animator,
        to: Time,
        events: &mut Vec<Event<StateId>>,
        travel: &mut impl FnMut(&Self, Time, &[Event<StateId>]) -> Result<(), StateError>,
        limit: &mut Limit,
    ) -> Result<(), StateError> {
        let started = self.now;
        loop {
            let bounds = Bounds { now: self.now, after: started, to };
            let mut next: Option<(Time, usize, u32)> = None;
            for (index, layer) in animator.layers.iter().enumerate() {
                let state = &self.layers[index];
                let limit = next.map_or(to, |(due, ..)| due);
                let bounds = Bounds { to: limit, ..bounds };
                let found = due::earliest(animator, layer, &state.stack, &self.values, bounds);
                // Of one time, the lowest layer comes first.
                if let Some((due, transition)) = found
                    && next.is_none_or(|(known, ..)| due < known)
                {
                    next = Some((due, index, transition));
                }
            }
            let Some((due, layer, transition)) = next else { break };
            limit.keep(self);
            limit.taken += 1;
            if limit.limited && limit.taken > MOST_TAKEN {
                let (to, most) = (limit.to, MOST_TAKEN);
                return Err(StateError::TooManyTransitions { to, at: due, most });
            }
            travel(self, due, events)?;
            self.now = due;
            self.take(animator, layer, transition, events);
        }
        travel(self, to, events)?;
        self.now = to;
        for (state, layer) in self.layers.iter_mut().zip(&animator.layers) {
            state.prune(layer, to);
        }
        Ok(())
    }

    /// Takes a transition now.
    fn take(
        &mut self,
        animator: &Animator,
        index: usize,
        transition: u32,
        events: &mut Vec<Event<StateId>>,
    ) {
        let (layer, now) = (&animator.layers[index], self.now);
        let def = &layer.transitions[transition as usize];
        for test in &def.tests {
            if let Test::Fired { parameter } = test {
                self.values[usize::from(*parameter)] = Stored::Signal(None);
            }
        }
        // First: states that no longer show must not count for the velocity of the old pose, whenever they were
        // dropped.
        self.layers[index].prune(layer, now);
        let (state, values) = (&mut self.layers[index], &self.values);
        let old = *state.current();
        let progress = old.entering(animator, layer, values, def, now);
        let offset = match def.change {
            ChangeDef::Inertial { .. } => {
                Some(Offset::new(animator, layer, &state.stack, values, now, def, progress))
            }
            ChangeDef::Fade { .. } => None,
        };
        if index == 0 {
            self.changed = now;
        }
        let new =
            Playing { state: def.to, via: Some(transition), since: now, anchor: now, progress };
        match offset {
            Some(offset) => {
                state.stack.clear();
                if state.offsets.len() == MOST_OFFSETS {
                    state.offsets.remove(0);
                }
                state.offsets.push(offset);
            }
            None if def.change.duration().is_zero() => {
                state.stack.clear();
                state.offsets.clear();
            }
            None if state.stack.len() > MOST_OLDER => {
                state.stack.remove(0);
            }
            None => {}
        }
        state.stack.push(new);
        let event = |kind, state| Event {
            due: now,
            lateness: Span::ZERO,
            id: StateId { layer: u16::try_from(index).unwrap_or(u16::MAX), state }, // at most 64 layers
            kind,
            reason: Reason::Played,
            direction: Direction::Forward,
            loop_index: 0,
        };
        events.push(event(EventKind::End, old.state));
        events.push(event(EventKind::Start, new.state));
    }

    /// Changes a value now. States that depend on it continue from their present progress.
    fn store(&mut self, animator: &Animator, parameter: u16, value: Stored) {
        if self.values[usize::from(parameter)] == value {
            return;
        }
        for (index, layer) in animator.layers.iter().enumerate() {
            for playing in &mut self.layers[index].stack {
                let def = playing.def(layer);
                if def.rate_depends_on(parameter) {
                    let rate = def.rate(&self.values, &animator.clips);
                    playing.progress = playing.progress_at(self.now, rate);
                    playing.anchor = self.now;
                    if index == 0 {
                        self.changed = self.now;
                    }
                }
            }
        }
        self.values[usize::from(parameter)] = value;
    }

    /// Whether the state fits the animator. A damaged save fits none, so that every index below is in
    /// range, and every value is one that a call can set: the search for cycles knows no others.
    pub(super) fn accept(&self, animator: &Animator) -> Result<(), StateError> {
        let parameter = |(_, parameter): &(Box<str>, super::Parameter), value: &Stored| {
            value.fits(parameter.kind())
        };
        let layer = |(state, layer): (&LayerState, &LayerDef)| {
            !state.stack.is_empty()
                && state.stack.len() <= MOST_OLDER + 1
                && state.offsets.len() <= MOST_OFFSETS
                && state.stack.iter().all(|playing| {
                    (playing.state as usize) < layer.states.len()
                        && playing.via.is_none_or(|via| (via as usize) < layer.transitions.len())
                        && playing.progress.part < super::phase::PASS
                        && playing.since <= playing.anchor
                        && playing.anchor <= self.now
                })
        };
        let fits = self.check == animator.check
            && self.changed <= self.now
            && self.values.len() == animator.parameters.len()
            && self.layers.len() == animator.layers.len()
            && self.values.iter().zip(&animator.parameters).all(|(value, p)| parameter(p, value))
            && self.ahead.iter().all(|(at, index, value)| {
                *at > self.now
                    && animator
                        .parameters
                        .get(usize::from(*index))
                        .is_some_and(|p| parameter(p, value))
            })
            && self.ahead.is_sorted_by_key(|(at, ..)| *at)
            && self.layers.iter().zip(&animator.layers).all(layer);
        if fits { Ok(()) } else { Err(StateError::OtherAnimator) }
    }
}
