mod behaviour;
mod files;
mod laws;
mod model;
mod programs;
