//! Documents of all sorts, finite but extreme.

use cueline::{
    clip::{CueKind, Interpolation, Order},
    playback::Repeat,
    time::{Span, Speed, TickRate},
    value::{
        AnyEasing, AxisAngle, Color, CubicBezier, Curve, Delta, Easing, Jump, Lerp, Mat4, Oklab,
        Quat, Steps, Transform, Vec2, Vec3, Vec4,
    },
};
use proptest::{collection::vec, option, prelude::*};

use crate::{
    animator::{
        AnimatorSource, Blended2Source, BlendedSource, ChangeSource, ConditionSource, EnterSource,
        InterruptSource, JoinSource, LayerSource, LayerWeightSource, MotionSource, ParameterSource,
        PoseSource, StateSource, TransitionSource,
    },
    clip::{ClipFile, CueSource, DurationSource},
    document::Document,
    flipbook::{FlipbookSource, FrameSource, Frames, Picture, Sheet, Slice},
    forms::When,
    key::{Key, Keys},
    named::Named,
    skeleton::{Node, Skeleton, Skin},
    timeline::{Action, ItemSource, TimelineSource, ValueSource},
    value::InFile,
};

/// Any finite number, the extreme ones among them often.
fn float() -> impl Strategy<Value = f32> {
    let extreme = [0.0, -0.0, f32::MAX, f32::MIN, f32::MIN_POSITIVE, f32::from_bits(1), 0.1, 1e-7];
    prop_oneof![
        prop::sample::select(extreme.to_vec()),
        any::<u32>().prop_map(f32::from_bits).prop_filter("finite", Delta::is_finite),
    ]
}

fn double() -> impl Strategy<Value = f64> {
    let extreme = [0.0, -0.0, f64::MAX, f64::MIN, f64::MIN_POSITIVE, f64::from_bits(1), 0.1, 1e-7];
    prop_oneof![
        prop::sample::select(extreme.to_vec()),
        any::<u64>().prop_map(f64::from_bits).prop_filter("finite", Delta::is_finite),
    ]
}

fn floats<const N: usize>() -> impl Strategy<Value = [f32; N]> {
    vec(float(), N).prop_map(|all| all.try_into().unwrap())
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,8}(\\.[a-z]{1,5})?",
        prop::sample::select(vec!["\"", "\\", "Vec3", "\u{1}", "ümläut\n", "// no comment", " "])
            .prop_map(String::from),
        any::<String>(),
    ]
}

pub(super) fn when() -> impl Strategy<Value = When> {
    prop_oneof![
        (0..=i64::MAX).prop_map(When::Frames),
        (0..=i64::MAX).prop_map(|flicks| When::Span(Span::from_flicks(flicks))),
        (0_i64..9999).prop_map(|ms| When::Span(Span::from_millis(ms))),
        (0_i64..9999, 1_i64..1000)
            .prop_map(|(num, den)| When::Span(Span::from_flicks(num * 705_600_000 / den))),
    ]
}

pub(super) fn rate() -> impl Strategy<Value = TickRate> {
    prop_oneof![
        Just(TickRate::HZ_60),
        Just(TickRate::NTSC_24),
        (1_u32..240, 1_u32..9999).prop_map(|(num, den)| TickRate::new(num, den).unwrap())
    ]
}

fn curve() -> BoxedStrategy<Curve> {
    let strategy = {
        prop_oneof![
            prop::sample::select(vec![
                Curve::Sine,
                Curve::Quad,
                Curve::Cubic,
                Curve::Quart,
                Curve::Quint,
                Curve::Expo,
                Curve::Circ,
                Curve::Bounce,
                Curve::BACK,
                Curve::ELASTIC,
            ]),
            double().prop_map(|overshoot| Curve::Back { overshoot }),
            (double(), double())
                .prop_map(|(amplitude, period)| Curve::Elastic { amplitude, period }),
            double().prop_map(Curve::Power),
            double().prop_map(|exponent| Curve::Exponential { exponent }),
            double().prop_map(|amplitude| Curve::BackSine { amplitude }),
            (double(), double()).prop_map(|(oscillations, springiness)| Curve::Springy {
                oscillations,
                springiness
            }),
            (double(), double())
                .prop_map(|(bounces, bounciness)| Curve::Bounces { bounces, bounciness }),
            bezier().prop_map(Curve::Bezier),
            bezier().prop_map(Curve::NewtonBezier),
        ]
    };
    strategy.boxed()
}

