use bevy_app::prelude::*;
use bevy_cueline::{cueline::value::Moving, prelude::*};
use bevy_ecs::{
    prelude::*,
    schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel},
};
use bevy_math::Vec3;
use bevy_time::{Time, Virtual};
use bevy_transform::components::Transform;

use crate::{Heard, app, heard, run_ms, updates};

fn start(app: &mut App, entity: Entity, act: impl FnOnce(&mut Motion<Translation>, &CueTime)) {
    let time = app.world().resource::<CueTime>().clone();
    act(&mut app.world_mut().get_mut::<Motion<Translation>>(entity).unwrap(), &time);
}

fn x(app: &App, entity: Entity) -> f32 {
    app.world().get::<Transform>(entity).unwrap().translation.x
}

fn spawn(app: &mut App) -> Entity {
    app.world_mut().spawn((Transform::default(), Motion::<Translation>::default())).id()
}

fn at(x: f32) -> Vec3 {
    Vec3::X * x
}

/// Ends as (property, milliseconds since zero, lateness in milliseconds).
fn listen(app: &mut App) {
    app.init_resource::<Heard<(Entity, &'static str, i64)>>();
    app.add_observer(
        |ended: On<MotionEnded>, mut heard: ResMut<Heard<(Entity, &'static str, i64)>>| {
            heard.0.push((ended.entity, ended.property, ended.due.flicks() / 705_600));
        },
    );
}

fn ends(app: &App) -> Vec<(Entity, &'static str, i64)> {
    heard(app)
}

#[test]
fn a_tween_goes_from_where_the_component_is_and_ends_exactly() {
    let mut app = app(20);
    listen(&mut app);
    let entity = app.world_mut().spawn(Transform::from_xyz(10.0, 0.0, 0.0)).id();
    app.world_mut().commands().entity(entity).tween_to::<Translation>(
        at(20.0),
        ms(100),
        Easing::Linear,
    );
    app.update();
    assert_eq!(x(&app, entity), 12.0);
    updates(&mut app, 3);
    assert_eq!(x(&app, entity), 18.0);
    updates(&mut app, 3);
    assert_eq!(x(&app, entity), 20.0);
    assert_eq!(ends(&app), [(entity, "Transform.translation", 100)], "once");
    // In the words of Bevy.
    app.world_mut().commands().entity(entity).tween_to::<Translation>(
        at(10.0),
        std::time::Duration::from_millis(40),
        Easing::Linear,
    );
    app.update();
    assert_eq!(x(&app, entity), 15.0);
}

#[test]
fn pictures_between_ticks_are_sampled() {
    let mut app = app(5); // a tick in each fourth frame
    let entity = spawn(&mut app);
    start(&mut app, entity, |motion, time| {
        motion.tween_to(time, at(100.0), ms(100), Easing::Linear);
    });
    let mut seen = Vec::new();
    for _ in 0..8 {
        app.update();
        seen.push(x(&app, entity).round());
    }
    assert_eq!(seen, [5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0, 40.0]);
}

#[test]
fn frame_rates_give_the_same_ends_and_values() {
    let run = |frame: u64| {
        let mut app = app(frame);
        listen(&mut app);
        let entity = spawn(&mut app);
        start(&mut app, entity, |motion, time| {
            motion.tween_to(time, at(8.0), ms(130), Easing::OUT_CUBIC);
            motion.then_spring_to(time, at(2.0), Spring::snappy(ms(200)));
            motion.then_tween_to(time, at(5.0), ms(70), Easing::OUT_ELASTIC);
        });
        run_ms(&mut app, 1200, frame);
        let ends: Vec<_> = ends(&app).into_iter().map(|(_, name, due)| (name, due)).collect();
        (ends, x(&app, entity))
    };
    let reference = run(4);
    assert_eq!(reference.0.len(), 3);
    assert_eq!(reference.1, 5.0);
    for frame in [5, 20, 40, 200] {
        assert_eq!(run(frame), reference, "frames of {frame} ms");
    }
}

#[test]
fn a_change_of_mind_keeps_place_and_velocity() {
    let mut app = app(20);
    let entity = spawn(&mut app);
    start(&mut app, entity, |motion, time| {
        motion.tween_to(time, at(100.0), ms(200), Easing::Linear); // 10 a frame
    });
    updates(&mut app, 5);
    assert_eq!(x(&app, entity), 50.0);
    start(&mut app, entity, |motion, time| {
        motion.spring_to(time, at(0.0), Spring::smooth(ms(400)))
    });
    app.update();
    assert!(x(&app, entity) > 54.0, "{} still goes on", x(&app, entity));
    updates(&mut app, 60);
    assert_eq!(x(&app, entity), 0.0);
}

#[test]
fn a_delayed_motion_lets_the_present_one_go_on() {
    let mut app = app(20);
    let entity = spawn(&mut app);
    start(&mut app, entity, |motion, time| {
        motion.tween_to(time, at(100.0), ms(200), Easing::Linear);
        motion.tween_after(time, ms(100), at(0.0), ms(100), Easing::Linear);
    });
    updates(&mut app, 4);
    assert_eq!(x(&app, entity), 40.0);
    updates(&mut app, 2);
    assert!((x(&app, entity) - 40.0).abs() < 0.01, "{} on its way back", x(&app, entity));
    updates(&mut app, 4);
    assert_eq!(x(&app, entity), 0.0);
}

/// What is sent to a motion, and to a value in motion of the core. With the delay in milliseconds.
#[derive(Clone, Copy, Debug)]
enum Sent {
    Tween(f32),
    TweenAfter(i64, f32),
    Elastic(i64, f32),
    Spring(f32),
    SpringAfter(i64, f32),
    Glide(f32),
}

impl Sent {
    fn to(self, motion: &mut Motion<TranslationX>, now: Moment) {
        match self {
            Self::Tween(to) => motion.tween_to(now, to, ms(130), Easing::OUT_QUAD),
            Self::TweenAfter(delay, to) => {
                motion.tween_after(now, ms(delay), to, ms(130), Easing::OUT_QUAD);
            }
            Self::Elastic(delay, to) => {
                motion.tween_after(now, ms(delay), to, ms(130), Easing::OUT_ELASTIC);
            }
            Self::Spring(to) => motion.spring_to(now, to, Spring::snappy(ms(150))),
            Self::SpringAfter(delay, to) => {
                motion.spring_after(now, ms(delay), to, Spring::snappy(ms(150)));
            }
            Self::Glide(to) => motion.glide_to(now, to, ms(130)),
        }
    }

    fn to_value(self, value: &mut Moving<f64>, now: bevy_cueline::cueline::time::Time) {
        let _taken = match self {
            Self::Tween(to) => value.tween_to(now, to.into(), ms(130), Easing::OUT_QUAD),
            Self::TweenAfter(delay, to) => {
                value.tween_after(now, ms(delay), to.into(), ms(130), Easing::OUT_QUAD)
            }
            Self::Elastic(delay, to) => {
                value.tween_after(now, ms(delay), to.into(), ms(130), Easing::OUT_ELASTIC)
            }
            Self::Spring(to) => value.spring_to(now, to.into(), Spring::snappy(ms(150))),
            Self::SpringAfter(delay, to) => {
                value.spring_after(now, ms(delay), to.into(), Spring::snappy(ms(150)))
            }
            Self::Glide(to) => value.glide_to(now, to.into(), ms(130)),
        };
    }
}

/// What is sent in each frame, in order.
type Program = Vec<(usize, Sent)>;

/// Something under way, one that waits to replace it, and one more: in later frames, and all at once.
fn two_that_wait() -> Vec<Program> {
    let (first, next) = ([Sent::Tween(100.0), Sent::Spring(100.0), Sent::Glide(100.0)], 60.0);
    let waiting =
        [Sent::TweenAfter(110, 50.0), Sent::SpringAfter(110, 50.0), Sent::Elastic(110, 50.0)];
    let last = [
        Sent::TweenAfter(50, next),
        Sent::TweenAfter(170, next),
        Sent::SpringAfter(50, next),
        Sent::Elastic(170, next),
        Sent::Tween(next),
        Sent::Spring(next),
        Sent::Glide(next),
    ];
    let mut all = Vec::new();
    for first in first {
        for waiting in waiting {
            for last in last {
                for frames in [[0, 2, 4], [0, 0, 2], [0, 0, 0]] {
                    all.push(frames.into_iter().zip([first, waiting, last]).collect());
                }
            }
        }
    }
    all
}

/// Something under way, and two of anything at one moment, of which the last counts.
fn two_at_one_moment() -> Vec<Program> {
    let kinds = |to: f32| {
        [
            Sent::Tween(to),
            Sent::TweenAfter(50, to),
            Sent::Elastic(0, to),
            Sent::Elastic(50, to),
            Sent::Spring(to),
            Sent::SpringAfter(50, to),
            Sent::Glide(to),
        ]
    };
    let mut all = Vec::new();
    for first in [Sent::Tween(100.0), Sent::Spring(100.0), Sent::Glide(100.0)] {
        for next in kinds(50.0) {
            all.extend(kinds(60.0).map(|last| vec![(0, first), (4, next), (4, last)]));
        }
    }
    all
}

/// Up to two of anything in each frame.
fn random(mut seed: u32) -> Program {
    let mut next = |below: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) % below
    };
    let mut sent = Vec::new();
    for call in 0..80 {
        let frame = call / 2;
        let (kind, delay, to) = (next(9), i64::from(next(16)) * 10, next(100) as f32);
        let kinds = [
            Sent::Tween(to),
            Sent::TweenAfter(delay, to),
            Sent::Elastic(delay, to),
            Sent::Spring(to),
            Sent::SpringAfter(delay, to),
            Sent::Glide(to),
        ];
        sent.extend(kinds.get(kind as usize).map(|kind| (frame, *kind)));
    }
    sent
}

