//! Animated GIF: only what has changed, transparent where it has not.

use std::{
    fs::File,
    io::{BufWriter, Write},
};

use gif::{DisposalMethod, Encoder as Stream, Frame, Repeat};

use super::{
    Encoder, Film, Run,
    area::Area,
    palette::{Palette, TRANSPARENT},
};

pub(super) struct Gif {
    stream: Stream<BufWriter<File>>,
    palette: Palette,
    size: (u16, u16),
    fps: u32,
    last: Option<Vec<u8>>,
}

impl Gif {
    pub(super) fn new(
        file: BufWriter<File>,
        film: &Film,
        palette: Palette,
    ) -> Result<Self, String> {
        let (width, height) = film.size;
        let mut colors = palette.bytes();
        colors.resize(256 * 3, 0); // A GIF's palette has a power of two; the last one is transparent.
        let mut stream = Stream::new(file, width, height, &colors).map_err(|e| e.to_string())?;
        stream.set_repeat(Repeat::Infinite).map_err(|e| e.to_string())?;
        Ok(Self { stream, palette, size: film.size, fps: film.fps, last: None })
    }

    /// When a frame begins in 1/100 s, rounded to the nearest, so that delays never drift.
    fn hundredths(&self, frame: u64) -> u64 {
        let fps = u128::from(self.fps);
        u64::try_from((u128::from(frame) * 200 + fps) / (fps * 2)).unwrap_or(u64::MAX)
    }
}

impl Encoder for Gif {
    fn frame(&mut self, pixels: &[u8], run: Run) -> Result<(), String> {
        let area = match &self.last {
            Some(last) => Area::changed(last, pixels, self.size),
            None => Area::whole(self.size),
        };
        let mut indices = Vec::with_capacity(usize::from(area.width) * usize::from(area.height));
        for at in area.pixels(self.size.0) {
            let color = self.palette.index(&pixels[at..at + 4]);
            // Two colours that are one in the palette look the same.
            let last = self.last.as_ref().map(|last| self.palette.index(&last[at..at + 4]));
            indices.push(if last == Some(color) { TRANSPARENT } else { color });
        }
        let mut left = self.hundredths(run.end) - self.hundredths(run.start);
        let mut frame = Frame {
            dispose: DisposalMethod::Keep,
            transparent: Some(TRANSPARENT),
            left: area.left,
            top: area.top,
            width: area.width,
            height: area.height,
            buffer: indices.into(),
            ..Frame::default()
        };
        // A delay has 16 bits: longer ones go on with frames of one pixel that change nothing.
        loop {
            frame.delay = u16::try_from(left).unwrap_or(u16::MAX);
            self.stream.write_frame(&frame).map_err(|e| e.to_string())?;
            left -= u64::from(frame.delay);
            if left == 0 {
                break;
            }
            (frame.width, frame.height, frame.buffer) = (1, 1, vec![TRANSPARENT].into());
        }
        self.last = Some(pixels.to_vec());
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), String> {
        let mut file = self.stream.into_inner().map_err(|e| e.to_string())?;
        file.flush().map_err(|e| e.to_string())
    }
}
