//! Which frame each of a great many sprites shows.
//!
//! The rule is that of [`Flipbook::equal`](crate::clip::Flipbook::equal): since * 1/hold, rounded down, modulo the frames. Divisions
//! of integers are slow and narrow, so both are products with a reciprocal in `f32`, which are *exact*
//! below 2^22:
//!
//! Let e and h be whole, 0 <= e < 2^22 and h >= 1, and p the rounded product of e + 1/2, which an `f32` holds,
//! with the rounded 1/h. The quotient q = (e + 1/2) / h is at least 1/2h away from every whole number. Two
//! roundings change it by a factor within (1 + 2^-24)^2, so |p - q| <= q (2^-23 + 2^-48) < 1/2h, because
//! (2^22 - 1/2) (2^-23 + 2^-48) < 1/2. So p lies strictly between the same two whole numbers as q, and
//! rounded down it is the integer quotient e / h.

#[cfg(feature = "serde")]
mod save;

use alloc::vec::Vec;
use core::{fmt, hash};

use crate::time::Tick;

/// From here on the products are no longer exact.
const EXACT: i64 = 1 << 22;

/// An endless loop of frames that all show equally long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FrameLoop {
    /// The tick at which frame 0 first shows. Before it, frames count back from the last.
    pub start: Tick,
    /// How many ticks a frame shows; at least one.
    pub hold: u32,
    /// How many frames there are; at least one.
    pub frames: u32,
}

/// Frame loops of a great many sprites, numbered like the items of a list.
///
/// Two are equal when they hold the same loops. `serde` writes them as one block of bytes, so that a binary format costs
/// little more than a copy.
///
/// # Examples
///
/// ```
/// use cueline::{batch::{FrameLoop, FrameLoops}, time::Tick};
///
/// let mut sprites = FrameLoops::new();
/// sprites.push(FrameLoop { start: Tick::ZERO, hold: 6, frames: 4 })?;
/// sprites.push(FrameLoop { start: Tick::new(3), hold: 1, frames: 10 })?;
///
/// let mut frames = Vec::new();
/// sprites.frames_into(Tick::new(12), &mut frames);
/// assert_eq!(frames, [2, 9]);
/// # Ok::<(), cueline::batch::FrameLoopError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct FrameLoops {
    /// The low half of the start, settled or not.
    start: Vec<u32>,
    hold_inverse: Vec<f32>,
    frames_inverse: Vec<f32>,
    frames: Vec<f32>,
    /// As they were given, but for starts that have been settled.
    loops: Vec<FrameLoop>,
    /// No start is earlier, and none later; how near they come is no part of the state.
    starts: Option<(Tick, Tick)>,
}

impl FrameLoops {
    /// The most ticks that one pass of a loop can take: over 9 hours at 60 Hz.
    pub const LONGEST: u32 = 1 << 21;

    /// No sprites.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a sprite behind the others.
    ///
    /// # Errors
    ///
    /// [`FrameLoopError`] for a loop without frames, a hold of no ticks, or a pass longer than
    /// [`LONGEST`](Self::LONGEST).
    pub fn push(&mut self, frame_loop: FrameLoop) -> Result<(), FrameLoopError> {
        let FrameLoop { start, hold, frames } = frame_loop;
        let pass = u64::from(hold) * u64::from(frames);
        if pass == 0 || pass > u64::from(Self::LONGEST) {
            return Err(FrameLoopError { hold, frames });
        }
        self.start.push(low(start));
        self.hold_inverse.push(1.0 / hold as f32);
        self.frames_inverse.push(1.0 / frames as f32);
        self.frames.push(frames as f32);
        self.loops.push(frame_loop);
        let (first, last) = self.starts.unwrap_or((start, start));
        self.starts = Some((first.min(start), last.max(start)));
        Ok(())
    }

    /// Takes a sprite out; the last one takes its place. Whether it was there.
    pub fn swap_remove(&mut self, index: usize) -> bool {
        if index >= self.len() {
            return false;
        }
        self.start.swap_remove(index);
        for lane in [&mut self.hold_inverse, &mut self.frames_inverse, &mut self.frames] {
            lane.swap_remove(index);
        }
        self.loops.swap_remove(index);
        true
    }

