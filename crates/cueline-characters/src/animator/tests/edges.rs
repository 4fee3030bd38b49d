//! The last flick, the oldest state and the smallest unit: each rule exactly where it begins and ends.

use cueline::{
    clip::{Clip, ClipBuilder, Keyframe},
    event::EventKind,
    time::{Span, TickRate, Time, ms, secs},
    value::{Spring, Vec3},
};

use crate::{
    Layer,
    animator::{
        Animator, AnimatorBuilder, AnimatorLayer, AnimatorState, Condition, Enter, Interrupt,
        State, StateError, Transition, blend::UNIT,
    },
    motion::{RootMotion, RootOptions},
};

fn at(millis: i64) -> Time {
    Time::from_millis(millis)
}

/// As many clips of a second, called "0", "1", and so on.
fn clips(count: usize) -> Vec<Clip> {
    let clip = |name: usize| ClipBuilder::new(name.to_string()).duration(ms(1000)).build();
    (0..count).map(|name| clip(name).unwrap()).collect()
}

/// A state for each clip, of the same name.
fn states(count: usize) -> AnimatorLayer {
    let state = |name: usize| State::clip(name.to_string(), name.to_string());
    (0..count).map(state).fold(AnimatorLayer::new("body"), AnimatorLayer::state)
}

fn shown(animator: &Animator, state: &AnimatorState, at: Time) -> Vec<Layer> {
    let mut layers = Vec::new();
    state.layers_into(animator, at, &mut layers).unwrap();
    layers
}

/// States that follow each other, one every 100 ms, as one line of transitions.
fn chain(count: usize, change: impl Fn(Transition) -> Transition) -> Animator {
    let next = |from: usize| {
        let go = Transition::new(from.to_string(), (from + 1).to_string());
        change(go.when(Condition::After(ms(100))))
    };
    let layer = (0..count - 1).map(next).fold(states(count), AnimatorLayer::transition);
    AnimatorBuilder::new().layer(layer).build(&clips(count)).unwrap()
}

#[test]
fn eight_older_states_fade_and_then_the_oldest_is_dropped() {
    let animator = chain(13, |go| go.fade(secs(10.0)));
    for taken in 0..13_u16 {
        let mut hero = animator.start(at(0));
        let now = at(100 * i64::from(taken));
        hero.advance_to(&animator, now, &mut Vec::new()).unwrap();
        let layers = shown(&animator, &hero, now + ms(50));
        let clips: Vec<u16> = layers.iter().map(|layer| layer.clip.0).collect();
        // The newest first.
        let expected: Vec<u16> = (taken.saturating_sub(8)..=taken).rev().collect();
        assert_eq!(clips, expected, "after {taken} transitions");
        assert_eq!(layers.iter().map(|layer| layer.weight).sum::<f32>(), 1.0);
    }
}

#[test]
fn four_differences_decay_and_then_the_oldest_is_dropped() {
    let animator = chain(9, |go| go.inertial(secs(10.0)));
    for taken in 1..9_u16 {
        let mut hero = animator.start(at(0));
        let now = at(100 * i64::from(taken));
        hero.advance_to(&animator, now, &mut Vec::new()).unwrap();
        let layers = shown(&animator, &hero, now + ms(50));
        // The difference of each transition is of the state that it left and the one that it entered.
        let oldest = layers.iter().map(|layer| layer.clip.0).min();
        assert_eq!(oldest, Some(taken.saturating_sub(4)), "after {taken} transitions");
        let left = |state: u16| layers.iter().any(|layer| layer.clip.0 == state);
        assert!((taken.saturating_sub(4)..=taken).all(left), "after {taken}: {layers:?}");
    }
}

