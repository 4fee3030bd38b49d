//! A room as a film.

use std::path::Path;

use cueline::prelude::*;
use cueline_picture::{Film, Format, Picture, Run, SoftPainter};

use crate::{Room, rooms::SIZE, scene::BACKGROUND};

/// Renders a room for some seconds into a GIF, an animated PNG or numbered PNGs, by the ending of the file.
///
/// # Errors
///
/// Why the file cannot be written.
pub fn render(room: &mut dyn Room, seconds: u32, output: &Path) -> Result<(), String> {
    let format = Format::of(output).ok_or("the file must end with .gif, .apng or .png")?;
    let fps = 25;
    let scale = 0.8;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a room is some hundred pixels wide"
    )]
    let pixels = |length: f32| (length * scale) as u16;
    let film =
        Film { output: output.to_owned(), format, size: (pixels(SIZE.0), pixels(SIZE.1)), fps };
    let size = (u32::from(film.size.0), u32::from(film.size.1));
    let mut painter = SoftPainter::new(size.0, size.1, scale).ok_or("the picture is too large")?;
    let mut frames = Vec::new();
    for second in 0..seconds {
        room.visit(second);
        for frame in 0..fps {
            let moment = |frame: u32| secs(1.0) * frame / fps;
            room.frame(moment(frame + 1) - moment(frame));
            let mut picture = Picture::new(BACKGROUND);
            room.draw(&mut picture);
            frames.push(picture);
        }
    }
    let mut painted = |picture: &Picture<()>| painter.paint(picture).to_vec();
    let samples: Vec<_> = frames.iter().step_by(12).map(&mut painted).collect();
    let mut encoder = film.encoder(frames.len(), samples.into_iter())?;
    for (start, picture) in (0_u64..).zip(&frames) {
        encoder.frame(&painted(picture), Run { start, end: start + 1 })?;
    }
    encoder.finish()
}
