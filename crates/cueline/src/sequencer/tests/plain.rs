//! Plain entries are called in a loop of their own. Whatever a game does, that tells and leaves the very same as looking
//! at each entry closely.

use alloc::{format, string::String, vec, vec::Vec};

use proptest::prelude::*;

use super::{LOOKS_CLOSELY, flicks};
use crate::{
    digest::digest,
    event::Event,
    history::Keep,
    sequencer::{row::Row, *},
    time::{Span, Time},
};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Op {
    Queue {
        door: u8,
        delay: i64,
        length: EntryDuration,
        hook: Option<Hook>,
    },
    /// So many that start together and end one flick after the other, the last one first.
    Many(u8),
    NewEpoch,
    Label,
    Release(usize),
    Cancel(usize),
    Flush,
    Cue(i64),
    Step(i64),
    /// Without lending the queue, and whether anybody asks for events.
    Each(i64, bool),
    ByMoments(i64),
    SkipEpoch,
    SkipToLabel,
    Finish,
    /// Goes on with a copy.
    Copy,
    /// Goes on with an old queue that has become a copy.
    CopyInto,
    KeepJournal,
    /// To the next moment, but no further than so long.
    ToMoment(i64),
}

/// What a callback does, once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Hook {
    call: u8,
    ops: Vec<Op>,
}

/// What is counted beside the rows, and what steps without a queue rely on.
fn check(queue: &Queue) {
    let (line, pass) = (&queue.line, &queue.pass);
    let (on_show, over) = (line.on_show(), |row: &&Row<Payload>| row.slot.is_over());
    assert_eq!(line.over, on_show.iter().filter(over).count(), "what is over");
    let holds = |row: &&Row<Payload>| row.role == Role::Holding && row.epoch == queue.running;
    let holding = on_show.iter().filter(holds).filter(|row| !over(row)).count();
    assert_eq!(queue.hold.entries, holding, "what holds");
    assert!(line.waiting().iter().all(|row| row.time <= queue.now), "all was queued by now");
    for row in on_show.iter().filter(|row| row.slot.is_plain()) {
        assert_eq!((row.time, row.epoch), (line.turn, queue.running), "plain ones began together");
    }
    if !pass.extra {
        assert!(on_show.iter().all(|row| row.slot.is_plain() || over(&row)), "all is plain");
        assert!(
            queue.background.is_empty() && queue.dropped.is_empty() && !queue.journal.is_kept()
        );
    }
    assert!(!pass.unsettled && !pass.early, "edges are in order");
}

type Payload = Option<Hook>;
type Queue = Sequencer<Payload>;

/// What the game hears and sees.
#[derive(Debug, Default, PartialEq)]
struct Heard {
    calls: Vec<String>,
    edges: Vec<Vec<Event<EntryId>>>,
    states: Vec<u64>,
    /// Nobody has asked for the events of the last step.
    unasked: bool,
    ids: Vec<EntryId>,
}

