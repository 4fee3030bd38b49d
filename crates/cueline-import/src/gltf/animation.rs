//! Animations as clips.

use cueline::time::TickRate;
use cueline_assets::{DocumentPath, Named, Problem, Problems, Severity, rig::Property};
use gltf_json::{
    Root,
    accessor::Type,
    animation::{Animation, Channel, Interpolation, Property as Moved, Sampler},
    validation::Checked,
};

use super::{
    accessors::{Accessors, Wanted},
    channel::{Curve, Form},
    nodes::{stranger, targets},
    sift::{POINTER, Pointer},
};
use crate::{importer::refused, motion::Motion, names::Names, times::Frames};

/// The limit of tracks in a file: a node claims its own number of weights.
pub(super) const TRACKS: usize = 1 << 18;

/// The memory that the keys of a file may take for each of its bytes, and of a small file altogether. Keys of rotations
/// take 5 times their file, those of morph weights 15 times; accessors that many channels share take any multiple.
const PER_BYTE: usize = 24;
const SMALL: usize = 40 << 20;

/// The remaining limits of a file.
#[derive(Debug)]
pub(super) struct Left {
    /// How many keys may be added to splines.
    pub(super) keys: usize,
    pub(super) tracks: usize,
    /// The size of the file and the memory of its keys so far, in bytes.
    pub(super) file: usize,
    pub(super) memory: usize,
}

impl Left {
    /// Counts memory of keys.
    pub(super) fn take(
        &mut self,
        bytes: usize,
        accessors: &Accessors<'_>,
        item: &DocumentPath,
    ) -> Result<(), Problems> {
        let size = self.file.max(accessors.size());
        let most = size.saturating_mul(PER_BYTE).max(SMALL);
        self.memory = self.memory.saturating_add(bytes);
        if self.memory > most {
            let needed = "no more keys than a file of this size can hold";
            return Err(refused(item.clone(), "more keys", needed));
        }
        Ok(())
    }
}

/// What a reader of animations makes of each track.
pub(super) struct TrackRequest<T> {
    /// Whether it needs values, not only times.
    pub(super) values: bool,
    /// Whether it needs the triangles of meshes.
    pub(super) shapes: bool,
    /// `usize` is the number of keys that may still be added.
    pub(super) track: fn(&Curve, Form, Frames, &mut usize, &mut Problems) -> Result<T, Problems>,
}

/// The frame rate and the tracks of an animation, with errors and notes in `problems`.
#[expect(clippy::too_many_arguments, reason = "all that the reading of a file is about, once")]
pub(super) fn tracks<T>(
    root: &Root,
    animation: &Animation,
    pointers: &[&Pointer],
    item: &DocumentPath,
    names: &Names,
    accessors: &mut Accessors<'_>,
    request: &TrackRequest<T>,
    left: &mut Left,
    motion: &mut Motion,
    problems: &mut Problems,
) -> (TickRate, Named<T>) {
    let mut curves = Vec::new();
    for (index, channel) in animation.channels.iter().enumerate() {
        let item = item.field("channels").index(index);
        match curve(animation, channel, &item, accessors, problems) {
            Ok(curve) => curves.push((channel, curve)),
            Err(found) => problems.extend(found),
        }
    }
    let mut pointed = Vec::new();
    for pointer in pointers {
        match pointer_curve(animation, pointer, item, accessors, problems) {
            Ok((of, curve)) => pointed.push((&*pointer.path, of, curve)),
            // A pointer may lead to any type, so an unknown one does not make the file invalid.
            Err(found) => problems.extend(found.into_iter().map(lost)),
        }
    }
    let all =
        curves.iter().map(|(_, curve)| curve).chain(pointed.iter().map(|(_, _, curve)| curve));
    let frames = Frames::of(all.flat_map(|curve| curve.times.iter().copied()));
    if frames.between > 0 {
        let found = format!("{} key times on no frame of {}", frames.between, frames.rate);
        problems.push(Problem::note(item.clone(), found, "which are rounded to the nearest flick"));
    }
    let mut tracks = Named::default();
    for (channel, mut curve) in curves {
        let item = curve.item.clone();
        let node = channel.target.node.value();
        let Some(name) = names.get(node) else {
            problems.push(stranger(&item.field("target").field("node"), node, root));
            continue;
        };
        let forms = match forms(root, channel, &curve, left) {
            Ok(forms) => forms,
            Err(found) => {
                problems.extend(found);
                continue;
            }
        };
        for (property, form) in forms {
            let path = property.path(name);
            if tracks.contains_key(&path) {
                let found = format!("a second channel for {path:?}");
                problems.push(Problem::error(item.clone(), found, "only one"));
                continue;
            }
            match track(&mut curve, form, frames, accessors, request, left, problems) {
                Ok(track) => {
                    tracks.insert(path, track);
                }
                Err(found) => problems.extend(found),
            }
        }
        motion.took(word(channel), 1);
    }
    for (path, of, mut curve) in pointed {
        let mut made = 0;
        let forms = pointer_forms(path, of, &curve, left);
        for (path, form) in forms.unwrap_or_else(|found| {
            problems.extend(found.into_iter().map(lost));
            Vec::new()
        }) {
            match track(&mut curve, form, frames, accessors, request, left, problems) {
                Ok(track) => {
                    // Of equal pointers the last one counts.
                    tracks.insert(path, track);
                    made = 1;
                }
                Err(found) => problems.extend(found.into_iter().map(lost)),
            }
        }
        motion.took(POINTER, made);
    }
    (frames.rate, tracks)
}

