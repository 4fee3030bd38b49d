//! Programs that the compiler refuses, in `mistakes`; a test compares what it says.
