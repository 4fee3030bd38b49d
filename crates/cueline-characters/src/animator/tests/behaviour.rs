use cueline::{
    clip::{Clip, ClipBuilder},
    digest::digest,
    event::EventKind,
    history::Snapshots,
    time::{Span, Speed, Tick, TickRate, Time, ms},
    value::Easing,
};

use crate::{
    Layer, MaskId, Mode, PoseId,
    animator::{
        Animator, AnimatorBuilder, AnimatorErrorKind, AnimatorLayer, AnimatorState, Change,
        Condition, Enter, Interrupt, LayerWeight, ParameterValue, State, StateError, Transition,
    },
};

fn clips() -> Vec<Clip> {
    let clip = |(name, millis)| ClipBuilder::new(name).duration(ms(millis)).build().unwrap();
    [("idle", 800), ("walk", 1000), ("run", 600), ("jump", 500), ("wave", 400), ("nod", 300)]
        .map(clip)
        .into()
}

fn at(millis: i64) -> Time {
    Time::from_millis(millis)
}

fn fired(trigger: &str) -> Condition {
    Condition::Fired(trigger.into())
}

fn build(builder: AnimatorBuilder) -> Animator {
    builder.build(&clips()).unwrap()
}

fn refusal(builder: AnimatorBuilder) -> String {
    builder.build(&clips()).unwrap_err().to_string()
}

/// `(clip, milliseconds, weight)` of what shows.
fn shown(animator: &Animator, state: &AnimatorState, millis: i64) -> Vec<(String, f64, f32)> {
    let (names, mut layers) = (animator.clips().collect::<Vec<_>>(), Vec::new());
    state.layers_into(animator, at(millis), &mut layers).unwrap();
    let plain = |layer: &Layer| {
        let clip = names[usize::from(layer.clip.0)].to_string();
        (clip, layer.at.as_secs_f64() * 1000.0, layer.weight)
    };
    layers.iter().map(plain).collect()
}

fn one_layer() -> AnimatorLayer {
    AnimatorLayer::new("body")
        .state(State::clip("idle", "idle"))
        .state(State::clip("jump", "jump").once())
}

#[test]
fn a_slow_frame_takes_a_chain_of_transitions_each_at_its_time() {
    let body = one_layer()
        .transition(Transition::new("idle", "jump").when(Condition::EachPass(0.5)))
        .transition(Transition::new("jump", "idle").when(Condition::Progress(0.8)));
    let animator = build(AnimatorBuilder::new().layer(body));
    let (mut hero, mut events) = (animator.start(at(0)), Vec::new());
    hero.advance_to(&animator, at(2000), &mut events).unwrap();
    let starts = events.iter().filter(|event| event.kind == EventKind::Start);
    // 400 ms of idle, 400 of the jump, and again.
    let due: Vec<_> = starts.map(|event| (event.due, event.lateness, event.id.state)).collect();
    let expected = [(400, 1), (800, 0), (1200, 1), (1600, 0), (2000, 1)];
    assert_eq!(due, expected.map(|(due, state)| (at(due), ms(2000 - due), state)));
}

#[test]
fn clips_of_a_blend_stay_in_phase_while_the_parameter_changes() {
    let walking = State::blend("move", "speed", [(0.0, "walk"), (1.0, "run")]);
    let body = AnimatorLayer::new("body").state(walking);
    let animator = build(AnimatorBuilder::new().float("speed", 0.0).layer(body));
    let mut hero = animator.start(at(0));
    // Half a pass of 1000 ms, then an eighth of a pass of 800 ms.
    hero.set(&animator, at(500), "speed", 0.5).unwrap();
    hero.advance_to(&animator, at(600), &mut Vec::new()).unwrap();
    let phase = 0.625;
    assert_eq!(
        shown(&animator, &hero, 600),
        [("walk".into(), 1000.0 * phase, 0.5), ("run".into(), 600.0 * phase, 0.5)]
    );
    assert_eq!(hero.progress(&animator, 0, at(600)), Some(phase));
}

