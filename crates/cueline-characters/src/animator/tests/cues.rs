//! The cues of an animator's clips.

use std::collections::{BTreeMap, BTreeSet};

use cueline::{
    clip::{Clip, ClipBuilder, Cue},
    event::{Event, EventKind},
    time::{Span, Time, ms},
};

use super::programs::{self, Call, Random};
use crate::{
    ClipIndex,
    animator::{
        Animator, AnimatorBuilder, AnimatorErrorKind, AnimatorLayer, AnimatorState, Condition,
        CueId, Enter, ParameterValue, State, StateError, Transition, definition::EnterDef,
        parameter::Stored,
    },
};

/// Flick, layer, state, clip, cue, pass.
type Passed = (i64, usize, u32, u16, u32, u64);

fn passed(event: &Event<CueId>) -> Passed {
    let EventKind::Cue(cue) = event.kind else { panic!("{event:?}") };
    let CueId { state, clip, .. } = event.id;
    (event.due.flicks(), state.layer.into(), state.state, clip.0, cue, event.loop_index)
}

/// The clips of the programs, with cues at their starts, at their ends and between.
fn clips() -> Vec<Clip> {
    let (plain, _) = programs::clips();
    let cued = |clip: &Clip| {
        let flicks = clip.duration().flicks();
        let mut places = vec![0, flicks, flicks / 2, flicks / 3, flicks / 3];
        places.truncate(if flicks == 2 { 2 } else { 5 });
        let builder = ClipBuilder::new(clip.name()).duration(clip.duration());
        let cue = |builder: ClipBuilder, at| builder.cue(Cue::effect(Span::from_flicks(at), "cue"));
        places.into_iter().fold(builder, cue).build().unwrap()
    };
    plain.iter().map(cued).collect()
}

/// Makes the calls; advances in the steps that `cut` makes of each.
fn play(
    animator: &Animator,
    clips: &[Clip],
    calls: &[Call],
    mut cut: impl FnMut(i64) -> Vec<i64>,
) -> Vec<Event<CueId>> {
    let (mut state, mut cues) = (animator.start(Time::ZERO), Vec::new());
    for call in calls {
        match *call {
            Call::Set(after, name, value) => {
                state.set(animator, state.time() + Span::from_flicks(after), name, value).unwrap();
            }
            Call::Advance(flicks) => {
                for part in cut(flicks) {
                    let to = state.time() + Span::from_flicks(part);
                    let first = cues.len();
                    let (mut other, mut events, mut others) =
                        (state.clone(), Vec::new(), Vec::new());
                    state.advance_with(animator, clips, &[], to, &mut events, &mut cues).unwrap();
                    assert!(cues[first..].iter().all(|cue| cue.lateness == to - cue.due));
                    other.advance_to(animator, to, &mut others).unwrap();
                    assert_eq!((&state, events), (&other, others));
                }
            }
        }
    }
    cues
}

/// The cues of the current states, found by looking at each flick what the clips show.
struct Watcher<'a> {
    animator: &'a Animator,
    clips: &'a [Clip],
    found: Vec<Passed>,
}

