//! Tracks and motions of what a path of reflection names.

use bevy_app::App;
use bevy_asset::Assets;
use bevy_color::{Color, LinearRgba, Srgba};
use bevy_cueline::{cueline::clip::ClipBuilder, prelude::*};
use bevy_ecs::{hierarchy::ChildOf, name::Name, prelude::*};
use bevy_math::{Quat, Vec3};
use bevy_reflect::prelude::*;
use bevy_transform::components::Transform;

use crate::{Heard, app, heard, logged, record_log, updates};

/// No property of the plugin names any part of it.
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default)]
struct Lamp {
    colors: [f32; 3],
    height: f64,
    aim: Vec3,
    turn: Quat,
    tint: Color,
    glass: Srgba,
    lit: bool,
    level: i32,
    sparks: Vec<f32>,
    state: State,
    name: String,
}

#[derive(Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(Default)]
enum State {
    #[default]
    Off,
    On {
        power: f32,
    },
}

/// Registered, but not as a component.
#[derive(Component, Clone, Debug, Default, Reflect)]
struct Shade(f32);

#[derive(Component, Clone, Debug, Default, Reflect)]
#[reflect(Component)]
#[component(immutable)]
struct Stone(f32);

mod other {
    use super::*;

    #[derive(Component, Default, Reflect)]
    #[reflect(Component)]
    pub(super) struct Twin(pub(super) f32);
}

#[derive(Component, Default, Reflect)]
#[reflect(Component)]
struct Twin(f32);

fn lamps() -> App {
    let mut app = app(20);
    app.register_type::<Lamp>()
        .register_type::<Shade>()
        .register_type::<Stone>()
        .register_type::<Twin>()
        .register_type::<other::Twin>();
    app
}

fn play(app: &mut App, clip: ClipBuilder) -> ClipPlayer {
    let clip = clip.build().unwrap();
    let clip = app.world_mut().resource_mut::<Assets<CueClip>>().add(clip);
    ClipPlayer::new(app.world().resource::<CueTime>(), clip, Repeat::Once)
}

fn lamp(app: &App, entity: Entity) -> Lamp {
    app.world().get::<Lamp>(entity).unwrap().clone()
}

fn move_path<V: PathValue>(
    app: &mut App,
    entity: Entity,
    path: &str,
    act: impl FnOnce(&mut Motion<V::By>, &CueTime),
) {
    let time = app.world().resource::<CueTime>().clone();
    let mut entity = app.world_mut().entity_mut(entity);
    if !entity.contains::<PathMotions>() {
        entity.insert(PathMotions::default());
    }
    act(entity.get_mut::<PathMotions>().unwrap().of::<V>(path), &time);
}

#[test]
fn a_clip_writes_parts_of_a_component_that_has_no_property() {
    let mut app = lamps();
    let tint = bevy_cueline::cueline::value::Color::new(1.0, 0.0, 0.0, 1.0);
    let rise = |path: &str, clip: ClipBuilder, to: f64| {
        clip.track(path, [Keyframe::linear(ms(0), 0.0_f64), Keyframe::linear(ms(100), to)])
    };
    let mut clip = ClipBuilder::new("glow");
    for (path, to) in [
        ("Lamp.colors[1]", 10.0),
        ("Lamp.height", 20.0),
        ("Lamp.aim.y", 30.0),
        ("Lamp.sparks[1]", 40.0),
        ("Lamp.state.power", 50.0),
        ("bulb/Lamp.colors[0]", 60.0),
        ("Transform.translation.x", 70.0),
    ] {
        clip = rise(path, clip, to);
    }
    let clip = clip
        .track("Lamp.tint", [Keyframe::hold(ms(0), tint)])
        .track("Lamp.glass", [Keyframe::hold(ms(0), tint)])
        .track("Lamp.lit", [Keyframe::hold(ms(0), true)])
        .track("Lamp.level", [Keyframe::hold(ms(0), 3_i32)]);
    let player = play(&mut app, clip);
    let on = Lamp { sparks: vec![0.0, 0.0], state: State::On { power: 0.0 }, ..Default::default() };
    let entity = app.world_mut().spawn((Transform::default(), on, player)).id();
    let bulb = app.world_mut().spawn((Name::new("bulb"), Lamp::default(), ChildOf(entity))).id();
    updates(&mut app, 5);
    let shown = lamp(&app, entity);
    let expected = Lamp {
        colors: [0.0, 10.0, 0.0],
        height: 20.0,
        aim: Vec3::Y * 30.0,
        tint: Color::LinearRgba(LinearRgba::RED),
        glass: LinearRgba::RED.into(),
        lit: true,
        level: 3,
        sparks: vec![0.0, 40.0],
        state: State::On { power: 50.0 },
        ..Default::default()
    };
    assert_eq!(shown, expected);
    assert_eq!(lamp(&app, bulb).colors, [60.0, 0.0, 0.0]);
    assert_eq!(app.world().get::<Transform>(entity).unwrap().translation.x, 70.0);
}

