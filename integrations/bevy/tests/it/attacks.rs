//! Files that try to hurt who loads them: very many of something, depths, sizes that nothing backs, loops of references, and
//! files beside them. Each is read, or refused with an error that names the file and what is wrong in it; twice as many take at
//! most 2.3 times the steps. `tools/attacks` has many more for the readers that the loaders call.

use std::io;

use allocation_counter::{AllocationInfo, measure};
use bevy_asset::{Asset, AssetApp, AssetLoader, Assets, LoadContext};
use bevy_cueline::{
    cueline_assets::{Format, read, write},
    prelude::*,
};
use bevy_reflect::TypePath;

use crate::files::{app_with, load};

/// A file with all that lies beside it.
struct Attack {
    /// The loader by its ending, and what there are many of.
    name: &'static str,
    file: &'static str,
    count: usize,
    make: fn(usize) -> Vec<u8>,
    beside: fn(usize) -> Vec<(String, Vec<u8>)>,
    /// What the error says of the first thing that is wrong; nothing where the file is read.
    wrong: &'static [&'static str],
}

/// An attack on a file that is read.
const fn is_read(
    name: &'static str,
    file: &'static str,
    count: usize,
    make: fn(usize) -> Vec<u8>,
) -> Attack {
    refused(name, file, count, make, &[])
}

/// An attack on a file that is refused.
const fn refused(
    name: &'static str,
    file: &'static str,
    count: usize,
    make: fn(usize) -> Vec<u8>,
    wrong: &'static [&'static str],
) -> Attack {
    Attack { name, file, count, make, beside: |_| Vec::new(), wrong }
}

impl Attack {
    #[cfg_attr(
        not(any(feature = "gltf", feature = "sheets")),
        expect(dead_code, reason = "no files beside")
    )]
    const fn beside(self, beside: fn(usize) -> Vec<(String, Vec<u8>)>) -> Self {
        Self { beside, ..self }
    }
}

fn many(count: usize, between: &str, item: impl Fn(usize) -> String) -> String {
    (0..count).map(item).collect::<Vec<_>>().join(between)
}

/// A text before, so many items with commas, and a text after.
fn list(count: usize, before: &str, after: &str, item: impl Fn(usize) -> String) -> Vec<u8> {
    format!("{before}{}{after}", many(count, ",", item)).into_bytes()
}

/// A document of JSON.
fn with(count: usize, before: &str, after: &str, item: impl Fn(usize) -> String) -> Vec<u8> {
    list(count, &format!("{{\"version\":1,{before}"), &format!("{after}}}"), item)
}

fn clips(count: usize) -> Vec<u8> {
    with(count, "\"clips\":{", "}", |n| {
        format!(
            r#""clip {n}":{{"tracks":{{"Transform.scale.x":{{"F32":[{{"at":0,"value":{n}}}]}}}}}}"#
        )
    })
}

fn binary(json: &[u8]) -> Vec<u8> {
    write(&read(json, "a.json").unwrap().document, Format::Binary).unwrap()
}

