//! Tests of the formats and the library.

mod animator;
mod arbitrary;
mod comments;
mod examples;
mod hostile;
mod laws;
mod library;
mod old_files;
mod schema;
mod text;
mod timeline;
