use alloc::{string::ToString, vec, vec::Vec};

use proptest::prelude::*;

use super::*;
use crate::{
    clip::{Cue, CueKind, Window},
    digest::digest,
    event::{Direction, EventKind},
    playback::{ContentEvents, EventBuffer, Play, Playable, Playing, Repeat, RepeatMode},
    time::Speed,
};

const ORDERS: [Order; 4] =
    [Order::Forward, Order::Reverse, Order::PingPong, Order::PingPongReverse];

fn flicks(flicks: i64) -> Span {
    Span::from_flicks(flicks)
}

fn at(flicks: i64) -> Time {
    Time::from_flicks(flicks)
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
        let book = book.times(3).unwrap();
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
        assert_eq!(book.times(3).unwrap().duration(), Some(flicks(21)), "{order:?}");
    }
}

#[test]
fn before_its_start_a_flipbook_with_an_end_shows_the_frame_it_starts_with() {
    let book = Flipbook::each([3, 5].map(flicks)).unwrap().times(2).unwrap().order(Order::Reverse);
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
    let book = endless.times(2).unwrap();
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
    assert_eq!(holds(&[]), Err(ContentError::NoFrames));
    assert_eq!(holds(&[3, 0]), Err(ContentError::Hold { frame: 1, hold: flicks(0) }));
    assert_eq!(holds(&[1, i64::MAX]), Err(ContentError::FrameTooLate { frame: 1 }));
    let zero = Flipbook::equal(2, flicks(0));
    assert_eq!(zero, Err(ContentError::Hold { frame: 0, hold: flicks(0) }));
    let below = Flipbook::equal(2, flicks(-1));
    assert_eq!(below, Err(ContentError::Hold { frame: 0, hold: flicks(-1) }));
}

