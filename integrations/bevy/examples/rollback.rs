//! Two players who shoot, under rollback: what is predicted wrongly runs again, and each sound plays once.
//!
//! `cargo run --example rollback --features ggrs` plays 600 frames against itself (`SyncTestSession`), then 840 frames
//! between two peers whose packets are late and out of order.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use bevy_app::prelude::*;
use bevy_asset::Assets;
use bevy_cueline::{
    CueLedger, CuelineRollback, Retracted,
    cueline::clip::{ClipBuilder, Cue},
    prelude::*,
};
use bevy_ecs::{
    prelude::*,
    schedule::{ScheduleLabel, SingleThreadedExecutor},
};
use bevy_ggrs::{
    LoadWorld, LocalInputs, LocalPlayers, PlayerInputs, SaveWorld,
    ggrs::{DesyncDetection, Message as Packet, NonBlockingSocket, P2PSession, SessionState},
    prelude::*,
};
use bevy_math::Vec3;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;

/// The input is a byte; a peer is a number.
type Net = GgrsConfig<u8, usize>;
const FIRE: u8 = 1;
const DODGE: u8 = 2;

#[derive(Component, Clone, Copy, Hash)]
#[require(Rollback)]
struct Player {
    handle: usize,
    /// Ticks until the next shot.
    reload: u8,
    shots: u32,
}

#[derive(Component, Clone, Copy)]
#[require(Rollback)]
struct Bullet;

/// What is shown, in order.
#[derive(Clone, Debug, PartialEq, Digest)]
enum Show {
    Shot { handle: usize },
    Smoke,
}

/// A sound of a tick.
#[derive(bevy_ecs::message::Message, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sound {
    /// When it starts.
    pub tick: i64,
    /// Whose shot it is.
    pub player: usize,
}

/// What a run came to.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Frames of the session.
    pub frames: i32,
    /// Loads of an earlier frame.
    pub loads: u32,
    /// Mismatches of checksums.
    pub desyncs: u32,
    /// Reports of all simulations.
    pub simulated: usize,
    /// Sounds that were started.
    pub sounds: Vec<Sound>,
    /// Sounds that were taken back.
    pub retracted: Vec<Sound>,
    /// Cues of the walk.
    pub steps: usize,
    /// Motions that have ended.
    pub hits: usize,
}

/// The rules. They read inputs, and never what is drawn.
fn rules(
    time: Res<CueTime>,
    inputs: Res<PlayerInputs<Net>>,
    mut queue: Single<&mut Queue<Show>>,
    mut players: Query<(&mut Player, &mut Motion<Translation>)>,
) {
    let mut players: Vec<_> = players.iter_mut().collect();
    players.sort_by_key(|(player, _)| player.handle); // the order of a query is not rolled back
    for (player, motion) in &mut players {
        let (input, _) = inputs[player.handle];
        player.reload = player.reload.saturating_sub(1);
        if input & FIRE != 0 && player.reload == 0 {
            player.reload = 5;
            queue.enqueue(ms(50), Show::Shot { handle: player.handle });
            queue.background(ms(200), Show::Smoke);
        }
        if input & DODGE != 0 && motion.is_resting() {
            let y = if time.tick().get() % 2 == 0 { 40.0 } else { -40.0 };
            let x = player.handle as f32 * 300.0;
            motion.spring_to(&time, Vec3::new(x, y, 0.0), Spring::snappy(ms(250)));
        }
    }
}

/// An observer of the queue runs in each simulation, so it may write state; sounds go through the ledger.
fn show(
    update: On<QueueUpdate<Show>>,
    mut commands: Commands,
    time: Res<CueTime>,
    mut sounds: ResMut<CueLedger<Sound>>,
    mut outcome: ResMut<Outcome>,
    mut players: Query<&mut Player>,
) {
    let Show::Shot { handle } = update.payload else { return };
    if update.started {
        outcome.simulated += 1;
        sounds.report(Sound { tick: time.tick().get(), player: handle });
        let from = Vec3::X * 300.0 * handle as f32;
        let mut flight = Motion::<Translation>::at(from);
        flight.tween_to(&time, Vec3::X * 300.0 - from, ms(400), Easing::OUT_QUAD);
        commands.spawn((Bullet, Transform::default(), flight));
    }
    if update.ended {
        for mut player in &mut players {
            player.shots += u32::from(player.handle == handle);
        }
    }
}

