//! Animators on hierarchies of entities.

use bevy_app::prelude::*;
use bevy_asset::Assets;
use bevy_cueline::{
    cueline::{
        clip::{Clip, ClipBuilder},
        event::Reason,
        value,
    },
    cueline_assets::{self, animator::AnimatorSource},
    cueline_characters::{
        animator::{AnimatorError, ParameterValue},
        motion::{RootMotion, RootOptions},
    },
    prelude::*,
};
use bevy_ecs::{hierarchy::ChildOf, name::Name, prelude::*};
use bevy_math::{Quat, Vec3};
use bevy_transform::components::Transform;

use crate::{
    Heard, app,
    files::{app_with, load, reload, run},
    heard, logged,
    play::{add, listen, now},
    record_log, updates,
};

/// It walks with `speed` over 100 ms and jumps, and its arm waves in a layer of its own. `hip` rises by 1 in 400 ms of `idle`
/// and stands at 10 in `walk`; `jump` turns the arm.
pub(crate) const HERO: &str = r#"(version: 1,
    clips: {
        "idle": (tracks: {"hip/translation": Vec3([(at: 0, value: (0, 0, 0)), (at: "400ms", value: (0, 1, 0))])}),
        "walk": (tracks: {"hip/translation": Vec3([(at: 0, value: (0, 10, 0)), (at: "400ms", value: (0, 10, 0))])}),
        "jump": (tracks: {
            "hip/translation": Vec3([(at: 0, value: (0, 20, 0)), (at: "200ms", value: (0, 20, 0))]),
            "arm/rotation": Rotation([(at: 0, value: (0, 0, 0, 1)), (at: "200ms", value: (0, 0, 1, 0))]),
        }),
        "wave": (tracks: {"arm/scale": Vec3([(at: 0, value: (2, 2, 2)), (at: "100ms", value: (2, 2, 2))])}),
    },
    animators: {"hero": (
        parameters: {"speed": Float(0.0), "jump": Trigger("100ms"), "waves": Bool(false)},
        masks: {"arms": {"arm": 1.0}},
        layers: {
            "body": (
                states: {
                    "idle": (motion: Clip("idle")),
                    "walk": (motion: Clip("walk")),
                    "jump": (motion: Clip("jump"), once: true),
                },
                transitions: [
                    (to: "jump", when: [Fired("jump")]),
                    (from: "idle", to: "walk", when: [AtLeast(parameter: "speed", value: 0.5)], change: Fade(over: "100ms")),
                    (from: "walk", to: "idle", when: [Less(parameter: "speed", value: 0.5)], change: Inertial("100ms")),
                    (from: "jump", to: "idle", when: [Progress(1.0)]),
                ],
            ),
            "arms": (
                mask: "arms",
                states: {"rest": (motion: Empty), "wave": (motion: Clip("wave"))},
                transitions: [(from: "rest", to: "wave", when: [Is("waves")])],
            ),
        },
    )},
)"#;

pub(crate) fn hero() -> CueAnimator {
    hero_of(HERO, |_| ()).unwrap()
}

/// The hero of a file, changed.
fn hero_of(file: &str, change: fn(&mut AnimatorSource)) -> Result<CueAnimator, AnimatorError> {
    let mut library = cueline_assets::ClipLibrary::new();
    library.load("hero.cue.ron", file.as_bytes()).unwrap();
    let mut source = library.animator("hero").unwrap();
    change(&mut source);
    let names = source.clips();
    let get = |name| library.get(library.id(name).unwrap()).unwrap().clone();
    let clips = names.into_iter().map(get);
    CueAnimator::new(&source, clips)
}

