//! Files of real exporters (`tests/exporters`), against other programs' evaluation of the same files.
//!
//! What lottie-web and three.js show was recorded once, with the scripts in `tests/exporters/record`. Aseprite's files are
//! read by another crate here, and Tiled's by a plain JSON reader.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::PathBuf,
};

use cueline::{
    clip::Clip,
    time::{Span, Time},
    value::{Quat, Vec2, Vec3},
};
use serde_json::Value;

fn bytes(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/exporters").join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn json(name: &str) -> Value {
    serde_json::from_slice(&bytes(name)).unwrap()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

/// The values of a track at a time, whatever its type; of separate axes together.
fn shown(clip: &Clip, path: &str, at: Span) -> Option<Vec<f64>> {
    if let Ok(track) = clip.track::<f32>(path) {
        return Some(vec![f64::from(track.sample(at))]);
    }
    if let Ok(track) = clip.track::<Vec3>(path) {
        let Vec3 { x, y, z } = track.sample(at);
        return Some([x, y, z].map(f64::from).into());
    }
    if let Ok(track) = clip.track::<Quat>(path) {
        let Quat { x, y, z, w } = track.sample(at);
        return Some([x, y, z, w].map(f64::from).into());
    }
    if let Ok(track) = clip.track::<Vec2>(path) {
        let Vec2 { x, y } = track.sample(at);
        return Some([x, y].map(f64::from).into());
    }
    let axis = |axis| clip.track::<f32>(&format!("{path}.{axis}")).ok();
    let axes = [axis("x")?, axis("y")?].into_iter().chain(axis("z"));
    Some(axes.map(|axis| f64::from(axis.sample(at))).collect())
}

/// What differs, and how many numbers were compared.
#[derive(Default)]
struct Comparison {
    numbers: usize,
    widest: f64,
    off: Vec<String>,
}

impl Comparison {
    /// `near` is the allowed difference of values up to 1; of larger ones it is that part of their largest number.
    fn compare(&mut self, what: &str, ours: &[f64], theirs: &[f64], near: f64) {
        assert_eq!(ours.len(), theirs.len(), "{what}: how many numbers");
        let size = theirs.iter().fold(1.0, |size: f64, number| size.max(number.abs()));
        for (ours, theirs) in ours.iter().zip(theirs) {
            self.numbers += 1;
            let off = (ours - theirs).abs() / size;
            self.widest = self.widest.max(off);
            if off > near {
                self.off.push(format!("{what}: {ours}, recorded {theirs}"));
            }
        }
    }

    fn holds(&self, least: usize) {
        let first: Vec<_> = self.off.iter().take(20).map(String::as_str).collect();
        assert!(first.is_empty(), "{} of {}:\n{}", self.off.len(), self.numbers, first.join("\n"));
        assert!(self.numbers >= least, "{} numbers", self.numbers);
        println!("{} numbers, the widest difference {:e}", self.numbers, self.widest);
    }
}

/// Each layer's transform, also in precompositions, as lottie-web evaluates it.
fn lottie(name: &str, file: &[u8], recorded: &Value) -> Comparison {
    let source: Value = serde_json::from_slice(file).unwrap();
    let document = cueline_import::lottie::read(file).unwrap().document;
    let built: BTreeMap<&str, Clip> =
        document.clips.iter().map(|(name, clip)| (&**name, clip.build(name).unwrap())).collect();
    let rate = document.clips.values().next().unwrap().frame_rate().as_hz_f64();
    let mut seen = Comparison::default();
    let mut last: BTreeMap<String, Value> = BTreeMap::new();
    for frame in recorded["frames"].as_array().unwrap() {
        let at = frame["frame"].as_f64().unwrap();
        for (layer, values) in frame["layers"].as_object().unwrap() {
            if values != "same" {
                last.insert(layer.clone(), values.clone());
            }
            let (mut layers, mut clip) = (&source["layers"], document.clips.keys().next().unwrap());
            let mut time = Span::from_secs_f64(at / rate).unwrap();
            let mut path = layer.split('/').peekable();
            let (own, index) = loop {
                let index: usize = path.next().unwrap().parse().unwrap();
                let own = name_of(layers, index);
                if path.peek().is_none() {
                    break (own, index);
                }
                let inner = built[&**clip].track::<f64>(&format!("{own}/time")).unwrap();
                time = Span::from_secs_f64(inner.sample(time)).unwrap();
                let shows = &layers[index]["refId"];
                clip = &document.clips[&**clip].meta[&format!("{own}/composition")];
                let mut assets = source["assets"].as_array().unwrap().iter();
                layers = &assets.find(|asset| &asset["id"] == shows).unwrap()["layers"];
            };
            for (property, theirs) in last[layer].as_object().unwrap() {
                let known = [
                    ("a", "anchor"),
                    ("p", "position"),
                    ("px", "position.x"),
                    ("py", "position.y"),
                    ("pz", "position.z"),
                    ("s", "scale"),
                    ("r", "rotation"),
                    ("rx", "rotation.x"),
                    ("ry", "rotation.y"),
                    ("rz", "rotation"),
                    ("or", "orientation"),
                    ("sk", "skew"),
                    ("sa", "skew axis"),
                    ("o", "opacity"),
                ];
                let track = known.iter().find(|(short, _)| short == property).unwrap().1;
                let what = format!("{name}, frame {at}, layer {layer} ({own}), {track}");
                let mut theirs = numbers(theirs);
                let shown = shown(&built[&**clip], &format!("{own}/{track}"), time);
                let Some(ours) = shown else {
                    // Without a track a property is at its usual value, and the file does not give it.
                    let given = given(&layers[index], property);
                    assert!(given.is_none(), "{what}: no track for {given:?}");
                    assert!(theirs.iter().all(|value| [0.0, 1.0].contains(value)), "{what}");
                    continue;
                };
                // lottie-web shows three numbers of a layer in the plane, too.
                let plane = layers[index]["ddd"] != 1 && property != "or" && theirs.len() == 3;
                theirs.truncate(if plane { 2 } else { 3 });
                // A file may give one number for all axes.
                theirs.resize(ours.len().max(theirs.len()), theirs[0]);
                seen.compare(&what, &ours, &theirs, 1e-4);
            }
        }
    }
    seen
}

/// What a layer says about a property of its transform; of separate axes the one that is asked for.
fn given<'a>(layer: &'a Value, property: &str) -> Option<&'a Value> {
    let transform = &layer["ks"];
    match property.strip_prefix('p').filter(|axis| !axis.is_empty()) {
        Some(axis) => transform["p"].get(axis),
        None => transform.get(property),
    }
}

