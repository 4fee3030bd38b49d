//! Relative tweens: the value that lies a difference away from another one.

use crate::{
    clip::{Value, all_kinds},
    value::Lerp,
};

macro_rules! moved {
    ($($(#[$doc:meta])* $kind:ident($type:ty) $name:literal,)*) => {
        /// `from`, moved by the difference that makes `by` of zero or of the identity. `None` for kinds without differences,
        /// and for two different kinds.
        pub(super) fn moved(from: &Value, by: &Value) -> Option<Value> {
            if matches!(by, Value::Bool(_) | Value::Text(_)) {
                return None;
            }
            match (from, by) {
                // The default of each kind changes nothing.
                $((Value::$kind(from), Value::$kind(by)) => {
                    Some(Value::$kind(from.plus(&by.minus(&<$type>::default()))))
                })*
                _ => None,
            }
        }
    };
}

all_kinds!(moved);
