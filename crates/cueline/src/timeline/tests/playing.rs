//! Playing timelines: pauses, seeks, events, appending, and a timeline as a sequencer entry.

use super::stepped::Stepped;
use crate::{
    clip::{Cue, CueKind, Flipbook, Window},
    event::{Direction, EventKind, Reason},
    playback::{
        ContentEvents, EventBuffer, LoopEvents, Play, PlayError, Playhead, Repeat, RepeatMode,
        SeekPolicy,
    },
    sequencer::{Enqueue, Sequencer},
    time::{Span, Speed, Time},
    timeline::{
        Conflict, ItemId, Timeline, TimelineBuilder, call, cue, flipbook, from_to, nest,
        pause_here, to, wait,
    },
};
use alloc::{vec, vec::Vec};

type Builder = TimelineBuilder<&'static str>;

fn ms(ms: i64) -> Span {
    Span::from_millis(ms)
}

fn scene() -> Builder {
    Builder::new("scene")
        .start("x", 0.0)
        .then(to("x", 100.0).duration(ms(100)))
        .label("half")
        .then(call(7))
        .then(cue(CueKind::Effect, "flash"))
        .then(to("x", 0.0).duration(ms(100)))
        .label("done")
}

fn play(timeline: &Timeline<&'static str>) -> Stepped {
    Stepped::new(timeline, Time::ZERO, &Play::default()).unwrap()
}

/// The item number and the kind of each event.
fn brief(events: &[crate::event::Event<ItemId>]) -> Vec<(u32, EventKind)> {
    events.iter().map(|event| (event.id.number(), event.kind)).collect()
}

#[test]
fn events_come_in_playing_order_at_their_due_times() {
    let timeline = scene().build().unwrap();
    let mut buffer = EventBuffer::default();
    let mut playing = play(&timeline);
    let events = playing.advance(ms(150), &timeline, &mut buffer);
    assert_eq!(
        brief(events),
        [
            (0, EventKind::Start),
            (1, EventKind::Start),
            (1, EventKind::End),
            (2, EventKind::Cue(7)),
            (3, EventKind::Cue(0)),
            (4, EventKind::Start),
        ]
    );
    assert_eq!((events[3].due, events[3].lateness), (Time::from_millis(100), ms(50)));
    assert_eq!(timeline.sample(&"x", playing.elapsed()), Ok(50.0));
    playing.set_speed(Speed::REVERSE).unwrap();
    let events = playing.advance(ms(150), &timeline, &mut buffer);
    let kinds = [
        (4, EventKind::End),
        (3, EventKind::Cue(0)),
        (2, EventKind::Cue(7)),
        (1, EventKind::Start),
        (1, EventKind::End),
        (0, EventKind::End),
    ];
    assert_eq!(brief(events), kinds);
    assert!(events.iter().all(|event| event.direction == Direction::Backward));
    assert!(playing.is_over());
}

#[test]
fn a_seek_reports_by_its_policy() {
    let timeline = scene().build().unwrap();
    let cases = [
        (SeekPolicy::Silent, vec![0]),
        (SeekPolicy::State, vec![0, 2]),
        (SeekPolicy::All, vec![0, 1, 1, 2, 3, 4]),
    ];
    for (policy, wanted) in cases {
        let mut buffer = EventBuffer::default();
        let mut playing = play(&timeline);
        let events = playing.seek(ms(150), policy, &timeline, &mut buffer);
        let ids: Vec<u32> = events.iter().map(|event| event.id.number()).collect();
        assert_eq!(ids, wanted, "{policy:?}");
        assert!(
            events.iter().all(|event| event.reason == Reason::Sought && event.lateness.is_zero())
        );
        assert_eq!(playing.elapsed(), ms(150));
    }
}

