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

    /// The code that is written, without spaces.
    fn written(input: &DeriveInput) -> String {
        derive(input).expect("a struct or an enum").to_string().replace(' ', "")
    }

    #[test]
    fn an_enum_feeds_the_place_of_its_variant_and_then_its_fields() {
        let code = written(&parse_quote! { enum Order { Stop, Go(u8, #[digest(skip)] f32) } });
        let fed = "cueline::digest::Digest";
        assert!(
            code.contains(&format!("Self::Stop{{..}}=>{{{fed}::feed(&0u64,digester);}}")),
            "{code}"
        );
        let go = format!(
            "Self::Go{{0:part_0,..}}=>{{{fed}::feed(&1u64,digester);<u8as{fed}>::feed(part_0,digester);}}"
        );
        assert!(code.contains(&go), "{code}");
        assert!(!code.contains("f32"), "{code}");
        let none = written(&parse_quote! { enum Never {} });
        assert!(none.contains("match*self{}"), "{none}");
    }

    #[test]
    fn a_field_is_fed_by_a_function_or_as_a_list_where_it_says_so() {
        let code = written(
            &parse_quote! { struct Sound { #[digest(skip)] name: u8, #[digest(list)] all: [u8; 3] } },
        );
        assert!(code.contains("Digest::feed(&part_1[..],digester)"), "{code}");
        assert!(!code.contains("part_0"), "{code}");
        let code = written(
            &parse_quote! { struct Sound { #[digest(by = volume::<f32>)] gain: f32, #[digest(by = name, list)] name: u8 } },
        );
        assert!(
            code.contains("cueline::digest::feed_by::<f32,_>(part_0,volume::<f32>,digester);"),
            "{code}"
        );
        assert!(
            code.contains("Digest::feed(&part_1[..],digester)"),
            "a comma ends a function: {code}"
        );
    }

    #[test]
    fn parameters_and_the_types_that_they_name_are_bound_and_nothing_else() {
        let bounds = |input: &DeriveInput| {
            let code = written(input);
            let bounds = code.split_once("where").map_or("", |(_, rest)| rest);
            bounds.split_once('{').map_or("", |(bounds, _)| bounds).to_owned()
        };
        let fed = "cueline::digest::Digest";
        let plain = bounds(
            &parse_quote! { struct Pair<T> { a: T, b: u8, c: Vec<T>, d: (T, u8), e: std::time::Duration } },
        );
        assert_eq!(plain, format!("T:{fed},"));
        let named = bounds(
            &parse_quote! { struct Step<T: Lerp> { a: T::Delta, b: <Vec<T> as Lerp>::Delta, c: <u8 as Lerp>::Delta } },
        );
        assert_eq!(named, format!("T:{fed},T::Delta:{fed},<Vec<T>asLerp>::Delta:{fed},"));
        assert_eq!(bounds(&parse_quote! { struct Plain { a: std::time::Duration } }), "");
    }
}