fn bezier() -> impl Strategy<Value = CubicBezier> {
    let within = || prop_oneof![Just(0.0), Just(-0.0), Just(0.42), Just(1.0), 0.0..=1.0];
    (within(), double(), within(), double())
        .prop_map(|(x1, y1, x2, y2)| CubicBezier::new(x1, y1, x2, y2).unwrap())
}

fn easing() -> BoxedStrategy<AnyEasing> {
    let strategy = {
        prop_oneof![
            Just(Easing::Linear.into()),
            Just(Easing::EASE_IN_OUT.into()),
            prop::sample::select(vec![
                "linear(0, 0.25 50%, 1)",
                "linear(0.5, 0.25, 3 70% 80%, 1)",
                "path(M0,0 C0.1,0.8 0.3,1.2 0.5,1.2 L1,1)",
                "spring(bounce 0.3)",
                "out-in-spring(-0.25)",
            ])
            .prop_map(|name| crate::easing::parse(name).unwrap()),
            curve().prop_map(|curve| Easing::In(curve).into()),
            curve().prop_map(|curve| Easing::Out(curve).into()),
            curve().prop_map(|curve| Easing::InOut(curve).into()),
            curve().prop_map(|curve| Easing::OutIn(curve).into()),
            (2_u32.., prop::sample::select(vec![Jump::Start, Jump::End, Jump::None, Jump::Both]))
                .prop_map(|(count, jump)| Easing::Steps(Steps::new(count, jump).unwrap()).into()),
        ]
    };
    strategy.boxed()
}

fn interpolation() -> BoxedStrategy<Interpolation> {
    let strategy = {
        prop_oneof![
            Just(Interpolation::Hold),
            Just(Interpolation::Linear),
            Just(Interpolation::Hermite),
            easing().prop_map(Interpolation::Eased),
            easing().prop_map(Interpolation::HermiteEased),
        ]
    };
    strategy.boxed()
}

fn keys_of<T: InFile + 'static, V, S>(value: V, slope: S) -> BoxedStrategy<Keys>
where
    V: Strategy<Value = T> + 'static,
    S: Strategy<Value = T::Delta> + 'static,
    T::Delta: Clone + std::fmt::Debug,
    Keys: From<Vec<Key<T>>>,
{
    let slope = prop_oneof![Just(<T::Delta as Delta>::zero()), slope].boxed();
    let key = (when(), value, interpolation(), slope.clone(), slope);
    let key = key.prop_map(|(at, value, interpolation, tangent_in, tangent_out)| Key {
        at,
        value,
        interpolation,
        tangent_in,
        tangent_out,
    });
    vec(key, 1..5)
        .prop_map(|mut keys: Vec<Key<T>>| {
            keys.sort_by_key(|key| key.at.span(TickRate::HZ_60));
            Keys::from(keys)
        })
        .boxed()
}

fn transform() -> BoxedStrategy<Transform> {
    let strategy = {
        prop_oneof![
            Just(Transform::default()),
            (floats::<3>(), rotation(), floats::<3>()).prop_map(
                |(scale, rotation, translation)| {
                    Transform { scale: scale.into(), rotation, translation: translation.into() }
                }
            ),
        ]
    };
    strategy.boxed()
}

/// Any rotation, of a length that files may have.
fn rotation() -> impl Strategy<Value = Quat> {
    (prop::array::uniform4(-1.0_f32..1.0), 0.51_f32..1.99).prop_map(|(parts, long)| {
        let length = parts.iter().map(|part| part * part).sum::<f32>().sqrt();
        if length < 0.01 {
            return Quat::new(0.0, 0.0, 0.0, -1.0);
        }
        let [x, y, z, w] = parts.map(|part| part / length * long);
        Quat::new(x, y, z, w)
    })
}

fn color() -> impl Strategy<Value = Color> {
    (prop::array::uniform3(-125.0_f32..=125.0), -1.0_f32..=2.0).prop_map(|([r, g, b], a)| Color {
        r,
        g,
        b,
        a,
    })
}

fn oklab() -> impl Strategy<Value = Oklab> {
    (prop::array::uniform3(-8.0_f32..=8.0), -1.0_f32..=2.0).prop_map(|([l, a, b], alpha)| Oklab {
        l,
        a,
        b,
        alpha,
    })
}

