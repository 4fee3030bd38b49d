use std::sync::Arc;

use bevy_app::prelude::*;
use bevy_asset::{Assets, Handle};
use bevy_color::Alpha;
use bevy_cueline::{
    cueline::{
        clip::{Clip, ClipBuilder, Cue, CueKind, Interpolation, Value},
        timeline::{Timeline, TimelineBuilder, cue, set, to},
    },
    prelude::*,
};
use bevy_ecs::{hierarchy::ChildOf, name::Name, prelude::*};
use bevy_math::Vec3;
use bevy_sprite::Sprite;
use bevy_transform::components::Transform;

use crate::{Heard, app, heard, updates};

pub(crate) fn add<A: bevy_asset::Asset>(app: &mut App, asset: impl Into<A>) -> Handle<A> {
    app.world_mut().resource_mut::<Assets<A>>().add(asset.into())
}

pub(crate) fn now(app: &App) -> Moment {
    Moment::from(app.world().resource::<CueTime>())
}

pub(crate) fn place(app: &App, entity: Entity) -> Vec3 {
    app.world().get::<Transform>(entity).unwrap().translation
}

type ReportedCue = (String, i64, Reason);

pub(crate) fn listen(app: &mut App) {
    app.init_resource::<Heard<ReportedCue>>().add_observer(
        |event: On<CueEvent>, mut heard: ResMut<Heard<ReportedCue>>| {
            let kind = match &event.kind {
                CueEventKind::Cue { name, .. } => name.to_string(),
                CueEventKind::Loop(pass) => format!("loop {pass}"),
                kind => format!("{kind:?}"),
            };
            heard.0.push((kind, event.due.flicks() / 705_600, event.reason));
        },
    );
}

pub(crate) fn reported(app: &App) -> Vec<(String, i64)> {
    heard::<ReportedCue>(app).into_iter().map(|(kind, due, _)| (kind, due)).collect()
}

pub(crate) fn line(to: f32, path: &str) -> Clip {
    ClipBuilder::new("wave")
        .track(path, [Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(ms(100), to)])
        .cue(Cue::effect(ms(50), "swish"))
        .cue(Cue::state(ms(80), "open"))
        .build()
        .unwrap()
}

#[test]
fn a_clip_moves_named_descendants() {
    let mut app = app(20);
    let clip = add::<CueClip>(&mut app, line(10.0, "arm/hand/Transform.translation.y"));
    let start = now(&app);
    let hero = app.world_mut().spawn(ClipPlayer::new(start, clip, Repeat::Once)).id();
    let arm = app.world_mut().spawn((Name::new("arm"), ChildOf(hero))).id();
    let hand = app.world_mut().spawn((Name::new("hand"), Transform::default(), ChildOf(arm))).id();
    updates(&mut app, 3);
    assert_eq!(place(&app, hand), Vec3::new(0.0, 6.0, 0.0));
}

#[test]
fn a_clip_that_is_over_stays_over_until_it_can_play_again() {
    let mut app = app(20);
    listen(&mut app);
    let clip = add::<CueClip>(&mut app, line(10.0, "Transform.translation.x"));
    let player = ClipPlayer::new(now(&app), clip, Repeat::Once);
    let entity = app.world_mut().spawn((Transform::default(), player)).id();
    updates(&mut app, 8);
    let said = reported(&app);
    let change = |app: &mut App, change: fn(&mut ClipPlayer, Moment)| {
        let time = now(app);
        let mut player = app.world_mut().get_mut::<ClipPlayer>(entity).unwrap();
        change(&mut player, time);
        player.is_over()
    };
    assert!(change(&mut app, |player, now| player.pause(now)));
    assert!(change(&mut app, |player, now| player.resume(now)));
    updates(&mut app, 3);
    assert_eq!(reported(&app), said, "nothing is reported again");
    assert!(!change(&mut app, |player, now| player.seek(now, ms(60))));
    updates(&mut app, 6);
    assert!(app.world().get::<ClipPlayer>(entity).unwrap().is_over());
}

