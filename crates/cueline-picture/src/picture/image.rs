//! Images in pictures.

use std::{fmt, io::Cursor, sync::Arc};

/// The limit of bytes for the pixels of a file: this, or [`PER_BYTE`] of the file if that is more.
const MOST: usize = 256 << 20;
const PER_BYTE: usize = 32;

/// Pixels that many pictures use.
#[derive(Clone)]
pub struct Image(Arc<Pixels>);

struct Pixels {
    width: u16,
    height: u16,
    /// Red, green, blue and opacity, not multiplied with it; row by row from the top.
    rgba: Vec<u8>,
}

impl Image {
    /// An image of four bytes a pixel (red, green, blue, opacity), row by row from the top. None where their number is
    /// not that of the pixels, or there are none.
    #[must_use]
    pub fn new(width: u16, height: u16, rgba: Vec<u8>) -> Option<Self> {
        let fits = rgba.len() == usize::from(width) * usize::from(height) * 4 && !rgba.is_empty();
        fits.then(|| Self(Arc::new(Pixels { width, height, rgba })))
    }

    /// Reads a PNG.
    ///
    /// # Errors
    ///
    /// Why it cannot be read. A file of a few bytes may claim any size: an image of more than 256 MiB, the size of 8192 by
    /// 8192 pixels, is refused, unless its file has a 32nd of that.
    pub fn from_png(file: &[u8]) -> Result<Self, String> {
        let most = MOST.max(file.len().saturating_mul(PER_BYTE));
        let limits = png::Limits { bytes: most };
        let mut decoder = png::Decoder::new_with_limits(Cursor::new(file), limits);
        decoder.set_transformations(
            png::Transformations::normalize_to_color8() | png::Transformations::ALPHA,
        );
        let mut reader = decoder.read_info().map_err(|error| error.to_string())?;
        let info = reader.info();
        let (width, height) = (u16::try_from(info.width), u16::try_from(info.height));
        let pixels = u64::from(info.width) * u64::from(info.height);
        let size = usize::try_from(pixels.saturating_mul(4)).unwrap_or(usize::MAX);
        let (Ok(width), Ok(height)) = (width, height) else {
            return Err("it is wider or higher than 65535 pixels".into());
        };
        if size > most {
            return Err(format!("its pixels take {size} bytes, more than the {most} for its file"));
        }
        let mut bytes = vec![0; reader.output_buffer_size().ok_or("it is too large")?];
        let info = reader.next_frame(&mut bytes).map_err(|error| error.to_string())?;
        bytes.truncate(info.buffer_size());
        let rgba = match info.color_type {
            png::ColorType::GrayscaleAlpha => {
                bytes.chunks_exact(2).flat_map(|two| [two[0], two[0], two[0], two[1]]).collect()
            }
            _ => bytes,
        };
        Self::new(width, height, rgba).ok_or_else(|| "it has no pixels".into())
    }

    /// Width in pixels.
    #[must_use]
    pub fn width(&self) -> u16 {
        self.0.width
    }

    /// How many pixels lie above each other.
    #[must_use]
    pub fn height(&self) -> u16 {
        self.0.height
    }

    /// Its pixels: red, green, blue and opacity, row by row from the top.
    #[must_use]
    pub fn rgba(&self) -> &[u8] {
        &self.0.rgba
    }

    /// What is the same for all its copies, and for no other image.
    #[cfg(feature = "egui")]
    pub(crate) fn key(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }
}

/// Equal are copies of each other: pixels are not compared.
impl PartialEq for Image {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for Image {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Image({} x {})", self.0.width, self.0.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of 69 bytes that claims 100,000 by 100,000 pixels took 40 GB.
    #[test]
    fn an_image_of_any_size_in_a_small_file_is_refused() {
        let bomb =
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\x01\x86\xa0\0\x01\x86\xa0\x08\x06\0\0\0\xa8R\x0b\xc8\
            \0\0\0\x0cIDATx\x9cc`\xa0=\0\0\0d\0\x01\x86d<5\0\0\0\0IEND\xaeB`\x82";
        assert_eq!(bomb.len(), 69);
        assert!(Image::from_png(bomb).unwrap_err().contains("65535 pixels"));

        let written = |side: u32| {
            let mut bytes = Vec::new();
            let mut encoder = png::Encoder::new(&mut bytes, side, side);
            encoder.set_color(png::ColorType::Grayscale);
            encoder.set_depth(png::BitDepth::One);
            let mut writer = encoder.write_header().unwrap();
            writer.write_image_data(&vec![255; side as usize * (side as usize / 8)]).unwrap();
            writer.finish().unwrap();
            bytes
        };
        let image = Image::from_png(&written(8)).unwrap();
        assert_eq!((image.width(), image.rgba()[..4].to_vec()), (8, vec![255; 4]));
        assert!(Image::from_png(&written(16_384)).unwrap_err().contains("bytes, more than the"));
    }
}
