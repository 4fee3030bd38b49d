//! A batch of values: a front for a [`Batch`], which sees nothing but numbers.

#[cfg(test)]
mod tests;

use alloc::vec::Vec;
use core::{fmt, hash, mem};

use super::{
    Batch, BatchError, Bend, Due, Lanes, Numbers, Tween, TweenEventKind, TweenHandle,
    bend::Job,
    block::{Block, Moment},
    soonest::BLOCK,
};
use crate::{time::Tick, wide};

/// Rows that are blended together.
const CHUNK: usize = 128;

/// A movement from one value to another, once; [`Tween`] for values of any kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TweenOf<V> {
    /// Where it begins.
    pub from: V,
    /// Where it ends.
    pub to: V,
    /// How many ticks it takes, from 1 to [`Batch::LONGEST`].
    pub ticks: u32,
    /// How many ticks it waits before it starts, up to [`Batch::LONGEST`].
    pub delay: u32,
    /// How its progress is bent.
    pub bend: Bend,
}

/// What has happened to a tween; [`Due`] for values of any kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DueOf<V> {
    /// The tick at which it happened.
    pub tick: Tick,
    /// To which of them.
    pub handle: TweenHandle,
    /// What it was.
    pub kind: TweenEventKind,
    /// Its value there: exactly what the tween says.
    pub value: V,
}

/// Tweens of values of one kind: numbers, vectors, rotations, colours, structs of them. See [`Lanes`].
///
/// It is a [`Batch`] of as many numbers as a value has lanes, so all that is said there holds here: handles,
/// what is due and its order, snapshots, equality, `serde`.
///
/// ```
/// use cueline::{
///     batch::{Bend, TweenBatch, TweenOf},
///     time::Tick,
///     value::{Quat, Vec3},
/// };
///
/// let quarter = Quat::about(Vec3::new(0.0, 0.0, 1.0), core::f64::consts::FRAC_PI_2);
/// let mut doors = TweenBatch::<Quat>::starting_at(Tick::ZERO);
/// let door = doors.start(&TweenOf {
///     from: Quat::default(), to: quarter, ticks: 30, delay: 0, bend: Bend::SineInOut,
/// })?;
///
/// doors.advance_to(Tick::new(15))?;
/// let ajar = Quat::about(Vec3::new(0.0, 0.0, 1.0), core::f64::consts::FRAC_PI_4);
/// assert!((doors.value(door, 0.0).unwrap().z - ajar.z).abs() < 1e-6);
///
/// let due = doors.advance_to(Tick::new(60))?;
/// assert_eq!((due[0].tick, due[0].value), (Tick::new(30), quarter));
/// # Ok::<(), cueline::batch::BatchError>(())
/// ```
pub struct TweenBatch<V: Lanes> {
    batch: <V::Numbers as Numbers>::Batch,
    told: Vec<DueOf<V>>,
}

impl<V: Lanes<Numbers = [f32; N]>, const N: usize> TweenBatch<V> {
    /// Nothing moves; the time is `now`.
    #[must_use]
    pub fn starting_at(now: Tick) -> Self {
        Self { batch: Batch::starting_at(now), told: Vec::new() }
    }

    /// Starts a tween now, or puts it in line where it has a delay.
    ///
    /// # Errors
    ///
    /// Those of [`Batch::start`].
    #[inline]
    pub fn start(&mut self, tween: &TweenOf<V>) -> Result<TweenHandle, BatchError> {
        let TweenOf { from, to, ticks, delay, bend } = tween;
        let (mut begin, mut end) = ([0.0; N], [0.0; N]);
        V::write(from, to, &mut begin, &mut end);
        self.batch.start(&Tween { from: begin, to: end, ticks: *ticks, delay: *delay, bend: *bend })
    }

    /// Moves time on and tells what has happened since, up to and with that tick; in order, as
    /// [`Batch::advance_to`] does.
    ///
    /// # Errors
    ///
    /// [`BatchError::Backwards`] for a tick that is already over.
    pub fn advance_to(&mut self, to: Tick) -> Result<&[DueOf<V>], BatchError> {
        self.told.clear();
        let due = self.batch.advance_along(along::<V, N>, to)?.iter();
        self.told.extend(due.map(|Due { tick, handle, kind, value }| DueOf {
            tick: *tick,
            handle: *handle,
            kind: *kind,
            value: V::read(&value.map(|number| [number]), 0),
        }));
        Ok(&self.told)
    }

