//! Each mutant with the tests that reach it, quickest first, until one fails.
//!
//! A process of libtest runs all of its tests even after a failure. So quick tests run in groups, which saves
//! processes, and slow ones alone, so that none runs after a failure.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};

use crate::{
    build::LIB,
    cover::Test,
    error::Result,
    folder::{Folder, RESULTS},
    process::{self, Outcome, Switch},
    rewrite::Mutant,
    shard::Shard,
    workers,
};

/// The seed of the order, so that shards of several runs fit together.
const SEED: u64 = 1;

/// Tests below this many seconds are quick.
const QUICK: f64 = 0.25;

/// The most tests in a group.
const GROUP: usize = 60;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Verdict {
    Caught,
    /// A test did not end: in a game this would have been seen too.
    Timeout,
    /// Every test passes.
    Missed,
    /// No test runs it.
    Unreached,
}

/// What became of a mutant.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Finding {
    pub(crate) id: usize,
    pub(crate) verdict: Verdict,
    /// The first test of the group that failed.
    pub(crate) by: Option<String>,
    pub(crate) seconds: f64,
}

/// Mutants in a random order, in turn of every module: each beginning of it is a sample of each module.
pub(crate) fn order(mutants: &[Mutant]) -> Vec<&Mutant> {
    let mut modules: BTreeMap<&str, Vec<&Mutant>> = BTreeMap::new();
    for mutant in mutants {
        modules.entry(mutant.module()).or_default().push(mutant);
    }
    let mut random = fastrand::Rng::with_seed(SEED);
    for mutants in modules.values_mut() {
        random.shuffle(mutants);
    }
    let longest = modules.values().map(Vec::len).max().unwrap_or(0);
    let turn = |at| modules.values().filter_map(move |mutants| mutants.get(at).copied());
    (0..longest).flat_map(turn).collect()
}

pub(crate) fn run(
    folder: &Folder,
    mutants: &[&Mutant],
    tests: &[Test],
    end: Option<Instant>,
    jobs: usize,
) -> Result<()> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(folder.append(RESULTS)?);
    workers::run(jobs, |_| {
        while end.is_none_or(|end| Instant::now() < end)
            && let Some(mutant) = mutants.get(next.fetch_add(1, Relaxed))
        {
            let finding = one(folder, mutant, tests)?;
            results.lock().map_err(|_| "another thread panicked")?.push(&finding)?;
        }
        Ok(())
    })
}

fn one(folder: &Folder, mutant: &Mutant, tests: &[Test]) -> Result<Finding> {
    let start = Instant::now();
    let groups = groups(mutant, tests);
    let mut verdict = if groups.is_empty() { Verdict::Unreached } else { Verdict::Missed };
    let mut by = None;
    for group in groups {
        let names: Vec<_> =
            group.iter().map(|test| test.name.as_str()).chain(["--exact"]).collect();
        let usual: f64 = group.iter().map(|test| test.seconds).sum();
        let limit = Duration::from_secs_f64(usual * 5.0 + 8.0);
        let (outcome, _) =
            process::run(folder, &group[0].path, &names, Switch::On(mutant.id), limit)?;
        verdict = match outcome {
            Outcome::Passed => continue,
            Outcome::Failed => Verdict::Caught,
            Outcome::TimedOut | Outcome::Idle => Verdict::Timeout,
        };
        by = Some(format!("{} {}", group[0].program, group[0].name));
        break;
    }
    Ok(Finding { id: mutant.id, verdict, by, seconds: start.elapsed().as_secs_f64() })
}

