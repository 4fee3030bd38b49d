//! What the plugin shares with the game and with Bevy: the fixed clock, change detection, names, the order of systems.

use bevy_app::prelude::*;
use bevy_cueline::{cueline::clip::ClipBuilder, prelude::*};
use bevy_ecs::{
    entity_disabling::Disabled, hierarchy::ChildOf, name::Name, prelude::*, schedule::Schedules,
};
use bevy_math::Vec3;
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;

use crate::{
    app,
    play::{add, now, place},
    ticks, updates,
};

fn moving(start: Moment, duration: Span) -> Motion<Translation> {
    let mut motion = Motion::default();
    motion.tween(start, Vec3::ZERO, Vec3::X * 100.0, duration, Easing::LINEAR);
    motion
}

#[test]
fn a_motion_wakes_where_it_changed_whoever_read_the_clock_before() {
    let mut app = app(20);
    let start = now(&app);
    updates(&mut app, 3); // all rest
    let rested =
        app.world_mut().spawn((Transform::default(), Motion::<Translation>::default())).id();
    updates(&mut app, 3);
    // A moment that was kept, and a motion that was kept.
    *app.world_mut().get_mut::<Motion<Translation>>(rested).unwrap() = moving(start, ms(400));
    let kept = moving(start, ms(400));
    let spawned = app.world_mut().spawn((Transform::default(), kept)).id();
    updates(&mut app, 1);
    for entity in [rested, spawned] {
        assert_eq!(place(&app, entity).x, 35.0, "140 of 400 ms");
    }
    // Disabled for 100 ms, while nothing else moves.
    app.world_mut().entity_mut(spawned).despawn();
    app.world_mut().entity_mut(rested).insert(Disabled);
    updates(&mut app, 5);
    app.world_mut().entity_mut(rested).remove::<Disabled>();
    updates(&mut app, 1);
    assert_eq!(place(&app, rested).x, 65.0);
}

#[test]
fn ticks_follow_the_fixed_clock_of_the_game_also_where_it_changes() {
    for hz in [240, 30, 60, 64] {
        let mut app = app(10);
        app.insert_resource(ticks(hz));
        let start = now(&app);
        let entity = app.world_mut().spawn((Transform::default(), moving(start, ms(2000)))).id();
        updates(&mut app, 100);
        let close = |x: f32, to: f32| (x - to).abs() < 0.01;
        let x = place(&app, entity).x;
        assert!(close(x, 50.0), "{hz} Hz, half way after a second: {x}");
        let timestep = app.world().resource::<Time<Fixed>>().timestep();
        assert_eq!(timestep, ticks(hz).timestep(), "set by nobody but the game");
        app.world_mut().resource_mut::<Time<Fixed>>().set_timestep_hz(120.0);
        updates(&mut app, 50);
        let x = place(&app, entity).x;
        // The overstep of the old rate is one of the new rate.
        assert!((x - 75.0).abs() < 0.5, "{hz} Hz, then 120 Hz, after half a second more: {x}");
    }
}

#[test]
fn a_clock_and_a_property_that_are_added_twice_run_once() {
    let mut app = app(20);
    for _ in 0..2 {
        app.add_cue_clock::<Menu>(ClockSource::FixedTicks)
            .add_queue::<Show>()
            .animate::<Translation>()
            .bind_tracks::<Translation>();
    }
    let start = now(&app);
    let entity = app.world_mut().spawn((Transform::default(), moving(start, ms(400)))).id();
    updates(&mut app, 5);
    assert_eq!(app.world().resource::<CueTime<Menu>>().tick().get(), 5, "at its own speed");
    assert_eq!(place(&app, entity).x, 25.0);
}

/// How many systems there are in each schedule, and how many observers.
fn parts(app: &mut App) -> (Vec<(String, usize)>, usize) {
    let schedules = app.world().resource::<Schedules>();
    let systems = schedules.iter().map(|(label, own)| (format!("{label:?}"), own.systems_len()));
    let mut systems: Vec<_> = systems.collect();
    systems.sort();
    (systems, app.world_mut().query::<&Observer>().iter(app.world()).count())
}

/// Once and twice, each in an app of its own, which still runs.
fn once_and_twice(make: fn() -> App, add: fn(&mut App)) -> [App; 2] {
    let [mut once, mut twice] = [1, 2].map(|times| {
        let mut app = make();
        (0..times).for_each(|_| add(&mut app));
        app
    });
    assert_eq!(parts(&mut once), parts(&mut twice));
    let before = parts(&mut make());
    assert_ne!(parts(&mut once), before);
    [once, twice].map(|mut app| {
        app.finish();
        app.cleanup();
        updates(&mut app, 2);
        app
    })
}

#[derive(Clone, Digest, bevy_ecs::entity::MapEntities)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Show(u8);

struct Menu;

#[derive(Event)]
struct Step;

impl From<CueEvent> for Step {
    fn from(_: CueEvent) -> Self {
        Self
    }
}

