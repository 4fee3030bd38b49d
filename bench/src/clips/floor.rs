//! The least that can be done: flat arrays for clips whose keyframes all lie on ticks.

use super::work::{CHANNELS, Channel, Clip, KEYS, NUMBERS, ROTATIONS, TICKS, VECTORS, WIDTH};

struct Key<const N: usize> {
    tick: f32,
    inverse: f32,
    from: [f32; N],
    delta: [f32; N],
}

/// From keys: a byte for each tick and channel names the key, and rotations are blended straight (nlerp).
pub struct FromKeys {
    key_at: Vec<[u8; CHANNELS]>,
    vectors: [Vec<Key<3>>; VECTORS],
    rotations: [Vec<Key<4>>; ROTATIONS],
    numbers: [Vec<Key<1>>; NUMBERS],
}

fn keys<const N: usize>(channel: &Channel<N>, shortest: bool) -> Vec<Key<N>> {
    let key = |key: usize| {
        let (from, mut to) = (channel.values[key], channel.values[key + 1]);
        if shortest && (0..N).map(|i| from[i] * to[i]).sum::<f32>() < 0.0 {
            to = to.map(|part| -part);
        }
        let ticks = channel.ticks[key + 1] - channel.ticks[key];
        Key {
            tick: channel.ticks[key] as f32,
            inverse: 1.0 / ticks as f32,
            from,
            delta: std::array::from_fn(|i| to[i] - from[i]),
        }
    };
    (0..KEYS - 1).map(key).collect()
}

impl<const N: usize> Key<N> {
    #[inline(always)]
    fn at(&self, at: f32) -> [f32; N] {
        let t = (at - self.tick) * self.inverse;
        std::array::from_fn(|i| self.from[i] + self.delta[i] * t)
    }
}

impl FromKeys {
    pub fn new(clip: &Clip) -> Self {
        let key_at = (0..TICKS).map(|tick| {
            let find = |ticks: &[u32; KEYS]| {
                ticks.iter().rposition(|key| *key <= tick).expect("one is at 0") as u8
            };
            let vectors = clip.vectors.iter().map(|channel| find(&channel.ticks));
            let rotations = clip.rotations.iter().map(|channel| find(&channel.ticks));
            let numbers = clip.numbers.iter().map(|channel| find(&channel.ticks));
            let all: Vec<u8> = vectors.chain(rotations).chain(numbers).collect();
            std::array::from_fn(|i| all[i])
        });
        Self {
            key_at: key_at.collect(),
            vectors: std::array::from_fn(|i| keys(&clip.vectors[i], false)),
            rotations: std::array::from_fn(|i| keys(&clip.rotations[i], true)),
            numbers: std::array::from_fn(|i| keys(&clip.numbers[i], false)),
        }
    }

    pub fn write(&self, tick: u32, out: &mut [f32; WIDTH]) {
        let at = tick as f32;
        let key_at = &self.key_at[tick as usize];
        for (i, vector) in self.vectors.iter().enumerate() {
            out[3 * i..][..3].copy_from_slice(&vector[key_at[i] as usize].at(at));
        }
        for (i, rotation) in self.rotations.iter().enumerate() {
            let q = rotation[key_at[VECTORS + i] as usize].at(at);
            let inverse = 1.0 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]).sqrt();
            out[3 * VECTORS + 4 * i..][..4].copy_from_slice(&q.map(|part| part * inverse));
        }
        for (i, number) in self.numbers.iter().enumerate() {
            out[3 * VECTORS + 4 * ROTATIONS + i] =
                number[key_at[VECTORS + ROTATIONS + i] as usize].at(at)[0];
        }
    }
}
