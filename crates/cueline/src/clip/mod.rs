//! What moves over time: keyframes, tracks, clips and flipbooks.
