//! The digest of a timeline tells it from every other one.

use alloc::{
    format,
    string::{String, ToString},
    vec,
};

use crate::{
    clip::{ClipBuilder, Cue, CueKind, Flipbook, Keyframe},
    digest::digest,
    motion::MotionPreference,
    time::{Span, Speed, ms},
    timeline::{
        Conflict, Timeline, TimelineBuilder, call, clip, cue, flipbook, from_to, nest, pause_here,
        to, wait,
    },
    value::{Curve, Easing},
};

type Change = fn(&mut Scene);

/// What is changed below, one thing at a time.
struct Scene {
    name: &'static str,
    key: &'static str,
    to: f64,
    slide: Span,
    easing: Easing,
    start: f64,
    nested: f64,
    keeps_velocity: bool,
    conflict: Conflict,
    rise: f32,
    hold: Span,
    cue: &'static str,
    kind: CueKind,
    call: u32,
    pause: bool,
    wait: Span,
    label: &'static str,
    speed: Speed,
    passes: u64,
    gap: Span,
    ping_pong: bool,
    decorative: bool,
}

const SCENE: Scene = Scene {
    name: "scene",
    key: "x",
    to: 8.0,
    slide: ms(400),
    easing: Easing::Linear,
    start: 0.0,
    nested: 1.0,
    keeps_velocity: false,
    conflict: Conflict::Replace,
    rise: 4.0,
    hold: ms(100),
    cue: "step",
    kind: CueKind::State,
    call: 1,
    pause: false,
    wait: ms(50),
    label: "end",
    speed: Speed::whole(1),
    passes: 2,
    gap: Span::ZERO,
    ping_pong: false,
    decorative: false,
};

fn build(scene: &Scene) -> Timeline<String> {
    let keys = [Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(ms(200), scene.rise)];
    let rise = ClipBuilder::new("rise").track("y", keys).cue(Cue::state(ms(100), "half"));
    let book = Flipbook::equal(4, scene.hold).unwrap().times(2).unwrap();
    let mut slide =
        from_to(scene.key.to_string(), 0.0, scene.to).duration(scene.slide).eased(scene.easing);
    if scene.decorative {
        slide = slide.decorative();
    }
    let mut back = to("n".to_string(), 3.0).duration(ms(100));
    if scene.keeps_velocity {
        back = back.keeping_velocity();
    }
    let inner = TimelineBuilder::new("inner")
        .then(from_to("n".to_string(), 0.0, scene.nested).duration(ms(100)))
        .then(back);
    let mut nested = nest(inner).times(scene.passes).gap(scene.gap).speed(scene.speed);
    if scene.ping_pong {
        nested = nested.ping_pong();
    }
    let mut built = TimelineBuilder::new(scene.name)
        .on_conflict(scene.conflict)
        .start("w".to_string(), scene.start)
        .then(slide)
        .at(ms(100), to(scene.key.to_string(), 2.0).duration(ms(600)))
        .then(to("w".to_string(), 5.0))
        .then(clip(rise.build().unwrap(), |path| format!("hero.{path}")))
        .with(flipbook("walk".to_string(), book))
        .then(cue(scene.kind, scene.cue))
        .then(call(scene.call))
        .then(nested)
        .then(wait(scene.wait))
        .label(scene.label);
    if scene.pause {
        built = built.then(pause_here());
    }
    built.build().unwrap()
}

#[test]
fn digest_of_a_timeline_changes_with_each_part_of_it() {
    let changes: [Change; 21] = [
        |scene| scene.name = "other",
        |scene| scene.key = "v",
        |scene| scene.to = 9.0,
        |scene| scene.slide = ms(401),
        |scene| scene.easing = Easing::Out(Curve::Cubic),
        |scene| scene.start = 1.0,
        |scene| scene.nested = 2.0,
        |scene| scene.keeps_velocity = true,
        |scene| scene.conflict = Conflict::Blend,
        |scene| scene.rise = 5.0,
        |scene| scene.hold = ms(101),
        |scene| scene.cue = "stop",
        |scene| scene.kind = CueKind::Effect,
        |scene| scene.call = 2,
        |scene| scene.pause = true,
        |scene| scene.wait = ms(51),
        |scene| scene.label = "over",
        |scene| scene.speed = Speed::whole(2),
        |scene| scene.passes = 3,
        |scene| scene.gap = ms(10),
        |scene| scene.ping_pong = true,
    ];
    let same = digest(&build(&SCENE));
    assert_eq!(digest(&build(&SCENE)), same, "built a second time");
    let mut seen = vec![same];
    for (number, change) in changes.iter().enumerate() {
        let mut scene = SCENE;
        change(&mut scene);
        let changed = digest(&build(&scene));
        assert!(!seen.contains(&changed), "change {number}");
        seen.push(changed);
    }
}

#[test]
fn digest_of_a_timeline_is_of_what_was_built_and_not_of_how_it_is_drawn() {
    let scene = build(&Scene { decorative: true, ..SCENE });
    assert_ne!(digest(&scene), digest(&build(&SCENE)));
    assert_eq!(digest(&scene.reduced(MotionPreference::None)), digest(&scene));
}
