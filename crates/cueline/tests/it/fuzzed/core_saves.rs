//! Any bytes as a save of the core: refused with an error, or valid enough to play on.
//!
//! The bytes are read as JSON, with the old saves as seeds, and as postcard, in which every byte counts.

use cueline::{
    clip::{Clip, Clips, Flipbook},
    history::Recording,
    playback::{EventBuffer, Playing, Saved, SeekPolicy},
    relay::Relay,
    sequencer::{Enqueue, Sequencer},
    time::{Clock, FixedStep, Span, Tick, Time},
    timeline::Timeline,
};
use serde::{Serialize, de::DeserializeOwned};
use std::sync::LazyLock;

use crate::made;

static TIMELINE: LazyLock<Timeline<&str>> = LazyLock::new(made::timeline);
static CLIPS: LazyLock<Clips> = LazyLock::new(made::clips);

/// The values that the bytes encode: as JSON, as postcard, as both or as neither.
fn read<T: Serialize + DeserializeOwned>(data: &[u8]) -> impl Iterator<Item = T> + use<T> {
    let json = serde_json::from_slice(data).ok();
    json.into_iter().chain(postcard::from_bytes(data).ok())
}

fn player(saved: &Saved<u32>) {
    let Ok(mut player) = saved.load(&*CLIPS) else { return };
    for _ in 0..20 {
        player.advance(Span::from_millis(7), &*CLIPS);
        assert!(player.events().is_sorted_by_key(|edge| edge.due));
        let _ = player.active().count();
    }
    let again = player.save(&*CLIPS).expect("all clips are known");
    assert_eq!(again.load(&*CLIPS).expect("as it was saved").digest(), player.digest());
}

fn queue(mut queue: Sequencer<String>) {
    for _ in 0..20 {
        let _ = queue.enqueue(Span::from_millis(1), String::new());
        let _ = queue.advance(Span::from_millis(7), |_, _| ());
        assert!(queue.events().is_sorted_by_key(|edge| edge.due));
        let _ = (queue.next_moment(), queue.agenda().count(), queue.is_idle());
    }
    let _ = queue.finish(|_, _| ());
}

fn relay(mut relay: Relay<String>) {
    relay.emit(&(), |(), queue| queue.enqueue(Span::from_millis(1), String::new()));
    let _ = (relay.shown(), relay.emitted(), relay.is_idle());
    queue(relay.display().clone());
}

fn playing(mut playing: Playing) {
    let (mut buffer, mut now) = (EventBuffer::default(), Time::ZERO);
    for _ in 0..20 {
        now += Span::from_millis(7);
        let events = playing.step(now, &*TIMELINE, &mut buffer);
        assert!(events.is_sorted_by_key(|event| event.due));
        let _ = playing.next_due(&*TIMELINE, &mut buffer);
        let _ = TIMELINE.sample::<f64>(&"angle", playing.at(now).local);
        playing.resume(now);
    }
    let _ = playing.seek(now, Span::from_millis(-9), SeekPolicy::All, &*TIMELINE, &mut buffer);
    let _ = playing.finish(now, &*TIMELINE, &mut buffer).map(<[_]>::len);
}

fn recording(recording: &Recording<u8>) {
    let (first, end) = recording.ticks();
    let few = end.get().checked_sub(first.get()).is_some_and(|many| many < 10_000);
    if few {
        let mut state = 0;
        let _ = recording.replay(|tick, inputs| made::rules(&mut state, tick, inputs));
    }
    let _ = recording.inputs(Tick::ZERO);
}

pub(crate) fn run(data: &[u8]) {
    read(data).for_each(|saved| player(&saved));
    read(data).for_each(queue);
    read(data).for_each(relay);
    read(data).for_each(|read| recording(&read));
    read(data).for_each(playing);
    read::<Clip>(data).for_each(|clip| clip.for_each(Span::from_millis(3), |_, _| ()));
    read::<Flipbook>(data).for_each(|book| {
        let now = Time::from_millis(9);
        let (picture, change) = book.frame_until(Time::ZERO, now);
        assert_eq!(picture, book.frame_at(Time::ZERO, now));
        assert!(change.is_none_or(|change| change > now), "{change:?}");
        let frames = book.frames().get();
        // Its pictures may have any numbers on their sheet; counted from 0, they are its frames.
        assert!(book.first(0).frame_at(Time::ZERO, now) < frames);
    });
    read::<Clock>(data).for_each(|mut clock| _ = clock.advance(Span::from_millis(7)));
    read::<FixedStep>(data).for_each(|mut steps| {
        assert!((0.0..1.0).contains(&steps.advance(Span::from_millis(7)).alpha()));
    });
}