pub(super) fn keys() -> BoxedStrategy<Keys> {
    let strategy =
        {
            let turn = || floats::<3>().prop_map(|vector| AxisAngle { vector: vector.into() });
            prop_oneof![
                keys_of::<f32, _, _>(float(), float()),
                keys_of::<f64, _, _>(double(), double()),
                keys_of::<i32, _, _>(any::<i32>(), any::<i64>()),
                keys_of::<i64, _, _>(any::<i64>(), any::<i64>().prop_map(i128::from)),
                keys_of::<bool, _, _>(any::<bool>(), any::<bool>().prop_map(|on| on.minus(&!on))),
                keys_of::<Vec2, _, _>(floats().prop_map(Vec2::from), floats().prop_map(Vec2::from)),
                keys_of::<Vec3, _, _>(floats().prop_map(Vec3::from), floats().prop_map(Vec3::from)),
                keys_of::<Vec4, _, _>(floats().prop_map(Vec4::from), floats().prop_map(Vec4::from)),
                keys_of::<Quat, _, _>(rotation(), turn()),
                keys_of::<Mat4, _, _>(floats().prop_map(Mat4), floats::<16>()),
                keys_of::<Transform, _, _>(
                    transform(),
                    (floats::<3>(), turn(), floats::<3>()).prop_map(
                        |(scale, turn, translation)| (scale.into(), turn, translation.into())
                    ),
                ),
                keys_of::<Color, _, _>(color(), floats::<4>()),
                keys_of::<Oklab, _, _>(oklab(), floats::<4>()),
            ]
        };
    strategy.boxed()
}

fn cues() -> impl Strategy<Value = Vec<CueSource>> {
    let cue = (0_i64..1 << 40, name(), any::<bool>()).prop_map(|(at, name, state)| CueSource {
        at: When::Frames(at),
        name,
        kind: if state { CueKind::State } else { CueKind::Effect },
    });
    vec(cue, 0..3)
}

fn named<T: std::fmt::Debug>(
    items: impl Strategy<Value = T>,
    most: usize,
) -> impl Strategy<Value = Named<T>> {
    vec((name(), items), 0..=most).prop_map(|all| all.into_iter().collect())
}

/// A clip, keys of which are in order at 60 frames per second only.
pub(super) fn clip() -> BoxedStrategy<ClipFile> {
    let strategy = {
        (named(keys(), 3), cues(), named(name(), 1), any::<bool>()).prop_map(
            |(tracks, cues, meta, decorative)| ClipFile {
                rate: Some(TickRate::HZ_60),
                duration: DurationSource::Whole,
                decorative,
                tracks,
                cues,
                meta,
            },
        )
    };
    strategy.boxed()
}

fn flipbook() -> BoxedStrategy<FlipbookSource> {
    let strategy = {
        let hold = || {
            prop_oneof![
                (1_i64..9999).prop_map(When::Frames),
                (1_i64..1 << 40).prop_map(|flicks| When::Span(Span::from_flicks(flicks)))
            ]
        };
        let list = vec((any::<u32>(), hold()), 1..4).prop_map(|list| {
            Frames::List(list.into_iter().map(|(show, hold)| FrameSource { show, hold }).collect())
        });
        let run = (any::<u32>(), 1_u32.., hold()).prop_map(|(first, count, hold)| Frames::Run {
            first,
            count,
            hold,
        });
        let orders = vec![Order::Forward, Order::Reverse, Order::PingPong, Order::PingPongReverse];
        let repeat = prop_oneof![
            Just(Repeat::Forever),
            Just(Repeat::Once),
            (1_u32..).prop_map(|times| Repeat::Times(times.into())),
        ];
        (prop_oneof![list, run], rate(), prop::sample::select(orders), repeat, cues()).prop_map(
            |(frames, rate, order, repeat, mut cues)| {
                let pass = match &frames {
                    Frames::Run { count, hold, .. } => {
                        hold.span(rate).checked_mul(i64::from(*count)).unwrap_or(Span::MAX)
                    }
                    Frames::List(list) => {
                        list.iter().fold(Span::ZERO, |sum, frame| sum + frame.hold.span(rate))
                    }
                };
                cues.retain(|cue: &crate::CueSource| cue.at.span(rate) <= pass);
                let rate = Some(rate);
                FlipbookSource { rate, frames, order, repeat, cues, ..FlipbookSource::default() }
            },
        )
    };
    strategy.boxed()
}

