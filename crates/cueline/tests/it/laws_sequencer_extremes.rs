//! Nothing panics, nothing is lost: any calls with any numbers, from outside and from callbacks.
//!
//! A call that is refused leaves the digest as it was.

use cueline::{
    digest::digest,
    relay::Relay,
    sequencer::{
        AdvanceError, Commands, Enqueue, EntryDuration, EntryId, Handler, Sequencer, Timing, Until,
        Update,
    },
    time::{Span, Time},
};
use proptest::prelude::*;

/// A call with any numbers; what is queued carries what its first call does. (Were it to do so in
/// each, an endless entry could queue another at every flick, and a step by moments of 400 years
/// would have that many to play.)
#[derive(Clone, Debug, PartialEq, Eq, cueline_derive::Digest)]
enum Call {
    Queue { placement: u8, delay: i64, duration: Option<EntryDuration>, inside: Vec<Call> },
    NewEpoch,
    Label(String),
    Release(usize),
    Cancel(usize),
    Flush,
    Cue(i64),
    Advance(i64),
    AdvanceTo(i64),
    FinishEntry(usize),
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

fn duration() -> impl Strategy<Value = Option<EntryDuration>> {
    prop_oneof![
        5 => number().prop_map(|units| Some(EntryDuration::Fixed(Span::from_flicks(units)))),
        1 => Just(Some(EntryDuration::OnTurn)),
        1 => Just(Some(EntryDuration::Open)),
        1 => Just(None),
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
        5 => number().prop_map(Call::AdvanceTo),
        2 => (0_usize..12).prop_map(Call::FinishEntry),
        1 => Just(Call::SkipEpoch),
        1 => name().prop_map(Call::SkipTo),
        1 => Just(Call::Finish),
    ];
    plain.prop_recursive(3, 8, 3, |inner| {
        let inside = prop::collection::vec(inner, 0..3);
        (0_u8..7, number(), duration(), inside).prop_map(|(placement, delay, duration, inside)| {
            Call::Queue { placement, delay, duration, inside }
        })
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

/// Makes a call that lets no time pass, on a queue or on the commands of a callback; returns whether it is
/// one.
macro_rules! change {
    ($names:expr, $queue:expr, $call:expr) => {{
        let (names, queue) = ($names, $queue);
        let known = |number: &usize| names.0.get(*number).copied();
        match $call {
            Call::Queue { placement, delay, duration, inside } => {
                let inside = inside.clone();
                let id = match *duration {
                    None => queue.background_forever(inside),
                    Some(duration) => {
                        let timing = Timing::from(duration).delayed(Span::from_flicks(*delay));
                        match (*placement, names.0.last()) {
                            (0, _) => queue.enqueue(timing, inside),
                            (1, _) => queue.concurrently(timing, inside),
                            (2, _) => queue.background(timing, inside),
                            (3, _) => queue.blocking(timing, inside),
                            (4, _) => queue.non_blocking(timing, inside),
                            (5, Some(last)) => queue.after(*last, timing, inside),
                            _ => queue.now(timing, inside),
                        }
                    }
                };
                names.0.push(id);
            }
            Call::NewEpoch => queue.new_epoch(),
            Call::Label(name) => queue.label(name.as_str()),
            Call::Release(number) => drop(known(number).map(|id| queue.release(id))),
            Call::Cancel(number) => drop(known(number).map(|id| queue.cancel(id))),
            Call::FinishEntry(number) => drop(known(number).map(|id| queue.finish_entry(id))),
            Call::Flush => queue.flush(),
            _ => {}
        }
    }};
}

impl Names {
    fn make(&mut self, queue: &mut Queue, call: &Call) -> Outcome {
        let span = Span::from_flicks;
        match call {
            Call::Advance(by) => return outcome(queue.advance_with(span(*by), self)),
            Call::AdvanceTo(to) => {
                return outcome(queue.advance_to_with(Time::from_flicks(*to), self));
            }
            Call::SkipEpoch => return outcome(queue.skip_with(Until::EpochEnd, self)),
            Call::SkipTo(name) => return outcome(queue.skip_with(Until::Label(name), self)),
            Call::Finish => return outcome(queue.skip_with(Until::End, self)),
            _ => change!(&mut *self, queue, call),
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
    fn update(&mut self, update: Update<'_, Vec<Call>>, commands: &mut Commands<'_, Vec<Call>>) {
        assert!((0.0..=1.0).contains(&update.progress()), "{}", update.progress());
        assert!(!update.ended || update.progress() == 1.0, "also where time itself has ended");
        assert!(update.before <= update.elapsed && update.lateness >= Span::ZERO);
        assert!(update.remaining().is_none_or(|left| left >= Span::ZERO));
        for call in std::mem::take(update.payload) {
            if let Call::Cue(at) = call {
                commands.cue(Span::from_flicks(at), u32::MAX);
            }
            change!(&mut *self, &mut *commands, &call);
        }
    }

    fn duration(&mut self, payload: &mut Vec<Call>) -> Option<Span> {
        Some(if payload.is_empty() { Span::MAX } else { Span::MIN })
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
    assert!(queue.next_moment().is_none_or(|next| next >= queue.time()));
    assert!(queue.events().is_sorted_by_key(|event| event.due));
    assert!(names.0.iter().filter_map(|id| queue.payload(*id)).count() == alive);
    let _names = (queue.labels().count(), format!("{queue:?}"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn nothing_panics(calls in prop::collection::vec(call(), 1..16)) {
        let (mut queue, mut names) = (Queue::new(), Names::default());
        for call in &calls {
            let (before, now) = (digest(&queue), queue.time());
            let outcome = names.make(&mut queue, call);
            if outcome == Outcome::Refused {
                prop_assert_eq!(digest(&queue), before, "{:?} was refused", call);
            }
            let by = match call {
                Call::Advance(by) => *by,
                _ => 0,
            };
            prop_assert!(queue.time() >= now + Span::from_flicks(by.max(0)), "time is kept");
            read(&queue, &names);
        }
    }

    #[test]
    fn nothing_panics_in_a_relay(calls in prop::collection::vec(call(), 1..16)) {
        let (mut relay, mut names) = (Relay::new(), Names::default());
        for (reported, call) in (1..).zip(&calls) {
            let shown = relay.shown();
            relay.emit(call, |call, queue| names.make(queue, call));
            prop_assert_eq!(relay.emitted(), reported);
            prop_assert!((shown..=reported).contains(&relay.shown()), "what was shown stays shown");
            prop_assert_eq!(relay.is_idle(), relay.display().is_idle());
            prop_assert!(!relay.is_idle() || relay.shown() == reported);
        }
        relay.display_mut().flush();
        prop_assert_eq!(relay.shown(), relay.emitted());
    }
}

#[test]
fn names_from_another_queue_are_unknown() {
    let (mut ours, mut theirs) = (Queue::new(), Queue::new());
    theirs.enqueue(Span::FLICK, Vec::new());
    let id = theirs.enqueue(Span::FLICK, Vec::new());
    ours.enqueue(EntryDuration::Open, Vec::new());
    let before = digest(&ours);
    assert!(!ours.contains(id) && !ours.release(id) && ours.cancel(id).is_none());
    assert_eq!((digest(&ours), ours.time()), (before, Time::ZERO));
}
