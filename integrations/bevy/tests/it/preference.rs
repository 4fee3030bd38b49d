//! Decorative motion stands still where the player wants it so, and nothing else changes.

use bevy_cueline::{
    cueline::{
        clip::Clip,
        motion::MotionPreference,
        timeline::{Timeline, TimelineBuilder, from_to},
    },
    prelude::*,
};
use bevy_transform::components::Transform;

use crate::{
    app,
    play::{add, listen, now, place, reported},
    updates,
};

const PATH: &str = "Transform.translation.x";

fn clip(decorative: bool) -> Clip {
    let keys = [Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(ms(1000), 100.0)];
    let clip = ClipBuilder::new("sway").track(PATH, keys).cue(Cue::effect(ms(300), "creak"));
    if decorative { clip.decorative() } else { clip }.build().unwrap()
}

fn timeline(decorative: bool) -> Timeline<String> {
    let item = from_to(String::from(PATH), 0.0_f32, 100.0).duration(ms(1000));
    let item = if decorative { item.decorative() } else { item };
    TimelineBuilder::new("slide").then(item).build().unwrap()
}

#[test]
fn decorative_clips_and_items_of_timelines_are_drawn_as_the_player_wants_and_report_the_same() {
    let run = |preferences: [MotionPreference; 3]| {
        let mut app = app(20);
        listen(&mut app);
        let start = now(&app);
        let entities = [false, true].map(|decorative| {
            let clip = add::<CueClip>(&mut app, clip(decorative));
            let scene = add::<CueTimeline>(&mut app, timeline(decorative));
            let clip = ClipPlayer::new(start, clip, Repeat::Once);
            let scene = TimelinePlayer::new(start, scene, Repeat::Once);
            [
                app.world_mut().spawn((Transform::default(), clip)).id(),
                app.world_mut().spawn((Transform::default(), scene)).id(),
            ]
        });
        let mut seen = Vec::new();
        for preference in preferences {
            app.world_mut().resource_mut::<CueMotionPreference>().0 = preference;
            updates(&mut app, 10);
            seen.push(entities.map(|pair| pair.map(|entity| place(&app, entity).x.round())));
        }
        updates(&mut app, 40);
        assert_eq!(entities.map(|pair| pair.map(|entity| place(&app, entity).x)), [[100.0; 2]; 2]);
        (seen, reported(&app))
    };
    use MotionPreference::{Full, None, Reduced};
    let (seen, events) = run([Full; 3]);
    assert_eq!(seen, [[[20.0; 2]; 2], [[40.0; 2]; 2], [[60.0; 2]; 2]]);
    let (seen, others) = run([None, Full, Reduced]);
    assert_eq!(seen, [[[20.0; 2], [100.0; 2]], [[40.0; 2]; 2], [[60.0; 2], [100.0; 2]]]);
    assert_eq!(others, events);
}
