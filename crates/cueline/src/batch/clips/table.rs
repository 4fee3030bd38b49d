//! One track of a clip, prepared for samples at many times at once.

use super::{
    ClipBatch,
    lanes::{self, CHUNK, Lane},
};
use crate::{clip::Channel, time::Span};

/// A track that is sampled at many times at once: one clip on many entities, each at a place of its own.
///
/// For games that keep their playheads and values in their own memory. A [`ClipBatch`] holds starts and poses itself.
/// The values have the same bits as [`Channel::sample`]. A table gives the keyframe without a search. Linear segments
/// and rotations are blended in place; only easings and cubics call the track.
///
/// ```
/// use cueline::{batch::TrackTable, clip::{Channel, Keyframe, Track}, prelude::*};
///
/// let track = Track::new([Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(ms(400), 8.0)])?;
/// let table = TrackTable::new(&Channel::F32(track)).unwrap();
/// let mut heights = [0.0; 3];
/// table.sample_into(&[ms(100), ms(350), ms(900)], &mut heights);
/// assert_eq!(heights, [2.0, 7.0, 8.0]); // the last keyframe holds
/// # Ok::<(), cueline::clip::TrackError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TrackTable {
    lane: Lane,
    numbers: usize,
    /// Of the track: after it the last keyframe holds.
    duration: i64,
}

impl TrackTable {
    /// The table of a track. `None` if its values do not consist of `f32`, or if its last keyframe is beyond
    /// [`ClipBatch::LONGEST`].
    ///
    /// ```
    /// use cueline::{batch::TrackTable, clip::{Channel, Track}};
    ///
    /// assert!(TrackTable::new(&Channel::F32(Track::constant(1.0)?)).is_some());
    /// assert!(TrackTable::new(&Channel::Bool(Track::constant(true)?)).is_none());
    /// # Ok::<(), cueline::clip::TrackError>(())
    /// ```
    #[must_use]
    pub fn new(channel: &Channel) -> Option<Self> {
        let (numbers, duration) = (lanes::numbers(channel.kind())?, channel.duration());
        let table =
            || Self { lane: Lane::new(channel, duration), numbers, duration: duration.flicks() };
        (duration <= ClipBatch::LONGEST).then(table)
    }

    /// Count of numbers in a value: 3 for a vector of three. A rotation is x, y, z, w; a transform is scale, rotation,
    /// translation.
    ///
    /// ```
    /// use cueline::{batch::TrackTable, clip::{Channel, Track}, value::Quat};
    ///
    /// let still = Channel::Rotation(Track::constant(Quat::default())?);
    /// assert_eq!(TrackTable::new(&still).unwrap().numbers(), 4);
    /// # Ok::<(), cueline::clip::TrackError>(())
    /// ```
    #[must_use]
    pub const fn numbers(&self) -> usize {
        self.numbers
    }

    /// Writes the values at these times of the clip, one behind the other, [`numbers`](Self::numbers) each, as far as
    /// `out` has room. A time before 0 counts as 0.
    ///
    /// ```
    /// use cueline::{batch::TrackTable, clip::{Channel, Keyframe, Track}, prelude::*, value::Vec2};
    ///
    /// let keys = [Keyframe::linear(ms(0), Vec2::new(0.0, 1.0)), Keyframe::linear(ms(400), Vec2::new(8.0, 5.0))];
    /// let table = TrackTable::new(&Channel::Vec2(Track::new(keys)?)).unwrap();
    /// let mut numbers = [0.0; 4];
    /// table.sample_into(&[ms(100), ms(-5)], &mut numbers);
    /// assert_eq!(numbers, [2.0, 2.0, 0.0, 1.0]);
    /// # Ok::<(), cueline::clip::TrackError>(())
    /// ```
    pub fn sample_into(&self, times: &[Span], out: &mut [f32]) {
        let mut flicks = [0; CHUNK];
        for (times, out) in times.chunks(CHUNK).zip(out.chunks_mut(CHUNK * self.numbers)) {
            for (flicks, time) in flicks.iter_mut().zip(times) {
                // The table ends with the track.
                *flicks = time.flicks().clamp(0, self.duration);
            }
            self.lane.write(&flicks[..times.len()], out, self.numbers, 0);
        }
    }
}
