//! The end that the game drives.

use std::fmt;

use cueline::{
    clip::Clips,
    event::{Event, EventKind, Reason},
    playback::{Player, Subject},
    sequencer::{AdvanceError, Commands, EntryId, Handler, Sequencer, Update},
    time::{Span, Time},
};

use crate::awaited::{Awaited, Gone, Happened, Shared};

/// So often tasks may be polled at one moment before a step is given up: they queue without end.
const ROUNDS: u32 = 10_000;

/// The end that the game drives. Dropped, every wait ends with [`Gone`].
pub struct Host<W> {
    shared: Shared<W>,
    edges: Vec<Event<EntryId>>,
}

impl<W> fmt::Debug for Host<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host").field("edges", &self.edges).finish_non_exhaustive()
    }
}

impl<W> Drop for Host<W> {
    fn drop(&mut self) {
        self.shared.end();
    }
}

impl<W> Host<W> {
    pub(crate) fn new(shared: Shared<W>) -> Self {
        Self { shared, edges: Vec::new() }
    }

    /// Whether no task waits for anything or has asked for something.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.shared.is_idle()
    }

    /// Tells that something has happened: whoever waits for it is woken.
    pub fn tell(&self, what: &Awaited, happened: Happened) {
        self.shared.settle(|awaited| (awaited == what).then_some(Ok(happened)));
    }

    /// Tells what a queue has reported, and ends the waits for what is gone from it.
    pub fn tell_queue<P>(&self, queue: &Sequencer<P>) {
        let edges = queue.events();
        self.shared.settle(|awaited| match awaited {
            Awaited::Entry(id, kind) => {
                let told = edges.iter().find(|edge| edge.id == *id && edge.kind == *kind);
                match told {
                    Some(edge) => Some(Ok(happened(edge))),
                    None => (!queue.contains(*id)).then_some(Err(Gone)),
                }
            }
            Awaited::Label(name) => (!queue.is_ahead(name))
                .then_some(Ok(Happened { at: queue.time(), reason: Reason::Played })),
            _ => None,
        });
    }

    /// Tells what a player has reported, and ends the waits for what is gone from it.
    pub fn tell_player<T: Copy>(&self, player: &Player<T>) {
        self.tell_subjects(player, player.events());
    }

    fn tell_subjects<T: Copy>(&self, player: &Player<T>, edges: &[Event<Subject<T>>]) {
        let told = |of: &dyn Fn(&Subject<T>, EventKind) -> bool| {
            edges.iter().find(|edge| of(&edge.id, edge.kind)).map(|edge| Ok(happened(edge)))
        };
        self.shared.settle(|awaited| match awaited {
            Awaited::Item(handle, kind) => told(&|subject, edge| {
                edge == *kind
                    && matches!(subject, Subject::Item { handle: item, .. } if item == handle)
            })
            .or((!player.contains(*handle)).then_some(Err(Gone))),
            Awaited::Group(handle) => told(&|subject, edge| {
                edge == EventKind::End
                    && matches!(subject, Subject::Group(group) if group == handle)
            })
            .or((!player.contains(*handle)).then_some(Err(Gone))),
            _ => None,
        });
    }

    /// Lets the tasks run at the present moment: calls `poll`, which polls all that are awake, and does
    /// what they ask of the world, until they ask for nothing more.
    ///
    /// # Errors
    ///
    /// [`AdvanceError::Runaway`] when they ask without end; `at` is the moment.
    pub fn run(
        &mut self,
        world: &mut W,
        at: Time,
        mut poll: impl FnMut(),
    ) -> Result<(), AdvanceError> {
        for _ in 0..ROUNDS {
            poll();
            let Some(deed) = self.shared.next_deed() else { return Ok(()) };
            deed(world);
            while let Some(deed) = self.shared.next_deed() {
                deed(world);
            }
        }
        Err(AdvanceError::Runaway { at, limit: ROUNDS })
    }
}