#[cfg(feature = "serde")]
#[test]
fn a_saved_flipbook_is_checked_when_it_is_read() {
    let equal = Flipbook::equal(3, flicks(9)).unwrap().order(Order::PingPong).times(2).unwrap();
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
            (if passes == 0 { book } else { book.times(passes).unwrap() }, holds)
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
        let long = Flipbook::equal(frames, Span::MAX).unwrap().times(passes).unwrap().offset(Span::MAX);
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
fn a_random_offset_lies_in_the_first_pass() {
    let turning = Flipbook::equal(4, flicks(25)).unwrap().order(Order::PingPong);
    assert!((0..100).any(|seed| turning.clone().random_offset(seed).offset >= flicks(100)));
    assert!((0..100).all(|seed| turning.clone().random_offset(seed).offset < flicks(150)));
    let twice = turning.times(2).unwrap();
    assert!((0..100).all(|seed| twice.clone().random_offset(seed).offset < flicks(100)));
}

#[test]
fn a_flipbook_shows_its_pictures_of_the_sheet() {
    let book = Flipbook::each([1, 2, 3].map(flicks)).unwrap();
    let shown = |book: &Flipbook| {
        [0, 1, 3, 6]
            .map(|now| (book.frame_at(Time::ZERO, at(now)), book.frame_until(at(0), at(now)).0))
    };
    for order in [Order::Forward, Order::PingPong] {
        let from = |first: u32| shown(&book.clone().order(order).first(first)).map(|(one, _)| one);
        let plain = from(0);
        assert_eq!(from(4), plain.map(|frame| frame + 4));
        assert_eq!(from(u32::MAX - 1), plain.map(|frame| (u32::MAX - 1).saturating_add(frame)));
        let listed = book.clone().order(order).pictures([9, 5, 9]).unwrap();
        let wanted = plain.map(|frame| [9, 5, 9][frame as usize]);
        assert_eq!(shown(&listed), wanted.map(|picture| (picture, picture)));
        assert_eq!(listed.next_change(at(0), at(0)), book.next_change(at(0), at(0)));
    }
    for wrong in [vec![], vec![1, 2], vec![1, 2, 3, 4]] {
        let found = wrong.len();
        let needed = book.frames();
        let refused = book.clone().pictures(wrong);
        assert_eq!(refused, Err(ContentError::Pictures { found, needed }));
    }
    assert_eq!(
        book.clone().pictures(0..).unwrap_err().to_string(),
        "4 or more pictures, but there are 3 frames"
    );
}

#[test]
fn a_cue_outside_the_first_pass_is_refused() {
    let book = Flipbook::each([10, 30].map(flicks)).unwrap().order(Order::PingPong);
    let cue = |at| Cue::effect(flicks(at), "x");
    for wrong in [-1, 41, i64::MAX, i64::MIN] {
        let refused = book.clone().with_cues([cue(0), cue(wrong)]).unwrap_err();
        assert_eq!(
            refused,
            ContentError::CueOutsidePass { index: 1, at: flicks(wrong), pass: flicks(40) }
        );
    }
    assert_eq!(book.with_cues([cue(40), cue(0)]).unwrap().cues(), [cue(0), cue(40)]);
}

/// What a flipbook shows and reports, frame by frame: the times at which cues are due since its start, and their indices.
fn shown_one_by_one(book: &Flipbook, holds: &[i64], until: i64) -> Vec<(i64, u32)> {
    let pass: Vec<usize> = match book.order {
        Order::Forward | Order::PingPong => (0..holds.len()).collect(),
        Order::Reverse | Order::PingPongReverse => (0..holds.len()).rev().collect(),
    };
    // The start of each frame in the first pass, and the cues in it, as long after its start.
    let mut start = 0;
    let mut inside: Vec<Vec<(i64, u32)>> = vec![Vec::new(); holds.len()];
    for (place, &frame) in pass.iter().enumerate() {
        let end = start + holds[frame];
        for (cue, index) in book.cues().iter().zip(0..) {
            let at = cue.at.flicks();
            let is_last = place + 1 == pass.len();
            if (start..end).contains(&at) || is_last && at == end {
                inside[frame].push((at - start, index));
            }
        }
        start = end;
    }
    let turns = matches!(book.order, Order::PingPong | Order::PingPongReverse) && pass.len() > 1;
    let mut next = pass.clone();
    let (mut now, mut passes, mut due) = (0, 0, Vec::new());
    let most = book.times.map_or(u32::MAX, NonZeroU32::get);
    let offset = book.offset.flicks();
    while now - offset <= until && passes < most {
        let skipped = usize::from(turns && passes > 0); // the frame at which it turned
        for &frame in &next[skipped..] {
            for (after, index) in &inside[frame] {
                let ended = *after == holds[frame];
                let at = now + after - offset;
                if at > 0 || at == 0 && !ended {
                    due.push((at, *index));
                }
            }
            now += holds[frame];
        }
        passes += 1;
        if turns {
            next.reverse();
        }
    }
    due.retain(|(at, _)| *at <= until);
    due
}

fn cued() -> impl Strategy<Value = (Flipbook, Vec<i64>)> {
    let holds = prop::collection::vec(1_i64..6, 1..5);
    let cues = prop::collection::vec((0_i64..100, any::<bool>()), 0..5);
    let order = prop::sample::select(&ORDERS[..]);
    (holds, cues, order, prop::option::of(1_u32..5), 0_i64..9, any::<bool>()).prop_map(
        |(holds, cues, order, passes, offset, equal)| {
            let holds = if equal { vec![holds[0]; holds.len()] } else { holds };
            let strip: i64 = holds.iter().sum();
            let book = if equal {
                Flipbook::equal(u32::try_from(holds.len()).unwrap(), flicks(holds[0]))
            } else {
                Flipbook::each(holds.iter().map(|hold| flicks(*hold)))
            };
            let cue = |(at, state): (i64, bool)| Cue {
                at: flicks(at % (strip + 1)),
                name: "cue".into(),
                kind: if state { CueKind::State } else { CueKind::Effect },
            };
            let book = book.unwrap().with_cues(cues.into_iter().map(cue)).unwrap();
            let book = book.order(order).offset(flicks(offset));
            (passes.map_or(book.clone(), |passes| book.times(passes).unwrap()), holds)
        },
    )
}

fn events(what: &impl Playable, window: Window) -> Vec<(i64, u32)> {
    let mut out = ContentEvents::default();
    what.events_in(window, &mut out);
    let index = |kind| match kind {
        EventKind::Cue(index) => index,
        _ => panic!("not a cue: {kind:?}"),
    };
    out.iter().map(|event| (event.at.flicks(), index(event.kind))).collect()
}

proptest! {
    /// Each window has exactly what shows in it, in order, in both directions, and the next event is the first of a window.
    #[test]
    fn a_cue_happens_whenever_its_frame_shows(
        (book, holds) in cued(), (from, length) in (0_i64..120, 0_i64..60), with_start: bool,
    ) {
        let to = from + length;
        let all = shown_one_by_one(&book, &holds, 200);
        let has = |window: Window, inside: &dyn Fn(i64) -> bool, backward: bool| {
            let window = if with_start { window.with_start() } else { window };
            let mut wanted: Vec<_> = all.iter().copied().filter(|(at, _)| inside(*at)).collect();
            let mut found = events(&book, window);
            if backward {
                // The cues of one frame at one moment keep their order.
                wanted.reverse();
                prop_assert!(found.is_sorted_by(|one, other| one.0 >= other.0));
                for list in [&mut wanted, &mut found] {
                    list.sort_by_key(|(at, index)| (core::cmp::Reverse(*at), *index));
                }
            }
            prop_assert_eq!(&found, &wanted);
            let next = book.next_in(window, &mut ContentEvents::default());
            prop_assert_eq!(next.map(Span::flicks), wanted.first().map(|(at, _)| *at));
            Ok(())
        };
        let forward = Window::forward(flicks(from), flicks(to));
        has(forward, &|at| (from < at || with_start && from == at) && at <= to, false)?;
        let backward = Window::backward(flicks(to), flicks(from));
        has(backward, &|at| from <= at && (at < to || with_start && at == to), true)?;
    }

    /// Pass by pass the same cues are due as in the whole.
    #[test]
    fn passes_report_what_the_whole_reports((book, holds) in cued(), until in 1_i64..150) {
        let whole = Playing::new(&book, Time::ZERO, &Play::default()).unwrap();
        let repeat = match book.equal_passes() {
            Some((_, None)) => Repeat::Forever,
            Some((_, Some(times))) => Repeat::Times(times.get().into()),
            None => Repeat::Once,
        };
        let passes = Playing::new(&book.pass(), Time::ZERO, &repeat.into());
        // Nothing is left of one whose offset is past its end.
        prop_assume!(book.duration() != Some(Span::ZERO));
        let passes = passes.unwrap();
        let cues = |mut playing: Playing, what: &dyn Playable| {
            let mut buffer = EventBuffer::default();
            let events = playing.step(at(until), what, &mut buffer);
            let cue = |event: &crate::event::Event<_>| match event.kind {
                EventKind::Cue(index) => Some((event.due.flicks(), index)),
                _ => None,
            };
            events.iter().filter_map(cue).collect::<Vec<_>>()
        };
        let wanted = shown_one_by_one(&book, &holds, until);
        prop_assert_eq!(&cues(whole, &book), &wanted);
        prop_assert_eq!(cues(passes, &book.pass()), wanted);
    }

    /// Played by any speed and turned round, a cue is due when its time is reached, however the steps lie.
    #[test]
    fn playing_a_flipbook_reports_its_cues_in_any_steps(
        (book, _) in cued(), num in -3_i64..4, mode: bool, steps in prop::collection::vec(0_i64..40, 1..6),
    ) {
        prop_assume!(num != 0 && book.duration() != Some(Span::ZERO));
        let endless = book.duration().is_none();
        let mode = if mode { RepeatMode::PingPong } else { RepeatMode::Restart };
        let repeat = if endless { Repeat::Once } else { Repeat::Times(3) };
        let range = endless.then_some((Span::ZERO, flicks(97)));
        let speed = Speed::whole(num);
        let play = Play { speed, repeat, repeat_mode: mode, range, ..Play::default() };
        let mut playing = Playing::new(&book, Time::ZERO, &play).unwrap();
        let (mut once, mut buffer) = (playing, EventBuffer::default());
        let (mut now, mut stepped) = (Time::ZERO, Vec::new());
        for step in steps {
            now += flicks(step);
            stepped.extend(playing.step(now, &book, &mut buffer).iter().map(|event| (event.due, event.kind, event.direction)));
        }
        let whole: Vec<_> = once.step(now, &book, &mut buffer).iter().map(|event| (event.due, event.kind, event.direction)).collect();
        prop_assert_eq!(&stepped, &whole);
        for (_, kind, direction) in whole {
            if let (EventKind::Cue(_), RepeatMode::Restart) = (kind, mode) {
                prop_assert_eq!(direction, if num > 0 { Direction::Forward } else { Direction::Backward });
            }
        }
    }
}

#[test]
fn a_tiny_loop_in_a_long_window_neither_hangs_nor_fills_the_memory() {
    let book =
        Flipbook::equal(1, flicks(1)).unwrap().with_cues([Cue::state(flicks(0), "x")]).unwrap();
    let mut out = ContentEvents::default();
    book.events_in(Window::forward(Span::ZERO, Span::MAX).with_start(), &mut out);
    let times: Vec<_> = out.iter().map(|event| event.at).collect();
    assert_eq!(times, [Span::ZERO, Span::MAX], "the first round and the last");
    assert_eq!(book.next_in(Window::forward(flicks(7), Span::MAX), &mut out), Some(flicks(8)));
}

#[test]
fn what_a_flipbook_had_before_it_could_have_cues_counts_as_before() {
    let book = Flipbook::equal(4, flicks(10)).unwrap();
    let cued = book.clone().with_cues([Cue::effect(flicks(0), "x")]).unwrap();
    let different =
        [book.clone(), book.clone().first(1), book.clone().pictures(0..4).unwrap(), cued];
    for (index, one) in different.iter().enumerate() {
        for other in &different[index + 1..] {
            assert_ne!(digest(one), digest(other));
        }
    }
    assert_eq!(digest(&different[3].clone().with_cues([]).unwrap()), digest(&book));
    // A plain one feeds these four fields alone, as before; `tools/digests/golden.txt` has the recorded numbers.
    assert_eq!(digest(&(&book.holds, book.order, book.times, book.offset)), digest(&book));
}

#[cfg(feature = "serde")]
#[test]
fn a_saved_flipbook_keeps_its_pictures_and_cues() {
    let plain = Flipbook::each([1, 2].map(flicks)).unwrap().order(Order::PingPong);
    let cues = [Cue::state(flicks(1), "one"), Cue::effect(flicks(3), "end")];
    for book in [plain.clone().first(7), plain.clone().pictures([3, 1]).unwrap(), plain] {
        for book in [book.clone(), book.with_cues(cues.clone()).unwrap()] {
            let saved = serde_json::to_string(&book).unwrap();
            assert_eq!(serde_json::from_str::<Flipbook>(&saved).unwrap(), book);
        }
    }
}
