//! The terms of each lemma are those of its function, for all inputs of 8 bits or less: formula and code cannot part.

use std::{collections::BTreeSet, fs, num::NonZeroUsize, path::PathBuf};

use cueline::{
    advanced::Fade,
    clip::{ClipBuilder, Cue, Flipbook},
    event::EventKind,
    history::{Ledger, Novelty, Snapshots},
    playback::{EventBuffer, Play, Playhead, Playing, Repeat, RepeatMode, Weight},
    sequencer::{Enqueue, Sequencer},
    time::{Clock, FixedStep, FixedStepConfig, Span, Speed, Tick, TickRate, Time},
    timeline::{TimelineBuilder, from_to},
};
use proofs::Lemma;

const SECOND: u32 = 705_600_000;

/// Compares a lemma with its function.
type Tie = fn(&Lemma);

/// A tie for each lemma, by the name of its file.
const TIES: &[(&str, Tie)] = &[
    ("bounds", bounds),
    ("clock", clock),
    ("due", due),
    ("epoch", epoch),
    ("euclid", euclid),
    ("fade", fade),
    ("fixed_step", fixed_step),
    ("flipbook", flipbook),
    ("ledger", ledger),
    ("loops", loops),
    ("path", path),
    ("pingpong", pingpong),
    ("progress", progress),
    ("snapshots", snapshots),
    ("ticks", ticks),
    ("window", window),
];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn every_lemma_is_that_of_the_code() {
    for (name, tie) in TIES {
        let script = folder().join("lemmas").join(name).with_extension("smt2");
        let script = fs::read_to_string(script).expect("the lemma of the tie");
        tie(&Lemma::read(&script).expect("the terms can be read"));
    }
}

#[test]
fn every_lemma_has_a_tie_a_line_on_its_function_and_a_row_of_the_page() {
    let page = fs::read_to_string(folder().join("README.md")).expect("the page");
    let mut found = BTreeSet::new();
    for file in fs::read_dir(folder().join("lemmas")).expect("the folder of the lemmas") {
        let file = file.expect("it can be listed").path();
        let name = file.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
        let script = fs::read_to_string(&file).expect("a lemma");
        assert!(script.contains("\n; Rust: "), "{name} says which function it is of");
        // First that the assumptions can hold at all, then at least one claim.
        assert!(script.matches("(check-sat)").count() > 1, "{name} has a claim");
        assert!(page.contains(&format!("| `{name}` |")), "the page has a row on {name}");
        found.insert(name);
    }
    assert_eq!(found, TIES.iter().map(|(name, _)| (*name).to_owned()).collect());
}

fn span(flicks: i128) -> Span {
    Span::from_flicks(i64::try_from(flicks).expect("small"))
}

fn time(flicks: i128) -> Time {
    Time::ZERO + span(flicks)
}

fn flicks(time: Time) -> i128 {
    time.flicks().into()
}

fn speed(num: i64, den: u64) -> Speed {
    Speed::new(num, den).expect("a denominator")
}

/// Rates of which a tick takes `step / rate` flicks.
fn rate(step: u32, rate: u32) -> TickRate {
    TickRate::new(SECOND * rate, step).expect("a tick of a flick at least")
}

fn euclid(lemma: &Lemma) {
    for n in i128::from(i8::MIN)..=i128::from(i8::MAX) {
        for d in 1..=i128::from(i8::MAX) {
            assert_eq!(lemma.call("quotient", [n, d]), n.div_euclid(d), "{n} / {d}");
            assert_eq!(lemma.call("remainder", [n, d]), n.rem_euclid(d), "{n} / {d}");
        }
    }
}

