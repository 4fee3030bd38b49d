//! Any animator and any calls to its state: two steps equal one, a saved copy continues as the state does, a refused
//! call changes nothing, sampling has no effect, and a damaged save is refused or plays on.

use arbitrary::Arbitrary;
use cueline::{
    clip::{Clip, ClipBuilder},
    digest::digest,
    event::{Event, EventKind},
    time::{Span, Speed, Time},
};
use cueline_characters::{
    Layer,
    animator::{
        Animator, AnimatorBuilder, AnimatorLayer, AnimatorState, Condition, Enter, Interrupt, Join,
        LayerWeight, Motion, ParameterValue, State, StateId, Transition,
    },
};

/// Durations are flicks and numbers are quarters, so that a few bytes meet every boundary.
#[derive(Arbitrary, Clone, Debug)]
pub(crate) struct Program {
    layers: Vec<LayerPart>,
    keep: u8,
    start: i16,
    calls: Vec<Call>,
}

#[derive(Arbitrary, Clone, Debug)]
struct LayerPart {
    states: Vec<StatePart>,
    transitions: Vec<TransitionPart>,
    join: Option<bool>,
    mask: bool,
    weight: Option<i8>,
}

#[derive(Arbitrary, Clone, Debug)]
struct StatePart {
    motion: Moves,
    speed: (u8, u8),
    by_parameter: bool,
    once: bool,
    reversed: bool,
}

#[derive(Arbitrary, Clone, Debug)]
enum Moves {
    Empty,
    Clip(u8),
    Blend1(Vec<(i8, u8)>),
    Blend2(Vec<([i8; 2], u8)>),
}

#[derive(Arbitrary, Clone, Debug)]
struct TransitionPart {
    from: Option<u8>,
    to: u8,
    when: Vec<When>,
    over: u8,
    inertial: bool,
    interrupt: u8,
    enter: u8,
}

#[derive(Arbitrary, Clone, Debug)]
enum When {
    Greater(u8, i8),
    AtLeast(u8, i8),
    Less(u8, i8),
    AtMost(u8, i8),
    Equals(u8, i8),
    Differs(u8, i8),
    Is(u8, bool),
    Fired(u8),
    Progress(u8),
    EachPass(u8),
    After(u8),
}

#[derive(Arbitrary, Clone, Debug)]
enum Call {
    /// Sets a parameter, so many flicks after the present time.
    Set(u8, Value, i8),
    /// A step, and where to divide it.
    Advance(u8, u8),
    /// A step that may take more transitions than one call can.
    Leap(u32),
    Back(u8),
    Save,
    /// A save with another byte.
    Damage(u16, u8),
    Sample(u16),
    /// A state of an animator with one more parameter.
    Other,
}

#[derive(Arbitrary, Clone, Copy, Debug)]
enum Value {
    Quarters(i8),
    Float(f32),
    Integer(i32),
    Bool(bool),
    Fire,
    Reset,
}

/// Two of each kind; the seventh name is unknown.
const NAMES: [&str; 7] = ["a", "s", "b", "n", "t", "u", "unknown"];
const CLIPS: [(&str, i64); 5] = [("still", 0), ("one", 1), ("four", 4), ("six", 6), ("long", 50)];

fn flicks(at: impl Into<i64>) -> Span {
    Span::from_flicks(at.into())
}

fn name(index: u8) -> String {
    NAMES[usize::from(index) % NAMES.len()].into()
}

fn clip_name(index: u8) -> String {
    CLIPS[usize::from(index) % CLIPS.len()].0.into()
}

fn quarters(number: i8) -> f32 {
    f32::from(number) / 4.0
}

fn state(part: &StatePart, index: usize) -> State {
    let motion = match &part.motion {
        Moves::Empty => Motion::Empty,
        Moves::Clip(clip) => Motion::Clip(clip_name(*clip)),
        Moves::Blend1(clips) => {
            let clips = clips.iter().take(5);
            let clips = clips.map(|(place, clip)| (quarters(*place), clip_name(*clip)));
            Motion::Blend1 { by: "a".into(), clips: clips.collect() }
        }
        Moves::Blend2(clips) => {
            let clips = clips.iter().take(6);
            let clips = clips.map(|(place, clip)| (place.map(quarters), clip_name(*clip)));
            Motion::Blend2 { by: ["a".into(), "s".into()], clips: clips.collect() }
        }
    };
    let (num, den) = (i64::from(part.speed.0 % 4), u64::from(part.speed.1 % 3 + 1));
    State {
        speed: Speed::new(num, den).unwrap_or(Speed::NORMAL),
        speed_by: part.by_parameter.then(|| "s".into()),
        repeats: !part.once,
        reversed: part.reversed,
        ..State::new(index.to_string(), motion)
    }
}

