//! `TimelineValues`: the changes of a jump give the same row as sampling every property.

use alloc::{vec, vec::Vec};

use proptest::prelude::*;

use super::model::model_items;
use crate::{
    clip::Animated,
    time::{Span, Speed},
    timeline::{Conflict, Timeline, TimelineBuilder, TimelineValues, from_to, nest, set, to, wait},
    value::{Curve, Easing},
};

type Builder = TimelineBuilder<u8>;

fn flicks(at: i64) -> Span {
    Span::from_flicks(at)
}

/// Jumps along `times` and compares the row with a row that samples every property. Returns the places that each jump
/// wrote.
fn jump<T: Animated + Copy, K: Ord>(timeline: &Timeline<K>, times: &[i64]) -> Vec<Vec<usize>> {
    let values = TimelineValues::<T>::new(timeline);
    let (mut row, mut fresh) = (Vec::new(), Vec::new());
    values.values_into(flicks(times[0]), &mut row);
    assert_eq!(row.len(), values.len());
    let mut jumps = Vec::new();
    for pair in times.windows(2) {
        let mut written = Vec::new();
        values.changes(flicks(pair[0]), flicks(pair[1]), |first, new| {
            row[first..][..new.len()].copy_from_slice(new);
            written.extend(first..first + new.len());
        });
        values.values_into(flicks(pair[1]), &mut fresh);
        assert_eq!(row, fresh, "from {} to {}", pair[0], pair[1]);
        for (lane, value) in values.lanes().iter().zip(&row) {
            let shown = timeline.sample_lane(*lane, flicks(pair[1])).and_then(T::of);
            assert_eq!(shown.as_ref(), Some(value));
        }
        let (mut moving, mut shown) = (Vec::new(), Vec::new());
        values.moving(flicks(pair[1]), |place, value| moving.push((place, value)));
        values.changes(flicks(pair[1]), flicks(pair[1]), |place, new| shown.push((place, new[0])));
        assert!(moving.iter().all(|(place, value)| fresh[*place] == *value));
        if shown.len() < values.len() {
            assert_eq!(moving, shown, "a jump of zero duration writes what moves");
        }
        jumps.push(written);
    }
    jumps
}

/// A writer: property, start, duration, goal, whether it blends, and how it is built.
type Writer = (u8, i64, i64, i32, bool, u8);

fn builder(writers: &[Writer]) -> Builder {
    let mut builder = Builder::new("writers");
    for (key, start, length, goal, blends, how) in writers {
        let goal = f64::from(*goal);
        let item = match how {
            0 => to(*key, goal),
            1 => from_to(*key, -goal, goal).eased(Easing::In(Curve::Quad)),
            2 => set(*key, goal),
            3 => to(*key, goal).times(2).ping_pong(),
            4 => {
                // The second writer takes over from the first.
                let first = to(*key, -goal).duration(flicks(*length));
                let second = to(*key, goal).duration(flicks(*length));
                let second = second.on_conflict(Conflict::Replace);
                nest(Builder::new("inner").then(first).at(flicks(*length / 2), second))
            }
            _ => nest(
                Builder::new("inner")
                    .wait(flicks(2))
                    .then(to(*key, goal).duration(flicks(*length))),
            ),
        };
        let item = if *how == 2 { item } else { item.duration(flicks(*length)) };
        let conflict = if *blends { Conflict::Blend } else { Conflict::Replace };
        builder = builder.at(flicks(*start), item.on_conflict(conflict));
    }
    (0..8).fold(builder, |builder, key| builder.start(key, 0.5))
}

fn writers() -> impl Strategy<Value = Vec<Writer>> {
    let writer = (0..8_u8, 0..60_i64, 0..12_i64, -3..3_i32, any::<bool>(), 0..6_u8);
    prop::collection::vec(writer, 1..60)
}

