//! An animator that is tried: what was set and when, and what shows at any time because of it.
//!
//! It needs no window, so tests can do what a user does.

use cueline::{
    clip::Clip,
    event::{Event, EventKind},
    time::{Span, Time},
};
use cueline_assets::{ClipLibrary, animator::AnimatorSource};
use cueline_characters::{
    Layer,
    animator::{Animator, AnimatorBuilder, AnimatorState, ParameterValue, StateId},
};
use cueline_import::gltf::Shapes;

use crate::{open::Opened, scene::Character};

/// The time between two stored states.
const STRIDE: Span = Span::from_secs(1);

/// The most values that are set in one trial. Later ones take the place of the last.
const MOST: usize = 10_000;

/// A value that was set.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Input {
    pub(crate) at: Time,
    pub(crate) parameter: String,
    pub(crate) value: ParameterValue,
}

/// The time from where a layer entered a state to where it left it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Visit {
    pub(crate) layer: String,
    pub(crate) state: String,
    pub(crate) start: Time,
    /// `None` while the layer is in it.
    pub(crate) end: Option<Time>,
}

/// What plays, with what was set.
#[derive(Debug)]
pub(crate) struct Trial {
    pub(crate) animator: Animator,
    pub(crate) source: AnimatorSource,
    /// The character, if its skeleton is known.
    pub(crate) character: Option<Character>,
    /// In the order of time.
    inputs: Vec<Input>,
    /// At each whole stride from the start, with the number of events up to it.
    stored: Vec<(AnimatorState, usize)>,
    /// Up to the last stored state.
    events: Vec<Event<StateId>>,
}

/// The content of the files, and an animator of the first one.
fn load(name: &str, files: &[&Opened]) -> Result<(ClipLibrary, AnimatorSource), String> {
    let mut library = ClipLibrary::new();
    for opened in files {
        let _changes = library
            .load_document(&opened.name, opened.document.clone())
            .map_err(|problems| problems.to_string())?;
    }
    let full = files.first().map(|first| format!("{}#{name}", first.name)).unwrap_or_default();
    let source = library.animator(&full).map_err(|error| error.to_string())?;
    Ok((library, source))
}

/// How many clips of an animator of the first file none of the files has.
///
/// # Errors
///
/// A message that says what else is wrong.
pub(crate) fn missing(name: &str, files: &[&Opened]) -> Result<usize, String> {
    let (library, source) = load(name, files)?;
    let is_there = |clip: &&str| library.id(clip).is_ok_and(|id| library.get(id).is_ok());
    Ok(source.clips().iter().filter(|clip| !is_there(clip)).count())
}

impl Trial {
    /// Begins a trial of an animator of the first file. Its clips and its skeleton may lie in the other ones.
    ///
    /// # Errors
    ///
    /// A message that says what is missing or wrong.
    pub(crate) fn new(name: &str, files: &[&Opened]) -> Result<Self, String> {
        let (library, source) = load(name, files)?;
        let (mut clips, mut missing): (Vec<&Clip>, Vec<String>) = (Vec::new(), Vec::new());
        for clip in source.clips() {
            match library.id(clip).ok().and_then(|id| library.get(id).ok()) {
                Some(clip) => clips.push(clip),
                None => missing.push(format!("{clip:?}")),
            }
        }
        if !missing.is_empty() {
            let plural = if missing.len() == 1 { "the clip" } else { "the clips" };
            return Err(format!("This animator needs {plural} {}.", missing.join(", ")));
        }
        let builder = AnimatorBuilder::from_file(&source).map_err(|error| error.to_string())?;
        let animator = builder.build(clips.iter().copied()).map_err(|error| error.to_string())?;
        let shapes: Option<&Shapes> = files.iter().find_map(|opened| opened.shapes.as_ref());
        let documents = files.iter().map(|opened| &opened.document);
        let character = Character::new(documents, shapes, &animator, &source, &clips)?;
        let stored = vec![(animator.start(Time::ZERO), 0)];
        let (inputs, events) = (Vec::new(), Vec::new());
        Ok(Self { animator, source, character, inputs, stored, events })
    }

    /// Sets what was set in another trial, such as that of the file before it was edited. What this animator has no
    /// parameter for is left out.
    pub(crate) fn repeat(&mut self, other: &Self) {
        let mut known = self.animator.start(Time::ZERO);
        for input in &other.inputs {
            let Input { parameter, value, .. } = input;
            if known.set(&self.animator, Time::ZERO, &**parameter, *value).is_ok() {
                self.inputs.push(input.clone());
            }
        }
    }

    /// What was set, in the order of time.
    pub(crate) fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// Forgets all that was set.
    pub(crate) fn clear(&mut self) {
        self.inputs.clear();
        self.forget(Time::ZERO);
    }

