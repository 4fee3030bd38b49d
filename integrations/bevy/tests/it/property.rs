//! The contract of properties.

use bevy_app::App;
use bevy_camera::{OrthographicProjection, PerspectiveProjection, Projection};
use bevy_color::{Color, LinearRgba, Srgba};
use bevy_cueline::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec2, Vec3};
use bevy_sprite::Sprite;
use bevy_text::TextColor;
use bevy_transform::components::Transform;
use bevy_ui::{BackgroundColor, Node, UiTransform, Val};

use crate::{app, updates};

/// `differs` is true exactly where `set` changes the component, and then no more.
fn differs_says_whether_set_changes<P: Property<Target: Clone>>(
    targets: &[P::Target],
    values: &[P::Value],
    same: impl Fn(&P::Target, &P::Target) -> bool,
) {
    let mut seen = [false; 2];
    for target in targets {
        for value in values {
            let differs = P::differs(target, value);
            let mut new = target.clone();
            P::set(&mut new, *value);
            assert_eq!(differs, !same(target, &new), "{}: {value:?}", P::name());
            assert!(!P::differs(&new, value), "{}: {value:?} was set", P::name());
            seen[usize::from(differs)] = true;
        }
    }
    assert_eq!(seen, [true, true], "{}: both happen", P::name());
}

