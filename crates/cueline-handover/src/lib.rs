//! Passes the newest state of a simulation thread to a drawing thread.
//!
//! The simulation publishes its state after each step, with the time of the state. The drawing thread reads the newest
//! published state when it draws. Neither thread ever waits for the other: between them is a triple buffer (the crate
//! `triple_buffer`).
//!
//! All animation is a function of time, so the drawing thread may sample at times after the time of the state: it samples
//! flipbooks and clips at its own time, and advances a copy of a queue by [`Viewer::ahead`]. So motion is smooth between
//! two steps of the simulation, and continues while the simulation hangs.
//!
//! The triple buffer is the only shared memory. This crate has no unsafe code and no memory orderings of its own, and the
//! tool `loom` cannot check the buffer, which uses the atomics of the standard library. So `tests/threads.rs` runs two real
//! threads that would detect torn, old and unordered states, also under the thread sanitizer, which checks the atomics of
//! the buffer.
//!
//! ```
//! use std::thread;
//!
//! use cueline::{clip::Flipbook, time::{Span, Time}};
//!
//! let (mut publisher, mut viewer) = cueline_handover::handover(Time::ZERO, Time::ZERO);
//! thread::spawn(move || {
//!     // One step of the simulation: the hero starts to walk now. Then the simulation hangs.
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

/// The end of the simulation thread.
#[derive(Debug)]
pub struct Publisher<T: Send>(Input<Published<T>>);

/// The end of the drawing thread.
#[derive(Debug)]
pub struct Viewer<T: Send>(Output<Published<T>>);

/// Makes the two ends of a handover. The first state is `state`, at the time `at`.
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
    /// Publishes the state at the time `at`, on a clock that both threads read. Never waits.
    ///
    /// Replaces an older state that the viewer has not read yet.
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
    /// The newest published state. Never waits; returns the same state again if no newer one was published.
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

    /// The state that the last call of [`latest`](Self::latest) returned, even if a newer one was published.
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

    /// The span from the time of the state that [`latest`](Self::latest) returned to `now`. Advance a copy of the state by
    /// this span before drawing. Zero if the time of the state is after `now`.
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
