//! A game that runs for a year: no drift, and constant memory.
//!
//! Every part advances by irregular frames, thirty per second. At the end each part is compared with a closed-form sum:
//! integers that are multiplied and divided once, not stepped.
//!
//! ```text
//! cargo test -p cueline --all-features --test it soak                          # an hour
//! cargo test -p cueline --all-features --test it -- --ignored soak::a_week
//! cargo test -p cueline --all-features --test it -- --ignored soak::a_year
//! ```

#[cfg(test)] // so that the lints know tests
mod game;

use allocation_counter::measure;
use cueline::time::Span;
use game::Game;

const DAY: Span = Span::from_secs(24 * 60 * 60);

/// Plays the first day, then counts the allocations of all other days.
fn soak(days: i64) {
    let mut game = Game::new();
    game.play_until(DAY);
    game.check();
    let later = measure(|| {
        for day in 2..=days {
            game.play_until(DAY.checked_mul(day).expect("a year is short"));
            game.check();
        }
    });
    println!(
        "{days} days, {} frames, {} events; after the first day {} allocations, {} bytes more",
        game.frames, game.events, later.count_total, later.bytes_current
    );
    assert_eq!(later.bytes_current, 0, "as much memory after the last day as after the first");
    assert_eq!(later.count_total, 0, "steady playback allocates nothing");
}

#[test]
fn an_hour_neither_drifts_nor_grows() {
    let mut game = Game::new();
    for minutes in [10, 20, 30, 40, 50, 60] {
        game.play_until(Span::from_secs(minutes * 60));
        game.check();
    }
    assert!(game.frames > 100_000 && game.events > 30_000, "{} {}", game.frames, game.events);
}

#[test]
#[ignore = "ten seconds with optimisation, minutes without"]
fn a_week_neither_drifts_nor_grows() {
    soak(7);
}

#[test]
#[ignore = "eight minutes with optimisation"]
fn a_year_neither_drifts_nor_grows() {
    soak(365);
}
