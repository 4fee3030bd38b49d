//! The laws of a batch under random calls, compared with a model that uses no index and searches everything.

use alloc::{collections::BTreeMap, vec, vec::Vec};
use core::ops::Range;

use proptest::{prelude::*, strategy::ValueTree, test_runner::TestRunner};

use super::{LONGEST, few_easings, from_bytes};
use crate::{
    batch::{
        BatchError, Lanes, Tween, TweenBatch, TweenEventKind, TweenHandle,
        bounds::BLOCK,
        groups::{GENERAL, GROUPS},
        id::Id,
        lanes::LaneStore,
        store::Store,
    },
    digest::digest,
    time::Tick,
    value::Easing,
};

/// The values of all tweens with a polynomial, by the loops over blocks at a fixed width.
fn narrow<T: Lanes<Numbers = [f32; N]>, const N: usize>(
    batch: &TweenBatch<T>,
    alpha: f32,
    values: &mut [T],
) where
    [f32; N]: LaneStore<Store = Store<N>>,
{
    let moment = batch.store().moment(alpha);
    let mut room = values;
    for piece in batch.store().pieces(usize::MAX) {
        let (out, rest) = core::mem::take(&mut room).split_at_mut(piece.rows());
        room = rest;
        piece.sample_narrow(moment, out);
    }
}

/// One call of a game to a batch.
#[derive(Clone, Debug)]
enum Act {
    Start(Tween<[f32; 3]>),
    /// The tween at this index among all tweens ever started.
    Cancel(prop::sample::Index),
    /// For the tween at this index: ticks after its start, and the number.
    Cue(prop::sample::Index, i64, u16),
    /// At a tick this long ago.
    StartAt(Tween<[f32; 3]>, i64),
    /// The tween at this index, with a new end.
    Retarget(prop::sample::Index, Tween<[f32; 3]>),
    Advance(i64),
}

fn number() -> impl Strategy<Value = f32> {
    prop_oneof![-100.0..100.0_f32, Just(0.0), Just(-0.0), Just(1e-30)]
}

/// Mostly short, sometimes some thousands, sometimes the longest possible.
fn ticks(least: i64) -> impl Strategy<Value = i64> {
    prop_oneof![8 => least..70, 3 => 4000_i64..4200, 1 => 262_100_i64..262_200, 1 => Just(LONGEST)]
}

fn tween(easings: Vec<Easing>) -> BoxedStrategy<Tween<[f32; 3]>> {
    let values = || [number(), number(), number()];
    let easing = prop::sample::select(easings);
    (values(), values(), ticks(1), prop_oneof![Just(0), ticks(0)], easing)
        .prop_map(|(from, to, ticks, delay, easing)| {
            let [ticks, delay] = [ticks, delay].map(|ticks| u32::try_from(ticks).unwrap());
            Tween { from, to, ticks, delay, easing }
        })
        .boxed()
}

/// Tweens of few easings, so that some have whole blocks of rows.
fn tweens(count: Range<usize>) -> impl Strategy<Value = Vec<Tween<[f32; 3]>>> {
    few_easings().prop_flat_map(move |easings| prop::collection::vec(tween(easings), count.clone()))
}

/// Starts that fill blocks, and sometimes more than a strip of blocks: with one end for all, one for each block, or one
/// for each row.
fn many_starts(easings: Vec<Easing>) -> impl Strategy<Value = Vec<Act>> {
    let count = prop_oneof![5 => 16..60_u32, 1 => 1020..1100_u32];
    let rows_with_one_end = prop::sample::select(vec![1, BLOCK, usize::MAX]);
    (tween(easings), count, rows_with_one_end).prop_map(|(tween, count, with_one_end)| {
        let longest = u32::try_from(LONGEST).unwrap();
        let ticks = |row: usize| tween.ticks + u32::try_from(row / with_one_end).unwrap();
        let start = |row| Act::Start(Tween { ticks: ticks(row).min(longest), ..tween });
        (0..count as usize).map(start).collect()
    })
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    few_easings().prop_flat_map(|easings| {
        let tween = || tween(easings.clone());
        let act = prop_oneof![
            4 => tween().prop_map(Act::Start),
            1 => any::<prop::sample::Index>().prop_map(Act::Cancel),
            4 => (any::<prop::sample::Index>(), ticks(0), 0..3_u16)
                .prop_map(|(index, at, cue)| Act::Cue(index, at, cue)),
            1 => (tween(), ticks(0)).prop_map(|(tween, ago)| Act::StartAt(tween, ago)),
            2 => (any::<prop::sample::Index>(), tween())
                .prop_map(|(index, tween)| Act::Retarget(index, tween)),
            3 => ticks(0).prop_map(Act::Advance),
        ];
        let acts = prop_oneof![
            14 => act.prop_map(|act| vec![act]).boxed(),
            1 => many_starts(easings.clone()).boxed(),
        ];
        prop::collection::vec(acts, 1..60).prop_map(|acts| acts.concat())
    })
}

