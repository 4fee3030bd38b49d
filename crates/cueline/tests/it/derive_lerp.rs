//! `#[derive(Lerp)]` on structs of every shape.
#![cfg(feature = "derive")]

use cueline::{
    digest::Digest,
    value::{Delta, Lerp, Quat, Vec2},
};

/// Where a piece stands and how it looks.
#[derive(Clone, Copy, Debug, PartialEq, Digest, Lerp)]
struct Piece {
    place: Vec2,
    height: f64,
    rotation: Quat,
    score: i32,
}

const FROM: Piece = Piece {
    place: Vec2::new(0.0, 0.0),
    height: 2.0,
    rotation: Quat::new(0.0, 0.0, 0.0, 1.0),
    score: -1,
};
const TO: Piece = Piece {
    place: Vec2::new(4.0, 8.0),
    height: 0.0,
    rotation: Quat::new(1.0, 0.0, 0.0, 0.0),
    score: 2,
};

#[test]
fn each_field_goes_its_own_way() {
    let quarter = FROM.lerp(&TO, 0.25);
    assert_eq!(quarter.place, Vec2::new(1.0, 2.0));
    assert_eq!(quarter.height, 1.5);
    assert_eq!(quarter.rotation, FROM.rotation.lerp(&TO.rotation, 0.25));
    assert_eq!(quarter.score, 0);
    assert_eq!(FROM.lerp(&TO, 0.0), FROM);
    assert_eq!(FROM.lerp(&TO, 1.0), TO);
}

#[test]
fn differences_have_the_same_fields_and_add_up() {
    let way = TO.minus(&FROM);
    assert_eq!(way.place, Vec2::new(4.0, 8.0));
    assert_eq!(way.score, 3_i64);
    assert_eq!(way.and(&PieceDelta::zero()), way);
    assert_eq!(way.scaled(0.5).height, -1.0);
    let arrived = FROM.plus(&way.scaled(0.5)).plus(&way.scaled(0.5));
    assert_eq!((arrived.place, arrived.height), (TO.place, TO.height));
    assert_eq!(FROM.plus(&PieceDelta::zero()), FROM);
}

