//! Any timeline and any calls to it: two steps equal one, a saved copy equals, a refused call changes nothing, and the
//! rows of values equal the samples.

use arbitrary::Arbitrary;
use cueline::{
    clip::{Clip, ClipBuilder, Cue, CueKind, Flipbook, Keyframe},
    event::Event,
    playback::{EventBuffer, Play, Playing, Repeat, RepeatMode, SeekPolicy},
    time::{Span, Speed, Time},
    timeline::{
        Conflict, Fraction, Item, ItemId, Position, Timeline, TimelineBuilder, call, clip, cue,
        flipbook, from, from_to, nest, pause_here, set, to, wait,
    },
    value::Easing,
};

/// The numbers of a program are flicks, so that a few bytes meet every edge.
#[derive(Arbitrary, Clone, Debug)]
pub(crate) struct Program {
    parts: Vec<Part>,
    start: u8,
    play: How,
    calls: Vec<Call>,
}

#[derive(Arbitrary, Clone, Debug)]
struct Part {
    kind: Kind,
    key: u8,
    duration: Option<u8>,
    delay: i8,
    speed: u8,
    passes: u8,
    gap: u8,
    settings: u8,
    conflict: u8,
    easing: u8,
    place: u8,
    offset: i8,
}

#[derive(Arbitrary, Clone, Debug)]
enum Kind {
    To(i8),
    From(i8),
    FromTo(i8, i8),
    Set(i8),
    Pair(i8, i8),
    Clip,
    Flipbook(u8),
    Cue(bool),
    Call(u8),
    Pause,
    Wait(u8),
    Nest(Vec<Part>),
    Label,
}

#[derive(Arbitrary, Clone, Copy, Debug)]
struct How {
    delay: u8,
    speed: (i8, u8),
    passes: u8,
    range: Option<(u8, u8)>,
    ping_pong: bool,
}

#[derive(Arbitrary, Clone, Debug)]
enum Call {
    /// A step, and where to divide it.
    Advance(u8, u8),
    Pause,
    Resume,
    Speed(i8, u8),
    Range(i16, i16),
    Seek(i16, u8),
    Scrub(i16),
    Finish,
    Restart,
    Reload,
    Save,
    Jump(u8, u8),
}

fn flicks(at: impl Into<i64>) -> Span {
    Span::from_flicks(at.into())
}

/// Up to three times as fast or as slow.
fn speed(num: i8, den: u8) -> Speed {
    Speed::new(i64::from(num % 4), u64::from(den % 3 + 1)).unwrap_or(Speed::NORMAL)
}

fn step_clip() -> Clip {
    ClipBuilder::new("step")
        .duration(flicks(9))
        .track("x", [Keyframe::linear(flicks(0), 1.0), Keyframe::linear(flicks(9), 4.0)])
        .cue(Cue { at: flicks(3), name: "down".into(), kind: CueKind::Effect })
        .cue(Cue { at: flicks(9), name: "done".into(), kind: CueKind::State })
        .build()
        .expect("it is sound")
}

