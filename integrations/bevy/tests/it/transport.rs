//! A motion plays by the transport of clips: what it shows and reports is what a clip of the same way shows and reports.

use bevy_app::prelude::*;
use bevy_cueline::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_transform::components::Transform;

use crate::{
    Heard, app, heard,
    play::{add, now, place},
    updates,
};

/// Something that happened: a name, a time in milliseconds, and a pass.
type Line = (Entity, &'static str, i64, u64);

fn listen(app: &mut App) {
    fn ms_of(due: bevy_cueline::cueline::time::Time) -> i64 {
        due.flicks() / 705_600
    }
    app.init_resource::<Heard<Line>>()
        .add_observer(|event: On<MotionStarted>, mut heard: ResMut<Heard<Line>>| {
            heard.0.push((event.entity, "start", ms_of(event.due), 0));
        })
        .add_observer(|event: On<MotionLooped>, mut heard: ResMut<Heard<Line>>| {
            heard.0.push((event.entity, "loop", ms_of(event.due), event.pass));
        })
        .add_observer(|event: On<MotionEnded>, mut heard: ResMut<Heard<Line>>| {
            let name = if event.reason == Reason::Skipped { "skipped" } else { "end" };
            heard.0.push((event.entity, name, ms_of(event.due), 0));
        })
        .add_observer(|event: On<CueEvent>, mut heard: ResMut<Heard<Line>>| {
            let (name, pass) = match event.kind {
                CueEventKind::Start => ("start", 0),
                CueEventKind::Loop(pass) => ("loop", pass),
                _ if event.reason == Reason::Skipped => ("skipped", 0),
                _ => ("end", 0),
            };
            if (name, event.reason) != ("start", Reason::Skipped) {
                heard.0.push((event.entity, name, ms_of(event.due), pass));
            }
        });
}

fn reports_of(app: &App, entity: Entity) -> Vec<(&'static str, i64, u64)> {
    let own = |line: &&Line| line.0 == entity;
    heard::<Line>(app).iter().filter(own).map(|line| (line.1, line.2, line.3)).collect()
}

/// What is asked in a frame, of either.
#[derive(Clone, Copy, Debug)]
enum Ask {
    Pause,
    Resume,
    Reverse,
    Speed(i64),
    Seek(i64),
    Scrub(i64),
}

fn ask(player: &mut impl CuePlayer, now: Moment, ask: Ask) {
    match ask {
        Ask::Pause => player.pause(now),
        Ask::Resume => player.resume(now),
        Ask::Reverse => player.reverse(now),
        Ask::Speed(speed) => player.set_speed(now, Speed::whole(speed)),
        Ask::Seek(to) => player.seek(now, ms(to)),
        Ask::Scrub(to) => player.scrub_to(now, ms(to)),
    }
}

/// Ways to play, each with what is asked in which frame.
fn plays() -> Vec<(Play, Vec<(usize, Ask)>)> {
    let once = Play::default();
    let three = Play::from(Repeat::Times(3));
    let mirrored = Play { repeat_mode: RepeatMode::PingPong, ..three };
    let forever = Play::from(Repeat::Forever);
    let relative = Play { repeat_mode: RepeatMode::Relative, ..three };
    vec![
        (once, vec![]),
        (three, vec![]),
        (mirrored, vec![]),
        (Play { repeat_mode: RepeatMode::PingPong, ..forever }, vec![]),
        (Play { speed: Speed::whole(2), ..three }, vec![]),
        (Play { speed: Speed::new(1, 2).unwrap(), ..once }, vec![]),
        (Play { speed: Speed::REVERSE, ..three }, vec![]),
        (Play { delay: ms(70), ..mirrored }, vec![]),
        (Play { range: Some((ms(30), ms(90))), ..three }, vec![]),
        (relative, vec![]),
        (Play { range: Some((ms(30), ms(90))), ..relative }, vec![]),
        (Play { speed: Speed::REVERSE, ..relative }, vec![]),
        (relative, vec![(4, Ask::Reverse), (7, Ask::Seek(230))]),
        (once, vec![(3, Ask::Pause), (7, Ask::Resume)]),
        (once, vec![(3, Ask::Reverse)]),
        (three, vec![(3, Ask::Speed(3)), (5, Ask::Speed(-1))]),
        (three, vec![(2, Ask::Seek(250)), (4, Ask::Seek(10))]),
        (mirrored, vec![(2, Ask::Scrub(170)), (6, Ask::Resume)]),
        (once, vec![(2, Ask::Pause), (2, Ask::Seek(40)), (4, Ask::Reverse), (5, Ask::Resume)]),
        (forever, vec![(3, Ask::Speed(-2)), (9, Ask::Pause)]),
    ]
}

#[test]
fn a_motion_plays_as_a_clip_of_the_same_way_does() {
    let mut app = app(20);
    listen(&mut app);
    for easing in [Easing::LINEAR, Easing::OUT_CUBIC, Easing::OUT_BOUNCE] {
        let start = now(&app);
        let keys = [Keyframe::eased(ms(0), 10.0_f32, easing), Keyframe::linear(ms(100), 30.0)];
        let clip = ClipBuilder::new("way").track("Transform.translation.x", keys).build().unwrap();
        let clip = add::<CueClip>(&mut app, clip);
        let mut pairs = Vec::new();
        for (index, (play, asks)) in plays().into_iter().enumerate() {
            let player = ClipPlayer::new(start, clip.clone(), play);
            let from = Transform::from_xyz(10.0, 0.0, 0.0);
            let played = app.world_mut().spawn((from, player)).id();
            // Some own their value, and some start from the component.
            let mut motion = if index % 2 == 0 { Motion::at(10.0) } else { Motion::default() };
            Motion::<TranslationX>::tween_to(&mut motion, start, 30.0, ms(100), easing);
            motion.set_play(play);
            let moved = app.world_mut().spawn((from, motion)).id();
            pairs.push((played, moved, index, asks));
        }
        for frame in 0..30 {
            let now = now(&app);
            for (played, moved, _, asks) in &pairs {
                for (_, what) in asks.iter().filter(|(at, _)| *at == frame) {
                    ask(&mut *app.world_mut().get_mut::<ClipPlayer>(*played).unwrap(), now, *what);
                    let mut motion = app.world_mut().get_mut::<Motion<TranslationX>>(*moved);
                    ask(&mut **motion.as_mut().unwrap(), now, *what);
                }
            }
            app.update();
            for (played, moved, index, asks) in &pairs {
                let (clip, motion) = (place(&app, *played).x, place(&app, *moved).x);
                let case = format!("case {index}, {easing:?}, frame {frame}, {asks:?}");
                assert!((clip - motion).abs() < 1e-4, "{case}: {clip} and {motion}");
            }
        }
        for (played, moved, index, asks) in &pairs {
            let (clip, motion) = (reports_of(&app, *played), reports_of(&app, *moved));
            assert_eq!(clip, motion, "case {index}, {asks:?}");
            assert!(!clip.is_empty());
            app.world_mut().despawn(*played);
            app.world_mut().despawn(*moved);
        }
    }
}

#[test]
fn a_motion_that_repeats_hands_on_where_it_is_and_its_chain_starts_at_its_exact_end() {
    let mut app = app(20);
    listen(&mut app);
    let motion = Motion::<Translation>::at(Vec3::ZERO)
        .with_tween(Vec3::X, ms(30), Easing::LINEAR)
        .with_play(Play { repeat_mode: RepeatMode::PingPong, ..Play::from(Repeat::Times(4)) })
        .with_tween(Vec3::Y, ms(25), Easing::LINEAR)
        .with_play(Play { repeat_mode: RepeatMode::Relative, ..Play::from(Repeat::Times(2)) });
    let entity = app.world_mut().spawn((Transform::default(), motion)).id();
    updates(&mut app, 2);
    assert!((place(&app, entity).x - 2.0 / 3.0).abs() < 1e-6, "on its way back");
    let motion = app.world().get::<Motion<Translation>>(entity).unwrap();
    assert!((motion.progress(now(&app)).unwrap() - 2.0 / 3.0).abs() < 1e-6);
    updates(&mut app, 8);
    assert_eq!(place(&app, entity), Vec3::Y * 2.0, "twice the whole way");
    let reported = [
        ("start", 0, 0),
        ("loop", 30, 1),
        ("loop", 60, 2),
        ("loop", 90, 3),
        ("end", 120, 0),
        ("start", 120, 0),
        ("loop", 145, 1),
        ("end", 170, 0),
    ];
    assert_eq!(reports_of(&app, entity), reported);
    // A new target takes over from a motion that never ends.
    let time = now(&app);
    let mut motion = app.world_mut().get_mut::<Motion<Translation>>(entity).unwrap();
    motion.tween(time, Vec3::ZERO, Vec3::X, ms(100), Easing::LINEAR);
    motion.set_play(Repeat::Forever);
    updates(&mut app, 13);
    assert!((place(&app, entity).x - 0.6).abs() < 1e-6, "260 of 100 ms");
    let time = now(&app);
    let mut motion = app.world_mut().get_mut::<Motion<Translation>>(entity).unwrap();
    motion.tween_to(time, Vec3::ZERO, ms(60), Easing::LINEAR);
    updates(&mut app, 1);
    assert!((place(&app, entity).x - 0.4).abs() < 1e-6, "{}", place(&app, entity).x);
}

#[test]
fn a_motion_that_repeats_is_finished_where_its_last_pass_ends() {
    let mut app = app(20);
    listen(&mut app);
    let motion = Motion::<Translation>::at(Vec3::ZERO)
        .with_tween(Vec3::X, ms(100), Easing::LINEAR)
        .with_play(Play { repeat_mode: RepeatMode::PingPong, ..Play::from(Repeat::Times(2)) });
    let entity = app.world_mut().spawn((Transform::default(), motion)).id();
    updates(&mut app, 3);
    assert!((place(&app, entity).x - 0.6).abs() < 1e-6);
    let time = now(&app);
    app.world_mut().get_mut::<Motion<Translation>>(entity).unwrap().finish(time);
    updates(&mut app, 2);
    assert_eq!(place(&app, entity), Vec3::ZERO);
    assert_eq!(reports_of(&app, entity), [("start", 0, 0), ("skipped", 60, 0)]);
}

#[test]
fn a_change_adds_to_what_the_component_holds_or_to_the_last_target() {
    let mut app = app(20);
    let entity = app.world_mut().spawn(Transform::from_xyz(5.0, 0.0, 0.0)).id();
    let step = |app: &mut App| {
        let mut commands = app.world_mut().commands();
        commands.entity(entity).tween_by::<Translation>(Vec3::X * 10.0, ms(100), Easing::LINEAR);
    };
    step(&mut app);
    updates(&mut app, 2);
    assert_eq!(place(&app, entity).x, 9.0);
    step(&mut app);
    updates(&mut app, 6);
    assert_eq!(place(&app, entity).x, 25.0, "both steps");
    app.world_mut().get_mut::<Transform>(entity).unwrap().translation.x = 100.0;
    step(&mut app);
    updates(&mut app, 6);
    assert_eq!(place(&app, entity).x, 110.0, "from where the game has put it");
}
