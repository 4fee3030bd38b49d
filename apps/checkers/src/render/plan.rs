//! Which frames there are, found without painting any.

use indicatif::ProgressBar;

use cueline::time::{FLICKS_PER_SECOND, Span};

use cueline_picture::Run;

use crate::{layout::Layout, picture::Picture, screen::Show};

use super::camera::Camera;

/// When the frames are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timing {
    pub(super) fps: u32,
    pub(super) from: Span,
    pub(super) to: Option<Span>,
}

/// All frames of a rendering.
#[derive(Debug)]
pub(super) struct Plan {
    /// In order, without a gap; at least one.
    pub(super) runs: Vec<Run>,
    /// Pictures from everywhere, for a palette.
    pub(super) samples: Vec<Picture>,
}

/// A show without an end is cut here: an hour.
const LONGEST: Span = Span::from_secs(3600);
/// As long as the last picture stays before the rendering begins again.
const LAST: Span = Span::from_secs(2);
/// Pictures for the palette: between half of these and all.
const SAMPLES: usize = 32;

impl Timing {
    /// When frame `index` is, from the first one: rounded down to a flick, never adding up errors.
    pub(super) fn duration(&self, index: u64) -> Span {
        let flicks = u128::from(index) * u128::from(FLICKS_PER_SECOND.unsigned_abs());
        Span::from_flicks(i64::try_from(flicks / u128::from(self.fps)).unwrap_or(i64::MAX))
    }

    /// Brings a fresh show to the first frame.
    pub(super) fn begin(&self, show: &mut dyn Show) {
        show.advance(self.from);
    }

    /// Brings a show at the first frame of `run` to the one after its last, in the same steps as any
    /// other way there.
    pub(super) fn pass(&self, show: &mut dyn Show, run: Run) {
        for index in run.start..run.end {
            self.step(show, index);
        }
    }

    fn step(&self, show: &mut dyn Show, index: u64) {
        show.advance(self.duration(index + 1) - self.duration(index));
    }

    /// Whether the frame `index` is the first one that is not drawn any more.
    fn is_past(&self, index: u64, over_since: Option<u64>) -> bool {
        let duration = self.duration(index);
        match self.to {
            Some(to) => duration >= to - self.from,
            None => {
                duration >= LONGEST
                    || over_since.is_some_and(|since| duration - self.duration(since) >= LAST)
            }
        }
    }
}

impl Plan {
    pub(super) fn of(
        show: &mut dyn Show,
        timing: &Timing,
        layout: &Layout,
        bar: &ProgressBar,
    ) -> Self {
        timing.begin(show);
        let mut plan = Self { runs: Vec::new(), samples: Vec::new() };
        let mut last: Option<Picture> = None;
        let mut camera = Camera::new(layout);
        let (mut index, mut over_since, mut stride) = (0, None, 1);
        bar.set_length(1000);
        while index == 0 || !timing.is_past(index, over_since) {
            if show.is_over() && over_since.is_none() {
                over_since = Some(index);
            }
            let now = camera.picture(show);
            match plan.runs.last_mut() {
                Some(run) if last.as_ref() == Some(&now) => run.end = index + 1,
                _ => {
                    if plan.runs.len().is_multiple_of(stride) {
                        plan.samples.push(now.clone());
                    }
                    plan.runs.push(Run { start: index, end: index + 1 });
                    last = Some(now);
                }
            }
            if plan.samples.len() > SAMPLES {
                let mut keep = false;
                plan.samples.retain(|_| {
                    keep = !keep;
                    keep
                });
                stride *= 2;
            }
            bar.set_position(per_mille(show, timing, index));
            timing.step(show, index);
            index += 1;
        }
        plan
    }

    /// Frames before merging.
    pub(super) fn frames(&self) -> u64 {
        self.runs.last().map_or(0, |run| run.end)
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a fraction in 0..=1 of a thousand; the conversion saturates"
)]
fn per_mille(show: &dyn Show, timing: &Timing, index: u64) -> u64 {
    let fraction = match timing.to {
        Some(to) => timing.duration(index).ratio(to - timing.from),
        None => show.progress(),
    };
    (fraction * 1000.0) as u64
}
