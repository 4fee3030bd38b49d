//! The script of a run, played by ours.

use std::collections::BTreeMap;

use cueline::{
    clip::{Clip, ClipBuilder, ClipId, Clips, Interpolation, Track},
    event::{EventKind, Reason},
    playback::{
        Active, AtEnd, Member, Mix, Phase, Play, PlaybackHandle, PlaybackRef, Player, Saved,
        Subject,
    },
    time::{Span, Tick, TickRate},
    value::{Lerp, Mat4, Vec3},
};

use super::{
    reading::{Seen, change, steps_in_frame},
    record::{Op, Run, Slot, Values, named, slot},
};
use crate::read::{Malformed, other, parts};

/// A whole number of frames in a second.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked")]
pub(super) fn rate(hz: f64) -> Result<TickRate, Malformed> {
    if hz.fract() == 0.0 && (1.0..1e6).contains(&hz) {
        TickRate::hz(hz as u32).map_err(other)
    } else {
        Err(other(format!("a whole number of frames in a second, not {hz}")))
    }
}

/// A track of any of the three kinds.
pub(super) enum Path {
    Number(Track<f64>),
    Vector(Track<Vec3<f64>>),
    Matrix(Track<Mat4<f64>>),
}

impl Path {
    pub(super) fn of(keys: &[(f64, Vec<f64>)], fps: f64) -> Result<Self, Malformed> {
        Ok(match keys[0].1.len() {
            1 => Self::Number(track(keys, fps, |value| value[0])?),
            3 => Self::Vector(track(keys, fps, |v| Vec3::new(v[0], v[1], v[2]))?),
            _ => Self::Matrix(track(keys, fps, |m| Mat4(std::array::from_fn(|index| m[index])))?),
        })
    }

    pub(super) fn sample(&self, at: Span) -> Vec<f64> {
        match self {
            Self::Number(track) => vec![track.sample(at)],
            Self::Vector(track) => numbers(track.sample(at)),
            Self::Matrix(track) => track.sample(at).0.to_vec(),
        }
    }

    pub(super) fn increment(&self, from: Span, to: Span) -> Vec<f64> {
        match self {
            Self::Number(track) => vec![track.increment(from, to)],
            Self::Vector(track) => numbers(track.increment(from, to)),
            Self::Matrix(track) => track.increment(from, to).to_vec(),
        }
    }

    /// Shows an item: a matrix is written, anything else is added.
    fn show(&self, active: &Active<usize>, slot: &Slot, values: &mut Values) {
        let gain = match self {
            Self::Number(track) => vec![active.gain(|at| track.sample(at))],
            Self::Vector(track) => numbers(active.gain(|at| track.sample(at))),
            Self::Matrix(track) => {
                let value = active.value(|at| track.sample(at)).0;
                return change(values, slot, &value, |there, value| *there = value);
            }
        };
        change(values, slot, &gain, |there, gain| *there += gain);
    }

    fn length(&self) -> Span {
        match self {
            Self::Number(track) => track.duration(),
            Self::Vector(track) => track.duration(),
            Self::Matrix(track) => track.duration(),
        }
    }
}

fn track<T: Lerp>(
    keys: &[(f64, Vec<f64>)],
    fps: f64,
    value: impl Fn(&[f64]) -> T,
) -> Result<Track<T>, Malformed> {
    let key = |(frame, numbers): &(f64, Vec<f64>)| (*frame, value(numbers), Interpolation::Linear);
    Track::at_frames(rate(fps)?, keys.iter().map(key)).map_err(other)
}

fn numbers(vector: Vec3<f64>) -> Vec<f64> {
    vec![vector.x, vector.y, vector.z]
}

/// A clip, with what it writes.
struct Known {
    id: ClipId,
    path: Path,
    rate: TickRate,
}

