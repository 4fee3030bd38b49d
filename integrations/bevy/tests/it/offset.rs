//! What is drawn on top of a property, and that nothing but drawing sees it.

use bevy_app::prelude::*;
use bevy_cueline::{
    cueline::clip::{Animate, ClipBuilder},
    prelude::*,
};
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec3};
use bevy_transform::components::Transform;

use crate::{
    app,
    play::{add, now, place},
    tracks::{dress, keys, plays, properties},
    updates,
};

#[test]
fn an_offset_is_drawn_on_top_of_every_property_and_taken_back_exactly() {
    macro_rules! each {
        ($($property:ty)*) => { $(on_top_of::<$property>();)* };
    }
    properties!(each);
}

/// A clip with an offset beside one without, by each path of a property, in every way to play.
fn on_top_of<P>()
where
    P: Property<Value: Animate + Default, Target: Clone + core::fmt::Debug>,
{
    let mut app = app(20);
    app.add_offset::<P>().bind_tracks::<Offset<P>>();
    let (start, mut pairs) = (now(&app), Vec::new());
    for (path, kind) in track_paths(app.world()) {
        let Some(base) = path.strip_prefix("Offset.") else { continue };
        let plain = ClipBuilder::new("plain").keys(base, keys(kind));
        let raised = plain.clone().keys(path.as_str(), keys(kind));
        let clips = [plain, raised].map(|clip| add::<CueClip>(&mut app, clip.build().unwrap()));
        for (_, play) in plays() {
            pairs.push(clips.clone().map(|clip| {
                let player = ClipPlayer::new(start, clip, play);
                let mut entity = app.world_mut().spawn((player, Offset::<P>::default()));
                dress(&mut entity, base);
                entity.id()
            }));
        }
    }
    assert!(!pairs.is_empty(), "{}", P::name());
    let own = pairs.clone();
    app.add_systems(Update, move |targets: Query<&P::Target>| {
        for pair in &own {
            let [plain, raised] = pair.map(|entity| format!("{:?}", targets.get(entity).unwrap()));
            assert_eq!(raised, plain, "the game sees it as it was");
        }
    });
    let mut seen = [0, 0];
    for frame in 0..20 {
        app.update();
        for [plain, raised] in &pairs {
            let world = app.world();
            let offset = world.get::<Offset<P>>(*raised).unwrap().value();
            let mut right = world.get::<P::Target>(*plain).unwrap().clone();
            if offset != P::Value::default() {
                let sum = P::get(&right).plus(&offset.minus(&P::Value::default()));
                seen[0] += usize::from(sum != P::get(&right));
                P::set(&mut right, sum);
            }
            seen[1] += 1;
            let found = P::get(world.get::<P::Target>(*raised).unwrap());
            assert_eq!(found, P::get(&right), "{}, frame {frame}", P::name());
        }
    }
    // A switch has no differences.
    let moves = P::Value::KIND != Some(bevy_cueline::cueline::clip::ValueKind::Bool);
    assert!(!moves || 2 * seen[0] > seen[1], "{}: {seen:?}", P::name());
}

fn recoiling(app: &mut App, more: impl Bundle) -> Entity {
    app.add_offset::<Translation>();
    let entity = app.world_mut().spawn((Transform::default(), more)).id();
    let recoil = Motion::<Offset<Translation>>::at(Vec3::ZERO)
        .with_tween(Vec3::X * -0.7, ms(60), Easing::OUT_CUBIC)
        .with_spring(Vec3::ZERO, Spring::bouncy(ms(200)));
    app.world_mut().entity_mut(entity).insert(recoil);
    entity
}

