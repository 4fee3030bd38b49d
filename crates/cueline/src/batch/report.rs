//! What is due at one tick: what is told of it, in line, and what becomes of it.

use alloc::vec::Vec;

use super::{
    TweenEventKind,
    block::{Block, Row},
    bounds::BLOCK,
    due::Hit,
    motion::LaneMath,
    rows::Rows,
    slots::Slots,
    store::{CUES, GENERAL, Id, Numeric, Store, StoreEvent, WAITING, group_of, groups},
    waiting::{Waiter, Waiting},
};
use crate::{time::Tick, wide};

/// What the last step told, and the room to work it out.
#[derive(Debug)]
pub(super) struct Report<const N: usize> {
    pub(super) all: Vec<StoreEvent<N>>,
    /// Where what is told of this tick begins.
    first: usize,
    /// Whether it is in line as it was found, as where all started one after the other; and the last place in line.
    in_line: bool,
    last: u64,
    /// The places in line of cues, and of starts.
    lines: Vec<u64>,
    starts: Vec<u64>,
    /// The rows of what starts.
    starting: Vec<usize>,
    /// What ends.
    hits: Vec<Hit>,
    /// The groups of what ends, with how many of it there are.
    groups: Vec<(usize, usize)>,
    /// Rows that are taken out.
    pub(super) rows: Vec<usize>,
    /// Cues that are due, with their places in line and their numbers.
    pub(super) cues: Vec<(u64, u16, StoreEvent<N>)>,
    /// What was found, in line.
    order: Vec<u64>,
    unsorted: Vec<StoreEvent<N>>,
}

impl<const N: usize> Report<N> {
    pub(super) const fn new() -> Self {
        Self {
            all: Vec::new(),
            first: 0,
            in_line: true,
            last: 0,
            lines: Vec::new(),
            starts: Vec::new(),
            starting: Vec::new(),
            hits: Vec::new(),
            groups: Vec::new(),
            rows: Vec::new(),
            cues: Vec::new(),
            order: Vec::new(),
            unsorted: Vec::new(),
        }
    }

    /// Another tick.
    fn begin(&mut self) {
        (self.first, self.in_line, self.last) = (self.all.len(), true, 0);
        self.lines.clear();
        self.starts.clear();
        self.hits.clear();
        self.groups.clear();
    }

    /// Tells a cue.
    pub(super) fn cue(&mut self, line: u64, due: StoreEvent<N>) {
        self.lines.push(line);
        self.tell(line, due);
    }

    fn tell(&mut self, line: u64, due: StoreEvent<N>) {
        self.in_line &= self.last <= line;
        self.last = line;
        self.all.push(due);
    }

    /// Tells what ends in a group now, and frees its slots; how many.
    ///
    /// The first that is told is the next to be used again.
    fn end(
        &mut self,
        rows: &mut Rows<N>,
        group: usize,
        slots: &mut Slots,
        tick: Tick,
        now: u32,
    ) -> usize {
        let (found, told) = (self.hits.len(), self.all.len());
        rows.find_due(group, now, &mut self.hits);
        wide::widest(
            #[inline(always)]
            || self.report_ends(rows, found, slots, tick, now),
        );
        self.groups.push((group, self.all.len() - told));
        self.all.len() - told
    }

    #[inline(always)]
    fn report_ends(
        &mut self,
        rows: &Rows<N>,
        found: usize,
        slots: &mut Slots,
        tick: Tick,
        now: u32,
    ) {
        let mut ends =
            Ends { tick, now, next: slots.next(), in_line: self.in_line, last: self.last };
        let mut freed = slots.freeing();
        for hit in &self.hits[found..] {
            let (block, handles) = (&rows.blocks[hit.block], &rows.handles[hit.block]);
            if hit.is_whole() {
                ends.line_up_block(&block.start, handles);
                self.all.extend((0..BLOCK).map(|lane| ends.due(handles[lane], block.to(lane))));
                freed.free_block(handles);
                continue;
            }
            hit.each(|lane| {
                ends.line_up(block.start[lane], handles[lane]);
                freed.free(handles[lane].slot);
                self.all.push(ends.due(handles[lane], block.to(lane)));
            });
        }
        freed.done();
        (self.in_line, self.last) = (ends.in_line, ends.last);
    }

