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
#[test]
fn an_offset_is_no_part_of_what_is_rolled_back() {
    use bevy_ggrs::prelude::*;

    use crate::rollback::example;

    /// The state of the game, which the display shows as it is.
    #[derive(Component, Clone, Copy, Debug, Default, PartialEq, Digest, Lerp)]
    #[require(Rollback)]
    struct Puck(f32);

    fn rules(time: Res<CueTime>, mut pucks: Query<(&mut Puck, &mut Motion<Offset<Puck>>)>) {
        for (mut at, mut recoil) in &mut pucks {
            at.0 += 0.1;
            if time.tick().get() % 9 == 4 {
                recoil.tween_to(&time, Puck(-3.0), ms(50), Easing::OUT_CUBIC);
                recoil.then_spring_to(&time, Puck(0.0), Spring::bouncy(ms(300)));
            }
        }
    }

    fn setup(app: &mut App) {
        app.add_offset::<Puck>()
            .rollback_component_with_copy::<Puck>()
            .checksum_component::<Puck>(|at| at.0.to_bits().into())
            .add_systems(Startup, |mut commands: Commands| {
                commands.spawn((Puck(0.0), Motion::<Offset<Puck>>::at(Puck(0.0))));
            })
            .add_systems(
                GgrsSchedule,
                rules.in_set(CuelineSystems::Rules).ambiguous_with(CuelineSystems::Rules),
            );
    }

    let mut app = example::sync_test_with(60, setup);
    let mut pucks = app.world_mut().query::<(&Puck, &Offset<Puck>)>();
    let mut raised = 0;
    for _ in 0..60 {
        app.update();
        let ticks = app.world().resource::<CueTime>().tick().get();
        let (at, offset) = pucks.single(app.world()).unwrap();
        let held = (0..ticks).fold(0.0, |held, _| held + 0.1_f32);
        assert_eq!(at.0, held + offset.value().0);
        raised += usize::from(offset.value().0 != 0.0);
    }
    assert!(raised > 30, "{raised}");
    assert_eq!(app.world().resource::<example::Outcome>().desyncs, 0);
}
