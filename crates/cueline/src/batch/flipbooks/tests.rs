use core::num::NonZeroU32;

use proptest::prelude::*;

use super::*;
use crate::{batch::saved::testing::assert_all_differ, clip::Order};

const ORDERS: [Order; 4] =
    [Order::Forward, Order::Reverse, Order::PingPong, Order::PingPongReverse];

proptest! {
    #[test]
    fn frames_equal_those_of_the_flipbook(
        holds in prop::collection::vec(1..9_i64, 1..8),
        order in prop::sample::select(ORDERS.to_vec()),
        times in prop::option::of(1..5_u32),
        offset in 0..40_i64,
        starts in prop::collection::vec(prop_oneof![-50..50_i64, any::<i32>().prop_map(i64::from)], 1..20),
        now in prop_oneof![-50..200_i64, any::<i32>().prop_map(i64::from)],
    ) {
        let rate = TickRate::HZ_60;
        let at = |tick: i64| Time::ZERO + rate.span_of(tick);
        let book = Flipbook::each(holds.iter().map(|hold| rate.span_of(*hold))).unwrap();
        let book = book.order(order).offset(rate.span_of(offset));
        let book = times.and_then(NonZeroU32::new).map_or(book.clone(), |times| book.times(times));
        let mut sprites = FlipbookBatch::new(&book, rate);
        starts.iter().for_each(|start| sprites.push(Tick::new(*start)));
        let mut frames = Vec::new();
        sprites.frames_into(Tick::new(now), &mut frames);
        let wanted: Vec<u32> = starts.iter().map(|start| book.frame_at(at(*start), at(now))).collect();
        prop_assert_eq!(frames, wanted);
    }
}

proptest! {
    /// With any speed and offset, at any rate, a sprite shows the frame of its flipbook at the sprite's time.
    #[test]
    fn a_sprite_has_its_own_speed_and_offset(
        holds in prop::collection::vec(1..90_i64, 1..8), whole in any::<bool>(),
        order in prop::sample::select(ORDERS.to_vec()), times in prop::option::of(1..5_u32),
        sprites in prop::collection::vec((-50..50_i64, -300..300_i64, 1..4_u64, prop_oneof![Just(0), -400..400_i64], any::<bool>()), 1..20),
        gone in any::<prop::sample::Index>(), now in -50..400_i64,
        rate in prop::sample::select(&[TickRate::HZ_60, TickRate::NTSC_30, TickRate::HZ_144][..]),
    ) {
        // In ticks, or in ms.
        let span = |count: i64| if whole { rate.span_of(count) } else { Span::from_millis(count) };
        let book = Flipbook::each(holds.iter().map(|hold| span(*hold))).unwrap().order(order);
        let book = times.and_then(NonZeroU32::new).map_or(book.clone(), |times| book.times(times));
        let mut all: Vec<_> = sprites.iter().map(|(start, num, den, offset, plain)| {
            let speed = if *plain { Speed::NORMAL } else { Speed::new(*num, *den).unwrap() };
            Sprite { start: Tick::new(*start), speed, offset: span(*offset) }
        }).collect();
        let mut batch = FlipbookBatch::new(&book, rate);
        all.iter().for_each(|sprite| batch.push(*sprite));
        let gone = gone.index(all.len());
        all.swap_remove(gone);
        prop_assert!(batch.swap_remove(gone) && !batch.swap_remove(all.len()));
        prop_assert_eq!(batch.save().load(&book), Ok(batch.clone()));
        let (now, mut frames) = (Tick::new(now), Vec::new());
        batch.frames_into(now, &mut frames);
        let wanted: Vec<u32> = all.iter().map(|Sprite { start, speed, offset }| {
            let since = rate.time_of(now) - rate.time_of(*start);
            // The time of the sprite, with the flipbook's start at 0.
            book.frame_at(Time::ZERO, Time::ZERO + speed.apply(since) + *offset)
        }).collect();
        prop_assert_eq!(frames, wanted);
    }
}

#[test]
fn a_sprite_of_double_speed_shows_a_flipbook_of_half_the_holds() {
    let ms = Span::from_millis;
    let (slow, fast) = ([100, 70, 100, 70].map(ms), [50, 35, 50, 35].map(ms));
    let [slow, fast] = [slow, fast].map(|holds| Flipbook::each(holds).unwrap());
    let (mut doubled, mut plain) =
        (FlipbookBatch::new(&slow, TickRate::HZ_60), FlipbookBatch::new(&fast, TickRate::HZ_60));
    let (mut frames, mut wanted) = (Vec::new(), Vec::new());
    doubled.push(Sprite { speed: Speed::whole(2), ..Sprite::from(Tick::new(3)) });
    plain.push(Tick::new(3));
    for tick in (-100..100).map(Tick::new) {
        doubled.frames_into(tick, &mut frames);
        plain.frames_into(tick, &mut wanted);
        assert_eq!(frames, wanted, "at {tick}");
    }
}

