mod cues;

use alloc::vec::Vec;

use proptest::prelude::*;

use super::{Batch, BatchError, Bend, Due, DueKind, Handle, Tween, bend::Job, rows::All};
use crate::{digest::digest, time::Tick};

const LONGEST: i64 = (1 << 23) - 1;

fn plain(ticks: u32, delay: u32) -> Tween<1> {
    Tween { from: [1.0], to: [3.0], ticks, delay, bend: Bend::Linear }
}

fn kinds(told: &[Due<1>]) -> Vec<(i64, u32, DueKind)> {
    told.iter().map(|due| (due.tick.get(), due.handle.index(), due.kind)).collect()
}

#[test]
fn a_bend_is_its_easing_to_within_the_worst_error() {
    let mut worst: f64 = 0.0;
    for bend in Bend::ALL {
        for step in 0..=1_u32 << 17 {
            let t = step as f32 / (1_u32 << 17) as f32;
            let off = (f64::from(bend.at(t)) - bend.easing().at(f64::from(t))).abs();
            assert!(off <= Bend::WORST_ERROR, "{bend:?} at {t} is {off:e} off");
            worst = worst.max(off);
        }
    }
    assert!(worst > Bend::WORST_ERROR / 2.0, "{worst:e}: the bound is wider than it has to be");
}

#[test]
fn a_bend_is_exact_at_its_ends() {
    for bend in Bend::ALL {
        let ends = [-1.0, 0.0, 1.0, 2.0, f32::NAN, f32::NEG_INFINITY].map(|t| bend.at(t));
        assert_eq!(ends, [0.0, 0.0, 1.0, 1.0, 1.0, 0.0], "{bend:?}");
    }
}

#[test]
fn bends_are_listed_in_their_order() {
    for (index, bend) in Bend::ALL.into_iter().enumerate() {
        assert_eq!(bend as usize, index);
    }
}

/// It may change only together with the curves themselves: every target has to come to this number.
#[test]
fn bends_have_the_same_bits_everywhere() {
    let bits: Vec<u32> = Bend::ALL
        .into_iter()
        .flat_map(|bend| (0..=1000_u16).map(move |t| bend.at(f32::from(t) / 1000.0).to_bits()))
        .collect();
    assert_eq!(digest(&bits), GOLDEN);
}
const GOLDEN: u64 = 8_410_988_680_578_191_733;

#[test]
fn what_ends_is_told_with_its_exact_value() {
    let mut batch = Batch::starting_at(Tick::ZERO);
    // 0.1 + (0.7 - 0.1) is not 0.7 in an f32.
    let tween = Tween { from: [0.1], to: [0.7], ticks: 3, delay: 0, bend: Bend::BackOut };
    let handle = batch.start(&tween).unwrap();
    let told = batch.advance_to(Tick::new(9)).unwrap();
    assert_eq!(told, [Due { tick: Tick::new(3), handle, kind: DueKind::End, value: [0.7] }]);
}

#[test]
fn what_is_due_at_one_tick_comes_in_the_order_it_was_put_in_line() {
    let mut batch = Batch::starting_at(Tick::ZERO);
    for (ticks, delay) in [(100, 0), (40, 60), (99, 1), (30, 100)] {
        batch.start(&plain(ticks, delay)).unwrap();
    }
    batch.advance_to(Tick::new(70)).unwrap();
    batch.start(&plain(30, 0)).unwrap();
    let told = kinds(batch.advance_to(Tick::new(100)).unwrap());
    use DueKind::{End, Start};
    // 3 was put in line for its start at tick 0; 2 for its end at tick 1, 1 at tick 60, 4 at tick 70.
    let order = [(0, End), (3, Start), (2, End), (1, End), (4, End)];
    assert_eq!(told, order.map(|(index, kind)| (100, index, kind)));
}

