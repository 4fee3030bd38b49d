mod behaviour;
mod cues;
mod edges;
mod files;
mod laws;
mod model;
mod programs;
