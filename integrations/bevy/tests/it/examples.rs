//! The examples run without a window, and their outcome is asserted.

use std::{collections::BTreeSet, f32::consts::TAU, time::Duration};

use bevy_app::prelude::*;
use bevy_camera::Camera2d;
use bevy_cueline::prelude::*;
use bevy_ecs::{name::Name, prelude::*};
use bevy_input::{ButtonInput, keyboard::KeyCode};
use bevy_math::Vec3;
use bevy_sprite::Sprite;
use bevy_transform::components::{GlobalTransform, Transform};
use bevy_ui::Node;

use crate::updates;

#[cfg(feature = "characters")]
#[path = "../../examples/blend.rs"]
#[expect(dead_code, reason = "nothing calls `main`")]
mod blend;
#[path = "../../examples/cards.rs"]
#[expect(dead_code, reason = "nothing calls `main`")]
mod cards;
#[path = "../../examples/chain.rs"]
#[expect(dead_code, reason = "nothing calls `main`")]
mod chain;
#[path = "../../examples/clock.rs"]
#[expect(dead_code, reason = "nothing calls `main`")]
mod clock;
#[path = "../../examples/cutscene.rs"]
#[expect(dead_code, reason = "nothing calls `main`")]
mod cutscene;
#[path = "../../examples/headless/mod.rs"]
pub(crate) mod headless;
#[path = "../../examples/menu.rs"]
#[expect(dead_code, reason = "nothing calls `main`")]
mod menu;
#[path = "../../examples/rewind.rs"]
#[expect(dead_code, reason = "nothing calls `main`")]
mod rewind;
#[cfg(feature = "serde")]
#[path = "../../examples/save.rs"]
#[expect(dead_code, reason = "nothing calls `main`")]
mod save;
#[path = "../../examples/shake.rs"]
#[expect(dead_code, reason = "nothing calls `main`")]
mod shake;
#[path = "../../examples/sprites.rs"]
#[expect(dead_code, reason = "nothing calls `main`")]
mod sprites;
#[path = "../../examples/swarm.rs"]
#[expect(dead_code, reason = "nothing calls `main`")]
mod swarm;
#[cfg(feature = "characters")]
#[path = "../../examples/walker.rs"]
#[expect(dead_code, reason = "nothing calls `main`")]
mod walker;

/// An example at 50 ticks a second, with frames of so many milliseconds.
fn app(frame_ms: u64, game: fn(&mut App)) -> App {
    let mut app = headless::app(50.0, Duration::from_millis(frame_ms), game);
    crate::on_one_thread(&mut app);
    app
}

/// One frame in which a key goes down, and one in which it goes up.
fn press(app: &mut App, key: KeyCode) {
    app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(key);
    app.update();
    let mut keys = app.world_mut().resource_mut::<ButtonInput<KeyCode>>();
    keys.release(key);
    keys.clear();
    app.update();
}

/// Where all entities with a component are.
fn places<C: Component>(app: &mut App) -> Vec<Vec3> {
    let mut places = app.world_mut().query_filtered::<&Transform, With<C>>();
    places.iter(app.world()).map(|place| place.translation).collect()
}

#[test]
fn cards_show_the_score_as_it_was_when_their_turn_came() {
    let mut app = app(20, cards::game);
    let mut scores = Vec::new();
    for _ in 0..70 {
        app.update();
        let score = app.world().resource::<cards::Score>();
        assert_eq!(score.known, 38, "the rules know the whole hand in the first frame");
        scores.push(score.shown);
    }
    // 20 ms a frame, the first without time: 120 ms are over in the seventh frame.
    assert_eq!((scores[5], scores[6], scores[29], scores[30]), (0, 8, 36, 38));
    let mut seen = scores;
    seen.dedup();
    assert_eq!(seen, [0, 8, 21, 26, 36, 38]);
    let places = places::<Motion<Translation>>(&mut app);
    let lies = |place: &Vec3, x: f32| (place.x - x).abs() < 1.0;
    assert!(
        places.iter().zip([-210.0, -70.0, 70.0, 210.0, 350.0]).all(|(place, x)| lies(place, x)),
        "{places:?}"
    );
    assert!((places[1].y - 46.0).abs() < 2.0, "the best card is held up: {places:?}");

    press(&mut app, KeyCode::Enter);
    updates(&mut app, 2);
    let score = app.world().resource::<cards::Score>();
    assert!(score.known > 38, "after the skip comes the next hand");
}

