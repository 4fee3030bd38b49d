//! Items, groups and cues of a player.

use std::{pin::pin, task::Poll};

use cueline::{
    clip::{ClipBuilder, Clips, Cue, CueKind},
    event::{EventKind, Reason},
    playback::{AtEnd, Member, Play, Player},
};

use super::{at, flicks, nudge, poll};
use crate::{Happened, WaitError, pair};

#[test]
fn items_groups_and_cues_of_a_player_wake_at_their_moments() {
    let mut clips = Clips::new();
    let cue = Cue { at: flicks(4), name: "step".into(), kind: CueKind::Effect };
    let walk = ClipBuilder::new("walk").duration(flicks(10)).cue(cue);
    let walk = clips.add(walk.build().unwrap()).unwrap();
    let (mut host, script) = pair::<Player<u8>>();
    let mut player = Player::new();
    let one = player.play_on(1, &clips, walk, Play::default()).unwrap();
    let delayed = Play { delay: flicks(5), ..Play::default() };
    let members = [Member { play: delayed, ..Member::new(2, walk) }];
    let whole = player.play_group(&clips, &members, AtEnd::Leave).unwrap();
    let mut seen = Vec::new();
    let mut task = pin!(async {
        let cue = script.event(one, EventKind::Cue(0)).await.unwrap();
        let paused = script.with(move |player: &mut Player<u8>| {
            player.pause(one).unwrap();
            player.now()
        });
        let paused = paused.await.unwrap();
        let end = script.end(whole).await.unwrap();
        let at_once = script.end(whole).await.unwrap();
        script.event(one, EventKind::Cue(0)).await.unwrap_err();
        (cue.at, paused, end.at, at_once.at)
    });
    let mut poll_task = || {
        if seen.is_empty()
            && let Poll::Ready(times) = poll(&mut task)
        {
            seen.push(times);
        }
    };
    host.advance(&mut player, flicks(30), &clips, |_| (), &mut poll_task).unwrap();
    assert_eq!(player.position(one).unwrap().local, flicks(4));
    player.stop(one).unwrap();
    host.advance(&mut player, flicks(1), &clips, |_| (), &mut poll_task).unwrap();
    assert_eq!(seen, [(at(4), at(4), at(15), at(15))]);
}

#[test]
fn what_a_command_reports_wakes_its_task_and_what_has_left_is_gone() {
    let mut clips = Clips::new();
    let walk = clips.add(ClipBuilder::new("walk").duration(flicks(10)).build().unwrap()).unwrap();
    let (mut host, script) = pair::<Player<u8>>();
    let mut player = Player::new();
    let one = player.play_on(1, &clips, walk, Play::default()).unwrap();
    let mut finished = pin!(script.end(one));
    host.advance(&mut player, flicks(3), &clips, |_| (), || ()).unwrap();
    player.finish(one, &clips).unwrap(); // by the game, between two steps
    host.advance(&mut player, flicks(3), &clips, |_| (), || ()).unwrap();
    let end = Happened { at: at(3), reason: Reason::Skipped };
    assert_eq!(poll(&mut finished), Poll::Ready(Ok(end)));
    let mut late = pin!(script.end(one));
    host.advance(&mut player, flicks(3), &clips, |_| (), || ()).unwrap();
    assert_eq!(poll(&mut late), Poll::Ready(Err(WaitError::NotThere)));
}

#[test]
fn the_game_sees_all_that_a_divided_step_reports() {
    let mut clips = Clips::new();
    let walk = clips.add(ClipBuilder::new("walk").duration(flicks(10)).build().unwrap()).unwrap();
    let (mut host, script) = pair::<Player<u8>>();
    let mut player = Player::new();
    let play = |delay| Play { delay: flicks(delay), ..Play::default() };
    player.play_on(1, &clips, walk, play(0)).unwrap();
    let later = player.play_on(2, &clips, walk, play(5)).unwrap();
    let mut task = pin!(script.end(later));
    let (mut events, mut ended) = (Vec::new(), Vec::new());
    let seen = |player: &Player<u8>| {
        events.extend(player.events().iter().map(|event| (event.due, event.kind)));
        ended.extend(player.ended().iter().map(|active| active.target));
    };
    host.advance(&mut player, flicks(30), &clips, seen, || nudge(&mut task)).unwrap();
    let (start, end) = (EventKind::Start, EventKind::End);
    assert_eq!(events, [(at(0), start), (at(5), start), (at(10), end), (at(15), end)]);
    assert_eq!(ended, [1, 2]);
}
