//! The form for shipping.

use crate::{Document, ItemPath, Problem, Problems, Read};

/// What such a file begins with.
const MAGIC: &[u8; 8] = b"cueline\0";

/// Whether it is such a file.
pub(crate) fn is_binary(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

pub(crate) fn read(_: &[u8]) -> Result<Read, Problems> {
    Err(Problem::error(
        ItemPath::root(),
        "another kind of file",
        "a file that begins with \"cueline\"",
    )
    .into())
}

pub(crate) fn write(_: &Document) -> Result<Vec<u8>, Problems> {
    Ok(MAGIC.to_vec())
}