#[test]
fn the_keys_of_the_stage_stop_step_slow_down_and_begin_again() {
    let mut app = app(20, chain::game);
    updates(&mut app, 11);
    let now = |app: &App| app.world().resource::<CueTime>().now().since_zero();
    press(&mut app, KeyCode::Space);
    let stopped = now(&app);
    updates(&mut app, 5);
    assert_eq!(now(&app), stopped);
    press(&mut app, KeyCode::ArrowRight);
    assert_eq!(now(&app), stopped + ms(20), "one tick");
    press(&mut app, KeyCode::ArrowDown);
    press(&mut app, KeyCode::Space);
    let before = now(&app);
    updates(&mut app, 10);
    assert_eq!(now(&app), before + ms(100), "half the speed");

    let count = |app: &mut App| app.world_mut().query::<&Sprite>().iter(app.world()).count();
    let sprites = count(&mut app);
    let moved = places::<chain::Runner>(&mut app);
    press(&mut app, KeyCode::KeyR);
    assert_eq!(count(&mut app), sprites);
    assert!(places::<chain::Runner>(&mut app)[0].x < moved[0].x, "from the first corner again");
}

#[test]
fn a_chain_starts_at_the_exact_end_of_the_one_before_at_any_frame_rate() {
    let run = |frame_ms: u64| {
        let mut app = app(frame_ms, chain::game);
        updates(&mut app, usize::try_from(6000 / frame_ms).unwrap() + 1);
        let time = app.world().resource::<CueTime>().clone();
        let mut ways =
            app.world_mut().query_filtered::<&Motion<Translation>, With<chain::Runner>>();
        ways.single(app.world()).unwrap().value(&time).unwrap()
    };
    assert_eq!(run(20), run(100));
    assert_ne!(run(20), Vec3::ZERO);
}

#[test]
fn clocks_run_beside_each_other_and_one_by_steps() {
    let mut app = app(20, clock::game);
    updates(&mut app, 101); // 2 s
    let mut hands = app.world_mut().query_filtered::<&Transform, With<clock::Hand>>();
    let turns = hands.iter(app.world()).map(|hand| {
        let (_, angle) = hand.rotation.to_axis_angle();
        angle / TAU
    });
    let turns: Vec<f32> = turns.collect();
    // Half a turn; a quarter of that; four steps of 1/8 s, each 1/32 of a turn.
    for (turn, right) in turns.iter().zip([0.5, 0.125, 0.125]) {
        assert!((turn - right).abs() < 0.01, "{turns:?}");
    }
    press(&mut app, KeyCode::Enter);
    let steps = app.world().resource::<CueTime<clock::Steps>>().now().since_zero();
    assert_eq!(steps, ms(625));
}

#[test]
fn a_cutscene_is_wound_back_and_plays_on() {
    let record = headless::record::cutscene(360);
    let places = &record.places;
    let back: Vec<f32> = places[61..99].iter().map(|(_, x, _)| *x).collect();
    assert!(back.is_sorted_by(|a, b| a >= b), "backwards the hero only goes back: {back:?}");
    assert!(back[0] - back[37] > 100.0, "{back:?}");
    assert_eq!((places[359].1, places[359].2), (300.0, 0.6), "at the end of the scene");
    let names: Vec<&str> = record.events.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(names, ["Start", "door", "End"], "winding is silent");
}

#[test]
fn a_cutscene_that_is_skipped_shows_its_end() {
    let mut app = app(20, cutscene::game);
    updates(&mut app, 5);
    press(&mut app, KeyCode::Enter);
    let mut named = app.world_mut().query::<(&Name, &Transform)>();
    let hero = named.iter(app.world()).find(|(name, _)| name.as_str() == "hero").unwrap();
    assert_eq!(hero.1.translation.x, 300.0);
}

