//! Colours as hexadecimal digits: `#ff8800`.

use std::fmt;

use cueline::value::Color;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::serial::Written;

/// A colour in a file: four numbers of linear light and opacity, or sRGB bytes as `"#rrggbb"` or `"#rrggbbaa"`.
///
/// Written as numbers, which hold every colour.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct ColorForm(pub(crate) Color);

impl Written for ColorForm {
    const FORM: &'static str = "Color";
    const STAND_IN: &'static str = "#000000";
    const NEEDED: &'static str =
        "a colour such as \"#ff8800\", or four numbers (r, g, b, a) of linear light";

    fn parse(text: &str) -> Result<Self, String> {
        let digits = text.trim().strip_prefix('#').ok_or_else(String::new)?;
        if !digits.is_ascii() || !matches!(digits.len(), 6 | 8) {
            return Err("six or eight digits after the #".into());
        }
        let mut bytes = [255; 4];
        for (byte, at) in bytes.iter_mut().zip((0..digits.len()).step_by(2)) {
            let pair = &digits[at..at + 2];
            let number = u8::from_str_radix(pair, 16).ok().filter(|_| !pair.starts_with('+'));
            *byte = number.ok_or_else(|| format!("{pair:?} is not a hexadecimal number"))?;
        }
        Ok(Self(Color::from_srgb8(bytes)))
    }

    fn text(&self) -> Result<String, String> {
        Err("colours are written as numbers".into())
    }
}

impl Serialize for ColorForm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Color { r, g, b, a } = self.0;
        Serialize::serialize(&[r, g, b, a], serializer)
    }
}

impl<'de> Deserialize<'de> for ColorForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(Self::FORM, Visitor)
    }
}

struct Visitor;

impl<'de> de::Visitor<'de> for Visitor {
    type Value = ColorForm;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ColorForm::NEEDED)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<ColorForm, D::Error> {
        inner.deserialize_tuple(4, self)
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut numbers: A) -> Result<ColorForm, A::Error> {
        let mut next = |index| {
            let number = numbers.next_element::<f32>()?;
            number.ok_or_else(|| de::Error::invalid_length(index, &"four numbers"))
        };
        Ok(ColorForm(Color::new(next(0)?, next(1)?, next(2)?, next(3)?)))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<ColorForm, E> {
        ColorForm::parse(text).map_err(E::custom)
    }
}
