//! Reading thousands in one call is reading them one by one: more than lie in one page, or in one chunk of a clip.

use cueline::{
    clip::{Animated, ClipBuilder, ClipId, Clips, Interpolation, Keyframe, Track},
    playback::{Play, PlaybackHandle, Player},
    time::{Span, TickRate},
    value::{Curve, Easing, Lerp, Vec3},
};

const fn ticks(ticks: i64) -> Span {
    Span::from_frames(ticks, TickRate::HZ_60)
}

/// A clip for each of some ways from a value to another, the last of them by way of both again.
fn library<V: Animated + Lerp>(from: &V, to: &V) -> (Clips, Vec<Track<V>>) {
    let ways = [
        Interpolation::Linear,
        Interpolation::Eased(Easing::InOut(Curve::Cubic)),
        Interpolation::Eased(Easing::Out(Curve::BACK)),
        Interpolation::Eased(Easing::In(Curve::Expo)),
        Interpolation::Hold,
        Interpolation::HermiteEased(Easing::Out(Curve::Sine)),
        Interpolation::Linear,
    ];
    let (mut clips, mut tracks) = (Clips::new(), Vec::new());
    for (index, way) in (0_i64..).zip(ways) {
        // Some begin before their first keyframe does.
        let first = ticks(index % 3);
        let mut keys = vec![
            Keyframe::new(first, from.clone(), way),
            Keyframe::linear(ticks(40 + index), to.clone()),
        ];
        if index == 6 {
            keys.extend([
                Keyframe::linear(ticks(60), from.clone()),
                Keyframe::linear(ticks(61), to.clone()),
            ]);
        }
        let clip = ClipBuilder::new(format!("{index}")).track("way", keys).duration(ticks(90));
        let clip = clip.build().expect("keyframes in order");
        tracks.push(clip.track("way").expect("its track").clone());
        clips.add(clip).expect("a name of its own");
    }
    (clips, tracks)
}

/// Has a clip played so many times for each of `counts`, and compares all that shows in some frames.
fn compare<V: Animated + Lerp>(counts: [usize; 7], (from, to): (V, V), bits: impl Fn(V) -> u64) {
    let (clips, tracks) = library(&from, &to);
    let mut player: Player<usize> = Player::new();
    let mut left = counts;
    let mut handles: Vec<PlaybackHandle> = Vec::new();
    for turn in 0.. {
        let Some(place) = (0..7).map(|more| (turn * 5 + more) % 7).find(|place| left[*place] > 0)
        else {
            break;
        };
        left[place] -= 1;
        let (id, _) = clips.iter().nth(place).expect("a clip of each");
        let play = Play { delay: ticks((turn * turn % 11) as i64), ..Play::default() };
        handles
            .push(player.play_on(handles.len(), &clips, id, play).expect("a clip that is there"));
    }
    for frame in 1..30 {
        player.advance(ticks(if frame % 5 == 0 { 11 } else { 1 }), &clips);
        if frame == 7 {
            for who in handles.iter().step_by(50) {
                player.stop(*who).expect("it plays");
            }
        }
        let track = |clip: ClipId| &tracks[clip.index() as usize];
        let shown = player.active();
        let wanted: Vec<_> = shown
            .map(|one| (one.target, bits(one.value(|at| track(one.clip).sample(at)))))
            .collect();
        let mut found = Vec::with_capacity(wanted.len());
        player.sample_each(
            |clip| Some(track(clip)),
            |target, value| found.push((target, bits(value))),
        );
        assert!(found == wanted, "frame {frame}");
    }
}

#[test]
fn thousands_of_one_clip_are_read_as_each_alone() {
    for place in 0..7 {
        let mut counts = [3; 7];
        counts[place] = 1000;
        compare(counts, (-3.0, 4.5), f64::to_bits);
    }
}

#[test]
fn more_than_a_page_are_read_as_each_alone() {
    compare([5000, 2600, 2563, 2561, 2560, 2559, 2800], (1.0, -0.1), |at: f32| at.to_bits().into());
}

#[test]
fn vectors_are_read_as_each_alone() {
    let (from, to) = (Vec3::new(0.0, 1.0, -1.0), Vec3::new(5.0, 1.0, 1e9));
    compare([300, 8, 7, 9, 1, 0, 257], (from, to), |at: Vec3| {
        [at.x, at.y, at.z].iter().fold(0, |all, one| {
            (all ^ u64::from(one.to_bits())).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        })
    });
}