#[test]
fn a_motion_goes_the_way_of_a_value_of_the_core_whatever_waits_to_replace_it() {
    let mut app = app(20);
    let mut programs = two_that_wait();
    programs.extend(two_at_one_moment());
    programs.extend((0..60).map(random));
    let mut all = Vec::new();
    for program in &programs {
        for motion in [Motion::<TranslationX>::at(0.0), Motion::default()] {
            let entity = app.world_mut().spawn((Transform::default(), motion)).id();
            all.push((program, entity, Moving::at(0.0)));
        }
    }
    for frame in 0..70 {
        let now = Moment::from(app.world().resource::<CueTime>());
        for (program, entity, value) in &mut all {
            for (_, sent) in program.iter().filter(|(at, _)| *at == frame) {
                let mut motion = app.world_mut().get_mut::<Motion<TranslationX>>(*entity).unwrap();
                sent.to(&mut motion, now);
                sent.to_value(value, now.time);
            }
        }
        app.update();
        let shown = app.world().resource::<Shown>().time(app.world().resource::<CueTime>());
        for (program, entity, value) in &all {
            let (found, right) = (f64::from(x(&app, *entity)), value.value(shown));
            assert!(
                (found - right).abs() < 0.01,
                "frame {frame} of {program:?}: {found}, and {right} is right"
            );
        }
    }
}

