//! Many playing clips, each with a handle.
//!
//! A player holds one flat row for each playing item, and a heap of the times at which the next events are due. A step
//! takes the due items from the heap and does not touch other items. It updates no positions, as every position is a
//! function of the player's time. [`Player::active`] reads one [compact row](super::rows) for an item that plays
//! without changes.
//!
//! Clips are shared and stay outside of the player: calls that need clips take the [`Clips`](crate::clip::Clips) to
//! which the ids belong. The target of an item says what the clip moves. Its type is a small `Copy` type of the game:
//! an index, a key, an enum of properties.

use super::{
    Active, Phase, Play, PlayError, PlaybackHandle, PlaybackRef, Playhead, PlayheadPosition,
    Playing, Subject,
    indexed::{IndexedState, state::State},
    item::PlayerItem,
    report::Report,
};
use crate::{
    clip::{Clip, ClipId, ClipRef, ClipSource},
    digest,
    event::Event,
    motion::{MotionPreference, Purpose},
    time::Time,
};

/// Plays many clips on targets of type `T`. A playing clip is called an item.
///
/// [`active`](Self::active) returns every active item, with its target, clip, position and weight.
/// [`get`](Self::get) and [`position`](Self::position) read one item. For thousands of tweens use a
/// `TweenBatch` of the crate `cueline-batch`, for thousands of instances of one clip its `TrackTable`: they sample all
/// values in a few loops.
///
/// The state is plain data: clone it to take a snapshot, compare it, hash it, take its [`digest`](Self::digest), or
/// save it by clip names with [`save`](Self::save).
///
/// # Examples
///
/// ```
/// use cueline::{
///     clip::{ClipBuilder, Clips, Cue, CueKind},
///     event::EventKind,
///     playback::{PlayError, Play, Player},
///     time::Span,
/// };
///
/// let mut clips = Clips::new();
/// let full = Cue { at: Span::from_millis(300), name: "full".into(), kind: CueKind::State };
/// clips.add(ClipBuilder::new("reload").duration(Span::from_millis(500)).cue(full).build()?)?;
///
/// let mut player = Player::new();
/// let gun = player.play(&clips, "reload", Play::default())?;
///
/// let events = player.advance(Span::from_millis(400), &clips);
/// let kinds: Vec<_> = events.iter().map(|event| event.kind).collect();
/// assert_eq!(kinds, [EventKind::Start, EventKind::Cue(0)]);
/// assert_eq!(events[1].lateness, Span::from_millis(100));
/// assert_eq!(player.position(gun)?.local, Span::from_millis(400));
///
/// player.pause(gun)?;
/// assert!(player.advance(Span::from_secs(9), &clips).is_empty());
/// player.resume(gun)?;
/// assert_eq!(player.advance(Span::from_millis(100), &clips)[0].kind, EventKind::End);
/// assert_eq!(player.position(gun), Err(PlayError::Gone));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Player<T = ()> {
    /// What is saved and compared, with the data derived from it.
    pub(super) state: IndexedState<T>,
    /// The events of the last step or command. Not part of the state.
    pub(super) report: Report<T>,
}

