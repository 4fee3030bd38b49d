//! The laws of an animator, on random programs: against the model, and against itself.

use std::collections::BTreeMap;

use cueline::{
    digest::digest,
    event::{Event, EventKind},
    time::{Span, Time},
};

use super::{
    model::{Happened, Model, PASS, Reached, time},
    programs::{self, Call, Random, plain},
};
use crate::{
    Layer, Mode,
    animator::{Animator, AnimatorBuilder, AnimatorErrorKind, AnimatorState, StateId},
};

/// Animators in every test run; more by the variable `CUELINE_ANIMATORS`.
fn animators() -> u64 {
    std::env::var("CUELINE_ANIMATORS").ok().and_then(|text| text.parse().ok()).unwrap_or(3000)
}

/// Random animators that can be built, of those that the model knows.
fn each(seed: u64, with: impl FnMut(&mut Random, &AnimatorBuilder, &Animator)) {
    each_of(programs::animator, seed, with);
}

/// Random animators of all kinds.
fn each_rich(seed: u64, with: impl FnMut(&mut Random, &AnimatorBuilder, &Animator)) {
    each_of(programs::rich_animator, seed, with);
}

fn each_of(
    animator: fn(&mut Random) -> AnimatorBuilder,
    seed: u64,
    mut with: impl FnMut(&mut Random, &AnimatorBuilder, &Animator),
) {
    let (clips, _) = programs::clips();
    let (mut built, mut cycles) = (0, 0);
    let mut random = Random::new(seed);
    while built < animators() {
        let source = animator(&mut random);
        match source.build(&clips) {
            Ok(animator) => {
                built += 1;
                with(&mut random, &source, &animator);
            }
            Err(error) => {
                assert!(matches!(*error.kind, AnimatorErrorKind::Cycle { .. }), "{error}");
                cycles += 1;
            }
        }
    }
    assert!(cycles > animators() / 100, "cycles are refused, and the generator makes some");
}

fn happened(events: &[Event<StateId>]) -> Vec<Happened> {
    let plain = |event: &Event<StateId>| {
        let StateId { layer, state } = event.id;
        (event.due.flicks(), usize::from(layer), state as usize, event.kind)
    };
    events.iter().map(plain).collect()
}

/// Makes the calls, and advances to the end in the steps that `cut` makes of each.
fn play(
    animator: &Animator,
    state: &mut AnimatorState,
    calls: &[Call],
    mut cut: impl FnMut(i64) -> Vec<i64>,
) -> Vec<Event<StateId>> {
    let mut events = Vec::new();
    for call in calls {
        match *call {
            Call::Set(after, name, value) => {
                state.set(animator, state.time() + Span::from_flicks(after), name, value).unwrap();
            }
            Call::Advance(flicks) => {
                for part in cut(flicks) {
                    let to = state.time() + Span::from_flicks(part);
                    state.advance_to(animator, to, &mut events).unwrap();
                }
            }
        }
    }
    events
}

fn layers(animator: &Animator, state: &AnimatorState, at: Time) -> Vec<Layer> {
    let mut layers = Vec::new();
    state.layers_into(animator, at, &mut layers).unwrap();
    layers
}

#[test]
fn transitions_happen_once_at_their_exact_moment() {
    let (_, clips) = programs::clips();
    let mut reached = Reached::default();
    each(1, |random, source, animator| {
        let (mut model, mut state) = (Model::new(source, &clips), animator.start(Time::ZERO));
        let mut events = Vec::new();
        for call in programs::program(random) {
            match call {
                Call::Set(after, name, value) => {
                    let at = model.now + after;
                    model.set(at, name, plain(value, at));
                    state.set(animator, time(at), name, value).unwrap();
                }
                Call::Advance(flicks) => {
                    let to = model.now + flicks;
                    model.advance_to(to);
                    events.clear();
                    state.advance_to(animator, time(to), &mut events).unwrap();
                    assert_eq!(happened(&events), model.happened, "{source:#?}");
                    assert!(events.iter().all(|event| event.lateness == time(to) - event.due));
                    model.happened.clear();
                    compare(&model, source, animator, &state);
                }
            }
        }
        for (what, times) in core::mem::take(&mut model.reached.0) {
            *reached.0.entry(what).or_default() += times;
        }
    });
    let corners = [
        "a value set ahead",
        "two transitions of a layer at one moment",
        "a transition that may not interrupt",
        "an old state that interrupts",
        "a signal used up",
        "a moment of a pass",
        "a progress",
        "a state entered in phase",
        "a fade interrupted",
        "an inertial transition",
        "the oldest state dropped",
    ];
    for corner in corners {
        let times = reached.0.get(corner).copied().unwrap_or(0);
        assert!(times > animators() / 100, "{corner}: {times} times");
    }
}

