//! The laws of time: clocks that run on one another, fixed steps and tick rates, against sums by hand.

#[cfg(feature = "serde")]
use crate::process;

use cueline::time::{
    CatchUp, Clock, ClockWindow, FLICKS_PER_SECOND, FixedStep, FixedStepConfig, Snap, Span, Speed,
    Tick, TickRate, Time,
};
use proptest::prelude::*;

fn flicks(flicks: i64) -> Span {
    Span::from_flicks(flicks)
}

fn speed(num: i64, den: u64) -> Speed {
    Speed::new(num, den).expect("above zero")
}

/// Five clocks; all but the first run on another one, each at a speed of its own.
type Clocks = [Clock; 5];

/// The clock on which each one runs, from the second on.
const PARENTS: [usize; 4] = [0, 1, 0, 2];

fn clocks() -> Clocks {
    let child = |number| Clock::new().with_speed(speed(number, 3));
    [Clock::new(), child(-1), child(0), child(1), child(2)]
}

/// What is done to the clocks.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Op {
    Advance(i64),
    Step(usize, i64),
    Speed(usize, i64, u64),
    Pause(usize),
    Resume(usize),
    Set(usize, i64),
}

/// All denominators divide 27720.
fn ops() -> impl Strategy<Value = Vec<Op>> {
    let by = || prop_oneof![-30_i64..30, -1_i64 << 40..1 << 40];
    let op = prop_oneof![
        4 => by().prop_map(Op::Advance),
        1 => (0_usize..5, by()).prop_map(|(who, by)| Op::Step(who, by)),
        2 => (0_usize..5, -20_i64..=20, 1_u64..=12).prop_map(|(who, num, den)| Op::Speed(who, num, den)),
        1 => (0_usize..5).prop_map(Op::Pause),
        1 => (0_usize..5).prop_map(Op::Resume),
        1 => (0_usize..5, by()).prop_map(|(who, now)| Op::Set(who, now)),
    ];
    prop::collection::vec(op, 1..30)
}

fn apply(op: &Op, clocks: &mut Clocks) -> Vec<ClockWindow> {
    match *op {
        Op::Advance(by) => return run(clocks, 0, |root| root.advance(flicks(by))),
        Op::Step(who, by) => return run(clocks, who, |clock| clock.step(flicks(by))),
        Op::Speed(who, num, den) => clocks[who].set_speed(speed(num, den)),
        Op::Pause(who) => clocks[who].pause(),
        Op::Resume(who) => clocks[who].resume(),
        Op::Set(who, now) => clocks[who].set(Time::from_flicks(now)),
    }
    vec![]
}

/// Moves one clock by `go`, and every other clock by what the clock on which it runs has moved.
fn run(
    clocks: &mut Clocks,
    moved: usize,
    go: impl Fn(&mut Clock) -> ClockWindow,
) -> Vec<ClockWindow> {
    let mut windows: Vec<ClockWindow> = vec![];
    for (who, clock) in clocks.iter_mut().enumerate() {
        let parent = who.checked_sub(1).map(|child| windows[PARENTS[child]]);
        let by = parent.map_or(Span::ZERO, |window| window.span());
        windows.push(if who == moved { go(clock) } else { clock.advance(by) });
    }
    windows
}

mod sums {
    use super::*;

    /// A clock as one exact sum, in parts of a flick.
    #[derive(Clone, Copy)]
    struct Sum {
        parts: i128,
        speed: (i64, u64),
        paused: bool,
    }

    const PARTS: i128 = 27_720;

    impl Sum {
        fn flicks(self) -> i128 {
            self.parts.div_euclid(PARTS)
        }

        fn advance(&mut self, by: i128) {
            if !self.paused {
                self.parts += by * i128::from(self.speed.0) * PARTS / i128::from(self.speed.1);
            }
        }
    }

