//! Ids and handles are numbers of the state of their owner, and of nothing else.

use cueline::{digest::digest, playback::Member, prelude::*};

fn clips(names: &[&str]) -> Clips {
    let mut clips = Clips::new();
    for name in names {
        clips.add(ClipBuilder::new(*name).duration(ms(400)).build().unwrap()).unwrap();
    }
    clips
}

/// Two owners that were made by the same calls are one state, so they accept each other's ids, as a copy, a rollback and a
/// loaded save accept those of the original. Nothing but a name could tell them apart.
#[test]
fn ids_are_part_of_the_state() {
    let queue = || {
        let mut queue = Sequencer::new();
        let ids = [queue.enqueue(ms(100), "hop"), queue.background(ms(300), "toast")];
        (queue, ids)
    };
    let ((mine, _), (mut yours, your_ids)) = (queue(), queue());
    assert_eq!(digest(&mine), digest(&yours));
    for id in your_ids {
        assert_eq!(mine.payload(id), yours.payload(id));
    }
    yours.cancel(your_ids[0]);
    assert_eq!(mine.payload(your_ids[0]), Some(&"hop"), "each owner has its own");

    let clips = clips(&["walk", "run"]);
    let player = || {
        let mut player = Player::new();
        let walk = player.play(&clips, "walk", Repeat::Once).unwrap();
        let run = Member::new((), clips.id("run").unwrap());
        let group = player.play_group(&clips, &[run], AtEnd::Hold).unwrap();
        (player, walk, group)
    };
    let ((mut mine, _, _), (yours, walk, group)) = (player(), player());
    assert_eq!(digest(&mine), digest(&yours));
    assert!(mine.contains(walk) && mine.contains(group));
    mine.stop(walk).unwrap();
    assert!(yours.contains(walk));
}
