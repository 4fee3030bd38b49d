//! The sheets of a file, as sprites.

use bevy_asset::Handle;
use bevy_image::{Image, TextureAtlasLayout};
use bevy_sprite::Sprite;

/// The pictures of a sprite: labels `#image/NAME` and `#layout/NAME`.
///
/// The pictures in the layout are in the order of the sheet, so a [`CueFlipbook`](crate::CueFlipbook) of the same file finds its
/// own. Where pictures lie rotated or without their margins, which Bevy's atlas does not know, the loader draws them whole and
/// upright into a new image; that needs the loader of the image, and an image of 8 bits a channel. An image lies in the asset
/// source of the file that names it, or it is none.
#[derive(Clone, Debug)]
pub struct CueSheet {
    /// The image; none where the sheet names no image file.
    pub image: Option<Handle<Image>>,
    /// The place of each picture on the image.
    pub layout: Handle<TextureAtlasLayout>,
}

impl CueSheet {
    /// A sprite that shows the first picture of the sheet.
    #[must_use]
    pub fn sprite(&self) -> Sprite {
        Sprite {
            image: self.image.clone().unwrap_or_default(),
            texture_atlas: Some(self.layout.clone().into()),
            ..Default::default()
        }
    }
}
