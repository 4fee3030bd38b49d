//! A queue, and what C sees of its entries.

use cueline::{
    event::{Direction, Event as CoreEvent, EventKind, Reason},
    sequencer::{
        AdvanceError, Commands, Enqueue, EntryDuration, EntryId, Role, Sequencer,
        Shown as CoreShown, Timing, Update as CoreUpdate,
    },
    time::Span,
};

use crate::{
    status::{Answer, CUELINE_ARGUMENT, CUELINE_CUT_OFF, CUELINE_UNKNOWN, Refusal},
    time::CUELINE_NEVER,
};

/// Opens a new epoch: starts when everything of the last epoch that holds it has ended.
pub const CUELINE_ENQUEUE: i32 = 0;
/// Joins the epoch that was queued last.
pub const CUELINE_CONCURRENTLY: i32 = 1;
/// Starts with the epoch that was queued last, in the background; nothing waits for it.
pub const CUELINE_BACKGROUND: i32 = 2;
/// Everything that is queued later waits for this entry.
pub const CUELINE_BLOCKING: i32 = 3;
/// Starts with the next blocking entry; nothing waits for it.
pub const CUELINE_NON_BLOCKING: i32 = 4;
/// Starts at this moment, whatever else is queued; nothing waits for it.
pub const CUELINE_NOW: i32 = 5;
/// Starts at the exact end of the entry `predecessor`; nothing else waits for it.
pub const CUELINE_AFTER: i32 = 6;

/// The entry shows for its `duration`.
pub const CUELINE_FIXED: i32 = 0;
/// The entry shows until it is released: a wait for a player or a server.
pub const CUELINE_OPEN: i32 = 1;
/// The entry shows until it is cancelled. In the background only.
pub const CUELINE_FOREVER: i32 = 2;

/// In the foreground; its epoch lasts at least until the entry has ended.
pub const CUELINE_ROLE_HOLDING: i32 = 0;
/// In the foreground; holds no epoch.
pub const CUELINE_ROLE_FREE: i32 = 1;
/// In the background; holds no epoch.
pub const CUELINE_ROLE_BACKGROUND: i32 = 2;

/// Time passed over it.
pub const CUELINE_REASON_PLAYED: i32 = 0;
/// The game skipped over it.
pub const CUELINE_REASON_SKIPPED: i32 = 1;
/// The game moved to another time.
pub const CUELINE_REASON_SOUGHT: i32 = 2;
/// Played again after a rollback.
pub const CUELINE_REASON_RESIMULATED: i32 = 3;
/// The game cancelled the entry.
pub const CUELINE_REASON_CANCELLED: i32 = 4;
/// Played with the weight 0.
pub const CUELINE_REASON_MUTED: i32 = 5;

/// An entry or a clip started.
pub const CUELINE_EVENT_START: i32 = 0;
/// A cue, by its index.
pub const CUELINE_EVENT_CUE: i32 = 1;
/// A pass ended and the next one began.
pub const CUELINE_EVENT_LOOP: i32 = 2;
/// An entry or a clip ended.
pub const CUELINE_EVENT_END: i32 = 3;

/// Skips everything.
pub const CUELINE_UNTIL_END: i32 = 0;
/// Skips to the end of the running epoch.
pub const CUELINE_UNTIL_EPOCH_END: i32 = 1;
/// Skips to a label.
pub const CUELINE_UNTIL_LABEL: i32 = 2;
/// Skips to the next entry that waits for a release.
pub const CUELINE_UNTIL_OPEN: i32 = 3;
/// Skips to the next start or end.
pub const CUELINE_UNTIL_NEXT_MOMENT: i32 = 4;

/// How an entry is queued, with everything that can be said of it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The game's own number for what shows: an index, an id.
    pub payload: u64,
    /// How long it shows, in flicks, if `ending` is `CUELINE_FIXED`. A negative duration counts as zero.
    pub duration: i64,
    /// Time from its turn until it shows, in flicks. A negative delay counts as zero.
    pub delay: i64,
    /// For `CUELINE_AFTER`: the entry to wait for. If that has ended, this one starts now.
    pub predecessor: u64,
    /// `CUELINE_ENQUEUE`, ..., `CUELINE_AFTER`.
    pub door: i32,
    /// `CUELINE_FIXED`, `CUELINE_OPEN`, or `CUELINE_FOREVER` (for `CUELINE_BACKGROUND`, without delay).
    pub ending: i32,
}

