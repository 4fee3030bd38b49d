//! Checks animators: everything that the builder of `cueline-characters` refuses is an error with its place in the file.

use std::collections::BTreeSet;

use cueline::{time::Span, value::AnyEasing};

use self::{context::Context, instant::find_cycle};
use super::Checker;
use crate::{
    animator::{
        AnimatorSource, ChangeSource, ConditionSource, EnterSource, InterruptSource, JoinSource,
        LayerSource, LayerWeightSource, MotionSource, ParameterSource, StateSource,
        TransitionSource, cycle::CycleError, limits,
    },
    clip::ClipFile,
    forms::When,
    frames::Clock,
    named::Named,
    problem::DocumentPath,
};

mod context;
mod instant;

impl Checker {
    pub(super) fn animator(
        &mut self,
        path: &DocumentPath,
        animator: &AnimatorSource,
        clips: &Named<ClipFile>,
    ) {
        let AnimatorSource { rate, parameters, masks, poses, layers, meta: _ } = animator;
        self.most(path, "clips", animator.clips().len(), limits::MOST_PARTS);
        let context = &Context::of(animator, clips);
        self.most(&path.field("parameters"), "parameters", parameters.len(), limits::MOST_PARTS);
        self.most(&path.field("layers"), "layers", layers.len(), limits::MOST_LAYERS);
        let clock = &mut Clock::new(*rate);
        for (name, parameter) in parameters {
            let path = || path.field("parameters").name(name);
            match parameter {
                ParameterSource::Float(number) => self.number(path(), *number),
                ParameterSource::Trigger(keep) => self.span(path, clock, *keep),
                ParameterSource::Integer(_) | ParameterSource::Bool(_) => {}
            }
        }
        for (name, weights) in masks {
            for (node, weight) in weights {
                self.weight(path.field("masks").name(name).name(node), *weight);
            }
        }
        for (name, pose) in poses {
            let path = path.field("poses").name(name);
            self.clip_name(path.field("clip"), &pose.clip, context);
            self.span(|| path.field("at"), clock, pose.at);
        }
        if layers.is_empty() {
            self.report(path.field("layers"), "no layers", "at least one");
        }
        for (index, (name, layer)) in layers.iter().enumerate() {
            self.layer(&path.field("layers").name(name), layer, index == 0, context, clock);
        }
        let is_masked =
            |layer: &&LayerSource| layer.mask.is_some() && layer.join == JoinSource::Override;
        let masked = layers.values().skip(1).filter(is_masked).count();
        let what = "layers with a mask that replace the layers below";
        self.most(&path.field("layers"), what, masked, limits::MOST_MASKED);
        if let Some(problem) = clock.problem.take() {
            self.problems.push_some(problem);
        }
    }

    fn layer(
        &mut self,
        path: &DocumentPath,
        layer: &LayerSource,
        is_first: bool,
        context: &Context<'_>,
        clock: &mut Clock,
    ) {
        let LayerSource { mask, join, weight, states, transitions } = layer;
        if let Some(mask) = mask {
            self.known(path.field("mask"), "mask", mask, &context.animator.masks);
        }
        if let JoinSource::AddTo(pose) = join {
            self.known(path.field("join"), "pose", pose, &context.animator.poses);
        }
        match weight {
            LayerWeightSource::Constant(weight) => self.weight(path.field("weight"), *weight),
            LayerWeightSource::By(name) => self.float(path.field("weight"), name, context),
        }
        if is_first {
            let needed = "none in the first layer, which has nothing below";
            if mask.is_some() {
                self.report(path.field("mask"), "a mask", needed);
            }
            if *join != JoinSource::Override {
                self.report(path.field("join"), "an additive layer", needed);
            }
            if *weight != LayerWeightSource::default() {
                self.report(path.field("weight"), "a weight", needed);
            }
        }
        if states.is_empty() {
            self.report(path.field("states"), "no states", "at least one");
        }
        self.most(&path.field("states"), "states", states.len(), limits::MOST_PARTS);
        let many = transitions.len();
        self.most(&path.field("transitions"), "transitions", many, limits::MOST_PARTS);
        for (name, state) in states {
            self.state(&path.field("states").name(name), state, is_first, context);
        }
        let has_empty = states.values().any(|state| state.motion == MotionSource::Empty);
        for (index, transition) in transitions.iter().enumerate() {
            let path = path.field("transitions").index(index);
            self.transition(&path, transition, (layer, has_empty), context, clock);
        }
        self.cycles(&path.field("transitions"), layer, context);
    }

