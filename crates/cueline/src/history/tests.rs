//! The journal and the rollback tools, compared with what was visible at the time.

use alloc::{vec, vec::Vec};
use core::num::NonZeroUsize;

use proptest::prelude::*;

use super::*;
use crate::{
    clip::{ClipBuilder, Clips},
    event::{Direction, Event, EventKind, Reason},
    playback::{
        Active, AtEnd, Play, PlaybackHandle, Player, Repeat, RepeatMode, SeekPolicy, Weight,
    },
    sequencer::{EntryDuration, EntryId, Role, Sequencer},
    time::{Span, Speed, Tick, Time},
};

/// A command for a player; numbers choose among all handles so far, stale ones included.
#[derive(Clone, Debug)]
enum Command {
    Play { clip: usize, delay: i64, speed: i32, passes: u64, ping_pong: bool, hold: bool },
    Pause(usize),
    Resume(usize),
    Speed(usize, i32),
    Seek(usize, i64),
    Stop(usize),
    Restart(usize),
    FadeOut(usize, i64),
    Pass(i64),
}

fn command() -> impl Strategy<Value = Command> {
    let play = (0_usize..3, 0_i64..4, -2..3_i32, 0_u64..4, any::<bool>(), any::<bool>());
    let play = play.prop_map(|(clip, delay, speed, passes, ping_pong, hold)| Command::Play {
        clip,
        delay,
        speed,
        passes,
        ping_pong,
        hold,
    });
    prop_oneof![
        4 => play,
        1 => (0_usize..8).prop_map(Command::Pause),
        1 => (0_usize..8).prop_map(Command::Resume),
        1 => (0_usize..8, -2..3_i32).prop_map(|(who, speed)| Command::Speed(who, speed)),
        1 => (0_usize..8, 0_i64..20).prop_map(|(who, to)| Command::Seek(who, to)),
        1 => (0_usize..8).prop_map(Command::Stop),
        1 => (0_usize..8).prop_map(Command::Restart),
        1 => (0_usize..8, 0_i64..6).prop_map(|(who, over)| Command::FadeOut(who, over)),
        6 => (1_i64..9).prop_map(Command::Pass),
    ]
}

fn clips() -> Clips {
    let mut clips = Clips::new();
    for (name, length) in [("short", 3), ("middle", 7), ("long", 20)] {
        let draft = ClipBuilder::new(name).duration(Span::from_flicks(length));
        clips.add(draft.build().unwrap()).unwrap();
    }
    clips
}

fn act(
    player: &mut Player<usize>,
    handles: &mut Vec<PlaybackHandle>,
    clips: &Clips,
    command: &Command,
) {
    let who = |number: usize| handles.get(number).copied();
    let flicks = Span::from_flicks;
    match *command {
        Command::Play { clip, delay, speed, passes, ping_pong, hold } => {
            let id = clips.id(["short", "middle", "long"][clip]).unwrap();
            let play = Play {
                delay: flicks(delay),
                speed: Speed::new(speed.into(), 2).unwrap(),
                repeat: if passes == 0 { Repeat::Forever } else { Repeat::Times(passes) },
                repeat_mode: if ping_pong { RepeatMode::PingPong } else { RepeatMode::default() },
                at_end: if hold { AtEnd::Hold } else { AtEnd::Leave },
                ..Play::default()
            };
            handles.push(player.play_on(handles.len(), clips, id, play).unwrap());
        }
        Command::Pass(by) => _ = player.advance(flicks(by), clips),
        // A player refuses stale handles, and changes nothing.
        Command::Pause(number) => _ = who(number).map(|who| player.pause(who)),
        Command::Resume(number) => _ = who(number).map(|who| player.resume(who)),
        Command::Speed(number, speed) => {
            _ = who(number).map(|who| player.set_speed(who, Speed::new(speed.into(), 2).unwrap()));
        }
        Command::Seek(number, to) => {
            _ = who(number).map(|who| {
                player.seek(who, flicks(to), SeekPolicy::Silent, clips).map(|events| events.len())
            });
        }
        Command::Stop(number) => _ = who(number).map(|who| player.stop(who).map(<[_]>::len)),
        Command::Restart(number) => _ = who(number).map(|who| player.restart(who)),
        Command::FadeOut(number, over) => {
            _ = who(number).map(|who| player.fade_out(who, flicks(over)));
        }
    }
}

/// What is visible of a player: handle, target, time in the clip, pass, weight.
type Sight = Vec<(PlaybackHandle, usize, Span, i64, Weight)>;

