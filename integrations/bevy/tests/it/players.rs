//! Players on entities that are cloned, disabled or changed while they play.

use bevy_app::prelude::*;
use bevy_asset::Assets;
use bevy_cueline::{
    cueline::{
        self,
        clip::{Clip, ClipBuilder, Cue},
        timeline::{TimelineBuilder, to},
    },
    prelude::*,
};
use bevy_ecs::{
    entity::EntityCloner, entity_disabling::Disabled, hierarchy::ChildOf, name::Name, prelude::*,
};
use bevy_math::Vec3;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;

use crate::{
    app,
    play::{add, line, listen, now, place, reported},
    updates,
};

/// 10 s, in which own and child go from 0 to 100: 0.2 in each frame of 20 ms.
fn rise() -> Clip {
    let keys = || [Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(secs(10.0), 100.0)];
    ClipBuilder::new("rise")
        .track("Transform.translation.x", keys())
        .track("arm/Transform.translation.y", keys())
        .build()
        .unwrap()
}

/// A player with one child.
fn hero(app: &mut App, player: impl Bundle) -> [Entity; 2] {
    let world = app.world_mut();
    let hero = world.spawn((Transform::default(), player)).id();
    [hero, world.spawn((Name::new("arm"), Transform::default(), ChildOf(hero))).id()]
}

fn arm_of(app: &App, hero: Entity) -> Entity {
    app.world().get::<Children>(hero).unwrap()[0]
}

/// Own x and the y of the child.
fn shown(app: &App, [hero, arm]: [Entity; 2]) -> [f32; 2] {
    [place(app, hero).x, place(app, arm).y]
}

/// Lets an original and its clone, made in mid-play, go apart: each moves the child of its own.
fn assert_that_a_clone_moves_its_own(
    app: &mut App,
    original: [Entity; 2],
    stop: fn(&mut EntityWorldMut, Moment),
) {
    updates(app, 4);
    let mut cloner = EntityCloner::build_opt_out(app.world_mut());
    cloner.linked_cloning(true);
    let mut cloner = cloner.finish();
    let clone = cloner.spawn_clone(app.world_mut(), original[0]);
    let clone = [clone, arm_of(app, clone)];
    assert_ne!(clone[1], original[1]);
    let time = now(app);
    stop(&mut app.world_mut().entity_mut(original[0]), time);
    updates(app, 3);
    assert_eq!(shown(app, original), shown(app, original).map(|_| place(app, original[0]).x));
    let [x, y] = shown(app, clone);
    assert!(x > place(app, original[0]).x && x == y, "the clone shows {x} and its child {y}");
    app.world_mut().despawn(original[0]);
    updates(app, 3);
    let [later, child] = shown(app, clone);
    assert!(later > x && later == child, "the clone shows {later} and its child {child}");
}

#[test]
fn a_cloned_clip_player_moves_its_own_children() {
    let mut app = app(20);
    let clip = add::<CueClip>(&mut app, rise());
    let player = ClipPlayer::new(now(&app), clip, Repeat::Once);
    let original = hero(&mut app, player);
    assert_that_a_clone_moves_its_own(&mut app, original, |hero, now| {
        hero.get_mut::<ClipPlayer>().unwrap().pause(now);
    });
}

#[test]
fn a_cloned_timeline_player_moves_its_own_children() {
    let mut app = app(20);
    let track = |path: &str| to(path.to_owned(), 100.0_f32).duration(secs(10.0));
    let scene = TimelineBuilder::new("scene")
        .start(String::from("Transform.translation.x"), 0.0_f32)
        .start(String::from("arm/Transform.translation.y"), 0.0_f32)
        .then(track("Transform.translation.x"))
        .with(track("arm/Transform.translation.y"))
        .build()
        .unwrap();
    let scene = add::<CueTimeline>(&mut app, scene);
    let player = TimelinePlayer::new(now(&app), scene, Repeat::Once);
    let original = hero(&mut app, player);
    assert_that_a_clone_moves_its_own(&mut app, original, |hero, now| {
        hero.get_mut::<TimelinePlayer>().unwrap().pause(now);
    });
}

#[test]
fn a_player_that_is_moved_to_another_entity_moves_the_children_there() {
    let mut app = app(20);
    let clip = add::<CueClip>(&mut app, rise());
    let player = ClipPlayer::new(now(&app), clip, Repeat::Once);
    let [one, other] = [hero(&mut app, player), hero(&mut app, ())];
    updates(&mut app, 4);
    let taken = app.world_mut().entity_mut(one[0]).take::<ClipPlayer>().unwrap();
    app.world_mut().entity_mut(other[0]).insert(taken);
    updates(&mut app, 3);
    assert_eq!(shown(&app, one), [0.8, 0.8]);
    let [x, y] = shown(&app, other);
    assert!((x - 1.4).abs() < 1e-5 && x == y, "{x} and {y}");
}

