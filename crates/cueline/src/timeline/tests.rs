//! What timelines promise.

mod building;
mod laws;
mod model;
mod playing;
mod showing;
