//! Flipbooks: the picture that shows at a time.

use cueline::clip::{Flipbook, Order};

use crate::{
    memory::{self, exports},
    units::{flicks, free, leak, since_zero, span, time},
};

/// A flipbook whose frames show for the given times. `order`: 0 forward, 1 reverse, 2 there and back; `times` 0 is endless.
/// Null if the core refuses the times.
///
/// # Safety
///
/// The bytes are a buffer of `bytes_new`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn book_new(
    start: *const u8,
    length: usize,
    order: u32,
    times: u32,
    offset: f64,
) -> *mut Flipbook {
    // SAFETY: the caller's promise; the flipbook owns what it reads.
    let holds = unsafe { memory::bytes(start, length) }.as_chunks::<8>().0;
    let holds = holds.iter().map(|hold| span(f64::from_le_bytes(*hold)));
    finished(Flipbook::each(holds).ok(), order, times, offset)
}

/// The same for `frames` that all show for one time.
#[unsafe(no_mangle)]
pub extern "C" fn book_equal(
    frames: u32,
    hold: f64,
    order: u32,
    times: u32,
    offset: f64,
) -> *mut Flipbook {
    finished(Flipbook::equal(frames, span(hold)).ok(), order, times, offset)
}

fn finished(book: Option<Flipbook>, order: u32, times: u32, offset: f64) -> *mut Flipbook {
    let Some(book) = book else { return core::ptr::null_mut() };
    let order = match order {
        0 => Order::Forward,
        1 => Order::Reverse,
        _ => Order::PingPong,
    };
    let book = book.order(order).offset(span(offset));
    let book = if times == 0 { Ok(book) } else { book.times(times) };
    book.map_or(core::ptr::null_mut(), leak)
}

exports! { Flipbook:
    /// The index of the frame.
    fn book_at(me, start: f64, now: f64) -> u32 { me.frame_at(time(start), time(now)) }
    /// When another frame shows; NaN if never.
    fn book_next(me, start: f64, now: f64) -> f64 { me.next_change(time(start), time(now)).map_or(f64::NAN, since_zero) }
    /// Whether it has played all its passes.
    fn book_over(me, start: f64, now: f64) -> u32 { u32::from(me.is_over(time(start), time(now))) }
    /// How long all passes take; -1 if it is endless.
    fn book_duration(me) -> f64 { me.duration().map_or(-1.0, flicks) }
    /// How many frames it has.
    fn book_frames(me) -> u32 { me.frames().get() }
    /// Frees a flipbook.
    fn book_free(me) {
        // SAFETY: the caller's promise.
        unsafe { free(me) }
    }
}
