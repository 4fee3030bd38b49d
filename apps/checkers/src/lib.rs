//! A checkers match that is animated by `cueline`.
//!
//! The rules resolve at once and know nothing of any display; the display catches up.

pub mod rules;