impl Watcher<'_> {
    /// For each layer: its state, and by clip the time that it has played, in flicks over all passes.
    fn look(&self, state: &AnimatorState, at: Time) -> Vec<(u32, BTreeMap<u16, i64>)> {
        let layers = state.layers.iter().zip(&self.animator.layers);
        let look = layers.map(|(layer, def)| {
            let playing = layer.current();
            let own = playing.def(def);
            let progress = playing.progress_at(at, playing.rate(self.animator, def, &state.values));
            let progress = own.shown(progress);
            let mut played = BTreeMap::new();
            own.motion.weights(&state.values, |clip, _| {
                let whole = self.animator.clips[usize::from(clip)].1;
                let shown = own.clip_time(progress, whole);
                let shown = if own.reversed { whole - shown } else { shown };
                let ended = !own.repeats && progress.passes > 0;
                let passes = if ended { 0 } else { progress.passes.cast_signed() };
                played.insert(clip, passes * whole.flicks() + shown.flicks());
            });
            (playing.state, played)
        });
        look.collect()
    }

    /// Cues that lie after `from`, or at it where `with_start`, and up to `to`, in a clip of the state of a layer.
    fn find(
        &mut self,
        at: Time,
        (layer, state, clip): (usize, u32, u16),
        (from, to): (i64, i64),
        with_start: bool,
    ) {
        let def = &self.animator.layers[layer].states[state as usize];
        let whole = self.animator.clips[usize::from(clip)].1.flicks();
        let last = if def.repeats { to / whole.max(1) } else { 0 };
        for pass in 0..=last {
            for (number, cue) in (0..).zip(self.clips[usize::from(clip)].cues()) {
                let own = if def.reversed { whole - cue.at.flicks() } else { cue.at.flicks() };
                let place = pass * whole + own;
                if from < place && place <= to || with_start && place == from {
                    let pass = pass.unsigned_abs();
                    self.found.push((at.flicks(), layer, state, clip, number, pass));
                }
            }
        }
    }
}

/// Makes the calls one flick at a time and looks.
fn watch(animator: &Animator, clips: &[Clip], calls: &[Call]) -> Vec<Passed> {
    let mut watcher = Watcher { animator, clips, found: Vec::new() };
    let mut state = animator.start(Time::ZERO);
    for call in calls {
        let flicks = match *call {
            Call::Set(after, name, value) => {
                let at = state.time() + Span::from_flicks(after);
                state.set(animator, at, name, value).unwrap();
                continue;
            }
            Call::Advance(flicks) => flicks,
        };
        // What is due at a flick is taken by a step of no time, so nothing changes on the way to the next flick.
        let steps = (0..flicks).flat_map(|_| [0, 1]).chain((flicks == 0).then_some(0));
        for step in steps {
            let before = state.clone();
            let at = before.time() + Span::from_flicks(step);
            let (then, now) = (watcher.look(&before, before.time()), watcher.look(&before, at));
            let mut events = Vec::new();
            state.advance_to(animator, at, &mut events).unwrap();
            for (layer, ((of, from), (_, to))) in then.iter().zip(&now).enumerate() {
                for (clip, from) in from {
                    watcher.find(at, (layer, *of, *clip), (*from, to[clip]), false);
                }
            }
            for event in events.iter().filter(|event| event.kind == EventKind::Start) {
                let id = (usize::from(event.id.layer), event.id.state);
                // What is set at the end of the step acts after the transitions there.
                entered(&mut watcher, &state, &before.values, event.due, id);
            }
        }
    }
    watcher.found
}

/// What a state passes by being entered. Only the state that is current in the end is known; programs whose layers take
/// several transitions at one moment are left out.
fn entered(
    watcher: &mut Watcher<'_>,
    state: &AnimatorState,
    values: &[Stored],
    at: Time,
    (layer, number): (usize, u32),
) {
    let (def, playing) = (&watcher.animator.layers[layer], *state.layers[layer].current());
    if playing.via(def).is_none_or(|via| via.enter == EnterDef::InPhase) {
        return;
    }
    let own = playing.def(def);
    let mut clips = BTreeSet::new();
    own.motion.weights(values, |clip, _| {
        clips.insert(clip);
    });
    for clip in clips {
        let whole = watcher.animator.clips[usize::from(clip)].1.flicks();
        let part = playing.progress.part * u128::from(whole.unsigned_abs());
        let exact =
            if own.is_still { Some(0) } else { (part % (1 << 96) == 0).then_some(part >> 96) };
        if let Some(here) = exact.and_then(|here| i64::try_from(here).ok()) {
            watcher.find(at, (layer, number, clip), (here, here), true);
        }
    }
}

