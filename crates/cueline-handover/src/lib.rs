//! Hands the state of a simulation thread to a drawing thread.
//!
//! The simulation publishes its state after each of its steps, with the moment to which it belongs;
//! the drawing thread takes the newest one there is, whenever it draws. Neither ever waits for the
//! other: between them lies a triple buffer (the `triple_buffer` crate).
//!
//! That buffer holds all that the two threads have in common; this crate has no unsafe code and no memory orderings of its own, so
//! there is nothing in it that `loom` could try out, and loom cannot see into the buffer, which is built on the
//! standard library's atomics. In its place two real threads hand over states that would show if they were torn,
//! old or out of order (`tests/threads.rs`), also under the thread sanitizer, which follows the buffer's atomics and
//! finds a missing ordering.
//!
//! As everything that plays is a function of time, the drawing thread is not bound to the moment
//! that was published: it samples flipbooks and clips at its own time, and plays a copy of a queue
//! on by [`Viewer::ahead`]. So it shows smooth motion between two steps of the simulation, and goes
//! on showing it while a simulation hangs.
//!
//! ```
//! use std::thread;
//!
//! use cueline::{clip::Flipbook, time::{Span, Time}};
//!
//! let (mut publisher, mut viewer) = cueline_handover::handover(Time::ZERO, Time::ZERO);
//! thread::spawn(move || {
//!     // One step of the simulation: the hero starts to walk now. Then it hangs for ever.
//!     let walk_begins = Time::from_millis(20);
//!     publisher.publish(walk_begins, walk_begins);
//! })
//! .join()
//! .expect("the simulation");
//!
//! let walk = Flipbook::equal(8, Span::from_millis(100))?;
//! for (now, frame) in [(20, 0), (119, 0), (120, 1), (519, 4), (520, 5)] {
//!     let walk_begins = *viewer.latest();
//!     assert_eq!(walk.frame_at(walk_begins, Time::from_millis(now)), frame);
//! }
//! assert_eq!(viewer.ahead(Time::from_millis(520)), Span::from_millis(500));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use cueline::time::{Span, Time};
use triple_buffer::{Input, Output, triple_buffer};

#[derive(Clone, Debug)]
struct Published<T> {
    state: T,
    at: Time,
}

/// The simulation's end.
#[derive(Debug)]
pub struct Publisher<T: Send>(Input<Published<T>>);

/// The drawing thread's end.
#[derive(Debug)]
pub struct Viewer<T: Send>(Output<Published<T>>);

/// The two ends of a handover that begins with `state`, which belongs to the moment `at`.
///
/// # Examples
///
/// ```
/// use cueline::time::Time;
/// use cueline_handover::handover;
///
/// let (mut publisher, mut viewer) = handover("title", Time::ZERO);
/// assert_eq!(*viewer.latest(), "title");
/// std::thread::spawn(move || publisher.publish("level 1", Time::from_millis(20))).join().expect("it runs");
/// assert_eq!(*viewer.latest(), "level 1");
/// ```
pub fn handover<T: Clone + Send>(state: T, at: Time) -> (Publisher<T>, Viewer<T>) {
    let (publisher, viewer) = triple_buffer(&Published { state, at });
    (Publisher(publisher), Viewer(viewer))
}

impl<T: Send> Publisher<T> {
    /// Publishes the state at the moment `at`, on a clock that both threads read. Never waits.
    ///
    /// A state that the viewer has not taken yet is replaced.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::time::Time;
    /// let (mut publisher, mut viewer) = cueline_handover::handover(0, Time::ZERO);
    /// publisher.publish(1, Time::from_millis(20));
    /// publisher.publish(2, Time::from_millis(40));
    /// assert_eq!(*viewer.latest(), 2);
    /// ```
    pub fn publish(&mut self, state: T, at: Time) {
        self.0.write(Published { state, at });
    }
}

impl<T: Send> Viewer<T> {
    /// The newest published state. Never waits; returns the same state again where no newer one was published.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::time::Time;
    /// let (mut publisher, mut viewer) = cueline_handover::handover(0, Time::ZERO);
    /// assert_eq!((*viewer.latest(), *viewer.latest()), (0, 0));
    /// publisher.publish(1, Time::from_millis(20));
    /// assert_eq!(*viewer.latest(), 1);
    /// ```
    pub fn latest(&mut self) -> &T {
        &self.0.read().state
    }

    /// The state that the last call of [`latest`](Self::latest) returned, whatever was published since.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::time::Time;
    /// let (mut publisher, viewer) = cueline_handover::handover(0, Time::ZERO);
    /// publisher.publish(1, Time::from_millis(20));
    /// assert_eq!(*viewer.peek(), 0);
    /// ```
    #[must_use]
    pub fn peek(&self) -> &T {
        &self.0.peek_output_buffer().state
    }

    /// The duration from the moment of the state that [`latest`](Self::latest) returned to `now`: advance a copy by
    /// it before drawing. Zero if the state is ahead of the given time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::time::{Time, ms};
    /// let (mut publisher, mut viewer) = cueline_handover::handover(0, Time::ZERO);
    /// publisher.publish(1, Time::from_millis(20));
    /// viewer.latest();
    /// assert_eq!(viewer.ahead(Time::from_millis(50)), ms(30));
    /// assert_eq!(viewer.ahead(Time::from_millis(10)), ms(0));
    /// ```
    #[must_use]
    pub fn ahead(&self, now: Time) -> Span {
        (now - self.0.peek_output_buffer().at).max(Span::ZERO)
    }
}
