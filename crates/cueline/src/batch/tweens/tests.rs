use core::{
    array,
    hash::{BuildHasher, BuildHasherDefault},
};

use fnv::FnvHasher;
use proptest::{prelude::*, strategy::ValueTree};

use super::*;
use crate::{
    batch::{TweenEventKind, tests::few_easings},
    value::{Color, Lerp, Quat, Transform, Vec3},
};

const HALFWAY: u16 = 0;
const END: u16 = 1;

/// One field of each kind, as a user's struct.
#[cfg(feature = "derive")]
#[derive(Clone, Copy, Debug, PartialEq, crate::Lanes)]
struct All5 {
    number: f32,
    place: Vec3,
    rotation: Quat,
    color: Color,
    corners: [f32; 2],
}

fn number() -> impl Strategy<Value = f32> {
    prop_oneof![-100.0..100.0_f32, Just(0.0), Just(1.0)]
}

fn vec3() -> impl Strategy<Value = Vec3> {
    [number(), number(), number()].prop_map(Vec3::from)
}

fn color() -> impl Strategy<Value = Color> {
    [0.0..1.0_f32, 0.0..1.0, 0.0..1.0, 0.0..1.0].prop_map(Color::from)
}

/// Of length 1, some nearly equal, and some of other lengths.
fn quat() -> impl Strategy<Value = Quat> {
    let any = || [-1.0..1.0_f32, -1.0..1.0, -1.0..1.0, -1.0..1.0].prop_map(Quat::from);
    prop_oneof![
        8 => any().prop_map(Quat::normalized),
        1 => (any(), 0..24_i32).prop_map(|(q, bits)| {
            let small = libm::exp2f(-bits as f32);
            Quat::new(q.x * small, q.y * small, q.z * small, 1.0).normalized()
        }),
        1 => any(),
        1 => Just(Quat::default()),
    ]
}

fn transform() -> impl Strategy<Value = Transform> {
    (vec3(), quat(), vec3()).prop_map(|(scale, rotation, translation)| Transform {
        scale,
        rotation,
        translation,
    })
}

#[cfg(feature = "derive")]
fn all5() -> impl Strategy<Value = All5> {
    (number(), vec3(), quat(), color(), [number(), number()]).prop_map(
        |(number, place, rotation, color, corners)| All5 {
            number,
            place,
            rotation,
            color,
            corners,
        },
    )
}

fn tween<V: Copy + core::fmt::Debug>(
    value: impl Strategy<Value = V>,
    easings: Vec<Easing>,
) -> impl Strategy<Value = Tween<V>> {
    let delay = prop_oneof![2 => Just(0), 1 => 1..40_u32];
    let easing = prop::sample::select(easings);
    (prop::array::uniform2(value), 1..60_u32, delay, easing)
        .prop_map(|([from, to], ticks, delay, easing)| Tween { from, to, ticks, delay, easing })
}

/// Starts with few easings, alternating with steps.
fn script<V: Copy + core::fmt::Debug + 'static>(
    value: impl Strategy<Value = V> + 'static,
) -> impl Strategy<Value = Vec<(Vec<Tween<V>>, i64, f32)>> {
    let value = value.boxed();
    few_easings().prop_flat_map(move |easings| {
        let tweens = prop::collection::vec(tween(value.clone(), easings), 0..90);
        prop::collection::vec((tweens, 0..30_i64, -0.2..1.2_f32), 1..5)
    })
}

fn hash<V: Lanes>(batch: &TweenBatch<V>) -> u64 {
    BuildHasherDefault::<FnvHasher>::default().hash_one(batch)
}

