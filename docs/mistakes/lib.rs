//! Programs that the compiler refuses, in `mistakes` and `derive`; a test compares what it says.
