//! Moving values: one to four numbers that move to a target, and take a new target at any time.

pub(crate) mod value;

use cueline::{
    time::{Span, Time},
    value::{MovingEvent as CoreEvent, Spring},
};

use crate::{
    easing::formula,
    handle::{EasingHandle, MovingHandle},
    pointer::{Buffer, Out, elements},
    status::{Answer, CUELINE_ARGUMENT, CUELINE_TOO_SMALL, Refusal, call},
    table::{add, with},
    time::CUELINE_NEVER,
};
use value::{Motion, each, parts, wide};

/// A motion started.
pub const CUELINE_MOVING_START: i32 = 0;
/// A motion reached its target.
pub const CUELINE_MOVING_END: i32 = 1;
/// A delayed motion took over before the present motion reached its target.
pub const CUELINE_MOVING_REPLACED: i32 = 2;

/// What a step of a moving value reports.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct MovingEvent {
    /// When it was due, in flicks.
    pub due: i64,
    /// `CUELINE_MOVING_START`, ...
    pub kind: i32,
    /// 0.
    pub reserved: i32,
}

/// Where a moving value stands at a time.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct MovingState {
    /// When the present motion began, in flicks.
    pub start: i64,
    /// From when on the value is exactly the last target, in flicks; `CUELINE_NEVER` if it never is.
    pub settles_at: i64,
    /// When a step has something to report next, in flicks; `CUELINE_NEVER` if nothing is known.
    pub next_due: i64,
    /// How many numbers the value has: 1 to 4.
    pub parts: u64,
    /// Whether it rests at the last target, 1 or 0.
    pub is_settled: i32,
    /// Whether a delayed motion waits for its start, 1 or 0.
    pub is_waiting: i32,
}

fn spring(duration: i64, bounce: f64) -> Answer<Spring> {
    if !bounce.is_finite() {
        let text = format!("the bounce is {bounce} but must be finite");
        return Err(Refusal::new(CUELINE_ARGUMENT, text));
    }
    Ok(Spring::with_bounce(Span::from_flicks(duration), bounce))
}

/// The calls that start a motion.
///
/// # Safety
///
/// `target` is null or points to `count` numbers.
unsafe fn sent<W>(
    moving: u64,
    target: *const f64,
    count: usize,
    prepare: impl FnOnce() -> Answer<W>,
    send: impl FnOnce(&mut Motion, &[f64], W) -> Answer<bool>,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `target`.
        let target = unsafe { elements("target", target, count) }?;
        // Before the value is locked: an easing may be an object too.
        let way = prepare()?;
        with(moving, |motion: &mut Motion| {
            if send(motion, target, way)? {
                return Ok(());
            }
            let text = "the target, the velocity and the numbers of the easing must be finite";
            Err(Refusal::new(CUELINE_ARGUMENT, text))
        })
    })
}

/// Makes a value of 1 to 4 numbers that rests at `value`. The library copies the numbers. The caller frees it with
/// `cueline_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_moving_new(
    value: *const f64,
    parts: usize,
    moving: *mut MovingHandle,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `value`.
        let value = unsafe { elements("value", value, parts) }?;
        // SAFETY: the caller's promise for `moving`.
        let moving = unsafe { Out::new("moving", moving) }?;
        moving.set(add(Motion::at(value)?)?);
        Ok(())
    })
}

/// Jumps to `value` and rests there, at all times.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_moving_set(
    moving: MovingHandle,
    value: *const f64,
    parts: usize,
) -> i32 {
    // SAFETY: the caller's promise for `value`.
    unsafe {
        sent(
            moving,
            value,
            parts,
            || Ok(()),
            |motion, value, ()| Ok(each!(motion, x => x.set(self::parts("value", value)?))),
        )
    }
}