#[test]
fn a_signal_waits_for_its_time_and_is_used_up_once() {
    let body = one_layer()
        .transition(Transition::new("idle", "jump").when(fired("jump")))
        .transition(Transition::new("jump", "idle").when(Condition::Progress(1.0)));
    let animator = build(AnimatorBuilder::new().trigger("jump", ms(100)).layer(body));
    // A press 100 ms before the landing makes the next jump; one 101 ms before does not.
    for (press, jumps) in [(400, 2), (399, 1)] {
        let (mut hero, mut events) = (animator.start(at(0)), Vec::new());
        hero.fire(&animator, at(0), "jump").unwrap();
        hero.fire(&animator, at(press), "jump").unwrap();
        hero.advance_to(&animator, at(900), &mut events).unwrap();
        let entered = |event: &&cueline::event::Event<_>| event.kind == EventKind::Start;
        let jumped = events.iter().filter(entered).filter(|event| event.id.state == 1).count();
        assert_eq!(jumped, jumps, "pressed at {press} ms");
        assert_eq!(hero.get(&animator, "jump"), Ok(ParameterValue::Reset));
    }
}

#[test]
fn an_old_state_interrupts_only_by_what_was_declared_before() {
    let layer = |interrupt| {
        AnimatorLayer::new("body")
            .state(State::clip("a", "idle"))
            .state(State::clip("b", "walk"))
            .state(State::clip("c", "run"))
            .transition(Transition::new("a", "c").when(fired("c")).fade(ms(100)))
            .transition(
                Transition::new("a", "b").when(fired("b")).fade(ms(100)).interrupt(interrupt),
            )
    };
    let cases = [
        (Interrupt::OldAndNew, 50, "c"),
        (Interrupt::OldAndNew, 100, "b"), // the fade is over
        (Interrupt::New, 50, "b"),
        (Interrupt::Never, 50, "b"),
    ];
    for (interrupt, pressed, expected) in cases {
        let builder = AnimatorBuilder::new().trigger("b", ms(0)).trigger("c", ms(0));
        let animator = build(builder.layer(layer(interrupt)));
        let mut hero = animator.start(at(0));
        hero.fire(&animator, at(0), "b").unwrap();
        hero.fire(&animator, at(pressed), "c").unwrap();
        hero.advance_to(&animator, at(200), &mut Vec::new()).unwrap();
        assert_eq!(hero.state(&animator, 0), Some(expected), "{interrupt:?} at {pressed}");
    }
}

#[test]
fn a_masked_layer_replaces_what_is_below_inside_of_its_mask() {
    let body =
        one_layer().transition(Transition::new("idle", "jump").when(fired("jump")).fade(ms(100)));
    let arms = AnimatorLayer::new("arms")
        .state(State::clip("wave", "wave"))
        .mask("arms")
        .weight_by("arms");
    let builder = AnimatorBuilder::new().float("arms", 1.0).trigger("jump", ms(0));
    let animator = build(builder.layer(body).layer(arms));
    let mut hero = animator.start(at(0));
    hero.fire(&animator, at(0), "jump").unwrap();
    hero.advance_to(&animator, at(10), &mut Vec::new()).unwrap();
    for (weight, layers) in [(1.0, 3), (0.25, 5), (0.0, 2)] {
        hero.set(&animator, at(10), "arms", weight).unwrap();
        let mut shown = Vec::new();
        hero.layers_into(&animator, at(30), &mut shown).unwrap();
        assert_eq!(shown.len(), layers, "{weight}: {shown:?}");
        // A joint outside of the mask, one half in it, and one inside.
        for joint in [0.0, 0.5, 1.0] {
            let mask = |id: MaskId| animator.masks()[usize::from(id.0)].weight(|_| joint);
            let weighs = |layer: &Layer| layer.weight * layer.mask.map_or(1.0, mask);
            let all: f32 = shown.iter().map(weighs).sum();
            assert!((all - 1.0).abs() < 1e-6, "{all} at {joint}");
            let waves: f32 = shown.iter().filter(|one| one.clip.0 == 4).map(weighs).sum();
            assert!((waves - weight * joint).abs() < 1e-6, "{waves} at {joint}");
        }
    }
}

#[test]
fn an_empty_state_shows_the_layers_below() {
    let above = AnimatorLayer::new("above")
        .state(State::empty("none"))
        .state(State::clip("wave", "wave").once())
        .transition(Transition::new("none", "wave").when(fired("wave")).fade(ms(100)));
    let animator =
        build(AnimatorBuilder::new().trigger("wave", ms(0)).layer(one_layer()).layer(above));
    let mut hero = animator.start(at(0));
    assert_eq!(shown(&animator, &hero, 0), [("idle".into(), 0.0, 1.0)]);
    hero.fire(&animator, at(0), "wave").unwrap();
    hero.advance_to(&animator, at(0), &mut Vec::new()).unwrap();
    assert_eq!(
        shown(&animator, &hero, 25),
        [("idle".into(), 25.0, 0.75), ("wave".into(), 25.0, 0.25)]
    );
    assert_eq!(shown(&animator, &hero, 900), [("wave".into(), 400.0, 1.0)]);
}

