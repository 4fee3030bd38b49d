//! The contract of properties.

use bevy_app::App;
use bevy_camera::{
    OrthographicProjection, PerspectiveProjection, Projection, visibility::Visibility,
};
use bevy_color::{Color, LinearRgba, Srgba};
use bevy_cueline::prelude::*;
use bevy_ecs::{prelude::*, system::RunSystemOnce};
use bevy_math::{Quat, Vec2, Vec3};
use bevy_reflect::prelude::*;
use bevy_sprite::Sprite;
use bevy_text::TextColor;
use bevy_transform::components::Transform;
use bevy_ui::{BackgroundColor, BorderColor, Node, UiRect, UiTransform, Val, widget::ImageNode};

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

/// A resource is a component of an entity of its own.
#[test]
fn a_resource_moves_by_a_property_and_by_a_path() {
    #[derive(Resource, Reflect)]
    #[reflect(Resource)]
    struct Weather {
        light: f32,
        mist: f32,
    }
    property! { Light = Weather.light: f32 }

    fn dawn(mut commands: Commands, weather: Single<Entity, With<Weather>>) {
        commands.entity(*weather).tween_to::<Light>(1.0, ms(100), Easing::LINEAR).tween_path(
            "Weather.mist",
            0.5_f32,
            ms(100),
            Easing::LINEAR,
        );
    }

    let mut app = app(20);
    app.register_type::<Weather>().animate::<Light>();
    app.insert_resource(Weather { light: 0.0, mist: 0.0 });
    app.world_mut().run_system_once(dawn).unwrap();
    for frame in 1..=5_u8 {
        app.update();
        let Weather { light, mist } = app.world().resource();
        let right = f32::from(frame) / 5.0;
        assert!((light - right).abs() < 1e-6, "{light}, {right} is right");
        assert!((mist - right / 2.0).abs() < 1e-6, "{mist}, {right} / 2 is right");
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

    let nodes = lengths().map(|left| Node { left, ..Default::default() });
    differs_says_whether_set_changes::<NodeLeft>(&nodes, &[0.0, 5.0], |one, other| one == other);
    let nodes = lengths().map(|right| Node {
        margin: UiRect { right, ..UiRect::all(Val::Px(5.0)) },
        ..Default::default()
    });
    let sides =
        [UiSides::from(5.0), UiSides::from(0.0), UiSides { right: 0.0, ..UiSides::from(5.0) }];
    differs_says_whether_set_changes::<NodeMargin>(&nodes, &sides, |one, other| one == other);
    let seen = [Visibility::Hidden, Visibility::Inherited, Visibility::Visible];
    let same = |one: &Visibility, other: &Visibility| one == other;
    differs_says_whether_set_changes::<IsVisible>(&seen, &[true, false], same);
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
    let mut borders = colors.map(BorderColor::all).to_vec();
    borders.push(BorderColor { left: colors[2], ..borders[0] });
    differs_says_whether_set_changes::<BorderTint>(&borders, &values, |one, other| one == other);
    let images = colors.map(|color| ImageNode { color, ..Default::default() });
    differs_says_whether_set_changes::<ImageTint>(&images, &values, |one, other| {
        one.color == other.color
    });
    let sprites = colors.map(|color| Sprite { color, ..Default::default() });
    differs_says_whether_set_changes::<SpriteColor>(&sprites, &values, |one, other| {
        one.color == other.color
    });
}

/// A length in each unit, and one that is none.
fn lengths() -> [Val; 8] {
    let units: [fn(f32) -> Val; 6] =
        [Val::Px, Val::Percent, Val::Vw, Val::Vh, Val::VMin, Val::VMax];
    let mut lengths = [Val::Px(0.0); 8];
    for (length, unit) in lengths.iter_mut().zip(units) {
        *length = unit(5.0);
    }
    lengths[6] = Val::Auto;
    lengths
}

/// The same unit, and the same number up to rounding.
fn is_near(found: Val, right: Val) -> bool {
    let number = |left| NodeLeft::get(&Node { left, ..Default::default() });
    core::mem::discriminant(&found) == core::mem::discriminant(&right)
        && (number(found) - number(right)).abs() < 1e-4
}

#[test]
fn a_length_of_a_node_moves_in_the_unit_that_it_has() {
    for length in lengths() {
        let mut app = app(20);
        app.register_type::<Node>();
        let node = Node {
            left: length,
            right: length,
            margin: UiRect { top: length, ..UiRect::all(Val::Px(1.0)) },
            ..Default::default()
        };
        let shift = UiTransform::from_xy(length, Val::Px(1.0));
        let from = NodeLeft::get(&node);
        let mut commands = app.world_mut().commands();
        let entity = commands
            .spawn((node, shift))
            .tween_to::<NodeLeft>(25.0, ms(80), Easing::LINEAR)
            .tween_to::<NodeMargin>(25.0, ms(80), Easing::LINEAR)
            .tween_to::<UiTranslation>(Vec2::splat(25.0), ms(80), Easing::LINEAR)
            .tween_path("Node.right.0", 25.0_f32, ms(80), Easing::LINEAR)
            .id();
        let unit: fn(f32) -> Val = match length {
            Val::Percent(_) => Val::Percent,
            Val::Vw(_) => Val::Vw,
            Val::Vh(_) => Val::Vh,
            Val::VMin(_) => Val::VMin,
            Val::VMax(_) => Val::VMax,
            _ => Val::Px,
        };
        for (frames, number) in [(2, (from + 25.0) / 2.0), (3, 25.0)] {
            updates(&mut app, frames);
            let node = app.world().get::<Node>(entity).unwrap();
            for found in [node.left, node.margin.top] {
                assert!(is_near(found, unit(number)), "{found:?}, not {:?}", unit(number));
            }
            assert_eq!(node.right, if length == Val::Auto { length } else { node.left });
            let other = Val::Px(if frames == 2 { 13.0 } else { 25.0 });
            assert!(is_near(node.margin.left, other), "{:?}", node.margin);
            let shift = app.world().get::<UiTransform>(entity).unwrap().translation;
            assert!(is_near(shift.x, unit(number)), "{shift:?}");
        }
    }
}

#[test]
fn an_entity_blinks_by_a_chain_of_motions_of_its_visibility() {
    let mut app = app(20);
    let blink = Motion::<IsVisible>::at(true)
        .with_tween(false, ms(40), Easing::LINEAR)
        .with_tween(true, ms(40), Easing::LINEAR)
        .with_tween(false, ms(40), Easing::LINEAR);
    let entity = app.world_mut().spawn((Visibility::default(), blink)).id();
    let mut seen = Vec::new();
    for _ in 0..7 {
        app.update();
        seen.push(*app.world().get::<Visibility>(entity).unwrap() != Visibility::Hidden);
    }
    assert_eq!(seen, [true, false, false, true, true, false, false]);
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
