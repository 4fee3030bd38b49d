//! Queues: which animation starts when, and which waits for which.

use core::ffi::c_char;

use cueline::{
    event::{Direction, Event as CoreEvent, EventKind, Reason},
    sequencer::{
        AdvanceError, Commands, Enqueue, EntryDuration, EntryId, LabelPassed, Role, Sequencer,
        Shown as CoreShown, Timing, Until, Update as CoreUpdate,
    },
    time::{Span, Time},
};

use crate::{
    object::QueueHandle,
    pointer::{Buffer, Out, elements, put_name, text},
    status::{Answer, CUELINE_ARGUMENT, CUELINE_CUT_OFF, CUELINE_UNKNOWN, Refusal, call},
    table::{add, with},
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

/// A duration without end, a moment that is not known.
pub const CUELINE_NEVER: i64 = 9_223_372_036_854_775_807;

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
    updates: Vec<Update>,
    /// The memory for the next step's updates, so that a refused step leaves the last ones.
    spare: Vec<Update>,
}

impl From<Sequencer<u64>> for Queue {
    fn from(sequencer: Sequencer<u64>) -> Self {
        Self { sequencer, ..Self::default() }
    }
}

fn flicks(span: Span) -> i64 {
    span.flicks()
}

fn length(span: Option<Span>) -> i64 {
    span.map_or(CUELINE_NEVER, flicks)
}

const fn role(role: Role) -> i32 {
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

fn refused(error: &AdvanceError) -> Refusal {
    let status = match error {
        AdvanceError::Backwards { .. } => CUELINE_ARGUMENT,
        AdvanceError::UnknownLabel { .. } => CUELINE_UNKNOWN,
        _ => CUELINE_CUT_OFF,
    };
    Refusal::new(status, error)
}

impl Queue {
    /// A step or a skip. Refused, it leaves everything; cut off, it leaves what has played.
    fn play(
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

    fn entry(&self, number: u64) -> Answer<EntryId> {
        let id = EntryId::from_number(number);
        if self.sequencer.contains(id) { Ok(id) } else { Err(self.unknown(number)) }
    }

    fn unknown(&self, number: u64) -> Refusal {
        let queued = self.sequencer.queued();
        let text = if number < queued {
            format!("entry {number} has ended, or was cancelled")
        } else {
            format!("there is no entry {number} yet; {queued} were queued so far")
        };
        Refusal::new(CUELINE_UNKNOWN, text)
    }

    fn add(&mut self, entry: &Entry) -> Answer<u64> {
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

/// Makes an empty queue whose time is `time` (flicks). The caller frees it with `cueline_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_queue_new(time: i64, queue: *mut QueueHandle) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `queue`.
        let queue = unsafe { Out::new("queue", queue) }?;
        let sequencer = Sequencer::starting_at(Time::from_flicks(time));
        queue.set(add(Queue::from(sequencer))?);
        Ok(())
    })
}

/// Queues an entry, with everything that can be said of it, and writes its number to `number` (or nowhere, if that is null).
/// `entry` is read during the call only.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_queue_add(
    queue: QueueHandle,
    entry: *const Entry,
    number: *mut u64,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `entry`.
        let entry = unsafe { elements("entry", entry, 1) }?;
        // SAFETY: the caller's promise for `number`.
        let number = unsafe { Out::optional(number) };
        // One element: it was asked for.
        for entry in entry {
            number.set(with(queue, |queue: &mut Queue| queue.add(entry))?);
        }
        Ok(())
    })
}

/// The calls that queue an entry of a fixed duration.
///
/// # Safety
///
/// `number` is null or valid for a write.
unsafe fn queued(
    queue: u64,
    door: i32,
    predecessor: u64,
    what: (i64, u64),
    number: *mut u64,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `number`.
        let number = unsafe { Out::optional(number) };
        let (duration, payload) = what;
        let entry = Entry { payload, duration, delay: 0, predecessor, door, ending: CUELINE_FIXED };
        number.set(with(queue, |queue: &mut Queue| queue.add(&entry))?);
        Ok(())
    })
}

/// Queues an entry that opens a new epoch: it starts when everything that holds the last epoch has ended. `duration` is in
/// flicks; the number of the entry goes to `number` (or nowhere, if that is null).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_queue_enqueue(
    queue: QueueHandle,
    duration: i64,
    payload: u64,
    number: *mut u64,
) -> i32 {
    // SAFETY: the caller's promise for `number`.
    unsafe { queued(queue, CUELINE_ENQUEUE, 0, (duration, payload), number) }
}