#[test]
fn a_clip_that_could_not_play_plays_once_it_is_repaired() {
    let mut app = app(20);
    let empty = ClipBuilder::new("wave")
        .track("Transform.translation.x", [Keyframe::linear(ms(0), 0.0_f32)])
        .build()
        .unwrap();
    let clip = add::<CueClip>(&mut app, empty);
    let player = ClipPlayer::new(now(&app), clip.clone(), Repeat::Forever);
    let entity = app.world_mut().spawn((Transform::default(), player)).id();
    updates(&mut app, 3);
    assert_eq!(place(&app, entity), Vec3::ZERO, "a loop of no duration is refused");
    let mut clips = app.world_mut().resource_mut::<Assets<CueClip>>();
    clips.insert(&clip, line(10.0, "Transform.translation.x").into()).unwrap();
    updates(&mut app, 1);
    assert_ne!(place(&app, entity), Vec3::ZERO);
}

#[test]
fn a_clip_reports_each_cue_and_loop_once_at_any_frame_rate() {
    let run = |frame: u64| {
        let mut app = app(frame);
        listen(&mut app);
        let clip = add::<CueClip>(&mut app, line(10.0, "Transform.translation.x"));
        let player = ClipPlayer::new(now(&app), clip, Repeat::Times(3));
        app.world_mut().spawn((Transform::default(), player));
        updates(&mut app, usize::try_from(400 / frame).unwrap());
        reported(&app)
    };
    let reference = run(4);
    let names: Vec<_> = reference.iter().map(|(name, _)| name.as_str()).collect();
    let expected =
        ["Start", "swish", "open", "loop 1", "swish", "open", "loop 2", "swish", "open", "End"];
    assert_eq!(names, expected);
    for frame in [20, 40, 200] {
        assert_eq!(run(frame), reference, "frames of {frame} ms");
    }
}

#[test]
fn a_cue_triggers_the_event_of_the_game_that_has_its_name() {
    #[derive(EntityEvent)]
    struct Noise {
        entity: Entity,
        name: String,
        due: i64,
    }
    impl From<CueEvent> for Noise {
        fn from(cue: CueEvent) -> Self {
            let name = cue.cue().unwrap_or_default().to_owned();
            Self { entity: cue.entity, name, due: cue.due.flicks() / 705_600 }
        }
    }
    let mut app = app(40);
    // Twice is once.
    app.add_cue_event::<Noise>("swish").add_cue_event::<Noise>("swish");
    app.init_resource::<Heard<(Entity, String, i64)>>().add_observer(
        |noise: On<Noise>, mut heard: ResMut<Heard<(Entity, String, i64)>>| {
            heard.0.push((noise.entity, noise.name.clone(), noise.due));
        },
    );
    let clip = add::<CueClip>(&mut app, line(10.0, "Transform.translation.x"));
    let player = ClipPlayer::new(now(&app), clip.clone(), Repeat::Times(2));
    let entity = app.world_mut().spawn((Transform::default(), player)).id();
    updates(&mut app, 10);
    let expected = [50, 150].map(|due| (entity, "swish".to_owned(), due));
    assert_eq!(heard::<(Entity, String, i64)>(&app), expected, "no other cue, no start, no end");
    app.add_cue_event::<Noise>("open");
    let player = ClipPlayer::new(now(&app), clip, Repeat::Once);
    let other = app.world_mut().spawn((Transform::default(), player)).id();
    updates(&mut app, 5);
    let names = heard::<(Entity, String, i64)>(&app).into_iter().filter(|line| line.0 == other);
    assert_eq!(names.map(|line| line.1).collect::<Vec<_>>(), ["swish", "open"]);
}

