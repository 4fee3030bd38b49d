//! Cueline's own files.

use cueline_assets::Format;

use crate::{Attack, is_loaded, list, many, read, refused};

fn json(file: &[u8]) -> bool {
    is_loaded(cueline_assets::read(file, "a.json"))
}

fn ron(file: &[u8]) -> bool {
    is_loaded(cueline_assets::read(file, "a.ron"))
}

fn cue(file: &[u8]) -> bool {
    is_loaded(cueline_assets::read(file, "a.cue"))
}

/// A document with something in it, in JSON.
fn with(count: usize, before: &str, after: &str, item: impl Fn(usize) -> String) -> Vec<u8> {
    list(count, &format!("{{\"version\":1,{before}"), &format!("{after}}}"), item)
}

/// The same in the binary form.
fn binary(json: &[u8]) -> Vec<u8> {
    let document = cueline_assets::read(json, "a.json").expect("a document").document;
    cueline_assets::write(&document, Format::Binary).expect("a document in binary")
}

fn tween(number: usize, at: &str) -> String {
    format!(
        r#"{{"action":{{"Tween":{{"p{number}":{{"from":{{"F64":0.0}},"to":{{"F64":1.0}}}}}}}},"duration":"1s"{at}}}"#
    )
}

fn keys(count: usize) -> Vec<u8> {
    with(count, r#""clips":{"a":{"tracks":{"x":{"F64":["#, "]}}}}", |n| {
        format!(r#"{{"at":"{n}ms","value":{n}.5}}"#)
    })
}

fn tracks(count: usize) -> Vec<u8> {
    with(count, r#""clips":{"a":{"tracks":{"#, "}}}", |n| {
        format!(r#""p{n}":{{"F64":[{{"at":"0s","value":1.0}}]}}"#)
    })
}