/// One call of one entry in one step: what to draw.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Update {
    /// The game's number.
    pub payload: u64,
    /// The entry.
    pub entry: u64,
    /// Time since the entry began to show, in flicks, up to its duration.
    pub elapsed: i64,
    /// `elapsed` at its previous update, 0 at the first.
    pub before: i64,
    /// How long it shows, in flicks; `CUELINE_NEVER` if it is open or without an end.
    pub duration: i64,
    /// The moment that this update shows, in flicks: the end of the step, or the end of the entry if that is earlier.
    pub at: i64,
    /// Time from that moment to the end of the step, in flicks.
    pub lateness: i64,
    /// 0 to 1; exactly 1 in the last update, 0 before that if there is no duration.
    pub progress: f64,
    /// Whether this is the first update of the entry, 1 or 0.
    pub started: i32,
    /// Whether this is the last update of the entry, 1 or 0.
    pub ended: i32,
    /// `CUELINE_ROLE_HOLDING`, ...
    pub role: i32,
    /// `CUELINE_REASON_PLAYED` or `CUELINE_REASON_SKIPPED`.
    pub reason: i32,
}

/// An entry as it shows at a time that is sampled.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Shown {
    /// The game's number.
    pub payload: u64,
    /// The entry.
    pub entry: u64,
    /// When it began to show, in flicks.
    pub start: i64,
    /// Time since then, in flicks, up to its duration.
    pub elapsed: i64,
    /// How long it shows, in flicks; `CUELINE_NEVER` if it is open or without an end.
    pub duration: i64,
    /// 0 to 1; 0 if there is no duration.
    pub progress: f64,
    /// `CUELINE_ROLE_HOLDING`, ...
    pub role: i32,
    /// 0.
    pub reserved: i32,
}

/// Something that happened, with its exact time.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Event {
    /// The entry of a queue; the item of what a player plays, 0 for the whole.
    pub entry: u64,
    /// When it was due, in flicks.
    pub due: i64,
    /// Time from then to the end of the step, in flicks.
    pub lateness: i64,
    /// How many passes had ended.
    pub loop_index: u64,
    /// `CUELINE_EVENT_START`, ...
    pub kind: i32,
    /// The index of the cue in its clip, if it is one; of a call in a timeline, its number.
    pub cue: u32,
    /// `CUELINE_REASON_PLAYED`, ...
    pub reason: i32,
    /// Whether time ran backward, 1 or 0.
    pub backward: i32,
}

/// Where a queue stands.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct QueueState {
    /// Its own time, in flicks.
    pub time: i64,
    /// The next known start or end, in flicks; `CUELINE_NEVER` if none is known.
    pub next_moment: i64,
    /// How many entries play or wait.
    pub entries: u64,
    /// How many were queued so far: the number of the next entry.
    pub queued: u64,
    /// Whether no entry plays or waits, 1 or 0.
    pub is_empty: i32,
    /// The same without the background, 1 or 0: the display has caught up with the rules.
    pub is_idle: i32,
}

/// A queue and what its last step said.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queue {
    pub(crate) sequencer: Sequencer<u64>,
    pub(super) updates: Vec<Update>,
    /// The memory for the next step's updates, so that a refused step leaves the last ones.
    spare: Vec<Update>,
}

impl From<Sequencer<u64>> for Queue {
    fn from(sequencer: Sequencer<u64>) -> Self {
        Self { sequencer, ..Self::default() }
    }
}

pub(super) fn flicks(span: Span) -> i64 {
    span.flicks()
}

pub(super) fn length(span: Option<Span>) -> i64 {
    span.map_or(CUELINE_NEVER, flicks)
}

pub(super) const fn role(role: Role) -> i32 {
    match role {
        Role::Holding => CUELINE_ROLE_HOLDING,
        Role::Free => CUELINE_ROLE_FREE,
        Role::Background => CUELINE_ROLE_BACKGROUND,
    }
}

pub(crate) const fn reason(reason: Reason) -> i32 {
    match reason {
        Reason::Played => CUELINE_REASON_PLAYED,
        Reason::Skipped => CUELINE_REASON_SKIPPED,
        Reason::Sought => CUELINE_REASON_SOUGHT,
        Reason::Resimulated => CUELINE_REASON_RESIMULATED,
        Reason::Cancelled => CUELINE_REASON_CANCELLED,
        Reason::Muted => CUELINE_REASON_MUTED,
    }
}

impl From<CoreUpdate<'_, u64>> for Update {
    fn from(update: CoreUpdate<'_, u64>) -> Self {
        Self {
            progress: update.progress(),
            payload: *update.payload,
            entry: update.id.number(),
            elapsed: flicks(update.elapsed),
            before: flicks(update.before),
            duration: length(update.duration),
            at: update.at.flicks(),
            lateness: flicks(update.lateness),
            started: update.started.into(),
            ended: update.ended.into(),
            role: role(update.role),
            reason: reason(update.reason),
        }
    }
}

