//! Flipbooks: which picture shows at a time, and when the next one does.

use cueline::{
    clip::{Flipbook, Order},
    time::{Span, Time},
};

use crate::{
    handle::FlipbookHandle,
    pointer::{Out, elements},
    status::{Answer, CUELINE_ARGUMENT, Refusal, call},
    table::{add, with},
    time::CUELINE_NEVER,
};

/// From the first picture to the last.
pub const CUELINE_ORDER_FORWARD: i32 = 0;
/// From the last picture to the first.
pub const CUELINE_ORDER_REVERSE: i32 = 1;
/// Forward, then back, with each end shown once.
pub const CUELINE_ORDER_PING_PONG: i32 = 2;
/// Back, then forward, with each end shown once.
pub const CUELINE_ORDER_PING_PONG_REVERSE: i32 = 3;

/// The picture of a flipbook at a time.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Picture {
    /// When the next picture shows, in flicks; `CUELINE_NEVER` if none follows.
    pub next_change: i64,
    /// The picture, from 0.
    pub frame: u32,
    /// Whether all passes are over, 1 or 0.
    pub is_over: i32,
}

fn ordered(flipbook: Flipbook, order: i32, times: u32, offset: i64) -> Answer<Flipbook> {
    let order = match order {
        CUELINE_ORDER_FORWARD => Order::Forward,
        CUELINE_ORDER_REVERSE => Order::Reverse,
        CUELINE_ORDER_PING_PONG => Order::PingPong,
        CUELINE_ORDER_PING_PONG_REVERSE => Order::PingPongReverse,
        _ => {
            let text = format!(
                "order {order} is none of CUELINE_ORDER_FORWARD (0) to _PING_PONG_REVERSE (3)"
            );
            return Err(Refusal::new(CUELINE_ARGUMENT, text));
        }
    };
    let flipbook = flipbook.order(order).offset(Span::from_flicks(offset));
    match times {
        0 => Ok(flipbook),
        passes => flipbook.times(passes).map_err(|error| Refusal::new(CUELINE_ARGUMENT, error)),
    }
}

/// Makes a flipbook of `frames` pictures that show for `hold` flicks each, in an order (`CUELINE_ORDER_FORWARD`, ...), `times`
/// passes (0 for endless ones), begun `offset` flicks in. The caller frees it with `cueline_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_flipbook_equal(
    frames: u32,
    hold: i64,
    order: i32,
    times: u32,
    offset: i64,
    flipbook: *mut FlipbookHandle,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `flipbook`.
        let flipbook = unsafe { Out::new("flipbook", flipbook) }?;
        let made = Flipbook::equal(frames, Span::from_flicks(hold))
            .map_err(|error| Refusal::new(CUELINE_ARGUMENT, error))?;
        flipbook.set(add(ordered(made, order, times, offset)?)?);
        Ok(())
    })
}

/// As `cueline_flipbook_equal`, of pictures that show for `holds[0]`, `holds[1]`, ... flicks. The library copies them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_flipbook_each(
    holds: *const i64,
    frames: usize,
    order: i32,
    times: u32,
    offset: i64,
    flipbook: *mut FlipbookHandle,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `holds`.
        let holds = unsafe { elements("holds", holds, frames) }?;
        // SAFETY: the caller's promise for `flipbook`.
        let flipbook = unsafe { Out::new("flipbook", flipbook) }?;
        let made = Flipbook::each(holds.iter().map(|hold| Span::from_flicks(*hold)))
            .map_err(|error| Refusal::new(CUELINE_ARGUMENT, error))?;
        flipbook.set(add(ordered(made, order, times, offset)?)?);
        Ok(())
    })
}

/// Writes the picture that a flipbook begun at `start` shows at `now` (flicks). A pure function: nothing to step, from any
/// thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_flipbook_at(
    flipbook: FlipbookHandle,
    start: i64,
    now: i64,
    picture: *mut Picture,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `picture`.
        let picture = unsafe { Out::new("picture", picture) }?;
        let (start, now) = (Time::from_flicks(start), Time::from_flicks(now));
        with(flipbook, |flipbook: &mut Flipbook| {
            let (frame, next) = flipbook.frame_until(start, now);
            let next_change = next.map_or(CUELINE_NEVER, Time::flicks);
            let is_over = flipbook.is_over(start, now).into();
            picture.set(Picture { next_change, frame, is_over });
            Ok(())
        })
    })
}