fn item(part: &Part, depth: u8) -> Item<u8> {
    let (key, number) = (part.key % 3, f64::from);
    let mut item = match &part.kind {
        Kind::To(end) => to(key, number(*end)),
        Kind::From(begin) => from(key, number(*begin)),
        Kind::FromTo(begin, end) => from_to(key, number(*begin), number(*end)),
        Kind::Set(end) => set(key, number(*end)),
        Kind::Pair(one, other) => to(key, number(*one)).and(to((key + 1) % 3, number(*other))),
        Kind::Clip => clip(step_clip(), |_| key),
        Kind::Flipbook(hold) => {
            let book = Flipbook::equal(3, flicks(i64::from(hold % 5) + 1)).expect("it has frames");
            flipbook(3, book)
        }
        Kind::Cue(is_state) => {
            cue(if *is_state { CueKind::State } else { CueKind::Effect }, "a cue")
        }
        Kind::Call(number) => call((*number).into()),
        Kind::Pause => pause_here(),
        Kind::Wait(duration) => wait(flicks(*duration)),
        Kind::Nest(parts) if depth < 3 => nest(builder(parts, depth + 1)),
        Kind::Nest(_) | Kind::Label => wait(flicks(1)),
    };
    let has = |bit: u8| part.settings >> bit & 1 != 0;
    // Settings without effect are refused, so most items get only those that have one.
    let is_loose = part.settings > 250;
    let is_tween = matches!(
        part.kind,
        Kind::To(_) | Kind::From(_) | Kind::FromTo(..) | Kind::Set(_) | Kind::Pair(..)
    );
    let is_moment = matches!(part.kind, Kind::Cue(_) | Kind::Call(_) | Kind::Pause);
    if let Some(duration) = part.duration
        && (is_loose || is_tween)
    {
        item = item.duration(flicks(duration));
    }
    if has(1) && (is_loose || is_tween) {
        item = item.keeping_velocity();
    }
    if has(2) && has(3) && has(6) && has(7) {
        item = item.one_way();
    }
    if is_tween || is_loose {
        item = match part.easing % 4 {
            1 => item.eased(Easing::OUT_BACK),
            2 => item.eased(Easing::STEP_END),
            3 => item.eased(Easing::IN_OUT_SINE),
            _ => item,
        };
    }
    if has(3) {
        item = item.named("a name");
    }
    if has(4) {
        item = item.delayed(flicks(part.delay));
    }
    if is_moment && !is_loose {
        return item;
    }
    if has(0) {
        item = item.ping_pong();
    }
    if has(5) {
        let num = if is_loose { part.speed % 3 } else { part.speed % 3 + 1 };
        let speed = Speed::new(num.into(), u64::from(part.speed / 3 % 3 + 1));
        item = item.speed(speed.expect("a denominator above zero"));
    }
    item = match part.passes {
        250.. => item.forever(),
        // No passes at all are refused.
        249 => item.times(0),
        passes => item.times(u64::from(passes % 4) + 1),
    };
    if has(6) {
        item = item.gap(flicks(part.gap));
    }
    if matches!(part.kind, Kind::Wait(_) | Kind::Label) && !is_loose {
        return item;
    }
    match part.conflict % 16 {
        1 => item.on_conflict(Conflict::Refuse),
        2 | 6 => item.on_conflict(Conflict::Blend),
        3 | 7 => item.on_conflict(Conflict::Queue),
        4 => item.on_conflict(Conflict::Replace),
        _ => item,
    }
}

fn builder(parts: &[Part], depth: u8) -> TimelineBuilder<u8> {
    let mut builder = TimelineBuilder::new("a timeline")
        .tween_duration(flicks(7))
        .on_conflict(if depth.is_multiple_of(2) { Conflict::Replace } else { Conflict::Blend });
    let mut has_label = false;
    for part in parts.iter().take(12) {
        let offset = flicks(part.offset);
        if let Kind::Label = part.kind {
            builder = builder.label(if has_label { "another label" } else { "a label" });
            has_label = true;
            continue;
        }
        let item = item(part, depth);
        builder = match part.place % 9 {
            0 | 1 => builder.then(item),
            2 => builder.with(item),
            3 => builder.background(item),
            4 => builder.at(offset, item),
            5 if has_label || part.offset == 0 => builder.at_label("a label", item),
            6 => builder.put(Position::previous_end().plus(offset), item),
            7 => {
                let half = Fraction::percent(50);
                builder.put(Position::previous_start().plus_of_previous(half), item)
            }
            _ => builder
                .put(Position::end().plus_of_own(Fraction::percent(part.offset.into())), item),
        };
    }
    builder
}

fn repeat(passes: u8) -> Repeat {
    match passes % 5 {
        0 | 1 => Repeat::Once,
        4 => Repeat::Forever,
        passes => Repeat::Times(passes.into()),
    }
}

/// Events without the field that depends on the steps.
fn plain(events: &[Event<ItemId>]) -> Vec<Event<ItemId>> {
    events.iter().map(|event| Event { lateness: Span::ZERO, ..*event }).collect()
}

/// All values are finite, and a property is the same by its key and among all.
fn samples_agree(timeline: &Timeline<u8>, at: Span) {
    for (key, value) in timeline.sample_all(at) {
        assert!(value.is_finite());
        assert_eq!(timeline.value(key, at), Ok(value), "{key} at {at}");
    }
}

