//! Babylon.js: animations, animation groups, and the animations of scenes.
//!
//! Imported, from files of each of these forms:
//!
//! - one animation, or a list of them: one clip each, with the name of the animation and one track with the name of
//!   the property. Frame 0 is the clip's start; keys may lie before it.
//! - an animation group, or a list of them: one clip each, from the group's first frame to its last, with tracks
//!   `TARGET/PROPERTY`.
//! - a scene: its own animations, its groups, and a clip `scene` with the animations of meshes, nodes, cameras,
//!   lights, materials and bones. A target has its name if the name is unique, otherwise its id; a bone
//!   needs a name that no other bone has.
//!
//! Each skeleton of a scene becomes a skeleton: its bones in the rest pose, and a skin of all bones. The matrices that move a
//! bone become tracks `BONE/translation`, `BONE/rotation` and `BONE/scale`, which [`Rig`](cueline_assets::rig::Rig) plays.
//!
//! Numbers become `f64`; vectors, sizes and quaternions keep their types; colours become `Color` with unchanged
//! numbers; a matrix holds until the next one, which is the default of Babylon.js. A key's tangents count if the other
//! side has a tangent too. Cubics of quaternions get more keys, as those of glTF do.
//!
//! Ranges become cues at their start, and entries of the clip's `meta` under `TRACK/range/NAME`, or
//! `SKELETON/range/NAME`, in frames. `loop` there
//! gives the behaviour at the end; for several tracks it is `TRACK/loop`, unless it is `cycle`.
//!
//! **Missing in the files**, with a note: easings; values of two numbers, which Babylon.js writes as keys without
//! values. Events and blending are not imported.
//!
//! Source: the files that Babylon.js 9.34 writes and reads.

mod animation;
mod bones;
mod values;

use std::collections::BTreeSet;

use cueline::time::Span;
use cueline_assets::{
    ClipFile, CueSource, Document, DocumentPath, DurationSource, Keys, Named, Problem, Problems,
    Read, When,
};
use serde::{Deserialize, de::IgnoredAny};
use serde_json::Value;

use self::{
    animation::{Animation, Into, Range, when},
    bones::{Bone, Bones},
};
use crate::{
    density,
    frames::{Times, tick_rate},
    importer::{Importer, done},
    json::{self, Unread},
    motion::Motion,
    names::{Names, beginning, short},
    spline::KEYS_TO_ADD,
};

/// The ranges of a skeleton.
struct Ranges {
    skeleton: String,
    item: DocumentPath,
    /// The frame rate of the first animation of a bone.
    rate: Option<f64>,
    list: Vec<Range>,
}

/// Fields that distinguish the forms.
#[derive(Debug, Deserialize)]
struct Probe {
    keys: Option<IgnoredAny>,
    #[serde(rename = "targetedAnimations")]
    members: Option<IgnoredAny>,
}

#[derive(Debug, Deserialize)]
struct Group {
    #[serde(default)]
    name: String,
    from: Option<f64>,
    to: Option<f64>,
    #[serde(rename = "speedRatio")]
    speed: Option<f64>,
    #[serde(rename = "loopAnimation")]
    looped: Option<bool>,
    #[serde(rename = "isAdditive")]
    additive: Option<bool>,
    weight: Option<f64>,
    #[serde(rename = "playOrder")]
    order: Option<f64>,
    #[serde(rename = "enableBlending")]
    blends: Option<bool>,
    #[serde(rename = "blendingSpeed", default)]
    _blending_speed: Value,
    #[serde(rename = "targetedAnimations")]
    members: Vec<Member>,
}

#[derive(Debug, Deserialize)]
struct Member {
    animation: Animation,
    #[serde(rename = "targetId", default)]
    target: Value,
}

/// Any object with animations.
#[derive(Debug, Deserialize)]
struct Node {
    #[serde(default, deserialize_with = "short")]
    name: String,
    #[serde(default)]
    id: Value,
    animations: Option<Vec<Animation>>,
}

