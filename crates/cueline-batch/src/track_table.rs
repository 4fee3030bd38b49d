//! One track of a clip, prepared for samples at many times at once.

mod rows;
mod segments;
#[cfg(test)]
mod tests;

use cueline::{clip::Channel, time::Span};

use self::rows::{CHUNK, Places, Prepared, numbers};

/// A track that is sampled at many times at once: one clip on many entities, each at a place of its own.
///
/// For games that keep their playheads and values in their own memory. The values have the same bits as
/// [`Channel::sample`]. A table gives the keyframe without a search. Linear segments and rotations are blended in place;
/// only easings and cubics call the track.
///
/// ```
/// use cueline::{clip::{Channel, Keyframe, Track}, prelude::*};
/// use cueline_batch::TrackTable;
///
/// let track = Track::new([Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(ms(400), 8.0)])?;
/// let table = TrackTable::new(&Channel::F32(track)).unwrap();
/// let mut heights = [0.0; 3];
/// table.sample_into(&[ms(100), ms(350), ms(900)], &mut heights);
/// assert_eq!(heights, [2.0, 7.0, 8.0]); // the last keyframe holds
/// # Ok::<(), cueline::clip::ContentError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TrackTable {
    track: Prepared,
    numbers: usize,
    /// Of the track: after it the last keyframe holds.
    duration: i64,
}

/// Places in a track at some times. Tracks with keyframes at the same times share them: see [`TrackTable::find`].
#[derive(Clone, Debug)]
pub struct TrackPlaces(Places);

impl TrackPlaces {
    /// The most places.
    pub const MOST: usize = CHUNK;

    /// No places.
    #[must_use]
    pub const fn new() -> Self {
        Self(Places::new())
    }
}

impl Default for TrackPlaces {
    fn default() -> Self {
        Self::new()
    }
}

impl TrackTable {
    /// The longest duration of a track, in flicks: 148 days.
    pub const LONGEST: Span = Span::from_flicks(1 << 53);

    /// The table of a track. `None` if its values do not consist of `f32`, or if its last keyframe is beyond
    /// [`LONGEST`](Self::LONGEST).
    ///
    /// ```
    /// use cueline::{clip::{Channel, Track}};
    /// use cueline_batch::TrackTable;
    ///
    /// assert!(TrackTable::new(&Channel::F32(Track::constant(1.0)?)).is_some());
    /// assert!(TrackTable::new(&Channel::Bool(Track::constant(true)?)).is_none());
    /// # Ok::<(), cueline::clip::ContentError>(())
    /// ```
    #[must_use]
    pub fn new(channel: &Channel) -> Option<Self> {
        let (numbers, duration) = (numbers(channel.kind())?, channel.duration());
        let table = || Self {
            track: Prepared::new(channel, duration),
            numbers,
            duration: duration.flicks(),
        };
        (duration <= Self::LONGEST).then(table)
    }

    /// Count of numbers in a value: 3 for a vector of three. A rotation is x, y, z, w; a transform is scale, rotation,
    /// translation.
    ///
    /// ```
    /// use cueline::{clip::{Channel, Track}, value::Quat};
    /// use cueline_batch::TrackTable;
    ///
    /// let still = Channel::Rotation(Track::constant(Quat::default())?);
    /// assert_eq!(TrackTable::new(&still).unwrap().numbers(), 4);
    /// # Ok::<(), cueline::clip::ContentError>(())
    /// ```
    #[must_use]
    pub const fn numbers(&self) -> usize {
        self.numbers
    }

