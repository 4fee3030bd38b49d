//! W4: timelines of a hundred to a hundred thousand items: building, seeking, reading, and windows at random times.
//!
//! Two kinds of work. In the sequence one tween follows the other, each of a property of its own, so that one is active
//! at any time. In the other, items lie 10 ms apart and last 200 ms, so that 21 are active at any time, over 100 properties; every
//! tenth place has a cue.

mod rivals;
mod sequence;

use cueline::{
    clip::{CueKind, Value},
    playback::{EventBuffer, Play, Playing, SeekPolicy},
    time::{Span, Time},
    timeline::{Conflict, Timeline, TimelineBuilder, cue, to},
};

use crate::harness::{Bench, Case, Rival};
use sequence::{Flat, LENGTH};

const LANES: u32 = 100;

fn build(n: u32) -> Timeline<u32> {
    let mut draft = TimelineBuilder::new("bench").on_conflict(Conflict::Replace);
    for lane in 0..LANES {
        draft = draft.start(lane, 0.0_f32);
    }
    for i in 0..n {
        let tween = to(i % LANES, i as f32).duration(Span::from_millis(200));
        draft = draft.at(Span::from_millis(i64::from(i) * 10), tween);
    }
    for i in 0..n / 10 {
        draft = draft.at(Span::from_millis(i64::from(i) * 100), cue(CueKind::Effect, "cue"));
    }
    draft.build().expect("it is sound")
}

/// What the property shows: it goes from its last number to the next in 200 ms of every second.
fn wanted(lane: u32, at: Span, n: u32) -> f32 {
    let flicks = at.flicks() - Span::from_millis(i64::from(lane) * 10).flicks();
    let second = Span::from_secs(1).flicks();
    let number = |round: i64| {
        let last = i64::from((n - 1 - lane) / LANES);
        if round < 0 { 0.0 } else { (i64::from(lane) + round.min(last) * i64::from(LANES)) as f32 }
    };
    let round = flicks.div_euclid(second);
    let way = flicks.rem_euclid(second) as f64 / Span::from_millis(200).flicks() as f64;
    let (from, to) = (number(round - 1), number(round));
    from + (to - from) * way.min(1.0) as f32
}

/// Times below `length`, the same on each run. Each peer has a `seed` of its own, so that none finds in the caches
/// what the one before it asked for.
fn random(length: i64, seed: u64) -> impl FnMut() -> i64 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let at = (i128::from(state >> 1) * i128::from(length)) >> 63;
        i64::try_from(at).expect("a part of the length")
    }
}

pub fn run(bench: &mut Bench) {
    for n in [100, 1_000, 100_000] {
        run_sequence(bench, n);
    }
    for n in [100, 1_000, 100_000] {
        run_overlapping(bench, n);
    }
}

fn run_sequence(bench: &mut Bench, n: u32) {
    let timeline = sequence::build(n);
    let mut flat = Flat::new(n);
    // Whole milliseconds, so that all of them are asked for the same.
    let times = |seed| {
        let mut random = random(i64::from(n) * i64::from(LENGTH), seed);
        move || {
            let at = random();
            (u32::try_from(at).expect("it fits"), Span::from_millis(at))
        }
    };
    let mut random = times(1);
    for _ in 0..1000 {
        let (ms, at) = random();
        let (tween, shown) = flat.read(ms);
        let wanted = sequence::wanted(tween, at);
        assert!((shown - wanted).abs() < 1e-3, "floor: {shown} {wanted}");
        let shown: f32 = timeline.sample(&tween, at).expect("it has that property");
        assert!((shown - wanted).abs() < 1e-3, "{shown} {wanted}");
    }
    let mut row = vec![0.0; n as usize];
    for _ in 0..20 {
        let (ms, at) = random();
        flat.write(ms);
        write(&timeline, &mut row, at);
        for ((tween, slot), shown) in (0..n).zip(&flat.slots).zip(&row) {
            let wanted = sequence::wanted(tween, at);
            assert!((slot - wanted).abs() < 1e-3, "floor: {tween}");
            assert!((shown - wanted).abs() < 1e-3, "{tween}: {shown} {wanted}");
        }
    }

    let mut next = times(2);
    let floor = Rival::new("floor: search of flat starts", || {
        std::hint::black_box(flat.read(next().0));
    });
    let mut next = times(3);
    let value = |timeline: &Timeline<u32>, (ms, at): (u32, Span)| {
        let shown: f32 = timeline.sample(&(ms / LENGTH), at).expect("it has that property");
        std::hint::black_box(shown);
    };
    let sample = Rival::new("Cueline: the value that moves there", || value(&timeline, next()));
    let mut next = times(4);
    let (mut buffer, head) = (EventBuffer::default(), Play::default());
    let mut playing = Playing::new(&timeline, Time::ZERO, &head).expect("it can");
    let seek = Rival::new("Cueline: seek, the value that moves there", || {
        let (ms, at) = next();
        playing.seek(Time::ZERO, at, SeekPolicy::Silent, &timeline, &mut buffer);
        value(&timeline, (ms, playing.at(Time::ZERO).local));
    });
    let (reading, writing) = names(n);
    let case = |case| Case { row: "W4", case, n: 1, unit: "ns", most_laps: 20_000 };
    let mut rivals = vec![floor, sample, seek];
    let mut next = times(30);
    rivals.extend(rivals::reading(bench, &case(reading), n, move || next().0));
    bench.measure(&case(reading), rivals);

    let mut next = times(5);
    let floor = Rival::new("floor: write the crossed range", || {
        flat.write(next().0);
        std::hint::black_box(&mut flat.slots);
    });
    let mut next = times(22);
    let mut buffer = EventBuffer::default();
    let mut playing = Playing::new(&timeline, Time::ZERO, &head).expect("it can");
    let all = Rival::new("Cueline: seek, all values written", || {
        playing.seek(Time::ZERO, next().1, SeekPolicy::Silent, &timeline, &mut buffer);
        write(&timeline, &mut row, playing.at(Time::ZERO).local);
        std::hint::black_box(&mut row);
    });
    let mut rivals = vec![floor, all];
    let mut next = times(31);
    rivals.extend(rivals::writing(bench, &case(writing), n, move || next().0));
    bench.measure(&case(writing), rivals);
}

