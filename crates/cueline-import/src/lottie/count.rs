//! Counts what moves in a file, whatever an importer makes of it.

use std::fmt;

use serde::{
    Deserializer,
    de::{DeserializeSeed, MapAccess, SeqAccess, Visitor},
};

use crate::motion::{EXPRESSIONS, Motion};

/// Counts the properties with two keyframes or more, by what they are of, and those that only an expression moves.
pub(super) fn count(text: &[u8], motion: &mut Motion) {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let scan = Scan { kind: OTHER, motion };
    // The text was read before, so there is no error.
    let _found = scan.deserialize(&mut serde_json::Deserializer::from_slice(text));
}

/// The kinds of properties that become tracks.
pub(super) const TRANSFORMS: &str = "transforms";
pub(super) const TIME: &str = "time";
pub(super) const SHAPES: &str = "shapes";
const OTHER: &str = "other";

struct Scan<'a> {
    kind: &'static str,
    motion: &'a mut Motion,
}

/// What a value is.
enum Found {
    Text,
    /// Whether it has the time of a keyframe.
    Object(bool),
    /// Whether its first item has, and how many items there are.
    List(bool, usize),
    Other,
}

impl<'de> DeserializeSeed<'de> for Scan<'_> {
    type Value = Found;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Found, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Scan<'_> {
    type Value = Found;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Found, A::Error> {
        let (mut keyed, mut timed, mut expression, mut valued) = (false, false, false, false);
        while let Some(name) = fields.next_key::<String>()? {
            // What is inside of a shape belongs to the shape.
            let kind = match (self.kind, &*name) {
                (OTHER, "ks") => TRANSFORMS,
                (OTHER, "tm") => TIME,
                (OTHER, "shapes") => SHAPES,
                (OTHER, "masksProperties") => "masks",
                (OTHER, "ef" | "sy") => "effects",
                (OTHER, "t") => "text",
                (kind, _) => kind,
            };
            let found = fields.next_value_seed(Scan { kind, motion: self.motion })?;
            match (&*name, found) {
                ("k", found) => {
                    valued = true;
                    keyed = matches!(found, Found::List(true, 2..));
                }
                ("x", Found::Text) => expression = true,
                ("t", _) => timed = true,
                _ => {}
            }
        }
        if keyed {
            self.motion.found(self.kind, 1);
        } else if expression && valued {
            self.motion.found(EXPRESSIONS, 1);
        }
        Ok(Found::Object(timed))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Found, A::Error> {
        let (mut timed, mut count) = (false, 0);
        while let Some(item) =
            items.next_element_seed(Scan { kind: self.kind, motion: self.motion })?
        {
            timed |= count == 0 && matches!(item, Found::Object(true));
            count += 1;
        }
        Ok(Found::List(timed, count))
    }

    fn visit_str<E>(self, _: &str) -> Result<Found, E> {
        Ok(Found::Text)
    }

    fn visit_unit<E>(self) -> Result<Found, E> {
        Ok(Found::Other)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Found, E> {
        Ok(Found::Other)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Found, E> {
        Ok(Found::Other)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Found, E> {
        Ok(Found::Other)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Found, E> {
        Ok(Found::Other)
    }
}
