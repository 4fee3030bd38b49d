//! One file, one play: what a file of clips, a timeline and a player say through the interface is what the core says.
//! `bindings/door.txt` has it, and `.ci/languages` compares C and C++ with that file.

use std::fmt::Write;

use cueline::{
    clip::Value,
    digest::digest,
    event::{Event, EventKind},
    playback::{Blend, EventBuffer, ItemId, Play, Playing},
    prelude::*,
};
use cueline_assets::ClipLibrary;

const FILE: &str = include_str!("../../../door.ron");

fn line(said: &mut String, event: &Event<ItemId>, name: Option<&str>) {
    let kind = match event.kind {
        EventKind::Start => "start",
        EventKind::Cue(_) => "cue",
        EventKind::Loop => "loop",
        EventKind::End => "end",
    };
    let due = event.due.flicks() / cueline_c::CUELINE_MS;
    let name = name.map(|name| format!(": {name}")).unwrap_or_default();
    writeln!(said, "{kind} of {} at {due} ms{name}", event.id.number()).unwrap();
}

/// The program of the file, on the core alone.
fn door() -> String {
    let at = Time::from_millis;
    let mut library = ClipLibrary::new();
    library.load("door.ron", FILE.as_bytes()).unwrap();
    let clip = library.get(library.id("open").unwrap()).unwrap();
    let (mut said, mut buffer) = (String::new(), EventBuffer::default());
    let mut playing = Playing::new(clip, Time::ZERO, &Play::default()).unwrap();
    let step = |playing: &mut Playing, now, buffer: &mut EventBuffer, said: &mut String| {
        for event in playing.step(at(now), clip, buffer) {
            let name = match event.kind {
                EventKind::Cue(index) => Some(clip.cues()[index as usize].name()),
                _ => None,
            };
            line(said, event, name);
        }
    };
    step(&mut playing, 500, &mut buffer, &mut said);
    playing.pause(at(500));
    playing.resume(at(800));
    playing.set_speed(at(800), Speed::whole(2)).unwrap();
    step(&mut playing, 825, &mut buffer, &mut said);
    let local = playing.at(at(825)).local;
    let Ok(Value::F32(angle)) = clip.sample("angle", local) else { panic!("a number") };
    let Ok(Value::Color(light)) = clip.sample("light", local) else { panic!("a colour") };
    let Ok(Value::Text(sign)) = clip.sample("sign", local) else { panic!("a text") };
    for number in [angle, light.r, light.a] {
        writeln!(said, "{:016x}", f64::from(number).to_bits()).unwrap();
    }
    writeln!(said, "{}", &*sign).unwrap();
    writeln!(said, "player: {:016x}", digest(&playing)).unwrap();
    step(&mut playing, 1000, &mut buffer, &mut said);

    let enter = library.timeline("enter").unwrap();
    let mut playing = Playing::new(enter, Time::ZERO, &Play::default()).unwrap();
    for now in [1000, 2000] {
        let events = playing.step(at(now), enter, &mut buffer);
        for event in events {
            let cue = enter.cues(core::slice::from_ref(event)).next();
            line(&mut said, event, cue.map(|(_, cue)| cue.name));
        }
        playing.resume(at(now));
        let Ok(Value::F64(x)) = enter.value("hero.x", playing.at(at(now + 100)).local) else {
            panic!("a number")
        };
        writeln!(said, "{:016x}", x.to_bits()).unwrap();
    }
    writeln!(said, "player: {:016x}", digest(&playing)).unwrap();
    writeln!(said, "again: {:016x}", digest(&playing)).unwrap(); // saved and loaded

    let fade = Play { fade_in: Span::from_millis(400), ..Play::default() };
    let players = [(Time::ZERO, Play::default()), (at(200), fade)];
    let mut angle = Blend::new();
    for (start, play) in players {
        let playing = Playing::new(clip, start, &play).unwrap();
        let Ok(Value::F32(value)) = clip.sample("angle", playing.at(at(400)).local) else {
            panic!("a number")
        };
        angle.put(value, playing.weight(at(400)));
    }
    writeln!(said, "{:016x}", f64::from(angle.over(&0.0)).to_bits()).unwrap();
    said
}

#[test]
fn the_file_says_what_the_core_computes() {
    assert_eq!(include_str!("../../../door.txt"), door());
}
