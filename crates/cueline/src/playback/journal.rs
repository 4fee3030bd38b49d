//! The journal of a player: the items and their settings at past times.

use alloc::{boxed::Box, vec::Vec};

use super::{Active, PlaybackHandle, Player, item::Item, playhead::Phase};
use crate::{
    history::{JournalLimits, PastError, past::Past},
    time::Time,
};

/// An item between two changes.
#[derive(Clone, Debug)]
struct Piece<T> {
    handle: PlaybackHandle,
    item: Item<T>,
}

/// The recorded history of a player, or none.
#[derive(Debug)]
pub(super) struct Journal<T>(Option<Box<Record<T>>>);

#[derive(Debug)]
struct Record<T> {
    past: Past<Piece<T>>,
    /// By slot: the item, and the time of its last change.
    present: Vec<Option<(Time, Piece<T>)>>,
}

impl<T: Copy> Journal<T> {
    pub(super) const fn none() -> Self {
        Self(None)
    }

    /// Starts a record at `now`, or changes how much is kept. Returns whether it has started one, which needs a note of
    /// each slot.
    pub(super) fn keep(&mut self, limits: JournalLimits, now: Time) -> bool {
        if let Some(record) = &mut self.0 {
            record.past.set_limits(limits, now);
            return false;
        }
        let past = Past::new(limits, now);
        self.0 = Some(Box::new(Record { past, present: Vec::new() }));
        true
    }

    /// Notes that a slot holds this item, or none, from `at` on.
    #[inline]
    pub(super) fn note<'a>(
        &mut self,
        slot: u32,
        at: Time,
        entry: impl FnOnce() -> Option<(PlaybackHandle, &'a Item<T>)>,
    ) where
        T: 'a,
    {
        if let Some(record) = &mut self.0 {
            let piece = entry().map(|(handle, item)| Piece { handle, item: *item });
            record.note(slot, piece, at);
        }
    }

    /// Continues from an older state at `now`. Returns whether there is a record, which needs a note of each slot.
    pub(super) fn cut(&mut self, now: Time) -> bool {
        let Some(record) = &mut self.0 else { return false };
        for slot in (0..).take(record.present.len()) {
            record.note(slot, None, now);
        }
        record.past.cut(now);
        record.present.clear();
        true
    }

    /// What was active at `at`, in the order of slots.
    pub(super) fn past(&self, at: Time, now: Time) -> Result<Vec<Active<T>>, PastError> {
        let record = self.0.as_ref().ok_or(PastError::NotKept)?;
        record.past.check(at, now)?;
        let present = record.present.iter().flatten();
        let present = present.filter(|(since, _)| *since <= at).map(|(_, piece)| piece);
        let pieces = record.past.at(at).chain(present);
        let shown = pieces.map(|Piece { handle, item }| Active::of(*handle, item, at));
        let shown = shown.filter(|active| active.position.phase != Phase::Waiting);
        let mut all: Vec<_> = shown.collect();
        all.sort_by_key(|active| active.handle.slot());
        Ok(all)
    }
}

impl<T: Copy> Record<T> {
    /// Records that a slot holds another item from `at` on, or the same item with other settings.
    fn note(&mut self, slot: u32, piece: Option<Piece<T>>, at: Time) {
        let slot = slot as usize;
        if self.present.len() <= slot {
            self.present.resize(slot + 1, None);
        }
        if let Some((since, was)) = self.present[slot].take()
            && since < at
        {
            self.past.add(since, at, was, at);
        }
        self.present[slot] = piece.map(|piece| (at, piece));
    }
}

impl<T: Copy> Player<T> {
    /// Starts to record all items and every change to them, so that [`past`](Self::past) can return earlier moments; or
    /// changes how much is kept.
    ///
    /// The journal is no part of the state: it is not compared, hashed or saved, and a copy has none.
    /// [`Clone::clone_from`] keeps the journal of this player and forgets everything after the moment to which the
    /// player returns.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     clip::{ClipBuilder, Clips},
    ///     history::JournalLimits,
    ///     playback::{Play, Player},
    ///     time::{Span, Time},
    /// };
    ///
    /// let mut clips = Clips::new();
    /// clips.add(ClipBuilder::new("walk").duration(Span::from_secs(2)).build()?)?;
    /// let mut player = Player::new();
    /// player.keep_journal(JournalLimits::default());
    /// let walking = player.play(&clips, "walk", Play::default())?;
    /// player.advance(Span::from_secs(1), &clips);
    /// player.pause(walking)?;
    /// player.advance(Span::from_secs(1), &clips);
    /// player.stop(walking)?;
    ///
    /// let at = |millis| player.past(Time::from_millis(millis)).map(|all| all[0].position.local);
    /// assert_eq!(at(300)?, Span::from_millis(300));
    /// assert_eq!(at(1800)?, Span::from_secs(1), "it was paused");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn keep_journal(&mut self, limits: JournalLimits) {
        self.state.keep_journal(limits);
    }

    /// What was active at a moment in the past, or is active now: what [`active`](Self::active) returned then, in the
    /// order of the slots. At the moment of a change it is the state after the change.
    ///
    /// # Errors
    ///
    /// [`PastError`] if no journal is kept, or for a moment before the journal or after now.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, prelude::*};
    /// # let mut clips = Clips::new();
    /// # clips.add(ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?)?;
    /// let mut player = Player::new();
    /// let door = player.play(&clips, "door", Repeat::Once)?;
    /// use cueline::history::JournalLimits;
    ///
    /// player.keep_journal(JournalLimits::default());
    /// player.advance(ms(200), &clips);
    /// assert_eq!(player.past(Time::from_millis(50))?[0].position.local, ms(50));
    /// assert!(player.past(Time::from_millis(900)).is_err()); // not yet
    /// # let _: PlaybackHandle = door;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn past(&self, at: Time) -> Result<Vec<Active<T>>, PastError> {
        self.state.past(at)
    }
}
