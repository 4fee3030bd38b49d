//! A hundred characters that walk, run, and do something in between.
//!
//! `cargo run -p cueline-characters --example crowd` plays a pair of legs; `-- FILE.glb` plays the clips `Walk` and `Run`
//! of a glTF file on its first skin, such as the Fox of the Khronos samples.

use std::{env, error::Error};

use cueline::{
    clip::{Clip, ClipBuilder, Keyframe},
    time::{Span, ms},
    value::{Mat4, Quat, Transform, Vec3},
};
use cueline_assets::{Node, Skeleton, Skin, rig::Rig};
use cueline_characters::{
    ClipIndex, Layer,
    crowd::{CrowdBuilder, Layers, Scratch, Selection},
};

const CHARACTERS: usize = 100;
const WALK: ClipIndex = ClipIndex(0);
const RUN: ClipIndex = ClipIndex(1);

fn main() -> Result<(), Box<dyn Error>> {
    let (skeleton, walk, run) = match env::args().nth(1) {
        Some(file) => from_file(&file)?,
        None => (legs(), swing("Walk", 1_000, 0.4)?, swing("Run", 600, 0.9)?),
    };
    let rig = Rig::new(&skeleton)?;
    let skin = rig.skins().next().ok_or("a skeleton without a skin")?;
    let crowd = CrowdBuilder::new(&rig, skin).clip(&walk).clip(&run).build()?;
    println!("{} joints, {} of the nodes move", crowd.joints(), crowd.bones().len());
    for clip in [WALK, RUN] {
        let (step, bytes) = (crowd.step(clip), crowd.bytes(clip));
        println!("clip {}: a row each {:?} ms, {bytes:?} bytes", clip.0, step.map(Span::millis));
    }

    let (mut layers, mut scratch, mut palettes) =
        (Layers::default(), Scratch::default(), Vec::new());
    for frame in 0..60 {
        layers.clear();
        for character in 0..CHARACTERS {
            // Both clips are at the same part of a step, so that feet fall together.
            let phase = (frame * 20 + character as i64 * 37) % 1_000;
            let at = |clip: &Clip| Span::from_flicks(clip.duration().flicks() * phase / 1_000);
            let speed = character as f32 / (CHARACTERS - 1) as f32;
            layers.push(&[
                Layer { weight: 1.0 - speed, ..Layer::new(WALK, at(&walk)) },
                Layer { weight: speed, ..Layer::new(RUN, at(&run)) },
            ]);
        }
        crowd.palettes_into(&layers, Selection::default(), &mut scratch, &mut palettes)?;
    }

    // The first one only walks: its palette is that of the rig.
    let mut pose = rig.rest();
    rig.sample(&walk, layers.get(0).ok_or("characters")?[0].at, &mut pose);
    let wanted = rig.palette(skin, &rig.globals(&pose)).ok_or("the skin is there")?;
    let numbers = |Mat4(m): &Mat4| {
        [m[0], m[4], m[8], m[12], m[1], m[5], m[9], m[13], m[2], m[6], m[10], m[14]]
    };
    let most =
        wanted.iter().flat_map(numbers).fold(1.0, |most: f32, number| most.max(number.abs()));
    let off = wanted.iter().flat_map(numbers).zip(palettes.iter().flatten());
    let off = off.fold(0.0, |off: f32, (wanted, found)| off.max((wanted - found).abs()));
    println!("{} matrices; the greatest difference from the rig is {off:.1e}", palettes.len());
    assert!(off < 1e-3 * most, "{off} of {most}");
    Ok(())
}

/// A hip, two thighs and two shins.
fn legs() -> Skeleton {
    let mut skeleton = Skeleton::default();
    let mut skin = Skin::default();
    let places =
        [("hip", None, 0.9), ("thigh.L", Some("hip"), -0.1), ("shin.L", Some("thigh.L"), -0.4)];
    let right = [("thigh.R", Some("hip"), -0.1), ("shin.R", Some("thigh.R"), -0.4)];
    for (name, parent, y) in places.into_iter().chain(right) {
        let rest = Transform { translation: Vec3::new(0.0, y, 0.0), ..Transform::default() };
        let parent = parent.map(str::to_owned);
        skeleton.nodes.insert(name.into(), Node { parent, rest, ..Node::default() });
        skin.joints.push(name.into());
    }
    skeleton.skins.insert("legs".into(), skin);
    skeleton
}

/// Legs that swing to and fro.
fn swing(name: &str, period_ms: i64, reach: f64) -> Result<Clip, Box<dyn Error>> {
    let key = |quarter: i64, angle| {
        Keyframe::linear(ms(period_ms * quarter / 4), Quat::about(Vec3::new(1.0, 0.0, 0.0), angle))
    };
    let leg = |to: f64| {
        [0.0, to, 0.0, -to, 0.0]
            .into_iter()
            .zip(0..)
            .map(move |(angle, quarter)| key(quarter, angle))
    };
    let clip = ClipBuilder::new(name)
        .track("thigh.L/rotation", leg(reach))
        .track("thigh.R/rotation", leg(-reach))
        .track("shin.L/rotation", leg(-reach / 2.0))
        .track("shin.R/rotation", leg(reach / 2.0));
    Ok(clip.build()?)
}

fn from_file(file: &str) -> Result<(Skeleton, Clip, Clip), Box<dyn Error>> {
    let document = cueline_import::open(file)?.document;
    let skeleton = document.skeletons.values().next().ok_or("no skeleton")?.clone();
    let clip = |name: &str| -> Result<Clip, Box<dyn Error>> {
        Ok(document.clips.get(name).ok_or(format!("no clip {name}"))?.build(name)?)
    };
    Ok((skeleton, clip("Walk")?, clip("Run")?))
}
