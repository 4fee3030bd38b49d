//! Tests of the formats and the library.

mod arbitrary;
mod hostile;
mod laws;
mod text;
