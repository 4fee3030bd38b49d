//! The law "reduced motion": a preference changes what is drawn of decorative motion, and nothing else. States, events
//! and final pictures are the same in all preferences; in `None`, what is decorative stands still after its start.

use std::collections::BTreeMap;

use cueline::{
    clip::{Clip, ClipBuilder, Clips, Flipbook, Keyframe, Value},
    digest::digest,
    motion::{MotionPreference, Purpose},
    playback::{
        AtEnd, EventBuffer, ItemId, Play, Playable, Player, Playing, Repeat, RepeatMode, SeekPolicy,
    },
    sequencer::{Commands, Enqueue, EntryDuration, Sequencer, Until, Update},
    time::{Span, Speed, Time, ms},
    timeline::{Conflict, Item, Timeline, TimelineBuilder, clip, flipbook, from_to, nest, to},
    value::{Easing, Moving, Spring},
};

use crate::player_model::program::Dice;

const PROGRAMS: u64 = 2000;
const ALL: [MotionPreference; 3] =
    [MotionPreference::Full, MotionPreference::Reduced, MotionPreference::None];
/// Later than all that ends.
const FAR: Time = Time::from_secs(1000);

fn span(dice: &mut Dice) -> Span {
    ms(dice.number(0, 40) * 10)
}

/// One game: its queue, and what a display with one preference draws of it.
#[derive(Clone, Default)]
struct Game {
    queue: Sequencer<u32>,
    picture: BTreeMap<u32, f64>,
}

impl Game {
    fn play(&mut self, call: u64, by: Span, motion: MotionPreference) {
        let Self { queue, picture } = self;
        let mut draw = |payload: u32, drawn: f64, whole: f64, purpose| {
            if purpose == Purpose::Essential || motion == MotionPreference::Full {
                assert_eq!(drawn, whole, "{payload} in {motion:?}");
            }
            if purpose == Purpose::Decorative && motion == MotionPreference::None && whole > 0.0 {
                assert_eq!(drawn, 1.0, "{payload} stands at its end");
            }
            assert!(drawn >= whole, "{payload} is never behind");
            picture.insert(payload, drawn);
        };
        let show = |update: Update<'_, u32>, _: &mut Commands<'_, u32>| {
            let drawn = update.reduced(motion).progress();
            draw(*update.payload, drawn, update.progress(), update.purpose);
        };
        match call {
            0 => queue.finish(show),
            1 => queue.skip(Until::EpochEnd, show),
            _ => queue.advance(by, show),
        }
        .expect("no entry asks for its duration");
        for shown in queue.sample(queue.time()) {
            draw(*shown.payload, shown.reduced(motion).progress(), shown.progress(), shown.purpose);
        }
    }
}

#[test]
fn reduced_motion_of_a_queue() {
    for seed in 0..PROGRAMS {
        let dice = &mut Dice(seed);
        let mut games: [Game; 3] = Default::default();
        for call in 0..dice.number(4, 20) {
            let payload = u32::try_from(call).unwrap();
            let (kind, length, delay) = (dice.place(6), span(dice), span(dice));
            let duration: EntryDuration =
                if dice.one_in(2) { length.decorative() } else { length.into() };
            let (step, by) = (dice.roll() % 8, span(dice));
            for (game, motion) in games.iter_mut().zip(ALL) {
                let queue = &mut game.queue;
                match kind {
                    0 => _ = queue.enqueue(duration.delayed(delay), payload),
                    1 => _ = queue.concurrently(duration, payload),
                    2 => _ = queue.background(duration, payload),
                    3 => _ = queue.now(duration, payload),
                    4 if queue.oldest().is_some() => {
                        let first = queue.oldest().unwrap();
                        queue.after(first, duration, payload);
                        queue.finish_entry(first);
                    }
                    _ => _ = queue.non_blocking(duration, payload),
                }
                game.play(step, by, motion);
            }
            let [full, rest @ ..] = &games;
            for other in rest {
                assert_eq!(other.queue, full.queue, "seed {seed}");
                assert_eq!(digest(&other.queue), digest(&full.queue), "seed {seed}");
                assert_eq!(other.queue.events(), full.queue.events(), "seed {seed}");
            }
        }
        let pictures = ALL.iter().zip(&mut games).map(|(motion, game)| {
            game.play(0, Span::ZERO, *motion);
            (digest(&game.queue), game.picture.clone())
        });
        let [full, reduced, none] = pictures.collect::<Vec<_>>().try_into().ok().unwrap();
        assert!(full == reduced && full == none, "seed {seed}: the final pictures");
    }
}

