//! `cueline render`: renders an item as a film.

use std::{
    fs,
    io::{self, Write},
    path::Path,
};

use cueline::time::{FLICKS_PER_SECOND, Span};
use cueline_picture::{Film, Format, Picture, Rect, Run, SoftPainter};
use serde_json::json;

use super::{cli::Render, input::open_picture, output::say, progress::Bar, report::print};
use crate::{
    bars::seconds,
    failure::Failure,
    open::Thing,
    scene::{self, PAPER, Scene},
};

/// Number of frames from which a palette is chosen.
const SAMPLES: usize = 24;
/// The limit of frames of a film, three quarters of an hour in a GIF: a file of a few bytes may last for centuries.
const MOST: u64 = 1 << 16;

pub(crate) fn run(job: &Render) -> Result<(), Failure> {
    if job.output == Path::new("-") {
        if job.json {
            return Err(Failure::usage("--json and - both write to the standard output"));
        }
        return printed(job);
    }
    let Drawn { files, frames, length } = film(job)?;
    let plural = if frames == 1 { "" } else { "s" };
    let line = format!("{files}: {frames} frame{plural}, {:.3} s", seconds(length));
    let about = json!({"output": files, "frames": frames, "flicks": length.flicks()});
    say(job.json, &line, &about)
}

/// A written film.
struct Drawn {
    /// Its file, or the first of many.
    files: String,
    frames: u64,
    length: Span,
}

/// Renders into a file.
fn film(job: &Render) -> Result<Drawn, Failure> {
    let output = job.output.display();
    let format = Format::of(&job.output).ok_or_else(|| {
        Failure::usage(format!("{output}: its ending must be .gif, .apng or .png"))
    })?;
    let fps = job.fps.unwrap_or(format.usual_fps());
    if fps > format.most_fps() {
        return Err(Failure::usage("a GIF shows at most 50 frames a second (--fps)"));
    }
    let opened = open_picture(&job.file, &job.drawn)?;
    print(&opened.notes, &opened.source);
    let things = opened.chosen(job.part.name.as_deref())?;
    if things.len() > 1 && !job.all {
        let names: Vec<_> = things.iter().map(crate::open::Thing::path).collect();
        return Err(Failure::usage(format!(
            "{} holds {}; choose one by --name, or --all",
            opened.name,
            names.join(", ")
        )));
    }
    let scene = |thing: &Thing| Scene::new(&opened, thing);
    let scenes = things.iter().map(scene).collect::<Result<Vec<_>, _>>()?;
    let longest = scenes.iter().map(Scene::length).max().unwrap_or_default();
    let (from, to) = (job.part.from, job.part.to.unwrap_or(longest));
    if to < from {
        return Err(Failure::usage("--to comes before --from"));
    }
    let frames = frames_in(to - from, fps);
    if frames > MOST {
        return Err(Failure::usage(format!(
            "a film of {frames} frames; it may have {MOST}: choose a part by --from and --to"
        )));
    }
    let size = job.size.unwrap_or_else(|| usual_size(scenes.len()));
    let picture = |frame: u64| {
        let mut picture: Picture<()> = Picture::new(PAPER);
        let area = Rect::new(0.0, 0.0, f32::from(size.0), f32::from(size.1));
        let at = (from + length(frame, fps)).min(to);
        scene::draw_all(&scenes, &mut picture, area, at);
        picture
    };
    // Equal frames become one frame with a longer duration.
    let mut runs: Vec<(Run, Picture<()>)> = Vec::new();
    for frame in 0..frames {
        let now = picture(frame);
        match runs.last_mut() {
            Some((run, last)) if *last == now => run.end = frame + 1,
            _ => runs.push((Run { start: frame, end: frame + 1 }, now)),
        }
    }
    let film = Film { output: job.output.clone(), format, size, fps };
    let failure = |error: String| Failure::file(&job.output, error);
    let (width, height) = (u32::from(size.0), u32::from(size.1));
    let mut painter = SoftPainter::new(width, height, 1.0)
        .ok_or_else(|| failure("a picture of that size does not fit into memory".to_owned()))?;
    let every = runs.len().div_ceil(SAMPLES).max(1);
    let samples = runs.iter().step_by(every).map(|(_, picture)| painter.paint(picture).to_vec());
    let mut encoder = film.encoder(runs.len(), samples).map_err(failure)?;
    let bar = Bar::new("drawing", "frames", frames);
    for (run, picture) in &runs {
        encoder.frame(painter.paint(picture), *run).map_err(failure)?;
        bar.reach(run.end);
    }
    encoder.finish().map_err(failure)?;
    drop(bar);
    let files = match format {
        Format::Png => film.numbered(0).display().to_string(),
        Format::Gif | Format::Apng => output.to_string(),
    };
    Ok(Drawn { files, frames, length: length(frames, fps) })
}

/// The width and height for so many items side by side: about 120 by 96 pixels for each, within 1600 by 900.
fn usual_size(items: usize) -> (u16, u16) {
    (40..=100)
        .map(|part| (part * 16, part * 9))
        .find(|(width, height)| usize::from(*width) * usize::from(*height) >= items * 120 * 96)
        .unwrap_or((1600, 900))
}

/// Renders to a GIF on the standard output.
fn printed(job: &Render) -> Result<(), Failure> {
    let failure = |error: io::Error| Failure::file(Path::new("-"), error);
    let folder = tempfile::tempdir().map_err(failure)?;
    let output = folder.path().join("out.gif");
    let _drawn = film(&Render { output: output.clone(), ..job.clone() })?;
    let bytes = fs::read(&output).map_err(failure)?;
    Ok(io::stdout().write_all(&bytes)?)
}

/// The time of a frame since the first: rounded down to a flick, so that roundings do not add up.
fn length(frame: u64, fps: u32) -> Span {
    let flicks = u128::from(frame) * u128::from(FLICKS_PER_SECOND.unsigned_abs()) / u128::from(fps);
    Span::from_flicks(i64::try_from(flicks).unwrap_or(i64::MAX))
}

/// How many frames begin in a span, its end left out; at least one.
fn frames_in(span: Span, fps: u32) -> u64 {
    let parts = u128::from(span.flicks().unsigned_abs()) * u128::from(fps);
    let frames = parts.div_ceil(u128::from(FLICKS_PER_SECOND.unsigned_abs()));
    u64::try_from(frames).unwrap_or(u64::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_items_have_a_larger_picture() {
        assert_eq!(
            [1, 20, 33, 1000].map(usual_size),
            [(640, 360), (640, 360), (832, 468), (1600, 900)]
        );
    }

    #[test]
    fn frames_cover_the_span_and_do_not_begin_at_its_end() {
        let ms = Span::from_millis;
        let cases = [(ms(0), 25, 1), (ms(1000), 25, 25), (ms(40), 25, 1), (ms(41), 25, 2)];
        for (span, fps, frames) in cases {
            assert_eq!(frames_in(span, fps), frames, "{span} at {fps}");
        }
        assert_eq!(length(3, 60), ms(50));
    }
}
