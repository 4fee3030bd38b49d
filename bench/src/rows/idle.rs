//! W8: a million items alive, none of which is due: a step must cost what it costs with none.

use cueline::time::{Span, TickRate};

use crate::{
    harness::{Bench, Case, Rival},
    tweens::{
        cueline::OrdinaryPlayer,
        work::{Plays, tweens},
    },
};

pub fn run(bench: &mut Bench) {
    let frame = Span::from_frames(1, TickRate::HZ_60);
    let rival = |name, n| {
        // Over ten days long: nothing ends in a whole run.
        let mut player = OrdinaryPlayer::start(&tweens(n, 1 << 26, false));
        assert_eq!(player.step(frame), n, "all starts are reported");
        assert_eq!(player.step(frame), 0, "nothing is due");
        Rival::new(name, move || {
            player.step(frame);
        })
    };
    let rivals = vec![
        rival("Cueline Player, none alive", 0),
        rival("Cueline Player, a million alive", 1_000_000),
    ];
    let case = Case { row: "W8", case: "idle step", n: 1, unit: "ns/step", most_laps: 100_000 };
    bench.measure(&case, rivals);
}