/// The name of a layer's tracks: its own, with its place behind it where an earlier layer has that name; its place without
/// one.
fn name_of(layers: &Value, index: usize) -> String {
    let name = |index: usize| layers[index]["nm"].as_str().unwrap_or_default();
    if name(index).is_empty() {
        return format!("layers[{index}]");
    }
    let taken = (0..index).any(|before| name(before) == name(index));
    if taken { format!("{}#{index}", name(index)) } else { name(index).to_owned() }
}

#[test]
fn transforms_of_after_effects_equal_lottie_web() {
    let mut all = Comparison::default();
    for name in ["adrock", "dalek", "ripple", "starfish", "lights"] {
        let file = bytes(&format!("lottie/{name}.json"));
        let one = lottie(name, &file, &json(&format!("lottie/{name}.values.json")));
        println!("{name}: {} numbers, {} differ, {:e}", one.numbers, one.off.len(), one.widest);
        all.numbers += one.numbers;
        all.widest = all.widest.max(one.widest);
        all.off.extend(one.off);
    }
    all.holds(20_000);
}

/// Every file in a folder, `CUELINE_LOTTIE`, with its recording next to it: `NAME.json` and `NAME.values.json`.
///
/// What may differ: handles outside of their segment, which are moved to its ends here, and `rz` of a layer in the plane,
/// which lottie-web does not read.
#[test]
#[ignore = "needs a folder of files with their recordings"]
fn transforms_of_a_folder_equal_lottie_web() {
    let folder = std::env::var_os("CUELINE_LOTTIE").expect("CUELINE_LOTTIE names the folder");
    let (mut files, mut numbers, mut off) = (0, 0, 0);
    let paths = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    for path in paths {
        let Ok(recorded) = fs::read(path.with_extension("values.json")) else { continue };
        let name = path.file_stem().unwrap().to_string_lossy();
        let recorded = serde_json::from_slice(&recorded).unwrap();
        let one = lottie(&name, &fs::read(&path).unwrap(), &recorded);
        if let Some(first) = one.off.first() {
            println!("{name}: {} of {} numbers differ, as {first}", one.off.len(), one.numbers);
        }
        files += 1;
        numbers += one.numbers;
        off += one.off.len();
    }
    println!("{files} files, {numbers} numbers, {off} differ");
    assert!(files > 0 && off * 10_000 <= numbers);
}

