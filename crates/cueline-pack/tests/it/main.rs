//! The tests of the public interface, in one program.

#[cfg(test)] // so that the lints know tests
mod fuzzed;
#[cfg(test)]
mod packs;
