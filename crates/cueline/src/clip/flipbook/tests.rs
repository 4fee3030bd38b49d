use alloc::{vec, vec::Vec};

use proptest::prelude::*;

use super::*;

const ORDERS: [Order; 4] =
    [Order::Forward, Order::Reverse, Order::PingPong, Order::PingPongReverse];

fn flicks(flicks: i64) -> Span {
    Span::from_flicks(flicks)
}

fn at(flicks: i64) -> Time {
    Time::from_flicks(flicks)
}

fn times(times: u32) -> NonZeroU32 {
    NonZeroU32::new(times).unwrap()
}

#[test]
fn frame_changes_exactly_on_its_hold() {
    let book = Flipbook::equal(4, flicks(10)).unwrap();
    // (flicks since the start, frame on show)
    let cases = [(0, 0), (9, 0), (10, 1), (39, 3), (40, 0), (-1, 3), (-11, 2), (i64::MAX, 0)];
    for (elapsed, frame) in cases {
        assert_eq!(
            book.frame_at(Time::ZERO, at(elapsed)),
            frame,
            "{elapsed} flicks after the start"
        );
    }
}

#[test]
fn a_ping_pong_shows_each_end_once() {
    // (order, the frames one after the other, endless; and for three passes)
    let cases = [
        (Order::Forward, [0, 1, 2, 0, 1, 2, 0, 1], vec![0, 1, 2, 0, 1, 2, 0, 1, 2]),
        (Order::Reverse, [2, 1, 0, 2, 1, 0, 2, 1], vec![2, 1, 0, 2, 1, 0, 2, 1, 0]),
        (Order::PingPong, [0, 1, 2, 1, 0, 1, 2, 1], vec![0, 1, 2, 1, 0, 1, 2]),
        (Order::PingPongReverse, [2, 1, 0, 1, 2, 1, 0, 1], vec![2, 1, 0, 1, 2, 1, 0]),
    ];
    for (order, endless, thrice) in cases {
        let book = Flipbook::equal(3, flicks(1)).unwrap().order(order);
        let shown: Vec<u32> = (0..8).map(|now| book.frame_at(Time::ZERO, at(now))).collect();
        assert_eq!(shown, endless, "{order:?}");
        let book = book.times(times(3));
        let length = book.duration().unwrap().flicks();
        let shown: Vec<u32> = (0..length).map(|now| book.frame_at(Time::ZERO, at(now))).collect();
        assert_eq!(shown, thrice, "{order:?}");
        assert_eq!(book.frame_at(Time::ZERO, at(length + 5)), *thrice.last().unwrap(), "{order:?}");
        assert!(!book.is_over(Time::ZERO, at(length - 1)) && book.is_over(Time::ZERO, at(length)));
    }
}

#[test]
fn a_single_frame_never_changes_but_ends() {
    for order in ORDERS {
        let book = Flipbook::equal(1, flicks(7)).unwrap().order(order);
        assert_eq!(book.next_change(Time::ZERO, at(3)), None);
        assert_eq!(book.duration(), None);
        assert_eq!(book.times(times(3)).duration(), Some(flicks(21)), "{order:?}");
    }
}

#[test]
fn before_its_start_a_flipbook_with_an_end_shows_the_frame_it_starts_with() {
    let book = Flipbook::each([3, 5].map(flicks)).unwrap().times(times(2)).order(Order::Reverse);
    let further = book.clone().offset(flicks(6));
    for now in [-7, 90, 99, 100] {
        assert_eq!((book.frame_at(at(100), at(now)), further.frame_at(at(100), at(now))), (1, 0));
        assert_eq!(book.next_change(at(100), at(now)), Some(at(105)), "at {now}");
        assert_eq!(further.next_change(at(100), at(now)), Some(at(102)), "at {now}");
        assert!(!book.is_over(at(100), at(now)) && !further.is_over(at(100), at(now)));
    }
}

#[test]
fn an_offset_is_an_earlier_start() {
    let endless = Flipbook::each([3, 5, 2].map(flicks)).unwrap();
    for now in -40..40 {
        let further = endless.clone().offset(flicks(4));
        assert_eq!(further.frame_at(at(0), at(now)), endless.frame_at(at(-4), at(now)), "at {now}");
    }
    // One with an end waits for its start.
    let book = endless.times(times(2));
    let later = book.clone().offset(flicks(4));
    for now in 0..30 {
        assert_eq!(later.frame_at(at(0), at(now)), book.frame_at(at(-4), at(now)), "at {now}");
        assert_eq!(
            later.next_change(at(0), at(now)),
            book.next_change(at(-4), at(now)),
            "at {now}"
        );
        assert_eq!(later.is_over(at(0), at(now)), book.is_over(at(-4), at(now)), "at {now}");
    }
    assert_eq!(later.duration(), Some(flicks(16)));
    assert_eq!(book.clone().offset(flicks(-4)), book);
}

