mod behaviour;
mod laws;
mod model;
mod programs;
