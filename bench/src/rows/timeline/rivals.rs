//! The sequence in other libraries: jumps to random times, with every property brought to what it shows there.

use animato::{At, Timeline, Tween};
use cueline::time::Span;
use keyframe::{AnimationSequence, Keyframe, functions};

use super::sequence::{LENGTH, from, to, wanted};
use crate::{
    harness::{Bench, Case, Rival},
    outside::{Host, Peer, Process, Start},
    tweens::outside::compare,
};

const SECONDS: f32 = LENGTH as f32 / 1000.0;
/// All of them look at every item in a jump; more would only take longer.
const MOST: u32 = 10_000;

const OUTSIDE: [Peer; 1] =
    [Peer { name: "animejs, Timeline.seek", host: Host::Node, with: "anime", most: 1, above: "" }];

const READING: Peer = Peer {
    name: "bevy_tweening Sequence::set_elapsed",
    host: Host::Bevy,
    with: "bevy_tweening",
    most: 1,
    above: "",
};

/// Those that bring all properties to a time, which `next` gives in milliseconds.
pub fn writing<'a>(
    bench: &mut Bench,
    case: &Case,
    n: u32,
    mut next: impl FnMut() -> u32 + 'a,
) -> Vec<Rival<'a>> {
    let name = "animato Timeline::seek_abs";
    let why = "a jump takes the longer the more items there are, wherever it goes";
    if n > MOST {
        bench.miss(case, name, why.into());
        bench.miss(
            case,
            OUTSIDE[0].name,
            "adding takes the longer the more items there are".into(),
        );
        return Vec::new();
    }
    let mut timeline = timeline(n);
    for _ in 0..3 {
        let ms = next();
        timeline.seek_abs(ms as f32 / 1000.0);
        for tween in 0..n {
            let found = timeline.get::<Tween<f32>>(&tween.to_string()).map(Tween::value);
            let off = found.map(|found| (found - wanted(tween, millis(ms))).abs());
            assert!(off.is_some_and(|off| off < 1e-2), "animato: {tween} is {found:?} at {ms} ms");
        }
    }
    let mut rivals = vec![Rival::new(name, move || timeline.seek_abs(next() as f32 / 1000.0))];
    rivals.extend(bench.outside(case, &OUTSIDE, |start| prove_outside(n, start)));
    rivals
}

fn millis(ms: u32) -> Span {
    Span::from_millis(i64::from(ms))
}

fn timeline(n: u32) -> Timeline {
    let mut timeline = Timeline::new();
    for tween in 0..n {
        let one = Tween::new(from(tween), to(tween)).duration(SECONDS).build();
        timeline = timeline.add(tween.to_string(), one, At::Absolute(tween as f32 * SECONDS));
    }
    timeline.play();
    timeline
}

fn prove_outside(n: u32, start: &mut Start<'_>) -> Result<Process, String> {
    let ends = (0..n).flat_map(|tween| [from(tween), to(tween)]);
    let work: Vec<f32> = [LENGTH as f32].into_iter().chain(ends).collect();
    let mut process = start(n as usize, &work)?;
    for _ in 0..3 {
        process.run(1)?;
        let shown = process.values(1)?;
        // The first of the numbers says where it has gone, in milliseconds.
        let ms = *shown.first().ok_or("it shows nothing")?;
        let at = millis(ms as u32);
        let wanted: Vec<f64> = (0..n).map(|tween| f64::from(wanted(tween, at))).collect();
        let values: Vec<f64> = shown.into_iter().skip(1).collect();
        compare(&values, wanted.into_iter(), 0.0, 1e-3)?;
    }
    Ok(process)
}

/// Those that read one property, which goes from item to item.
pub fn reading<'a>(
    bench: &mut Bench,
    case: &Case,
    n: u32,
    mut next: impl FnMut() -> u32 + 'a,
) -> Vec<Rival<'a>> {
    let name = "keyframe AnimationSequence::advance_to";
    if n > MOST {
        let why = "a jump takes the longer the further it is from the start";
        bench.miss(case, name, why.into());
        let why = "a jump takes the longer the more items there are, wherever it goes";
        bench.miss(case, READING.name, why.into());
        return Vec::new();
    }
    let key = |item: u32| {
        Keyframe::new(from(item), f64::from(item) * f64::from(SECONDS), functions::Linear)
    };
    let mut sequence = AnimationSequence::from((0..=n).map(key).collect::<Vec<_>>());
    let mut read = move |ms: u32| {
        sequence.advance_to(f64::from(ms) / 1000.0);
        sequence.now()
    };
    for _ in 0..1000 {
        let ms = next();
        let (wanted, found) = (one_property(ms), read(ms));
        assert!((found - wanted).abs() < 1e-3, "keyframe: {found}, not {wanted}, at {ms} ms");
    }
    let mut rivals = vec![Rival::new(name, move || {
        std::hint::black_box(read(next()));
    })];
    rivals.extend(bench.outside(case, &[READING], |start| {
        let places = (0..=n).map(from);
        let work: Vec<f32> = [LENGTH as f32].into_iter().chain(places).collect();
        let mut process = start(n as usize, &work)?;
        for _ in 0..1000 {
            process.run(1)?;
            let shown = process.values(n as usize)?;
            let [at, value] = shown[..] else {
                return Err(format!("{} numbers instead of two", shown.len()));
            };
            compare(&[value], [f64::from(one_property(at as u32))].into_iter(), 0.0, 1e-3)?;
        }
        Ok(process)
    }));
    rivals
}

/// Where the one property is that goes from the start of each item to that of the next.
fn one_property(ms: u32) -> f32 {
    let (item, way) = (ms / LENGTH, (ms % LENGTH) as f32 / LENGTH as f32);
    from(item) + (from(item + 1) - from(item)) * way
}