fn slide() -> Clip {
    let keys = [Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(300), 6.0)];
    ClipBuilder::new("slide").track("x", keys).build().expect("a clip")
}

/// The same motion, as decoration.
fn sway() -> Clip {
    ClipBuilder::from(slide()).decorative().build().expect("a clip")
}

fn play(dice: &mut Dice) -> Play {
    let repeat = dice.pick(&[Repeat::Once, Repeat::Once, Repeat::Times(3), Repeat::Forever]);
    let repeat_mode = dice.pick(&[RepeatMode::Restart, RepeatMode::PingPong]);
    let speed = Speed::new(dice.pick(&[-2, -1, 1, 1, 3]), 2).expect("a speed");
    let range = dice.one_in(3).then_some((ms(50), ms(250)));
    Play { delay: span(dice), speed, repeat, repeat_mode, range, ..Play::default() }
}

#[test]
fn reduced_motion_of_what_plays() {
    let (decorative, mut buffer) = (sway(), EventBuffer::default());
    let essential = ClipBuilder::new("x").duration(ms(300)).build().unwrap();
    for seed in 0..PROGRAMS {
        let dice = &mut Dice(seed);
        let mut now = Time::ZERO;
        let mut playing = Playing::new(&decorative, now, &play(dice)).unwrap();
        for _ in 0..8 {
            // The end ahead, if nothing else happens; endless repeats stand at the start of their range.
            let (end, endless) = (playing.at(FAR), playing.playhead().is_endless());
            let moves = !playing.is_held() && playing.playhead().speed() != Speed::PAUSED;
            let before = digest(&playing);
            for _ in 0..6 {
                now += ms(dice.number(1, 12) * 10);
                let [full, reduced, none] =
                    ALL.map(|motion| playing.reduced(now, &decorative, motion));
                let at = playing.at(now);
                assert_eq!(full, at, "seed {seed}");
                for motion in ALL {
                    assert_eq!(playing.reduced(now, &essential, motion), at, "seed {seed}");
                }
                assert!(reduced.phase == at.phase && none.phase == at.phase, "seed {seed}");
                if at.phase == cueline::playback::Phase::Waiting {
                    continue;
                }
                if endless {
                    assert_eq!(none.local, playing.playhead().range().0, "seed {seed}");
                    assert_eq!(reduced.local, none.local, "seed {seed}");
                } else if moves && none != at {
                    assert_eq!(none.local, end.local, "seed {seed}: at its end from the start on");
                }
            }
            if moves && !endless {
                for motion in ALL {
                    let last = playing.reduced(FAR, &decorative, motion);
                    assert_eq!(last, end, "seed {seed}: one end in all preferences");
                }
            }
            assert_eq!(digest(&playing), before, "seed {seed}: nothing happens");
            playing.step(now, &decorative, &mut buffer);
            match dice.place(6) {
                0 => playing.pause(now),
                1 => playing.resume(now),
                2 => playing.reverse(now).unwrap(),
                3 => playing.set_speed(now, Speed::whole(2)).unwrap(),
                4 => {
                    playing.seek(now, span(dice), SeekPolicy::State, &decorative, &mut buffer);
                }
                _ => playing.restart(now),
            }
        }
    }
}

#[test]
fn a_player_draws_what_its_rows_draw() {
    let mut clips = Clips::new();
    let decorative = clips.add(sway()).unwrap();
    let essential = clips.add(ClipBuilder::new("walk").duration(ms(300)).build().unwrap()).unwrap();
    for seed in 0..PROGRAMS / 4 {
        let dice = &mut Dice(seed);
        let mut player = Player::new();
        for target in 0..4 {
            let how = Play { at_end: AtEnd::Hold, ..play(dice) };
            player.play_on(target, &clips, dice.pick(&[decorative, essential]), how).unwrap();
        }
        let before = digest(&player);
        for at in [0, 40, 90, 250, 400, 5000].map(Time::from_millis) {
            let full: Vec<_> = player.active_at(at).collect();
            assert!(player.reduced_at(at, &clips, MotionPreference::Full).eq(full.clone()));
            for (drawn, full) in player.reduced_at(at, &clips, MotionPreference::None).zip(full) {
                assert_eq!(drawn.handle, full.handle);
                assert!(drawn.clip == decorative || drawn == full, "seed {seed}");
            }
        }
        assert_eq!(digest(&player), before);
    }
}

