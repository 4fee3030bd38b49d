//! Draws a show into a file, frame by frame at exact times, without a screen.
//!
//! Two passes over the same show. The first only builds pictures: it finds which frames differ from
//! the one before (frames that do not are merged into a longer one) and keeps a few pictures for the
//! palette. The second paints and hands each frame on to the encoder in a thread of its own, so that
//! memory holds a handful of frames however long the show is.

mod camera;
mod plan;
#[cfg(test)]
mod tests;

use std::{sync::mpsc, thread};

use indicatif::{ProgressBar, ProgressStyle};

use cueline::time::Span;

use crate::{
    failure::Failure,
    layout::{Controls, Layout},
    picture::SoftPainter,
    screen::Show,
};
use camera::Camera;
use cueline_picture::{Film, Run};
use plan::{Plan, Timing};

/// A rendering to be done.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// The file.
    pub film: Film,
    /// The first moment.
    pub from: Span,
    /// The last moment; otherwise the end of the show.
    pub to: Option<Span>,
}

/// What came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rendered {
    /// Frames that were written, after merging equal ones.
    pub frames: usize,
    /// How long they show.
    pub duration: Span,
}

/// Renders the show that `open` makes, which must be the same one each time.
///
/// # Errors
///
/// Where the show cannot be opened, the file cannot be written, or a GIF is asked for more than 50
/// frames a second: viewers show shorter delays far too long.
pub fn render(
    open: &dyn Fn() -> Result<Box<dyn Show>, Failure>,
    job: &Job,
    bar: &ProgressBar,
) -> Result<Rendered, Failure> {
    let film = &job.film;
    if film.fps > film.format.most_fps() {
        return Err(Failure::of(&film.output, "a GIF shows at most 50 frames a second (--fps)"));
    }
    let (width, height) = film.size;
    let layout = Layout::new(f32::from(width), f32::from(height), 1.0, Controls::Bare);
    let timing = Timing { fps: film.fps, from: job.from, to: job.to };
    bar.set_style(style("looking ahead [{bar:40}] {percent}%"));
    let plan = Plan::of(&mut *open()?, &timing, &layout, bar);
    let mut painter = SoftPainter::new(u32::from(width), u32::from(height), 1.0)
        .ok_or_else(|| Failure::new("a picture of that size does not fit into memory"))?;

    let fail = |what: String| Failure::of(&film.output, what);
    let samples = plan.samples.iter().map(|picture| painter.paint(picture).to_vec());
    let encoder = film.encoder(plan.runs.len(), samples).map_err(fail)?;
    bar.set_style(style("drawing [{bar:40}] {pos}/{len} frames, {eta} left"));
    bar.set_length(plan.frames());
    bar.set_position(0);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel::<(Vec<u8>, Run)>(4);
        let writer = scope.spawn(move || {
            let mut encoder = encoder;
            for (pixels, run) in receiver {
                encoder.frame(&pixels, run)?;
            }
            encoder.finish()
        });
        let mut show = open()?;
        timing.begin(&mut *show);
        let mut camera = Camera::new(&layout);
        for &run in &plan.runs {
            let picture = camera.picture(&mut *show);
            if sender.send((painter.paint(&picture).to_vec(), run)).is_err() {
                break; // The writer has failed; it says why.
            }
            timing.pass(&mut *show, run);
            bar.set_position(run.end);
        }
        drop(sender);
        match writer.join() {
            Ok(result) => result.map_err(fail),
            Err(_) => Err(fail("the encoder has failed".to_owned())),
        }
    })?;
    bar.finish_and_clear();
    Ok(Rendered { frames: plan.runs.len(), duration: timing.duration(plan.frames()) })
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
