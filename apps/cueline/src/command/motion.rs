//! Root motion: what carries a character along becomes a clip of its own.

use cueline::{
    clip::{
        Animated, Clip, ClipBuilder, ClipDuration, ContentError, Interpolation, Keyframe, Track,
    },
    time::Span,
    value::{Quat, Vec3},
};
use cueline_assets::{ClipFile, Document, Keys, Skeleton, rig::Property};
use cueline_characters::motion::{RootMotion, RootOptions};

use crate::failure::Failure;

/// The note of a clip that names its motion clip.
const MOTION: &str = "motion";
/// The note of a motion clip that names its clip.
const OF: &str = "motion_of";

/// Takes the motion of `node` out of every clip that moves it: the clip stays in place, and `NAME.motion` has the motion
/// as tracks of the node. Prints each motion.
pub(crate) fn extract(document: &mut Document, node: &str) -> Result<(), Failure> {
    let paths = [Property::Translation.path(node), Property::Rotation.path(node)];
    let moves = |clip: &ClipFile| paths.iter().any(|path| clip.tracks.contains_key(path));
    if !document.clips.values().any(moves) {
        return Err(Failure::usage(format!("no clip moves {node:?}; {}", moved(document))));
    }
    let skeleton = document.skeletons.values().find(|skeleton| skeleton.nodes.contains_key(node));
    let mut clips = document.clips.clone();
    for (name, source) in document.clips.iter().filter(|(_, clip)| moves(clip)) {
        if source.meta.contains_key(MOTION) || source.meta.contains_key(OF) {
            eprintln!("{name}: is split already");
            continue;
        }
        let refused = |error: &dyn std::fmt::Display| Failure::usage(format!("{name}: {error}"));
        let clip = source.build(name).map_err(|error| refused(&error))?;
        let up = skeleton.map_or(Ok(UP), |skeleton| up(skeleton, &clip, node));
        let options =
            RootOptions { up: up.map_err(|error| refused(&error))?, ..RootOptions::default() };
        let (root, in_place) =
            RootMotion::extract(&clip, node, &options).map_err(|error| refused(&error))?;
        let own = own_clip(&root, &in_place, &paths).map_err(|error| refused(&error))?;
        let mut own_name = format!("{name}.motion");
        while clips.contains_key(&own_name) {
            own_name.push('\'');
        }
        let whole = root.at(root.duration());
        let degrees = whole.turn().to_degrees();
        eprintln!("{name}: {:.3} units, {degrees:.1} degrees in {own_name:?}", whole.distance());

        let mut motion = ClipFile::from(&own);
        motion.rate = source.rate;
        motion.meta.insert(OF.into(), name.clone());
        clips.insert(own_name.clone(), motion);
        let Some(rest) = clips.get_mut(name) else { continue };
        rest.meta.insert(MOTION.into(), own_name);
        for (path, channel) in
            in_place.channels().filter(|(path, _)| paths.contains(&(*path).into()))
        {
            rest.tracks
                .insert(path.into(), Keys::try_from(channel).map_err(|error| refused(&error))?);
        }
    }
    document.clips = clips;
    Ok(())
}

const UP: Vec3<f64> = Vec3 { x: 0.0, y: 1.0, z: 0.0 };

/// The direction up in the axes of the node's parent. Refuses a clip that moves a node above.
fn up(skeleton: &Skeleton, clip: &Clip, node: &str) -> Result<Vec3<f64>, String> {
    let parent = |name: &str| skeleton.nodes.get(name)?.parent.as_deref();
    let (mut above, mut up) = (Vec::new(), UP);
    let mut next = parent(node);
    while let Some(name) = next {
        above.push(name); // the document was checked: parents make a tree
        next = parent(name);
    }
    for name in above.into_iter().rev() {
        let translation = clip.track::<Vec3>(&Property::Translation.path(name)).ok();
        let rotation = clip.track::<Quat>(&Property::Rotation.path(name)).ok();
        if !translation.is_none_or(is_still) || !rotation.is_none_or(is_still) {
            return Err(format!("it moves {name:?} too, on which {node:?} hangs: choose {name:?}"));
        }
        let rest = skeleton.nodes.get(name).map(|node| node.rest.rotation).unwrap_or_default();
        let Quat { x, y, z, w } = rotation.map_or(rest, |track| track.sample(Span::ZERO));
        let turn = Quat::new(f64::from(x), y.into(), z.into(), w.into()).normalized();
        up = turn.inverse().rotate(up);
    }
    Ok(up)
}

