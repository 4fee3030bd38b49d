//! Cueline, playing a recorded script, or all scripts of a group as one, through its public face.

use cueline::{
    clip::{ClipBuilder, ClipId, Clips, Cue},
    event::{Direction, Event, EventKind},
    playback::{
        self, AtEnd, Phase, Play, PlaybackHandle, PlaybackRef, Player, Repeat, RepeatMode,
        SeekPolicy, Subject,
    },
    time::{Span, Speed},
};

use super::{
    clip::{Blend, Clip},
    script::{Op, Script, Seen},
};
use crate::{
    fraction::fraction,
    read::{Malformed, other},
};

/// The recorded player begins with its first step, whatever its length. Ours waits for so long, and the step that begins takes it.
const LEAD: Span = Span::from_millis(1);

/// What plays one script, or a group.
pub(super) struct Ours<'a> {
    player: Player<usize>,
    clips: Clips,
    /// The group, or the one item.
    who: PlaybackRef,
    /// Whether its clock goes.
    begun: bool,
    paused: bool,
    /// How many ends of the group were reported.
    ends: usize,
    pub(super) members: Vec<Member<'a>>,
}

/// What plays one script of them.
pub(super) struct Member<'a> {
    script: &'a Script,
    values: Clip<'a>,
    /// Where frame 0 lies in a clip of ours, which knows no frames below 0.
    zero: Span,
    clip: ClipId,
    play: Play,
    handle: PlaybackHandle,
    stopped: bool,
    heard: Vec<usize>,
    pub(super) seen: Seen,
    /// Whether it shows the first value still, or again.
    pub(super) is_unmoved: bool,
    /// The range in the clip and the time in the clip, both from frame 0 on.
    pub(super) range: (Span, Span),
    pub(super) local: Span,
    pub(super) pass: i64,
    /// The furthest pass it has been in, either way.
    pub(super) furthest: u64,
    /// Whether a speed has made a part of a flick of a step since it last was at a whole one.
    pub(super) is_cut: bool,
    /// How many steps it has taken.
    pub(super) steps: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Life {
    /// It begins with the next step that is not in a pause.
    Waiting,
    Playing,
    /// It has come to its end.
    Ended,
    Stopped,
}

fn speed(ratio: f64) -> Result<Speed, Malformed> {
    let (num, den) = fraction(ratio, 0.0)?;
    Speed::new(num, den.into()).map_err(other)
}

/// Where frame 0 of a script lies in a clip of ours, which knows no frames below 0.
fn zero(script: &Script) -> Result<Span, Malformed> {
    let frames = script.events.iter().map(|event| event.frame).chain([script.clip.limits().0]);
    let lowest = frames.fold(0.0, f64::min);
    Ok(Span::ZERO - Span::from_frames_f64(lowest, script.clip.rate()?).map_err(other)?)
}

/// How a script is played.
fn play(script: &Script) -> Result<Play, Malformed> {
    let (rate, zero) = (script.clip.rate()?, zero(script)?);
    let at = |frame: f64| Span::from_frames_f64(frame, rate).map(|at| zero + at).map_err(other);
    let played = script.played();
    let range = (at(played.from.min(played.to))?, at(played.from.max(played.to))?);
    let endless = script.is_endless() && range.0 < range.1;
    Ok(Play {
        delay: LEAD,
        speed: speed(played.speed)?,
        range: Some(range),
        repeat: if endless { Repeat::Forever } else { Repeat::Once },
        repeat_mode: match script.clip.mode() {
            "yoyo" => RepeatMode::PingPong,
            "relative" | "relative_from_current" => RepeatMode::Relative,
            _ => RepeatMode::Restart,
        },
        at_end: if script.holds() { AtEnd::Hold } else { AtEnd::Leave },
        ..Play::default()
    })
}

/// The clip of a script, of no values but with its events as cues.
fn clip(clips: &mut Clips, name: usize, script: &Script) -> Result<ClipId, Malformed> {
    let (rate, zero) = (script.clip.rate()?, zero(script)?);
    let at = |frame: f64| Span::from_frames_f64(frame, rate).map(|at| zero + at).map_err(other);
    let (played, frames) = (script.played(), script.events.iter().map(|event| event.frame));
    let furthest = frames.fold(played.from.max(played.to), f64::max);
    let mut draft = ClipBuilder::new(name.to_string()).duration(at(furthest)?);
    for index in script.events_in_order() {
        draft = draft.cue(Cue::effect(at(script.events[index].frame)?, index.to_string()));
    }
    clips.add(draft.build().map_err(other)?).map_err(other)
}