#[test]
fn a_menu_opens_in_percent_while_the_world_waits() {
    let mut app = app(20, menu::game);
    updates(&mut app, 140); // it opens by itself after 1.5 s
    let now = |app: &App| app.world().resource::<CueTime>().now();
    let left = |app: &mut App| {
        let mut panels = app.world_mut().query_filtered::<&Node, With<menu::Panel>>();
        panels.single(app.world()).unwrap().left
    };
    let bevy_ui::Val::Percent(open) = left(&mut app) else { panic!("{:?}", left(&mut app)) };
    assert!((open - 6.0).abs() < 0.1, "{open} %");
    let waits = now(&app);
    updates(&mut app, 10);
    assert_eq!(now(&app), waits);
    press(&mut app, KeyCode::KeyM);
    updates(&mut app, 60);
    let bevy_ui::Val::Percent(closed) = left(&mut app) else { panic!("{:?}", left(&mut app)) };
    assert!((closed + 45.0).abs() < 0.1, "{closed} %");
    assert!(now(&app) > waits);
}

#[test]
fn a_clip_runs_forwards_and_back() {
    let mut app = app(20, rewind::game);
    let angle = |app: &mut App| {
        let mut named = app.world_mut().query::<(&Name, &Transform)>();
        let (_, last) =
            named.iter(app.world()).find(|(name, _)| name.as_str() == "domino18").unwrap();
        last.rotation.to_euler(bevy_math::EulerRot::XYZ).2
    };
    updates(&mut app, 2);
    assert_eq!(angle(&mut app), 0.0);
    updates(&mut app, 204); // 4.1 s, all of it
    assert!((angle(&mut app) + 1.571).abs() < 0.01, "{}", angle(&mut app));
    updates(&mut app, 200);
    assert_eq!(angle(&mut app), 0.0, "it stands again");
}

#[test]
fn a_camera_shakes_on_top_of_its_own_way() {
    let mut app = app(20, shake::game);
    let mut heights = Vec::new();
    for _ in 0..150 {
        app.update();
        heights.push(places::<Camera2d>(&mut app)[0].y);
    }
    // A meteor sets off at tick 20, falls for 800 ms, and the next one comes 1.8 s later: nothing but the offset moves it up.
    assert!(heights[..60].iter().all(|y| *y == 0.0), "{heights:?}");
    assert!(heights.iter().any(|y| *y < -15.0), "{heights:?}");
    assert!(heights[140..].iter().any(|y| y.abs() < 0.5), "{heights:?}");
}

#[test]
fn sprites_are_written_only_when_their_picture_changes() {
    #[derive(Resource, Default)]
    struct Writes(usize);

    let mut app = app(20, sprites::game);
    app.init_resource::<Writes>();
    // Dust is tinted in each frame, but has no flipbook.
    app.add_systems(
        Last,
        |changed: Query<(), (Changed<Sprite>, With<FlipbookPlayer>)>,
         mut writes: ResMut<Writes>| {
            writes.0 += changed.iter().count();
        },
    );
    let pictures = |app: &mut App| {
        let mut sprites =
            app.world_mut().query_filtered::<(Entity, &Sprite), With<FlipbookPlayer>>();
        let index = |sprite: &Sprite| sprite.texture_atlas.as_ref().map_or(0, |atlas| atlas.index);
        sprites
            .iter(app.world())
            .map(|(entity, sprite)| (entity, index(sprite)))
            .collect::<BTreeSet<_>>()
    };
    app.update();
    app.world_mut().resource_mut::<Writes>().0 = 0; // all are new in their first frame
    let (mut changes, mut before) = (0, pictures(&mut app));
    for _ in 0..80 {
        app.update();
        let now = pictures(&mut app);
        changes += now.difference(&before).count();
        before = now;
    }
    assert_eq!(before.len(), 16);
    assert!(changes > 250, "{changes}");
    assert_eq!(app.world().resource::<Writes>().0, changes);
    let mut jumper = app.world_mut().query_filtered::<&Sprite, With<sprites::Jumper>>();
    let index = jumper.single(app.world()).unwrap().texture_atlas.as_ref().unwrap().index;
    assert_eq!(index, 15, "the last picture of the second row stays");
}

#[test]
fn a_swarm_is_in_the_same_places_at_any_frame_rate() {
    let run = |frame_ms: u64| {
        let mut app = app(frame_ms, swarm::game);
        updates(&mut app, usize::try_from(2000 / frame_ms).unwrap() + 1);
        let time = app.world().resource::<CueTime>().clone();
        let mut motions = app.world_mut().query::<&Motion<Translation>>();
        let places = motions.iter(app.world()).filter_map(|motion| motion.value(&time));
        places.map(|place| place.to_array().map(f32::to_bits)).collect::<Vec<_>>()
    };
    let at_50 = run(20);
    assert_eq!(at_50.len(), swarm::SPARKS as usize);
    assert!(at_50 == run(100), "they differ");
}