#[test]
fn a_clip_that_is_finished_reports_what_changes_the_game() {
    let mut app = app(20);
    listen(&mut app);
    let clip = add::<CueClip>(&mut app, line(10.0, "Transform.translation.x"));
    let player = ClipPlayer::new(now(&app), clip, Repeat::Once);
    let entity = app.world_mut().spawn((Transform::default(), player)).id();
    updates(&mut app, 1);
    app.world_mut().get_mut::<ClipPlayer>(entity).unwrap().finish();
    updates(&mut app, 3);
    let names: Vec<_> = reported(&app).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["Start", "open", "End"], "no sound of the part that was skipped");
    assert_eq!(place(&app, entity).x, 10.0);
}

#[test]
fn neighbours_that_are_finished_in_one_frame_all_report_it() {
    let mut app = app(7);
    listen(&mut app);
    let clip = add::<CueClip>(&mut app, line(100.0, "Transform.translation.x"));
    let player = ClipPlayer::new(now(&app), clip, Repeat::Once);
    let all = [(); 5].map(|()| app.world_mut().spawn((Transform::default(), player.clone())).id());
    updates(&mut app, 3);
    for entity in &all[1..4] {
        app.world_mut().get_mut::<ClipPlayer>(*entity).unwrap().finish();
    }
    app.update();
    assert_eq!(all.map(|entity| place(&app, entity).x == 100.0), [false, true, true, true, false]);
    let over = all.map(|entity| app.world().get::<ClipPlayer>(entity).unwrap().is_over());
    assert_eq!(over, [false, true, true, true, false]);
}

#[test]
fn a_clip_replaced_in_mid_play_goes_on_at_its_time() {
    let mut app = app(20);
    let clip = add::<CueClip>(&mut app, line(10.0, "Transform.translation.x"));
    let player = ClipPlayer::new(now(&app), clip.clone(), Repeat::Once);
    let entity = app.world_mut().spawn((Transform::default(), player)).id();
    updates(&mut app, 2);
    assert_eq!(place(&app, entity).x, 4.0);
    // Other tracks than before.
    let new = CueClip(Arc::new(line(100.0, "Transform.translation.z")));
    app.world_mut().resource_mut::<Assets<CueClip>>().insert(clip.id(), new).unwrap();
    updates(&mut app, 1);
    assert_eq!(place(&app, entity), Vec3::new(4.0, 0.0, 60.0));
}

#[test]
fn a_clip_that_comes_late_is_where_it_would_have_been() {
    let mut app = app(20);
    let clip = app.world().resource::<Assets<CueClip>>().reserve_handle();
    let player = ClipPlayer::new(now(&app), clip.clone(), Repeat::Once);
    let entity = app.world_mut().spawn((Transform::default(), player)).id();
    updates(&mut app, 2);
    let loaded = CueClip(Arc::new(line(10.0, "Transform.translation.x")));
    app.world_mut().resource_mut::<Assets<CueClip>>().insert(clip.id(), loaded).unwrap();
    updates(&mut app, 1);
    assert_eq!(place(&app, entity).x, 6.0);
}

#[test]
fn what_cannot_be_played_is_no_panic_and_the_rest_goes_on() {
    let mut app = app(20);
    let clip = ClipBuilder::new("odd")
        .track("Transform.tanslation.x", [Keyframe::hold(ms(0), 1.0_f32)]) // a typo
        .track("Transform.scale", [Keyframe::hold(ms(0), true)]) // another kind
        .track("nobody/Transform.translation.x", [Keyframe::hold(ms(0), 1.0_f32)])
        .track("Sprite.color", [Keyframe::hold(ms(0), 1.0_f32)])
        .track("Transform.translation.y", [Keyframe::hold(ms(0), 3.0_f32)])
        .build()
        .unwrap();
    let clip = add::<CueClip>(&mut app, clip);
    let player = ClipPlayer::new(now(&app), clip, Repeat::Once);
    let entity = app.world_mut().spawn((Transform::default(), player)).id();
    updates(&mut app, 2);
    assert_eq!(place(&app, entity), Vec3::new(0.0, 3.0, 0.0));
    app.world_mut().entity_mut(entity).remove::<Transform>();
    updates(&mut app, 2);
    app.world_mut().despawn(entity);
    updates(&mut app, 2);
}

