//! What the compiler says to a mistake of a beginner. The book's chapter "When it does not compile, or does not move" quotes
//! it.
//!
//! A crate of its own, as what a program may use is checked again for each of them.

/// The texts are those of the toolchain that the workspace names; `TRYBUILD=overwrite` writes them again.
#[test]
fn the_compiler_refuses_each_mistake() {
    trybuild::TestCases::new().compile_fail("mistakes/*.rs");
}

/// A wrong `#[derive(Lerp)]`: one error at each offending field, with its remedy.
#[test]
fn the_derive_refuses_each_offending_field() {
    trybuild::TestCases::new().compile_fail("derive/*.rs");
}
