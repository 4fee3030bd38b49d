//! What timelines promise.

mod building;
mod extremes;
mod laws;
mod model;
mod playing;
mod playing_model;
mod showing;
mod stepped;
