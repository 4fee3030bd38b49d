//! The sounds of the rooms in a window of a machine with sound. In a page its script plays them.

use core::time::Duration;

use cueline_sound::{Tone, Voice};
use eframe::egui;

/// What each sound of a room is heard as.
const BELL: Tone = Tone { millis: 180, pitches: &[660.0], noise: 0.0, loudness: 0.3 };
/// Of the sounds of one frame, as many are heard,
const MOST: u64 = 4;
/// each so long after the one before.
const APART: Duration = Duration::from_millis(60);

/// Plays what a room counts.
pub(super) struct Speaker {
    voice: Voice,
    is_on: bool,
    /// The room's count at the last frame.
    counted: u64,
}

impl Speaker {
    /// Opens the sound system, if the machine has one.
    pub(super) fn open() -> Option<Self> {
        Some(Self { voice: Voice::open(c"Cueline")?, is_on: true, counted: 0 })
    }

    /// Plays what is new in a room with so many sounds behind it, and shows a box that turns the sound off.
    pub(super) fn show(&mut self, ui: &mut egui::Ui, sounds: u64) {
        let more = more(&mut self.counted, sounds);
        ui.checkbox(&mut self.is_on, "Sound");
        let mut after = Duration::ZERO;
        for _ in 0..if self.is_on { more } else { 0 } {
            self.voice.play(BELL, after);
            after += APART;
        }
    }
}

/// How many sounds are heard: a room that begins again, or is wound back, has fewer behind it.
fn more(counted: &mut u64, sounds: u64) -> u64 {
    sounds.saturating_sub(core::mem::replace(counted, sounds)).min(MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_sound_of_a_room_is_heard_once_and_none_of_a_room_that_is_wound_back() {
        let mut counted = 0;
        // (sounds behind the room, heard)
        for (sounds, heard) in
            [(0, 0), (1, 1), (1, 0), (3, 2), (0, 0), (2, 2), (200, MOST), (201, 1)]
        {
            assert_eq!(more(&mut counted, sounds), heard, "{sounds}");
        }
    }
}