    proptest! {
        /// Speeds, pauses and jumps on the way: each clock shows its exact sum, rounded down.
        #[test]
        fn every_clock_shows_its_exact_sum(ops in ops()) {
            let mut clocks = clocks();
            let of = |clock: &Clock| {
                let speed = clock.speed();
                Sum { parts: 0, speed: (speed.num(), speed.den()), paused: false }
            };
            let mut sums: Vec<Sum> = clocks.iter().map(of).collect();
            for op in &ops {
                let windows = apply(op, &mut clocks);
                let before = sums.clone();
                match *op {
                    Op::Speed(who, num, den) => sums[who].speed = (num, den),
                    Op::Pause(who) => sums[who].paused = true,
                    Op::Resume(who) => sums[who].paused = false,
                    Op::Set(who, now) => sums[who].parts = i128::from(now) * PARTS,
                    Op::Advance(by) => sums[0].advance(i128::from(by)),
                    Op::Step(who, by) => sums[who].parts += i128::from(by) * PARTS,
                }
                if matches!(op, Op::Advance(_) | Op::Step(..)) {
                    for (child, parent) in (1..).zip(PARENTS) {
                        let moved = sums[parent].flicks() - before[parent].flicks();
                        sums[child].advance(moved);
                    }
                    for (window, (before, sum)) in windows.iter().zip(before.iter().zip(&sums)) {
                        let both = [window.from, window.to].map(|time| i128::from(time.flicks()));
                        prop_assert_eq!(both, [before.flicks(), sum.flicks()]);
                        prop_assert_eq!(window.is_empty(), both[0] == both[1]);
                        prop_assert_eq!(window.is_backward(), both[1] < both[0]);
                    }
                }
                for (clock, sum) in clocks.iter().zip(&sums) {
                    prop_assert_eq!(i128::from(clock.now().flicks()), sum.flicks(), "{:?}", op);
                    prop_assert_eq!(clock.is_paused(), sum.paused);
                }
            }
        }

        /// In any steps, also to and fro, the same state and together the same windows.
        #[test]
        fn partition(ops in ops(), cuts in prop::collection::vec(any::<i32>(), 0..4)) {
            let (mut whole, mut parts) = (clocks(), clocks());
            for op in &ops {
                let windows = apply(op, &mut whole);
                let Op::Advance(by) = *op else {
                    apply(op, &mut parts);
                    continue;
                };
                let mut steps: Vec<i64> = cuts.iter().map(|cut| i64::from(*cut)).collect();
                steps.push(by - steps.iter().sum::<i64>());
                let mut first: Option<Vec<ClockWindow>> = None;
                let mut last = vec![];
                for step in steps {
                    last = apply(&Op::Advance(step), &mut parts);
                    first.get_or_insert_with(|| last.clone());
                }
                let ends = first.unwrap_or_default().into_iter().zip(last);
                let joined: Vec<ClockWindow> = ends.map(|(first, last)| ClockWindow::new(first.from, last.to)).collect();
                prop_assert_eq!(joined, windows);
            }
            prop_assert_eq!(whole, parts);
        }

        /// Speeds without any common denominator, and steps up to half of all time.
        #[test]
        fn partition_at_any_speed(
            first in (any::<i64>(), 1_u64..),
            then in prop_oneof![(-9_i64..9, 1_u64..9), (-999_i64..999, 1_u64..), (any::<i64>(), 1_u64..)],
            steps in prop::collection::vec(0_i64..1 << 40, 0..9),
        ) {
            let mut one = Clock::new().with_speed(speed(first.0, first.1));
            one.advance(flicks(7));
            one.set(Time::ZERO);
            one.advance(flicks(3));
            one.set_speed(speed(then.0, then.1));
            let mut many = one;
            steps.iter().for_each(|step| _ = many.advance(flicks(*step)));
            one.advance(steps.iter().copied().map(flicks).sum::<Span>());
            prop_assert_eq!(one, many);
        }
    }
}

mod fixed_steps {
    use super::*;

    /// A rate of a few flicks a tick, often a broken number of them.
    fn dense_rate() -> impl Strategy<Value = TickRate> {
        (1_u32..40, 1_u32..8).prop_map(|(flicks, per)| {
            let second = u32::try_from(FLICKS_PER_SECOND).expect("below 2^32");
            TickRate::new(second / (flicks + per) * per, 1).expect("not more than one a flick")
        })
    }

