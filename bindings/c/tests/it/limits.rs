//! Limits and switches: a buffer that is just large enough, a number that is none, an option on and off, and what a refusal says.

use core::ptr;

use cueline_c::*;

use super::{alone, c, reason};

const FILE: &[u8] = br#"(version: 1, clips: {"blink": (
    duration: "100ms",
    tracks: {"at": Vec2([(at: 0, value: (1.0, 2.0)), (at: "100ms", value: (3.0, 6.0))])},
    cues: [(at: 0, name: "on", kind: Effect), (at: "50ms", name: "half", kind: State)],
)})"#;

/// A clip of 100 ms with two cues, and the library that it is from.
fn clip() -> [u64; 2] {
    let (mut library, mut clip) = (0, 0);
    assert_eq!(c!(cueline_library_new(&raw mut library)), CUELINE_OK);
    let (name, first) = (c"blink.ron".as_ptr(), FILE.as_ptr());
    let status = c!(cueline_library_load(library, name, first, FILE.len()));
    assert_eq!(status, CUELINE_OK, "{}", reason());
    let name = c"blink".as_ptr();
    assert_eq!(c!(cueline_library_clip(library, name, &raw mut clip)), CUELINE_OK);
    [clip, library]
}

fn free(objects: &[u64]) {
    for object in objects {
        assert_eq!(cueline_free(*object), CUELINE_OK);
    }
}

#[test]
fn a_buffer_that_is_just_large_enough_is_filled_and_a_smaller_one_refused() {
    let _alone = alone();
    let [clip, library] = clip();
    let mut moving = [0; 2];
    for (handle, value) in moving.iter_mut().zip([[4.0, 5.0], [6.0, 7.0]]) {
        assert_eq!(c!(cueline_moving_new(value.as_ptr(), 2, handle)), CUELINE_OK);
    }
    for (capacity, of_one, of_two) in [
        (1, CUELINE_TOO_SMALL, CUELINE_TOO_SMALL),
        (2, CUELINE_OK, CUELINE_TOO_SMALL),
        (3, CUELINE_OK, CUELINE_TOO_SMALL),
        (4, CUELINE_OK, CUELINE_OK),
    ] {
        let mut numbers = [9.0; 4];
        let status =
            c!(cueline_moving_values(moving.as_ptr(), 2, 0, numbers.as_mut_ptr(), capacity));
        assert_eq!(status, of_two, "two values, {capacity} places");
        if status == CUELINE_OK {
            assert_eq!(numbers, [4.0, 5.0, 6.0, 7.0]);
        }
        let (mut numbers, mut count) = ([9.0; 4], 0);
        let (at, first) = (c"at".as_ptr(), numbers.as_mut_ptr());
        let status = c!(cueline_playable_value(clip, at, 0, first, capacity, &raw mut count));
        assert_eq!(status, of_one, "one value, {capacity} places");
        let expected = if status == CUELINE_OK { [1.0, 2.0, 9.0, 9.0] } else { [9.0; 4] };
        assert_eq!(numbers, expected, "{capacity} places");
    }
    free(&[clip, library, moving[0], moving[1]]);
}

#[test]
fn progress_is_any_finite_number() {
    let _alone = alone();
    let mut progress = 7.0;
    for t in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let status = c!(cueline_ease(CUELINE_LINEAR, t, &raw mut progress));
        assert_eq!((status, progress), (CUELINE_ARGUMENT, 7.0), "{t}");
        assert_eq!(reason(), format!("t is {t} but must be finite"));
    }
    for t in [-0.5, 0.0, 0.25, 1.0, 3.0] {
        let status = c!(cueline_ease(CUELINE_LINEAR, t, &raw mut progress));
        assert_eq!(status, CUELINE_OK);
        assert!(
            (progress - t.clamp(0.0, 1.0)).abs() < 1e-12 || (progress - t).abs() < 1e-12,
            "{t}: {progress}"
        );
    }
}

#[test]
fn a_window_of_cues_has_its_start_where_it_is_asked_for() {
    let _alone = alone();
    let [clip, library] = clip();
    let half = 50 * CUELINE_MS;
    // (from, to, with its start, the cues)
    let cases: [(i64, i64, i32, &[u32]); 7] = [
        (0, half - 1, 0, &[]),
        (0, half - 1, 1, &[0]),
        (0, half, 0, &[1]),
        (0, half, 1, &[0, 1]),
        (half, 2 * half, 0, &[]),
        (half, 2 * half, 1, &[1]),
        (half, half, 1, &[1]),
    ];
    for (from, to, with_start, expected) in cases {
        let (mut cues, mut count) = ([Cue { at: -1, index: 9, is_state: 9 }; 3], 9);
        let first = cues.as_mut_ptr();
        let status = c!(cueline_clip_cues(clip, from, to, with_start, first, 3, &raw mut count));
        assert_eq!(status, CUELINE_OK, "{}", reason());
        let found: Vec<_> = cues[..count].iter().map(|cue| cue.index).collect();
        assert_eq!(found, expected, "{from} to {to}, {with_start}");
        for cue in &cues[..count] {
            assert_eq!((cue.at, cue.is_state), [(0, 0), (half, 1)][cue.index as usize]);
        }
    }
    free(&[clip, library]);
}

