//! The sounds of Cueline's programs: a few sines and noise, through the machine's sound system.
//!
//! A program has its own [`Tone`]s and plays them on a [`Voice`]. A machine without a sound system has no voice.

#[cfg(target_os = "linux")]
mod pulse;

use core::{f32::consts::TAU, time::Duration};
use std::sync::Arc;

#[cfg(not(target_os = "linux"))]
use kira::DefaultBackend as Device;
use kira::{
    AudioManager, AudioManagerSettings, Frame, StartTime,
    sound::static_sound::{StaticSoundData, StaticSoundSettings},
};

#[cfg(target_os = "linux")]
use self::pulse::Pulse as Device;

/// A short sound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tone {
    /// How long it is heard, in milliseconds; a tone of none is silent.
    pub millis: u16,
    /// Its pitches in hertz, one after the other, each as long as the others; none are silent.
    pub pitches: &'static [f32],
    /// How much of it is noise, 0 to 1.
    pub noise: f32,
    /// 0 is silent, and 1 the loudest without distortion.
    pub loudness: f32,
}

impl Tone {
    /// Its samples at [`RATE`], which begin and end softly.
    fn samples(self) -> impl Iterator<Item = f32> {
        let samples = RATE * u32::from(self.millis) / 1000;
        let notes = u32::try_from(self.pitches.len()).unwrap_or(1).max(1);
        let each = (samples / notes).max(1);
        let mut seed = 0x2545_f491_u32;
        (0..samples).map(move |sample| {
            let note = (sample / each).min(notes - 1);
            let pitch = usize::try_from(note).ok().and_then(|note| self.pitches.get(note));
            let Some(pitch) = pitch else { return 0.0 };
            let within = seconds(sample - note * each);
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let hiss = f32::from(u16::try_from(seed >> 16).unwrap_or(0)) / 32_768.0 - 1.0;
            let angle = TAU * pitch * within;
            let tone = libm::sinf(angle) * 0.7
                + libm::sinf(angle * 2.0) * 0.2
                + libm::sinf(angle * 3.0) * 0.1;
            let fade = libm::expf(-5.0 * within / seconds(each)) * (within * 400.0).min(1.0);
            (tone * (1.0 - self.noise) + hiss * self.noise) * fade * self.loudness
        })
    }
}

/// An open sound device, and the tones that it has played.
pub struct Voice {
    manager: AudioManager<Device>,
    made: Vec<(Tone, StaticSoundData)>,
}

const RATE: u32 = 44_100;

impl Voice {
    /// The default device, if there is one. `program` is the name that the mixer of a desktop shows.
    #[must_use]
    pub fn open(program: &'static core::ffi::CStr) -> Option<Self> {
        let mut settings = AudioManagerSettings::<Device>::default();
        #[cfg(target_os = "linux")]
        {
            settings.backend_settings = pulse::Program(program);
        }
        #[cfg(not(target_os = "linux"))]
        let _ = (program, &mut settings);
        Some(Self { manager: AudioManager::new(settings).ok()?, made: Vec::new() })
    }

    /// Plays a tone after a delay, zero for at once.
    pub fn play(&mut self, tone: Tone, after: Duration) {
        let made = self.made.iter().find(|(made, _)| *made == tone);
        let data = made.map(|(_, data)| data.clone()).unwrap_or_else(|| {
            let data = make(tone);
            self.made.push((tone, data.clone()));
            data
        });
        // More sounds at once than the device takes: one more is not missed.
        let _ = self.manager.play(data.start_time(StartTime::Delayed(after)));
    }
}

impl core::fmt::Debug for Voice {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Voice").field("made", &self.made.len()).finish_non_exhaustive()
    }
}

fn make(tone: Tone) -> StaticSoundData {
    StaticSoundData {
        sample_rate: RATE,
        frames: tone.samples().map(Frame::from_mono).collect::<Arc<[Frame]>>(),
        settings: StaticSoundSettings::default(),
        slice: None,
    }
}

#[expect(clippy::cast_precision_loss, reason = "below a few seconds of samples")]
fn seconds(samples: u32) -> f32 {
    samples as f32 / RATE as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tone_is_as_long_as_it_says_never_too_loud_and_ends_softly() {
        // (tone, samples, whether it is heard)
        let heard = |millis, pitches, noise, loudness| Tone { millis, pitches, noise, loudness };
        let cases = [
            (heard(70, &[520.0], 0.15, 0.2), 3087, true),
            (heard(900, &[392.0, 494.0, 587.0], 0.0, 1.0), 39_690, true),
            (heard(100, &[110.0], 1.0, 1.0), 4410, true),
            (heard(0, &[440.0], 0.0, 1.0), 0, false),
            (heard(100, &[], 0.5, 1.0), 4410, false),
            (heard(u16::MAX, &[440.0], 0.0, 0.0), 2_890_093, false),
        ];
        for (tone, samples, is_heard) in cases {
            let made: Vec<_> = tone.samples().collect();
            let loudest = made.iter().fold(0.0_f32, |loudest, sample| loudest.max(sample.abs()));
            assert_eq!(made.len(), samples, "{tone:?}");
            assert!(loudest <= tone.loudness, "{tone:?}: {loudest}");
            assert_eq!(loudest > 0.0, is_heard, "{tone:?}");
            let edges = [made.first(), made.last()].map(|edge| edge.copied().unwrap_or(0.0).abs());
            assert!(edges.iter().all(|edge| *edge <= 0.01), "{tone:?}: {edges:?}");
        }
    }

    #[test]
    fn a_tone_is_three_sines_that_fade_mixed_with_its_noise() {
        let tone = |noise| Tone { millis: 70, pitches: &[520.0, 330.0], noise, loudness: 0.5 };
        let [clear, mixed, noise] = [0.0, 0.25, 1.0].map(|noise| tone(noise).samples());
        let mut sum = 0.0;
        for (sample, ((clear, mixed), noise)) in clear.zip(mixed).zip(noise).enumerate() {
            // 3087 samples: the second pitch has one more than the first.
            let (pitch, first) = if sample < 1543 { (520.0, 0) } else { (330.0, 1543) };
            let within = (sample - first) as f64 / 44_100.0;
            let angle = core::f64::consts::TAU * pitch * within;
            let sines = [(1.0, 0.7), (2.0, 0.2), (3.0, 0.1)]
                .map(|(times, part)| part * libm::sin(times * angle));
            let sines: f64 = sines.iter().sum();
            let fade = libm::exp(-5.0 * within * 44_100.0 / 1543.0) * (400.0 * within).min(1.0);
            let off = (f64::from(clear) - 0.5 * sines * fade).abs();
            assert!(off < 1e-5, "sample {sample}: {clear} is {off} off");
            assert!((mixed - (0.75 * clear + 0.25 * noise)).abs() < 1e-6, "sample {sample}");
            assert!(f64::from(noise.abs()) <= 0.5 * fade, "sample {sample}: {noise}");
            sum += f64::from(noise);
        }
        // Those of the generator of noise, computed elsewhere.
        assert!((sum + 10.932_83).abs() < 1e-3, "{sum}");
    }
}
