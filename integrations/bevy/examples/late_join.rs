//! A server and two clients over sockets of this machine. One client joins late, and shows the same frames to the bit.
//!
//! The server sends what plays when it changes, and nothing while it plays; each client samples for itself.

use std::{collections::BTreeMap, net::Ipv4Addr, thread::sleep, time::Duration};

use bevy_app::prelude::*;
use bevy_cueline::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_replicon::prelude::*;
use bevy_replicon_example_backend::{ExampleClient, ExampleServer, RepliconExampleBackendPlugins};
use bevy_state::app::StatesPlugin;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;
use serde::{Deserialize, Serialize};

/// One tick in each frame, so that frames can be compared.
const FRAME: Duration = Duration::from_millis(20);

/// The same unit in all apps.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Unit(u8);

/// What the display shows one after the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Show {
    Banner(u32),
}

/// All that one app has shown.
#[derive(Resource, Clone, Default)]
pub struct Shown {
    /// At each tick: where each unit is and how large, bit by bit.
    pub frames: BTreeMap<i64, Vec<(u8, [u32; 6])>>,
    /// At each tick: the banner, and how far it is, bit by bit.
    pub banners: BTreeMap<i64, (u32, u32)>,
    /// Banners that started (`true`) or ended, in order.
    pub events: Vec<(u32, bool)>,
}

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, StatesPlugin, RepliconPlugins, RepliconExampleBackendPlugins))
        .insert_resource(bevy_time::Time::<bevy_time::Fixed>::from_hz(50.0))
        .insert_resource(TimeUpdateStrategy::ManualDuration(FRAME))
        .add_plugins(CuelinePlugin::default())
        .replicate::<Unit>()
        .replicate_once::<Transform>()
        .replicate_cueline()
        .replicate_queue::<Show>()
        .init_resource::<Shown>()
        .add_observer(banner)
        .add_systems(PostUpdate, record.after(CuelineSystems::Report));
    app.finish();
    app.cleanup();
    app
}

fn banner(update: On<QueueUpdate<Show>>, time: Res<CueTime>, mut shown: ResMut<Shown>) {
    let Show::Banner(number) = update.payload;
    if update.started {
        shown.events.push((number, true));
    }
    if update.ended {
        shown.events.push((number, false));
    }
    shown.banners.insert(time.tick().get(), (number, update.progress().to_bits()));
}

fn record(time: Res<CueTime>, units: Query<(&Unit, &Transform)>, mut shown: ResMut<Shown>) {
    let mut frame: Vec<(u8, [u32; 6])> = units
        .iter()
        .map(|(unit, at)| {
            let [a, b, c] = at.translation.to_array().map(f32::to_bits);
            let [d, e, f] = at.scale.to_array().map(f32::to_bits);
            (unit.0, [a, b, c, d, e, f])
        })
        .collect();
    frame.sort_unstable();
    shown.frames.insert(time.tick().get(), frame);
}

fn setup(mut commands: Commands, time: Res<CueTime>) {
    for unit in 0..8 {
        let mut size = Motion::<Scale>::default();
        size.spring_to(&time, Vec3::splat(2.0), Spring::bouncy(secs(3.0)));
        commands
            .spawn((Replicated, Unit(unit), Transform::from_xyz(0.0, f32::from(unit), 0.0), size))
            .tween_to::<Translation>(Vec3::X * 100.0, secs(5.0), Easing::OUT_ELASTIC)
            .then_tween_to::<Translation>(Vec3::ZERO, secs(1.0), Easing::IN_OUT_SINE);
    }
    commands.spawn((Replicated, Queue::<Show>::new(&time)));
}

/// The rules of the server: now and then a unit changes its mind, and there is a banner to show.
fn rules(
    time: Res<CueTime>,
    mut units: Query<(&Unit, &mut Motion<Translation>)>,
    mut queue: Single<&mut Queue<Show>>,
    mut number: Local<u32>,
) {
    let tick = time.tick().get();
    for (unit, mut motion) in &mut units {
        if (tick + 5 * i64::from(unit.0)) % 37 == 0 {
            let x = f32::from(unit.0) * 10.0 + (tick % 100) as f32;
            match unit.0 % 3 {
                0 => motion.spring_to(&time, Vec3::X * x, Spring::bouncy(ms(700))),
                1 => motion.glide_to(&time, Vec3::Y * x, ms(900)),
                _ => motion.tween_after(&time, ms(130), Vec3::Z * x, ms(400), Easing::OUT_QUAD),
            }
        }
    }
    if tick % 23 == 0 {
        *number += 1;
        queue.enqueue(ms(300), Show::Banner(*number));
    }
}

/// Runs the apps for so many frames; the second client joins at `late`. Returns what the server and the clients have shown.
pub fn run(frames: u32, late: u32) -> std::io::Result<[Shown; 3]> {
    let mut server = app();
    let socket = ExampleServer::new(0)?;
    let port = socket.local_addr()?.port();
    server.insert_resource(socket).add_systems(Startup, setup).add_systems(FixedUpdate, rules);
    let (mut early, mut other) = (app(), app());
    early.insert_resource(ExampleClient::new((Ipv4Addr::LOCALHOST, port))?);
    for frame in 0..frames {
        if frame == late {
            other.insert_resource(ExampleClient::new((Ipv4Addr::LOCALHOST, port))?);
        }
        server.update();
        // Packets take their time, on this machine too.
        sleep(Duration::from_millis(2));
        early.update();
        other.update();
        sleep(Duration::from_millis(1));
    }
    Ok([server, early, other].map(|app| app.world().resource::<Shown>().clone()))
}

#[allow(dead_code, reason = "the tests call `run` alone")]
fn main() -> std::io::Result<()> {
    let [server, early, late] = run(600, 300)?;
    for (name, client) in [("early", early), ("late", late)] {
        let seen = client.frames.iter().filter(|(_, frame)| !frame.is_empty());
        let same = seen.clone().filter(|(tick, frame)| server.frames.get(*tick) == Some(*frame));
        println!(
            "the {name} client has shown {} frames with units, {} of them as the server did",
            seen.count(),
            same.count()
        );
    }
    Ok(())
}
