//! Sheets of packers: layouts, first pictures, animations and cues, from every form of file.

use bevy_app::prelude::*;
use bevy_asset::{AssetApp, AssetLoader, Assets, LoadContext, io::Reader};
use bevy_cueline::{cueline::time::Time, prelude::*};
use bevy_ecs::prelude::*;
use bevy_image::{Image, TextureAtlasLayout};
use bevy_math::URect;
use bevy_reflect::TypePath;
use bevy_sprite::Sprite;

use crate::{
    files::{app_with, load, now, run},
    logged,
    play::{listen, reported},
};

/// A tile, and a walk of two pictures.
const HASH: &str = r#"{"frames": {
 "tile": {"frame": {"x": 0, "y": 0, "w": 8, "h": 8}, "rotated": false, "sourceSize": {"w": 8, "h": 8}},
 "walk_1": {"frame": {"x": 8, "y": 0, "w": 8, "h": 6}, "rotated": false, "sourceSize": {"w": 8, "h": 6}},
 "walk_2": {"frame": {"x": 16, "y": 0, "w": 8, "h": 6}, "rotated": false, "sourceSize": {"w": 8, "h": 6}}},
 "meta": {"image": "a.png", "size": {"w": 32, "h": 8}}}"#;

const PHASER: &str = r#"{"textures": [{"image": "a.png", "size": {"w": 32, "h": 8}, "frames": [
 {"filename": "tile", "frame": {"x": 0, "y": 0, "w": 8, "h": 8}},
 {"filename": "walk_1", "frame": {"x": 8, "y": 0, "w": 8, "h": 6}},
 {"filename": "walk_2", "frame": {"x": 16, "y": 0, "w": 8, "h": 6}}]}]}"#;

const XML: &str = r#"<TextureAtlas imagePath="a.png" width="32" height="8">
<SubTexture name="tile" x="0" y="0" width="8" height="8"/>
<SubTexture name="walk_1" x="8" y="0" width="8" height="6"/>
<SubTexture name="walk_2" x="16" y="0" width="8" height="6"/></TextureAtlas>"#;

const PLIST: &str = r#"<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>frames</key><dict>
<key>tile</key><dict><key>frame</key><string>{{0,0},{8,8}}</string><key>sourceSize</key><string>{8,8}</string></dict>
<key>walk_1</key><dict><key>frame</key><string>{{8,0},{8,6}}</string><key>sourceSize</key><string>{8,6}</string></dict>
<key>walk_2</key><dict><key>frame</key><string>{{16,0},{8,6}}</string><key>sourceSize</key><string>{8,6}</string></dict>
</dict><key>metadata</key><dict><key>size</key><string>{32,8}</string><key>textureFileName</key><string>a.png</string></dict></dict></plist>"#;

const ATLAS: &str = "a.png\nsize: 32, 8\ntile\nbounds: 0, 0, 8, 8\nwalk_1\nbounds: 8, 0, 8, 6\nwalk_2\nbounds: 16, 0, 8, 6\n";

/// As Aseprite writes it, with a text at the second frame of the walk.
const ASEPRITE: &str = r#"{"frames": [
 {"filename": "0", "frame": {"x": 0, "y": 0, "w": 8, "h": 8}, "duration": 100},
 {"filename": "1", "frame": {"x": 8, "y": 0, "w": 8, "h": 6}, "duration": 100},
 {"filename": "2", "frame": {"x": 16, "y": 0, "w": 8, "h": 6}, "duration": 100}],
 "meta": {"app": "https://www.aseprite.org/", "image": "a.png", "size": {"w": 32, "h": 8},
  "frameTags": [{"name": "walk", "from": 1, "to": 2, "direction": "forward"}],
  "layers": [{"name": "body", "cels": [{"frame": 2, "data": "step"}]}]}}"#;

const FORMS: [(&str, &str); 6] = [
    ("a.json", HASH),
    ("a.json", PHASER),
    ("a.xml", XML),
    ("a.plist", PLIST),
    ("a.atlas", ATLAS),
    ("a.json", ASEPRITE),
];

/// An image of 64 by 64 pixels, whose red and green say where each pixel is.
#[derive(TypePath)]
pub(crate) struct Places;

impl AssetLoader for Places {
    type Asset = Image;
    type Settings = ();
    type Error = std::io::Error;

    async fn load(
        &self,
        _: &mut dyn Reader,
        (): &(),
        _: &mut LoadContext<'_>,
    ) -> Result<Image, std::io::Error> {
        let mut image = Image::default();
        image.texture_descriptor.size.width = 64;
        image.texture_descriptor.size.height = 64;
        let places = (0..64_u8).flat_map(|y| (0..64_u8).map(move |x| [x, y, 7, 255]));
        image.data = Some(places.flatten().collect());
        Ok(image)
    }

    fn extensions(&self) -> &[&str] {
        &["png"]
    }
}

fn file(app: &mut App, path: &'static str) -> CueFile {
    let handle = load::<CueFile>(app, path);
    app.world().resource::<Assets<CueFile>>().get(&handle).unwrap().clone()
}

fn areas(app: &App, sheet: &CueSheet) -> Vec<URect> {
    let layouts = app.world().resource::<Assets<TextureAtlasLayout>>();
    layouts.get(&sheet.layout).unwrap().textures.clone()
}

