//! The springs of all motions, each of them once.
//!
//! Most games have a few springs and thousands of motions. So a motion holds the number of its spring, and the loop over all
//! motions reads nothing but the motions. A number stands for the same rates in every world of the process, for ever. Where
//! there are more springs than numbers, the rates lie with the motion.

use std::sync::OnceLock;

use cueline_batch::SpringRates;

const MOST: usize = 256;
static KNOWN: [OnceLock<SpringRates>; MOST] = [const { OnceLock::new() }; MOST];

/// What the loop over all motions reads of a spring: its number, and whether it began with a velocity. A whole number of -1 or
/// less, so that a time by it is no progress of a tween. The default is that of no spring.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Code(pub(crate) f32);

impl Code {
    /// The first of those that began with a velocity, which lies with the motion.
    const THROWN: f32 = -1.0 - MOST as f32;
    /// Rates that have no number.
    pub(crate) const BARE: Self = Self(Self::THROWN - MOST as f32);

    pub(crate) fn of(rates: SpringRates, thrown: bool) -> Self {
        let is = |place: &OnceLock<SpringRates>| *place.get_or_init(|| rates) == rates;
        let first = if thrown { Self::THROWN } else { -1.0 };
        KNOWN.iter().position(is).map_or(Self::BARE, |number| Self(first - number as f32))
    }

    /// Whether velocity or rates lie with the motion.
    #[inline(always)]
    pub(crate) fn has_more(self) -> bool {
        self.0 <= Self::THROWN
    }

    /// The rates, where they have a number.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "few numbers")]
    pub(crate) fn rates(self) -> Option<SpringRates> {
        let first = if self.has_more() { Self::THROWN } else { -1.0 };
        KNOWN.get((first - self.0) as usize)?.get().copied()
    }
}

#[cfg(test)]
mod tests {
    use cueline::{
        time::{TickRate, ms},
        value::Spring,
    };

    use super::*;

    #[test]
    fn a_spring_has_a_number_of_its_own_as_long_as_there_are_any() {
        let rates =
            |i: i64| SpringRates::of(&Spring::snappy(ms(100 + i)), TickRate::HZ_60).unwrap();
        let mut bare = 0;
        for round in 0..2 {
            for i in 0..400 {
                let code = Code::of(rates(i), i % 2 == 0);
                assert_eq!(code, Code::of(rates(i), i % 2 == 0), "round {round}");
                match code.rates() {
                    Some(known) => {
                        assert_eq!((known, code.has_more()), (rates(i), i % 2 == 0));
                    }
                    None => {
                        assert!(code.has_more());
                        bare += 1;
                    }
                }
            }
        }
        assert!(bare >= 2 * (400 - 256), "{bare} without a number");
    }
}