fn alpha() -> impl Strategy<Value = f32> {
    prop_oneof![Just(0.0), Just(0.5), 0.0..1.0_f32]
}

fn begin() -> impl Strategy<Value = i64> {
    prop_oneof![
        Just(0),
        -70_i64..70,
        any::<i32>().prop_map(i64::from),
        Just((1 << 32) - 3),
        Just((1 << 24) - 2)
    ]
}

/// The expected content of a batch, in the order of starting, without an index.
#[derive(Default)]
struct Model {
    all: Vec<Modelled>,
}
struct Modelled {
    handle: TweenHandle,
    tween: Tween<[f32; 3]>,
    put: i64,
    start: i64,
    over: bool,
    started: bool,
    /// Due ticks and numbers.
    cues: Vec<(i64, u16)>,
}

impl Modelled {
    fn end(&self) -> i64 {
        self.start + i64::from(self.tween.ticks)
    }

    /// The value at a tick.
    fn value(&self, at: i64, alpha: f32) -> [f32; 3] {
        let Tween { from, to, ticks, easing, .. } = self.tween;
        let since = (at - self.start) as f32 + alpha;
        let share = easing.at_f32(since * (1.0 / ticks as f32));
        core::array::from_fn(|lane| from[lane] + (to[lane] - from[lane]) * share)
    }
}

impl Model {
    /// The expected events in order: by tick, by order tick, cues before the end.
    fn advance(&mut self, to: i64) -> Vec<(i64, TweenHandle, TweenEventKind, [f32; 3])> {
        let mut events = Vec::new();
        for (index, one) in self.all.iter_mut().enumerate().filter(|(_, one)| !one.over) {
            if !one.started && one.start <= to {
                one.started = true;
                let due = (one.start, one.handle, TweenEventKind::Start, one.tween.from);
                events.push(((one.start, one.put, index, 0, 0), due));
            }
            let (due, later) = one.cues.iter().partition(|(at, _)| *at <= to);
            one.cues = later;
            for (at, cue) in due {
                let value = if at == one.end() { one.tween.to } else { one.value(at, 0.0) };
                let due = (at, one.handle, TweenEventKind::Cue(cue), value);
                events.push(((at, one.start, index, 1, cue), due));
            }
            if one.started && one.end() <= to {
                one.over = true;
                let due = (one.end(), one.handle, TweenEventKind::End, one.tween.to);
                events.push(((one.end(), one.start, index, 2, 0), due));
            }
        }
        events.sort_by_key(|(order, _)| *order);
        events.into_iter().map(|(_, due)| due).collect()
    }

    fn live(&self) -> impl Iterator<Item = &Modelled> {
        self.all.iter().filter(|one| one.started && !one.over)
    }
}

