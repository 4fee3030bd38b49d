//! A walking sprite, drawn by one thread while the game on another hangs.

#![allow(clippy::disallowed_methods, reason = "a program may read the clock")]

use std::{
    error::Error,
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use cueline::{
    clip::Flipbook,
    time::{Span, Time},
};
use cueline_handover::handover;

/// All the drawing thread needs: since when the hero walks. The frame follows from the time.
#[derive(Clone, Copy)]
struct Hero {
    walks_since: Time,
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let clock = Instant::now();
    let now = move || Time::at(Span::from_duration(clock.elapsed()));
    let (mut publisher, mut viewer) = handover(Hero { walks_since: now() }, now());
    let (wake, slow) = mpsc::channel();
    let game = thread::spawn(move || {
        let hero = Hero { walks_since: now() };
        for step in 0..20 {
            publisher.publish(hero, now());
            // A slow save, a shader, the virus scanner ... This one takes four frames of the sprite.
            let _ = (step == 10).then(|| slow.recv_timeout(Duration::from_secs(60)));
            thread::sleep(Duration::from_millis(5));
        }
    });

    let walk = Flipbook::equal(8, Span::from_millis(60))?;
    let (mut shown, mut changes, mut longest) = (None, 0, Span::ZERO);
    while !game.is_finished() {
        let hero = *viewer.latest();
        let (at, stale) = (now(), viewer.ahead(now()));
        let frame = walk.frame_at(hero.walks_since, at);
        if shown.replace(frame) != Some(frame) {
            let (ms, old) = (at.since_zero().millis(), stale.millis());
            println!("{ms:>4} ms: frame {frame}, the game's state is {old} ms old");
            changes += u32::from(stale > Span::from_millis(50));
            let _ = (changes == 4).then(|| wake.send(()));
        }
        longest = longest.max(stale);
        // Nothing to draw before the next frame of the flipbook: sleep until then.
        let next = walk.next_change(hero.walks_since, at).unwrap_or(at);
        thread::sleep(Duration::try_from(next - at)?.min(Duration::from_millis(20)));
    }
    game.join().map_err(|_| "the game thread panicked")?;
    println!("{changes} frames shown while the game hung for {} ms", longest.millis());
    assert!(changes >= 3, "the sprite kept walking");
    Ok(())
}
