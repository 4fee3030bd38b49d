use alloc::{string::ToString, vec, vec::Vec};

use super::{
    super::{
        AtEnd, Blend, ControlError, GroupHandle, GroupRange, LoadError, Member, Mix, Phase, Play,
        PlayError, PlaybackHandle, Player, PlayerEvents, Repeat, RepeatMode, SeekPolicy, Subject,
        Weight,
    },
    clip, span, time,
};
use crate::{
    clip::{ClipBuilder, ClipId, Clips},
    event::{Event, EventKind, Reason},
    time::{Span, Speed, Time},
    value::{Delta, Lerp},
};

/// An exact number, so that sums can be compared.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Whole(i64);

#[expect(clippy::cast_possible_truncation, reason = "small whole numbers only")]
fn whole(number: f64) -> i64 {
    number as i64
}

impl Delta for Whole {
    fn zero() -> Self {
        Self(0)
    }
    fn and(&self, next: &Self) -> Self {
        Self(self.0 + next.0)
    }
    fn scaled(&self, factor: f64) -> Self {
        Self(self.0 * whole(factor))
    }
}
impl Lerp for Whole {
    type Delta = Self;
    fn lerp(&self, to: &Self, t: f64) -> Self {
        Self(self.0 + whole((to.0 - self.0) as f64 * t))
    }
    fn minus(&self, from: &Self) -> Self {
        Self(self.0 - from.0)
    }
    fn plus(&self, delta: &Self) -> Self {
        Self(self.0 + delta.0)
    }
}

/// `a` lasts 4 with cues at both ends and in the middle, `b` 7, `zero` nothing.
fn library() -> (Clips, [ClipId; 3]) {
    let mut clips = Clips::new();
    let a = clips.add(clip("a", 4, &[0, 2, 4])).unwrap();
    let b = clips.add(clip("b", 7, &[3, 3, 7])).unwrap();
    let zero = clips.add(clip("zero", 0, &[0])).unwrap();
    (clips, [a, b, zero])
}

#[test]
fn players_are_equal_when_they_would_play_the_same_from_here_on() {
    let (clips, [a, ..]) = library();
    let playing = |delay: i64| {
        let mut player = Player::new();
        let play = Play { delay: span(delay), ..Play::default() };
        player.play_on(1_u8, &clips, a, play).unwrap();
        player
    };
    let (mut one, mut other) = (playing(0), playing(0));
    assert_eq!(one, other);
    assert_ne!(one, playing(1));
    one.advance(span(2), &clips);
    assert_ne!(one, other);
    other.advance(span(1), &clips);
    other.advance(span(1), &clips);
    assert_eq!(one, other, "what was told on the way does not count");
}

/// Edges without their lateness, which alone depends on the steps.
fn plain<T: Copy>(edges: &[Event<Subject<T>>]) -> Vec<Event<Subject<T>>> {
    edges.iter().map(|edge| Event { lateness: Span::ZERO, ..*edge }).collect()
}

fn kinds<T: Copy>(edges: &[Event<Subject<T>>]) -> Vec<(i64, EventKind, Reason)> {
    edges.iter().map(|edge| (edge.due.flicks(), edge.kind, edge.reason)).collect()
}

use EventKind::{Cue, End, Loop, Start};
use Reason::{Cancelled, Played, Skipped, Sought};

#[test]
fn handle_of_something_gone_answers_gone() {
    let (clips, [a, ..]) = library();
    let mut player = Player::new();
    let first = player.play_on('x', &clips, a, Play::default()).unwrap();
    assert_eq!(kinds(player.stop(first).unwrap()), [(0, End, Cancelled)]);
    let second = player.play_on('y', &clips, a, Play::default()).unwrap();
    assert_ne!(first, second, "the slot is the same, the handle is not");
    assert_eq!(player.pause(first), Err(ControlError::Gone));
    assert_eq!(player.finish(first, &clips).unwrap_err(), ControlError::Gone);
    assert_eq!(player.position(first), Err(ControlError::Gone));
    assert_eq!(player.position(second).unwrap().phase, Phase::Playing);
}

