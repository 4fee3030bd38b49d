//! Corners of single numbers, and their laws over all numbers.

use core::fmt::Debug;

use proptest::{num, prelude::*};

use super::*;

#[test]
fn the_middle_of_floats_is_rounded_once() {
    assert_eq!(1.0_f32.lerp(&2.0, 0.5), 1.5);
    assert_eq!(0.0_f32.lerp(&0.1, 0.1), f32::from_f64(0.1_f32.to_f64() * 0.1));
    assert_eq!(10.0_f64.lerp(&20.0, 1.5), 25.0);
    assert_eq!(10.0_f64.lerp(&20.0, -0.5), 5.0);
}

#[test]
fn floats_further_apart_than_the_largest_one_have_a_middle() {
    assert_eq!(f64::MAX.lerp(&f64::MIN, 0.5), 0.0);
    assert_eq!(f32::MIN.lerp(&f32::MAX, 0.5), 0.0);
}

#[test]
fn what_does_not_change_stays_as_it_is() {
    assert_eq!((-0.0_f64).lerp(&-0.0, 0.5).to_bits(), (-0.0_f64).to_bits());
    assert_eq!(f32::INFINITY.lerp(&f32::INFINITY, 0.5), f32::INFINITY);
}

#[test]
fn integers_walk_to_the_nearest_step() {
    // (from, to, t, between)
    let cases = [
        (0_u8, 255, 0.5, 128),
        (255, 0, 0.5, 127),
        (10, 20, 0.04, 10),
        (10, 20, 0.05, 11),
        (20, 10, 0.05, 19),
        (10, 20, -0.5, 5),
        (20, 10, -0.5, 25),
        (10, 20, -2.0, 0),
        (10, 20, 1e300, 255),
        (0, 5, 0.5, 3),
        (5, 0, 0.5, 2),
        (10, 20, f64::NAN, 10),
        (7, 7, 1e300, 7),
    ];
    for (from, to, t, between) in cases {
        assert_eq!(from.lerp(&to, t), between, "{t} from {from} to {to}");
    }
}

#[test]
fn integers_cross_their_whole_range() {
    assert_eq!(i32::MIN.lerp(&i32::MAX, 0.5), 0);
    assert_eq!(i64::MIN.lerp(&i64::MAX, 0.25), i64::MIN / 2);
    assert_eq!(u64::MAX.lerp(&0, 1.0 - f64::EPSILON), (1 << 12) - 1);
    assert_eq!(u64::MAX.lerp(&0, 1.0), 0);
    // Rounded to f64 the way is longer than it is.
    assert_eq!(0_i64.lerp(&(i64::MAX - 1), 1.0 - f64::EPSILON / 4.0), i64::MAX - 1);
}

#[test]
fn differences_have_a_sign() {
    assert_eq!(100_u8.plus(&0_u8.minus(&200).scaled(0.5)), 0);
    assert_eq!(0_u64.minus(&u64::MAX), -i128::from(u64::MAX));
    assert_eq!(i32::MAX.minus(&i32::MIN).scaled(0.5), 1 << 31);
    assert_eq!(5_i64.scaled(0.5), 3);
    assert_eq!((-5_i64).scaled(0.5), -3);
    assert_eq!(i64::MAX.minus(&i64::MIN), i128::from(u64::MAX));
    assert_eq!(i64::MAX.scaled(1.0), i64::MAX);
    assert_eq!(i64::MAX.scaled(-1e300), i64::MIN);
}

/// The same number to the bit, or NaN both.
fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
}

fn integer_laws<T: Lerp<Delta: PartialEq + Debug> + Ord + Debug>(a: &T, b: &T, c: &T, t: f64) {
    assert_eq!(a.lerp(b, 0.0), *a);
    assert_eq!(a.lerp(b, 1.0), *b);
    assert_eq!(c.minus(a), b.minus(a).and(&c.minus(b)));
    assert_eq!(a.plus(&b.minus(a)), *b);
    assert_eq!(a.plus(&b.minus(a).scaled(1.0)), *b);
    assert_eq!(a.plus(&T::Delta::zero()), *a);
    let between = a.lerp(b, t);
    if (0.0..=1.0).contains(&t) {
        assert!(between >= *a.min(b) && between <= *a.max(b), "{between:?} at {t}");
    }
}