#[test]
fn a_motion_that_waits_to_replace_another_one_is_finished_in_its_first_frame_too() {
    for mut motion in [Motion::<TranslationX>::at(0.0), Motion::default()] {
        let mut app = app(20);
        let now = Moment::from(app.world().resource::<CueTime>());
        motion.tween_to(now, 100.0, ms(200), Easing::LINEAR);
        motion.tween_after(now, ms(100), 60.0, ms(200), Easing::LINEAR);
        motion.finish(now);
        let entity = app.world_mut().spawn((Transform::default(), motion)).id();
        updates(&mut app, 1);
        assert_eq!(x(&app, entity), 60.0);
        assert!(app.world().get::<Motion<TranslationX>>(entity).unwrap().is_resting());
    }
}

#[test]
fn a_delayed_motion_starts_from_what_the_game_wrote_meanwhile() {
    let mut app = app(20);
    let entity = spawn(&mut app);
    start(&mut app, entity, |motion, time| {
        motion.tween_after(time, ms(100), at(100.0), ms(100), Easing::Linear);
    });
    updates(&mut app, 2);
    app.world_mut().get_mut::<Transform>(entity).unwrap().translation.x = 60.0;
    updates(&mut app, 3);
    assert_eq!(x(&app, entity), 60.0);
    updates(&mut app, 1);
    assert_eq!(x(&app, entity), 68.0);
}

#[test]
fn a_duration_is_a_span_a_duration_of_rust_or_seconds() {
    let mut app = app(20);
    let rust = core::time::Duration::from_millis(300);
    for act in [
        |motion: &mut Motion<Translation>, time: &CueTime, _| {
            motion.tween_to(time, at(30.0), ms(300), Easing::Linear);
        },
        |motion: &mut Motion<Translation>, time: &CueTime, rust: core::time::Duration| {
            motion.tween_to(time, at(30.0), rust, Easing::Linear);
        },
        |motion: &mut Motion<Translation>, time: &CueTime, _| {
            motion.tween_to(time, at(30.0), 0.3, Easing::Linear);
        },
    ] {
        let entity = spawn(&mut app);
        start(&mut app, entity, |motion, time| act(motion, time, rust));
        let now = app.world().resource::<CueTime>().now();
        let ends = app.world().get::<Motion<Translation>>(entity).unwrap().ends_at();
        assert_eq!(ends, Some(now + ms(300)));
    }
    // Whole microseconds; what is no number is no time.
    let cases = [(0.1, 100_000), (2.683, 2_683_000), (-0.25, -250_000), (f32::NAN, 0)];
    for (seconds, micros) in cases {
        assert_eq!(seconds.into_span(), Span::from_micros(micros), "{seconds}");
    }
}

#[test]
fn a_motion_can_start_in_the_past() {
    let mut app = app(20);
    run_ms(&mut app, 1000, 20);
    let entity = spawn(&mut app);
    start(&mut app, entity, |motion, time| {
        motion.tween(time.ago(ms(80)), at(0.0), at(10.0), ms(200), Easing::Linear);
    });
    app.update();
    assert_eq!(x(&app, entity), 5.0);
}

#[derive(Resource, Default)]
struct Marked(usize);

