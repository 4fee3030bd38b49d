//! `#[derive(Animate)]`: the fields of a struct as places that tracks can write.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Data, DeriveInput, Error, Field, Fields, Index, LitStr, Result};

use crate::lerp::with_where;

/// Writes the trait for a struct, or a compile error that names what is wrong.
pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new_spanned(&input.ident, "`Animate` can be derived for structs only"));
    };
    let parts = parts(&data.fields)?;
    let fields = parts.iter().map(|Part { name, field, .. }| {
        let ty = &field.ty;
        quote! { cueline::clip::Field::of::<#ty>(#name) }
    });
    let arms = (0_u16..).zip(&parts).map(|(place, Part { member, field, .. })| {
        let ty = &field.ty;
        quote! { #place => <#ty as cueline::clip::Animate>::slot(&mut self.#member, rest), }
    });
    let body = if parts.is_empty() {
        quote! { let _ = place; ::core::option::Option::None }
    } else {
        quote! {
            let (first, rest) = place.split_first()?;
            match *first {
                #(#arms)*
                _ => ::core::option::Option::None,
            }
        }
    };
    let fields = quote! { &[#(#fields),*] };
    let types =
        parts.iter().map(|part| &part.field.ty).filter(|_| !input.generics.params.is_empty());
    let bounds =
        with_where(&input.generics, types.map(|ty| quote! { #ty: cueline::clip::Animate }));
    let (generics, arguments, _) = input.generics.split_for_impl();
    let name = &input.ident;
    Ok(quote! {
        #[automatically_derived]
        impl #generics cueline::clip::Animate for #name #arguments #bounds {
            const KIND: ::core::option::Option<cueline::clip::ValueKind> = ::core::option::Option::None;
            const FIELDS: &'static [cueline::clip::Field] = #fields;
            fn slot(&mut self, place: &[u16]) -> ::core::option::Option<cueline::clip::ValueMut<'_>> {
                #body
            }
        }
    })
}

/// A field that tracks can write.
struct Part<'a> {
    /// What it is called in paths.
    name: String,
    /// What it is called in code.
    member: TokenStream,
    field: &'a Field,
}

/// The fields that are not left out, with their names.
fn parts(fields: &Fields) -> Result<Vec<Part<'_>>> {
    let mut parts: Vec<Part<'_>> = Vec::new();
    for (index, field) in fields.iter().enumerate() {
        let Options { skip, rename } = Options::of(field)?;
        if skip {
            continue;
        }
        let (member, plain) = match &field.ident {
            Some(ident) => (ident.to_token_stream(), ident.to_string()),
            None => (Index::from(index).to_token_stream(), index.to_string()),
        };
        let plain = plain.strip_prefix("r#").map_or(plain.clone(), String::from);
        let name = rename.unwrap_or(plain);
        if parts.iter().any(|part| part.name == name) {
            return Err(Error::new_spanned(field, format!("there are two fields called {name:?}")));
        }
        parts.push(Part { name, member, field });
    }
    Ok(parts)
}

/// What `#[animate(...)]` says about a field.
#[derive(Default)]
struct Options {
    skip: bool,
    rename: Option<String>,
}

impl Options {
    fn of(field: &Field) -> Result<Self> {
        let mut options = Self::default();
        for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("animate"))
        {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("skip") {
                    options.skip = true;
                    return Ok(());
                }
                if !meta.path.is_ident("rename") {
                    return Err(meta.error("`animate` knows `skip` and `rename = \"...\"`"));
                }
                let name: LitStr = meta.value()?.parse()?;
                if name.value().is_empty() || name.value().contains('.') {
                    return Err(Error::new_spanned(
                        name,
                        "a name must not be empty or contain a `.`",
                    ));
                }
                options.rename = Some(name.value());
                Ok(())
            })?;
        }
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    /// The code that is written, without spaces.
    fn written(input: &DeriveInput) -> String {
        derive(input).expect("a struct").to_string().replace(' ', "")
    }

    /// What the compiler says.
    fn refusal(input: &DeriveInput) -> String {
        derive(input).expect_err("refused").to_string()
    }

    #[test]
    fn each_field_has_its_name_or_the_given_one_and_a_skipped_one_has_none() {
        let door: DeriveInput = parse_quote! {
            struct Door { angle: f32, #[animate(skip)] name: u8, #[animate(rename = "far")] x: f32, r#type: f64 }
        };
        let code = written(&door);
        assert!(code.contains(
            "[cueline::clip::Field::of::<f32>(\"angle\"),cueline::clip::Field::of::<f32>(\"far\"),\
             cueline::clip::Field::of::<f64>(\"type\")]"
        ), "{code}");
        for arm in [
            "0u16=><f32ascueline::clip::Animate>::slot(&mutself.angle,rest),",
            "1u16=><f32ascueline::clip::Animate>::slot(&mutself.x,rest),",
            "2u16=><f64ascueline::clip::Animate>::slot(&mutself.r#type,rest),",
        ] {
            assert!(code.contains(arm), "{arm} in {code}");
        }
        assert!(!code.contains("where"), "{code}");
    }

    #[test]
    fn fields_of_a_parameter_are_bound() {
        let code = written(&parse_quote! { struct Pair<T>(T, f32); });
        assert!(
            code.contains("whereT:cueline::clip::Animate,f32:cueline::clip::Animate,"),
            "{code}"
        );
        assert!(code.contains("<T>(\"0\")") && code.contains("<f32>(\"1\")"), "{code}");
    }

    #[test]
    fn unknown_options_and_bad_names_are_refused() {
        let unknown = "`animate` knows `skip` and `rename = \"...\"`";
        assert_eq!(refusal(&parse_quote! { struct Door { #[animate(hide)] x: f32 } }), unknown);
        let bad = "a name must not be empty or contain a `.`";
        assert_eq!(refusal(&parse_quote! { struct Door { #[animate(rename = "")] x: f32 } }), bad);
        assert_eq!(
            refusal(&parse_quote! { struct Door { #[animate(rename = "a.b")] x: f32 } }),
            bad
        );
        assert_eq!(
            refusal(&parse_quote! { struct Door { x: f32, #[animate(rename = "x")] y: f32 } }),
            "there are two fields called \"x\""
        );
        let structs = "`Animate` can be derived for structs only";
        assert_eq!(refusal(&parse_quote! { enum Suit { Hearts, Spades } }), structs);
    }
}