#[test]
fn edges_of_one_time_come_by_lane_then_declaration() {
    let (clips, [a, _, zero]) = library();
    let mut player = Player::new();
    let lane = |lane| Play { lane, delay: span(4), ..Play::default() };
    player.play_on('c', &clips, zero, lane(1)).unwrap();
    player.play_on('a', &clips, zero, lane(0)).unwrap();
    player.play_on('b', &clips, a, Play::default()).unwrap();
    let told: Vec<_> = player
        .advance(span(9), &clips)
        .iter()
        .filter(|edge| edge.due == time(4))
        .map(|edge| match edge.id {
            Subject::Item { target, .. } => (target, edge.kind),
            Subject::Group(_) => unreachable!(),
        })
        .collect();
    assert_eq!(
        told,
        [
            ('a', Start),
            ('a', Cue(0)),
            ('a', End),
            ('b', Cue(2)),
            ('b', End),
            ('c', Start),
            ('c', Cue(0)),
            ('c', End)
        ]
    );
}

#[test]
fn what_ended_is_shown_once_at_its_exact_end() {
    let (clips, [a, ..]) = library();
    let mut player = Player::new();
    player.play_on('x', &clips, a, Play::default()).unwrap();
    player.advance(span(100), &clips);
    let last: Vec<_> = player.ended().iter().map(|one| (one.target, one.position.local)).collect();
    assert_eq!(last, [('x', span(4))]);
    assert_eq!(player.active().count(), 0);
    player.advance(span(1), &clips);
    assert!(player.ended().is_empty());
}

#[test]
fn a_step_of_no_length_tells_nothing_and_changes_nothing() {
    let (clips, [a, ..]) = library();
    let mut player = Player::new();
    player.play_on('x', &clips, a, Play::default()).unwrap();
    let before = player.clone();
    assert!(player.advance(Span::ZERO, &clips).is_empty());
    assert!(player.advance(span(-5), &clips).is_empty());
    assert_eq!(player, before);
}

#[test]
fn held_end_stays_until_it_is_stopped_and_can_be_turned_back() {
    let (clips, [a, ..]) = library();
    let mut player = Player::new();
    let play = Play { at_end: AtEnd::Hold, ..Play::default() };
    let handle = player.play_on('x', &clips, a, play).unwrap();
    player.advance(span(50), &clips);
    assert_eq!(player.position(handle).unwrap().phase, Phase::Ended);
    assert_eq!(player.next_due(&clips), None);
    player.set_speed(handle, Speed::REVERSE).unwrap();
    let back = kinds(&player.advance(span(50), &clips));
    assert_eq!(back, [(52, Cue(1), Played), (54, Cue(0), Played), (54, End, Played)]);
    player.restart(handle).unwrap();
    assert_eq!(player.next_due(&clips), Some(time(100)));
    assert_eq!(kinds(&player.advance(span(1), &clips))[..1], [(100, Start, Played)]);
    assert_eq!(kinds(player.stop(handle).unwrap()), [(101, End, Cancelled)]);
    assert!(player.is_empty());
}

#[test]
fn something_turned_round_at_its_very_start_still_ends_once() {
    let (clips, [a, ..]) = library();
    let mut player = Player::new();
    let handle = player.play_on('x', &clips, a, Play::default()).unwrap();
    player.advance(span(2), &clips);
    player.seek(handle, Span::ZERO, SeekPolicy::Silent, &clips).unwrap();
    player.set_speed(handle, Speed::REVERSE).unwrap();
    assert_eq!(player.next_due(&clips), Some(time(2)));
    assert_eq!(kinds(&player.advance(span(9), &clips)), [(2, End, Played)]);
    assert!(player.is_empty());
}

#[test]
fn turned_round_before_anybody_saw_it_begins_at_its_other_end() {
    let (clips, [a, ..]) = library();
    let mut player = Player::new();
    let handle = player.play_on('x', &clips, a, Play::default()).unwrap();
    player.set_speed(handle, Speed::REVERSE).unwrap();
    let told = kinds(&player.advance(span(2), &clips));
    assert_eq!(told, [(0, Start, Played), (0, Cue(2), Played), (2, Cue(1), Played)]);
    assert_eq!(player.position(handle).unwrap().local, span(2));
}