/// An app that counts how often a `Transform` was marked changed.
fn app_with_marks() -> App {
    let mut app = app(20);
    app.init_resource::<Marked>().add_systems(
        Last,
        |changed: Query<(), Changed<Transform>>, mut marked: ResMut<Marked>| {
            marked.0 += changed.iter().count();
        },
    );
    app
}

#[test]
fn a_tween_to_the_same_value_marks_nothing_changed() {
    let mut app = app_with_marks();
    let entity = spawn(&mut app);
    app.world_mut().get_mut::<Transform>(entity).unwrap().translation.x = 1.0;
    app.update();
    app.world_mut().resource_mut::<Marked>().0 = 0;
    start(&mut app, entity, |motion, time| {
        motion.tween(time, at(1.0), at(1.0), ms(400), Easing::Linear);
    });
    updates(&mut app, 10);
    assert_eq!(app.world().resource::<Marked>().0, 0);
}

#[test]
fn what_rests_is_not_marked_changed() {
    let mut app = app_with_marks();
    let entity = spawn(&mut app);
    spawn(&mut app);
    app.update();
    app.world_mut().resource_mut::<Marked>().0 = 0;
    start(&mut app, entity, |motion, time| {
        motion.tween_after(time, ms(100), at(1.0), ms(100), Easing::Linear);
        motion.then_tween_to(time, at(1.0), ms(100), Easing::Linear); // stays where it is
    });
    updates(&mut app, 30);
    assert_eq!(app.world().resource::<Marked>().0, 5, "one in each frame in which it moved");
}

#[test]
fn a_motion_that_is_finished_says_that_it_was_skipped() {
    let mut app = app(20);
    app.init_resource::<Heard<Reason>>().add_observer(
        |ended: On<MotionEnded>, mut heard: ResMut<Heard<Reason>>| heard.0.push(ended.reason),
    );
    let entity = spawn(&mut app);
    start(&mut app, entity, |motion, time| {
        motion.tween_to(time, at(100.0), ms(200), Easing::Linear);
        motion.then_tween_to(time, at(30.0), ms(200), Easing::Linear);
    });
    updates(&mut app, 2);
    start(&mut app, entity, |motion, time| motion.finish(time));
    app.update();
    assert_eq!((x(&app, entity), heard::<Reason>(&app)), (30.0, vec![Reason::Skipped]));
}

#[test]
fn a_spring_whose_chain_is_finished_at_a_later_moment_shows_its_value_until_then() {
    let mut app = app(20);
    let entity = spawn(&mut app);
    start(&mut app, entity, |motion, time| {
        motion.spring_to(time, at(10.0), Spring::smooth(ms(400)));
        motion.then_tween_to(time, at(-1000.0), ms(200), Easing::Linear);
    });
    updates(&mut app, 4);
    start(&mut app, entity, |motion, time| {
        motion.finish(time.at(time.now() + ms(200)));
    });
    app.update();
    assert!((0.0..=10.0).contains(&x(&app, entity)), "{}", x(&app, entity));
    updates(&mut app, 10);
    assert_eq!(x(&app, entity), -1000.0);
}

#[test]
fn exactly_once_over_removal_despawn_and_observers_that_despawn() {
    let mut app = app(20);
    listen(&mut app);
    let entities: Vec<_> = (0..4).map(|_| spawn(&mut app)).collect();
    for &entity in &entities {
        start(&mut app, entity, |motion, time| {
            motion.tween_to(time, at(10.0), ms(100), Easing::Linear);
            motion.then_tween_to(time, at(0.0), ms(100), Easing::Linear);
        });
    }
    app.world_mut().entity_mut(entities[3]).observe(
        |ended: On<MotionEnded>, mut commands: Commands| {
            commands.entity(ended.entity).try_despawn();
        },
    );
    updates(&mut app, 2);
    app.world_mut().despawn(entities[0]);
    app.world_mut().entity_mut(entities[1]).remove::<Motion<Translation>>();
    let reused = spawn(&mut app); // may have the index of the despawned entity
    updates(&mut app, 20);
    let ends: Vec<_> = ends(&app).into_iter().map(|(entity, _, due)| (entity, due)).collect();
    assert_eq!(ends, [(entities[2], 100), (entities[3], 100), (entities[2], 200)]);
    assert_eq!(x(&app, reused), 0.0);
    assert!(app.world().get_entity(entities[3]).is_err());
}

#[test]
fn ends_come_in_the_order_of_time_whatever_the_property() {
    let mut app = app(100);
    listen(&mut app);
    let entity = app.world_mut().spawn(Transform::default()).id();
    app.world_mut()
        .commands()
        .entity(entity)
        .tween_to::<Translation>(at(1.0), ms(90), Easing::Linear)
        .tween_to::<TransformRotation>(bevy_math::Quat::IDENTITY, ms(30), Easing::Linear)
        .tween_to::<Scale>(Vec3::ONE, ms(60), Easing::Linear);
    updates(&mut app, 2);
    let order: Vec<_> = ends(&app).into_iter().map(|(_, name, due)| (name, due)).collect();
    let expected =
        [("Transform.rotation", 30), ("Transform.scale", 60), ("Transform.translation", 90)];
    assert_eq!(order, expected);
}