#[test]
fn a_part_from_label_to_label_plays_in_loops() {
    let timeline = scene().build().unwrap();
    let range = (timeline.label("half").unwrap(), timeline.label("done").unwrap());
    let how = Play {
        range: Some(range),
        repeat: Repeat::Forever,
        repeat_mode: RepeatMode::PingPong,
        ..Play::default()
    };
    let mut playing = Stepped::new(&timeline, Time::ZERO, &how).unwrap();
    let mut buffer = EventBuffer::default();
    let calls = |events: &[crate::event::Event<ItemId>]| {
        events.iter().filter(|event| event.id.number() == 2).count()
    };
    assert_eq!(
        calls(playing.advance(ms(10), &timeline, &mut buffer)),
        1,
        "the start of a new playback counts"
    );
    assert_eq!(
        calls(playing.advance(ms(190), &timeline, &mut buffer)),
        1,
        "and the turning point, once"
    );
    assert_eq!(calls(playing.advance(ms(150), &timeline, &mut buffer)), 0);
    assert_eq!(playing.elapsed(), ms(150));
}

#[test]
fn a_pause_point_stops_playback_exactly() {
    let builder = Builder::new("pauses")
        .start("x", 0.0)
        .then(to("x", 1.0).duration(ms(100)))
        .then(pause_here())
        .then(cue(CueKind::State, "on"))
        .then(to("x", 0.0).duration(ms(100)));
    let timeline = builder.build().unwrap();
    let mut buffer = EventBuffer::default();
    let mut playing = play(&timeline);
    let events = playing.advance(ms(9999), &timeline, &mut buffer);
    assert_eq!(events.last().unwrap().due, Time::from_millis(100));
    assert!(playing.is_held() && playing.elapsed() == ms(100));
    assert!(playing.advance(ms(5), &timeline, &mut buffer).is_empty());
    playing.resume();
    let events = playing.advance(ms(100), &timeline, &mut buffer);
    assert_eq!(
        brief(events),
        [(4, EventKind::End), (0, EventKind::End)],
        "no event is reported twice"
    );
}

#[test]
fn a_one_way_item_is_not_played_backward() {
    let timeline = Builder::new("storm")
        .wait(ms(9))
        .then(cue(CueKind::Effect, "thunder").one_way())
        .build()
        .unwrap();
    let backward = Play { speed: Speed::REVERSE, ..Play::default() };
    assert_eq!(Stepped::new(&timeline, Time::ZERO, &backward), Err(PlayError::OneWay));
    let mut playing = play(&timeline);
    let before = playing;
    assert_eq!(playing.set_speed(Speed::REVERSE), Err(PlayError::OneWay));
    assert_eq!(playing, before);
}

