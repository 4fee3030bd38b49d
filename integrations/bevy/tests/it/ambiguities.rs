//! Beside the plugins of Bevy, no system of ours is one of which Bevy cannot know whether it runs before another.

use bevy_app::{PluginsState, prelude::*};
use bevy_cueline::prelude::*;
use bevy_ecs::{
    prelude::*,
    schedule::{LogLevel, ScheduleBuildSettings, Schedules},
};

/// All plugins of `DefaultPlugins` that need neither a window nor a device to draw on, in their order there.
fn add_bevy(app: &mut App) {
    use bevy_window::{ExitCondition, WindowPlugin};

    let no_window = WindowPlugin {
        primary_window: None,
        exit_condition: ExitCondition::DontExit,
        ..WindowPlugin::default()
    };
    app.add_plugins((
        TaskPoolPlugin::default(),
        bevy_diagnostic::FrameCountPlugin,
        bevy_time::TimePlugin,
        bevy_transform::TransformPlugin,
        bevy_diagnostic::DiagnosticsPlugin,
        bevy_input::InputPlugin,
        bevy_input_focus::InputFocusPlugin,
        bevy_input_focus::InputDispatchPlugin,
        no_window,
        bevy_a11y::AccessibilityPlugin,
        bevy_asset::AssetPlugin::default(),
        bevy_world_serialization::WorldSerializationPlugin,
    ))
    .add_plugins((
        bevy_image::ImagePlugin::default(),
        bevy_mesh::MeshPlugin,
        bevy_camera::CameraPlugin,
        bevy_sprite::SpritePlugin,
        bevy_text::TextPlugin,
        bevy_ui::UiPlugin,
        bevy_state::app::StatesPlugin,
    ));
    #[cfg(feature = "audio")]
    app.add_plugins(bevy_audio::AudioPlugin::default());
}

/// Four clocks, one of which is always there; a property of the game; and what plays by paths.
fn add_ours(app: &mut App, plugin: CuelinePlugin) {
    #[derive(Component, Clone, Copy, Debug, PartialEq, Digest, Lerp)]
    struct Lamp(f32);

    app.add_plugins(plugin)
        .add_cue_clock::<u8>(ClockSource::Real)
        .add_cue_clock::<u16>(ClockSource::Virtual)
        .add_cue_clock::<u32>(ClockSource::FixedTicks)
        .animate::<Lamp>()
        .add_offset::<Translation>()
        .add_offset::<Scale>()
        .add_offset::<SpriteColor>();
}

fn add_queues(app: &mut App) {
    app.add_queue::<u8>().add_queue::<u16>().add_queue::<u32>().add_queue::<u64>();
}

/// In each schedule, the pairs of systems of which Bevy cannot know which one runs first.
fn ambiguities(mut app: App) -> Vec<String> {
    assert_eq!(app.plugins_state(), PluginsState::Ready);
    app.finish();
    app.cleanup();
    let labels: Vec<_> =
        app.world().resource::<Schedules>().iter().map(|(_, schedule)| schedule.label()).collect();
    let mut all = Vec::new();
    for label in labels {
        app.world_mut().schedule_scope(label, |world, schedule| {
            schedule.set_build_settings(ScheduleBuildSettings {
                ambiguity_detection: LogLevel::Ignore,
                ..Default::default()
            });
            schedule.initialize(world).unwrap();
            let names: Vec<_> =
                schedule.systems().unwrap().map(|(key, system)| (key, system.name())).collect();
            for (one, other, _) in schedule.graph().conflicting_systems().iter() {
                let name = |key| {
                    names.iter().find(|(own, _)| *own == key).map(|(_, name)| name.to_string())
                };
                let mut pair = [name(*one), name(*other)].map(Option::unwrap_or_default);
                pair.sort();
                all.push(format!("{label:?}: {pair:?}"));
            }
        });
    }
    all.sort();
    all
}

/// The pairs that are there with `ours`, and are not there without.
fn added(others: impl Fn(&mut App), ours: impl Fn(&mut App)) -> Vec<String> {
    let app = |adds: &[&dyn Fn(&mut App)]| {
        let mut app = App::new();
        adds.iter().for_each(|add| add(&mut app));
        app
    };
    let before = ambiguities(app(&[&others]));
    let mut both = ambiguities(app(&[&others, &ours]));
    for pair in before {
        if let Some(place) = both.iter().position(|other| *other == pair) {
            both.remove(place);
        }
    }
    both
}

#[test]
fn no_system_is_ambiguous_with_those_of_bevy_or_with_each_other() {
    let pairs = added(add_bevy, |app| {
        add_ours(app, CuelinePlugin::default());
        add_queues(app);
    });
    assert!(pairs.is_empty(), "{}: {pairs:#?}", pairs.len());
}

#[cfg(feature = "ggrs")]
#[test]
fn no_system_is_ambiguous_beside_bevy_ggrs() {
    use bevy_ggrs::prelude::*;

    #[derive(Message, Clone, PartialEq)]
    struct Sound;

    let others = |app: &mut App| {
        add_bevy(app);
        app.add_plugins(GgrsPlugin::<GgrsConfig<u8, usize>>::default());
    };
    let pairs = added(others, |app| {
        add_ours(app, CuelinePlugin::default().rollback());
        add_queues(app);
        app.add_rollback_queue::<i8>()
            .add_rollback_queue::<i16>()
            .add_rollback_queue::<i32>()
            .add_rollback_queue::<i64>()
            .add_cue_ledger::<Sound>();
    });
    assert!(pairs.is_empty(), "{}: {pairs:#?}", pairs.len());
}
