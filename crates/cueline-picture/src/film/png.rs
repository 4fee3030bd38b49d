//! A numbered PNG for every frame.

use std::{
    fs,
    path::{Path, PathBuf},
};

use png::{BitDepth, ColorType, Compression, Encoder as Stream};

use super::{Encoder, Film, Run};

pub(super) struct Numbered {
    output: PathBuf,
    size: (u16, u16),
}

impl Numbered {
    pub(super) fn new(film: &Film) -> Self {
        Self { output: film.output.clone(), size: film.size }
    }
}

/// `turn.png` becomes `turn-00012.png`.
pub(super) fn numbered(output: &Path, index: u64) -> PathBuf {
    let stem = output.file_stem().unwrap_or_default().to_string_lossy();
    output.with_file_name(format!("{stem}-{index:05}.png"))
}

/// A whole PNG file.
fn file(pixels: &[u8], (width, height): (u16, u16)) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut stream = Stream::new(&mut bytes, u32::from(width), u32::from(height));
    stream.set_color(ColorType::Rgb);
    stream.set_depth(BitDepth::Eight);
    stream.set_compression(Compression::Fast);
    let mut writer = stream.write_header()?;
    let data: Vec<u8> =
        pixels.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    writer.write_image_data(&data)?;
    writer.finish()?;
    Ok(bytes)
}

impl Encoder for Numbered {
    fn frame(&mut self, pixels: &[u8], run: Run) -> Result<(), String> {
        let bytes = file(pixels, self.size).map_err(|e| e.to_string())?;
        for index in run.start..run.end {
            let path = numbered(&self.output, index);
            fs::write(&path, &bytes).map_err(|e| e.to_string())?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), String> {
        Ok(())
    }
}