/// The hero, which `idle` moves up by 1 in each pass.
#[cfg(feature = "ggrs")]
pub(crate) fn rising_hero() -> CueAnimator {
    let mut library = cueline_assets::ClipLibrary::new();
    library.load("hero.cue.ron", HERO.as_bytes()).unwrap();
    let source = library.animator("hero").unwrap();
    let options = RootOptions { height: true, ..RootOptions::default() };
    let parts = source.clips().into_iter().map(|name| {
        let clip = library.get(library.id(name).unwrap()).unwrap();
        match RootMotion::extract(clip, "hip", &options) {
            Ok((root, in_place)) => (in_place, Some(root)),
            Err(_) => (clip.clone(), None),
        }
    });
    let (clips, roots): (Vec<_>, Vec<_>) = parts.unzip();
    CueAnimator::new(&source, clips).unwrap().with_roots(roots)
}

struct Hero {
    root: Entity,
    hip: Entity,
    arm: Entity,
}

fn spawn(app: &mut App, animator: CharacterAnimator) -> Hero {
    let world = app.world_mut();
    let root = world.spawn((Transform::default(), animator)).id();
    let hip = world.spawn((Name::new("hip"), Transform::default(), ChildOf(root))).id();
    let at_rest = Transform::from_xyz(1.0, 2.0, 3.0);
    let arm = world.spawn((Name::new("arm"), at_rest, ChildOf(hip))).id();
    Hero { root, hip, arm }
}

fn start(app: &mut App) -> Hero {
    let handle = add(app, hero());
    let animator = CharacterAnimator::new(now(app), handle);
    spawn(app, animator)
}

fn set(app: &mut App, entity: Entity, name: &str, value: impl Into<ParameterValue>) {
    let time = now(app);
    let mut entity = app.world_mut().entity_mut(entity);
    entity.get_mut::<CharacterAnimator>().unwrap().set(time, name, value);
}

fn height(app: &App, entity: Entity) -> f32 {
    app.world().get::<Transform>(entity).unwrap().translation.y
}

fn state(app: &App, hero: &Hero, layer: &str) -> Option<String> {
    let animator = app.world().get::<CharacterAnimator>(hero.root).unwrap();
    animator.state(layer).map(str::to_owned)
}

#[test]
fn an_animator_writes_the_joints_of_its_hierarchy_by_name() {
    let mut app = app(20);
    let hero = start(&mut app);
    updates(&mut app, 5);
    assert_eq!(height(&app, hero.hip), 0.25, "100 of 400 ms");
    let arm = *app.world().get::<Transform>(hero.arm).unwrap();
    assert_eq!(arm, Transform::from_xyz(1.0, 2.0, 3.0), "no clip of the state moves it");
}

#[test]
fn a_parameter_by_name_fades_to_another_state() {
    let mut app = app(20);
    let hero = start(&mut app);
    set(&mut app, hero.root, "speed", 1.0);
    updates(&mut app, 2);
    assert_eq!(state(&app, &hero, "body").as_deref(), Some("walk"));
    // 40 ms: 0.4 of the fade; idle stands at 0.1.
    assert!((height(&app, hero.hip) - (0.4 * 10.0 + 0.6 * 0.1)).abs() < 1e-5);
    updates(&mut app, 3);
    assert_eq!(height(&app, hero.hip), 10.0);
    let animator = app.world().get::<CharacterAnimator>(hero.root).unwrap();
    assert_eq!(animator.get("speed"), Some(ParameterValue::Float(1.0)));
    assert_eq!((animator.get("sped"), animator.state("legs")), (None, None));
}

