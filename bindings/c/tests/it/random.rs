//! A hundred thousand random sequences of calls, with stale and made-up handles, NaN, null, foreign bytes: each call has a
//! status, a refused one leaves its object as it was, all objects can be freed, and no memory is left behind.

use std::{env, ffi::CString, ptr};

use cueline_c::*;

use super::{alone, c, reason};

const TEXTS: &[&[u8]] = &[
    b"out-cubic",
    b"out-back(2.5)",
    b"linear(0, 1 40%, 1)",
    b"path(M0,0 L1,1)",
    b"steps(3, end)",
    b"",
    b"out-cubik",
    b"spring(bounce nan)",
    b"out-back(inf)",
    b"\xff\xfe",
    b"\xc3\xa4\xc3\xb6",
    b"linear(",
];
/// Names in the file below, and names of files.
const NAMES: &[&[u8]] =
    &[b"open", b"enter", b"walk", b"angle", b"sign", b"door.ron", b"door.cue", b"opne"];
/// Small, as it is read some ten thousand times.
const FILE: &[u8] = if cfg!(miri) { CLIP } else { WHOLE };
/// Miri takes seconds to read a text, and most of them for a timeline.
const CLIP: &[u8] =
    br#"(version: 1, clips: {"open": (tracks: {"angle": F64([(at: 0, value: 0.0)])},
    cues: [(at: "150ms", name: "creak", kind: Effect)])})"#;
const WHOLE: &[u8] = br#"(version: 1, clips: {"open": (duration: "900ms",
    tracks: {"angle": F64([(at: 0, value: 0.0)]), "sign": Text([(at: 0, value: "a")])},
    cues: [(at: "150ms", name: "creak", kind: Effect)])},
timelines: {"enter": (items: [(action: Clip(clip: "open", prefix: "door.")), (action: Pause)])},
flipbooks: {"walk": (frames: Run(count: 4, hold: "100ms"))})"#;
const NUMBERS: &[f64] = &[
    0.0,
    -0.0,
    1.0,
    0.5,
    -3.25,
    1e300,
    -1e300,
    f64::MAX,
    f64::MIN_POSITIVE,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
];
const TIMES: &[i64] = &[
    0,
    1,
    -1,
    CUELINE_MS,
    16 * CUELINE_MS,
    300 * CUELINE_MS,
    -300 * CUELINE_MS,
    CUELINE_SECOND,
    i64::MAX,
    i64::MAX - 1,
    i64::MIN,
    i64::MIN + 1,
];

/// One program that draws its arguments at random.
struct Caller {
    random: fastrand::Rng,
    live: Vec<u64>,
    freed: Vec<u64>,
    save: Vec<u8>,
    status: i32,
}

impl Caller {
    fn new(seed: u64) -> Self {
        let random = fastrand::Rng::with_seed(seed);
        Self { random, live: Vec::new(), freed: Vec::new(), save: Vec::new(), status: 0 }
    }

    fn handle(&mut self) -> u64 {
        let of = |random: &mut fastrand::Rng, from: &[u64]| from.get(random.usize(0..8)).copied();
        let bit = 1_u64 << self.random.u32(0..64);
        match self.random.u32(0..16) {
            0 => of(&mut self.random, &self.freed).unwrap_or(0),
            1 => of(&mut self.random, &self.live).unwrap_or(0) ^ bit,
            2 => self.random.u64(..),
            3 => self.random.u64(0..20),
            _ => of(&mut self.random, &self.live).unwrap_or(0),
        }
    }

    fn time(&mut self) -> i64 {
        match self.random.u32(0..4) {
            0 => self.random.choice(TIMES).copied().unwrap_or(0),
            1 => self.random.i64(..),
            _ => self.random.i64(0..2000) * CUELINE_MS,
        }
    }

    fn number(&mut self) -> f64 {
        match self.random.u32(0..3) {
            0 => self.random.choice(NUMBERS).copied().unwrap_or(0.0),
            _ => self.random.f64() * 200.0 - 100.0,
        }
    }

    fn numbers(&mut self) -> [f64; 5] {
        if self.random.bool() {
            [1.0, -2.0, 3.0, 4.0, 5.0]
        } else {
            [(); 5].map(|()| self.number())
        }
    }

    fn int(&mut self) -> i32 {
        if self.random.u32(0..12) == 0 { self.random.i32(..) } else { self.random.i32(0..8) }
    }

    fn count(&mut self) -> u32 {
        if self.random.u32(0..12) == 0 { self.random.u32(..) } else { self.random.u32(0..6) }
    }

    fn entry(&mut self) -> u64 {
        if self.random.u32(0..8) == 0 { self.random.u64(..) } else { self.random.u64(0..5) }
    }

    fn text(&mut self) -> CString {
        CString::new(self.random.choice(TEXTS).copied().unwrap_or(b"")).unwrap()
    }