fn each(seed: u64, mut with: impl FnMut(&mut Random, &Animator)) {
    let clips = clips();
    let mut random = Random::new(seed);
    let mut built = 0;
    while built < 3000 {
        let source = if random.one_in(2) {
            programs::rich_animator(&mut random)
        } else {
            programs::animator(&mut random)
        };
        match source.build(&clips) {
            Ok(animator) => {
                built += 1;
                with(&mut random, &animator);
            }
            Err(error) => {
                assert!(matches!(*error.kind, AnimatorErrorKind::Cycle { .. }), "{error}")
            }
        }
    }
}

#[test]
fn partition() {
    let (clips, mut reported) = (clips(), 0);
    each(21, |random, animator| {
        let calls = programs::program(random);
        let whole = play(animator, &clips, &calls, |flicks| vec![flicks]);
        let parts = play(animator, &clips, &calls, |flicks| {
            let first = random.below(usize::try_from(flicks.max(1)).unwrap()) as i64;
            vec![0, first, flicks - first]
        });
        let ids = |cues: &[Event<CueId>]| -> Vec<_> {
            cues.iter().map(|cue| (passed(cue), cue.id)).collect()
        };
        assert_eq!(ids(&whole), ids(&parts));
        assert!(whole.is_sorted_by_key(|cue| cue.due));
        reported += whole.len();
    });
    assert!(reported > 50_000, "{reported}");
}

#[test]
fn each_cue_is_passed_once_at_its_flick() {
    let (clips, mut reported, mut entries) = (clips(), 0, 0);
    each(22, |random, animator| {
        let calls = programs::program(random);
        let mut found: Vec<Passed> =
            play(animator, &clips, &calls, |flicks| vec![flicks]).iter().map(passed).collect();
        let mut watched = watch(animator, &clips, &calls);
        found.sort_unstable();
        watched.sort_unstable();
        // Several transitions of a layer at one moment: what the states between pass is not looked at.
        let mut busy = |state: &mut AnimatorState| {
            let mut events = Vec::new();
            for call in &calls {
                match *call {
                    Call::Set(after, name, value) => {
                        let at = state.time() + Span::from_flicks(after);
                        state.set(animator, at, name, value).unwrap();
                    }
                    Call::Advance(flicks) => {
                        let to = state.time() + Span::from_flicks(flicks);
                        state.advance_to(animator, to, &mut events).unwrap();
                    }
                }
            }
            let starts: Vec<_> = events
                .iter()
                .filter(|event| event.kind == EventKind::Start)
                .map(|event| (event.id.layer, event.due))
                .collect();
            let mut once = starts.clone();
            once.sort_unstable();
            once.dedup();
            entries += once.len();
            once.len() < starts.len()
        };
        if busy(&mut animator.start(Time::ZERO)) {
            return;
        }
        assert_eq!(found, watched, "{calls:?} {animator:?}");
        reported += found.len();
    });
    assert!(reported > 20_000 && entries > 3000, "{reported}, {entries}");
}

fn step_clip(name: &str, millis: i64) -> Clip {
    ClipBuilder::new(name)
        .duration(ms(millis))
        .cue(Cue::effect(ms(millis / 4), "left"))
        .cue(Cue::effect(ms(millis * 3 / 4), "right"))
        .build()
        .unwrap()
}

#[test]
fn a_blend_of_gaits_has_one_main_step_for_each_foot() {
    let clips = [step_clip("walk", 1000), step_clip("run", 600)];
    let body = AnimatorLayer::new("body").state(State::blend(
        "move",
        "speed",
        [(1.0, "walk"), (3.0, "run")],
    ));
    let animator = AnimatorBuilder::new().float("speed", 1.5).layer(body).build(&clips).unwrap();
    let mut state = animator.start(Time::ZERO);
    let mut cues = Vec::new();
    // 0.75 of 1000 ms and 0.25 of 600 ms: a pass of 900 ms.
    state
        .advance_with(&animator, &clips, &[], Time::from_millis(900), &mut Vec::new(), &mut cues)
        .unwrap();
    let shown: Vec<_> = cues.iter().map(|cue| (cue.due, cue.id.clip.0, cue.id.is_main)).collect();
    let at = Time::from_millis;
    assert_eq!(
        shown,
        [(at(225), 0, true), (at(225), 1, false), (at(675), 0, true), (at(675), 1, false)]
    );
}