/// What a name of the script stands for.
#[derive(Clone)]
struct Playing {
    items: Vec<(PlaybackHandle, String)>,
    /// The group of them, or the only one.
    who: PlaybackRef,
    paused: bool,
}

/// Ours on its way through a run.
struct Stage<'a> {
    run: &'a Run,
    clips: Clips,
    known: BTreeMap<String, Known>,
    player: Player<usize>,
    /// What an item's target stands for.
    slots: Vec<(Slot, String)>,
    playing: BTreeMap<String, Playing>,
    /// The values, without what is being added now.
    base: Values,
    steps: i64,
}

/// Everything that is seen after each step; `saving` writes and reads the player between any two lines.
pub(super) fn play(run: &Run, saving: bool) -> Result<Vec<Seen>, Malformed> {
    let mut stage = Stage::new(run)?;
    let mut seen = Vec::new();
    let mut rest = 0.0;
    for op in &run.script {
        if saving {
            let saved = stage.player.save(&stage.clips).map_err(other)?;
            let saved: Saved<usize> = serde_json::from_str(&serde_json::to_string(&saved)?)?;
            stage.player = saved.load(&stage.clips).map_err(other)?;
        }
        if let Op::Frames { n, dt_ms, .. } = op {
            for _ in 0..*n {
                for _ in 0..steps_in_frame(&mut rest, *dt_ms, run) {
                    seen.push(stage.step()?);
                }
            }
        } else {
            stage.operate(op)?;
        }
    }
    Ok(seen)
}

impl<'a> Stage<'a> {
    fn new(run: &'a Run) -> Result<Self, Malformed> {
        let (mut clips, mut known) = (Clips::new(), BTreeMap::new());
        for (name, animation) in &run.animations {
            let path = Path::of(&animation.keys()?, animation.fps.unwrap_or(run.tps))?;
            let rate = rate(animation.fps.unwrap_or(run.tps))?;
            let clip: Clip =
                ClipBuilder::new(name.as_str()).duration(path.length()).build().map_err(other)?;
            let id = clips.add(clip).map_err(other)?;
            known.insert(name.clone(), Known { id, path, rate });
        }
        let (player, base) = (Player::new(), run.start()?);
        Ok(Self {
            run,
            clips,
            known,
            player,
            slots: Vec::new(),
            playing: BTreeMap::new(),
            base,
            steps: 0,
        })
    }

    fn member(
        &mut self,
        clip: &str,
        target: &str,
        (from, to): (f64, f64),
    ) -> Result<Member<usize>, Malformed> {
        let animation = self.run.animation(clip)?;
        let known = self.known.get(clip).ok_or_else(|| other(clip))?;
        let frame = |frame: f64| Span::from_frames_f64(frame, known.rate).map_err(other);
        let range = Some((frame(from)?, frame(to)?.min(known.path.length())));
        let mix = if animation.is_matrix() { Mix::Replace } else { Mix::Add };
        self.slots.push((animation.slot(target), clip.into()));
        let play = Play { range, mix, ..Play::default() };
        Ok(Member { target: self.slots.len() - 1, clip: known.id, play })
    }

    fn begin(
        &mut self,
        id: &str,
        clips: &[String],
        target: Option<&String>,
        range: (f64, f64),
        is_group: bool,
    ) -> Result<(), Malformed> {
        let mut members = Vec::new();
        for clip in clips {
            let own = self.run.animation(clip)?.target.as_ref();
            members.push(self.member(clip, named(own.or(target))?, range)?);
        }
        let (who, handles) = if is_group {
            let group = self.player.play_group(&self.clips, &members, AtEnd::Leave);
            let group = group.map_err(other)?;
            (group.into(), self.player.members(group).map_err(other)?.collect())
        } else {
            let Member { target, clip, play } = members[0];
            let handle = self.player.play_on(target, &self.clips, clip, play).map_err(other)?;
            (handle.into(), vec![handle])
        };
        let items = handles.into_iter().zip(clips.iter().cloned()).collect();
        self.playing.insert(id.into(), Playing { items, who, paused: false });
        Ok(())
    }

