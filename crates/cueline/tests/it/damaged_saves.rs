//! Saves of every kind, cut off at any byte and with any bit turned, as text and as bytes: refused, or they play.
#![cfg(feature = "serde")]

use crate::made;

use cueline::{
    clip::{Clip, Cue, Flipbook, Typing},
    history::Recording,
    playback::{EventBuffer, Play, Playing, Saved, SeekPolicy},
    relay::Relay,
    sequencer::{Enqueue, Sequencer, Until},
    time::{Clock, FixedStep, Span, Tick, Time},
    timeline::{TimelineBuilder, clip, flipbook, from_to, nest},
};
use serde::{Serialize, de::DeserializeOwned};

/// What became of the saves of which a bit was turned.
#[derive(Debug, Default)]
struct Tally {
    refused: u32,
    went_on: u32,
}

/// Reads `bytes` cut off at each byte, which is refused, and with each bit turned; what can be read all the same is
/// given to `go_on`, which says whether it was whole.
fn damage<T>(bytes: &[u8], read: impl Fn(&[u8]) -> Option<T>, go_on: impl Fn(T) -> bool) -> Tally {
    let whole = read(bytes).expect("it is read");
    assert!(go_on(whole), "as it was saved");
    for end in 0..bytes.len() {
        assert!(read(&bytes[..end]).is_none(), "{end} of {} bytes were read", bytes.len());
    }
    let mut tally = Tally::default();
    let mut damaged = bytes.to_vec();
    for bit in 0..bytes.len() * 8 {
        damaged[bit / 8] ^= 1 << (bit % 8);
        if read(&damaged).is_some_and(&go_on) {
            tally.went_on += 1;
        } else {
            tally.refused += 1;
        }
        damaged[bit / 8] ^= 1 << (bit % 8);
    }
    tally
}

/// The same for both forms of a save. In each of them some damage is seen, and some is not.
fn assert_harmless<T: Serialize + DeserializeOwned>(state: &T, go_on: impl Fn(T) -> bool) {
    let text = serde_json::to_vec(state).expect("it is data");
    let bytes = postcard::to_allocvec(state).expect("it is data");
    let json = damage(&text, |text| serde_json::from_slice(text).ok(), &go_on);
    let binary = damage(&bytes, |bytes| postcard::from_bytes(bytes).ok(), &go_on);
    for tally in [json, binary] {
        assert!(tally.refused > 0 && tally.went_on > 0, "{tally:?}");
    }
}

fn queue_goes_on(mut queue: Sequencer<String>) -> bool {
    for _ in 0..3 {
        queue.enqueue(Span::from_millis(1), String::new());
        queue.advance_with(Span::from_millis(200), &mut made::NoTime).expect("it runs forward");
        assert!(queue.events().is_sorted_by_key(|edge| edge.due));
    }
    let _ = queue.skip_with(Until::End, &mut made::NoTime);
    true
}

#[test]
fn a_damaged_queue_is_refused_or_plays_on() {
    assert_harmless(&made::queue(), queue_goes_on);
}

#[test]
fn a_damaged_relay_is_refused_or_plays_on() {
    assert_harmless(&made::relay(), |mut relay: Relay<String>| {
        assert!(relay.shown() <= relay.emitted());
        let emitted = relay.emitted();
        relay.emit(&(), |(), queue| queue.enqueue(Span::FLICK, String::new()));
        assert_eq!(relay.emitted(), emitted + 1);
        queue_goes_on(relay.display().clone())
    });
}

#[test]
fn a_damaged_player_is_refused_or_plays_on() {
    let clips = made::clips();
    assert_harmless(&made::player(), |saved: Saved<u32>| {
        let before = saved.clone();
        let Ok(mut player) = saved.load(&clips) else {
            assert_eq!(saved, before, "a refusal changes nothing");
            return false;
        };
        for _ in 0..3 {
            let events = player.advance(Span::from_millis(200), &clips);
            assert!(events.is_sorted_by_key(|event| event.due));
            let _ = player.active().count();
        }
        true
    });
}

