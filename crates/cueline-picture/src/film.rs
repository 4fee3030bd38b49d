//! Films: frames that follow each other in a file.

mod apng;
mod area;
mod gif;
mod palette;
mod png;

use std::{
    fs::File,
    io::BufWriter,
    path::{Path, PathBuf},
};

/// What to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// An animated GIF with 255 colours for the whole of it; delays in 1/100 s.
    Gif,
    /// An animated PNG: every colour, exact delays.
    Apng,
    /// A numbered PNG for every frame.
    Png,
}

impl Format {
    /// The format of a file by its extension; `None` if the extension is not .gif, .apng or .png.
    #[must_use]
    pub fn of(output: &Path) -> Option<Self> {
        let ending = output.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("gif") => Some(Self::Gif),
            Some("apng") => Some(Self::Apng),
            Some("png") => Some(Self::Png),
            _ => None,
        }
    }

    /// Frames a second where none are asked for.
    #[must_use]
    pub fn usual_fps(self) -> u32 {
        match self {
            Self::Gif => 25,
            Self::Apng | Self::Png => 60,
        }
    }

    /// The most frames a second that it holds: viewers show shorter delays of a GIF far too long.
    #[must_use]
    pub fn most_fps(self) -> u32 {
        match self {
            Self::Gif => 50,
            Self::Apng | Self::Png => u32::MAX,
        }
    }
}

/// A file of frames that is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Film {
    /// The file; for [`Format::Png`] the pattern of the files' names.
    pub output: PathBuf,
    /// What to write.
    pub format: Format,
    /// Width and height in pixels.
    pub size: (u16, u16),
    /// Frames a second, above zero.
    pub fps: u32,
}

/// Frames `start..end` that look the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The first of them, counted from 0.
    pub start: u64,
    /// The one behind the last, above `start`.
    pub end: u64,
}

/// Takes painted frames in order.
pub trait Encoder: Send {
    /// A frame's pixels (red, green, blue, 255 each) and for how long it shows.
    ///
    /// # Errors
    ///
    /// Why it cannot be written.
    fn frame(&mut self, pixels: &[u8], run: Run) -> Result<(), String>;
    /// The end: everything is to be on disk.
    ///
    /// # Errors
    ///
    /// Why it cannot be written.
    fn finish(self: Box<Self>) -> Result<(), String>;
}

impl Film {
    /// Begins the file. `runs` is how many times a frame will be handed over; `samples` are pixels of frames from
    /// everywhere, for a palette.
    ///
    /// # Errors
    ///
    /// Why it cannot be written.
    pub fn encoder(
        &self,
        runs: usize,
        samples: impl Iterator<Item = Vec<u8>>,
    ) -> Result<Box<dyn Encoder>, String> {
        Ok(match self.format {
            Format::Gif => {
                let palette = palette::Palette::of(samples);
                Box::new(gif::Gif::new(create(&self.output)?, self, palette)?)
            }
            Format::Apng => Box::new(apng::Apng::new(create(&self.output)?, self, runs)?),
            Format::Png => Box::new(png::Numbered::new(self)),
        })
    }

    /// The file of a frame in [`Format::Png`]: `turn.png` becomes `turn-00012.png`.
    #[must_use]
    pub fn numbered(&self, frame: u64) -> PathBuf {
        png::numbered(&self.output, frame)
    }
}

fn create(path: &Path) -> Result<BufWriter<File>, String> {
    File::create(path).map(BufWriter::new).map_err(|error| error.to_string())
}
