//! Values in motion, in a slice of the game's own.

use std::hint::black_box;

use cueline::{
    time::{Span, TickRate, Time, ms},
    value::{Easing, Moving, Spring, Vec3},
};

const N: usize = 10_000;
const TICK: Span = Span::from_frames(1, TickRate::HZ_60);

/// A frame of values that are all on their way, each with its own start.
pub(super) fn moving(send: impl Fn(&mut Moving<Vec3>, usize, Time)) -> Box<dyn FnMut()> {
    let mut rows: Vec<Moving<Vec3>> = (0..N)
        .map(|i| {
            let mut row = Moving::at(Vec3::new(i as f32, 0.0, 1.0));
            send(&mut row, i, Time::ZERO + ms(1) * (i % 97));
            row
        })
        .collect();
    let mut now = Time::from_millis(200);
    let mut values = vec![Vec3::default(); N];
    Box::new(move || {
        now += TICK;
        for (row, value) in rows.iter_mut().zip(&mut values) {
            if let Some(shown) = row.step(now, Some(value), |_| ()) {
                *value = shown;
            }
        }
        black_box(&mut values);
    })
}

pub(super) fn tween(row: &mut Moving<Vec3>, start: Time, easing: Easing) {
    row.tween_to(start, Vec3::new(1.0, 2.0, 3.0), Span::from_secs(2), easing);
}

pub(super) fn spring(row: &mut Moving<Vec3>, start: Time) {
    row.spring_to(start, Vec3::new(1.0, 2.0, 3.0), Spring::bouncy(Span::from_secs(2)));
}
