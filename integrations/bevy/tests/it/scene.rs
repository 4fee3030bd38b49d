//! What plays is written to a scene, and goes on from there in another app.

use bevy_app::prelude::*;
use bevy_asset::{AssetServer, Assets, Handle};
use bevy_cueline::prelude::*;
use bevy_ecs::{name::Name, prelude::*, reflect::AppTypeRegistry};
use bevy_image::TextureAtlas;
use bevy_math::Vec3;
use bevy_sprite::Sprite;
use bevy_transform::components::Transform;
use bevy_world_serialization::{DynamicWorld, DynamicWorldBuilder, serde::WorldDeserializer};
use serde::{Deserialize, Serialize, de::DeserializeSeed};

use crate::files::{app_with, clip, load, run};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Show {
    Hop(u8),
}

const SCENE: &str = r#"(version: 1, timelines: {"scene": (
    items: [(action: Tween({"Transform.translation.x": (from: F32(0.0), to: F32(10.0))}), duration: "900ms")],
)})"#;

/// What happened since the scene was loaded.
#[derive(Resource, Default)]
struct Reports(Vec<String>);

const COIN: &str = r#"(version: 1, flipbooks: {
    "spin": (frames: List([(show: 4, hold: "150ms"), (show: 2, hold: "250ms"), (show: 0, hold: "300ms")]), repeat: Times(1)),
})"#;

fn listen(app: &mut App) {
    let world = app.world_mut();
    world.insert_resource(Reports::default());
    world.add_observer(|event: On<CueEvent>, mut reports: ResMut<Reports>| {
        reports.0.push(format!("{:?} at {}", event.kind, event.due.flicks()));
    });
    world.add_observer(|event: On<MotionEnded>, mut reports: ResMut<Reports>| {
        reports.0.push(format!("{} ended at {}", event.property, event.due.flicks()));
    });
    world.add_observer(|update: On<QueueUpdate<Show>>, mut reports: ResMut<Reports>| {
        if update.started || update.ended {
            let (payload, at) = (&update.payload, update.at.flicks());
            reports.0.push(format!("{payload:?} started {} at {at}", update.started));
        }
    });
}

fn app() -> App {
    let walk = clip(5.0, 700, 400);
    let files: [(&str, &[u8]); 3] = [
        ("walk.cue.ron", walk.as_bytes()),
        ("scene.cue.ron", SCENE.as_bytes()),
        ("coin.cue.ron", COIN.as_bytes()),
    ];
    let (mut app, _) = app_with(&files);
    app.add_queue::<Show>()
        .save_queue::<Show>()
        .register_type::<Transform>()
        .register_type::<Name>();
    let _walk = load::<CueClip>(&mut app, "walk.cue.ron#clip/go");
    let _scene = load::<CueTimeline>(&mut app, "scene.cue.ron#timeline/scene");
    let _coin = load::<CueFlipbook>(&mut app, "coin.cue.ron#flipbook/spin");
    app.insert_resource(Kept(_walk, _scene, _coin));
    app
}

/// Keeps assets loaded.
#[derive(Resource)]
#[expect(dead_code, reason = "held, not read")]
struct Kept(Handle<CueClip>, Handle<CueTimeline>, Handle<CueFlipbook>);

