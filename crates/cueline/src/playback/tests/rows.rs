//! The compact rows are compared with the items themselves.

use alloc::{vec, vec::Vec};

use proptest::prelude::*;

use super::{
    super::{
        AtEnd, Member, Mix, Play, PlaybackHandle, Player, Repeat, RepeatMode, SeekPolicy, Weight,
        rows::read,
    },
    span,
};
use crate::{
    clip::{ClipBuilder, ClipId, Clips, Cue},
    time::Speed,
};

/// Clips with cues and without.
fn library() -> Clips {
    let mut clips = Clips::new();
    for (index, duration) in [30, 30, 9, 25, 1].into_iter().enumerate() {
        let mut clip = ClipBuilder::new(alloc::format!("{index}")).duration(span(duration));
        if index % 2 == 1 {
            clip = clip.cue(Cue::effect(span(7), "cue"));
        }
        clips.add(clip.build().unwrap()).unwrap();
    }
    clips
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

/// The compact rows must give the same as the items.
fn compare(player: &Player<u8>) {
    let shown: Vec<_> = player.active().collect();
    let mut all: Vec<_> =
        player.state.items().iter().map(|(slot, _, item)| (item.serial, slot)).collect();
    all.sort_unstable(); // in the order in which they were played
    let items: Vec<_> = all.iter().filter_map(|(_, slot)| read(&player.state, *slot)).collect();
    assert_eq!(shown, items);
    assert!(player.active().all(|active| player.get(active.handle) == Ok(active)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn a_compact_row_equals_its_item(acts in prop::collection::vec(any_act(), 1..60)) {
        let clips = library();
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
                    let _ = player.play_group(&clips, &members, AtEnd::Leave);
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
                Act::Read => compare(&player),
            }
        }
        compare(&player);
    }
}
