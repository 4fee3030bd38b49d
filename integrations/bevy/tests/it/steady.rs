//! A frame in which nothing starts or ends allocates nothing.

use bevy_asset::Assets;
use bevy_cueline::cueline::clip::ClipBuilder;
use bevy_math::Vec3;
use bevy_sprite::Sprite;
use bevy_transform::components::Transform;

use super::*;

/// What ten frames allocate, once the first ones are over. On one thread, as the count is that of a thread.
fn allocations(app: &mut App) -> u64 {
    on_one_thread(app);
    updates(app, 10);
    allocation_counter::measure(|| updates(app, 10)).count_total
}

/// Frames with the plugin and nothing that moves: what Bevy itself allocates.
fn frames_alone() -> u64 {
    allocations(&mut app(20))
}

#[test]
fn tweens_springs_and_flipbooks_on_their_way_allocate_nothing() {
    let mut app = app(20);
    let time = app.world().resource::<CueTime>().clone();
    let book = Flipbook::equal(8, ms(50)).unwrap();
    let book = app.world_mut().resource_mut::<Assets<CueFlipbook>>().add(book);
    for i in 0..200_u16 {
        let mut place = Motion::<Translation>::default();
        place.tween_to(&time, Vec3::X * f32::from(i + 1), secs(10.0), Easing::OUT_CUBIC);
        let mut size = Motion::<Scale>::default();
        size.spring_to(&time, Vec3::splat(2.0), Spring::bouncy(secs(5.0)));
        let walk = FlipbookPlayer::new(&time, book.clone());
        app.world_mut().spawn((Transform::default(), place, size, Sprite::default(), walk));
    }
    // Bevy itself allocates now and then; one for each motion would be two thousand.
    let (ours, alone) = (allocations(&mut app), frames_alone());
    assert!(ours < alone + 20, "{ours} in ten frames, and {alone} without motions");
    let mut moved = app.world_mut().query::<&Transform>();
    let moved = moved.iter(app.world()).filter(|at| at.scale.x > 1.0 && at.translation.x > 0.0);
    assert_eq!(moved.count(), 200);
}

#[test]
fn tracks_and_motions_of_reflection_paths_allocate_nothing() {
    let mut app = app(20);
    app.register_type::<Transform>();
    let time = app.world().resource::<CueTime>().clone();
    let keys = [Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(secs(10.0), 10.0)];
    // An index, which no property has.
    let clip = ClipBuilder::new("rise").track("Transform.translation#1", keys).build().unwrap();
    let clip = app.world_mut().resource_mut::<Assets<CueClip>>().add(clip);
    for _ in 0..100 {
        let mut paths = PathMotions::default();
        paths.of::<Vec3>("Transform.scale").spring_to(&time, Vec3::ZERO, Spring::smooth(secs(5.0)));
        paths.of::<f32>("Transform.translation.x").tween_to(&time, 9.0, secs(10.0), Easing::LINEAR);
        let player = ClipPlayer::new(&time, clip.clone(), Repeat::Once);
        app.world_mut().spawn((Transform::default(), paths, player));
    }
    let (ours, alone) = (allocations(&mut app), frames_alone());
    assert!(ours < alone + 20, "{ours} in ten frames, and {alone} without motions");
    let mut moved = app.world_mut().query::<&Transform>();
    let moved = moved.iter(app.world()).filter(|at| at.scale.x < 1.0 && at.translation.y > 0.0);
    assert_eq!(moved.filter(|at| at.translation.x > 0.0).count(), 100);
}

#[test]
fn clips_whose_assets_were_removed_play_on_and_allocate_nothing() {
    let mut app = app(20);
    let time = app.world().resource::<CueTime>().clone();
    let keys = |to: f32| [Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(secs(10.0), to)];
    for i in 1..=8_u16 {
        let clip = ClipBuilder::new("rise").track("Transform.translation.y", keys(i.into()));
        let clip = CueClip::from(clip.build().unwrap());
        let clip = app.world_mut().resource_mut::<Assets<CueClip>>().add(clip);
        let player = ClipPlayer::new(&time, clip, Repeat::Once);
        app.world_mut().spawn((Transform::default(), player));
    }
    updates(&mut app, 5);
    let ids: Vec<_> = app.world().resource::<Assets<CueClip>>().ids().collect();
    for id in ids {
        app.world_mut().resource_mut::<Assets<CueClip>>().remove(id);
    }
    let (ours, alone) = (allocations(&mut app), frames_alone());
    assert!(ours < alone + 20, "{ours} in ten frames, and {alone} without players");
    let mut moved = app.world_mut().query::<&Transform>();
    // 25 frames of 20 ms, of 10 s.
    let least = moved.iter(app.world()).map(|at| at.translation.y).fold(f32::MAX, f32::min);
    assert!((least - 0.05).abs() < 1e-6, "{least}");
}

#[test]
fn a_spring_that_starts_allocates() {
    // So the count of the other test can fail.
    let mut app = app(20);
    let time = app.world().resource::<CueTime>().clone();
    let entity =
        app.world_mut().spawn((Transform::default(), Motion::<Translation>::default())).id();
    updates(&mut app, 10);
    let count = allocation_counter::measure(|| {
        let mut motion = app.world_mut().get_mut::<Motion<Translation>>(entity).unwrap();
        motion.spring_to(&time, Vec3::X, Spring::bouncy(secs(5.0)));
    });
    assert!(count.count_total > 0);
}
