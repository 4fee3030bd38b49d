//! Flipbooks: the picture that shows at a time, and the time of the next change.
//!
//! A pure function of two times, the start and now: a save needs only the start, a hitch leaves nothing to catch up
//! with, and any thread may ask. A drawing loop that wants to sleep asks for the next change. Rounds down as in Knuth,
//! TAOCP 1, 1.2.4.
//!
//! All questions come down to one: the elapsed time is folded into a position on the strip, which runs from the first
//! frame to the last. Reverse playback reads the same strip from its end.

use alloc::{boxed::Box, vec::Vec};
use core::num::NonZeroU32;

pub(crate) use self::cued::Limits;
use self::{cued::Cued, strip::Holds};
use super::{ContentError, Cue, Window};
use crate::{
    digest::{Digest, Digester},
    order::sort_by,
    time::{Span, Time},
    value::mix,
};

/// Frames that show one after the other, each for a duration of its own.
///
/// # Examples
///
/// ```
/// use cueline::{clip::{Flipbook, ContentError, Order}, time::{Span, Time}};
///
/// let walk = Flipbook::equal(4, Span::from_millis(100))?.order(Order::PingPong);
/// let shown: Vec<u32> =
///     (0..8).map(|step| walk.frame_at(Time::ZERO, Time::from_millis(step * 100))).collect();
/// assert_eq!(shown, [0, 1, 2, 3, 2, 1, 0, 1]);
///
/// let once = Flipbook::equal(4, Span::from_millis(100))?.times(1)?;
/// let late = Time::from_millis(999);
/// assert!(once.is_over(Time::ZERO, late) && once.frame_at(Time::ZERO, late) == 3);
///
/// assert_eq!(Flipbook::equal(0, Span::from_millis(100)), Err(ContentError::NoFrames));
/// assert_eq!(walk.times(0), Err(ContentError::NoPasses));
/// # Ok::<(), ContentError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(try_from = "saved::SavedFlipbook", into = "saved::SavedFlipbook")
)]
pub struct Flipbook {
    holds: Holds,
    order: Order,
    /// `None` is endless.
    times: Option<NonZeroU32>,
    /// The time in the first pass at the start. Never negative.
    offset: Span,
    pictures: Pictures,
    cues: Option<Box<Cued>>,
}

impl Digest for Flipbook {
    /// One without pictures of its own and without cues feeds what it did before there were any.
    fn feed(&self, digester: &mut Digester) {
        let Self { holds, order, times, offset, pictures, cues } = self;
        (holds, order, times, offset).feed(digester);
        if *pictures != Pictures::default() {
            pictures.feed(digester);
        }
        if let Some(cues) = cues {
            cues.list.feed(digester);
        }
    }
}

/// The picture of each frame.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Pictures {
    /// In a row, from this one on.
    From(u32),
    /// One for each frame.
    Each(Box<[u32]>),
}

impl Default for Pictures {
    fn default() -> Self {
        Self::From(0)
    }
}

crate::digest::digested! { enum Pictures { From(first), Each(list) } }

/// The order in which the frames of a pass show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Order {
    /// First to last, and from the first again.
    #[default]
    Forward,
    /// Last to first, and from the last again.
    Reverse,
    /// First to last and back; the frame at which it turns shows once: 0 1 2 3 2 1 0 1 ...
    ///
    /// Each direction is a pass: three passes of four frames are 0 1 2 3 2 1 0 1 2 3. A flipbook of a single frame
    /// cannot turn and plays as [`Order::Forward`].
    PingPong,
    /// The same from the last frame: 3 2 1 0 1 2 3 2 ...
    PingPongReverse,
}

crate::digest::digested! { enum Order { Forward, Reverse, PingPong, PingPongReverse } }