#[test]
fn an_additive_layer_adds_its_difference_from_its_pose() {
    let nod = AnimatorLayer::new("nod")
        .state(State::clip("nod", "nod"))
        .additive_to("straight")
        .mask("head")
        .weight(0.5);
    let animator = build(AnimatorBuilder::new().layer(one_layer()).layer(nod));
    let mut layers = Vec::new();
    animator.start(at(0)).layers_into(&animator, at(30), &mut layers).unwrap();
    assert_eq!(animator.poses().collect::<Vec<_>>(), ["straight"]);
    assert_eq!(animator.masks()[0].factors[0].mask, "head".into());
    let added = Layer {
        at: ms(30),
        weight: 0.5,
        mask: Some(MaskId(0)),
        mode: Mode::Add(PoseId(1)),
        ..layers[1]
    };
    assert_eq!((layers.len(), layers[0].weight, layers[1]), (2, 1.0, added));
}

/// The sum of the weights times a number that stands for the picture: clip and time as they are.
fn picture(animator: &Animator, hero: &AnimatorState, at: Time) -> f64 {
    let mut layers = Vec::new();
    hero.layers_into(animator, at, &mut layers).unwrap();
    let value = |layer: &Layer| f64::from(layer.clip.0) * 10.0 + layer.at.as_secs_f64() * 3.0;
    layers.iter().map(|layer| f64::from(layer.weight) * value(layer)).sum()
}

#[test]
fn an_inertial_transition_keeps_place_and_velocity_and_ends_at_the_new_picture() {
    // Two jumps in a row, the second before the first difference has decayed.
    let body = AnimatorLayer::new("body")
        .state(State::clip("idle", "idle"))
        .state(State::clip("walk", "walk").speed(Speed::whole(2)))
        .state(State::clip("run", "run"))
        .transition(Transition::new("idle", "walk").when(fired("a")).inertial(ms(200)))
        .transition(Transition::new("walk", "run").when(fired("b")).inertial(ms(200)));
    let animator =
        build(AnimatorBuilder::new().trigger("a", ms(0)).trigger("b", ms(0)).layer(body));
    let mut hero = animator.start(at(0));
    for (trigger, press) in [("a", 100), ("b", 160)] {
        hero.advance_to(&animator, at(press), &mut Vec::new()).unwrap();
        hero.fire(&animator, at(press), trigger).unwrap();
        let before = hero.clone();
        hero.advance_to(&animator, at(press), &mut Vec::new()).unwrap();
        assert!(hero.is_changing(0));
        let [old, new] = [&before, &hero].map(|hero| {
            let here = picture(&animator, hero, at(press));
            (here, (picture(&animator, hero, at(press) + ms(1)) - here) * 1000.0)
        });
        assert!((old.0 - new.0).abs() < 1e-4, "place: {} to {}", old.0, new.0);
        // Of an acceleration of some 10,000 a second squared, half a millisecond.
        assert!((old.1 - new.1).abs() < 12.0, "velocity: {} to {}", old.1, new.1);
    }
    let end = at(900);
    hero.advance_to(&animator, end, &mut Vec::new()).unwrap();
    assert!(!hero.is_changing(0));
    assert_eq!(shown(&animator, &hero, 900), [("run".into(), 140.0, 1.0)]);
}

#[test]
fn a_state_entered_in_phase_goes_on_at_the_same_part_of_its_pass() {
    let body = AnimatorLayer::new("body")
        .state(State::clip("walk", "walk"))
        .state(State::clip("run", "run").reversed())
        .transition(Transition::new("walk", "run").when(fired("run")).enter(Enter::InPhase));
    let animator = build(AnimatorBuilder::new().trigger("run", ms(0)).layer(body));
    let mut hero = animator.start(at(0));
    hero.fire(&animator, at(250), "run").unwrap();
    hero.advance_to(&animator, at(260), &mut Vec::new()).unwrap();
    assert_eq!(shown(&animator, &hero, 250 + 60), [("run".into(), 600.0 - 150.0 - 60.0, 1.0)]);
}

