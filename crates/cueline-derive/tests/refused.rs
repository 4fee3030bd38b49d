//! What the compiler says to a wrong `#[derive(Lerp)]`: one error at each offending field, with its remedy.
//!
//! The texts are those of the toolchain that the workspace names. `TRYBUILD=overwrite` writes them again.

#[test]
fn each_offending_field_is_one_error() {
    trybuild::TestCases::new().compile_fail("tests/refused/*.rs");
}
