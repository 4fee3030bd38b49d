//! Text files of other programs.

use cueline_import::{
    aseprite, babylon, bvh, cocos, gltf, libgdx, lottie, sparrow, texturepacker, tiled,
};

use crate::{Attack, is_loaded, list, many, read, refused};

fn tiled(file: &[u8]) -> bool {
    is_loaded(tiled::read(file))
}

fn sparrow(file: &[u8]) -> bool {
    is_loaded(sparrow::read(file, "a.png"))
}

fn cocos(file: &[u8]) -> bool {
    is_loaded(cocos::read(file, "a.png"))
}

fn libgdx(file: &[u8]) -> bool {
    is_loaded(libgdx::read(file))
}

fn texturepacker(file: &[u8]) -> bool {
    is_loaded(texturepacker::read(file, "a.png"))
}

fn gltf(file: &[u8]) -> bool {
    is_loaded(gltf::read(file, &mut gltf::no_files))
}

fn lottie(file: &[u8]) -> bool {
    is_loaded(lottie::read(file))
}

fn babylon(file: &[u8]) -> bool {
    is_loaded(babylon::read(file))
}

fn bvh(file: &[u8]) -> bool {
    is_loaded(bvh::read(file, "a"))
}

fn aseprite(file: &[u8]) -> bool {
    is_loaded(aseprite::read(file, "a.png"))
}

const TILESET: &str = r#"<tileset name="a" tilewidth="1" tileheight="1" tilecount="9999" columns="1"><image source="a.png" width="1" height="9999"/>"#;

fn tiles(count: usize, tile: impl Fn(usize) -> String) -> Vec<u8> {
    format!("{TILESET}{}</tileset>", many(count, "", tile)).into_bytes()
}

const MOTION: &str = r#"{"a":1,"k":[{"t":0,"s":[0,0]},{"t":9,"s":[1,1]}]}"#;
const LOTTIE: &str = r#"{"fr":30,"ip":0,"op":9,"w":1,"h":1,"#;

fn layers(count: usize, layer: impl Fn(usize) -> String) -> Vec<u8> {
    list(count, &format!("{LOTTIE}\"layers\":["), "]}", layer)
}

const GLTF: &str = r#"{"asset":{"version":"2.0"},"#;

/// Two keys of a translation, in the file itself.
const KEYS: &str = r#""accessors":[{"bufferView":0,"componentType":5126,"count":1,"type":"SCALAR","min":[0],"max":[0]},{"bufferView":0,"componentType":5126,"count":1,"type":"VEC3"}],"bufferViews":[{"buffer":0,"byteLength":12}],"buffers":[{"byteLength":12,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAA"}]"#;

