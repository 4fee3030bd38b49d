//! The law that a reload continues: clips that change while they play.
//!
//! An item of a replaced clip continues at its position with the new duration. Events ahead are reported once, and no
//! event twice. A copy of the player, or a saved and loaded player, does the same.

use cueline::{
    clip::{Clip, ClipBuilder, ClipId, Clips, Cue, LookupError},
    event::{Event, EventKind},
    playback::{
        AtEnd, Member, Play, PlaybackHandle, Player, Repeat, RepeatMode, SeekPolicy, Subject,
    },
    time::{Span, Speed, Time},
};

use crate::player_model::program::{Dice, flicks};

fn clip(name: &str, length: i64, cues: &[i64]) -> Clip {
    let cues = cues.iter().map(|at| Cue::state(flicks(*at), "cue"));
    let builder = ClipBuilder::new(name).duration(flicks(length));
    cues.fold(builder, ClipBuilder::cue).build().expect("a clip")
}

fn random_clip(name: &str, dice: &mut Dice) -> Clip {
    let length = dice.number(0, 12);
    let mut cues: Vec<i64> = (0..dice.number(0, 5)).map(|_| dice.number(0, length + 1)).collect();
    cues.sort_unstable();
    clip(name, length, &cues)
}

/// Events without lateness, the only field that depends on the steps.
fn plain(events: &[Event<Subject<u32>>]) -> Vec<Event<Subject<u32>>> {
    events.iter().map(|event| Event { lateness: Span::ZERO, ..*event }).collect()
}

fn kinds(events: &[Event<Subject<u32>>]) -> Vec<(i64, EventKind)> {
    events.iter().map(|event| (event.due.flicks(), event.kind)).collect()
}

fn one(length: i64, cues: &[i64], how: impl Into<Play>) -> (Clips, Player<u32>, PlaybackHandle) {
    let (mut clips, mut player) = (Clips::new(), Player::new());
    clips.add(clip("it", length, cues)).expect("a name of its own");
    let handle = player.play_on(0, &clips, "it", how).expect("it can play");
    (clips, player, handle)
}

/// A player with many kinds of items: settings, groups, pauses.
fn busy(clips: &Clips, ids: &[ClipId], dice: &mut Dice) -> Player<u32> {
    let how = |dice: &mut Dice| Play {
        delay: flicks(dice.number(0, 4)),
        speed: Speed::new(dice.pick(&[1, 1, 2, -1, 3, 5, -7]), dice.pick(&[1, 1, 3, 4]))
            .expect("a denominator"),
        range: dice.one_in(4).then(|| (flicks(1), flicks(4))),
        repeat: dice.pick(&[Repeat::Once, Repeat::Times(3), Repeat::Forever]),
        repeat_mode: dice.pick(&[RepeatMode::Restart, RepeatMode::PingPong, RepeatMode::Relative]),
        at_end: dice.pick(&[AtEnd::Leave, AtEnd::Hold]),
        ..Play::default()
    };
    let mut player = Player::new();
    for target in 0..4 {
        let played = player.play_on(target, clips, dice.pick(ids), how(dice));
        if dice.one_in(5)
            && let Ok(handle) = played
        {
            player.advance(flicks(dice.number(0, 5)), clips);
            let _gone = player.pause(handle);
        }
    }
    let member = |target: u32, dice: &mut Dice| Member {
        play: Play { at_end: AtEnd::Leave, ..how(dice) },
        ..Member::new(target, dice.pick(ids))
    };
    let members = [member(10, dice), member(11, dice), member(12, dice)];
    let _empty_loops = player.play_group(clips, &members, AtEnd::Leave);
    player
}

