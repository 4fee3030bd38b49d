//! Steps of `cueline convert` for clips that move a skeleton: another rig, and fewer keys by what the skin shows.

use std::iter::successors;

use cueline_assets::{
    ClipFile, Document, Keys,
    rig::{Property, Rig},
};
use cueline_characters::ik::Retargeting;

use super::{cli::Retarget, input::open, progress::working};
use crate::failure::Failure;

/// Converts every clip that moves the skeleton of the document to the skeleton of another file, which takes its place.
/// Prints what was left out.
pub(super) fn retarget(document: &mut Document, job: &Retarget) -> Result<(), Failure> {
    let Some(file) = &job.rig else { return Ok(()) };
    let other = open(file)?;
    let mut skeletons = other.document.skeletons.iter();
    let (Some((to_name, to)), None) = (skeletons.next(), skeletons.next()) else {
        let found = other.document.skeletons.len();
        let file = file.display();
        return Err(Failure::usage(format!(
            "{file} holds {found} skeletons; --retarget needs one"
        )));
    };
    let refused = |error: &dyn std::fmt::Display| Failure::usage(format!("--retarget: {error}"));
    let rig = |skeleton| Rig::new(skeleton).map_err(|problems| refused(&problems));
    let to_rig = rig(to)?;
    let rigs = document.skeletons.iter().map(|(name, skeleton)| Ok((name.clone(), rig(skeleton)?)));
    let rigs = rigs.collect::<Result<Vec<_>, Failure>>()?;
    let Some((from_name, from)) =
        rigs.into_iter().find(|(_, rig)| document.clips.values().any(|clip| moves(clip, rig)))
    else {
        return Err(Failure::usage("--retarget: no clip moves a skeleton of the file"));
    };
    let pairs = || job.joints.iter().map(|(one, other)| (&**one, &**other));
    if to_name != &from_name && document.skeletons.contains_key(to_name) {
        return Err(Failure::usage(format!(
            "--retarget: the file has another skeleton with the name of the new one, {to_name:?}"
        )));
    }
    let counterpart = |name: &str| {
        pairs().find(|pair| pair.0 == name).map_or(name.to_owned(), |pair| pair.1.to_owned())
    };
    let paired = |name: &&str| to_rig.node(&counterpart(name)).is_some();
    let root = match &job.root {
        Some(root) => root.clone(),
        None => {
            let root = carrier(document, &from, paired);
            root.map(str::to_owned).ok_or_else(|| {
                let found = "the two skeletons have no joint of one name";
                refused(&format!("{found}; pair them by --joint FROM=TO"))
            })?
        }
    };
    let retargeting =
        Retargeting::new(&from, &to_rig, &root, pairs()).map_err(|error| refused(&error))?;
    let without: Vec<&str> = from.nodes().filter(|name| !paired(name)).collect();
    if !without.is_empty() {
        eprintln!("without a counterpart: {}", some(&without));
    }
    let mut clips = document.clips.clone();
    for (name, source) in clips.iter_mut().filter(|(_, clip)| moves(clip, &from)) {
        let refused = |error: &dyn std::fmt::Display| Failure::usage(format!("{name}: {error}"));
        let clip = source.build(name).map_err(|error| refused(&error))?;
        let (clip, left_out) = retargeting.clip(&clip).map_err(|error| refused(&error))?;
        let (mut made, before) = (ClipFile::from(&clip), source.tracks.len());
        let after = made.tracks.len();
        made.meta = std::mem::take(&mut source.meta);
        let is_joint =
            |path: &str| Property::of(path).is_some_and(|(node, _)| from.node(node).is_some());
        let mut left_out: Vec<&str> =
            left_out.iter().map(String::as_str).filter(|path| is_joint(path)).collect();
        // What is no joint of the rig does not change, unless a joint of the new one has its name.
        for (path, keys) in source.tracks.iter().filter(|(path, _)| !is_joint(path)) {
            if made.tracks.contains_key(path) {
                left_out.push(path);
            } else {
                made.tracks.insert(path.clone(), keys.clone());
            }
        }
        let rest =
            if left_out.is_empty() { String::new() } else { format!("; not {}", some(&left_out)) };
        eprintln!("{name}: {after} of {before} tracks are converted, {root:?} carries{rest}");
        *source = made;
    }
    let others = clips.iter().filter(|(_, clip)| !moves(clip, &from));
    let others: Vec<&str> = others.map(|(name, _)| &**name).collect();
    if !others.is_empty() {
        eprintln!("clips that do not move {from_name:?} stay as they are: {}", some(&others));
    }
    document.clips = clips;
    document.skeletons.shift_remove(&from_name);
    document.skeletons.insert(to_name.clone(), to.clone());
    Ok(())
}

