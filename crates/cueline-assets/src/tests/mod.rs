//! Tests of the formats and the library.

mod arbitrary;
mod examples;
mod hostile;
mod laws;
mod library;
mod schema;
mod text;
mod timeline;
