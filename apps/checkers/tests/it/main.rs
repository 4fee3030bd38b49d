//! The tests of the public interface and of the program, in one program, so that the game is linked to them once.

mod cli;
mod damaged_saves;
mod fuzzed;
mod old_saves;
