//! Any bytes as a pack: refused, or content that plays and that comes out of the bytes as it went in.
//!
//! No input finds the digest of a pack by chance, so bytes that are none are tried as the rest of one, too.

use cueline::{
    digest::digest,
    playback::{EventBuffer, Play, Playing},
    time::{Span, Time},
    timeline::Timeline,
};
use cueline_pack::Pack;

/// Moments that lie before, in, and behind most items.
const MOMENTS: [Span; 4] =
    [Span::from_millis(-1), Span::ZERO, Span::from_millis(333), Span::from_secs(100)];

/// A pack with this content behind its header.
fn with_header(rest: &[u8]) -> Vec<u8> {
    let digest = digest(rest).to_le_bytes();
    [&b"cuepack\0\x01\0"[..], &digest, rest].concat()
}

/// Whether the bytes are a pack, or the rest of one.
pub(crate) fn run(bytes: &[u8]) -> bool {
    let read = Pack::from_bytes(bytes).or_else(|_| Pack::from_bytes(&with_header(bytes)));
    let Ok(pack) = read else { return false };
    let written = pack.to_bytes().expect("a pack that was read can be written");
    let again = Pack::from_bytes(&written).expect("a pack that was written can be read");
    assert_eq!(again.to_bytes(), Ok(written));
    for clip in &pack.clips {
        MOMENTS.iter().for_each(|at| clip.for_each(*at, |_, _| ()));
    }
    for (_, book) in &pack.flipbooks {
        for at in MOMENTS {
            let (start, now) = (Time::ZERO, Time::ZERO + at);
            let _ = (book.frame_at(start, now), book.is_over(start, now));
            assert!(book.next_change(start, now).is_none_or(|change| change > now));
        }
    }
    for (_, timeline) in pack.timelines {
        if let Ok(timeline) = timeline.build() {
            play(&timeline);
        }
    }
    true
}

fn play(timeline: &Timeline<String>) {
    MOMENTS.iter().for_each(|at| timeline.sample_all(*at).for_each(drop));
    let Ok(mut playing) = Playing::new(timeline, Time::ZERO, &Play::default()) else { return };
    let (mut buffer, mut now) = (EventBuffer::default(), Time::ZERO);
    for _ in 0..20 {
        now += Span::from_millis(70);
        let events = playing.step(now, timeline, &mut buffer);
        assert!(events.is_sorted_by_key(|event| event.due));
        playing.resume(now);
    }
}