impl<'a> Ours<'a> {
    /// Plays scripts: as a group, or the only one.
    pub(super) fn new(scripts: &'a [Script], is_group: bool) -> Result<Self, Malformed> {
        let (mut player, mut clips) = (Player::new(), Clips::new());
        let mut all = Vec::new();
        for (target, script) in scripts.iter().enumerate() {
            let (clip, mut play) = (clip(&mut clips, target, script)?, play(script)?);
            if is_group {
                play.at_end = AtEnd::Leave; // what happens at the end is up to the group
            }
            if script.is_backward() && play.speed.is_zero() {
                play.speed = Speed::whole(-1); // it stands at its end, and does not go from there
            }
            all.push(playback::Member { target, clip, play });
        }
        let (who, handles) = match &all[..] {
            [playback::Member { target, clip, play }] if !is_group => {
                let handle = player.play_on(*target, &clips, *clip, *play).map_err(other)?;
                (PlaybackRef::from(handle), vec![handle])
            }
            all => {
                let group = player.play_group(&clips, all, AtEnd::Leave);
                let group = group.map_err(other)?;
                (group.into(), player.members(group).map_err(other)?.collect())
            }
        };
        player.pause(who).map_err(other)?;
        let mut members = Vec::new();
        for ((script, handle), playback::Member { clip, play, .. }) in
            scripts.iter().zip(handles).zip(all)
        {
            player.set_speed(handle, speed(script.played().speed)?).map_err(other)?;
            let (rate, zero, value) = (script.clip.rate()?, zero(script)?, script.initial()?);
            members.push(Member {
                script,
                values: Clip::new(&script.clip, &script.clip.kind, rate, Blend::Not)?,
                zero,
                clip,
                play,
                handle,
                stopped: false,
                heard: Vec::new(),
                seen: Seen { value, running: true, ..Seen::default() },
                is_unmoved: true,
                range: play.range.map_or_else(Default::default, |(lo, hi)| (lo - zero, hi - zero)),
                local: Span::ZERO,
                pass: 0,
                furthest: 0,
                is_cut: false,
                steps: 0,
            });
        }
        let mut ours = Self { player, clips, who, begun: false, paused: false, ends: 0, members };
        ours.look()?;
        Ok(ours)
    }

    pub(super) fn does(&mut self, op: Op) -> Result<(), Malformed> {
        self.members.iter_mut().for_each(|member| member.seen.events.clear());
        let (alive, alone) = (self.player.contains(self.who), self.is_alone());
        match op {
            Op::Step { ms } => self.step(ms)?,
            Op::Pause => {
                self.paused = true;
                if alive {
                    self.player.pause(self.who).map_err(other)?;
                }
            }
            Op::Restart => {
                self.paused = false;
                if alive && self.begun {
                    self.player.resume(self.who).map_err(other)?;
                }
            }
            Op::GoToFrame { frame } if alive => self.go_to(frame)?,
            Op::SpeedRatio { value } if self.runs() => {
                self.player.set_speed(self.who, speed(value)?).map_err(other)?;
            }
            Op::Stop => {
                for member in self.members.iter_mut().filter(|one| alone || one.seen.running) {
                    member.stopped = true; // who has ended is not reached by what is done to a group
                }
                if alive {
                    let events = self.player.stop(self.who).map_err(other)?.to_vec();
                    self.collect_events(&events);
                }
            }
            Op::Reset if alive => self.reset()?,
            _ => {}
        }
        self.look()
    }

    /// Whether the group, if it is one, has reported that it has ended: once, when all have.
    pub(super) fn ends_with_its_last(&self) -> bool {
        self.ends == usize::from(!self.is_alone() && !self.runs())
    }

    fn is_alone(&self) -> bool {
        matches!(self.who, PlaybackRef::Item(_))
    }

    fn runs(&self) -> bool {
        self.members.iter().any(|member| member.seen.running)
    }

    fn step(&mut self, ms: f64) -> Result<(), Malformed> {
        if !self.runs() {
            return Ok(());
        }
        let mut by = Span::from_millis_f64(ms).map_err(other)?;
        if !self.paused && !std::mem::replace(&mut self.begun, true) {
            // Where there was a jump or a reset, nothing waits any more.
            let position = |member: &Member| self.player.position(member.handle);
            let waits = |member| position(member).is_ok_and(|at| at.phase == Phase::Waiting);
            let waits = self.members.iter().any(waits);
            self.player.resume(self.who).map_err(other)?;
            by = if waits { LEAD } else { Span::ZERO };
        }
        for member in self.members.iter_mut().filter(|member| member.seen.running && !self.paused) {
            let speed = self.player.playhead(member.handle).map_err(other)?.speed();
            let parts = i128::from(by.flicks()) * i128::from(speed.num());
            member.is_cut |= by != LEAD && parts % i128::from(speed.den()) != 0;
            (member.is_unmoved, member.steps) = (false, member.steps + 1);
        }
        let events = self.player.advance(by, &self.clips).to_vec();
        self.collect_events(&events);
        Ok(())
    }

