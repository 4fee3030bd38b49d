//! Values of timelines: starts, repeats, speeds, velocities, active items.

use alloc::vec::Vec;

use crate::{
    time::{Span, Speed},
    timeline::{
        Axis, Conflict, Origin, Stagger, TimelineBuilder, from, from_to, nest, set, to, wait,
    },
    value::{EasingPath, Vec2},
};

type Builder = TimelineBuilder<(u32, &'static str)>;
const X: (u32, &str) = (1, "x");

fn ms(ms: i64) -> Span {
    Span::from_millis(ms)
}

#[test]
fn a_tween_starts_from_the_current_value_and_is_a_function_of_time() {
    let timeline = Builder::new("way")
        .start(X, Vec2::new(0.0_f32, 0.0))
        .then(to(X, Vec2::new(4.0, 0.0)).duration(ms(100)))
        .then(to(X, Vec2::new(4.0, 8.0)).duration(ms(100)))
        .then(set(X, Vec2::new(1.0, 1.0)))
        .build()
        .unwrap();
    let at = |at| timeline.sample::<Vec2>(&X, ms(at)).unwrap();
    for (when, x, y) in
        [(150, 4.0, 4.0), (50, 2.0, 0.0), (199, 4.0, 7.92), (200, 1.0, 1.0), (-9, 0.0, 0.0)]
    {
        let shown = at(when);
        assert!((shown.x - x).abs() + (shown.y - y).abs() < 1e-5, "at {when}: {shown:?}");
    }
}

#[test]
fn items_timelines_and_staggers_take_a_path_as_they_take_an_easing() {
    let late = EasingPath::linear([(0.0, 0.0), (0.5, 0.0), (1.0, 1.0)]).unwrap();
    let tween = || from_to(X, 0.0, 8.0).duration(ms(100));
    let own = Builder::new("own").then(tween().eased(late.clone()));
    let whole = Builder::new("whole").tween_easing(late.clone()).then(tween());
    for timeline in [own, whole] {
        let timeline = timeline.build().unwrap();
        let shown = [25, 50, 75, 100].map(|at| timeline.sample::<f64>(&X, ms(at)).unwrap());
        assert_eq!(shown, [0.0, 0.0, 4.0, 8.0]);
    }
    assert_eq!(Stagger::total(ms(100)).eased(late).delays(3), [0, 0, 100].map(ms));
}

#[test]
fn of_writers_with_one_start_the_last_declared_counts() {
    // The tween in the nested timeline queues after the jump at 10 ms, which takes no time.
    let nested = nest(Builder::new("nested").wait(ms(4)).then(to(X, 8.0).duration(ms(4))));
    let timeline = Builder::new("queue")
        .start(X, 0.0)
        .at(ms(10), set(X, 4.0))
        .at(ms(0), nested.on_conflict(Conflict::Queue))
        .build()
        .unwrap();
    let shown = [9, 10, 12, 14].map(|at| timeline.sample::<f64>(&X, ms(at)).unwrap());
    assert_eq!(shown, [0.0, 4.0, 6.0, 8.0]);
}

#[test]
fn a_start_value_shows_before_its_tween_starts() {
    let timeline = Builder::new("deal")
        .start(X, 10.0)
        .wait(ms(100))
        .then(from(X, 0.0).duration(ms(100)))
        .build()
        .unwrap();
    let shown = [0, 100, 150, 200].map(|at| timeline.sample::<f64>(&X, ms(at)).unwrap());
    assert_eq!(shown, [0.0, 0.0, 5.0, 10.0]);
}

#[test]
fn a_billion_passes_cost_as_much_as_one() {
    let inner = Builder::new("inner").then(from_to(X, 0.0, 1.0).duration(ms(2))).wait(ms(1));
    let middle = nest(inner).times(1_000_000_000).ping_pong();
    let timeline =
        nest(Builder::new("outer").then(middle)).times(3).speed(Speed::whole(2)).build().unwrap();
    let length = timeline.duration().unwrap();
    assert_eq!(length, ms(3_000_000_000 * 3 / 2));
    // The last pass of the inner timeline runs backward: half a millisecond before the end is one millisecond of its
    // own time from its start.
    let late = length - Span::from_micros(500);
    assert_eq!(timeline.sample(&X, late), Ok(0.5));
    assert_eq!(timeline.pass_at(late).0, 2);
}

#[test]
fn nested_speeds_compose_without_rounding() {
    let third = Speed::new(1, 3).unwrap();
    let inner = nest(Builder::new("a").then(from_to(X, 0.0, 1.0).duration(ms(300)))).speed(third);
    let same = nest(Builder::new("b").then(inner)).speed(Speed::whole(3)).build().unwrap();
    assert_eq!(same.duration(), Some(ms(300)));
    for flicks in [1, 2, 1000, 105_840_001, 211_679_999] {
        let at = Span::from_flicks(flicks);
        assert_eq!(same.sample::<f64>(&X, at), Ok(at.ratio(ms(300))), "{flicks} flicks");
    }
}

#[test]
fn a_new_goal_keeps_the_velocity_on_request() {
    let aimed = |item: crate::timeline::Item<_>| {
        Builder::new("aim")
            .then(from_to(X, 0.0, 100.0).duration(ms(1000)))
            .at(ms(500), item.duration(ms(500)).on_conflict(Conflict::Replace))
            .build()
            .unwrap()
    };
    let pace = |timeline: &crate::timeline::Timeline<_>, at: i64| {
        let [early, late] = [at, at + 1].map(|at| timeline.sample::<f64>(&X, ms(at)).unwrap());
        (late - early) * 1000.0
    };
    let smooth = aimed(to(X, 0.0).keeping_velocity());
    assert_eq!(smooth.sample(&X, ms(500)), Ok(50.0));
    assert!(
        (pace(&smooth, 500) - 100.0).abs() < 2.0,
        "continues at 100 per second: {}",
        pace(&smooth, 500)
    );
    assert!(smooth.sample::<f64>(&X, ms(530)).unwrap() > 50.0, "overshoots before it turns");
    assert!(pace(&smooth, 999).abs() < 2.0, "comes to rest");
    assert_eq!(smooth.sample(&X, ms(1000)), Ok(0.0));
    let abrupt = aimed(to(X, 0.0));
    assert!(pace(&abrupt, 500) < 0.0);
    let still =
        Builder::new("still").start(X, 1.0).then(to(X, 2.0).keeping_velocity()).build().unwrap();
    assert_eq!(
        still.sample(&X, ms(250)),
        Ok(1.5),
        "the property did not move before, so the tween is linear"
    );
}

#[test]
fn a_stagger_is_one_item() {
    let cards = (0..5).map(|card| from_to((card, "x"), 0.0, 1.0).duration(ms(100)));
    let stagger = Stagger::each(ms(50)).from(Origin::Center);
    let timeline =
        Builder::new("deal").staggered(&stagger, cards).then(wait(ms(1))).build().unwrap();
    assert_eq!(timeline.duration(), Some(ms(301)));
    let at = |card| timeline.sample::<f64>(&(card, "x"), ms(150)).unwrap();
    assert_eq!([0, 1, 2, 3, 4].map(at), [0.0, 0.5, 1.0, 0.5, 0.0]);
    let shuffled = Stagger::each(ms(50)).from(Origin::Random(7)).delays(5);
    let mut sorted = shuffled.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, [0, 50, 100, 150, 200].map(ms));
    assert_ne!(shuffled, sorted, "for this seed");
    assert_eq!(shuffled, Stagger::each(ms(50)).from(Origin::Random(7)).delays(5));
}