#[test]
fn an_endless_timeline_cannot_finish() {
    let timeline = nest(scene()).forever().build().unwrap();
    let mut playing = play(&timeline);
    let before = playing;
    assert_eq!(playing.finish(&timeline, &mut EventBuffer::default()), Err(PlayError::Endless));
    assert_eq!(playing, before);
    let events = playing.advance(ms(1000), &timeline, &mut EventBuffer::default()).to_vec();
    let loops = events.iter().filter(|event| event.kind == EventKind::Loop);
    assert_eq!(loops.map(|event| event.loop_index).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
}

#[test]
fn reload_continues_with_appended_items() {
    let builder = scene();
    let old = builder.clone().build().unwrap();
    let mut buffer = EventBuffer::default();
    let mut playing = play(&old);
    playing.advance(ms(150), &old, &mut buffer);

    let replaced = |at: i64| {
        let aim = to("x", 50.0).duration(ms(100)).on_conflict(Conflict::Replace).keeping_velocity();
        builder.clone().at(ms(at), aim).build().unwrap()
    };
    let new = replaced(160);
    playing.reload(&new).unwrap();
    assert_eq!(new.duration(), Some(ms(260)));
    let events = playing.advance(ms(200), &new, &mut buffer);
    let kinds =
        [(5, EventKind::Start), (4, EventKind::End), (5, EventKind::End), (0, EventKind::End)];
    assert_eq!(brief(events), kinds);
    assert_eq!(new.sample("x", playing.elapsed()), Ok(50.0));
}

#[test]
fn reload_continues_with_the_new_duration() {
    let length = |by: i64| Builder::new("walk").then(wait(ms(by))).then(call(9)).build().unwrap();
    let (short, long) = (length(1000), length(1200));
    let mut events = EventBuffer::default();
    let mut playing = play(&short);
    playing.advance(ms(500), &short, &mut events);
    playing.reload(&long).unwrap();
    assert_eq!(brief(playing.advance(ms(699), &long, &mut events)), []);
    let ends = [(2, EventKind::Cue(9)), (0, EventKind::End)];
    assert_eq!(brief(playing.advance(ms(1), &long, &mut events)), ends);

    // Shorter than the current position: it ends at once, and only once.
    let mut playing = play(&long);
    playing.advance(ms(1100), &long, &mut events);
    playing.reload(&short).unwrap();
    let ends = [(2, EventKind::Cue(9)), (0, EventKind::End)];
    assert_eq!(brief(playing.advance(ms(1), &short, &mut events)), ends);
    assert_eq!(playing.elapsed(), ms(1000));
    assert_eq!(brief(playing.advance(ms(1), &short, &mut events)), []);

    // An endless walk takes the new duration of a pass.
    let forever = Play { repeat: Repeat::Forever, ..Play::default() };
    let mut playing = Stepped::new(&short, Time::ZERO, &forever).unwrap();
    playing.advance(ms(500), &short, &mut events);
    playing.reload(&long).unwrap();
    let loops = |events: &[crate::event::Event<ItemId>]| {
        events.iter().filter(|event| event.kind == EventKind::Loop).map(|event| event.due).collect()
    };
    let due: Vec<Time> = loops(playing.advance(ms(2000), &long, &mut events));
    assert_eq!(due, [1200, 2400].map(Time::from_millis));
}

#[test]
fn reload_keeps_speed_pause_and_range_and_a_refusal_changes_nothing() {
    let (old, new) = (scene().build().unwrap(), scene().wait(ms(50)).build().unwrap());
    let part = Play { range: Some((ms(50), ms(150))), repeat: Repeat::Forever, ..Play::default() };
    let mut playing = Stepped::new(&old, Time::ZERO, &part).unwrap();
    playing.advance(ms(70), &old, &mut EventBuffer::default());
    playing.set_speed(Speed::new(-1, 2).unwrap()).unwrap();
    playing.pause();
    let before = playing;
    playing.reload(&new).unwrap();
    assert_eq!(playing.playing.playhead(), before.playing.playhead());

    let refused = [
        (Builder::new("storm").then(call(1).one_way()), PlayError::OneWay),
        (Builder::new("").then(nest(scene()).forever()), PlayError::Endless),
    ];
    let endless = Play { repeat: Repeat::Forever, speed: Speed::REVERSE, ..Play::default() };
    let mut playing = Stepped::new(&old, Time::ZERO, &endless).unwrap();
    playing.advance(ms(70), &old, &mut EventBuffer::default());
    let before = playing;
    for (builder, error) in refused {
        assert_eq!(playing.reload(&builder.build().unwrap()), Err(error));
        assert_eq!(playing, before);
    }
    let empty = Builder::new("empty").build().unwrap();
    assert!(matches!(playing.reload(&empty), Err(PlayError::EmptyLoop { .. })));
    assert_eq!(playing, before);
}

#[test]
fn settings_of_players_are_refused() {
    use crate::playback::{AtEnd, LoopEvents, Mix, Weight};
    let timeline = scene().build().unwrap();
    let plain = Play::default();
    let cases = [
        (Play { priority: 1, ..plain }, "priority", true),
        (Play { weight: Weight::ZERO, ..plain }, "weight", false),
        (Play { fade_in: ms(1), ..plain }, "fade_in", false),
        (Play { mix: Mix::Add, ..plain }, "mix", true),
        (Play { at_end: AtEnd::Hold, ..plain }, "at_end", true),
        (Play { loop_events: LoopEvents::Coalesced, ..plain }, "loop_events", false),
    ];
    for (play, setting, is_of_players) in cases {
        let refused = |what| PlayError::NoEffect { setting, what };
        let playing = Stepped::new(&timeline, Time::ZERO, &play);
        let outside = "what plays outside of a player";
        assert_eq!(playing.err(), is_of_players.then(|| refused(outside)), "{setting}");
        let head = Playhead::new(Time::ZERO, ms(100), &play);
        let what = if is_of_players { outside } else { "a playhead" };
        assert_eq!(head, Err(refused(what)), "{setting}");
    }
}

/// A timeline of 100 ms with a state cue at 30 ms and a call at 50 ms.
fn two_moments() -> Timeline<&'static str> {
    Builder::new("two")
        .at(ms(30), cue(CueKind::State, "door open"))
        .at(ms(50), call(7))
        .at(ms(100), wait(ms(0)))
        .build()
        .unwrap()
}

