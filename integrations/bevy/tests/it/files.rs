use std::{path::Path, time::Instant};

use bevy_app::{TaskPoolPlugin, prelude::*};
use bevy_asset::{
    AssetApp, AssetPlugin, AssetServer, Assets, Handle, LoadState,
    io::{
        AssetSourceBuilder, AssetSourceId,
        memory::{Dir, MemoryAssetReader},
    },
};
use bevy_cueline::{cueline::time::Time, prelude::*};
use bevy_ecs::prelude::*;
use bevy_sprite::Sprite;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;
use core::time::Duration;

use crate::{Heard, heard, logged, record_log, updates};

/// An app whose files are in memory, with 50 ticks per second and a tick in each frame.
pub(crate) fn app_with(files: &[(&str, &[u8])]) -> (App, Dir) {
    app_in(App::new(), files)
}

/// The same in an app that has other sources of assets already.
pub(crate) fn app_in(app: App, files: &[(&str, &[u8])]) -> (App, Dir) {
    let (mut app, dir) = with_files(app, files);
    app.add_plugins(CuelinePlugin::default());
    begin(&mut app);
    (app, dir)
}

/// The app with Bevy's plugins.
fn with_files(mut app: App, files: &[(&str, &[u8])]) -> (App, Dir) {
    record_log();
    let dir = Dir::default();
    for (path, content) in files {
        dir.insert_asset(Path::new(path), content.to_vec());
    }
    let root = dir.clone();
    let source =
        AssetSourceBuilder::new(move || Box::new(MemoryAssetReader { root: root.clone() }));
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin))
        .register_asset_source(AssetSourceId::Default, source)
        // As with the feature `file_watcher`: labelled assets are followed.
        .add_plugins(AssetPlugin { watch_for_changes_override: Some(true), ..Default::default() });
    (app, dir)
}

fn begin(app: &mut App) {
    app.insert_resource(crate::ticks(50))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
    crate::on_one_thread(app);
    app.update();
}

#[test]
fn the_plugin_loads_files_also_where_bevys_plugins_come_after_it() {
    let file = br#"(version: 1, clips: {"hop": (tracks: {"Transform.translation.y": F32([
        (at: 0, value: 0.0), (at: "100ms", value: 10.0)])})})"#;
    for is_last in [true, false] {
        let mut app = App::new();
        let mut made = None;
        if !is_last {
            app.add_plugins(CuelinePlugin::default());
            let clip = ClipBuilder::new("made").duration(ms(70)).build().unwrap();
            made = Some(app.world_mut().resource_mut::<Assets<CueClip>>().add(clip));
        }
        let (mut app, _) = with_files(app, &[("a.cue.ron", file)]);
        if is_last {
            app.add_plugins(CuelinePlugin::default());
        }
        // As `App::run` does it.
        app.finish();
        app.cleanup();
        begin(&mut app);
        let hop = load::<CueClip>(&mut app, "a.cue.ron#clip/hop");
        let player = ClipPlayer::on_insert(hop.clone(), Repeat::Once);
        let entity = app.world_mut().spawn((Transform::default(), player)).id();
        run(&mut app, 6);
        assert_eq!(app.world().get::<Transform>(entity).unwrap().translation.y, 10.0);
        // What was made before is there, under its own handle.
        if let Some(made) = made {
            let clips = app.world().resource::<Assets<CueClip>>();
            assert_eq!(clips.get(&made).unwrap().0.duration(), ms(70));
            assert_ne!(made.id(), hop.id());
            assert_eq!(clips.get(&hop).unwrap().0.duration(), ms(100));
        }
    }
}

