//! What is made without a clock plays from its insertion, as what is made with the clock at that moment does.

use bevy_app::prelude::*;
use bevy_cueline::{
    cueline::timeline::{TimelineBuilder, to},
    prelude::*,
};
use bevy_ecs::prelude::*;
use bevy_image::TextureAtlas;
use bevy_math::Vec3;
use bevy_sprite::Sprite;
use bevy_time::TimePlugin;
use bevy_transform::components::Transform;

use crate::{
    app,
    play::{add, line, now, place},
    updates,
};

/// What an entity shows.
type Look = (Vec3, Option<usize>);

fn look(app: &App, entity: Entity) -> Look {
    let sprite = app.world().get::<Sprite>(entity).unwrap();
    (place(app, entity), sprite.texture_atlas.as_ref().map(|atlas| atlas.index))
}

fn spawn(app: &mut App, played: impl Bundle) -> Entity {
    let sprite = Sprite { texture_atlas: Some(TextureAtlas::default()), ..Default::default() };
    app.world_mut().spawn((Transform::default(), sprite, played)).id()
}

#[test]
fn what_is_made_without_a_clock_starts_with_its_insertion() {
    let mut app = app(20);
    let path = "Transform.translation.x";
    let clip = add::<CueClip>(&mut app, line(10.0, path));
    let scene = TimelineBuilder::new("scene")
        .start(path.to_owned(), 0.0_f32)
        .then(to(path.to_owned(), 100.0_f32).duration(ms(150)));
    let scene = add::<CueTimeline>(&mut app, scene.build().unwrap());
    let book = add::<CueFlipbook>(&mut app, Flipbook::equal(5, ms(30)).unwrap());
    let motions = || {
        let tween = Motion::<Translation>::at(Vec3::X).with_tween(Vec3::Y, ms(90), Easing::IN_QUAD);
        let chain = tween.clone().with_tween_after(ms(30), Vec3::Z, ms(50), Easing::LINEAR);
        let spring =
            Motion::<Translation>::default().with_spring(Vec3::ONE, Spring::snappy(ms(90)));
        let waiting = Motion::<Translation>::default()
            .with_spring_after(ms(50), Vec3::ONE, Spring::bouncy(ms(80)))
            .with_tween(Vec3::ZERO, ms(40), Easing::LINEAR);
        [tween, chain, spring, waiting]
    };
    // All are made before, and inserted at different times.
    let players = (
        ClipPlayer::on_insert(clip.clone(), Repeat::Times(2)),
        TimelinePlayer::on_insert(scene.clone(), Repeat::Once),
        FlipbookPlayer::on_insert(book.clone()),
    );
    let tween = Motion::<ByPath<f32>>::default().with_tween(8.0, ms(90), Easing::LINEAR);
    let spring = Motion::<ByPath<f32>>::default().with_spring(4.0, Spring::snappy(ms(90)));
    let by_path =
        PathMotions::default().with::<f32>(path, tween).with::<f32>("Transform.scale.y", spring);
    app.register_type::<Transform>();
    let made = motions();
    for ticks in [0, 3, 4] {
        updates(&mut app, ticks);
        let now = now(&app);
        let [mut tween, mut chain] = [(); 2].map(|()| Motion::<Translation>::at(Vec3::X));
        let [mut spring, mut waiting] = [(); 2].map(|()| Motion::<Translation>::default());
        for motion in [&mut tween, &mut chain] {
            motion.tween_to(now, Vec3::Y, ms(90), Easing::IN_QUAD);
        }
        chain.then_tween_after(now, ms(30), Vec3::Z, ms(50), Easing::LINEAR);
        spring.spring_to(now, Vec3::ONE, Spring::snappy(ms(90)));
        waiting.spring_after(now, ms(50), Vec3::ONE, Spring::bouncy(ms(80)));
        waiting.then_tween_to(now, Vec3::ZERO, ms(40), Easing::LINEAR);
        let motions = made.iter().cloned().zip([tween, chain, spring, waiting]);
        let mut pairs: Vec<[Entity; 2]> = motions
            .map(|(without, with)| [spawn(&mut app, without), spawn(&mut app, with)])
            .collect();
        let (clips, scenes, books) = players.clone();
        let with = ClipPlayer::new(now, clip.clone(), Repeat::Times(2));
        pairs.push([spawn(&mut app, clips), spawn(&mut app, with)]);
        let with = TimelinePlayer::new(now, scene.clone(), Repeat::Once);
        pairs.push([spawn(&mut app, scenes), spawn(&mut app, with)]);
        let with = FlipbookPlayer::new(now, book.clone());
        pairs.push([spawn(&mut app, books), spawn(&mut app, with)]);
        let mut with = PathMotions::default();
        with.of::<f32>(path).tween_to(now, 8.0, ms(90), Easing::LINEAR);
        with.of::<f32>("Transform.scale.y").spring_to(now, 4.0, Spring::snappy(ms(90)));
        pairs.push([spawn(&mut app, by_path.clone()), spawn(&mut app, with)]);
        let mut looks = vec![Vec::new(); pairs.len()];
        for _ in 0..12 {
            app.update();
            for (pair, looks) in pairs.iter().zip(&mut looks) {
                let [without, with] = pair.map(|entity| look(&app, entity));
                assert_eq!(without, with);
                looks.push(with);
            }
        }
        for (number, looks) in looks.iter_mut().enumerate() {
            looks.dedup();
            assert!(looks.len() > 3, "number {number} moves: {looks:?}");
        }
    }
}