#[test]
fn root_motion_moves_the_character_as_often_as_the_game_takes_it() {
    let file = r#"(version: 1, animators: {"hero": (layers: {"body": (states: {"turn": (motion: Clip("turn"))})})})"#;
    // A step of 2 ahead and a quarter turn in 400 ms, at a height of 1.
    let quarter = value::Quat::about(value::Vec3::new(0.0, 1.0, 0.0), core::f64::consts::FRAC_PI_2);
    let place = |at, z| Keyframe::linear(ms(at), value::Vec3::new(0.0_f32, 1.0, z));
    let turn = ClipBuilder::new("turn")
        .track("hip/translation", [place(0, 0.0), place(400, 2.0)])
        .track(
            "hip/rotation",
            [Keyframe::linear(ms(0), value::Quat::default()), Keyframe::linear(ms(400), quarter)],
        )
        .build()
        .unwrap();
    let (root, in_place) = RootMotion::extract(&turn, "hip", &RootOptions::default()).unwrap();
    let document = cueline_assets::read(file.as_bytes(), "f.ron").unwrap().document;
    let asset = CueAnimator::new(&document.animators["hero"], [in_place]).unwrap();
    for (roots, moves) in [(Some(root), true), (None, false)] {
        // (frames between two calls)
        for rarely in [1, 3] {
            let mut app = app(20);
            let handle = add(&mut app, asset.clone().with_roots([roots.clone()]));
            let start = now(&app);
            let hero = spawn(&mut app, CharacterAnimator::new(start, handle));
            // In feet, and turned to the right: the motion is in the axes of the character.
            let from = Transform::from_xyz(3.0, 0.0, 0.0)
                .with_rotation(Quat::from_rotation_y(-core::f32::consts::FRAC_PI_2))
                .with_scale(Vec3::splat(0.5));
            app.world_mut().entity_mut(hero.root).insert(from);
            for frame in 1..=60 {
                app.update();
                if frame % rarely == 0 {
                    let mut hero = app.world_mut().entity_mut(hero.root);
                    let step = hero.get_mut::<CharacterAnimator>().unwrap().take_root_motion();
                    let mut place = hero.get_mut::<Transform>().unwrap();
                    *place = *place * step;
                    let again = hero.get_mut::<CharacterAnimator>().unwrap().take_root_motion();
                    assert_eq!(again, Transform::IDENTITY);
                }
                let hip = app.world().get::<Transform>(hero.hip).unwrap();
                assert!(hip.translation.abs_diff_eq(Vec3::Y, 1e-6), "{frame}: {hip:?}");
            }
            // Three passes: ahead is -x, then z, then x.
            let place = app.world().get::<Transform>(hero.root).unwrap();
            let all = root_after(&turn, 3, from);
            let right = if moves { all } else { from };
            assert!(place.translation.abs_diff_eq(right.translation, 1e-4), "{place:?}, {right:?}");
            let turn = place.rotation.normalize();
            assert!(turn.abs_diff_eq(right.rotation.normalize(), 1e-5), "{place:?}, {right:?}");
            assert_eq!(place.scale, from.scale);
        }
    }
}

/// Where a character is after so many passes of a clip, by the first and the last key of its hip.
fn root_after(clip: &Clip, passes: u32, from: Transform) -> Transform {
    let turn = clip.track::<value::Quat>("hip/rotation").unwrap().sample(clip.duration());
    let way = clip.track::<value::Vec3>("hip/translation").unwrap().sample(clip.duration());
    let pass = Transform::from_xyz(way.x, 0.0, way.z)
        .with_rotation(Quat::from_xyzw(turn.x, turn.y, turn.z, turn.w));
    (0..passes).fold(from, |place, _| place * pass)
}

#[test]
fn an_inertial_transition_keeps_the_place_and_decays() {
    let mut app = app(10);
    let hero = start(&mut app);
    set(&mut app, hero.root, "speed", 1.0);
    updates(&mut app, 40);
    set(&mut app, hero.root, "speed", 0.0);
    app.update();
    assert!(height(&app, hero.hip) > 8.0, "no jump: {}", height(&app, hero.hip));
    updates(&mut app, 30);
    assert!(height(&app, hero.hip) < 1.1, "{}", height(&app, hero.hip));
}

#[test]
fn a_masked_layer_moves_its_joints_alone() {
    let mut app = app(20);
    let hero = start(&mut app);
    set(&mut app, hero.root, "waves", true);
    updates(&mut app, 5);
    let arm = *app.world().get::<Transform>(hero.arm).unwrap();
    assert_eq!((arm.scale, arm.translation), (Vec3::splat(2.0), Vec3::new(1.0, 2.0, 3.0)));
    assert_eq!(height(&app, hero.hip), 0.25);
}

