#[path = "../../examples/rollback.rs"]
mod example;

use std::collections::BTreeMap;

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

#[test]
fn a_sync_test_with_distance_seven_has_no_mismatch_and_each_sound_once() {
    let outcome = example::sync_test(650);
    assert!(outcome.frames >= 640 && outcome.loads > 600, "{outcome:?}");
    assert_eq!(outcome.desyncs, 0);
    assert!(outcome.sounds.len() > 20, "{}", outcome.sounds.len());
    assert!(outcome.simulated > 6 * outcome.sounds.len(), "each tick runs eight times");
    assert!(standing(&outcome, i64::MAX).values().all(|count| *count == 1));
    assert!(outcome.retracted.is_empty(), "the same inputs bring the same sounds");
    // Two players with a step in each pass of 150 ms, which is 9 ticks.
    assert!((outcome.frames as usize / 9 * 2).abs_diff(outcome.steps) <= 2, "{}", outcome.steps);
    assert!(outcome.hits > 20);
}

#[test]
fn two_peers_who_mispredict_agree_and_play_each_sound_once() {
    let [one, two] = example::two_peers(900);
    for outcome in [&one, &two] {
        assert!(outcome.frames > 600 && outcome.loads > 50, "{} {}", outcome.frames, outcome.loads);
        assert_eq!(outcome.desyncs, 0);
        assert!(outcome.sounds.len() > 20);
        assert!(!outcome.retracted.is_empty(), "wrong predictions are heard and taken back");
    }
    // The last ticks may still run again.
    let until = i64::from(one.frames.min(two.frames)) - 20;
    let stands = standing(&one, until);
    assert!(stands.values().all(|count| *count == 1), "once");
    assert_eq!(stands, standing(&two, until));
    assert!(stands.len() > 15);
}

#[cfg(feature = "characters")]
mod character {
    use bevy_app::prelude::*;
    use bevy_asset::Assets;
    use bevy_cueline::{Retracted, cueline::digest::digest, prelude::*};
    use bevy_ecs::{name::Name, prelude::*};
    use bevy_ggrs::{PlayerInputs, ggrs::Config, prelude::*};
    use bevy_transform::components::Transform;

    use super::example::{self, Outcome};

    type Net = GgrsConfig<u8, usize>;

    #[derive(Component, Clone, Copy)]
    #[require(Rollback)]
    struct Hero(usize);

    /// States that were entered and stand, as player and text with the time.
    #[derive(Resource, Default)]
    struct Entered(Vec<(i64, usize, String)>);

    fn spawn(mut commands: Commands, time: Res<CueTime>, mut heroes: ResMut<Assets<CueAnimator>>) {
        let hero = heroes.add(crate::character::hero());
        for player in 0..2 {
            let joints = children![
                (Name::new("hip"), Transform::default()),
                (Name::new("arm"), Transform::default())
            ];
            let animator = CharacterAnimator::new(&time, hero.clone());
            commands.spawn((Hero(player), Transform::default(), animator, joints));
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

    fn note(
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
        entered.0.extend(new.read().filter_map(line));
    }

    fn add(app: &mut App) {
        app.init_resource::<Entered>()
            .rollback_component_with_copy::<Hero>()
            .add_systems(Startup, spawn)
            .add_systems(GgrsSchedule, steer.in_set(CuelineSystems::Rules))
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
        let mut app = example::sync_test_with(600, add);
        let Outcome { frames, loads, desyncs, .. } = *outcome(&app);
        assert!(frames >= 590 && loads > 550, "{frames} {loads}");
        assert_eq!(desyncs, 0);
        let entered = &app.world().resource::<Entered>().0;
        for state in ["body idle", "body walk", "body jump", "arms wave"] {
            assert!(entered.iter().any(|(.., name)| name == state), "{state}: {entered:?}");
        }
        let mut once = entered.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), entered.len(), "each event once");
        // A second run ends in the same states.
        assert_eq!(digests(&mut app), digests(&mut example::sync_test_with(600, add)));
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
            app.add_systems(GgrsSchedule, stray.in_set(CuelineSystems::Rules).after(steer));
        });
        assert!(outcome(&app).desyncs > 50, "{}", outcome(&app).desyncs);
    }

    #[test]
    fn two_peers_who_mispredict_agree_on_their_animators() {
        let peers = example::two_peers_with(900, add);
        for app in &peers {
            let Outcome { frames, loads, desyncs, .. } = *outcome(app);
            assert!(frames > 600 && loads > 50, "{frames} {loads}");
            assert_eq!(desyncs, 0);
        }
        let settled = peers.iter().map(|app| outcome(app).frames).min().unwrap_or(0) - 20;
        let until = i64::from(settled) * 705_600_000 / 60;
        let [one, two] = peers.map(|app| {
            let mut entered = app.world().resource::<Entered>().0.clone();
            entered.retain(|(due, ..)| *due < until);
            entered.sort();
            entered
        });
        assert_eq!(one, two);
        assert!(one.len() > 50, "{}", one.len());
    }
}
