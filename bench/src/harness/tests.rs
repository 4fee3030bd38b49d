//! What is figured out of the samples.

use super::*;

const CASE: Case = Case { row: "W0", case: "test", n: 2, unit: "ns", most_laps: 1 };

fn steady(name: &'static str, nanos: u64) -> Rival<'static> {
    Rival::timed(name, move |_| Duration::from_nanos(nanos))
}

#[test]
fn figures_are_per_item_and_ratios_are_to_the_first() {
    let mut bench = Bench::default();
    bench.measure(&CASE, vec![steady("first", 1_000), steady("second", 3_000)]);
    let found: Vec<_> =
        bench.lines.iter().map(|line| (line.peer, line.median, line.ratio)).collect();
    assert_eq!(found, [("first", 500.0, 1.0), ("second", 1_500.0, 3.0)]);
}

#[test]
fn a_ratio_is_the_median_of_those_within_a_round() {
    let rounds = [vec![1.0, 6.0], vec![2.0, 4.0], vec![2.0, 8.0]];
    assert_eq!(ratio(&rounds, 1, 0), 4.0, "not the ratio of medians, which is 3");
}

#[test]
fn who_stops_in_the_middle_is_missing_and_stops_nobody_else() {
    let mut bench = Bench::default();
    let mut turns = 0;
    let fails = Rival::fallible("fails", move |_| {
        turns += 1;
        let taken = Taken { took: Duration::from_micros(1), waited: Duration::ZERO };
        if turns < 9 { Ok(taken) } else { Err("gone".into()) }
    });
    bench.measure(&CASE, vec![fails, steady("stays", 1_000)]);
    assert_eq!((bench.missing[0].peer, &bench.missing[0].why[..]), ("fails", "gone"));
    assert_eq!((bench.lines[0].peer, bench.lines[0].ratio), ("stays", 1.0));
}
