//! The schema of a key is that of its form in a file.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};

use crate::{
    key::{Key, KeyForm},
    value::InFile,
};

impl<T: InFile<Form: JsonSchema, SlopeForm: JsonSchema>> JsonSchema for Key<T> {
    fn schema_id() -> Cow<'static, str> {
        KeyForm::<T::Form, T::SlopeForm>::schema_id()
    }

    fn schema_name() -> Cow<'static, str> {
        KeyForm::<T::Form, T::SlopeForm>::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        KeyForm::<T::Form, T::SlopeForm>::json_schema(generator)
    }
}