/// The kind of what a channel moves, in the word of the file.
fn word(channel: &Channel) -> &'static str {
    match channel.target.path {
        Checked::Valid(Moved::Translation) => "translation",
        Checked::Valid(Moved::Rotation) => "rotation",
        Checked::Valid(Moved::Scale) => "scale",
        Checked::Valid(Moved::MorphTargetWeights) => "weights",
        Checked::Invalid => "unknown", // refused above
    }
}

/// A problem of one pointer, whose motion is lost.
fn lost(problem: Problem) -> Problem {
    let needed = format!("whose motion is lost; needed {}", problem.needed);
    Problem { severity: Severity::Warning, needed, ..problem }
}

/// A pointer's channel in the type of its accessor.
fn pointer_curve(
    animation: &Animation,
    pointer: &Pointer,
    item: &DocumentPath,
    accessors: &mut Accessors<'_>,
    notes: &mut Problems,
) -> Result<(Type, Curve), Problems> {
    let item = item.field("(KHR_animation_pointer)").field(&pointer.path);
    let Some(sampler) = animation.samplers.get(pointer.sampler) else {
        let needed = format!("a number below {}, the number of samplers", animation.samplers.len());
        return Err(refused(item, format!("sampler {}", pointer.sampler), needed));
    };
    let output = sampler.output.value();
    let of = match accessors.kind(output) {
        Some(of @ (Type::Scalar | Type::Vec2 | Type::Vec3 | Type::Vec4)) => of,
        Some(of) => return Err(refused(item, format!("{of:?}"), "a number or a vector")),
        None => return Err(refused(item, "no accessor", "numbers")),
    };
    let whole = pointer.path.ends_with("/visible");
    let wanted = Wanted { of, normalized: true, whole };
    sampled(sampler, wanted, &item, accessors, notes).map(|curve| (of, curve))
}

/// The tracks of a pointer: one, or one for each weight of a list of weights.
fn pointer_forms(
    path: &str,
    of: Type,
    curve: &Curve,
    left: &mut Left,
) -> Result<Vec<(String, Form)>, Problems> {
    let width = curve.width().filter(|width| of == Type::Scalar || *width == of.multiplicity());
    let Some(width) = width else {
        let found = format!("{} keys with {} numbers", curve.times.len(), curve.count);
        return Err(refused(curve.item.clone(), found, "a value for each key"));
    };
    left.tracks = left.tracks.checked_sub(width).ok_or_else(|| {
        refused(curve.item.clone(), "more tracks", format!("no more than {TRACKS} in a file"))
    })?;
    let weight = |target| Form::Weight { target, targets: width };
    Ok(match (of, width) {
        (Type::Vec2, _) => vec![(path.into(), Form::Pairs)],
        (Type::Vec3, _) => vec![(path.into(), Form::Vectors)],
        (Type::Vec4, _) => vec![(path.into(), Form::Fours)],
        (_, 1) if path.ends_with("/visible") => vec![(path.into(), Form::Flags)],
        (_, 1) => vec![(path.into(), weight(0))],
        _ => (0..width).map(|index| (format!("{path}/{index}"), weight(index))).collect(),
    })
}