/// Everything that moves, named.
fn start(app: &mut App) {
    let time = app.world().resource::<CueTime>().clone();
    let mut place = Motion::<Translation>::default();
    place.tween(&time, Vec3::ZERO, Vec3::X * 8.0, ms(500), Easing::OUT_CUBIC);
    place.then_tween_to(&time, Vec3::Y, ms(300), Easing::LINEAR);
    let mut size = Motion::<Scale>::default();
    size.spring_to(&time, Vec3::splat(2.0), Spring::bouncy(ms(600)));
    let mut queue = Queue::<Show>::new(&time);
    queue.enqueue(ms(300), Show::Hop(1));
    queue.enqueue(ms(300), Show::Hop(2));
    let mut main = MainQueue::<Show>::new(&time);
    main.enqueue(ms(400), Show::Hop(3));
    main.enqueue(ms(400), Show::Hop(4));
    let mut paths = PathMotions::default();
    paths.of::<Vec3>("Transform.scale").spring_to(&time, Vec3::ZERO, Spring::smooth(ms(500)));
    let height = paths.of::<f32>("Transform.translation.y");
    height.tween_to(&time, 8.0, ms(420), Easing::OUT_CUBIC);
    height.then_tween_to(&time, 2.0, ms(340), Easing::LINEAR);
    let assets = app.world().resource::<AssetServer>().clone();
    let walk = ClipPlayer::new(&time, assets.load("walk.cue.ron#clip/go"), Repeat::Forever);
    let scene = assets.load("scene.cue.ron#timeline/scene");
    let scene = TimelinePlayer::new(&time, scene, Repeat::Once);
    let world = app.world_mut();
    world.spawn((Name::new("card"), Transform::default(), place, size));
    world.spawn((Name::new("leaf"), Transform::default(), paths));
    world.spawn((Name::new("board"), queue));
    world.insert_resource(main);
    world.spawn((Name::new("hero"), Transform::default(), walk));
    world.spawn((Name::new("door"), Transform::default(), scene));
}

fn save(app: &mut App) -> String {
    scene_of(app.world_mut())
}

/// The same by a system in a frame.
fn save_in_a_system(app: &mut App) -> String {
    #[derive(Resource)]
    struct Saved(String);

    app.add_systems(Update, |world: &mut World| {
        if !world.contains_resource::<Saved>() {
            let scene = scene_of(world);
            world.insert_resource(Saved(scene));
        }
    });
    run(app, 1);
    app.world().resource::<Saved>().0.clone()
}

fn scene_of(world: &mut World) -> String {
    let entities: Vec<Entity> = world.query_filtered::<Entity, With<Name>>().iter(world).collect();
    let registry = world.resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let scene = DynamicWorldBuilder::from_world(world, &registry)
        .deny_all_resources()
        .allow_resource::<CueTime>()
        .allow_resource::<MainQueue<Show>>()
        .extract_entities(entities.into_iter())
        .extract_resources()
        .build();
    scene.serialize(&registry).unwrap()
}

fn restore(app: &mut App, scene: &str) {
    restore_on(app, scene, None);
}

/// The same, where an entity of the app is the first one of the scene.
fn restore_on(app: &mut App, scene: &str, entity: Option<Entity>) {
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let mut assets = app.world().resource::<AssetServer>().clone();
    let scene: DynamicWorld = {
        let registry = registry.read();
        let seed = WorldDeserializer { type_registry: &registry, load_from_path: &mut assets };
        seed.deserialize(&mut ron::de::Deserializer::from_str(scene).unwrap()).unwrap()
    };
    let entities = entity.map(|entity| (scene.entities[0].entity, entity));
    scene.write_to_world(app.world_mut(), &mut entities.into_iter().collect()).unwrap();
}

/// What all named entities show, by name.
fn shown(app: &mut App) -> Vec<(String, [u32; 6])> {
    let world = app.world_mut();
    let mut shown: Vec<_> = world
        .query::<(&Name, &Transform)>()
        .iter(world)
        .map(|(name, at)| {
            let [a, b, c] = at.translation.to_array().map(f32::to_bits);
            let [d, e, f] = at.scale.to_array().map(f32::to_bits);
            (name.as_str().to_owned(), [a, b, c, d, e, f])
        })
        .collect();
    shown.sort();
    shown
}