/// The labels of a file that another plugin loads too are those of that plugin, whether its loader is there or is to come.
#[cfg(feature = "gltf")]
#[test]
fn an_extension_that_another_plugin_loads_stays_with_it() {
    use bevy_asset::{Asset, AssetLoader, LoadContext, io::Reader};
    use bevy_reflect::TypePath;

    /// A scene of a plugin that loads glTF files.
    #[derive(Asset, TypePath)]
    struct Scene(usize);

    #[derive(TypePath)]
    struct Scenes;

    impl AssetLoader for Scenes {
        type Asset = Scene;
        type Settings = ();
        type Error = std::io::Error;

        async fn load(
            &self,
            reader: &mut dyn Reader,
            (): &(),
            context: &mut LoadContext<'_>,
        ) -> Result<Scene, std::io::Error> {
            let mut bytes = Vec::new();
            reader.read_to_end(&mut bytes).await?;
            context.add_labeled_asset("Scene0".to_owned(), Scene(bytes.len()));
            Ok(Scene(0))
        }

        fn extensions(&self) -> &[&str] {
            &["gltf", "glb"]
        }
    }

    for is_to_come in [false, true] {
        let buffer = walk_bin();
        let (mut app, _) = with_files(App::new(), &[("a.gltf", WALK), ("walk.bin", &buffer)]);
        app.init_asset::<Scene>();
        if is_to_come {
            app.preregister_asset_loader::<Scenes>(&["gltf", "glb"]);
        } else {
            app.register_asset_loader(Scenes);
        }
        app.add_plugins(CuelinePlugin::default());
        if is_to_come {
            app.register_asset_loader(Scenes);
        }
        begin(&mut app);
        let scene = load::<Scene>(&mut app, "a.gltf#Scene0");
        assert_eq!(app.world().resource::<Assets<Scene>>().get(&scene).unwrap().0, WALK.len());
        let file = load::<CueFile>(&mut app, "a.gltf");
        let walk = &app.world().resource::<Assets<CueFile>>().get(&file).unwrap().clips["walk"];
        let walk = walk.clone();
        let clips = app.world().resource::<Assets<CueClip>>();
        assert_eq!(clips.get(&walk).unwrap().0.duration(), secs(1.0));
        // Once the file is there, the path finds its clip.
        let named = load::<CueClip>(&mut app, "a.gltf#clip/walk");
        assert_eq!(named, walk);
    }
}

/// Updates without time until the condition holds.
pub(crate) fn wait(app: &mut App, until: impl Fn(&App) -> bool) {
    let still = TimeUpdateStrategy::ManualDuration(Duration::ZERO);
    let time = std::mem::replace(&mut *app.world_mut().resource_mut::<TimeUpdateStrategy>(), still);
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(60) {
        app.update();
        if until(app) {
            *app.world_mut().resource_mut::<TimeUpdateStrategy>() = time;
            return;
        }
        std::thread::yield_now();
    }
    panic!("nothing came");
}

pub(crate) fn load<A: bevy_asset::Asset>(app: &mut App, path: &'static str) -> Handle<A> {
    let handle = app.world().resource::<AssetServer>().load::<A>(path);
    let id = handle.id();
    wait(app, |app| app.world().resource::<Assets<A>>().contains(id));
    handle
}

pub(crate) fn run(app: &mut App, frames: usize) {
    let frame = TimeUpdateStrategy::ManualDuration(Duration::from_millis(20));
    *app.world_mut().resource_mut::<TimeUpdateStrategy>() = frame;
    updates(app, frames);
}

fn replace(app: &mut App, dir: &Dir, path: &'static str, content: &str) {
    dir.insert_asset_text(Path::new(path), content);
    app.world().resource::<AssetServer>().reload(path);
}

pub(crate) fn now(app: &App) -> Moment {
    Moment::from(app.world().resource::<CueTime>())
}

fn x(app: &App, entity: Entity) -> f32 {
    app.world().get::<Transform>(entity).unwrap().translation.x
}

/// A clip from 0 to `to` in `duration` ms, with a cue at `cue` ms.
pub(crate) fn clip(to: f32, duration: u32, cue: u32) -> String {
    format!(
        r#"(version: 1, clips: {{"go": (
    tracks: {{"Transform.translation.x": F32([(at: 0, value: 0.0), (at: "{duration}ms", value: {to:?})])}},
    cues: [(at: "{cue}ms", name: "tick")],
)}})"#
    )
}

fn play(app: &mut App, path: &'static str, repeat: Repeat) -> (Entity, Handle<CueClip>) {
    app.init_resource::<Heard<(String, i64)>>().add_observer(
        |event: On<CueEvent>, mut heard: ResMut<Heard<(String, i64)>>| {
            let kind = match event.cue() {
                Some(name) => name.to_string(),
                None => format!("{:?}", event.kind),
            };
            heard.0.push((kind, event.due.flicks() / 705_600));
        },
    );
    let handle = load::<CueClip>(app, path);
    let player = ClipPlayer::new(now(app), handle.clone(), repeat);
    (app.world_mut().spawn((Transform::default(), player)).id(), handle)
}

