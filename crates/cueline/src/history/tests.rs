//! The rollback tools, compared with what was visible at the time.

use alloc::vec::Vec;
use core::num::NonZeroUsize;

use proptest::prelude::*;

use super::*;
use crate::{
    sequencer::{Enqueue, EntryId, Sequencer},
    time::{Span, Tick, Time},
};

/// A fight: each blow queues a swing that sounds at its start and hits at its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Fight {
    show: Sequencer<u8>,
}

crate::digest::digested! { struct Fight { show } }

/// A sound of an entry: entry, payload, whether it is the end of the entry, time.
type Sound = (EntryId, u8, bool, Time);

impl Fight {
    fn tick(&mut self, blow: u8) -> Vec<Sound> {
        if blow > 0 {
            self.show.blocking(Span::from_flicks(25), blow);
        }
        let mut sounds = Vec::new();
        self.show
            .advance(Span::from_flicks(10), |step, _| {
                if step.started {
                    sounds.push((step.id, *step.payload, false, step.at - step.elapsed));
                }
                if step.ended {
                    sounds.push((step.id, *step.payload, true, step.at));
                }
            })
            .unwrap();
        sounds
    }
}

/// Updates the list of audible sounds: every sound that was started and not retracted.
fn apply(heard: &mut Vec<Sound>, ledger: &mut Ledger<Sound>, tick: Tick, sounds: Vec<Sound>) {
    for sound in sounds {
        if ledger.report(tick, sound) == Ok(Novelty::New) {
            assert!(!heard.contains(&sound), "doubled: {sound:?}");
            heard.push(sound);
        }
    }
}

proptest! {
    /// For any predictions, the sounds in the end are exactly the sounds of the true inputs.
    #[test]
    fn rollback_neither_doubles_a_sound_nor_leaves_one_hanging(
        truth in prop::collection::vec(0_u8..3, 1..24),
        guesses in prop::collection::vec(0_u8..3, 24),
        delays in prop::collection::vec(1_usize..6, 24),
    ) {
        let (mut fight, mut ledger, mut heard) = (Fight::default(), Ledger::new(), Vec::new());
        let mut states = Snapshots::new(NonZeroUsize::new(8).unwrap());
        let tick_of = |tick: usize| Tick::new(i64::try_from(tick).unwrap());
        // The input of a tick arrives `delays` ticks after it, in any order.
        let known = |tick: usize, now: usize| tick + delays[tick] <= now || now >= truth.len();
        let input = |tick: usize, now: usize| {
            if known(tick, now) { truth[tick] } else { guesses[tick] }
        };
        for now in 0..=truth.len() {
            let late = (0..now).find(|tick| {
                known(*tick, now) && !known(*tick, now - 1) && truth[*tick] != guesses[*tick]
            });
            if let Some(first) = late {
                fight.clone_from(states.restore(tick_of(first)).unwrap());
                ledger.rewind(tick_of(first));
                for tick in first..now {
                    states.keep(tick_of(tick), &fight);
                    let sounds = fight.tick(input(tick, now));
                    apply(&mut heard, &mut ledger, tick_of(tick), sounds);
                    for (_, gone) in ledger.settle(tick_of(tick)) {
                        heard.retain(|sound| *sound != gone);
                    }
                }
            }
            if now < truth.len() {
                states.keep(tick_of(now), &fight);
                let sounds = fight.tick(input(now, now));
                apply(&mut heard, &mut ledger, tick_of(now), sounds);
            }
        }
        let mut honest = Fight::default();
        let mut expected: Vec<_> = truth.iter().flat_map(|blow| honest.tick(*blow)).collect();
        expected.sort_unstable();
        heard.sort_unstable();
        prop_assert_eq!(&fight, &honest);
        prop_assert_eq!(heard, expected);
    }

    #[test]
    fn a_recording_replays_to_the_bit(inputs in prop::collection::vec(0_u8..3, 0..40)) {
        let (mut fight, mut recording) = (Fight::default(), Recording::new());
        for (tick, input) in (0..).map(Tick::new).zip(&inputs) {
            recording.input(tick, *input).unwrap();
            fight.tick(*input);
            recording.ran(tick, Some(crate::digest::digest(&fight))).unwrap();
        }
        let mut again = Fight::default();
        recording.replay(|_, inputs| {
            again.tick(inputs[0]);
            crate::digest::digest(&again)
        }).unwrap();
        prop_assert_eq!(again, fight);
    }
}

