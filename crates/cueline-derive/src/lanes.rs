//! `#[derive(Lanes)]`: a struct of values in flat arrays, one part behind the other.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{Data, DeriveInput, Error, Result};

/// Writes the trait for a struct, or a compile error that names what is wrong.
pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let name = &input.ident;
    let Data::Struct(data) = &input.data else {
        return Err(Error::new_spanned(name, "`Lanes` can be derived for structs only"));
    };
    if !input.generics.params.is_empty() {
        let message = "`Lanes` cannot be derived for a struct with parameters: how many lanes it has \
                       must be one number";
        return Err(Error::new_spanned(&input.generics, message));
    }
    if data.fields.is_empty() {
        return Err(Error::new_spanned(
            name,
            "`Lanes` cannot be derived for a struct of no fields",
        ));
    }
    let lanes = quote! { cueline_batch::Lanes };
    let kinds: Vec<_> = data.fields.iter().map(|field| &field.ty).collect();
    let members: Vec<_> = data.fields.members().map(ToTokens::into_token_stream).collect();
    let parts: Vec<_> = (0..kinds.len()).map(|part| format_ident!("part_{part}")).collect();
    Ok(quote! {
        #[automatically_derived]
        impl #lanes for #name {
            type Numbers = [f32; #(<#kinds as #lanes>::LANES)+*];

            #[inline(always)]
            fn write(from: &Self, to: &Self, begin: &mut [f32], end: &mut [f32]) {
                #(
                    let (part, begin) = begin.split_at_mut(<#kinds as #lanes>::LANES);
                    let (last, end) = end.split_at_mut(<#kinds as #lanes>::LANES);
                    <#kinds as #lanes>::write(&from.#members, &to.#members, part, last);
                )*
                let _ = (begin, end);
            }

            #[inline(always)]
            fn renew(begin: &mut [f32], end: &mut [f32]) {
                #(
                    let (part, begin) = begin.split_at_mut(<#kinds as #lanes>::LANES);
                    let (last, end) = end.split_at_mut(<#kinds as #lanes>::LANES);
                    <#kinds as #lanes>::renew(part, last);
                )*
                let _ = (begin, end);
            }

            #[inline(always)]
            fn read<const W: usize>(lanes: &[[f32; W]], row: usize) -> Self {
                #(
                    let (part, lanes) = lanes.split_at(<#kinds as #lanes>::LANES);
                    let #parts = <#kinds as #lanes>::read(part, row);
                )*
                let _ = lanes;
                Self { #(#members: #parts),* }
            }

            #[inline(always)]
            fn blend<const W: usize>(
                begin: &[[f32; W]],
                end: &[[f32; W]],
                shares: &[f32; W],
                out: &mut [[f32; W]],
            ) {
                #(
                    let (first, begin) = begin.split_at(<#kinds as #lanes>::LANES);
                    let (last, end) = end.split_at(<#kinds as #lanes>::LANES);
                    let (part, out) = out.split_at_mut(<#kinds as #lanes>::LANES);
                    <#kinds as #lanes>::blend(first, last, shares, part);
                )*
                let _ = (begin, end, out);
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    /// What the compiler says.
    fn refusal(input: &DeriveInput) -> String {
        derive(input).expect_err("refused").to_string()
    }

    #[test]
    fn only_structs_of_fields() {
        let structs = "`Lanes` can be derived for structs only";
        assert_eq!(refusal(&parse_quote! { enum Suit { Hearts, Spades } }), structs);
        let none = "`Lanes` cannot be derived for a struct of no fields";
        assert_eq!(refusal(&parse_quote! { struct Nothing; }), none);
    }

    #[test]
    fn the_count_of_lanes_is_one_number() {
        let message = refusal(&parse_quote! { struct Pair<T> { left: T, right: T } });
        assert!(
            message.starts_with("`Lanes` cannot be derived for a struct with parameters"),
            "{message}"
        );
    }
}
