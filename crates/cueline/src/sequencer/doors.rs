//! The front doors: how entries come into the queue.

use alloc::string::String;

use super::{EntryId, QueueError, Role, Sequencer, Timing, row::Row};

impl<P> Sequencer<P> {
    /// Queues an entry in a new epoch: it starts when everything that holds before it has ended,
    /// now if nothing does.
    ///
    /// # Errors
    ///
    /// [`QueueError`] for a length or delay below zero and for an endless entry.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     sequencer::{EntryDuration, QueueError, Sequencer},
    ///     time::Span,
    /// };
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(Span::from_millis(300), "walk")?;
    /// assert_eq!(queue.enqueue(EntryDuration::Forever, "idle"), Err(QueueError::HoldsForever));
    /// # Ok::<(), QueueError>(())
    /// ```
    pub fn enqueue(
        &mut self,
        timing: impl Into<Timing>,
        payload: P,
    ) -> Result<EntryId, QueueError> {
        let timing = timing.into().checked(Role::Holding)?;
        self.new_epoch();
        Ok(self.join(timing, Role::Holding, payload))
    }

    /// Queues an entry that starts with the last epoch and holds it; it starts now if that epoch
    /// is running or nothing is queued.
    ///
    /// # Errors
    ///
    /// As [`enqueue`](Self::enqueue).
    pub fn concurrently(
        &mut self,
        timing: impl Into<Timing>,
        payload: P,
    ) -> Result<EntryId, QueueError> {
        let timing = timing.into().checked(Role::Holding)?;
        Ok(self.join(timing, Role::Holding, payload))
    }

    /// Queues an entry that starts with the last epoch and does not hold it. It may be endless.
    ///
    /// # Errors
    ///
    /// [`QueueError`] for a length or delay below zero.
    pub fn background(
        &mut self,
        timing: impl Into<Timing>,
        payload: P,
    ) -> Result<EntryId, QueueError> {
        let timing = timing.into().checked(Role::Background)?;
        Ok(self.join(timing, Role::Background, payload))
    }

    /// Queues an entry that everything queued after it waits for. It starts when the blocking
    /// entry before it has ended, together with the non-blocking ones queued since.
    ///
    /// # Errors
    ///
    /// As [`enqueue`](Self::enqueue).
    pub fn blocking(
        &mut self,
        timing: impl Into<Timing>,
        payload: P,
    ) -> Result<EntryId, QueueError> {
        let timing = timing.into().checked(Role::Holding)?;
        self.unseal();
        Ok(self.join(timing, Role::Holding, payload))
    }

    /// Queues an entry that starts when the blocking entry before it has ended, and that nothing
    /// waits for.
    ///
    /// # Errors
    ///
    /// [`QueueError`] for a length or delay below zero, and for an endless entry: those belong in
    /// the [`background`](Self::background).
    pub fn non_blocking(
        &mut self,
        timing: impl Into<Timing>,
        payload: P,
    ) -> Result<EntryId, QueueError> {
        let timing = timing.into().checked(Role::Free)?;
        self.unseal();
        Ok(self.join(timing, Role::Free, payload))
    }

    /// Opens an epoch for what joins next: it starts when everything queued so far that holds has
    /// ended. An epoch that stays empty takes no time.
    pub fn new_epoch(&mut self) {
        self.last += 1;
        self.sealed = false;
    }

    /// Opens an epoch under a name that [`skip`](Self::skip) can go to.
    pub fn label(&mut self, name: impl Into<String>) {
        self.new_epoch();
        self.labels.push((self.last, name.into()));
    }

    /// Whether a [label](Self::label) of that name lies ahead: its epoch's turn has not come.
    #[must_use]
    pub fn is_ahead(&self, label: &str) -> bool {
        self.labels.iter().any(|(_, name)| name == label)
    }

    fn unseal(&mut self) {
        if self.sealed {
            self.new_epoch();
        }
    }

    /// Queues an entry in the last epoch.
    #[inline]
    fn join(&mut self, timing: Timing, role: Role, payload: P) -> EntryId {
        let id = EntryId(self.next_id);
        self.next_id += 1;
        self.sealed |= role == Role::Holding;
        let mut queued = self.now;
        if self.is_calling() {
            queued = self.queueing_at();
            self.pass.extra = true;
        } else {
            self.pass.first_new = self.next_id;
            self.line.make_room(); // places count while a callback runs
        }
        let (named, timing) = ((id, self.last, role), (timing.delay, timing.duration));
        if self.last == self.running {
            self.join_running(Row::waiting(named, queued, timing, Some(payload)));
        } else {
            self.line.rows.push(Row::waiting(named, queued, timing, Some(payload)));
        }
        id
    }

    /// Gives an entry its turn at once.
    #[inline(never)]
    fn join_running(&mut self, mut row: Row<P>) {
        #[cfg(test)]
        super::tests::count_visit();
        let (turn, next_step) = match self.moment() {
            Some(moment) if row.role == Role::Background => (moment.ends, moment.mid_play),
            Some(moment) => (moment.queues, moment.mid_play),
            None => (self.now, false),
        };
        row.begin(turn, next_step);
        self.pass.extra = true;
        match row.role {
            Role::Background => return self.background.push(row),
            Role::Holding => self.hold.add(1),
            Role::Free => {}
        }
        self.line.show(row);
    }
}