#[test]
fn a_speed_parameter_stops_and_goes_without_a_jump() {
    let body = AnimatorLayer::new("body").state(State::clip("walk", "walk").speed_by("pace"));
    let animator = build(AnimatorBuilder::new().float("pace", 1.0).layer(body));
    let mut hero = animator.start(at(0));
    for (millis, pace) in [(300, 0.0), (800, -4.0), (1300, 1.5)] {
        hero.set(&animator, at(millis), "pace", pace).unwrap();
    }
    hero.advance_to(&animator, at(1500), &mut Vec::new()).unwrap();
    assert_eq!(shown(&animator, &hero, 1500), [("walk".into(), 600.0, 1.0)]);
}

#[test]
fn refused_calls_change_nothing() {
    let animator = build(AnimatorBuilder::new().float("speed", 0.0).layer(one_layer()));
    let other = build(AnimatorBuilder::new().layer(one_layer()));
    let mut hero = animator.start(at(100));
    let before = hero.clone();
    let messages = [
        hero.set(&animator, at(99), "speed", 1.0),
        hero.set(&animator, at(100), "spede", 1.0),
        hero.set(&animator, at(100), "speed", true),
        hero.set(&animator, at(100), "speed", f32::NAN),
        hero.advance_to(&animator, at(0), &mut Vec::new()),
        hero.advance_to(&other, at(200), &mut Vec::new()),
    ]
    .map(|result: Result<(), StateError>| result.unwrap_err().to_string());
    assert_eq!(
        messages,
        [
            "the time is 99 ms, but the state has reached 100 ms",
            r#"there is no parameter "spede"; did you mean "speed"? There are: speed"#,
            r#"the parameter "speed" is a float; the value is for a bool"#,
            r#"the value of "speed" is NaN but must be from -32768 to 32768"#,
            "the time is 0 ms, but the state has reached 100 ms",
            "the state belongs to another animator, or its states, parameters or transitions have changed",
        ]
    );
    assert_eq!(hero, before);
}

#[test]
fn a_damaged_save_is_refused_and_never_panics() {
    let body = one_layer()
        .transition(Transition::new("idle", "jump").when(fired("jump")).inertial(ms(100)));
    let animator = build(AnimatorBuilder::new().trigger("jump", ms(50)).layer(body));
    let mut hero = animator.start(at(0));
    hero.fire(&animator, at(0), "jump").unwrap();
    hero.fire(&animator, at(90), "jump").unwrap();
    hero.advance_to(&animator, at(30), &mut Vec::new()).unwrap();
    let bytes = postcard::to_allocvec(&hero).unwrap();
    let mut refused = 0;
    for place in 0..bytes.len() {
        for value in [0, 1, 5, 0x7f, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[place] = value;
            let Ok(mut state) = postcard::from_bytes::<AnimatorState>(&damaged) else {
                refused += 1;
                continue;
            };
            let before = state.clone();
            let to = state.time() + ms(500);
            if state.advance_to(&animator, to, &mut Vec::new()).is_err() {
                refused += 1;
                assert_eq!(state, before);
            } else {
                let _ = state.layers_into(&animator, Time::MAX, &mut Vec::new());
            }
        }
    }
    assert!(refused > 100, "{refused} of {}", bytes.len() * 6);
    let text = serde_json::to_string(&hero).unwrap();
    let later = text.replacen("\"version\":1", "\"version\":2", 1);
    let error = serde_json::from_str::<AnimatorState>(&later).unwrap_err().to_string();
    assert!(error.starts_with("the save has version 2; this program reads version 1"), "{error}");
}