const OWN: &[Attack] = &[
    refused(
        "parentheses inside parentheses",
        "a.cue.ron",
        5_000,
        |n| format!("(version: 1, clips: {}", "(".repeat(n)).into_bytes(),
        &["found", "needed"],
    ),
    refused(
        "brackets inside brackets of a known field",
        "a.cue.json",
        5_000,
        |n| format!("{{\"version\":1,\"clips\":{}", "[".repeat(n)).into_bytes(),
        &["found", "needed"],
    ),
    refused(
        "timelines that play one that is not there, each at its line",
        "a.cue.ron",
        200,
        |n| {
            let timeline =
                |n| format!("\"t{n}\": (items: [(action: Timeline(timeline: \"u{n}\"))])");
            format!("(version: 1, timelines: {{\n{}}})", many(n, ",\n", timeline)).into_bytes()
        },
        &["a.cue.ron:2:", "u0"],
    ),
    refused(
        "timelines that play each other, one in the other",
        "a.cue.json",
        200,
        |n| {
            with(n, r#""timelines":{"#, "}", move |at| {
                let other = (at + 1) % n;
                format!(
                    r#""t{at}":{{"items":[{{"action":{{"Timeline":{{"timeline":"t{other}"}}}}}}]}}"#
                )
            })
        },
        &["t0", "needed"],
    ),
    is_read("clips, each an asset", "a.cue.json", 300, clips),
    is_read("flipbooks, each an asset", "a.cue.json", 300, |n| {
        with(n, "\"flipbooks\":{", "}", |n| {
            format!(r#""book {n}":{{"frames":{{"Run":{{"count":4,"hold":"1s"}}}}}}"#)
        })
    }),
    is_read("timelines, each an asset", "a.cue.json", 200, |n| {
        with(n, "\"timelines\":{", "}", |n| {
            format!(
                r#""t{n}":{{"items":[{{"action":{{"Tween":{{"x":{{"from":{{"F32":0}},"to":{{"F32":1}}}}}}}},"duration":"1s"}}]}}"#
            )
        })
    }),
    is_read("labels of one character more each", "a.cue.json", 200, |n| {
        with(n, "\"clips\":{", "}", |n| {
            format!(r#""{}":{{"duration":"1s"}}"#, "a#".repeat(n % 50) + &n.to_string())
        })
    }),
    is_read("clips in the binary form", "a.cue", 300, |n| binary(&clips(n))),
    refused(
        "the second half of the binary form is missing",
        "a.cue",
        300,
        |n| {
            let mut file = binary(&clips(n));
            file.truncate(file.len() / 2);
            file
        },
        &["found", "needed"],
    ),
    #[cfg(feature = "characters")]
    is_read("animators of one clip, with as many keys", "a.cue.json", 100, |n| {
        let keys = many(n, ",", |n| format!(r#"{{"at":"{n}ms","value":[0,{n},0]}}"#));
        let before = format!(
            r#""clips":{{"walk":{{"tracks":{{"hip/translation":{{"Vec3":[{keys}]}}}}}}}},"animators":{{"#
        );
        with(n, &before, "}", |n| {
            format!(
                r#""a{n}":{{"layers":{{"body":{{"states":{{"walk":{{"motion":{{"Clip":"walk"}}}}}}}}}}}}"#
            )
        })
    }),
    #[cfg(feature = "characters")]
    refused(
        "animators of clips that are not there",
        "a.cue.json",
        100,
        |n| {
            with(n, r#""clips":{"walk":{"duration":"1s"}},"animators":{"#, "}", |n| {
                format!(
                    r#""a{n}":{{"layers":{{"body":{{"states":{{"walk":{{"motion":{{"Clip":"wolk{n}"}}}}}}}}}}}}"#
                )
            })
        },
        &["wolk0", "walk"],
    ),
    #[cfg(all(feature = "sprite", feature = "sheets"))]
    is_read("sheets of one image, whose pictures lie turned", "a.cue.json", 100, |n| {
        with(n, "\"sheets\":{", "}", |n| {
            // Each writes the same path in another way.
            let image = "./".repeat(n % 40) + "a.png";
            format!(
                r#""s{n}":{{"image":"{image}","pictures":[{{"area":[0,0,4,{n}],"rotated":true}}]}}"#
            )
        })
    })
    .beside(image),
];

/// What the loader of images in the tests reads.
#[cfg(feature = "sheets")]
fn image(_: usize) -> Vec<(String, Vec<u8>)> {
    vec![("a.png".into(), Vec::new())]
}

#[cfg(feature = "aseprite")]
const ASEPRITE: &[Attack] = &[
    is_read("frames, each with a dot of its own", "a.aseprite", 200, |n| {
        let places: Vec<u16> = (0..n).map(|n| u16::try_from(n).unwrap()).collect();
        crate::aseprite::dots([400, 4], &places)
    }),
    is_read("frames of one picture", "a.aseprite", 500, |n| {
        crate::aseprite::dots([400, 400], &vec![7; n])
    }),
    refused(
        "pixels of a picture that holds one dot",
        "a.aseprite",
        8_000,
        |n| {
            let side = u16::try_from(n).unwrap();
            crate::aseprite::dots([side, side], &[7])
        },
        &["a.aseprite", "frames: found", "needed no more than"],
    ),
    refused(
        "bytes that are all the largest",
        "a.ase",
        5_000,
        |n| {
            let mut file = crate::aseprite::two_dots();
            file.truncate(128);
            file.resize(128 + n, 255);
            file
        },
        &["found", "needed"],
    ),
];

#[cfg(feature = "gltf")]
mod models {
    use super::*;

    const BEGIN: &str = r#"{"asset":{"version":"2.0"},"#;

    /// So many buffers by their names, one after the other the keys of a node.
    fn buffers(count: usize, name: impl Fn(usize) -> String) -> Vec<u8> {
        let accessors = |n: usize| {
            format!(
                r#"{{"bufferView":{n},"componentType":5126,"count":1,"type":"SCALAR","min":[0],"max":[0]}},{{"bufferView":{n},"byteOffset":4,"componentType":5126,"count":1,"type":"VEC3"}}"#
            )
        };
        let sampler = |n: usize| format!(r#"{{"input":{},"output":{}}}"#, 2 * n, 2 * n + 1);
        let channel =
            |n: usize| format!(r#"{{"sampler":{n},"target":{{"node":{n},"path":"translation"}}}}"#);
        format!(
            r#"{BEGIN}"buffers":[{}],"bufferViews":[{}],"accessors":[{}],"nodes":[{}],"animations":[{{"samplers":[{}],"channels":[{}]}}]}}"#,
            many(count, ",", |n| format!(r#"{{"byteLength":16,"uri":"{}"}}"#, name(n))),
            many(count, ",", |n| format!(r#"{{"buffer":{n},"byteLength":16}}"#)),
            many(count, ",", accessors),
            many(count, ",", |n| format!(r#"{{"name":"n{n}"}}"#)),
            many(count, ",", sampler),
            many(count, ",", channel),
        )
        .into_bytes()
    }

    const NEEDED: &str = "needed data, or a file next to this one or in a folder below";

    pub(super) const ALL: &[Attack] = &[
        is_read("buffers beside it", "a.gltf", 100, |n| buffers(n, |n| format!("{n}.bin")))
            .beside(|n| (0..n).map(|n| (format!("{n}.bin"), vec![0; 1_000])).collect()),
        is_read("ways to write the path of one buffer", "a.gltf", 100, |n| {
            buffers(n, |n| "./".repeat(n % 40) + &"%61".repeat(n / 40) + "b.bin")
        })
        .beside(|n| (0..=n / 40).map(|n| ("a".repeat(n) + "b.bin", vec![0; 1 << 20])).collect()),
        refused(
            "buffers that are missing",
            "a.gltf",
            200,
            |n| buffers(n, |n| format!("gone {n}.bin")),
            &["a.gltf", "buffers[0].uri", "gone 0.bin", "cannot be read", "needed a file that can"],
        ),
        refused(
            "buffers outside of the folder",
            "deep/a.gltf",
            200,
            |n| buffers(n, |n| format!("../secret{n}.bin")),
            &["deep/a.gltf", "buffers[0].uri", "../secret0.bin", NEEDED],
        )
        .beside(|n| (0..n).map(|n| (format!("secret{n}.bin"), vec![0; 16])).collect()),
        refused(
            "buffers outside of the folder, in other characters",
            "deep/a.gltf",
            200,
            |n| buffers(n, |n| format!("%2e%2e/secret{n}.bin")),
            &["%2e%2e/secret0.bin", NEEDED],
        )
        .beside(|n| (0..n).map(|n| (format!("secret{n}.bin"), vec![0; 16])).collect()),
        refused(
            "absolute paths",
            "a.gltf",
            200,
            |n| buffers(n, |n| format!("/etc/{n}")),
            &["buffers[0].uri", "/etc/0", NEEDED],
        ),
        refused(
            "addresses",
            "a.gltf",
            200,
            |n| buffers(n, |n| format!("other://{n}.bin")),
            &["buffers[0].uri", "other://0.bin", NEEDED],
        ),
        refused(
            "names of devices",
            "a.gltf",
            200,
            |n| buffers(n, |n| format!("{n}/nul.bin")),
            &["buffers[0].uri", "0/nul.bin", NEEDED],
        ),
        refused(
            "buffers that are shorter than they say",
            "a.gltf",
            100,
            |n| buffers(n, |n| format!("{n}.bin")),
            &["buffers[0]", "found 8 bytes", "needed the 16 of its byteLength"],
        )
        .beside(|n| (0..n).map(|n| (format!("{n}.bin"), vec![0; 8])).collect()),
        refused(
            "nodes in a circle",
            "a.gltf",
            500,
            |n| {
                list(n, &format!("{BEGIN}\"nodes\":["), "]}", move |node| {
                    format!("{{\"children\":[{}]}}", (node + 1) % n)
                })
            },
            &["found a node that is its own descendant"],
        ),
        refused(
            "extras inside extras",
            "a.gltf",
            5_000,
            |n| format!("{BEGIN}\"extras\":{}", "{\"a\":".repeat(n)).into_bytes(),
            &["a.gltf"],
        ),
        refused(
            "bytes after the head of the binary form that are all the largest",
            "a.glb",
            5_000,
            |n| [&b"glTF\x02\0\0\0"[..], &vec![255; n]].concat(),
            &["a.glb", "found", "needed"],
        ),
    ];
}

#[cfg(feature = "lottie")]
const LOTTIE: &[Attack] = &[
    is_read("compositions, each twice in the one before", "a.lottie.json", 100, |n| {
        let asset = |n: usize| {
            let layer =
                format!(r#"{{"ty":0,"refId":"c{}","ip":0,"op":9,"st":0,"ks":{{}}}}"#, n + 1);
            format!(r#"{{"id":"c{n}","layers":[{layer},{layer}]}}"#)
        };
        let head = r#"{"fr":30,"ip":0,"op":9,"w":1,"h":1,"assets":["#;
        let after = r#",{"id":"last","layers":[]}],"layers":[{"ty":0,"refId":"c0","ip":0,"op":9,"st":0,"ks":{}}]}"#;
        list(n, head, after, asset)
    }),
    is_read("layers", "a.lottie.json", 200, |n| {
        list(n, r#"{"fr":30,"ip":0,"op":9,"w":1,"h":1,"layers":["#, "]}", |n| {
            format!(
                r#"{{"ty":3,"nm":"layer {n}","ip":0,"op":9,"st":0,"ks":{{"p":{{"a":1,"k":[{{"t":0,"s":[0,0]}},{{"t":9,"s":[1,1]}}]}}}}}}"#
            )
        })
    }),
    refused(
        "layers inside layers",
        "a.lottie.json",
        5_000,
        |n| "{\"layers\":[".repeat(n).into_bytes(),
        &["a.lottie.json", "found", "needed"],
    ),
    refused("bytes of no archive", "a.lottie", 5_000, |n| vec![80; n], &["a.lottie", "needed"]),
];

#[cfg(feature = "sheets")]
mod packed {
    use super::*;

    pub(super) const ALL: &[Attack] = &[
        is_read("pictures, one an animation", "a.json", 300, |n| {
            list(n, r#"{"frames":{"#, r#"},"meta":{"image":"a.png"}}"#, |n| {
                format!(r#""a{n}_1.png":{{"frame":{{"x":0,"y":{n},"w":8,"h":8}},"rotated":false}}"#)
            })
        }),
        is_read("pixels of a picture that lies turned", "a.json", 4_000, |n| {
            format!(
                r#"{{"frames":{{"a":{{"frame":{{"x":0,"y":0,"w":8,"h":8}},"rotated":true,"spriteSourceSize":{{"x":0,"y":0,"w":8,"h":8}},"sourceSize":{{"w":{n},"h":{n}}}}}}},"meta":{{"image":"a.png","size":{{"w":64,"h":64}}}}}}"#
            )
            .into_bytes()
        })
        .beside(image),
        refused(
            "attributes of an element",
            "a.xml",
            1_000,
            |n| format!("<TextureAtlas {}/>", many(n, " ", |n| format!("a{n}=\"1\""))).into_bytes(),
            &["a.xml", "found", "needed"],
        ),
        refused(
            "dictionaries inside dictionaries",
            "a.plist",
            2_000,
            |n| format!("<plist>{}", "<dict><key>frames</key>".repeat(n)).into_bytes(),
            &["a.plist", "found", "needed"],
        ),
        is_read("regions", "a.atlas", 300, |n| {
            let region = |n: usize| format!("a\nbounds:0,{n},8,8\nindex:{n}\n");
            format!("a.png\nsize:8,8\n{}", many(n, "", region)).into_bytes()
        }),
        refused(
            "brackets inside brackets",
            "a.json",
            5_000,
            |n| format!("{{\"frames\":{}", "[".repeat(n)).into_bytes(),
            &["a.json", "needed"],
        ),
    ];
}

fn all() -> Vec<&'static [Attack]> {
    vec![
        OWN,
        #[cfg(feature = "aseprite")]
        ASEPRITE,
        #[cfg(feature = "gltf")]
        models::ALL,
        #[cfg(feature = "lottie")]
        LOTTIE,
        #[cfg(feature = "sheets")]
        packed::ALL,
    ]
}

/// What it took to load a file, and why it was refused.
#[derive(Asset, TypePath, Clone)]
struct Taken(AllocationInfo, Option<String>);

/// Loads the file whose path its own file is, and counts what that allocates. It does so on its own thread, as the count is
/// that of a thread.
#[derive(TypePath)]
struct Measure;

impl AssetLoader for Measure {
    type Asset = Taken;
    type Settings = ();
    type Error = io::Error;

    async fn load(
        &self,
        reader: &mut dyn bevy_asset::io::Reader,
        (): &(),
        context: &mut LoadContext<'_>,
    ) -> Result<Taken, io::Error> {
        let mut path = Vec::new();
        reader.read_to_end(&mut path).await?;
        let path = String::from_utf8(path).map_err(io::Error::other)?;
        let mut problem = None;
        let info = measure(|| {
            let loaded = context.load_builder().load_value::<CueFile>(path);
            problem = bevy_tasks::block_on(loaded).err().map(|error| error.to_string());
        });
        Ok(Taken(info, problem))
    }

    fn extensions(&self) -> &[&str] {
        &["measure"]
    }
}

/// Loads the file with so many: its bytes with all beside it, and what that took.
fn open(attack: &Attack, count: usize) -> (usize, Taken) {
    let (file, beside) = ((attack.make)(count), (attack.beside)(count));
    let mut files = vec![(attack.file, &file[..]), ("it.measure", attack.file.as_bytes())];
    files.extend(beside.iter().map(|(path, bytes)| (path.as_str(), &bytes[..])));
    let (mut app, _) = app_with(&files);
    app.init_asset::<Taken>().register_asset_loader(Measure);
    #[cfg(feature = "sheets")]
    app.register_asset_loader(crate::sheets::Places);
    let handle = load::<Taken>(&mut app, "it.measure");
    let taken = app.world().resource::<Assets<Taken>>().get(&handle).unwrap().clone();
    (files.iter().map(|(_, bytes)| bytes.len()).sum(), taken)
}

#[test]
fn hostile_files_are_read_or_refused_by_name_and_twice_as_much_takes_twice_the_steps() {
    let mut broken = Vec::new();
    let mut count = 0;
    for attack in all().into_iter().flatten() {
        let Attack { name, file, count: n, wrong, .. } = attack;
        count += 1;
        // The first file of a process costs what is done once.
        let _first = open(attack, *n / 4);
        let [once, twice] = [*n, 2 * n].map(|n| {
            let (bytes, Taken(taken, problem)) = open(attack, n);
            match problem {
                Some(text) if wrong.is_empty() => broken.push(format!("{file}, {name}: {text}")),
                None if !wrong.is_empty() => broken.push(format!("{file}, {name}: read")),
                Some(text) => {
                    let missing = wrong.iter().filter(|part| !text.contains(**part));
                    broken.extend(missing.map(|part| {
                        let text: String = text.chars().take(300).collect();
                        format!("{file}, {name}: no {part:?} in {text}")
                    }));
                }
                None => {}
            }
            // The pixels of a file, and once more as whole pictures.
            if taken.bytes_max > (64 * bytes as u64).max(2 * (64 << 20)) {
                broken
                    .push(format!("{file}, {name}: {} bytes at once for {bytes}", taken.bytes_max));
            }
            [taken.count_total, taken.bytes_total, taken.bytes_max]
        });
        // Where as many pixels are claimed to each side, as many bytes are not there.
        let is_claim = name.starts_with("pixels");
        let free = if is_claim { [100, 128 << 20, 128 << 20] } else { [100, 50_000, 50_000] };
        for (index, what) in ["allocations", "bytes", "bytes at once"].into_iter().enumerate() {
            let (once, twice) = (once[index], twice[index]);
            if twice * 10 > once * 23 + free[index] * 10 {
                broken
                    .push(format!("{file}, {name}: {once} {what}, and {twice} for twice as many"));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
    assert!(count >= 10, "{count}");
}

#[cfg(feature = "sheets")]
#[test]
fn the_image_of_a_sheet_lies_in_the_folder_of_assets_and_in_the_source_of_the_sheet() {
    use std::path::Path;

    use bevy_app::App;
    use bevy_asset::io::{
        AssetSourceBuilder,
        memory::{Dir, MemoryAssetReader},
    };

    /// Turned, so that the loader itself looks into the image; and whole, so that the server loads it.
    fn sheet(image: &str, is_turned: bool) -> Vec<u8> {
        format!(
            r#"{{"frames":{{"a":{{"frame":{{"x":0,"y":0,"w":8,"h":4}},"rotated":{is_turned},"sourceSize":{{"w":8,"h":4}}}}}},"meta":{{"image":"{image}","size":{{"w":64,"h":64}}}}}}"#
        )
        .into_bytes()
    }

    // (the image, whether it is one)
    let images = [
        ("a.png", true),
        ("./a.png", true),
        ("../art/a.png", true),
        ("/art/a.png", true),
        ("../../secret.png", false),
        ("/../secret.png", false),
        ("other://a.png", false),
        ("other://art/a.png", false),
        ("..", false),
    ];
    for is_turned in [true, false] {
        for (image, is_one) in images {
            let file = sheet(image, is_turned);
            let mut app = App::new();
            let other = Dir::default();
            other.insert_asset(Path::new("a.png"), Vec::new());
            let source = AssetSourceBuilder::new(move || {
                Box::new(MemoryAssetReader { root: other.clone() })
            });
            app.register_asset_source("other", source);
            let (mut app, _) = crate::files::app_in(
                app,
                &[("art/a.json", &file), ("art/a.png", b""), ("../secret.png", b"")],
            );
            app.register_asset_loader(crate::sheets::Places);
            let handle = load::<CueFile>(&mut app, "art/a.json");
            let file = app.world().resource::<Assets<CueFile>>().get(&handle).unwrap();
            let found = file.sheets["sheet"].image.as_ref();
            assert_eq!(found.is_some(), is_one, "{image}");
            let path = found.and_then(|found| found.path()).map(ToString::to_string);
            let drawn = "art/a.json#image/sheet".to_string();
            let right = if is_turned { drawn } else { "art/a.png".to_string() };
            assert_eq!(path, is_one.then_some(right), "{image}");
        }
    }
    let text = r#"art/a.json: the sheet "sheet" shows no image: found "../../secret.png", needed a file in the folder of assets"#;
    assert!(!crate::logged(text).is_empty());
}