/// Queues an entry that joins the epoch that was queued last. Arguments as of `cueline_queue_enqueue`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_queue_concurrently(
    queue: QueueHandle,
    duration: i64,
    payload: u64,
    number: *mut u64,
) -> i32 {
    // SAFETY: the caller's promise for `number`.
    unsafe { queued(queue, CUELINE_CONCURRENTLY, 0, (duration, payload), number) }
}

/// Queues an entry that starts with the epoch that was queued last, in the background; nothing waits for it. Arguments as of
/// `cueline_queue_enqueue`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_queue_background(
    queue: QueueHandle,
    duration: i64,
    payload: u64,
    number: *mut u64,
) -> i32 {
    // SAFETY: the caller's promise for `number`.
    unsafe { queued(queue, CUELINE_BACKGROUND, 0, (duration, payload), number) }
}

/// Queues an entry for which everything that is queued later waits. Arguments as of `cueline_queue_enqueue`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_queue_blocking(
    queue: QueueHandle,
    duration: i64,
    payload: u64,
    number: *mut u64,
) -> i32 {
    // SAFETY: the caller's promise for `number`.
    unsafe { queued(queue, CUELINE_BLOCKING, 0, (duration, payload), number) }
}

/// Queues an entry that starts with the next blocking entry; nothing waits for it. Arguments as of `cueline_queue_enqueue`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_queue_non_blocking(
    queue: QueueHandle,
    duration: i64,
    payload: u64,
    number: *mut u64,
) -> i32 {
    // SAFETY: the caller's promise for `number`.
    unsafe { queued(queue, CUELINE_NON_BLOCKING, 0, (duration, payload), number) }
}

/// Starts an entry at this moment, whatever else is queued; nothing waits for it. Arguments as of `cueline_queue_enqueue`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_queue_now(
    queue: QueueHandle,
    duration: i64,
    payload: u64,
    number: *mut u64,
) -> i32 {
    // SAFETY: the caller's promise for `number`.
    unsafe { queued(queue, CUELINE_NOW, 0, (duration, payload), number) }
}

/// Queues an entry that starts at the exact end of the entry `predecessor`, or now if that has ended. Other arguments as of
/// `cueline_queue_enqueue`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_queue_after(
    queue: QueueHandle,
    predecessor: u64,
    duration: i64,
    payload: u64,
    number: *mut u64,
) -> i32 {
    // SAFETY: the caller's promise for `number`.
    unsafe { queued(queue, CUELINE_AFTER, predecessor, (duration, payload), number) }
}

/// Opens a new epoch, for entries that `cueline_queue_concurrently` queues.
#[unsafe(no_mangle)]
pub extern "C" fn cueline_queue_new_epoch(queue: QueueHandle) -> i32 {
    call(|| {
        with(queue, |queue: &mut Queue| {
            queue.sequencer.new_epoch();
            Ok(())
        })
    })
}

/// Opens a new epoch with a name, to skip to. The library copies `name`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_queue_label(queue: QueueHandle, name: *const c_char) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `name`.
        let name = unsafe { text("name", name) }?;
        with(queue, |queue: &mut Queue| {
            queue.sequencer.label(name);
            Ok(())
        })
    })
}

/// Ends an open entry at this moment. `CUELINE_UNKNOWN` if the entry is over, or not open.
#[unsafe(no_mangle)]
pub extern "C" fn cueline_queue_release(queue: QueueHandle, entry: u64) -> i32 {
    call(|| {
        with(queue, |queue: &mut Queue| {
            let id = queue.entry(entry)?;
            if queue.sequencer.release(id) {
                return Ok(());
            }
            let text = format!("entry {entry} is not open: it has a duration, or was released");
            Err(Refusal::new(CUELINE_UNKNOWN, text))
        })
    })
}

/// Brings an entry to its end at this moment, as if it had been skipped. The next step shows it.
#[unsafe(no_mangle)]
pub extern "C" fn cueline_queue_finish_entry(queue: QueueHandle, entry: u64) -> i32 {
    call(|| {
        with(queue, |queue: &mut Queue| {
            let id = queue.entry(entry)?;
            if queue.sequencer.finish_entry(id) { Ok(()) } else { Err(queue.unknown(entry)) }
        })
    })
}

/// Drops an entry without a last update, and writes its payload to `payload` (or nowhere, if that is null).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_queue_cancel(
    queue: QueueHandle,
    entry: u64,
    payload: *mut u64,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `payload`.
        let payload = unsafe { Out::optional(payload) };
        with(queue, |queue: &mut Queue| {
            let id = queue.entry(entry)?;
            let taken = queue.sequencer.cancel(id).ok_or_else(|| queue.unknown(entry))?;
            payload.set(taken);
            Ok(())
        })
    })
}

