//! Checks of animators.

use cueline::{time::Span, value::AnyEasing};

use super::Checker;
use crate::{
    ClipFile, DocumentPath, Named, When,
    animator::{
        AnimatorSource, ChangeSource, ConditionSource, EnterSource, InterruptSource, JoinSource,
        LayerSource, LayerWeightSource, MotionSource, ParameterSource, StateSource,
        TransitionSource,
    },
    frames::Clock,
};

/// The range of floats, and of what they are compared with.
const MOST: f32 = 32768.0;

/// An animator, with the clips of its file.
struct Around<'a> {
    animator: &'a AnimatorSource,
    clips: &'a Named<ClipFile>,
}

impl Checker {
    pub(super) fn animator(
        &mut self,
        path: &DocumentPath,
        animator: &AnimatorSource,
        clips: &Named<ClipFile>,
    ) {
        let AnimatorSource { rate, parameters, masks, poses, layers, meta: _ } = animator;
        let around = &Around { animator, clips };
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
            self.clip_name(path.field("clip"), &pose.clip, around);
            self.span(|| path.field("at"), clock, pose.at);
        }
        if layers.is_empty() {
            self.report(path.field("layers"), "no layers", "at least one");
        }
        for (index, (name, layer)) in layers.iter().enumerate() {
            self.layer(&path.field("layers").name(name), layer, index == 0, around, clock);
        }
        if let Some(problem) = clock.problem.take() {
            self.problems.push_some(problem);
        }
    }

    fn layer(
        &mut self,
        path: &DocumentPath,
        layer: &LayerSource,
        is_first: bool,
        around: &Around<'_>,
        clock: &mut Clock,
    ) {
        let LayerSource { mask, join, weight, states, transitions } = layer;
        if let Some(mask) = mask {
            self.known(path.field("mask"), "mask", mask, &around.animator.masks);
        }
        if let JoinSource::AddTo(pose) = join {
            self.known(path.field("join"), "pose", pose, &around.animator.poses);
        }
        match weight {
            LayerWeightSource::Constant(weight) => self.weight(path.field("weight"), *weight),
            LayerWeightSource::By(name) => self.float(path.field("weight"), name, around),
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
        for (name, state) in states {
            self.state(&path.field("states").name(name), state, is_first, around);
        }
        for (index, transition) in transitions.iter().enumerate() {
            let path = path.field("transitions").index(index);
            self.transition(&path, transition, layer, around, clock);
        }
    }

    fn state(
        &mut self,
        path: &DocumentPath,
        state: &StateSource,
        is_first: bool,
        around: &Around<'_>,
    ) {
        let StateSource { motion, speed, speed_by, once: _, reversed: _ } = state;
        if speed.num() < 0 {
            self.report(path.field("speed"), "a speed below 0", "0 or more");
        }
        if let Some(name) = speed_by {
            self.float(path.field("speed_by"), name, around);
        }
        let path = path.field("motion");
        let clips = |index| path.field("clips").index(index);
        match motion {
            MotionSource::Empty if is_first => {
                let needed = "a motion in the first layer, which has nothing below";
                self.report(path, "no motion", needed);
            }
            MotionSource::Empty => {}
            MotionSource::Clip(name) => self.clip_name(path, name, around),
            MotionSource::Blend { along, clips: blended } => {
                self.float(path.field("along"), along, around);
                let mut before = None;
                for (index, blended) in blended.iter().enumerate() {
                    self.number(clips(index).field("at"), blended.at);
                    self.clip_name(clips(index).field("clip"), &blended.clip, around);
                    if let Some(before) = before.filter(|before| *before >= blended.at) {
                        let needed = format!("a value above {before}, that of the clip before");
                        self.report(clips(index).field("at"), blended.at, needed);
                    }
                    before = Some(blended.at);
                }
                self.some_clips(&path, blended.len());
            }
            MotionSource::Blend2 { plane, clips: blended } => {
                for (index, name) in plane.iter().enumerate() {
                    self.float(path.field("plane").index(index), name, around);
                }
                for (index, at) in blended.iter().enumerate() {
                    for (axis, number) in at.at.iter().enumerate() {
                        self.number(clips(index).field("at").index(axis), *number);
                    }
                    self.clip_name(clips(index).field("clip"), &at.clip, around);
                    if blended[..index].iter().any(|before| before.at == at.at) {
                        let found = "the point of a clip before";
                        self.report(clips(index).field("at"), found, "another point");
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
        layer: &LayerSource,
        around: &Around<'_>,
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
                    self.report(path(), easing, "an easing without a list of points");
                }
            }
            ChangeSource::Inertial(over) => {
                let span = clock.span(*over, || path.field("change"));
                if span <= Span::ZERO || span > Span::from_secs(10) {
                    self.report(path.field("change"), over, "a time above 0, and 10 s or less");
                }
                if layer.states.values().any(|state| state.motion == MotionSource::Empty) {
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
            self.condition(&path, condition, once, around, clock);
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
        around: &Around<'_>,
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
                self.parameter(at(), parameter, around, "a float or an integer", number);
                self.number(path.field("value"), *value);
            }
            Condition::Equals { parameter, value: _ }
            | Condition::Differs { parameter, value: _ } => {
                let integer = |it: &_| matches!(it, Integer(_));
                self.parameter(at(), parameter, around, "an integer", integer);
            }
            Condition::Is(name) | Condition::IsNot(name) => {
                self.parameter(path.clone(), name, around, "a bool", |it| matches!(it, Bool(_)));
            }
            Condition::Fired(name) => {
                let trigger = |it: &_| matches!(it, Trigger(_));
                self.parameter(path.clone(), name, around, "a trigger", trigger);
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
    }

    /// A file with clips has all that its animators name; one without leaves them to other files.
    fn clip_name(&mut self, path: DocumentPath, name: &str, around: &Around<'_>) {
        if !around.clips.is_empty() {
            self.known(path, "clip", name, around.clips);
        }
    }

    fn parameter(
        &mut self,
        path: DocumentPath,
        name: &str,
        around: &Around<'_>,
        needed: &str,
        fits: impl Fn(&ParameterSource) -> bool,
    ) {
        let parameters = &around.animator.parameters;
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

    fn float(&mut self, path: DocumentPath, name: &str, around: &Around<'_>) {
        let float = |it: &_| matches!(it, ParameterSource::Float(_));
        self.parameter(path, name, around, "a float", float);
    }

    fn number(&mut self, path: DocumentPath, number: f32) {
        if !(-MOST..=MOST).contains(&number) {
            self.report(path, number, "a number from -32768 to 32768");
        }
    }

    fn weight(&mut self, path: DocumentPath, weight: f32) {
        if !(0.0..=1.0).contains(&weight) {
            self.report(path, weight, "a weight from 0 to 1");
        }
    }

    fn phase(&mut self, path: DocumentPath, phase: f64) {
        // What rounds to a whole pass is one.
        if !(0.0..0.999_999_5).contains(&phase) {
            self.report(path, phase, "a phase from 0 to below 1");
        }
    }

    fn span(&mut self, path: impl Fn() -> DocumentPath, clock: &mut Clock, when: When) {
        if clock.span(when, &path) < Span::ZERO {
            self.report(path(), when, "a time of 0 or more");
        }
    }
}
