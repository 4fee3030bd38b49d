//! The states in the old saves. Each has items that wait, play, fade, are paused, cancelled or finished.

use cueline::{
    clip::{Clip, ClipBuilder, Clips, Cue, CueKind, Flipbook, Keyframe, Order, Typing},
    history::Recording,
    playback::{AtEnd, EventBuffer, Member, Mix, Play, Player, Playing, Repeat, RepeatMode, Saved},
    relay::Relay,
    sequencer::{Commands, Enqueue, EntryDuration, Handler, Sequencer, Timing, Update},
    time::{CatchUp, Clock, FixedStep, FixedStepConfig, Snap, Span, Speed, Tick, TickRate, Time},
    timeline::{Timeline, TimelineBuilder, call, cue, nest, pause_here, set, to, wait},
    value::{Curve, Easing, Vec2},
};

fn ms(millis: i64) -> Span {
    Span::from_millis(millis)
}

pub(crate) fn clip() -> Clip {
    ClipBuilder::new("walk")
        .track(
            "place",
            [
                Keyframe::linear(ms(0), Vec2::new(0.0, 0.5)),
                Keyframe::eased(ms(100), Vec2::new(1.0, 0.25), Easing::Out(Curve::Cubic)),
                Keyframe::hold(ms(300), Vec2::new(-1.0, 2.0)),
                Keyframe::linear(ms(400), Vec2::new(3.0, 3.0)),
            ],
        )
        .track("lit", [Keyframe::hold(ms(0), false), Keyframe::hold(ms(200), true)])
        .cue(Cue::state(ms(50), "left"))
        .cue(Cue::effect(ms(250), "right"))
        .build()
        .unwrap()
}

pub(crate) fn clips() -> Clips {
    let mut clips = Clips::new();
    // Ids differ from those of the program that saved: a save refers to clips by name.
    for clip in [
        ClipBuilder::new("not played").build(),
        ClipBuilder::new("blink").duration(ms(90)).cue(Cue::effect(ms(90), "shut")).build(),
        Ok(clip()),
    ] {
        clips.add(clip.unwrap()).unwrap();
    }
    clips
}

pub(crate) fn player() -> Saved<u32> {
    let mut clips = Clips::new();
    let walk = clips.add(clip()).unwrap();
    let blink = ClipBuilder::new("blink").duration(ms(90)).cue(Cue::effect(ms(90), "shut"));
    let blink = clips.add(blink.build().unwrap()).unwrap();
    let mut player = Player::new();
    let once = Play::default();
    let endless = Play { repeat: Repeat::Forever, ..once };
    let back = Play { speed: Speed::new(-2, 3).unwrap(), repeat: Repeat::Times(9), ..once };
    let there_and_back =
        Play { repeat_mode: RepeatMode::PingPong, mix: Mix::Add, priority: 3, ..endless };
    let held = Play { at_end: AtEnd::Hold, fade_in: ms(500), ..once };
    let ends = player.play_on(9, &clips, blink, once).unwrap();
    player.play_on(0, &clips, walk, endless).unwrap();
    player.play_on(1, &clips, walk, back).unwrap();
    player.play_on(2, &clips, walk, there_and_back).unwrap();
    let paused = player.play_on(3, &clips, walk, held).unwrap();
    let part = Play { range: Some((ms(20), ms(333))), delay: ms(400), ..once };
    player.play_on(4, &clips, walk, part).unwrap();
    let fades = player.play_on(5, &clips, blink, endless).unwrap();
    let members = [Member::new(6, walk), Member { play: back, ..Member::new(7, blink) }];
    player.play_group(&clips, &members, AtEnd::Leave).unwrap();
    player.advance(ms(133), &clips);
    assert!(!player.contains(ends), "its place is free");
    player.pause(paused).unwrap();
    player.fade_out(fades, ms(700)).unwrap();
    player.advance(Span::from_flicks(1_234_567), &clips);
    player.save(&clips).unwrap()
}

pub(crate) fn timeline() -> Timeline<&'static str> {
    let blink = TimelineBuilder::new("blink").then(to("lit", 1.0).duration(ms(20))).then(call(7));
    let door = TimelineBuilder::new("door")
        .start("angle", 0.0)
        .start("lit", 0.0)
        .then(to("angle", 90.0).duration(ms(300)))
        .with(nest(blink).times(5).ping_pong())
        .then(pause_here())
        .then(cue(CueKind::State, "open"))
        .then(wait(ms(100)))
        .then(set("lit", 0.5));
    door.then(to("angle", 0.0).duration(ms(333))).build().unwrap()
}

/// The time up to which [`playing`] was stepped.
pub(crate) const PLAYED_TO: Time = Time::from_flicks(755 * 705_600 + 1_234_567);