/// Drops all entries, without a last update.
#[unsafe(no_mangle)]
pub extern "C" fn cueline_queue_flush(queue: QueueHandle) -> i32 {
    call(|| {
        with(queue, |queue: &mut Queue| {
            queue.sequencer.flush();
            Ok(())
        })
    })
}

/// Writes the payload of an entry that plays or waits; `CUELINE_UNKNOWN` if it is over.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_queue_payload(
    queue: QueueHandle,
    entry: u64,
    payload: *mut u64,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `payload`.
        let payload = unsafe { Out::new("payload", payload) }?;
        with(queue, |queue: &mut Queue| {
            let id = EntryId::from_number(entry);
            let found = queue.sequencer.payload(id).ok_or_else(|| queue.unknown(entry))?;
            payload.set(*found);
            Ok(())
        })
    })
}

/// Writes where the queue stands.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_queue_state(queue: QueueHandle, state: *mut QueueState) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `state`.
        let state = unsafe { Out::new("state", state) }?;
        with(queue, |queue: &mut Queue| {
            let queue = &queue.sequencer;
            state.set(QueueState {
                time: queue.time().flicks(),
                next_moment: queue.next_moment().map_or(CUELINE_NEVER, Time::flicks),
                entries: queue.len() as u64,
                queued: queue.queued(),
                is_empty: queue.is_empty().into(),
                is_idle: queue.is_idle().into(),
            });
            Ok(())
        })
    })
}

/// The calls that step a queue and write its updates.
///
/// # Safety
///
/// `updates` is null or valid for writes of `capacity` elements, `count` is null or valid for a write.
unsafe fn stepped(
    queue: u64,
    (updates, capacity, count): (*mut Update, usize, *mut usize),
    step: impl FnOnce(
        &mut Sequencer<u64>,
        &mut dyn FnMut(CoreUpdate<'_, u64>, &mut Commands<'_, u64>),
    ) -> Result<(), AdvanceError>,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `updates`.
        let updates = unsafe { Buffer::new("updates", updates, capacity) }?;
        // SAFETY: the caller's promise for `count`.
        let count = unsafe { Out::optional(count) };
        with(queue, |queue: &mut Queue| {
            queue.play(step)?;
            updates.fill(queue.updates.iter().copied());
            count.set(queue.updates.len());
            Ok(())
        })
    })
}

/// Advances the queue by `by` flicks, 0 or more. First come the entries that end, in the order of their ends, then those that
/// still show, in the order in which they were queued, background last; a frame over several ends reports each.
///
/// The updates are written to `updates`, as many as fit in `capacity`, and their number to `count` (or nowhere, if that is
/// null). What does not fit can be read with `cueline_queue_updates` until the next step. Both pointers may be null, with a
/// capacity of 0. The caller owns the memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_queue_advance(
    queue: QueueHandle,
    by: i64,
    updates: *mut Update,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    let step = |queue: &mut Sequencer<u64>,
                show: &mut dyn FnMut(CoreUpdate<'_, u64>, &mut Commands<'_, u64>)| {
        queue.advance(Span::from_flicks(by), show)
    };
    // SAFETY: the caller's promises.
    unsafe { stepped(queue, (updates, capacity, count), step) }
}

/// Advances the queue to `time` (flicks), not before its own. Other arguments as of `cueline_queue_advance`.
///
/// A game that queues something at the exact end of something else steps to each `next_moment` on the way.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_queue_advance_to(
    queue: QueueHandle,
    time: i64,
    updates: *mut Update,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    let step = |queue: &mut Sequencer<u64>,
                show: &mut dyn FnMut(CoreUpdate<'_, u64>, &mut Commands<'_, u64>)| {
        queue.advance_to(Time::from_flicks(time), show)
    };
    // SAFETY: the caller's promises.
    unsafe { stepped(queue, (updates, capacity, count), step) }
}