#[test]
fn what_was_seen_at_its_start_stays_there_when_its_range_changes() {
    let (clips, [_, b, _]) = library();
    let mut player = Player::new();
    let play = Play { delay: span(3), range: Some((span(2), span(5))), ..Play::default() };
    let seen = player.play_on('s', &clips, b, play).unwrap();
    let waiting = player.play_on('w', &clips, b, Play { delay: span(9), ..play }).unwrap();
    player.advance(span(3), &clips);
    for handle in [seen, waiting] {
        player.set_range(handle, span(0), span(6)).unwrap();
    }
    assert_eq!(player.position(seen).unwrap().local, span(2));
    assert_eq!(player.position(waiting).unwrap().local, span(0), "it has not begun");
}

#[test]
fn a_range_that_ends_where_an_item_stands_keeps_nothing_beyond_it() {
    let (clips, [_, b, _]) = library();
    let play = Play {
        speed: Speed::new(1, 2).unwrap(),
        repeat: Repeat::Forever,
        repeat_mode: RepeatMode::PingPong,
        ..Play::default()
    };
    let mut player = Player::new();
    let handle = player.play_on('x', &clips, b, play).unwrap();
    player.advance(span(7), &clips); // at three and a half
    player.set_range(handle, span(0), span(3)).unwrap();
    player.advance(span(1), &clips);
    // Half a flick back from 3 and not all of one, as it comes back from where it turned.
    assert_eq!(player.position(handle).unwrap().local, span(3));
    player.advance(span(1), &clips);
    assert_eq!(player.position(handle).unwrap().local, span(2));
}

#[test]
fn a_seek_tells_what_it_jumps_back_over_below_a_flick() {
    let (clips, [a, ..]) = library();
    let mut player = Player::new();
    let play = Play { speed: Speed::new(1, 2).unwrap(), ..Play::default() };
    let handle = player.play_on('x', &clips, a, play).unwrap();
    player.advance(span(5), &clips); // at two and a half
    let told = kinds(&player.seek(handle, span(2), SeekPolicy::All, &clips).unwrap());
    assert_eq!(told, [(5, Cue(1), Sought)]);
}

#[test]
fn an_endless_item_sought_back_before_it_began_begins_where_it_stands() {
    let (clips, [a, ..]) = library();
    let mut player = Player::new();
    let play = Play { repeat: Repeat::Forever, ..Play::default() };
    let handle = player.play_on('x', &clips, a, play).unwrap();
    let told = player.seek(handle, span(-1), SeekPolicy::All, &clips).unwrap();
    let told: Vec<_> = told.iter().map(|edge| (edge.kind, edge.loop_index)).collect();
    assert_eq!(told, [(Start, 0), (Cue(0), 0), (Loop, 1), (Cue(2), 1)]);
}

#[test]
fn seek_tells_by_its_policy() {
    let (clips, [a, ..]) = library();
    let play = Play { repeat: Repeat::Times(3), ..Play::default() };
    let cases = [
        (SeekPolicy::Silent, vec![]),
        (SeekPolicy::State, vec![Cue(2), Cue(0)]),
        (SeekPolicy::All, vec![Cue(1), Cue(2), Loop, Cue(0)]),
    ];
    for (policy, want) in cases {
        let mut player = Player::new();
        let handle = player.play_on('x', &clips, a, play).unwrap();
        player.advance(span(1), &clips);
        let told = player.seek(handle, span(5), policy, &clips).unwrap();
        assert!(told.iter().all(|edge| edge.reason == Sought && edge.due == time(1)));
        assert_eq!(told.iter().map(|edge| edge.kind).collect::<Vec<_>>(), want, "{policy:?}");
        let at = player.position(handle).unwrap();
        assert_eq!((at.pass, at.local), (1, span(1)));
        let back = player.seek(handle, span(2), policy, &clips).unwrap();
        assert_eq!(back.is_empty(), policy == SeekPolicy::Silent);
    }
}

