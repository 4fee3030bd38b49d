//! One writer of one property, and what it writes.

use super::node::NONE;

/// One writer of one property. Two of them fill a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Entry {
    /// The start, in the time of its level.
    pub(super) start: i64,
    /// The time at which the entry stops moving.
    pub(super) end: i64,
    pub(super) write: Write,
}

impl Entry {
    pub(super) const fn new(start: i64, end: i64, write: Write) -> Self {
        Self { start, end, write }
    }
}

const _: () = assert!(size_of::<Entry>() == 32, "half a cache line");

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Write {
    /// A tween that runs once at normal speed without blending. Sampling reads only this row.
    Tween {
        from: u32,
        to: u32,
        easing: u32,
    },
    /// Any other tween. While the timeline is built, the index of its known ends.
    AnyTween(u32),
    /// A channel of the node's clip, by number.
    Channel(u32),
    Frames,
    /// A strand of the node's level.
    Strand(u32),
}

/// The motion of one property in a tween: the numbers of its values and of its easing.
#[derive(Clone, Copy, Debug)]
pub(super) struct TweenData {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) easing: u32,
    /// The slope at the start, or `NONE`.
    pub(super) slope: u32,
}

impl TweenData {
    /// From and to numbers of [kept values](super::tables::Tables::keep), along an easing.
    pub(super) const fn new(from: u32, to: u32, easing: u32) -> Self {
        Self { from, to, easing, slope: NONE }
    }

    /// With the number of a slope at the start, which replaces the easing.
    pub(super) const fn with_slope(self, slope: u32) -> Self {
        Self { slope, ..self }
    }

    #[inline]
    pub(super) const fn has_slope(self) -> bool {
        self.slope != NONE
    }

    /// As a tween that runs once at normal speed without blending.
    pub(super) const fn plain(self) -> Write {
        Write::Tween { from: self.from, to: self.to, easing: self.easing }
    }
}
