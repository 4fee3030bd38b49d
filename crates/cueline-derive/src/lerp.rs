//! `#[derive(Lerp)]`: a struct of values as one value.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{
    Attribute, Data, DeriveInput, Error, Fields, Ident, Path, Result, Token, parse_quote,
    punctuated::Punctuated,
};

/// Writes the trait for a struct and the struct of its difference, or says what is in the way.
pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let kind = match &input.data {
        Data::Struct(data) => return Ok(write(input, &data.fields, &Options::of(input)?)),
        Data::Enum(_) => "an enum: there is nothing between two of its variants",
        Data::Union(_) => "a union: nobody knows which of its fields holds the value",
    };
    let name = &input.ident;
    let message = format!("`Lerp` can be derived for structs only, and `{name}` is {kind}");
    Err(Error::new_spanned(name, message))
}

fn write(input: &DeriveInput, fields: &Fields, options: &Options) -> TokenStream {
    let (name, visibility) = (&input.ident, &input.vis);
    let delta = options.delta.clone().unwrap_or_else(|| format_ident!("{name}Delta"));
    let derives = &options.derives;
    let doc = format!("The difference of two [`{name}`].");

    let mut generics = input.generics.clone();
    if !generics.params.is_empty() {
        let bounds = generics.make_where_clause();
        for ty in fields.iter().map(|field| &field.ty) {
            bounds.predicates.push(parse_quote! { #ty: ::cueline::value::Lerp });
        }
    }
    let (parameters, arguments, bounds) = generics.split_for_impl();

    let members: Vec<_> = fields.members().map(ToTokens::into_token_stream).collect();
    let parts = fields.iter().zip(&members).map(|(field, member)| {
        let (visibility, ident, ty) = (&field.vis, field.ident.iter(), &field.ty);
        let doc = format!("The difference in `{member}`.");
        quote! { #[doc = #doc] #visibility #(#ident:)* <#ty as ::cueline::value::Lerp>::Delta }
    });
    let body = match fields {
        Fields::Named(_) => quote! { #bounds { #(#parts),* } },
        Fields::Unnamed(_) => quote! { (#(#parts),*) #bounds; },
        Fields::Unit => quote! { #bounds; },
    };

    let lerp = quote! { ::cueline::value::Lerp };
    let difference = quote! { ::cueline::value::Delta };
    let also = |of: &TokenStream| quote! { true #(&& #of::is_finite(&self.#members))* };
    let (values_finite, deltas_finite) = (also(&lerp), also(&difference));
    quote! {
        #[doc = #doc]
        #[derive(#(#derives),*)]
        #visibility struct #delta #generics #body

        #[automatically_derived]
        #[allow(unused_variables, clippy::clone_on_copy, clippy::expl_impl_clone_on_copy)]
        impl #parameters ::core::clone::Clone for #delta #arguments #bounds {
            fn clone(&self) -> Self {
                Self { #(#members: ::core::clone::Clone::clone(&self.#members)),* }
            }
        }

        #[automatically_derived]
        #[allow(unused_variables)]
        impl #parameters #lerp for #name #arguments #bounds {
            type Delta = #delta #arguments;
            fn lerp(&self, to: &Self, t: f64) -> Self {
                Self { #(#members: #lerp::lerp(&self.#members, &to.#members, t)),* }
            }
            fn minus(&self, from: &Self) -> Self::Delta {
                #delta { #(#members: #lerp::minus(&self.#members, &from.#members)),* }
            }
            fn plus(&self, delta: &Self::Delta) -> Self {
                Self { #(#members: #lerp::plus(&self.#members, &delta.#members)),* }
            }
            fn is_finite(&self) -> bool {
                #values_finite
            }
        }

        #[automatically_derived]
        #[allow(unused_variables)]
        impl #parameters #difference for #delta #arguments #bounds {
            fn zero() -> Self {
                Self { #(#members: #difference::zero()),* }
            }
            fn and(&self, next: &Self) -> Self {
                Self { #(#members: #difference::and(&self.#members, &next.#members)),* }
            }
            fn scaled(&self, factor: f64) -> Self {
                Self { #(#members: #difference::scaled(&self.#members, factor)),* }
            }
            fn rate_with(&self, next: &Self, rate: &Self) -> Self {
                Self {
                    #(#members: #difference::rate_with(&self.#members, &next.#members, &rate.#members)),*
                }
            }
            fn is_finite(&self) -> bool {
                #deltas_finite
            }
        }
    }
}

/// What `#[lerp(...)]` says about the struct.
#[derive(Default)]
struct Options {
    delta: Option<Ident>,
    derives: Vec<Path>,
}

impl Options {
    fn of(input: &DeriveInput) -> Result<Self> {
        if let Data::Struct(data) = &input.data
            && let Some(attribute) = data.fields.iter().flat_map(|field| &field.attrs).find(is_lerp)
        {
            let message = "`lerp` goes on the struct, not on its fields: every field is blended";
            return Err(Error::new_spanned(attribute, message));
        }
        let mut options = Self::default();
        for attribute in input.attrs.iter().filter(is_lerp) {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("delta") {
                    options.delta = Some(meta.value()?.parse()?);
                } else if meta.path.is_ident("derive") {
                    let list;
                    syn::parenthesized!(list in meta.input);
                    options.derives.extend(Punctuated::<Path, Token![,]>::parse_terminated(&list)?);
                } else {
                    return Err(meta.error("`lerp` knows `delta = Name` and `derive(...)`"));
                }
                Ok(())
            })?;
        }
        Ok(options)
    }
}

fn is_lerp(attribute: &&Attribute) -> bool {
    attribute.path().is_ident("lerp")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the compiler says.
    fn refusal(input: &DeriveInput) -> String {
        derive(input).expect_err("refused").to_string()
    }

    #[test]
    fn only_structs() {
        assert_eq!(
            refusal(&parse_quote! { enum Suit { Hearts, Spades } }),
            "`Lerp` can be derived for structs only, and `Suit` is an enum: there is nothing between \
             two of its variants"
        );
        assert_eq!(
            refusal(&parse_quote! { union Bits { a: u32, b: f32 } }),
            "`Lerp` can be derived for structs only, and `Bits` is a union: nobody knows which of its \
             fields holds the value"
        );
    }

    #[test]
    fn unknown_options_are_named() {
        let known = "`lerp` knows `delta = Name` and `derive(...)`";
        assert_eq!(refusal(&parse_quote! { #[lerp(skip)] struct Piece { x: f32 } }), known);
    }

    #[test]
    fn options_belong_to_the_struct() {
        let known = "`lerp` goes on the struct, not on its fields: every field is blended";
        assert_eq!(refusal(&parse_quote! { struct Piece { #[lerp(skip)] x: f32 } }), known);
    }
}
