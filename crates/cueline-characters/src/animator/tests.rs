mod behaviour;
mod cues;
mod files;
mod laws;
mod model;
mod programs;
