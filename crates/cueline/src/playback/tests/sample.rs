//! The bulk way to read a player is compared with the one item by item.

use alloc::{vec, vec::Vec};

use proptest::prelude::*;

use super::{
    super::{
        Active, AtEnd, Blend, GroupRange, Member, Mix, Part, Play, PlaybackHandle, Player, Repeat,
        RepeatMode, SeekPolicy, Weight,
    },
    span,
};
use crate::{
    clip::{ClipBuilder, ClipId, Clips, Cue, Keyframe, Track},
    time::Speed,
    value::{Curve, Easing},
};

/// Clips with a track of two keyframes, of three, of one, and with none; three of them with cues.
fn library() -> (Clips, Vec<Option<Track<f64>>>) {
    let mut clips = Clips::new();
    let keys = [
        vec![Keyframe::linear(span(0), -3.0), Keyframe::linear(span(30), 4.0)],
        vec![
            Keyframe::eased(span(0), 1.0, Easing::Out(Curve::BACK)),
            Keyframe::linear(span(9), -0.5),
            Keyframe::linear(span(24), 2.0),
        ],
        vec![Keyframe::hold(span(5), 7.5)],
        vec![
            Keyframe::eased(span(3), 0.0, Easing::InOut(Curve::Sine)),
            Keyframe::linear(span(20), 1.0),
        ],
    ];
    for (index, keys) in keys.into_iter().enumerate() {
        let mut draft =
            ClipBuilder::new(alloc::format!("{index}")).track("x", keys).duration(span(30));
        if index > 0 {
            draft = draft.cue(Cue::effect(span(7), "cue"));
        }
        clips.add(draft.build().unwrap()).unwrap();
    }
    clips.add(ClipBuilder::new("none").duration(span(25)).build().unwrap()).unwrap();
    let tracks = clips.iter().map(|(_, clip)| clip.track("x").ok().cloned()).collect();
    (clips, tracks)
}

fn any_play() -> impl Strategy<Value = Play> {
    let loops = prop_oneof![4 => Just(Repeat::Once), 1 => Just(Repeat::Times(3)), 1 => Just(Repeat::Forever)];
    let speeds = prop_oneof![
        5 => Just(Speed::NORMAL), 1 => Just(Speed::from_percent(50)), 1 => Just(Speed::whole(-1)), 1 => Just(Speed::PAUSED)
    ];
    let repeats = prop_oneof![3 => Just(RepeatMode::Restart), 1 => Just(RepeatMode::PingPong), 1 => Just(RepeatMode::Relative)];
    let mixes = prop_oneof![4 => Just(Mix::Replace), 1 => Just(Mix::Add)];
    let shares = prop_oneof![3 => Just((100, 0)), 1 => (0_u32..200, 0_i64..20)];
    let ranges = prop_oneof![5 => Just(None), 1 => Just(Some((span(0), span(12)))), 1 => Just(Some((span(4), span(22))))];
    (
        loops,
        speeds,
        repeats,
        mixes,
        shares,
        ranges,
        prop_oneof![3 => Just(0), 1 => 0_i64..30],
        any::<bool>(),
    )
        .prop_map(|(loops, speed, repeat, mix, (percent, fade), range, delay, holds)| Play {
            repeat: loops,
            speed,
            repeat_mode: repeat,
            mix,
            range,
            weight: Weight::from_percent(percent),
            fade_in: span(fade),
            delay: span(delay),
            at_end: if holds { AtEnd::Hold } else { AtEnd::Leave },
            ..Play::default()
        })
}

#[derive(Clone, Debug)]
enum Act {
    Play(usize, Play),
    Group(usize, Play),
    Step(i64),
    Pause(usize),
    Resume(usize),
    Speed(usize, i32),
    Seek(usize, i64),
    Restart(usize),
    Reset(usize),
    Stop(usize),
    FadeOut(usize, i64),
    Snapshot,
    Restore,
    Replace,
    Read,
}

fn any_act() -> impl Strategy<Value = Act> {
    let who = || 0_usize..40;
    prop_oneof![
        8 => (0_usize..5, any_play()).prop_map(|(clip, play)| Act::Play(clip, play)),
        1 => (0_usize..5, any_play()).prop_map(|(clip, play)| Act::Group(clip, play)),
        8 => prop_oneof![1_i64..8, 1_i64..60].prop_map(Act::Step),
        1 => who().prop_map(Act::Pause),
        1 => who().prop_map(Act::Resume),
        1 => (who(), -1..3).prop_map(|(who, speed)| Act::Speed(who, speed)),
        1 => (who(), 0_i64..50).prop_map(|(who, to)| Act::Seek(who, to)),
        1 => who().prop_map(Act::Restart),
        1 => who().prop_map(Act::Reset),
        1 => who().prop_map(Act::Stop),
        1 => (who(), 0_i64..9).prop_map(|(who, over)| Act::FadeOut(who, over)),
        1 => Just(Act::Snapshot),
        1 => Just(Act::Restore),
        1 => Just(Act::Replace),
        6 => Just(Act::Read),
    ]
}