#[test]
#[expect(
    clippy::cast_possible_truncation,
    reason = "whole units up to 1 are exact in single precision"
)]
fn weights_of_an_inertial_transition_are_those_of_the_spring_to_the_nearest_unit() {
    let over = ms(300);
    let animator = chain(2, |go| go.inertial(over));
    let mut hero = animator.start(at(0));
    hero.advance_to(&animator, at(100), &mut Vec::new()).unwrap();
    let step = Span::from_frames(1, TickRate::HZ_60);
    let spring = Spring::smooth(over);
    for millis in 0..300 {
        let since = ms(millis);
        let (distance, _) = spring.at(since, 1.0, 0.0);
        let (change, _) = spring.at(since, 0.0, 1.0 / step.as_secs_f64());
        let nearest = |weight: f64| (weight * f64::from(UNIT)).round();
        // The old clip where it was left and a sixtieth before, the new one where it begins and a sixtieth later.
        let mut expected = vec![
            (0, ms(100), nearest(distance + change)),
            (0, ms(100) - step, nearest(-change)),
            (1, Span::ZERO, nearest(change - distance)),
            (1, step, nearest(-change)),
        ];
        expected.retain(|(_, _, units)| *units != 0.0);
        // All of them add up to 1; the newest state has the rest.
        let others: f64 = expected.iter().map(|(_, _, units)| units).sum();
        expected.push((1, since, f64::from(UNIT) - others));
        let expected: Vec<(u16, Span, f32)> = expected
            .into_iter()
            .map(|(clip, at, units)| (clip, at, (units / f64::from(UNIT)) as f32))
            .collect();
        let layers = shown(&animator, &hero, at(100 + millis));
        let shown: Vec<_> =
            layers.iter().map(|layer| (layer.clip.0, layer.at, layer.weight)).collect();
        assert_eq!(shown, expected, "{millis} ms after the switch");
    }
}

#[test]
fn an_inertial_transition_counts_no_state_that_has_faded_out_just_before() {
    // A fade ends at 200 ms, less than the sixtieth of a second before a transition over which a velocity is measured.
    let layer = states(3)
        .transition(Transition::new("0", "1").when(Condition::After(ms(100))).fade(ms(100)))
        .transition(Transition::new("1", "2").when(Condition::After(ms(110))).inertial(ms(300)));
    let animator = AnimatorBuilder::new().layer(layer).build(&clips(3)).unwrap();
    let with = |steps: &[i64]| {
        let mut hero = animator.start(at(0));
        for &step in steps {
            hero.advance_to(&animator, at(step), &mut Vec::new()).unwrap();
        }
        hero
    };
    let hero = with(&[220]);
    assert_eq!(hero.since(0), Some(at(210)));
    assert_eq!(hero, with(&[150, 205, 220]), "a step after the fade has dropped the old state");
    let layers = shown(&animator, &hero, at(220));
    assert!(layers.len() > 3, "{layers:?}");
    assert!(layers.iter().all(|layer| layer.clip.0 != 0), "{layers:?}");
}

#[test]
fn the_old_state_may_interrupt_up_to_the_last_flick_of_the_first_fade_that_hides_it() {
    // "0" fades to "1" over 200 ms; at 50 ms it interrupts with "2", which would fade until 350 ms, and later with "3".
    let end = ms(200); // of the fade to "1"
    for (after, expected) in [(end - Span::FLICK, "3"), (end, "2"), (end + Span::FLICK, "2")] {
        let from = |to, when: Condition, over| {
            Transition::new("0", to).when(when).fade(over).interrupt(Interrupt::OldAndNew)
        };
        let layer = states(4)
            .transition(from("3", Condition::After(after), ms(500)))
            .transition(from("2", Condition::After(ms(50)), ms(300)))
            .transition(from("1", Condition::After(Span::ZERO), ms(200)));
        let animator = AnimatorBuilder::new().layer(layer).build(&clips(4)).unwrap();
        let mut hero = animator.start(at(0));
        // In one step, so that nothing has dropped the old state before.
        hero.advance_to(&animator, at(340), &mut Vec::new()).unwrap();
        assert_eq!(hero.state(&animator, 0), Some(expected), "after {after}");
    }
}

#[test]
fn a_phase_is_reached_with_what_was_set_before_and_not_with_what_is_set_at_it() {
    let layer = states(2).transition(
        Transition::new("0", "1")
            .when(Condition::EachPass(0.5))
            .when(Condition::Is("on".into(), true)),
    );
    let builder = AnimatorBuilder::new().bool("on", false).layer(layer);
    let animator = builder.build(&clips(2)).unwrap();
    for (set, reached) in [(499, 500), (500, 1500), (501, 1500)] {
        let (mut hero, mut events) = (animator.start(at(0)), Vec::new());
        hero.advance_to(&animator, at(set), &mut events).unwrap();
        hero.set(&animator, at(set), "on", true).unwrap();
        hero.advance_to(&animator, at(1600), &mut events).unwrap();
        assert_eq!(events[0].due, at(reached), "set at {set} ms");
    }
}