    /// Has a tween tell a cue when it is so many ticks after its start; as [`Batch::cue`] does.
    ///
    /// # Errors
    ///
    /// Those of [`Batch::cue`].
    pub fn cue(&mut self, handle: TweenHandle, at: u32, cue: u16) -> Result<(), BatchError> {
        self.batch.cue(handle, at, cue)
    }

    /// Drops a tween where it is, and its cues; nothing is told. Whether it was there.
    pub fn cancel(&mut self, handle: TweenHandle) -> bool {
        self.batch.cancel(handle)
    }

    /// Writes the values of everything live, in the order of [`handles`](Self::handles).
    ///
    /// `alpha` is the part of the next tick that has passed, from 0 up to 1, as in
    /// [`Frame::alpha`](crate::time::Frame::alpha); other numbers are brought into that range, NaN is 0. The
    /// list comes out as long as there are values; it allocates nothing unless it has to grow.
    pub fn sample_into(&self, alpha: f32, values: &mut Vec<V>) {
        let moment = self.batch.moment(alpha);
        self.parts(values, usize::MAX, |bend, blocks, out| {
            bend.with(All { blocks, moment, out });
        });
    }

    /// The same bits as [`sample_into`](Self::sample_into), by all threads of `rayon`'s current pool.
    ///
    /// Worth it from some ten thousand tweens on; fewer are done by one thread.
    #[cfg(all(feature = "rayon", not(target_os = "none")))]
    pub fn sample_into_in_parallel(&self, alpha: f32, values: &mut Vec<V>)
    where
        V: Send,
    {
        use rayon::iter::{IntoParallelIterator, ParallelIterator};

        use super::read::PARALLEL;

        let (moment, mut parts) = (self.batch.moment(alpha), Vec::new());
        self.parts(values, PARALLEL, |bend, blocks, out| parts.push((bend, blocks, out)));
        parts.into_par_iter().for_each(|(bend, blocks, out)| {
            bend.with(All { blocks, moment, out });
        });
    }

    /// Cuts rows and the room for their values into parts of one bend, of so many blocks at most.
    fn parts<'a>(
        &'a self,
        values: &'a mut Vec<V>,
        most: usize,
        mut part: impl FnMut(Bend, &'a [Block<N>], &'a mut [V]),
    ) {
        values.resize(self.len(), V::read(&[[0.0]; N], 0));
        let mut room = &mut values[..];
        for (bend, blocks, rows) in self.batch.pieces(most) {
            let (out, rest) = mem::take(&mut room).split_at_mut(rows);
            room = rest;
            part(bend, blocks, out);
        }
    }

    /// The value of one of them: the same bits as [`sample_into`](Self::sample_into) writes.
    ///
    /// None for what is gone and for what still waits.
    #[must_use]
    pub fn value(&self, handle: TweenHandle, alpha: f32) -> Option<V> {
        let value = self.batch.value_along(along::<V, N>, handle, alpha)?;
        Some(V::read(&value.map(|number| [number]), 0))
    }

    /// Everything live, in the order of the values that [`sample_into`](Self::sample_into) writes.
    pub fn handles(&self) -> impl Iterator<Item = TweenHandle> {
        self.batch.handles()
    }

    /// Where the value of one of them lies in what [`sample_into`](Self::sample_into) writes.
    ///
    /// None for what is gone and for what still waits.
    #[must_use]
    pub fn index_of(&self, handle: TweenHandle) -> Option<usize> {
        self.batch.index_of(handle)
    }

    /// Whether it is live or waits.
    #[must_use]
    pub fn contains(&self, handle: TweenHandle) -> bool {
        self.batch.contains(handle)
    }

    /// The last tick it was moved on to.
    #[must_use]
    pub fn now(&self) -> Tick {
        self.batch.now()
    }

    /// How many are live.
    #[must_use]
    pub fn len(&self) -> usize {
        self.batch.len()
    }

    /// Whether none is live.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.batch.is_empty()
    }

    /// How many wait for their start.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.batch.waiting()
    }
}

