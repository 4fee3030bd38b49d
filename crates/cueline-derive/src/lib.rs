//! The derive macros of `cueline`; use them through that crate.

mod lerp;

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