#[test]
fn a_phase_at_which_a_state_is_entered_is_reached_a_pass_later() {
    // (where the state begins, when it is left for the phase 0.5)
    for (enter, left) in [
        (Enter::At(0.5), 100 + 1000),
        (Enter::At(0.25), 100 + 250),
        (Enter::At(0.75), 100 + 750),
        (Enter::Start, 100 + 500),
        (Enter::InPhase, 100 + 400),
    ] {
        let layer = states(2)
            .transition(Transition::new("0", "1").when(Condition::After(ms(100))).enter(enter))
            .transition(Transition::new("1", "0").when(Condition::EachPass(0.5)));
        let animator = AnimatorBuilder::new().layer(layer).build(&clips(2)).unwrap();
        for steps in [&[1150][..], &[100, 1150], &[99, 101, 1150]] {
            let (mut hero, mut events) = (animator.start(at(0)), Vec::new());
            for &step in steps {
                hero.advance_to(&animator, at(step), &mut events).unwrap();
            }
            let back = events
                .iter()
                .find(|event| event.kind == EventKind::Start && event.id.state == 0)
                .map(|event| event.due);
            assert_eq!(back, Some(at(left)), "{enter:?} in steps to {steps:?}");
        }
    }
    // The same for the state with which the animator starts.
    let layer = states(2).transition(Transition::new("0", "1").when(Condition::EachPass(0.0)));
    let animator = AnimatorBuilder::new().layer(layer).build(&clips(2)).unwrap();
    let (mut hero, mut events) = (animator.start(at(0)), Vec::new());
    hero.advance_to(&animator, at(0), &mut events).unwrap();
    assert_eq!(events.len(), 0);
    hero.advance_to(&animator, at(1500), &mut events).unwrap();
    assert_eq!((events.len(), events[0].due), (2, at(1000)));
}

#[test]
fn pieces_of_a_fade_begin_at_the_change_and_mix_by_the_weights_at_their_middle() {
    // A fade of 1024 s has 1024 pieces of a second. The old state stands, the new one goes a unit a second.
    let still = ClipBuilder::new("0").duration(ms(1000)).build().unwrap();
    let walk = ClipBuilder::new("1")
        .duration(ms(1000))
        .track(
            "root/translation",
            [(0, 0.0), (1000, 1.0)]
                .map(|(at, z)| Keyframe::linear(ms(at), Vec3::new(0.0_f32, 1.0, z))),
        )
        .build()
        .unwrap();
    let (root, walk) = RootMotion::extract(&walk, "root", &RootOptions::default()).unwrap();
    let (clips, roots) = ([still, walk], [None, Some(root)]);
    let layer = states(2)
        .transition(Transition::new("0", "1").when(Condition::After(ms(300))).fade(secs(1024.0)));
    let animator = AnimatorBuilder::new().layer(layer).build(&clips).unwrap();
    let change = at(300);
    let way = |steps: &[i64]| {
        let (mut hero, mut ways) = (animator.start(at(0)), Vec::new());
        for &millis in steps {
            let (mut events, mut cues) = (Vec::new(), Vec::new());
            let to = change + ms(millis);
            let way = hero.advance_with(&animator, &clips, &roots, to, &mut events, &mut cues);
            ways.push(way.unwrap().translation.z);
        }
        ways
    };
    // After 1.6 and 1.9 s of the fade: whole pieces, and part of the one whose middle is at 1.5 s.
    let ended = |millis: i64| {
        let (whole, part) = (millis / 1000, (millis % 1000) as f64 / 1000.0);
        let pieces: f64 = (0..whole).map(|piece| (piece as f64 + 0.5) / 1024.0).sum();
        pieces + (whole as f64 + 0.5) / 1024.0 * part
    };
    for steps in
        [&[1600, 1900][..], &[0, 250, 1600, 1900], &[-100, 100, 900, 1100, 1600, 1601, 1900]]
    {
        let mut sum = 0.0;
        for (&millis, way) in steps.iter().zip(way(steps)) {
            sum += way;
            let expected = ended(millis.max(0));
            assert!((sum - expected).abs() < 1e-9, "{sum}, not {expected}: {millis} of {steps:?}");
        }
    }
}

#[test]
fn an_id_of_an_animator_with_more_parameters_is_refused() {
    let animator = |names: &[&str]| {
        let builder = names.iter().fold(AnimatorBuilder::new(), |all, name| all.float(*name, 0.0));
        builder.layer(states(1)).build(&clips(1)).unwrap()
    };
    let (two, one) = (animator(&["speed", "lean"]), animator(&["speed"]));
    let [speed, lean] = ["speed", "lean"].map(|name| two.parameter(name).unwrap());
    assert_eq!(one.parameter(speed), Ok(speed));
    let refused = one.parameter(lean).unwrap_err();
    assert_eq!(refused, StateError::UnknownId { index: 1, parameters: 1 });
}