fn transition(part: &TransitionPart, states: usize) -> Transition {
    // One more name than there are states.
    let state = |index: u8| (usize::from(index) % (states + 1)).to_string();
    let mut transition = match part.from {
        Some(from) => Transition::new(state(from), state(part.to)),
        None => Transition::from_any(state(part.to)),
    };
    let sixteenth = |number: u8| f64::from(number) / 16.0;
    for when in part.when.iter().take(3) {
        transition = transition.when(match *when {
            When::Greater(of, than) => Condition::Greater(name(of), quarters(than)),
            When::AtLeast(of, than) => Condition::AtLeast(name(of), quarters(than)),
            When::Less(of, than) => Condition::Less(name(of), quarters(than)),
            When::AtMost(of, than) => Condition::AtMost(name(of), quarters(than)),
            When::Equals(of, to) => Condition::Equals(name(of), to.into()),
            When::Differs(of, from) => Condition::Differs(name(of), from.into()),
            When::Is(of, on) => Condition::Is(name(of), on),
            When::Fired(of) => Condition::Fired(name(of)),
            When::Progress(at) => Condition::Progress(sixteenth(at)),
            When::EachPass(at) => Condition::EachPass(sixteenth(at)),
            When::After(at) => Condition::After(flicks(at)),
        });
    }
    let over = flicks(part.over);
    transition = if part.inertial { transition.inertial(over) } else { transition.fade(over) };
    transition
        .interrupt(match part.interrupt % 3 {
            0 => Interrupt::New,
            1 => Interrupt::OldAndNew,
            _ => Interrupt::Never,
        })
        .enter(match part.enter % 20 {
            0..10 => Enter::Start,
            10..15 => Enter::InPhase,
            at => Enter::At(f64::from(at - 15) / 4.0),
        })
}

fn layer(part: &LayerPart, index: usize) -> AnimatorLayer {
    let states: Vec<_> =
        part.states.iter().take(6).enumerate().map(|(index, part)| state(part, index)).collect();
    let transitions = part.transitions.iter().take(10);
    let transitions = transitions.map(|part| transition(part, states.len())).collect();
    AnimatorLayer {
        name: index.to_string(),
        mask: part.mask.then(|| "mask".into()),
        join: match part.join {
            None => Join::Override,
            Some(posed) => Join::Add(posed.then(|| "pose".into())),
        },
        weight: match part.weight {
            None => LayerWeight::default(),
            Some(number) if number < 0 => LayerWeight::By("s".into()),
            Some(number) => LayerWeight::Constant(quarters(number)),
        },
        states,
        transitions,
    }
}

fn builder(program: &Program) -> AnimatorBuilder {
    let layers = program.layers.iter().take(3).enumerate();
    let mut builder = AnimatorBuilder::new()
        .float("a", 0.5)
        .float("s", 1.0)
        .bool("b", false)
        .integer("n", 0)
        .trigger("t", flicks(program.keep))
        .trigger("u", Span::ZERO);
    builder.layers = layers.map(|(index, part)| layer(part, index)).collect();
    builder
}

fn value(value: Value) -> ParameterValue {
    match value {
        Value::Quarters(number) => quarters(number).into(),
        Value::Float(number) => number.into(),
        Value::Integer(number) => number.into(),
        Value::Bool(on) => on.into(),
        Value::Fire => ParameterValue::Fire,
        Value::Reset => ParameterValue::Reset,
    }
}

fn layers(animator: &Animator, state: &AnimatorState, at: Time) -> Vec<Layer> {
    let mut layers = Vec::new();
    state.layers_into(animator, at, &mut layers).expect("the state is of this animator");
    layers
}

/// The events without their lateness, which depends on the steps.
fn happened(events: &[Event<StateId>]) -> Vec<(Time, StateId, EventKind)> {
    events.iter().map(|event| (event.due, event.id, event.kind)).collect()
}