#[test]
fn a_required_motion_moves_and_a_new_target_takes_its_place() {
    #[derive(Component)]
    #[require(Transform, Motion::<Scale> = pop_up())]
    struct Card;
    fn pop_up() -> Motion<Scale> {
        Motion::at(Vec3::ZERO).with_tween(Vec3::ONE, ms(100), Easing::LINEAR)
    }
    let mut app = app(20);
    updates(&mut app, 2);
    let [card, other] = [(); 2].map(|()| app.world_mut().spawn(Card).id());
    // Before its insertion, a motion with a clock takes the place of the chain without one.
    let mut sent = pop_up();
    sent.tween_to(now(&app), Vec3::splat(4.0), ms(40), Easing::LINEAR);
    let sent = app.world_mut().spawn((Transform::default(), sent)).id();
    let mut set = pop_up();
    set.set(Vec3::splat(9.0));
    let set = app.world_mut().spawn((Transform::default(), set)).id();
    updates(&mut app, 2);
    let scale = |app: &App, entity| app.world().get::<Transform>(entity).unwrap().scale;
    assert_eq!(scale(&app, card), Vec3::splat(0.4));
    let now = now(&app);
    let mut motion = app.world_mut().get_mut::<Motion<Scale>>(other).unwrap();
    motion.tween_to(now, Vec3::splat(2.4), ms(40), Easing::LINEAR);
    updates(&mut app, 1);
    assert_eq!(scale(&app, other), Vec3::splat(1.4));
    updates(&mut app, 6);
    assert_eq!([card, other].map(|card| scale(&app, card)), [1.0, 2.4].map(Vec3::splat));
    assert_eq!([sent, set].map(|card| scale(&app, card)), [4.0, 1.0].map(Vec3::splat));
}

#[test]
fn what_was_inserted_before_the_plugin_starts_with_the_clock() {
    let mut app = App::new();
    let motion = || Motion::<Translation>::default().with_tween(Vec3::X, ms(100), Easing::LINEAR);
    let early = app.world_mut().spawn((Transform::default(), motion())).id();
    app.add_plugins((TimePlugin, CuelinePlugin::default())).insert_resource(crate::ticks(50));
    app.insert_resource(bevy_time::TimeUpdateStrategy::ManualDuration(
        core::time::Duration::from_millis(20),
    ));
    app.update();
    let first = app.world_mut().spawn((Transform::default(), motion())).id();
    updates(&mut app, 2);
    assert_eq!([early, first].map(|entity| place(&app, entity).x), [0.4; 2]);
}
