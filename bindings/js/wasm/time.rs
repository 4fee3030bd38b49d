//! Clocks, the fixed-step loop, and easings that are drawn as points.

use cueline::{
    digest::digest,
    time::{CatchUp, Clock, ClockWindow, FixedStep, FixedStepConfig, Frame, Span, Speed, TickRate},
    value::{EasingPath, PathSegment},
};

use crate::{
    memory::{self, exports},
    units::{flicks, free, leak, since_zero, span, time},
};

/// The version of saves, their first byte; the second one is the kind of object.
const VERSION: u8 = 1;
const CLOCK: u8 = 0;
const LOOP: u8 = 1;

/// An object of a kind from a save; `None` if the bytes are none.
///
/// # Safety
///
/// The bytes are a buffer of `bytes_new`.
unsafe fn saved<T: serde::de::DeserializeOwned>(
    kind: u8,
    start: *const u8,
    length: usize,
) -> Option<T> {
    // SAFETY: the caller's promise; the object owns what it reads.
    let bytes = unsafe { memory::bytes(start, length) };
    match memory::saved::<(u8, u8, T)>(bytes) {
        Some((VERSION, of, object)) if of == kind => Some(object),
        _ => None,
    }
}

/// A speed as a fraction; JavaScript has checked both parts.
fn speed(num: f64, den: f64) -> Speed {
    Speed::new(num as i64, den as u64).unwrap_or_default()
}

/// A clock at a time.
#[unsafe(no_mangle)]
pub extern "C" fn clock_new(now: f64, num: f64, den: f64) -> *mut Clock {
    leak(Clock::starting_at(time(now)).with_speed(speed(num, den)))
}

fn length(window: ClockWindow) -> f64 {
    flicks(window.span())
}

exports! { Clock:
    /// Passes real time; returns by how much the clock has moved.
    fn clock_advance(me, by: f64) -> f64 { length(me.advance(span(by))) }
    /// Moves the clock whatever its speed.
    fn clock_step(me, by: f64) -> f64 { length(me.step(span(by))) }
    /// Its time.
    fn clock_now(me) -> f64 { since_zero(me.now()) }
    /// Puts it to a time.
    fn clock_set(me, now: f64) { me.set(time(now)) }
    /// Changes its speed.
    fn clock_speed(me, num: f64, den: f64) { me.set_speed(speed(num, den)) }
    /// Stops it, or lets it go on.
    fn clock_pause(me, paused: u32) { if paused == 0 { me.resume() } else { me.pause() } }
    /// Whether it is stopped.
    fn clock_paused(me) -> u32 { u32::from(me.is_paused()) }
    /// The digest of its state.
    fn clock_digest(me) -> u64 { digest(me) }
    /// A copy.
    fn clock_clone(me) -> *mut Clock { leak(*me) }
    /// The bytes of a save.
    fn clock_save(me, length: *mut usize) -> *mut u8 {
        // SAFETY: JavaScript passes the address of four bytes.
        unsafe { memory::save(&(VERSION, CLOCK, &*me), length) }
    }
    /// Frees a clock.
    fn clock_free(me) {
        // SAFETY: the caller's promise.
        unsafe { free(me) }
    }
}

/// A clock from a save; null if the bytes are none.
///
/// # Safety
///
/// The bytes are a buffer of `bytes_new`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clock_load(start: *const u8, length: usize) -> *mut Clock {
    // SAFETY: the caller's promise.
    unsafe { saved(CLOCK, start, length) }.map_or(core::ptr::null_mut(), leak)
}

/// A loop and its last frame.
pub struct Loop {
    step: FixedStep,
    /// Ticks, alpha, dropped, debt, limited, first tick, time that ran backwards.
    frame: [f64; 7],
}

/// A loop of `num / den` ticks a second. `catch_up`: 0 drops what is too much, 1 keeps up to `debt` of it, 2 drops all that
/// is left. Null if the core refuses the numbers.
#[unsafe(no_mangle)]
pub extern "C" fn loop_new(
    num: u32,
    den: u32,
    most: u32,
    catch_up: u32,
    debt: f64,
    least: f64,
    longest: f64,
) -> *mut Loop {
    let made = || {
        let config = FixedStepConfig {
            max_ticks: most,
            catch_up: match catch_up {
                0 => CatchUp::Drop,
                1 => CatchUp::Carry { max_debt: if debt < 0.0 { Span::MAX } else { span(debt) } },
                _ => CatchUp::Reset,
            },
            min_frame: span(least),
            max_frame: if longest < 0.0 { Span::MAX } else { span(longest) },
            ..FixedStepConfig::default()
        };
        FixedStep::with_config(TickRate::new(num, den).ok()?, config).ok()
    };
    made().map_or(core::ptr::null_mut(), of)
}