impl Flipbook {
    /// An endless forward loop of `frames` frames that each show for `hold`.
    ///
    /// # Errors
    ///
    /// [`ContentError::NoFrames`] for 0 frames, [`ContentError::Hold`] if `hold` is not above zero.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::Flipbook, time::{Time, ms}};
    ///
    /// let walk = Flipbook::equal(8, ms(60))?;
    /// assert_eq!(walk.frame_at(Time::ZERO, Time::from_millis(130)), 2);
    /// # Ok::<(), cueline::clip::ContentError>(())
    /// ```
    pub fn equal(frames: u32, hold: Span) -> Result<Self, ContentError> {
        let frames = NonZeroU32::new(frames).ok_or(ContentError::NoFrames)?;
        if hold <= Span::ZERO {
            return Err(ContentError::Hold { frame: 0, hold });
        }
        Ok(Self::endless(Holds::Equal { frames, hold }))
    }

    /// An endless forward loop with one frame for each of `holds`, the durations of the frames.
    ///
    /// # Errors
    ///
    /// [`ContentError::NoFrames`] for no frames, [`ContentError::Hold`] for the first hold that is not
    /// above zero, [`ContentError::FrameTooLate`] for the first frame that ends beyond [`Span::MAX`] or
    /// has a number beyond `u32::MAX`.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::Flipbook, time::{Time, ms}};
    ///
    /// let blink = Flipbook::each([ms(900), ms(100)])?;
    /// assert_eq!(blink.frame_at(Time::ZERO, Time::from_millis(950)), 1);
    /// # Ok::<(), cueline::clip::ContentError>(())
    /// ```
    pub fn each(holds: impl IntoIterator<Item = Span>) -> Result<Self, ContentError> {
        let mut ends: Vec<i64> = Vec::new();
        for (frame, hold) in holds.into_iter().enumerate() {
            let frame =
                u32::try_from(frame).map_err(|_| ContentError::FrameTooLate { frame: u32::MAX })?;
            if hold <= Span::ZERO {
                return Err(ContentError::Hold { frame, hold });
            }
            let end = ends.last().copied().unwrap_or(0).checked_add(hold.flicks());
            ends.push(end.ok_or(ContentError::FrameTooLate { frame })?);
        }
        if ends.is_empty() {
            return Err(ContentError::NoFrames);
        }
        Ok(Self::endless(Holds::Each { ends: ends.into() }))
    }

    fn endless(holds: Holds) -> Self {
        let pictures = Pictures::default();
        Self { holds, order: Order::Forward, times: None, offset: Span::ZERO, pictures, cues: None }
    }

    /// The same flipbook, whose pictures lie on their sheet from number `first` on: [`frame_at`](Self::frame_at) counts from
    /// there. Numbers beyond `u32::MAX` are that one.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::Flipbook, time::{Time, ms}};
    ///
    /// let run = Flipbook::equal(8, ms(60))?.first(4); // behind four pictures of another animation
    /// assert_eq!(run.frame_at(Time::ZERO, Time::from_millis(130)), 6);
    /// # Ok::<(), cueline::clip::ContentError>(())
    /// ```
    #[must_use]
    pub fn first(self, first: u32) -> Self {
        Self { pictures: Pictures::From(first), ..self }
    }

    /// The same flipbook with a picture of its sheet for each frame, in the order of the frames.
    ///
    /// # Errors
    ///
    /// [`ContentError::Pictures`] if there are more or fewer pictures than frames.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::Flipbook, time::{Time, ms}};
    ///
    /// let nod = Flipbook::equal(3, ms(100))?.pictures([7, 2, 7])?;
    /// assert_eq!([0, 100, 200].map(|at| nod.frame_at(Time::ZERO, Time::from_millis(at))), [7, 2, 7]);
    /// assert!(nod.pictures([7, 2]).is_err());
    /// # Ok::<(), cueline::clip::ContentError>(())
    /// ```
    pub fn pictures(self, pictures: impl IntoIterator<Item = u32>) -> Result<Self, ContentError> {
        let needed = self.frames();
        // One more than is needed shows that there are too many.
        let most = usize::try_from(needed.get()).unwrap_or(usize::MAX).saturating_add(1);
        let list: Box<[u32]> = pictures.into_iter().take(most).collect();
        if u32::try_from(list.len()) != Ok(needed.get()) {
            return Err(ContentError::Pictures { found: list.len(), needed });
        }
        Ok(Self { pictures: Pictures::Each(list), ..self })
    }

