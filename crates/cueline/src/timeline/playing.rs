//! A timeline that plays: a playhead over it, and what it comes across.
//!
//! The timeline stays outside and is handed in; the state is a few integers. Time comes in as an argument.

use alloc::vec::Vec;
use core::fmt;

use super::{
    Crossings, ItemId, ItemKind, NotFound, Timeline,
    telling::{Telling, whole},
};
use crate::{
    edge::{Edge, EdgeKind, Reason},
    playback::{Loops, Phase, Play, PlayError, Playhead, Position, Repeat, SeekPolicy},
    time::{Span, Speed, Time},
};

/// Where a playing timeline is.
///
/// # Examples
///
/// ```
/// use cueline::{
///     edge::EdgeKind,
///     playback::{Play, SeekPolicy},
///     time::{Span, Speed, Time},
///     timeline::{Playing, Told, TimelineDraft, call, pause_here, to},
/// };
///
/// let ms = Span::from_millis;
/// let door = TimelineDraft::new("door")
///     .start("angle", 0.0)
///     .then(to("angle", 90.0).lasts(ms(300)))
///     .then(pause_here())
///     .then(call(7))
///     .then(to("angle", 0.0).lasts(ms(300)))
///     .build()?;
///
/// let mut told = Told::default();
/// let mut playing = Playing::new(&door, Time::ZERO, &Play::default())?;
/// playing.advance(ms(500), &door, &mut told);
/// assert!(playing.is_held(), "it stopped at the pause, to the very moment");
/// assert_eq!(door.sample(&"angle", playing.elapsed()), Some(90.0));
///
/// playing.resume();
/// playing.advance(ms(100), &door, &mut told);
/// assert_eq!(door.sample(&"angle", playing.elapsed()), Some(60.0));
///
/// let jump = playing.seek(ms(0), SeekPolicy::State, &door, &mut told);
/// assert_eq!(jump[0].kind, EdgeKind::Cue(7), "back over the call");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Playing {
    #[cfg(feature = "serde")]
    #[serde(rename = "version", default)]
    form: crate::form::Form,
    head: Playhead,
    now: Time,
    /// Whether its start was told.
    told: bool,
    /// Whether its end was told.
    over: bool,
    /// Whether something in the timeline runs forward only.
    one_way: bool,
}

/// What a step or a command has told, in order; made to be filled again and again without asking for memory.
#[derive(Clone, Debug, Default)]
pub struct Told {
    pub(super) edges: Vec<Edge<ItemId>>,
    pub(super) crossings: Crossings,
}

impl Told {
    /// What the last step or command told.
    #[must_use]
    pub fn edges(&self) -> &[Edge<ItemId>] {
        &self.edges
    }
}

/// Why a timeline cannot be played that way.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayingError {
    /// What a playhead refuses.
    Play(PlayError),
    /// Something in it means something forward only.
    OneWay,
    /// It never ends.
    Endless,
    /// There is no such label.
    NotFound(NotFound),
    /// Another timeline, at least in what has been played.
    Changed {
        /// The first item that differs.
        item: ItemId,
        /// Up to where it was played.
        played: Span,
    },
}

impl fmt::Display for PlayingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(error) => error.fmt(f),
            Self::OneWay => f.write_str("something in the timeline runs forward only"),
            Self::Endless => f.write_str("the timeline never ends, so it cannot be finished"),
            Self::NotFound(error) => error.fmt(f),
            Self::Changed { item, played } => {
                write!(f, "{item} is not what was played up to {played}")
            }
        }
    }
}

impl core::error::Error for PlayingError {}

impl From<PlayError> for PlayingError {
    fn from(error: PlayError) -> Self {
        Self::Play(error)
    }
}

impl Playing {
    /// Plays a timeline from `start` on. Of `play` count the delay, the speed, the range, the loops and the repeat, as
    /// for a [`Playhead`].
    ///
    /// # Errors
    ///
    /// [`PlayingError::Play`] for what [`Playhead::new`] refuses; [`PlayingError::OneWay`] where it would run backward
    /// but must not; [`PlayingError::Endless`] for loops over a timeline without an end.
    pub fn new<K>(timeline: &Timeline<K>, start: Time, play: &Play) -> Result<Self, PlayingError> {
        let turns = play.repeat == Repeat::PingPong && play.loops != Loops::Once;
        if timeline.is_one_way() && (turns || play.speed.is_backward()) {
            return Err(PlayingError::OneWay);
        }
        let length = match timeline.length() {
            Some(length) => length,
            None if play.range.is_none() && play.loops != Loops::Once => {
                return Err(PlayingError::Endless);
            }
            None => Span::MAX,
        };
        let head = Playhead::new(start, length, play)?;
        let one_way = timeline.is_one_way();
        Ok(Self {
            #[cfg(feature = "serde")]
            form: crate::form::Form,
            head,
            now: start,
            told: false,
            over: false,
            one_way,
        })
    }

