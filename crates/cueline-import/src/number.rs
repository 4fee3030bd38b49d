//! Numbers as programs write them: JSON has one kind of number, so `2.0` is a whole number, and many programs write
//! numbers as texts.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserializer,
    de::{self, Unexpected, Visitor},
};

/// A whole number: `2`, `2.0` or `"2"`.
pub(crate) fn whole<'de, T: TryFrom<i64>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    from.deserialize_any(Whole(PhantomData))
}

/// A whole number, or none; for fields that may be missing.
pub(crate) fn maybe_whole<'de, T: TryFrom<i64>, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    from.deserialize_any(Maybe(Whole(PhantomData)))
}

/// A number: `30`, `30.0` or `"30"`.
pub(crate) fn number<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    from.deserialize_any(Float)
}

/// A whole number of a text: `2`, `2.0` or `2.`.
#[expect(clippy::cast_possible_truncation, reason = "a whole number below 2^53")]
pub(crate) fn in_text<T: TryFrom<i64>>(text: &str) -> Option<T> {
    let float =
        || text.trim().parse::<f64>().ok().filter(|it| it.fract() == 0.0 && it.abs() < 9e15);
    let number = text.trim().parse().ok().or_else(|| float().map(|it| it as i64));
    number.and_then(|number: i64| T::try_from(number).ok())
}

struct Whole<T>(PhantomData<T>);

impl<'de, T: TryFrom<i64>> Visitor<'de> for Whole<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // As serde expects plain numbers; problems say it in words.
        f.write_str(std::any::type_name::<T>())
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<T, E> {
        let found = Unexpected::Signed(number);
        T::try_from(number).map_err(|_| E::invalid_value(found, &self))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<T, E> {
        let found = Unexpected::Unsigned(number);
        let signed = i64::try_from(number).ok().and_then(|number| T::try_from(number).ok());
        signed.ok_or_else(|| E::invalid_value(found, &self))
    }

    #[expect(clippy::cast_possible_truncation, reason = "a whole number below 2^53")]
    fn visit_f64<E: de::Error>(self, number: f64) -> Result<T, E> {
        let found = Unexpected::Float(number);
        let is_whole = number.fract() == 0.0 && number.abs() < 9e15;
        let whole = is_whole.then(|| T::try_from(number as i64).ok()).flatten();
        whole.ok_or_else(|| E::invalid_type(found, &self))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        let number = text.trim().parse::<i64>().ok().and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| E::invalid_type(Unexpected::Str(text), &self))
    }
}

struct Maybe<V>(V);

impl<'de, V: Visitor<'de>> Visitor<'de> for Maybe<V> {
    type Value = Option<V::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Self::Value, E> {
        self.0.visit_i64(number).map(Some)
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Self::Value, E> {
        self.0.visit_u64(number).map(Some)
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Self::Value, E> {
        self.0.visit_f64(number).map(Some)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        self.0.visit_str(text).map(Some)
    }
}

struct Float;

impl Visitor<'_> for Float {
    type Value = f64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("f64")
    }

    #[expect(clippy::cast_precision_loss, reason = "as serde reads it")]
    fn visit_i64<E: de::Error>(self, number: i64) -> Result<f64, E> {
        Ok(number as f64)
    }

    #[expect(clippy::cast_precision_loss, reason = "as serde reads it")]
    fn visit_u64<E: de::Error>(self, number: u64) -> Result<f64, E> {
        Ok(number as f64)
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<f64, E> {
        Ok(number)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<f64, E> {
        let number = text.trim().parse().ok().filter(|number: &f64| number.is_finite());
        number.ok_or_else(|| E::invalid_type(Unexpected::Str(text), &self))
    }
}