#[test]
fn the_world_pauses_and_the_menu_goes_on() {
    struct Menu;
    let mut app = app(20);
    app.add_cue_clock::<Menu>(ClockSource::Real);
    let (piece, button) = (spawn(&mut app), spawn(&mut app));
    start(&mut app, piece, |motion, time| motion.tween_to(time, at(10.0), ms(200), Easing::Linear));
    updates(&mut app, 5);
    app.world_mut().resource_mut::<Time<Virtual>>().pause();
    let menu = app.world().resource::<CueTime<Menu>>().clone();
    start(&mut app, button, |motion, _| motion.tween_to(&menu, at(10.0), ms(200), Easing::Linear));
    updates(&mut app, 5);
    assert_eq!((x(&app, piece), x(&app, button)), (5.0, 5.0));
    app.world_mut().resource_mut::<Time<Virtual>>().unpause();
    app.world_mut().resource_mut::<CueTime>().set_speed(Speed::new(1, 2).unwrap());
    updates(&mut app, 2);
    let place = |entity| (x(&app, entity) * 1000.0).round() / 1000.0;
    assert_eq!((place(piece), place(button)), (6.0, 7.0));
    app.world_mut().resource_mut::<CueTime>().pause();
    updates(&mut app, 3);
    assert_eq!((x(&app, piece).round(), x(&app, button)), (6.0, 10.0));
}

#[test]
fn another_clock_takes_over_from_where_the_value_is() {
    struct Menu;
    let mut app = app(20);
    app.add_cue_clock::<Menu>(ClockSource::Manual);
    let entity = spawn(&mut app);
    start(&mut app, entity, |motion, time| {
        motion.tween_to(time, at(10.0), ms(200), Easing::Linear)
    });
    updates(&mut app, 5);
    let menu = app.world().resource::<CueTime<Menu>>().clone();
    start(&mut app, entity, |motion, _| motion.tween_to(&menu, at(0.0), ms(100), Easing::Linear));
    updates(&mut app, 5);
    assert_eq!(x(&app, entity), 5.0, "the other clock stands still");
    app.world_mut().resource_mut::<CueTime<Menu>>().step(ms(20));
    app.update();
    assert_eq!(x(&app, entity), 4.0);
}

#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Digest, Lerp)]
struct Lamp {
    glow: f32,
    height: f32,
}

property! {
    /// The intensity of a lamp.
    Glow = Lamp.glow: f32
}

#[test]
fn components_of_the_game_move_as_a_whole_and_by_part() {
    let mut app = app(20);
    app.animate::<Lamp>().animate::<Glow>();
    let [whole, part] = [(); 2].map(|()| app.world_mut().spawn(Lamp::default()).id());
    let lit = Lamp { glow: 10.0, height: 20.0 };
    let mut commands = app.world_mut().commands();
    commands.entity(whole).tween_to::<Lamp>(lit, ms(200), Easing::Linear);
    commands.entity(part).spring_to::<Glow>(10.0, Spring::smooth(ms(100)));
    updates(&mut app, 5);
    assert_eq!(app.world().get::<Lamp>(whole), Some(&Lamp { glow: 5.0, height: 10.0 }));
    updates(&mut app, 20);
    assert_eq!(app.world().get::<Lamp>(part), Some(&Lamp { glow: 10.0, height: 0.0 }));
}

#[test]
fn colours_and_ui_move() {
    use bevy_color::{Color, LinearRgba};
    let mut app = app(20);
    let white = Color::WHITE;
    let entity = app
        .world_mut()
        .spawn((
            bevy_sprite::Sprite { color: white, ..Default::default() },
            bevy_text::TextColor(white),
            bevy_ui::BackgroundColor(white),
            bevy_ui::Node { width: bevy_ui::Val::Px(10.0), ..Default::default() },
        ))
        .id();
    let black = LinearRgba::new(0.0, 0.0, 0.0, 1.0);
    app.world_mut()
        .commands()
        .entity(entity)
        .tween_to::<SpriteColor>(black, ms(100), Easing::Linear)
        .tween_to::<TextTint>(black, ms(100), Easing::Linear)
        .tween_to::<Background>(black, ms(100), Easing::Linear)
        .tween_to::<NodeWidth>(20.0, ms(100), Easing::Linear);
    app.update();
    let grey = Color::LinearRgba(LinearRgba::new(0.8, 0.8, 0.8, 1.0));
    let world = app.world();
    assert_eq!(world.get::<bevy_sprite::Sprite>(entity).unwrap().color, grey);
    assert_eq!(world.get::<bevy_text::TextColor>(entity).unwrap().0, grey);
    assert_eq!(world.get::<bevy_ui::BackgroundColor>(entity).unwrap().0, grey);
    assert_eq!(world.get::<bevy_ui::Node>(entity).unwrap().width, bevy_ui::Val::Px(12.0));
}