fn act(batch: &mut TweenBatch<[f32; 3]>, model: &mut Model, act: &Act) {
    let now = batch.now().get();
    match act {
        Act::Start(tween) => {
            let handle = batch.start(tween).unwrap();
            let (start, started) = (now + i64::from(tween.delay), tween.delay == 0);
            let (tween, cues) = (*tween, Vec::new());
            let one = Modelled { handle, tween, put: now, start, over: false, started, cues };
            model.all.push(one);
        }
        Act::Cancel(index) if !model.all.is_empty() => {
            let one = index.get(&model.all);
            assert_eq!(batch.cancel(one.handle), !one.over, "{:?}", one.handle);
            let place = index.index(model.all.len());
            model.all[place].over = true;
        }
        Act::Cue(index, at, cue) if !model.all.is_empty() => {
            let place = index.index(model.all.len());
            let one = &mut model.all[place];
            let (due, ticks) = (one.start + at, one.tween.ticks);
            let at = u32::try_from(*at).unwrap();
            let wanted = if one.over {
                Err(BatchError::Stale)
            } else if at > ticks {
                Err(BatchError::CueAfterEnd { at, ticks })
            } else if due < now {
                let since = u32::try_from(now - one.start).unwrap();
                Err(BatchError::CuePassed { at, since })
            } else {
                one.cues.push((due, *cue));
                Ok(())
            };
            assert_eq!(batch.cue(one.handle, at, *cue), wanted);
        }
        Act::StartAt(tween, ago) => {
            let at = Tick::new(now) - *ago;
            let start = at.get() + i64::from(tween.delay);
            let handle = batch.start_at(at, tween);
            let since = u64::try_from(now - start).unwrap_or(0);
            if since >= u64::from(tween.ticks) {
                assert_eq!(handle, Err(BatchError::Over { ticks: tween.ticks, since }));
                return;
            }
            let (handle, cues, started) = (handle.unwrap(), Vec::new(), start <= now);
            let (tween, put) = (*tween, now);
            model.all.push(Modelled { handle, tween, put, start, over: false, started, cues });
        }
        Act::Retarget(index, Tween { to, ticks, easing, .. }) if !model.all.is_empty() => {
            let place = index.index(model.all.len());
            let one = &mut model.all[place];
            let done = batch.retarget(one.handle, *to, *ticks, *easing);
            assert_eq!(done, if one.over { Err(BatchError::Stale) } else { Ok(()) });
            if one.over {
                return;
            }
            let (from, start) =
                if one.started { (one.value(now, 0.0), now) } else { (one.tween.from, one.start) };
            one.tween = Tween { from, to: *to, ticks: *ticks, easing: *easing, ..one.tween };
            one.start = start;
            one.cues.clear();
        }
        Act::Cancel(_) | Act::Cue(..) | Act::Retarget(..) | Act::Advance(_) => {}
    }
}