/// Thousands in one group, which are found block by block and moved about as others go.
#[test]
fn all_of_a_great_many_are_told_in_line() {
    let mut dice = 1_u64;
    let mut roll = |sides: u32| {
        dice = dice.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
        u32::try_from(dice >> 33).unwrap() % sides
    };
    let mut batch = Batch::starting_at(Tick::new((1 << 32) - 150));
    // What has to be told of each: at, put in line at, which, kind.
    let (mut wanted, mut told, mut handles) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..300 {
        let now = batch.now().get();
        for _ in 0..roll(60) {
            let (ticks, delay) = (1 + roll(250), if roll(3) == 0 { roll(200) } else { 0 });
            let handle = batch.start(&plain(ticks, delay)).unwrap();
            let (index, start) = (handles.len(), now + i64::from(delay));
            handles.push(Some(handle));
            if delay > 0 {
                wanted.push((start, now, index, DueKind::Start));
            }
            wanted.push((start + i64::from(ticks), start, index, DueKind::End));
        }
        if let Some(index) = handles.len().checked_sub(1 + roll(200) as usize)
            && let Some(handle) = handles[index].take()
            && batch.cancel(handle)
        {
            wanted.retain(|due| due.2 != index || due.0 <= now);
        }
        let to = batch.now() + i64::from(roll(4));
        for due in batch.advance_to(to).unwrap() {
            told.push((due.tick.get(), due.handle, due.kind));
        }
    }
    assert!(batch.len() > 2000, "several strips of blocks");
    let end = batch.now() + 1000;
    told.extend(
        batch.advance_to(end).unwrap().iter().map(|due| (due.tick.get(), due.handle, due.kind)),
    );
    wanted.sort_by_key(|due| (due.0, due.1, due.2));
    assert_eq!(told.len(), wanted.len());
    for (told, wanted) in told.iter().zip(&wanted) {
        assert_eq!((told.0, told.2), (wanted.0, wanted.3));
        assert_eq!(handles[wanted.2].unwrap_or(told.1), told.1);
    }
}

#[test]
fn generations_that_turn_over_leave_old_slots_unused() {
    let mut batch = Batch::starting_at(Tick::ZERO);
    let mut old = Vec::new();
    for _ in 0..3 {
        old.push(batch.start(&plain(1, 0)).unwrap());
    }
    old.push(batch.start(&plain(9, 0)).unwrap());
    batch.advance_to(Tick::new(1)).unwrap();
    batch.slots.turn_over();
    let last = batch.start(&plain(5, 0)).unwrap();
    let first = batch.start(&plain(5, 0)).unwrap();
    assert_eq!((last.generation, first.generation), (u32::MAX, 0));
    assert!(!old.iter().any(|old| old.slot == first.slot), "slots from before are not used again");
    let read = Batch::<1>::from_bytes(&batch.bytes()).unwrap();
    assert_eq!(read, batch);
    for batch in &mut [batch, read] {
        let told = kinds(batch.advance_to(Tick::new(9)).unwrap());
        let ends = [(6, last), (6, first), (9, old[3])];
        assert_eq!(told, ends.map(|(at, handle)| (at, handle.slot, DueKind::End)), "in line");
        let next = [batch.start(&plain(1, 0)).unwrap(), batch.start(&plain(1, 0)).unwrap()];
        assert_eq!(next.map(|next| next.slot), [first.slot, first.slot + 1]);
    }
}

#[test]
fn a_handle_of_something_gone_never_means_another_tween() {
    let mut batch = Batch::starting_at(Tick::ZERO);
    let first = batch.start(&plain(2, 0)).unwrap();
    batch.advance_to(Tick::new(2)).unwrap();
    let second = batch.start(&plain(2, 0)).unwrap();
    assert_eq!(first.index(), second.index(), "the slot is used again");
    assert!(!batch.contains(first) && !batch.cancel(first));
    assert_eq!((batch.value(first, 0.0), batch.index_of(first)), (None, None));
    assert!(batch.contains(second));
}

