//! What nothing plays or names any more is freed.

use std::sync::{Arc, Weak};

use bevy_app::App;
use bevy_asset::{Asset, AssetId, Assets, Handle};
use bevy_cueline::{
    cueline::timeline::{TimelineBuilder, to},
    prelude::*,
};
use bevy_ecs::{hierarchy::ChildOf, name::Name};
use bevy_sprite::Sprite;
use bevy_transform::components::Transform;

use crate::{
    files::{app_with, now, run},
    play::{add, line},
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
