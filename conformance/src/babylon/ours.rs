//! Cueline, playing a recorded script through its public face.

use cueline::{
    clip::{ClipBuilder, ClipId, Clips, Cue},
    event::{Event, EventKind},
    playback::{
        AtEnd, Phase, Play, PlaybackHandle, Player, Repeat, RepeatMode, SeekPolicy, Subject,
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
pub(super) const LEAD: Span = Span::from_millis(1);

pub(super) struct Ours<'a> {
    script: &'a Script,
    player: Player<()>,
    clips: Clips,
    clip: ClipId,
    values: Clip<'a>,
    /// Where frame 0 lies in a clip of ours, which knows no frames below 0.
    zero: Span,
    play: Play,
    handle: PlaybackHandle,
    /// Whether its clock goes.
    begun: bool,
    paused: bool,
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

pub(super) fn speed(ratio: f64) -> Result<Speed, Malformed> {
    let (num, den) = fraction(ratio, 0.0)?;
    Speed::new(num, den.into()).map_err(other)
}

/// Where frame 0 of a script lies in a clip of ours, which knows no frames below 0.
pub(super) fn zero(script: &Script) -> Result<Span, Malformed> {
    let frames = script.events.iter().map(|event| event.frame).chain([script.clip.limits().0]);
    let lowest = frames.fold(0.0, f64::min);
    Ok(Span::ZERO - Span::from_frames_f64(lowest, script.clip.rate()?).map_err(other)?)
}

/// How a script is played.
pub(super) fn play(script: &Script) -> Result<Play, Malformed> {
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

/// Sends what plays a script to a frame in the pass that it is in, or to the nearest end of its range.
pub(super) fn go_to<T: Copy>(
    (player, clips): (&mut Player<T>, &Clips),
    handle: PlaybackHandle,
    script: &Script,
    frame: f64,
) -> Result<Vec<Event<Subject<T>>>, Malformed> {
    let (from, to) = player.playhead(handle).map_err(other)?.range();
    let pass = player.position(handle).map_err(other)?.pass;
    let at = Span::from_frames_f64(frame, script.clip.rate()?).map_err(other)?;
    let at = (at + zero(script)?).clamp(from, to);
    let mirrored = play(script)?.repeat_mode == RepeatMode::PingPong && pass % 2 != 0;
    let within = if mirrored { to - at } else { at - from };
    let path = (to - from).checked_mul(pass).and_then(|start| start.checked_add(within));
    let path = path.ok_or_else(|| other("a jump within the range of all clocks"))?;
    Ok(player.seek(handle, path, SeekPolicy::Silent, clips).map_err(other)?.to_vec())
}

impl<'a> Ours<'a> {
    pub(super) fn new(script: &'a Script) -> Result<Self, Malformed> {
        let rate = script.clip.rate()?;
        let zero = zero(script)?;
        let at = |frame: f64| Span::from_frames_f64(frame, rate).map(|at| zero + at).map_err(other);
        let played = script.played();
        let furthest = script
            .events
            .iter()
            .fold(played.from.max(played.to), |far, event| far.max(event.frame));
        let mut draft = ClipBuilder::new("clip").duration(at(furthest)?);
        for index in script.events_in_order() {
            draft = draft.cue(Cue::effect(at(script.events[index].frame)?, index.to_string()));
        }
        let mut clips = Clips::new();
        let clip = clips.add(draft.build().map_err(other)?).map_err(other)?;
        let play = play(script)?;
        let mut player = Player::new();
        let handle = player.play(&clips, clip, play).map_err(other)?;
        player.pause(handle).map_err(other)?;
        let value = script.initial()?;
        let mut ours = Self {
            script,
            player,
            clips,
            clip,
            values: Clip::new(&script.clip, &script.clip.kind, rate, Blend::Not)?,
            zero,
            play,
            handle,
            begun: false,
            paused: false,
            stopped: false,
            heard: Vec::new(),
            seen: Seen { value, frame: 0.0, loops: 0, ends: 0, running: true, events: Vec::new() },
            is_unmoved: true,
            range: play.range.map_or((Span::ZERO, Span::ZERO), |(lo, hi)| (lo - zero, hi - zero)),
            local: Span::ZERO,
            pass: 0,
            furthest: 0,
            is_cut: false,
            steps: 0,
        };
        if script.is_backward() && played.speed == 0.0 {
            // It stands at its end, and does not go from there.
            ours.begin_at(Speed::whole(-1))?;
            ours.player.set_speed(ours.handle, ours.play.speed).map_err(other)?;
        }
        ours.look()?;
        Ok(ours)
    }

    /// Plays it again, waiting for its first step.
    fn begin_at(&mut self, speed: Speed) -> Result<(), Malformed> {
        if self.player.contains(self.handle) {
            self.player.stop(self.handle).map_err(other)?;
        }
        let play = Play { speed, ..self.play };
        self.handle = self.player.play(&self.clips, self.clip, play).map_err(other)?;
        self.player.pause(self.handle).map_err(other)?;
        (self.begun, self.is_unmoved, self.is_cut) = (false, true, false);
        Ok(())
    }

    pub(super) fn does(&mut self, op: Op) -> Result<&Seen, Malformed> {
        self.seen.events.clear();
        let alive = self.player.contains(self.handle);
        match op {
            Op::Step { ms } => self.step(ms)?,
            Op::Pause => {
                self.paused = true;
                if alive {
                    self.player.pause(self.handle).map_err(other)?;
                }
            }
            Op::Restart => {
                self.paused = false;
                if alive && self.begun {
                    self.player.resume(self.handle).map_err(other)?;
                }
            }
            Op::GoToFrame { frame } if alive && self.seen.running => {
                let both = (&mut self.player, &self.clips);
                let events = go_to(both, self.handle, self.script, frame)?;
                self.hear(&events);
                self.is_cut = false;
            }
            Op::SpeedRatio { value } if alive && self.seen.running => {
                self.player.set_speed(self.handle, speed(value)?).map_err(other)?;
            }
            Op::Stop => {
                self.stopped = true;
                if !alive {
                    return Ok(&self.seen);
                }
                let events = self.player.stop(self.handle).map_err(other)?.to_vec();
                self.hear(&events);
            }
            Op::Reset if alive => {
                let way = self.player.playhead(self.handle).map_err(other)?.speed();
                self.reset(way)?;
            }
            _ => {}
        }
        self.look()?;
        Ok(&self.seen)
    }

    pub(super) fn life(&self) -> Life {
        match self {
            Self { stopped: true, .. } => Life::Stopped,
            Self { seen: Seen { running: false, .. }, .. } => Life::Ended,
            Self { is_unmoved: true, .. } => Life::Waiting,
            _ => Life::Playing,
        }
    }

    fn step(&mut self, ms: f64) -> Result<(), Malformed> {
        if !self.player.contains(self.handle) || !self.seen.running {
            return Ok(());
        }
        self.steps += u32::from(!self.paused);
        let mut by = Span::from_millis_f64(ms).map_err(other)?;
        if !self.paused && !std::mem::replace(&mut self.begun, true) {
            let waits = self.player.position(self.handle).map_err(other)?.phase == Phase::Waiting;
            self.player.resume(self.handle).map_err(other)?;
            by = if waits { LEAD } else { Span::ZERO };
        }
        let speed = self.player.playhead(self.handle).map_err(other)?.speed();
        let parts = i128::from(by.flicks()) * i128::from(speed.num());
        self.is_cut |= !self.paused && by != LEAD && parts % i128::from(speed.den()) != 0;
        let events = self.player.advance(by, &self.clips).to_vec();
        self.hear(&events);
        Ok(())
    }

    fn reset(&mut self, speed: Speed) -> Result<(), Malformed> {
        let backward = self.player.position(self.handle).map_err(other)?.direction;
        let mirrored = self.player.position(self.handle).map_err(other)?.pass % 2 != 0
            && self.play.repeat_mode == RepeatMode::PingPong;
        let backward = (backward == cueline::event::Direction::Backward) != mirrored;
        if speed.is_zero() && backward {
            self.begin_at(Speed::whole(-1))?;
            self.player.set_speed(self.handle, speed).map_err(other)?;
        } else {
            self.begin_at(speed)?;
        }
        self.seen.running = true;
        self.seen.value = self.script.initial()?;
        Ok(())
    }

    fn hear(&mut self, events: &[Event<Subject<()>>]) {
        for edge in events {
            match edge.kind {
                EventKind::Loop => self.seen.loops += 1,
                EventKind::End => {
                    self.seen.ends += 1;
                    self.seen.running = false;
                }
                EventKind::Start => {}
                EventKind::Cue(order) => {
                    let index = self.script.events_in_order()[order as usize];
                    if !self.script.events[index].only_once || !self.heard.contains(&index) {
                        self.heard.push(index);
                        self.seen.events.push(index);
                    }
                }
            }
        }
    }

    /// Looks at what shows; what has left shows its end for the last time.
    fn look(&mut self) -> Result<(), Malformed> {
        let last = self.player.ended().iter().find(|active| active.handle == self.handle).copied();
        let Some(active) = self.player.get(self.handle).ok().or(last) else { return Ok(()) };
        self.local = active.position.local - self.zero;
        self.pass = active.position.pass;
        self.furthest = self.furthest.max(self.pass.unsigned_abs());
        self.seen.frame = self.local.flicks() as f64 * self.script.clip.flick();
        if active.position.phase != Phase::Waiting {
            self.is_unmoved = false;
            let initial = self.script.initial()?;
            let below = self.script.is_from_current().then_some(initial.as_slice());
            self.seen.value = self.values.shown(&active, self.zero, below);
        }
        Ok(())
    }
}
