//! Runs one hot loop of Cueline, the same work each time, for `valgrind` to count its instructions.
//!
//! `instructions NAME` runs one, `instructions` lists the names. `instructions cost NAME COUNT` runs a row of the law of
//! cost with so many entries, `instructions cost` lists the rows. The count is that of
//! [`counted`]; all else is preparation. `.ci/instructions` compares the counts with `baseline.txt`.

mod batches;
mod cost;
mod playback;
mod sequencer;
mod time;
mod timeline;
mod values;

use std::hint::black_box;

use cueline::value::{Curve, Easing};

/// The name of a loop, and what makes its work ready.
type Loop = (&'static str, fn() -> Box<dyn FnMut()>);

const LOOPS: &[Loop] = &[
    ("tweens-linear", || batches::frames(|_| Easing::LINEAR)),
    ("tweens-mix", || {
        batches::frames(|i| [Easing::IN_OUT_CUBIC, Easing::OUT_SINE, Easing::OUT_BACK][i % 3])
    }),
    ("tweens-start", batches::start),
    ("tweens-start-delayed", batches::start_delayed),
    ("tweens-delayed", batches::delayed),
    ("tweens-end", batches::end),
    ("tweens-turnover", batches::turnover),
    ("tweens-copy", batches::copy),
    ("tweens-idle", batches::idle),
    ("tweens-cues", batches::cues),
    ("tweens-cues-idle", batches::idle_cues),
    ("springs", batches::springs),
    ("player-frame", playback::frame),
    ("player-sample", || playback::sample(&[Easing::Linear])),
    ("player-sample-mix", || {
        let easings =
            [Easing::InOut(Curve::Cubic), Easing::Out(Curve::Sine), Easing::Out(Curve::BACK)];
        playback::sample(&easings)
    }),
    ("player-start", playback::start),
    ("player-end", playback::end),
    ("player-idle", playback::idle),
    ("player-stop-group", playback::stop_group),
    ("queue-fill", sequencer::fill),
    ("queue-drain", sequencer::drain),
    ("queue-enqueued", sequencer::enqueued),
    ("queue-concurrent", sequencer::concurrent),
    ("queue-at-once", sequencer::at_once),
    ("timeline-build", timeline::build),
    ("timeline-sample", timeline::sample),
    ("timeline-seek", timeline::seek),
    ("timeline-step", timeline::step),
    ("fixed-step", time::fixed_step),
    ("flipbook", time::flipbook),
    ("moving-linear", || values::moving(|row, _, at| values::tween(row, at, Easing::LINEAR))),
    ("moving-mix", || {
        let easings = [Easing::IN_OUT_CUBIC, Easing::OUT_SINE, Easing::OUT_BACK];
        values::moving(|row, i, at| values::tween(row, at, easings[i % 3]))
    }),
    ("moving-springs", || values::moving(|row, _, at| values::spring(row, at))),
];

fn main() {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == "cost") {
        return cost::run(&arguments[1..]);
    }
    let Some(wanted) = arguments.first() else {
        LOOPS.iter().for_each(|(name, _)| println!("{name}"));
        return;
    };
    match LOOPS.iter().find(|(name, _)| name == wanted) {
        Some((_, ready)) => {
            let mut work = ready();
            work(); // grows its buffers
            counted(&mut work);
        }
        None => {
            eprintln!("there is no loop {wanted}");
            std::process::exit(2);
        }
    }
}

/// Found by its name.
#[inline(never)]
fn counted(work: &mut dyn FnMut()) {
    work();
    black_box(());
}
