//! Sounds that fall due: counted always, heard with the feature `sound`.

#[cfg(feature = "sound")]
use core::time::Duration;

#[cfg(feature = "sound")]
use cueline_sound::{Tone, Voice};

use crate::screen::Sound;

/// Plays sounds.
pub(crate) struct Speaker {
    played: u64,
    #[cfg(feature = "sound")]
    voice: Option<Voice>,
}

impl Speaker {
    /// A speaker that only counts.
    #[must_use]
    pub(crate) fn new() -> Self {
        Self {
            played: 0,
            #[cfg(feature = "sound")]
            voice: None,
        }
    }

    /// Opens the machine's audio device, if it is not open and there is one.
    #[cfg(feature = "sound")]
    pub(crate) fn open(&mut self) {
        if self.voice.is_none() {
            self.voice = Voice::open(c"Checkers");
        }
    }

    /// Without the feature nothing is heard.
    #[cfg(not(feature = "sound"))]
    #[expect(clippy::unused_self, reason = "there is no device to open")]
    pub(crate) fn open(&mut self) {}

    /// Plays `sound` now.
    pub(crate) fn play(&mut self, sound: Sound) {
        self.played += 1;
        #[cfg(feature = "sound")]
        if let Some(voice) = &mut self.voice {
            voice.play(tone(sound), Duration::ZERO);
        }
        #[cfg(not(feature = "sound"))]
        let _ = sound;
    }

    /// How many sounds have fallen due.
    #[must_use]
    pub(crate) fn played(&self) -> u64 {
        self.played
    }

    /// Whether they are heard.
    #[must_use]
    #[cfg(feature = "sound")]
    pub(crate) fn is_audible(&self) -> bool {
        self.voice.is_some()
    }

    /// Whether they are heard.
    #[must_use]
    #[cfg(not(feature = "sound"))]
    pub(crate) fn is_audible(&self) -> bool {
        false
    }
}

#[cfg(feature = "sound")]
fn tone(sound: Sound) -> Tone {
    let (millis, pitches, noise, loudness): (_, &[f32], _, _) = match sound {
        Sound::Lift => (70, &[520.0], 0.15, 0.20),
        Sound::Land => (90, &[180.0], 0.45, 0.45),
        Sound::Capture => (160, &[300.0, 200.0], 0.35, 0.50),
        Sound::Crown => (600, &[523.0, 659.0, 784.0, 1047.0], 0.0, 0.35),
        Sound::Buzz => (220, &[110.0], 0.10, 0.45),
        Sound::Toast => (120, &[880.0], 0.0, 0.15),
        Sound::Score => (60, &[1200.0], 0.0, 0.12),
        Sound::End => (900, &[392.0, 494.0, 587.0, 784.0, 988.0], 0.0, 0.35),
    };
    Tone { millis, pitches, noise, loudness }
}