/// Translations, rotations, scales and weights of all nodes, as three.js evaluates them.
fn gltf(name: &str, file: &[u8]) -> Comparison {
    let document =
        cueline_import::gltf::read(file, &mut cueline_import::gltf::no_files).unwrap().document;
    let json_part = if file.starts_with(b"glTF") {
        let length = u32::from_le_bytes(file[12..16].try_into().unwrap()) as usize;
        &file[20..20 + length]
    } else {
        file
    };
    let source: Value = serde_json::from_slice(json_part).unwrap();
    let recorded = json(&format!("gltf/{name}.values.json"));
    let mut seen = Comparison::default();
    let animations = recorded["animations"].as_array().unwrap();
    assert_eq!(animations.len(), document.clips.len());
    let clips = document.clips.iter().zip(source["animations"].as_array().unwrap());
    for (animation, ((name, clip), own)) in animations.iter().zip(clips) {
        // Without a name, the place: three.js calls it `animation_0`.
        assert!(own.get("name").is_none_or(|own| own == name && animation["name"] == **name));
        let clip = clip.build(name).unwrap();
        let channels: BTreeSet<(String, String)> = own["channels"]
            .as_array()
            .unwrap()
            .iter()
            .map(|channel| &channel["target"])
            .map(|at| (at["node"].to_string(), at["path"].as_str().unwrap().to_owned()))
            .collect();
        let frames = animation["frames"].as_array().unwrap();
        let mut met = 0;
        for frame in frames {
            let seconds = frame["time"].as_f64().unwrap();
            let at = Span::from_secs_f64(seconds).unwrap();
            for (index, values) in frame["nodes"].as_object().unwrap() {
                let node = &source["nodes"][index.parse::<usize>().unwrap()]["name"];
                let node = node.as_str().map_or_else(|| format!("nodes[{index}]"), str::to_owned);
                for (property, theirs) in values.as_object().unwrap() {
                    let mut theirs = numbers(theirs);
                    if property == "rotation" {
                        theirs = unit(&theirs);
                    }
                    let what = format!("{name} at {seconds} s: {node}/{property}");
                    let path = format!("{node}/{property}");
                    let is_animated = channels.contains(&(index.clone(), property.clone()));
                    met += usize::from(is_animated);
                    let shown: Option<Vec<f64>> = if property == "weights" {
                        let one = |number| shown(&clip, &format!("{path}/{number}"), at);
                        let all: Vec<_> = (0..).map_while(one).flatten().collect();
                        (!all.is_empty()).then_some(all)
                    } else {
                        shown(&clip, &path, at)
                    };
                    assert_eq!(shown.is_some(), is_animated, "{what}: a track as in the file");
                    let Some(mut ours) = shown else { continue };
                    let dot: f64 = ours.iter().zip(&theirs).map(|(a, b)| a * b).sum();
                    if property == "rotation" && dot < 0.0 {
                        ours.iter_mut().for_each(|number| *number = -*number);
                    }
                    // Cubic rotations are followed to a ten-thousandth of a radian, so half of that in each number.
                    let near = if property == "rotation" { 5e-5 } else { 1e-5 };
                    seen.compare(&what, &ours, &theirs, near);
                }
            }
        }
        assert_eq!(met, channels.len() * frames.len(), "{name}: every channel in every frame");
    }
    seen
}

#[test]
fn animations_of_blender_equal_three_js() {
    let seen = gltf("crane", &bytes("gltf/crane.glb"));
    seen.holds(31 * (3 + (4 + 3) + (4 + 4 + 4 + 3) + 2)); // the frames, and the numbers of each animation's channels
}

/// The rotations of a character's bones, as Babylon.js evaluates them.
#[test]
fn animations_of_3ds_max_equal_babylon_js() {
    let file = bytes("babylon/elf_run.babylon");
    let document = cueline_import::babylon::read(&file).unwrap().document;
    let source: Value = serde_json::from_slice(&file).unwrap();
    let recorded = json("babylon/elf_run.values.json");
    let mut seen = Comparison::default();
    let groups = recorded["groups"].as_array().unwrap();
    assert_eq!(groups.len(), document.clips.len());
    for (group, (name, read)) in groups.iter().zip(&document.clips) {
        assert_eq!(group["name"], **name);
        let clip = read.build(name).unwrap();
        // Tracks have the order of the animations in the file.
        let tracks: Vec<&String> = read.tracks.keys().collect();
        assert_eq!(
            tracks.len(),
            source["animationGroups"][0]["targetedAnimations"].as_array().unwrap().len()
        );
        for frame in group["frames"].as_array().unwrap() {
            let number = frame["frame"].as_f64().unwrap();
            let at = Span::from_frames_f64(number, clip.rate()).unwrap();
            for (path, theirs) in tracks.iter().zip(frame["values"].as_array().unwrap()) {
                assert!(path.ends_with("/rotationQuaternion"), "{path}");
                let (mut ours, theirs) =
                    (unit(&shown(&clip, path, at).unwrap()), unit(&numbers(theirs)));
                if ours.iter().zip(&theirs).map(|(a, b)| a * b).sum::<f64>() < 0.0 {
                    ours.iter_mut().for_each(|number| *number = -*number);
                }
                seen.compare(&format!("{path} at frame {number}"), &ours, &theirs, 1e-5);
            }
        }
    }
    seen.holds(20 * 29 * 4); // the bones, the frames, and the numbers of a rotation
}