#[test]
fn query_results_are_staggered() {
    let mut app = app(20);
    let entities: Vec<_> = (0..3).map(|_| spawn(&mut app)).collect();
    app.add_systems(
        FixedUpdate,
        |time: Res<CueTime>,
         mut motions: Query<&mut Motion<Translation>>,
         mut done: Local<bool>| {
            if !core::mem::replace(&mut *done, true) {
                for (i, mut motion) in motions.iter_mut().enumerate() {
                    motion.tween_after(&time, ms(40) * i, at(10.0), ms(100), Easing::Linear);
                }
            }
        },
    );
    updates(&mut app, 6);
    let xs: Vec<_> = entities.iter().map(|&entity| x(&app, entity).round()).collect();
    assert_eq!(xs, [10.0, 6.0, 2.0]);
}

#[test]
fn a_start_in_fixed_update_shows_in_the_same_frame() {
    let mut app = app(40); // two ticks a frame
    let entity = spawn(&mut app);
    app.add_systems(
        FixedUpdate,
        |time: Res<CueTime>, mut motion: Single<&mut Motion<Translation>>| {
            if time.tick() == Tick::new(1) {
                motion.tween_to(&time, at(10.0), ms(100), Easing::Linear);
            }
        },
    );
    app.update();
    assert_eq!(x(&app, entity), 2.0, "it started at the first of the two ticks");
}

#[test]
fn no_systems_are_ambiguous() {
    let mut app = app(20);
    app.animate::<Lamp>().add_queue::<u8>();
    for schedule in [First.intern(), FixedFirst.intern(), PostUpdate.intern()] {
        app.edit_schedule(schedule, |schedule| {
            schedule.set_build_settings(ScheduleBuildSettings {
                ambiguity_detection: LogLevel::Error,
                ..Default::default()
            });
        });
    }
    updates(&mut app, 3);
}

#[test]
fn a_motion_without_its_component_is_no_panic() {
    let mut app = app(20);
    let entity = app.world_mut().spawn(Motion::<Translation>::default()).id();
    start(&mut app, entity, |motion, time| motion.tween_to(time, at(1.0), ms(100), Easing::Linear));
    updates(&mut app, 2);
    app.world_mut().entity_mut(entity).insert(Transform::default());
    updates(&mut app, 10);
    assert_eq!(x(&app, entity), 1.0, "it goes on when the component comes");
    let bare = app.world_mut().spawn_empty().id();
    let mut commands = app.world_mut().commands();
    commands.entity(bare).tween_to::<Translation>(at(1.0), ms(100), Easing::Linear);
    commands.entity(entity).despawn();
    commands.entity(entity).tween_to::<Translation>(at(1.0), ms(100), Easing::Linear);
    updates(&mut app, 2);
}

#[test]
fn springs_are_shown_close_to_their_exact_value() {
    let mut app = app(7);
    let springs = [
        (Spring::smooth(ms(400)), 1.0),
        (Spring::snappy(ms(300)), 0.85),
        (Spring::bouncy(ms(900)), 0.7),
        (Spring::with_bounce(ms(500), 0.95), 0.05),
        (Spring::with_bounce(ms(500), -0.5), 1.0), // above critical damping
    ];
    // More than are computed together, with a tween between them.
    let moving: Vec<_> = (0..100)
        .map(|i| (spawn(&mut app), springs[i % springs.len()], 10.0 + i as f32, 0.001 * i as f32))
        .collect();
    let tween = spawn(&mut app);
    start(&mut app, tween, |motion, time| {
        motion.tween_to(time, at(1.0), secs(3.0), Easing::Linear);
    });
    for (entity, (spring, _), goal, wait) in &moving {
        start(&mut app, *entity, |motion, time| {
            if wait.fract() > 0.05 {
                motion.spring_to(time, at(*goal), *spring);
                return;
            }
            motion.throw_to(time, Vec3::ZERO, at(*goal), at(-100.0), *spring);
            motion.spring_after(time, secs(0.2 + f64::from(*wait)), at(*goal), *spring);
        });
    }
    let (mut shown, mut other) = (0, 0);
    for _ in 0..150 {
        app.update();
        for (entity, (_, damping), goal, _) in &moving {
            let motion = app.world().get::<Motion<Translation>>(*entity).unwrap();
            let time = app.world().resource::<CueTime>();
            let shown_at = app.world().resource::<Shown>().time(time);
            let Some(exact) = motion.value(time.at(shown_at)) else { continue };
            let off = (x(&app, *entity) - exact.x).abs();
            let reach = goal.abs() + 100.0;
            assert!(off <= (1.0 + 0.1 / damping) * 2e-6 * reach, "{off} of {exact}");
            shown += 1;
            other += u32::from(off > 0.0);
        }
    }
    assert!(shown > 10_000, "{shown} were on their way");
    assert!(other > 0, "single precision was used");
}