fn sheet() -> BoxedStrategy<Sheet> {
    let strategy = {
        let picture = (
            name(),
            any::<[u32; 4]>(),
            any::<[i32; 2]>(),
            any::<[bool; 2]>(),
            option::of(any::<[u32; 2]>()),
        );
        let picture = picture.prop_map(|(name, area, offset, turns, source_size)| Picture {
            name,
            area,
            rotated: turns[0],
            upside_down: turns[1],
            offset,
            source_size,
        });
        let slice =
            (any::<[i32; 4]>(), option::of(any::<[i32; 4]>()), option::of(any::<[i32; 2]>()));
        let slice = slice.prop_map(|(area, center, pivot)| Slice { from: 0, area, center, pivot });
        (name(), vec(picture, 1..3), named(vec(slice, 0..2), 2)).prop_map(
            |(image, pictures, slices)| Sheet {
                image,
                size: None,
                pictures,
                slices,
                meta: Named::default(),
            },
        )
    };
    strategy.boxed()
}

fn skeleton() -> BoxedStrategy<Skeleton> {
    let strategy = {
        let node = (transform(), vec(float(), 0..3));
        let node = node.prop_map(|(rest, weights)| Node { parent: None, rest, weights });
        (named(node, 3), floats::<16>()).prop_map(|(mut nodes, matrix)| {
            let names: Vec<String> = nodes.keys().cloned().collect();
            for (node, parent) in nodes.values_mut().skip(1).zip(&names) {
                node.parent = Some(parent.clone());
            }
            let skin = Skin { inverse_binds: vec![Mat4(matrix); names.len()], joints: names };
            let skins = [("skin".to_owned(), skin)].into_iter().collect();
            Skeleton { nodes, skins, meta: Named::default() }
        })
    };
    strategy.boxed()
}

fn timeline() -> BoxedStrategy<TimelineSource> {
    let strategy = {
        let set = |values: Vec<[f32; 3]>| {
            let value = |(index, value): (usize, [f32; 3])| {
                (format!("key {index}"), ValueSource::Vec3(value.into()))
            };
            Action::Set(values.into_iter().enumerate().map(value).collect())
        };
        let action = prop_oneof![
            vec(floats::<3>(), 1..3).prop_map(set),
            name().prop_map(|cue| Action::Cue { cue, kind: CueKind::Effect }),
            any::<u32>().prop_map(Action::Call),
            Just(Action::Pause),
        ];
        let item = (action, name(), 0_i64..9999, 1_i64..99, 1_u64..99);
        let item = item.prop_map(|(action, name, delay, num, den)| {
            // A speed means nothing to a cue, a call or a pause, and is refused there.
            let speed = match action {
                Action::Set(_) => Speed::new(num, den).unwrap(),
                _ => Speed::NORMAL,
            };
            let delay = When::Frames(delay);
            ItemSource { name, delay, speed, repeat: Repeat::Once, ..ItemSource::new(action) }
        });
        (rate(), vec(item, 0..4), any::<bool>()).prop_map(|(rate, items, decorative)| {
            let start = |index| (format!("key {index}"), ValueSource::Vec3(Vec3::default()));
            let start_values = (0..2).map(start).collect();
            let rate = Some(rate);
            TimelineSource { rate, start_values, decorative, items, ..TimelineSource::default() }
        })
    };
    strategy.boxed()
}

