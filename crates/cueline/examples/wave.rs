//! A wave of enemies without any animation state: one start time in each, and pure functions of time.

use cueline::prelude::*;

#[derive(Clone, Debug, PartialEq)]
struct Enemy {
    spawned: Time,
    lane: f64,
    health: u32,
    hit: Option<Time>,
    dead: Option<Time>,
}

const WALK: Span = secs(8.0);
const FLASH: Span = ms(120);
const FADE: Span = ms(400);

/// How far a span that began at `start` is, from 0 to 1.
fn progress(start: Time, now: Time, duration: Span) -> f64 {
    (now - start).ratio(duration).clamp(0.0, 1.0)
}

impl Enemy {
    fn place(&self, now: Time) -> [f64; 2] {
        let now = self.dead.unwrap_or(now).min(now); // the dead do not walk
        [800.0 * progress(self.spawned, now, WALK), 40.0 * self.lane]
    }
    fn flash(&self, now: Time) -> f64 {
        self.hit.map_or(0.0, |hit| 1.0 - progress(hit, now, FLASH))
    }
    fn opacity(&self, now: Time) -> f64 {
        self.dead.map_or(1.0, |dead| 1.0 - Easing::OUT_QUAD.at(progress(dead, now, FADE)))
    }
    fn is_gone(&self, now: Time) -> bool {
        self.dead.is_some_and(|dead| now >= dead + FADE)
    }
    fn strike(&mut self, now: Time) {
        self.health = self.health.saturating_sub(1);
        self.hit = Some(now);
        self.dead = self.dead.or((self.health == 0).then_some(now));
    }
}

pub(crate) fn main() -> Result<(), Box<dyn core::error::Error>> {
    let enemy = |i: i64| Enemy {
        spawned: Time::ZERO + ms(5) * i,
        lane: (i % 12) as f64,
        health: 2,
        hit: None,
        dead: None,
    };
    let mut wave: Vec<Enemy> = (0..2000).map(enemy).collect();
    let book = Flipbook::equal(8, ms(60))?; // one for all
    let saved = wave.clone(); // a saved game, a step of a rollback: a copy

    let mut drawn = 0.0;
    let mut steps = FixedStep::new(TickRate::HZ_60);
    while steps.now() < Time::from_secs(10) {
        let now = steps.now();
        let in_reach = |enemy: &Enemy| enemy.place(now)[0] > 600.0 && enemy.dead.is_none();
        if let Some(enemy) = wave.iter_mut().find(|enemy| in_reach(enemy)) {
            enemy.strike(now);
        }
        wave.retain(|enemy| !enemy.is_gone(now));
        for enemy in &wave {
            let [x, _] = enemy.place(now);
            drawn += x * enemy.opacity(now) + enemy.flash(now);
            drawn += f64::from(book.frame_at(enemy.spawned, now));
        }
        steps.advance(TickRate::HZ_60.time_of(Tick::new(1)) - Time::ZERO);
    }
    println!("{} of {} are left, {drawn:.0} drawn", wave.len(), saved.len());
    assert!(wave.len() < saved.len() && saved[0].flash(Time::from_secs(9)) == 0.0);
    Ok(())
}
