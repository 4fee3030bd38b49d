//! The check of files and the builder agree: a file without errors builds, and what is refused has an error there.

use std::collections::BTreeMap;

use cueline::{
    clip::ClipBuilder,
    time::{Span, Speed, ms},
    value::{AnyEasing, Curve, Easing},
};
use cueline_assets::{
    ClipFile, Document, DurationSource, Named, When,
    animator::{
        AnimatorSource, Blended2Source, BlendedSource, ChangeSource, ConditionSource, EnterSource,
        InterruptSource, JoinSource, LayerSource, LayerWeightSource, MotionSource, ParameterSource,
        StateSource, TransitionSource,
    },
};

use super::programs::Random;
use crate::animator::{AnimatorBuilder, AnimatorErrorKind};

/// Numbers around the ends of their ranges.
const FLOATS: [f32; 9] =
    [0.0, 1.0, -1.0, 32768.0, -32768.0, 32768.004, f32::NAN, f32::INFINITY, 0.5];
const PHASES: [f64; 9] =
    [0.0, 0.25, 0.999_999, 0.999_999_499_999_999_9, 0.999_999_5, 1.0, -0.1, f64::NAN, 2.0];

fn span(flicks: i64) -> When {
    When::Span(Span::from_flicks(flicks))
}

/// Mostly sound: one value in twenty is from the corners.
fn float(random: &mut Random) -> f32 {
    if random.one_in(20) { random.of(&FLOATS) } else { random.of(&[0.0, 0.25, 0.5, 1.0]) }
}

fn phase(random: &mut Random) -> f64 {
    if random.one_in(20) { random.of(&PHASES) } else { random.of(&[0.0, 0.25, 0.5]) }
}

fn time(random: &mut Random) -> When {
    let longest = ms(10_000).flicks();
    if random.one_in(20) {
        span(random.of(&[-1, 0, 1, longest, longest + 1, i64::MAX]))
    } else {
        span(random.of(&[1, 100, 7056]))
    }
}

/// The name of a parameter: of the wrong kind, or unknown, once in fifty times.
fn parameter(random: &mut Random, right: &'static str) -> String {
    if random.one_in(50) { random.of(&["f", "i", "b", "t", "none"]) } else { right }.to_owned()
}

fn clip(random: &mut Random) -> String {
    let odd = random.one_in(40);
    random.of(if odd { &["still", "half a day", "more", "whole"] } else { &["a", "b", "c"] }).into()
}

/// The clips of the file: one without a duration, one of 12 hours, one longer by a flick, and one up to its last cue.
fn clips() -> Named<ClipFile> {
    let half_a_day = ms(12 * 3_600_000);
    let clip = |length: Span| ClipFile {
        duration: DurationSource::Exactly(When::Span(length)),
        ..ClipFile::default()
    };
    let whole = ClipFile::default();
    [
        ("a", clip(ms(1000))),
        ("b", clip(ms(700))),
        ("c", clip(Span::FLICK)),
        ("still", clip(Span::ZERO)),
        ("half a day", clip(half_a_day)),
        ("more", clip(half_a_day + Span::FLICK)),
        ("whole", whole),
    ]
    .map(|(name, clip)| (name.to_owned(), clip))
    .into_iter()
    .collect()
}

fn motion(random: &mut Random) -> MotionSource {
    let many = |random: &mut Random| {
        if random.one_in(20) { random.of(&[0, 64, 65]) } else { 1 + random.below(4) }
    };
    match random.below(8) {
        0 => MotionSource::Empty,
        1 => {
            // Steps are 1/65536: half of one does not part two places.
            let apart = random.of(&[1.0, 1.0, 1.0, 1.0 / 65536.0, 0.6 / 65536.0, 0.4 / 65536.0]);
            let clips = 0..many(random);
            let blended = |index| BlendedSource { at: index as f32 * apart, clip: clip(random) };
            let clips = clips.map(blended).collect();
            MotionSource::Blend { along: parameter(random, "f"), clips }
        }
        2 => {
            let apart = random.of(&[1.0, 1.0, 1.0, 1.0 / 65536.0, 0.4 / 65536.0]);
            let clips = 0..many(random);
            let clips = clips.map(|index| {
                let at = [float(random), index as f32 * apart];
                Blended2Source { at, clip: clip(random) }
            });
            let clips = clips.collect();
            MotionSource::Blend2 { plane: [parameter(random, "f"), parameter(random, "f")], clips }
        }
        _ => MotionSource::Clip(clip(random)),
    }
}

