//! The character of the examples on its way over the ground.

use cueline::{clip::Clip, time::Time};
use cueline_assets::{ClipLibrary, rig::Rig};
use cueline_characters::{
    animator::{Animator, AnimatorBuilder},
    crowd::{Crowd, CrowdBuilder, Layers, Scratch, Selection},
};

const FEET: [&str; 2] = ["foot.left", "foot.right"];

struct Walker {
    animator: Animator,
    crowd: Crowd,
    /// The places of the feet in a palette.
    feet: [usize; 2],
}

fn walker() -> Walker {
    let mut library = ClipLibrary::new();
    for (name, text) in [
        ("walker.ron", include_str!("../../../assets/examples/walker.ron")),
        ("walker-body.ron", include_str!("../../../assets/examples/walker-body.ron")),
    ] {
        library.load(name, text.as_bytes()).expect("an example");
    }
    let source = library.animator("walker").expect("an animator");
    let clip = |name| library.get(library.id(name).expect("a name")).expect("a clip");
    let clips: Vec<&Clip> = source.clips().into_iter().map(clip).collect();
    let builder = AnimatorBuilder::from_file(&source).expect("plain easings");
    let animator = builder.build(clips.iter().copied()).expect("the parts fit together");
    let rig = Rig::new(library.skeleton("walker").expect("a skeleton")).expect("a rig");
    let builder = CrowdBuilder::new(&rig, "body").tolerance(0.0, 0.1);
    let builder = builder.animator(&animator, &source, clips).expect("the parts of one file");
    let crowd = builder.build().expect("the parts fit together");
    let joints: Vec<usize> = rig.joints("body").expect("a skin").map(|(node, _)| node).collect();
    let feet = FEET.map(|foot| {
        let node = rig.node(foot).expect("a foot");
        joints.iter().position(|joint| *joint == node).expect("a joint")
    });
    Walker { animator, crowd, feet }
}

/// The farthest that a foot moves over the ground while it is within 4 mm of it, in metres, and how often a foot stands.
/// The animator is set to `speed`, and the game moves the character straight ahead with `pace`, in metres a second.
fn slide(speed: f32, pace: f32) -> (f32, usize) {
    let Walker { animator, crowd, feet } = walker();
    let mut state = animator.start(Time::ZERO);
    state.set(&animator, Time::ZERO, "speed", speed).expect("a parameter");
    let mut path: [Vec<(f32, f32)>; 2] = Default::default();
    let (mut layers, mut scratch, mut palette) =
        (Layers::default(), Scratch::default(), Vec::new());
    // From where it has begun to walk, four seconds.
    for millis in 1000..5000 {
        let at = Time::from_millis(millis);
        state.advance_to(&animator, at, &mut Vec::new()).expect("a later time");
        let mut shown = Vec::new();
        state.layers_into(&animator, at, &mut shown).expect("the same animator");
        layers.clear();
        layers.push(&shown);
        crowd
            .palettes_into(&layers, Selection::default(), &mut scratch, &mut palette)
            .expect("layers of the crowd");
        let gone = pace * (at - Time::ZERO).as_secs_f32();
        for (path, foot) in path.iter_mut().zip(feet) {
            path.push((palette[foot][7], palette[foot][11] + gone));
        }
    }
    let (mut farthest, mut stands) = (0.0_f32, 0);
    for path in path {
        let low = path.iter().map(|(height, _)| *height).fold(f32::INFINITY, f32::min);
        let on_ground: Vec<bool> = path.iter().map(|(height, _)| *height < low + 0.004).collect();
        let mut from = None;
        for (index, (_, place)) in path.iter().enumerate() {
            if !on_ground[index] {
                from = None;
                continue;
            }
            let (least, most) = from.get_or_insert_with(|| {
                stands += 1;
                (*place, *place)
            });
            (*least, *most) = (least.min(*place), most.max(*place));
            farthest = farthest.max(*most - *least);
        }
    }
    (farthest, stands)
}

#[test]
fn feet_stay_where_they_stand() {
    // The clips walk at 1.1 m/s and run at 3 m/s. Between these speeds two gaits are blended.
    for (speed, most) in [(1.1, 0.007), (1.5, 0.013), (2.0, 0.013), (2.5, 0.013), (3.0, 0.007)] {
        let (far, stands) = slide(speed, speed);
        assert!(far <= most, "at {speed} m/s a foot slides by {far} m");
        assert!(stands >= 8, "at {speed} m/s: {stands}");
    }
    let (far, _) = slide(1.1, 1.4);
    assert!(far > 0.05, "a character that is moved too fast slides: {far} m");
}