#[test]
fn a_spring_shows_the_same_bits_whenever_its_entity_appears() {
    let mut app = app(20);
    let zero = app.world().resource::<CueTime>().ago(Span::ZERO);
    let spring = |goal: u16| {
        let mut motion = Motion::<Translation>::at(Vec3::ZERO);
        motion.spring_to(zero, at(f32::from(goal)), Spring::bouncy(secs(2.0)));
        (Transform::default(), motion)
    };
    let first: Vec<_> = (1..40).map(|i| app.world_mut().spawn(spring(i)).id()).collect();
    for _ in 0..20 {
        app.update();
        let late: Vec<_> = (1..40).map(|i| app.world_mut().spawn(spring(i)).id()).collect();
        app.update();
        for (first, late) in first.iter().zip(&late) {
            assert_eq!(x(&app, *first).to_bits(), x(&app, *late).to_bits());
            assert!(x(&app, *first) > 0.0);
        }
        for late in late {
            app.world_mut().despawn(late);
        }
    }
}

#[test]
fn springs_show_and_mark_the_same_whatever_moves_next_to_them() {
    let mut app = app_with_marks();
    let (mut springs, mut tweens) = (Vec::new(), Vec::new());
    // Fewer than are computed together, just as many, and more, in runs between tweens.
    for run in [1, 3, 4, 15, 16, 17, 40] {
        for _ in 0..run {
            let spring = spawn(&mut app);
            start(&mut app, spring, |motion, time| {
                motion.spring_to(time, at(100.0), Spring::bouncy(secs(5.0)));
            });
            springs.push(spring);
        }
        let tween = spawn(&mut app);
        start(&mut app, tween, |motion, time| {
            motion.tween_to(time, at(100.0), secs(5.0), Easing::IN_OUT_SINE);
        });
        tweens.push(tween);
    }
    let mut last = [0.0; 2];
    for _ in 0..20 {
        app.world_mut().resource_mut::<Marked>().0 = 0;
        app.update();
        let [spring, tween] = [springs[0], tweens[0]].map(|entity| x(&app, entity));
        assert!(spring > last[0] && tween > last[1], "{spring} and {tween} after {last:?}");
        last = [spring, tween];
        assert!(springs.iter().all(|entity| x(&app, *entity).to_bits() == spring.to_bits()));
        assert!(tweens.iter().all(|entity| x(&app, *entity).to_bits() == tween.to_bits()));
        let marked = app.world().resource::<Marked>().0;
        assert_eq!(marked, springs.len() + tweens.len());
    }
    app.world_mut().resource_mut::<CueTime>().pause();
    app.update();
    app.world_mut().resource_mut::<Marked>().0 = 0;
    updates(&mut app, 3);
    assert_eq!(app.world().resource::<Marked>().0, 0, "the clock stands");
}

#[test]
fn springs_show_the_bits_of_one_alone_however_many_start_with_it() {
    let mut app = app_with_marks();
    let time = app.world().resource::<CueTime>().clone();
    let spring = |app: &mut App, start: usize| {
        let entity = spawn(app);
        let mut motion = app.world_mut().get_mut::<Motion<Translation>>(entity).unwrap();
        motion.spring_to(time.ago(ms(7) * start), at(100.0), Spring::bouncy(secs(5.0)));
        entity
    };
    let alone = [0, 1, 2].map(|start| {
        let entity = spring(&mut app, start);
        spawn(&mut app); // rests between them
        entity
    });
    let mut springs = Vec::new();
    for run in [7, 8, 9, 16, 31, 32, 33, 70] {
        for start in 0..3 {
            springs.extend((0..run).map(|_| (start, spring(&mut app, start))));
        }
    }
    app.update();
    for _ in 0..20 {
        app.world_mut().resource_mut::<Marked>().0 = 0;
        app.update();
        let right = alone.map(|entity| x(&app, entity));
        assert!(right.is_sorted() && right[0] > 0.0 && right[0] < right[2], "{right:?}");
        for (start, entity) in &springs {
            assert_eq!(x(&app, *entity).to_bits(), right[*start].to_bits(), "start {start}");
        }
        assert_eq!(app.world().resource::<Marked>().0, alone.len() + springs.len());
    }
}

