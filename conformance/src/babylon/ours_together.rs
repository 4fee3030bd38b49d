//! Cueline's own group, against its members one by one: what is done to the group is done to each of them.

use cueline::{
    clip::{ClipBuilder, Clips},
    event::{Event, EventKind},
    playback::{
        Active, AtEnd, GroupHandle, GroupRange, Member, Phase, Play, PlaybackHandle, Player,
        Subject,
    },
    time::Span,
};

use super::{
    clip::{Blend, Clip},
    groups::Take,
    ours::{self, LEAD, Ours},
    script::{Op, Script},
};
use crate::{
    read::{Malformed, other},
    verdict::Verdict,
};

/// Of products and sums.
const ROUNDED: f64 = 1e-12;

/// Plays a take as one group, and each of its members as is to be expected of it.
pub(super) fn compare(take: &Take) -> Result<Verdict, Malformed> {
    let mut verdict = Verdict::new();
    let mut ours = Together::new(take)?;
    let mut members = Vec::new();
    for script in &take.scripts {
        members.push(Ours::new(script)?);
    }
    for (index, op) in take.script.iter().enumerate() {
        ours.does(*op)?;
        for (order, alone) in members.iter_mut().enumerate() {
            let what = |part: &str| format!("{part} of member {order} after operation {index}");
            // What has ended is not reached by what is done to the group.
            let passes = matches!(op, Op::Step { .. });
            let reached = alone.seen.running || passes;
            let expected = alone.does(if reached { *op } else { Op::Look })?;
            let seen = &ours.members[order];
            verdict.same(&what("loops"), seen.loops, expected.loops);
            verdict.same(&what("ends"), seen.ends, expected.ends);
            verdict.same(&what("frame"), seen.frame, expected.frame);
            let size = expected.value.iter().fold(1.0, |most: f64, part| most.max(part.abs()));
            verdict.all_close(&what("value"), &seen.value, &expected.value, ROUNDED * size);
        }
        let over = members.iter().all(|member| !member.seen.running);
        let what = format!("ends of the group after operation {index}");
        verdict.same(&what, ours.ends, u64::from(over));
    }
    Ok(verdict)
}

/// What shows of a member.
struct Shown<'a> {
    script: &'a Script,
    handle: PlaybackHandle,
    clip: Clip<'a>,
    loops: u64,
    ends: u64,
    frame: f64,
    value: Vec<f64>,
    /// Whether it waits for its first step, or for the first since a reset, and shows what was there before.
    rests: bool,
}

struct Together<'a> {
    player: Player<usize>,
    clips: Clips,
    group: GroupHandle,
    members: Vec<Shown<'a>>,
    /// Whether its clock goes.
    begun: bool,
    paused: bool,
    ends: u64,
}

impl<'a> Together<'a> {
    fn new(take: &'a Take) -> Result<Self, Malformed> {
        let (mut player, mut clips) = (Player::new(), Clips::new());
        let mut members = Vec::new();
        for (index, script) in take.scripts.iter().enumerate() {
            let end = Span::from_frames_f64(script.clip.limits().1.max(0.0), script.clip.rate()?);
            let end = ours::zero(script)? + end.map_err(other)?;
            let draft = ClipBuilder::new(index.to_string()).duration(end);
            let clip = clips.add(draft.build().map_err(other)?).map_err(other)?;
            // What happens at the end is up to the group.
            let play = Play { at_end: AtEnd::Leave, ..ours::play(script)? };
            members.push(Member { target: index, clip, play });
        }
        let group = player.play_group(&clips, &members, GroupRange::Own, AtEnd::Leave);
        let group = group.map_err(other)?;
        player.pause(group).map_err(other)?;
        let handles: Vec<PlaybackHandle> = player.members(group).map_err(other)?.collect();
        let shown = |(script, handle): (&'a Script, PlaybackHandle)| {
            let rate = script.clip.rate()?;
            let clip = Clip::new(&script.clip, &script.clip.kind, rate, Blend::Not)?;
            let value = script.initial()?;
            Ok(Shown { script, handle, clip, loops: 0, ends: 0, frame: 0.0, value, rests: true })
        };
        let members: Result<_, Malformed> = take.scripts.iter().zip(handles).map(shown).collect();
        let members = members?;
        Ok(Self { player, clips, group, members, begun: false, paused: false, ends: 0 })
    }