/// The laws of a batch of any kind. `canonical` maps a given value to the stored value.
fn laws<V>(
    script: Vec<(Vec<Tween<V>>, i64, f32)>,
    canonical: impl Fn(V) -> V,
) -> Result<(), TestCaseError>
where
    V: Lanes + core::fmt::Debug + PartialEq + Send,
{
    let mut batch = TweenBatch::<V>::new("tests", Tick::new(-7));
    let mut started = Vec::new();
    let mut values = Vec::new();
    for (tweens, step, alpha) in script {
        for tween in &tweens {
            let start = batch.now() + i64::from(tween.delay);
            let handle = batch.start(tween).unwrap();
            batch.cue(handle, tween.ticks, END).unwrap();
            batch.cue(handle, tween.ticks / 2, HALFWAY).unwrap();
            started.push((handle, start, *tween));
        }
        batch.sample_into(alpha, &mut values);
        // Bulk equals single.
        prop_assert_eq!(values.len(), batch.len());
        for (index, (handle, value)) in batch.handles().zip(&values).enumerate() {
            prop_assert_eq!(batch.value(handle, alpha), Some(*value));
            prop_assert_eq!(batch.index_of(handle), Some(index));
        }
        #[cfg(feature = "rayon")]
        {
            let mut parallel = Vec::new();
            batch.sample_into_in_parallel(alpha, &mut parallel);
            prop_assert_eq!(&parallel, &values);
        }
        // The start is exact.
        batch.sample_into(0.0, &mut values);
        for (handle, start, tween) in &started {
            // CSS `step-start` is at its end at once.
            let begins = tween.easing.at(0.0) == 0.0;
            if begins && *start == batch.now() && batch.value(*handle, 0.0).is_some() {
                prop_assert_eq!(batch.value(*handle, 0.0), Some(canonical(tween.from)));
            }
        }
        // A snapshot equals its original, and continues equally.
        let mut copy = batch.clone();
        prop_assert_eq!(&copy, &batch);
        prop_assert_eq!(hash(&copy), hash(&batch));
        #[cfg(feature = "serde")]
        {
            let bytes = postcard::to_allocvec(&batch).unwrap();
            prop_assert_eq!(&postcard::from_bytes::<TweenBatch<V>>(&bytes).unwrap(), &batch);
        }
        let to = batch.now() + step;
        let due: Vec<_> = batch.advance_to(to).unwrap().to_vec();
        prop_assert_eq!(copy.advance_to(to).unwrap(), &due[..]);
        prop_assert_eq!(&copy, &batch);
        // Events come in the order of due times; ends are exact.
        prop_assert!(due.windows(2).all(|pair| pair[0].tick <= pair[1].tick));
        for TweenEvent { tick, handle, kind, value } in due {
            let (_, start, tween) = started.iter().find(|(of, ..)| *of == handle).copied().unwrap();
            let (at, wanted) = match kind {
                TweenEventKind::Start => (start, tween.from),
                TweenEventKind::End | TweenEventKind::Cue(END) => {
                    (start + i64::from(tween.ticks), tween.to)
                }
                TweenEventKind::Cue(_) => {
                    // The same value as a single read.
                    let half = i64::from(tween.ticks / 2);
                    let mut alone = TweenBatch::<V>::new("tests", Tick::ZERO);
                    let one = alone.start(&Tween { delay: 0, ..tween }).unwrap();
                    alone.advance_to(Tick::new(half)).unwrap();
                    prop_assert_eq!((tick, Some(value)), (start + half, alone.value(one, 0.0)));
                    continue;
                }
            };
            prop_assert_eq!((tick, value), (at, canonical(wanted)));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_laws_hold_for_numbers(script in script(number())) {
        laws(script, |value| value)?;
    }

    #[test]
    fn the_laws_hold_for_vectors(script in script(vec3())) {
        laws(script, |value| value)?;
    }

    #[test]
    fn the_laws_hold_for_colors(script in script(color())) {
        laws(script, |value| value)?;
    }

    #[test]
    fn the_laws_hold_for_rotations(script in script(quat())) {
        laws(script, canonical)?;
    }

    #[test]
    fn the_laws_hold_for_transforms(script in script(transform())) {
        laws(script, |value| Transform { rotation: canonical(value.rotation), ..value })?;
    }

    #[cfg(feature = "derive")]
    #[test]
    fn the_laws_hold_for_derived_structs(script in script(all5())) {
        laws(script, |value| All5 { rotation: canonical(value.rotation), ..value })?;
    }

    #[cfg(feature = "derive")]
    #[test]
    fn a_derived_struct_blends_as_its_fields_do(from in all5(), to in all5(), progress in -0.1..=1.1_f32) {
        let got: All5 = blended(&from, &to, progress);
        prop_assert_eq!(got.number, blended(&from.number, &to.number, progress));
        prop_assert_eq!(got.place, blended(&from.place, &to.place, progress));
        prop_assert_eq!(got.rotation, blended(&from.rotation, &to.rotation, progress));
        prop_assert_eq!(got.color, blended(&from.color, &to.color, progress));
        prop_assert_eq!(got.corners, blended(&from.corners, &to.corners, progress));
    }

    #[test]
    fn every_width_gives_the_same_bits(
        tweens in few_easings()
            .prop_flat_map(|easings| prop::collection::vec(tween(transform(), easings), 1..300)),
        step in 0..30_i64, alpha in 0.0..1.0_f32,
    ) {
        let mut batch = TweenBatch::new("tests", Tick::ZERO);
        for tween in &tweens {
            batch.start(tween).unwrap();
        }
        batch.advance_to(Tick::new(step)).unwrap();
        let (moment, mut wide) = (batch.store.moment(alpha), Vec::new());
        batch.sample_into(alpha, &mut wide);
        let mut narrow = wide.clone();
        let mut room = &mut narrow[..];
        for piece in batch.store.pieces(usize::MAX) {
            let (out, rest) = core::mem::take(&mut room).split_at_mut(piece.rows());
            room = rest;
            let before = out.to_vec();
            out.fill(Transform::default());
            if !piece.sample_narrow(moment, out) {
                out.copy_from_slice(&before);
            }
        }
        prop_assert_eq!(narrow, wide);
    }

    #[test]
    fn colors_blend_as_lerp_does(from in color(), to in color(), progress in 0.0..=1.0_f32) {
        let wanted = from.lerp(&to, progress.into());
        let got: Color = blended(&from, &to, progress);
        for (got, wanted) in <[f32; 4]>::from(got).into_iter().zip(<[f32; 4]>::from(wanted)) {
            prop_assert!((got - wanted).abs() <= f32::EPSILON, "{} {}", got, wanted);
        }
    }
}

#[cfg(feature = "serde")]
proptest! {
    #[test]
    fn damaged_rotations_still_turn_between_their_ends(
        tweens in prop::collection::vec(tween(transform(), crate::batch::tests::easings()), 1..20),
        lane in 0..11_usize,
        number in any::<u32>().prop_map(f32::from_bits),
    ) {
        let mut whole = TweenBatch::<Transform>::new("tests", Tick::ZERO);
        for tween in &tweens {
            whole.start(tween).unwrap();
        }
        let mut damaged = whole.clone();
        damaged.store.change_ends(|from, to| (from[lane], to[lane]) = (number, number));
        let bytes = postcard::to_allocvec(&damaged).unwrap();
        let Ok(loaded) = postcard::from_bytes::<TweenBatch<Transform>>(&bytes) else {
            // A value that is not finite, or too far from the others.
            prop_assert!(!number.is_finite() || number.abs() > 1e18, "{} in {}", number, lane);
            return Ok(());
        };
        // Scale, four parts of a rotation, and the lane that follows from them.
        if lane == 7 {
            prop_assert_eq!(&loaded, &whole);
        }
        let rotation = |lanes: &[f32; 11]| Quat::new(lanes[3], lanes[4], lanes[5], lanes[6]);
        for handle in loaded.handles() {
            let (group, row) = loaded.own(handle).and_then(|id| loaded.store.place(id)).unwrap();
            let row = loaded.store.rows(group).row(row);
            let (from, to) = (row.from(), row.to());
            let (mut begin, mut end) = ([0.0; 5], [0.0; 5]);
            Quat::write(&rotation(from), &rotation(to), &mut begin, &mut end);
            prop_assert_eq!(begin.map(f32::to_bits), [3, 4, 5, 6, 7].map(|lane| from[lane].to_bits()));
            prop_assert_eq!(end.map(f32::to_bits), [3, 4, 5, 6, 7].map(|lane| to[lane].to_bits()));
        }
    }
}

/// A user's blend may panic if the progress is not from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Strict(f32);

impl Lanes for Strict {
    type Numbers = [f32; 1];

    fn write(from: &Self, to: &Self, begin: &mut [f32], end: &mut [f32]) {
        f32::write(&from.0, &to.0, begin, end);
    }

    fn read<const W: usize>(lanes: &[[f32; W]], row: usize) -> Self {
        Self(f32::read(lanes, row))
    }

    fn blend<const W: usize>(
        begin: &[&[f32; W]],
        end: &[&[f32; W]],
        progresses: &[f32; W],
        out: &mut [[f32; W]],
    ) {
        for progress in progresses {
            assert!((0.0..=1.0).contains(progress), "progress {progress}");
        }
        f32::blend(begin, end, progresses, out);
    }
}

#[test]
fn an_ended_tween_is_never_blended() {
    let mut batch = TweenBatch::<Strict>::new("tests", Tick::ZERO);
    let tween =
        Tween { from: Strict(0.0), to: Strict(1.0), ticks: 100, delay: 0, easing: Easing::LINEAR };
    for ticks in [100; 130].into_iter().chain([1; 9]) {
        batch.start(&Tween { ticks, ..tween }).unwrap();
    }
    let mut values = Vec::new();
    for tick in [50, 1 << 40] {
        batch.advance_to(Tick::new(tick)).unwrap();
        batch.sample_into(0.0, &mut values);
        assert!(values.iter().all(|value| *value == Strict(0.5)));
        let _ = batch.start(&tween);
        batch.sample_into(0.0, &mut values);
    }
    assert_eq!(values, [Strict(0.0)]);
}

fn canonical(rotation: Quat) -> Quat {
    blended(&rotation, &Quat::default(), 0.0)
}

/// The blended value at a progress.
fn blended<V: Lanes<Numbers = [f32; N]>, const N: usize>(from: &V, to: &V, progress: f32) -> V {
    let (mut begin, mut end) = ([0.0; N], [0.0; N]);
    V::write(from, to, &mut begin, &mut end);
    let mut out = [[0.0]; N];
    let (begin, end) = (begin.map(|n| [n]), end.map(|n| [n]));
    V::blend(&begin.each_ref(), &end.each_ref(), &[progress], &mut out);
    V::read(&out, 0)
}

/// The angle between two rotations, in radians.
fn apart(a: Quat, b: Quat) -> f64 {
    let [a, b] = [a, b].map(Quat::wide);
    let length = |of: [f64; 4]| libm::sqrt(of.iter().map(|part| part * part).sum());
    let [minus, plus] = [-1.0, 1.0].map(|sign| length(array::from_fn(|i| a[i] + sign * b[i])));
    4.0 * libm::atan2(minus.min(plus), minus.max(plus))
}

#[test]
fn a_rotation_is_as_near_to_slerp_as_stated() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut worst, mut longest): (f64, f64) = (0.0, 0.0);
    for _ in 0..40_000 {
        let pair = (quat(), quat(), -0.1..=1.1_f32, any::<bool>());
        let (from, to, progress, small) = pair.new_tree(&mut runner).unwrap().current();
        let (from, to) = (canonical(from), canonical(to));
        let to = if small { (from.lerp(&to, 1e-3)).normalized() } else { to };
        let got: Quat = blended(&from, &to, progress);
        worst = worst.max(apart(got, from.slerp(to, progress.into())));
        let square: f64 = <[f32; 4]>::from(got).map(f64::from).iter().map(|q| q * q).sum();
        longest = longest.max((libm::sqrt(square) - 1.0).abs());
    }
    assert!((2e-7..=1e-6).contains(&worst), "{worst:e}");
    assert!((1e-7..=1e-6).contains(&longest), "{longest:e}");
}
