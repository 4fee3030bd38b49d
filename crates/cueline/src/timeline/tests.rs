//! What timelines promise.

mod building;
mod digest;
mod extremes;
mod laws;
mod model;
mod playing;
mod playing_model;
mod showing;
mod stepped;