#[test]
fn events_that_run_again_say_so() {
    let run = |length: i64| {
        let mut queue = Sequencer::new();
        queue.enqueue(Span::from_flicks(length), ());
        queue.advance(Span::from_flicks(10), |_, _| ()).unwrap();
        queue.events().to_vec()
    };
    let mut ledger = Ledger::new();
    ledger.report_events(Tick::ZERO, &mut run(4)).unwrap();
    ledger.rewind(Tick::ZERO);
    let mut again = run(6);
    ledger.report_events(Tick::ZERO, &mut again).unwrap();
    let reasons: Vec<_> = again.iter().map(|event| event.reason).collect();
    assert_eq!(reasons, [crate::event::Reason::Resimulated, crate::event::Reason::Played]);
    let retracted = ledger.settle(Tick::ZERO);
    assert_eq!(retracted, [(Tick::ZERO, run(4)[1])]);
    assert_eq!(ledger.reported().count(), 2);
    ledger.forget_through(Tick::ZERO);
    assert_eq!(ledger.reported().count(), 0);
}

#[test]
fn a_ledger_distinguishes_ticks_and_refuses_ticks_out_of_order() {
    let tick = Tick::new;
    let late = |asked, first| Err(HistoryError::Closed { tick: tick(asked), first: tick(first) });
    let mut ledger = Ledger::new();
    assert_eq!(ledger.report(tick(4), "bang"), Ok(Novelty::New));
    assert_eq!(ledger.report(tick(6), "bang"), Ok(Novelty::New), "the same in another tick");
    assert_eq!(ledger.report(tick(5), "bang"), late(5, 6));
    let before = ledger.clone();
    assert_eq!(ledger.report(tick(4), "again"), late(4, 6));
    assert_eq!(ledger, before, "a refused call changes nothing");

    ledger.rewind(tick(4));
    assert_eq!(
        ledger.report(tick(5), "bang"),
        Ok(Novelty::New),
        "no tick 5 has reported it before"
    );
    assert_eq!(ledger.report(tick(6), "bang"), Ok(Novelty::Repeated));
    assert_eq!(ledger.settle(tick(6)), [(tick(4), "bang")]);

    ledger.forget_through(tick(5));
    ledger.rewind(tick(3));
    assert_eq!(ledger.report(tick(5), "bang"), late(5, 6), "forgotten");
    assert_eq!(ledger.report(tick(6), "bang"), Ok(Novelty::Repeated));
}

#[test]
fn a_state_kept_twice_for_one_tick_is_kept_once_as_it_was_last() {
    let mut states = Snapshots::new(NonZeroUsize::new(3).unwrap());
    for (tick, state) in [(1, 10), (2, 20), (2, 21), (3, 30), (3, 31)] {
        states.keep(Tick::new(tick), &state);
    }
    let kept: Vec<_> = states.iter().map(|(tick, state)| (tick.get(), *state)).collect();
    assert_eq!(kept, [(1, 10), (2, 21), (3, 31)]);
}

