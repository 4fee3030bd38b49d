//! A slow model of an animator, from the rules of the module page: it goes from flick to flick, looks at every condition
//! again at each, and counts progress as a fraction. It reads what the author wrote, not what was built from it.

use std::collections::BTreeMap;

use cueline::{
    event::EventKind,
    time::{Span, Time},
};

use crate::animator::{
    AnimatorBuilder, AnimatorLayer, Change, Condition, Enter, Interrupt, Motion, Parameter, State,
    Transition,
};

/// Passes are counted in parts that every number up to 48 divides, and twice that.
pub(super) const PASS: i128 = 2 * 442_720_643_463_713_815_200;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value {
    Number(f64),
    Signal(Option<i64>),
}

#[derive(Clone, Debug)]
pub(super) struct Playing {
    pub(super) state: usize,
    via: Option<usize>,
    pub(super) since: i64,
    pub(super) progress: i128,
    /// The progress one flick before.
    before: i128,
}

/// `(flick, layer, state, kind)`.
pub(super) type Happened = (i64, usize, usize, EventKind);

#[derive(Clone, Debug)]
pub(super) struct Layer {
    pub(super) stack: Vec<Playing>,
    /// When the last difference has decayed.
    pub(super) differs_until: i64,
}

/// The cases that a run has met.
#[derive(Clone, Debug, Default)]
pub(super) struct Reached(pub(super) BTreeMap<&'static str, u64>);

impl Reached {
    fn note(&mut self, what: &'static str) {
        *self.0.entry(what).or_default() += 1;
    }
}

pub(super) struct Model<'a> {
    source: &'a AnimatorBuilder,
    /// Flicks by name.
    clips: &'a BTreeMap<String, i64>,
    pub(super) now: i64,
    values: BTreeMap<String, Value>,
    ahead: Vec<(i64, String, Value)>,
    pub(super) layers: Vec<Layer>,
    pub(super) happened: Vec<Happened>,
    pub(super) reached: Reached,
}

impl<'a> Model<'a> {
    pub(super) fn new(source: &'a AnimatorBuilder, clips: &'a BTreeMap<String, i64>) -> Self {
        let value = |parameter: &Parameter| match *parameter {
            Parameter::Float(number) => Value::Number(number.into()),
            Parameter::Integer(number) => Value::Number(number.into()),
            Parameter::Bool(on) => Value::Number(f64::from(u8::from(on))),
            Parameter::Trigger { .. } => Value::Signal(None),
        };
        let mut model = Self {
            source,
            clips,
            now: 0,
            values: source.parameters.iter().map(|(name, p)| (name.clone(), value(p))).collect(),
            ahead: Vec::new(),
            layers: Vec::new(),
            happened: Vec::new(),
            reached: Reached::default(),
        };
        for layer in &source.layers {
            let progress = if model.is_still(&layer.states[0]) { PASS } else { 0 };
            let first = Playing { state: 0, via: None, since: 0, progress, before: progress };
            model.layers.push(Layer { stack: vec![first], differs_until: 0 });
        }
        model
    }

    pub(super) fn set(&mut self, at: i64, name: &str, value: Value) {
        if at == self.now {
            self.values.insert(name.into(), value);
        } else {
            self.ahead.push((at, name.into(), value));
        }
    }

    pub(super) fn advance_to(&mut self, to: i64) {
        self.settle(false);
        while self.now < to {
            self.now += 1;
            for index in 0..self.layers.len() {
                for depth in 0..self.layers[index].stack.len() {
                    let playing = &self.layers[index].stack[depth];
                    let rate = self.rate(&self.source.layers[index].states[playing.state]);
                    let playing = &mut self.layers[index].stack[depth];
                    playing.before = playing.progress;
                    playing.progress += rate;
                }
                self.drop_covered(index);
            }
            self.settle(true);
            let now = self.now;
            let (due, later) = self.ahead.drain(..).partition(|(at, ..)| *at == now);
            self.ahead = later;
            for (_, name, value) in Vec::from_iter::<Vec<_>>(due) {
                self.values.insert(name, value);
                self.reached.note("a value set ahead");
            }
            if self.now < to {
                self.settle(false);
            }
        }
    }

