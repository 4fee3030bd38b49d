//! A character that several clips move at once, by the layers of an animator.

use cueline::{clip::Clip, value::Mat4};
use cueline_assets::{
    Document, Skeleton, Skin,
    animator::AnimatorSource,
    rig::{Pose, Rig},
};
use cueline_characters::{
    Layer,
    animator::Animator,
    crowd::{Crowd, CrowdBuilder, Layers, Scratch, Selection},
};
use cueline_import::gltf::Shapes;
use cueline_picture::{Picture, Rect};

use super::actor::{Actor, View};

/// The name of a skin with all nodes, which no file has.
const ALL: &str = "\0all nodes";

/// A skeleton with the clips of an animator.
#[derive(Debug)]
pub(crate) struct Character {
    actor: Actor,
    rest: Pose,
    crowd: Crowd,
    layers: Layers,
    scratch: Scratch,
    palette: Vec<[f32; 12]>,
    globals: Vec<Mat4<f64>>,
}

impl Character {
    /// The first skeleton of the documents that one of the clips moves, with the masks and poses of the animator's file;
    /// `None` if there is none.
    ///
    /// # Errors
    ///
    /// Why the clips do not fit to the skeleton.
    pub(crate) fn new<'a>(
        documents: impl IntoIterator<Item = &'a Document>,
        shapes: Option<&Shapes>,
        animator: &Animator,
        source: &AnimatorSource,
        clips: &[&Clip],
    ) -> Result<Option<Self>, String> {
        let skeletons = documents.into_iter().flat_map(|document| document.skeletons.values());
        let rigs = skeletons.filter_map(|skeleton| Rig::new(&whole(skeleton)).ok());
        let moved = |rig: &Rig| {
            clips
                .iter()
                .any(|clip| rig.sample(clip, cueline::time::Span::ZERO, &mut rig.rest()) > 0)
        };
        let Some(rig) = rigs.into_iter().find(moved) else { return Ok(None) };
        let builder = CrowdBuilder::new(&rig, ALL);
        let builder = builder.animator(animator, source, clips.iter().copied());
        let crowd = builder.and_then(CrowdBuilder::build).map_err(|error| error.to_string())?;
        let (rest, actor) = (rig.rest(), Actor::new(rig, shapes, clips.iter().copied()));
        let (layers, scratch) = (Layers::default(), Scratch::default());
        let (palette, globals) = (Vec::new(), Vec::new());
        Ok(Some(Self { actor, rest, crowd, layers, scratch, palette, globals }))
    }

    /// Takes the pose of these layers.
    ///
    /// # Errors
    ///
    /// What the crowd refuses, such as layers of another animator. The pose stays as it was.
    pub(crate) fn pose(&mut self, layers: &[Layer]) -> Result<(), String> {
        self.layers.clear();
        self.layers.push(layers);
        let selection = Selection::default();
        self.crowd
            .palettes_into(&self.layers, selection, &mut self.scratch, &mut self.palette)
            .map_err(|error| error.to_string())?;
        self.globals.clear();
        self.globals.extend(self.palette.iter().map(|rows| {
            let [a, b, c, x, d, e, f, y, g, h, i, z] = rows.map(f64::from);
            Mat4([a, d, g, 0.0, b, e, h, 0.0, c, f, i, 0.0, x, y, z, 1.0])
        }));
        Ok(())
    }

    /// Draws it in the pose that it took last.
    pub(crate) fn draw<C: Copy + PartialEq>(
        &self,
        picture: &mut Picture<C>,
        area: Rect,
        view: View,
    ) {
        self.actor.draw(picture, area, view, &self.rest, &self.globals);
    }
}

/// A skeleton with one more skin, which has all its nodes, each at its own place: its palette is where they are.
fn whole(skeleton: &Skeleton) -> Skeleton {
    let mut skeleton = skeleton.clone();
    let joints: Vec<String> = match Rig::new(&skeleton) {
        Ok(rig) => rig.nodes().map(str::to_owned).collect(),
        Err(_) => Vec::new(),
    };
    let inverse_binds = vec![Mat4::default(); joints.len()];
    skeleton.skins.insert(ALL.into(), Skin { joints, inverse_binds });
    skeleton
}

#[cfg(test)]
mod tests {
    use cueline::time::{Time, ms};
    use cueline_characters::animator::AnimatorBuilder;

    use super::*;

    const ARM: &str = r#"(
        version: 1,
        skeletons: {"arm": (nodes: {
            "upper": (),
            "lower": (parent: "upper", rest: (translation: (0, 2, 0))),
            "tip": (parent: "lower", rest: (translation: (0, 1, 0))),
        })},
        clips: {
            "bend": (tracks: {"lower/rotation": Rotation([
                (at: 0, value: (0, 0, 0, 1)), (at: "1s", value: (0, 0, 0.6, 0.8)),
            ])}),
            "lift": (tracks: {"upper/translation": Vec3([
                (at: 0, value: (0, 0, 0)), (at: "1s", value: (0, 4, 0)),
            ])}),
        },
        animators: {"arm": (
            masks: {"low": {"lower": 1.0}},
            layers: {
                "all": (states: {"lift": (motion: Clip("lift"))}),
                "low": (mask: "low", states: {"bend": (motion: Clip("bend"))}),
            },
        )},
    )"#;

    #[test]
    fn nodes_are_where_their_clips_take_them_also_those_that_no_clip_moves() {
        let document = cueline_assets::read(ARM.as_bytes(), "arm.ron").unwrap().document;
        let source = &document.animators["arm"];
        let clips: Vec<Clip> =
            document.clips.iter().map(|(name, clip)| clip.build(name).unwrap()).collect();
        let clips: Vec<&Clip> = clips.iter().collect();
        let builder = AnimatorBuilder::from_file(source).unwrap();
        let animator = builder.build(clips.iter().copied()).unwrap();
        let made = Character::new([&document], None, &animator, source, &clips);
        let mut character = made.unwrap().expect("a skeleton");
        let state = animator.start(Time::ZERO);
        let mut layers = Vec::new();
        state.layers_into(&animator, Time::ZERO + ms(500), &mut layers).unwrap();
        character.pose(&layers).unwrap();
        // What the rig shows with both clips: they move different nodes.
        let rig = &character.actor.rig;
        let mut pose = rig.rest();
        clips.iter().for_each(|clip| {
            rig.sample(clip, ms(500), &mut pose);
        });
        let wanted = rig.globals(&pose);
        assert!(wanted[2].0[12].abs() > 0.1 && wanted[2].0[13] > 4.0, "the tip has moved");
        for (shown, wanted) in character.globals.iter().zip(&wanted) {
            for (shown, wanted) in shown.0.iter().zip(wanted.0) {
                assert!((shown - wanted).abs() < 2e-3, "{shown} and {wanted}");
            }
        }
    }

    #[test]
    fn without_a_skeleton_that_the_clips_move_there_is_no_character() {
        let text = r#"(version: 1, clips: {"a": (duration: "1s")},
            animators: {"a": (layers: {"a": (states: {"a": (motion: Clip("a"))})})})"#;
        let document = cueline_assets::read(text.as_bytes(), "a.ron").unwrap().document;
        let clip = document.clips["a"].build("a").unwrap();
        let source = &document.animators["a"];
        let animator = AnimatorBuilder::from_file(source).unwrap().build([&clip]).unwrap();
        assert!(Character::new([&document], None, &animator, source, &[&clip]).unwrap().is_none());
    }
}