    /// Reports transitions that lead around at one moment.
    fn cycles(&mut self, path: &DocumentPath, layer: &LayerSource, context: &Context<'_>) {
        let needed = "a trigger, a progress or a time in one of them";
        match find_cycle(layer, context) {
            Ok(()) => {}
            Err(CycleError::Cycle(states)) => {
                let name =
                    |state: &u32| layer.states.get_index(*state as usize).map(|(name, _)| name);
                let names: Vec<_> =
                    states.iter().filter_map(name).map(|it| format!("{it:?}")).collect();
                let found = format!(
                    "transitions from {} and back at one moment, with the same parameters",
                    names.join(" to ")
                );
                self.report(path.clone(), found, needed);
            }
            Err(CycleError::TooLong) => {
                let found =
                    "too many paths along transitions without a trigger, a progress or a time";
                self.report(path.clone(), found, "fewer, so that a cycle among them is found");
            }
        }
    }

    fn most(&mut self, path: &DocumentPath, what: &str, found: usize, most: usize) {
        if found > most {
            self.report(
                path.clone(),
                format_args!("{found} {what}"),
                format_args!("at most {most}"),
            );
        }
    }

    fn state(
        &mut self,
        path: &DocumentPath,
        state: &StateSource,
        is_first: bool,
        context: &Context<'_>,
    ) {
        let StateSource { motion, speed, speed_by, once, reversed: _ } = state;
        if speed.num() < 0 {
            self.report(path.field("speed"), "a speed below 0", "0 or more");
        } else if limits::speed(*speed).is_none() {
            let found = format!("{}/{}", speed.num(), speed.den());
            let needed = "a fraction of whole numbers up to 1000000";
            self.report(path.field("speed"), found, needed);
        }
        if let Some(name) = speed_by {
            self.float(path.field("speed_by"), name, context);
        }
        let path = path.field("motion");
        let clips = |index| path.field("clips").index(index);
        match motion {
            MotionSource::Empty if is_first => {
                let needed = "a motion in the first layer, which has nothing below";
                self.report(path, "no motion", needed);
            }
            MotionSource::Empty => {}
            MotionSource::Clip(name) => {
                if !once && context.is_still(state) {
                    let found = format!("{name:?}, a clip of 0 ms, repeated");
                    self.report(path.clone(), found, "`once: true`, or a longer clip");
                }
                self.motion_clip(path, name, context);
            }
            MotionSource::Blend { along, clips: blended } => {
                self.float(path.field("along"), along, context);
                let mut before: Option<(f32, i64)> = None;
                for (index, blended) in blended.iter().enumerate() {
                    self.number(clips(index).field("at"), blended.at);
                    self.blended_clip(clips(index).field("clip"), &blended.clip, context);
                    let Some(steps) = limits::steps(blended.at) else { continue };
                    if let Some((before, _)) = before.filter(|(_, before)| *before >= steps) {
                        let needed = format!(
                            "at least 1/65536 more than {before}, the value of the clip before"
                        );
                        self.report(clips(index).field("at"), blended.at, needed);
                    }
                    before = Some((blended.at, steps));
                }
                self.some_clips(&path, blended.len());
            }
            MotionSource::Blend2 { plane, clips: blended } => {
                for (index, name) in plane.iter().enumerate() {
                    self.float(path.field("plane").index(index), name, context);
                }
                let mut known = BTreeSet::new();
                for (index, blended) in blended.iter().enumerate() {
                    for (axis, number) in blended.at.iter().enumerate() {
                        self.number(clips(index).field("at").index(axis), *number);
                    }
                    self.blended_clip(clips(index).field("clip"), &blended.clip, context);
                    let [Some(x), Some(y)] = blended.at.map(limits::steps) else { continue };
                    if !known.insert([x, y]) {
                        let found = "the point of an earlier clip";
                        self.report(
                            clips(index).field("at"),
                            found,
                            "another point, 1/65536 away or more",
                        );
                    }
                }
                self.some_clips(&path, blended.len());
            }
        }
    }