    fn name(&mut self) -> CString {
        match self.random.u32(0..8) {
            0 => self.text(),
            1 | 2 => c"angle".into(),
            _ => CString::new(self.random.choice(NAMES).copied().unwrap_or(b"")).unwrap(),
        }
    }

    /// A real file, cut, changed, or any bytes.
    fn file(&mut self) -> Vec<u8> {
        let mut bytes = FILE.to_vec();
        let place = self.random.usize(0..bytes.len());
        match self.random.u32(0..8) {
            0 => bytes.truncate(place),
            1 => bytes = (0..self.random.usize(0..64)).map(|_| self.random.u8(..)).collect(),
            2 => bytes[place] = self.random.u8(..),
            3 => drop(bytes.remove(place)),
            _ => {}
        }
        bytes
    }

    fn capacity(&mut self, most: usize) -> usize {
        self.random.usize(0..=most)
    }

    /// Now and then null in place of a pointer.
    fn null(&mut self) -> bool {
        self.random.u32(0..16) == 0
    }

    fn made(&mut self, status: i32, handle: u64) -> i32 {
        if status == CUELINE_OK && handle != 0 {
            self.live.push(handle);
        }
        status
    }

    /// A real save, cut, changed, followed by something, of a later version, or any bytes.
    fn bytes(&mut self) -> Vec<u8> {
        let mut bytes = self.save.clone();
        let place = self.random.usize(0..bytes.len().max(1));
        match self.random.u32(0..8) {
            0 => bytes.truncate(place),
            1 => bytes.push(0),
            2 => bytes = (0..self.random.usize(0..64)).map(|_| self.random.u8(..)).collect(),
            3 => bytes.iter_mut().skip(6).take(1).for_each(|version| *version = 9),
            4 => bytes.iter_mut().skip(place).take(1).for_each(|byte| *byte ^= 1 << (place % 8)),
            // Changed, with the sum of the change: only the form itself can refuse it.
            5 if bytes.len() > 17 => {
                let place = self.random.usize(16..bytes.len());
                bytes[place] = self.random.u8(..);
                let sum = cueline::digest::digest(&bytes[16..]).to_le_bytes();
                bytes[8..16].copy_from_slice(&sum);
            }
            _ => {}
        }
        bytes
    }
}

/// What is there when a sequence of calls begins: some calls need several others first, which are rare by chance.
fn prepare(caller: &mut Caller) {
    let mut made = [0; 5];
    let [library, clip, timeline, player, queue] = &mut made;
    assert_eq!(c!(cueline_library_new(library)), CUELINE_OK);
    let loaded =
        c!(cueline_library_load(*library, c"door.ron".as_ptr(), FILE.as_ptr(), FILE.len()));
    assert_eq!(loaded, CUELINE_OK, "{}", reason());
    assert_eq!(c!(cueline_library_clip(*library, c"open".as_ptr(), clip)), CUELINE_OK);
    let found = c!(cueline_library_timeline(*library, c"enter".as_ptr(), timeline));
    assert_eq!(found, if cfg!(miri) { CUELINE_UNKNOWN } else { CUELINE_OK });
    assert_eq!(c!(cueline_player_new(*clip, 0, ptr::null(), player)), CUELINE_OK);
    assert_eq!(c!(cueline_queue_new(0, queue)), CUELINE_OK);
    let (mut save, mut length) = (vec![0; 512], 0);
    assert_eq!(c!(cueline_save(*queue, save.as_mut_ptr(), 512, &raw mut length)), CUELINE_OK);
    save.truncate(length);
    caller.save = save;
    caller.live.extend(made.into_iter().filter(|handle| *handle != 0));
}

type Call = fn(&mut Caller, u64) -> i32;

/// The calls by name, each with an object.
macro_rules! table {
    ($($name:ident: |$caller:ident, $object:ident| $call:expr;)*) => {
        const CALLS: &[(&str, Call)] = &[$((stringify!($name), |$caller, $object| $call)),*];
    };
}

/// A place for one result that is now and then null.
macro_rules! place {
    ($caller:ident, $place:ident) => {
        if $caller.null() { ptr::null_mut() } else { &raw mut $place }
    };
}

macro_rules! make {
    ($caller:ident, $call:ident($($argument:expr),*)) => {{
        let mut handle = 0;
        let place = if $caller.null() { ptr::null_mut() } else { &raw mut handle };
        let status = c!($call($($argument,)* place));
        $caller.made(status, handle)
    }};
}

macro_rules! list {
    ($caller:ident, $of:ty, $call:ident($($argument:expr),*)) => {{
        let (mut places, mut count) = ([<$of>::default(); 3], 0);
        let capacity = $caller.capacity(3);
        let count = if $caller.null() { ptr::null_mut() } else { &raw mut count };
        let first = if $caller.null() { ptr::null_mut() } else { places.as_mut_ptr() };
        c!($call($($argument,)* first, capacity, count))
    }};
}