fn state(random: &mut Random) -> StateSource {
    let fast = [(1_000_000, 1), (1_000_001, 1), (1, 1_000_000), (1, 1_000_001), (-1, 2), (0, 1)];
    let (num, den) = if random.one_in(20) { random.of(&fast) } else { (1, 1) };
    StateSource {
        motion: motion(random),
        speed: Speed::new(num, den).unwrap(),
        speed_by: random.one_in(6).then(|| parameter(random, "f")),
        once: random.one_in(4),
        reversed: random.one_in(6),
    }
}

fn condition(random: &mut Random) -> ConditionSource {
    use ConditionSource as Condition;
    let number = |random: &mut Random| {
        let right = random.of(&["f", "i"]);
        (parameter(random, right), float(random))
    };
    match random.below(14) {
        0 => number(random).pipe(|(parameter, value)| Condition::Greater { parameter, value }),
        1 => number(random).pipe(|(parameter, value)| Condition::AtLeast { parameter, value }),
        2 => number(random).pipe(|(parameter, value)| Condition::Less { parameter, value }),
        3 => number(random).pipe(|(parameter, value)| Condition::AtMost { parameter, value }),
        4 => Condition::Equals { parameter: parameter(random, "i"), value: 1 },
        5 => Condition::Differs { parameter: parameter(random, "i"), value: 1 },
        6 => Condition::Is(parameter(random, "b")),
        7 => Condition::IsNot(parameter(random, "b")),
        8 | 9 => Condition::Fired(parameter(random, "t")),
        10 => {
            let most = [1.0, 1.000_000_1, 1e6, 1e6 + 0.5, -0.0, -1e-9];
            let odd = random.one_in(10);
            Condition::Progress(if odd { random.of(&most) } else { phase(random) })
        }
        11 | 12 => Condition::EachPass(phase(random)),
        _ => {
            let odd = random.one_in(4);
            Condition::After(if odd { span(0) } else { time(random) })
        }
    }
}

trait Pipe: Sized {
    fn pipe<T>(self, with: impl FnOnce(Self) -> T) -> T {
        with(self)
    }
}

impl<T> Pipe for T {}

fn transition(random: &mut Random, states: usize) -> TransitionSource {
    let name = |random: &mut Random| {
        let one_more = usize::from(random.one_in(50));
        (random.below(states) + one_more).to_string()
    };
    let easings = [
        AnyEasing::LINEAR,
        Easing::EASE_IN_OUT.into(),
        Easing::In(Curve::Power(f64::NAN)).into(),
        cueline_assets::easing::parse("linear(0, 0.25 50%, 1)").unwrap(),
    ];
    let conditions = random.below(4);
    let mut when: Vec<_> = (0..conditions).map(|_| condition(random)).collect();
    if !random.one_in(20) {
        let mut passes = 0;
        when.retain(|one| {
            passes += usize::from(matches!(one, ConditionSource::EachPass(_)));
            passes < 2
        });
    }
    TransitionSource {
        from: (!random.one_in(4)).then(|| name(random)),
        to: name(random),
        when,
        change: match random.below(6) {
            0 => ChangeSource::Inertial(time(random)),
            1 | 2 => {
                let plain = usize::from(!random.one_in(10));
                let easing = easings[random.below(4) * (1 - plain)].clone();
                ChangeSource::Fade { over: time(random), easing }
            }
            _ => ChangeSource::Cut,
        },
        interrupt: match random.below(12) {
            0 => InterruptSource::OldAndNew,
            1 => InterruptSource::Never,
            _ => InterruptSource::New,
        },
        enter: match random.below(6) {
            0 => EnterSource::InPhase,
            1 => EnterSource::At(phase(random)),
            _ => EnterSource::Start,
        },
    }
}

fn layer(random: &mut Random, is_first: bool) -> LayerSource {
    let states = if random.one_in(50) { 0 } else { 1 + random.below(4) };
    let transitions = if states == 0 { 0 } else { random.below(6) };
    let mut layer = LayerSource {
        states: (0..states).map(|index| (index.to_string(), state(random))).collect(),
        transitions: (0..transitions).map(|_| transition(random, states)).collect(),
        ..LayerSource::default()
    };
    if !is_first || random.one_in(20) {
        layer.mask = random.one_in(2).then(|| "arms".into());
        layer.join = match random.below(6) {
            0 => JoinSource::Add,
            1 => JoinSource::AddTo("bind".into()),
            _ => JoinSource::Override,
        };
        layer.weight = match random.below(3) {
            0 => LayerWeightSource::By(parameter(random, "f")),
            1 => LayerWeightSource::Constant(float(random)),
            _ => LayerWeightSource::default(),
        };
    }
    layer
}