fn of(step: FixedStep) -> *mut Loop {
    leak(Loop { step, frame: [0.0; 7] })
}

fn frame(me: &mut Loop, frame: &Frame) -> *const f64 {
    me.frame = [
        f64::from(frame.ticks),
        frame.alpha(),
        flicks(frame.dropped),
        frame.debt as f64,
        f64::from(u32::from(frame.limited)),
        frame.first.get() as f64,
        flicks(frame.backwards),
    ];
    me.frame.as_ptr()
}

exports! { Loop:
    /// A frame that took `by`.
    fn loop_advance(me, by: f64) -> *const f64 {
        let shown = me.step.advance(span(by));
        frame(me, &shown)
    }
    /// A frame at a timestamp.
    fn loop_at(me, now: f64) -> *const f64 {
        let shown = me.step.frame_at(time(now));
        frame(me, &shown)
    }
    /// What is left over.
    fn loop_leftover(me) -> f64 { flicks(me.step.leftover()) }
    /// The number of the next tick.
    fn loop_tick(me) -> f64 { me.step.tick().get() as f64 }
    /// Changes its speed.
    fn loop_speed(me, num: f64, den: f64) { me.step.set_speed(speed(num, den)) }
    /// The digest of its state.
    fn loop_digest(me) -> u64 { digest(&me.step) }
    /// A copy.
    fn loop_clone(me) -> *mut Loop { of(me.step) }
    /// The bytes of a save.
    fn loop_save(me, length: *mut usize) -> *mut u8 {
        // SAFETY: JavaScript passes the address of four bytes.
        unsafe { memory::save(&(VERSION, LOOP, &me.step), length) }
    }
    /// Frees a loop.
    fn loop_free(me) {
        // SAFETY: the caller's promise.
        unsafe { free(me) }
    }
}

/// A loop from a save; null if the bytes are none.
///
/// # Safety
///
/// The bytes are a buffer of `bytes_new`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn loop_load(start: *const u8, length: usize) -> *mut Loop {
    // SAFETY: the caller's promise.
    unsafe { saved(LOOP, start, length) }.map_or(core::ptr::null_mut(), of)
}

fn numbers(bytes: &[u8]) -> impl Iterator<Item = f64> {
    bytes.as_chunks::<8>().0.iter().map(|number| f64::from_le_bytes(*number))
}

/// An easing through points, each an x and a y. Null if the core refuses them.
///
/// # Safety
///
/// The bytes are a buffer of `bytes_new`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn path_line(start: *const u8, length: usize) -> *mut EasingPath {
    // SAFETY: the caller's promise; the path owns what it reads.
    let all: alloc::vec::Vec<f64> = numbers(unsafe { memory::bytes(start, length) }).collect();
    let points = all.as_chunks::<2>().0.iter().map(|[x, y]| (*x, *y));
    EasingPath::linear(points).map_or(core::ptr::null_mut(), leak)
}

/// An easing of cubic segments: the first y, then for each segment two handles and its end.
///
/// # Safety
///
/// The bytes are a buffer of `bytes_new`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn path_curve(start: *const u8, length: usize) -> *mut EasingPath {
    // SAFETY: the caller's promise; the path owns what it reads.
    let mut all = numbers(unsafe { memory::bytes(start, length) });
    let first = all.next().unwrap_or(f64::NAN);
    let all: alloc::vec::Vec<f64> = all.collect();
    let segments = all.as_chunks::<6>().0.iter();
    let segments: alloc::vec::Vec<_> = segments
        .map(|&[a, b, c, d, x, y]| PathSegment::Cubic { leave: [a, b], arrive: [c, d], to: [x, y] })
        .collect();
    EasingPath::new(first, &segments).map_or(core::ptr::null_mut(), leak)
}

exports! { EasingPath:
    /// The eased progress.
    fn path_at(me, t: f64) -> f64 { me.at(t) }
    /// Frees a path.
    fn path_free(me) {
        // SAFETY: the caller's promise.
        unsafe { free(me) }
    }
}