fn bounds(lemma: &Lemma) {
    for a in i8::MIN..=i8::MAX {
        for b in i8::MIN..=i8::MAX {
            let product = i128::from(a) * i128::from(b);
            assert!(
                lemma.holds("fits", [product, 16]) && i16::from(a).checked_mul(b.into()).is_some()
            );
        }
    }
    for n in -70_000..70_000 {
        assert_eq!(lemma.holds("fits", [n, 8]), i8::try_from(n).is_ok());
        assert_eq!(lemma.holds("fits", [n, 16]), i16::try_from(n).is_ok());
    }
    for n in [i128::MIN, i64::MIN.into(), i64::MAX.into(), i128::MAX] {
        for n in [n, n.saturating_add(1), n.saturating_sub(1)] {
            assert_eq!(lemma.holds("fits", [n, 64]), i64::try_from(n).is_ok());
            assert!(lemma.holds("fits", [n, 128]));
        }
    }
    // At the very ends of the types nothing wraps around: what does not fit the clock stops at its end.
    let slow = TickRate::new(1, u32::MAX).expect("a tick in 136 years");
    for (tick, end) in [(i64::MIN, Time::MIN), (i64::MAX, Time::MAX)] {
        assert_eq!(slow.time_of(Tick::new(tick)), end);
        for (num, to) in [(i64::MIN, Time::MAX), (i64::MAX, end)] {
            let to = if num < 0 && end == Time::MAX { Time::MIN } else { to };
            let mut clock = Clock::new().with_speed(speed(num, 1));
            clock.advance(Span::from_flicks(tick));
            assert_eq!(clock.now(), to, "{tick} flicks at {num}");
        }
    }
}

fn clock(lemma: &Lemma) {
    for (num, den) in [(1, 1), (-1, 1), (1, 2), (2, 3), (-5, 3), (7, 5), (-1, 7), (0, 1), (9, 8)] {
        for a in i8::MIN..=i8::MAX {
            for b in i8::MIN..=i8::MAX {
                let mut clock = Clock::new().with_speed(speed(num, den));
                let [n, m] = [a, b].map(|elapsed| i128::from(elapsed) * i128::from(num));
                let den = i128::from(den);
                clock.advance(span(a.into()));
                let after_a = lemma.call("moved", [0, n, den]);
                assert_eq!(flicks(clock.now()), after_a, "{a} at {num}/{den}");
                let kept = lemma.call("kept", [0, n, den]);
                clock.advance(span(b.into()));
                let after_b = after_a + lemma.call("moved", [kept, m, den]);
                assert_eq!(flicks(clock.now()), after_b, "{a} and {b} at {num}/{den}");
            }
        }
    }
}

/// A playhead over a clip of `length` flicks.
fn head(length: i128, play: &Play) -> Playhead {
    Playhead::new(Time::ZERO, span(length), play).expect("a sound setting")
}

fn endless(repeat_mode: RepeatMode, speed: Speed) -> Play {
    Play { repeat: Repeat::Forever, repeat_mode, speed, ..Play::default() }
}

fn window(lemma: &Lemma) {
    let mut buffer = EventBuffer::default();
    for length in 1..=17_i128 {
        let play = endless(RepeatMode::Restart, Speed::NORMAL);
        let head = head(length, &play);
        let clip = ClipBuilder::new("pass").duration(span(length)).build().expect("a clip");
        let playing = Playing::new(&clip, Time::ZERO, &play).expect("a sound setting");
        for after in 0..=64_i128 {
            for until in after..=127 {
                let count = head.loops_in(time(after), time(until));
                assert_eq!(i128::from(count), lemma.call("crossed", [after, until, length]));
            }
            let until = after + 40;
            let mut playing = playing;
            playing.step(time(after), &clip, &mut buffer);
            let loops = playing.step(time(until), &clip, &mut buffer).iter();
            let loops = loops.map(|event| flicks(event.due));
            let boundaries = (0..=127).filter(|moment| moment % length == 0);
            let within = boundaries.filter(|moment| lemma.holds("within", [after, until, *moment]));
            assert!(loops.eq(within), "loops of {length} in {after}..={until}");
        }
    }
}

