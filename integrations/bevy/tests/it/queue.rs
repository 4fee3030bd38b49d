use bevy_app::prelude::*;
use bevy_cueline::prelude::*;
use bevy_ecs::prelude::*;

use crate::{Heard, app, heard, run_ms, updates};

#[derive(Clone, Debug, PartialEq)]
enum Show {
    Hop(u8),
    Remove(u8),
    Toast,
}

fn spawn(app: &mut App) -> Entity {
    app.add_queue::<Show>();
    let queue = Queue::<Show>::new(app.world().resource::<CueTime>());
    app.world_mut().spawn(queue).id()
}

fn queue(app: &mut App, entity: Entity) -> Mut<'_, Queue<Show>> {
    app.world_mut().get_mut::<Queue<Show>>(entity).unwrap()
}

/// Ends as (payload, milliseconds).
type End = (Show, i64);

fn listen(app: &mut App) {
    app.init_resource::<Heard<End>>();
    app.add_observer(|update: On<QueueUpdate<Show>>, mut heard: ResMut<Heard<End>>| {
        if update.ended {
            heard.0.push((update.payload.clone(), update.at.flicks() / 705_600));
        }
    });
}

#[test]
fn entries_show_one_after_the_other() {
    let mut app = app(20);
    listen(&mut app);
    let entity = spawn(&mut app);
    let mut rules = queue(&mut app, entity);
    rules.enqueue(ms(50), Show::Hop(1));
    rules.enqueue(Span::ZERO, Show::Remove(7));
    rules.enqueue(ms(50), Show::Hop(2));
    rules.background(ms(10), Show::Toast);
    updates(&mut app, 10);
    let expected =
        [(Show::Hop(1), 50), (Show::Remove(7), 50), (Show::Toast, 60), (Show::Hop(2), 100)];
    assert_eq!(heard::<End>(&app), expected);
    assert!(queue(&mut app, entity).is_empty());
}

#[test]
fn observers_queue_at_the_very_moment_at_any_frame_rate() {
    let run = |frame: u64| {
        let mut app = app(frame);
        listen(&mut app);
        let entity = spawn(&mut app);
        app.add_observer(|update: On<QueueUpdate<Show>>, mut queues: Query<&mut Queue<Show>>| {
            let Ok(mut queue) = queues.get_mut(update.entity) else { return };
            if update.ended && update.payload == Show::Hop(1) {
                queue.enqueue(ms(20), Show::Hop(2));
                queue.enqueue(Span::ZERO, Show::Remove(9));
            }
            if update.ended && update.payload == Show::Remove(9) {
                queue.enqueue(ms(10), Show::Hop(3));
            }
        });
        queue(&mut app, entity).enqueue(ms(50), Show::Hop(1));
        run_ms(&mut app, 200, frame);
        heard::<End>(&app)
    };
    let expected =
        [(Show::Hop(1), 50), (Show::Hop(2), 70), (Show::Remove(9), 70), (Show::Hop(3), 80)];
    for frame in [4, 20, 100, 200] {
        assert_eq!(run(frame), expected, "frames of {frame} ms");
    }
}

#[test]
fn what_shows_has_progress_and_comes_as_a_message() {
    let mut app = app(20);
    let entity = spawn(&mut app);
    app.init_resource::<Heard<f32>>().add_systems(
        Last,
        |mut updates: MessageReader<QueueUpdate<Show>>, mut heard: ResMut<Heard<f32>>| {
            heard.0.extend(updates.read().map(QueueUpdate::progress));
        },
    );
    queue(&mut app, entity).enqueue(ms(80), Show::Hop(1));
    updates(&mut app, 5);
    assert_eq!(heard::<f32>(&app), [0.25, 0.5, 0.75, 1.0]);
}

#[test]
fn a_skip_says_so_and_the_queue_goes_on() {
    let mut app = app(20);
    listen(&mut app);
    let entity = spawn(&mut app);
    app.init_resource::<Heard<Reason>>().add_observer(
        |update: On<QueueUpdate<Show>>, mut heard: ResMut<Heard<Reason>>| {
            heard.0.push(update.reason)
        },
    );
    let mut rules = queue(&mut app, entity);
    rules.enqueue(ms(500), Show::Hop(1));
    rules.enqueue(ms(500), Show::Hop(2));
    rules.finish();
    app.update();
    assert_eq!(heard::<Reason>(&app), [Reason::Skipped; 2]);
    queue(&mut app, entity).enqueue(ms(40), Show::Hop(3));
    updates(&mut app, 3);
    assert_eq!(heard::<End>(&app).last(), Some(&(Show::Hop(3), 1060)));
}