impl<T: Copy> Player<T> {
    /// A player without items, at time zero.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{playback::Player, time::Time};
    ///
    /// let player: Player = Player::new();
    /// assert_eq!((player.now(), player.len()), (Time::ZERO, 0));
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self::starting_at(Time::ZERO)
    }

    /// A player without items, at the time `now` of a clock that already runs.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{playback::Player, time::Time};
    ///
    /// let player: Player = Player::starting_at(Time::from_millis(5000));
    /// assert_eq!(player.now(), Time::from_millis(5000));
    /// ```
    #[must_use]
    pub const fn starting_at(now: Time) -> Self {
        Self { state: IndexedState::new(now), report: Report::new() }
    }

    /// Plays a clip, by name or by id, on `target`: from now on, or after the delay in `how`. The next step reports the
    /// start; with a delay, the step that reaches the start.
    ///
    /// The target says what the clip moves. It is a small `Copy` value of your own: an index, a key of an
    /// entity, an enum of properties. Every event and every [`Active`] item has the target. `how` is a [`Play`], or a
    /// [`Repeat`](super::Repeat) for default settings with that number of passes.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     clip::{ClipBuilder, Clips},
    ///     playback::{Play, Player, Repeat},
    ///     time::{Span, Speed},
    /// };
    ///
    /// #[derive(Clone, Copy, Debug, PartialEq)]
    /// enum Who { Hero, Dog }
    ///
    /// let mut clips = Clips::new();
    /// let walk = clips.add(ClipBuilder::new("walk").duration(Span::from_millis(400)).build()?)?;
    ///
    /// let mut player = Player::new();
    /// player.play_on(Who::Hero, &clips, "walk", Repeat::Forever)?;
    /// let fast = Play { speed: Speed::whole(2), ..Play::from(Repeat::Forever) };
    /// player.play_on(Who::Dog, &clips, walk, fast)?;
    ///
    /// player.advance(Span::from_millis(100), &clips);
    /// let places: Vec<_> = player.active().map(|active| (active.target, active.position.local)).collect();
    /// assert_eq!(places, [(Who::Hero, Span::from_millis(100)), (Who::Dog, Span::from_millis(200))]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`PlayError::Range`], [`PlayError::EmptyLoop`] and [`PlayError::NoPasses`] as for [`Playhead::new`];
    /// [`PlayError::NegativeFade`]; [`PlayError::Clip`] if the library does not have the clip;
    /// [`PlayError::Full`] beyond 2^32 - 1 items. An error changes nothing.
    pub fn play_on<'c, S: ClipSource + ?Sized>(
        &mut self,
        target: T,
        clips: &S,
        clip: impl Into<ClipRef<'c>>,
        how: impl Into<Play>,
    ) -> Result<PlaybackHandle, PlayError> {
        let clip = clip.into().id(clips)?;
        let play = how.into();
        let playing = self.row_for(clip, &play, clips)?;
        if !self.state.items().has_room(1) {
            return Err(PlayError::Full);
        }
        self.place(target, clip, &play, playing)
    }

    /// The player's time: the time of its start plus all steps.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::prelude::*;
    /// let mut player: Player = Player::new();
    /// player.advance(ms(100), &Clips::new());
    /// assert_eq!(player.now(), Time::from_millis(100));
    /// ```
    #[must_use]
    pub const fn now(&self) -> Time {
        self.state.now()
    }

    /// The current position of an item: time in the clip, pass and direction.
    ///
    /// # Errors
    ///
    /// [`PlayError::Gone`] if the handle is stale.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let mut player = Player::new();
    /// let door = player.play(&clips, "door", Repeat::Once)?;
    /// player.advance(ms(100), &clips);
    /// assert_eq!(player.position(door)?.local, ms(100));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position(&self, handle: PlaybackHandle) -> Result<PlayheadPosition, PlayError> {
        Ok(self.playhead(handle)?.at(self.state.now()))
    }

    /// The playhead of an item, which gives the position at any other time.
    ///
    /// # Errors
    ///
    /// [`PlayError::Gone`] if the handle is stale.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let mut player = Player::new();
    /// let door = player.play(&clips, "door", Repeat::Once)?;
    /// let later = player.playhead(door)?.at(Time::from_millis(250));
    /// assert_eq!(later.local, ms(250));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn playhead(&self, handle: PlaybackHandle) -> Result<&Playhead, PlayError> {
        self.state.item(handle).map(PlayerItem::head).ok_or(PlayError::Gone)
    }

    /// One item, as [`active`](Self::active) returns it. Also returns an item that waits for its delay.
    ///
    /// # Errors
    ///
    /// [`PlayError::Gone`] if the handle is stale.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let mut player = Player::new();
    /// let door = player.play(&clips, "door", Repeat::Once)?;
    /// player.advance(ms(100), &clips);
    /// let active = player.get(door)?;
    /// assert_eq!((active.clip, active.position.local), (clips.id("door")?, ms(100)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get(&self, handle: PlaybackHandle) -> Result<Active<T>, PlayError> {
        let item = self.state.item(handle).ok_or(PlayError::Gone)?;
        Ok(self.active_of(handle, item))
    }

    /// Whether the player still has the item or group. `true` for an item that holds its end
    /// ([`AtEnd::Hold`](super::AtEnd::Hold)).
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let mut player = Player::new();
    /// let door = player.play(&clips, "door", Repeat::Once)?;
    /// assert!(player.contains(door));
    /// player.advance(ms(400), &clips);
    /// assert!(!player.contains(door), "it has ended");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn contains(&self, who: impl Into<PlaybackRef>) -> bool {
        match who.into() {
            PlaybackRef::Item(handle) => self.state.item(handle).is_some(),
            PlaybackRef::Group(group) => self.state.group(group).is_some(),
        }
    }

    /// The number of items, including items that wait for their delay or hold their end.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let mut player = Player::new();
    /// let door = player.play(&clips, "door", Repeat::Once)?;
    /// assert_eq!(player.len(), 1);
    /// player.stop(door)?;
    /// assert_eq!(player.len(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.state.items().iter().count()
    }

    /// Whether the player has no items.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let mut player = Player::new();
    /// let door = player.play(&clips, "door", Repeat::Once)?;
    /// assert!(!player.is_empty());
    /// player.advance(ms(400), &clips);
    /// assert!(player.is_empty()); // the item has ended
    /// # let _: PlaybackHandle = door;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.state.items().iter().next().is_none()
    }

    /// Returns every active item in the order in which the items were played, and leaves out items that wait for their
    /// delay. So if the game writes the values in this order, the last item that was played on a property wins. The call
    /// visits every item of the player.
    ///
    /// # Examples
    ///
    /// Reads one property by its track. [`ClipId::index`] is the index in a table, so a frame looks up no names:
    ///
    /// ```
    /// use cueline::{
    ///     clip::{ClipBuilder, Clips, Keyframe},
    ///     playback::{Blend, Play, Player},
    ///     time::Span,
    /// };
    ///
    /// let ms = Span::from_millis;
    /// let lean = |name, value| ClipBuilder::new(name).track("lean", [Keyframe::hold(ms(0), value)]).duration(ms(900));
    /// let mut clips = Clips::new();
    /// let walk = clips.add(lean("walk", 1.0).build()?)?;
    /// let run = clips.add(lean("run", 3.0).build()?)?;
    /// let tracks: Vec<_> = clips.iter().map(|(_, clip)| clip.track::<f64>("lean").ok()).collect();
    ///
    /// let mut player = Player::new();
    /// let hero = 0_usize;
    /// let walking = player.play_on(hero, &clips, walk, Play::default())?;
    /// player.crossfade(walking, &clips, run, Play::default(), ms(400))?;
    /// player.advance(ms(100), &clips);
    ///
    /// let mut leans = vec![Blend::new()]; // one for each target
    /// for active in player.active() {
    ///     if let Some(track) = tracks[active.clip.index() as usize] {
    ///         active.blend_into(&mut leans[active.target], |at| track.sample(at));
    ///     }
    /// }
    /// assert_eq!(leans.remove(hero).over(&0.0), 1.5);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn active(&self) -> impl Iterator<Item = Active<T>> {
        self.state.active()
    }

    /// The active items at another time: for a picture between two steps. Free of effects.
    ///
    /// It shows what [`active`](Self::active) would return after a step to that time, up to the next
    /// [due](Self::next_due) event; beyond that, each item as if nothing would end it. An item shows its past back to its
    /// last change.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::ClipBuilder, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).build()?)?;
    /// let mut player = Player::new();
    /// player.play(&clips, "door", Repeat::Once)?;
    /// player.advance(ms(100), &clips); // a tick
    /// let between = Time::from_millis(92);
    /// assert_eq!(player.active_at(between).next().unwrap().position.local, ms(92));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn active_at(&self, at: Time) -> impl Iterator<Item = Active<T>> {
        self.state.in_order().filter_map(move |(handle, item)| {
            let active = Active::of(handle, item, at);
            (active.position.phase != Phase::Waiting).then_some(active)
        })
    }

    /// The active items as a display with this preference draws them; see [`Playing::reduced`](super::Playing::reduced).
    /// Items of [decorative](Clip::purpose) clips have another position, by the rule of [`MotionPreference::shown`]; all
    /// others are as in [`active_at`](Self::active_at).
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::prelude::*;
    /// use cueline::{clip::ClipBuilder, motion::MotionPreference};
    /// # let mut clips = Clips::new();
    /// clips.add(ClipBuilder::new("sway").duration(ms(400)).decorative().build()?)?;
    /// let mut player = Player::new();
    /// player.play(&clips, "sway", Repeat::Once)?;
    /// player.advance(ms(100), &clips);
    /// let drawn = |motion| player.reduced_at(Time::from_millis(100), &clips, motion).next().unwrap().position.local;
    /// assert_eq!(drawn(MotionPreference::Full), ms(100));
    /// assert_eq!(drawn(MotionPreference::None), ms(400));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reduced_at<'a>(
        &'a self,
        at: Time,
        clips: &'a (impl ClipSource + ?Sized),
        motion: MotionPreference,
    ) -> impl Iterator<Item = Active<T>> + 'a {
        self.state.in_order().filter_map(move |(handle, item)| {
            let mut active = Active::of(handle, item, at);
            let purpose = clips.get(item.clip).map_or(Purpose::Essential, Clip::purpose);
            active.position = item.head().reduced(at, purpose.limits(motion));
            (active.position.phase != Phase::Waiting).then_some(active)
        })
    }

    /// The items that ended in the last step or command and were removed, each at its end position, in the order of
    /// removal.
    ///
    /// Write their values before the values of [`active`](Self::active), so that every target gets its exact last value
    /// once.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let mut player = Player::new();
    /// let door = player.play(&clips, "door", Repeat::Once)?;
    /// player.advance(ms(500), &clips);
    /// assert_eq!(player.ended().len(), 1); // with its last value
    /// # let _: PlaybackHandle = door;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn ended(&self) -> &[Active<T>] {
        self.report.ended()
    }

    /// The events of the last step or command, sorted by due time; at one time by [priority](Play::priority), then in the order
    /// in which the items were added.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let mut player = Player::new();
    /// let door = player.play(&clips, "door", Repeat::Once)?;
    /// player.advance(ms(400), &clips);
    /// let kinds: Vec<EventKind> = player.events().iter().map(|event| event.kind).collect();
    /// assert_eq!(kinds, [EventKind::Start, EventKind::Cue(0), EventKind::End]);
    /// # let _: PlaybackHandle = door;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn events(&self) -> &[Event<Subject<T>>] {
        self.report.events()
    }

    /// A hash of the whole state. Equal states have equal digests on every machine.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let mut player = Player::new();
    /// let door = player.play(&clips, "door", Repeat::Once)?;
    /// let snapshot = player.clone();
    /// assert_eq!(snapshot.digest(), player.digest());
    /// player.advance(ms(100), &clips);
    /// assert_ne!(snapshot.digest(), player.digest());
    /// # let _: PlaybackHandle = door;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn digest(&self) -> u64
    where
        T: digest::Digest,
    {
        digest::digest(&*self.state)
    }

    pub(super) fn active_of(&self, handle: PlaybackHandle, item: &PlayerItem<T>) -> Active<T> {
        Active::of(handle, item, self.state.now())
    }

    /// A row that starts now.
    #[inline]
    pub(super) fn row_for<S: ClipSource + ?Sized>(
        &self,
        clip: ClipId,
        play: &Play,
        clips: &S,
    ) -> Result<Playing, PlayError> {
        Playing::of_length(clips.get(clip)?.duration(), self.state.now(), play)
    }

    /// Adds an item. The caller has checked that there is room.
    #[inline]
    pub(super) fn place(
        &mut self,
        target: T,
        clip: ClipId,
        play: &Play,
        playing: Playing,
    ) -> Result<PlaybackHandle, PlayError> {
        let item = |serial| PlayerItem::new(playing, target, clip, play, serial);
        self.state.insert(item).ok_or(PlayError::Full)
    }

    pub(super) fn from_state(state: State<T>) -> Self {
        Self { state: IndexedState::of(state), report: Report::new() }
    }
}