fn sight(active: impl IntoIterator<Item = Active<usize>>) -> Sight {
    let one = |one: Active<usize>| {
        (one.handle, one.target, one.position.local, one.position.pass, one.weight)
    };
    active.into_iter().map(one).collect()
}

/// Runs the commands, flick by flick, and records what was visible at each time without a command. (An item that a
/// command ends stays visible until the next step has reported its end.)
fn watch(
    player: &mut Player<usize>,
    handles: &mut Vec<PlaybackHandle>,
    commands: &[Command],
) -> Vec<(Time, Sight)> {
    let clips = clips();
    let mut seen: Vec<(Time, Sight)> = Vec::new();
    for command in commands {
        let Command::Pass(by) = *command else {
            act(player, handles, &clips, command);
            seen.retain(|(time, _)| *time != player.now());
            continue;
        };
        for _ in 0..by {
            player.advance(Span::from_flicks(1), &clips);
            seen.push((player.now(), sight(player.active())));
        }
    }
    seen
}

proptest! {
    #[test]
    fn the_past_of_a_player_is_what_showed(commands in prop::collection::vec(command(), 0..40)) {
        let (mut player, mut handles) = (Player::new(), Vec::new());
        player.keep_journal(JournalLimits::default());
        for (time, seen) in watch(&mut player, &mut handles, &commands) {
            prop_assert_eq!(sight(player.past(time).unwrap()), seen, "at {}", time.flicks());
        }
    }

    #[test]
    fn a_player_turned_back_has_the_past_of_its_new_present(
        before in prop::collection::vec(command(), 0..20),
        wrong in prop::collection::vec(command(), 0..10),
        after in prop::collection::vec(command(), 0..20),
    ) {
        let (mut player, mut handles) = (Player::new(), Vec::new());
        player.keep_journal(JournalLimits::default());
        let mut seen = watch(&mut player, &mut handles, &before);
        let (state, then) = (player.clone(), handles.clone());
        watch(&mut player, &mut handles.clone(), &wrong);
        player.clone_from(&state);
        handles = then;
        let now = player.now();
        let again = watch(&mut player, &mut handles, &after);
        seen.retain(|(time, _)| *time < now); // more commands may follow at the current time
        for (time, seen) in seen.into_iter().chain(again) {
            prop_assert_eq!(sight(player.past(time).unwrap()), seen, "at {}", time.flicks());
        }
    }
}

/// An item that ends in the middle of a long step is not visible after its end.
#[test]
fn what_left_in_the_middle_of_a_step_has_no_past_after_its_end() {
    let clips = clips();
    let id = clips.id("middle").unwrap();
    let mut player = Player::new();
    player.keep_journal(JournalLimits::default());
    player.play_on(0, &clips, id, Play::default()).unwrap();
    player.play_on(1, &clips, id, Play { at_end: AtEnd::Hold, ..Play::default() }).unwrap();
    player.advance(Span::from_flicks(20), &clips);
    let targets = |at: i64| -> Vec<usize> {
        let past = player.past(Time::from_flicks(at)).unwrap();
        past.iter().map(|active| active.target).collect()
    };
    assert_eq!([targets(6), targets(7), targets(19)], [vec![0, 1], vec![1], vec![1]]);
}

/// A command for a queue.
#[derive(Clone, Debug)]
enum Order {
    Queue(u8, i64, i64),
    Cancel(usize),
    Flush,
    Pass(i64),
}

fn order() -> impl Strategy<Value = Order> {
    prop_oneof![
        6 => (0_u8..5, 0_i64..4, 0_i64..9).prop_map(|(door, wait, length)| {
            Order::Queue(door, wait, length)
        }),
        1 => (0_usize..12).prop_map(Order::Cancel),
        1 => Just(Order::Flush),
        5 => (1_i64..12).prop_map(Order::Pass),
    ]
}

/// What is visible of a queue: entry, payload, elapsed.
type Scene = Vec<(EntryId, u8, Span)>;

/// The entries that are visible now, from the queue's agenda.
fn present(queue: &Sequencer<u8>) -> Scene {
    let begun = queue.agenda().filter_map(|plan| {
        let start = plan.start.filter(|start| *start <= queue.time())?;
        let over =
            matches!(plan.duration, Some(EntryDuration::Fixed(length)) if start + length <= queue.time());
        (!over)
            .then(|| (plan.role == Role::Background, (plan.id, *plan.payload, queue.time() - start)))
    });
    let mut all: Vec<_> = begun.collect();
    all.sort_by_key(|(background, (id, ..))| (*background, *id));
    all.into_iter().map(|(_, scene)| scene).collect()
}

