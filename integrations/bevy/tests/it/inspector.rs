//! The inspector, without a window.

use bevy_app::prelude::*;
use bevy_asset::Assets;
use bevy_cueline::{
    cueline::{
        playback::RepeatMode,
        time::Time,
        timeline::{TimelineBuilder, to},
    },
    prelude::*,
};
use bevy_ecs::{name::Name, prelude::*};
use bevy_egui::{EguiContext, EguiRenderOutput, PrimaryEguiContext};
use bevy_math::Vec3;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;
use egui_kittest::{Harness, kittest::Queryable};

use crate::{
    play::{add, line, now, place},
    updates,
};

#[derive(Clone, Debug)]
enum Show {
    Hop,
    Fall,
}

/// A world with a motion, a queue, a clip, a timeline, and a motion at rest, after 60 ms.
fn app() -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, bevy_input::InputPlugin, bevy_window::WindowPlugin::default()))
        .add_plugins((CuelinePlugin::default(), CueInspectorPlugin))
        .insert_resource(crate::ticks(50))
        .insert_resource(TimeUpdateStrategy::ManualDuration(core::time::Duration::from_millis(20)))
        .add_queue::<Show>()
        .label_queue::<Show>(|show| format!("{show:?}"));
    app.update();
    let start = now(&app);
    let mut place = Motion::<Translation>::default();
    place.tween(start, Vec3::ZERO, Vec3::X, secs(1.0), Easing::LINEAR);
    let hero = (Name::new("hero"), Transform::default(), place);
    let lamp = (Name::new("lamp"), Transform::default(), Motion::<Scale>::default());
    let mut queue = Queue::<Show>::new(start);
    queue.enqueue(ms(40), Show::Hop);
    queue.enqueue(ms(400), Show::Fall);
    let clip = add::<CueClip>(&mut app, line(10.0, "Transform.translation.y"));
    let clip = ClipPlayer::new(start, clip, Repeat::Once);
    let scene = TimelineBuilder::new("scene")
        .start(String::from("Transform.translation.x"), 0.0_f32)
        .then(to(String::from("Transform.translation.x"), 10.0_f32).duration(ms(800)).named("walk"))
        .build()
        .unwrap();
    let scene = add::<CueTimeline>(&mut app, scene);
    let scene = TimelinePlayer::new(start, scene, Repeat::Once);
    let world = app.world_mut();
    world.spawn(hero);
    world.spawn(lamp);
    world.spawn((Name::new("board"), queue));
    world.spawn((Name::new("door"), Transform::default(), clip));
    world.spawn((Name::new("cutscene"), Transform::default(), scene));
    updates(&mut app, 3);
    app
}

fn listed(app: &mut App) -> Vec<[String; 3]> {
    let list = CueInspector::list(app.world_mut()).into_iter();
    list.map(|Animating { name, component, state, .. }| [name, component, state]).collect()
}

fn entity(app: &mut App, name: &str) -> Entity {
    let mut names = app.world_mut().query::<(Entity, &Name)>();
    names.iter(app.world()).find(|(_, own)| own.as_str() == name).unwrap().0
}

#[test]
fn the_inspector_lists_what_animates_and_where_it_is() {
    let mut app = app();
    let mut right = vec![
        ["hero", "Motion<Transform.translation>", "60 of 1000 ms"],
        ["board", "Queue<Show>", "1 entry"],
        ["door", "ClipPlayer", "\"wave\", 60 of 100 ms"],
        ["cutscene", "TimelinePlayer", "\"scene\", 60 of 800 ms"],
    ];
    assert_eq!(listed(&mut app), right);
    app.world_mut().resource_mut::<CueInspector>().lists_resting = true;
    right.insert(1, ["lamp", "Motion<Transform.scale>", "at rest"]);
    assert_eq!(listed(&mut app), right);
    app.world_mut().resource_mut::<CueInspector>().lists_resting = false;
    updates(&mut app, 50);
    assert_eq!(listed(&mut app), Vec::<[String; 3]>::new(), "all of it is over");
}