/// The numbers of the items with events in `steps`.
fn ids_in_steps(
    mut playing: Stepped,
    timeline: &Timeline<&'static str>,
    steps: &[i64],
) -> Vec<u32> {
    let mut events = EventBuffer::default();
    let mut ids = Vec::new();
    for by in steps {
        let reported = playing.advance(ms(*by), timeline, &mut events);
        ids.extend(reported.iter().map(|event| event.id.number()).filter(|id| *id > 0));
    }
    ids
}

#[test]
fn partition_holds_where_a_loop_turns_round_on_its_boundary() {
    let timeline = two_moments();
    let endless = Play { repeat: Repeat::Forever, ..Play::default() };
    let mut playing = Stepped::new(&timeline, Time::ZERO, &endless).unwrap();
    playing.advance(ms(100), &timeline, &mut EventBuffer::default());
    playing.set_speed(Speed::REVERSE).unwrap();
    for steps in [&[80_i64][..], &[1, 79], &[50, 30]] {
        assert_eq!(ids_in_steps(playing, &timeline, steps), [2, 1], "in steps of {steps:?} ms");
    }
}

#[test]
fn partition_holds_where_a_seek_ends_on_a_boundary() {
    let timeline = two_moments();
    let endless = Play { repeat: Repeat::Forever, ..Play::default() };
    let mut playing = Stepped::new(&timeline, Time::ZERO, &endless).unwrap();
    playing.seek(ms(100), SeekPolicy::All, &timeline, &mut EventBuffer::default());
    playing.set_speed(Speed::REVERSE).unwrap();
    assert_eq!(ids_in_steps(playing, &timeline, &[80]), [2, 1]);
}

#[test]
fn exactly_once_holds_if_a_range_moves_playback_to_its_end() {
    let timeline = two_moments();
    let endless = Play { repeat: Repeat::Forever, ..Play::default() };
    let mut playing = Stepped::new(&timeline, Time::ZERO, &endless).unwrap();
    playing.advance(ms(90), &timeline, &mut EventBuffer::default());
    playing.set_range(ms(20), ms(60)).unwrap();
    assert_eq!(playing.elapsed(), ms(60), "the nearest end of the range");
    for steps in [&[40_i64][..], &[1, 39]] {
        assert_eq!(ids_in_steps(playing, &timeline, steps), [1, 2], "in steps of {steps:?} ms");
    }
    playing.set_speed(Speed::PAUSED).unwrap();
    assert_eq!(ids_in_steps(playing, &timeline, &[40]), [0_u32; 0], "no movement");
}

#[test]
fn finish_equals_play_backward_between_two_flicks() {
    let flicks = Span::from_flicks;
    let timeline =
        Builder::new("ten").at(flicks(4), call(7)).at(flicks(10), wait(flicks(0))).build().unwrap();
    let back = Play { speed: Speed::new(-1, 2).unwrap(), ..Play::default() };
    let mut played = Stepped::new(&timeline, Time::ZERO, &back).unwrap();
    let mut events = EventBuffer::default();
    // Half a flick before the call.
    let before = played.advance(flicks(11), &timeline, &mut events).len();
    assert_eq!(before, 1, "its start");
    let calls = |events: &[crate::event::Event<ItemId>]| {
        events.iter().filter(|event| event.kind == EventKind::Cue(7)).count()
    };
    let (mut finished, mut sought) = (played, played);
    assert_eq!(calls(played.advance(flicks(99), &timeline, &mut events)), 1);
    assert_eq!(calls(finished.finish(&timeline, &mut events).unwrap()), 1);
    assert_eq!(calls(sought.seek(flicks(0), SeekPolicy::State, &timeline, &mut events)), 1);
}

