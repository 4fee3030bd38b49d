//! Live rows of one kind in blocks without gaps, column by column.

use alloc::vec::Vec;

use cueline::advanced::Polynomial;

use crate::{
    due::DueColumn,
    easing::{EasedWork, eased},
    lanes::{Lanes, Numbers, of},
    law::{Law, Row, carried},
    rates::{BLOCK, SpringBlock},
    slots::Id,
    wide::widest,
};

/// What all rows of a group have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An easing that is a loop of sums and products.
    Polynomial(Polynomial),
    Springs,
    /// Computed one by one.
    Others,
}

impl Kind {
    /// Number of kinds.
    pub(crate) const COUNT: usize = Polynomial::ALL.len() + 2;

    /// In the order of their [numbers](Self::number).
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let polynomials = Polynomial::ALL.into_iter().map(Self::Polynomial);
        polynomials.chain([Self::Springs, Self::Others])
    }

    #[inline]
    pub(crate) fn of(law: &Law) -> Self {
        match law {
            Law::Eased(easing) => easing.polynomial().map_or(Self::Others, Self::Polynomial),
            Law::Smooth => Self::Others,
            Law::Spring(_) => Self::Springs,
        }
    }

    #[inline]
    pub(crate) const fn number(self) -> usize {
        match self {
            Self::Polynomial(polynomial) => polynomial as usize,
            Self::Springs => Self::COUNT - 2,
            Self::Others => Self::COUNT - 1,
        }
    }
}

/// The time of a sample: the low half of the tick, and the part of the next tick that has passed, from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    tick: u32,
    alpha: f32,
}

impl Moment {
    /// Clamps `alpha` to 0 to 1; NaN is 0.
    pub(crate) fn new(tick: u32, alpha: f32) -> Self {
        Self { tick, alpha: if alpha > 0.0 { alpha.min(1.0) } else { 0.0 } }
    }

    /// Ticks since a start. A live row started less than 2^24 ticks ago, so an `f32` holds them exactly.
    #[inline(always)]
    #[expect(clippy::cast_possible_wrap, reason = "below 2^24; signed converts in one instruction")]
    pub(crate) fn since(self, start: u32) -> f32 {
        self.tick.wrapping_sub(start) as i32 as f32 + self.alpha
    }
}

/// The columns that a frame reads.
#[derive(Clone, Copy, Debug)]
struct Block<L: Numbers> {
    start: [u32; BLOCK],
    /// 1 divided by the duration in ticks.
    inverse: [f32; BLOCK],
    from: L::Columns<BLOCK>,
    to: L::Columns<BLOCK>,
}

/// Live rows of one kind.
#[derive(Clone, Debug)]
pub(crate) struct Rows<L: Numbers> {
    kind: Kind,
    blocks: Vec<Block<L>>,
    ids: Vec<Id>,
    velocities: Vec<L>,
    /// Empty for a polynomial, which is the law of all rows.
    laws: Vec<Law>,
    /// The ends.
    due: DueColumn,
}

impl<L: Numbers> Rows<L> {
    pub(crate) fn new(kind: Kind) -> Self {
        Self {
            kind,
            blocks: Vec::new(),
            ids: Vec::new(),
            velocities: Vec::new(),
            laws: Vec::new(),
            due: DueColumn::default(),
        }
    }

    pub(crate) const fn len(&self) -> usize {
        self.ids.len()
    }

    pub(crate) fn ids(&self) -> &[Id] {
        &self.ids
    }

    /// Ticks from now until a row may end; `None` without rows.
    pub(crate) fn first_after(&self, now: u32) -> Option<u32> {
        self.due.first_after(now)
    }

    /// Lists the rows that end now, in ascending order.
    pub(crate) fn find_ending(&mut self, now: u32, found: &mut Vec<usize>) {
        self.due.find(now, found);
    }

    #[inline]
    pub(crate) fn push(&mut self, row: &Row<L>, now: u32) {
        let at = self.len();
        let (start, inverse) = (row.start, 1.0 / row.ticks as f32);
        if at.is_multiple_of(BLOCK) {
            self.blocks.push(Block {
                start: [start; BLOCK],
                inverse: [inverse; BLOCK],
                from: row.from.columns(),
                to: row.to.columns(),
            });
        } else if let Some(block) = self.blocks.last_mut() {
            let at = at % BLOCK;
            (block.start[at], block.inverse[at]) = (start, inverse);
            put::<L>(&mut block.from, at, &row.from);
            put::<L>(&mut block.to, at, &row.to);
        }
        self.ids.push(row.id);
        self.velocities.push(row.velocity);
        if !matches!(self.kind, Kind::Polynomial(_)) {
            self.laws.push(row.law);
        }
        self.due.push(start.wrapping_add(row.ticks), now);
    }