#[test]
fn a_refused_call_changes_nothing() {
    let late = Tick::new(i64::MAX - 10);
    let mut batch = Batch::starting_at(late);
    batch.start(&plain(4, 6)).unwrap();
    let before = batch.clone();
    let beyond = Batch::<1>::LONGEST + 1;
    assert_eq!(batch.start(&plain(0, 0)), Err(BatchError::Length { ticks: 0 }));
    assert_eq!(batch.start(&plain(beyond, 0)), Err(BatchError::Length { ticks: beyond }));
    assert_eq!(batch.start(&plain(1, beyond)), Err(BatchError::Delay { ticks: beyond }));
    assert_eq!(batch.start(&plain(5, 6)), Err(BatchError::EndOfTime));
    let back = late - 1;
    assert_eq!(batch.advance_to(back), Err(BatchError::Backwards { now: late, to: back }));
    assert_eq!(batch, before);
    let told = batch.advance_to(Tick::new(i64::MAX)).unwrap();
    assert_eq!(told.len(), 2, "the last tick there is can be reached");
}

#[test]
fn a_steady_step_allocates_nothing() {
    let mut batch = Batch::starting_at(Tick::ZERO);
    let mut values = [Vec::new()];
    let mut now = Tick::ZERO;
    let mut frame = |batch: &mut Batch<1>| {
        for delay in 0..4 {
            batch.start(&plain(10, delay)).unwrap();
        }
        now = now.next();
        batch.advance_to(now).unwrap();
        batch.sample_into(0.5, &mut values);
    };
    (0..100).for_each(|_| frame(&mut batch));
    let counted = allocation_counter::measure(|| (0..100).for_each(|_| frame(&mut batch)));
    assert_eq!(counted.count_total, 0);
}

/// The loops for everything in a range, without a choice of their width.
struct Narrow<'a, const N: usize>(All<'a, N>);

impl<const N: usize> Job for Narrow<'_, N> {
    type Out = ();
    fn run(self, bend: impl Fn(f32) -> f32) {
        self.0.fill(bend);
    }
}

/// One thing a game does to a batch.
#[derive(Clone, Debug)]
enum Act {
    Start(Tween<3>),
    /// The one at this place among all ever started.
    Cancel(prop::sample::Index),
    /// For such a one, so many ticks after its start, of that number.
    Cue(prop::sample::Index, i64, u16),
    Advance(i64),
}

fn number() -> impl Strategy<Value = f32> {
    prop_oneof![-100.0..100.0_f32, Just(0.0), Just(-0.0), Just(1e-30)]
}

/// Mostly short, at times around the boundaries of the rings, at times as long as can be.
fn ticks(least: i64) -> impl Strategy<Value = i64> {
    prop_oneof![8 => least..70, 3 => 4000_i64..4200, 1 => 262_100_i64..262_200, 1 => Just(LONGEST)]
}

fn tween() -> impl Strategy<Value = Tween<3>> {
    let values = || [number(), number(), number()];
    let bend = prop::sample::select(&Bend::ALL[..]);
    (values(), values(), ticks(1), prop_oneof![Just(0), ticks(0)], bend).prop_map(
        |(from, to, ticks, delay, bend)| {
            let [ticks, delay] = [ticks, delay].map(|ticks| u32::try_from(ticks).unwrap());
            Tween { from, to, ticks, delay, bend }
        },
    )
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        4 => tween().prop_map(Act::Start),
        1 => any::<prop::sample::Index>().prop_map(Act::Cancel),
        4 => (any::<prop::sample::Index>(), ticks(0), 0..3_u16)
            .prop_map(|(index, at, cue)| Act::Cue(index, at, cue)),
        3 => ticks(0).prop_map(Act::Advance),
    ];
    prop::collection::vec(act, 1..60)
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

/// What the batch is to hold, in the order of starting; nothing is indexed, everything is searched.
#[derive(Default)]
struct Model {
    all: Vec<Modelled>,
}
struct Modelled {
    handle: Handle,
    tween: Tween<3>,
    put: i64,
    start: i64,
    over: bool,
    started: bool,
    /// When they are due, and their numbers.
    cues: Vec<(i64, u16)>,
}