/// A call that takes something out of a library, in which there mostly is something.
macro_rules! found {
    ($caller:ident, $object:ident, $call:ident, $there:expr) => {{
        if $caller.random.bool() && !cfg!(miri) {
            c!(cueline_library_load($object, c"door.ron".as_ptr(), FILE.as_ptr(), FILE.len()));
        }
        let name = if $caller.random.bool() { $there.into() } else { $caller.name() };
        let name = if $caller.null() { ptr::null() } else { name.as_ptr() };
        make!($caller, $call($object, name))
    }};
}

macro_rules! queued {
    ($caller:ident, $object:ident, $call:ident) => {{
        let (mut number, time, payload) = (0, $caller.time(), $caller.entry());
        c!($call($object, time, payload, place!($caller, number)))
    }};
}

/// A call that starts a motion: the arguments before and after the target.
macro_rules! sent {
    ($caller:ident, $call:ident($($before:expr),*; $($after:expr),*)) => {{
        let (target, parts) = ($caller.numbers(), $caller.capacity(5));
        let first = if $caller.null() { ptr::null() } else { target.as_ptr() };
        c!($call($($before,)* first, parts, $($after),*))
    }};
}

table! {
    cueline_queue_new: |caller, _o| { let time = caller.time(); make!(caller, cueline_queue_new(time)) };
    cueline_queue_add: |caller, o| {
        let entry = Entry {
            payload: caller.entry(), duration: caller.time(), delay: caller.time(),
            predecessor: caller.entry(), door: caller.int(), ending: caller.int() % 4,
        };
        let mut number = 0;
        let entry = if caller.null() { ptr::null() } else { &raw const entry };
        c!(cueline_queue_add(o, entry, place!(caller, number)))
    };
    cueline_queue_enqueue: |caller, o| queued!(caller, o, cueline_queue_enqueue);
    cueline_queue_concurrently: |caller, o| queued!(caller, o, cueline_queue_concurrently);
    cueline_queue_background: |caller, o| queued!(caller, o, cueline_queue_background);
    cueline_queue_blocking: |caller, o| queued!(caller, o, cueline_queue_blocking);
    cueline_queue_non_blocking: |caller, o| queued!(caller, o, cueline_queue_non_blocking);
    cueline_queue_now: |caller, o| queued!(caller, o, cueline_queue_now);
    cueline_queue_after: |caller, o| {
        let (mut number, of, time) = (0, caller.entry(), caller.time());
        c!(cueline_queue_after(o, of, time, 7, place!(caller, number)))
    };
    cueline_queue_new_epoch: |_caller, o| cueline_queue_new_epoch(o);
    cueline_queue_label: |caller, o| {
        let text = caller.text();
        c!(cueline_queue_label(o, if caller.null() { ptr::null() } else { text.as_ptr() }))
    };
    cueline_queue_release: |caller, o| {
        let mut entry = caller.entry();
        if caller.random.bool() {
            // An entry that waits for its release is rare by chance.
            let open = Entry {
                payload: 7, duration: 0, delay: 0, predecessor: 0, door: CUELINE_NOW, ending: CUELINE_OPEN,
            };
            c!(cueline_queue_add(o, &raw const open, &raw mut entry));
        }
        cueline_queue_release(o, entry)
    };
    cueline_queue_finish_entry: |caller, o| cueline_queue_finish_entry(o, caller.entry());
    cueline_queue_cancel: |caller, o| {
        let (mut payload, entry) = (0, caller.entry());
        c!(cueline_queue_cancel(o, entry, place!(caller, payload)))
    };
    cueline_queue_flush: |_caller, o| cueline_queue_flush(o);
    cueline_queue_payload: |caller, o| {
        let (mut payload, entry) = (0, caller.entry());
        c!(cueline_queue_payload(o, entry, place!(caller, payload)))
    };
    cueline_queue_state: |caller, o| {
        let mut state = QueueState::default();
        c!(cueline_queue_state(o, place!(caller, state)))
    };
    cueline_queue_advance: |caller, o| {
        let by = caller.time();
        list!(caller, Update, cueline_queue_advance(o, by))
    };
    cueline_queue_advance_to: |caller, o| {
        let to = caller.time();
        list!(caller, Update, cueline_queue_advance_to(o, to))
    };
    cueline_queue_skip: |caller, o| {
        let (until, label) = (caller.int(), caller.text());
        let label = if caller.null() { ptr::null() } else { label.as_ptr() };
        list!(caller, Update, cueline_queue_skip(o, until, label))
    };
    cueline_queue_updates: |caller, o| {
        let first = caller.capacity(4);
        list!(caller, Update, cueline_queue_updates(o, first))
    };
    cueline_queue_events: |caller, o| {
        let first = if caller.null() { usize::MAX } else { caller.capacity(4) };
        list!(caller, Event, cueline_queue_events(o, first))
    };
    cueline_queue_sample: |caller, o| {
        let at = caller.time();
        list!(caller, Shown, cueline_queue_sample(o, at))
    };
    cueline_queue_label_passed: |caller, o| {
        if caller.random.bool() {
            // A label that was passed is rare by chance.
            let (label, end) = (caller.text(), CUELINE_UNTIL_END);
            c!(cueline_queue_label(o, label.as_ptr()));
            list!(caller, Update, cueline_queue_skip(o, end, ptr::null()));
        }
        let (mut name, mut time) = ([1; 24], 0);
        let (index, capacity) = (caller.capacity(2), caller.capacity(24));
        c!(cueline_queue_label_passed(o, index, name.as_mut_ptr(), capacity, place!(caller, time)))
    };
    cueline_moving_new: |caller, _o| {
        let (value, parts) = (caller.numbers(), caller.capacity(5));
        let first = if caller.null() { ptr::null() } else { value.as_ptr() };
        make!(caller, cueline_moving_new(first, parts))
    };
    cueline_moving_set: |caller, o| sent!(caller, cueline_moving_set(o;));
    cueline_moving_tween_to: |caller, o| {
        let (now, duration, easing) = (caller.time(), caller.time(), caller.handle());
        sent!(caller, cueline_moving_tween_to(o, now; duration, easing))
    };
    cueline_moving_tween_after: |caller, o| {
        let (now, delay, duration) = (caller.time(), caller.time(), caller.time());
        let easing = caller.handle();
        sent!(caller, cueline_moving_tween_after(o, now, delay; duration, easing))
    };
    cueline_moving_then_tween_to: |caller, o| {
        let (now, wait, duration) = (caller.time(), caller.time(), caller.time());
        let easing = caller.handle();
        sent!(caller, cueline_moving_then_tween_to(o, now, wait; duration, easing))
    };
    cueline_moving_glide_to: |caller, o| {
        let (now, duration) = (caller.time(), caller.time());
        sent!(caller, cueline_moving_glide_to(o, now; duration))
    };
    cueline_moving_glide_after: |caller, o| {
        let (now, delay, duration) = (caller.time(), caller.time(), caller.time());
        sent!(caller, cueline_moving_glide_after(o, now, delay; duration))
    };
    cueline_moving_spring_to: |caller, o| {
        let (now, duration, bounce) = (caller.time(), caller.time(), caller.number());
        sent!(caller, cueline_moving_spring_to(o, now; duration, bounce))
    };
    cueline_moving_spring_after: |caller, o| {
        let (now, delay, duration) = (caller.time(), caller.time(), caller.time());
        let bounce = caller.number();
        sent!(caller, cueline_moving_spring_after(o, now, delay; duration, bounce))
    };
    cueline_moving_then_spring_to: |caller, o| {
        let (now, duration, bounce) = (caller.time(), caller.time(), caller.number());
        sent!(caller, cueline_moving_then_spring_to(o, now; duration, bounce))
    };
    cueline_moving_throw_to: |caller, o| {
        let (now, duration, bounce) = (caller.time(), caller.time(), caller.number());
        let (target, velocity, parts) = (caller.numbers(), caller.numbers(), caller.capacity(5));
        let velocity = if caller.null() { ptr::null() } else { velocity.as_ptr() };
        c!(cueline_moving_throw_to(o, now, target.as_ptr(), velocity, parts, duration, bounce))
    };
    cueline_moving_finish: |caller, o| cueline_moving_finish(o, caller.time());
    cueline_moving_value: |caller, o| {
        let (mut value, now, parts) = ([0.0; 5], caller.time(), caller.capacity(5));
        let first = if caller.null() { ptr::null_mut() } else { value.as_mut_ptr() };
        c!(cueline_moving_value(o, now, first, parts))
    };
    cueline_moving_velocity: |caller, o| {
        let (mut value, now, parts) = ([0.0; 5], caller.time(), caller.capacity(5));
        c!(cueline_moving_velocity(o, now, value.as_mut_ptr(), parts))
    };
    cueline_moving_target: |caller, o| {
        let (mut value, parts) = ([0.0; 5], caller.capacity(5));
        c!(cueline_moving_target(o, value.as_mut_ptr(), parts))
    };
    cueline_moving_values: |caller, o| {
        let (handles, now, mut numbers) = ([o, caller.handle(), o], caller.time(), [0.0; 8]);
        let (count, capacity) = (caller.capacity(3), caller.capacity(8));
        c!(cueline_moving_values(handles.as_ptr(), count, now, numbers.as_mut_ptr(), capacity))
    };
    cueline_moving_state: |caller, o| {
        let (mut state, now) = (MovingState::default(), caller.time());
        c!(cueline_moving_state(o, now, place!(caller, state)))
    };
    cueline_moving_step: |caller, o| {
        let now = caller.time();
        list!(caller, MovingEvent, cueline_moving_step(o, now))
    };
    cueline_easing_new: |caller, _o| {
        let text = caller.text();
        let text = if caller.null() { ptr::null() } else { text.as_ptr() };
        make!(caller, cueline_easing_new(text))
    };
    cueline_ease: |caller, o| {
        let (mut progress, t) = (0.0, caller.number());
        c!(cueline_ease(o, t, place!(caller, progress)))
    };
    cueline_clock_new: |caller, _o| { let time = caller.time(); make!(caller, cueline_clock_new(time)) };
    cueline_clock_advance: |caller, o| {
        let (mut window, elapsed) = (Window::default(), caller.time());
        c!(cueline_clock_advance(o, elapsed, place!(caller, window)))
    };
    cueline_clock_step: |caller, o| {
        let (mut window, span) = (Window::default(), caller.time());
        c!(cueline_clock_step(o, span, place!(caller, window)))
    };
    cueline_clock_set: |caller, o| cueline_clock_set(o, caller.time());
    cueline_clock_set_speed: |caller, o| {
        let (num, den) = (caller.time(), caller.entry());
        cueline_clock_set_speed(o, num, den)
    };
    cueline_clock_pause: |_caller, o| cueline_clock_pause(o);
    cueline_clock_resume: |_caller, o| cueline_clock_resume(o);
    cueline_clock_state: |caller, o| {
        let mut state = ClockState::default();
        c!(cueline_clock_state(o, place!(caller, state)))
    };
    cueline_fixed_step_new: |caller, _o| {
        let config = FixedStepConfig {
            max_ticks: caller.count(), catch_up: caller.int(), max_debt: caller.time(),
            min_frame: caller.time(), max_frame: caller.time(), snap_tolerance: caller.time(),
            snap_num: caller.count(), snap_den: caller.count(),
        };
        let config = if caller.random.bool() { ptr::null() } else { &raw const config };
        let (num, den) = (caller.count(), caller.count());
        make!(caller, cueline_fixed_step_new(num, den, config))
    };
    cueline_fixed_step_advance: |caller, o| {
        let (mut frame, elapsed) = (Frame::default(), caller.time());
        c!(cueline_fixed_step_advance(o, elapsed, place!(caller, frame)))
    };
    cueline_fixed_step_frame_at: |caller, o| {
        let (mut frame, now) = (Frame::default(), caller.time());
        c!(cueline_fixed_step_frame_at(o, now, place!(caller, frame)))
    };
    cueline_fixed_step_restart: |_caller, o| cueline_fixed_step_restart(o);
    cueline_fixed_step_set_speed: |caller, o| {
        let (num, den) = (caller.time(), caller.entry());
        cueline_fixed_step_set_speed(o, num, den)
    };
    cueline_fixed_step_state: |caller, o| {
        let mut state = FixedStepState::default();
        c!(cueline_fixed_step_state(o, place!(caller, state)))
    };
    cueline_flipbook_equal: |caller, _o| {
        let (frames, hold, order) = (caller.count(), caller.time(), caller.int());
        let (times, offset) = (caller.count(), caller.time());
        make!(caller, cueline_flipbook_equal(frames, hold, order, times, offset))
    };
    cueline_flipbook_each: |caller, _o| {
        let (holds, frames, order) = ([caller.time(), 5, 9], caller.capacity(3), caller.int());
        let (times, offset) = (caller.count(), caller.time());
        let first = if caller.null() { ptr::null() } else { holds.as_ptr() };
        make!(caller, cueline_flipbook_each(first, frames, order, times, offset))
    };
    cueline_flipbook_at: |caller, o| {
        let (mut picture, start, now) = (Picture::default(), caller.time(), caller.time());
        c!(cueline_flipbook_at(o, start, now, place!(caller, picture)))
    };
    cueline_library_new: |caller, _o| make!(caller, cueline_library_new());
    cueline_library_load: |caller, o| {
        let (name, bytes) = (caller.name(), caller.file());
        let name = if caller.null() { ptr::null() } else { name.as_ptr() };
        let first = if caller.null() { ptr::null() } else { bytes.as_ptr() };
        c!(cueline_library_load(o, name, first, bytes.len()))
    };
    cueline_library_name: |caller, o| {
        let (mut name, kind, index) = ([1; 24], 4 + caller.random.u8(0..8), caller.capacity(2));
        let capacity = caller.capacity(24);
        c!(cueline_library_name(o, kind, index, name.as_mut_ptr(), capacity))
    };
    cueline_library_clip: |caller, o| found!(caller, o, cueline_library_clip, c"open");
    cueline_library_timeline: |caller, o| found!(caller, o, cueline_library_timeline, c"enter");
    cueline_library_flipbook: |caller, o| found!(caller, o, cueline_library_flipbook, c"walk");
    cueline_playable_duration: |caller, o| {
        let mut duration = 0;
        c!(cueline_playable_duration(o, place!(caller, duration)))
    };
    cueline_playable_value: |caller, o| {
        let (name, at, mut count) = (caller.name(), caller.time(), 0);
        let (mut numbers, capacity) = ([0.0; 4], caller.capacity(4));
        let first = if caller.null() { ptr::null_mut() } else { numbers.as_mut_ptr() };
        let count = place!(caller, count);
        c!(cueline_playable_value(o, name.as_ptr(), at, first, capacity, count))
    };
    cueline_playable_values: |caller, o| {
        let at = caller.time();
        list!(caller, f64, cueline_playable_values(o, at))
    };
    cueline_playable_property: |caller, o| {
        let (name, mut property) = (caller.name(), Property::default());
        c!(cueline_playable_property(o, name.as_ptr(), place!(caller, property)))
    };
    cueline_playable_property_name: |caller, o| {
        let (mut name, index, capacity) = ([1; 12], caller.capacity(4), caller.capacity(12));
        c!(cueline_playable_property_name(o, index, name.as_mut_ptr(), capacity))
    };
    cueline_playable_text: |caller, o| {
        let (name, at, mut text) = (caller.name(), caller.time(), [1; 12]);
        let name = if caller.random.bool() { c"sign".as_ptr() } else { name.as_ptr() };
        c!(cueline_playable_text(o, name, at, text.as_mut_ptr(), caller.capacity(12)))
    };
    cueline_clip_cues: |caller, o| {
        let (from, to, with_start) = (caller.time(), caller.time(), caller.int());
        list!(caller, Cue, cueline_clip_cues(o, from, to, with_start))
    };
    cueline_clip_cue_name: |caller, o| {
        let (mut name, index, capacity) = ([1; 12], caller.count(), caller.capacity(12));
        c!(cueline_clip_cue_name(o, index, name.as_mut_ptr(), capacity))
    };
    cueline_player_new: |caller, o| {
        let whole = caller.random.bool();
        let play = Play {
            delay: caller.time(),
            from: if whole { 0 } else { caller.time() },
            to: if whole { CUELINE_NEVER } else { caller.time() },
            speed_num: caller.time(),
            speed_den: caller.entry(),
            passes: caller.entry(),
            fade_in: caller.time(),
            weight: caller.number(),
            repeat: caller.int() % 3,
            coalesced: caller.int(),
        };
        let play = if caller.random.bool() { ptr::null() } else { &raw const play };
        let start = caller.time();
        make!(caller, cueline_player_new(o, start, play))
    };
    cueline_player_load: |caller, o| {
        let (mut player, mut length, mut buffer) = (0, 0, vec![0; 512]);
        let made = c!(cueline_player_new(o, 0, ptr::null(), &raw mut player));
        if made == CUELINE_OK {
            // A save of a player of the same thing is rare by chance.
            let (now, first) = (caller.time(), buffer.as_mut_ptr());
            list!(caller, Event, cueline_player_step(player, now));
            assert_eq!(c!(cueline_save(player, first, 512, &raw mut length)), CUELINE_OK);
            assert_eq!(cueline_free(player), CUELINE_OK);
            buffer.truncate(length);
            caller.save = buffer;
        }
        let bytes = caller.bytes();
        let first = if caller.null() { ptr::null() } else { bytes.as_ptr() };
        make!(caller, cueline_player_load(o, first, bytes.len()))
    };
    cueline_player_step: |caller, o| {
        let now = caller.time();
        list!(caller, Event, cueline_player_step(o, now))
    };
    cueline_player_seek: |caller, o| {
        let (now, elapsed, policy) = (caller.time(), caller.time(), caller.int() % 4);
        list!(caller, Event, cueline_player_seek(o, now, elapsed, policy))
    };
    cueline_player_finish: |caller, o| {
        let now = caller.time();
        list!(caller, Event, cueline_player_finish(o, now))
    };
    cueline_player_events: |caller, o| {
        let first = if caller.null() { usize::MAX } else { caller.capacity(4) };
        list!(caller, Event, cueline_player_events(o, first))
    };
    cueline_player_cue_name: |caller, o| {
        let (mut name, mut event, mut capacity) = ([1; 12], caller.capacity(4), caller.capacity(12));
        if caller.random.bool() {
            // A cue is rare by chance.
            cueline_player_set_range(o, 0, 0, CUELINE_SECOND);
            cueline_player_set_speed(o, 0, 1, 1);
            cueline_player_restart(o, 0);
            list!(caller, Event, cueline_player_step(o, CUELINE_SECOND));
            (event, capacity) = (1 + event % 2, 12);
        }
        c!(cueline_player_cue_name(o, event, name.as_mut_ptr(), capacity))
    };
    cueline_player_next_due: |caller, o| {
        let mut due = 0;
        c!(cueline_player_next_due(o, place!(caller, due)))
    };
    cueline_player_pause: |caller, o| cueline_player_pause(o, caller.time());
    cueline_player_resume: |caller, o| cueline_player_resume(o, caller.time());
    cueline_player_set_speed: |caller, o| {
        let (now, num, den) = (caller.time(), caller.time(), caller.entry());
        cueline_player_set_speed(o, now, num, den)
    };
    cueline_player_reverse: |caller, o| cueline_player_reverse(o, caller.time());
    cueline_player_restart: |caller, o| cueline_player_restart(o, caller.time());
    cueline_player_scrub: |caller, o| {
        let (now, elapsed) = (caller.time(), caller.time());
        cueline_player_scrub(o, now, elapsed)
    };
    cueline_player_fade_to: |caller, o| {
        let (now, weight, over) = (caller.time(), caller.number(), caller.time());
        cueline_player_fade_to(o, now, weight, over)
    };
    cueline_player_fade_out: |caller, o| {
        let (now, over) = (caller.time(), caller.time());
        cueline_player_fade_out(o, now, over)
    };
    cueline_player_set_range: |caller, o| {
        let (now, from, to) = (caller.time(), caller.time(), caller.time());
        cueline_player_set_range(o, now, from, to)
    };
    cueline_player_reload: |caller, o| {
        let (now, other) = (caller.time(), caller.handle());
        cueline_player_reload(o, now, other)
    };
    cueline_player_state: |caller, o| {
        let (mut state, now) = (PlayerState::default(), caller.time());
        c!(cueline_player_state(o, now, place!(caller, state)))
    };
    cueline_player_value: |caller, o| {
        let (name, now) = (caller.name(), caller.time());
        list!(caller, f64, cueline_player_value(o, name.as_ptr(), now))
    };
    cueline_players_value: |caller, o| {
        let (name, now, players) = (caller.name(), caller.time(), [o, caller.handle(), o]);
        let first = if caller.null() { ptr::null() } else { players.as_ptr() };
        let listed = caller.capacity(3);
        list!(caller, f64, cueline_players_value(first, listed, name.as_ptr(), now))
    };
    cueline_player_values: |caller, o| {
        let now = caller.time();
        list!(caller, f64, cueline_player_values(o, now))
    };
    cueline_free: |caller, o| {
        let status = cueline_free(o);
        assert_eq!(status == CUELINE_OK, caller.live.contains(&o), "{o}");
        caller.live.retain(|live| *live != o);
        caller.freed.insert(0, o);
        caller.freed.truncate(8);
        status
    };
    cueline_objects: |caller, _o| { assert_eq!(cueline_objects(), caller.live.len()); 0 };
    cueline_copy: |caller, o| make!(caller, cueline_copy(o));
    cueline_digest: |caller, o| { let mut digest = 0; c!(cueline_digest(o, place!(caller, digest))) };
    cueline_save: |caller, o| {
        let (mut buffer, mut length) = (vec![0; 512], 0);
        let status = c!(cueline_save(o, buffer.as_mut_ptr(), 512, place!(caller, length)));
        if status == CUELINE_OK {
            buffer.truncate(length);
            caller.save = buffer;
        }
        status
    };
    cueline_load: |caller, _o| {
        let bytes = caller.bytes();
        let kind = match bytes.get(7) {
            Some(kind) if caller.random.u32(0..8) > 0 => *kind,
            _ => caller.random.u8(..),
        };
        let first = if caller.null() { ptr::null() } else { bytes.as_ptr() };
        make!(caller, cueline_load(kind, first, bytes.len()))
    };
    cueline_interface: |_caller, _o| { assert_eq!(cueline_interface(), CUELINE_INTERFACE); 0 };
    cueline_error: |caller, _o| {
        let (mut buffer, capacity) = ([0; 32], caller.capacity(32));
        assert!(c!(cueline_error(buffer.as_mut_ptr(), capacity)) > 0);
        0
    };
    cueline_motion_shown: |caller, _o| {
        let (mut shown, preference) = (0, caller.int() % 4);
        let (elapsed, duration) = (caller.time(), caller.time());
        c!(cueline_motion_shown(preference, elapsed, duration, place!(caller, shown)))
    };
    cueline_flicks: |caller, _o| {
        let (mut flicks, seconds) = (0, caller.number());
        c!(cueline_flicks(seconds, place!(caller, flicks)))
    };
}