    /// How many sprites there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.loops.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.loops.is_empty()
    }

    /// The frame of each sprite at a tick, from 0.
    ///
    /// Any tick may be asked for. Those from the last start on are fast, until 2^22 ticks (19 hours at 60 Hz)
    /// after the first one; [`settle`](Self::settle) brings that further. All others take an integer division.
    /// The list comes out as long as there are sprites; it allocates nothing unless it has to grow.
    pub fn frames_into(&self, now: Tick, frames: &mut Vec<u32>) {
        frames.resize(self.len(), 0);
        let Some((first, last)) = self.starts else {
            return;
        };
        if now >= last && now - first < EXACT {
            self.multiply(now, frames);
        } else {
            for (frame, one) in frames.iter_mut().zip(&self.loops) {
                *frame = one.frame_at(now);
            }
        }
    }

    /// Lets loops that have been running for long begin with their latest pass: no frame changes, now or later
    /// or before, and the next 2^21 ticks are fast to ask for. Something to do every hour, if at all.
    ///
    /// Loops that begin after `now` stay as they are.
    pub fn settle(&mut self, now: Tick) {
        self.starts = None;
        for (one, start) in self.loops.iter_mut().zip(&mut self.start) {
            one.settle(now);
            *start = low(one.start);
            let (first, last) = self.starts.unwrap_or((one.start, one.start));
            self.starts = Some((first.min(one.start), last.max(one.start)));
        }
    }

    /// For ticks that are no less than 0 and less than 2^22 after all starts.
    #[expect(clippy::cast_possible_wrap, reason = "below 2^22; signed converts in one instruction")]
    fn multiply(&self, now: Tick, out: &mut [u32]) {
        let (n, now) = (out.len(), low(now));
        let (starts, holds) = (&self.start[..n], &self.hold_inverse[..n]);
        let (inverses, counts) = (&self.frames_inverse[..n], &self.frames[..n]);
        for (index, out) in out.iter_mut().enumerate() {
            let since = now.wrapping_sub(starts[index]) as i32 as f32;
            let shown = quotient(since, holds[index]);
            let passes = quotient(shown, inverses[index]);
            let place = shown - passes * counts[index];
            // The mantissa of 2^23 + place is the place.
            *out = (place + 8_388_608.0).to_bits() & 0x7F_FFFF;
        }
    }
}

/// Of the same loops. All else follows from them.
impl PartialEq for FrameLoops {
    fn eq(&self, other: &Self) -> bool {
        self.loops == other.loops
    }
}

impl Eq for FrameLoops {}

impl hash::Hash for FrameLoops {
    fn hash<H: hash::Hasher>(&self, hasher: &mut H) {
        self.loops.hash(hasher);
    }
}

/// A whole number below 2^22, divided by the number whose reciprocal this is, rounded down. Exact: see above.
#[inline(always)]
fn quotient(number: f32, inverse: f32) -> f32 {
    /// To it a number of less than 2^22 is added with rounding to the nearest whole one.
    const WHOLE: f32 = 12_582_912.0; // 1.5 x 2^23
    let product = (number + 0.5) * inverse;
    // Never half-way between two, as the product is not whole. A cast would not be vectorised.
    (product - 0.5 + WHOLE) - WHOLE
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the low half")]
fn low(tick: Tick) -> u32 {
    tick.get() as u32
}

impl FrameLoop {
    /// The frame on show at a tick, from 0, where there are frames that hold.
    #[expect(clippy::cast_possible_truncation, reason = "0..frames, and that is a u32")]
    fn frame_at(&self, now: Tick) -> u32 {
        // Widened: two ticks can lie further apart than an i64 holds.
        let since = i128::from(now.get()) - i128::from(self.start.get());
        let shown = since.div_euclid(i128::from(self.hold));
        shown.rem_euclid(i128::from(self.frames)) as u32
    }

    /// Begins with the latest pass that has begun by `now`.
    fn settle(&mut self, now: Tick) {
        let pass = i128::from(self.hold) * i128::from(self.frames);
        let since = i128::from(now.get()) - i128::from(self.start.get());
        if since >= pass {
            let into = i64::try_from(since % pass).unwrap_or(0); // below `pass`, below 2^22
            self.start = now - into;
        }
    }
}

/// A loop that has no frames, or whose frames do not hold, or whose pass is too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameLoopError {
    /// How many ticks a frame was to show.
    pub hold: u32,
    /// How many frames there were to be.
    pub frames: u32,
}

impl fmt::Display for FrameLoopError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { hold, frames } = self;
        let longest = FrameLoops::LONGEST;
        write!(f, "{frames} frames of {hold} ticks must take from 1 to {longest} ticks together")
    }
}

impl core::error::Error for FrameLoopError {}

#[cfg(test)]
mod tests {
    use alloc::{vec, vec::Vec};

    use proptest::prelude::*;

    use super::*;
    use crate::{
        clip::Flipbook,
        time::{Span, Time},
    };

    /// The first and the last number of each quotient: a product grows with the number, so what is right for both
    /// is right in between.
    #[test]
    fn a_product_with_the_reciprocal_is_the_integer_quotient() {
        const END: u32 = 1 << 22;
        let holds =
            (1..=64).chain((6..22).flat_map(|bits| [0, 1, 2].map(|off| (1 << bits) - 1 + off)));
        for hold in holds.chain([3_141_593, END - 1]) {
            let inverse = 1.0 / hold as f32;
            let quotients = (0..=(END - 1) / hold).map(|wanted| (wanted, wanted * hold));
            for (wanted, first) in quotients {
                for number in [first, (first + hold - 1).min(END - 1)] {
                    assert_eq!(
                        quotient(number as f32, inverse),
                        wanted as f32,
                        "{number} / {hold}"
                    );
                }
            }
        }
    }