/// A channel with checked times; its numbers are read later.
fn curve(
    animation: &Animation,
    channel: &Channel,
    item: &DocumentPath,
    accessors: &mut Accessors<'_>,
    notes: &mut Problems,
) -> Result<Curve, Problems> {
    let Some(sampler) = animation.samplers.get(channel.sampler.value()) else {
        let needed = format!("a number below {}, the number of samplers", animation.samplers.len());
        let found = format!("sampler {}", channel.sampler.value());
        return Err(refused(item.field("sampler"), found, needed));
    };
    let of = match channel.target.path {
        Checked::Valid(Moved::Translation | Moved::Scale) => Type::Vec3,
        Checked::Valid(Moved::Rotation) => Type::Vec4,
        Checked::Valid(Moved::MorphTargetWeights) => Type::Scalar,
        Checked::Invalid => {
            let needed = "translation, rotation, scale or weights";
            return Err(refused(item.field("target").field("path"), "none of them", needed));
        }
    };
    let wanted = Wanted { of, normalized: true, whole: false };
    sampled(sampler, wanted, item, accessors, notes)
}

/// A sampler with checked times; its numbers are read later.
fn sampled(
    sampler: &Sampler,
    wanted: Wanted,
    item: &DocumentPath,
    accessors: &mut Accessors<'_>,
    notes: &mut Problems,
) -> Result<Curve, Problems> {
    let Checked::Valid(interpolation) = sampler.interpolation else {
        let needed = "LINEAR, STEP or CUBICSPLINE";
        return Err(refused(item.field("sampler").field("interpolation"), "none of them", needed));
    };
    let times = accessors.times(sampler.input.value(), notes)?;
    let output = sampler.output.value();
    let count = accessors.count(output, wanted)?;
    let (item, numbers) = (item.clone(), Vec::new());
    Ok(Curve { item, times, output, wanted, count, numbers, interpolation })
}

/// The track of a curve, and the curve's numbers if the track needs them.
fn track<T>(
    curve: &mut Curve,
    form: Form,
    frames: Frames,
    accessors: &mut Accessors<'_>,
    request: &TrackRequest<T>,
    left: &mut Left,
    notes: &mut Problems,
) -> Result<T, Problems> {
    if request.values {
        left.take(curve.times.len().saturating_mul(form.key_size()), accessors, &curve.item)?;
        if curve.numbers.is_empty() {
            curve.numbers = accessors.read(curve.output, curve.wanted)?;
            if let Some(number) = curve.numbers.iter().position(|number| !number.is_finite()) {
                let item = DocumentPath::root().field("accessors").index(curve.output);
                let found = format!("number {number}, which is not finite");
                return Err(refused(item, found, "finite numbers"));
            }
        }
    }
    (request.track)(curve, form, frames, &mut left.keys, notes)
}

/// The tracks of a channel: one, or one for each weight.
fn forms(
    root: &Root,
    channel: &Channel,
    curve: &Curve,
    left: &mut Left,
) -> Result<Vec<(Property, Form)>, Problems> {
    let item = &curve.item;
    let uneven = || {
        let cubic = curve.interpolation == Interpolation::CubicSpline;
        let found = format!("{} keys with {} numbers", curve.times.len(), curve.count);
        let needed = if cubic { "three values for each key" } else { "a value for each key" };
        refused(item.clone(), found, needed)
    };
    let width = curve.width().ok_or_else(uneven)?;
    let expect = |wanted: usize| if width == wanted { Ok(()) } else { Err(uneven()) };
    let count = match channel.target.path {
        Checked::Valid(Moved::MorphTargetWeights) => width,
        _ => 1,
    };
    left.tracks = left.tracks.checked_sub(count).ok_or_else(|| {
        refused(item.clone(), "more tracks", format!("no more than {TRACKS} in a file"))
    })?;
    Ok(match channel.target.path {
        Checked::Valid(Moved::Translation) => {
            expect(3)?;
            vec![(Property::Translation, Form::Vectors)]
        }
        Checked::Valid(Moved::Scale) => {
            expect(3)?;
            vec![(Property::Scale, Form::Vectors)]
        }
        Checked::Valid(Moved::Rotation) => {
            expect(4)?;
            vec![(Property::Rotation, Form::Rotations)]
        }
        Checked::Valid(Moved::MorphTargetWeights) => {
            if let Some(targets) = targets(root, channel.target.node.value())
                && targets != width
            {
                let found = format!("{width} weights");
                let needed = format!("the {targets} of the node's mesh");
                return Err(refused(item.clone(), found, needed));
            }
            let weight = |target: usize| {
                let number = u32::try_from(target).unwrap_or(u32::MAX); // below TRACKS
                (Property::Weight(number), Form::Weight { target, targets: width })
            };
            (0..width).map(weight).collect()
        }
        Checked::Invalid => Vec::new(), // refused above
    })
}