/// Moves to `target` in `duration` flicks along `easing` (a constant or a handle), from where it is at `now`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_moving_tween_to(
    moving: MovingHandle,
    now: i64,
    target: *const f64,
    parts: usize,
    duration: i64,
    easing: EasingHandle,
) -> i32 {
    let (now, duration) = (Time::from_flicks(now), Span::from_flicks(duration));
    let send = |motion: &mut Motion, target: &[f64], easing| {
        Ok(each!(motion, x => x.tween_to(now, self::parts("target", target)?, duration, easing)))
    };
    // SAFETY: the caller's promise for `target`.
    unsafe { sent(moving, target, parts, || formula(easing), send) }
}

/// As `cueline_moving_tween_to`, but the motion starts `delay` flicks after `now`; the value continues its motion until then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_moving_tween_after(
    moving: MovingHandle,
    now: i64,
    delay: i64,
    target: *const f64,
    parts: usize,
    duration: i64,
    easing: EasingHandle,
) -> i32 {
    let (now, delay) = (Time::from_flicks(now), Span::from_flicks(delay));
    let duration = Span::from_flicks(duration);
    let send = |motion: &mut Motion, target: &[f64], easing| {
        Ok(
            each!(motion, x => x.tween_after(now, delay, self::parts("target", target)?, duration, easing)),
        )
    };
    // SAFETY: the caller's promise for `target`.
    unsafe { sent(moving, target, parts, || formula(easing), send) }
}

/// As `cueline_moving_tween_to`, but the motion starts `wait` flicks after the exact end of the last one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_moving_then_tween_to(
    moving: MovingHandle,
    now: i64,
    wait: i64,
    target: *const f64,
    parts: usize,
    duration: i64,
    easing: EasingHandle,
) -> i32 {
    let (now, wait) = (Time::from_flicks(now), Span::from_flicks(wait));
    let duration = Span::from_flicks(duration);
    let send = |motion: &mut Motion, target: &[f64], easing| {
        Ok(
            each!(motion, x => x.then_tween_after(now, wait, self::parts("target", target)?, duration, easing)),
        )
    };
    // SAFETY: the caller's promise for `target`.
    unsafe { sent(moving, target, parts, || formula(easing), send) }
}

/// Moves to `target` in `duration` flicks, with the velocity that the value has at `now`, and ends with velocity zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_moving_glide_to(
    moving: MovingHandle,
    now: i64,
    target: *const f64,
    parts: usize,
    duration: i64,
) -> i32 {
    let (now, duration) = (Time::from_flicks(now), Span::from_flicks(duration));
    let send = |motion: &mut Motion, target: &[f64], ()| {
        Ok(each!(motion, x => x.glide_to(now, self::parts("target", target)?, duration)))
    };
    // SAFETY: the caller's promise for `target`.
    unsafe { sent(moving, target, parts, || Ok(()), send) }
}

/// As `cueline_moving_glide_to`, but the motion starts `delay` flicks after `now`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_moving_glide_after(
    moving: MovingHandle,
    now: i64,
    delay: i64,
    target: *const f64,
    parts: usize,
    duration: i64,
) -> i32 {
    let (now, delay) = (Time::from_flicks(now), Span::from_flicks(delay));
    let duration = Span::from_flicks(duration);
    let send = |motion: &mut Motion, target: &[f64], ()| {
        Ok(each!(motion, x => x.glide_after(now, delay, self::parts("target", target)?, duration)))
    };
    // SAFETY: the caller's promise for `target`.
    unsafe { sent(moving, target, parts, || Ok(()), send) }
}

/// Moves to `target` on a spring, with the velocity that the value has at `now`. The motion looks finished after `duration`
/// flicks. A `bounce` of 0 arrives without overshoot, 0.15 overshoots a little, 0.3 visibly.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_moving_spring_to(
    moving: MovingHandle,
    now: i64,
    target: *const f64,
    parts: usize,
    duration: i64,
    bounce: f64,
) -> i32 {
    let now = Time::from_flicks(now);
    let send = |motion: &mut Motion, target: &[f64], spring| {
        Ok(each!(motion, x => x.spring_to(now, self::parts("target", target)?, spring)))
    };
    // SAFETY: the caller's promise for `target`.
    unsafe { sent(moving, target, parts, || spring(duration, bounce), send) }
}

