use alloc::{vec, vec::Vec};
use proptest::prelude::*;

use super::{
    super::{
        AtEnd, Blend, ControlError, GroupHandle, GroupRange, Handle, LoadError, Loops, Member, Mix,
        Phase, Play, PlayError, Player, Repeat, Saved, SeekPolicy, Subject, Weight,
    },
    clip, cuts,
    model::Model,
    playhead::{plays, speeds},
    span, time,
};
use crate::{
    clip::{ClipDraft, ClipId, Clips},
    edge::{Edge, EdgeKind, Reason},
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

/// Edges without their lateness, which alone depends on the steps.
fn plain<T: Copy>(edges: &[Edge<Subject<T>>]) -> Vec<Edge<Subject<T>>> {
    edges.iter().map(|edge| Edge { lateness: Span::ZERO, ..*edge }).collect()
}

fn kinds<T: Copy>(edges: &[Edge<Subject<T>>]) -> Vec<(i64, EdgeKind, Reason)> {
    edges.iter().map(|edge| (edge.due.flicks(), edge.kind, edge.reason)).collect()
}

use EdgeKind::{Cue, End, Loop, Start};
use Reason::{Cancelled, Played, Skipped, Sought};

#[test]
fn handle_of_something_gone_answers_gone() {
    let (clips, [a, ..]) = library();
    let mut player = Player::new();
    let first = player.play('x', a, &Play::default(), &clips).unwrap();
    assert_eq!(kinds(player.stop(first).unwrap()), [(0, End, Cancelled)]);
    let second = player.play('y', a, &Play::default(), &clips).unwrap();
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
    player.play('c', zero, &lane(1), &clips).unwrap();
    player.play('a', zero, &lane(0), &clips).unwrap();
    player.play('b', a, &Play::default(), &clips).unwrap();
    let told: Vec<_> = player
        .advance(span(9), &clips)
        .iter()
        .filter(|edge| edge.due == time(4))
        .map(|edge| match edge.id {
            Subject::Item(_, target) => (target, edge.kind),
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
    player.play('x', a, &Play::default(), &clips).unwrap();
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
    player.play('x', a, &Play::default(), &clips).unwrap();
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
    let handle = player.play('x', a, &play, &clips).unwrap();
    player.advance(span(50), &clips);
    assert_eq!(player.position(handle).unwrap().phase, Phase::Ended);
    assert_eq!(player.next_due(&clips), None);
    player.set_speed(handle, Speed::REVERSE).unwrap();
    let back = kinds(player.advance(span(50), &clips));
    assert_eq!(back, [(52, Cue(1), Played), (54, Cue(0), Played), (54, End, Played)]);
    player.restart(handle).unwrap();
    assert_eq!(player.next_due(&clips), Some(time(100)));
    assert_eq!(kinds(player.advance(span(1), &clips))[..1], [(100, Start, Played)]);
    assert_eq!(kinds(player.stop(handle).unwrap()), [(101, End, Cancelled)]);
    assert!(player.is_empty());
}

#[test]
fn something_turned_round_at_its_very_start_still_ends_once() {
    let (clips, [a, ..]) = library();
    let mut player = Player::new();
    let handle = player.play('x', a, &Play::default(), &clips).unwrap();
    player.advance(span(2), &clips);
    player.seek(handle, Span::ZERO, SeekPolicy::Silent, &clips).unwrap();
    player.set_speed(handle, Speed::REVERSE).unwrap();
    assert_eq!(player.next_due(&clips), Some(time(2)));
    assert_eq!(kinds(player.advance(span(9), &clips)), [(2, End, Played)]);
    assert!(player.is_empty());
}

#[test]
fn turned_round_before_anybody_saw_it_begins_at_its_other_end() {
    let (clips, [a, ..]) = library();
    let mut player = Player::new();
    let handle = player.play('x', a, &Play::default(), &clips).unwrap();
    player.set_speed(handle, Speed::REVERSE).unwrap();
    let told = kinds(player.advance(span(2), &clips));
    assert_eq!(told, [(0, Start, Played), (0, Cue(2), Played), (2, Cue(1), Played)]);
    assert_eq!(player.position(handle).unwrap().local, span(2));
}

#[test]
fn seek_tells_by_its_policy() {
    let (clips, [a, ..]) = library();
    let play = Play { loops: Loops::Times(3), ..Play::default() };
    let cases = [
        (SeekPolicy::Silent, vec![]),
        (SeekPolicy::State, vec![Cue(2), Cue(0)]),
        (SeekPolicy::All, vec![Cue(1), Cue(2), Loop, Cue(0)]),
    ];
    for (policy, want) in cases {
        let mut player = Player::new();
        let handle = player.play('x', a, &play, &clips).unwrap();
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
    let handle = player.play('x', a, &Play::default(), &clips).unwrap();
    player.advance(span(1), &clips);
    assert!(player.seek(handle, Span::ZERO, SeekPolicy::Silent, &clips).unwrap().is_empty());
    assert!(player.contains(handle));
    let told = kinds(player.seek(handle, span(99), SeekPolicy::Silent, &clips).unwrap());
    assert_eq!(told, [(1, End, Sought)]);
    assert!(!player.contains(handle));
    assert_eq!(player.ended()[0].position.local, span(4));
}

#[test]
fn endless_item_cannot_be_finished_alone_but_leaves_with_its_group() {
    let (clips, [a, b, _]) = library();
    let mut player = Player::new();
    let endless = Play { loops: Loops::Endless, ..Play::default() };
    let handle = player.play('x', a, &endless, &clips).unwrap();
    assert_eq!(player.finish(handle, &clips).unwrap_err(), ControlError::Endless);
    let members = [Member { play: endless, ..Member::new('y', a) }, Member::new('z', b)];
    let group = player.play_group(&members, GroupRange::Own, AtEnd::Leave, &clips).unwrap();
    player.advance(span(1), &clips);
    let told = kinds(player.finish(group, &clips).unwrap());
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
        player.play_group(&members, GroupRange::Own, at_end, &clips).unwrap()
    };
    let of_group = |edges: &[Edge<Subject<char>>], group: GroupHandle| {
        edges
            .iter()
            .filter(|edge| edge.id == Subject::Group(group))
            .map(|edge| (edge.due.flicks(), edge.reason))
            .collect::<Vec<_>>()
    };
    let mut player = Player::new();
    let group = start(&mut player, AtEnd::Leave);
    assert_eq!(of_group(player.advance(span(5), &clips), group), []);
    let members: Vec<Handle> = player.members(group).unwrap().collect();
    assert_eq!(player.position(members[0]).unwrap().phase, Phase::Ended, "it waits for the other");
    assert_eq!(of_group(player.advance(span(5), &clips), group), [(7, Played)]);
    assert_eq!(player.ended().len(), 2);
    assert_eq!(player.members(group).err(), Some(ControlError::Gone));

    let group = start(&mut player, AtEnd::Leave);
    player.advance(span(5), &clips);
    let longer = player.members(group).unwrap().last().unwrap();
    assert_eq!(of_group(player.stop(longer).unwrap(), group), [(15, Cancelled)]);
    assert!(player.is_empty());

    let group = start(&mut player, AtEnd::Hold);
    assert_eq!(of_group(player.finish(group, &clips).unwrap(), group), [(15, Skipped)]);
    assert_eq!(player.len(), 2);
    player.reset(group).unwrap();
    assert!(player.advance(span(3), &clips).is_empty());
    player.resume(group).unwrap();
    assert_eq!(of_group(player.advance(span(9), &clips), group), [(25, Played)]);
    assert_eq!(of_group(player.stop(group).unwrap(), group), [], "it was over");
    assert!(player.is_empty() && !player.contains(group));
}

#[test]
fn group_over_the_widest_range_ends_all_at_one_time() {
    let (clips, [a, b, zero]) = library();
    let mut player = Player::new();
    let members = [Member::new('a', a), Member::new('b', b), Member::new('z', zero)];
    player.play_group(&members, GroupRange::Widest, AtEnd::Leave, &clips).unwrap();
    let ends: Vec<_> = (player.advance(span(9), &clips).iter())
        .filter(|edge| edge.kind == End)
        .map(|edge| edge.due.flicks())
        .collect();
    assert_eq!(ends, [7, 7, 7, 7]);
    let none = player.play_group(&[], GroupRange::Own, AtEnd::Leave, &clips);
    assert_eq!(none, Err(PlayError::EmptyGroup));
}

#[test]
fn cross_fade_blends_and_drops_the_old_one() {
    let (clips, [a, b, _]) = library();
    let mut player = Player::new();
    let endless = Play { loops: Loops::Endless, ..Play::default() };
    let walk = player.play('x', a, &endless, &clips).unwrap();
    player.advance(span(10), &clips);
    let run = player.crossfade(walk, b, &endless, span(8), &clips).unwrap();
    player.advance(span(2), &clips);
    let value = player.blend(&Whole(0), |_| true, |clip, _| Whole(if clip == a { 0 } else { 100 }));
    assert_eq!(value, Whole(25));
    assert_eq!(player.get(run).unwrap().weight, Weight::from_percent(25));
    let told = plain(player.advance(span(100), &clips));
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
    let ramp = ClipDraft::new("ramp").track("x", keys).build().unwrap();
    let play = Play { loops: Loops::Times(3), ..Play::default() };
    let head = super::super::Playhead::new(Time::ZERO, ramp.length(), &play).unwrap();
    let track = ramp.track::<f64>("x").unwrap();
    // (after, until, added): half a flick of the value a flick of the clock, whatever lies between.
    for (after, until, want) in [(0, 4, 2.0), (4, 12, 4.0), (6, 20, 7.0), (0, 99, 12.0)] {
        let mut value = 100.0;
        for (from, to, times) in head.stretches(time(after), time(until)) {
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
    let play = Play { loops: Loops::Endless, mix: Mix::Add, ..Play::default() };
    player.play('x', a, &play, &clips).unwrap();
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
        player.play('x', clip, &Play::default(), &clips).unwrap();
    }
    let saved = player.save(&clips).unwrap();
    assert_eq!(saved.clip_names().collect::<Vec<_>>(), ["a", "b", "zero"]);
    let mut other = Clips::new();
    other.add(ClipDraft::new("new").build().unwrap()).unwrap();
    other.add(clip("zero", 0, &[0])).unwrap();
    other.add(clip("b", 8, &[])).unwrap();
    let error = saved.load(&other).unwrap_err();
    assert_eq!(error, LoadError::Clips { missing: vec!["a".into()], changed: vec!["b".into()] });
    other.replace(clip("b", 7, &[3, 3, 7])).unwrap();
    other.add(clip("a", 4, &[0, 2, 4])).unwrap();
    let mut loaded = saved.load(&other).unwrap();
    // Other ids, the same play.
    assert_eq!(plain(loaded.advance(span(9), &other)), plain(player.advance(span(9), &clips)));
}

#[test]
fn snapshot_into_its_own_memory_restores_everything() {
    let (clips, [a, b, _]) = library();
    let mut player = Player::new();
    player.play('x', a, &Play { delay: span(3), ..Play::default() }, &clips).unwrap();
    player.play('y', b, &Play::default(), &clips).unwrap();
    let mut snapshot = player.clone();
    for _ in 0..3 {
        player.advance(span(2), &clips);
        snapshot.clone_from(&player);
        let first = plain(player.advance(span(5), &clips));
        player.clone_from(&snapshot);
        assert_eq!(player, snapshot);
        assert_eq!(plain(player.advance(span(5), &clips)), first, "played again, told the same");
        player.clone_from(&snapshot);
    }
}

#[test]
fn steady_play_allocates_nothing() {
    let (clips, [a, b, _]) = library();
    let mut player = Player::new();
    let room = |player: &Player<u32>| {
        (player.told.capacity(), player.edges.capacity(), player.ended.capacity())
    };
    let mut warm = None;
    for round in 0..200_u32 {
        for target in 0..8 {
            let clip = if target % 2 == 0 { a } else { b };
            player.play(target, clip, &Play::default(), &clips).unwrap();
        }
        player.advance(span(20), &clips);
        let rows = player.state.items.rows.len();
        assert_eq!(rows, 8, "slots are used again");
        if round == 2 {
            warm = Some(room(&player));
        }
        assert!(warm.is_none_or(|warm| warm == room(&player)), "round {round}");
    }
}

#[derive(Clone, Debug)]
enum Op {
    Play(usize, Play),
    Group(Vec<(usize, Play)>, bool, bool),
    Pause(usize),
    Resume(usize),
    Speed(usize, (i64, u64)),
    Seek(usize, i64),
    Finish(usize),
    Stop(usize),
    Reset(usize),
    Restart(usize),
    Range(usize, i64, i64),
    FadeOut(usize, i64),
    CrossFade(usize, usize, i64),
}

fn full_plays() -> impl Strategy<Value = Play> {
    (plays(), 0_u32..3, any::<bool>(), 0_i64..4).prop_map(|(play, lane, hold, fade)| Play {
        lane,
        at_end: if hold { AtEnd::Hold } else { AtEnd::Leave },
        fade_in: span(fade),
        ..play
    })
}

fn programs() -> impl Strategy<Value = Vec<(i64, Op)>> {
    let who = 0_usize..6;
    let op = prop_oneof![
        4 => (0_usize..3, full_plays()).prop_map(|(clip, play)| Op::Play(clip, play)),
        2 => (prop::collection::vec((0_usize..3, full_plays()), 0..4), any::<bool>(), any::<bool>())
            .prop_map(|(members, widest, hold)| Op::Group(members, widest, hold)),
        1 => who.clone().prop_map(Op::Pause),
        1 => who.clone().prop_map(Op::Resume),
        2 => (who.clone(), speeds()).prop_map(|(who, speed)| Op::Speed(who, speed)),
        1 => (who.clone(), -3_i64..30).prop_map(|(who, to)| Op::Seek(who, to)),
        1 => who.clone().prop_map(Op::Finish),
        1 => who.clone().prop_map(Op::Stop),
        1 => who.clone().prop_map(Op::Reset),
        1 => who.clone().prop_map(Op::Restart),
        1 => (who.clone(), 0_i64..5, 0_i64..9).prop_map(|(who, from, to)| Op::Range(who, from, to)),
        1 => (who.clone(), 0_i64..9).prop_map(|(who, over)| Op::FadeOut(who, over)),
        1 => (who, 0_usize..3, 0_i64..9).prop_map(|(who, clip, over)| Op::CrossFade(who, clip, over)),
    ];
    prop::collection::vec((0_i64..40, op), 0..12).prop_map(|mut ops| {
        ops.sort_by_key(|(at, _)| *at);
        ops
    })
}

/// A player with all handles it ever gave out.
#[derive(Clone)]
struct Run {
    clips: Clips,
    ids: [ClipId; 3],
    player: Player<u32>,
    who: Vec<super::super::Who>,
    told: Vec<Edge<Subject<u32>>>,
    /// Whether anything was ever told to fade out.
    faded: bool,
}

impl Run {
    fn new() -> Self {
        let (clips, ids) = library();
        Self { clips, ids, player: Player::new(), who: vec![], told: vec![], faded: false }
    }

    fn apply(&mut self, op: &Op) {
        self.faded |= matches!(op, Op::FadeOut(..) | Op::CrossFade(..));
        let Self { clips, ids, player, who, told, .. } = self;
        let pick = |index: &usize| who.get(*index).copied();
        let target = u32::try_from(who.len()).unwrap();
        match op {
            Op::Play(clip, play) => {
                who.extend(
                    player.play(target, ids[*clip], play, clips).ok().map(super::super::Who::from),
                );
            }
            Op::Group(members, widest, hold) => {
                let members: Vec<_> = members
                    .iter()
                    .map(|(clip, play)| Member { target, clip: ids[*clip], play: *play })
                    .collect();
                let range = if *widest { GroupRange::Widest } else { GroupRange::Own };
                let at_end = if *hold { AtEnd::Hold } else { AtEnd::Leave };
                let group = player.play_group(&members, range, at_end, clips).ok();
                if let Some(group) = group {
                    who.push(group.into());
                    who.extend(player.members(group).unwrap().take(1).map(super::super::Who::from));
                }
            }
            Op::Pause(index) => _ = pick(index).map(|who| player.pause(who)),
            Op::Resume(index) => _ = pick(index).map(|who| player.resume(who)),
            Op::Speed(index, (num, den)) => {
                _ = pick(index).map(|who| player.set_speed(who, Speed::new(*num, *den).unwrap()));
            }
            Op::Seek(index, to) => {
                if let Some(Ok(edges)) =
                    pick(index).map(|who| player.seek(who, span(*to), SeekPolicy::All, clips))
                {
                    told.extend(plain(edges));
                }
            }
            Op::Finish(index) => {
                if let Some(Ok(edges)) = pick(index).map(|who| player.finish(who, clips)) {
                    told.extend(plain(edges));
                }
            }
            Op::Stop(index) => {
                if let Some(Ok(edges)) = pick(index).map(|who| player.stop(who)) {
                    told.extend(plain(edges));
                }
            }
            Op::Reset(index) => _ = pick(index).map(|who| player.reset(who)),
            Op::Restart(index) => _ = pick(index).map(|who| player.restart(who)),
            Op::Range(index, from, to) => {
                _ = pick(index).map(|who| player.set_range(who, span(*from), span(*to)));
            }
            Op::FadeOut(index, over) => {
                _ = pick(index).map(|who| player.fade_out(who, span(*over)));
            }
            Op::CrossFade(index, clip, over) => {
                if let Some(super::super::Who::Item(handle)) = pick(index) {
                    let play = Play::default();
                    let to = player.crossfade(handle, ids[*clip], &play, span(*over), clips);
                    who.extend(to.ok().map(super::super::Who::from));
                }
            }
        }
    }

    fn advance_to(&mut self, to: i64) {
        let due = self.player.next_due(&self.clips);
        let edges = self.player.advance_to(time(to), &self.clips);
        if let Some(first) = edges.first() {
            // What leaves silently, when it has faded out, is due too.
            assert!(due.is_some_and(|due| due == first.due || (self.faded && due < first.due)));
        }
        self.told.extend(plain(edges));
    }

    fn check(&self) {
        assert!(self.player.state.is_sound());
        assert!(self.told.iter().all(|edge| edge.kind != Start || edge.reason != Cancelled));
    }
}

const LAST: i64 = 60;

fn run(program: &[(i64, Op)], splits: &[i64], mut at_cut: impl FnMut(&mut Run)) -> Run {
    let mut run = Run::new();
    let places: Vec<i64> =
        splits.iter().copied().chain(program.iter().map(|(at, _)| *at)).collect();
    let mut pending = program;
    for cut in cuts(&places, LAST) {
        run.advance_to(cut);
        while let Some(((at, op), rest)) = pending.split_first()
            && *at <= cut
        {
            run.apply(op);
            run.check();
            pending = rest;
        }
        at_cut(&mut run);
    }
    run
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn partition(program in programs(), splits in prop::collection::vec(0..=LAST, 0..9)) {
        let whole = run(&program, &[], |_| {});
        let parts = run(&program, &splits, |_| {});
        prop_assert_eq!(&whole.told, &parts.told);
        prop_assert_eq!(&whole.player, &parts.player);
        prop_assert_eq!(whole.player.digest(), parts.player.digest());
    }

    /// Against the model that moves a twelfth of a flick at a time.
    #[test]
    fn exactly_once(
        items in prop::collection::vec((0_usize..3, full_plays()), 1..6),
        splits in prop::collection::vec(0..=LAST, 0..9),
    ) {
        let mut all = Run::new();
        let mut want = vec![];
        let data = [(4, vec![0, 2, 4]), (7, vec![3, 3, 7]), (0, vec![0])];
        for (clip, play) in &items {
            let serial = all.who.len();
            all.apply(&Op::Play(*clip, *play));
            if all.who.len() == serial {
                continue;
            }
            let (length, cues) = &data[*clip];
            let mut model = Model::new(*length, cues, play);
            while model.now() < LAST {
                model.tick();
            }
            for (index, (due, kind, pass)) in model.told.into_iter().enumerate() {
                want.push((due, play.lane, serial, index, kind, pass.unsigned_abs()));
            }
        }
        want.sort_unstable();
        for cut in cuts(&splits, LAST) {
            all.advance_to(cut);
        }
        let told: Vec<_> = all.told.iter().map(|edge| {
            let Subject::Item(_, target) = edge.id else { unreachable!() };
            (edge.due.flicks(), target as usize, edge.kind, edge.loop_index)
        }).collect();
        let want: Vec<_> = want.into_iter()
            .map(|(due, _, serial, _, kind, pass)| (due, serial, kind, pass)).collect();
        prop_assert_eq!(told, want);
    }

    #[test]
    fn finish_equals_play(
        clip in 0_usize..2,
        play in full_plays(),
        played in 0_i64..9,
    ) {
        prop_assume!(play.speed.num() != 0);
        let (clips, ids) = library();
        let play = Play { at_end: AtEnd::Leave, ..play };
        let mut skips = Player::new();
        let Ok(handle) = skips.play(0, ids[clip], &play, &clips) else { return Ok(()) };
        skips.advance(span(played), &clips);
        let mut plays = skips.clone();
        if !skips.contains(handle) {
            return Ok(());
        }
        if play.loops == Loops::Endless {
            prop_assert_eq!(skips.finish(handle, &clips).unwrap_err(), ControlError::Endless);
            prop_assert_eq!(skips, plays);
            return Ok(());
        }
        let skipped = skips.finish(handle, &clips).unwrap().to_vec();
        let played = plays.advance(span(100_000), &clips);
        prop_assert!(skipped.iter().all(|edge| edge.reason == Skipped && edge.due == skips.now()));
        let strip = |edges: &[Edge<Subject<i32>>]| -> Vec<_> {
            edges.iter().map(|edge| (edge.kind, edge.loop_index, edge.direction)).collect()
        };
        prop_assert_eq!(strip(&skipped), strip(played));
        prop_assert_eq!(skips.ended()[0].position, plays.ended()[0].position);
        skips.advance_to(plays.now(), &clips);
        prop_assert_eq!(skips, plays);
    }

    /// Saved and read back at every cut, it goes on as the one that never stopped.
    #[test]
    fn state_is_data(program in programs(), splits in prop::collection::vec(0..=LAST, 0..4)) {
        let straight = run(&program, &splits, |_| {});
        let reloaded = run(&program, &splits, |run| {
            let saved = run.player.save(&run.clips).unwrap();
            #[cfg(feature = "serde")]
            let saved: Saved<u32> =
                serde_json::from_str(&serde_json::to_string(&saved).unwrap()).unwrap();
            let saved: Saved<u32> = saved;
            let loaded = saved.load(&run.clips).unwrap();
            assert_eq!(loaded, run.player);
            assert_eq!(loaded.digest(), run.player.digest());
            run.player = loaded;
            #[cfg(feature = "serde")]
            {
                let json = serde_json::to_string(&run.player).unwrap();
                run.player = serde_json::from_str(&json).unwrap();
            }
        });
        prop_assert_eq!(straight.told, reloaded.told);
        prop_assert_eq!(straight.player, reloaded.player);
    }

    #[test]
    fn sampling_is_free_of_effects(program in programs(), splits in prop::collection::vec(0..=LAST, 0..4)) {
        let blind = run(&program, &splits, |_| {});
        let watched = run(&program, &splits, |run| {
            let before = run.player.clone();
            for _ in 0..2 {
                let once: Vec<_> = run.player.active().collect();
                for active in &once {
                    let head = run.player.playhead(active.handle).unwrap();
                    assert_eq!(head.at(run.player.now()), active.position);
                    let _ = (head.at(Time::MAX), head.at(Time::MIN), head.next_due(Time::ZERO, None));
                }
                assert_eq!(once, run.player.active().collect::<Vec<_>>());
            }
            assert_eq!(before, run.player);
        });
        prop_assert_eq!(blind.told, watched.told);
    }

    #[test]
    fn additive_playback_sums_to_the_same_over_any_partition(
        play in plays(),
        splits in prop::collection::vec(0..=LAST, 0..9),
    ) {
        let Ok(head) = super::super::Playhead::new(Time::ZERO, span(7), &play) else { return Ok(()) };
        let value = |local: Span| Whole(local.flicks() * local.flicks() - 3 * local.flicks() + 5);
        let mut sum = Whole(0);
        let mut last = 0;
        for cut in cuts(&splits, LAST) {
            sum = sum.and(&head.increment(time(last), time(cut), value));
            last = cut;
        }
        prop_assert_eq!(sum, head.increment(Time::ZERO, time(LAST), value));
        let gain = |now| head.gain(time(now), value);
        prop_assert_eq!(sum, gain(LAST).minus(&gain(0)));
        if play.repeat == Repeat::Relative {
            let at = |now| head.value(time(now), value);
            prop_assert_eq!(sum, at(LAST).minus(&at(0)));
        }
    }

    /// Any numbers at all, near both ends of time too.
    #[test]
    fn nothing_panics(
        start in any::<i64>(),
        rounds in prop::collection::vec(
            (0_usize..3, prop_oneof![any::<i64>(), Just(i64::MAX), Just(0), 0_i64..9], any::<i64>(),
             1_u64.., 0_i64..6, any::<bool>()),
            1..8),
    ) {
        let (clips, ids) = library();
        let mut player = Player::starting_at(time(start));
        let mut last = None;
        for (clip, by, num, den, what, odd) in rounds {
            let play = Play {
                delay: span(by.max(0)),
                speed: Speed::new(num, den).unwrap(),
                loops: if odd { Loops::Endless } else { Loops::Times(den) },
                fade_in: span(num.max(0)),
                ..Play::default()
            };
            last = player.play(0, ids[clip], &play, &clips).ok().or(last);
            let before = player.now();
            player.advance(span(by), &clips);
            prop_assert!(player.now() >= before);
            let _ = (player.next_due(&clips), player.active().count());
            let Some(handle) = last else { continue };
            match what {
                0 => _ = player.set_speed(handle, Speed::new(num, 1).unwrap()),
                1 => _ = player.seek(handle, span(num), SeekPolicy::All, &clips),
                2 => _ = player.finish(handle, &clips),
                3 => _ = player.set_range(handle, span(num), span(by)),
                4 => _ = player.fade_out(handle, span(by)),
                _ => _ = player.stop(handle),
            }
            prop_assert!(player.state.is_sound());
        }
    }

    /// Saves with any bits flipped are refused or play on; nothing panics.
    #[cfg(feature = "serde")]
    #[test]
    fn nothing_panics_on_a_damaged_save(
        program in programs(),
        at in any::<prop::sample::Index>(),
        digits in "[0-9]{1,19}",
    ) {
        let run = run(&program, &[], |_| {});
        let json = serde_json::to_string(&run.player.save(&run.clips).unwrap()).unwrap();
        // Puts another number where one was.
        let numbers: Vec<_> = json.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).collect();
        let at = numbers[at.index(numbers.len())];
        let rest = json[at..].trim_start_matches(|c: char| c.is_ascii_digit());
        let json = alloc::format!("{}{digits}{rest}", &json[..at]);
        let Ok(saved) = serde_json::from_str::<Saved<u32>>(&json) else { return Ok(()) };
        if let Ok(mut player) = saved.load(&run.clips) {
            let to = player.now() + span(50);
            player.advance_to(to, &run.clips);
            let _ = player.active().count();
        }
    }
}