fn animator() -> BoxedStrategy<AnimatorSource> {
    let part = || prop_oneof![Just(0.0_f32), Just(1.0), 0.0_f32..=1.0];
    let time = || (0_i64..9999).prop_map(|ms| When::Span(Span::from_millis(ms)));
    let number = || -32768.0_f32..=32768.0;
    let motion = prop_oneof![
        name().prop_map(MotionSource::Clip),
        vec(name(), 1..4).prop_map(|clips| {
            let blended = |(at, clip)| BlendedSource { at, clip };
            let clips = (0_u8..).map(f32::from).zip(clips).map(blended).collect();
            MotionSource::Blend { along: "f".into(), clips }
        }),
        (name(), number(), number()).prop_map(|(clip, x, y)| MotionSource::Blend2 {
            plane: ["f".into(), "f".into()],
            clips: vec![Blended2Source { at: [x, y], clip }],
        }),
    ];
    let speed = (0_i64..9, 1_u64..99).prop_map(|(num, den)| Speed::new(num, den).unwrap());
    let state = (motion, speed, any::<bool>(), any::<bool>(), any::<bool>());
    let state = state.prop_map(|(motion, speed, by, once, reversed)| StateSource {
        motion,
        speed,
        speed_by: by.then(|| "f".into()),
        once,
        reversed,
    });
    let parameter = || "f".to_owned();
    let condition = prop_oneof![
        number().prop_map(move |value| ConditionSource::Greater { parameter: parameter(), value }),
        number().prop_map(move |value| ConditionSource::AtMost { parameter: parameter(), value }),
        any::<i32>().prop_map(|value| ConditionSource::Differs { parameter: "i".into(), value }),
        any::<bool>().prop_map(|on| {
            if on { ConditionSource::Is("b".into()) } else { ConditionSource::IsNot("b".into()) }
        }),
        Just(ConditionSource::Fired("t".into())),
        (0.0_f64..=1.0).prop_map(ConditionSource::Progress),
        time().prop_map(ConditionSource::After),
    ];
    let change = prop_oneof![
        Just(ChangeSource::Cut),
        (time(), any::<bool>()).prop_map(|(over, linear)| ChangeSource::Fade {
            over,
            easing: if linear { AnyEasing::LINEAR } else { Easing::EASE_IN_OUT.into() },
        }),
        (1_i64..=10_000).prop_map(|ms| ChangeSource::Inertial(When::Span(Span::from_millis(ms)))),
    ];
    let enter = prop_oneof![
        Just(EnterSource::Start),
        Just(EnterSource::InPhase),
        (0.0_f64..0.99).prop_map(EnterSource::At),
    ];
    let transition = (any::<bool>(), vec(condition, 0..4), change, any::<bool>(), enter);
    let transition = vec(transition, 0..3);
    let layer = (named(state.clone(), 2), state, transition, part(), any::<bool>());
    (vec(layer, 1..3), time(), named(part(), 2), rate())
        .prop_map(|(layers, keep, mask, rate)| {
            let layer = |(index, layer): (usize, _)| {
                let (mut states, state, transitions, weight, add): (
                    Named<_>,
                    _,
                    Vec<_>,
                    f32,
                    bool,
                ) = layer;
                states.insert("last".into(), state);
                let transition = |(from, mut when, change, never, enter): (_, Vec<_>, _, _, _)| {
                    let waits = |one: &_| match one {
                        ConditionSource::Fired(_) => true,
                        ConditionSource::After(when) => *when != When::ZERO,
                        _ => false,
                    };
                    // From a state to itself: without a wait that is a cycle at one moment.
                    if from && !when.iter().any(waits) {
                        when.push(ConditionSource::Fired("t".into()));
                    }
                    let interrupt =
                        if never { InterruptSource::Never } else { InterruptSource::New };
                    let (from, to) = (from.then(|| "last".into()), "last".into());
                    TransitionSource { from, to, when, change, interrupt, enter }
                };
                let transitions = transitions.into_iter().map(transition).collect();
                let mut layer = LayerSource { states, transitions, ..LayerSource::default() };
                if index > 0 {
                    layer.mask = Some("mask".into());
                    layer.weight = LayerWeightSource::Constant(weight);
                    layer.join =
                        if add { JoinSource::AddTo("pose".into()) } else { JoinSource::Add };
                }
                (format!("layer {index}"), layer)
            };
            let parameters = [
                ("f", ParameterSource::Float(1.5)),
                ("i", ParameterSource::Integer(-3)),
                ("b", ParameterSource::Bool(true)),
                ("t", ParameterSource::Trigger(keep)),
            ];
            let pose = PoseSource { clip: "idle".into(), at: When::ZERO };
            AnimatorSource {
                rate: Some(rate),
                parameters: parameters
                    .map(|(name, it)| (name.to_owned(), it))
                    .into_iter()
                    .collect(),
                masks: [("mask".to_owned(), mask)].into_iter().collect(),
                poses: [("pose".to_owned(), pose)].into_iter().collect(),
                layers: layers.into_iter().enumerate().map(layer).collect(),
                meta: Named::default(),
            }
        })
        .boxed()
}

/// A document with nothing wrong with it.
pub(super) fn document() -> impl Strategy<Value = Document> {
    let parts = (
        named(clip(), 2),
        named(flipbook(), 2),
        named(sheet(), 1),
        named(timeline(), 1),
        named(skeleton(), 1),
        named(animator(), 1),
        named(easing(), 2),
        named(name(), 2),
    );
    parts.prop_map(|(clips, flipbooks, sheets, timelines, skeletons, animators, curves, meta)| {
        // Animators may name the clips of other files, in a file that has none.
        let animators = if clips.is_empty() { animators } else { Named::default() };
        Document {
            version: crate::Version,
            // Some of these names are none that a curve may have.
            curves: curves
                .into_iter()
                .filter(|(name, _)| crate::forms::curve::is_name(name))
                .collect(),
            clips,
            flipbooks,
            sheets,
            timelines,
            skeletons,
            animators,
            meta,
        }
    })
}
