//! A cutscene under a slider: any moment in any order, and the end state the same however one gets there.

use cueline::{
    clip::CueKind,
    playback::{Play, SeekPolicy},
    prelude::*,
    timeline::{EventBuffer, Playing, cue, from_to, set, to},
    value::{Curve, Vec2},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shot {
    Camera,
    Zoom,
    Gate,
    Fog,
    Torch,
}

pub(crate) fn main() -> Result<(), Box<dyn core::error::Error>> {
    let scene = TimelineBuilder::new("the gate opens")
        .start(Shot::Camera, Vec2::new(0.0, 0.0))
        .start(Shot::Zoom, 1.0)
        .start(Shot::Gate, 0.0)
        .start(Shot::Fog, 1.0)
        .start(Shot::Torch, false)
        .then(to(Shot::Camera, Vec2::new(40.0, 10.0)).duration(secs(2.0)))
        .with(to(Shot::Zoom, 2.0).duration(secs(2.0)).eased(Easing::InOut(Curve::Sine)))
        .then(cue(CueKind::Effect, "rumble"))
        .label("gate")
        .then(to(Shot::Gate, 90.0).duration(secs(1.5)).eased(Easing::Out(Curve::Bounce)))
        .with(from_to(Shot::Fog, 1.0, 0.0).duration(secs(1.0)).delayed(ms(500)))
        .with(set(Shot::Torch, true).delayed(ms(500))) // after the start of the fog
        .then(cue(CueKind::State, "gate is open"))
        .build()?;
    let end = scene.duration().ok_or("the scene has an end")?;

    // Watched from the beginning, at 60 frames a second.
    let (mut buffer, mut heard) = (EventBuffer::default(), Vec::new());
    let mut watched = Playing::new(&scene, Time::ZERO, &Play::default())?;
    while !watched.is_over() {
        for event in watched.advance(secs(1.0 / 60.0), &scene, &mut buffer) {
            if matches!(event.kind, EventKind::Cue(_)) {
                heard.push(scene.item_name(event.id));
            }
        }
    }
    assert_eq!(heard, ["rumble", "gate is open"]);

    // Under the slider: back and forth, silently.
    let mut slider = Playing::new(&scene, Time::ZERO, &Play::default())?;
    for percent in [80, 10, 55, 99, 0, 100] {
        let at = end * percent / 100;
        let events = slider.seek(at, SeekPolicy::Silent, &scene, &mut buffer);
        let noise = events.iter().any(|event| matches!(event.kind, EventKind::Cue(_)));
        assert!(!noise, "scrubbing is silent");
        let camera: Vec2 = scene.sample(&Shot::Camera, at)?;
        println!(
            "{percent:>3} %: camera at {:.1}, fog {:?}",
            camera.x,
            scene.value(&Shot::Fog, at)
        );
    }
    let gate = scene.label("gate")?;
    assert_eq!(scene.sample(&Shot::Torch, gate + ms(999)), Ok(false));
    assert_eq!(scene.sample(&Shot::Torch, gate + ms(1000)), Ok(true));

    // Skipped: what changes the game comes, sounds do not have to.
    let mut skipped = Playing::new(&scene, Time::ZERO, &Play::default())?;
    let events = skipped.seek(end, SeekPolicy::State, &scene, &mut buffer);
    let names: Vec<_> = events.iter().map(|event| scene.item_name(event.id)).collect();
    assert!(names.contains(&"gate is open") && !names.contains(&"rumble"), "{names:?}");
    assert!(scene.sample_all(skipped.elapsed()).eq(scene.sample_all(watched.elapsed())));
    Ok(())
}
