//! The derive macros of `cueline`; use them through that crate.

mod animate;

/// Lets tracks write the fields of a struct by path; see `cueline::clip::Animate`.
///
/// Every field must be `Animate` itself. `#[animate(skip)]` leaves a field out,
/// `#[animate(rename = "...")]` gives it another name in paths.
#[proc_macro_derive(Animate, attributes(animate))]
pub fn derive_animate(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    animate::derive(input).unwrap_or_else(syn::Error::into_compile_error).into()
}