impl<P> Host<Sequencer<P>> {
    /// Lets time pass in a queue, from moment to moment, and at each of them the tasks run.
    ///
    /// `show` is called as by [`Sequencer::advance`]; `poll` polls all tasks that are awake, as an
    /// executor's `run_until_stalled` does.
    ///
    /// # Errors
    ///
    /// As [`Sequencer::advance`], and [`AdvanceError::Runaway`] when tasks queue without end at one moment.
    pub fn advance(
        &mut self,
        queue: &mut Sequencer<P>,
        by: Span,
        show: impl FnMut(Update<'_, P>, &mut Commands<'_, P>),
        poll: impl FnMut(),
    ) -> Result<(), AdvanceError> {
        self.advance_with(queue, by, &mut Closure(show), poll)
    }

    /// The same, on a [`Handler`].
    ///
    /// # Errors
    ///
    /// As [`advance`](Self::advance).
    pub fn advance_with(
        &mut self,
        queue: &mut Sequencer<P>,
        by: Span,
        handler: &mut impl Handler<P>,
        mut poll: impl FnMut(),
    ) -> Result<(), AdvanceError> {
        self.edges.clear();
        if by < Span::ZERO {
            return Err(AdvanceError::Backwards { by });
        }
        let until = queue.time() + by;
        self.run(queue, queue.time(), &mut poll)?;
        while queue.time() < until {
            self.play_due(queue, handler, &mut poll)?;
            let next = queue.next_moment().unwrap_or(until).min(until);
            queue.advance_to_with(next, handler)?;
            self.pass_on(queue, &mut poll)?;
        }
        // What the tasks have queued for the last moment.
        self.play_due(queue, handler, &mut poll)?;
        for edge in &mut self.edges {
            edge.lateness = until - edge.due;
        }
        Ok(())
    }

    /// Plays what is due at this moment until nothing more is, and lets the tasks run in between.
    fn play_due(
        &mut self,
        queue: &mut Sequencer<P>,
        handler: &mut impl Handler<P>,
        poll: &mut impl FnMut(),
    ) -> Result<(), AdvanceError> {
        for _ in 0..ROUNDS {
            if queue.next_moment() != Some(queue.time()) {
                return Ok(());
            }
            queue.play_due_with(handler)?;
            self.pass_on(queue, poll)?;
        }
        Err(AdvanceError::Runaway { at: queue.time(), limit: ROUNDS })
    }

    /// Tells the tasks what the queue has reported, and lets them run.
    fn pass_on(
        &mut self,
        queue: &mut Sequencer<P>,
        poll: &mut impl FnMut(),
    ) -> Result<(), AdvanceError> {
        self.edges.extend_from_slice(queue.events());
        self.tell_queue(queue);
        self.run(queue, queue.time(), poll)
    }

    /// What the queue has reported since the last [`advance`](Self::advance) began, as
    /// [`Sequencer::events`] would tell it.
    #[must_use]
    pub fn edges(&self) -> &[Event<EntryId>] {
        &self.edges
    }
}

impl<T: Copy> Host<Player<T>> {
    /// Lets time pass in a player, from one due moment to the next, and at each of them the tasks run.
    ///
    /// # Errors
    ///
    /// [`AdvanceError::Backwards`] for a step below zero, [`AdvanceError::Runaway`] when tasks ask without end at
    /// one moment.
    pub fn advance(
        &mut self,
        player: &mut Player<T>,
        by: Span,
        clips: &Clips,
        mut poll: impl FnMut(),
    ) -> Result<(), AdvanceError> {
        if by < Span::ZERO {
            return Err(AdvanceError::Backwards { by });
        }
        let until = player.now() + by;
        self.run(player, player.now(), &mut poll)?;
        while player.now() < until {
            let now = player.now();
            // What a command has just changed is told by the next step, however short.
            let next = match player.next_due(clips) {
                Some(due) if due <= now => now + Span::from_flicks(1),
                Some(due) => due,
                None => until,
            };
            player.advance_to(next.min(until), clips);
            self.tell_player(player);
            self.run(player, player.now(), &mut poll)?;
        }
        Ok(())
    }
}

fn happened<Id>(edge: &Event<Id>) -> Happened {
    Happened { at: edge.due, reason: edge.reason }
}

/// A closure as a stage.
struct Closure<F>(F);

impl<P, F: FnMut(Update<'_, P>, &mut Commands<'_, P>)> Handler<P> for Closure<F> {
    fn update(&mut self, update: Update<'_, P>, commands: &mut Commands<'_, P>) {
        (self.0)(update, commands);
    }
}