proptest! {
    /// Every start, cue and end comes once, at its tick, in order, without other events; the values of all live tweens
    /// are right.
    #[test]
    fn exactly_once(begin in begin(), acts in acts(), alpha in alpha()) {
        let (mut batch, mut model) = (TweenBatch::new("tests", Tick::new(begin)), Model::default());
        let mut values = Vec::new();
        for one in &acts {
            act(&mut batch, &mut model, one);
            let Act::Advance(by) = one else { continue };
            let to = batch.now() + *by;
            let events: Vec<_> = batch
                .advance_to(to)
                .unwrap()
                .iter()
                .map(|due| (due.tick.get(), due.handle, due.kind, due.value))
                .collect();
            prop_assert_eq!(events, model.advance(to.get()));

            batch.sample_into(alpha, &mut values);
            let handles: Vec<_> = batch.handles().collect();
            prop_assert_eq!(handles.len(), model.live().count());
            prop_assert_eq!((batch.len(), batch.is_empty()), (handles.len(), handles.is_empty()));
            let waiting = model.all.iter().filter(|one| !one.started && !one.over).count();
            prop_assert_eq!(batch.waiting(), waiting);
            for one in model.live() {
                let index = batch.index_of(one.handle).unwrap();
                prop_assert_eq!(handles[index], one.handle);
                let (single, wanted) =
                    (batch.value(one.handle, alpha).unwrap(), one.value(to.get(), alpha));
                for lane in 0..3 {
                    prop_assert_eq!(values[index][lane].to_bits(), wanted[lane].to_bits());
                    prop_assert_eq!(single[lane].to_bits(), wanted[lane].to_bits());
                }
            }
        }
    }

    #[test]
    fn partition(begin in begin(), acts in acts(), cut in any::<prop::sample::Index>()) {
        let mut whole = TweenBatch::new("tests", Tick::new(begin));
        let mut cut_up = whole.clone();
        let (mut model, mut other) = (Model::default(), Model::default());
        for one in &acts {
            act(&mut whole, &mut model, one);
            act(&mut cut_up, &mut other, one);
            if let Act::Advance(by) = one {
                let part = cut.index(usize::try_from(*by).unwrap() + 1) as i64;
                let mut events = cut_up.advance_to(cut_up.now() + part).unwrap().to_vec();
                events.extend_from_slice(cut_up.advance_to(cut_up.now() + (by - part)).unwrap());
                let to = whole.now() + *by;
                prop_assert_eq!(whole.advance_to(to).unwrap(), &events[..]);
                prop_assert_eq!(&whole, &cut_up);
                for list in [&mut model, &mut other] {
                    list.advance(to.get());
                }
            }
        }
    }

    /// The number of lanes does not change any of them.
    #[test]
    fn one_number_has_the_same_bits_as_a_vector(tweens in tweens(1..300), to in 0..70_i64, alpha in alpha()) {
        let (mut one, mut three) = (TweenBatch::new("tests", Tick::ZERO), TweenBatch::new("tests", Tick::ZERO));
        for tween in &tweens {
            let Tween { from, to, ticks, delay, easing } = *tween;
            one.start(&Tween { from: from[2], to: to[2], ticks, delay, easing }).unwrap();
            three.start(tween).unwrap();
        }
        one.advance_to(Tick::new(to)).unwrap();
        three.advance_to(Tick::new(to)).unwrap();
        let (mut number, mut vector) = (Vec::new(), Vec::new());
        one.sample_into(alpha, &mut number);
        three.sample_into(alpha, &mut vector);
        prop_assert_eq!(number.len(), vector.len());
        for (number, vector) in number.iter().zip(&vector) {
            prop_assert_eq!(number.to_bits(), vector[2].to_bits());
        }
    }

    /// The same loops at the width of the target.
    #[test]
    fn every_width_gives_the_same_bits(tweens in tweens(1..40), many in 1_usize..8, to in 0..70_i64, alpha in alpha()) {
        let (mut one, mut three) = (TweenBatch::new("tests", Tick::ZERO), TweenBatch::new("tests", Tick::ZERO));
        for tween in tweens.iter().cycle().take(many * tweens.len()) {
            let Tween { from, to, ticks, delay, easing } = *tween;
            one.start(&Tween { from: from[0], to: to[0], ticks, delay, easing }).unwrap();
            three.start(tween).unwrap();
        }
        one.advance_to(Tick::new(to)).unwrap();
        three.advance_to(Tick::new(to)).unwrap();
        let (mut number, mut vector) = (Vec::new(), Vec::new());
        one.sample_into(alpha, &mut number);
        three.sample_into(alpha, &mut vector);
        let bits = |values: &[f32]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        let (wide, wide3) = (bits(&number), bits(vector.as_flattened()));
        narrow(&one, alpha, &mut number);
        narrow(&three, alpha, &mut vector);
        prop_assert_eq!(bits(&number), wide);
        prop_assert_eq!(bits(vector.as_flattened()), wide3);
    }

    #[cfg(feature = "rayon")]
    #[test]
    fn several_threads_give_the_same_bits(tweens in tweens(1..40), many in 1_usize..2000, alpha in alpha()) {
        let mut batch = TweenBatch::new("tests", Tick::ZERO);
        for tween in tweens.iter().cycle().take(many * tweens.len()) {
            batch.start(tween).unwrap();
        }
        let (mut one, mut several) = (Vec::new(), Vec::new());
        batch.sample_into(alpha, &mut one);
        batch.sample_into_in_parallel(alpha, &mut several);
        let bits = |values: &[[f32; 3]]| values.as_flattened().iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        prop_assert_eq!(bits(&one), bits(&several));
    }

    /// A loaded batch is equal, and continues equally.
    #[test]
    fn snapshot(begin in begin(), acts in acts(), later in acts()) {
        let (mut batch, mut model) = (TweenBatch::new("tests", Tick::new(begin)), Model::default());
        for one in &acts {
            act(&mut batch, &mut model, one);
            if let Act::Advance(by) = one {
                batch.advance_to(batch.now() + *by).unwrap();
                model.advance(batch.now().get());
            }
        }
        let mut read = from_bytes::<[f32; 3], 3>(&batch.store().bytes()).unwrap();
        prop_assert_eq!(&read, &batch);
        prop_assert_eq!(digest(&read), digest(&batch));
        let mut copy = TweenBatch::new("tests", Tick::ZERO);
        copy.clone_from(&batch);
        let mut values = [Vec::new(), Vec::new()];
        for one in &later {
            match one {
                Act::Start(tween) => {
                    let handle = batch.start(tween);
                    prop_assert_eq!(read.start(tween), handle);
                    prop_assert_eq!(copy.start(tween), handle);
                }
                Act::Advance(by) => {
                    let to = batch.now() + *by;
                    let events = batch.advance_to(to).unwrap();
                    prop_assert_eq!(read.advance_to(to).unwrap(), events);
                    prop_assert_eq!(copy.advance_to(to).unwrap(), events);
                }
                Act::StartAt(tween, ago) => {
                    let at = batch.now() - *ago;
                    let handle = batch.start_at(at, tween);
                    prop_assert_eq!(read.start_at(at, tween), handle);
                    prop_assert_eq!(copy.start_at(at, tween), handle);
                }
                Act::Retarget(index, tween) => {
                    let handles: Vec<_> = batch.handles().collect();
                    if !handles.is_empty() {
                        let handle = *index.get(&handles);
                        for batch in [&mut batch, &mut read, &mut copy] {
                            // Every second one keeps its velocity, so that saves contain such tweens.
                            if tween.delay.is_multiple_of(2) {
                                batch.retarget_smoothly(handle, tween.to, tween.ticks).unwrap();
                            } else {
                                batch.retarget(handle, tween.to, tween.ticks, tween.easing).unwrap();
                            }
                        }
                    }
                }
                Act::Cancel(index) => {
                    let handles: Vec<_> = batch.handles().collect();
                    if !handles.is_empty() {
                        let handle = *index.get(&handles);
                        prop_assert!(batch.cancel(handle) && read.cancel(handle) && copy.cancel(handle));
                    }
                }
                Act::Cue(index, at, cue) => {
                    let handles: Vec<_> = batch.handles().collect();
                    if !handles.is_empty() {
                        let (handle, at) = (*index.get(&handles), u32::try_from(*at).unwrap());
                        let answer = batch.cue(handle, at, *cue);
                        prop_assert_eq!(read.cue(handle, at, *cue), answer);
                        prop_assert_eq!(copy.cue(handle, at, *cue), answer);
                    }
                }
            }
            // Starts come by the thousand.
            if !matches!(one, Act::Start(_)) {
                batch.sample_into(0.5, &mut values[0]);
                read.sample_into(0.5, &mut values[1]);
                prop_assert_eq!(&values[0], &values[1]);
            }
        }
        prop_assert_eq!(&read, &batch);
        prop_assert_eq!(&copy, &batch);
    }

    /// Damaged bytes are refused, or they give a batch that plays.
    #[test]
    fn damaged_bytes_are_refused_or_play(
        acts in acts(), place in any::<prop::sample::Index>(), number in prop_oneof![0_u32..40, any::<u32>()],
    ) {
        let (mut batch, mut model) = (TweenBatch::new("tests", Tick::ZERO), Model::default());
        for one in &acts {
            act(&mut batch, &mut model, one);
            if let Act::Advance(by) = one {
                batch.advance_to(batch.now() + *by).unwrap();
                model.advance(batch.now().get());
            }
        }
        let mut bytes = batch.store().bytes();
        let place = place.index(bytes.len() / 4) * 4;
        prop_assert!(from_bytes::<[f32; 3], 3>(&bytes[..place]).is_err(), "cut off");
        prop_assert!(from_bytes::<f32, 1>(&bytes).is_err(), "of another width");
        bytes[place..place + 4].copy_from_slice(&number.to_le_bytes());
        if let Ok(mut read) = from_bytes::<[f32; 3], 3>(&bytes) {
            let tween = Tween { from: [0.0; 3], to: [1.0; 3], ticks: 3, delay: 1, easing: Easing::LINEAR };
            let _ = read.start(&tween);
            let mut values = Vec::new();
            for _ in 0..4 {
                let to = Tick::new(read.now().get().saturating_add(LONGEST));
                read.advance_to(to).unwrap();
                read.sample_into(0.0, &mut values);
            }
            prop_assert!(read.now() == Tick::new(i64::MAX) || read.is_empty() && read.waiting() == 0);
        }
    }
}

