//! Rows that are handed on.

use alloc::vec::Vec;

use super::{clip, span, time};
use crate::{
    clip::Clip,
    event::{Event, EventKind},
    playback::{EventBuffer, ItemId, Play, Playing, Repeat},
    time::{Speed, Time},
};

/// What a step reports.
fn events(playing: &mut Playing, clip: &Clip, until: Time) -> Vec<Event<ItemId>> {
    let mut buffer = EventBuffer::default();
    playing.step(until, clip, &mut buffer).to_vec()
}

#[test]
fn a_row_that_is_handed_on_reports_what_was_not_reported_there() {
    let (clip, end) = (clip("short", 20, &[0, 7, 20]), time(200));
    let mut begun = [0, 0];
    for speed in [1, 2, -1, -3].map(Speed::whole) {
        for repeat in [Repeat::Once, Repeat::Times(3)] {
            for delay in [0, 15].map(span) {
                let play = Play { speed, repeat, delay, ..Play::default() };
                let start = time(10);
                let all = events(&mut Playing::new(&clip, start, &play).unwrap(), &clip, end);
                for sent in (0..120).map(time) {
                    let mut server = Playing::new(&clip, start, &play).unwrap();
                    events(&mut server, &clip, sent);
                    // A client that has heard of all up to a time, earlier or later than the server has played.
                    for heard in (0..120).step_by(7).map(time) {
                        let mut client = server.with_reported(Some(heard));
                        let right: Vec<_> = all.iter().filter(|event| event.due > heard).collect();
                        let seen = events(&mut client, &clip, end);
                        assert_eq!(
                            seen.iter().collect::<Vec<_>>(),
                            right,
                            "{play:?} {sent:?} {heard:?}"
                        );
                        assert_eq!(client.at(end), server.at(end));
                        begun[usize::from(right.len() == all.len())] += 1;
                    }
                    let mut client = server.with_reported(None);
                    assert_eq!(events(&mut client, &clip, end), all, "{play:?} {sent:?}");
                }
            }
        }
    }
    assert!(begun[0] > 1000 && begun[1] > 1000, "{begun:?}");
}

#[test]
fn a_row_that_has_ended_by_a_command_is_over_only_where_the_end_was_reported() {
    let clip = clip("short", 20, &[0, 7, 20]);
    let mut server = Playing::new(&clip, Time::ZERO, &Play::default()).unwrap();
    let mut buffer = EventBuffer::default();
    server.finish(time(5), &clip, &mut buffer).unwrap();
    for (heard, ends) in [(4, true), (5, false), (6, false)] {
        let mut client = server.with_reported(Some(time(heard)));
        let seen = events(&mut client, &clip, time(50));
        let kinds: Vec<_> = seen.iter().map(|event| event.kind).collect();
        assert_eq!(kinds, if ends { &[EventKind::End][..] } else { &[] }, "heard up to {heard}");
        assert!(client.is_over());
    }
}
