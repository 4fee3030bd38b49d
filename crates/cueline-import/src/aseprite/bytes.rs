//! Reads the numbers of a binary file in order.

use cueline_assets::{DocumentPath, Problems};

use crate::importer::refused;

/// The bytes of an item that are left to read, lowest bytes first.
#[derive(Debug)]
pub(super) struct Bytes<'a> {
    pub(super) item: DocumentPath,
    rest: &'a [u8],
}

impl<'a> Bytes<'a> {
    pub(super) fn new(item: DocumentPath, rest: &'a [u8]) -> Self {
        Self { item, rest }
    }

    /// Number of bytes.
    pub(super) fn left(&self) -> usize {
        self.rest.len()
    }

    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8], Problems> {
        let Some((taken, rest)) = self.rest.split_at_checked(count) else {
            let found = format!("{} bytes", self.rest.len());
            return Err(refused(self.item.clone(), found, format!("{count} more")));
        };
        self.rest = rest;
        Ok(taken)
    }

    /// All bytes that are left.
    pub(super) fn rest(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.rest)
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], Problems> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    pub(super) fn u8(&mut self) -> Result<u8, Problems> {
        Ok(u8::from_le_bytes(self.array()?))
    }

    pub(super) fn u16(&mut self) -> Result<u16, Problems> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    pub(super) fn u32(&mut self) -> Result<u32, Problems> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    pub(super) fn i16(&mut self) -> Result<i16, Problems> {
        Ok(i16::from_le_bytes(self.array()?))
    }

    pub(super) fn i32(&mut self) -> Result<i32, Problems> {
        Ok(i32::from_le_bytes(self.array()?))
    }

    /// A length, then that many bytes of text. Invalid UTF-8 is replaced, as Aseprite does.
    pub(super) fn text(&mut self) -> Result<String, Problems> {
        let length = self.u16()?;
        Ok(String::from_utf8_lossy(self.take(length.into())?).into_owned())
    }

    /// A red, green, blue and opacity as `#rrggbbaa`.
    pub(super) fn color(&mut self) -> Result<String, Problems> {
        let [r, g, b, a] = self.array()?;
        Ok(format!("#{r:02x}{g:02x}{b:02x}{a:02x}"))
    }
}
