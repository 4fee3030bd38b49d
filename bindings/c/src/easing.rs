//! Easings: curves that turn linear progress into progress that speeds up, slows down or overshoots.

use core::ffi::c_char;

use cueline::value::{AnyEasing, Easing};

use crate::{
    handle::EasingHandle,
    pointer::{Out, text},
    status::{Answer, CUELINE_ARGUMENT, CUELINE_TEXT, Refusal, call},
    table::{add, with},
};

/// Constants for the easings that have a name, and the list of them. Numbers below a thousand are no handles of objects.
macro_rules! constants {
    ($($number:expr => $easing:ident;)*) => {
        const NAMED: &[(u64, Easing)] = &[$(($number, Easing::$easing)),*];
    };
}

/// Moves at a constant speed.
pub const CUELINE_LINEAR: u64 = 0;
/// Starts gently and speeds up, the softest of all.
pub const CUELINE_IN_SINE: u64 = 1;
/// Starts fast and slows down gently, the softest of all.
pub const CUELINE_OUT_SINE: u64 = 2;
/// Starts and ends gently, like a swing.
pub const CUELINE_IN_OUT_SINE: u64 = 3;
/// Starts slowly and speeds up, like something that falls.
pub const CUELINE_IN_QUAD: u64 = 4;
/// Starts fast and slows down, like something that rolls out.
pub const CUELINE_OUT_QUAD: u64 = 5;
/// Starts slowly, is fast in the middle, ends slowly.
pub const CUELINE_IN_OUT_QUAD: u64 = 6;
/// Starts slowly and speeds up clearly.
pub const CUELINE_IN_CUBIC: u64 = 7;
/// Starts fast and slows down clearly, the usual choice for things that arrive.
pub const CUELINE_OUT_CUBIC: u64 = 8;
/// Starts slowly, is fast in the middle, ends slowly; clearer than quad.
pub const CUELINE_IN_OUT_CUBIC: u64 = 9;
/// Hesitates, then speeds up very fast.
pub const CUELINE_IN_EXPO: u64 = 10;
/// Shoots off, then brakes for a long time.
pub const CUELINE_OUT_EXPO: u64 = 11;
/// Hesitates, jumps through the middle, brakes for a long time.
pub const CUELINE_IN_OUT_EXPO: u64 = 12;
/// Swings back first, then goes.
pub const CUELINE_IN_BACK: u64 = 13;
/// Goes a little too far, then comes back, like a menu that pops up.
pub const CUELINE_OUT_BACK: u64 = 14;
/// Swings back, goes too far, comes back.
pub const CUELINE_IN_OUT_BACK: u64 = 15;
/// Swings like a rubber band at the end.
pub const CUELINE_OUT_ELASTIC: u64 = 16;
/// Bounces like a ball at the end.
pub const CUELINE_OUT_BOUNCE: u64 = 17;

constants! {
    CUELINE_LINEAR => LINEAR;
    CUELINE_IN_SINE => IN_SINE;
    CUELINE_OUT_SINE => OUT_SINE;
    CUELINE_IN_OUT_SINE => IN_OUT_SINE;
    CUELINE_IN_QUAD => IN_QUAD;
    CUELINE_OUT_QUAD => OUT_QUAD;
    CUELINE_IN_OUT_QUAD => IN_OUT_QUAD;
    CUELINE_IN_CUBIC => IN_CUBIC;
    CUELINE_OUT_CUBIC => OUT_CUBIC;
    CUELINE_IN_OUT_CUBIC => IN_OUT_CUBIC;
    CUELINE_IN_EXPO => IN_EXPO;
    CUELINE_OUT_EXPO => OUT_EXPO;
    CUELINE_IN_OUT_EXPO => IN_OUT_EXPO;
    CUELINE_IN_BACK => IN_BACK;
    CUELINE_OUT_BACK => OUT_BACK;
    CUELINE_IN_OUT_BACK => IN_OUT_BACK;
    CUELINE_OUT_ELASTIC => OUT_ELASTIC;
    CUELINE_OUT_BOUNCE => OUT_BOUNCE;
}

fn named(easing: u64) -> Option<Easing> {
    NAMED.iter().find(|(number, _)| *number == easing).map(|(_, easing)| *easing)
}

/// The easing of a moving value: a constant, or an object that is no path.
pub(crate) fn formula(easing: u64) -> Answer<Easing> {
    if let Some(easing) = named(easing) {
        return Ok(easing);
    }
    with(easing, |easing: &mut AnyEasing| match easing {
        AnyEasing::Easing(easing) => Ok(*easing),
        _ => {
            let text = "a moving value needs an easing with a formula; linear(..) and path(..) are for cueline_ease";
            Err(Refusal::new(CUELINE_ARGUMENT, text))
        }
    })
}

/// Makes an easing from its text: `out-cubic`, `out-back(2.5)`, `steps(4, end)`, `cubic-bezier(0.4, 0, 0.2, 1)`,
/// `spring(bounce 0.3)`, `linear(0, 0.25 50%, 1)`, `path(M0,0 C0.2,0 0.4,1 1,1)`. The usual ones have constants, which need
/// no object. The caller frees it with `cueline_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_easing_new(name: *const c_char, easing: *mut EasingHandle) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `name`.
        let name = unsafe { text("name", name) }?;
        // SAFETY: the caller's promise for `easing`.
        let easing = unsafe { Out::new("easing", easing) }?;
        let parsed = cueline_assets::easing::parse(name)
            .map_err(|error| Refusal::new(CUELINE_TEXT, error))?;
        if !parsed.is_finite() {
            let text = format!("`{name}` has a number that is not finite");
            return Err(Refusal::new(CUELINE_TEXT, text));
        }
        easing.set(add(parsed)?);
        Ok(())
    })
}

/// Writes the eased progress at the progress `t`, usually 0 to 1, to `progress`. `easing` is a constant or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_ease(easing: EasingHandle, t: f64, progress: *mut f64) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `progress`.
        let progress = unsafe { Out::new("progress", progress) }?;
        if !t.is_finite() {
            return Err(Refusal::new(
                CUELINE_ARGUMENT,
                format_args!("t is {t} but must be finite"),
            ));
        }
        progress.set(match named(easing) {
            Some(easing) => easing.at(t),
            None => with(easing, |easing: &mut AnyEasing| Ok(easing.at(t)))?,
        });
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_constant_is_the_easing_of_its_name() {
        let header = include_str!("easing.rs");
        for (number, easing) in NAMED {
            let constant =
                cueline_assets::easing::text(&(*easing).into()).to_uppercase().replace('-', "_");
            let line = format!("pub const CUELINE_{constant}: u64 = {number};");
            assert!(header.contains(&line), "{line}");
        }
    }
}