#[test]
fn each_add_that_is_called_twice_adds_no_system_twice() {
    fn make() -> App {
        let mut app = App::new();
        app.add_plugins((bevy_time::TimePlugin, CuelinePlugin::default()));
        app
    }
    let _run = once_and_twice(make, |app| {
        app.add_cue_clock::<Menu>(ClockSource::FixedTicks)
            .add_queue::<Show>()
            .map_queue::<Show>()
            .animate::<Offset<Scale>>()
            .bind_tracks::<Translation>()
            .add_offset::<Translation>()
            .add_cue_event::<Step>("step");
        #[cfg(feature = "serde")]
        app.save_queue::<Show>().save_motions::<Translation>().save_offset::<Translation>();
        #[cfg(feature = "egui")]
        app.label_queue::<Show>(|Show(number)| number.to_string());
    });
}

#[cfg(feature = "late_join")]
#[test]
fn each_part_of_replication_that_is_added_twice_is_there_once() {
    use bevy_replicon::{prelude::*, shared::replication::rules::ReplicationRules};

    fn make() -> App {
        let mut app = App::new();
        app.add_plugins((bevy_time::TimePlugin, bevy_state::app::StatesPlugin, RepliconPlugins))
            .add_plugins(CuelinePlugin::default())
            .add_cue_clock::<Menu>(ClockSource::FixedTicks);
        app
    }
    let apps = once_and_twice(make, |app| {
        app.replicate_cueline()
            .replicate_clock::<Menu>()
            .replicate_motion::<FieldOfView>()
            .replicate_queue::<Show>();
    });
    let [once, twice] = apps.map(|app| app.world().resource::<ReplicationRules>().len());
    assert_eq!(once, twice);
}

#[cfg(feature = "ggrs")]
#[test]
fn each_part_of_rollback_that_is_added_twice_is_there_once() {
    use bevy_ggrs::prelude::*;

    #[derive(Message, Clone, PartialEq)]
    struct Sound;

    fn make() -> App {
        let mut app = App::new();
        app.add_plugins((bevy_time::TimePlugin, GgrsPlugin::<GgrsConfig<u8, usize>>::default()))
            .add_plugins(CuelinePlugin::default().rollback());
        app
    }
    let _run = once_and_twice(make, |app| {
        app.add_cue_clock::<Menu>(ClockSource::FixedTicks)
            .add_rollback_queue::<Show>()
            .add_cue_ledger::<Sound>()
            .add_offset::<Translation>();
    });
}

/// No name of the prelude is in a prelude of Bevy too, where it would be ambiguous.
mod names {
    #[allow(unused_imports)]
    use bevy_app::prelude::*;
    #[allow(unused_imports)]
    use bevy_asset::prelude::*;
    #[allow(unused_imports)]
    use bevy_camera::prelude::*;
    #[allow(unused_imports)]
    use bevy_color::prelude::*;
    #[allow(unused_imports)]
    use bevy_cueline::prelude::*;
    #[allow(unused_imports)]
    use bevy_ecs::prelude::*;
    #[allow(unused_imports)]
    use bevy_math::prelude::*;
    #[allow(unused_imports)]
    use bevy_sprite::prelude::*;
    #[allow(unused_imports)]
    use bevy_text::prelude::*;
    #[allow(unused_imports)]
    use bevy_time::prelude::*;
    #[allow(unused_imports)]
    use bevy_transform::prelude::*;
    #[allow(unused_imports)]
    use bevy_ui::prelude::*;