proptest! {
    #[test]
    fn the_changes_of_a_jump_equal_sampling_everything(
        writers in writers(),
        few in any::<bool>(),
        speed in prop::sample::select(vec![(1, 1), (2, 3), (7, 2)]),
        outer in 0..3_u8,
        times in prop::collection::vec(-2..160_i64, 2..12),
    ) {
        let writers: Vec<Writer> = if few {
            writers.into_iter().map(|one| (one.0 % 2, one.1, one.2, one.3, one.4, one.5)).collect()
        } else {
            writers
        };
        let inner = builder(&writers);
        let whole = match outer {
            0 => nest(inner),
            1 => nest(Builder::new("outer").wait(flicks(3)).then(nest(inner))),
            _ => nest(inner).times(2).ping_pong().gap(flicks(4)),
        };
        // Building refuses too many blending writers at once.
        if let Ok(timeline) = whole.speed(Speed::new(speed.0, speed.1).unwrap()).build() {
            jump::<f64, _>(&timeline, &times);
        }
    }

    #[test]
    fn the_changes_of_a_jump_in_any_tree_equal_sampling_everything(
        model_item in model_items(),
        times in prop::collection::vec(-2..300_i64, 2..12),
    ) {
        jump::<f64, _>(&model_item.item().build().unwrap(), &times);
    }
}

#[test]
fn a_jump_writes_only_the_places_that_it_crosses() {
    let timeline = (0..100_u8)
        .fold(Builder::new("row").tween_duration(flicks(10)), |builder, key| {
            builder.then(from_to(key, 1.0, f64::from(key)))
        })
        .build()
        .unwrap();
    let jumps = jump::<f64, _>(&timeline, &[0, 15, 355, 20, 20, 2000, -5]);
    let places = |range: core::ops::RangeInclusive<usize>| range.collect::<Vec<_>>();
    let sorted = |mut places: Vec<usize>| {
        places.sort_unstable();
        places.dedup();
        places
    };
    let wanted =
        [places(0..=1), places(1..=35), places(2..=35), vec![2], places(2..=99), places(0..=99)];
    assert_eq!(jumps.into_iter().map(sorted).collect::<Vec<_>>(), wanted);
}

#[test]
fn a_jump_over_neighbours_is_one_piece() {
    let cards = (0..200_u8).map(|card| from_to(card, 0.0, 1.0).duration(flicks(10)));
    let deal = crate::timeline::Stagger::each(flicks(10)).over(cards);
    let timeline = Builder::new("deal").then(wait(flicks(5))).then(deal).build().unwrap();
    let values = TimelineValues::<f64>::new(&timeline);
    let mut pieces = Vec::new();
    values.changes(flicks(0), flicks(1008), |first, new| pieces.push((first, new.to_vec())));
    assert_eq!(pieces, [(0, vec![1.0; 101]), (100, vec![0.3])], "the nested timeline is expanded");
    pieces.clear();
    values.changes(flicks(1008), flicks(1508), |first, new| pieces.push((first, new.to_vec())));
    assert_eq!(pieces, [(100, vec![1.0; 51]), (150, vec![0.3])]);
    let mut moving = Vec::new();
    values.moving(flicks(1508), |place, value| moving.push((place, value)));
    assert_eq!(moving, [(150, 0.3)]);
}

#[test]
fn places_are_those_of_one_kind() {
    let timeline = Builder::new("kinds")
        .then(from_to(1, 0.0_f32, 1.0))
        .then(from_to(2, 0, 5))
        .then(from_to(0, 0.0_f32, 1.0))
        .build()
        .unwrap();
    let lane = |key| timeline.lane(&key).unwrap();
    let floats = TimelineValues::<f32>::new(&timeline);
    assert_eq!(floats.lanes(), [lane(1), lane(0)], "in the order in which they start to move");
    assert_eq!([1, 0, 2].map(|key| floats.place(lane(key))), [Some(0), Some(1), None]);
    let none = TimelineValues::<f64>::new(&timeline);
    assert!(none.is_empty());
    none.changes(flicks(0), Span::MAX, |_, _| panic!("there is nothing to write"));
}

#[test]
fn an_item_that_starts_after_the_end_of_time_has_no_place() {
    let late =
        Builder::new("late").at(flicks(i64::MAX - 1), to(0, 1.0).duration(flicks(9)).forever());
    let builder = Builder::new("all").start(0, 0.0).at(flicks(1 << 62), nest(late));
    let timeline = builder.build().expect("an endless item may end anywhere");
    jump::<f64, _>(&timeline, &[0, 1 << 62, i64::MAX - 1, 5, 0]);
}