#[test]
fn what_plays_goes_on_from_the_tick_of_a_scene() {
    let mut first = app();
    start(&mut first);
    run(&mut first, 12);
    let scene = save(&mut first);
    let mut second = app();
    run(&mut second, 3); // a clock of its own, until the scene comes
    restore(&mut second, &scene);
    let tick = |app: &App| app.world().resource::<CueTime>().tick();
    assert_eq!(tick(&first), tick(&second));
    listen(&mut first);
    listen(&mut second);
    let mut seen = Vec::new();
    for frame in 0..60 {
        run(&mut first, 1);
        run(&mut second, 1);
        assert_eq!(tick(&first), tick(&second));
        let right = shown(&mut first);
        assert_eq!(shown(&mut second), right, "frame {frame}");
        seen.push(right);
    }
    seen.dedup();
    assert!(seen.len() > 40, "it moved in {} frames", seen.len());
    let reports = |app: &App| app.world().resource::<Reports>().0.clone();
    assert_eq!(reports(&second), reports(&first));
    // A loop and two cues of the clip, the end of the scene, five motions, two entries that end, two that start and
    // end.
    assert!(reports(&first).len() >= 13, "{:?}", reports(&first));
}

#[test]
fn offsets_and_their_motions_go_on_from_a_scene_that_a_system_has_saved() {
    let app = || {
        let mut app = app();
        app.add_offset::<Translation>().save_offset::<Translation>();
        app.add_offset::<Scale>().save_offset::<Scale>();
        app
    };
    let mut first = app();
    let time = first.world().resource::<CueTime>().clone();
    let mut recoil = Motion::<Offset<Translation>>::default();
    recoil.tween_to(&time, Vec3::X * -3.0, ms(200), Easing::OUT_CUBIC);
    recoil.then_spring_to(&time, Vec3::ZERO, Spring::bouncy(ms(500)));
    // It is over, and stays raised.
    let mut hop = Motion::<Offset<Translation>>::default();
    hop.tween_to(&time, Vec3::Y * 2.0, ms(60), Easing::LINEAR);
    let mut way = Motion::<Translation>::default();
    way.tween_to(&time, Vec3::Z * 5.0, ms(600), Easing::LINEAR);
    let world = first.world_mut();
    world.spawn((Name::new("card"), Transform::from_xyz(1.0, 2.0, 3.0), way, recoil));
    world.spawn((Name::new("leaf"), Transform::from_xyz(4.0, 5.0, 6.0), hop));
    world.spawn((Name::new("door"), Transform::default(), Offset::<Scale>::new(Vec3::ONE)));
    run(&mut first, 12);
    let scene = save_in_a_system(&mut first);
    let mut second = app();
    restore(&mut second, &scene);
    let mut seen = Vec::new();
    for frame in 0..60 {
        run(&mut first, 1);
        run(&mut second, 1);
        let right = shown(&mut first);
        assert_eq!(shown(&mut second), right, "frame {frame}");
        seen.push(right);
    }
    seen.dedup();
    assert!(seen.len() > 30, "it moved in {} frames", seen.len());
    let [card, door, leaf] = &seen.last().unwrap()[..] else { panic!("{seen:?}") };
    assert_eq!(card.1[..3], [0.0_f32, 0.0, 5.0].map(f32::to_bits));
    assert_eq!(leaf.1[..3], [4.0_f32, 7.0, 6.0].map(f32::to_bits));
    assert_eq!(door.1[3..], [2.0_f32; 3].map(f32::to_bits));
}

#[test]
fn a_motion_that_an_app_starts_after_the_scene_came_moves() {
    let mut first = app();
    start(&mut first);
    run(&mut first, 60);
    let scene = save(&mut first);
    let mut second = app();
    restore(&mut second, &scene);
    run(&mut second, 60);
    let time = second.world().resource::<CueTime>().clone();
    let world = second.world_mut();
    let mut motions = world.query::<&mut Motion<Translation>>();
    let mut motion = motions.single_mut(world).unwrap();
    motion.tween_to(&time, Vec3::Z, ms(100), Easing::LINEAR);
    run(&mut second, 2);
    let card = shown(&mut second).into_iter().find(|(name, _)| name == "card").unwrap();
    assert_eq!(f32::from_bits(card.1[2]), 0.4);
}