#[derive(Debug, Deserialize)]
struct Scene {
    animations: Option<Vec<Animation>>,
    #[serde(rename = "animationGroups")]
    groups: Option<Vec<Group>>,
    meshes: Option<Vec<Node>>,
    #[serde(rename = "transformNodes")]
    nodes: Option<Vec<Node>>,
    cameras: Option<Vec<Node>>,
    lights: Option<Vec<Node>>,
    materials: Option<Vec<Node>>,
    skeletons: Option<Vec<Bones>>,
}

pub(crate) const IMPORTER: Importer = Importer {
    extensions: &["babylon"],
    is: |_, fields| {
        let (clip, bones) =
            (["framePerSecond", "dataType", "keys"], ["skeletons", "bones", "parentBoneIndex"]);
        let has = |name: &str| fields.any(name);
        clip.into_iter().all(has) || bones.into_iter().all(has)
    },
    read: |file, _| read(file),
};

/// Reads the content of a file.
///
/// # Errors
///
/// JSON of another form, invalid frame rates, frames that run backwards, values of another kind than the animation's;
/// a file in which no animation has a value.
///
/// # Examples
///
/// ```
/// use cueline::time::Span;
/// use cueline_import::babylon;
///
/// let text = br#"{"name": "fade", "property": "alpha", "framePerSecond": 30, "dataType": 0, "loopBehavior": 1,
///   "keys": [{"frame": 0, "values": [0]}, {"frame": 30, "values": [1]}], "ranges": []}"#;
/// let document = babylon::read(text)?.document;
/// let fade = document.clips["fade"].build("fade").unwrap();
/// assert_eq!(fade.track::<f64>("alpha").unwrap().sample(Span::from_millis(500)), 0.5);
/// assert_eq!(document.clips["fade"].meta["loop"], "cycle");
/// # Ok::<(), cueline_assets::Problems>(())
/// ```
pub fn read(file: &[u8]) -> Result<Read, Problems> {
    density::check(file, density::Items::None)?;
    let (mut unread, root) = (Unread::default(), DocumentPath::root());
    let mut reading = Reading { left: KEYS_TO_ADD, ..Reading::default() };
    let listed = file.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'[');
    let probe = if listed {
        serde_json::from_slice::<Vec<Probe>>(file).ok().and_then(|list| list.into_iter().next())
    } else {
        serde_json::from_slice(file).ok()
    };
    match probe {
        Some(Probe { keys: Some(_), .. }) if listed => {
            reading.animations(&json::read::<Vec<_>>(file, &mut unread)?, &root);
        }
        Some(Probe { keys: Some(_), .. }) => {
            reading.animation(&json::read(file, &mut unread)?, &root);
        }
        Some(Probe { members: Some(_), .. }) if !listed => {
            reading.group(&json::read(file, &mut unread)?, &root);
        }
        _ if listed => {
            for (index, group) in json::read::<Vec<_>>(file, &mut unread)?.iter().enumerate() {
                reading.group(group, &root.index(index));
            }
        }
        _ => reading.scene(json::read(file, &mut unread)?),
    }
    let Reading { document, mut problems, found, motion, .. } = reading;
    if found > 0 && document.clips.is_empty() && !problems.has_errors() {
        let found = "animations without any value";
        problems.push(Problem::error(root, found, "one key with values"));
    } else if found > 0 {
        let found = "a form that holds no easings";
        let becomes =
            "so that the interpolation between keys is linear, or cubic by their tangents";
        problems.push(Problem::note(root, found, becomes));
    }
    unread.report(&mut problems);
    done(document, motion, problems)
}

#[derive(Debug, Default)]
struct Reading {
    document: Document,
    problems: Problems,
    /// Names of targets by their ids.
    names: Named<String>,
    /// The number of keys that may still be added to splines.
    left: usize,
    /// Number of animations.
    found: usize,
    motion: Motion,
}

