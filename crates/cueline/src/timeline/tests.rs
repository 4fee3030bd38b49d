//! What timelines promise.

mod board;
mod building;
mod laws;
mod model;
mod playing;
mod playing_model;
mod showing;