fn compare(model: &Model, source: &AnimatorBuilder, animator: &Animator, state: &AnimatorState) {
    let shown = layers(animator, state, state.time());
    let names: Vec<_> = animator.clips().collect();
    for (index, layer) in model.layers.iter().enumerate() {
        let current = layer.stack.last().unwrap();
        let states = &source.layers[index].states;
        assert_eq!(state.state(animator, index), Some(&*states[current.state].name));
        assert_eq!(state.since(index), Some(time(current.since)));
        let repeats = states[current.state].repeats;
        let progress = if repeats { current.progress } else { current.progress.min(PASS) };
        let difference =
            state.progress(animator, index, state.time()).unwrap() - progress as f64 / PASS as f64;
        assert!(difference.abs() < 1e-9, "{source:#?}");
    }
    // A second layer hides the first; what a difference leaves is the subject of other tests.
    if model.layers.len() > 1 || model.layers[0].differs_until > model.now {
        return;
    }
    let expected = model.shown(0);
    let clip = |layer: &Layer| (names[usize::from(layer.clip.0)].to_string(), layer.at.flicks());
    let merged = |all: &mut dyn Iterator<Item = ((String, i64), f64)>| {
        let mut sums = BTreeMap::new();
        for (key, weight) in all {
            *sums.entry(key).or_insert(0.0) += weight;
        }
        sums
    };
    let expected = merged(&mut expected.into_iter().map(|(clip, at, weight)| ((clip, at), weight)));
    let found = merged(&mut shown.iter().map(|layer| (clip(layer), f64::from(layer.weight))));
    assert_eq!(
        found.keys().collect::<Vec<_>>(),
        expected.iter().filter(|one| *one.1 > 1e-6).map(|one| one.0).collect::<Vec<_>>(),
        "{source:#?}"
    );
    for (key, weight) in found {
        assert!((expected[&key] - weight).abs() < 1e-5, "{key:?} in {source:#?}");
    }
}

#[test]
fn partition() {
    each_rich(2, |random, _, animator| {
        let calls = programs::program(random);
        let mut whole = animator.start(Time::ZERO);
        let mut parts = whole.clone();
        let events = play(animator, &mut whole, &calls, |flicks| vec![flicks]);
        let in_parts = play(animator, &mut parts, &calls, |flicks| {
            // A cut at the end would let values that are set there act one after the other.
            let first = random.below(usize::try_from(flicks.max(1)).unwrap()) as i64;
            vec![0, first, flicks - first]
        });
        assert_eq!(happened(&events), happened(&in_parts));
        // A step of no time at the end takes what holds there, which the whole has still to do.
        let end = whole.time();
        whole.advance_to(animator, end, &mut Vec::new()).unwrap();
        parts.advance_to(animator, end, &mut Vec::new()).unwrap();
        assert_eq!(whole, parts);
        assert_eq!(digest(&whole), digest(&parts));
    });
}

#[test]
fn state_is_data() {
    each_rich(3, |random, _, animator| {
        let (before, after) = (programs::program(random), programs::program(random));
        let mut state = animator.start(Time::from_millis(5));
        play(animator, &mut state, &before, |flicks| vec![flicks]);
        let text = serde_json::to_string(&state).unwrap();
        let bytes = postcard::to_allocvec(&state).unwrap();
        let mut copies = [
            state.clone(),
            serde_json::from_str(&text).unwrap(),
            postcard::from_bytes(&bytes).unwrap(),
        ];
        let events = play(animator, &mut state, &after, |flicks| vec![flicks]);
        for copy in &mut copies {
            assert_eq!(play(animator, copy, &after, |flicks| vec![flicks]), events);
            assert_eq!(*copy, state);
        }
    });
}

#[test]
fn sampling_is_free_of_effects() {
    each_rich(4, |random, _, animator| {
        let calls = programs::program(random);
        let (mut seen, mut unseen) = (animator.start(Time::ZERO), animator.start(Time::ZERO));
        for call in &calls {
            let one = core::slice::from_ref(call);
            let events = play(animator, &mut unseen, one, |flicks| vec![flicks]);
            let first = layers(animator, &seen, seen.time() + Span::from_flicks(5));
            layers(animator, &seen, Time::MAX);
            seen.ahead(animator, seen.time() + Span::from_flicks(9)).unwrap();
            assert_eq!(layers(animator, &seen, seen.time() + Span::from_flicks(5)), first);
            assert_eq!(play(animator, &mut seen, one, |flicks| vec![flicks]), events);
            assert_eq!(seen, unseen);
        }
    });
}

