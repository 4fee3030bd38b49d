//! The parts that an animator needs of a crowd.

use cueline::clip::Clip;
use cueline_assets::animator::AnimatorSource;

use super::{CrowdBuilder, CrowdError};
use crate::{ClipIndex, animator::Animator};

impl<'a> CrowdBuilder<'a> {
    /// Adds the clips of an animator, and the masks and poses of its file, in the order of the animator's indices. The
    /// crowd then takes the layers of [`AnimatorState::layers_into`](crate::animator::AnimatorState::layers_into).
    ///
    /// Each clip is added as by [`clip`](Self::clip), also that of a pose; other ones of `clips` are left out. A node that is not
    /// in a mask of the file has the weight 0 there.
    ///
    /// The indices of an animator count from 0, so it comes before all other clips, masks and poses.
    ///
    /// # Errors
    ///
    /// [`CrowdError::NotGiven`] for a clip that is not among `clips`, and for a mask or a pose that `source` does not
    /// have.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::Clip, time::{Time, ms}};
    /// use cueline_assets::rig::Rig;
    /// use cueline_characters::{animator::AnimatorBuilder, crowd::{CrowdBuilder, CrowdError, Layers, Scratch, Selection}};
    ///
    /// let file = r#"(version: 1,
    ///     skeletons: {"hero": (nodes: {"hip": (), "hand": (parent: "hip")}, skins: {"body": (joints: ["hip", "hand"])})},
    ///     clips: {
    ///         "walk": (duration: "1s", tracks: {"hip/translation": Vec3([(at: 0, value: (3, 0, 0))])}),
    ///         "wave": (duration: "1s", tracks: {"hand/translation": Vec3([(at: 0, value: (0, 2, 0))])}),
    ///     },
    ///     animators: {"hero": (
    ///         masks: {"arm": {"hand": 1.0}},
    ///         layers: {
    ///             "body": (states: {"walk": (motion: Clip("walk"))}),
    ///             "arm": (mask: "arm", states: {"wave": (motion: Clip("wave"))}),
    ///         },
    ///     )},
    /// )"#;
    /// let document = cueline_assets::read(file.as_bytes(), "hero.ron")?.document;
    /// let clips = [document.clips["walk"].build("walk")?, document.clips["wave"].build("wave")?];
    /// let rig = Rig::new(&document.skeletons["hero"])?;
    /// let source = &document.animators["hero"];
    /// let animator = AnimatorBuilder::from_file(source)?.build(&clips)?;
    /// let crowd = CrowdBuilder::new(&rig, "body").animator(&animator, source, &clips)?.build()?;
    ///
    /// let (mut shown, mut layers, mut palettes) = (Vec::new(), Layers::default(), Vec::new());
    /// animator.start(Time::ZERO).layers_into(&animator, Time::ZERO + ms(10), &mut shown)?;
    /// layers.push(&shown);
    /// crowd.palettes_into(&layers, Selection::default(), &mut Scratch::default(), &mut palettes)?;
    /// assert_eq!([palettes[1][3], palettes[1][7]], [3.0, 2.0]); // the hand of a hero that walks and waves
    ///
    /// let without_wave = CrowdBuilder::new(&rig, "body").animator(&animator, source, &clips[..1]);
    /// assert_eq!(without_wave.err(), Some(CrowdError::NotGiven { kind: "clip", name: "wave".into() }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn animator(
        mut self,
        animator: &Animator,
        source: &AnimatorSource,
        clips: impl IntoIterator<Item = &'a Clip>,
    ) -> Result<Self, CrowdError> {
        let not_given = |kind, name: &str| CrowdError::NotGiven { kind, name: name.into() };
        let given: Vec<&Clip> = clips.into_iter().collect();
        let clip = |name: &str| {
            let clip = given.iter().copied().find(|clip| clip.name() == name);
            clip.ok_or_else(|| not_given("clip", name))
        };
        for name in animator.clips() {
            self = self.clip(clip(name)?);
        }
        for (index, product) in animator.masks().iter().enumerate() {
            let mut named = product.factors.iter().map(|factor| &*factor.mask);
            if let Some(missing) = named.find(|mask| !source.masks.contains_key(*mask)) {
                return Err(not_given("mask", missing));
            }
            let weight = |node: &str| {
                product.weight(|mask| source.masks[mask].get(node).copied().unwrap_or(0.0))
            };
            let nodes = self.rig.nodes().map(|node| (node, weight(node)));
            self = self.mask(index.to_string(), nodes);
        }
        for name in animator.poses() {
            let pose = source.poses.get(name).ok_or_else(|| not_given("pose", name))?;
            let index = match self.clips.iter().position(|(clip, _)| clip.name() == pose.clip) {
                Some(index) => index,
                None => {
                    self = self.clip(clip(&pose.clip)?);
                    self.clips.len() - 1
                }
            };
            let index = u16::try_from(index);
            let index = index.map_err(|_| CrowdError::TooManyClips { clips: self.clips.len() })?;
            self = self.pose(name, ClipIndex(index), pose.at.span(source.frame_rate()));
        }
        Ok(self)
    }
}
