#[path = "../../examples/rollback.rs"]
pub(crate) mod example;

use std::{collections::BTreeMap, time::Duration};

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ggrs::LocalPlayers;
use example::{Outcome, Sound};

/// How often each sound was started less how often it was retracted, up to a tick.
fn standing(outcome: &Outcome, until: i64) -> BTreeMap<Sound, i32> {
    let mut counts = BTreeMap::new();
    for sound in &outcome.sounds {
        *counts.entry(*sound).or_insert(0) += 1;
    }
    for sound in &outcome.retracted {
        *counts.entry(*sound).or_insert(0) -= 1;
    }
    counts.retain(|sound, count| sound.tick <= until && *count != 0);
    counts
}

/// Loads of an earlier frame, and sounds that were taken back, of both peers together.
fn mispredictions(peers: [&Outcome; 2]) -> [usize; 2] {
    peers.iter().fold([0, 0], |[loads, retracted], peer| {
        [loads + peer.loads as usize, retracted + peer.retracted.len()]
    })
}

/// The frames of the long runs, which take minutes and which a nightly run asks for by `--ignored`.
pub(crate) const LONG: u32 = 2_000;

#[test]
fn a_sync_test_with_distance_seven_has_no_mismatch_and_each_sound_once() {
    sync_test(200);
}

#[test]
#[ignore = "2,000 frames: `.ci/bevy features` runs it at night"]
fn a_long_sync_test_with_distance_seven_has_no_mismatch_and_each_sound_once() {
    sync_test(LONG);
}

fn sync_test(frames: u32) {
    let outcome = example::sync_test(frames);
    assert!(outcome.frames as u32 >= frames - 10 && outcome.loads > frames - 50, "{outcome:?}");
    assert_eq!(outcome.desyncs, 0);
    assert!(outcome.sounds.len() as u32 > frames / 33, "{}", outcome.sounds.len());
    assert!(outcome.simulated > 6 * outcome.sounds.len(), "each tick runs eight times");
    assert!(standing(&outcome, i64::MAX).values().all(|count| *count == 1));
    assert!(outcome.retracted.is_empty(), "the same inputs bring the same sounds");
    // Two players with a step in each pass of 150 ms, which is 9 ticks.
    assert!((outcome.frames as usize / 9 * 2).abs_diff(outcome.steps) <= 2, "{}", outcome.steps);
    assert!(outcome.hits as u32 > frames / 33, "{}", outcome.hits);
}

#[test]
fn two_peers_who_mispredict_agree_and_play_each_sound_once() {
    two_peers(400);
}

#[test]
#[ignore = "2,000 frames: `.ci/bevy features` runs it at night"]
fn two_peers_who_mispredict_for_long_agree_and_play_each_sound_once() {
    two_peers(LONG);
}

fn two_peers(frames: u32) {
    let [one, two] = example::two_peers(frames);
    for outcome in [&one, &two] {
        assert!(outcome.frames as u32 > frames / 2, "{}", outcome.frames);
        assert_eq!(outcome.desyncs, 0);
        assert!(outcome.sounds.len() as u32 > frames / 45, "{}", outcome.sounds.len());
    }
    let [loads, retracted] = mispredictions([&one, &two]);
    let is_enough = loads as u32 > frames / 9 && retracted > 0;
    assert!(is_enough, "wrong predictions are heard and taken back: {loads}, {retracted}");
    // The last ticks may still run again.
    let until = i64::from(one.frames.min(two.frames)) - 20;
    let stands = standing(&one, until);
    assert!(stands.values().all(|count| *count == 1), "once");
    assert_eq!(stands, standing(&two, until));
    assert!(stands.len() as u32 > frames / 60, "{}", stands.len());
}