    /// Its time: the start and the sum of all steps.
    #[must_use]
    pub const fn now(&self) -> Time {
        self.now
    }

    /// Where it is: the time of the timeline that shows, for [`Timeline::sample`].
    #[must_use]
    #[inline]
    pub fn elapsed(&self) -> Span {
        self.position().local
    }

    /// Where it is, in which pass, which way.
    #[must_use]
    #[inline]
    pub fn position(&self) -> Position {
        self.head.at(self.now)
    }

    /// Its playhead, to ask about any other time.
    #[must_use]
    pub const fn playhead(&self) -> &Playhead {
        &self.head
    }

    /// Whether its end was told, and nothing has moved it away since.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// Whether it stands still: paused, or at a pause point.
    #[must_use]
    pub const fn is_held(&self) -> bool {
        self.head.is_held()
    }

    /// Moves on and tells what was due on the way, in order. At a pause point it stops: nothing later is told, and it
    /// is held there as by [`pause`](Self::pause).
    ///
    /// Two steps tell together what one of their sum tells. A step of no length or less tells and changes nothing.
    pub fn advance<'t, K>(
        &mut self,
        by: Span,
        timeline: &Timeline<K>,
        told: &'t mut Told,
    ) -> &'t [Edge<ItemId>] {
        told.edges.clear();
        if by <= Span::ZERO {
            return &told.edges;
        }
        let (after, until) = (self.now, self.now + by);
        self.now = until;
        if self.over {
            return &told.edges;
        }
        let telling =
            Telling { now: until, reason: Reason::Played, policy: SeekPolicy::All, jump: None };
        let (from, to) = (self.head.at(after), self.head.at(until));
        let plays_on = from.phase == Phase::Playing && to.phase == Phase::Playing;
        if plays_on && self.told && !self.head.is_held() && from.pass == to.pass {
            // As nearly always; nothing happens to the whole.
            telling.within_pass(&self.head, from, to.local, timeline, told);
        } else {
            self.advance_over_edges(after, &telling, timeline, told);
        }
        let is_pause = |edge: &&Edge<ItemId>| {
            matches!(edge.kind, EdgeKind::Cue(_))
                && matches!(timeline.kind(edge.id), Some(ItemKind::Pause))
        };
        if let Some(stop) = told.edges.iter().find(is_pause).map(|edge| edge.due) {
            told.edges.retain(|edge| edge.due <= stop);
            self.head.pause(stop);
        }
        self.over =
            told.edges.iter().any(|edge| edge.id == ItemId::WHOLE && edge.kind == EdgeKind::End);
        &told.edges
    }

    /// Tells a step on which the whole may start, begin another pass, or end.
    fn advance_over_edges<K>(
        &mut self,
        after: Time,
        telling: &Telling,
        timeline: &Timeline<K>,
        told: &mut Told,
    ) {
        let until = self.now;
        let stuck = self.told && !self.head.is_held() && self.is_at_end(after);
        let edges = self.head.edges(self.told.then_some(after), until);
        // Where nothing was told before, the first moment says where it begins.
        let from = self.told.then(|| self.head.at(after));
        let started = telling.tell(edges, from, self.head.at(until), timeline, told);
        self.told |= started;
        if stuck {
            // Turned round at the very end of its way: nothing lies ahead, so no edge would ever end it.
            let at = self.head.at(after);
            told.edges.push(whole(
                EdgeKind::End,
                after,
                until,
                Reason::Played,
                at.direction,
                at.pass,
            ));
        }
    }

    /// Lets it stand still, or its delay.
    pub fn pause(&mut self) {
        self.head.pause(self.now);
    }

    /// Lets it go on from just where it stands.
    pub fn resume(&mut self) {
        self.head.resume(self.now);
    }

    /// Changes the speed from now on; the phase is kept exactly. Below zero it runs backward.
    ///
    /// # Errors
    ///
    /// [`PlayingError::OneWay`] where it must not run backward; nothing has changed then.
    pub fn set_speed(&mut self, speed: Speed) -> Result<(), PlayingError> {
        if self.one_way && speed.is_backward() {
            return Err(PlayingError::OneWay);
        }
        self.head.set_speed(self.now, speed);
        self.revive();
        Ok(())
    }

    /// Changes the part that plays. It stays where it is, or goes to the nearest end of the part.
    ///
    /// # Errors
    ///
    /// [`PlayingError::Play`] as [`Playhead::set_range`]; nothing has changed then.
    pub fn set_range(&mut self, from: Span, to: Span) -> Result<(), PlayingError> {
        self.head.set_range(self.now, from, to)?;
        self.revive();
        Ok(())
    }

    /// The part from one label of the outermost timeline to another, for [`Play::range`] or
    /// [`set_range`](Self::set_range).
    ///
    /// # Errors
    ///
    /// [`PlayingError::NotFound`].
    pub fn between<K>(
        timeline: &Timeline<K>,
        from: &str,
        to: &str,
    ) -> Result<(Span, Span), PlayingError> {
        let label = |name| timeline.label(name).map_err(PlayingError::NotFound);
        Ok((label(from)?, label(to)?))
    }

    /// Moves it to a time along all passes of its range, counted from the range's start, forward or back. A delay is
    /// over with it.
    ///
    /// What it jumps over is told by the policy as [`Reason::Sought`], due now; its own start is always told. Pause
    /// points do not stop it.
    pub fn seek<'t, K>(
        &mut self,
        elapsed: Span,
        policy: SeekPolicy,
        timeline: &Timeline<K>,
        told: &'t mut Told,
    ) -> &'t [Edge<ItemId>] {
        if policy == SeekPolicy::Silent && self.told {
            // Silence has but one exception, its own start; where that was told there is nothing to look for.
            told.edges.clear();
            self.head.seek(self.now, elapsed);
            self.arrive(Reason::Sought, told);
        } else {
            let mut head = self.head;
            head.seek(self.now, elapsed);
            self.jump(head, Reason::Sought, policy, timeline, told);
        }
        &told.edges
    }

    /// Brings it to its end at once, in the direction in which it plays, and tells all that lay before it as
    /// [`Reason::Skipped`], due now.
    ///
    /// # Errors
    ///
    /// [`PlayingError::Endless`]; nothing has changed then.
    pub fn finish<'t, K>(
        &mut self,
        timeline: &Timeline<K>,
        told: &'t mut Told,
    ) -> Result<&'t [Edge<ItemId>], PlayingError> {
        let mut head = self.head;
        let (_, end) = head.range();
        if !head.finish(self.now) || (end == Span::MAX && timeline.length().is_none()) {
            return Err(PlayingError::Endless);
        }
        self.jump(head, Reason::Skipped, SeekPolicy::All, timeline, told);
        Ok(&told.edges)
    }

    /// Begins anew, now, without a delay and not held. Its start is told again.
    pub fn restart(&mut self) {
        self.head.restart(self.now);
        (self.told, self.over) = (false, false);
    }

    /// Goes on in a timeline that was appended to: it was `old` and is `new` from now on.
    ///
    /// # Errors
    ///
    /// [`PlayingError::Changed`] where `new` differs from `old` in what has been played; nothing has changed then.
    pub fn go_on_in<K: Ord>(
        &mut self,
        old: &Timeline<K>,
        new: &Timeline<K>,
    ) -> Result<(), PlayingError> {
        let played = self.elapsed();
        new.check_appended(old, played).map_err(|item| PlayingError::Changed { item, played })?;
        let (from, to) = self.head.range();
        let whole = old.length().unwrap_or(Span::MAX);
        if (from, to) == (Span::ZERO, whole) {
            self.head.set_range(self.now, from, new.length().unwrap_or(Span::MAX))?;
        }
        self.one_way = new.is_one_way();
        self.revive();
        Ok(())
    }

    fn jump<K>(
        &mut self,
        head: Playhead,
        reason: Reason,
        policy: SeekPolicy,
        timeline: &Timeline<K>,
        told: &mut Told,
    ) {
        told.edges.clear();
        let (before, now) = (self.head, self.now);
        self.head = head;
        let path = self.head.path_at_anchor();
        let edges = before.edges_of_jump(now, path, !self.told);
        let (facing, first) = (*edges.head(), self.told);
        let stands = |path| {
            let (pass, offset) = facing.split(path);
            Position { pass, local: facing.local(pass, offset), ..facing.at(now) }
        };
        let telling = Telling { now, reason, policy, jump: Some(facing) };
        let from = first.then(|| stands(facing.path_at_anchor()));
        telling.tell(edges, from, stands(facing.within(path)), timeline, told);
        self.told = true;
        self.arrive(reason, told);
    }

    /// Tells its end where it was just put there.
    #[inline]
    fn arrive(&mut self, reason: Reason, told: &mut Told) {
        let was_over = core::mem::replace(&mut self.over, self.head.is_over_at_anchor());
        if self.over && !was_over {
            self.tell_end(reason, told);
        }
    }

    #[cold]
    fn tell_end(&self, reason: Reason, told: &mut Told) {
        let (now, at) = (self.now, self.head.at(self.now));
        told.edges.push(whole(EdgeKind::End, now, now, reason, at.direction, at.pass));
    }

    fn is_at_end(&self, now: Time) -> bool {
        self.head.is_over(self.head.reached(now))
    }

    fn revive(&mut self) {
        self.over = self.over && self.is_at_end(self.now);
    }
}
