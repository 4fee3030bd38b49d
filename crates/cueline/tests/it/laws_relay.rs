//! The laws of the relay: what counts as shown, whatever is emitted and however time passes.

use cueline::{
    digest::digest,
    relay::Relay,
    sequencer::{Enqueue, EntryDuration, EntryId, Sequencer, Until},
    time::Span,
};
use proptest::prelude::*;

/// One entry of an event's storyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, cueline_derive::Digest)]
enum Entry {
    Blocking(i64),
    NonBlocking(i64),
    Background(i64),
    /// Open: ends when it is released.
    Open,
}

/// What happens between two events.
#[derive(Clone, Debug)]
enum Act {
    Emit(Vec<Entry>),
    Wait(i64),
    /// Drops the nth entry of all.
    Cancel(usize),
    Release(usize),
    SkipEpoch,
    Flush,
}

fn act() -> impl Strategy<Value = Act> {
    let entry = prop_oneof![
        4 => (0_i64..6).prop_map(Entry::Blocking),
        2 => (0_i64..12).prop_map(Entry::NonBlocking),
        2 => (0_i64..12).prop_map(Entry::Background),
        1 => Just(Entry::Open),
    ];
    prop_oneof![
        8 => prop::collection::vec(entry, 0..4).prop_map(Act::Emit),
        8 => (0_i64..9).prop_map(Act::Wait),
        2 => (0_usize..10).prop_map(Act::Cancel),
        2 => (0_usize..10).prop_map(Act::Release),
        1 => Just(Act::SkipEpoch),
        1 => Just(Act::Flush),
    ]
}

fn flicks(flicks: i64) -> Span {
    Span::from_flicks(flicks)
}

fn queue_all(entries: &[Entry], queue: &mut Sequencer<Entry>) -> Vec<(EntryId, Entry)> {
    let queued = entries.iter().map(|entry| {
        let id = match *entry {
            Entry::Blocking(units) => queue.blocking(flicks(units), *entry),
            Entry::NonBlocking(units) => queue.non_blocking(flicks(units), *entry),
            Entry::Background(units) => queue.background(flicks(units), *entry),
            Entry::Open => queue.blocking(EntryDuration::Open, *entry),
        };
        (id, *entry)
    });
    queued.collect()
}

/// A relay, and what each event has put into it.
#[derive(Default)]
struct Game {
    relay: Relay<Entry>,
    events: Vec<Vec<(EntryId, Entry)>>,
}

impl Game {
    /// Waits in steps of at most `piece`.
    fn act(&mut self, act: &Act, piece: i64) {
        let nth = |events: &[Vec<(EntryId, Entry)>], nth: usize| {
            events.iter().flatten().nth(nth).map(|(id, _)| *id)
        };
        match act {
            Act::Emit(entries) => {
                self.events
                    .push(self.relay.emit(entries, |entries, queue| queue_all(entries, queue)));
            }
            Act::Wait(units) => {
                let mut left = *units;
                while left > 0 {
                    let by = left.min(piece);
                    self.relay.display_mut().advance(flicks(by), |_, _| ()).expect("forward");
                    left -= by;
                }
            }
            Act::Cancel(number) => {
                let id = nth(&self.events, *number);
                id.and_then(|id| self.relay.display_mut().cancel(id));
            }
            Act::Release(number) => {
                if let Some(id) = nth(&self.events, *number) {
                    self.relay.display_mut().release(id);
                }
            }
            Act::SkipEpoch => {
                let queue = self.relay.display_mut();
                queue.skip(Until::EpochEnd, |_, _| ()).expect("an honest game");
            }
            Act::Flush => self.relay.display_mut().flush(),
        }
    }

    /// Events that are over, they and all before them; the background does not count.
    fn shown(&self) -> usize {
        let there = |(id, entry): &(EntryId, Entry)| {
            !matches!(entry, Entry::Background(_)) && self.relay.display().contains(*id)
        };
        self.events.iter().take_while(|event| !event.iter().any(there)).count()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn shown_counts_the_events_of_which_nothing_is_left(
        acts in prop::collection::vec(act(), 1..20)
    ) {
        let mut game = Game::default();
        for act in &acts {
            game.act(act, i64::MAX);
            prop_assert_eq!(game.relay.emitted(), game.events.len() as u64);
            prop_assert_eq!(game.relay.shown(), game.shown() as u64, "after {:?}", act);
            let all_shown = game.shown() == game.events.len();
            prop_assert_eq!(game.relay.is_idle(), all_shown);
        }
    }

    #[test]
    fn partition(acts in prop::collection::vec(act(), 1..20), piece in 1_i64..5) {
        let (mut whole, mut parts) = (Game::default(), Game::default());
        for act in &acts {
            whole.act(act, i64::MAX);
            parts.act(act, piece);
        }
        prop_assert_eq!(digest(&whole.relay), digest(&parts.relay));
        prop_assert_eq!(whole.relay, parts.relay);
    }
}