#[test]
fn the_inspector_has_the_last_events_in_words() {
    let mut app = app();
    let lines = |app: &App| -> Vec<String> {
        let own = app.world().resource::<CueInspector>();
        own.events().map(|line| format!("{} {}", line.name, line.what)).collect()
    };
    let seen = lines(&app);
    for right in ["hero Transform.translation started", "board Hop ended", "board Fall started"] {
        assert!(seen.iter().any(|line| line == right), "{right} in {seen:?}");
    }
    assert!(seen.contains(&"door swish cue".into()), "{seen:?}");
    app.world_mut().resource_mut::<CueInspector>().is_open = false;
    updates(&mut app, 60);
    assert_eq!(lines(&app), seen, "a closed one reads nothing");
}

/// The inspector as a widget, in a window of this size.
fn harness() -> Harness<'static, App> {
    harness_of(app())
}

fn harness_of(app: App) -> Harness<'static, App> {
    let mut harness = Harness::builder()
        .with_size([900.0, 1400.0])
        .build_ui_state(|ui, app: &mut App| CueInspector::ui(app.world_mut(), ui), app);
    harness.run();
    harness
}

fn click(harness: &mut Harness<'_, App>, label: &str) {
    // Bars of components stand below those of clocks.
    let last = harness.query_all_by_label(label).last();
    last.unwrap_or_else(|| panic!("nothing is called {label:?}")).click();
    harness.run();
}

/// Clicks on a row of the list.
fn choose(harness: &mut Harness<'_, App>, row: &str) -> Entity {
    harness.get_by_label_contains(row).click();
    harness.run();
    harness.state().world().resource::<CueInspector>().selected.unwrap()
}

#[test]
fn the_clock_is_paused_stepped_and_sped_up_by_its_buttons() {
    let mut harness = harness();
    let hero = entity(harness.state_mut(), "hero");
    let millis = |harness: &Harness<'_, App>| {
        harness.state().world().resource::<CueTime>().now().flicks() / 705_600
    };
    click(&mut harness, "Pause");
    updates(harness.state_mut(), 5);
    assert_eq!(millis(&harness), 60);
    assert_eq!(place(harness.state(), hero).x, 0.06);
    click(&mut harness, "+1");
    updates(harness.state_mut(), 1);
    assert_eq!(millis(&harness), 80);
    click(&mut harness, "-1");
    click(&mut harness, "-1");
    updates(harness.state_mut(), 1);
    assert_eq!(millis(&harness), 40);
    assert_eq!(place(harness.state(), hero).x, 0.04, "as it was then");
    click(&mut harness, "Play");
    click(&mut harness, "4x");
    updates(harness.state_mut(), 1);
    assert_eq!(millis(&harness), 120);
    click(&mut harness, "|◀");
    assert_eq!(millis(&harness), 0);
}

#[test]
fn a_motion_that_is_chosen_in_the_list_is_finished_by_its_button() {
    let mut harness = harness();
    assert!(harness.query_by_label_contains("target").is_none());
    let hero = choose(&mut harness, "hero  Motion<Transform.translation>");
    assert_eq!(hero, entity(harness.state_mut(), "hero"));
    assert!(harness.query_by_label("target Vec3(1.0, 0.0, 0.0)").is_some());
    assert!(harness.query_by_label("value Vec3(0.06, 0.0, 0.0)").is_some());
    click(&mut harness, "Finish");
    updates(harness.state_mut(), 1);
    assert_eq!(place(harness.state(), hero), Vec3::X);
}

#[test]
fn a_queue_that_is_chosen_has_lanes_with_the_labels_of_the_game() {
    let mut harness = harness();
    let board = choose(&mut harness, "board  Queue<Show>");
    assert!(harness.query_by_label("Fall").is_some(), "the bar of the entry that shows");
    click(&mut harness, "Skip all");
    updates(harness.state_mut(), 1);
    assert!(harness.state().world().get::<Queue<Show>>(board).unwrap().is_empty());
}

