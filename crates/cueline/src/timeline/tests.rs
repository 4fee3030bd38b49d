//! What timelines promise.

mod building;
mod digest;
mod extremes;
mod laws;
mod model;
mod playing;
mod playing_model;
#[cfg(feature = "serde")]
mod saved;
mod showing;
mod stepped;