#[cfg(feature = "audio")]
#[test]
fn a_sound_fades_and_a_sound_that_is_muted_keeps_its_volume_for_later() {
    use bevy_audio::{AudioSink, AudioSinkPlayback, SpatialAudioSink};

    let mut app = app(20);
    let sound = app.world_mut().spawn(AudioSink::new(rodio::Player::new().0)).id();
    let (mixer, _device) = rodio::mixer::mixer(2.try_into().unwrap(), 44_100.try_into().unwrap());
    let ears = [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
    let placed = rodio::SpatialPlayer::connect_new(&mixer, [0.0; 3], ears[0], ears[1]);
    let placed = app.world_mut().spawn(SpatialAudioSink::new(placed)).id();
    let mut commands = app.world_mut().commands();
    commands.entity(sound).tween_to::<SoundVolume>(0.0, ms(100), Easing::LINEAR);
    commands.entity(placed).tween_to::<SpatialSoundVolume>(0.0, ms(100), Easing::LINEAR);
    let mut heard = Vec::new();
    for frame in 0..5 {
        app.update();
        let mut sink = app.world_mut().get_mut::<AudioSink>(sound).unwrap();
        if frame == 3 {
            sink.unmute();
        }
        heard.push(sink.volume().to_linear());
        if frame == 1 {
            sink.mute();
        }
        let placed = app.world().get::<SpatialAudioSink>(placed).unwrap();
        assert_eq!(Some(&placed.volume().to_linear()), heard.last());
    }
    for (heard, right) in heard.iter().zip([0.8, 0.6, 0.4, 0.2, 0.0]) {
        assert!((heard - right).abs() < 1e-6, "{heard} where {right} is right");
    }
}

#[test]
fn a_property_differs_exactly_where_setting_it_changes_the_component() {
    let places = [Transform::from_xyz(1.0, 2.0, 3.0), Transform::IDENTITY];
    let points = [Vec3::ZERO, Vec3::new(1.0, 2.0, 3.0), Vec3::ONE];
    let same = |one: &Transform, other: &Transform| one == other;
    differs_says_whether_set_changes::<Translation>(&places, &points, same);
    differs_says_whether_set_changes::<Scale>(&places, &points, same);
    let turns = [Quat::IDENTITY, Quat::from_rotation_x(1.0)];
    differs_says_whether_set_changes::<TransformRotation>(&places, &turns, same);
    differs_says_whether_set_changes::<TranslationX>(&places, &[0.0, 1.0, 5.0], same);
    differs_says_whether_set_changes::<TransformAngle>(&places, &[0.0, 1.0, 5.0], same);

    // A field of view is none of an orthographic camera.
    let views = [
        Projection::Perspective(PerspectiveProjection { fov: 1.0, ..Default::default() }),
        Projection::Orthographic(OrthographicProjection::default_2d()),
    ];
    let same = |one: &Projection, other: &Projection| format!("{one:?}") == format!("{other:?}");
    differs_says_whether_set_changes::<FieldOfView>(&views, &[0.0, 1.0, 2.0], same);
    differs_says_whether_set_changes::<ViewScale>(&views, &[0.0, 1.0, 2.0], same);

    // The same number is another length in percent.
    let nodes = [Val::Px(5.0), Val::Percent(5.0), Val::Auto, Val::Px(0.0)]
        .map(|left| Node { left, ..Default::default() });
    differs_says_whether_set_changes::<NodeLeft>(&nodes, &[0.0, 5.0], |one, other| one == other);
    let shifts = [UiTransform::default(), UiTransform::from_xy(Val::Px(3.0), Val::Px(4.0))];
    let lengths = [Vec2::ZERO, Vec2::new(3.0, 4.0)];
    differs_says_whether_set_changes::<UiTranslation>(&shifts, &lengths, |one, other| one == other);

    // The same colour is another one in another space.
    let colors = [
        Color::LinearRgba(LinearRgba::RED),
        Color::Srgba(Srgba::RED),
        Color::LinearRgba(LinearRgba::GREEN),
    ];
    let values = colors.map(|color| TextTint::get(&TextColor(color)));
    differs_says_whether_set_changes::<TextTint>(&colors.map(TextColor), &values, |one, other| {
        one == other
    });
    differs_says_whether_set_changes::<Background>(
        &colors.map(BackgroundColor),
        &values,
        |one, other| one == other,
    );
    let sprites = colors.map(|color| Sprite { color, ..Default::default() });
    differs_says_whether_set_changes::<SpriteColor>(&sprites, &values, |one, other| {
        one.color == other.color
    });
}

fn setup(mut commands: Commands) {
    commands
        .spawn((Sprite::from_color(Color::WHITE, Vec2::splat(40.0)), Transform::default()))
        .tween_to::<Translation>(Vec3::X * 200.0, ms(600), Easing::OUT_CUBIC)
        .then_tween_to::<Translation>(Vec3::ZERO, ms(600), Easing::IN_OUT_QUAD)
        .spring_after::<Scale>(ms(300), Vec3::splat(2.0), Spring::bouncy(ms(500)));
}

// Without the window.
#[test]
fn the_first_listing_of_the_readme_moves_as_it_says() {
    let mut app = app(20);
    let readme = include_str!("../../README.md");
    for line in include_str!("property.rs").lines().skip_while(|line| !line.starts_with("fn setup"))
    {
        assert!(readme.contains(line), "{line:?} is in the README");
        if line == "}" {
            break;
        }
    }
    app.world_mut().run_system_cached(setup).unwrap();
    let mut shown = app.world_mut().query::<&Transform>();
    let mut at = |app: &mut App, frames: usize| {
        updates(app, frames);
        *shown.single(app.world()).unwrap()
    };
    let at_300 = at(&mut app, 15);
    assert!(at_300.translation.x > 100.0 && at_300.scale == Vec3::ONE, "{at_300:?}");
    assert_eq!(at(&mut app, 15).translation, Vec3::X * 200.0, "at 600 ms");
    assert_eq!(at(&mut app, 30).translation, Vec3::ZERO, "at 1200 ms");
    assert_eq!(at(&mut app, 300).scale, Vec3::splat(2.0), "the spring has settled");
}

#[test]
fn a_camera_zooms_by_property_and_by_path() {
    let mut app = app(20);
    app.register_type::<Projection>();
    let mut view = OrthographicProjection::default_2d();
    view.scale = 2.0;
    let commands = &mut app.world_mut().commands();
    let flat = commands
        .spawn(Projection::Orthographic(view))
        .tween_to::<ViewScale>(4.0, ms(100), Easing::LINEAR)
        .id();
    let deep = commands
        .spawn(Projection::default())
        .tween_to::<FieldOfView>(1.5, ms(100), Easing::OUT_CUBIC)
        .tween_path("Projection.0.near", 3.0_f32, ms(100), Easing::LINEAR)
        .id();
    updates(&mut app, 2);
    let shown = |app: &App, entity| app.world().get::<Projection>(entity).unwrap().clone();
    assert_eq!(ViewScale::get(&shown(&app, flat)), 2.8);
    updates(&mut app, 4);
    assert_eq!(ViewScale::get(&shown(&app, flat)), 4.0);
    let Projection::Perspective(view) = shown(&app, deep) else { panic!("as it was spawned") };
    assert_eq!((view.fov, view.near), (1.5, 3.0));
}

#[test]
fn an_angle_goes_any_number_of_turns_and_starts_from_where_the_rotation_is() {
    use core::f32::consts::{PI, TAU};

    use bevy_math::Rot2;

    for start in [-3.1_f32, -1.0, 0.0, 0.4, 2.0, 3.1] {
        let mut app = crate::app(20);
        let sprite = Transform::from_rotation(Quat::from_rotation_z(start));
        let node = UiTransform::from_rotation(Rot2::radians(start));
        let entity = app.world_mut().spawn((sprite, node)).id();
        app.world_mut()
            .commands()
            .entity(entity)
            .tween_by::<TransformAngle>(3.0 * TAU, ms(600), Easing::LINEAR)
            .tween_by::<UiAngle>(-2.0 * TAU - PI / 2.0, ms(500), Easing::LINEAR);
        for frame in 1..=30 {
            app.update();
            let part = frame as f32 / 30.0;
            let turned = Quat::from_rotation_z(start + 3.0 * TAU * part);
            let found = app.world().get::<Transform>(entity).unwrap().rotation;
            assert!(found.dot(turned).abs() > 1.0 - 1e-5, "from {start}, frame {frame}: {found}");
        }
        let found = app.world().get::<UiTransform>(entity).unwrap().rotation;
        let turned = Rot2::radians(start - PI / 2.0);
        assert!(found.angle_to(turned).abs() < 1e-4, "from {start}: {found:?}");
    }
}
