#[path = "../../examples/late_join.rs"]
mod example;

use std::{net::Ipv4Addr, thread::sleep, time::Duration};

use bevy_app::App;
use bevy_replicon_example_backend::{ExampleClient, ExampleServer};
use example::Shown;

/// The frames of a client that show units, from the first on: how many of them, and at which ticks another one than that of
/// the server.
fn compare(client: &Shown, server: &Shown) -> (usize, Vec<i64>) {
    let seen = client
        .frames
        .iter()
        .filter(|(tick, frame)| !frame.is_empty() && server.frames.contains_key(*tick));
    let other = seen.clone().filter(|(tick, frame)| server.frames[*tick] != **frame);
    (seen.count(), other.map(|(tick, _)| *tick).collect())
}

/// Banners that started or ended, each so often.
fn times(shown: &Shown, event: (u32, bool)) -> usize {
    shown.events.iter().filter(|other| **other == event).count()
}

#[test]
fn a_client_that_joins_late_shows_the_same_frames_to_the_bit() {
    let [server, early, late] = example::run(600, 300).unwrap();
    for client in [&early, &late] {
        let (seen, other) = compare(client, &server);
        assert!(seen > 250, "{seen}");
        assert!(other.is_empty(), "other frames at {other:?} of {seen}");
    }
    let first = *late.frames.iter().find(|(_, frame)| !frame.is_empty()).unwrap().0;
    assert!((295..330).contains(&first), "it joined at the server's tick, {first}");
}

#[test]
fn a_queue_that_is_sent_reports_each_entry_once_on_each_client() {
    let [server, early, late] = example::run(400, 200).unwrap();
    let ended = server.events.iter().filter(|event| !event.1).count();
    assert!(ended > 14, "{:?}", server.events);
    for client in [&early, &late] {
        for event in &client.events {
            assert_eq!(times(client, *event), 1, "{event:?} in {:?}", client.events);
        }
        let same =
            client.banners.iter().filter(|(tick, shown)| server.banners.get(*tick) == Some(*shown));
        assert!(same.count() > 80, "{:?}", client.banners);
    }
    assert!(early.events.len() + 3 >= server.events.len(), "{:?}", early.events);
}

/// Runs a server and two clients, the second of which joins in the middle.
pub(crate) fn play([server, early, late]: [&mut App; 3], frames: usize) {
    let socket = ExampleServer::new(0).unwrap();
    let port = socket.local_addr().unwrap().port();
    let client = || ExampleClient::new((Ipv4Addr::LOCALHOST, port)).unwrap();
    server.insert_resource(socket);
    early.insert_resource(client());
    for frame in 0..frames {
        if frame == frames / 2 {
            late.insert_resource(client());
        }
        server.update();
        // Packets take their time, on this machine too.
        sleep(Duration::from_millis(2));
        early.update();
        late.update();
        sleep(Duration::from_millis(1));
    }
}

mod paths_and_main_queue {
    use std::{collections::BTreeMap, time::Duration};

    use bevy_app::prelude::*;
    use bevy_cueline::prelude::*;
    use bevy_ecs::{entity::MapEntities, prelude::*};
    use bevy_math::Vec3;
    use bevy_reflect::Reflect;
    use bevy_replicon::prelude::*;
    use bevy_replicon_example_backend::RepliconExampleBackendPlugins;
    use bevy_state::app::StatesPlugin;
    use bevy_time::{TimePlugin, TimeUpdateStrategy};
    use bevy_transform::components::Transform;
    use serde::{Deserialize, Serialize};

    use super::play;

    const PATH: &str = "Lamp.lights[1]";

    #[derive(Component, Clone, Copy, Default, Reflect, Serialize, Deserialize)]
    #[reflect(Component)]
    struct Lamp {
        lights: [f32; 2],
    }