/// A program ends after this many events: a step may report up to 2^16, and forty such steps take a minute with a
/// sanitizer and show no more than a few of them.
const MOST_EVENTS: usize = 200_000;

pub(crate) fn run(program: Program) {
    let scene = builder(&program.parts, 0);
    let scene = (0..3).fold(scene, |scene, key| scene.start(key, f64::from(program.start)));
    let error = match scene.build() {
        Ok(timeline) => return play(&program, &timeline),
        Err(error) => error,
    };
    assert!(!error.to_string().is_empty());
}

fn play(program: &Program, timeline: &Timeline<u8>) {
    let How { delay, speed: (num, den), passes, range, ping_pong } = program.play;
    let settings = Play {
        delay: flicks(delay),
        speed: speed(num, den),
        repeat: repeat(passes),
        repeat_mode: if ping_pong { RepeatMode::PingPong } else { RepeatMode::Restart },
        range: range.map(|(from, to)| (flicks(from), flicks(to))),
        ..Play::default()
    };
    let Ok(mut playing) = Playing::new(timeline, Time::ZERO, &settings) else { return };
    let (mut buffer, mut now) = (EventBuffer::default(), Time::ZERO);
    let mut reported = 0;
    for call in program.calls.iter().take(40) {
        if reported > MOST_EVENTS {
            return;
        }
        let before = playing;
        let refused = match call {
            Call::Advance(by, at) => {
                let first = at % by.max(&1);
                let mut halves = playing;
                let middle = now + flicks(first);
                now += flicks(*by);
                let mut two = plain(halves.step(middle, timeline, &mut buffer));
                two.extend(plain(halves.step(now, timeline, &mut buffer)));
                let due = playing.next_due(timeline, &mut buffer);
                let one = playing.step(now, timeline, &mut buffer);
                assert!(one.iter().all(|event| event.due <= now));
                let reached = one.first().map(|event| event.due);
                assert!(reached.is_none() || due == reached, "{due:?} was due, not {reached:?}");
                assert!(reached.is_some() || due.is_none_or(|due| due > now), "{due:?} was due");
                reported += one.len();
                assert_eq!(plain(one), two, "the events of {by} flicks and of {first} before");
                assert_eq!(playing, halves, "the state after {by} flicks and {first} before");
                false
            }
            Call::Pause => {
                playing.pause(now);
                assert!(playing.is_held());
                false
            }
            Call::Resume => {
                playing.resume(now);
                false
            }
            Call::Speed(num, den) => playing.set_speed(now, speed(*num, *den)).is_err(),
            Call::Range(from, to) => playing.set_range(now, flicks(*from), flicks(*to)).is_err(),
            Call::Seek(to, policy) => {
                let policy = match policy % 3 {
                    0 => SeekPolicy::Silent,
                    1 => SeekPolicy::State,
                    _ => SeekPolicy::All,
                };
                let events = playing.seek(now, flicks(*to % 2000), policy, timeline, &mut buffer);
                reported += events.len();
                assert!(events.iter().all(|event| event.due == now));
                false
            }
            Call::Scrub(to) => {
                playing.scrub(now, flicks(*to));
                assert!(playing.is_held());
                false
            }
            Call::Finish => match playing.finish(now, timeline, &mut buffer) {
                Ok(events) => {
                    reported += events.len();
                    assert!(playing.is_over());
                    false
                }
                Err(_) => true,
            },
            Call::Restart => {
                playing.restart(now);
                false
            }
            Call::Reload => {
                let refused = playing.reload(now, timeline).is_err();
                if !refused {
                    assert_eq!(playing.at(now), before.at(now), "nothing has changed");
                }
                refused
            }
            Call::Save => {
                let text = serde_json::to_string(&playing).expect("it is data");
                let loaded: Playing = serde_json::from_str(&text).expect("as it was saved");
                assert_eq!(loaded, playing);
                false
            }
            Call::Jump(at, next) => {
                samples_agree(timeline, flicks(*at));
                samples_agree(timeline, flicks(*next));
                false
            }
        };
        assert!(!refused || playing == before, "a refused call changed something");
    }
}
