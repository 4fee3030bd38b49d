//! The result of a step or a command of a player: its events, and the cues among them.

use core::{ops::Deref, slice};

use super::Subject;
use crate::{
    clip::{ClipSource, Cue},
    event::Event,
};

/// The events of one step or command, in order, with the library that names their cues.
///
/// It is a slice of events; [`cues`](Self::cues) returns the cues among them. It borrows the player. To change the
/// player while going through the events, take them out first, with
/// [`advance_into`](super::Player::advance_into) or `to_vec`.
///
/// # Examples
///
/// ```
/// use cueline::{
///     clip::{ClipBuilder, Clips, Cue},
///     playback::{Player, Repeat},
///     time::Span,
/// };
///
/// let ms = Span::from_millis;
/// let mut clips = Clips::new();
/// clips.add(ClipBuilder::new("walk").duration(ms(400)).cue(Cue::effect(ms(400), "step")).build()?)?;
///
/// let mut player = Player::new();
/// player.play(&clips, "walk", Repeat::Once)?;
///
/// let mut sounds = Vec::new();
/// for (event, cue) in player.advance(ms(500), &clips).cues() {
///     sounds.push((cue.name(), event.lateness));
/// }
/// assert_eq!(sounds, [("step", ms(100))]);
/// assert!(player.is_empty(), "the item has ended, its cue is still named");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PlayerEvents<'a, T, S: ?Sized> {
    events: &'a [Event<Subject<T>>],
    clips: &'a S,
}

impl<'a, T, S: ?Sized> PlayerEvents<'a, T, S> {
    pub(super) const fn new(events: &'a [Event<Subject<T>>], clips: &'a S) -> Self {
        Self { events, clips }
    }
}

impl<'a, T, S: ClipSource + ?Sized> PlayerEvents<'a, T, S> {
    /// The events as a slice. It borrows the player, not this value.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let mut player = Player::new();
    /// let door = player.play(&clips, "door", Repeat::Once)?;
    /// let events = player.advance(ms(100), &clips).as_slice();
    /// assert_eq!(events.len(), 1); // the start
    /// # let _: PlaybackHandle = door;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn as_slice(&self) -> &'a [Event<Subject<T>>] {
        self.events
    }

    /// The passed cues, in order, each with its event: which sound to play, for which target, and how late.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let mut player = Player::new();
    /// let door = player.play(&clips, "door", Repeat::Once)?;
    /// for (event, cue) in player.advance(ms(350), &clips).cues() {
    ///     assert_eq!((cue.name(), event.lateness), ("open", ms(50)));
    /// }
    /// # let _: PlaybackHandle = door;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cues(&self) -> impl Iterator<Item = (&'a Event<Subject<T>>, &'a Cue)> + use<'a, T, S> {
        let clips = self.clips;
        self.events.iter().filter_map(move |event| Some((event, event.cue(clips)?)))
    }
}

impl<T, S: ?Sized> Deref for PlayerEvents<'_, T, S> {
    type Target = [Event<Subject<T>>];

    fn deref(&self) -> &Self::Target {
        self.events
    }
}

impl<'a, T, S: ?Sized> IntoIterator for PlayerEvents<'a, T, S> {
    type Item = &'a Event<Subject<T>>;
    type IntoIter = slice::Iter<'a, Event<Subject<T>>>;

    fn into_iter(self) -> Self::IntoIter {
        self.events.iter()
    }
}

impl<T, S: ?Sized> Clone for PlayerEvents<'_, T, S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, S: ?Sized> Copy for PlayerEvents<'_, T, S> {}
