//! A sequencer whose payloads are numbers; the values that they stand for are JavaScript.

use alloc::{string::String, vec::Vec};
use core::{ffi::c_void, mem::swap};

use cueline::{
    digest::digest,
    event::Event,
    sequencer::{
        AdvanceError, Commands, Enqueue, EntryDuration, EntryId, Role, Sequencer, Timing, Until,
        Update,
    },
    time::Span,
};

use crate::{
    event::{kind, reason},
    memory::{self, exports},
    units::{flicks, free, leak, since_zero, span, time},
};

/// One call of an entry, an event or a line of the agenda: eight numbers, so that one `Float64Array` reads them.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Row {
    id: f64,
    payload: f64,
    /// Bit 0 started, bit 1 ended; bits 2 to 4 the reason; bits 5 and 6 the role; bits 7 and 8 the kind of an event.
    flags: f64,
    elapsed: f64,
    before: f64,
    /// -1 without a known duration.
    duration: f64,
    at: f64,
    lateness: f64,
}

/// The object behind a `Queue` of JavaScript.
pub struct Queue {
    queue: Sequencer<u64>,
    /// The calls of the last step.
    rows: Vec<Row>,
    /// Events, the agenda, or what shows: what JavaScript has asked for last.
    listed: Vec<Row>,
    /// Where a step was cut off, and what was counted there.
    cut: [f64; 2],
}

#[link(wasm_import_module = "cueline")]
unsafe extern "C" {
    /// Calls the callback of the step that runs. JavaScript catches what it throws. `commands` is valid up to its return.
    safe fn update(commands: *mut c_void, row: *const Row);
}

impl Queue {
    fn of(queue: Sequencer<u64>) -> Self {
        Self { queue, rows: Vec::new(), listed: Vec::new(), cut: [0.0; 2] }
    }

