//! Handles: the numbers by which a program names its objects, and the kinds of these.

/// The handle of an object of any kind.
pub type ObjectHandle = u64;
/// The handle of a queue: which animation starts when, and which waits for which.
pub type QueueHandle = u64;
/// The handle of a value of 1 to 4 numbers that moves.
pub type MovingHandle = u64;
/// An easing: a constant (`CUELINE_OUT_CUBIC`, ...), or the handle of one that was made from a text.
pub type EasingHandle = u64;
/// The handle of a clock.
pub type ClockHandle = u64;
/// The handle of a fixed step.
pub type FixedStepHandle = u64;
/// The handle of a flipbook.
pub type FlipbookHandle = u64;
/// The handle of a library of files.
pub type LibraryHandle = u64;
/// The handle of a clip.
pub type ClipHandle = u64;
/// The handle of a timeline.
pub type TimelineHandle = u64;
/// The handle of a clip, a timeline or a flipbook.
pub type PlayableHandle = u64;
/// The handle of a player: one clip, timeline or flipbook that plays.
pub type PlayerHandle = u64;

/// A queue.
pub const CUELINE_KIND_QUEUE: u8 = 1;
/// A moving value.
pub const CUELINE_KIND_MOVING: u8 = 2;
/// An easing.
pub const CUELINE_KIND_EASING: u8 = 3;
/// A clock.
pub const CUELINE_KIND_CLOCK: u8 = 4;
/// A fixed step.
pub const CUELINE_KIND_FIXED_STEP: u8 = 5;
/// A flipbook.
pub const CUELINE_KIND_FLIPBOOK: u8 = 6;
/// A library of files.
pub const CUELINE_KIND_LIBRARY: u8 = 7;
/// A clip.
pub const CUELINE_KIND_CLIP: u8 = 8;
/// A timeline.
pub const CUELINE_KIND_TIMELINE: u8 = 9;
/// A player.
pub const CUELINE_KIND_PLAYER: u8 = 10;
