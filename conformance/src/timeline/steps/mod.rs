//! What GSAP does with a recorded timeline: how it is put together, and what each step shows and calls.
//!
//! Neither follows from two times. Which callbacks GSAP makes, and which values it leaves, depends on what each item has
//! played before: of several passes it reports one, where a step ends exactly at a pass it may leave out what is in it, and an
//! item that is put before the time to which its timeline's playhead has moved plays up to there while it is put. So this
//! program does what GSAP does, in the same order: it puts the items of a record ([`fill`]), measures what they take
//! ([`measure`]) and renders the steps of its runs ([`render`]). It must give all that is recorded of them, and what Cueline
//! plays is compared with it in steps of one moment each.

mod fill;
mod measure;
mod render;

use std::collections::{BTreeMap, BTreeSet};

use cueline::value::AnyEasing;

use super::record::{Called, Record, Values};
use crate::read::Malformed;

/// GSAP's least amount of time.
const TINY: f64 = 1e-8;
/// Longer than anything that ends.
const ENDLESS: f64 = 1e8;

/// Times are rounded to 7 decimals; what is no number counts as 0.
fn rounded(time: f64) -> f64 {
    let whole = (time * 1e7 + 0.5).floor() / 1e7;
    if whole.is_nan() { 0.0 } else { whole }
}

/// The place of an animation among all of them.
type Place = usize;
/// The clock around all timelines, whose time stands still.
const CLOCK: Place = 0;

/// An animation, and what it remembers.
#[derive(Clone, Debug)]
struct Animation {
    /// Of what is recorded; empty for the parts of a staggered tween and for the starts of tweens.
    name: String,
    kind: Kind,
    parent: Option<Place>,
    /// The parent, or the last one.
    around: Option<Place>,
    start: f64,
    /// How far the items of its timeline had moved when it was put there.
    moved_before: f64,
    end: f64,
    duration: f64,
    total: f64,
    delay: f64,
    gap: f64,
    /// -1 for ever.
    repeat: f64,
    mirrored: bool,
    /// 0 where it is paused.
    speed: f64,
    /// The same where it is not.
    rate: f64,
    time: f64,
    total_time: f64,
    /// The time when it was last at its start, which tells from where it came.
    zero_time: f64,
    is_active: bool,
    has_begun: bool,
}

#[derive(Clone, Debug)]
enum Kind {
    Timeline(Inside),
    Tween(Tween),
}

/// What a timeline holds.
#[derive(Clone, Debug, Default)]
struct Inside {
    /// By their starts.
    children: Vec<Place>,
    /// What `<` and `>` count from.
    recent: Option<Place>,
    labels: BTreeMap<String, Label>,
    /// Whether it has to be measured again.
    is_stale: bool,
    /// Not 0 while it goes to an end of a pass, or puts its items in order.
    lock: u8,
    /// How far its items have moved, as one would begin before it does.
    moved: f64,
}

/// A label, which stays where it was put when the items of its timeline move.
#[derive(Clone, Copy, Debug)]
struct Label {
    at: f64,
    /// How far they had moved when it was put.
    moved: f64,
}

/// What a tween, a set or a call does.
#[derive(Clone, Debug, Default)]
struct Tween {
    kind: Does,
    target: Option<String>,
    from: BTreeMap<String, f64>,
    to: BTreeMap<String, f64>,
    easing: AnyEasing,
    /// Property, value at the start, and the way from there, once it has begun.
    changes: Vec<(String, f64, f64)>,
    ratio: f64,
    /// Of a staggered one: the timeline of its parts.
    parts: Option<Place>,
    /// What shows where it starts from.
    shown: Option<Place>,
    shows_at_once: bool,
    /// Whether it may wait.
    may_wait: bool,
    /// The step for which it waits, and whether that calls nothing.
    waits: Option<(f64, bool)>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Does {
    #[default]
    To,
    From,
    FromTo,
    Set,
    Call,
    /// Shows where another tween starts from.
    Start,
}

/// What a record does not say of how GSAP came to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    /// Whether GSAP had drawn no frame. Before the first one, tweens that play for the first time wait for an end or a call,
    /// for another tween of their target, or for the end of the step.
    pub(super) no_frame: bool,
    /// Whether tweens with a start show it when they are made, as GSAP does unless it is asked not to.
    pub(super) shows_at_once: bool,
}

impl Default for Before {
    fn default() -> Self {
        Self { no_frame: false, shows_at_once: true }
    }
}

/// A timeline's animations, and what shows.
#[derive(Clone, Debug)]
pub(super) struct Steps {
    all: Vec<Animation>,
    whole: Place,
    before: Before,
    values: Values,
    /// Tweens that wait, and the targets of those that have begun since none did.
    waiting: Vec<Place>,
    begun: BTreeSet<String>,
    calls: Vec<Called>,
}

impl Steps {
    /// The animations of a record, before the first step.
    pub(super) fn new(record: &Record, before: Before) -> Result<Self, Malformed> {
        let mut steps = Self {
            all: Vec::new(),
            whole: CLOCK,
            before,
            values: record.targets.clone(),
            waiting: Vec::new(),
            begun: BTreeSet::new(),
            calls: Vec::new(),
        };
        steps.add_clock();
        steps.whole = steps.add_whole(&record.timeline)?;
        steps.calls.clear();
        Ok(steps)
    }