#[test]
fn a_component_is_marked_changed_only_where_a_value_differs() {
    let mut app = lamps();
    app.init_resource::<Heard<u32>>().add_systems(
        bevy_app::Last,
        |changed: Query<(), Changed<Lamp>>, mut heard: ResMut<Heard<u32>>| {
            heard.0.push(u32::try_from(changed.iter().count()).unwrap());
        },
    );
    let steps =
        [Keyframe::hold(ms(0), 0.0_f32), Keyframe::hold(ms(40), 1.0), Keyframe::hold(ms(100), 2.0)];
    let player = play(&mut app, ClipBuilder::new("steps").track("Lamp.colors[2]", steps));
    let entity = app.world_mut().spawn((Lamp::default(), player)).id();
    updates(&mut app, 7);
    assert_eq!(heard::<u32>(&app), [1, 1, 0, 0, 1, 0, 0], "the first is its spawn");
    assert_eq!(lamp(&app, entity).colors[2], 2.0);

    // At rest a motion writes nothing, so the game may.
    move_path::<f32>(&mut app, entity, "Lamp.colors[0]", |motion, time| {
        motion.tween_to(time, 5.0, ms(40), Easing::LINEAR);
    });
    app.world_mut().entity_mut(entity).remove::<ClipPlayer>();
    app.world_mut().resource_mut::<Heard<u32>>().0.clear();
    updates(&mut app, 5);
    assert_eq!(heard::<u32>(&app), [1, 1, 0, 0, 0]);
}

#[test]
fn motions_by_path_start_from_the_component_and_take_over_from_each_other() {
    let mut app = lamps();
    app.init_resource::<Heard<(&'static str, i64)>>().add_observer(
        |ended: On<MotionEnded>, mut heard: ResMut<Heard<(&'static str, i64)>>| {
            heard.0.push((ended.property, ended.due.flicks() / 705_600));
        },
    );
    let mut start = Lamp::default();
    start.colors[1] = 4.0;
    let entity = app.world_mut().spawn(start).id();
    app.world_mut().commands().entity(entity).tween_path(
        "Lamp.colors[1]",
        14.0_f32,
        ms(100),
        Easing::LINEAR,
    );
    move_path::<f64>(&mut app, entity, "Lamp.height", |motion, time| {
        motion.tween_to(time, 10.0, ms(100), Easing::LINEAR);
        motion.then_tween_to(time, 0.0, ms(100), Easing::LINEAR);
    });
    move_path::<Rgba>(&mut app, entity, "Lamp.tint", |motion, time| {
        motion.tween(time, Color::BLACK, Color::WHITE, ms(100), Easing::LINEAR);
    });
    move_path::<Quat>(&mut app, entity, "Lamp.turn", |motion, time| {
        motion.tween_to(time, Quat::from_rotation_x(1.0), ms(100), Easing::LINEAR);
    });
    updates(&mut app, 2);
    let shown = lamp(&app, entity);
    assert_eq!(shown.colors[1], 8.0);
    // The progress of a tween is an `f32`.
    assert!((shown.height - 4.0).abs() < 1e-6, "{shown:?}");
    let grey = shown.tint.to_linear();
    assert!((grey.red - 0.4).abs() < 1e-6, "{grey:?}");
    assert!(shown.turn.abs_diff_eq(Quat::from_rotation_x(0.4), 1e-6));

    // A spring takes over with the velocity: it goes on upwards at first.
    move_path::<f32>(&mut app, entity, "Lamp.colors[1]", |motion, time| {
        motion.spring_to(time, 0.0, Spring::smooth(ms(400)));
    });
    app.update();
    assert!(lamp(&app, entity).colors[1] > 8.0, "{:?}", lamp(&app, entity));
    updates(&mut app, 100);
    let shown = lamp(&app, entity);
    assert_eq!(
        (shown.colors[1], shown.height, shown.tint),
        (0.0, 0.0, Rgba::from(Color::WHITE).color())
    );
    let ends = heard::<(&str, i64)>(&app);
    let of = |path: &str| -> Vec<i64> {
        ends.iter().filter(|(own, _)| *own == path).map(|(_, due)| *due).collect()
    };
    assert_eq!(of("Lamp.height"), [100, 200]);
    assert_eq!((of("Lamp.tint"), of("Lamp.colors[1]").len()), (vec![100], 1));
    assert!(app.world().get::<PathMotions>(entity).unwrap().is_resting());
}

