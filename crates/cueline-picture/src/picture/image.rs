//! Images in pictures.

use std::{fmt, sync::Arc};

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
