//! Many instances of one clip, each with its own start.

mod baked;
mod error;
mod lanes;
mod layout;
mod save;
mod table;
#[cfg(test)]
mod tests;

use alloc::{boxed::Box, vec::Vec};

use baked::Baked;
pub use error::ClipBatchError;
use lanes::{CHUNK, Lane, Places};
pub use layout::Column;
use layout::Layout;
pub use save::SavedClipBatch;
pub use table::{TrackPlaces, TrackTable};

use super::starts::Starts;
use crate::{
    clip::Clip,
    playback::Repeat,
    time::{Span, Tick, TickRate},
};

/// Instances of one clip, indexed like the items of a list. Their poses are written into one flat array.
///
/// An instance consists of its start only, so [`save`](Self::save) is small. There are two ways to sample the
/// instances:
///
/// - [`new`](Self::new), from keyframes: the same bits as [`Clip::sample`] at [`position`](Self::position). A table
///   gives the keyframe without a search. Linear segments and rotations are blended in place; only easings and cubics
///   call the track.
/// - [`baked`](Self::baked): rows of numbers at even distances, computed once, from the clip's start to its end. A
///   clip of a whole number of ticks has a row for each tick, and a pose on a tick is a copy of its row: the same bits
///   as the clip, except for the sign of a quaternion. The rows of any other clip are slightly closer together than
///   ticks. Between two rows a pose is interpolated linearly, within 2e-7 of the greater number, and rotations are
///   normalized, within 3e-7. So a corner or a jump between two rows is cut, a curve becomes its chords, and a
///   rotation of `r` degrees from one row to the next is off by up to 1.4e-6 r^3 degrees (0.0014 at 10, as
///   [`Quat::nlerp`](crate::value::Quat::nlerp)). Each number of a row takes 4 bytes.
///
/// # Examples
///
/// ```
/// use cueline::{
///     batch::ClipBatch,
///     clip::{ClipBuilder, Keyframe},
///     playback::Repeat,
///     time::{Span, Tick, TickRate},
///     value::Vec2,
/// };
///
/// let ms = Span::from_millis;
/// let drift = ClipBuilder::new("drift")
///     .track("place", [
///         Keyframe::linear(ms(0), Vec2::new(0.0, 0.0)),
///         Keyframe::linear(ms(800), Vec2::new(8.0, 4.0)),
///     ])
///     .build()?;
///
/// let mut leaves = ClipBatch::new(&drift, TickRate::hz(10)?, Repeat::Forever)?;
/// leaves.push(Tick::ZERO);
/// leaves.push(Tick::new(-6));
///
/// let mut poses = Vec::new();
/// leaves.sample_into(Tick::new(4), 0.5, &mut poses);
/// assert_eq!(poses, [4.5, 2.25, 2.5, 1.25]);
/// assert_eq!(leaves.position(1, Tick::new(4), 0.5), Some(ms(250)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ClipBatch {
    /// The digest of the clip.
    clip: u64,
    rate: TickRate,
    layout: Layout,
    source: Source,
    /// In flicks or, if there is a row for each tick, in ticks.
    starts: Starts,
}

#[derive(Clone, Debug)]
enum Source {
    Keys(Box<[Lane]>),
    /// One row for each tick.
    Ticks(Baked),
    /// Rows at distances other than ticks.
    Rows(Baked),
}

impl ClipBatch {
    /// The longest duration of a clip, in flicks: 148 days.
    pub const LONGEST: Span = Span::from_flicks(1 << 53);