#[test]
fn a_skipped_field_is_taken_at_the_ends() {
    #[derive(Clone, Debug, PartialEq, Lerp)]
    struct Label {
        #[lerp(skip)]
        text: String,
        size: f32,
    }
    #[derive(Clone, Debug, PartialEq, Lerp)]
    struct Tagged(#[lerp(skip)] &'static str, f32, #[lerp(skip)] char, f64);

    let [from, to] = [("a", 1.0), ("b", 3.0)].map(|(text, size)| Label { text: text.into(), size });
    assert_eq!(from.lerp(&to, 0.5), Label { text: "a".into(), size: 2.0 });
    assert_eq!(from.lerp(&to, 1.0), to);
    let way: LabelDelta = to.minus(&from);
    assert_eq!(from.plus(&way), Label { text: "a".into(), size: 3.0 });
    let (from, to) = (Tagged("a", 0.0, 'a', 2.0), Tagged("b", 4.0, 'b', 0.0));
    assert_eq!(from.lerp(&to, 0.25), Tagged("a", 1.0, 'a', 1.5));
    assert_eq!(from.plus(&to.minus(&from)), Tagged("a", 4.0, 'a', 0.0));
}

#[test]
fn the_difference_is_as_plain_as_its_fields() {
    use cueline::{
        digest::digest,
        time::{Time, ms},
        value::{Moving, Spring},
    };

    #[derive(Clone, Debug, PartialEq, Digest)]
    struct Card {
        pose: Moving<Piece>,
        face_up: bool,
    }
    let mut card = Card { pose: Moving::at(FROM), face_up: true };
    let before = card.clone();
    card.pose.spring_to(Time::ZERO, TO, Spring::smooth(ms(300)));
    assert_ne!(card, before);
    assert_ne!(digest(&card), digest(&before));
    assert_eq!(digest(&before), digest(&Card { pose: Moving::at(FROM), face_up: true }));
    assert!(format!("{:?}", TO.minus(&FROM)).starts_with("PieceDelta { place: Vec2 { x: 4.0"));
}

#[test]
fn rates_of_fields_are_the_rates_of_the_fields() {
    let turn = |x, z| Piece { rotation: Quat::new(x, 0.0, z, 1.0), height: 1.0, ..FROM };
    let [first, next] = [turn(1.0, 0.0), turn(0.0, 1.0)].map(|piece| piece.minus(&FROM));
    let rate = first.rate_with(&next, &next.scaled(4.0));
    assert_eq!(rate.height, -5.0);
    let [first, next] = [first, next].map(|way| way.rotation);
    assert_eq!(rate.rotation, first.rate_with(&next, &next.scaled(4.0)));
    assert_ne!(rate.rotation, first.and(&next.scaled(4.0)), "not the rotation that both make");
}

#[test]
fn one_field_that_is_not_finite_is_enough() {
    assert!(FROM.is_finite());
    assert!(!Piece { height: f64::NAN, ..FROM }.is_finite());
    assert!(!TO.minus(&Piece { height: f64::INFINITY, ..FROM }).is_finite());
}

/// Any two values; the bound of its own and the default go over to the difference.
#[derive(Clone, Debug, PartialEq, Lerp)]
struct Pair<A: PartialEq, B = f32, const N: usize = 2>(A, pub [B; N])
where
    B: Copy;

#[test]
fn tuple_structs_with_generics() {
    let (from, to) = (Pair(0_u8, [0.0_f64; 3]), Pair(200, [1.0, 2.0, 3.0]));
    assert_eq!(from.lerp(&to, 0.5), Pair(100, [0.5, 1.0, 1.5]));
    let way: PairDelta<u8, f64, 3> = to.minus(&from);
    assert_eq!(way.1, [1.0, 2.0, 3.0]);
    assert_eq!(from.plus(&way), to);
}

/// A piece on its board: values of values.
#[derive(Clone, Debug, PartialEq, Lerp)]
#[lerp(delta = Way)]
struct Nested {
    r#type: (Piece, u16),
}

#[test]
fn nested_structs_and_a_name_of_ones_own() {
    let (from, to) = (Nested { r#type: (FROM, 10) }, Nested { r#type: (TO, 0) });
    assert_eq!(from.lerp(&to, 0.5).r#type.1, 5);
    let way: Way = to.minus(&from);
    assert_eq!(way.r#type.1, -10);
}

#[derive(Clone, Debug, PartialEq, Lerp)]
struct Nothing;

#[derive(Clone, Debug, PartialEq, Lerp)]
struct Empty {}

#[test]
fn structs_of_nothing_have_nothing_to_do() {
    assert_eq!(Nothing.lerp(&Nothing, 0.5), Nothing);
    assert_eq!(Nothing.plus(&Nothing.minus(&Nothing)), Nothing);
    assert!(Nothing.is_finite());
    assert_eq!(Empty {}.plus(&EmptyDelta::zero().scaled(2.0)), Empty {});
}

mod elsewhere {
    //! Nothing of the crate is in scope here, and the names of the prelude mean something else.
    #![allow(dead_code, non_camel_case_types, reason = "in the way of careless macros")]

    struct Clone;
    struct Option;
    trait Delta {}

    /// Seen from outside with the fields that the value shows.
    #[derive(::core::clone::Clone, ::cueline::value::Lerp)]
    pub(crate) struct Shown {
        pub(crate) seen: f32,
        hidden: f32,
    }

    impl Shown {
        pub(crate) const fn new(seen: f32) -> Self {
            Self { seen, hidden: 0.0 }
        }
    }
}

#[test]
fn differences_show_what_values_show() {
    use elsewhere::{Shown, ShownDelta};
    let way: ShownDelta = Shown::new(3.0).minus(&Shown::new(1.0));
    assert_eq!(way.seen, 2.0);
}

#[cfg(feature = "serde")]
mod saved {
    use super::*;

    #[derive(Clone, Debug, PartialEq, Lerp)]
    #[lerp(derive(Debug, PartialEq), derive(serde::Serialize, serde::Deserialize))]
    struct Height {
        metres: f32,
    }

    #[test]
    fn differences_can_be_saved_where_asked_for() {
        let way = Height { metres: 3.0 }.minus(&Height { metres: 1.0 });
        let text = serde_json::to_string(&way).unwrap();
        assert_eq!(text, r#"{"metres":2.0}"#);
        assert_eq!(serde_json::from_str::<HeightDelta>(&text).unwrap(), way);
    }
}