#[test]
fn joints_match_the_matrices_of_a_crowd() {
    use bevy_cueline::cueline_characters::crowd::{CrowdBuilder, Layers, Scratch, Selection};
    use cueline_assets::{Node, Skeleton, Skin, rig::Rig};

    // Two clips, half and half, in the middle of a fade, and a third on top by its difference from the second.
    let file = r#"(version: 1, animators: {"hero": (
        parameters: {"go": Trigger("0ms")},
        poses: {"still": (clip: "two")},
        layers: {
            "body": (states: {"one": (motion: Clip("one")), "two": (motion: Clip("two"))},
                transitions: [(from: "one", to: "two", when: [Fired("go")], change: Fade(over: "200ms"))]),
            "more": (join: AddTo("still"), weight: Constant(0.5), states: {"three": (motion: Clip("three"))}),
        },
    )})"#;
    let clip = |name: &str, angle: f32, place: f32| {
        let about = |angle: f32| value::Quat::about(value::Vec3::new(0.3, 0.5, 0.8), angle.into());
        ClipBuilder::new(name)
            .track(
                "bone/rotation",
                [
                    Keyframe::linear(ms(0), about(angle)),
                    Keyframe::linear(ms(400), about(2.0 * angle)),
                ],
            )
            .track(
                "bone/translation",
                [
                    Keyframe::linear(ms(0), value::Vec3::new(place, 1.0, 0.0)),
                    Keyframe::linear(ms(400), value::Vec3::new(0.0, place, 2.0)),
                ],
            )
            .build()
            .unwrap()
    };
    let clips = [clip("one", 0.4, 1.0), clip("two", -0.7, 3.0), clip("three", 0.5, -2.0)];
    let document = cueline_assets::read(file.as_bytes(), "f.ron").unwrap().document;
    let asset = CueAnimator::new(&document.animators["hero"], clips.clone()).unwrap();
    let mut app = app(20);
    let handle = add(&mut app, asset.clone());
    let animator = CharacterAnimator::new(now(&app), handle);
    let root = app.world_mut().spawn((Transform::default(), animator)).id();
    let bone = app.world_mut().spawn((Name::new("bone"), Transform::default(), ChildOf(root))).id();
    set(&mut app, root, "go", ParameterValue::Fire);
    updates(&mut app, 5);

    let mut skeleton = Skeleton::default();
    skeleton.nodes.insert("bone".into(), Node::default());
    skeleton.skins.insert("skin".into(), Skin { joints: vec!["bone".into()], ..Skin::default() });
    let rig = Rig::new(&skeleton).unwrap();
    let builder = CrowdBuilder::new(&rig, "skin").clip(&clips[0]).clip(&clips[1]).clip(&clips[2]);
    let two = bevy_cueline::cueline_characters::ClipIndex(1);
    let crowd = builder.pose("still", two, Span::ZERO).tolerance(0.0, 1.0).build().unwrap();
    let machine = asset.animator();
    let begun = bevy_cueline::cueline::time::Time::ZERO;
    let mut state = machine.start(begun);
    state.fire(machine, begun, "go").unwrap();
    state.advance_to(machine, begun + ms(100), &mut Vec::new()).unwrap();
    let mut list = Vec::new();
    state.layers_into(machine, begun + ms(100), &mut list).unwrap();
    assert_eq!(list.len(), 3);
    let mut layers = Layers::default();
    layers.push(&list);
    let (mut scratch, mut palettes) = (Scratch::default(), Vec::new());
    crowd.palettes_into(&layers, Selection::default(), &mut scratch, &mut palettes).unwrap();
    let matrix =
        app.world().get::<Transform>(bone).unwrap().to_matrix().transpose().to_cols_array();
    for (own, crowds) in matrix.iter().zip(palettes[0]) {
        assert!((own - crowds).abs() < 1e-3, "{matrix:?}\n{:?}", palettes[0]);
    }
    let turned = app.world().get::<Transform>(bone).unwrap().rotation;
    assert!(turned.angle_between(Quat::IDENTITY) > 0.1);
}