impl Modelled {
    fn end(&self) -> i64 {
        self.start + i64::from(self.tween.ticks)
    }

    /// What it says at a tick.
    fn value(&self, at: i64, alpha: f32) -> [f32; 3] {
        let Tween { from, to, ticks, bend, .. } = self.tween;
        let since = (at - self.start) as f32 + alpha;
        let share = bend.at(since * (1.0 / ticks as f32));
        core::array::from_fn(|lane| from[lane] + (to[lane] - from[lane]) * share)
    }
}

impl Model {
    /// What has to be told, in order: by tick, by place in line, cues before the end.
    fn advance(&mut self, to: i64) -> Vec<(i64, Handle, DueKind, [f32; 3])> {
        let mut told = Vec::new();
        for (index, one) in self.all.iter_mut().enumerate().filter(|(_, one)| !one.over) {
            if !one.started && one.start <= to {
                one.started = true;
                let due = (one.start, one.handle, DueKind::Start, one.tween.from);
                told.push(((one.start, one.put, index, 0, 0), due));
            }
            let (due, later) = one.cues.iter().partition(|(at, _)| *at <= to);
            one.cues = later;
            for (at, cue) in due {
                let value = if at == one.end() { one.tween.to } else { one.value(at, 0.0) };
                let due = (at, one.handle, DueKind::Cue(cue), value);
                told.push(((at, one.start, index, 1, cue), due));
            }
            if one.started && one.end() <= to {
                one.over = true;
                let due = (one.end(), one.handle, DueKind::End, one.tween.to);
                told.push(((one.end(), one.start, index, 2, 0), due));
            }
        }
        told.sort_by_key(|(order, _)| *order);
        told.into_iter().map(|(_, due)| due).collect()
    }

    fn live(&self) -> impl Iterator<Item = &Modelled> {
        self.all.iter().filter(|one| one.started && !one.over)
    }
}

fn act(batch: &mut Batch<3>, model: &mut Model, act: &Act) {
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
                Err(BatchError::Gone)
            } else if at > ticks {
                Err(BatchError::CueBehindEnd { at, ticks })
            } else if due < now {
                let since = u32::try_from(now - one.start).unwrap();
                Err(BatchError::CueOver { at, since })
            } else {
                one.cues.push((due, *cue));
                Ok(())
            };
            assert_eq!(batch.cue(one.handle, at, *cue), wanted);
        }
        Act::Cancel(_) | Act::Cue(..) | Act::Advance(_) => {}
    }
}