    fn rules() -> impl Strategy<Value = FixedStepConfig> {
        let catch_up = prop_oneof![
            Just(CatchUp::Drop),
            Just(CatchUp::Reset),
            (0_i64..60).prop_map(|debt| CatchUp::Carry { max_debt: flicks(debt) }),
        ];
        (1_u32..6, catch_up, 0_i64..9, 9_i64..50).prop_map(|(most, catch_up, shortest, longest)| {
            FixedStepConfig {
                max_ticks: most,
                catch_up,
                min_frame: flicks(shortest),
                max_frame: flicks(longest),
                snap: None,
            }
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// Against an accumulator from which ticks are taken one by one, and then dropped one by one.
        #[test]
        fn an_accumulator_is_kept_tick_by_tick(
            rate in dense_rate(), rules in rules(),
            frames in prop::collection::vec(-5_i64..80, 1..20),
        ) {
            let mut step = FixedStep::with_config(rate, rules).unwrap();
            let (part, tick) = (i128::from(rate.num()), i128::from(FLICKS_PER_SECOND) * i128::from(rate.den()));
            let (mut accumulator, mut dropped, mut run) = (0_i128, 0_i128, 0_i64);
            for frame in frames {
                let seen = step.advance(flicks(frame));
                prop_assert_eq!((seen.first, seen.backwards.flicks()), (Tick::new(run), (-frame).max(0)));
                if frame < 0 {
                    prop_assert_eq!((seen.ticks, seen.dropped), (0, Span::ZERO));
                    continue;
                }
                let counted = frame.clamp(rules.min_frame.flicks(), rules.max_frame.flicks());
                let before = dropped / part;
                dropped += i128::from((frame - counted).max(0)) * part;
                accumulator += i128::from(counted) * part;
                let mut ticks = 0;
                while accumulator >= tick && ticks < rules.max_ticks {
                    accumulator -= tick;
                    ticks += 1;
                }
                let limited = ticks == rules.max_ticks;
                let drop_all = rules.catch_up == CatchUp::Reset && limited;
                let most = match rules.catch_up {
                    CatchUp::Carry { max_debt } => i128::from(max_debt.flicks()) * part,
                    CatchUp::Drop | CatchUp::Reset => 0,
                };
                while accumulator - accumulator % tick > most {
                    accumulator -= tick;
                    dropped += tick;
                }
                if drop_all {
                    (accumulator, dropped) = (0, dropped + accumulator);
                }
                run += i64::from(ticks);
                prop_assert_eq!((seen.ticks, seen.limited), (ticks, limited));
                prop_assert_eq!(i128::from(seen.debt), accumulator / tick);
                prop_assert_eq!(seen.added.flicks(), (counted - frame).max(0));
                prop_assert_eq!(i128::from(seen.dropped.flicks()), dropped / part - before);
                prop_assert_eq!(i128::from(step.leftover().flicks()), accumulator / part);
                prop_assert_eq!(seen.alpha(), (accumulator % tick) as f64 / tick as f64);
                prop_assert_eq!(i128::from(step.now().flicks()), (i128::from(run) * tick + accumulator % tick) / part);
            }
        }

        /// In frames short enough for their ticks, at most 2^32.
        #[test]
        fn partition(
            num in 1_u32.., den in 1_u32..=1001,
            frames in prop::collection::vec(0_i64..1 << 27, 0..20),
        ) {
            let Ok(rate) = TickRate::new(num, den) else { return Ok(()) };
            let rules = FixedStepConfig { max_ticks: u32::MAX, ..FixedStepConfig::default() };
            let mut many = FixedStep::with_config(rate, rules).unwrap();
            let mut one = many;
            frames.iter().for_each(|frame| _ = many.advance(flicks(*frame)));
            let all: Span = frames.iter().copied().map(flicks).sum();
            one.advance(all);
            prop_assert_eq!(one, many);
            prop_assert_eq!(one.now(), Time::at(all));
            prop_assert_eq!(one.tick(), rate.tick_at(Time::at(all)));
        }

        /// Each tick is run once and in order, whatever the screen's timestamps do.
        #[test]
        fn exactly_once(
            rate in dense_rate(), rules in rules(), snapped in prop::option::of((dense_rate(), 0_i64..9)),
            stamps in prop::collection::vec(-200_i64..200, 1..30),
        ) {
            let snap = snapped.map(|(display, tolerance)| Snap { display, tolerance: flicks(tolerance) });
            let mut step = FixedStep::with_config(rate, FixedStepConfig { snap, ..rules }).unwrap();
            let mut run = vec![];
            for stamp in stamps {
                run.extend(step.frame_at(Time::from_flicks(stamp)).run().map(Tick::get));
            }
            prop_assert_eq!(&run, &(0..run.len() as i64).collect::<Vec<_>>());
            prop_assert_eq!(step.tick(), Tick::new(run.len() as i64));
        }
    }
}

mod tick_rates {
    use super::*;

    proptest! {
        /// Ticks follow each other without a gap, and each flick belongs to one of them.
        #[test]
        fn exactly_once(num in 1_u32.., den in 1_u32.., at in any::<i64>(), count in 1_i64..40) {
            let Ok(rate) = TickRate::new(num, den) else { return Ok(()) };
            let first = rate.tick_at(Time::from_flicks(at));
            for tick in (0..count).map(|number| first + number) {
                let (from, to) = (rate.time_of(tick), rate.time_of(tick.next()));
                if from == Time::MIN || to == Time::MAX {
                    continue; // beyond the clock
                }
                prop_assert_eq!(from + rate.span_of_tick(tick), to);
                prop_assert!(from < to);
                prop_assert_eq!(rate.tick_at(from), tick);
                prop_assert_eq!(rate.tick_at(to - Span::FLICK), tick);
            }
        }

        /// A moment is where its number says, to the flick, and never where steps have added up to.
        #[test]
        fn no_drift(num in 1_u32.., den in 1_u32.., tick in -1_i64 << 31..1 << 31) {
            let Ok(rate) = TickRate::new(num, den) else { return Ok(()) };
            let exact = i128::from(tick) * i128::from(FLICKS_PER_SECOND) * i128::from(rate.den());
            let time = rate.time_of(Tick::new(tick));
            prop_assume!(time != Time::MIN && time != Time::MAX);
            let parts = i128::from(time.flicks()) * i128::from(rate.num());
            prop_assert!((0..i128::from(rate.num())).contains(&(parts - exact)), "{time} for tick {tick}");
        }
    }
}

/// Saved in the middle, read in a new process and run on there: as if nothing had been.
#[cfg(feature = "serde")]
mod state_is_data {
    use cueline::time::Frame;
    use proptest::{strategy::ValueTree, test_runner::TestRunner};

    use super::*;

    type Packed = (Clocks, FixedStep, Vec<Op>);
    type Went = (Vec<Vec<ClockWindow>>, Vec<(i64, u32, i64)>, String);

    /// Each step of the root is a frame as well.
    fn run_on((clocks, step, ops): &mut Packed) -> Went {
        let (mut windows, mut frames) = (vec![], vec![]);
        for op in ops.iter() {
            windows.push(apply(op, clocks));
            if let Op::Advance(by) = *op {
                let Frame { first, ticks, dropped, .. } = step.advance(flicks(by));
                frames.push((first.get(), ticks, dropped.flicks()));
            }
        }
        (windows, frames, format!("{clocks:?} {step:?}"))
    }

    #[test]
    fn state_is_data() {
        let mut runner = TestRunner::deterministic();
        let (mut packed, mut straight): (Vec<Packed>, Vec<Went>) = (vec![], vec![]);
        for number in 0..200 {
            let mut draw = || ops().new_tree(&mut runner).expect("a value").current();
            let (before, after) = (draw(), draw());
            let snap = (number % 2 == 0)
                .then(|| Snap { display: TickRate::HZ_144, tolerance: Span::from_millis(1) });
            let catch_up = CatchUp::Carry { max_debt: Span::from_secs(number) };
            let rules = FixedStepConfig { snap, catch_up, ..FixedStepConfig::default() };
            let step = FixedStep::with_config(TickRate::NTSC_60, rules).expect("sound rules");
            let mut state = (clocks(), step, before);
            run_on(&mut state);
            state.2 = after;
            packed.push(state.clone());
            straight.push(run_on(&mut state));
        }
        let question = serde_json::to_string(&packed).expect("saved");
        let answer = process::ask("laws_time::state_is_data::run_on_in_a_new_process", &question);
        let there: Vec<Went> = serde_json::from_str(&answer).expect("an answer");
        assert_eq!(there, straight);
    }

    #[test]
    #[ignore = "asked by `state_is_data`, in a process of its own"]
    fn run_on_in_a_new_process() {
        process::answer(|question| {
            let mut packed: Vec<Packed> = serde_json::from_str(question).expect("loaded");
            let answers: Vec<Went> = packed.iter_mut().map(run_on).collect();
            serde_json::to_string(&answers).expect("saved")
        });
    }
}