/// Runs a player whose child, or which itself, is disabled for five frames. Returns what both showed after these frames, and
/// one frame later.
fn disabled_for_a_while(speed: Speed, which: usize) -> [[f32; 2]; 2] {
    let mut app = app(20);
    listen(&mut app);
    let clip = add::<CueClip>(&mut app, rise());
    let player = ClipPlayer::new(now(&app), clip, Repeat::Forever);
    let entities = hero(&mut app, player);
    updates(&mut app, 2);
    let time = now(&app);
    let mut player = app.world_mut().get_mut::<ClipPlayer>(entities[0]).unwrap();
    player.set_speed(time, speed);
    updates(&mut app, 2);
    app.world_mut().entity_mut(entities[which]).insert(Disabled);
    updates(&mut app, 5);
    let while_disabled = shown(&app, entities);
    app.world_mut().entity_mut(entities[which]).remove::<Disabled>();
    updates(&mut app, 1);
    [while_disabled, shown(&app, entities)]
}

fn near(found: [f32; 2], right: [f32; 2]) -> bool {
    found.iter().zip(right).all(|(found, right)| (found - right).abs() < 1e-4)
}

#[test]
fn a_disabled_child_is_not_written_and_is_in_its_place_once_it_is_enabled() {
    let [held, after] = disabled_for_a_while(Speed::NORMAL, 1);
    assert!(near(held, [1.8, 0.8]) && near(after, [2.0, 2.0]), "{held:?}, then {after:?}");
    // Another speed has another path through the code.
    let [held, after] = disabled_for_a_while(Speed::whole(2), 1);
    assert!(near(held, [3.2, 1.2]) && near(after, [3.6, 3.6]), "{held:?}, then {after:?}");
}

#[test]
fn a_disabled_player_plays_nothing_and_is_in_its_place_once_it_is_enabled() {
    for speed in [1, 2] {
        let by = f32::from(i8::try_from(speed).unwrap()) * 0.2;
        let [held, after] = disabled_for_a_while(Speed::whole(speed), 0);
        let right = [0.4 + 2.0 * by, 0.4 + 8.0 * by];
        assert!(near(held, [right[0]; 2]) && near(after, [right[1]; 2]), "{held:?}, {after:?}");
    }
}

#[test]
fn a_player_reports_what_it_missed_while_it_was_disabled() {
    let mut app = app(20);
    listen(&mut app);
    let clip = add::<CueClip>(&mut app, line(10.0, "Transform.translation.x"));
    let player = ClipPlayer::new(now(&app), clip, Repeat::Once);
    let entity = app.world_mut().spawn((Transform::default(), player)).id();
    updates(&mut app, 1);
    app.world_mut().entity_mut(entity).insert(Disabled);
    updates(&mut app, 10);
    assert_eq!(reported(&app), [("Start".into(), 0)]);
    app.world_mut().entity_mut(entity).remove::<Disabled>();
    updates(&mut app, 1);
    let right = [("Start", 0), ("swish", 50), ("open", 80), ("End", 100)];
    assert_eq!(reported(&app), right.map(|(name, due)| (String::from(name), due)));
}

#[test]
fn what_was_due_before_a_command_is_reported_also_if_both_come_in_one_frame() {
    let mut app = app(20);
    listen(&mut app);
    let clip = add::<CueClip>(&mut app, line(10.0, "Transform.translation.x"));
    let player = ClipPlayer::new(now(&app), clip, Repeat::Once);
    app.world_mut().spawn((Transform::default(), player));
    app.add_systems(Update, |time: Res<CueTime>, mut player: Single<&mut ClipPlayer>| {
        if time.now() == cueline::time::Time::from_millis(60) {
            player.set_speed(&time, Speed::whole(2));
        }
    });
    updates(&mut app, 8);
    let right = [("Start", 0), ("swish", 50), ("open", 70), ("End", 80)];
    assert_eq!(reported(&app), right.map(|(name, due)| (String::from(name), due)));
}

#[test]
fn a_player_obeys_also_before_its_clip_is_there() {
    let mut app = app(20);
    listen(&mut app);
    let clip = app.world().resource::<Assets<CueClip>>().reserve_handle();
    let player = || ClipPlayer::new(now(&app), clip.clone(), Repeat::Once);
    let players = [player(), player()];
    let [paused, turned] =
        players.map(|player| app.world_mut().spawn((Transform::default(), player)).id());
    updates(&mut app, 3);
    let time = now(&app);
    app.world_mut().get_mut::<ClipPlayer>(paused).unwrap().pause(time);
    app.world_mut().get_mut::<ClipPlayer>(turned).unwrap().reverse(time);
    updates(&mut app, 2);
    let loaded = line(10.0, "Transform.translation.x").into();
    app.world_mut().resource_mut::<Assets<CueClip>>().insert(clip.id(), loaded).unwrap();
    updates(&mut app, 1);
    assert_eq!(place(&app, paused).x, 6.0, "paused at 60 ms");
    assert_eq!(place(&app, turned).x, 0.0, "back at 120 ms");
    updates(&mut app, 3);
    assert_eq!(place(&app, paused).x, 6.0);
    let of = |name: &str| {
        let reported = reported(&app).into_iter();
        reported.filter(|(own, _)| own == name).map(|(_, due)| due).collect::<Vec<_>>()
    };
    assert_eq!((of("Start"), of("swish"), of("End")), (vec![0, 0], vec![50, 50, 70], vec![120]));
}