/// Whether a track has one value at all times.
fn is_still<T: Animated + PartialEq>(track: &Track<T>) -> bool {
    // Slopes move a value between two equal keys.
    let flat = |key: Keyframe<T>| {
        !matches!(key.interpolation, Interpolation::Hermite | Interpolation::HermiteEased(_))
    };
    let mut leaving = track.keyframes().take(track.times().len() - 1); // all but the last
    track.values().windows(2).all(|pair| pair[0] == pair[1]) && leaving.all(flat)
}

/// The motion as a clip, with keys at those times at which the clip in place has them. It has the tracks of the node that
/// the clip has.
fn own_clip(root: &RootMotion, in_place: &Clip, paths: &[String; 2]) -> Result<Clip, ContentError> {
    let [translation, rotation] = paths;
    let mut builder = ClipBuilder::new(in_place.name())
        .duration(ClipDuration::Cut(in_place.duration()))
        .rate(in_place.rate());
    if let Ok(track) = in_place.track::<Vec3>(translation) {
        let key = |at| {
            let Vec3 { x, y, z } = root.at(at).translation;
            Keyframe::linear(at, Vec3::new(narrow(x), narrow(y), narrow(z)))
        };
        builder = builder.track(&**translation, track.times().iter().map(|at| key(*at)));
    }
    if let Ok(track) = in_place.track::<Quat>(rotation) {
        let key = |at| {
            let Quat { x, y, z, w } = root.at(at).rotation;
            Keyframe::linear(at, Quat::new(narrow(x), narrow(y), narrow(z), narrow(w)))
        };
        builder = builder.track(&**rotation, track.times().iter().map(|at| key(*at)));
    }
    builder.build()
}

#[expect(clippy::cast_possible_truncation, reason = "files have f32")]
fn narrow(number: f64) -> f32 {
    number as f32
}

/// The nodes that clips carry from place to place, for a message.
fn moved(document: &Document) -> String {
    let tracks = document.clips.values().flat_map(|clip| clip.tracks.keys());
    let mut nodes: Vec<&str> = tracks
        .filter_map(|path| Property::of(path))
        .filter_map(|(node, property)| (property == Property::Translation).then_some(node))
        .collect();
    nodes.sort_unstable();
    nodes.dedup();
    let more = nodes.len().saturating_sub(8);
    nodes.truncate(8);
    match (nodes.is_empty(), more) {
        (true, _) => "none has a translation".into(),
        (false, 0) => format!("they move {}", nodes.join(", ")),
        (false, _) => format!("they move {} and {more} more", nodes.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use cueline::{time::ms, value::Easing};

    use super::*;

    #[test]
    fn a_curve_with_slopes_between_equal_keys_is_no_still_track() {
        let track = |interpolation: Interpolation| {
            let slope = Vec3::new(1.0, 0.0, 0.0);
            let key = |at| Keyframe {
                tangent_out: slope,
                interpolation: interpolation.clone(),
                ..Keyframe::linear(at, Vec3::new(0.0_f32, 0.0, 0.0))
            };
            Track::new([key(ms(0)), key(ms(400))]).unwrap()
        };
        assert!(is_still(&track(Interpolation::Linear)));
        for curve in [Interpolation::Hermite, Interpolation::HermiteEased(Easing::OUT_QUAD.into())]
        {
            let track = track(curve);
            assert_ne!(track.sample(ms(100)), track.sample(ms(0)));
            assert!(!is_still(&track));
        }
    }
}