/// Lanes that are so much of the way from some to others.
fn along<V: Lanes<Numbers = [f32; N]>, const N: usize>(
    begin: &[f32; N],
    end: &[f32; N],
    share: f32,
) -> [f32; N] {
    let [begin, end] = [begin, end].map(|lanes| lanes.map(|number| [number]));
    let mut out = [[0.0]; N];
    V::blend(&begin.each_ref(), &end.each_ref(), &[share], &mut out);
    out.map(|[number]| number)
}

/// The values of some rows, one behind the other, into `out`, where there is room for them.
struct All<'a, V, const N: usize> {
    blocks: &'a [Block<N>],
    moment: Moment,
    out: &'a mut [V],
}

impl<V: Lanes<Numbers = [f32; N]>, const N: usize> Job for All<'_, V, N> {
    type Out = ();

    fn run(self, bend: impl Fn(f32) -> f32) {
        wide::widest(
            #[inline(always)]
            || self.fill(bend),
        );
    }
}

impl<V: Lanes<Numbers = [f32; N]>, const N: usize> All<'_, V, N> {
    /// Chunk by chunk, as what is blended and read is done in loops that a block is too short for.
    #[inline(always)]
    fn fill(self, bend: impl Fn(f32) -> f32) {
        let Self { blocks, moment, out } = self;
        let Lines(shares) = &mut Lines([0.0; CHUNK]);
        let [Lines(begins), Lines(ends), Lines(lanes)] = &mut [Lines([[0.0; CHUNK]; N]); 3];
        for (blocks, out) in blocks.chunks(CHUNK / BLOCK).zip(out.chunks_mut(CHUNK)) {
            for (at, block) in blocks.iter().enumerate() {
                let rows = at * BLOCK..(at + 1) * BLOCK;
                shares[rows.clone()].copy_from_slice(&block.shares(moment, &bend));
                for lane in 0..N {
                    begins[lane][rows.clone()].copy_from_slice(&block.from[lane]);
                    ends[lane][rows.clone()].copy_from_slice(&block.to[lane]);
                }
            }
            // Behind the last row may be what is over, further on its way than anybody has to reckon with.
            shares[out.len()..].fill(0.0);
            V::blend(&begins.each_ref(), &ends.each_ref(), shares, lanes);
            for (row, out) in out.iter_mut().enumerate() {
                *out = V::read(lanes, row);
            }
        }
    }
}

/// Begins with a line of memory, so that nothing that is written or read at once lies in two of them, which takes twice as
/// long.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Lines<T>(T);

/// Buffers of a copy that is made anew are used again. What the last step told is not copied.
impl<V: Lanes> Clone for TweenBatch<V> {
    fn clone(&self) -> Self {
        Self { batch: self.batch.clone(), told: Vec::new() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.batch.clone_from(&source.batch);
        self.told.clear();
    }
}

impl<V: Lanes> PartialEq for TweenBatch<V> {
    fn eq(&self, other: &Self) -> bool {
        self.batch == other.batch
    }
}

impl<V: Lanes> Eq for TweenBatch<V> {}

impl<V: Lanes> hash::Hash for TweenBatch<V> {
    fn hash<H: hash::Hasher>(&self, hasher: &mut H) {
        self.batch.hash(hasher);
    }
}

impl<V: Lanes> fmt::Debug for TweenBatch<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.batch.fmt(f)
    }
}

#[cfg(feature = "serde")]
impl<V: Lanes<Numbers = [f32; N]>, const N: usize> serde::Serialize for TweenBatch<V> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.batch.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de, V: Lanes<Numbers = [f32; N]>, const N: usize> serde::Deserialize<'de> for TweenBatch<V> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut batch = Batch::deserialize(deserializer)?;
        batch.renew(|begin, end| V::renew(begin, end));
        Ok(Self { batch, told: Vec::new() })
    }
}
