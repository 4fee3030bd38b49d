//! W1: one frame of n live tweens.

use crate::{
    harness::{Bench, Case, Rival},
    tweens::{
        cueline::{InBatch, Movings, OrdinaryPlayer, Playings},
        floor::{Floor, Narrow},
        outside::{BY_HAND, TWEENERS, prove_outside},
        rivals::{Animato, Driven, KeyframeCrate, Structs, TweenBoxed, TweenStatic},
        work::{Plays, Tween, prove, tweens},
    },
};

/// No tween is over before all rounds are: that many ticks are more than the harness ever runs.
const LONG: u32 = 1 << 19;

pub fn run(bench: &mut Bench) {
    for mixed in [false, true] {
        prove::<Floor>(mixed);
        prove::<Narrow>(mixed);
        prove::<InBatch>(mixed);
        prove::<OrdinaryPlayer>(mixed);
        prove::<Movings>(mixed);
        prove::<Playings>(mixed);
        prove::<Structs>(mixed);
        prove::<TweenBoxed>(mixed);
        prove::<Animato>(mixed);
        prove::<Driven>(mixed);
        prove::<KeyframeCrate>(mixed);
    }
    prove::<TweenStatic>(false);
    for n in [1, 100, 1_000, 100_000] {
        for (mixed, case) in [(false, "linear"), (true, "mix")] {
            let work = tweens(n, LONG, mixed);
            let mut rivals =
                vec![rival::<Floor>(&work), rival::<Narrow>(&work), rival::<InBatch>(&work)];
            rivals.push(rival::<OrdinaryPlayer>(&work));
            rivals.push(rival::<Movings>(&work));
            rivals.push(rival::<Playings>(&work));
            rivals.push(rival::<Structs>(&work));
            if !mixed {
                rivals.push(rival::<TweenStatic>(&work));
            }
            rivals.push(rival::<TweenBoxed>(&work));
            rivals.push(rival::<Animato>(&work));
            rivals.push(rival::<Driven>(&work));
            rivals.push(rival::<KeyframeCrate>(&work));
            let case = Case { row: "W1", case, n, unit: "ns/tween", most_laps: 40_000 };
            for peers in [&TWEENERS[..], &BY_HAND] {
                rivals.extend(
                    bench.outside(&case, peers, |start| prove_outside(&work, mixed, start)),
                );
            }
            bench.measure(&case, rivals);
        }
    }
}

fn rival<P: Plays + 'static>(work: &[Tween]) -> Rival<'static> {
    let mut player = P::start(work);
    Rival::new(P::name(), move || player.frame())
}
