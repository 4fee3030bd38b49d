//! Reports of queues and players, and the waits that they end.

use std::{
    fmt,
    hash::{DefaultHasher, Hash, Hasher},
    sync::atomic::Ordering,
};

use cueline::{
    event::{Event, EventKind, Reason},
    playback::{PlaybackRef, Player, Subject},
    sequencer::Sequencer,
    time::Time,
};

use crate::{
    Part,
    error::WaitError,
    wait::{Awaited, Happened, Outcome, Source, WaitProgress, Waits},
};

/// The last look at one source.
#[derive(Debug)]
pub(crate) struct LastReport {
    source: Source,
    /// A hash of the report: two looks at one report must not answer a wait twice.
    report: u64,
    time: Time,
}

/// Passes the reports of queues and players to the tasks that wait for them. See [`World::report`](crate::World::report).
pub struct Reports<'a> {
    pub(crate) waits: &'a Waits,
    pub(crate) seen: &'a mut Vec<LastReport>,
    /// The host has let time pass since the last look, so it misses nothing.
    pub(crate) stepped: bool,
}

impl fmt::Debug for Reports<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reports").field("seen", &self.seen).finish_non_exhaustive()
    }
}

impl Reports<'_> {
    /// Passes on the events of the last step or skip of a queue.
    ///
    /// # Examples
    ///
    /// See [`World`](crate::World), whose `report` calls this:
    ///
    /// ```
    /// # use cueline::{sequencer::{AdvanceError, Sequencer}, time::Span};
    /// # use cueline_await::{Part, Reports, World, queue_until_next};
    /// # struct Game { story: Sequencer<u32> }
    /// # const STORY: Part<Game, Sequencer<u32>> = Part::new("story", |game| &mut game.story);
    /// # impl World for Game {
    /// #     fn until_next(&self) -> Option<Span> { queue_until_next(&self.story) }
    /// #     fn advance(&mut self, by: Span) -> Result<(), AdvanceError> { self.story.advance(by, |_, _| ()) }
    /// fn report(&self, reports: &mut Reports<'_>) {
    ///     reports.queue(STORY, &self.story);
    /// }
    /// # }
    /// ```
    pub fn queue<W, P>(&mut self, part: Part<W, Sequencer<P>>, queue: &Sequencer<P>) {
        self.look_at_queue(part.name(), queue);
    }

    /// Returns whether the report is new.
    pub(crate) fn look_at_queue<P>(&mut self, source: Source, queue: &Sequencer<P>) -> bool {
        let (events, passed) = (queue.events(), queue.labels_passed());
        let mut hasher = DefaultHasher::new();
        (events, passed).hash(&mut hasher);
        let look = self.look(source, queue.time(), hasher.finish());
        if look.stepped {
            self.waits.needs_step.store(false, Ordering::Relaxed);
        }
        self.waits.settle(source, |awaited, progress| match awaited {
            Awaited::Entry(id, kind) => {
                let of_entry = || events.iter().filter(|event| event.id == *id);
                let counts = look.counts(*kind, &progress);
                if let Some(event) = of_entry().find(|event| counts && event.kind == *kind) {
                    return Some(Ok(happened(event)));
                }
                let has_ended = of_entry().any(|event| event.kind == EventKind::End);
                if queue.contains(*id) {
                    look.present(progress)
                } else if look.stepped || look.has_missed || has_ended {
                    Some(look.absent(has_ended, &progress))
                } else {
                    // The end of a cancelled entry comes with the next step.
                    self.waits.needs_step.store(true, Ordering::Relaxed);
                    None
                }
            }
            Awaited::Label(name) => {
                let passed = passed.iter().find(|label| label.name == *name);
                match passed.filter(|_| look.is_new || progress.is_new) {
                    Some(label) => Some(Ok(Happened { at: label.at, reason: label.reason })),
                    None if queue.is_ahead(name) => look.present(progress),
                    None => Some(look.absent(false, &progress)),
                }
            }
            Awaited::Item(..) | Awaited::Group(_) => Some(Err(WaitError::NotThere)),
        });
        look.is_new
    }

    /// Passes on the events of the last step or command of a player.
    ///
    /// # Examples
    ///
    /// See [`World`](crate::World), whose `report` calls this:
    ///
    /// ```
    /// # use cueline::{clip::Clips, playback::Player, sequencer::AdvanceError, time::Span};
    /// # use cueline_await::{Part, Reports, World, player_until_next};
    /// # struct Game { units: Player<u32>, clips: Clips }
    /// # const UNITS: Part<Game, Player<u32>> = Part::new("units", |game| &mut game.units);
    /// # impl World for Game {
    /// #     fn until_next(&self) -> Option<Span> { player_until_next(&self.units, &self.clips) }
    /// #     fn advance(&mut self, by: Span) -> Result<(), AdvanceError> { self.units.advance(by, &self.clips); Ok(()) }
    /// fn report(&self, reports: &mut Reports<'_>) {
    ///     reports.player(UNITS, &self.units);
    /// }
    /// # }
    /// ```
    pub fn player<W, T: Copy>(&mut self, part: Part<W, Player<T>>, player: &Player<T>) {
        self.look_at_player(part.name(), player);
    }

    pub(crate) fn look_at_player<T: Copy>(&mut self, source: Source, player: &Player<T>) {
        let events = player.events();
        let mut hasher = DefaultHasher::new();
        for event in events {
            let what = match event.id {
                Subject::Item { handle, .. } => (Some(handle), None),
                Subject::Group(group) => (None, Some(group)),
            };
            (what, event.due, event.kind, event.reason, event.loop_index).hash(&mut hasher);
        }
        let look = self.look(source, player.now(), hasher.finish());
        self.waits.settle(source, |awaited, progress| {
            let (playback, kind) = match awaited {
                Awaited::Item(item, kind) => (PlaybackRef::Item(*item), *kind),
                Awaited::Group(group) => (PlaybackRef::Group(*group), EventKind::End),
                Awaited::Entry(..) | Awaited::Label(_) => return Some(Err(WaitError::NotThere)),
            };
            let of_it = || events.iter().filter(|event| concerns(&event.id, playback));
            let counts = look.counts(kind, &progress);
            if let Some(event) = of_it().find(|event| counts && event.kind == kind) {
                return Some(Ok(happened(event)));
            }
            let has_ended = of_it().any(|event| event.kind == EventKind::End);
            match player.contains(playback) {
                true => look.present(progress),
                false => Some(look.absent(has_ended, &progress)),
            }
        });
    }

    fn look(&mut self, source: Source, time: Time, report: u64) -> Observation {
        let stepped = self.stepped;
        let Some(seen) = self.seen.iter_mut().find(|seen| seen.source == source) else {
            self.seen.push(LastReport { source, report, time });
            return Observation { is_new: true, has_missed: false, stepped, time };
        };
        let is_new = report != seen.report;
        let has_missed = time > seen.time && !stepped;
        (seen.report, seen.time) = (report, time);
        Observation { is_new, has_missed, stepped, time }
    }
}

