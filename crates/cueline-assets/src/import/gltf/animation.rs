//! Animations as clips.

use gltf_json::{
    Root,
    accessor::Type,
    animation::{Animation, Channel, Interpolation, Property as Moved, Sampler},
    validation::Checked,
};

use super::{
    accessors::{Accessors, Wanted},
    channel::Curve,
    nodes::{stranger, targets},
    sift::Pointer,
};
use crate::{
    ClipFile, DocumentPath, Keys, Problem, Problems, Severity,
    import::{names::Names, refused, times::Frames},
    rig::Property,
};

/// The limit of tracks in a file: a node claims its own number of weights.
pub(super) const TRACKS: usize = 1 << 18;

/// The remaining limits of a file.
#[derive(Debug)]
pub(super) struct Left {
    pub(super) keys: usize,
    pub(super) tracks: usize,
}

/// A clip of an animation, with errors and notes in `problems`.
#[expect(clippy::too_many_arguments, reason = "all that the reading of a file is about, once")]
pub(super) fn clip(
    root: &Root,
    animation: &Animation,
    pointers: &[&Pointer],
    item: &DocumentPath,
    names: &Names,
    accessors: &mut Accessors<'_>,
    left: &mut Left,
    problems: &mut Problems,
) -> ClipFile {
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
        problems.push(Problem::note(item.clone(), found, "which go to their nearest flick"));
    }
    let mut clip = ClipFile { rate: Some(frames.rate), ..ClipFile::default() };
    for (channel, curve) in curves {
        let item = curve.item.clone();
        let node = channel.target.node.value();
        let Some(name) = names.get(node) else {
            problems.push(stranger(&item.field("target").field("node"), node, root));
            continue;
        };
        let tracks = match tracks(root, channel, &curve, frames, left, problems) {
            Ok(tracks) => tracks,
            Err(found) => {
                problems.extend(found);
                continue;
            }
        };
        for (property, keys) in tracks {
            let path = property.path(name);
            if clip.tracks.contains_key(&path) {
                problems.push(Problem::error(
                    item.clone(),
                    format!("a second channel for {path:?}"),
                    "one only",
                ));
            } else {
                clip.tracks.insert(path, keys);
            }
        }
    }
    for (path, of, curve) in pointed {
        match pointer_tracks(path, of, &curve, frames, left) {
            Ok(tracks) => {
                for (path, keys) in tracks {
                    // Of equal pointers the last one counts.
                    clip.tracks.insert(path, keys);
                }
            }
            Err(found) => problems.extend(found.into_iter().map(lost)),
        }
    }
    clip
}

/// A problem of one pointer, whose motion is lost.
fn lost(problem: Problem) -> Problem {
    let needed = format!("whose motion is lost; needed {}", problem.needed);
    Problem { severity: Severity::Warning, needed, ..problem }
}

/// The numbers of a pointer's channel, in the type of the accessor.
fn pointer_curve(
    animation: &Animation,
    pointer: &Pointer,
    item: &DocumentPath,
    accessors: &mut Accessors<'_>,
    notes: &mut Problems,
) -> Result<(Type, Curve), Problems> {
    let item = item.field("(KHR_animation_pointer)").field(&pointer.path);
    let Some(sampler) = animation.samplers.get(pointer.sampler) else {
        let needed = format!("a number below {}, that of the samplers", animation.samplers.len());
        return Err(refused(item, format!("sampler {}", pointer.sampler), needed));
    };
    let output = sampler.output.value();
    let of = match accessors.kind(output) {
        Some(of @ (Type::Scalar | Type::Vec2 | Type::Vec3 | Type::Vec4)) => of,
        Some(of) => return Err(refused(item, format!("{of:?}"), "a number or a vector")),
        None => return Err(refused(item, "no accessor", "numbers")),
    };
    let whole = pointer.path.ends_with("/visible");
    sampled(sampler, Wanted { of, normalized: true, whole }, &item, accessors, notes)
        .map(|curve| (of, curve))
}