    fn operate(&mut self, op: &Op) -> Result<(), Malformed> {
        match op {
            Op::Begin { id, animation, target, from, to } => {
                let clips = std::slice::from_ref(animation);
                self.begin(id, clips, target.as_ref(), (*from, *to), false)?;
            }
            Op::BeginGroup { id, animations, target, from, to } => {
                self.begin(id, animations, target.as_ref(), (*from, *to), true)?;
            }
            Op::Set { target, property, value } => {
                let slot = slot(target, property);
                change(&mut self.base, &slot, &parts(value)?, |there, value| *there = value);
            }
            Op::Pause { id } | Op::Resume { id } => {
                let Some(playing) = self.playing.get_mut(id) else { return Ok(()) };
                playing.paused = matches!(op, Op::Pause { .. });
                let _ = match playing.paused {
                    true => self.player.pause(playing.who),
                    false => self.player.resume(playing.who),
                };
            }
            Op::Reset { id } => {
                let Some(Playing { items, paused, .. }) = self.playing.get(id) else {
                    return Ok(());
                };
                for (handle, _) in items {
                    // What is gone stays gone. A reset holds until it is resumed; the class's goes on when it was not
                    // paused.
                    let here =
                        self.player.position(*handle).is_ok_and(|at| at.phase != Phase::Ended);
                    let _ = match (here, paused) {
                        (true, true) => self.player.reset(*handle),
                        (true, false) => self.player.restart(*handle),
                        (false, _) => Ok(()),
                    };
                }
            }
            Op::Stop { id } => {
                for (handle, _) in
                    self.playing.get(id).map(|playing| playing.items.clone()).unwrap_or_default()
                {
                    if let Ok(active) = self.player.get(handle) {
                        let (slot, clip) = &self.slots[active.target];
                        self.known[clip].path.show(&active, slot, &mut self.base);
                    }
                }
                if let Some(playing) = self.playing.get(id) {
                    let _ = self.player.stop(playing.who);
                }
            }
            Op::Frames { .. } => {}
        }
        Ok(())
    }

    fn step(&mut self) -> Result<Seen, Malformed> {
        self.steps += 1;
        let now = rate(self.run.tps)?.time_of(Tick::new(self.steps));
        let mut seen = Seen::default();
        for edge in self.player.advance_to(now, &self.clips) {
            if edge.kind != EventKind::End || edge.reason != Reason::Played {
                continue;
            }
            let who = match edge.id {
                Subject::Group(group) => PlaybackRef::from(group),
                Subject::Item { handle, .. } => handle.into(),
            };
            let ended = self.playing.iter().find(|(_, playing)| playing.who == who);
            seen.ended.extend(ended.map(|(id, _)| id.clone()));
        }
        for active in self.player.ended() {
            let (slot, clip) = &self.slots[active.target];
            self.known[clip].path.show(active, slot, &mut self.base);
        }
        seen.values = self.base.clone();
        seen.running = self.run.animations.keys().map(|clip| (clip.clone(), 0)).collect();
        for active in self.player.active() {
            let (slot, clip) = &self.slots[active.target];
            self.known[clip].path.show(&active, slot, &mut seen.values);
            if active.position.phase != Phase::Ended {
                *seen.running.entry(clip.clone()).or_default() += 1;
            }
        }
        for (id, playing) in &self.playing {
            for (handle, clip) in &playing.items {
                let at = self.player.position(*handle).ok().filter(|at| at.phase != Phase::Ended);
                let frame = self.known[clip].rate.span_of(1);
                let timer = at.map_or(f64::NAN, |at| at.local.ratio(frame));
                seen.timers.entry(id.clone()).or_default().push(timer);
                seen.held.entry(id.clone()).or_default().push(at.is_some());
            }
        }
        Ok(seen)
    }
}
