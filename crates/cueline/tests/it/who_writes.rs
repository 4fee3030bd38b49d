//! The law "who writes": of the items on one property the last that was played lies on top.
//!
//! A second computation of weights and removals, in plain numbers, is compared with the player over random programs.

use cueline::{
    clip::{ClipBuilder, ClipId, Clips, Cue},
    event::{EventKind, Reason},
    playback::{AtEnd, Mix, Play, PlaybackHandle, Player, Repeat, Weight},
    time::{Time, ms},
    value::Lerp,
};

use crate::player_model::program::{Dice, flicks};

const PROGRAMS: u64 = 4000;
const BASE: f64 = -1.0;
/// The durations of the clips; clip n shows the value n.
const LENGTHS: [i64; 4] = [2, 3, 7, 20];

/// An item in plain numbers.
#[derive(Clone, Debug)]
struct Item {
    handle: PlaybackHandle,
    target: usize,
    clip: usize,
    start: i64,
    end: i64,
    holds: bool,
    /// The fade: since when, over how much, from and to, in steps of 1/65536.
    fade: [i64; 4],
    leaves: Option<i64>,
}

impl Item {
    fn weight(&self, now: i64) -> i64 {
        let [since, over, from, to] = self.fade;
        let elapsed = (now - since).clamp(0, over);
        if elapsed == over { to } else { from + ((to - from) * elapsed).div_euclid(over) }
    }

    fn fade_to(&mut self, now: i64, to: i64, over: i64) {
        self.fade = [now, over, self.weight(now), to];
        self.leaves = None;
    }

    fn is_there(&self, now: i64) -> bool {
        match self.leaves {
            Some(leaves) => now < leaves,
            None => self.holds || now < self.end,
        }
    }
}

fn library() -> (Clips, Vec<ClipId>) {
    let mut clips = Clips::new();
    let clip = |(number, length): (usize, &i64)| {
        ClipBuilder::new(format!("clip {number}"))
            .duration(flicks(*length))
            .build()
            .expect("a clip")
    };
    let ids = LENGTHS
        .iter()
        .enumerate()
        .map(|one| clips.add(clip(one)).expect("a name of its own"))
        .collect();
    (clips, ids)
}

/// What shows on a target: from the lowest item to the one on top.
fn shown(items: &[Item], target: usize, now: i64) -> Vec<(f64, i64)> {
    let on_it = items.iter().filter(|item| item.target == target && now >= item.start);
    on_it.map(|item| (item.clip as f64, item.weight(now))).filter(|(_, bits)| *bits > 0).collect()
}

fn value(shown: &[(f64, i64)]) -> f64 {
    let mut all = shown.iter();
    let lowest = all.next().map_or(BASE, |(value, _)| *value);
    all.fold(lowest, |below, (value, bits)| {
        if *bits >= 1 << 16 { *value } else { below.lerp(value, *bits as f64 / 65536.0) }
    })
}

