//! A column: packed items that are read where they lie.

use std::{borrow::Cow, marker::PhantomData};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// Packed items, one behind the other.
#[derive(PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Column<'a>(#[serde(borrow)] pub(super) Cow<'a, [u8]>);

impl Column<'static> {
    pub(super) fn of<T: Serialize>(items: impl IntoIterator<Item = T>) -> Result<Self, String> {
        let bytes = items.into_iter().try_fold(Vec::new(), |bytes, item| {
            postcard::to_extend(&item, bytes).map_err(|error| error.to_string())
        });
        bytes.map(|bytes| Self(bytes.into()))
    }
}

impl Column<'_> {
    /// The items, each read when its turn comes.
    pub(super) fn items<T: DeserializeOwned>(&self) -> Items<'_, T> {
        Items { rest: &self.0, of: PhantomData }
    }
}

/// The items of a column, which reads them where they lie.
pub(super) struct Items<'a, T> {
    pub(super) rest: &'a [u8],
    of: PhantomData<T>,
}

impl<T: DeserializeOwned> Items<'_, T> {
    pub(super) fn next(&mut self) -> Result<T, String> {
        let (item, rest) =
            postcard::take_from_bytes(self.rest).map_err(|error| error.to_string())?;
        self.rest = rest;
        Ok(item)
    }

    /// Whether all were read.
    pub(super) fn end(&self, what: &str) -> Result<(), String> {
        if self.rest.is_empty() { Ok(()) } else { Err(format!("more {what} than keys")) }
    }
}