/// The tests that reach `mutant`: quick unit tests of its module, other quick ones, then slow ones one by one.
fn groups<'a>(mutant: &Mutant, tests: &'a [Test]) -> Vec<Vec<&'a Test>> {
    let own = format!("{}::", mutant.module());
    let mut mine: Vec<_> =
        tests.iter().filter(|test| test.passes && test.reaches.contains(&mutant.id)).collect();
    mine.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    let (quick, slow): (Vec<_>, Vec<_>) = mine.into_iter().partition(|test| test.seconds < QUICK);
    // Unit tests come first, the mutant's own module before the others.
    let mut parts: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for test in quick {
        let unit = test.program == LIB;
        let part = (!unit, test.program.as_str(), !(unit && test.name.starts_with(&own)));
        parts.entry(part).or_default().push(test);
    }
    let quick = parts.values().flat_map(|tests| tests.chunks(GROUP).map(<[_]>::to_vec));
    quick.chain(slow.into_iter().map(|test| vec![test])).collect()
}

/// The mutants of `order` in `shard`.
pub(crate) fn in_shard<'a>(order: &[&'a Mutant], shard: Shard) -> Vec<&'a Mutant> {
    order.iter().copied().skip(shard.number - 1).step_by(shard.count).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Mutant, Shard, Test, groups, in_shard, order};

    fn mutant(id: usize, file: &str) -> Mutant {
        let (file, function, what) = (file.to_owned(), "f".to_owned(), "a change".to_owned());
        Mutant { id, file, line: 1, offset: 0, function, what, output: 0..0 }
    }

    fn test(program: &str, name: &str, seconds: f64, reaches: &[usize]) -> Test {
        let reaches = reaches.iter().copied().collect();
        let (program, name) = (program.to_owned(), name.to_owned());
        Test { path: "".into(), program, name, seconds, passes: true, reaches }
    }

    #[test]
    fn each_beginning_of_the_order_has_as_many_mutants_of_each_module() {
        let files = ["relay.rs", "time/clock.rs", "value/mod.rs"];
        let mutants: Vec<_> = (0..30).map(|id| mutant(id, files[id / 10])).collect();
        let order = order(&mutants);
        let mut counts = BTreeMap::new();
        order[..12].iter().for_each(|mutant| *counts.entry(mutant.module()).or_insert(0) += 1);
        assert_eq!(counts, [("relay", 4), ("time", 4), ("value", 4)].into());
        let mut ids: Vec<_> = order.iter().map(|mutant| mutant.id).collect();
        assert!(!ids.is_sorted_by_key(|id| id % 10), "a random order");
        ids.sort_unstable();
        assert!(ids.into_iter().eq(0..30), "each mutant once");
    }

    #[test]
    fn shards_have_each_mutant_once() {
        let mutants: Vec<_> = (0..11).map(|id| mutant(id, "relay.rs")).collect();
        let order = order(&mutants);
        let shards = (1..=3).map(|number| in_shard(&order, Shard { number, count: 3 }));
        let mut ids: Vec<_> = shards.flatten().map(|mutant| mutant.id).collect();
        ids.sort_unstable();
        assert!(ids.into_iter().eq(0..11));
    }

    #[test]
    fn quick_tests_run_in_groups_and_slow_ones_alone_at_the_end() {
        let tests = [
            test("laws_time", "slow", 3.0, &[7]),
            test("laws_time", "quick", 0.01, &[7]),
            test("lib", "time::slower", 0.02, &[7, 8]),
            test("lib", "relay::other_module", 0.001, &[7]),
            test("lib", "time::slow", 0.5, &[7]),
            test("lib", "time::quickest", 0.01, &[7]),
            test("lib", "time::not_reached", 0.01, &[8]),
            Test { passes: false, ..test("lib", "time::fails_without", 0.01, &[7]) },
        ];
        let groups = groups(&mutant(7, "time/clock.rs"), &tests);
        let names: Vec<Vec<_>> = groups
            .iter()
            .map(|group| group.iter().map(|test| test.name.as_str()).collect())
            .collect();
        assert_eq!(
            names,
            [
                vec!["time::quickest", "time::slower"],
                vec!["relay::other_module"],
                vec!["quick"],
                vec!["time::slow"],
                vec!["slow"],
            ]
        );
    }
}