/// Plays everything up to some point at once: `CUELINE_UNTIL_END`, ... The state afterwards is the one that playing would have
/// reached. `label` is read for `CUELINE_UNTIL_LABEL` only, and may be null otherwise; other arguments as of
/// `cueline_queue_advance`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_queue_skip(
    queue: QueueHandle,
    until: i32,
    label: *const c_char,
    updates: *mut Update,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    let mut name = "";
    let read = call(|| {
        if until == CUELINE_UNTIL_LABEL {
            // SAFETY: the caller's promise for `label`.
            name = unsafe { text("label", label) }?;
        }
        Ok(())
    });
    if read != 0 {
        return read;
    }
    let until = match until {
        CUELINE_UNTIL_END => Until::End,
        CUELINE_UNTIL_EPOCH_END => Until::EpochEnd,
        CUELINE_UNTIL_LABEL => Until::Label(name),
        CUELINE_UNTIL_OPEN => Until::Open,
        CUELINE_UNTIL_NEXT_MOMENT => Until::NextMoment,
        _ => {
            return call(|| {
                let text = format!("{until} is none of CUELINE_UNTIL_END (0) to _NEXT_MOMENT (4)");
                Err(Refusal::new(CUELINE_ARGUMENT, text))
            });
        }
    };
    let step = |queue: &mut Sequencer<u64>,
                show: &mut dyn FnMut(CoreUpdate<'_, u64>, &mut Commands<'_, u64>)| {
        queue.skip(until, show)
    };
    // SAFETY: the caller's promises.
    unsafe { stepped(queue, (updates, capacity, count), step) }
}

/// Writes some of a list, and how many it has in all.
///
/// # Safety
///
/// `places` is null or valid for writes of `capacity` elements, `count` is null or valid for a write.
unsafe fn listed<T: Copy>(
    queue: u64,
    first: usize,
    (places, capacity, count): (*mut T, usize, *mut usize),
    list: impl FnOnce(&Queue, &mut dyn FnMut(T)),
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `places`.
        let places = unsafe { Buffer::new("the buffer", places, capacity) }?;
        // SAFETY: the caller's promise for `count`.
        let count = unsafe { Out::optional(count) };
        with(queue, |queue: &mut Queue| {
            let mut all = 0;
            list(queue, &mut |value| {
                if all >= first {
                    places.put(all - first, value);
                }
                all += 1;
            });
            count.set(all);
            Ok(())
        })
    })
}

/// Writes the updates of the last step from number `first` on, as many as fit in `capacity`, and to `count` how many there
/// are in all. The caller owns the memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_queue_updates(
    queue: QueueHandle,
    first: usize,
    updates: *mut Update,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    let list = |queue: &Queue, each: &mut dyn FnMut(Update)| {
        queue.updates.iter().copied().for_each(each);
    };
    // SAFETY: the caller's promises.
    unsafe { listed(queue, first, (updates, capacity, count), list) }
}

/// Writes the events of the last step (starts and ends, in order of their times), from number `first` on, as many as fit in
/// `capacity`, and to `count` how many there are in all. The caller owns the memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_queue_events(
    queue: QueueHandle,
    first: usize,
    events: *mut Event,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    let list = |queue: &Queue, each: &mut dyn FnMut(Event)| {
        queue
            .sequencer
            .events()
            .iter()
            .map(|event| Event::new(event.id.number(), event))
            .for_each(each);
    };
    // SAFETY: the caller's promises.
    unsafe { listed(queue, first, (events, capacity, count), list) }
}

/// Writes the entries that show at `time` (flicks), from the queue's time up to the next moment, without a step: for drawing
/// between two ticks. Arguments as of `cueline_queue_events`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_queue_sample(
    queue: QueueHandle,
    time: i64,
    shown: *mut Shown,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    let at = Time::from_flicks(time);
    let list = |queue: &Queue, each: &mut dyn FnMut(Shown)| {
        queue.sequencer.sample(at).map(Shown::from).for_each(each);
    };
    // SAFETY: the caller's promises.
    unsafe { listed(queue, 0, (shown, capacity, count), list) }
}

/// Writes the name of label number `index` of those whose epochs started in the last step, with a zero byte, and the time of
/// that start (flicks) to `time`. `CUELINE_UNKNOWN` if there are not so many; `CUELINE_TOO_SMALL`, and nothing written, if the
/// name does not fit. The caller owns the memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_queue_label_passed(
    queue: QueueHandle,
    index: usize,
    name: *mut c_char,
    capacity: usize,
    time: *mut i64,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `name`.
        let name = unsafe { Buffer::new("name", name, capacity) }?;
        // SAFETY: the caller's promise for `time`.
        let time = unsafe { Out::optional(time) };
        with(queue, |queue: &mut Queue| {
            let passed = queue.sequencer.labels_passed();
            let Some(LabelPassed { name: label, at, .. }) = passed.get(index) else {
                let text = format!("the last step passed {} labels, not {index}", passed.len());
                return Err(Refusal::new(CUELINE_UNKNOWN, text));
            };
            put_name(&name, label)?;
            time.set(at.flicks());
            Ok(())
        })
    })
}