#[test]
fn what_the_game_adds_and_what_observers_write_stays_below_an_offset() {
    let mut app = app(20);
    let entity = recoiling(&mut app, ());
    let step =
        |mut all: Query<&mut Transform>| all.iter_mut().for_each(|mut at| at.translation.x += 0.1);
    app.add_systems(Update, step);
    app.add_observer(|ended: On<MotionEnded>, mut all: Query<&mut Transform>| {
        all.get_mut(ended.entity).unwrap().translation.y += 5.0;
    });
    let (mut x, mut raised) = (0.0, 0);
    for _ in 0..200 {
        app.update();
        x += 0.1;
        let offset = app.world().get::<Offset<Translation>>(entity).unwrap().value();
        assert_eq!(place(&app, entity).x, x + offset.x);
        raised += usize::from(offset.x != 0.0);
    }
    assert!(raised > 10 && raised < 190, "{raised}");
    assert_eq!(place(&app, entity), Vec3::new(x, 10.0, 0.0), "two motions, at rest");
}

#[test]
fn a_motion_of_the_property_starts_from_below_the_offset() {
    let mut app = app(20);
    let entity = recoiling(&mut app, Motion::<Translation>::default());
    updates(&mut app, 3);
    assert!(place(&app, entity).x < -0.6);
    let mut commands = app.world_mut().commands();
    commands.entity(entity).tween_to::<Translation>(Vec3::Y, ms(40), Easing::LINEAR);
    app.update();
    let offset = app.world().get::<Offset<Translation>>(entity).unwrap().value();
    assert_eq!(place(&app, entity), Vec3::Y * 0.5 + offset);
    app.update();
    let mut commands = app.world_mut().commands();
    commands.entity(entity).tween_by::<Offset<Translation>>(Vec3::Z, ms(20), Easing::LINEAR);
    updates(&mut app, 2);
    assert_eq!(place(&app, entity), Vec3::new(0.0, 1.0, 1.0), "from the last target");
}

#[test]
fn a_command_brings_the_offset_with_it() {
    let mut app = app(20);
    app.add_offset::<Translation>();
    let [to, by] = [1.0, 2.0].map(|x| app.world_mut().spawn(Transform::from_xyz(x, 0.0, 0.0)).id());
    let mut commands = app.world_mut().commands();
    commands.entity(to).tween_to::<Offset<Translation>>(Vec3::Y, ms(40), Easing::LINEAR);
    commands.entity(by).tween_by::<Offset<Translation>>(Vec3::Z, ms(40), Easing::LINEAR);
    app.update();
    assert_eq!(place(&app, to), Vec3::new(1.0, 0.5, 0.0));
    assert_eq!(place(&app, by), Vec3::new(2.0, 0.0, 0.5));
    app.update();
    assert_eq!(place(&app, to), Vec3::new(1.0, 1.0, 0.0));
    assert_eq!(place(&app, by), Vec3::new(2.0, 0.0, 1.0));
}

#[test]
fn offsets_that_overlap_add_up_and_are_taken_back_together() {
    let mut app = app(20);
    app.add_offset::<Translation>().add_offset::<TranslationX>().add_offset::<WholeTransform>();
    let start = Transform::from_xyz(0.1, 0.2, 0.3).with_rotation(Quat::from_rotation_x(0.4));
    let turned = Pose { rotation: Quat::from_rotation_z(1.0), ..Pose::default() };
    let offsets = (
        Offset::<Translation>::new(Vec3::splat(0.7)),
        Offset::<TranslationX>::new(0.05),
        Offset::<WholeTransform>::new(turned),
    );
    let entity = app.world_mut().spawn((start, offsets)).id();
    app.add_systems(Update, move |all: Query<&Transform>| {
        assert_eq!(*all.single().unwrap(), start)
    });
    for _ in 0..50 {
        app.update();
        let shown = *app.world().get::<Transform>(entity).unwrap();
        assert_eq!(shown.translation, Vec3::new(0.1 + 0.7 + 0.05, 0.2 + 0.7, 0.3 + 0.7));
        assert!(shown.rotation.angle_between(start.rotation) > 0.9);
        assert_eq!(shown.scale, Vec3::ONE);
    }
    // What goes while it is drawn leaves nothing behind.
    app.world_mut().entity_mut(entity).remove::<Offset<Translation>>();
    app.update();
    assert_eq!(place(&app, entity).x, 0.1 + 0.05);
    app.world_mut().entity_mut(entity).remove::<(Offset<TranslationX>, Offset<WholeTransform>)>();
    app.update();
    assert_eq!(*app.world().get::<Transform>(entity).unwrap(), start);
}