fn follow(queue: &mut Sequencer<u8>, orders: &[Order]) -> Vec<(Time, Scene)> {
    let mut seen: Vec<(Time, Scene)> = Vec::new();
    let mut ids = Vec::new();
    for order in orders {
        match *order {
            Order::Queue(door, delay, length) => {
                let timing = crate::sequencer::Timing::from(Span::from_flicks(length))
                    .delayed(Span::from_flicks(delay));
                let id = match door {
                    0 => queue.enqueue(timing, door),
                    1 => queue.concurrently(timing, door),
                    2 => queue.background(timing, door),
                    3 => queue.blocking(timing, door),
                    _ => queue.non_blocking(timing, door),
                };
                ids.push(id);
            }
            Order::Cancel(number) => _ = ids.get(number).map(|id| queue.cancel(*id)),
            Order::Flush => queue.flush(),
            Order::Pass(by) => queue.advance(Span::from_flicks(by), |_, _| ()).unwrap(),
        }
        seen.retain(|(time, _)| *time != queue.time());
        seen.push((queue.time(), present(queue)));
    }
    seen
}

proptest! {
    #[test]
    fn the_past_of_a_queue_is_what_showed(orders in prop::collection::vec(order(), 0..40)) {
        let mut queue = Sequencer::new();
        queue.keep_journal(JournalLimits::default());
        let mut seen = follow(&mut queue, &orders);
        seen.pop(); // the entries that were queued last have not started
        for (time, seen) in seen {
            let past: Scene = queue.past(time).unwrap().iter()
                .map(|shown| (shown.id, *shown.payload, shown.elapsed)).collect();
            prop_assert_eq!(past, seen, "at {}", time.flicks());
        }
    }
}

#[test]
fn a_cancelled_and_a_flushed_entry_have_a_past() {
    let mut queue = Sequencer::new();
    queue.keep_journal(JournalLimits::default());
    let walk = queue.enqueue(Span::from_flicks(10), 'w');
    queue.background_forever('b');
    queue.advance(Span::from_flicks(4), |_, _| ()).unwrap();
    queue.cancel(walk);
    queue.advance(Span::from_flicks(4), |_, _| ()).unwrap();
    queue.flush();
    queue.advance(Span::from_flicks(4), |_, _| ()).unwrap();
    let names = |at: i64| -> Vec<char> {
        let past = queue.past(Time::from_flicks(at)).unwrap();
        past.iter().map(|shown| *shown.payload).collect()
    };
    assert_eq!(
        [names(3), names(4), names(7), names(8)],
        [vec!['w', 'b'], vec!['b'], vec!['b'], vec![]]
    );
    assert_eq!(queue.past_ends(queue.time()).unwrap().count(), 0, "neither came to its own end");
}

#[test]
fn an_entry_that_flushes_the_queue_it_is_in_has_a_past() {
    let mut queue = Sequencer::new();
    queue.keep_journal(JournalLimits::default());
    queue.enqueue(Span::from_flicks(10), ());
    queue.advance(Span::from_flicks(4), |_, queue| queue.flush()).unwrap();
    assert_eq!(queue.past(Time::from_flicks(3)).unwrap().len(), 1);
    assert_eq!(queue.past(Time::from_flicks(4)).unwrap().len(), 0);
}

#[test]
fn a_queue_turned_back_forgets_what_came_after() {
    let mut queue = Sequencer::new();
    queue.keep_journal(JournalLimits::default());
    queue.enqueue(Span::from_flicks(10), 'a');
    queue.enqueue(Span::from_flicks(10), 'b');
    queue.advance(Span::from_flicks(5), |_, _| ()).unwrap();
    let state = queue.clone();
    queue.advance(Span::from_flicks(30), |_, _| ()).unwrap();
    assert_eq!(queue.past(Time::from_flicks(15)).unwrap()[0].payload, &'b');
    queue.clone_from(&state);
    let five = Time::from_flicks(5);
    assert_eq!(
        queue.past(Time::from_flicks(15)),
        Err(PastError::Ahead { asked: Time::from_flicks(15), now: five })
    );
    queue.flush();
    queue.enqueue(Span::from_flicks(10), 'c');
    queue.advance(Span::from_flicks(30), |_, _| ()).unwrap();
    let names = |at: i64| queue.past(Time::from_flicks(at)).unwrap()[0].payload;
    assert_eq!([names(4), names(9)], [&'a', &'c']);
    assert_eq!(state.past(five), Err(PastError::NotKept), "a copy keeps no journal");
}