#[test]
fn reload_continues() {
    let mut reloads = 0;
    for seed in 0..1000 {
        let mut dice = Dice(seed);
        let mut clips = Clips::new();
        let names = ["a", "b", "c"];
        let ids = names.map(|name| clips.add(random_clip(name, &mut dice)).unwrap());
        let mut whole = busy(&clips, &ids, &mut dice);
        let mut all = Vec::new();
        whole.advance_into(flicks(dice.number(0, 9)), &clips, &mut all);
        for _reload in 0..3 {
            match dice.number(0, 5) {
                0 => drop(clips.remove(dice.pick(&ids))),
                1 => drop(clips.replace(random_clip(dice.pick(&names), &mut dice))),
                _ => names.iter().for_each(|name| {
                    clips.replace(random_clip(name, &mut dice)).unwrap();
                }),
            }
            // A copy in small steps, a copy after a `next_due` query, a player that was ahead and is turned back to the
            // state before the reload, and a saved and loaded copy.
            let (mut parts, mut looked) = (whole.clone(), whole.clone());
            let next = looked.next_due(&clips);
            looked.reload(&clips);
            assert_eq!(looked.next_due(&clips), next, "program {seed}");
            let mut turned_back = whole.clone();
            turned_back.advance(flicks(1), &clips);
            turned_back.clone_from(&whole);
            let mut copies = vec![looked, turned_back];
            #[cfg(feature = "serde")]
            {
                let text = serde_json::to_string(&whole).unwrap();
                copies.push(serde_json::from_str(&text).unwrap());
            }
            let by = dice.number(1, 14);
            let mut found = Vec::new();
            let mut left = by;
            while left > 0 {
                let step = dice.number(1, left + 1);
                parts.advance_into(flicks(step), &clips, &mut found);
                left -= step;
            }
            copies.push(parts);
            let now = whole.now();
            let reported = whole.advance(flicks(by), &clips).to_vec();
            assert!(reported.iter().all(|event| event.due >= now), "program {seed}: nothing twice");
            assert_eq!(
                reported.first().map(|event| event.due),
                next.filter(|due| *due <= now + flicks(by))
            );
            assert_eq!(plain(&found), plain(&reported), "program {seed}");
            for (number, mut copy) in copies.into_iter().enumerate() {
                if copy.now() == now {
                    let copied = copy.advance(flicks(by), &clips).to_vec();
                    assert_eq!(copied, reported, "program {seed}, copy {number}");
                }
                assert_eq!(copy, whole, "program {seed}, copy {number}");
                assert_eq!(copy.digest(), whole.digest(), "program {seed}, copy {number}");
            }
            reloads += usize::from(!reported.is_empty());
            all.extend(reported);
        }
        for target in [0, 1, 2, 3, 10, 11, 12] {
            for kind in [EventKind::Start, EventKind::End] {
                let of_it = |event: &&Event<Subject<u32>>| {
                    event.id.target() == Some(&target) && event.kind == kind
                };
                assert!(all.iter().filter(of_it).count() <= 1, "program {seed}: {kind:?} twice");
            }
        }
    }
    assert!(reloads > 750, "only {reloads} reloads were followed by anything");
}

/// After a reload, an item reports the same events as an item of the new clip that was sought to the same position.
#[test]
fn a_reloaded_item_continues_like_an_item_of_the_new_clip() {
    for seed in 0..4000 {
        let mut dice = Dice(seed);
        let (old, new) = (dice.number(1, 12), dice.number(1, 12));
        let cues = |dice: &mut Dice, length: i64| -> Vec<i64> {
            let mut cues: Vec<i64> = (0..4).map(|_| dice.number(0, length + 1)).collect();
            cues.sort_unstable();
            cues
        };
        let (old_cues, new_cues) = (cues(&mut dice, old), cues(&mut dice, new));
        let repeat = dice.pick(&[Repeat::Once, Repeat::Times(3), Repeat::Forever]);
        let speed = Speed::whole(dice.number(1, 4));
        let how = Play { repeat, speed, ..Play::default() };
        let (mut clips, mut player, handle) = one(old, &old_cues, how);
        let then = dice.number(1, 30);
        player.advance(flicks(then), &clips);
        let Ok(was) = player.position(handle) else { continue };
        clips.replace(clip("it", new, &new_cues)).unwrap();
        let found = kinds(&player.advance(flicks(40), &clips));

        let (new_clips, mut oracle, sought) = one(new, &new_cues, how);
        oracle.advance_to(Time::from_flicks(then), &new_clips);
        // An item of the new clip may have ended by then; an item that holds its end can be sought back.
        if oracle.position(sought).is_err() {
            let held = Play { at_end: AtEnd::Hold, ..how };
            (_, oracle, _) = one(new, &new_cues, held);
            oracle.advance_to(Time::from_flicks(then), &new_clips);
        }
        // At the new end or beyond: the last flick before it.
        let place = was.local.flicks().min(new - 1);
        let elapsed = flicks(was.pass * new + place);
        oracle.seek(sought, elapsed, SeekPolicy::Silent, &new_clips).unwrap();
        let want = kinds(&oracle.advance(flicks(40), &new_clips));
        assert_eq!(
            found, want,
            "seed {seed}: {old} {old_cues:?} to {new} {new_cues:?} at {then}, {how:?}"
        );
    }
}

#[test]
fn a_cue_added_ahead_is_reported_whatever_the_steps() {
    for steps in [&[100, 100, 800][..], &[1000], &[50, 950]] {
        let (mut clips, mut player, _) = one(1000, &[], Repeat::Once);
        player.advance(flicks(100), &clips);
        clips.replace(clip("it", 1000, &[50, 150])).unwrap();
        let mut found = Vec::new();
        steps.iter().for_each(|step| player.advance_into(flicks(*step), &clips, &mut found));
        assert_eq!(kinds(&found), [(150, EventKind::Cue(1)), (1000, EventKind::End)], "{steps:?}");
    }
}

