//! A moving value of one to four numbers.

use cueline::{time::Time, value::Moving};

use crate::status::{Answer, CUELINE_ARGUMENT, Refusal};

/// A value by its number of parts.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) enum Motion {
    One(Moving<[f64; 1]>),
    Two(Moving<[f64; 2]>),
    Three(Moving<[f64; 3]>),
    Four(Moving<[f64; 4]>),
}

/// The same for each number of parts.
macro_rules! each {
    ($motion:expr, $moving:ident => $same:expr) => {
        match $motion {
            Motion::One($moving) => $same,
            Motion::Two($moving) => $same,
            Motion::Three($moving) => $same,
            Motion::Four($moving) => $same,
        }
    };
}

pub(super) use each;

impl Motion {
    pub(super) fn at(value: &[f64]) -> Answer<Self> {
        Ok(match value.len() {
            1 => Self::One(Moving::at(parts("value", value)?)),
            2 => Self::Two(Moving::at(parts("value", value)?)),
            3 => Self::Three(Moving::at(parts("value", value)?)),
            4 => Self::Four(Moving::at(parts("value", value)?)),
            count => {
                let text = format!("the value has {count} parts but must have 1 to 4");
                return Err(Refusal::new(CUELINE_ARGUMENT, text));
            }
        })
    }

    pub(super) fn parts(&self) -> usize {
        match self {
            Self::One(_) => 1,
            Self::Two(_) => 2,
            Self::Three(_) => 3,
            Self::Four(_) => 4,
        }
    }

    /// The digest of the value alone, as that of the core's `Moving`.
    pub(crate) fn digest(&self) -> u64 {
        each!(self, moving => cueline::digest::digest(moving))
    }

    /// The numbers in the first places.
    pub(super) fn value(&self, now: Time) -> [f64; 4] {
        each!(self, moving => wide(&moving.value(now)))
    }
}

pub(super) fn wide(value: &[f64]) -> [f64; 4] {
    let mut wide = [0.0; 4];
    wide.iter_mut().zip(value).for_each(|(wide, part)| *wide = *part);
    wide
}

/// The caller's numbers: so many as the value has, each finite.
pub(super) fn parts<const N: usize>(name: &str, found: &[f64]) -> Answer<[f64; N]> {
    if let Some(place) = found.iter().position(|part| !part.is_finite()) {
        let text = format!("{name}[{place}] is {} but must be finite", found[place]);
        return Err(Refusal::new(CUELINE_ARGUMENT, text));
    }
    found.try_into().map_err(|_| {
        let text = format!("`{name}` has {} parts but the value has {N}", found.len());
        Refusal::new(CUELINE_ARGUMENT, text)
    })
}