#[test]
fn faults_are_named_with_their_place() {
    let layer = || AnimatorLayer::new("body").state(State::clip("idle", "idle"));
    let with = |state| AnimatorBuilder::new().float("speed", 0.0).layer(layer().state(state));
    let by = |transition| {
        let layer = layer().state(State::clip("walk", "walk").once()).transition(transition);
        AnimatorBuilder::new().float("speed", 0.0).layer(layer)
    };
    let go = || Transition::new("idle", "walk");
    let cases = [
        (AnimatorBuilder::new(), "the animator: a layer is needed"),
        (
            AnimatorBuilder::new().layer(AnimatorLayer::new("body")),
            r#"layer "body": a state is needed"#,
        ),
        (
            AnimatorBuilder::new().float("a", 0.0).bool("a", true).layer(layer()),
            r#"parameter "a": the name is used twice"#,
        ),
        (
            with(State::clip("idle", "walk")),
            r#"layer "body", state "idle": the name is used twice"#,
        ),
        (
            with(State::blend("move", "spede", [(0.0, "walk")])),
            r#"layer "body", state "move": there is no parameter "spede"; did you mean "speed"? There are: speed"#,
        ),
        (
            with(State::blend("move", "speed", [(1.0, "walk"), (1.0, "run")])),
            r#"layer "body", state "move": the places of a blend must rise by 1/65536 or more"#,
        ),
        (
            with(State::clip("back", "walk").speed(Speed::REVERSE)),
            r#"layer "body", state "back": the speed is -1 but must be 0 or more, in whole numbers up to 1000000"#,
        ),
        (
            by(Transition::new("idle", "wolk")),
            r#"layer "body", transition 0 from "idle" to "wolk": there is no state "wolk"; did you mean "walk"? There are: idle, walk"#,
        ),
        (
            by(go().when(Condition::Is("speed".into(), true))),
            r#"layer "body", transition 0 from "idle" to "walk": the parameter "speed" is a float but must be a bool"#,
        ),
        (
            by(go().fade(ms(-5))),
            r#"layer "body", transition 0 from "idle" to "walk": the fade is -5 ms but must be 0 ms or more"#,
        ),
        (
            by(Transition::new("walk", "idle").when(Condition::Progress(1.5))),
            r#"layer "body", transition 0 from "walk" to "idle": the progress is 1.5 but must be from 0 to 1, as the state plays once"#,
        ),
        (
            by(Transition::from_any("walk").interrupt(Interrupt::OldAndNew)),
            r#"layer "body", transition 0 from any state to "walk": a transition from any state cannot be interrupted by its old state, as it names none; use `Interrupt::New`"#,
        ),
        (
            AnimatorBuilder::new().layer(layer().mask("arms")),
            r#"layer "body": the first layer cannot have a mask: it moves all joints"#,
        ),
        (
            AnimatorBuilder::new().layer(layer()).layer(AnimatorLayer {
                name: "more".into(),
                weight: LayerWeight::Constant(1.5),
                ..layer()
            }),
            r#"layer "more": the weight is 1.5 but must be from 0 to 1"#,
        ),
    ];
    for (builder, message) in cases {
        assert_eq!(refusal(builder), message);
    }
}

#[test]
fn transitions_that_lead_round_at_one_moment_are_refused() {
    let cycle = |there: Condition, back: Condition| {
        let layer = AnimatorLayer::new("body")
            .state(State::clip("idle", "idle"))
            .state(State::clip("walk", "walk"))
            .transition(Transition::new("idle", "walk").when(there))
            .transition(Transition::new("walk", "idle").when(back));
        AnimatorBuilder::new()
            .float("speed", 0.0)
            .integer("gear", 0)
            .trigger("go", ms(50))
            .layer(layer)
    };
    let (more, less) = (
        |than| Condition::Greater("speed".into(), than),
        |than| Condition::Less("speed".into(), than),
    );
    assert_eq!(
        refusal(cycle(more(0.5), less(0.6))),
        r#"layer "body": with the same parameters, transitions lead from "idle" to "walk" and back at one moment; one of them needs a trigger, a progress or a time"#
    );
    let gear = |condition: fn(String, i32) -> Condition, gear| condition("gear".into(), gear);
    assert!(
        cycle(gear(Condition::Equals, 1), gear(Condition::Differs, 2)).build(&clips()).is_err()
    );
    let fine = [
        cycle(more(0.5), less(0.5)),
        cycle(more(0.5), Condition::AtMost("speed".into(), 0.5)),
        cycle(gear(Condition::Equals, 1), gear(Condition::Differs, 1)),
        cycle(Condition::Greater("gear".into(), 1.0), Condition::Less("gear".into(), 2.0)),
        cycle(fired("go"), less(9.0)),
        cycle(Condition::Progress(0.1), more(0.0)),
        cycle(more(0.0), Condition::After(ms(1))),
    ];
    for builder in fine {
        build(builder);
    }
}

