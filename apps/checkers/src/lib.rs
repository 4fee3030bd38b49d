//! A checkers match that is animated by `cueline`.
//!
//! The layers, each knowing only what stands before it: [`rules`] resolve at once and know nothing of
//! any display; a [`stage::Show`] turns what they report into entries of a queue and samples those;
//! a [`picture::Picture`] is one moment of the show as plain data; painters put it on a screen or into
//! a file.

pub mod cli;
pub mod layout;
pub mod palette;
pub mod picture;
pub mod rules;
pub mod stage;