#[test]
fn a_peer_that_stands_still_for_longer_than_ggrs_waits_changes_nothing() {
    fn stand_still(players: Res<LocalPlayers>, mut updates: Local<u32>) {
        *updates += 1;
        // No packet arrives in this update. By default GGRS waits for 2 s.
        if *updates == 58 && players.0 == [0] {
            std::thread::sleep(Duration::from_millis(2_100));
        }
    }
    let run = |add| {
        example::two_peers_with(100, add).map(|app| app.world().resource::<Outcome>().clone())
    };
    let peers = run(|app| _ = app.add_systems(First, stand_still));
    assert!(peers.iter().all(|peer| peer.desyncs == 0 && peer.loads > 10), "{peers:?}");
    assert_eq!(peers, run(|_| ()));
}

#[test]
fn no_drawn_value_gets_into_the_state_by_a_command() {
    use bevy_cueline::prelude::*;
    use bevy_ggrs::prelude::*;
    use bevy_math::Vec3;
    use bevy_transform::components::Transform;

    #[derive(Component, Clone, Copy, Hash)]
    #[require(Rollback)]
    struct Puck;

    /// Removes the motion of a puck and puts another one in its place, by commands.
    fn rules(time: Res<CueTime>, pucks: Query<Entity, With<Puck>>, mut commands: Commands) {
        for puck in &pucks {
            let mut puck = commands.entity(puck);
            match time.tick().get() % 20 {
                3 => _ = puck.tween_to::<Translation>(Vec3::X * 50.0, ms(300), Easing::OUT_CUBIC),
                9 => _ = puck.remove::<Motion<Translation>>(),
                12 => _ = puck.insert(Motion::<Translation>::at(Vec3::Y)),
                _ => {}
            }
        }
    }

    fn add(app: &mut App) {
        app.rollback_component_with_copy::<Puck>()
            .checksum_component_with_hash::<Puck>()
            .add_systems(Startup, |mut commands: Commands| {
                let motion = Motion::<Scale>::at(Vec3::ONE);
                commands.spawn((Puck, Transform::from_xyz(100.0, 0.0, 0.0), motion));
            })
            .add_systems(
                GgrsSchedule,
                rules.in_set(CuelineSystems::Rules).ambiguous_with(CuelineSystems::Rules),
            );
    }

    let app = example::sync_test_with(100, add);
    assert_eq!(app.world().resource::<Outcome>().desyncs, 0);
    for app in example::two_peers_with(150, add) {
        assert_eq!(app.world().resource::<Outcome>().desyncs, 0);
    }
}

#[cfg(feature = "characters")]
mod character {
    use bevy_app::prelude::*;
    use bevy_asset::Assets;
    use bevy_cueline::{
        Retracted,
        cueline::{digest::digest, time::Time},
        prelude::*,
    };
    use bevy_ecs::{name::Name, prelude::*};
    use bevy_ggrs::{PlayerInputs, ggrs::Config, prelude::*};
    use bevy_math::Vec3;
    use bevy_transform::components::Transform;

    use super::example::{self, Outcome};

    type Net = GgrsConfig<u8, usize>;

    #[derive(Component, Clone, Copy)]
    #[require(Rollback)]
    struct Hero(usize);

    /// Where the root motion has taken a hero.
    #[derive(Component, Clone, Copy, Default)]
    struct Place(Transform);

    /// States that were entered and stand, as player and text with the time; and those of which the
    /// game heard two ticks late or more.
    #[derive(Resource, Default)]
    struct Entered(Vec<(i64, usize, String)>, Vec<String>);

    fn spawn(mut commands: Commands, time: Res<CueTime>, mut heroes: ResMut<Assets<CueAnimator>>) {
        let hero = heroes.add(crate::character::rising_hero());
        for player in 0..2 {
            let joints = children![
                (Name::new("hip"), Transform::default()),
                (Name::new("arm"), Transform::default())
            ];
            let animator = CharacterAnimator::new(&time, hero.clone());
            let places = (Place::default(), Transform::default());
            commands.spawn((Hero(player), places, animator, joints));
        }
    }

    fn steer(
        time: Res<CueTime>,
        inputs: Res<PlayerInputs<Net>>,
        mut heroes: Query<(&Hero, &mut CharacterAnimator)>,
    ) {
        for (Hero(player), mut animator) in &mut heroes {
            let input: <Net as Config>::Input = inputs[*player].0;
            animator.set(&time, "speed", f32::from(input & 1));
            animator.set(&time, "waves", input == 3);
            if input == 2 && animator.state("body") != Some("jump") {
                animator.fire(&time, "jump");
            }
        }
    }

