//! Between trees and the types of a document, through serde.

mod decode;
mod encode;
mod written;

pub(crate) use decode::decode;
pub(crate) use encode::encode;
pub(crate) use written::{Written, is_default, optional, written_form};
