//! The law that state is data: a saved player, loaded in another process, continues as the original would. A damaged
//! save is refused or plays on without a panic.
#![cfg(feature = "serde")]

use crate::process;

use cueline::{
    clip::{ClipBuilder, Clips},
    digest::digest,
    playback::{GroupHandle, Play, PlaybackHandle, PlaybackRef, Player, Playhead, Repeat, Saved},
    time::Time,
};
use proptest::prelude::*;

use crate::player_model::{
    program::{Dice, flicks, library, program, start},
    real::Real,
    trace::Seen,
};

/// The seed of the program, the number of operations played, and the saved state.
type Packed = (u64, usize, Saved<usize>, Vec<(Option<PlaybackHandle>, Option<GroupHandle>)>);

fn play_on(real: &mut Real, seed: u64, from: usize) -> (u64, u64) {
    let seen: Vec<Seen> = program(seed)[from..].iter().map(|op| real.apply(op)).collect();
    (digest(&format!("{seen:?}")), real.player.digest())
}

/// `#[derive(Serialize)]` on a struct with a player saves ids: the clips of the next version of the game have others.
#[test]
fn a_player_in_a_derived_save_finds_its_clips_in_another_order() {
    let library = library();
    let shifted = |first: &str, backwards: bool| {
        let mut clips = Clips::new();
        clips.add(ClipBuilder::new(first).duration(flicks(3)).build().unwrap()).unwrap();
        let mut all: Vec<_> = library.0.iter().map(|(_, clip)| clip.clone()).collect();
        if backwards {
            all.reverse();
        }
        all.into_iter().for_each(|clip| _ = clips.add(clip).unwrap());
        clips
    };
    let others =
        [("a new clip", false), ("another", true)].map(|(name, turned)| shifted(name, turned));
    let mut cues = 0;
    for seed in 0..500 {
        let mut real = Real::new(&library, start(seed));
        let ops = program(seed);
        ops.iter().for_each(|op| _ = real.apply(op));
        let text = serde_json::to_string(&real.player).unwrap();
        for other in &others {
            let mut read: Player<usize> = serde_json::from_str(&text).unwrap();
            let mut straight = real.player.clone();
            for step in [0, 1, 2, 5, 40] {
                let named = |player: &mut Player<usize>, clips: &Clips| -> Vec<_> {
                    let events = player.advance(flicks(step), clips);
                    let with_names =
                        events.cues().map(|(event, cue)| (event.due, cue.name().to_owned()));
                    with_names.collect()
                };
                let want = named(&mut straight, &library.0);
                assert_eq!(named(&mut read, other), want, "program {seed}");
                cues += want.len();
            }
        }
    }
    assert!(cues > 1000, "only {cues} cues");
}

#[test]
fn state_is_data() {
    let library = library();
    let (mut packed, mut straight): (Vec<Packed>, Vec<_>) = (vec![], vec![]);
    for seed in 0..1000 {
        let ops = program(seed);
        let place = Dice(seed).place(ops.len());
        let mut real = Real::new(&library, start(seed));
        for op in &ops[..place] {
            real.apply(op);
        }
        let handles = real.who.iter().map(|who| match *who {
            PlaybackRef::Item(handle) => (Some(handle), None),
            PlaybackRef::Group(group) => (None, Some(group)),
        });
        let saved = real.player.save(&library.0).expect("the library has all clips");
        packed.push((seed, place, saved, handles.collect()));
        // Serialising the player with clip ids, within one program, gives the same player.
        let text = serde_json::to_string(&real.player).expect("saved");
        let read: Player<usize> = serde_json::from_str(&text).expect("loaded");
        assert_eq!(read.digest(), real.player.digest(), "program {seed}");
        straight.push(play_on(&mut real, seed, place));
    }
    let question = serde_json::to_string(&packed).expect("saved");
    let answer = process::ask("laws_player_saved::played_on_in_a_new_process", &question);
    let there: Vec<(u64, u64)> = serde_json::from_str(&answer).expect("an answer");
    assert_eq!(there.len(), straight.len());
    for (seed, (there, here)) in there.iter().zip(&straight).enumerate() {
        assert_eq!(there, here, "program {seed}");
    }
}

#[test]
#[ignore = "run by `state_is_data`, in a process of its own"]
fn played_on_in_a_new_process() {
    process::answer(|question| {
        let packed: Vec<Packed> = serde_json::from_str(question).expect("loaded");
        let library = library();
        let play_on = |(seed, place, saved, handles): Packed| {
            let player = saved.load(&library.0).expect("the same clips");
            let who = handles.into_iter().map(|(item, group)| match (item, group) {
                (Some(handle), _) => PlaybackRef::Item(handle),
                (_, group) => PlaybackRef::Group(group.expect("one of the two")),
            });
            let mut real = Real::resumed(&library, start(seed), player, who.collect());
            play_on(&mut real, seed, place)
        };
        let answers: Vec<(u64, u64)> = packed.into_iter().map(play_on).collect();
        serde_json::to_string(&answers).expect("saved")
    });
}

proptest! {
            /// A save with one changed number is refused or plays on.
            #[test]
            fn a_damaged_save_is_refused_or_plays_on(
                seed: u64,
                at in any::<prop::sample::Index>(),
                digits in "[0-9]{1,19}",
            ) {
                let library = library();
                let mut real = Real::new(&library, 0);
                for op in program(seed) {
                    real.apply(&op);
                }
                let json = serde_json::to_string(&real.player.save(&library.0).unwrap()).unwrap();
                let numbers: Vec<_> =
                    json.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).collect();
                let at = numbers[at.index(numbers.len())];
                let rest = json[at..].trim_start_matches(|c: char| c.is_ascii_digit());
                let json = format!("{}{digits}{rest}", &json[..at]);
                let saved = serde_json::from_str::<Saved<usize>>(&json);
                if let Ok(mut player) = saved.map_err(drop).and_then(|saved| saved.load(&library.0).map_err(drop)) {
                    player.advance(flicks(50), &library.0);
                    let _ = player.active().count();
                }
            }
}

#[test]
fn an_inconsistent_playhead_is_refused() {
    let play = Play { repeat: Repeat::Times(3), ..Play::default() };
    let head = Playhead::new(Time::ZERO, flicks(7), &play).expect("it can be played");
    let saved = serde_json::to_value(head).expect("saved");
    assert_eq!(serde_json::from_value::<Playhead>(saved.clone()).expect("loaded"), head);
    // (field, value in a damaged file)
    let cases = [
        ("offset", "-2"),
        ("offset", "8"),
        ("length", "0"),
        ("length", "-1"),
        ("from", "9223372036854775807"),
        ("direction", "\"Backward\""),
        ("speed", "[-1, 1]"),
    ];
    for (field, value) in cases {
        let mut damaged = saved.clone();
        damaged[field] = serde_json::from_str(value).expect("a value");
        let read = serde_json::from_value::<Playhead>(damaged);
        assert!(read.is_err(), "{field}: {value}");
    }
}