    /// Finds out how long all of it takes, as a call for its length or its progress does.
    pub(super) fn measure(&mut self) {
        self.total_of(self.whole);
    }

    /// The callbacks of a step to `total`.
    pub(super) fn to(&mut self, total: f64, silent: bool) -> Vec<Called> {
        self.go(self.whole, total, silent);
        std::mem::take(&mut self.calls)
    }

    /// The end of the whole.
    pub(super) fn total(&self) -> f64 {
        self.all[self.whole].total
    }

    /// The time of the pass of the whole, and that of all its passes.
    pub(super) fn times(&self) -> [f64; 2] {
        let whole = &self.all[self.whole];
        [whole.time, whole.total_time].map(rounded)
    }

    /// The fraction of the pass of the whole.
    pub(super) fn progress(&mut self) -> f64 {
        self.measure();
        let whole = &self.all[self.whole];
        match whole.duration {
            0.0 => f64::from(whole.total_time > 0.0),
            duration => (whole.time / duration).min(1.0),
        }
    }

    /// The labels of the whole that were passed last in its pass, all of one time.
    pub(super) fn labels(&mut self) -> Vec<&str> {
        self.measure();
        let passed = self.all[self.whole].time + TINY;
        let labels = self.inside(self.whole).into_iter().flat_map(|inside| &inside.labels);
        let passed: Vec<_> = labels.filter(|(_, label)| label.at < passed).collect();
        let last = passed.iter().map(|(_, label)| label.at).fold(f64::NEG_INFINITY, f64::max);
        let last = passed.into_iter().filter(|(_, label)| label.at == last);
        last.map(|(label, _)| label.as_str()).collect()
    }

    /// What shows.
    pub(super) fn values(&self) -> &Values {
        &self.values
    }

    /// How far the items of a timeline have moved at most, as one would begin before it does.
    pub(super) fn moved(&self) -> f64 {
        let moved = self.all.iter().filter_map(|one| match &one.kind {
            Kind::Timeline(inside) => Some(inside.moved),
            Kind::Tween(_) => None,
        });
        moved.fold(0.0, f64::max)
    }

    /// Start, end, duration and total duration of the item with a name, which is empty for the whole.
    pub(super) fn arrangement(&self, name: &str) -> Option<[f64; 4]> {
        let it = &self.all[self.named(name)?];
        Some([it.start, it.end, it.duration, it.total].map(rounded))
    }

    /// How far the items of the timeline with a name have moved, as one would begin before it does.
    pub(super) fn moved_in(&self, name: &str) -> f64 {
        self.named(name).and_then(|of| self.inside(of)).map_or(0.0, |inside| inside.moved)
    }

    /// Where the item with a name was put, without its delay, in the time of a timeline that has not moved, and how far that
    /// had moved then.
    pub(super) fn asked_at(&self, name: &str) -> (f64, f64) {
        let it = self.named(name).map(|at| &self.all[at]);
        let moved = it.and_then(|it| self.inside(it.parent?)).map_or(0.0, |inside| inside.moved);
        it.map_or((0.0, 0.0), |it| (rounded(it.start - it.delay - moved), it.moved_before))
    }

    /// The same of a label of the timeline with a name.
    pub(super) fn label_asked_at(&self, name: &str, label: &str) -> (f64, f64) {
        let inside = self.named(name).and_then(|of| self.inside(of));
        let label = inside.and_then(|inside| inside.labels.get(label));
        label.map_or((0.0, 0.0), |label| (rounded(label.at - label.moved), label.moved))
    }

    fn named(&self, name: &str) -> Option<Place> {
        match name {
            "" => Some(self.whole),
            name => self.all.iter().position(|one| one.name == name),
        }
    }

    fn inside(&self, of: Place) -> Option<&Inside> {
        match &self.all[of].kind {
            Kind::Timeline(inside) => Some(inside),
            Kind::Tween(_) => None,
        }
    }

    fn inside_mut(&mut self, of: Place) -> Option<&mut Inside> {
        match &mut self.all[of].kind {
            Kind::Timeline(inside) => Some(inside),
            Kind::Tween(_) => None,
        }
    }

    fn tween(&self, of: Place) -> Option<&Tween> {
        match &self.all[of].kind {
            Kind::Timeline(_) => None,
            Kind::Tween(tween) => Some(tween),
        }
    }

    fn tween_mut(&mut self, of: Place) -> Option<&mut Tween> {
        match &mut self.all[of].kind {
            Kind::Timeline(_) => None,
            Kind::Tween(tween) => Some(tween),
        }
    }

    fn is_start(&self, of: Place) -> bool {
        self.tween(of).is_some_and(|tween| tween.kind == Does::Start)
    }

    fn lock(&self, of: Place) -> u8 {
        self.inside(of).map_or(0, |inside| inside.lock)
    }

    fn set_lock(&mut self, of: Place, lock: u8) {
        if let Some(inside) = self.inside_mut(of) {
            inside.lock = lock;
        }
    }
}