#[derive(Clone, Copy)]
struct Observation {
    /// The report was not seen before.
    is_new: bool,
    /// The game itself has let time pass, perhaps in several steps, and all but the last report is lost.
    has_missed: bool,
    stepped: bool,
    time: Time,
}

impl Observation {
    /// Whether an event of this kind in the report answers a wait: a new report does. A start and an end come at most
    /// once, so a wait that begins at their moment means them, too.
    fn counts(self, kind: EventKind, progress: &WaitProgress<'_>) -> bool {
        self.is_new || (progress.is_new && matches!(kind, EventKind::Start | EventKind::End))
    }

    /// The subject of the wait still exists: the wait continues.
    fn present(self, progress: WaitProgress<'_>) -> Option<Outcome> {
        *progress.was_there = true;
        None
    }

    /// What a wait is for is not there, and the report does not answer it.
    fn absent(self, has_ended: bool, progress: &WaitProgress<'_>) -> Outcome {
        match *progress.was_there {
            _ if has_ended => Err(WaitError::Ended),
            false => Err(WaitError::NotThere),
            // It went by unseen, which need not stop a task.
            true if self.has_missed => Ok(Happened { at: self.time, reason: Reason::Skipped }),
            true => Err(WaitError::Flushed),
        }
    }
}

fn concerns<T>(subject: &Subject<T>, playback: PlaybackRef) -> bool {
    match (subject, playback) {
        (Subject::Item { handle, .. }, PlaybackRef::Item(other)) => *handle == other,
        (Subject::Group(group), PlaybackRef::Group(other)) => *group == other,
        _ => false,
    }
}

fn happened<Id>(event: &Event<Id>) -> Happened {
    Happened { at: event.due, reason: event.reason }
}