#[test]
fn tweens_show_and_mark_their_values_whatever_moves_next_to_them() {
    struct Menu;
    let easings = [
        Easing::LINEAR,
        Easing::OUT_QUAD,
        Easing::IN_CUBIC,
        Easing::IN_OUT_SINE,
        Easing::IN_OUT_BACK,
        Easing::OUT_ELASTIC, // not computed by the block
    ];
    let mut app = app_with_marks();
    app.add_cue_clock::<Menu>(ClockSource::Manual);
    let world = app.world().resource::<CueTime>().clone();
    let menu = app.world().resource::<CueTime<Menu>>().clone();
    let (mut tweens, mut menus) = (Vec::new(), Vec::new());
    // Runs of equal and of different easings, as long as what is computed together, shorter and longer, that start all at
    // once, some at once, and one by one.
    let runs = [1, 15, 16, 17, 32, 50, 80]
        .into_iter()
        .flat_map(|run| [(run, 1), (run, 4), (run, 6)])
        .flat_map(|(run, different)| [run, 19, 1].map(|at_once| (run, different, at_once)));
    for (run, different, at_once) in runs {
        for i in 0..run {
            let tween = spawn(&mut app);
            let mut motion = app.world_mut().get_mut::<Motion<Translation>>(tween).unwrap();
            let goal = at(1.0 + tweens.len() as f32);
            let start = world.ago(ms(3) * (i / at_once));
            motion.tween_to(start, goal, secs(5.0), easings[i % different]);
            tweens.push(tween);
        }
        for _ in 0..run {
            spawn(&mut app); // rests
        }
        let tween = spawn(&mut app);
        let mut motion = app.world_mut().get_mut::<Motion<Translation>>(tween).unwrap();
        motion.tween_to(&menu, at(100.0), secs(5.0), Easing::IN_QUAD);
        menus.push(tween);
    }
    app.update();
    for frame in 0..20 {
        let menu_moves = frame % 2 == 0;
        if menu_moves {
            app.world_mut().resource_mut::<CueTime<Menu>>().step(ms(20));
        }
        app.world_mut().resource_mut::<Marked>().0 = 0;
        app.update();
        let shown = app.world().resource::<Shown>();
        let now = shown.time(&world);
        let menu_now = shown.time(&menu);
        let all = tweens.iter().map(|tween| (tween, world.at(now)));
        for (tween, now) in all.chain(menus.iter().map(|tween| (tween, menu.at(menu_now)))) {
            let motion = app.world().get::<Motion<Translation>>(*tween).unwrap();
            let value = motion.value(now).unwrap().x;
            assert_eq!(x(&app, *tween).to_bits(), value.to_bits(), "{motion:?}");
        }
        let marked = app.world().resource::<Marked>().0;
        let menus = if menu_moves { menus.len() } else { 0 };
        assert_eq!(marked, tweens.len() + menus, "frame {frame}");
    }
}

#[test]
fn an_end_is_told_before_the_start_that_it_brings_about() {
    let mut app = app(20);
    app.init_resource::<Heard<(&'static str, i64)>>()
        .add_observer(
            |started: On<MotionStarted>, mut heard: ResMut<Heard<(&'static str, i64)>>| {
                heard.0.push(("start", started.due.flicks() / 705_600));
            },
        )
        .add_observer(|ended: On<MotionEnded>, mut heard: ResMut<Heard<(&'static str, i64)>>| {
            heard.0.push(("end", ended.due.flicks() / 705_600));
        });
    let entity = spawn(&mut app);
    start(&mut app, entity, |motion, time| {
        motion.tween_to(time, at(1.0), ms(50), Easing::Linear);
        motion.then_tween_to(time, at(2.0), ms(50), Easing::Linear);
        motion.then_tween_to(time, at(3.0), Span::ZERO, Easing::Linear);
    });
    updates(&mut app, 10);
    let reports = heard::<(&'static str, i64)>(&app);
    let right =
        [("start", 0), ("end", 50), ("start", 50), ("end", 100), ("start", 100), ("end", 100)];
    assert_eq!(reports, right);
}

#[test]
fn a_number_that_is_not_finite_leaves_the_motion_as_it_was() {
    let app = app(20);
    let time = app.world().resource::<CueTime>().clone();
    let mut motion = Motion::<TranslationX>::at(0.0);
    motion.tween_to(&time, 10.0, ms(100), Easing::LINEAR);
    let shown = |motion: &Motion<TranslationX>| motion.value(time.at(time.now() + ms(50)));
    motion.tween_to(&time, f32::NAN, ms(100), Easing::LINEAR);
    motion.tween(&time, f32::INFINITY, 1.0, ms(100), Easing::LINEAR);
    motion.spring_to(&time, f32::NAN, Spring::snappy(ms(100)));
    motion.then_tween_to(&time, f32::NAN, ms(100), Easing::LINEAR);
    motion.throw_to(&time, 0.0, 1.0, f32::NAN, Spring::snappy(ms(100)));
    assert_eq!((shown(&motion), motion.target()), (Some(5.0), Some(10.0)));
}