fn land(mut commands: Commands, bullets: Query<(Entity, &Motion<Translation>), With<Bullet>>) {
    for (bullet, flight) in &bullets {
        if flight.is_resting() {
            commands.entity(bullet).despawn_rollback();
        }
    }
}

fn spawn(mut commands: Commands, time: Res<CueTime>, mut clips: ResMut<Assets<CueClip>>) -> Result {
    let walk = ClipBuilder::new("walk")
        .track(
            "Transform.scale.y",
            [Keyframe::linear(ms(0), 1.0_f32), Keyframe::linear(ms(150), 1.1)],
        )
        .cue(Cue::effect(ms(100), "step"))
        .build()?;
    let walk = clips.add(walk);
    for handle in 0..2 {
        commands.spawn((
            Player { handle, reload: 0, shots: 0 },
            Transform::default(),
            Motion::<Translation>::at(Vec3::X * 300.0 * handle as f32),
            ClipPlayer::new(&time, walk.clone(), Repeat::Forever),
        ));
    }
    commands.spawn((Queue::<Show>::new(&time), Rollback)).observe(show);
    Ok(())
}

/// Players who hold a key for a while, each by a script of their own.
fn read_inputs(mut commands: Commands, players: Res<LocalPlayers>, mut frame: Local<u32>) {
    *frame += 1;
    let key = |handle: usize| {
        let noise = (*frame / 7 + 31 * handle as u32).wrapping_mul(2_654_435_761) >> 24;
        u8::try_from(noise % 4).unwrap_or(0)
    };
    let inputs = players.0.iter().map(|handle| (*handle, key(*handle))).collect();
    commands.insert_resource(LocalInputs::<Net>(inputs));
}

fn listen(
    mut outcome: ResMut<Outcome>,
    mut new: MessageReader<Sound>,
    mut gone: MessageReader<Retracted<Sound>>,
    mut cues: MessageReader<CueEvent>,
    mut ends: MessageReader<MotionEnded>,
    frame: Res<bevy_ggrs::RollbackFrameCount>,
    mut session: ResMut<Session<Net>>,
) {
    outcome.frames = frame.0;
    outcome.sounds.extend(new.read());
    outcome.retracted.extend(gone.read().map(|Retracted(sound)| *sound));
    outcome.steps += cues.read().filter(|cue| cue.cue() == Some("step")).count();
    outcome.hits += ends.read().count();
    if let Session::P2P(session) = &mut *session {
        let desync = |event: &GgrsEvent<Net>| matches!(event, GgrsEvent::DesyncDetected { .. });
        outcome.desyncs += session.events().filter(desync).count() as u32;
    }
}

fn game(session: Session<Net>, add: fn(&mut App)) -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, GgrsPlugin::<Net>::default()))
        .add_plugins(CuelinePlugin::default().rollback()) // the one line
        .add_rollback_queue::<Show>()
        .add_cue_ledger::<Sound>()
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_nanos(16_666_667)))
        .insert_resource(session)
        .init_resource::<Outcome>()
        .rollback_component_with_copy::<Player>()
        .rollback_component_with_copy::<Bullet>()
        .checksum_component_with_hash::<Player>()
        .add_systems(Startup, spawn)
        .add_systems(ReadInputs, read_inputs)
        .add_systems(GgrsSchedule, (rules, land).chain().in_set(CuelineSystems::Rules))
        .add_systems(LoadWorld, |mut outcome: ResMut<Outcome>| outcome.loads += 1)
        .add_systems(Last, listen)
        .add_observer(|_: On<SyncTestMismatch>, mut outcome: ResMut<Outcome>| outcome.desyncs += 1);
    add(&mut app);
    // They run up to eight times in a frame, with many small systems: to hand each to a thread takes longer than to run it.
    for label in [LoadWorld.intern(), SaveWorld.intern(), GgrsSchedule.intern()] {
        app.edit_schedule(label, |schedule| {
            schedule.set_executor(SingleThreadedExecutor::new());
        });
    }
    app
}

/// Each frame goes back by seven, runs again, and compares checksums.
pub fn sync_test(frames: u32) -> Outcome {
    sync_test_with(frames, |_| ()).world().resource::<Outcome>().clone()
}

