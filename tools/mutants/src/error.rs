//! The result of what may fail for any reason.

use std::error::Error;

pub(crate) type Result<T, E = Box<dyn Error>> = std::result::Result<T, E>;
