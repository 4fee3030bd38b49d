//! Every property, as a whole and part by part, by every way to play: what is written is what the clip holds there.

use std::sync::Arc;

use bevy_app::App;
use bevy_camera::{OrthographicProjection, PerspectiveProjection, Projection};
use bevy_cueline::{
    cueline::{
        clip::{Animate, Clip, ClipBuilder, Keys, Value, ValueKind, ValueMut},
        playback::{Playhead, RepeatMode},
        time::Time,
        timeline::{Timeline, TimelineBuilder, to},
        value,
    },
    prelude::*,
};
use bevy_ecs::prelude::*;
use bevy_sprite::Sprite;
use bevy_text::TextColor;
use bevy_transform::components::Transform;
use bevy_ui::{BackgroundColor, Node, UiTransform};

use crate::{
    app,
    play::{add, now},
};

/// What a property holds at a path, where it is the property of this path.
fn read_by<P: Property<Value: Animate>>(
    world: &World,
    entity: Entity,
    path: &str,
) -> Option<Value> {
    let names = match path.strip_prefix(P::name())? {
        "" => Vec::new(),
        parts => parts.strip_prefix('.')?.split('.').collect(),
    };
    let mut held = P::get(world.get::<P::Target>(entity)?);
    let (mut fields, mut place) = (<P::Value as Animate>::FIELDS, Vec::new());
    for name in names {
        let index = fields.iter().position(|field| field.name == name)?;
        place.push(u16::try_from(index).unwrap());
        fields = fields[index].fields;
    }
    Some(match held.slot(&place)? {
        ValueMut::F32(number) => Value::F32(*number),
        ValueMut::Foreign(value) => value.get(),
        other => panic!("{path}: read a {other:?} here too"),
    })
}

fn read(world: &World, entity: Entity, path: &str) -> Value {
    macro_rules! by {
        ($($property:ty)*) => { None$(.or_else(|| read_by::<$property>(world, entity, path)))* };
    }
    let value = by! {
        Translation Scale TransformRotation WholeTransform SpriteColor TextTint Background
        UiTranslation UiTransformScale NodeLeft NodeTop NodeWidth NodeHeight FieldOfView ViewScale
    };
    #[cfg(feature = "audio")]
    let value = value
        .or_else(|| read_by::<SoundVolume>(world, entity, path))
        .or_else(|| read_by::<SpatialSoundVolume>(world, entity, path));
    value.unwrap_or_else(|| panic!("a new property: name it above, so that {path:?} is tested"))
}

fn spawn(app: &mut App, path: &str, player: impl Bundle) -> Entity {
    let projection = if path.ends_with("scale") {
        Projection::Orthographic(OrthographicProjection::default_2d())
    } else {
        Projection::Perspective(PerspectiveProjection::default())
    };
    let drawn = (Transform::default(), Sprite::default(), TextColor::default());
    let ui = (BackgroundColor::default(), UiTransform::default(), Node::default());
    #[cfg_attr(not(feature = "audio"), expect(unused_mut, reason = "sinks come with audio"))]
    let mut entity = app.world_mut().spawn((drawn, ui, projection, player));
    #[cfg(feature = "audio")]
    {
        use bevy_audio::{AudioSink, SpatialAudioSink};
        // Sinks without a device.
        let mixer = rodio::mixer::mixer(2.try_into().unwrap(), 44_100.try_into().unwrap()).0;
        let placed =
            rodio::SpatialPlayer::connect_new(&mixer, [0.0; 3], [-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]);
        entity.insert((AudioSink::new(rodio::Player::new().0), SpatialAudioSink::new(placed)));
    }
    entity.id()
}

/// Values of a kind on a way without a straight part.
fn values(kind: ValueKind) -> [Value; 3] {
    [0.11_f32, 0.83, 0.37].map(|n| {
        let turn = value::Quat::new(n, 0.3, -0.2, 1.0 - n);
        match kind {
            ValueKind::F32 => Value::F32(n),
            ValueKind::Vec2 => Value::Vec2(value::Vec2::new(n, 1.0 - n)),
            ValueKind::Vec3 => Value::Vec3(value::Vec3::new(n, 1.0 - n, n * n)),
            ValueKind::Rotation => Value::Rotation(turn.normalized()),
            ValueKind::Color => Value::Color(value::Color { r: n, g: 1.0 - n, b: n * n, a: n }),
            kind => panic!("a new kind: give {kind:?} values here"),
        }
    })
}

fn clip(path: &str, kind: ValueKind) -> Clip {
    macro_rules! keys {
        ($($kind:ident)*) => {
            match kind {
                $(ValueKind::$kind => Keys::$kind(
                    values(kind).into_iter().zip([ms(0), ms(90), ms(200)]).map(|(value, at)| {
                        let Value::$kind(value) = value else { unreachable!() };
                        Keyframe::eased(at, value, Easing::IN_OUT_QUAD)
                    }).collect(),
                ),)*
                kind => panic!("{kind:?}"),
            }
        };
    }
    ClipBuilder::new("all").keys(path, keys!(F32 Vec2 Vec3 Rotation Color)).build().unwrap()
}

