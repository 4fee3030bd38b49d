//! The derive macros of `cueline`; use them through that crate.
//!
//! What they write begins with `cueline::`: the crate itself, or a name that is in scope, such as that of
//! `use bevy_cueline::prelude::*`.

mod animate;
mod digest;
mod lanes;
mod lerp;

/// Lets tracks write the fields of a struct by path; see `cueline::clip::Animate`.
///
/// Every field must implement `Animate`. `#[animate(skip)]` leaves a field out,
/// `#[animate(rename = "...")]` gives it another name in paths.
#[proc_macro_derive(Animate, attributes(animate))]
pub fn derive_animate(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    animate::derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Gives a struct or an enum a digest; see `cueline::digest::Digest`.
///
/// Every field must implement `Digest`. Fields are fed in their order; an enum feeds the place of the variant first, from
/// 0. So to add a variant at the end keeps the digests of the others, and to move a field changes the digest.
/// `#[digest(skip)]` leaves out a field that follows from the others, such as a cache. `#[digest(by = |name| name.0)]`
/// feeds what a function makes of the field, for a type of another crate. `#[digest(list)]` feeds an array as a list does,
/// with its length. A type parameter must implement `Digest` too.
#[proc_macro_derive(Digest, attributes(digest))]
pub fn derive_digest(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    digest::derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Lets a batch of tweens hold a struct; see `cueline_batch::Lanes`.
///
/// Every field must implement `Lanes`, and moves separately. The struct must be `Copy` and have no parameters.
#[proc_macro_derive(Lanes)]
pub fn derive_lanes(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    lanes::derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Makes a struct of values a value; see `cueline::value::Lerp`.
///
/// Every field must implement `Lerp`, and is blended separately. The struct must be `Clone`.
///
/// `#[lerp(skip)]` leaves out a field without interpolation, such as a name. Below progress 1 the field has the value of
/// the start, from progress 1 on the value of the target. Adding a difference does not change the field. So on a spring a
/// skipped field has the value of the target.
///
/// The difference is a second struct, with the fields that are not skipped and the name followed by `Delta`.
/// It is `Clone`. It is `Copy`, `Debug`, `PartialEq` and `Digest` if the differences of all fields are.
/// `#[lerp(derive(Default))]` on the struct adds derives to the difference, and `#[lerp(delta = Change)]` sets its name.
/// Enums and unions are errors.
#[proc_macro_derive(Lerp, attributes(lerp))]
pub fn derive_lerp(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    lerp::derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}