    fn loops() -> impl Strategy<Value = Vec<FrameLoop>> {
        let size = || prop_oneof![4 => 1..12_u32, 1 => 1..1448_u32];
        let start = prop_oneof![-2000..2000_i64, any::<i32>().prop_map(i64::from)];
        let one = (start, size(), size()).prop_map(|(start, hold, frames)| FrameLoop {
            start: Tick::new(start),
            hold,
            frames,
        });
        prop::collection::vec(one, 1..40)
    }

    proptest! {
        #[test]
        fn frames_are_those_of_a_flipbook(
            mut loops in loops(),
            near in any::<bool>(),
            steps in prop::collection::vec((0..EXACT, any::<bool>()), 1..8),
        ) {
            let mut sprites = FrameLoops::new();
            for one in &mut loops {
                if near {
                    one.start = Tick::new(one.start.get().rem_euclid(4000));
                }
                sprites.push(*one).unwrap();
            }
            let (mut now, mut frames) = (Tick::new(4000), vec![77; 3]);
            for (by, settle) in steps {
                now = now + by / 2;
                if settle {
                    sprites.settle(now);
                }
                for asked in [now, now - 5000] {
                    sprites.frames_into(asked, &mut frames);
                    prop_assert_eq!(frames.len(), loops.len());
                    for (one, frame) in loops.iter().zip(&frames) {
                        let book = Flipbook::equal(one.frames, Span::from_flicks(one.hold.into())).unwrap();
                        let [start, asked] = [one.start, asked].map(|tick| Time::from_flicks(tick.get()));
                        prop_assert_eq!(*frame, book.frame_at(start, asked), "{:?} at {:?}", one, asked);
                    }
                }
            }
        }
    }

    #[test]
    fn settling_keeps_the_products_exact() {
        let mut sprites = FrameLoops::new();
        let one = FrameLoop { start: Tick::new(-7), hold: 7, frames: 3 };
        sprites.push(one).unwrap();
        let late = Tick::new(1 << 40);
        sprites.settle(late);
        let (first, _) = sprites.starts.unwrap();
        assert!((0..21).contains(&(late - first)), "{first}");
        let mut frames = Vec::new();
        for after in [0, 1, 20, (1 << 21) - 1] {
            sprites.frames_into(late + after, &mut frames);
            assert_eq!(frames, [one.frame_at(late + after)], "{after} ticks after");
        }
    }

    #[test]
    fn a_refused_loop_changes_nothing() {
        let mut sprites = FrameLoops::new();
        for (hold, frames) in [(0, 4), (4, 0), (1 << 20, 3), (u32::MAX, u32::MAX)] {
            let refused = sprites.push(FrameLoop { start: Tick::ZERO, hold, frames });
            assert_eq!(refused, Err(FrameLoopError { hold, frames }));
        }
        assert_eq!(sprites, FrameLoops::new());
        assert!(!sprites.swap_remove(0));
    }

    #[test]
    fn a_removed_sprite_is_replaced_by_the_last() {
        let mut sprites = FrameLoops::new();
        for frames in [2, 3, 5] {
            sprites.push(FrameLoop { start: Tick::ZERO, hold: 1, frames }).unwrap();
        }
        assert!(sprites.swap_remove(0));
        let mut frames = Vec::new();
        sprites.frames_into(Tick::new(4), &mut frames);
        assert_eq!(frames, [4, 1]);
    }

    #[cfg(feature = "serde")]
    mod serde {
        use super::*;

        proptest! {
            #[test]
            fn a_saved_list_comes_back_as_it_was(loops in loops(), remove in any::<prop::sample::Index>(), now in 0..EXACT) {
                let mut sprites = FrameLoops::new();
                loops.iter().for_each(|one| sprites.push(*one).unwrap());
                sprites.swap_remove(remove.index(loops.len()));
                sprites.settle(Tick::new(now));
                let bytes = postcard::to_allocvec(&sprites).unwrap();
                let loaded: FrameLoops = postcard::from_bytes(&bytes).unwrap();
                prop_assert_eq!(&loaded, &sprites);
                let text = serde_json::to_string(&sprites).unwrap();
                prop_assert_eq!(&serde_json::from_str::<FrameLoops>(&text).unwrap(), &sprites);
                let [mut frames, mut again] = [Vec::new(), Vec::new()];
                for asked in [now - 7, now, now + 5000] {
                    sprites.frames_into(Tick::new(asked), &mut frames);
                    loaded.frames_into(Tick::new(asked), &mut again);
                    prop_assert_eq!(&again, &frames);
                }
            }
        }

        #[test]
        fn damaged_bytes_are_refused() {
            let mut sprites = FrameLoops::new();
            sprites.push(FrameLoop { start: Tick::new(-1), hold: 6, frames: 4 }).unwrap();
            let bytes = postcard::to_allocvec(&sprites).unwrap();
            assert_eq!(bytes.len(), 1 + 4 + 16);
            // A later form, no hold, no frames, too long a pass, a part of a loop.
            for (at, byte) in [(1, 9), (13, 0), (17, 0), (16, 1), (0, 19), (0, 3)] {
                let mut damaged = bytes.clone();
                damaged[at] = byte;
                assert!(postcard::from_bytes::<FrameLoops>(&damaged).is_err(), "{at}");
            }
        }
    }
}