type Said = Vec<(String, i64)>;

fn events_with_frames_of(frame_ms: u64) -> Said {
    let mut app = app(frame_ms);
    app.init_resource::<Heard<(String, i64)>>().add_observer(
        |event: On<CueEvent>, mut heard: ResMut<Heard<(String, i64)>>| {
            let text = match &event.kind {
                CueEventKind::StateEntered { layer, state } => format!("{layer} enters {state}"),
                CueEventKind::StateLeft { layer, state } => format!("{layer} leaves {state}"),
                kind => format!("{kind:?}"),
            };
            heard.0.push((text, event.due.flicks() / 705_600));
        },
    );
    app.add_systems(
        bevy_app::FixedUpdate,
        |time: Res<CueTime>, mut heroes: Query<&mut CharacterAnimator>| {
            for mut hero in &mut heroes {
                if time.tick().get() == 7 {
                    hero.fire(&time, "jump");
                }
            }
        },
    );
    start(&mut app);
    updates(&mut app, usize::try_from(600 / frame_ms).unwrap());
    heard::<(String, i64)>(&app)
}

#[test]
fn states_that_are_entered_and_left_are_events_at_any_frame_rate() {
    let events = events_with_frames_of(20);
    let at = events[2].1;
    let expected = [
        ("arms enters rest", 0),
        ("body enters idle", 0),
        ("body leaves idle", at),
        ("body enters jump", at),
        ("body leaves jump", at + 200),
        ("body enters idle", at + 200),
    ];
    let mut expected: Said = expected.iter().map(|(text, at)| ((*text).to_owned(), *at)).collect();
    expected.swap(0, 1);
    assert_eq!(events, expected);
    assert_eq!(at, 140, "the time of the seventh tick");
    for frame in [5, 50, 100] {
        assert_eq!(events_with_frames_of(frame), events, "frames of {frame} ms");
    }
}

#[test]
fn values_set_before_the_animator_is_there_count_from_their_time() {
    let mut app = app(20);
    let handle = app.world().resource::<Assets<CueAnimator>>().reserve_handle();
    let animator = CharacterAnimator::new(now(&app), handle.clone());
    let hero = spawn(&mut app, animator);
    updates(&mut app, 2);
    set(&mut app, hero.root, "speed", 2.0); // at 40 ms
    updates(&mut app, 2);
    app.world_mut().resource_mut::<Assets<CueAnimator>>().insert(&handle, self::hero()).unwrap();
    updates(&mut app, 1); // 100 ms: 0.6 of the fade; idle at 0.25
    assert!(
        (height(&app, hero.hip) - (0.6 * 10.0 + 0.4 * 0.25)).abs() < 1e-5,
        "{}",
        height(&app, hero.hip)
    );
}