fn loops(lemma: &Lemma) {
    for (length, passes) in (1..=12_i128).flat_map(|length| (1..=6).map(move |p| (length, p))) {
        let head = head(length, &Play { repeat: Repeat::Times(passes), ..Play::default() });
        for after in -4..=80_i128 {
            assert_eq!(
                i128::from(head.at(time(after)).pass),
                lemma.call("pass", [after, length, passes.into()])
            );
            for until in after..=90 {
                let count = head.loops_in(time(after), time(until));
                let lemma = lemma.call("loops", [after, until, length, passes.into()]);
                assert_eq!(i128::from(count), lemma, "{after}..{until} of {passes} * {length}");
            }
        }
    }
}

fn path(lemma: &Lemma) {
    for length in 1..=60_i128 {
        let head_of = |speed| head(length, &endless(RepeatMode::Restart, speed));
        let [forward, backward] = [1, -1].map(|num| head_of(Speed::whole(num)));
        for now in 0..=255 {
            // Forward from the start of pass 0; backward from its end.
            for (head, way, at) in [(forward, "forward", now), (backward, "backward", length - now)]
            {
                let shown = head.at(time(now));
                let [pass, offset] = [shown.pass, shown.local.flicks()].map(i128::from);
                assert_eq!(pass, lemma.call(&format!("pass_{way}"), [at, length]), "{way} at {at}");
                assert_eq!(
                    offset,
                    lemma.call(&format!("offset_{way}"), [at, length]),
                    "{way} at {at}"
                );
                assert_eq!(lemma.call("path", [pass, offset, length]), at);
            }
        }
    }
}

fn pingpong(lemma: &Lemma) {
    for length in 1..=60_i128 {
        let head_of = |speed| head(length, &endless(RepeatMode::PingPong, speed));
        let [forward, backward] = [1, -1].map(|num| head_of(Speed::whole(num)));
        for now in 0..=255 {
            for (head, way, at) in
                [(forward, "local_forward", now), (backward, "local_backward", length - now)]
            {
                let local = i128::from(head.at(time(now)).local.flicks());
                assert_eq!(local, lemma.call(way, [at, length]), "{way} at {at} of {length}");
            }
        }
    }
}

fn due(lemma: &Lemma) {
    let mut buffer = EventBuffer::default();
    for at in 0..=127_i128 {
        let builder =
            ClipBuilder::new("cue").duration(span(255)).cue(Cue::state(span(at), "there"));
        let clip = builder.build().expect("a clip with a cue");
        for (num, den) in (1..=9_i64).flat_map(|num| (1..=9_u64).map(move |den| (num, den))) {
            let play = Play { speed: speed(num, den), ..Play::default() };
            let head = head(255, &play);
            let [num, den] = [i128::from(num), i128::from(den)];
            let mut playing = Playing::new(&clip, Time::ZERO, &play).expect("a sound setting");
            let cue = playing.step(Time::MAX, &clip, &mut buffer).iter();
            let [cue] = *cue.filter(|event| event.kind == EventKind::Cue(0)).collect::<Vec<_>>()
            else {
                panic!("one cue");
            };
            assert_eq!(flicks(cue.due), lemma.call("due", [at, num, den]), "{at} at {num}/{den}");
            let local = i128::from(head.at(time(at)).local.flicks());
            assert_eq!(local, lemma.call("along", [at, num, den]).min(255), "{at} at {num}/{den}");
        }
    }
}

fn ticks(lemma: &Lemma) {
    for (rate_num, step) in (1..=6_u32).flat_map(|num| (num..=60).map(move |step| (num, step))) {
        let rate = rate(step, rate_num);
        let [rate_num, step] = [i128::from(rate_num), i128::from(step)];
        for n in i8::MIN..=i8::MAX {
            let of = flicks(rate.time_of(Tick::new(n.into())));
            assert_eq!(of, lemma.call("time_of", [n.into(), step, rate_num]), "tick {n} of {rate}");
            let at = rate.tick_at(time(n.into())).get();
            let lemma = lemma.call("tick_at", [n.into(), step, rate_num]);
            assert_eq!(i128::from(at), lemma, "{n} flicks at {rate}");
        }
    }
}

