//! The cases: what a user would write by hand, the plugin, and other plugins where they can do the same.

use std::{error::Error, time::Duration};

use bevy_app::prelude::*;
use bevy_asset::{Assets, Handle};
use bevy_cueline::{
    cueline::{clip::ClipBuilder, value},
    prelude::*,
};
use bevy_ecs::{hierarchy::ChildOf, name::Name, prelude::*};
use bevy_math::{Quat, Vec3};
use bevy_time::{Time, TimePlugin, TimeUpdateStrategy, Virtual};
use bevy_transform::components::Transform;

use crate::harness::{Candidate, Options, measure};

/// Another plugin that plays tweens of `Transform.translation`.
pub struct Peer {
    pub name: &'static str,
    pub plug: fn(&mut App),
    /// Starts a tween of an entity at the origin.
    pub start: fn(&mut World, Entity, Vec3, Duration, Ease),
    /// The most items that it can play within minutes.
    pub most: usize,
}

/// Long enough that nothing ends.
const LONG: Duration = Duration::from_secs(10_000);
const FRAME: Duration = Duration::from_nanos(16_666_667);

#[derive(Clone, Copy)]
pub enum Ease {
    Linear,
    OutQuad,
    InCubic,
    InOutSine,
}

impl Ease {
    fn of(i: usize, eased: bool) -> Self {
        let all = [Self::Linear, Self::OutQuad, Self::InCubic, Self::InOutSine];
        if eased { all[i % 4] } else { Self::Linear }
    }

    fn at(self, t: f32) -> f32 {
        match self {
            Self::Linear => t,
            Self::OutQuad => 1.0 - (1.0 - t) * (1.0 - t),
            Self::InCubic => t * t * t,
            Self::InOutSine => 0.5 * (1.0 - (core::f32::consts::PI * t).cos()),
        }
    }

    fn easing(self) -> Easing {
        match self {
            Self::Linear => Easing::LINEAR,
            Self::OutQuad => Easing::OUT_QUAD,
            Self::InCubic => Easing::IN_CUBIC,
            Self::InOutSine => Easing::IN_OUT_SINE,
        }
    }
}

/// When motions start.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Starts {
    Together,
    /// Each a while after the one before, in rounds of a second.
    Apart,
}

impl Starts {
    /// How long ago the motion of an item started.
    fn since(self, i: usize) -> Span {
        if self == Self::Apart { ms(1) * (i % 1000) } else { Span::ZERO }
    }
}

fn bare(options: &Options) -> App {
    let mut app = App::new();
    if options.threads {
        app.add_plugins(TaskPoolPlugin::default());
    } else {
        // Before a plugin makes pools of all threads.
        TaskPoolOptions::with_num_threads(1).create_default_pools();
    }
    app.add_plugins(TimePlugin).insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
    app
}

fn cueline(options: &Options) -> App {
    let mut app = bare(options);
    app.add_plugins(CuelinePlugin::default())
        .insert_resource(bevy_time::Time::<bevy_time::Fixed>::from_hz(60.0));
    app
}

fn goal(i: usize) -> Vec3 {
    Vec3::new(i as f32 + 1.0, 10.0, -(i as f32))
}

/// The order in which motions start.
fn shuffled(count: usize) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    for i in (1..count).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        places.swap(i, usize::try_from(state % (i as u64 + 1)).unwrap_or(0));
    }
    places
}

