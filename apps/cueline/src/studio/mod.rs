//! The studio: an editor of animation files, in a window or in a page.
//!
//! The text of the file is the document. Each edit, by a drag or a button, replaces a few bytes of the text ([`edit`]),
//! and [`model`] checks the result like typed text. So a diff shows the edited values and nothing else.

mod app;
#[cfg(test)]
mod attacks;
mod cards;
mod easing;
mod edit;
mod files;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) mod measure;
mod model;
#[cfg(target_arch = "wasm32")]
mod page;
mod rows;
mod trial;

/// The size of its window, in points, at which everything is drawn as large as it is.
pub(crate) const SIZE: [f32; 2] = [1360.0, 820.0];

pub(crate) use app::Studio;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use files::{Watch, replace};
#[cfg(target_arch = "wasm32")]
pub(crate) use page::open_in_page;