    /// The same flipbook with these cues, in any order, in place of those that it had. The time of a cue is that of the first
    /// pass, up to the end of it.
    ///
    /// A cue belongs to the frame in which it lies: it happens each time that this frame shows, as long after the frame's
    /// appearance as in the first pass. A frame at which the flipbook turns shows once, and so do its cues.
    ///
    /// # Errors
    ///
    /// [`ContentError::CueOutsidePass`] for the first cue before the start or after the end of the pass.
    /// [`ContentError::TooManyCues`] beyond `u32::MAX`.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     clip::{Cue, Flipbook},
    ///     event::EventKind,
    ///     playback::{EventBuffer, Play, Playing},
    ///     time::{Time, ms},
    /// };
    ///
    /// let steps = [Cue::effect(ms(0), "left"), Cue::effect(ms(200), "right")];
    /// let walk = Flipbook::equal(4, ms(100))?.with_cues(steps)?;
    /// let mut buffer = EventBuffer::default();
    /// let mut playing = Playing::new(&walk, Time::ZERO, &Play::default())?;
    /// let mut heard = Vec::new();
    /// for event in playing.step(Time::from_millis(650), &walk, &mut buffer) {
    ///     if let EventKind::Cue(index) = event.kind {
    ///         heard.push((walk.cues()[index as usize].name(), event.due));
    ///     }
    /// }
    /// let at = Time::from_millis;
    /// assert_eq!(heard, [("left", at(0)), ("right", at(200)), ("left", at(400)), ("right", at(600))]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_cues(self, cues: impl IntoIterator<Item = Cue>) -> Result<Self, ContentError> {
        let mut list: Vec<Cue> = cues.into_iter().collect();
        if u32::try_from(list.len()).is_err() {
            return Err(ContentError::TooManyCues { count: list.len() });
        }
        let strip = self.holds.strip();
        for (cue, index) in list.iter().zip(0..) {
            if !(0..=strip).contains(&i128::from(cue.at.flicks())) {
                let pass = Span::from_flicks(i64::try_from(strip).unwrap_or(i64::MAX));
                return Err(ContentError::CueOutsidePass { index, at: cue.at, pass });
            }
        }
        sort_by(&mut list, |one, other| one.at.cmp(&other.at)); // cues of one time keep their order
        let cues = (!list.is_empty()).then(|| self.cued(list.into()));
        Ok(Self { cues, ..self })
    }

    /// The same flipbook in another order.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{Flipbook, Order}, time::{Time, ms}};
    ///
    /// let breath = Flipbook::equal(3, ms(100))?.order(Order::PingPong);
    /// let shown = [0, 100, 200, 300, 400].map(|at| breath.frame_at(Time::ZERO, Time::from_millis(at)));
    /// assert_eq!(shown, [0, 1, 2, 1, 0]);
    /// # Ok::<(), cueline::clip::ContentError>(())
    /// ```
    #[must_use]
    pub fn order(self, order: Order) -> Self {
        let book = Self { order, ..self };
        // On the way back cues have other moments.
        let cues = book.cues.as_ref().map(|cues| book.cued(cues.list.clone()));
        Self { cues, ..book }
    }

    /// The same flipbook, ending after a number of passes; its last frame stays.
    ///
    /// # Errors
    ///
    /// [`ContentError::NoPasses`] for 0 passes.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::Flipbook, time::{Time, ms}};
    ///
    /// let once = Flipbook::equal(4, ms(50))?.times(1)?;
    /// assert_eq!(once.duration(), Some(ms(200)));
    /// assert!(once.is_over(Time::ZERO, Time::from_millis(200)));
    /// # Ok::<(), cueline::clip::ContentError>(())
    /// ```
    pub fn times(self, passes: u32) -> Result<Self, ContentError> {
        let passes = NonZeroU32::new(passes).ok_or(ContentError::NoPasses)?;
        Ok(Self { times: Some(passes), ..self })
    }

    /// The same flipbook, which starts `offset` after the start of its passes; a negative offset counts as zero.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::Flipbook, time::{Time, ms}};
    ///
    /// let walk = Flipbook::equal(8, ms(60))?.offset(ms(120)); // out of step with the others
    /// assert_eq!(walk.frame_at(Time::ZERO, Time::ZERO), 2);
    /// # Ok::<(), cueline::clip::ContentError>(())
    /// ```
    #[must_use]
    pub fn offset(self, offset: Span) -> Self {
        Self { offset: offset.max(Span::ZERO), ..self }
    }

    /// The same flipbook, starting anywhere in its first pass, so that a crowd does not walk in step. Equal seeds give
    /// equal offsets. Call it last: the duration of a pass depends on the order.
    ///
    /// The seed is mixed as in `SplitMix64` (Steele, Lea and Flood, OOPSLA 2014) and scaled down.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::Flipbook, time::{Time, ms}};
    ///
    /// let walk = Flipbook::equal(8, ms(60))?;
    /// let frame_of = |seed| walk.clone().random_offset(seed).frame_at(Time::ZERO, Time::ZERO);
    /// assert_eq!(frame_of(7), frame_of(7));
    /// assert!((0..20).any(|seed| frame_of(seed) != frame_of(7)));
    /// # Ok::<(), cueline::clip::ContentError>(())
    /// ```
    #[must_use]
    pub fn random_offset(self, seed: u64) -> Self {
        let pass = u64::try_from(self.pass_length().min(i128::from(i64::MAX))).unwrap_or(0);
        let place = (u128::from(mix(seed)) * u128::from(pass)) >> 64; // below `pass`
        self.offset(Span::from_flicks(i64::try_from(place).unwrap_or(0)))
    }

    /// The number of frames.
    #[must_use]
    pub fn frames(&self) -> NonZeroU32 {
        match &self.holds {
            Holds::Equal { frames, .. } => *frames,
            // At least one, and at most `u32::MAX`: checked by `each`.
            Holds::Each { ends } => {
                u32::try_from(ends.len()).ok().and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN)
            }
        }
    }

    /// The cues, sorted by their time in the first pass; [`EventKind::Cue`](crate::event::EventKind::Cue) holds the index.
    #[must_use]
    pub fn cues(&self) -> &[Cue] {
        self.cues.as_ref().map_or(&[], |cues| &cues.list)
    }

    /// The duration from the start to the end, without the offset; `None` if endless. At most [`Span::MAX`].
    #[must_use]
    pub fn duration(&self) -> Option<Span> {
        let left = (self.total()? - i128::from(self.offset.flicks())).max(0);
        Some(Span::from_flicks(i64::try_from(left).unwrap_or(i64::MAX)))
    }

    /// The duration of one pass, at most [`Span::MAX`], and the number of passes, `None` for ever. An endless pass that turns
    /// goes there and back.
    ///
    /// `None` if the passes are not equally long: of a flipbook with an end that turns, or that starts with an offset.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{Flipbook, Order}, time::ms};
    ///
    /// let walk = Flipbook::equal(4, ms(100))?;
    /// assert_eq!(walk.equal_passes(), Some((ms(400), None)));
    /// assert_eq!(walk.clone().order(Order::PingPong).equal_passes(), Some((ms(600), None)));
    /// let twice = walk.times(2)?;
    /// assert_eq!(twice.equal_passes(), Some((ms(400), 2.try_into().ok())));
    /// assert_eq!(twice.offset(ms(50)).equal_passes(), None);
    /// # Ok::<(), cueline::clip::ContentError>(())
    /// ```
    #[must_use]
    pub fn equal_passes(&self) -> Option<(Span, Option<NonZeroU32>)> {
        let turns = matches!(self.turning(), Turning::At { .. });
        let pass = Span::from_flicks(i64::try_from(self.pass_length()).unwrap_or(i64::MAX));
        let equal = self.times.is_none() || (!turns && self.offset == Span::ZERO);
        equal.then_some((pass, self.times))
    }

    /// The picture that shows at `now` if the flipbook started at `start`: the number of the frame, from 0, unless
    /// [`first`](Self::first) or [`pictures`](Self::pictures) says where the pictures lie on their sheet.
    ///
    /// A frame shows from its time (included) to the time of the next frame (excluded). Before its start an
    /// endless flipbook runs as if it had always been running, and one with an end shows the frame it starts with.
    /// After the end the last frame stays.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::Flipbook, time::{Time, ms}};
    ///
    /// let walk = Flipbook::equal(8, ms(60))?;
    /// let started = Time::from_millis(1000);
    /// assert_eq!(walk.frame_at(started, started + ms(60) * 9), 1); // it loops
    /// # Ok::<(), cueline::clip::ContentError>(())
    /// ```
    #[must_use]
    pub fn frame_at(&self, start: Time, now: Time) -> u32 {
        self.picture(self.holds.frame_at(self.place(self.elapsed(start, now)).0))
    }

    fn picture(&self, frame: u32) -> u32 {
        match &self.pictures {
            Pictures::From(first) => first.saturating_add(frame),
            // As many as frames.
            Pictures::Each(list) => list.get(frame as usize).copied().unwrap_or(0),
        }
    }

    /// The first time after `now` at which another frame shows; `None` if this frame stays for ever,
    /// or up to [`Time::MAX`].
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{Flipbook, ContentError}, time::{Span, Time}};
    ///
    /// let blink = Flipbook::each([Span::from_millis(900), Span::from_millis(100)])?;
    /// let ms = Time::from_millis;
    /// assert_eq!(blink.next_change(ms(0), ms(10)), Some(ms(900)));
    /// assert_eq!(blink.next_change(ms(0), ms(900)), Some(ms(1000)));
    /// # Ok::<(), ContentError>(())
    /// ```
    #[must_use]
    pub fn next_change(&self, start: Time, now: Time) -> Option<Time> {
        self.frame_until(start, now).1
    }

    /// [`frame_at`](Self::frame_at) and [`next_change`](Self::next_change) in one question: what shows, and until when.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::Flipbook, time::{Time, ms}};
    /// let walk = Flipbook::equal(8, ms(60))?;
    /// let (frame, until) = walk.frame_until(Time::ZERO, Time::from_millis(100));
    /// assert_eq!((frame, until), (1, Some(Time::from_millis(120))));
    /// # Ok::<(), cueline::clip::ContentError>(())
    /// ```
    #[must_use]
    pub fn frame_until(&self, start: Time, now: Time) -> (u32, Option<Time>) {
        let elapsed = self.elapsed(start, now);
        let (place, forward) = self.place(elapsed);
        let frame = self.holds.frame_at(place);
        let (from, to) = self.holds.span_of(frame);
        let next = elapsed + if forward { to - place } else { place - from + 1 }; // above `elapsed`
        let picture = self.picture(frame);
        if self.frames() == NonZeroU32::MIN || self.total().is_some_and(|total| next >= total) {
            return (picture, None);
        }
        let next = next - i128::from(self.offset.flicks()) + i128::from(start.flicks());
        (picture, i64::try_from(next).ok().map(Time::from_flicks))
    }

    /// Whether all passes are over at `now`; never if endless.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::Flipbook, time::{Time, ms}};
    /// let once = Flipbook::equal(4, ms(50))?.times(1)?;
    /// let start = Time::from_millis(1000);
    /// assert!(!once.is_over(start, start + ms(199)) && once.is_over(start, start + ms(200)));
    /// # Ok::<(), cueline::clip::ContentError>(())
    /// ```
    #[must_use]
    pub fn is_over(&self, start: Time, now: Time) -> bool {
        self.total().is_some_and(|total| self.elapsed(start, now) >= total)
    }

    /// Flicks since the start, plus the offset.
    fn elapsed(&self, start: Time, now: Time) -> i128 {
        // Widened: two points of an i64 clock can lie further apart than an i64 holds.
        let since = i128::from(now.flicks()) - i128::from(start.flicks());
        let since = if self.times.is_some() { since.max(0) } else { since };
        since + i128::from(self.offset.flicks())
    }

    /// The position on the strip after `elapsed` flicks, and whether the strip is read towards its end.
    fn place(&self, elapsed: i128) -> (i128, bool) {
        let elapsed = self.total().map_or(elapsed, |total| elapsed.min(total - 1));
        let strip = self.holds.strip();
        match self.turning() {
            Turning::Never => {
                let place = fold(elapsed, strip);
                if self.order.is_reverse() { (strip - 1 - place, false) } else { (place, true) }
            }
            Turning::At { first, last } => {
                let place = fold(elapsed, 2 * strip - first - last);
                match (self.order.is_reverse(), place < strip) {
                    (false, true) => (place, true),
                    (false, false) => (2 * strip - last - 1 - place, false),
                    (true, true) => (strip - 1 - place, false),
                    (true, false) => (place - strip + first, true),
                }
            }
        }
    }

    /// The duration of all passes; `None` if endless.
    fn total(&self) -> Option<i128> {
        // Below 2^127 in either case: a strip is below 2^95, twice a strip times half of an u32 too.
        let times = i128::from(self.times?.get());
        let strip = self.holds.strip();
        Some(match self.turning() {
            Turning::Never => times * strip,
            Turning::At { first, last } => {
                let there_and_back = (times / 2) * (2 * strip - first - last);
                let end = if self.order.is_reverse() { last } else { first };
                there_and_back + if times % 2 == 1 { strip } else { end }
            }
        })
    }

    /// The duration of the first pass.
    fn pass_length(&self) -> i128 {
        if self.times.is_none() { self.round() } else { self.holds.strip() }
    }

    /// The duration of a round: there and back where it turns, else one pass.
    fn round(&self) -> i128 {
        let strip = self.holds.strip();
        match self.turning() {
            Turning::At { first, last } => 2 * strip - first - last,
            Turning::Never => strip,
        }
    }

    /// The start and the end of the frame at a place of the first pass.
    fn frame_around(&self, place: i128) -> (i128, i128) {
        let strip = self.holds.strip();
        let reverse = self.order.is_reverse();
        let place = if reverse { strip - 1 - place } else { place };
        let (from, to) = self.holds.span_of(self.holds.frame_at(place));
        if reverse { (strip - to, strip - from) } else { (from, to) }
    }

    /// The time of all passes.
    pub(crate) fn whole(&self) -> Limits {
        Limits { from: i128::from(self.offset.flicks()), to: self.total() }
    }

    /// The time of one pass, or of all where they are not equally long.
    pub(crate) fn one_pass(&self) -> Limits {
        let whole = self.whole();
        let pass = self.equal_passes().map(|(pass, _)| whole.from + i128::from(pass.flicks()));
        Limits { to: pass.or(whole.to), ..whole }
    }

    /// Visits the cues in a window of its own time, in order, with their times and indices, until `found` returns `false`.
    /// Of a window with more than `most` it visits the first round and the last.
    pub(crate) fn visit_cues(
        &self,
        limits: Limits,
        window: Window,
        most: u64,
        mut found: impl FnMut(Span, u32, &Cue) -> bool,
    ) {
        if let Some(cues) = &self.cues {
            let list = &cues.list;
            cues.visit((self.offset, self.round()), limits, window, most, |at, index| {
                found(at, index, &list[index as usize])
            });
        }
    }

    fn cued(&self, list: Box<[Cue]>) -> Box<Cued> {
        let turned = match self.turning() {
            Turning::Never => None,
            Turning::At { first, .. } if self.order.is_reverse() => Some(first),
            Turning::At { last, .. } => Some(last),
        };
        Box::new(Cued::new(list, self.holds.strip(), turned, |place| self.frame_around(place)))
    }

    fn turning(&self) -> Turning {
        let turns = matches!(self.order, Order::PingPong | Order::PingPongReverse);
        if !turns || self.frames() == NonZeroU32::MIN {
            return Turning::Never;
        }
        let (first, last) = self.holds.outermost();
        Turning::At { first, last }
    }
}

/// The position of `elapsed` in a cycle above zero; with 64-bit division if both fit, as it is several times as fast.
fn fold(elapsed: i128, cycle: i128) -> i128 {
    match (i64::try_from(elapsed), i64::try_from(cycle)) {
        (Ok(elapsed), Ok(cycle)) => elapsed.rem_euclid(cycle).into(),
        _ => elapsed.rem_euclid(cycle),
    }
}

impl Order {
    fn is_reverse(self) -> bool {
        matches!(self, Self::Reverse | Self::PingPongReverse)
    }
}

/// Whether a flipbook turns at its ends, and the durations of the frames at which it turns.
enum Turning {
    Never,
    At { first: i128, last: i128 },
}

mod cued;
#[cfg(feature = "serde")]
mod saved;
mod strip;
#[cfg(test)]
mod tests;