    fn go(mut heroes: Query<(&mut Place, &mut CharacterAnimator)>) {
        for (mut place, mut animator) in &mut heroes {
            place.0 = place.0 * animator.take_root_motion();
        }
    }

    const TICK: i64 = 705_600_000 / 60;

    fn note(
        time: Res<CueTime>,
        heroes: Query<&Hero>,
        mut new: MessageReader<CueEvent>,
        mut gone: MessageReader<Retracted<CueEvent>>,
        mut entered: ResMut<Entered>,
    ) {
        let line = |event: &CueEvent| {
            let CueEventKind::StateEntered { layer, state } = &event.kind else { return None };
            let Hero(player) = heroes.get(event.entity).ok()?;
            Some((event.due.flicks(), *player, format!("{layer} {state}")))
        };
        for line in gone.read().filter_map(|Retracted(event)| line(event)) {
            let place = entered.0.iter().position(|known| *known == line);
            entered.0.remove(place.expect("what is retracted was received"));
        }
        let new: Vec<_> = new.read().filter_map(line).collect();
        let late = |due: i64| (time.now() - Time::ZERO).flicks() - due > 2 * TICK;
        let late = new.iter().filter(|(due, ..)| late(*due)).map(|(.., state)| state.clone());
        entered.1.extend(late);
        entered.0.extend(new);
    }

    fn add(app: &mut App) {
        app.init_resource::<Entered>()
            .rollback_component_with_copy::<Hero>()
            .rollback_component_with_copy::<Place>()
            .checksum_component::<Place>(|place| {
                let Vec3 { x, y, z } = place.0.translation;
                u64::from((x + z).to_bits()) << 32 | u64::from(y.to_bits())
            })
            .add_systems(Startup, spawn)
            .add_systems(GgrsSchedule, (steer, go).chain().in_set(CuelineSystems::Rules))
            .add_systems(Last, note);
    }

    fn outcome(app: &App) -> &Outcome {
        app.world().resource::<Outcome>()
    }

    /// The states of the heroes as one number, and the names of their states.
    fn digests(app: &mut App) -> Vec<(usize, u64, String)> {
        let world = app.world_mut();
        let mut heroes = world.query::<(&Hero, &CharacterAnimator)>();
        let all = heroes.iter(world).map(|(Hero(player), animator)| {
            (*player, digest(animator), animator.state("body").unwrap_or_default().to_owned())
        });
        let mut all: Vec<_> = all.collect();
        all.sort();
        all
    }

    #[test]
    fn an_animator_in_a_sync_test_with_distance_seven_has_no_mismatch() {
        sync_test(300);
    }

    #[test]
    #[ignore = "2,000 frames: `.ci/bevy features` runs it at night"]
    fn an_animator_in_a_long_sync_test_with_distance_seven_has_no_mismatch() {
        sync_test(super::LONG);
    }