#[test]
fn a_component_changes_only_where_what_is_drawn_does() {
    let mut app = app(20);
    app.add_offset::<Translation>();
    let offset = Offset::<Translation>::default();
    let entity = app.world_mut().spawn((Transform::default(), offset)).id();
    let count = |app: &mut App| {
        app.update();
        let last = app.world().entity(entity).get_ref::<Transform>().unwrap().last_changed();
        (place(app, entity).x, last)
    };
    let set = |app: &mut App, x: f32| {
        app.world_mut().get_mut::<Offset<Translation>>(entity).unwrap().set(Vec3::X * x);
    };
    let mut seen = Vec::new();
    for x in [0.0, 0.0, 3.0, 3.0, 3.0, 4.0, 0.0, 0.0, 5.0] {
        set(&mut app, x);
        let (shown, changed) = count(&mut app);
        assert_eq!(shown, x);
        seen.push(changed);
    }
    app.world_mut().entity_mut(entity).remove::<Offset<Translation>>();
    let (shown, changed) = count(&mut app);
    assert_eq!(shown, 0.0);
    seen.push(changed);
    let changes: Vec<bool> = seen.windows(2).map(|pair| pair[0] != pair[1]).collect();
    assert_eq!(changes, [false, true, false, false, true, true, false, true, true]);
}

#[cfg(feature = "ggrs")]
mod rolled_back {
    use bevy_app::prelude::*;
    use bevy_asset::{Assets, Handle};
    use bevy_cueline::{
        CuelineRollback, Retracted,
        cueline::{
            clip::Value,
            time::Time,
            timeline::{TimelineBuilder, to},
        },
        prelude::*,
    };
    use bevy_ecs::prelude::*;
    use bevy_ggrs::{PlayerInputs, prelude::*};
    use bevy_image::TextureAtlas;
    use bevy_math::Vec3;
    use bevy_sprite::Sprite;
    use bevy_transform::components::Transform;

    use crate::rollback::{LONG, example};

    /// The state of the game, which the display shows as it is.
    #[derive(Component, Clone, Copy, Debug, Default, PartialEq, Digest, Lerp)]
    #[require(Rollback)]
    struct Puck(f32);

    /// Which player has a puck: that of the second one moves on the clock of the menu.
    #[derive(Component, Clone, Copy)]
    #[require(Rollback)]
    struct Owner(usize);

    /// A second clock of ticks.
    struct Menu;

    #[derive(Clone, Digest)]
    struct Hit(usize);

    type Recoil = Motion<Offset<Puck>>;

    /// What all entities play.
    #[derive(Resource)]
    struct Played(Handle<CueTimeline>, Handle<CueFlipbook>);

    /// What stands, and what was drawn.
    #[derive(Resource, Default)]
    struct Stands {
        /// When the recoils have started.
        starts: Vec<i64>,
        retracted: usize,
        /// Frames in which a puck was drawn elsewhere than where it is.
        raised: usize,
        /// What a timeline and a flipbook have shown.
        played: Vec<(u32, usize)>,
    }

    /// A puck goes on by a tenth, and is hit where its player has pressed.
    fn rules(
        time: Res<CueTime>,
        inputs: Res<PlayerInputs<GgrsConfig<u8, usize>>>,
        mut queue: ResMut<MainQueue<Hit>>,
        mut pucks: Query<(&Owner, &mut Puck)>,
    ) {
        for (Owner(owner), mut at) in &mut pucks {
            at.0 += 0.1;
            let every = 9 + i64::from(inputs[*owner].0);
            if time.tick().get() % every == 4 && queue.len() < 3 {
                queue.enqueue(ms(40), Hit(*owner));
            }
        }
    }

