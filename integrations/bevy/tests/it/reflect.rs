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

/// A component of the plugin is one value to reflection, as its parts depend on each other. A scene writes and reads it as that
/// value; what has fields is also reached by their paths.
#[cfg(feature = "serde")]
#[test]
fn every_registered_type_is_written_and_read_back_whole_and_by_its_fields() {
    use bevy_app::App;
    use bevy_reflect::{
        GetPath, PartialReflect, Reflect, ReflectRef, TypeRegistry,
        serde::{ReflectDeserializer, ReflectSerializer},
        std_traits::ReflectDefault,
    };
    use serde::{Deserialize, Serialize, de::DeserializeSeed};

    use crate::{
        files::{app_with, clip, load, run},
        tracks::{dress, properties},
    };

    #[derive(Clone, Debug, Serialize, Deserialize)]
    struct Show;

    /// Plays everything, from a time of its own.
    fn playing(frames: usize) -> App {
        let walk = clip(5.0, 700, 400);
        let rest = r#"(version: 1,
            flipbooks: {"spin": (frames: List([(show: 4, hold: "150ms"), (show: 2, hold: "250ms")]))},
            timelines: {"scene": (items: [(action: Tween({"Transform.translation.x": (from: F32(0.0), to: F32(1.0))}), duration: "9s")])},
        )"#;
        let mut files = vec![("walk.cue.ron", walk.as_bytes()), ("rest.cue.ron", rest.as_bytes())];
        #[cfg(feature = "characters")]
        files.push(("hero.cue.ron", crate::character::HERO.as_bytes()));
        let (mut app, _) = app_with(&files);
        app.add_queue::<Show>().save_queue::<Show>();
        macro_rules! offsets {
            ($($property:ty)*) => {
                $(app.add_offset::<$property>().save_offset::<$property>();)*
            };
        }
        properties!(offsets);
        let walk = load::<CueClip>(&mut app, "walk.cue.ron#clip/go");
        let scene = load::<CueTimeline>(&mut app, "rest.cue.ron#timeline/scene");
        let spin = load::<CueFlipbook>(&mut app, "rest.cue.ron#flipbook/spin");
        run(&mut app, frames);
        let time = app.world().resource::<CueTime>().clone();
        let mut queue = Queue::<Show>::new(&time);
        queue.enqueue(ms(300), Show);
        let mut main = MainQueue::<Show>::new(&time);
        main.enqueue(ms(400), Show);
        let world = app.world_mut();
        world.insert_resource(main);
        let mut entity = world.spawn((
            queue,
            ClipPlayer::new(&time, walk, Repeat::Forever),
            TimelinePlayer::new(&time, scene, Repeat::Once),
            FlipbookPlayer::new(&time, spin),
        ));
        dress(&mut entity, "");
        let entity = entity.id();
        #[cfg(feature = "characters")]
        {
            let hero = load::<CueAnimator>(&mut app, "hero.cue.ron#animator/hero");
            let rest = JointRest(Transform::from_xyz(1.0, 2.0, 3.0));
            app.world_mut().entity_mut(entity).insert((CharacterAnimator::new(&time, hero), rest));
        }
        let mut commands = app.world_mut().commands();
        let mut commands = commands.entity(entity);
        macro_rules! each {
            ($($property:ty)*) => {
                $(commands.tween_to::<$property>(
                    <$property as Property>::Value::default(), ms(500), Easing::OUT_CUBIC,
                );)*
            };
        }
        properties!(each);
        macro_rules! offsets {
            ($($property:ty)*) => { each!($(Offset<$property>)*); };
        }
        properties!(offsets);
        each!(TranslationX TranslationY TranslationZ);
        #[cfg(feature = "audio")]
        each!(SoundVolume SpatialSoundVolume);
        commands.tween_path("Transform.scale.x", 2.0_f32, ms(300), Easing::LINEAR);
        run(&mut app, 3);
        app
    }

    fn written(value: &dyn PartialReflect, registry: &TypeRegistry) -> String {
        ron::to_string(&ReflectSerializer::new(value, registry)).unwrap()
    }

    /// Writes each field another way, and back. Returns how many there are.
    fn fields(value: &mut dyn Reflect) -> usize {
        let paths: Vec<String> = match value.reflect_ref() {
            ReflectRef::Struct(parts) => {
                (0..parts.field_len()).map(|i| format!(".{}", parts.name_at(i).unwrap())).collect()
            }
            ReflectRef::TupleStruct(parts) => {
                (0..parts.field_len()).map(|i| format!(".{i}")).collect()
            }
            _ => Vec::new(),
        };
        for path in &paths {
            let part = value.reflect_path_mut(path.as_str()).unwrap();
            let before = part.reflect_clone().unwrap();
            if let Some(number) = part.try_downcast_mut::<f32>() {
                *number += 1.0;
            } else if let Some(number) = part.try_downcast_mut::<f64>() {
                *number += 1.0;
            } else {
                assert!(
                    fields(part.try_as_reflect_mut().unwrap()) > 0,
                    "{path}: a field of its own"
                );
                continue;
            }
            assert_eq!(part.reflect_partial_eq(before.as_partial_reflect()), Some(false), "{path}");
            part.apply(before.as_partial_reflect());
            assert_eq!(part.reflect_partial_eq(before.as_partial_reflect()), Some(true), "{path}");
        }
        paths.len()
    }

    let mut first = playing(2);
    let mut second = playing(7);
    let registry = first.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let of_second = second.world().resource::<AppTypeRegistry>().clone();
    let holder = |app: &mut App, component: &ReflectComponent| {
        let world = app.world_mut();
        let mut all = world.query::<EntityRef>();
        all.iter(world).find(|entity| component.contains(*entity)).map(|entity| entity.id())
    };
    let mut components = 0;
    for known in registry.iter() {
        let path = known.type_info().type_path();
        if !path.starts_with("bevy_cueline") {
            continue;
        }
        let Some(component) = known.data::<ReflectComponent>() else {
            let default = known.data::<ReflectDefault>().unwrap_or_else(|| panic!("{path}"));
            assert!(fields(&mut *default.default()) > 0, "{path}");
            continue;
        };
        let from = holder(&mut first, component);
        let from = from.unwrap_or_else(|| panic!("a new type: let {path} play above"));
        let value = component.reflect(first.world().entity(from)).unwrap();
        let mut copy = value.reflect_clone().unwrap();
        let text = written(value.as_partial_reflect(), &registry);
        assert_eq!(written(copy.as_partial_reflect(), &registry), text);
        let is_opaque = matches!(copy.reflect_ref(), ReflectRef::Opaque(_));
        assert!(is_opaque || fields(&mut *copy) > 0, "{path}");
        let back = ReflectDeserializer::new(&registry)
            .deserialize(&mut ron::de::Deserializer::from_str(&text).unwrap())
            .unwrap_or_else(|problem| panic!("{path}: {problem}: {text}"));
        // In place of another state of its own, and on an entity that has none.
        let to = holder(&mut second, component).unwrap();
        let other = component.reflect(second.world().entity(to)).unwrap();
        let other = written(other.as_partial_reflect(), &registry);
        let is_setting = path.ends_with("JointRest")
            || path.ends_with("CueAlpha")
            || path.starts_with("bevy_cueline::Offset<");
        assert!(other != text || is_setting, "{path}: the other app is in another state");
        component.apply(second.world_mut().entity_mut(to), &*back);
        let applied = component.reflect(second.world().entity(to)).unwrap();
        assert_eq!(written(applied.as_partial_reflect(), &registry), text);
        if known.data::<bevy_ecs::reflect::ReflectResource>().is_none() {
            let new = second.world_mut().spawn_empty().id();
            component.insert(&mut second.world_mut().entity_mut(new), &*back, &of_second.read());
            let inserted = component.reflect(second.world().entity(new)).unwrap();
            assert_eq!(written(inserted.as_partial_reflect(), &registry), text);
        }
        components += 1;
    }
    assert!(components > 30, "{components}");
}