/// An item that writes this property, of some kind, and how it plays.
fn item(dice: &mut Dice, key: u32, depth: u32) -> Item<u32> {
    let length = ms(dice.number(1, 40) * 10);
    let item = match dice.place(if depth == 0 { 3 } else { 5 }) {
        0 => from_to(key, 1.0, 9.0).duration(length),
        1 => to(key, 5.0).duration(length).eased(Easing::OUT_QUAD),
        2 => clip(sway(), |_| key),
        _ => {
            let inside = TimelineBuilder::new("inside").on_conflict(Conflict::Replace);
            let inside = inside.wait(span(dice)).then(item(dice, key, depth - 1));
            nest(inside.then(item(dice, key, depth - 1)))
        }
    };
    let item = match dice.place(5) {
        0 => item.times(3).gap(ms(20)),
        1 => item.times(2).ping_pong(),
        2 => item.speed(Speed::new(2, 3).expect("a speed")),
        _ => item,
    };
    if dice.one_in(2) { item.decorative() } else { item }
}

fn values(timeline: &Timeline<u32>, at: Span) -> Vec<Value> {
    timeline.sample_all(at).map(|(_, value)| value).collect()
}

#[test]
fn reduced_motion_of_a_timeline() {
    for seed in 0..PROGRAMS {
        let dice = &mut Dice(seed);
        let conflict = dice.pick(&[Conflict::Replace, Conflict::Blend, Conflict::Queue]);
        let mut builder = TimelineBuilder::new("scene").on_conflict(conflict);
        for key in 0..3 {
            builder = builder.start(key, 2.0);
        }
        for _ in 0..dice.number(1, 6) {
            let key = u32::try_from(dice.place(3)).unwrap();
            builder = builder.at(span(dice), item(dice, key, 2));
        }
        let Ok(full) = builder.build() else { continue }; // two writers may need one start
        let end = full.duration().unwrap();
        for motion in ALL {
            let drawn = full.reduced(motion);
            assert_eq!(drawn.duration(), full.duration());
            let arranged = |timeline: &Timeline<u32>| -> Vec<_> {
                timeline.children(ItemId::WHOLE).map(|item| timeline.arrangement(item)).collect()
            };
            assert_eq!(arranged(&drawn), arranged(&full), "seed {seed}: one timeline");
            assert_eq!(values(&drawn, end), values(&full, end), "seed {seed}: one end");
            assert_eq!(
                values(&drawn.reduced(MotionPreference::Full), ms(70)),
                values(&full, ms(70))
            );
        }
    }
}

#[test]
fn in_none_nothing_decorative_moves() {
    let sound = |item: Item<u32>, is_decorative: bool| {
        let item = if is_decorative { item.decorative() } else { item };
        let scene = TimelineBuilder::new("scene").start(0, 2.0).start(1, 0);
        scene.wait(ms(50)).then(item).wait(ms(500)).build().unwrap()
    };
    let inside = || TimelineBuilder::new("in").then(from_to(0, 1.0, 9.0).duration(ms(300)));
    let items: [(&str, Item<u32>); 9] = [
        ("tween", from_to(0, 1.0, 9.0).duration(ms(300))),
        ("to", to(0, 9.0).duration(ms(300)).eased(Easing::OUT_BOUNCE)),
        ("repeated", from_to(0, 1.0, 9.0).duration(ms(90)).times(3).gap(ms(10))),
        ("there and back", from_to(0, 1.0, 9.0).duration(ms(90)).times(2).ping_pong()),
        ("slow", from_to(0, 1.0, 9.0).duration(ms(90)).speed(Speed::new(1, 3).unwrap())),
        ("clip", clip(slide(), |_| 0)),
        ("flipbook", flipbook(1, Flipbook::equal(3, ms(100)).unwrap().times(1).unwrap())),
        ("nested", nest(inside().then(to(0, 4.0).duration(ms(100))))),
        ("nested, repeated", nest(inside()).times(3)),
    ];
    for (name, item) in items {
        let still = sound(item.clone(), true).reduced(MotionPreference::None);
        let full = sound(item.clone(), false);
        let essential = full.reduced(MotionPreference::None);
        let last = values(&full, full.duration().unwrap());
        for at in (0..120).map(|step| ms(step * 10)) {
            assert_eq!(
                values(&essential, at),
                values(&full, at),
                "{name} moves, as it is essential"
            );
            if at > ms(50) {
                assert_eq!(values(&still, at), last, "{name} at {at}");
            } else {
                assert_eq!(values(&still, at), values(&full, at), "{name} before its start");
            }
        }
        let endless = TimelineBuilder::new("endless").start(0, 2.0).start(1, 0);
        let endless = endless.background(item.times(2).forever().decorative()).wait(ms(2000));
        let still = endless.build().unwrap().reduced(MotionPreference::None);
        assert!(
            (1..60).all(|step| values(&still, ms(step * 30)) == values(&still, ms(0))),
            "{name}"
        );
    }
}