    /// Runs a step that calls `show` for each entry. Returns the number of rows, or -1 and below for an error.
    fn step(
        &mut self,
        calls: bool,
        step: impl FnOnce(
            &mut Sequencer<u64>,
            &mut dyn FnMut(Update<'_, u64>, &mut Commands<'_, u64>),
        ) -> Result<(), AdvanceError>,
    ) -> i32 {
        let Self { queue, rows, cut, .. } = self;
        rows.clear();
        let result = step(queue, &mut |shown, commands| {
            let row = row_of(&shown);
            rows.push(row);
            if calls {
                update((commands as *mut Commands<'_, u64>).cast(), &row);
            }
        });
        let (code, at, count) = match result {
            Ok(()) => return rows.len() as i32,
            Err(AdvanceError::Backwards { by }) => (-1, flicks(by), 0.0),
            Err(AdvanceError::Runaway { at, limit }) => (-2, since_zero(at), f64::from(limit)),
            Err(AdvanceError::NoDuration { entry, at }) => {
                (-3, since_zero(at), entry.number() as f64)
            }
            Err(AdvanceError::EndlessChain { limit }) => (-4, 0.0, limit as f64),
            Err(AdvanceError::UnknownLabel { .. }) => (-5, 0.0, 0.0),
            Err(_) => (-6, 0.0, 0.0),
        };
        *cut = [at, count];
        code
    }
}

fn role(role: Role) -> u32 {
    match role {
        Role::Holding => 0,
        Role::Free => 1,
        Role::Background => 2,
    }
}

fn row_of(update: &Update<'_, u64>) -> Row {
    let edges = u32::from(update.started) | u32::from(update.ended) << 1;
    Row {
        id: update.id.number() as f64,
        payload: *update.payload as f64,
        flags: f64::from(edges | reason(update.reason) << 2 | role(update.role) << 5),
        elapsed: flicks(update.elapsed),
        before: flicks(update.before),
        duration: update.duration.map_or(-1.0, flicks),
        at: since_zero(update.at),
        lateness: flicks(update.lateness),
    }
}

fn row_of_event(event: &Event<EntryId>) -> Row {
    let (kind, cue) = kind(event.kind);
    Row {
        id: event.id.number() as f64,
        payload: f64::from(cue),
        flags: f64::from(kind << 7 | reason(event.reason) << 2),
        elapsed: 0.0,
        before: 0.0,
        duration: -1.0,
        at: since_zero(event.due),
        lateness: flicks(event.lateness),
    }
}

/// Without a duration an entry is open: it shows until it is released.
fn timing(duration: f64, delay: f64) -> Timing {
    let duration =
        if duration < 0.0 { EntryDuration::Open } else { EntryDuration::Fixed(span(duration)) };
    duration.delayed(span(delay))
}

/// `door` is the number of the method, as in the JavaScript class.
fn add(
    queue: &mut impl Enqueue<u64>,
    door: u32,
    other: f64,
    duration: f64,
    delay: f64,
    payload: f64,
) -> f64 {
    let (timing, payload) = (timing(duration, delay), payload as u64);
    let id = match door {
        0 => queue.enqueue(timing, payload),
        1 => queue.concurrently(timing, payload),
        2 => queue.background(timing, payload),
        3 => queue.background_forever(payload),
        4 => queue.blocking(timing, payload),
        5 => queue.non_blocking(timing, payload),
        6 => queue.now(timing, payload),
        _ => queue.after(EntryId::from_number(other as u64), timing, payload),
    };
    id.number() as f64
}

fn id(number: f64) -> EntryId {
    EntryId::from_number(number as u64)
}

/// A new queue at the time `now`.
#[unsafe(no_mangle)]
pub extern "C" fn q_new(now: f64) -> *mut Queue {
    leak(Queue::of(Sequencer::starting_at(time(now))))
}

exports! { Queue:
    /// Queues an entry.
    fn q_add(me, door: u32, other: f64, duration: f64, delay: f64, payload: f64) -> f64 {
        add(&mut me.queue, door, other, duration, delay, payload)
    }
    /// Seals the last epoch.
    fn q_epoch(me) { me.queue.new_epoch() }
    /// Names the next epoch.
    fn q_label(me, start: *const u8, length: usize) {
        // SAFETY: the caller's promise.
        me.queue.label(String::from(unsafe { memory::text(start, length) }));
    }
    /// Advances; with `calls` it calls the callback.
    fn q_advance(me, by: f64, calls: u32) -> i32 {
        me.step(calls != 0, |queue, show| queue.advance(span(by), show))
    }
    /// Skips: `until` 0 the end of the queue, 1 of the epoch, 2 the next moment, 3 the next open entry, 4 the label.
    fn q_skip(me, until: u32, start: *const u8, length: usize, calls: u32) -> i32 {
        // SAFETY: the caller's promise.
        let name = unsafe { memory::text(start, length) };
        let until = match until {
            0 => Until::End,
            1 => Until::EpochEnd,
            2 => Until::NextMoment,
            3 => Until::Open,
            _ => Until::Label(name),
        };
        me.step(calls != 0, |queue, show| queue.skip(until, show))
    }
    /// Does something to one entry: `what` 0 release, 1 finish, 2 cancel, 3 ask whether it is held. 0 if it is not.
    fn q_entry(me, what: u32, number: f64) -> u32 {
        let (queue, id) = (&mut me.queue, id(number));
        u32::from(match what {
            0 => queue.release(id),
            1 => queue.finish_entry(id),
            2 => queue.cancel(id).is_some(),
            _ => queue.contains(id),
        })
    }
    /// The payload of an entry; -1 if it is not held.
    fn q_payload(me, number: f64) -> f64 {
        me.queue.payload(id(number)).map_or(-1.0, |payload| *payload as f64)
    }
    /// Drops everything.
    fn q_flush(me) { me.queue.flush() }
    /// The rows of the last step.
    fn q_rows(me) -> *const Row { me.rows.as_ptr() }
    /// The rows that JavaScript has asked for last.
    fn q_listed(me) -> *const Row { me.listed.as_ptr() }
    /// Where the last step was cut off, and what was counted there.
    fn q_cut(me) -> *const f64 { me.cut.as_ptr() }
    /// The events of the last step, as rows.
    fn q_events(me) -> u32 {
        me.listed.clear();
        me.listed.extend(me.queue.events().iter().map(row_of_event));
        me.listed.len() as u32
    }
    /// What is queued, as rows; `at` is -1 where a start is not known.
    fn q_agenda(me) -> u32 {
        let Queue { queue, listed, .. } = me;
        listed.clear();
        listed.extend(queue.agenda().map(|line| Row {
            id: line.id.number() as f64,
            payload: *line.payload as f64,
            flags: f64::from(role(line.role) << 5),
            elapsed: 0.0,
            before: 0.0,
            duration: match line.duration {
                Some(EntryDuration::Fixed(duration)) => flicks(duration),
                _ => -1.0,
            },
            at: line.start.map_or(-1.0, since_zero),
            lateness: 0.0,
        }));
        listed.len() as u32
    }
    /// What shows at a time between the last step and the next moment, as rows.
    fn q_sample(me, at: f64) -> u32 {
        let Queue { queue, listed, .. } = me;
        listed.clear();
        listed.extend(queue.sample(time(at)).map(|shown| Row {
            id: shown.id.number() as f64,
            payload: *shown.payload as f64,
            flags: f64::from(role(shown.role) << 5),
            elapsed: flicks(shown.elapsed),
            before: flicks(shown.elapsed),
            duration: shown.duration.map_or(-1.0, flicks),
            at,
            lateness: 0.0,
        }));
        listed.len() as u32
    }
    /// How many entries are held.
    fn q_len(me) -> u32 { me.queue.len() as u32 }
    /// The time of the queue.
    fn q_time(me) -> f64 { since_zero(me.queue.time()) }
    /// The next moment at which something starts or ends; -1 if none is known.
    fn q_next(me) -> f64 { me.queue.next_moment().map_or(-1.0, since_zero) }
    /// Whether a label is ahead.
    fn q_ahead(me, start: *const u8, length: usize) -> u32 {
        // SAFETY: the caller's promise.
        u32::from(me.queue.is_ahead(unsafe { memory::text(start, length) }))
    }
    /// A copy.
    fn q_clone(me) -> *mut Queue { leak(Queue::of(me.queue.clone())) }
    /// The digest of the state.
    fn q_digest(me) -> u64 { digest(&me.queue) }
    /// Exchanges the states of two queues, so that a queue can be set back to a copy.
    fn q_swap(me, with: *mut Queue) {
        // SAFETY: another queue; JavaScript refuses the same one.
        swap(&mut me.queue, unsafe { &mut (*with).queue });
    }
    /// The bytes of a save.
    #[cfg(feature = "save")]
    fn q_save(me, length: *mut usize) -> *mut u8 {
        // SAFETY: JavaScript passes the address of four bytes.
        unsafe { memory::save(&me.queue, length) }
    }
    /// Frees a queue.
    fn q_free(me) {
        // SAFETY: the caller's promise.
        unsafe { free(me) }
    }
}

/// Whether two queues are equal.
///
/// # Safety
///
/// Two addresses of this module that were not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn q_equal(one: *const Queue, other: *const Queue) -> u32 {
    // SAFETY: the caller's promise; both are only read.
    u32::from(unsafe { (*one).queue == (*other).queue })
}

/// A queue from a save; null if the bytes are none.
///
/// # Safety
///
/// The bytes are a buffer of `bytes_new`.
#[cfg(feature = "save")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn q_load(start: *const u8, length: usize) -> *mut Queue {
    // SAFETY: the caller's promise; the queue owns what it reads.
    let bytes = unsafe { memory::bytes(start, length) };
    memory::saved(bytes).map_or(core::ptr::null_mut(), |queue| leak(Queue::of(queue)))
}

exports! { Commands<'_, u64>:
    /// As `q_add`.
    fn c_add(me, door: u32, other: f64, duration: f64, delay: f64, payload: f64) -> f64 {
        add(me, door, other, duration, delay, payload)
    }
    /// As `q_epoch`.
    fn c_epoch(me) { me.new_epoch() }
    /// As `q_entry`, up to cancel.
    fn c_entry(me, what: u32, number: f64) {
        match what {
            0 => me.release(id(number)),
            1 => me.finish_entry(id(number)),
            _ => me.cancel(id(number)),
        }
    }
    /// As `q_flush`.
    fn c_flush(me) { me.flush() }
    /// Marks a moment of the entry that is called.
    fn c_cue(me, at: f64, cue: u32) { me.cue(Span::from_flicks(at as i64), cue) }
    /// As `q_label`.
    fn c_label(me, start: *const u8, length: usize) {
        // SAFETY: JavaScript passes a buffer that it frees afterwards.
        me.label(String::from(unsafe { memory::text(start, length) }));
    }
}