    fn sync_test(long: u32) {
        let mut app = example::sync_test_with(long, add);
        let Outcome { frames, loads, desyncs, .. } = *outcome(&app);
        assert!(frames as u32 >= long - 10 && loads > long - 50, "{frames} {loads}");
        assert_eq!(desyncs, 0);
        let entered = &app.world().resource::<Entered>().0;
        for state in ["body idle", "body walk", "body jump", "arms wave"] {
            assert!(entered.iter().any(|(.., name)| name == state), "{state}: {entered:?}");
        }
        let mut once = entered.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), entered.len(), "each event once");
        // It moves up by 1 in the 400 ms of `idle`, and nowhere else.
        let mut places = app.world_mut().query::<&Place>();
        for Place(place) in places.iter(app.world()) {
            let Vec3 { x, y, z } = place.translation;
            assert!(x == 0.0 && z == 0.0 && y > 0.0 && y < 1.1 * long as f32 / 24.0, "{place:?}");
        }
        // A second run ends in the same states.
        assert_eq!(digests(&mut app), digests(&mut example::sync_test_with(long, add)));
    }

    #[test]
    fn the_checksum_sees_an_animator_that_differs() {
        let app = example::sync_test_with(100, |app| {
            add(app);
            // The number of simulations, which a rollback does not take back.
            let stray = |time: Res<CueTime>,
                         mut runs: Local<u16>,
                         mut heroes: Query<&mut CharacterAnimator>| {
                *runs += 1;
                for mut animator in &mut heroes {
                    animator.set(&time, "speed", f32::from(*runs));
                }
            };
            app.add_systems(GgrsSchedule, stray.in_set(CuelineSystems::Rules).after(go));
        });
        assert!(outcome(&app).desyncs > 50, "{}", outcome(&app).desyncs);
    }

    #[test]
    fn two_peers_who_mispredict_agree_on_their_animators() {
        two_peers(400);
    }

    #[test]
    #[ignore = "2,000 frames: `.ci/bevy features` runs it at night"]
    fn two_peers_who_mispredict_for_long_agree_on_their_animators() {
        two_peers(super::LONG);
    }

    fn two_peers(long: u32) {
        let peers = example::two_peers_with(long, add);
        for app in &peers {
            let Outcome { frames, desyncs, .. } = *outcome(app);
            assert!(frames as u32 > long / 2, "{frames}");
            assert_eq!(desyncs, 0);
        }
        let [loads, _] = super::mispredictions(peers.each_ref().map(outcome));
        assert!(loads as u32 > long / 9, "{loads}");
        // The change of a parameter that was not predicted acts at its own tick when that tick runs again.
        let late = peers.iter().flat_map(|app| &app.world().resource::<Entered>().1);
        assert!(late.clone().any(|name| name == "body walk"), "{:?}", late.collect::<Vec<_>>());
        let settled = peers.iter().map(|app| outcome(app).frames).min().unwrap_or(0) - 20;
        let until = i64::from(settled) * 705_600_000 / 60;
        let [one, two] = peers.map(|app| {
            let mut entered = app.world().resource::<Entered>().0.clone();
            entered.retain(|(due, ..)| *due < until);
            entered.sort();
            entered
        });
        assert_eq!(one, two);
        assert!(one.len() as u32 > long / 18, "{}", one.len());
    }
}

/// Motions by path, and a queue that is a resource.
mod paths_and_main_queue {
    use bevy_app::prelude::*;
    use bevy_cueline::{CuelineRollback, Retracted, prelude::*};
    use bevy_ecs::prelude::*;
    use bevy_ggrs::{PlayerInputs, prelude::*};
    use bevy_reflect::Reflect;

    use super::example::{self, Outcome};

    type Net = GgrsConfig<u8, usize>;

    const PATH: &str = "Lamp.lights[0]";

    #[derive(Component, Reflect)]
    #[reflect(Component)]
    struct Lamp {
        lights: [f32; 1],
    }

    #[derive(Clone, Digest)]
    struct Blink(u32);

    /// A blink of the queue, by the tick that started it.
    #[derive(Message, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    struct Blinked(i64, u32);

    /// What stands: blinks, and starts of the motion.
    #[derive(Resource, Default)]
    struct Stands {
        blinks: Vec<Blinked>,
        starts: Vec<i64>,
        /// Motions that another one has replaced.
        cancelled: Vec<i64>,
        retracted: usize,
        /// Blinks and starts of which the game heard two ticks late or more.
        late: [usize; 2],
        /// What the lamp showed in each frame.
        drawn: Vec<f32>,
    }

    fn spawn(mut commands: Commands, time: Res<CueTime>) {
        commands.insert_resource(MainQueue::<Blink>::new(&time));
        let mut motions = PathMotions::default();
        motions.of::<f32>(PATH).set(2.0);
        commands.spawn((Rollback, Lamp { lights: [0.0] }, motions));
    }