/// So many curves, and a track of as many keys with the names that `used` gives them.
fn curves_and_keys(count: usize, used: impl Fn(usize) -> String) -> Vec<u8> {
    let curves = many(count, ",", |n| format!("\"curve-{n}\":\"in-out-back({n})\""));
    let before = format!(r#""curves":{{{curves}}},"clips":{{"a":{{"tracks":{{"x":{{"F64":["#);
    with(count, &before, "]}}}}", |n| {
        format!(r#"{{"at":"{n}ms","value":0.0,"interpolation":"{}"}}"#, used(n))
    })
}

pub(crate) const ALL: &[Attack] = &[
    refused("json: brackets inside brackets", 20_000, json, |n| vec![b'['; n]),
    refused("json: objects inside objects", 5_000, json, |n| "{\"a\":".repeat(n).into_bytes()),
    refused("json: brackets inside brackets of a known field", 20_000, json, |n| {
        format!("{{\"version\":1,\"clips\":{}", "[".repeat(n)).into_bytes()
    }),
    refused("json: spaces", 50_000, json, |n| vec![b' '; n]),
    read("json: comments", 5_000, json, |n| {
        format!("{}{{\"version\":1}}", "/* a */ // b\n".repeat(n)).into_bytes()
    }),
    refused("json: a comment that does not end", 50_000, json, |n| {
        format!("/*{}", " *".repeat(n)).into_bytes()
    }),
    refused("json: digits of one number", 20_000, json, |n| {
        format!("{{\"version\":{}}}", "1".repeat(n)).into_bytes()
    }),
    refused("json: unknown fields", 500, json, |n| with(n, "", "", |n| format!("\"field{n}\":0"))),
    refused("json: one name again and again", 500, json, |n| {
        with(n, "\"clips\":{", "}", |_| "\"a\":{\"tracks\":{}}".into())
    }),
    read("json: clips", 500, json, |n| {
        with(n, "\"clips\":{", "}", |n| {
            format!("\"clip {n}\":{{\"tracks\":{{}},\"duration\":\"1s\"}}")
        })
    }),
    read("json: a name of many characters", 10_000, json, |n| {
        format!(r#"{{"version":1,"meta":{{"{}":"a"}}}}"#, "n".repeat(n)).into_bytes()
    }),
    read("json: escapes in a text", 5_000, json, |n| {
        format!(r#"{{"version":1,"meta":{{"a":"{}"}}}}"#, "\\u0041".repeat(n)).into_bytes()
    }),
    read("json: keys of a track", 1_000, json, keys),
    read("json: tracks of a clip", 300, json, tracks),
    refused("json: keys that are wrong, each a problem", 300, json, |n| {
        with(n, r#""clips":{"a":{"tracks":{"x":{"F64":["#, "]}}}}", |n| {
            format!(r#"{{"at":"{n}ms","value":0.0,"interpolation":"out-quat"}}"#)
        })
    }),
    read("json: cues of a clip", 1_000, json, |n| {
        with(n, r#""clips":{"a":{"tracks":{},"duration":"9999s","cues":["#, "]}}", |n| {
            format!(r#"{{"at":"{n}ms","name":"cue {n}"}}"#)
        })
    }),
    read("json: curves by name", 300, json, |n| {
        with(n, "\"curves\":{", "}", |n| format!("\"curve-{n}\":\"out-quad\""))
    }),
    read("json: curves by name, and keys that use them", 300, json, |n| {
        curves_and_keys(n, |key| format!("curve-{key}"))
    }),
    refused("json: curves by name, and keys that use none of them", 300, json, |n| {
        curves_and_keys(n, |key| format!("curwe-{key}"))
    }),
    read("json: frames of a flipbook", 1_000, json, |n| {
        with(
            n,
            r#""sheets":{"s":{"pictures":[{"area":[0,0,1,1]}]}},"flipbooks":{"a":{"sheet":"s","frames":{"List":["#,
            "]}}}",
            |_| r#"{"show":0,"hold":"1ms"}"#.into(),
        )
    }),
    read("json: pictures of a sheet", 1_000, json, |n| {
        with(n, r#""sheets":{"s":{"pictures":["#, "]}}", |n| format!(r#"{{"area":[{n},0,1,1]}}"#))
    }),
    read("json: nodes of a skeleton in a chain", 500, json, |n| {
        with(n, r#""skeletons":{"a":{"nodes":{"#, "}}}", |n| match n {
            0 => r#""n0":{}"#.into(),
            n => format!(r#""n{n}":{{"parent":"n{}"}}"#, n - 1),
        })
    }),
    refused("json: nodes of a skeleton in a circle", 500, json, |n| {
        let last = n - 1;
        with(n, r#""skeletons":{"a":{"nodes":{"#, "}}}", move |n| {
            format!(r#""n{n}":{{"parent":"n{}"}}"#, if n == 0 { last } else { n - 1 })
        })
    }),
    refused("json: nodes whose parents are not there", 1000, json, |n| {
        with(n, r#""skeletons":{"a":{"nodes":{"#, "}}}", |n| {
            format!(r#""n{n}":{{"parent":"m{n}"}}"#)
        })
    }),
    refused("json: flipbooks whose sheets are not there", 300, json, |n| {
        with(n, "\"flipbooks\":{", "}", |n| {
            format!(
                r#""book {n}":{{"sheet":"sheet {n}","frames":{{"Run":{{"count":1,"hold":"1s"}}}}}}"#
            )
        })
    }),
    read("json: items of a timeline", 200, json, |n| {
        with(n, r#""timelines":{"a":{"items":["#, "]}}", |n| tween(n, ""))
    }),
    read("json: items of a timeline, together", 200, json, |n| {
        with(n, r#""timelines":{"a":{"items":["#, "]}}", |n| tween(n, ",\"position\":\"With\""))
    }),
    read("json: labels of a timeline", 200, json, |n| {
        with(n, r#""timelines":{"a":{"items":["#, "]}}", |n| {
            format!(r#"{{"action":{{"Label":"label {n}"}}}}"#)
        })
    }),
    refused("json: items at labels that are not there", 200, json, |n| {
        with(n, r#""timelines":{"a":{"items":["#, "]}}", |n| {
            tween(n, &format!(",\"position\":{{\"Label\":\"label {n}\"}}"))
        })
    }),
    read("json: items that play one timeline of a hundred items", 50, json, |n| {
        let inner = many(100, ",", |n| tween(n, ""));
        let before = format!(r#""timelines":{{"b":{{"items":[{inner}]}},"a":{{"items":["#);
        with(n, &before, "]}}", |n| {
            format!(r#"{{"action":{{"Timeline":{{"timeline":"b","prefix":"{n}."}}}}}}"#)
        })
    }),
    refused("json: timelines that play each other, one in the other", 300, json, |n| {
        with(n, r#""timelines":{"#, "}", move |at| {
            let other = (at + 1) % n;
            format!(
                r#""t{at}":{{"items":[{{"action":{{"Timeline":{{"timeline":"t{other}"}}}}}}]}}"#
            )
        })
    }),
    refused("json: clips, and items that play clips that are not there", 200, json, |n| {
        let clips = many(n, ",", |n| format!(r#""clip {n}":{{"duration":"1s"}}"#));
        let before = format!(r#""clips":{{{clips}}},"timelines":{{"a":{{"items":["#);
        with(n, &before, "]}}", |n| format!(r#"{{"action":{{"Clip":{{"clip":"klip {n}"}}}}}}"#))
    }),
    refused("ron: parentheses inside parentheses", 20_000, ron, |n| {
        format!("(version: 1, clips: {}", "(".repeat(n)).into_bytes()
    }),
    refused("ron: comments inside comments", 20_000, ron, |n| "/*".repeat(n).into_bytes()),
    refused("ron: a text that does not end", 50_000, ron, |n| {
        format!("(version: 1, meta: {{\"a\": \"{}", "a".repeat(n)).into_bytes()
    }),
    read("ron: keys of a track", 500, ron, |n| {
        let keys = many(n, ",", |n| format!("(at: \"{n}ms\", value: {n}.5)"));
        format!("(version: 1, clips: {{\"a\": (tracks: {{\"x\": F64([{keys}])}})}})").into_bytes()
    }),
    read("cue: keys of a track", 1_000, cue, |n| binary(&keys(n))),
    read("cue: tracks of a clip", 300, cue, |n| binary(&tracks(n))),
    refused("cue: the second half is missing", 1_000, cue, |n| {
        let mut file = binary(&keys(n));
        file.truncate(file.len() / 2);
        file
    }),
    refused("cue: the bytes after the head are all the largest", 20_000, cue, |n| {
        let mut file = binary(&keys(1));
        file.truncate(8);
        file.resize(8 + n, 255);
        file
    }),
];
