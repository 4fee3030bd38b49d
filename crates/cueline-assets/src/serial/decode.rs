//! From a tree to values, with all problems and not only the first one.
//!
//! Serde stops at the first error. This deserializer returns no errors: it records a problem, supplies a placeholder
//! of the requested type, and continues. A document with placeholders is never used, because the problems are errors.

mod access;
mod decoder;
mod sink;

use std::{cell::RefCell, collections::BTreeSet};

use cueline::advanced::nearest;
use serde::de::{self, Deserialize, Visitor, value::StrDeserializer};

use self::{
    access::{Entries, Items, Variant},
    decoder::{Decoder, parse_number},
    sink::{Failed, Path, Sink},
};
use crate::{
    check::MOST_COMPARED,
    forms::{Form, bare_variant, curve::NamedCurves, form, required},
    problem::Problems,
    text::{Entry, Kind, Lines, Node},
};

/// The value of a tree, and all problems; `None` if there is no value.
pub(crate) fn decode<T: for<'de> Deserialize<'de>>(
    node: &Node,
    lines: &Lines<'_>,
) -> (Option<T>, Problems) {
    let sink = Sink { problems: RefCell::default(), lines, curves: NamedCurves::of(node) };
    let value =
        T::deserialize(Decoder { node: Some(node), path: &Path::Root, variant: "", sink: &sink });
    if let Err(Failed(Some(message))) = &value {
        sink.report(&Path::Root, Some(node), node.shown(), message.clone());
    }
    (value.ok(), sink.problems.into_inner())
}

macro_rules! integers {
    ($($method:ident $visit:ident($type:ty))*) => { $(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
            let needed = format!("a whole number from {} to {}", <$type>::MIN, <$type>::MAX);
            let number = self.number::<$type>(|wide| wide.try_into().ok(), &needed);
            self.settle(visitor.$visit(number))
        }
    )* };
}

