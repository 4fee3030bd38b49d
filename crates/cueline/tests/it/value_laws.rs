//! Laws of every value, over all bits that its numbers can have.

use core::fmt::Debug;

use cueline::{
    clip::{Keyframe, Track},
    time::{Span, Time, ms},
    value::{
        Color, Curve, Delta, Easing, Lerp, Mat4, Moving, Oklab, Quat, Spring, Transform, Vec2,
        Vec3, Vec4,
    },
};
use proptest::{num::f32::NORMAL, prelude::*};

/// Any bits whatever, and often those at the end of the type, which chance hardly ever finds.
macro_rules! any_bits {
    ($($name:ident $float:ident $bits:ident,)*) => { $(
        fn $name() -> impl Strategy<Value = $float> {
            prop_oneof![
                4 => any::<$bits>().prop_map($float::from_bits),
                1 => Just($float::MAX),
                1 => Just($float::MIN),
                1 => Just($float::INFINITY),
                1 => Just(-0.0),
            ]
        }
    )* };
}

any_bits! {
    any_f32 f32 u32,
    any_f64 f64 u64,
}

/// On the way, at its ends, beyond them and nowhere.
fn any_t() -> impl Strategy<Value = f64> {
    prop_oneof![0.0..=1.0, -2.0..3.0, any_f64(), Just(f64::NAN), Just(f64::INFINITY)]
}

/// Everything that can be done with two values and a number; only that it ends is of interest.
fn everything<T: Lerp>(a: &T, b: &T, t: f64) {
    let way = b.minus(a);
    let _anywhere = a.lerp(b, t).is_finite();
    let _bent = a.hermite(&way.scaled(t), b, &way.and(&way), t).is_finite();
    let _back = b.plus(&way.scaled(-1.0).and(&T::Delta::zero())).is_finite();
    let _far = way.scaled(t).is_finite();
}

/// What moves an integer from one value to another, with a velocity of its own.
#[derive(Clone, Copy, Debug)]
enum Way {
    Tween(Easing),
    Spring(f64),
    Glide,
    Hermite,
}

fn any_way() -> impl Strategy<Value = Way> {
    let easings = [Easing::Linear, Easing::IN_BACK, Easing::OUT_BACK, Easing::OUT_ELASTIC];
    prop_oneof![
        (0..easings.len()).prop_map(move |index| Way::Tween(easings[index])),
        (-0.5..0.9_f64).prop_map(Way::Spring),
        Just(Way::Glide),
        Just(Way::Hermite),
    ]
}

/// The values at these times of a second. The velocities are in distances from `from` to `to` per second.
fn values<T: Lerp>(way: Way, [from, to]: [T; 2], velocities: [f64; 2], at: &[Span]) -> Vec<T> {
    let [leave, arrive] = velocities.map(|velocity| to.minus(&from).scaled(velocity));
    let mut moving = Moving::at(from.clone());
    match way {
        Way::Tween(easing) => moving.tween_to(Time::ZERO, to, ms(1000), easing),
        Way::Spring(bounce) => {
            moving.throw_to(Time::ZERO, to, leave, Spring::with_bounce(ms(500), bounce))
        }
        Way::Glide => {
            // A spring that has not moved yet has the velocity with which the glide begins.
            moving.throw_to(Time::ZERO, to.clone(), leave, Spring::smooth(ms(1000)));
            moving.glide_to(Time::ZERO, to, ms(1000))
        }
        Way::Hermite => {
            let none = T::Delta::zero();
            let keys = [
                Keyframe::hermite(ms(0), from, none.clone(), leave),
                Keyframe::hermite(ms(1000), to, arrive, none),
            ];
            let track = Track::new(keys).expect("two keyframes");
            return at.iter().map(|at| track.sample(*at)).collect();
        }
    };
    at.iter().map(|at| moving.value(Time::at(*at))).collect()
}

