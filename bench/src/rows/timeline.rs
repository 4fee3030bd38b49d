//! W4: timelines of a thousand to a million items: building, seeking, sampling, and windows at random times.
//!
//! Items lie 10 ms apart and last 200 ms, so that 21 are active at any time, over 100 properties; every
//! tenth place has a cue.

use cueline::{
    clip::CueKind,
    playback::{Play, SeekPolicy},
    time::{Span, Time},
    timeline::{Conflict, Playing, Timeline, TimelineDraft, Told, cue, to},
};

use crate::harness::{Bench, Case, Rival};

const LANES: u32 = 100;

fn build(n: u32) -> Timeline<u32> {
    let mut draft = TimelineDraft::new("bench").on_conflict(Conflict::Replace);
    for lane in 0..LANES {
        draft = draft.start(lane, 0.0_f32);
    }
    for i in 0..n {
        let tween = to(i % LANES, i as f32).lasts(Span::from_millis(200));
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

pub fn run(bench: &mut Bench) {
    for n in [1_000, 10_000, 100_000, 1_000_000] {
        let timeline = build(n);
        let length = timeline.length().expect("it ends").flicks();
        let mut state = 1_u64;
        let mut random = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let at = (i128::from(state >> 1) * i128::from(length)) >> 63;
            Span::from_flicks(i64::try_from(at).expect("a part of the length"))
        };
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

        let mut at = random.clone();
        let sample = Rival::new("one property", || {
            let at = at();
            let lane = (at.flicks() % i64::from(LANES)) as u32;
            std::hint::black_box(timeline.sample::<f32>(&lane, at));
        });
        let mut at = random.clone();
        let active = Rival::new("all items active there", || {
            let mut count = 0;
            timeline.for_each_active(at(), |_| count += 1);
            std::hint::black_box(count);
        });
        let mut at = random.clone();
        let mut told = Told::default();
        let mut playing = Playing::new(&timeline, Time::ZERO, &Play::default()).expect("it can");
        let seek = Rival::new("a silent seek of what plays", || {
            playing.seek(at(), SeekPolicy::Silent, &timeline, &mut told);
        });
        let mut at = random;
        let mut told = Told::default();
        let mut stepping = Playing::new(&timeline, Time::ZERO, &Play::default()).expect("it can");
        let window = Rival::new("a step of 10 ms, with what it crosses", || {
            stepping.advance(Span::from_millis(10), &timeline, &mut told);
            if stepping.elapsed().flicks() >= length {
                stepping.seek(at(), SeekPolicy::Silent, &timeline, &mut told);
            }
        });
        bench.measure(&case(name(n), 1, "ns"), vec![sample, active, seek, window]);
    }
}

fn name(n: u32) -> &'static str {
    match n {
        1_000 => "1e3 items, at random times",
        10_000 => "1e4 items, at random times",
        100_000 => "1e5 items, at random times",
        _ => "1e6 items, at random times",
    }
}