#[test]
fn a_value_set_ahead_is_a_value_set_at_its_time() {
    each_rich(5, |random, _, animator| {
        let (mut ahead, mut then) = (animator.start(Time::ZERO), animator.start(Time::ZERO));
        let calls = programs::program(random);
        let sets = calls.iter().filter_map(|call| match call {
            Call::Set(after, name, value) => Some((*after, *name, *value)),
            Call::Advance(_) => None,
        });
        let (mut at, mut events, mut expected) = (Time::ZERO, Vec::new(), Vec::new());
        for (after, name, value) in sets {
            at += Span::from_flicks(after);
            ahead.set(animator, at, name, value).unwrap();
            if at > then.time() {
                then.advance_to(animator, at, &mut expected).unwrap();
            }
            then.set(animator, at, name, value).unwrap();
        }
        let end = at + Span::from_flicks(10);
        ahead.advance_to(animator, end, &mut events).unwrap();
        then.advance_to(animator, end, &mut expected).unwrap();
        assert_eq!(happened(&events), happened(&expected));
        assert_eq!(ahead, then);
    });
}

#[test]
fn weights_add_up_to_one() {
    let (mut blends, mut differences) = (0, 0);
    each(6, |random, _, animator| {
        let mut state = animator.start(Time::ZERO);
        for call in programs::program(random) {
            play(animator, &mut state, &[call], |flicks| vec![flicks]);
            for after in [0, 1, 2, 9, 100_000] {
                let shown = layers(animator, &state, state.time() + Span::from_flicks(after));
                blends += u64::from(shown.len() > 2);
                differences += u64::from(shown.iter().any(|layer| layer.weight < 0.0));
                assert!(shown.iter().all(|layer| layer.mode == Mode::Mean && layer.mask.is_none()));
                let sum: f32 = shown.iter().map(|layer| layer.weight).sum();
                if shown.iter().all(|layer| layer.weight >= 0.0) {
                    assert_eq!(sum, 1.0, "{shown:?} {state:?}");
                } else {
                    // Weights of a velocity may be large, and their sum in `f32` is rounded.
                    let most = shown.iter().map(|layer| layer.weight.abs()).fold(0.0, f32::max);
                    assert!((sum - 1.0).abs() <= most * 1e-5, "{shown:?}");
                }
            }
        }
    });
    assert!(blends > animators() && differences > animators() / 10, "{blends}, {differences}");
}

#[test]
fn an_interrupted_fade_keeps_weights_continuous() {
    let (mut interrupted, mut taken) = (0, 0);
    each_rich(7, |random, _, animator| {
        let mut state = animator.start(Time::ZERO);
        for call in programs::program(random) {
            let Call::Advance(flicks) = call else {
                play(animator, &mut state, &[call], |flicks| vec![flicks]);
                continue;
            };
            for _ in 0..flicks {
                let before = state.clone();
                let events = play(animator, &mut state, &[Call::Advance(1)], |one| vec![one]);
                // What the state before shows a flick later, without the transition, is what shows with it: the new
                // state has no weight at its first moment.
                for layer in 0..animator.layers().len() {
                    let is_change = |event: &Event<StateId>| {
                        usize::from(event.id.layer) == layer && event.due == state.time()
                    };
                    let cut = state.layers[layer].stack[0].since == state.time();
                    let dropped = before.layers[layer].stack.len() > 6;
                    let late = events.iter().any(|event| event.due < state.time());
                    if cut || dropped || late || !events.iter().any(is_change) {
                        continue;
                    }
                    taken += 1;
                    interrupted += u64::from(before.layers[layer].stack.len() > 1);
                    assert_eq!(
                        before.weights(animator, layer, state.time()),
                        state.weights(animator, layer, state.time())
                    );
                }
            }
        }
    });
    assert!(taken > animators() && interrupted > animators() / 10, "{taken}, {interrupted}");
}

impl AnimatorState {
    /// The weight of each state of a layer, by state and time of entering.
    fn weights(&self, animator: &Animator, layer: usize, at: Time) -> BTreeMap<(u32, Time), u32> {
        let mut weights = BTreeMap::new();
        let (state, def) = (&self.layers[layer], &animator.layers[layer]);
        crate::animator::playing::stack(def, &state.stack, at, 1 << 24, |playing, units| {
            *weights.entry((playing.state, playing.since)).or_default() += units;
        });
        weights
    }
}

#[test]
fn events_pair_up() {
    each_rich(8, |random, _, animator| {
        let mut state = animator.start(Time::ZERO);
        let mut current: Vec<u32> = vec![0; animator.layers().len()];
        for event in play(animator, &mut state, &programs::program(random), |flicks| vec![flicks]) {
            let current = &mut current[usize::from(event.id.layer)];
            match event.kind {
                EventKind::End => assert_eq!(*current, event.id.state),
                EventKind::Start => *current = event.id.state,
                kind => panic!("{kind:?}"),
            }
        }
    });
}