#[test]
fn every_function_of_the_header_is_called() {
    let header = include_str!("../../include/cueline.h");
    let code = header.lines().filter(|line| !line.starts_with("//") && !line.starts_with(" *"));
    let called = |line: &str| {
        let (before, _) = line.split_once('(')?;
        let name = before.rsplit(' ').next()?;
        name.starts_with("cueline_").then(|| name.to_string())
    };
    let mut declared: Vec<_> = code.filter_map(called).collect();
    let mut table: Vec<_> = CALLS.iter().map(|(name, _)| (*name).to_string()).collect();
    declared.sort();
    table.sort();
    assert_eq!(declared, table);
}

fn digest(object: u64) -> Option<u64> {
    let mut digest = 0;
    (c!(cueline_digest(object, &raw mut digest)) == CUELINE_OK).then_some(digest)
}

/// The beginnings of the calls that take an object of a kind, by the number of the kind in its handle; before them those of all
/// calls, and after them the calls that make objects.
const FAMILIES: [&[&str]; 12] = [
    &[""],
    &["cueline_queue_"],
    &["cueline_moving_"],
    &["cueline_ease"],
    &["cueline_clock_"],
    &["cueline_fixed_step_"],
    &["cueline_flipbook_", "cueline_playable_duration", "cueline_player_new"],
    &["cueline_library_"],
    PLAYABLE,
    PLAYABLE,
    &["cueline_player"],
    &[
        "cueline_queue_new",
        "cueline_moving_new",
        "cueline_easing_new",
        "cueline_clock_new",
        "cueline_fixed_step_new",
        "cueline_flipbook_equal",
        "cueline_library_new",
    ],
];
const PLAYABLE: &[&str] =
    &["cueline_playable_", "cueline_clip_", "cueline_player_new", "cueline_player_load"];