    /// Tells what starts now.
    fn start(&mut self, waiting: &mut Waiting<N>, slots: &Slots, tick: Tick, now: u32) {
        waiting.find_due(now, &mut self.starting);
        for index in 0..self.starting.len() {
            let Waiter { handle, tween: Numeric { from, delay, .. }, .. } =
                waiting.all()[self.starting[index]];
            let line = place(slots, delay, handle);
            self.starts.push(line);
            self.tell(line, StoreEvent { tick, handle, kind: TweenEventKind::Start, value: from });
        }
    }

    /// Puts what was told of this tick in line.
    #[inline(never)]
    fn sort(&mut self, groups: &[Rows<N>], slots: &Slots, now: u32) {
        let Self { all, first, lines, starts, hits, order, unsorted, .. } = self;
        // Cues were found first, then ends, then starts.
        for hit in hits {
            let rows = &groups[hit.group];
            let (Block { start, .. }, handles) =
                (&rows.blocks[hit.block], &rows.handles[hit.block]);
            hit.each(|lane| lines.push(end_line(slots, start[lane], handles[lane], now)));
        }
        lines.append(starts);
        unsorted.clear();
        unsorted.extend_from_slice(&all[*first..]);
        for (told, place) in all[*first..].iter_mut().zip(line_up(lines, order)) {
            *told = unsorted[place];
        }
    }
}

/// Ends that are being told, and whether they are in line.
struct Ends {
    tick: Tick,
    now: u32,
    /// The generation of the next tween.
    next: u32,
    in_line: bool,
    last: u64,
}

impl Ends {
    #[inline(always)]
    const fn due<const N: usize>(&self, handle: Id, value: [f32; N]) -> StoreEvent<N> {
        StoreEvent { tick: self.tick, handle, kind: TweenEventKind::End, value }
    }

    #[inline(always)]
    const fn line(&self, start: u32, handle: Id) -> u64 {
        line(self.now.wrapping_sub(start), self.next.wrapping_sub(handle.generation))
    }

    #[inline(always)]
    fn line_up(&mut self, start: u32, handle: Id) {
        let line = self.line(start, handle);
        self.in_line &= self.last <= line;
        self.last = line;
    }

    /// The same for a block. Mostly none was named or started before the one before it: that is seen with a few wide
    /// instructions.
    #[inline(always)]
    fn line_up_block(&mut self, start: &[u32; BLOCK], handles: &[Id; BLOCK]) {
        const HALF: usize = BLOCK / 2;
        let oldest = u64::from(self.next) << 32;
        let named = |lane: usize| handles[lane].packed().wrapping_sub(oldest);
        // The highest bits tell: of a difference, that it is below 0; of a name, that it is none of the newest 2^31,
        // where differences do not go around.
        let (mut sooner, mut older, mut old) = (0, 0, 0);
        // Two halves of one length, of which one pair of neighbours is in both.
        for first in [0, HALF - 1] {
            for lane in first..first + HALF {
                sooner |= start[lane + 1].wrapping_sub(start[lane]);
                older |= named(lane + 1).wrapping_sub(named(lane));
            }
        }
        for lane in 0..BLOCK {
            old |= !named(lane);
        }
        if sooner >> 31 == 0 && (older | old) >> 63 == 0 {
            self.line_up(start[0], handles[0]);
            self.last = self.line(start[BLOCK - 1], handles[BLOCK - 1]);
        } else {
            self.line_up_each(start, handles);
        }
    }

    #[inline(never)]
    fn line_up_each(&mut self, start: &[u32; BLOCK], handles: &[Id; BLOCK]) {
        for (start, handle) in start.iter().zip(handles) {
            self.line_up(*start, *handle);
        }
    }
}

/// Which of these lines is the first, which the next, and so on; of equal ones the one that is named first.
#[expect(clippy::cast_possible_truncation, reason = "both halves are kept; places fit a usize")]
fn line_up<'a>(lines: &[u64], order: &'a mut Vec<u64>) -> impl Iterator<Item = usize> + 'a {
    let bits = |most: u64| u64::BITS - most.leading_zeros();
    // A line has two halves, both backwards.
    let (ago, age) = lines
        .iter()
        .fold((0, 0), |(ago, age), line| (ago | !line >> 32, age | u64::from(!line as u32)));
    let (ago, age, place) = (bits(ago), bits(age), bits(lines.len() as u64));
    order.clear();
    let places = if ago + age + place <= u64::BITS {
        // Nearly always there is room for all in one number, which is sorted in half the time.
        let halves = |line: u64| (line >> 32) << age | u64::from(line as u32) & ((1 << age) - 1);
        order.extend(lines.iter().zip(0..).map(|(line, at)| halves(*line) << place | at));
        order.sort_unstable();
        (1 << place) - 1
    } else {
        order.extend(0..lines.len() as u64);
        order.sort_unstable_by_key(|place| (lines[*place as usize], *place));
        u64::MAX
    };
    order.iter().map(move |key| (key & places) as usize)
}

