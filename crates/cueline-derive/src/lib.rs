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
/// Every field must be `Lanes` itself and goes its own way. The struct must be `Copy` and have no parameters.
#[proc_macro_derive(Lanes)]
pub fn derive_lanes(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    lanes::derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Makes a struct of values a value; see `cueline::value::Lerp`.
///
/// Every field must be `Lerp` itself and goes its own way. The struct must be `Clone`. The difference
/// is a struct of its own beside it, with the same fields and the name followed by `Delta`. It is
/// `Clone`; `#[lerp(derive(Debug, PartialEq))]` on the struct gives it more, and
/// `#[lerp(delta = Way)]` another name. Enums and unions are refused.
#[proc_macro_derive(Lerp, attributes(lerp))]
pub fn derive_lerp(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    lerp::derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}
