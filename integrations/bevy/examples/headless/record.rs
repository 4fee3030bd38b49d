//! Runs of single examples, frame by frame.

use std::time::Duration;

use bevy_cueline::prelude::*;
use bevy_ecs::{name::Name, prelude::*};
use bevy_math::Vec3;
use bevy_transform::components::Transform;

use super::app;

/// A run of the cutscene.
#[derive(Default)]
pub(crate) struct Record {
    /// Frame, x of the hero, size of the lamp.
    pub(crate) places: Vec<(u32, f32, f32)>,
    /// Frame and name.
    pub(crate) events: Vec<(u32, String)>,
}

#[derive(Resource, Default)]
struct Heard(Vec<String>);

/// Plays the cutscene for some frames of 1/40 s. From frame 60 on it is wound back, and from frame 100 on it plays again.
pub(crate) fn cutscene(frames: u32) -> Record {
    let mut app = app(60.0, Duration::from_millis(25), super::super::cutscene::game);
    app.init_resource::<Heard>().add_observer(|event: On<CueEvent>, mut heard: ResMut<Heard>| {
        heard.0.push(event.cue().map_or_else(|| format!("{:?}", event.kind), str::to_owned));
    });
    let mut record = Record::default();
    for frame in 0..frames {
        let time = app.world().resource::<CueTime>().clone();
        let mut players = app.world_mut().query::<&mut TimelinePlayer>();
        for mut player in players.iter_mut(app.world_mut()) {
            match frame {
                60..100 => player.scrub_to(&time, ms(1500) - ms(30) * i64::from(frame - 60)),
                100 => player.resume(&time),
                _ => {}
            }
        }
        app.update();
        let mut named = app.world_mut().query::<(&Name, &Transform)>();
        let world = app.world();
        let mut of =
            |name: &str| named.iter(world).find(|(own, _)| own.as_str() == name).map(|(_, at)| *at);
        let (hero, lamp) = (of("hero").unwrap_or_default(), of("lamp").unwrap_or_default());
        record.places.push((frame, hero.translation.x, lamp.scale.y));
        let heard = std::mem::take(&mut app.world_mut().resource_mut::<Heard>().0);
        record.events.extend(heard.into_iter().map(|name| (frame, name)));
    }
    record
}

#[cfg(feature = "characters")]
pub(crate) mod walking {
    use bevy_ecs::hierarchy::ChildOf;
    use bevy_transform::components::GlobalTransform;

    use super::{super::super::walker, *};

    /// A run of a character.
    #[derive(Default)]
    pub(crate) struct Walk {
        /// Where it is on each frame, and its heading.
        pub(crate) way: Vec<(Vec3, f32)>,
        /// Where the feet are on each frame.
        pub(crate) feet: Vec<Vec<Vec3>>,
        /// The states that it has entered, with the time in seconds.
        pub(crate) states: Vec<(f32, String)>,
        /// On each 24th frame, its bones, each from a joint to the next.
        pub(crate) sticks: Vec<Vec<[Vec3; 2]>>,
    }

    #[derive(Resource, Default)]
    struct Entered(Vec<(f32, String)>);

    /// Runs for some frames of 1/60 s.
    pub(crate) fn walk(cast: walker::Cast, frames: u32) -> Walk {
        let mut app = app(60.0, Duration::from_nanos(16_666_667), walker::game);
        app.insert_resource(cast).init_resource::<Entered>().add_observer(
            |event: On<CueEvent>, mut entered: ResMut<Entered>| {
                if let CueEventKind::StateEntered { state, .. } = &event.kind {
                    entered.0.push((event.due.since_zero().as_secs_f32(), state.to_string()));
                }
            },
        );
        let mut walk = Walk { feet: vec![Vec::new(); cast.feet.len()], ..Walk::default() };
        for frame in 0..frames {
            app.update();
            let mut character = app.world_mut().query::<(&Transform, &walker::Heading)>();
            let joints = app.world_mut().query::<(&Name, &GlobalTransform, &ChildOf)>();
            let world = app.world();
            let bone = |(_, place, parent): (&Name, &GlobalTransform, &ChildOf)| {
                let (_, above, _) = joints.get_manual(world, parent.parent()).ok()?;
                Some([above.translation(), place.translation()])
            };
            if frame % 24 == 0 {
                walk.sticks.push(joints.iter_manual(world).filter_map(bone).collect());
            }
            for (place, heading) in character.iter(world) {
                walk.way.push((place.translation, heading.angle));
            }
            for (path, foot) in walk.feet.iter_mut().zip(cast.feet) {
                let found = joints.iter_manual(world).find(|(name, ..)| name.as_str() == *foot);
                path.push(found.map_or(Vec3::NAN, |(_, place, _)| place.translation()));
            }
        }
        walk.states = std::mem::take(&mut app.world_mut().resource_mut::<Entered>().0);
        walk
    }

    /// The farthest that each foot moves over the ground while it is within 4 mm of its lowest place, in some frames, in metres;
    /// and the share of the frames in which feet are there.
    pub(crate) fn slide(walk: &Walk, frames: std::ops::Range<usize>) -> (Vec<f32>, f32) {
        let (mut all, mut standing) = (Vec::new(), 0);
        for path in &walk.feet {
            let mut farthest = 0.0_f32;
            let path = &path[frames.clone()];
            let ground = path.iter().map(|place| place.y).fold(f32::INFINITY, f32::min);
            let mut stood: Option<Vec3> = None;
            for place in path {
                if place.y > ground + 0.004 {
                    stood = None;
                    continue;
                }
                standing += 1;
                let from = *stood.get_or_insert(*place);
                farthest = farthest.max((*place - from).with_y(0.0).length());
            }
            all.push(farthest);
        }
        let share = standing as f32 / (all.len() * frames.len()) as f32;
        (all, share)
    }
}