#[test]
fn a_longer_or_shorter_clip_has_its_new_end() {
    let (mut clips, mut player, _) = one(1000, &[], Repeat::Once);
    player.advance(flicks(500), &clips);
    clips.replace(clip("it", 1200, &[1100])).unwrap();
    let longer = [(1100, EventKind::Cue(0)), (1200, EventKind::End)];
    assert_eq!(kinds(&player.advance(flicks(900), &clips)), longer);

    let (mut clips, mut player, walk) = one(2000, &[], Repeat::Forever);
    player.advance(flicks(500), &clips);
    clips.replace(clip("it", 1000, &[])).unwrap();
    assert_eq!(kinds(&player.advance(flicks(1000), &clips)), [(1000, EventKind::Loop)]);
    assert_eq!(player.position(walk).unwrap().local, flicks(500));

    let (mut clips, mut player, _) = one(1000, &[], Repeat::Once);
    player.advance(flicks(500), &clips);
    clips.replace(clip("it", 300, &[100, 300])).unwrap();
    let at_once = [(501, EventKind::Cue(1)), (501, EventKind::End)];
    assert_eq!(
        kinds(&player.advance(flicks(9), &clips)),
        at_once,
        "the state cue at the end is reported"
    );
}

#[test]
fn a_chosen_range_stays_and_an_ended_item_stays_at_the_new_end() {
    let part = Play { range: Some((flicks(2), flicks(5))), ..Play::default() };
    let (mut clips, mut player, _) = one(9, &[], part);
    player.advance(flicks(1), &clips);
    clips.replace(clip("it", 90, &[])).unwrap();
    assert_eq!(kinds(&player.advance(flicks(9), &clips)), [(3, EventKind::End)]);

    let held = Play { at_end: AtEnd::Hold, ..Play::default() };
    let (mut clips, mut player, handle) = one(9, &[], held);
    player.advance(flicks(20), &clips);
    clips.replace(clip("it", 90, &[50])).unwrap();
    assert_eq!(kinds(&player.advance(flicks(200), &clips)), []);
    assert_eq!(player.position(handle).unwrap().local, flicks(90));
}

#[test]
fn an_item_of_a_removed_clip_plays_on_without_cues_and_ends() {
    let (mut clips, mut player, _) = one(10, &[5], Repeat::Once);
    player.advance(flicks(1), &clips);
    let id = clips.id("it").unwrap();
    clips.remove(id).unwrap();
    assert_eq!(clips.get(id), Err(LookupError::Removed(id)));
    let refused = player.play_on(1, &clips, id, Repeat::Once).unwrap_err().to_string();
    assert_eq!(refused, "clip 0 was removed from the library");
    assert!(player.save(&clips).is_err());
    assert_eq!(kinds(&player.advance(flicks(20), &clips)), [(10, EventKind::End)]);

    // A clip of the same name gets the same id, and the cues return.
    let (mut clips, mut player, _) = one(10, &[5], Repeat::Once);
    player.advance(flicks(1), &clips);
    let id = clips.id("it").unwrap();
    clips.remove(id).unwrap();
    player.advance(flicks(1), &clips);
    assert_eq!(clips.add(clip("it", 10, &[7])), Ok(id));
    let again = [(7, EventKind::Cue(0)), (10, EventKind::End)];
    assert_eq!(kinds(&player.advance(flicks(20), &clips)), again);
}

#[test]
fn an_id_of_another_library_is_refused() {
    let (mut mine, mut other) = (Clips::new(), Clips::new());
    mine.add(clip("walk", 4, &[])).unwrap();
    let stranger = other.add(clip("swim", 4, &[])).unwrap();
    let mut player = Player::new();
    let refused = player.play_on(0_u32, &mine, stranger, Repeat::Once).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the id of clip 0 is of another library: here, that clip has another name"
    );
    assert!(player.is_empty());
}

#[test]
fn equal_libraries_have_equal_revisions_however_they_came_to_be() {
    let mut rebuilt = Clips::new();
    let mut edited = Clips::new();
    let before = edited.revision();
    let id = edited.add(clip("walk", 4, &[])).unwrap();
    edited.replace(clip("walk", 9, &[1])).unwrap();
    rebuilt.add(clip("walk", 9, &[1])).unwrap();
    assert_eq!(edited.revision(), rebuilt.revision());
    assert_ne!(edited.revision(), before);
    edited.remove(id).unwrap();
    assert_eq!(edited.revision(), before);
}