const ENDLESS: Play = Play {
    delay: 0,
    from: 0,
    to: CUELINE_NEVER,
    speed_num: 1,
    speed_den: 1,
    passes: 0,
    fade_in: 0,
    weight: 1.0,
    repeat: CUELINE_REPEAT_RESTART,
    coalesced: 0,
};

/// The events of one step of a player: their kinds, and whether time ran backward.
fn events(clip: u64, play: Play, to: i64) -> Vec<(i32, i32)> {
    let (mut player, mut count) = (0, 0);
    assert_eq!(c!(cueline_player_new(clip, 0, &raw const play, &raw mut player)), CUELINE_OK);
    assert_eq!(c!(cueline_player_step(player, to, ptr::null_mut(), 0, &raw mut count)), CUELINE_OK);
    let mut events = vec![Event::default(); count];
    let first = events.as_mut_ptr();
    assert_eq!(c!(cueline_player_events(player, 0, first, count, ptr::null_mut())), CUELINE_OK);
    free(&[player]);
    events.iter().map(|event| (event.kind, event.backward)).collect()
}

#[test]
fn loops_of_one_step_are_each_reported_or_together() {
    let _alone = alone();
    let [clip, library] = clip();
    let to = 450 * CUELINE_MS;
    let count = |coalesced: i32, kind: i32| {
        let all = events(clip, Play { coalesced, ..ENDLESS }, to);
        all.iter().filter(|(of, _)| *of == kind).count()
    };
    assert_eq!((count(0, CUELINE_EVENT_LOOP), count(1, CUELINE_EVENT_LOOP)), (4, 1));
    assert_eq!(count(0, CUELINE_EVENT_CUE), 2 * 4 + 2);
    assert!(count(1, CUELINE_EVENT_CUE) < count(0, CUELINE_EVENT_CUE));
    free(&[clip, library]);
}

#[test]
fn an_event_says_whether_time_ran_backward() {
    let _alone = alone();
    let [clip, library] = clip();
    let once = Play { passes: 1, ..ENDLESS };
    for (speed_num, backward) in [(1, 0), (-1, 1)] {
        let all = events(clip, Play { speed_num, ..once }, CUELINE_SECOND);
        assert!(all.len() >= 3 && all.iter().all(|(_, ran)| *ran == backward), "{all:?}");
    }
    free(&[clip, library]);
}

#[test]
fn a_refusal_of_an_entry_says_whether_it_is_over_or_was_never_there() {
    let _alone = alone();
    let (mut queue, mut number) = (0, 0);
    assert_eq!(c!(cueline_queue_new(0, &raw mut queue)), CUELINE_OK);
    assert_eq!(c!(cueline_queue_enqueue(queue, CUELINE_MS, 7, &raw mut number)), CUELINE_OK);
    assert_eq!(
        c!(cueline_queue_advance(queue, CUELINE_SECOND, ptr::null_mut(), 0, ptr::null_mut())),
        CUELINE_OK
    );
    assert_eq!(c!(cueline_queue_cancel(queue, number, ptr::null_mut())), CUELINE_UNKNOWN);
    assert_eq!(reason(), format!("entry {number} has ended, or was cancelled"));
    let next = number + 1;
    assert_eq!(c!(cueline_queue_cancel(queue, next, ptr::null_mut())), CUELINE_UNKNOWN);
    assert_eq!(reason(), format!("there is no entry {next} yet; {next} were queued so far"));
    free(&[queue]);
}

#[test]
fn only_the_background_without_delay_goes_on_for_ever() {
    let _alone = alone();
    let mut queue = 0;
    assert_eq!(c!(cueline_queue_new(0, &raw mut queue)), CUELINE_OK);
    for door in CUELINE_ENQUEUE..=CUELINE_AFTER {
        for delay in [-1, 0, 1] {
            let ending = CUELINE_FOREVER;
            let entry = Entry { payload: 1, duration: 0, delay, predecessor: 0, door, ending };
            let status = c!(cueline_queue_add(queue, &raw const entry, ptr::null_mut()));
            let fits = door == CUELINE_BACKGROUND && delay <= 0;
            assert_eq!(status, if fits { CUELINE_OK } else { CUELINE_ARGUMENT }, "{entry:?}");
        }
    }
    free(&[queue]);
}

#[test]
fn a_refused_handle_is_named_by_what_it_is() {
    let _alone = alone();
    let mut clock = 0;
    assert_eq!(c!(cueline_clock_new(0, &raw mut clock)), CUELINE_OK);
    free(&[clock]);
    let cases = [
        (0, "0 is no handle".to_owned()),
        (clock, format!("{clock} is the handle of a clock that was freed, or never was one")),
        (u64::MAX >> 11, format!("{} never was a handle", u64::MAX >> 11)),
    ];
    for (handle, found) in cases {
        let status = c!(cueline_clock_advance(handle, 1, ptr::null_mut()));
        assert_eq!(status, CUELINE_HANDLE, "{handle}");
        assert!(reason().starts_with(&format!("{found}; a ")), "{}", reason());
    }
}
