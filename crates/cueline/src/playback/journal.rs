//! The journal of a player: the items and their settings at past times.

use alloc::{boxed::Box, vec::Vec};

use super::{
    Active, PlaybackHandle, Player,
    playhead::Phase,
    state::{Item, NONE},
};
use crate::{
    history::{Keep, PastError, past::Past},
    time::Time,
};

/// An item between two changes.
#[derive(Clone, Debug)]
struct Piece<T> {
    handle: PlaybackHandle,
    item: Item<T>,
}

/// The recorded history of a player.
#[derive(Debug)]
pub(super) struct Journal<T> {
    past: Past<Piece<T>>,
    /// By slot: what is there now, and since when it has been as it is.
    present: Vec<Option<(Time, Piece<T>)>>,
}

impl<T: Copy> Journal<T> {
    /// Enters that a slot holds something else from `at` on, or the same otherwise.
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
    /// Begins to remember what plays and every change to it, so that [`past`](Self::past) can show it; or
    /// changes how much is kept.
    ///
    /// The journal is no part of the state: it is not compared, hashed or saved, and a copy keeps
    /// none. [`Clone::clone_from`] leaves this player its journal and forgets what came after the moment
    /// that is gone back to.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     clip::{ClipBuilder, Clips},
    ///     history::Keep,
    ///     playback::{Play, Player},
    ///     time::{Span, Time},
    /// };
    ///
    /// let mut clips = Clips::new();
    /// clips.add(ClipBuilder::new("walk").duration(Span::from_secs(2)).build()?)?;
    /// let mut player = Player::new();
    /// player.keep_journal(Keep::default());
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
    pub fn keep_journal(&mut self, keep: Keep) {
        let now = self.state.now;
        if let Some(journal) = &mut self.journal {
            journal.past.set_keep(keep, now);
            return;
        }
        let past = Past::new(keep, now);
        self.journal = Some(Box::new(Journal { past, present: Vec::new() }));
        self.remember_all();
    }

    /// What showed at a moment that has passed, or shows now, as [`active`](Self::active) would have given
    /// it then, in the order of the slots. What was changed at that very moment shows as it was after it.
    ///
    /// # Errors
    ///
    /// [`PastError`] where no journal is kept, for a moment before what it keeps, and for one that lies
    /// ahead.
    pub fn past(&self, at: Time) -> Result<Vec<Active<T>>, PastError> {
        let journal = self.journal.as_ref().ok_or(PastError::NotKept)?;
        journal.past.check(at, self.state.now)?;
        let present = journal.present.iter().flatten();
        let present = present.filter(|(since, _)| *since <= at).map(|(_, piece)| piece);
        let pieces = journal.past.at(at).chain(present);
        let shown = pieces.map(|Piece { handle, item }| Active::of(*handle, item, at));
        let shown = shown.filter(|active| active.position.phase != Phase::Waiting);
        let mut all: Vec<_> = shown.collect();
        all.sort_by_key(|active| active.handle.slot);
        Ok(all)
    }

    /// Enters what a slot holds from `at` on.
    pub(super) fn remember(&mut self, slot: u32, at: Time) {
        if let Some(journal) = &mut self.journal
            && let Some(row) = self.state.items.rows.get(slot as usize)
        {
            let handle = PlaybackHandle { slot, generation: row.generation };
            let piece = row.item.map(|item| Piece { handle, item });
            journal.note(slot, piece, at);
        }
    }

    /// Goes on from a state that was gone back to.
    pub(super) fn turn_back(&mut self) {
        let now = self.state.now;
        if let Some(journal) = &mut self.journal {
            for slot in (0..).take(journal.present.len()) {
                journal.note(slot, None, now);
            }
            journal.past.cut(now);
            journal.present.clear();
            self.remember_all();
        }
    }

    fn remember_all(&mut self) {
        for slot in (0..NONE).take(self.state.items.rows.len()) {
            self.remember(slot, self.state.now);
        }
    }
}