    /// A number, and the lamp, which is another entity on each side.
    #[derive(Clone, MapEntities, Serialize, Deserialize)]
    struct Banner(u32, #[entities] Entity);

    /// What the queue of an entity shows.
    const OF_ENTITY: u32 = 1000;

    #[derive(Resource, Clone, Default)]
    struct Seen {
        /// At each tick the light, and the place with its offset, bit by bit.
        lights: BTreeMap<i64, [u32; 4]>,
        started: Vec<u32>,
        ended: Vec<u32>,
        /// Those of the queue of an entity.
        of_entity: usize,
        /// Banners with an entity that is no lamp.
        strangers: usize,
    }

    fn app(others: u32) -> App {
        let mut app = App::new();
        for _ in 0..others {
            app.world_mut().spawn_empty();
        }
        app.add_plugins((TimePlugin, StatesPlugin, RepliconPlugins, RepliconExampleBackendPlugins))
            .insert_resource(crate::ticks(50))
            .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(20)))
            .add_plugins(CuelinePlugin::default())
            .register_type::<Lamp>()
            .replicate_once::<Lamp>()
            .replicate_once::<Transform>()
            .replicate_cueline()
            .add_offset::<Translation>()
            .replicate_motion::<Offset<Translation>>()
            .replicate_queue::<Banner>()
            .map_queue::<Banner>()
            .init_resource::<Seen>()
            .add_observer(
                |update: On<QueueUpdate<Banner>>,
                 lamps: Query<(), With<Lamp>>,
                 mut seen: ResMut<Seen>| {
                    let Banner(number, lamp) = update.payload;
                    seen.strangers += usize::from(!lamps.contains(lamp));
                    if number >= OF_ENTITY {
                        seen.of_entity += usize::from(update.ended);
                        return;
                    }
                    if update.started {
                        seen.started.push(number);
                    }
                    if update.ended {
                        seen.ended.push(number);
                    }
                },
            )
            .add_systems(
                PostUpdate,
                (|time: Res<CueTime>, lamp: Query<(&Lamp, &Transform)>, mut seen: ResMut<Seen>| {
                    if let Ok((lamp, at)) = lamp.single() {
                        let [x, y, z] = at.translation.to_array();
                        let shown = [lamp.lights[1], x, y, z].map(f32::to_bits);
                        seen.lights.insert(time.tick().get(), shown);
                    }
                })
                .after(CuelineSystems::Offset),
            );
        app.finish();
        app.cleanup();
        app
    }

    fn rules(
        time: Res<CueTime>,
        mut motions: Single<&mut PathMotions>,
        mut recoils: Single<&mut Motion<Offset<Translation>>>,
        lamp: Single<Entity, With<Lamp>>,
        mut queue: ResMut<MainQueue<Banner>>,
        mut own: Single<&mut Queue<Banner>>,
    ) {
        let tick = time.tick().get();
        if tick % 40 == 0 {
            recoils.tween_to(&time, Vec3::new(-3.0, 0.0, 0.7), ms(200), Easing::OUT_CUBIC);
            recoils.then_spring_to(&time, Vec3::Y, Spring::bouncy(ms(500)));
        }
        if tick % 31 == 0 {
            let to = (tick % 100) as f32;
            motions.of::<f32>(PATH).tween_to(&time, to, ms(500), Easing::OUT_BOUNCE);
        }
        if tick % 23 == 0 {
            let number = u32::try_from(tick / 23).unwrap();
            queue.enqueue(ms(300), Banner(number, *lamp));
            own.enqueue(ms(200), Banner(OF_ENTITY + number, *lamp));
        }
    }

    #[test]
    fn clients_show_motions_by_path_and_offsets_to_the_bit_and_each_entry_of_a_main_queue_once() {
        let mut server = app(0);
        let main = MainQueue::<Banner>::new(server.world().resource::<CueTime>());
        server.insert_resource(main).add_systems(FixedUpdate, rules);
        let own = Queue::<Banner>::new(server.world().resource::<CueTime>());
        server.world_mut().spawn((Replicated, own));
        let lamp = Lamp { lights: [1.0, 40.0] };
        // Raised from the first frame on: what is sent of the component is without the offset.
        let raised = Motion::<Offset<Translation>>::at(Vec3::Y);
        let at = Transform::from_xyz(1.0, 2.0, 3.0);
        server.world_mut().spawn((Replicated, lamp, PathMotions::default(), at, raised));
        let (mut early, mut late) = (app(300), app(700));
        play([&mut server, &mut early, &mut late], 400);
        let seen = |app: &App| app.world().resource::<Seen>().clone();
        let server = seen(&server);
        let mut least = 250;
        for (name, client) in [("early", seen(&early)), ("late", seen(&late))] {
            let known =
                || client.lights.iter().filter(|(tick, _)| server.lights.contains_key(*tick));
            assert!(known().count() > least, "{name}: {}", known().count());
            least = 120;
            let other = known().filter(|(tick, light)| server.lights[*tick] != **light).count();
            assert_eq!(other, 0, "{name}, of {}", known().count());
            for list in [&client.started, &client.ended] {
                let mut once = list.clone();
                once.dedup();
                assert_eq!(&once, list, "{name}: each once, in order");
            }
            assert!(client.ended.len() > 5, "{name}: {:?}", client.ended);
            assert_eq!(client.strangers, 0, "{name}: entities of the server");
            assert!(client.of_entity > 5, "{name}: {}", client.of_entity);
            // The last ones may still be on their way.
            let first = server.ended.iter().position(|number| *number == client.ended[0]).unwrap();
            assert!(server.ended[first..].starts_with(&client.ended), "{name}: {:?}", client.ended);
        }
    }
}

