//! The same sparks as most games play them: an object for each, which is stepped in each frame.

use core::{f32::consts::PI, ops::Range};

use cueline::digest::digest;

/// Something that is stepped by the seconds of a frame and says its value.
trait Step {
    fn step(&mut self, dt: f32) -> f32;
}

/// One spark: it goes to and fro, eased at both ends.
#[derive(Clone, Copy, Debug)]
struct Spark {
    elapsed: f32,
    duration: f32,
    from: f32,
}

impl Step for Spark {
    fn step(&mut self, dt: f32) -> f32 {
        self.elapsed += dt;
        if self.elapsed >= self.duration {
            // Back again; what is left of the frame is dropped.
            (self.from, self.elapsed) = (1.0 - self.from, 0.0);
        }
        let t = self.elapsed / self.duration;
        let eased = 0.5 - 0.5 * (PI * t).cos();
        self.from + (1.0 - 2.0 * self.from) * eased
    }
}

/// All of them.
#[derive(Default)]
pub(super) struct Objects {
    sparks: Vec<Box<dyn Step>>,
    values: Vec<f32>,
}

impl core::fmt::Debug for Objects {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Objects").field("values", &self.values).finish_non_exhaustive()
    }
}

impl Objects {
    /// A spark for each of the durations, in seconds.
    pub(super) fn new(durations: impl Iterator<Item = f32>) -> Self {
        let spark =
            |duration| Box::new(Spark { elapsed: 0.0, duration, from: 0.0 }) as Box<dyn Step>;
        let sparks: Vec<_> = durations.map(spark).collect();
        Self { values: vec![0.0; sparks.len()], sparks }
    }

    pub(super) fn step(&mut self, dt: f32) {
        for (spark, value) in self.sparks.iter_mut().zip(&mut self.values) {
            *value = spark.step(dt);
        }
    }

    /// The values of some of them; of none, where there are not so many.
    pub(super) fn values(&self, of: Range<usize>) -> &[f32] {
        self.values.get(of).unwrap_or_default()
    }

    pub(super) fn digest(&self) -> u64 {
        digest(&self.values.iter().map(|value| value.to_bits()).collect::<Vec<_>>())
    }
}