pub(crate) fn playing() -> Playing {
    let timeline = timeline();
    let there_and_back = Play {
        repeat: Repeat::Times(5),
        repeat_mode: RepeatMode::PingPong,
        speed: Speed::new(7, 5).unwrap(),
        range: Some((ms(10), ms(700))),
        ..Play::default()
    };
    let mut playing = Playing::new(&timeline, Time::from_millis(5), &there_and_back).unwrap();
    let (mut events, mut now) = (EventBuffer::default(), Time::from_millis(5));
    for _ in 0..3 {
        now += ms(250);
        playing.step(now, &timeline, &mut events);
        playing.resume(now);
    }
    playing.set_speed(now, Speed::new(-2, 3).unwrap()).unwrap();
    playing.step(PLAYED_TO, &timeline, &mut events);
    playing
}

/// Shows nothing. Entries that take their duration on their turn get zero.
pub(crate) struct NoTime;

impl Handler<String> for NoTime {
    fn update(&mut self, _: Update<'_, String>, _: &mut Commands<'_, String>) {}

    fn duration(&mut self, _: &mut String) -> Option<Span> {
        Some(Span::ZERO)
    }
}

pub(crate) fn queue() -> Sequencer<String> {
    let mut queue = Sequencer::new();
    let text = |words: &str| words.to_owned();
    queue.enqueue(ms(300), text("first"));
    queue.concurrently(Timing::from(ms(100)).delayed(ms(120)), text("later"));
    queue.background_forever(text("for ever"));
    queue.background(ms(2000), text("toast"));
    queue.blocking(ms(200), text("second"));
    queue.non_blocking(ms(900), text("beside"));
    let dropped = queue.blocking(ms(0), text("dropped"));
    queue.label("the end");
    queue.enqueue(EntryDuration::OnTurn, text("asked"));
    queue.enqueue(EntryDuration::Open, text("waits"));
    let fly = queue.now(ms(400), text("now"));
    queue.after(fly, ms(30), text("after"));
    queue.finish_entry(fly);
    queue.advance(ms(150), |_, _| ()).unwrap();
    let line = queue.now(ms(400), text("finished"));
    queue.after(line, ms(30).delayed(ms(7)), text("follows"));
    queue.advance(ms(50), |_, _| ()).unwrap();
    queue.finish_entry(line);
    queue.cancel(dropped); // the next step reports it
    queue
}

pub(crate) fn relay() -> Relay<String> {
    let mut relay = Relay::new();
    for event in ["one", "two", "three"] {
        relay.emit(event, |event, queue| {
            queue.non_blocking(ms(250), format!("{event} aside"));
            queue.blocking(ms(200), event.to_owned());
            queue.background(ms(50), format!("{event} behind"));
        });
    }
    relay.display_mut().advance(ms(300), |_, _| ()).unwrap();
    relay
}

pub(crate) fn clock() -> Clock {
    let mut clock = Clock::new().with_speed(Speed::new(-5, 7).unwrap());
    clock.advance(Span::from_flicks(1_000_000));
    clock.set_speed(Speed::from_percent(35));
    clock.advance(Span::from_flicks(77));
    clock.pause();
    clock
}

pub(crate) fn steps() -> FixedStep {
    let rules = FixedStepConfig {
        max_ticks: 3,
        catch_up: CatchUp::Carry { max_debt: ms(100) },
        min_frame: ms(1),
        max_frame: ms(250),
        snap: Some(Snap { display: TickRate::HZ_144, tolerance: ms(1) }),
    };
    let mut steps = FixedStep::with_config(TickRate::NTSC_60, rules).unwrap();
    for frame in [7, 16, 400, 3] {
        steps.advance(ms(frame));
    }
    steps
}

pub(crate) fn flipbook() -> Flipbook {
    let book = Flipbook::each([ms(40), ms(120), ms(80)]).unwrap();
    book.order(Order::PingPongReverse).times(7).unwrap().offset(ms(30))
}

pub(crate) fn typing() -> Typing {
    Typing::new("Né, 🦊!", |typed, _| ms(if typed.ends_with(',') { 200 } else { 40 })).unwrap()
}

/// The rules of the game that was recorded.
pub(crate) fn rules(state: &mut u64, tick: Tick, inputs: &[u8]) -> u64 {
    *state = state.wrapping_mul(31).wrapping_add(tick.get().unsigned_abs());
    for input in inputs {
        *state = state.wrapping_mul(37).wrapping_add(u64::from(*input));
    }
    *state
}

pub(crate) fn recording() -> Recording<u8> {
    let mut recording = Recording::new();
    let mut state = 0;
    for number in 0..50 {
        let tick = Tick::new(number);
        if number % 7 == 3 {
            for input in [1, 200] {
                recording.input(tick, input).unwrap();
            }
        }
        let digest = rules(&mut state, tick, recording.inputs(tick));
        recording.ran(tick, (number % 5 == 0).then_some(digest)).unwrap();
    }
    recording
}
