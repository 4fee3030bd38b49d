//! The law that nothing panics: any calls with any numbers, at both ends of time. A refused call changes nothing.

use cueline::{
    clip::{ClipBuilder, ClipId, Clips, Cue},
    playback::{
        AtEnd, LoopEvents, Member, Mix, Play, PlaybackRef, Player, Repeat, RepeatMode, SeekPolicy,
        Weight,
    },
    time::{Span, Speed, Time},
};
use proptest::prelude::*;

fn flicks(flicks: i64) -> Span {
    Span::from_flicks(flicks)
}

/// Numbers at their ends, near them, near zero, and any.
fn number() -> impl Strategy<Value = i64> {
    let ends = prop::sample::select(vec![i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX - 1, i64::MAX]);
    prop_oneof![2 => ends, 2 => -9_i64..9, 1 => any::<i64>()]
}

fn play() -> impl Strategy<Value = Play> {
    let speed = (number(), prop_oneof![1_u64..4, any::<u64>()])
        .prop_map(|(num, den)| Speed::new(num, den).unwrap_or(Speed::NORMAL));
    let loops = prop_oneof![
        Just(Repeat::Once),
        Just(Repeat::Forever),
        prop_oneof![0_u64..4, any::<u64>(), Just(u64::MAX)].prop_map(Repeat::Times),
    ];
    let repeat =
        prop::sample::select(vec![RepeatMode::Restart, RepeatMode::PingPong, RepeatMode::Relative]);
    let whether = (any::<bool>(), any::<bool>(), any::<bool>());
    (number(), number(), speed, prop::option::of((number(), number())), loops, repeat, whether)
        .prop_map(|(delay, fade_in, speed, range, loops, repeat, (add, hold, coalesced))| Play {
            delay: flicks(delay),
            fade_in: flicks(fade_in),
            speed,
            range: range.map(|(from, to)| (flicks(from), flicks(to))),
            repeat: loops,
            repeat_mode: repeat,
            priority: if hold { u32::MAX } else { 0 },
            weight: if add { Weight::from_bits(u32::MAX) } else { Weight::FULL },
            mix: if add { Mix::Add } else { Mix::Replace },
            at_end: if hold { AtEnd::Hold } else { AtEnd::Leave },
            loop_events: if coalesced { LoopEvents::Coalesced } else { LoopEvents::Each },
        })
}

/// Durations from one flick to the maximum, some clips without tracks; and an id of another library.
fn clips() -> (Clips, Vec<ClipId>) {
    let mut clips = Clips::new();
    let mut ids = vec![];
    for length in [0, 1, 7, i64::MAX] {
        let draft = ClipBuilder::new(length.to_string()).duration(flicks(length));
        let draft = draft.cue(Cue::state(Span::ZERO, "a")).cue(Cue::effect(flicks(length), "b"));
        ids.push(clips.add(draft.build().expect("a clip")).expect("a name of its own"));
    }
    let mut more = clips.clone();
    let stranger = ClipBuilder::new("stranger").build();
    ids.push(more.add(stranger.expect("a clip")).expect("a name of its own"));
    (clips, ids)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn nothing_panics(
        start in number(),
        calls in prop::collection::vec((0_u8..14, play(), number(), number(), any::<prop::sample::Index>()), 1..20),
    ) {
        let (clips, ids) = clips();
        let mut player: Player<u8> = Player::starting_at(Time::from_flicks(start));
        let mut all: Vec<PlaybackRef> = vec![];
        for (what, play, a, b, index) in calls {
            let before = player.digest();
            let clip = ids[index.index(ids.len())];
            let (from, to) = (flicks(a), flicks(b));
            let who = (!all.is_empty()).then(|| all[index.index(all.len())]);
            let speed = Speed::new(a, b.unsigned_abs()).unwrap_or(play.speed);
            // Whether a call was refused.
            let refused = match (what, who) {
                (0..=1, _) => player.play_on(0, &clips, clip, play).map(|item| all.push(item.into())).is_err(),
                (2, _) => {
                    let play_of = Play { at_end: AtEnd::Leave, ..play };
                    let members = [Member { play: play_of, ..Member::new(1, clip) }, Member::new(2, ids[0])];
                    player.play_group(&clips, &members, play.at_end)
                        .map(|group| all.push(group.into())).is_err()
                }
                (3, _) => { player.advance(from, &clips); false }
                (4, _) => { player.advance_to(Time::from_flicks(a), &clips); false }
                (_, None) => false,
                (5, Some(who)) => player.set_speed(who, speed).is_err(),
                (6, Some(who)) => player.set_range(who, from, to).is_err(),
                (7, Some(who)) => player.seek(who, from, SeekPolicy::All, &clips).is_err(),
                (8, Some(who)) => player.finish(who, &clips).is_err(),
                (9, Some(who)) => player.pause(who).is_err(),
                (10, Some(who)) => player.resume(who).is_err(),
                (11, Some(who)) => player.fade_out(who, from).is_err(),
                (12, Some(PlaybackRef::Item(item))) => {
                    player.crossfade(item, &clips, clip, play, from).map(|item| all.push(item.into())).is_err()
                }
                (_, Some(who)) if a < 0 => player.stop(who).is_err(),
                (_, Some(who)) if b < 0 => player.reset(who).is_err(),
                (_, Some(who)) => player.restart(who).is_err(),
            };
            if refused {
                prop_assert_eq!(player.digest(), before, "a refused call changes nothing");
            }
            prop_assert!(player.events().is_sorted_by_key(|edge| edge.due));
            for active in player.active() {
                let _ = (active.value(|local| local.flicks() as f64), active.gain(|local| local.flicks()));
                let _ = player.playhead(active.handle).map(|head| {
                    (head.at(Time::MIN), head.at(Time::MAX), head.loops_in(Time::MIN, Time::MAX))
                });
            }
            let _ = player.next_due(&clips);
            #[cfg(feature = "serde")]
            {
                let text = serde_json::to_string(&player).unwrap();
                let read: Player<u8> = serde_json::from_str(&text).expect("a player reads its own save");
                prop_assert_eq!(read.digest(), player.digest());
            }
        }
    }
}
