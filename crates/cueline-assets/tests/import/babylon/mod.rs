//! Babylon.js: clips that it wrote itself, with what it samples from them.
