//! Values in motion: a pool of them, which one call samples into one buffer.

use alloc::vec::Vec;

use cueline::{
    digest::digest,
    time::Span,
    value::{Moving, Spring},
};

#[cfg(feature = "save")]
use crate::memory;
use crate::{
    easing::easing,
    memory::exports,
    units::{free, leak, since_zero, span, time},
};

/// The version of saves, their first byte.
#[cfg(feature = "save")]
const VERSION: u8 = 1;

/// The object behind `Moving` and `Motions` of JavaScript.
pub struct Motions {
    all: Vec<Moving<f64>>,
    sampled: Vec<f64>,
}

/// `length` values at rest at `value`.
#[unsafe(no_mangle)]
pub extern "C" fn m_new(length: usize, value: f64) -> *mut Motions {
    let mut all = Vec::with_capacity(length);
    all.resize_with(length, || Moving::at(value));
    leak(Motions { all, sampled: Vec::new() })
}

exports! { Motions:
    /// All values at a time, in one buffer.
    fn m_sample(me, now: f64) -> *const f64 {
        let now = time(now);
        me.sampled.clear();
        me.sampled.extend(me.all.iter().map(|moving| moving.value(now)));
        me.sampled.as_ptr()
    }
    /// One value at a time.
    fn m_value(me, index: usize, now: f64) -> f64 {
        me.all.get(index).map_or(f64::NAN, |moving| moving.value(time(now)))
    }
    /// Its velocity per second.
    fn m_velocity(me, index: usize, now: f64) -> f64 {
        me.all.get(index).map_or(f64::NAN, |moving| moving.velocity(time(now)))
    }
    /// Where it ends.
    fn m_target(me, index: usize) -> f64 {
        me.all.get(index).map_or(f64::NAN, |moving| *moving.target())
    }
    /// When it comes to rest; -1 if never. The time of a value that never moved is far in the past.
    fn m_settles(me, index: usize) -> f64 {
        me.all.get(index).and_then(Moving::settles_at).map_or(-1.0, |time| since_zero(time).max(0.0))
    }
    /// Sets it without motion.
    fn m_set(me, index: usize, value: f64) -> u32 {
        u32::from(me.all.get_mut(index).is_some_and(|moving| moving.set(value)))
    }
    /// Ends its motion now.
    fn m_finish(me, index: usize, now: f64) {
        if let Some(moving) = me.all.get_mut(index) {
            moving.finish(time(now));
        }
    }
    /// A tween: `then` 0 from now, 1 from the end of the last motion.
    fn m_tween(me, index: usize, then: u32, now: f64, delay: f64, target: f64, duration: f64, kind: u32, curve: u32, a: f64, b: f64, c: f64, d: f64) -> u32 {
        let (Some(moving), Some(easing)) = (me.all.get_mut(index), easing(kind, curve, [a, b, c, d])) else { return 0 };
        let (now, delay, duration) = (time(now), span(delay), span(duration));
        u32::from(if then == 0 {
            moving.tween_after(now, delay, target, duration, easing)
        } else {
            moving.then_tween_after(now, delay, target, duration, easing)
        })
    }
    /// A glide keeps the velocity.
    fn m_glide(me, index: usize, now: f64, delay: f64, target: f64, duration: f64) -> u32 {
        let Some(moving) = me.all.get_mut(index) else { return 0 };
        u32::from(moving.glide_after(time(now), span(delay), target, span(duration)))
    }
    /// A spring: `how` 0 as now, 1 after the last motion, 2 with a velocity. Without a mass, `stiffness` is the duration and
    /// `damping` the bounce.
    fn m_spring(me, index: usize, how: u32, now: f64, delay: f64, target: f64, velocity: f64, stiffness: f64, damping: f64, mass: f64) -> u32 {
        let Some(moving) = me.all.get_mut(index) else { return 0 };
        let spring = if mass > 0.0 {
            let Ok(spring) = Spring::new(stiffness, damping, mass) else { return 0 };
            spring
        } else {
            Spring::with_bounce(Span::from_flicks(stiffness as i64), damping)
        };
        let now = time(now);
        u32::from(match how {
            0 => moving.spring_after(now, span(delay), target, spring),
            1 => moving.then_spring_to(now, target, spring),
            _ => moving.throw_to(now, target, velocity, spring),
        })
    }
    /// The digest of one value.
    fn m_digest(me, index: usize) -> u64 { me.all.get(index).map_or(0, digest) }
    /// How many there are.
    fn m_len(me) -> usize { me.all.len() }
    /// The bytes of a save.
    #[cfg(feature = "save")]
    fn m_save(me, length: *mut usize) -> *mut u8 {
        // SAFETY: JavaScript passes the address of four bytes.
        unsafe { memory::save(&(VERSION, &me.all), length) }
    }
    /// A copy.
    fn m_clone(me) -> *mut Motions { leak(Motions { all: me.all.clone(), sampled: Vec::new() }) }
    /// Frees motions.
    fn m_free(me) {
        // SAFETY: the caller's promise.
        unsafe { free(me) }
    }
}

/// Motions from a save; null if the bytes are none.
///
/// # Safety
///
/// The bytes are a buffer of `bytes_new`.
#[cfg(feature = "save")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn m_load(start: *const u8, length: usize) -> *mut Motions {
    // SAFETY: the caller's promise; the motions own what they read.
    let bytes = unsafe { memory::bytes(start, length) };
    match memory::saved::<(u8, Vec<Moving<f64>>)>(bytes) {
        Some((VERSION, all)) => leak(Motions { all, sampled: Vec::new() }),
        _ => core::ptr::null_mut(),
    }
}
