//! The studio: an editor of animation files, in a window or in a page.
//!
//! The text of the file is the document. Each edit, by a drag or a button, replaces a few bytes of the text ([`edit`]),
//! and [`model`] checks the result like typed text. So a diff shows the edited values and nothing else.

mod app;
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

pub(crate) use app::Studio;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use files::{Watch, replace};
#[cfg(target_arch = "wasm32")]
pub(crate) use page::open_in_page;
