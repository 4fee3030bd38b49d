//! `cueline convert`: writes a file in another of Cueline's formats.

use std::{
    io::{self, Write},
    path::Path,
};

use cueline::time::TickRate;
use cueline_assets::{Document, Format, Tolerance, When, write, write_over};
use serde_json::json;

use super::{
    character,
    cli::{Convert, Ending},
    input::{open, open_with_pixels},
    motion,
    output::say,
    progress::working,
    report::print,
};
use crate::{
    failure::Failure,
    open::{file_name, png_of},
    studio::replace,
};

pub(crate) fn run(job: &Convert) -> Result<(), Failure> {
    let printed = job.output == Path::new("-");
    let format = if printed {
        match job.format {
            Ending::Ron => Format::Ron,
            Ending::Json => Format::Json,
            Ending::Cue => Format::Binary,
        }
    } else {
        Format::of_name(&job.output.display().to_string()).ok_or_else(|| {
            let output = job.output.display();
            Failure::usage(format!("{output}: its ending must be .ron, .json or .cue"))
        })?
    };
    if printed && job.json {
        return Err(Failure::usage("--json and - both write to the standard output"));
    }
    if printed && !(job.drawn.layers.is_empty() && job.drawn.tags.is_empty()) {
        return Err(Failure::usage(
            "--layer and --tag need a file as output: their pictures are written next to it",
        ));
    }
    // The standard output has no place for an image.
    let reading =
        || if printed { open(&job.input) } else { open_with_pixels(&job.input, &job.drawn) };
    let opened = working(format!("reading {}", job.input.display()), reading)?;
    print(&opened.notes, &opened.source);
    if let Some(problem) = opened.nothing_left()
        && opened.has_motion_only()
    {
        return Err(Failure::Problems(problem.into(), opened.source));
    }
    let mut document = opened.document;
    let sheet = job.output.with_extension("png");
    let png = opened.image.as_ref().map(png_of).transpose();
    let png = png.map_err(|error| Failure::file(&sheet, error))?;
    if png.is_some() {
        if sheet.exists() && !job.output.exists() {
            let sheet = sheet.display();
            return Err(Failure::File(format!(
                "{sheet} is already there, and is not from an earlier conversion"
            )));
        }
        document.sheets.values_mut().for_each(|one| one.image = file_name(&sheet));
    }
    character::retarget(&mut document, &job.retarget)?;
    if let Some(node) = &job.root_motion {
        motion::extract(&mut document, node)?;
    }
    if let Some(error) = job.reduce {
        reduce(&mut document, error);
    }
    if let Some(distance) = job.reduce_skin {
        character::reduce_skin(&mut document, distance, job.reach)?;
    }
    if let Some(rate) = job.fps {
        let between = retime(&mut document, rate);
        if between > 0 {
            eprintln!(
                "{between} times lie between two frames of {rate} and are written with a unit"
            );
        }
    }
    let problems = |problems| Failure::Problems(problems, opened.source.clone());
    let bytes = if format == Format::Ron && opened.format == "RON" {
        let (text, lost) = write_over(&document, &opened.source).map_err(problems)?;
        if lost > 0 {
            eprintln!("{lost} comments stood at what is gone, and are left out");
        }
        text.into_bytes()
    } else {
        let writing = || write(&document, format);
        working(format!("writing {}", job.output.display()), writing).map_err(problems)?
    };
    if printed {
        return Ok(io::stdout().write_all(&bytes)?);
    }
    if let Some(png) = &png {
        replace(&sheet, png).map_err(|error| Failure::file(&sheet, error))?;
    }
    replace(&job.output, &bytes).map_err(|error| Failure::file(&job.output, error))?;
    let (output, before, after) = (job.output.display().to_string(), opened.bytes, bytes.len());
    let mut line = format!("{output}: {after} bytes, from {before}");
    let mut about = json!({"output": output, "bytes": after, "from": before, "image": null});
    if let Some(image) = &opened.image {
        let (file, size) = (sheet.display().to_string(), [image.width, image.height]);
        line = format!("{file}: {} x {} pixels\n{line}", size[0], size[1]);
        about["image"] = json!({"file": file, "size": size});
    }
    say(job.json, &line, &about)
}

fn reduce(document: &mut Document, error: f64) {
    for (name, clip) in &mut document.clips {
        let done = working(format!("reducing {name}"), || clip.compress(&Tolerance::of(error)));
        eprintln!(
            "{name}: {} of {} keys are left, at most {:.2e} off, rotations {:.2e} radians",
            done.keys_after, done.keys_before, done.numbers, done.radians
        );
    }
}

/// Converts the times of clips to frames of `rate` if they are whole frames. Returns the number of other times.
fn retime(document: &mut Document, rate: TickRate) -> usize {
    let mut between = 0;
    for clip in document.clips.values_mut() {
        let old = clip.frame_rate();
        clip.rate = Some(rate);
        let mut change = |when: &mut When| {
            let span = when.span(old);
            let frames = rate.ticks_in(span);
            *when = if rate.span_of(frames) == span {
                When::Frames(frames)
            } else {
                between += 1;
                When::Span(span)
            };
        };
        clip.cues.iter_mut().for_each(|cue| change(&mut cue.at));
        for keys in clip.tracks.values_mut() {
            keys.times_mut().for_each(&mut change);
        }
        match &mut clip.duration {
            cueline_assets::DurationSource::Exactly(when)
            | cueline_assets::DurationSource::Cut(when) => {
                change(when);
            }
            cueline_assets::DurationSource::Whole => {}
        }
    }
    between
}