    /// An empty batch of a clip that is sampled from its keyframes; ticks come at `rate`.
    ///
    /// Before its start an instance shows the beginning of the clip, after its last pass the end. An instance that
    /// repeats forever also repeats before its start.
    ///
    /// # Errors
    ///
    /// [`ClipBatchError::ValueKind`] for a track whose values do not consist of `f32`, [`ClipBatchError::Duration`]
    /// for a clip with a duration of zero or above [`LONGEST`](Self::LONGEST), [`ClipBatchError::NoPasses`] for
    /// [`Repeat::Times`] of 0.
    ///
    /// ```
    /// use cueline::{batch::ClipBatch, clip::{ClipBuilder, Keyframe}, playback::Repeat, prelude::*, time::{Tick, TickRate}};
    ///
    /// let drift = ClipBuilder::new("drift")
    ///     .track("x", [Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(ms(800), 8.0)])
    ///     .build()?;
    /// let mut leaves = ClipBatch::new(&drift, TickRate::hz(10)?, Repeat::Once)?;
    /// leaves.push(Tick::new(2));
    /// let mut poses = Vec::new();
    /// leaves.sample_into(Tick::new(4), 0.0, &mut poses);
    /// assert_eq!(poses, [2.0], "200 ms after its start");
    /// assert!(ClipBatch::new(&drift, TickRate::hz(10)?, Repeat::Times(0)).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(clip: &Clip, rate: TickRate, repeat: Repeat) -> Result<Self, ClipBatchError> {
        let lanes = lanes_of(clip, repeat)?;
        let layout = Layout::plain(clip);
        let starts = Starts::new(clip.duration().flicks(), repeat);
        Ok(Self { clip: clip.digest(), rate, layout, source: Source::Keys(lanes), starts })
    }

    /// An empty batch of a clip that is baked to rows. The rows are one tick of `rate` apart, or slightly less if the
    /// clip's duration is not a whole number of ticks.
    ///
    /// # Errors
    ///
    /// Those of [`new`](Self::new), and [`ClipBatchError::Memory`] for more than 2^26 numbers.
    ///
    /// ```
    /// use cueline::{batch::ClipBatch, clip::{ClipBuilder, Keyframe}, playback::Repeat, prelude::*, time::{Tick, TickRate}};
    ///
    /// // 42.5 ticks at 60 Hz.
    /// let end = Span::from_frames(85, TickRate::hz(120)?);
    /// let walk = ClipBuilder::new("walk")
    ///     .track("x", [Keyframe::linear(Span::ZERO, 0.0_f32), Keyframe::linear(end, 85.0)])
    ///     .build()?;
    /// let mut crowd = ClipBatch::baked(&walk, TickRate::HZ_60, Repeat::Forever)?;
    /// crowd.push(Tick::ZERO);
    ///
    /// let mut poses = Vec::new();
    /// crowd.sample_into(Tick::new(43), 0.0, &mut poses); // half a tick into the second pass
    /// let x = crowd.columns().next().map(|(_, column)| poses[column.first]).unwrap();
    /// assert!((x - 1.0).abs() < 1e-5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn baked(clip: &Clip, rate: TickRate, repeat: Repeat) -> Result<Self, ClipBatchError> {
        let lanes = lanes_of(clip, repeat)?;
        let layout = Layout::packed(clip);
        let (duration, ticks) = (clip.duration(), rate.ticks_in(clip.duration()));
        let on_ticks = rate.span_of(ticks) == duration;
        let last = if on_ticks { ticks } else { ticks + 1 };
        let numbers = (last.unsigned_abs() + 1).saturating_mul(layout.width() as u64);
        let last = match u32::try_from(last) {
            Ok(last) if numbers <= Baked::MOST => last,
            _ => return Err(ClipBatchError::Memory { numbers }),
        };
        let (source, starts) = if on_ticks {
            let tick = |row: u32| rate.span_of(row.into()).flicks();
            let rows = Baked::new(&lanes, &layout, last, tick);
            (Source::Ticks(rows), Starts::new(last.into(), repeat))
        } else {
            let rows = Baked::new(&lanes, &layout, last, |row| time_of(row, last, duration));
            (Source::Rows(rows), Starts::new(duration.flicks(), repeat))
        };
        Ok(Self { clip: clip.digest(), rate, layout, source, starts })
    }

    /// Adds an instance behind the others.
    ///
    /// ```
    /// use cueline::{batch::ClipBatch, clip::{ClipBuilder, Keyframe}, playback::Repeat, prelude::*, time::{Tick, TickRate}};
    ///
    /// let drift = ClipBuilder::new("drift")
    ///     .track("x", [Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(ms(800), 8.0)])
    ///     .build()?;
    /// let mut leaves = ClipBatch::new(&drift, TickRate::hz(10)?, Repeat::Once)?;
    /// leaves.push(Tick::ZERO);
    /// leaves.push(Tick::new(3)); // starts later
    /// assert_eq!(leaves.position(1, Tick::new(5), 0.0), Some(ms(200)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn push(&mut self, start: Tick) {
        self.starts.push(match self.source {
            Source::Keys(_) | Source::Rows(_) => self.rate.time_of(start).flicks(),
            Source::Ticks(_) => start.get(),
        });
    }

    /// Removes an instance; the last one takes its place. Returns `false` if there is no such instance.
    ///
    /// ```
    /// use cueline::{batch::ClipBatch, clip::{ClipBuilder, Keyframe}, playback::Repeat, prelude::*, time::{Tick, TickRate}};
    ///
    /// let drift = ClipBuilder::new("drift")
    ///     .track("x", [Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(ms(800), 8.0)])
    ///     .build()?;
    /// let mut leaves = ClipBatch::new(&drift, TickRate::hz(10)?, Repeat::Once)?;
    /// leaves.push(Tick::ZERO);
    /// leaves.push(Tick::new(3));
    /// assert!(leaves.swap_remove(0), "the second leaf takes the place of the first");
    /// assert_eq!((leaves.len(), leaves.position(0, Tick::new(3), 0.0)), (1, Some(ms(0))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn swap_remove(&mut self, index: usize) -> bool {
        self.starts.swap_remove(index)
    }

    /// Number of instances.
    ///
    /// ```
    /// use cueline::{batch::ClipBatch, clip::{ClipBuilder, Keyframe}, playback::Repeat, prelude::*, time::{Tick, TickRate}};
    ///
    /// let drift = ClipBuilder::new("drift")
    ///     .track("x", [Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(ms(800), 8.0)])
    ///     .build()?;
    /// let mut leaves = ClipBatch::new(&drift, TickRate::hz(10)?, Repeat::Once)?;
    /// leaves.push(Tick::new(3));
    /// assert_eq!(leaves.len(), 1, "an instance counts before its start and after its end");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.all().len()
    }

    /// Returns `true` if there are no instances.
    ///
    /// ```
    /// use cueline::{batch::ClipBatch, clip::{ClipBuilder, Keyframe}, playback::Repeat, prelude::*, time::{Tick, TickRate}};
    ///
    /// let drift = ClipBuilder::new("drift")
    ///     .track("x", [Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(ms(800), 8.0)])
    ///     .build()?;
    /// let mut leaves = ClipBatch::new(&drift, TickRate::hz(10)?, Repeat::Once)?;
    /// assert!(leaves.is_empty());
    /// leaves.push(Tick::ZERO);
    /// assert!(!leaves.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.starts.all().is_empty()
    }

    /// Count of numbers in the pose of one instance.
    ///
    /// ```
    /// use cueline::{batch::ClipBatch, clip::{ClipBuilder, Keyframe}, playback::Repeat, prelude::*, time::{Tick, TickRate}};
    ///
    /// let drift = ClipBuilder::new("drift")
    ///     .track("x", [Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(ms(800), 8.0)])
    ///     .build()?;
    /// let mut leaves = ClipBatch::new(&drift, TickRate::hz(10)?, Repeat::Once)?;
    /// assert_eq!(leaves.width(), 1, "the clip has one track of one number");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn width(&self) -> usize {
        self.layout.width()
    }

    /// The places of each track's numbers in a pose, sorted by path.
    ///
    /// ```
    /// use cueline::{batch::ClipBatch, clip::{ClipBuilder, Keyframe}, playback::Repeat, prelude::*, time::{Tick, TickRate}};
    ///
    /// let drift = ClipBuilder::new("drift")
    ///     .track("x", [Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(ms(800), 8.0)])
    ///     .build()?;
    /// let mut leaves = ClipBatch::new(&drift, TickRate::hz(10)?, Repeat::Once)?;
    /// let (path, column) = leaves.columns().next().unwrap();
    /// assert_eq!((path, column.first, column.numbers), ("x", 0, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn columns(&self) -> impl ExactSizeIterator<Item = (&str, Column)> {
        self.layout.paths().zip(self.layout.columns().iter().copied())
    }

    /// Writes the poses of all instances, one behind the other, [`width`](Self::width) numbers each.
    ///
    /// `alpha` is the part of the next tick that has passed, from 0 up to 1, as in
    /// [`Frame::alpha`](crate::time::Frame::alpha); other numbers are clamped to that range, NaN is 0. The list is
    /// resized to the count of numbers; the call allocates only if the list has to grow.
    ///
    /// ```
    /// use cueline::{batch::ClipBatch, clip::{ClipBuilder, Keyframe}, playback::Repeat, prelude::*, time::{Tick, TickRate}};
    ///
    /// let drift = ClipBuilder::new("drift")
    ///     .track("x", [Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(ms(800), 8.0)])
    ///     .build()?;
    /// let mut leaves = ClipBatch::new(&drift, TickRate::hz(10)?, Repeat::Once)?;
    /// leaves.push(Tick::ZERO);
    /// leaves.push(Tick::new(-1));
    /// let mut poses = Vec::new();
    /// leaves.sample_into(Tick::new(4), 0.5, &mut poses); // half-way to the next tick
    /// assert_eq!(poses, [4.5, 5.5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sample_into(&self, now: Tick, alpha: f32, out: &mut Vec<f32>) {
        out.resize(self.len() * self.layout.width(), 0.0);
        if self.layout.width() > 0 {
            self.write(self.starts.all(), now, alpha, out);
        }
    }

    /// Writes the same bits as [`sample_into`](Self::sample_into), on all threads of `rayon`'s current pool.
    ///
    /// Worthwhile from a few thousand instances on; one thread samples smaller batches.
    ///
    /// ```
    /// use cueline::{batch::ClipBatch, clip::{ClipBuilder, Keyframe}, playback::Repeat, prelude::*, time::{Tick, TickRate}};
    ///
    /// let drift = ClipBuilder::new("drift")
    ///     .track("x", [Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(ms(800), 8.0)])
    ///     .build()?;
    /// let mut leaves = ClipBatch::new(&drift, TickRate::hz(10)?, Repeat::Once)?;
    /// leaves.push(Tick::ZERO);
    /// let (mut on_one_thread, mut on_all) = (Vec::new(), Vec::new());
    /// leaves.sample_into(Tick::new(4), 0.5, &mut on_one_thread);
    /// leaves.sample_into_in_parallel(Tick::new(4), 0.5, &mut on_all);
    /// assert_eq!(on_all, on_one_thread);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(all(feature = "rayon", not(target_os = "none")))]
    pub fn sample_into_in_parallel(&self, now: Tick, alpha: f32, out: &mut Vec<f32>) {
        use rayon::{
            iter::{IndexedParallelIterator, ParallelIterator},
            slice::{ParallelSlice, ParallelSliceMut},
        };

        /// Instances that one thread samples at once.
        const PART: usize = 16 * CHUNK;
        let width = self.layout.width();
        out.resize(self.len() * width, 0.0);
        if width > 0 {
            let parts = self.starts.all().par_chunks(PART).zip(out.par_chunks_mut(PART * width));
            parts.for_each(|(starts, out)| self.write(starts, now, alpha, out));
        }
    }

    /// Writes the pose of one instance, the same bits as [`sample_into`](Self::sample_into). Returns `false` if there
    /// is no such instance.
    ///
    /// ```
    /// use cueline::{batch::ClipBatch, clip::{ClipBuilder, Keyframe}, playback::Repeat, prelude::*, time::{Tick, TickRate}};
    ///
    /// let drift = ClipBuilder::new("drift")
    ///     .track("x", [Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(ms(800), 8.0)])
    ///     .build()?;
    /// let mut leaves = ClipBatch::new(&drift, TickRate::hz(10)?, Repeat::Once)?;
    /// leaves.push(Tick::ZERO);
    /// let mut pose = Vec::new();
    /// assert!(leaves.sample_one_into(0, Tick::new(4), 0.0, &mut pose));
    /// assert_eq!(pose, [4.0]);
    /// assert!(!leaves.sample_one_into(1, Tick::new(4), 0.0, &mut pose), "there is one leaf");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sample_one_into(&self, index: usize, now: Tick, alpha: f32, out: &mut Vec<f32>) -> bool {
        let Some(start) = self.starts.all().get(index) else { return false };
        out.resize(self.layout.width(), 0.0);
        if self.layout.width() > 0 {
            self.write(core::slice::from_ref(start), now, alpha, out);
        }
        true
    }

    /// The position of an instance in the clip, as the span since the clip's start. Returns `None` if there is no such
    /// instance.
    ///
    /// An instance that repeats forever never reaches the exact end, because the end is the beginning of the next
    /// pass.
    ///
    /// ```
    /// use cueline::{batch::ClipBatch, clip::{ClipBuilder, Keyframe}, playback::Repeat, prelude::*, time::{Tick, TickRate}};
    ///
    /// let drift = ClipBuilder::new("drift")
    ///     .track("x", [Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(ms(800), 8.0)])
    ///     .build()?;
    /// let mut leaves = ClipBatch::new(&drift, TickRate::hz(10)?, Repeat::Once)?;
    /// leaves.push(Tick::ZERO);
    /// assert_eq!(leaves.position(0, Tick::new(4), 0.5), Some(ms(450)));
    /// assert_eq!(leaves.position(0, Tick::new(40), 0.0), Some(ms(800)), "after its end");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn position(&self, index: usize, now: Tick, alpha: f32) -> Option<Span> {
        let start = *self.starts.all().get(index)?;
        Some(match self.source {
            Source::Keys(_) | Source::Rows(_) => {
                Span::from_flicks(self.starts.since(start, self.moment(now, alpha)))
            }
            Source::Ticks(_) => {
                let tick = self.starts.since(start, self.starts.origin(now.get()));
                let next = self.rate.span_of((tick + 1).min(self.starts.pass()));
                let tick = self.rate.span_of(tick);
                tick + passed(next - tick, alpha)
            }
        })
    }

    fn write(&self, starts: &[i64], now: Tick, alpha: f32, out: &mut [f32]) {
        let width = self.layout.width();
        let chunks = starts.chunks(CHUNK).zip(out.chunks_mut(CHUNK * width));
        match &self.source {
            Source::Keys(lanes) => {
                let moment = self.moment(now, alpha);
                let mut places = Places::new();
                for (starts, out) in chunks {
                    let times = places.times_mut(starts.len());
                    self.starts.since_each(starts, moment, times, |time| time);
                    for (lane, column) in lanes.iter().zip(self.layout.columns()) {
                        lane.find_next(&mut places);
                        lane.write(&places, out, width, column.first);
                    }
                }
            }
            Source::Ticks(rows) => {
                let moment = self.starts.origin(now.get());
                let (mut ticks, alphas) = ([0; CHUNK], [part(alpha); CHUNK]);
                for (starts, out) in chunks {
                    let ticks = &mut ticks[..starts.len()];
                    let whole = |tick| u32::try_from(tick).unwrap_or(0);
                    self.starts.since_each(starts, moment, ticks, whole);
                    rows.write(ticks, &alphas[..starts.len()], out);
                }
            }
            Source::Rows(rows) => {
                let (moment, duration) = (self.moment(now, alpha), self.starts.pass() as f64);
                let mut places = [(0, 0.0); CHUNK];
                for (starts, out) in chunks {
                    let places = &mut places[..starts.len()];
                    let place = |time: i64| rows.place(time as f64 / duration);
                    self.starts.since_each(starts, moment, places, place);
                    let (mut at, mut alphas) = ([0; CHUNK], [0.0; CHUNK]);
                    for (i, place) in places.iter().enumerate() {
                        (at[i], alphas[i]) = *place;
                    }
                    rows.write(&at[..starts.len()], &alphas[..starts.len()], out);
                }
            }
        }
    }

    /// The present time in flicks, as [`Starts::since`] needs it.
    fn moment(&self, now: Tick, alpha: f32) -> i64 {
        let ahead = passed(self.rate.span_of_tick(now), alpha).flicks();
        self.starts.origin(self.rate.time_of(now).flicks().saturating_add(ahead))
    }
}

