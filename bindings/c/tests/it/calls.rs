//! What the calls answer.

use cueline_c::*;

use super::{alone, c, reason};

fn queue() -> u64 {
    let mut queue = 0;
    assert_eq!(c!(cueline_queue_new(0, &raw mut queue)), CUELINE_OK);
    queue
}

fn digest(object: u64) -> u64 {
    let mut digest = 0;
    assert_eq!(c!(cueline_digest(object, &raw mut digest)), CUELINE_OK, "{}", reason());
    digest
}

fn save(object: u64) -> Vec<u8> {
    let mut length = 0;
    assert_eq!(
        c!(cueline_save(object, core::ptr::null_mut(), 0, &raw mut length)),
        CUELINE_TOO_SMALL
    );
    let mut bytes = vec![0; length];
    assert_eq!(c!(cueline_save(object, bytes.as_mut_ptr(), length, &raw mut length)), CUELINE_OK);
    bytes
}

#[test]
fn one_program_prints_the_file() {
    let _alone = alone();
    let queue = queue();
    let none = core::ptr::null_mut();
    assert_eq!(c!(cueline_queue_enqueue(queue, 300 * CUELINE_MS, 1, none)), 0);
    assert_eq!(c!(cueline_queue_concurrently(queue, 500 * CUELINE_MS, 2, none)), 0);
    assert_eq!(c!(cueline_queue_enqueue(queue, 300 * CUELINE_MS, 3, none)), 0);
    assert_eq!(c!(cueline_queue_background(queue, 1000 * CUELINE_MS, 4, none)), 0);
    let advance = |ms| {
        let (mut updates, mut count) = ([Update::default(); 8], 0);
        let by = ms * CUELINE_MS;
        assert_eq!(
            c!(cueline_queue_advance(queue, by, updates.as_mut_ptr(), 8, &raw mut count)),
            0
        );
        updates[..count].iter().map(|update| (update.payload, update.ended)).collect::<Vec<_>>()
    };
    assert_eq!(advance(100), [(1, 0), (2, 0)]);
    let mut lines = format!("100 ms: {:016x}\n", digest(queue));
    assert_eq!(advance(450), [(1, 1), (2, 1), (3, 0), (4, 0)]);
    lines += &format!("550 ms: {:016x}\n", digest(queue));
    let skip = c!(cueline_queue_skip(
        queue,
        CUELINE_UNTIL_END,
        core::ptr::null(),
        core::ptr::null_mut(),
        0,
        core::ptr::null_mut()
    ));
    assert_eq!(skip, 0);
    lines += &format!("finished: {:016x}\n", digest(queue));
    let (mut x, mut value) = (0, 0.0);
    assert_eq!(c!(cueline_moving_new(&raw const value, 1, &raw mut x)), 0);
    assert_eq!(c!(cueline_moving_spring_to(x, 0, &100.0, 1, 400 * CUELINE_MS, 0.0)), 0);
    assert_eq!(c!(cueline_moving_value(x, 150 * CUELINE_MS, &raw mut value, 1)), 0);
    lines += &format!("moving: {:016x}\n", value.to_bits());
    assert_eq!(lines, include_str!("../../../one_program.txt"));
    assert_eq!((cueline_free(queue), cueline_free(x), cueline_objects()), (0, 0, 0));
}

#[test]
fn a_moving_value_has_the_digest_of_the_core() {
    use cueline::{digest::digest as of, prelude::*};
    let _alone = alone();
    let mut same = Moving::at(0.0_f64);
    same.spring_to(Time::ZERO, 100.0, Spring::smooth(ms(400)));
    let mut x = 0;
    assert_eq!(c!(cueline_moving_new(&0.0, 1, &raw mut x)), 0);
    assert_eq!(c!(cueline_moving_spring_to(x, 0, &100.0, 1, 400 * CUELINE_MS, 0.0)), 0);
    assert_eq!(digest(x), of(&same));
    cueline_free(x);
}

#[test]
fn reduced_motion_follows_the_rule_of_the_core() {
    use cueline::{motion::MotionPreference, time::Span};
    let _alone = alone();
    let preferences = [
        (CUELINE_MOTION_FULL, MotionPreference::Full),
        (CUELINE_MOTION_REDUCED, MotionPreference::Reduced),
        (CUELINE_MOTION_NONE, MotionPreference::None),
    ];
    for (preference, motion) in preferences {
        for (elapsed, duration) in [(0, 400), (40, 400), (40, 80), (500, 400), (40, -1)] {
            let (elapsed, duration) = (elapsed * CUELINE_MS, duration * CUELINE_MS);
            let [mut once, mut endless] = [0; 2];
            assert_eq!(c!(cueline_motion_shown(preference, elapsed, duration, &raw mut once)), 0);
            let never = CUELINE_NEVER;
            assert_eq!(c!(cueline_motion_shown(preference, elapsed, never, &raw mut endless)), 0);
            let [since, whole] = [elapsed, duration].map(Span::from_flicks);
            assert_eq!(once, motion.shown(since, Some(whole)).flicks());
            assert_eq!(endless, motion.shown(since, None).flicks());
        }
    }
    let mut shown = 7;
    assert_eq!(c!(cueline_motion_shown(3, 0, 0, &raw mut shown)), CUELINE_ARGUMENT);
    assert_eq!(
        (shown, reason().as_str()),
        (7, "preference 3 is none of CUELINE_MOTION_FULL, _REDUCED, _NONE")
    );
}

