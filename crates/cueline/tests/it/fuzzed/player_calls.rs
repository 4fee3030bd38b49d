//! Any calls of a player and its clocks, with any numbers: events in order, and a refused call changes nothing.

use arbitrary::Arbitrary;
use cueline::{
    clip::{ClipBuilder, Clips, Cue, CueKind, Keyframe},
    playback::{
        AtEnd, Member, Mix, Play, PlaybackRef, Player, Repeat, RepeatMode, SeekPolicy, Weight,
    },
    time::{Clock, FixedStep, Span, Speed, TickRate},
};

#[derive(Arbitrary, Clone, Copy, Debug)]
pub(crate) struct How {
    clip: u8,
    delay: i16,
    speed: (i16, u8),
    loops: u8,
    range: Option<(i16, i16)>,
    ping_pong: bool,
    add: bool,
    hold: bool,
    fade_in: i16,
}

#[derive(Arbitrary, Clone, Debug)]
pub(crate) enum Call {
    Play(How),
    Group(Vec<How>, bool),
    Pause(u8),
    Resume(u8),
    Speed(u8, i64, u64),
    Range(u8, i64, i64),
    Seek(u8, i64, u8),
    Finish(u8),
    Stop(u8),
    Restart(u8),
    Reset(u8),
    FadeTo(u8, i64),
    FadeOut(u8, i64),
    Advance(u16),
    Leap(i64),
    Save,
    Clock(i64, i64, u64),
    Step(u32, u32, i64),
}

fn speed(num: i64, den: u64) -> Speed {
    Speed::new(num, den).unwrap_or(Speed::NORMAL)
}

pub(crate) fn run(calls: Vec<Call>) {
    let flicks = Span::from_flicks;
    let mut clips = Clips::new();
    for (name, length) in [("none", 0), ("short", 3), ("long", 1000)] {
        let cue = |at: i64, kind| Cue { at: flicks(at.min(length)), name: at.to_string(), kind };
        let draft = ClipBuilder::new(name)
            .duration(flicks(length))
            .track("x", [Keyframe::linear(flicks(0), 0.0), Keyframe::linear(flicks(length), 1.0)])
            .cue(cue(1, CueKind::State))
            .cue(cue(2, CueKind::Effect));
        clips.add(draft.build().expect("it is sound")).expect("it is new");
    }
    let ids: Vec<_> =
        ["none", "short", "long"].iter().filter_map(|name| clips.id(name).ok()).collect();
    let play = |how: How| Play {
        delay: flicks(how.delay.into()),
        speed: speed(how.speed.0.into(), how.speed.1.into()),
        repeat: match how.loops {
            0..100 => Repeat::Once,
            100..200 => Repeat::Times(u64::from(how.loops - 100)),
            _ => Repeat::Forever,
        },
        range: how.range.map(|(from, to)| (flicks(from.into()), flicks(to.into()))),
        repeat_mode: if how.ping_pong { RepeatMode::PingPong } else { RepeatMode::Restart },
        mix: if how.add { Mix::Add } else { Mix::Replace },
        at_end: if how.hold { AtEnd::Hold } else { AtEnd::Leave },
        fade_in: flicks(how.fade_in.into()),
        ..Play::default()
    };
    let mut player: Player<u8> = Player::new();
    let mut all: Vec<PlaybackRef> = Vec::new();
    let (mut clock, mut moved) = (Clock::new(), 0_u64);
    for call in calls.into_iter().take(60) {
        let before = player.digest();
        let id = |clip: u8| ids[usize::from(clip) % ids.len()];
        let pick = |at: u8| all.get(usize::from(at) % all.len().max(1)).copied();
        let refused = match call {
            Call::Play(how) => match player.play_on(how.clip, &clips, id(how.clip), play(how)) {
                Ok(handle) => {
                    all.push(handle.into());
                    false
                }
                Err(_) => true,
            },
            Call::Group(members, holds) => {
                let members: Vec<_> = members
                    .into_iter()
                    .take(4)
                    .map(|how| Member {
                        play: play(How { hold: false, ..how }),
                        ..Member::new(how.clip, id(how.clip))
                    })
                    .collect();
                let at_end = if holds { AtEnd::Hold } else { AtEnd::Leave };
                match player.play_group(&clips, &members, at_end) {
                    Ok(group) => {
                        all.push(group.into());
                        false
                    }
                    Err(_) => true,
                }
            }
            Call::Pause(at) => pick(at).is_some_and(|who| player.pause(who).is_err()),
            Call::Resume(at) => pick(at).is_some_and(|who| player.resume(who).is_err()),
            Call::Speed(at, num, den) => {
                pick(at).is_some_and(|who| player.set_speed(who, speed(num, den)).is_err())
            }
            Call::Range(at, from, to) => {
                pick(at).is_some_and(|who| player.set_range(who, flicks(from), flicks(to)).is_err())
            }
            // A far seek over short loops reports every pass, so the number of passes is limited here.
            Call::Seek(at, to, policy) => pick(at).is_some_and(|who| {
                let policy = match policy % 3 {
                    0 => SeekPolicy::Silent,
                    1 => SeekPolicy::State,
                    _ => SeekPolicy::All,
                };
                player.seek(who, flicks(to % 20_000), policy, &clips).is_err()
            }),
            Call::Finish(at) => pick(at).is_some_and(|who| player.finish(who, &clips).is_err()),
            Call::Stop(at) => pick(at).is_some_and(|who| player.stop(who).is_err()),
            Call::Restart(at) => pick(at).is_some_and(|who| player.restart(who).is_err()),
            Call::Reset(at) => pick(at).is_some_and(|who| player.reset(who).is_err()),
            Call::FadeTo(at, over) => {
                pick(at).is_some_and(|who| player.fade_to(who, Weight::ZERO, flicks(over)).is_err())
            }
            Call::FadeOut(at, over) => {
                pick(at).is_some_and(|who| player.fade_out(who, flicks(over)).is_err())
            }
            Call::Advance(by) => {
                player.advance(flicks(by.into()), &clips);
                moved += u64::from(by);
                false
            }
            // A leap over endless short loops reports each loop, so leap only if no item plays.
            Call::Leap(by) => {
                if player.is_empty() {
                    player.advance(flicks(by), &clips);
                }
                false
            }
            Call::Save => {
                let saved = player.save(&clips).expect("all clips are known");
                let text = serde_json::to_string(&saved).expect("it is data");
                let saved: cueline::playback::Saved<u8> =
                    serde_json::from_str(&text).expect("as it was saved");
                assert_eq!(saved.load(&clips).expect("nothing is missing").digest(), before);
                false
            }
            Call::Clock(by, num, den) => {
                clock.set_speed(speed(num, den));
                _ = clock.advance(flicks(by));
                false
            }
            Call::Step(num, den, by) => {
                if let Ok(rate) = TickRate::new(num, den) {
                    let mut steps = FixedStep::new(rate);
                    let frame = steps.advance(flicks(by));
                    assert!((0.0..1.0).contains(&frame.alpha()));
                }
                false
            }
        };
        assert!(!refused || player.digest() == before, "a refused call changed something");
        assert!(player.events().is_sorted_by_key(|edge| edge.due));
        for active in player.active() {
            assert!(active.value(|local| local.as_secs_f64()).is_finite());
        }
    }
    let _ = moved;
}