fn scene() -> Timeline<String> {
    let x = || String::from("Transform.translation.x");
    TimelineBuilder::new("scene")
        .start(x(), 0.0_f32)
        .start(String::from("Transform.translation.y"), 0.0_f32)
        .then(to(x(), 10.0_f32).duration(ms(100)))
        .then(cue(CueKind::State, "door"))
        .then(to(x(), 0.0_f32).duration(ms(100)))
        .with(set(String::from("Transform.translation.y"), 5.0_f32))
        .build()
        .unwrap()
}

#[test]
fn a_timeline_plays_scrubs_back_and_goes_on() {
    let mut app = app(20);
    listen(&mut app);
    let timeline = add::<CueTimeline>(&mut app, scene());
    let player = TimelinePlayer::new(now(&app), timeline, Repeat::Once);
    let entity = app.world_mut().spawn((Transform::default(), player)).id();
    updates(&mut app, 6);
    assert_eq!(place(&app, entity), Vec3::new(8.0, 5.0, 0.0));
    assert_eq!(reported(&app), [("Start".into(), 0), ("door".into(), 100)]);
    for (at, x) in [(150, 5.0), (50, 5.0), (20, 2.0), (90, 9.0)] {
        let now = now(&app);
        app.world_mut().get_mut::<TimelinePlayer>(entity).unwrap().scrub_to(now, ms(at));
        updates(&mut app, 2);
        let y = if at > 100 { 5.0 } else { 0.0 };
        assert_eq!(place(&app, entity), Vec3::new(x, y, 0.0), "scrubbed to {at} ms");
    }
    assert_eq!(reported(&app).len(), 2, "silently");
    let start = now(&app);
    app.world_mut().get_mut::<TimelinePlayer>(entity).unwrap().resume(start);
    updates(&mut app, 8);
    let player = app.world().get::<TimelinePlayer>(entity).unwrap();
    assert!(player.is_over());
    assert_eq!(place(&app, entity), Vec3::new(0.0, 5.0, 0.0));
}

#[derive(Resource, Default)]
struct Writes(usize);

fn count_writes(app: &mut App) {
    app.init_resource::<Writes>().add_systems(
        Last,
        |changed: Query<(), Changed<Sprite>>, mut writes: ResMut<Writes>| {
            writes.0 += changed.iter().count();
        },
    );
}

#[test]
fn flipbooks_write_only_when_the_picture_changes() {
    let mut app = app(20);
    count_writes(&mut app);
    let walk = add::<CueFlipbook>(&mut app, Flipbook::equal(4, ms(100)).unwrap());
    let start = now(&app);
    let atlas = bevy_image::TextureAtlas::default();
    let sprite = Sprite { texture_atlas: Some(atlas), ..Default::default() };
    let entity = app.world_mut().spawn((sprite, FlipbookPlayer::new(start, walk))).id();
    app.update();
    app.world_mut().resource_mut::<Writes>().0 = 0;
    updates(&mut app, 50);
    assert_eq!(app.world().resource::<Writes>().0, 10, "ten pictures in 50 frames");
    let atlas = app.world().get::<Sprite>(entity).unwrap().texture_atlas.clone().unwrap();
    assert_eq!(atlas.index, 2, "at 1020 ms");
}