/// A rotation with length 1: keys of files are rounded to few digits.
fn unit(rotation: &[f64]) -> Vec<f64> {
    let length = rotation.iter().map(|part| part * part).sum::<f64>().sqrt();
    rotation.iter().map(|part| part / length).collect()
}

#[test]
fn animations_of_khronos_samples_equal_three_js() {
    for (name, numbers) in [("SimpleMorph", 2), ("AnimatedTriangle", 4)] {
        gltf(name, &bytes(&format!("gltf/{name}.gltf"))).holds(31 * numbers);
    }
}

#[test]
fn sprites_of_aseprite_equal_another_reader() {
    use aseprite_loader::{
        binary::chunks::tags::AnimationDirection,
        loader::{AsepriteFile, LayerSelection},
    };
    use cueline_import::aseprite::{self, Selection};

    let (mut frames, mut tags) = (0, 0);
    for name in ["tags", "layers", "combine", "issue_4_2"] {
        let file = bytes(&format!("aseprite/{name}.aseprite"));
        let other = AsepriteFile::load(&file).unwrap();
        let atlas = aseprite::atlas(&file, "sheet.png", &Selection::default()).unwrap();
        let document = &atlas.read.document;
        let parsed = aseprite_loader::binary::file::parse_file(&file).unwrap();
        assert_eq!(document.sheets["sheet"].pictures.len(), parsed.frames.len(), "{name}");
        for number in 0..parsed.frames.len() {
            let size = [parsed.header.width, parsed.header.height].map(u32::from);
            let mut theirs = vec![0; (size[0] * size[1] * 4) as usize];
            other.render_frame(number, &mut theirs, &LayerSelection::Visible).unwrap();
            let ([width, height], ours) = crate::aseprite::pixels::frame(&atlas, number);
            assert_eq!([width, height], size, "{name}, frame {number}");
            for (at, (ours, theirs)) in ours.chunks(4).zip(theirs.chunks(4)).enumerate() {
                let clear = ours[3] == 0 && theirs[3] == 0;
                assert!(
                    clear || ours == theirs,
                    "{name}, frame {number}, pixel {at}: {ours:?}, {theirs:?}"
                );
            }
            frames += 1;
        }
        for tag in &parsed.tags {
            let (book, mut at) = (&document.flipbooks[tag.name], Time::ZERO);
            let mut run: Vec<u16> = tag.frames.clone().collect();
            if matches!(
                tag.animation_direction,
                AnimationDirection::Reverse | AnimationDirection::PingPongReverse
            ) {
                run.reverse();
            }
            let flipbook = book.build().unwrap();
            for number in run {
                let hold = Span::from_millis(parsed.frames[usize::from(number)].duration.into());
                for at in [at, at + hold - Span::FLICK] {
                    let shown = flipbook.frame_at(Time::ZERO, at);
                    assert_eq!(shown, u32::from(number), "{name}: {} at {at:?}", tag.name);
                }
                at += hold;
            }
            tags += 1;
        }
    }
    assert!(frames >= 8 && tags >= 3, "{frames} frames, {tags} tags");
}

#[test]
fn animations_of_tiled_are_those_of_the_file() {
    let source = json("tiled/items.json");
    let document = cueline_import::tiled::read(&bytes("tiled/items.json")).unwrap().document;
    let animated: Vec<&Value> = source["tiles"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|tile| tile.get("animation").is_some())
        .collect();
    assert_eq!((animated.len(), document.flipbooks.len()), (2, 2));
    for tile in animated {
        let book = &document.flipbooks[&*format!("items/{}", tile["id"])];
        let flipbook = book.build().unwrap();
        let mut at = Time::ZERO;
        for frame in tile["animation"].as_array().unwrap() {
            let hold = Span::from_millis(frame["duration"].as_i64().unwrap());
            for at in [at, at + hold - Span::FLICK] {
                let shown = flipbook.frame_at(Time::ZERO, at);
                assert_eq!(u64::from(shown), frame["tileid"].as_u64().unwrap());
            }
            at += hold;
        }
        let first = tile["animation"][0]["tileid"].as_u64();
        assert_eq!(Some(flipbook.frame_at(Time::ZERO, at).into()), first, "it starts again");
    }
}