#[test]
fn a_player_writes_every_property_and_part_as_the_clip_holds_it() {
    let once = Play::from(Repeat::Once);
    let forever = Play::from(Repeat::Forever);
    let plays = [
        ("speed 1", forever),
        ("speed 2", Play { speed: Speed::whole(2), ..forever }),
        ("speed 1/2", Play { speed: Speed::new(1, 2).unwrap(), ..forever }),
        ("speed -1", Play { speed: Speed::REVERSE, ..once }),
        ("ping-pong", Play { repeat_mode: RepeatMode::PingPong, ..forever }),
        ("paused and sought", forever),
    ];
    let mut app = app(20);
    let paths = track_paths(app.world());
    assert!(paths.len() > 35, "{paths:?}");
    let start = now(&app);
    let mut all = Vec::new();
    for (path, kind) in &paths {
        let clip = Arc::new(clip(path, *kind));
        let handle = add::<CueClip>(&mut app, CueClip(clip.clone()));
        for (name, play) in &plays {
            let head = Playhead::new(start.time, clip.duration(), play).unwrap();
            let player = ClipPlayer::new(start, handle.clone(), *play);
            let entity = spawn(&mut app, path, player);
            all.push((path, *name, clip.clone(), head, entity));
        }
    }
    for frame in 0..25 {
        let now = now(&app);
        for (_, name, _, head, entity) in &mut all {
            let mut player = app.world_mut().get_mut::<ClipPlayer>(*entity).unwrap();
            match (*name, frame) {
                ("paused and sought", 3) => {
                    player.pause(now);
                    player.seek(now, ms(130));
                    head.pause(now.time);
                    head.seek(now.time, ms(130));
                }
                ("paused and sought", 6) => {
                    player.resume(now);
                    head.resume(now.time);
                }
                _ => {}
            }
        }
        app.update();
        let now = app.world().resource::<CueTime>().now();
        for (path, name, clip, head, entity) in &all {
            let held = clip.sample(path, head.at(now).local).unwrap();
            let found = read(app.world(), *entity, path);
            assert_eq!(found, held, "{path}, {name}, frame {frame}");
        }
    }
}

#[test]
fn a_timeline_writes_every_property_and_part_as_it_holds_it() {
    let mut app = app(20);
    let paths = track_paths(app.world());
    let start = now(&app);
    let mut all = Vec::new();
    for (path, kind) in &paths {
        let [from, over, last] = values(*kind);
        macro_rules! scene {
            ($($kind:ident)*) => {
                match (from, over, last) {
                    $((Value::$kind(from), Value::$kind(over), Value::$kind(last)) => {
                        TimelineBuilder::new("all")
                            .start(path.clone(), from)
                            .then(to(path.clone(), over).duration(ms(90)).eased(Easing::IN_OUT_QUAD))
                            .then(to(path.clone(), last).duration(ms(90)))
                            .build()
                            .unwrap()
                    })*
                    other => panic!("{other:?}"),
                }
            };
        }
        let scene: Timeline<String> = scene!(F32 Vec2 Vec3 Rotation Color);
        let handle = add::<CueTimeline>(&mut app, scene.clone());
        let player = TimelinePlayer::new(start, handle, Repeat::Once);
        all.push((path, scene, spawn(&mut app, path, player)));
    }
    for frame in 0..12 {
        app.update();
        for (path, scene, entity) in &all {
            let at = app.world().get::<TimelinePlayer>(*entity).unwrap().elapsed().unwrap();
            let held = scene.sample_all(at).next().unwrap().1;
            assert_eq!(read(app.world(), *entity, path), held, "{path}, frame {frame}");
        }
    }
}

#[cfg(feature = "ggrs")]
#[test]
fn a_player_that_is_rolled_back_draws_every_property_and_part_as_the_clip_holds_it() {
    use crate::rollback::example;

    #[derive(Resource)]
    struct All(Vec<(String, Arc<Clip>, Playhead, Entity)>);

    fn setup(app: &mut App) {
        app.world_mut().init_resource::<bevy_asset::Assets<CueClip>>();
        app.update();
        let paths = track_paths(app.world());
        let (start, mut all) = (now(app), Vec::new());
        for (path, kind) in paths {
            let clip = Arc::new(clip(&path, kind));
            let handle = add::<CueClip>(app, CueClip(clip.clone()));
            let play = Play { repeat: Repeat::Forever, ..Play::from(Repeat::Once) };
            let play = Play { repeat_mode: RepeatMode::PingPong, speed: Speed::whole(2), ..play };
            let head = Playhead::new(start.time, clip.duration(), &play).unwrap();
            let player = (ClipPlayer::new(start, handle, play), bevy_ggrs::prelude::Rollback);
            let entity = spawn(app, &path, player);
            all.push((path, clip, head, entity));
        }
        app.insert_resource(All(all));
    }

    let mut app = example::sync_test_with(20, setup);
    assert_eq!(app.world().resource::<example::Outcome>().desyncs, 0);
    for frame in 0..20 {
        app.update();
        let time = app.world().resource::<CueTime>();
        let now: Time = app.world().resource::<Shown>().time(time);
        for (path, clip, head, entity) in &app.world().resource::<All>().0 {
            let held = clip.sample(path, head.at(now).local).unwrap();
            assert_eq!(read(app.world(), *entity, path), held, "{path}, frame {frame}");
        }
    }
}