/// As `cueline_moving_spring_to`, but the motion starts `delay` flicks after `now`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_moving_spring_after(
    moving: MovingHandle,
    now: i64,
    delay: i64,
    target: *const f64,
    parts: usize,
    duration: i64,
    bounce: f64,
) -> i32 {
    let (now, delay) = (Time::from_flicks(now), Span::from_flicks(delay));
    let send = |motion: &mut Motion, target: &[f64], spring| {
        Ok(each!(motion, x => x.spring_after(now, delay, self::parts("target", target)?, spring)))
    };
    // SAFETY: the caller's promise for `target`.
    unsafe { sent(moving, target, parts, || spring(duration, bounce), send) }
}

/// As `cueline_moving_spring_to`, but from rest at the exact end of the last motion.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_moving_then_spring_to(
    moving: MovingHandle,
    now: i64,
    target: *const f64,
    parts: usize,
    duration: i64,
    bounce: f64,
) -> i32 {
    let now = Time::from_flicks(now);
    let send = |motion: &mut Motion, target: &[f64], spring| {
        Ok(each!(motion, x => x.then_spring_to(now, self::parts("target", target)?, spring)))
    };
    // SAFETY: the caller's promise for `target`.
    unsafe { sent(moving, target, parts, || spring(duration, bounce), send) }
}

/// As `cueline_moving_spring_to`, but with a velocity (change per second) that the caller passes, of as many numbers as
/// `target`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_moving_throw_to(
    moving: MovingHandle,
    now: i64,
    target: *const f64,
    velocity: *const f64,
    parts: usize,
    duration: i64,
    bounce: f64,
) -> i32 {
    let now = Time::from_flicks(now);
    let send = |motion: &mut Motion, target: &[f64], spring| {
        // SAFETY: the caller's promise for `velocity`.
        let velocity = unsafe { elements("velocity", velocity, parts) }?;
        Ok(each!(motion, x => {
            let velocity = self::parts("velocity", velocity)?;
            x.throw_to(now, self::parts("target", target)?, velocity, spring)
        }))
    };
    // SAFETY: the caller's promise for `target`.
    unsafe { sent(moving, target, parts, || spring(duration, bounce), send) }
}

/// Goes to the last target at once.
#[unsafe(no_mangle)]
pub extern "C" fn cueline_moving_finish(moving: MovingHandle, now: i64) -> i32 {
    call(|| {
        with(moving, |motion: &mut Motion| {
            each!(motion, x => x.finish(Time::from_flicks(now)));
            Ok(())
        })
    })
}

/// The calls that read all numbers of a value.
///
/// # Safety
///
/// `places` is null or valid for writes of `count` numbers.
unsafe fn read(
    moving: u64,
    (name, places, count): (&str, *mut f64, usize),
    read: impl FnOnce(&Motion) -> [f64; 4],
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for the buffer.
        let places = unsafe { Buffer::new(name, places, count) }?;
        with(moving, |motion: &mut Motion| {
            if motion.parts() != count {
                let text =
                    format!("`{name}` has {count} parts but the value has {}", motion.parts());
                return Err(Refusal::new(CUELINE_ARGUMENT, text));
            }
            places.fill(read(motion));
            Ok(())
        })
    })
}

/// Writes the numbers of the value at `now` (flicks). `parts` is how many it has.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_moving_value(
    moving: MovingHandle,
    now: i64,
    value: *mut f64,
    parts: usize,
) -> i32 {
    let at = Time::from_flicks(now);
    // SAFETY: the caller's promise for `value`.
    unsafe { read(moving, ("value", value, parts), |motion| motion.value(at)) }
}