fn epoch(lemma: &Lemma) {
    /// The time at which an entry behind two epochs of two entries each starts.
    fn starts([a, b, c, d]: [i128; 4]) -> i128 {
        let mut queue = Sequencer::new();
        for (first, second) in [(a, b), (c, d)] {
            queue.enqueue(span(first), false);
            queue.concurrently(span(second), false);
        }
        queue.enqueue(Span::ZERO, true);
        let mut started = None;
        let step = queue.advance(span(1000), |update, _| {
            if *update.payload {
                started = Some(update.start());
            }
        });
        step.expect("it runs forward");
        flicks(started.expect("its turn comes"))
    }
    for (a, b) in (0..=255).flat_map(|a| [0, 1, 2, 7, 254, 255].map(|b| (a, b))) {
        let over = lemma.call("over", [a, b]);
        assert_eq!(starts([a, b, 0, 0]), over, "{a} and {b}");
        let next = lemma.call("next", [over, b, 255 - a]);
        assert_eq!(starts([a, b, b, 255 - a]), next, "{a}, {b}; {b}, {}", 255 - a);
    }
}

fn fade(lemma: &Lemma) {
    for (from, to) in (0..=9_u32).flat_map(|from| (0..=9).map(move |to| (from, to * 3))) {
        for over in 1..=24 {
            let [start, end] = [from, to].map(Weight::from_bits);
            let fade = Fade { since: Time::ZERO, over: span(over), from: start, to: end };
            for elapsed in i8::MIN..=i8::MAX {
                let elapsed = i128::from(elapsed);
                let lemma = lemma.call("faded", [from.into(), to.into(), elapsed, over]);
                assert_eq!(
                    i128::from(fade.at(time(elapsed)).bits()),
                    lemma,
                    "{fade:?} at {elapsed}"
                );
            }
        }
    }
}

fn progress(lemma: &Lemma) {
    // Of whole numbers this small both are exact, and so their quotient is the nearest.
    let fraction = |elapsed, num, over, den| {
        let part = lemma.call("part", [elapsed, num, over, den]);
        f64::from(small(part)) / f64::from(small(lemma.call("whole", [over, den])))
    };
    for over in 0..=127_i128 {
        let mut queue = Sequencer::new();
        queue.enqueue(span(over), ());
        for elapsed in 0..=255 {
            for shown in queue.sample(time(elapsed)) {
                assert_eq!(shown.progress(), fraction(elapsed, 1, over, 1), "{elapsed} of {over}");
            }
            let (mut queue, mut calls) = (queue.clone(), 0);
            let step = queue.advance(span(elapsed), |update, _| {
                calls += 1;
                assert_eq!(update.progress(), fraction(elapsed, 1, over, 1), "{elapsed} of {over}");
            });
            step.expect("it runs forward");
            assert_eq!(calls, i32::from(elapsed > 0 || over == 0), "{elapsed} of {over}");
        }
        for (num, den) in [(1, 1), (2, 1), (1, 3), (3, 2), (7, 5)] {
            let tween = from_to("x", 0.0, 1.0).duration(span(over)).speed(speed(num, den));
            let scene = TimelineBuilder::new("scene").then(tween).build().expect("a timeline");
            let [num, den] = [i128::from(num), i128::from(den)];
            for elapsed in -8..=255 {
                // Up to its end, which is a whole flick.
                let shown: f64 = scene.sample("x", span(elapsed)).expect("it moves");
                let wanted = fraction(elapsed, num, over, den);
                assert_eq!(shown, wanted, "{elapsed} of {over} at {num}/{den}");
            }
        }
    }
}

fn small(number: i128) -> i32 {
    i32::try_from(number).expect("small")
}