#[test]
fn a_sheet_of_every_packer_is_an_atlas_with_its_animations() {
    for (path, text) in FORMS {
        let (mut app, _) = app_with(&[(path, text.as_bytes()), ("a.png", b"")]);
        listen(&mut app);
        let file = file(&mut app, path);
        let (_, sheet) = file.sheets.iter().next().unwrap();
        let wanted = [URect::new(0, 0, 8, 8), URect::new(8, 0, 16, 6), URect::new(16, 0, 24, 6)];
        assert_eq!(areas(&app, sheet), wanted, "{text}");
        assert_eq!(sheet.image.as_ref().unwrap().path().unwrap().to_string(), "a.png");
        assert_eq!(file.flipbooks.keys().collect::<Vec<_>>(), ["walk"], "{text}");

        let sprite = file.sprite("walk").unwrap();
        assert_eq!(sprite.texture_atlas.as_ref().unwrap().index, 1, "{text}");
        assert!(file.sprite("run").is_none());
        let player = FlipbookPlayer::new(now(&app), file.flipbooks["walk"].clone());
        let entity = app.world_mut().spawn((sprite, player)).id();
        let index = |app: &App| {
            let sprite = app.world().get::<Sprite>(entity).unwrap();
            sprite.texture_atlas.as_ref().unwrap().index
        };
        let mut shown = Vec::new();
        for _ in 0..15 {
            run(&mut app, 1);
            shown.push(index(&app));
        }
        let wanted = [[1; 4].to_vec(), vec![2; 5], vec![1; 5], vec![2]].concat();
        assert_eq!(shown, wanted, "{text}");
        let steps: Vec<_> = reported(&app).into_iter().filter(|(name, _)| name == "step").collect();
        let wanted: &[_] =
            if text == ASEPRITE { &[("step".into(), 100), ("step".into(), 300)] } else { &[] };
        assert_eq!(steps, wanted, "{text}");
    }
}

#[test]
fn items_of_a_sheet_have_labels() {
    let (mut app, _) = app_with(&[("a.xml", XML.as_bytes()), ("a.png", b"")]);
    let walk = load::<CueFlipbook>(&mut app, "a.xml#flipbook/walk");
    let walk = &app.world().resource::<Assets<CueFlipbook>>().get(&walk).unwrap().book;
    assert_eq!(walk.frame_at(Time::ZERO, Time::ZERO), 1);
    let layout = load::<TextureAtlasLayout>(&mut app, "a.xml#layout/sheet");
    let layouts = app.world().resource::<Assets<TextureAtlasLayout>>();
    assert_eq!(layouts.get(&layout).unwrap().textures.len(), 3);
}

/// Ten by twenty pixels, rotated clockwise at 2, 20, in a whole picture of 32 by 32 at 14, 7; and half of it upright.
const TURNED: &str = r#"{"frames": {
 "box": {"frame": {"x": 2, "y": 20, "w": 10, "h": 20}, "rotated": true, "spriteSourceSize": {"x": 14, "y": 7, "w": 10, "h": 20}, "sourceSize": {"w": 32, "h": 32}},
 "low": {"frame": {"x": 40, "y": 4, "w": 5, "h": 5}, "rotated": false, "sourceSize": {"w": 5, "h": 5}}},
 "meta": {"image": "a.png", "size": {"w": 64, "h": 64}}}"#;

#[test]
fn pictures_that_lie_rotated_or_trimmed_are_whole_and_upright() {
    let (mut app, _) = app_with(&[("a.json", TURNED.as_bytes()), ("a.png", b"")]);
    app.register_asset_loader(Places);
    let file = file(&mut app, "a.json");
    let sheet = &file.sheets["sheet"];
    let areas = areas(&app, sheet);
    let sizes: Vec<_> = areas.iter().map(|area| (area.width(), area.height())).collect();
    assert_eq!(sizes, [(32, 32), (5, 5)]);
    let images = app.world().resource::<Assets<Image>>();
    let image = images.get(sheet.image.as_ref().unwrap()).unwrap();
    let width = image.texture_descriptor.size.width as usize;
    let data = image.data.as_ref().unwrap();
    for (area, offset, size, rotated) in
        [(areas[0], [14, 7], [10, 20], true), (areas[1], [0, 0], [5, 5], false)]
    {
        for y in 0..area.height() {
            for x in 0..area.width() {
                let at = ((area.min.y + y) as usize * width + (area.min.x + x) as usize) * 4;
                let (column, row) = (x.wrapping_sub(offset[0]), y.wrapping_sub(offset[1]));
                let wanted = match column < size[0] && row < size[1] {
                    false => [0; 4],
                    // Its left column is the top row on the sheet, from the right.
                    true if rotated => [2 + 19 - row, 20 + column, 7, 255],
                    true => [40 + column, 4 + row, 7, 255],
                };
                let found = [0, 1, 2, 3].map(|byte| u32::from(data[at + byte]));
                assert_eq!(found, wanted, "pixel {x}, {y}");
            }
        }
    }
}

#[test]
fn without_a_loader_of_images_turned_pictures_are_told_of() {
    let (mut app, _) = app_with(&[("turned.json", TURNED.as_bytes()), ("a.png", b"")]);
    let file = file(&mut app, "turned.json");
    let areas = areas(&app, &file.sheets["sheet"]);
    assert_eq!(areas[0], URect::new(2, 20, 22, 30), "as it lies on the sheet");
    assert!(!logged("turned.json: pictures of the sheet \"sheet\" lie rotated").is_empty());
}

#[test]
fn a_file_of_no_known_format_is_an_error_that_names_it() {
    let (mut app, _) = app_with(&[("level.json", br#"{"level": 1}"#)]);
    let server = app.world().resource::<bevy_asset::AssetServer>().clone();
    let handle = server.load::<CueFile>("level.json");
    crate::files::wait(&mut app, |_| server.load_state(&handle).is_failed());
    let bevy_asset::LoadState::Failed(error) = server.load_state(&handle) else { unreachable!() };
    let text = error.to_string();
    assert!(text.contains("level.json") && text.contains("a file of no known format"), "{text}");
}