#[test]
fn players_that_are_chosen_are_paused_and_sent_back_by_their_bars() {
    let mut harness = harness();
    for name in ["door  ClipPlayer", "cutscene  TimelinePlayer"] {
        let entity = choose(&mut harness, name);
        let before = place(harness.state(), entity);
        click(&mut harness, "Pause");
        updates(harness.state_mut(), 3);
        assert_eq!(place(harness.state(), entity), before, "{name} is paused");
        click(&mut harness, "|◀");
        updates(harness.state_mut(), 2);
        assert_eq!(place(harness.state(), entity), Vec3::ZERO, "{name} is at its start");
        if name.starts_with("cutscene") {
            assert!(harness.query_by_label("walk").is_some(), "its items are on the board");
        }
    }
}

#[test]
fn a_step_of_a_timeline_stays_in_its_pass() {
    let mut harness = harness();
    let scene = entity(harness.state_mut(), "cutscene");
    let play =
        Play { repeat: Repeat::Forever, repeat_mode: RepeatMode::PingPong, ..Play::default() };
    let start = harness.state().world().resource::<CueTime>().at(Time::ZERO);
    let world = harness.state_mut().world_mut();
    let handle = world.resource_mut::<Assets<CueTimeline>>().ids().next().unwrap();
    let handle = world.resource_mut::<Assets<CueTimeline>>().get_strong_handle(handle).unwrap();
    world.entity_mut(scene).insert(TimelinePlayer::new(start, handle, play));
    updates(harness.state_mut(), 42);
    harness.run();
    choose(&mut harness, "cutscene  TimelinePlayer");
    click(&mut harness, "Pause");
    let x = |harness: &Harness<'_, App>| place(harness.state(), scene).x;
    let before = x(&harness);
    click(&mut harness, "-1");
    updates(harness.state_mut(), 1);
    assert!(x(&harness) < before && before - x(&harness) < 0.5, "{before} to {}", x(&harness));
    harness.run();
    let stepped = x(&harness);
    click(&mut harness, "Play");
    updates(harness.state_mut(), 3);
    assert!(x(&harness) < stepped, "it goes on backwards from {stepped}, to {}", x(&harness));
}

#[test]
fn an_inspector_in_a_panel_of_the_game_has_events_although_its_window_is_closed() {
    let mut app = app();
    app.world_mut().resource_mut::<CueInspector>().is_open = false;
    let mut harness = Harness::builder()
        .build_ui_state(|ui, app: &mut App| CueInspector::ui(app.world_mut(), ui), app);
    let events = |harness: &Harness<'_, App>| {
        harness.state().world().resource::<CueInspector>().events().count()
    };
    let before = events(&harness);
    updates(harness.state_mut(), 1);
    for _ in 0..20 {
        harness.run();
        updates(harness.state_mut(), 1);
    }
    assert!(events(&harness) > before, "the entry of the queue has ended");
}

#[test]
fn an_entry_that_starts_within_a_frame_is_logged_at_its_start() {
    let mut app = app();
    let start = now(&app);
    let mut queue = Queue::<Show>::new(start);
    queue.enqueue(ms(30), Show::Hop);
    queue.enqueue(Span::ZERO, Show::Hop);
    queue.enqueue(ms(400), Show::Fall);
    app.world_mut().spawn((Name::new("table"), queue));
    updates(&mut app, 4);
    let inspector = app.world().resource::<CueInspector>();
    let mut started: Vec<_> = inspector
        .events()
        .filter(|line| line.name.starts_with("table") && line.what == "started")
        .map(|line| (line.name.clone(), line.event.due - start.time, line.event.lateness))
        .collect();
    started.reverse();
    let hop = "table Hop".to_string();
    assert_eq!(started[0], (hop.clone(), ms(0), ms(20)));
    assert_eq!(started[1..], [(hop, ms(30), ms(10)), ("table Fall".into(), ms(30), ms(10))]);
}

