//! Random animators, and random programs for them.

use std::collections::BTreeMap;

use cueline::{
    clip::{Clip, ClipBuilder},
    time::{Span, Speed},
};

use super::model::Value;
use crate::animator::{
    AnimatorBuilder, AnimatorLayer, Change, Condition, Enter, Interrupt, Join, LayerWeight, Motion,
    Parameter, ParameterValue, State, Transition,
};

/// SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Below `end`.
    pub(super) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap()
    }

    pub(super) fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    pub(super) fn of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }
}

/// Clips of a few flicks, so that the model can go through each.
pub(super) fn clips() -> (Vec<Clip>, BTreeMap<String, i64>) {
    let flicks = [("still", 0), ("two", 2), ("four", 4), ("six", 6), ("twelve", 12)];
    let clip = |(name, flicks): (&str, i64)| {
        ClipBuilder::new(name).duration(Span::from_flicks(flicks)).build()
    };
    let by_name = flicks.map(|(name, flicks)| (name.to_string(), flicks));
    (flicks.map(|one| clip(one).unwrap()).into(), by_name.into())
}

const PLACES: [f32; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

pub(super) fn animator(random: &mut Random) -> AnimatorBuilder {
    let mut builder = AnimatorBuilder::new()
        .float("a", 0.5)
        .float("s", 1.0)
        .bool("b", false)
        .integer("n", 0)
        .trigger("t", Span::from_flicks(3))
        .trigger("u", Span::ZERO);
    for layer in 0..=random.below(2) {
        builder = builder.layer(self::layer(random, layer));
    }
    builder
}

/// With what the model does not know: blends in the plane, masks, weights and additive layers.
pub(super) fn rich_animator(random: &mut Random) -> AnimatorBuilder {
    let mut builder = animator(random);
    if random.one_in(3) {
        builder = builder.layer(self::layer(random, 2));
    }
    for layer in builder.layers.iter_mut().skip(1) {
        layer.mask = random.one_in(2).then(|| "arms".into());
        layer.join = random.of(&[Join::Override, Join::Add(None), Join::Add(Some("pose".into()))]);
        layer.weight = match random.below(3) {
            0 => LayerWeight::By("s".into()),
            1 => LayerWeight::Constant(random.of(&PLACES)),
            _ => LayerWeight::default(),
        };
    }
    let states = builder.layers.iter_mut().flat_map(|layer| &mut layer.states);
    for state in states.filter(|state| matches!(state.motion, Motion::Blend1 { .. })) {
        if random.one_in(2) {
            let clip = |random: &mut Random| random.of(&["two", "four", "six", "twelve"]).into();
            let places = [[0.0, 0.0], [1.0, 0.0], [0.5, 1.0], [0.25, 2.0]];
            let places = places.into_iter().take(1 + random.below(4));
            let clips = places.map(|place| (place, clip(random))).collect();
            state.motion = Motion::Blend2 { by: ["a".into(), "s".into()], clips };
        }
    }
    builder
}

fn layer(random: &mut Random, index: usize) -> AnimatorLayer {
    let mut layer = AnimatorLayer::new(format!("layer {index}"));
    let states = 2 + random.below(4);
    for state in 0..states {
        layer = layer.state(self::state(random, index, state));
    }
    let empty = layer.states.iter().any(|state| state.motion == Motion::Empty);
    for _ in 0..1 + random.below(9) {
        let mut transition = transition(random, states);
        let once = layer
            .states
            .iter()
            .any(|one| Some(&one.name) == transition.from.as_ref() && !one.repeats);
        transition.when.retain(|one| !(once && matches!(one, Condition::EachPass(_))));
        if empty && matches!(transition.change, Change::Inertial { .. }) {
            transition = transition.fade(Span::from_flicks(5));
        }
        layer = layer.transition(transition);
    }
    layer
}

fn state(random: &mut Random, layer: usize, index: usize) -> State {
    let clip = |random: &mut Random| random.of(&["two", "four", "six", "twelve"]);
    let motion = match random.below(8) {
        0 if layer > 0 => Motion::Empty,
        1..4 => {
            let places: &[f32] = if random.one_in(2) { &[0.0, 1.0] } else { &[0.0, 0.5, 1.0] };
            let clips = places.iter().map(|&at| (at, clip(random).into())).collect();
            // With three clips the weights are halves, with two they are quarters.
            Motion::Blend1 { by: "a".into(), clips }
        }
        _ => Motion::Clip(clip(random).into()),
    };
    let mut state = State::new(format!("state {index}"), motion);
    if random.one_in(12) {
        state = State::clip(state.name, "still").once();
    }
    state.repeats &= !random.one_in(4);
    state.reversed = random.one_in(6);
    state.speed = random.of(&[
        Speed::NORMAL,
        Speed::NORMAL,
        Speed::whole(2),
        Speed::from_percent(50),
        Speed::whole(0),
    ]);
    if random.one_in(4) {
        state.speed_by = Some("s".into());
    }
    state
}

fn transition(random: &mut Random, states: usize) -> Transition {
    let name = |random: &mut Random| format!("state {}", random.below(states));
    let mut transition = match random.below(6) {
        0 => Transition::from_any(name(random)),
        _ => Transition::new(name(random), name(random)),
    };
    for _ in 0..1 + random.below(2) {
        let condition = condition(random);
        let pass = |one: &Condition| matches!(one, Condition::EachPass(_));
        if !(pass(&condition) && transition.when.iter().any(pass)) {
            transition = transition.when(condition);
        }
    }
    transition = match random.below(8) {
        0 | 1 => transition,
        2 => transition.inertial(Span::from_flicks(1)),
        _ => transition.fade(Span::from_flicks(random.of(&[1, 3, 8, 20, 40, 64]))),
    };
    let is_inertial = matches!(transition.change, Change::Inertial { .. });
    let names_its_old_state = transition.from.is_some();
    transition
        .interrupt(match random.below(6) {
            0 => Interrupt::Never,
            1 | 2 if !is_inertial && names_its_old_state => Interrupt::OldAndNew,
            _ => Interrupt::New,
        })
        .enter(match random.below(5) {
            0 => Enter::InPhase,
            1 => Enter::At(0.25),
            _ => Enter::Start,
        })
}

fn condition(random: &mut Random) -> Condition {
    let a = || "a".to_string();
    let at = random.of(&PLACES);
    match random.below(14) {
        0 => Condition::Greater(a(), at),
        1 => Condition::AtLeast(a(), at),
        2 => Condition::Less(a(), at),
        3 => Condition::AtMost(a(), at),
        4 if random.one_in(2) => Condition::AtLeast("n".into(), at), // of an integer
        4 => Condition::Equals("n".into(), 1),
        5 => Condition::Differs("n".into(), 1),
        6 => Condition::Is("b".into(), random.one_in(2)),
        7 | 8 => Condition::Fired(random.of(&["t", "u"]).into()),
        9 | 10 => Condition::Progress(random.of(&[0.0, 0.25, 0.5, 1.0])),
        11 | 12 => Condition::EachPass(random.of(&[0.0, 0.25, 0.5, 0.75])),
        _ => Condition::After(Span::from_flicks(random.of(&[0, 1, 5, 9]))),
    }
}

/// One call of a program.
#[derive(Clone, Debug)]
pub(super) enum Call {
    /// So many flicks after the present time.
    Set(i64, &'static str, ParameterValue),
    /// By so many flicks.
    Advance(i64),
}

pub(super) fn program(random: &mut Random) -> Vec<Call> {
    let call = |random: &mut Random| {
        if random.one_in(3) {
            return Call::Advance(random.of(&[0, 1, 1, 2, 3, 7, 12, 30]));
        }
        let at = random.of(&[0, 0, 0, 1, 2, 5]);
        let (name, value) = match random.below(6) {
            0 | 1 => ("a", random.of(&PLACES).into()),
            2 => ("s", random.of(&[0.0_f32, 1.0, 2.0]).into()),
            3 => ("b", random.one_in(2).into()),
            4 => ("n", i32::from(random.one_in(2)).into()),
            _ => {
                let trigger = random.of(&["t", "u"]);
                let taken_back = random.one_in(5);
                (trigger, if taken_back { ParameterValue::Reset } else { ParameterValue::Fire })
            }
        };
        Call::Set(at, name, value)
    };
    (0..4 + random.below(30)).map(|_| call(random)).collect()
}

/// The value as the model keeps it.
pub(super) fn plain(value: ParameterValue, at: i64) -> Value {
    match value {
        ParameterValue::Float(number) => Value::Number(number.into()),
        ParameterValue::Integer(number) => Value::Number(number.into()),
        ParameterValue::Bool(on) => Value::Number(f64::from(u8::from(on))),
        ParameterValue::Fire => Value::Signal(Some(at)),
        ParameterValue::Reset => Value::Signal(None),
    }
}

/// What the generator makes of each kind.
#[test]
fn animators_have_parts_of_every_kind() {
    fn kind(part: &impl core::fmt::Debug) -> String {
        let text = format!("{part:?}");
        text.split([' ', '(', '{']).next().unwrap_or_default().to_owned()
    }
    let mut random = Random::new(3);
    let mut made = BTreeMap::<String, u32>::new();
    let mut count = |name: String| *made.entry(name).or_default() += 1;
    for _ in 0..300 {
        let builder = rich_animator(&mut random);
        count(format!("{} layers", builder.layers.len()));
        for layer in &builder.layers {
            count(format!("join {}", kind(&layer.join)));
            count(format!("weight {}", kind(&layer.weight)));
            count(if layer.mask.is_some() { "masked" } else { "whole" }.into());
            for state in &layer.states {
                count(format!("motion {}", kind(&state.motion)));
                let named = [
                    ("once", !state.repeats),
                    ("reversed", state.reversed),
                    ("speed by", state.speed_by.is_some()),
                    ("still", state.motion == Motion::Clip("still".into())),
                    ("speed 0", state.speed == Speed::whole(0)),
                ];
                named.iter().filter(|one| one.1).for_each(|one| count(one.0.into()));
            }
            for one in &layer.transitions {
                count(format!("change {}", kind(&one.change)));
                count(format!("interrupt {}", kind(&one.interrupt)));
                count(format!("enter {}", kind(&one.enter)));
                count(if one.from.is_some() { "from one" } else { "from any" }.into());
                if one.from.as_ref() == Some(&one.to) {
                    count("to itself".into());
                }
                one.when.iter().for_each(|one| count(format!("when {}", kind(one))));
            }
        }
    }
    let wanted = "1 layers,2 layers,3 layers,join Override,join Add,weight Constant,weight By,masked,whole,\
        motion Empty,motion Clip,motion Blend1,motion Blend2,once,reversed,speed by,still,speed 0,\
        change Fade,change Inertial,interrupt New,interrupt OldAndNew,interrupt Never,enter Start,enter At,\
        enter InPhase,from one,from any,to itself,when Greater,when AtLeast,when Less,when AtMost,when Equals,\
        when Differs,when Is,when Fired,when Progress,when EachPass,when After";
    for part in wanted.split(',') {
        let times = made.get(part).copied().unwrap_or(0);
        assert!(times >= 10, "{part}: {times} of {made:#?}");
    }
}

/// The kinds of parameters that programs set.
#[test]
fn programs_set_every_parameter() {
    let builder = animator(&mut Random::new(1));
    let mut random = Random::new(2);
    let calls: Vec<_> = (0..100).flat_map(|_| program(&mut random)).collect();
    for (name, _) in &builder.parameters {
        let is_set = |call: &Call| matches!(call, Call::Set(_, set, _) if set == name);
        assert!(calls.iter().any(is_set), "{name}");
    }
    assert!(builder.parameters.iter().any(|(_, one)| matches!(one, Parameter::Trigger { .. })));
}