macro_rules! integers_never_wrap {
    ($($int:ident)*) => { proptest! { $(
        /// The value is that of a float on the same way, held within the type.
        #[test]
        fn $int(
            from: $int, to: $int, ends in 0..4_u8, way in any_way(), velocities in [-5.0..5.0_f64, -5.0..5.0_f64],
        ) {
            let from = if ends & 1 == 0 { from } else { $int::MIN };
            let to = if ends & 2 == 0 { to } else { $int::MAX };
            let at: Vec<_> = (0..=40).map(|step| ms(step * 25)).collect();
            let (low, high) = ($int::MIN as f64, $int::MAX as f64);
            let found = values(way, [from, to], velocities, &at);
            let wanted = values(way, [from as f64, to as f64], velocities, &at);
            for ((found, wanted), at) in found.into_iter().zip(wanted).zip(at) {
                let (found, wanted) = (found as f64, wanted.clamp(low, high));
                // Each of a few sums is off by a half, and by the rounding of an `f64`.
                let bound = 3.0 + 1e-12 * (high - low);
                prop_assert!((found - wanted).abs() <= bound, "{found} for {wanted} at {at}");
            }
        }
    )* } };
}

mod numbers_never_wrap {
    use super::*;
    integers_never_wrap!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);
}

/// A call that sends a value to a target.
type Call<T> = fn(&mut Moving<T>, Time, T, Spring) -> bool;

/// Every call that moves a value refuses `broken` and changes nothing.
fn refuses<T: Lerp<Delta: PartialEq + Debug> + PartialEq + Debug>(sound: &T, broken: &T) {
    let (now, spring) = (Time::from_millis(50), Spring::smooth(ms(300)));
    let mut still = Moving::at(sound.clone());
    still.tween_to(Time::ZERO, sound.clone(), ms(100), Easing::OUT_CUBIC);
    let before = still.clone();
    let velocity = broken.minus(sound);
    let calls: [Call<T>; 10] = [
        |x, _, to, _| x.set(to),
        |x, now, to, _| x.tween_to(now, to, ms(9), Easing::Linear),
        |x, now, to, _| x.tween_after(now, ms(9), to, ms(9), Easing::Linear),
        |x, now, to, _| x.glide_to(now, to, ms(9)),
        |x, now, to, _| x.glide_after(now, ms(9), to, ms(9)),
        |x, now, to, spring| x.spring_to(now, to, spring),
        |x, now, to, spring| x.spring_after(now, ms(9), to, spring),
        |x, now, to, spring| x.throw_to(now, to, T::Delta::zero(), spring),
        |x, now, to, _| x.then_tween_to(now, to, ms(9), Easing::Linear),
        |x, now, to, spring| x.then_spring_to(now, to, spring),
    ];
    for (index, call) in calls.into_iter().enumerate() {
        assert!(!call(&mut still, now, broken.clone(), spring), "call {index} with {broken:?}");
        assert_eq!(still, before, "call {index}");
        assert!(call(&mut still.clone(), now, sound.clone(), spring), "call {index}");
    }
    // The rotation that is nearest to one that is no number is a rotation.
    assert_eq!(still.throw_to(now, sound.clone(), velocity.clone(), spring), velocity.is_finite());
    still = before.clone();
    let easing = Easing::Out(Curve::Power(f64::NAN));
    assert!(!still.tween_to(now, sound.clone(), ms(9), easing));
    assert_eq!(still, before);
}

