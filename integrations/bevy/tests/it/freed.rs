//! What nothing plays or names any more is freed.

use std::sync::{Arc, Weak};

use bevy_app::App;
use bevy_asset::{Asset, AssetId, Assets, Handle};
use bevy_cueline::{
    cueline::timeline::{TimelineBuilder, to},
    prelude::*,
};
use bevy_ecs::{hierarchy::ChildOf, name::Name};
use bevy_math::Vec3;
use bevy_sprite::Sprite;
use bevy_transform::components::Transform;

use crate::{
    app,
    files::{app_with, now, run},
    play::{add, line},
    updates,
};

/// Whether an app still has an asset.
type IsThere = Box<dyn Fn(&App) -> bool>;

fn asset<A: Asset>(handle: &Handle<A>) -> IsThere {
    let id: AssetId<A> = handle.id();
    Box::new(move |app| app.world().resource::<Assets<A>>().contains(id))
}

fn content<T: Send + Sync + 'static>(content: &Arc<T>) -> IsThere {
    let content: Weak<T> = Arc::downgrade(content);
    Box::new(move |_| content.strong_count() > 0)
}

#[test]
fn assets_that_nothing_plays_any_more_are_freed_with_all_that_was_made_of_them() {
    let (mut app, _) = app_with(&[]);
    let mut things: Vec<(&str, IsThere)> = Vec::new();
    let mut players = Vec::new();
    for path in ["Transform.translation.x", "arm/Transform.translation.x"] {
        let clip = CueClip::from(line(10.0, path));
        things.push(("clip", content(&clip.0)));
        let clip = add::<CueClip>(&mut app, clip);
        things.push(("asset of a clip", asset(&clip)));
        let start = now(&app);
        // One that goes on, and one that has ended.
        for repeat in [Repeat::Forever, Repeat::Once] {
            let player = ClipPlayer::new(start, clip.clone(), repeat);
            let hero = app.world_mut().spawn((Transform::default(), player)).id();
            app.world_mut().spawn((Name::new("arm"), Transform::default(), ChildOf(hero)));
            players.push(hero);
        }
    }
    let scene = TimelineBuilder::new("scene")
        .start(String::from("Transform.scale.x"), 1.0_f32)
        .then(to(String::from("Transform.scale.x"), 2.0_f32).duration(ms(500)))
        .build()
        .unwrap();
    let scene = CueTimeline::from(scene);
    things.push(("timeline", content(&scene.0)));
    let scene = add::<CueTimeline>(&mut app, scene);
    things.push(("asset of a timeline", asset(&scene)));
    let player = TimelinePlayer::new(now(&app), scene, Repeat::Forever);
    players.push(app.world_mut().spawn((Transform::default(), player)).id());
    let book = add::<CueFlipbook>(&mut app, Flipbook::equal(4, ms(60)).unwrap());
    things.push(("asset of a flipbook", asset(&book)));
    let player = FlipbookPlayer::new(now(&app), book);
    players.push(app.world_mut().spawn((Sprite::default(), player)).id());
    #[cfg(feature = "characters")]
    {
        let hero = add::<CueAnimator>(&mut app, crate::character::hero());
        things.push(("asset of an animator", asset(&hero)));
        let player = CharacterAnimator::new(now(&app), hero);
        players.push(app.world_mut().spawn((Transform::default(), player)).id());
    }
    run(&mut app, 30);
    for (name, is_there) in &things {
        assert!(is_there(&app), "{name}: it plays");
    }
    // Some are despawned, and some play no more.
    for (index, player) in players.into_iter().enumerate() {
        if index % 2 == 0 {
            app.world_mut().despawn(player);
        } else {
            let mut player = app.world_mut().entity_mut(player);
            player.remove::<(ClipPlayer, TimelinePlayer, FlipbookPlayer)>();
            #[cfg(feature = "characters")]
            player.remove::<CharacterAnimator>();
        }
    }
    run(&mut app, 3);
    for (name, is_there) in &things {
        assert!(!is_there(&app), "{name}: nothing plays it any more");
    }
}

/// What a game asks of a motion.
type Way = fn(&mut Motion<Translation>, Moment);

#[test]
fn a_motion_at_rest_keeps_nothing_of_what_has_moved() {
    let spring: Way = |motion, now| motion.spring_to(now, Vec3::Y, Spring::bouncy(ms(300)));
    let ways: [(&str, Way); 11] = [
        ("nothing more", |_, _| ()),
        ("a tween", |motion, now| motion.tween_to(now, Vec3::X, ms(90), Easing::LINEAR)),
        ("a spring", |motion, now| motion.spring_to(now, Vec3::X, Spring::snappy(ms(200)))),
        ("a glide", |motion, now| motion.glide_to(now, Vec3::X, ms(90))),
        ("a throw", |motion, now| {
            let spring = Spring::snappy(ms(200));
            motion.throw_to(now, Vec3::Z, Vec3::X, Vec3::ONE, spring);
        }),
        ("a delayed tween", |motion, now| {
            motion.tween_after(now, ms(90), Vec3::X, ms(90), Easing::LINEAR);
        }),
        ("a chain", |motion, now| {
            motion.then_tween_to(now, Vec3::X, ms(90), Easing::LINEAR);
            motion.then_spring_to(now, Vec3::Z, Spring::snappy(ms(200)));
        }),
        ("three passes", |motion, now| {
            motion.tween_to(now, Vec3::X, ms(90), Easing::LINEAR);
            motion.set_play(Repeat::Times(3));
        }),
        ("a stop", |motion, now| motion.stop(now)),
        ("a finish", |motion, now| motion.finish(now)),
        ("a jump", |motion, _| motion.set(Vec3::X)),
    ];
    for (name, way) in ways {
        let mut app = app(20);
        let motion = Motion::<Translation>::default();
        let entity = app.world_mut().spawn((Transform::default(), motion)).id();
        let ask = |app: &mut App, way: Way| {
            let now = now(app);
            way(&mut app.world_mut().get_mut::<Motion<Translation>>(entity).unwrap(), now);
        };
        // What a copy takes is what it keeps.
        let kept = |app: &App| {
            let motion = app.world().get::<Motion<Translation>>(entity).unwrap();
            (motion.is_resting(), allocation_counter::measure(|| drop(motion.clone())).count_total)
        };
        ask(&mut app, |motion, now| motion.tween_to(now, Vec3::Z, ms(90), Easing::LINEAR));
        updates(&mut app, 2);
        ask(&mut app, spring);
        updates(&mut app, 2);
        assert!(kept(&app).1 > 0, "{name}: a spring is on its way");
        ask(&mut app, way);
        updates(&mut app, 300);
        assert_eq!(kept(&app), (true, 0), "{name}");
    }
}
