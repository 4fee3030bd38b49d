//! Looking up names and checking ranges.

use std::collections::BTreeSet;

use cueline::{clip::Clip, time::Span, value::Spring};
use cueline_assets::animator::limits::{
    LONGEST_CLIP, LONGEST_DECAY, MOST_BLENDED, MOST_LAYERS, MOST_MASKED, MOST_PARTS, STEPS,
    is_phase, millionths, speed, steps,
};

use super::{
    Animator, AnimatorBuilder, AnimatorError, AnimatorErrorKind, AnimatorLayer, AnimatorPart,
    Change, Condition, Enter, Interrupt, Join, LayerWeight, Motion, Parameter, ParameterKind,
    State, Transition,
    blend::{MotionDef, UNIT},
    cycle,
    definition::{
        ChangeDef, Cover, EnterDef, LayerDef, MaskFactor, MaskProduct, StateDef, Test,
        TransitionDef, WeightDef, is_override, suggestion,
    },
    error::refused,
    pace,
    phase::Progress,
    source,
};
use crate::{MaskId, PoseId};

struct Builder<'a> {
    source: &'a AnimatorBuilder,
    clips: Vec<(Box<str>, Span)>,
}

type Result<T> = core::result::Result<T, AnimatorError>;

impl AnimatorBuilder {
    /// Checks the animator. `clips` are all clips that it may show, in the order of [`ClipIndex`](crate::ClipIndex):
    /// add the same clips to a crowd in the same order.
    ///
    /// # Errors
    ///
    /// [`AnimatorError`] for the first fault, in the order of declaration: a name that is unknown or used twice, a
    /// parameter of another kind, a number or a duration out of range, and transitions that would form a cycle at one
    /// moment.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::ClipBuilder, time::ms};
    /// use cueline_characters::animator::{AnimatorBuilder, AnimatorLayer, State};
    ///
    /// let walk = ClipBuilder::new("walk").duration(ms(800)).build()?;
    /// let body = AnimatorLayer::new("body").state(State::clip("walking", "wlak"));
    /// let error = AnimatorBuilder::new().layer(body).build([&walk]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     r#"layer "body", state "walking": there is no clip "wlak"; did you mean "walk"? There are: walk"#
    /// );
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn build<'a>(&self, clips: impl IntoIterator<Item = &'a Clip>) -> Result<Animator> {
        let clips = clips.into_iter().map(|clip| (clip.name().into(), clip.duration())).collect();
        build(self, clips)
    }
}

fn build(source: &AnimatorBuilder, clips: Vec<(Box<str>, Span)>) -> Result<Animator> {
    let builder = Builder { source, clips };
    let at = || AnimatorPart::Animator;
    builder.most(at, "parameters", source.parameters.len(), MOST_PARTS)?;
    builder.most(at, "clips", builder.clips.len(), MOST_PARTS)?;
    builder.most(at, "layers", source.layers.len(), MOST_LAYERS)?;
    if source.layers.is_empty() {
        return Err(refused(
            AnimatorPart::Animator,
            AnimatorErrorKind::Empty { needed: "a layer" },
        ));
    }
    builder.parameters()?;
    let (mut masks, mut poses) = (Vec::new(), Vec::new());
    let layers = source.layers.iter().enumerate();
    let layers = layers
        .map(|(index, layer)| builder.layer(index, layer, &mut masks, &mut poses))
        .collect::<Result<_>>()?;
    let parameters =
        source.parameters.iter().map(|(name, parameter)| ((**name).into(), *parameter)).collect();
    let mut animator = Animator {
        parameters,
        clips: builder.clips,
        layers,
        masks,
        poses,
        is_quick: false,
        check: 0,
    };
    cycle::check(&animator)?;
    animator.is_quick = pace::is_quick(&animator);
    animator.compute_check();
    Ok(animator)
}

/// A name that has come before.
fn repeated<'a>(mut names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut known = BTreeSet::new();
    names.find(|name| !known.insert(*name))
}

