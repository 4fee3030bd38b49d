//! One writer of one property, and what it writes.

use super::node::NONE;

/// One writer of one property. Two of them fill a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Entry {
    /// The start, in the time of its level.
    start: i64,
    /// The time at which the entry stops moving.
    end: i64,
    write: Write,
}

impl Entry {
    pub(super) const fn new(start: i64, end: i64, write: Write) -> Self {
        Self { start, end, write }
    }

    /// The start, in the time of its level.
    #[inline]
    pub(super) const fn start(&self) -> i64 {
        self.start
    }

    /// The time at which the entry stops moving.
    #[inline]
    pub(super) const fn end(&self) -> i64 {
        self.end
    }

    #[inline]
    pub(super) const fn write(&self) -> Write {
        self.write
    }

    pub(super) const fn rewrite(&mut self, write: Write) {
        self.write = write;
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
    from: u32,
    to: u32,
    easing: u32,
    /// The slope at the start, or `NONE`.
    slope: u32,
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

    /// The number of the value at the end.
    pub(super) const fn to(self) -> u32 {
        self.to
    }

    #[inline]
    pub(super) const fn from(self) -> u32 {
        self.from
    }

    #[inline]
    pub(super) const fn easing(self) -> u32 {
        self.easing
    }

    #[inline]
    pub(super) const fn slope(self) -> u32 {
        self.slope
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