    macro_rules! named {
        ($($name:ident)*) => {
            #[test]
            fn no_name_clashes_with_the_preludes_of_bevy() {
                // Does not compile where one does.
                $({ #[allow(unused_imports)] use $name as _named; })*
            }
        };
    }
    /// Those of parts that not every build has.
    #[allow(unused_imports, dead_code, reason = "it only has to compile")]
    fn of_parts() {
        #[cfg(feature = "late_join")]
        use CuelineReplication as _;
        #[cfg(feature = "characters")]
        use {CharacterAnimator as _, CueAnimator as _, JointRest as _};
        #[cfg(feature = "egui")]
        use {CueInspector as _, CueInspectorPlugin as _};
        #[cfg(feature = "ggrs")]
        use {CueLedger as _, CuelineRollback as _, Retracted as _};
    }
    named! {
        Animate AnimateCommands AssetPart AssetProperty Background BorderTint ByPath CancelCause ClipBuilder ClipPlayer
        ClockSource Cue CueAlpha CueClip CueEvent CueEventKind CueFile CueFileError CueFlipbook CueMotionPreference
        CuePlayer CueSheet CueTime CueTimeline CuelineApp CuelinePlugin CuelineSystems Digest Easing Enqueue EntryId
        EventKind FieldOfView Flipbook FlipbookPlayer Holds ImageTint IntoEasing IntoSpan IsVisible Keyframe Lerp
        MainQueue Moment Motion MotionCancelled MotionEnded MotionLooped MotionStarted NodeHeight NodeLeft NodeMargin
        NodePadding NodeTop NodeWidth Offset PathMotions PathValue Play Pose Property Queue QueueUpdate Reason Repeat
        RepeatMode Rgba Scale Sequencer Shown Span Speed Spring SpriteColor TextTint Tick TickRate TimelinePlayer
        TransformAngle TransformRotation Translation TranslationX TranslationY TranslationZ UiAngle UiSides
        UiTransformScale UiTranslation ViewScale WholeTransform
    }
}

#[test]
fn a_timeline_obeys_all_commands_of_a_frame_in_their_order() {
    use bevy_cueline::cueline::timeline::{TimelineBuilder, to};

    let mut app = app(20);
    let x = || String::from("Transform.translation.x");
    let scene = TimelineBuilder::new("scene")
        .start(x(), 0.0_f32)
        .then(to(x(), 100.0_f32).duration(ms(1000)))
        .build()
        .unwrap();
    let scene = add::<CueTimeline>(&mut app, scene);
    let player = || TimelinePlayer::new(now(&app), scene.clone(), Repeat::Once);
    let [mut stopped, mut fast] = [player(), player()];
    let start = now(&app);
    stopped.pause(start);
    stopped.seek(start, ms(500));
    fast.set_speed(start, Speed::whole(2));
    fast.seek(start, ms(300));
    let [stopped, fast] =
        [stopped, fast].map(|player| app.world_mut().spawn((Transform::default(), player)).id());
    updates(&mut app, 6);
    assert_eq!(place(&app, stopped).x, 50.0, "paused there");
    updates(&mut app, 5);
    assert_eq!(place(&app, stopped).x, 50.0);
    assert!(place(&app, fast).x > 70.0, "twice as fast: {}", place(&app, fast).x);
}

#[test]
fn a_clip_finds_children_that_come_late_and_leaves_those_that_go() {
    crate::record_log();
    let mut app = app(20);
    let keys = [Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(ms(1000), 100.0)];
    let clip = ClipBuilder::new("wave").track("limb/Transform.translation.x", keys);
    let clip = add::<CueClip>(&mut app, clip.build().unwrap());
    let player = ClipPlayer::new(now(&app), clip, Repeat::Once);
    let hero = app.world_mut().spawn((Transform::default(), player)).id();
    let limb = |app: &mut App, parent| {
        app.world_mut().spawn((Name::new("limb"), Transform::default(), ChildOf(parent))).id()
    };
    updates(&mut app, 3);
    let first = limb(&mut app, hero);
    updates(&mut app, 2);
    assert_eq!(place(&app, first).x, 10.0, "100 of 1000 ms, for a child that came after 60");
    // To another parent: nothing moves it any more. Its follower does.
    let other = app.world_mut().spawn(Transform::default()).id();
    app.world_mut().entity_mut(first).insert(ChildOf(other));
    updates(&mut app, 2);
    assert_eq!(place(&app, first).x, 10.0);
    let second = limb(&mut app, hero);
    updates(&mut app, 2);
    assert_eq!(place(&app, second).x, 18.0);
    // Despawned and spawned anew; and by a new name.
    app.world_mut().entity_mut(second).despawn();
    updates(&mut app, 1);
    let third = limb(&mut app, hero);
    updates(&mut app, 1);
    assert_eq!(place(&app, third).x, 22.0);
    app.world_mut().entity_mut(third).insert(Name::new("tail"));
    updates(&mut app, 2);
    assert_eq!(place(&app, third).x, 22.0);
    app.world_mut().entity_mut(third).insert(Name::new("limb"));
    updates(&mut app, 1);
    assert_eq!(place(&app, third).x, 28.0);
}

#[test]
fn a_duration_that_is_not_a_number_counts_as_zero_and_the_log_names_its_line_once() {
    crate::record_log();
    let mut app = app(20);
    let entity = app.world_mut().spawn(Transform::default()).id();
    let none = f32::NAN;
    for pass in 0..3_u8 {
        let to = Vec3::X * f32::from(10 * (pass + 1));
        app.world_mut().commands().entity(entity).tween_to::<Translation>(to, none, Easing::LINEAR);
        app.update();
        assert_eq!(place(&app, entity), to);
        let time = app.world().resource::<CueTime>().clone();
        let mut motion = app.world_mut().get_mut::<Motion<Translation>>(entity).unwrap();
        motion.tween_to(time.ago(none), Vec3::ZERO, none, Easing::LINEAR);
        motion.then_tween_after(&time, none, Vec3::X, none, Easing::LINEAR);
        app.update();
        assert_eq!(place(&app, entity), Vec3::X);
    }
    let lines = crate::logged("is NaN seconds");
    let places = lines.iter().filter(|line| line.contains("tests/it/habits.rs:"));
    assert_eq!(places.count(), 4, "{lines:?}");
}