/// Changes a file and waits until an item of it is another one.
#[cfg(feature = "characters")]
pub(crate) fn reload<A: bevy_asset::Asset>(
    app: &mut App,
    dir: &Dir,
    path: &'static str,
    item: &Handle<A>,
    text: &str,
) {
    use bevy_ecs::message::Messages;

    app.world_mut().resource_mut::<Messages<bevy_asset::AssetEvent<A>>>().clear();
    replace(app, dir, path, text);
    let id = item.id();
    wait(app, move |app| {
        let events = app.world().resource::<Messages<bevy_asset::AssetEvent<A>>>();
        events.iter_current_update_messages().any(|event| event.is_modified(id))
    });
}

fn reload_clip(app: &mut App, dir: &Dir, path: &'static str, handle: &Handle<CueClip>, text: &str) {
    let before = app.world().resource::<Assets<CueClip>>().get(handle).unwrap().0.clone();
    replace(app, dir, path, text);
    let id = handle.id();
    wait(app, move |app| {
        let clip = app.world().resource::<Assets<CueClip>>().get(id).unwrap();
        !std::sync::Arc::ptr_eq(&clip.0, &before)
    });
}

#[test]
fn items_of_a_file_are_assets_with_labels() {
    let text = r#"(version: 1,
        clips: {"hop": (tracks: {"Transform.translation.x": F32([(at: 0, value: 1.0), (at: "1s", value: 3.0)])})},
        flipbooks: {"walk": (frames: List([(show: 4, hold: "100ms"), (show: 2, hold: "50ms")]))},
        timelines: {"enter": (items: [(action: Clip(clip: "hop"))])},
    )"#;
    let (mut app, _) = app_with(&[("hero.cue.ron", text.as_bytes())]);
    let file = load::<CueFile>(&mut app, "hero.cue.ron");
    let file = app.world().resource::<Assets<CueFile>>().get(&file).unwrap().clone();
    let walk = app.world().resource::<Assets<CueFlipbook>>().get(&file.flipbooks["walk"]).unwrap();
    let shown = [0, 100].map(|at| walk.book.frame_at(Time::ZERO, Time::ZERO + ms(at)));
    assert_eq!((walk.book.frames().get(), shown), (2, [4, 2]));
    let hop = load::<CueClip>(&mut app, "hero.cue.ron#clip/hop");
    assert_eq!(hop, file.clips["hop"], "the label and the file give one handle");
    assert!(app.world().resource::<Assets<CueTimeline>>().contains(&file.timelines["enter"]));
}

// The law `reload_continues`, in an app.
#[test]
fn a_reloaded_clip_goes_on_at_its_place_with_its_new_duration() {
    let path = "grows.cue.ron#clip/go";
    let (mut app, dir) = app_with(&[("grows.cue.ron", clip(10.0, 100, 90).as_bytes())]);
    let (entity, handle) = play(&mut app, path, Repeat::Forever);
    run(&mut app, 12); // two passes and 40 ms
    assert_eq!(x(&app, entity), 4.0);
    reload_clip(&mut app, &dir, "grows.cue.ron", &handle, &clip(100.0, 200, 30));
    assert_eq!(x(&app, entity), 20.0, "40 of 200 ms");
    run(&mut app, 2);
    assert_eq!(x(&app, entity), 40.0);
    run(&mut app, 8); // 240 ms: 40 ms into the next pass
    let events = heard::<(String, i64)>(&app);
    let expected = [
        ("Start", 0),
        ("tick", 90),
        ("Loop(1)", 100),
        ("tick", 190),
        ("Loop(2)", 200),
        ("Loop(3)", 400),
        ("tick", 430), // the cue at 30 ms lay behind when the file changed
    ];
    assert_eq!(events, expected.map(|(name, at)| (name.to_string(), at)));
}

#[test]
fn a_clip_that_becomes_shorter_than_its_place_ends_next_and_once() {
    let path = "shrinks.cue.ron#clip/go";
    let (mut app, dir) = app_with(&[("shrinks.cue.ron", clip(10.0, 200, 10).as_bytes())]);
    let (entity, handle) = play(&mut app, path, Repeat::Once);
    run(&mut app, 8);
    reload_clip(&mut app, &dir, "shrinks.cue.ron", &handle, &clip(7.0, 100, 100));
    run(&mut app, 1);
    assert_eq!(x(&app, entity), 7.0);
    let names = |app: &App| -> Vec<String> {
        heard::<(String, i64)>(app).into_iter().map(|(name, _)| name).collect()
    };
    assert_eq!(names(&app), ["Start", "tick", "tick", "End"], "the cue at the new end too");
    reload_clip(&mut app, &dir, "shrinks.cue.ron", &handle, &clip(9.0, 300, 200));
    run(&mut app, 20);
    assert_eq!(x(&app, entity), 9.0, "what has ended plays on, as there is more now");
    assert_eq!(names(&app)[4..], ["tick", "End"], "and ends there");
}

