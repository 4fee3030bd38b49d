//! The laws of text that types itself, over random texts, paces and steps.

use cueline::{
    clip::{ContentError, Typing, Window},
    event::{Direction, EventKind, Reason},
    playback::{EventBuffer, Play, Playing},
    time::{Span, Speed, Time},
};
use proptest::prelude::*;

fn flicks(flicks: i64) -> Span {
    Span::from_flicks(flicks)
}

fn time(flicks: i64) -> Time {
    Time::from_flicks(flicks)
}

/// Texts of characters of one to four bytes, with the time before each; several at one time.
fn typings() -> impl Strategy<Value = (Typing, Vec<i64>)> {
    let character = prop::sample::select(vec!['a', ' ', 'é', '…', '界', '🦊', '\u{301}']);
    prop::collection::vec((character, 0_i64..5), 0..12).prop_map(|typed| {
        let mut paces = typed.iter().map(|(_, pace)| flicks(*pace));
        let text: String = typed.iter().map(|(character, _)| *character).collect();
        let typing = Typing::new(text, |_, _| paces.next().expect("one for each"))
            .expect("paces of zero or more");
        let mut sum = 0;
        (
            typing,
            typed
                .iter()
                .map(|(_, pace)| {
                    sum += pace;
                    sum
                })
                .collect(),
        )
    })
}

fn shown_in(typing: &Typing, window: Window) -> Vec<usize> {
    typing.due_in(window).collect()
}

/// The characters that a step reports, and what else it reports.
fn step(playing: &mut Playing, typing: &Typing, now: Time) -> Vec<(u32, Time, Reason)> {
    let mut buffer = EventBuffer::default();
    let events = playing.step(now, typing, &mut buffer).iter();
    let cue = |event: &cueline::event::Event<_>| match event.kind {
        EventKind::Cue(index) => Some((index, event.due, event.reason)),
        _ => None,
    };
    events.filter_map(cue).collect()
}

proptest! {
    #[test]
    fn as_many_characters_show_as_are_due((typing, dues) in typings(), at in -3_i64..60) {
        let shown = typing.shown(flicks(at));
        prop_assert_eq!(shown, dues.iter().filter(|due| **due <= at).count());
        let text: String = typing.text().chars().take(shown).collect();
        prop_assert_eq!(typing.shown_text(flicks(at)), text);
        prop_assert_eq!(typing.duration().flicks(), dues.last().copied().unwrap_or(0));
        for (index, due) in dues.iter().enumerate() {
            let character = typing.text().chars().nth(index).map(|it| (it, flicks(*due)));
            prop_assert_eq!(typing.character(index), character);
        }
        prop_assert_eq!(typing.character(dues.len()), None);
    }

    #[test]
    fn partition((typing, dues) in typings(), mut cuts in prop::collection::vec(-2_i64..60, 2..9)) {
        cuts.sort_unstable();
        let (first, last) = (flicks(cuts[0]), flicks(cuts[cuts.len() - 1]));
        let forward = cuts.windows(2).flat_map(|cut| shown_in(&typing, Window::forward(flicks(cut[0]), flicks(cut[1]))));
        prop_assert_eq!(forward.collect::<Vec<_>>(), shown_in(&typing, Window::forward(first, last)));
        cuts.reverse();
        let mut backward: Vec<_> = cuts.windows(2)
            .flat_map(|cut| shown_in(&typing, Window::backward(flicks(cut[0]), flicks(cut[1])))).collect();
        backward.sort_unstable();
        prop_assert_eq!(backward, shown_in(&typing, Window::backward(last, first)));
        let all = shown_in(&typing, Window::forward(Span::MIN, Span::MAX));
        prop_assert_eq!(all, (0..dues.len()).collect::<Vec<_>>());
    }

    /// At any speed and in any frames: each character once, in order, at its exact time, however the row was saved between.
    #[test]
    fn exactly_once((typing, dues) in typings(), speed in 1_i64..4, frames in prop::collection::vec(0_i64..9, 1..60)) {
        let play = Play { speed: Speed::whole(speed), ..Play::default() };
        let mut playing = Playing::new(&typing, time(7), &play).unwrap();
        let (mut now, mut seen) = (7, vec![]);
        for frame in frames.into_iter().chain([1000]) {
            now += frame;
            seen.extend(step(&mut playing, &typing, time(now)));
            let shown = typing.shown(playing.at(time(now)).local);
            prop_assert_eq!(shown, seen.len(), "what shows is what was reported");
            #[cfg(feature = "serde")]
            {
                let saved = serde_json::to_string(&(&typing, &playing)).unwrap();
                let loaded: (Typing, Playing) = serde_json::from_str(&saved).unwrap();
                prop_assert_eq!(&loaded, &(typing.clone(), playing));
            }
        }
        // The first flick at which the local time has come.
        let due = |due: i64| time(7 + (due + speed - 1) / speed);
        let right = dues.iter().zip(0..).map(|(at, index)| (index, due(*at), Reason::Played));
        prop_assert_eq!(seen, right.collect::<Vec<_>>());
        prop_assert!(playing.is_over());
    }

    #[test]
    fn finish_equals_play((typing, dues) in typings(), clicked in 0_i64..60) {
        let mut playing = Playing::new(&typing, Time::ZERO, &Play::default()).unwrap();
        let mut all = step(&mut playing, &typing, time(clicked));
        let (now, mut buffer) = (time(clicked), EventBuffer::default());
        if !playing.is_over() {
            for event in playing.finish(now, &typing, &mut buffer).unwrap() {
                prop_assert_eq!(event.reason, Reason::Skipped);
                if let EventKind::Cue(index) = event.kind {
                    all.push((index, event.due, event.reason));
                }
            }
        }
        prop_assert!(all.iter().map(|(index, ..)| *index as usize).eq(0..dues.len()));
        prop_assert_eq!(typing.shown_text(playing.at(now).local), typing.text());
    }

    /// Played backward the characters go in the opposite order of their times; those of one time keep their order.
    #[test]
    fn backward_takes_the_characters_away((typing, dues) in typings()) {
        let play = Play { speed: Speed::whole(-1), ..Play::default() };
        let mut playing = Playing::new(&typing, Time::ZERO, &play).unwrap();
        let (mut buffer, end) = (EventBuffer::default(), typing.duration().flicks());
        let (mut seen, mut shown) = (vec![], vec![]);
        for now in 0..=end {
            for event in playing.step(time(now), &typing, &mut buffer) {
                if let EventKind::Cue(index) = event.kind {
                    prop_assert_eq!(event.direction, Direction::Backward);
                    prop_assert_eq!(event.due, time(end - dues[index as usize]));
                    seen.push(index as usize);
                }
            }
            shown.push(typing.shown(playing.at(time(now)).local));
        }
        prop_assert!(shown.is_sorted_by(|a, b| a >= b), "{:?}", shown);
        let mut right: Vec<_> = (0..dues.len()).collect();
        right.sort_by_key(|index| -dues[*index]);
        prop_assert_eq!(seen, right);
    }
}