#[test]
fn who_writes() {
    let (clips, ids) = library();
    // What the programs have reached: a held item that is covered, three that show, an interrupted crossfade, a slot
    // that is used again, a crossfade to what plays already.
    let mut reached = [0_u32; 5];
    for seed in 0..PROGRAMS {
        let mut dice = Dice(seed);
        let mut player = Player::new();
        let mut items: Vec<Item> = vec![];
        let (mut now, mut played) = (0, 0);
        for _ in 0..dice.number(3, 25) {
            let who = dice.place(items.len().max(1));
            match dice.number(0, 10) {
                0..=3 => {
                    let (clip, target) = (dice.place(ids.len()), dice.place(3));
                    let (percent, fade_in) =
                        (dice.pick(&[0, 25, 50, 100, 150]), dice.pick(&[0, 3, 8]));
                    let (delay, holds) = (dice.pick(&[0, 0, 2]), dice.one_in(2));
                    let play = Play {
                        weight: Weight::from_percent(percent),
                        fade_in: flicks(fade_in),
                        delay: flicks(delay),
                        at_end: if holds { AtEnd::Hold } else { AtEnd::Leave },
                        ..Play::default()
                    };
                    let handle = player.play_on(target, &clips, ids[clip], play).unwrap();
                    played += 1;
                    reached[3] += u32::from(items.len() + 3 < played);
                    let (start, to) = (now + delay, Weight::from_percent(percent).bits().into());
                    let from = if fade_in > 0 { 0 } else { to };
                    let (fade, end) = ([start, fade_in, from, to], start + LENGTHS[clip]);
                    items.push(Item {
                        handle,
                        target,
                        clip,
                        start,
                        end,
                        holds,
                        fade,
                        leaves: None,
                    });
                }
                4..=5 if !items.is_empty() => {
                    let (clip, over) = (dice.place(ids.len()), dice.pick(&[0, 4, 9]));
                    let from = items[who].clone();
                    let plays =
                        |item: &Item| item.clip == clip && item.leaves.is_none() && now < item.end;
                    let later = items[who + 1..].iter().filter(|item| item.target == from.target);
                    let already = if plays(&from) {
                        Some(from.handle)
                    } else if from.leaves.is_some() {
                        later.clone().find(|item| plays(item)).map(|item| item.handle)
                    } else {
                        None
                    };
                    let got = player.crossfade(
                        from.handle,
                        &clips,
                        ids[clip],
                        Repeat::Once,
                        flicks(over),
                    );
                    let handle = got.unwrap();
                    if let Some(already) = already {
                        assert_eq!(handle, already, "program {seed}");
                        reached[4] += 1;
                        continue;
                    }
                    let is_interrupted =
                        items.iter().any(|item| item.leaves.is_some_and(|at| at > now));
                    reached[2] += u32::from(is_interrupted && from.weight(now) < 1 << 16);
                    let leaves = &mut items[who].leaves;
                    *leaves = Some(leaves.map_or(now + over, |at| at.min(now + over)));
                    let (target, end, full) = (from.target, now + LENGTHS[clip], 1 << 16);
                    let fade = [now, over, if over > 0 { 0 } else { full }, full];
                    let start = now;
                    items.push(Item {
                        handle,
                        target,
                        clip,
                        start,
                        end,
                        holds: false,
                        fade,
                        leaves: None,
                    });
                }
                6 if !items.is_empty() => {
                    let (percent, over) = (dice.pick(&[0, 30, 100]), dice.number(0, 9));
                    let item = &mut items[who];
                    let weight = Weight::from_percent(percent);
                    player.fade_to(item.handle, weight, flicks(over)).unwrap();
                    item.fade_to(now, weight.bits().into(), over);
                }
                7 if !items.is_empty() => {
                    let (over, item) = (dice.number(1, 9), &mut items[who]);
                    player.fade_out(item.handle, flicks(over)).unwrap();
                    item.fade_to(now, 0, over);
                    item.leaves = Some(now + over);
                }
                _ => {
                    let by = dice.number(0, 6);
                    now += by;
                    player.advance(flicks(by), &clips);
                    items.retain(|item| item.is_there(now));
                    assert_eq!(player.len(), items.len(), "program {seed} at {now}");
                }
            }
            for target in 0..3 {
                let shown = shown(&items, target, now);
                reached[0] += u32::from(items.iter().enumerate().any(|(place, item)| {
                    let is_held = item.target == target && item.holds && now > item.end;
                    is_held
                        && items[place + 1..]
                            .iter()
                            .any(|on| on.target == target && on.start <= now)
                }));
                reached[1] += u32::from(shown.len() >= 3);
                let number = |clip: ClipId| f64::from(clip.index());
                let found = player.blend(&BASE, |on| *on == target, |clip, _| number(clip));
                assert_eq!(found, value(&shown), "program {seed} at {now}: {shown:?}");
                let mut last = BASE;
                for active in player.active().filter(|active| active.target == target) {
                    last = if active.weight >= Weight::FULL { number(active.clip) } else { last };
                }
                let on_top = shown.iter().rfind(|(_, bits)| *bits >= 1 << 16);
                assert_eq!(last, on_top.map_or(BASE, |(value, _)| *value), "written in order");
            }
        }
    }
    assert!(reached.iter().all(|reached| *reached > 300), "{reached:?}");
}

/// Open, held, and then closed: whatever ended before.
#[test]
fn a_held_item_gives_way_to_what_was_played_after_it() {
    let (clips, ids) = library();
    for other_ends_first in [false, true] {
        let mut player = Player::new();
        if other_ends_first {
            player.play_on("lamp", &clips, ids[0], Repeat::Once).unwrap();
        }
        let held = Play { at_end: AtEnd::Hold, ..Play::default() };
        let open = player.play_on("door", &clips, ids[1], held).unwrap();
        player.advance(flicks(5), &clips);
        player.play_on("door", &clips, ids[3], held).unwrap();
        player.advance(flicks(5), &clips);
        let number = |clip: ClipId, _| f64::from(clip.index());
        assert_eq!(player.blend(&BASE, |on| *on == "door", number), 3.0);
        assert_eq!(player.active().last().unwrap().clip, ids[3]);
        assert!(player.contains(open));
    }
}

