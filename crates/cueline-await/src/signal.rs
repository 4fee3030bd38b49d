//! Signals: messages of the game's own to its tasks, with a value.

use std::{fmt, marker::PhantomData};

/// The name of a signal whose value is a `T`.
///
/// Signals with the same number and different types of value are different signals.
///
/// # Examples
///
/// ```
/// use cueline::{sequencer::Sequencer, time::Span};
/// use cueline_await::{Signal, pair};
/// use futures::{executor::LocalPool, task::LocalSpawnExt};
///
/// const CHOICE: Signal<&str> = Signal::new(0);
/// let (mut host, script) = pair::<Sequencer<()>>();
/// let mut tasks = LocalPool::new();
/// let answer = tasks.spawner().spawn_local_with_handle(async move { script.signal(CHOICE).await })?;
/// tasks.run_until_stalled(); // the task waits
/// host.signal(CHOICE, &"left");
/// assert_eq!(tasks.run_until(answer), Ok("left"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Signal<T> {
    number: u64,
    value: PhantomData<fn() -> T>,
}

impl<T> Signal<T> {
    /// The signal with this number.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline_await::Signal;
    ///
    /// const DOOR_OPENED: Signal<()> = Signal::new(0);
    /// const ANSWER: Signal<String> = Signal::new(1);
    /// # let _ = (DOOR_OPENED, ANSWER);
    /// ```
    #[must_use]
    pub const fn new(number: u64) -> Self {
        Self { number, value: PhantomData }
    }

    /// The number.
    ///
    /// # Examples
    ///
    /// ```
    /// assert_eq!(cueline_await::Signal::<()>::new(7).number(), 7);
    /// ```
    #[must_use]
    pub const fn number(self) -> u64 {
        self.number
    }
}

impl<T> Clone for Signal<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Signal<T> {}

impl<T> fmt::Debug for Signal<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signal({})", self.number)
    }
}