pub fn run(peers: &[Peer]) -> Result<(), Box<dyn Error>> {
    let options = Options::of_the_command()?;
    let mut json = String::new();
    for n in options.sizes() {
        for (case, eased, starts) in [
            ("vec3, linear", false, Starts::Together),
            ("vec3, four easings", true, Starts::Together),
            ("vec3, four easings, each with its own start", true, Starts::Apart),
        ] {
            if !options.wants(case) {
                continue;
            }
            let mut candidates = vec![
                Candidate { name: "by hand", app: tweens_by_hand(&options, n, eased, starts) },
                Candidate {
                    name: "bevy_cueline",
                    app: tweens(&options, n, eased, starts, (0..n).collect()),
                },
                Candidate {
                    name: "bevy_cueline, shuffled",
                    app: tweens(&options, n, eased, starts, shuffled(n)),
                },
            ];
            let peers = peers.iter().filter(|peer| n <= peer.most && starts == Starts::Together);
            for peer in peers {
                let mut app = bare(&options);
                (peer.plug)(&mut app);
                app.update();
                for i in 0..n {
                    let entity = app.world_mut().spawn(Transform::default()).id();
                    (peer.start)(app.world_mut(), entity, goal(i), LONG, Ease::of(i, eased));
                }
                app.world_mut().flush();
                candidates.push(Candidate { name: peer.name, app });
            }
            measure(&options, case, n, candidates, &mut json)?;
        }
        type Make = fn(&Options, usize) -> App;
        let all: &[(&str, &[(&'static str, Make)])] = &[
            (
                "vec3, 1 % start and 1 % end",
                &[
                    ("by hand", |options, n| churn_by_hand(options, n, false)),
                    ("by hand, with messages", |options, n| churn_by_hand(options, n, true)),
                    ("bevy_cueline", churn),
                ],
            ),
            (
                "springs",
                &[
                    ("by hand", springs_by_hand),
                    ("by hand, closed form", |options, n| {
                        exact_springs_by_hand(options, n, Starts::Together)
                    }),
                    ("bevy_cueline", |options, n| springs(options, n, Starts::Together)),
                ],
            ),
            (
                "springs, each with its own start",
                &[
                    ("by hand, closed form", |options, n| {
                        exact_springs_by_hand(options, n, Starts::Apart)
                    }),
                    ("bevy_cueline", |options, n| springs(options, n, Starts::Apart)),
                ],
            ),
            ("clips of three tracks", &[("by hand", clips_by_hand), ("bevy_cueline", clips)]),
            (
                "clips of three tracks of a child",
                &[("by hand", limbs_by_hand), ("bevy_cueline", limbs)],
            ),
            #[cfg(feature = "sprite")]
            ("flipbooks", &[("by hand", flipbooks::by_hand), ("bevy_cueline", flipbooks::played)]),
            ("idle", &[("by hand", |options, _| bare(options)), ("bevy_cueline", idle)]),
        ];
        for &(case, makes) in all {
            if options.wants(case) {
                let candidates =
                    makes.iter().map(|&(name, make)| Candidate { name, app: make(&options, n) });
                measure(&options, case, n, candidates.collect(), &mut json)?;
            }
        }
    }
    if let Some(file) = &options.json {
        std::fs::write(file, json)?;
    }
    Ok(())
}

/// What a user would write.
#[derive(Component, Clone, Copy)]
struct Way {
    from: Vec3,
    to: Vec3,
    elapsed: f32,
    duration: f32,
    ease: Ease,
}

fn tweens_by_hand(options: &Options, n: usize, eased: bool, starts: Starts) -> App {
    fn play(time: Res<Time<Virtual>>, mut ways: Query<(&mut Way, &mut Transform)>) {
        let dt = time.delta_secs();
        for (mut way, mut transform) in &mut ways {
            way.elapsed += dt;
            let t = (way.elapsed / way.duration).min(1.0);
            transform.translation = way.from.lerp(way.to, way.ease.at(t));
        }
    }
    let mut app = bare(options);
    app.add_systems(PostUpdate, play);
    for i in 0..n {
        let (from, to, ease) = (Vec3::ZERO, goal(i), Ease::of(i, eased));
        let (elapsed, duration) = (starts.since(i).as_secs_f32(), LONG.as_secs_f32());
        let way = Way { from, to, elapsed, duration, ease };
        app.world_mut().spawn((Transform::default(), way));
    }
    app
}

fn tweens(options: &Options, n: usize, eased: bool, starts: Starts, order: Vec<usize>) -> App {
    let mut app = idle(options, n);
    let entities = moving(&mut app);
    let time = app.world().resource::<CueTime>().clone();
    for i in order {
        let mut motion = app.world_mut().get_mut::<Motion<Translation>>(entities[i]).unwrap();
        let easing = Ease::of(i, eased).easing();
        motion.tween_to(time.ago(starts.since(i)), goal(i), Span::from_duration(LONG), easing);
    }
    app
}

fn idle(options: &Options, n: usize) -> App {
    let mut app = cueline(options);
    for _ in 0..n {
        app.world_mut().spawn((Transform::default(), Motion::<Translation>::default()));
    }
    app
}

fn moving(app: &mut App) -> Vec<Entity> {
    let mut query = app.world_mut().query_filtered::<Entity, With<Motion<Translation>>>();
    query.iter(app.world()).collect()
}

/// Which entity starts next, and all of them. Half of them move at any time.
#[derive(Resource)]
struct Next(usize, Vec<Entity>);

impl Next {
    fn some(&mut self) -> impl Iterator<Item = (usize, Entity)> + use<'_> {
        let Self(next, entities) = self;
        (0..entities.len() / 100).map(|_| {
            *next = (*next + 1) % entities.len();
            (*next, entities[*next])
        })
    }
}

#[derive(Message)]
struct WayBegun(#[expect(dead_code, reason = "as a game would read it")] Entity);

#[derive(Message)]
struct WayEnded(#[expect(dead_code, reason = "as a game would read it")] Entity);

fn churn_by_hand(options: &Options, n: usize, with_messages: bool) -> App {
    fn restart(mut next: ResMut<Next>, mut ways: Query<&mut Way>) {
        for (_, entity) in next.some() {
            if let Ok(mut way) = ways.get_mut(entity) {
                (way.elapsed, way.duration) = (0.0, 0.817);
            }
        }
    }
    fn play(time: Res<Time<Virtual>>, mut ways: Query<(&mut Way, &mut Transform)>) {
        let dt = time.delta_secs();
        for (mut way, mut transform) in &mut ways {
            if way.elapsed >= way.duration {
                continue;
            }
            way.elapsed += dt;
            let t = (way.elapsed / way.duration).min(1.0);
            transform.translation = way.from.lerp(way.to, way.ease.at(t));
        }
    }
    fn play_and_tell(
        time: Res<Time<Virtual>>,
        mut ways: Query<(Entity, &mut Way, &mut Transform)>,
        mut begun: MessageWriter<WayBegun>,
        mut ended: MessageWriter<WayEnded>,
    ) {
        let dt = time.delta_secs();
        for (entity, mut way, mut transform) in &mut ways {
            if way.elapsed >= way.duration {
                continue;
            }
            if way.elapsed == 0.0 {
                begun.write(WayBegun(entity));
            }
            way.elapsed += dt;
            let t = (way.elapsed / way.duration).min(1.0);
            transform.translation = way.from.lerp(way.to, way.ease.at(t));
            if way.elapsed >= way.duration {
                ended.write(WayEnded(entity));
            }
        }
    }
    let mut app = bare(options);
    let spawn = |i| {
        let (from, to, ease) = (Vec3::ZERO, goal(i), Ease::Linear);
        let way = Way { from, to, elapsed: 1.0, duration: 0.5, ease };
        app.world_mut().spawn((Transform::default(), way)).id()
    };
    let entities = (0..n).map(spawn).collect();
    app.insert_resource(Next(0, entities)).add_systems(Update, restart);
    if with_messages {
        app.add_message::<WayBegun>().add_message::<WayEnded>();
        app.add_systems(PostUpdate, play_and_tell);
    } else {
        app.add_systems(PostUpdate, play);
    }
    app
}

fn churn(options: &Options, n: usize) -> App {
    fn restart(
        time: Res<CueTime>,
        mut next: ResMut<Next>,
        mut motions: Query<&mut Motion<Translation>>,
    ) {
        for (i, entity) in next.some() {
            if let Ok(mut motion) = motions.get_mut(entity) {
                motion.tween(&time, Vec3::ZERO, goal(i), ms(817), Easing::LINEAR);
            }
        }
    }
    let mut app = idle(options, n);
    let entities = moving(&mut app);
    app.insert_resource(Next(0, entities)).add_systems(Update, restart);
    app
}

/// Stiff enough to be seen, soft enough that it moves all through the measurement.
const STIFFNESS: f32 = 1e-4;

/// A spring of a game, in steps: it depends on the frame rate.
fn springs_by_hand(options: &Options, n: usize) -> App {
    #[derive(Component)]
    struct Pulled {
        to: Vec3,
        velocity: Vec3,
    }
    fn play(time: Res<Time<Virtual>>, mut pulled: Query<(&mut Pulled, &mut Transform)>) {
        let dt = time.delta_secs();
        for (mut pulled, mut transform) in &mut pulled {
            let pull = (pulled.to - transform.translation) * STIFFNESS;
            let drag = pulled.velocity * (2.0 * 0.3 * STIFFNESS.sqrt());
            pulled.velocity += (pull - drag) * dt;
            transform.translation += pulled.velocity * dt;
        }
    }
    let mut app = bare(options);
    app.add_systems(PostUpdate, play);
    for i in 0..n {
        let pulled = Pulled { to: goal(i), velocity: Vec3::ZERO };
        app.world_mut().spawn((Transform::default(), pulled));
    }
    app
}

/// The same spring at any frame rate, as this plugin has it.
fn exact_springs_by_hand(options: &Options, n: usize, starts: Starts) -> App {
    #[derive(Component)]
    struct Pulled {
        from: Vec3,
        to: Vec3,
        elapsed: f32,
    }
    fn play(time: Res<Time<Virtual>>, mut pulled: Query<(&mut Pulled, &mut Transform)>) {
        let dt = time.delta_secs();
        let (frequency, damping) = (STIFFNESS.sqrt(), 0.3_f32);
        let (decay, turn) = (damping * frequency, frequency * (1.0 - damping * damping).sqrt());
        for (mut pulled, mut transform) in &mut pulled {
            pulled.elapsed += dt;
            let (sine, cosine) = (turn * pulled.elapsed).sin_cos();
            let left = (-decay * pulled.elapsed).exp() * (cosine + decay / turn * sine);
            transform.translation = pulled.to.lerp(pulled.from, left);
        }
    }
    let mut app = bare(options);
    app.add_systems(PostUpdate, play);
    for i in 0..n {
        let elapsed = starts.since(i).as_secs_f32();
        let pulled = Pulled { from: Vec3::ZERO, to: goal(i), elapsed };
        app.world_mut().spawn((Transform::default(), pulled));
    }
    app
}

fn springs(options: &Options, n: usize, starts: Starts) -> App {
    let mut app = idle(options, n);
    let spring = Spring::bouncy(secs(600.0));
    let entities = moving(&mut app);
    let time = app.world().resource::<CueTime>().clone();
    for (i, entity) in entities.into_iter().enumerate() {
        let mut motion = app.world_mut().get_mut::<Motion<Translation>>(entity).unwrap();
        motion.spring_to(time.ago(starts.since(i)), goal(i), spring);
    }
    app
}

/// Three tracks of two segments each in one second, over and over.
const SEGMENT: f32 = 0.5;

#[derive(Component)]
struct Elapsed(f32);

impl Elapsed {
    fn move_on(&mut self, dt: f32) -> Transform {
        let up_and_down = |t: f32, a: Vec3, b: Vec3| {
            if t < SEGMENT { a.lerp(b, t / SEGMENT) } else { b.lerp(a, t / SEGMENT - 1.0) }
        };
        self.0 = (self.0 + dt) % (2.0 * SEGMENT);
        let t = self.0;
        let (a, b) = (Quat::IDENTITY, Quat::from_rotation_z(1.0));
        Transform {
            translation: up_and_down(t, Vec3::ZERO, Vec3::Y),
            scale: up_and_down(t, Vec3::ONE, Vec3::splat(2.0)),
            rotation: if t < SEGMENT {
                a.slerp(b, t / SEGMENT)
            } else {
                b.slerp(a, t / SEGMENT - 1.0)
            },
        }
    }
}

fn clips_by_hand(options: &Options, n: usize) -> App {
    fn play(time: Res<Time<Virtual>>, mut clips: Query<(&mut Elapsed, &mut Transform)>) {
        let dt = time.delta_secs();
        for (mut elapsed, mut transform) in &mut clips {
            *transform = elapsed.move_on(dt);
        }
    }
    let mut app = bare(options);
    app.add_systems(PostUpdate, play);
    for i in 0..n {
        app.world_mut().spawn((Transform::default(), Elapsed((i % 60) as f32 / 60.0)));
    }
    app
}

fn clips(options: &Options, n: usize) -> App {
    let mut app = cueline(options);
    let hop = hop(&mut app, "");
    let time = app.world().resource::<CueTime>().clone();
    for i in 0..n {
        let player =
            ClipPlayer::new(time.ago(ms(1000) * (i % 60) / 60), hop.clone(), Repeat::Forever);
        app.world_mut().spawn((Transform::default(), player));
    }
    app
}

/// The clip, on entities of this path.
fn hop(app: &mut App, path: &str) -> Handle<CueClip> {
    let place = |at: Vec3| value::Vec3::new(at.x, at.y, at.z);
    let turned = |at: Quat| value::Quat::new(at.x, at.y, at.z, at.w);
    let places =
        |a, b| [(0, a), (500, b), (1000, a)].map(|(at, to)| Keyframe::linear(ms(at), place(to)));
    let turns = [(0, Quat::IDENTITY), (500, Quat::from_rotation_z(1.0)), (1000, Quat::IDENTITY)];
    let turns = turns.map(|(at, to)| Keyframe::linear(ms(at), turned(to)));
    let clip = ClipBuilder::new("hop")
        .track(format!("{path}Transform.translation"), places(Vec3::ZERO, Vec3::Y))
        .track(format!("{path}Transform.scale"), places(Vec3::ONE, Vec3::splat(2.0)))
        .track(format!("{path}Transform.rotation"), turns)
        .build()
        .unwrap();
    app.world_mut().resource_mut::<Assets<CueClip>>().add(clip)
}

/// Each clip on a child of its entity.
fn limbs_by_hand(options: &Options, n: usize) -> App {
    #[derive(Component)]
    struct Limb(Entity);
    fn play(
        time: Res<Time<Virtual>>,
        mut clips: Query<(&mut Elapsed, &Limb)>,
        mut limbs: Query<&mut Transform>,
    ) {
        let dt = time.delta_secs();
        for (mut elapsed, limb) in &mut clips {
            let pose = elapsed.move_on(dt);
            if let Ok(mut transform) = limbs.get_mut(limb.0) {
                *transform = pose;
            }
        }
    }
    let mut app = bare(options);
    app.add_systems(PostUpdate, play);
    for i in 0..n {
        let limb = Limb(app.world_mut().spawn((Name::new("limb"), Transform::default())).id());
        app.world_mut().spawn((limb, Elapsed((i % 60) as f32 / 60.0)));
    }
    app
}

fn limbs(options: &Options, n: usize) -> App {
    let mut app = cueline(options);
    let hop = hop(&mut app, "limb/");
    let time = app.world().resource::<CueTime>().clone();
    for i in 0..n {
        let player =
            ClipPlayer::new(time.ago(ms(1000) * (i % 60) / 60), hop.clone(), Repeat::Forever);
        let body = app.world_mut().spawn(player).id();
        app.world_mut().spawn((Name::new("limb"), Transform::default(), ChildOf(body)));
    }
    app
}

/// Eight pictures of 100 ms.
#[cfg(feature = "sprite")]
mod flipbooks {
    use bevy_image::TextureAtlas;
    use bevy_sprite::Sprite;

    use super::*;

    fn sheet() -> Sprite {
        Sprite { texture_atlas: Some(TextureAtlas::default()), ..Sprite::default() }
    }

    #[derive(Component)]
    struct Walk {
        elapsed: f32,
    }

    fn play(time: Res<Time<Virtual>>, mut walks: Query<(&mut Walk, &mut Sprite)>) {
        let dt = time.delta_secs();
        for (mut walk, mut sprite) in &mut walks {
            walk.elapsed += dt;
            let index = (walk.elapsed / 0.1) as usize % 8;
            if sprite.texture_atlas.as_ref().is_some_and(|atlas| atlas.index != index)
                && let Some(atlas) = &mut sprite.texture_atlas
            {
                atlas.index = index;
            }
        }
    }

    pub fn by_hand(options: &Options, n: usize) -> App {
        let mut app = bare(options);
        app.add_systems(PostUpdate, play);
        for i in 0..n {
            app.world_mut().spawn((sheet(), Walk { elapsed: (i % 60) as f32 * 0.013 + 0.0005 }));
        }
        app
    }

    pub fn played(options: &Options, n: usize) -> App {
        let mut app = cueline(options);
        let walk = Flipbook::equal(8, ms(100)).unwrap();
        let walk = app.world_mut().resource_mut::<Assets<CueFlipbook>>().add(walk);
        let time = app.world().resource::<CueTime>().clone();
        for i in 0..n {
            let since = ms(13) * (i % 60) + Span::from_micros(500);
            let player = FlipbookPlayer::new(time.ago(since), walk.clone());
            app.world_mut().spawn((sheet(), player));
        }
        app
    }
}