/// The part of a tick that has passed, rounded down to a flick.
#[expect(clippy::cast_possible_truncation, reason = "no more than the tick")]
fn passed(tick: Span, alpha: f32) -> Span {
    Span::from_flicks((tick.flicks() as f64 * f64::from(part(alpha))) as i64)
}

/// The time of a row, to the nearest flick, in a clip whose last row is its end.
#[expect(clippy::cast_possible_truncation, reason = "no more than the duration")]
fn time_of(row: u32, last: u32, duration: Span) -> i64 {
    let (row, last) = (i128::from(row), i128::from(last));
    ((2 * row * i128::from(duration.flicks()) + last) / (2 * last)) as i64
}

fn part(alpha: f32) -> f32 {
    if alpha > 0.0 { alpha.min(1.0) } else { 0.0 }
}

fn lanes_of(clip: &Clip, repeat: Repeat) -> Result<Box<[Lane]>, ClipBatchError> {
    let duration = clip.duration();
    if duration <= Span::ZERO || duration > ClipBatch::LONGEST {
        return Err(ClipBatchError::Duration { duration });
    }
    if repeat == Repeat::Times(0) {
        return Err(ClipBatchError::NoPasses);
    }
    let mut lanes: Vec<Lane> = Vec::new();
    for (path, channel) in clip.channels() {
        if lanes::numbers(channel.kind()).is_none() {
            return Err(ClipBatchError::ValueKind { path: path.into(), kind: channel.kind() });
        }
        lanes.push(Lane::new(channel, duration, lanes.last()));
    }
    Ok(lanes.into())
}
