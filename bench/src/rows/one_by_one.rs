//! W1s, ends one by one: tweens of random lengths of which one in a tick ends, on average, and another takes its place.

use std::{cmp::Reverse, collections::BinaryHeap};

use animato::Update;
use cueline::{time::Tick, value::Easing};
use cueline_batch::{Tween, TweenBatch};
use tween::{Linear, Tweener};

use crate::harness::{Bench, Case, Rival};

/// Ends in a lap.
const ENDS: usize = 256;
/// Those that look at every tween in each step are not asked for more.
const MOST: u32 = 100_000;

/// Something in which tweens end. Time is counted in ticks, which a sum of `f32` keeps whole as far as this goes.
trait Ends {
    fn name() -> &'static str;
    fn new() -> Self;
    /// Starts one, in the place of one that has ended where it keeps those. The number by which it is reported.
    fn start(&mut self, ticks: u32, place: Option<u32>) -> u32;
    /// A tick on; the numbers of those that end there.
    fn step(&mut self, ended: &mut Vec<u32>);
}

/// A heap of ends, and flat rows of what moves.
#[derive(Default)]
struct Heap {
    now: u32,
    ends: BinaryHeap<Reverse<(u32, u32)>>,
    rows: Vec<[f32; 4]>,
}

impl Ends for Heap {
    fn name() -> &'static str {
        "floor: a heap by hand"
    }

    fn new() -> Self {
        Self::default()
    }

    fn start(&mut self, ticks: u32, place: Option<u32>) -> u32 {
        let row = [0.0, 1.0, 1.0 / ticks as f32, self.now as f32];
        let number = if let Some(number) = place {
            self.rows[number as usize] = row;
            number
        } else {
            self.rows.push(row);
            self.rows.len() as u32 - 1
        };
        self.ends.push(Reverse((self.now + ticks, number)));
        number
    }

    fn step(&mut self, ended: &mut Vec<u32>) {
        self.now += 1;
        while let Some(Reverse((end, number))) = self.ends.peek()
            && *end <= self.now
        {
            ended.push(*number);
            self.ends.pop();
        }
    }
}

impl Ends for TweenBatch<f32> {
    fn name() -> &'static str {
        "Cueline Batch"
    }

    fn new() -> Self {
        Self::new("batch", Tick::ZERO)
    }

    fn start(&mut self, ticks: u32, _: Option<u32>) -> u32 {
        let tween = Tween { from: 0.0, to: 1.0, ticks, delay: 0, easing: Easing::LINEAR };
        self.start(&tween).expect("a length that is allowed").index()
    }

    fn step(&mut self, ended: &mut Vec<u32>) {
        let due = self.advance_to(self.now().next()).expect("forwards");
        ended.extend(due.iter().map(|due| due.handle.index()));
    }
}

/// A list whose users ask each, after its step, whether it is over.
fn put<T>(list: &mut Vec<T>, one: T, place: Option<u32>) -> u32 {
    if let Some(number) = place {
        list[number as usize] = one;
        return number;
    }
    list.push(one);
    list.len() as u32 - 1
}

impl Ends for Vec<Tweener<f32, f32, Linear>> {
    fn name() -> &'static str {
        "tween Tweener<Linear>"
    }

    fn new() -> Self {
        Self::new()
    }

    fn start(&mut self, ticks: u32, place: Option<u32>) -> u32 {
        put(self, Tweener::linear(0.0, 1.0, ticks as f32), place)
    }

    fn step(&mut self, ended: &mut Vec<u32>) {
        for (number, tween) in (0..).zip(self) {
            tween.move_by(1.0);
            if tween.is_finished() {
                ended.push(number);
            }
        }
    }
}

impl Ends for Vec<animato::Tween<f32>> {
    fn name() -> &'static str {
        "animato Vec<Tween>"
    }

    fn new() -> Self {
        Self::new()
    }

    fn start(&mut self, ticks: u32, place: Option<u32>) -> u32 {
        put(self, animato::Tween::new(0.0, 1.0).duration(ticks as f32).build(), place)
    }

    fn step(&mut self, ended: &mut Vec<u32>) {
        for (number, tween) in (0..).zip(self) {
            tween.update(1.0);
            if tween.is_complete() {
                ended.push(number);
            }
        }
    }
}