mod timelines_and_flipbooks {
    use std::{collections::BTreeMap, time::Duration};

    use bevy_app::prelude::*;
    use bevy_asset::Handle;
    use bevy_cueline::prelude::*;
    use bevy_ecs::prelude::*;
    use bevy_image::TextureAtlas;
    use bevy_replicon::prelude::*;
    use bevy_replicon_example_backend::RepliconExampleBackendPlugins;
    use bevy_sprite::Sprite;
    use bevy_state::app::StatesPlugin;
    use bevy_time::TimeUpdateStrategy;
    use bevy_transform::components::Transform;
    use serde::{Deserialize, Serialize};

    use super::play;
    use crate::files::{app_with, load};

    const SCENE: &str = r#"(version: 1,
        timelines: {"scene": (
            items: [
                (action: Tween({"Transform.translation.x": (from: F32(0.0), to: F32(10.0))}), duration: "900ms"),
                (action: Cue(cue: "there")),
            ],
        )},
        flipbooks: {"spin": (frames: List([(show: 4, hold: "150ms"), (show: 2, hold: "250ms")]))},
    )"#;

    /// What has a sprite on each side.
    #[derive(Component, Clone, Copy, Serialize, Deserialize)]
    struct Coin;

    /// What plays both.
    type Played = (With<TimelinePlayer>, With<FlipbookPlayer>);

    /// Keeps assets loaded.
    #[derive(Resource)]
    struct Kept {
        _scene: Handle<CueTimeline>,
        _spin: Handle<CueFlipbook>,
    }

    #[derive(Resource, Clone, Default)]
    struct Seen {
        /// At each tick the place, bit by bit, and the picture.
        frames: BTreeMap<i64, (u32, usize)>,
        cues: Vec<i64>,
    }

    fn app() -> (App, Handle<CueTimeline>, Handle<CueFlipbook>) {
        let (mut app, _) = app_with(&[("it.cue.ron", SCENE.as_bytes())]);
        let scene = load::<CueTimeline>(&mut app, "it.cue.ron#timeline/scene");
        let spin = load::<CueFlipbook>(&mut app, "it.cue.ron#flipbook/spin");
        app.add_plugins((StatesPlugin, RepliconPlugins, RepliconExampleBackendPlugins))
            .replicate::<Coin>()
            .replicate_cueline()
            .init_resource::<Seen>()
            .add_systems(Update, |new: Query<Entity, Added<Coin>>, mut commands: Commands| {
                for coin in &new {
                    let atlas = Some(TextureAtlas::default());
                    let sprite = Sprite { texture_atlas: atlas, ..Sprite::default() };
                    commands.entity(coin).insert((Transform::default(), sprite));
                }
            })
            .add_systems(
                PostUpdate,
                (|time: Res<CueTime>,
                  coins: Query<(&Transform, &Sprite), Played>,
                  mut events: MessageReader<CueEvent>,
                  mut seen: ResMut<Seen>| {
                    if let Ok((at, sprite)) = coins.single() {
                        let index = sprite.texture_atlas.as_ref().map_or(0, |atlas| atlas.index);
                        let shown = (at.translation.x.to_bits(), index);
                        seen.frames.insert(time.tick().get(), shown);
                    }
                    // What a jump of the server passes over is reported there alone.
                    let there = events.read().filter(|event| {
                        event.cue() == Some("there") && event.reason == Reason::Played
                    });
                    seen.cues.extend(there.map(|event| event.due.flicks()));
                })
                .after(CuelineSystems::Report),
            );
        app.finish();
        app.cleanup();
        let frame = TimeUpdateStrategy::ManualDuration(Duration::from_millis(20));
        app.insert_resource(frame);
        (app, scene, spin)
    }

    /// Each is paused, sought and turned round.
    fn steer(
        time: Res<CueTime>,
        mut scenes: Query<&mut TimelinePlayer>,
        mut books: Query<&mut FlipbookPlayer>,
    ) {
        for (mut scene, mut book) in scenes.iter_mut().zip(&mut books) {
            match time.tick().get() % 90 {
                20 => scene.pause(&time),
                31 => scene.resume(&time),
                40 => book.set_speed(&time, Speed::whole(2)),
                60 => scene.seek(&time, ms(250)),
                70 => book.set_speed(&time, Speed::NORMAL),
                _ => {}
            }
        }
    }

    #[test]
    fn clients_show_timelines_and_flipbooks_to_the_bit_and_hear_each_cue_once() {
        let (mut server, scene, spin) = app();
        server.add_systems(Update, steer);
        let start = Moment::from(server.world().resource::<CueTime>());
        let players =
            (TimelinePlayer::new(start, scene, Repeat::Forever), FlipbookPlayer::new(start, spin));
        server.world_mut().spawn((Replicated, Coin, players));
        let [mut early, mut late] = [app(), app()].map(|(mut app, scene, spin)| {
            app.insert_resource(Kept { _scene: scene, _spin: spin });
            app
        });
        play([&mut server, &mut early, &mut late], 400);
        let seen = |app: &App| app.world().resource::<Seen>().clone();
        let server = seen(&server);
        let mut shown: Vec<_> = server.frames.values().collect();
        shown.dedup();
        assert!(shown.len() > 200, "{}", shown.len());
        let mut least = 250;
        for (name, client) in [("early", seen(&early)), ("late", seen(&late))] {
            let known =
                || client.frames.iter().filter(|(tick, _)| server.frames.contains_key(tick));
            assert!(known().count() > least, "{name}: {}", known().count());
            least = 120;
            let other: Vec<_> = known()
                .filter(|(tick, shown)| server.frames[*tick] != **shown)
                .map(|(tick, shown)| (*tick, *shown, server.frames[tick]))
                .collect();
            assert!(other.is_empty(), "{name}: {} of {}: {other:?}", other.len(), known().count());
            let mut once = client.cues.clone();
            once.dedup();
            assert_eq!(once, client.cues, "{name}");
            assert!(!once.is_empty(), "{name}");
            let first = server.cues.iter().position(|due| *due == once[0]).unwrap();
            assert!(server.cues[first..].starts_with(&once), "{name}: {once:?} {:?}", server.cues);
        }
    }
}