impl Player {
    /// Plays a clip, by name or by id: from now on, or after the delay in `how`. The next step reports the start; with
    /// a delay, the step that reaches the start.
    ///
    /// Use this method if the items need no target: for one character or one door, or if the game stores the handles.
    /// For many characters use [`play_on`](Self::play_on), which takes a target.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     clip::{ClipBuilder, Clips},
    ///     playback::{Player, Repeat},
    ///     time::Span,
    /// };
    ///
    /// let mut clips = Clips::new();
    /// clips.add(ClipBuilder::new("walk").duration(Span::from_millis(400)).build()?)?;
    ///
    /// let mut player = Player::new();
    /// let hero = player.play(&clips, "walk", Repeat::Forever)?;
    /// player.advance(Span::from_millis(500), &clips);
    /// assert_eq!(player.position(hero)?.local, Span::from_millis(100));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`play_on`](Self::play_on).
    pub fn play<'c, S: ClipSource + ?Sized>(
        &mut self,
        clips: &S,
        clip: impl Into<ClipRef<'c>>,
        how: impl Into<Play>,
    ) -> Result<PlaybackHandle, PlayError> {
        self.play_on((), clips, clip, how)
    }
}

impl<T: Copy> Default for Player<T> {
    fn default() -> Self {
        Self::new()
    }
}

