//! Loops of the queue: three entries to an epoch, 8 to 64 ms long, in steps of 16 ms.

use std::hint::black_box;

use cueline::{
    sequencer::{Enqueue, Sequencer},
    time::Span,
};

const N: u32 = 9_999;

fn filled() -> Sequencer<u32> {
    let mut queue = Sequencer::new();
    for entry in 0..N {
        let span = Span::from_millis(8 + i64::from(entry) * 37 % 57);
        if entry % 3 == 0 {
            queue.enqueue(span, entry);
        } else {
            queue.concurrently(span, entry);
        }
    }
    queue
}

pub(super) fn fill() -> Box<dyn FnMut()> {
    Box::new(|| {
        black_box(filled());
    })
}

pub(super) fn drain() -> Box<dyn FnMut()> {
    let mut rounds = vec![filled(), filled()];
    Box::new(move || {
        let mut queue = rounds.pop().expect("two rounds");
        while !queue.is_empty() {
            let stepped = queue.advance(Span::from_millis(16), |step, _| {
                black_box((*step.payload, step.progress(), step.ended));
            });
            stepped.expect("forwards");
        }
    })
}

/// Five entries that play for 60 frames.
fn frames(queue: impl Fn(&mut Sequencer<u32>, Span)) -> Box<dyn FnMut()> {
    let mut queues = [(); 2].map(|()| {
        let mut filled = Sequencer::new();
        queue(&mut filled, Span::from_millis(3000));
        filled.advance(Span::from_millis(16), |_, _| ()).expect("forwards");
        filled
    });
    let mut round = 0;
    Box::new(move || {
        let queue = &mut queues[round];
        round += 1;
        for _ in 0..60 {
            let stepped = queue.advance(Span::from_millis(16), |step, _| {
                black_box((*step.payload, step.progress(), step.ended));
            });
            stepped.expect("forwards");
        }
    })
}

pub(super) fn enqueued() -> Box<dyn FnMut()> {
    frames(|queue, span| {
        queue.enqueue(span, 0);
        (1..5).for_each(|entry| _ = queue.concurrently(span, entry));
    })
}

pub(super) fn concurrent() -> Box<dyn FnMut()> {
    frames(|queue, span| (0..5).for_each(|entry| _ = queue.concurrently(span, entry)))
}

pub(super) fn at_once() -> Box<dyn FnMut()> {
    frames(|queue, span| {
        (0..4).for_each(|entry| _ = queue.now(span, entry));
        queue.background(span, 4);
    })
}