/// Writes the velocity at `now`: change per second of each number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_moving_velocity(
    moving: MovingHandle,
    now: i64,
    velocity: *mut f64,
    parts: usize,
) -> i32 {
    let at = Time::from_flicks(now);
    let velocity = ("velocity", velocity, parts);
    // SAFETY: the caller's promise for `velocity`.
    unsafe { read(moving, velocity, |motion| each!(motion, x => wide(&x.velocity(at)))) }
}

/// Writes the last target, even while the motion to it waits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_moving_target(
    moving: MovingHandle,
    target: *mut f64,
    parts: usize,
) -> i32 {
    // SAFETY: the caller's promise for `target`.
    unsafe {
        read(moving, ("target", target, parts), |motion| each!(motion, x => wide(x.target())))
    }
}

/// Writes the numbers of many values at `now`, one value after the other: one call for all that a frame draws. `capacity` is the
/// number of places in `numbers`. `CUELINE_TOO_SMALL` if they do not fit; after a refusal the content of `numbers` does not
/// count.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_moving_values(
    moving: *const MovingHandle,
    count: usize,
    now: i64,
    numbers: *mut f64,
    capacity: usize,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `moving`.
        let moving = unsafe { elements("moving", moving, count) }?;
        // SAFETY: the caller's promise for `numbers`.
        let numbers = unsafe { Buffer::new("numbers", numbers, capacity) }?;
        let (now, mut written) = (Time::from_flicks(now), 0);
        for handle in moving {
            let (value, parts) =
                with(*handle, |motion: &mut Motion| Ok((motion.value(now), motion.parts())))?;
            if written + parts > capacity {
                let text =
                    format!("the values have more than the {capacity} numbers of the buffer");
                return Err(Refusal::new(CUELINE_TOO_SMALL, text));
            }
            for number in &value[..parts] {
                numbers.put(written, *number);
                written += 1;
            }
        }
        Ok(())
    })
}

/// Writes where the value stands at `now`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_moving_state(
    moving: MovingHandle,
    now: i64,
    state: *mut MovingState,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `state`.
        let state = unsafe { Out::new("state", state) }?;
        let now = Time::from_flicks(now);
        with(moving, |motion: &mut Motion| {
            let parts = motion.parts() as u64;
            state.set(each!(motion, x => MovingState {
                start: x.start().flicks(),
                settles_at: x.settles_at().map_or(CUELINE_NEVER, Time::flicks),
                next_due: x.next_due().map_or(CUELINE_NEVER, Time::flicks),
                parts,
                is_settled: x.is_settled(now).into(),
                is_waiting: x.is_waiting(now).into(),
            }));
            Ok(())
        })
    })
}

/// Steps over all that is due up to `now`: writes starts and ends in order, as many as fit in `capacity`, and how many there
/// were to `count` (or nowhere, if that is null). What does not fit is lost; four places are enough for a step between two
/// targets without a chain. Values can be read without any step. The caller owns the memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_moving_step(
    moving: MovingHandle,
    now: i64,
    events: *mut MovingEvent,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `events`.
        let events = unsafe { Buffer::new("events", events, capacity) }?;
        // SAFETY: the caller's promise for `count`.
        let count = unsafe { Out::optional(count) };
        let now = Time::from_flicks(now);
        with(moving, |motion: &mut Motion| {
            let mut reported = 0;
            let mut report = |event| {
                let (due, kind) = match event {
                    CoreEvent::Start(due) => (due, CUELINE_MOVING_START),
                    CoreEvent::End(due) => (due, CUELINE_MOVING_END),
                    CoreEvent::Replaced(due) => (due, CUELINE_MOVING_REPLACED),
                    _ => return,
                };
                events.put(reported, MovingEvent { due: due.flicks(), kind, reserved: 0 });
                reported += 1;
            };
            each!(motion, x => drop(x.step(now, None, &mut report)));
            count.set(reported);
            Ok(())
        })
    })
}