pub(crate) const ALL: &[Attack] = &[
    refused("tiled: attributes of an element", 1_000, tiled, |n| {
        format!("<tileset {}/>", many(n, " ", |n| format!("a{n}=\"1\""))).into_bytes()
    }),
    read("tiled: elements inside elements", 2_000, tiled, |n| {
        format!("<tileset>{}{}</tileset>", "<a>".repeat(n), "</a>".repeat(n)).into_bytes()
    }),
    refused("tiled: entities of entities", 200, tiled, |n| {
        let entities = many(n, "", |n| format!("<!ENTITY e{} \"&e{n};&e{n};\">", n + 1));
        format!("<!DOCTYPE tileset [<!ENTITY e0 \"a\">{entities}]><tileset name=\"&e{n};\"/>")
            .into_bytes()
    }),
    read("tiled: tiles", 300, tiled, |n| {
        tiles(n, |n| {
            format!(
                r#"<tile id="{n}"><animation><frame tileid="0" duration="9"/></animation></tile>"#
            )
        })
    }),
    refused("tiled: one tile again and again", 300, tiled, |n| {
        tiles(n, |_| {
            r#"<tile id="1"><animation><frame tileid="0" duration="9"/></animation></tile>"#.into()
        })
    }),
    read("tiled: frames of an animation", 500, tiled, |n| {
        let frames = r#"<frame tileid="0" duration="9"/>"#.repeat(n);
        tiles(1, |_| format!(r#"<tile id="1"><animation>{frames}</animation></tile>"#))
    }),
    read("sparrow: parts", 500, sparrow, |n| {
        let part =
            |n: usize| format!(r#"<SubTexture name="a_{n}" x="0" y="{n}" width="8" height="8"/>"#);
        format!("<TextureAtlas imagePath=\"a.png\">{}</TextureAtlas>", many(n, "", part))
            .into_bytes()
    }),
    read("sparrow: one part again and again", 500, sparrow, |n| {
        let part = r#"<SubTexture name="a_1" x="0" y="0" width="8" height="8"/>"#.repeat(n);
        format!("<TextureAtlas imagePath=\"a.png\">{part}</TextureAtlas>").into_bytes()
    }),
    refused("cocos: dictionaries inside dictionaries", 2_000, cocos, |n| {
        format!("<plist>{}", "<dict><key>frames</key>".repeat(n)).into_bytes()
    }),
    read("cocos: parts", 300, cocos, |n| {
        let part = |n: usize| {
            format!(
                "<key>a_{n}</key><dict><key>frame</key><string>{{{{0,{n}}},{{8,8}}}}</string></dict>"
            )
        };
        format!("<plist><dict><key>frames</key><dict>{}</dict></dict></plist>", many(n, "", part))
            .into_bytes()
    }),
    read("libgdx: regions", 500, libgdx, |n| {
        let region = |n: usize| format!("a\nbounds:0,{n},8,8\nindex:{n}\n");
        format!("a.png\nsize:8,8\n{}", many(n, "", region)).into_bytes()
    }),
    read("libgdx: one line", 50_000, libgdx, |n| "a:".repeat(n).into_bytes()),
    read("texturepacker: pictures", 300, texturepacker, |n| {
        list(n, r#"{"frames":{"#, r#"},"meta":{"image":"a.png"}}"#, |n| {
            format!(r#""walk_{n}.png":{{"frame":{{"x":0,"y":{n},"w":8,"h":8}},"rotated":false}}"#)
        })
    }),
    read("texturepacker: one animation for each picture", 300, texturepacker, |n| {
        list(n, r#"{"frames":{"#, r#"},"meta":{"image":"a.png"}}"#, |n| {
            format!(r#""a{n}_1.png":{{"frame":{{"x":0,"y":{n},"w":8,"h":8}},"rotated":false}}"#)
        })
    }),
    read("aseprite sheet: frames", 300, aseprite, |n| {
        list(n, r#"{"frames":["#, r#"],"meta":{"image":"a.png"}}"#, |n| {
            format!(r#"{{"filename":"{n}","frame":{{"x":0,"y":{n},"w":8,"h":8}},"duration":100}}"#)
        })
    }),
    refused("aseprite sheet: tags over all frames", 1_100, aseprite, |n| {
        let last = 999;
        let frame = r#"{"filename":"a","frame":{"x":0,"y":0,"w":8,"h":8},"duration":1}"#;
        let frames = vec![frame; last + 1].join(",");
        let tag =
            |n: usize| format!(r#"{{"name":"{n}","from":0,"to":{last},"direction":"forward"}}"#);
        list(
            n,
            &format!(r#"{{"frames":[{frames}],"meta":{{"image":"a.png","frameTags":["#),
            "]}}",
            tag,
        )
    }),
    read("gltf: nodes in a chain", 500, gltf, |n| {
        list(n, &format!("{GLTF}\"nodes\":["), ",{}]}", |n| format!("{{\"children\":[{}]}}", n + 1))
    }),
    refused("gltf: nodes in a circle", 500, gltf, |n| {
        list(n, &format!("{GLTF}\"nodes\":["), "]}", move |node| {
            format!("{{\"children\":[{}]}}", (node + 1) % n)
        })
    }),
    read("gltf: nodes of one name", 500, gltf, |n| {
        list(n, &format!("{GLTF}\"nodes\":["), "]}", |_| "{\"name\":\"hip\"}".into())
    }),
    read("gltf: channels of the same keys", 200, gltf, |n| {
        let nodes = vec!["{}"; n].join(",");
        let channel =
            |n: usize| format!(r#"{{"sampler":0,"target":{{"node":{n},"path":"translation"}}}}"#);
        let before = format!(
            "{GLTF}\"nodes\":[{nodes}],{KEYS},\"animations\":[{{\"samplers\":[{{\"input\":0,\"output\":1}}],\"channels\":["
        );
        list(n, &before, "]}]}", channel)
    }),
    refused("gltf: accessors of four thousand million keys", 200, gltf, |n| {
        let accessor =
            |_: usize| r#"{"componentType":5126,"count":4294967295,"type":"VEC3"}"#.to_owned();
        let after = r#"],"nodes":[{}],"animations":[{"samplers":[{"input":0,"output":1}],"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]}]}"#;
        list(n, &format!("{GLTF}\"accessors\":["), after, accessor)
    }),
    refused("gltf: extras inside extras", 5_000, gltf, |n| {
        format!("{GLTF}\"extras\":{}", "{\"a\":".repeat(n)).into_bytes()
    }),
    refused("gltf: files outside of the folder", 200, gltf, |n| {
        let buffer = |n: usize| format!(r#"{{"byteLength":4,"uri":"../../{n}"}}"#);
        let after = r#"],"bufferViews":[{"buffer":0,"byteLength":4}],"accessors":[{"bufferView":0,"componentType":5126,"count":1,"type":"SCALAR"}],"nodes":[{}],"animations":[{"samplers":[{"input":0,"output":0}],"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]}]}"#;
        list(n, &format!("{GLTF}\"buffers\":["), after, buffer)
    }),
    read("gltf: skins of the same joints", 300, gltf, |n| {
        list(n, &format!("{GLTF}\"nodes\":[{{}},{{}}],\"skins\":["), "]}", |_| {
            "{\"joints\":[0,1]}".into()
        })
    }),
    read("lottie: layers", 200, lottie, |n| {
        layers(n, |n| {
            format!(r#"{{"ty":3,"nm":"layer {n}","ip":0,"op":9,"st":0,"ks":{{"p":{MOTION}}}}}"#)
        })
    }),
    read("lottie: layers of one name", 200, lottie, |n| {
        layers(n, |_| format!(r#"{{"ty":3,"nm":"a","ip":0,"op":9,"st":0,"ks":{{"p":{MOTION}}}}}"#))
    }),
    read("lottie: layers in a chain of parents", 200, lottie, |n| {
        layers(n, |n| match n {
            0 => format!(r#"{{"ty":3,"ind":0,"ip":0,"op":9,"st":0,"ks":{{"p":{MOTION}}}}}"#),
            n => format!(
                r#"{{"ty":3,"ind":{n},"parent":{},"ip":0,"op":9,"st":0,"ks":{{"p":{MOTION}}}}}"#,
                n - 1
            ),
        })
    }),
    read("lottie: keys", 500, lottie, |n| {
        list(
            n,
            &format!("{LOTTIE}\"layers\":[{{\"nm\":\"a\",\"ks\":{{\"p\":{{\"a\":1,\"k\":["),
            "]}}}]}",
            |n| format!(r#"{{"t":{n},"s":[{n},1,0]}}"#),
        )
    }),
    read("lottie: compositions, each twice in the one before", 200, lottie, |n| {
        let asset = |n: usize| {
            let layer = format!(
                r#"{{"ty":0,"refId":"c{}","ip":0,"op":9,"st":0,"ks":{{"p":{MOTION}}}}}"#,
                n + 1
            );
            format!(r#"{{"id":"c{n}","layers":[{layer},{layer}]}}"#)
        };
        let after = r#",{"id":"last","layers":[]}],"layers":[{"ty":0,"refId":"c0","ip":0,"op":9,"st":0,"ks":{}}]}"#;
        list(n, &format!("{LOTTIE}\"assets\":["), after, asset)
    }),
    read("lottie: groups of shapes", 200, lottie, |n| {
        let group = format!(r#"{{"ty":"gr","it":[{{"ty":"tr","p":{MOTION}}}]}}"#);
        layers(1, |_| format!(r#"{{"ty":4,"shapes":[{}]}}"#, vec![group.as_str(); n].join(",")))
    }),
    read("lottie: groups of shapes inside groups", 25, lottie, |n| {
        let (head, tail) =
            (r#"{"ty":"gr","nm":"g","it":["#, format!(r#",{{"ty":"tr","p":{MOTION}}}]}}"#));
        let inner = format!(r#"{{"ty":"el","p":{MOTION}}}"#);
        layers(1, |_| {
            format!(r#"{{"ty":4,"shapes":[{}{inner}{}]}}"#, head.repeat(n), tail.repeat(n))
        })
    }),
    read("babylon: keys", 500, babylon, |n| {
        let before =
            r#"{"name":"a","property":"position","framePerSecond":30,"dataType":1,"keys":["#;
        list(n, before, "]}", |n| format!(r#"{{"frame":{n},"values":[{n},1,2]}}"#))
    }),
    read("babylon: bones in a chain", 200, babylon, |n| {
        list(n, r#"{"skeletons":[{"name":"a","bones":["#, "]}]}", |n| {
            let parent = i64::try_from(n).unwrap_or(0) - 1;
            format!(
                r#"{{"name":"b{n}","index":{n},"parentBoneIndex":{parent},"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],"animation":{{"name":"m","property":"_matrix","framePerSecond":30,"dataType":3,"keys":[{{"frame":0,"values":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}}]}}}}"#
            )
        })
    }),
    refused("bvh: joints inside joints", 500, bvh, |n| {
        format!(
            "HIERARCHY ROOT a {{ OFFSET 0 0 0 CHANNELS 0 {}",
            "JOINT b { OFFSET 0 0 0 CHANNELS 0 ".repeat(n)
        )
        .into_bytes()
    }),
    read("bvh: joints of one name", 300, bvh, |n| {
        let joints = "JOINT b { OFFSET 0 0 0 CHANNELS 0 End Site { OFFSET 0 0 0 } }".repeat(n);
        format!("HIERARCHY ROOT a {{ OFFSET 0 0 0 CHANNELS 1 Xposition {joints} }} MOTION Frames: 1 Frame Time: 0.1\n0\n").into_bytes()
    }),
    read("bvh: frames that are claimed", 500, bvh, |n| {
        let channels = "Xposition ".repeat(n);
        format!("HIERARCHY ROOT a {{ OFFSET 0 0 0 CHANNELS {n} {channels} }} MOTION Frames: 999999999 Frame Time: 0.1\n0\n").into_bytes()
    }),
    read("bvh: frames", 300, bvh, |n| {
        let head = "HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 3 Xposition Yposition Zposition End Site { OFFSET 0 0 0 } } MOTION";
        format!("{head} Frames: {n} Frame Time: 0.1\n{}", "0 1 2\n".repeat(n)).into_bytes()
    }),
];
