//! The least that can be done: flat arrays, grouped by shape, no handles, no ends.
//!
//! As wide as this machine is, and as wide as every x86-64 is.

use std::f32::consts::FRAC_PI_2;

use fearless_simd::{Level, Simd};

use super::work::{Plays, Tween};

#[derive(Default)]
struct Lanes {
    from: Vec<f32>,
    delta: Vec<f32>,
    inverse: Vec<f32>,
    start: Vec<i32>,
    out: Vec<f32>,
}

/// By the widest registers that this machine has.
pub struct Floor(Narrow);

impl Plays for Floor {
    fn name() -> &'static str {
        "floor"
    }
    fn start(work: &[Tween]) -> Self {
        Self(Narrow::start(work))
    }
    fn frame(&mut self) {
        let floor = &mut self.0;
        match Level::new().as_avx2() {
            Some(avx2) => avx2.vectorize(
                #[inline(always)]
                || floor.run(),
            ),
            None => floor.run(),
        }
    }
    fn value(&self, index: usize) -> f32 {
        self.0.value(index)
    }
}

/// By registers of 16 bytes.
pub struct Narrow {
    now: i32,
    /// In the order of the shapes.
    groups: [Lanes; 4],
    /// Group and row of each tween.
    places: Vec<(usize, usize)>,
}

impl Plays for Narrow {
    fn name() -> &'static str {
        "floor, 16 bytes wide"
    }

    fn start(work: &[Tween]) -> Self {
        let mut floor = Self { now: 0, groups: Default::default(), places: Vec::new() };
        for tween in work {
            let group = tween.shape as usize;
            let lanes = &mut floor.groups[group];
            floor.places.push((group, lanes.from.len()));
            lanes.from.push(tween.from);
            lanes.delta.push(tween.to - tween.from);
            lanes.inverse.push(1.0 / tween.ticks as f32);
            lanes.start.push(0);
            lanes.out.push(tween.from);
        }
        floor
    }

    fn frame(&mut self) {
        self.run();
    }

    fn value(&self, index: usize) -> f32 {
        let (group, row) = self.places[index];
        self.groups[group].out[row]
    }
}

impl Narrow {
    #[inline(always)]
    fn run(&mut self) {
        self.now += 1;
        let now = self.now;
        let [linear, cubic, sine, back] = &mut self.groups;
        linear.run(now, |t| t);
        cubic.run(now, |t| {
            let (u, v) = (4.0 * t * t * t, 1.0 - t);
            if t < 0.5 { u } else { 1.0 - 4.0 * v * v * v }
        });
        sine.run(now, |t| {
            let x = t * t;
            t * (FRAC_PI_2
                + x * (-0.645_963_4
                    + x * (0.079_688_48 + x * (-0.004_672_228 + x * 0.000_150_820_56))))
        });
        back.run(now, |t| {
            let u = t - 1.0;
            1.0 + u * u * (2.70158 * u + 1.70158)
        });
    }
}

impl Lanes {
    #[inline(always)]
    fn run(&mut self, now: i32, ease: impl Fn(f32) -> f32) {
        let n = self.out.len();
        let (from, delta) = (&self.from[..n], &self.delta[..n]);
        let (inverse, start) = (&self.inverse[..n], &self.start[..n]);
        for (i, out) in self.out.iter_mut().enumerate() {
            let t = (now - start[i]) as f32 * inverse[i];
            let t = if t < 1.0 { t } else { 1.0 };
            *out = from[i] + delta[i] * ease(t);
        }
    }
}
