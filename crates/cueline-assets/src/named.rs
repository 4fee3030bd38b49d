//! Items by name.

use indexmap::IndexMap;

/// Items by name, in the order in which the file holds them.
pub type Named<T> = IndexMap<String, T>;