impl Builder<'_> {
    fn most(
        &self,
        part: impl Fn() -> AnimatorPart,
        what: &'static str,
        found: usize,
        most: usize,
    ) -> Result<()> {
        if found > most {
            return Err(refused(part(), AnimatorErrorKind::TooMany { what, found, most }));
        }
        Ok(())
    }

    fn parameters(&self) -> Result<()> {
        let names = self.source.parameters.iter().map(|(name, _)| &**name);
        if let Some(name) = repeated(names) {
            return Err(refused(
                AnimatorPart::Parameter(name.into()),
                AnimatorErrorKind::DuplicateName,
            ));
        }
        for (name, parameter) in &self.source.parameters {
            match parameter {
                Parameter::Float(number) if parameter.stored().is_none() => {
                    let (what, needed) = ("the value", "from -32768 to 32768");
                    let number =
                        AnimatorErrorKind::Number { what, found: f64::from(*number), needed };
                    return Err(refused(AnimatorPart::Parameter(name.clone()), number));
                }
                Parameter::Trigger { keep } if keep.is_negative() => {
                    let what = "the time for which the signal waits".into();
                    let long =
                        AnimatorErrorKind::Duration { what, found: *keep, needed: "0 ms or more" };
                    return Err(refused(AnimatorPart::Parameter(name.clone()), long));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// A parameter of one of these kinds.
    fn parameter(
        &self,
        part: &impl Fn() -> AnimatorPart,
        name: &str,
        kinds: &[ParameterKind],
        needed: &'static str,
    ) -> Result<(u16, ParameterKind)> {
        let found = self.source.parameters.iter().zip(0..).find(|((known, _), _)| known == name);
        let Some(((_, parameter), index)) = found else {
            let names = self.source.parameters.iter().map(|(name, _)| &**name);
            let name = suggestion(name, names);
            return Err(refused(part(), AnimatorErrorKind::Unknown { what: "parameter", name }));
        };
        let found = parameter.kind();
        if !kinds.contains(&found) {
            let parameter = name.into();
            return Err(refused(
                part(),
                AnimatorErrorKind::ParameterKind { parameter, found, needed },
            ));
        }
        Ok((index, found))
    }

    fn float(&self, part: &impl Fn() -> AnimatorPart, name: &str) -> Result<u16> {
        Ok(self.parameter(part, name, &[ParameterKind::Float], "a float")?.0)
    }

    fn steps(part: &impl Fn() -> AnimatorPart, what: &'static str, number: f32) -> Result<i64> {
        let (found, needed) = (f64::from(number), "from -32768 to 32768");
        steps(number)
            .ok_or_else(|| refused(part(), AnimatorErrorKind::Number { what, found, needed }))
    }

    fn clip(&self, part: &impl Fn() -> AnimatorPart, name: &str) -> Result<(u16, Span)> {
        let found = self.clips.iter().zip(0..).find(|((known, _), _)| **known == *name);
        let Some(((_, duration), index)) = found else {
            let name = suggestion(name, self.clips.iter().map(|(name, _)| &**name));
            return Err(refused(part(), AnimatorErrorKind::Unknown { what: "clip", name }));
        };
        if *duration > LONGEST_CLIP {
            let what = format!("the clip {name:?}");
            let long =
                AnimatorErrorKind::Duration { what, found: *duration, needed: "12 hours or less" };
            return Err(refused(part(), long));
        }
        Ok((index, *duration))
    }

    fn layer(
        &self,
        index: usize,
        layer: &AnimatorLayer,
        masks: &mut Vec<MaskProduct>,
        poses: &mut Vec<Box<str>>,
    ) -> Result<LayerDef> {
        let part = || AnimatorPart::Layer(layer.name.clone());
        if self.source.layers[..index].iter().any(|known| known.name == layer.name) {
            return Err(refused(part(), AnimatorErrorKind::DuplicateName));
        }
        self.most(part, "states", layer.states.len(), MOST_PARTS)?;
        self.most(part, "transitions", layer.transitions.len(), MOST_PARTS)?;
        if layer.states.is_empty() {
            return Err(refused(part(), AnimatorErrorKind::Empty { needed: "a state" }));
        }
        if index == 0 && !is_override(&layer.join) {
            let reason = "the first layer cannot be additive: there is nothing below";
            return Err(refused(part(), AnimatorErrorKind::Conflict { reason }));
        }
        if index == 0 && layer.mask.is_some() {
            let reason = "the first layer cannot have a mask: it moves all joints";
            return Err(refused(part(), AnimatorErrorKind::Conflict { reason }));
        }
        if index == 0 && layer.weight != LayerWeight::default() {
            let reason = "the first layer cannot have a weight: there is nothing below";
            return Err(refused(part(), AnimatorErrorKind::Conflict { reason }));
        }
        let weight = match &layer.weight {
            LayerWeight::Constant(weight) if (0.0..=1.0).contains(weight) =>
            {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "from 0 to 2^24"
                )]
                WeightDef::Constant((f64::from(*weight) * f64::from(UNIT)) as u32)
            }
            LayerWeight::Constant(weight) => {
                let (what, found, needed) = ("the weight", f64::from(*weight), "from 0 to 1");
                return Err(refused(part(), AnimatorErrorKind::Number { what, found, needed }));
            }
            LayerWeight::By(name) => WeightDef::By(self.float(&part, name)?),
        };
        let pose = match &layer.join {
            Join::Add(Some(name)) => {
                let known = poses.iter().position(|known| **known == **name);
                let at = known.unwrap_or_else(|| {
                    poses.push((**name).into());
                    poses.len() - 1
                });
                // One for each layer at most.
                PoseId(u16::try_from(at + 1).unwrap_or(u16::MAX))
            }
            _ => PoseId::REST,
        };
        let states = layer.states.iter().enumerate();
        let states: Vec<_> =
            states.map(|(at, state)| self.state(index, layer, at, state)).collect::<Result<_>>()?;
        let transitions = layer.transitions.iter().enumerate();
        let transitions: Vec<_> = transitions
            .map(|(at, transition)| self.transition(layer, at, transition))
            .collect::<Result<_>>()?;
        let leaving = (0..).take(states.len()).map(|state| leaving(&transitions, state)).collect();
        let (covers, masks) = self.covers(index, layer, masks)?;
        let (mode, name) = (source::mode(&layer.join, pose), (*layer.name).into());
        Ok(LayerDef { name, mode, weight, states, transitions, leaving, covers, masks })
    }

    /// What covers a layer, and a mask for each combination.
    fn covers(
        &self,
        index: usize,
        layer: &AnimatorLayer,
        masks: &mut Vec<MaskProduct>,
    ) -> Result<(Vec<Cover>, Vec<Option<MaskId>>)> {
        // What is added is not replaced: it moves the joints on top of whatever they show.
        let above = self.source.layers.iter().enumerate().skip(index + 1);
        let above = above.filter(|(_, above)| is_override(&above.join) && is_override(&layer.join));
        let (mut covers, mut named, mut place) = (Vec::new(), Vec::new(), 1);
        for (layer, above) in above {
            let masked = above.mask.as_ref().map(|name| {
                named.push(&**name);
                let here = place;
                place *= 3;
                here
            });
            covers.push(Cover { layer, place: masked });
            self.most(
                || AnimatorPart::Animator,
                "layers with a mask that replace the layers below",
                named.len(),
                MOST_MASKED,
            )?;
        }
        let combinations = (0..place).map(|mut digits| {
            let own =
                layer.mask.iter().map(|name| MaskFactor { mask: (**name).into(), outside: false });
            let mut factors: Vec<_> = own.collect();
            for name in &named {
                if digits % 3 > 0 {
                    factors.push(MaskFactor { mask: (*name).into(), outside: digits % 3 == 1 });
                }
                digits /= 3;
            }
            if factors.is_empty() {
                return None;
            }
            factors.sort_by(|a, b| (&a.mask, a.outside).cmp(&(&b.mask, b.outside)));
            let product = MaskProduct { factors };
            let at = masks.iter().position(|known| *known == product).unwrap_or_else(|| {
                masks.push(product);
                masks.len() - 1
            });
            // At most 81 for each of 64 layers.
            Some(MaskId(u16::try_from(at).unwrap_or(u16::MAX)))
        });
        Ok((covers, combinations.collect()))
    }

    fn state(
        &self,
        layer_index: usize,
        layer: &AnimatorLayer,
        index: usize,
        state: &State,
    ) -> Result<StateDef> {
        let part = || AnimatorPart::State { layer: layer.name.clone(), state: state.name.clone() };
        if layer.states[..index].iter().any(|known| known.name == state.name) {
            return Err(refused(part(), AnimatorErrorKind::DuplicateName));
        }
        let Some(speed) = speed(state.speed) else {
            let found = state.speed.num() as f64 / state.speed.den() as f64;
            let (what, needed) = ("the speed", "0 or more, in whole numbers up to 1000000");
            return Err(refused(part(), AnimatorErrorKind::Number { what, found, needed }));
        };
        let speed_by = match &state.speed_by {
            Some(name) => Some(self.float(&part, name)?),
            None => None,
        };
        let mut is_still = false;
        let motion = match &state.motion {
            Motion::Empty if layer_index == 0 => {
                let reason = "a state of the first layer needs a motion: there is nothing below";
                return Err(refused(part(), AnimatorErrorKind::Conflict { reason }));
            }
            Motion::Empty => MotionDef::Empty,
            Motion::Clip(name) => {
                let (clip, duration) = self.clip(&part, name)?;
                is_still = duration.is_zero();
                if is_still && state.repeats {
                    let what = format!("the repeated clip {name:?}");
                    let needed = "above 0 ms; a still picture plays once";
                    let short = AnimatorErrorKind::Duration { what, found: duration, needed };
                    return Err(refused(part(), short));
                }
                MotionDef::Clip(clip)
            }
            Motion::Blend1 { by, clips } => {
                let by = self.float(&part, by)?;
                let at = |at: &f32| Self::steps(&part, "the place of a clip", *at);
                let clips = self.blended(&part, clips, at)?;
                if !clips.is_sorted_by(|a, b| a.0 < b.0) {
                    let reason = "the places of a blend must rise by 1/65536 or more";
                    return Err(refused(part(), AnimatorErrorKind::Conflict { reason }));
                }
                MotionDef::Blend1 { by, clips }
            }
            Motion::Blend2 { by, clips } => {
                let by = [self.float(&part, &by[0])?, self.float(&part, &by[1])?];
                let at = |[x, y]: &[f32; 2]| {
                    let steps = |number| Self::steps(&part, "the place of a clip", number);
                    Ok([steps(*x)?, steps(*y)?])
                };
                let clips = self.blended(&part, clips, at)?;
                let twice = |(index, (here, _)): (usize, &([i64; 2], u16))| {
                    clips[..index].iter().any(|(known, _)| known == here)
                };
                if clips.iter().enumerate().any(twice) {
                    let reason = "two clips of a blend are at one place";
                    return Err(refused(part(), AnimatorErrorKind::Conflict { reason }));
                }
                MotionDef::Blend2 { by, clips }
            }
        };
        let (repeats, reversed, name) = (state.repeats, state.reversed, (*state.name).into());
        Ok(StateDef { name, motion, speed, speed_by, repeats, reversed, is_still })
    }

    fn blended<P, Q>(
        &self,
        part: &impl Fn() -> AnimatorPart,
        clips: &[(P, String)],
        at: impl Fn(&P) -> Result<Q>,
    ) -> Result<Vec<(Q, u16)>> {
        self.most(part, "clips in one blend", clips.len(), MOST_BLENDED)?;
        if clips.is_empty() {
            return Err(refused(
                part(),
                AnimatorErrorKind::Empty { needed: "a clip in the blend" },
            ));
        }
        let blended = |(spot, name): &(P, String)| {
            let (clip, duration) = self.clip(part, name)?;
            if duration.is_zero() {
                let what = format!("the blended clip {name:?}");
                let short =
                    AnimatorErrorKind::Duration { what, found: duration, needed: "above 0 ms" };
                return Err(refused(part(), short));
            }
            Ok((at(spot)?, clip))
        };
        clips.iter().map(blended).collect()
    }

    fn transition(
        &self,
        layer: &AnimatorLayer,
        index: usize,
        transition: &Transition,
    ) -> Result<TransitionDef> {
        let Transition { from, to, when, change, interrupt, enter } = transition;
        let part = || AnimatorPart::Transition {
            layer: layer.name.clone(),
            index,
            from: from.clone(),
            to: to.clone(),
        };
        let state = |name: &str| match layer.states.iter().zip(0..).find(|(s, _)| s.name == name) {
            Some((_, index)) => Ok(index),
            None => {
                let name = suggestion(name, layer.states.iter().map(|state| &*state.name));
                Err(refused(part(), AnimatorErrorKind::Unknown { what: "state", name }))
            }
        };
        let to: u32 = state(to)?;
        let from = from.as_deref().map(state).transpose()?;
        let change = match *change {
            Change::Fade { over, easing } if !over.is_negative() && easing.is_finite() => {
                ChangeDef::Fade { over, easing }
            }
            Change::Fade { over, .. } if over.is_negative() => {
                let (what, needed) = ("the fade".into(), "0 ms or more");
                return Err(refused(
                    part(),
                    AnimatorErrorKind::Duration { what, found: over, needed },
                ));
            }
            Change::Fade { .. } => {
                let reason = "the easing of the fade is not finite";
                return Err(refused(part(), AnimatorErrorKind::Conflict { reason }));
            }
            Change::Inertial { over } if over > Span::ZERO && over <= LONGEST_DECAY => {
                let settled = Spring::smooth(over).settling_duration().unwrap_or(over);
                ChangeDef::Inertial { over, settled }
            }
            Change::Inertial { over: found } => {
                let (what, needed) = ("the decay".into(), "above 0 ms, and 10000 ms or less");
                return Err(refused(part(), AnimatorErrorKind::Duration { what, found, needed }));
            }
        };
        if matches!(change, ChangeDef::Inertial { .. }) && *interrupt == Interrupt::OldAndNew {
            let reason = "an inertial transition ends its old state, which cannot interrupt it";
            return Err(refused(part(), AnimatorErrorKind::Conflict { reason }));
        }
        if from.is_none() && *interrupt == Interrupt::OldAndNew {
            let reason = "a transition from any state cannot be interrupted by its old state, as it names none; use `Interrupt::New`";
            return Err(refused(part(), AnimatorErrorKind::Conflict { reason }));
        }
        let is_empty = |state: &State| state.motion == Motion::Empty;
        if matches!(change, ChangeDef::Inertial { .. }) && layer.states.iter().any(is_empty) {
            let reason = "a layer with an empty state cannot have inertial transitions, as these need a picture on both sides; use a fade";
            return Err(refused(part(), AnimatorErrorKind::Conflict { reason }));
        }
        let enter = match *enter {
            Enter::Start => EnterDef::At(Progress::ZERO),
            Enter::At(part) if is_phase(part) => {
                EnterDef::At(Progress::from_millionths(millionths(part)))
            }
            Enter::At(found) => {
                let (what, needed) = ("the part of the pass to enter at", "from 0 to below 1");
                return Err(refused(part(), AnimatorErrorKind::Number { what, found, needed }));
            }
            Enter::InPhase => EnterDef::InPhase,
        };
        let leaves = from.map(|from: u32| &layer.states[from as usize]);
        let tests: Vec<_> = when
            .iter()
            .map(|condition| self.test(&part, leaves, condition))
            .collect::<Result<_>>()?;
        if tests.iter().filter(|test| matches!(test, Test::EachPass(_))).count() > 1 {
            let reason = "a transition can have one condition on each pass";
            return Err(refused(part(), AnimatorErrorKind::Conflict { reason }));
        }
        Ok(TransitionDef { from, to, tests, change, interrupt: *interrupt, enter })
    }

    fn test(
        &self,
        part: &impl Fn() -> AnimatorPart,
        leaves: Option<&State>,
        condition: &Condition,
    ) -> Result<Test> {
        use ParameterKind::{Bool, Float, Integer, Trigger};
        let number = |name: &str, at: f32| {
            let needed = "a float or an integer";
            let (parameter, _) = self.parameter(part, name, &[Float, Integer], needed)?;
            Ok((parameter, Self::steps(part, "the number compared with", at)?))
        };
        let integer = |name: &str, number: i32| {
            let (parameter, _) = self.parameter(part, name, &[Integer], "an integer")?;
            Ok((parameter, i64::from(number) * STEPS))
        };
        let between = |(parameter, low, high)| Test::Between { parameter, low, high };
        let (least, most) = (i64::MIN, i64::MAX);
        Ok(match condition {
            Condition::Greater(name, at) => {
                between(number(name, *at).map(|(parameter, at)| (parameter, at + 1, most))?)
            }
            Condition::AtLeast(name, at) => {
                between(number(name, *at).map(|(parameter, at)| (parameter, at, most))?)
            }
            Condition::Less(name, at) => {
                between(number(name, *at).map(|(parameter, at)| (parameter, least, at - 1))?)
            }
            Condition::AtMost(name, at) => {
                between(number(name, *at).map(|(parameter, at)| (parameter, least, at))?)
            }
            Condition::Equals(name, at) => {
                between(integer(name, *at).map(|(parameter, at)| (parameter, at, at))?)
            }
            Condition::Differs(name, at) => {
                let (parameter, steps) = integer(name, *at)?;
                Test::Differs { parameter, steps }
            }
            Condition::Is(name, on) => {
                let (parameter, _) = self.parameter(part, name, &[Bool], "a bool")?;
                let at = i64::from(*on) * STEPS;
                between((parameter, at, at))
            }
            Condition::Fired(name) => {
                let (parameter, _) = self.parameter(part, name, &[Trigger], "a trigger")?;
                Test::Fired { parameter }
            }
            Condition::Progress(passes) => {
                let once = leaves.is_some_and(|state| !state.repeats);
                let (most, needed) = if once {
                    (1.0, "from 0 to 1, as the state plays once")
                } else {
                    (1e6, "from 0 to 1000000")
                };
                if !(0.0..=most).contains(passes) {
                    let (what, found) = ("the progress", *passes);
                    return Err(refused(part(), AnimatorErrorKind::Number { what, found, needed }));
                }
                Test::Progress(Progress::from_millionths(millionths(*passes)))
            }
            Condition::EachPass(fraction) => {
                if leaves.is_some_and(|state| !state.repeats) {
                    let reason = "a state that plays once has one pass; it needs `Progress`";
                    return Err(refused(part(), AnimatorErrorKind::Conflict { reason }));
                }
                if !is_phase(*fraction) {
                    let (what, found, needed) =
                        ("the part of each pass", *fraction, "from 0 to below 1");
                    return Err(refused(part(), AnimatorErrorKind::Number { what, found, needed }));
                }
                Test::EachPass(Progress::from_millionths(millionths(*fraction)).part)
            }
            Condition::After(span) => {
                if span.is_negative() {
                    let what = "the time since entering".into();
                    let needed = "0 ms or more";
                    return Err(refused(
                        part(),
                        AnimatorErrorKind::Duration { what, found: *span, needed },
                    ));
                }
                Test::After(*span)
            }
        })
    }
}

/// The transitions that leave a state: those from any other state first.
fn leaving(transitions: &[TransitionDef], state: u32) -> Vec<u32> {
    let indexed = || (0_u32..).zip(transitions);
    let any = indexed().filter(|(_, one)| one.from.is_none() && one.to != state);
    let own = indexed().filter(|(_, one)| one.from == Some(state));
    any.chain(own).map(|(index, _)| index).collect()
}