#[test]
fn the_window_shows_in_the_context_of_bevy_egui() {
    let mut app = app();
    let context = app.world_mut().spawn(PrimaryEguiContext).id();
    // Nothing draws, so nothing takes the textures.
    app.add_systems(Last, |mut outputs: Query<&mut EguiRenderOutput>| {
        outputs.iter_mut().for_each(|mut output| output.textures_delta.clear());
    });
    updates(&mut app, 3);
    let shows = |app: &mut App| {
        let mut context = app.world_mut().get_mut::<EguiContext>(context).unwrap();
        let window = bevy_egui::egui::Id::new("cueline inspector");
        context.get_mut().memory(|memory| {
            memory.layer_ids().any(|own| own.id == window && memory.areas().is_visible(&own))
        })
    };
    assert!(shows(&mut app));
    app.world_mut().resource_mut::<CueInspector>().is_open = false;
    updates(&mut app, 3);
    assert!(!shows(&mut app));
}

#[test]
fn motions_by_path_and_a_main_queue_show_and_are_steered() {
    let mut app = App::new();
    app.add_plugins((TimePlugin, bevy_input::InputPlugin, bevy_window::WindowPlugin::default()))
        .add_plugins((CuelinePlugin::default(), CueInspectorPlugin))
        .insert_resource(crate::ticks(50))
        .insert_resource(TimeUpdateStrategy::ManualDuration(core::time::Duration::from_millis(20)))
        .add_queue::<Show>()
        .label_queue::<Show>(|show| format!("{show:?}"));
    app.update();
    let start = now(&app);
    let mut motions = PathMotions::default();
    motions.of::<f32>("Transform.translation.x").tween_to(start, 4.0, ms(400), Easing::LINEAR);
    app.register_type::<Transform>();
    app.world_mut().spawn((Name::new("path"), Transform::default(), motions));
    let mut queue = MainQueue::<Show>::new(start);
    queue.enqueue(ms(2000), Show::Fall);
    app.insert_resource(queue);
    updates(&mut app, 1);
    let list = listed(&mut app);
    let state = |component: &str| {
        let found = list.iter().find(|[_, other, _]| other == component);
        found.map(|[.., state]| state.as_str())
    };
    assert_eq!(state("PathMotions"), Some("Transform.translation.x 20 of 400 ms"));
    assert_eq!(state("MainQueue<Show>"), Some("1 entry"));

    let mut harness = harness_of(app);
    let path = choose(&mut harness, "path  PathMotions");
    assert!(harness.query_by_label("target 4.0").is_some());
    click(&mut harness, "Finish");
    updates(harness.state_mut(), 1);
    assert_eq!(place(harness.state(), path).x, 4.0);
    harness.run(); // the row of what rests now is gone
    choose(&mut harness, "  MainQueue<Show>");
    assert!(harness.query_by_label("Fall").is_some(), "the bar of the entry");
    click(&mut harness, "Skip all");
    updates(harness.state_mut(), 1);
    assert!(harness.state().world().resource::<MainQueue<Show>>().is_empty());
}

#[cfg(feature = "characters")]
#[test]
fn an_animator_shows_its_states_and_parameters() {
    let mut app = app();
    let hero = add(&mut app, crate::character::hero());
    let animator = CharacterAnimator::new(now(&app), hero);
    app.world_mut().spawn((Name::new("figure"), Transform::default(), animator));
    updates(&mut app, 1);
    let state =
        |app: &mut App| listed(app).into_iter().find(|[name, ..]| name == "figure").unwrap();
    assert_eq!(state(&mut app), ["figure", "CharacterAnimator", "body idle, arms rest"]);
    let time = now(&app);
    let figure = entity(&mut app, "figure");
    app.world_mut().get_mut::<CharacterAnimator>(figure).unwrap().set(time, "speed", 1.0);
    updates(&mut app, 2);
    assert_eq!(state(&mut app)[2], "body walk, arms rest, changing");
    let mut harness = harness_of(app);
    choose(&mut harness, "figure  CharacterAnimator");
    assert!(harness.query_by_label("speed Float(1.0)").is_some());
}
