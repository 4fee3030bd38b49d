//! Motions of parts of assets.

use bevy_asset::{AsAssetId, Asset, AssetApp, AssetEvent, AssetId, AssetPlugin, Assets, Handle};
use bevy_color::{Color, LinearRgba};
use bevy_reflect::TypePath;

use super::*;

#[derive(Asset, TypePath, Clone)]
struct Paint {
    color: Color,
    glow: LinearRgba,
    gloss: f32,
}

#[derive(Component)]
struct Painted(Handle<Paint>);

impl AsAssetId for Painted {
    type Asset = Paint;

    fn as_asset_id(&self) -> AssetId<Paint> {
        self.0.id()
    }
}

asset_property! {
    /// The colour.
    PaintColor = Painted => color: Rgba
}
asset_property! { PaintGlow = Painted => glow: Rgba }
asset_property! { Gloss = Painted => gloss: f32 }

const OLD: Paint = Paint { color: Color::WHITE, glow: LinearRgba::BLACK, gloss: 0.5 };

/// How often an asset was modified.
#[derive(Resource, Default)]
struct Modified(usize);

fn world() -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, AssetPlugin::default()))
        .add_plugins(CuelinePlugin::default())
        .insert_resource(crate::ticks(50))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(20)))
        .init_asset::<Paint>()
        .init_resource::<Modified>()
        .add_systems(
            First,
            |mut events: MessageReader<AssetEvent<Paint>>, mut modified: ResMut<Modified>| {
                let is = |event: &&AssetEvent<Paint>| matches!(event, AssetEvent::Modified { .. });
                modified.0 += events.read().filter(is).count();
            },
        );
    // What is added twice is there once.
    for _ in 0..2 {
        app.animate_asset::<PaintColor>().animate_asset::<PaintGlow>().animate_asset::<Gloss>();
    }
    app.update();
    app
}

fn paint(app: &App, id: impl Into<AssetId<Paint>>) -> Paint {
    app.world().resource::<Assets<Paint>>().get(id).cloned().unwrap()
}

fn add(app: &mut App) -> Handle<Paint> {
    app.world_mut().resource_mut::<Assets<Paint>>().add(OLD)
}

#[test]
fn a_part_of_an_asset_moves_from_the_value_of_the_asset_and_is_written_only_while_it_moves() {
    let mut app = world();
    let (moved, other) = (add(&mut app), add(&mut app));
    app.world_mut().spawn(Painted(other.clone()));
    app.world_mut()
        .commands()
        .spawn(Painted(moved.clone()))
        .tween_to::<Gloss>(1.5, ms(200), Easing::LINEAR)
        .tween_to::<PaintColor>(Color::BLACK, ms(200), Easing::LINEAR)
        .tween_to::<PaintGlow>(Color::WHITE, ms(100), Easing::LINEAR);
    app.world_mut().flush();
    updates(&mut app, 6);
    let half = paint(&app, &moved);
    assert!((half.gloss - 1.0).abs() < 0.11, "{}", half.gloss);
    let red = half.color.to_linear().red;
    assert!((red - 0.5).abs() < 0.11, "in linear light: {red}");
    assert_eq!(half.glow, LinearRgba::WHITE, "after 100 ms");
    updates(&mut app, 6);
    let end = paint(&app, &moved);
    assert_eq!((end.gloss, end.color.to_linear()), (1.5, LinearRgba::BLACK));
    let modified = app.world().resource::<Modified>().0;
    assert!(modified >= 10, "{modified} frames of a motion");
    updates(&mut app, 20);
    let still = app.world().resource::<Modified>().0;
    assert!(still <= modified + 1, "{still} after {modified}");
    let untouched = paint(&app, &other);
    assert_eq!((untouched.gloss, untouched.color), (0.5, Color::WHITE));
}

#[test]
fn a_motion_of_an_asset_starts_from_what_the_game_wrote_while_it_rested() {
    let mut app = world();
    let handle = add(&mut app);
    let entity = app.world_mut().spawn((Painted(handle.clone()), Motion::<Gloss>::default())).id();
    updates(&mut app, 3);
    app.world_mut().resource_mut::<Assets<Paint>>().get_mut(&handle).unwrap().gloss = 10.0;
    updates(&mut app, 3);
    assert_eq!(paint(&app, &handle).gloss, 10.0, "the game may write it");
    let time = app.world().resource::<CueTime>().clone();
    let mut motion = app.world_mut().get_mut::<Motion<Gloss>>(entity).unwrap();
    motion.tween_to(&time, 20.0, ms(100), Easing::LINEAR);
    app.update();
    let begun = paint(&app, &handle).gloss;
    assert!((10.0..=13.0).contains(&begun), "{begun}");
    updates(&mut app, 8);
    assert_eq!(paint(&app, &handle).gloss, 20.0);
}

#[test]
fn an_asset_that_loads_late_or_takes_the_place_of_another_is_written() {
    let mut app = world();
    let late = app.world().resource::<Assets<Paint>>().reserve_handle();
    app.world_mut().commands().spawn(Painted(late.clone())).tween_to::<Gloss>(
        4.5,
        ms(400),
        Easing::LINEAR,
    );
    app.world_mut().flush();
    updates(&mut app, 3);
    app.world_mut().resource_mut::<Assets<Paint>>().insert(&late, OLD).unwrap();
    updates(&mut app, 30);
    assert_eq!(paint(&app, &late).gloss, 4.5);

    let (first, second) = (add(&mut app), add(&mut app));
    let entity = app.world_mut().spawn((Painted(first.clone()), Motion::<Gloss>::default())).id();
    app.update();
    let time = app.world().resource::<CueTime>().clone();
    let mut motion = app.world_mut().get_mut::<Motion<Gloss>>(entity).unwrap();
    motion.tween_to(&time, 2.5, ms(200), Easing::LINEAR);
    updates(&mut app, 5);
    let then = paint(&app, &first).gloss;
    assert!(then > 0.5 && then < 2.5, "{then}");
    app.world_mut().get_mut::<Painted>(entity).unwrap().0 = second.clone();
    updates(&mut app, 10);
    assert_eq!((paint(&app, &first).gloss, paint(&app, &second).gloss), (then, 2.5));
}

#[test]
fn a_motion_starts_from_the_asset_that_the_entity_names_by_then() {
    let mut app = world();
    let (first, second) = (add(&mut app), add(&mut app));
    app.world_mut().resource_mut::<Assets<Paint>>().get_mut(&second).unwrap().gloss = 10.0;
    let entity = app.world_mut().spawn((Painted(first), Motion::<Gloss>::default())).id();
    updates(&mut app, 3);
    app.world_mut().get_mut::<Painted>(entity).unwrap().0 = second.clone();
    updates(&mut app, 3);
    let time = app.world().resource::<CueTime>().clone();
    let mut motion = app.world_mut().get_mut::<Motion<Gloss>>(entity).unwrap();
    motion.tween_to(&time, 20.0, ms(100), Easing::LINEAR);
    app.update();
    let begun = paint(&app, &second).gloss;
    assert!((10.0..=13.0).contains(&begun), "{begun}");
}