#[test]
fn a_stagger_starts_from_its_origin() {
    let delays = |stagger: Stagger, count| -> Vec<i64> {
        stagger.delays(count).iter().map(|delay| delay.flicks()).collect()
    };
    let each = |gap| Stagger::each(Span::from_flicks(gap));
    assert_eq!(delays(each(10), 5), [0, 10, 20, 30, 40]);
    assert_eq!(delays(each(-10), 5), [40, 30, 20, 10, 0]);
    assert_eq!(delays(each(10).from(Origin::End), 5), [40, 30, 20, 10, 0]);
    assert_eq!(delays(each(10).from(Origin::Edges), 5), [0, 20, 40, 20, 0]);
    assert_eq!(delays(each(10).from(Origin::Index(1)), 4), [15, 0, 15, 30]);
    let row = |gap, columns| delays(each(gap).grid(columns, Some(Axis::X)), 5);
    assert_eq!(row(10, 9), [0, 10, 20, 30, 40], "less than a row");
    assert_eq!(row(12, 5), [0, 15, 30, 45, 60], "a whole row");
}

#[test]
fn a_stagger_on_a_grid_goes_by_columns_rows_or_distance() {
    let delays = |axis, origin| -> Vec<i64> {
        let grid = Stagger::each(Span::from_flicks(10)).grid(3, axis).from(origin);
        grid.delays(15).iter().map(|delay| delay.flicks()).collect()
    };
    let repeated = |row: [i64; 3], times: usize| row.repeat(times);
    assert_eq!(delays(Some(Axis::X), Origin::Start), repeated([0, 15, 30], 5));
    assert_eq!(delays(Some(Axis::X), Origin::Center), repeated([30, 0, 30], 5));
    let rows = [0, 13, 25, 38, 50]; // 50 over four gaps
    assert_eq!(delays(Some(Axis::Y), Origin::Start), rows.map(|row| [row; 3]).concat());
    // The distances are the roots of 5, 4, 2, 1 and 0; the farthest waits for 50.
    let half = [[50, 45, 50], [32, 22, 32], [22, 0, 22], [32, 22, 32], [50, 45, 50]];
    assert_eq!(delays(None, Origin::Center), half.concat());
    assert_eq!(delays(None, Origin::Index(7)), half.concat());
}

#[test]
fn among_hundreds_of_writers_the_last_one_that_has_begun_shows() {
    // Crowded at the start, then further and further apart.
    let start = |number: i64| number * number * number / 50;
    let mut builder = Builder::new("many");
    for number in 0..300_i64 {
        let item =
            from_to((0, "x"), number as f64, number as f64 + 0.5).duration(Span::from_flicks(1));
        builder = builder.at(Span::from_flicks(start(number) + 10), item);
    }
    let timeline = builder.on_conflict(Conflict::Replace).build().unwrap();
    for at in (0..start(299) + 100).step_by(7) {
        let begun = (0..300).take_while(|number| start(*number) + 10 <= at).count();
        let shown: f64 = timeline.sample(&(0, "x"), Span::from_flicks(at)).unwrap();
        let expected = begun.saturating_sub(1) as f64; // the first shows before it begins
        assert!((expected..=expected + 0.5).contains(&shown), "{shown} at {at}");
    }
}