#[test]
fn a_save_comes_back_equal_and_a_foreign_one_is_refused() {
    let _alone = alone();
    let queue = queue();
    assert_eq!(c!(cueline_queue_enqueue(queue, 300, 7, core::ptr::null_mut())), 0);
    let bytes = save(queue);
    let load = |kind, bytes: &[u8]| {
        let mut object = 0;
        let status = c!(cueline_load(kind, bytes.as_ptr(), bytes.len(), &raw mut object));
        (status, object)
    };
    let (status, again) = load(CUELINE_KIND_QUEUE, &bytes);
    assert_eq!((status, digest(again)), (CUELINE_OK, digest(queue)));
    let later = [&bytes[..6], &[2], &bytes[7..]].concat();
    let damaged = [&bytes[..20], &[bytes[20] ^ 1], &bytes[21..]].concat();
    let cases = [
        (
            load(CUELINE_KIND_CLOCK, &bytes),
            CUELINE_KIND,
            "the save is of a queue; a clock is needed",
        ),
        (
            load(CUELINE_KIND_QUEUE, &later),
            CUELINE_LATER_VERSION,
            "the save has version 2; this library reads up to 1",
        ),
        (
            load(CUELINE_KIND_QUEUE, &damaged),
            CUELINE_DATA,
            "the save is damaged: its sum is another one",
        ),
        (
            load(CUELINE_KIND_QUEUE, b"GIF89a, and more of a picture"),
            CUELINE_DATA,
            "these bytes are no save of Cueline: they begin otherwise",
        ),
        (
            load(CUELINE_KIND_QUEUE, &bytes[..9]),
            CUELINE_DATA,
            "a save has 16 bytes or more, these are 9",
        ),
    ];
    for ((status, object), wanted, _) in cases {
        assert_eq!((status, object), (wanted, 0));
    }
    for (kind, bytes, _, text) in [
        (CUELINE_KIND_CLOCK, &bytes, 0, cases[0].2),
        (CUELINE_KIND_QUEUE, &later, 0, cases[1].2),
        (CUELINE_KIND_QUEUE, &damaged, 0, cases[2].2),
    ] {
        load(kind, bytes);
        assert_eq!(reason(), text);
    }
    assert_eq!((cueline_free(queue), cueline_free(again)), (0, 0));
}

#[test]
fn a_handle_is_refused_once_its_object_is_freed_or_is_of_another_kind() {
    let _alone = alone();
    let old = queue();
    assert_eq!(cueline_free(old), CUELINE_OK);
    let new = queue();
    assert_ne!(old, new, "in the same place, with another number");
    let cases = [
        (cueline_queue_flush(old), CUELINE_HANDLE),
        (cueline_free(old), CUELINE_HANDLE),
        (cueline_queue_flush(0), CUELINE_HANDLE),
        (cueline_queue_flush(u64::MAX), CUELINE_HANDLE),
        (cueline_queue_flush(new ^ 1 << 50), CUELINE_HANDLE),
        (cueline_clock_pause(new), CUELINE_KIND),
        (cueline_queue_flush(new), CUELINE_OK),
    ];
    for (number, (status, wanted)) in cases.into_iter().enumerate() {
        assert_eq!(status, wanted, "case {number}");
    }
    assert!(new < 1 << 53, "exact in a double");
    cueline_clock_pause(new);
    assert_eq!(reason(), format!("{new} is a queue; a clock is needed"));
    cueline_free(new);
}

#[test]
fn a_refused_step_leaves_the_updates_of_the_last_one() {
    let _alone = alone();
    let queue = queue();
    let none = core::ptr::null_mut();
    assert_eq!(c!(cueline_queue_enqueue(queue, 300, 7, none)), 0);
    assert_eq!(
        c!(cueline_queue_advance(queue, 100, core::ptr::null_mut(), 0, core::ptr::null_mut())),
        0
    );
    let before = digest(queue);
    assert_eq!(
        c!(cueline_queue_advance(queue, -1, core::ptr::null_mut(), 0, core::ptr::null_mut())),
        CUELINE_ARGUMENT
    );
    let (mut update, mut count) = (Update::default(), 0);
    assert_eq!(c!(cueline_queue_updates(queue, 0, &raw mut update, 1, &raw mut count)), 0);
    assert_eq!((count, update.payload, update.elapsed, digest(queue)), (1, 7, 100, before));
    cueline_free(queue);
}

#[test]
fn a_value_that_is_passed_as_its_own_easing_is_refused() {
    let _alone = alone();
    let mut x = 0;
    assert_eq!(c!(cueline_moving_new(&0.0, 1, &raw mut x)), 0);
    assert_eq!(c!(cueline_moving_tween_to(x, 0, &1.0, 1, CUELINE_MS, x)), CUELINE_KIND);
    cueline_free(x);
}