#[test]
fn a_sprite_that_the_game_changes_shows_its_flipbook_again() {
    let mut app = app(20);
    let walk = add::<CueFlipbook>(&mut app, Flipbook::equal(4, secs(100.0)).unwrap());
    let start = now(&app);
    let sheet = || {
        let atlas = bevy_image::TextureAtlas { index: 9, ..Default::default() };
        Sprite { texture_atlas: Some(atlas), ..Default::default() }
    };
    let player = || FlipbookPlayer::new(start, walk.clone()).with_first(5);
    let [one, other] = [(); 2].map(|()| app.world_mut().spawn(sheet()).id());
    app.world_mut().entity_mut(one).insert(player());
    let index = |app: &App, entity| {
        app.world().get::<Sprite>(entity).unwrap().texture_atlas.as_ref().unwrap().index
    };
    updates(&mut app, 3);
    assert_eq!((index(&app, one), index(&app, other)), (5, 9));
    app.world_mut().entity_mut(one).insert(sheet());
    app.update();
    assert_eq!(index(&app, one), 5, "another sprite");
    // A player that has shown its picture on another entity.
    let player = app.world_mut().entity_mut(one).take::<FlipbookPlayer>().unwrap();
    app.world_mut().entity_mut(other).insert(player);
    app.update();
    assert_eq!(index(&app, other), 5, "another entity");
    app.world_mut().entity_mut(other).insert(bevy_ecs::entity_disabling::Disabled);
    app.world_mut().get_mut::<Sprite>(other).unwrap().texture_atlas.as_mut().unwrap().index = 1;
    updates(&mut app, 3);
    app.world_mut().entity_mut(other).remove::<bevy_ecs::entity_disabling::Disabled>();
    app.update();
    assert_eq!(index(&app, other), 5, "changed while it was disabled");
}

#[test]
fn a_flipbook_that_does_not_loop_ends_once() {
    let mut app = app(20);
    listen(&mut app);
    let book = Flipbook::equal(3, ms(40)).unwrap().times(1).unwrap();
    let book = add::<CueFlipbook>(&mut app, book);
    let atlas = bevy_image::TextureAtlas::default();
    let sprite = Sprite { texture_atlas: Some(atlas), ..Default::default() };
    let player = FlipbookPlayer::new(now(&app), book).with_first(7);
    let entity = app.world_mut().spawn((sprite, player)).id();
    updates(&mut app, 20);
    assert_eq!(reported(&app), [("Start".into(), 0), ("End".into(), 120)]);
    assert_eq!(app.world().get::<Sprite>(entity).unwrap().texture_atlas.as_ref().unwrap().index, 9);
}

#[test]
fn a_clip_shows_the_place_of_its_playhead_through_every_change() {
    let mut app = app(7);
    listen(&mut app);
    let clip = add::<CueClip>(&mut app, line(100.0, "Transform.translation.x"));
    let player = ClipPlayer::new(now(&app), clip, Repeat::Forever);
    let entity = app.world_mut().spawn((Transform::default(), player)).id();
    let changes: [fn(&mut ClipPlayer, Moment); 6] = [
        |player, now| player.seek(now, ms(30)),
        |player, now| player.pause(now),
        |player, now| player.resume(now),
        |player, now| player.set_speed(now, Speed::whole(-1)),
        |player, now| player.set_speed(now, Speed::whole(1)),
        |_, _| {},
    ];
    let mut places = Vec::new();
    for change in changes {
        let now = now(&app);
        change(&mut app.world_mut().get_mut::<ClipPlayer>(entity).unwrap(), now);
        for _ in 0..40 {
            app.update();
            let time = app.world().resource::<CueTime>();
            let shown = time.at(app.world().resource::<Shown>().time(time));
            let player = app.world().get::<ClipPlayer>(entity).unwrap();
            let local = player.position(shown).unwrap();
            let x = place(&app, entity).x;
            assert!((f64::from(x) - local.as_secs_f64() * 1000.0).abs() < 1e-4, "{x} at {local}");
            places.push(x.to_bits());
        }
    }
    places.dedup();
    assert!(places.len() > 150, "it moved {} times", places.len());
    assert!(reported(&app).len() > 20, "{:?}", reported(&app));
}

