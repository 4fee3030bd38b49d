//! Between trees and the types of a document, through serde.

mod decode;
mod encode;
mod nearest;
mod written;

pub(crate) use decode::decode;
pub(crate) use encode::encode;
pub(crate) use nearest::nearest;
pub(crate) use written::{Written, optional, written_form};