    fn does(&mut self, op: Op) -> Result<(), Malformed> {
        if self.player.contains(self.group) {
            match op {
                Op::Step { ms } => self.step(Span::from_millis_f64(ms).map_err(other)?)?,
                Op::Look | Op::LoopAnimation { .. } => {}
                Op::Pause => {
                    self.paused = true;
                    self.player.pause(self.group).map_err(other)?;
                }
                Op::Restart => {
                    self.paused = false;
                    if self.begun {
                        self.player.resume(self.group).map_err(other)?;
                    }
                }
                Op::GoToFrame { frame } => self.go_to(frame)?,
                Op::SpeedRatio { value } => {
                    let speed = ours::speed(value)?;
                    self.player.set_speed(self.group, speed).map_err(other)?;
                }
                Op::Stop => {
                    let events = self.player.stop(self.group).map_err(other)?.to_vec();
                    self.hear(&events);
                }
                Op::Reset => self.reset()?,
            }
        }
        self.look()
    }

    fn step(&mut self, mut by: Span) -> Result<(), Malformed> {
        if !self.paused && !std::mem::replace(&mut self.begun, true) {
            // Where there was a jump or a reset, nothing waits any more.
            let position = |member: &Shown| self.player.position(member.handle);
            let waits = |member| position(member).is_ok_and(|at| at.phase == Phase::Waiting);
            let waits = self.members.iter().any(waits);
            self.player.resume(self.group).map_err(other)?;
            by = if waits { LEAD } else { Span::ZERO };
            self.members.iter_mut().for_each(|member| member.rests = false);
        }
        let events = self.player.advance(by, &self.clips).to_vec();
        self.hear(&events);
        Ok(())
    }

    /// All that have not ended, to the place of a frame in the pass that each is in.
    fn go_to(&mut self, frame: f64) -> Result<(), Malformed> {
        let mut all = Vec::new();
        for member in self.members.iter_mut().filter(|member| member.ends == 0) {
            member.rests = false;
            let both = (&mut self.player, &self.clips);
            all.extend(ours::go_to(both, member.handle, member.script, frame)?);
        }
        self.hear(&all);
        Ok(())
    }

    /// All that have not ended wait at their start for the next step.
    fn reset(&mut self) -> Result<(), Malformed> {
        for member in self.members.iter_mut().filter(|member| member.ends == 0) {
            self.player.reset(member.handle).map_err(other)?;
            member.value = member.script.initial()?;
            member.rests = true;
        }
        self.begun = false;
        Ok(())
    }

    fn hear(&mut self, events: &[Event<Subject<usize>>]) {
        for edge in events {
            match (edge.id, edge.kind) {
                (Subject::Item { target: member, .. }, EventKind::Loop) => {
                    self.members[member].loops += 1
                }
                (Subject::Item { target: member, .. }, EventKind::End) => {
                    self.members[member].ends += 1
                }
                (Subject::Group(_), EventKind::End) => self.ends += 1,
                _ => {}
            }
        }
    }

    fn look(&mut self) -> Result<(), Malformed> {
        let Self { player, members, .. } = self;
        for member in members {
            let last = || player.ended().iter().find(|active| active.handle == member.handle);
            let active: Option<Active<usize>> =
                player.get(member.handle).ok().or_else(|| last().copied());
            let Some(active) = active else { continue };
            let zero = ours::zero(member.script)?;
            let local = active.position.local - zero;
            member.frame = local.flicks() as f64 * member.script.clip.flick();
            if !member.rests {
                let initial = member.script.initial()?;
                let below = member.script.is_from_current().then_some(initial.as_slice());
                member.value = member.clip.shown(&active, zero, below);
            }
        }
        Ok(())
    }
}