fn swing(name: &str, by: f32) -> Clip {
    use bevy_cueline::cueline::value;
    let keys = |n: f32| {
        let at = |i: u16| ms(i64::from(i) * 130 + i64::from(i % 3) * 7);
        (0..6_u16).map(move |i| (at(i), by * n * f32::from(i * i % 7)))
    };
    let place = |(at, x): (Span, f32)| Keyframe::linear(at, value::Vec3::new(x, -x, 0.5 * x));
    let axis = value::Vec3::new(1.0, -2.0, 0.5);
    let turn = |(at, x): (Span, f32)| Keyframe::linear(at, value::Quat::about(axis, f64::from(x)));
    let size = |(at, x): (Span, f32)| {
        let size = value::Vec3::new(1.0 + x, 2.0, 3.0 - x);
        Keyframe::new(at, size, Interpolation::Eased(Easing::OUT_CUBIC.into()))
    };
    ClipBuilder::new(name)
        .track("Transform.translation", keys(10.0).map(place))
        .track("Transform.rotation", keys(1.0).map(turn))
        .track("Transform.scale", keys(0.1).map(size))
        .track("Sprite.color.alpha", keys(0.1).map(|(at, x)| Keyframe::linear(at, x)))
        .cue(Cue::effect(ms(333), "swish"))
        .build()
        .unwrap()
}

#[test]
fn clips_that_play_together_show_what_their_tracks_have() {
    let mut app = app(7);
    let clips = [1.0, -0.7].map(|by| Arc::new(swing("swing", by)));
    // A number that is written by itself, in double precision as files have it.
    let lift = ClipBuilder::new("lift").track(
        "Transform.translation.y",
        [Keyframe::linear(ms(0), 0.1), Keyframe::linear(ms(900), 7.7)],
    );
    let clips = [clips[0].clone(), clips[1].clone(), Arc::new(lift.build().unwrap())];
    let handles = clips.clone().map(|clip| add::<CueClip>(&mut app, CueClip(clip)));
    let time = app.world().resource::<CueTime>().clone();
    let players: Vec<_> = (0..300)
        .map(|i| {
            let play = if i % 5 == 0 { Repeat::Once } else { Repeat::Forever };
            let player = ClipPlayer::new(time.ago(ms(3) * i), handles[i % 3].clone(), play);
            (app.world_mut().spawn((Transform::default(), Sprite::default(), player)).id(), i % 3)
        })
        .collect();
    for frame in 0..150 {
        app.update();
        let time = app.world().resource::<CueTime>();
        let shown = time.at(app.world().resource::<Shown>().time(time));
        for (entity, clip) in &players {
            let at = app.world().get::<ClipPlayer>(*entity).unwrap().position(shown).unwrap();
            let transform = app.world().get::<Transform>(*entity).unwrap();
            let clip = &clips[*clip];
            let right = |path: &str| clip.sample(path, at).ok();
            if let Some(Value::F64(y)) = right("Transform.translation.y") {
                assert_eq!(transform.translation.y.to_bits(), (y as f32).to_bits(), "at {at}");
                continue;
            }
            let found = [
                Value::Vec3(transform.translation.into()),
                Value::Rotation(transform.rotation.into()),
                Value::Vec3(transform.scale.into()),
                Value::F32(app.world().get::<Sprite>(*entity).unwrap().color.alpha()),
            ];
            let paths = [
                "Transform.translation",
                "Transform.rotation",
                "Transform.scale",
                "Sprite.color.alpha",
            ];
            for (found, path) in found.into_iter().zip(paths) {
                assert_eq!(Some(found), right(path), "{path} at {at}, frame {frame}");
            }
        }
    }
}

