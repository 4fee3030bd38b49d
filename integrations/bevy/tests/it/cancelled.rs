//! A motion that has started comes to its end or is cancelled: once, and at an exact time.

use bevy_app::prelude::*;
use bevy_cueline::{CancelCause, prelude::*};
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_transform::components::Transform;

use crate::{Heard, app, heard, run_ms, updates};

/// What is reported, with its time in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Reported {
    Start(i64),
    End(i64),
    Cancel(i64, CancelCause),
}

type Line = (Entity, Reported);

fn ms_of(due: bevy_cueline::cueline::time::Time) -> i64 {
    due.flicks() / 705_600
}

fn listen(app: &mut App) {
    app.init_resource::<Heard<Line>>()
        .add_observer(|event: On<MotionStarted>, mut heard: ResMut<Heard<Line>>| {
            heard.0.push((event.entity, Reported::Start(ms_of(event.due))));
        })
        .add_observer(|event: On<MotionEnded>, mut heard: ResMut<Heard<Line>>| {
            heard.0.push((event.entity, Reported::End(ms_of(event.due))));
        })
        .add_observer(|event: On<MotionCancelled>, mut heard: ResMut<Heard<Line>>| {
            heard.0.push((event.entity, Reported::Cancel(ms_of(event.due), event.cause)));
        });
}

fn reports_of(app: &App, entity: Entity) -> Vec<Reported> {
    let own = |(of, reported): &Line| (*of == entity).then_some(*reported);
    heard::<Line>(app).iter().filter_map(own).collect()
}

fn act(app: &mut App, entity: Entity, act: impl FnOnce(&mut Motion<Translation>, &CueTime)) {
    let time = app.world().resource::<CueTime>().clone();
    act(&mut app.world_mut().get_mut::<Motion<Translation>>(entity).unwrap(), &time);
}

fn spawn(app: &mut App) -> Entity {
    app.world_mut().spawn((Transform::default(), Motion::<Translation>::default())).id()
}

#[test]
fn a_motion_that_is_cut_short_says_when_and_why() {
    use CancelCause::{Removed, Replaced, Stopped};
    use Reported::{Cancel, End, Start};

    const EASING: Easing = Easing::LINEAR;
    fn tween_to(motion: &mut Motion<Translation>, time: &CueTime) {
        motion.tween_to(time, Vec3::Y, ms(50), EASING);
    }

    let mut app = app(20);
    listen(&mut app);
    type Cut = fn(&mut App, Entity);
    let cuts: [(Cut, &[Reported]); 12] = [
        (|_, _| (), &[Start(0), End(100)]),
        (|app, e| act(app, e, tween_to), &[Start(0), Cancel(60, Replaced), Start(60), End(110)]),
        (
            |app, e| {
                act(app, e, |motion, time| {
                    motion.tween(time.ago(ms(10)), Vec3::ZERO, Vec3::X, ms(50), EASING);
                });
            },
            &[Start(0), Cancel(50, Replaced), Start(50), End(100)],
        ),
        (
            |app, e| {
                act(app, e, |motion, time| {
                    motion.throw_to(
                        time,
                        Vec3::ZERO,
                        Vec3::ZERO,
                        Vec3::ZERO,
                        Spring::snappy(ms(50)),
                    );
                    motion.finish(time);
                });
            },
            &[Start(0), Cancel(60, Replaced), Start(60), End(60)],
        ),
        (|app, e| act(app, e, |motion, time| motion.stop(time)), &[Start(0), Cancel(60, Stopped)]),
        (|app, e| act(app, e, |motion, _| motion.set(Vec3::X)), &[Start(0), Cancel(80, Stopped)]),
        // A delayed motion takes over while the present one is on its way, and after its end.
        (
            |app, e| {
                act(app, e, |motion, time| {
                    motion.tween_after(time, ms(25), Vec3::Y, ms(50), EASING);
                });
            },
            &[Start(0), Cancel(85, Replaced), Start(85), End(135)],
        ),
        (
            |app, e| {
                act(app, e, |motion, time| {
                    motion.tween_after(time, ms(70), Vec3::Y, ms(50), EASING);
                });
            },
            &[Start(0), End(100), Start(130), End(180)],
        ),
        // One that would take over is stopped before.
        (
            |app, e| {
                act(app, e, |motion, time| {
                    motion.tween_after(time, ms(25), Vec3::Y, ms(50), EASING);
                    motion.stop(time);
                });
            },
            &[Start(0), Cancel(60, Stopped)],
        ),
        // What it writes is gone.
        (
            |app, e| _ = app.world_mut().entity_mut(e).remove::<Transform>(),
            &[Start(0), Cancel(80, Removed)],
        ),
        // It is gone itself.
        (
            |app, e| _ = app.world_mut().entity_mut(e).remove::<Motion<Translation>>(),
            &[Start(0), Cancel(60, Removed)],
        ),
        (
            |app, e| _ = app.world_mut().entity_mut(e).insert(Motion::<Translation>::default()),
            &[Start(0), Cancel(60, Removed)],
        ),
    ];
    let entities = cuts.map(|(cut, expected)| (spawn(&mut app), cut, expected));
    for (entity, ..) in entities {
        act(&mut app, entity, |motion, time| motion.tween_to(time, Vec3::X, ms(100), EASING));
    }
    updates(&mut app, 3);
    for (entity, cut, _) in entities {
        cut(&mut app, entity);
    }
    updates(&mut app, 20);
    for (case, (entity, _, expected)) in entities.into_iter().enumerate() {
        assert_eq!(reports_of(&app, entity), *expected, "case {case}");
    }
}