#[cfg(feature = "serde")]
#[test]
fn what_was_saved_goes_on_in_the_middle_of_its_motion() {
    let mut app = app(20, save::game);
    let bees = |app: &mut App| {
        let mut bees = app.world_mut().query::<(&save::Bee, &Transform)>();
        let mut bees: Vec<_> = bees
            .iter(app.world())
            .map(|(bee, place)| (bee.number, place.translation.to_array().map(f32::to_bits)))
            .collect();
        bees.sort_unstable();
        bees
    };
    updates(&mut app, 40);
    press(&mut app, KeyCode::KeyS);
    assert!(app.world().resource::<save::Saved>().0.len() > 1000);
    let mut first = Vec::new();
    for _ in 0..30 {
        app.update();
        first.push(bees(&mut app));
    }
    updates(&mut app, 30);
    press(&mut app, KeyCode::KeyL);
    let mut second = Vec::new();
    for _ in 0..30 {
        app.update();
        second.push(bees(&mut app));
    }
    assert_eq!(second[0].len(), 24);
    assert_eq!(second, first);
}

#[cfg(feature = "characters")]
#[test]
fn a_plant_bends_by_the_weights_of_its_clips() {
    let mut app = app(20, blend::game);
    let mut leans = [0.0; 3];
    for _ in 0..400 {
        app.update();
        let mut joints = app.world_mut().query::<(&Name, &GlobalTransform)>();
        let tips = joints.iter(app.world()).filter(|(name, _)| name.as_str() == "joint7");
        for ((_, tip), (lean, root)) in tips.zip(leans.iter_mut().zip([-290.0, 0.0, 290.0])) {
            *lean += (tip.translation().x - root) / 400.0;
        }
    }
    let [calm, both, storm] = leans;
    assert!(calm < both - 10.0 && both < storm - 10.0, "{leans:?}");
}

#[cfg(feature = "characters")]
#[test]
fn a_walker_stands_on_its_feet_while_it_walks_turns_and_runs() {
    let walk = headless::record::walking::walk(walker::WALKER, 660);
    let body = walk.states.iter().filter(|(_, state)| matches!(&**state, "idle" | "move"));
    let body: Vec<_> = body.map(|(at, state)| (*at, state.as_str())).collect();
    assert_eq!(body.iter().map(|(_, state)| *state).collect::<Vec<_>>(), ["idle", "move", "idle"]);
    for ((at, _), right) in body.iter().zip([0.0, 0.5, 10.0]) {
        assert!((at - right).abs() < 0.02, "{body:?}");
    }
    for (what, frames, most) in
        [("walking", 60..180, 0.001), ("turning", 190..420, 0.03), ("running", 450..600, 0.001)]
    {
        let (far, standing) = headless::record::walking::slide(&walk, frames);
        assert!(far.iter().all(|far| *far <= most), "{what}: feet slide by {far:?} m");
        assert!(standing > 0.3, "{what}: each foot stands for {standing} of the time");
    }
    let (end, heading) = walk.way[600];
    assert!((heading - core::f32::consts::FRAC_PI_2).abs() < 0.02, "to the left: {heading}");
    assert!(end.x > 11.0 && end.z > 5.0, "{end}");
}

#[cfg(feature = "characters")]
#[test]
fn a_fox_walks_turns_and_runs_and_its_paws_slide_by_no_more_than_is_stated() {
    let walk = headless::record::walking::walk(walker::FOX, 660);
    let states: Vec<_> = walk.states.iter().map(|(_, state)| state.as_str()).collect();
    assert_eq!(states, ["idle", "move", "idle"]);
    for (what, frames) in [("walking", 70..180), ("turning", 190..420), ("running", 450..600)] {
        let (far, standing) = headless::record::walking::slide(&walk, frames);
        assert!(far[..3].iter().all(|far| *far <= 0.06), "{what}: paws slide by {far:?} m");
        // In the run itself, the left forepaw goes back at half the speed of the others.
        assert!(far[3] <= if what == "running" { 0.4 } else { 0.06 }, "{what}: {far:?} m");
        assert!(standing > 0.02, "{what}: each paw stands for {standing} of the time");
    }
    let (end, _) = walk.way[600];
    assert!(end.x > 10.0 && end.z > 5.0, "{end}");
}
