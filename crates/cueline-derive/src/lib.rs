//! The derive macros of `cueline`; use them through that crate.