fn flipbook(lemma: &Lemma) {
    for (frames, hold) in (1..=9_u32).flat_map(|frames| (1..=20).map(move |hold| (frames, hold))) {
        let book = Flipbook::equal(frames, span(hold)).expect("frames that show");
        for elapsed in i8::MIN..=i8::MAX {
            let frame = book.frame_at(Time::ZERO, time(elapsed.into()));
            let lemma = lemma.call("frame", [elapsed.into(), hold, frames.into()]);
            assert_eq!(i128::from(frame), lemma, "{elapsed} of {frames} * {hold}");
        }
    }
}

fn fixed_step(lemma: &Lemma) {
    let config = FixedStepConfig { max_ticks: u32::MAX, ..Default::default() };
    for step in 1..=25_u32 {
        let rate = rate(step, 1);
        let step = i128::from(step);
        for (a, b) in (0..=255).flat_map(|a| [0, 1, 2, 24, 25, 26, 255].map(|b| (a, b))) {
            let mut steps = FixedStep::with_config(rate, config).expect("a sound setting");
            let mut phase = 0;
            for elapsed in [a, b] {
                let frame = steps.advance(span(elapsed));
                let ticks = lemma.call("ticks", [phase, elapsed, step]);
                assert_eq!(i128::from(frame.ticks), ticks, "{a} and {b} at a step of {step}");
                phase = lemma.call("left", [phase, elapsed, step]);
                assert_eq!(i128::from(steps.leftover().flicks()), phase, "{a} and {b} of {step}");
            }
        }
    }
}

fn snapshots(lemma: &Lemma) {
    for room in 1..=5_usize {
        // Eight ticks, each the next one or up to three back.
        for program in 0..4_u32.pow(8) {
            let mut ring = Snapshots::new(NonZeroUsize::new(room).expect("above 0"));
            let (mut low, mut high) = (0, -1);
            for step in 0..8 {
                let back = i128::from(program / 4_u32.pow(step) % 4);
                let tick = (high + 1 - back).max(low);
                ring.keep(Tick::new(i64::try_from(tick).expect("small")), &tick);
                let state = [low, high, tick, i128::try_from(room).expect("small")];
                (low, high) = (lemma.call("low_after", state), lemma.call("high_after", state));
                let kept = ring.kept().map(|(first, last)| (first.get().into(), last.get().into()));
                assert_eq!(kept, Some((low, high)), "{program} in {room}");
                assert!(ring.iter().map(|(_, tick)| *tick).eq(low..=high), "without a gap");
            }
            assert!(lemma.holds("holds", [low, high, i128::try_from(room).expect("small")]));
        }
    }
}

fn ledger(lemma: &Lemma) {
    // Nine calls: report, rewind, settle.
    for program in 0..3_u32.pow(9) {
        let (mut ledger, tick) = (Ledger::new(), Tick::ZERO);
        let (mut reported, mut doubt) = (0, 0);
        for step in 0..9 {
            match program / 3_u32.pow(step) % 3 {
                0 => {
                    let novelty = ledger.report(tick, 'a').expect("no tick is closed");
                    let new = lemma.call("new_in_report", [reported, doubt]);
                    assert_eq!(novelty == Novelty::New, new == 1, "{program}, call {step}");
                    doubt = lemma.call("doubt_after_report", [reported, doubt]);
                    reported += 1;
                }
                1 => {
                    ledger.rewind(tick);
                    doubt = lemma.call("doubt_after_rewind", [reported, doubt]);
                    reported = 0;
                }
                _ => {
                    let retracted = i128::try_from(ledger.settle(tick).len()).expect("few");
                    let lemma = lemma.call("retracted_in_settle", [reported, doubt]);
                    assert_eq!(retracted, lemma, "{program}, call {step}");
                    doubt = 0;
                }
            }
            assert_eq!(i128::try_from(ledger.reported().count()), Ok(reported), "{program}");
        }
    }
}