    fn hit(
        update: On<QueueUpdate<Hit>>,
        (world, menu): (Res<CueTime>, Res<CueTime<Menu>>),
        mut pucks: Query<(&Owner, &mut Recoil)>,
    ) {
        for (Owner(owner), mut recoil) in &mut pucks {
            if *owner == update.payload.0 && update.started {
                let now = if *owner == 0 { Moment::from(&world) } else { Moment::from(&menu) };
                recoil.tween_to(now, Puck(-3.0), ms(50), Easing::OUT_CUBIC);
                recoil.then_spring_to(now, Puck(0.0), Spring::bouncy(ms(300)));
            }
        }
    }

    fn spawn(
        mut commands: Commands,
        time: Res<CueTime>,
        mut scenes: ResMut<Assets<CueTimeline>>,
        mut books: ResMut<Assets<CueFlipbook>>,
    ) -> Result {
        commands.insert_resource(MainQueue::<Hit>::new(&time));
        let lift = TimelineBuilder::new("lift")
            .start(String::from("Offset.Transform.translation.y"), 0.0_f32)
            .then(to(String::from("Offset.Transform.translation.y"), 9.0_f32).duration(ms(700)))
            .build()?;
        let lift = scenes.add(CueTimeline::from(lift));
        let spin = books.add(CueFlipbook::from(Flipbook::equal(4, ms(60))?));
        commands.insert_resource(Played(lift.clone(), spin.clone()));
        for owner in 0..2 {
            let sprite =
                Sprite { texture_atlas: Some(TextureAtlas::default()), ..Sprite::default() };
            commands.spawn((
                (Owner(owner), Puck(0.0), Recoil::at(Puck(0.0))),
                (Transform::from_xyz(1.0, 2.0, 3.0), Offset::<Translation>::default(), sprite),
                TimelinePlayer::new(&time, lift.clone(), Repeat::Forever),
                FlipbookPlayer::new(&time, spin.clone()),
            ));
        }
        Ok(())
    }

    fn note(
        mut new: MessageReader<MotionStarted>,
        mut gone: MessageReader<Retracted<MotionStarted>>,
        mut stands: ResMut<Stands>,
    ) {
        let own = |start: &&MotionStarted| start.property == "Offset.Puck";
        for Retracted(start) in gone.read().filter(|start| own(&&start.0)) {
            let place = stands.starts.iter().position(|known| *known == start.due.flicks());
            stands.starts.remove(place.expect("what is retracted was received"));
            stands.retracted += 1;
        }
        stands.starts.extend(new.read().filter(own).map(|start| start.due.flicks()));
    }

    type Drawn = (
        &'static FlipbookPlayer,
        &'static Puck,
        &'static Offset<Puck>,
        &'static Transform,
        &'static Offset<Translation>,
        &'static Sprite,
    );

    /// What is drawn is the state of the last tick and the offset, whatever has run again.
    fn compare(
        (time, shown): (Res<CueTime>, Res<Shown>),
        played: Res<Played>,
        (scenes, books): (Res<Assets<CueTimeline>>, Res<Assets<CueFlipbook>>),
        pucks: Query<Drawn>,
        mut stands: ResMut<Stands>,
    ) {
        let held = (0..time.tick().get()).fold(0.0, |held, _| held + 0.1_f32);
        let now = shown.time(&time);
        let (Some(scene), Some(book)) = (scenes.get(&played.0), books.get(&played.1)) else {
            return;
        };
        for (spin, at, offset, place, lift, sprite) in &pucks {
            if now > Time::ZERO {
                let local = Span::from_flicks((now - Time::ZERO).flicks() % ms(700).flicks());
                let (_, right) = scene.0.sample_all(local).next().unwrap();
                assert_eq!(Value::F32(lift.value().y), right);
                let index = sprite.texture_atlas.as_ref().map(|atlas| atlas.index);
                assert_eq!(index, Some(spin.index_at(book, now)));
            }
            assert_eq!(at.0, held + offset.value().0);
            assert_eq!(place.translation, Vec3::new(1.0, 2.0, 3.0) + lift.value());
            stands.raised += usize::from(offset.value().0 != 0.0);
            let index = sprite.texture_atlas.as_ref().map_or(0, |atlas| atlas.index);
            stands.played.push((lift.value().y.to_bits(), index));
        }
    }

