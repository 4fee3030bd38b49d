//! Players under every command, many items at once, alone and in groups, with fades and blends.

use cueline::{
    clip::{ClipId, Clips},
    playback::{
        AtEnd, LoopEvents, Member, Mix, Play, PlaybackHandle, Player, Repeat, RepeatMode,
        SeekPolicy, Weight,
    },
    time::Span,
};

use crate::{Dice, Played, Tape, clips::random, clocks::speed};

pub(crate) fn play(tape: &mut Tape) -> Played {
    let mut dice = Dice::new(10);
    for _ in 0..30 {
        tape.scenario();
        let (clips, ids) = library(&mut dice)?;
        let mut player = Player::new();
        let mut handles = Vec::new();
        for _ in 0..60 {
            command(tape, &mut player, &mut handles, &clips, &ids, &mut dice);
            let events = player.advance(dice.flicks(0, 90_000_000), &clips);
            tape.hash(&*events);
            seen(tape, &player, &clips)?;
        }
    }
    Ok(())
}

/// A few clips.
pub(crate) fn library(
    dice: &mut Dice,
) -> Result<(Clips, Vec<ClipId>), Box<dyn core::error::Error>> {
    let mut clips = Clips::new();
    let mut ids = Vec::new();
    for number in 0..4 {
        ids.push(clips.add(random(dice, &format!("clip {number}"))?)?);
    }
    Ok((clips, ids))
}

fn how(dice: &mut Dice) -> Play {
    let loops = match dice.below(3) {
        0 => Repeat::Once,
        1 => Repeat::Times(1 + u64::from(dice.below(5))),
        _ => Repeat::Forever,
    };
    Play {
        delay: if dice.chance(1, 3) { dice.millis(0, 90) } else { Span::ZERO },
        speed: speed(dice),
        repeat: loops,
        repeat_mode: dice.pick(&[RepeatMode::Restart, RepeatMode::PingPong]),
        loop_events: dice.pick(&[LoopEvents::Each, LoopEvents::Coalesced]),
        mix: dice.pick(&[Mix::Replace, Mix::Add]),
        at_end: dice.pick(&[AtEnd::Leave, AtEnd::Hold]),
        priority: dice.below(3),
        weight: dice.pick(&[Weight::FULL, Weight::ZERO]),
        fade_in: if dice.chance(1, 4) { dice.millis(0, 200) } else { Span::ZERO },
        ..Play::default()
    }
}

/// Does one thing. What is refused is on the tape as refused.
pub(crate) fn command(
    tape: &mut Tape,
    player: &mut Player<u32>,
    handles: &mut Vec<PlaybackHandle>,
    clips: &Clips,
    ids: &[ClipId],
    dice: &mut Dice,
) {
    if handles.is_empty() || dice.chance(1, 4) {
        let play = how(dice);
        let played = player.play_on(dice.below(5), clips, dice.pick(ids), play);
        tape.accepted(&played);
        handles.extend(played);
        return;
    }
    let who = dice.pick(handles);
    match dice.below(11) {
        0 => tape.accepted(&player.pause(who)),
        1 | 2 => tape.accepted(&player.resume(who)),
        3 => tape.accepted(&player.set_speed(who, speed(dice))),
        4 => tape.accepted(&player.set_range(who, dice.millis(0, 200), dice.millis(100, 800))),
        5 => {
            let policy = dice.pick(&[SeekPolicy::Silent, SeekPolicy::State, SeekPolicy::All]);
            let events = player.seek(who, dice.millis(0, 900), policy, clips);
            tape.hash(&events.map(|events| events.to_vec()).ok());
        }
        6 => tape.hash(&player.finish(who, clips).map(|events| events.to_vec()).ok()),
        7 => tape.hash(&player.stop(who).map(<[_]>::to_vec).ok()),
        8 => tape.accepted(&player.fade_out(who, dice.millis(0, 300))),
        9 => tape.accepted(&player.restart(who)),
        _ => {
            let member = |dice: &mut Dice| Member {
                play: Play { at_end: AtEnd::Leave, ..how(dice) },
                ..Member::new(dice.below(5), dice.pick(ids))
            };
            let members = [member(dice), member(dice), member(dice)];
            tape.accepted(&player.play_group(clips, &members, AtEnd::Leave));
        }
    }
}

/// What shows: positions, values of every kind, and blends of all that play on one target.
fn seen(tape: &mut Tape, player: &Player<u32>, clips: &Clips) -> Played {
    for active in player.active() {
        let position = active.position;
        tape.hash(&(active.handle, active.target, position.local, position.pass));
        tape.hash(&(position.phase, position.direction));
        tape.put(active.weight.as_f64());
        if let Ok(clip) = clips.get(active.clip) {
            clip.for_each(position.local, |_, value| tape.put(value));
            let track = clip.track::<f64>("b")?;
            tape.put(active.value(|local| track.sample(local)));
            tape.put(active.gain(|local| track.sample(local)));
        }
    }
    for target in 0..5 {
        let blended = player.blend(
            &0.5_f64,
            |on| *on == target,
            |id, local| {
                let track = clips.get(id).ok().and_then(|clip| clip.track::<f64>("b").ok());
                track.map_or(0.0, |track| track.sample(local))
            },
        );
        tape.put(blended);
    }
    Ok(())
}