impl Reading {
    fn scene(&mut self, scene: Scene) {
        let Scene { animations, groups, meshes, nodes, cameras, lights, materials, skeletons } =
            scene;
        let root = DocumentPath::root();
        let lists = [
            ("meshes", meshes),
            ("transformNodes", nodes),
            ("cameras", cameras),
            ("lights", lights),
            ("materials", materials),
        ];
        let of_list = |(list, nodes): (&str, Option<Vec<Node>>)| {
            let list = root.field(list);
            let nodes = nodes.unwrap_or_default().into_iter().enumerate();
            nodes.map(move |(index, node)| (list.index(index), node)).collect::<Vec<_>>()
        };
        let nodes: Vec<(DocumentPath, Node)> = lists.into_iter().flat_map(of_list).collect();
        let skeletons = skeletons.unwrap_or_default();
        let bones = skeletons.iter().flat_map(|skeleton| &skeleton.bones);
        let (mut shared, mut of_bones): (Named<usize>, Named<usize>) = Default::default();
        for name in bones.map(|bone| &bone.name) {
            *of_bones.entry(name.clone()).or_default() += 1;
            *shared.entry(name.clone()).or_default() += 1;
        }
        for (_, node) in &nodes {
            *shared.entry(node.name.clone()).or_default() += 1;
        }
        // Its name where no other target has it.
        let own = |name: &str| shared.get(name) == Some(&1) && !name.is_empty();
        for (_, node) in nodes.iter().filter(|(_, node)| own(&node.name)) {
            self.names.entry(id(&node.id)).or_insert_with(|| node.name.clone());
        }
        let mut moved = Vec::new();
        for (item, node) in nodes {
            let target = if own(&node.name) { node.name } else { id(&node.id) };
            let list = node.animations.unwrap_or_default().into_iter().enumerate();
            moved.extend(
                list.map(|(index, one)| {
                    (target.clone(), item.field("animations").index(index), one)
                }),
            );
        }
        let (mut ranges, mut taken) = (Vec::new(), BTreeSet::new());
        for (index, skeleton) in skeletons.into_iter().enumerate() {
            let item = root.field("skeletons").index(index);
            let bones = item.field("bones");
            // Exporters write a node of the same name for each bone; people know the bones.
            let is_own = |name: &str| of_bones.get(name) == Some(&1) && !name.is_empty();
            let called =
                |bone: &Bone| if is_own(&bone.name) { bone.name.clone() } else { id(&bone.id) };
            let called: Vec<String> = skeleton.bones.iter().map(called).collect();
            let called = called.iter().map(|name| Some(&**name));
            let unique = Names::within(&item, "bones", called, &mut self.problems);
            let skeleton_name = if skeleton.name.is_empty() { "skeleton" } else { &*skeleton.name };
            let skeleton_name =
                free(skeleton_name, &self.document.skeletons, &item, &mut self.problems);
            // A track names a bone, so no two bones of the file have one name.
            let name = |name: &str| match taken.insert(name.to_owned()) {
                true => name.to_owned(),
                false => format!("{skeleton_name}/{name}"),
            };
            let names = (0..skeleton.bones.len()).filter_map(|index| unique.get(index));
            let names: Vec<String> = names.map(name).collect();
            for (bone, name) in skeleton.bones.iter().zip(&names) {
                self.names.entry(id(&bone.id)).or_insert_with(|| name.clone());
            }
            let made = bones::skeleton(&skeleton.bones, &names, &bones, &mut self.problems);
            self.document.skeletons.insert(skeleton_name.clone(), made);
            let before = moved.len();
            for (index, (bone, name)) in skeleton.bones.into_iter().zip(names).enumerate() {
                let item = bones.index(index);
                let one = bone.animation.map(|one| (item.field("animation"), *one));
                let list = bone.animations.unwrap_or_default().into_iter().enumerate();
                let list = list.map(|(i, one)| (item.field("animations").index(i), one));
                moved.extend(
                    one.into_iter().chain(list).map(|(item, one)| (name.clone(), item, one)),
                );
            }
            let rate = moved.get(before).map(|(_, _, one): &(_, _, Animation)| one.rate);
            if let Some(list) = skeleton.ranges.filter(|list| !list.is_empty()) {
                ranges.push(Ranges { skeleton: skeleton_name, item, rate, list });
            }
        }
        self.animations(&animations.unwrap_or_default(), &root.field("animations"));
        for (index, group) in groups.unwrap_or_default().iter().enumerate() {
            self.group(group, &root.field("animationGroups").index(index));
        }
        let mut clip: Option<ClipFile> = None;
        for (target, item, animation) in moved {
            let path = format!("{target}/{}", animation.property);
            let made = self.track(&animation, &path, 0.0, &mut clip, &item);
            self.problems.extend(made.err().into_iter().flatten());
        }
        let last = clip.as_ref().map_or(Span::ZERO, |clip| {
            let times = clip.tracks.values().flat_map(Keys::times);
            times.map(|at| at.span(clip.frame_rate())).max().unwrap_or_default()
        });
        for ranges in &ranges {
            match &mut clip {
                Some(clip) => self.ranges(ranges, last, clip),
                None => {
                    let (found, item) = (format!("{} ranges", ranges.list.len()), &ranges.item);
                    let becomes = "are left out: no node or bone has an animation of its own";
                    self.problems.push(Problem::note(item.field("ranges"), found, becomes));
                }
            }
        }
        self.keep("scene", clip, &root);
    }

