//! Animated PNG: only what has changed, transparent where it has not, with exact delays.

use std::{fs::File, io::BufWriter};

use png::{BitDepth, BlendOp, ColorType, Compression, DisposeOp, Encoder as Stream, Writer};

use super::{Encoder, Film, Run, area::Area};

pub(super) struct Apng {
    stream: Writer<BufWriter<File>>,
    size: (u16, u16),
    fps: u32,
    last: Option<Vec<u8>>,
}

impl Apng {
    pub(super) fn new(file: BufWriter<File>, film: &Film, frames: usize) -> Result<Self, String> {
        let (width, height) = film.size;
        let count = u32::try_from(frames).map_err(|e| e.to_string())?;
        let mut stream = Stream::new(file, u32::from(width), u32::from(height));
        stream.set_color(ColorType::Rgba);
        stream.set_depth(BitDepth::Eight);
        stream.set_compression(Compression::Fast);
        stream.set_animated(count, 0).map_err(|e| e.to_string())?;
        stream.set_dispose_op(DisposeOp::None).map_err(|e| e.to_string())?;
        stream.set_blend_op(BlendOp::Over).map_err(|e| e.to_string())?;
        let stream = stream.write_header().map_err(|e| e.to_string())?;
        Ok(Self { stream, size: film.size, fps: film.fps, last: None })
    }

    /// The delay of `frames` as a fraction of a second; its parts have 16 bits, so a hold of more
    /// than a minute at most frame rates is rounded to whole seconds.
    fn delay(&self, frames: u64) -> (u16, u16) {
        match (u16::try_from(frames), u16::try_from(self.fps)) {
            (Ok(num), Ok(den)) => (num, den),
            _ => (u16::try_from(frames / u64::from(self.fps)).unwrap_or(u16::MAX), 1),
        }
    }

    fn write(&mut self, pixels: &[u8], run: Run) -> Result<(), png::EncodingError> {
        let (num, den) = self.delay(run.end - run.start);
        self.stream.set_frame_delay(num, den)?;
        let area = match &self.last {
            Some(last) => Area::changed(last, pixels, self.size),
            None => Area::whole(self.size),
        };
        // The place before the size: the stream checks that both fit together.
        self.stream.reset_frame_position()?;
        self.stream.set_frame_dimension(u32::from(area.width), u32::from(area.height))?;
        self.stream.set_frame_position(u32::from(area.left), u32::from(area.top))?;
        let mut data = Vec::with_capacity(usize::from(area.width) * usize::from(area.height) * 4);
        for at in area.pixels(self.size.0) {
            let pixel = &pixels[at..at + 4];
            let same = self.last.as_ref().is_some_and(|last| &last[at..at + 4] == pixel);
            data.extend_from_slice(if same { &[0; 4] } else { pixel });
        }
        self.stream.write_image_data(&data)
    }
}

impl Encoder for Apng {
    fn frame(&mut self, pixels: &[u8], run: Run) -> Result<(), String> {
        self.write(pixels, run).map_err(|e| e.to_string())?;
        self.last = Some(pixels.to_vec());
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), String> {
        self.stream.finish().map_err(|e| e.to_string())
    }
}
