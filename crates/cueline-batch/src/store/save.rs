//! The saved form of a batch, which also compares and hashes it.
//!
//! Numbers are kept as their bits, so that every format returns the same ones.

use alloc::vec::Vec;

use cueline::{
    digest::{Digest, Digester},
    value::Easing,
};

use super::Store;
use crate::{
    lanes::Numbers,
    law::{Law, Row},
    slots::Id,
};

/// The version of the form.
const VERSION: u32 = 1;

/// All of a batch but the events of its last step.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename = "TweenBatch", deny_unknown_fields))]
pub(crate) struct Saved {
    version: u32,
    tag: u32,
    now: i64,
    /// The number of the next row.
    next: u64,
    /// Live rows, group by group.
    live: SavedRows,
    waiting: SavedRows,
    /// The delay of each waiting row.
    delays: Vec<u32>,
    /// Each with the ticks from now until it is due.
    cues: Vec<(Id, u16, u32)>,
    free: Vec<u32>,
}

/// Rows, column by column.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct SavedRows {
    ids: Vec<Id>,
    /// The low halves of ticks.
    starts: Vec<u32>,
    ticks: Vec<u32>,
    /// The start, the end and the velocity of each row.
    numbers: Vec<u32>,
    laws: Vec<SavedLaw>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum SavedLaw {
    Eased(Easing),
    Smooth,
    Spring([u32; 4]),
}

impl Digest for Saved {
    fn feed(&self, digester: &mut Digester) {
        let Self { version, tag, now, next, live, waiting, delays, cues, free } = self;
        (version, tag, now, next).feed(digester);
        (live, waiting, delays, cues, free).feed(digester);
    }
}

impl Digest for SavedRows {
    fn feed(&self, digester: &mut Digester) {
        let Self { ids, starts, ticks, numbers, laws } = self;
        (ids, starts, ticks, numbers, laws).feed(digester);
    }
}

impl Digest for SavedLaw {
    fn feed(&self, digester: &mut Digester) {
        match self {
            Self::Eased(easing) => (0_u64, easing).feed(digester),
            Self::Smooth => 1_u64.feed(digester),
            Self::Spring(rates) => (2_u64, &rates[..]).feed(digester),
        }
    }
}

impl SavedRows {
    fn push<L: Numbers>(&mut self, row: &Row<L>) {
        let Row { id, start, ticks, from, to, velocity, law } = row;
        self.ids.push(*id);
        self.starts.push(*start);
        self.ticks.push(*ticks);
        for numbers in [from, to, velocity] {
            self.numbers.extend(numbers.as_ref().iter().map(|number| number.to_bits()));
        }
        self.laws.push(match law {
            Law::Eased(easing) => SavedLaw::Eased(*easing),
            Law::Smooth => SavedLaw::Smooth,
            Law::Spring(rates) => SavedLaw::Spring(rates.to_bits()),
        });
    }
}

impl<L: Numbers> Store<L> {
    pub(crate) fn saved(&self) -> Saved {
        let (mut live, mut waiting) = (SavedRows::default(), SavedRows::default());
        self.groups.iter().flat_map(crate::rows::Rows::rows).for_each(|row| live.push(&row));
        self.waiting.rows.iter().for_each(|(row, _)| waiting.push(row));
        let now = self.low();
        let cues = self.cues.all.iter().enumerate();
        let mut cues: Vec<_> = cues
            .filter(|(_, (id, _))| self.place(*id).is_some())
            .map(|(at, (id, cue))| (*id, *cue, self.cues.due.tick(at).wrapping_sub(now)))
            .collect();
        // Their order in memory depends on cues of rows that are gone.
        cues.sort_unstable();
        let (free, next) = self.slots.saved();
        Saved {
            version: VERSION,
            tag: self.tag,
            now: self.now,
            next,
            live,
            waiting,
            delays: self.waiting.rows.iter().map(|(_, delay)| *delay).collect(),
            cues,
            free: free.to_vec(),
        }
    }
}

#[cfg(feature = "serde")]
mod load {
    use alloc::vec::Vec;
    use core::fmt;

    use cueline::time::Tick;

    use super::{Saved, SavedLaw, SavedRows, VERSION};
    use crate::{
        SpringRates,
        lanes::{Lanes, Numbers},
        law::{Law, Row},
        slots::Slots,
        store::{Store, WAITING, group_of},
        tween::LONGEST,
    };

    /// What is wrong with a save.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum BadSave {
        Version(u32),
        Holds(&'static str),
    }