    fn setup(app: &mut App) {
        app.init_resource::<Stands>()
            .add_cue_clock::<Menu>(ClockSource::FixedTicks)
            .add_offset::<Puck>()
            .add_offset::<Translation>()
            .bind_tracks::<Offset<Translation>>()
            .add_rollback_queue::<Hit>()
            .rollback_component_with_copy::<Owner>()
            .rollback_component_with_copy::<Puck>()
            .checksum_component::<Puck>(|at| at.0.to_bits().into())
            .add_observer(hit)
            .add_systems(Startup, spawn)
            .add_systems(
                GgrsSchedule,
                rules.in_set(CuelineSystems::Rules).ambiguous_with(CuelineSystems::Rules),
            )
            .add_systems(Last, (note, compare));
    }

    /// That all of it happened.
    fn check(app: &App, long: u32) {
        let Stands { starts, raised, played, .. } = app.world().resource::<Stands>();
        assert_eq!(app.world().resource::<example::Outcome>().desyncs, 0);
        assert!(starts.len() as u32 > long / 20, "{}", starts.len());
        assert!(*raised as u32 > long / 2, "{raised}");
        let mut played = played.clone();
        played.sort_unstable();
        played.dedup();
        assert!(played.len() > 40, "{}", played.len());
    }

    fn sync_test(long: u32) {
        let app = example::sync_test_with(long, setup);
        check(&app, long);
        let Stands { starts, retracted, .. } = app.world().resource::<Stands>();
        assert_eq!(*retracted, 0, "the same inputs bring the same recoils");
        let loads = app.world().resource::<example::Outcome>().loads;
        assert!(loads > long - 50 && starts.is_sorted(), "{loads}");
    }

    fn two_peers(long: u32) {
        let peers = example::two_peers_with(long, setup);
        peers.iter().for_each(|app| check(app, long / 2));
        let outcomes = peers.each_ref().map(|app| app.world().resource::<example::Outcome>());
        assert!(outcomes.iter().all(|outcome| outcome.loads > long / 18));
        let settled = i64::from(outcomes.map(|outcome| outcome.frames).into_iter().min().unwrap());
        let until = (settled - 20) * 705_600_000 / 60;
        let retracted = peers.each_ref().map(|app| app.world().resource::<Stands>().retracted);
        assert!(retracted.iter().sum::<usize>() > 0, "{retracted:?}");
        let [one, two] = peers.map(|app| {
            let mut starts = app.world().resource::<Stands>().starts.clone();
            starts.retain(|due| *due < until);
            starts.sort_unstable();
            starts
        });
        assert_eq!(one, two, "each recoil once");
    }

    #[test]
    fn offsets_of_two_clocks_timelines_flipbooks_and_queues_have_no_mismatch() {
        sync_test(100);
    }

    #[test]
    fn two_peers_who_mispredict_agree_on_motions_of_offsets_and_draw_them_on_top() {
        two_peers(200);
    }

    #[test]
    #[ignore = "2,000 frames: `.ci/bevy features` runs it at night"]
    fn offsets_in_a_long_sync_test_have_no_mismatch() {
        sync_test(LONG);
    }

    #[test]
    #[ignore = "2,000 frames: `.ci/bevy features` runs it at night"]
    fn two_peers_who_mispredict_for_long_agree_on_motions_of_offsets() {
        two_peers(LONG);
    }
}
