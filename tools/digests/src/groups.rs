//! Groups commanded as one, relative passes, and blends of many weights at once.

use cueline::{
    clip::ClipId,
    playback::{AtEnd, Blend, GroupHandle, Member, Mix, Play, Player, Repeat, RepeatMode, Weight},
    time::Span,
    value::{Quat, Vec3},
};

use crate::{Dice, Played, Tape, clocks::speed, players::library};

pub(crate) fn play(tape: &mut Tape) -> Played {
    let mut dice = Dice::new(14);
    for _ in 0..24 {
        tape.scenario();
        let (clips, ids) = library(&mut dice)?;
        let mut player = Player::<u32>::new();
        let mut groups = Vec::new();
        for _ in 0..4 {
            let members: Vec<_> = (0..=dice.below(4)).map(|_| member(&mut dice, &ids)).collect();
            let at_end = dice.pick(&[AtEnd::Leave, AtEnd::Hold]);
            groups.push(player.play_group(&clips, &members, at_end)?);
        }
        for _ in 0..40 {
            command(tape, &mut player, dice.pick(&groups), &mut dice);
            let before = player.now();
            tape.hash(&*player.advance(dice.flicks(0, 60_000_000), &clips));
            let (mut places, mut turns) = (Blend::new(), Blend::new());
            for active in player.active() {
                let Ok(clip) = clips.get(active.clip) else { continue };
                let (place, turn) = (clip.track::<Vec3>("g")?, clip.track::<Quat>("i")?);
                active.blend_into(&mut places, |local| place.sample(local));
                active.blend_into(&mut turns, |local| turn.sample(local));
                let head = player.playhead(active.handle)?;
                tape.put(head.increment(before, player.now(), |local| place.sample(local)));
                tape.put(head.increment(before, player.now(), |local| turn.sample(local)));
                tape.put(active.value(|local| turn.sample(local)));
            }
            tape.put((places.over(&Vec3::default()), turns.over(&Quat::default())));
        }
    }
    Ok(())
}

fn member(dice: &mut Dice, ids: &[ClipId]) -> Member<u32> {
    let play = Play {
        speed: speed(dice),
        repeat: dice.pick(&[Repeat::Times(2), Repeat::Times(5), Repeat::Forever]),
        repeat_mode: dice.pick(&[RepeatMode::Relative, RepeatMode::Restart, RepeatMode::PingPong]),
        mix: dice.pick(&[Mix::Replace, Mix::Add]),
        weight: Weight::from_bits(dice.below(1 << 17)),
        fade_in: dice.millis(0, 120),
        delay: if dice.chance(1, 3) { dice.millis(0, 90) } else { Span::ZERO },
        ..Play::default()
    };
    Member { play, ..Member::new(dice.below(5), dice.pick(ids)) }
}

/// Does one thing to all of a group.
fn command(tape: &mut Tape, player: &mut Player<u32>, group: GroupHandle, dice: &mut Dice) {
    let to = Weight::from_percent(dice.below(150));
    match dice.below(12) {
        0 => tape.accepted(&player.pause(group)),
        1..=3 => tape.accepted(&player.resume(group)),
        4 => tape.accepted(&player.set_speed(group, speed(dice))),
        5 => tape.accepted(&player.set_range(group, dice.millis(0, 90), dice.millis(60, 800))),
        6 | 7 => tape.accepted(&player.fade_to(group, to, dice.millis(0, 200))),
        8 if dice.chance(1, 4) => tape.hash(&player.stop(group).map(<[_]>::to_vec).ok()),
        9 => tape.accepted(&player.reset(group)),
        10 => tape.accepted(&player.restart(group)),
        _ => {}
    }
}