#[test]
fn reduced_motion_of_a_value() {
    for seed in 0..PROGRAMS {
        let dice = &mut Dice(seed);
        let (mut x, mut now) = (Moving::at(0.0), Time::ZERO);
        for _ in 0..6 {
            let target = dice.number(-50, 50) as f64;
            match dice.place(3) {
                0 => x.tween_to(now, target, span(dice), Easing::OUT_QUAD),
                1 => x.glide_to(now, target, span(dice)),
                _ => x.spring_to(now, target, Spring::bouncy(ms(300))),
            };
            let before = digest(&x);
            now += ms(dice.number(1, 60) * 10);
            assert_eq!(x.reduced(now, MotionPreference::Full), x.value(now), "seed {seed}");
            assert_eq!(x.reduced(now, MotionPreference::None), target, "seed {seed}");
            for motion in ALL {
                assert_eq!(x.reduced(FAR, motion), target, "seed {seed}");
            }
            assert_eq!(digest(&x), before, "seed {seed}: nothing happens");
        }
    }
    // Each motion of a chain by itself.
    let mut x = Moving::at(0.0);
    x.tween_to(Time::ZERO, 10.0, ms(200), Easing::Linear);
    x.then_tween_to(Time::ZERO, 30.0, ms(200), Easing::Linear);
    let none = [0, 1, 199, 201, 399, 900];
    let none = none.map(|at| x.reduced(Time::from_millis(at), MotionPreference::None));
    assert_eq!(none, [0.0, 10.0, 10.0, 30.0, 30.0, 30.0]);
    let reduced = [50, 100, 250, 300];
    let reduced = reduced.map(|at| x.reduced(Time::from_millis(at), MotionPreference::Reduced));
    assert_eq!(reduced, [5.0, 10.0, 20.0, 30.0]);
}

#[test]
fn reduced_lasts_at_most_a_tenth_of_a_second_and_never_goes_back() {
    let short = MotionPreference::SHORT;
    for flicks in
        [1, 7, short.flicks() - 1, short.flicks(), short.flicks() + 1, 10 * short.flicks()]
    {
        let duration = Span::from_flicks(flicks);
        let mut before = Span::ZERO;
        for step in 0..400 {
            let elapsed = Span::from_flicks(flicks * step / 300);
            let shown = MotionPreference::Reduced.shown(elapsed, Some(duration));
            assert!(before <= shown && shown <= duration, "{elapsed} of {duration}");
            if elapsed >= short || elapsed >= duration {
                assert_eq!(shown, duration, "{elapsed} of {duration}");
            }
            before = shown;
        }
    }
    // At the ends of time nothing wraps.
    for motion in ALL {
        for elapsed in [Span::MIN, Span::ZERO, Span::MAX] {
            for duration in [None, Some(Span::ZERO), Some(Span::MAX)] {
                let shown = motion.shown(elapsed, duration);
                assert!(shown == elapsed || Some(shown) == duration || shown == Span::ZERO);
            }
        }
    }
}

#[test]
fn the_mark_is_saved_and_a_save_without_it_loads() {
    let decorative = sway();
    assert_eq!(Playable::purpose(&decorative), Purpose::Decorative);
    assert_eq!(ClipBuilder::from(decorative.clone()).build().as_ref(), Ok(&decorative));
    let plain = slide();
    assert_ne!((plain.digest(), &plain), (decorative.digest(), &decorative));
    #[cfg(feature = "serde")]
    {
        let text = serde_json::to_string(&decorative).unwrap();
        assert_eq!(serde_json::from_str::<Clip>(&text).unwrap(), decorative);
        let old = serde_json::to_string(&plain).unwrap().replace(r#""purpose":"Essential","#, "");
        assert!(!old.contains("purpose"), "{old}");
        assert_eq!(serde_json::from_str::<Clip>(&old).unwrap(), plain);

        let mut queue = Sequencer::new();
        queue.enqueue(ms(300).decorative(), 1_u32);
        queue.enqueue(ms(300).decorative(), 2);
        queue.advance(ms(100), |_, _| ()).unwrap();
        let text = serde_json::to_string(&queue).unwrap();
        let mut loaded: Sequencer<u32> = serde_json::from_str(&text).unwrap();
        assert_eq!((&loaded, digest(&loaded)), (&queue, digest(&queue)));
        let none = loaded
            .sample(loaded.time())
            .map(|shown| shown.reduced(MotionPreference::None).progress());
        assert!(none.eq([1.0]));
        loaded
            .advance(ms(250), |update, _| assert_eq!(update.purpose, Purpose::Decorative))
            .unwrap();
    }
}
