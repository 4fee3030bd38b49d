//! The laws of a batch, under random calls, beside a model in which nothing is indexed and everything searched.

use alloc::vec::Vec;

use proptest::prelude::*;

use super::LONGEST;
use crate::{
    batch::{Batch, BatchError, Bend, Tween, TweenEventKind, TweenHandle, bend::Job, rows::All},
    digest::digest,
    time::Tick,
};

/// The loops over blocks, without a choice of their width.
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

/// Mostly short, at times some thousands, at times as long as can be.
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
    handle: TweenHandle,
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
    fn advance(&mut self, to: i64) -> Vec<(i64, TweenHandle, TweenEventKind, [f32; 3])> {
        let mut told = Vec::new();
        for (index, one) in self.all.iter_mut().enumerate().filter(|(_, one)| !one.over) {
            if !one.started && one.start <= to {
                one.started = true;
                let due = (one.start, one.handle, TweenEventKind::Start, one.tween.from);
                told.push(((one.start, one.put, index, 0, 0), due));
            }
            let (due, later) = one.cues.iter().partition(|(at, _)| *at <= to);
            one.cues = later;
            for (at, cue) in due {
                let value = if at == one.end() { one.tween.to } else { one.value(at, 0.0) };
                let due = (at, one.handle, TweenEventKind::Cue(cue), value);
                told.push(((at, one.start, index, 1, cue), due));
            }
            if one.started && one.end() <= to {
                one.over = true;
                let due = (one.end(), one.handle, TweenEventKind::End, one.tween.to);
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

    /// How many numbers there are changes none of them.
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
            batch.parts(&mut values, usize::MAX, |bend, blocks, out| {
                bend.with(Narrow(All { blocks, moment, out }));
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