#[test]
fn a_motion_whose_entity_is_despawned_is_cancelled_by_a_message() {
    let mut app = app(20);
    app.init_resource::<Heard<(Entity, CancelCause)>>().add_systems(
        Last,
        |mut cancelled: MessageReader<MotionCancelled>,
         mut heard: ResMut<Heard<(Entity, CancelCause)>>| {
            heard.0.extend(cancelled.read().map(|event| (event.entity, event.cause)));
        },
    );
    let entities = [spawn(&mut app), spawn(&mut app)];
    act(&mut app, entities[0], |motion, time| {
        motion.tween_to(time, Vec3::X, ms(100), Easing::LINEAR);
    });
    updates(&mut app, 3);
    for entity in entities {
        app.world_mut().despawn(entity);
    }
    updates(&mut app, 2);
    let reported = heard::<(Entity, CancelCause)>(&app);
    assert_eq!(reported, [(entities[0], CancelCause::Removed)]);
}

#[test]
fn a_motion_that_waits_for_its_component_is_not_cancelled() {
    let mut app = app(20);
    listen(&mut app);
    let entity = app.world_mut().spawn(Motion::<Translation>::default()).id();
    act(&mut app, entity, |motion, time| {
        motion.tween_to(time, Vec3::X, ms(100), Easing::LINEAR);
    });
    updates(&mut app, 3);
    app.world_mut().entity_mut(entity).insert(Transform::default());
    updates(&mut app, 4);
    assert_eq!(reports_of(&app, entity), [Reported::Start(0), Reported::End(100)]);
}

#[test]
fn a_motion_by_path_is_cancelled_where_its_component_goes_and_where_it_goes_itself() {
    use bevy_reflect::prelude::*;

    #[derive(Component, Default, Reflect)]
    #[reflect(Component)]
    struct Lamp {
        glow: f32,
    }

    let mut app = app(20);
    app.register_type::<Lamp>();
    listen(&mut app);
    let entities = [(); 3].map(|()| app.world_mut().spawn(Lamp::default()).id());
    for entity in entities {
        let mut commands = app.world_mut().commands();
        commands.entity(entity).tween_path("Lamp.glow", 1.0_f32, ms(100), Easing::LINEAR);
    }
    updates(&mut app, 3);
    app.world_mut().entity_mut(entities[0]).remove::<Lamp>();
    app.world_mut().entity_mut(entities[1]).remove::<PathMotions>();
    updates(&mut app, 5);
    let removed = |at| vec![Reported::Start(0), Reported::Cancel(at, CancelCause::Removed)];
    let ended = vec![Reported::Start(0), Reported::End(100)];
    let expected = [removed(80), removed(60), ended];
    assert_eq!(entities.map(|entity| reports_of(&app, entity)), expected);
}