#[cfg(feature = "characters")]
mod animators {
    use std::{collections::BTreeMap, time::Duration};

    use bevy_app::prelude::*;
    use bevy_asset::Handle;
    use bevy_cueline::prelude::*;
    use bevy_ecs::{hierarchy::ChildOf, name::Name, prelude::*};
    use bevy_replicon::prelude::*;
    use bevy_replicon_example_backend::RepliconExampleBackendPlugins;
    use bevy_state::app::StatesPlugin;
    use bevy_time::TimeUpdateStrategy;
    use bevy_transform::components::Transform;
    use serde::{Deserialize, Serialize};

    use super::play;
    use crate::{
        character::HERO,
        files::{app_with, load},
    };

    #[derive(Component, Clone, Copy, Serialize, Deserialize)]
    struct Hero(i64);

    /// What an app has shown of its heroes.
    #[derive(Resource, Clone, Default)]
    struct Seen {
        /// At each tick, the transforms of all joints, bit by bit.
        frames: BTreeMap<i64, Vec<(String, i64, [u32; 10])>>,
        /// States that were entered: their time, hero, layer and name.
        entered: Vec<(i64, i64, String)>,
        /// How often an animator was received.
        received: usize,
    }

    fn bits(at: &Transform) -> [u32; 10] {
        let [a, b, c] = at.translation.to_array();
        let [d, e, f, g] = at.rotation.to_array();
        let [h, i, j] = at.scale.to_array();
        [a, b, c, d, e, f, g, h, i, j].map(f32::to_bits)
    }

    fn joints(new: Query<Entity, Added<Hero>>, mut commands: Commands) {
        for hero in &new {
            for name in ["hip", "arm"] {
                commands.spawn((Name::new(name), Transform::default(), ChildOf(hero)));
            }
        }
    }