impl From<CoreShown<'_, u64>> for Shown {
    fn from(shown: CoreShown<'_, u64>) -> Self {
        Self {
            payload: *shown.payload,
            entry: shown.id.number(),
            start: shown.start.flicks(),
            elapsed: flicks(shown.elapsed),
            duration: length(shown.duration),
            progress: shown.progress(),
            role: role(shown.role),
            reserved: 0,
        }
    }
}

impl Event {
    /// An event of an entry of a queue, or of an item of what a player plays.
    pub(crate) fn new<Id>(entry: u64, event: &CoreEvent<Id>) -> Self {
        let (kind, cue) = kind(event.kind);
        Self {
            entry,
            due: event.due.flicks(),
            lateness: flicks(event.lateness),
            loop_index: event.loop_index,
            kind,
            cue,
            reason: reason(event.reason),
            backward: (event.direction == Direction::Backward).into(),
        }
    }
}

pub(crate) const fn kind(kind: EventKind) -> (i32, u32) {
    match kind {
        EventKind::Start => (CUELINE_EVENT_START, 0),
        EventKind::Cue(cue) => (CUELINE_EVENT_CUE, cue),
        EventKind::Loop => (CUELINE_EVENT_LOOP, 0),
        EventKind::End => (CUELINE_EVENT_END, 0),
    }
}

pub(super) fn refused(error: &AdvanceError) -> Refusal {
    let status = match error {
        AdvanceError::Backwards { .. } => CUELINE_ARGUMENT,
        AdvanceError::UnknownLabel { .. } => CUELINE_UNKNOWN,
        _ => CUELINE_CUT_OFF,
    };
    Refusal::new(status, error)
}

impl Queue {
    /// A step or a skip. Refused, it leaves everything; cut off, it leaves what has played.
    pub(super) fn play(
        &mut self,
        step: impl FnOnce(
            &mut Sequencer<u64>,
            &mut dyn FnMut(CoreUpdate<'_, u64>, &mut Commands<'_, u64>),
        ) -> Result<(), AdvanceError>,
    ) -> Answer<()> {
        let Self { sequencer, updates, spare } = self;
        spare.clear();
        let played = step(sequencer, &mut |update, _| spare.push(update.into()));
        if !matches!(
            played,
            Err(AdvanceError::Backwards { .. } | AdvanceError::UnknownLabel { .. })
        ) {
            core::mem::swap(updates, spare);
        }
        played.map_err(|error| refused(&error))
    }

    pub(super) fn entry(&self, number: u64) -> Answer<EntryId> {
        let id = EntryId::from_number(number);
        if self.sequencer.contains(id) { Ok(id) } else { Err(self.unknown(number)) }
    }

    pub(super) fn unknown(&self, number: u64) -> Refusal {
        let queued = self.sequencer.queued();
        let text = if number < queued {
            format!("entry {number} has ended, or was cancelled")
        } else {
            format!("there is no entry {number} yet; {queued} were queued so far")
        };
        Refusal::new(CUELINE_UNKNOWN, text)
    }

    pub(super) fn add(&mut self, entry: &Entry) -> Answer<u64> {
        let Entry { payload, duration, delay, predecessor, door, ending } = *entry;
        let duration = match ending {
            CUELINE_FIXED => EntryDuration::Fixed(Span::from_flicks(duration)),
            CUELINE_OPEN => EntryDuration::Open,
            CUELINE_FOREVER if door == CUELINE_BACKGROUND && delay <= 0 => {
                return Ok(self.sequencer.background_forever(payload).number());
            }
            CUELINE_FOREVER => {
                let text = "CUELINE_FOREVER needs the door CUELINE_BACKGROUND and no delay";
                return Err(Refusal::new(CUELINE_ARGUMENT, text));
            }
            _ => {
                let text = format!("ending {ending} is none of CUELINE_FIXED, _OPEN, _FOREVER");
                return Err(Refusal::new(CUELINE_ARGUMENT, text));
            }
        };
        let timing = Timing { delay: Span::from_flicks(delay), duration };
        let queue = &mut self.sequencer;
        let id = match door {
            CUELINE_ENQUEUE => queue.enqueue(timing, payload),
            CUELINE_CONCURRENTLY => queue.concurrently(timing, payload),
            CUELINE_BACKGROUND => queue.background(timing, payload),
            CUELINE_BLOCKING => queue.blocking(timing, payload),
            CUELINE_NON_BLOCKING => queue.non_blocking(timing, payload),
            CUELINE_NOW => queue.now(timing, payload),
            CUELINE_AFTER if predecessor < queue.queued() => {
                queue.after(EntryId::from_number(predecessor), timing, payload)
            }
            CUELINE_AFTER => return Err(self.unknown(predecessor)),
            _ => {
                let text =
                    format!("door {door} is none of CUELINE_ENQUEUE (0) to CUELINE_AFTER (6)");
                return Err(Refusal::new(CUELINE_ARGUMENT, text));
            }
        };
        Ok(id.number())
    }
}