const ALL: usize = 0;
const NEW: usize = 11;

/// The family of an object by its handle; all calls if it has none.
fn family(handle: u64) -> usize {
    usize::try_from(handle >> 49).ok().filter(|kind| *kind < NEW).unwrap_or(ALL)
}

fn run(sequences: std::ops::Range<u64>, seen: &mut [[u64; 2]]) {
    let families = FAMILIES.map(|family| {
        let fits = |name: &str| family.iter().any(|start| name.starts_with(start));
        let calls = CALLS.iter().enumerate();
        calls.filter(|(_, (name, _))| fits(name)).map(|(call, _)| call).collect::<Vec<_>>()
    });
    for seed in sequences {
        let mut caller = Caller::new(seed);
        if seed % 8 == 0 {
            prepare(&mut caller);
        }
        for _ in 0..24 {
            // Objects first: most calls need one. And mostly calls of its kind.
            let object = caller.handle();
            let family = match caller.random.u32(0..4) {
                0 => ALL,
                1 if caller.live.len() < 3 => NEW,
                _ => family(object),
            };
            let calls = &families[family];
            let call = calls[caller.random.usize(0..calls.len())];
            let (name, function) = CALLS[call];
            let before = digest(object);
            caller.status = function(&mut caller, object);
            let status = caller.status;
            assert!(
                (CUELINE_CUT_OFF..=CUELINE_OK).contains(&status),
                "{seed} {name}: {status} {}",
                reason()
            );
            seen[call][usize::from(status != CUELINE_OK)] += 1;
            if status < 0 {
                let prepared = [
                    "cueline_queue_label_passed",
                    "cueline_queue_release",
                    "cueline_player_cue_name",
                ]
                .contains(&name);
                assert!(
                    prepared || digest(object) == before,
                    "{seed} {name} was refused: {}",
                    reason()
                );
                assert!(c!(cueline_error(ptr::null_mut(), 0)) > 1, "{seed} {name}: a reason");
            }
        }
        for object in std::mem::take(&mut caller.live) {
            assert_eq!(cueline_free(object), CUELINE_OK);
        }
        assert_eq!(cueline_objects(), 0, "{seed}");
    }
}

