//! One tween after the other, each of half a second and of a property of its own: the work that the peers were
//! measured with, and the shortest loops that do it.

use cueline::{
    time::Span,
    timeline::{Timeline, TimelineBuilder, from_to},
};

/// How long a tween takes, in milliseconds.
pub const LENGTH: u32 = 500;

pub fn from(tween: u32) -> f32 {
    (tween % 1024) as f32
}

pub fn to(tween: u32) -> f32 {
    from(tween) + 8.0
}

pub fn build(n: u32) -> Timeline<u32> {
    let length = Span::from_millis(i64::from(LENGTH));
    let mut draft = TimelineBuilder::new("sequence").tween_duration(length);
    for tween in 0..n {
        draft = draft.then(from_to(tween, from(tween), to(tween)));
    }
    draft.build().expect("it is sound")
}

/// What a property shows, in closed form.
pub fn wanted(tween: u32, at: Span) -> f32 {
    let length = Span::from_millis(i64::from(LENGTH)).flicks();
    let since = at.flicks() - length * i64::from(tween);
    from(tween) + 8.0 * (since.clamp(0, length) as f64 / length as f64) as f32
}

/// The same in flat rows, with time in milliseconds.
pub struct Flat {
    starts: Vec<u32>,
    from: Vec<f32>,
    to: Vec<f32>,
    /// What each property shows at `now`.
    pub slots: Vec<f32>,
    now: u32,
}

impl Flat {
    pub fn new(n: u32) -> Self {
        let from: Vec<f32> = (0..n).map(from).collect();
        let slots = from.clone();
        let starts = (0..n).map(|tween| tween * LENGTH).collect();
        Self { starts, from, to: (0..n).map(to).collect(), slots, now: 0 }
    }

    fn active(&self, at: u32) -> usize {
        self.starts.partition_point(|start| *start <= at) - 1 // the first starts at 0
    }

    fn value(&self, tween: usize, at: u32) -> f32 {
        let progress = (at - self.starts[tween]) as f32 * (1.0 / LENGTH as f32);
        self.from[tween] + (self.to[tween] - self.from[tween]) * progress.min(1.0)
    }

    /// Which one is active, and what its property shows.
    pub fn read(&self, at: u32) -> (u32, f32) {
        let tween = self.active(at);
        (tween as u32, self.value(tween, at))
    }

    /// Brings the slots to another time.
    pub fn write(&mut self, at: u32) {
        let (was, is) = (self.active(self.now), self.active(at));
        if was < is {
            self.slots[was..is].copy_from_slice(&self.to[was..is]);
        } else {
            self.slots[is + 1..=was].copy_from_slice(&self.from[is + 1..=was]);
        }
        self.slots[is] = self.value(is, at);
        self.now = at;
    }
}