    fn transition(
        &mut self,
        path: &DocumentPath,
        transition: &TransitionSource,
        (layer, has_empty): (&LayerSource, bool),
        context: &Context<'_>,
        clock: &mut Clock,
    ) {
        let TransitionSource { from, to, when, change, interrupt, enter } = transition;
        self.known(path.field("to"), "state", to, &layer.states);
        if let Some(from) = from {
            self.known(path.field("from"), "state", from, &layer.states);
        }
        let old = from.as_ref().and_then(|from| layer.states.get(from));
        let once = old.is_some_and(|state| state.once);
        match change {
            ChangeSource::Cut => {}
            ChangeSource::Fade { over, easing } => {
                self.span(|| path.field("change").field("over"), clock, *over);
                let path = || path.field("change").field("easing");
                if !easing.is_finite() {
                    self.report(path(), "a number that is NaN or infinite", "finite numbers");
                } else if !matches!(easing, AnyEasing::Easing(_)) {
                    let found = crate::easing::text(easing);
                    self.report(path(), found, "an easing without a list of points");
                }
            }
            ChangeSource::Inertial(over) => {
                let span = clock.span(*over, || path.field("change"));
                if span <= Span::ZERO || span > limits::LONGEST_DECAY {
                    self.report(path.field("change"), over, "a time above 0, and 10 s or less");
                }
                if has_empty {
                    let needed = "a fade, as a state of this layer has no motion";
                    self.report(path.field("change"), "an inertial transition", needed);
                }
            }
        }
        if *interrupt == InterruptSource::OldAndNew {
            let path = || path.field("interrupt");
            if matches!(change, ChangeSource::Inertial(_)) {
                let needed = "`New` or `Never`, as an inertial transition ends its old state";
                self.report(path(), "`OldAndNew`", needed);
            } else if from.is_none() {
                let needed = "`New` or `Never`, as the transition names no old state";
                self.report(path(), "`OldAndNew`", needed);
            }
        }
        if let EnterSource::At(phase) = enter {
            self.phase(path.field("enter"), *phase);
        }
        let mut passes = 0;
        for (index, condition) in when.iter().enumerate() {
            let path = path.field("when").index(index);
            passes += usize::from(matches!(condition, ConditionSource::EachPass(_)));
            self.condition(&path, condition, once, context, clock);
        }
        if passes > 1 {
            let found = format!("{passes} conditions `EachPass`");
            self.report(path.field("when"), found, "one or none");
        }
    }

    fn condition(
        &mut self,
        path: &DocumentPath,
        condition: &ConditionSource,
        once: bool,
        context: &Context<'_>,
        clock: &mut Clock,
    ) {
        use ConditionSource as Condition;
        use ParameterSource::{Bool, Float, Integer, Trigger};

        let at = || path.field("parameter");
        match condition {
            Condition::Greater { parameter, value }
            | Condition::AtLeast { parameter, value }
            | Condition::Less { parameter, value }
            | Condition::AtMost { parameter, value } => {
                let number = |it: &_| matches!(it, Float(_) | Integer(_));
                self.parameter(at(), parameter, context, "a float or an integer", number);
                self.number(path.field("value"), *value);
            }
            Condition::Equals { parameter, value: _ }
            | Condition::Differs { parameter, value: _ } => {
                let integer = |it: &_| matches!(it, Integer(_));
                self.parameter(at(), parameter, context, "an integer", integer);
            }
            Condition::Is(name) | Condition::IsNot(name) => {
                self.parameter(path.clone(), name, context, "a bool", |it| matches!(it, Bool(_)));
            }
            Condition::Fired(name) => {
                let trigger = |it: &_| matches!(it, Trigger(_));
                self.parameter(path.clone(), name, context, "a trigger", trigger);
            }
            Condition::Progress(passes) => {
                let (most, needed) = if once {
                    (1.0, "0 to 1 passes, as the state plays once")
                } else {
                    (1e6, "0 to 1000000 passes")
                };
                if !(0.0..=most).contains(passes) {
                    self.report(path.clone(), passes, needed);
                }
            }
            Condition::EachPass(_) if once => {
                let needed = "`Progress`, as the state plays once";
                self.report(path.clone(), "`EachPass`", needed);
            }
            Condition::EachPass(phase) => self.phase(path.clone(), *phase),
            Condition::After(span) => self.span(|| path.clone(), clock, *span),
        }
    }

