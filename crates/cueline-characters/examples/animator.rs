//! Idle, walk and run by speed, with a jump. The game is saved in the middle of a fade and loaded again; both play
//! on equally, to the digest, although the loaded game is drawn at another rate and advances in other steps.

use cueline::{
    clip::{Clip, ClipBuilder, ContentError, Cue, Keyframe},
    digest::digest,
    time::{Span, TickRate, Time, ms},
    value::Vec3,
};
use cueline_characters::{
    Layer,
    animator::{
        Animator, AnimatorBuilder, AnimatorLayer, AnimatorState, Condition, Enter, State,
        StateError, Transition,
    },
    motion::{RigidMotion, RootMotion, RootOptions},
};

/// A clip whose root goes forward by `distance` in each pass, with a step in its middle.
fn clip(name: &str, duration: Span, distance: f32) -> Result<Clip, ContentError> {
    let place = |at, z| Keyframe::linear(at, Vec3::new(0.0, 1.0, z));
    ClipBuilder::new(name)
        .track("root/translation", [place(Span::ZERO, 0.0), place(duration, distance)])
        .cue(Cue::effect(duration / 2, "step"))
        .build()
}

fn animator(clips: &[Clip]) -> Result<Animator, Box<dyn std::error::Error>> {
    let speed = || "speed".to_string();
    let body = AnimatorLayer::new("body")
        .state(State::clip("idle", "idle"))
        .state(State::blend("move", "speed", [(1.4, "walk"), (4.0, "run")]))
        .state(State::clip("jump", "jump").once())
        .transition(
            Transition::from_any("jump").when(Condition::Fired("jump".into())).inertial(ms(150)),
        )
        .transition(
            Transition::new("idle", "move")
                .when(Condition::AtLeast(speed(), 0.2))
                .fade(ms(250))
                .enter(Enter::At(0.25)),
        )
        .transition(
            Transition::new("move", "idle").when(Condition::Less(speed(), 0.2)).fade(ms(300)),
        )
        .transition(Transition::new("jump", "idle").when(Condition::Progress(0.9)).fade(ms(120)));
    let animator = AnimatorBuilder::new().float("speed", 0.0).trigger("jump", ms(120)).layer(body);
    Ok(animator.build(clips)?)
}

/// What the player does, by tick.
const INPUTS: [(u64, f32, bool); 6] = [
    (6, 1.4, false),
    (40, 2.5, false),
    (55, 4.0, false),
    (70, 4.0, true),
    (130, 1.0, false),
    (170, 0.0, false),
];

struct Game<'a> {
    animator: &'a Animator,
    clips: &'a [Clip],
    roots: &'a [Option<RootMotion>],
    hero: AnimatorState,
    place: RigidMotion,
    steps: usize,
}

impl Game<'_> {
    /// From one tick to the next, in so many steps.
    fn tick(&mut self, tick: u64, steps: i64) -> Result<(), StateError> {
        let at = self.hero.time();
        for &(_, speed, jump) in INPUTS.iter().filter(|(when, ..)| *when == tick) {
            self.hero.set(self.animator, at, "speed", speed)?;
            if jump {
                self.hero.fire(self.animator, at, "jump")?;
            }
        }
        let (mut events, mut cues) = (Vec::new(), Vec::new());
        let length = Span::from_frames(1, TickRate::HZ_60);
        for step in 1..=steps {
            let to = at + length * step / steps;
            let Self { animator, clips, roots, .. } = *self;
            let way = self.hero.advance_with(animator, clips, roots, to, &mut events, &mut cues)?;
            self.place = self.place.then(way);
        }
        self.steps += cues.iter().filter(|cue| cue.id.is_main).count();
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let clips = [
        clip("idle", ms(2000), 0.0)?,
        clip("walk", ms(1000), 1.4)?,
        clip("run", ms(700), 2.8)?,
        clip("jump", ms(800), 2.0)?,
    ];
    let animator = animator(&clips)?;
    let mut roots = Vec::new();
    for clip in &clips {
        let (root, _) = RootMotion::extract(clip, "root", &RootOptions::default())?;
        roots.push(Some(root));
    }
    let start = animator.start(Time::ZERO);
    let with = |hero, steps| {
        let place = RigidMotion::NONE;
        Game { animator: &animator, clips: &clips, roots: &roots, hero, place, steps }
    };
    let mut game = with(start, 0);

    let (mut saved, mut steps) = (String::new(), 0);
    let mut layers: Vec<Layer> = Vec::new();
    for tick in 0..240 {
        if tick == 177 {
            assert!(game.hero.is_changing(0), "in the middle of the fade to idle");
            (saved, steps) = (serde_json::to_string(&game.hero)?, game.steps);
        }
        game.tick(tick, 1)?;
        if tick % 20 == 0 {
            layers.clear();
            game.hero.layers_into(&animator, game.hero.time(), &mut layers)?;
            let state = game.hero.state(&animator, 0).unwrap_or_default();
            print!("tick {tick:>3}  {state:<5} z {:4.2} ", game.place.translation.z);
            for layer in &layers {
                print!(" {} {:.2}", clips[usize::from(layer.clip.0)].name(), layer.weight);
            }
            println!();
        }
    }

    let hero = serde_json::from_str(&saved)?;
    let mut loaded = with(hero, steps);
    for tick in 177..240 {
        loaded.tick(tick, 7)?;
        // Drawing at another rate changes nothing.
        loaded.hero.layers_into(&animator, loaded.hero.time() + ms(3), &mut layers)?;
    }
    assert_eq!((&loaded.hero, loaded.steps), (&game.hero, game.steps));
    assert_eq!(digest(&loaded.hero), digest(&game.hero));
    println!("saved in {} bytes of text; both end at {:016x}", saved.len(), digest(&game.hero));
    Ok(())
}
