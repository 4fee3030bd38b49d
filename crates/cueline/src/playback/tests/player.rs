use alloc::{string::ToString, vec, vec::Vec};
use core::cell::Cell;

use super::{
    super::{
        AtEnd, Blend, GroupHandle, Member, Mix, Phase, Play, PlayError, PlaybackHandle, Player,
        PlayerEvents, Repeat, RepeatMode, SeekPolicy, Subject, Weight,
    },
    clip, span, time,
};
use crate::{
    clip::{Clip, ClipBuilder, ClipId, ClipSource, Clips, LookupError},
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

/// Durations: `a` 4 with cues at both ends and in the middle, `b` 7, `zero` 0.
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
    assert_eq!(one, other, "what was reported on the way does not count");
}

/// Events without their lateness, the only field that depends on the steps.
fn plain<T: Copy>(events: &[Event<Subject<T>>]) -> Vec<Event<Subject<T>>> {
    events.iter().map(|event| Event { lateness: Span::ZERO, ..*event }).collect()
}

fn kinds<T: Copy>(events: &[Event<Subject<T>>]) -> Vec<(i64, EventKind, Reason)> {
    events.iter().map(|event| (event.due.flicks(), event.kind, event.reason)).collect()
}

use EventKind::{Cue, End, Loop, Start};
use Reason::{Cancelled, Played, Skipped, Sought};

#[test]
fn a_stale_handle_is_refused() {
    let (clips, [a, ..]) = library();
    let mut player = Player::new();
    let first = player.play_on('x', &clips, a, Play::default()).unwrap();
    assert_eq!(kinds(player.stop(first).unwrap()), [(0, End, Cancelled)]);
    let second = player.play_on('y', &clips, a, Play::default()).unwrap();
    assert_ne!(first, second, "the same slot, another handle");
    assert_eq!(player.pause(first), Err(PlayError::Gone));
    assert_eq!(player.finish(first, &clips).unwrap_err(), PlayError::Gone);
    assert_eq!(player.position(first), Err(PlayError::Gone));
    assert_eq!(player.position(second).unwrap().phase, Phase::Playing);
}