#[test]
fn a_journal_forgets_what_is_too_old_or_too_much() {
    let mut queue = Sequencer::new();
    queue.keep_journal(JournalLimits { span: Span::from_flicks(50), pieces: 3 });
    for number in 0..10 {
        queue.enqueue(Span::from_flicks(10), number);
    }
    queue.advance(Span::from_flicks(95), |_, _| ()).unwrap();
    let asked = Time::from_flicks(59);
    let oldest = Time::from_flicks(60);
    assert_eq!(queue.past(asked), Err(PastError::Forgotten { asked, oldest }), "three are kept");
    assert_eq!(queue.past(oldest).unwrap()[0].payload, &6);
    queue.advance(Span::from_flicks(60), |_, _| ()).unwrap();
    let oldest = Time::from_flicks(105);
    assert_eq!(queue.past(asked), Err(PastError::Forgotten { asked, oldest }), "fifty are kept");
}

/// A fight: each blow queues a swing that sounds at its start and hits at its end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Fight {
    show: Sequencer<u8>,
}

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
        recording.check_read().unwrap();
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
    let late = |asked, first| Err(LedgerError { tick: tick(asked), first: tick(first) });
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
    let past = Err(RecordError::Past { tick: tick(1), end: tick(2) });
    assert_eq!(recording.correct(tick(1), [9]), past);
    assert_eq!(recording, before, "a refused call changes nothing");

    recording.correct(tick(4), [40]).unwrap();
    assert_eq!(recording.ticks(), (tick(2), tick(4)));
    assert_eq!(recording.inputs(tick(5)), [5], "later inputs stay");
    for n in 4..6 {
        recording.ran(tick(n), Some(2)).unwrap();
    }
    recording.check_read().unwrap();
    let honest = |tick: Tick, _: &[i64]| if tick < Tick::new(4) { 1 } else { 2 };
    assert_eq!(recording.replay(honest), Ok(()));
    let old = recording.replay(|_, _| 1).unwrap_err();
    assert_eq!(old, Diverged { tick: tick(4), recorded: 2, replayed: 1 });
}

#[test]
fn a_ring_keeps_the_newest_states_and_says_what_it_has() {
    let mut states = Snapshots::new(NonZeroUsize::new(3).unwrap());
    assert_eq!(states.restore(Tick::ZERO), Err(TickError { asked: Tick::ZERO, kept: None }));
    for tick in [0, 2, 4, 6] {
        states.keep(Tick::new(tick), &tick);
    }
    assert_eq!(states.restore(Tick::new(4)), Ok(&4));
    let kept = Some((Tick::new(2), Tick::new(6)));
    assert_eq!(states.restore(Tick::new(5)), Err(TickError { asked: Tick::new(5), kept }));
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
        Err(RecordError::Past { tick: Tick::new(4), end: Tick::new(5) })
    );
    let departs = recording.replay(|tick, _| if tick == Tick::new(3) { 8 } else { 7 });
    assert_eq!(departs, Err(Diverged { tick: Tick::new(3), recorded: 7, replayed: 8 }));
    recording.correct(Tick::new(2), [(), ()]).unwrap();
    assert_eq!(recording.inputs(Tick::new(2)).len(), 2);
    recording.correct(Tick::new(2), []).unwrap();
    assert_eq!(recording.inputs(Tick::new(2)).len(), 0);
    assert_eq!(recording.replay(|tick, _| if tick < Tick::new(2) { 7 } else { 0 }), Ok(()));
}

#[test]
fn a_journal_that_is_to_keep_less_forgets_at_once() {
    let mut queue = Sequencer::new();
    queue.keep_journal(JournalLimits::default());
    for number in 0..10 {
        queue.enqueue(Span::from_flicks(10), number);
    }
    queue.advance(Span::from_flicks(95), |_, _| ()).unwrap();
    let (asked, oldest) = (Time::from_flicks(59), Time::from_flicks(60));
    assert_eq!(queue.past(asked).unwrap()[0].payload, &5);
    queue.keep_journal(JournalLimits { pieces: 3, ..JournalLimits::default() });
    assert_eq!(queue.past(asked), Err(PastError::Forgotten { asked, oldest }));
}