    /// Cues at the starts of a skeleton's ranges, in frames of the animations of its bones.
    fn ranges(&mut self, ranges: &Ranges, last: Span, clip: &mut ClipFile) {
        let rate = clip.frame_rate();
        let own = ranges.rate.and_then(tick_rate).unwrap_or(rate);
        let times = Times { rate: own, start: 0.0 };
        for (index, range) in ranges.list.iter().enumerate() {
            let item = ranges.item.field("ranges").index(index);
            clip.meta.insert(format!("{}/range/{}", ranges.skeleton, range.name), range.text());
            match range.cue(times, rate, last, &item) {
                Ok(Some(cue)) => clip.cues.push(cue),
                Ok(None) => {
                    let found = format!("the range {:?}", range.name);
                    let becomes = "begins outside of the animation, so it is no cue";
                    self.problems.push(Problem::note(item, found, becomes));
                }
                Err(found) => self.problems.extend(found),
            }
        }
    }

    fn animations(&mut self, list: &[Animation], item: &DocumentPath) {
        for (index, animation) in list.iter().enumerate() {
            self.animation(animation, &item.index(index));
        }
    }

    /// A clip of one animation.
    fn animation(&mut self, animation: &Animation, item: &DocumentPath) {
        let (mut clip, path) = (None, &*animation.property);
        let path = if path.is_empty() { "value" } else { path };
        let made = self.track(animation, path, 0.0, &mut clip, item);
        self.problems.extend(made.err().into_iter().flatten());
        if let Some(clip) = &mut clip {
            // A single track needs no track name here.
            clip.meta = std::mem::take(&mut clip.meta)
                .into_iter()
                .map(|(name, text)| match name.strip_prefix(&format!("{path}/")) {
                    Some(rest) => (rest.to_owned(), text),
                    None => (name, text),
                })
                .collect();
            clip.meta.entry("loop".into()).or_insert_with(|| "cycle".into());
        }
        self.keep(&animation.name, clip, item);
    }

    fn group(&mut self, group: &Group, item: &DocumentPath) {
        let start = group.from.unwrap_or(0.0);
        let mut clip = None;
        let mut length = When::ZERO;
        for (index, member) in group.members.iter().enumerate() {
            let item = item.field("targetedAnimations").index(index);
            let target = id(&member.target);
            let target = self.names.get(&target).cloned().unwrap_or(target);
            let animation = &member.animation;
            let path = format!("{target}/{}", animation.property);
            let made = self.track(animation, &path, start, &mut clip, &item.field("animation"));
            let (Ok(Some(times)), Some(to), Some(clip)) = (&made, group.to, &clip) else {
                self.problems.extend(made.err().into_iter().flatten());
                continue;
            };
            match when(to, *times, clip.frame_rate(), &item) {
                Ok(end) if end.span(clip.frame_rate()) > length.span(clip.frame_rate()) => {
                    length = end
                }
                Ok(_) => {}
                Err(problems) => self.problems.extend(problems),
            }
        }
        if let Some(clip) = &mut clip {
            if group.to.is_some() {
                clip.duration = DurationSource::Cut(length);
            }
            let rate = clip.frame_rate();
            let end = length.span(rate);
            let inside = |cue: &CueSource| group.to.is_none() || cue.at.span(rate) <= end;
            clip.cues.retain(inside);
            let looped = group.looped.map(|looped| looped.to_string());
            let unusual = |number: Option<f64>, usual: f64| {
                number.filter(|number| *number != usual).map(|number| number.to_string())
            };
            for (name, text) in [
                ("loop", looped),
                ("speed", unusual(group.speed, 1.0)),
                ("weight", unusual(group.weight, -1.0)),
                ("order", unusual(group.order, 0.0)),
                ("from", unusual(group.from, 0.0)),
                ("additive", group.additive.filter(|is| *is).map(|is| is.to_string())),
                ("blending", group.blends.filter(|is| *is).map(|is| is.to_string())),
            ] {
                clip.meta.extend(text.map(|text| (name.into(), text)));
            }
        }
        self.keep(&group.name, clip, item);
    }

