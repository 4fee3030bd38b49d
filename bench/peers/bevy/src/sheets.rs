//! `bevy_spritesheet_animation`: sprites in loops of frames, without anything that draws them.

use std::time::Duration;

use bevy_app::App;
use bevy_asset::{AssetPlugin, Assets, Handle};
use bevy_ecs::prelude::*;
use bevy_image::{TextureAtlas, TextureAtlasLayout};
use bevy_sprite::Sprite;
use bevy_spritesheet_animation::prelude::{
    Animation, AnimationDuration, AnimationProgress, Spritesheet, SpritesheetAnimation,
    SpritesheetAnimationPlugin,
};
use bevy_time::TimeUpdateStrategy;

use crate::updates::{self, Updates};

/// It counts whole milliseconds, so a tick takes a whole number of them.
const TICK_MS: u32 = 16;
/// Images in a row of the sheet.
const COLUMNS: usize = 16;

/// The work: how many books, the frames and the ticks each frame of all of them holds, and the ticks that have gone
/// by for each sprite, whose books come in turns.
pub fn ready(work: &[f32]) -> Updates {
    let (books, gone) = work[1..].split_at(work[0] as usize * 2);
    let (books, _) = books.as_chunks::<2>();
    let mut app = updates::app();
    app.add_plugins((AssetPlugin::default(), SpritesheetAnimationPlugin));
    app.init_resource::<Assets<TextureAtlasLayout>>();
    let length = Duration::from_millis(TICK_MS.into());
    app.insert_resource(TimeUpdateStrategy::ManualDuration(length));
    app.finish();
    app.cleanup();
    app.update();
    let sheet = Spritesheet::new(&Handle::default(), COLUMNS, 1);
    let animations: Vec<Handle<Animation>> = books
        .iter()
        .map(|[frames, hold]| {
            let hold = AnimationDuration::PerFrame(*hold as u32 * TICK_MS);
            let animation = sheet.create_animation().add_indices(0..*frames as usize);
            let animation = animation.set_duration(hold).build();
            app.world_mut().resource_mut::<Assets<Animation>>().add(animation)
        })
        .collect();
    let mut targets = vec![Entity::PLACEHOLDER; gone.len()];
    let mut begin = |app: &mut App, ago: usize| {
        for (index, gone) in gone.iter().enumerate() {
            let kind = index % books.len();
            let [frames, hold] = books[kind].map(|number| number as usize);
            let gone = *gone as usize;
            if gone % hold == ago {
                let progress = AnimationProgress::with_frame(gone / hold % frames);
                let animation = SpritesheetAnimation::new(animations[kind].clone());
                let atlas = Some(TextureAtlas::default());
                let sprite = Sprite { texture_atlas: atlas, ..Sprite::default() };
                targets[index] =
                    app.world_mut().spawn((sprite, animation.with_progress(progress))).id();
            }
        }
    };
    // Each can be begun at any of its frames, but only at the first moment of that: so many ticks ago.
    let longest = books.iter().map(|[_, hold]| *hold as usize).max().unwrap_or(1);
    for ago in (1..longest).rev() {
        begin(&mut app, ago);
        app.update();
    }
    begin(&mut app, 0);
    Updates { app, targets, read: frame }
}

fn frame(of: EntityRef<'_>) -> Vec<f32> {
    let atlas = of.get::<Sprite>().and_then(|sprite| sprite.texture_atlas.as_ref());
    atlas.map(|atlas| atlas.index as f32).into_iter().collect()
}
