//! The derive macros of `cueline`; use them through that crate.

mod animate;
mod lanes;
mod lerp;

/// Lets tracks write the fields of a struct by path; see `cueline::clip::Animate`.
///
/// Every field must be `Animate` itself. `#[animate(skip)]` leaves a field out,
/// `#[animate(rename = "...")]` gives it another name in paths.
#[proc_macro_derive(Animate, attributes(animate))]
pub fn derive_animate(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    animate::derive(input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Lets a batch of tweens hold a struct; see `cueline::batch::Lanes`.
///
/// Every field must be `Lanes` itself and moves on its own. The struct must be `Copy` and have no parameters.
#[proc_macro_derive(Lanes)]
pub fn derive_lanes(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    lanes::derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Makes a struct of values a value; see `cueline::value::Lerp`.
///
/// Every field must be `Lerp` itself and is blended on its own. The struct must be `Clone`.
///
/// `#[lerp(skip)]` on a field leaves a field out that is no value, such as a name: a blend has the field of its
/// start below progress 1 and the field of its target from 1 on; adding a difference keeps it. So a skipped
/// field of a value on a spring is that of the target.
///
/// The difference is a second struct, with the fields that are not skipped and the name followed by `Delta`.
/// It is `Clone`. It is `Copy`, `Debug` and `PartialEq` if the differences of all fields are.
/// `#[lerp(derive(Hash))]` on the struct gives it more, and `#[lerp(delta = Change)]` another name.
/// Enums and unions are refused.
#[proc_macro_derive(Lerp, attributes(lerp))]
pub fn derive_lerp(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    lerp::derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}