#[test]
fn a_save_with_a_value_that_no_call_can_set_is_refused() {
    let between = |from: &str, to: &str| {
        Transition::new(from, to)
            .when(Condition::Greater("gear".into(), 0.25))
            .when(Condition::Less("gear".into(), 0.75))
    };
    // No whole number lies between, so this is no cycle.
    let body = one_layer().transition(between("idle", "jump")).transition(between("jump", "idle"));
    let builder = AnimatorBuilder::new()
        .integer("gear", 7)
        .bool("on", true)
        .float("speed", 9.0)
        .trigger("go", ms(50));
    let animator = build(builder.layer(body));
    let mut hero = animator.start(at(0));
    hero.set(&animator, at(10), "gear", 11).unwrap();
    let steps = |number: i64| format!(r#"{{"Number":{}}}"#, number * 65536);
    let number = |steps: i64| format!(r#"{{"Number":{steps}}}"#);
    let text = serde_json::to_string(&hero).unwrap();
    let none = r#"{"Signal":null}"#.to_string();
    let cases = [
        (steps(7), number(32768), false), // between two whole numbers
        (steps(7), number(1 << 48), false),
        (steps(7), none.clone(), false),
        (steps(7), steps(i64::from(i32::MIN)), true),
        (steps(11), number(32768), false), // a value that waits
        (steps(11), steps(12), true),
        (steps(1), number(32768), false), // the bool
        (steps(1), steps(2), false),
        (steps(1), steps(0), true),
        (steps(9), number((1 << 31) + 1), false), // the float
        (steps(9), number(i64::MIN), false),
        (steps(9), number(-(1 << 31)), true),
        (none, steps(0), false), // the trigger
    ];
    for (found, put, fits) in cases {
        assert_eq!(text.matches(&found).count(), 1, "{found} in {text}");
        let save = text.replace(&found, &put);
        let mut read: AnimatorState = serde_json::from_str(&save).unwrap();
        assert_eq!(read.state(&animator, 0).is_some(), fits, "{found} to {put}");
        let advanced = read.advance_to(&animator, at(20), &mut Vec::new());
        assert_eq!(advanced.is_ok(), fits, "{found} to {put}");
    }
}

#[test]
fn a_long_chain_of_transitions_at_one_moment_is_built_on_a_small_call_stack() {
    let name = |index: usize| format!("state {index}");
    let mut layer = (0..2000).fold(AnimatorLayer::new("body"), |layer, index| {
        layer.state(State::clip(name(index), "idle"))
    });
    for index in 1..2000 {
        layer = layer.transition(Transition::new(name(index - 1), name(index)));
    }
    let open = AnimatorBuilder::new().layer(layer.clone());
    let round = layer.transition(Transition::new(name(1999), name(0)));
    let round = AnimatorBuilder::new().layer(round);
    let thread = std::thread::Builder::new().stack_size(256 * 1024);
    let built = thread.spawn(move || (open.build(&clips()), round.build(&clips())));
    let (open, round) = built.unwrap().join().unwrap();
    let (animator, mut events) = (open.unwrap(), Vec::new());
    animator.start(at(0)).advance_to(&animator, at(0), &mut events).unwrap();
    assert_eq!(events.len(), 2 * 1999);
    let AnimatorErrorKind::Cycle { states } = *round.unwrap_err().kind else { panic!("a cycle") };
    assert_eq!(states.len(), 2000);
}

#[test]
fn the_search_for_cycles_ends_after_its_steps_in_a_whole_layer() {
    // A ring that no value opens all the way: from each state the search goes to the last one.
    let name = |index: usize| format!("state {index}");
    let layer = (0..700).fold(AnimatorLayer::new("body"), |layer, index| {
        layer.state(State::clip(name(index), "idle"))
    });
    let layer = (0..700).fold(layer, |layer, index| {
        let condition = match index {
            699 => Condition::Less("speed".into(), 0.5),
            _ => Condition::Greater("speed".into(), 0.5),
        };
        layer.transition(Transition::new(name(index), name((index + 1) % 700)).when(condition))
    });
    let message = refusal(AnimatorBuilder::new().float("speed", 0.0).layer(layer));
    assert!(message.ends_with("; the most is 200000"), "{message}");
}

#[test]
fn a_call_with_too_many_transitions_is_refused_and_changes_nothing() {
    let after = |span| {
        let there = |from, to| Transition::new(from, to).when(Condition::After(span));
        let body = one_layer().transition(there("idle", "jump")).transition(there("jump", "idle"));
        build(AnimatorBuilder::new().integer("gear", 0).layer(body))
    };
    let quick = after(Span::FLICK);
    let mut hero = quick.start(at(0));
    hero.set(&quick, at(0) + Span::FLICK * 7, "gear", 1).unwrap();
    let (before, mut events) = (hero.clone(), Vec::new());
    let error = hero.advance_to(&quick, at(1), &mut events).unwrap_err();
    let first = at(0) + Span::FLICK * 100_001;
    assert_eq!(error, StateError::TooManyTransitions { to: at(1), at: first, most: 100_000 });
    assert_eq!((&hero, events.len()), (&before, 0));
    hero.advance_to(&quick, at(0) + Span::FLICK * 100_000, &mut events).unwrap();
    assert_eq!(events.len(), 200_000);

    let slow = after(ms(1));
    let mut hero = slow.start(at(0));
    hero.advance_to(&slow, at(100_000), &mut Vec::new()).unwrap();
    let before = hero.clone();
    assert!(hero.advance_to(&slow, at(200_001), &mut Vec::new()).is_err());
    assert_eq!(hero, before);
}

#[test]
fn a_steady_state_allocates_nothing() {
    let arms = AnimatorLayer::new("arms")
        .state(State::clip("wave", "wave"))
        .mask("arms")
        .weight_by("arms");
    let body = AnimatorLayer::new("body")
        .state(State::blend("move", "speed", [(0.0, "walk"), (1.0, "run")]))
        .state(State::clip("idle", "idle"))
        .transition(Transition::new("move", "idle").when(Condition::EachPass(0.5)).fade(ms(700)))
        .transition(Transition::new("idle", "move").when(Condition::Progress(0.2)).fade(ms(700)));
    let builder = AnimatorBuilder::new().float("speed", 0.5).float("arms", 0.5);
    let animator = build(builder.layer(body).layer(arms));
    let mut hero = animator.start(at(0));
    let (mut layers, mut events) = (Vec::with_capacity(64), Vec::with_capacity(64));
    let mut taken = 0;
    let mut play = |from: i64, to: i64| {
        for tick in from..to {
            hero.set(&animator, at(tick * 10), "speed", (tick % 5) as f32 / 4.0).unwrap();
            hero.advance_to(&animator, at(tick * 10 + 10), &mut events).unwrap();
            hero.layers_into(&animator, at(tick * 10 + 13), &mut layers).unwrap();
            assert!(layers.len() > 2);
            taken += events.len();
            events.clear();
            layers.clear();
        }
    };
    play(0, 200);
    let info = allocation_counter::measure(|| play(200, 400));
    assert_eq!(info.count_total, 0);
    assert!(taken > 4, "and transitions are taken");
}

#[test]
fn a_definition_from_a_file_is_the_same_one_by_hand() {
    let file = r#"(version: 1, animators: {"hero": (
        rate: 30,
        parameters: {
            "speed": Float(0.5), "gear": Integer(3), "armed": Bool(true), "jump": Trigger("100ms"),
        },
        masks: {"arms": {"hand": 1}},
        poses: {"bind": (clip: "idle")},
        layers: {
            "body": (
                states: {
                    "idle": (motion: Clip("idle")),
                    "move": (motion: Blend(along: "speed", clips: [(at: 1, clip: "walk"), (at: 3, clip: "run")])),
                    "jump": (motion: Clip("jump"), speed: 1.5, speed_by: "speed", once: true, reversed: true),
                },
                transitions: [
                    (from: "idle", to: "move", when: [
                        Greater(parameter: "speed", value: 1), AtLeast(parameter: "speed", value: 2),
                        Less(parameter: "speed", value: 3), AtMost(parameter: "speed", value: 4),
                        Equals(parameter: "gear", value: 5), Differs(parameter: "gear", value: 6),
                    ], change: Fade(over: 3), interrupt: OldAndNew, enter: InPhase),
                    (to: "jump", when: [Is("armed"), Fired("jump")], change: Inertial("200ms")),
                    (from: "jump", to: "idle", when: [IsNot("armed"), Progress(0.5)], enter: At(0.25),
                        change: Fade(over: "50ms", easing: "in-quad"), interrupt: Never),
                    (from: "move", to: "idle", when: [EachPass(0.75), After("1s")]),
                ],
            ),
            "arms": (mask: "arms", weight: By("speed"), states: {
                "none": (motion: Empty),
                "aim": (motion: Blend2(plane: ["speed", "speed"], clips: [(at: [0, 1], clip: "wave")])),
            }),
            "nod": (join: AddTo("bind"), weight: Constant(0.5), states: {"nod": (motion: Clip("wave"))}),
            "breath": (join: Add, states: {"breath": (motion: Clip("idle"))}),
        },
    )})"#;
    let document = cueline_assets::read(file.as_bytes(), "hero.ron").unwrap().document;
    let speed = || "speed".to_owned();
    let gear = || "gear".to_owned();
    let body = AnimatorLayer::new("body")
        .state(State::clip("idle", "idle"))
        .state(State::blend("move", "speed", [(1.0, "walk"), (3.0, "run")]))
        .state(
            State::clip("jump", "jump")
                .speed(Speed::from_percent(150))
                .speed_by("speed")
                .once()
                .reversed(),
        )
        .transition(
            Transition::new("idle", "move")
                .when(Condition::Greater(speed(), 1.0))
                .when(Condition::AtLeast(speed(), 2.0))
                .when(Condition::Less(speed(), 3.0))
                .when(Condition::AtMost(speed(), 4.0))
                .when(Condition::Equals(gear(), 5))
                .when(Condition::Differs(gear(), 6))
                .fade(ms(100))
                .interrupt(Interrupt::OldAndNew)
                .enter(Enter::InPhase),
        )
        .transition(
            Transition::from_any("jump")
                .when(Condition::Is("armed".into(), true))
                .when(fired("jump"))
                .inertial(ms(200)),
        )
        .transition(
            Transition::new("jump", "idle")
                .when(Condition::Is("armed".into(), false))
                .when(Condition::Progress(0.5))
                .enter(Enter::At(0.25))
                .change(Change::Fade { over: ms(50), easing: Easing::IN_QUAD })
                .interrupt(Interrupt::Never),
        )
        .transition(
            Transition::new("move", "idle")
                .when(Condition::EachPass(0.75))
                .when(Condition::After(ms(1000))),
        );
    let arms = AnimatorLayer::new("arms")
        .mask("arms")
        .weight_by("speed")
        .state(State::empty("none"))
        .state(State::blend2("aim", ["speed", "speed"], [([0.0, 1.0], "wave")]));
    let nod =
        AnimatorLayer::new("nod").additive_to("bind").weight(0.5).state(State::clip("nod", "wave"));
    let breath = AnimatorLayer::new("breath").additive().state(State::clip("breath", "idle"));
    let by_hand = AnimatorBuilder::new()
        .float("speed", 0.5)
        .integer("gear", 3)
        .bool("armed", true)
        .trigger("jump", ms(100))
        .layer(body)
        .layer(arms)
        .layer(nod)
        .layer(breath);
    let from_file = AnimatorBuilder::from_file(&document.animators["hero"]).unwrap();
    assert_eq!(from_file, by_hand);
    build(from_file);
}

