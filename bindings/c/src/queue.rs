//! Queues: which animation starts when, and which waits for which.

pub(crate) mod state;

use core::ffi::c_char;

use cueline::{
    sequencer::{
        AdvanceError, Commands, Enqueue, EntryId, LabelPassed, Sequencer, Until,
        Update as CoreUpdate,
    },
    time::{Span, Time},
};

use crate::{
    handle::QueueHandle,
    pointer::{Buffer, Out, elements, put_name, text},
    status::{CUELINE_ARGUMENT, CUELINE_UNKNOWN, Refusal, call},
    table::{add, with},
    time::CUELINE_NEVER,
};
use state::Queue;
pub use state::*;

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
    // SAFETY: the caller's promises.
    unsafe {
        stepped(queue, (updates, capacity, count), |queue, show| {
            queue.advance(Span::from_flicks(by), show)
        })
    }
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
    // SAFETY: the caller's promises.
    unsafe {
        stepped(queue, (updates, capacity, count), |queue, show| {
            queue.advance_to(Time::from_flicks(time), show)
        })
    }
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
    // SAFETY: the caller's promises.
    unsafe { stepped(queue, (updates, capacity, count), |queue, show| queue.skip(until, show)) }
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
