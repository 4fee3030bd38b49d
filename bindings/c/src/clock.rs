//! Clocks that a game slows down, pauses, reverses and steps, without rounding errors.

use cueline::time::{Clock, ClockWindow, Span, Speed, Time};

use crate::{
    handle::ClockHandle,
    pointer::Out,
    status::{Answer, CUELINE_ARGUMENT, Refusal, call},
    table::{add, with},
};

/// The part of a clock's time over which one call went.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Window {
    /// The time before, in flicks.
    pub from: i64,
    /// The time after, in flicks.
    pub to: i64,
}

/// Where a clock stands.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct ClockState {
    /// Its time, in flicks.
    pub now: i64,
    /// Its speed is `speed_num / speed_den`.
    pub speed_num: i64,
    /// Above zero.
    pub speed_den: u64,
    /// Whether it is paused, 1 or 0.
    pub is_paused: i32,
    /// 0.
    pub reserved: i32,
}

impl From<ClockWindow> for Window {
    fn from(window: ClockWindow) -> Self {
        Self { from: window.from.flicks(), to: window.to.flicks() }
    }
}

pub(crate) fn speed(num: i64, den: u64) -> Answer<Speed> {
    Speed::new(num, den).map_err(|error| Refusal::new(CUELINE_ARGUMENT, error))
}

/// Makes a clock at `time` (flicks), of speed 1. The caller frees it with `cueline_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_clock_new(time: i64, clock: *mut ClockHandle) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `clock`.
        let clock = unsafe { Out::new("clock", clock) }?;
        clock.set(add(Clock::starting_at(Time::from_flicks(time)))?);
        Ok(())
    })
}

/// Calls that move a clock.
///
/// # Safety
///
/// `window` is null or valid for a write.
unsafe fn moved(
    clock: u64,
    window: *mut Window,
    advance: impl FnOnce(&mut Clock) -> ClockWindow,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `window`.
        let window = unsafe { Out::optional(window) };
        window.set(with(clock, |clock: &mut Clock| Ok(advance(clock)))?.into());
        Ok(())
    })
}

/// Advances the clock by `elapsed` flicks of its parent (another clock, or real time), times its speed; not while it is paused.
/// The part of time that passed goes to `window` (or nowhere, if that is null).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_clock_advance(
    clock: ClockHandle,
    elapsed: i64,
    window: *mut Window,
) -> i32 {
    // SAFETY: the caller's promise for `window`.
    unsafe { moved(clock, window, |clock| clock.advance(Span::from_flicks(elapsed))) }
}

/// Moves the clock by `span` flicks of its own time, also while it is paused: one picture on, or back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_clock_step(
    clock: ClockHandle,
    span: i64,
    window: *mut Window,
) -> i32 {
    // SAFETY: the caller's promise for `window`.
    unsafe { moved(clock, window, |clock| clock.step(Span::from_flicks(span))) }
}

/// Sets the clock to `time` (flicks).
#[unsafe(no_mangle)]
pub extern "C" fn cueline_clock_set(clock: ClockHandle, time: i64) -> i32 {
    call(|| {
        with(clock, |clock: &mut Clock| {
            clock.set(Time::from_flicks(time));
            Ok(())
        })
    })
}

/// Sets the speed to `num / den`, for later steps: 1/2 is half as fast, 0/1 stands still, -1/1 runs backward.
#[unsafe(no_mangle)]
pub extern "C" fn cueline_clock_set_speed(clock: ClockHandle, num: i64, den: u64) -> i32 {
    call(|| {
        with(clock, |clock: &mut Clock| {
            clock.set_speed(speed(num, den)?);
            Ok(())
        })
    })
}

/// Stops the clock until `cueline_clock_resume`.
#[unsafe(no_mangle)]
pub extern "C" fn cueline_clock_pause(clock: ClockHandle) -> i32 {
    call(|| {
        with(clock, |clock: &mut Clock| {
            clock.pause();
            Ok(())
        })
    })
}

/// Lets the clock run on.
#[unsafe(no_mangle)]
pub extern "C" fn cueline_clock_resume(clock: ClockHandle) -> i32 {
    call(|| {
        with(clock, |clock: &mut Clock| {
            clock.resume();
            Ok(())
        })
    })
}

/// Writes where the clock stands.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_clock_state(clock: ClockHandle, state: *mut ClockState) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `state`.
        let state = unsafe { Out::new("state", state) }?;
        with(clock, |clock: &mut Clock| {
            state.set(ClockState {
                now: clock.now().flicks(),
                speed_num: clock.speed().num(),
                speed_den: clock.speed().den(),
                is_paused: clock.is_paused().into(),
                reserved: 0,
            });
            Ok(())
        })
    })
}
