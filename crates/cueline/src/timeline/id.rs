//! The ids of animated properties.

use crate::clip::ValueKind;

/// The index of a property in its timeline. Sampling by it needs no search for the key.
///
/// An id is valid for every timeline with the same properties in the same order of first use, such as the timelines
/// before and after a reload that changes only times and values. Any other timeline refuses the id.
///
/// A saved id is valid under the same rule. A save that has to outlive a change of the properties keeps the key instead,
/// and asks [`Timeline::property`](super::Timeline::property) again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PropertyId {
    strand: u32,
    kind: ValueKind,
    /// Of the timeline's properties.
    layout: u64,
}

crate::digest::digested! { struct PropertyId { strand, kind, layout } }

impl PropertyId {
    pub(super) const fn new(strand: u32, kind: ValueKind, layout: u64) -> Self {
        Self { strand, kind, layout }
    }

    /// The kind of the property's value.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::ValueKind, timeline::{TimelineBuilder, from_to}};
    ///
    /// let scene = TimelineBuilder::new("x").then(from_to("x", 0.0_f32, 8.0)).build()?;
    /// assert_eq!(scene.property("x")?.kind(), ValueKind::F32);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn kind(self) -> ValueKind {
        self.kind
    }

    /// The number of the strand in the timeline that gave the id.
    #[inline]
    pub(super) const fn own_number(self) -> u32 {
        self.strand
    }

    /// The number of the strand in a timeline with this layout.
    #[inline]
    pub(super) const fn number(self, layout: u64) -> Option<u32> {
        if self.layout == layout { Some(self.strand) } else { None }
    }
}