/// The tracks of a pointer: one, or one for each weight of a list of weights.
fn pointer_tracks(
    path: &str,
    of: Type,
    curve: &Curve,
    frames: Frames,
    left: &mut Left,
) -> Result<Vec<(String, Keys)>, Problems> {
    let width = curve.width().filter(|width| of == Type::Scalar || *width == of.multiplicity());
    let Some(width) = width else {
        let found = format!("{} keys with {} numbers", curve.times.len(), curve.numbers.len());
        return Err(refused(curve.item.clone(), found, "a value for each key"));
    };
    left.tracks = left.tracks.checked_sub(width).ok_or_else(|| {
        refused(curve.item.clone(), "more tracks", format!("no more than {TRACKS} in a file"))
    })?;
    Ok(match (of, width) {
        (Type::Vec2, _) => vec![(path.into(), curve.pairs(frames))],
        (Type::Vec3, _) => vec![(path.into(), curve.vectors(frames))],
        (Type::Vec4, _) => vec![(path.into(), curve.fours(frames))],
        (_, 1) if path.ends_with("/visible") => vec![(path.into(), curve.flags(frames))],
        (_, 1) => vec![(path.into(), curve.weight(0, 1, frames))],
        _ => (0..width)
            .map(|index| (format!("{path}/{index}"), curve.weight(index, width, frames)))
            .collect(),
    })
}

/// The numbers of a channel, with checked times.
fn curve(
    animation: &Animation,
    channel: &Channel,
    item: &DocumentPath,
    accessors: &mut Accessors<'_>,
    notes: &mut Problems,
) -> Result<Curve, Problems> {
    let Some(sampler) = animation.samplers.get(channel.sampler.value()) else {
        let needed = format!("a number below {}, that of the samplers", animation.samplers.len());
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
    sampled(sampler, Wanted { of, normalized: true, whole: false }, item, accessors, notes)
}

/// The numbers of a sampler, with checked times.
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
    let input = sampler.input.value();
    let times =
        accessors.read(input, Wanted { of: Type::Scalar, normalized: false, whole: false })?;
    check_times(&times, &DocumentPath::root().field("accessors").index(input), notes)?;
    let output = sampler.output.value();
    let numbers = accessors.read(output, wanted)?;
    if let Some(number) = numbers.iter().position(|number| !number.is_finite()) {
        let item = DocumentPath::root().field("accessors").index(output);
        let found = format!("number {number}, which is not finite");
        return Err(refused(item, found, "finite numbers"));
    }
    Ok(Curve { item: item.clone(), times, numbers, interpolation })
}

fn check_times(times: &[f32], item: &DocumentPath, notes: &mut Problems) -> Result<(), Problems> {
    // Ten years: far below the limit of a span, far above the range in which an f32 separates frames.
    let fits = |at: &f32| at.abs() < 3.2e8; // not NaN either
    if let Some(number) = times.iter().position(|at| !fits(at)) {
        let found = format!("{} s for key {number}", times[number]);
        return Err(refused(item.clone(), found, "a time of less than ten years"));
    }
    if let Some(number) = times.windows(2).position(|pair| pair[1] < pair[0]) {
        let found = format!("{} s for key {}", times[number + 1], number + 1);
        return Err(refused(item.clone(), found, format!("a time not before {} s", times[number])));
    }
    let same = times.windows(2).filter(|pair| pair[1] == pair[0]).count();
    if same > 0 {
        let found = format!("{same} keys at the time of the key before");
        notes.push(Problem::note(item.clone(), found, "where the track jumps"));
    }
    if times.first().is_some_and(|first| *first < 0.0) {
        let found = format!("a first key at {} s", times[0]);
        notes.push(Problem::note(item.clone(), found, "of which only what comes from 0 on plays"));
    }
    Ok(())
}

/// The tracks of a channel: one, or one for each weight.
fn tracks(
    root: &Root,
    channel: &Channel,
    curve: &Curve,
    frames: Frames,
    left: &mut Left,
    notes: &mut Problems,
) -> Result<Vec<(Property, Keys)>, Problems> {
    let item = curve.item.clone();
    let uneven = || {
        let cubic = curve.interpolation == Interpolation::CubicSpline;
        let found = format!("{} keys with {} numbers", curve.times.len(), curve.numbers.len());
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
            vec![(Property::Translation, curve.vectors(frames))]
        }
        Checked::Valid(Moved::Scale) => {
            expect(3)?;
            vec![(Property::Scale, curve.vectors(frames))]
        }
        Checked::Valid(Moved::Rotation) => {
            expect(4)?;
            vec![(Property::Rotation, curve.rotations(frames, &mut left.keys, notes)?)]
        }
        Checked::Valid(Moved::MorphTargetWeights) => {
            if let Some(targets) = targets(root, channel.target.node.value())
                && targets != width
            {
                let found = format!("{width} weights");
                return Err(refused(item, found, format!("the {targets} of the node's mesh")));
            }
            let weight = |target: usize| {
                let number = u32::try_from(target).unwrap_or(u32::MAX); // below TRACKS
                (Property::Weight(number), curve.weight(target, width, frames))
            };
            (0..width).map(weight).collect()
        }
        Checked::Invalid => Vec::new(), // refused above
    })
}