proptest! {
    /// Every start, cue and end once, at its tick, in order; nothing else; and the values of all that is live.
    #[test]
    fn exactly_once(begin in begin(), acts in acts(), alpha in alpha()) {
        let (mut batch, mut model) = (Batch::starting_at(Tick::new(begin)), Model::default());
        let mut values = [const { Vec::new() }; 3];
        for one in &acts {
            act(&mut batch, &mut model, one);
            let Act::Advance(by) = one else { continue };
            let to = batch.now() + *by;
            let told: Vec<_> = batch
                .advance_to(to)
                .unwrap()
                .iter()
                .map(|due| (due.tick.get(), due.handle, due.kind, due.value))
                .collect();
            prop_assert_eq!(told, model.advance(to.get()));

            batch.sample_into(alpha, &mut values);
            let handles: Vec<_> = batch.handles().collect();
            prop_assert_eq!(handles.len(), model.live().count());
            for one in model.live() {
                let index = batch.index_of(one.handle).unwrap();
                prop_assert_eq!(handles[index], one.handle);
                let (single, wanted) =
                    (batch.value(one.handle, alpha).unwrap(), one.value(to.get(), alpha));
                for lane in 0..3 {
                    prop_assert_eq!(values[lane][index].to_bits(), wanted[lane].to_bits());
                    prop_assert_eq!(single[lane].to_bits(), wanted[lane].to_bits());
                }
            }
        }
    }

    #[test]
    fn partition(begin in begin(), acts in acts(), cut in any::<prop::sample::Index>()) {
        let mut whole = Batch::starting_at(Tick::new(begin));
        let mut cut_up = whole.clone();
        let (mut model, mut other) = (Model::default(), Model::default());
        for one in &acts {
            act(&mut whole, &mut model, one);
            act(&mut cut_up, &mut other, one);
            if let Act::Advance(by) = one {
                let part = cut.index(usize::try_from(*by).unwrap() + 1) as i64;
                let mut told = cut_up.advance_to(cut_up.now() + part).unwrap().to_vec();
                told.extend_from_slice(cut_up.advance_to(cut_up.now() + (by - part)).unwrap());
                let to = whole.now() + *by;
                prop_assert_eq!(whole.advance_to(to).unwrap(), &told[..]);
                prop_assert_eq!(&whole, &cut_up);
                for list in [&mut model, &mut other] {
                    list.advance(to.get());
                }
            }
        }
    }

    /// One number is computed in another loop than a vector.
    #[test]
    fn one_number_has_the_same_bits_as_a_vector(tweens in prop::collection::vec(tween(), 1..300), to in 0..70_i64, alpha in alpha()) {
        let (mut one, mut three) = (Batch::starting_at(Tick::ZERO), Batch::starting_at(Tick::ZERO));
        for tween in &tweens {
            let Tween { from, to, ticks, delay, bend } = *tween;
            one.start(&Tween { from: [from[2]], to: [to[2]], ticks, delay, bend }).unwrap();
            three.start(tween).unwrap();
        }
        one.advance_to(Tick::new(to)).unwrap();
        three.advance_to(Tick::new(to)).unwrap();
        let (mut number, mut vector) = ([Vec::new()], [const { Vec::new() }; 3]);
        one.sample_into(alpha, &mut number);
        three.sample_into(alpha, &mut vector);
        let bits = |values: &[f32]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        prop_assert_eq!(bits(&number[0]), bits(&vector[2]));
    }

    /// The same loops, as narrow as the target is.
    #[test]
    fn every_width_gives_the_same_bits(tweens in prop::collection::vec(tween(), 1..40), many in 1_usize..8, to in 0..70_i64, alpha in alpha()) {
        fn narrow<const N: usize>(batch: &Batch<N>, alpha: f32) -> [Vec<f32>; N] {
            let (moment, mut values) = (batch.moment(alpha), [const { Vec::new() }; N]);
            batch.parts(&mut values, usize::MAX, |bend, rows, range, out| {
                bend.with(Narrow(All { rows, range, moment, out }));
            });
            values
        }
        let (mut one, mut three) = (Batch::starting_at(Tick::ZERO), Batch::starting_at(Tick::ZERO));
        for tween in tweens.iter().cycle().take(many * tweens.len()) {
            let Tween { from, to, ticks, delay, bend } = *tween;
            one.start(&Tween { from: [from[0]], to: [to[0]], ticks, delay, bend }).unwrap();
            three.start(tween).unwrap();
        }
        one.advance_to(Tick::new(to)).unwrap();
        three.advance_to(Tick::new(to)).unwrap();
        let (mut number, mut vector) = ([Vec::new()], [const { Vec::new() }; 3]);
        one.sample_into(alpha, &mut number);
        three.sample_into(alpha, &mut vector);
        let bits = |values: &Vec<f32>| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        prop_assert_eq!(number.each_ref().map(bits), narrow(&one, alpha).each_ref().map(bits));
        prop_assert_eq!(vector.each_ref().map(bits), narrow(&three, alpha).each_ref().map(bits));
    }

    #[cfg(feature = "rayon")]
    #[test]
    fn several_threads_give_the_same_bits(tweens in prop::collection::vec(tween(), 1..40), many in 1_usize..2000, alpha in alpha()) {
        let mut batch = Batch::starting_at(Tick::ZERO);
        for tween in tweens.iter().cycle().take(many * tweens.len()) {
            batch.start(tween).unwrap();
        }
        let (mut one, mut several) = ([const { Vec::new() }; 3], [const { Vec::new() }; 3]);
        batch.sample_into(alpha, &mut one);
        batch.sample_into_in_parallel(alpha, &mut several);
        let bits = |values: &[f32]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        prop_assert_eq!(one.map(|lane| bits(&lane)), several.map(|lane| bits(&lane)));
    }

    /// What is read back is the same, and goes on as the same.
    #[test]
    fn snapshot(begin in begin(), acts in acts(), later in acts()) {
        let (mut batch, mut model) = (Batch::starting_at(Tick::new(begin)), Model::default());
        for one in &acts {
            act(&mut batch, &mut model, one);
            if let Act::Advance(by) = one {
                batch.advance_to(batch.now() + *by).unwrap();
                model.advance(batch.now().get());
            }
        }
        let mut read = Batch::<3>::from_bytes(&batch.bytes()).unwrap();
        prop_assert_eq!(&read, &batch);
        prop_assert_eq!(digest(&read), digest(&batch));
        let mut copy = Batch::starting_at(Tick::ZERO);
        copy.clone_from(&batch);
        let mut values = [[const { Vec::new() }; 3], [const { Vec::new() }; 3]];
        for one in &later {
            match one {
                Act::Start(tween) => {
                    let handle = batch.start(tween);
                    prop_assert_eq!(read.start(tween), handle);
                    prop_assert_eq!(copy.start(tween), handle);
                }
                Act::Advance(by) => {
                    let to = batch.now() + *by;
                    let told = batch.advance_to(to).unwrap();
                    prop_assert_eq!(read.advance_to(to).unwrap(), told);
                    prop_assert_eq!(copy.advance_to(to).unwrap(), told);
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
            batch.sample_into(0.5, &mut values[0]);
            read.sample_into(0.5, &mut values[1]);
            prop_assert_eq!(&values[0], &values[1]);
        }
        prop_assert_eq!(&read, &batch);
        prop_assert_eq!(&copy, &batch);
    }

    /// Bytes that were tampered with are refused, or they are a batch that plays.
    #[test]
    fn damaged_bytes_are_refused_or_play(
        acts in acts(), place in any::<prop::sample::Index>(), number in prop_oneof![0_u32..40, any::<u32>()],
    ) {
        let (mut batch, mut model) = (Batch::starting_at(Tick::ZERO), Model::default());
        for one in &acts {
            act(&mut batch, &mut model, one);
            if let Act::Advance(by) = one {
                batch.advance_to(batch.now() + *by).unwrap();
                model.advance(batch.now().get());
            }
        }
        let mut bytes = batch.bytes();
        let place = place.index(bytes.len() / 4) * 4;
        prop_assert!(Batch::<3>::from_bytes(&bytes[..place]).is_err(), "cut off");
        prop_assert!(Batch::<1>::from_bytes(&bytes).is_err(), "of another width");
        bytes[place..place + 4].copy_from_slice(&number.to_le_bytes());
        if let Ok(mut read) = Batch::<3>::from_bytes(&bytes) {
            let tween = Tween { from: [0.0; 3], to: [1.0; 3], ticks: 3, delay: 1, bend: Bend::Linear };
            let _ = read.start(&tween);
            let mut values = [const { Vec::new() }; 3];
            for _ in 0..4 {
                let to = Tick::new(read.now().get().saturating_add(LONGEST));
                read.advance_to(to).unwrap();
                read.sample_into(0.0, &mut values);
            }
            prop_assert!(read.now() == Tick::new(i64::MAX) || read.is_empty() && read.waiting() == 0);
        }
    }
}

#[cfg(feature = "serde")]
#[test]
fn text_formats_hold_a_batch_as_well() {
    let mut batch = Batch::starting_at(Tick::new(-7));
    batch.start(&plain(20, 0)).unwrap();
    batch.start(&plain(20, 4)).unwrap();
    let text = serde_json::to_string(&batch).unwrap();
    assert_eq!(serde_json::from_str::<Batch<1>>(&text).unwrap(), batch);
    assert!(serde_json::from_str::<Batch<1>>("[1,0,0,0]").is_err());
}