/// An animator with few faults or none, and the clips that it names, in half of the files.
fn document(random: &mut Random) -> Document {
    let many = if random.one_in(30) { random.of(&[0, 64, 65]) } else { 1 + random.below(3) };
    let layers = (0..many).map(|index| {
        let layer = if index < 4 {
            layer(random, index == 0)
        } else {
            let rest = StateSource::new(MotionSource::Clip("a".into()));
            LayerSource { states: [("0".to_owned(), rest)].into(), ..LayerSource::default() }
        };
        (index.to_string(), layer)
    });
    let mut layers: Named<LayerSource> = layers.collect();
    if random.one_in(20) {
        // Masked layers on top: four may replace what is below, five may not.
        for index in 0..random.of(&[4, 5]) {
            let mut masked = layers.values().next().cloned().unwrap_or_default();
            masked.mask = Some("arms".into());
            layers.insert(format!("masked {index}"), masked);
        }
    }
    let parameters = [
        ("f", ParameterSource::Float(float(random))),
        ("i", ParameterSource::Integer(random.of(&[0, i32::MIN, i32::MAX]))),
        ("b", ParameterSource::Bool(random.one_in(2))),
        ("t", ParameterSource::Trigger(time(random))),
    ];
    let pose = cueline_assets::animator::PoseSource { clip: "a".into(), at: When::ZERO };
    let animator = AnimatorSource {
        parameters: parameters.map(|(name, one)| (name.to_owned(), one)).into(),
        masks: [("arms".to_owned(), Named::default())].into(),
        poses: [("bind".to_owned(), pose)].into(),
        layers,
        ..AnimatorSource::default()
    };
    Document {
        clips: if random.one_in(2) { clips() } else { Named::default() },
        animators: [("hero".to_owned(), animator)].into(),
        ..Document::default()
    }
}

/// What building the animator of a document gives, with the clips of the file, or with clips of a second.
fn built(document: &Document) -> Result<(), String> {
    let animator = &document.animators["hero"];
    let clips: Vec<_> = if document.clips.is_empty() {
        let clip = |name: &str| ClipBuilder::new(name).duration(ms(1000)).build().unwrap();
        animator.clips().into_iter().map(clip).collect()
    } else {
        document.clips.iter().map(|(name, clip)| clip.build(name).unwrap()).collect()
    };
    let builder =
        AnimatorBuilder::from_file(animator).map_err(|_| "a list of points".to_owned())?;
    builder.build(&clips).map(|_| ()).map_err(|error| match &*error.kind {
        AnimatorErrorKind::Cycle { .. } => "cycle".to_owned(),
        AnimatorErrorKind::TooMany { what, .. } => format!("too many {what}"),
        AnimatorErrorKind::Number { what, .. } => (*what).to_owned(),
        AnimatorErrorKind::Duration { what, .. } => format!("duration of {what}"),
        AnimatorErrorKind::Conflict { reason } => (*reason).to_owned(),
        AnimatorErrorKind::Empty { needed } => format!("no {needed}"),
        other => format!("{other:?}").split(' ').next().unwrap_or_default().to_owned(),
    })
}

#[test]
fn a_file_without_errors_builds_and_no_other() {
    let mut random = Random::new(9);
    let (mut sound, mut kinds) = (0, BTreeMap::<String, u32>::new());
    for round in 0..20_000 {
        let document = document(&mut random);
        let errors = document.check();
        match built(&document) {
            Ok(()) => {
                sound += 1;
                assert!(!errors.has_errors(), "{round}: it builds, but: {errors}\n{document:?}");
            }
            Err(kind) => {
                assert!(errors.has_errors(), "{round}: {kind}, but no error\n{document:?}");
                *kinds.entry(kind).or_default() += 1;
            }
        }
    }
    assert!(sound > 1500, "{sound}");
    assert!(kinds.len() >= 35 && kinds["cycle"] > 100, "every kind of refusal: {kinds:#?}");
}