#[test]
fn a_player_that_goes_before_its_end_says_so_once_and_one_that_has_ended_does_not() {
    use bevy_cueline::cueline::timeline::{TimelineBuilder, to};
    use bevy_image::TextureAtlas;
    use bevy_sprite::Sprite;

    use crate::play::{add, now};

    type Line = (Entity, CueEventKind, i64);
    const X: &str = "Transform.translation.x";
    /// What is done to the entity of a player.
    type Cut = fn(&mut EntityWorldMut, &Kind);
    type Insert = Box<dyn Fn(&mut EntityWorldMut, Moment)>;
    type Expected = Vec<(CueEventKind, i64)>;
    /// How a player is inserted and removed.
    struct Kind {
        insert: Insert,
        remove: fn(&mut EntityWorldMut),
    }

    let mut app = app(20);
    app.init_resource::<Heard<Line>>()
        .add_observer(|event: On<CueEvent>, mut heard: ResMut<Heard<Line>>| {
            assert_eq!(event.kind == CueEventKind::Cancelled, event.reason == Reason::Cancelled);
            heard.0.push((event.entity, event.kind.clone(), ms_of(event.due)));
        })
        .init_resource::<Heard<Entity>>()
        .add_systems(
            Last,
            |mut cues: MessageReader<CueEvent>, mut heard: ResMut<Heard<Entity>>| {
                let gone = cues.read().filter(|event| event.kind == CueEventKind::Cancelled);
                heard.0.extend(gone.map(|event| event.entity));
            },
        );
    let keys = [Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(ms(100), 1.0)];
    let clip = ClipBuilder::new("clip").track(X, keys).build().unwrap();
    let clip = add::<CueClip>(&mut app, clip);
    let scene = TimelineBuilder::new("scene")
        .start(X.to_owned(), 0.0_f32)
        .then(to(X.to_owned(), 1.0_f32).duration(ms(100)));
    let scene = add::<CueTimeline>(&mut app, scene.build().unwrap());
    let book = Flipbook::equal(2, ms(50)).unwrap().times(1).unwrap();
    let book = add::<CueFlipbook>(&mut app, book);
    let kinds = [
        Kind {
            insert: Box::new(move |entity, now| {
                entity.insert(ClipPlayer::new(now, clip.clone(), Repeat::Once));
            }),
            remove: |entity| _ = entity.remove::<ClipPlayer>(),
        },
        Kind {
            insert: Box::new(move |entity, now| {
                entity.insert(TimelinePlayer::new(now, scene.clone(), Repeat::Once));
            }),
            remove: |entity| _ = entity.remove::<TimelinePlayer>(),
        },
        Kind {
            insert: Box::new(move |entity, now| {
                entity.insert(FlipbookPlayer::new(now, book.clone()));
            }),
            remove: |entity| _ = entity.remove::<FlipbookPlayer>(),
        },
    ];
    let moment = |entity: &EntityWorldMut| Moment::from(entity.world().resource::<CueTime>());
    use CueEventKind::{Cancelled, End, Start};
    let cuts: [(i64, Cut, Expected); 4] = [
        (60, |_, _| (), vec![(Start, 0), (End, 100)]),
        (60, |entity, kind| (kind.remove)(entity), vec![(Start, 0), (Cancelled, 60)]),
        (
            60,
            |entity, kind| {
                let now = Moment::from(entity.world().resource::<CueTime>());
                (kind.insert)(entity, now);
            },
            vec![(Start, 0), (Cancelled, 60), (Start, 60), (End, 160)],
        ),
        (140, |entity, kind| (kind.remove)(entity), vec![(Start, 0), (End, 100)]),
    ];
    let mut all = Vec::new();
    for kind in &kinds {
        for (at, cut, expected) in &cuts {
            let sprite =
                Sprite { texture_atlas: Some(TextureAtlas::default()), ..Default::default() };
            let mut entity = app.world_mut().spawn((Transform::default(), sprite));
            let now = moment(&entity);
            (kind.insert)(&mut entity, now);
            all.push((entity.id(), kind, *at, *cut, expected));
        }
    }
    // One more of each is despawned, and one has not begun.
    let mut gone = Vec::new();
    for kind in &kinds {
        for later in [0, 500] {
            let sprite =
                Sprite { texture_atlas: Some(TextureAtlas::default()), ..Default::default() };
            let mut entity = app.world_mut().spawn((Transform::default(), sprite));
            let mut now = moment(&entity);
            now.time += ms(later);
            (kind.insert)(&mut entity, now);
            gone.push((entity.id(), later == 0));
        }
    }
    let begun = now(&app).time;
    for _ in 0..12 {
        let passed = ms_of(now(&app).time) - ms_of(begun);
        for (entity, kind, at, cut, _) in &all {
            if *at == passed {
                cut(&mut app.world_mut().entity_mut(*entity), kind);
            }
        }
        if passed == 60 {
            gone.iter().for_each(|(entity, _)| _ = app.world_mut().despawn(*entity));
        }
        app.update();
    }
    for (case, (entity, _, _, _, expected)) in all.iter().enumerate() {
        let own = heard::<Line>(&app).into_iter().filter(|line| line.0 == *entity);
        let own: Vec<_> = own.map(|(_, kind, due)| (kind, due - ms_of(begun))).collect();
        assert_eq!(own, **expected, "case {case}");
    }
    let cancelled = heard::<Entity>(&app);
    for (entity, had_begun) in gone {
        let count = cancelled.iter().filter(|gone| **gone == entity).count();
        assert_eq!(count, usize::from(had_begun));
    }
}