/// The place in line of what ends now.
#[inline(always)]
fn end_line(slots: &Slots, start: u32, handle: Id, now: u32) -> u64 {
    place(slots, now.wrapping_sub(start), handle)
}

#[inline(always)]
pub(super) fn place(slots: &Slots, ago: u32, handle: Id) -> u64 {
    line(ago, slots.age(handle.generation))
}

#[inline(always)]
const fn line(ago: u32, age: u32) -> u64 {
    !((ago as u64) << 32 | age as u64)
}

impl<const N: usize> Store<N> {
    /// A tick before which nothing is due.
    pub(super) fn next_due(&self) -> Option<i64> {
        let now = self.low();
        let after = groups(self.filled)
            .map(|group| match self.groups.get(group) {
                Some(rows) => rows.first_due(now),
                None if group == WAITING => self.waiting.first_due(now),
                None => self.cues.first_due(now),
            })
            .min()?;
        self.now.checked_add(i64::from(after))
    }

    /// Tells what is due now.
    #[inline(never)]
    pub(super) fn report_tick(&mut self, math: LaneMath<N>) {
        let (tick, now) = (self.now(), self.low());
        self.told.begin();
        if self.filled >> CUES != 0 && self.cues.first_due(now) == 0 {
            self.report_cues(math);
        }
        let Self { groups: all, waiting, told, slots, .. } = self;
        let mut starts = false;
        for group in groups(self.filled) {
            match all.get_mut(group) {
                Some(rows) if rows.first_due(now) == 0 => {
                    self.live -= told.end(rows, group, slots, tick, now);
                }
                None if group == WAITING && waiting.first_due(now) == 0 => {
                    told.start(waiting, slots, tick, now);
                    starts = true;
                }
                _ => {}
            }
        }
        if !told.in_line {
            told.sort(all, slots, now);
        }
        let mut hits = &told.hits[..];
        for (group, count) in told.groups.iter().copied() {
            let these;
            (these, hits) = hits.split_at(hits.partition_point(|hit| hit.group == group));
            let rows = &mut all[group];
            if count == rows.len() {
                rows.clear();
            } else {
                told.rows.clear();
                for hit in these {
                    hit.each(|lane| told.rows.push(hit.block * BLOCK + lane));
                }
                rows.take_out(group, &told.rows, slots, now);
            }
            self.filled &= !(u32::from(rows.len() == 0) << group);
        }
        if starts {
            self.make_all_live();
        }
    }

    /// What has been told to start is live from now on, in that order.
    fn make_all_live(&mut self) {
        for index in self.told.first..self.told.all.len() {
            let StoreEvent { handle, kind: TweenEventKind::Start, .. } = self.told.all[index]
            else {
                continue;
            };
            if let Some((WAITING, row)) = self.slots.place(handle.slot) {
                let waiter = self.waiting.all()[row];
                let group =
                    if waiter.spring.is_some() { GENERAL } else { group_of(&waiter.tween.easing) };
                self.slots.put(handle.slot, group, self.groups[group].len());
                let Numeric { from, to, ticks, .. } = &waiter.tween;
                let row = Row::starting(from, to, *ticks, self.low());
                self.push_live(handle, row, *ticks, group, waiter.motion());
            }
        }
        let now = self.low();
        self.waiting.take_out(&self.told.starting, &mut self.slots, now);
        self.filled &= !(u32::from(self.waiting.all().is_empty()) << WAITING);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Whether all that a line says fits beside its place or not.
        #[test]
        fn lines_are_put_in_line_and_equal_ones_stay_as_they_were(
            agos in prop::sample::select(&[1_u64, 50, 1 << 23][..]),
            ages in prop::sample::select(&[1_u64, 50, 1 << 32][..]),
            seeds in prop::collection::vec((any::<u64>(), any::<u64>()), 1..700),
        ) {
            let line = |(ago, age): &(u64, u64)| !(((ago % agos) << 32) | (age % ages));
            let lines: Vec<u64> = seeds.iter().map(line).collect();
            let mut wanted: Vec<usize> = (0..lines.len()).collect();
            wanted.sort_by_key(|place| lines[*place]);
            prop_assert_eq!(line_up(&lines, &mut Vec::new()).collect::<Vec<_>>(), wanted);
        }
    }
}