#[test]
fn a_broken_file_is_logged_with_its_line_and_the_old_asset_stays() {
    let path = "breaks.cue.ron#clip/go";
    let (mut app, dir) = app_with(&[("breaks.cue.ron", clip(10.0, 100, 50).as_bytes())]);
    let (entity, _) = play(&mut app, path, Repeat::Once);
    run(&mut app, 2);
    replace(
        &mut app,
        &dir,
        "breaks.cue.ron",
        &clip(10.0, 100, 50).replace("value: 10.0", "valeu: 10.0"),
    );
    wait(&mut app, |_| !logged("breaks.cue.ron:2:").is_empty());
    let lines = logged("breaks.cue.ron:2:");
    assert!(lines[0].contains("found no `value`, needed one"), "{lines:?}");
    run(&mut app, 2);
    assert_eq!(x(&app, entity), 8.0, "the old clip goes on");
}

#[test]
fn a_timeline_that_names_an_unknown_one_is_logged_with_its_line_and_column() {
    let text = "(version: 1, timelines: {\n    \"enters\": (items: [(action: Timeline(timeline: \"enter\"))]),\n})";
    let (mut app, _) = app_with(&[("unknown.cue.ron", text.as_bytes())]);
    let _handle = app
        .world()
        .resource::<AssetServer>()
        .load::<CueTimeline>("unknown.cue.ron#timeline/enters");
    wait(&mut app, |_| !logged("unknown.cue.ron:").is_empty());
    let lines = logged("unknown.cue.ron:");
    assert!(lines[0].contains("unknown.cue.ron:2:52"), "{lines:?}");
}

#[test]
fn a_file_or_label_that_is_missing_is_one_message() {
    let (mut app, _) = app_with(&[("there.cue.ron", clip(1.0, 100, 50).as_bytes())]);
    let server = app.world().resource::<AssetServer>().clone();
    let handle = server.load::<CueClip>("there.cue.ron#clip/gone");
    let player = ClipPlayer::new(now(&app), handle.clone(), Repeat::Once);
    app.world_mut().spawn((Transform::default(), player));
    let id = handle.id();
    wait(&mut app, |app| {
        let state = app.world().resource::<AssetServer>().get_load_state(id);
        // Bevy logs it after that, in another thread.
        matches!(state, Some(LoadState::Failed(_))) && !logged("clip/gone").is_empty()
    });
    run(&mut app, 3);
    let lines = logged("clip/gone");
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].contains("clip/go"), "it names what the file holds: {lines:?}");
}

#[cfg(feature = "lottie")]
#[test]
fn a_lottie_file_is_loaded() {
    let text = br#"{"v":"5.7.0","fr":60,"ip":0,"op":60,"w":10,"h":10,"layers":[{"ty":4,"nm":"box","ip":0,"op":60,"st":0,
        "ks":{"o":{"a":1,"k":[{"t":0,"s":[0],"o":{"x":[0],"y":[0]},"i":{"x":[1],"y":[1]}},{"t":60,"s":[100]}]}},
        "shapes":[]}]}"#;
    let (mut app, _) = app_with(&[("logo.lottie.json", text)]);
    let file = load::<CueFile>(&mut app, "logo.lottie.json");
    let file = app.world().resource::<Assets<CueFile>>().get(&file).unwrap();
    assert!(!file.clips.is_empty(), "{:?}", file.document);
}