#[test]
fn a_damaged_playing_timeline_is_refused_or_plays_on() {
    let timeline = made::timeline();
    assert_harmless(&made::playing(), |mut playing: Playing| {
        let (mut buffer, mut now) = (EventBuffer::default(), Time::ZERO);
        for _ in 0..3 {
            now += Span::from_millis(200);
            let events = playing.step(now, &timeline, &mut buffer);
            assert!(events.is_sorted_by_key(|event| event.due));
            let _ = playing.next_due(&timeline, &mut buffer);
            assert!(timeline.sample::<f64>("angle", playing.at(now).local).is_ok());
            playing.resume(now);
        }
        playing.seek(now, Span::from_millis(-9), SeekPolicy::All, &timeline, &mut buffer);
        let _ = playing.finish(now, &timeline, &mut buffer);
        true
    });
}

#[test]
fn a_damaged_recording_is_refused_or_is_played_again() {
    assert_harmless(&made::recording(), |recording: Recording<u8>| {
        let mut corrected = recording.clone();
        for tick in [0, 3, 49, 50, i64::MAX].map(Tick::new) {
            let _ = (recording.inputs(tick), corrected.input(tick, 1), corrected.ran(tick, None));
            let _before_the_first = corrected.correct(tick, [7, 8, 9]);
            let _before_the_first = corrected.correct(tick, []);
        }
        let (first, end) = recording.ticks();
        assert!(first <= end);
        // It may claim more ticks than can be waited for, but says so before.
        if end.get().abs_diff(first.get()) < 1000 {
            let mut state = 0;
            let _ = recording.replay(|tick, inputs| made::rules(&mut state, tick, inputs));
        }
        true
    });
}

#[test]
fn damaged_clocks_are_refused_or_run_on() {
    assert_harmless(&made::clock(), |mut clock: Clock| {
        clock.advance(Span::from_millis(200));
        clock.advance(Span::MAX);
        true
    });
    assert_harmless(&made::steps(), |mut steps: FixedStep| {
        for frame in [1, 200, i64::MAX] {
            let frame = steps.advance(Span::from_flicks(frame));
            assert!((0.0..1.0).contains(&frame.alpha()));
        }
        true
    });
}

#[test]
fn damaged_clips_are_refused_or_can_be_sampled() {
    assert_harmless(&made::clip(), |clip: Clip| {
        for at in [i64::MIN, 0, 1, i64::MAX].map(Span::from_flicks) {
            clip.for_each(at, |_, _| ());
        }
        true
    });
    let step = Cue::state(Span::from_millis(50), "step");
    let of_sheet = made::flipbook().pictures([7, 2, 7]).unwrap().with_cues([step]).unwrap();
    for book in [made::flipbook(), of_sheet] {
        assert_harmless(&book, |book: Flipbook| {
            let by_frames = book.clone().first(0);
            for now in [Time::MIN, Time::ZERO, Time::from_millis(99), Time::MAX] {
                let _any_picture = book.frame_at(Time::ZERO, now);
                assert!(by_frames.frame_at(Time::ZERO, now) < book.frames().get());
            }
            if let Ok(mut playing) = Playing::new(&book, Time::ZERO, &Play::default()) {
                playing.step(Time::from_millis(500), &book, &mut EventBuffer::default());
            }
            true
        });
    }
    assert_harmless(&made::typing(), |typing: Typing| {
        for at in [Span::MIN, Span::ZERO, Span::from_millis(99), Span::MAX] {
            assert!(typing.text().starts_with(typing.shown_text(at)));
        }
        true
    });
}

#[test]
fn a_damaged_timeline_is_refused_or_can_be_sampled() {
    let key = |name: &str| String::from(name);
    let inner = TimelineBuilder::new("in").start(key("a"), 1.0).then(from_to(key("x"), 0.0, 1.0));
    let scene = TimelineBuilder::new("scene")
        .then(clip(made::clip(), key))
        .with(flipbook(key("book"), made::flipbook()).named("walk"))
        .label("there")
        .at_label("there", nest(inner).times(2));
    assert_harmless(&scene, |scene: TimelineBuilder<String>| {
        let Ok(timeline) = scene.build() else { return false };
        for at in [i64::MIN, 0, 1, i64::MAX].map(Span::from_flicks) {
            let _ = timeline.sample_all(at).count();
        }
        true
    });
}