    /// Sets a parameter at a time, in place of what was set to it at that time. What was set at later times stays.
    pub(crate) fn set(&mut self, at: Time, parameter: &str, value: ParameterValue) {
        let same = |input: &Input| input.at == at && input.parameter == parameter;
        self.inputs.retain(|input| !same(input));
        self.inputs.truncate(MOST - 1);
        let place = self.inputs.partition_point(|input| input.at <= at);
        self.inputs.insert(place, Input { at, parameter: parameter.to_owned(), value });
        self.forget(at);
    }

    /// Drops the stored states from a time on.
    fn forget(&mut self, from: Time) {
        let kept = self.stored.iter().take_while(|(state, _)| state.time() < from).count();
        self.stored.truncate(kept);
        if self.stored.is_empty() {
            // Without what is set at 0: `play` sets that.
            self.stored.push((self.animator.start(Time::ZERO), 0));
        }
        let events = self.stored.last().map_or(0, |(_, events)| *events);
        self.events.truncate(events);
    }

    /// Plays a state to a time, with all that is set after the first of these moments, and up to and at the second.
    fn play(
        &self,
        state: &mut AnimatorState,
        to: Time,
        events: &mut Vec<Event<StateId>>,
    ) -> Result<(), String> {
        let from = state.time();
        let is_first = from == Time::ZERO;
        let inside =
            |input: &&Input| (input.at > from || is_first && input.at == from) && input.at <= to;
        for Input { at, parameter, value } in self.inputs.iter().filter(inside) {
            // What an edited file does not take any more has no effect.
            let _ = state.set(&self.animator, *at, &**parameter, *value);
        }
        // What is set at the very end acts with the second call.
        for _ in 0..2 {
            state.advance_to(&self.animator, to, events).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// The state at a time, with all that is set up to and at it, and the visits up to there.
    ///
    /// # Errors
    ///
    /// Transitions without end.
    pub(crate) fn at(&mut self, at: Time) -> Result<(AnimatorState, Vec<Visit>), String> {
        while let Some((last, _)) = self.stored.last()
            && last.time() + STRIDE <= at
        {
            let (mut state, mut events) = (last.clone(), Vec::new());
            self.play(&mut state, last.time() + STRIDE, &mut events)?;
            self.events.append(&mut events);
            self.stored.push((state, self.events.len()));
        }
        let before = self.stored.iter().rfind(|(state, _)| state.time() <= at);
        let (mut state, known) = before.cloned().unwrap_or_else(|| self.stored[0].clone());
        let mut events = self.events[..known].to_vec();
        self.play(&mut state, at, &mut events)?;
        Ok((state, self.visits(&events)))
    }

    /// The layers that show in a state, at its time.
    pub(crate) fn layers(&self, state: &AnimatorState) -> Vec<Layer> {
        let mut layers = Vec::new();
        // The state is one of this animator.
        let _ = state.layers_into(&self.animator, state.time(), &mut layers);
        layers
    }

    /// The visits, layer by layer.
    fn visits(&self, events: &[Event<StateId>]) -> Vec<Visit> {
        let names: Vec<Vec<&str>> = (0..self.animator.layers().len())
            .map(|layer| self.animator.states(layer).collect())
            .collect();
        let layers: Vec<&str> = self.animator.layers().collect();
        let visit = |StateId { layer, state }: StateId, start: Time| {
            let (layer, state) = (usize::from(layer), usize::try_from(state).ok()?);
            let state = (*names.get(layer)?.get(state)?).to_owned();
            Some(Visit { layer: (*layers.get(layer)?).to_owned(), state, start, end: None })
        };
        let first = |layer: usize| {
            let layer = u16::try_from(layer).unwrap_or(u16::MAX);
            visit(StateId { layer, state: 0 }, Time::ZERO).into_iter().collect()
        };
        let mut all: Vec<Vec<Visit>> = (0..layers.len()).map(first).collect();
        for event in events {
            let Some(of_layer) = all.get_mut(usize::from(event.id.layer)) else { continue };
            match event.kind {
                EventKind::End => {
                    if let Some(last) = of_layer.last_mut() {
                        last.end = Some(event.due);
                    }
                }
                EventKind::Start => of_layer.extend(visit(event.id, event.due)),
                _ => {}
            }
        }
        all.concat()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use cueline::time::ms;
    use cueline_import::aseprite::Selection;

    use super::*;
    use crate::open::{Needs, open_bytes};

    pub(crate) const HERO: &str = r#"(
        version: 1,
        clips: {
            "idle": (duration: "1s"),
            "walk": (tracks: {"hip/translation": Vec3([
                (at: 0, value: (0, 0, 0)), (at: "1s", value: (0, 4, 0)),
            ])}),
        },
        skeletons: {"hero": (nodes: {"hip": ()})},
        animators: {"hero": (
            parameters: {"speed": Float(0.0), "stop": Trigger("100ms")},
            layers: {"body": (
                states: {"idle": (motion: Clip("idle")), "walk": (motion: Clip("walk"))},
                transitions: [
                    (from: "idle", to: "walk", when: [AtLeast(parameter: "speed", value: 1.0)]),
                    (from: "walk", to: "idle", when: [Fired("stop")], change: Fade(over: "200ms")),
                ],
            )},
        )},
    )"#;

    fn opened(name: &str, text: &str) -> Opened {
        let needs = Needs::Picture(&Selection::default());
        open_bytes(Path::new(name), text.as_bytes().to_vec(), needs).unwrap()
    }

    fn trial() -> Trial {
        Trial::new("hero", &[&opened("hero.ron", HERO)]).unwrap()
    }

    fn time(millis: i64) -> Time {
        Time::ZERO + ms(millis)
    }

    fn names(visits: &[Visit]) -> Vec<(&str, Time, Option<Time>)> {
        visits.iter().map(|visit| (&*visit.state, visit.start, visit.end)).collect()
    }

    #[test]
    fn what_is_set_acts_at_its_time_and_the_past_stays_as_it_was() {
        let mut trial = trial();
        trial.set(time(500), "speed", 2.0.into());
        trial.set(time(2000), "speed", 0.0.into());
        trial.set(time(2500), "stop", ParameterValue::Fire);
        let (state, visits) = trial.at(time(2500)).unwrap();
        let walked = ("walk", time(500), Some(time(2500)));
        let idle = ("idle", time(0), Some(time(500)));
        assert_eq!(names(&visits), [idle, walked, ("idle", time(2500), None)]);
        assert!(state.is_changing(0), "the fade has begun");
        let (past, visits) = trial.at(time(700)).unwrap();
        assert_eq!(past.state(&trial.animator, 0), Some("walk"));
        assert_eq!(names(&visits), [idle, ("walk", time(500), None)]);
        // Set in the past: it would have stopped earlier, and what was set later stays.
        trial.set(time(1200), "stop", ParameterValue::Fire);
        let (_, visits) = trial.at(time(3000)).unwrap();
        assert_eq!(
            visits.len(),
            5,
            "it walks again at once, as the speed is still set: {visits:?}"
        );
    }

    #[test]
    fn a_state_is_the_same_whatever_was_looked_at_before() {
        let mut straight = trial();
        let mut wandering = trial();
        for trial in [&mut straight, &mut wandering] {
            trial.set(time(0), "speed", 1.5.into());
            trial.set(time(1000), "stop", ParameterValue::Fire);
            trial.set(time(3100), "speed", 0.0.into());
            trial.set(time(4000), "stop", ParameterValue::Fire);
        }
        for at in [4500, 10, 2999, 3000, 3001, 0, 4000, 999, 1000] {
            let wandered = wandering.at(time(at)).unwrap();
            let mut fresh = trial();
            fresh.inputs.clone_from(&straight.inputs);
            assert_eq!(fresh.at(time(at)).unwrap(), wandered, "{at}");
        }
        assert_eq!(straight.at(time(4500)).unwrap().0.state(&straight.animator, 0), Some("idle"));
    }

    #[test]
    fn a_clip_that_no_file_has_is_named_and_another_file_can_have_it() {
        let alone = HERO.replace(r#""walk": (tracks"#, r#""walking": (tracks"#);
        // A file without clips may leave them to others.
        let start = alone.find("clips: {").unwrap();
        let end = alone.find("skeletons").unwrap();
        let (before, clips, after) = (&alone[..start], &alone[start..end], &alone[end..]);
        let file = opened("hero.ron", &format!("{before}{after}"));
        let said = Trial::new("hero", &[&file]).unwrap_err();
        assert!(said.contains(r#"the clips "idle", "walk""#), "{said}");
        let clips = format!("(version: 1, {})", clips.replace("walking", "walk"));
        let trial = Trial::new("hero", &[&file, &opened("clips.ron", &clips)]).unwrap();
        assert!(trial.character.is_some());
    }

    #[test]
    fn an_edited_animator_repeats_what_was_set() {
        let mut before = trial();
        before.set(time(100), "speed", 1.0.into());
        before.set(time(100), "stop", ParameterValue::Fire);
        let without = HERO.replace(r#""stop": Trigger("100ms")"#, r#""halt": Trigger("100ms")"#);
        let file = opened("hero.ron", &without.replace(r#"Fired("stop")"#, r#"Fired("halt")"#));
        let mut after = Trial::new("hero", &[&file]).unwrap();
        after.repeat(&before);
        let kept: Vec<&str> = after.inputs().iter().map(|input| &*input.parameter).collect();
        assert_eq!(kept, ["speed"]);
        assert_eq!(after.at(time(300)).unwrap().0.state(&after.animator, 0), Some("walk"));
    }
}