crate::cloned::cloned! {
    /// A clone is a snapshot. `snapshot.clone_from(&player)` and `player.clone_from(&snapshot)` reuse the memory that is there.
    struct Player<T: Copy> { state, report }
}

/// Two players are equal if they would play the same from now on. The events of the last step do not count.
impl<T: PartialEq> PartialEq for Player<T> {
    fn eq(&self, other: &Self) -> bool {
        *self.state == *other.state
    }
}
impl<T: Eq> Eq for Player<T> {}
impl<T: digest::Digest> digest::Digest for Player<T> {
    fn feed(&self, digester: &mut digest::Digester) {
        self.state.feed(digester);
    }
}

/// Saves clips by id. The first step after loading finds each clip again, also if the clips of the library have got other
/// ids since; a clip that is no longer there counts as removed. [`Player::save`] saves clips by name, and loading it names
/// each clip that is missing.
#[cfg(feature = "serde")]
impl<T: serde::Serialize> serde::Serialize for Player<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.state.serialize(serializer)
    }
}
#[cfg(feature = "serde")]
impl<'de, T: Copy + serde::Deserialize<'de>> serde::Deserialize<'de> for Player<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let state = super::indexed::state::read_alone(deserializer)?;
        if !state.is_sound() {
            return Err(serde::de::Error::custom("the slots of the player are inconsistent"));
        }
        Ok(Self::from_state(state))
    }
}
