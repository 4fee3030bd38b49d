//! `#[derive(Digest)]`: a struct or an enum that feeds its parts, one by one.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{
    Data, DeriveInput, Error, Field, Fields, Generics, Ident, Result, Token, Type, spanned::Spanned,
};

use crate::lerp::{depends, with_where};

/// Writes the trait for a struct or an enum, or a compile error that names what is wrong.
pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let name = &input.ident;
    let mut types = Vec::new();
    let body = match &input.data {
        Data::Struct(data) => {
            let (pattern, fed) = parts(&data.fields, &mut types)?;
            quote! { let Self #pattern = self; #fed }
        }
        Data::Enum(data) if data.variants.is_empty() => quote! { match *self {} },
        Data::Enum(data) => {
            let mut arms = TokenStream::new();
            for (place, variant) in (0_u64..).zip(&data.variants) {
                let (name, (pattern, fed)) = (&variant.ident, parts(&variant.fields, &mut types)?);
                arms.extend(quote! {
                    Self::#name #pattern => {
                        cueline::digest::Digest::feed(&#place, digester);
                        #fed
                    }
                });
            }
            quote! { match self { #arms } }
        }
        Data::Union(_) => {
            let message = format!(
                "`Digest` can be derived for structs and enums only, and `{name}` is a union: which of its fields \
                 holds the value is not known"
            );
            return Err(Error::new_spanned(name, message));
        }
    };
    let generics = &input.generics;
    let parameters = generics.type_params().map(|parameter| parameter.ident.to_token_stream());
    let projected = types.iter().filter(|ty| is_projection(ty, generics));
    let bounded = parameters.chain(projected.map(ToTokens::to_token_stream));
    let bounds = with_where(generics, bounded.map(|ty| quote! { #ty: cueline::digest::Digest }));
    let (parameters, arguments, _) = generics.split_for_impl();
    Ok(quote! {
        #[automatically_derived]
        impl #parameters cueline::digest::Digest for #name #arguments #bounds {
            #[allow(unused_variables)]
            fn feed(&self, digester: &mut cueline::digest::Digester) {
                #body
            }
        }
    })
}

/// The pattern that binds the fields of a struct or of a variant, and the calls that feed them. A field without the trait
/// is an error at its type.
fn parts<'a>(fields: &'a Fields, types: &mut Vec<&'a Type>) -> Result<(TokenStream, TokenStream)> {
    let (mut bound, mut fed) = (TokenStream::new(), TokenStream::new());
    for (index, (field, member)) in fields.iter().zip(fields.members()).enumerate() {
        let (ty, part) = (&field.ty, format_ident!("part_{index}"));
        match Way::of(field)? {
            Way::Itself => {
                fed.extend(quote_spanned! { ty.span()=>
                    <#ty as cueline::digest::Digest>::feed(#part, digester);
                });
                types.push(ty);
            }
            Way::By(value) => fed.extend(quote! {
                cueline::digest::feed_by::<#ty, _>(#part, #value, digester);
            }),
            Way::List => fed.extend(quote_spanned! { ty.span()=>
                cueline::digest::Digest::feed(&#part[..], digester);
            }),
            Way::Skipped => continue,
        }
        bound.extend(quote! { #member: #part, });
    }
    Ok((quote! { { #bound .. } }, fed))
}

/// Whether a type is one that a parameter names, such as `T::Delta`, so that a bound on the parameter says nothing of it.
fn is_projection(ty: &Type, generics: &Generics) -> bool {
    let Type::Path(path) = ty else { return false };
    let is_parameter =
        |name: &Ident| generics.type_params().any(|parameter| parameter.ident == *name);
    let of_parameter = path.path.segments.first().is_some_and(|first| is_parameter(&first.ident));
    match &path.qself {
        Some(own) => depends(&own.ty.to_token_stream(), generics),
        None => of_parameter && path.path.segments.len() > 1,
    }
}

/// How a field is fed.
enum Way {
    Itself,
    /// `#[digest(by = ..)]`: what a function makes of it.
    By(TokenStream),
    /// `#[digest(list)]`: an array with its length.
    List,
    /// `#[digest(skip)]`
    Skipped,
}

impl Way {
    fn of(field: &Field) -> Result<Self> {
        let mut way = Self::Itself;
        for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("digest"))
        {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("skip") {
                    way = Self::Skipped;
                } else if meta.path.is_ident("list") {
                    way = Self::List;
                } else if meta.path.is_ident("by") {
                    let (input, mut function) = (meta.value()?, TokenStream::new());
                    // As tokens: syn is built without closures.
                    while !input.is_empty() && !input.peek(Token![,]) {
                        function.extend([input.parse::<TokenTree>()?]);
                    }
                    way = Self::By(function);
                } else {
                    return Err(
                        meta.error("on a field, `digest` knows `skip`, `list` and `by = function`")
                    );
                }
                Ok(())
            })?;
        }
        Ok(way)
    }
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
    fn no_unions_and_no_unknown_options() {
        assert_eq!(
            refusal(&parse_quote! { union Bits { a: u32, b: f32 } }),
            "`Digest` can be derived for structs and enums only, and `Bits` is a union: which of its fields holds the \
             value is not known"
        );
        let known = "on a field, `digest` knows `skip`, `list` and `by = function`";
        assert_eq!(refusal(&parse_quote! { struct Piece { #[digest(ignore)] x: f32 } }), known);
        assert_eq!(refusal(&parse_quote! { enum Piece { Pawn(#[digest(ignore)] u8) } }), known);
    }
}