macro_rules! laws_of_integers {
    ($($int:ident)*) => { proptest! { $(
        #[test]
        fn $int(a: $int, b: $int, c: $int, t in prop_oneof![0.0..1.0, num::f64::ANY]) {
            integer_laws(&a, &b, &c, t);
        }
    )* } };
}

mod endpoints_and_differences_are_exact {
    use super::*;
    laws_of_integers!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);
}

proptest! {
    #[test]
    fn endpoints_are_exact(a in num::f64::ANY, b in num::f64::ANY) {
        prop_assert!(same(a.lerp(&b, 0.0), a));
        prop_assert!(same(a.lerp(&b, 1.0), b));
        let [a, b] = [a, b].map(f32::from_f64);
        prop_assert!(same(a.lerp(&b, 0.0).into(), a.into()));
        prop_assert!(same(a.lerp(&b, 1.0).into(), b.into()));
    }

    #[test]
    fn the_way_stays_between_and_never_turns_back(
        a in num::f64::NORMAL, b in num::f64::NORMAL, t in 0.0..=1.0, later in 0.0..=1.0,
    ) {
        let (t, later) = if t < later { (t, later) } else { (later, t) };
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        prop_assert!((low..=high).contains(&a.lerp(&b, t)));
        if (b - a).is_finite() {
            prop_assert_eq!(a.lerp(&b, t) <= a.lerp(&b, later), a <= b || a.lerp(&b, t) == a.lerp(&b, later));
        }
    }

    /// Each of the four sums and differences is off by half an epsilon of its own size at most.
    #[test]
    fn differences_add_up(a in -1e9..1e9_f64, b in -1e9..1e9_f64, c in -1e9..1e9_f64) {
        let (ab, bc, ac) = (b.minus(&a), c.minus(&b), c.minus(&a));
        let bound = f64::EPSILON / 2.0 * (ab.abs() + bc.abs() + 2.0 * ac.abs()) * 1.000_001;
        prop_assert!((ab.and(&bc) - ac).abs() <= bound);
        let bound = f64::EPSILON / 2.0 * (ab.abs() + b.abs()) * 1.000_001;
        prop_assert!((a.plus(&ab) - b).abs() <= bound);
    }
}

/// The blend of two floats in its plain form: the cases one after the other.
fn plainly(from: f64, to: f64, t: f64) -> f64 {
    if t == 0.0 || from == to && t != 1.0 {
        return from;
    }
    if t == 1.0 {
        return to;
    }
    let difference = to - from;
    let at = if difference.is_finite() { from + difference * t } else { from * (1.0 - t) + to * t };
    let (low, high) = if from < to { (from, to) } else { (to, from) };
    let up = if at < low { low } else { at };
    let kept = if up > high { high } else { up };
    if (0.0..=1.0).contains(&t) { kept } else { at }
}

#[test]
fn the_fast_form_has_the_bits_of_the_plain_form() {
    let ends = [0.0, -0.0, 1.0, -1.0, 0.1, 0.3, 5e-324, -5e-324, f64::MAX, f64::MIN, f64::INFINITY];
    let shares = [0.0, -0.0, 1.0, 0.5, 0.1, 5e-324, 1.0 - f64::EPSILON, -0.5, 1.1, 2.0, f64::NAN];
    for (from, to) in ends.iter().flat_map(|from| ends.map(|to| (*from, to))) {
        for t in shares {
            assert!(same(from.lerp(&to, t), plainly(from, to, t)), "{from} to {to} at {t}");
        }
    }
}

proptest! {
    #[test]
    fn any_floats_have_the_bits_of_the_plain_form(
        a in num::f64::ANY, b in num::f64::ANY, t in num::f64::ANY, share in 0.0..=1.0,
    ) {
        for t in [t, share] {
            prop_assert!(same(a.lerp(&b, t), plainly(a, b, t)));
            let [a, b] = [a, b].map(f32::from_f64);
            let wanted = f32::from_f64(plainly(a.into(), b.into(), t));
            prop_assert!(same(a.lerp(&b, t).into(), wanted.into()));
        }
    }
}