/// 400 ms, with a cue that changes the game at one time.
fn with_cue(name: &str, at: i64) -> Clip {
    ClipBuilder::new("wave")
        .track(
            "Transform.translation.x",
            [Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(ms(400), 4.0)],
        )
        .cue(Cue::state(ms(at), name))
        .build()
        .unwrap()
}

/// Plays up to 120 ms, and in one frame does something and replaces the clip by one with a cue at 60 ms.
fn replaced_in_the_frame_of(act: fn(&mut EntityWorldMut)) -> Vec<(String, i64)> {
    let mut app = app(20);
    listen(&mut app);
    let clip = add::<CueClip>(&mut app, with_cue("open", 300));
    let player = ClipPlayer::new(now(&app), clip.clone(), Repeat::Once);
    let entity = app.world_mut().spawn((Transform::default(), player)).id();
    updates(&mut app, 6);
    act(&mut app.world_mut().entity_mut(entity));
    let mut clips = app.world_mut().resource_mut::<Assets<CueClip>>();
    clips.insert(&clip, with_cue("early", 60).into()).unwrap();
    updates(&mut app, 30);
    reported(&app)
}

#[test]
fn a_clip_that_is_replaced_reports_no_cue_of_its_past() {
    let names = |events: Vec<(String, i64)>| events.into_iter().map(|(name, _)| name);
    let right = ["Start", "End"];
    assert!(names(replaced_in_the_frame_of(|_| {})).eq(right));
    assert!(names(replaced_in_the_frame_of(|hero| _ = hero.take::<Transform>())).eq(right));
    let finish = |hero: &mut EntityWorldMut| hero.get_mut::<ClipPlayer>().unwrap().finish();
    assert!(names(replaced_in_the_frame_of(finish)).eq(right));
}

/// Disables entities, and is stored apart from the tables.
#[derive(Component, Clone)]
#[component(storage = "SparseSet")]
struct Asleep;

#[test]
fn clips_and_motions_play_where_a_sparse_component_disables_entities() {
    let mut app = App::new();
    app.world_mut().register_disabling_component::<Asleep>();
    app.add_plugins((TimePlugin, CuelinePlugin::default()))
        .insert_resource(crate::ticks(50))
        .insert_resource(TimeUpdateStrategy::ManualDuration(core::time::Duration::from_millis(20)));
    app.update();
    let clip = add::<CueClip>(&mut app, rise());
    let player = ClipPlayer::new(now(&app), clip, Repeat::Once);
    let mut size = Motion::<Scale>::default();
    size.tween(now(&app), Vec3::ZERO, Vec3::ONE, secs(10.0), Easing::LINEAR);
    let awake = hero(&mut app, (player.clone(), size.clone()));
    let asleep = hero(&mut app, (player, size, Asleep));
    updates(&mut app, 10);
    let size =
        |app: &App, [hero, _]: [Entity; 2]| app.world().get::<Transform>(hero).unwrap().scale;
    assert!(near(shown(&app, awake), [2.0, 2.0]), "{:?}", shown(&app, awake));
    assert!((size(&app, awake).x - 0.02).abs() < 1e-6);
    assert_eq!((shown(&app, asleep), size(&app, asleep)), ([0.0, 0.0], Vec3::ONE));
    app.world_mut().entity_mut(asleep[0]).remove::<Asleep>();
    updates(&mut app, 1);
    assert_eq!(shown(&app, asleep), shown(&app, awake));
}

#[derive(Resource, Default)]
struct Moved(usize);

#[test]
fn clips_mark_as_changed_what_they_write_and_nothing_else() {
    let mut app = app(20);
    app.init_resource::<Moved>().add_systems(
        Last,
        |changed: Query<(), Changed<Transform>>, mut moved: ResMut<Moved>| {
            moved.0 = changed.iter().count();
        },
    );
    let clip = add::<CueClip>(&mut app, rise());
    let player = ClipPlayer::new(now(&app), clip, Repeat::Once);
    let heroes: Vec<_> = (0..3).map(|_| hero(&mut app, player.clone())).collect();
    let counts = |app: &mut App| {
        core::array::from_fn::<_, 4, _>(|_| {
            updates(app, 1);
            app.world().resource::<Moved>().0
        })
    };
    updates(&mut app, 3);
    assert_eq!(counts(&mut app), [6; 4], "each player and its child, in each frame");
    app.world_mut().resource_mut::<CueTime>().pause();
    updates(&mut app, 1);
    assert_eq!(counts(&mut app), [0; 4], "the clock stands");
    app.world_mut().resource_mut::<CueTime>().resume();
    let time = now(&app);
    for [hero, _] in &heroes[1..] {
        app.world_mut().get_mut::<ClipPlayer>(*hero).unwrap().pause(time);
    }
    updates(&mut app, 2);
    assert_eq!(counts(&mut app), [2; 4], "one player plays");
}