#[test]
fn seek_to_the_end_ends_and_seek_to_the_start_does_not() {
    let (clips, [a, ..]) = library();
    let mut player = Player::new();
    let handle = player.play_on('x', &clips, a, Play::default()).unwrap();
    player.advance(span(1), &clips);
    assert!(player.seek(handle, Span::ZERO, SeekPolicy::Silent, &clips).unwrap().is_empty());
    assert!(player.contains(handle));
    let told = kinds(&player.seek(handle, span(99), SeekPolicy::Silent, &clips).unwrap());
    assert_eq!(told, [(1, End, Sought)]);
    assert!(!player.contains(handle));
    assert_eq!(player.ended()[0].position.local, span(4));
}

#[test]
fn endless_item_cannot_be_finished_alone_but_leaves_with_its_group() {
    let (clips, [a, b, _]) = library();
    let mut player = Player::new();
    let endless = Play { repeat: Repeat::Forever, ..Play::default() };
    let handle = player.play_on('x', &clips, a, endless).unwrap();
    assert_eq!(player.finish(handle, &clips).unwrap_err(), ControlError::LoopsForever);
    let members = [Member { play: endless, ..Member::new('y', a) }, Member::new('z', b)];
    let group = player.play_group(&clips, &members, GroupRange::Own, AtEnd::Leave).unwrap();
    player.advance(span(1), &clips);
    let told = kinds(&player.finish(group, &clips).unwrap());
    assert_eq!(told[0], (1, End, Cancelled));
    assert_eq!(told[1..4], [(1, Cue(0), Skipped), (1, Cue(1), Skipped), (1, Cue(2), Skipped)]);
    assert_eq!(told[4..], [(1, End, Skipped), (1, End, Skipped)], "the member's and the group's");
    assert_eq!(player.len(), 1);
}

#[test]
fn group_ends_once_with_its_last_member_whatever_ends_that() {
    let (clips, [a, b, _]) = library();
    let start = |player: &mut Player<char>, at_end| {
        let members = [Member::new('a', a), Member::new('b', b)];
        player.play_group(&clips, &members, GroupRange::Own, at_end).unwrap()
    };
    let of_group = |edges: &[Event<Subject<char>>], group: GroupHandle| {
        edges
            .iter()
            .filter(|edge| edge.id == Subject::Group(group))
            .map(|edge| (edge.due.flicks(), edge.reason))
            .collect::<Vec<_>>()
    };
    let mut player = Player::new();
    let group = start(&mut player, AtEnd::Leave);
    assert_eq!(of_group(&player.advance(span(5), &clips), group), []);
    let members: Vec<PlaybackHandle> = player.members(group).unwrap().collect();
    assert_eq!(player.position(members[0]).unwrap().phase, Phase::Ended, "it waits for the other");
    assert_eq!(of_group(&player.advance(span(5), &clips), group), [(7, Played)]);
    assert_eq!(player.ended().len(), 2);
    assert_eq!(player.members(group).err(), Some(ControlError::Gone));

    let group = start(&mut player, AtEnd::Leave);
    player.advance(span(5), &clips);
    let longer = player.members(group).unwrap().last().unwrap();
    assert_eq!(of_group(player.stop(longer).unwrap(), group), [(15, Cancelled)]);
    assert!(player.is_empty());

    let group = start(&mut player, AtEnd::Hold);
    assert_eq!(of_group(&player.finish(group, &clips).unwrap(), group), [(15, Skipped)]);
    assert_eq!(player.len(), 2);
    player.reset(group).unwrap();
    assert!(player.advance(span(3), &clips).is_empty());
    player.resume(group).unwrap();
    assert_eq!(of_group(&player.advance(span(9), &clips), group), [(25, Played)]);
    assert_eq!(of_group(player.stop(group).unwrap(), group), [], "it was over");
    assert!(player.is_empty() && !player.contains(group));
}

