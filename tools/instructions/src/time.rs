//! Loops of clocks and of what is a function of them.

use std::hint::black_box;

use cueline::{
    clip::Flipbook,
    time::{FixedStep, Span, TickRate, Time},
};

const FRAMES: u32 = 14_400;

/// Frames at 144 Hz, steps at 60 Hz.
pub(super) fn fixed_step() -> Box<dyn FnMut()> {
    let frame = Span::from_frames(1, TickRate::new(144, 1).expect("a rate"));
    let mut step = FixedStep::new(TickRate::HZ_60);
    Box::new(move || {
        for _ in 0..FRAMES {
            let frame = step.advance(black_box(frame));
            black_box((frame.ticks, frame.alpha()));
        }
    })
}

/// One sprite at a time.
pub(super) fn flipbook() -> Box<dyn FnMut()> {
    let hold = |ticks| Span::from_frames(ticks, TickRate::HZ_60);
    let books = [3, 4, 7].map(|ticks| Flipbook::equal(11, hold(ticks)).expect("frames that hold"));
    Box::new(move || {
        for i in 0..FRAMES {
            let now = Time::from_flicks(i64::from(i) * 10_000_019);
            black_box(books[i as usize % 3].frame_at(Time::ZERO, black_box(now)));
        }
    })
}
