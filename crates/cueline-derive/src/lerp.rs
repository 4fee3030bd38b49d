//! `#[derive(Lerp)]`: a struct of values as one value.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{
    Attribute, Data, DeriveInput, Error, Field, Fields, Generics, Ident, Index, Path, Result,
    Token, punctuated::Punctuated, spanned::Spanned,
};

/// Writes the trait for a struct and the struct of its difference, or reports why it cannot.
pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let kind = match &input.data {
        Data::Struct(data) => return write(input, &data.fields, &Options::of(input)?),
        Data::Enum(_) => "an enum: there is nothing between two of its variants",
        Data::Union(_) => "a union: which of its fields holds the value is not known",
    };
    let name = &input.ident;
    let message = format!("`Lerp` can be derived for structs only, and `{name}` is {kind}");
    Err(Error::new_spanned(name, message))
}

/// A field whose values are blended.
struct Part<'a> {
    field: &'a Field,
    /// The field in the struct.
    member: TokenStream,
    /// The field in the struct of the difference, which leaves out skipped ones.
    delta: TokenStream,
}

fn write(input: &DeriveInput, fields: &Fields, options: &Options) -> Result<TokenStream> {
    let (name, visibility) = (&input.ident, &input.vis);
    let delta = options.delta.clone().unwrap_or_else(|| format_ident!("{name}Delta"));
    let derives = &options.derives;
    let doc = format!("The difference of two [`{name}`].");
    let (parts, skipped) = parts(fields)?;

    let generics = &input.generics;
    let dependent = parts.iter().map(|part| &part.field.ty);
    let dependent = dependent.filter(|ty| depends(&ty.to_token_stream(), generics));
    let struct_bounds =
        with_where(generics, dependent.map(|ty| quote! { #ty: cueline::value::Lerp }));
    let (parameters, arguments, _) = generics.split_for_impl();
    let bounds = bounded(input, &parts, None);

    // The one place that asks whether the fields are values: what is not one is one error, at the type of the field.
    let declared = parts.iter().map(|Part { field, member, .. }| {
        let (visibility, ident, ty) = (&field.vis, field.ident.iter(), &field.ty);
        let doc = format!("The difference in `{member}`.");
        let ty = quote_spanned! { ty.span()=> <#ty as cueline::value::Lerp>::Delta };
        quote! { #[doc = #doc] #visibility #(#ident:)* #ty }
    });
    let body = match fields {
        Fields::Named(_) => quote! { #struct_bounds { #(#declared),* } },
        Fields::Unnamed(_) => quote! { (#(#declared),*) #struct_bounds; },
        Fields::Unit => quote! { #struct_bounds; },
    };

    let of_value = |call: fn(&TokenStream, &TokenStream) -> TokenStream| {
        parts.iter().map(move |Part { field, member, delta }| {
            let (ty, call) = (&field.ty, call(member, delta));
            quote_spanned! { ty.span()=> <#ty as cueline::value::Lerp>::#call }
        })
    };
    let of_delta = |call: fn(&TokenStream) -> TokenStream| {
        parts.iter().map(move |Part { field, delta, .. }| {
            let (ty, call) = (&field.ty, call(delta));
            quote_spanned! { ty.span()=>
                <<#ty as cueline::value::Lerp>::Delta as cueline::value::Delta>::#call
            }
        })
    };
    let members: Vec<_> = parts.iter().map(|part| &part.member).collect();
    let deltas: Vec<_> = parts.iter().map(|part| &part.delta).collect();

    let lerp = of_value(|member, _| quote! { lerp(&self.#member, &to.#member, t) });
    let minus = of_value(|member, _| quote! { minus(&self.#member, &from.#member) });
    let plus = of_value(|member, delta| quote! { plus(&self.#member, &delta.#delta) });
    let repeated = of_value(
        |member, _| quote! { repeated(&self.#member, &from.#member, &to.#member, passes) },
    );
    let value_finite = of_value(|member, _| quote! { is_finite(&self.#member) });
    let zero = of_delta(|_| quote! { zero() });
    let and = of_delta(|delta| quote! { and(&self.#delta, &next.#delta) });
    let scaled = of_delta(|delta| quote! { scaled(&self.#delta, factor) });
    let stopped = of_delta(|delta| quote! { stopped(&self.#delta, &left.#delta, &first.#delta) });
    let rate = of_delta(|delta| quote! { rate_with(&self.#delta, &next.#delta, &rate.#delta) });
    let delta_finite = of_delta(|delta| quote! { is_finite(&self.#delta) });
    let delta_zero = of_delta(|delta| quote! { is_zero(&self.#delta) });
    let extras = extras(input, &delta, options, &parts, fields);
    Ok(quote! {
        #[doc = #doc]
        #[derive(#(#derives),*)]
        #visibility struct #delta #generics #body

        #[automatically_derived]
        #[allow(unused_variables, clippy::clone_on_copy, clippy::expl_impl_clone_on_copy)]
        impl #parameters ::core::clone::Clone for #delta #arguments #bounds {
            fn clone(&self) -> Self {
                Self { #(#deltas: ::core::clone::Clone::clone(&self.#deltas)),* }
            }
        }

        #[automatically_derived]
        #[allow(unused_variables)]
        impl #parameters cueline::value::Lerp for #name #arguments #bounds {
            type Delta = #delta #arguments;
            fn lerp(&self, to: &Self, t: f64) -> Self {
                Self {
                    #(#members: #lerp,)*
                    #(#skipped: ::core::clone::Clone::clone(
                        if t < 1.0 { &self.#skipped } else { &to.#skipped },
                    ),)*
                }
            }
            fn minus(&self, from: &Self) -> Self::Delta {
                #delta { #(#deltas: #minus),* }
            }
            fn plus(&self, delta: &Self::Delta) -> Self {
                Self {
                    #(#members: #plus,)*
                    #(#skipped: ::core::clone::Clone::clone(&self.#skipped),)*
                }
            }
            fn repeated(&self, from: &Self, to: &Self, passes: i64) -> Self {
                Self {
                    #(#members: #repeated,)*
                    #(#skipped: ::core::clone::Clone::clone(&self.#skipped),)*
                }
            }
            fn is_finite(&self) -> bool {
                true #(&& #value_finite)*
            }
        }

        #[automatically_derived]
        #[allow(unused_variables)]
        impl #parameters cueline::value::Delta for #delta #arguments #bounds {
            fn zero() -> Self {
                Self { #(#deltas: #zero),* }
            }
            fn and(&self, next: &Self) -> Self {
                Self { #(#deltas: #and),* }
            }
            fn scaled(&self, factor: f64) -> Self {
                Self { #(#deltas: #scaled),* }
            }
            fn stopped(&self, left: &Self, first: &Self) -> Self {
                Self { #(#deltas: #stopped),* }
            }
            fn rate_with(&self, next: &Self, rate: &Self) -> Self {
                Self { #(#deltas: #rate),* }
            }
            fn is_finite(&self) -> bool {
                true #(&& #delta_finite)*
            }
            fn is_zero(&self) -> bool {
                true #(&& #delta_zero)*
            }
        }

        #extras
    })
}

/// Whether a type mentions a parameter of the struct.
pub(crate) fn depends(ty: &TokenStream, generics: &Generics) -> bool {
    ty.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => depends(&group.stream(), generics),
        TokenTree::Ident(ident) => generics.type_params().any(|param| param.ident == ident),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// The parameters of the struct, with bounds: every field is a value, and its difference has a trait.
///
/// A bound on a type without parameters is refused where it does not hold. One that is written for all lifetimes is
/// taken for granted within the impl and looked at where the impl is used: so a field that is no value is no error in
/// every line of the impl, and a trait is there for the structs whose fields have it.
fn bounded(input: &DeriveInput, parts: &[Part<'_>], also: Option<&TokenStream>) -> TokenStream {
    let mut predicates = Vec::new();
    for Part { field: Field { ty, .. }, .. } in parts {
        let lerp = quote! { cueline::value::Lerp };
        predicates.push(quote_spanned! { ty.span()=> for<'__all> #ty: #lerp });
        if let Some(bound) = also {
            let of = quote! { <#ty as #lerp>::Delta };
            predicates.push(quote_spanned! { ty.span()=> for<'__all> #of: #bound });
        }
    }
    with_where(&input.generics, predicates)
}

/// The `where` of the struct with more predicates.
pub(crate) fn with_where(
    generics: &Generics,
    predicates: impl IntoIterator<Item = TokenStream>,
) -> TokenStream {
    let own = generics.where_clause.iter().flat_map(|bounds| &bounds.predicates);
    let all: Vec<_> = own.map(ToTokens::to_token_stream).chain(predicates).collect();
    if all.is_empty() {
        TokenStream::new()
    } else {
        quote! { where #(#all,)* }
    }
}

/// `Copy`, `Debug`, `PartialEq` and `Digest` for the difference, each where the differences of all fields have it.
fn extras(
    input: &DeriveInput,
    delta: &Ident,
    options: &Options,
    parts: &[Part<'_>],
    fields: &Fields,
) -> TokenStream {
    let (parameters, arguments, _) = input.generics.split_for_impl();
    let deltas: Vec<_> = parts.iter().map(|part| &part.delta).collect();
    let listed = |name| {
        options
            .derives
            .iter()
            .any(|path| path.segments.last().is_some_and(|last| last.ident == name))
    };

    let mut extras = TokenStream::new();
    if !listed("Digest") {
        let digest = quote! { cueline::digest::Digest };
        let bounds = bounded(input, parts, Some(&digest));
        extras.extend(quote! {
            #[automatically_derived]
            #[allow(unused_variables)]
            impl #parameters #digest for #delta #arguments #bounds {
                fn feed(&self, digester: &mut cueline::digest::Digester) {
                    #(#digest::feed(&self.#deltas, digester);)*
                }
            }
        });
    }
    if !listed("Copy") {
        let bounds = bounded(input, parts, Some(&quote! { ::core::marker::Copy }));
        extras.extend(quote! {
            #[automatically_derived]
            impl #parameters ::core::marker::Copy for #delta #arguments #bounds {}
        });
    }
    if !listed("Debug") {
        let bounds = bounded(input, parts, Some(&quote! { ::core::fmt::Debug }));
        let label = delta.to_string();
        let shown = match fields {
            Fields::Named(_) => {
                let labels = deltas.iter().map(ToString::to_string);
                quote! { f.debug_struct(#label)#(.field(#labels, &self.#deltas))*.finish() }
            }
            _ => quote! { f.debug_tuple(#label)#(.field(&self.#deltas))*.finish() },
        };
        extras.extend(quote! {
            #[automatically_derived]
            impl #parameters ::core::fmt::Debug for #delta #arguments #bounds {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    #shown
                }
            }
        });
    }
    if !listed("PartialEq") {
        let bounds = bounded(input, parts, Some(&quote! { ::core::cmp::PartialEq }));
        extras.extend(quote! {
            #[automatically_derived]
            #[allow(unused_variables)]
            impl #parameters ::core::cmp::PartialEq for #delta #arguments #bounds {
                fn eq(&self, other: &Self) -> bool {
                    true #(&& self.#deltas == other.#deltas)*
                }
            }
        });
    }
    extras
}

/// The fields that are blended, and the members that are skipped.
fn parts(fields: &Fields) -> Result<(Vec<Part<'_>>, Vec<TokenStream>)> {
    let (mut parts, mut skipped) = (Vec::new(), Vec::new());
    for (field, member) in fields.iter().zip(fields.members()) {
        let member = member.into_token_stream();
        if is_skipped(field)? {
            skipped.push(member);
            continue;
        }
        let delta = match &field.ident {
            Some(ident) => ident.to_token_stream(),
            None => Index::from(parts.len()).to_token_stream(),
        };
        parts.push(Part { field, member, delta });
    }
    Ok((parts, skipped))
}

/// Whether a field has `#[lerp(skip)]`.
fn is_skipped(field: &Field) -> Result<bool> {
    let mut skipped = false;
    for attribute in field.attrs.iter().filter(is_lerp) {
        attribute.parse_nested_meta(|meta| {
            if !meta.path.is_ident("skip") {
                return Err(meta.error("on a field, `lerp` knows `skip`"));
            }
            skipped = true;
            Ok(())
        })?;
    }
    Ok(skipped)
}

/// What `#[lerp(...)]` says about the struct.
#[derive(Default)]
struct Options {
    delta: Option<Ident>,
    derives: Vec<Path>,
}

impl Options {
    fn of(input: &DeriveInput) -> Result<Self> {
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
                    return Err(meta.error(
                        "on a struct, `lerp` knows `delta = Name` and `derive(...)`; `skip` goes on a field",
                    ));
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
    use syn::parse_quote;

    use super::*;

    /// What the compiler says.
    fn refusal(input: &DeriveInput) -> String {
        derive(input).expect_err("refused").to_string()
    }

    /// A game that uses the crate through another one, such as `bevy_cueline`, has no crate of that name.
    #[test]
    fn the_name_of_the_crate_may_be_one_that_is_in_scope() {
        let piece: DeriveInput = parse_quote! { struct Piece<T> { x: f32, #[lerp(skip)] y: T } };
        let outputs = [derive(&piece), crate::animate::derive(&piece)];
        for output in outputs {
            let output = output.expect("it is a struct of values").to_string();
            assert!(output.contains("cueline :: "), "{output}");
            assert!(!output.contains(":: cueline"), "{output}");
        }
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
            "`Lerp` can be derived for structs only, and `Bits` is a union: which of its fields holds \
             the value is not known"
        );
    }

    #[test]
    fn unknown_options_are_named() {
        let known =
            "on a struct, `lerp` knows `delta = Name` and `derive(...)`; `skip` goes on a field";
        assert_eq!(refusal(&parse_quote! { #[lerp(skip)] struct Piece { x: f32 } }), known);
        let known = "on a field, `lerp` knows `skip`";
        assert_eq!(refusal(&parse_quote! { struct Piece { #[lerp(delta = A)] x: f32 } }), known);
    }

    /// The code that is written, without spaces.
    fn written(input: &DeriveInput) -> String {
        derive(input).expect("a struct").to_string().replace(' ', "")
    }

    #[test]
    fn the_difference_has_the_bounds_of_the_struct_and_of_the_fields_that_name_a_parameter() {
        let code = written(&parse_quote! {
            struct Pair<T> where T: Clone { a: (u8, [T; 2]), b: f32 }
        });
        assert!(
            code.contains("structPairDelta<T>whereT:Clone,(u8,[T;2]):cueline::value::Lerp,{"),
            "{code}"
        );
        let all = "for<'__all>(u8,[T;2]):cueline::value::Lerp,for<'__all>f32:cueline::value::Lerp,";
        let of = format!("impl<T>cueline::value::LerpforPair<T>whereT:Clone,{all}{{");
        assert!(code.contains(&of), "{of} in {code}");
        let plain = written(&parse_quote! { struct Piece { x: f32 } });
        assert!(plain.contains("structPieceDelta{"), "{plain}");
    }

    #[test]
    fn the_difference_has_each_trait_once_whether_it_is_listed_or_not() {
        let traits = [
            "cueline::digest::Digest",
            "::core::marker::Copy",
            "::core::fmt::Debug",
            "::core::cmp::PartialEq",
        ];
        let is_written = |code: &str, of: &str| code.contains(&format!("impl{of}forPieceDelta"));
        let code = written(&parse_quote! { struct Piece { x: f32, #[other(skip)] y: f32 } });
        assert!(traits.iter().all(|of| is_written(&code, of)), "{code}");
        assert!(
            code.contains("y:<f32ascueline"),
            "an option of another macro skips nothing: {code}"
        );
        for listed in traits {
            let path: Path = syn::parse_str(listed.trim_start_matches("::")).expect("a path");
            let code = written(&parse_quote! { #[lerp(derive(#path))] struct Piece { x: f32 } });
            for of in traits {
                assert_eq!(is_written(&code, of), of != listed, "{of} beside {listed}: {code}");
            }
        }
    }

    #[test]
    fn a_skipped_field_is_that_of_the_start_until_the_end() {
        let code = written(&parse_quote! { struct Piece { #[lerp(skip)] name: u8, x: f32 } });
        assert!(
            code.contains("name:::core::clone::Clone::clone(ift<1.0{&self.name}else{&to.name},)"),
            "{code}"
        );
        assert!(code.contains("structPieceDelta{#[doc=\"Thedifferencein`x`.\"]x:<f32"), "{code}");
    }
}
