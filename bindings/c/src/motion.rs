//! Reduced motion: what a display shows to a player who asked for less movement.

use cueline::{motion::MotionPreference, time::Span};

use crate::{
    pointer::Out,
    status::{CUELINE_ARGUMENT, Refusal, call},
    time::CUELINE_NEVER,
};

/// Everything moves.
pub const CUELINE_MOTION_FULL: i32 = 0;
/// Decorative motion that plays once is over within a tenth of a second.
pub const CUELINE_MOTION_REDUCED: i32 = 1;
/// Decorative motion stands at its end as soon as it has started.
pub const CUELINE_MOTION_NONE: i32 = 2;

/// Writes the time since its start (flicks) at which a display with this preference (`CUELINE_MOTION_FULL`, `_REDUCED`,
/// `_NONE`) draws a decorative motion, in place of `elapsed`. `duration` is the time until its end; a motion without an end
/// (`CUELINE_NEVER`) stands at its start. The game knows what is decorative by its payloads; times and events stay as they are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_motion_shown(
    preference: i32,
    elapsed: i64,
    duration: i64,
    shown: *mut i64,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `shown`.
        let shown = unsafe { Out::new("shown", shown) }?;
        let motion = match preference {
            CUELINE_MOTION_FULL => MotionPreference::Full,
            CUELINE_MOTION_REDUCED => MotionPreference::Reduced,
            CUELINE_MOTION_NONE => MotionPreference::None,
            _ => {
                let text = format!(
                    "preference {preference} is none of CUELINE_MOTION_FULL, _REDUCED, _NONE"
                );
                return Err(Refusal::new(CUELINE_ARGUMENT, text));
            }
        };
        let duration = (duration != CUELINE_NEVER).then(|| Span::from_flicks(duration));
        shown.set(motion.shown(Span::from_flicks(elapsed), duration).flicks());
        Ok(())
    })
}