    /// Adds an animation to a clip, and creates the clip if necessary.
    fn track(
        &mut self,
        animation: &Animation,
        path: &str,
        start: f64,
        clip: &mut Option<ClipFile>,
        item: &DocumentPath,
    ) -> Result<Option<Times>, Problems> {
        self.found += 1;
        self.motion.found(animation.kind(), usize::from(animation.is_keyed()));
        let times = animation.times(start, item)?;
        let rate = clip.as_ref().map_or(times.rate, |clip| clip.frame_rate());
        let mut into = Into { rate, left: &mut self.left, notes: &mut self.problems };
        let Some(keys) = animation.keys(times, &mut into, item)? else { return Ok(None) };
        let clip = clip.get_or_insert_with(|| ClipFile { rate: Some(rate), ..ClipFile::default() });
        let last = keys.times().last().map_or(Span::ZERO, |last| last.span(rate));
        let mode = animation.mode(item, &mut self.problems).filter(|mode| *mode != "cycle");
        let tracks = match (
            path.strip_suffix(bones::MATRIX).and_then(|path| path.strip_suffix('/')),
            keys,
        ) {
            (Some(bone), Keys::Matrix(keys)) => bones::tracks(bone, keys, item, &mut self.problems),
            (_, keys) => vec![(path.to_owned(), keys)],
        };
        for (path, keys) in tracks {
            let path = free(&path, &clip.tracks, item, &mut self.problems);
            if let Some(mode) = mode {
                clip.meta.insert(format!("{path}/loop"), mode.into());
            }
            for range in animation.ranges.iter().flatten() {
                clip.meta.insert(format!("{path}/range/{}", range.name), range.text());
            }
            clip.tracks.insert(path, keys);
        }
        self.motion.took(animation.kind(), usize::from(animation.is_keyed()));
        for range in animation.ranges.iter().flatten() {
            clip.cues.extend(range.cue(times, rate, last, item)?);
        }
        Ok(Some(times))
    }

    fn keep(&mut self, name: &str, clip: Option<ClipFile>, item: &DocumentPath) {
        let Some(mut clip) = clip else { return };
        // Each bone of a skeleton may repeat the same ranges.
        let (rate, mut seen) = (clip.frame_rate(), BTreeSet::new());
        clip.cues.retain(|cue| seen.insert((cue.at.span(rate), cue.name.clone())));
        let name = if name.is_empty() { "animation" } else { name };
        let clips = &mut self.document.clips;
        let name = free(name, clips, item, &mut self.problems);
        clips.insert(name, clip);
    }
}

/// The name or, if the name is taken, the name with a number.
fn free<T>(name: &str, taken: &Named<T>, item: &DocumentPath, notes: &mut Problems) -> String {
    if !taken.contains_key(name) {
        return name.into();
    }
    // Starts at the number of names, so that many equal names do not each count from 1.
    let mut new = format!("{name}#{}", taken.len());
    while taken.contains_key(&new) {
        new.push('\'');
    }
    let found = format!("{name:?}, the name of an earlier item");
    notes.push(Problem::note(item.clone(), found, format!("called {new:?} here")));
    new
}

fn id(id: &Value) -> String {
    match id {
        Value::String(id) => beginning(id).to_owned(),
        Value::Null => String::new(),
        other => beginning(&other.to_string()).to_owned(),
    }
}