#[test]
fn group_over_the_widest_range_ends_all_at_one_time() {
    let (clips, [a, b, zero]) = library();
    let mut player = Player::new();
    let members = [Member::new('a', a), Member::new('b', b), Member::new('z', zero)];
    player.play_group(&clips, &members, GroupRange::Widest, AtEnd::Leave).unwrap();
    let ends: Vec<_> = (player.advance(span(9), &clips).iter())
        .filter(|edge| edge.kind == End)
        .map(|edge| edge.due.flicks())
        .collect();
    assert_eq!(ends, [7, 7, 7, 7]);
    let none = player.play_group(&clips, &[], GroupRange::Own, AtEnd::Leave);
    assert_eq!(none, Err(PlayError::EmptyGroup));
}

#[test]
fn settings_without_effect_are_refused() {
    let (clips, [a, b, _]) = library();
    let mut player = Player::new();
    let holds = Play { at_end: AtEnd::Hold, ..Play::default() };
    let members = [Member::new('a', a), Member { play: holds, ..Member::new('b', b) }];
    let refused = player.play_group(&clips, &members, GroupRange::Own, AtEnd::Hold).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "`at_end` has no effect on a member of a group; leave it at its default"
    );
    assert!(player.is_empty());

    let walk = player.play_on('x', &clips, a, Play::default()).unwrap();
    let before = player.clone();
    let fades = Play { fade_in: span(1), ..Play::default() };
    let refused = player.crossfade(walk, &clips, b, fades, span(4)).unwrap_err();
    let no_effect = |setting, what| ControlError::Play(PlayError::NoEffect { setting, what });
    assert_eq!(refused, no_effect("fade_in", "a crossfade, which has a duration of its own"));
    assert_eq!(player, before);
}

#[test]
fn cross_fade_blends_and_drops_the_old_one() {
    let (clips, [a, b, _]) = library();
    let mut player = Player::new();
    let endless = Play { repeat: Repeat::Forever, ..Play::default() };
    let walk = player.play_on('x', &clips, a, endless).unwrap();
    player.advance(span(10), &clips);
    let run = player.crossfade(walk, &clips, b, endless, span(8)).unwrap();
    player.advance(span(2), &clips);
    let value = player.blend(&Whole(0), |_| true, |clip, _| Whole(if clip == a { 0 } else { 100 }));
    assert_eq!(value, Whole(25));
    assert_eq!(player.get(run).unwrap().weight, Weight::from_percent(25));
    let told = plain(&player.advance(span(100), &clips));
    let ends: Vec<_> = told.iter().filter(|edge| edge.kind == End).collect();
    assert_eq!(ends.len(), 1);
    assert_eq!((ends[0].due, ends[0].reason), (time(18), Cancelled));
    assert!(!player.contains(walk));
    assert_eq!(player.get(run).unwrap().weight, Weight::FULL);
}

#[test]
fn stretches_write_in_place_what_an_increment_is() {
    use crate::clip::Keyframe;
    let keys = [Keyframe::linear(Span::ZERO, 3.0_f64), Keyframe::linear(span(8), 7.0)];
    let ramp = ClipBuilder::new("ramp").track("x", keys).build().unwrap();
    let play = Play { repeat: Repeat::Times(3), ..Play::default() };
    let head = super::super::Playhead::new(Time::ZERO, ramp.duration(), &play).unwrap();
    let track = ramp.track::<f64>("x").unwrap();
    // (after, until, added): half a flick of the value a flick of the clock, whatever lies between.
    for (after, until, want) in [(0, 4, 2.0), (4, 12, 4.0), (6, 20, 7.0), (0, 99, 12.0)] {
        let mut value = 100.0;
        for (from, to, times) in head.segments(time(after), time(until)) {
            value += track.increment(from, to) * times as f64;
        }
        assert_eq!(value - 100.0, want, "from {after} to {until}");
        assert_eq!(head.increment(time(after), time(until), |at| track.sample(at)), want);
    }
}

#[test]
fn additive_item_adds_its_gain_with_all_its_passes() {
    let (clips, [a, ..]) = library();
    let mut player = Player::new();
    let play = Play { repeat: Repeat::Forever, mix: Mix::Add, ..Play::default() };
    player.play_on('x', &clips, a, play).unwrap();
    player.advance(span(10), &clips);
    let mut blend = Blend::new();
    for active in player.active() {
        active.blend_into(&mut blend, |local| Whole(50 + 10 * local.flicks()));
    }
    // Two passes of 40 and half of a third one, on top of what was there.
    assert_eq!(blend.over(&Whole(1000)), Whole(1100));
}

