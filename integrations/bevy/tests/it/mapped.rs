//! Entities in payloads of queues, in a scene that is loaded into another world.

use std::any::TypeId;

use bevy_app::prelude::*;
use bevy_asset::{AssetPath, LoadFromPath, UntypedHandle};
use bevy_cueline::{cueline::sequencer::EntryDuration, prelude::*};
use bevy_ecs::{entity::MapEntities, name::Name, prelude::*, reflect::AppTypeRegistry};
use bevy_world_serialization::{DynamicWorld, DynamicWorldBuilder, serde::WorldDeserializer};
use serde::{Deserialize, Serialize, de::DeserializeSeed};

use crate::{Heard, app, heard, updates};

#[derive(Clone, Debug, MapEntities, Serialize, Deserialize)]
enum Show {
    Hop {
        #[entities]
        piece: Entity,
        /// The number of the piece, by which its name can be checked.
        number: u8,
    },
}

/// The name of the piece of an entry that started, or ended; and its number.
type Seen = (String, u8, bool);

fn named(number: u8) -> Name {
    Name::new(format!("piece {number}"))
}

/// A world in which `before` other entities were spawned.
fn world_with(before: u32) -> App {
    let mut app = app(20);
    app.add_queue::<Show>().save_queue::<Show>().register_type::<Name>();
    app.init_resource::<Heard<Seen>>();
    app.add_observer(
        |update: On<QueueUpdate<Show>>, names: Query<&Name>, mut heard: ResMut<Heard<Seen>>| {
            let Show::Hop { piece, number } = update.payload;
            let name = names.get(piece).map_or("none", |name| name.as_str());
            if update.started || update.ended {
                heard.0.push((name.into(), number, update.ended));
            }
        },
    );
    for _ in 0..before {
        app.world_mut().spawn_empty();
    }
    app
}

/// A scene without assets.
struct NoAssets;

impl LoadFromPath for NoAssets {
    fn load_from_path_erased(&mut self, _: TypeId, path: AssetPath<'static>) -> UntypedHandle {
        unreachable!("{path}")
    }
}

/// An entry in each place where one can be: numbers from 0.
fn fill(queue: &mut Queue<Show>, pieces: &[Entity; 11]) {
    let hop = |number: u8| Show::Hop { piece: pieces[usize::from(number)], number };
    let first = queue.enqueue(ms(100), hop(0));
    queue.concurrently(ms(300).delayed(ms(80)), hop(1));
    queue.background(ms(200), hop(2));
    queue.background(ms(200).delayed(ms(160)), hop(3));
    queue.background_forever(hop(4));
    let second = queue.after(first, ms(60), hop(5));
    queue.after(second, EntryDuration::Open, hop(6));
    queue.enqueue(ms(100), hop(7));
    queue.non_blocking(ms(60), hop(8));
    let last = queue.blocking(ms(40), hop(9));
    queue.after(last, Span::ZERO, hop(10));
}

/// The payloads of a queue that wait or show: the name of the piece, and its number.
fn payloads(app: &mut App, is_main: bool) -> Vec<(String, u8)> {
    let world = app.world_mut();
    let queue = if is_main {
        world.resource::<MainQueue<Show>>().0.clone()
    } else {
        world.query::<&Queue<Show>>().single(world).unwrap().clone()
    };
    let name = |Show::Hop { piece, number }: &Show| {
        let name = world.get::<Name>(*piece).map_or("none", |name| name.as_str());
        (name.into(), *number)
    };
    queue.agenda().map(|entry| name(entry.payload)).collect()
}

fn save(app: &mut App) -> String {
    let world = app.world_mut();
    let pieces: Vec<Entity> =
        world.query_filtered::<Entity, Or<(With<Name>, With<Queue<Show>>)>>().iter(world).collect();
    let registry = world.resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let scene = DynamicWorldBuilder::from_world(world, &registry)
        .deny_all_resources()
        .allow_resource::<CueTime>()
        .allow_resource::<MainQueue<Show>>()
        .extract_entities(pieces.into_iter())
        .extract_resources()
        .build();
    scene.serialize(&registry).unwrap()
}

fn load(app: &mut App, scene: &str) {
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let scene: DynamicWorld = {
        let registry = registry.read();
        let seed = WorldDeserializer { type_registry: &registry, load_from_path: &mut NoAssets };
        seed.deserialize(&mut ron::de::Deserializer::from_str(scene).unwrap()).unwrap()
    };
    scene.write_to_world(app.world_mut(), &mut Default::default()).unwrap();
}

#[test]
fn a_loaded_queue_names_the_loaded_entities_in_every_place() {
    for is_main in [false, true] {
        let mut places = std::collections::BTreeSet::new();
        for frames in 0..16 {
            let mut first = world_with(0);
            let world = first.world_mut();
            let pieces = std::array::from_fn(|number| {
                world.spawn(named(u8::try_from(number).unwrap())).id()
            });
            let mut queue = Queue::<Show>::new(world.resource::<CueTime>());
            fill(&mut queue, &pieces);
            if is_main {
                world.insert_resource(MainQueue(queue));
            } else {
                world.spawn(queue);
            }
            updates(&mut first, frames);
            let scene = save(&mut first);
            let what = format!("main {is_main}, after {frames} frames");

            // Without the call, payloads stay as they were saved: these ids are of other entities here.
            let mut unmapped = world_with(500);
            load(&mut unmapped, &scene);
            let stay = payloads(&mut unmapped, is_main);
            assert!(stay.iter().all(|(name, _)| name == "none"), "{what}: {stay:?}");

            let mut second = world_with(500);
            second.map_queue::<Show>();
            // In place of a queue that is there, too.
            if frames % 2 == 1 && is_main {
                let other = MainQueue::<Show>::new(second.world().resource::<CueTime>());
                second.insert_resource(other);
            }
            load(&mut second, &scene);
            let loaded = payloads(&mut second, is_main);
            assert_eq!(loaded, payloads(&mut first, is_main), "{what}");
            places.extend(loaded.into_iter().map(|(_, number)| number));

            let before = heard::<Seen>(&first).len();
            for app in [&mut first, &mut second] {
                updates(app, 40);
            }
            let (right, seen) = (heard::<Seen>(&first), heard::<Seen>(&second));
            assert_eq!(seen, right[before..], "{what}");
        }
        assert_eq!(places.len(), 11, "each entry was saved once: {places:?}");
    }
}

#[test]
fn what_a_skip_has_still_to_show_is_mapped_too() {
    let mut app = world_with(0);
    let [old, new] = [1, 2].map(|number| app.world_mut().spawn(named(number)).id());
    let mut queue = Queue::<Show>::new(app.world().resource::<CueTime>());
    queue.enqueue(ms(100), Show::Hop { piece: old, number: 2 });
    queue.finish();
    queue.map_entities(&mut (old, new));
    app.world_mut().spawn(queue);
    updates(&mut app, 1);
    assert_eq!(heard::<Seen>(&app), [("piece 2".to_owned(), 2, true)]);
}