#[test]
fn random_offsets_are_equal_for_equal_seeds_and_cover_the_pass() {
    let book = Flipbook::equal(4, flicks(25)).unwrap().order(Order::PingPong);
    let offsets: Vec<Span> = (0..500).map(|seed| book.clone().random_offset(seed).offset).collect();
    assert_eq!(book.clone().random_offset(7), book.clone().random_offset(7));
    assert!(offsets.iter().all(|offset| offset.flicks() < 150));
    // A pass there and back is 150 flicks; a tenth of it gets its share of 50, give or take half.
    for tenth in 0..10 {
        let within = |offset: &&Span| offset.flicks() / 15 == tenth;
        let share = offsets.iter().filter(within).count();
        assert!((25..=75).contains(&share), "{share} in tenth {tenth}");
    }
}

/// The first number that SplitMix64 gives for this seed, from its authors' own program, scaled by 2^62 / 2^64.
#[test]
fn a_random_offset_is_that_of_its_published_generator() {
    let book = Flipbook::equal(1, flicks(1 << 62)).unwrap().random_offset(1_234_567);
    assert_eq!(book.offset, flicks(6_457_827_717_110_365_317 >> 2));
}

#[test]
fn invalid_flipbooks_are_refused() {
    let holds = |holds: &[i64]| Flipbook::each(holds.iter().map(|hold| flicks(*hold)));
    assert_eq!(holds(&[]), Err(FlipbookError::Empty));
    assert_eq!(holds(&[3, 0]), Err(FlipbookError::Hold { frame: 1, hold: flicks(0) }));
    assert_eq!(holds(&[1, i64::MAX]), Err(FlipbookError::TooLong { frame: 1 }));
    let zero = Flipbook::equal(2, flicks(0));
    assert_eq!(zero, Err(FlipbookError::Hold { frame: 0, hold: flicks(0) }));
    let below = Flipbook::equal(2, flicks(-1));
    assert_eq!(below, Err(FlipbookError::Hold { frame: 0, hold: flicks(-1) }));
}

