//! Packs: what a game or a page reads without the reader of files.

use cueline::{
    clip::{Clip, ClipBuilder, Cue, Flipbook, Keyframe},
    digest::digest,
    time::{Span, ms},
    timeline::{TimelineBuilder, clip, from_to, nest},
};
use cueline_pack::Pack;

use crate::{Attack, read, refused};

/// Reads a pack and builds all of its timelines, as a program does.
fn pack(file: &[u8]) -> bool {
    let Ok(pack) = Pack::from_bytes(file) else { return false };
    let timelines = pack.timelines.into_iter().map(|(_, timeline)| timeline.build());
    timelines.collect::<Result<Vec<_>, _>>().is_ok()
}

fn written(pack: &Pack) -> Vec<u8> {
    pack.to_bytes().expect("a pack")
}

/// A pack with this content behind its header.
fn with_header(rest: &[u8]) -> Vec<u8> {
    let digest = digest(rest).to_le_bytes();
    [&b"cuepack\0\x01\0"[..], &digest, rest].concat()
}

/// The content of a pack, without its header.
fn rest(pack: &Pack) -> Vec<u8> {
    written(pack).split_off(18)
}

fn at(number: usize) -> Span {
    ms(i64::try_from(number).expect("a small number"))
}

fn of_clip(build: ClipBuilder) -> Vec<u8> {
    written(&Pack { clips: vec![build.build().expect("a clip")], ..Pack::default() })
}

fn of_timeline(timeline: TimelineBuilder<String>) -> Pack {
    Pack { timelines: vec![("a#t".into(), timeline)], ..Pack::default() }
}

fn empty() -> TimelineBuilder<String> {
    TimelineBuilder::new("t")
}

fn tween(number: usize) -> cueline::timeline::Item<String> {
    from_to(format!("p{number}"), 0.0, 1.0)
}

/// A clip with so many tracks of one key.
fn tracks(count: usize) -> ClipBuilder {
    let track = |clip: ClipBuilder, number: usize| {
        clip.track(format!("p{number}"), [Keyframe::linear(Span::ZERO, 1.0)])
    };
    (0..count).fold(ClipBuilder::new("a#a"), track)
}

/// Timelines inside timelines, deeper than a builder goes: the bytes of one level again and again.
fn deep(count: usize) -> Vec<u8> {
    let levels = |count: usize| {
        let inner = (0..count).fold(empty(), |inner, _| empty().then(nest(inner)));
        rest(&of_timeline(inner))
    };
    let (two, three) = (levels(2), levels(3));
    // A level refers to the one before it by its number.
    let (before, level) =
        (&three[two.len() - (three.len() - two.len())..two.len()], &three[two.len()..]);
    let number = (0..level.len()).find(|place| before[*place] != level[*place]);
    let number = number.expect("the number of a level");
    // The numbers of levels in all, in the byte where the packs of two and three levels differ.
    let total = (0..two.len()).find(|place| two[*place] != three[*place]).expect("their number");
    let mut rest = [&two[..total], &varint(count + 1), &two[total + 1..]].concat();
    for inner in 2..count {
        rest.extend([&level[..number], &varint(inner), &level[number + 1..]].concat());
    }
    with_header(&rest)
}

/// A number as postcard writes it.
fn varint(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 128 {
        bytes.push(number.to_le_bytes()[0] | 128);
        number /= 128;
    }
    bytes.push(number.to_le_bytes()[0]);
    bytes
}

pub(crate) const ALL: &[Attack] = &[
    read("pack: clips", 500, pack, |n| {
        let clip = |number| ClipBuilder::new(format!("a#{number}")).duration(ms(1)).build();
        let clips = (0..n).map(clip).collect::<Result<Vec<Clip>, _>>().expect("clips");
        written(&Pack { clips, ..Pack::default() })
    }),
    read("pack: keys of a track", 1_000, pack, |n| {
        let keys = (0..n).map(|number| Keyframe::linear(at(number), 1.0));
        of_clip(ClipBuilder::new("a#a").track("x", keys))
    }),
    read("pack: tracks of a clip", 300, pack, |n| of_clip(tracks(n))),
    read("pack: cues of a clip", 1_000, pack, |n| {
        let cue =
            |clip: ClipBuilder, number| clip.cue(Cue::effect(at(number), format!("c{number}")));
        of_clip((0..n).fold(ClipBuilder::new("a#a").duration(at(n)), cue))
    }),
    read("pack: frames of a flipbook", 1_000, pack, |n| {
        let book = Flipbook::each(vec![ms(1); n]).expect("a flipbook");
        written(&Pack { flipbooks: vec![("a#b".into(), book)], ..Pack::default() })
    }),
    read("pack: timelines", 200, pack, |n| {
        let timeline = |number: usize| (format!("a#{number}"), empty().then(tween(0)));
        written(&Pack { timelines: (0..n).map(timeline).collect(), ..Pack::default() })
    }),
    read("pack: items of a timeline", 200, pack, |n| {
        written(&of_timeline((0..n).fold(empty(), |all, number| all.then(tween(number)))))
    }),
    read("pack: items of a timeline, together", 200, pack, |n| {
        written(&of_timeline((0..n).fold(empty(), |all, number| all.with(tween(number)))))
    }),
    read("pack: items of one property", 200, pack, |n| {
        written(&of_timeline((0..n).fold(empty(), |all, _| all.then(tween(0)))))
    }),
    read("pack: labels of a timeline", 100_000, pack, |n| {
        written(&of_timeline((0..n).fold(empty(), |all, number| all.label(format!("l{number}")))))
    }),
    read("pack: one clip again and again", 200, pack, |n| {
        let hop = std::sync::Arc::new(tracks(10).build().expect("a clip"));
        let item = |number| clip(hop.clone(), move |path| format!("{number}.{path}"));
        written(&of_timeline((0..n).fold(empty(), |all, number| all.then(item(number)))))
    }),
    refused("pack: timelines inside timelines", 500, pack, deep),
    refused("pack: the second half is missing", 1_000, pack, |n| {
        let mut file = of_clip(tracks(n));
        file.truncate(file.len() / 2);
        file
    }),
    refused("pack: the bytes after the head are all the largest", 20_000, pack, |n| {
        with_header(&vec![255; n])
    }),
    refused("pack: the bytes after the head are all ones", 20_000, pack, |n| {
        with_header(&vec![1; n])
    }),
];
