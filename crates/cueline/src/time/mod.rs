//! Time as integers.
//!
//! Floating seconds cannot be added up without drifting, and two machines need not even drift
//! alike. Here time is counted in one unit, the *flick*, 1/705,600,000 s, in an `i64`. The usual frame
//! rates (24, 25, 30, 50, 60, 90, 120, 144, 240 and more) and sample rates are whole numbers of it; the
//! range is over 400 years either way. [`Time`] is a point on a clock and [`Span`] a duration:
//!
//! ```
//! use cueline::time::{Time, ms};
//!
//! let start = Time::from_millis(500);
//! assert_eq!(start + ms(250) - Time::ZERO, ms(750));
//! ```
//!
//! A game's rules run in ticks. A [`TickRate`] is a fraction, and the moment of a [`Tick`] is computed
//! from its number: a rate that divides nothing evenly, such as 60000/1001 Hz, does not drift.
//!
//! ```
//! use cueline::time::{Span, Tick, TickRate};
//!
//! let rate = TickRate::hz(60)?;
//! let start = rate.time_of(Tick::new(30));
//! assert_eq!(rate.tick_at(start + Span::from_millis(250)), Tick::new(45));
//! # Ok::<(), cueline::time::RateError>(())
//! ```
//!
//! [`FixedStep`] is the one place where real time turns into ticks. It says how many to run now, how
//! far the picture lies between two of them, and how much time a stall has cost.
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
//! A [`Clock`] runs on a real time, or on another clock, at a [`Speed`] that is a fraction too. It can be
//! slowed, paused, stepped by hand and turned back without losing its place. A [`ClockTree`] holds
//! clocks that run on each other: the world pauses and the menu runs on.
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
//! Rounding is stated wherever it happens and is done in integers: moments of ticks go up to the next
//! flick, other conversions to the nearest one with halves away from zero. Operators saturate at the
//! ends of the range; a method that can refuse says so by its type. Nothing in here panics.

mod clock;
mod convert;
mod fixed_step;
mod point;
mod rate;
mod round;
mod span;
mod speed;
mod tree;

pub use clock::{Clock, ClockWindow};
pub use convert::SpanError;
pub use fixed_step::{CatchUp, FixedStep, FixedStepConfig, FixedStepError, Frame, Snap};
pub use point::Time;
pub use rate::{RateError, Tick, TickRate};
pub use span::{FLICKS_PER_MILLISECOND, FLICKS_PER_SECOND, Span, ms, secs};
pub use speed::{Speed, SpeedError};
pub use tree::{ClockError, ClockId, ClockTree};
