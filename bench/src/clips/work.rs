//! Clips to be sampled, and what their values have to be.

/// Clips; each has its part of the instances.
pub const CLIPS: usize = 16;
/// Keyframes of a channel.
pub const KEYS: usize = 30;
/// Ticks of a clip: two seconds.
pub const TICKS: u32 = 120;
/// Channels of a clip: vectors, then rotations, then numbers.
pub const VECTORS: usize = 3;
pub const ROTATIONS: usize = 4;
pub const NUMBERS: usize = 3;
pub const CHANNELS: usize = VECTORS + ROTATIONS + NUMBERS;
/// Numbers in a pose.
pub const WIDTH: usize = 3 * VECTORS + 4 * ROTATIONS + NUMBERS;

/// One channel: when its keyframes are, in ticks, and the numbers of each.
#[derive(Clone)]
pub struct Channel<const N: usize> {
    pub ticks: [u32; KEYS],
    pub values: [[f32; N]; KEYS],
}

#[derive(Clone)]
pub struct Clip {
    pub vectors: [Channel<3>; VECTORS],
    /// Of length 1.
    pub rotations: [Channel<4>; ROTATIONS],
    pub numbers: [Channel<1>; NUMBERS],
}

/// Numbers that look random, the same in every run.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// From -1 to 1.
    pub fn number(&mut self) -> f32 {
        (self.roll() >> 40) as f32 / (1 << 23) as f32 - 1.0
    }

    /// Different ticks, sorted, from 0 to the end.
    fn ticks(&mut self) -> [u32; KEYS] {
        let mut ticks = vec![0, TICKS];
        while ticks.len() < KEYS {
            let tick = self.roll() as u32 % TICKS;
            if !ticks.contains(&tick) {
                ticks.push(tick);
            }
        }
        ticks.sort_unstable();
        std::array::from_fn(|i| ticks[i])
    }

    fn channel<const N: usize>(&mut self) -> Channel<N> {
        let ticks = self.ticks();
        Channel { ticks, values: std::array::from_fn(|_| std::array::from_fn(|_| self.number())) }
    }

    fn rotations(&mut self) -> Channel<4> {
        let mut channel = self.channel::<4>();
        for value in &mut channel.values {
            let length = value.iter().map(|part| part * part).sum::<f32>().sqrt();
            value.iter_mut().for_each(|part| *part /= length);
        }
        channel
    }

    pub fn clip(&mut self) -> Clip {
        Clip {
            vectors: std::array::from_fn(|_| self.channel()),
            rotations: std::array::from_fn(|_| self.rotations()),
            numbers: std::array::from_fn(|_| self.channel()),
        }
    }
}

impl<const N: usize> Channel<N> {
    /// The two keyframes around a time in ticks, and how far it is between them.
    fn around(&self, at: f64) -> (usize, f64) {
        let next = self.ticks.iter().position(|tick| f64::from(*tick) > at).unwrap_or(KEYS - 1);
        let [from, to] = [self.ticks[next - 1], self.ticks[next]].map(f64::from);
        (next - 1, (at - from) / (to - from))
    }

    fn straight(&self, at: f64) -> [f64; N] {
        let (key, t) = self.around(at);
        std::array::from_fn(|i| {
            let [from, to] = [self.values[key][i], self.values[key + 1][i]].map(f64::from);
            from + (to - from) * t
        })
    }
}

impl Channel<4> {
    fn slerp(&self, at: f64) -> [f64; 4] {
        let (key, t) = self.around(at);
        let [from, mut to] =
            [self.values[key], self.values[key + 1]].map(|value| value.map(f64::from));
        let mut dot: f64 = (0..4).map(|i| from[i] * to[i]).sum();
        if dot < 0.0 {
            to = to.map(|part| -part);
            dot = -dot;
        }
        let angle = dot.min(1.0).acos();
        let (left, right) = match angle {
            0.0 => (1.0 - t, t),
            _ => (((1.0 - t) * angle).sin() / angle.sin(), (t * angle).sin() / angle.sin()),
        };
        std::array::from_fn(|i| left * from[i] + right * to[i])
    }
}

impl Clip {
    /// The closed form, in the order of the channels.
    pub fn pose(&self, at: f64) -> Vec<f64> {
        let mut pose = Vec::new();
        self.vectors.iter().for_each(|channel| pose.extend(channel.straight(at)));
        self.rotations.iter().for_each(|channel| pose.extend(channel.slerp(at)));
        self.numbers.iter().for_each(|channel| pose.extend(channel.straight(at)));
        pose
    }
}

/// The numbers of clips for another process: how many clips, their ticks, and channel by channel the ticks of its
/// keyframes, then their values; at last the starts of instances.
pub fn numbers(clips: &[Clip], starts: &[u32]) -> Vec<f32> {
    fn channels<const N: usize>(channels: &[Channel<N>], numbers: &mut Vec<f32>) {
        for channel in channels {
            numbers.extend(channel.ticks.map(|tick| tick as f32));
            numbers.extend(channel.values.as_flattened());
        }
    }
    let mut numbers = vec![clips.len() as f32, TICKS as f32];
    for clip in clips {
        channels(&clip.vectors, &mut numbers);
        channels(&clip.rotations, &mut numbers);
        channels(&clip.numbers, &mut numbers);
    }
    numbers.extend(starts.iter().map(|start| *start as f32));
    numbers
}

/// What is off where a pose is not what it has to be; a rotation may have the other sign.
pub fn off(found: &[f64], wanted: &[f64], tolerance: f64) -> Result<(), String> {
    if found.len() != wanted.len() {
        return Err(format!("{} numbers instead of {}", found.len(), wanted.len()));
    }
    let turns = 3 * VECTORS..3 * VECTORS + 4 * ROTATIONS;
    for i in (0..found.len()).filter(|i| !turns.contains(i)).chain(turns.clone().step_by(4)) {
        let many = if turns.contains(&i) { 4 } else { 1 };
        let pairs = || found[i..i + many].iter().zip(&wanted[i..i + many]);
        let turned = many == 4 && pairs().map(|(found, wanted)| found * wanted).sum::<f64>() < 0.0;
        for (found, wanted) in pairs() {
            let found = if turned { -found } else { *found };
            if (found - wanted).abs() > tolerance || found.is_nan() {
                return Err(format!("number {i} is {found}, not {wanted}"));
            }
        }
    }
    Ok(())
}

/// Stops the run where a pose is off.
pub fn check(who: &str, found: &[f32], wanted: &[f64], tolerance: f64) {
    let found: Vec<f64> = found.iter().map(|number| f64::from(*number)).collect();
    assert_eq!(off(&found, wanted, tolerance), Ok(()), "{who}");
}