    fn some_clips(&mut self, path: &DocumentPath, clips: usize) {
        if clips == 0 {
            self.report(path.field("clips"), "no clips", "at least one");
        }
        self.most(&path.field("clips"), "clips in one blend", clips, limits::MOST_BLENDED);
    }

    fn blended_clip(&mut self, path: DocumentPath, name: &str, context: &Context<'_>) {
        if context.lengths.get(name).is_some_and(|length| length.is_zero()) {
            let found = format!("{name:?}, a clip of 0 ms");
            self.report(path.clone(), found, "a clip of more than 0 ms, as it is blended");
        }
        self.motion_clip(path, name, context);
    }

    /// A clip of a state, which ends after 12 hours at the latest.
    fn motion_clip(&mut self, path: DocumentPath, name: &str, context: &Context<'_>) {
        if let Some(length) = context.lengths.get(name).filter(|it| **it > limits::LONGEST_CLIP) {
            let found = format!("{name:?}, a clip of {}", When::Span(*length));
            self.report(path.clone(), found, "a clip of 12 hours or less");
        }
        self.clip_name(path, name, context);
    }

    /// A file with clips has all that its animators name; one without leaves them to other files.
    fn clip_name(&mut self, path: DocumentPath, name: &str, context: &Context<'_>) {
        if !context.clips.is_empty() {
            self.known(path, "clip", name, context.clips);
        }
    }

    fn parameter(
        &mut self,
        path: DocumentPath,
        name: &str,
        context: &Context<'_>,
        needed: &str,
        fits: impl Fn(&ParameterSource) -> bool,
    ) {
        let parameters = &context.animator.parameters;
        match parameters.get(name) {
            Some(parameter) if !fits(parameter) => {
                let kind = match parameter {
                    ParameterSource::Float(_) => "a float",
                    ParameterSource::Integer(_) => "an integer",
                    ParameterSource::Bool(_) => "a bool",
                    ParameterSource::Trigger(_) => "a trigger",
                };
                self.report(path, format_args!("{name:?}, {kind}"), needed);
            }
            _ => self.known(path, "parameter", name, parameters),
        }
    }

    fn float(&mut self, path: DocumentPath, name: &str, context: &Context<'_>) {
        let float = |it: &_| matches!(it, ParameterSource::Float(_));
        self.parameter(path, name, context, "a float", float);
    }

    fn number(&mut self, path: DocumentPath, number: f32) {
        if limits::steps(number).is_none() {
            self.report(path, number, "a number from -32768 to 32768");
        }
    }

    fn weight(&mut self, path: DocumentPath, weight: f32) {
        if !(0.0..=1.0).contains(&weight) {
            self.report(path, weight, "a weight from 0 to 1");
        }
    }

    fn phase(&mut self, path: DocumentPath, phase: f64) {
        if !limits::is_phase(phase) {
            self.report(path, phase, "a phase from 0 to below 1");
        }
    }

    fn span(&mut self, path: impl Fn() -> DocumentPath, clock: &mut Clock, when: When) {
        if clock.span(when, &path) < Span::ZERO {
            self.report(path(), when, "a time of 0 or more");
        }
    }
}
