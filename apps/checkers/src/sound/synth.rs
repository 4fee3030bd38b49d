//! Short sounds made of a few sines and noise, through the machine's audio device.

use core::f32::consts::TAU;
use std::{collections::BTreeMap, sync::Arc};

#[cfg(not(target_os = "linux"))]
use kira::DefaultBackend as Device;
use kira::{
    AudioManager, AudioManagerSettings, Frame,
    sound::static_sound::{StaticSoundData, StaticSoundSettings},
};

#[cfg(target_os = "linux")]
use super::pulse::Pulse as Device;
use crate::screen::Sound;

/// An open audio device and the sounds that were made so far.
pub(super) struct Voice {
    manager: AudioManager<Device>,
    made: BTreeMap<Sound, StaticSoundData>,
}

const RATE: u16 = 44_100;

impl Voice {
    /// The default device, if there is one.
    pub(super) fn open() -> Option<Self> {
        let manager = AudioManager::new(AudioManagerSettings::default()).ok()?;
        Some(Self { manager, made: BTreeMap::new() })
    }

    pub(super) fn play(&mut self, sound: Sound) {
        let data = self.made.entry(sound).or_insert_with(|| make(sound)).clone();
        // More sounds at once than the device takes: one more is not missed.
        let _ = self.manager.play(data);
    }
}

/// (duration in ms, pitches in Hz one after the other, proportion of noise, loudness)
fn recipe(sound: Sound) -> (u16, &'static [f32], f32, f32) {
    match sound {
        Sound::Lift => (70, &[520.0], 0.15, 0.20),
        Sound::Land => (90, &[180.0], 0.45, 0.45),
        Sound::Capture => (160, &[300.0, 200.0], 0.35, 0.50),
        Sound::Crown => (600, &[523.0, 659.0, 784.0, 1047.0], 0.0, 0.35),
        Sound::Buzz => (220, &[110.0], 0.10, 0.45),
        Sound::Toast => (120, &[880.0], 0.0, 0.15),
        Sound::Score => (60, &[1200.0], 0.0, 0.12),
        Sound::End => (900, &[392.0, 494.0, 587.0, 784.0, 988.0], 0.0, 0.35),
    }
}

fn make(sound: Sound) -> StaticSoundData {
    let (length_ms, pitches, noise, loudness) = recipe(sound);
    let samples = u32::from(RATE) * u32::from(length_ms) / 1000;
    let notes = u32::try_from(pitches.len()).unwrap_or(1).max(1);
    let each = (samples / notes).max(1);
    let mut seed = 0x2545_f491_u32;
    let frames = (0..samples).map(|sample| {
        let note = (sample / each).min(notes - 1);
        let pitch = pitches.get(usize::try_from(note).unwrap_or(0)).copied().unwrap_or(440.0);
        let within = seconds(sample - note * each);
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let hiss = f32::from(u16::try_from(seed >> 16).unwrap_or(0)) / 32_768.0 - 1.0;
        let angle = TAU * pitch * within;
        let tone =
            libm::sinf(angle) * 0.7 + libm::sinf(angle * 2.0) * 0.2 + libm::sinf(angle * 3.0) * 0.1;
        let fade = libm::expf(-5.0 * within / seconds(each)) * (within * 400.0).min(1.0);
        Frame::from_mono((tone * (1.0 - noise) + hiss * noise) * fade * loudness)
    });
    StaticSoundData {
        sample_rate: u32::from(RATE),
        frames: frames.collect::<Arc<[Frame]>>(),
        settings: StaticSoundSettings::default(),
        slice: None,
    }
}

#[expect(clippy::cast_precision_loss, reason = "below a few seconds of samples")]
fn seconds(samples: u32) -> f32 {
    samples as f32 / f32::from(RATE)
}
