//! Time as integers.
//!
//! A sum of floating-point seconds drifts, and may drift differently on two machines. So Cueline counts time in
//! an `i64` with one unit, the *flick*, 1/705,600,000 s. A frame at the usual rates (24, 25, 30, 50, 60, 90, 120, 144,
//! 240 Hz and more) and an audio sample at the usual sample rates are whole numbers of flicks. The range is over 400
//! years before and after zero. [`Time`] is a point on a clock and [`Span`] a duration:
//!
//! ```
//! use cueline::time::{Time, ms};
//!
//! let start = Time::from_millis(500);
//! assert_eq!(start + ms(250) - Time::ZERO, ms(750));
//! ```
//!
//! The rules of a game run in ticks. A [`TickRate`] is a fraction, and the time of a [`Tick`] is computed from its
//! number. So even a rate whose ticks are not whole flicks, such as 60000/1001 Hz, does not drift.
//!
//! ```
//! use cueline::time::{Span, Tick, TickRate};
//!
//! let rate = TickRate::hz(60)?;
//! let start = rate.time_of(Tick::new(30));
//! assert_eq!(rate.tick_at(start + Span::from_millis(250)), Tick::new(45));
//! # Ok::<(), cueline::time::TimeError>(())
//! ```
//!
//! [`FixedStep`] converts real time to ticks. It returns the number of ticks to run now, the position of the
//! frame between two ticks, and the time that was dropped after a stall.
//!
//! ```
//! use cueline::time::{FixedStep, Span, TickRate};
//!
//! let mut step = FixedStep::new(TickRate::HZ_60);
//! let frame = step.advance(Span::from_millis(25)); // measured by the caller: we read no clock
//! for _tick in frame.run() { /* the rules */ }
//! assert_eq!((frame.ticks, frame.alpha()), (1, 0.5)); // drawn half-way to the next tick
//! ```
//!
//! A [`Clock`] runs on real time, or on another clock, at a [`Speed`] that is also a fraction. You can slow it down,
//! pause it, step it by hand and turn it back; it keeps every fraction of a flick. A clock that advances by the window
//! of another clock runs on it: the world pauses, and the menu keeps running.
//!
//! ```
//! use cueline::time::{Clock, Span, Speed};
//!
//! let mut world = Clock::new();
//! world.set_speed(Speed::from_percent(10));
//! let window = world.advance(Span::from_millis(25));
//! assert_eq!(window.span(), Span::from_micros(2500)); // what has happened lies in this window
//! ```
//!
//! All rounding uses integers, and the documentation of each method states it: times of ticks are rounded up to a whole
//! flick, other conversions to the nearest flick, with halves away from zero. Operators saturate at the ends of the
//! range; a method that can fail returns a `Result` or an `Option`. Nothing in this module panics.

mod clock;
mod convert;
mod error;
mod fixed_step;
mod point;
mod rate;
pub(crate) mod round;
mod span;
mod speed;

pub use clock::{Clock, ClockWindow};
pub use error::TimeError;
pub use fixed_step::{CatchUp, FixedStep, FixedStepConfig, Frame, Snap};
pub use point::Time;
pub use rate::{Tick, TickRate};
pub use span::{FLICKS_PER_MILLISECOND, FLICKS_PER_SECOND, Span, ms, secs};
pub use speed::Speed;
