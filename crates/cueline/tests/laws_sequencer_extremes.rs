//! Nothing panics, nothing is lost: any calls with any numbers, from outside and from callbacks.
//!
//! A call that is refused leaves the digest as it was.

use cueline::{
    digest::digest,
    relay::Relay,
    sequencer::{
        AdvanceError, EntryDuration, EntryId, Handler, QueueError, Sequencer, Timing, Until, Update,
    },
    time::{Span, Time},
};
use proptest::prelude::*;

/// A call with any numbers; what is queued carries what its first call does. (Were it to do so in
/// each, an endless entry could queue another at every flick, and a step by moments of 400 years
/// would have that many to play.)
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Call {
    Queue { door: u8, delay: i64, length: EntryDuration, inside: Vec<Call> },
    NewEpoch,
    Label(String),
    Release(usize),
    Cancel(usize),
    Flush,
    Cue(i64),
    Advance(i64),
    ByMoments(i64),
    Each(i64),
    SkipEpoch,
    SkipTo(String),
    Finish,
}

/// Any number, and often one of those at which something could break.
fn number() -> impl Strategy<Value = i64> {
    prop_oneof![
        3 => 0_i64..4,
        1 => Just(i64::MAX),
        1 => Just(i64::MIN),
        1 => (-4_i64..4).prop_map(|near| i64::MAX.saturating_add(near)),
        1 => Just(i64::MAX / 2 + 1),
        1 => -4_i64..0,
        1 => any::<i64>(),
    ]
}

fn length() -> impl Strategy<Value = EntryDuration> {
    prop_oneof![
        5 => number().prop_map(|units| EntryDuration::Fixed(Span::from_flicks(units))),
        1 => Just(EntryDuration::OnTurn),
        1 => Just(EntryDuration::Open),
        1 => Just(EntryDuration::Forever),
    ]
}

fn call() -> impl Strategy<Value = Call> {
    let name = || prop_oneof![Just("a".to_string()), Just(String::new())];
    let plain = prop_oneof![
        1 => Just(Call::NewEpoch),
        1 => name().prop_map(Call::Label),
        2 => (0_usize..12).prop_map(Call::Release),
        2 => (0_usize..12).prop_map(Call::Cancel),
        1 => Just(Call::Flush),
        1 => number().prop_map(Call::Cue),
        5 => number().prop_map(Call::Advance),
        5 => number().prop_map(Call::ByMoments),
        5 => number().prop_map(Call::Each),
        1 => Just(Call::SkipEpoch),
        1 => name().prop_map(Call::SkipTo),
        1 => Just(Call::Finish),
    ];
    plain.prop_recursive(3, 8, 3, |inner| {
        let inside = prop::collection::vec(inner, 0..3);
        (0_u8..5, number(), length(), inside)
            .prop_map(|(door, delay, length, inside)| Call::Queue { door, delay, length, inside })
    })
}

type Queue = Sequencer<Vec<Call>>;

/// The names that entries have been given.
#[derive(Default)]
struct Names(Vec<EntryId>);

/// What became of a call.
#[derive(Debug, PartialEq)]
enum Outcome {
    Done,
    /// The step was begun and cut off: the rest is kept.
    CutOff,
    Refused,
}

impl Names {
    fn make(&mut self, queue: &mut Queue, call: &Call) -> Outcome {
        let span = Span::from_flicks;
        let known = |number: &usize| self.0.get(*number).copied();
        match call {
            Call::Queue { door, delay, length, inside } => {
                let timing = Timing::from(*length).delayed(span(*delay));
                let queued = match door {
                    0 => queue.enqueue(timing, inside.clone()),
                    1 => queue.concurrently(timing, inside.clone()),
                    2 => queue.background(timing, inside.clone()),
                    3 => queue.blocking(timing, inside.clone()),
                    _ => queue.non_blocking(timing, inside.clone()),
                };
                let expected = match *length {
                    EntryDuration::Fixed(length) if length < Span::ZERO => {
                        Some(QueueError::NegativeDuration { duration: length })
                    }
                    EntryDuration::Forever if *door != 2 => Some(QueueError::HoldsForever),
                    _ if *delay < 0 => Some(QueueError::NegativeDelay { delay: span(*delay) }),
                    _ => None,
                };
                assert_eq!(queued.err(), expected);
                let Ok(id) = queued else { return Outcome::Refused };
                self.0.push(id);
            }
            Call::NewEpoch => queue.new_epoch(),
            Call::Label(name) => queue.label(name.as_str()),
            Call::Release(number) => {
                if !known(number).is_some_and(|id| queue.release(id)) {
                    return Outcome::Refused;
                }
            }
            Call::Cancel(number) => drop(known(number).and_then(|id| queue.cancel(id))),
            Call::Flush => queue.flush(),
            Call::Cue(at) => queue.cue(span(*at), u32::MAX),
            Call::Advance(by) => return outcome(queue.advance_on(span(*by), self)),
            Call::Each(by) => return outcome(queue.advance_each(span(*by), |_| ()).map(drop)),
            Call::ByMoments(by) => return outcome(queue.advance_by_moments_on(span(*by), self)),
            Call::SkipEpoch => return outcome(queue.skip_on(Until::EpochEnd, self)),
            Call::SkipTo(name) => return outcome(queue.skip_on(Until::Label(name), self)),
            Call::Finish => return outcome(queue.skip_on(Until::End, self)),
        }
        Outcome::Done
    }
}