#[test]
fn a_motion_of_numbers_fits_both_precisions_and_waits_for_its_part() {
    record_log();
    let mut app = lamps();
    let entity = app.world_mut().spawn(Name::new("nothing yet")).id();
    for path in ["Lamp.height", "Lamp.state.power", "Lamp.sparks[2]"] {
        move_path::<f32>(&mut app, entity, path, |motion, time| {
            motion.tween(time, 0.0, 1.0, ms(100), Easing::LINEAR);
        });
    }
    updates(&mut app, 2);
    let lines = logged(&format!("entity {entity} moves \"Lamp.height\""));
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].contains("has no component Lamp"), "{lines:?}");
    app.world_mut().entity_mut(entity).insert(Lamp::default());
    updates(&mut app, 3);
    let lines = logged(&format!("entity {entity} moves \"Lamp.sparks[2]\""));
    assert_eq!(lines.len(), 1, "{lines:?}");
    let mut held = app.world_mut().get_mut::<Lamp>(entity).unwrap();
    (held.sparks, held.state) = (vec![0.0; 3], State::On { power: 0.0 });
    updates(&mut app, 2);
    let shown = lamp(&app, entity);
    assert_eq!((shown.height, &shown.sparks[..]), (1.0, &[0.0, 0.0, 1.0][..]));
    assert_eq!(shown.state, State::On { power: 1.0 });
}

/// What is logged about a motion and a track of one path, each on an entity of its own.
fn problems(path: &str) -> [String; 2] {
    record_log();
    let mut app = lamps();
    let entity = app.world_mut().spawn((Lamp::default(), Stone(0.0))).id();
    move_path::<f32>(&mut app, entity, path, |motion, time| {
        motion.tween_to(time, 1.0, ms(100), Easing::LINEAR);
    });
    // Everything else goes on.
    move_path::<f32>(&mut app, entity, "Lamp.colors[0]", |motion, time| {
        motion.tween_to(time, 1.0, ms(60), Easing::LINEAR);
    });
    let track = |clip: ClipBuilder, path| clip.track(path, [Keyframe::hold(ms(0), 2.0_f32)]);
    let clip = track(track(ClipBuilder::new("odd"), path), "Lamp.colors[2]");
    let player = play(&mut app, clip);
    app.world_mut().entity_mut(entity).insert(player);
    updates(&mut app, 4);
    assert_eq!(lamp(&app, entity).colors, [1.0, 0.0, 2.0]);
    let verbs = [format!("cannot move {path:?}: "), format!("cannot play {path:?}: ")];
    verbs.map(|verb| {
        let start = format!("entity {entity} {verb}");
        let lines: Vec<_> = logged(&start);
        assert_eq!(lines.len(), 1, "{start}: {lines:?}");
        lines[0].split_once(&verb).unwrap().1.to_owned()
    })
}

#[test]
fn a_path_that_leads_nowhere_is_one_message_with_the_nearest_name() {
    let cases = [
        (
            "Lamp.colrs[1]",
            "there is no property \"Lamp.colrs[1]\"; did you mean \"Lamp.colors[1]\"?",
        ),
        ("Lamp.colors[3]", "there is no property \"Lamp.colors[3]\"; did you mean"),
        ("Lamp.state.pwoer", "did you mean \"Lamp.state.power\"?"),
        (
            "Lapm.height",
            "no component \"Lapm\" is registered, and there is no property \"Lapm.height\"; did you mean \"Lamp.height\"?",
        ),
        (
            "Lamp.colors",
            "a [f32; 3] cannot be animated as a whole: \"Lamp.colors\"; did you mean \"Lamp.colors[0]\"?",
        ),
        ("Lamp.name", "a String cannot be animated as a whole"),
        ("Lamp", "a Lamp cannot be animated as a whole"),
        ("Lamp.colors[", "is no path: "),
        ("Shade.0", "the type \"Shade\" is registered without #[reflect(Component)]"),
        ("Stone.0", "the component Stone is immutable"),
        ("Twin.0", "several types are called \"Twin\"; write the whole path: \"it::paths::"),
    ];
    for (path, text) in cases {
        for line in problems(path) {
            assert!(line.contains(text), "{path}: {text:?} is missing in {line:?}");
        }
    }
    let [moves, plays] = problems("Lamp.aim");
    assert!(moves.contains("the motion is of F32, but the component holds Vec3"), "{moves}");
    assert!(plays.contains("is of F32, but the component holds Vec3"), "{plays}");
}

#[test]
fn a_whole_path_tells_two_types_of_one_name_apart() {
    let mut app = lamps();
    let entity = app.world_mut().spawn((Twin(0.0), other::Twin(0.0))).id();
    move_path::<f32>(&mut app, entity, "it::paths::other::Twin.0", |motion, time| {
        motion.tween_to(time, 1.0, ms(20), Easing::LINEAR);
    });
    updates(&mut app, 2);
    let entity = app.world().entity(entity);
    let (one, other) = (entity.get::<Twin>().unwrap(), entity.get::<other::Twin>().unwrap());
    assert_eq!((one.0, other.0), (0.0, 1.0));
}