#[test]
fn a_value_in_motion_refuses_what_is_not_finite() {
    let all = [
        (f64::NAN, f32::NAN),
        (f64::INFINITY, f32::INFINITY),
        (f64::NEG_INFINITY, f32::NEG_INFINITY),
    ];
    for (broken, narrow) in all {
        refuses(&1.0, &broken);
        refuses(&1.0_f32, &narrow);
        refuses(&Vec2::new(1.0_f32, 2.0), &Vec2::new(1.0, narrow));
        refuses(&Vec3::new(1.0_f64, 2.0, 3.0), &Vec3::new(broken, 2.0, 3.0));
        refuses(&Vec4::from([1.0_f32; 4]), &Vec4::new(1.0, 1.0, narrow, 1.0));
        refuses(&Quat::<f32>::default(), &Quat { x: narrow, ..Quat::default() });
        refuses(&Mat4::<f32>::default(), &Mat4([narrow; 16]));
        let moved = Transform { translation: Vec3::new(narrow, 0.0, 0.0), ..Transform::default() };
        refuses(&Transform::default(), &moved);
        refuses(&Color::default(), &Color { g: narrow, ..Color::default() });
        refuses(&Oklab::default(), &Oklab { l: narrow, ..Oklab::default() });
        refuses(&[1.0, 2.0], &[1.0, broken]);
        refuses(&(1_u8, 2.0_f32), &(1, narrow));
    }
}

/// No panic, and nothing that is not finite out of finite values on the way between them.
fn laws<T: Lerp>(a: &T, b: &T, t: f64) {
    everything(a, b, t);
    if a.is_finite() && b.is_finite() && (0.0..=1.0).contains(&t) {
        assert!(a.lerp(b, t).is_finite(), "at {t}");
    }
}

macro_rules! integers_take_anything {
    ($($int:ident)*) => { proptest! { $(
        #[test]
        fn $int(a: $int, b: $int, t in any_t()) {
            for a in [a, $int::MIN, $int::MAX] {
                for b in [b, $int::MIN, $int::MAX] {
                    everything(&a, &b, t);
                }
            }
        }
    )* } };
}

mod no_bits_panic {
    use super::*;
    integers_take_anything!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

    proptest! {
        #[test]
        fn floats(a in any_f32(), b in any_f32(), c in any_f64(), d in any_f64(), t in any_t()) {
            laws(&a, &b, t);
            laws(&c, &d, t);
        }

        #[test]
        fn vectors(
            a in [any_f32(), any_f32(), any_f32(), any_f32()],
            b in [any_f32(), any_f32(), any_f32(), any_f32()],
            t in any_t(),
        ) {
            laws(&Vec2::new(a[0], a[1]), &Vec2::new(b[0], b[1]), t);
            laws(&Vec3::new(a[0], a[1], a[2]), &Vec3::new(b[0], b[1], b[2]), t);
            laws(&Vec4::from(a), &Vec4::from(b), t);
            laws(&Vec4::from(a.map(f64::from)), &Vec4::from(b.map(f64::from)), t);
        }

        #[test]
        fn several_at_once(a in (any_f32(), [any_f64(), any_f64()], any::<u8>()),
            b in (any_f32(), [any_f64(), any_f64()], any::<u8>()), t in any_t(),
        ) {
            laws(&a, &b, t);
        }
    }
}