    /// All that have not ended, to the place of a frame in the pass that each is in, or to the nearest end of its range.
    fn go_to(&mut self, frame: f64) -> Result<(), Malformed> {
        let mut all = Vec::new();
        for member in self.members.iter_mut().filter(|member| member.seen.running) {
            let (from, to) = self.player.playhead(member.handle).map_err(other)?.range();
            let pass = self.player.position(member.handle).map_err(other)?.pass;
            let at = Span::from_frames_f64(frame, member.script.clip.rate()?).map_err(other)?;
            let at = (at + member.zero).clamp(from, to);
            let within = if member.is_mirrored_in(pass) { to - at } else { at - from };
            let path = (to - from).checked_mul(pass).and_then(|start| start.checked_add(within));
            let path = path.ok_or_else(|| other("a jump within the range of all clocks"))?;
            let seek = self.player.seek(member.handle, path, SeekPolicy::Silent, &self.clips);
            all.extend(seek.map_err(other)?.to_vec());
            (member.is_unmoved, member.is_cut) = (false, false);
        }
        self.collect_events(&all);
        Ok(())
    }

    /// All that have not ended, or the only one, wait at their start for the next step.
    fn reset(&mut self) -> Result<(), Malformed> {
        let alone = self.is_alone();
        for member in self.members.iter_mut().filter(|one| alone || one.seen.running) {
            let at = self.player.position(member.handle).map_err(other)?;
            let speed = self.player.playhead(member.handle).map_err(other)?.speed();
            let turned = member.is_mirrored_in(at.pass);
            let backward = (at.direction == Direction::Backward) != turned;
            // What stands still keeps the end that it began at.
            let begins = if speed.is_zero() && backward { Speed::whole(-1) } else { speed };
            if alone {
                self.player.stop(member.handle).map_err(other)?;
                let play = Play { speed: begins, ..member.play };
                let handle = self.player.play_on(0, &self.clips, member.clip, play);
                member.handle = handle.map_err(other)?;
                self.who = member.handle.into();
                self.player.pause(member.handle).map_err(other)?;
            } else {
                self.player.set_speed(member.handle, begins).map_err(other)?;
                self.player.reset(member.handle).map_err(other)?;
            }
            self.player.set_speed(member.handle, speed).map_err(other)?;
            member.seen.running = true;
            member.seen.value = member.script.initial()?;
            (member.is_unmoved, member.is_cut) = (true, false);
        }
        self.begun = false;
        Ok(())
    }

    fn collect_events(&mut self, events: &[Event<Subject<usize>>]) {
        for edge in events {
            let Subject::Item { target, .. } = edge.id else {
                self.ends += usize::from(edge.kind == EventKind::End);
                continue;
            };
            let Member { script, heard, seen, .. } = &mut self.members[target];
            match edge.kind {
                EventKind::Loop => seen.loops += 1,
                EventKind::End => (seen.ends, seen.running) = (seen.ends + 1, false),
                EventKind::Start => {}
                EventKind::Cue(order) => {
                    let index = script.events_in_order()[order as usize];
                    if !script.events[index].only_once || !heard.contains(&index) {
                        heard.push(index);
                        seen.events.push(index);
                    }
                }
            }
        }
    }

    /// Looks at what shows; what has left shows its end for the last time.
    fn look(&mut self) -> Result<(), Malformed> {
        let Self { player, members, .. } = self;
        for member in members {
            let last = || player.ended().iter().find(|last| last.handle == member.handle).copied();
            let Some(active) = player.get(member.handle).ok().or_else(last) else { continue };
            member.local = active.position.local - member.zero;
            member.pass = active.position.pass;
            member.furthest = member.furthest.max(member.pass.unsigned_abs());
            member.seen.frame = member.local.flicks() as f64 * member.script.clip.flick();
            if !member.is_unmoved {
                let initial = member.script.initial()?;
                let below = member.script.is_from_current().then_some(initial.as_slice());
                member.seen.value = member.values.shown(&active, member.zero, below);
            }
        }
        Ok(())
    }
}

impl Member<'_> {
    pub(super) fn life(&self) -> Life {
        match self {
            Self { stopped: true, .. } => Life::Stopped,
            Self { seen: Seen { running: false, .. }, .. } => Life::Ended,
            Self { is_unmoved: true, .. } => Life::Waiting,
            _ => Life::Playing,
        }
    }

    fn is_mirrored_in(&self, pass: i64) -> bool {
        self.play.repeat_mode == RepeatMode::PingPong && pass % 2 != 0
    }
}
