use bevy_cueline::prelude::*;
use bevy_ecs::{
    prelude::*,
    reflect::{AppTypeRegistry, ReflectComponent},
};
use bevy_transform::components::Transform;

use crate::app;

#[test]
fn every_component_is_registered_and_can_be_reflected() {
    #[derive(Clone, Debug)]
    struct Show;
    let mut app = app(20);
    app.add_queue::<Show>();
    let names = [
        "bevy_cueline::Motion<Transform.translation>",
        "bevy_cueline::Motion<Sprite.color>",
        "bevy_cueline::Motion<Node.left>",
        "bevy_cueline::PathMotions",
        "bevy_cueline::ClipPlayer",
        "bevy_cueline::TimelinePlayer",
        "bevy_cueline::FlipbookPlayer",
        #[cfg(feature = "characters")]
        "bevy_cueline::CharacterAnimator",
    ];
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    for name in names {
        let known =
            registry.get_with_type_path(name).unwrap_or_else(|| panic!("{name} is missing"));
        assert!(known.data::<ReflectComponent>().is_some(), "{name} is no component");
    }
    assert!(registry.get(core::any::TypeId::of::<Queue<Show>>()).is_some());
    assert!(registry.get(core::any::TypeId::of::<MainQueue<Show>>()).is_some());
}

#[test]
fn a_motion_is_copied_to_another_entity_by_reflection() {
    let mut app = app(20);
    let time = app.world().resource::<CueTime>().clone();
    let mut motion = Motion::<TranslationX>::default();
    motion.tween(&time, 0.0, 10.0, ms(100), Easing::LINEAR);
    let from = app.world_mut().spawn((Transform::default(), motion)).id();
    let to = app.world_mut().spawn(Transform::default()).id();
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let known = registry.get(core::any::TypeId::of::<Motion<TranslationX>>()).unwrap();
    let component = known.data::<ReflectComponent>().unwrap();
    let copy = component.reflect(app.world().entity(from)).unwrap().reflect_clone().unwrap();
    component.insert(&mut app.world_mut().entity_mut(to), &*copy, &registry);
    app.update();
    let x = |entity: Entity| app.world().get::<Transform>(entity).unwrap().translation.x;
    assert_eq!((x(from), x(to)), (2.0, 2.0));
}