    /// Takes transitions until none is due.
    fn settle(&mut self, arriving: bool) {
        let mut taken = vec![0; self.layers.len()];
        'again: loop {
            for (index, taken) in taken.iter_mut().enumerate() {
                if let Some(transition) = self.due(index, arriving) {
                    self.take(index, transition);
                    *taken += 1;
                    if *taken == 2 {
                        self.reached.note("two transitions of a layer at one moment");
                    }
                    continue 'again;
                }
            }
            return;
        }
    }

    fn due(&mut self, index: usize, arriving: bool) -> Option<usize> {
        let layer = &self.source.layers[index];
        let stack = self.layers[index].stack.clone();
        let current = &stack[stack.len() - 1];
        let via = current.via.map(|via| &layer.transitions[via]);
        let changing = via.is_some_and(|via| self.now < current.since + old_shows(via));
        let mut candidates = Vec::new();
        match via.map(|via| via.interrupt) {
            Some(Interrupt::Never) if changing => {
                if self.first_of(layer, current, arriving).is_some() {
                    self.reached.note("a transition that may not interrupt");
                }
                return None;
            }
            Some(Interrupt::OldAndNew) if changing => {
                let (taken, from) = (current.via.unwrap(), via.unwrap().from.as_deref());
                let old = stack[..stack.len() - 1]
                    .iter()
                    .rfind(|old| Some(&*layer.states[old.state].name) == from);
                if let Some(old) = old {
                    for other in leaving(layer, old.state) {
                        if other == taken {
                            break;
                        }
                        if layer.transitions[other].to != layer.states[current.state].name {
                            candidates.push((old, other));
                        }
                    }
                }
            }
            _ => {}
        }
        let found = candidates
            .into_iter()
            .find(|(old, other)| self.holds(layer, old, &layer.transitions[*other], arriving));
        if let Some((_, transition)) = found {
            self.reached.note("an old state that interrupts");
            return Some(transition);
        }
        self.first_of(layer, current, arriving)
    }

    fn first_of(&self, layer: &AnimatorLayer, playing: &Playing, arriving: bool) -> Option<usize> {
        leaving(layer, playing.state)
            .into_iter()
            .find(|index| self.holds(layer, playing, &layer.transitions[*index], arriving))
    }

    fn holds(
        &self,
        layer: &AnimatorLayer,
        playing: &Playing,
        transition: &Transition,
        arriving: bool,
    ) -> bool {
        let number = |name: &String| match self.values[name] {
            Value::Number(number) => number,
            Value::Signal(_) => unreachable!("checked when it was built"),
        };
        let repeats = layer.states[playing.state].repeats;
        transition.when.iter().all(|condition| match condition {
            Condition::Greater(name, than) => number(name) > f64::from(*than),
            Condition::AtLeast(name, than) => number(name) >= f64::from(*than),
            Condition::Less(name, than) => number(name) < f64::from(*than),
            Condition::AtMost(name, than) => number(name) <= f64::from(*than),
            Condition::Equals(name, to) => number(name) == f64::from(*to),
            Condition::Differs(name, from) => number(name) != f64::from(*from),
            Condition::Is(name, on) => number(name) == f64::from(u8::from(*on)),
            Condition::Fired(name) => {
                matches!(self.values[name], Value::Signal(Some(at)) if self.now <= at + self.keep(name))
            }
            Condition::Progress(target) => {
                let shown = if repeats { playing.progress } else { playing.progress.min(PASS) };
                shown >= parts(*target)
            }
            Condition::EachPass(part) => {
                let target = |passes: i128| passes * PASS + parts(*part);
                let last = if repeats { playing.progress / PASS } else { 1 };
                let crossed = |passes| {
                    playing.before < target(passes)
                        && target(passes) <= playing.progress
                        && (repeats || target(passes) <= PASS)
                };
                arriving && self.now > playing.since && (0..=last).any(crossed)
            }
            Condition::After(span) => self.now >= playing.since + span.flicks(),
        })
    }

    fn keep(&self, name: &str) -> i64 {
        let found = self.source.parameters.iter().find(|(known, _)| known == name);
        match found {
            Some((_, Parameter::Trigger { keep })) => keep.flicks(),
            _ => unreachable!("checked when it was built"),
        }
    }

    fn take(&mut self, index: usize, transition: usize) {
        let layer = &self.source.layers[index];
        let def = &layer.transitions[transition];
        for condition in &def.when {
            match condition {
                Condition::Fired(name) => {
                    self.values.insert(name.clone(), Value::Signal(None));
                    self.reached.note("a signal used up");
                }
                Condition::EachPass(_) => self.reached.note("a moment of a pass"),
                Condition::Progress(_) => self.reached.note("a progress"),
                _ => {}
            }
        }
        let state = layer.states.iter().position(|state| state.name == def.to).unwrap();
        let old = self.layers[index].stack.last().unwrap().clone();
        let old_state = &layer.states[old.state];
        let progress = match def.enter {
            _ if self.is_still(&layer.states[state]) => PASS,
            Enter::Start => 0,
            Enter::At(part) => parts(part),
            Enter::InPhase => {
                self.reached.note("a state entered in phase");
                let shown = if old_state.repeats { old.progress } else { old.progress.min(PASS) };
                shown % PASS
            }
        };
        let new =
            Playing { state, via: Some(transition), since: self.now, progress, before: progress };
        let now = self.now;
        let stack = &mut self.layers[index].stack;
        match def.change {
            Change::Fade { over, .. } if over > Span::ZERO => {
                if stack.len() > 1 {
                    self.reached.note("a fade interrupted");
                }
                if stack.len() == 9 {
                    stack.remove(0);
                    self.reached.note("the oldest state dropped");
                }
            }
            Change::Fade { .. } => {
                stack.clear();
                self.layers[index].differs_until = now;
            }
            Change::Inertial { .. } => {
                stack.clear();
                self.reached.note("an inertial transition");
                self.layers[index].differs_until =
                    self.layers[index].differs_until.max(now + old_shows(def));
            }
        }
        self.layers[index].stack.push(new);
        self.happened.push((now, index, old.state, EventKind::End));
        self.happened.push((now, index, state, EventKind::Start));
    }

    /// States below a fade that is over.
    fn drop_covered(&mut self, index: usize) {
        let (now, transitions) = (self.now, &self.source.layers[index].transitions);
        let over = |playing: &Playing| {
            playing.via.is_none_or(|via| now >= playing.since + old_shows(&transitions[via]))
        };
        let stack = &mut self.layers[index].stack;
        let top = stack.iter().rposition(over).unwrap_or(0);
        stack.drain(..top);
    }

    fn is_still(&self, state: &State) -> bool {
        matches!(&state.motion, Motion::Clip(name) if self.clips[name] == 0)
    }

    fn value(&self, name: &str) -> f64 {
        match self.values[name] {
            Value::Number(number) => number,
            Value::Signal(_) => unreachable!("checked when it was built"),
        }
    }

    /// Clips with their weights.
    pub(super) fn blend(&self, state: &State) -> Vec<(String, f64)> {
        match &state.motion {
            Motion::Empty => vec![],
            Motion::Clip(name) => vec![(name.clone(), 1.0)],
            Motion::Blend1 { by, clips } => {
                let at = self.value(by);
                let (first, last) = (&clips[0], &clips[clips.len() - 1]);
                if at <= first.0.into() {
                    return vec![(first.1.clone(), 1.0)];
                }
                if at >= last.0.into() {
                    return vec![(last.1.clone(), 1.0)];
                }
                let pair = clips.windows(2).find(|pair| at < pair[1].0.into()).unwrap();
                let (low, high) = (f64::from(pair[0].0), f64::from(pair[1].0));
                let ahead = (at - low) / (high - low);
                vec![(pair[0].1.clone(), 1.0 - ahead), (pair[1].1.clone(), ahead)]
            }
            Motion::Blend2 { .. } => unreachable!("the generator makes none"),
        }
    }

    /// Parts of a pass in a flick: half a pass at most.
    fn rate(&self, state: &State) -> i128 {
        if self.is_still(state) || state.motion == Motion::Empty {
            return 0;
        }
        // Weights are quarters, so this is a whole number from 8 to 48.
        let quarters: f64 = self
            .blend(state)
            .iter()
            .map(|(clip, weight)| 4.0 * weight * self.clips[clip] as f64)
            .sum();
        let by = state.speed_by.as_ref().map_or(1.0, |name| self.value(name).max(0.0));
        let rate = PASS * 4 * i128::from(state.speed.num()) * whole(by)
            / (i128::from(state.speed.den()) * whole(quarters));
        rate.min(PASS / 2)
    }

    /// `(clip, flick in the clip, weight)` of a layer, the newest state first.
    pub(super) fn shown(&self, index: usize) -> Vec<(String, i64, f64)> {
        let layer = &self.source.layers[index];
        let (mut left, mut all) = (1.0, Vec::new());
        for (depth, playing) in self.layers[index].stack.iter().enumerate().rev() {
            let part = match playing.via.map(|via| layer.transitions[via].change) {
                Some(Change::Fade { over, .. }) if depth > 0 => {
                    let elapsed = (self.now - playing.since) as f64;
                    left * (elapsed / over.flicks() as f64).min(1.0)
                }
                _ => left,
            };
            left -= part;
            let state = &layer.states[playing.state];
            for (clip, weight) in self.blend(state) {
                let duration = self.clips[&clip];
                let once = !state.repeats;
                let at = if once && playing.progress >= PASS {
                    duration
                } else {
                    i64::try_from(playing.progress % PASS * i128::from(duration) / PASS).unwrap()
                };
                let at = if state.reversed { duration - at } else { at };
                if weight * part > 0.0 {
                    all.push((clip, at, weight * part));
                }
            }
        }
        all
    }
}

/// Quarters of a pass.
fn parts(passes: f64) -> i128 {
    PASS / 4 * whole(passes * 4.0)
}

#[expect(clippy::cast_possible_truncation, reason = "compared before")]
fn whole(number: f64) -> i128 {
    assert_eq!(number, number.trunc(), "the generator keeps to numbers that the model counts in");
    number as i128
}

/// How long what was there before a transition shows.
fn old_shows(transition: &Transition) -> i64 {
    match transition.change {
        Change::Fade { over, .. } => over.flicks(),
        Change::Inertial { over } => {
            cueline::value::Spring::smooth(over).settling_duration().unwrap().flicks()
        }
    }
}

/// From any other state first.
fn leaving(layer: &AnimatorLayer, state: usize) -> Vec<usize> {
    let name = &layer.states[state].name;
    let indexed = || layer.transitions.iter().enumerate();
    let any = indexed().filter(|(_, one)| one.from.is_none() && one.to != *name);
    let own = indexed().filter(|(_, one)| one.from.as_ref() == Some(name));
    any.chain(own).map(|(index, _)| index).collect()
}

pub(super) fn time(flicks: i64) -> Time {
    Time::from_flicks(flicks)
}
