//! Sprites that walk, each picture with a duration of its own; a sprite is written only when its picture changes.
//!
//! `cargo run --example sprites` prints how many writes a frame brings.

use std::time::Duration;

use bevy_app::prelude::*;
use bevy_asset::Assets;
use bevy_cueline::prelude::*;
use bevy_ecs::prelude::*;
use bevy_image::TextureAtlas;
use bevy_sprite::Sprite;
use bevy_time::{TimePlugin, TimeUpdateStrategy};

/// What a run came to.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Count {
    /// Sprites marked changed, in all frames.
    pub writes: usize,
    /// Flipbooks that have ended.
    pub ended: usize,
    /// The pictures at the end, by sprite.
    pub pictures: Vec<usize>,
}

/// Ten who walk, each a little later than the last, and one who sits down.
fn setup(
    mut commands: Commands,
    time: Res<CueTime>,
    mut books: ResMut<Assets<CueFlipbook>>,
) -> Result {
    let sprite = || Sprite { texture_atlas: Some(TextureAtlas::default()), ..Default::default() };
    // A step: two short pictures, and a long one in which the foot stands.
    let walk = books.add(Flipbook::each([ms(80), ms(80), ms(240)])?);
    for late in 0..10 {
        let player = FlipbookPlayer::new(time.ago(ms(40) * late), walk.clone());
        commands.spawn((sprite(), player));
    }
    let sit = books.add(Flipbook::equal(4, ms(100))?.times(1)?);
    commands.spawn((sprite(), FlipbookPlayer::new(&time, sit).with_first(8)));
    Ok(())
}

fn count(changed: Query<(), Changed<Sprite>>, mut count: ResMut<Count>) {
    count.writes += changed.iter().count();
}

/// Runs for some frames of 20 ms.
pub fn run(frames: usize) -> Count {
    let mut app = App::new();
    app.add_plugins((TimePlugin, CuelinePlugin::default()))
        .insert_resource(bevy_time::Time::<bevy_time::Fixed>::from_hz(50.0))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(20)))
        .init_resource::<Count>()
        .add_observer(|event: On<CueEvent>, mut count: ResMut<Count>| {
            count.ended += usize::from(event.kind == CueEventKind::End);
        })
        .add_systems(Startup, setup)
        .add_systems(Last, count);
    app.update();
    app.world_mut().resource_mut::<Count>().writes = 0; // all are new in their first frame
    for _ in 0..frames {
        app.update();
    }
    let mut sprites = app.world_mut().query::<&Sprite>();
    let index = |sprite: &Sprite| sprite.texture_atlas.as_ref().map_or(0, |atlas| atlas.index);
    let pictures = sprites.iter(app.world()).map(index).collect();
    Count { pictures, ..app.world().resource::<Count>().clone() }
}

#[allow(dead_code, reason = "the tests call `run` alone")]
fn main() {
    let frames = 200;
    let Count { writes, ended, pictures } = run(frames);
    println!(
        "{writes} writes in {frames} frames of 11 sprites; {ended} has ended; pictures {pictures:?}"
    );
}