#[test]
fn events_of_one_time_are_sorted_by_lane_then_declaration() {
    let (clips, [a, _, zero]) = library();
    let mut player = Player::new();
    let priority = |priority| Play { priority, delay: span(4), ..Play::default() };
    player.play_on('c', &clips, zero, priority(1)).unwrap();
    player.play_on('a', &clips, zero, priority(0)).unwrap();
    player.play_on('b', &clips, a, Play::default()).unwrap();
    let reported: Vec<_> = player
        .advance(span(9), &clips)
        .iter()
        .filter(|event| event.due == time(4))
        .map(|event| match event.id {
            Subject::Item { target, .. } => (target, event.kind),
            Subject::Group(_) => unreachable!(),
        })
        .collect();
    assert_eq!(
        reported,
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
fn an_ended_item_is_shown_once_at_its_exact_end() {
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
fn a_step_of_zero_duration_reports_what_is_due_now_once() {
    let (clips, [a, ..]) = library();
    let mut player = Player::new();
    player.play_on('x', &clips, a, Play::default()).unwrap();
    assert_eq!(kinds(&player.advance(Span::ZERO, &clips))[..1], [(0, Start, Played)]);
    let before = player.clone();
    assert!(player.advance(Span::ZERO, &clips).is_empty());
    assert!(player.advance(span(-5), &clips).is_empty());
    assert_eq!(player, before);
}

#[test]
fn an_item_that_holds_its_end_stays_until_it_is_stopped_or_turned_back() {
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
fn an_item_turned_round_at_its_start_ends_once() {
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
fn an_item_turned_round_before_it_shows_stays_at_its_start() {
    let (clips, [a, ..]) = library();
    let mut player = Player::new();
    let hold = Play { at_end: AtEnd::Hold, ..Play::default() };
    let handle = player.play_on('x', &clips, a, hold).unwrap();
    player.set_speed(handle, Speed::REVERSE).unwrap();
    assert_eq!(player.position(handle).unwrap().local, span(0));
    let reported = kinds(&player.advance(span(2), &clips));
    assert_eq!(reported, [(0, Start, Played), (0, Cue(0), Played), (0, End, Played)]);
    assert_eq!(player.position(handle).unwrap().local, span(0));
}

#[test]
fn an_item_that_has_begun_keeps_its_position_when_its_range_changes() {
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
fn a_new_range_that_ends_at_the_position_drops_the_fraction_beyond_it() {
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
    // Half a flick back from the turning point at 3, so the flick that shows is still 3.
    assert_eq!(player.position(handle).unwrap().local, span(3));
    player.advance(span(1), &clips);
    assert_eq!(player.position(handle).unwrap().local, span(2));
}

#[test]
fn a_seek_back_by_a_fraction_of_a_flick_reports_the_cue_in_between() {
    let (clips, [a, ..]) = library();
    let mut player = Player::new();
    let play = Play { speed: Speed::new(1, 2).unwrap(), ..Play::default() };
    let handle = player.play_on('x', &clips, a, play).unwrap();
    player.advance(span(5), &clips); // at two and a half
    let reported = kinds(&player.seek(handle, span(2), SeekPolicy::All, &clips).unwrap());
    assert_eq!(reported, [(5, Cue(1), Sought)]);
}

#[test]
fn an_endless_item_that_seeks_back_before_its_start_begins_at_its_position() {
    let (clips, [a, ..]) = library();
    let mut player = Player::new();
    let play = Play { repeat: Repeat::Forever, ..Play::default() };
    let handle = player.play_on('x', &clips, a, play).unwrap();
    let reported = player.seek(handle, span(-1), SeekPolicy::All, &clips).unwrap();
    let reported: Vec<_> = reported.iter().map(|event| (event.kind, event.loop_index)).collect();
    assert_eq!(reported, [(Start, 0), (Cue(0), 0), (Loop, 1), (Cue(2), 1)]);
}

#[test]
fn a_seek_reports_by_its_policy() {
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
        let reported = player.seek(handle, span(5), policy, &clips).unwrap();
        assert!(reported.iter().all(|event| event.reason == Sought && event.due == time(1)));
        assert_eq!(reported.iter().map(|event| event.kind).collect::<Vec<_>>(), want, "{policy:?}");
        let at = player.position(handle).unwrap();
        assert_eq!((at.pass, at.local), (1, span(1)));
        let back = player.seek(handle, span(2), policy, &clips).unwrap();
        assert_eq!(back.is_empty(), policy == SeekPolicy::Silent);
    }
}

#[test]
fn a_seek_to_the_end_ends_the_item_and_a_seek_to_the_start_does_not() {
    let (clips, [a, ..]) = library();
    let mut player = Player::new();
    let handle = player.play_on('x', &clips, a, Play::default()).unwrap();
    player.advance(span(1), &clips);
    assert!(player.seek(handle, Span::ZERO, SeekPolicy::Silent, &clips).unwrap().is_empty());
    assert!(player.contains(handle));
    let reported = kinds(&player.seek(handle, span(99), SeekPolicy::Silent, &clips).unwrap());
    assert_eq!(reported, [(1, End, Sought)]);
    assert!(!player.contains(handle));
    assert_eq!(player.ended()[0].position.local, span(4));
}

#[test]
fn an_endless_item_cannot_finish_alone_but_leaves_with_its_group() {
    let (clips, [a, b, _]) = library();
    let mut player = Player::new();
    let endless = Play { repeat: Repeat::Forever, ..Play::default() };
    let handle = player.play_on('x', &clips, a, endless).unwrap();
    assert_eq!(player.finish(handle, &clips).unwrap_err(), PlayError::LoopsForever);
    let members = [Member { play: endless, ..Member::new('y', a) }, Member::new('z', b)];
    let group = player.play_group(&clips, &members, AtEnd::Leave).unwrap();
    player.advance(span(1), &clips);
    let reported = kinds(&player.finish(group, &clips).unwrap());
    assert_eq!(reported[0], (1, End, Cancelled));
    assert_eq!(reported[1..4], [(1, Cue(0), Skipped), (1, Cue(1), Skipped), (1, Cue(2), Skipped)]);
    assert_eq!(
        reported[4..],
        [(1, End, Skipped), (1, End, Skipped)],
        "the member's and the group's"
    );
    assert_eq!(player.len(), 1);
}

#[test]
fn a_group_ends_once_with_its_last_member_whatever_the_reason() {
    let (clips, [a, b, _]) = library();
    let start = |player: &mut Player<char>, at_end| {
        let members = [Member::new('a', a), Member::new('b', b)];
        player.play_group(&clips, &members, at_end).unwrap()
    };
    let of_group = |events: &[Event<Subject<char>>], group: GroupHandle| {
        events
            .iter()
            .filter(|event| event.id == Subject::Group(group))
            .map(|event| (event.due.flicks(), event.reason))
            .collect::<Vec<_>>()
    };
    let mut player = Player::new();
    let group = start(&mut player, AtEnd::Leave);
    assert_eq!(of_group(&player.advance(span(5), &clips), group), []);
    let members: Vec<PlaybackHandle> = player.members(group).unwrap().collect();
    assert_eq!(player.position(members[0]).unwrap().phase, Phase::Ended, "it waits for the other");
    assert_eq!(of_group(&player.advance(span(5), &clips), group), [(7, Played)]);
    assert_eq!(player.ended().len(), 2);
    assert_eq!(player.members(group).err(), Some(PlayError::Gone));

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
fn settings_without_effect_are_refused() {
    let (clips, [a, b, _]) = library();
    let mut player = Player::new();
    assert_eq!(player.play_group(&clips, &[], AtEnd::Leave), Err(PlayError::EmptyGroup));
    let holds = Play { at_end: AtEnd::Hold, ..Play::default() };
    let members = [Member::new('a', a), Member { play: holds, ..Member::new('b', b) }];
    let refused = player.play_group(&clips, &members, AtEnd::Hold).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "`at_end` has no effect on a member of a group; leave it at its default"
    );
    assert!(player.is_empty());

    let walk = player.play_on('x', &clips, a, Play::default()).unwrap();
    let before = player.clone();
    let fades = Play { fade_in: span(1), ..Play::default() };
    let refused = player.crossfade(walk, &clips, b, fades, span(4)).unwrap_err();
    let no_effect = |setting, what| PlayError::NoEffect { setting, what };
    assert_eq!(refused, no_effect("fade_in", "a crossfade, which has a duration of its own"));
    assert_eq!(player, before);
}

#[test]
fn a_crossfade_blends_and_removes_the_old_item() {
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
    let reported = plain(&player.advance(span(100), &clips));
    let ends: Vec<_> = reported.iter().filter(|event| event.kind == End).collect();
    assert_eq!(ends.len(), 1);
    assert_eq!((ends[0].due, ends[0].reason), (time(18), Cancelled));
    assert!(!player.contains(walk));
    assert_eq!(player.get(run).unwrap().weight, Weight::FULL);
}

#[test]
fn an_increment_counts_the_passes_between() {
    use crate::clip::Keyframe;
    let keys = [Keyframe::linear(Span::ZERO, 3.0_f64), Keyframe::linear(span(8), 7.0)];
    let ramp = ClipBuilder::new("ramp").track("x", keys).build().unwrap();
    let play = Play { repeat: Repeat::Times(3), ..Play::default() };
    let head = super::super::Playhead::new(Time::ZERO, ramp.duration(), &play).unwrap();
    let track = ramp.track::<f64>("x").unwrap();
    // (after, until, added): the value changes by half a flick for each flick of the clock.
    for (after, until, want) in [(0, 4, 2.0), (4, 12, 4.0), (6, 20, 7.0), (0, 99, 12.0)] {
        let added = head.increment(time(after), time(until), |at| track.sample(at));
        assert_eq!(added, want, "from {after} to {until}");
    }
}

#[test]
fn an_additive_item_adds_its_gain_with_all_passes() {
    let (clips, [a, ..]) = library();
    let mut player = Player::new();
    let play = Play { repeat: Repeat::Forever, mix: Mix::Add, ..Play::default() };
    player.play_on('x', &clips, a, play).unwrap();
    player.advance(span(10), &clips);
    let mut blend = Blend::new();
    for active in player.active() {
        active.blend_into(&mut blend, |local| Whole(50 + 10 * local.flicks()));
    }
    // Two passes of 40 and half of a third one, on top of the base.
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
    let mut other = Clips::new();
    other.add(ClipBuilder::new("new").build().unwrap()).unwrap();
    other.add(clip("zero", 0, &[0])).unwrap();
    other.add(clip("b", 8, &[])).unwrap();
    let error = saved.load(&other).unwrap_err();
    assert_eq!(error, PlayError::Clips { missing: vec!["a".into()], changed: vec!["b".into()] });
    assert_eq!(error.to_string(), "clips missing: a; changed since the save: b");
    other.replace(clip("b", 7, &[3, 3, 7])).unwrap();
    assert_eq!(saved.load(&other).unwrap_err().to_string(), "clips missing: a");
    other.add(clip("a", 4, &[0, 2, 4])).unwrap();
    let mut loaded = saved.load(&other).unwrap();
    // The same playback with other ids.
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
        assert_eq!(
            plain(&player.advance(span(5), &clips)),
            first,
            "played again, reported the same"
        );
        player.clone_from(&snapshot);
    }
}

/// The law: cost follows what is looked at.
#[test]
fn items_that_are_not_due_are_not_visited() {
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
    player.reload(&clips);
    let asked = Asked { clips: &clips, visits: Cell::new(0) };
    player.advance(span(9), &asked); // starts and cues of half of all
    assert_eq!(asked.visits.replace(0), 50_010, "those that wait were left alone too");
    let reported: usize = (0..1000).map(|_| player.advance(span(5), &asked).len()).sum();
    assert_eq!((reported, asked.visits.get()), (5000, 5000), "ten loops every other step");
}

/// Counts the visits to items: each asks for its clip once.
struct Asked<'a> {
    clips: &'a Clips,
    visits: Cell<u64>,
}

impl ClipSource for Asked<'_> {
    fn get(&self, id: ClipId) -> Result<&Clip, LookupError> {
        self.visits.set(self.visits.get() + 1);
        self.clips.get(id)
    }
    fn id(&self, name: &str) -> Result<ClipId, LookupError> {
        self.clips.id(name)
    }
    fn revision(&self) -> u64 {
        self.clips.revision()
    }
}

#[test]
fn an_item_that_seeks_before_it_shows_turns_round_at_that_position() {
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
    assert_eq!(player.position(left), Err(PlayError::Gone), "it has ended at its start");
}

#[test]
fn a_default_player_is_a_new_one() {
    assert_eq!(Player::<u8>::default(), Player::new());
    let blend = Blend::<f64>::default();
    assert_eq!(blend.over(&5.0), 5.0, "nothing was added");
}

#[test]
fn a_cue_event_leads_to_its_cue_and_changes_the_digest() {
    let (clips, [a, ..]) = library();
    let mut player = Player::new();
    player.play_on('a', &clips, a, Play::default()).unwrap();
    let before = (player.digest(), crate::digest::digest(&player));
    let events = player.advance(span(2), &clips).to_vec();
    let names: Vec<_> =
        events.iter().map(|event| event.cue(&clips).map(|cue| cue.name())).collect();
    assert_eq!(names, [None, Some("cue 0"), Some("cue 1")]);
    assert_ne!(player.digest(), before.0);
    assert_ne!(crate::digest::digest(&player), before.1);
}

#[test]
fn an_item_ends_once_if_its_new_range_ends_where_it_is() {
    let (clips, [_, b, _]) = library();
    for (speed, range) in [(Speed::NORMAL, (0, 3)), (Speed::REVERSE, (4, 7))] {
        let mut player = Player::new();
        let item = player.play_on('b', &clips, b, Play { speed, ..Play::default() }).unwrap();
        player.advance(span(3), &clips);
        player.set_range(item, span(range.0), span(range.1)).unwrap();
        let events = player.advance(span(5), &clips).to_vec();
        let ends = events.iter().filter(|event| event.kind == EventKind::End).count();
        assert_eq!((ends, player.len()), (1, 0), "{speed:?}");
    }
}

#[cfg(feature = "serde")]
#[test]
fn a_save_with_wrong_links_is_damaged() {
    use super::super::Saved;

    let (clips, [a, b, _]) = library();
    let mut player = Player::new();
    let members = [Member::new('a', a), Member::new('b', b)];
    player.play_group(&clips, &members, AtEnd::Hold).unwrap();
    let save = serde_json::to_value(player.save(&clips).unwrap()).unwrap();
    let load = |save: &serde_json::Value| {
        serde_json::from_value::<Saved<char>>(save.clone()).unwrap().load(&clips)
    };
    assert_eq!(load(&save), Ok(player));
    let item = |member: usize| alloc::format!("/state/items/rows/{member}/item");
    let none = i64::from(u32::MAX);
    let damages = [
        (item(0) + "/group", 1),
        (item(0) + "/before", 1),
        (item(0) + "/next", none),
        (item(0) + "/playing/fade/over", -1),
        (item(1) + "/group", none),
        (item(1) + "/before", none),
        (item(1) + "/next", 0),
        (item(1) + "/serial", 3), // the next to be given
    ];
    for (field, number) in damages {
        let mut damaged = save.clone();
        *damaged.pointer_mut(&field).unwrap() = number.into();
        assert_eq!(load(&damaged), Err(PlayError::Damaged), "{field}");
    }
}
