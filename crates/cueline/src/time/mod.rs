//! Time as integers.

mod point;
mod rate;
mod round;
mod span;
mod speed;

pub use point::Time;
pub use rate::{RateError, Tick, TickRate};
pub use span::{FLICKS_PER_MILLISECOND, FLICKS_PER_SECOND, Span, SpanError};
pub use speed::{Speed, SpeedError};