/// Writes what each property shows at a time.
fn write(timeline: &Timeline<u32>, row: &mut [f32], at: Span) {
    for ((_, shown), slot) in timeline.sample_all(at).zip(row) {
        if let Value::F32(shown) = shown {
            *slot = shown;
        }
    }
}

fn run_overlapping(bench: &mut Bench, n: u32) {
    let timeline = build(n);
    let length = timeline.duration().expect("it ends").flicks();
    let times = |seed| {
        let mut random = random(length, seed);
        move || Span::from_flicks(random())
    };
    let mut random = times(1);
    for step in 0..1000 {
        let (lane, at) = (step % LANES, random());
        let shown: f32 = timeline.sample(&lane, at).expect("it has that property");
        let wanted = wanted(lane, at, n);
        assert!((shown - wanted).abs() <= wanted.abs() * 1e-6 + 1e-3, "{shown} {wanted}");
    }

    let case = |case, items, unit| Case { row: "W4", case, n: items, unit, most_laps: 20_000 };
    let whole = Rival::new("Cueline Timeline", || {
        std::hint::black_box(build(n));
    });
    bench.measure(&case("build", n as usize, "ns/item"), vec![whole]);

    let mut at = times(6);
    let sample = Rival::new("one property", || {
        let at = at();
        let lane = (at.flicks() % i64::from(LANES)) as u32;
        let _ = std::hint::black_box(timeline.sample::<f32>(&lane, at));
    });
    let mut at = times(8);
    let mut buffer = EventBuffer::default();
    let mut playing = Playing::new(&timeline, Time::ZERO, &Play::default()).expect("it can");
    let seek = Rival::new("a silent seek of what plays", || {
        playing.seek(Time::ZERO, at(), SeekPolicy::Silent, &timeline, &mut buffer);
    });
    let mut at = times(9);
    let mut buffer = EventBuffer::default();
    let mut stepping = Playing::new(&timeline, Time::ZERO, &Play::default()).expect("it can");
    let mut now = Time::ZERO;
    let window = Rival::new("a step of 10 ms, with what it crosses", || {
        now += Span::from_millis(10);
        stepping.step(now, &timeline, &mut buffer);
        if stepping.at(now).local.flicks() >= length {
            stepping.seek(now, at(), SeekPolicy::Silent, &timeline, &mut buffer);
        }
    });
    bench.measure(&case(name(n), 1, "ns"), vec![sample, seek, window]);
}

fn name(n: u32) -> &'static str {
    match n {
        100 => "1e2 items, at random times",
        1_000 => "1e3 items, at random times",
        _ => "1e5 items, at random times",
    }
}

/// Of the cases of a sequence.
fn names(n: u32) -> (&'static str, &'static str) {
    match n {
        100 => ("read, 1e2 in sequence", "write, 1e2 in sequence"),
        1_000 => ("read, 1e3 in sequence", "write, 1e3 in sequence"),
        _ => ("read, 1e5 in sequence", "write, 1e5 in sequence"),
    }
}
