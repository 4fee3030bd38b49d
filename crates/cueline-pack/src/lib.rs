//! Clips, flipbooks and timelines of [`cueline`], compiled ahead of time into one small binary form: a *pack*.
//!
//! A game that ships packs needs no reader of texts. What a file of `cueline-assets` names (easings, frames, clips of other
//! files) is resolved when the pack is made, so its reader is a fraction of the reader of files; the npm package is built on
//! it. The command `cueline pack` and `ClipLibrary::pack` of `cueline-assets` make packs. Nothing turns a pack back into a file
//! for people: keep the sources.
//!
//! ```
//! use cueline::{clip::ClipBuilder, time::ms, timeline::{TimelineBuilder, from_to}};
//! use cueline_pack::{Pack, PackError};
//!
//! let mut pack = Pack::default();
//! pack.clips.push(ClipBuilder::new("door.ron#open").duration(ms(400)).build()?);
//! let slide = TimelineBuilder::new("slide").then(from_to("x".into(), 0.0, 8.0).duration(ms(400)));
//! pack.timelines.push(("door.ron#slide".into(), slide));
//!
//! let bytes = pack.to_bytes()?;
//! assert_eq!(Pack::from_bytes(&bytes)?, pack);
//! assert_eq!(Pack::from_bytes(&bytes[..20]), Err(PackError::Damaged));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # The bytes
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `cuepack` and a zero |
//! | 2 | the version of the form, 1, the lower byte first |
//! | 8 | the [digest](mod@cueline::digest) of the rest, the lowest byte first, which finds damage |
//! | rest | a [`Pack`] by [`postcard`](https://postcard.jamesmunns.com) |
//!
//! Reading checks as much as building does, so foreign bytes give an error at worst. All names and values come back to the
//! last bit.

#![no_std]

extern crate alloc;

use alloc::{string::String, vec::Vec};
use core::{error::Error, fmt};

use cueline::{
    clip::{Clip, Flipbook},
    digest::digest,
    timeline::TimelineBuilder,
};

/// The first bytes of a pack.
const MAGIC: &[u8; 8] = b"cuepack\0";
/// The version of the form.
const VERSION: u16 = 1;

/// What a pack holds, each item with its full name, such as `door.ron#open`. Clips contain theirs.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Pack {
    /// The clips.
    pub clips: Vec<Clip>,
    /// The flipbooks.
    pub flipbooks: Vec<(String, Flipbook)>,
    /// The timelines, which are [built](TimelineBuilder::build) after reading. They contain the clips and flipbooks that they
    /// play.
    pub timelines: Vec<(String, TimelineBuilder<String>)>,
}

impl Pack {
    /// The pack of these bytes.
    ///
    /// # Errors
    ///
    /// [`PackError::Foreign`], [`PackError::Version`], and [`PackError::Damaged`] for bytes that are cut, changed or too many.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PackError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(PackError::Foreign)?;
        let (version, rest) = rest.split_first_chunk().ok_or(PackError::Damaged)?;
        match u16::from_le_bytes(*version) {
            VERSION => {}
            version => return Err(PackError::Version(version)),
        }
        let (sum, rest) = rest.split_first_chunk().ok_or(PackError::Damaged)?;
        if u64::from_le_bytes(*sum) != digest(rest) {
            return Err(PackError::Damaged);
        }
        match postcard::take_from_bytes(rest) {
            Ok((pack, [])) => Ok(pack),
            _ => Err(PackError::Damaged),
        }
    }

    /// The bytes of the pack.
    ///
    /// # Errors
    ///
    /// [`PackError::Unwritable`] for content that this version of the form cannot hold; there is none today.
    pub fn to_bytes(&self) -> Result<Vec<u8>, PackError> {
        let rest = postcard::to_allocvec(self).map_err(|_| PackError::Unwritable)?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(digest(&*rest).to_le_bytes());
        bytes.extend(rest);
        Ok(bytes)
    }
}

/// The reason why bytes are no pack, or a pack has no bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PackError {
    /// The bytes are of something else.
    Foreign,
    /// The pack is of another version of the form, this one; make it again.
    Version(u16),
    /// The bytes are cut or changed.
    Damaged,
    /// The form cannot hold the content.
    Unwritable,
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("found bytes of something else, needed a pack"),
            Self::Version(found) => {
                write!(
                    f,
                    "found a pack of version {found}, needed version {VERSION}; make it again"
                )
            }
            Self::Damaged => f.write_str("found a damaged or cut pack, needed a whole one"),
            Self::Unwritable => f.write_str("found content that a pack cannot hold"),
        }
    }
}

impl Error for PackError {}