/// The joint that carries a character: of those with a counterpart the one nearest to the root whose place changes, or
/// else is in a track, or else any.
fn carrier<'a>(
    document: &Document,
    rig: &'a Rig,
    paired: impl Fn(&&str) -> bool,
) -> Option<&'a str> {
    let depth = |name: &str| successors(rig.node(name), |&node| rig.parent(node)).count();
    let mut joints: Vec<&str> = rig.nodes().filter(paired).collect();
    joints.sort_by_key(|name| depth(name));
    let tracks = |name: &str| {
        let path = Property::Translation.path(name);
        document.clips.values().filter_map(move |clip| clip.tracks.get(&path))
    };
    let moved = |name: &&str| {
        let changes = |keys: &Keys| matches!(keys, Keys::Vec3(keys) if keys.windows(2).any(|two| two[0].value != two[1].value));
        tracks(name).any(changes)
    };
    let first = |is: &dyn Fn(&&str) -> bool| joints.iter().copied().find(|name| is(name));
    first(&moved)
        .or_else(|| first(&|name| tracks(name).next().is_some()))
        .or_else(|| first(&|_| true))
}

/// Removes keys from every clip that moves a skeleton, as far as its skin stays within `distance`. Prints what is left.
pub(super) fn reduce_skin(
    document: &mut Document,
    distance: f64,
    reach: Option<f64>,
) -> Result<(), Failure> {
    let rigs: Vec<Rig> =
        document.skeletons.values().filter_map(|skeleton| Rig::new(skeleton).ok()).collect();
    let mut met = false;
    for (name, clip) in &mut document.clips {
        let Some(rig) = rigs.iter().find(|rig| moves(clip, rig)) else { continue };
        met = true;
        let reach = match reach {
            Some(reach) => reach,
            None if size(rig) > 0.0 => size(rig) / 10.0,
            None => {
                return Err(Failure::usage(format!(
                    "--reduce-skin: {name}: all joints lie in one place, so the size of the skin is unknown: add --reach"
                )));
            }
        };
        let done = working(format!("reducing {name}"), || clip.compress_skin(rig, distance, reach))
            .map_err(|error| Failure::usage(format!("{name}: {error}")))?;
        eprintln!(
            "{name}: {} of {} keys are left, {} tracks held the rest pose; the skin, {reach:.3} around its bones, is at \
             most {:.2e} off",
            done.keys_after, done.keys_before, done.at_rest, done.distance
        );
    }
    if met {
        Ok(())
    } else {
        Err(Failure::usage("--reduce-skin: no clip moves a skeleton of the file"))
    }
}

/// Whether a clip has a track of a node of that rig.
fn moves(clip: &ClipFile, rig: &Rig) -> bool {
    let mut nodes = clip.tracks.keys().filter_map(|path| Property::of(path));
    nodes.any(|(node, _)| rig.node(node).is_some())
}

/// The longest side of a box around all nodes at rest.
fn size(rig: &Rig) -> f64 {
    let globals = rig.globals(&rig.rest());
    let side = |axis: usize| {
        let places = || globals.iter().map(|matrix| matrix.0[axis]);
        places().fold(f64::NEG_INFINITY, f64::max) - places().fold(f64::INFINITY, f64::min)
    };
    (12..15).map(side).fold(0.0, f64::max)
}

/// The first of many names, and how many more there are.
fn some(names: &[&str]) -> String {
    const SHOWN: usize = 8;
    let shown = names.iter().take(SHOWN).copied().collect::<Vec<_>>().join(", ");
    match names.len().checked_sub(SHOWN) {
        None | Some(0) => shown,
        Some(more) => format!("{shown} and {more} more"),
    }
}