/// A second of `walk`, with its keys in `walk.bin`.
#[cfg(feature = "gltf")]
const WALK: &[u8] = br#"{"asset": {"version": "2.0"}, "nodes": [{"name": "arm"}],
    "buffers": [{"uri": "walk.bin", "byteLength": 32}],
    "bufferViews": [{"buffer": 0, "byteLength": 32}],
    "accessors": [
        {"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1]},
        {"bufferView": 0, "byteOffset": 8, "componentType": 5126, "count": 2, "type": "VEC3"}],
    "animations": [{"name": "walk",
        "samplers": [{"input": 0, "output": 1}],
        "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]}]}"#;

#[cfg(feature = "gltf")]
fn walk_bin() -> Vec<u8> {
    let numbers = [0.0_f32, 1.0, 0.0, 0.0, 0.0, 4.0, 5.0, 6.0];
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

#[cfg(feature = "gltf")]
#[test]
fn a_gltf_file_is_loaded_with_the_buffers_beside_it() {
    let buffer = walk_bin();
    let (mut app, _) = app_with(&[("models/walk.gltf", WALK), ("models/walk.bin", &buffer)]);
    let clip = load::<CueClip>(&mut app, "models/walk.gltf#clip/walk");
    let clip = app.world().resource::<Assets<CueClip>>().get(&clip).unwrap();
    assert_eq!(clip.0.duration(), secs(1.0));
    assert!(clip.0.channels().any(|(path, _)| path == "arm/translation"));
}

#[cfg(feature = "gltf")]
#[test]
fn a_gltf_file_may_have_its_keys_in_many_files() {
    let count = 32;
    let list = |item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<Vec<_>>().join(",");
    let text = format!(
        r#"{{"asset": {{"version": "2.0"}}, "nodes": [{}], "buffers": [{}], "bufferViews": [{}], "accessors": [{}],
        "animations": [{{"name": "walk", "samplers": [{}], "channels": [{}]}}]}}"#,
        list(&|i| format!(r#"{{"name": "arm{i}"}}"#)),
        list(&|i| format!(r#"{{"uri": "{i}.bin", "byteLength": 32}}"#)),
        list(&|i| format!(r#"{{"buffer": {i}, "byteLength": 32}}"#)),
        list(&|i| format!(
            r#"{{"bufferView": {i}, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1]}},
            {{"bufferView": {i}, "byteOffset": 8, "componentType": 5126, "count": 2, "type": "VEC3"}}"#
        )),
        list(&|i| format!(r#"{{"input": {}, "output": {}}}"#, 2 * i, 2 * i + 1)),
        list(&|i| format!(
            r#"{{"sampler": {i}, "target": {{"node": {i}, "path": "translation"}}}}"#
        )),
    );
    let numbers = [0.0_f32, 1.0, 0.0, 0.0, 0.0, 4.0, 5.0, 6.0];
    let keys: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    let names: Vec<_> = (0..count).map(|i| format!("{i}.bin")).collect();
    let mut files: Vec<(&str, &[u8])> = vec![("walk.gltf", text.as_bytes())];
    files.extend(names.iter().map(|name| (name.as_str(), keys.as_slice())));
    let (mut app, _) = app_with(&files);
    let clip = load::<CueClip>(&mut app, "walk.gltf#clip/walk");
    let clip = app.world().resource::<Assets<CueClip>>().get(&clip).unwrap();
    assert_eq!(clip.0.channels().count(), count);
}

#[cfg(feature = "aseprite")]
#[test]
fn an_aseprite_file_plays_with_its_own_pixels() {
    let (mut app, _) = app_with(&[("hero.aseprite", &crate::aseprite::two_dots())]);
    let handle = load::<CueFile>(&mut app, "hero.aseprite");
    let file = app.world().resource::<Assets<CueFile>>().get(&handle).unwrap().clone();
    let sheet = &file.sheets["sheet"];
    let layout = app.world().resource::<Assets<bevy_image::TextureAtlasLayout>>();
    let areas = layout.get(&sheet.layout).unwrap().textures.clone();
    assert_eq!(areas.len(), 2);
    assert!(areas.iter().all(|area| area.size() == bevy_math::UVec2::new(4, 3)), "whole pictures");

    let images = app.world().resource::<Assets<bevy_image::Image>>();
    let image = images.get(sheet.image.as_ref().unwrap()).unwrap();
    let dot = |frame: usize| {
        let area = areas[frame];
        let pixels =
            (area.min.y..area.max.y).flat_map(|y| (area.min.x..area.max.x).map(move |x| (x, y)));
        let pixels =
            pixels.filter(|&(x, y)| image.get_color_at(x, y).unwrap().to_srgba().alpha > 0.0);
        pixels.map(|(x, y)| (x - area.min.x, y - area.min.y)).collect::<Vec<_>>()
    };
    assert_eq!((dot(0), dot(1)), (vec![(0, 1)], vec![(3, 1)]), "each at its place");

    let player = FlipbookPlayer::new(now(&app), file.flipbooks["all"].clone());
    let sprite = app.world_mut().spawn((sheet.sprite(), player)).id();
    let index = |app: &App| {
        app.world().get::<Sprite>(sprite).unwrap().texture_atlas.as_ref().unwrap().index
    };
    run(&mut app, 4);
    assert_eq!(index(&app), 0);
    run(&mut app, 1);
    assert_eq!(index(&app), 1, "the second frame shows from 100 ms on");
}