#[test]
fn turning_round_at_the_start_keeps_the_position() {
    let timeline = scene().build().unwrap();
    let mut events = EventBuffer::default();
    for delay in [0, 10] {
        let late = Play { delay: ms(delay), ..Play::default() };
        let mut playing = Stepped::new(&timeline, Time::ZERO, &late).unwrap();
        playing.set_speed(Speed::REVERSE).unwrap();
        assert_eq!(playing.elapsed(), ms(0), "not the far end");
        let kinds = brief(playing.advance(ms(50), &timeline, &mut events));
        // Backward the first tween ends at 0.
        let want = [(0, EventKind::Start), (1, EventKind::End), (0, EventKind::End)];
        assert_eq!(kinds, want, "after {delay} ms");
        assert_eq!(playing.elapsed(), ms(0));
    }
    // The far end is where playback begins that is asked for backward.
    let back = Play { speed: Speed::REVERSE, ..Play::default() };
    let playing = Stepped::new(&timeline, Time::ZERO, &back).unwrap();
    assert_eq!(playing.elapsed(), ms(200));
}

#[test]
fn a_loop_over_the_next_due_time_ends_and_reports_what_one_step_reports() {
    let timeline = scene().build().unwrap();
    let play =
        Play { repeat: Repeat::Times(3), repeat_mode: RepeatMode::PingPong, ..Play::default() };
    let mut events = EventBuffer::default();
    let mut playing = Stepped::new(&timeline, Time::ZERO, &play).unwrap();
    let mut whole = playing;
    let (mut stops, mut reported) = (0, Vec::new());
    while let Some(due) = playing.playing.next_due(&timeline, &mut events) {
        reported.extend_from_slice(playing.playing.step(due, &timeline, &mut events));
        stops += 1;
        assert!(stops < 100);
    }
    assert_eq!(stops, 7, "both ends and the middle of each pass");
    let at_once = brief(whole.advance(ms(1000), &timeline, &mut events));
    assert_eq!(brief(&reported), at_once);
}

#[test]
fn a_timeline_is_an_entry_of_a_sequencer() {
    let timeline = scene().build().unwrap();
    let mut queue = Sequencer::new();
    queue.blocking(timeline.duration().unwrap(), "scene");
    queue.blocking(ms(10), "after");
    let mut shown = Vec::new();
    let mut show = |queue: &mut Sequencer<&'static str>, by| {
        queue
            .advance(by, |step, _| {
                if *step.payload == "scene" {
                    shown.push(timeline.sample::<f64>(&"x", step.elapsed).unwrap());
                }
            })
            .unwrap();
    };
    show(&mut queue, ms(50));
    show(&mut queue, ms(9999));
    assert_eq!(shown, [50.0, 0.0], "its end is its final state");
}

#[test]
fn state_is_data() {
    let timeline = scene().build().unwrap();
    let mut buffer = EventBuffer::default();
    let mut one = play(&timeline);
    one.advance(ms(60), &timeline, &mut buffer);
    let mut copy = one;
    let events = one.advance(ms(60), &timeline, &mut buffer).to_vec();
    assert_ne!(one, copy);
    assert_eq!(copy.advance(ms(60), &timeline, &mut buffer), events);
    assert_eq!(crate::digest::digest(&one), crate::digest::digest(&copy));
    let _ = wait::<&str>(ms(1));
}