/// So many that are always live, and the dice for their lengths.
struct Live<E> {
    of: E,
    ended: Vec<u32>,
    longest: u32,
    dice: u64,
}

impl<E: Ends> Live<E> {
    /// `started` gets the number and the duration of each.
    fn new(n: u32, mut started: impl FnMut(u32, u32)) -> Self {
        // One ends in a tick, on average.
        let mut this = Self { of: E::new(), ended: Vec::new(), longest: 2 * n, dice: 1 };
        for _ in 0..n {
            // What is left of those that have been under way for long.
            let ticks = this.roll().min(this.roll());
            started(this.of.start(ticks, None), ticks);
        }
        this
    }

    /// From 1 to the longest.
    fn roll(&mut self) -> u32 {
        self.dice = self.dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        1 + (((self.dice >> 32) * u64::from(self.longest)) >> 32) as u32
    }

    /// A tick on, with another in the place of each that ends. How many have ended.
    fn step(&mut self, mut ended: impl FnMut(u32), mut started: impl FnMut(u32, u32)) -> usize {
        let mut all = std::mem::take(&mut self.ended);
        all.clear();
        self.of.step(&mut all);
        all.iter().for_each(|number| ended(*number));
        for number in &all {
            let ticks = self.roll();
            started(self.of.start(ticks, Some(*number)), ticks);
        }
        self.ended = all;
        self.ended.len()
    }

    fn lap(&mut self) {
        let mut left = ENDS;
        while left > 0 {
            left = left.saturating_sub(self.step(|_| (), |_, _| ()));
        }
    }
}

/// Stops the run where one does not end in the tick it has to end in.
fn prove<E: Ends>() {
    const FEW: u32 = 1000;
    let ends = std::cell::RefCell::new(std::collections::HashMap::new());
    let mut live = Live::<E>::new(FEW, |number, ticks| {
        ends.borrow_mut().insert(number, ticks);
    });
    let mut count = 0;
    for now in 1..=5 * FEW {
        count += live.step(
            |number| assert_eq!(ends.borrow_mut().remove(&number), Some(now), "{}", E::name()),
            |number, ticks| {
                ends.borrow_mut().insert(number, now + ticks);
            },
        );
        let next = ends.borrow().values().min().copied();
        assert!(next > Some(now), "{}: one that was due at {next:?} lives at {now}", E::name());
    }
    assert!((4 * FEW..6 * FEW).contains(&(count as u32)), "{count} ends in {} ticks", 5 * FEW);
}

fn rival<E: Ends + 'static>(n: u32) -> Rival<'static> {
    let mut live = Live::<E>::new(n, |_, _| ());
    Rival::new(E::name(), move || live.lap())
}

pub fn run(bench: &mut Bench) {
    prove::<Heap>();
    prove::<TweenBatch<f32>>();
    prove::<Vec<Tweener<f32, f32, Linear>>>();
    prove::<Vec<animato::Tween<f32>>>();
    let cases = [
        (1_000, "ends one by one, 1e3 live"),
        (10_000, "ends one by one, 1e4 live"),
        (100_000, "ends one by one, 1e5 live"),
        (1_000_000, "ends one by one, 1e6 live"),
    ];
    for (n, case) in cases {
        let case = Case { row: "W1s", case, n: ENDS, unit: "ns/end", most_laps: 400 };
        let mut rivals = vec![rival::<Heap>(n), rival::<TweenBatch<f32>>(n)];
        if n > MOST {
            let why = "a step looks at all of them: an end takes the longer the more there are";
            bench.miss(&case, Vec::<Tweener<f32, f32, Linear>>::name(), why.into());
            bench.miss(&case, Vec::<animato::Tween<f32>>::name(), why.into());
        } else {
            rivals.push(rival::<Vec<Tweener<f32, f32, Linear>>>(n));
            rivals.push(rival::<Vec<animato::Tween<f32>>>(n));
        }
        bench.measure(&case, rivals);
    }
}