impl<'de> de::Deserializer<'de> for Decoder<'_> {
    type Error = Failed;

    integers! {
        deserialize_i8 visit_i8(i8) deserialize_i16 visit_i16(i16)
        deserialize_i32 visit_i32(i32) deserialize_i64 visit_i64(i64)
        deserialize_u8 visit_u8(u8) deserialize_u16 visit_u16(u16)
        deserialize_u32 visit_u32(u32) deserialize_u64 visit_u64(u64)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        let number = self.number::<f32>(|_| None, "a number");
        self.settle(visitor.visit_f32(number))
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        let number = self.number::<f64>(|_| None, "a number");
        self.settle(visitor.visit_f64(number))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        let on = match self.node.map(|node| &node.kind) {
            Some(Kind::Word(word)) if word == "true" => true,
            Some(Kind::Word(word)) if word == "false" => false,
            _ => {
                let _reported = self.wrong("true or false");
                false
            }
        };
        self.settle(visitor.visit_bool(on))
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        match self.node.map(|node| &node.kind) {
            Some(Kind::Text(text)) => self.settle(visitor.visit_str(text)),
            _ => {
                let _reported = self.wrong("a text in quotes");
                self.settle(visitor.visit_str(""))
            }
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        self.deserialize_str(visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        let name = self.node.and_then(Node::as_key).unwrap_or_default();
        self.settle(visitor.visit_str(name))
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        match self.node.map(|node| &node.kind) {
            Some(Kind::Word(word)) if matches!(word.as_str(), "true" | "false") => {
                self.deserialize_bool(visitor)
            }
            Some(Kind::Word(word)) if matches!(word.as_str(), "None" | "null") => {
                self.settle(visitor.visit_none())
            }
            Some(Kind::Word(text) | Kind::Text(text)) => self.settle(visitor.visit_str(text)),
            Some(Kind::Number(text)) => {
                match parse_number::<i64>(text, |wide| wide.try_into().ok()) {
                    Some(number) => self.settle(visitor.visit_i64(number)),
                    None => self.deserialize_f64(visitor),
                }
            }
            Some(Kind::List(_) | Kind::Group(..)) => self.deserialize_seq(visitor),
            Some(Kind::Record(..) | Kind::Map(_)) => self.deserialize_map(visitor),
            None => self.settle(visitor.visit_unit()),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        match self.node.map(|node| &node.kind) {
            None => visitor.visit_none(),
            Some(Kind::Word(word)) if matches!(word.as_str(), "None" | "null") => {
                visitor.visit_none()
            }
            Some(Kind::Group(Some(name), items)) if name == "Some" && items.len() == 1 => {
                visitor.visit_some(self.on(Some(&items[0])))
            }
            Some(_) => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        let unit = match self.node.map(|node| &node.kind) {
            None => true,
            Some(Kind::Group(_, items)) => items.is_empty(),
            Some(Kind::Word(word)) => word == "null",
            Some(_) => false,
        };
        if !unit {
            let _reported = self.wrong("()");
        }
        self.settle(visitor.visit_unit())
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Failed> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Failed> {
        // RON puts brackets around values that Cueline writes bare.
        let inside = match self.node.map(|node| &node.kind) {
            Some(Kind::Group(_, items)) if items.len() == 1 => self.on(Some(&items[0])),
            _ => self,
        };
        let Some(Form { stand_in, needed, check, or_numbers, .. }) = form(name) else {
            return self.settle(visitor.visit_newtype_struct(inside));
        };
        if *or_numbers && self.node.is_some_and(|node| node.items().is_some()) {
            return self.settle(visitor.visit_newtype_struct(self));
        }
        let text = match inside.node.map(|node| &node.kind) {
            Some(Kind::Word(text) | Kind::Number(text) | Kind::Text(text)) => Some(text.as_str()),
            _ => None,
        };
        let text = text.map(|text| self.sink.curves.resolved(name, text));
        let checked = text.map(|text| (check(&text), text));
        let text = match &checked {
            Some((Ok(()), text)) => &**text,
            Some((Err(why), text)) => {
                let few = self.sink.problems.borrow().len() < MOST_COMPARED;
                let meant = few.then(|| self.sink.curves.meant(name, text)).flatten();
                let why =
                    meant.map_or_else(|| why.clone(), |meant| format!("did you mean {meant:?}?"));
                let _reported = self.wrong(if why.is_empty() {
                    (*needed).to_owned()
                } else {
                    format!("{needed}; {why}")
                });
                stand_in
            }
            None => {
                let _reported = self.wrong(*needed);
                stand_in
            }
        };
        self.settle(visitor.visit_newtype_struct(StrDeserializer::new(text)))
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        let items = match self.node.map(|node| (&node.kind, node.items())) {
            None => &[],
            Some((Kind::List(_) | Kind::Group(None, _), Some(items))) => items,
            Some(_) => {
                let _reported = self.wrong("a list, `[...]`");
                &[]
            }
        };
        visitor.visit_seq(Items { of: self, items: items.iter().enumerate(), stand_ins: 0 })
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Failed> {
        let items = match self.node.map(|node| (&node.kind, node.items())) {
            Some((Kind::List(_) | Kind::Group(..), Some(items))) if items.len() == length => items,
            Some((Kind::List(_) | Kind::Group(..), Some(items))) => {
                let found = if items.len() == 1 { "value" } else { "values" };
                let found = format!("{} {found}", items.len());
                let is_rotation = self.variant == "Rotation"
                    || matches!(self.path, Path::Field(_, name) if *name == "rotation");
                let parts =
                    if is_rotation && length == 4 { ", x, y, z, w of a quaternion" } else { "" };
                let _reported = self.wrong_as(found, format!("{length}{parts}"));
                &[]
            }
            _ => {
                let _reported = self.wrong(format!("{length} values, `(...)`"));
                &[]
            }
        };
        let stand_ins = length - items.len();
        visitor.visit_seq(Items { of: self, items: items.iter().enumerate(), stand_ins })
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Failed> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        visitor.visit_map(self.names())
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failed> {
        visitor.visit_map(self.fields(name, fields))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failed> {
        self.settle(visitor.visit_enum(self.variant(name, variants)))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! { bytes byte_buf }
}

/// What a visitor reads, once for all types: each of the calls above is compiled for every type in a file.
impl<'a> Decoder<'a> {
    /// The names with their values; `None` for anything else.
    fn entries(self) -> Option<&'a [Entry]> {
        let Some(node) = self.node else { return Some(&[]) };
        node.entries().or((node.kind == Kind::default()).then_some(&[]))
    }

    fn names(self) -> Entries<'a> {
        let entries = self.entries().unwrap_or_else(|| {
            let _reported = self.wrong("names with their values, `{\"name\": ...}`");
            &[]
        });
        let entries = self.chosen(entries, None, "another name");
        Entries {
            of: self,
            entries,
            value: None,
            stand_ins: Vec::new(),
            place: |up, name| Path::Name(up, name),
        }
    }

    fn fields(self, name: &'static str, fields: &'static [&'static str]) -> Entries<'a> {
        let Some(entries) = self.entries() else {
            let needed = format!("fields, `({}: ...)`", fields.first().unwrap_or(&""));
            return self.wrong(needed).fields(name, fields);
        };
        let entries = self.chosen(entries, Some(fields), "it once");
        let mut stand_ins = Vec::new();
        for field in required(name, fields) {
            if !entries.as_slice().iter().any(|entry| entry.key.as_key() == Some(field)) {
                if let Some(node) = self.node {
                    let needed =
                        if *field == "version" { "the version of the format, 1" } else { "one" };
                    self.sink.report(self.path, Some(node), format!("no `{field}`"), needed.into());
                }
                stand_ins.push(*field);
            }
        }
        Entries {
            of: self,
            entries,
            value: None,
            stand_ins,
            place: |up, name| Path::Field(up, name),
        }
    }

    fn variant(self, name: &'static str, variants: &'static [&'static str]) -> Variant<'a> {
        let bare = bare_variant(name);
        let unknown = |variant: &str| {
            let mut needed = format!("one of {}", variants.join(", "));
            if let Some((_, form)) = bare {
                needed = format!("{form}, or {needed}");
            }
            if let Some(meant) = nearest(variant, variants.iter().copied()) {
                needed += &format!("; did you mean {meant}?");
            }
            needed
        };
        let is_bare = match self.node.map(|node| &node.kind) {
            Some(Kind::Number(_)) => true,
            // A text that begins with a letter is the name of a variant.
            Some(Kind::Text(text)) => !text.trim_start().starts_with(char::is_alphabetic),
            _ => false,
        };
        let bare_content = bare.filter(|_| is_bare);
        let picked = match self.node.map(|node| &node.kind) {
            _ if bare_content.is_some() => bare_content.map(|(variant, _)| (variant, self.node)),
            None => None,
            Some(Kind::Word(variant) | Kind::Text(variant)) => Some((variant.as_str(), None)),
            Some(Kind::Group(Some(variant), _) | Kind::Record(Some(variant), _)) => {
                Some((variant.as_str(), self.node))
            }
            Some(Kind::Map(entries)) if entries.len() == 1 => {
                entries[0].key.as_key().map(|variant| (variant, Some(&entries[0].value)))
            }
            Some(kind) => {
                let mut needed = unknown("");
                if let (Kind::Number(count), true) = (kind, variants.contains(&"Times")) {
                    needed += &format!("; did you mean Times({count})?");
                }
                let _reported = self.wrong(needed);
                None
            }
        };
        let first = variants.first().copied().unwrap_or_default();
        let (variant, content, of) = match picked {
            Some((variant, content)) if variants.contains(&variant) => (variant, content, self),
            Some((variant, _)) => {
                let reported = self.wrong_as(format!("{variant:?}"), unknown(variant));
                (first, None, reported)
            }
            None => (first, None, self.on(None)),
        };
        Variant { of, variant, content }
    }

    /// The first entry of each name, for a struct only those whose names are fields; reports the others.
    fn chosen(
        self,
        entries: &'a [Entry],
        fields: Option<&[&str]>,
        again: &str,
    ) -> std::vec::IntoIter<&'a Entry> {
        let mut names = BTreeSet::new();
        let mut chosen = Vec::new();
        for entry in entries {
            let name = entry.key.as_key().unwrap_or_default();
            if let Some(fields) = fields
                && !fields.contains(&name)
            {
                let needed = match nearest(name, fields.iter().copied()) {
                    Some(meant) => format!("a known one; did you mean `{meant}`?"),
                    None => format!("one of {}", fields.join(", ")),
                };
                let path = Path::Field(self.path, name);
                self.sink.report(&path, Some(&entry.key), format!("a field `{name}`"), needed);
            } else if names.insert(name) {
                chosen.push(entry);
            } else {
                let found = format!("{name:?} a second time");
                self.sink.report(self.path, Some(&entry.key), found, again.into());
            }
        }
        chosen.into_iter()
    }
}