    fn steer(
        time: Res<CueTime>,
        inputs: Res<PlayerInputs<Net>>,
        mut motions: Single<&mut PathMotions>,
        mut queue: ResMut<MainQueue<Blink>>,
        mut blinks: Query<&mut Count>,
    ) {
        let (input, _) = inputs[0];
        let motion = motions.of::<f32>(PATH);
        let to = f32::from(input);
        if motion.target().unwrap_or(-1.0) != to {
            motion.tween_to(&time, to, ms(300), Easing::OUT_QUAD);
        }
        if input == 2 && queue.len() < 3 {
            let Ok(mut count) = blinks.single_mut() else { return };
            count.0 += 1;
            queue.enqueue(ms(70), Blink(count.0));
        }
    }

    #[derive(Component, Clone, Copy, Hash)]
    #[require(Rollback)]
    struct Count(u32);

    fn note(
        time: Res<CueTime>,
        lamp: Single<&Lamp>,
        mut new: MessageReader<Blinked>,
        mut gone: MessageReader<Retracted<Blinked>>,
        mut starts: MessageReader<MotionStarted>,
        mut no_starts: MessageReader<Retracted<MotionStarted>>,
        mut stands: ResMut<Stands>,
    ) {
        for Retracted(blink) in gone.read() {
            let place = stands.blinks.iter().position(|known| known == blink);
            stands.blinks.remove(place.expect("what is retracted was received"));
            stands.retracted += 1;
        }
        let now = time.tick().get();
        let new: Vec<Blinked> = new.read().copied().collect();
        stands.late[0] += new.iter().filter(|blink| now - blink.0 > 2).count();
        stands.blinks.extend(new);
        for Retracted(start) in no_starts.read().filter(|start| start.0.property == PATH) {
            let place = stands.starts.iter().position(|known| *known == start.due.flicks());
            stands.starts.remove(place.expect("what is retracted was received"));
            stands.retracted += 1;
        }
        let of_path = starts.read().filter(|start| start.property == PATH);
        let new: Vec<i64> = of_path.map(|start| start.due.flicks()).collect();
        stands.late[1] += new.iter().filter(|due| now - *due / (705_600_000 / 60) > 2).count();
        stands.starts.extend(new);
        stands.drawn.push(lamp.lights[0]);
    }

    fn note_cancelled(
        mut cancelled: MessageReader<MotionCancelled>,
        mut not_cancelled: MessageReader<Retracted<MotionCancelled>>,
        mut stands: ResMut<Stands>,
    ) {
        for Retracted(event) in not_cancelled.read().filter(|event| event.0.property == PATH) {
            let place = stands.cancelled.iter().position(|known| *known == event.due.flicks());
            stands.cancelled.remove(place.expect("what is retracted was received"));
        }
        let of_path = cancelled.read().filter(|event| event.property == PATH);
        stands.cancelled.extend(of_path.map(|event| event.due.flicks()));
    }

    fn add(app: &mut App) {
        app.register_type::<Lamp>()
            .init_resource::<Stands>()
            .add_rollback_queue::<Blink>()
            .add_cue_ledger::<Blinked>()
            .rollback_component_with_copy::<Count>()
            .add_observer(
                |update: On<QueueUpdate<Blink>>,
                 time: Res<CueTime>,
                 mut blinks: ResMut<bevy_cueline::CueLedger<Blinked>>| {
                    if update.started {
                        blinks.report(Blinked(time.tick().get(), update.payload.0));
                    }
                },
            )
            .add_systems(Startup, (spawn, |mut commands: Commands| _ = commands.spawn(Count(0))))
            .add_systems(GgrsSchedule, steer.in_set(CuelineSystems::Rules))
            .add_systems(Last, (note, note_cancelled));
    }

    #[test]
    fn a_sync_test_with_distance_seven_has_no_mismatch_and_each_event_once() {
        sync_test(200);
    }

    #[test]
    #[ignore = "2,000 frames: `.ci/bevy features` runs it at night"]
    fn a_long_sync_test_with_distance_seven_has_no_mismatch_and_each_event_once() {
        sync_test(super::LONG);
    }

