//! `#[derive(Digest)]` on types of every shape: what is fed, by hand.
#![cfg(feature = "derive")]

use std::cell::Cell;

use cueline::{
    digest::{Digest, digest},
    value::{Delta, Lerp, Vec2},
};

#[derive(Digest)]
struct Bullet<'a> {
    at: Vec2,
    #[digest(skip)]
    drawn: Cell<u32>,
    name: &'a str,
}

#[derive(Digest)]
struct Pair<A, B: Copy = u8>(A, B)
where
    A: PartialEq;

#[derive(Digest)]
struct Nothing;

#[derive(Digest)]
enum Never {}

#[derive(Digest)]
enum Order<'a, T, const N: usize> {
    Wait,
    Go { path: [T; N], by: Option<&'a str> },
    Tell(Box<Order<'a, T, N>>, u8),
}

/// A way of a value: the bound is on what a parameter names, and not only on the parameter.
#[derive(Digest)]
struct Way<V: Lerp> {
    from: V,
    change: V::Delta,
    zero: <V::Delta as Zero>::Of,
}

trait Zero {
    type Of;
}

impl<D: Delta> Zero for D {
    type Of = u16;
}

/// As a type of another crate, without a digest.
#[derive(Clone, Copy)]
struct Entity(u32, u32);

impl Entity {
    fn bits(self) -> u64 {
        u64::from(self.0) << 32 | u64::from(self.1)
    }
}

#[derive(Digest)]
struct Hit {
    #[digest(by = |entity| entity.bits())]
    who: Entity,
    #[digest(by = Vec::len)]
    wounds: Vec<Entity>,
    r#type: u8,
    #[digest(list)]
    places: [u16; 2],
}

#[test]
fn the_parts_are_fed_in_order() {
    let bullet = |name, drawn| Bullet { at: Vec2::new(1.0, -0.0), drawn: Cell::new(drawn), name };
    assert_eq!(digest(&bullet("a", 1)), digest(&(1.0_f32, 0.0_f32, "a")));
    let [once, twice] = [1, 2].map(|drawn| bullet("a", drawn));
    assert_ne!(once.drawn, twice.drawn);
    assert_eq!(digest(&once), digest(&twice), "a skipped field");
    assert_ne!(digest(&bullet("a", 1)), digest(&bullet("b", 1)));
    assert_eq!(digest(&Pair([1_u16], 2_u8)), digest(&(1_u16, 2_u8)));
    assert_eq!(digest(&Nothing), digest(&()));
    assert_eq!(digest(&None::<Never>), digest(&0_u64));
    let hit = Hit { who: Entity(1, 2), wounds: vec![Entity(3, 4); 5], r#type: 6, places: [7, 8] };
    assert_eq!(digest(&hit), digest(&(0x1_0000_0002_u64, 5_usize, 6_u8, vec![7_u16, 8])));
    let way = Way { from: 2.0_f32, change: 0.5, zero: 3 };
    assert_eq!(digest(&way), digest(&(2.0_f32, 0.5_f32, 3_u16)));
}

#[test]
fn a_variant_is_its_place_and_its_parts() {
    type Three<'a> = Order<'a, i8, 2>;
    let go = Three::Go { path: [1, -1], by: Some("x") };
    assert_eq!(digest(&Three::Wait), digest(&0_u64));
    assert_eq!(digest(&go), digest(&(1_u64, 1_i8, -1_i8, 1_u64, "x")));
    let tell = Three::Tell(Box::new(Three::Tell(Box::new(go), 7)), 8);
    let fed = (2_u64, 2_u64, (1_u64, 1_i8, -1_i8, 1_u64, "x"), 7_u8, 8_u8);
    assert_eq!(digest(&tell), digest(&fed));
}

#[test]
fn a_difference_has_the_digest_of_its_parts() {
    #[derive(Clone, Lerp)]
    struct Place(Vec2, #[lerp(skip)] &'static str, f64);
    let way = Place(Vec2::new(2.0, 3.0), "b", 1.0).minus(&Place(Vec2::new(1.0, 1.0), "a", 0.5));
    assert_eq!(digest(&way), digest(&(1.0_f32, 2.0_f32, 0.5_f64)));
}
