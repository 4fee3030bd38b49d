//! Sounds that fall due: counted always, heard with the feature `sound`.

#[cfg(all(feature = "sound", target_os = "linux"))]
mod pulse;
#[cfg(feature = "sound")]
mod synth;

use crate::screen::Sound;

/// Plays sounds.
pub(crate) struct Speaker {
    played: u64,
    #[cfg(feature = "sound")]
    voice: Option<synth::Voice>,
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
            self.voice = synth::Voice::open();
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
            voice.play(sound);
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