/// The same with more in the game.
pub fn sync_test_with(frames: u32, add: fn(&mut App)) -> App {
    let session = SessionBuilder::<Net>::new()
        .with_num_players(2)
        .and_then(|builder| builder.add_player(PlayerType::Local, 0))
        .and_then(|builder| builder.add_player(PlayerType::Local, 1))
        .and_then(|builder| builder.with_check_distance(7).start_synctest_session());
    let mut app = game(Session::SyncTest(session.expect("a session of two local players")), add);
    for _ in 0..frames {
        app.update();
    }
    app
}

/// Packets in memory. When they arrive depends on the number of updates alone, so that each run is the same.
#[derive(Default)]
struct Air {
    /// Updates of the peers so far. 0 while they connect, when packets arrive at once.
    now: u64,
    /// When each was sent, by whom.
    packets: Vec<(u64, usize, Packet)>,
    /// Each peer has received what was sent up to this update.
    received: [u64; 2],
}

struct Radio {
    own: usize,
    air: Arc<Mutex<Air>>,
}

impl NonBlockingSocket<usize> for Radio {
    fn send_to(&mut self, packet: &Packet, _other: &usize) {
        // By such packets GGRS measures with the clock of the machine which peer is ahead. They are lost here.
        if format!("{packet:?}").contains("Quality") {
            return;
        }
        let mut air = self.air.lock().expect("no peer panics");
        let now = air.now;
        air.packets.push((now, self.own, packet.clone()));
    }

    fn receive_all_messages(&mut self) -> Vec<(usize, Packet)> {
        let mut air = self.air.lock().expect("no peer panics");
        let (now, own) = (air.now, self.own);
        // Late by 3 to 7 updates: none for some updates, then several, and the newest of them first. GGRS sends some
        // packets again after a while of the machine's time; they come after the first ones, and change nothing.
        let late = 3 + (2 * now + own as u64).wrapping_mul(0x9e37_79b9) % 97 % 5;
        air.received[own] = air.received[own].max(now.saturating_sub(late));
        let until = air.received[own];
        let arrived = air.packets.extract_if(.., |(sent, from, _)| *sent <= until && *from != own);
        let mut arrived: Vec<_> = arrived.map(|(_, from, packet)| (from, packet)).collect();
        arrived.reverse();
        arrived
    }
}

/// Two peers in one process.
pub fn two_peers(updates: u32) -> [Outcome; 2] {
    two_peers_with(updates, |_| ()).map(|app| app.world().resource::<Outcome>().clone())
}

/// The same with more in the game.
pub fn two_peers_with(updates: u32, add: fn(&mut App)) -> [App; 2] {
    let air = Arc::new(Mutex::new(Air::default()));
    let mut sessions = [0, 1].map(|own| {
        let session = SessionBuilder::<Net>::new()
            // GGRS takes a peer for gone after 2 s of the machine's time without a packet, and plays on without its inputs.
            // The other peer does the same, and from then on they differ. A busy machine may let a process wait that long.
            .with_disconnect_timeout(Duration::from_hours(24))
            .with_num_players(2)
            .map(|builder| builder.with_desync_detection_mode(DesyncDetection::On { interval: 5 }))
            .and_then(|builder| {
                builder.with_max_prediction_window(8).add_player(PlayerType::Local, own)
            })
            .and_then(|builder| builder.add_player(PlayerType::Remote(1 - own), 1 - own))
            .and_then(|builder| builder.start_p2p_session(Radio { own, air: air.clone() }));
        session.expect("a session of a local and a remote player")
    });
    while sessions.iter().any(|session| session.current_state() != SessionState::Running) {
        sessions.iter_mut().for_each(P2PSession::poll_remote_clients);
    }
    let mut peers = sessions.map(|session| game(Session::P2P(session), add));
    for _ in 0..updates {
        air.lock().expect("no peer panics").now += 1;
        peers.iter_mut().for_each(App::update);
    }
    peers
}

#[allow(dead_code, reason = "the tests call the functions above")]
fn main() {
    let tell = |name: &str, outcome: &Outcome| {
        let Outcome { frames, loads, desyncs, simulated, sounds, retracted, .. } = outcome;
        println!(
            "{name}: {frames} frames, {loads} loads, {desyncs} desyncs; {simulated} shots simulated, {} sounds played, \
             {} retracted",
            sounds.len(),
            retracted.len()
        );
    };
    tell("against itself", &sync_test(600));
    for (peer, outcome) in two_peers(840).iter().enumerate() {
        tell(&format!("peer {peer}"), outcome);
    }
}
