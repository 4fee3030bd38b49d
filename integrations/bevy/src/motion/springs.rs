//! The springs of all motions, each of them once.
//!
//! Most games have a few springs and thousands of motions. So a motion holds the number of its spring, and the loop over all
//! motions reads nothing but the motions. A number stands for the same rates in every world of the process, for ever. Where
//! there are more springs than numbers, each frame steps them one by one.

use std::sync::OnceLock;

use cueline::{time::TickRate, value::Spring};
use cueline_batch::SpringRates;

static KNOWN: [OnceLock<SpringRates>; 256] = [const { OnceLock::new() }; 256];

/// The unit of time is the second.
const PER_SECOND: TickRate = match TickRate::new(1, 1) {
    Ok(rate) => rate,
    Err(_) => TickRate::HZ_1000, // 1 Hz is a valid rate
};

/// None where all numbers are taken, and for a spring that is too stiff to have rates.
pub(super) fn number_of(spring: &Spring) -> Option<u8> {
    let rates = SpringRates::of(spring, PER_SECOND)?;
    let is = |place: &OnceLock<SpringRates>| *place.get_or_init(|| rates) == rates;
    KNOWN.iter().position(is).and_then(|number| u8::try_from(number).ok())
}

pub(super) fn rates(number: u8) -> Option<SpringRates> {
    KNOWN[usize::from(number)].get().copied()
}

#[cfg(test)]
mod tests {
    use cueline::time::ms;

    use super::*;

    #[test]
    fn a_spring_has_a_number_of_its_own_as_long_as_there_are_any() {
        let mut without = 0;
        for round in 0..2 {
            for i in 0..400 {
                let spring = Spring::snappy(ms(100 + i));
                let number = number_of(&spring);
                assert_eq!(number, number_of(&spring), "round {round}");
                match number {
                    Some(number) => assert_eq!(rates(number), SpringRates::of(&spring, PER_SECOND)),
                    None => without += 1,
                }
            }
        }
        assert!(without >= 2 * (400 - 256), "{without} without a number");
    }
}