impl Heard {
    fn run(&mut self, queue: &mut Queue, op: &Op) {
        let calling = queue.is_calling();
        match op {
            Op::Queue { door, delay, length, hook } => {
                let (timing, hook) = (Timing::from(*length).delayed(flicks(*delay)), hook.clone());
                let queued = match door {
                    0 => queue.enqueue(timing, hook),
                    1 => queue.concurrently(timing, hook),
                    2 => queue.background(timing, hook),
                    3 => queue.blocking(timing, hook),
                    _ => queue.non_blocking(timing, hook),
                };
                self.ids.extend(queued);
            }
            Op::Many(many) => {
                queue.new_epoch();
                for length in (1..=i64::from(*many)).rev() {
                    self.ids.extend(queue.concurrently(flicks(length), None));
                }
            }
            Op::NewEpoch => queue.new_epoch(),
            Op::Label => queue.label("label"),
            Op::Release(number) => drop(self.ids.get(*number).map(|id| queue.release(*id))),
            Op::Cancel(number) => drop(self.ids.get(*number).map(|id| queue.cancel(*id))),
            Op::Flush => queue.flush(),
            Op::Cue(at) => queue.cue(flicks(*at), 1),
            Op::Copy if calling => {}
            Op::Copy => *queue = queue.clone(),
            Op::CopyInto if calling => {}
            Op::CopyInto => {
                let mut old = Queue::new();
                for length in 1..6 {
                    old.enqueue(flicks(length), None).unwrap();
                }
                old.keep_journal(Keep::default());
                old.advance(flicks(3), |_, _| ()).unwrap();
                old.clone_from(queue);
                *queue = old;
            }
            Op::KeepJournal => queue.keep_journal(Keep::default()),
            Op::ToMoment(by) => drop(queue.advance_to_moment_on(queue.now() + flicks(*by), self)),
            Op::Step(by) => drop(queue.advance_on(flicks(*by), self)),
            Op::Each(by, asked) => {
                let note = |step: Update<'_, Payload>| self.calls.push(format!("{step:?}"));
                let stepped = queue.advance_each(flicks(*by), note);
                if let (Ok(stepped), true) = (stepped, asked) {
                    self.edges.push(stepped.events().to_vec());
                }
            }
            Op::ByMoments(by) => drop(queue.advance_by_moments_on(flicks(*by), self)),
            Op::SkipEpoch => drop(queue.skip_on(Until::EpochEnd, self)),
            Op::SkipToLabel => drop(queue.skip_on(Until::Label("label"), self)),
            Op::Finish => drop(queue.skip_on(Until::End, self)),
        }
        self.states.extend([queue.len() as u64, u64::from(queue.is_empty())]);
        if !calling {
            check(queue);
            self.unasked = match op {
                Op::Each(_, asked) => !asked,
                Op::Step(_) | Op::ByMoments(_) | Op::ToMoment(_) | Op::SkipEpoch | Op::Finish => {
                    false
                }
                _ => self.unasked,
            };
            if !self.unasked {
                self.edges.push(queue.events().to_vec());
            }
            self.states.push(digest(queue));
        }
    }

    /// What can be asked of a queue, from inside too.
    fn ask(&mut self, queue: &Queue) {
        let alive = self.ids.iter().filter(|id| queue.contains(**id)).count();
        let starts: Vec<_> = queue.agenda().map(|plan| (plan.id, plan.start)).collect();
        let moment = queue.next_moment();
        self.calls.push(format!(
            "{alive} {} {:?} {moment:?} {starts:?}",
            queue.len(),
            queue.oldest()
        ));
    }
}

impl Handler<Payload> for Heard {
    fn step(&mut self, step: Update<'_, Payload>, queue: &mut Queue) {
        self.calls.push(format!("{step:?}"));
        self.ask(queue);
        let Some(hook) = step.payload else { return };
        if hook.call == 0 {
            let ops = core::mem::take(&mut hook.ops);
            ops.iter().for_each(|op| self.run(queue, op));
            self.ask(queue);
        }
        hook.call = hook.call.wrapping_sub(1);
    }

    fn length(&mut self, payload: &mut Payload) -> Span {
        flicks(i64::from(payload.is_some()) * 3)
    }
}

fn length() -> impl Strategy<Value = EntryDuration> {
    prop_oneof![
        8 => (0_i64..9).prop_map(|units| EntryDuration::Fixed(flicks(units))),
        1 => Just(EntryDuration::Fixed(Span::MAX)),
        1 => Just(EntryDuration::OnTurn),
        1 => Just(EntryDuration::Open),
        1 => Just(EntryDuration::Forever),
    ]
}