/// How many sequences there are, unless `CUELINE_SEQUENCES` says so.
const USUAL: u64 = if cfg!(miri) { 16 } else { 20_000 };

#[test]
fn any_sequence_of_calls_has_a_status_and_leaves_no_memory_behind() {
    let _alone = alone();
    let sequences = env::var("CUELINE_SEQUENCES").map_or(USUAL, |text| text.parse().unwrap());
    let from = env::var("CUELINE_SEED").map_or(0, |text| text.parse().unwrap());
    let mut seen = vec![[0; 2]; CALLS.len()];
    // The table of places keeps its size: it grows once to more than a sequence makes.
    let mut places = [0; 64];
    for place in &mut places {
        assert_eq!(c!(cueline_clock_new(0, place)), CUELINE_OK);
    }
    for place in places {
        assert_eq!(cueline_free(place), CUELINE_OK);
    }
    run(from..from + sequences / 10, &mut seen);
    // The last refusal is kept: it is the same one before and after.
    let same_refusal = || assert_eq!(cueline_free(0), CUELINE_HANDLE);
    same_refusal();
    let left = allocation_counter::measure(|| {
        run(from + sequences / 10..from + sequences, &mut seen);
        same_refusal();
    });
    assert_eq!((left.count_current, left.bytes_current), (0, 0), "memory is left");
    for ((name, _), [done, refused]) in CALLS.iter().zip(&seen) {
        let always = ["cueline_objects", "cueline_interface", "cueline_error"].contains(name);
        if sequences >= 10_000 {
            assert!(
                *done > 0 && (*refused > 0 || always),
                "{name}: {done} done, {refused} refused"
            );
        }
    }
}
