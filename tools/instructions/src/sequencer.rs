//! Loops of the queue: three entries to an epoch, 8 to 64 ms long, in steps of 16 ms.

use std::hint::black_box;

use cueline::{sequencer::Sequencer, time::Span};

const N: u32 = 9_999;

fn filled() -> Sequencer<u32> {
    let mut queue = Sequencer::new();
    for entry in 0..N {
        let span = Span::from_millis(8 + i64::from(entry) * 37 % 57);
        let joined = if entry % 3 == 0 {
            queue.enqueue(span, entry)
        } else {
            queue.concurrently(span, entry)
        };
        joined.expect("a length");
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
            let stepped = queue.advance_each(Span::from_millis(16), |step| {
                black_box((*step.payload, step.alpha(), step.end));
            });
            stepped.expect("forwards");
        }
    })
}

/// The same with a callback that gets the queue.
pub(super) fn lend() -> Box<dyn FnMut()> {
    let mut rounds = vec![filled(), filled()];
    Box::new(move || {
        let mut queue = rounds.pop().expect("two rounds");
        while !queue.is_empty() {
            let stepped = queue.advance(Span::from_millis(16), |step, _| {
                black_box((*step.payload, step.alpha(), step.end));
            });
            stepped.expect("forwards");
        }
    })
}
