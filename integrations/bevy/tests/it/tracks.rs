//! Every property, as a whole and part by part, by every way to play: what is written is what the clip holds there.

use std::sync::Arc;

use bevy_app::App;
use bevy_camera::{
    OrthographicProjection, PerspectiveProjection, Projection, visibility::Visibility,
};
use bevy_cueline::{
    cueline::{
        clip::{Animate, Clip, ClipBuilder, Keys, Value, ValueKind, ValueMut},
        playback::{Playing, RepeatMode},
        time::Time,
        timeline::{Timeline, TimelineBuilder, to},
        value,
    },
    prelude::*,
};
use bevy_ecs::{component::Mutable, prelude::*};
use bevy_sprite::Sprite;
use bevy_text::TextColor;
use bevy_transform::components::Transform;
use bevy_ui::{BackgroundColor, BorderColor, Node, UiTransform, widget::ImageNode};

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
        ValueMut::Bool(on) => Value::Bool(*on),
        ValueMut::Foreign(value) => value.get(),
        other => panic!("{path}: read a {other:?} here too"),
    })
}

/// Calls a macro with all properties of components that can be copied.
macro_rules! properties {
    ($act:ident) => {
        $act! {
            Translation Scale TransformRotation TransformAngle WholeTransform SpriteColor TextTint Background
            BorderTint ImageTint UiTranslation UiTransformScale UiAngle NodeLeft NodeTop NodeWidth NodeHeight NodeMargin
            NodePadding FieldOfView ViewScale IsVisible
        }
    };
}
pub(crate) use properties;

/// Lets each property have an offset, which tracks write as a property of its own.
fn add_offsets(app: &mut App) {
    macro_rules! each {
        ($($property:ty)*) => {
            $(app.add_offset::<$property>().bind_tracks::<Offset<$property>>();)*
        };
    }
    properties!(each);
}

/// An app in which tracks write everything that they can.
fn app_with_all() -> App {
    let mut app = app(20);
    add_offsets(&mut app);
    app
}

/// What a component is without the offset that is drawn on top of it.
#[derive(Component)]
struct Below<T: Send + Sync + 'static>(T);

fn add_offset_of<P>(entity: &mut EntityWorldMut, path: &str)
where
    P: Property<Value: Default, Target: Clone>,
{
    if path.strip_prefix("Offset.").is_some_and(|path| path.starts_with(P::name())) {
        let below = Below(entity.get::<P::Target>().unwrap().clone());
        entity.insert((Offset::<P>::default(), below));
    }
}

/// What an offset holds at a path; it is drawn, and nothing else is.
fn read_offset<P>(world: &World, entity: Entity, path: &str) -> Option<Value>
where
    P: Property<Value: Animate + Default, Target: Clone>,
{
    let held = read_by::<Offset<P>>(world, entity, path)?;
    let (offset, none) = (world.get::<Offset<P>>(entity)?.value(), P::Value::default());
    let mut right = world.get::<Below<P::Target>>(entity)?.0.clone();
    if offset != none {
        let sum = P::get(&right).plus(&offset.minus(&none));
        P::set(&mut right, sum);
    }
    let drawn = P::get(world.get::<P::Target>(entity)?);
    assert_eq!(drawn, P::get(&right), "{path}: drawn with {offset:?}");
    Some(held)
}

fn read(world: &World, entity: Entity, path: &str) -> Value {
    macro_rules! by {
        ($($property:ty)*) => {
            None$(
                .or_else(|| read_by::<$property>(world, entity, path))
                .or_else(|| read_offset::<$property>(world, entity, path))
            )*
        };
    }
    let value = properties!(by);
    #[cfg(feature = "audio")]
    let value = value
        .or_else(|| read_by::<SoundVolume>(world, entity, path))
        .or_else(|| read_by::<SpatialSoundVolume>(world, entity, path));
    value.unwrap_or_else(|| panic!("a new property: name it above, so that {path:?} is tested"))
}

fn spawn(app: &mut App, path: &str, player: impl Bundle) -> Entity {
    let mut entity = app.world_mut().spawn(player);
    dress(&mut entity, path);
    entity.id()
}