#[test]
fn a_reversed_state_passes_its_cues_from_the_last_to_the_first() {
    let clips = [step_clip("walk", 1000)];
    let body = AnimatorLayer::new("body").state(State::clip("back", "walk").reversed());
    let animator = AnimatorBuilder::new().layer(body).build(&clips).unwrap();
    let mut cues = Vec::new();
    let mut state = animator.start(Time::ZERO);
    state
        .advance_with(&animator, &clips, &[], Time::from_millis(1000), &mut Vec::new(), &mut cues)
        .unwrap();
    let shown: Vec<_> = cues.iter().map(|cue| (cue.due, cue.kind)).collect();
    let at = Time::from_millis;
    assert_eq!(shown, [(at(250), EventKind::Cue(1)), (at(750), EventKind::Cue(0))]);
    assert!(cues.iter().all(Event::is_audible));
}

#[test]
fn a_state_that_is_entered_at_a_cue_passes_it_but_not_in_phase() {
    let clips = [step_clip("walk", 1000), step_clip("limp", 1000)];
    let with = |enter: Enter| {
        let body = AnimatorLayer::new("body")
            .state(State::clip("walk", "walk"))
            .state(State::clip("limp", "limp"))
            .transition(
                Transition::new("walk", "limp").when(Condition::Progress(0.25)).enter(enter),
            );
        let animator = AnimatorBuilder::new().layer(body).build(&clips).unwrap();
        let mut cues = Vec::new();
        let mut state = animator.start(Time::ZERO);
        state
            .advance_with(
                &animator,
                &clips,
                &[],
                Time::from_millis(300),
                &mut Vec::new(),
                &mut cues,
            )
            .unwrap();
        cues.iter().map(|cue| (cue.due, cue.id.clip)).collect::<Vec<_>>()
    };
    let at = Time::from_millis(250);
    assert_eq!(with(Enter::InPhase), [(at, ClipIndex(0))]);
    assert_eq!(with(Enter::At(0.25)), [(at, ClipIndex(0)), (at, ClipIndex(1))]);
    assert_eq!(with(Enter::Start), [(at, ClipIndex(0))]);
}

#[test]
fn too_many_cues_are_refused_and_nothing_changes() {
    let clips = [step_clip("blink", 1)];
    let body = AnimatorLayer::new("body")
        .state(State::clip("blink", "blink"))
        .state(State::clip("again", "blink"))
        .transition(Transition::new("blink", "again").when(Condition::Fired("nod".into())));
    let builder = AnimatorBuilder::new().trigger("nod", ms(50)).layer(body);
    let animator = builder.build(&clips).unwrap();
    let mut state = animator.start(Time::ZERO);
    let (mut events, mut cues) = (Vec::new(), Vec::new());
    let at = Time::from_secs(40);
    state.advance_with(&animator, &clips, &[], at, &mut events, &mut cues).unwrap();
    assert_eq!(cues.len(), 80_000);
    // Also where it has changed before it is refused: by a value that waits, and by transitions.
    let signal = ParameterValue::Fire;
    state.set(&animator, Time::from_secs(41), "nod", signal).unwrap();
    let before = (state.clone(), events.clone(), cues.clone());
    let to = Time::from_secs(100);
    let refused = state.advance_with(&animator, &clips, &[], to, &mut events, &mut cues);
    assert_eq!(refused, Err(StateError::TooManyCues { to, most: 100_000 }));
    assert_eq!((&state, &events, &cues), (&before.0, &before.1, &before.2));
    state.advance_to(&animator, to, &mut events).unwrap();
    assert_eq!(events.len(), 2);
}