/// The delay of what plays is not over at its first character.
#[test]
fn nothing_shows_in_a_delay_and_a_character_at_zero_shows_at_the_start() {
    let late = Typing::new("ab", |_, _| flicks(5)).unwrap();
    let play = Play { delay: flicks(10), ..Play::default() };
    let playing = Playing::new(&late, Time::ZERO, &play).unwrap();
    let shown = |at| late.shown_text(playing.at(time(at)).local);
    assert_eq!([0, 10, 14, 15, 19, 20].map(shown), ["", "", "", "a", "a", "ab"]);

    let mut at_once = Typing::new("x", |_, _| Span::ZERO).unwrap();
    let mut playing = Playing::new(&at_once, Time::ZERO, &Play::default()).unwrap();
    assert_eq!(step(&mut playing, &at_once, Time::ZERO), [(0, Time::ZERO, Reason::Played)]);
    assert!(playing.is_over() && at_once.shown(Span::ZERO) == 1);
    at_once = Typing::new("", |_, _| Span::MAX).unwrap();
    assert_eq!((at_once.duration(), at_once.shown_text(Span::MAX)), (Span::ZERO, ""));
}

#[test]
fn a_pace_below_zero_and_a_text_without_end_are_refused() {
    let pace = |typed: &str, _| if typed == "né" { flicks(-1) } else { flicks(3) };
    let error = Typing::new("née", pace).unwrap_err();
    assert_eq!(error, ContentError::Pace { character: 2, pace: flicks(-1) });
    assert_eq!(error.to_string(), "the pace of character 2 is -1 flick but must be zero or above");
    let error = Typing::new("ab", |_, _| Span::MAX).unwrap_err();
    assert_eq!(error, ContentError::CharacterTooLate { character: 1 });
    assert_eq!(Typing::new("a", |_, _| Span::MAX).unwrap().duration(), Span::MAX);
}

#[cfg(feature = "serde")]
#[test]
fn a_damaged_save_is_refused_with_its_fault() {
    let load = |save: &str| serde_json::from_str::<Typing>(save).map_err(|error| error.to_string());
    assert_eq!(load(r#"{"text": "é!", "paces": [2, 3]}"#).unwrap().duration(), flicks(5));
    for (save, fault) in [
        (r#"{"text": "é!", "paces": [2]}"#, "found 1 paces, but the text has 2 characters"),
        (r#"{"text": "é", "paces": [-2]}"#, "the pace of character 0 is -2 flicks"),
    ] {
        let error = load(save).unwrap_err();
        assert!(error.contains(fault), "{error}");
    }
}
