//! The characters of the examples on their way over the ground.

use cueline::{clip::Clip, time::Time, value::Mat4};
use cueline_assets::{ClipLibrary, rig::Rig};
use cueline_characters::{
    animator::{Animator, AnimatorBuilder},
    crowd::{Crowd, CrowdBuilder, Layers, Scratch, Selection},
};

/// A character of the examples.
struct Cast {
    animator: &'static str,
    /// The animator; the clips and the skeleton.
    files: [&'static [u8]; 2],
    skeleton: &'static str,
    skin: &'static str,
    feet: &'static [&'static str],
    /// A metre, in the units of its skeleton.
    metre: f32,
}

const WALKER: Cast = Cast {
    animator: "walker",
    files: [
        include_bytes!("../../../../assets/examples/walker.ron"),
        include_bytes!("../../../../assets/examples/walker-body.ron"),
    ],
    skeleton: "walker",
    skin: "body",
    feet: &["foot.left", "foot.right"],
    metre: 1.0,
};

const FOX: Cast = Cast {
    animator: "fox",
    files: [
        include_bytes!("../../../../assets/examples/fox.ron"),
        include_bytes!("../../../../assets/examples/fox-body.cue"),
    ],
    skeleton: "scene",
    skin: "skins[0]",
    feet: &["b_RightHand_08", "b_LeftFoot02_018", "b_RightFoot02_022", "b_LeftHand_011"],
    metre: 100.0,
};

struct Character {
    animator: Animator,
    crowd: Crowd,
    /// Of each foot, its index in a palette, and where it is in the bind pose.
    feet: Vec<(usize, [f32; 3])>,
}

impl Cast {
    fn character(&self) -> Character {
        let mut library = ClipLibrary::new();
        for (name, file) in ["animator", "body"].into_iter().zip(self.files) {
            library.load(name, file).expect("an example");
        }
        let source = library.animator(self.animator).expect("an animator");
        let clip = |name| library.get(library.id(name).expect("a name")).expect("a clip");
        let clips: Vec<&Clip> = source.clips().into_iter().map(clip).collect();
        let builder = AnimatorBuilder::from_file(&source).expect("plain easings");
        let animator = builder.build(clips.iter().copied()).expect("the parts fit together");
        let rig = Rig::new(library.skeleton(self.skeleton).expect("a skeleton")).expect("a rig");
        let builder =
            CrowdBuilder::new(&rig, self.skin).tolerance(0.0, f64::from(0.1 * self.metre));
        let builder = builder.animator(&animator, &source, clips).expect("the parts of one file");
        let crowd = builder.build().expect("the parts fit together");
        let foot = |name: &&str| {
            let node = rig.node(name).expect("a foot");
            let joints = rig.joints(self.skin).expect("a skin").enumerate();
            let mut feet = joints.filter(|(_, (joint, _))| *joint == node);
            let (index, (_, Mat4(m))) = feet.next().expect("a joint");
            // The inverse bind has no scale: its transpose turns back.
            #[expect(clippy::cast_possible_truncation, reason = "rounded to the nearest f32")]
            let place =
                |row: usize| -(0..3).map(|k| m[row * 4 + k] * m[12 + k]).sum::<f64>() as f32;
            (index, [place(0), place(1), place(2)])
        };
        let feet = self.feet.iter().map(foot).collect();
        Character { animator, crowd, feet }
    }

    /// The farthest that each foot moves over the ground while it is less than `near` above its lowest place, in metres, and
    /// how often feet stand. The animator is set to `speed`, and the game moves the character straight ahead with `pace`, in
    /// metres a second.
    fn slide(&self, speed: f32, pace: f32, near: f32) -> (Vec<f32>, usize) {
        let Character { animator, crowd, feet } = self.character();
        let mut state = animator.start(Time::ZERO);
        state.set(&animator, Time::ZERO, "speed", speed).expect("a parameter");
        let mut paths: Vec<Vec<(f32, f32)>> = vec![Vec::new(); feet.len()];
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
            for (path, (foot, bind)) in paths.iter_mut().zip(&feet) {
                let row = |row: usize| {
                    let m = &palette[*foot][row * 4..][..4];
                    (m[0] * bind[0] + m[1] * bind[1] + m[2] * bind[2] + m[3]) / self.metre
                };
                path.push((row(1), row(2) + gone));
            }
        }
        let mut stands = 0;
        let slides = paths.iter().map(|path| {
            let low = path.iter().map(|(height, _)| *height).fold(f32::INFINITY, f32::min);
            let (mut farthest, mut from) = (0.0_f32, None);
            for (height, place) in path {
                if *height >= low + near {
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
            farthest
        });
        (slides.collect(), stands)
    }
}

#[test]
fn feet_of_the_walker_stay_where_they_stand() {
    // The clips walk at 1.1 m/s and run at 3 m/s. Between these speeds two gaits are blended.
    for (speed, most) in [(1.1, 0.007), (1.5, 0.013), (2.0, 0.013), (2.5, 0.013), (3.0, 0.007)] {
        let (feet, stands) = WALKER.slide(speed, speed, 0.004);
        assert!(feet.iter().all(|far| *far <= most), "at {speed} m/s feet slide by {feet:?} m");
        assert!(stands >= 8, "at {speed} m/s: {stands}");
    }
    let (feet, _) = WALKER.slide(1.1, 1.4, 0.004);
    assert!(feet.iter().all(|far| *far > 0.05), "a walker that is moved too fast: {feet:?} m");
}

#[test]
fn paws_of_the_fox_slide_by_no_more_than_is_stated() {
    let (paws, stands) = FOX.slide(1.4, 1.4, 0.005);
    assert!(paws.iter().all(|far| *far <= 0.045), "walking: {paws:?} m");
    assert!(stands >= 20, "{stands}");
    // In the clip itself, the left forepaw goes back at half the speed of the others.
    let (paws, _) = FOX.slide(2.5, 2.5, 0.005);
    assert!(paws[..3].iter().all(|far| *far <= 0.045), "running: {paws:?} m");
    assert!(paws[3] <= 0.4, "running: {paws:?} m");
    let (paws, _) = FOX.slide(1.4, 2.4, 0.005);
    assert!(paws.iter().all(|far| *far > 0.055), "a fox that is moved too fast: {paws:?} m");
}