proptest! {
    #[test]
    fn the_ends_of_several_numbers_are_exact(
        a in [any_f32(), any_f32(), any_f32(), any_f32()],
        b in [any_f32(), any_f32(), any_f32(), any_f32()],
    ) {
        let bits = |numbers: [f32; 4]| numbers.map(f32::to_bits);
        prop_assert_eq!(bits(a.lerp(&b, 0.0)), bits(a));
        prop_assert_eq!(bits(a.lerp(&b, 1.0)), bits(b));
        let (from, to) = (Vec4::from(a), Vec4::from(b));
        prop_assert_eq!(bits(from.lerp(&to, 0.0).into()), bits(a));
        prop_assert_eq!(bits(from.lerp(&to, 1.0).into()), bits(b));
    }

    /// A sum of two floats is off by half an epsilon of itself at most, also where it is too small
    /// to be normal. In `f64`, where this is checked, sums of `f32` are off by 2^29 times less.
    #[test]
    fn differences_of_vectors_add_up(
        a in [NORMAL, NORMAL, NORMAL], b in [NORMAL, NORMAL, NORMAL], c in [NORMAL, NORMAL, NORMAL],
        near: bool,
    ) {
        // Unrelated numbers hardly ever have the same exponent, and then one of two says it all.
        let (b, c) = if near { (nudged(a, b), nudged(a, c)) } else { (b, c) };
        let [a, b, c] = [a, b, c].map(Vec3::from);
        let (ab, bc, ac) = (b.minus(&a), c.minus(&b), c.minus(&a));
        let (sum, there) = (ab.and(&bc), a.plus(&ab));
        prop_assume!([sum, there, ab, bc, ac].iter().all(Lerp::is_finite));
        let numbers = |vector: Vec3| <[f32; 3]>::from(vector).map(f64::from);
        let [b, ab, bc, ac, sum, there] = [b, ab, bc, ac, sum, there].map(numbers);
        for i in 0..3 {
            close(sum[i], ac[i], &[ab[i], bc[i], sum[i], ac[i]])?;
            close(there[i], b[i], &[ab[i], there[i]])?;
        }
    }

    #[test]
    fn differences_of_whole_numbers_add_up_exactly(
        a: (u8, i64, [u64; 2]), b: (u8, i64, [u64; 2]), c: (u8, i64, [u64; 2]),
    ) {
        adds_up(&a, &b, &c);
    }
}

/// `by` as a factor between one half and two.
fn nudged(numbers: [f32; 3], by: [f32; 3]) -> [f32; 3] {
    core::array::from_fn(|i| {
        // The fraction of `by` with the exponent of 1.
        let factor = f32::from_bits(by[i].to_bits() & 0x007f_ffff | 1.0_f32.to_bits());
        if by[i] > 0.0 { numbers[i] * factor } else { numbers[i] / factor }
    })
}

/// Whether two numbers are as near as rounding each of `sums` once allows.
fn close(found: f64, wanted: f64, sums: &[f64]) -> Result<(), TestCaseError> {
    let bound = f64::from(f32::EPSILON / 2.0) * sums.iter().map(|sum| sum.abs()).sum::<f64>();
    prop_assert!((found - wanted).abs() <= bound * (1.0 + 1e-6), "{found} for {wanted}");
    Ok(())
}

fn adds_up<T: Lerp<Delta: PartialEq + Debug> + PartialEq + Debug>(a: &T, b: &T, c: &T) {
    assert_eq!(b.minus(a).and(&c.minus(b)), c.minus(a));
    assert_eq!(a.plus(&b.minus(a)), *b);
    assert_eq!(b.plus(&a.minus(b)), *a);
}

#[cfg(feature = "derive")]
mod structs {
    use super::*;

    #[derive(Clone, Debug, PartialEq, Lerp)]
    #[lerp(derive(Debug, PartialEq))]
    struct Score {
        points: u32,
        turns: (i64, [u8; 2]),
    }

    #[derive(Clone, Debug, PartialEq, Lerp)]
    struct Mark<S>(S, Vec2);

    fn score() -> impl Strategy<Value = Score> {
        any::<(u32, (i64, [u8; 2]))>().prop_map(|(points, turns)| Score { points, turns })
    }

    fn mark() -> impl Strategy<Value = Mark<f64>> {
        (any_f64(), any_f32(), any_f32()).prop_map(|(size, x, y)| Mark(size, Vec2::new(x, y)))
    }

    proptest! {
        #[test]
        fn follow_the_laws_of_their_fields(a in score(), b in score(), c in score(), t in any_t()) {
            adds_up(&a, &b, &c);
            laws(&a, &b, t);
            prop_assert_eq!(a.lerp(&b, 0.0), a.clone());
            prop_assert_eq!(a.lerp(&b, 1.0), b);
        }

        #[test]
        fn take_any_bits(a in mark(), b in mark(), t in any_t()) {
            laws(&a, &b, t);
            let finite = a.0.is_finite() && a.1.x.is_finite() && a.1.y.is_finite();
            prop_assert_eq!(a.is_finite(), finite);
        }
    }
}