/// Adds all components that hold properties.
pub(crate) fn dress(entity: &mut EntityWorldMut, path: &str) {
    let projection = if path.ends_with("scale") {
        Projection::Orthographic(OrthographicProjection::default_2d())
    } else {
        Projection::Perspective(PerspectiveProjection::default())
    };
    let drawn = (Transform::default(), Sprite::default(), TextColor::default());
    let colors = (BackgroundColor::default(), BorderColor::default(), ImageNode::default());
    let ui = (colors, UiTransform::default(), Node::default());
    entity.insert((drawn, ui, projection, Visibility::default()));
    #[cfg(feature = "audio")]
    {
        use bevy_audio::{AudioSink, SpatialAudioSink};
        // Sinks without a device.
        let mixer = rodio::mixer::mixer(2.try_into().unwrap(), 44_100.try_into().unwrap()).0;
        let placed =
            rodio::SpatialPlayer::connect_new(&mixer, [0.0; 3], [-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]);
        entity.insert((AudioSink::new(rodio::Player::new().0), SpatialAudioSink::new(placed)));
    }
    macro_rules! offsets {
        ($($property:ty)*) => { $(add_offset_of::<$property>(entity, path);)* };
    }
    properties!(offsets);
}

/// Values of a kind on a way without a straight part.
fn values(kind: ValueKind) -> [Value; 3] {
    [0.11_f32, 0.83, 0.37].map(|n| {
        let turn = value::Quat::new(n, 0.3, -0.2, 1.0 - n);
        match kind {
            ValueKind::F32 => Value::F32(n),
            ValueKind::Bool => Value::Bool(n < 0.5),
            ValueKind::Vec2 => Value::Vec2(value::Vec2::new(n, 1.0 - n)),
            ValueKind::Vec3 => Value::Vec3(value::Vec3::new(n, 1.0 - n, n * n)),
            ValueKind::Rotation => Value::Rotation(turn.normalized()),
            ValueKind::Color => Value::Color(value::Color { r: n, g: 1.0 - n, b: n * n, a: n }),
            kind => panic!("a new kind: give {kind:?} values here"),
        }
    })
}

pub(crate) fn keys(kind: ValueKind) -> Keys {
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
    keys!(F32 Bool Vec2 Vec3 Rotation Color)
}

fn clip(path: &str, kind: ValueKind) -> Clip {
    ClipBuilder::new("all").keys(path, keys(kind)).build().unwrap()
}

/// Every way to play, by name.
pub(crate) fn plays() -> [(&'static str, Play); 9] {
    let once = Play::from(Repeat::Once);
    let forever = Play::from(Repeat::Forever);
    [
        ("speed 1", forever),
        ("speed 2", Play { speed: Speed::whole(2), ..forever }),
        ("speed 1/2", Play { speed: Speed::new(1, 2).unwrap(), ..forever }),
        ("speed -1", Play { speed: Speed::REVERSE, ..once }),
        ("ping-pong", Play { repeat_mode: RepeatMode::PingPong, ..forever }),
        (
            "ping-pong, speed 2",
            Play { repeat_mode: RepeatMode::PingPong, speed: Speed::whole(2), ..forever },
        ),
        ("relative", Play { repeat_mode: RepeatMode::Relative, ..forever }),
        (
            "relative, speed -2",
            Play {
                repeat_mode: RepeatMode::Relative,
                speed: Speed::whole(-2),
                ..Repeat::Times(3).into()
            },
        ),
        (SOUGHT, forever),
    ]
}

/// What is held at a time, with all passes before: as the core has it for values of one type.
fn held_at(row: &Playing, now: Time, held: impl Fn(Span) -> Value) -> Value {
    macro_rules! by {
        ($($kind:ident)*) => {
            match held(row.at(now).local) {
                $(Value::$kind(_) => Value::$kind(row.playhead().value(now, |at| {
                    let Value::$kind(value) = held(at) else { unreachable!() };
                    value
                })),)*
                other => panic!("a new kind: add {other:?} here"),
            }
        };
    }
    by!(F32 F64 Bool Vec2 Vec3 Vec4 Rotation Color)
}

/// This one is paused, sought and resumed while it plays.
const SOUGHT: &str = "paused and sought";

/// What is asked of a player on its way.
#[derive(Clone, Copy)]
enum Ask {
    PauseAndSeek,
    Resume,
}

impl Ask {
    fn of(self, player: &mut impl CuePlayer, now: Moment) {
        match self {
            Self::PauseAndSeek => {
                player.pause(now);
                player.seek(now, ms(130));
            }
            Self::Resume => player.resume(now),
        }
    }
}

/// One that plays a path in one way, and the row that says what it shows.
struct Case {
    path: String,
    name: &'static str,
    row: Playing,
    entity: Entity,
    /// The last tick in which it was changed.
    #[cfg_attr(
        not(feature = "ggrs"),
        expect(dead_code, reason = "only a rollback runs ticks again")
    )]
    changed: Tick,
}

