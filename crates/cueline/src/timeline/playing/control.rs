//! What is done to a timeline that plays: pausing, seeking, turning round, going on in a longer one.

use super::{
    super::{
        ItemId, Timeline,
        report::{Telling, whole},
    },
    EventBuffer, Playing, PlayingError,
};
use crate::{
    event::{Event, EventKind, Reason},
    playback::{Playhead, SeekPolicy},
    time::{Span, Speed, Time},
};

impl Playing {
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
        if !self.told {
            // Nothing of it was reported: turned round, it begins from its other end.
            let (from, to) = self.head.range();
            self.head.change_range(self.now, from, to, false)?;
        }
        self.revive();
        Ok(())
    }

    /// Changes the part that plays. It stays where it is, or goes to the nearest end of the part.
    ///
    /// # Errors
    ///
    /// [`PlayingError::Play`] as [`Playhead::set_range`]; nothing has changed then.
    pub fn set_range(&mut self, from: Span, to: Span) -> Result<(), PlayingError> {
        self.head.change_range(self.now, from, to, self.told)?;
        self.revive();
        Ok(())
    }

    /// The part from one label of the outermost timeline to another, for [`Play::range`](crate::playback::Play::range) or
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
        told: &'t mut EventBuffer,
    ) -> &'t [Event<ItemId>] {
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
        told: &'t mut EventBuffer,
    ) -> Result<&'t [Event<ItemId>], PlayingError> {
        let mut head = self.head;
        let (_, end) = head.range();
        if !head.finish(self.now) || (end == Span::MAX && timeline.duration().is_none()) {
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
        let whole = old.duration().unwrap_or(Span::MAX);
        if (from, to) == (Span::ZERO, whole) {
            self.head.set_range(self.now, from, new.duration().unwrap_or(Span::MAX))?;
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
        told: &mut EventBuffer,
    ) {
        told.edges.clear();
        let (before, now) = (self.head, self.now);
        self.head = head;
        let path = self.head.path_at_anchor();
        let edges = before.edges_of_jump(now, path, !self.told);
        let facing = *edges.head();
        let telling = Telling { now, reason, policy, jump: Some(facing) };
        telling.tell(edges, facing.within(path), timeline, told);
        self.told = true;
        self.arrive(reason, told);
    }

    /// Tells its end where it was just put there.
    #[inline]
    fn arrive(&mut self, reason: Reason, told: &mut EventBuffer) {
        let was_over = core::mem::replace(&mut self.over, self.head.is_over_at_anchor());
        if self.over && !was_over {
            self.tell_end(reason, told);
        }
    }

    #[cold]
    fn tell_end(&self, reason: Reason, told: &mut EventBuffer) {
        let (now, at) = (self.now, self.head.at(self.now));
        told.edges.push(whole(EventKind::End, now, now, reason, at.direction, at.pass));
    }

    pub(super) fn is_at_end(&self, now: Time) -> bool {
        self.head.is_over(self.head.reached(now))
    }

    fn revive(&mut self) {
        self.over = self.over && self.is_at_end(self.now);
    }
}