/// Asked for in each frame, by the newest handle or by the first one.
#[test]
fn a_crossfade_in_each_frame_arrives() {
    let (clips, ids) = library();
    for keeps_first in [false, true] {
        let mut player = Player::new();
        let forever = Play::from(Repeat::Forever);
        let walk = player.play_on('x', &clips, ids[0], forever).unwrap();
        let (mut current, mut first) = (walk, None);
        for frame in 0..12 {
            let Ok(run) = player.crossfade(current, &clips, ids[2], forever, flicks(8)) else {
                assert!(keeps_first && frame >= 8, "the walk has left in frame {frame}");
                break;
            };
            assert_eq!(*first.get_or_insert(run), run, "frame {frame}");
            current = if keeps_first { walk } else { run };
            player.advance(flicks(1), &clips);
        }
        assert_eq!(player.len(), 1);
        assert_eq!(player.get(first.unwrap()).unwrap().weight, Weight::FULL);
    }
}

/// Walk to run, and half way to a jump: no weight jumps at any moment, also where the second fade is the longer one.
#[test]
fn an_interrupted_crossfade_does_not_jump() {
    let (clips, ids) = library();
    for (first, at, second) in [(10, 5, 20), (10, 5, 3), (10, 10, 10), (4, 1, 40)] {
        let mut player = Player::new();
        let forever = Play::from(Repeat::Forever);
        let walk = player.play_on('x', &clips, ids[0], forever).unwrap();
        let run = player.crossfade(walk, &clips, ids[1], forever, flicks(first)).unwrap();
        let mut before = 0.0;
        for now in 0..50 {
            if now == at {
                player.crossfade(run, &clips, ids[2], forever, flicks(second)).unwrap();
            }
            let shown = player.blend(&BASE, |_| true, |clip, _| f64::from(clip.index()));
            let most = 1.0 / first as f64 + 2.0 / second as f64 + 1e-4;
            assert!((shown - before).abs() <= most, "{first} {at} {second}: {before} to {shown}");
            before = shown;
            player.advance(flicks(1), &clips);
        }
        assert_eq!((before, player.len()), (2.0, 1));
    }
}

/// What is added, and what covers only a part, fades out while the new item fades in.
#[test]
fn a_crossfade_that_does_not_cover_fades_the_old_item_out() {
    let (clips, ids) = library();
    let forever = Play::from(Repeat::Forever);
    let added = Play { mix: Mix::Add, ..forever };
    let half = Play { weight: Weight::from_percent(50), ..forever };
    for (from, to) in [(added, added), (half, half), (forever, half), (added, forever)] {
        let mut player = Player::new();
        let old = player.play_on('x', &clips, ids[0], from).unwrap();
        player.crossfade(old, &clips, ids[1], to, flicks(8)).unwrap();
        player.advance(flicks(4), &clips);
        let weight = player.get(old).unwrap().weight.as_f64();
        assert_eq!(weight, from.weight.as_f64() / 2.0);
        player.advance(flicks(4), &clips);
        assert!(!player.contains(old));
    }
}

/// Both parts report the same cues, and none is lost.
#[test]
fn weightless_content_is_silent() {
    let mut clips = Clips::new();
    let steps = ClipBuilder::new("steps").duration(ms(100)).cue(Cue::effect(ms(20), "left"));
    let steps = steps.cue(Cue::state(ms(80), "there")).build().unwrap();
    let id = clips.add(steps).unwrap();
    let reasons = |weight: u32, fade_in| {
        let weight = Weight::from_percent(weight);
        let play = Play { weight, fade_in: ms(fade_in), delay: ms(10), ..Play::default() };
        let mut player = Player::new();
        player.play_on((), &clips, id, play).unwrap();
        let events = player.advance(ms(200), &clips);
        events.iter().map(|event| (event.kind, event.reason)).collect::<Vec<_>>()
    };
    let with = |reason| {
        let cues = [(EventKind::Cue(0), reason), (EventKind::Cue(1), reason)];
        let (start, end) = ((EventKind::Start, Reason::Played), (EventKind::End, Reason::Played));
        vec![start, cues[0], cues[1], end]
    };
    assert_eq!(reasons(100, 0), with(Reason::Played));
    assert_eq!(reasons(100, 300), with(Reason::Played), "hardly there, but there");
    assert_eq!(reasons(0, 0), with(Reason::Muted));
    assert_eq!(reasons(0, 300), with(Reason::Muted));
}

/// An item that was to fade out after its end, and is faded back in there, leaves in the next step.
#[test]
fn an_ended_item_that_no_longer_fades_out_leaves() {
    let (clips, ids) = library();
    let mut player = Player::new();
    let item = player.play_on('x', &clips, ids[0], Repeat::Once).unwrap();
    player.fade_out(item, flicks(20)).unwrap();
    player.advance(flicks(10), &clips);
    assert!(player.contains(item), "it shows its end while it fades");
    player.fade_to(item, Weight::FULL, flicks(5)).unwrap();
    assert_eq!(player.next_due(&clips), None);
    player.advance(flicks(0), &clips);
    assert!(!player.contains(item));
    assert_eq!(player.now(), Time::from_flicks(10));
}
