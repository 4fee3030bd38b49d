//! The same tweens in Cueline.

use cueline::{
    clip::{ClipBuilder, ClipId, Clips, Keyframe, Track},
    playback::{Play, Player, Playing},
    time::{Span, Tick, TickRate, Time},
    value::{Easing, Moving},
};
use cueline_batch::{Tween as BatchTween, TweenBatch, TweenHandle};

use super::work::{Plays, Shape, Tween};

fn easing(shape: Shape) -> Easing {
    match shape {
        Shape::Linear => Easing::LINEAR,
        Shape::CubicInOut => Easing::IN_OUT_CUBIC,
        Shape::SineOut => Easing::OUT_SINE,
        Shape::BackOut => Easing::OUT_BACK,
    }
}

fn span(ticks: u32) -> Span {
    Span::from_frames(i64::from(ticks), TickRate::HZ_60)
}

/// A `Moving` for each tween, as a field of a game's own struct.
pub struct Movings {
    now: Time,
    rows: Vec<Moving<f32>>,
    values: Vec<f32>,
}

impl Plays for Movings {
    fn name() -> &'static str {
        "Cueline Moving, a field each"
    }
    fn start(work: &[Tween]) -> Self {
        let moving = |w: &Tween| {
            let mut moving = Moving::at(w.from);
            moving.tween_to(Time::ZERO, w.to, span(w.ticks), easing(w.shape));
            moving
        };
        let rows = work.iter().map(moving).collect();
        Self { now: Time::ZERO, rows, values: vec![0.0; work.len()] }
    }
    fn frame(&mut self) {
        self.now += span(1);
        for (moving, value) in self.rows.iter().zip(&mut self.values) {
            *value = moving.value(self.now);
        }
    }
    fn value(&self, index: usize) -> f32 {
        self.values[index]
    }
}

/// A `Playing` for each tween, as a field of a game's own struct, and the clip that it plays.
pub struct Playings {
    now: Time,
    of: OrdinaryPlayer,
    rows: Vec<Playing>,
}

impl Plays for Playings {
    fn name() -> &'static str {
        "Cueline Playing, a field each"
    }
    fn start(work: &[Tween]) -> Self {
        let of = OrdinaryPlayer::ready(work);
        let playing = |clip: &usize| {
            let clip = of.clips.get(of.ids[*clip]).expect("a clip that is there");
            Playing::new(clip, Time::ZERO, &Play::default()).expect("it can")
        };
        let rows = of.clip_of.iter().map(playing).collect();
        Self { now: Time::ZERO, of, rows }
    }
    fn frame(&mut self) {
        self.now += span(1);
        let OrdinaryPlayer { tracks, clip_of, ways, values, .. } = &mut self.of;
        let rows = self.rows.iter().zip(clip_of).zip(ways).zip(values);
        for (((playing, clip), (from, to)), value) in rows {
            let progress = tracks[*clip].sample(playing.at(self.now).local) as f32;
            *value = *from + (*to - *from) * progress;
        }
    }
    fn value(&self, index: usize) -> f32 {
        self.of.values[index]
    }
}

/// The ordinary player: a clip for each length and shape, and what it plays on is an index.
pub struct OrdinaryPlayer {
    pub player: Player<u32>,
    clips: Clips,
    /// By the index of the clip's id.
    tracks: Vec<Track<f64>>,
    ids: Vec<ClipId>,
    /// By tween: its clip, as an index.
    clip_of: Vec<usize>,
    /// By tween: from where, and to where. That is all of its work that a user's component would hold.
    ways: Vec<(f32, f32)>,
    values: Vec<f32>,
}

impl OrdinaryPlayer {
    /// The clips that the work needs, and nothing started.
    pub fn ready(work: &[Tween]) -> Self {
        let (mut clips, mut tracks, mut ids) = (Clips::new(), Vec::new(), Vec::new());
        let mut kinds: Vec<(u32, Shape)> = Vec::new();
        let mut clip_of = Vec::new();
        for w in work {
            let kind = kinds.iter().position(|kind| *kind == (w.ticks, w.shape));
            clip_of.push(kind.unwrap_or_else(|| {
                let easing = easing(w.shape);
                let end = span(w.ticks);
                let draft = ClipBuilder::new(format!("{:?} {}", w.shape, w.ticks)).track(
                    "share",
                    [Keyframe::eased(Span::ZERO, 0.0, easing), Keyframe::linear(end, 1.0)],
                );
                let clip = draft.build().expect("a clip of two keyframes");
                tracks.push(clip.track::<f64>("share").expect("its track").clone());
                ids.push(clips.add(clip).expect("a name of its own"));
                kinds.push((w.ticks, w.shape));
                kinds.len() - 1
            }));
        }
        let ways = work.iter().map(|w| (w.from, w.to)).collect();
        let values = vec![0.0; work.len()];
        Self { player: Player::new(), clips, tracks, ids, clip_of, ways, values }
    }

    pub fn clips(&self) -> &Clips {
        &self.clips
    }

    pub fn start_all(&mut self) {
        for (index, clip) in self.clip_of.iter().enumerate() {
            let started =
                self.player.play_on(index as u32, &self.clips, self.ids[*clip], Play::default());
            started.expect("a clip that is there");
        }
    }

    /// Plays the first of the clips in each of these ways.
    pub fn start_each(&mut self, ways: impl Iterator<Item = Play>) {
        for (index, way) in (0..).zip(ways) {
            let started = self.player.play_on(index, &self.clips, self.ids[0], way);
            started.expect("a clip that is there");
        }
    }

    pub fn step(&mut self, by: Span) -> usize {
        self.player.advance(by, &self.clips).len()
    }
}

impl Plays for OrdinaryPlayer {
    fn name() -> &'static str {
        "Cueline Player"
    }
    fn start(work: &[Tween]) -> Self {
        let mut this = Self::ready(work);
        this.start_all();
        this
    }
    fn frame(&mut self) {
        self.step(Span::from_frames(1, TickRate::HZ_60));
        for active in self.player.active() {
            let index = active.target as usize;
            let (from, to) = self.ways[index];
            let track = &self.tracks[active.clip.index() as usize];
            let progress = track.sample(active.position.local) as f32;
            self.values[index] = from + (to - from) * progress;
        }
    }
    fn value(&self, index: usize) -> f32 {
        self.values[index]
    }
}

/// The batch: values are read from its dense list.
pub struct InBatch {
    pub batch: TweenBatch<f32>,
    handles: Vec<TweenHandle>,
    values: Vec<f32>,
}

impl InBatch {
    pub fn ready() -> Self {
        Self {
            batch: TweenBatch::new("batch", Tick::ZERO),
            handles: Vec::new(),
            values: Vec::new(),
        }
    }

    pub fn of(w: &Tween) -> BatchTween<f32> {
        BatchTween { from: w.from, to: w.to, ticks: w.ticks, delay: 0, easing: easing(w.shape) }
    }
}

impl Plays for InBatch {
    fn name() -> &'static str {
        "Cueline Batch"
    }
    fn start(work: &[Tween]) -> Self {
        let mut this = Self::ready();
        let start = |w| this.batch.start(&Self::of(w)).expect("a length that is allowed");
        this.handles = work.iter().map(start).collect();
        this
    }
    fn frame(&mut self) {
        let next = self.batch.now().next();
        self.batch.advance_to(next).expect("forwards");
        self.batch.sample_into(0.0, &mut self.values);
    }
    fn value(&self, index: usize) -> f32 {
        self.values[self.batch.index_of(self.handles[index]).expect("it is live")]
    }
}