#[test]
fn cues_of_a_flipbook_are_events_of_its_item() {
    fn named<'t>(
        timeline: &'t Timeline<&'static str>,
        step: i64,
        play: &Play,
    ) -> Vec<(&'t str, Span)> {
        let mut playing = Stepped::new(timeline, Time::ZERO, play).unwrap();
        let (mut buffer, mut heard) = (EventBuffer::default(), Vec::new());
        for _ in 0..440 / step {
            let events = playing.advance(ms(step), timeline, &mut buffer);
            for (event, cue) in timeline.cues(events) {
                heard.push((cue.name, event.due - Time::ZERO));
            }
        }
        heard
    }

    let cues = [Cue::effect(ms(0), "left"), Cue::state(ms(40), "right")];
    let walk = Flipbook::equal(2, ms(40)).unwrap().first(6).with_cues(cues).unwrap();
    let twice = walk.clone().times(2).unwrap();
    let build = |item| Builder::new("scene").wait(ms(10)).then(item).build().unwrap();
    let (once, again, turning, fast, endless) = (
        build(flipbook("frame", twice.clone())),
        build(flipbook("frame", twice.clone()).times(2)),
        build(flipbook("frame", twice.clone()).times(2).ping_pong()),
        build(flipbook("frame", twice.clone()).speed(Speed::whole(2))),
        Builder::new("scene").background(flipbook("frame", walk)).wait(ms(200)).build().unwrap(),
    );
    let at = |list: &[(&'static str, i64)]| {
        list.iter().map(|(name, at)| (*name, ms(*at))).collect::<Vec<_>>()
    };
    let two = [("left", 10), ("right", 50), ("left", 90), ("right", 130)];
    let four = [two, two.map(|(name, at)| (name, at + 160))].concat();
    let way_back = [("right", 210), ("left", 250), ("right", 290), ("left", 330)];
    let there_and_back = [two, way_back].concat();
    let halved = two.map(|(name, at)| (name, at / 2 + 5));
    let all =
        [("left", 0), ("right", 40), ("left", 80), ("right", 120), ("left", 160), ("right", 200)];
    let forward = Play::default();
    let reverse = Play { speed: Speed::REVERSE, ..forward };
    for step in [4, 22, 440] {
        assert_eq!(named(&once, step, &forward), at(&two), "in steps of {step} ms");
        assert_eq!(named(&again, step, &forward), at(&four), "in steps of {step} ms");
        assert_eq!(named(&turning, step, &forward), at(&there_and_back), "in steps of {step} ms");
        assert_eq!(named(&fast, step, &forward), at(&halved), "in steps of {step} ms");
        assert_eq!(named(&endless, step, &forward), at(&all), "in steps of {step} ms");
        // The whole, 170 ms, backward.
        let wanted = [("right", 40), ("left", 80), ("right", 120), ("left", 160)];
        assert_eq!(named(&once, step, &reverse), at(&wanted), "in steps of {step} ms");
    }
    assert_eq!(once.sample(&"frame", ms(60)), Ok(7), "the picture of the sheet");
}

#[test]
fn a_range_of_an_endless_timeline_can_finish() {
    let timeline = nest(scene()).forever().build().unwrap();
    let play = Play { range: Some((ms(10), ms(50))), ..Play::default() };
    let mut playing = Stepped::new(&timeline, Time::ZERO, &play).unwrap();
    playing.finish(&timeline, &mut EventBuffer::default()).unwrap();
    assert_eq!((playing.is_over(), playing.elapsed()), (true, ms(50)));
}

#[test]
fn a_one_way_timeline_does_not_turn_round() {
    let builder = Builder::new("storm").then(cue(CueKind::Effect, "thunder").one_way());
    let timeline = builder.wait(ms(9)).build().unwrap();
    let play = |repeat, repeat_mode| {
        let play = Play { repeat, repeat_mode, ..Play::default() };
        Stepped::new(&timeline, Time::ZERO, &play).map(|_| ())
    };
    assert_eq!(play(Repeat::Times(2), RepeatMode::PingPong), Err(PlayError::OneWay));
    assert_eq!(play(Repeat::Times(2), RepeatMode::Restart), Ok(()));
    assert_eq!(play(Repeat::Once, RepeatMode::PingPong), Ok(()), "one pass does not turn");
}