#[test]
fn past_ends_come_up_to_a_moment_and_in_their_order() {
    let mut queue = Sequencer::new();
    queue.keep_journal(JournalLimits { span: Span::from_flicks(50), ..JournalLimits::default() });
    queue.enqueue(Span::from_flicks(10), 'a');
    queue.concurrently(Span::from_flicks(10), 'b');
    queue.enqueue(Span::ZERO, 'c');
    queue.enqueue(Span::from_flicks(15), 'd');
    queue.enqueue(Span::from_flicks(35), 'e');
    queue.advance(Span::from_flicks(60), |_, _| ()).unwrap();
    let ends = |at: i64| -> Vec<(char, i64)> {
        let ends = queue.past_ends(Time::from_flicks(at)).unwrap();
        ends.map(|shown| (*shown.payload, shown.elapsed.flicks())).collect()
    };
    let first = [('a', 10), ('b', 10), ('c', 0)];
    assert_eq!([ends(10), ends(24)], [first; 2], "also at the first moment that is kept");
    assert_eq!(ends(25), [&first[..], &[('d', 15)]].concat());
    assert_eq!(ends(60), [&first[..], &[('d', 15), ('e', 35)]].concat());
}

#[test]
fn a_cut_past_keeps_the_part_before_the_cut() {
    let time = Time::from_flicks;
    let mut past = past::Past::new(JournalLimits::default(), time(0));
    for (since, until, item) in [(2, 5, 'a'), (5, 5, 'b'), (4, 8, 'c'), (5, 9, 'd')] {
        past.add(time(since), time(until), item, time(9));
    }
    past.cut(time(5));
    assert!(past.ended(time(5)).eq(&['a', 'b', 'c']), "the last began at the cut");
    assert!(past.at(time(4)).eq(&['a', 'c']));
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

#[test]
fn the_first_difference_names_the_event_and_the_field() {
    let tick = Tick::new;
    let event = Event {
        due: Time::from_flicks(7),
        lateness: Span::from_flicks(1),
        id: 1,
        kind: EventKind::Start,
        reason: Reason::Played,
        direction: Direction::Forward,
        loop_index: 0,
    };
    let others = [
        (EventField::Id, Event { id: 2, ..event }),
        (EventField::Kind, Event { kind: EventKind::End, ..event }),
        (EventField::Due, Event { due: Time::from_flicks(8), ..event }),
        (EventField::Lateness, Event { lateness: Span::ZERO, ..event }),
        (EventField::Reason, Event { reason: Reason::Skipped, ..event }),
        (EventField::Direction, Event { direction: Direction::Backward, ..event }),
        (EventField::LoopIndex, Event { loop_index: 1, ..event }),
    ];
    let run = [(tick(1), event), (tick(3), event)];
    for (field, other) in others {
        let (left, right) = (Some(event), Some(other));
        let wanted = Difference { place: 1, tick: tick(3), field, left, right };
        assert_eq!(first_difference(&run, &[run[0], (tick(3), other)]), Some(wanted));
    }
    let field = |other: &[_]| first_difference(&run, other).map(|found| (found.tick, found.field));
    assert_eq!(field(&[run[0], (tick(2), event)]), Some((tick(2), EventField::Tick)));
    assert_eq!(field(&run[..1]), Some((tick(3), EventField::Missing)));
    assert_eq!(field(&run), None);
}

#[test]
fn the_past_at_the_moment_of_a_change_is_what_shows_after_it() {
    let clips = clips();
    let mut player = Player::new();
    player.keep_journal(JournalLimits::default());
    let long = player.play_on(0, &clips, clips.id("long").unwrap(), Play::default()).unwrap();
    player.advance(Span::from_flicks(3), &clips);
    player.seek(long, Span::from_flicks(9), SeekPolicy::Silent, &clips).unwrap();
    assert_eq!(sight(player.past(player.now()).unwrap()), sight(player.active()));
    player.advance(Span::from_flicks(3), &clips);
    let local = |at| player.past(Time::from_flicks(at)).unwrap()[0].position.local.flicks();
    assert_eq!([2, 3, 4].map(local), [2, 9, 10]);
}

/// Otherwise a game that pauses and resumes between two steps would lose its past.
#[test]
fn many_changes_at_one_moment_take_one_piece_of_a_journal() {
    let clips = clips();
    let mut player = Player::new();
    player.keep_journal(JournalLimits { pieces: 2, ..JournalLimits::default() });
    let long = player.play_on(0, &clips, clips.id("long").unwrap(), Play::default()).unwrap();
    player.advance(Span::from_flicks(3), &clips);
    for _ in 0..5 {
        player.pause(long).unwrap();
        player.resume(long).unwrap();
    }
    player.advance(Span::from_flicks(3), &clips);
    let past = player.past(Time::from_flicks(1)).unwrap();
    assert_eq!(past[0].position.local, Span::from_flicks(1));
}