#[test]
fn rollback_with_a_late_input_is_a_run_with_the_input_in_time() {
    let body = one_layer()
        .transition(Transition::new("idle", "jump").when(fired("jump")).fade(ms(120)))
        .transition(
            Transition::new("jump", "idle").when(Condition::Progress(0.6)).inertial(ms(200)),
        );
    let animator = build(AnimatorBuilder::new().trigger("jump", ms(50)).layer(body));
    let tick_at = |tick: i64| TickRate::HZ_60.time_of(Tick::new(tick));
    let step = |hero: &mut AnimatorState, tick: i64, jumps: bool| {
        if jumps {
            hero.fire(&animator, tick_at(tick), "jump").unwrap();
        }
        hero.advance_to(&animator, tick_at(tick + 1), &mut Vec::new()).unwrap();
    };
    let mut in_time = animator.start(at(0));
    for tick in 0..60 {
        step(&mut in_time, tick, tick == 20);
    }
    // The input of tick 20 arrives at tick 27.
    let (mut hero, mut past) =
        (animator.start(at(0)), Snapshots::<AnimatorState>::new(8.try_into().unwrap()));
    for tick in 0..60 {
        if tick == 27 {
            let without = digest(&hero);
            hero = past.restore(Tick::new(20)).unwrap().clone();
            (20..27).for_each(|tick| step(&mut hero, tick, tick == 20));
            assert_ne!(digest(&hero), without, "the input makes a difference");
        }
        past.keep(Tick::new(tick), &hero);
        step(&mut hero, tick, false);
    }
    assert_eq!(digest(&hero), digest(&in_time));
}