/// What a call in bulk says is what comes of each item that shows, in their order.
fn compare(player: &mut Player<u8>, tracks: &[Option<Track<f64>>]) {
    let of = |clip: ClipId| tracks[clip.index() as usize].as_ref();
    let shown: Vec<Active<u8>> =
        player.active().filter(|active| of(active.clip).is_some()).collect();
    let value = |active: &Active<u8>| active.value(|at| of(active.clip).unwrap().sample(at));
    let wanted: Vec<_> = shown.iter().map(|one| (one.target, value(one).to_bits())).collect();
    let before = player.digest();
    let mut got = Vec::new();
    player.sample_each(of, |target, value: f64| got.push((target, value.to_bits())));
    assert_eq!(got, wanted);

    let mut blends = vec![Blend::new(); 4];
    for active in &shown {
        let blend = &mut blends[usize::from(active.target % 4)];
        active.blend_into(blend, |at| of(active.clip).unwrap().sample(at));
    }
    let mut parts = vec![Blend::new(); 4];
    player.blend_each(of, |target, part: Part<f64>| parts[usize::from(target % 4)].put_part(part));
    for (blend, parts) in blends.into_iter().zip(parts) {
        assert_eq!(blend.over(&0.25).to_bits(), parts.over(&0.25).to_bits());
    }
    assert_eq!(player.digest(), before);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn reading_in_bulk_is_reading_one_by_one(acts in prop::collection::vec(any_act(), 1..60)) {
        let (clips, tracks) = library();
        let ids: Vec<ClipId> = clips.iter().map(|(id, _)| id).collect();
        let mut player = Player::new();
        let mut handles: Vec<PlaybackHandle> = Vec::new();
        let mut target = 0_u8;
        let mut snapshot = player.clone();
        for act in acts {
            let who = |index: usize| handles.get(index % handles.len().max(1)).copied();
            match act {
                Act::Play(clip, play) => {
                    target = target.wrapping_add(1);
                    handles.extend(player.play_on(target, &clips, ids[clip], play));
                }
                Act::Group(clip, play) => {
                    let members = [0, 1].map(|more| Member { target: 90 + more, clip: ids[(clip + usize::from(more)) % 5], play });
                    let _ = player.play_group(&clips, &members, GroupRange::Own, AtEnd::Leave);
                }
                Act::Step(by) => _ = player.advance(span(by), &clips),
                Act::Pause(index) => _ = who(index).map(|who| player.pause(who)),
                Act::Resume(index) => _ = who(index).map(|who| player.resume(who)),
                Act::Speed(index, speed) => _ = who(index).map(|who| player.set_speed(who, Speed::whole(speed.into()))),
                Act::Seek(index, to) => _ = who(index).map(|who| player.seek(who, span(to), SeekPolicy::State, &clips).map(|events| events.len())),
                Act::Restart(index) => _ = who(index).map(|who| player.restart(who)),
                Act::Reset(index) => _ = who(index).map(|who| player.reset(who)),
                Act::Stop(index) => _ = who(index).map(|who| player.stop(who).map(<[_]>::len)),
                Act::FadeOut(index, over) => _ = who(index).map(|who| player.fade_out(who, span(over))),
                Act::Snapshot => snapshot.clone_from(&player),
                Act::Restore => player.clone_from(&snapshot),
                Act::Replace => player = snapshot.clone(),
                Act::Read => compare(&mut player, &tracks),
            }
        }
        compare(&mut player, &tracks);
    }
}

#[test]
fn what_plays_plainly_is_not_read_item_by_item() {
    let (clips, tracks) = library();
    let id = clips.id("0").unwrap();
    let endless = Play { repeat: Repeat::Forever, ..Play::default() };
    let mut player = Player::new();
    for target in 0..40_u8 {
        let play = if target % 2 == 0 { Play::default() } else { endless };
        player
            .play_on(target, &clips, id, Play { delay: span(i64::from(target % 8)), ..play })
            .unwrap();
    }
    for _ in 0..9 {
        player.advance(span(7), &clips);
        compare(&mut player, &tracks);
        // Rounded up to what may have changed since a page was sorted.
        let general = player.pages.general();
        assert!(general <= 20, "{general} of {} are read one by one", player.len());
    }
    assert_eq!((player.len(), player.pages.general()), (20, 0));
}