#[test]
fn clips_that_play_together_move_their_descendants() {
    let mut app = app(7);
    let keys = |to: f32| [Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(ms(700), to)];
    let clip = ClipBuilder::new("wave")
        .track("Transform.translation.x", keys(2.0))
        .track("arm/Transform.translation.y", keys(3.0))
        .track("arm/hand/Transform.translation.z", keys(4.0))
        .track("arm/hand/Sprite.color.alpha", keys(1.0))
        .build()
        .unwrap();
    let clip = Arc::new(clip);
    let handle = add::<CueClip>(&mut app, CueClip(clip.clone()));
    let time = app.world().resource::<CueTime>().clone();
    let bodies: Vec<_> = (0..100_usize)
        .map(|i| {
            let player = ClipPlayer::new(time.ago(ms(5) * i), handle.clone(), Repeat::Forever);
            let world = app.world_mut();
            let body = world.spawn((Transform::default(), player)).id();
            let arm = (Name::new("arm"), Transform::default(), ChildOf(body));
            let arm = world.spawn(arm).id();
            let hand = (Name::new("hand"), Transform::default(), Sprite::default(), ChildOf(arm));
            [body, arm, world.spawn(hand).id()]
        })
        .collect();
    for frame in 0..120 {
        app.update();
        if frame == 60 {
            app.world_mut().despawn(bodies[7][2]);
        }
        let time = app.world().resource::<CueTime>();
        let shown = time.at(app.world().resource::<Shown>().time(time));
        for (i, [body, arm, hand]) in bodies.iter().enumerate() {
            let at = app.world().get::<ClipPlayer>(*body).unwrap().position(shown).unwrap();
            let right = |path: &str| clip.track::<f32>(path).unwrap().sample(at);
            assert_eq!(place(&app, *body).x, right("Transform.translation.x"), "frame {frame}");
            assert_eq!(place(&app, *arm).y, right("arm/Transform.translation.y"), "frame {frame}");
            if i == 7 && frame >= 60 {
                continue;
            }
            assert_eq!(place(&app, *hand).z, right("arm/hand/Transform.translation.z"));
            let alpha = app.world().get::<Sprite>(*hand).unwrap().color.alpha();
            assert_eq!(alpha, right("arm/hand/Sprite.color.alpha"), "frame {frame}");
        }
    }
}

#[test]
fn a_component_that_is_removed_in_mid_play_is_logged_once() {
    crate::record_log();
    let mut app = app(20);
    // Nothing else happens for ten seconds.
    let keys = [Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(secs(10.0), 10.0)];
    let clip = ClipBuilder::new("rise").track("Transform.scale.y", keys).build().unwrap();
    let clip = add::<CueClip>(&mut app, clip);
    let start = now(&app);
    let player = || ClipPlayer::new(start, clip.clone(), Repeat::Once);
    let [bare, other] = [player(), player()]
        .map(|player| app.world_mut().spawn((Transform::default(), player)).id());
    let size = |app: &App, entity| app.world().get::<Transform>(entity).unwrap().scale.y;
    updates(&mut app, 3);
    app.world_mut().entity_mut(bare).remove::<Transform>();
    updates(&mut app, 5);
    let missing = format!("plays \"Transform.scale.y\", but {bare} has no such component");
    assert_eq!(crate::logged(&missing).len(), 1);
    let before = size(&app, other);
    app.world_mut().entity_mut(bare).insert(Transform::default());
    for _ in 0..2 {
        updates(&mut app, 1);
        assert!(size(&app, other) > before, "the other one plays on");
        assert_eq!(size(&app, bare), size(&app, other), "it goes on when the component comes");
    }
}

#[test]
fn a_clip_at_rest_writes_nothing_and_keeps_what_it_shows() {
    let mut app = app(20);
    let clip = add::<CueClip>(&mut app, line(10.0, "Transform.translation.x"));
    let player = ClipPlayer::new(now(&app), clip, Repeat::Once);
    let entity = app.world_mut().spawn((Transform::default(), player)).id();
    updates(&mut app, 10);
    #[derive(Resource, Default)]
    struct Moved(usize);
    app.init_resource::<Moved>().add_systems(
        Last,
        |changed: Query<(), Changed<Transform>>, mut moved: ResMut<Moved>| {
            moved.0 += changed.iter().count();
        },
    );
    updates(&mut app, 2);
    app.world_mut().resource_mut::<Moved>().0 = 0;
    updates(&mut app, 5);
    assert_eq!(app.world().resource::<Moved>().0, 0);
    app.world_mut().get_mut::<Transform>(entity).unwrap().translation.x = 3.0;
    updates(&mut app, 1);
    assert_eq!(place(&app, entity).x, 10.0, "the clip has the property");
}