#[test]
fn an_observer_may_despawn_the_queue() {
    let mut app = app(20);
    listen(&mut app);
    let entity = spawn(&mut app);
    app.add_observer(|update: On<QueueUpdate<Show>>, mut commands: Commands| {
        commands.entity(update.entity).try_despawn();
    });
    let mut rules = queue(&mut app, entity);
    rules.enqueue(ms(10), Show::Hop(1));
    rules.enqueue(ms(10), Show::Hop(2));
    updates(&mut app, 5);
    assert_eq!(heard::<End>(&app), [(Show::Hop(1), 10)]);
}

#[test]
fn an_endless_chain_is_cut_off() {
    let mut app = app(20);
    let entity = spawn(&mut app);
    app.add_observer(|update: On<QueueUpdate<Show>>, mut queues: Query<&mut Queue<Show>>| {
        if let Ok(mut queue) = queues.get_mut(update.entity) {
            queue.enqueue(Span::ZERO, Show::Toast);
        }
    });
    queue(&mut app, entity).enqueue(Span::ZERO, Show::Toast);
    updates(&mut app, 2);
}

#[test]
fn a_queue_as_a_resource_reaches_observers_and_messages_like_any_other() {
    let run = |frame: u64| {
        let mut app = app(frame);
        listen(&mut app);
        let single = spawn(&mut app);
        let main = MainQueue::<Show>::new(app.world().resource::<CueTime>());
        app.insert_resource(main);
        app.add_observer(|update: On<QueueUpdate<Show>>, mut queue: ResMut<MainQueue<Show>>| {
            if update.ended && update.payload == Show::Hop(1) {
                queue.enqueue(ms(20), Show::Hop(2));
            }
        });
        app.init_resource::<Heard<Entity>>().add_systems(
            Last,
            |mut updates: MessageReader<QueueUpdate<Show>>, mut heard: ResMut<Heard<Entity>>| {
                let ended = updates.read().filter(|update| update.ended);
                heard.0.extend(ended.map(|update| update.entity));
            },
        );
        app.world_mut().resource_mut::<MainQueue<Show>>().enqueue(ms(50), Show::Hop(1));
        queue(&mut app, single).enqueue(ms(10), Show::Toast);
        run_ms(&mut app, 200, frame);
        assert!(app.world().resource::<MainQueue<Show>>().is_empty());
        let id = app.world().component_id::<MainQueue<Show>>().unwrap();
        let entity = app.world().resource_entities().get(id).unwrap();
        let mut ends = heard::<End>(&app);
        ends.sort_by_key(|(_, at)| *at);
        let mut entities = heard::<Entity>(&app);
        entities.sort_by_key(|own| *own == entity);
        assert_eq!(entities, [single, entity, entity]);
        ends
    };
    for frame in [4, 20, 100, 200] {
        let expected = [(Show::Toast, 10), (Show::Hop(1), 50), (Show::Hop(2), 70)];
        assert_eq!(run(frame), expected, "frames of {frame} ms");
    }
}

#[test]
fn a_queue_as_a_resource_may_be_removed_or_replaced_by_an_observer() {
    let mut app = app(20);
    listen(&mut app);
    app.add_queue::<Show>();
    let mut main = MainQueue::<Show>::new(app.world().resource::<CueTime>());
    main.enqueue(ms(10), Show::Hop(1));
    main.enqueue(ms(10), Show::Hop(2));
    app.insert_resource(main);
    app.add_observer(|update: On<QueueUpdate<Show>>, mut commands: Commands| {
        if update.ended {
            commands.remove_resource::<MainQueue<Show>>();
        }
    });
    updates(&mut app, 3);
    assert_eq!(heard::<End>(&app), [(Show::Hop(1), 10)]);
    let mut main = MainQueue::<Show>::new(app.world().resource::<CueTime>());
    main.enqueue(ms(10), Show::Toast);
    app.insert_resource(main);
    updates(&mut app, 3);
    assert_eq!(heard::<End>(&app), [(Show::Hop(1), 10), (Show::Toast, 70)]);
}
