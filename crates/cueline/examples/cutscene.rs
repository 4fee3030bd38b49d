//! A cutscene under a slider: any moment in any order, and the end state the same however one gets there.

use cueline::{
    clip::CueKind,
    playback::{EventBuffer, Play, Playing, SeekPolicy},
    prelude::*,
    timeline::{cue, from_to, set, to},
    value::{Curve, Vec2},
};

/// What the scene moves. The keys of the timeline are the names of these fields.
#[derive(Animate, Debug, Default, PartialEq)]
struct Shot {
    camera: Vec2,
    zoom: f64,
    gate: f64,
    fog: f64,
    torch: bool,
}

pub(crate) fn main() -> Result<(), Box<dyn core::error::Error>> {
    let scene = TimelineBuilder::new("the gate opens")
        .start("camera", Vec2::new(0.0, 0.0))
        .start("zoom", 1.0)
        .start("gate", 0.0)
        .start("fog", 1.0)
        .start("torch", false)
        .then(to("camera", Vec2::new(40.0, 10.0)).duration(secs(2.0)))
        .with(to("zoom", 2.0).duration(secs(2.0)).eased(Easing::InOut(Curve::Sine)))
        .then(cue(CueKind::Effect, "rumble"))
        .label("gate")
        .then(to("gate", 90.0).duration(secs(1.5)).eased(Easing::Out(Curve::Bounce)))
        .with(from_to("fog", 1.0, 0.0).duration(secs(1.0)).delayed(ms(500)))
        .with(set("torch", true).delayed(ms(500))) // after the start of the fog
        .then(cue(CueKind::State, "gate is open"))
        .build()?;
    let binding = scene.bind::<Shot>()?; // a name that is no field would be refused here
    let at = |time: Span| {
        let mut shot = Shot::default();
        binding.apply(time, &mut shot);
        shot
    };
    let end = scene.duration().ok_or("the scene has an end")?;

    // Watched from the beginning, at 60 frames a second.
    let (mut buffer, mut heard) = (EventBuffer::default(), Vec::new());
    let mut watched = Playing::new(&scene, Time::ZERO, &Play::default())?;
    let mut now = Time::ZERO;
    while !watched.is_over() {
        now += secs(1.0 / 60.0);
        let events = watched.step(now, &scene, &mut buffer);
        heard.extend(scene.cues(events).map(|(_, cue)| cue.name.to_owned()));
    }
    assert_eq!(heard, ["rumble", "gate is open"]);

    // Under the slider: back and forth, silently.
    let mut slider = Playing::new(&scene, Time::ZERO, &Play::default())?;
    for percent in [80, 10, 55, 99, 0, 100] {
        slider.scrub(Time::ZERO, end * percent / 100);
        println!("{percent:>3} %: {:?}", at(slider.at(Time::ZERO).local));
    }
    let gate = scene.label("gate")?;
    assert!(!at(gate + ms(999)).torch && at(gate + ms(1000)).torch);

    // Skipped: what changes the game comes, sounds stay silent.
    let mut skipped = Playing::new(&scene, Time::ZERO, &Play::default())?;
    let events = skipped.seek(Time::ZERO, end, SeekPolicy::State, &scene, &mut buffer);
    assert!(scene.cues(events).map(|(_, cue)| cue.name).eq(["gate is open"]));
    assert_eq!(at(skipped.at(Time::ZERO).local), at(watched.at(now).local));
    assert_eq!(at(skipped.at(Time::ZERO).local), at(slider.at(Time::ZERO).local));
    Ok(())
}
