//! A room as a film.

use std::path::Path;

use cueline::prelude::*;
use cueline_picture::{Film, Format, Picture, Run, SoftPainter};

use crate::{
    Room, rooms,
    scene::PICTURE,
    scene::{self, BACKGROUND},
};

/// A control that is pressed when the film has played for so many seconds.
#[derive(Clone, Copy, Debug)]
pub struct Press<'a> {
    /// The control.
    pub name: &'a str,
    /// The seconds before it is pressed.
    pub after: u32,
}

/// Renders a room for some seconds into a GIF, an animated PNG or numbered PNGs, by the ending of the file.
///
/// # Errors
///
/// Why the file cannot be written.
pub fn render(
    room: &mut dyn Room,
    seconds: u32,
    press: Option<Press<'_>>,
    output: &Path,
) -> Result<(), String> {
    let format = Format::of(output).ok_or("the file must end with .gif, .apng or .png")?;
    let fps = 25;
    write(&play(room, seconds, press, fps), output, format, fps, 0.8)
}

/// Writes a loop of four seconds of each room into a folder, as `room-1.gif` and so on, a still of it as `room-1.png`, and
/// a large still of the first room as `card.png`.
///
/// # Errors
///
/// Which file cannot be written, and why.
pub fn render_tiles(folder: &Path) -> Result<(), String> {
    const FPS: u32 = 12;
    for (number, mut room) in (1..).zip(rooms::all()) {
        // The first second of some rooms is empty.
        let frames = play(&mut *room, 5, None, FPS).split_off(FPS as usize);
        let still = &frames[frames.len() / 2..][..1];
        let (name, tile) = (format!("room-{number}"), 0.4);
        write(&frames, &folder.join(format!("{name}.gif")), Format::Gif, FPS, tile)?;
        write(still, &folder.join(format!("{name}.png")), Format::Apng, FPS, tile)?;
        if number == 1 {
            write(still, &folder.join("card.png"), Format::Apng, FPS, 1.25)?;
        }
    }
    Ok(())
}

/// The pictures of a room that plays with its own visitor.
fn play(room: &mut dyn Room, seconds: u32, press: Option<Press<'_>>, fps: u32) -> Vec<Picture<()>> {
    let mut frames = Vec::new();
    for second in 0..seconds {
        room.visit(second);
        if let Some(press) = press.filter(|press| press.after == second) {
            room.press(press.name);
        }
        for frame in 0..fps {
            let moment = |frame: u32| secs(1.0) * frame / fps;
            room.frame(moment(frame + 1) - moment(frame));
            let mut picture = Picture::new(BACKGROUND);
            scene::draw(room, &mut picture);
            frames.push(picture);
        }
    }
    frames
}

fn write(
    frames: &[Picture<()>],
    output: &Path,
    format: Format,
    fps: u32,
    scale: f32,
) -> Result<(), String> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a room is some hundred pixels wide"
    )]
    let pixels = |length: f32| (length * scale) as u16;
    let size = (pixels(PICTURE.0), pixels(PICTURE.1));
    let film = Film { output: output.to_owned(), format, size, fps };
    let mut painter =
        SoftPainter::new(size.0.into(), size.1.into(), scale).ok_or("the picture is too large")?;
    let mut painted = |picture: &Picture<()>| painter.paint(picture).to_vec();
    let samples: Vec<_> = frames.iter().step_by(12).map(&mut painted).collect();
    let encoder = film.encoder(frames.len(), samples.into_iter());
    let said = |error| format!("{}: {error}", output.display());
    let mut encoder = encoder.map_err(said)?;
    for (start, picture) in (0_u64..).zip(frames) {
        encoder.frame(&painted(picture), Run { start, end: start + 1 }).map_err(said)?;
    }
    encoder.finish().map_err(said)
}