/// The laws cover only what their programs reach: whole blocks of rows, whole blocks that end, and strips of blocks.
#[test]
fn programs_reach_blocks_their_ends_and_strips() {
    const NAMES: [&str; 12] = [
        "a whole block",
        "a whole block without a polynomial",
        "whole blocks in two groups",
        "a part of a block behind a whole one",
        "more than a strip",
        "more than a strip of waiting tweens",
        "the end of a whole block",
        "the end of a whole block, and others stay",
        "the end of a part of a block",
        "ends in two strips at once",
        "as many starts at once as a block has rows",
        "a cancelled row of a whole block",
    ];
    const STRIP: usize = 64 * BLOCK;
    let (mut runner, mut met) = (TestRunner::deterministic(), [0; NAMES.len()]);
    for _ in 0..256 {
        let acts = acts().new_tree(&mut runner).unwrap().current();
        let (mut batch, mut model) =
            (TweenBatch::<[f32; 3]>::new("tests", Tick::ZERO), Model::default());
        let mut corners = [false; NAMES.len()];
        for one in &acts {
            let groups: [Vec<Id>; GROUPS] =
                batch.store().groups().each_ref().map(|rows| rows.handles().collect());
            let before = batch.len();
            act(&mut batch, &mut model, one);
            let (mut ends, mut starts) = (BTreeMap::new(), BTreeMap::new());
            if let Act::Advance(by) = one {
                let to = batch.now() + *by;
                for due in batch.advance_to(to).unwrap() {
                    match due.kind {
                        TweenEventKind::End => drop(ends.insert(due.handle.index(), due.tick)),
                        TweenEventKind::Start => *starts.entry(due.tick).or_insert(0) += 1,
                        TweenEventKind::Cue(_) => {}
                    }
                }
                model.advance(to.get());
            }
            let end = |id: &Id| ends.get(&id.slot());
            let ends_at_once = |block: &[Id; BLOCK]| {
                end(&block[0]).is_some() && block.iter().all(|id| end(id) == end(&block[0]))
            };
            let blocks = |group: &Vec<Id>| group.as_chunks::<BLOCK>().0.to_vec();
            let is_whole = |group: &Vec<Id>| group.len() >= BLOCK;
            let any = |found: &dyn Fn(&Vec<Id>) -> bool| groups.iter().any(found);
            let found = [
                any(&is_whole),
                is_whole(&groups[GENERAL]),
                groups.iter().filter(|group| is_whole(group)).count() > 1,
                any(&|group| is_whole(group) && group.len() % BLOCK != 0),
                any(&|group| group.len() > STRIP),
                batch.store().waiters().all().len() > STRIP,
                any(&|group| blocks(group).iter().any(ends_at_once)),
                any(&|group| {
                    blocks(group).iter().any(ends_at_once)
                        && group.iter().any(|id| end(id).is_none())
                }),
                any(&|group| {
                    let partly = |block: &[Id; BLOCK]| block.iter().any(|id| end(id).is_some());
                    blocks(group).iter().any(|block| partly(block) && !ends_at_once(block))
                }),
                any(&|group| {
                    let (strip, rest) = group.split_at(STRIP.min(group.len()));
                    rest.iter().filter_map(end).any(|at| strip.iter().any(|id| end(id) == Some(at)))
                }),
                starts.values().any(|count| *count >= BLOCK),
                matches!(one, Act::Cancel(_)) && batch.len() < before && any(&is_whole),
            ];
            corners.iter_mut().zip(found).for_each(|(corner, found)| *corner |= found);
        }
        met.iter_mut().zip(corners).for_each(|(met, corner)| *met += u32::from(corner));
    }
    for (name, met) in NAMES.iter().zip(met) {
        assert!(met >= 10, "{name}: in {met} of 256 programs");
    }
}
