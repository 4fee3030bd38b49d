//! Whole and fractional frames, at rates written as floats.

use cueline::time::{Span, TickRate};
use cueline_assets::{DocumentPath, Problems, When};

use crate::importer::refused;

/// Converts times to those of the clip.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times {
    pub(crate) rate: TickRate,
    /// The frame at which the clip starts.
    pub(crate) start: f64,
}

impl Times {
    /// The time of a frame, which may be fractional.
    #[expect(clippy::cast_possible_truncation, reason = "a whole number below 2^53")]
    pub(crate) fn when(self, frame: f64, item: &DocumentPath) -> Result<When, Problems> {
        let frame = frame - self.start;
        if frame == frame.trunc() && frame.abs() < 9e15 {
            return Ok(When::Frames(frame as i64));
        }
        Span::from_frames_f64(frame, self.rate).map(When::Span).map_err(|_| {
            refused(item.clone(), format!("frame {frame}"), "a frame of less than 400 years")
        })
    }
}

/// This many frames per second: a whole number, a television rate, or the nearest thousandth.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to 10^8")]
pub(crate) fn tick_rate(hz: f64) -> Option<TickRate> {
    if !(0.001..=100_000.0).contains(&hz) {
        return None;
    }
    let television = [TickRate::NTSC_24, TickRate::NTSC_30, TickRate::NTSC_60];
    // Written as 29.97 or 29.9700012207031.
    match television.into_iter().find(|rate| (rate.as_hz_f64() - hz).abs() < 0.005) {
        Some(rate) => Some(rate),
        None => TickRate::new((hz * 1000.0).round() as u32, 1000).ok(),
    }
}
