//! From values to a tree.

use std::fmt;

use serde::ser::{self, Serialize};

use crate::{
    forms::curve::Names,
    text::{Entry, Kind, Node},
};

/// The tree of a value, with the names of curves in the places of the curves.
///
/// # Errors
///
/// Errors from the value's own serialization, such as for an interpolation that this version does not know.
pub(crate) fn encode<T: Serialize + ?Sized>(
    value: &T,
    curves: &Names<'_>,
) -> Result<Node, Refused> {
    value.serialize(Encoder(curves)).map(Node::new)
}

/// The reason why there is no tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refused(pub(crate) String);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

impl ser::Error for Refused {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

#[derive(Clone, Copy)]
struct Encoder<'a>(&'a Names<'a>);

/// The content of brackets under construction.
struct Open<'a> {
    curves: &'a Names<'a>,
    variant: Option<&'static str>,
    items: Vec<Node>,
    entries: Vec<Entry>,
    key: Option<Node>,
    close: fn(Option<String>, Vec<Node>, Vec<Entry>) -> Kind,
}

impl<'a> Open<'a> {
    fn new(
        curves: &'a Names<'a>,
        variant: Option<&'static str>,
        close: fn(Option<String>, Vec<Node>, Vec<Entry>) -> Kind,
    ) -> Self {
        Self { curves, variant, items: Vec::new(), entries: Vec::new(), key: None, close }
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
        self.items.push(encode(value, self.curves)?);
        Ok(())
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), Refused> {
        let key = Node::new(Kind::Word(name.into()));
        self.entries.push(Entry { key, value: encode(value, self.curves)? });
        Ok(())
    }

    fn close(self) -> Kind {
        (self.close)(self.variant.map(String::from), self.items, self.entries)
    }
}

fn list(_: Option<String>, items: Vec<Node>, _: Vec<Entry>) -> Kind {
    Kind::List(items)
}

fn group(name: Option<String>, items: Vec<Node>, _: Vec<Entry>) -> Kind {
    Kind::Group(name, items)
}

fn record(name: Option<String>, _: Vec<Node>, entries: Vec<Entry>) -> Kind {
    Kind::Record(name, entries)
}

fn map(_: Option<String>, _: Vec<Node>, entries: Vec<Entry>) -> Kind {
    Kind::Map(entries)
}

macro_rules! numbers {
    ($($method:ident($type:ty))*) => { $(
        fn $method(self, number: $type) -> Result<Kind, Refused> {
            Ok(Kind::Number(number.to_string()))
        }
    )* };
}

impl<'a> ser::Serializer for Encoder<'a> {
    type Ok = Kind;
    type Error = Refused;
    type SerializeSeq = Open<'a>;
    type SerializeTuple = Open<'a>;
    type SerializeTupleStruct = Open<'a>;
    type SerializeTupleVariant = Open<'a>;
    type SerializeMap = Open<'a>;
    type SerializeStruct = Open<'a>;
    type SerializeStructVariant = Open<'a>;

    numbers! {
        serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64)
        serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64)
    }

    // The shortest decimal that reads back to the same bits.
    fn serialize_f32(self, number: f32) -> Result<Kind, Refused> {
        Ok(Kind::Number(format!("{number:?}")))
    }

    fn serialize_f64(self, number: f64) -> Result<Kind, Refused> {
        Ok(Kind::Number(format!("{number:?}")))
    }

    fn serialize_bool(self, on: bool) -> Result<Kind, Refused> {
        Ok(Kind::Word(on.to_string()))
    }

    fn serialize_char(self, char: char) -> Result<Kind, Refused> {
        Ok(Kind::Text(char.into()))
    }

    fn serialize_str(self, text: &str) -> Result<Kind, Refused> {
        Ok(Kind::Text(text.into()))
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<Kind, Refused> {
        let number = |byte: &u8| Node::new(Kind::Number(byte.to_string()));
        Ok(Kind::List(bytes.iter().map(number).collect()))
    }

    fn serialize_none(self) -> Result<Kind, Refused> {
        Ok(Kind::Word("None".into()))
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Kind, Refused> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Kind, Refused> {
        Ok(Kind::default())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Kind, Refused> {
        Ok(Kind::default())
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Kind, Refused> {
        Ok(Kind::Word(variant.into()))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<Kind, Refused> {
        Ok(match value.serialize(self)? {
            Kind::Text(text) => Kind::Text(self.0.named(name, text)),
            kind => kind,
        })
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Kind, Refused> {
        Ok(Kind::Group(Some(variant.into()), vec![encode(value, self.0)?]))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Open<'a>, Refused> {
        Ok(Open::new(self.0, None, list))
    }

    fn serialize_tuple(self, _: usize) -> Result<Open<'a>, Refused> {
        Ok(Open::new(self.0, None, group))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Open<'a>, Refused> {
        Ok(Open::new(self.0, None, group))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Open<'a>, Refused> {
        Ok(Open::new(self.0, Some(variant), group))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Open<'a>, Refused> {
        Ok(Open::new(self.0, None, map))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Open<'a>, Refused> {
        Ok(Open::new(self.0, None, record))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Open<'a>, Refused> {
        Ok(Open::new(self.0, Some(variant), record))
    }
}

macro_rules! rows {
    ($($trait:ident::$method:ident)*) => { $(
        impl ser::$trait for Open<'_> {
            type Ok = Kind;
            type Error = Refused;
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
                self.item(value)
            }
            fn end(self) -> Result<Kind, Refused> {
                Ok(self.close())
            }
        }
    )* };
}

rows! {
    SerializeSeq::serialize_element
    SerializeTuple::serialize_element
    SerializeTupleStruct::serialize_field
    SerializeTupleVariant::serialize_field
}

macro_rules! records {
    ($($trait:ident)*) => { $(
        impl ser::$trait for Open<'_> {
            type Ok = Kind;
            type Error = Refused;
            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Refused> {
                self.field(name, value)
            }
            fn end(self) -> Result<Kind, Refused> {
                Ok(self.close())
            }
        }
    )* };
}

records! { SerializeStruct SerializeStructVariant }

impl ser::SerializeMap for Open<'_> {
    type Ok = Kind;
    type Error = Refused;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Refused> {
        self.key = Some(encode(key, self.curves)?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
        let key = self.key.take().unwrap_or_default(); // serde asks for the key first
        self.entries.push(Entry { key, value: encode(value, self.curves)? });
        Ok(())
    }

    fn end(self) -> Result<Kind, Refused> {
        Ok(self.close())
    }
}