#[test]
fn a_wrong_name_is_one_message_with_the_nearest_name() {
    record_log();
    let mut app = app(20);
    let hero = start(&mut app);
    app.world_mut().entity_mut(hero.hip).insert(Name::new("hipp-of-a-wrong-name"));
    for _ in 0..5 {
        set(&mut app, hero.root, "spede", 1.0);
        set(&mut app, hero.root, "jump", 3);
        app.update();
    }
    let lines = logged(r#""spede""#);
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(
        lines[0].contains(r#"there is no parameter "spede"; did you mean "speed"?"#),
        "{lines:?}"
    );
    let lines = logged("the value is for an integer");
    assert_eq!(lines.len(), 1, "{lines:?}");
    let lines = logged("hipp-of-a-wrong-name");
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].contains(r#"called "hip""#), "{lines:?}");
    // A name that is right again is found, without a message.
    app.world_mut().entity_mut(hero.hip).insert(Name::new("hip"));
    updates(&mut app, 5);
    assert_eq!(height(&app, hero.hip), 0.5, "200 of 400 ms");
}

#[test]
fn joints_that_are_spawned_later_are_found_without_a_message() {
    record_log();
    let mut app = app(20);
    // A joint with a name of its own, as all tests write to one log.
    let late = hero_of(&HERO.replace("hip/", "late-hip/"), |_| ()).unwrap();
    let handle = add(&mut app, late);
    let animator = CharacterAnimator::new(now(&app), handle);
    let root = app.world_mut().spawn((Transform::default(), animator)).id();
    updates(&mut app, 4);
    let hip =
        app.world_mut().spawn((Name::new("late-hip"), Transform::default(), ChildOf(root))).id();
    updates(&mut app, 1);
    assert_eq!(height(&app, hip), 0.25);
    let lines = logged("late-hip");
    assert!(lines.len() == 1 && lines[0].contains(r#"called "arm""#), "{lines:?}");
}

#[test]
fn a_rider_keeps_its_joints_from_the_animator_of_its_horse() {
    let mut app = app(20);
    let horse = start(&mut app);
    let rider = start(&mut app);
    app.world_mut().entity_mut(horse.root).despawn_children();
    app.world_mut().entity_mut(rider.root).insert(ChildOf(horse.root));
    let hip =
        app.world_mut().spawn((Name::new("hip"), Transform::default(), ChildOf(horse.root))).id();
    app.world_mut().spawn((Name::new("arm"), Transform::default(), ChildOf(hip)));
    set(&mut app, horse.root, "speed", 1.0);
    updates(&mut app, 10);
    assert_eq!((height(&app, hip), height(&app, rider.hip)), (10.0, 0.5));
}

#[test]
fn an_animator_of_a_file_is_an_asset_and_goes_on_after_a_reload() {
    let (mut app, dir) = app_with(&[("walks.cue.ron", HERO.as_bytes())]);
    let handle = load::<CueAnimator>(&mut app, "walks.cue.ron#animator/hero");
    let animator = CharacterAnimator::new(now(&app), handle.clone());
    let hero = spawn(&mut app, animator);
    set(&mut app, hero.root, "speed", 1.0);
    run(&mut app, 10);
    assert_eq!(
        (state(&app, &hero, "body").as_deref(), height(&app, hero.hip)),
        (Some("walk"), 10.0)
    );
    let higher = HERO.replace("(0, 10, 0)", "(0, 12, 0)");
    reload(&mut app, &dir, "walks.cue.ron", &handle, &higher);
    run(&mut app, 1);
    assert_eq!(
        (state(&app, &hero, "body").as_deref(), height(&app, hero.hip)),
        (Some("walk"), 12.0)
    );
    // Other states: it starts again, and keeps its values.
    let other = higher.replace(
        r#""jump": (motion: Clip("jump"), once: true),"#,
        r#""jump": (motion: Clip("jump"), once: true), "sit": (motion: Clip("idle")),"#,
    );
    reload(&mut app, &dir, "walks.cue.ron", &handle, &other);
    run(&mut app, 10);
    assert_eq!(
        (state(&app, &hero, "body").as_deref(), height(&app, hero.hip)),
        (Some("walk"), 12.0)
    );
    assert_eq!(logged(&format!("entity {}: its animator has other states", hero.root)).len(), 1);
}

#[test]
fn footsteps_are_cues_of_the_clip_with_the_greatest_weight() {
    let file = r#"(version: 1,
        clips: {
            "walk": (duration: "400ms", cues: [(at: "100ms", name: "left"), (at: "300ms", name: "right")]),
            "run": (duration: "400ms", cues: [(at: "100ms", name: "leap")]),
        },
        animators: {"hero": (
            parameters: {"speed": Float(1.0)},
            layers: {"body": (states: {
                "move": (motion: Blend(along: "speed", clips: [(at: 1.0, clip: "walk"), (at: 3.0, clip: "run")])),
            })},
        )},
    )"#;
    let mut app = app(20);
    listen(&mut app);
    let animator = hero_of(file, |_| ()).unwrap();
    let handle = app.world_mut().resource_mut::<Assets<CueAnimator>>().add(animator);
    let hero = CharacterAnimator::new(now(&app), handle);
    let root = app.world_mut().spawn((hero, Transform::default())).id();
    // Cues as they are heard, with their times in milliseconds; not the states.
    let steps = |app: &App| -> Vec<(i64, String)> {
        let heard: Vec<(String, i64, Reason)> = heard(app);
        let heard = heard.into_iter().filter(|(name, ..)| !name.starts_with("State"));
        heard.map(|(name, at, _)| (at, name)).collect()
    };
    updates(&mut app, 21); // 400 ms
    assert_eq!(steps(&app), [(100, "left".to_owned()), (300, "right".to_owned())]);
    set(&mut app, root, "speed", 2.5);
    updates(&mut app, 10);
    assert_eq!(steps(&app)[2..], [(500, "leap".to_owned())]);
}

#[test]
fn an_animator_whose_clips_are_elsewhere_is_no_asset_and_the_log_says_so() {
    let start = HERO.find("clips: {").unwrap();
    let end = HERO.find("animators: {").unwrap();
    let alone = format!("{}{}", &HERO[..start], &HERO[end..]);
    let (mut app, _dir) = app_with(&[("alone.cue.ron", alone.as_bytes())]);
    let file = load::<CueFile>(&mut app, "alone.cue.ron");
    let file = app.world().resource::<Assets<CueFile>>().get(&file).unwrap();
    assert!(file.animators.is_empty() && !file.document.animators.is_empty());
    assert_eq!(logged(r#"alone.cue.ron: the animator "hero" is no asset"#).len(), 1);
}

#[test]
fn a_missing_clip_or_mask_is_an_error_with_the_nearest_name() {
    let file = r#"(version: 1, animators: {"hero": (
        layers: {"body": (states: {"idle": (motion: Clip("idle"))})},
    )})"#;
    let document = cueline_assets::read(file.as_bytes(), "f.ron").unwrap().document;
    let clip = ClipBuilder::new("idel").duration(ms(100)).build().unwrap();
    let error = CueAnimator::new(&document.animators["hero"], [clip]).unwrap_err().to_string();
    assert!(
        error.ends_with(r#"there is no clip "idle"; did you mean "idel"? There are: idel"#),
        "{error}"
    );
    let without = |source: &mut AnimatorSource| {
        let arms = source.masks.shift_remove("arms").unwrap();
        source.masks.insert("arm".into(), arms);
    };
    let error = hero_of(HERO, without).unwrap_err().to_string();
    assert_eq!(
        error,
        r#"the animator: there is no mask "arms"; did you mean "arm"? There are: arm"#
    );
}

#[test]
fn an_animator_that_is_made_without_a_clock_starts_with_its_insertion() {
    let mut app = app(20);
    let handle = add::<CueAnimator>(&mut app, hero());
    let made = CharacterAnimator::on_insert(handle.clone());
    for ticks in [0, 3] {
        updates(&mut app, ticks);
        let without = spawn(&mut app, made.clone());
        let with = CharacterAnimator::new(now(&app), handle.clone());
        let with = spawn(&mut app, with);
        let mut heights = Vec::new();
        for _ in 0..8 {
            app.update();
            let [one, other] = [&without, &with].map(|hero| crate::play::place(&app, hero.hip).y);
            assert_eq!(one, other);
            heights.push(one);
        }
        heights.dedup();
        assert_eq!(heights.len(), 8, "it moves: {heights:?}");
    }
}
