//! Digests of a game's own types: lists of every width, sizes, maps in order, enums inside enums, floats. Here the width and
//! the byte order of a machine would show, and the sign of its NaN.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    time::Duration,
};

use cueline::{
    clip::ClipId,
    digest::{Digest, digest},
    sequencer::{Enqueue, Sequencer},
    time::{Span, Tick, TickRate, Time},
    value::{Color, Moving, Quat, Spring, Text, Vec3},
};

use crate::{Dice, Played, Tape};

/// A world of a game, as a server and a browser hold it.
#[derive(Clone, Default, Digest)]
struct World<C> {
    places: Vec<(usize, [f32; 2])>,
    counts: BTreeMap<String, Vec<u16>>,
    seen: BTreeSet<i8>,
    orders: VecDeque<Order<C>>,
    heights: Vec<f64>,
    #[digest(skip)]
    cache: Vec<usize>,
    #[digest(by = |code: &Code| code.0)]
    code: Code,
}

/// As a type of another crate: without a digest.
#[derive(Clone, Copy, Default)]
struct Code(isize);

#[derive(Clone, Digest)]
enum Order<C> {
    Wait,
    Go { path: Vec<usize>, how: Way },
    Tell(Option<Text>, Result<char, bool>),
    Own(Box<C>),
}

#[derive(Clone, Copy, Digest)]
enum Way {
    Walk(f32),
    Turn(Quat, Step),
    Shine { color: Color, since: Tick, rate: TickRate },
}

#[derive(Clone, Copy, Digest)]
enum Step {
    Left(isize),
    Right { by: (u128, i16), after: Span },
}

pub(crate) fn play(tape: &mut Tape) -> Played {
    let mut dice = Dice::new(22);
    for _ in 0..40 {
        tape.scenario();
        let world = world(&mut dice);
        tape.hash(&world);
        // The digest of a digest: another width of a single part would show in both.
        tape.put(digest(&world));
        lists(tape, &mut dice);
        let mut queue = Sequencer::new();
        for _ in 0..dice.below(6) {
            queue.enqueue(dice.flicks(1, 90), self::world(&mut dice));
        }
        queue.advance(dice.flicks(0, 200), |_, _| ())?;
        tape.put(digest(&queue));
        moving(tape, &mut dice);
    }
    // What a processor makes of these has a sign and a payload of its own.
    let endless = f64::INFINITY;
    for nan in [endless + -endless, 0.0 * -endless, -f64::NAN, f64::NAN] {
        #[expect(clippy::cast_possible_truncation, reason = "a NaN in single precision")]
        let single = nan as f32;
        tape.hash(&(nan, single, [nan], -0.0_f64, Vec3::new(nan, 0.0, -0.0)));
    }
    tape.hash(&(ClipId::new(3, "walk"), Duration::new(7, 9), 1..5_usize, 'x'..='z'));
    Ok(())
}

fn world(dice: &mut Dice) -> World<u8> {
    let mut world = World::default();
    for _ in 0..dice.below(5) {
        world.places.push((dice.below(900) as usize, dice.scalars(-9.0, 9.0)));
        let list = (0..dice.below(4)).map(|_| u16::try_from(dice.below(60_000)).unwrap_or(0));
        let list = list.collect();
        world.counts.insert(format!("count {}", dice.below(9)), list);
        world.seen.insert(i8::try_from(dice.below(100)).unwrap_or(0) - 50);
        world.orders.push_back(order(dice));
        world.heights.push(dice.pick(&[0.0, -0.0, f64::NAN, f64::INFINITY, 1e-310, 2.5]));
        world.cache.push(world.cache.len());
        world.code = Code(dice.below(7) as isize - 3);
    }
    world
}

fn order(dice: &mut Dice) -> Order<u8> {
    match dice.below(4) {
        0 => Order::Wait,
        1 => {
            let path = (0..dice.below(5)).map(|_| dice.below(u32::MAX) as usize).collect();
            let how = match dice.below(3) {
                0 => Way::Walk(dice.scalar(-1.0, 1.0)),
                1 => Way::Turn(Quat::from(dice.scalars(-1.0, 1.0)), step(dice)),
                _ => Way::Shine {
                    color: Color::from(dice.scalars(0.0, 1.0)),
                    since: Tick::new(i64::from(dice.below(1000)) - 500),
                    rate: TickRate::HZ_60,
                },
            };
            Order::Go { path, how }
        }
        2 => {
            let words = dice.pick(&[None, Some(""), Some("a\u{e9}\u{1F600}")]);
            let answer = dice.pick(&[Ok('\u{e9}'), Err(true), Err(false)]);
            Order::Tell(words.map(Text::new), answer)
        }
        _ => Order::Own(Box::new(u8::try_from(dice.below(200)).unwrap_or(0))),
    }
}

fn step(dice: &mut Dice) -> Step {
    if dice.chance(1, 2) {
        Step::Left(-(dice.below(u32::MAX >> 1) as isize))
    } else {
        Step::Right {
            by: (u128::from(dice.roll()) << 40, i16::try_from(dice.below(300)).unwrap_or(0) - 150),
            after: dice.millis(0, 900),
        }
    }
}

/// A list of every kind of number, as a slice, a list and an array.
#[expect(clippy::cast_possible_truncation, reason = "any bits will do")]
fn lists(tape: &mut Tape, dice: &mut Dice) {
    macro_rules! each {
        ($($number:ident),*) => { $(
            let list: Vec<$number> = (0..dice.below(9)).map(|_| dice.roll() as $number).collect();
            tape.hash(&list);
            tape.hash(&*list);
            tape.hash(&[dice.roll() as $number, 0, 1]);
        )* };
    }
    each!(u8, u16, u32, u64, u128, i8, i16, i32, i64, i128);
    // Numbers that fit in 32 bits, so that they are the same everywhere.
    let sizes: Vec<usize> = (0..dice.below(9)).map(|_| dice.below(u32::MAX) as usize).collect();
    let places: Vec<isize> = sizes.iter().map(|size| (*size >> 1) as isize - 77).collect();
    tape.hash(&(&sizes, &places, [sizes.len(); 3]));
}

/// Values in motion: their floats are fed by bits.
fn moving(tape: &mut Tape, dice: &mut Dice) {
    let mut place = Moving::at(Vec3::<f32>::from(dice.scalars(-9.0, 9.0)));
    let mut pair = Moving::at(dice.scalars::<f32, 2>(-9.0, 9.0));
    place.spring_to(
        Time::ZERO,
        Vec3::from(dice.scalars(-9.0, 9.0)),
        Spring::smooth(dice.millis(100, 900)),
    );
    pair.spring_to(Time::ZERO, dice.scalars(-9.0, 9.0), Spring::smooth(dice.millis(100, 900)));
    tape.hash(&(&place, &pair));
}