/// Hold times that are not whole ticks, and cycles of too many ticks.
#[test]
fn a_flipbook_without_a_table_shows_the_same_frames() {
    let ms = Span::from_millis;
    let long = i64::from(FlipbookBatch::LONGEST_TABLE);
    let books = [
        Flipbook::each([100, 70, 100, 70].map(ms)).unwrap(),
        Flipbook::equal(8, Span::from_flicks(705_600_000 / 12)).unwrap().order(Order::PingPong),
        Flipbook::each([Span::FLICK, ms(33)]).unwrap().times(NonZeroU32::new(3).unwrap()),
        Flipbook::each([ms(1), ms(long)]).unwrap(),
        Flipbook::each([ms(1), Span::MAX - ms(1)]).unwrap(),
    ];
    for (book, rate) in books.iter().flat_map(|book| [60, 1000].map(|hz| (book, hz))) {
        let rate = TickRate::hz(rate).unwrap();
        let mut sprites = FlipbookBatch::new(book, rate);
        let starts = [0, -7, 3, 1 << 34, -(1 << 34)].map(Tick::new);
        starts.into_iter().for_each(|start| sprites.push(start));
        let mut frames = Vec::new();
        for now in (-90..90).chain([1 << 35, -(1 << 35)]).map(Tick::new) {
            sprites.frames_into(now, &mut frames);
            let at = |tick| rate.time_of(tick);
            let wanted = starts.map(|start| book.frame_at(at(start), at(now)));
            assert_eq!(frames, wanted, "{book:?} at {now}");
        }
        assert_eq!(sprites.save().load(book), Ok(sprites));
    }
}

fn blink() -> Flipbook {
    Flipbook::each([Span::from_millis(900), Span::from_millis(100)]).unwrap()
}

fn some_batches() -> impl Iterator<Item = (Flipbook, FlipbookBatch)> {
    let books = [blink(), blink().times(NonZeroU32::MIN)];
    books.into_iter().flat_map(|book| {
        [10, 20].map(|hz| {
            let mut batch = FlipbookBatch::new(&book, TickRate::hz(hz).unwrap());
            [0, -7, 1 << 40].into_iter().for_each(|start| batch.push(Tick::new(start)));
            (book.clone(), batch)
        })
    })
}

#[test]
fn a_loaded_batch_equals_the_saved_one() {
    for (book, batch) in some_batches() {
        assert_eq!(batch.save().load(&book), Ok(batch.clone()));
        let (mut paced, speed) = (batch, Speed::new(2, 3).unwrap());
        paced.push(Sprite { speed, ..Sprite::from(Tick::new(9)) });
        paced.push(Sprite { offset: Span::from_flicks(-7), ..Sprite::from(Tick::new(9)) });
        assert_eq!(paced.save().load(&book), Ok(paced.clone()));
        let batch = paced;
        let other = book.order(Order::Reverse);
        assert_eq!(batch.save().load(&other), Err(FlipbookBatchError::Changed));
    }
}

#[test]
fn batches_that_differ_in_anything_are_not_equal() {
    let mut batches: Vec<_> = some_batches().map(|(_, batch)| batch).collect();
    let mut later = batches[0].clone();
    later.push(Tick::new(3));
    batches.push(later);
    assert_all_differ(&batches);
}

#[cfg(feature = "serde")]
#[test]
fn a_saved_batch_is_one_block_of_bytes() {
    use crate::batch::{SavedClipBatch, saved::testing::assert_is_one_block};

    for (_, batch) in some_batches() {
        let saved = batch.save();
        assert_is_one_block(&saved, 0); // the kind of another batch
        let bytes = postcard::to_allocvec(&saved).unwrap();
        assert!(postcard::from_bytes::<SavedClipBatch>(&bytes).is_err());
    }
}

/// Damaged bytes put the starts of repeating sprites far away.
#[cfg(feature = "serde")]
#[test]
fn damaged_starts_are_moved_into_the_first_pass() {
    let mut batch = FlipbookBatch::new(&blink(), TickRate::hz(10).unwrap());
    batch.push(Tick::ZERO);
    let mut bytes = postcard::to_allocvec(&batch.save()).unwrap();
    let at = bytes.len() - 8;
    bytes[at..].copy_from_slice(&i64::MIN.to_le_bytes());
    let saved: SavedFlipbookBatch = postcard::from_bytes(&bytes).unwrap();
    let loaded = saved.load(&blink()).unwrap();
    batch.swap_remove(0);
    batch.push(Tick::new(i64::MIN));
    assert_eq!(loaded, batch);
    let mut frames = Vec::new();
    loaded.frames_into(Tick::new(i64::MAX), &mut frames);
    assert_eq!(frames.len(), 1);
}

#[cfg(feature = "serde")]
#[test]
fn damaged_speeds_are_refused() {
    let mut batch = FlipbookBatch::new(&blink(), TickRate::hz(10).unwrap());
    let speed = Speed::new(2, 3).unwrap();
    (0..2).for_each(|_| batch.push(Sprite { speed, ..Sprite::from(Tick::ZERO) }));
    let bytes = postcard::to_allocvec(&batch.save()).unwrap();
    let second = bytes.len() - 40; // the index of its sprite
    for (index, fits) in [(0, false), (1, true), (2, false)] {
        let mut other = bytes.clone();
        other[second] = index;
        assert_eq!(postcard::from_bytes::<SavedFlipbookBatch>(&other).is_ok(), fits, "{index}");
    }
}

#[test]
fn the_last_instance_takes_the_place_of_a_removed_one() {
    let mut batch = FlipbookBatch::new(&blink(), TickRate::hz(10).unwrap());
    assert!(batch.is_empty());
    (0..3).for_each(|start| batch.push(Tick::new(start)));
    assert!(batch.swap_remove(0));
    let mut wanted = FlipbookBatch::new(&blink(), TickRate::hz(10).unwrap());
    [2, 1].into_iter().for_each(|start| wanted.push(Tick::new(start)));
    assert_eq!(batch, wanted);
    assert!(!batch.swap_remove(2), "two are left");
    assert!(!batch.is_empty() && batch == wanted);
}