    fn record(
        time: Res<CueTime>,
        heroes: Query<&Hero>,
        animators: Query<(), Changed<CharacterAnimator>>,
        joints: Query<(&Name, &ChildOf, &Transform)>,
        mut events: MessageReader<CueEvent>,
        mut seen: ResMut<Seen>,
    ) {
        let mut frame = Vec::new();
        for (name, ChildOf(parent), at) in &joints {
            let Ok(Hero(number)) = heroes.get(*parent) else { continue };
            frame.push((name.to_string(), *number, bits(at)));
        }
        frame.sort();
        seen.frames.insert(time.tick().get(), frame);
        for event in events.read() {
            let CueEventKind::StateEntered { layer, state } = &event.kind else { continue };
            let Ok(Hero(number)) = heroes.get(event.entity) else { continue };
            seen.entered.push((event.due.flicks(), *number, format!("{layer} {state}")));
        }
        seen.received += animators.iter().count();
    }

    fn app() -> (App, Handle<CueAnimator>) {
        let (mut app, _) = app_with(&[("hero.cue.ron", HERO.as_bytes())]);
        let hero = load::<CueAnimator>(&mut app, "hero.cue.ron#animator/hero");
        app.add_plugins((StatesPlugin, RepliconPlugins, RepliconExampleBackendPlugins))
            .replicate::<Hero>()
            .replicate_cueline()
            .init_resource::<Seen>()
            .add_systems(Update, joints)
            .add_systems(PostUpdate, record.after(CuelineSystems::Report));
        app.finish();
        app.cleanup();
        let frame = TimeUpdateStrategy::ManualDuration(Duration::from_millis(20));
        app.insert_resource(frame);
        (app, hero)
    }

    /// Sets the speed in each tick, also where it stays the same.
    fn steer(time: Res<CueTime>, mut heroes: Query<(&Hero, &mut CharacterAnimator)>) {
        for (Hero(number), mut animator) in &mut heroes {
            let tick = time.tick().get() + 7 * number;
            animator.set(&time, "speed", if tick % 40 < 23 { 1.0 } else { 0.0 });
            if tick % 61 == 0 {
                animator.fire(&time, "jump");
            }
            if tick % 90 == 0 {
                animator.set(&time, "waves", true);
            }
        }
    }

    #[test]
    fn a_client_that_joins_late_shows_the_same_poses_to_the_bit_and_each_state_once() {
        let (mut server, hero) = app();
        server.add_systems(Update, steer);
        for number in 0..3 {
            let start = Moment::from(server.world().resource::<CueTime>());
            let animator = CharacterAnimator::new(start, hero.clone());
            server.world_mut().spawn((Replicated, Hero(number), Transform::default(), animator));
        }
        let ((mut early, _early), (mut late, _late)) = (app(), app());
        const FRAMES: usize = 400;
        play([&mut server, &mut early, &mut late], FRAMES);
        let seen = |app: &App| app.world().resource::<Seen>().clone();
        let server = seen(&server);
        let mut moving = server.frames.values().collect::<Vec<_>>();
        moving.dedup();
        assert!(moving.len() > 100, "the poses change: {}", moving.len());
        let mut least = 300;
        for (name, client) in [("early", seen(&early)), ("late", seen(&late))] {
            let frames = || client.frames.iter().filter(|(_, frame)| !frame.is_empty());
            let known = frames().filter(|(tick, _)| server.frames.contains_key(*tick));
            assert!(known.clone().count() > least, "{name}: {}", known.count());
            least = 150;
            let other: Vec<_> =
                known.filter(|(tick, frame)| server.frames[*tick] != **frame).collect();
            assert!(other.is_empty(), "{name}, {}: {:?}", other.len(), &other[0]);
            // Each state that the server has entered since, and no other.
            let first = *frames().next().unwrap().0;
            let last = *frames().next_back().unwrap().0;
            let within = |event: &&(i64, i64, String)| {
                let tick = event.0 / (705_600_000 / 50);
                tick > first + 1 && tick < last - 1
            };
            let sorted = |events: &Vec<(i64, i64, String)>| {
                let mut events: Vec<_> = events.iter().filter(within).cloned().collect();
                events.sort();
                events
            };
            let (of_client, of_server) = (sorted(&client.entered), sorted(&server.entered));
            assert!(of_server.len() > 30, "{}", of_server.len());
            assert_eq!(of_client, of_server, "{name}");
            // Three heroes, each with about 2 changes of speed in 40 ticks, a jump in 61 and the start.
            assert!(client.received < FRAMES, "{name}: {}", client.received);
        }
    }
}
