//! The tests of the public interface, in one program, so that the crate is linked to them once.

mod fuzzed;