fn coin() -> Sprite {
    Sprite { texture_atlas: Some(TextureAtlas::default()), ..Sprite::default() }
}

#[test]
fn a_flipbook_goes_on_from_the_tick_of_a_scene() {
    for in_place in [false, true] {
        a_flipbook_goes_on(in_place);
    }
}

/// On an entity that the scene spawns, or in place of the player that an entity has.
fn a_flipbook_goes_on(in_place: bool) {
    let mut first = app();
    let time = first.world().resource::<CueTime>().clone();
    let assets = first.world().resource::<AssetServer>().clone();
    let spin = FlipbookPlayer::new(&time, assets.load("coin.cue.ron#flipbook/spin")).with_first(8);
    first.world_mut().spawn((Name::new("coin"), coin(), spin));
    run(&mut first, 12); // the second picture shows
    let scene = save(&mut first);
    let mut second = app();
    let entity = in_place.then(|| {
        let other = FlipbookPlayer::on_insert(Handle::default());
        second.world_mut().spawn((coin(), other)).id()
    });
    run(&mut second, usize::from(in_place));
    restore_on(&mut second, &scene, entity);
    let world = second.world_mut();
    let entity = world.query_filtered::<Entity, With<FlipbookPlayer>>().single(world).unwrap();
    world.entity_mut(entity).insert(coin());
    let mut seen = Vec::new();
    for frame in 0..40 {
        let [right, restored] = [&mut first, &mut second].map(|app| {
            run(app, 1);
            let world = app.world_mut();
            let mut messages = world.resource_mut::<Messages<CueEvent>>();
            let ended = messages.drain().filter(|event| event.kind == CueEventKind::End).count();
            let sprite = world.query::<&Sprite>().single(world).unwrap();
            (sprite.texture_atlas.as_ref().unwrap().index, ended)
        });
        assert_eq!(restored, right, "frame {frame}");
        seen.push(right);
    }
    seen.dedup();
    assert_eq!(seen, [(10, 0), (8, 0), (8, 1), (8, 0)]);
}

/// An app whose clip and timeline have these durations.
fn app_with_durations(clip_ms: u32, scene: &str) -> App {
    let walk = clip(5.0, clip_ms, 400);
    let scene = SCENE.replace("900ms", scene);
    let (mut app, _) =
        app_with(&[("walk.cue.ron", walk.as_bytes()), ("scene.cue.ron", scene.as_bytes())]);
    app.register_type::<Transform>().register_type::<Name>();
    let walk = load::<CueClip>(&mut app, "walk.cue.ron#clip/go");
    let scene = load::<CueTimeline>(&mut app, "scene.cue.ron#timeline/scene");
    app.insert_resource(Kept(walk, scene, Handle::default()));
    app
}

#[test]
fn what_plays_from_a_scene_has_the_duration_of_a_file_that_has_changed_since() {
    let mut first = app_with_durations(700, "900ms");
    let time = first.world().resource::<CueTime>().clone();
    let assets = first.world().resource::<AssetServer>().clone();
    let walk = ClipPlayer::new(&time, assets.load("walk.cue.ron#clip/go"), Repeat::Once);
    let door = assets.load("scene.cue.ron#timeline/scene");
    let door = TimelinePlayer::new(&time, door, Repeat::Once);
    first.world_mut().spawn((Name::new("hero"), Transform::default(), walk));
    first.world_mut().spawn((Name::new("door"), Transform::default(), door));
    run(&mut first, 12);
    let scene = save(&mut first);
    let mut second = app_with_durations(1200, "1500ms");
    restore(&mut second, &scene);
    listen(&mut second);
    run(&mut second, 100);
    let ends: Vec<_> = second.world().resource::<Reports>().0.clone();
    let start = time.now().flicks();
    let at = |ms: i64| format!("End at {}", start + ms * 705_600);
    assert!(ends.contains(&at(1200)) && ends.contains(&at(1500)), "{ends:?}");
}