impl Case {
    fn new(
        path: &str,
        (name, play): &(&'static str, Play),
        start: Time,
        length: Span,
        entity: Entity,
    ) -> Self {
        let length = ClipBuilder::new("length").duration(length).build().unwrap();
        let row = Playing::new(&length, start, play).unwrap();
        Self { path: path.into(), name, row, entity, changed: Tick::new(-1) }
    }

    /// What is done in a frame, or in a tick: to the player, and to the row.
    fn change(&mut self, frame: usize, now: Moment, act: impl FnOnce(Ask)) {
        let row = &mut self.row;
        match (self.name, frame) {
            (SOUGHT, 3) => {
                act(Ask::PauseAndSeek);
                row.scrub(now.time, ms(130));
            }
            (SOUGHT, 6) => {
                act(Ask::Resume);
                row.resume(now.time);
            }
            _ => {}
        }
    }

    fn change_in<T: CuePlayer + Component<Mutability = Mutable>>(
        &mut self,
        app: &mut App,
        frame: usize,
    ) {
        let (now, entity) = (now(app), self.entity);
        self.change(frame, now, |ask| {
            ask.of(&mut *app.world_mut().get_mut::<T>(entity).unwrap(), now);
        });
    }

    /// Whether the entity has what is held at the place of the row.
    fn check(&self, world: &World, now: Time, frame: usize, held: impl Fn(Span) -> Value) {
        let Self { path, name, row, entity, .. } = self;
        let found = read(world, *entity, path);
        let held = held_at(row, now, held);
        assert!(
            is_same(path, &found, &held),
            "{path}, {name}, frame {frame}: {found:?}, not {held:?}"
        );
    }
}

/// Whether a part has this value: bit by bit, but for an angle, which is read back from a rotation.
fn is_same(path: &str, found: &Value, held: &Value) -> bool {
    match (found, held) {
        (Value::F32(found), Value::F32(held)) if path.ends_with("angle") => {
            (found - held).abs() < 1e-5
        }
        _ => found == held,
    }
}

fn drawn(app: &App) -> Time {
    app.world().resource::<Shown>().time(app.world().resource::<CueTime>())
}

#[test]
fn a_player_writes_every_property_and_part_as_the_clip_holds_it() {
    let mut app = app_with_all();
    let paths = track_paths(app.world());
    assert!(paths.len() > 70, "{paths:?}");
    let start = now(&app);
    let mut all = Vec::new();
    for (path, kind) in &paths {
        let clip = Arc::new(clip(path, *kind));
        let handle = add::<CueClip>(&mut app, CueClip(clip.clone()));
        for play in &plays() {
            let player = ClipPlayer::new(start, handle.clone(), play.1);
            let entity = spawn(&mut app, path, player);
            all.push((clip.clone(), Case::new(path, play, start.time, ms(200), entity)));
        }
    }
    for frame in 0..25 {
        for (_, case) in &mut all {
            case.change_in::<ClipPlayer>(&mut app, frame);
        }
        app.update();
        for (clip, case) in &all {
            let held = |at| clip.sample(&case.path, at).unwrap();
            case.check(app.world(), drawn(&app), frame, held);
        }
    }
}

#[cfg(feature = "serde")]
#[test]
fn a_player_that_is_saved_and_loaded_writes_every_property_and_part_as_the_clip_holds_it() {
    let paths = track_paths(app_with_all().world());
    let clips: Vec<(String, Clip)> =
        paths.iter().map(|(path, kind)| (path.clone(), clip(path, *kind))).collect();
    let file = file_of(&clips);
    let (mut first, _) = crate::files::app_with(&[("all.cue.ron", &file)]);
    let (mut second, _) = crate::files::app_with(&[("all.cue.ron", &file)]);
    [&mut first, &mut second].into_iter().for_each(add_offsets);
    let [handles, _kept] = [&mut first, &mut second].map(|app| {
        let load = |(path, _): &(String, ValueKind)| {
            let path: &'static str = format!("all.cue.ron#clip/{path}").leak();
            crate::files::load::<CueClip>(app, path)
        };
        paths.iter().map(load).collect::<Vec<_>>()
    });
    let start = now(&first);
    let mut all = Vec::new();
    for ((path, clip), handle) in clips.iter().zip(handles) {
        for play in &plays() {
            let player = ClipPlayer::new(start, handle.clone(), play.1);
            let entity = spawn(&mut first, path, player);
            all.push((clip, Case::new(path, play, start.time, ms(200), entity)));
        }
    }
    // Each is saved in another frame, some while they are paused, and goes on in the other app.
    let mut loaded = Vec::<(&Clip, usize, Entity)>::new();
    for frame in 0..20 {
        let now = now(&first);
        for (index, (_, case)) in all.iter_mut().enumerate() {
            let entity = case.entity;
            let other = loaded.iter().find(|(_, own, _)| *own == index).map(|(_, _, other)| *other);
            case.change(frame, now, |ask| {
                ask.of(&mut *first.world_mut().get_mut::<ClipPlayer>(entity).unwrap(), now);
                if let Some(other) = other {
                    ask.of(&mut *second.world_mut().get_mut::<ClipPlayer>(other).unwrap(), now);
                }
            });
        }
        for app in [&mut first, &mut second] {
            crate::files::run(app, 1);
        }
        assert_eq!(drawn(&first), drawn(&second));
        for (index, (clip, case)) in all.iter().enumerate() {
            if frame == 2 + index % 9 {
                let player = first.world().get::<ClipPlayer>(case.entity).unwrap();
                let player: ClipPlayer = ron::from_str(&ron::to_string(player).unwrap()).unwrap();
                let entity = spawn(&mut second, &case.path, player);
                loaded.push((*clip, index, entity));
            }
        }
    }
    assert_eq!(loaded.len(), all.len());
    for frame in 20..30 {
        for app in [&mut first, &mut second] {
            crate::files::run(app, 1);
        }
        for (clip, index, entity) in &loaded {
            let case = &all[*index].1;
            let held = |at| clip.sample(&case.path, at).unwrap();
            case.check(first.world(), drawn(&first), frame, held);
            let restored = Case { path: case.path.clone(), entity: *entity, ..*case };
            restored.check(second.world(), drawn(&second), frame, held);
        }
    }
}

/// A file with a clip for each path, under the name of the path.
#[cfg(feature = "serde")]
fn file_of(clips: &[(String, Clip)]) -> Vec<u8> {
    use bevy_cueline::cueline_assets::{ClipFile, Document, Format, write};

    let mut document = Document::default();
    for (path, clip) in clips {
        document.clips.insert(path.clone(), ClipFile::from(clip));
    }
    write(&document, Format::Ron).unwrap()
}

#[cfg(feature = "late_join")]
#[test]
fn a_player_that_is_replicated_writes_every_property_and_part_as_the_clip_holds_it() {
    let paths = track_paths(app_with_all().world());
    // All that a client gets when it joins is one message, and the sockets of the test take 64 KiB in one.
    let (offsets, own) = paths.into_iter().partition(|(path, _)| path.starts_with("Offset."));
    [own, offsets].into_iter().for_each(replicate_paths);
}

#[cfg(feature = "late_join")]
fn replicate_paths(paths: Vec<(String, ValueKind)>) {
    use std::collections::BTreeMap;

    use bevy_app::prelude::*;
    use bevy_asset::Handle;
    use bevy_replicon::prelude::*;
    use bevy_replicon_example_backend::RepliconExampleBackendPlugins;
    use bevy_state::app::StatesPlugin;
    use bevy_time::TimeUpdateStrategy;
    use serde::{Deserialize, Serialize};

    /// The number of a case.
    #[derive(Component, Clone, Copy, Serialize, Deserialize)]
    struct Number(usize);

    /// The path of each case.
    #[derive(Resource, Clone)]
    struct Paths(Vec<String>);

    /// At each tick, what all cases have.
    #[derive(Resource, Default)]
    struct Frames(BTreeMap<i64, BTreeMap<usize, Value>>);

    fn record(world: &mut World, numbers: &mut QueryState<(Entity, &Number)>) {
        let tick = world.resource::<CueTime>().tick().get();
        let paths = world.resource::<Paths>().0.clone();
        let all = numbers
            .iter(world)
            .map(|(entity, Number(number))| (*number, read(world, entity, &paths[*number])));
        let frame = all.collect();
        world.resource_mut::<Frames>().0.insert(tick, frame);
    }

    let clips: Vec<(String, Clip)> =
        paths.into_iter().map(|(path, kind)| (path.clone(), clip(&path, kind))).collect();
    let file = file_of(&clips);
    let cases: Vec<(usize, (&'static str, Play))> =
        (0..clips.len()).flat_map(|clip| plays().map(|play| (clip, play))).collect();
    let paths = Paths(cases.iter().map(|(clip, _)| clips[*clip].0.clone()).collect());
    let make = || -> (App, Vec<Handle<CueClip>>) {
        let (mut app, _) = crate::files::app_with(&[("all.cue.ron", &file)]);
        add_offsets(&mut app);
        let load = |(path, _): &(String, Clip)| {
            let path: &'static str = format!("all.cue.ron#clip/{path}").leak();
            crate::files::load::<CueClip>(&mut app, path)
        };
        let handles = clips.iter().map(load).collect();
        app.add_plugins((StatesPlugin, RepliconPlugins, RepliconExampleBackendPlugins))
            .replicate::<Number>()
            .replicate_cueline()
            .insert_resource(paths.clone())
            .init_resource::<Frames>()
            .add_systems(
                Update,
                |new: Query<(Entity, &Number), Added<Number>>,
                 paths: Res<Paths>,
                 mut commands: Commands| {
                    for (entity, Number(number)) in &new {
                        let path = paths.0[*number].clone();
                        commands
                            .entity(entity)
                            .queue(move |mut entity: EntityWorldMut| dress(&mut entity, &path));
                    }
                },
            )
            .add_systems(PostUpdate, record.after(CuelineSystems::Offset));
        app.finish();
        app.cleanup();
        app.insert_resource(TimeUpdateStrategy::ManualDuration(std::time::Duration::from_millis(
            20,
        )));
        (app, handles)
    };
    let (mut server, handles) = make();
    let start = now(&server);
    let first = server.world().resource::<CueTime>().tick().get();
    let mut rows = Vec::new();
    for (number, (clip, play)) in cases.iter().enumerate() {
        let player = ClipPlayer::new(start, handles[*clip].clone(), play.1);
        let entity = server.world_mut().spawn((Replicated, Number(number), player)).id();
        rows.push(Case::new(&clips[*clip].0, play, start.time, ms(200), entity));
    }
    let sought: Vec<bool> = cases.iter().map(|(_, (name, _))| *name == SOUGHT).collect();
    let steer = move |time: Res<CueTime>, mut players: Query<(&Number, &mut ClipPlayer)>| {
        for (number, mut player) in &mut players {
            match time.tick().get() - first {
                // As `Case::change` does it.
                3 if sought[number.0] => Ask::PauseAndSeek.of(&mut *player, Moment::from(&time)),
                6 if sought[number.0] => Ask::Resume.of(&mut *player, Moment::from(&time)),
                _ => {}
            }
        }
    };
    server.add_systems(Update, steer);
    let ((mut early, _early), (mut late, _late)) = (make(), make());
    crate::replication::play([&mut server, &mut early, &mut late], 60);
    let frames = |app: &App| app.world().resource::<Frames>().0.clone();
    let server_frames = frames(&server);
    for (tick, frame) in &server_frames {
        let now = start.time + ms(20) * (*tick - first);
        let moment = server.world().resource::<CueTime>().at(now);
        for case in &mut rows {
            case.change(usize::try_from(*tick - first).unwrap(), moment, |_| {});
        }
        for (number, value) in frame {
            let (Case { path, name, row, .. }, (clip, _)) = (&rows[*number], &cases[*number]);
            let held = held_at(row, now, |at| clips[*clip].1.sample(path, at).unwrap());
            assert!(is_same(path, value, &held), "{path}, {name}, tick {tick}: {value:?}");
        }
    }
    for (name, client, least) in [("early", &early, 40), ("late", &late, 15)] {
        let mut seen = 0;
        for (tick, frame) in frames(client) {
            let Some(of_server) = server_frames.get(&tick) else { continue };
            seen += usize::from(frame.len() == cases.len());
            for (number, value) in &frame {
                let case = (&rows[*number].path, rows[*number].name);
                assert_eq!(Some(value), of_server.get(number), "{name}, {case:?}, tick {tick}");
            }
        }
        assert!(seen > least, "{name}: {seen}");
    }
}

fn scene(path: &str, kind: ValueKind) -> Timeline<String> {
    let [from, over, last] = values(kind);
    macro_rules! scene {
        ($($kind:ident)*) => {
            match (from, over, last) {
                $((Value::$kind(from), Value::$kind(over), Value::$kind(last)) => {
                    TimelineBuilder::new("all")
                        .start(path.to_owned(), from)
                        .then(to(path.to_owned(), over).duration(ms(90)).eased(Easing::IN_OUT_QUAD))
                        .then(to(path.to_owned(), last).duration(ms(110)))
                        .build()
                        .unwrap()
                })*
                other => panic!("{other:?}"),
            }
        };
    }
    scene!(F32 Bool Vec2 Vec3 Rotation Color)
}

#[test]
fn a_timeline_writes_every_property_and_part_as_it_holds_it() {
    let mut app = app_with_all();
    let paths = track_paths(app.world());
    let start = now(&app);
    let mut all = Vec::new();
    for (path, kind) in &paths {
        let scene = scene(path, *kind);
        let handle = add::<CueTimeline>(&mut app, scene.clone());
        for play in &plays() {
            let player = TimelinePlayer::new(start, handle.clone(), play.1);
            let entity = spawn(&mut app, path, player);
            all.push((scene.clone(), Case::new(path, play, start.time, ms(200), entity)));
        }
    }
    for frame in 0..25 {
        for (_, case) in &mut all {
            case.change_in::<TimelinePlayer>(&mut app, frame);
        }
        app.update();
        for (scene, case) in &all {
            let held = |at| scene.sample_all(at).next().unwrap().1;
            case.check(app.world(), drawn(&app), frame, held);
        }
    }
}

#[cfg(feature = "ggrs")]
#[test]
fn a_player_that_is_rolled_back_draws_every_property_and_part_as_what_it_plays_holds_it() {
    use crate::rollback::example;
    use bevy_cueline::CuelineSystems;
    use bevy_ggrs::prelude::*;

    /// What is held at a time.
    type Held = Box<dyn Fn(Span) -> Value + Send + Sync>;

    #[derive(Resource)]
    struct All(Vec<(Held, Case)>);

    fn setup(app: &mut App) {
        app.world_mut().init_resource::<bevy_asset::Assets<CueClip>>();
        add_offsets(app);
        app.update();
        let paths = track_paths(app.world());
        let (start, mut all) = (now(app), Vec::new());
        for (path, kind) in paths {
            let (clip, scene) = (Arc::new(clip(&path, kind)), Arc::new(scene(&path, kind)));
            let of_clip = add::<CueClip>(app, CueClip(clip.clone()));
            let of_scene = add::<CueTimeline>(app, CueTimeline(scene.clone()));
            for play in &plays() {
                let player = (ClipPlayer::new(start, of_clip.clone(), play.1), Rollback);
                let entity = spawn(app, &path, player);
                let (clip, own) = (clip.clone(), path.clone());
                let held: Held = Box::new(move |at| clip.sample(&own, at).unwrap());
                all.push((held, Case::new(&path, play, start.time, ms(200), entity)));
                let player = (TimelinePlayer::new(start, of_scene.clone(), play.1), Rollback);
                let entity = spawn(app, &path, player);
                let scene = scene.clone();
                let held: Held = Box::new(move |at| scene.sample_all(at).next().unwrap().1);
                all.push((held, Case::new(&path, play, start.time, ms(200), entity)));
            }
        }
        app.insert_resource(All(all));
        // By rules, so that a tick that runs again does it again.
        app.add_systems(
            GgrsSchedule,
            (|time: Res<CueTime>,
              mut all: ResMut<All>,
              mut clips: Query<&mut ClipPlayer>,
              mut scenes: Query<&mut TimelinePlayer>| {
                let tick = usize::try_from(time.tick().get()).unwrap();
                for (_, case) in &mut all.0 {
                    let (before, entity) = (case.row, case.entity);
                    let now = Moment::from(&time);
                    case.change(tick, now, |ask| match clips.get_mut(entity) {
                        Ok(mut player) => ask.of(&mut *player, now),
                        Err(_) => ask.of(&mut *scenes.get_mut(entity).unwrap(), now),
                    });
                    // The row is not rolled back: in a tick that runs again it has changed already.
                    if time.tick() <= case.changed {
                        case.row = before;
                    }
                    case.changed = case.changed.max(time.tick());
                }
            })
            .in_set(CuelineSystems::Rules)
            .ambiguous_with(CuelineSystems::Rules),
        );
    }

    let mut app = example::sync_test_with(20, setup);
    assert_eq!(app.world().resource::<example::Outcome>().desyncs, 0);
    for frame in 0..20 {
        app.update();
        for (held, case) in &app.world().resource::<All>().0 {
            case.check(app.world(), drawn(&app), frame, held);
        }
    }
}