#[test]
fn load_names_every_missing_and_every_changed_clip() {
    let (clips, [a, b, zero]) = library();
    let mut player = Player::new();
    for clip in [b, a, zero] {
        player.play_on('x', &clips, clip, Play::default()).unwrap();
    }
    let saved = player.save(&clips).unwrap();
    assert_eq!(saved.clip_names().collect::<Vec<_>>(), ["a", "b", "zero"]);
    let mut other = Clips::new();
    other.add(ClipBuilder::new("new").build().unwrap()).unwrap();
    other.add(clip("zero", 0, &[0])).unwrap();
    other.add(clip("b", 8, &[])).unwrap();
    let error = saved.load(&other).unwrap_err();
    assert_eq!(error, LoadError::Clips { missing: vec!["a".into()], changed: vec!["b".into()] });
    other.replace(clip("b", 7, &[3, 3, 7])).unwrap();
    other.add(clip("a", 4, &[0, 2, 4])).unwrap();
    let mut loaded = saved.load(&other).unwrap();
    // Other ids, the same play.
    let named = |events: PlayerEvents<'_, char, Clips>| -> Vec<_> {
        let of = |event: &Event<Subject<char>>| (event.due, event.kind, event.id.target().copied());
        events.iter().map(of).collect()
    };
    assert_eq!(named(loaded.advance(span(9), &other)), named(player.advance(span(9), &clips)));
}

#[test]
fn snapshot_into_its_own_memory_restores_everything() {
    let (clips, [a, b, _]) = library();
    let mut player = Player::new();
    player.play_on('x', &clips, a, Play { delay: span(3), ..Play::default() }).unwrap();
    player.play_on('y', &clips, b, Play::default()).unwrap();
    let mut snapshot = player.clone();
    for _ in 0..3 {
        player.advance(span(2), &clips);
        snapshot.clone_from(&player);
        let first = plain(&player.advance(span(5), &clips));
        player.clone_from(&snapshot);
        assert_eq!(player, snapshot);
        assert_eq!(plain(&player.advance(span(5), &clips)), first, "played again, told the same");
        player.clone_from(&snapshot);
    }
}

/// The law: cost follows what is looked at.
#[test]
fn what_is_not_due_is_not_visited() {
    let mut clips = Clips::new();
    let short = clips.add(clip("short", 10, &[])).unwrap();
    let long = clips.add(clip("long", 1 << 40, &[5, 1 << 39])).unwrap();
    let mut player = Player::new();
    let endless = Play { repeat: Repeat::Forever, ..Play::default() };
    for target in 0..100_000 {
        let wait = Play { delay: span(1 << 30), ..endless };
        let play = if target % 2 == 0 { &endless } else { &wait };
        player.play_on(target, &clips, long, play).unwrap();
    }
    for target in 0..10 {
        player.play_on(target, &clips, short, endless).unwrap();
    }
    player.advance(span(9), &clips); // starts and cues of half of all
    let before = player.visits;
    let told: usize = (0..1000).map(|_| player.advance(span(5), &clips).len()).sum();
    assert_eq!((told, player.visits - before), (5000, 5000), "ten loops every other step");
    assert_eq!(before, 50_010, "those that wait were left alone too");
}

#[test]
fn what_was_sent_somewhere_before_it_was_seen_is_turned_around_there() {
    let (clips, [_, b, _]) = library();
    let mut player = Player::new();
    let waiting = Play { delay: span(3), ..Play::default() };
    let [sent, left] = [(); 2].map(|()| player.play(&clips, b, waiting).unwrap());
    player.seek(sent, span(4), SeekPolicy::Silent, &clips).unwrap();
    for handle in [sent, left] {
        player.set_speed(handle, Speed::whole(-1)).unwrap();
    }
    assert_eq!(player.position(sent).unwrap().local, span(4));
    player.advance(span(3), &clips);
    assert_eq!(player.position(left).unwrap().local, span(7), "it begins at its other end");
}
