//! Values that a file writes as one short text or number: times, rates, easings.
//!
//! Each has one grammar, for every reader and writer. For serde they are newtype structs with the name of the form, so
//! that [`decode`](super::decode()) knows the needed form before anything fails.

use std::fmt;

use serde::{Deserializer, Serializer, de};

/// A value with a short written form.
pub(crate) trait Written: Sized {
    /// The name of the form in serde.
    const FORM: &'static str;
    /// A text of that form: the placeholder for an unreadable one.
    const STAND_IN: &'static str;
    /// The name of the form in messages.
    const NEEDED: &'static str;

    /// The value of a text.
    fn parse(text: &str) -> Result<Self, String>;

    /// The shortest text that parses to the same value; an error if there is none.
    fn text(&self) -> Result<String, String>;

    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.text().map_err(serde::ser::Error::custom)?;
        match text.parse::<i64>() {
            Ok(number) if number.to_string() == text => {
                serializer.serialize_newtype_struct(Self::FORM, &number)
            }
            _ => serializer.serialize_newtype_struct(Self::FORM, &text),
        }
    }

    fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(Self::FORM, Visitor(std::marker::PhantomData))
    }
}

struct Visitor<T>(std::marker::PhantomData<T>);

impl<'de, T: Written> de::Visitor<'de> for Visitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::NEEDED)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<T, D::Error> {
        inner.deserialize_any(self)
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<T, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<T, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<T, E> {
        self.visit_str(&format!("{number:?}"))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        T::parse(text).map_err(|why| E::custom(if why.is_empty() { T::NEEDED.into() } else { why }))
    }
}

/// The same for an optional value.
pub(crate) mod optional {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Written;

    struct Form<T>(T);

    impl<T: Written> Serialize for Form<&T> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.0.serialize(serializer)
        }
    }

    impl<'de, T: Written> Deserialize<'de> for Form<T> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            Ok(Self(T::deserialize(deserializer)?))
        }
    }

    pub(crate) fn serialize<T: Written, S: Serializer>(
        value: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.as_ref().map(Form).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, T: Written, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        Ok(Option::<Form<T>>::deserialize(deserializer)?.map(|form| form.0))
    }
}

/// What a file leaves out. Of no use for floats, of which 0 and -0 are equal.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Implements serde's traits for a type of this crate with a written form.
macro_rules! written_form {
    ($type:ty) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                crate::serial::Written::serialize(self, serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                crate::serial::Written::deserialize(deserializer)
            }
        }
    };
}
pub(crate) use written_form;