fn op() -> impl Strategy<Value = Op> {
    let queue = |hook: BoxedStrategy<Payload>| {
        let delay = prop_oneof![5 => Just(0_i64), 1 => 1_i64..4];
        (0_u8..5, delay, length(), hook).prop_map(|(door, delay, length, hook)| Op::Queue {
            door,
            delay,
            length,
            hook,
        })
    };
    let rest = || {
        prop_oneof![
            2 => (2_u8..40).prop_map(Op::Many),
            2 => Just(Op::NewEpoch),
            1 => Just(Op::Label),
            2 => (0_usize..12).prop_map(Op::Release),
            2 => (0_usize..12).prop_map(Op::Cancel),
            1 => Just(Op::Flush),
            1 => (-3_i64..9).prop_map(Op::Cue),
            10 => (0_i64..12).prop_map(Op::Step),
            10 => (0_i64..12, any::<bool>()).prop_map(|(by, asked)| Op::Each(by, asked)),
            2 => (0_i64..12).prop_map(Op::ByMoments),
            1 => Just(Op::SkipEpoch),
            1 => Just(Op::SkipToLabel),
            1 => Just(Op::Finish),
            1 => Just(Op::Copy),
            1 => Just(Op::CopyInto),
            1 => Just(Op::KeepJournal),
            2 => (0_i64..12).prop_map(Op::ToMoment),
        ]
    };
    let leaf = prop_oneof![3 => queue(Just(None).boxed()), 2 => rest()];
    leaf.prop_recursive(3, 12, 3, move |inner| {
        let hook = (0_u8..3, prop::collection::vec(inner, 0..3));
        let hook = prop_oneof![1 => Just(None), 1 => hook.prop_map(|(call, ops)| Some(Hook { call, ops }))];
        prop_oneof![5 => queue(hook.boxed()), 4 => rest()]
    })
}

fn hear(ops: &[Op], from: i64, closely: bool) -> (Heard, Queue) {
    LOOKS_CLOSELY.set(closely);
    let (mut heard, mut queue) = (Heard::default(), Queue::new());
    queue.advance(flicks(from), |_, _| ()).unwrap();
    ops.iter().for_each(|op| heard.run(&mut queue, op));
    LOOKS_CLOSELY.set(false);
    (heard, queue)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn no_close_look_tells_the_same_as_a_close_one(
        ops in prop::collection::vec(op(), 1..30),
        from in prop_oneof![4 => Just(0), 1 => Just((1_i64 << 61) - 5), 1 => Just(i64::MAX - 40)],
    ) {
        let (heard, queue) = hear(&ops, from, false);
        let (closely, expected) = hear(&ops, from, true);
        prop_assert_eq!(heard, closely);
        prop_assert_eq!(queue, expected);
    }
}

/// Else the law above would compare a thing with itself.
#[test]
fn what_has_no_corners_is_not_looked_at_closely() {
    let mut queue = Queue::new();
    for _ in 0..3 {
        queue.enqueue(flicks(10), None).unwrap();
        queue.concurrently(flicks(7), None).unwrap();
    }
    for (passed, slots) in [(3, ["P", "P"]), (6, ["P", "O"]), (6, ["P", "P"])] {
        queue.advance(flicks(passed), |_, _| ()).unwrap();
        let on_show = queue.line.on_show().iter().map(|row| match row.slot {
            row::Slot::Plain(_) => "P",
            row::Slot::Over | row::Slot::Played => "O",
            _ => "closely",
        });
        assert_eq!(on_show.collect::<Vec<_>>(), slots, "{passed} later");
    }
}

#[test]
fn a_journal_is_the_same_whether_the_queue_is_lent_or_not() {
    let play = |each: bool| {
        let mut queue = Sequencer::new();
        queue.keep_journal(Keep::default());
        for name in 0..9_i64 {
            queue.enqueue(flicks(5 + name), name).unwrap();
            queue.non_blocking(flicks(13 - name), -name).unwrap();
            queue.concurrently(flicks(7), 10 * name).unwrap();
        }
        for _ in 0..12 {
            if each {
                queue.advance_each(flicks(4), |step| *step.payload += 1).unwrap();
            } else {
                queue.advance(flicks(4), |step, _| *step.payload += 1).unwrap();
            }
        }
        let past = |at| format!("{:?}", queue.past(Time::from_flicks(at)).unwrap());
        let ends = format!("{:?}", queue.past_ends(queue.now()).unwrap().collect::<Vec<_>>());
        ((0..=48).map(past).collect::<Vec<_>>(), ends)
    };
    let (each, lent) = (play(true), play(false));
    assert!(lent.1.matches("Shown").count() > 9, "{}", lent.1);
    assert_eq!(each, lent);
}