    pub(crate) fn row(&self, at: usize) -> Row<L> {
        let (block, part) = (&self.blocks[at / BLOCK], at % BLOCK);
        let law = match self.kind {
            Kind::Polynomial(polynomial) => Law::Eased(polynomial.easing()),
            Kind::Springs | Kind::Others => self.laws[at],
        };
        Row {
            id: self.ids[at],
            start: block.start[part],
            ticks: self.due.tick(at).wrapping_sub(block.start[part]),
            from: get(&block.from, part),
            to: get(&block.to, part),
            velocity: self.velocities[at],
            law,
        }
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = Row<L>> {
        (0..self.len()).map(|at| self.row(at))
    }

    /// The id, the start and the end of a row.
    #[inline]
    pub(crate) fn end(&self, at: usize) -> (Id, u32, L) {
        let (block, part) = (&self.blocks[at / BLOCK], at % BLOCK);
        (self.ids[at], block.start[part], get(&block.to, part))
    }

    /// Removes a row; the last row takes its place.
    pub(crate) fn swap_remove(&mut self, at: usize, now: u32) {
        let last = self.len() - 1;
        if at < last {
            let from = &self.blocks[last / BLOCK];
            let part = last % BLOCK;
            let (start, inverse) = (from.start[part], from.inverse[part]);
            let [begin, end]: [L; 2] = [get(&from.from, part), get(&from.to, part)];
            let (block, part) = (&mut self.blocks[at / BLOCK], at % BLOCK);
            (block.start[part], block.inverse[part]) = (start, inverse);
            put::<L>(&mut block.from, part, &begin);
            put::<L>(&mut block.to, part, &end);
        }
        self.blocks.truncate(last.div_ceil(BLOCK));
        self.ids.swap_remove(at);
        self.velocities.swap_remove(at);
        if !self.laws.is_empty() {
            self.laws.swap_remove(at);
        }
        self.due.swap_remove(at, now);
    }

    pub(crate) fn clear(&mut self) {
        self.blocks.clear();
        self.ids.clear();
        self.velocities.clear();
        self.laws.clear();
        self.due.clear();
    }

    /// Writes the values of all rows.
    pub(crate) fn sample<T: Lanes<Numbers = L>>(&self, moment: Moment, out: &mut [T]) {
        match self.kind {
            Kind::Polynomial(polynomial) => {
                eased(polynomial, Eased { blocks: &self.blocks, moment, out });
            }
            Kind::Springs => self.sample_springs(moment, out),
            Kind::Others => {
                for (at, out) in out.iter_mut().enumerate() {
                    *out = self.value(at, moment);
                }
            }
        }
    }

    /// The value of one row, with the same bits.
    pub(crate) fn value<T: Lanes<Numbers = L>>(&self, at: usize, moment: Moment) -> T {
        let row = self.row(at);
        of(&row.at::<T>(moment.since(row.start)))
    }

    fn sample_springs<T: Lanes<Numbers = L>>(&self, moment: Moment, out: &mut [T]) {
        let rows = self.laws.chunks(BLOCK).zip(self.velocities.chunks(BLOCK));
        let rows = rows.zip(out.chunks_mut(BLOCK));
        for (block, ((laws, velocities), out)) in self.blocks.iter().zip(rows) {
            let mut springs: Option<SpringBlock> = None;
            for (at, law) in laws.iter().enumerate() {
                if let Law::Spring(rates) = law {
                    springs.get_or_insert_with(|| SpringBlock::all(*rates)).set(at, *rates);
                }
            }
            let Some(springs) = springs else { continue };
            let (progress, carry) = springs.at(&block.start.map(|start| moment.since(start)));
            let lanes = block.blend::<T>(&progress);
            for (at, (out, velocity)) in out.iter_mut().zip(velocities).enumerate() {
                *out = of(&carried::<T>(get(&lanes, at), velocity, carry[at]));
            }
        }
    }
}

impl<L: Numbers> Block<L> {
    #[inline(always)]
    fn blend<T: Lanes<Numbers = L>>(&self, progress: &[f32; BLOCK]) -> L::Columns<BLOCK> {
        let mut lanes = L::ZERO.columns();
        T::blend(self.from.as_ref(), self.to.as_ref(), progress, lanes.as_mut());
        lanes
    }

    /// The values of all rows. Places behind the last row give any value.
    #[inline(always)]
    fn values<T: Lanes<Numbers = L>>(
        &self,
        moment: Moment,
        ease: impl Fn(f32) -> f32,
    ) -> [T; BLOCK] {
        let mut progress = [0.0; BLOCK];
        let times = self.start.iter().zip(&self.inverse);
        for (progress, (start, inverse)) in progress.iter_mut().zip(times) {
            // A live row has not ended, so the ticks since its start with all of alpha are at most its duration. A
            // duration below 2^23 times its rounded inverse is at most 1 + 2^-24, which rounds to 1.
            *progress = ease(moment.since(*start) * inverse);
        }
        let lanes = self.blend::<T>(&progress);
        core::array::from_fn(|at| T::read(lanes.as_ref(), at))
    }
}

/// Writes the values of the rows of one polynomial.
struct Eased<'a, T: Lanes> {
    blocks: &'a [Block<T::Numbers>],
    moment: Moment,
    out: &'a mut [T],
}

impl<T: Lanes> EasedWork for Eased<'_, T> {
    type Out = ();

    fn run(self, ease: impl Fn(f32) -> f32) {
        let Self { blocks, moment, out } = self;
        widest(
            #[inline(always)]
            || {
                // The copy keeps the compiler from working across blocks, where it would gather each column.
                for (block, out) in blocks.iter().zip(out.chunks_mut(BLOCK)) {
                    out.copy_from_slice(&block.values(moment, &ease)[..out.len()]);
                }
            },
        );
    }
}

/// The numbers of one row.
#[inline(always)]
fn get<L: Numbers>(columns: &L::Columns<BLOCK>, at: usize) -> L {
    let mut numbers = L::ZERO;
    for (number, column) in numbers.as_mut().iter_mut().zip(columns.as_ref()) {
        *number = column[at];
    }
    numbers
}

#[inline(always)]
fn put<L: Numbers>(columns: &mut L::Columns<BLOCK>, at: usize, numbers: &L) {
    for (column, number) in columns.as_mut().iter_mut().zip(numbers.as_ref()) {
        column[at] = *number;
    }
}
