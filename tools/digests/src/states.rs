//! Whole states: their digests, and the text of saved ones, which must come back as what they were.

use cueline::{
    digest::digest,
    playback::{Player, Saved},
    relay::Relay,
    sequencer::{Enqueue, Sequencer},
};

use crate::{
    Dice, Played, Tape,
    players::{command, library},
    queues::{no_time, orders},
};

pub(crate) fn play(tape: &mut Tape) -> Played {
    let mut dice = Dice::new(12);
    for _ in 0..12 {
        tape.scenario();
        let (clips, ids) = library(&mut dice)?;
        let (mut player, mut handles) = (Player::new(), Vec::new());
        for _ in 0..30 {
            command(tape, &mut player, &mut handles, &clips, &ids, &mut dice);
            player.advance(dice.flicks(0, 60_000_000), &clips);
            tape.put(player.digest());
        }
        let saved = serde_json::to_string(&player.save(&clips)?)?;
        tape.put(saved.as_str());
        let loaded: Saved<u32> = serde_json::from_str(&saved)?;
        tape.put(loaded.load(&clips)?.digest());
    }
    for _ in 0..30 {
        tape.scenario();
        let (mut queue, mut ids) = (Sequencer::new(), Vec::new());
        for _ in 0..20 {
            orders(tape, &mut queue, &mut ids, &mut dice);
            queue.advance_with(dice.flicks(0, 60), &mut no_time(|_, _| ()))?;
            tape.put(digest(&queue));
        }
        let saved = serde_json::to_string(&queue)?;
        tape.put(saved.as_str());
        let loaded: Sequencer<u32> = serde_json::from_str(&saved)?;
        tape.put(digest(&loaded));
        let mut relay: Relay<u32> = Relay::new();
        relay.emit(&3_u32, |event, queue| queue.enqueue(dice.flicks(1, 50), *event));
        tape.put(digest(&relay));
    }
    Ok(())
}
