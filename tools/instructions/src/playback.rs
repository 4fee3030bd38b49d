//! Loops of the ordinary player.

use std::hint::black_box;

use cueline::{
    clip::{ClipBuilder, ClipId, Clips, Keyframe, Track},
    playback::{AtEnd, Member, Play, Player},
    time::{Span, TickRate},
    value::Easing,
};

const N: u32 = 10_000;
const TICK: Span = Span::from_frames(1, TickRate::HZ_60);

/// A clip of so many ticks.
fn clip(ticks: i64) -> (Clips, ClipId, Track<f64>) {
    let end = Span::from_frames(ticks, TickRate::HZ_60);
    let keys = [Keyframe::linear(Span::ZERO, 0.0), Keyframe::linear(end, 1.0)];
    let clip = ClipBuilder::new("x").track("x", keys).build().expect("two keyframes");
    let track = clip.track::<f64>("x").expect("its track").clone();
    let mut clips = Clips::new();
    let id = clips.add(clip).expect("a name of its own");
    (clips, id, track)
}

fn play_all(player: &mut Player<u32>, id: ClipId, clips: &Clips) {
    for target in 0..N {
        black_box(player.play_on(target, clips, id, Play::default()).expect("a clip"));
    }
}

pub(super) fn frame() -> Box<dyn FnMut()> {
    let (clips, id, track) = clip(1000);
    let mut player = Player::new();
    play_all(&mut player, id, &clips);
    let mut values = vec![0.0; N as usize];
    Box::new(move || {
        player.advance(TICK, &clips);
        for active in player.active() {
            values[active.target as usize] = track.sample(active.position.local);
        }
        black_box(&mut values);
    })
}

/// A frame of `Active::value`; a clip for each of the easings, taken in turns.
pub(super) fn sample(easings: &[Easing]) -> Box<dyn FnMut()> {
    let end = Span::from_frames(1000, TickRate::HZ_60);
    let (mut clips, mut tracks, mut ids) = (Clips::new(), Vec::new(), Vec::new());
    for easing in easings {
        let keys = [Keyframe::eased(Span::ZERO, 0.0, *easing), Keyframe::linear(end, 1.0)];
        let clip = ClipBuilder::new(format!("{easing:?}")).track("x", keys);
        let clip = clip.build().expect("two keyframes");
        tracks.push(clip.track::<f64>("x").expect("its track").clone());
        ids.push(clips.add(clip).expect("a name of its own"));
    }
    let mut player = Player::new();
    for (target, id) in (0..N).zip(ids.iter().cycle()) {
        player.play_on(target, &clips, *id, Play::default()).expect("a clip");
    }
    let mut values = vec![0.0; N as usize];
    Box::new(move || {
        player.advance(TICK, &clips);
        for active in player.active() {
            let track = &tracks[active.clip.index() as usize];
            values[active.target as usize] = active.value(|at| track.sample(at));
        }
        black_box(&mut values);
    })
}

pub(super) fn start() -> Box<dyn FnMut()> {
    let (clips, id, _) = clip(1);
    let mut player = Player::new();
    Box::new(move || {
        player.advance(TICK, &clips);
        play_all(&mut player, id, &clips);
    })
}

pub(super) fn end() -> Box<dyn FnMut()> {
    let (clips, id, _) = clip(60);
    let full = move |clips: &Clips| {
        let mut player = Player::new();
        play_all(&mut player, id, clips);
        player.advance(TICK, clips);
        player
    };
    let mut rounds = vec![full(&clips), full(&clips)];
    Box::new(move || {
        let mut player = rounds.pop().expect("two rounds");
        black_box(player.advance(Span::from_secs(1), &clips).len());
    })
}

/// Stops all members of a group, from the last to the first.
pub(super) fn stop_group() -> Box<dyn FnMut()> {
    let (clips, id, _) = clip(1000);
    let members: Vec<_> = (0..N).map(|target| Member::new(target, id)).collect();
    let mut rounds: Vec<_> = (0..2)
        .map(|_| {
            let mut player = Player::new();
            let group = player.play_group(&clips, &members, AtEnd::Leave);
            let handles: Vec<_> =
                player.members(group.expect("a clip")).expect("it plays").collect();
            (player, handles)
        })
        .collect();
    Box::new(move || {
        let (mut player, handles) = rounds.pop().expect("two rounds");
        for handle in handles.iter().rev() {
            black_box(player.stop(*handle).expect("it plays").len());
        }
    })
}

pub(super) fn idle() -> Box<dyn FnMut()> {
    let (clips, id, _) = clip(1000);
    let mut player = Player::new();
    play_all(&mut player, id, &clips);
    player.advance(TICK, &clips);
    Box::new(move || {
        for _ in 0..100 {
            black_box(player.advance(TICK, &clips).len());
        }
    })
}