#[test]
fn a_motion_that_is_inserted_anew_is_cancelled_before_the_new_one_starts() {
    let mut app = app(20);
    listen(&mut app);
    let motion =
        || Motion::<Translation>::at(Vec3::ZERO).with_tween(Vec3::X, ms(100), Easing::LINEAR);
    let entity = app.world_mut().spawn((Transform::default(), motion())).id();
    updates(&mut app, 3);
    app.world_mut().entity_mut(entity).insert(motion());
    updates(&mut app, 6);
    let expected = [
        Reported::Start(0),
        Reported::Cancel(60, CancelCause::Removed),
        Reported::Start(60),
        Reported::End(160),
    ];
    assert_eq!(reports_of(&app, entity), expected);
}

/// Random commands to eight motions, and what is reported of each.
fn play(seed: u32, frame: u64) -> Vec<Vec<Reported>> {
    let mut app = app(frame);
    listen(&mut app);
    let entities = [(); 8].map(|()| spawn(&mut app));
    let mut random = seed;
    let mut next = |below: u32| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 16) % below
    };
    for _ in 0..60 {
        for _ in 0..3 {
            let (entity, command) = (entities[next(8) as usize], next(11));
            let (to, duration) = (Vec3::X * next(100) as f32, ms(i64::from(next(20)) * 10));
            let spring = Spring::snappy(ms(100));
            act(&mut app, entity, |motion, time| match command {
                0 => motion.tween_to(time, to, duration, Easing::OUT_CUBIC),
                1 => motion.tween_to(time, to, duration, Easing::OUT_BOUNCE),
                2 => motion.tween_after(time, ms(50), to, duration, Easing::LINEAR),
                3 => motion.spring_to(time, to, spring),
                4 => motion.spring_after(time, ms(70), to, spring),
                5 => motion.glide_to(time, to, duration),
                6 => motion.then_tween_to(time, to, duration, Easing::LINEAR),
                7 => motion.tween(time, to, Vec3::ZERO, duration, Easing::LINEAR),
                8 => motion.throw_to(time, to, Vec3::ZERO, Vec3::Y, spring),
                9 => motion.stop(time),
                _ => motion.finish(time),
            });
        }
        run_ms(&mut app, 40, frame);
    }
    run_ms(&mut app, 2000, frame);
    entities.map(|entity| reports_of(&app, entity)).to_vec()
}

#[test]
fn each_start_is_followed_by_one_end_whatever_is_sent_and_however_long_a_frame_is() {
    let mut cancelled = 0;
    for seed in 0..4 {
        let all = play(seed, 20);
        for reported in &all {
            let is_start = |reported: &Reported| matches!(reported, Reported::Start(_));
            let in_turns = reported.chunks(2).all(|pair| {
                is_start(&pair[0]) && pair.get(1).is_some_and(|other| !is_start(other))
            });
            assert!(in_turns, "seed {seed}: {reported:?}");
            let due = |reported: &Reported| match reported {
                Reported::Start(due) | Reported::End(due) | Reported::Cancel(due, _) => *due,
            };
            assert!(reported.is_sorted_by_key(due), "seed {seed}: {reported:?}");
            cancelled +=
                reported.iter().filter(|reported| matches!(reported, Reported::Cancel(..))).count();
        }
        for frame in [10, 40] {
            assert_eq!(play(seed, frame), all, "seed {seed}, frames of {frame} ms");
        }
    }
    assert!(cancelled > 70, "{cancelled}");
}