/// Returns whether the animator is sound, so that the calls were made.
pub(crate) fn run(program: Program) -> bool {
    let clips: Vec<Clip> = CLIPS
        .iter()
        .map(|(name, length)| ClipBuilder::new(*name).duration(flicks(*length)).build())
        .collect::<Result<_, _>>()
        .expect("they are sound");
    let builder = builder(&program);
    let animator = match builder.build(&clips) {
        Ok(animator) => animator,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return false;
        }
    };
    // Layers with a weight or a mask, and additive ones, do not add up to one.
    let is_whole = builder.layers.iter().all(|layer| {
        layer.join == Join::Override
            && layer.mask.is_none()
            && layer.weight == LayerWeight::default()
    });
    let mut state = animator.start(Time::ZERO + flicks(program.start));
    let mut current = vec![0; animator.layers().len()];
    let mut leaps = 0;
    for call in program.calls.iter().take(50) {
        let before = state.clone();
        let (now, mut events) = (state.time(), Vec::new());
        let refused = match *call {
            Call::Set(index, with, after) => {
                let name = name(index);
                state.set(&animator, now + flicks(after), &*name, value(with)).is_err()
            }
            Call::Advance(by, cut) => {
                let to = now + flicks(by);
                state.advance_to(&animator, to, &mut events).expect("a short step ahead");
                // A cut at the end would let values that are set there act one after the other.
                let cut = now + flicks(i64::from(cut) % i64::from(by.max(1)));
                let (mut parts, mut in_parts) = (before.clone(), Vec::new());
                parts.advance_to(&animator, cut, &mut in_parts).expect("a short step ahead");
                if by > 0 {
                    parts.advance_to(&animator, to, &mut in_parts).expect("a short step ahead");
                }
                assert_eq!(happened(&in_parts), happened(&events));
                assert_eq!(parts, state);
                assert_eq!(digest(&parts), digest(&state));
                assert_eq!(before.ahead(&animator, to).as_ref(), Ok(&state));
                false
            }
            Call::Leap(by) => {
                leaps += 1;
                if leaps > 2 {
                    break;
                }
                let to = now + flicks(by) * 4;
                state.advance_to(&animator, to, &mut events).is_err()
            }
            Call::Back(by) => {
                let to = now - flicks(by) - Span::FLICK;
                assert!(state.advance_to(&animator, to, &mut events).is_err());
                true
            }
            Call::Save => {
                let text = serde_json::to_string(&state).expect("it can be written");
                let bytes = postcard::to_allocvec(&state).expect("it can be written");
                let read: AnimatorState = serde_json::from_str(&text).expect("it can be read");
                state = postcard::from_bytes(&bytes).expect("it can be read");
                assert_eq!((&read, &state), (&before, &before));
                false
            }
            Call::Damage(at, byte) => {
                let mut bytes = postcard::to_allocvec(&state).expect("it can be written");
                let at = usize::from(at) % bytes.len();
                bytes[at] = byte;
                if let Ok(mut odd) = postcard::from_bytes::<AnimatorState>(&bytes) {
                    let (to, read) = (odd.time() + flicks(20), odd.clone());
                    // Refused as a whole, or played.
                    match odd.advance_to(&animator, to, &mut events) {
                        Ok(()) => {
                            layers(&animator, &odd, to);
                            events.clear();
                        }
                        Err(_) => {
                            assert_eq!(odd, read, "a refused call changes nothing");
                            assert!(events.is_empty(), "a refused step has no events");
                        }
                    }
                }
                true
            }
            Call::Sample(after) => {
                let at = now + flicks(after);
                let shown = layers(&animator, &state, at);
                layers(&animator, &state, Time::MAX);
                assert_eq!(layers(&animator, &state, at), shown);
                if is_whole && shown.iter().all(|layer| layer.weight >= 0.0) {
                    let sum: f32 = shown.iter().map(|layer| layer.weight).sum();
                    assert!((sum - 1.0).abs() < 1e-6, "{sum}: {shown:?}");
                }
                true
            }
            Call::Other => {
                let other = builder.clone().bool("more", true).build(&clips).expect("as before");
                assert!(state.advance_to(&other, now, &mut events).is_err());
                assert!(state.set(&other, now, "more", true).is_err());
                true
            }
        };
        if refused {
            assert_eq!(state, before, "a refused call changes nothing");
            assert_eq!(digest(&state), digest(&before));
            assert!(events.is_empty(), "a refused step has no events");
        }
        assert!(events.is_sorted_by_key(|event| event.due), "in order");
        for event in &events {
            assert!(now <= event.due && event.due <= state.time());
            assert_eq!(event.lateness, state.time() - event.due);
            let current = &mut current[usize::from(event.id.layer)];
            match event.kind {
                EventKind::End => assert_eq!(*current, event.id.state, "it was current"),
                _ => *current = event.id.state,
            }
        }
        for (index, current) in current.iter().enumerate() {
            let name = current.to_string();
            assert_eq!(state.state(&animator, index), Some(&*name), "the last start is current");
        }
    }
    true
}