    impl fmt::Display for BadSave {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match self {
                Self::Version(found) => {
                    write!(f, "the save has version {found}; this program reads version {VERSION}")
                }
                Self::Holds(what) => write!(f, "damaged save of a batch: it holds {what}"),
            }
        }
    }

    fn check(holds: bool, or: &'static str) -> Result<(), BadSave> {
        if holds { Ok(()) } else { Err(BadSave::Holds(or)) }
    }

    impl<L: Numbers> Store<L> {
        /// The batch of a save. Nothing in the save is trusted.
        pub(crate) fn load<T: Lanes<Numbers = L>>(saved: Saved) -> Result<Self, BadSave> {
            let Saved { version, tag, now, next, live, waiting, delays, cues, free } = saved;
            if version != VERSION {
                return Err(BadSave::Version(version));
            }
            let mut store = Self::new(tag, Tick::new(now));
            let rows = live.ids.len().saturating_add(waiting.ids.len());
            let count = rows.saturating_add(free.len());
            check(count <= Slots::MOST, "too many rows")?;
            store.slots = Slots::open(count, next);
            for row in live.rows::<T>()? {
                store.load_live(&row)?;
            }
            check(waiting.ids.len() == delays.len(), "a delay of no row")?;
            for (row, delay) in waiting.rows::<T>()?.into_iter().zip(delays) {
                store.load_waiting(row, delay)?;
            }
            check(store.slots.set_free(free), "a slot of two rows, or of none")?;
            for (id, cue, after) in cues {
                let place = store.place(id).ok_or(BadSave::Holds("a cue of no row"))?;
                let at = store.low().wrapping_add(after).wrapping_sub(store.row(place).start);
                let added = after <= 2 * LONGEST && store.cue(id, at, cue).is_ok();
                check(added, "a cue after the end or before the start")?;
            }
            Ok(store)
        }

        fn load_live(&mut self, row: &Row<L>) -> Result<(), BadSave> {
            let since = self.low().wrapping_sub(row.start);
            let fits = since < row.ticks
                && self.now.checked_sub(i64::from(since)).is_some()
                && self.now.checked_add(i64::from(row.ticks - since)).is_some();
            check(fits, "a row that is not live")?;
            let group = group_of(&row.law);
            let claimed = self.slots.claim(row.id, self.next_place(group));
            check(claimed, "a slot of two rows, or of none")?;
            self.push_live(row, group);
            Ok(())
        }

        fn load_waiting(&mut self, row: Row<L>, delay: u32) -> Result<(), BadSave> {
            let now = self.low();
            let after = row.start.wrapping_sub(now);
            let fits = delay <= LONGEST
                && (1..=delay).contains(&after)
                && self.now.checked_add(i64::from(after + row.ticks)).is_some();
            check(fits, "a row that does not wait")?;
            let place = self.next_place(WAITING);
            check(self.slots.claim(row.id, place), "a slot of two rows, or of none")?;
            self.push_waiting(row, delay);
            Ok(())
        }
    }

    impl SavedRows {
        fn rows<T: Lanes>(self) -> Result<Vec<Row<T::Numbers>>, BadSave> {
            let Self { ids, starts, ticks, numbers, laws } = self;
            let lens = [starts.len(), ticks.len(), laws.len()];
            let fits = lens == [ids.len(); 3] && numbers.len() == 3 * T::LANES * ids.len();
            check(fits, "columns of different lengths, or values of another width")?;
            let times = starts.into_iter().zip(ticks).zip(laws);
            ids.into_iter()
                .zip(times)
                .zip(numbers.chunks_exact(3 * T::LANES))
                .map(|((id, ((start, ticks), law)), numbers)| {
                    let [mut from, mut to, velocity] = [0, 1, 2].map(|part| {
                        let mut all = T::Numbers::ZERO;
                        let bits = numbers[part * T::LANES..].iter();
                        for (number, bits) in all.as_mut().iter_mut().zip(bits) {
                            *number = f32::from_bits(*bits);
                        }
                        all
                    });
                    T::renew(from.as_mut(), to.as_mut());
                    check((1..=LONGEST).contains(&ticks), "a row that is too long")?;
                    check(super::super::finite(&from, &to), "a value that is NaN or infinite")?;
                    let law = law.law()?;
                    let moves = !matches!(law, Law::Eased(_));
                    let still = velocity.as_ref().iter().all(|velocity| velocity.is_finite());
                    check(still || !moves, "a velocity that is NaN or infinite")?;
                    Ok(Row { id, start, ticks, from, to, velocity, law })
                })
                .collect()
        }
    }

    impl SavedLaw {
        fn law(self) -> Result<Law, BadSave> {
            Ok(match self {
                Self::Eased(easing) => {
                    check(easing.is_finite(), "an easing with a parameter that is not finite")?;
                    Law::Eased(easing)
                }
                Self::Smooth => Law::Smooth,
                Self::Spring(bits) => {
                    let rates = SpringRates::from_bits(bits);
                    Law::Spring(rates.ok_or(BadSave::Holds("a spring that is none"))?)
                }
            })
        }
    }
}
