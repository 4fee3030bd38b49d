//! Animators that wander through their states, and the matrices of a crowd that shows them.

use cueline::{
    clip::{Clip, ClipBuilder, Keyframe},
    time::{Span, Time},
    value::{Quat, Transform, Vec3},
};
use cueline_assets::{Node, Skeleton, Skin, animator::AnimatorSource, rig::Rig};
use cueline_characters::{
    ClipIndex,
    animator::{Animator, AnimatorBuilder, AnimatorLayer, Condition, State, Transition},
    crowd::{Crowd, CrowdBuilder, Layers, Scratch, Selection},
};

use crate::{Dice, Played, Tape};

pub(crate) fn play(tape: &mut Tape) -> Played {
    let mut dice = Dice::new(29);
    for _ in 0..6 {
        tape.scenario();
        let joints = 3 + dice.below(20);
        let rig = rig(&mut dice, joints)?;
        let names = ["idle", "walk", "run", "jump", "wave"];
        let clips = names.map(|name| clip(&mut dice, name, joints));
        let clips: Vec<Clip> = clips.into_iter().collect::<Result<_, _>>()?;
        let animator = animator(&mut dice)?.build(&clips)?;
        let crowd = crowd(&rig, &clips, &animator, joints)?;
        for index in 0..5 {
            // Not the bytes of a clip: they count pointers, which differ between targets. Its rows show in the palettes.
            tape.hash(&Some(crowd.step(ClipIndex(index))));
            tape.put(crowd.distance(ClipIndex(index)).unwrap_or_default());
        }
        wander(tape, &mut dice, &animator, &crowd)?;
    }
    Ok(())
}

fn rig(dice: &mut Dice, joints: u32) -> Result<Rig, Box<dyn core::error::Error>> {
    let mut skeleton = Skeleton::default();
    let mut skin = Skin::default();
    for joint in 0..joints {
        let parent = joint.checked_sub(1 + dice.below(2)).map(|parent| parent.to_string());
        let translation = Vec3::from(dice.scalars::<f32, 3>(-1.0, 1.0));
        let rest = Transform { translation, ..Transform::default() };
        skeleton.nodes.insert(joint.to_string(), Node { parent, rest, ..Node::default() });
        skin.joints.push(joint.to_string());
    }
    skeleton.skins.insert("skin".into(), skin);
    Ok(Rig::new(&skeleton)?)
}

fn clip(dice: &mut Dice, name: &str, joints: u32) -> Result<Clip, Box<dyn core::error::Error>> {
    let mut builder = ClipBuilder::new(name);
    let frames = 10 + i64::from(dice.below(90));
    for joint in (0..joints).filter(|_| dice.chance(3, 4)).collect::<Vec<_>>() {
        let axis = Vec3::from(dice.scalars::<f32, 3>(-1.0, 1.0));
        let (speed, most) = (dice.number(0.5, 9.0), dice.number(0.0, 0.8));
        let key = |frame: i64| {
            let angle = most * libm::sin(frame as f64 / 30.0 * speed);
            Keyframe::linear(Span::from_millis(frame * 1000 / 30), Quat::about(axis, angle))
        };
        builder = builder.track(format!("{joint}/rotation"), (0..=frames).map(key));
    }
    Ok(builder.duration(Span::from_millis(frames * 1000 / 30)).build()?)
}

fn animator(dice: &mut Dice) -> Result<AnimatorBuilder, Box<dyn core::error::Error>> {
    let speed = || "speed".to_string();
    let body = AnimatorLayer::new("body")
        .state(State::clip("idle", "idle"))
        .state(State::blend("move", "speed", [(1.0, "walk"), (4.0, "run")]))
        .state(State::clip("jump", "jump").once())
        .transition(
            Transition::new("idle", "move")
                .when(Condition::AtLeast(speed(), 0.5))
                .fade(dice.millis(0, 500)),
        )
        .transition(
            Transition::new("move", "idle")
                .when(Condition::Less(speed(), 0.5))
                .fade(dice.millis(0, 500)),
        )
        .transition(
            Transition::from_any("jump")
                .when(Condition::Fired("jump".into()))
                .inertial(dice.millis(50, 400)),
        )
        .transition(
            Transition::new("jump", "idle")
                .when(Condition::Progress(0.8))
                .fade(dice.millis(0, 300)),
        );
    let arms = AnimatorLayer::new("arms")
        .mask("arms")
        .state(State::empty("rest"))
        .state(State::clip("wave", "wave"))
        .transition(
            Transition::new("rest", "wave")
                .when(Condition::Is("waves".into(), true))
                .fade(dice.millis(0, 300)),
        )
        .transition(
            Transition::new("wave", "rest")
                .when(Condition::Is("waves".into(), false))
                .fade(dice.millis(0, 300)),
        );
    let keep = dice.millis(0, 200);
    Ok(AnimatorBuilder::new()
        .float("speed", 0.0)
        .trigger("jump", keep)
        .bool("waves", false)
        .layer(body)
        .layer(arms))
}

/// Every third joint is an arm.
fn crowd(
    rig: &Rig,
    clips: &[Clip],
    animator: &Animator,
    joints: u32,
) -> Result<Crowd, Box<dyn core::error::Error>> {
    let mut source = AnimatorSource::default();
    let arms = (0..joints).step_by(3).map(|joint| (joint.to_string(), 1.0));
    source.masks.insert("arms".into(), arms.collect());
    Ok(CrowdBuilder::new(rig, "skin").animator(animator, &source, clips)?.build()?)
}

fn wander(tape: &mut Tape, dice: &mut Dice, animator: &Animator, crowd: &Crowd) -> Played {
    let (mut hero, mut now) = (animator.start(Time::ZERO), Time::ZERO);
    let (mut shown, mut layers, mut events) = (Vec::new(), Layers::default(), Vec::new());
    let (mut scratch, mut palettes) = (Scratch::default(), Vec::new());
    for _ in 0..40 {
        match dice.below(4) {
            0 => hero.set(animator, now, "speed", dice.scalar::<f32>(0.0, 5.0))?,
            1 => hero.set(animator, now, "waves", dice.chance(1, 2))?,
            2 => hero.fire(animator, now, "jump")?,
            _ => {}
        }
        now += dice.millis(1, 300);
        events.clear();
        hero.advance_to(animator, now, &mut events)?;
        for event in &events {
            tape.hash(event);
        }
        for layer in 0..2 {
            tape.hash(&(hero.state(animator, layer), hero.since(layer)));
        }
        hero.layers_into(animator, now, &mut shown)?;
        for layer in &shown {
            tape.hash(&(layer.clip, layer.at, layer.mask, layer.mode));
            tape.put(layer.weight);
        }
        layers.clear();
        layers.push(&shown);
        crowd.palettes_into(&layers, Selection::default(), &mut scratch, &mut palettes)?;
        for number in palettes.iter().flatten() {
            tape.put(*number);
        }
    }
    Ok(())
}