    fn sync_test(long: u32) {
        let app = example::sync_test_with(long, add);
        let Outcome { frames, loads, desyncs, .. } = *app.world().resource::<Outcome>();
        assert!(frames as u32 >= long - 10 && loads > long - 50, "{frames} {loads}");
        assert_eq!(desyncs, 0);
        let stands = app.world().resource::<Stands>();
        assert_eq!(stands.retracted, 0, "the same inputs bring the same events");
        let (blinks, starts) = (stands.blinks.len() as u32, stands.starts.len() as u32);
        assert!(blinks > long / 30 && starts > long / 20, "{blinks} {starts}");
        let numbers: Vec<u32> = stands.blinks.iter().map(|blink| blink.1).collect();
        let in_order: Vec<u32> = (1..=u32::try_from(numbers.len()).unwrap()).collect();
        assert_eq!(numbers, in_order, "each blink once");
        let drawn = |is: fn(&f32) -> bool| stands.drawn.iter().filter(|light| is(light)).count();
        assert!(drawn(|light| light.fract() != 0.0) as u32 > long / 3, "it moves");
        assert_eq!(drawn(|light| !(0.0..=3.0).contains(light)), 0, "from its own value");
    }

    #[test]
    fn the_checksum_sees_a_motion_by_path_and_a_main_queue_that_differ() {
        let app = example::sync_test_with(100, |app| {
            add(app);
            let stray =
                |time: Res<CueTime>, mut runs: Local<u16>, mut all: Query<&mut PathMotions>| {
                    *runs += 1;
                    for mut motions in &mut all {
                        let motion = motions.of::<f32>("Lamp.lights[0]");
                        motion.tween_to(&time, f32::from(*runs), ms(100), Easing::LINEAR);
                    }
                };
            app.add_systems(GgrsSchedule, stray.in_set(CuelineSystems::Rules).after(steer));
        });
        assert!(app.world().resource::<Outcome>().desyncs > 50);
        let app = example::sync_test_with(100, |app| {
            add(app);
            let stray = |mut runs: Local<u32>, mut queue: ResMut<MainQueue<Blink>>| {
                *runs += 1;
                queue.enqueue(ms(500), Blink(*runs));
            };
            app.add_systems(GgrsSchedule, stray.in_set(CuelineSystems::Rules).after(steer));
        });
        assert!(app.world().resource::<Outcome>().desyncs > 50);
    }

    #[test]
    fn two_peers_who_mispredict_agree_on_motions_by_path_and_on_a_main_queue() {
        two_peers(400);
    }

    #[test]
    #[ignore = "2,000 frames: `.ci/bevy features` runs it at night"]
    fn two_peers_who_mispredict_for_long_agree_on_motions_by_path_and_on_a_main_queue() {
        two_peers(super::LONG);
    }

    fn two_peers(long: u32) {
        let peers = example::two_peers_with(long, add);
        for app in &peers {
            let Outcome { frames, loads, desyncs, .. } = *app.world().resource::<Outcome>();
            assert!(frames as u32 > long / 2 && loads > long / 18, "{frames} {loads}");
            assert_eq!(desyncs, 0);
        }
        let frames = peers.iter().map(|app| app.world().resource::<Outcome>().frames);
        let settled = i64::from(frames.min().unwrap_or(0) - 20);
        let late = peers[1].world().resource::<Stands>().late;
        assert!(late.iter().all(|count| *count > 0), "{late:?} were not predicted");
        let [one, two] = peers.map(|app| {
            let Stands { blinks, starts, cancelled, .. } = app.world().resource::<Stands>();
            let mut blinks = blinks.clone();
            blinks.retain(|blink| blink.0 < settled);
            blinks.sort();
            let mut starts = starts.clone();
            starts.retain(|due| *due < settled * 705_600_000 / 60);
            starts.sort();
            let mut cancelled = cancelled.clone();
            cancelled.retain(|due| *due < settled * 705_600_000 / 60);
            cancelled.sort();
            (blinks, starts, cancelled)
        });
        assert_eq!(one, two);
        let least = [60, 30, 45].map(|part| long / part);
        let counts = [one.0.len(), one.1.len(), one.2.len()].map(|count| count as u32);
        assert!(counts.iter().zip(least).all(|(count, least)| *count > least), "{counts:?}");
    }
}