#[cfg(feature = "serde")]
#[test]
fn a_saved_flipbook_is_checked_when_it_is_read() {
    let equal = Flipbook::equal(3, flicks(9)).unwrap().order(Order::PingPong).times(times(2));
    let each = Flipbook::each([4, 1].map(flicks)).unwrap().offset(flicks(3));
    for book in [equal, each] {
        let text = serde_json::to_string(&book).unwrap();
        assert_eq!(serde_json::from_str::<Flipbook>(&text).unwrap(), book, "{text}");
    }
    let error = serde_json::from_str::<Flipbook>(r#"{"frames":{"Each":[2,-3]}}"#).unwrap_err();
    assert!(alloc::string::ToString::to_string(&error).contains("frame 1 shows for -3"), "{error}");
}

/// Any flipbook of a few frames and holds, equal or not.
fn book(longest: i64) -> impl Strategy<Value = (Flipbook, Vec<i64>)> {
    let equal = (1..6_usize, 1..=longest).prop_map(|(frames, hold)| vec![hold; frames]);
    let each = prop::collection::vec(1..=longest, 1..6);
    let holds = prop_oneof![equal, each];
    let order = prop::sample::select(ORDERS.to_vec());
    (holds, order, 0..5_u32, 0..30_i64, any::<bool>()).prop_map(
        |(holds, order, passes, offset, as_equal)| {
            let same = holds.iter().all(|hold| *hold == holds[0]);
            let book = if same && as_equal {
                Flipbook::equal(u32::try_from(holds.len()).unwrap(), flicks(holds[0])).unwrap()
            } else {
                Flipbook::each(holds.iter().map(|hold| flicks(*hold))).unwrap()
            };
            let book = book.order(order).offset(flicks(offset));
            (NonZeroU32::new(passes).map_or(book.clone(), |passes| book.times(passes)), holds)
        },
    )
}

/// All frames of the first few passes, one for each flick.
fn written_out(holds: &[i64], order: Order, passes: u32) -> Vec<u32> {
    let last = holds.len() - 1;
    let turns = matches!(order, Order::PingPong | Order::PingPongReverse) && last > 0;
    let mut steps = Vec::new();
    for pass in 0..passes {
        let backward = order.is_reverse() != (turns && pass % 2 == 1);
        let mut frames: Vec<usize> = (0..=last).collect();
        if backward {
            frames.reverse();
        }
        if turns && pass > 0 {
            frames.remove(0);
        }
        steps.extend(frames);
    }
    let shown = |frame: usize| {
        let hold = usize::try_from(holds[frame]).unwrap();
        core::iter::repeat_n(u32::try_from(frame).unwrap(), hold)
    };
    steps.into_iter().flat_map(shown).collect()
}

proptest! {
    #[test]
    fn every_flick_shows_the_frame_of_the_written_out_strip((book, holds) in book(9)) {
        let passes = book.times.map_or(12, NonZeroU32::get);
        let strip = written_out(&holds, book.order, passes);
        let offset = usize::try_from(book.offset.flicks()).unwrap();
        for now in 0..strip.len() {
            let place = (now + offset).min(strip.len() - 1);
            if book.times.is_none() && now + offset >= strip.len() {
                break;
            }
            let now = i64::try_from(now).unwrap();
            prop_assert_eq!(book.frame_at(at(5), at(5 + now)), strip[place], "at {}", now);
        }
        let left = book.times.map(|_| flicks(i64::try_from(strip.len().saturating_sub(offset)).unwrap()));
        prop_assert_eq!(book.duration(), left);
    }

    #[test]
    fn next_change_is_the_first_flick_with_another_frame((book, _) in book(9), now in -40..150_i64) {
        let shown = book.frame_at(Time::ZERO, at(now));
        let searched = (now + 1..now + 200).find(|later| book.frame_at(Time::ZERO, at(*later)) != shown);
        prop_assert_eq!(book.next_change(Time::ZERO, at(now)), searched.map(at));
        prop_assert_eq!(book.frame_until(Time::ZERO, at(now)), (shown, searched.map(at)));
    }

    #[test]
    fn nothing_panics(
        (book, _) in book(i64::MAX / 8),
        frames in 1..=u32::MAX,
        passes in 1..=u32::MAX,
        start in any::<i64>(),
        now in prop_oneof![any::<i64>(), Just(i64::MAX), Just(i64::MIN)],
    ) {
        let (start, now) = (at(start), at(now));
        let long = Flipbook::equal(frames, Span::MAX).unwrap().times(times(passes)).offset(Span::MAX);
        for book in [book.clone(), book.order(Order::PingPong), long.clone().order(Order::PingPong), long] {
            prop_assert!(book.frame_at(start, now) < book.frames().get());
            let both = (book.frame_at(start, now), book.next_change(start, now));
            prop_assert_eq!(book.frame_until(start, now), both);
            if let Some(next) = book.next_change(start, now) {
                prop_assert!(next > now);
                let before = at(next.flicks() - 1);
                prop_assert_ne!(book.frame_at(start, next), book.frame_at(start, before));
            }
            let _ = (book.is_over(start, now), book.duration(), book.clone().random_offset(frames.into()));
        }
    }
}

#[test]
fn frame_of_f64_rounds_the_quotient_down() {
    // (elapsed, hold, frames, frame on show)
    let cases = [
        (0.0, 0.25, 4, Some(0)),
        (0.75, 0.25, 4, Some(3)),
        (1.0, 0.25, 4, Some(0)),
        (-0.1, 0.1, 3, Some(2)),
        (1.0, 0.25, 0, None),
        (1.0, 0.0, 3, None),
        (f64::NAN, 0.1, 3, None),
    ];
    for (elapsed, hold, frames, frame) in cases {
        assert_eq!(frame_of_f64(elapsed, hold, frames), frame, "{elapsed} / {hold} of {frames}");
    }
}

#[test]
fn a_random_offset_lies_in_the_first_pass() {
    let turning = Flipbook::equal(4, flicks(25)).unwrap().order(Order::PingPong);
    assert!((0..100).any(|seed| turning.clone().random_offset(seed).offset >= flicks(100)));
    assert!((0..100).all(|seed| turning.clone().random_offset(seed).offset < flicks(150)));
    let twice = turning.times(times(2));
    assert!((0..100).all(|seed| twice.clone().random_offset(seed).offset < flicks(100)));
}