    /// Finds the places of the track at these times, at most [`TrackPlaces::MOST`]; more are left out. A time before 0
    /// counts as 0.
    ///
    /// ```
    /// use cueline::{clip::{Channel, Keyframe, Track}, prelude::*};
    /// use cueline_batch::{TrackPlaces, TrackTable};
    ///
    /// let rise = [Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(ms(400), 8.0)];
    /// let fade = [Keyframe::linear(ms(0), 1.0_f32), Keyframe::linear(ms(400), 0.0)];
    /// let [rise, fade] = [rise, fade].map(|keys| Track::new(keys).map(Channel::F32));
    /// let [rise, fade] = [rise?, fade?].map(|channel| TrackTable::new(&channel).unwrap());
    /// assert!(fade.has_places_of(&rise));
    ///
    /// let (mut places, mut heights, mut lights) = (TrackPlaces::new(), [0.0; 2], [0.0; 2]);
    /// rise.find(&[ms(100), ms(-5)], &mut places);
    /// rise.sample_at(&places, &mut heights);
    /// fade.sample_at(&places, &mut lights);
    /// assert_eq!((heights, lights), ([2.0, 0.0], [0.75, 1.0]));
    /// # Ok::<(), cueline::clip::ContentError>(())
    /// ```
    pub fn find(&self, times: &[Span], places: &mut TrackPlaces) {
        for (flicks, time) in places.0.times_mut(times.len()).iter_mut().zip(times) {
            // The table ends with the track.
            *flicks = time.flicks().clamp(0, self.duration);
        }
        self.track.find(&mut places.0);
    }

    /// Whether places that were [found](Self::find) for `other` are those of this track too: both have keyframes at the
    /// same times. Most tracks of a clip do.
    ///
    /// ```
    /// use cueline::{clip::{Channel, Keyframe, Track}, prelude::*};
    /// use cueline_batch::TrackTable;
    ///
    /// let track = |end| Track::new([Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(end, 8.0)]);
    /// let [short, long] = [track(ms(200))?, track(ms(400))?].map(|track| TrackTable::new(&Channel::F32(track)).unwrap());
    /// assert!(short.has_places_of(&short) && !short.has_places_of(&long));
    /// # Ok::<(), cueline::clip::ContentError>(())
    /// ```
    #[must_use]
    pub fn has_places_of(&self, other: &Self) -> bool {
        self.duration == other.duration && self.track.has_places_of(&other.track)
    }

    /// Writes the values at these places, one behind the other, [`numbers`](Self::numbers) each, as far as `out` has
    /// room. Places of a track with [other times](Self::has_places_of) give values of other times.
    ///
    /// ```
    /// use cueline::{clip::{Channel, Keyframe, Track}, prelude::*};
    /// use cueline_batch::{TrackPlaces, TrackTable};
    ///
    /// let track = Track::new([Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(ms(400), 8.0)])?;
    /// let table = TrackTable::new(&Channel::F32(track)).unwrap();
    /// let (mut places, mut heights) = (TrackPlaces::new(), [9.0; 3]);
    /// table.find(&[ms(100), ms(200)], &mut places);
    /// table.sample_at(&places, &mut heights);
    /// assert_eq!(heights, [2.0, 4.0, 9.0], "two places, two values");
    /// # Ok::<(), cueline::clip::ContentError>(())
    /// ```
    pub fn sample_at(&self, places: &TrackPlaces, out: &mut [f32]) {
        self.track.write(&places.0, out, self.numbers);
    }

    /// Writes the values at these times of the clip, one behind the other, [`numbers`](Self::numbers) each, as far as
    /// `out` has room. A time before 0 counts as 0.
    ///
    /// ```
    /// use cueline::{clip::{Channel, Keyframe, Track}, prelude::*, value::Vec2};
    /// use cueline_batch::TrackTable;
    ///
    /// let keys = [Keyframe::linear(ms(0), Vec2::new(0.0, 1.0)), Keyframe::linear(ms(400), Vec2::new(8.0, 5.0))];
    /// let table = TrackTable::new(&Channel::Vec2(Track::new(keys)?)).unwrap();
    /// let mut numbers = [0.0; 4];
    /// table.sample_into(&[ms(100), ms(-5)], &mut numbers);
    /// assert_eq!(numbers, [2.0, 2.0, 0.0, 1.0]);
    /// # Ok::<(), cueline::clip::ContentError>(())
    /// ```
    pub fn sample_into(&self, times: &[Span], out: &mut [f32]) {
        let mut places = TrackPlaces::new();
        for (times, out) in times.chunks(CHUNK).zip(out.chunks_mut(CHUNK * self.numbers)) {
            self.find(times, &mut places);
            self.sample_at(&places, out);
        }
    }
}
