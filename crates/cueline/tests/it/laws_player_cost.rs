//! The law of cost: a steady step allocates nothing, for any number of playing items.
//!
//! A separate test program, because it counts every allocation. The tests of playback inside the crate check that a
//! step visits only due items.

use allocation_counter::measure;
use core::hint::black_box;

use cueline::{
    clip::{ClipBuilder, Clips, Cue, Flipbook, Keyframe, Order, Track, Typing, Window},
    playback::{AtEnd, Member, Play, PlayError, Player, Repeat, RepeatMode},
    time::{Clock, FixedStep, FixedStepConfig, Snap, Span, Speed, TickRate, Time},
};

fn ms(ms: i64) -> Span {
    Span::from_millis(ms)
}

/// Runs a hundred rounds that may allocate, then a hundred that must not.
#[track_caller]
fn allocates_nothing(mut round: impl FnMut()) {
    (0..100).for_each(|_| round());
    let seen = measure(|| (0..100).for_each(|_| round()));
    assert_eq!(seen.count_total, 0, "allocations in a hundred steady rounds");
}

fn library() -> Clips {
    let mut clips = Clips::new();
    for length in [0, 10, 330, 1000] {
        let keys = [Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(length), 7.0)];
        let draft =
            ClipBuilder::new(length.to_string()).track("x", keys).cue(Cue::state(ms(0), "begin"));
        let draft = draft.cue(Cue::effect(ms(length), "end"));
        clips.add(draft.build().expect("a clip")).expect("a name of its own");
    }
    clips
}

#[test]
fn allocations_are_seen() {
    let seen = measure(|| _ = black_box(vec![1_u8]));
    assert_eq!(seen.count_total, 1);
}

/// Every round has repeats, ends, groups, new items, sampling and a snapshot.
#[test]
fn a_step_of_a_player_allocates_nothing() {
    let clips = library();
    let ids: Vec<_> = clips.iter().map(|(id, _)| id).collect();
    let mut player = Player::new();
    for target in 0..100 {
        let repeat = [RepeatMode::Restart, RepeatMode::PingPong, RepeatMode::Relative][target % 3];
        let speed = Speed::new(7 - target as i64 % 15, 3).unwrap();
        let play = Play { repeat: Repeat::Forever, repeat_mode: repeat, speed, ..Play::default() };
        player.play_on(target, &clips, ids[1 + target % 3], play).unwrap();
    }
    let track = clips.get(ids[3]).unwrap().track::<f64>("x").unwrap();
    let mut snapshot = player.clone();
    let mut out = Vec::new();
    let mut reported = 0;
    allocates_nothing(|| {
        let member = Member::new(0, ids[1]);
        let once = player.play_on(0, &clips, ids[1], Play::default()).unwrap();
        player.play_on(0, &clips, ids[0], Play::default()).unwrap();
        let members = [member, Member::new(1, ids[0])];
        player.play_group(&clips, &members, AtEnd::Leave).unwrap();
        player.set_speed(once, Speed::from_percent(150)).unwrap();
        out.clear();
        player.advance_into(ms(50), &clips, &mut out); // long enough for all new items to end
        reported += out.len();
        let sum: f64 =
            player.active().map(|active| active.value(|local| track.sample(local))).sum();
        let due = player.next_due(&clips);
        black_box((sum, due, player.digest()));
        snapshot.clone_from(&player);
    });
    assert!(reported > 10_000, "{reported}");
}

#[test]
fn sampling_a_clip_a_flipbook_or_a_typing_allocates_nothing() {
    let clips = library();
    let clip = clips.iter().last().unwrap().1;
    let keys = (0..100).map(|number| Keyframe::linear(ms(number * number), number as f64));
    let track = Track::new(keys).unwrap();
    let walk = Flipbook::each((1..50).map(ms)).unwrap().order(Order::PingPong);
    let line = Typing::new("so it goes ".repeat(40), |_, _| ms(40)).unwrap();
    let mut now = 0;
    allocates_nothing(|| {
        now += 77;
        let window = Window::forward(ms(now - 77), ms(now));
        let cues = clip.cues_in(window).count();
        black_box((line.due_in(window), line.shown_text(ms(now))));
        clip.for_each(ms(now), |path, value| _ = black_box((path, value)));
        black_box((cues, track.sample(ms(now)), track.increment(ms(0), ms(now))));
        let (start, now) = (Time::ZERO, Time::from_millis(now));
        black_box((walk.frame_at(start, now), walk.next_change(start, now)));
    });
}

#[test]
fn clocks_and_fixed_steps_allocate_nothing() {
    let mut clock = Clock::new().with_speed(Speed::new(5, 7).unwrap());
    let rules = FixedStepConfig {
        max_ticks: 1,
        snap: Some(Snap { display: TickRate::HZ_60, tolerance: ms(2) }),
        ..FixedStepConfig::default()
    };
    let mut step = FixedStep::with_config(TickRate::NTSC_60, rules).unwrap();
    allocates_nothing(|| {
        let frame = step.advance(ms(17));
        frame.run().for_each(|tick| _ = black_box(tick));
        black_box((clock.advance(ms(17)), clock.step(ms(1))));
        black_box((frame.alpha(), step.now()));
    });
}

#[test]
fn a_save_of_twice_as_many_clips_that_are_missing_costs_twice_as_much() {
    let library = |prefix: &str, count: usize| {
        let mut clips = Clips::new();
        for number in 0..count {
            let clip = ClipBuilder::new(format!("{prefix}{number}")).duration(ms(10));
            clips.add(clip.build().expect("a clip")).expect("a name of its own");
        }
        clips
    };
    let [once, twice] = [100, 200].map(|count| {
        let (old, new) = (library("old", count), library("new", count));
        let mut player = Player::<u32>::new();
        for (target, (id, _)) in (0..).zip(old.iter()) {
            player.play_on(target, &old, id, Play::default()).unwrap();
        }
        let saved = player.save(&old).unwrap();
        let load = || match saved.load(&new) {
            Err(PlayError::Clips { missing, .. }) => assert_eq!(missing.len(), count),
            other => panic!("{other:?}"),
        };
        measure(load).bytes_total
    });
    assert!(twice * 10 <= once * 23, "{once} bytes, and {twice} for twice as many");
}