#[test]
fn a_clock_from_a_scene_keeps_the_rate_and_the_source_of_the_app() {
    use bevy_time::{TimePlugin, TimeUpdateStrategy};
    let slow = || {
        let mut app = App::new();
        app.add_plugins((TimePlugin, CuelinePlugin::default()));
        let frame = core::time::Duration::from_millis(40);
        app.insert_resource(crate::ticks(25))
            .insert_resource(TimeUpdateStrategy::ManualDuration(frame));
        app
    };
    let mut first = slow();
    (0..10).for_each(|_| first.update());
    let scene = save(&mut first);
    let tick = first.world().resource::<CueTime>().tick();
    let mut second = app();
    restore(&mut second, &scene);
    let before = second.world().resource::<CueTime>().now();
    assert_eq!(second.world().resource::<CueTime>().tick(), tick);
    run(&mut second, 5);
    let clock = second.world().resource::<CueTime>();
    assert_eq!(clock.now() - before, ms(100), "five ticks of this app, at 50 Hz");
    assert_eq!(clock.tick().get(), tick.get() + 5);
}

#[test]
fn a_clip_that_was_made_in_code_says_that_a_scene_cannot_hold_it() {
    let mut app = app();
    let made = bevy_cueline::cueline::clip::ClipBuilder::new("made").build().unwrap();
    let made = app.world_mut().resource_mut::<Assets<CueClip>>().add(made);
    let time = app.world().resource::<CueTime>().clone();
    let problem = ron::to_string(&ClipPlayer::new(&time, made, Repeat::Once)).unwrap_err();
    assert!(problem.to_string().contains("made in code; load it from a file"), "{problem}");
}

#[cfg(feature = "characters")]
#[test]
fn an_animator_goes_on_from_the_tick_of_a_scene() {
    let app = || {
        let (mut app, _) = app_with(&[("hero.cue.ron", crate::character::HERO.as_bytes())]);
        app.register_type::<Transform>().register_type::<Name>();
        app.register_type::<bevy_ecs::hierarchy::ChildOf>();
        app.register_type::<bevy_ecs::hierarchy::Children>();
        let hero = load::<CueAnimator>(&mut app, "hero.cue.ron#animator/hero");
        (app, hero)
    };
    let (mut first, hero) = app();
    let time = first.world().resource::<CueTime>().clone();
    let mut animator = CharacterAnimator::new(&time, hero);
    animator.set(&time, "speed", 1.0);
    let joints = children![
        (Name::new("hip"), Transform::default()),
        (Name::new("arm"), Transform::from_xyz(1.0, 2.0, 3.0)),
    ];
    first.world_mut().spawn((Name::new("hero"), Transform::default(), animator, joints));
    run(&mut first, 3); // in the middle of the fade
    let scene = save(&mut first);
    let (mut second, _kept) = app();
    restore(&mut second, &scene);
    let jump = |app: &mut App| {
        let time = app.world().resource::<CueTime>().clone();
        let world = app.world_mut();
        let mut animator = world.query::<&mut CharacterAnimator>().single_mut(world).unwrap();
        animator.fire(&time, "jump");
    };
    listen(&mut first);
    listen(&mut second);
    for frame in 0..40 {
        if frame == 10 {
            jump(&mut first);
            jump(&mut second);
        }
        run(&mut first, 1);
        run(&mut second, 1);
        // After the jump the arm is at rest again, where it was before the scene was saved.
        assert_eq!(shown(&mut second), shown(&mut first), "frame {frame}");
    }
    let reports = |app: &App| app.world().resource::<Reports>().0.clone();
    assert_eq!(reports(&second), reports(&first));
    assert!(reports(&first).len() >= 4, "{:?}", reports(&first));
}