fn outcome(stepped: Result<(), AdvanceError>) -> Outcome {
    match stepped {
        Ok(()) => Outcome::Done,
        Err(AdvanceError::Runaway { .. } | AdvanceError::EndlessChain { .. }) => Outcome::CutOff,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            Outcome::Refused
        }
    }
}

impl Handler<Vec<Call>> for Names {
    fn step(&mut self, step: Update<'_, Vec<Call>>, queue: &mut Queue) {
        assert!((0.0..=1.0).contains(&step.alpha()), "{}", step.alpha());
        assert!(!step.end || step.alpha() == 1.0, "also where time itself has ended");
        assert!(step.before <= step.elapsed && step.lateness >= Span::ZERO);
        assert!(step.remaining().is_none_or(|left| left >= Span::ZERO));
        for call in std::mem::take(step.payload) {
            let before = digest(queue);
            if self.make(queue, &call) == Outcome::Refused {
                assert_eq!(digest(queue), before, "{call:?} from inside");
            }
        }
    }

    fn length(&mut self, payload: &mut Vec<Call>) -> Span {
        if payload.is_empty() { Span::MAX } else { Span::MIN }
    }
}

/// Asks everything that can be asked; answers what must hold whatever was called.
fn read(queue: &Queue, names: &Names) {
    let alive = names.0.iter().filter(|id| queue.contains(**id)).count();
    assert_eq!(alive, queue.len());
    assert_eq!(queue.is_empty(), alive == 0);
    assert_eq!(queue.is_idle(), queue.oldest().is_none());
    assert_eq!(queue.agenda().count(), alive);
    assert_eq!(queue.queued(), names.0.len() as u64);
    assert!(queue.next_moment().is_none_or(|next| next >= queue.now()));
    assert!(queue.events().is_sorted_by_key(|edge| edge.due));
    assert!(names.0.iter().filter_map(|id| queue.payload(*id)).count() == alive);
    let _names = (queue.labels().count(), format!("{queue:?}"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn nothing_panics(calls in prop::collection::vec(call(), 1..16)) {
        let (mut queue, mut names) = (Queue::new(), Names::default());
        for call in &calls {
            let (before, now) = (digest(&queue), queue.now());
            let outcome = names.make(&mut queue, call);
            if outcome == Outcome::Refused {
                prop_assert_eq!(digest(&queue), before, "{:?} was refused", call);
            }
            let by = match call {
                Call::Advance(by) | Call::ByMoments(by) | Call::Each(by) => *by,
                _ => 0,
            };
            prop_assert!(queue.now() >= now + Span::from_flicks(by.max(0)), "time is kept");
            read(&queue, &names);
        }
    }

    #[test]
    fn nothing_panics_in_a_relay(calls in prop::collection::vec(call(), 1..16)) {
        let (mut relay, mut names) = (Relay::new(), Names::default());
        for (told, call) in (1..).zip(&calls) {
            let shown = relay.shown();
            relay.emit(call, |call, queue| names.make(queue, call));
            prop_assert_eq!(relay.emitted(), told);
            prop_assert!((shown..=told).contains(&relay.shown()), "what was shown stays shown");
            prop_assert_eq!(relay.is_idle(), relay.display().is_idle());
            prop_assert!(!relay.is_idle() || relay.shown() == told);
        }
        relay.display_mut().flush();
        prop_assert_eq!(relay.shown(), relay.emitted());
    }
}

#[test]
fn names_from_another_queue_are_unknown() {
    let (mut ours, mut theirs) = (Queue::new(), Queue::new());
    theirs.enqueue(Span::FLICK, Vec::new()).unwrap();
    let id = theirs.enqueue(Span::FLICK, Vec::new()).unwrap();
    ours.enqueue(EntryDuration::Open, Vec::new()).unwrap();
    let before = digest(&ours);
    assert!(!ours.contains(id) && !ours.release(id) && ours.cancel(id).is_none());
    assert_eq!((digest(&ours), ours.now()), (before, Time::ZERO));
}