#[test]
fn a_step_reports_no_more_passes_of_all_items_than_the_limit() {
    let spin = |key, passes| from_to(key, 0.0, 1.0).duration(Span::from_flicks(1)).times(passes);
    let loops = |passes| {
        let builder = Builder::new("spins").then(spin("x", 40_001)).with(spin("y", passes));
        let mut events = ContentEvents::default();
        let window = Window::forward(ms(0), ms(1)).with_start();
        builder.build().unwrap().events(window, &mut events);
        let loops = events.iter().filter(|event| event.kind == EventKind::Loop);
        [1, 2].map(|id| loops.clone().filter(|event| event.item.number() == id).count())
    };
    // Of the first item 40,000 loops and two ends; before it the start of the whole, and of the second item the start.
    let left = LoopEvents::MOST_IN_ONE_STEP - 40_000 - 4;
    assert_eq!(loops(left + 1), [40_000, 25_532]);
    assert_eq!(loops(left + 2), [40_000, 1], "the last one");
}

#[test]
fn the_limit_of_events_in_one_step_includes_what_is_inside_of_passes() {
    let calls = |count: u32| {
        let inner = (0..count)
            .fold(Builder::new("calls"), |calls, call_number| calls.then(call(call_number)));
        inner.wait(Span::from_flicks(1))
    };
    let events = |builder: Builder| {
        let mut events = ContentEvents::default();
        let window = Window::forward(ms(0), ms(1)).with_start();
        builder.build().unwrap().events(window, &mut events);
        events.len() as u64
    };
    let most = LoopEvents::MOST_IN_ONE_STEP;
    let spun = |count, passes| Builder::new("spins").then(nest(calls(count)).times(passes));
    // 99 calls and the loop: 100 of each pass.
    let fits = most / 100 - 1;
    assert!((100 * fits..=most).contains(&events(spun(99, fits))));
    for passes in [fits + 5, 60_000, most + 1] {
        let reported = events(spun(99, passes));
        assert!(reported < most + 300, "{reported} of {passes} passes");
    }
    // What plays once in a pass counts, and so does what repeats in it.
    for times in [1, 300] {
        let within = Builder::new("outer").then(nest(calls(99)).times(times));
        let reported = events(Builder::new("spins").then(nest(within).times(10_000)));
        assert!((most..most + 1000).contains(&reported), "{reported} of {times} in each pass");
    }
}

#[test]
fn the_limit_of_events_in_one_step_counts_for_all_passes_of_the_whole() {
    let spin = from_to("x", 0.0, 1.0).duration(Span::from_flicks(1)).times(100);
    let spins = Builder::new("spins").then(spin).build().unwrap();
    let play = Play { repeat: Repeat::Forever, ..Play::default() };
    let reported = |passes: i64, policy: SeekPolicy| {
        let mut buffer = EventBuffer::default();
        let mut playing = Stepped::new(&spins, Time::ZERO, &play).unwrap();
        let step = spins.duration().unwrap() * passes;
        let advanced = playing.advance(step, &spins, &mut buffer).len() as u64;
        let mut playing = Stepped::new(&spins, Time::ZERO, &play).unwrap();
        let sought = playing.seek(step, policy, &spins, &mut buffer).len() as u64;
        [advanced, sought]
    };
    let most = LoopEvents::MOST_IN_ONE_STEP;
    // 99 loops and two ends of each pass, and the loop of the whole.
    for events in reported(600, SeekPolicy::All) {
        assert!((600 * 101..most).contains(&events), "{events}");
    }
    for passes in [700, 10_000, 100_000, 1_000_000_000] {
        for events in reported(passes, SeekPolicy::All) {
            assert!(events < most + 1000, "{events} of {passes} passes");
        }
    }
}

#[test]
fn an_endless_item_neither_ends_nor_begins_at_the_end_of_time() {
    let spin = to("x", 1.0).duration(ms(100)).forever();
    let timeline = Builder::new("endless").start("x", 0.0).then(spin).build().unwrap();
    let kinds = |window: Window| {
        let mut events = ContentEvents::default();
        timeline.events(window.with_start(), &mut events);
        events.iter().map(|event| event.kind).collect::<Vec<_>>()
    };
    let forward = kinds(Window::forward(ms(0), Span::MAX));
    assert!(forward.contains(&EventKind::Start) && !forward.contains(&EventKind::End));
    let backward = kinds(Window::backward(Span::MAX, ms(0)));
    assert!(backward.contains(&EventKind::End) && !backward.contains(&EventKind::Start));
}
