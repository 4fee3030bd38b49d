//! One clear message for each thing that fails: the entity, the path, and the nearest name.

use bevy_asset::Assets;
use bevy_cueline::{cueline::clip::ClipBuilder, prelude::*};
use bevy_ecs::{hierarchy::ChildOf, name::Name, prelude::*};
use bevy_transform::components::Transform;

use crate::{app, logged, record_log, updates};

/// Plays a clip with one track of numbers on an entity, and returns what was logged about its path in a few frames.
fn played(path: &str, track: impl Fn(ClipBuilder) -> ClipBuilder) -> (Entity, Vec<String>) {
    record_log();
    let mut app = app(20);
    let clip = track(ClipBuilder::new("odd")).build().unwrap();
    let clip = app.world_mut().resource_mut::<Assets<CueClip>>().add(clip);
    let player = ClipPlayer::new(app.world().resource::<CueTime>(), clip, Repeat::Once);
    let entity = app.world_mut().spawn((Transform::default(), player)).id();
    app.world_mut().spawn((Name::new("arm"), Transform::default(), ChildOf(entity)));
    updates(&mut app, 3);
    (entity, logged(path))
}

fn number(path: &str) -> impl Fn(ClipBuilder) -> ClipBuilder {
    move |clip| clip.track(path, [Keyframe::hold(ms(0), 1.0_f32)])
}

fn once(lines: &[String], entity: Entity, parts: &[&str]) {
    assert_eq!(lines.len(), 1, "one message: {lines:?}");
    for part in parts.iter().copied().chain([&*format!("entity {entity}")]) {
        assert!(lines[0].contains(part), "{part:?} is missing in {:?}", lines[0]);
    }
}

#[test]
fn a_path_that_names_no_property_suggests_the_nearest() {
    let (entity, lines) = played("Transform.tranlsation.x", number("Transform.tranlsation.x"));
    once(&lines, entity, &["did you mean \"Transform.translation.x\"?"]);
}

#[test]
fn a_path_that_names_no_entity_lists_those_that_are_there() {
    let (entity, lines) = played("amr/Transform.scale.z", number("amr/Transform.scale.z"));
    once(&lines, entity, &["no entity called", "There are: arm"]);
}

#[test]
fn a_track_of_another_kind_says_both_kinds() {
    let track = |clip: ClipBuilder| clip.track("Transform.scale", [Keyframe::hold(ms(0), true)]);
    let (entity, lines) = played("\"Transform.scale\" is of", track);
    once(&lines, entity, &["Bool", "Vec3"]);
}

#[test]
fn a_component_that_is_missing_is_named_once() {
    let (entity, lines) = played("\"UiTransform.scale.x\"", number("UiTransform.scale.x"));
    once(&lines, entity, &["no such component"]);
}

#[test]
fn a_motion_without_its_component_is_named_once() {
    record_log();
    let mut app = app(20);
    let mut motion = Motion::<Scale>::default();
    let time = app.world().resource::<CueTime>().clone();
    motion.tween_to(&time, bevy_math::Vec3::ONE, ms(100), Easing::LINEAR);
    let entity = app.world_mut().spawn(motion).id();
    updates(&mut app, 5);
    let lines = logged("moves Transform.scale but has no component Transform");
    let own: Vec<_> =
        lines.into_iter().filter(|line| line.contains(&format!("entity {entity} "))).collect();
    once(&own, entity, &[]);
}

#[test]
fn a_motion_of_a_property_that_was_not_added_is_named_once() {
    #[derive(Component, Clone, Copy, Debug, Default, PartialEq, Digest, Lerp)]
    struct Lantern {
        glow: f32,
    }

    record_log();
    let mut app = app(20);
    let motion = || (Lantern::default(), Motion::<Lantern>::default());
    let entity = app.world_mut().spawn(motion()).id();
    app.world_mut().spawn(motion());
    updates(&mut app, 3);
    once(&logged("does not move Lantern"), entity, &["call `app.animate::<", "Lantern>()`"]);
    app.animate::<Lantern>();
    app.world_mut().spawn(motion());
    assert_eq!(logged("does not move Lantern").len(), 1);
}

#[test]
fn a_clip_that_cannot_repeat_is_named() {
    record_log();
    let mut app = app(20);
    let clip = ClipBuilder::new("nothing at all").build().unwrap();
    let clip = app.world_mut().resource_mut::<Assets<CueClip>>().add(clip);
    let player = ClipPlayer::new(app.world().resource::<CueTime>(), clip, Repeat::Forever);
    let entity = app.world_mut().spawn(player).id();
    updates(&mut app, 3);
    once(&logged("nothing at all"), entity, &["cannot play the clip"]);
}