#[test]
fn a_corrected_recording_compares_the_ticks_that_ran_again() {
    let tick = Tick::new;
    let mut recording = Recording::starting_at(tick(2));
    for n in 2..6 {
        recording.input(tick(n), n).unwrap();
        recording.ran(tick(n), Some(1)).unwrap();
    }
    let before = recording.clone();
    let past = Err(HistoryError::Past { tick: tick(1), end: tick(2) });
    assert_eq!(recording.correct(tick(1), [9]), past);
    assert_eq!(recording, before, "a refused call changes nothing");

    recording.correct(tick(4), [40]).unwrap();
    assert_eq!(recording.ticks(), (tick(2), tick(4)));
    assert_eq!(recording.inputs(tick(5)), [5], "later inputs stay");
    for n in 4..6 {
        recording.ran(tick(n), Some(2)).unwrap();
    }
    let honest = |tick: Tick, _: &[i64]| if tick < Tick::new(4) { 1 } else { 2 };
    assert_eq!(recording.replay(honest), Ok(()));
    let old = recording.replay(|_, _| 1).unwrap_err();
    assert_eq!(old, HistoryError::Diverged { tick: tick(4), recorded: 2, replayed: 1 });
}

#[test]
fn a_ring_keeps_the_newest_states_and_says_what_it_has() {
    let mut states = Snapshots::new(NonZeroUsize::new(3).unwrap());
    assert_eq!(
        states.restore(Tick::ZERO),
        Err(HistoryError::NotKept { asked: Tick::ZERO, kept: None })
    );
    for tick in [0, 2, 4, 6] {
        states.keep(Tick::new(tick), &tick);
    }
    assert_eq!(states.restore(Tick::new(4)), Ok(&4));
    let kept = Some((Tick::new(2), Tick::new(6)));
    assert_eq!(
        states.restore(Tick::new(5)),
        Err(HistoryError::NotKept { asked: Tick::new(5), kept })
    );
    assert_eq!(states.nearest(Tick::new(5)), Some((Tick::new(4), &4)));
    assert_eq!(states.nearest(Tick::new(1)), None);
    states.keep(Tick::new(3), &30);
    assert_eq!(
        states.kept(),
        Some((Tick::new(2), Tick::new(3))),
        "later ones were of another past"
    );
}

#[test]
fn a_replay_that_departs_says_where() {
    let mut recording = Recording::new();
    for tick in (0..5).map(Tick::new) {
        recording.ran(tick, Some(7)).unwrap();
    }
    assert_eq!(
        recording.input(Tick::new(4), ()),
        Err(HistoryError::Past { tick: Tick::new(4), end: Tick::new(5) })
    );
    let departs = recording.replay(|tick, _| if tick == Tick::new(3) { 8 } else { 7 });
    assert_eq!(
        departs,
        Err(HistoryError::Diverged { tick: Tick::new(3), recorded: 7, replayed: 8 })
    );
    recording.correct(Tick::new(2), [(), ()]).unwrap();
    assert_eq!(recording.inputs(Tick::new(2)).len(), 2);
    recording.correct(Tick::new(2), []).unwrap();
    assert_eq!(recording.inputs(Tick::new(2)).len(), 0);
    assert_eq!(recording.replay(|tick, _| if tick < Tick::new(2) { 7 } else { 0 }), Ok(()));
}

#[test]
fn retracted_events_come_by_tick_and_in_the_order_of_their_reports() {
    let tick = Tick::new;
    let mut ledger = Ledger::new();
    let events = [(tick(2), "step"), (tick(2), "jump"), (tick(3), "shot"), (tick(3), "hit")];
    for (tick, event) in events {
        ledger.report(tick, event).unwrap();
    }
    ledger.rewind(tick(3));
    ledger.rewind(tick(2)); // the first guess was not early enough
    assert_eq!(ledger.settle(tick(3)), events);
}

#[test]
fn inputs_of_one_tick_keep_their_order_and_the_first_tick_can_be_corrected() {
    let mut recording = Recording::starting_at(Tick::new(2));
    for input in ["left", "jump", "duck"] {
        recording.input(Tick::new(2), input).unwrap();
    }
    assert_eq!(recording.inputs(Tick::new(2)), ["left", "jump", "duck"]);
    recording.correct(Tick::new(2), ["right"]).unwrap();
    assert_eq!(recording.inputs(Tick::new(2)), ["right"]);
}
