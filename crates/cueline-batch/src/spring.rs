//! A spring prepared for the ticks of a batch.

use cueline::{time::TickRate, value::Spring};

use crate::{BatchError, SpringRates};

/// A spring at a tick rate: what the rows of a batch move on. Prepare it once, for any number of values.
///
/// ```
/// use cueline::{time::{Tick, TickRate, ms}, value::Spring};
/// use cueline_batch::{SpringLaw, TweenBatch};
///
/// let snap = SpringLaw::new(Spring::snappy(ms(350)), TickRate::HZ_60)?;
/// let mut cards = TweenBatch::new("cards", Tick::ZERO);
/// let card = cards.start_spring(0.0_f32, 100.0, 0, &snap)?;
/// cards.advance_to(Tick::new(6))?;
/// cards.spring_to(card, 0.0, &snap)?; // still on its way
/// cards.advance_to(Tick::new(7))?;
/// assert!(cards.value(card, 0.0).unwrap() > 20.0, "it keeps its velocity");
/// # Ok::<(), cueline_batch::BatchError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpringLaw {
    rates: SpringRates,
    ticks: u32,
}

impl SpringLaw {
    /// A spring with ticks at `rate`.
    ///
    /// # Errors
    ///
    /// [`BatchError::Spring`] for a spring without damping, which never settles, and for one whose motion has no use in
    /// single precision.
    ///
    /// ```
    /// use cueline::{time::{TickRate, ms}, value::Spring};
    /// use cueline_batch::{BatchError, SpringLaw};
    ///
    /// assert!(SpringLaw::new(Spring::smooth(ms(300)), TickRate::HZ_60).is_ok());
    /// let endless = Spring::new(100.0, 0.0, 1.0).unwrap();
    /// assert_eq!(SpringLaw::new(endless, TickRate::HZ_60), Err(BatchError::Spring));
    /// ```
    pub fn new(spring: Spring, rate: TickRate) -> Result<Self, BatchError> {
        let settles = spring.settling_duration().ok_or(BatchError::Spring)?;
        let ticks = rate.ticks_in(settles);
        let ticks = if rate.span_of(ticks) < settles { ticks + 1 } else { ticks };
        let rates = SpringRates::of(&spring, rate).ok_or(BatchError::Spring)?;
        // Durations beyond the range count as too long.
        Ok(Self { rates, ticks: u32::try_from(ticks.max(1)).unwrap_or(u32::MAX) })
    }

    /// The ticks from a start or a new target until the value has settled.
    #[must_use]
    pub const fn ticks(&self) -> u32 {
        self.ticks
    }

    pub(crate) const fn rates(&self) -> SpringRates {
        self.rates
    }
}
